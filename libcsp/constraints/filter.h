/* SPDX-License-Identifier: MIT */
/* Steps that several propagators take, for all kinds of domains. */
#pragma once

#include "engine/store.h"

/* The word of y, read as values v + c, over the base of x; both WORD. */
static inline uint64_t
csp_filter_shifted_word(const CspStore *store, CspVar x, CspVar y, int64_t c)
{
  int64_t shift = store->base[y] + c - store->base[x];

  if (shift <= -64 || shift >= 64)
    return 0;
  return shift >= 0 ? store->words[y] << shift : store->words[y] >> -shift;
}

/* Makes the domains of x and y + c the same.  When the search is stopped it
 * may end early, with values too many. */
bool csp_filter_equal(CspStore *store,
                      CspVar x,
                      CspVar y,
                      int64_t c,
                      uint32_t hint) G_GNUC_WARN_UNUSED_RESULT;
/* The same for their smallest and largest values. */
bool csp_filter_equal_bounds(CspStore *store,
                             CspVar x,
                             CspVar y,
                             int64_t c,
                             uint32_t hint) G_GNUC_WARN_UNUSED_RESULT;
/* Have x and y a value in common? */
bool csp_filter_intersects(const CspStore *store, CspVar x, CspVar y);
/* Does a variable stand twice in the scope?  When posting. */
bool csp_filter_has_repeats(const CspVar *vars, uint32_t n_vars);
