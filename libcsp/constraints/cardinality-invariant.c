/* SPDX-License-Identifier: MIT */
/* How many of the assigned variables have each listed value.
 *
 * Each value has demands: the counts that stand for it, or its limits.
 * Violation is how far its number is from them, added up, and in a closed record
 * how many variables have another value.  A move changes two numbers or one
 * count, so that only the demands of one or two values are looked at; a swap of
 * two counted variables changes none. */
#include "config.h"

#include <stdlib.h>

#include "base/sorted.h"
#include "constraints/cardinality.h"
#include "constraints/invariants.h"

#define NO_DEMAND UINT32_MAX

typedef struct {
  CspInvariant base;
  CspCardinality card;    /* its values and sizes */
  uint32_t *first, *next; /* by value, by demand: the demands of a value */
  int32_t *numbers;       /* by value, and of all others */
  int64_t measured;       /* violation; -1: not known */
} Numbers;

/* A demand taken to be another, or NO_DEMAND. */
typedef struct {
  uint32_t demand;
  int32_t value;
} Instead;

static const Instead as_it_is = {.demand = NO_DEMAND};

static int64_t
demand_cost(const Numbers *self,
            uint32_t demand,
            int64_t number,
            Instead instead)
{
  const int32_t *ints = self->base.con->ints;

  if (self->card.n_counts == 0)
    return MAX(ints[3 * demand + 1] - number, 0) +
           MAX(number - ints[3 * demand + 2], 0);
  return llabs(
      number -
      (demand == instead.demand
           ? instead.value
           : csp_invariant_value(&self->base, self->card.n_counted + demand)));
}

static int64_t
cost(const Numbers *self, uint32_t k, int64_t number, Instead instead)
{
  int64_t sum = 0;

  if (k == self->card.n_values)
    return self->card.is_closed ? number : 0;
  for (uint32_t d = self->first[k]; d != NO_DEMAND; d = self->next[d])
    sum += demand_cost(self, d, number, instead);
  return sum;
}

/* With one more variable of value number `added`, unless that is beyond all. */
static int64_t
total_cost(const Numbers *self, uint32_t added, Instead instead)
{
  int64_t sum = 0;

  for (uint32_t k = 0; k <= self->card.n_values; k++)
    sum += cost(self, k, self->numbers[k] + (k == added), instead);
  return sum;
}

static bool
is_count(const Numbers *self, uint32_t position)
{
  return position >= self->card.n_counted;
}

static uint32_t
number_now(const Numbers *self, uint32_t position)
{
  return csp_cardinality_number(&self->card,
                                csp_invariant_value(&self->base, position));
}

static void
numbers_init(CspInvariant *inv,
             CspArena *arena,
             const CspInvariantBounds *bounds)
{
  Numbers *self = (Numbers *)inv;
  const CspConstraint *con = inv->con;
  bool has_counts = con->kind == CSP_CON_GLOBAL_CARDINALITY;
  uint32_t n = (uint32_t)(has_counts ? con->n_ints : con->n_ints / 3);
  int32_t *values = csp_arena_new_array(arena, int32_t, n);
  CspCardinality *card = &self->card;

  for (uint32_t d = 0; d < n; d++)
    values[d] = con->ints[has_counts ? d : 3 * d];
  card->n_values = (uint32_t)csp_sort_distinct_ints(values, n);
  card->values = values;
  card->n_counts = has_counts ? n : 0;
  card->n_counted = con->n_vars - card->n_counts;
  card->is_closed = con->constant != 0;
  self->first = csp_arena_new_array(arena, uint32_t, card->n_values);
  self->next = csp_arena_new_array(arena, uint32_t, n);
  self->numbers = csp_arena_new_array0(arena, int32_t, card->n_values + 1);
  self->measured = -1;
  for (uint32_t k = 0; k < card->n_values; k++)
    self->first[k] = NO_DEMAND;
  for (uint32_t d = 0; d < n; d++) {
    uint32_t k =
        csp_cardinality_number(card, con->ints[has_counts ? d : 3 * d]);
    self->next[d] = self->first[k];
    self->first[k] = d;
  }
}

/* Limits refuse what is too many; counts are compared when all is there. */
static bool
numbers_test(CspInvariant *inv, uint32_t position, int32_t value)
{
  const Numbers *self = (const Numbers *)inv;
  uint32_t k = self->card.n_values + 1;
  Instead instead = as_it_is;

  if (is_count(self, position))
    instead = (Instead){position - self->card.n_counted, value};
  else
    k = csp_cardinality_number(&self->card, value);
  if (inv->n_assigned + 1 == inv->n_vars)
    return total_cost(self, k, instead) == 0;
  if (k == self->card.n_values)
    return !self->card.is_closed;
  return self->card.n_counts > 0 ||
         self->numbers[k] < inv->con->ints[3 * self->first[k] + 2];
}

static void
count_in(CspInvariant *inv, uint32_t position, int32_t value, int32_t change)
{
  Numbers *self = (Numbers *)inv;

  if (!is_count(self, position))
    self->numbers[csp_cardinality_number(&self->card, value)] += change;
}

static void
numbers_assign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned++;
  count_in(inv, position, value, 1);
  ((Numbers *)inv)->measured = -1;
}

static void
numbers_unassign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned--;
  count_in(inv, position, value, -1);
  ((Numbers *)inv)->measured = -1;
}

static int64_t
numbers_violation(CspInvariant *inv)
{
  Numbers *self = (Numbers *)inv;

  if (inv->n_assigned < inv->n_vars)
    return 0;
  if (self->measured < 0)
    self->measured = total_cost(self, UINT32_MAX, as_it_is);
  return self->measured;
}

/* A counted variable goes from one value to another while a demand changes. */
static int64_t
change_both(const Numbers *self, uint32_t from, uint32_t to, Instead instead)
{
  int64_t change = 0;

  if (from != to)
    change += cost(self, from, self->numbers[from] - 1, instead) -
              cost(self, from, self->numbers[from], as_it_is) +
              cost(self, to, self->numbers[to] + 1, instead) -
              cost(self, to, self->numbers[to], as_it_is);
  if (instead.demand == NO_DEMAND)
    return change;

  uint32_t own =
      csp_cardinality_number(&self->card, self->base.con->ints[instead.demand]);
  if (from == to || (own != from && own != to))
    change += cost(self, own, self->numbers[own], instead) -
              cost(self, own, self->numbers[own], as_it_is);
  return change;
}

static int64_t
numbers_change(CspInvariant *inv, uint32_t position, int32_t value)
{
  const Numbers *self = (const Numbers *)inv;

  if (is_count(self, position))
    return change_both(self, 0, 0,
                       (Instead){position - self->card.n_counted, value});
  return change_both(self, number_now(self, position),
                     csp_cardinality_number(&self->card, value), as_it_is);
}

static int64_t
numbers_change_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  const Numbers *self = (const Numbers *)inv;
  uint32_t count = is_count(self, a) ? a : b, other = count == a ? b : a;
  int32_t value = csp_invariant_value(inv, other);

  if (!is_count(self, count))
    return 0;
  if (is_count(self, other))
    return numbers_change(inv, a, csp_invariant_value(inv, b)) +
           numbers_change(inv, b, csp_invariant_value(inv, a));
  return change_both(self, number_now(self, other), number_now(self, count),
                     (Instead){count - self->card.n_counted, value});
}

static void
numbers_move(CspInvariant *inv, uint32_t position, int32_t value)
{
  Numbers *self = (Numbers *)inv;

  if (self->measured >= 0)
    self->measured += numbers_change(inv, position, value);
  count_in(inv, position, csp_invariant_value(inv, position), -1);
  count_in(inv, position, value, 1);
}

static void
numbers_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  Numbers *self = (Numbers *)inv;
  int32_t value_a = csp_invariant_value(inv, a);
  int32_t value_b = csp_invariant_value(inv, b);

  if (self->measured >= 0)
    self->measured += numbers_change_swap(inv, a, b);
  count_in(inv, a, value_a, -1);
  count_in(inv, b, value_b, -1);
  count_in(inv, a, value_b, 1);
  count_in(inv, b, value_a, 1);
}

static bool
numbers_is_in_conflict(CspInvariant *inv, uint32_t position)
{
  return numbers_violation(inv) > 0;
}

const CspInvariantClass csp_cardinality_invariant = {
    .name = "cardinality",
    .size = sizeof(Numbers),
    .init = numbers_init,
    .test = numbers_test,
    .assign = numbers_assign,
    .unassign = numbers_unassign,
    .violation = numbers_violation,
    .change = numbers_change,
    .change_swap = numbers_change_swap,
    .move = numbers_move,
    .swap = numbers_swap,
    .is_in_conflict = numbers_is_in_conflict,
};
