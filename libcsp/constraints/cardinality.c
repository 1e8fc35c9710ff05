/* SPDX-License-Identifier: MIT */
/* Global cardinality: how many variables take each of several values, told by
 * variables or kept between constants; no other values, if it is closed.
 *
 * A value may be listed twice; then both counts hold. */
#include "config.h"

#include <stdlib.h>

#include "base/sorted.h"
#include "constraints/cardinality.h"
#include "constraints/filter.h"
#include "constraints/invariants.h"
#include "constraints/ranges.h"
#include "constraints/value-table.h"

/* The meaning -------------------------------------------------------------- */

/* A record of either kind, read as values with limits. */
static bool
has_counts(const CspConstraint *con)
{
  return con->kind == CSP_CON_GLOBAL_CARDINALITY;
}

static uint32_t
n_listed(const CspConstraint *con)
{
  return (uint32_t)(has_counts(con) ? con->n_ints : con->n_ints / 3);
}

static uint32_t
n_counted(const CspConstraint *con)
{
  return has_counts(con) ? con->n_vars - n_listed(con) : con->n_vars;
}

static int32_t
listed_value(const CspConstraint *con, uint32_t k)
{
  return con->ints[has_counts(con) ? k : 3 * k];
}

/* How far the numbers are from their limits, added up, and in a closed record
 * how many variables have another value. */
static int64_t
cardinality_violation(const CspConstraint *con,
                      const int32_t *values,
                      CspScratch *scratch)
{
  uint32_t n_values = n_listed(con), n = n_counted(con), n_others = 0;
  int64_t violation = 0;
  CspValueTable table = csp_value_table(scratch, n_values);

  for (uint32_t k = 0; k < n_values; k++)
    *csp_value_table_find(&table, listed_value(con, k)) =
        (CspValueSlot){.value = listed_value(con, k)};
  for (uint32_t i = 0; i < n; i++) {
    CspValueSlot *slot =
        csp_value_table_find(&table, values[csp_constraint_var(con, i)]);
    if (slot->n >= 0)
      slot->n++;
    else
      n_others++;
  }
  for (uint32_t k = 0; k < n_values; k++) {
    int64_t number = csp_value_table_find(&table, listed_value(con, k))->n;
    if (has_counts(con))
      violation += llabs(number - values[csp_constraint_var(con, n + k)]);
    else
      violation += MAX(con->ints[3 * k + 1] - number, 0) +
                   MAX(number - con->ints[3 * k + 2], 0);
  }
  return violation + (con->constant != 0 ? n_others : 0);
}

static bool
cardinality_holds(const CspConstraint *con,
                  const int32_t *values,
                  CspScratch *scratch)
{
  return cardinality_violation(con, values, scratch) == 0;
}

/* Posting ------------------------------------------------------------------ */

bool
csp_cardinality_read_limits(const CspCardinality *self,
                            const CspStore *store,
                            int32_t *out_low,
                            int32_t *out_up)
{
  for (uint32_t k = 0; k < self->n_values; k++) {
    out_low[k] = self->low[k];
    out_up[k] = self->up[k];
  }
  for (uint32_t c = 0; c < self->n_counts; c++) {
    CspVar count = self->scope[self->n_counted + c];
    uint32_t k = self->count_values[c];
    out_low[k] = (int32_t)MAX(out_low[k], csp_store_min(store, count));
    out_up[k] = (int32_t)MIN(out_up[k], csp_store_max(store, count));
  }
  for (uint32_t k = 0; k < self->n_values; k++)
    if (out_low[k] > out_up[k])
      return false;
  return true;
}

/* Lists each value once; limits that no number can pass are 0 and n. */
static CspCardinality *
make_cardinality(CspStore *store, const CspConstraint *con)
{
  CspArena *arena = store->arena;
  CspCardinality *self = csp_arena_new_array0(arena, CspCardinality, 1);
  CspVar *scope = csp_arena_new_array(arena, CspVar, con->n_vars);
  uint32_t n = n_listed(con);
  int32_t *values = csp_arena_new_array(arena, int32_t, n);
  int32_t *low = csp_arena_new_array0(arena, int32_t, n);
  int32_t *up = csp_arena_new_array(arena, int32_t, n);
  uint32_t *count_values = csp_arena_new_array(arena, uint32_t, n);

  for (uint32_t i = 0; i < con->n_vars; i++)
    scope[i] = csp_constraint_var(con, i);
  for (uint32_t k = 0; k < n; k++)
    values[k] = listed_value(con, k);
  self->n_values = (uint32_t)csp_sort_distinct_ints(values, n);
  self->scope = scope;
  self->n_counted = n_counted(con);
  self->values = values;
  for (uint32_t k = 0; k < self->n_values; k++)
    up[k] = (int32_t)self->n_counted;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t number = csp_cardinality_number(self, listed_value(con, k));
    count_values[k] = number;
    if (!has_counts(con)) {
      low[number] = MAX(low[number], con->ints[3 * k + 1]);
      up[number] = MIN(up[number], con->ints[3 * k + 2]);
    }
  }
  self->low = low;
  self->up = up;
  self->n_counts = has_counts(con) ? n : 0;
  self->count_values = count_values;
  self->is_closed = con->constant != 0;
  self->has_repeats = csp_filter_has_repeats(scope, con->n_vars);
  return self;
}

/* Where that leaves wide parts, counting sees to what is fixed in them. */
static bool
cut_other_values(CspStore *store, const CspCardinality *card)
{
  g_autofree int32_t *ranges = g_new(int32_t, 2 * (size_t)card->n_values + 1);
  uint32_t n = 0;
  bool is_left;

  for (uint32_t k = 0; k < card->n_values; k++) {
    if (n == 0 || card->values[k] != ranges[2 * n - 1] + 1)
      ranges[2 * n++] = card->values[k];
    ranges[2 * n - 1] = card->values[k];
  }
  for (uint32_t i = 0; i < card->n_counted; i++)
    if (!csp_ranges_keep(store, card->scope[i], ranges, n, true, &is_left))
      return false;
  return true;
}

static bool
cardinality_post(CspPoster *poster,
                 const CspConstraint *con,
                 CspStrength strength)
{
  CspStore *store = poster->store;
  CspCardinality *card = make_cardinality(store, con);
  uint64_t n_values = 0;

  if (card->is_closed && !cut_other_values(store, card))
    return false;
  csp_post_cardinality_count(store, card);
  for (uint32_t i = 0; i < card->n_counted; i++)
    n_values += csp_store_size(store, card->scope[i]);
  if (strength > CSP_STRENGTH_VALUE && n_values <= CSP_CARDINALITY_MAX_VALUES)
    csp_post_cardinality_flow(store, card);
  return true;
}

const CspFamily csp_family_global_cardinality = {
    .name = "global-cardinality",
    .blurb = "how many take each value, told by variables",
    .holds = cardinality_holds,
    .post = cardinality_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .invariant = &csp_cardinality_invariant,
    .violation = cardinality_violation,
};

const CspFamily csp_family_cardinality_bounds = {
    .name = "cardinality-bounds",
    .blurb = "how many take each value, between constants",
    .holds = cardinality_holds,
    .post = cardinality_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .invariant = &csp_cardinality_invariant,
    .violation = cardinality_violation,
};
