/* SPDX-License-Identifier: MIT */
/* The values of a plugin's parameters, and the assumptions of an instance.
 *
 * A value is kept as a number (integer, Boolean) or as text (choice, string),
 * in the order of the plugin's table; it is checked when it is set, so that
 * what a plugin reads is always within its own table's range. */
#include "config.h"

#include <string.h>

#include <libcsp/csp-plugin.h>

#include "base/suggest.h"

typedef struct {
  gint64 number;
  gchar *text;
  gboolean is_set;
} Value;

struct _CspParams {
  const CspPlugin *plugin;
  Value *values;
  gboolean is_counting, is_checking;
};

/**
 * csp_params_new: (skip)
 * @plugin: a plugin
 *
 * Makes parameters with the defaults of the plugin's table.
 *
 * Returns: (transfer full): the parameters
 *
 * Since: 0.1
 */
CspParams *
csp_params_new(const CspPlugin *plugin)
{
  g_return_val_if_fail(plugin != NULL, NULL);

  CspParams *self = g_new0(CspParams, 1);
  self->plugin = plugin;
  self->values = g_new0(Value, plugin->n_params);
  for (guint i = 0; i < plugin->n_params; i++) {
    self->values[i].number = plugin->params[i].default_int;
    self->values[i].text = g_strdup(plugin->params[i].default_text);
  }
  return self;
}

/**
 * csp_params_free: (skip)
 * @self: (nullable) (transfer full): parameters
 *
 * Frees parameters.
 *
 * Since: 0.1
 */
void
csp_params_free(CspParams *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->plugin->n_params; i++)
    g_free(self->values[i].text);
  g_free(self->values);
  g_free(self);
}

static gboolean
is_kind(const CspParams *self, guint index, CspParamKind a, CspParamKind b)
{
  return self != NULL && index < self->plugin->n_params &&
         (self->plugin->params[index].kind == a ||
          self->plugin->params[index].kind == b);
}

/**
 * csp_params_get_int: (skip)
 * @self: parameters
 * @index: the place of an integer in the plugin's table
 *
 * Gets an integer; 0 for one that has no default and was not set.
 *
 * Returns: the value
 *
 * Since: 0.1
 */
gint64
csp_params_get_int(const CspParams *self, guint index)
{
  g_return_val_if_fail(
      is_kind(self, index, CSP_PARAM_KIND_INT, CSP_PARAM_KIND_INT), 0);

  return self->values[index].number;
}

/**
 * csp_params_get_bool: (skip)
 * @self: parameters
 * @index: the place of a Boolean in the plugin's table
 *
 * Gets a Boolean.
 *
 * Returns: the value
 *
 * Since: 0.1
 */
gboolean
csp_params_get_bool(const CspParams *self, guint index)
{
  g_return_val_if_fail(
      is_kind(self, index, CSP_PARAM_KIND_BOOL, CSP_PARAM_KIND_BOOL), FALSE);

  return self->values[index].number != 0;
}

/**
 * csp_params_get_string: (skip)
 * @self: parameters
 * @index: the place of a choice or string in the plugin's table
 *
 * Gets a text.
 *
 * Returns: (transfer none) (nullable): the value, or %NULL if it has no default
 *   and was not set
 *
 * Since: 0.1
 */
const gchar *
csp_params_get_string(const CspParams *self, guint index)
{
  g_return_val_if_fail(
      is_kind(self, index, CSP_PARAM_KIND_CHOICE, CSP_PARAM_KIND_STRING), NULL);

  return self->values[index].text;
}

/**
 * csp_params_is_set: (skip)
 * @self: parameters
 * @index: a place in the plugin's table
 *
 * Asks whether csp_params_set() gave the parameter.
 *
 * Returns: %TRUE if it did
 *
 * Since: 0.1
 */
gboolean
csp_params_is_set(const CspParams *self, guint index)
{
  g_return_val_if_fail(self != NULL && index < self->plugin->n_params, FALSE);

  return self->values[index].is_set;
}

/**
 * csp_params_is_counting: (skip)
 * @self: parameters
 *
 * Asks whether the number of solutions is wanted.  A model with an objective of
 * its own leaves it out then.
 *
 * Returns: %TRUE if so
 *
 * Since: 0.1
 */
gboolean
csp_params_is_counting(const CspParams *self)
{
  g_return_val_if_fail(self != NULL, FALSE);

  return self->is_counting;
}

/**
 * csp_params_set_counting: (skip)
 * @self: parameters
 * @is_counting: whether the number of solutions is wanted
 *
 * Says what the model will be solved for, before it is built.
 *
 * Since: 0.1
 */
void
csp_params_set_counting(CspParams *self, gboolean is_counting)
{
  g_return_if_fail(self != NULL);

  self->is_counting = is_counting;
}

/**
 * csp_params_is_checking: (skip)
 * @self: parameters
 *
 * Asks whether the model is built to check solutions only.  A model leaves out
 * then what not every solution meets, such as bounds on its objective.
 *
 * Returns: %TRUE if so
 *
 * Since: 0.1
 */
gboolean
csp_params_is_checking(const CspParams *self)
{
  g_return_val_if_fail(self != NULL, FALSE);

  return self->is_checking;
}

/**
 * csp_params_set_checking: (skip)
 * @self: parameters
 * @is_checking: whether the model is to check solutions only
 *
 * Says what the model will be used for, before it is built.
 *
 * Since: 0.1
 */
void
csp_params_set_checking(CspParams *self, gboolean is_checking)
{
  g_return_if_fail(self != NULL);

  self->is_checking = is_checking;
}

static const CspParamSpec *
find_spec(const CspPlugin *plugin, const gchar *name, GError **error)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new();

  for (guint i = 0; i < plugin->n_params; i++) {
    if (strcmp(plugin->params[i].name, name) == 0)
      return &plugin->params[i];
    g_ptr_array_add(names, (gpointer)plugin->params[i].name);
  }
  g_ptr_array_add(names, NULL);
  g_autofree gchar *hint =
      csp_suggest(name, (const gchar *const *)names->pdata);
  g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION, "%s has no parameter '%s'%s",
              plugin->name, name, hint);
  return NULL;
}

static gboolean
parse_int(const CspParamSpec *spec,
          const gchar *text,
          gint64 *out_value,
          GError **error)
{
  if (text != NULL && text[0] != '+' &&
      g_ascii_string_to_signed(text, 10, spec->min, spec->max, out_value, NULL))
    return TRUE;
  g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION,
              "--%s%s%s: expected an integer from %" G_GINT64_FORMAT
              " to %" G_GINT64_FORMAT,
              spec->name, text != NULL ? "=" : "", text != NULL ? text : "",
              spec->min, spec->max);
  return FALSE;
}

static gboolean
parse_bool(const CspParamSpec *spec,
           const gchar *text,
           gint64 *out_value,
           GError **error)
{
  static const gchar *const words[] = {"false", "true", "no", "yes", "0", "1"};

  if (text == NULL) {
    *out_value = 1;
    return TRUE;
  }
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (strcmp(text, words[i]) == 0) {
      *out_value = i % 2;
      return TRUE;
    }
  g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION,
              "--%s=%s: expected true or false", spec->name, text);
  return FALSE;
}

static gboolean
check_text(const CspParamSpec *spec, const gchar *text, GError **error)
{
  if (text == NULL) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION, "--%s: expected a value",
                spec->name);
    return FALSE;
  }
  if (spec->kind != CSP_PARAM_KIND_CHOICE ||
      g_strv_contains(spec->choices, text))
    return TRUE;

  g_autofree gchar *all = g_strjoinv(", ", (gchar **)spec->choices);
  g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION, "--%s=%s: expected one of %s",
              spec->name, text, all);
  return FALSE;
}

/**
 * csp_params_set: (skip)
 * @self: parameters
 * @name: a parameter's name
 * @value: (nullable): its value as text; %NULL sets a Boolean to true
 * @error: return location for a #GError, or %NULL
 *
 * Sets a parameter from text, as on the command line.
 *
 * Fails with %CSP_ERROR_OPTION, saying what was expected, if the plugin has no
 * such parameter or the value is of the wrong kind or out of range; the
 * parameter is as it was then.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_params_set(CspParams *self,
               const gchar *name,
               const gchar *value,
               GError **error)
{
  g_return_val_if_fail(self != NULL && name != NULL, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  const CspParamSpec *spec = find_spec(self->plugin, name, error);
  if (spec == NULL)
    return FALSE;

  Value *slot = &self->values[spec - self->plugin->params];
  gboolean is_right = FALSE;
  switch (spec->kind) {
  case CSP_PARAM_KIND_INT:
    is_right = parse_int(spec, value, &slot->number, error);
    break;
  case CSP_PARAM_KIND_BOOL:
    is_right = parse_bool(spec, value, &slot->number, error);
    break;
  case CSP_PARAM_KIND_CHOICE:
  case CSP_PARAM_KIND_STRING:
    is_right = check_text(spec, value, error);
    if (is_right) {
      g_free(slot->text);
      slot->text = g_strdup(value);
    }
    break;
  }
  slot->is_set |= is_right;
  return is_right;
}

/**
 * csp_params_dup_text: (skip)
 * @self: parameters
 * @index: a place in the plugin's table
 *
 * Writes a parameter's value as csp_params_set() would take it.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL for a parameter that
 *   has no default and was not set
 *
 * Since: 0.1
 */
gchar *
csp_params_dup_text(const CspParams *self, guint index)
{
  g_return_val_if_fail(self != NULL && index < self->plugin->n_params, NULL);

  const CspParamSpec *spec = &self->plugin->params[index];
  const Value *value = &self->values[index];
  switch (spec->kind) {
  case CSP_PARAM_KIND_INT:
    if (spec->is_unset_by_default && !value->is_set)
      return NULL;
    return g_strdup_printf("%" G_GINT64_FORMAT, value->number);
  case CSP_PARAM_KIND_BOOL:
    return g_strdup(value->number != 0 ? "true" : "false");
  case CSP_PARAM_KIND_CHOICE:
  case CSP_PARAM_KIND_STRING:
    break;
  }
  return g_strdup(value->text);
}

struct _CspAssumptions {
  CspVar *vars;
  gint *values;
  gsize n, capacity; /* of both */
};

/**
 * csp_assumptions_new: (skip)
 *
 * Makes an empty list of assumptions.
 *
 * Returns: (transfer full): the list
 *
 * Since: 0.1
 */
CspAssumptions *
csp_assumptions_new(void)
{
  return g_new0(CspAssumptions, 1);
}

/**
 * csp_assumptions_free: (skip)
 * @self: (nullable) (transfer full): a list of assumptions
 *
 * Frees a list.
 *
 * Since: 0.1
 */
void
csp_assumptions_free(CspAssumptions *self)
{
  if (self == NULL)
    return;
  g_free(self->vars);
  g_free(self->values);
  g_free(self);
}

/**
 * csp_assumptions_clear: (skip)
 * @self: a list of assumptions
 *
 * Empties a list; its memory is kept for the next instance.
 *
 * Since: 0.1
 */
void
csp_assumptions_clear(CspAssumptions *self)
{
  g_return_if_fail(self != NULL);

  self->n = 0;
}

/**
 * csp_assumptions_add: (skip)
 * @self: a list of assumptions
 * @var: a variable
 * @value: what it is to be
 *
 * Adds @var = @value.
 *
 * Since: 0.1
 */
void
csp_assumptions_add(CspAssumptions *self, CspVar var, gint value)
{
  g_return_if_fail(self != NULL);

  if (self->n == self->capacity) {
    self->capacity = MAX(2 * self->capacity, 64);
    self->vars = g_renew(CspVar, self->vars, self->capacity);
    self->values = g_renew(gint, self->values, self->capacity);
  }
  self->vars[self->n] = var;
  self->values[self->n++] = value;
}

/**
 * csp_assumptions_get_vars: (skip)
 * @self: a list of assumptions
 * @out_n: (out): how many there are
 *
 * Gets the variables, in the order they were added.
 *
 * Returns: (array length=out_n): the variables, lent
 *
 * Since: 0.1
 */
const CspVar *
csp_assumptions_get_vars(const CspAssumptions *self, gsize *out_n)
{
  g_return_val_if_fail(self != NULL && out_n != NULL, NULL);

  *out_n = self->n;
  return self->vars;
}

/**
 * csp_assumptions_get_values: (skip)
 * @self: a list of assumptions
 * @out_n: (out): how many there are
 *
 * Gets the values, one for each variable.
 *
 * Returns: (transfer none) (array length=out_n): the values
 *
 * Since: 0.1
 */
const gint *
csp_assumptions_get_values(const CspAssumptions *self, gsize *out_n)
{
  g_return_val_if_fail(self != NULL && out_n != NULL, NULL);

  *out_n = self->n;
  return self->values;
}
