/* SPDX-License-Identifier: MIT */
/* FlatZinc's functions with a result, membership, and the global constraints
 * that have a record of their own. */
#include "config.h"

#include <string.h>

#include "io/flatzinc-private.h"

static uint32_t
root_of(CspFlatzinc *self, const CspFznConstraint *con, uint32_t k)
{
  return csp_fzn_arg_root(self, csp_fzn_arg(self, con, k));
}

/* A product with a number is a sum. */
static bool
post_multiple(CspFlatzinc *self,
              const CspFznConstraint *con,
              uint32_t number,
              uint32_t x,
              uint32_t z)
{
  CspFznSum sum;

  csp_fzn_sum_init(&sum, 0);
  csp_fzn_sum_add(self, &sum, csp_fzn_var(self, number)->min, x);
  csp_fzn_sum_add(self, &sum, -1, z);
  bool is_posted =
      csp_fzn_post_sum(self, con, &sum, CSP_RELATION_EQ, CSP_FZN_NONE);
  csp_fzn_sum_clear(&sum);
  return is_posted;
}

bool
csp_fzn_post_arithmetic(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  uint32_t n = op == CSP_ARITHMETIC_ABS ? 1 : 2;
  uint32_t x = root_of(self, con, 0), y = root_of(self, con, 1);
  GError *error = NULL;

  if (op == CSP_ARITHMETIC_TIMES && csp_fzn_is_fixed(self, x))
    return post_multiple(self, con, x, y, root_of(self, con, 2));
  if (op == CSP_ARITHMETIC_TIMES && csp_fzn_is_fixed(self, y))
    return post_multiple(self, con, y, x, root_of(self, con, 2));
  CspVar vars[] = {csp_fzn_model_var(self, x), csp_fzn_model_var(self, y)};
  CspVar result = csp_fzn_get_var(self, con, n);
  return self->error == NULL &&
         csp_fzn_posted(self, con,
                        csp_model_post_arithmetic(self->model,
                                                  (CspArithmeticOp)op, vars, n,
                                                  result, &error),
                        error);
}

/* m = the largest, the smallest of an array */
bool
csp_fzn_post_extremum(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  CspVar *vars = csp_fzn_get_vars(self, con, 1, &n);
  CspVar result = csp_fzn_get_var(self, con, 0);
  GError *error = NULL;

  if (n == 0)
    return csp_fzn_post_false(self, con);
  return self->error == NULL &&
         csp_fzn_posted(self, con,
                        csp_model_post_arithmetic(self->model,
                                                  (CspArithmeticOp)op, vars, n,
                                                  result, &error),
                        error);
}

/* Places count from 1 in FlatZinc, from 0 in the model: place 0 is filled up
 * with the first element, and the index, which is 1 or more, does not go there.
 */
bool
csp_fzn_post_element(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  const int32_t *values = csp_fzn_get_ints(self, con, 1, &n);
  uint32_t index = root_of(self, con, 0);
  GError *error = NULL;

  if (n == 0)
    return csp_fzn_post_false(self, con);
  if (csp_fzn_is_fixed(self, index))
    return csp_fzn_post_value(self, con, root_of(self, con, 2),
                              values[csp_fzn_var(self, index)->min - 1]);
  g_autofree gint *shifted = g_new(gint, n + 1);
  memcpy(shifted + 1, values, n * sizeof(gint));
  shifted[0] = shifted[1];
  CspVar vars[] = {csp_fzn_model_var(self, index),
                   csp_fzn_get_var(self, con, 2)};
  return self->error == NULL &&
         csp_fzn_posted(self, con,
                        csp_model_post_element(self->model, shifted, n + 1,
                                               vars[0], vars[1], &error),
                        error);
}

bool
csp_fzn_post_element_var(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  CspVar *vars = csp_fzn_get_vars(self, con, 1, &n);
  CspVar index = csp_fzn_get_var(self, con, 0);
  CspVar result = csp_fzn_get_var(self, con, 2);
  GError *error = NULL;

  if (n == 0)
    return csp_fzn_post_false(self, con);
  if (self->error != NULL)
    return false;
  uint32_t root = root_of(self, con, 0);
  if (csp_fzn_is_fixed(self, root)) {
    CspVar element = vars[csp_fzn_var(self, root)->min - 1];
    return csp_fzn_posted(self, con,
                          csp_model_post_relation(self->model, element,
                                                  CSP_RELATION_EQ, result, 0,
                                                  &error),
                          error);
  }
  g_autofree CspVar *shifted = g_new(CspVar, n + 1);
  memcpy(shifted + 1, vars, n * sizeof(CspVar));
  shifted[0] = shifted[1];
  return csp_fzn_posted(self, con,
                        csp_model_post_element_var(self->model, shifted, n + 1,
                                                   index, result, &error),
                        error);
}

/* row, cells, result, column, number of columns, first row, first column */
bool
csp_fzn_post_element_matrix(CspFlatzinc *self,
                            const CspFznConstraint *con,
                            int op)
{
  CspFznArrayKind kind = csp_fzn_array(self, con, 1)->kind;
  bool is_constant = kind == CSP_FZN_INTS || kind == CSP_FZN_BOOLS;
  CspVar row = csp_fzn_get_var(self, con, 0);
  CspVar result = csp_fzn_get_var(self, con, 2);
  CspVar column = csp_fzn_get_var(self, con, 3);
  gsize n, n_columns = (gsize)MAX(csp_fzn_get_int(self, con, 4), 0);
  gint first_row = (gint)csp_fzn_get_int(self, con, 5);
  gint first_column = (gint)csp_fzn_get_int(self, con, 6);
  const int32_t *values =
      is_constant ? csp_fzn_get_ints(self, con, 1, &n) : NULL;
  CspVar *vars = is_constant ? NULL : csp_fzn_get_vars(self, con, 1, &n);
  GError *error = NULL;
  bool is_posted;

  if (self->error != NULL)
    return false;
  if (is_constant)
    is_posted = csp_model_post_element_matrix(self->model, values, n, n_columns,
                                              row, first_row, column,
                                              first_column, result, &error);
  else
    is_posted = csp_model_post_element_matrix_var(
        self->model, vars, n, n_columns, row, first_row, column, first_column,
        result, &error);
  return csp_fzn_posted(self, con, is_posted, error);
}

/* Membership ---------------------------------------------------------------- */

static bool
post_member(CspFlatzinc *self, const CspFznConstraint *con, CspVar truth)
{
  size_t n;
  const int32_t *ranges = csp_fzn_get_ranges(self, con, 1, &n);
  CspVar x = csp_fzn_get_var(self, con, 0);
  GError *error = NULL;

  return self->error == NULL &&
         csp_fzn_posted(
             self, con,
             csp_model_post_member(self->model, x, ranges, n, truth, &error),
             error);
}

/* Never needed: set_in is always absorbed by the domain. */
bool
csp_fzn_post_in(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  return post_member(self, con,
                     csp_fzn_model_var(self, csp_fzn_constant(self, 1)));
}

bool
csp_fzn_post_reified_in(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  return post_member(self, con, csp_fzn_get_var(self, con, 2));
}

bool
csp_fzn_post_implied_in(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  CspVar helper = csp_fzn_add_helper(self);

  return csp_fzn_post_implication(self, con, root_of(self, con, 2), helper) &&
         post_member(self, con, helper);
}

/* Global constraints -------------------------------------------------------- */

bool
csp_fzn_post_all_different(CspFlatzinc *self,
                           const CspFznConstraint *con,
                           int op)
{
  size_t n;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  GError *error = NULL;

  if (n < 2)
    return true;
  return self->error == NULL &&
         csp_fzn_posted(self, con,
                        csp_model_post_all_different(self->model, vars, n, NULL,
                                                     0, &error),
                        error);
}

bool
csp_fzn_post_table(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n, n_values;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  const int32_t *values = csp_fzn_get_ints(self, con, 1, &n_values);
  CspVar truth = op ? csp_fzn_get_var(self, con, 2) : CSP_NONE;
  GError *error = NULL;
  bool is_posted;

  if (self->error != NULL)
    return false;
  if (n == 0 && op)
    return csp_fzn_post_value(
        self, con, csp_fzn_arg_root(self, csp_fzn_arg(self, con, 2)), 1);
  if (n == 0)
    return true;
  if (op)
    is_posted = csp_model_post_reified_table(self->model, vars, n, values,
                                             n_values, truth, &error);
  else
    is_posted =
        csp_model_post_table(self->model, vars, n, values, n_values, &error);
  return csp_fzn_posted(self, con, is_posted, error);
}

/* count of value among the array, related to c the other way round: "c is at
 * most the count" is fzn_count_leq */
bool
csp_fzn_post_count(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  static const CspRelation mirror[] = {CSP_RELATION_EQ, CSP_RELATION_NE,
                                       CSP_RELATION_GT, CSP_RELATION_GE,
                                       CSP_RELATION_LT, CSP_RELATION_LE};
  size_t n;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  int64_t value = csp_fzn_get_int(self, con, 1);
  CspVar count = csp_fzn_get_var(self, con, 2);
  GError *error = NULL;

  if (self->error != NULL)
    return false;
  if (n == 0)
    return csp_fzn_posted(self, con,
                          csp_model_post_relation_const(
                              self->model, count, (CspRelation)op, 0, &error),
                          error);
  return csp_fzn_posted(self, con,
                        csp_model_post_count(self->model, vars, n, (gint)value,
                                             mirror[op], count, &error),
                        error);
}
