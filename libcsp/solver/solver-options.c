/* SPDX-License-Identifier: MIT */
/* A solver's options: properties made from the rows of options.def, the same by
 * text, and orders and observers of the program's own. */
#include "config.h"

#include <stddef.h>

#include "solver/solver-private.h"

/* Property numbers are rows of the table, from 1. */
static const CspOptionSpec *
spec_of(guint property)
{
  return &csp_option_specs[property - 1];
}

static void *
field_of(CspSolver *self, const CspOptionSpec *spec)
{
  return (char *)&self->options + spec->offset;
}

/* Where the program's own order is that an option chooses; NULL: it is not about
 * orders. */
static const CspUserOrder **
chosen_order(CspSolver *self, const CspOptionSpec *spec)
{
  if (spec->offset == offsetof(CspOptions, variable_order))
    return &self->user_variable_order;
  if (spec->offset == offsetof(CspOptions, value_order))
    return &self->user_value_order;
  return NULL;
}

static void
get_property(GObject *object, guint property, GValue *value, GParamSpec *pspec)
{
  CspSolver *self = CSP_SOLVER(object);
  const CspOptionSpec *spec = spec_of(property);
  const void *field = field_of(self, spec);
  const CspUserOrder **order = chosen_order(self, spec);

  (void)pspec;
  switch (spec->kind) {
  case CSP_OPTION_BOOL:
    g_value_set_boolean(value, *(const bool *)field);
    break;
  case CSP_OPTION_INT:
    g_value_set_int64(value, *(const int64_t *)field);
    break;
  case CSP_OPTION_REAL:
    g_value_set_double(value, *(const double *)field);
    break;
  case CSP_OPTION_CHOICE:
    if (order != NULL && *order != NULL)
      g_value_set_string(value, (*order)->name);
    else
      g_value_take_string(value,
                          csp_option_dup_choice(spec, *(const int *)field));
    break;
  case CSP_OPTION_TEXT:
    g_value_set_string(value, *(char *const *)field);
    break;
  }
}

static void
set_property(GObject *object,
             guint property,
             const GValue *value,
             GParamSpec *pspec)
{
  CspSolver *self = CSP_SOLVER(object);
  const CspOptionSpec *spec = spec_of(property);
  g_autoptr(GError) error = NULL;
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  const char *text = NULL;

  (void)pspec;
  switch (spec->kind) {
  case CSP_OPTION_BOOL:
    text = g_value_get_boolean(value) ? "true" : "false";
    break;
  case CSP_OPTION_INT:
    g_snprintf(buffer, sizeof(buffer), "%" G_GINT64_FORMAT,
               g_value_get_int64(value));
    text = buffer;
    break;
  case CSP_OPTION_REAL:
    text = g_ascii_formatd(buffer, sizeof(buffer), "%.9f",
                           g_value_get_double(value));
    break;
  case CSP_OPTION_CHOICE:
  case CSP_OPTION_TEXT:
    text = g_value_get_string(value);
    break;
  }
  if (!csp_solver_set_option(self, spec->name, text, &error))
    g_warning("%s", error->message);
}

static GParamSpec *
make_pspec(const CspOptionSpec *spec)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  g_autofree char *choice = NULL;

  switch (spec->kind) {
  case CSP_OPTION_BOOL:
    return g_param_spec_boolean(spec->name, NULL, spec->blurb,
                                spec->default_int != 0, flags);
  case CSP_OPTION_INT:
    return g_param_spec_int64(spec->name, NULL, spec->blurb, spec->min,
                              spec->max, spec->default_int, flags);
  case CSP_OPTION_REAL:
    return g_param_spec_double(spec->name, NULL, spec->blurb, spec->real_min,
                               spec->real_max, spec->default_real, flags);
  case CSP_OPTION_CHOICE:
    choice = csp_option_dup_choice(spec, (int)spec->default_int);
    return g_param_spec_string(spec->name, NULL, spec->blurb, choice, flags);
  case CSP_OPTION_TEXT:
    break;
  }
  return g_param_spec_string(spec->name, NULL, spec->blurb, NULL, flags);
}

void
csp_solver_install_options(GObjectClass *klass)
{
  klass->get_property = get_property;
  klass->set_property = set_property;
  for (size_t i = 0; i < csp_n_option_specs; i++)
    g_object_class_install_property(klass, (guint)i + 1,
                                    make_pspec(&csp_option_specs[i]));
}

static const CspUserOrder *
find_user_order(const CspSolver *self, const char *name, bool is_variable_order)
{
  for (guint i = 0; i < self->user_orders->len; i++) {
    const CspUserOrder *order = g_ptr_array_index(self->user_orders, i);
    if (g_str_equal(order->name, name) &&
        is_variable_order == (order->variable_func != NULL))
      return order;
  }
  return NULL;
}

/**
 * csp_solver_set_option:
 * @self: a solver
 * @name: the name of an option, as on the command line
 * @value: (nullable): its value as text, a Boolean as `true` or `false`; %NULL
 *   is its default
 * @error: return location for a #GError, or %NULL
 *
 * Sets an option for searches that begin from now on.
 *
 * Fails with %CSP_ERROR_OPTION, saying what was expected, if there is no such
 * option, if it cannot have this value, and if a search is under way: call
 * [method@Solver.reset] first.
 *
 * Returns: %TRUE, or %FALSE with @error set and the option as it was
 *
 * Since: 0.1
 */
gboolean
csp_solver_set_option(CspSolver *self,
                      const gchar *name,
                      const gchar *value,
                      GError **error)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), FALSE);
  g_return_val_if_fail(name != NULL, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  const CspOptionSpec *spec = csp_option_find(name);
  if (spec == NULL) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION, "there is no option '%s'",
                name);
    return FALSE;
  }
  if (self->is_begun) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION,
                "option '%s' cannot be set while a search is under way", name);
    return FALSE;
  }

  const CspUserOrder **chosen = chosen_order(self, spec);
  const CspUserOrder *order = NULL;
  if (chosen != NULL && value != NULL)
    order = find_user_order(self, value, chosen == &self->user_variable_order);
  /* Beside a program's own order the option has its default. */
  if (!csp_options_set(&self->options, spec, order == NULL ? value : NULL,
                       error))
    return FALSE;
  if (chosen != NULL)
    *chosen = order;
  /* What is compiled knows nothing of the time, and nodes are its only other
   * limit; a stream sets both for each instance. */
  if (spec->offset == offsetof(CspOptions, node_limit) && self->tree != NULL)
    self->tree->config.node_limit = self->options.node_limit;
  else if (spec->offset != offsetof(CspOptions, time_limit))
    csp_solver_drop_compiled(self);
  return TRUE;
}

static gboolean
add_order(CspSolver *self,
          const char *option,
          CspUserOrder order,
          GError **error)
{
  const CspOptionSpec *spec = csp_option_find(option);
  g_auto(GStrv) choices = g_strsplit(spec->choices, "|", -1);

  if (g_strv_contains((const gchar *const *)choices, order.name) ||
      find_user_order(self, order.name, order.variable_func != NULL) != NULL) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION,
                "there is a %s '%s' already", option, order.name);
    if (order.destroy != NULL)
      order.destroy(order.data);
    return FALSE;
  }
  order.name = g_strdup(order.name);
  g_ptr_array_add(self->user_orders, g_memdup2(&order, sizeof(order)));
  return TRUE;
}

/**
 * csp_solver_add_variable_order: (skip)
 * @self: a solver
 * @name: its name from now on, as a value of the option `variable-order`
 * @func: picks the next variable
 * @data: given to @func
 * @destroy: (nullable): frees @data with @self, or at once if the call fails
 * @error: return location for a #GError, or %NULL
 *
 * Adds a variable order of the program's own.
 *
 * Fails with %CSP_ERROR_OPTION if there is one of this name.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_solver_add_variable_order(CspSolver *self,
                              const gchar *name,
                              CspVariableOrderFunc func,
                              gpointer data,
                              GDestroyNotify destroy,
                              GError **error)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), FALSE);
  g_return_val_if_fail(name != NULL && func != NULL, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  return add_order(self, "variable-order",
                   (CspUserOrder){.name = (char *)name,
                                  .variable_func = func,
                                  .data = data,
                                  .destroy = destroy},
                   error);
}

/**
 * csp_solver_add_value_order: (skip)
 * @self: a solver
 * @name: its name from now on, as a value of the option `value-order`
 * @func: picks the value to try first
 * @data: given to @func
 * @destroy: (nullable): frees @data with @self, or at once if the call fails
 * @error: return location for a #GError, or %NULL
 *
 * Adds a value order of the program's own.  With a child for each value, those
 * that @func did not pick follow in ascending order.
 *
 * Fails with %CSP_ERROR_OPTION if there is one of this name.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_solver_add_value_order(CspSolver *self,
                           const gchar *name,
                           CspValueOrderFunc func,
                           gpointer data,
                           GDestroyNotify destroy,
                           GError **error)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), FALSE);
  g_return_val_if_fail(name != NULL && func != NULL, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  return add_order(self, "value-order",
                   (CspUserOrder){.name = (char *)name,
                                  .value_func = func,
                                  .data = data,
                                  .destroy = destroy},
                   error);
}

/**
 * csp_solver_set_observer: (skip)
 * @self: a solver
 * @observer: (nullable): what to call; borrowed for the life of @self
 * @data: given to each call
 *
 * Sets who is told of what the search does, from its next beginning on.
 *
 * Since: 0.1
 */
void
csp_solver_set_observer(CspSolver *self,
                        const CspObserver *observer,
                        gpointer data)
{
  g_return_if_fail(CSP_IS_SOLVER(self));

  self->observing = (CspObserving){.observer = observer, .data = data};
  csp_solver_reset(self);
  csp_solver_drop_compiled(self);
}

/**
 * csp_solver_request_sample:
 * @self: a solver
 *
 * Asks for one call of the observer's `sample` at the next node or move.  May be
 * called from any thread and from a signal handler.
 *
 * Since: 0.1
 */
void
csp_solver_request_sample(CspSolver *self)
{
  atomic_store(&self->sample, 1);
}

/**
 * csp_solver_is_stopped:
 * @self: a solver
 *
 * Tells whether a limit or [method@Solver.cancel] is about to end the search: for
 * an observer that waits in a callback, and is to return then.  May be called
 * from any thread.
 *
 * Returns: whether it is
 *
 * Since: 0.1
 */
gboolean
csp_solver_is_stopped(CspSolver *self)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), FALSE);

  return atomic_load(&self->stop) != CSP_STOP_NONE;
}

/**
 * csp_solver_has_restarts:
 * @self: a solver
 *
 * Tells whether the tree search that runs can begin again at the root: by the
 * restarts of the options or the model, or since it is made in parts, or may be
 * given up, for the sake of symmetries.  To be asked in callbacks of an observer;
 * before the first the answer is no.
 *
 * Returns: whether it can
 *
 * Since: 0.1
 */
gboolean
csp_solver_has_restarts(CspSolver *self)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), FALSE);

  return self->tree != NULL &&
         (self->tree->config.restarts.kind != CSP_RESTARTS_NONE ||
          self->may_probe || self->reduction.orbits != NULL);
}
