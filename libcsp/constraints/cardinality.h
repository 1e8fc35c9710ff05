/* SPDX-License-Identifier: MIT */
/* The propagators of global cardinality: counting, and a flow that runs after
 * it. */
#pragma once

#include "base/sorted.h"
#include "engine/store.h"

/* What both know of a constraint.  Values are spoken of by number, their place
 * in the ascending list; n_values itself is the number of all others. */
typedef struct {
  const CspVar *scope; /* the counted variables, then the counts */
  uint32_t n_counted, n_counts;
  const int32_t *values;
  uint32_t n_values;
  /* Between which numbers of variables, by value. */
  const int32_t *low, *up;
  const uint32_t *count_values; /* by count: the number of its value */
  bool is_closed;               /* no other values */
  bool has_repeats;             /* in the scope */
} CspCardinality;

static inline uint32_t
csp_cardinality_number(const CspCardinality *self, int64_t value)
{
  const int32_t *values = self->values;
  uint32_t n = self->n_values;

  if (n == 0 || value < values[0] || value > values[n - 1])
    return n;
  if (values[n - 1] - (int64_t)values[0] + 1 == n)
    return (uint32_t)(value - values[0]);
  uint32_t i = csp_sorted_lower(values, n, value);
  return values[i] == value ? i : n;
}

/* The limits of each number, the counts' bounds included; false: some value has
 * none. */
bool csp_cardinality_read_limits(const CspCardinality *self,
                                 const CspStore *store,
                                 int32_t *out_low,
                                 int32_t *out_up);

void csp_post_cardinality_count(CspStore *store, const CspCardinality *card);
/* The domains' values one by one: CSP_CARDINALITY_MAX_VALUES at most. */
void csp_post_cardinality_flow(CspStore *store, const CspCardinality *card);
enum { CSP_CARDINALITY_MAX_VALUES = 1 << 22 };
