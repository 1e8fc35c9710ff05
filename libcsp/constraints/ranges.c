/* SPDX-License-Identifier: MIT */
/* Domains against sets of ranges.
 *
 * The ranges ascend and do not touch, so going through them tells whether x has
 * a value inside one, and whether it has one between two: the gaps are one more
 * than the ranges. */
#include "config.h"

#include "constraints/ranges.h"

/* Values that are taken out of the middle of a domain at most, a time. */
enum { HOLES_MAX = 4096 };

/* Has x a value within min .. max? */
static bool
meets(const CspStore *store, CspVar x, int64_t min, int64_t max)
{
  return min <= max && csp_store_next(store, x, min - 1) <= max;
}

/* The k-th range, or the gap below it, with k up to n_ranges. */
static void
get_part(const int32_t *ranges,
         uint32_t n_ranges,
         bool is_gap,
         uint32_t k,
         int64_t *out_min,
         int64_t *out_max)
{
  if (!is_gap) {
    *out_min = ranges[2 * k];
    *out_max = ranges[2 * k + 1];
    return;
  }
  *out_min = k > 0 ? ranges[2 * k - 1] + INT64_C(1) : CSP_VALUE_MIN;
  *out_max = k < n_ranges ? ranges[2 * k] - INT64_C(1) : CSP_VALUE_MAX;
}

bool
csp_ranges_meet(const CspStore *store,
                CspVar x,
                const int32_t *ranges,
                uint32_t n_ranges,
                bool is_gap)
{
  int64_t min, max;

  for (uint32_t k = 0; k < n_ranges + is_gap; k++) {
    get_part(ranges, n_ranges, is_gap, k, &min, &max);
    if (meets(store, x, min, max))
      return true;
  }
  return false;
}

/* Takes the values of a range or gap from x; out_is_left: some remain. */
static bool
cut(CspStore *store, CspVar x, int64_t min, int64_t max, bool *out_is_left)
{
  if (!meets(store, x, min, max))
    return true;
  if (csp_store_min(store, x) >= min)
    return csp_store_set_min(store, x, max + 1, CSP_NO_HINT);
  if (csp_store_max(store, x) <= max)
    return csp_store_set_max(store, x, min - 1, CSP_NO_HINT);
  if (max - min >= HOLES_MAX && !csp_store_is_word(store, x)) {
    *out_is_left = true;
    return true;
  }
  for (int64_t v = csp_store_next(store, x, min - 1); v <= max;
       v = csp_store_next(store, x, v))
    if (!csp_store_remove(store, x, v, CSP_NO_HINT))
      return false;
  return true;
}

bool
csp_ranges_keep(CspStore *store,
                CspVar x,
                const int32_t *ranges,
                uint32_t n_ranges,
                bool is_inside,
                bool *out_is_left)
{
  int64_t min, max;

  /* A bound that moves may fall into the part before. */
  for (int pass = 0; pass < 2; pass++) {
    uint32_t n = n_ranges + is_inside;
    *out_is_left = false;
    for (uint32_t i = 0; i < n; i++) {
      get_part(ranges, n_ranges, is_inside, pass == 0 ? i : n - 1 - i, &min,
               &max);
      if (!cut(store, x, min, max, out_is_left))
        return false;
    }
  }
  return true;
}
