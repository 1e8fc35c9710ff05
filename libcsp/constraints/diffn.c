/* SPDX-License-Identifier: MIT */
/* Boxes in any number of dimensions that do not overlap; strict: one of which a
 * size is 0 is not within another, else it does not matter.
 *
 * Two boxes are kept apart in some dimension by one of two orders, or, unless
 * strict, one of them has no size there.  If bounds leave none of these ways,
 * there is no solution; if they leave one, its bounds are enforced.  After
 * Beldiceanu and Carlsson (2001), pair by pair.
 *
 * Only pairs with a box whose bounds have changed since they were last looked
 * at are: the bounds seen are kept, without a trail, for bounds that went back
 * are a change like any other.  A run that fails forgets them all, for what it
 * found is taken back.  O(boxes * dimensions) a run and a changed box. */
#include "config.h"

#include <string.h>

#include "constraints/family.h"
#include "constraints/scheduling.h"

typedef struct {
  int64_t min, max;
} Range;

typedef struct {
  CspPropagator base;
  uint32_t n, n_dims;   /* a box's positions stand side by side in the scope */
  const int32_t *sizes; /* terms, as the positions */
  bool is_strict;
  Range *position, *size; /* by place, as seen last */
  uint32_t *waiting;      /* boxes to look at */
  uint32_t n_waiting;
  bool *is_waiting;
} Diffn;

/* How two boxes may be kept apart. */
typedef struct {
  uint32_t n;
  uint32_t a, b;   /* the last way: places of a position or size */
  bool is_by_size; /* a has no size; else a is before b */
} Ways;

static Range
position_at(const Diffn *self, const CspStore *store, uint32_t k)
{
  CspVar var = self->base.vars[k];

  return (Range){csp_store_min(store, var), csp_store_max(store, var)};
}

static Range
size_at(const Diffn *self, const CspStore *store, uint32_t k)
{
  return (Range){csp_term_min(&self->base, store, self->sizes[k]),
                 csp_term_max(&self->base, store, self->sizes[k])};
}

static void
forget(Diffn *self)
{
  for (size_t k = 0; k < (size_t)self->n * self->n_dims; k++)
    self->position[k] = self->size[k] = (Range){INT64_MAX, INT64_MIN};
}

static bool
see(Range *seen, Range now)
{
  bool is_new = seen->min != now.min || seen->max != now.max;

  *seen = now;
  return is_new;
}

static void
look_at(Diffn *self, uint32_t box)
{
  if (!self->is_waiting[box])
    self->waiting[self->n_waiting++] = box;
  self->is_waiting[box] = true;
}

/* Reads the place; a box with another bound than seen has to be looked at. */
static void
read_place(Diffn *self, const CspStore *store, uint32_t k)
{
  bool is_new = see(&self->position[k], position_at(self, store, k));

  is_new |= see(&self->size[k], size_at(self, store, k));
  if (is_new)
    look_at(self, k / self->n_dims);
}

/* Adds the way that a is before b, if it is one; is it certain? */
static bool
add_order(const Diffn *self, uint32_t a, uint32_t b, Ways *ways)
{
  Range from = self->position[a], to = self->position[b];
  Range size = self->size[a];

  if (from.min + size.min <= to.max) {
    ways->n++;
    ways->a = a;
    ways->b = b;
    ways->is_by_size = false;
  }
  return from.max + size.max <= to.min;
}

static bool
add_no_size(const Diffn *self, uint32_t a, Ways *ways)
{
  if (self->is_strict)
    return false;
  if (self->size[a].min == 0) {
    ways->n++;
    ways->a = a;
    ways->is_by_size = true;
  }
  return self->size[a].max == 0;
}

static bool
enforce(Diffn *self, CspStore *store, const Ways *ways)
{
  const CspPropagator *prop = &self->base;
  uint32_t a = ways->a, b = ways->b;
  Range from = self->position[a], size = self->size[a];

  if (ways->is_by_size) {
    if (!csp_term_set_max(prop, store, self->sizes[a], 0))
      return false;
  } else {
    Range to = self->position[b];
    if (!csp_store_set_min(store, prop->vars[b], from.min + size.min,
                           CSP_NO_HINT) ||
        !csp_store_set_max(store, prop->vars[a], to.max - size.min,
                           CSP_NO_HINT) ||
        !csp_term_set_max(prop, store, self->sizes[a], to.max - from.min))
      return false;
    read_place(self, store, b);
  }
  read_place(self, store, a);
  return true;
}

static bool
separate(Diffn *self, CspStore *store, uint32_t i, uint32_t j)
{
  Ways ways = {0};

  for (uint32_t d = 0; d < self->n_dims; d++) {
    uint32_t a = i * self->n_dims + d, b = j * self->n_dims + d;
    if (add_order(self, a, b, &ways) || add_order(self, b, a, &ways) ||
        add_no_size(self, a, &ways) || add_no_size(self, b, &ways) ||
        ways.n > 1)
      return true;
  }
  if (ways.n == 0)
    return csp_store_fail(store) != CSP_PROP_FAILED;
  return enforce(self, store, &ways);
}

static bool
separate_from_all(Diffn *self, CspStore *store, uint32_t i)
{
  for (uint32_t j = 0; j < self->n; j++)
    if (j != i && !separate(self, store, i, j))
      return false;
  return true;
}

/* Until no box is left to look at. */
static bool
separate_waiting(Diffn *self, CspStore *store)
{
  while (self->n_waiting > 0) {
    uint32_t box = self->waiting[--self->n_waiting];
    self->is_waiting[box] = false;
    if (csp_store_is_stopped(store) || !separate_from_all(self, store, box))
      return false;
  }
  return true;
}

static CspPropResult
diffn_propagate(CspPropagator *prop, CspStore *store)
{
  Diffn *self = (Diffn *)prop;
  uint32_t n_places = self->n * self->n_dims;
  uint32_t n_events;

  for (uint32_t k = 0; k < n_places; k++)
    if (!csp_term_set_min(prop, store, self->sizes[k], 0))
      return CSP_PROP_FAILED;
  do { /* again, for a variable may have several places */
    n_events = store->n_events;
    for (uint32_t k = 0; k < n_places; k++)
      read_place(self, store, k);
    if (!separate_waiting(self, store)) {
      memset(self->is_waiting, 0, self->n * sizeof *self->is_waiting);
      self->n_waiting = 0;
      forget(self);
      return csp_store_is_stopped(store) ? CSP_PROP_AGAIN : CSP_PROP_FAILED;
    }
  } while (store->n_events != n_events);
  return CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass diffn_class = {
    .name = "diffn",
    .propagate = diffn_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

/* By how much two boxes overlap, in the dimension where that is least. */
static int64_t
overlap(const CspConstraint *con, const int32_t *values, uint32_t i, uint32_t j)
{
  uint32_t n_dims = (uint32_t)con->constant;
  bool is_strict = con->relation == CSP_RELATION_LT;
  int64_t least = INT64_MAX;

  for (uint32_t d = 0; d < n_dims; d++) {
    uint32_t a = i * n_dims + d, b = j * n_dims + d;
    int64_t from_a = values[csp_constraint_var(con, a)];
    int64_t from_b = values[csp_constraint_var(con, b)];
    int64_t size_a = csp_term_value(con, con->ints[a], values);
    int64_t size_b = csp_term_value(con, con->ints[b], values);
    if (!is_strict && (size_a <= 0 || size_b <= 0))
      return 0;
    least = MIN(least, MIN(from_a + size_a - from_b, from_b + size_b - from_a));
  }
  return MAX(least, 0);
}

static int64_t
diffn_violation(const CspConstraint *con,
                const int32_t *values,
                CspScratch *scratch)
{
  uint32_t n = (uint32_t)(con->n_ints / (size_t)con->constant);
  int64_t violation = 0;

  for (size_t k = 0; k < con->n_ints; k++)
    violation -= MIN(csp_term_value(con, con->ints[k], values), 0);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = i + 1; j < n; j++)
      violation += overlap(con, values, i, j);
  return MIN(violation, CSP_MAX_VIOLATION);
}

static bool
diffn_holds(const CspConstraint *con,
            const int32_t *values,
            CspScratch *scratch)
{
  return diffn_violation(con, values, scratch) == 0;
}

static bool
diffn_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspArena *arena = poster->store->arena;
  Diffn *self = (Diffn *)csp_post_over_scope(poster->store, &diffn_class,
                                             sizeof *self, con, CSP_ON_BOUNDS);

  self->n_dims = (uint32_t)con->constant;
  self->n = (uint32_t)(con->n_ints / self->n_dims);
  self->is_strict = con->relation == CSP_RELATION_LT;
  self->sizes = csp_arena_dup(arena, con->ints, con->n_ints * sizeof(int32_t));
  self->position = csp_arena_new_array(arena, Range, con->n_ints);
  self->size = csp_arena_new_array(arena, Range, con->n_ints);
  self->waiting = csp_arena_new_array(arena, uint32_t, self->n);
  self->is_waiting = csp_arena_new_array0(arena, bool, self->n);
  forget(self);
  return true;
}

const CspFamily csp_family_diffn = {
    .name = "diffn",
    .blurb = "boxes do not overlap",
    .holds = diffn_holds,
    .post = diffn_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = diffn_violation,
};
