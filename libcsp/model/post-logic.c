/* SPDX-License-Identifier: MIT */
/* Constraints over 0/1 variables, and those with a result: the relational forms
 * of what expressions say in one piece.  As in post.c, checked first and copied
 * last. */
#include "config.h"

#include <string.h>

#include "model/model-private.h"

/* Two lists of variables and one more, unless that is CSP_NONE, in one. */
static CspVar *
join(const CspVar *a, size_t n_a, const CspVar *b, size_t n_b, CspVar last)
{
  CspVar *vars = g_new(CspVar, n_a + n_b + 1);

  if (n_a > 0)
    memcpy(vars, a, n_a * sizeof(CspVar));
  if (n_b > 0)
    memcpy(vars + n_a, b, n_b * sizeof(CspVar));
  vars[n_a + n_b] = last;
  return vars;
}

/* Are the variables from position `from` on 0/1 variables? */
static bool
check_booleans(const CspModel *self,
               const CspConstraint *con,
               uint32_t from,
               GError **error)
{
  for (uint32_t i = from; i < con->n_vars; i++) {
    const CspArrayInfo *array = csp_model_array_of(self, con->vars[i]);
    if (array->min >= 0 && array->max <= 1)
      continue;
    g_autofree char *name =
        csp_model_dup_var_name((CspModel *)self, con->vars[i]);
    return csp_model_refuse(self, con, error, CSP_ERROR_INVALID,
                            "%s is not a 0/1 variable", name);
  }
  return true;
}

/**
 * csp_model_post_clause:
 * @self: a model
 * @positive: (array length=n_positive): 0/1 variables of @self
 * @n_positive: how many
 * @negative: (array length=n_negative): 0/1 variables of @self
 * @n_negative: how many; with @n_positive, at least 1
 * @error: return location for a #GError, or %NULL
 *
 * Requires that one of @positive is 1 or one of @negative is 0.
 *
 * All clauses of a model are propagated together, by two watched literals each.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or has other values than 0 and 1.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_clause(CspModel *self,
                      const CspVar *positive,
                      gsize n_positive,
                      const CspVar *negative,
                      gsize n_negative,
                      GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(positive != NULL || n_positive == 0, FALSE);
  g_return_val_if_fail(negative != NULL || n_negative == 0, FALSE);

  g_autofree CspVar *vars =
      join(positive, n_positive, negative, n_negative, CSP_NONE);
  if (!csp_model_begin_record(self, CSP_CON_CLAUSE, vars,
                              n_positive + n_negative, &con, error) ||
      !check_booleans(self, &con, 0, error))
    return FALSE;
  con.constant = (int64_t)n_positive;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_conjunction:
 * @self: a model
 * @positive: (array length=n_positive): 0/1 variables of @self
 * @n_positive: how many
 * @negative: (array length=n_negative): 0/1 variables of @self
 * @n_negative: how many
 * @relation: %CSP_RELATION_EQ or %CSP_RELATION_NE
 * @outcome: a 0/1 variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires that @outcome is 1 if and only if all of @positive are 1 and all of
 * @negative are 0; with %CSP_RELATION_NE, that it is 0 if and only if they are.
 *
 * So a disjunction is the conjunction of the negations with %CSP_RELATION_NE.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or has other values than 0 and 1, or for another @relation.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_conjunction(CspModel *self,
                           const CspVar *positive,
                           gsize n_positive,
                           const CspVar *negative,
                           gsize n_negative,
                           CspRelation relation,
                           CspVar outcome,
                           GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(positive != NULL || n_positive == 0, FALSE);
  g_return_val_if_fail(negative != NULL || n_negative == 0, FALSE);

  g_autofree CspVar *vars =
      join(positive, n_positive, negative, n_negative, outcome);
  if (!csp_model_begin_record(self, CSP_CON_CONJUNCTION, vars,
                              n_positive + n_negative + 1, &con, error) ||
      !check_booleans(self, &con, 0, error))
    return FALSE;
  if (relation != CSP_RELATION_EQ && relation != CSP_RELATION_NE)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "its relation is neither = nor !=");
  con.relation = (uint8_t)relation;
  con.constant = (int64_t)n_positive;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_parity:
 * @self: a model
 * @vars: (array length=n_vars): 0/1 variables of @self
 * @n_vars: how many, at least 1
 * @is_odd: whether an odd number of them is 1
 * @error: return location for a #GError, or %NULL
 *
 * Requires that an odd, or an even, number of variables is 1.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or has other values than 0 and 1.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_parity(CspModel *self,
                      const CspVar *vars,
                      gsize n_vars,
                      gboolean is_odd,
                      GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);

  if (!csp_model_begin_record(self, CSP_CON_PARITY, vars, n_vars, &con,
                              error) ||
      !check_booleans(self, &con, 0, error))
    return FALSE;
  con.constant = is_odd != FALSE;
  csp_model_add_record(self, &con);
  return TRUE;
}

/* A sum that has to do with a 0/1 variable. */
static gboolean
post_sum_with_truth(CspModel *self,
                    CspConstraintKind kind,
                    const gint *coeffs,
                    gsize n_coeffs,
                    const CspVar *vars,
                    gsize n_vars,
                    CspRelation relation,
                    gint64 rhs,
                    CspVar truth,
                    GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(coeffs != NULL || n_coeffs == 0, FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(relation <= CSP_RELATION_GE, FALSE);

  g_autofree CspVar *scope = join(vars, n_vars, NULL, 0, truth);
  if (!csp_model_begin_record(self, kind, scope, n_vars + 1, &con, error) ||
      !check_booleans(self, &con, (uint32_t)n_vars, error))
    return FALSE;
  if (n_coeffs != n_vars)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "%zu factors for %zu variables", n_coeffs, n_vars);
  con.ints = coeffs;
  con.n_ints = n_coeffs;
  con.relation = (uint8_t)relation;
  con.constant = rhs;
  if (!csp_model_sum_fits(self, &con, (uint32_t)n_vars))
    return csp_model_refuse(self, &con, error, CSP_ERROR_RANGE,
                            "the sum can leave the range of 2^62");
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_reified_linear:
 * @self: a model
 * @coeffs: (array length=n_coeffs): a factor for each variable
 * @n_coeffs: @n_vars
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @relation: how the sum compares with @rhs
 * @rhs: the right side
 * @truth: a 0/1 variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires that @truth is 1 if and only if
 * `coeffs[0] * vars[0] + coeffs[1] * vars[1] + ... relation rhs`.
 *
 * Fails as csp_model_post_linear() does, and with %CSP_ERROR_INVALID if @truth
 * has other values than 0 and 1.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_reified_linear(CspModel *self,
                              const gint *coeffs,
                              gsize n_coeffs,
                              const CspVar *vars,
                              gsize n_vars,
                              CspRelation relation,
                              gint64 rhs,
                              CspVar truth,
                              GError **error)
{
  return post_sum_with_truth(self, CSP_CON_REIFIED_LINEAR, coeffs, n_coeffs,
                             vars, n_vars, relation, rhs, truth, error);
}

/**
 * csp_model_post_implied_linear:
 * @self: a model
 * @coeffs: (array length=n_coeffs): a factor for each variable
 * @n_coeffs: @n_vars
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @relation: how the sum compares with @rhs
 * @rhs: the right side
 * @truth: a 0/1 variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires `coeffs[0] * vars[0] + coeffs[1] * vars[1] + ... relation rhs` if
 * @truth is 1.
 *
 * Fails as csp_model_post_linear() does, and with %CSP_ERROR_INVALID if @truth
 * has other values than 0 and 1.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_implied_linear(CspModel *self,
                              const gint *coeffs,
                              gsize n_coeffs,
                              const CspVar *vars,
                              gsize n_vars,
                              CspRelation relation,
                              gint64 rhs,
                              CspVar truth,
                              GError **error)
{
  return post_sum_with_truth(self, CSP_CON_IMPLIED_LINEAR, coeffs, n_coeffs,
                             vars, n_vars, relation, rhs, truth, error);
}

typedef struct {
  int32_t min, max;
} Range;

static int
compare_ranges(const void *a, const void *b)
{
  int32_t x = ((const Range *)a)->min, y = ((const Range *)b)->min;

  return (x > y) - (x < y);
}

/* Sorted, without empty ones, those that touch or overlap made one.  Answers
 * how many are left. */
static size_t
merge_ranges(Range *ranges, size_t n_ranges)
{
  size_t n = 0;

  qsort(ranges, n_ranges, sizeof(Range), compare_ranges);
  for (size_t i = 0; i < n_ranges; i++) {
    if (ranges[i].min > ranges[i].max)
      continue;
    if (n > 0 && ranges[i].min <= (int64_t)ranges[n - 1].max + 1)
      ranges[n - 1].max = MAX(ranges[n - 1].max, ranges[i].max);
    else
      ranges[n++] = ranges[i];
  }
  return n;
}

bool
csp_model_take_ranges(const CspModel *self,
                      CspConstraint *con,
                      const gint *ranges,
                      size_t n_ranges,
                      int32_t **out_merged,
                      GError **error)
{
  if (n_ranges % 2 != 0)
    return csp_model_refuse(self, con, error, CSP_ERROR_INVALID,
                            "%zu numbers are no whole number of ranges",
                            n_ranges);
  if (!csp_model_check_numbers(self, con, "range's end", ranges, n_ranges,
                               error))
    return false;
  *out_merged = g_memdup2(ranges, n_ranges * sizeof(int32_t));
  con->ints = *out_merged;
  con->n_ints = 2 * merge_ranges((Range *)(void *)*out_merged, n_ranges / 2);
  return true;
}

/**
 * csp_model_post_member:
 * @self: a model
 * @x: a variable of @self
 * @ranges: (array length=n_ranges): the smallest and the largest number of each
 *   range, one range after the other
 * @n_ranges: how many numbers that is, an even number
 * @truth: a 0/1 variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires that @truth is 1 if and only if @x lies in one of the ranges.
 *
 * That @x lies in one of them, whatever else, is csp_model_post_among_const() of
 * one variable, equal to 1.
 *
 * A range whose first number is larger than its second is empty.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, @truth has other values than 0 and 1, or @n_ranges is odd;
 * with %CSP_ERROR_RANGE if a number leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_member(CspModel *self,
                      CspVar x,
                      const gint *ranges,
                      gsize n_ranges,
                      CspVar truth,
                      GError **error)
{
  const CspVar vars[] = {x, truth};
  g_autofree int32_t *merged = NULL;
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(ranges != NULL || n_ranges == 0, FALSE);

  if (!csp_model_begin_record(self, CSP_CON_MEMBER, vars, 2, &con, error) ||
      !check_booleans(self, &con, 1, error) ||
      !csp_model_take_ranges(self, &con, ranges, n_ranges, &merged, error))
    return FALSE;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_arithmetic:
 * @self: a model
 * @op: the operation
 * @vars: (array length=n_vars): the operands, variables of @self
 * @n_vars: how many, as #CspArithmeticOp says
 * @result: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires that @result is what the operation gives.  Sums are
 * csp_model_post_linear().
 *
 * Where it gives nothing (a zero divisor, a negative power of zero) there is no
 * solution; csp_model_expr() knows of the undefined and is for conditions.
 * Unlike there, the operation may pass the range of values, for @result does
 * not.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or the number of operands is wrong.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_arithmetic(CspModel *self,
                          CspArithmeticOp op,
                          const CspVar *vars,
                          gsize n_vars,
                          CspVar result,
                          GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(op <= CSP_ARITHMETIC_MAX, FALSE);

  g_autofree CspVar *scope = join(vars, n_vars, NULL, 0, result);
  if (!csp_model_begin_record(self, CSP_CON_ARITHMETIC, scope, n_vars + 1, &con,
                              error))
    return FALSE;
  bool is_right = op == CSP_ARITHMETIC_ABS  ? n_vars == 1
                  : op < CSP_ARITHMETIC_ABS ? n_vars == 2
                                            : n_vars >= 1;
  if (!is_right)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "its operation does not take %zu operands", n_vars);
  con.constant = op;
  csp_model_add_record(self, &con);
  return TRUE;
}
