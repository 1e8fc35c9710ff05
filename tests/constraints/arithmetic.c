/* SPDX-License-Identifier: MIT */
/* The propagators that expressions are made of, each against its definition.
 *
 * A family made for the test posts one of them, with the record's first integer
 * telling which, and gives its meaning over the scope.  Where the definition
 * leaves the result free, any value is a solution. */
#include "config.h"

#include "constraints/arithmetic.h"
#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 400 };

typedef enum {
  PRODUCT,
  SQUARE,
  DIVIDE,
  MODULO,
  ABSOLUTE,
  MINIMUM,
  MAXIMUM,
  CHOOSE,
  REIFIED_CONST,
  REIFIED_RELATION,
  REIFIED_LINEAR,
  CLAUSE,
  CONJUNCTION,
  ODD,
} Operation;

/* The record: ints[0] the operation, then what else it needs; literals come
 * first or last in the scope, negated as bits of ints[1] say. */

static CspLit
literal(const CspConstraint *con, uint32_t i)
{
  return csp_lit(csp_constraint_var(con, i), con->ints[1] >> i & 1);
}

static bool
is_true(const CspConstraint *con, const int32_t *values, uint32_t i)
{
  return values[csp_constraint_var(con, i)] != (con->ints[1] >> i & 1);
}

static bool
compare(CspReifiedOp op, int64_t a, int64_t b)
{
  return op == CSP_REIFIED_EQ ? a == b : a <= b;
}

static bool
logic_holds(const CspConstraint *con, const int32_t *values)
{
  uint32_t n = con->n_vars, n_true = 0;

  for (uint32_t i = 0; i < n; i++)
    n_true += is_true(con, values, i);
  if (con->ints[0] == CLAUSE)
    return n_true > 0;
  if (con->ints[0] == ODD)
    return n_true % 2 == 1;
  bool last = is_true(con, values, n - 1);
  return last == (n_true - last == n - 1);
}

static bool
operation_holds(const CspConstraint *con,
                const int32_t *values,
                CspScratch *scratch)
{
  const CspVar *vars = con->vars;
  uint32_t n = con->n_vars;
  int64_t result = values[vars[n - 1]], x = values[vars[0]];
  int64_t y = n > 1 ? values[vars[1]] : 0;
  int64_t most = x, least = x, product = con->constant * x, sum = 0;
  CspReifiedOp op = (CspReifiedOp)con->relation;

  (void)scratch;
  for (uint32_t i = 0; i + 1 < n; i++) {
    int64_t v = values[vars[i]];
    most = MAX(most, v);
    least = MIN(least, v);
    product *= i > 0 ? v : 1;
    if (con->ints[0] == REIFIED_LINEAR)
      sum += (int64_t)con->ints[2 + i] * v;
  }
  switch ((Operation)con->ints[0]) {
  case PRODUCT:
    return product == result;
  case SQUARE:
    return product * x * (con->ints[1] == 3 ? x : 1) == result;
  case DIVIDE:
    return y == 0 || x / y == result;
  case MODULO:
    return y == 0 || x % y == result;
  case ABSOLUTE:
    return ABS(x) == result;
  case MINIMUM:
    return least == result;
  case MAXIMUM:
    return most == result;
  case CHOOSE:
    return (is_true(con, values, 0) ? y : values[vars[2]]) == result;
  case REIFIED_CONST:
    return is_true(con, values, 1) == compare(op, x, con->constant);
  case REIFIED_RELATION:
    return is_true(con, values, 2) == compare(op, x, y + con->constant);
  case REIFIED_LINEAR:
    return is_true(con, values, n - 1) == compare(op, sum, con->constant);
  default:
    return logic_holds(con, values);
  }
}

static bool
post_operation(CspPoster *poster, const CspConstraint *con, CspStrength s)
{
  CspStore *store = poster->store;
  const CspVar *vars = con->vars;
  uint32_t n = con->n_vars, ones[] = {1, 1, 1};
  uint32_t exponent = (uint32_t)con->ints[1];
  CspVar result = vars[n - 1];
  CspReifiedOp op = (CspReifiedOp)con->relation;
  int64_t *coeffs = csp_arena_new_array(store->arena, int64_t, n);
  CspLit lits[4];

  (void)s;
  for (uint32_t i = 0; i < n; i++) {
    lits[i] = literal(con, i);
    coeffs[i] = con->ints[2 + i];
  }
  switch ((Operation)con->ints[0]) {
  case PRODUCT:
    csp_post_product(store, con->constant, vars, ones, n - 1, result);
    break;
  case SQUARE:
    csp_post_product(store, con->constant, vars, &exponent, 1, result);
    break;
  case DIVIDE:
    csp_post_divide(store, vars[0], vars[1], result);
    break;
  case MODULO:
    csp_post_modulo(store, vars[0], vars[1], result);
    break;
  case ABSOLUTE:
    csp_post_absolute(store, vars[0], result);
    break;
  case MINIMUM:
    csp_post_minimum(store, vars, n - 1, result);
    break;
  case MAXIMUM:
    csp_post_maximum(store, vars, n - 1, result);
    break;
  case CHOOSE:
    csp_post_choose(store, lits[0], vars[1], vars[2], result);
    break;
  case REIFIED_CONST:
    csp_post_reified_const(store, lits[1], CSP_IF_AND_ONLY_IF, vars[0], op,
                           con->constant);
    break;
  case REIFIED_RELATION:
    csp_post_reified_relation(store, lits[2], CSP_IF_AND_ONLY_IF, vars[0], op,
                              vars[1], con->constant);
    break;
  case REIFIED_LINEAR:
    csp_post_reified_linear(store, lits[n - 1], CSP_IF_AND_ONLY_IF, coeffs,
                            vars, n - 1, op, con->constant);
    break;
  case CLAUSE:
    csp_post_clause(store, lits, n);
    break;
  case CONJUNCTION:
    csp_post_conjunction(store, lits[n - 1], lits, n - 1);
    break;
  case ODD:
    csp_post_odd(store, lits, n);
    break;
  }
  return true;
}

static const CspFamily operation = {
    .name = "operation", .holds = operation_holds, .post = post_operation};

static void
agrees(Operation which,
       uint32_t min_vars,
       uint32_t max_vars,
       uint32_t booleans, /* bits: 0/1 variables, as seen from the end */
       CspOracleClaim claim)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle =
        csp_oracle_new((uint64_t)i + 1000 * (uint64_t)which);
    uint32_t n = (uint32_t)csp_oracle_int(oracle, (int)min_vars, (int)max_vars);
    int32_t ints[8] = {which};
    CspVar vars[4];

    for (uint32_t k = 0; k < n; k++)
      vars[k] = booleans >> (n - 1 - k) & 1
                    ? csp_oracle_add_var(oracle, 0, 1)
                    : csp_oracle_add_random_var(oracle, 7);
    ints[1] = which == SQUARE ? csp_oracle_int(oracle, 2, 3)
                              : csp_oracle_int(oracle, 0, 15);
    for (uint32_t k = 0; k < n; k++)
      ints[2 + k] = csp_oracle_int(oracle, 1, 3) *
                    (csp_oracle_int(oracle, 0, 1) == 0 ? 1 : -1);
    CspConstraint con = {.vars = vars,
                         .n_vars = n,
                         .ints = ints,
                         .n_ints = G_N_ELEMENTS(ints),
                         .relation = (uint8_t)csp_oracle_int(oracle, 0, 1),
                         .constant = csp_oracle_int(oracle, -3, 4)};
    CU_ASSERT(csp_oracle_agrees(oracle, &operation, &con, CSP_STRENGTH_DOMAIN,
                                claim));
  }
}

static void
a_product_agrees(void)
{
  agrees(PRODUCT, 2, 4, 0, CSP_ORACLE_SOUND);
}

static void
a_power_agrees(void)
{
  agrees(SQUARE, 2, 2, 0, CSP_ORACLE_SOUND);
}

static void
a_quotient_agrees(void)
{
  agrees(DIVIDE, 3, 3, 0, CSP_ORACLE_SOUND);
}

static void
a_remainder_agrees(void)
{
  agrees(MODULO, 3, 3, 0, CSP_ORACLE_SOUND);
}

static void
an_absolute_value_agrees(void)
{
  agrees(ABSOLUTE, 2, 2, 0, CSP_ORACLE_BOUNDS_Z);
}

static void
a_minimum_agrees(void)
{
  agrees(MINIMUM, 2, 4, 0, CSP_ORACLE_BOUNDS_Z);
}

static void
a_maximum_agrees(void)
{
  agrees(MAXIMUM, 2, 4, 0, CSP_ORACLE_BOUNDS_Z);
}

static void
a_choice_agrees(void)
{
  agrees(CHOOSE, 4, 4, 8, CSP_ORACLE_SOUND);
}

static void
a_reified_constant_agrees(void)
{
  agrees(REIFIED_CONST, 2, 2, 1, CSP_ORACLE_DOMAIN);
}

static void
a_reified_relation_agrees(void)
{
  agrees(REIFIED_RELATION, 3, 3, 1, CSP_ORACLE_SOUND);
}

static void
a_reified_sum_agrees(void)
{
  agrees(REIFIED_LINEAR, 2, 4, 1, CSP_ORACLE_SOUND);
}

static void
a_clause_agrees(void)
{
  agrees(CLAUSE, 1, 4, 15, CSP_ORACLE_DOMAIN);
}

static void
a_conjunction_agrees(void)
{
  agrees(CONJUNCTION, 2, 4, 15, CSP_ORACLE_DOMAIN);
}

static void
a_parity_agrees(void)
{
  agrees(ODD, 1, 3, 15, CSP_ORACLE_DOMAIN);
}

static void
far_products_do_not_wrap(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[] = {csp_store_add_var(store, CSP_VALUE_MIN, CSP_VALUE_MAX),
                   csp_store_add_var(store, CSP_VALUE_MIN, CSP_VALUE_MAX),
                   csp_store_add_var(store, 3, CSP_VALUE_MAX)};
  CspVar result = csp_store_add_var(store, 1 << 20, CSP_VALUE_MAX);
  uint32_t ones[] = {1, 1, 1};

  csp_post_product(store, 1 << 20, vars, ones, 3, result);
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_max(store, vars[2]), 1024);
  CU_ASSERT_EQUAL(csp_store_min(store, vars[0]), -1024);
  CU_ASSERT_EQUAL(csp_store_max(store, vars[1]), 1024);
  CU_ASSERT(csp_store_fix(store, vars[0], -1, CSP_NO_HINT));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_min(store, vars[1]), -341);
  CU_ASSERT_EQUAL(csp_store_max(store, vars[1]), -1);
}

static const CspTest tests[] = {
    {"a product agrees with its definition", a_product_agrees},
    {"a power agrees with its definition", a_power_agrees},
    {"a quotient agrees with its definition", a_quotient_agrees},
    {"a remainder agrees with its definition", a_remainder_agrees},
    {"an absolute value agrees with its definition", an_absolute_value_agrees},
    {"a minimum agrees with its definition", a_minimum_agrees},
    {"a maximum agrees with its definition", a_maximum_agrees},
    {"a choice agrees with its definition", a_choice_agrees},
    {"a reified constant agrees with its definition",
     a_reified_constant_agrees},
    {"a reified relation agrees with its definition",
     a_reified_relation_agrees},
    {"a reified sum agrees with its definition", a_reified_sum_agrees},
    {"a clause agrees with its definition", a_clause_agrees},
    {"a conjunction agrees with its definition", a_conjunction_agrees},
    {"a parity agrees with its definition", a_parity_agrees},
    {"far products do not wrap", far_products_do_not_wrap},
};

CSP_TEST_MAIN("arithmetic", tests)
