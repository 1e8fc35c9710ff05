/* SPDX-License-Identifier: MIT */
/* A weighted sum as one number: the sum over the assigned variables.  Violation
 * is how far the complete sum is from satisfying the relation.  An equation can
 * be solved for a variable whose coefficient is 1 or -1. */
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

int64_t
csp_linear_violation(const CspConstraint *con,
                     const int32_t *values,
                     CspScratch *scratch)
{
  int64_t sum = 0;

  for (uint32_t p = 0; p < con->n_vars; p++)
    sum += con->ints[p] * (int64_t)values[csp_constraint_var(con, p)];
  return csp_relation_violation((CspRelation)con->relation, sum, con->constant);
}

/* As a function ----------------------------------------------------------- */

static bool
linear_can_solve(const CspConstraint *con, uint32_t position)
{
  return con->relation == CSP_RELATION_EQ && con->n_vars > 1 &&
         ABS(con->ints[position]) == 1;
}

/* What the output takes of an input at this position. */
static int64_t
share_of(const CspDefinition *def, uint32_t position, int64_t value)
{
  const int32_t *coeffs = def->con->ints;

  return -(int64_t)coeffs[def->output] * coeffs[position] * value;
}

/* While the inputs move one by one, sums of shares stay within 2^62. */
static const int64_t MAX_WEIGHT = INT64_C(1) << 30;

static bool
linear_bound(const CspDefinition *def,
             const CspInvariantBounds *bounds,
             int64_t *out_min,
             int64_t *out_max,
             bool *out_is_total)
{
  int64_t start = def->con->ints[def->output] * def->con->constant, weight = 0;

  *out_min = *out_max = start;
  *out_is_total = true;
  for (uint32_t p = 0; p < def->n_vars; p++) {
    int32_t min, max;
    if (p == def->output)
      continue;
    bounds->get(bounds->data, csp_definition_var(def, p), &min, &max);
    int64_t a = share_of(def, p, min), b = share_of(def, p, max);
    weight += ABS((int64_t)def->con->ints[p]);
    if (weight > MAX_WEIGHT ||
        __builtin_add_overflow(*out_min, MIN(a, b), out_min) ||
        __builtin_add_overflow(*out_max, MAX(a, b), out_max))
      return false;
  }
  return true;
}

static int64_t
linear_value(const CspDefinition *def)
{
  int64_t value = def->con->ints[def->output] * def->con->constant;

  for (uint32_t p = 0; p < def->n_vars; p++)
    if (p != def->output)
      value += share_of(def, p, csp_definition_value(def, p));
  return value;
}

static int64_t
linear_value_after(const CspDefinition *def,
                   int64_t now,
                   uint32_t position,
                   int32_t from,
                   int32_t to)
{
  return now + share_of(def, position, (int64_t)to - from);
}

const CspDefinitionClass csp_linear_definition = {
    .name = "linear",
    .can_solve = linear_can_solve,
    .bound = linear_bound,
    .value = linear_value,
    .value_after = linear_value_after,
};
