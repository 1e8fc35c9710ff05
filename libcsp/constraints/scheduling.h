/* SPDX-License-Identifier: MIT */
/* What the constraints on tasks, boxes and bins share. */
#pragma once

#include "base/scratch.h"
#include "engine/store.h"
#include "model/term.h"

/* Terms of a propagator that is over the record's scope. ------------------- */

static inline int64_t
csp_term_min(const CspPropagator *prop, const CspStore *store, int32_t term)
{
  return term >= 0 ? term
                   : csp_store_min(store, prop->vars[csp_term_position(term)]);
}

static inline int64_t
csp_term_max(const CspPropagator *prop, const CspStore *store, int32_t term)
{
  return term >= 0 ? term
                   : csp_store_max(store, prop->vars[csp_term_position(term)]);
}

static inline bool G_GNUC_WARN_UNUSED_RESULT
csp_term_set_min(const CspPropagator *prop,
                 CspStore *store,
                 int32_t term,
                 int64_t value)
{
  if (term < 0)
    return csp_store_set_min(store, prop->vars[csp_term_position(term)], value,
                             CSP_NO_HINT);
  return value <= term || csp_store_fail(store) != CSP_PROP_FAILED;
}

static inline bool G_GNUC_WARN_UNUSED_RESULT
csp_term_set_max(const CspPropagator *prop,
                 CspStore *store,
                 int32_t term,
                 int64_t value)
{
  if (term < 0)
    return csp_store_set_max(store, prop->vars[csp_term_position(term)], value,
                             CSP_NO_HINT);
  return value >= term || csp_store_fail(store) != CSP_PROP_FAILED;
}

/* scheduling.c ------------------------------------------------------------- */

/* A propagator over the record's scope. */
CspPropagator *csp_post_over_scope(CspStore *store,
                                   const CspPropagatorClass *klass,
                                   size_t size,
                                   const CspConstraint *con,
                                   CspWake wake);

/* Does a variable stand twice in the scope? */
bool csp_scope_has_repeats(const CspConstraint *con);

/* Sorts numbers of things by their keys.  Takes O(n) where little has changed
 * since they were last sorted, O(n log n) always; buffer has room for n. */
void csp_sort_by_key(uint32_t *order,
                     uint32_t n,
                     const int64_t *keys,
                     uint32_t *buffer);

/* A change of what is used of a resource; 0: a task that takes no time, which
 * nothing may be going on around. */
typedef struct {
  int64_t time, change;
} CspUsageEvent;

/* Violations end here, so that their sums fit. */
#define CSP_MAX_VIOLATION (INT64_C(1) << 40)

/* By how much the usage passes the capacity, over time, plus the number of
 * events 0 amid others.  Sorts the events. */
int64_t
csp_usage_excess(CspUsageEvent *events, size_t n_events, int64_t capacity);
