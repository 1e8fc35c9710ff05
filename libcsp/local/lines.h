/* SPDX-License-Identifier: MIT */
/* Permutations under nothing but lines.
 *
 * A line (invariant.h) is counters and two numbers.  Where every invariant over
 * the variables of a permutation is one, a value is tested and a swap evaluated
 * without a call: a million queens are placed in the time that calls would
 * take. */
#pragma once

#include "local/invariant-set.h"

typedef struct {
  uint32_t n; /* 0: other invariants too, or none */
  CspInvariant *invs[CSP_INVARIANT_RANGES];
  /* By variable instead of position: the key of value v of x is
   * v + start + step * x. */
  CspInvariantLine lines[CSP_INVARIANT_RANGES];
} CspLines;

/* The lines over these variables (vars NULL: first, first + 1 ...), if that is
 * all there is. */
void csp_lines_find(CspLines *lines,
                    const CspInvariantSet *set,
                    const CspVar *vars,
                    CspVar first,
                    uint32_t n_vars);

static inline int64_t
csp_lines_change_swap(const CspLines *lines,
                      const int32_t *values,
                      CspVar x,
                      CspVar y)
{
  int64_t change = 0;

  for (uint32_t l = 0; l < lines->n; l++)
    change +=
        csp_line_change_swap(&lines->lines[l], x, values[x], y, values[y]);
  return change;
}

/* Fetches what csp_lines_change_swap() will read of y. */
static inline void
csp_lines_fetch_swap(const CspLines *lines,
                     const int32_t *values,
                     CspVar x,
                     CspVar y)
{
  for (uint32_t l = 0; l < lines->n; l++) {
    const CspInvariantLine *line = &lines->lines[l];
    csp_counters_fetch(line->counters, csp_line_key(line, x, values[y]));
    csp_counters_fetch(line->counters, csp_line_key(line, y, values[x]));
    csp_counters_fetch(line->counters, csp_line_key(line, y, values[y]));
  }
}
