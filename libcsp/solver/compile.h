/* SPDX-License-Identifier: MIT */
/* From the records of a model to an engine that searches it. */
#pragma once

#include "solver/plan.h"

/* A tree search as planned; NULL with CSP_ERROR_MEMORY where it would not fit
 * into the memory limit (MiB; 0: what the machine has).  The problem is borrowed.
 * What is built while `stop` is set is NULL without error, or lacks
 * propagators. */
CspTree *csp_compile_tree(CspProblem *problem,
                          const CspPlan *plan,
                          int64_t memory_limit,
                          atomic_int *stop,
                          atomic_int *sample,
                          GError **error);
/* Full propagation without a tree, for who looks at the root alone; NULL: the
 * model is too large for that to be quick, or it was stopped. */
CspConsistency *csp_compile_root(CspProblem *problem,
                                 const CspPlan *plan,
                                 uint64_t memory,
                                 atomic_int *stop);
