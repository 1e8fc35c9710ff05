/* SPDX-License-Identifier: MIT */
/* Theta-lambda trees (Vilím 2004): the earliest completion time of a set of
 * tasks that do not overlap, and what it becomes with one gray task more.
 *
 * The leaves of a balanced binary tree are the tasks by earliest start.  A node
 * knows of the white tasks below it the sum of durations and the earliest time
 * by which all can be done, ect = max(right.ect, left.ect + right.sum); and
 * both with at most one gray task, and which that is.  A change takes O(log n),
 * a question O(1). */
#pragma once

#include "base/arena.h"
#include "base/check.h"

#define CSP_THETA_NONE UINT32_MAX
/* Of no task; what is added to it leaves it far below any time. */
#define CSP_THETA_NEVER (-(INT64_C(1) << 62))

typedef struct {
  int64_t sum, ect;           /* white tasks */
  int64_t gray_sum, gray_ect; /* with at most one gray task */
  uint32_t sum_at, ect_at;    /* the leaf of it */
} CspThetaNode;

typedef struct {
  CspThetaNode *nodes; /* the children of i are 2i and 2i + 1, the root is 1 */
  uint32_t n_leaves;   /* a power of two */
} CspThetaTree;

void csp_theta_tree_init(CspThetaTree *tree, CspArena *arena, uint32_t n);
void csp_theta_tree_clear(CspThetaTree *tree);
void csp_theta_tree_add(CspThetaTree *tree,
                        uint32_t leaf,
                        int64_t est,
                        int64_t duration);
void csp_theta_tree_add_gray(CspThetaTree *tree,
                             uint32_t leaf,
                             int64_t est,
                             int64_t duration);
void csp_theta_tree_remove(CspThetaTree *tree, uint32_t leaf);

static inline const CspThetaNode *
csp_theta_tree_root(const CspThetaTree *tree)
{
  return &tree->nodes[1];
}

static inline bool
csp_theta_tree_has(const CspThetaTree *tree, uint32_t leaf)
{
  return tree->nodes[tree->n_leaves + leaf].ect != CSP_THETA_NEVER;
}
