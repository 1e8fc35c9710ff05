/* SPDX-License-Identifier: MIT */
/* values[index] = result and vars[index] = result. */
#include "config.h"

#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 400, MAX_ELEMENTS = 8 };

static void
places_and_values_prune_each_other(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar index = csp_store_add_var(store, -5, 50);
  CspVar result = csp_store_add_var(store, 0, 9);
  CspVar vars[] = {index, result};
  int32_t values[] = {7, 3, 12, 3, -1};
  CspConstraint con = {.vars = vars, .n_vars = 2, .ints = values, .n_ints = 5};

  CU_ASSERT(csp_family_element.post(&poster, &con, CSP_STRENGTH_DOMAIN));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_size(store, index), 3);
  CU_ASSERT_EQUAL(csp_store_max(store, index), 3);
  CU_ASSERT_EQUAL(csp_store_size(store, result), 2);
}

/* A wide interval as result is pruned to its bounds only. */
static CspOracleClaim
claim_for(CspOracle *oracle, CspVar result)
{
  if (csp_oracle_get_store(oracle)->kinds[result] == CSP_DOMAIN_INTERVAL)
    return CSP_ORACLE_BOUNDS_D;
  return CSP_ORACLE_DOMAIN;
}

static void
constants_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[] = {csp_oracle_add_random_var(oracle, 8),
                     csp_oracle_add_random_var(oracle, 8)};
    int32_t values[MAX_ELEMENTS];
    CspConstraint con = {.vars = vars, .n_vars = 2, .ints = values};

    con.n_ints = (size_t)csp_oracle_int(oracle, 1, MAX_ELEMENTS);
    for (size_t k = 0; k < con.n_ints; k++)
      values[k] = csp_oracle_int(oracle, -3, 4);
    if (i % 10 == 0)
      vars[1] = vars[0];
    CU_ASSERT(csp_oracle_agrees(
        oracle, &csp_family_element, &con, CSP_STRENGTH_DOMAIN,
        i % 10 == 0 ? CSP_ORACLE_SOUND : claim_for(oracle, vars[1])));
  }
}

static void
variables_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[6];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 3, 6);
    CspConstraint con = {.vars = vars, .n_vars = n};

    for (uint32_t k = 0; k < n; k++)
      vars[k] = csp_oracle_add_random_var(oracle, 4);
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_element_var, &con,
                                CSP_STRENGTH_DOMAIN,
                                claim_for(oracle, vars[n - 1])));
  }
}

static void
variables_that_repeat_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar pool[4], vars[6];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 3, 6);
    CspConstraint con = {.vars = vars, .n_vars = n};

    for (int k = 0; k < 4; k++)
      pool[k] = csp_oracle_add_random_var(oracle, 5);
    for (uint32_t k = 0; k < n; k++)
      vars[k] = pool[csp_oracle_int(oracle, 0, 3)];
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_element_var, &con,
                                CSP_STRENGTH_DOMAIN, CSP_ORACLE_SOUND));
  }
}

/* Cells are constants or variables; the first row and column any number. */
static void
matrices_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    bool is_constant = i % 2 == 0, has_repeats = i % 8 == 7;
    int32_t n_rows = csp_oracle_int(oracle, 1, is_constant ? 4 : 2);
    int32_t n_columns = csp_oracle_int(oracle, 1, is_constant ? 4 : 2);
    int32_t n_cells = n_rows * n_columns;
    int32_t ints[3 + 16] = {csp_oracle_int(oracle, -2, 2),
                            csp_oracle_int(oracle, -2, 2), n_columns};
    CspVar vars[4 + 3];
    CspConstraint con = {.kind = is_constant ? CSP_CON_ELEMENT_MATRIX
                                             : CSP_CON_ELEMENT_MATRIX_VAR,
                         .vars = vars,
                         .ints = ints,
                         .n_ints = is_constant ? 3 + (size_t)n_cells : 3,
                         .n_vars = is_constant ? 3 : 3 + (uint32_t)n_cells};

    for (int32_t k = 0; k < n_cells && is_constant; k++)
      ints[3 + k] = csp_oracle_int(oracle, -3, 4);
    for (uint32_t k = 0; k < con.n_vars; k++)
      vars[k] = has_repeats && k > 2
                    ? vars[csp_oracle_int(oracle, 0, 2)]
                    : csp_oracle_add_random_var(oracle, is_constant ? 8 : 4);
    CspVar result = vars[con.n_vars - 1];
    bool is_word = csp_store_is_word(csp_oracle_get_store(oracle), result);
    CU_ASSERT(csp_oracle_agrees(oracle,
                                is_constant ? &csp_family_element_matrix
                                            : &csp_family_element_matrix_var,
                                &con, CSP_STRENGTH_DOMAIN,
                                has_repeats ? CSP_ORACLE_SOUND
                                : is_word   ? CSP_ORACLE_DOMAIN
                                            : CSP_ORACLE_BOUNDS_D));
  }
}

static const CspTest tests[] = {
    {"places and values prune each other", places_and_values_prune_each_other},
    {"constants agree with the oracle", constants_agree},
    {"variables agree with the oracle", variables_agree},
    {"variables that repeat agree with the oracle",
     variables_that_repeat_agree},
    {"matrices agree with the oracle", matrices_agree},
};

CSP_TEST_MAIN("element", tests)
