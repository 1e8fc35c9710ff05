/* SPDX-License-Identifier: MIT */
/* How often each key occurs: the counters of all-different and its like.
 *
 *   span small beside the number of keys counted     a byte a key, or a word
 *                                                    a key once one passes 255
 *   otherwise                                        a hash table
 *
 * In nearly every use counts stay at 0, 1 or 2, and a byte keeps a million
 * queens in the processor's cache. */
#pragma once

#include "base/arena.h"

typedef struct {
  int64_t base;    /* the key of counter 0 */
  uint64_t span;   /* keys base .. base + span - 1 may come */
  uint8_t *narrow; /* one of narrow, wide, keys is there */
  uint32_t *wide;  /* keys: the counts */
  int64_t *keys;   /* a hash table, an entry is free where its count is 0 */
  uint64_t mask;   /* its size - 1 */
  CspArena *arena;
} CspCounters;

/* Counts up to n_keys keys between min and max. */
void csp_counters_init(CspCounters *counters,
                       CspArena *arena,
                       int64_t min,
                       int64_t max,
                       uint32_t n_keys);
uint32_t csp_counters_get_slow(const CspCounters *counters, int64_t key);
/* Both answer the count before. */
uint32_t csp_counters_add_slow(CspCounters *counters, int64_t key);
uint32_t csp_counters_remove_slow(CspCounters *counters, int64_t key);

static inline uint32_t
csp_counters_get(const CspCounters *counters, int64_t key)
{
  if (counters->narrow != NULL)
    return counters->narrow[key - counters->base];
  return csp_counters_get_slow(counters, key);
}

/* The count will be asked for soon. */
static inline void
csp_counters_fetch(const CspCounters *counters, int64_t key)
{
  if (counters->narrow != NULL)
    __builtin_prefetch(&counters->narrow[key - counters->base]);
}

static inline uint32_t
csp_counters_add(CspCounters *counters, int64_t key)
{
  uint8_t *narrow = counters->narrow;

  if (narrow != NULL && narrow[key - counters->base] < UINT8_MAX)
    return narrow[key - counters->base]++;
  return csp_counters_add_slow(counters, key);
}

static inline uint32_t
csp_counters_remove(CspCounters *counters, int64_t key)
{
  if (counters->narrow != NULL)
    return counters->narrow[key - counters->base]--;
  return csp_counters_remove_slow(counters, key);
}

/* What pairs with equal keys become when two of the keys counted become two
 * others, which differ from both: the old ones may be one key, and so may the
 * new ones. */
static inline int64_t
csp_counters_change(const CspCounters *counters,
                    int64_t old_a,
                    int64_t old_b,
                    int64_t new_a,
                    int64_t new_b)
{
  return (int64_t)csp_counters_get(counters, new_a) +
         csp_counters_get(counters, new_b) + (new_a == new_b) -
         csp_counters_get(counters, old_a) - csp_counters_get(counters, old_b) +
         2 + (old_a == old_b);
}
