/* SPDX-License-Identifier: MIT */
/* All-different except for some values, which any number may have.
 *
 * A variable that is fixed takes its value from the others, unless it is one of
 * those.  Domain consistency is that of a global cardinality (Régin 1996) in
 * which each other value is taken at most once. */
#include "config.h"

#include "base/sorted.h"
#include "constraints/cardinality.h"
#include "constraints/filter.h"
#include "constraints/invariants.h"
#include "constraints/ranges.h"
#include "constraints/value-table.h"

typedef struct {
  CspPropagator base;
  const int32_t *excepted; /* ranges */
  size_t n_excepted;       /* numbers */
} Except;

static bool
is_excepted(const int32_t *ranges, size_t n, int64_t value)
{
  size_t low = 0, high = n / 2;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (ranges[2 * middle + 1] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n / 2 && ranges[2 * low] <= value;
}

static CspPropResult
except_propagate(CspPropagator *prop, CspStore *store)
{
  const Except *self = (const Except *)prop;

  for (uint32_t k = 0; k < prop->n_pending; k++) {
    uint32_t position = prop->pending[k];
    int64_t value = csp_store_value(store, prop->vars[position]);
    if (is_excepted(self->excepted, self->n_excepted, value))
      continue;
    if (csp_store_is_stopped(store))
      return CSP_PROP_AGAIN;
    for (uint32_t i = 0; i < prop->n_vars; i++)
      if (i != position &&
          !csp_store_remove(store, prop->vars[i], value, CSP_NO_HINT))
        return CSP_PROP_FAILED;
  }
  prop->n_pending = 0;
  return CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass except_class = {
    .name = "all-different except",
    .propagate = except_propagate,
    .priority = CSP_PRIORITY_BINARY,
};

/* How many values are taken once more than they may be. */
static int64_t
except_violation(const CspConstraint *con,
                 const int32_t *values,
                 CspScratch *scratch)
{
  CspValueTable table = csp_value_table(scratch, con->n_vars);
  int64_t n_repeats = 0;

  for (uint32_t i = 0; i < con->n_vars; i++) {
    int32_t value = values[csp_constraint_var(con, i)];
    n_repeats += !csp_ranges_have(con->ints, con->n_ints, value) &&
                 csp_value_table_add(&table, value) > 1;
  }
  return n_repeats;
}

static bool
except_holds(const CspConstraint *con,
             const int32_t *values,
             CspScratch *scratch)
{
  return except_violation(con, values, scratch) == 0;
}

/* Each value that some variable has and that is not excepted, at most once. */
static void
post_flow(CspStore *store, const Except *except, uint64_t n_listed)
{
  CspArena *arena = store->arena;
  const CspPropagator *prop = &except->base;
  CspCardinality *card = csp_arena_new_array0(arena, CspCardinality, 1);
  g_autofree int32_t *listed = g_new(int32_t, n_listed);
  size_t n = 0;
  uint32_t n_values = 0;

  for (uint32_t i = 0; i < prop->n_vars; i++)
    CSP_STORE_FOREACH_VALUE(store, prop->vars[i], value)
    {
      if (!is_excepted(except->excepted, except->n_excepted, value))
        listed[n++] = (int32_t)value;
    }
  n_values = (uint32_t)csp_sort_distinct_ints(listed, n);

  int32_t *up = csp_arena_new_array(arena, int32_t, n_values);
  for (uint32_t k = 0; k < n_values; k++)
    up[k] = 1;
  *card = (CspCardinality){
      .scope = prop->vars,
      .n_counted = prop->n_vars,
      .values = csp_arena_dup(arena, listed, n_values * sizeof(*listed)),
      .n_values = n_values,
      .low = csp_arena_new_array0(arena, int32_t, n_values),
      .up = up,
      .has_repeats = csp_filter_has_repeats(prop->vars, prop->n_vars),
  };
  csp_post_cardinality_flow(store, card);
}

static bool
except_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);
  uint64_t n_values = 0;

  if (con->n_vars < 2)
    return true;
  for (uint32_t i = 0; i < con->n_vars; i++) {
    vars[i] = csp_constraint_var(con, i);
    n_values += csp_store_size(store, vars[i]);
  }

  Except *self = (Except *)csp_store_add_propagator(
      store, &except_class, sizeof(Except), vars, con->n_vars);
  self->n_excepted = con->n_ints;
  self->excepted =
      csp_arena_dup(store->arena, con->ints, con->n_ints * sizeof(*con->ints));
  csp_store_subscribe_all(store, &self->base, CSP_ON_FIX_TRACKED);
  if (strength == CSP_STRENGTH_DOMAIN && n_values <= CSP_CARDINALITY_MAX_VALUES)
    post_flow(store, self, n_values);
  return true;
}

const CspFamily csp_family_different_except = {
    .name = "all-different-except",
    .blurb = "different, but for some values",
    .holds = except_holds,
    .post = except_post,
    .default_strength = CSP_STRENGTH_VALUE,
    .violation = except_violation,
};
