/* SPDX-License-Identifier: MIT */
/* Bounds that creep.
 *
 * x < y and y < x have no solution, but each run moves a bound by one, so that
 * between wide bounds propagation takes as many runs as there are values
 * (Bordeaux, Katsirelos, Narodytska and Vardi 2011).  Such a circle is found on
 * the trail, among the events since some time t.
 *
 * Going back from the last one, each event is a bound that its propagator gave
 * for some others.  Those of them that moved since t are in the set S, and their
 * last moves before are looked at in turn; all else is as it is.  Let every step
 * be such that if the bounds in S were tighter by k, whatever k, what it gives
 * would be so too: a sum does if those of its terms that are in S have together
 * at least the coefficient of the bounded one; of a minimum, a maximum, an
 * absolute and an element of variables the propagator knows (`follows`).  So the
 * bounds in S as they were at t gave others, all tighter by at least 1; hence
 * these give others, tighter by 1 again, and so on: there is no value.
 *
 * That a sum by itself gives no less than the bound on the trail is computed
 * here, so that it does not matter how the propagator came to it.  A bound that
 * moved on over a hole ends the way back. */
#include "config.h"

#include "engine/store.h"

/* Events since t for a short and for a long circle, and looks at events and terms:
 * less than the runs between two calls cost. */
enum { SHORT = 64, LONG = 1 << 13, BUDGET = 1 << 16 };

/* A bound of a variable, and the event that made it so. */
typedef struct {
  CspVar var;
  bool is_max;
  uint32_t event;
} Bound;

struct _CspCreep {
  CspStore *store;
  uint32_t first; /* the event before which none is looked at */
  uint32_t event; /* the one that is explained */
  int budget;
  uint64_t needed[LONG / 64]; /* events that are, from first on */
};

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
last_move(CspCreep *walk, CspVar x, bool is_max, uint32_t before)
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

static bool
is_needed(const CspCreep *walk, uint32_t event)
{
  uint32_t bit = event - walk->first;

  return (walk->needed[bit / 64] >> bit % 64 & 1) != 0;
}

static void
need(CspCreep *walk, uint32_t event)
{
  uint32_t bit = event - walk->first;

  walk->needed[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* Moves of the bound after the event, if it has none before, have been met. */
static bool
is_needed_later(CspCreep *walk, CspVar x, bool is_max)
{
  uint32_t event = last_move(walk, x, is_max, CSP_NO_EVENT);

  return event != CSP_NO_EVENT && is_needed(walk, event);
}

bool
csp_creep_needs(CspCreep *walk, CspVar x, bool is_max)
{
  uint32_t event = last_move(walk, x, is_max, walk->event);

  if (event == CSP_NO_EVENT)
    return is_needed_later(walk, x, is_max);
  need(walk, event);
  return true;
}

static bool
follows_from_sum(CspCreep *walk, const CspPropSum *sum, Bound bound, int64_t v)
{
  int64_t size = 0, shifted = 0, rest;
  uint32_t i = 0;

  while (i < sum->n && sum->vars[i] != bound.var)
    i++;
  if (i == sum->n)
    return false;
  /* sign * sum <= rest has the term +- size * x on the side to be bounded */
  int sign = (sum->coeffs[i] > 0) == bound.is_max ? 1 : -1;
  if ((sign > 0 ? sum->most : sum->least) == CSP_NO_LIMIT)
    return false;
  rest = sign > 0 ? sum->most : -sum->least;
  size = ABS(sum->coeffs[i]);
  walk->budget -= (int)MIN(sum->n, BUDGET);
  for (uint32_t k = 0; k < sum->n && walk->budget > 0; k++) {
    int64_t coeff = sign * sum->coeffs[k];
    bool is_max = coeff < 0;
    if (k == i)
      continue;
    rest -=
        coeff * bound_before(walk->store, sum->vars[k], is_max, bound.event);
    if (csp_creep_needs(walk, sum->vars[k], is_max))
      shifted += ABS(coeff);
  }
  return shifted >= size && size * ((bound.is_max ? v : -v) + 1) > rest;
}

/* Does the bound follow from others as is said above?  These are needed. */
static bool
follows(CspCreep *walk, Bound bound)
{
  CspStore *store = walk->store;
  const CspPropagator *prop = store->props[store->events[bound.event].prop];
  int64_t v = bound_before(store, bound.var, bound.is_max, bound.event + 1);
  CspPropSum sum;

  if (prop == NULL)
    return false;
  walk->event = bound.event;
  if (prop->klass->follows != NULL)
    return prop->klass->follows(
        prop, store, walk,
        (CspPropBound){bound.var, bound.is_max, v, bound.event});
  return prop->klass->sum != NULL && prop->klass->sum(prop, store, &sum) &&
         follows_from_sum(walk, &sum, bound, v);
}

/* The bounds that the event moved, one or both. */
static bool
event_follows(CspCreep *walk, uint32_t event)
{
  CspVar x = walk->store->events[event].var;
  bool is_bound = false;

  for (int is_max = 0; is_max <= 1; is_max++) {
    if (last_move(walk, x, is_max, event + 1) != event)
      continue;
    is_bound = true;
    if (!follows(walk, (Bound){x, is_max, event}))
      return false;
  }
  return is_bound && walk->budget > 0;
}

static bool
goes_round(CspCreep *walk)
{
  for (uint32_t i = walk->store->n_events; i-- > walk->first;)
    if (is_needed(walk, i) && !event_follows(walk, i))
      return false;
  return true;
}

bool
csp_store_creeps(CspStore *store, uint32_t first)
{
  uint32_t n = store->n_events - first;

  for (uint32_t length = SHORT; n > 0; length = LONG) {
    CspCreep walk = {.store = store, .budget = BUDGET};
    walk.first = store->n_events - MIN(n, length);
    need(&walk, store->n_events - 1);
    if (goes_round(&walk)) {
      store->failed_prop = store->events[store->n_events - 1].prop;
      return true;
    }
    if (length == LONG || n <= SHORT)
      return false;
  }
  return false;
}
