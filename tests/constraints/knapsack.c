/* SPDX-License-Identifier: MIT */
/* Weights and profits of items. */
#include "config.h"

#include <libcsp/csp.h>

#include "model/term.h"
#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 400, MAX_ITEMS = 4 };

static void
agrees_with_the_oracle(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 0, MAX_ITEMS);
    CspVar vars[MAX_ITEMS + 2];
    int32_t ints[2 * MAX_ITEMS];
    CspConstraint con = {
        .vars = vars, .n_vars = n + 2, .ints = ints, .n_ints = 2 * n};

    for (uint32_t k = 0; k < n; k++)
      vars[k] = csp_oracle_add_random_var(oracle, 4);
    for (uint32_t k = 0; k < 2 * n; k++)
      ints[k] = csp_oracle_int(oracle, 0, 4);
    for (uint32_t k = n; k < n + 2; k++) {
      int32_t min = csp_oracle_int(oracle, -1, 6);
      vars[k] =
          csp_oracle_add_var(oracle, min, min + csp_oracle_int(oracle, 0, 10));
    }
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_knapsack, &con,
                                CSP_STRENGTH_BOUNDS, CSP_ORACLE_SOUND));
  }
}

/* Two of the first weigh 4 and bring 6, half of the second 2. */
static void
parts_of_items_bound_the_profit(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  const int32_t ints[] = {2, 4, 3, 4};
  const CspConstraint con = {.n_vars = 4, .ints = ints, .n_ints = 4};

  csp_store_add_var(store, 0, 2);
  csp_store_add_var(store, 0, 9);
  csp_store_add_var(store, 0, 6);
  csp_store_add_var(store, 0, 99);
  CU_ASSERT(csp_family_knapsack.post(&poster, &con, CSP_STRENGTH_BOUNDS));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_max(store, 3), 8);
}

static void
refuses_sums_that_are_too_large(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  g_autoptr(GError) error = NULL;
  CspArray all =
      csp_model_add_int_array(model, "x", 10, 0, CSP_VALUE_MAX, NULL);
  CspVar vars[10];
  gint coeffs[10];

  for (gsize i = 0; i < 10; i++) {
    vars[i] = csp_model_get_var(model, all, i);
    coeffs[i] = CSP_VALUE_MAX;
  }
  CU_ASSERT(!csp_model_post_knapsack(model, vars, coeffs, coeffs, 8, vars[8],
                                     vars[9], &error));
  CU_ASSERT(g_error_matches(error, CSP_ERROR, CSP_ERROR_RANGE));
}

static const CspTest tests[] = {
    {"parts of items bound the profit", parts_of_items_bound_the_profit},
    {"refuses sums that are too large", refuses_sums_that_are_too_large},
    {"agrees with the oracle", agrees_with_the_oracle},
};

CSP_TEST_MAIN("constraints/knapsack", tests)
