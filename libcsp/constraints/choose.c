/* SPDX-License-Identifier: MIT */
/* result = condition ? x : y.
 *
 * An operand that the result cannot equal settles the condition.  While both
 * can, the result stays within what they have together; once it is settled,
 * the result and the chosen one are equal, and the other is free. */
#include "config.h"

#include "constraints/arithmetic.h"
#include "constraints/filter.h"

typedef struct {
  CspPropagator base;
  CspLit condition;
  CspVar x, y, result;
} Choose;

static CspPropResult
choose_propagate(CspPropagator *prop, CspStore *store)
{
  const Choose *self = (const Choose *)prop;
  CspVar x = self->x, y = self->y, result = self->result;

  if (!csp_lit_is_fixed(store, self->condition)) {
    if (csp_are_disjoint(store, result, x, 0)) {
      if (!csp_lit_set(store, self->condition, false))
        return CSP_PROP_FAILED;
    } else if (csp_are_disjoint(store, result, y, 0)) {
      if (!csp_lit_set(store, self->condition, true))
        return CSP_PROP_FAILED;
    } else {
      return csp_store_set_min(
                 store, result,
                 MIN(csp_store_min(store, x), csp_store_min(store, y)),
                 CSP_NO_HINT) &&
                     csp_store_set_max(
                         store, result,
                         MAX(csp_store_max(store, x), csp_store_max(store, y)),
                         CSP_NO_HINT)
                 ? CSP_PROP_AGAIN
                 : CSP_PROP_FAILED;
    }
  }
  CspVar chosen = csp_lit_is_true(store, self->condition) ? x : y;
  if (!csp_filter_equal(store, result, chosen, 0, CSP_NO_HINT))
    return CSP_PROP_FAILED;
  return csp_store_is_fixed(store, chosen) ? CSP_PROP_ENTAILED : CSP_PROP_AGAIN;
}

static const CspPropagatorClass choose_class = {
    .name = "choose",
    .propagate = choose_propagate,
    .priority = CSP_PRIORITY_TERNARY,
};

void
csp_post_choose(
    CspStore *store, CspLit condition, CspVar x, CspVar y, CspVar result)
{
  CspVar vars[] = {csp_lit_var(condition), x, y, result};
  Choose *self = (Choose *)csp_store_add_propagator(store, &choose_class,
                                                    sizeof *self, vars, 4);

  self->condition = condition;
  self->x = x;
  self->y = y;
  self->result = result;
  csp_store_subscribe_all(store, &self->base, CSP_ON_DOMAIN);
}
