/* SPDX-License-Identifier: MIT */
/* x op c, applied once: every kind of domain can hold the result, so no
 * propagator is left behind. */
#include "config.h"

#include "constraints/invariants.h"

static bool
relation_const_holds(const CspConstraint *con,
                     const int32_t *values,
                     CspScratch *scratch)
{
  return csp_relation_holds((CspRelation)con->relation,
                            values[csp_constraint_var(con, 0)], con->constant);
}

static bool
relation_const_post(CspPoster *poster,
                    const CspConstraint *con,
                    CspStrength strength)
{
  CspStore *store = poster->store;
  CspVar x = csp_constraint_var(con, 0);

  switch ((CspRelation)con->relation) {
  case CSP_RELATION_EQ:
    return csp_store_fix(store, x, con->constant, CSP_NO_HINT);
  case CSP_RELATION_NE:
    return csp_store_remove(store, x, con->constant, CSP_NO_HINT);
  case CSP_RELATION_LT:
    return csp_store_set_max(store, x, con->constant - 1, CSP_NO_HINT);
  case CSP_RELATION_LE:
    return csp_store_set_max(store, x, con->constant, CSP_NO_HINT);
  case CSP_RELATION_GT:
    return csp_store_set_min(store, x, con->constant + 1, CSP_NO_HINT);
  case CSP_RELATION_GE:
    return csp_store_set_min(store, x, con->constant, CSP_NO_HINT);
  }
  g_assert_not_reached();
}

static CspBlockForm
relation_const_block(const CspConstraint *con, CspStrength strength)
{
  return csp_block_form_matrix(con, CSP_BLOCK_ARCS);
}

const CspFamily csp_family_relation_const = {
    .name = "relation-const",
    .blurb = "x op c",
    .holds = relation_const_holds,
    .post = relation_const_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .invariant = &csp_relation_const_invariant,
    .block = relation_const_block,
};
