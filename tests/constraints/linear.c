/* SPDX-License-Identifier: MIT */
/* Weighted sums. */
#include "config.h"

#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 300, MAX_VARS = 4 };

static bool
post(CspStore *store, const CspConstraint *con)
{
  CspPoster poster = {.store = store};

  return csp_family_linear.post(&poster, con, CSP_STRENGTH_BOUNDS);
}

static void
a_sum_moves_bounds(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[] = {csp_store_add_var(store, 0, 9),
                   csp_store_add_var(store, 0, 9),
                   csp_store_add_var(store, 2, 9)};
  int32_t coeffs[] = {2, 3, 5};
  CspConstraint con = {.vars = vars,
                       .n_vars = 3,
                       .ints = coeffs,
                       .n_ints = 3,
                       .relation = CSP_RELATION_LE,
                       .constant = 17};

  CU_ASSERT(post(store, &con));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_max(store, vars[0]), 3);
  CU_ASSERT_EQUAL(csp_store_max(store, vars[1]), 2);
  CU_ASSERT_EQUAL(csp_store_max(store, vars[2]), 3);
}

static void
terms_that_cancel_leave_a_truth(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar x = csp_store_add_var(store, 0, 9);
  CspVar vars[] = {x, x, x};
  int32_t coeffs[] = {2, -3, 1};
  CspConstraint con = {.vars = vars,
                       .n_vars = 3,
                       .ints = coeffs,
                       .n_ints = 3,
                       .relation = CSP_RELATION_GE,
                       .constant = 0};

  CU_ASSERT(post(store, &con));
  con.relation = CSP_RELATION_NE;
  CU_ASSERT(!post(store, &con));
}

static void
the_largest_sums_do_not_wrap(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[] = {
      csp_store_add_var(store, CSP_VALUE_MIN, CSP_VALUE_MAX),
      csp_store_add_var(store, CSP_VALUE_MIN, CSP_VALUE_MAX),
  };
  int32_t coeffs[] = {INT32_MAX, -INT32_MAX};
  CspConstraint con = {.vars = vars,
                       .n_vars = 2,
                       .ints = coeffs,
                       .n_ints = 2,
                       .relation = CSP_RELATION_GE,
                       .constant = INT64_C(2) * CSP_VALUE_MAX * INT32_MAX};

  CU_ASSERT(post(store, &con));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_min(store, vars[0]), CSP_VALUE_MAX);
  CU_ASSERT_EQUAL(csp_store_max(store, vars[1]), CSP_VALUE_MIN);
}

static void
a_bound_is_explained_by_one_bound_of_each_other_term(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[] = {csp_store_add_var(store, 0, 9),
                   csp_store_add_var(store, 0, 9),
                   csp_store_add_var(store, 0, 9)};
  int32_t coeffs[] = {1, -1, 2};
  CspConstraint con = {.vars = vars,
                       .n_vars = 3,
                       .ints = coeffs,
                       .n_ints = 3,
                       .relation = CSP_RELATION_LE,
                       .constant = 6};
  CspReason reason = {0};

  CU_ASSERT(post(store, &con));
  CU_ASSERT(csp_store_propagate(store));
  csp_store_push(store);
  CU_ASSERT(csp_store_set_min(store, vars[0], 3, CSP_NO_HINT));
  CU_ASSERT(csp_store_set_max(store, vars[1], 4, CSP_NO_HINT));
  CU_ASSERT(csp_store_remove(store, vars[1], 2, CSP_NO_HINT));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_max(store, vars[2]), 3);
  csp_store_explain(store, store->last_event[vars[2]], csp_fact_le(vars[2], 3),
                    &reason);
  CU_ASSERT_EQUAL_FATAL(reason.n_facts, 2);
  CU_ASSERT(reason.facts[0].op == CSP_FACT_GE && reason.facts[0].value == 3);
  CU_ASSERT(reason.facts[1].op == CSP_FACT_LE && reason.facts[1].value == 4);
  csp_reason_clear(&reason);
}

/* Bounds consistency over the reals, rounded: what the bounds of the other
 * terms leave to each bound. */
static bool
bounds_fit(CspStore *store, const CspConstraint *con)
{
  int64_t low = 0, high = 0;

  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < con->n_vars; i++) {
      int64_t a = con->ints[i] * csp_store_min(store, con->vars[i]);
      int64_t b = con->ints[i] * csp_store_max(store, con->vars[i]);
      if (pass == 0) {
        low += MIN(a, b);
        high += MAX(a, b);
      } else if (low - MIN(a, b) + MAX(a, b) > con->constant ||
                 high - MAX(a, b) + MIN(a, b) < con->constant) {
        return false;
      }
    }
  return true;
}

static void
agrees_at(CspStrength strength, bool repeats)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_VARS];
    int32_t coeffs[MAX_VARS];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_VARS);
    CspConstraint con = {.vars = vars, .n_vars = n, .ints = coeffs};
    CspOracleClaim claim = CSP_ORACLE_DOMAIN;

    for (uint32_t k = 0; k < n; k++) {
      vars[k] = repeats && k > 0 && csp_oracle_int(oracle, 0, 1) == 0
                    ? vars[k - 1]
                    : csp_oracle_add_random_var(oracle, 5);
      coeffs[k] = csp_oracle_int(oracle, -4, 4);
      if (i % 4 == 0)
        coeffs[k] = coeffs[k] < 0 ? -1 : 1;
    }
    con.n_ints = n;
    con.relation = (uint8_t)(i / 4 % 6);
    con.constant = csp_oracle_int(oracle, -12, 12);
    if (con.relation == CSP_RELATION_EQ) {
      claim = CSP_ORACLE_SOUND;
      if (!repeats)
        csp_oracle_set_claim_func(oracle, bounds_fit);
    }
    CU_ASSERT(
        csp_oracle_agrees(oracle, &csp_family_linear, &con, strength, claim));
  }
}

static void
agrees(void)
{
  agrees_at(CSP_STRENGTH_BOUNDS, false);
}

static void
agrees_where_variables_repeat(void)
{
  agrees_at(CSP_STRENGTH_DOMAIN, true);
}

static const CspTest tests[] = {
    {"a sum moves bounds", a_sum_moves_bounds},
    {"terms that cancel leave a truth", terms_that_cancel_leave_a_truth},
    {"the largest sums do not wrap", the_largest_sums_do_not_wrap},
    {"a bound is explained by one bound of each other term",
     a_bound_is_explained_by_one_bound_of_each_other_term},
    {"agrees with the oracle", agrees},
    {"agrees with the oracle where variables repeat",
     agrees_where_variables_repeat},
};

CSP_TEST_MAIN("linear", tests)
