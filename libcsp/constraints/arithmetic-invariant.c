/* SPDX-License-Identifier: MIT */
/* result = op of the operands: how far the result is from what the operation
 * gives, and the result as its function.
 *
 * Operands may lie outside their domains, so products and powers stop at a
 * number that no result reaches. */
#include "config.h"

#include "constraints/invariants.h"
#include "model/expr-rules.h"

static const int64_t LARGEST = INT64_C(1) << 61;

static int64_t
product(int64_t a, int64_t b)
{
  int64_t result;

  if (__builtin_mul_overflow(a, b, &result))
    return (a < 0) == (b < 0) ? LARGEST : -LARGEST;
  return CLAMP(result, -LARGEST, LARGEST);
}

/* x^y; past the largest number only the sign still matters. */
static int64_t
power(int64_t x, int64_t y)
{
  bool is_odd = y % 2 != 0;
  int64_t result = 1;

  if (x == 0 || x == 1 || y == 0)
    return y == 0 ? 1 : x;
  if (x == -1)
    return is_odd ? -1 : 1;
  if (y < 0)
    return 0;
  for (int64_t i = 0; i < y && ABS(result) < LARGEST; i++)
    result = product(result, x);
  if (ABS(result) == LARGEST)
    return x < 0 && is_odd ? -LARGEST : LARGEST;
  return result;
}

static int64_t
extreme(const CspConstraint *con, const int32_t *values, bool is_maximum)
{
  int64_t best = values[csp_constraint_var(con, 0)];

  for (uint32_t p = 1; p + 1 < con->n_vars; p++) {
    int64_t value = values[csp_constraint_var(con, p)];
    best = is_maximum ? MAX(best, value) : MIN(best, value);
  }
  return best;
}

/* False: the operation has no result. */
static bool
evaluate(const CspConstraint *con, const int32_t *values, int64_t *out_value)
{
  int64_t x = values[csp_constraint_var(con, 0)];
  int64_t y = values[csp_constraint_var(con, con->n_vars > 2 ? 1 : 0)];

  switch ((CspArithmeticOp)con->constant) {
  case CSP_ARITHMETIC_TIMES:
    *out_value = x * y;
    return true;
  case CSP_ARITHMETIC_DIV:
    *out_value = y == 0 ? 0 : x / y;
    return y != 0;
  case CSP_ARITHMETIC_MOD:
    *out_value = y == 0 ? 0 : x % y;
    return y != 0;
  case CSP_ARITHMETIC_POW:
    *out_value = power(x, y);
    return x != 0 || y >= 0;
  case CSP_ARITHMETIC_ABS:
    *out_value = ABS(x);
    return true;
  case CSP_ARITHMETIC_MIN:
  case CSP_ARITHMETIC_MAX:
    *out_value = extreme(con, values, con->constant == CSP_ARITHMETIC_MAX);
    return true;
  }
  return false;
}

int64_t
csp_arithmetic_violation(const CspConstraint *con,
                         const int32_t *values,
                         CspScratch *scratch)
{
  int64_t result = values[csp_constraint_var(con, con->n_vars - 1)], value = 0;

  if (!evaluate(con, values, &value))
    return 1;
  return csp_relation_violation(CSP_RELATION_EQ, value, result);
}

/* As a function ----------------------------------------------------------- */

/* Powers are not: their bounds would seldom be of use. */
static uint32_t
arithmetic_list_results(const CspConstraint *con, uint32_t *out_positions)
{
  out_positions[0] = con->n_vars - 1;
  return con->constant != CSP_ARITHMETIC_POW;
}

static CspExprOp
operation_of(const CspConstraint *con)
{
  switch ((CspArithmeticOp)con->constant) {
  case CSP_ARITHMETIC_DIV:
    return CSP_EXPR_DIV;
  case CSP_ARITHMETIC_MOD:
    return CSP_EXPR_MOD;
  case CSP_ARITHMETIC_ABS:
    return CSP_EXPR_ABS;
  case CSP_ARITHMETIC_MIN:
    return CSP_EXPR_MIN;
  case CSP_ARITHMETIC_MAX:
    return CSP_EXPR_MAX;
  case CSP_ARITHMETIC_TIMES:
  case CSP_ARITHMETIC_POW:
    break;
  }
  return CSP_EXPR_MUL;
}

static bool
arithmetic_bound(const CspDefinition *def,
                 const CspInvariantBounds *bounds,
                 int64_t *out_min,
                 int64_t *out_max,
                 bool *out_is_total)
{
  uint32_t n = def->n_vars - 1;
  g_autofree CspExprInfo *infos = g_new0(CspExprInfo, n);
  g_autofree const CspExprInfo **args = g_new(const CspExprInfo *, n);
  CspExprInfo result = {.op = operation_of(def->con), .n_args = n};

  for (uint32_t p = 0; p < n; p++) {
    int32_t min, max;
    bounds->get(bounds->data, csp_definition_var(def, p), &min, &max);
    infos[p] = (CspExprInfo){
        .leaf = CSP_LEAF_VAR,
        .is_total = true,
        .min = min,
        .max = max,
        .size = MAX(1, MAX(ABS((int64_t)min), ABS((int64_t)max)))};
    args[p] = &infos[p];
  }
  if (!csp_expr_bound(&result, args, NULL))
    return false;
  *out_min = result.min;
  *out_max = result.max;
  *out_is_total = result.is_total;
  return true;
}

static int64_t
arithmetic_value(const CspDefinition *def)
{
  int64_t value;

  return evaluate(def->con, def->values, &value) ? value : def->min;
}

const CspDefinitionClass csp_arithmetic_definition = {
    .name = "arithmetic",
    .list_results = arithmetic_list_results,
    .bound = arithmetic_bound,
    .value = arithmetic_value,
};
