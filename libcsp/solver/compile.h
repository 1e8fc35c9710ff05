/* SPDX-License-Identifier: MIT */
/* From the records of a model to an engine that searches it. */
#pragma once

#include "solver/plan.h"

/* A tree search as planned; NULL with CSP_ERROR_MEMORY where it would not fit
 * into `memory` bytes.  The problem is borrowed.  What is built while `stop` is
 * set is NULL without error, or lacks propagators. */
CspTree *csp_compile_tree(CspProblem *problem,
                          const CspPlan *plan,
                          uint64_t memory,
                          atomic_int *stop,
                          atomic_int *sample,
                          GError **error);
