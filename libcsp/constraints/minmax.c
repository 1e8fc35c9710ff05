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

static const CspPropagatorClass maximum_class = {
    .name = "maximum",
    .propagate = extremum_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

static const CspPropagatorClass minimum_class = {
    .name = "minimum",
    .propagate = extremum_propagate,
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
