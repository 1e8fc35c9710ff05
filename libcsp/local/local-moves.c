/* SPDX-License-Identifier: MIT */
/* Moves: a swap within a permutation, another value elsewhere.
 *
 * A variable keeps from the value it left for a while, unless going back gives
 * less violation than was ever seen since the start.  Where a variable has many
 * moves a sample is looked at; among swaps it ends at the first that
 * improves. */
#include "config.h"

#include <string.h>

#include "local/local-private.h"

enum {
  MOVE_ALL = 128,      /* moves of a variable all looked at ... */
  MOVE_COUNTED = 4096, /* where they are counted in a row */
  MOVE_SAMPLE = 50,    /* of this many if there are more */
  SWAP_BATCH = 8,      /* swaps of a sample fetched together */
  SWAP_SAMPLE = 48,    /* at most, and a multiple of it */
};

static bool
is_tabu(const CspLocal *self, const CspLocalMove *move)
{
  if (move->y == CSP_NONE)
    return csp_tabu_list_has(self->tabu, move->x, move->value, self->step);
  return csp_tabu_list_has(self->tabu, move->x, self->values[move->y],
                           self->step) ||
         csp_tabu_list_has(self->tabu, move->y, self->values[move->x],
                           self->step);
}

/* What the move adds to the violation, whatever the weights. */
static int64_t
plain_change(const CspLocal *self, const CspLocalMove *move)
{
  CspInvariantSet *set = self->set;

  if (!set->is_weighted)
    return move->change;
  set->is_weighted = false;
  int64_t change = move->y == CSP_NONE
                       ? csp_invariant_set_change(set, move->x, move->value)
                       : csp_invariant_set_change_swap(set, move->x, move->y);
  set->is_weighted = true;
  return change;
}

/* Keeps the better of the two moves; ties are broken at random. */
static void
consider(CspLocal *self, CspLocalMove *best, const CspLocalMove *move)
{
  if (best->x != CSP_NONE && move->change > best->change)
    return;
  if (is_tabu(self, move) &&
      self->counts.violation + plain_change(self, move) >= self->least)
    return;
  uint32_t n_ties = 1;
  if (best->x != CSP_NONE && move->change == best->change) {
    n_ties = ++best->n_ties;
    if (csp_random_below(&self->random, n_ties) != 0)
      return;
  }
  *best = *move;
  best->n_ties = n_ties;
}

static const CspLines *
lines_of(const CspLocal *self, const CspLocalPermutation *permutation)
{
  return &self->lines[permutation - self->problem.permutations];
}

static int64_t
change_swap(const CspLocal *self, const CspLines *lines, CspVar x, CspVar y)
{
  return lines->n > 0 && !self->set->is_weighted
             ? csp_lines_change_swap(lines, self->values, x, y)
             : csp_invariant_set_change_swap(self->set, x, y);
}

/* What follows through definitions can make a single evaluation long. */
static bool
is_interrupted(CspLocal *self)
{
  return self->set->definitions != NULL && csp_local_is_over(self);
}

static void
consider_swap(CspLocal *self,
              CspLocalMove *best,
              const CspLines *lines,
              CspVar x,
              CspVar y)
{
  if (x == y ||
      (self->looked_at != NULL && self->looked_at[y] == (uint32_t)self->step) ||
      is_interrupted(self))
    return; /* nothing, or seen from the other side */
  self->counts.evaluations++;
  CspLocalMove move = {
      .x = x, .y = y, .change = change_swap(self, lines, x, y)};
  consider(self, best, &move);
}

static void
consider_value(CspLocal *self, CspLocalMove *best, CspVar x, int32_t value)
{
  if (value == self->values[x] || is_interrupted(self))
    return;
  self->counts.evaluations++;
  CspLocalMove move = {.x = x,
                       .y = CSP_NONE,
                       .value = value,
                       .change = csp_invariant_set_change(self->set, x, value)};
  consider(self, best, &move);
}

static void
consider_interval(
    CspLocal *self, CspLocalMove *best, CspVar x, int32_t min, uint32_t n)
{
  int64_t changes[MOVE_ALL];

  self->counts.evaluations += n;
  csp_invariant_set_changes(self->set, x, min, n, changes);
  for (uint32_t i = 0; i < n; i++) {
    CspLocalMove move = {
        .x = x, .y = CSP_NONE, .value = min + (int32_t)i, .change = changes[i]};
    if (move.value != self->values[x])
      consider(self, best, &move);
  }
}

/* Is one of a block of counts at most the limit? */
static bool
has_at_most(const uint16_t *counts, uint16_t limit)
{
  typedef uint16_t Block
      __attribute__((vector_size(CSP_COUNTS_BLOCK * sizeof(uint16_t))));
  Block block;
  uint64_t words[sizeof(Block) / sizeof(uint64_t)], any = 0;

  memcpy(&block, counts, sizeof block);
  block = (Block)(block <= limit);
  memcpy(words, &block, sizeof words);
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
    any |= words[i];
  return any != 0;
}

/* The values of an interval, by their counts.  Few can be chosen: whole blocks
 * of those that are worse than the best are passed over. */
static void
consider_counts(CspLocal *self,
                CspLocalMove *best,
                CspVar x,
                const CspLocalDomain *domain,
                const uint16_t *counts)
{
  int32_t value = self->values[x];
  uint32_t n = domain->n_values;
  int64_t now = counts[(int64_t)value - domain->min];

  self->counts.evaluations += n;
  for (uint32_t start = 0; start < n; start += CSP_COUNTS_BLOCK) {
    int64_t limit = best->x == CSP_NONE ? UINT16_MAX : best->change + now;
    if (limit < 0)
      return;
    if (!has_at_most(counts + start, (uint16_t)MIN(limit, UINT16_MAX)))
      continue;
    uint32_t end = MIN(n, start + CSP_COUNTS_BLOCK);
    for (uint32_t i = start; i < end; i++) {
      CspLocalMove move = {.x = x,
                           .y = CSP_NONE,
                           .value = domain->min + (int32_t)i,
                           .change = counts[i] - now};
      if (counts[i] <= limit && move.value != value)
        consider(self, best, &move);
    }
  }
}

/* Fetches what the swaps with each will ask for: the partners are anywhere. */
static void
fetch_swaps(const CspLocal *self,
            const CspLines *lines,
            CspVar x,
            const CspVar *partners)
{
  if (lines->n == 0)
    return;
  for (int b = 0; b < SWAP_BATCH; b++)
    __builtin_prefetch(&self->values[partners[b]]);
  for (int b = 0; b < SWAP_BATCH; b++)
    csp_lines_fetch_swap(lines, self->values, x, partners[b]);
}

static void
look_at_swaps(CspLocal *self,
              CspLocalMove *best,
              CspVar x,
              const CspLocalPermutation *permutation)
{
  const CspLines *lines = lines_of(self, permutation);
  uint32_t n = permutation->n_vars;
  CspVar partners[SWAP_BATCH];

  if (n <= MOVE_ALL) {
    for (uint32_t i = 0; i < n; i++)
      consider_swap(self, best, lines, x, csp_local_member(permutation, i));
    return;
  }
  for (int k = 0; k < SWAP_SAMPLE; k++) {
    if (best->x != CSP_NONE && best->change < 0)
      return;
    if (k % SWAP_BATCH == 0) {
      for (int b = 0; b < SWAP_BATCH; b++)
        partners[b] =
            csp_local_member(permutation, csp_random_below(&self->random, n));
      fetch_swaps(self, lines, x, partners);
    }
    consider_swap(self, best, lines, x, partners[k % SWAP_BATCH]);
  }
}

static void
look_at_values(CspLocal *self,
               CspLocalMove *best,
               CspVar x,
               const CspLocalDomain *domain)
{
  uint32_t n = domain->n_values;
  const uint16_t *counts =
      domain->values == NULL && n <= MOVE_COUNTED
          ? csp_invariant_set_peek_counts(self->set, x, domain->min)
          : NULL;

  if (counts != NULL) {
    consider_counts(self, best, x, domain, counts);
    return;
  }
  if (n <= MOVE_ALL && domain->values == NULL &&
      !csp_definitions_has_input(self->set->definitions, x)) {
    consider_interval(self, best, x, domain->min, n);
    return;
  }
  if (n <= MOVE_ALL) {
    for (uint32_t i = 0; i < n; i++)
      consider_value(self, best, x, csp_local_domain_value(domain, i));
    return;
  }
  consider_value(self, best, x, domain->min);
  consider_value(self, best, x, domain->max);
  if (domain->values == NULL) {
    if (self->values[x] > domain->min)
      consider_value(self, best, x, self->values[x] - 1);
    if (self->values[x] < domain->max)
      consider_value(self, best, x, self->values[x] + 1);
  }
  for (int k = 0; k < MOVE_SAMPLE; k++)
    consider_value(
        self, best, x,
        csp_local_domain_value(domain, csp_random_below(&self->random, n)));
}

void
csp_local_look_at(CspLocal *self, CspLocalMove *best, CspVar x)
{
  const CspLocalPermutation *permutation = csp_local_permutation_of(self, x);

  if (permutation != NULL)
    look_at_swaps(self, best, x, permutation);
  else
    look_at_values(self, best, x, csp_local_domain_of(self, x));
}

CspLocalMove
csp_local_random_move(CspLocal *self, CspVar x)
{
  const CspLocalPermutation *permutation = csp_local_permutation_of(self, x);
  uint32_t i = csp_random_below(&self->random, csp_local_count_moves(self, x));
  CspLocalMove move = {.x = x, .y = CSP_NONE};

  self->counts.evaluations++;
  if (permutation != NULL) {
    move.y = csp_local_member(permutation, i);
    if (move.y == x)
      move.x = CSP_NONE;
    else
      move.change = change_swap(self, lines_of(self, permutation), x, move.y);
  } else {
    move.value = csp_local_domain_value(csp_local_domain_of(self, x), i);
    move.change = csp_invariant_set_change(self->set, x, move.value);
  }
  return move;
}

void
csp_local_make_move(CspLocal *self, const CspLocalMove *move, int64_t tenure)
{
  CspVar x = move->x, y = move->y;
  int64_t until = self->step + tenure;
  int64_t change = plain_change(self, move);

  if (is_interrupted(self))
    return; /* what the move changes may be unknown */
  csp_tabu_list_forbid(self->tabu, x, self->values[x], until);
  if (y == CSP_NONE) {
    csp_invariant_set_move(self->set, x, move->value);
  } else {
    csp_tabu_list_forbid(self->tabu, y, self->values[y], until);
    csp_invariant_set_swap(self->set, x, y);
  }
  if (self->set->definitions != NULL && self->set->definitions->is_cut) {
    self->is_complete = false;
    return;
  }
  csp_local_list_around(self, x, y);
  self->counts.violation += change;
  self->counts.moves++;
  csp_local_note_violation(self);
  if (self->hooks.move != NULL)
    self->hooks.move(self->hooks.data, x, y);
}
