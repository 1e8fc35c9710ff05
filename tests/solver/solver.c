/* SPDX-License-Identifier: MIT */
/* The solver as a program uses it: pulling, resetting, limits, cancelling,
 * symmetries, hints, and orders and observers of its own. */
#include "config.h"

#include <libcsp/csp-extend.h>
#include <libcsp/csp.h>

#include "tests/csp-test.h"

static CspModel *
new_queens(gint n)
{
  CspModel *model = csp_model_new();
  CspArray column = csp_model_add_int_array(model, "column", n, 0, n - 1, NULL);

  for (gint slope = -1; slope <= 1; slope++)
    g_assert(
        csp_model_post_all_different_affine(model, column, 0, slope, NULL));
  g_assert(csp_model_add_symmetry_reverse(model, column, NULL));
  g_assert(csp_model_add_symmetry_reverse_values(model, column, NULL));
  g_assert(csp_model_add_symmetry_transpose(model, column, NULL));
  return model;
}

static CspSolver *
new_solver(CspModel *model, const char *option, const char *value)
{
  CspSolver *solver = csp_solver_new(model);

  CU_ASSERT(csp_solver_set_option(solver, option, value, NULL));
  return solver;
}

static guint64
pull_all(CspSolver *solver)
{
  CspSolution *solution;
  guint64 n = 0;

  while ((solution = csp_solver_next(solver, NULL)) != NULL) {
    CU_ASSERT(csp_solution_verify(solution, NULL));
    csp_solution_unref(solution);
    n++;
  }
  return n;
}

static void
solutions_are_pulled_one_by_one(void)
{
  g_autoptr(CspModel) model = new_queens(6);
  g_autoptr(CspSolver) solver = new_solver(model, "solutions", "0");

  CU_ASSERT_EQUAL(pull_all(solver), 4);
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_COMPLETE);
  CU_ASSERT_PTR_NULL(csp_solver_next(solver, NULL));
  csp_solver_reset(solver);
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_UNKNOWN);
  CU_ASSERT_EQUAL(pull_all(solver), 4);
}

static void
as_many_as_asked_for_are_enough(void)
{
  g_autoptr(CspModel) model = new_queens(6);
  g_autoptr(CspSolver) three = new_solver(model, "solutions", "3");
  g_autoptr(CspSolver) five = new_solver(model, "solutions", "5");

  CU_ASSERT_EQUAL(pull_all(three), 3);
  CU_ASSERT_EQUAL(csp_solver_get_status(three), CSP_STATUS_SATISFIABLE);
  CU_ASSERT_EQUAL(pull_all(five), 4);
  CU_ASSERT_EQUAL(csp_solver_get_status(five), CSP_STATUS_COMPLETE);
}

static void
no_solution_is_an_answer(void)
{
  g_autoptr(CspModel) model = new_queens(3);
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  GError *error = NULL;

  CU_ASSERT_PTR_NULL(csp_solver_next(solver, &error));
  CU_ASSERT_PTR_NULL(error);
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_UNSATISFIABLE);
}

static void
a_limit_ends_the_search(void)
{
  g_autoptr(CspModel) model = new_queens(30);
  g_autoptr(CspSolver) nodes = new_solver(model, "node-limit", "50");
  g_autoptr(CspSolver) time = new_solver(model, "time-limit", "0.05");
  guint64 n;

  CU_ASSERT(csp_solver_count(nodes, &n, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_status(nodes), CSP_STATUS_INCOMPLETE);
  CU_ASSERT_EQUAL(csp_solver_get_stop_reason(nodes), CSP_STOP_NODES);
  CU_ASSERT(csp_solver_count(time, &n, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_stop_reason(time), CSP_STOP_TIME);
}

static void
options_that_clash_are_refused(void)
{
  static const char *const clashes[][4] = {
      {"algorithm", "backtracking", "variable-order", "dom/wdeg"},
      {"algorithm", "backtracking", "value-order", "lcv"},
      {"algorithm", "generate", "branching", "2-way"},
      {"algorithm", "generate", "strength", "bounds"},
      {"algorithm", "min-conflicts", "count", "true"},
      {"algorithm", "tabu", "solutions", "0"},
      {"algorithm", "tabu", "distinct", "true"},
      {"algorithm", "mac", "threads", "2"},
  };
  g_autoptr(CspModel) model = new_queens(5);

  for (gsize i = 0; i < G_N_ELEMENTS(clashes); i++) {
    g_autoptr(CspSolver) solver =
        new_solver(model, clashes[i][0], clashes[i][1]);
    g_autoptr(GError) error = NULL;
    CU_ASSERT(
        csp_solver_set_option(solver, clashes[i][2], clashes[i][3], NULL));
    CU_ASSERT_PTR_NULL(csp_solver_next(solver, &error));
    CU_ASSERT(g_error_matches(error, CSP_ERROR, CSP_ERROR_OPTION));
  }
}

static void
options_wait_for_the_end_of_a_search(void)
{
  g_autoptr(CspModel) model = new_queens(6);
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  g_autoptr(CspSolution) solution = csp_solver_next(solver, NULL);
  g_autoptr(GError) error = NULL;

  CU_ASSERT_PTR_NOT_NULL(solution);
  CU_ASSERT(!csp_solver_set_option(solver, "seed", "2", &error));
  CU_ASSERT(g_error_matches(error, CSP_ERROR, CSP_ERROR_OPTION));
  csp_solver_reset(solver);
  CU_ASSERT(csp_solver_set_option(solver, "seed", "2", NULL));
}

static void
cancelling_ends_the_next_search(void)
{
  g_autoptr(CspModel) model = new_queens(8);
  g_autoptr(CspSolver) solver = csp_solver_new(model);

  csp_solver_cancel(solver);
  CU_ASSERT_PTR_NULL(csp_solver_next(solver, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_stop_reason(solver), CSP_STOP_CANCELLED);
  csp_solver_reset(solver);
  g_autoptr(CspSolution) solution = csp_solver_next(solver, NULL);
  CU_ASSERT_PTR_NOT_NULL(solution);
}

/* What a cancellation left half compiled is not searched. */
static void
what_was_cancelled_is_compiled_again(void)
{
  static const gchar *const algorithms[] = {
      "mac", "forward-checking", "backtracking", "min-conflicts", NULL};

  for (guint i = 0; algorithms[i] != NULL; i++) {
    g_autoptr(CspModel) model = new_queens(6);
    g_autoptr(CspSolver) solver = new_solver(model, "algorithm", algorithms[i]);
    g_assert(csp_solver_set_option(solver, "solutions", "4", NULL));
    csp_solver_cancel(solver);
    CU_ASSERT_PTR_NULL(csp_solver_next(solver, NULL));
    for (gint round = 0; round < 2; round++) {
      csp_solver_reset(solver);
      CU_ASSERT(csp_solver_solve(solver, NULL));
      CU_ASSERT_EQUAL(csp_solver_get_n_solutions(solver), 4);
      CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_SATISFIABLE);
    }
    csp_solver_reset(solver);
    csp_solver_cancel(solver);
    CU_ASSERT_PTR_NULL(csp_solver_next(solver, NULL));
  }
}

static void
a_model_of_nothing_has_a_solution(void)
{
  static const gchar *const algorithms[] = {
      "generate", "backtracking",  "forward-checking",
      "mac",      "min-conflicts", "tabu",
      NULL};

  for (guint i = 0; algorithms[i] != NULL; i++) {
    g_autoptr(CspModel) model = csp_model_new();
    g_autoptr(CspSolver) solver = new_solver(model, "algorithm", algorithms[i]);
    g_autoptr(CspSolution) solution = csp_solver_next(solver, NULL);
    CU_ASSERT_PTR_NOT_NULL(solution);
  }
}

static void
local_search_repeats_no_solution(void)
{
  g_autoptr(CspModel) model = new_queens(4);
  g_autoptr(CspSolver) solver = new_solver(model, "algorithm", "min-conflicts");

  g_assert(csp_solver_set_option(solver, "solutions", "3", NULL));
  g_assert(csp_solver_set_option(solver, "max-moves", "20000", NULL));
  CU_ASSERT(csp_solver_solve(solver, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_n_solutions(solver), 2);
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_INCOMPLETE);
  CU_ASSERT_EQUAL(csp_solver_get_stop_reason(solver), CSP_STOP_MOVES);
}

static void
classes_are_counted_once(void)
{
  static const guint64 known[] = {1, 0, 0, 1, 2, 1, 6, 12, 46};

  for (gint n = 1; n <= (gint)G_N_ELEMENTS(known); n++) {
    g_autoptr(CspModel) model = new_queens(n);
    g_autoptr(CspSolver) solver = new_solver(model, "distinct", "true");
    guint64 count;
    CU_ASSERT(csp_solver_count(solver, &count, NULL));
    CU_ASSERT_EQUAL(count, known[n - 1]);
  }
}

static void
counting_leaves_the_option_as_it_was(void)
{
  g_autoptr(CspModel) model = new_queens(6);
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  guint64 n;

  CU_ASSERT(csp_solver_count(solver, &n, NULL));
  CU_ASSERT_EQUAL(n, 4);
  csp_solver_reset(solver);
  g_autoptr(CspSolution) solution = csp_solver_next(solver, NULL);
  CU_ASSERT_PTR_NOT_NULL(solution);
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_SATISFIABLE);
}

/* x0 < x1 is not the same backwards; a table over two arrays hides it from the
 * records, so solutions tell. */
static void
a_symmetry_that_is_none_is_an_error(void)
{
  static const gint tuples[] = {0, 1, 0, 0, 2, 1};
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 2, 0, 2, NULL);
  CspVar y = csp_model_add_bool(model, "y", NULL);
  CspVar vars[] = {csp_model_get_var(model, x, 0),
                   csp_model_get_var(model, x, 1), y};
  g_autoptr(GError) error = NULL;
  guint64 n;

  CU_ASSERT(csp_model_post_table(model, vars, 3, tuples, 6, NULL));
  CU_ASSERT(csp_model_add_symmetry_reverse(model, x, NULL));
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  CU_ASSERT(!csp_solver_count(solver, &n, &error));
  CU_ASSERT(g_error_matches(error, CSP_ERROR, CSP_ERROR_SYMMETRY));
}

/* Minimize the largest of n different values. */
static CspModel *
new_spread(gint n, CspVar *out_largest)
{
  CspModel *model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", n, 1, 3 * n, NULL);
  CspVar largest = csp_model_add_int(model, "largest", 1, 3 * n, NULL);

  g_assert(csp_model_post_all_different_affine(model, x, 0, 0, NULL));
  for (gint i = 0; i < n; i++)
    g_assert(csp_model_post_relation(model, csp_model_get_var(model, x, i),
                                     CSP_RELATION_LE, largest, 0, NULL));
  g_assert(csp_model_minimize(model, largest, NULL));
  *out_largest = largest;
  return model;
}

static void
a_hint_is_the_first_solution(void)
{
  static const gint good[] = {5, 6, 7, 8, 8}, bad[] = {5, 5, 7, 8, 8};

  for (int i = 0; i < 2; i++) {
    CspVar largest;
    g_autoptr(CspModel) model = new_spread(4, &largest);
    CU_ASSERT(csp_model_set_hint(model, i == 0 ? good : bad, 5, NULL));
    CU_ASSERT(!csp_model_set_hint(model, good, 4, NULL));
    g_autoptr(CspSolver) solver = csp_solver_new(model);
    g_autoptr(CspSolution) first = csp_solver_next(solver, NULL);
    CU_ASSERT_EQUAL(csp_solution_get_objective(first) == 8 &&
                        csp_solution_get_value(first, 0) == 5,
                    i == 0);
    CU_ASSERT(csp_solver_solve(solver, NULL));
    CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_OPTIMAL);
    CU_ASSERT_EQUAL(csp_solution_get_objective(csp_solver_get_solution(solver)),
                    4);
  }
}

static void
assumptions_clash_without_error(void)
{
  g_autoptr(CspModel) model = new_queens(6);
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  const CspVar vars[] = {0, 0}, stranger = 6;
  const gint values[] = {1, 2}, outside = 9;
  g_autoptr(GError) error = NULL;

  CU_ASSERT(csp_solver_set_assumptions(solver, vars, 2, values, 2, NULL));
  CU_ASSERT_PTR_NULL(csp_solver_next(solver, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_UNSATISFIABLE);
  CU_ASSERT(csp_solver_set_assumptions(solver, vars, 1, &outside, 1, NULL));
  CU_ASSERT_PTR_NULL(csp_solver_next(solver, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_UNSATISFIABLE);
  CU_ASSERT(
      !csp_solver_set_assumptions(solver, &stranger, 1, values, 1, &error));
  CU_ASSERT(g_error_matches(error, CSP_ERROR, CSP_ERROR_INVALID));
  CU_ASSERT(csp_solver_set_assumptions(solver, NULL, 0, NULL, 0, NULL));
  g_autoptr(CspSolution) solution = csp_solver_next(solver, NULL);
  CU_ASSERT_PTR_NOT_NULL(solution);
}

/* The last of the candidates. */
static CspVar
pick_last(const CspView *view,
          const CspVar *candidates,
          gsize n_candidates,
          gpointer data)
{
  guint *n_calls = data;

  ++*n_calls;
  for (gsize i = 1; i < n_candidates; i++)
    CU_ASSERT(candidates[i - 1] < candidates[i]);
  CU_ASSERT(csp_view_get_size(view, candidates[n_candidates - 1]) > 0);
  return candidates[n_candidates - 1];
}

static gint
pick_largest(const CspView *view, CspVar var, gpointer data)
{
  guint *n_calls = data;

  ++*n_calls;
  return csp_view_get_max(view, var);
}

static void
a_program_brings_its_own_orders(void)
{
  static const char *const algorithms[] = {"backtracking", "forward-checking",
                                           "mac"};

  for (gsize i = 0; i < G_N_ELEMENTS(algorithms); i++) {
    g_autoptr(CspModel) model = new_queens(6);
    g_autoptr(CspSolver) solver = new_solver(model, "algorithm", algorithms[i]);
    guint n_variables = 0, n_values = 0;
    CU_ASSERT(csp_solver_add_variable_order(solver, "last", pick_last,
                                            &n_variables, NULL, NULL));
    CU_ASSERT(csp_solver_add_value_order(solver, "largest", pick_largest,
                                         &n_values, NULL, NULL));
    CU_ASSERT(!csp_solver_add_value_order(solver, "min", pick_largest,
                                          &n_values, NULL, NULL));
    CU_ASSERT(csp_solver_set_option(solver, "variable-order", "last", NULL));
    CU_ASSERT(csp_solver_set_option(solver, "value-order", "largest", NULL));
    CU_ASSERT(csp_solver_set_option(solver, "solutions", "0", NULL));
    CU_ASSERT_EQUAL(pull_all(solver), 4);
    CU_ASSERT(n_variables > 0 && n_values > 0);
  }
}

static void
an_order_is_what_was_set_last(void)
{
  static const struct {
    const char *option, *value, *expected;
  } cases[] = {
      {"variable-order", "dom/wdeg", "dom/wdeg"},
      {"variable-order", "last", "last"},
      {"variable-order", NULL, "default"},
      {"variable-order", "last", "last"},
      {"variable_order", "input", "input"},
      {"variable_order", "last", "last"},
  };
  g_autoptr(CspModel) model = new_queens(6);
  g_autoptr(CspSolver) solver = new_solver(model, "algorithm", "backtracking");
  guint n_calls = 0;

  CU_ASSERT(csp_solver_add_variable_order(solver, "last", pick_last, &n_calls,
                                          NULL, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *order = NULL;
    CU_ASSERT(
        csp_solver_set_option(solver, cases[i].option, cases[i].value, NULL));
    g_object_get(solver, "variable-order", &order, NULL);
    CU_ASSERT_STRING_EQUAL(order, cases[i].expected);
  }
  CU_ASSERT_EQUAL(pull_all(solver), 1);
  CU_ASSERT(n_calls > 0);
}

typedef struct {
  guint64 n_nodes, n_failed, n_solutions, last_id;
} Seen;

static void
on_node(const CspView *view, const CspNodeEvent *event, gpointer data)
{
  Seen *seen = data;

  CU_ASSERT_EQUAL(event->id, seen->last_id + 1);
  CU_ASSERT(event->parent < event->id);
  CU_ASSERT_EQUAL(event->parent == 0, event->id == 1);
  CU_ASSERT(csp_view_get_n_vars(view) == 6);
  seen->last_id = event->id;
  if (event->outcome == CSP_OUTCOME_FAILED)
    seen->n_failed++;
  else
    seen->n_nodes++;
}

static void
on_solution(const CspView *view, const CspSolution *solution, gpointer data)
{
  Seen *seen = data;

  for (CspVar var = 0; var < 6; var++)
    CU_ASSERT_EQUAL(csp_view_get_min(view, var),
                    csp_solution_get_value(solution, var));
  seen->n_solutions++;
}

static void
an_observer_sees_every_node(void)
{
  static const CspObserver observer = {
      .size = sizeof(CspObserver), .node = on_node, .solution = on_solution};
  static const char *const algorithms[] = {"backtracking", "forward-checking",
                                           "mac"};

  for (gsize i = 0; i < G_N_ELEMENTS(algorithms); i++) {
    g_autoptr(CspModel) model = new_queens(6);
    g_autoptr(CspSolver) solver = new_solver(model, "algorithm", algorithms[i]);
    Seen seen = {0};
    gint64 n_nodes = -1, n_failures = -1;
    csp_solver_set_observer(solver, &observer, &seen);
    CU_ASSERT(csp_solver_set_option(solver, "solutions", "0", NULL));
    CU_ASSERT_EQUAL(pull_all(solver), 4);
    g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
    CU_ASSERT(csp_stats_get_int(stats, "nodes", &n_nodes));
    CU_ASSERT(csp_stats_get_int(stats, "failures", &n_failures));
    CU_ASSERT_EQUAL(seen.n_nodes, (guint64)n_nodes);
    CU_ASSERT_EQUAL(seen.n_failed, (guint64)n_failures);
    CU_ASSERT_EQUAL(seen.n_solutions, 4);
  }
}

static void
the_same_seed_is_the_same_search(void)
{
  gint64 nodes[2] = {-1, -2};

  for (int i = 0; i < 2; i++) {
    g_autoptr(CspModel) model = new_queens(10);
    g_autoptr(CspSolver) solver = new_solver(model, "algorithm", "mac");
    CU_ASSERT(csp_solver_set_option(solver, "variable-order", "random", NULL));
    CU_ASSERT(csp_solver_set_option(solver, "value-order", "random", NULL));
    CU_ASSERT(csp_solver_set_option(solver, "seed", "7", NULL));
    CU_ASSERT(csp_solver_solve(solver, NULL));
    g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
    CU_ASSERT(csp_stats_get_int(stats, "nodes", &nodes[i]));
  }
  CU_ASSERT_EQUAL(nodes[0], nodes[1]);
}

static void
properties_are_the_options(void)
{
  g_autoptr(CspModel) model = new_queens(6);
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  g_autofree char *algorithm = NULL;
  gint64 node_limit;
  gdouble time_limit;

  g_object_set(solver, "algorithm", "mac", "node-limit", (gint64)12,
               "time-limit", 1.5, NULL);
  g_object_get(solver, "algorithm", &algorithm, "node-limit", &node_limit,
               "time-limit", &time_limit, NULL);
  CU_ASSERT_STRING_EQUAL(algorithm, "mac");
  CU_ASSERT_EQUAL(node_limit, 12);
  CU_ASSERT_EQUAL(time_limit, 1.5);
}

static void
tree_search_follows_when_moves_run_out(void)
{
  /* a permutation of many, of which two are to be equal */
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 400, 0, 399, NULL);
  g_autoptr(GError) error = NULL;

  CU_ASSERT(csp_model_post_all_different_affine(model, x, 0, 0, NULL));
  CU_ASSERT(csp_model_post_all_different_affine(model, x, 0, 1, NULL));
  CU_ASSERT(csp_model_post_relation_const(model, csp_model_get_var(model, x, 0),
                                          CSP_RELATION_EQ, 5, NULL));
  CU_ASSERT(csp_model_post_relation_const(model, csp_model_get_var(model, x, 1),
                                          CSP_RELATION_EQ, 5, NULL));
  g_autoptr(CspSolver) solver = new_solver(model, "max-moves", "1000");
  CU_ASSERT(csp_solver_solve(solver, &error));
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_UNSATISFIABLE);
}

/* What the model says is a bound, tree search or not. */
static void
local_search_tells_a_bound(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspVar x = csp_model_add_int(model, "x", 3, 9, NULL);
  CspVar y = csp_model_add_int(model, "y", 0, 9, NULL);
  g_autoptr(GError) error = NULL;
  gint bound = 0;

  CU_ASSERT(csp_model_post_relation(model, x, CSP_RELATION_GT, y, 3, &error));
  CU_ASSERT(csp_model_minimize(model, x, &error));
  g_autoptr(CspSolver) solver = new_solver(model, "algorithm", "tabu");
  CU_ASSERT(csp_solver_set_option(solver, "max-moves", "100", &error));
  CU_ASSERT(csp_solver_solve(solver, &error));
  CU_ASSERT(csp_solver_get_bound(solver, &bound));
  CU_ASSERT(bound >= 3 && bound <= 4);
}

/* Ten variables of ten values, each less than the next: the root has it all. */
static void
local_search_keeps_what_the_root_fixes(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 10, 0, 9, NULL);

  for (gsize i = 0; i < 9; i++)
    csp_model_post_relation(model, csp_model_get_var(model, x, i),
                            CSP_RELATION_LT, csp_model_get_var(model, x, i + 1),
                            0, NULL);
  g_autoptr(CspSolver) solver = new_solver(model, "algorithm", "tabu");
  CU_ASSERT_EQUAL(pull_all(solver), 1);
  g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
  gint64 n_moves = -1;
  CU_ASSERT(csp_stats_get_int(stats, "moves", &n_moves));
  CU_ASSERT_EQUAL(n_moves, 0);
}

/* Also where propagation sees it at the root, or assumptions clash. */
static void
local_search_never_refutes(void)
{
  static const char *const algorithms[] = {"tabu", "min-conflicts"};
  g_autoptr(CspModel) model = csp_model_new();
  CspVar x = csp_model_add_int(model, "x", 0, 9, NULL);
  CspVar y = csp_model_add_int(model, "y", 0, 9, NULL);

  csp_model_post_relation(model, x, CSP_RELATION_LT, y, 0, NULL);
  csp_model_post_relation(model, y, CSP_RELATION_LT, x, 0, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(algorithms); i++) {
    g_autoptr(CspSolver) solver = new_solver(model, "algorithm", algorithms[i]);
    CU_ASSERT(csp_solver_set_option(solver, "max-moves", "500", NULL));
    CU_ASSERT_EQUAL(pull_all(solver), 0);
    CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_UNKNOWN);
  }
}

static const CspTest tests[] = {
    {"solutions are pulled one by one", solutions_are_pulled_one_by_one},
    {"as many as asked for are enough", as_many_as_asked_for_are_enough},
    {"no solution is an answer", no_solution_is_an_answer},
    {"a limit ends the search", a_limit_ends_the_search},
    {"options that clash are refused", options_that_clash_are_refused},
    {"options wait for the end of a search",
     options_wait_for_the_end_of_a_search},
    {"cancelling ends the next search", cancelling_ends_the_next_search},
    {"what was cancelled is compiled again",
     what_was_cancelled_is_compiled_again},
    {"a model of nothing has a solution", a_model_of_nothing_has_a_solution},
    {"local search repeats no solution", local_search_repeats_no_solution},
    {"classes are counted once", classes_are_counted_once},
    {"counting leaves the option as it was",
     counting_leaves_the_option_as_it_was},
    {"a symmetry that is none is an error",
     a_symmetry_that_is_none_is_an_error},
    {"a hint is the first solution", a_hint_is_the_first_solution},
    {"assumptions clash without error", assumptions_clash_without_error},
    {"a program brings its own orders", a_program_brings_its_own_orders},
    {"an order is what was set last", an_order_is_what_was_set_last},
    {"an observer sees every node", an_observer_sees_every_node},
    {"the same seed is the same search", the_same_seed_is_the_same_search},
    {"properties are the options", properties_are_the_options},
    {"tree search follows when moves run out",
     tree_search_follows_when_moves_run_out},
    {"local search tells a bound", local_search_tells_a_bound},
    {"local search keeps what the root fixes",
     local_search_keeps_what_the_root_fixes},
    {"local search never refutes", local_search_never_refutes},
};

CSP_TEST_MAIN("solver/solver", tests)
