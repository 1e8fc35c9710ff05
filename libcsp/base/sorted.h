/* SPDX-License-Identifier: MIT */
/* Ascending lists: made, and looked up in. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void csp_sort_ints(int32_t *values, size_t n);
void csp_sort_vars(uint32_t *vars, size_t n);

/* Drop repetitions, too; what is left stands first. */
size_t csp_sort_distinct_ints(int32_t *values, size_t n);
size_t csp_sort_distinct_vars(uint32_t *vars, size_t n);

/* Number after number, the first that differs decides. */
int csp_compare_rows(const int32_t *a, const int32_t *b, uint32_t width);
void csp_sort_rows(int32_t *rows, size_t n_rows, uint32_t width);
/* Drops repetitions, too. */
size_t csp_sort_distinct_rows(int32_t *rows, size_t n_rows, uint32_t width);

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

static inline bool
csp_sorted_has(const int32_t *values, uint32_t n, int64_t value)
{
  uint32_t i = csp_sorted_lower(values, n, value);

  return i < n && values[i] == value;
}
