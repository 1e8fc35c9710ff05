/* SPDX-License-Identifier: MIT */
/* FlatZinc's constraints that count, and those on functions from places to
 * places. */
#include "config.h"

#include <libcsp/csp-counting.h>
#include <libcsp/csp-graphs.h>

#include "io/flatzinc-private.h"

/* op: no other values */
bool
csp_fzn_post_cardinality(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n, n_values, n_counts;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  const int32_t *values = csp_fzn_get_ints(self, con, 1, &n_values);
  CspVar *counts = csp_fzn_get_vars(self, con, 2, &n_counts);
  GError *error = NULL;

  if (self->error != NULL)
    return false;
  if (n == 0) /* the counts are 0 by now */
    return true;
  return csp_fzn_posted(
      self, con,
      csp_model_post_global_cardinality(self->model, vars, n, values, n_values,
                                        counts, n_counts, op, &error),
      error);
}

bool
csp_fzn_post_cardinality_bounds(CspFlatzinc *self,
                                const CspFznConstraint *con,
                                int op)
{
  size_t n, n_values, n_least, n_most;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  const int32_t *values = csp_fzn_get_ints(self, con, 1, &n_values);
  const int32_t *least = csp_fzn_get_ints(self, con, 2, &n_least);
  const int32_t *most = csp_fzn_get_ints(self, con, 3, &n_most);
  GError *error = NULL;

  if (self->error != NULL)
    return false;
  for (size_t i = 0; n == 0 && i < MIN(n_least, n_most); i++)
    if (least[i] > 0 || most[i] < 0)
      return csp_fzn_post_false(self, con);
  if (n == 0)
    return true;
  return csp_fzn_posted(self, con,
                        csp_model_post_cardinality_bounds(
                            self->model, vars, n, values, n_values, least,
                            n_least, most, n_most, op, &error),
                        error);
}

static uint32_t
root_of(CspFlatzinc *self, const CspFznConstraint *con, uint32_t k)
{
  return csp_fzn_arg_root(self, csp_fzn_arg(self, con, k));
}

/* n = how many of x are in a set; how many values x has */
bool
csp_fzn_absorb_number(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  csp_fzn_narrow(self, root_of(self, con, 0), 0,
                 csp_fzn_array(self, con, 1)->n);
  return false;
}

bool
csp_fzn_post_among(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n, n_ranges;
  CspVar count = csp_fzn_get_var(self, con, 0);
  CspVar *vars = csp_fzn_get_vars(self, con, 1, &n);
  const int32_t *ranges = csp_fzn_get_ranges(self, con, 2, &n_ranges);
  GError *error = NULL;

  if (self->error != NULL)
    return false;
  if (n == 0) /* the number is 0 by now */
    return true;
  return csp_fzn_posted(self, con,
                        csp_model_post_among(self->model, vars, n, ranges,
                                             n_ranges, CSP_RELATION_EQ, count,
                                             &error),
                        error);
}

bool
csp_fzn_post_nvalue(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  CspVar number = csp_fzn_get_var(self, con, 0);
  CspVar *vars = csp_fzn_get_vars(self, con, 1, &n);
  GError *error = NULL;

  if (self->error != NULL)
    return false;
  if (n == 0)
    return true;
  return csp_fzn_posted(self, con,
                        csp_model_post_nvalue(self->model, vars, n,
                                              CSP_RELATION_EQ, number, &error),
                        error);
}

/* The excepted values are an argument, or with op just 0. */
bool
csp_fzn_post_different_except(CspFlatzinc *self,
                              const CspFznConstraint *con,
                              int op)
{
  static const int32_t zero[] = {0, 0};
  size_t n, n_ranges = G_N_ELEMENTS(zero);
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  const int32_t *ranges =
      op ? zero : csp_fzn_get_ranges(self, con, 1, &n_ranges);
  GError *error = NULL;

  if (self->error != NULL)
    return false;
  if (n == 0)
    return true;
  return csp_fzn_posted(self, con,
                        csp_model_post_all_different_except(
                            self->model, vars, n, ranges, n_ranges, &error),
                        error);
}

bool
csp_fzn_absorb_all_equal(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  const CspFznArray *array = csp_fzn_array(self, con, 0);

  if (array->kind != CSP_FZN_VARS)
    return false;
  for (uint32_t i = 1; i < array->n; i++)
    csp_fzn_unify(self, csp_fzn_root(self, csp_fzn_elements(self, array)[0]),
                  csp_fzn_root(self, csp_fzn_elements(self, array)[i]));
  return true;
}

bool
csp_fzn_post_all_equal(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  GError *error = NULL;

  if (self->error != NULL)
    return false;
  return n == 0 ||
         csp_fzn_posted(self, con,
                        csp_model_post_all_equal(self->model, vars, n, &error),
                        error);
}

/* The values are places of the other array, which begin at an argument. */
bool
csp_fzn_absorb_inverse(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  for (uint32_t k = 0; k < 2; k++) {
    int64_t first = csp_fzn_arg(self, con, 3 - k)->value;
    uint32_t n = csp_fzn_array(self, con, 1 - k)->n;
    csp_fzn_narrow_all(self, con, k, first, first + n - 1);
  }
  return false;
}

bool
csp_fzn_post_inverse(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n_f, n_inverse;
  CspVar *f = csp_fzn_get_vars(self, con, 0, &n_f);
  CspVar *inverse = csp_fzn_get_vars(self, con, 1, &n_inverse);
  int64_t first_f = csp_fzn_get_int(self, con, 2);
  int64_t first_inverse = csp_fzn_get_int(self, con, 3);
  GError *error = NULL;

  if (self->error != NULL)
    return false;
  if (n_f != n_inverse)
    return csp_fzn_post_false(self, con);
  if (n_f == 0)
    return true;
  return csp_fzn_posted(
      self, con,
      csp_model_post_inverse(self->model, f, n_f, (gint)first_f, inverse,
                             n_inverse, (gint)first_inverse, &error),
      error);
}

bool
csp_fzn_absorb_circuit(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  int64_t first = csp_fzn_arg(self, con, 1)->value;

  csp_fzn_narrow_all(self, con, 0, first,
                     first + csp_fzn_array(self, con, 0)->n - 1);
  return false;
}

/* op: a subcircuit */
bool
csp_fzn_post_circuit(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  int64_t first = csp_fzn_get_int(self, con, 1);
  GError *error = NULL;

  if (self->error != NULL)
    return false;
  if (n == 0)
    return true;
  return csp_fzn_posted(
      self, con,
      op ? csp_model_post_subcircuit(self->model, vars, n, (gint)first, &error)
         : csp_model_post_circuit(self->model, vars, n, (gint)first, &error),
      error);
}
