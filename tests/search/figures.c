/* SPDX-License-Identifier: MIT */
/* Nodes, failures and checks of counting all queens: what each consistency level
 * has to do is fixed by its definition, and so are these numbers. */
#include "config.h"

#include <libcsp/csp.h>

#include "tests/csp-test.h"

static CspModel *
new_queens(gint n)
{
  CspModel *model = csp_model_new();
  CspArray column = csp_model_add_int_array(model, "column", n, 0, n - 1, NULL);

  csp_model_set_strength(model, CSP_STRENGTH_VALUE);
  for (gint slope = -1; slope <= 1; slope++)
    g_assert(
        csp_model_post_all_different_affine(model, column, 0, slope, NULL));
  return model;
}

/* A figure below 0 is not looked at. */
typedef struct {
  gint size;
  const char *algorithm, *variable_order, *branching;
  gint64 solutions, nodes, failures, checks;
} Row;

static void
expect(CspSolver *solver, const char *name, gint64 expected)
{
  g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
  gint64 value = -1;

  if (expected < 0)
    return;
  CU_ASSERT(csp_stats_get_int(stats, name, &value));
  CU_ASSERT_EQUAL(value, expected);
}

static void
count(const Row *row)
{
  g_autoptr(CspModel) model = new_queens(row->size);
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  guint64 n = 0;

  CU_ASSERT(csp_solver_set_option(solver, "algorithm", row->algorithm, NULL));
  CU_ASSERT(csp_solver_set_option(solver, "variable-order", row->variable_order,
                                  NULL));
  if (row->branching != NULL)
    CU_ASSERT(csp_solver_set_option(solver, "branching", row->branching, NULL));
  CU_ASSERT(csp_solver_count(solver, &n, NULL));
  CU_ASSERT_EQUAL(n, (guint64)row->solutions);
  expect(solver, "nodes", row->nodes);
  expect(solver, "failures", row->failures);
  expect(solver, "checks", row->checks);
}

static void
every_level_does_what_it_must(void)
{
  static const Row rows[] = {
      {6, "generate", "input", NULL, 4, -1, -1, 46656},
      {8, "backtracking", "input", NULL, 92, 2057, -1, 15720},
      {8, "backtracking", "mrv", NULL, 92, 2057, -1, 15720},
      {12, "forward-checking", "input", NULL, 14200, 397307, 244668, -1},
      {12, "forward-checking", "mrv", NULL, 14200, 314947, 101882, -1},
      {12, "mac", "input", NULL, 14200, 160301, 131902, -1},
      {12, "mac", "mrv", NULL, 14200, 130281, 101882, -1},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
    count(&rows[i]);
}

static void
counts_are_those_known(void)
{
  static const gint known[] = {1, 0, 0, 2, 10, 4, 40, 92, 352, 724};
  static const char *const algorithms[] = {"auto", "backtracking",
                                           "forward-checking", "mac"};

  for (gint n = 1; n <= (gint)G_N_ELEMENTS(known); n++)
    for (gsize i = 0; i < G_N_ELEMENTS(algorithms); i++) {
      Row row = {n, algorithms[i], "input", NULL, known[n - 1], -1, -1, -1};
      count(&row);
    }
}

static void
branchings_have_the_same_solutions(void)
{
  static const char *const algorithms[] = {"forward-checking", "mac"};
  static const char *const branchings[] = {"d-way", "2-way"};

  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++) {
      Row row = {9, algorithms[i], "mrv", branchings[k], 352, -1, -1, -1};
      count(&row);
    }
}

/* Runs of 10, 15, 22, ... failures: a few are enough for thousands. */
static void
geometric_runs_get_longer(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray hole = csp_model_add_int_array(model, "hole", 8, 1, 7, NULL);

  csp_model_set_strength(model, CSP_STRENGTH_VALUE);
  CU_ASSERT(csp_model_post_all_different_affine(model, hole, 0, 0, NULL));

  g_autoptr(CspSolver) solver = csp_solver_new(model);
  CU_ASSERT(csp_solver_set_option(solver, "algorithm", "mac", NULL));
  CU_ASSERT(
      csp_solver_set_option(solver, "restarts", "geometric:10:1.5", NULL));
  CU_ASSERT(csp_solver_set_option(solver, "node-limit", "100000", NULL));
  CU_ASSERT(csp_solver_solve(solver, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_UNSATISFIABLE);

  g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
  gint64 restarts = 0;
  CU_ASSERT(csp_stats_get_int(stats, "restarts", &restarts));
  CU_ASSERT(restarts > 3 && restarts < 20);
}

static const CspTest tests[] = {
    {"every level does what it must", every_level_does_what_it_must},
    {"counts are those known", counts_are_those_known},
    {"branchings have the same solutions", branchings_have_the_same_solutions},
    {"geometric runs get longer", geometric_runs_get_longer},
};

CSP_TEST_MAIN("search/figures", tests)
