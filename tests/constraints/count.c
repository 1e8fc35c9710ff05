/* SPDX-License-Identifier: MIT */
/* How many variables equal a value. */
#include "config.h"

#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 300, MAX_VARS = 5 };

static void
at_most_two_removes_the_value_elsewhere(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[4];
  int32_t value = 3;
  CspConstraint con = {.vars = vars,
                       .n_vars = 4,
                       .ints = &value,
                       .n_ints = 1,
                       .relation = CSP_RELATION_LE,
                       .constant = 2};

  for (int i = 0; i < 4; i++)
    vars[i] = csp_store_add_var(store, i < 2 ? 3 : 1, i < 2 ? 3 : 5);
  CU_ASSERT(csp_family_count_const.post(&poster, &con, CSP_STRENGTH_BOUNDS));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT(!csp_store_has(store, vars[2], 3));
  CU_ASSERT(!csp_store_has(store, vars[3], 3));
}

/* Its least, 1, takes it from those that may be 0: it is 2 at most. */
static void
a_limit_that_is_counted_is_pruned_twice(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[] = {csp_store_add_var(store, 0, 0),
                   csp_store_add_var(store, 0, 1),
                   csp_store_add_var(store, 0, 3), 2};
  int32_t value = 0;
  CspConstraint con = {.vars = vars,
                       .n_vars = 4,
                       .ints = &value,
                       .n_ints = 1,
                       .relation = CSP_RELATION_EQ};

  CU_ASSERT(csp_family_count.post(&poster, &con, CSP_STRENGTH_BOUNDS));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_min(store, vars[2]), 1);
  CU_ASSERT_EQUAL(csp_store_max(store, vars[2]), 2);
}

/* With repeats any variable, the limit included, may be counted twice. */
static void
agrees_with(const CspFamily *family, bool repeats)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 2, MAX_VARS);
    int32_t value = csp_oracle_int(oracle, -2, 2);
    CspConstraint con = {.vars = vars,
                         .n_vars = n,
                         .ints = &value,
                         .n_ints = 1,
                         .relation = (uint8_t)(i % 6),
                         .constant = csp_oracle_int(oracle, -1, MAX_VARS)};

    for (uint32_t k = 0; k < n; k++)
      vars[k] = repeats && k > 0 && csp_oracle_int(oracle, 0, 2) == 0
                    ? vars[csp_oracle_int(oracle, 0, (int32_t)k - 1)]
                    : csp_oracle_add_random_var(oracle, 4);
    CU_ASSERT(
        csp_oracle_agrees(oracle, family, &con, CSP_STRENGTH_BOUNDS,
                          repeats ? CSP_ORACLE_SOUND : CSP_ORACLE_DOMAIN));
  }
}

static void
a_variable_limit_agrees(void)
{
  agrees_with(&csp_family_count, false);
}

static void
a_constant_limit_agrees(void)
{
  agrees_with(&csp_family_count_const, false);
}

static void
agrees_where_variables_repeat(void)
{
  agrees_with(&csp_family_count, true);
  agrees_with(&csp_family_count_const, true);
}

static const CspTest tests[] = {
    {"at most two removes the value elsewhere",
     at_most_two_removes_the_value_elsewhere},
    {"a limit that is counted is pruned twice",
     a_limit_that_is_counted_is_pruned_twice},
    {"a variable limit agrees with the oracle", a_variable_limit_agrees},
    {"a constant limit agrees with the oracle", a_constant_limit_agrees},
    {"agrees with the oracle where variables repeat",
     agrees_where_variables_repeat},
};

CSP_TEST_MAIN("count", tests)
