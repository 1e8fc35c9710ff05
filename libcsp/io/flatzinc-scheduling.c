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
