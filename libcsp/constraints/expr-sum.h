/* SPDX-License-Identifier: MIT */
/* Between the files of the expression family: weighted sums on their way to
 * the store. */
#pragma once

#include "constraints/arithmetic.h"
#include "constraints/family.h"

typedef struct {
  CspVar var;
  int64_t coeff;
} CspTerm;

/* terms + constant.  Who makes one sees to it that whatever values the
 * variables have, no part of the sum leaves 2^62. */
typedef struct {
  CspTerm *terms;
  size_t n_terms, capacity;
  int64_t constant;
} CspSum;

void csp_sum_reset(CspSum *sum);
void csp_sum_clear(CspSum *sum);
void csp_sum_add(CspSum *sum, CspVar var, int64_t coeff);
/* Like terms are put together, those of coefficient 0 left out. */
void csp_sum_normalize(CspSum *sum);
/* Posts sum relation 0; normalizes sum. */
void csp_sum_require(CspSum *sum,
                     CspPoster *poster,
                     CspRelation relation,
                     CspStrength strength);
/* Posts that lit is true if and only if sum relation 0; with CSP_IF_TRUE, if lit
 * is true. */
void csp_sum_reify(CspSum *sum,
                   CspStore *store,
                   CspRelation relation,
                   CspLit lit,
                   CspReifiedUse use);
