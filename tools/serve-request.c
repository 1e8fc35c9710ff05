/* SPDX-License-Identifier: MIT */
/* The body of POST /api/run: a model, its parameters, an instance and options,
 * all checked by who knows them before anything is built. */
#include "config.h"

#include "tools/serve-private.h"

#include <math.h>
#include <string.h>

/* Values -------------------------------------------------------------------- */

/* A value as the command line would have it; out_text is NULL for null. */
static bool
read_text(const CspJson *json,
          CspJsonValue value,
          const char *name,
          char **out_text,
          GError **error)
{
  gint64 number;

  *out_text = NULL;
  switch (csp_json_get_kind(json, value)) {
  case CSP_JSON_NULL:
    return true;
  case CSP_JSON_BOOLEAN:
    csp_json_get_int(json, value, &number);
    *out_text = g_strdup(number != 0 ? "true" : "false");
    return true;
  case CSP_JSON_INTEGER:
    if (csp_json_get_int(json, value, &number)) {
      *out_text = g_strdup_printf("%" G_GINT64_FORMAT, number);
      return true;
    }
    break;
  case CSP_JSON_NUMBER:
  case CSP_JSON_STRING:
    *out_text = g_strdup(csp_json_get_text(json, value));
    return true;
  case CSP_JSON_ARRAY:
  case CSP_JSON_OBJECT:
    break;
  }
  serve_set_error(error, "%s: expected a string, a number or a Boolean", name);
  return false;
}

static bool
read_string(const CspJson *json,
            CspJsonValue value,
            const char *name,
            char **out_text,
            GError **error)
{
  CspJsonKind kind = csp_json_get_kind(json, value);

  if (kind != CSP_JSON_STRING && kind != CSP_JSON_NULL) {
    serve_set_error(error, "%s: expected a string", name);
    return false;
  }
  g_free(*out_text);
  return read_text(json, value, name, out_text, error);
}

static bool
read_boolean(const CspJson *json,
             CspJsonValue value,
             const char *name,
             bool *out_is,
             GError **error)
{
  CspJsonKind kind = csp_json_get_kind(json, value);
  gint64 number = 0;

  if (kind != CSP_JSON_BOOLEAN && kind != CSP_JSON_NULL) {
    serve_set_error(error, "%s: expected true or false", name);
    return false;
  }
  csp_json_get_int(json, value, &number);
  *out_is = number != 0;
  return true;
}

bool
serve_read_speed(const CspJson *json,
                 CspJsonValue value,
                 double *out_speed,
                 GError **error)
{
  gint64 integer;
  double speed = -1;

  if (value != CSP_NONE && csp_json_get_kind(json, value) == CSP_JSON_NUMBER)
    speed = g_ascii_strtod(csp_json_get_text(json, value), NULL);
  else if (value != CSP_NONE &&
           csp_json_get_kind(json, value) == CSP_JSON_INTEGER &&
           csp_json_get_int(json, value, &integer))
    speed = (double)integer;
  if (!isfinite(speed) || speed < 0) {
    serve_set_error(error, "speed: expected a number of steps a second");
    return false;
  }
  /* Slower than a step in ten minutes is a pause by another name. */
  *out_speed = speed == 0 || speed > SERVE_SPEED ? 0 : MAX(speed, 1.0 / 600);
  return true;
}

/* The model ----------------------------------------------------------------- */

static const CspPlugin *
find_reader(const ServeConfig *config, const char *name)
{
  for (guint i = 0; config->readers[i] != NULL; i++)
    if (g_str_equal(config->readers[i]->name, name))
      return config->readers[i];
  return NULL;
}

static const CspPlugin *
find_reader_for_file(const ServeConfig *config, const char *name)
{
  for (guint i = 0; config->readers[i] != NULL; i++)
    for (guint j = 0; config->readers[i]->suffixes[j] != NULL; j++)
      if (g_str_has_suffix(name, config->readers[i]->suffixes[j]))
        return config->readers[i];
  return NULL;
}

static const CspPlugin *
find_reader_for_head(const ServeConfig *config, CspReader *reader)
{
  gsize n;
  const char *head = csp_reader_peek(reader, &n);

  for (guint i = 0; config->readers[i] != NULL; i++)
    if (config->readers[i]->sniff(head, n))
      return config->readers[i];
  return NULL;
}

static bool
find_model(ServeRequest *self,
           const ServeConfig *config,
           const char *model,
           GError **error)
{
  if (model != NULL) {
    self->plugin = find_reader(config, model);
    self->is_reader = self->plugin != NULL;
    if (self->plugin == NULL)
      self->plugin = csp_plugin_find(model, error);
    return self->plugin != NULL;
  }
  if (self->reader == NULL) {
    serve_set_error(error, "expected a model, or an instance");
    return false;
  }
  self->plugin = find_reader_for_file(config, self->name);
  self->is_reader = self->plugin != NULL;
  if (self->plugin == NULL)
    self->plugin = csp_plugin_find_for_file(self->name, self->reader);
  if (self->plugin == NULL) {
    self->plugin = find_reader_for_head(config, self->reader);
    self->is_reader = self->plugin != NULL;
  }
  if (self->plugin == NULL)
    serve_set_error(error, "no model knows this kind of instance; name one");
  return self->plugin != NULL;
}

static bool
fits_model(const ServeRequest *self, GError **error)
{
  const CspPlugin *plugin = self->plugin;

  if (plugin->files == CSP_FILES_NONE && self->reader != NULL) {
    serve_set_error(error, "%s takes no instance", plugin->name);
    return false;
  }
  if (plugin->files == CSP_FILES_REQUIRED && self->reader == NULL) {
    serve_set_error(error, "%s needs an instance", plugin->name);
    return false;
  }
  return true;
}

/* Parameters and options ---------------------------------------------------- */

static bool
take_parameters(ServeRequest *self,
                const CspJson *json,
                CspJsonValue object,
                GError **error)
{
  if (csp_json_get_kind(json, object) == CSP_JSON_NULL)
    return true;
  if (csp_json_get_kind(json, object) != CSP_JSON_OBJECT) {
    serve_set_error(error, "parameters: expected an object");
    return false;
  }
  CspJsonValue value = csp_json_get_first(json, object);
  for (gsize i = csp_json_get_length(json, object); i > 0; i--) {
    const char *name = csp_json_get_name(json, value);
    g_autofree char *text = NULL;
    if (!read_text(json, value, name, &text, error) ||
        (text != NULL && !csp_params_set(self->params, name, text, error)))
      return false;
    if (text != NULL) {
      g_ptr_array_add(self->params_given, g_strdup(name));
      g_ptr_array_add(self->params_given, g_steal_pointer(&text));
    }
    value = csp_json_get_next(json, value);
  }
  return true;
}

/* A solver of next to nothing knows what values its options take, and which do
 * not go together whatever the model. */
static CspSolver *
make_judge(void)
{
  g_autoptr(CspModel) model = csp_model_new();

  csp_model_add_bool(model, "x", NULL);
  return csp_solver_new(model);
}

/* Arrays are the model's own, and so is the memory that it takes. */
static bool
go_together(CspSolver *judge, GError **error)
{
  GError *reason = NULL;
  g_autoptr(CspSolution) solution = NULL;

  csp_solver_set_option(judge, "project", NULL, NULL);
  csp_solver_set_option(judge, "memory-limit", NULL, NULL);
  solution = csp_solver_next(judge, &reason);
  if (reason == NULL)
    return true;
  g_propagate_error(error, reason);
  return false;
}

static bool
take_option(ServeRequest *self,
            CspSolver *judge,
            const CspJson *json,
            CspJsonValue value,
            GError **error)
{
  g_autofree char *name = g_strdup(csp_json_get_name(json, value));
  g_autofree char *text = NULL;

  g_strdelimit(name, "_", '-');
  if (!read_text(json, value, name, &text, error) ||
      !csp_solver_set_option(judge, name, text, error))
    return false;
  if (text == NULL)
    return true;
  g_ptr_array_add(self->options, g_steal_pointer(&name));
  g_ptr_array_add(self->options, g_steal_pointer(&text));
  return true;
}

const char *
serve_request_get_option(const ServeRequest *self, const char *name)
{
  const char *found = NULL;

  for (guint i = 0; i < self->options->len; i += 2)
    if (g_str_equal(self->options->pdata[i], name))
      found = self->options->pdata[i + 1];
  return found;
}

/* The whole ----------------------------------------------------------------- */

typedef struct {
  char *model, *instance;
  CspJsonValue parameters;
} Members;

static void
members_clear(Members *self)
{
  g_free(self->model);
  g_free(self->instance);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Members, members_clear)

static bool
take_member(ServeRequest *self,
            Members *members,
            CspSolver *judge,
            const CspJson *json,
            CspJsonValue value,
            GError **error)
{
  const char *name = csp_json_get_name(json, value);

  if (g_str_equal(name, "model"))
    return read_string(json, value, name, &members->model, error);
  if (g_str_equal(name, "instance"))
    return read_string(json, value, name, &members->instance, error);
  if (g_str_equal(name, "name"))
    return read_string(json, value, name, &self->name, error);
  if (g_str_equal(name, "session"))
    return read_string(json, value, name, &self->session, error);
  if (g_str_equal(name, "paused"))
    return read_boolean(json, value, name, &self->is_paused, error);
  if (g_str_equal(name, "svg"))
    return read_boolean(json, value, name, &self->has_svg, error);
  if (g_str_equal(name, "speed"))
    return csp_json_get_kind(json, value) == CSP_JSON_NULL ||
           serve_read_speed(json, value, &self->speed, error);
  if (g_str_equal(name, "parameters")) {
    members->parameters = value;
    return true;
  }
  return take_option(self, judge, json, value, error);
}

static bool
take_members(ServeRequest *self,
             Members *members,
             const CspJson *json,
             GError **error)
{
  g_autoptr(CspSolver) judge = make_judge();

  if (csp_json_get_kind(json, CSP_JSON_ROOT) != CSP_JSON_OBJECT) {
    serve_set_error(error, "expected an object");
    return false;
  }
  CspJsonValue value = csp_json_get_first(json, CSP_JSON_ROOT);
  for (gsize i = csp_json_get_length(json, CSP_JSON_ROOT); i > 0; i--) {
    if (!take_member(self, members, judge, json, value, error))
      return false;
    value = csp_json_get_next(json, value);
  }
  return go_together(judge, error);
}

static void
open_instance(ServeRequest *self, Members *members)
{
  if (self->name == NULL)
    self->name = g_strdup("instance");
  if (members->instance == NULL)
    return;
  gsize length = strlen(members->instance);
  g_autoptr(GBytes) bytes =
      g_bytes_new_take(g_steal_pointer(&members->instance), length);
  self->reader = csp_reader_new_for_bytes(self->name, bytes);
}

ServeRequest *
serve_request_parse(const ServeConfig *config,
                    const char *text,
                    gsize length,
                    GError **error)
{
  g_autoptr(ServeRequest) self = g_new0(ServeRequest, 1);
  g_auto(Members) members = {.parameters = CSP_NONE};
  g_autoptr(CspJson) json = csp_json_parse(text, (gssize)length, error);

  self->config = config;
  self->params_given = g_ptr_array_new_with_free_func(g_free);
  self->options = g_ptr_array_new_with_free_func(g_free);
  if (json == NULL || !take_members(self, &members, json, error))
    return NULL;
  open_instance(self, &members);
  if (!find_model(self, config, members.model, error) ||
      !fits_model(self, error))
    return NULL;
  self->params = csp_params_new(self->plugin);
  if (members.parameters != CSP_NONE &&
      !take_parameters(self, json, members.parameters, error))
    return NULL;
  csp_params_set_counting(
      self->params,
      g_strcmp0(serve_request_get_option(self, "count"), "true") == 0);
  return g_steal_pointer(&self);
}

void
serve_request_free(ServeRequest *self)
{
  g_clear_pointer(&self->params, csp_params_free);
  g_clear_pointer(&self->params_given, g_ptr_array_unref);
  g_clear_pointer(&self->options, g_ptr_array_unref);
  g_clear_pointer(&self->reader, csp_reader_free);
  g_free(self->name);
  g_free(self->session);
  g_free(self);
}
