/* SPDX-License-Identifier: MIT */
/* Levels of the trail, and the queue that runs propagators to their common
 * fixpoint.
 *
 * The queue is a list for each priority, first in, first out; the cheapest
 * priority with someone waiting runs next.  A propagator is in it at most once.
 * Propagators are monotone, so the fixpoint does not depend on the order; the
 * order only decides how soon it comes. */
#include "config.h"

#include "engine/store.h"

enum { IDLE, QUEUED, RUNNING, RUNNING_WOKEN };

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
      (CspLevel){.n_events = store->n_events, .n_saved = store->n_saved};
  store->stamp++;
}

static void
clear_queue(CspStore *store)
{
  while (store->queue_mask != 0) {
    int priority = __builtin_ctz(store->queue_mask);
    for (CspPropagator *prop = store->queue_head[priority]; prop != NULL;
         prop = prop->next) {
      prop->queue_state = IDLE;
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

  clear_queue(store);
  store->has_failed = false;
  store->stamp++;
}

static void
enqueue(CspStore *store, CspPropagator *prop)
{
  uint32_t priority = prop->priority, bit = 1u << priority;

  prop->queue_state = QUEUED;
  prop->next = NULL;
  if ((store->queue_mask & bit) != 0)
    store->queue_tail[priority]->next = prop;
  else
    store->queue_head[priority] = prop;
  store->queue_tail[priority] = prop;
  store->queue_mask |= bit;
}

static void
wake(CspStore *store, CspPropagator *prop)
{
  if (prop->queue_state == IDLE)
    enqueue(store, prop);
  else if (prop->queue_state == RUNNING)
    prop->queue_state = RUNNING_WOKEN;
}

void
csp_store_schedule(CspStore *store, CspPropagator *prop)
{
  if (!prop->is_entailed)
    wake(store, prop);
}

static void
wake_all(CspStore *store, const CspSubscriptions *list)
{
  for (uint32_t i = 0; i < list->n_subs; i++)
    csp_store_schedule(store, list->subs[i].prop);
}

void
csp_store_notify(CspStore *store, CspVar x, bool bounds_moved)
{
  if (csp_store_is_fixed(store, x)) {
    const CspSubscriptions *list = &store->on_fix[x];
    for (uint32_t i = 0; i < list->n_subs; i++) {
      CspPropagator *prop = list->subs[i].prop;
      if (prop->is_entailed)
        continue;
      if (list->subs[i].is_tracked)
        prop->pending[prop->n_pending++] = list->subs[i].position;
      wake(store, prop);
    }
  }
  if ((store->listens[x] & CSP_LISTENS_TO_CHANGE) != 0) {
    if (bounds_moved)
      wake_all(store, &store->on_bounds[x]);
    wake_all(store, &store->on_domain[x]);
  }
}

bool
csp_store_fail_var(CspStore *store, CspVar var)
{
  store->has_failed = true;
  store->failed_prop = store->current;
  store->failed_var = var;
  return false;
}

CspPropResult
csp_store_fail(CspStore *store)
{
  csp_store_fail_var(store, CSP_NONE);
  return CSP_PROP_FAILED;
}

static void
give_up(CspStore *store, CspPropagator *prop)
{
  csp_check(store->has_failed || csp_store_is_stopped(store));
  prop->queue_state = IDLE;
  prop->n_pending = 0;
  clear_queue(store);
  store->has_failed = true;
  store->current = 0;
}

bool
csp_store_propagate(CspStore *store)
{
  if (store->has_failed)
    return false;
  while (store->queue_mask != 0) {
    int priority = __builtin_ctz(store->queue_mask);
    CspPropagator *prop = store->queue_head[priority];

    store->queue_head[priority] = prop->next;
    if (prop->next == NULL)
      store->queue_mask &= ~(1u << priority);
    prop->queue_state = RUNNING;
    store->current = prop->id;
    store->n_propagations++;
    switch (prop->klass->propagate(prop, store)) {
    case CSP_PROP_FAILED:
      give_up(store, prop);
      return false;
    case CSP_PROP_FIXPOINT:
      prop->queue_state = IDLE;
      break;
    case CSP_PROP_AGAIN:
      if (prop->queue_state == RUNNING_WOKEN)
        enqueue(store, prop);
      else
        prop->queue_state = IDLE;
      break;
    case CSP_PROP_ENTAILED:
      prop->queue_state = IDLE;
      prop->n_pending = 0;
      csp_store_save32(store, &prop->is_entailed);
      prop->is_entailed = true;
      break;
    }
  }
  store->current = 0;
  return true;
}
