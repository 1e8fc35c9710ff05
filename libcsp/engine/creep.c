/* SPDX-License-Identifier: MIT */
/* Bounds that creep.
 *
 * x < y and y < x have no solution, but each run moves a bound by one, so that
 * between wide bounds propagation takes as many runs as there are values
 * (Bordeaux, Katsirelos, Narodytska and Vardi 2011).  Such a circle is found on
 * the trail.  Going back from a bound that a sum moved, to the bound of another
 * of its terms that moved last before, and so on, the same bound of the same
 * variable comes again, less tight.
 *
 * Each step back is an inference of the sum: with the other terms as they are, x
 * is at least v because y is at least u.  If both have coefficients of one size,
 * then it also gives x at least v + k from y at least u + k, for any k.  So does
 * the whole circle: from x at least v it gives x at least v + gain, whatever v
 * is, and x has no value.
 *
 * That the sum by itself gives no less than the bound on the trail is computed
 * here, so that it does not matter how the propagator came to it.  A bound that
 * moved on over a hole ends the way back.
 *
 * The circle is found as Brent (1980) does: the bound met after 1, 2, 4, ...
 * steps is kept and compared with those that follow. */
#include "config.h"

#include "engine/store.h"

/* Looks at events and terms: less than the runs between two calls cost. */
enum { BUDGET = 1 << 14 };

/* A bound of a variable, and the event that made it so. */
typedef struct {
  CspVar var;
  bool is_max;
  uint32_t event;
} Bound;

typedef struct {
  CspStore *store;
  uint32_t first; /* the event before which none is looked at */
  int budget;
} Walk;

static bool
moves_bound(const CspEvent *event, uint64_t word_after, bool is_max)
{
  if (event->what != CSP_EVENT_WORD)
    return event->what == (is_max ? CSP_EVENT_MAX : CSP_EVENT_MIN);
  return is_max ? __builtin_clzll(event->old) != __builtin_clzll(word_after)
                : __builtin_ctzll(event->old) != __builtin_ctzll(word_after);
}

/* The last event before `before` that moved this bound, or CSP_NO_EVENT. */
static uint32_t
last_move(Walk *walk, CspVar x, bool is_max, uint32_t before)
{
  const CspStore *store = walk->store;
  uint64_t word = store->words[x];

  for (uint32_t i = store->last_event[x];
       i != CSP_NO_EVENT && i >= walk->first && walk->budget-- > 0;
       i = store->events[i].prev) {
    const CspEvent *event = &store->events[i];
    if (i < before && moves_bound(event, word, is_max))
      return i;
    word = event->old;
  }
  return CSP_NO_EVENT;
}

static int64_t
bound_before(CspStore *store, CspVar x, bool is_max, uint32_t before)
{
  return is_max ? csp_store_max_before(store, x, before)
                : csp_store_min_before(store, x, before);
}

/* Goes on to the bound that *bound follows from, all else being as it is. */
static bool
step_back(Walk *walk, Bound *bound)
{
  CspStore *store = walk->store;
  const CspPropagator *prop = store->props[store->events[bound->event].prop];
  CspPropSum sum;
  int64_t size = 0, size_of_next = 0, rest;
  Bound next = {.event = CSP_NO_EVENT};
  uint32_t i = 0;

  if (prop == NULL || prop->klass->sum == NULL ||
      !prop->klass->sum(prop, store, &sum))
    return false;
  while (i < sum.n && sum.vars[i] != bound->var)
    i++;
  if (i == sum.n)
    return false;
  /* sign * sum <= rest has the term +- size * x on the side to be bounded */
  int sign = (sum.coeffs[i] > 0) == bound->is_max ? 1 : -1;
  if ((sign > 0 ? sum.most : sum.least) == CSP_NO_LIMIT)
    return false;
  rest = sign > 0 ? sum.most : -sum.least;
  size = ABS(sum.coeffs[i]);
  for (uint32_t k = 0; k < sum.n; k++) {
    int64_t coeff = sign * sum.coeffs[k];
    bool is_max = coeff < 0;
    if (k == i)
      continue;
    rest -= coeff * bound_before(store, sum.vars[k], is_max, bound->event);
    uint32_t event = last_move(walk, sum.vars[k], is_max, bound->event);
    if (event == CSP_NO_EVENT ||
        (next.event != CSP_NO_EVENT && event < next.event))
      continue;
    next = (Bound){sum.vars[k], is_max, event};
    size_of_next = ABS(coeff);
  }
  int64_t value =
      bound_before(store, bound->var, bound->is_max, bound->event + 1);
  if (size_of_next != size ||
      size * ((bound->is_max ? value : -value) + 1) <= rest)
    return false;
  walk->budget -= (int)MIN(sum.n, BUDGET);
  *bound = next;
  return true;
}

/* The bound that moved last. */
static bool
find_start(const CspStore *store, uint32_t first, Bound *out)
{
  if (store->n_events <= first)
    return false;

  const CspEvent *last = &store->events[store->n_events - 1];
  *out = (Bound){.var = last->var, .event = store->n_events - 1};
  for (int is_max = 0; is_max <= 1; is_max++)
    if (moves_bound(last, store->words[last->var], is_max)) {
      out->is_max = is_max;
      return true;
    }
  return false;
}

bool
csp_store_creeps(CspStore *store, uint32_t first)
{
  Walk walk = {store, first, BUDGET};
  Bound bound, kept;
  uint32_t n_steps = 0, n_until_next = 1;

  if (!find_start(store, first, &bound))
    return false;
  for (kept = bound; walk.budget > 0; n_steps++) {
    if (n_steps == n_until_next) {
      kept = bound;
      n_steps = 0;
      n_until_next *= 2;
    }
    if (!step_back(&walk, &bound))
      return false;
    if (bound.var == kept.var && bound.is_max == kept.is_max) {
      store->failed_prop = store->events[kept.event].prop;
      return true;
    }
  }
  return false;
}
