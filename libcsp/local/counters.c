/* SPDX-License-Identifier: MIT */
/* Counters that widen, and counters in a hash table.
 *
 * The hash table probes linearly and holds at most half as many entries as it
 * has room for, because a key is there only while its count is not 0.  An entry
 * that becomes free is filled by the next one of its run that may stand there,
 * so that no search ends too early (Knuth, volume 3, algorithm 6.4R). */
#include "config.h"

#include "base/check.h"
#include "local/counters.h"

enum { SPARSE_FACTOR = 32, SPARSE_MARGIN = 1024 };

void
csp_counters_init(CspCounters *counters,
                  CspArena *arena,
                  int64_t min,
                  int64_t max,
                  uint32_t n_keys)
{
  *counters = (CspCounters){
      .base = min, .span = (uint64_t)(max - min) + 1, .arena = arena};
  if (counters->span <= SPARSE_FACTOR * (uint64_t)n_keys + SPARSE_MARGIN) {
    counters->narrow = csp_arena_new_array0(arena, uint8_t, counters->span);
    return;
  }

  uint64_t size = 4;
  while (size < 2 * (uint64_t)n_keys)
    size *= 2;
  counters->mask = size - 1;
  counters->keys = csp_arena_new_array(arena, int64_t, size);
  counters->wide = csp_arena_new_array0(arena, uint32_t, size);
}

static uint64_t
home_of(const CspCounters *counters, int64_t key)
{
  return (((uint64_t)key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) &
         counters->mask;
}

/* Where the key is, or the free entry where it would be. */
static uint64_t
find(const CspCounters *counters, int64_t key)
{
  uint64_t i = home_of(counters, key);

  while (counters->wide[i] != 0 && counters->keys[i] != key)
    i = (i + 1) & counters->mask;
  return i;
}

static void
close_gap(CspCounters *counters, uint64_t gap)
{
  for (uint64_t i = (gap + 1) & counters->mask; counters->wide[i] != 0;
       i = (i + 1) & counters->mask) {
    uint64_t home = home_of(counters, counters->keys[i]);
    if (((i - home) & counters->mask) < ((i - gap) & counters->mask))
      continue;
    counters->keys[gap] = counters->keys[i];
    counters->wide[gap] = counters->wide[i];
    counters->wide[i] = 0;
    gap = i;
  }
}

static void
widen(CspCounters *counters)
{
  counters->wide =
      csp_arena_new_array(counters->arena, uint32_t, counters->span);
  for (uint64_t i = 0; i < counters->span; i++)
    counters->wide[i] = counters->narrow[i];
  counters->narrow = NULL;
}

uint32_t
csp_counters_get_slow(const CspCounters *counters, int64_t key)
{
  if (counters->keys != NULL)
    return counters->wide[find(counters, key)];
  return counters->wide[key - counters->base];
}

uint32_t
csp_counters_add_slow(CspCounters *counters, int64_t key)
{
  if (counters->keys != NULL) {
    uint64_t i = find(counters, key);
    counters->keys[i] = key;
    return counters->wide[i]++;
  }
  if (counters->narrow != NULL)
    widen(counters);
  return counters->wide[key - counters->base]++;
}

uint32_t
csp_counters_remove_slow(CspCounters *counters, int64_t key)
{
  if (counters->keys == NULL)
    return counters->wide[key - counters->base]--;

  uint64_t i = find(counters, key);
  csp_check(counters->wide[i] != 0);
  uint32_t old = counters->wide[i]--;
  if (old == 1)
    close_gap(counters, i);
  return old;
}
