/* SPDX-License-Identifier: MIT */
/* Among, number of values, all-different except, all equal. */
#include "config.h"

#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 300, MAX_VARS = 5 };

static void
fill(CspOracle *oracle, CspVar *vars, uint32_t n, bool repeats)
{
  for (uint32_t k = 0; k < n; k++)
    vars[k] = repeats && k > 0 && csp_oracle_int(oracle, 0, 2) == 0
                  ? vars[csp_oracle_int(oracle, 0, (int32_t)k - 1)]
                  : csp_oracle_add_random_var(oracle, 4);
}

/* Up to two ranges around 0; the answer is how many numbers they are. */
static size_t
random_ranges(CspOracle *oracle, int32_t *out_ranges)
{
  size_t n = (size_t)csp_oracle_int(oracle, 0, 2);
  int32_t next = csp_oracle_int(oracle, -3, 0);

  for (size_t k = 0; k < n; k++) {
    out_ranges[2 * k] = next;
    out_ranges[2 * k + 1] = next + csp_oracle_int(oracle, 0, 1);
    next = out_ranges[2 * k + 1] + csp_oracle_int(oracle, 2, 3);
  }
  return 2 * n;
}

static void
among_agrees(const CspFamily *family, CspConstraintKind kind, bool repeats)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    int32_t ranges[4];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 2, MAX_VARS);
    CspConstraint con = {.kind = (uint8_t)kind,
                         .vars = vars,
                         .n_vars = n,
                         .ints = ranges,
                         .n_ints = random_ranges(oracle, ranges),
                         .relation = (uint8_t)(i % 6),
                         .constant = csp_oracle_int(oracle, -1, MAX_VARS)};

    fill(oracle, vars, n, repeats);
    CU_ASSERT(
        csp_oracle_agrees(oracle, family, &con, CSP_STRENGTH_BOUNDS,
                          repeats ? CSP_ORACLE_SOUND : CSP_ORACLE_DOMAIN));
  }
}

static void
among_agrees_with_the_oracle(void)
{
  for (int repeats = 0; repeats < 2; repeats++) {
    among_agrees(&csp_family_among, CSP_CON_AMONG, repeats);
    among_agrees(&csp_family_among_const, CSP_CON_AMONG_CONST, repeats);
  }
}

/* An interval keeps its wide middle; the search sees to it. */
static void
among_waits_for_wide_parts(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar x = csp_store_add_var(store, -10000000, 10000000);
  const int32_t ranges[] = {-9000000, 9000000};
  CspConstraint con = {.kind = CSP_CON_AMONG_CONST,
                       .vars = &x,
                       .n_vars = 1,
                       .ints = ranges,
                       .n_ints = 2,
                       .relation = CSP_RELATION_EQ,
                       .constant = 0};

  CU_ASSERT(csp_family_among_const.post(&poster, &con, CSP_STRENGTH_BOUNDS));
  CU_ASSERT(csp_store_propagate(store));
  csp_store_push(store);
  CU_ASSERT(csp_store_set_min(store, x, 0, CSP_NO_HINT));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_min(store, x), 9000001);
  csp_store_pop(store);
  CU_ASSERT(csp_store_fix(store, x, 0, CSP_NO_HINT));
  CU_ASSERT(!csp_store_propagate(store));
}

static void
nvalue_agrees_with_the_oracle(void)
{
  for (int i = 0; i < 2 * N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 2, MAX_VARS);
    CspConstraint con = {.kind = CSP_CON_NVALUE,
                         .vars = vars,
                         .n_vars = n,
                         .relation = (uint8_t)(i % 6)};

    fill(oracle, vars, n, i % 3 == 0);
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_nvalue, &con,
                                CSP_STRENGTH_BOUNDS, CSP_ORACLE_SOUND));
  }
}

/* 1..2, 4..5 and 7 are apart. */
static void
hulls_that_do_not_meet_are_values(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[] = {
      csp_store_add_var(store, 4, 5), csp_store_add_var(store, 1, 2),
      csp_store_add_var(store, 2, 4), csp_store_add_var(store, 7, 7),
      csp_store_add_var(store, 0, 9)};
  CspConstraint con = {.kind = CSP_CON_NVALUE,
                       .vars = vars,
                       .n_vars = 5,
                       .relation = CSP_RELATION_EQ};

  CU_ASSERT(csp_family_nvalue.post(&poster, &con, CSP_STRENGTH_BOUNDS));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_min(store, vars[4]), 3);
  CU_ASSERT_EQUAL(csp_store_max(store, vars[4]), 4);
}

static void
except_agrees(CspStrength strength, bool repeats, CspOracleClaim claim)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    int32_t ranges[4];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_VARS);
    CspConstraint con = {.kind = CSP_CON_DIFFERENT_EXCEPT,
                         .vars = vars,
                         .n_vars = n,
                         .ints = ranges,
                         .n_ints = random_ranges(oracle, ranges)};

    fill(oracle, vars, n, repeats);
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_different_except, &con,
                                strength, claim));
  }
}

static void
all_different_except_agrees_with_the_oracle(void)
{
  except_agrees(CSP_STRENGTH_VALUE, false, CSP_ORACLE_SOUND);
  except_agrees(CSP_STRENGTH_DOMAIN, false, CSP_ORACLE_DOMAIN);
  except_agrees(CSP_STRENGTH_VALUE, true, CSP_ORACLE_SOUND);
  except_agrees(CSP_STRENGTH_DOMAIN, true, CSP_ORACLE_SOUND);
}

static void
all_equal_agrees_with_the_oracle(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_VARS);
    CspConstraint con = {.kind = CSP_CON_ALL_EQUAL, .vars = vars, .n_vars = n};

    fill(oracle, vars, n, i % 3 == 0);
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_all_equal, &con,
                                CSP_STRENGTH_DOMAIN, CSP_ORACLE_DOMAIN));
  }
}

static const CspTest tests[] = {
    {"among agrees with the oracle", among_agrees_with_the_oracle},
    {"among waits for wide parts", among_waits_for_wide_parts},
    {"nvalue agrees with the oracle", nvalue_agrees_with_the_oracle},
    {"hulls that do not meet are values", hulls_that_do_not_meet_are_values},
    {"all-different except agrees with the oracle",
     all_different_except_agrees_with_the_oracle},
    {"all equal agrees with the oracle", all_equal_agrees_with_the_oracle},
};

CSP_TEST_MAIN("counting", tests)
