/* SPDX-License-Identifier: MIT */
/* Constraints about order.  As in post.c, checked first and copied last. */
#include "config.h"

#include <string.h>

#include "model/model-private.h"

#include <libcsp/csp-ordering.h>

static bool
is_inequality(CspRelation relation)
{
  return relation >= CSP_RELATION_LT && relation <= CSP_RELATION_GE;
}

static bool
is_falling(CspRelation relation)
{
  return relation == CSP_RELATION_GT || relation == CSP_RELATION_GE;
}

/* The same with the sides exchanged, where that makes it rising. */
static CspRelation
rising(CspRelation relation)
{
  switch (relation) {
  case CSP_RELATION_GT:
    return CSP_RELATION_LT;
  case CSP_RELATION_GE:
    return CSP_RELATION_LE;
  default:
    return relation;
  }
}

/**
 * csp_model_post_lex:
 * @self: a model
 * @x: (array length=n_x): variables of @self
 * @n_x: how many, at least 1
 * @relation: %CSP_RELATION_LT, %CSP_RELATION_LE, %CSP_RELATION_GT or
 *   %CSP_RELATION_GE
 * @y: (array length=n_y): variables of @self
 * @n_y: how many, at least 1
 * @error: return location for a #GError, or %NULL
 *
 * Requires the list @x to be in this relation with the list @y in lexicographic
 * order.
 *
 * The first place where they differ decides. A list is before a longer one that
 * begins with it.
 *
 * Filtering: to domain consistency.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or a list is empty.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_lex(CspModel *self,
                   const CspVar *x,
                   gsize n_x,
                   CspRelation relation,
                   const CspVar *y,
                   gsize n_y,
                   GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(x != NULL || n_x == 0, FALSE);
  g_return_val_if_fail(y != NULL || n_y == 0, FALSE);
  g_return_val_if_fail(is_inequality(relation), FALSE);

  if (is_falling(relation))
    return csp_model_post_lex(self, y, n_y, rising(relation), x, n_x, error);
  /* What goes beyond the shorter list matters by its length alone. */
  gsize n = MIN(n_x, n_y);
  if (n_x != n_y)
    relation = n_x < n_y ? CSP_RELATION_LE : CSP_RELATION_LT;
  g_autofree CspVar *vars = g_new(CspVar, 2 * n + 1);
  if (n > 0) {
    memcpy(vars, x, n * sizeof *vars);
    memcpy(vars + n, y, n * sizeof *vars);
  }
  if (!csp_model_begin_record(self, CSP_CON_LEX, vars, 2 * n, &con, error))
    return FALSE;
  con.relation = (uint8_t)relation;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_ordered:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @relation: %CSP_RELATION_LT, %CSP_RELATION_LE, %CSP_RELATION_GT or
 *   %CSP_RELATION_GE
 * @error: return location for a #GError, or %NULL
 *
 * Requires `vars[i] relation vars[i + 1]` of all neighbors: strictly
 * increasing, increasing, strictly decreasing, decreasing.
 *
 * Filtering: to domain consistency.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or there is none.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_ordered(CspModel *self,
                       const CspVar *vars,
                       gsize n_vars,
                       CspRelation relation,
                       GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(is_inequality(relation), FALSE);

  g_autofree CspVar *scope = g_new(CspVar, n_vars + 1);
  for (gsize i = 0; i < n_vars; i++)
    scope[i] = vars[is_falling(relation) ? n_vars - 1 - i : i];
  if (!csp_model_begin_record(self, CSP_CON_INCREASING, scope, n_vars, &con,
                              error))
    return FALSE;
  con.relation = (uint8_t)rising(relation);
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_value_precede:
 * @self: a model
 * @values: (array length=n_values): numbers
 * @n_values: how many
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @error: return location for a #GError, or %NULL
 *
 * Requires that where one of @vars has the value `values[i + 1]`, one before it
 * has the value `values[i]`.
 *
 * It breaks the symmetry of values that can be exchanged: the first is used
 * first, and so on. A value that is given twice would have to be before itself,
 * so that it and those after it are not used.
 *
 * Filtering: to domain consistency.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or there is none; with %CSP_ERROR_RANGE if a value leaves
 * %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_value_precede(CspModel *self,
                             const gint *values,
                             gsize n_values,
                             const CspVar *vars,
                             gsize n_vars,
                             GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(values != NULL || n_values == 0, FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);

  if (!csp_model_begin_record(self, CSP_CON_VALUE_PRECEDE, vars, n_vars, &con,
                              error))
    return FALSE;
  con.ints = values;
  con.n_ints = n_values;
  for (gsize i = 0; i < n_values; i++)
    if (!csp_model_check_number(self, &con, "value", values[i], error))
      return FALSE;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_arg_extremum:
 * @self: a model
 * @relation: %CSP_RELATION_GE for the largest, %CSP_RELATION_LE for the smallest
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @start: the place of the first of @vars, such as 0
 * @index: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires @index to be the place of the largest, or smallest, of @vars; of
 * several the first.
 *
 * Filtering: to bounds, the places to domain consistency; with
 * %CSP_STRENGTH_DOMAIN all to domain consistency.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or @vars is empty; with %CSP_ERROR_RANGE if a place leaves
 * %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_arg_extremum(CspModel *self,
                            CspRelation relation,
                            const CspVar *vars,
                            gsize n_vars,
                            gint start,
                            CspVar index,
                            GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(
      relation == CSP_RELATION_LE || relation == CSP_RELATION_GE, FALSE);

  g_autofree CspVar *scope = g_new(CspVar, n_vars + 1);
  if (n_vars > 0)
    memcpy(scope, vars, n_vars * sizeof *scope);
  scope[n_vars] = index;
  if (!csp_model_begin_record(self, CSP_CON_ARG_EXTREMUM, scope, n_vars + 1,
                              &con, error))
    return FALSE;
  if (n_vars == 0)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "no variables to choose from");
  if (!csp_model_check_number(self, &con, "place", start, error) ||
      !csp_model_check_number(self, &con, "place", start + (int64_t)n_vars - 1,
                              error))
    return FALSE;
  con.relation = (uint8_t)relation;
  con.constant = start;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_sort:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @sorted: (array length=n_sorted): variables of @self
 * @n_sorted: @n_vars
 * @error: return location for a #GError, or %NULL
 *
 * Requires @sorted to have the values of @vars in ascending order.
 *
 * Filtering: to bounds consistency, O(@n_vars log @n_vars) a run.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, there is none, or the lengths differ.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_sort(CspModel *self,
                    const CspVar *vars,
                    gsize n_vars,
                    const CspVar *sorted,
                    gsize n_sorted,
                    GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(sorted != NULL || n_sorted == 0, FALSE);

  g_autofree CspVar *scope = g_new(CspVar, n_vars + n_sorted + 1);
  if (n_vars > 0)
    memcpy(scope, vars, n_vars * sizeof *scope);
  if (n_sorted > 0)
    memcpy(scope + n_vars, sorted, n_sorted * sizeof *scope);
  if (!csp_model_begin_record(self, CSP_CON_SORT, scope, n_vars + n_sorted,
                              &con, error))
    return FALSE;
  if (n_vars != n_sorted)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "%zu variables sorted are not %zu", n_vars,
                            n_sorted);
  csp_model_add_record(self, &con);
  return TRUE;
}
