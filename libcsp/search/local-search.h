/* SPDX-License-Identifier: MIT */
/* Local search over a model: min-conflicts and tabu.
 *
 * It is built from the records: no store, no propagators, no object a variable.
 * It finds solutions and never proves that there is none; what it may find is
 * that domains do not allow a better one. */
#pragma once

#include "base/options.h"
#include "base/stats.h"
#include "local/local.h"
#include "model/model.h"
#include "search/view.h"

typedef struct _CspLocalSearch CspLocalSearch;

/* Model, options and stop (may be NULL) are borrowed for its life; once stop is
 * not 0, building, assuming and searching end within some milliseconds. */
CspLocalSearch *csp_local_search_new(const CspModel *model,
                                     const CspOptions *options,
                                     const atomic_int *stop);
/* How many moves may be looked at; 0: no limit. */
void csp_local_search_set_effort(CspLocalSearch *self, int64_t n_evaluations);
void csp_local_search_free(CspLocalSearch *self);
/* From now on vars[i] = values[i], instead of what was assumed before; begins
 * anew.  Comes before each search; what was stopped is to be done again. */
void csp_local_search_assume(CspLocalSearch *self,
                             const CspVar *vars,
                             const int32_t *values,
                             size_t n);
/* Is the variable a function of others, and not searched? */
bool csp_local_search_is_defined(const CspLocalSearch *self, CspVar x);
/* sample_flag (may be NULL) is cleared when the sample is taken. */
void csp_local_search_observe(CspLocalSearch *self,
                              const CspObserving *observing,
                              atomic_int *sample_flag);
const CspView *csp_local_search_get_view(const CspLocalSearch *self);
/* Searches for a solution; called again, for another one, which with an
 * objective is better than the last.  The deadline (of g_get_monotonic_time(), 0:
 * none) ends it within some milliseconds, and so does the option max-moves; it
 * can be called again after each. */
CspLocalOutcome csp_local_search_run(CspLocalSearch *self, int64_t deadline);
/* After CSP_LOCAL_HOPELESS: is no solution better than the last one? */
bool csp_local_search_is_proved(const CspLocalSearch *self);
/* Counts for max-moves like so many moves. */
void csp_local_search_charge(CspLocalSearch *self, uint64_t n_moves);
/* A value a variable; after CSP_LOCAL_SOLVED the solution. */
const int32_t *csp_local_search_get_values(const CspLocalSearch *self);
/* Sets moves, evaluations, restarts and violation. */
void csp_local_search_fill_stats(const CspLocalSearch *self, CspStats *stats);
/* Bytes it holds. */
size_t csp_local_search_get_memory(const CspLocalSearch *self);
