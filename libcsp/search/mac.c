/* SPDX-License-Identifier: MIT */
/* Full propagation: every decision is followed by the fixpoint of all
 * propagators.
 *
 * Level 0 of the store is the model as compiled; level 1 the assumptions; a
 * level more is a decision.  A bound found on the way is not a change of one
 * level but holds everywhere, so it is put on the objective again with each
 * decision. */
#include "config.h"

#include "search/consistency.h"

typedef struct {
  CspConsistency base;
  bool is_compiled_consistent;
  bool is_begun;
} Mac;

static bool
refused(CspConsistency *self)
{
  const CspPropagator *prop = self->store->props[self->store->failed_prop];

  self->failed_constraint = prop != NULL ? prop->constraint : CSP_NONE;
  return false;
}

static bool
mac_start(CspConsistency *self, CspAssumed assumed)
{
  Mac *mac = (Mac *)self;
  CspStore *store = self->store;

  while (store->n_levels > 0)
    csp_store_pop(store);
  if (!mac->is_begun) {
    mac->is_compiled_consistent = csp_store_propagate(store);
    mac->is_begun = true;
    self->is_cut_short = csp_store_is_stopped(store);
  }
  if (!mac->is_compiled_consistent)
    return refused(self);

  csp_store_push(store);
  for (size_t i = 0; i < assumed.n; i++)
    if (!csp_store_fix(store, assumed.vars[i], assumed.values[i], CSP_NO_HINT))
      return refused(self);
  return (csp_consistency_remove(self, assumed) &&
          csp_consistency_keep_bound(self) && csp_store_propagate(store)) ||
         refused(self);
}

static bool
mac_choose(CspConsistency *self, CspVar var, int64_t value)
{
  CspStore *store = self->store;

  csp_store_push(store);
  if (csp_consistency_keep_bound(self) &&
      csp_store_fix(store, var, value, CSP_NO_HINT) &&
      csp_store_propagate(store))
    return true;
  refused(self);
  csp_store_pop(store);
  return false;
}

static bool
mac_refute(CspConsistency *self, CspVar var, int64_t value)
{
  CspStore *store = self->store;

  return (csp_consistency_keep_bound(self) &&
          csp_store_remove(store, var, value, CSP_NO_HINT) &&
          csp_store_propagate(store)) ||
         refused(self);
}

static bool
set_bound(CspStore *store, CspVar var, int64_t value, bool is_lower)
{
  return is_lower ? csp_store_set_min(store, var, value, CSP_NO_HINT)
                  : csp_store_set_max(store, var, value, CSP_NO_HINT);
}

static bool
mac_bound(CspConsistency *self, CspVar var, int64_t value, bool is_lower)
{
  CspStore *store = self->store;

  csp_store_push(store);
  if (csp_consistency_keep_bound(self) &&
      set_bound(store, var, value, is_lower) && csp_store_propagate(store))
    return true;
  refused(self);
  csp_store_pop(store);
  return false;
}

static bool
mac_pass_bound(CspConsistency *self, CspVar var, int64_t value, bool is_lower)
{
  CspStore *store = self->store;

  return (csp_consistency_keep_bound(self) &&
          set_bound(store, var, is_lower ? value - 1 : value + 1, !is_lower) &&
          csp_store_propagate(store)) ||
         refused(self);
}

static void
mac_undo(CspConsistency *self, CspVar var)
{
  (void)var;
  csp_store_pop(self->store);
}

static void
mac_free(CspConsistency *self)
{
  csp_store_free(self->store);
  g_free(self);
}

static const CspConsistencyClass mac_class = {
    .name = "mac",
    .kernel = "events",
    .start = mac_start,
    .choose = mac_choose,
    .refute = mac_refute,
    .bound = mac_bound,
    .pass_bound = mac_pass_bound,
    .undo = mac_undo,
    .free = mac_free,
};

CspConsistency *
csp_mac_new(CspProblem *problem, CspStore *store)
{
  Mac *mac = g_new0(Mac, 1);

  mac->base = (CspConsistency){.klass = &mac_class,
                               .problem = problem,
                               .arena = store->arena,
                               .store = store,
                               .failed_constraint = CSP_NONE};
  return &mac->base;
}
