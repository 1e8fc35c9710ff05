/* SPDX-License-Identifier: MIT */
/* The first assignment: random, or greedy.
 *
 * Greedy, variable after variable takes a value that no invariant refuses, out
 * of a sample.  A permutation is dealt by swapping into place one of its values
 * not yet placed; for queens three samples a variable suffice and few are left
 * in conflict (Sosic and Gu 1994).  Variables for which none was found are put
 * off until all others are placed, and then sample among each other's values:
 * these fit no worse than any, and nothing has been placed in conflict that
 * the others would have had to avoid.
 *
 * The first time, variables start where the model's hint says instead, in a
 * permutation the first of those that ask for one value; the others are put
 * off.
 *
 * Large permutations are dealt with the processor's caches in mind.  Values are
 * mixed in chunks of neighbors, and variables sample within a block, so that
 * for a while all samples come from a few chunks and the counters they lead to
 * lie close together.  Chunks are many and small enough for the values to be as
 * good as random; the price is that more variables are put off, about one in
 * fifty. */
#include "config.h"

#include "local/local-private.h"

enum {
  DEAL_CHUNK = 256, /* values that stay together */
  DEAL_CHUNKS = 32, /* of them in a block */
  DEAL_BLOCK = DEAL_CHUNKS * DEAL_CHUNK,
  DEAL_WHOLE = 1 << 17, /* the largest permutation dealt in one block */
  DEAL_POLL = 1024,     /* variables between looks at the stop flag */
  CACHE_LINE = 64,      /* bytes, which are counters here */
  PUT_OFF_FACTOR = 2,   /* samples of a variable put off, in those of others */
  BATCH = 8,            /* samples fetched together */
};

/* A permutation being dealt.  Where there are lines they are looked at as
 * bytes; the key of value v of x is counter v + start + step * x. */
typedef struct {
  CspLocal *self;
  const CspLocalPermutation *permutation;
  const CspLines *lines;
  uint32_t n_lines; /* 0: the invariants are asked */
  uint8_t *counts[CSP_INVARIANT_RANGES];
  uint64_t spans[CSP_INVARIANT_RANGES];
  int64_t starts[CSP_INVARIANT_RANGES], steps[CSP_INVARIANT_RANGES];
} Deal;

/* Once counters have become wider than bytes the invariants are asked. */
static void
read_lines(Deal *deal)
{
  const CspLines *lines = deal->lines;

  deal->n_lines = lines->n;
  for (uint32_t l = 0; l < lines->n; l++) {
    const CspInvariantLine *line = &lines->lines[l];
    deal->counts[l] = line->counters->narrow;
    deal->spans[l] = line->counters->span;
    deal->starts[l] = line->start - line->counters->base;
    deal->steps[l] = line->step;
    if (deal->counts[l] == NULL)
      deal->n_lines = 0;
  }
}

static void
place(CspLocal *self, CspVar x, int32_t value)
{
  csp_invariant_set_assign(self->set, x, value);
  csp_local_set_bit(self->is_placed, x);
}

/* Inlined, with the number of lines a constant. */
#define INLINE static inline __attribute__((always_inline))

INLINE bool
fits(const Deal *deal, uint32_t n_lines, CspVar x, int32_t value)
{
  unsigned all = 0;

  if (n_lines == 0)
    return csp_invariant_set_test(deal->self->set, x, value);
  for (uint32_t l = 0; l < n_lines; l++)
    all |= deal->counts[l][value + deal->starts[l] + deal->steps[l] * x];
  return all == 0;
}

/* A value that fits goes to keys that nobody has: no pair comes to be. */
INLINE void
place_fitting(const Deal *deal, uint32_t n_lines, CspVar x, int32_t value)
{
  CspLocal *self = deal->self;

  if (n_lines == 0) {
    place(self, x, value);
    return;
  }
  for (uint32_t l = 0; l < n_lines; l++) {
    deal->counts[l][value + deal->starts[l] + deal->steps[l] * x] = 1;
    deal->lines->invs[l]->n_assigned++;
  }
  self->values[x] = value;
  csp_local_set_bit(self->is_placed, x);
}

/* While the variables of a block come one after the other, the counters that a
 * chunk leads to move on: fetches the next ones. */
INLINE void
fetch_ahead(const Deal *deal, uint32_t n_lines, CspVar x, const int32_t *bases)
{
  for (uint32_t l = 0; l < n_lines; l++) {
    int64_t ahead =
        deal->starts[l] + deal->steps[l] * x +
        (deal->steps[l] > 0 ? DEAL_CHUNK + CACHE_LINE : -2 * CACHE_LINE);
    for (uint32_t c = 0; c < DEAL_CHUNKS; c++)
      if ((uint64_t)(bases[c] + ahead) < deal->spans[l])
        __builtin_prefetch(&deal->counts[l][bases[c] + ahead], 1);
  }
}

static void
swap_values(CspLocal *self, CspVar x, CspVar y)
{
  int32_t value = self->values[x];

  self->values[x] = self->values[y];
  self->values[y] = value;
}

/* Deals members first to end - 1, whose values are not placed; false: over. */
INLINE bool
deal_block(const Deal *deal, uint32_t n_lines, uint32_t first, uint32_t end)
{
  CspLocal *self = deal->self;
  const CspLocalPermutation *permutation = deal->permutation;
  uint32_t samples = self->settings.samples;
  bool is_fetching = end - first == DEAL_BLOCK;
  int32_t bases[DEAL_CHUNKS];

  for (uint32_t c = 0; is_fetching && c < DEAL_CHUNKS; c++)
    bases[c] =
        self->values[csp_local_member(permutation, first + c * DEAL_CHUNK)];
  for (uint32_t i = first; i < end; i++) {
    CspVar x = csp_local_member(permutation, i), y = x;
    uint32_t n = end - i, k = 0, n_tries = MIN(n, samples);
    uint32_t next = n <= samples ? i + csp_random_below(&self->random, n) : i;
    bool has_found = false;
    if (i % DEAL_POLL == 0 && csp_local_is_over(self))
      return false;
    if (is_fetching && i % CACHE_LINE == 0)
      fetch_ahead(deal, n_lines, x, bases);
    while (k < n_tries && !has_found) {
      if (n > samples)
        next = i + csp_random_below(&self->random, n);
      y = csp_local_member(permutation, next);
      next = next + 1 < end ? next + 1 : i;
      k++;
      has_found = fits(deal, n_lines, x, self->values[y]);
    }
    self->counts.evaluations += k;
    if (has_found) {
      int32_t value = self->values[y];
      self->values[y] = self->values[x];
      place_fitting(deal, n_lines, x, value);
    } else {
      csp_local_list(self, x);
    }
  }
  return true;
}

/* Looks for a value that fits x among those of n variables, at most n_tries;
 * the answer is whose, n if none does.  Batches hide how long memory takes, for
 * these values are anywhere. */
static uint32_t
find_among(const Deal *deal,
           CspVar x,
           const CspVar *others,
           uint32_t n,
           uint32_t n_tries)
{
  CspLocal *self = deal->self;
  uint32_t start = csp_random_below(&self->random, n);
  uint32_t found[BATCH];
  int32_t values[BATCH];

  for (uint32_t k = 0; k < n_tries; k += BATCH) {
    uint32_t n_batch = MIN(BATCH, n_tries - k);
    for (uint32_t b = 0; b < n_batch; b++) {
      found[b] = n == n_tries ? (start + k + b) % n
                              : csp_random_below(&self->random, n);
      __builtin_prefetch(&self->values[others[found[b]]]);
    }
    for (uint32_t b = 0; b < n_batch; b++) {
      values[b] = self->values[others[found[b]]];
      for (uint32_t l = 0; l < deal->n_lines; l++)
        __builtin_prefetch(
            &deal->counts[l][values[b] + deal->starts[l] + deal->steps[l] * x]);
    }
    for (uint32_t b = 0; b < n_batch; b++) {
      self->counts.evaluations++;
      if (fits(deal, deal->n_lines, x, values[b]))
        return found[b];
    }
  }
  return n;
}

/* Deals those put off, which are listed from `first` on.  Those for which there
 * is nothing keep the value they have, in conflict, and stay listed. */
static bool
deal_listed(Deal *deal, uint32_t first)
{
  CspLocal *self = deal->self;
  uint32_t n_kept = first;

  for (uint32_t i = first; i < self->n_listed; i++) {
    CspVar x = self->listed[i];
    uint32_t n = self->n_listed - i;
    uint32_t n_tries = MIN(n, PUT_OFF_FACTOR * self->settings.samples);
    if (i % DEAL_POLL == 0 && csp_local_is_over(self))
      return false;
    uint32_t found = find_among(deal, x, &self->listed[i], n, n_tries);
    if (found < n) {
      swap_values(self, x, self->listed[i + found]);
      place_fitting(deal, deal->n_lines, x, self->values[x]);
      csp_local_clear_bit(self->is_listed, x);
    } else {
      place(self, x, self->values[x]);
      self->listed[n_kept++] = x;
      read_lines(deal);
    }
  }
  self->n_listed = n_kept;
  return true;
}

/* Exchanges whole chunks of the permutation's values at random. */
static void
mix_chunks(CspLocal *self, const CspLocalPermutation *permutation)
{
  uint32_t n_chunks = permutation->n_vars / DEAL_CHUNK;

  for (uint32_t c = 0; c < n_chunks; c++) {
    uint32_t d = c + csp_random_below(&self->random, n_chunks - c);
    for (uint32_t k = 0; c != d && k < DEAL_CHUNK; k++)
      swap_values(self, csp_local_member(permutation, c * DEAL_CHUNK + k),
                  csp_local_member(permutation, d * DEAL_CHUNK + k));
  }
}

static bool
deal_greedily(CspLocal *self, uint32_t index)
{
  const CspLocalPermutation *permutation = &self->problem.permutations[index];
  Deal deal = {
      .self = self, .permutation = permutation, .lines = &self->lines[index]};
  uint32_t n = permutation->n_vars, n_block = n, n_listed = self->n_listed;

  if (n > DEAL_WHOLE) {
    mix_chunks(self, permutation);
    n_block = DEAL_BLOCK;
  }
  read_lines(&deal);
  for (uint32_t first = 0, end; first < n; first = end) {
    end = first + MIN(n_block, n - first);
    bool is_good = deal.n_lines == 2
                       ? deal_block(&deal, 2, first, end)
                       : deal_block(&deal, deal.n_lines, first, end);
    if (!is_good)
      return false;
  }
  return deal_listed(&deal, n_listed);
}

static bool
deal_at_random(CspLocal *self, const CspLocalPermutation *permutation)
{
  uint32_t n = permutation->n_vars;

  for (uint32_t i = 0; i < n; i++) {
    CspVar x = csp_local_member(permutation, i);
    if (i % DEAL_POLL == 0 && csp_local_is_over(self))
      return false;
    swap_values(self, x,
                csp_local_member(permutation,
                                 i + csp_random_below(&self->random, n - i)));
    place(self, x, self->values[x]);
  }
  return true;
}

/* Does the search begin where the model says? */
static bool
is_hinted(const CspLocal *self)
{
  return self->problem.hint != NULL && !self->has_used_hint;
}

/* The index of the value that it says for x; n_values: it says none. */
static uint32_t
hinted_index(const CspLocal *self, CspVar x, const CspLocalDomain *domain)
{
  return x < self->problem.n_hint
             ? csp_local_domain_index(domain, self->problem.hint[x])
             : domain->n_values;
}

/* Gives the members of a permutation what the hint says, by swapping it into
 * place; false: over before the end. */
static bool
deal_by_hint(CspLocal *self, uint32_t index)
{
  const CspLocalPermutation *permutation = &self->problem.permutations[index];
  const CspLocalDomain *domain =
      csp_local_domain_of(self, csp_local_member(permutation, 0));
  Deal deal = {
      .self = self, .permutation = permutation, .lines = &self->lines[index]};
  uint32_t n_values = domain->n_values, n_listed = self->n_listed;
  g_autofree CspVar *owners = g_new(CspVar, n_values + 1); /* last: nobody */

  for (uint32_t v = 0; v <= n_values; v++)
    owners[v] = CSP_NONE;
  for (uint32_t i = 0; i < permutation->n_vars; i++) {
    CspVar x = csp_local_member(permutation, i);
    owners[csp_local_domain_index(domain, self->values[x])] = x;
  }
  for (uint32_t i = 0; i < permutation->n_vars; i++) {
    CspVar x = csp_local_member(permutation, i);
    uint32_t hinted = hinted_index(self, x, domain);
    CspVar y = owners[hinted];
    if (i % DEAL_POLL == 0 && csp_local_is_over(self))
      return false;
    if (y == CSP_NONE || csp_local_get_bit(self->is_placed, y)) {
      csp_local_list(self, x);
      continue;
    }
    owners[csp_local_domain_index(domain, self->values[x])] = y;
    owners[hinted] = x;
    swap_values(self, x, y);
    place(self, x, self->values[x]);
  }
  read_lines(&deal);
  return deal_listed(&deal, n_listed);
}

static bool
deal(CspLocal *self, uint32_t index)
{
  const CspLocalPermutation *permutation = &self->problem.permutations[index];

  csp_lines_find(&self->lines[index], self->set, permutation->vars,
                 permutation->first, permutation->n_vars);
  if (self->settings.is_random_start || permutation->n_vars == 1)
    return deal_at_random(self, permutation);
  if (is_hinted(self))
    return deal_by_hint(self, index);
  return deal_greedily(self, index);
}

static void
place_single(CspLocal *self, CspVar x)
{
  const CspLocalDomain *domain = csp_local_domain_of(self, x);

  uint32_t n = domain->n_values;
  uint32_t hinted = is_hinted(self) ? hinted_index(self, x, domain) : n;

  if (hinted < n) {
    place(self, x, csp_local_domain_value(domain, hinted));
    return;
  }
  uint32_t samples =
      self->settings.is_random_start ? 1 : self->settings.samples;
  bool tries_all = n <= samples;
  uint32_t start = csp_random_below(&self->random, n);
  uint32_t fewest = UINT32_MAX;
  int32_t chosen = domain->min;

  for (uint32_t k = 0; k < MIN(n, samples) && fewest > 0; k++) {
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

  for (uint32_t p = 0; p < self->problem.n_permutations; p++)
    if (!deal(self, p))
      return false;
  if (self->has_singles)
    for (CspVar x = 0; x < self->n_vars; x++) {
      if (csp_local_is_fixed(self, x) ||
          csp_local_permutation_of(self, x) != NULL)
        continue;
      if (csp_local_is_over(self))
        return false;
      place_single(self, x);
    }
  if (self->has_singles || self->settings.is_random_start || is_hinted(self)) {
    if (!csp_local_list_all(self))
      return false;
  }
  self->has_used_hint = true;
  return true;
}
