/* SPDX-License-Identifier: MIT */
/* How many variables have a value, or lie in a set, against a constant or the scope's last
 * variable.  Kept is that number over the assigned variables; violation is how
 * far it is from satisfying the relation.  Where it must equal the variable, it
 * is the variable's function. */
#include "config.h"

#include "constraints/invariants.h"

typedef struct {
  CspInvariant base;
  int64_t n; /* counted variables that have the value */
} Count;

/* Both sides of the relation. */
typedef struct {
  int64_t n, limit;
} Sides;

static bool
has_limit(const CspConstraint *con)
{
  return con->kind == CSP_CON_COUNT || con->kind == CSP_CON_AMONG;
}

static bool
is_limit(const CspInvariant *inv, uint32_t position)
{
  return has_limit(inv->con) && position == inv->n_vars - 1;
}

static int64_t
measure(const CspInvariant *inv, Sides sides)
{
  return csp_relation_violation(inv->con->relation, sides.n, sides.limit);
}

/* The sides as they are; a limit that has no value is read all the same and
 * replaced by who asks. */
static Sides
sides_of(const CspInvariant *inv)
{
  return (Sides){.n = ((const Count *)inv)->n,
                 .limit = has_limit(inv->con)
                              ? csp_invariant_value(inv, inv->n_vars - 1)
                              : inv->con->constant};
}

static void
add(const CspInvariant *inv, Sides *sides, uint32_t position, int32_t value)
{
  if (is_limit(inv, position))
    sides->limit = value;
  else
    sides->n += csp_count_counts(inv->con, value);
}

static void
take(const CspInvariant *inv, Sides *sides, uint32_t position, int32_t value)
{
  if (!is_limit(inv, position))
    sides->n -= csp_count_counts(inv->con, value);
}

static bool
count_test(CspInvariant *inv, uint32_t position, int32_t value)
{
  if (inv->n_assigned + 1 < inv->n_vars)
    return true;
  Sides sides = sides_of(inv);
  add(inv, &sides, position, value);
  return measure(inv, sides) == 0;
}

static void
count_assign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned++;
  ((Count *)inv)->n +=
      !is_limit(inv, position) && csp_count_counts(inv->con, value);
}

static void
count_unassign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned--;
  ((Count *)inv)->n -=
      !is_limit(inv, position) && csp_count_counts(inv->con, value);
}

static int64_t
count_violation(CspInvariant *inv)
{
  return inv->n_assigned < inv->n_vars ? 0 : measure(inv, sides_of(inv));
}

static Sides
sides_moved(const CspInvariant *inv, uint32_t position, int32_t value)
{
  Sides sides = sides_of(inv);

  take(inv, &sides, position, csp_invariant_value(inv, position));
  add(inv, &sides, position, value);
  return sides;
}

static Sides
sides_swapped(const CspInvariant *inv, uint32_t a, uint32_t b)
{
  int32_t va = csp_invariant_value(inv, a), vb = csp_invariant_value(inv, b);
  Sides sides = sides_of(inv);

  take(inv, &sides, a, va);
  take(inv, &sides, b, vb);
  add(inv, &sides, a, vb);
  add(inv, &sides, b, va);
  return sides;
}

static int64_t
count_change(CspInvariant *inv, uint32_t position, int32_t value)
{
  return measure(inv, sides_moved(inv, position, value)) - count_violation(inv);
}

static int64_t
count_change_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  return measure(inv, sides_swapped(inv, a, b)) - count_violation(inv);
}

static void
count_move(CspInvariant *inv, uint32_t position, int32_t value)
{
  ((Count *)inv)->n = sides_moved(inv, position, value).n;
}

static void
count_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  ((Count *)inv)->n = sides_swapped(inv, a, b).n;
}

static bool
count_is_in_conflict(CspInvariant *inv, uint32_t position)
{
  return count_violation(inv) > 0;
}

const CspInvariantClass csp_count_invariant = {
    .name = "count",
    .size = sizeof(Count),
    .test = count_test,
    .assign = count_assign,
    .unassign = count_unassign,
    .violation = count_violation,
    .change = count_change,
    .change_swap = count_change_swap,
    .move = count_move,
    .swap = count_swap,
    .is_in_conflict = count_is_in_conflict,
};

/* As a function ----------------------------------------------------------- */

static uint32_t
count_list_results(const CspConstraint *con, uint32_t *out_positions)
{
  out_positions[0] = con->n_vars - 1;
  return con->relation == CSP_RELATION_EQ;
}

static bool
count_bound(const CspDefinition *def,
            const CspInvariantBounds *bounds,
            int64_t *out_min,
            int64_t *out_max,
            bool *out_is_total)
{
  *out_min = 0;
  *out_max = def->n_vars - 1;
  *out_is_total = true;
  return true;
}

static int64_t
count_value(const CspDefinition *def)
{
  int64_t n = 0;

  for (uint32_t p = 0; p < def->n_vars - 1; p++)
    n += csp_count_counts(def->con, csp_definition_value(def, p));
  return n;
}

static int64_t
count_value_after(const CspDefinition *def,
                  int64_t now,
                  uint32_t position,
                  int32_t from,
                  int32_t to)
{
  return now + csp_count_counts(def->con, to) -
         csp_count_counts(def->con, from);
}

const CspDefinitionClass csp_count_definition = {
    .name = "count",
    .list_results = count_list_results,
    .bound = count_bound,
    .value = count_value,
    .value_after = count_value_after,
};
