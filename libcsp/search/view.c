/* SPDX-License-Identifier: MIT */
/* Reading the state of a search from outside it. */
#include "config.h"

#include "search/view.h"

/**
 * csp_view_get_n_vars:
 * @self: a view
 *
 * Tells how many variables the model has.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
gsize
csp_view_get_n_vars(const CspView *self)
{
  return self->funcs->n_vars(self->engine);
}

/**
 * csp_view_is_fixed:
 * @self: a view
 * @var: a variable
 *
 * Tells whether one value is left.
 *
 * Returns: whether the variable is fixed
 *
 * Since: 0.1
 */
gboolean
csp_view_is_fixed(const CspView *self, CspVar var)
{
  return csp_view_get_min(self, var) == csp_view_get_max(self, var);
}

/**
 * csp_view_get_min:
 * @self: a view
 * @var: a variable
 *
 * Gives the smallest value left; under local search the value.
 *
 * Returns: the value
 *
 * Since: 0.1
 */
gint
csp_view_get_min(const CspView *self, CspVar var)
{
  return (gint)self->funcs->min(self->engine, var);
}

/**
 * csp_view_get_max:
 * @self: a view
 * @var: a variable
 *
 * Gives the largest value left; under local search the value.
 *
 * Returns: the value
 *
 * Since: 0.1
 */
gint
csp_view_get_max(const CspView *self, CspVar var)
{
  return (gint)self->funcs->max(self->engine, var);
}

/**
 * csp_view_get_size:
 * @self: a view
 * @var: a variable
 *
 * Tells how many values are left.
 *
 * Returns: the number, at least 1
 *
 * Since: 0.1
 */
gsize
csp_view_get_size(const CspView *self, CspVar var)
{
  return self->funcs->size(self->engine, var);
}

/**
 * csp_view_has:
 * @self: a view
 * @var: a variable
 * @value: a value
 *
 * Tells whether the value is left.
 *
 * Returns: whether it is
 *
 * Since: 0.1
 */
gboolean
csp_view_has(const CspView *self, CspVar var, gint value)
{
  return self->funcs->has(self->engine, var, value);
}

/**
 * csp_view_get_depth:
 * @self: a view
 *
 * Tells how many decisions lead to the node; 0 under local search.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
gsize
csp_view_get_depth(const CspView *self)
{
  return self->funcs->depth(self->engine);
}

/**
 * csp_view_get_violation:
 * @self: a view
 *
 * Tells by how much the assignment of a local search breaks the model; 0 in
 * tree search.
 *
 * Returns: the violation
 *
 * Since: 0.1
 */
gint64
csp_view_get_violation(const CspView *self)
{
  return self->funcs->violation(self->engine);
}

/**
 * csp_view_get_decision:
 * @self: a view
 * @level: which decision, from 0 to one less than the depth
 * @out_var: (out): its variable
 * @out_relation: (out): how the variable is to the value: %CSP_RELATION_EQ, or
 *   %CSP_RELATION_LE or %CSP_RELATION_GE where a model's search annotation cuts
 *   domains by bounds
 * @out_value: (out): the value
 *
 * Tells the decisions that lead to the node, those of right branches (a value
 * taken away) not included.  In a callback for a first child that failed the
 * last one is the child's.
 *
 * Returns: %FALSE if there is no such decision
 *
 * Since: 0.1
 */
gboolean
csp_view_get_decision(const CspView *self,
                      gsize level,
                      CspVar *out_var,
                      CspRelation *out_relation,
                      gint *out_value)
{
  int64_t value;

  if (self->funcs->decision == NULL || level >= csp_view_get_depth(self))
    return FALSE;
  self->funcs->decision(self->engine, level, out_var, out_relation, &value);
  *out_value = (gint)value;
  return TRUE;
}
