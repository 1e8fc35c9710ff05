/* SPDX-License-Identifier: MIT */
/* Sorting numbers, variables and rows of numbers.
 *
 * An empty list may be NULL, which qsort() and memcpy() do not allow. */
#include "config.h"

#include "base/sorted.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static int
compare_ints(const void *a, const void *b)
{
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

  return (x > y) - (x < y);
}

static int
compare_vars(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

  return (x > y) - (x < y);
}

void
csp_sort_ints(int32_t *values, size_t n)
{
  if (n > 0)
    qsort(values, n, sizeof *values, compare_ints);
}

void
csp_sort_vars(uint32_t *vars, size_t n)
{
  if (n > 0)
    qsort(vars, n, sizeof *vars, compare_vars);
}

size_t
csp_sort_distinct_ints(int32_t *values, size_t n)
{
  size_t n_kept = 0;

  csp_sort_ints(values, n);
  for (size_t i = 0; i < n; i++)
    if (i == 0 || values[i] != values[n_kept - 1])
      values[n_kept++] = values[i];
  return n_kept;
}

size_t
csp_sort_distinct_vars(uint32_t *vars, size_t n)
{
  size_t n_kept = 0;

  csp_sort_vars(vars, n);
  for (size_t i = 0; i < n; i++)
    if (i == 0 || vars[i] != vars[n_kept - 1])
      vars[n_kept++] = vars[i];
  return n_kept;
}

int
csp_compare_rows(const int32_t *a, const int32_t *b, uint32_t width)
{
  for (uint32_t i = 0; i < width; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

static int
compare_rows(gconstpointer a, gconstpointer b, gpointer width)
{
  return csp_compare_rows(a, b, *(const uint32_t *)width);
}

void
csp_sort_rows(int32_t *rows, size_t n_rows, uint32_t width)
{
  if (n_rows > 0)
    g_qsort_with_data(rows, (gint)n_rows, width * sizeof *rows, compare_rows,
                      &width);
}

size_t
csp_sort_distinct_rows(int32_t *rows, size_t n_rows, uint32_t width)
{
  size_t n_kept = 0;

  csp_sort_rows(rows, n_rows, width);
  for (size_t i = 0; i < n_rows; i++) {
    const int32_t *row = rows + i * width;
    if (n_kept > 0 &&
        csp_compare_rows(rows + (n_kept - 1) * width, row, width) == 0)
      continue;
    memmove(rows + n_kept++ * width, row, width * sizeof *rows);
  }
  return n_kept;
}
