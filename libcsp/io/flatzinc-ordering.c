/* SPDX-License-Identifier: MIT */
/* FlatZinc's global constraints about order. */
#include "config.h"

#include <libcsp/csp-ordering.h>

#include "io/flatzinc-private.h"

/* An empty list is before every other one. */
bool
csp_fzn_post_lex(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n_x, n_y;
  CspVar *x = csp_fzn_get_vars(self, con, 0, &n_x);
  CspVar *y = csp_fzn_get_vars(self, con, 1, &n_y);
  GError *error = NULL;

  if (self->error != NULL)
    return false;
  if (n_x == 0 || n_y == 0)
    return csp_relation_holds((CspRelation)op, (int64_t)n_x, (int64_t)n_y) ||
           csp_fzn_post_false(self, con);
  return csp_fzn_posted(
      self, con,
      csp_model_post_lex(self->model, x, n_x, (CspRelation)op, y, n_y, &error),
      error);
}

bool
csp_fzn_post_ordered(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  GError *error = NULL;

  if (n < 2)
    return true;
  return self->error == NULL &&
         csp_fzn_posted(self, con,
                        csp_model_post_ordered(self->model, vars, n,
                                               (CspRelation)op, &error),
                        error);
}

static bool
post_precede(CspFlatzinc *self,
             const CspFznConstraint *con,
             const gint *values,
             size_t n_values,
             uint32_t k)
{
  size_t n;
  CspVar *vars = csp_fzn_get_vars(self, con, k, &n);
  GError *error = NULL;

  if (n == 0)
    return true;
  return self->error == NULL &&
         csp_fzn_posted(self, con,
                        csp_model_post_value_precede(self->model, values,
                                                     n_values, vars, n, &error),
                        error);
}

bool
csp_fzn_post_value_precede(CspFlatzinc *self,
                           const CspFznConstraint *con,
                           int op)
{
  gint values[] = {(gint)csp_fzn_get_int(self, con, 0),
                   (gint)csp_fzn_get_int(self, con, 1)};

  return post_precede(self, con, values, 2, 2);
}

bool
csp_fzn_post_value_precede_chain(CspFlatzinc *self,
                                 const CspFznConstraint *con,
                                 int op)
{
  size_t n_values;
  const int32_t *values = csp_fzn_get_ints(self, con, 0, &n_values);

  return post_precede(self, con, values, n_values, 1);
}

bool
csp_fzn_post_arg_extremum(CspFlatzinc *self,
                          const CspFznConstraint *con,
                          int op)
{
  size_t n;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  gint start = (gint)csp_fzn_get_int(self, con, 1);
  CspVar index = csp_fzn_get_var(self, con, 2);
  GError *error = NULL;

  if (n == 0)
    return csp_fzn_post_false(self, con);
  return self->error == NULL &&
         csp_fzn_posted(self, con,
                        csp_model_post_arg_extremum(self->model,
                                                    (CspRelation)op, vars, n,
                                                    start, index, &error),
                        error);
}

bool
csp_fzn_post_sort(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n, n_sorted;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  CspVar *sorted = csp_fzn_get_vars(self, con, 1, &n_sorted);
  GError *error = NULL;

  if (n == 0 && n_sorted == 0)
    return true;
  return self->error == NULL &&
         csp_fzn_posted(self, con,
                        csp_model_post_sort(self->model, vars, n, sorted,
                                            n_sorted, &error),
                        error);
}
