/* SPDX-License-Identifier: MIT */
/* Items in bins. */
#include "config.h"

#include <libcsp/csp.h>

#include "model/term.h"
#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 600, MAX_ITEMS = 6, MAX_BINS = 3 };

/* Loads are variables or numbers; sizes may be 0. */
static void
agrees_with_the_oracle(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    int32_t n = csp_oracle_int(oracle, 1, MAX_ITEMS),
            n_bins = csp_oracle_int(oracle, 1, MAX_BINS);
    CspVar vars[MAX_ITEMS + MAX_BINS];
    int32_t ints[1 + MAX_ITEMS + MAX_BINS];
    CspConstraint con = {.vars = vars,
                         .n_vars = (uint32_t)n,
                         .ints = ints,
                         .n_ints = (size_t)(1 + n + n_bins),
                         .constant = csp_oracle_int(oracle, -3, 0),
                         .relation =
                             i % 2 == 0 ? CSP_RELATION_EQ : CSP_RELATION_LE};

    ints[0] = n;
    for (int32_t k = 0; k < n; k++) {
      vars[k] = csp_oracle_add_random_var(oracle, 4);
      ints[1 + k] = csp_oracle_int(oracle, 0, 7);
    }
    for (int32_t b = 0; b < n_bins; b++)
      if (csp_oracle_int(oracle, 0, 2) == 0) {
        int32_t min = csp_oracle_int(oracle, -1, 9);
        ints[1 + n + b] = csp_term_of_position(con.n_vars);
        vars[con.n_vars++] =
            csp_oracle_add_var(oracle, min, min + csp_oracle_int(oracle, 0, 8));
      } else {
        ints[1 + n + b] = csp_oracle_int(oracle, 0, 15);
      }
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_bin_packing, &con,
                                CSP_STRENGTH_BOUNDS, CSP_ORACLE_SOUND));
  }
}

/* Of 7, 7 and 5 no sum is 8 to 11: the load is 12 or more. */
static void
a_load_is_where_a_sum_is(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  const int32_t ints[] = {
      3, 7, 7, 5, csp_term_of_position(3), csp_term_of_position(4)};
  const CspConstraint con = {
      .n_vars = 5, .ints = ints, .n_ints = 6, .relation = CSP_RELATION_EQ};

  for (int i = 0; i < 3; i++)
    csp_store_add_var(store, 0, 1);
  csp_store_add_var(store, 8, 18);
  csp_store_add_var(store, 0, 18);
  CU_ASSERT(csp_family_bin_packing.post(&poster, &con, CSP_STRENGTH_BOUNDS));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_min(store, 3), 12);
  CU_ASSERT_EQUAL(csp_store_max(store, 3), 14);
}

static void
far_bins_are_bins(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray bins =
      csp_model_add_int_array(model, "bin", 2, -1000000, 1000000, NULL);
  CspVar vars[] = {csp_model_get_var(model, bins, 0),
                   csp_model_get_var(model, bins, 1)};
  const gint sizes[] = {2, 2};

  CU_ASSERT(csp_model_post_bin_packing(model, vars, sizes, 2, 3, NULL));
  CU_ASSERT(
      csp_model_post_relation_const(model, vars[0], CSP_RELATION_EQ, 7, NULL));
  CU_ASSERT(
      csp_model_post_relation_const(model, vars[1], CSP_RELATION_EQ, 7, NULL));
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  CU_ASSERT(csp_solver_solve(solver, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_UNSATISFIABLE);
}

static const CspTest tests[] = {
    {"a load is where a sum is", a_load_is_where_a_sum_is},
    {"far bins are bins", far_bins_are_bins},
    {"agrees with the oracle", agrees_with_the_oracle},
};

CSP_TEST_MAIN("constraints/bin-packing", tests)
