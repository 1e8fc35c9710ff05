/* SPDX-License-Identifier: MIT */
/* Tasks that share a resource. */
#include "config.h"

#include <libcsp/csp.h>

#include "model/term.h"
#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 400, MAX_TASKS = 4 };

static CspStore *
post(const int32_t (*starts)[2],
     uint32_t n,
     const int32_t *terms,
     uint32_t n_terms)
{
  CspStore *store = csp_store_new();
  CspPoster poster = {.store = store};
  CspConstraint con = {.n_vars = n, .ints = terms, .n_ints = n_terms};

  for (uint32_t i = 0; i < n; i++)
    csp_store_add_var(store, starts[i][0], starts[i][1]);
  CU_ASSERT(csp_family_cumulative.post(&poster, &con, CSP_STRENGTH_BOUNDS));
  return store;
}

/* The first runs from 2 to 4 whatever its start. */
static void
a_mandatory_part_moves_both_bounds(void)
{
  const int32_t starts[][2] = {{0, 2}, {1, 9}, {-9, 3}};
  const int32_t terms[] = {4, 3, 3, 2, 2, 1, 3};
  g_autoptr(CspStore) store = post(starts, 3, terms, 7);

  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_min(store, 1), 4);
  CU_ASSERT_EQUAL(csp_store_max(store, 2), 3);
  CU_ASSERT_EQUAL(csp_store_max(store, 0), 2);
}

static void
what_demands_too_much_takes_no_time(void)
{
  const int32_t starts[][2] = {{0, 5}, {0, 7}};
  const int32_t terms[] = {csp_term_of_position(1), 4, 3};
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspConstraint con = {.n_vars = 2, .ints = terms, .n_ints = 3};

  for (int i = 0; i < 2; i++)
    csp_store_add_var(store, starts[i][0], starts[i][1]);
  CU_ASSERT(csp_family_cumulative.post(&poster, &con, CSP_STRENGTH_BOUNDS));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_max(store, 1), 0);
}

static void
fails_when_parts_pass_the_capacity(void)
{
  const int32_t starts[][2] = {{0, 2}, {1, 2}};
  const int32_t terms[] = {4, 4, 2, 2, 3};
  g_autoptr(CspStore) store = post(starts, 2, terms, 5);

  CU_ASSERT(!csp_store_propagate(store));
}

/* Some durations, demands, and the capacity at times, are variables; any may be
 * the same. */
static void
agrees_with_the_oracle(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_TASKS);
    CspVar vars[MAX_TASKS + 3];
    int32_t terms[2 * MAX_TASKS + 1];
    CspConstraint con = {
        .vars = vars, .n_vars = n, .ints = terms, .n_ints = 2 * n + 1};

    for (uint32_t k = 0; k < n; k++)
      vars[k] = csp_oracle_add_random_var(oracle, 5);
    for (uint32_t k = 0; k < con.n_ints; k++)
      if (con.n_vars < n + 3 && csp_oracle_int(oracle, 0, 3) == 0) {
        terms[k] = csp_term_of_position(con.n_vars);
        vars[con.n_vars++] = csp_oracle_int(oracle, 0, 9) == 0
                                 ? vars[0]
                                 : csp_oracle_add_random_var(oracle, 4);
      } else {
        terms[k] = csp_oracle_int(oracle, 0, k + 1 == con.n_ints ? 5 : 3);
      }
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_cumulative, &con,
                                CSP_STRENGTH_BOUNDS, CSP_ORACLE_SOUND));
  }
}

static void
the_violation_is_the_area_above_the_capacity(void)
{
  const int32_t values[] = {0, 1, 5};
  const int32_t terms[] = {4, 3, 0, 2, 2, 9, 3};
  const CspConstraint con = {.n_vars = 3, .ints = terms, .n_ints = 7};
  CspScratch scratch = {0};

  CU_ASSERT_EQUAL(csp_family_cumulative.violation(&con, values, &scratch), 3);
  csp_scratch_clear(&scratch);
}

static void
refuses_what_is_negative(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  g_autoptr(GError) error = NULL;
  CspVar start = csp_model_add_int(model, "start", 0, 9, NULL);
  const gint duration = -1, demand = 1;

  CU_ASSERT(!csp_model_post_cumulative_const(model, &start, &duration, &demand,
                                             1, 1, &error));
  CU_ASSERT(g_error_matches(error, CSP_ERROR, CSP_ERROR_INVALID));
}

static void
counts_the_solutions_of_a_model(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray starts = csp_model_add_int_array(model, "start", 3, 0, 2, NULL);
  CspVar capacity = csp_model_add_int(model, "capacity", 0, 2, NULL);
  CspVar one = csp_model_add_int(model, "one", 1, 1, NULL);
  CspVar vars[3], ones[] = {one, one, one};

  for (gsize i = 0; i < 3; i++)
    vars[i] = csp_model_get_var(model, starts, i);
  CU_ASSERT(
      csp_model_post_cumulative(model, vars, ones, ones, 3, capacity, NULL));
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  CU_ASSERT(csp_solver_set_option(solver, "solutions", "0", NULL));
  CU_ASSERT(csp_solver_solve(solver, NULL));
  /* 6 permutations with capacity 1 or 2, 18 with two at once with 2 */
  CU_ASSERT_EQUAL(csp_solver_get_n_solutions(solver), 30);
}

static const CspTest tests[] = {
    {"a mandatory part moves both bounds", a_mandatory_part_moves_both_bounds},
    {"what demands too much takes no time",
     what_demands_too_much_takes_no_time},
    {"fails when parts pass the capacity", fails_when_parts_pass_the_capacity},
    {"agrees with the oracle", agrees_with_the_oracle},
    {"the violation is the area above the capacity",
     the_violation_is_the_area_above_the_capacity},
    {"refuses what is negative", refuses_what_is_negative},
    {"counts the solutions of a model", counts_the_solutions_of_a_model},
};

CSP_TEST_MAIN("constraints/cumulative", tests)
