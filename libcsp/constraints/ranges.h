/* SPDX-License-Identifier: MIT */
/* Domains against sets given as ranges: pairs min, max that ascend and do not
 * touch. */
#pragma once

#include "engine/store.h"

/* Has x a value inside a range, or with is_gap one outside them all? */
bool csp_ranges_meet(const CspStore *store,
                     CspVar x,
                     const int32_t *ranges,
                     uint32_t n_ranges,
                     bool is_gap);
/* Keeps x inside the ranges, or outside them.  What is cut from the middle of a
 * wide interval is cut only where it is narrow, for an interval keeps a hole for
 * each value; out_is_left: a wide part is still there. */
bool csp_ranges_keep(CspStore *store,
                     CspVar x,
                     const int32_t *ranges,
                     uint32_t n_ranges,
                     bool is_inside,
                     bool *out_is_left) G_GNUC_WARN_UNUSED_RESULT;

/* From the definition: is the value in one of the n_ints / 2 ranges? */
static inline bool
csp_ranges_have(const int32_t *ints, size_t n_ints, int64_t value)
{
  bool is_inside = false;

  for (size_t i = 0; i + 1 < n_ints; i += 2)
    is_inside |= ints[i] <= value && value <= ints[i + 1];
  return is_inside;
}
