/* SPDX-License-Identifier: MIT */
/* The consistency level as a part of the search: what happens when a variable
 * is given a value.  Generate and test, look back, forward checking and full
 * propagation differ in this alone; loop, orders, limits and output are shared.
 *
 * A variable is chosen when it is not to be branched on any more: given a value
 * by the search or fixed before it; under full propagation, fixed at all. */
#pragma once

#include "engine/store.h"
#include "search/problem.h"
#include "search/view.h"

typedef struct _CspConsistency CspConsistency;
typedef struct _CspTree CspTree;

typedef enum {
  CSP_TREE_SOLUTION,
  CSP_TREE_EXHAUSTED,
  CSP_TREE_STOPPED,
} CspTreeResult;

/* Assumptions: vars[i] = values[i] before the root, and pairs that are not to
 * be, removed_vars[i] != removed_values[i]. */
typedef struct {
  const CspVar *vars;
  const int32_t *values;
  size_t n;
  const CspVar *removed_vars;
  const int32_t *removed_values;
  size_t n_removed;
} CspAssumed;

typedef struct {
  const char *name;
  const char *kernel; /* as statistics call it */
  /* Closes all levels, takes the assumptions (borrowed for the call) for
   * chosen and brings the root to the level's consistency; false: there is no
   * solution. */
  bool (*start)(CspConsistency *self, CspAssumed assumed);
  /* Opens a level and gives var the value; false: refused, no level is open. */
  bool (*choose)(CspConsistency *self, CspVar var, int64_t value);
  /* Takes the value from var in the level that is open; false: refused.  NULL:
   * the level cannot do that. */
  bool (*refute)(CspConsistency *self, CspVar var, int64_t value);
  /* The same for var <= value, or with is_lower var >= value; and for the
   * opposites.  NULL: the level cannot do that. */
  bool (*bound)(CspConsistency *self, CspVar var, int64_t value, bool is_lower);
  bool (*pass_bound)(CspConsistency *self,
                     CspVar var,
                     int64_t value,
                     bool is_lower);
  /* Closes the level that choose(var) or bound(var) opened. */
  void (*undo)(CspConsistency *self, CspVar var);
  void (*free)(CspConsistency *self);
  /* A level with a loop of its own, domains that the store does not hold and
   * views of them; NULL: the loop that all share, by choose() and undo(). */
  CspTreeResult (*search)(CspTree *tree);
  void (*get_values)(const CspConsistency *self, int32_t *out_values);
  const CspViewFuncs *view_funcs;
} CspConsistencyClass;

struct _CspConsistency {
  const CspConsistencyClass *klass;
  CspProblem *problem;
  CspArena *arena;    /* counts the memory of the search */
  CspStore *store;    /* NULL under generate and look back */
  uint8_t *is_chosen; /* by variable; NULL: chosen is fixed in the store */
  int32_t *values;    /* of chosen variables; NULL with is_chosen */
  int64_t bound;      /* on the objective */
  bool has_bound;
  bool
      is_cut_short; /* stopped before the root was consistent: of no more use */
  uint64_t n_checks; /* as the statistics count them */
  /* The record that refused last; CSP_NONE: none in particular. */
  uint32_t failed_constraint;
};

static inline bool
csp_consistency_is_chosen(const CspConsistency *self, CspVar x)
{
  return self->is_chosen != NULL ? self->is_chosen[x] != 0
                                 : csp_store_is_fixed(self->store, x);
}

/* Of a chosen variable. */
static inline int64_t
csp_consistency_value(const CspConsistency *self, CspVar x)
{
  return self->is_chosen != NULL ? self->values[x]
                                 : csp_store_value(self->store, x);
}

/* Domains, whatever keeps them. */
static inline int64_t
csp_consistency_next(const CspConsistency *self, CspVar x, int64_t value)
{
  return self->store != NULL ? csp_store_next(self->store, x, value)
                             : csp_problem_next(self->problem, x, value);
}

static inline int64_t
csp_consistency_previous(const CspConsistency *self, CspVar x, int64_t value)
{
  return self->store != NULL ? csp_store_previous(self->store, x, value)
                             : csp_problem_previous(self->problem, x, value);
}

static inline uint32_t
csp_consistency_size(const CspConsistency *self, CspVar x)
{
  return self->store != NULL ? csp_store_size(self->store, x)
                             : csp_problem_size(self->problem, x);
}

/* From now on only solutions whose objective is at most (minimizing) or at
 * least (maximizing) this count; choose() and refute() see to it. */
static inline void
csp_consistency_set_bound(CspConsistency *self, int64_t bound)
{
  self->bound = bound;
  self->has_bound = true;
}

static inline bool
csp_consistency_is_within(const CspConsistency *self, int64_t objective)
{
  if (!self->has_bound)
    return true;
  return self->problem->is_maximizing ? objective >= self->bound
                                      : objective <= self->bound;
}

/* Takes values beyond the bound from the objective's domain; false: none is
 * left.  A bound is not a change of one level of the search but holds
 * everywhere, so this is done with each decision. */
static inline bool
csp_consistency_keep_bound(CspConsistency *self)
{
  CspVar x = self->problem->objective;

  if (!self->has_bound)
    return true;
  return self->problem->is_maximizing
             ? csp_store_set_min(self->store, x, self->bound, CSP_NO_HINT)
             : csp_store_set_max(self->store, x, self->bound, CSP_NO_HINT);
}

/* Where what is chosen is marked (is_chosen): does var = value, and the
 * objective if it is chosen, respect the bound? */
static inline bool
csp_consistency_may_choose(const CspConsistency *self,
                           CspVar var,
                           int64_t value)
{
  CspVar objective = self->problem->objective;

  if (!self->has_bound)
    return true;
  if (var == objective)
    return csp_consistency_is_within(self, value);
  return !self->is_chosen[objective] ||
         csp_consistency_is_within(self, self->values[objective]);
}

/* Takes the removed pairs from the domains; false: one is empty. */
static inline bool
csp_consistency_remove(CspConsistency *self, CspAssumed assumed)
{
  for (size_t i = 0; i < assumed.n_removed; i++)
    if (!csp_store_remove(self->store, assumed.removed_vars[i],
                          assumed.removed_values[i], CSP_NO_HINT))
      return false;
  return true;
}

/* Full propagation over a store that compile has filled; takes both. */
CspConsistency *csp_mac_new(CspProblem *problem, CspStore *store);
/* Over a store that holds the model's variables and nothing else. */
CspConsistency *csp_forward_checking_new(CspProblem *problem, CspStore *store);
/* Look back, on invariants; with is_generating test complete assignments. */
CspConsistency *csp_look_back_new(CspProblem *problem, bool is_generating);
