/* SPDX-License-Identifier: MIT */
/* Boxes that do not overlap. */
#include "config.h"

#include <libcsp/csp.h>

#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 300, MAX_BOXES = 3, MAX_DIMS = 3 };

static void
agrees_with_the_oracle(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    uint32_t n_dims = (uint32_t)csp_oracle_int(oracle, 1, MAX_DIMS);
    uint32_t n = n_dims * (uint32_t)csp_oracle_int(oracle, 1,
                                                   n_dims == 3 ? 2 : MAX_BOXES);
    CspVar vars[MAX_BOXES * MAX_DIMS + 2];
    int32_t terms[MAX_BOXES * MAX_DIMS];
    CspConstraint con = {.vars = vars,
                         .n_vars = n,
                         .ints = terms,
                         .n_ints = n,
                         .constant = n_dims,
                         .relation =
                             i % 2 == 0 ? CSP_RELATION_LT : CSP_RELATION_LE};

    for (uint32_t k = 0; k < n; k++)
      vars[k] = csp_oracle_add_random_var(oracle, n_dims == 1 ? 6 : 3);
    for (uint32_t k = 0; k < n; k++)
      terms[k] = csp_oracle_add_term(oracle, vars, &con.n_vars, n + 2, 3);
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_diffn, &con,
                                CSP_STRENGTH_BOUNDS, CSP_ORACLE_SOUND));
  }
}

static void
the_only_side_left_is_taken(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  const int32_t sizes[] = {3, 3, 2, 2};
  const CspConstraint con = {.n_vars = 4,
                             .ints = sizes,
                             .n_ints = 4,
                             .constant = 2,
                             .relation = CSP_RELATION_LT};

  csp_store_add_var(store, 2, 2);
  csp_store_add_var(store, 0, 1);
  csp_store_add_var(store, 1, 9);
  csp_store_add_var(store, 0, 2);
  CU_ASSERT(csp_family_diffn.post(&poster, &con, CSP_STRENGTH_BOUNDS));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_min(store, 2), 5);
}

static const CspTest tests[] = {
    {"the only side left is taken", the_only_side_left_is_taken},
    {"agrees with the oracle", agrees_with_the_oracle},
};

CSP_TEST_MAIN("constraints/diffn", tests)
