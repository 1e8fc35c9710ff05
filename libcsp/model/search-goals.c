/* SPDX-License-Identifier: MIT */
/* How a model asks to be searched, and which solutions are one: data that a
 * solver may follow. */
#include "config.h"

#include <string.h>

#include "base/options.h"
#include "model/model-private.h"

static bool
check_vars(const CspModel *self,
           const CspVar *vars,
           size_t n_vars,
           GError **error)
{
  if (!csp_model_check_open(self, error))
    return false;
  for (size_t i = 0; i < n_vars; i++)
    if (!csp_model_check_var(self, vars[i], error))
      return false;
  return n_vars < CSP_NONE ||
         csp_fail(error, CSP_ERROR_RANGE, "more than %u variables", CSP_NONE);
}

/**
 * csp_model_add_goal:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many
 * @variable: which of them is branched on next
 * @value: how its domain is divided
 * @error: return location for a #GError, or %NULL
 *
 * Adds a goal to those that a solver with the variable order `model` follows.
 *
 * The goals are followed in the order in which they were added: as long as a
 * variable of the first is open it is branched on, then those of the second.
 * Ties go to the variable that stands first in @vars.
 *
 * Fails with %CSP_ERROR_INVALID if a variable is not one of @self's.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_add_goal(CspModel *self,
                   const CspVar *vars,
                   gsize n_vars,
                   CspGoalVariable variable,
                   CspGoalValue value,
                   GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(variable <= CSP_GOAL_DOM_W_DEG, FALSE);
  g_return_val_if_fail(value <= CSP_GOAL_INTERVAL, FALSE);

  if (!check_vars(self, vars, n_vars, error))
    return FALSE;
  if (n_vars == 0)
    return TRUE;
  self->goals =
      csp_grow(self->goals, self->n_goals, &self->goals_size, sizeof(CspGoal));
  self->goals[self->n_goals++] = (CspGoal){
      .vars = csp_arena_dup(self->arena, vars, n_vars * sizeof(CspVar)),
      .n_vars = (uint32_t)n_vars,
      .variable = variable,
      .value = value,
  };
  return TRUE;
}

const CspGoal *
csp_model_peek_goals(const CspModel *model, size_t *out_n)
{
  *out_n = model->n_goals;
  return model->goals;
}

/**
 * csp_model_set_restarts:
 * @self: a model
 * @policy: as a solver's option `restarts` takes it
 * @error: return location for a #GError, or %NULL
 *
 * Says when a solver with the variable order `model` begins again, unless its
 * own options say so.
 *
 * Fails with %CSP_ERROR_OPTION if the policy is none.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_set_restarts(CspModel *self, const gchar *policy, GError **error)
{
  CspRestartPolicy parsed;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(policy != NULL, FALSE);

  if (!csp_model_check_open(self, error) ||
      !csp_restart_policy_parse(policy, &parsed, error))
    return FALSE;
  self->restarts = csp_arena_dup(self->arena, policy, strlen(policy) + 1);
  return TRUE;
}

const char *
csp_model_peek_restarts(const CspModel *model)
{
  return model->restarts;
}

/**
 * csp_model_add_warm_start:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many
 * @values: (array length=n_values): a value for each
 * @n_values: @n_vars
 * @error: return location for a #GError, or %NULL
 *
 * Says which values a search may begin with: whenever a tree search branches on
 * one of the variables, whatever its order, it tries the value given here
 * before any other, if it is still possible.  Local search starts from them
 * where the model has no hint.
 *
 * A value outside the domain is of no effect.  Unlike csp_model_set_hint() this
 * may be about a part of the variables, and need not be a solution.
 *
 * Fails with %CSP_ERROR_INVALID if a variable is not one of @self's or the
 * lengths differ.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_add_warm_start(CspModel *self,
                         const CspVar *vars,
                         gsize n_vars,
                         const gint *values,
                         gsize n_values,
                         GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(values != NULL || n_values == 0, FALSE);

  if (!check_vars(self, vars, n_vars, error))
    return FALSE;
  if (n_values != n_vars)
    return csp_fail(error, CSP_ERROR_INVALID,
                    "%" G_GSIZE_FORMAT " values for %" G_GSIZE_FORMAT
                    " variables",
                    n_values, n_vars);
  if (self->n_starts < self->n_vars) {
    self->starts = g_renew(int32_t, self->starts, self->n_vars);
    for (uint32_t x = self->n_starts; x < self->n_vars; x++)
      self->starts[x] = CSP_NO_START;
    self->n_starts = self->n_vars;
  }
  for (size_t i = 0; i < n_vars; i++)
    self->starts[vars[i]] = values[i];
  return TRUE;
}

const int32_t *
csp_model_peek_starts(const CspModel *model, uint32_t *out_n)
{
  *out_n = model->n_starts;
  return model->starts;
}

/**
 * csp_model_set_projection:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many
 * @error: return location for a #GError, or %NULL
 *
 * Says that solutions which agree on these variables are one and the same: when
 * several are asked for, or counted, one of them is found.
 *
 * With no variables there is at most one solution.
 *
 * Fails with %CSP_ERROR_INVALID if a variable is not one of @self's.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_set_projection(CspModel *self,
                         const CspVar *vars,
                         gsize n_vars,
                         GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);

  if (!check_vars(self, vars, n_vars, error))
    return FALSE;
  CspVar *copy = csp_arena_alloc(self->arena, (n_vars + 1) * sizeof(CspVar));
  if (n_vars > 0)
    memcpy(copy, vars, n_vars * sizeof(CspVar));
  self->projection = copy;
  self->n_projection = n_vars;
  return TRUE;
}

const CspVar *
csp_model_peek_projection(const CspModel *model, size_t *out_n)
{
  *out_n = model->n_projection;
  return model->projection;
}

void
csp_model_set_window(CspModel *self,
                     const char *why,
                     bool is_whole,
                     int64_t whole_to)
{
  self->window = csp_arena_dup(self->arena, why, strlen(why) + 1);
  self->is_whole = is_whole;
  self->whole_to = whole_to;
}

const char *
csp_model_peek_window(const CspModel *model)
{
  return model->window;
}

bool
csp_model_is_whole(const CspModel *model, int64_t objective)
{
  if (model->window == NULL)
    return true;
  return model->is_whole &&
         (model->is_maximized ? objective >= model->whole_to
                              : objective <= model->whole_to);
}
