/* SPDX-License-Identifier: MIT */
/* Elements: how far the result is from the value at the index, and the result
 * as a function of the others.
 *
 * An index out of range counts as its distance; as a function the element is
 * that at the nearest end, and the record as an invariant says what is wrong. */
#include "config.h"

#include "constraints/invariants.h"

static int64_t
distance(int64_t a, int64_t b)
{
  return a > b ? a - b : b - a;
}

/* The violation of values[index] = result, with index in range or not. */
static int64_t
violation_at(int64_t index, int64_t nearest, int64_t value, int64_t result)
{
  return distance(index, nearest) + distance(value, result);
}

/* The least and largest place that the index can lead to. */
static void
bound_places(CspVar index,
             int64_t n,
             const CspInvariantBounds *bounds,
             int64_t *out_first,
             int64_t *out_last,
             bool *out_is_total)
{
  int32_t min, max;

  bounds->get(bounds->data, index, &min, &max);
  *out_first = CLAMP(min, 0, n - 1);
  *out_last = CLAMP(max, 0, n - 1);
  *out_is_total = min >= 0 && max < n;
}

static uint32_t
list_last(const CspConstraint *con, uint32_t *out_positions)
{
  out_positions[0] = con->n_vars - 1;
  return 1;
}

/* Constants --------------------------------------------------------------- */

int64_t
csp_element_violation(const CspConstraint *con,
                      const int32_t *values,
                      CspScratch *scratch)
{
  int64_t index = values[csp_constraint_var(con, 0)];
  int64_t nearest = CLAMP(index, 0, (int64_t)con->n_ints - 1);

  return violation_at(index, nearest, con->ints[nearest],
                      values[csp_constraint_var(con, 1)]);
}

static bool
element_bound(const CspDefinition *def,
              const CspInvariantBounds *bounds,
              int64_t *out_min,
              int64_t *out_max,
              bool *out_is_total)
{
  const CspConstraint *con = def->con;
  int64_t first, last;

  bound_places(csp_definition_var(def, 0), (int64_t)con->n_ints, bounds, &first,
               &last, out_is_total);
  *out_min = INT64_MAX;
  *out_max = INT64_MIN;
  for (int64_t i = first; i <= last; i++) {
    *out_min = MIN(*out_min, con->ints[i]);
    *out_max = MAX(*out_max, con->ints[i]);
  }
  return true;
}

static int64_t
element_value(const CspDefinition *def)
{
  int64_t index = csp_definition_value(def, 0);

  return def->con->ints[CLAMP(index, 0, (int64_t)def->con->n_ints - 1)];
}

const CspDefinitionClass csp_element_definition = {
    .name = "element",
    .list_results = list_last,
    .bound = element_bound,
    .value = element_value,
};

/* Variables --------------------------------------------------------------- */

int64_t
csp_element_var_violation(const CspConstraint *con,
                          const int32_t *values,
                          CspScratch *scratch)
{
  int64_t n = con->n_vars - INT64_C(2);
  int64_t index = values[csp_constraint_var(con, con->n_vars - 2)];
  int64_t nearest = CLAMP(index, 0, n - 1);

  return violation_at(index, nearest,
                      values[csp_constraint_var(con, (uint32_t)nearest)],
                      values[csp_constraint_var(con, con->n_vars - 1)]);
}

static bool
element_var_bound(const CspDefinition *def,
                  const CspInvariantBounds *bounds,
                  int64_t *out_min,
                  int64_t *out_max,
                  bool *out_is_total)
{
  int64_t first, last;

  bound_places(csp_definition_var(def, def->n_vars - 2),
               def->n_vars - INT64_C(2), bounds, &first, &last, out_is_total);
  *out_min = INT64_MAX;
  *out_max = INT64_MIN;
  for (int64_t i = first; i <= last; i++) {
    int32_t min, max;
    bounds->get(bounds->data, csp_definition_var(def, (uint32_t)i), &min, &max);
    *out_min = MIN(*out_min, min);
    *out_max = MAX(*out_max, max);
  }
  return true;
}

static int64_t
element_var_value(const CspDefinition *def)
{
  int64_t n = def->n_vars - INT64_C(2);
  int64_t index = csp_definition_value(def, def->n_vars - 2);

  return csp_definition_value(def, (uint32_t)CLAMP(index, 0, n - 1));
}

const CspDefinitionClass csp_element_var_definition = {
    .name = "element-var",
    .list_results = list_last,
    .bound = element_var_bound,
    .value = element_var_value,
};
