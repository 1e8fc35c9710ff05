/* SPDX-License-Identifier: MIT */
/* An odd, or an even, number of 0/1 variables is 1.
 *
 * Nothing follows while two variables are open.  So two open ones are watched,
 * by their places, and only when one of them is fixed is another one looked
 * for; with one left its value is the parity that is missing.  On backtracking
 * the watched places stay, for what was open below is open above. */
#include "config.h"

#include "base/sorted.h"
#include "constraints/family.h"

typedef struct {
  CspPropagator base;
  uint32_t watches[2];
  bool is_odd;
} Parity;

/* A place of an open variable other than the two watched, or n. */
static uint32_t
find_open(const Parity *self, const CspStore *store)
{
  uint32_t n = self->base.n_vars;

  for (uint32_t i = 0; i < n; i++)
    if (i != self->watches[0] && i != self->watches[1] &&
        !csp_store_is_fixed(store, self->base.vars[i]))
      return i;
  return n;
}

/* Of all variables but the one at `place`, which may be n. */
static bool
is_rest_odd(const Parity *self, const CspStore *store, uint32_t place)
{
  int64_t sum = 0;

  for (uint32_t i = 0; i < self->base.n_vars; i++)
    if (i != place)
      sum += csp_store_value(store, self->base.vars[i]);
  return sum % 2 != 0;
}

static CspPropResult
parity_propagate(CspPropagator *prop, CspStore *store)
{
  Parity *self = (Parity *)prop;
  uint32_t n = prop->n_vars, open = n;

  for (int w = 0; w < 2; w++) {
    uint32_t place = self->watches[w];
    if (place >= n)
      continue;
    if (csp_store_is_fixed(store, prop->vars[place])) {
      uint32_t other = find_open(self, store);
      if (other == n)
        continue;
      self->watches[w] = place = other;
    }
    if (open < n)
      return CSP_PROP_FIXPOINT; /* two are open */
    open = place;
  }
  bool is_one = is_rest_odd(self, store, open) != self->is_odd;
  if (open == n)
    return is_one ? csp_store_fail(store) : CSP_PROP_ENTAILED;
  return csp_store_fix(store, prop->vars[open], is_one, CSP_NO_HINT)
             ? CSP_PROP_ENTAILED
             : CSP_PROP_FAILED;
}

static const CspPropagatorClass parity_class = {
    .name = "parity-chain",
    .propagate = parity_propagate,
    .priority = CSP_PRIORITY_TERNARY,
};

static bool
parity_holds(const CspConstraint *con,
             const int32_t *values,
             CspScratch *scratch)
{
  bool is_odd = false;

  for (uint32_t i = 0; i < con->n_vars; i++)
    is_odd ^= values[csp_constraint_var(con, i)] != 0;
  return is_odd == (con->constant != 0);
}

/* A variable that stands twice counts for nothing. */
static uint32_t
cancel_pairs(CspVar *vars, uint32_t n_vars)
{
  uint32_t n = 0;

  csp_sort_vars(vars, n_vars);
  for (uint32_t i = 0; i < n_vars; i++) {
    if (n > 0 && vars[n - 1] == vars[i])
      n--;
    else
      vars[n++] = vars[i];
  }
  return n;
}

static bool
parity_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);

  for (uint32_t i = 0; i < con->n_vars; i++)
    vars[i] = csp_constraint_var(con, i);
  uint32_t n = cancel_pairs(vars, con->n_vars);
  if (n == 0) {
    if (con->constant == 0)
      return true;
    csp_store_fail(store);
    return false;
  }
  Parity *self = (Parity *)csp_store_add_propagator(store, &parity_class,
                                                    sizeof(Parity), vars, n);
  self->watches[1] = 1;
  self->is_odd = con->constant != 0;
  csp_store_subscribe_all(store, &self->base, CSP_ON_FIX);
  return true;
}

const CspFamily csp_family_parity = {
    .name = "parity",
    .blurb = "an odd or even number is true",
    .holds = parity_holds,
    .post = parity_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
};
