/* SPDX-License-Identifier: MIT */
/* result = the largest, or the smallest, of variables, to bounds.
 *
 * The smallest is the largest of the negations, negated; so all is written for
 * the largest, over bounds read and set through a sign.  The result lies
 * between the largest lower and the largest upper bound; no variable passes the
 * result's upper bound; and where only one variable reaches up to the result's
 * lower bound, that one must be the largest. */
#include "config.h"

#include <string.h>

#include "constraints/arithmetic.h"

typedef struct {
  CspPropagator base; /* vars: the operands, then the result */
  bool is_minimum;
} Extremum;

static int64_t
extremum_low(const Extremum *self, const CspStore *store, uint32_t i)
{
  CspVar x = self->base.vars[i];

  return self->is_minimum ? -csp_store_max(store, x) : csp_store_min(store, x);
}

static int64_t
extremum_high(const Extremum *self, const CspStore *store, uint32_t i)
{
  CspVar x = self->base.vars[i];

  return self->is_minimum ? -csp_store_min(store, x) : csp_store_max(store, x);
}

static bool
extremum_set_low(const Extremum *self, CspStore *store, uint32_t i, int64_t v)
{
  CspVar x = self->base.vars[i];

  return self->is_minimum ? csp_store_set_max(store, x, -v, CSP_NO_HINT)
                          : csp_store_set_min(store, x, v, CSP_NO_HINT);
}

static bool
extremum_set_high(const Extremum *self, CspStore *store, uint32_t i, int64_t v)
{
  CspVar x = self->base.vars[i];

  return self->is_minimum ? csp_store_set_min(store, x, -v, CSP_NO_HINT)
                          : csp_store_set_max(store, x, v, CSP_NO_HINT);
}

static CspPropResult
extremum_propagate(CspPropagator *prop, CspStore *store)
{
  const Extremum *self = (const Extremum *)prop;
  uint32_t n = prop->n_vars - 1, n_able = 0, able = 0;
  int64_t low = INT64_MIN, high = INT64_MIN;

  for (uint32_t i = 0; i < n; i++) {
    low = MAX(low, extremum_low(self, store, i));
    high = MAX(high, extremum_high(self, store, i));
  }
  if (!extremum_set_low(self, store, n, low) ||
      !extremum_set_high(self, store, n, high))
    return CSP_PROP_FAILED;
  low = extremum_low(self, store, n);
  high = extremum_high(self, store, n);
  for (uint32_t i = 0; i < n; i++) {
    if (!extremum_set_high(self, store, i, high))
      return CSP_PROP_FAILED;
    if (extremum_high(self, store, i) >= low) {
      n_able++;
      able = i;
    }
  }
  if (n_able == 0)
    return csp_store_fail(store);
  if (n_able == 1 && !extremum_set_low(self, store, able, low))
    return CSP_PROP_FAILED;
  return CSP_PROP_AGAIN;
}

static int64_t
extremum_before(const Extremum *self,
                CspStore *store,
                uint32_t i,
                bool is_high,
                uint32_t event)
{
  CspVar x = self->base.vars[i];

  if (self->is_minimum)
    return is_high ? -csp_store_min_before(store, x, event)
                   : -csp_store_max_before(store, x, event);
  return is_high ? csp_store_max_before(store, x, event)
                 : csp_store_min_before(store, x, event);
}

static bool
extremum_needs(const Extremum *self, CspCreep *creep, uint32_t i, bool is_high)
{
  return csp_creep_needs(creep, self->base.vars[i],
                         is_high != self->is_minimum);
}

/* The result's upper bound follows from those of all variables, its lower bound
 * from one; a variable's upper bound from the result's; its lower bound from the
 * result's where no other reaches up to that. */
static bool
extremum_follows(const CspPropagator *prop,
                 CspStore *store,
                 CspCreep *creep,
                 CspPropBound bound)
{
  const Extremum *self = (const Extremum *)prop;
  uint32_t n = prop->n_vars - 1;
  bool is_high = bound.is_max != self->is_minimum;
  bool is_operand = prop->vars[n] != bound.var;
  int64_t v = self->is_minimum ? -bound.value : bound.value;
  int64_t result = extremum_before(self, store, n, is_high, bound.event);

  if (is_operand && (is_high ? result > v : result < v))
    return false;
  for (uint32_t i = 0; i < n; i++) {
    int64_t high = extremum_before(self, store, i, true, bound.event);
    int64_t low = extremum_before(self, store, i, false, bound.event);
    if (is_operand) {
      if (!is_high && prop->vars[i] != bound.var && high >= result)
        return false;
    } else if (is_high) {
      if (high > v || !extremum_needs(self, creep, i, true))
        return false;
    } else if (low >= v && extremum_needs(self, creep, i, false)) {
      return true;
    }
  }
  return is_operand ? extremum_needs(self, creep, n, is_high) : is_high;
}

static const CspPropagatorClass maximum_class = {
    .name = "maximum",
    .propagate = extremum_propagate,
    .follows = extremum_follows,
    .priority = CSP_PRIORITY_LINEAR,
};

static const CspPropagatorClass minimum_class = {
    .name = "minimum",
    .propagate = extremum_propagate,
    .follows = extremum_follows,
    .priority = CSP_PRIORITY_LINEAR,
};

static void
post_extremum(CspStore *store,
              bool is_minimum,
              const CspVar *vars,
              uint32_t n_vars,
              CspVar result)
{
  g_autofree CspVar *scope = g_new(CspVar, (size_t)n_vars + 1);

  memcpy(scope, vars, n_vars * sizeof *vars);
  scope[n_vars] = result;
  Extremum *self = (Extremum *)csp_store_add_propagator(
      store, is_minimum ? &minimum_class : &maximum_class, sizeof *self, scope,
      n_vars + 1);
  self->is_minimum = is_minimum;
  csp_store_subscribe_all(store, &self->base, CSP_ON_BOUNDS);
}

void
csp_post_minimum(CspStore *store,
                 const CspVar *vars,
                 uint32_t n_vars,
                 CspVar result)
{
  post_extremum(store, true, vars, n_vars, result);
}

void
csp_post_maximum(CspStore *store,
                 const CspVar *vars,
                 uint32_t n_vars,
                 CspVar result)
{
  post_extremum(store, false, vars, n_vars, result);
}
