/* SPDX-License-Identifier: MIT */
/* What the constraints on tasks share: a sort that knows that little changes
 * between two propagations, and the excess over a capacity.
 *
 * The sort merges ascending runs in pairs until one is left (natural merge
 * sort, Knuth 1973): one pass over what is sorted, and log of the number of
 * runs otherwise. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "constraints/scheduling.h"

CspPropagator *
csp_post_over_scope(CspStore *store,
                    const CspPropagatorClass *klass,
                    size_t size,
                    const CspConstraint *con,
                    CspWake wake)
{
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);

  for (uint32_t i = 0; i < con->n_vars; i++)
    vars[i] = csp_constraint_var(con, i);
  CspPropagator *prop =
      csp_store_add_propagator(store, klass, size, vars, con->n_vars);
  csp_store_subscribe_all(store, prop, wake);
  return prop;
}

bool
csp_scope_has_repeats(const CspConstraint *con)
{
  g_autofree CspVar *sorted = g_new(CspVar, con->n_vars);

  for (uint32_t i = 0; i < con->n_vars; i++)
    sorted[i] = csp_constraint_var(con, i);
  return csp_sort_distinct_vars(sorted, con->n_vars) < con->n_vars;
}

static uint32_t
end_of_run(const uint32_t *order,
           uint32_t from,
           uint32_t n,
           const int64_t *keys)
{
  uint32_t end = from + 1;

  while (end < n && keys[order[end - 1]] <= keys[order[end]])
    end++;
  return end;
}

/* Merges from .. middle - 1 with middle .. end - 1. */
static void
merge(uint32_t *order,
      uint32_t from,
      uint32_t middle,
      uint32_t end,
      const int64_t *keys,
      uint32_t *buffer)
{
  uint32_t n_left = middle - from, left = 0, right = middle, to = from;

  memcpy(buffer, order + from, n_left * sizeof *order);
  while (left < n_left)
    if (right < end && keys[order[right]] < keys[buffer[left]])
      order[to++] = order[right++];
    else
      order[to++] = buffer[left++];
}

void
csp_sort_by_key(uint32_t *order,
                uint32_t n,
                const int64_t *keys,
                uint32_t *buffer)
{
  for (bool is_sorted = n < 2; !is_sorted;) {
    uint32_t from = 0, middle;
    while (from < n && (middle = end_of_run(order, from, n, keys)) < n) {
      uint32_t end = end_of_run(order, middle, n, keys);
      merge(order, from, middle, end, keys, buffer);
      from = end;
    }
    is_sorted = from == 0;
  }
}

/* What ends at a time comes before what stands there, and that before what
 * begins. */
static int
compare_events(const void *a, const void *b)
{
  const CspUsageEvent *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->change > y->change) - (x->change < y->change);
}

/* height * length, where both are positive. */
static int64_t
area(int64_t height, int64_t length)
{
  return height > CSP_MAX_VIOLATION / length ? CSP_MAX_VIOLATION
                                             : height * length;
}

int64_t
csp_usage_excess(CspUsageEvent *events, size_t n_events, int64_t capacity)
{
  int64_t usage = 0, excess = 0;

  qsort(events, n_events, sizeof *events, compare_events);
  for (size_t i = 0; i < n_events; i++) {
    int64_t length = i > 0 ? events[i].time - events[i - 1].time : 0;
    if (length > 0 && usage > capacity)
      excess += area(usage - capacity, length);
    excess += events[i].change == 0 && usage > 0;
    usage += events[i].change;
    excess = MIN(excess, CSP_MAX_VIOLATION);
  }
  return excess;
}
