/* SPDX-License-Identifier: MIT */
/* All-different: values plus offsets are pairwise different.
 *
 * The meaning marks each sum as seen and fails at one seen before: in a word where
 * all are near the first one, else in a bit set where the range of the sums is
 * within 64 times their number, which takes a word a variable, else in a table
 * with open addressing, twice as large. */
#include "config.h"

#include <string.h>

#include "base/bits.h"
#include "constraints/all-different.h"
#include "constraints/filter.h"
#include "constraints/invariants.h"

static inline int64_t
term(const CspConstraint *con, const int32_t *values, uint32_t position)
{
  return values[csp_constraint_var(con, position)] +
         csp_constraint_offset(con, position);
}

typedef enum { WORD_HOLDS, WORD_FAILS, WORD_IS_SHORT } WordAnswer;

/* Values are as many as their bits if and only if all are different. */
static inline WordAnswer
answer_in_word(const CspConstraint *con, const int32_t *values, bool is_plain)
{
  int64_t low = con->n_vars > 0 ? term(con, values, 0) - 31 : 0;
  uint64_t seen = 0, distances = 0;

  for (uint32_t i = 0; i < con->n_vars; i++) {
    int64_t sum = is_plain ? values[con->vars[i]] : term(con, values, i);
    uint64_t distance = (uint64_t)(sum - low);
    distances |= distance;
    seen |= UINT64_C(1) << distance % 64;
  }
  if (distances >= 64)
    return WORD_IS_SHORT;
  return csp_popcount64(seen) == con->n_vars ? WORD_HOLDS : WORD_FAILS;
}

/* Most have a list of variables and no offsets. */
static WordAnswer
hold_in_word(const CspConstraint *con, const int32_t *values)
{
  if (con->vars != NULL && con->n_ints == 0 && !con->is_affine)
    return answer_in_word(con, values, true);
  return answer_in_word(con, values, false);
}

static bool
holds_by_bits(const CspConstraint *con,
              const int32_t *values,
              int64_t min,
              size_t range,
              CspScratch *scratch)
{
  size_t size = (range / 64 + 1) * sizeof(uint64_t);
  uint64_t *seen = csp_scratch_get(scratch, size);

  memset(seen, 0, size);
  for (uint32_t i = 0; i < con->n_vars; i++) {
    size_t distance = (size_t)(term(con, values, i) - min);
    uint64_t bit = UINT64_C(1) << (distance % 64);
    if ((seen[distance / 64] & bit) != 0)
      return false;
    seen[distance / 64] |= bit;
  }
  return true;
}

static bool
holds_by_table(const CspConstraint *con,
               const int32_t *values,
               CspScratch *scratch)
{
  const int64_t empty = INT64_MIN;
  unsigned log_size = 1;
  while ((size_t)1 << log_size < 2 * (size_t)con->n_vars)
    log_size++;
  size_t mask = ((size_t)1 << log_size) - 1;
  int64_t *seen = csp_scratch_get(scratch, (mask + 1) * sizeof(*seen));

  for (size_t slot = 0; slot <= mask; slot++)
    seen[slot] = empty;
  for (uint32_t i = 0; i < con->n_vars; i++) {
    int64_t sum = term(con, values, i);
    size_t slot =
        ((uint64_t)sum * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - log_size);
    for (; seen[slot] != empty; slot = (slot + 1) & mask)
      if (seen[slot] == sum)
        return false;
    seen[slot] = sum;
  }
  return true;
}

static bool
all_different_holds(const CspConstraint *con,
                    const int32_t *values,
                    CspScratch *scratch)
{
  int64_t min = INT64_MAX, max = INT64_MIN;
  WordAnswer answer = hold_in_word(con, values);

  if (answer != WORD_IS_SHORT)
    return answer == WORD_HOLDS;
  for (uint32_t i = 0; i < con->n_vars; i++) {
    int64_t sum = term(con, values, i);
    min = MIN(min, sum);
    max = MAX(max, sum);
  }
  uint64_t range = (uint64_t)max - (uint64_t)min;
  if (range < con->n_vars - 1)
    return false;
  if (range / 64 <= con->n_vars)
    return holds_by_bits(con, values, min, range, scratch);
  return holds_by_table(con, values, scratch);
}

bool
csp_post_all_different_views(CspStore *store,
                             const CspVar *vars,
                             uint32_t n_vars,
                             const int64_t *const *offsets,
                             uint32_t n_views)
{
  csp_post_different_value(store, vars, n_vars, offsets, n_views);
  return !store->has_failed;
}

static CspDifferentScope
measure_scope(const CspStore *store, const CspDifferentViews *views)
{
  CspDifferentScope scope = {
      .min = INT64_MAX,
      .max = INT64_MIN,
      .is_word = true,
      .has_repeats = csp_filter_has_repeats(views->vars, views->n_vars)};

  for (uint32_t i = 0; i < views->n_vars; i++) {
    CspVar x = views->vars[i];
    int64_t offset = csp_different_offset(views, i);
    scope.min = MIN(scope.min, csp_store_min(store, x) + offset);
    scope.max = MAX(scope.max, csp_store_max(store, x) + offset);
    scope.n_values += csp_store_size(store, x);
    scope.is_word = scope.is_word && csp_store_is_word(store, x);
  }
  return scope;
}

/* Domain consistency looks at values one by one: where there are too many of
 * them it is bounds consistency. */
bool
csp_post_all_different(CspStore *store,
                       const CspVar *vars,
                       uint32_t n_vars,
                       const int64_t *offsets,
                       CspStrength strength)
{
  CspDifferentValue *value =
      csp_post_different_value(store, vars, n_vars, &offsets, 1);

  if (value == NULL || strength < CSP_STRENGTH_BOUNDS)
    return !store->has_failed;

  CspDifferentScope scope = measure_scope(store, &value->views);
  uint64_t range = (uint64_t)scope.max - (uint64_t)scope.min;
  if (strength == CSP_STRENGTH_BOUNDS ||
      MIN(scope.n_values, range) > CSP_DIFFERENT_MAX_VALUES)
    csp_post_different_bounds(store, value, &scope);
  else if (scope.is_word && n_vars <= 64 && range < 64)
    csp_post_different_word(store, value, &scope);
  else
    csp_post_different_domain(store, value, &scope);
  return !store->has_failed;
}

static bool
all_different_post(CspPoster *poster,
                   const CspConstraint *con,
                   CspStrength strength)
{
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);
  g_autofree int64_t *offsets = g_new(int64_t, con->n_vars);

  for (uint32_t i = 0; i < con->n_vars; i++) {
    vars[i] = csp_constraint_var(con, i);
    offsets[i] = csp_constraint_offset(con, i);
  }
  return csp_post_all_different(poster->store, vars, con->n_vars, offsets,
                                strength);
}

static CspBlockForm
all_different_block(const CspConstraint *con, CspStrength strength)
{
  if (con->vars != NULL && csp_filter_has_repeats(con->vars, con->n_vars))
    return (CspBlockForm){.shape = CSP_BLOCK_NONE};
  return (CspBlockForm){.shape = CSP_BLOCK_DIFFERENT,
                        .pruning = strength <= CSP_STRENGTH_VALUE
                                       ? CSP_BLOCK_ON_FIX
                                       : CSP_BLOCK_OTHERWISE};
}

const CspFamily csp_family_all_different = {
    .name = "all-different",
    .blurb = "values plus offsets pairwise different",
    .holds = all_different_holds,
    .post = all_different_post,
    .default_strength = CSP_STRENGTH_VALUE,
    .invariant = &csp_all_different_invariant,
    .block = all_different_block,
};
