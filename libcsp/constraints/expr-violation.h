/* SPDX-License-Identifier: MIT */
/* Expressions over complete assignments, for local search: values may lie
 * outside their domains. */
#pragma once

#include "base/scratch.h"
#include "model/constraint.h"

/* How far an EXPR record is from being true, 0 when it is. */
int64_t csp_expr_violation(const CspConstraint *con,
                           const int32_t *values,
                           CspScratch *scratch);
/* The value of a node of its program; false: it has none. */
bool csp_expr_value(const CspConstraint *con,
                    uint32_t node,
                    const int32_t *values,
                    CspScratch *scratch,
                    int64_t *out_value);
