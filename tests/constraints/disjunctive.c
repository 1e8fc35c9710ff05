/* SPDX-License-Identifier: MIT */
/* Tasks that do not overlap. */
#include "config.h"

#include <libcsp/csp.h>

#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 400, MAX_TASKS = 5 };

static CspStore *
post(const int32_t (*starts)[2], const int32_t *durations, uint32_t n)
{
  CspStore *store = csp_store_new();
  CspPoster poster = {.store = store};
  CspConstraint con = {
      .n_vars = n, .ints = durations, .n_ints = n, .relation = CSP_RELATION_LE};

  for (uint32_t i = 0; i < n; i++)
    csp_store_add_var(store, starts[i][0], starts[i][1]);
  CU_ASSERT(csp_family_disjunctive.post(&poster, &con, CSP_STRENGTH_BOUNDS));
  return store;
}

/* The first two fill 4 to 9 in some order, but for one; the third is longer. */
static void
edge_finding_puts_a_task_after_others(void)
{
  const int32_t starts[][2] = {{4, 7}, {4, 7}, {3, 20}};
  const int32_t durations[] = {2, 2, 3};
  g_autoptr(CspStore) store = post(starts, durations, 3);

  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_min(store, 2), 8);
}

static void
three_tasks_that_overlap_in_pairs_fail(void)
{
  const int32_t starts[][2] = {{0, 3}, {0, 3}, {0, 3}};
  const int32_t durations[] = {2, 2, 2};
  g_autoptr(CspStore) store = post(starts, durations, 3);

  CU_ASSERT(!csp_store_propagate(store));
}

static void
agrees_with_the_oracle(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_TASKS);
    CspVar vars[MAX_TASKS + 2];
    int32_t terms[MAX_TASKS];
    CspConstraint con = {.vars = vars,
                         .n_vars = n,
                         .ints = terms,
                         .n_ints = n,
                         .relation =
                             i % 2 == 0 ? CSP_RELATION_LT : CSP_RELATION_LE};

    for (uint32_t k = 0; k < n; k++)
      vars[k] = csp_oracle_add_random_var(oracle, 6);
    for (uint32_t k = 0; k < n; k++)
      terms[k] = csp_oracle_add_term(oracle, vars, &con.n_vars, n + 2, 3);
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_disjunctive, &con,
                                CSP_STRENGTH_BOUNDS, CSP_ORACLE_SOUND));
  }
}

static void
a_task_without_time_is_not_within_another_if_strict(void)
{
  const int32_t values[] = {0, 1, 2}, durations[] = {2, 0, 1};
  CspConstraint con = {
      .n_vars = 3, .ints = durations, .n_ints = 3, .relation = CSP_RELATION_LE};
  CspScratch scratch = {0};

  CU_ASSERT_EQUAL(csp_family_disjunctive.violation(&con, values, &scratch), 0);
  con.relation = CSP_RELATION_LT;
  CU_ASSERT_EQUAL(csp_family_disjunctive.violation(&con, values, &scratch), 1);
  csp_scratch_clear(&scratch);
}

static const CspTest tests[] = {
    {"edge finding puts a task after others",
     edge_finding_puts_a_task_after_others},
    {"three tasks that overlap in pairs fail",
     three_tasks_that_overlap_in_pairs_fail},
    {"agrees with the oracle", agrees_with_the_oracle},
    {"a task without time is not within another if strict",
     a_task_without_time_is_not_within_another_if_strict},
};

CSP_TEST_MAIN("constraints/disjunctive", tests)
