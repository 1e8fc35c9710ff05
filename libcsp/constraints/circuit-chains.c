/* SPDX-License-Identifier: MIT */
/* No smaller cycle, by chains of fixed places (Caseau and Laburthe 1997).
 *
 * Fixed places form chains; each keeps its length, its head knows its tail and
 * the other way round.  Fixing a tail joins its chain to the one whose head it
 * leads to, in constant time.  The tail of a chain that does not have all places
 * that must be in the circuit cannot lead back to its head: in a circuit all
 * must, in a subcircuit those that cannot be their own next.  If a tail leads to
 * its head the cycle is closed, and any place outside is its own next. */
#include "config.h"

#include "constraints/circuit.h"

typedef struct {
  CspPropagator base;
  int64_t first;
  bool is_sub;
  /* trailed; right for the ends of chains */
  uint32_t *head, *tail, *length;
} Chains;

static void
set(CspStore *store, uint32_t *word, uint32_t value)
{
  csp_store_save32(store, word);
  *word = value;
}

/* The cycle is closed: all that is open outside is its own next. */
static bool
close_rest(Chains *self, CspStore *store, uint32_t start)
{
  uint32_t n = self->base.n_vars, n_in = 0;

  for (uint32_t i = start; n_in == 0 || i != start; n_in++) {
    CspVar x = self->base.vars[i];
    /* two places lead to one, which all-different has yet to see */
    if (n_in == n || !csp_store_is_fixed(store, x))
      return csp_store_fail_var(store, CSP_NONE);
    i = (uint32_t)(csp_store_value(store, x) - self->first);
  }
  if (!self->is_sub)
    return n_in == n || csp_store_fail_var(store, CSP_NONE);

  /* who is in is fixed to another place */
  for (uint32_t i = 0; i < n; i++) {
    CspVar x = self->base.vars[i];
    bool is_in = csp_store_is_fixed(store, x) &&
                 csp_store_value(store, x) != self->first + i;
    n_in -= is_in;
    if (!is_in && !csp_store_fix(store, x, self->first + i, CSP_NO_HINT))
      return false;
  }
  return n_in == 0 || csp_store_fail_var(store, CSP_NONE);
}

/* The tail of a chain that is too short does not lead to its head. */
static bool
forbid_end(const Chains *self, CspStore *store, uint32_t head, uint32_t n_must)
{
  return self->length[head] >= n_must ||
         csp_store_remove(store, self->base.vars[self->tail[head]],
                          self->first + head, CSP_NO_HINT);
}

/* The place was fixed; out_head: of the chain it is in now. */
static bool
join(Chains *self, CspStore *store, uint32_t place, uint32_t *out_head)
{
  CspVar x = self->base.vars[place];
  uint32_t next = (uint32_t)(csp_store_value(store, x) - self->first);
  uint32_t head = self->head[place], tail = self->tail[next];

  *out_head = head;
  if (next == place && self->is_sub)
    return true;
  if (next == head)
    return close_rest(self, store, head);
  set(store, &self->length[head], self->length[head] + self->length[next]);
  set(store, &self->tail[head], tail);
  set(store, &self->head[tail], head);
  return true;
}

static uint32_t
count_must(const Chains *self, const CspStore *store)
{
  uint32_t n_must = 0;

  for (uint32_t i = 0; i < self->base.n_vars; i++)
    n_must += !csp_store_has(store, self->base.vars[i], self->first + i);
  return n_must;
}

/* In a subcircuit a place more that must be in may forbid any end; a chain of
 * one place is an end that must be left open. */
static bool
forbid_ends(const Chains *self, CspStore *store)
{
  uint32_t n_must = count_must(self, store);

  for (uint32_t i = 0; i < self->base.n_vars; i++) {
    uint32_t head = self->head[i];
    if (self->tail[head] == i && self->length[head] > 1 &&
        !csp_store_is_fixed(store, self->base.vars[i]) &&
        !forbid_end(self, store, head, n_must))
      return false;
  }
  return true;
}

static CspPropResult
chains_propagate(CspPropagator *prop, CspStore *store)
{
  Chains *self = (Chains *)prop;
  uint32_t head;

  for (uint32_t k = 0; k < prop->n_pending; k++) {
    if (!join(self, store, prop->pending[k], &head))
      return CSP_PROP_FAILED;
    if (!self->is_sub && !forbid_end(self, store, head, prop->n_vars))
      return CSP_PROP_FAILED;
  }
  prop->n_pending = 0;
  if (self->is_sub && !forbid_ends(self, store))
    return CSP_PROP_FAILED;
  return CSP_PROP_AGAIN;
}

static const CspPropagatorClass chains_class = {
    .name = "circuit chains",
    .propagate = chains_propagate,
    .priority = CSP_PRIORITY_TERNARY,
};

void
csp_post_circuit_chains(CspStore *store,
                        const CspVar *vars,
                        uint32_t n_vars,
                        int64_t first,
                        bool is_sub)
{
  Chains *self = (Chains *)csp_store_add_propagator(
      store, &chains_class, sizeof(Chains), vars, n_vars);

  self->first = first;
  self->is_sub = is_sub;
  self->head = csp_arena_new_array(store->arena, uint32_t, n_vars);
  self->tail = csp_arena_new_array(store->arena, uint32_t, n_vars);
  self->length = csp_arena_new_array(store->arena, uint32_t, n_vars);
  for (uint32_t i = 0; i < n_vars; i++) {
    self->head[i] = self->tail[i] = i;
    self->length[i] = 1;
  }
  csp_store_subscribe_all(store, &self->base, CSP_ON_FIX_TRACKED);
}
