/* SPDX-License-Identifier: MIT */
/* result = op of the operands, with the propagators of expressions.
 *
 * Here the operation has to give a result: a divisor loses 0 at once. */
#include "config.h"

#include "constraints/arithmetic.h"
#include "constraints/invariants.h"

/* x / y and x mod y as C has them since 1999: truncating. */
static bool
divides_to(int64_t x, int64_t y, int64_t result, bool is_remainder)
{
  return y != 0 && result == (is_remainder ? x % y : x / y);
}

/* x^y without passing 2^40 or so: result lies within 2^30. */
static bool
is_power(int64_t x, int64_t y, int64_t result)
{
  int64_t power = 1;

  if (y < 0) {
    if (x == 0)
      return false;
    if (x == 1 || x == -1)
      return result == (x == 1 || y % 2 == 0 ? 1 : -1);
    return result == 0;
  }
  if (x == 0 || x == 1)
    return result == (y == 0 ? 1 : x);
  if (x == -1)
    return result == (y % 2 == 0 ? 1 : -1);
  for (int64_t i = 0; i < y; i++) {
    if (ABS(power) > CSP_VALUE_MAX)
      return false;
    power *= x;
  }
  return result == power;
}

static bool
arithmetic_holds(const CspConstraint *con,
                 const int32_t *values,
                 CspScratch *scratch)
{
  uint32_t n = con->n_vars - 1;
  int64_t x = values[csp_constraint_var(con, 0)];
  int64_t y = values[csp_constraint_var(con, n > 1 ? 1 : 0)];
  int64_t result = values[csp_constraint_var(con, n)], extreme = x;

  switch ((CspArithmeticOp)con->constant) {
  case CSP_ARITHMETIC_TIMES:
    return result == x * y;
  case CSP_ARITHMETIC_DIV:
  case CSP_ARITHMETIC_MOD:
    return divides_to(x, y, result, con->constant == CSP_ARITHMETIC_MOD);
  case CSP_ARITHMETIC_POW:
    return is_power(x, y, result);
  case CSP_ARITHMETIC_ABS:
    return result == ABS(x);
  case CSP_ARITHMETIC_MIN:
    for (uint32_t i = 1; i < n; i++)
      extreme = MIN(extreme, values[csp_constraint_var(con, i)]);
    return result == extreme;
  case CSP_ARITHMETIC_MAX:
    for (uint32_t i = 1; i < n; i++)
      extreme = MAX(extreme, values[csp_constraint_var(con, i)]);
    return result == extreme;
  }
  return false;
}

static bool
arithmetic_post(CspPoster *poster,
                const CspConstraint *con,
                CspStrength strength)
{
  CspStore *store = poster->store;
  uint32_t n = con->n_vars - 1;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);

  for (uint32_t i = 0; i < con->n_vars; i++)
    vars[i] = csp_constraint_var(con, i);
  switch ((CspArithmeticOp)con->constant) {
  case CSP_ARITHMETIC_TIMES:
    if (vars[0] == vars[1])
      csp_post_product(store, 1, vars, (const uint32_t[]){2}, 1, vars[2]);
    else
      csp_post_product(store, 1, vars, (const uint32_t[]){1, 1}, 2, vars[2]);
    break;
  case CSP_ARITHMETIC_DIV:
  case CSP_ARITHMETIC_MOD:
    if (!csp_store_remove(store, vars[1], 0, CSP_NO_HINT))
      return false;
    if (con->constant == CSP_ARITHMETIC_DIV)
      csp_post_divide(store, vars[0], vars[1], vars[2]);
    else
      csp_post_modulo(store, vars[0], vars[1], vars[2]);
    break;
  case CSP_ARITHMETIC_POW:
    csp_post_power(store, vars[0], vars[1], vars[2]);
    break;
  case CSP_ARITHMETIC_ABS:
    csp_post_absolute(store, vars[0], vars[1]);
    break;
  case CSP_ARITHMETIC_MIN:
    csp_post_minimum(store, vars, n, vars[n]);
    break;
  case CSP_ARITHMETIC_MAX:
    csp_post_maximum(store, vars, n, vars[n]);
    break;
  }
  return !store->has_failed;
}

const CspFamily csp_family_arithmetic = {
    .name = "arithmetic",
    .blurb = "an operation's result",
    .holds = arithmetic_holds,
    .post = arithmetic_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = csp_arithmetic_violation,
    .definition = &csp_arithmetic_definition,
};
