/* SPDX-License-Identifier: MIT */
/* FlatZinc's constraints on tasks, boxes and bins. */
#include "config.h"

#include <libcsp/csp-scheduling.h>

#include "io/flatzinc-private.h"

/* Arrays that are read side by side. */
static bool
check_length(CspFlatzinc *self,
             const CspFznConstraint *con,
             uint32_t k,
             size_t n)
{
  if (csp_fzn_array(self, con, k)->n == n)
    return true;
  return csp_fzn_posted(self, con, FALSE,
                        g_error_new(CSP_ERROR, CSP_ERROR_INVALID,
                                    "argument %u has %u elements, not %zu",
                                    k + 1, csp_fzn_array(self, con, k)->n, n));
}

bool
csp_fzn_post_cumulative(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  CspVar *starts = csp_fzn_get_vars(self, con, 0, &n);

  if (!check_length(self, con, 1, n) || !check_length(self, con, 2, n))
    return false;
  CspVar *durations = csp_fzn_get_vars(self, con, 1, &n);
  CspVar *demands = csp_fzn_get_vars(self, con, 2, &n);
  CspVar capacity = csp_fzn_get_var(self, con, 3);
  GError *error = NULL;
  return self->error == NULL &&
         (n == 0 || csp_fzn_posted(self, con,
                                   csp_model_post_cumulative(
                                       self->model, starts, durations, demands,
                                       n, capacity, &error),
                                   error));
}

bool
csp_fzn_post_disjunctive(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  CspVar *starts = csp_fzn_get_vars(self, con, 0, &n);

  if (!check_length(self, con, 1, n))
    return false;
  CspVar *durations = csp_fzn_get_vars(self, con, 1, &n);
  GError *error = NULL;
  return self->error == NULL &&
         (n == 0 ||
          csp_fzn_posted(self, con,
                         csp_model_post_disjunctive(self->model, starts,
                                                    durations, n, op, &error),
                         error));
}

/* Positions and sizes, box by box, and the number of dimensions. */
bool
csp_fzn_post_diffn(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  CspVar *positions = csp_fzn_get_vars(self, con, 0, &n);

  if (!check_length(self, con, 1, n))
    return false;
  CspVar *sizes = csp_fzn_get_vars(self, con, 1, &n);
  int64_t n_dims = csp_fzn_get_int(self, con, 2);
  GError *error = NULL;
  if (self->error != NULL || n == 0)
    return self->error == NULL;
  if (n_dims < 1 || n % (size_t)n_dims != 0)
    return csp_fzn_posted(
        self, con, FALSE,
        g_error_new(
            CSP_ERROR, CSP_ERROR_INVALID,
            "%zu positions are no whole number of boxes in %" G_GINT64_FORMAT
            " dimensions",
            n, n_dims));
  return csp_fzn_posted(self, con,
                        csp_model_post_diffn(self->model, positions, sizes,
                                             n / (size_t)n_dims, (gsize)n_dims,
                                             op, &error),
                        error);
}

bool
csp_fzn_post_bin_packing_load(CspFlatzinc *self,
                              const CspFznConstraint *con,
                              int op)
{
  size_t n, n_bins;
  CspVar *loads = csp_fzn_get_vars(self, con, 0, &n_bins);
  CspVar *bins = csp_fzn_get_vars(self, con, 1, &n);

  if (!check_length(self, con, 2, n))
    return false;
  const int32_t *sizes = csp_fzn_get_ints(self, con, 2, &n);
  GError *error = NULL;
  return self->error == NULL &&
         csp_fzn_posted(self, con,
                        csp_model_post_bin_packing_load(
                            self->model, bins, sizes, n, loads, n_bins,
                            (gint)csp_fzn_get_int(self, con, 3), &error),
                        error);
}

bool
csp_fzn_post_bin_packing_capacity(CspFlatzinc *self,
                                  const CspFznConstraint *con,
                                  int op)
{
  size_t n, n_bins;
  const int32_t *capacities = csp_fzn_get_ints(self, con, 0, &n_bins);
  CspVar *bins = csp_fzn_get_vars(self, con, 1, &n);

  if (!check_length(self, con, 2, n))
    return false;
  const int32_t *sizes = csp_fzn_get_ints(self, con, 2, &n);
  GError *error = NULL;
  return self->error == NULL &&
         (n == 0 ||
          csp_fzn_posted(self, con,
                         csp_model_post_bin_packing_capacity(
                             self->model, bins, sizes, n, capacities, n_bins,
                             (gint)csp_fzn_get_int(self, con, 3), &error),
                         error));
}

bool
csp_fzn_post_bin_packing(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  CspVar *bins = csp_fzn_get_vars(self, con, 1, &n);

  if (!check_length(self, con, 2, n))
    return false;
  const int32_t *sizes = csp_fzn_get_ints(self, con, 2, &n);
  GError *error = NULL;
  return self->error == NULL &&
         (n == 0 ||
          csp_fzn_posted(self, con,
                         csp_model_post_bin_packing(
                             self->model, bins, sizes, n,
                             (gint)csp_fzn_get_int(self, con, 0), &error),
                         error));
}

bool
csp_fzn_post_knapsack(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  size_t n;
  CspVar *numbers = csp_fzn_get_vars(self, con, 2, &n);

  if (!check_length(self, con, 0, n) || !check_length(self, con, 1, n))
    return false;
  const int32_t *weights = csp_fzn_get_ints(self, con, 0, &n);
  const int32_t *profits = csp_fzn_get_ints(self, con, 1, &n);
  CspVar weight = csp_fzn_get_var(self, con, 3);
  CspVar profit = csp_fzn_get_var(self, con, 4);
  GError *error = NULL;
  return self->error == NULL &&
         csp_fzn_posted(self, con,
                        csp_model_post_knapsack(self->model, numbers, weights,
                                                profits, n, weight, profit,
                                                &error),
                        error);
}
