/* SPDX-License-Identifier: MIT */
/* truth = whether coefficient * variable + ... op constant, or only: if truth,
 * then so (half-reified; Feydy, Somogyi and Stuckey 2011).
 *
 * Posting brings the sum to its simplest form, as in expressions, so that a
 * comparison with a constant or of two variables has the propagator made for
 * it (expr-sum.c, reified.c). */
#include "config.h"

#include "constraints/expr-sum.h"
#include "constraints/invariants.h"

static bool
sum_holds(const CspConstraint *con, const int32_t *values)
{
  int64_t sum = 0;

  for (uint32_t i = 0; i + 1 < con->n_vars; i++)
    sum += con->ints[i] * (int64_t)values[csp_constraint_var(con, i)];
  return csp_relation_holds((CspRelation)con->relation, sum, con->constant);
}

static bool
is_true(const CspConstraint *con, const int32_t *values)
{
  return values[csp_constraint_var(con, con->n_vars - 1)] != 0;
}

static bool
reified_linear_holds(const CspConstraint *con,
                     const int32_t *values,
                     CspScratch *scratch)
{
  return sum_holds(con, values) == is_true(con, values);
}

static bool
implied_linear_holds(const CspConstraint *con,
                     const int32_t *values,
                     CspScratch *scratch)
{
  return sum_holds(con, values) || !is_true(con, values);
}

static bool
post(CspPoster *poster, const CspConstraint *con, CspReifiedUse use)
{
  uint32_t n = con->n_vars - 1;
  CspLit truth = csp_lit(csp_constraint_var(con, n), false);
  CspSum sum = {.constant = -con->constant};

  for (uint32_t i = 0; i < n; i++)
    csp_sum_add(&sum, csp_constraint_var(con, i), con->ints[i]);
  csp_sum_reify(&sum, poster->store, (CspRelation)con->relation, truth, use);
  csp_sum_clear(&sum);
  return !poster->store->has_failed;
}

static bool
reified_linear_post(CspPoster *poster,
                    const CspConstraint *con,
                    CspStrength strength)
{
  return post(poster, con, CSP_IF_AND_ONLY_IF);
}

static bool
implied_linear_post(CspPoster *poster,
                    const CspConstraint *con,
                    CspStrength strength)
{
  return post(poster, con, CSP_IF_TRUE);
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

const CspFamily csp_family_implied_linear = {
    .name = "implied-linear",
    .blurb = "if true, a weighted sum op c",
    .holds = implied_linear_holds,
    .post = implied_linear_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = csp_implied_linear_violation,
};
