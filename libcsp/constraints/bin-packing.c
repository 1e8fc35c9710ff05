/* SPDX-License-Identifier: MIT */
/* Items in bins: the sizes of a bin's items sum up to its load, or to at most
 * its capacity.
 *
 * After Shaw (2004).  Of a bin are known the items that are in it, required,
 * and those that may be, the candidates.  What it holds lies between bounds:
 *
 *   - from the required items to those with all candidates, and within its load
 *   - what all items need and the other bins do not hold at most; and what they
 *     need at least it does not hold
 *   - not where no sum of candidates is: see no_sum()
 *
 * A candidate that the bin cannot hold, or without which it cannot be filled,
 * by size or by sums, is put out or in.
 *
 * The sums: let A be the k largest candidates, C some of the smallest, and B
 * the k + 1 smallest outside C.  A set with at most k outside C sums up to at
 * most A + C, one with more to at least B.  So nothing lies between A + C and
 * B, exclusively; all k with the most in C that stays below a number are tried
 * in one pass.
 *
 * A run costs O(items + candidates of all bins), and their square in each bin
 * that has few. */
#include "config.h"

#include <stdlib.h>

#include "constraints/family.h"
#include "constraints/scheduling.h"

/* Bins with more candidates are not asked what they sum up to without one. */
enum { MAX_SHAVED = 64 };

typedef struct {
  int64_t required, possible;
  int64_t low, high; /* of what it holds */
} Bin;

typedef struct {
  CspPropagator base;
  uint32_t n_items, n_bins; /* the items come first in the scope */
  const int32_t *sizes, *loads;
  int64_t first; /* the number of the first bin */
  bool is_exact;
  int64_t total;
  uint32_t *order; /* items with a size, the largest first */
  uint32_t n_order;
  uint32_t *open, n_open; /* those of them that are not fixed */
  Bin *bins;
  uint32_t *candidates, n_candidates; /* of one bin */
  int64_t *sums;                      /* of the first candidates */
} Packing;

/* The sum of the first n candidates, one of them left out. */
static int64_t
sum_of(const Packing *self, uint32_t n, uint32_t left_out)
{
  return n <= left_out
             ? self->sums[n]
             : self->sums[n + 1] - self->sizes[self->candidates[left_out]];
}

/* Is no sum of candidates, without the one left out (or n_candidates), within
 * low .. high?  Then the sums next to that are at most out_below and at least
 * out_above. */
static bool
no_sum(const Packing *self,
       uint32_t left_out,
       int64_t low,
       int64_t high,
       int64_t *out_below,
       int64_t *out_above)
{
  uint32_t n = self->n_candidates - (left_out < self->n_candidates);
  uint32_t begin = 0; /* C is what comes from there on */
  int64_t all = sum_of(self, n, left_out);

  if (low <= 0 || high >= all)
    return low > high || high < 0 || low > all;
  for (uint32_t k = 0; k < n; k++) {
    int64_t largest = sum_of(self, k, left_out);
    if (largest >= low)
      return false;
    while (largest + all - sum_of(self, begin, left_out) >= low)
      begin++;
    /* begin is above k: all of them are not below low */
    int64_t above =
        sum_of(self, begin, left_out) - sum_of(self, begin - k - 1, left_out);
    if (above > high) {
      *out_below = largest + all - sum_of(self, begin, left_out);
      *out_above = above;
      return true;
    }
  }
  return false;
}

static void
measure_bins(Packing *self, const CspStore *store)
{
  const CspVar *vars = self->base.vars;

  for (uint32_t b = 0; b < self->n_bins; b++)
    self->bins[b] = (Bin){0};
  self->n_open = 0;
  for (uint32_t k = 0; k < self->n_order; k++) {
    uint32_t i = self->order[k];
    if (csp_store_is_fixed(store, vars[i])) {
      self->bins[csp_store_value(store, vars[i]) - self->first].required +=
          self->sizes[i];
      continue;
    }
    self->open[self->n_open++] = i;
    CSP_STORE_FOREACH_VALUE(store, vars[i], v)
    self->bins[v - self->first].possible += self->sizes[i];
  }
}

static bool
bound_bins(Packing *self, CspStore *store)
{
  int64_t sum_low = 0, sum_high = 0;

  for (uint32_t b = 0; b < self->n_bins; b++) {
    Bin *bin = &self->bins[b];
    bin->possible += bin->required;
    bin->low = bin->required;
    if (self->is_exact)
      bin->low =
          MAX(bin->low, csp_term_min(&self->base, store, self->loads[b]));
    bin->high =
        MIN(bin->possible, csp_term_max(&self->base, store, self->loads[b]));
    sum_low += bin->low;
    sum_high += bin->high;
  }
  for (uint32_t b = 0; b < self->n_bins; b++) {
    Bin *bin = &self->bins[b];
    int64_t low = bin->low, high = bin->high;
    bin->low = MAX(low, self->total - (sum_high - high));
    bin->high = MIN(high, self->total - (sum_low - low));
    if (bin->low > bin->high)
      return csp_store_fail(store) != CSP_PROP_FAILED;
  }
  return true;
}

static void
list_candidates(Packing *self, const CspStore *store, uint32_t b)
{
  uint32_t n = 0;

  self->sums[0] = 0;
  for (uint32_t k = 0; k < self->n_open; k++) {
    uint32_t i = self->open[k];
    if (!csp_store_has(store, self->base.vars[i], self->first + b))
      continue;
    self->candidates[n] = i;
    self->sums[n + 1] = self->sums[n] + self->sizes[i];
    n++;
  }
  self->n_candidates = n;
}

/* Moves the bounds to where sums are. */
static bool
bound_by_sums(Packing *self, CspStore *store, Bin *bin)
{
  int64_t low = bin->low - bin->required, high = bin->high - bin->required;
  uint32_t n = self->n_candidates;
  int64_t below, above;

  if (no_sum(self, n, low, high, &below, &above))
    return csp_store_fail(store) != CSP_PROP_FAILED;
  if (no_sum(self, n, low, low, &below, &above))
    bin->low = bin->required + above;
  if (no_sum(self, n, high, high, &below, &above))
    bin->high = bin->required + below;
  return true;
}

static bool
filter_candidates(Packing *self, CspStore *store, uint32_t b)
{
  const Bin *bin = &self->bins[b];
  int64_t low = bin->low - bin->required, high = bin->high - bin->required;
  int64_t rest = bin->possible - bin->required;
  bool is_shaved = self->n_candidates <= MAX_SHAVED;
  int64_t below, above;

  for (uint32_t k = 0; k < self->n_candidates; k++) {
    CspVar var = self->base.vars[self->candidates[k]];
    int64_t size = self->sizes[self->candidates[k]];
    bool is_out =
        size > high ||
        (is_shaved && no_sum(self, k, low - size, high - size, &below, &above));
    bool is_in = rest - size < low ||
                 (is_shaved && no_sum(self, k, low, high, &below, &above));
    if ((is_out &&
         !csp_store_remove(store, var, self->first + b, CSP_NO_HINT)) ||
        (is_in && !csp_store_fix(store, var, self->first + b, CSP_NO_HINT)))
      return false;
  }
  return true;
}

static bool
filter_bin(Packing *self, CspStore *store, uint32_t b)
{
  const CspPropagator *prop = &self->base;
  Bin *bin = &self->bins[b];

  if (bin->possible > bin->required) {
    list_candidates(self, store, b);
    /* a bin before may have taken some */
    bin->possible = bin->required + self->sums[self->n_candidates];
    bin->high = MIN(bin->high, bin->possible);
    if (bin->low > bin->high)
      return csp_store_fail(store) != CSP_PROP_FAILED;
    if (!bound_by_sums(self, store, bin) || !filter_candidates(self, store, b))
      return false;
  }
  return csp_term_set_min(prop, store, self->loads[b], bin->low) &&
         (!self->is_exact ||
          csp_term_set_max(prop, store, self->loads[b], bin->high));
}

static CspPropResult
packing_propagate(CspPropagator *prop, CspStore *store)
{
  Packing *self = (Packing *)prop;

  for (uint32_t i = 0; i < self->n_items; i++)
    if (!csp_store_set_min(store, prop->vars[i], self->first, CSP_NO_HINT) ||
        !csp_store_set_max(store, prop->vars[i], self->first + self->n_bins - 1,
                           CSP_NO_HINT))
      return CSP_PROP_FAILED;
  measure_bins(self, store);
  if (!bound_bins(self, store))
    return CSP_PROP_FAILED;
  for (uint32_t b = 0; b < self->n_bins && !csp_store_is_stopped(store); b++)
    if (!filter_bin(self, store, b))
      return CSP_PROP_FAILED;
  return CSP_PROP_AGAIN;
}

static const CspPropagatorClass packing_class = {
    .name = "bin-packing",
    .propagate = packing_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

static const int32_t *
loads_of(const CspConstraint *con, uint32_t *out_n_bins)
{
  size_t n_items = (size_t)con->ints[0];

  *out_n_bins = (uint32_t)(con->n_ints - 1 - n_items);
  return con->ints + 1 + n_items;
}

/* What bins hold beyond, or short of, their loads; and the items in none. */
static int64_t
packing_violation(const CspConstraint *con,
                  const int32_t *values,
                  CspScratch *scratch)
{
  uint32_t n_bins;
  const int32_t *loads = loads_of(con, &n_bins);
  int64_t *held = csp_scratch_get(scratch, sizeof *held * n_bins);
  int64_t violation = 0;

  for (uint32_t b = 0; b < n_bins; b++)
    held[b] = 0;
  for (uint32_t i = 0; i < (uint32_t)con->ints[0]; i++) {
    int64_t b = values[csp_constraint_var(con, i)] - con->constant;
    if (b >= 0 && b < n_bins)
      held[b] += con->ints[1 + i];
    else
      violation += 1 + (int64_t)con->ints[1 + i];
  }
  for (uint32_t b = 0; b < n_bins; b++) {
    int64_t over = held[b] - csp_term_value(con, loads[b], values);
    violation += over >= 0                          ? over
                 : con->relation == CSP_RELATION_EQ ? -over
                                                    : 0;
  }
  return MIN(violation, CSP_MAX_VIOLATION);
}

static bool
packing_holds(const CspConstraint *con,
              const int32_t *values,
              CspScratch *scratch)
{
  return packing_violation(con, values, scratch) == 0;
}

static int
compare_sizes(gconstpointer a, gconstpointer b, gpointer data)
{
  const int32_t *sizes = data;
  int32_t x = sizes[*(const uint32_t *)a], y = sizes[*(const uint32_t *)b];

  return (x < y) - (x > y);
}

static bool
packing_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  CspArena *arena = store->arena;
  uint32_t n_items = (uint32_t)con->ints[0], n_bins;
  const int32_t *loads = loads_of(con, &n_bins);
  Packing *self = (Packing *)csp_post_over_scope(
      store, &packing_class, sizeof *self, con, CSP_ON_DOMAIN);

  self->n_items = n_items;
  self->n_bins = n_bins;
  self->first = con->constant;
  self->is_exact = con->relation == CSP_RELATION_EQ;
  self->sizes = csp_arena_dup(arena, con->ints + 1, n_items * sizeof(int32_t));
  self->loads = csp_arena_dup(arena, loads, n_bins * sizeof(int32_t));
  self->order = csp_arena_new_array(arena, uint32_t, n_items);
  self->open = csp_arena_new_array(arena, uint32_t, n_items);
  self->candidates = csp_arena_new_array(arena, uint32_t, n_items);
  self->sums = csp_arena_new_array(arena, int64_t, (size_t)n_items + 1);
  self->bins = csp_arena_new_array(arena, Bin, n_bins);
  for (uint32_t i = 0; i < n_items; i++) {
    self->total += self->sizes[i];
    if (self->sizes[i] > 0)
      self->order[self->n_order++] = i;
  }
  if (self->n_order > 0)
    g_qsort_with_data(self->order, (gint)self->n_order, sizeof *self->order,
                      compare_sizes, (gpointer)self->sizes);
  return true;
}

const CspFamily csp_family_bin_packing = {
    .name = "bin-packing",
    .blurb = "items in bins, by loads or capacities",
    .holds = packing_holds,
    .post = packing_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = packing_violation,
};
