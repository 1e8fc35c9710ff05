/* SPDX-License-Identifier: MIT */
/* index = the first place of the largest, or the smallest, of variables.
 *
 * The smallest is the largest of the negations; so all is written for the
 * largest, over bounds read and set through a sign.  With index = i, x[k] is at
 * most x[i] where k > i and below it where k < i.  Let `low` be the largest
 * lower bound and `first_low` the first place that has it.  Then
 *
 *   - a place i is possible if x[i] can reach low, or where i > first_low
 *     pass it: demand(i) below; the others then fit at their lower bounds;
 *   - a value v of x[k] is possible if it is at least demand(k) and k is
 *     possible as index, or if another possible place i reaches v, or for
 *     k < i passes it: v <= reach(k).  Let `high` be the largest upper bound of
 *     the possible places, `first_high` the first that has it.  Then reach(k)
 *     is high behind first_high and high - 1 before it; for first_high itself it
 *     comes from the others, which is `second`.
 *
 * The values between reach(k) and demand(k) go: at the upper end where k is not
 * possible, at the lower end where it is the only place, else, if domain
 * consistency is asked for, from the middle.  That takes no upper bound from a
 * possible place and raises a lower bound only of the only one, so that one
 * pass is the fixpoint if no variable is repeated.  A pass costs O(n). */
#include "config.h"

#include "constraints/invariants.h"

typedef struct {
  CspPropagator base; /* vars: the operands, then the index */
  int64_t start;      /* the index of the first */
  bool is_minimum;
  bool has_holes; /* values in the middle are removed */
} ArgExtremum;

/* Meaning ------------------------------------------------------------------ */

static bool
is_minimum(const CspConstraint *con)
{
  return con->relation == CSP_RELATION_LE;
}

/* Is the value at place a before that at place b, a the earlier one? */
static bool
is_beaten(const CspConstraint *con, int32_t a, int32_t b)
{
  return is_minimum(con) ? b < a : b > a;
}

static uint32_t
find_extreme(const CspConstraint *con, const int32_t *values)
{
  uint32_t best = 0;

  for (uint32_t i = 1; i + 1 < con->n_vars; i++)
    if (is_beaten(con, values[csp_constraint_var(con, best)],
                  values[csp_constraint_var(con, i)]))
      best = i;
  return best;
}

static bool
arg_extremum_holds(const CspConstraint *con,
                   const int32_t *values,
                   CspScratch *scratch)
{
  return values[csp_constraint_var(con, con->n_vars - 1)] - con->constant ==
         find_extreme(con, values);
}

/* How much the value at the index falls short of the best one, and 1 for a
 * place behind the first best; outside the list how far that is. */
static int64_t
arg_extremum_violation(const CspConstraint *con,
                       const int32_t *values,
                       CspScratch *scratch)
{
  uint32_t n = con->n_vars - 1, best = find_extreme(con, values);
  int64_t place = values[csp_constraint_var(con, n)] - con->constant;

  if (place < 0 || place >= n)
    return place < 0 ? -place : place - n + 1;
  return ABS((int64_t)values[csp_constraint_var(con, best)] -
             values[csp_constraint_var(con, (uint32_t)place)]) +
         (place > best);
}

/* As a function ------------------------------------------------------------ */

static uint32_t
arg_extremum_list_results(const CspConstraint *con, uint32_t *out_positions)
{
  out_positions[0] = con->n_vars - 1;
  return 1;
}

static bool
arg_extremum_bound(const CspDefinition *def,
                   const CspInvariantBounds *bounds,
                   int64_t *out_min,
                   int64_t *out_max,
                   bool *out_is_total)
{
  *out_min = def->con->constant;
  *out_max = def->con->constant + def->n_vars - 2;
  *out_is_total = true;
  return *out_max <= CSP_VALUE_MAX;
}

static int64_t
arg_extremum_value(const CspDefinition *def)
{
  return def->con->constant + find_extreme(def->con, def->values);
}

static const CspDefinitionClass arg_extremum_definition = {
    .name = "arg-extremum",
    .list_results = arg_extremum_list_results,
    .bound = arg_extremum_bound,
    .value = arg_extremum_value,
};

/* Propagation -------------------------------------------------------------- */

static int64_t
low_of(const ArgExtremum *self, const CspStore *store, uint32_t i)
{
  CspVar x = self->base.vars[i];

  return self->is_minimum ? -csp_store_max(store, x) : csp_store_min(store, x);
}

static int64_t
high_of(const ArgExtremum *self, const CspStore *store, uint32_t i)
{
  CspVar x = self->base.vars[i];

  return self->is_minimum ? -csp_store_min(store, x) : csp_store_max(store, x);
}

static bool
set_low(const ArgExtremum *self, CspStore *store, uint32_t i, int64_t v)
{
  CspVar x = self->base.vars[i];

  return self->is_minimum ? csp_store_set_max(store, x, -v, CSP_NO_HINT)
                          : csp_store_set_min(store, x, v, CSP_NO_HINT);
}

static bool
set_high(const ArgExtremum *self, CspStore *store, uint32_t i, int64_t v)
{
  CspVar x = self->base.vars[i];

  return self->is_minimum ? csp_store_set_min(store, x, -v, CSP_NO_HINT)
                          : csp_store_set_max(store, x, v, CSP_NO_HINT);
}

static bool
remove_between(const ArgExtremum *self,
               CspStore *store,
               uint32_t i,
               int64_t from,
               int64_t to)
{
  CspVar x = self->base.vars[i];
  int64_t last = self->is_minimum ? -from : to;

  for (int64_t v =
           csp_store_next(store, x, (self->is_minimum ? -to : from) - 1);
       v <= last && !csp_store_is_stopped(store);
       v = csp_store_next(store, x, v))
    if (!csp_store_remove(store, x, v, CSP_NO_HINT))
      return false;
  return true;
}

typedef struct {
  int64_t low, high, second;
  uint32_t first_low, first_high, n_possible;
} Summary;

static int64_t
demand(const Summary *sum, uint32_t i)
{
  return sum->low + (i > sum->first_low);
}

static int64_t
reach(const Summary *sum, uint32_t k)
{
  if (k == sum->first_high)
    return sum->second;
  return k > sum->first_high ? sum->high : sum->high - 1;
}

static bool
is_possible(const ArgExtremum *self, const CspStore *store, uint32_t i)
{
  return csp_store_has(store, self->base.vars[self->base.n_vars - 1],
                       self->start + i);
}

/* Leaves the index the places that are possible, and sums them up. */
static bool
filter_index(const ArgExtremum *self, CspStore *store, Summary *out)
{
  uint32_t n = self->base.n_vars - 1;
  CspVar index = self->base.vars[n];

  *out = (Summary){.low = INT64_MIN, .high = INT64_MIN, .second = INT64_MIN};
  for (uint32_t i = 0; i < n; i++) {
    int64_t low = low_of(self, store, i);
    if (low > out->low) {
      out->low = low;
      out->first_low = i;
    }
  }
  for (uint32_t i = 0; i < n; i++) {
    if (!is_possible(self, store, i))
      continue;
    int64_t high = high_of(self, store, i);
    if (high < demand(out, i)) {
      if (!csp_store_remove(store, index, self->start + i, CSP_NO_HINT))
        return false;
      continue;
    }
    out->n_possible++;
    if (high > out->high) {
      out->second = out->high;
      out->high = high;
      out->first_high = i;
    } else {
      out->second = MAX(out->second, high - 1);
    }
  }
  return true;
}

static bool
filter_operands(const ArgExtremum *self, CspStore *store, const Summary *sum)
{
  for (uint32_t k = 0; k + 1 < self->base.n_vars; k++) {
    bool is_able = is_possible(self, store, k);
    if (!is_able && !set_high(self, store, k, reach(sum, k)))
      return false;
    if (is_able && sum->n_possible == 1 &&
        !set_low(self, store, k, demand(sum, k)))
      return false;
    if (is_able && sum->n_possible > 1 && self->has_holes &&
        !remove_between(self, store, k, reach(sum, k) + 1, demand(sum, k) - 1))
      return false;
  }
  return true;
}

/* Is the only place left the answer whatever the values? */
static bool
is_entailed(const ArgExtremum *self, const CspStore *store, const Summary *sum)
{
  uint32_t place = sum->first_high;
  int64_t low = low_of(self, store, place);

  if (sum->n_possible != 1)
    return false;
  for (uint32_t k = 0; k + 1 < self->base.n_vars; k++)
    if (k != place && high_of(self, store, k) > low - (k < place))
      return false;
  return true;
}

static CspPropResult
arg_extremum_propagate(CspPropagator *prop, CspStore *store)
{
  const ArgExtremum *self = (const ArgExtremum *)prop;
  uint64_t n_changes;
  Summary sum;

  do {
    n_changes = store->n_changes;
    if (!filter_index(self, store, &sum))
      return CSP_PROP_FAILED;
    if (sum.n_possible == 0)
      return csp_store_fail(store);
    if (!filter_operands(self, store, &sum))
      return CSP_PROP_FAILED;
  } while (store->n_changes != n_changes && !csp_store_is_stopped(store));
  return is_entailed(self, store, &sum) ? CSP_PROP_ENTAILED : CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass arg_extremum_class = {
    .name = "arg-extremum",
    .propagate = arg_extremum_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

static bool
arg_extremum_post(CspPoster *poster,
                  const CspConstraint *con,
                  CspStrength strength)
{
  CspStore *store = poster->store;
  uint32_t n = con->n_vars - 1;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);

  for (uint32_t p = 0; p <= n; p++)
    vars[p] = csp_constraint_var(con, p);
  if (!csp_store_set_min(store, vars[n], con->constant, CSP_NO_HINT) ||
      !csp_store_set_max(store, vars[n], con->constant + n - 1, CSP_NO_HINT))
    return false;
  ArgExtremum *self = (ArgExtremum *)csp_store_add_propagator(
      store, &arg_extremum_class, sizeof *self, vars, con->n_vars);
  self->start = con->constant;
  self->is_minimum = is_minimum(con);
  self->has_holes = strength == CSP_STRENGTH_DOMAIN;
  for (uint32_t p = 0; p < n; p++)
    csp_store_subscribe(store, &self->base, p, CSP_ON_BOUNDS);
  csp_store_subscribe(store, &self->base, n, CSP_ON_DOMAIN);
  return true;
}

const CspFamily csp_family_arg_extremum = {
    .name = "arg-extremum",
    .blurb = "the first place of the largest or smallest",
    .holds = arg_extremum_holds,
    .post = arg_extremum_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = arg_extremum_violation,
    .definition = &arg_extremum_definition,
};
