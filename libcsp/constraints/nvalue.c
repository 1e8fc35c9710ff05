/* SPDX-License-Identifier: MIT */
/* How many different values the variables have, compared with a variable.
 *
 * At least: the values of the fixed ones; and as many as there are domains whose
 * hulls do not meet, which are found by going through them by ascending upper
 * bound and taking each that begins after the last one taken (Beldiceanu 2001).
 * At most: the values of the fixed ones, and one for each other variable that
 * can have another value.  When the most allowed are there, the open variables
 * keep to these values; when all that can add one must, they lose these. */
#include "config.h"

#include "constraints/invariants.h"
#include "constraints/ranges.h"
#include "constraints/value-table.h"

typedef struct {
  CspPropagator base; /* the variables, then the number */
  uint8_t relation;   /* EQ, NE, LE, GE */
  int64_t add;        /* to the number */
  uint32_t *by_max;   /* positions, sorted; kept from call to call */
  int32_t *ranges;    /* the values of fixed variables */
  uint32_t n_ranges;
} Nvalue;

static uint32_t
n_valued(const Nvalue *self)
{
  return self->base.n_vars - 1;
}

/* By insertion: the order of the call before is nearly right. */
static void
sort_by_max(Nvalue *self, const CspStore *store)
{
  uint32_t *order = self->by_max;

  for (uint32_t i = 1; i < n_valued(self); i++) {
    uint32_t position = order[i], j;
    int64_t max = csp_store_max(store, self->base.vars[position]);
    for (j = i;
         j > 0 && csp_store_max(store, self->base.vars[order[j - 1]]) > max;
         j--)
      order[j] = order[j - 1];
    order[j] = position;
  }
}

/* Lists the values of fixed variables; the answer is how many they are. */
static int64_t
list_fixed(Nvalue *self, const CspStore *store)
{
  int32_t *ranges = self->ranges;
  uint32_t n = 0;
  int64_t n_values = 0;

  for (uint32_t k = 0; k < n_valued(self); k++) {
    CspVar x = self->base.vars[self->by_max[k]];
    if (!csp_store_is_fixed(store, x))
      continue;
    int32_t value = (int32_t)csp_store_value(store, x);
    if (n > 0 && ranges[2 * n - 1] == value)
      continue;
    if (n == 0 || ranges[2 * n - 1] + INT64_C(1) != value)
      ranges[2 * n++] = value;
    ranges[2 * n - 1] = value;
    n_values++;
  }
  self->n_ranges = n;
  return n_values;
}

static int64_t
count_apart(const Nvalue *self, const CspStore *store)
{
  int64_t n = 0, last = INT64_MIN;

  for (uint32_t k = 0; k < n_valued(self); k++) {
    CspVar x = self->base.vars[self->by_max[k]];
    if (csp_store_min(store, x) > last) {
      last = csp_store_max(store, x);
      n++;
    }
  }
  return n;
}

static bool
is_open(const Nvalue *self, const CspStore *store, CspVar x)
{
  return !csp_store_is_fixed(store, x) &&
         csp_ranges_meet(store, x, self->ranges, self->n_ranges, true);
}

static int64_t
count_open(const Nvalue *self, const CspStore *store)
{
  int64_t n = 0;

  for (uint32_t i = 0; i < n_valued(self); i++)
    n += is_open(self, store, self->base.vars[i]);
  return n;
}

/* Keeps the open variables to the values there are, or off them. */
static bool
decide(const Nvalue *self, CspStore *store, bool is_new)
{
  bool is_left;

  for (uint32_t i = 0; i < n_valued(self); i++) {
    CspVar x = self->base.vars[i];
    if (is_open(self, store, x) &&
        !csp_ranges_keep(store, x, self->ranges, self->n_ranges, !is_new,
                         &is_left))
      return false;
  }
  return true;
}

static bool
prune(Nvalue *self, CspStore *store)
{
  CspVar number = self->base.vars[n_valued(self)];
  bool is_upper =
      self->relation == CSP_RELATION_EQ || self->relation == CSP_RELATION_LE;
  bool is_lower =
      self->relation == CSP_RELATION_EQ || self->relation == CSP_RELATION_GE;

  sort_by_max(self, store);
  int64_t n_fixed = list_fixed(self, store);
  int64_t low = MAX(n_fixed, count_apart(self, store));
  int64_t high = n_fixed + count_open(self, store);
  if (self->relation == CSP_RELATION_NE && low == high)
    return csp_store_remove(store, number, low - self->add, CSP_NO_HINT);
  if (is_upper &&
      !csp_store_set_min(store, number, low - self->add, CSP_NO_HINT))
    return false;
  if (is_lower &&
      !csp_store_set_max(store, number, high - self->add, CSP_NO_HINT))
    return false;
  if (is_upper && n_fixed == csp_store_max(store, number) + self->add)
    return decide(self, store, false);
  if (is_lower && high == csp_store_min(store, number) + self->add)
    return decide(self, store, true);
  return true;
}

static CspPropResult
nvalue_propagate(CspPropagator *prop, CspStore *store)
{
  uint32_t n_events = store->n_events;

  if (!prune((Nvalue *)prop, store))
    return CSP_PROP_FAILED;
  return store->n_events == n_events ? CSP_PROP_FIXPOINT : CSP_PROP_AGAIN;
}

static const CspPropagatorClass nvalue_class = {
    .name = "nvalue",
    .propagate = nvalue_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

static int64_t
nvalue_violation(const CspConstraint *con,
                 const int32_t *values,
                 CspScratch *scratch)
{
  uint32_t n = con->n_vars - 1;
  CspValueTable table = csp_value_table(scratch, n);
  int64_t n_values = 0;

  for (uint32_t i = 0; i < n; i++)
    n_values +=
        csp_value_table_add(&table, values[csp_constraint_var(con, i)]) == 1;
  return csp_relation_violation((CspRelation)con->relation, n_values,
                                values[csp_constraint_var(con, n)]);
}

static bool
nvalue_holds(const CspConstraint *con,
             const int32_t *values,
             CspScratch *scratch)
{
  return nvalue_violation(con, values, scratch) == 0;
}

static bool
nvalue_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);

  for (uint32_t i = 0; i < con->n_vars; i++)
    vars[i] = csp_constraint_var(con, i);

  Nvalue *self = (Nvalue *)csp_store_add_propagator(
      store, &nvalue_class, sizeof(Nvalue), vars, con->n_vars);
  self->relation = con->relation;
  if (con->relation == CSP_RELATION_LT) {
    self->relation = CSP_RELATION_LE;
    self->add = -1;
  } else if (con->relation == CSP_RELATION_GT) {
    self->relation = CSP_RELATION_GE;
    self->add = 1;
  }
  self->by_max = csp_arena_new_array(store->arena, uint32_t, con->n_vars);
  self->ranges =
      csp_arena_new_array(store->arena, int32_t, 2 * (size_t)con->n_vars);
  for (uint32_t i = 0; i < con->n_vars; i++)
    self->by_max[i] = i;
  csp_store_subscribe_all(store, &self->base, CSP_ON_DOMAIN);
  return true;
}

const CspFamily csp_family_nvalue = {
    .name = "nvalue",
    .blurb = "how many different values, op a variable",
    .holds = nvalue_holds,
    .post = nvalue_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = nvalue_violation,
};
