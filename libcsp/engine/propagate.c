/* SPDX-License-Identifier: MIT */
/* Levels of the trail, and the queue that runs propagators to their common
 * fixpoint.
 *
 * The queue is a list for each priority, first in, first out; the cheapest
 * priority with someone waiting runs next.  A propagator is in it at most once.
 * Between two runs the stop flag is looked at, and now and then whether bounds
 * only creep.
 *
 * First in, first out is a walk along the scopes in the order in which they were
 * posted.  Where bounds have to travel the other way, as along a chain of x < y,
 * it takes a pass for each link.  So at the root, where everyone waits at first,
 * long passes go to and fro (Yen 1970).
 *
 * Propagators are monotone, so the fixpoint does not depend on the order; the
 * order only decides how soon it comes. */
#include "config.h"

#include "engine/store.h"

/* Runs after which it is asked whether bounds creep. */
enum { CREEP_PERIOD = 1 << 13 };

/* Doubles an array of the trail, which is full. */
static void *
grow(CspStore *store,
     void *array,
     uint32_t *capacity,
     uint32_t first,
     size_t size)
{
  uint32_t before = *capacity;

  *capacity = before == 0 ? first : 2 * before;
  csp_arena_account(store->arena, (ptrdiff_t)((*capacity - before) * size));
  return g_realloc_n(array, *capacity, size);
}

void
csp_store_grow_events(CspStore *store)
{
  store->events = grow(store, store->events, &store->events_capacity, 1024,
                       sizeof(CspEvent));
}

void
csp_store_grow_saved(CspStore *store)
{
  store->saved = grow(store, store->saved, &store->saved_capacity, 256,
                      sizeof(CspSavedWord));
}

void
csp_store_push(CspStore *store)
{
  if (store->n_levels == store->levels_capacity)
    store->levels = grow(store, store->levels, &store->levels_capacity, 64,
                         sizeof(CspLevel));
  store->levels[store->n_levels++] =
      (CspLevel){.n_events = store->n_events,
                 .n_saved = store->n_saved,
                 .n_entailed = store->n_entailed};
  store->stamp++;
}

static void
clear_queue(CspStore *store)
{
  while (store->queue_mask != 0) {
    int priority = __builtin_ctz(store->queue_mask);
    for (CspPropagator *prop = store->queue_head[priority]; prop != NULL;
         prop = prop->next) {
      store->states[prop->id] = CSP_STATE_IDLE;
      prop->n_pending = 0;
    }
    store->queue_mask &= store->queue_mask - 1;
  }
}

void
csp_store_pop(CspStore *store)
{
  CspLevel level = store->levels[--store->n_levels];

  for (uint32_t i = store->n_events; i-- > level.n_events;) {
    const CspEvent *event = &store->events[i];
    if (event->what == CSP_EVENT_WORD)
      store->words[event->var] = event->old;
    else
      csp_store_undo_wide(store, event);
    store->last_event[event->var] = event->prev;
  }
  store->n_events = level.n_events;

  for (uint32_t i = store->n_saved; i-- > level.n_saved;) {
    uintptr_t tagged = (uintptr_t)store->saved[i].address;
    if ((tagged & 1) != 0)
      *(uint32_t *)(tagged & ~(uintptr_t)1) = (uint32_t)store->saved[i].old;
    else
      *(uint64_t *)tagged = store->saved[i].old;
  }
  store->n_saved = level.n_saved;

  while (store->n_entailed > level.n_entailed)
    store->states[store->entailed[--store->n_entailed]] = CSP_STATE_IDLE;

  clear_queue(store);
  store->has_failed = false;
  store->stamp++;
}

static void
enqueue(CspStore *store, CspPropagator *prop)
{
  uint32_t priority = prop->priority, bit = 1u << priority;

  store->states[prop->id] = CSP_STATE_QUEUED;
  prop->next = NULL;
  if ((store->queue_mask & bit) != 0)
    store->queue_tail[priority]->next = prop;
  else
    store->queue_head[priority] = prop;
  store->queue_tail[priority] = prop;
  store->queue_mask |= bit;
}

static inline void
wake(CspStore *store, uint32_t id)
{
  uint8_t state = store->states[id];

  if (state == CSP_STATE_IDLE)
    enqueue(store, store->props[id]);
  else if (state == CSP_STATE_RUNNING)
    store->states[id] = CSP_STATE_RUNNING_WOKEN;
}

void
csp_store_schedule(CspStore *store, CspPropagator *prop)
{
  wake(store, prop->id);
}

void
csp_store_notify(CspStore *store, CspVar x, uint32_t wakes)
{
  const CspSubscriptions *list = &store->subscriptions[x];

  for (uint32_t i = 0; i < list->n_subs; i++) {
    CspSubscription sub = list->subs[i];
    if ((wakes & CSP_WAKE(sub.wake)) == 0 ||
        store->states[sub.prop] == CSP_STATE_ENTAILED)
      continue;
    if (sub.wake == CSP_ON_FIX_TRACKED) {
      CspPropagator *prop = store->props[sub.prop];
      prop->pending[prop->n_pending++] = sub.position;
    }
    wake(store, sub.prop);
  }
}

bool
csp_store_fail_var(CspStore *store, CspVar var)
{
  store->has_failed = true;
  store->failed_prop = store->current;
  store->failed_var = var;
  store->has_crept = false;
  return false;
}

CspPropResult
csp_store_fail(CspStore *store)
{
  csp_store_fail_var(store, CSP_NONE);
  return CSP_PROP_FAILED;
}

static bool
give_up(CspStore *store)
{
  clear_queue(store);
  store->has_failed = true;
  store->current = 0;
  return false;
}

static bool
fail_creeping(CspStore *store)
{
  store->failed_var = CSP_NONE;
  store->has_crept = true;
  return give_up(store);
}

/* Those who wait at a priority, up to the one who was last in the beginning. */
typedef struct {
  const CspPropagator *last; /* NULL: to begin with the next run */
  uint64_t begin;            /* number of the run */
} Pass;

/* Runs that make a pass long. */
enum { LONG_PASS = 1 << 12 };

static void
turn_queue(CspStore *store, uint32_t priority)
{
  CspPropagator *turned = NULL, *prop = store->queue_head[priority];

  if ((store->queue_mask & 1u << priority) == 0)
    return;
  store->queue_tail[priority] = prop;
  while (prop != NULL) {
    CspPropagator *next = prop->next;
    prop->next = turned;
    turned = prop;
    prop = next;
  }
  store->queue_head[priority] = turned;
}

bool
csp_store_propagate(CspStore *store)
{
  uint32_t first = store->n_events;
  bool is_at_root = store->n_levels <= 1;
  Pass pass = {.last = NULL};

  if (store->has_failed)
    return false;
  for (uint64_t n = 1; store->queue_mask != 0; n++) {
    if (csp_store_is_stopped(store))
      return give_up(store);
    if (n % CREEP_PERIOD == 0 && csp_store_creeps(store, first))
      return fail_creeping(store);

    int priority = __builtin_ctz(store->queue_mask);
    CspPropagator *prop = store->queue_head[priority];
    uint8_t *state = &store->states[prop->id];

    if (is_at_root && pass.last == NULL)
      pass = (Pass){.last = store->queue_tail[priority], .begin = n};
    store->queue_head[priority] = prop->next;
    if (prop->next == NULL)
      store->queue_mask &= ~(1u << priority);
    *state = CSP_STATE_RUNNING;
    store->current = prop->id;
    store->n_propagations++;
    switch (prop->klass->propagate(prop, store)) {
    case CSP_PROP_FAILED:
      csp_check(store->has_failed || csp_store_is_stopped(store));
      *state = CSP_STATE_IDLE;
      prop->n_pending = 0;
      return give_up(store);
    case CSP_PROP_FIXPOINT:
      *state = CSP_STATE_IDLE;
      break;
    case CSP_PROP_AGAIN:
      if (*state == CSP_STATE_RUNNING_WOKEN)
        enqueue(store, prop);
      else
        *state = CSP_STATE_IDLE;
      break;
    case CSP_PROP_ENTAILED:
      *state = CSP_STATE_ENTAILED;
      prop->n_pending = 0;
      store->entailed[store->n_entailed++] = prop->id;
      break;
    }
    if (prop == pass.last) {
      if (n - pass.begin >= LONG_PASS)
        turn_queue(store, (uint32_t)priority);
      pass.last = NULL;
    }
  }
  store->current = 0;
  return true;
}
