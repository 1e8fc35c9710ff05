/* SPDX-License-Identifier: MIT */
/* result = |x|, to domains where both are single words, else to bounds.
 *
 * The result lies between the distances from 0 of what x has nearest to it and
 * farthest from it; x lies within the result's largest value of 0 and, on the
 * one side or the other, not nearer than its smallest. */
#include "config.h"

#include "constraints/arithmetic.h"

typedef struct {
  CspPropagator base;
  CspVar x, result;
} Absolute;

static bool
absolute_bounds(const Absolute *self, CspStore *store)
{
  CspVar x = self->x, result = self->result;
  int64_t min = csp_store_min(store, x), max = csp_store_max(store, x);
  int64_t nearest = min >= 0 ? min : -max;

  if (min < 0 && max > 0)
    nearest =
        MIN(csp_store_next(store, x, -1), -csp_store_previous(store, x, 1));
  if (!csp_store_set_min(store, result, nearest, CSP_NO_HINT) ||
      !csp_store_set_max(store, result, MAX(-min, max), CSP_NO_HINT))
    return false;

  int64_t near = csp_store_min(store, result);
  int64_t far = csp_store_max(store, result);
  if (!csp_store_set_min(store, x, min > -near ? near : -far, CSP_NO_HINT) ||
      !csp_store_set_max(store, x, max < near ? -near : far, CSP_NO_HINT))
    return false;
  return true;
}

static bool
absolute_values(const Absolute *self, CspStore *store)
{
  CSP_STORE_FOREACH_VALUE(store, self->x, v)
  if (!csp_store_has(store, self->result, ABS(v)) &&
      !csp_store_remove(store, self->x, v, CSP_NO_HINT))
    return false;
  CSP_STORE_FOREACH_VALUE(store, self->result, v)
  if (!csp_store_has(store, self->x, v) && !csp_store_has(store, self->x, -v) &&
      !csp_store_remove(store, self->result, v, CSP_NO_HINT))
    return false;
  return true;
}

static CspPropResult
absolute_propagate(CspPropagator *prop, CspStore *store)
{
  const Absolute *self = (const Absolute *)prop;

  if (!absolute_bounds(self, store))
    return CSP_PROP_FAILED;
  if (csp_store_is_word(store, self->x) &&
      csp_store_is_word(store, self->result) && !absolute_values(self, store))
    return CSP_PROP_FAILED;
  return csp_store_is_fixed(store, self->x) &&
                 csp_store_is_fixed(store, self->result)
             ? CSP_PROP_ENTAILED
             : CSP_PROP_AGAIN;
}

/* On the side of 0 that x is on. */
static bool
absolute_follows(const CspPropagator *prop,
                 CspStore *store,
                 CspCreep *creep,
                 CspPropBound bound)
{
  const Absolute *self = (const Absolute *)prop;
  bool is_result = bound.var == self->result;
  CspVar other = is_result ? self->x : self->result;
  bool is_negative = csp_store_max(store, self->x) < 0;
  bool is_max = bound.is_max != is_negative;

  if (self->x == self->result ||
      (!is_negative && csp_store_min(store, self->x) < 0))
    return false;
  int64_t v = is_negative ? -bound.value : bound.value;
  int64_t given = is_max ? csp_store_max_before(store, other, bound.event)
                         : csp_store_min_before(store, other, bound.event);
  return (is_max ? given <= v : given >= v) &&
         csp_creep_needs(creep, other, is_max);
}

static const CspPropagatorClass absolute_class = {
    .name = "absolute",
    .propagate = absolute_propagate,
    .follows = absolute_follows,
    .priority = CSP_PRIORITY_BINARY,
};

void
csp_post_absolute(CspStore *store, CspVar x, CspVar result)
{
  CspVar vars[] = {x, result};
  Absolute *self = (Absolute *)csp_store_add_propagator(store, &absolute_class,
                                                        sizeof *self, vars, 2);

  self->x = x;
  self->result = result;
  csp_store_subscribe_all(store, &self->base, CSP_ON_DOMAIN);
}
