/* SPDX-License-Identifier: MIT */
/* truth = whether x lies in one of several ranges.
 *
 * The truth is known when x has no value inside, or none outside.  Once it is,
 * the ranges or the gaps are cut off; a wide one amid the domain that is left
 * waits until a bound of x falls into it. */
#include "config.h"

#include "constraints/invariants.h"
#include "constraints/ranges.h"

typedef struct {
  CspPropagator base; /* x, truth */
  const int32_t *ranges;
  uint32_t n_ranges;
} Member;

static CspPropResult
member_propagate(CspPropagator *prop, CspStore *store)
{
  const Member *self = (const Member *)prop;
  const int32_t *ranges = self->ranges;
  CspVar x = prop->vars[0], truth = prop->vars[1];
  bool is_left;

  if (!csp_store_is_fixed(store, truth)) {
    bool is_inside = csp_ranges_meet(store, x, ranges, self->n_ranges, false);
    if (is_inside && csp_ranges_meet(store, x, ranges, self->n_ranges, true))
      return CSP_PROP_FIXPOINT;
    return csp_store_fix(store, truth, is_inside, CSP_NO_HINT)
               ? CSP_PROP_AGAIN
               : CSP_PROP_FAILED;
  }
  if (!csp_ranges_keep(store, x, ranges, self->n_ranges,
                       csp_store_value(store, truth) != 0, &is_left))
    return CSP_PROP_FAILED;
  return is_left ? CSP_PROP_FIXPOINT : CSP_PROP_ENTAILED;
}

static const CspPropagatorClass member_class = {
    .name = "member",
    .propagate = member_propagate,
    .priority = CSP_PRIORITY_TERNARY,
};

static bool
member_holds(const CspConstraint *con,
             const int32_t *values,
             CspScratch *scratch)
{
  int32_t x = values[csp_constraint_var(con, 0)];

  return csp_ranges_have(con->ints, con->n_ints, x) ==
         (values[csp_constraint_var(con, 1)] != 0);
}

static bool
member_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  CspVar vars[] = {csp_constraint_var(con, 0), csp_constraint_var(con, 1)};
  Member *self = (Member *)csp_store_add_propagator(store, &member_class,
                                                    sizeof(Member), vars, 2);

  self->n_ranges = (uint32_t)(con->n_ints / 2);
  self->ranges =
      csp_arena_dup(store->arena, con->ints, con->n_ints * sizeof(*con->ints));
  csp_store_subscribe(store, &self->base, 0, CSP_ON_DOMAIN);
  csp_store_subscribe(store, &self->base, 1, CSP_ON_FIX);
  return true;
}

const CspFamily csp_family_member = {
    .name = "member",
    .blurb = "whether x is in a set",
    .holds = member_holds,
    .post = member_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .definition = &csp_member_definition,
};
