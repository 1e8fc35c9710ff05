/* SPDX-License-Identifier: MIT */
/* Constraints: what a program posts becomes a record, checked first and copied
 * last, so that a refused one leaves nothing behind.
 *
 * Records are checked while they still point into the caller's arrays.  What
 * engines compute from a record must fit their numbers: values plus offsets
 * stay in the range of values, sums within CSP_SUM_MAX however they are
 * ordered. */
#include "config.h"

#include <string.h>

#include "model/model-private.h"

static bool
is_consecutive(const CspVar *vars, size_t n_vars)
{
  for (size_t i = 1; i < n_vars; i++)
    if (vars[i] != vars[0] + i)
      return false;
  return true;
}

void
csp_model_add_record(CspModel *self, const CspConstraint *con)
{
  CspConstraint record = *con;

  if (con->vars != NULL) {
    record.first = con->n_vars > 0 ? con->vars[0] : 0;
    record.vars = NULL;
    if (!is_consecutive(con->vars, con->n_vars))
      record.vars =
          csp_arena_dup(self->arena, con->vars, con->n_vars * sizeof(CspVar));
  }
  record.ints = NULL;
  if (con->n_ints > 0)
    record.ints =
        csp_arena_dup(self->arena, con->ints, con->n_ints * sizeof(int32_t));
  record.strength = self->strength;
  self->constraints = csp_grow(self->constraints, self->n_constraints,
                               &self->constraints_size, sizeof(CspConstraint));
  self->constraints[self->n_constraints++] = record;
}

bool
csp_model_begin_record(const CspModel *self,
                       CspConstraintKind kind,
                       const CspVar *vars,
                       size_t n_vars,
                       CspConstraint *out_con,
                       GError **error)
{
  if (!csp_model_check_open(self, error))
    return false;
  if (n_vars == 0)
    return csp_fail(error, CSP_ERROR_INVALID, "a constraint without variables");
  if (n_vars >= CSP_NONE)
    return csp_fail(error, CSP_ERROR_RANGE,
                    "a constraint has fewer than %u variables", CSP_NONE);
  for (size_t i = 0; i < n_vars; i++)
    if (!csp_model_check_var(self, vars[i], error))
      return false;
  *out_con = (CspConstraint){
      .kind = (uint8_t)kind,
      .group = self->group,
      .n_vars = (uint32_t)n_vars,
      .vars = vars,
  };
  return true;
}

bool
csp_model_refuse(const CspModel *self,
                 const CspConstraint *con,
                 GError **error,
                 CspError code,
                 const char *format,
                 ...)
{
  va_list args;

  va_start(args, format);
  g_autofree char *why = g_strdup_vprintf(format, args);
  va_end(args);
  g_autofree char *name = csp_model_name_record(self, con, self->n_constraints);
  return csp_fail(error, code, "%s: %s", name, why);
}

bool
csp_model_check_number(const CspModel *self,
                       const CspConstraint *con,
                       const char *what,
                       int64_t number,
                       GError **error)
{
  if (csp_value_in_range(number))
    return true;
  return csp_model_refuse(self, con, error, CSP_ERROR_RANGE,
                          "the %s %" G_GINT64_FORMAT " leaves %d..%d", what,
                          number, CSP_VALUE_MIN, CSP_VALUE_MAX);
}

/**
 * csp_model_post_relation:
 * @self: a model
 * @x: a variable of @self
 * @relation: how they compare
 * @y: a variable of @self
 * @c: added to @y, within %CSP_VALUE_MIN and %CSP_VALUE_MAX
 * @error: return location for a #GError, or %NULL
 *
 * Requires `x relation y + c`.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, with %CSP_ERROR_RANGE if @c is out of range.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_relation(CspModel *self,
                        CspVar x,
                        CspRelation relation,
                        CspVar y,
                        gint c,
                        GError **error)
{
  const CspVar vars[] = {x, y};
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(relation <= CSP_RELATION_GE, FALSE);

  if (!csp_model_begin_record(self, CSP_CON_RELATION, vars, 2, &con, error) ||
      !csp_model_check_number(self, &con, "constant", c, error))
    return FALSE;
  con.relation = (uint8_t)relation;
  con.constant = c;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_relation_const:
 * @self: a model
 * @x: a variable of @self
 * @relation: how they compare
 * @c: a number within %CSP_VALUE_MIN and %CSP_VALUE_MAX
 * @error: return location for a #GError, or %NULL
 *
 * Requires `x relation c`.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_relation_const(
    CspModel *self, CspVar x, CspRelation relation, gint c, GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(relation <= CSP_RELATION_GE, FALSE);

  if (!csp_model_begin_record(self, CSP_CON_RELATION_CONST, &x, 1, &con,
                              error) ||
      !csp_model_check_number(self, &con, "constant", c, error))
    return FALSE;
  con.relation = (uint8_t)relation;
  con.constant = c;
  csp_model_add_record(self, &con);
  return TRUE;
}

/* The terms' largest sizes and the right side's, added up, bound every partial
 * sum in any order. */
bool
csp_model_sum_fits(const CspModel *self,
                   const CspConstraint *con,
                   uint32_t n_terms)
{
  int64_t sum = 0, constant;

  if (con->constant == INT64_MIN)
    return false;
  constant = ABS(con->constant);
  for (uint32_t i = 0; i < n_terms; i++) {
    const CspArrayInfo *array =
        csp_model_array_of(self, csp_constraint_var(con, i));
    int64_t size = MAX(ABS((int64_t)array->min), ABS((int64_t)array->max));
    /* Each term is at most 2^61, so that the sum passes the limit before it
     * could wrap. */
    sum += size * ABS((int64_t)con->ints[i]);
    if (sum > CSP_SUM_MAX)
      return false;
  }
  return constant <= CSP_SUM_MAX - sum;
}

/**
 * csp_model_post_linear:
 * @self: a model
 * @coeffs: (array length=n_coeffs): a factor for each variable
 * @n_coeffs: @n_vars
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @relation: how the sum compares with @rhs
 * @rhs: the right side
 * @error: return location for a #GError, or %NULL
 *
 * Requires `coeffs[0] * vars[0] + coeffs[1] * vars[1] + ... relation rhs`.
 *
 * Factors may be 0 and variables may repeat.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or the lengths differ; with %CSP_ERROR_RANGE if the largest
 * sizes of the terms and of @rhs add up to more than 2^62.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_linear(CspModel *self,
                      const gint *coeffs,
                      gsize n_coeffs,
                      const CspVar *vars,
                      gsize n_vars,
                      CspRelation relation,
                      gint64 rhs,
                      GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(coeffs != NULL || n_coeffs == 0, FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(relation <= CSP_RELATION_GE, FALSE);

  if (!csp_model_begin_record(self, CSP_CON_LINEAR, vars, n_vars, &con, error))
    return FALSE;
  if (n_coeffs != n_vars)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "%zu factors for %zu variables", n_coeffs, n_vars);
  con.ints = coeffs;
  con.n_ints = n_coeffs;
  con.relation = (uint8_t)relation;
  con.constant = rhs;
  if (!csp_model_sum_fits(self, &con, con.n_vars))
    return csp_model_refuse(self, &con, error, CSP_ERROR_RANGE,
                            "the sum can leave the range of 2^62");
  csp_model_add_record(self, &con);
  return TRUE;
}

/* Offsets that are all 0 need not be kept. */
static void
drop_zero_offsets(CspConstraint *con)
{
  for (size_t i = 0; i < con->n_ints; i++)
    if (con->ints[i] != 0)
      return;
  con->n_ints = 0;
}

static bool
check_offset_values(const CspModel *self,
                    const CspConstraint *con,
                    uint32_t position,
                    GError **error)
{
  CspVar var = csp_constraint_var(con, position);
  const CspArrayInfo *array = csp_model_array_of(self, var);
  int64_t offset = csp_constraint_offset(con, position);

  return csp_model_check_number(self, con, "value with its offset",
                                array->min + offset, error) &&
         csp_model_check_number(self, con, "value with its offset",
                                array->max + offset, error);
}

/**
 * csp_model_post_all_different:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @offsets: (array length=n_offsets) (nullable): added to each variable
 *   before comparing; %NULL means all 0
 * @n_offsets: @n_vars, or 0 with %NULL
 * @error: return location for a #GError, or %NULL
 *
 * Requires `vars[i] + offsets[i]` to be pairwise different.
 *
 * The same variable twice with the same offset is a contradiction, not an
 * error: solving then answers %CSP_STATUS_UNSATISFIABLE.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or the lengths differ; with %CSP_ERROR_RANGE if a value with
 * its offset leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_all_different(CspModel *self,
                             const CspVar *vars,
                             gsize n_vars,
                             const gint *offsets,
                             gsize n_offsets,
                             GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(offsets != NULL || n_offsets == 0, FALSE);

  if (!csp_model_begin_record(self, CSP_CON_ALL_DIFFERENT, vars, n_vars, &con,
                              error))
    return FALSE;
  if (n_offsets != 0 && n_offsets != n_vars)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "%zu offsets for %zu variables", n_offsets, n_vars);
  con.ints = offsets;
  con.n_ints = n_offsets;
  drop_zero_offsets(&con);
  for (uint32_t i = 0; con.n_ints > 0 && i < con.n_vars; i++)
    if (!check_offset_values(self, &con, i, error))
      return FALSE;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_all_different_affine:
 * @self: a model
 * @array: an array of @self
 * @a: added to every element
 * @b: added once for each place of the element
 * @error: return location for a #GError, or %NULL
 *
 * Requires `array[i] + a + b * i` to be pairwise different.
 *
 * The record is two numbers, whatever the length: with @b 1 and -1 these are
 * the diagonals of a chess board.
 *
 * Fails with %CSP_ERROR_INVALID if @array is not one of @self's, with
 * %CSP_ERROR_RANGE if a value with its offset leaves %CSP_VALUE_MIN and
 * %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_all_different_affine(
    CspModel *self, CspArray array, gint a, gint b, GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  if (!csp_model_check_open(self, error) ||
      !csp_model_check_array(self, array, error))
    return FALSE;

  const gint ints[] = {a, b};
  CspConstraint con = {
      .kind = CSP_CON_ALL_DIFFERENT,
      .group = self->group,
      .first = self->arrays[array].first,
      .n_vars = self->arrays[array].length,
      .is_affine = true,
      .ints = ints,
      .n_ints = 2,
  };
  if (!check_offset_values(self, &con, 0, error) ||
      !check_offset_values(self, &con, con.n_vars - 1, error))
    return FALSE;
  /* What is added to all alike changes nothing. */
  if (b == 0) {
    con.is_affine = false;
    con.n_ints = 0;
  }
  csp_model_add_record(self, &con);
  return TRUE;
}
