/* SPDX-License-Identifier: MIT */
/* Equal and intersecting domains.  Two words are compared by a shift; otherwise
 * bounds are made equal first, for most wide domains have no holes, and values
 * are looked at one by one only where there are some. */
#include "config.h"

#include "base/sorted.h"
#include "constraints/filter.h"

/* A bound that lands in a hole moves on, and the other must follow: each round
 * moves one of them, until they agree. */
bool
csp_filter_equal_bounds(
    CspStore *store, CspVar x, CspVar y, int64_t c, uint32_t hint)
{
  while (csp_store_min(store, x) != csp_store_min(store, y) + c)
    if (!csp_store_set_min(store, x, csp_store_min(store, y) + c, hint) ||
        !csp_store_set_min(store, y, csp_store_min(store, x) - c, hint))
      return false;
  while (csp_store_max(store, x) != csp_store_max(store, y) + c)
    if (!csp_store_set_max(store, x, csp_store_max(store, y) + c, hint) ||
        !csp_store_set_max(store, y, csp_store_max(store, x) - c, hint))
      return false;
  return true;
}

/* Removes from x what y + c lacks. */
static bool
keep_common(CspStore *store, CspVar x, CspVar y, int64_t c, uint32_t hint)
{
  CSP_STORE_FOREACH_VALUE(store, x, v)
  {
    if (!csp_store_has(store, y, v - c) && !csp_store_remove(store, x, v, hint))
      return false;
    if (csp_store_is_stopped(store))
      break;
  }
  return true;
}

static bool
has_holes(const CspStore *store, CspVar x)
{
  return csp_store_max(store, x) - csp_store_min(store, x) + 1 !=
         csp_store_size(store, x);
}

/* x loses what y lacks, then y what is left of x lacks: then they are equal. */
bool
csp_filter_equal(CspStore *store, CspVar x, CspVar y, int64_t c, uint32_t hint)
{
  if (csp_store_is_word(store, x) && csp_store_is_word(store, y))
    return csp_store_keep_word(store, x,
                               csp_filter_shifted_word(store, x, y, c), hint) &&
           csp_store_keep_word(store, y,
                               csp_filter_shifted_word(store, y, x, -c), hint);
  if (!csp_filter_equal_bounds(store, x, y, c, hint))
    return false;
  if (!has_holes(store, x) && !has_holes(store, y))
    return true;
  return keep_common(store, x, y, c, hint) &&
         keep_common(store, y, x, -c, hint);
}

bool
csp_filter_intersects(const CspStore *store, CspVar x, CspVar y)
{
  if (csp_store_is_word(store, x) && csp_store_is_word(store, y))
    return (store->words[x] & csp_filter_shifted_word(store, x, y, 0)) != 0;
  /* leap to the next value of the one, then of the other, until both have it */
  int64_t v = csp_store_min(store, x);
  while (v != INT64_MAX && !csp_store_has(store, y, v)) {
    CspVar leaping = y;
    v = csp_store_next(store, y, v);
    y = x;
    x = leaping;
  }
  return v != INT64_MAX;
}

bool
csp_filter_has_repeats(const CspVar *vars, uint32_t n_vars)
{
  g_autofree CspVar *sorted = g_memdup2(vars, n_vars * sizeof(*vars));

  return csp_sort_distinct_vars(sorted, n_vars) < n_vars;
}
