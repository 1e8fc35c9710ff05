/* SPDX-License-Identifier: MIT */
/* The propagator contract.
 *
 * A propagator is a struct in the store's arena that begins with CspPropagator.
 * propagate() removes values that no solution of the constraint has, through
 * the csp_store functions, and returns CSP_PROP_FAILED as soon as one of them
 * returns false.  It is scheduled by what it subscribed to, its own changes
 * included: CSP_PROP_AGAIN keeps such a wake-up, CSP_PROP_FIXPOINT says that it
 * reached its fixpoint and drops it.  CSP_PROP_ENTAILED says that every
 * assignment left satisfies the constraint: it is not run again below this
 * node.
 *
 * State that must follow backtracking is saved before it is changed
 * (csp_store_save).  Nothing allocates in propagate().  Long loops ask
 * csp_store_is_stopped(). */
#pragma once

#include "engine/fact.h"

typedef struct _CspStore CspStore;
typedef struct _CspPropagator CspPropagator;

typedef enum {
  CSP_PROP_FAILED,
  CSP_PROP_FIXPOINT,
  CSP_PROP_AGAIN,
  CSP_PROP_ENTAILED,
} CspPropResult;

/* Run order: cheap first. */
typedef enum {
  CSP_PRIORITY_UNARY,
  CSP_PRIORITY_BINARY,
  CSP_PRIORITY_TERNARY,
  CSP_PRIORITY_LINEAR, /* in the size of the scope */
  CSP_PRIORITY_QUADRATIC,
  CSP_PRIORITY_CUBIC,
  CSP_N_PRIORITIES,
} CspPriority;

/* least <= sum of coeffs * vars <= most */
typedef struct {
  const CspVar *vars;
  const int64_t *coeffs;
  uint32_t n;
  int64_t least, most; /* CSP_NO_LIMIT: none */
} CspPropSum;

#define CSP_NO_LIMIT INT64_MIN

/* The least, or the largest, value of var, made so by an event of the trail. */
typedef struct {
  CspVar var;
  bool is_max;
  int64_t value;
  uint32_t event;
} CspPropBound;

typedef struct _CspCreep CspCreep;

typedef struct {
  const char *name;
  CspPropResult (*propagate)(CspPropagator *prop, CspStore *store);
  /* Adds facts, all true just before the event `before` (its number on the
   * trail), that with the constraint imply `fact`; hint is what the change was
   * made with.  NULL: the default, all facts about the scope. */
  void (*explain)(CspPropagator *prop,
                  CspStore *store,
                  CspFact fact,
                  uint32_t hint,
                  uint32_t before,
                  CspReason *out);
  /* A sum that the constraint limits, with the domains as they are; false:
   * none.  NULL: never any. */
  bool (*sum)(const CspPropagator *prop,
              const CspStore *store,
              CspPropSum *out);
  /* Did the constraint give the bound for some others, as they were before the
   * event, of which csp_creep_needs() is true, so that if these were all tighter
   * by k it would be so too, whatever k (engine/creep.c)?  NULL: as `sum`. */
  bool (*follows)(const CspPropagator *prop,
                  CspStore *store,
                  CspCreep *creep,
                  CspPropBound bound);
  uint8_t priority; /* CspPriority */
} CspPropagatorClass;

struct _CspPropagator {
  const CspPropagatorClass *klass;
  const CspVar *vars; /* the scope; may be longer than what is subscribed to */
  uint32_t n_vars;
  uint32_t id;         /* from 1; 0 are decisions */
  uint32_t constraint; /* number of the record it was posted for */
  uint8_t priority;    /* of its class, unless changed when posted */
  uint32_t n_pending;
  uint32_t
      *pending; /* CSP_ON_FIX_TRACKED: positions fixed since its last run */
  CspPropagator *next;
};

/* What to be woken by. */
typedef enum {
  CSP_ON_FIX,
  CSP_ON_FIX_TRACKED, /* and add the position to pending */
  CSP_ON_MIN,         /* the lower bound moved, fixing included */
  CSP_ON_MAX,         /* the upper one */
  CSP_ON_BOUNDS,      /* either */
  CSP_ON_DOMAIN,      /* any change */
} CspWake;
