/* SPDX-License-Identifier: MIT */
/* truth = whether coefficient * variable + ... op constant.
 *
 * Posting brings the sum to its simplest form, as in expressions, so that a
 * comparison with a constant or of two variables has the propagator made for
 * it (expr-sum.c, reified.c). */
#include "config.h"

#include "constraints/expr-sum.h"
#include "constraints/invariants.h"

static bool
reified_linear_holds(const CspConstraint *con,
                     const int32_t *values,
                     CspScratch *scratch)
{
  uint32_t n = con->n_vars - 1;
  int64_t sum = 0;

  for (uint32_t i = 0; i < n; i++)
    sum += con->ints[i] * (int64_t)values[csp_constraint_var(con, i)];
  return csp_relation_holds((CspRelation)con->relation, sum, con->constant) ==
         (values[csp_constraint_var(con, n)] != 0);
}

static bool
reified_linear_post(CspPoster *poster,
                    const CspConstraint *con,
                    CspStrength strength)
{
  uint32_t n = con->n_vars - 1;
  CspLit truth = csp_lit(csp_constraint_var(con, n), false);
  CspSum sum = {.constant = -con->constant};

  for (uint32_t i = 0; i < n; i++)
    csp_sum_add(&sum, csp_constraint_var(con, i), con->ints[i]);
  csp_sum_reify(&sum, poster->store, (CspRelation)con->relation, truth);
  csp_sum_clear(&sum);
  return !poster->store->has_failed;
}

const CspFamily csp_family_reified_linear = {
    .name = "reified-linear",
    .blurb = "whether a weighted sum op c",
    .holds = reified_linear_holds,
    .post = reified_linear_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = csp_reified_linear_violation,
    .definition = &csp_reified_linear_definition,
};
