/* SPDX-License-Identifier: MIT */
/* All-different to bounds consistency, after Lopez-Ortiz, Quimper, Tromp and
 * van Beek (2003): a sort, and a pass each for lower and upper bounds that is
 * nearly linear.
 *
 * A Hall interval has as many variables within it as values; all others must
 * move their bounds out of it.  For the lower bounds the variables are taken by
 * ascending upper end, and each uses up one value of the first gap with room
 * left at or after its lower end.  Gaps lie between the sorted ends of all
 * intervals and are named by their upper end: room[] is what is left in one.
 *
 *   next[]  a full gap points on, towards the gap that has its room; one with
 *           room points back, to the gap with room before it
 *   hall[]  an end within a Hall interval points on, towards its end; any other
 *           points back, to the end before the Hall interval before it
 *
 * When what has been used up reaches the variable's upper end, that is when the
 * room left equals the distance past it, a Hall interval ends there; when it
 * passes that end there is no solution.  Upper bounds are the mirror image and
 * the same code: `step` is the direction in which ends are walked.
 *
 * Both passes start from the same bounds.  Each bound they leave has a support
 * within those, and a support is a solution over the intervals, of which
 * neither pass removes a value.  So both together are the fixpoint, unless a
 * hole moves a bound farther than asked or a variable is in the scope twice. */
#include "config.h"

#include <stdlib.h>

#include "constraints/all-different.h"

typedef struct {
  int64_t min, end; /* with the offset; end is one past the largest value */
  int32_t min_rank, end_rank;
} Interval;

typedef struct {
  CspPropagator base;
  const CspDifferentViews *views;
  Interval *intervals;       /* by position */
  uint32_t *by_min, *by_end; /* positions, sorted; kept from call to call */
  int64_t *ends;             /* 1 .. n_ends, and one beyond on either side */
  int64_t *room;
  int32_t *next, *hall;
  int32_t n_ends;
  bool has_repeats;
} BoundsDifferent;

static void
read_intervals(BoundsDifferent *self, const CspStore *store)
{
  for (uint32_t i = 0; i < self->base.n_vars; i++) {
    int64_t offset = csp_different_offset(self->views, i);
    CspVar x = self->base.vars[i];
    self->intervals[i].min = csp_store_min(store, x) + offset;
    self->intervals[i].end = csp_store_max(store, x) + offset + 1;
  }
}

/* By insertion: the order of the call before is nearly right. */
static void
sort_positions(BoundsDifferent *self)
{
  const Interval *intervals = self->intervals;

  for (uint32_t i = 1; i < self->base.n_vars; i++) {
    uint32_t low = self->by_min[i], high = self->by_end[i], j;
    for (j = i;
         j > 0 && intervals[self->by_min[j - 1]].min > intervals[low].min; j--)
      self->by_min[j] = self->by_min[j - 1];
    self->by_min[j] = low;
    for (j = i;
         j > 0 && intervals[self->by_end[j - 1]].end > intervals[high].end; j--)
      self->by_end[j] = self->by_end[j - 1];
    self->by_end[j] = high;
  }
}

/* Merges both orders into the list of ends, each once. */
static void
rank_ends(BoundsDifferent *self)
{
  Interval *intervals = self->intervals;
  uint32_t n = self->base.n_vars, i = 0, j = 0;
  int32_t rank = 0;

  self->ends[0] = intervals[self->by_min[0]].min - 2;
  while (j < n) {
    Interval *low = i < n ? &intervals[self->by_min[i]] : NULL;
    Interval *high = &intervals[self->by_end[j]];
    bool is_low = low != NULL && low->min <= high->end;
    int64_t end = is_low ? low->min : high->end;
    if (end != self->ends[rank])
      self->ends[++rank] = end;
    if (is_low) {
      low->min_rank = rank;
      i++;
    } else {
      high->end_rank = rank;
      j++;
    }
  }
  self->ends[rank + 1] = self->ends[rank] + 2;
  self->n_ends = rank;
}

static int32_t
root(const int32_t *forest, int32_t end, int32_t step)
{
  while ((forest[end] - end) * step > 0)
    end = forest[end];
  return end;
}

static void
point_to(int32_t *forest, int32_t from, int32_t until, int32_t target)
{
  while (from != until) {
    int32_t following = forest[from];
    forest[from] = target;
    from = following;
  }
}

/* Moves a bound out of Hall intervals, to end number `rank`. */
static bool
move_bound(BoundsDifferent *self,
           CspStore *store,
           uint32_t position,
           int32_t rank,
           int32_t step,
           bool *is_fixpoint)
{
  CspVar x = self->base.vars[position];
  int64_t value =
      self->ends[rank] - csp_different_offset(self->views, position);

  if (step > 0) {
    if (!csp_store_set_min(store, x, value, CSP_NO_HINT))
      return false;
    *is_fixpoint = *is_fixpoint && csp_store_min(store, x) == value;
  } else {
    if (!csp_store_set_max(store, x, value - 1, CSP_NO_HINT))
      return false;
    *is_fixpoint = *is_fixpoint && csp_store_max(store, x) == value - 1;
  }
  return true;
}

/* One direction: step 1 moves lower bounds, step -1 upper ones. */
static bool
move_bounds(BoundsDifferent *self,
            CspStore *store,
            int32_t step,
            bool *is_fixpoint)
{
  uint32_t n = self->base.n_vars;
  const int64_t *ends = self->ends;
  int32_t *next = self->next, *hall = self->hall;
  int32_t first = step > 0 ? 1 : self->n_ends;

  for (int32_t count = 0, e = first; count <= self->n_ends;
       count++, e += step) {
    next[e] = hall[e] = e - step;
    self->room[e] = (ends[e] - ends[e - step]) * step;
  }
  for (uint32_t k = 0; k < n; k++) {
    uint32_t position = step > 0 ? self->by_end[k] : self->by_min[n - 1 - k];
    const Interval *interval = &self->intervals[position];
    int32_t near = step > 0 ? interval->min_rank : interval->end_rank;
    int32_t far = step > 0 ? interval->end_rank : interval->min_rank;

    int32_t gap = root(next, near + step, step);
    int32_t before = next[gap];
    if (--self->room[gap] == 0) {
      next[gap] = gap + step;
      gap = root(next, next[gap], step);
      next[gap] = before;
    }
    point_to(next, near + step, gap, gap);

    int64_t beyond = (ends[gap] - ends[far]) * step;
    if (self->room[gap] < beyond) {
      csp_store_fail(store);
      return false;
    }
    if ((hall[near] - near) * step > 0) {
      int32_t end = root(hall, hall[near], step);
      if (!move_bound(self, store, position, end, step, is_fixpoint))
        return false;
      point_to(hall, near, end, end);
    }
    if (self->room[gap] == beyond) {
      point_to(hall, hall[far], before - step, far);
      hall[far] = before - step;
    }
  }
  return true;
}

static CspPropResult
bounds_propagate(CspPropagator *prop, CspStore *store)
{
  BoundsDifferent *self = (BoundsDifferent *)prop;
  bool is_fixpoint = !self->has_repeats;

  if (self->views->n_open <= 1)
    return CSP_PROP_ENTAILED;
  read_intervals(self, store);
  sort_positions(self);
  rank_ends(self);
  if (!move_bounds(self, store, 1, &is_fixpoint) ||
      !move_bounds(self, store, -1, &is_fixpoint))
    return CSP_PROP_FAILED;
  return is_fixpoint ? CSP_PROP_FIXPOINT : CSP_PROP_AGAIN;
}

static const CspPropagatorClass bounds_class = {
    .name = "all-different bounds",
    .propagate = bounds_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

static int
compare_min(gconstpointer a, gconstpointer b, gpointer data)
{
  const Interval *intervals = data;
  int64_t x = intervals[*(const uint32_t *)a].min;
  int64_t y = intervals[*(const uint32_t *)b].min;

  return (x > y) - (x < y);
}

static int
compare_end(gconstpointer a, gconstpointer b, gpointer data)
{
  const Interval *intervals = data;
  int64_t x = intervals[*(const uint32_t *)a].end;
  int64_t y = intervals[*(const uint32_t *)b].end;

  return (x > y) - (x < y);
}

void
csp_post_different_bounds(CspStore *store,
                          CspDifferentValue *value,
                          const CspDifferentScope *scope)
{
  uint32_t n = value->base.n_vars;
  size_t n_ends = 2 * (size_t)n + 2;
  CspPropagator *prop = csp_store_add_propagator(
      store, &bounds_class, sizeof(BoundsDifferent), value->base.vars, n);
  BoundsDifferent *self = (BoundsDifferent *)prop;

  self->views = &value->views;
  self->has_repeats = scope->has_repeats;
  self->intervals = csp_arena_new_array(store->arena, Interval, n);
  self->by_min = csp_arena_new_array(store->arena, uint32_t, n);
  self->by_end = csp_arena_new_array(store->arena, uint32_t, n);
  self->ends = csp_arena_new_array(store->arena, int64_t, n_ends);
  self->room = csp_arena_new_array(store->arena, int64_t, n_ends);
  self->next = csp_arena_new_array(store->arena, int32_t, n_ends);
  self->hall = csp_arena_new_array(store->arena, int32_t, n_ends);
  read_intervals(self, store);
  for (uint32_t i = 0; i < n; i++)
    self->by_min[i] = self->by_end[i] = i;
  g_qsort_with_data(self->by_min, (int)n, sizeof(uint32_t), compare_min,
                    self->intervals);
  g_qsort_with_data(self->by_end, (int)n, sizeof(uint32_t), compare_end,
                    self->intervals);
  csp_store_subscribe_all(store, prop, CSP_ON_BOUNDS);
}
