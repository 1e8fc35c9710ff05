/* SPDX-License-Identifier: MIT */
/* Local search: from a complete assignment by moves to one without violation.
 *
 * It sees variables, domains and invariants, and permutations: sets of
 * variables that share out given values and are moved by swaps, so that what
 * makes them a permutation need not be an invariant. */
#pragma once

#include <stdatomic.h>

#include "base/descent.h"
#include "base/random.h"
#include "local/invariant-set.h"

typedef struct {
  int32_t min, max;
  const int32_t *values; /* ascending; NULL: the whole interval */
  uint32_t n_values;
} CspLocalDomain;

static inline int32_t
csp_local_domain_value(const CspLocalDomain *domain, uint32_t i)
{
  return domain->values != NULL ? domain->values[i]
                                : (int32_t)(domain->min + (int64_t)i);
}

/* local-domain.c: the index of the least value that is not less, or of value
 * itself; n_values: there is none. */
uint32_t csp_local_domain_lower(const CspLocalDomain *domain, int64_t value);
uint32_t csp_local_domain_index(const CspLocalDomain *domain, int64_t value);

typedef struct {
  const CspVar *vars; /* NULL: first, first + 1 ... */
  CspVar first;
  uint32_t n_vars;
} CspLocalPermutation;

/* Borrowed, with all it points to, for the life of the search.  Before each
 * start `set->values` must hold the values of fixed variables, and those that a
 * permutation shares out, in any order, at its variables. */
typedef struct {
  CspInvariantSet *set;
  const CspLocalDomain *domains;
  const uint32_t *domain_of; /* a variable's domain; NULL: the first */
  const CspLocalPermutation *permutations; /* without fixed variables */
  uint32_t n_permutations;
  const uint32_t *permutation_of; /* CSP_NONE: none; NULL: the only one, or
                                     none where there are none */
  const uint64_t *is_fixed;       /* bits: has its value, or is defined */
  const int32_t *hint; /* values of the first variables, for the first start if
                          it is greedy; NULL: none */
  uint32_t n_hint;
} CspLocalProblem;

typedef struct {
  uint64_t seed;
  bool is_tabu;         /* else min-conflicts */
  double walk;          /* min-conflicts: probability of a random move */
  int64_t tenure;       /* steps a move stays forbidden, 0: by size */
  double reset;         /* share reassigned without progress, 0: none */
  bool is_random_start; /* else greedy ... */
  uint32_t samples;     /* over so many values a variable */
} CspLocalSettings;

typedef struct {
  const atomic_int *stop;  /* not 0: stop; may be NULL */
  int64_t deadline;        /* g_get_monotonic_time(), 0: none */
  int64_t max_steps;       /* in all runs together */
  int64_t max_evaluations; /* the same; 0: no limit */
} CspLocalLimits;

typedef enum {
  CSP_LOCAL_SOLVED,
  CSP_LOCAL_STOPPED,  /* by the flag */
  CSP_LOCAL_TIME,     /* by the deadline */
  CSP_LOCAL_MOVES,    /* by the number of steps or evaluations */
  CSP_LOCAL_HOPELESS, /* what is violated holds fixed variables only */
} CspLocalOutcome;

typedef struct _CspLocal CspLocal;

/* Members may be NULL. */
typedef struct {
  void *data;
  /* After a move; swapped is CSP_NONE unless it was a swap. */
  void (*move)(void *data, CspVar var, CspVar swapped);
  void (*restart)(void *data);
  /* When the flag was found set; it has been cleared. */
  atomic_int *sample_flag;
  void (*sample)(void *data);
} CspLocalHooks;

typedef struct {
  int64_t moves, evaluations, restarts;
  int64_t violation; /* now */
  int64_t least;     /* ever */
} CspLocalCounts;

CspLocal *csp_local_new(const CspLocalProblem *problem,
                        const CspLocalSettings *settings);
void csp_local_free(CspLocal *self);
void csp_local_set_hooks(CspLocal *self, const CspLocalHooks *hooks);
/* The next run starts from another assignment. */
void csp_local_reset(CspLocal *self);
/* Takes all values away; counts are 0 and the random numbers begin anew. */
void csp_local_begin(CspLocal *self);
/* Domains or an invariant's own data were changed: moves variables back into
 * their domains, those of permutations excepted, and looks at all again. */
void csp_local_refresh(CspLocal *self,
                       const CspLocalDomain *domains,
                       const uint32_t *domain_of);
/* Goes on from where it is until there is no violation. */
CspLocalOutcome csp_local_run(CspLocal *self, const CspLocalLimits *limits);
/* Counts for max_steps like so many steps. */
void csp_local_charge(CspLocal *self, int64_t n_steps);
const CspLocalCounts *csp_local_get_counts(const CspLocal *self);
/* How the least violation was reached, from csp_local_begin() on. */
const CspDescent *csp_local_get_descent(const CspLocal *self);
