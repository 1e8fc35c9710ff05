/* SPDX-License-Identifier: MIT */
/* A weighted sum as one number: the sum over the assigned variables.  Violation
 * is how far the complete sum is from satisfying the relation. */
#include "config.h"

#include "constraints/invariants.h"

typedef struct {
  CspInvariant base;
  int64_t sum;
} Linear;

static int64_t
measure(const CspInvariant *inv, int64_t sum)
{
  return csp_relation_violation(inv->con->relation, sum, inv->con->constant);
}

/* What the sum becomes when position goes from one value to another. */
static int64_t
sum_after(const CspInvariant *inv, uint32_t position, int64_t from, int64_t to)
{
  return ((const Linear *)inv)->sum + inv->con->ints[position] * (to - from);
}

static bool
linear_test(CspInvariant *inv, uint32_t position, int32_t value)
{
  return inv->n_assigned + 1 < inv->n_vars ||
         measure(inv, sum_after(inv, position, 0, value)) == 0;
}

static void
linear_assign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned++;
  ((Linear *)inv)->sum = sum_after(inv, position, 0, value);
}

static void
linear_unassign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned--;
  ((Linear *)inv)->sum = sum_after(inv, position, value, 0);
}

static int64_t
linear_violation(CspInvariant *inv)
{
  return inv->n_assigned < inv->n_vars ? 0 : measure(inv, ((Linear *)inv)->sum);
}

static int64_t
linear_change(CspInvariant *inv, uint32_t position, int32_t value)
{
  int32_t old = csp_invariant_value(inv, position);

  return measure(inv, sum_after(inv, position, old, value)) -
         linear_violation(inv);
}

static int64_t
sum_swapped(const CspInvariant *inv, uint32_t a, uint32_t b)
{
  int64_t va = csp_invariant_value(inv, a), vb = csp_invariant_value(inv, b);

  return sum_after(inv, a, va, vb) + inv->con->ints[b] * (va - vb);
}

static int64_t
linear_change_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  return measure(inv, sum_swapped(inv, a, b)) - linear_violation(inv);
}

static void
linear_move(CspInvariant *inv, uint32_t position, int32_t value)
{
  ((Linear *)inv)->sum =
      sum_after(inv, position, csp_invariant_value(inv, position), value);
}

static void
linear_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  ((Linear *)inv)->sum = sum_swapped(inv, a, b);
}

static bool
linear_is_in_conflict(CspInvariant *inv, uint32_t position)
{
  return inv->con->ints[position] != 0 && linear_violation(inv) > 0;
}

const CspInvariantClass csp_linear_invariant = {
    .name = "linear",
    .size = sizeof(Linear),
    .test = linear_test,
    .assign = linear_assign,
    .unassign = linear_unassign,
    .violation = linear_violation,
    .change = linear_change,
    .change_swap = linear_change_swap,
    .move = linear_move,
    .swap = linear_swap,
    .is_in_conflict = linear_is_in_conflict,
};
