/* SPDX-License-Identifier: MIT */
/* How many variables equal a value, or lie in a set, compared with a variable or
 * a constant.  What follows says equal for both.
 *
 * The variables that may, but need not, equal the value come first in `order`;
 * how many they are, and how many of the others equal it, is trailed.  So the
 * number lies in low .. high = n_equal .. n_equal + n_maybe, and every number
 * between is reached by some choice.  Hence: the limit is pruned by low and
 * high alone, and the undecided variables only where the limit leaves no choice
 * - all must differ when low is the most allowed, all must be equal when high
 * is the least.  That is domain consistency, unless a variable stands twice in
 * the scope, or a wide part of the set or of its complement lies amid an
 * interval: that variable stays undecided until its bounds tell. */
#include "config.h"

#include "constraints/invariants.h"
#include "constraints/ranges.h"

typedef struct {
  CspPropagator base; /* the counted variables, then the limit, if it is one */
  int32_t value;
  const int32_t *ranges; /* NULL: the value */
  uint32_t n_ranges;
  uint8_t relation; /* EQ, NE, LE, GE */
  bool is_const;
  bool is_shared; /* the limit is also counted */
  int64_t add;    /* limit = variable + add, or add alone */
  uint32_t *order;
  uint32_t n_maybe, n_equal; /* trailed */
} Count;

static CspVar
limit_var(const Count *self)
{
  return self->base.vars[self->base.n_vars - 1];
}

static int64_t
limit_min(const Count *self, const CspStore *store)
{
  return self->is_const ? self->add
                        : csp_store_min(store, limit_var(self)) + self->add;
}

static int64_t
limit_max(const Count *self, const CspStore *store)
{
  return self->is_const ? self->add
                        : csp_store_max(store, limit_var(self)) + self->add;
}

static bool
limit_set_min(const Count *self, CspStore *store, int64_t min)
{
  if (!self->is_const)
    return csp_store_set_min(store, limit_var(self), min - self->add,
                             CSP_NO_HINT);
  return self->add >= min || csp_store_fail_var(store, CSP_NONE);
}

static bool
limit_set_max(const Count *self, CspStore *store, int64_t max)
{
  if (!self->is_const)
    return csp_store_set_max(store, limit_var(self), max - self->add,
                             CSP_NO_HINT);
  return self->add <= max || csp_store_fail_var(store, CSP_NONE);
}

static bool
limit_remove(const Count *self, CspStore *store, int64_t value)
{
  if (!self->is_const)
    return csp_store_remove(store, limit_var(self), value - self->add,
                            CSP_NO_HINT);
  return self->add != value || csp_store_fail_var(store, CSP_NONE);
}

static bool
can_equal(const Count *self, const CspStore *store, CspVar x)
{
  return self->ranges == NULL
             ? csp_store_has(store, x, self->value)
             : csp_ranges_meet(store, x, self->ranges, self->n_ranges, false);
}

static bool
can_differ(const Count *self, const CspStore *store, CspVar x)
{
  return self->ranges == NULL
             ? !csp_store_is_fixed(store, x)
             : csp_ranges_meet(store, x, self->ranges, self->n_ranges, true);
}

/* Takes out the variables that are decided by now. */
static void
settle(Count *self, CspStore *store)
{
  uint32_t n_maybe = self->n_maybe, n_equal = self->n_equal;

  for (uint32_t k = 0; k < n_maybe;) {
    uint32_t position = self->order[k];
    CspVar x = self->base.vars[position];
    bool is_possible = can_equal(self, store, x);
    if (is_possible && can_differ(self, store, x)) {
      k++;
      continue;
    }
    n_equal += is_possible;
    self->order[k] = self->order[--n_maybe];
    self->order[n_maybe] = position;
  }
  if (n_maybe != self->n_maybe) {
    csp_store_save32(store, &self->n_maybe);
    csp_store_save32(store, &self->n_equal);
    self->n_maybe = n_maybe;
    self->n_equal = n_equal;
  }
}

static bool
set_equal(const Count *self,
          CspStore *store,
          CspVar x,
          bool is_equal,
          bool *out_is_left)
{
  *out_is_left = false;
  if (self->ranges != NULL)
    return csp_ranges_keep(store, x, self->ranges, self->n_ranges, is_equal,
                           out_is_left);
  return is_equal ? csp_store_fix(store, x, self->value, CSP_NO_HINT)
                  : csp_store_remove(store, x, self->value, CSP_NO_HINT);
}

/* The undecided all equal the value, or none does; that decides the rest. */
static CspPropResult
decide(const Count *self, CspStore *store, bool are_equal)
{
  bool is_left, is_any_left = false;

  for (uint32_t k = 0; k < self->n_maybe; k++) {
    CspVar x = self->base.vars[self->order[k]];
    if (!set_equal(self, store, x, are_equal, &is_left))
      return CSP_PROP_FAILED;
    is_any_left |= is_left;
  }
  return is_any_left ? CSP_PROP_AGAIN : CSP_PROP_ENTAILED;
}

static CspPropResult
count_propagate(CspPropagator *prop, CspStore *store)
{
  Count *self = (Count *)prop;
  int64_t low, high, min, max;
  bool is_upper = self->relation != CSP_RELATION_GE;
  bool is_lower = self->relation != CSP_RELATION_LE;

  settle(self, store);
  low = self->n_equal;
  high = low + self->n_maybe;
  if ((is_upper && !limit_set_min(self, store, low)) ||
      (is_lower && !limit_set_max(self, store, high)))
    return CSP_PROP_FAILED;
  min = limit_min(self, store);
  max = limit_max(self, store);
  if ((!is_upper || high <= min) && (!is_lower || low >= max))
    return CSP_PROP_ENTAILED;
  if (is_upper && low == max)
    return decide(self, store, false);
  if (is_lower && high == min)
    return decide(self, store, true);
  /* a limit that is counted may have been decided just now */
  return self->is_shared ? CSP_PROP_AGAIN : CSP_PROP_FIXPOINT;
}

static CspPropResult
count_ne_propagate(CspPropagator *prop, CspStore *store)
{
  Count *self = (Count *)prop;
  int64_t low, min, max;

  settle(self, store);
  low = self->n_equal;
  min = limit_min(self, store);
  max = limit_max(self, store);
  if (max < low || min > low + self->n_maybe)
    return CSP_PROP_ENTAILED;
  if (self->n_maybe == 0)
    return limit_remove(self, store, low) ? CSP_PROP_ENTAILED : CSP_PROP_FAILED;
  /* here min is low or low + 1 */
  if (self->n_maybe == 1 && min == max)
    return decide(self, store, min == low);
  return CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass count_class = {
    .name = "count",
    .propagate = count_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

static const CspPropagatorClass count_ne_class = {
    .name = "count-ne",
    .propagate = count_ne_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

static bool
is_among(const CspConstraint *con)
{
  return con->kind == CSP_CON_AMONG || con->kind == CSP_CON_AMONG_CONST;
}

static int64_t
count_equal(const CspConstraint *con, uint32_t n_counted, const int32_t *values)
{
  int64_t n = 0;

  for (uint32_t i = 0; i < n_counted; i++)
    n += csp_count_counts(con, values[csp_constraint_var(con, i)]);
  return n;
}

static bool
count_holds(const CspConstraint *con,
            const int32_t *values,
            CspScratch *scratch)
{
  uint32_t n_counted = con->n_vars - 1;

  return csp_relation_holds((CspRelation)con->relation,
                            count_equal(con, n_counted, values),
                            values[csp_constraint_var(con, n_counted)]);
}

static bool
count_const_holds(const CspConstraint *con,
                  const int32_t *values,
                  CspScratch *scratch)
{
  return csp_relation_holds((CspRelation)con->relation,
                            count_equal(con, con->n_vars, values),
                            con->constant);
}

/* Strict relations are the others with the limit moved by one. */
static void
set_relation(Count *self, CspRelation relation)
{
  switch (relation) {
  case CSP_RELATION_LT:
    self->relation = CSP_RELATION_LE;
    self->add--;
    break;
  case CSP_RELATION_GT:
    self->relation = CSP_RELATION_GE;
    self->add++;
    break;
  default:
    self->relation = (uint8_t)relation;
  }
}

static void
subscribe(Count *self, CspStore *store, uint32_t n_counted)
{
  CspPropagator *prop = &self->base;
  /* an upper limit asks only who equals the value */
  CspWake wake = self->relation == CSP_RELATION_LE && self->ranges == NULL
                     ? CSP_ON_FIX
                     : CSP_ON_DOMAIN;

  for (uint32_t i = 0; i < n_counted; i++)
    csp_store_subscribe(store, prop, i, wake);
  if (!self->is_const)
    csp_store_subscribe(store, prop, n_counted,
                        self->relation == CSP_RELATION_NE ? CSP_ON_FIX
                                                          : CSP_ON_BOUNDS);
}

static bool
post(CspStore *store, const CspConstraint *con, bool is_const)
{
  uint32_t n_counted = is_const ? con->n_vars : con->n_vars - 1;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);
  Count *self;

  for (uint32_t i = 0; i < con->n_vars; i++)
    vars[i] = csp_constraint_var(con, i);
  self = (Count *)csp_store_add_propagator(
      store, con->relation == CSP_RELATION_NE ? &count_ne_class : &count_class,
      sizeof(Count), vars, con->n_vars);
  if (is_among(con)) {
    self->n_ranges = (uint32_t)(con->n_ints / 2);
    self->ranges = csp_arena_dup(store->arena, con->ints,
                                 con->n_ints * sizeof(*con->ints));
  } else {
    self->value = con->ints[0];
  }
  self->is_const = is_const;
  self->add = is_const ? con->constant : 0;
  self->n_maybe = n_counted;
  self->order = csp_arena_new_array(store->arena, uint32_t, n_counted);
  for (uint32_t i = 0; i < n_counted; i++) {
    self->order[i] = i;
    self->is_shared |= !is_const && vars[i] == vars[n_counted];
  }
  set_relation(self, (CspRelation)con->relation);
  subscribe(self, store, n_counted);
  return true;
}

static bool
count_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  return post(poster->store, con, false);
}

static bool
count_const_post(CspPoster *poster,
                 const CspConstraint *con,
                 CspStrength strength)
{
  return post(poster->store, con, true);
}

static CspBlockForm
count_block(const CspConstraint *con, CspStrength strength)
{
  return csp_block_form_matrix(con, CSP_BLOCK_OTHERWISE);
}

const CspFamily csp_family_count = {
    .name = "count",
    .blurb = "how many equal a value, op a variable",
    .holds = count_holds,
    .post = count_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .invariant = &csp_count_invariant,
    .definition = &csp_count_definition,
    .block = count_block,
};

const CspFamily csp_family_count_const = {
    .name = "count-const",
    .blurb = "how many equal a value, op c",
    .holds = count_const_holds,
    .post = count_const_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .invariant = &csp_count_invariant,
    .block = count_block,
};

const CspFamily csp_family_among = {
    .name = "among",
    .blurb = "how many are in a set, op a variable",
    .holds = count_holds,
    .post = count_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .invariant = &csp_count_invariant,
    .definition = &csp_count_definition,
};

const CspFamily csp_family_among_const = {
    .name = "among-const",
    .blurb = "how many are in a set, op c",
    .holds = count_const_holds,
    .post = count_const_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .invariant = &csp_count_invariant,
};
