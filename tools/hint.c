/* SPDX-License-Identifier: MIT */
/* csp solve --hint: values to begin with, from a solution as JSON.
 *
 * The file holds what --format=json writes, of which the last solution counts,
 * or an object of arrays; it may be about a part of the model. */
#include "config.h"

#include "tools/hint.h"

#include <json-glib/json-glib.h>
#include <string.h>

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
get_value(JsonNode *node, gint *out)
{
  if (!JSON_NODE_HOLDS_VALUE(node))
    return false;
  if (json_node_get_value_type(node) == G_TYPE_BOOLEAN) {
    *out = json_node_get_boolean(node);
    return true;
  }
  gint64 value = json_node_get_int(node);
  *out = (gint)value;
  return json_node_get_value_type(node) == G_TYPE_INT64 && value >= G_MININT &&
         value <= G_MAXINT;
}

static bool
add_array(CspModel *model,
          const char *path,
          const char *name,
          JsonNode *node,
          GError **error)
{
  CspArray array = csp_model_find_array(model, name);
  JsonArray *list =
      JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
  guint n = list != NULL ? json_array_get_length(list) : 1;

  if (array == CSP_NONE)
    return fail(error, path, "the model has no array \"%s\"", name);
  if (n != csp_model_get_array_length(model, array))
    return fail(error, path, "\"%s\" has %u values, not %zu", name, n,
                csp_model_get_array_length(model, array));
  for (guint i = 0; i < n; i++) {
    CspVar var = csp_model_get_var(model, array, i);
    JsonNode *element = list != NULL ? json_array_get_element(list, i) : node;
    gint value;
    if (!get_value(element, &value))
      return fail(error, path, "\"%s\" holds what is no integer", name);
    if (!csp_model_add_warm_start(model, &var, 1, &value, 1, error))
      return false;
  }
  return true;
}

static bool
add_values(CspModel *model,
           const char *path,
           JsonObject *values,
           GError **error)
{
  g_autoptr(GList) names = json_object_get_members(values);

  for (GList *name = names; name != NULL; name = name->next)
    if (!add_array(model, path, name->data,
                   json_object_get_member(values, name->data), error))
      return false;
  return true;
}

/* The arrays of the last solution in a text of one object a line, or of one
 * document. */
static JsonNode *
find_values(const char *path, const char *text, GError **error)
{
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_autoptr(JsonNode) found = NULL;

  for (char **line = lines; *line != NULL; line++) {
    g_autoptr(GError) ignored = NULL;
    const char *rest = *line;
    g_strstrip(*line);
    if (*rest == '\0')
      continue;
    if (!csp_json_check(rest, -1, &ignored)) {
      rest = text; /* a document over several lines */
      if (!csp_json_check(rest, -1, error)) {
        g_prefix_error(error, "%s: ", path);
        return NULL;
      }
    }
    g_autoptr(JsonNode) node = json_from_string(rest, error);
    if (node == NULL) {
      g_prefix_error(error, "%s: ", path);
      return NULL;
    }
    JsonObject *object =
        JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
    bool has_values =
        object != NULL && json_object_has_member(object, "values");
    bool is_status = object != NULL && !has_values &&
                     json_object_has_member(object, "status");
    if (object == NULL) {
      fail(error, path, "expected an object");
      return NULL;
    }
    if (!is_status) {
      g_clear_pointer(&found, json_node_unref);
      found = has_values
                  ? json_node_copy(json_object_get_member(object, "values"))
                  : json_node_copy(node);
    }
    if (rest == text)
      break;
  }
  if (found == NULL || !JSON_NODE_HOLDS_OBJECT(found)) {
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
  g_autoptr(JsonNode) values = find_values(path, text, error);
  return values != NULL &&
         add_values(model, path, json_node_get_object(values), error);
}
