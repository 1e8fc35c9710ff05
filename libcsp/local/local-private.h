/* SPDX-License-Identifier: MIT */
/* What the files of local search share. */
#pragma once

#include <glib.h>

#include "local/lines.h"
#include "local/local.h"
#include "local/tabu-list.h"

struct _CspLocal {
  CspLocalProblem problem;
  CspLocalSettings settings;
  CspLocalHooks hooks;
  CspLocalLimits limits;
  CspLocalCounts counts;
  CspDescent descent;
  CspRandom random;
  CspInvariantSet *set;
  int32_t *values;
  uint32_t n_vars;
  CspLines *lines;  /* of each permutation, as of the last start */
  bool has_singles; /* movable variables outside permutations */
  bool is_complete; /* every variable has a value */
  uint64_t *is_placed;
  /* The conflict list and who is in it. */
  uint32_t *listed;
  uint32_t n_listed, listed_capacity;
  uint64_t *is_listed;
  uint32_t *looked_at; /* in which step of tabu search; NULL: not tabu */
  /* Invariants of a weight above 1. */
  CspInvariant **raised;
  uint32_t n_raised, raised_capacity;
  uint32_t n_raises; /* since they were smoothed */
  CspTabuList *tabu;
  int64_t step;
  int64_t least; /* violation since the last restart ... */
  int64_t least_step;
  int64_t patience; /* steps without less of it */
  int n_resets;     /* partial ones since the last restart */
  bool has_used_hint;
  /* Tabu: by how much the tenure is raised, and the violation's range since the
   * window began. */
  int64_t boost, window_end, window_least, window_most;
  int64_t next_poll; /* work after which the clock is read */
  bool is_ended;     /* this run, and how */
  CspLocalOutcome outcome;
};

typedef struct {
  CspVar x;      /* CSP_NONE: no move */
  int32_t value; /* of a single move */
  CspVar y;      /* CSP_NONE: a single move, else the swap's other variable */
  int64_t change;
  uint32_t n_ties;
} CspLocalMove;

static inline bool
csp_local_get_bit(const uint64_t *bits, uint32_t i)
{
  return (bits[i / 64] >> (i % 64) & 1) != 0;
}

static inline void
csp_local_set_bit(uint64_t *bits, uint32_t i)
{
  bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static inline void
csp_local_clear_bit(uint64_t *bits, uint32_t i)
{
  bits[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

static inline bool
csp_local_is_fixed(const CspLocal *self, CspVar x)
{
  return csp_local_get_bit(self->problem.is_fixed, x);
}

static inline const CspLocalDomain *
csp_local_domain_of(const CspLocal *self, CspVar x)
{
  const CspLocalProblem *problem = &self->problem;

  return &problem
              ->domains[problem->domain_of == NULL ? 0 : problem->domain_of[x]];
}

/* NULL: the variable moves alone. */
static inline const CspLocalPermutation *
csp_local_permutation_of(const CspLocal *self, CspVar x)
{
  const CspLocalProblem *problem = &self->problem;

  if (problem->n_permutations == 0)
    return NULL;
  if (problem->permutation_of == NULL)
    return problem->permutations;
  uint32_t i = problem->permutation_of[x];
  return i == CSP_NONE ? NULL : &problem->permutations[i];
}

static inline CspVar
csp_local_member(const CspLocalPermutation *permutation, uint32_t i)
{
  return permutation->vars != NULL ? permutation->vars[i]
                                   : permutation->first + i;
}

static inline bool
csp_local_is_movable(const CspLocal *self, CspVar x)
{
  if (csp_local_is_fixed(self, x))
    return false;
  const CspLocalPermutation *permutation = csp_local_permutation_of(self, x);
  return permutation != NULL ? permutation->n_vars > 1
                             : csp_local_domain_of(self, x)->n_values > 1;
}

/* Moves that a variable has, the one to where it is included. */
static inline uint32_t
csp_local_count_moves(const CspLocal *self, CspVar x)
{
  const CspLocalPermutation *permutation = csp_local_permutation_of(self, x);

  return permutation != NULL ? permutation->n_vars
                             : csp_local_domain_of(self, x)->n_values;
}

/* local.c: the flag is read each time, the clock now and then; once over, a run
 * stays over. */
bool csp_local_is_over(CspLocal *self);
void csp_local_note_violation(CspLocal *self);

/* local-conflicts.c */
void csp_local_list(CspLocal *self, CspVar x);
void csp_local_unlist(CspLocal *self, uint32_t i);
bool csp_local_list_all(CspLocal *self); /* false: over before the end */
/* After a move of x, or a swap with y if it is not CSP_NONE: what may be in
 * conflict by it, for a defined variable those that it follows. */
void csp_local_list_around(CspLocal *self, CspVar x, CspVar y);
/* A variable in conflict; CSP_NONE: there is none that can move, or the run is
 * over. */
CspVar csp_local_pick(CspLocal *self);

/* local-start.c: false: over before the end. */
bool csp_local_place_all(CspLocal *self);

/* local-weights.c: at a local minimum; and at a new start. */
void csp_local_raise_weights(CspLocal *self);
void csp_local_reset_weights(CspLocal *self);

/* local-moves.c */
void csp_local_look_at(CspLocal *self, CspLocalMove *best, CspVar x);
CspLocalMove csp_local_random_move(CspLocal *self, CspVar x);
void
csp_local_make_move(CspLocal *self, const CspLocalMove *move, int64_t tenure);
