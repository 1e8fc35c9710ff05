/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "constraints/theta-tree.h"

static const CspThetaNode nothing = {.ect = CSP_THETA_NEVER,
                                     .gray_ect = CSP_THETA_NEVER,
                                     .sum_at = CSP_THETA_NONE,
                                     .ect_at = CSP_THETA_NONE};

void
csp_theta_tree_init(CspThetaTree *tree, CspArena *arena, uint32_t n)
{
  tree->n_leaves = 1;
  while (tree->n_leaves < n)
    tree->n_leaves *= 2;
  tree->nodes =
      csp_arena_new_array(arena, CspThetaNode, 2 * (size_t)tree->n_leaves);
  csp_theta_tree_clear(tree);
}

void
csp_theta_tree_clear(CspThetaTree *tree)
{
  for (uint32_t i = 1; i < 2 * tree->n_leaves; i++)
    tree->nodes[i] = nothing;
}

static void
keep_larger(int64_t *value, uint32_t *at, int64_t other, uint32_t other_at)
{
  if (other > *value) {
    *value = other;
    *at = other_at;
  }
}

static CspThetaNode
combine(const CspThetaNode *left, const CspThetaNode *right)
{
  CspThetaNode node = {
      .sum = left->sum + right->sum,
      .ect = MAX(right->ect, left->ect + right->sum),
      .gray_sum = left->gray_sum + right->sum,
      .sum_at = left->sum_at,
      .gray_ect = right->gray_ect,
      .ect_at = right->ect_at,
  };

  keep_larger(&node.gray_sum, &node.sum_at, left->sum + right->gray_sum,
              right->sum_at);
  keep_larger(&node.gray_ect, &node.ect_at, left->ect + right->gray_sum,
              right->sum_at);
  keep_larger(&node.gray_ect, &node.ect_at, left->gray_ect + right->sum,
              left->ect_at);
  return node;
}

static void
set_leaf(CspThetaTree *tree, uint32_t leaf, CspThetaNode node)
{
  uint32_t i = tree->n_leaves + leaf;

  tree->nodes[i] = node;
  for (i /= 2; i > 0; i /= 2)
    tree->nodes[i] = combine(&tree->nodes[2 * i], &tree->nodes[2 * i + 1]);
}

void
csp_theta_tree_add(CspThetaTree *tree,
                   uint32_t leaf,
                   int64_t est,
                   int64_t duration)
{
  set_leaf(tree, leaf,
           (CspThetaNode){.sum = duration,
                          .ect = est + duration,
                          .gray_sum = duration,
                          .gray_ect = est + duration,
                          .sum_at = CSP_THETA_NONE,
                          .ect_at = CSP_THETA_NONE});
}

void
csp_theta_tree_add_gray(CspThetaTree *tree,
                        uint32_t leaf,
                        int64_t est,
                        int64_t duration)
{
  set_leaf(tree, leaf,
           (CspThetaNode){.ect = CSP_THETA_NEVER,
                          .gray_sum = duration,
                          .gray_ect = est + duration,
                          .sum_at = leaf,
                          .ect_at = leaf});
}

void
csp_theta_tree_remove(CspThetaTree *tree, uint32_t leaf)
{
  set_leaf(tree, leaf, nothing);
}
