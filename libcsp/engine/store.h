/* SPDX-License-Identifier: MIT */
/* The store: domains, trail, subscriptions, queue of one tree search.
 *
 * A variable is an index.  Its domain is of one of three kinds:
 *
 *   WORD      up to 64 values wide: words[x] has bit v - base[x] for each value
 *   WORDS     up to a limit: bits[x] has a bit for each value above base[x], or
 *             for each of an ascending list of values; only the part between
 *             min[x] and max[x] counts; size[x] counts it
 *   INTERVAL  wider: min[x] .. max[x] without a set of holes
 *
 * Every change of a domain is an event on the trail, with its reason:
 *
 *   | old 64 | var 32 | prev 32 | what 2, propagator 30 | hint 32 |
 *
 * prev is the variable's event before, so that its domain at any earlier time
 * can be told.  Beside the events lie saved words, (address, old word), for
 * propagators' own state, and the propagators entailed.  push() opens a level,
 * pop() undoes all three back to it.
 *
 * All csp_store functions that change a domain return false when it would
 * become empty; the store has failed then until pop(). */
#pragma once

#include <stdatomic.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/check.h"
#include "engine/holes.h"
#include "engine/propagator.h"

typedef enum {
  CSP_DOMAIN_WORD,
  CSP_DOMAIN_WORDS,
  CSP_DOMAIN_INTERVAL,
} CspDomainKind;

/* What an event changed; how `old` reads. */
typedef enum {
  CSP_EVENT_WORD, /* the word before */
  CSP_EVENT_MIN,  /* low half: bound before, high half: size before */
  CSP_EVENT_MAX,
  CSP_EVENT_HOLE, /* the value removed */
} CspEventKind;

typedef struct {
  uint64_t old;
  CspVar var;
  uint32_t prev;
  uint32_t what : 2; /* CspEventKind */
  uint32_t prop : 30;
  uint32_t hint;
} CspEvent;

#define CSP_NO_EVENT UINT32_MAX
/* The hint of a change that needs none. */
#define CSP_NO_HINT 0u

/* Who is woken by a variable.  A change goes through them all, so they are
 * small, and what tells whether one has to be woken is not in the propagator. */
typedef struct {
  uint32_t prop;          /* id */
  uint32_t position : 29; /* in its scope */
  uint32_t wake : 3;      /* CspWake */
} CspSubscription;

/* Sets of kinds of wake. */
#define CSP_WAKE(wake) (1u << (wake))
#define CSP_WAKES_FIX (CSP_WAKE(CSP_ON_FIX) | CSP_WAKE(CSP_ON_FIX_TRACKED))
#define CSP_WAKES_MIN (CSP_WAKE(CSP_ON_MIN) | CSP_WAKE(CSP_ON_BOUNDS))
#define CSP_WAKES_MAX (CSP_WAKE(CSP_ON_MAX) | CSP_WAKE(CSP_ON_BOUNDS))

/* Of a propagator. */
typedef enum {
  CSP_STATE_IDLE,
  CSP_STATE_QUEUED,
  CSP_STATE_RUNNING,
  CSP_STATE_RUNNING_WOKEN,
  CSP_STATE_ENTAILED,
} CspPropState;

typedef struct {
  CspSubscription *subs;
  uint32_t n_subs, capacity;
} CspSubscriptions;

typedef struct {
  void *address;
  uint64_t old;
} CspSavedWord;

typedef struct {
  uint32_t n_events;
  uint32_t n_saved;
  uint32_t n_entailed;
} CspLevel;

/* What only wide domains have. */
typedef struct {
  uint64_t *bits;        /* WORDS */
  const int32_t *values; /* WORDS over a list, else NULL */
  uint32_t n_values;
  CspHoles holes; /* INTERVAL */
} CspWideDomain;

struct _CspStore {
  /* domains, by variable */
  uint64_t *words;
  int32_t *base;
  uint8_t *kinds;   /* CspDomainKind */
  uint8_t *listens; /* the kinds of wake that someone has subscribed to */
  int32_t *min, *max;
  uint32_t *size;
  CspWideDomain *wide;          /* WORDS, INTERVAL */
  int32_t *root_min, *root_max; /* when added */
  uint32_t *last_event;
  CspSubscriptions *subscriptions;
  uint32_t n_vars, vars_capacity;

  /* trail */
  CspEvent *events;
  uint32_t n_events, events_capacity;
  CspSavedWord *saved;
  uint32_t n_saved, saved_capacity;
  uint32_t *entailed; /* ids, room for all */
  uint32_t n_entailed;
  CspLevel *levels;
  uint32_t n_levels, levels_capacity;
  uint64_t stamp; /* a new one after every push and pop */

  /* propagation */
  CspPropagator **props; /* by id; props[0] is NULL */
  uint8_t *states;       /* by id: CspPropState */
  uint32_t n_props, props_capacity;
  CspPropagator *queue_head[CSP_N_PRIORITIES];
  CspPropagator *queue_tail[CSP_N_PRIORITIES];
  uint32_t queue_mask;         /* which priorities have someone waiting */
  uint32_t current;            /* who changes domains now: id, or 0 */
  uint32_t current_constraint; /* given to propagators added now */
  bool has_failed;
  uint32_t failed_prop; /* who failed last: id, or 0 */
  CspVar failed_var;    /* whose domain became empty, or CSP_NONE */
  bool has_crept;       /* bounds went round, through several propagators */
  atomic_int *stop;     /* not 0: give up; may be NULL */

  uint64_t n_propagations, n_changes;
  CspArena *arena;
};

CspStore *csp_store_new(void);
void csp_store_free(CspStore *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CspStore, csp_store_free)

/* Building. ---------------------------------------------------------------- */

CspVar csp_store_add_var(CspStore *store, int32_t min, int32_t max);
/* values ascending, each once */
CspVar csp_store_add_var_values(CspStore *store,
                                const int32_t *values,
                                uint32_t n_values);
/* Bytes that variables of this width cost. */
uint64_t csp_store_domain_cost(int64_t min, int64_t max);

/* A propagator of `size` bytes, cleared, over a copy of vars; scheduled. */
CspPropagator *csp_store_add_propagator(CspStore *store,
                                        const CspPropagatorClass *klass,
                                        size_t size,
                                        const CspVar *vars,
                                        uint32_t n_vars);
/* With CSP_ON_FIX_TRACKED a variable fixed already is pending at once. */
void csp_store_subscribe(CspStore *store,
                         CspPropagator *prop,
                         uint32_t position,
                         CspWake wake);
void
csp_store_subscribe_all(CspStore *store, CspPropagator *prop, CspWake wake);
void csp_store_schedule(CspStore *store, CspPropagator *prop);

static inline bool
csp_store_is_entailed(const CspStore *store, uint32_t prop)
{
  return store->states[prop] == CSP_STATE_ENTAILED;
}

/* Searching. --------------------------------------------------------------- */

void csp_store_push(CspStore *store);
void csp_store_pop(CspStore *store);
/* Runs what is scheduled to the fixpoint; false: failed, or stopped. */
bool csp_store_propagate(CspStore *store) G_GNUC_WARN_UNUSED_RESULT;
/* Fails for a reason other than an empty domain; returns CSP_PROP_FAILED. */
CspPropResult csp_store_fail(CspStore *store);
/* Do bounds moved by events from number `first` on go round in a circle that
 * ends only with an empty domain?  Sets failed_prop, one of those in it. */
bool csp_store_creeps(CspStore *store, uint32_t first);
/* Is this bound among those that moved?  Then its moves are to follow, too. */
bool csp_creep_needs(CspCreep *creep, CspVar x, bool is_max);
/* What csp_store_fail() and an empty domain do. */
bool csp_store_fail_var(CspStore *store, CspVar var);

static inline bool
csp_store_is_stopped(const CspStore *store)
{
  return store->stop != NULL &&
         atomic_load_explicit(store->stop, memory_order_relaxed) != 0;
}

/* State of propagators. ---------------------------------------------------- */

void csp_store_grow_saved(CspStore *store);

static inline void
csp_store_push_saved(CspStore *store, uintptr_t tagged, uint64_t old)
{
  if (store->n_saved == store->saved_capacity)
    csp_store_grow_saved(store);
  store->saved[store->n_saved++] =
      (CspSavedWord){.address = (void *)tagged, .old = old};
}

/* Saves a word that pop() will put back; before it is changed. */
static inline void
csp_store_save(CspStore *store, uint64_t *word)
{
  csp_store_push_saved(store, (uintptr_t)word, *word);
}

/* The same for half a word: the address is marked in its lowest bit. */
static inline void
csp_store_save32(CspStore *store, uint32_t *word)
{
  csp_store_push_saved(store, (uintptr_t)word | 1, *word);
}

/* Domains: reading. -------------------------------------------------------- */

static inline bool
csp_store_is_word(const CspStore *store, CspVar x)
{
  return store->kinds[x] == CSP_DOMAIN_WORD;
}

static inline int64_t
csp_store_min(const CspStore *store, CspVar x)
{
  if (csp_store_is_word(store, x))
    return store->base[x] + __builtin_ctzll(store->words[x]);
  return store->min[x];
}

static inline int64_t
csp_store_max(const CspStore *store, CspVar x)
{
  if (csp_store_is_word(store, x))
    return store->base[x] + 63 - __builtin_clzll(store->words[x]);
  return store->max[x];
}

static inline uint32_t
csp_store_size(const CspStore *store, CspVar x)
{
  if (csp_store_is_word(store, x))
    return csp_popcount64(store->words[x]);
  return store->size[x];
}

static inline bool
csp_store_is_fixed(const CspStore *store, CspVar x)
{
  if (csp_store_is_word(store, x))
    return (store->words[x] & (store->words[x] - 1)) == 0;
  return store->min[x] == store->max[x];
}

/* Of a fixed variable. */
static inline int64_t
csp_store_value(const CspStore *store, CspVar x)
{
  csp_check(csp_store_is_fixed(store, x));
  return csp_store_min(store, x);
}

bool csp_store_has_slow(const CspStore *store, CspVar x, int64_t value);
/* Wide domains: no hole, whatever the bounds (but within those at the root). */
bool csp_store_has_no_hole(const CspStore *store, CspVar x, int64_t value);

static inline bool
csp_store_has(const CspStore *store, CspVar x, int64_t value)
{
  if (csp_store_is_word(store, x)) {
    uint64_t bit = (uint64_t)(value - store->base[x]);
    return bit < 64 && (store->words[x] >> bit & 1) != 0;
  }
  return csp_store_has_slow(store, x, value);
}

/* The smallest value of the domain above `value`, the largest below it;
 * INT64_MAX, INT64_MIN: there is none. */
int64_t csp_store_next_slow(const CspStore *store, CspVar x, int64_t value);

static inline int64_t
csp_store_next(const CspStore *store, CspVar x, int64_t value)
{
  if (!csp_store_is_word(store, x))
    return csp_store_next_slow(store, x, value);

  int64_t base = store->base[x], bit = value < base ? 0 : value - base + 1;
  uint64_t above = bit < 64 ? store->words[x] >> bit : 0;
  return above != 0 ? base + bit + __builtin_ctzll(above) : INT64_MAX;
}

int64_t csp_store_previous(const CspStore *store, CspVar x, int64_t value);

/* A bit for each of the values first .. first + 63. */
uint64_t csp_store_window(const CspStore *store, CspVar x, int64_t first);

/* for (int64_t v = min; v != INT64_MAX; v = csp_store_next(store, x, v)) */
#define CSP_STORE_FOREACH_VALUE(store, x, v)                                   \
  for (int64_t v = csp_store_min(store, x); v != INT64_MAX;                    \
       v = csp_store_next(store, x, v))

/* Domains: changing. ------------------------------------------------------- */

void csp_store_grow_events(CspStore *store);
/* Wakes who subscribed to one of these kinds; called after a change. */
void csp_store_notify(CspStore *store, CspVar x, uint32_t wakes);
bool csp_store_set_min_slow(CspStore *store,
                            CspVar x,
                            int64_t value,
                            uint32_t hint) G_GNUC_WARN_UNUSED_RESULT;
bool csp_store_set_max_slow(CspStore *store,
                            CspVar x,
                            int64_t value,
                            uint32_t hint) G_GNUC_WARN_UNUSED_RESULT;
bool csp_store_remove_slow(CspStore *store,
                           CspVar x,
                           int64_t value,
                           uint32_t hint) G_GNUC_WARN_UNUSED_RESULT;
bool csp_store_fix_slow(CspStore *store, CspVar x, int64_t value, uint32_t hint)
    G_GNUC_WARN_UNUSED_RESULT;

static inline void
csp_store_push_event(
    CspStore *store, CspVar x, CspEventKind what, uint64_t old, uint32_t hint)
{
  if (G_UNLIKELY(store->n_events == store->events_capacity))
    csp_store_grow_events(store);
  store->events[store->n_events] = (CspEvent){.old = old,
                                              .var = x,
                                              .prev = store->last_event[x],
                                              .what = what,
                                              .prop = store->current,
                                              .hint = hint};
  store->last_event[x] = store->n_events++;
  store->n_changes++;
}

/* WORD domains: keeps only the values of `keep`, bits above base. */
static inline bool
csp_store_keep_word(CspStore *store, CspVar x, uint64_t keep, uint32_t hint)
{
  uint64_t old = store->words[x], now = old & keep;

  csp_check(csp_store_is_word(store, x));
  if (now == old)
    return true;
  if (now == 0)
    return csp_store_fail_var(store, x);
  csp_store_push_event(store, x, CSP_EVENT_WORD, old, hint);
  store->words[x] = now;

  uint32_t wakes = CSP_WAKE(CSP_ON_DOMAIN);
  if ((now & (now - 1)) == 0)
    wakes |= CSP_WAKES_FIX;
  if ((now & -now) != (old & -old))
    wakes |= CSP_WAKES_MIN;
  if (__builtin_clzll(now) != __builtin_clzll(old))
    wakes |= CSP_WAKES_MAX;
  if ((store->listens[x] & wakes) != 0)
    csp_store_notify(store, x, wakes);
  return true;
}

static inline bool G_GNUC_WARN_UNUSED_RESULT
csp_store_remove(CspStore *store, CspVar x, int64_t value, uint32_t hint)
{
  if (csp_store_is_word(store, x)) {
    uint64_t bit = (uint64_t)(value - store->base[x]);
    return bit >= 64 ||
           csp_store_keep_word(store, x, ~(UINT64_C(1) << bit), hint);
  }
  return csp_store_remove_slow(store, x, value, hint);
}

static inline bool G_GNUC_WARN_UNUSED_RESULT
csp_store_fix(CspStore *store, CspVar x, int64_t value, uint32_t hint)
{
  if (csp_store_is_word(store, x)) {
    uint64_t bit = (uint64_t)(value - store->base[x]);
    return csp_store_keep_word(store, x, bit < 64 ? UINT64_C(1) << bit : 0,
                               hint);
  }
  return csp_store_fix_slow(store, x, value, hint);
}

static inline bool G_GNUC_WARN_UNUSED_RESULT
csp_store_set_min(CspStore *store, CspVar x, int64_t value, uint32_t hint)
{
  if (csp_store_is_word(store, x)) {
    int64_t bit = value - store->base[x];
    return bit <= 0 || csp_store_keep_word(
                           store, x, bit < 64 ? ~UINT64_C(0) << bit : 0, hint);
  }
  return value <= store->min[x] ||
         csp_store_set_min_slow(store, x, value, hint);
}

static inline bool G_GNUC_WARN_UNUSED_RESULT
csp_store_set_max(CspStore *store, CspVar x, int64_t value, uint32_t hint)
{
  if (csp_store_is_word(store, x)) {
    int64_t bit = value - store->base[x];
    return bit >= 63 ||
           csp_store_keep_word(store, x,
                               bit >= 0 ? ~UINT64_C(0) >> (63 - bit) : 0, hint);
  }
  return value >= store->max[x] ||
         csp_store_set_max_slow(store, x, value, hint);
}

/* Undoes an event of a wide domain. */
void csp_store_undo_wide(CspStore *store, const CspEvent *event);

/* Reasons. ----------------------------------------------------------------- */

/* Facts true just before event number `event` that imply `fact`, which that
 * event made true.  A decision has none. */
void csp_store_explain(CspStore *store,
                       uint32_t event,
                       CspFact fact,
                       CspReason *out);
/* Facts true now that imply the failure, after csp_store_propagate() said
 * false. */
void csp_store_explain_failure(CspStore *store, CspReason *out);
/* All that was known of x just before event number `before`, as facts: what
 * the default explanation gives for each variable of the scope. */
void csp_store_add_facts_before(CspStore *store,
                                CspVar x,
                                uint32_t before,
                                CspReason *out);
/* The bounds of x just before event number `before`. */
int64_t csp_store_min_before(CspStore *store, CspVar x, uint32_t before);
int64_t csp_store_max_before(CspStore *store, CspVar x, uint32_t before);
/* Was `fact` true of x just before event number `before`? */
bool csp_store_fact_before(CspStore *store, CspFact fact, uint32_t before);
