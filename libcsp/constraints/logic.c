/* SPDX-License-Identifier: MIT */
/* Clauses, conjunctions and parities of literals, each to domains.
 *
 * A clause watches two literals that are not false; while both stay so,
 * nothing can follow.  Watches need not be put back on backtracking, for what
 * was not false below is not false above.  A conjunction is read through when
 * one of its literals is fixed; a disjunction is the conjunction of the
 * negations, negated.  A parity says nothing until one literal is left. */
#include "config.h"

#include "constraints/arithmetic.h"

typedef struct {
  CspPropagator base;
  const CspLit *lits;
  uint32_t watches[2];
} Clause;

/* A position other than both watches whose literal is not false, or n. */
static uint32_t
clause_find(const Clause *self, const CspStore *store, uint32_t from)
{
  uint32_t n = self->base.n_vars;

  for (uint32_t k = 1; k < n; k++) {
    uint32_t i = from + k < n ? from + k : from + k - n;
    if (i != self->watches[0] && i != self->watches[1] &&
        !csp_lit_is_false(store, self->lits[i]))
      return i;
  }
  return n;
}

static CspPropResult
clause_propagate(CspPropagator *prop, CspStore *store)
{
  Clause *self = (Clause *)prop;

  for (int w = 0; w < 2; w++) {
    if (csp_lit_is_false(store, self->lits[self->watches[w]])) {
      uint32_t found = clause_find(self, store, self->watches[w]);
      if (found == prop->n_vars)
        return csp_lit_set(store, self->lits[self->watches[1 - w]], true)
                   ? CSP_PROP_ENTAILED
                   : CSP_PROP_FAILED;
      self->watches[w] = found;
    }
    if (csp_lit_is_true(store, self->lits[self->watches[w]]))
      return CSP_PROP_ENTAILED;
  }
  return CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass clause_class = {
    .name = "clause",
    .propagate = clause_propagate,
    .priority = CSP_PRIORITY_BINARY,
};

static CspPropResult
unit_propagate(CspPropagator *prop, CspStore *store)
{
  const Clause *self = (const Clause *)prop;

  if (prop->n_vars == 0)
    return csp_store_fail(store);
  return csp_lit_set(store, self->lits[0], true) ? CSP_PROP_ENTAILED
                                                 : CSP_PROP_FAILED;
}

static const CspPropagatorClass unit_class = {
    .name = "literal",
    .propagate = unit_propagate,
    .priority = CSP_PRIORITY_UNARY,
};

/* A propagator over the variables of these literals, the last of which is
 * `head` unless that is CSP_NONE. */
static CspPropagator *
add_over_literals(CspStore *store,
                  const CspPropagatorClass *klass,
                  size_t size,
                  const CspLit *lits,
                  uint32_t n_lits,
                  CspLit head)
{
  g_autofree CspVar *vars = g_new(CspVar, (size_t)n_lits + 1);

  for (uint32_t i = 0; i < n_lits; i++)
    vars[i] = csp_lit_var(lits[i]);
  if (head != CSP_NONE)
    vars[n_lits] = csp_lit_var(head);
  CspPropagator *prop = csp_store_add_propagator(store, klass, size, vars,
                                                 n_lits + (head != CSP_NONE));
  csp_store_subscribe_all(store, prop, CSP_ON_FIX);
  return prop;
}

void
csp_post_clause(CspStore *store, const CspLit *lits, uint32_t n_lits)
{
  Clause *self = (Clause *)add_over_literals(
      store, n_lits < 2 ? &unit_class : &clause_class, sizeof *self, lits,
      n_lits, CSP_NONE);

  self->lits = csp_arena_dup(store->arena, lits, n_lits * sizeof *lits);
  self->watches[1] = 1;
}

typedef struct {
  CspPropagator base;
  CspLit lit;
  const CspLit *lits; /* all of the scope but the last */
} Conjunction;

static CspPropResult
conjunction_propagate(CspPropagator *prop, CspStore *store)
{
  const Conjunction *self = (const Conjunction *)prop;
  uint32_t n_open = 0, last = 0;

  for (uint32_t i = 0; i + 1 < prop->n_vars; i++) {
    if (csp_lit_is_false(store, self->lits[i]))
      return csp_lit_set(store, self->lit, false) ? CSP_PROP_ENTAILED
                                                  : CSP_PROP_FAILED;
    if (!csp_lit_is_fixed(store, self->lits[i])) {
      n_open++;
      last = i;
    }
  }
  if (n_open == 0)
    return csp_lit_set(store, self->lit, true) ? CSP_PROP_ENTAILED
                                               : CSP_PROP_FAILED;
  if (!csp_lit_is_fixed(store, self->lit))
    return CSP_PROP_FIXPOINT;
  if (csp_lit_is_true(store, self->lit)) {
    for (uint32_t i = 0; i + 1 < prop->n_vars; i++)
      if (!csp_lit_set(store, self->lits[i], true))
        return CSP_PROP_FAILED;
    return CSP_PROP_ENTAILED;
  }
  if (n_open > 1)
    return CSP_PROP_FIXPOINT;
  return csp_lit_set(store, self->lits[last], false) ? CSP_PROP_ENTAILED
                                                     : CSP_PROP_FAILED;
}

static const CspPropagatorClass conjunction_class = {
    .name = "conjunction",
    .propagate = conjunction_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

void
csp_post_conjunction(CspStore *store,
                     CspLit lit,
                     const CspLit *lits,
                     uint32_t n_lits)
{
  Conjunction *self = (Conjunction *)add_over_literals(
      store, &conjunction_class, sizeof *self, lits, n_lits, lit);

  self->lit = lit;
  self->lits = csp_arena_dup(store->arena, lits, n_lits * sizeof *lits);
}

typedef struct {
  CspPropagator base;
  CspLit lits[3];
} Odd;

static CspPropResult
odd_propagate(CspPropagator *prop, CspStore *store)
{
  const Odd *self = (const Odd *)prop;
  uint32_t n_open = 0, last = 0;
  bool is_odd = false;

  for (uint32_t i = 0; i < prop->n_vars; i++) {
    if (!csp_lit_is_fixed(store, self->lits[i])) {
      n_open++;
      last = i;
    } else {
      is_odd ^= csp_lit_is_true(store, self->lits[i]);
    }
  }
  if (n_open > 1)
    return CSP_PROP_FIXPOINT;
  if (n_open == 0)
    return is_odd ? CSP_PROP_ENTAILED : csp_store_fail(store);
  return csp_lit_set(store, self->lits[last], !is_odd) ? CSP_PROP_ENTAILED
                                                       : CSP_PROP_FAILED;
}

static const CspPropagatorClass odd_class = {
    .name = "parity",
    .propagate = odd_propagate,
    .priority = CSP_PRIORITY_TERNARY,
};

void
csp_post_odd(CspStore *store, const CspLit *lits, uint32_t n_lits)
{
  Odd *self = (Odd *)add_over_literals(store, &odd_class, sizeof *self, lits,
                                       n_lits, CSP_NONE);

  for (uint32_t i = 0; i < n_lits; i++)
    self->lits[i] = lits[i];
}
