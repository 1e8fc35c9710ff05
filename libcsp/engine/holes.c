/* SPDX-License-Identifier: MIT */
/* Holes of wide intervals.  A removal closes the gap it leaves: every entry
 * behind it whose home lies at or before the gap moves into it, which keeps
 * each probe sequence free of empty slots (Knuth 1973, 6.4, algorithm R). */
#include "config.h"

#include <glib.h>

#include "engine/holes.h"

#define EMPTY INT32_MIN /* no value of a variable */

static uint32_t
home(const CspHoles *holes, int32_t value)
{
  return (uint32_t)(((uint32_t)value * UINT64_C(0x9e3779b97f4a7c15)) >> 32) &
         (holes->n_slots - 1);
}

static uint32_t
find(const CspHoles *holes, int32_t value)
{
  uint32_t slot = home(holes, value);

  while (holes->slots[slot] != EMPTY && holes->slots[slot] != value)
    slot = (slot + 1) & (holes->n_slots - 1);
  return slot;
}

bool
csp_holes_has(const CspHoles *holes, int32_t value)
{
  return holes->n_holes > 0 && holes->slots[find(holes, value)] == value;
}

static void
grow(CspHoles *holes)
{
  int32_t *old = holes->slots;
  uint32_t n_old = holes->n_slots;

  holes->n_slots = n_old == 0 ? 8 : 2 * n_old;
  holes->slots = g_new(int32_t, holes->n_slots);
  for (uint32_t i = 0; i < holes->n_slots; i++)
    holes->slots[i] = EMPTY;
  for (uint32_t i = 0; i < n_old; i++)
    if (old[i] != EMPTY)
      holes->slots[find(holes, old[i])] = old[i];
  g_free(old);
}

size_t
csp_holes_add(CspHoles *holes, int32_t value)
{
  uint32_t before = holes->n_slots;

  if (4 * (holes->n_holes + 1) > 3 * holes->n_slots)
    grow(holes);
  holes->slots[find(holes, value)] = value;
  holes->n_holes++;
  return (holes->n_slots - before) * sizeof(int32_t);
}

void
csp_holes_remove(CspHoles *holes, int32_t value)
{
  uint32_t mask = holes->n_slots - 1, gap = find(holes, value);

  for (uint32_t slot = (gap + 1) & mask; holes->slots[slot] != EMPTY;
       slot = (slot + 1) & mask) {
    uint32_t from_home = (slot - home(holes, holes->slots[slot])) & mask;
    if (from_home >= ((slot - gap) & mask)) {
      holes->slots[gap] = holes->slots[slot];
      gap = slot;
    }
  }
  holes->slots[gap] = EMPTY;
  holes->n_holes--;
}

uint32_t
csp_holes_count(const CspHoles *holes, int64_t first, int64_t last)
{
  uint32_t count = 0;

  if (holes->n_holes == 0 || last < first)
    return 0;
  if (last - first < holes->n_slots) {
    for (int64_t value = first; value <= last; value++)
      count += csp_holes_has(holes, (int32_t)value);
  } else {
    for (uint32_t i = 0; i < holes->n_slots; i++)
      count += holes->slots[i] != EMPTY && holes->slots[i] >= first &&
               holes->slots[i] <= last;
  }
  return count;
}

void
csp_holes_clear(CspHoles *holes)
{
  g_free(holes->slots);
  *holes = (CspHoles){0};
}
