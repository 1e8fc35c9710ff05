/* SPDX-License-Identifier: MIT */
/* Lexicographic order of two lists, to domain consistency (Frisch, Hnich,
 * Kiziltan, Miguel and Walsh 2002).
 *
 * `first` is the first place whose pair is not yet fixed and equal; what lies
 * before it cannot tell the lists apart.  If the pairs after it can still be
 * equal up to one with x < y, or to an end where equal lists are allowed, the
 * rest can follow an equal pair, and x <= y is all that is asked of the pair at
 * `first`; else it is x < y.  Either is propagated to domains, which leaves
 * x < y possible there, or fixes the pair: any value of a later pair has a
 * support then, or `first` moves on.
 *
 * `first` is saved and only grows.  The pairs after it are looked at as far as
 * the first that can be x < y, as a rule the very next one, so that a run costs
 * O(1) and a branch of the search O(n) besides. */
#include "config.h"

#include "constraints/invariants.h"

typedef struct {
  CspPropagator base; /* vars: one list, then the other */
  uint32_t first;
  uint32_t n; /* pairs */
  bool is_strict;
} Lex;

static bool
lex_holds(const CspConstraint *con, const int32_t *values, CspScratch *scratch)
{
  uint32_t n = con->n_vars / 2;

  for (uint32_t i = 0; i < n; i++) {
    int32_t x = values[csp_constraint_var(con, i)];
    int32_t y = values[csp_constraint_var(con, n + i)];
    if (x != y)
      return x < y;
  }
  return con->relation == CSP_RELATION_LE;
}

/* Are the lists from place `from` on able to be in order? */
static bool
can_follow(const Lex *self, const CspStore *store, uint32_t from)
{
  for (uint32_t i = from; i < self->n; i++) {
    CspVar x = self->base.vars[i], y = self->base.vars[self->n + i];
    int64_t least = csp_store_min(store, x), most = csp_store_max(store, y);
    if (x != y && least != most)
      return least < most;
  }
  return !self->is_strict;
}

static void
skip_equal_pairs(Lex *self, CspStore *store)
{
  uint32_t first = self->first;

  for (; first < self->n; first++) {
    CspVar x = self->base.vars[first], y = self->base.vars[self->n + first];
    if (x != y &&
        (!csp_store_is_fixed(store, x) || !csp_store_is_fixed(store, y) ||
         csp_store_value(store, x) != csp_store_value(store, y)))
      break;
  }
  if (first != self->first) {
    csp_store_save32(store, &self->first);
    self->first = first;
  }
}

static CspPropResult
lex_propagate(CspPropagator *prop, CspStore *store)
{
  Lex *self = (Lex *)prop;
  uint64_t n_changes;

  do {
    n_changes = store->n_changes;
    skip_equal_pairs(self, store);
    if (self->first == self->n)
      return self->is_strict ? csp_store_fail(store) : CSP_PROP_ENTAILED;
    CspVar x = prop->vars[self->first], y = prop->vars[self->n + self->first];
    int64_t gap = can_follow(self, store, self->first + 1) ? 0 : 1;
    if (!csp_store_set_max(store, x, csp_store_max(store, y) - gap,
                           CSP_NO_HINT) ||
        !csp_store_set_min(store, y, csp_store_min(store, x) + gap,
                           CSP_NO_HINT))
      return CSP_PROP_FAILED;
    if (csp_store_max(store, x) < csp_store_min(store, y))
      return CSP_PROP_ENTAILED;
  } while (store->n_changes != n_changes);
  return CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass lex_class = {
    .name = "lexicographic",
    .propagate = lex_propagate,
    .priority = CSP_PRIORITY_TERNARY,
};

static bool
lex_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);

  for (uint32_t p = 0; p < con->n_vars; p++)
    vars[p] = csp_constraint_var(con, p);
  Lex *self = (Lex *)csp_store_add_propagator(poster->store, &lex_class,
                                              sizeof *self, vars, con->n_vars);
  self->n = con->n_vars / 2;
  self->is_strict = con->relation == CSP_RELATION_LT;
  csp_store_subscribe_all(poster->store, &self->base, CSP_ON_BOUNDS);
  return true;
}

const CspFamily csp_family_lex = {
    .name = "lex",
    .blurb = "one list is before another",
    .holds = lex_holds,
    .post = lex_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .invariant = &csp_lex_invariant,
    .violation = csp_lex_violation,
};
