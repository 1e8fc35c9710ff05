/* SPDX-License-Identifier: MIT */
/* Constraints that count.  As in post.c, checked first and copied last. */
#include "config.h"

#include <stdlib.h>

#include <libcsp/csp-counting.h>

#include "model/model-private.h"

/**
 * csp_model_post_global_cardinality:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @values: (array length=n_values) (nullable): what is counted
 * @n_values: how many
 * @counts: (array length=n_counts) (nullable): variables of @self, one a value
 * @n_counts: @n_values
 * @is_closed: whether @vars take no other values
 * @error: return location for a #GError, or %NULL
 *
 * Requires that `counts[i]` of @vars equal `values[i]`, for each i.
 *
 * Filtering: by counting, and to domain consistency of @vars by a flow, which
 * %CSP_STRENGTH_VALUE leaves out.
 *
 * A value listed twice has two counts, which are equal then.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, @vars is empty or the lengths differ; with %CSP_ERROR_RANGE
 * if a value leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_global_cardinality(CspModel *self,
                                  const CspVar *vars,
                                  gsize n_vars,
                                  const gint *values,
                                  gsize n_values,
                                  const CspVar *counts,
                                  gsize n_counts,
                                  gboolean is_closed,
                                  GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(values != NULL || n_values == 0, FALSE);
  g_return_val_if_fail(counts != NULL || n_counts == 0, FALSE);

  g_autofree CspVar *scope =
      csp_model_join_vars(vars, n_vars, counts, n_counts);
  if (!csp_model_begin_record(self, CSP_CON_GLOBAL_CARDINALITY, scope,
                              n_vars + n_counts, &con, error))
    return FALSE;
  con.ints = values;
  con.n_ints = n_values;
  con.constant = is_closed;
  if (n_vars == 0)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "nothing to count");
  if (n_values != n_counts)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "%zu counts for %zu values", n_counts, n_values);
  if (!csp_model_check_numbers(self, &con, "counted value", values, n_values,
                               error))
    return FALSE;
  csp_model_add_record(self, &con);
  return TRUE;
}

typedef struct {
  int32_t value, least, most;
} Limits;

static int
compare_limits(gconstpointer a, gconstpointer b)
{
  const Limits *x = a, *y = b;

  return (x->value > y->value) - (x->value < y->value);
}

/* Sorts by value, and makes one of those with the same; the answer is how many
 * are left. */
static size_t
merge_limits(Limits *limits, size_t n)
{
  size_t n_left = 0;

  qsort(limits, n, sizeof(*limits), compare_limits);
  for (size_t i = 0; i < n; i++) {
    Limits *last = n_left > 0 ? &limits[n_left - 1] : NULL;
    if (last == NULL || last->value != limits[i].value) {
      limits[n_left++] = limits[i];
      continue;
    }
    last->least = MAX(last->least, limits[i].least);
    last->most = MIN(last->most, limits[i].most);
  }
  return n_left;
}

/**
 * csp_model_post_cardinality_bounds:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @values: (array length=n_values) (nullable): what is counted
 * @n_values: how many
 * @least: (array length=n_least) (nullable): a number for each value
 * @n_least: @n_values
 * @most: (array length=n_most) (nullable): a number for each value
 * @n_most: @n_values
 * @is_closed: whether @vars take no other values
 * @error: return location for a #GError, or %NULL
 *
 * Requires that at least `least[i]` and at most `most[i]` of @vars equal
 * `values[i]`, for each i.
 *
 * Filtering: as csp_model_post_global_cardinality().
 *
 * Fails as csp_model_post_global_cardinality() does.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_cardinality_bounds(CspModel *self,
                                  const CspVar *vars,
                                  gsize n_vars,
                                  const gint *values,
                                  gsize n_values,
                                  const gint *least,
                                  gsize n_least,
                                  const gint *most,
                                  gsize n_most,
                                  gboolean is_closed,
                                  GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(values != NULL || n_values == 0, FALSE);
  g_return_val_if_fail(least != NULL || n_least == 0, FALSE);
  g_return_val_if_fail(most != NULL || n_most == 0, FALSE);

  if (!csp_model_begin_record(self, CSP_CON_CARDINALITY_BOUNDS, vars, n_vars,
                              &con, error))
    return FALSE;
  if (n_values != n_least || n_values != n_most)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "%zu least and %zu most numbers for %zu values",
                            n_least, n_most, n_values);
  if (!csp_model_check_numbers(self, &con, "counted value", values, n_values,
                               error) ||
      !csp_model_check_numbers(self, &con, "least number", least, n_least,
                               error) ||
      !csp_model_check_numbers(self, &con, "largest number", most, n_most,
                               error))
    return FALSE;

  g_autofree Limits *limits = g_new(Limits, n_values);
  for (size_t i = 0; i < n_values; i++)
    limits[i] = (Limits){values[i], least[i], most[i]};
  con.ints = (const int32_t *)limits;
  con.n_ints = 3 * merge_limits(limits, n_values);
  con.constant = is_closed;
  csp_model_add_record(self, &con);
  return TRUE;
}

static gboolean
post_among(CspModel *self,
           const CspVar *vars,
           size_t n_vars,
           const gint *ranges,
           size_t n_ranges,
           CspRelation relation,
           CspVar count,
           gint n,
           bool is_const,
           GError **error)
{
  g_autofree int32_t *merged = NULL;
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(ranges != NULL || n_ranges == 0, FALSE);
  g_return_val_if_fail(relation <= CSP_RELATION_GE, FALSE);

  g_autofree CspVar *scope =
      csp_model_join_vars(vars, n_vars, &count, !is_const);
  if (!csp_model_begin_record(self,
                              is_const ? CSP_CON_AMONG_CONST : CSP_CON_AMONG,
                              scope, n_vars + !is_const, &con, error))
    return FALSE;
  con.relation = (uint8_t)relation;
  con.constant = n;
  if (n_vars == 0)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "nothing to count");
  if (!csp_model_take_ranges(self, &con, ranges, n_ranges, &merged, error) ||
      !csp_model_check_number(self, &con, "number", n, error))
    return FALSE;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_among:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @ranges: (array length=n_ranges): the smallest and the largest number of each
 *   range, one range after the other
 * @n_ranges: how many numbers that is, an even number
 * @relation: how the number compares with @count
 * @count: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires `(how many of vars lie in one of the ranges) relation count`.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, @vars is empty or @n_ranges is odd; with %CSP_ERROR_RANGE if a
 * number leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_among(CspModel *self,
                     const CspVar *vars,
                     gsize n_vars,
                     const gint *ranges,
                     gsize n_ranges,
                     CspRelation relation,
                     CspVar count,
                     GError **error)
{
  return post_among(self, vars, n_vars, ranges, n_ranges, relation, count, 0,
                    false, error);
}

/**
 * csp_model_post_among_const:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @ranges: (array length=n_ranges): the smallest and the largest number of each
 *   range, one range after the other
 * @n_ranges: how many numbers that is, an even number
 * @relation: how the number compares with @n
 * @n: a number
 * @error: return location for a #GError, or %NULL
 *
 * Requires `(how many of vars lie in one of the ranges) relation n`.
 *
 * Fails as csp_model_post_among() does.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_among_const(CspModel *self,
                           const CspVar *vars,
                           gsize n_vars,
                           const gint *ranges,
                           gsize n_ranges,
                           CspRelation relation,
                           gint n,
                           GError **error)
{
  return post_among(self, vars, n_vars, ranges, n_ranges, relation, CSP_NONE, n,
                    true, error);
}

/**
 * csp_model_post_all_different_except:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @ranges: (array length=n_ranges): the smallest and the largest number of each
 *   range, one range after the other
 * @n_ranges: how many numbers that is, an even number
 * @error: return location for a #GError, or %NULL
 *
 * Requires that no two of @vars have the same value, unless it lies in one of the
 * ranges.
 *
 * Filtering: value elimination; with %CSP_STRENGTH_DOMAIN to domain consistency.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, @vars is empty or @n_ranges is odd; with %CSP_ERROR_RANGE if a
 * number leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_all_different_except(CspModel *self,
                                    const CspVar *vars,
                                    gsize n_vars,
                                    const gint *ranges,
                                    gsize n_ranges,
                                    GError **error)
{
  g_autofree int32_t *merged = NULL;
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(ranges != NULL || n_ranges == 0, FALSE);

  if (!csp_model_begin_record(self, CSP_CON_DIFFERENT_EXCEPT, vars, n_vars,
                              &con, error) ||
      !csp_model_take_ranges(self, &con, ranges, n_ranges, &merged, error))
    return FALSE;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_nvalue:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @relation: how the number of values compares with @number
 * @number: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires `(how many different values vars have) relation number`.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or @vars is empty.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_nvalue(CspModel *self,
                      const CspVar *vars,
                      gsize n_vars,
                      CspRelation relation,
                      CspVar number,
                      GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(relation <= CSP_RELATION_GE, FALSE);

  g_autofree CspVar *scope = csp_model_join_vars(vars, n_vars, &number, 1);
  if (!csp_model_begin_record(self, CSP_CON_NVALUE, scope, n_vars + 1, &con,
                              error))
    return FALSE;
  con.relation = (uint8_t)relation;
  if (n_vars == 0)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "nothing to count");
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_all_equal:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @error: return location for a #GError, or %NULL
 *
 * Requires that all of @vars have one value.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or @vars is empty.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_all_equal(CspModel *self,
                         const CspVar *vars,
                         gsize n_vars,
                         GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);

  if (!csp_model_begin_record(self, CSP_CON_ALL_EQUAL, vars, n_vars, &con,
                              error))
    return FALSE;
  csp_model_add_record(self, &con);
  return TRUE;
}
