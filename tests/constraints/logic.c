/* SPDX-License-Identifier: MIT */
/* Clauses, conjunctions, parities, reified sums, membership and arithmetic. */
#include "config.h"

#include "constraints/clause.h"
#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 400, MAX_VARS = 6 };

static uint32_t
add_booleans(CspOracle *oracle, CspVar *vars, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    vars[i] = i > 1 && csp_oracle_int(oracle, 0, 9) == 0
                  ? vars[i - 1]
                  : csp_oracle_add_var(oracle, 0, 1);
  return n;
}

static bool
has_repetition(const CspVar *vars, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < i; k++)
      if (vars[i] == vars[k])
        return true;
  return false;
}

static void
clauses_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    CspConstraint con = {.kind = CSP_CON_CLAUSE, .vars = vars};

    con.n_vars =
        add_booleans(oracle, vars, (uint32_t)csp_oracle_int(oracle, 1, 6));
    con.constant = csp_oracle_int(oracle, 0, (int32_t)con.n_vars);
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_clause, &con,
                                CSP_STRENGTH_DOMAIN, CSP_ORACLE_DOMAIN));
  }
}

static void
conjunctions_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    CspConstraint con = {.kind = CSP_CON_CONJUNCTION, .vars = vars};

    con.n_vars =
        add_booleans(oracle, vars, (uint32_t)csp_oracle_int(oracle, 1, 6));
    con.constant = csp_oracle_int(oracle, 0, (int32_t)con.n_vars - 1);
    con.relation = i % 2 == 0 ? CSP_RELATION_EQ : CSP_RELATION_NE;
    CU_ASSERT(csp_oracle_agrees(
        oracle, &csp_family_conjunction, &con, CSP_STRENGTH_DOMAIN,
        has_repetition(vars, con.n_vars) ? CSP_ORACLE_SOUND
                                         : CSP_ORACLE_DOMAIN));
  }
}

static void
parities_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    CspConstraint con = {.kind = CSP_CON_PARITY, .vars = vars};

    con.n_vars =
        add_booleans(oracle, vars, (uint32_t)csp_oracle_int(oracle, 1, 6));
    con.constant = i % 2;
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_parity, &con,
                                CSP_STRENGTH_DOMAIN, CSP_ORACLE_DOMAIN));
  }
}

static void
sums_agree(CspConstraintKind kind)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[4];
    int32_t coeffs[3];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, 3);
    CspConstraint con = {.kind = (uint8_t)kind,
                         .vars = vars,
                         .n_vars = n + 1,
                         .ints = coeffs,
                         .n_ints = n};

    for (uint32_t k = 0; k < n; k++) {
      vars[k] = csp_oracle_add_random_var(oracle, 5);
      coeffs[k] = csp_oracle_int(oracle, -2, 2);
    }
    vars[n] = csp_oracle_add_var(oracle, 0, 1);
    if (csp_oracle_int(oracle, 0, 9) == 0)
      vars[0] = vars[n];
    con.relation = (uint8_t)(i % 6);
    con.constant = csp_oracle_int(oracle, -4, 4);
    CU_ASSERT(csp_oracle_agrees(oracle, csp_families[kind], &con,
                                CSP_STRENGTH_BOUNDS, CSP_ORACLE_SOUND));
  }
}

static void
reified_sums_agree(void)
{
  sums_agree(CSP_CON_REIFIED_LINEAR);
}

static void
implied_sums_agree(void)
{
  sums_agree(CSP_CON_IMPLIED_LINEAR);
}

static void
members_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[] = {csp_oracle_add_random_var(oracle, 8),
                     csp_oracle_add_var(oracle, 0, 1)};
    int32_t ranges[6], next = csp_oracle_int(oracle, -6, 2);
    CspConstraint con = {
        .kind = CSP_CON_MEMBER, .vars = vars, .n_vars = 2, .ints = ranges};

    con.n_ints = 2 * (size_t)csp_oracle_int(oracle, 0, 3);
    for (size_t k = 0; k < con.n_ints; k += 2) {
      ranges[k] = next;
      ranges[k + 1] = next + csp_oracle_int(oracle, 0, 3);
      next = ranges[k + 1] + csp_oracle_int(oracle, 2, 4);
    }
    if (i % 10 == 0)
      vars[0] = vars[1];
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_member, &con,
                                CSP_STRENGTH_DOMAIN, CSP_ORACLE_SOUND));
  }
}

static void
arithmetic_agrees(CspArithmeticOp op)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    uint32_t n = op == CSP_ARITHMETIC_ABS ? 1
                 : op < CSP_ARITHMETIC_ABS
                     ? 2
                     : (uint32_t)csp_oracle_int(oracle, 1, 3);
    CspVar vars[4];
    CspConstraint con = {.kind = CSP_CON_ARITHMETIC,
                         .vars = vars,
                         .n_vars = n + 1,
                         .constant = op};

    for (uint32_t k = 0; k <= n; k++)
      vars[k] = csp_oracle_add_random_var(oracle, 6);
    if (i % 10 == 0)
      vars[0] = vars[csp_oracle_int(oracle, 0, (int32_t)n)];
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_arithmetic, &con,
                                CSP_STRENGTH_BOUNDS, CSP_ORACLE_SOUND));
  }
}

static void
operations_agree(void)
{
  for (int op = CSP_ARITHMETIC_TIMES; op <= CSP_ARITHMETIC_MAX; op++)
    arithmetic_agrees((CspArithmeticOp)op);
}

static bool
power_is(int64_t x, int64_t y, int64_t z)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[] = {csp_store_add_var(store, (int32_t)x, (int32_t)x),
                   csp_store_add_var(store, (int32_t)y, (int32_t)y),
                   csp_store_add_var(store, CSP_VALUE_MIN, CSP_VALUE_MAX)};
  CspConstraint con = {
      .vars = vars, .n_vars = 3, .constant = CSP_ARITHMETIC_POW};

  return csp_family_arithmetic.post(&poster, &con, CSP_STRENGTH_BOUNDS) &&
         csp_store_propagate(store) && csp_store_is_fixed(store, vars[2]) &&
         csp_store_value(store, vars[2]) == z;
}

static void
powers_of_large_numbers_are_right(void)
{
  CU_ASSERT(power_is(2, 30, 1 << 30));
  CU_ASSERT(power_is(-2, 29, -(1 << 29)));
  CU_ASSERT(power_is(32768, 2, 1 << 30));
  CU_ASSERT(power_is(-1, 1000000001, -1));
  CU_ASSERT(power_is(-1, -1000000000, 1));
  CU_ASSERT(power_is(7, -3, 0));
  CU_ASSERT(power_is(0, 0, 1));
  CU_ASSERT_FALSE(power_is(0, -1, 0));
  CU_ASSERT_FALSE(power_is(2, 31, 0));
}

/* A chain of implications long enough that watches must move. */
static void
long_clauses_move_their_watches(void)
{
  enum { N = 200 };
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[N];
  CspConstraint con = {
      .kind = CSP_CON_CLAUSE, .vars = vars, .n_vars = N, .constant = N};

  for (int i = 0; i < N; i++)
    vars[i] = csp_store_add_var(store, 0, 1);
  CU_ASSERT(csp_family_clause.post(&poster, &con, CSP_STRENGTH_DOMAIN));
  for (int round = 0; round < 3; round++) {
    csp_store_push(store);
    for (int i = 0; i < N - 1; i++) {
      CU_ASSERT(csp_store_fix(store, vars[(i + 7 * round) % N], 0, 0));
      CU_ASSERT(csp_store_propagate(store));
    }
    CU_ASSERT_EQUAL(csp_store_value(store, vars[(N - 1 + 7 * round) % N]), 1);
    csp_store_pop(store);
  }
}

static const CspTest tests[] = {
    {"clauses agree", clauses_agree},
    {"conjunctions agree", conjunctions_agree},
    {"parities agree", parities_agree},
    {"reified sums agree", reified_sums_agree},
    {"implied sums agree with the oracle", implied_sums_agree},
    {"members agree", members_agree},
    {"operations agree", operations_agree},
    {"powers of large numbers are right", powers_of_large_numbers_are_right},
    {"long clauses move their watches", long_clauses_move_their_watches},
};

CSP_TEST_MAIN("logic", tests)
