/* SPDX-License-Identifier: MIT */
/* A chain of neighbors in order: the violation is the sum, over the neighbors
 * that are not, of how far apart they are.  A move concerns two pairs. */
#include "config.h"

#include "constraints/invariants.h"

typedef struct {
  CspInvariant base;
  int64_t violation;    /* over the pairs that are assigned */
  uint8_t *is_assigned; /* by position */
} Increasing;

int64_t
csp_increasing_violation(const CspConstraint *con,
                         const int32_t *values,
                         CspScratch *scratch)
{
  int64_t violation = 0;

  for (uint32_t p = 1; p < con->n_vars; p++)
    violation += csp_relation_violation((CspRelation)con->relation,
                                        values[csp_constraint_var(con, p - 1)],
                                        values[csp_constraint_var(con, p)]);
  return violation;
}

static void
increasing_init(CspInvariant *inv,
                CspArena *arena,
                const CspInvariantBounds *bounds)
{
  ((Increasing *)inv)->is_assigned =
      csp_arena_new_array0(arena, uint8_t, inv->n_vars);
}

static int64_t
measure(const CspInvariant *inv, int64_t x, int64_t y)
{
  return csp_relation_violation((CspRelation)inv->con->relation, x, y);
}

/* The part of the pairs of this position, if it had the value. */
static int64_t
measure_at(const CspInvariant *inv, uint32_t position, int32_t value)
{
  const uint8_t *is_assigned = ((const Increasing *)inv)->is_assigned;
  int64_t violation = 0;

  if (position > 0 && is_assigned[position - 1])
    violation += measure(inv, csp_invariant_value(inv, position - 1), value);
  if (position + 1 < inv->n_vars && is_assigned[position + 1])
    violation += measure(inv, value, csp_invariant_value(inv, position + 1));
  return violation;
}

static bool
increasing_test(CspInvariant *inv, uint32_t position, int32_t value)
{
  return measure_at(inv, position, value) == 0;
}

static void
increasing_assign(CspInvariant *inv, uint32_t position, int32_t value)
{
  Increasing *self = (Increasing *)inv;

  inv->n_assigned++;
  self->is_assigned[position] = true;
  self->violation += measure_at(inv, position, value);
}

static void
increasing_unassign(CspInvariant *inv, uint32_t position, int32_t value)
{
  Increasing *self = (Increasing *)inv;

  inv->n_assigned--;
  self->is_assigned[position] = false;
  self->violation -= measure_at(inv, position, value);
}

static int64_t
increasing_violation(CspInvariant *inv)
{
  return ((Increasing *)inv)->violation;
}

static int64_t
increasing_change(CspInvariant *inv, uint32_t position, int32_t value)
{
  return measure_at(inv, position, value) -
         measure_at(inv, position, csp_invariant_value(inv, position));
}

/* Neighbors share a pair: it is counted with both at the old values, and with
 * each alone at the new one; what it becomes is put in its place. */
static int64_t
increasing_change_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  uint32_t low = MIN(a, b), high = MAX(a, b);
  int32_t x = csp_invariant_value(inv, low), y = csp_invariant_value(inv, high);
  int64_t change =
      increasing_change(inv, low, y) + increasing_change(inv, high, x);

  if (high == low + 1)
    change += measure(inv, y, x) + measure(inv, x, y) - measure(inv, y, y) -
              measure(inv, x, x);
  return change;
}

static void
increasing_move(CspInvariant *inv, uint32_t position, int32_t value)
{
  ((Increasing *)inv)->violation += increasing_change(inv, position, value);
}

static void
increasing_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  ((Increasing *)inv)->violation += increasing_change_swap(inv, a, b);
}

static bool
increasing_is_in_conflict(CspInvariant *inv, uint32_t position)
{
  return measure_at(inv, position, csp_invariant_value(inv, position)) > 0;
}

const CspInvariantClass csp_increasing_invariant = {
    .name = "increasing",
    .size = sizeof(Increasing),
    .init = increasing_init,
    .test = increasing_test,
    .assign = increasing_assign,
    .unassign = increasing_unassign,
    .violation = increasing_violation,
    .change = increasing_change,
    .change_swap = increasing_change_swap,
    .move = increasing_move,
    .swap = increasing_swap,
    .is_in_conflict = increasing_is_in_conflict,
};
