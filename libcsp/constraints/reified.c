/* SPDX-License-Identifier: MIT */
/* Comparisons whose truth is a literal.
 *
 * While the literal is open each one only looks whether the comparison holds,
 * or fails, for all values left, and fixes the literal then.  Once it is fixed
 * the comparison or its negation is propagated: with a constant or between two
 * variables to domains; sums to bounds, by giving each term what the least (the most) of the others
 * leaves it.  The negation of sum = c waits until one variable is left.
 *
 * A literal may have to do with the comparison in one direction only: then it is
 * never fixed to the value that requires something, for that does not follow,
 * and with the other value nothing is left to do. */
#include "config.h"

#include <string.h>

#include "constraints/arithmetic.h"
#include "constraints/filter.h"

/* Does the literal, with this truth, say anything of the comparison? */
static bool
binds(CspReifiedUse use, bool truth)
{
  return use == CSP_IF_AND_ONLY_IF || (use == CSP_IF_TRUE) == truth;
}

/* The comparison holds, or does not. */
static CspPropResult
decide(CspStore *store, CspLit lit, CspReifiedUse use, bool truth)
{
  if (use != CSP_IF_AND_ONLY_IF && binds(use, truth))
    return CSP_PROP_ENTAILED;
  return csp_lit_set(store, lit, truth) ? CSP_PROP_ENTAILED : CSP_PROP_FAILED;
}

static CspPropResult
entailed_if(bool has_worked)
{
  return has_worked ? CSP_PROP_ENTAILED : CSP_PROP_FAILED;
}

bool
csp_are_disjoint(const CspStore *store, CspVar x, CspVar y, int64_t c)
{
  if (csp_store_min(store, x) > csp_store_max(store, y) + c ||
      csp_store_max(store, x) < csp_store_min(store, y) + c)
    return true;
  if (csp_store_is_fixed(store, x))
    return !csp_store_has(store, y, csp_store_value(store, x) - c);
  if (csp_store_is_fixed(store, y))
    return !csp_store_has(store, x, csp_store_value(store, y) + c);
  return csp_store_is_word(store, x) && csp_store_is_word(store, y) &&
         (store->words[x] & csp_filter_shifted_word(store, x, y, c)) == 0;
}

/* What may decide x <= ... of the bounds of x, or call for more: where the
 * literal has to do with one direction only, one bound does. */
static CspWake
wake_of_lower(CspReifiedOp op, CspReifiedUse use)
{
  if (op == CSP_REIFIED_EQ)
    return CSP_ON_DOMAIN;
  switch (use) {
  case CSP_IF_TRUE:
    return CSP_ON_MIN;
  case CSP_IF_FALSE:
    return CSP_ON_MAX;
  case CSP_IF_AND_ONLY_IF:
    break;
  }
  return CSP_ON_BOUNDS;
}

/* With a constant. --------------------------------------------------------- */

typedef struct {
  CspPropagator base;
  CspLit lit;
  CspReifiedUse use;
  CspVar x;
  CspReifiedOp op;
  int64_t c;
} ReifiedConst;

static CspPropResult
reified_const_propagate(CspPropagator *prop, CspStore *store)
{
  const ReifiedConst *self = (const ReifiedConst *)prop;
  CspVar x = self->x;
  int64_t c = self->c;

  if (csp_lit_is_fixed(store, self->lit)) {
    bool truth = csp_lit_is_true(store, self->lit);
    if (!binds(self->use, truth))
      return CSP_PROP_ENTAILED;
    if (self->op == CSP_REIFIED_EQ)
      return entailed_if(truth ? csp_store_fix(store, x, c, CSP_NO_HINT)
                               : csp_store_remove(store, x, c, CSP_NO_HINT));
    return entailed_if(truth ? csp_store_set_max(store, x, c, CSP_NO_HINT)
                             : csp_store_set_min(store, x, c + 1, CSP_NO_HINT));
  }
  if (self->op == CSP_REIFIED_EQ) {
    if (!csp_store_has(store, x, c))
      return decide(store, self->lit, self->use, false);
    if (csp_store_is_fixed(store, x))
      return decide(store, self->lit, self->use, true);
  } else {
    if (csp_store_min(store, x) > c)
      return decide(store, self->lit, self->use, false);
    if (csp_store_max(store, x) <= c)
      return decide(store, self->lit, self->use, true);
  }
  return CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass reified_const_class = {
    .name = "reified-const",
    .propagate = reified_const_propagate,
    .priority = CSP_PRIORITY_BINARY,
};

void
csp_post_reified_const(CspStore *store,
                       CspLit lit,
                       CspReifiedUse use,
                       CspVar x,
                       CspReifiedOp op,
                       int64_t c)
{
  CspVar vars[] = {x, csp_lit_var(lit)};
  ReifiedConst *self = (ReifiedConst *)csp_store_add_propagator(
      store, &reified_const_class, sizeof *self, vars, 2);

  self->lit = lit;
  self->use = use;
  self->x = x;
  self->op = op;
  self->c = c;
  csp_store_subscribe(store, &self->base, 0, wake_of_lower(op, use));
  csp_store_subscribe(store, &self->base, 1, CSP_ON_FIX);
}

/* The limits of a sum whose comparison with c has to hold, or to fail. */
static bool
limit_sum(const CspStore *store,
          CspLit lit,
          CspReifiedUse use,
          CspReifiedOp op,
          int64_t c,
          CspPropSum *out)
{
  if (!csp_lit_is_fixed(store, lit))
    return false;

  bool truth = csp_lit_is_true(store, lit), is_le = op == CSP_REIFIED_LE;
  out->least = is_le ? (truth ? CSP_NO_LIMIT : c + 1) : c;
  out->most = is_le && !truth ? CSP_NO_LIMIT : c;
  return binds(use, truth) && (is_le || truth);
}

/* Two variables. ----------------------------------------------------------- */

typedef struct {
  CspPropagator base;
  CspLit lit;
  CspReifiedUse use;
  CspVar x, y;
  CspReifiedOp op;
  int64_t c;
} ReifiedRelation;

/* x <= y + c */
static CspPropResult
at_most_propagate(CspStore *store, CspVar x, CspVar y, int64_t c)
{
  if (!csp_store_set_max(store, x, csp_store_max(store, y) + c, CSP_NO_HINT) ||
      !csp_store_set_min(store, y, csp_store_min(store, x) - c, CSP_NO_HINT))
    return CSP_PROP_FAILED;
  return csp_store_max(store, x) <= csp_store_min(store, y) + c
             ? CSP_PROP_ENTAILED
             : CSP_PROP_FIXPOINT;
}

static CspPropResult
not_equal_propagate(CspStore *store, CspVar x, CspVar y, int64_t c)
{
  if (csp_store_is_fixed(store, y))
    return entailed_if(
        csp_store_remove(store, x, csp_store_value(store, y) + c, CSP_NO_HINT));
  if (csp_store_is_fixed(store, x))
    return entailed_if(
        csp_store_remove(store, y, csp_store_value(store, x) - c, CSP_NO_HINT));
  return csp_are_disjoint(store, x, y, c) ? CSP_PROP_ENTAILED
                                          : CSP_PROP_FIXPOINT;
}

static CspPropResult
reified_relation_propagate(CspPropagator *prop, CspStore *store)
{
  const ReifiedRelation *self = (const ReifiedRelation *)prop;
  CspVar x = self->x, y = self->y;
  int64_t c = self->c;

  if (csp_lit_is_fixed(store, self->lit)) {
    bool truth = csp_lit_is_true(store, self->lit);
    if (!binds(self->use, truth))
      return CSP_PROP_ENTAILED;
    if (self->op == CSP_REIFIED_LE)
      return truth ? at_most_propagate(store, x, y, c)
                   : at_most_propagate(store, y, x, -c - 1);
    if (!truth)
      return not_equal_propagate(store, x, y, c);
    return csp_filter_equal(store, x, y, c, CSP_NO_HINT) ? CSP_PROP_AGAIN
                                                         : CSP_PROP_FAILED;
  }
  if (self->op == CSP_REIFIED_EQ) {
    if (csp_are_disjoint(store, x, y, c))
      return decide(store, self->lit, self->use, false);
    if (csp_store_is_fixed(store, x) && csp_store_is_fixed(store, y))
      return decide(store, self->lit, self->use, true);
  } else {
    if (csp_store_min(store, x) > csp_store_max(store, y) + c)
      return decide(store, self->lit, self->use, false);
    if (csp_store_max(store, x) <= csp_store_min(store, y) + c)
      return decide(store, self->lit, self->use, true);
  }
  return CSP_PROP_FIXPOINT;
}

static bool
reified_relation_sum(const CspPropagator *prop,
                     const CspStore *store,
                     CspPropSum *out)
{
  static const int64_t coeffs[] = {1, -1};
  const ReifiedRelation *self = (const ReifiedRelation *)prop;

  *out = (CspPropSum){prop->vars, coeffs, 2, 0, 0};
  return limit_sum(store, self->lit, self->use, self->op, self->c, out);
}

static const CspPropagatorClass reified_relation_class = {
    .name = "reified-relation",
    .propagate = reified_relation_propagate,
    .sum = reified_relation_sum,
    .priority = CSP_PRIORITY_TERNARY,
};

void
csp_post_reified_relation(CspStore *store,
                          CspLit lit,
                          CspReifiedUse use,
                          CspVar x,
                          CspReifiedOp op,
                          CspVar y,
                          int64_t c)
{
  CspVar vars[] = {x, y, csp_lit_var(lit)};
  CspWake lower = wake_of_lower(op, use), upper = lower;
  ReifiedRelation *self = (ReifiedRelation *)csp_store_add_propagator(
      store, &reified_relation_class, sizeof *self, vars, 3);

  self->lit = lit;
  self->use = use;
  self->x = x;
  self->y = y;
  self->op = op;
  self->c = c;
  if (lower == CSP_ON_MIN)
    upper = CSP_ON_MAX;
  else if (lower == CSP_ON_MAX)
    upper = CSP_ON_MIN;
  csp_store_subscribe(store, &self->base, 0, lower);
  csp_store_subscribe(store, &self->base, 1, upper);
  csp_store_subscribe(store, &self->base, 2, CSP_ON_FIX);
}

/* Sums. -------------------------------------------------------------------- */

typedef struct {
  CspPropagator base; /* vars: the terms', then the literal's */
  CspLit lit;
  CspReifiedUse use;
  CspReifiedOp op;
  uint32_t n;
  const int64_t *coeffs;
  int64_t c;
} ReifiedLinear;

static CspRange
term_range(const ReifiedLinear *self, const CspStore *store, uint32_t i)
{
  int64_t a = self->coeffs[i];
  CspVar x = self->base.vars[i];
  int64_t min = a * csp_store_min(store, x), max = a * csp_store_max(store, x);

  return a > 0 ? (CspRange){min, max} : (CspRange){max, min};
}

static CspRange
sum_range(const ReifiedLinear *self, const CspStore *store)
{
  CspRange sum = {0, 0};

  for (uint32_t i = 0; i < self->n; i++) {
    CspRange term = term_range(self, store, i);
    sum.min += term.min;
    sum.max += term.max;
  }
  return sum;
}

/* The term at position i at most, at least, `bound`. */
static bool
limit_term(const ReifiedLinear *self,
           CspStore *store,
           uint32_t i,
           bool is_upper,
           int64_t bound)
{
  int64_t a = self->coeffs[i];
  CspVar x = self->base.vars[i];

  if (a < 0) {
    a = -a;
    bound = -bound;
    is_upper = !is_upper;
  }
  return is_upper
             ? csp_store_set_max(store, x, csp_floor_div(bound, a), CSP_NO_HINT)
             : csp_store_set_min(store, x, csp_ceil_div(bound, a), CSP_NO_HINT);
}

/* sum <= c */
static bool
sum_at_most(const ReifiedLinear *self, CspStore *store, int64_t c)
{
  int64_t slack = c - sum_range(self, store).min;

  for (uint32_t i = 0; i < self->n; i++)
    if (!limit_term(self, store, i, true,
                    term_range(self, store, i).min + slack))
      return false;
  return true;
}

/* sum >= c */
static bool
sum_at_least(const ReifiedLinear *self, CspStore *store, int64_t c)
{
  int64_t slack = c - sum_range(self, store).max;

  for (uint32_t i = 0; i < self->n; i++)
    if (!limit_term(self, store, i, false,
                    term_range(self, store, i).max + slack))
      return false;
  return true;
}

/* sum != c */
static CspPropResult
sum_not_equal(const ReifiedLinear *self, CspStore *store)
{
  int64_t rest = self->c;
  uint32_t open = self->n;

  for (uint32_t i = 0; i < self->n; i++) {
    if (csp_store_is_fixed(store, self->base.vars[i]))
      rest -= term_range(self, store, i).min;
    else if (open != self->n)
      return CSP_PROP_FIXPOINT;
    else
      open = i;
  }
  if (open == self->n)
    return rest == 0 ? csp_store_fail(store) : CSP_PROP_ENTAILED;
  return entailed_if(rest % self->coeffs[open] != 0 ||
                     csp_store_remove(store, self->base.vars[open],
                                      rest / self->coeffs[open], CSP_NO_HINT));
}

static CspPropResult
reified_linear_propagate(CspPropagator *prop, CspStore *store)
{
  const ReifiedLinear *self = (const ReifiedLinear *)prop;
  CspRange sum = sum_range(self, store);
  bool is_le = self->op == CSP_REIFIED_LE;
  bool must_hold =
      is_le ? sum.max <= self->c : sum.min == self->c && sum.max == self->c;
  bool cannot_hold = sum.min > self->c || (!is_le && sum.max < self->c);

  if (must_hold || cannot_hold)
    return decide(store, self->lit, self->use, must_hold);
  if (!csp_lit_is_fixed(store, self->lit))
    return CSP_PROP_FIXPOINT;
  if (!binds(self->use, csp_lit_is_true(store, self->lit)))
    return CSP_PROP_ENTAILED;
  if (csp_lit_is_false(store, self->lit)) {
    if (!is_le)
      return sum_not_equal(self, store);
    return sum_at_least(self, store, self->c + 1) ? CSP_PROP_AGAIN
                                                  : CSP_PROP_FAILED;
  }
  return sum_at_most(self, store, self->c) &&
                 (is_le || sum_at_least(self, store, self->c))
             ? CSP_PROP_AGAIN
             : CSP_PROP_FAILED;
}

static bool
reified_linear_sum(const CspPropagator *prop,
                   const CspStore *store,
                   CspPropSum *out)
{
  const ReifiedLinear *self = (const ReifiedLinear *)prop;

  *out = (CspPropSum){prop->vars, self->coeffs, self->n, 0, 0};
  return limit_sum(store, self->lit, self->use, self->op, self->c, out);
}

static const CspPropagatorClass reified_linear_class = {
    .name = "reified-linear",
    .propagate = reified_linear_propagate,
    .sum = reified_linear_sum,
    .priority = CSP_PRIORITY_LINEAR,
};

void
csp_post_reified_linear(CspStore *store,
                        CspLit lit,
                        CspReifiedUse use,
                        const int64_t *coeffs,
                        const CspVar *vars,
                        uint32_t n_vars,
                        CspReifiedOp op,
                        int64_t c)
{
  g_autofree CspVar *scope = g_new(CspVar, (size_t)n_vars + 1);

  memcpy(scope, vars, n_vars * sizeof *vars);
  scope[n_vars] = csp_lit_var(lit);
  ReifiedLinear *self = (ReifiedLinear *)csp_store_add_propagator(
      store, &reified_linear_class, sizeof *self, scope, n_vars + 1);
  self->lit = lit;
  self->use = use;
  self->op = op;
  self->n = n_vars;
  self->coeffs = coeffs;
  self->c = c;
  for (uint32_t i = 0; i < n_vars; i++)
    csp_store_subscribe(store, &self->base, i, CSP_ON_BOUNDS);
  csp_store_subscribe(store, &self->base, n_vars, CSP_ON_FIX);
}
