/* SPDX-License-Identifier: MIT */
/* All-different records over one scope, to be treated as one: the three of
 * the queens prune in one pass. */
#pragma once

#include "search/problem.h"

/* The first record, from c on, with the scope of all-different c, that is not
 * of the run of records with that scope which begins at c. */
size_t csp_different_group_end(const CspProblem *problem, size_t c);
/* The offsets of records c .. end - 1 as arrays (NULL: zeros), from the
 * arena. */
const int64_t **csp_different_group_offsets(const CspProblem *problem,
                                            CspArena *arena,
                                            size_t c,
                                            size_t end);
/* The scope of a record as an array, from the arena. */
const CspVar *csp_constraint_scope(const CspConstraint *con, CspArena *arena);
