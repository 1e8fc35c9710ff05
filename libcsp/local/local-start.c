/* SPDX-License-Identifier: MIT */
/* The start is greedy: variable after variable takes a value that no invariant
 * refuses, out of a sample; a permutation is built by swapping into place one
 * of its values not yet placed.  For queens three samples a variable suffice
 * and few are left in conflict (Sosic and Gu 1994). */
#include "config.h"

#include "local/local-private.h"

enum {
  START_SAMPLE = 50, /* values tried for a variable */
  DEAL_SAMPLE = 100, /* the same in a permutation, and how many of them ... */
  DEAL_NEAR = 10,    /* ... are near */
  DEAL_CHUNK = 256,  /* values that stay together */
  DEAL_BLOCK = 64 * DEAL_CHUNK, /* places that are near each other */
};

static void
place(CspLocal *self, CspVar x, int32_t value)
{
  csp_invariant_set_assign(self->set, x, value);
  csp_local_set_bit(self->is_placed, x);
}

/* Large permutations are dealt with the processor's cache in mind.  Values are
 * mixed in chunks of neighbors, and a variable samples among the next ones, so
 * that for a while all samples come from a few chunks and the counters they
 * lead to lie close together.  Chunks are many and small enough for the values
 * to be as good as random. */
static void
mix_chunks(CspLocal *self, const CspLocalPermutation *permutation)
{
  uint32_t n_chunks = permutation->n_vars / DEAL_CHUNK;

  for (uint32_t c = 0; c < n_chunks; c++) {
    uint32_t d = c + csp_random_below(&self->random, n_chunks - c);
    for (uint32_t k = 0; c != d && k < DEAL_CHUNK; k++) {
      int32_t *x =
          &self->values[csp_local_member(permutation, c * DEAL_CHUNK + k)];
      int32_t *y =
          &self->values[csp_local_member(permutation, d * DEAL_CHUNK + k)];
      int32_t old = *x;
      *x = *y;
      *y = old;
    }
  }
}

/* The permutation's values not yet placed stand at its variables from i on. */
static void
place_member(CspLocal *self, const CspLocalPermutation *permutation, uint32_t i)
{
  CspVar x = csp_local_member(permutation, i);
  uint32_t n = permutation->n_vars - i;
  uint32_t n_near = MIN(n, DEAL_BLOCK - i % DEAL_BLOCK);
  bool tries_all = n <= DEAL_SAMPLE;
  uint32_t start = tries_all ? csp_random_below(&self->random, n) : 0;
  CspVar y = x;
  bool fits = false;

  for (uint32_t k = 0; k < MIN(n, DEAL_SAMPLE) && !fits; k++) {
    uint32_t j =
        tries_all ? (start + k) % n
                  : csp_random_below(&self->random, k < DEAL_NEAR ? n_near : n);
    y = csp_local_member(permutation, i + j);
    self->counts.evaluations++;
    fits = csp_invariant_set_test(self->set, x, self->values[y]);
  }

  int32_t value = self->values[y];
  self->values[y] = self->values[x];
  place(self, x, value);
  if (!fits)
    csp_local_list(self, x);
}

static void
place_single(CspLocal *self, CspVar x)
{
  const CspLocalDomain *domain = csp_local_domain_of(self, x);
  uint32_t n = domain->n_values;
  bool tries_all = n <= START_SAMPLE;
  uint32_t start = csp_random_below(&self->random, n);
  uint32_t fewest = UINT32_MAX;
  int32_t chosen = domain->min;

  for (uint32_t k = 0; k < MIN(n, START_SAMPLE) && fewest > 0; k++) {
    uint32_t j =
        tries_all ? (start + k) % n : csp_random_below(&self->random, n);
    int32_t value = csp_local_domain_value(domain, j);
    self->counts.evaluations++;
    uint32_t refusals = csp_invariant_set_count_refusals(self->set, x, value);
    if (refusals < fewest) {
      fewest = refusals;
      chosen = value;
    }
  }
  place(self, x, chosen);
}

/* Fixed variables come first, so that a conflict with one of them is listed
 * under a variable that can move. */
bool
csp_local_place_all(CspLocal *self)
{
  for (size_t i = 0; i < ((size_t)self->n_vars + 63) / 64; i++)
    for (uint64_t left = self->problem.is_fixed[i]; left != 0;
         left &= left - 1) {
      CspVar x = (CspVar)i * 64 + (CspVar)__builtin_ctzll(left);
      place(self, x, self->values[x]);
    }

  for (uint32_t p = 0; p < self->problem.n_permutations; p++) {
    const CspLocalPermutation *permutation = &self->problem.permutations[p];
    if (permutation->n_vars > DEAL_BLOCK)
      mix_chunks(self, permutation);
    for (uint32_t i = 0; i < permutation->n_vars; i++) {
      if (csp_local_is_over(self))
        return false;
      place_member(self, permutation, i);
    }
  }
  if (!self->has_singles)
    return true;
  for (CspVar x = 0; x < self->n_vars; x++) {
    if (csp_local_is_fixed(self, x) ||
        csp_local_permutation_of(self, x) != NULL)
      continue;
    if (csp_local_is_over(self))
      return false;
    place_single(self, x);
  }
  csp_local_list_all(self);
  return true;
}
