/* SPDX-License-Identifier: MIT */
/* Reasons: what was known when a change was made.
 *
 * A domain as it was before an event is read off the variable's chain of
 * events: the oldest event that is not earlier holds what it replaced.  The
 * default explanation of a change is all that was known of the propagator's
 * scope, which implies the change since propagators look at nothing else. */
#include "config.h"

#include "engine/store.h"

/* The domain just before an event, except for its holes. */
typedef struct {
  uint64_t word; /* WORD */
  int64_t min, max;
  uint32_t last_event; /* the variable's last one before */
} Past;

static Past
look_back(const CspStore *store, CspVar x, uint32_t before)
{
  Past past = {.word = store->words[x],
               .min = csp_store_min(store, x),
               .max = csp_store_max(store, x)};
  uint32_t i = store->last_event[x];

  for (; i != CSP_NO_EVENT && i >= before; i = store->events[i].prev) {
    const CspEvent *event = &store->events[i];
    switch ((CspEventKind)event->what) {
    case CSP_EVENT_WORD:
      past.word = event->old;
      break;
    case CSP_EVENT_MIN:
      past.min = (int32_t)(uint32_t)event->old;
      break;
    case CSP_EVENT_MAX:
      past.max = (int32_t)(uint32_t)event->old;
      break;
    case CSP_EVENT_HOLE:
      break;
    }
  }
  if (csp_store_is_word(store, x)) {
    past.min = store->base[x] + __builtin_ctzll(past.word);
    past.max = store->base[x] + 63 - __builtin_clzll(past.word);
  }
  past.last_event = i;
  return past;
}

int64_t
csp_store_min_before(CspStore *store, CspVar x, uint32_t before)
{
  return look_back(store, x, before).min;
}

int64_t
csp_store_max_before(CspStore *store, CspVar x, uint32_t before)
{
  return look_back(store, x, before).max;
}

void
csp_store_add_facts_before(CspStore *store,
                           CspVar x,
                           uint32_t before,
                           CspReason *out)
{
  Past past = look_back(store, x, before);

  if (past.min == past.max) {
    csp_reason_add(out, csp_fact_eq(x, past.min));
    return;
  }
  if (past.min > store->root_min[x])
    csp_reason_add(out, csp_fact_ge(x, past.min));
  if (past.max < store->root_max[x])
    csp_reason_add(out, csp_fact_le(x, past.max));
  if (csp_store_is_word(store, x)) {
    for (int64_t v = past.min + 1; v < past.max; v++)
      if ((past.word >> (v - store->base[x]) & 1) == 0)
        csp_reason_add(out, csp_fact_ne(x, v));
    return;
  }
  for (uint32_t i = past.last_event; i != CSP_NO_EVENT;
       i = store->events[i].prev) {
    const CspEvent *event = &store->events[i];
    int64_t value = (int64_t)event->old;
    if (event->what == CSP_EVENT_HOLE && value > past.min && value < past.max)
      csp_reason_add(out, csp_fact_ne(x, value));
  }
}

/* Was the value, between the bounds, still there? */
static bool
had_value(const CspStore *store,
          CspVar x,
          int64_t value,
          uint32_t before,
          const Past *past)
{
  if (csp_store_is_word(store, x))
    return (past->word >> (value - store->base[x]) & 1) != 0;

  for (uint32_t i = store->last_event[x]; i != CSP_NO_EVENT && i >= before;
       i = store->events[i].prev)
    if (store->events[i].what == CSP_EVENT_HOLE &&
        (int64_t)store->events[i].old == value)
      return true;
  return csp_store_has_no_hole(store, x, value);
}

bool
csp_store_fact_before(CspStore *store, CspFact fact, uint32_t before)
{
  Past past = look_back(store, fact.var, before);

  switch ((CspFactOp)fact.op) {
  case CSP_FACT_GE:
    return past.min >= fact.value;
  case CSP_FACT_LE:
    return past.max <= fact.value;
  case CSP_FACT_EQ:
    return past.min == fact.value && past.max == fact.value;
  case CSP_FACT_NE:
    return fact.value < past.min || fact.value > past.max ||
           !had_value(store, fact.var, fact.value, before, &past);
  }
  return false;
}

static void
explain_by_scope(CspStore *store,
                 const CspPropagator *prop,
                 uint32_t before,
                 CspReason *out)
{
  for (uint32_t i = 0; i < prop->n_vars; i++)
    csp_store_add_facts_before(store, prop->vars[i], before, out);
}

void
csp_store_explain(CspStore *store, uint32_t event, CspFact fact, CspReason *out)
{
  CspPropagator *prop = store->props[store->events[event].prop];

  if (prop == NULL)
    return;
  if (prop->klass->explain != NULL)
    prop->klass->explain(prop, store, fact, store->events[event].hint, event,
                         out);
  else
    explain_by_scope(store, prop, event, out);
}

void
csp_store_explain_failure(CspStore *store, CspReason *out)
{
  CspPropagator *prop = store->props[store->failed_prop];

  if (store->has_crept)
    for (CspVar x = 0; x < store->n_vars; x++)
      csp_store_add_facts_before(store, x, store->n_events, out);
  else if (prop != NULL)
    explain_by_scope(store, prop, store->n_events, out);
  else if (store->failed_var != CSP_NONE)
    csp_store_add_facts_before(store, store->failed_var, store->n_events, out);
}
