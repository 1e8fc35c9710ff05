/* SPDX-License-Identifier: MIT */
/* Numbers of items of which the weights and the profits are summed up.
 *
 * Two sums to bounds, and what they say together: with the items by profit a
 * weight, the best first, filled up from their least numbers on until the
 * weight is used up, the profit is the largest, parts of items allowed
 * (Dantzig 1957); until the profit is reached, the weight is the least.  O(n) a
 * run. */
#include "config.h"

#include "constraints/family.h"
#include "constraints/scheduling.h"

typedef struct {
  CspPropagator base;
  uint32_t n; /* items; then weight and profit in the scope */
  const int32_t *weights, *profits;
  uint32_t *order; /* items, the best first */
} Knapsack;

/* number * share / of, in numbers no larger than the result and 60 bits. */
static int64_t
part_of(int64_t number, int64_t share, int64_t of, bool is_rounded_up)
{
  int64_t rest = share % of * number;

  return share / of * number + (rest + (is_rounded_up ? of - 1 : 0)) / of;
}

static CspPropResult
knapsack_propagate(CspPropagator *prop, CspStore *store)
{
  const Knapsack *self = (const Knapsack *)prop;
  CspVar weight_var = prop->vars[self->n], profit_var = prop->vars[self->n + 1];
  int64_t weight = 0, profit = 0;
  int64_t limit = csp_store_max(store, weight_var);
  int64_t goal = csp_store_min(store, profit_var);
  int64_t best = -1, least = -1;

  for (uint32_t i = 0; i < self->n; i++) {
    int64_t number = csp_store_min(store, prop->vars[i]);
    weight += number * self->weights[i];
    profit += number * self->profits[i];
  }
  if (weight > limit)
    return csp_store_fail(store);
  if (profit >= goal)
    least = weight;
  for (uint32_t k = 0; k < self->n && (best < 0 || least < 0); k++) {
    uint32_t i = self->order[k];
    int64_t w = self->weights[i], p = self->profits[i];
    int64_t n = csp_store_max(store, prop->vars[i]) -
                csp_store_min(store, prop->vars[i]);
    if (best < 0 && weight + n * w > limit)
      best = profit + part_of(p, limit - weight, w, false);
    if (least < 0 && profit + n * p >= goal)
      least = weight + part_of(w, goal - profit, p, true);
    weight += n * w;
    profit += n * p;
  }
  if (least < 0)
    return csp_store_fail(store);
  if (best < 0)
    best = profit;
  return csp_store_set_max(store, profit_var, best, CSP_NO_HINT) &&
                 csp_store_set_min(store, weight_var, least, CSP_NO_HINT)
             ? CSP_PROP_AGAIN
             : CSP_PROP_FAILED;
}

static const CspPropagatorClass knapsack_class = {
    .name = "knapsack",
    .propagate = knapsack_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

static int64_t
distance(const CspConstraint *con,
         const int32_t *values,
         const int32_t *coeffs,
         uint32_t n,
         CspVar result)
{
  int64_t sum = -(int64_t)values[result];

  for (uint32_t i = 0; i < n; i++)
    sum += (int64_t)coeffs[i] * values[csp_constraint_var(con, i)];
  return MIN(ABS(sum), CSP_MAX_VIOLATION);
}

static int64_t
knapsack_violation(const CspConstraint *con,
                   const int32_t *values,
                   CspScratch *scratch)
{
  uint32_t n = con->n_vars - 2;
  int64_t violation = 0;

  for (uint32_t i = 0; i < con->n_vars; i++)
    violation -= MIN(values[csp_constraint_var(con, i)], 0);
  return violation +
         distance(con, values, con->ints, n, csp_constraint_var(con, n)) +
         distance(con, values, con->ints + n, n,
                  csp_constraint_var(con, n + 1));
}

static bool
knapsack_holds(const CspConstraint *con,
               const int32_t *values,
               CspScratch *scratch)
{
  return knapsack_violation(con, values, scratch) == 0;
}

/* a.profit / a.weight against b's; what weighs nothing is best. */
static int
compare_items(gconstpointer a, gconstpointer b, gpointer data)
{
  const Knapsack *self = data;
  uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
  int64_t x = (int64_t)self->profits[i] * self->weights[j];
  int64_t y = (int64_t)self->profits[j] * self->weights[i];

  if (self->weights[i] == 0 || self->weights[j] == 0)
    return (self->weights[i] > 0) - (self->weights[j] > 0);
  return (x < y) - (x > y);
}

static bool
post_sum(CspPoster *poster,
         const CspConstraint *con,
         const int32_t *coeffs,
         uint32_t result,
         CspStrength strength)
{
  uint32_t n = con->n_vars - 2;
  g_autofree CspVar *vars = g_new(CspVar, (size_t)n + 1);
  g_autofree int32_t *ints = g_new(int32_t, (size_t)n + 1);
  CspConstraint sum = {.kind = CSP_CON_LINEAR,
                       .relation = CSP_RELATION_EQ,
                       .vars = vars,
                       .n_vars = n + 1,
                       .ints = ints,
                       .n_ints = (size_t)n + 1};

  for (uint32_t i = 0; i < n; i++) {
    vars[i] = csp_constraint_var(con, i);
    ints[i] = coeffs[i];
  }
  vars[n] = csp_constraint_var(con, result);
  ints[n] = -1;
  return csp_family_linear.post(poster, &sum, strength);
}

static bool
knapsack_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  uint32_t n = con->n_vars - 2;

  for (uint32_t i = 0; i < con->n_vars; i++)
    if (!csp_store_set_min(store, csp_constraint_var(con, i), 0, CSP_NO_HINT))
      return false;
  if (!post_sum(poster, con, con->ints, n, strength) ||
      !post_sum(poster, con, con->ints + n, n + 1, strength))
    return false;

  Knapsack *self = (Knapsack *)csp_post_over_scope(
      store, &knapsack_class, sizeof *self, con, CSP_ON_BOUNDS);
  const int32_t *ints =
      csp_arena_dup(store->arena, con->ints, con->n_ints * sizeof *ints);
  self->n = n;
  self->weights = ints;
  self->profits = ints + n;
  self->order = csp_arena_new_array(store->arena, uint32_t, n);
  for (uint32_t i = 0; i < n; i++)
    self->order[i] = i;
  if (n > 0)
    g_qsort_with_data(self->order, (gint)n, sizeof *self->order, compare_items,
                      self);
  return true;
}

const CspFamily csp_family_knapsack = {
    .name = "knapsack",
    .blurb = "weight and profit of numbers of items",
    .holds = knapsack_holds,
    .post = knapsack_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = knapsack_violation,
};
