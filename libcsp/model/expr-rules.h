/* SPDX-License-Identifier: MIT */
/* What is known of each operation: operands, types, bounds, equal forms. */
#pragma once

#include "model/model-private.h"

/* Number and types of the operands. */
bool csp_expr_check(CspExprOp op,
                    const CspExprInfo *const *args,
                    size_t n_args,
                    GError **error);

/* Is the node a Boolean: 0 or 1, and always defined? */
static inline bool
csp_expr_is_boolean(const CspExprInfo *info)
{
  return info->is_total && info->min >= 0 && info->max <= 1;
}

static inline bool
csp_expr_is_const(const CspExprInfo *info)
{
  return info->leaf == CSP_LEAF_CONST;
}

/* Brings an operation to the form that it shares with those of equal meaning,
 * undefined places included: operands that can be exchanged ascend, > becomes
 * <, operands that change nothing go, also the last but one.  A sum or
 * product keeps its constants, for merging them needs new nodes.  Answers the
 * node it is equal to, or NULL. */
const CspExprInfo *
csp_expr_simplify(CspExprOp *op, const CspExprInfo **args, size_t *n_args);

/* Fills in min, max, size and is_total from the operands; refuses what could
 * leave the supported range. */
bool csp_expr_bound(CspExprInfo *info,
                    const CspExprInfo *const *args,
                    GError **error);
