/* SPDX-License-Identifier: MIT */
/* coefficient * variable + ... op constant.
 *
 * Posting adds up the coefficients of a variable that repeats, drops zeros, and
 * turns < > >= into <= by negation; x - y op c becomes the relation that it is.
 *
 * The terms not fixed yet are kept first in `order`; how many they are, and the
 * sum of the others, is trailed.  A term that turns out fixed is exchanged with
 * the last free one.  Exchanges need no undoing: a larger count brings the same
 * terms back, in whatever order.
 *
 * With low the least the sum can be, a term may exceed its own least by at most
 * the slack, rhs - low.  For <= this is the fixpoint after one pass, since
 * lowering the largest of a term leaves the least of all others, and so low, as
 * they are.  Every bound left then has the support of the other terms' least,
 * so this is domain consistency.  For = the same is done from above and
 * repeated until nothing moves: bounds consistency over the reals, rounded.
 *
 * != waits until one term is free, counting those that become fixed.
 *
 * A bound that the slack moved is explained by one bound of each other term,
 * the one that low (or from above, high) was summed from: with them a value
 * beyond the new bound makes the sum too large (too small). */
#include "config.h"

#include "constraints/invariants.h"

typedef struct {
  CspPropagator base;
  const int64_t *coeffs; /* by position, none 0 */
  int64_t rhs;
  uint32_t *order;    /* positions, free ones first; != has none */
  uint64_t fixed_sum; /* an int64_t, trailed */
  uint32_t n_free;    /* trailed */
} Linear;

typedef struct {
  int64_t low, high;
  int64_t widest; /* the most that one term can differ */
} Range;

/* Passes of a run: bounds that creep are seen between runs. */
enum { PASSES_MAX = 64 };

enum { FROM_LOW, FROM_HIGH }; /* hints: whose slack moved the bound */

static uint64_t
magnitude(int64_t coeff)
{
  return coeff < 0 ? -(uint64_t)coeff : (uint64_t)coeff;
}

static void
save(Linear *self, CspStore *store)
{
  csp_store_save(store, &self->fixed_sum);
  csp_store_save32(store, &self->n_free);
}

/* Takes out the terms that became fixed; gives the range of the sum, and of its
 * widest term: a slack of that size moves nothing. */
static Range
settle(Linear *self, CspStore *store)
{
  uint32_t n_free = self->n_free;
  int64_t fixed_sum = (int64_t)self->fixed_sum;
  Range range = {0, 0, 0};

  for (uint32_t k = 0; k < n_free;) {
    uint32_t position = self->order[k];
    CspVar x = self->base.vars[position];
    int64_t coeff = self->coeffs[position];
    int64_t a = coeff * csp_store_min(store, x);
    int64_t b = coeff * csp_store_max(store, x);
    if (a == b) {
      fixed_sum += a;
      self->order[k] = self->order[--n_free];
      self->order[n_free] = position;
      continue;
    }
    range.low += MIN(a, b);
    range.high += MAX(a, b);
    range.widest = MAX(range.widest, ABS(a - b));
    k++;
  }
  if (n_free != self->n_free) {
    save(self, store);
    self->fixed_sum = (uint64_t)fixed_sum;
    self->n_free = n_free;
  }
  range.low += fixed_sum;
  range.high += fixed_sum;
  return range;
}

/* Keeps a term within `below` of its least and within `above` of its most;
 * neither is negative. */
static bool
tighten(const Linear *self,
        CspStore *store,
        uint32_t position,
        uint64_t below,
        uint64_t above)
{
  CspVar x = self->base.vars[position];
  uint64_t size = magnitude(self->coeffs[position]);
  int64_t min = csp_store_min(store, x), max = csp_store_max(store, x);
  uint64_t width = size * (uint64_t)(max - min);
  bool is_negative = self->coeffs[position] < 0;
  uint64_t up = is_negative ? above : below, down = is_negative ? below : above;

  if (width > up && !csp_store_set_max(store, x, min + (int64_t)(up / size),
                                       is_negative ? FROM_HIGH : FROM_LOW))
    return false;
  return width <= down ||
         csp_store_set_min(store, x, max - (int64_t)(down / size),
                           is_negative ? FROM_LOW : FROM_HIGH);
}

static CspPropResult
le_propagate(CspPropagator *prop, CspStore *store)
{
  Linear *self = (Linear *)prop;
  Range range = settle(self, store);

  if (range.low > self->rhs)
    return csp_store_fail(store);
  if (range.high <= self->rhs)
    return CSP_PROP_ENTAILED;
  if (range.widest <= self->rhs - range.low)
    return CSP_PROP_FIXPOINT;
  for (uint32_t k = 0; k < self->n_free; k++)
    if (!tighten(self, store, self->order[k], (uint64_t)(self->rhs - range.low),
                 UINT64_MAX))
      return CSP_PROP_FAILED;
  return CSP_PROP_FIXPOINT;
}

static CspPropResult
eq_propagate(CspPropagator *prop, CspStore *store)
{
  Linear *self = (Linear *)prop;
  uint32_t n_events, n_passes = 0;

  do {
    Range range = settle(self, store);
    if (range.low > self->rhs || range.high < self->rhs)
      return csp_store_fail(store);
    n_events = store->n_events;
    if (range.widest <= MIN(self->rhs - range.low, range.high - self->rhs))
      break;
    for (uint32_t k = 0; k < self->n_free; k++)
      if (!tighten(self, store, self->order[k],
                   (uint64_t)(self->rhs - range.low),
                   (uint64_t)(range.high - self->rhs)))
        return CSP_PROP_FAILED;
    if (++n_passes == PASSES_MAX)
      return CSP_PROP_AGAIN;
  } while (store->n_events != n_events);
  return self->n_free == 0 ? CSP_PROP_ENTAILED : CSP_PROP_FIXPOINT;
}

/* Adds the bound that a term's least, or most, was read from; gives that. */
static int64_t
add_bound(const Linear *self,
          CspStore *store,
          uint32_t position,
          bool is_low,
          uint32_t before,
          CspReason *out)
{
  CspVar x = self->base.vars[position];
  int64_t coeff = self->coeffs[position], bound;

  if (is_low == (coeff > 0)) {
    bound = csp_store_min_before(store, x, before);
    if (bound > store->root_min[x])
      csp_reason_add(out, csp_fact_ge(x, bound));
  } else {
    bound = csp_store_max_before(store, x, before);
    if (bound < store->root_max[x])
      csp_reason_add(out, csp_fact_le(x, bound));
  }
  return coeff * bound;
}

/* The value nearest to the new bound that the fact rules out, given that the
 * bound on the other side was known. */
static int64_t
ruled_out(CspFact fact, bool is_max)
{
  if (fact.op == CSP_FACT_NE)
    return fact.value;
  return is_max ? fact.value + INT64_C(1) : fact.value - INT64_C(1);
}

static void
bounds_explain(CspPropagator *prop,
               CspStore *store,
               CspFact fact,
               uint32_t hint,
               uint32_t before,
               CspReason *out)
{
  const Linear *self = (const Linear *)prop;
  size_t n_facts = out->n_facts;
  bool is_low = hint == FROM_LOW, is_max = false, is_refuted;
  int64_t sum = 0;

  for (uint32_t i = 0; i < prop->n_vars; i++) {
    if (prop->vars[i] != fact.var) {
      sum += add_bound(self, store, i, is_low, before, out);
      continue;
    }
    is_max = is_low == (self->coeffs[i] > 0);
    sum += self->coeffs[i] * ruled_out(fact, is_max);
  }
  is_refuted = is_low ? sum > self->rhs : sum < self->rhs;
  if (fact.op == CSP_FACT_EQ) {
    CspFact other = fact;
    other.op = is_max ? CSP_FACT_GE : CSP_FACT_LE;
    is_refuted = is_refuted && csp_store_fact_before(store, other, before);
    csp_reason_add(out, other);
  }
  if (is_refuted)
    return;
  /* the bound fell into a hole and moved on */
  out->n_facts = n_facts;
  for (uint32_t i = 0; i < prop->n_vars; i++)
    csp_store_add_facts_before(store, prop->vars[i], before, out);
}

/* Of the one variable that is left. */
static bool
remove_last(const Linear *self, CspStore *store)
{
  int64_t rest = self->rhs - (int64_t)self->fixed_sum;
  uint32_t position = 0;

  while (csp_store_is_fixed(store, self->base.vars[position]))
    position++;
  return rest % self->coeffs[position] != 0 ||
         csp_store_remove(store, self->base.vars[position],
                          rest / self->coeffs[position], CSP_NO_HINT);
}

static CspPropResult
ne_propagate(CspPropagator *prop, CspStore *store)
{
  Linear *self = (Linear *)prop;
  uint32_t n_pending = prop->n_pending;

  prop->n_pending = 0;
  if (n_pending > 0)
    save(self, store);
  for (uint32_t i = 0; i < n_pending; i++) {
    uint32_t position = prop->pending[i];
    self->fixed_sum += (uint64_t)(self->coeffs[position] *
                                  csp_store_value(store, prop->vars[position]));
  }
  self->n_free -= n_pending;
  if (self->n_free > 1)
    return CSP_PROP_FIXPOINT;
  if (self->n_free == 0 && (int64_t)self->fixed_sum == self->rhs)
    return csp_store_fail(store);
  if (self->n_free == 1 && !remove_last(self, store))
    return CSP_PROP_FAILED;
  return CSP_PROP_ENTAILED;
}

static bool
linear_sum(const CspPropagator *prop, const CspStore *store, CspPropSum *out)
{
  const Linear *self = (const Linear *)prop;
  bool is_equal = prop->klass->propagate == eq_propagate;

  *out = (CspPropSum){prop->vars, self->coeffs, prop->n_vars,
                      is_equal ? self->rhs : CSP_NO_LIMIT, self->rhs};
  return true;
}

static const CspPropagatorClass le_class = {
    .name = "linear-le",
    .propagate = le_propagate,
    .explain = bounds_explain,
    .sum = linear_sum,
    .priority = CSP_PRIORITY_LINEAR,
};

static const CspPropagatorClass eq_class = {
    .name = "linear-eq",
    .propagate = eq_propagate,
    .explain = bounds_explain,
    .sum = linear_sum,
    .priority = CSP_PRIORITY_LINEAR,
};

static const CspPropagatorClass ne_class = {
    .name = "linear-ne",
    .propagate = ne_propagate,
    .priority = CSP_PRIORITY_BINARY,
};

static bool
linear_holds(const CspConstraint *con,
             const int32_t *values,
             CspScratch *scratch)
{
  int64_t sum = 0;

  for (uint32_t i = 0; i < con->n_vars; i++)
    sum += con->ints[i] * (int64_t)values[csp_constraint_var(con, i)];
  return csp_relation_holds((CspRelation)con->relation, sum, con->constant);
}

typedef struct {
  CspVar var;
  int64_t coeff;
} Term;

static int
compare_terms(const void *a, const void *b)
{
  CspVar x = ((const Term *)a)->var, y = ((const Term *)b)->var;

  return (x > y) - (x < y);
}

/* The terms by variable, each once, none zero; gives how many. */
static uint32_t
merge_terms(const CspConstraint *con, Term *terms)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < con->n_vars; i++)
    terms[i] = (Term){csp_constraint_var(con, i), con->ints[i]};
  qsort(terms, con->n_vars, sizeof *terms, compare_terms);
  for (uint32_t i = 0; i < con->n_vars;) {
    Term term = terms[i++];
    for (; i < con->n_vars && terms[i].var == term.var; i++)
      term.coeff += terms[i].coeff;
    if (term.coeff != 0)
      terms[n++] = term;
  }
  return n;
}

static bool
is_difference(const Term *terms, uint32_t n)
{
  return n == 2 && terms[0].coeff == -terms[1].coeff &&
         magnitude(terms[0].coeff) == 1;
}

static bool
post_difference(CspPoster *poster,
                const CspConstraint *con,
                const Term *terms,
                CspStrength strength)
{
  bool is_reversed = terms[0].coeff < 0;
  CspVar vars[] = {terms[is_reversed].var, terms[!is_reversed].var};
  CspConstraint relation = {.kind = CSP_CON_RELATION,
                            .relation = con->relation,
                            .vars = vars,
                            .n_vars = 2,
                            .constant = con->constant};

  return csp_family_relation.post(poster, &relation, strength);
}

static void
add(CspStore *store,
    const CspPropagatorClass *klass,
    const Term *terms,
    uint32_t n,
    int sign,
    int64_t rhs)
{
  g_autofree CspVar *vars = g_new(CspVar, n);
  int64_t *coeffs = csp_arena_new_array(store->arena, int64_t, n);
  Linear *self;

  for (uint32_t i = 0; i < n; i++) {
    vars[i] = terms[i].var;
    coeffs[i] = sign * terms[i].coeff;
  }
  self =
      (Linear *)csp_store_add_propagator(store, klass, sizeof(Linear), vars, n);
  self->coeffs = coeffs;
  self->rhs = sign * rhs;
  self->n_free = n;
  if (klass == &ne_class) {
    csp_store_subscribe_all(store, &self->base, CSP_ON_FIX_TRACKED);
    return;
  }
  self->order = csp_arena_new_array(store->arena, uint32_t, n);
  for (uint32_t i = 0; i < n; i++)
    self->order[i] = i;
  if (klass == &eq_class) {
    csp_store_subscribe_all(store, &self->base, CSP_ON_BOUNDS);
    return;
  }
  for (uint32_t i = 0; i < n; i++)
    csp_store_subscribe(store, &self->base, i,
                        coeffs[i] > 0 ? CSP_ON_MIN : CSP_ON_MAX);
}

static bool
linear_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  g_autofree Term *terms = g_new(Term, con->n_vars);
  uint32_t n = merge_terms(con, terms);
  int64_t rhs = con->constant;

  if (n == 0) {
    if (csp_relation_holds((CspRelation)con->relation, 0, rhs))
      return true;
    csp_store_fail(store);
    return false;
  }
  if (is_difference(terms, n))
    return post_difference(poster, con, terms, strength);
  switch ((CspRelation)con->relation) {
  case CSP_RELATION_EQ:
    add(store, &eq_class, terms, n, 1, rhs);
    break;
  case CSP_RELATION_NE:
    add(store, &ne_class, terms, n, 1, rhs);
    break;
  case CSP_RELATION_LT:
    add(store, &le_class, terms, n, 1, rhs - 1);
    break;
  case CSP_RELATION_LE:
    add(store, &le_class, terms, n, 1, rhs);
    break;
  case CSP_RELATION_GT:
    add(store, &le_class, terms, n, -1, rhs + 1);
    break;
  case CSP_RELATION_GE:
    add(store, &le_class, terms, n, -1, rhs);
    break;
  }
  return true;
}

static CspBlockForm
linear_block(const CspConstraint *con, CspStrength strength)
{
  return csp_block_form_matrix(con, CSP_BLOCK_OTHERWISE);
}

const CspFamily csp_family_linear = {
    .name = "linear",
    .blurb = "weighted sum op c",
    .holds = linear_holds,
    .post = linear_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .invariant = &csp_linear_invariant,
    .violation = csp_linear_violation,
    .definition = &csp_linear_definition,
    .block = linear_block,
};
