/* SPDX-License-Identifier: MIT */
/* How the violation went down in a local search: a few of the moments at which
 * it was less than ever before, the first and the last always among them. */
#pragma once

#include <stdint.h>

enum { CSP_DESCENT_POINTS = 100 };

typedef struct {
  int64_t moves;
  int64_t usec; /* since the start */
  int64_t violation;
} CspDescentPoint;

/* Plain data, to be copied as it is. */
typedef struct {
  int64_t start; /* g_get_monotonic_time() */
  int64_t least; /* violation of the last point; INT64_MAX: there is none */
  int shift;     /* how fine it is */
  uint32_t n_points;
  CspDescentPoint points[CSP_DESCENT_POINTS];
} CspDescent;

void csp_descent_begin(CspDescent *self);
void csp_descent_add(CspDescent *self, int64_t moves, int64_t violation);

/* Free where the violation is no less than before. */
static inline void
csp_descent_note(CspDescent *self, int64_t moves, int64_t violation)
{
  if (violation < self->least)
    csp_descent_add(self, moves, violation);
}
