/* SPDX-License-Identifier: MIT */
/* Solutions as JSON and as MiniZinc data, and back from JSON.
 *
 * Every array of the model is a member, so that what was written can be read
 * into the same model and verified without anything being searched. */
#include "config.h"

#include <libcsp/csp-io.h>

#include <stdarg.h>

static void
append_numbers(GString *out, const gint *values, gsize n_values)
{
  for (gsize i = 0; i < n_values; i++)
    g_string_append_printf(out, "%s%d", i > 0 ? ", " : "", values[i]);
}

static void
append_array(GString *out, const CspSolution *solution, CspArray array)
{
  CspModel *model = csp_solution_get_model(solution);
  gboolean is_scalar = csp_model_is_scalar(model, array);
  gsize n_values;
  const gint *values = csp_solution_get_values(solution, array, &n_values);

  if (!is_scalar)
    g_string_append_c(out, '[');
  append_numbers(out, values, n_values);
  if (!is_scalar)
    g_string_append_c(out, ']');
}

/**
 * csp_solution_append_json:
 * @self: a solution
 * @out: where to append
 *
 * Appends a JSON object with a member for each array of the model, in the
 * order they were added: `{"column": [1, 3], "total": 4}`.
 *
 * Since: 0.1
 */
void
csp_solution_append_json(const CspSolution *self, GString *out)
{
  g_return_if_fail(self != NULL && out != NULL);

  CspModel *model = csp_solution_get_model(self);
  gsize n_arrays = csp_model_get_n_arrays(model);
  g_string_append_c(out, '{');
  for (CspArray array = 0; array < n_arrays; array++) {
    if (array > 0)
      g_string_append(out, ", ");
    csp_json_append_string(out, csp_model_get_array_name(model, array));
    g_string_append(out, ": ");
    append_array(out, self, array);
  }
  g_string_append_c(out, '}');
}

/**
 * csp_solution_append_dzn:
 * @self: a solution
 * @out: where to append
 *
 * Appends an assignment of MiniZinc for each array of the model, one a line:
 * `column = [1, 3];`.
 *
 * Since: 0.1
 */
void
csp_solution_append_dzn(const CspSolution *self, GString *out)
{
  g_return_if_fail(self != NULL && out != NULL);

  CspModel *model = csp_solution_get_model(self);
  gsize n_arrays = csp_model_get_n_arrays(model);
  for (CspArray array = 0; array < n_arrays; array++) {
    g_string_append_printf(out,
                           "%s = ", csp_model_get_array_name(model, array));
    append_array(out, self, array);
    g_string_append(out, ";\n");
  }
}

static gboolean fail(GError **error, const gchar *format, ...)
    G_GNUC_PRINTF(2, 3);

static gboolean
fail(GError **error, const gchar *format, ...)
{
  va_list args;

  va_start(args, format);
  g_autofree gchar *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error_literal(error, CSP_ERROR, CSP_ERROR_PARSE, message);
  return FALSE;
}

static gboolean
read_value(const CspJson *json,
           CspJsonValue from,
           const gchar *name,
           gint *out_value,
           GError **error)
{
  gint64 value;

  if (csp_json_get_kind(json, from) != CSP_JSON_INTEGER ||
      !csp_json_get_int(json, from, &value))
    return fail(error, "\"%s\": expected an integer", name);
  if (value < CSP_VALUE_MIN || value > CSP_VALUE_MAX)
    return fail(error, "\"%s\": %" G_GINT64_FORMAT " is out of range", name,
                value);
  *out_value = (gint)value;
  return TRUE;
}

static gboolean
read_array(CspModel *model,
           CspArray array,
           const CspJson *json,
           CspJsonValue object,
           gint *values,
           GError **error)
{
  const gchar *name = csp_model_get_array_name(model, array);
  CspJsonValue from = csp_json_get_member(json, object, name);
  gsize length = csp_model_get_array_length(model, array);

  if (from == CSP_NONE)
    return fail(error, "\"%s\" is missing", name);
  if (csp_model_is_scalar(model, array))
    return read_value(json, from, name,
                      &values[csp_model_get_var(model, array, 0)], error);
  if (csp_json_get_kind(json, from) != CSP_JSON_ARRAY)
    return fail(error, "\"%s\": expected an array", name);
  if (csp_json_get_length(json, from) != length)
    return fail(error,
                "\"%s\": expected %" G_GSIZE_FORMAT
                " values, not %" G_GSIZE_FORMAT,
                name, length, csp_json_get_length(json, from));
  from = csp_json_get_first(json, from);
  for (gsize i = 0; i < length; i++) {
    if (!read_value(json, from, name,
                    &values[csp_model_get_var(model, array, i)], error))
      return FALSE;
    from = csp_json_get_next(json, from);
  }
  return TRUE;
}

/**
 * csp_solution_new_from_json:
 * @model: the model that the solution is one of
 * @text: a JSON object as csp_solution_append_json() writes it, or one that has
 *   such an object as its member "values"
 * @length: the length of @text, or -1 if it ends with a NUL byte
 * @error: return location for a #GError, or %NULL
 *
 * Reads a solution.  Nothing is verified: see csp_solution_verify().  Members
 * that are no arrays of @model are passed over.
 *
 * Fails with %CSP_ERROR_PARSE if an array is missing or has other values than
 * integers, or not as many as it has elements, or if @text is no JSON; the
 * message begins with LINE:COLUMN then.
 *
 * Returns: (transfer full) (nullable): the solution, or %NULL with @error set
 *
 * Since: 0.1
 */
CspSolution *
csp_solution_new_from_json(CspModel *model,
                           const gchar *text,
                           gssize length,
                           GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(model), NULL);
  g_return_val_if_fail(text != NULL, NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  g_autoptr(CspJson) json = csp_json_parse(text, length, error);
  if (json == NULL)
    return NULL;
  if (csp_json_get_kind(json, CSP_JSON_ROOT) != CSP_JSON_OBJECT) {
    fail(error, "expected a JSON object");
    return NULL;
  }
  CspJsonValue object = csp_json_get_member(json, CSP_JSON_ROOT, "values");
  if (object == CSP_NONE || csp_json_get_kind(json, object) != CSP_JSON_OBJECT)
    object = CSP_JSON_ROOT;

  gsize n_values = csp_model_get_n_vars(model);
  gsize n_arrays = csp_model_get_n_arrays(model);
  g_autofree gint *values = g_new0(gint, n_values);
  for (CspArray array = 0; array < n_arrays; array++)
    if (!read_array(model, array, json, object, values, error))
      return NULL;
  return csp_solution_new(model, values, n_values, error);
}
