/* SPDX-License-Identifier: MIT */
/* Lexicographic order, chains, value precedence, extrema, sorting. */
#include "config.h"

#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 500, MAX_VARS = 8 };

/* Random variables; some of them one that stands before, if that is allowed. */
static bool
add_vars(
    CspOracle *oracle, CspVar *vars, uint32_t n, uint32_t size, bool may_repeat)
{
  bool has_repetition = false;

  for (uint32_t i = 0; i < n; i++) {
    bool is_repeated = may_repeat && i > 0 && csp_oracle_int(oracle, 0, 3) == 0;
    vars[i] = is_repeated ? vars[csp_oracle_int(oracle, 0, (int32_t)i - 1)]
                          : csp_oracle_add_random_var(oracle, size);
    has_repetition |= is_repeated;
  }
  return has_repetition;
}

static void
lists_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    CspConstraint con = {.kind = CSP_CON_LEX, .vars = vars};

    con.n_vars = 2 * (uint32_t)csp_oracle_int(oracle, 1, 3);
    con.relation = i % 2 == 0 ? CSP_RELATION_LT : CSP_RELATION_LE;
    bool is_repeated =
        add_vars(oracle, vars, con.n_vars, con.n_vars > 4 ? 3 : 5, i % 3 == 0);
    CU_ASSERT(
        csp_oracle_agrees(oracle, &csp_family_lex, &con, CSP_STRENGTH_DOMAIN,
                          is_repeated ? CSP_ORACLE_SOUND : CSP_ORACLE_DOMAIN));
  }
}

static void
chains_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    CspConstraint con = {.kind = CSP_CON_INCREASING, .vars = vars};

    con.n_vars = (uint32_t)csp_oracle_int(oracle, 1, 5);
    con.relation = i % 2 == 0 ? CSP_RELATION_LT : CSP_RELATION_LE;
    bool is_repeated = add_vars(oracle, vars, con.n_vars, 5, i % 3 == 0);
    CU_ASSERT(csp_oracle_agrees(
        oracle, &csp_family_increasing, &con, CSP_STRENGTH_DOMAIN,
        is_repeated ? CSP_ORACLE_SOUND : CSP_ORACLE_DOMAIN));
  }
}

static void
precedences_agree(void)
{
  for (int i = 0; i < 2 * N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    int32_t values[5];
    CspConstraint con = {
        .kind = CSP_CON_VALUE_PRECEDE, .vars = vars, .ints = values};

    con.n_vars = (uint32_t)csp_oracle_int(oracle, 1, 6);
    con.n_ints = (size_t)csp_oracle_int(oracle, 0, 5);
    bool is_repeated =
        add_vars(oracle, vars, con.n_vars, con.n_vars > 4 ? 3 : 5, i % 3 == 0);
    for (size_t k = 0; k < con.n_ints; k++)
      values[k] = i % 5 == 0 ? csp_oracle_int(oracle, -3, 3) : (int32_t)k - 2;
    CU_ASSERT(csp_oracle_agrees(
        oracle, &csp_family_value_precede, &con, CSP_STRENGTH_DOMAIN,
        is_repeated ? CSP_ORACLE_SOUND : CSP_ORACLE_DOMAIN));
  }
}

static void
extrema_agree(CspStrength strength)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    CspConstraint con = {.kind = CSP_CON_ARG_EXTREMUM, .vars = vars};
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, 5);

    con.n_vars = n + 1;
    con.relation = i % 2 == 0 ? CSP_RELATION_LE : CSP_RELATION_GE;
    con.constant = csp_oracle_int(oracle, -2, 1);
    bool is_repeated = add_vars(oracle, vars, con.n_vars, 5, i % 3 == 0);
    CspOracleClaim claim = strength == CSP_STRENGTH_DOMAIN
                               ? CSP_ORACLE_DOMAIN
                               : CSP_ORACLE_BOUNDS_D;
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_arg_extremum, &con,
                                strength,
                                is_repeated ? CSP_ORACLE_SOUND : claim));
  }
}

static void
extrema_agree_to_bounds(void)
{
  extrema_agree(CSP_STRENGTH_BOUNDS);
}

static void
extrema_agree_to_domains(void)
{
  extrema_agree(CSP_STRENGTH_DOMAIN);
}

static void
sorting_agrees(void)
{
  for (int i = 0; i < 2 * N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    CspConstraint con = {.kind = CSP_CON_SORT, .vars = vars};

    con.n_vars = 2 * (uint32_t)csp_oracle_int(oracle, 1, 4);
    bool is_repeated = add_vars(oracle, vars, con.n_vars,
                                con.n_vars > 6   ? 2
                                : con.n_vars > 4 ? 3
                                                 : 6,
                                i % 3 == 0);
    CU_ASSERT(csp_oracle_agrees(
        oracle, &csp_family_sort, &con, CSP_STRENGTH_BOUNDS,
        is_repeated ? CSP_ORACLE_SOUND : CSP_ORACLE_BOUNDS_Z));
  }
}

static const CspTest tests[] = {
    {"lists agree with the oracle", lists_agree},
    {"chains agree with the oracle", chains_agree},
    {"value precedences agree with the oracle", precedences_agree},
    {"places of extrema agree to bounds", extrema_agree_to_bounds},
    {"places of extrema agree to domains", extrema_agree_to_domains},
    {"sorting agrees with the oracle", sorting_agrees},
};

CSP_TEST_MAIN("constraints/ordering", tests)
