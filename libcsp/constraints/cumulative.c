/* SPDX-License-Identifier: MIT */
/* Tasks that share a resource: at no time do those that run demand more than
 * its capacity.
 *
 * Time-tabling.  A task that starts at est .. lst and lasts d runs from lst to
 * est + d, its mandatory part, whatever happens, if that is not empty.  The
 * profile is the sum of the demands of these parts, a list of segments of equal
 * height.  The capacity is at least its peak.  Where a segment outside a task's
 * own part leaves no room for its demand, the task, if it takes any time, does
 * not run: going over the segments from est on, each such segment that the task
 * would run into moves est to the segment's end (and the other way round lst);
 * the durations and demands left are what fits before the next such segment,
 * and beside the mandatory part.  After Gay, Hartert and Schaus (2015), with
 * all tasks in one pass.
 *
 * Durations and demands count by their least; a task without either has no part
 * and is not filtered, so that optional tasks are those that may take no time
 * or nothing.  A pass costs O(n) for the profile, by orders that are kept sorted,
 * and for each task what it looks at of the segments.
 *
 * Once all starts, durations and demands are known every task is its own part
 * and the peak is the truth. */
#include "config.h"

#include <string.h>

#include "constraints/family.h"
#include "constraints/scheduling.h"

/* From its time to the next one's. */
typedef struct {
  int64_t time, height;
} Segment;

typedef struct {
  CspPropagator base;
  uint32_t n; /* tasks; their starts come first in the scope */
  const int32_t *durations, *demands; /* terms */
  int32_t capacity;                   /* a term */
  /* By task, as read when the run began; duration and demand the least. */
  int64_t *est, *lst, *ect, *duration, *demand;
  uint32_t *by_lst, *by_ect, *buffer;
  Segment *segments; /* the last has height 0 */
  uint32_t n_segments;
  int64_t peak;
} Cumulative;

static bool
has_part(const Cumulative *self, uint32_t i)
{
  return self->demand[i] > 0 && self->lst[i] < self->ect[i];
}

static bool
load(Cumulative *self, CspStore *store)
{
  const CspPropagator *prop = &self->base;

  if (!csp_term_set_min(prop, store, self->capacity, 0))
    return false;
  for (uint32_t i = 0; i < self->n; i++) {
    if (!csp_term_set_min(prop, store, self->durations[i], 0) ||
        !csp_term_set_min(prop, store, self->demands[i], 0))
      return false;
    self->est[i] = csp_store_min(store, prop->vars[i]);
    self->lst[i] = csp_store_max(store, prop->vars[i]);
    self->duration[i] = csp_term_min(prop, store, self->durations[i]);
    self->demand[i] = csp_term_min(prop, store, self->demands[i]);
    self->ect[i] = self->est[i] + self->duration[i];
  }
  csp_sort_by_key(self->by_lst, self->n, self->lst, self->buffer);
  csp_sort_by_key(self->by_ect, self->n, self->ect, self->buffer);
  return true;
}

/* The first from k on that has a mandatory part, or n. */
static uint32_t
next_part(const Cumulative *self, const uint32_t *order, uint32_t k)
{
  while (k < self->n && !has_part(self, order[k]))
    k++;
  return k;
}

static void
build_profile(Cumulative *self)
{
  uint32_t begin = next_part(self, self->by_lst, 0);
  uint32_t end = next_part(self, self->by_ect, 0);
  int64_t height = 0;

  self->n_segments = 0;
  self->peak = 0;
  while (end < self->n) {
    int64_t time = self->ect[self->by_ect[end]];
    if (begin < self->n)
      time = MIN(time, self->lst[self->by_lst[begin]]);
    while (end < self->n && self->ect[self->by_ect[end]] == time) {
      height -= self->demand[self->by_ect[end]];
      end = next_part(self, self->by_ect, end + 1);
    }
    while (begin < self->n && self->lst[self->by_lst[begin]] == time) {
      height += self->demand[self->by_lst[begin]];
      begin = next_part(self, self->by_lst, begin + 1);
    }
    self->segments[self->n_segments++] =
        (Segment){.time = time, .height = height};
    self->peak = MAX(self->peak, height);
  }
}

/* The last segment that begins at the time or before, or 0. */
static uint32_t
segment_at(const Cumulative *self, int64_t time)
{
  uint32_t low = 0, high = self->n_segments;

  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (self->segments[middle].time <= time)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Is there no room for the task in the segment?  Its own part is in the
 * profile already; its ends are ends of segments. */
static bool
is_blocked(const Cumulative *self, uint32_t i, uint32_t k, int64_t capacity)
{
  const Segment *segment = &self->segments[k];

  return segment->height + self->demand[i] > capacity &&
         !(has_part(self, i) && segment->time >= self->lst[i] &&
           segment->time < self->ect[i]);
}

static int64_t
earliest_start(const Cumulative *self, uint32_t i, int64_t capacity)
{
  int64_t start = self->est[i];

  for (uint32_t k = segment_at(self, start);
       k < self->n_segments &&
       self->segments[k].time < start + self->duration[i] &&
       start <= self->lst[i];
       k++)
    if (is_blocked(self, i, k, capacity))
      start = MAX(start, self->segments[k + 1].time);
  return start;
}

static int64_t
latest_start(const Cumulative *self, uint32_t i, int64_t capacity)
{
  int64_t start = self->lst[i];
  uint32_t k = segment_at(self, start + self->duration[i] - 1);

  for (k = MIN(k + 1, self->n_segments - 1);
       k > 0 && self->segments[k].time > start && start >= self->est[i]; k--)
    if (self->segments[k - 1].time < start + self->duration[i] &&
        is_blocked(self, i, k - 1, capacity))
      start = self->segments[k - 1].time - self->duration[i];
  return start;
}

/* Whatever the start, the task has ended when the first blocked segment begins
 * that ends after lst; or it takes no time. */
static int64_t
longest_duration(const Cumulative *self,
                 uint32_t i,
                 int64_t longest,
                 int64_t capacity)
{
  for (uint32_t k = segment_at(self, self->lst[i]);
       k + 1 < self->n_segments &&
       self->segments[k].time < self->est[i] + longest;
       k++)
    if (self->segments[k + 1].time > self->lst[i] &&
        is_blocked(self, i, k, capacity))
      return MAX(self->segments[k].time - self->est[i], 0);
  return longest;
}

/* What is left beside the others during the mandatory part; the capacity where
 * there is none. */
static int64_t
largest_demand(const Cumulative *self, uint32_t i, int64_t capacity)
{
  int64_t height = 0;

  for (uint32_t k = segment_at(self, self->lst[i]);
       k + 1 < self->n_segments && self->segments[k].time < self->ect[i]; k++)
    if (self->segments[k + 1].time > self->lst[i])
      height = MAX(height, self->segments[k].height);
  return capacity - (height - (has_part(self, i) ? self->demand[i] : 0));
}

static bool
filter(Cumulative *self, CspStore *store, uint32_t i, int64_t capacity)
{
  const CspPropagator *prop = &self->base;
  CspVar start = prop->vars[i];
  int64_t longest = csp_term_max(prop, store, self->durations[i]);

  if (self->demand[i] > capacity)
    return csp_term_set_max(prop, store, self->durations[i], 0);
  if (self->demand[i] > 0 && self->demand[i] + self->peak > capacity) {
    if (self->duration[i] > 0 && self->est[i] < self->lst[i] &&
        (!csp_store_set_min(store, start, earliest_start(self, i, capacity),
                            CSP_NO_HINT) ||
         !csp_store_set_max(store, start, latest_start(self, i, capacity),
                            CSP_NO_HINT)))
      return false;
    if (self->duration[i] < longest &&
        !csp_term_set_max(prop, store, self->durations[i],
                          longest_duration(self, i, longest, capacity)))
      return false;
  }
  return self->duration[i] == 0 ||
         self->demand[i] == csp_term_max(prop, store, self->demands[i]) ||
         csp_term_set_max(prop, store, self->demands[i],
                          largest_demand(self, i, capacity));
}

static bool
is_known(const Cumulative *self, const CspStore *store, uint32_t i)
{
  const CspPropagator *prop = &self->base;
  int64_t longest = csp_term_max(prop, store, self->durations[i]);
  int64_t largest = csp_term_max(prop, store, self->demands[i]);

  return longest == 0 || largest == 0 ||
         (self->est[i] == self->lst[i] && self->duration[i] == longest &&
          self->demand[i] == largest);
}

static CspPropResult
cumulative_propagate(CspPropagator *prop, CspStore *store)
{
  Cumulative *self = (Cumulative *)prop;
  bool are_known = true;

  if (!load(self, store))
    return CSP_PROP_FAILED;
  build_profile(self);
  if (!csp_term_set_min(prop, store, self->capacity, self->peak))
    return CSP_PROP_FAILED;
  int64_t capacity = csp_term_max(prop, store, self->capacity);
  for (uint32_t i = 0; i < self->n; i++) {
    if (self->duration[i] > 0 &&
        !csp_term_set_min(prop, store, self->capacity, self->demand[i]))
      return CSP_PROP_FAILED;
    if (is_known(self, store, i))
      continue;
    are_known = false;
    if (csp_store_is_stopped(store))
      break;
    if (!filter(self, store, i, capacity))
      return CSP_PROP_FAILED;
  }
  return are_known ? CSP_PROP_ENTAILED : CSP_PROP_AGAIN;
}

static const CspPropagatorClass cumulative_class = {
    .name = "cumulative",
    .propagate = cumulative_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

static uint32_t
count_tasks(const CspConstraint *con)
{
  return (uint32_t)((con->n_ints - 1) / 2);
}

static int64_t
cumulative_violation(const CspConstraint *con,
                     const int32_t *values,
                     CspScratch *scratch)
{
  uint32_t n = count_tasks(con);
  CspUsageEvent *events =
      csp_scratch_get(scratch, sizeof *events * 2 * (size_t)n);
  int64_t capacity = csp_term_value(con, con->ints[2 * (size_t)n], values);
  int64_t violation = capacity < 0 ? -capacity : 0;
  size_t n_events = 0;

  for (uint32_t i = 0; i < n; i++) {
    int64_t start = values[csp_constraint_var(con, i)];
    int64_t duration = csp_term_value(con, con->ints[i], values);
    int64_t demand = csp_term_value(con, con->ints[(size_t)n + i], values);
    violation -= MIN(duration, 0) + MIN(demand, 0);
    if (duration <= 0 || demand <= 0)
      continue;
    events[n_events++] = (CspUsageEvent){.time = start, .change = demand};
    events[n_events++] =
        (CspUsageEvent){.time = start + duration, .change = -demand};
  }
  violation += csp_usage_excess(events, n_events, MAX(capacity, 0));
  return MIN(violation, CSP_MAX_VIOLATION);
}

static bool
cumulative_holds(const CspConstraint *con,
                 const int32_t *values,
                 CspScratch *scratch)
{
  return cumulative_violation(con, values, scratch) == 0;
}

static bool
cumulative_post(CspPoster *poster,
                const CspConstraint *con,
                CspStrength strength)
{
  CspArena *arena = poster->store->arena;
  Cumulative *self = (Cumulative *)csp_post_over_scope(
      poster->store, &cumulative_class, sizeof *self, con, CSP_ON_BOUNDS);
  uint32_t n = count_tasks(con);
  const int32_t *terms =
      csp_arena_dup(arena, con->ints, con->n_ints * sizeof *terms);

  self->n = n;
  self->durations = terms;
  self->demands = terms + n;
  self->capacity = terms[2 * (size_t)n];
  self->est = csp_arena_new_array(arena, int64_t, n);
  self->lst = csp_arena_new_array(arena, int64_t, n);
  self->ect = csp_arena_new_array(arena, int64_t, n);
  self->duration = csp_arena_new_array(arena, int64_t, n);
  self->demand = csp_arena_new_array(arena, int64_t, n);
  self->by_lst = csp_arena_new_array(arena, uint32_t, n);
  self->by_ect = csp_arena_new_array(arena, uint32_t, n);
  self->buffer = csp_arena_new_array(arena, uint32_t, n);
  self->segments = csp_arena_new_array(arena, Segment, 2 * (size_t)n);
  for (uint32_t i = 0; i < n; i++)
    self->by_lst[i] = self->by_ect[i] = i;
  return true;
}

const CspFamily csp_family_cumulative = {
    .name = "cumulative",
    .blurb = "tasks within the capacity of a resource",
    .holds = cumulative_holds,
    .post = cumulative_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = cumulative_violation,
};
