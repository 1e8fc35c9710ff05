/* SPDX-License-Identifier: MIT */
/* Looking values up in ascending lists. */
#pragma once

#include <stdint.h>

/* The place of the first of n values that is not less; n: there is none. */
static inline uint32_t
csp_sorted_lower(const int32_t *values, uint32_t n, int64_t value)
{
  uint32_t low = 0, high = n;

  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (values[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
