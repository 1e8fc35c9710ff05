/* SPDX-License-Identifier: MIT */
/* Whole searches against trying every assignment: every algorithm, order,
 * branching and strength finds the same solutions, each once. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "tests/csp-test.h"
#include "tests/random-model.h"

static gsize n_values; /* of a solution, for the comparison */

static int
compare_solutions(const void *a, const void *b)
{
  const gint *x = a, *y = b;

  for (gsize i = 0; i < n_values; i++)
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
  return 0;
}

static void
set(CspSolver *solver, const char *name, const char *value)
{
  g_autoptr(GError) error = NULL;

  if (!csp_solver_set_option(solver, name, value, &error))
    g_error("%s=%s: %s", name, value, error->message);
}

/* All solutions of the solver, sorted. */
static gint *
list_solutions(CspSolver *solver, gsize *out_n)
{
  GArray *found = g_array_new(FALSE, FALSE, sizeof(gint));
  g_autoptr(GError) error = NULL;
  CspSolution *solution;

  *out_n = 0;
  while ((solution = csp_solver_next(solver, &error)) != NULL) {
    const gint *values = csp_solution_get_all_values(solution, &n_values);
    g_array_append_vals(found, values, (guint)n_values);
    csp_solution_unref(solution);
    ++*out_n;
  }
  if (error != NULL)
    g_error("%s", error->message);
  gint *all = (gint *)g_array_free(found, FALSE);
  if (*out_n > 0)
    qsort(all, *out_n, n_values * sizeof(gint), compare_solutions);
  return all;
}

static void
expect_same(CspSolver *solver,
            const gint *expected,
            gsize n_expected,
            guint64 seed)
{
  gsize n_found;
  g_autofree gint *found = list_solutions(solver, &n_found);

  if (n_found != n_expected ||
      (n_found > 0 &&
       memcmp(found, expected, n_found * n_values * sizeof(gint)) != 0)) {
    g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
    g_autofree char *text = csp_stats_to_json_members(stats);
    g_auto(GStrv) summary = csp_model_dup_summary(csp_solver_get_model(solver));
    g_autofree char *constraints = g_strjoinv(", ", summary);
    g_printerr("# seed %" G_GUINT64_FORMAT ": %" G_GSIZE_FORMAT
               " expected, %" G_GSIZE_FORMAT " found; %s; %s\n",
               seed, n_expected, n_found, constraints, text);
    CU_FAIL("the solutions differ");
  }
}

static const char *const variable_orders[] = {
    "input", "mrv", "mrv-degree", "dom/deg", "dom/wdeg", "random"};
static const char *const value_orders[] = {"min", "max", "middle", "lcv",
                                           "random"};
static const char *const branchings[] = {"d-way", "2-way"};
static const char *const strengths[] = {"value", "bounds", "domain"};

static const char *
pick(CspRandom *random, const char *const *names, gsize n)
{
  return names[csp_random_below(random, n)];
}

static void
set_random_options(CspSolver *solver, CspRandom *random, bool has_domains)
{
  const char *variable_order =
      pick(random, variable_orders, G_N_ELEMENTS(variable_orders));
  const char *value_order =
      pick(random, value_orders, G_N_ELEMENTS(value_orders));

  if (has_domains)
    set(solver, "branching", pick(random, branchings, 2));
  else if (g_str_equal(variable_order, "dom/wdeg"))
    variable_order = "mrv";
  if (!has_domains && g_str_equal(value_order, "lcv"))
    value_order = "middle";
  set(solver, "variable-order", variable_order);
  set(solver, "value-order", value_order);
}

static void
every_search_finds_all_solutions(void)
{
  static const char *const algorithms[] = {"auto", "generate", "backtracking",
                                           "forward-checking", "mac"};

  for (guint64 seed = 1; seed <= 400; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model = csp_random_model_new(&random, 0);
    gsize n_expected;
    g_autofree gint *expected = csp_random_model_solve(model, &n_expected);
    for (gsize i = 0; i < G_N_ELEMENTS(algorithms); i++)
      for (int round = 0; round < (i < 3 ? 1 : 3); round++) {
        g_autoptr(CspSolver) solver = csp_solver_new(model);
        set(solver, "algorithm", algorithms[i]);
        set(solver, "solutions", "0");
        if (i > 0)
          set_random_options(solver, &random, i >= 3);
        if (i == 4)
          set(solver, "strength", pick(&random, strengths, 3));
        expect_same(solver, expected, n_expected, seed);
        CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_COMPLETE);
      }
  }
}

/* Those of the solutions that have the values assumed. */
static gsize
keep_assumed(gint *solutions, gsize n, gsize n_vars, CspVar var, gint value)
{
  gsize n_kept = 0;

  for (gsize i = 0; i < n; i++)
    if (solutions[i * n_vars + var] == value)
      memmove(&solutions[n_kept++ * n_vars], &solutions[i * n_vars],
              n_vars * sizeof(gint));
  return n_kept;
}

static void
assumptions_hold_for_one_search(void)
{
  static const char *const algorithms[] = {"backtracking", "forward-checking",
                                           "mac"};

  for (guint64 seed = 1; seed <= 200; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model = csp_random_model_new(&random, 0);
    gsize n_vars = csp_model_get_n_vars(model), n_all, n_some;
    g_autofree gint *all = csp_random_model_solve(model, &n_all);
    for (gsize i = 0; i < G_N_ELEMENTS(algorithms); i++) {
      g_autoptr(CspSolver) solver = csp_solver_new(model);
      set(solver, "algorithm", algorithms[i]);
      set(solver, "solutions", "0");
      for (int round = 0; round < 3; round++) {
        CspVar var = csp_random_below(&random, n_vars);
        gint value = (gint)csp_random_below(&random, 5) - 2;
        g_autofree gint *some =
            g_memdup2(all, MAX(n_all, 1) * n_vars * sizeof(gint));
        n_some = keep_assumed(some, n_all, n_vars, var, value);
        CU_ASSERT(csp_solver_set_assumptions(solver, &var, 1, &value, 1, NULL));
        expect_same(solver, some, n_some, seed);
      }
      CU_ASSERT(csp_solver_set_assumptions(solver, NULL, 0, NULL, 0, NULL));
      expect_same(solver, all, n_all, seed);
    }
  }
}

/* The best objective among the solutions. */
static gint
best_of(const gint *solutions,
        gsize n,
        gsize n_vars,
        CspVar objective,
        gboolean is_maximizing)
{
  gint best = solutions[objective];

  for (gsize i = 1; i < n; i++) {
    gint value = solutions[i * n_vars + objective];
    best = is_maximizing ? MAX(best, value) : MIN(best, value);
  }
  return best;
}

static void
every_search_finds_the_optimum(void)
{
  static const char *const algorithms[] = {"auto", "generate", "backtracking",
                                           "forward-checking", "mac"};
  static const char *const restarts[] = {"none", "luby:1", "geometric:1:1.3"};

  for (guint64 seed = 1; seed <= 300; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model =
        csp_random_model_new(&random, CSP_RANDOM_OBJECTIVE);
    gsize n_vars = csp_model_get_n_vars(model), n;
    gboolean is_maximizing;
    CspVar objective = csp_model_get_objective(model, &is_maximizing);
    g_autofree gint *all = csp_random_model_solve(model, &n);
    for (gsize i = 0; i < G_N_ELEMENTS(algorithms); i++) {
      g_autoptr(CspSolver) solver = csp_solver_new(model);
      set(solver, "algorithm", algorithms[i]);
      set_random_options(solver, &random, i == 0 || i >= 3);
      set(solver, "restarts", pick(&random, restarts, 3));
      CU_ASSERT(csp_solver_solve(solver, NULL));
      if (n == 0) {
        CU_ASSERT_EQUAL(csp_solver_get_status(solver),
                        CSP_STATUS_UNSATISFIABLE);
        continue;
      }
      CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_OPTIMAL);
      CspSolution *solution = csp_solver_get_solution(solver);
      CU_ASSERT_FATAL(solution != NULL);
      CU_ASSERT_EQUAL(csp_solution_get_objective(solution),
                      best_of(all, n, n_vars, objective, is_maximizing));
    }
  }
}

static void
restarts_lose_nothing(void)
{
  for (guint64 seed = 1; seed <= 200; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model = csp_random_model_new(&random, 0);
    gsize n;
    g_autofree gint *all = csp_random_model_solve(model, &n);
    g_autoptr(CspSolver) solver = csp_solver_new(model);
    set(solver, "algorithm", "mac");
    set(solver, "restarts", seed % 2 == 0 ? "luby:1" : "geometric:1:1.5");
    set_random_options(solver, &random, true);
    g_autoptr(CspSolution) solution = csp_solver_next(solver, NULL);
    CU_ASSERT_EQUAL(solution != NULL, n > 0);
    CU_ASSERT_EQUAL(csp_solver_get_status(solver),
                    n > 0 ? CSP_STATUS_SATISFIABLE : CSP_STATUS_UNSATISFIABLE);
  }
}

static void
restarts_give_none_twice(void)
{
  for (guint64 seed = 1; seed <= 200; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model = csp_random_model_new(&random, 0);
    gsize n;
    g_autofree gint *all = csp_random_model_solve(model, &n);
    if (n >= 100)
      continue;
    g_autoptr(CspSolver) solver = csp_solver_new(model);
    set(solver, "algorithm", "mac");
    set(solver, "restarts", seed % 2 == 0 ? "luby:1" : "geometric:1:1.5");
    set(solver, "solutions", "100");
    set_random_options(solver, &random, true);
    expect_same(solver, all, n, seed);
  }
}

static const CspTest tests[] = {
    {"every search finds all solutions", every_search_finds_all_solutions},
    {"assumptions hold for one search", assumptions_hold_for_one_search},
    {"every search finds the optimum", every_search_finds_the_optimum},
    {"restarts lose nothing", restarts_lose_nothing},
    {"restarts give none twice", restarts_give_none_twice},
};

CSP_TEST_MAIN("search/agreement", tests)
