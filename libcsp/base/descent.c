/* SPDX-License-Identifier: MIT */
/* Thinning as the points come, by the violation alone, so that the same run
 * keeps the same points whatever the time.
 *
 * From a point that is kept to the next the violation falls by a fraction of
 * itself, 1/2^shift, and by 1 at least; only the last point may be nearer, and
 * then it gives way to the one that comes.  When there is no more room the
 * fraction doubles, and the points are sifted again.  At a half, 64 points take
 * any violation down to 0, so there is room in the end. */
#include "config.h"

#include "base/descent.h"

#include <glib.h>
#include <stdbool.h>

enum { FINEST_SHIFT = 7 };

void
csp_descent_begin(CspDescent *self)
{
  self->start = g_get_monotonic_time();
  self->least = INT64_MAX;
  self->shift = FINEST_SHIFT;
  self->n_points = 0;
}

static bool
is_far(const CspDescent *self,
       const CspDescentPoint *from,
       const CspDescentPoint *to)
{
  return from->violation - to->violation >=
         MAX(1, from->violation >> self->shift);
}

/* Leaves out what is near to the point before, but for the last. */
static void
sift(CspDescent *self)
{
  CspDescentPoint *points = self->points;
  uint32_t n = 1;

  for (uint32_t i = 1; i < self->n_points; i++)
    if (i + 1 == self->n_points || is_far(self, &points[n - 1], &points[i]))
      points[n++] = points[i];
  self->n_points = n;
}

void
csp_descent_add(CspDescent *self, int64_t moves, int64_t violation)
{
  CspDescentPoint *points = self->points;

  self->least = violation;
  if (self->n_points >= 2 &&
      !is_far(self, &points[self->n_points - 2], &points[self->n_points - 1]))
    self->n_points--;
  while (self->n_points == CSP_DESCENT_POINTS) {
    self->shift--;
    sift(self);
  }
  points[self->n_points++] =
      (CspDescentPoint){moves, g_get_monotonic_time() - self->start, violation};
}
