/* SPDX-License-Identifier: MIT */
/* The invariants of constraints of which only the meaning is known.
 *
 * A value is tested by the meaning when its variable is the last of the scope
 * without one; before that nothing can be said.  The violation of a complete
 * assignment is measured again after each change and kept until the next: by
 * the family's own measure, or 0 or 1 by the meaning.  Looking at a move means
 * making it in the values, measuring, and taking it back. */
#include "config.h"

#include "base/sorted.h"
#include "constraints/invariants.h"

typedef struct {
  CspInvariant base;
  uint32_t n_distinct; /* variables of the scope, each counted once */
  int64_t measured;    /* the violation, -1: not known */
} Default;

static void
default_init(CspInvariant *inv,
             CspArena *arena,
             const CspInvariantBounds *bounds)
{
  Default *self = (Default *)inv;
  CspVar *sorted = csp_scratch_get(inv->scratch, sizeof *sorted * inv->n_vars);

  for (uint32_t p = 0; p < inv->n_vars; p++)
    sorted[p] = csp_invariant_var(inv, p);
  self->n_distinct = (uint32_t)csp_sort_distinct_vars(sorted, inv->n_vars);
  self->measured = -1;
}

static bool
holds(CspInvariant *inv)
{
  return csp_family_of(inv->con)->holds(inv->con, inv->values, inv->scratch);
}

static int64_t
measure(CspInvariant *inv)
{
  const CspFamily *family = csp_family_of(inv->con);

  return family->violation != NULL
             ? family->violation(inv->con, inv->values, inv->scratch)
             : !holds(inv);
}

static bool
default_test(CspInvariant *inv, uint32_t position, int32_t value)
{
  if (inv->n_assigned + 1 < ((Default *)inv)->n_distinct)
    return true;

  int32_t *place = &inv->values[csp_invariant_var(inv, position)];
  int32_t old = *place;
  *place = value;
  bool answer = holds(inv);
  *place = old;
  return answer;
}

static void
default_assign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned++;
  ((Default *)inv)->measured = -1;
}

static void
default_unassign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned--;
  ((Default *)inv)->measured = -1;
}

static int64_t
default_violation(CspInvariant *inv)
{
  Default *self = (Default *)inv;

  if (inv->n_assigned < self->n_distinct)
    return 0;
  if (self->measured < 0)
    self->measured = measure(inv);
  return self->measured;
}

static int64_t
default_change(CspInvariant *inv, uint32_t position, int32_t value)
{
  int64_t before = default_violation(inv);
  int32_t *place = &inv->values[csp_invariant_var(inv, position)];
  int32_t old = *place;

  *place = value;
  int64_t after = measure(inv);
  *place = old;
  return after - before;
}

static void
exchange(int32_t *x, int32_t *y)
{
  int32_t old = *x;

  *x = *y;
  *y = old;
}

static int64_t
default_change_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  int64_t before = default_violation(inv);
  int32_t *x = &inv->values[csp_invariant_var(inv, a)];
  int32_t *y = &inv->values[csp_invariant_var(inv, b)];

  exchange(x, y);
  int64_t after = measure(inv);
  exchange(x, y);
  return after - before;
}

static void
default_move(CspInvariant *inv, uint32_t position, int32_t value)
{
  ((Default *)inv)->measured = -1;
}

static void
default_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  ((Default *)inv)->measured = -1;
}

static bool
default_is_in_conflict(CspInvariant *inv, uint32_t position)
{
  return default_violation(inv) > 0;
}

const CspInvariantClass csp_default_invariant = {
    .name = "default",
    .size = sizeof(Default),
    .init = default_init,
    .test = default_test,
    .assign = default_assign,
    .unassign = default_unassign,
    .violation = default_violation,
    .change = default_change,
    .change_swap = default_change_swap,
    .move = default_move,
    .swap = default_swap,
    .is_in_conflict = default_is_in_conflict,
};
