/* SPDX-License-Identifier: MIT */
/* How the block kernel may take a record: over domains of at most 64 values,
 * as words that say which values of one variable go with a value of another.
 *
 * The words themselves are made from offsets or from the record's meaning.  What
 * a family adds is whether they are all there is to it, and when its propagators
 * would use them: the kernel has to walk the tree that the propagators walk. */
#pragma once

#include "model/constraint.h"

typedef enum {
  CSP_BLOCK_NONE,
  CSP_BLOCK_DIFFERENT, /* values plus offsets pairwise different */
  CSP_BLOCK_MATRIX,    /* at most two variables, tested by the meaning */
  CSP_BLOCK_ELEMENT,   /* the last variable is the one that the last but one
                          tells of those before */
} CspBlockShape;

typedef enum {
  CSP_BLOCK_OTHERWISE, /* not as either of these */
  CSP_BLOCK_ON_FIX,    /* a fixed variable removes what it excludes */
  CSP_BLOCK_ARCS,      /* a value stays while the other has one that goes with
                          it */
} CspBlockPruning;

typedef struct {
  CspBlockShape shape;
  CspBlockPruning pruning; /* of the propagators of the strength asked for */
} CspBlockForm;

/* A matrix if the scope is small enough and no variable is in it twice. */
static inline CspBlockForm
csp_block_form_matrix(const CspConstraint *con, CspBlockPruning pruning)
{
  if (con->n_vars > 2 || (con->n_vars == 2 && csp_constraint_var(con, 0) ==
                                                  csp_constraint_var(con, 1)))
    return (CspBlockForm){.shape = CSP_BLOCK_NONE};
  return (CspBlockForm){.shape = CSP_BLOCK_MATRIX, .pruning = pruning};
}
