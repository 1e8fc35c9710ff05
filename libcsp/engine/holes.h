/* SPDX-License-Identifier: MIT */
/* The values missing inside a wide interval: a hash set of its own for each
 * variable that needs one.
 *
 * Open addressing with linear probing and removal by shifting back, so that
 * backtracking leaves no marks.  It is zero when empty and grows by doubling:
 * only a variable that has never had so many holes pays for room. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int32_t *slots;
  uint32_t n_slots; /* a power of two, or 0 */
  uint32_t n_holes;
} CspHoles;

bool csp_holes_has(const CspHoles *holes, int32_t value);
/* value is not in the set; gives the bytes it grew by */
size_t csp_holes_add(CspHoles *holes, int32_t value);
/* value is in the set */
void csp_holes_remove(CspHoles *holes, int32_t value);
/* How many lie in first .. last. */
uint32_t csp_holes_count(const CspHoles *holes, int64_t first, int64_t last);
void csp_holes_clear(CspHoles *holes);
