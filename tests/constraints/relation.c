/* SPDX-License-Identifier: MIT */
/* x op y + c and x op c. */
#include "config.h"

#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 300 };

static CspConstraint
relation(const CspVar *vars, uint32_t n_vars, CspRelation op, int64_t c)
{
  return (CspConstraint){
      .vars = vars, .n_vars = n_vars, .relation = (uint8_t)op, .constant = c};
}

static bool
post(CspStore *store, const CspFamily *family, const CspConstraint *con)
{
  CspPoster poster = {.store = store};

  return family->post(&poster, con, family->default_strength);
}

static void
less_or_equal_moves_both_bounds(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[] = {csp_store_add_var(store, 0, 9),
                   csp_store_add_var(store, 0, 9)};
  CspConstraint con = relation(vars, 2, CSP_RELATION_LE, -3);

  CU_ASSERT(post(store, &csp_family_relation, &con));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_max(store, vars[0]), 6);
  CU_ASSERT_EQUAL(csp_store_min(store, vars[1]), 3);
}

static void
a_variable_against_itself_is_decided_at_once(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar x = csp_store_add_var(store, 0, 9);
  CspVar vars[] = {x, x};
  CspConstraint less = relation(vars, 2, CSP_RELATION_LT, 0);
  CspConstraint equal = relation(vars, 2, CSP_RELATION_EQ, 0);

  CU_ASSERT(post(store, &csp_family_relation, &equal));
  CU_ASSERT(!post(store, &csp_family_relation, &less));
  CU_ASSERT(!csp_store_propagate(store));
}

static void
agrees_at(CspStrength strength, CspOracleClaim claim_of_equal)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[] = {csp_oracle_add_random_var(oracle, 8),
                     csp_oracle_add_random_var(oracle, 8)};
    CspConstraint con =
        relation(vars, 2, (CspRelation)(i % 6), csp_oracle_int(oracle, -5, 5));
    bool is_equal = con.relation == CSP_RELATION_EQ;

    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_relation, &con, strength,
                                is_equal ? claim_of_equal : CSP_ORACLE_DOMAIN));
  }
}

static void
agrees_by_value(void)
{
  agrees_at(CSP_STRENGTH_VALUE, CSP_ORACLE_SOUND);
}

static void
agrees_by_bounds(void)
{
  agrees_at(CSP_STRENGTH_BOUNDS, CSP_ORACLE_BOUNDS_D);
}

static void
agrees_by_domains(void)
{
  agrees_at(CSP_STRENGTH_DOMAIN, CSP_ORACLE_DOMAIN);
}

static void
a_constant_agrees(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar x = csp_oracle_add_random_var(oracle, 8);
    CspConstraint con =
        relation(&x, 1, (CspRelation)(i % 6), csp_oracle_int(oracle, -6, 6));

    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_relation_const, &con,
                                CSP_STRENGTH_DOMAIN, CSP_ORACLE_DOMAIN));
  }
}

static void
a_constant_far_outside_decides(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar x = csp_store_add_var(store, CSP_VALUE_MIN, CSP_VALUE_MAX);
  CspConstraint below = relation(&x, 1, CSP_RELATION_LT, INT32_MAX);
  CspConstraint other = relation(&x, 1, CSP_RELATION_NE, INT32_MIN);
  CspConstraint above = relation(&x, 1, CSP_RELATION_GT, INT32_MAX);

  CU_ASSERT(post(store, &csp_family_relation_const, &below));
  CU_ASSERT(post(store, &csp_family_relation_const, &other));
  CU_ASSERT_EQUAL(csp_store_min(store, x), CSP_VALUE_MIN);
  CU_ASSERT_EQUAL(csp_store_max(store, x), CSP_VALUE_MAX);
  CU_ASSERT(!post(store, &csp_family_relation_const, &above));
}

static const CspTest tests[] = {
    {"less or equal moves both bounds", less_or_equal_moves_both_bounds},
    {"a variable against itself is decided at once",
     a_variable_against_itself_is_decided_at_once},
    {"agrees with the oracle by value", agrees_by_value},
    {"agrees with the oracle by bounds", agrees_by_bounds},
    {"agrees with the oracle by domains", agrees_by_domains},
    {"a constant agrees with the oracle", a_constant_agrees},
    {"a constant far outside decides", a_constant_far_outside_decides},
};

CSP_TEST_MAIN("relation", tests)
