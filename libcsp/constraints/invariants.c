/* SPDX-License-Identifier: MIT */
/* From records to invariants. */
#include "config.h"

#include <string.h>

#include "constraints/invariants.h"
#include "local/difference-graph.h"

static int
compare_vars(const void *a, const void *b)
{
  CspVar x = *(const CspVar *)a, y = *(const CspVar *)b;

  return (x > y) - (x < y);
}

static bool
has_repeats(const CspConstraint *con, CspScratch *scratch)
{
  if (con->vars == NULL)
    return false;
  if (con->n_vars == 2)
    return con->vars[0] == con->vars[1];

  CspVar *sorted = csp_scratch_get(scratch, sizeof *sorted * con->n_vars);
  memcpy(sorted, con->vars, sizeof *sorted * con->n_vars);
  qsort(sorted, con->n_vars, sizeof *sorted, compare_vars);
  for (uint32_t i = 1; i < con->n_vars; i++)
    if (sorted[i] == sorted[i - 1])
      return true;
  return false;
}

CspInvariant *
csp_invariants_add(CspInvariantSet *set,
                   const CspConstraint *con,
                   const CspInvariantBounds *bounds)
{
  const CspInvariantClass *klass = csp_family_of(con)->invariant;

  if (klass == NULL || has_repeats(con, set->scratch))
    klass = &csp_default_invariant;

  CspInvariant *inv = csp_invariant_set_add(set, klass, con, con->vars,
                                            con->first, con->n_vars);
  if (klass->init != NULL)
    klass->init(inv, set->arena, bounds);
  return inv;
}

static bool
is_difference(const CspConstraint *con)
{
  return con->kind == CSP_CON_RELATION && con->relation == CSP_RELATION_NE &&
         csp_constraint_var(con, 0) != csp_constraint_var(con, 1);
}

void
csp_invariants_add_all(CspInvariantSet *set,
                       const CspConstraint *cons,
                       size_t n_cons,
                       const bool *is_left_out,
                       const CspInvariantBounds *bounds)
{
  size_t n_edges = 0;

  for (size_t i = 0; i < n_cons; i++) {
    if (is_left_out != NULL && is_left_out[i])
      continue;
    if (is_difference(&cons[i]))
      n_edges++;
    else
      csp_invariants_add(set, &cons[i], bounds);
  }
  if (n_edges > 0) {
    CspDifference *edges = g_new(CspDifference, n_edges);
    n_edges = 0;
    for (size_t i = 0; i < n_cons; i++)
      if ((is_left_out == NULL || !is_left_out[i]) && is_difference(&cons[i]))
        edges[n_edges++] = (CspDifference){.x = csp_constraint_var(&cons[i], 0),
                                           .y = csp_constraint_var(&cons[i], 1),
                                           .c = (int32_t)cons[i].constant};
    csp_difference_graph_add(set, bounds, edges, n_edges);
    g_free(edges);
  }
  csp_invariant_set_close(set);
}

static uint32_t
get_declared_bounds(const void *data,
                    CspVar var,
                    int32_t *out_min,
                    int32_t *out_max)
{
  const CspArrayInfo *array = csp_model_array_of(data, var);

  *out_min = array->min;
  *out_max = array->max;
  return array->length - (var - array->first);
}

CspInvariantBounds
csp_invariants_bounds(const CspModel *model)
{
  return (CspInvariantBounds){.data = model, .get = get_declared_bounds};
}
