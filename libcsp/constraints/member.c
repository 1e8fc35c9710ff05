/* SPDX-License-Identifier: MIT */
/* truth = whether x lies in one of several ranges.
 *
 * The ranges ascend and do not touch, so going through them tells whether x has
 * a value inside one, and whether it has one between two.  Once the truth is
 * known, the ranges or the gaps are cut off; those at the ends always, those
 * amid the domain if they are narrow, for a wide interval keeps a hole for each
 * value.  A wide one that is left waits until a bound of x falls into it. */
#include "config.h"

#include "constraints/invariants.h"

/* Values that are taken out of the middle of a domain at most, a time. */
enum { HOLES_MAX = 4096 };

typedef struct {
  CspPropagator base; /* x, truth */
  const int32_t *ranges;
  uint32_t n_ranges;
} Member;

/* Has x a value within min .. max? */
static bool
meets(const CspStore *store, CspVar x, int64_t min, int64_t max)
{
  return min <= max && csp_store_next(store, x, min - 1) <= max;
}

/* The k-th range, or the gap below it, with k up to n_ranges. */
static void
get_part(const Member *self,
         bool is_gap,
         uint32_t k,
         int64_t *out_min,
         int64_t *out_max)
{
  const int32_t *ranges = self->ranges;

  if (!is_gap) {
    *out_min = ranges[2 * k];
    *out_max = ranges[2 * k + 1];
    return;
  }
  *out_min = k > 0 ? ranges[2 * k - 1] + INT64_C(1) : CSP_VALUE_MIN;
  *out_max = k < self->n_ranges ? ranges[2 * k] - INT64_C(1) : CSP_VALUE_MAX;
}

/* Has x a value in a range, in a gap? */
static bool
meets_any(const Member *self, const CspStore *store, bool is_gap)
{
  CspVar x = self->base.vars[0];
  int64_t min, max;

  for (uint32_t k = 0; k < self->n_ranges + is_gap; k++) {
    get_part(self, is_gap, k, &min, &max);
    if (meets(store, x, min, max))
      return true;
  }
  return false;
}

/* Takes the values of a range or gap from x; out_is_left: some remain. */
static bool
cut(CspStore *store, CspVar x, int64_t min, int64_t max, bool *out_is_left)
{
  if (!meets(store, x, min, max))
    return true;
  if (csp_store_min(store, x) >= min)
    return csp_store_set_min(store, x, max + 1, CSP_NO_HINT);
  if (csp_store_max(store, x) <= max)
    return csp_store_set_max(store, x, min - 1, CSP_NO_HINT);
  if (max - min >= HOLES_MAX && !csp_store_is_word(store, x)) {
    *out_is_left = true;
    return true;
  }
  for (int64_t v = csp_store_next(store, x, min - 1); v <= max;
       v = csp_store_next(store, x, v))
    if (!csp_store_remove(store, x, v, CSP_NO_HINT))
      return false;
  return true;
}

/* Keeps x inside the ranges, or outside them. */
static CspPropResult
keep(const Member *self, CspStore *store, bool is_inside)
{
  bool is_left = false;
  int64_t min, max;

  /* A bound that moves may fall into the part before. */
  for (int pass = 0; pass < 2; pass++) {
    uint32_t n = self->n_ranges + is_inside;
    is_left = false;
    for (uint32_t i = 0; i < n; i++) {
      get_part(self, is_inside, pass == 0 ? i : n - 1 - i, &min, &max);
      if (!cut(store, self->base.vars[0], min, max, &is_left))
        return CSP_PROP_FAILED;
    }
  }
  return is_left ? CSP_PROP_FIXPOINT : CSP_PROP_ENTAILED;
}

static CspPropResult
member_propagate(CspPropagator *prop, CspStore *store)
{
  const Member *self = (const Member *)prop;
  CspVar truth = prop->vars[1];

  if (!csp_store_is_fixed(store, truth)) {
    bool is_inside = meets_any(self, store, false);
    if (is_inside && meets_any(self, store, true))
      return CSP_PROP_FIXPOINT;
    return csp_store_fix(store, truth, is_inside, CSP_NO_HINT)
               ? CSP_PROP_AGAIN
               : CSP_PROP_FAILED;
  }
  return keep(self, store, csp_store_value(store, truth) != 0);
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
  bool is_inside = false;

  for (size_t i = 0; i < con->n_ints; i += 2)
    is_inside |= con->ints[i] <= x && x <= con->ints[i + 1];
  return is_inside == (values[csp_constraint_var(con, 1)] != 0);
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
