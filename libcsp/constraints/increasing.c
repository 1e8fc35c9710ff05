/* SPDX-License-Identifier: MIT */
/* Each variable is at least (LE), or above (LT), the one before it.
 *
 * Propagated as a relation between each two neighbors, which is as strong as can
 * be: once all of them are consistent the smallest values are in order, and so
 * are the largest, so that any value v of x[i], with the smallest values before
 * it and the largest behind, is a solution.  A change runs along the chain only
 * as far as it moves a bound, and each step has the reasons of a relation. */
#include "config.h"

#include "constraints/invariants.h"

static bool
increasing_holds(const CspConstraint *con,
                 const int32_t *values,
                 CspScratch *scratch)
{
  for (uint32_t p = 1; p < con->n_vars; p++)
    if (!csp_relation_holds((CspRelation)con->relation,
                            values[csp_constraint_var(con, p - 1)],
                            values[csp_constraint_var(con, p)]))
      return false;
  return true;
}

static bool
increasing_post(CspPoster *poster,
                const CspConstraint *con,
                CspStrength strength)
{
  for (uint32_t p = 1; p < con->n_vars; p++) {
    const CspVar pair[] = {csp_constraint_var(con, p - 1),
                           csp_constraint_var(con, p)};
    const CspConstraint relation = {.kind = CSP_CON_RELATION,
                                    .relation = con->relation,
                                    .n_vars = 2,
                                    .vars = pair};
    if (!csp_family_relation.post(poster, &relation, strength))
      return false;
  }
  return true;
}

const CspFamily csp_family_increasing = {
    .name = "increasing",
    .blurb = "each is at least, or above, the one before",
    .holds = increasing_holds,
    .post = increasing_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .invariant = &csp_increasing_invariant,
    .violation = csp_increasing_violation,
};
