/* SPDX-License-Identifier: MIT */
/* Values t1, t2 ... occur for the first time in this order: where t(j + 1)
 * occurs, t(j) does before it (Law and Lee 2004), to domain consistency.
 *
 * Reading the list from its start, the state is the number of values t1 ... tj
 * met.  From state s the values up to t(s + 1), and those that are none of
 * them, can follow; t(s + 1) leads to s + 1.  A higher state allows all that a
 * lower one does, so that a position is judged by two numbers (for two values
 * they are Law and Lee's; for more, checking pairs is weaker, Walsh 2006):
 *
 *   highest    the highest state that can be reached before it: it grows where
 *              t(highest + 1) is in the domain.  first[j] is where the highest
 *              state becomes j, so that t(j + 1) is impossible up to there
 *   needed     the lowest state behind it from which the rest can follow, found
 *              from the end of the list: before a position it is one less if
 *              t(needed) is in the domain, else at least the lowest number
 *              of the domain's values less one
 *
 * A value is supported if it follows the highest state and leads to one that is
 * at least `needed`; where highest is less than that, t(needed) is the only
 * one.  Without repeated variables neither step changes what the other reads:
 * what the first removes is above the highest state, and what the second fixes
 * has the value that made the state grow there.
 *
 * first[] is saved and only grows, so that a branch of the search removes
 * each value at most once a position; a run costs O(number of values) besides,
 * and O(1) a position from the last one to the first that is not fixed, as long as
 * domains contain t1 or more values than there are t. */
#include "config.h"

#include <string.h>

#include "constraints/invariants.h"

typedef struct {
  int32_t value;
  uint32_t number; /* its place in the list of values, from 1 */
} Number;

typedef struct {
  CspPropagator base;
  uint32_t n_fixed; /* the positions before this one are fixed; saved */
  uint32_t n_values;
  const int32_t *values; /* t(j) is values[j - 1] */
  const Number *numbers; /* by value */
  uint32_t *first;       /* position + 1, by j; first[0] is 0; saved */
} Precede;

static int
compare_numbers(const void *a, const void *b)
{
  const Number *x = a, *y = b;

  if (x->value != y->value)
    return x->value < y->value ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* The values in ascending order, with their places. */
static void
sort_values(const int32_t *values, size_t n, Number *out)
{
  for (size_t k = 0; k < n; k++)
    out[k] = (Number){values[k], (uint32_t)k + 1};
  if (n > 0)
    qsort(out, n, sizeof *out, compare_numbers);
}

/* The first entry of the value; n: there is none. */
static size_t
find_value(const Number *numbers, size_t n, int64_t value)
{
  size_t low = 0, high = n;

  while (low < high) {
    size_t middle = (low + high) / 2;
    if (numbers[middle].value < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n && numbers[low].value == value ? low : n;
}

/* Meaning ------------------------------------------------------------------ */

/* Where each value, by its place in the list, occurs first; n_vars: nowhere. */
static const uint32_t *
find_first(const CspConstraint *con, const int32_t *values, CspScratch *scratch)
{
  size_t n = con->n_ints;
  Number *numbers =
      csp_scratch_get(scratch, n * (sizeof(Number) + sizeof(uint32_t)));
  uint32_t *first = (uint32_t *)(numbers + n);

  sort_values(con->ints, n, numbers);
  for (size_t k = 0; k < n; k++)
    first[k] = con->n_vars;
  for (uint32_t p = con->n_vars; p-- > 0;) {
    int32_t value = values[csp_constraint_var(con, p)];
    for (size_t k = find_value(numbers, n, value);
         k < n && numbers[k].value == value; k++)
      first[numbers[k].number - 1] = p;
  }
  return first;
}

/* How many values come too early, or without the one before. */
static int64_t
precede_violation(const CspConstraint *con,
                  const int32_t *values,
                  CspScratch *scratch)
{
  const uint32_t *first = find_first(con, values, scratch);
  int64_t violation = 0;

  for (size_t k = 1; k < con->n_ints; k++)
    violation += first[k] < con->n_vars && first[k] <= first[k - 1];
  return violation;
}

static bool
precede_holds(const CspConstraint *con,
              const int32_t *values,
              CspScratch *scratch)
{
  return precede_violation(con, values, scratch) == 0;
}

/* Propagation -------------------------------------------------------------- */

static bool
has_value(const Precede *self, const CspStore *store, uint32_t p, uint32_t j)
{
  return csp_store_has(store, self->base.vars[p], self->values[j - 1]);
}

/* Removes t(j) from the positions from .. to - 1. */
static bool
remove_value(const Precede *self,
             CspStore *store,
             uint32_t j,
             uint32_t from,
             uint32_t to)
{
  for (uint32_t p = from; p < to; p++)
    if (!csp_store_remove(store, self->base.vars[p], self->values[j - 1],
                          CSP_NO_HINT))
      return false;
  return true;
}

static bool
move_firsts(Precede *self, CspStore *store)
{
  uint32_t n = self->base.n_vars, before = 0;

  for (uint32_t j = 1; j <= self->n_values; j++) {
    uint32_t old = self->first[j], first = MAX(old, before + 1);
    if (old > n)
      break;
    while (first <= n && !has_value(self, store, first - 1, j))
      first++;
    if (first != old) {
      csp_store_save32(store, &self->first[j]);
      self->first[j] = first;
      if (j < self->n_values &&
          !remove_value(self, store, j + 1, old, MIN(first, n)))
        return false;
    }
    before = first;
  }
  return true;
}

/* The lowest number of the domain's values, 0 for a value without number; only
 * whether it is above 1 matters where it is not. */
static uint32_t
lowest_number(const Precede *self, const CspStore *store, uint32_t p)
{
  CspVar x = self->base.vars[p];
  uint32_t lowest = UINT32_MAX;

  if (csp_store_size(store, x) > self->n_values || has_value(self, store, p, 1))
    return 0;
  CSP_STORE_FOREACH_VALUE(store, x, v)
  {
    size_t k = find_value(self->numbers, self->n_values, v);
    if (k == self->n_values)
      return 0;
    lowest = MIN(lowest, self->numbers[k].number);
  }
  return lowest;
}

/* Fixes what later positions need; *out_state is the highest state that the
 * fixed positions reach. */
static bool
go_back(Precede *self, CspStore *store, uint32_t *out_state)
{
  uint32_t needed = 0, highest = self->n_values;

  for (uint32_t p = self->base.n_vars; p-- > self->n_fixed;) {
    while (self->first[highest] > p)
      highest--;
    bool is_able = needed > 0 && has_value(self, store, p, needed);
    if (is_able && highest < needed &&
        !csp_store_fix(store, self->base.vars[p], self->values[needed - 1],
                       CSP_NO_HINT))
      return false;
    if (is_able) {
      needed--;
    } else {
      uint32_t lowest = lowest_number(self, store, p);
      needed = MAX(needed, lowest > 0 ? lowest - 1 : 0);
    }
    if (highest < needed) {
      csp_store_fail(store);
      return false;
    }
  }
  while (self->first[highest] > self->n_fixed)
    highest--;
  *out_state = highest;
  return true;
}

static void
skip_fixed(Precede *self, CspStore *store)
{
  uint32_t n = self->n_fixed;

  while (n < self->base.n_vars && csp_store_is_fixed(store, self->base.vars[n]))
    n++;
  if (n != self->n_fixed) {
    csp_store_save32(store, &self->n_fixed);
    self->n_fixed = n;
  }
}

static CspPropResult
precede_propagate(CspPropagator *prop, CspStore *store)
{
  Precede *self = (Precede *)prop;
  uint32_t state = 0;
  uint64_t n_changes;

  do {
    n_changes = store->n_changes;
    if (!move_firsts(self, store) || !go_back(self, store, &state))
      return CSP_PROP_FAILED;
  } while (store->n_changes != n_changes && !csp_store_is_stopped(store));
  skip_fixed(self, store);
  return state == self->n_values || self->n_fixed == prop->n_vars
             ? CSP_PROP_ENTAILED
             : CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass precede_class = {
    .name = "value-precede",
    .propagate = precede_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

/* How many values at the start are different from all others.  The first one
 * that is not would have to precede itself, so that it cannot occur, nor can
 * what comes after it. */
static uint32_t
count_possible(const Number *numbers, size_t n)
{
  uint32_t n_possible = (uint32_t)n;

  for (size_t k = 1; k < n; k++)
    if (numbers[k].value == numbers[k - 1].value)
      n_possible = MIN(n_possible, numbers[k - 1].number - 1);
  return n_possible;
}

static bool
precede_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);
  g_autofree Number *sorted = g_new(Number, con->n_ints);

  sort_values(con->ints, con->n_ints, sorted);
  uint32_t n_values = count_possible(sorted, con->n_ints);
  for (uint32_t p = 0; p < con->n_vars; p++) {
    vars[p] = csp_constraint_var(con, p);
    for (size_t k = n_values; k < con->n_ints; k++)
      if (!csp_store_remove(store, vars[p], con->ints[k], CSP_NO_HINT))
        return false;
  }
  if (n_values == 0)
    return true;

  Precede *self = (Precede *)csp_store_add_propagator(
      store, &precede_class, sizeof *self, vars, con->n_vars);
  Number *numbers = csp_arena_new_array(store->arena, Number, n_values);
  sort_values(con->ints, n_values, numbers);
  self->n_values = n_values;
  self->values =
      csp_arena_dup(store->arena, con->ints, n_values * sizeof *self->values);
  self->numbers = numbers;
  self->first = csp_arena_new_array0(store->arena, uint32_t, n_values + 1);
  csp_store_subscribe_all(store, &self->base, CSP_ON_DOMAIN);
  return true;
}

const CspFamily csp_family_value_precede = {
    .name = "value-precede",
    .blurb = "values occur first in this order",
    .holds = precede_holds,
    .post = precede_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = precede_violation,
};
