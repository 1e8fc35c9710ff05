/* SPDX-License-Identifier: MIT */
/* csp solve --hint: values to begin with, from a solution as JSON.
 *
 * The file holds what --format=json writes, of which the last solution counts,
 * or an object of arrays; it may be about a part of the model. */
#include "config.h"

#include "tools/hint.h"

#include <stdarg.h>

static bool fail(GError **error, const char *path, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static bool
fail(GError **error, const char *path, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error(error, CSP_ERROR, CSP_ERROR_PARSE, "%s: %s", path, message);
  return false;
}

static bool
add_array(CspModel *model,
          const char *path,
          const CspJson *json,
          CspJsonValue member,
          GError **error)
{
  const char *name = csp_json_get_name(json, member);
  CspArray array = csp_model_find_array(model, name);
  bool is_list = csp_json_get_kind(json, member) == CSP_JSON_ARRAY;
  gsize n = is_list ? csp_json_get_length(json, member) : 1;
  CspJsonValue from = is_list ? csp_json_get_first(json, member) : member;

  if (array == CSP_NONE)
    return fail(error, path, "the model has no array \"%s\"", name);
  if (n != csp_model_get_array_length(model, array))
    return fail(error, path, "\"%s\" has %zu values, not %zu", name, n,
                csp_model_get_array_length(model, array));
  for (gsize i = 0; i < n; i++, from = csp_json_get_next(json, from)) {
    CspVar var = csp_model_get_var(model, array, i);
    gint64 value;
    if (!csp_json_get_int(json, from, &value) || value < G_MININT ||
        value > G_MAXINT)
      return fail(error, path, "\"%s\" holds what is no integer", name);
    if (!csp_model_add_warm_start(model, &var, 1, &(gint){(gint)value}, 1,
                                  error))
      return false;
  }
  return true;
}

static bool
add_values(CspModel *model,
           const char *path,
           const CspJson *json,
           CspJsonValue values,
           GError **error)
{
  for (CspJsonValue member = csp_json_get_first(json, values);
       member != CSP_NONE; member = csp_json_get_next(json, member))
    if (!add_array(model, path, json, member, error))
      return false;
  return true;
}

/* The text of one document, or the last solution of a text of one object a
 * line; *out_values are its arrays. */
static CspJson *
find_values(const char *path,
            const char *text,
            CspJsonValue *out_values,
            GError **error)
{
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_autoptr(CspJson) found = NULL;
  bool is_document = false;

  for (char **line = lines; *line != NULL && !is_document; line++) {
    if (*g_strstrip(*line) == '\0')
      continue;
    g_autoptr(CspJson) json = csp_json_parse(*line, -1, NULL);
    is_document = json == NULL;
    if (is_document)
      json = csp_json_parse(text, -1, error);
    if (json == NULL) {
      g_prefix_error(error, "%s: ", path);
      return NULL;
    }
    if (csp_json_get_kind(json, CSP_JSON_ROOT) != CSP_JSON_OBJECT) {
      fail(error, path, "expected an object");
      return NULL;
    }
    CspJsonValue values = csp_json_get_member(json, CSP_JSON_ROOT, "values");
    bool is_status =
        values == CSP_NONE &&
        csp_json_get_member(json, CSP_JSON_ROOT, "status") != CSP_NONE;
    if (is_status)
      continue;
    g_clear_pointer(&found, csp_json_free);
    found = g_steal_pointer(&json);
    *out_values = values != CSP_NONE ? values : CSP_JSON_ROOT;
  }
  if (found == NULL ||
      csp_json_get_kind(found, *out_values) != CSP_JSON_OBJECT) {
    fail(error, path, "there is no solution in it");
    return NULL;
  }
  return g_steal_pointer(&found);
}

bool
tool_add_hint(CspModel *model, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr(GError) io_error = NULL;

  if (!g_file_get_contents(path, &text, NULL, &io_error)) {
    g_set_error_literal(error, CSP_ERROR, CSP_ERROR_IO, io_error->message);
    return false;
  }
  CspJsonValue values;
  g_autoptr(CspJson) json = find_values(path, text, &values, error);
  return json != NULL && add_values(model, path, json, values, error);
}
