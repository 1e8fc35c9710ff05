/* SPDX-License-Identifier: MIT */
/* x op y + c and x op c: violation is how far the sides are apart (for != 0 or
 * 1), read off the two values.  x = y + c can be solved for either. */
#include "config.h"

#include "constraints/invariants.h"

static int64_t
relation_measure(const CspInvariant *inv, int64_t x, int64_t y)
{
  return csp_relation_violation(inv->con->relation, x, y + inv->con->constant);
}

/* The violation if position had the value. */
static int64_t
relation_with(const CspInvariant *inv, uint32_t position, int32_t value)
{
  if (position == 0)
    return relation_measure(inv, value, csp_invariant_value(inv, 1));
  return relation_measure(inv, csp_invariant_value(inv, 0), value);
}

static bool
relation_test(CspInvariant *inv, uint32_t position, int32_t value)
{
  return inv->n_assigned == 0 || relation_with(inv, position, value) == 0;
}

static void
count_assigned(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned++;
}

static void
count_unassigned(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned--;
}

static int64_t
relation_violation(CspInvariant *inv)
{
  if (inv->n_assigned < 2)
    return 0;
  return relation_measure(inv, csp_invariant_value(inv, 0),
                          csp_invariant_value(inv, 1));
}

static int64_t
relation_change(CspInvariant *inv, uint32_t position, int32_t value)
{
  return relation_with(inv, position, value) - relation_violation(inv);
}

static void
relation_add_changes(CspInvariant *inv,
                     uint32_t position,
                     int32_t min,
                     uint32_t n,
                     int64_t *out_changes)
{
  int64_t now = relation_violation(inv);

  for (uint32_t i = 0; i < n; i++)
    out_changes[i] += relation_with(inv, position, min + (int32_t)i) - now;
}

static int64_t
relation_change_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  return relation_measure(inv, csp_invariant_value(inv, 1),
                          csp_invariant_value(inv, 0)) -
         relation_violation(inv);
}

/* Nothing is kept that a change could make false. */
static void
keep_nothing(CspInvariant *inv, uint32_t a, int32_t b)
{
}

static void
keep_nothing_swapped(CspInvariant *inv, uint32_t a, uint32_t b)
{
}

static bool
relation_is_in_conflict(CspInvariant *inv, uint32_t position)
{
  return relation_violation(inv) > 0;
}

const CspInvariantClass csp_relation_invariant = {
    .name = "relation",
    .size = sizeof(CspInvariant),
    .test = relation_test,
    .assign = count_assigned,
    .unassign = count_unassigned,
    .violation = relation_violation,
    .change = relation_change,
    .add_changes = relation_add_changes,
    .change_swap = relation_change_swap,
    .move = keep_nothing,
    .swap = keep_nothing_swapped,
    .is_in_conflict = relation_is_in_conflict,
};

static bool
relation_can_solve(const CspConstraint *con, uint32_t position)
{
  return con->relation == CSP_RELATION_EQ;
}

/* x = y + c or y = x - c. */
static int64_t
difference_of(const CspDefinition *def)
{
  return def->output == 0 ? def->con->constant : -def->con->constant;
}

static bool
relation_bound(const CspDefinition *def,
               const CspInvariantBounds *bounds,
               int64_t *out_min,
               int64_t *out_max,
               bool *out_is_total)
{
  int32_t min, max;

  bounds->get(bounds->data, csp_definition_var(def, 1 - def->output), &min,
              &max);
  *out_min = min + difference_of(def);
  *out_max = max + difference_of(def);
  *out_is_total = true;
  return true;
}

static int64_t
relation_value(const CspDefinition *def)
{
  return csp_definition_value(def, 1 - def->output) + difference_of(def);
}

const CspDefinitionClass csp_relation_definition = {
    .name = "relation",
    .can_solve = relation_can_solve,
    .bound = relation_bound,
    .value = relation_value,
};

static int64_t
relation_const_measure(const CspInvariant *inv, int32_t value)
{
  return csp_relation_violation(inv->con->relation, value, inv->con->constant);
}

static bool
relation_const_test(CspInvariant *inv, uint32_t position, int32_t value)
{
  return relation_const_measure(inv, value) == 0;
}

static int64_t
relation_const_violation(CspInvariant *inv)
{
  if (inv->n_assigned == 0)
    return 0;
  return relation_const_measure(inv, csp_invariant_value(inv, 0));
}

static int64_t
relation_const_change(CspInvariant *inv, uint32_t position, int32_t value)
{
  return relation_const_measure(inv, value) - relation_const_violation(inv);
}

static int64_t
relation_const_change_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  return 0; /* one variable only */
}

static bool
relation_const_is_in_conflict(CspInvariant *inv, uint32_t position)
{
  return relation_const_violation(inv) > 0;
}

const CspInvariantClass csp_relation_const_invariant = {
    .name = "relation-const",
    .size = sizeof(CspInvariant),
    .test = relation_const_test,
    .assign = count_assigned,
    .unassign = count_unassigned,
    .violation = relation_const_violation,
    .change = relation_const_change,
    .change_swap = relation_const_change_swap,
    .move = keep_nothing,
    .swap = keep_nothing_swapped,
    .is_in_conflict = relation_const_is_in_conflict,
};
