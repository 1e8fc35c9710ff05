/* SPDX-License-Identifier: MIT */
/* Building a store: variables, propagators, subscriptions. */
#include "config.h"

#include <string.h>

#include "engine/store.h"

/* Wider intervals keep holes instead of a bit for each value: 8 KiB a variable
 * is where bits stop being cheap. */
enum { WORDS_LIMIT = 1 << 16 };

CspStore *
csp_store_new(void)
{
  CspStore *store = g_new0(CspStore, 1);

  store->arena = csp_arena_new();
  store->props_capacity = 16;
  store->props = g_new0(CspPropagator *, store->props_capacity);
  store->states = g_new0(uint8_t, store->props_capacity);
  store->entailed = g_new(uint32_t, store->props_capacity);
  store->n_props = 1;
  store->failed_var = CSP_NONE;
  store->stamp = 1;
  return store;
}

void
csp_store_free(CspStore *store)
{
  if (store == NULL)
    return;
  for (uint32_t x = 0; x < store->n_vars; x++) {
    if (store->kinds[x] == CSP_DOMAIN_INTERVAL)
      csp_holes_clear(&store->wide[x].holes);
    g_free(store->subscriptions[x].subs);
  }
  g_free(store->subscriptions);
  g_free(store->words);
  g_free(store->base);
  g_free(store->kinds);
  g_free(store->listens);
  g_free(store->min);
  g_free(store->max);
  g_free(store->size);
  g_free(store->wide);
  g_free(store->root_min);
  g_free(store->root_max);
  g_free(store->last_event);
  g_free(store->events);
  g_free(store->saved);
  g_free(store->levels);
  g_free(store->props);
  g_free(store->states);
  g_free(store->entailed);
  csp_arena_free(store->arena);
  g_free(store);
}

/* Bytes of the arrays indexed by variable. */
enum {
  VAR_BYTES = sizeof(uint64_t) + 7 * sizeof(uint32_t) + 2 +
              sizeof(CspWideDomain) + sizeof(CspSubscriptions),
};
/* And of those indexed by propagator. */
enum { PROP_BYTES = sizeof(CspPropagator *) + sizeof(uint32_t) + 1 };

uint64_t
csp_store_domain_cost(int64_t min, int64_t max)
{
  int64_t width = max - min + 1;

  if (width <= 64 || width > WORDS_LIMIT)
    return VAR_BYTES;
  return VAR_BYTES + (uint64_t)(width + 63) / 64 * sizeof(uint64_t);
}

static void
grow_vars(CspStore *store)
{
  uint32_t n = store->vars_capacity == 0 ? 64 : 2 * store->vars_capacity;

  store->words = g_renew(uint64_t, store->words, n);
  store->base = g_renew(int32_t, store->base, n);
  store->kinds = g_renew(uint8_t, store->kinds, n);
  store->listens = g_renew(uint8_t, store->listens, n);
  store->min = g_renew(int32_t, store->min, n);
  store->max = g_renew(int32_t, store->max, n);
  store->size = g_renew(uint32_t, store->size, n);
  store->wide = g_renew(CspWideDomain, store->wide, n);
  store->root_min = g_renew(int32_t, store->root_min, n);
  store->root_max = g_renew(int32_t, store->root_max, n);
  store->last_event = g_renew(uint32_t, store->last_event, n);
  store->subscriptions = g_renew(CspSubscriptions, store->subscriptions, n);
  csp_arena_account(store->arena,
                    (ptrdiff_t)(n - store->vars_capacity) * VAR_BYTES);
  store->vars_capacity = n;
}

/* A variable with these bounds and everything else empty. */
static CspVar
new_var(CspStore *store, int32_t min, int32_t max, CspDomainKind kind)
{
  CspVar x = store->n_vars;

  if (x == store->vars_capacity)
    grow_vars(store);
  store->n_vars++;
  store->words[x] = 0;
  store->base[x] = min;
  store->kinds[x] = (uint8_t)kind;
  store->listens[x] = 0;
  store->min[x] = store->root_min[x] = min;
  store->max[x] = store->root_max[x] = max;
  store->size[x] = 0;
  store->wide[x] = (CspWideDomain){0};
  store->last_event[x] = CSP_NO_EVENT;
  store->subscriptions[x] = (CspSubscriptions){0};
  return x;
}

CspVar
csp_store_add_var(CspStore *store, int32_t min, int32_t max)
{
  int64_t width = (int64_t)max - min + 1;
  CspVar x;

  g_assert(width > 0);
  if (width <= 64) {
    x = new_var(store, min, max, CSP_DOMAIN_WORD);
    store->words[x] = ~UINT64_C(0) >> (64 - width);
    return x;
  }
  x = new_var(store, min, max,
              width <= WORDS_LIMIT ? CSP_DOMAIN_WORDS : CSP_DOMAIN_INTERVAL);
  store->size[x] = (uint32_t)width;
  if (width <= WORDS_LIMIT) {
    size_t bytes = (size_t)(width + 63) / 64 * sizeof(uint64_t);
    store->wide[x].bits = csp_arena_alloc(store->arena, bytes);
    memset(store->wide[x].bits, 0xff, bytes);
  }
  return x;
}

CspVar
csp_store_add_var_values(CspStore *store,
                         const int32_t *values,
                         uint32_t n_values)
{
  int32_t min = values[0], max = values[n_values - 1];
  int64_t width = (int64_t)max - min + 1;

  if (width == n_values)
    return csp_store_add_var(store, min, max);
  if (width <= 64) {
    CspVar x = new_var(store, min, max, CSP_DOMAIN_WORD);
    for (uint32_t i = 0; i < n_values; i++)
      store->words[x] |= UINT64_C(1) << (values[i] - min);
    return x;
  }

  bool is_dense = width <= WORDS_LIMIT;
  size_t n_bits = is_dense ? (size_t)width : n_values;
  CspVar x = new_var(store, min, max, CSP_DOMAIN_WORDS);
  CspWideDomain *wide = &store->wide[x];
  wide->bits = csp_arena_new_array0(store->arena, uint64_t, (n_bits + 63) / 64);
  for (uint32_t i = 0; i < n_values; i++) {
    uint32_t position = is_dense ? (uint32_t)(values[i] - min) : i;
    wide->bits[position / 64] |= UINT64_C(1) << (position % 64);
  }
  if (!is_dense) {
    wide->values =
        csp_arena_dup(store->arena, values, n_values * sizeof(int32_t));
    wide->n_values = n_values;
  }
  store->size[x] = n_values;
  return x;
}

CspPropagator *
csp_store_add_propagator(CspStore *store,
                         const CspPropagatorClass *klass,
                         size_t size,
                         const CspVar *vars,
                         uint32_t n_vars)
{
  CspPropagator *prop = csp_arena_alloc0(store->arena, size);

  prop->klass = klass;
  prop->vars = csp_arena_dup(store->arena, vars, n_vars * sizeof(CspVar));
  prop->n_vars = n_vars;
  prop->priority = klass->priority;
  prop->constraint = store->current_constraint;
  prop->id = store->n_props;
  if (store->n_props == store->props_capacity) {
    csp_arena_account(store->arena,
                      (ptrdiff_t)(store->props_capacity * PROP_BYTES));
    store->props_capacity *= 2;
    store->props =
        g_renew(CspPropagator *, store->props, store->props_capacity);
    store->states = g_renew(uint8_t, store->states, store->props_capacity);
    store->entailed = g_renew(uint32_t, store->entailed, store->props_capacity);
  }
  store->states[store->n_props] = CSP_STATE_IDLE;
  store->props[store->n_props++] = prop;
  csp_store_schedule(store, prop);
  return prop;
}

static void
add_subscription(CspStore *store,
                 CspSubscriptions *list,
                 CspSubscription subscription)
{
  if (list->n_subs == list->capacity) {
    uint32_t capacity = list->capacity == 0 ? 4 : 2 * list->capacity;
    csp_arena_account(store->arena, (ptrdiff_t)((capacity - list->capacity) *
                                                sizeof(CspSubscription)));
    list->subs = g_renew(CspSubscription, list->subs, capacity);
    list->capacity = capacity;
  }
  list->subs[list->n_subs++] = subscription;
}

void
csp_store_subscribe(CspStore *store,
                    CspPropagator *prop,
                    uint32_t position,
                    CspWake wake)
{
  CspVar x = prop->vars[position];

  if (wake == CSP_ON_FIX_TRACKED) {
    if (prop->pending == NULL)
      prop->pending = csp_arena_new_array(store->arena, uint32_t, prop->n_vars);
    if (csp_store_is_fixed(store, x))
      prop->pending[prop->n_pending++] = position;
  }
  store->listens[x] |= CSP_WAKE(wake);
  add_subscription(
      store, &store->subscriptions[x],
      (CspSubscription){.prop = prop->id, .position = position, .wake = wake});
}

void
csp_store_subscribe_all(CspStore *store, CspPropagator *prop, CspWake wake)
{
  for (uint32_t i = 0; i < prop->n_vars; i++)
    csp_store_subscribe(store, prop, i, wake);
}
