/* SPDX-License-Identifier: MIT */
/* What the files of local search on a model share. */
#pragma once

#include "constraints/invariants.h"
#include "search/definition-choice.h"
#include "search/local-domains.h"
#include "search/local-search.h"
#include "search/permutations.h"

/* By the objective's constraints, x <= objective + c, or >= when it is
 * maximized; the objective itself follows with c = 0. */
typedef struct {
  CspVar x;
  uint32_t domain; /* before any solution */
  int64_t c;
} Follower;

struct _CspLocalSearch {
  const CspModel *model;
  const CspOptions *options;
  uint32_t n_vars;
  CspArena *arena;
  CspScratch scratch;
  int32_t *values;
  CspInvariantSet *set;
  CspDefinedBounds defined;
  CspInvariantBounds bounds;
  uint64_t *is_pinned; /* never to be defined; NULL: none */

  CspLocalDomains domains;
  CspPermutations permutations;
  CspLocalPermutation *movable_permutations; /* without what is fixed */

  /* x = c in permutations, by the model. */
  CspVar *given_vars;
  int32_t *given_values;
  size_t n_given;

  /* What holds under the assumptions. */
  uint64_t *is_fixed; /* or defined */
  bool is_clashing;
  CspVar *movable; /* members of permutations that are not all movable */

  CspConstraint bound;
  CspVar objective;
  bool maximizes;
  bool is_implied; /* the objective: by its followers */
  bool is_objective_given;
  bool is_proved;  /* there is nothing better than the last solution */
  bool is_refuted; /* a domain is empty */
  Follower *followers;
  size_t n_followers;

  CspLocal *local;
  CspLocalHooks hooks;
  CspLocalLimits limits;
  bool is_dealt; /* permutations have their values */
  bool is_solved;
  CspObserving observing;
  CspView view;
};

static inline bool
csp_local_search_is_permuted(const CspLocalSearch *self, CspVar x)
{
  return csp_permutations_has(&self->permutations, x);
}

static inline bool
csp_local_search_is_fixed(const CspLocalSearch *self, CspVar x)
{
  return (self->is_fixed[x / 64] >> (x % 64) & 1) != 0;
}

static inline void
csp_local_search_set_fixed(CspLocalSearch *self, CspVar x)
{
  self->is_fixed[x / 64] |= UINT64_C(1) << (x % 64);
}

/* local-objective.c */
void csp_local_search_find_objective(CspLocalSearch *self);
/* What follows the objective; constraints that following satisfies are left
 * out. */
void csp_local_search_find_followers(CspLocalSearch *self,
                                     const CspConstraint *cons,
                                     size_t n,
                                     bool *is_left_out);
/* Gives an objective that is implied the best value that followers and domain
 * allow. */
void csp_local_search_settle_objective(CspLocalSearch *self);
/* Back to before the first solution. */
void csp_local_search_loosen(CspLocalSearch *self);
/* Nothing worse than the bound from now on, or it is proved that there is
 * nothing else. */
void csp_local_search_tighten(CspLocalSearch *self, int64_t bound);
/* An objective that is implied is fixed, in the eyes of the search. */
void csp_local_search_fix_objective(CspLocalSearch *self);
