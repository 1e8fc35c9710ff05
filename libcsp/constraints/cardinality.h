/* SPDX-License-Identifier: MIT */
/* The propagators of global cardinality: counting, and a flow that runs after
 * it. */
#pragma once

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
  uint32_t low = 0, high = self->n_values;

  if (high == 0 || value < self->values[0] || value > self->values[high - 1])
    return self->n_values;
  if (self->values[high - 1] - (int64_t)self->values[0] + 1 == high)
    return (uint32_t)(value - self->values[0]);
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (self->values[middle] <= value)
      low = middle;
    else
      high = middle;
  }
  return self->values[low] == value ? low : self->n_values;
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
