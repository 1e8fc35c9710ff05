/* SPDX-License-Identifier: MIT */
/* Propagators of the operations that expressions are made of, over store
 * variables.  Arrays are copied.  A function only posts; what follows is found
 * when the store propagates.  A variable may stand in several places. */
#pragma once

#include "constraints/literal.h"

/* result = k * vars[0]^exponents[0] * vars[1]^exponents[1] * ...; exponents
 * from 1, variables different */
void csp_post_product(CspStore *store,
                      int64_t k,
                      const CspVar *vars,
                      const uint32_t *exponents,
                      uint32_t n_vars,
                      CspVar result);
/* Where y is not 0: result = x / y, x mod y, both truncating. */
void csp_post_divide(CspStore *store, CspVar x, CspVar y, CspVar result);
void csp_post_modulo(CspStore *store, CspVar x, CspVar y, CspVar result);
/* result = x^y, 1 div x^-y where y is negative; x is not 0 then. */
void csp_post_power(CspStore *store, CspVar x, CspVar y, CspVar result);
void csp_post_absolute(CspStore *store, CspVar x, CspVar result);
void csp_post_minimum(CspStore *store,
                      const CspVar *vars,
                      uint32_t n_vars,
                      CspVar result);
void csp_post_maximum(CspStore *store,
                      const CspVar *vars,
                      uint32_t n_vars,
                      CspVar result);
/* result = condition ? x : y */
void csp_post_choose(
    CspStore *store, CspLit condition, CspVar x, CspVar y, CspVar result);

/* What a reified comparison compares by; others are negations of these. */
typedef enum { CSP_REIFIED_EQ, CSP_REIFIED_LE } CspReifiedOp;

/* What the literal has to do with the comparison: it tells whether it holds, or
 * being true (false) requires that it holds (does not). */
typedef enum { CSP_IF_AND_ONLY_IF, CSP_IF_TRUE, CSP_IF_FALSE } CspReifiedUse;

/* lit if and only if x op c; x op y + c, x not y; the weighted sum op c, its
 * parts within 2^62.  The coefficients, none 0, are not copied: they live as
 * long as the store. */
void csp_post_reified_const(CspStore *store,
                            CspLit lit,
                            CspReifiedUse use,
                            CspVar x,
                            CspReifiedOp op,
                            int64_t c);
void csp_post_reified_relation(CspStore *store,
                               CspLit lit,
                               CspReifiedUse use,
                               CspVar x,
                               CspReifiedOp op,
                               CspVar y,
                               int64_t c);
void csp_post_reified_linear(CspStore *store,
                             CspLit lit,
                             CspReifiedUse use,
                             const int64_t *coeffs,
                             const CspVar *vars,
                             uint32_t n_vars,
                             CspReifiedOp op,
                             int64_t c);

/* At least one is true; none of no literals. */
void csp_post_clause(CspStore *store, const CspLit *lits, uint32_t n_lits);
/* lit if and only if all of them are true. */
void csp_post_conjunction(CspStore *store,
                          CspLit lit,
                          const CspLit *lits,
                          uint32_t n_lits);
/* An odd number of them is true; up to 3. */
void csp_post_odd(CspStore *store, const CspLit *lits, uint32_t n_lits);

/* Is x = y + c impossible?  It may be so without its being noticed. */
bool csp_are_disjoint(const CspStore *store, CspVar x, CspVar y, int64_t c);

/* min .. max; empty where min > max. */
typedef struct {
  int64_t min, max;
} CspRange;

static inline CspRange
csp_range_of(const CspStore *store, CspVar x)
{
  return (CspRange){csp_store_min(store, x), csp_store_max(store, x)};
}

/* Quotients rounded down and up; divisor > 0. */
static inline int64_t
csp_floor_div(int64_t a, int64_t b)
{
  return a / b - (a % b < 0);
}

static inline int64_t
csp_ceil_div(int64_t a, int64_t b)
{
  return a / b + (a % b > 0);
}
