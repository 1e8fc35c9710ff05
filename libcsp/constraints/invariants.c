/* SPDX-License-Identifier: MIT */
/* From records to invariants. */
#include "config.h"

#include <string.h>

#include "base/sorted.h"
#include "constraints/invariants.h"
#include "local/difference-graph.h"

enum { SPLIT_MAX = 1024 }; /* variables of an all-different made pairs */

static bool
has_repeats(const CspConstraint *con, CspScratch *scratch)
{
  if (con->vars == NULL)
    return false;
  if (con->n_vars == 2)
    return con->vars[0] == con->vars[1];

  CspVar *sorted = csp_scratch_get(scratch, sizeof *sorted * con->n_vars);
  memcpy(sorted, con->vars, sizeof *sorted * con->n_vars);
  return csp_sort_distinct_vars(sorted, con->n_vars) < con->n_vars;
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

static void
add_edge(GArray *edges, CspVar x, CspVar y, int64_t c)
{
  CspDifference edge = {.x = x, .y = y, .c = (int32_t)c};

  if (x > y)
    edge = (CspDifference){.x = y, .y = x, .c = (int32_t)-c};
  g_array_append_val(edges, edge);
}

/* x + a and y + b differ: x != y + b - a. */
static void
add_pairs(GArray *edges, const CspConstraint *con)
{
  for (uint32_t p = 0; p < con->n_vars; p++)
    for (uint32_t q = 0; q < p; q++)
      add_edge(edges, csp_constraint_var(con, p), csp_constraint_var(con, q),
               csp_constraint_offset(con, q) - csp_constraint_offset(con, p));
}

static int
compare_edges(const void *a, const void *b)
{
  const CspDifference *e = a, *f = b;

  if (e->x != f->x)
    return e->x < f->x ? -1 : 1;
  if (e->y != f->y)
    return e->y < f->y ? -1 : 1;
  return (e->c > f->c) - (e->c < f->c);
}

/* Scopes that overlap give an edge more than once. */
static void
drop_repeats(GArray *edges)
{
  CspDifference *all = (CspDifference *)(void *)edges->data;
  guint n = 0;

  if (edges->len > 0)
    qsort(all, edges->len, sizeof *all, compare_edges);
  for (guint i = 0; i < edges->len; i++)
    if (n == 0 || compare_edges(&all[i], &all[n - 1]) != 0)
      all[n++] = all[i];
  g_array_set_size(edges, n);
}

void
csp_invariants_add_all(CspInvariantSet *set,
                       const CspConstraint *cons,
                       size_t n_cons,
                       const bool *is_left_out,
                       const bool *is_split,
                       const CspInvariantBounds *bounds)
{
  GArray *edges = g_array_new(FALSE, FALSE, sizeof(CspDifference));
  bool is_any_split = false;

  for (size_t i = 0; i < n_cons; i++) {
    const CspConstraint *con = &cons[i];
    if (is_left_out != NULL && is_left_out[i])
      continue;
    if (is_split != NULL && is_split[i]) {
      add_pairs(edges, con);
      is_any_split = true;
    } else if (is_difference(con)) {
      add_edge(edges, csp_constraint_var(con, 0), csp_constraint_var(con, 1),
               con->constant);
    } else {
      csp_invariants_add(set, con, bounds);
    }
  }
  if (is_any_split)
    drop_repeats(edges);
  if (edges->len > 0)
    csp_difference_graph_add(
        set, bounds, (const CspDifference *)(void *)edges->data, edges->len);
  g_array_unref(edges);
  csp_invariant_set_close(set);
}

bool
csp_invariants_can_split(const CspConstraint *con, CspScratch *scratch)
{
  if (con->kind != CSP_CON_ALL_DIFFERENT || con->n_vars > SPLIT_MAX ||
      has_repeats(con, scratch))
    return false;
  int64_t min = 0, max = 0;
  for (uint32_t p = 0; p < con->n_vars; p++) {
    min = MIN(min, csp_constraint_offset(con, p));
    max = MAX(max, csp_constraint_offset(con, p));
  }
  return max - min <= CSP_VALUE_MAX;
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
