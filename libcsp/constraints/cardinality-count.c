/* SPDX-License-Identifier: MIT */
/* Global cardinality by counting.
 *
 * Of each value it is known how many variables are fixed to it and how many can
 * have it; the number of variables that will lies between, and within the
 * value's limits.  All numbers, that of the variables with a value not listed
 * included, add up to the number of variables: what the others must and can take
 * bounds each.  When a value's most are fixed to it the others lose it, when its
 * least is all that can have it they get it.
 *
 * Counting is incremental: a row of bits a variable says which values it was
 * known to have, and only the rows of variables whose last event is later than
 * the last call are looked at, bit by bit.  Rows and numbers are trailed.  It
 * runs until it has changed nothing, so that neither repeated variables nor
 * counts that are counted need thought. */
#include "config.h"

#include <string.h>

#include "constraints/cardinality.h"

#define NO_CALL UINT32_MAX

typedef struct {
  CspPropagator base;
  const CspCardinality *card;
  uint32_t n_words;
  uint64_t *rows;        /* trailed; n_words a variable */
  uint32_t *n_possible;  /* trailed; by value: fixed to it, or can be */
  uint32_t *n_fixed;     /* trailed; by value, and of all others */
  uint32_t *open;        /* first the n_open variables not fixed */
  uint32_t n_open;       /* trailed */
  uint32_t events_known; /* trailed; by the last call, or NO_CALL */
  uint64_t stamp;        /* the store's when that was saved last */
  int32_t *low, *up;     /* room for a call */
} Counting;

static void
trailed_add(CspStore *store, uint32_t *number, uint32_t change)
{
  csp_store_save32(store, number);
  *number += change;
}

/* Takes what the variable has lost out of its row. */
static void
read_row(Counting *self, CspStore *store, uint32_t i)
{
  CspVar x = self->base.vars[i];
  uint64_t *row = self->rows + (size_t)i * self->n_words;

  for (uint32_t w = 0; w < self->n_words; w++) {
    uint64_t lost = 0;
    for (uint64_t left = row[w]; left != 0; left &= left - 1) {
      uint32_t k = 64 * w + (uint32_t)__builtin_ctzll(left);
      if (!csp_store_has(store, x, self->card->values[k])) {
        lost |= left & -left;
        trailed_add(store, &self->n_possible[k], UINT32_MAX);
      }
    }
    if (lost != 0) {
      csp_store_save(store, &row[w]);
      row[w] &= ~lost;
    }
  }
}

static void
read_changes(Counting *self, CspStore *store)
{
  uint32_t n_open = self->n_open;

  for (uint32_t k = 0; k < n_open;) {
    uint32_t i = self->open[k];
    CspVar x = self->base.vars[i];
    uint32_t last = store->last_event[x];
    if (self->events_known != NO_CALL &&
        (last == CSP_NO_EVENT || last < self->events_known)) {
      k++;
      continue;
    }
    read_row(self, store, i);
    if (!csp_store_is_fixed(store, x)) {
      k++;
      continue;
    }
    uint32_t number =
        csp_cardinality_number(self->card, csp_store_value(store, x));
    trailed_add(store, &self->n_fixed[number], 1);
    self->open[k] = self->open[--n_open];
    self->open[n_open] = i;
  }
  if (n_open != self->n_open)
    trailed_add(store, &self->n_open, n_open - self->n_open);
  if (self->stamp != store->stamp) {
    csp_store_save32(store, &self->events_known);
    self->stamp = store->stamp;
  }
  self->events_known = store->n_events;
}

/* How many of the open variables have a value that is not listed. */
static int64_t
count_others(const Counting *self, const CspStore *store)
{
  int64_t n = 0;

  for (uint32_t k = 0; k < self->n_open; k++) {
    uint32_t i = self->open[k], n_listed = 0;
    const uint64_t *row = self->rows + (size_t)i * self->n_words;
    for (uint32_t w = 0; w < self->n_words; w++)
      n_listed += csp_popcount64(row[w]);
    n += csp_store_size(store, self->base.vars[i]) > n_listed;
  }
  return n;
}

/* The limits of each value, by the counts, by who has it, and by the sum. */
static bool
find_limits(Counting *self, const CspStore *store)
{
  const CspCardinality *card = self->card;
  int64_t least = self->n_fixed[card->n_values], most = least;
  int64_t n = card->n_counted;

  if (!csp_cardinality_read_limits(card, store, self->low, self->up))
    return false;
  if (card->is_closed && least > 0)
    return false;
  most += card->is_closed ? 0 : count_others(self, store);
  for (uint32_t k = 0; k < card->n_values; k++) {
    self->low[k] = MAX(self->low[k], (int32_t)self->n_fixed[k]);
    self->up[k] = MIN(self->up[k], (int32_t)self->n_possible[k]);
    if (self->low[k] > self->up[k])
      return false;
    least += self->low[k];
    most += self->up[k];
  }
  if (least > n || most < n)
    return false;
  for (uint32_t k = 0; k < card->n_values; k++) {
    int64_t low = self->low[k], up = self->up[k];
    self->low[k] = (int32_t)MAX(low, n - (most - up));
    self->up[k] = (int32_t)MIN(up, n - (least - low));
  }
  return true;
}

static bool
limit_counts(const Counting *self, CspStore *store)
{
  const CspCardinality *card = self->card;

  for (uint32_t c = 0; c < card->n_counts; c++) {
    CspVar count = card->scope[card->n_counted + c];
    uint32_t k = card->count_values[c];
    if (!csp_store_set_min(store, count, self->low[k], CSP_NO_HINT) ||
        !csp_store_set_max(store, count, self->up[k], CSP_NO_HINT))
      return false;
  }
  return true;
}

/* Gives a value to all open variables that have it, or takes it from them. */
static bool
decide(const Counting *self, CspStore *store, uint32_t number, bool is_given)
{
  int64_t value = self->card->values[number];

  for (uint32_t k = 0; k < self->n_open; k++) {
    CspVar x = self->base.vars[self->open[k]];
    if (csp_store_has(store, x, value) &&
        !(is_given ? csp_store_fix(store, x, value, CSP_NO_HINT)
                   : csp_store_remove(store, x, value, CSP_NO_HINT)))
      return false;
  }
  return true;
}

static bool
decide_values(const Counting *self, CspStore *store)
{
  for (uint32_t k = 0; k < self->card->n_values; k++) {
    int32_t n_fixed = (int32_t)self->n_fixed[k];
    int32_t n_possible = (int32_t)self->n_possible[k];
    if (n_fixed == n_possible)
      continue;
    if (n_fixed == self->up[k] && !decide(self, store, k, false))
      return false;
    if (n_possible == self->low[k] && !decide(self, store, k, true))
      return false;
  }
  return true;
}

static CspPropResult
counting_propagate(CspPropagator *prop, CspStore *store)
{
  Counting *self = (Counting *)prop;

  do {
    read_changes(self, store);
    if (!find_limits(self, store))
      return csp_store_fail(store);
    if (!limit_counts(self, store) || !decide_values(self, store))
      return CSP_PROP_FAILED;
    if (csp_store_is_stopped(store))
      return CSP_PROP_AGAIN;
  } while (self->events_known != store->n_events);
  return self->n_open == 0 ? CSP_PROP_ENTAILED : CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass counting_class = {
    .name = "global-cardinality count",
    .propagate = counting_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

void
csp_post_cardinality_count(CspStore *store, const CspCardinality *card)
{
  CspArena *arena = store->arena;
  uint32_t n = card->n_counted, n_values = card->n_values;
  Counting *self = (Counting *)csp_store_add_propagator(
      store, &counting_class, sizeof(Counting), card->scope,
      n + card->n_counts);

  self->card = card;
  self->n_words = (n_values + 63) / 64;
  self->rows = csp_arena_new_array0(arena, uint64_t, (size_t)n * self->n_words);
  self->n_possible = csp_arena_new_array(arena, uint32_t, n_values);
  self->n_fixed = csp_arena_new_array0(arena, uint32_t, n_values + 1);
  self->open = csp_arena_new_array(arena, uint32_t, n);
  self->low = csp_arena_new_array(arena, int32_t, n_values);
  self->up = csp_arena_new_array(arena, int32_t, n_values);
  for (uint32_t k = 0; k < n_values; k++)
    self->n_possible[k] = n;
  for (uint32_t i = 0; i < n; i++) {
    self->open[i] = i;
    for (uint32_t k = 0; k < n_values; k++)
      self->rows[(size_t)i * self->n_words + k / 64] |= UINT64_C(1) << (k % 64);
    csp_store_subscribe(store, &self->base, i, CSP_ON_DOMAIN);
  }
  for (uint32_t c = 0; c < card->n_counts; c++)
    csp_store_subscribe(store, &self->base, n + c, CSP_ON_BOUNDS);
  self->n_open = n;
  self->events_known = NO_CALL;
}
