/* SPDX-License-Identifier: MIT */
/* All-different constraints that local search keeps without looking.
 *
 * An all-different over n variables that share one domain of n values holds
 * exactly when they are a permutation of it.  Those found here share no variable
 * with each other.  One all of whose variables can be defined by others is left
 * to that; where some cannot, it is a permutation and none of them is. */
#pragma once

#include "search/definition-choice.h"

typedef struct {
  const CspModel *model;
  uint32_t n_vars;
  const CspConstraint **cons;
  uint32_t n;
  uint32_t *index_of; /* CSP_NONE: of none; NULL: all variables are of the only
                         permutation, if there is one */
} CspPermutations;

/* Drops from the choice, which may be NULL, what they hold, and marks their
 * records. */
void csp_permutations_find(CspPermutations *self,
                           const CspModel *model,
                           CspDefinitionChoice *choice,
                           bool *is_left_out);
void csp_permutations_clear(CspPermutations *self);

static inline bool
csp_permutations_has(const CspPermutations *self, CspVar x)
{
  return self->index_of != NULL ? self->index_of[x] != CSP_NONE : self->n > 0;
}
