/* SPDX-License-Identifier: MIT */
/* Global cardinality: counts that are variables, and limits that are not. */
#include "config.h"

#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 400, MAX_VARS = 5, MAX_VALUES = 3 };

/* Three variables in {0, 1} fill what 0 and 1 may have; 2 is left for the last
 * one, although it could be anything. */
static void
a_full_set_of_values_is_taken_from_the_rest(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[4];
  const int32_t limits[] = {0, 0, 2, 1, 0, 1, 2, 0, 4};
  CspConstraint con = {.kind = CSP_CON_CARDINALITY_BOUNDS,
                       .vars = vars,
                       .n_vars = 4,
                       .ints = limits,
                       .n_ints = 9};

  for (int i = 0; i < 4; i++)
    vars[i] = csp_store_add_var(store, 0, i < 3 ? 1 : 2);
  CU_ASSERT(
      csp_family_cardinality_bounds.post(&poster, &con, CSP_STRENGTH_DOMAIN));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT(csp_store_is_fixed(store, vars[3]));
  CU_ASSERT_EQUAL(csp_store_max(store, vars[3]), 2);
}

/* Two variables are 1 or 2, so that at most one of the three is 0; all
 * together are three. */
static void
counts_follow_from_domains_and_from_the_sum(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[5];
  const int32_t values[] = {1, 0};
  CspConstraint con = {.kind = CSP_CON_GLOBAL_CARDINALITY,
                       .vars = vars,
                       .n_vars = 5,
                       .ints = values,
                       .n_ints = 2,
                       .constant = 1};

  for (int i = 0; i < 3; i++)
    vars[i] = csp_store_add_var(store, i < 2, 2);
  vars[3] = csp_store_add_var(store, -5, 9); /* of 1 */
  vars[4] = csp_store_add_var(store, -5, 9); /* of 0 */
  CU_ASSERT(
      csp_family_global_cardinality.post(&poster, &con, CSP_STRENGTH_VALUE));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_max(store, vars[0]), 1);
  CU_ASSERT_EQUAL(csp_store_min(store, vars[3]), 2);
  CU_ASSERT_EQUAL(csp_store_max(store, vars[3]), 3);
  CU_ASSERT_EQUAL(csp_store_min(store, vars[4]), 0);
  CU_ASSERT_EQUAL(csp_store_max(store, vars[4]), 1);
}

/* A count, counted or not, is narrow, for it would have no values else. */
static CspVar
random_count(CspOracle *oracle)
{
  int32_t min = csp_oracle_int(oracle, -1, 1);

  return csp_oracle_add_var(oracle, min, min + csp_oracle_int(oracle, 0, 3));
}

static void
counts_agree(CspStrength strength, bool repeats)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS + MAX_VALUES];
    int32_t values[MAX_VALUES];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, 4);
    uint32_t n_values = (uint32_t)csp_oracle_int(oracle, 0, MAX_VALUES);
    CspConstraint con = {.kind = CSP_CON_GLOBAL_CARDINALITY,
                         .vars = vars,
                         .n_vars = n + n_values,
                         .ints = values,
                         .n_ints = n_values,
                         .constant = csp_oracle_int(oracle, 0, 1)};

    for (uint32_t k = 0; k < n_values; k++)
      values[k] = csp_oracle_int(oracle, -2, 2);
    for (uint32_t k = 0; k < n + n_values; k++)
      if (repeats && k > 0 && csp_oracle_int(oracle, 0, 2) == 0)
        vars[k] = vars[csp_oracle_int(oracle, 0, (int32_t)k - 1)];
      else
        vars[k] =
            k < n ? csp_oracle_add_random_var(oracle, 4) : random_count(oracle);
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_global_cardinality, &con,
                                strength, CSP_ORACLE_SOUND));
  }
}

static void
limits_agree(CspStrength strength, bool repeats, CspOracleClaim claim)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    int32_t limits[3 * MAX_VALUES];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_VARS);
    uint32_t n_values = (uint32_t)csp_oracle_int(oracle, 0, MAX_VALUES);
    int32_t value = csp_oracle_int(oracle, -3, 0);
    CspConstraint con = {.kind = CSP_CON_CARDINALITY_BOUNDS,
                         .vars = vars,
                         .n_vars = n,
                         .ints = limits,
                         .n_ints = 3 * (size_t)n_values,
                         .constant = csp_oracle_int(oracle, 0, 1)};

    for (uint32_t k = 0; k < n_values; k++) {
      limits[3 * k] = value;
      value += csp_oracle_int(oracle, 1, 2);
      limits[3 * k + 1] = csp_oracle_int(oracle, -1, 2);
      limits[3 * k + 2] =
          MAX(limits[3 * k + 1], 0) + csp_oracle_int(oracle, 0, 2);
    }
    for (uint32_t k = 0; k < n; k++)
      vars[k] = repeats && k > 0 && csp_oracle_int(oracle, 0, 2) == 0
                    ? vars[csp_oracle_int(oracle, 0, (int32_t)k - 1)]
                    : csp_oracle_add_random_var(oracle, 5);
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_cardinality_bounds, &con,
                                strength, claim));
  }
}

static void
counts_agree_by_counting(void)
{
  counts_agree(CSP_STRENGTH_VALUE, false);
}

static void
counts_agree_by_a_flow(void)
{
  counts_agree(CSP_STRENGTH_DOMAIN, false);
}

static void
limits_agree_by_counting(void)
{
  limits_agree(CSP_STRENGTH_VALUE, false, CSP_ORACLE_SOUND);
}

static void
limits_give_domain_consistency(void)
{
  limits_agree(CSP_STRENGTH_DOMAIN, false, CSP_ORACLE_DOMAIN);
}

static void
agrees_where_variables_repeat(void)
{
  counts_agree(CSP_STRENGTH_VALUE, true);
  counts_agree(CSP_STRENGTH_DOMAIN, true);
  limits_agree(CSP_STRENGTH_VALUE, true, CSP_ORACLE_SOUND);
  limits_agree(CSP_STRENGTH_DOMAIN, true, CSP_ORACLE_SOUND);
}

static const CspTest tests[] = {
    {"a full set of values is taken from the rest",
     a_full_set_of_values_is_taken_from_the_rest},
    {"counts follow from domains and from the sum",
     counts_follow_from_domains_and_from_the_sum},
    {"counts agree with the oracle by counting", counts_agree_by_counting},
    {"counts agree with the oracle by a flow", counts_agree_by_a_flow},
    {"limits agree with the oracle by counting", limits_agree_by_counting},
    {"limits give domain consistency by a flow",
     limits_give_domain_consistency},
    {"agrees with the oracle where variables repeat",
     agrees_where_variables_repeat},
};

CSP_TEST_MAIN("cardinality", tests)
