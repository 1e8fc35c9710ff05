/* SPDX-License-Identifier: MIT */
/* The propagators of all-different, weakest first.  Each strength is the one
 * before it, or value elimination, and a stronger propagator that runs later.
 *
 * A view adds an offset to each variable; one scope can be required to be
 * different under several views at once, as the queens are under three. */
#pragma once

#include "engine/store.h"

typedef struct {
  const int64_t *offsets; /* one a position; NULL: slope times the position */
  int64_t slope;
} CspDifferentView;

typedef struct {
  uint64_t excluded;
  CspVar var;
} CspDifferentLoss;

/* Who of the scope is still open: its value has not been taken from the rest.
 * open[0] .. open[n_open - 1] are these positions, where[] is the inverse; a
 * position is closed by a swap with the last one, so that putting n_open back
 * opens it again. */
typedef struct {
  const CspVar *vars;
  uint32_t n_vars, n_views;
  const CspDifferentView *views;
  /* Word domains of one base, no offsets but slopes; else NULL: for each bit
   * `width` masks of what a variable with this value excludes from another, the
   * middle one at distance 0, or just one where there are no slopes. */
  const uint64_t *masks;
  uint32_t width;
  CspDifferentLoss *losses; /* room for a list */
  uint32_t n_open;
  uint32_t *open, *where;
  uint64_t stamp; /* the store's when n_open was saved last */
} CspDifferentViews;

/* offsets: n_views arrays of n_vars numbers, NULL for zeros; copied. */
void csp_different_views_init(CspDifferentViews *self,
                              CspStore *store,
                              const CspVar *vars,
                              uint32_t n_vars,
                              const int64_t *const *offsets,
                              uint32_t n_views);

/* Closes an open position, whose variable is to have this value, and removes
 * from the variables of the open ones what this excludes.  It wakes who
 * listens to them but needs no queue: forward checking is this alone, called
 * for each variable that is assigned.  False: a domain would become empty. */
bool csp_different_views_close(CspDifferentViews *self,
                               CspStore *store,
                               uint32_t position,
                               int64_t value) G_GNUC_WARN_UNUSED_RESULT;

/* Value elimination as a propagator. */
typedef struct {
  CspPropagator base;
  CspDifferentViews views;
} CspDifferentValue;

extern const CspPropagatorClass csp_different_value_class;

/* NULL where there is nothing to do: fewer than two variables. */
CspDifferentValue *csp_post_different_value(CspStore *store,
                                            const CspVar *vars,
                                            uint32_t n_vars,
                                            const int64_t *const *offsets,
                                            uint32_t n_views);

/* What the stronger propagators, of one view, need to know of their scope. */
typedef struct {
  int64_t min, max;  /* of all values, offsets included */
  uint64_t n_values; /* of all domains together, repeated ones too */
  bool is_word;      /* all domains are words */
  bool has_repeats;  /* some variable is in it twice */
} CspDifferentScope;

/* Its offset under the one view. */
static inline int64_t
csp_different_offset(const CspDifferentViews *self, uint32_t position)
{
  const CspDifferentView *view = &self->views[0];

  return view->offsets != NULL ? view->offsets[position]
                               : view->slope * position;
}

/* These run after the value elimination that they are given. */
void csp_post_different_bounds(CspStore *store,
                               CspDifferentValue *value,
                               const CspDifferentScope *scope);
/* At most 64 variables, word domains, scope->max - scope->min below 64. */
void csp_post_different_word(CspStore *store,
                             CspDifferentValue *value,
                             const CspDifferentScope *scope);
/* scope->n_values or scope->max - scope->min at most
 * CSP_DIFFERENT_MAX_VALUES. */
void csp_post_different_domain(CspStore *store,
                               CspDifferentValue *value,
                               const CspDifferentScope *scope);
enum { CSP_DIFFERENT_MAX_VALUES = 1 << 22 };

/* Value elimination for all views at once; false: the store has failed. */
bool csp_post_all_different_views(CspStore *store,
                                  const CspVar *vars,
                                  uint32_t n_vars,
                                  const int64_t *const *offsets,
                                  uint32_t n_views);

/* One view (offsets may be NULL) to the strength asked for. */
bool csp_post_all_different(CspStore *store,
                            const CspVar *vars,
                            uint32_t n_vars,
                            const int64_t *offsets,
                            CspStrength strength);
