/* SPDX-License-Identifier: MIT */
/* y is x sorted, to bounds consistency (Mehlhorn and Thiel 2000).
 *
 * With the bounds of y made monotone, x and y can be sorted if and only if
 * their intervals can be matched so that each pair intersects: sorting the
 * values of a matching keeps them within the bounds of y.  Taking the y in
 * order and matching each with the open x that ends first (Glover 1967) finds a
 * matching, and in it each y is matched as low as can be, so that the x's end
 * bounds the y from above; the mirror image bounds it from below.
 *
 * An x can be matched with any y that intersects it and lies in the strongly
 * connected component of its mate, where y[j] leads to the y that the mate of
 * y[j] intersects, an interval of places around j.  So x lies between the lower
 * bound of the first of these and the upper bound of the last.  Components are
 * found in one pass with a stack of those that can still be reached:
 *
 *   - one that leads nowhere to j or beyond is complete;
 *   - each of the others leads to those above it, and to j;
 *   - j leads to a component if its interval begins before that one's last
 *     place, and joins it then, with all above it.
 *
 * All of it is repeated until nothing changes, which holes and repeated
 * variables can make necessary.  A pass costs O(n log n). */
#include "config.h"

#include "base/sorted.h"
#include "constraints/invariants.h"

typedef struct {
  int64_t *low, *high;
} Bounds;

/* Components that are open, by height in the stack, are lists of places. */
typedef struct {
  uint32_t head, tail, last, reach;
} Component;

typedef struct {
  CspPropagator base; /* vars: x, then y */
  uint32_t n;
  /* room for a pass */
  Bounds x, y, mirrored_x, mirrored_y;
  uint32_t *by_low, *heap, *mate, *mirrored_mate;
  Component *stack;
  uint32_t *next, *component, *members, *starts;
} Sort;

/* Meaning ------------------------------------------------------------------ */

/* How far y is, place by place, from x sorted. */
static int64_t
sort_violation(const CspConstraint *con,
               const int32_t *values,
               CspScratch *scratch)
{
  uint32_t n = con->n_vars / 2;
  int32_t *sorted = csp_scratch_get(scratch, n * sizeof *sorted);
  int64_t violation = 0;

  for (uint32_t i = 0; i < n; i++)
    sorted[i] = values[csp_constraint_var(con, i)];
  csp_sort_ints(sorted, n);
  for (uint32_t i = 0; i < n; i++)
    violation +=
        ABS((int64_t)sorted[i] - values[csp_constraint_var(con, n + i)]);
  return violation;
}

static bool
sort_holds(const CspConstraint *con, const int32_t *values, CspScratch *scratch)
{
  return sort_violation(con, values, scratch) == 0;
}

/* A heap of numbers, that of the least key first. -------------------------- */

static void
push(uint32_t *heap, uint32_t n, const int64_t *keys, uint32_t item)
{
  for (; n > 0 && keys[heap[(n - 1) / 2]] > keys[item]; n = (n - 1) / 2)
    heap[n] = heap[(n - 1) / 2];
  heap[n] = item;
}

/* Takes the first of n. */
static uint32_t
pop(uint32_t *heap, uint32_t n, const int64_t *keys)
{
  uint32_t first = heap[0], item = heap[--n], i = 0;

  for (uint32_t child = 1; child < n; child = 2 * i + 1) {
    if (child + 1 < n && keys[heap[child + 1]] < keys[heap[child]])
      child++;
    if (keys[heap[child]] >= keys[item])
      break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = item;
  return first;
}

/* Matching ----------------------------------------------------------------- */

/* Mates of y[0], y[1] ... among x; false: there is no matching. */
static bool
match(Sort *self, const Bounds *x, const Bounds *y, uint32_t *out_mate)
{
  uint32_t n = self->n, n_heap = 0, n_open = 0;

  for (uint32_t i = 0; i < n; i++)
    push(self->heap, i, x->low, i);
  for (uint32_t i = 0; i < n; i++)
    self->by_low[i] = pop(self->heap, n - i, x->low);
  for (uint32_t j = 0; j < n; j++) {
    for (; n_open < n && x->low[self->by_low[n_open]] <= y->high[j]; n_open++)
      push(self->heap, n_heap++, x->high, self->by_low[n_open]);
    if (n_heap == 0)
      return false;
    out_mate[j] = pop(self->heap, n_heap--, x->high);
    if (x->high[out_mate[j]] < y->low[j])
      return false;
  }
  return true;
}

/* Reads the bounds, those of y made monotone; false: they leave nothing. */
static bool
read_bounds(Sort *self, const CspStore *store)
{
  const CspVar *x = self->base.vars, *y = x + self->n;

  for (uint32_t i = 0; i < self->n; i++) {
    self->x.low[i] = csp_store_min(store, x[i]);
    self->x.high[i] = csp_store_max(store, x[i]);
    self->y.low[i] = csp_store_min(store, y[i]);
    self->y.high[i] = csp_store_max(store, y[i]);
  }
  for (uint32_t i = 1; i < self->n; i++) {
    uint32_t k = self->n - 1 - i;
    self->y.low[i] = MAX(self->y.low[i], self->y.low[i - 1]);
    self->y.high[k] = MIN(self->y.high[k], self->y.high[k + 1]);
  }
  for (uint32_t i = 0; i < self->n; i++)
    if (self->y.low[i] > self->y.high[i])
      return false;
  return true;
}

static void
mirror_bounds(Sort *self)
{
  for (uint32_t i = 0; i < self->n; i++) {
    uint32_t k = self->n - 1 - i;
    self->mirrored_x.low[i] = -self->x.high[i];
    self->mirrored_x.high[i] = -self->x.low[i];
    self->mirrored_y.low[i] = -self->y.high[k];
    self->mirrored_y.high[i] = -self->y.low[k];
  }
}

static bool
narrow(CspStore *store, CspVar x, int64_t low, int64_t high)
{
  return csp_store_set_min(store, x, low, CSP_NO_HINT) &&
         csp_store_set_max(store, x, high, CSP_NO_HINT);
}

static bool
filter_y(Sort *self, CspStore *store)
{
  for (uint32_t j = 0; j < self->n; j++) {
    uint32_t lowest = self->mirrored_mate[self->n - 1 - j];
    if (!narrow(store, self->base.vars[self->n + j],
                MAX(self->y.low[j], self->x.low[lowest]),
                MIN(self->y.high[j], self->x.high[self->mate[j]])))
      return false;
  }
  return true;
}

/* Components --------------------------------------------------------------- */

/* The first place from `from` on, among n ascending numbers, that is not below
 * the bound. */
static uint32_t
first_from(const int64_t *bounds, uint32_t n, int64_t bound)
{
  uint32_t low = 0, high = n;

  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (bounds[middle] < bound)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The places of y that x[i] intersects. */
static void
get_interval(const Sort *self,
             uint32_t i,
             uint32_t *out_first,
             uint32_t *out_last)
{
  *out_first = first_from(self->y.high, self->n, self->x.low[i]);
  *out_last = first_from(self->y.low, self->n, self->x.high[i] + 1) - 1;
}

static void
number_component(Sort *self, const Component *open, uint32_t number)
{
  for (uint32_t j = open->head;; j = self->next[j]) {
    self->component[j] = number;
    if (j == open->tail)
      return;
  }
}

/* Numbers the components; the answer is how many there are. */
static uint32_t
find_components(Sort *self)
{
  uint32_t n_components = 0, height = 0;

  for (uint32_t j = 0; j < self->n; j++) {
    uint32_t first;
    Component own = {.head = j, .tail = j, .last = j};
    get_interval(self, self->mate[j], &first, &own.reach);
    while (height > 0 && self->stack[height - 1].reach < j)
      number_component(self, &self->stack[--height], n_components++);
    for (; height > 0 && self->stack[height - 1].last >= first; height--) {
      const Component *top = &self->stack[height - 1];
      self->next[own.tail] = top->head;
      own.tail = top->tail;
      own.reach = MAX(own.reach, top->reach);
    }
    self->stack[height++] = own;
  }
  while (height > 0)
    number_component(self, &self->stack[--height], n_components++);
  return n_components;
}

/* Lists the places of each component, ascending, from starts[component] on. */
static void
list_members(Sort *self, uint32_t n_components)
{
  for (uint32_t c = 0; c <= n_components; c++)
    self->starts[c] = 0;
  for (uint32_t j = 0; j < self->n; j++)
    self->starts[self->component[j]]++;
  for (uint32_t c = 1; c <= n_components; c++)
    self->starts[c] += self->starts[c - 1];
  for (uint32_t j = self->n; j-- > 0;)
    self->members[--self->starts[self->component[j]]] = j;
}

/* The first member of the component that is not below the place. */
static uint32_t
member_from(const Sort *self, uint32_t component, uint32_t place)
{
  uint32_t low = self->starts[component], high = self->starts[component + 1];

  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (self->members[middle] < place)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool
filter_x(Sort *self, CspStore *store)
{
  list_members(self, find_components(self));
  for (uint32_t j = 0; j < self->n; j++) {
    uint32_t i = self->mate[j], first, last;
    get_interval(self, i, &first, &last);
    first = self->members[member_from(self, self->component[j], first)];
    last = self->members[member_from(self, self->component[j], last + 1) - 1];
    if (!narrow(store, self->base.vars[i],
                MAX(self->x.low[i], self->y.low[first]),
                MIN(self->x.high[i], self->y.high[last])))
      return false;
  }
  return true;
}

static CspPropResult
sort_propagate(CspPropagator *prop, CspStore *store)
{
  Sort *self = (Sort *)prop;
  uint64_t n_changes;

  do {
    n_changes = store->n_changes;
    if (!read_bounds(self, store) ||
        !match(self, &self->x, &self->y, self->mate))
      return csp_store_fail(store);
    mirror_bounds(self);
    if (!match(self, &self->mirrored_x, &self->mirrored_y, self->mirrored_mate))
      return csp_store_fail(store);
    if (!filter_x(self, store) || !filter_y(self, store))
      return CSP_PROP_FAILED;
  } while (store->n_changes != n_changes && !csp_store_is_stopped(store));
  return CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass sort_class = {
    .name = "sort",
    .propagate = sort_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

static Bounds
bounds_new(CspArena *arena, uint32_t n)
{
  return (Bounds){csp_arena_new_array(arena, int64_t, n),
                  csp_arena_new_array(arena, int64_t, n)};
}

static bool
sort_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspArena *arena = poster->store->arena;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);

  for (uint32_t p = 0; p < con->n_vars; p++)
    vars[p] = csp_constraint_var(con, p);
  Sort *self = (Sort *)csp_store_add_propagator(
      poster->store, &sort_class, sizeof *self, vars, con->n_vars);
  uint32_t n = con->n_vars / 2;
  self->n = n;
  self->x = bounds_new(arena, n);
  self->y = bounds_new(arena, n);
  self->mirrored_x = bounds_new(arena, n);
  self->mirrored_y = bounds_new(arena, n);
  self->by_low = csp_arena_new_array(arena, uint32_t, n);
  self->heap = csp_arena_new_array(arena, uint32_t, n);
  self->mate = csp_arena_new_array(arena, uint32_t, n);
  self->mirrored_mate = csp_arena_new_array(arena, uint32_t, n);
  self->stack = csp_arena_new_array(arena, Component, n);
  self->next = csp_arena_new_array(arena, uint32_t, n);
  self->component = csp_arena_new_array(arena, uint32_t, n);
  self->members = csp_arena_new_array(arena, uint32_t, n);
  self->starts = csp_arena_new_array(arena, uint32_t, n + 1);
  csp_store_subscribe_all(poster->store, &self->base, CSP_ON_BOUNDS);
  return true;
}

const CspFamily csp_family_sort = {
    .name = "sort",
    .blurb = "one list is another, sorted",
    .holds = sort_holds,
    .post = sort_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = sort_violation,
};
