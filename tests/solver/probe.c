/* SPDX-License-Identifier: MIT */
/* The plain search that goes before symmetries: its answer stands if it is
 * enough; else nothing of it is lost, handed out again or counted twice. */
#include "config.h"

#include <string.h>

#include <libcsp/csp-extend.h>
#include <libcsp/csp.h>

#include "tests/csp-test.h"

enum { PROBED_NODES = 64 };

static CspSolver *
new_solver(CspModel *model, const char *symmetry, const char *option)
{
  CspSolver *solver = csp_solver_new(model);

  CU_ASSERT(csp_solver_set_option(solver, "symmetry", symmetry, NULL));
  if (option != NULL)
    CU_ASSERT(csp_solver_set_option(solver, option, "true", NULL));
  return solver;
}

static guint64
count(CspSolver *solver)
{
  guint64 n = 0;

  CU_ASSERT(csp_solver_count(solver, &n, NULL));
  return n;
}

static gint64
get_stat(CspSolver *solver, const char *name)
{
  g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
  gint64 value = -1;

  CU_ASSERT(csp_stats_get_int(stats, name, &value));
  return value;
}

static gboolean
says(CspSolver *solver, const char *symmetry)
{
  g_autoptr(CspStats) stats = csp_solver_get_stats(solver);

  return g_str_has_prefix(csp_stats_get_string(stats, "symmetry"), symmetry);
}

static CspModel *
new_queens(gint n)
{
  CspModel *model = csp_model_new();
  CspArray column =
      csp_model_add_int_array(model, "column", (gsize)n, 0, n - 1, NULL);

  for (gint b = -1; b <= 1; b++)
    csp_model_post_all_different_affine(model, column, 0, b, NULL);
  csp_model_add_symmetry_reverse(model, column, NULL);
  csp_model_add_symmetry_reverse_values(model, column, NULL);
  csp_model_add_symmetry_transpose(model, column, NULL);
  return model;
}

/* The n x n board's rows, columns and diagonals, in colors that may change
 * places. */
static CspModel *
new_coloring(gint n, gint k)
{
  CspModel *model = csp_model_new();
  CspArray color =
      csp_model_add_int_array(model, "color", (gsize)(n * n), 1, k, NULL);

  for (gint a = 0; a < n * n; a++)
    for (gint b = a + 1; b < n * n; b++) {
      gint rows = b / n - a / n, columns = b % n - a % n;
      if (rows == 0 || columns == 0 || rows == columns || rows == -columns)
        csp_model_post_relation(
            model, csp_model_get_var(model, color, (gsize)a), CSP_RELATION_NE,
            csp_model_get_var(model, color, (gsize)b), 0, NULL);
    }
  csp_model_add_symmetry_values(model, color, 1, k, NULL);
  return model;
}

/* Watching. ---------------------------------------------------------------- */

typedef struct {
  gint64 n_nodes, n_failed, n_solutions;
  gint64 cancel_at; /* 0: never */
  CspSolver *solver;
} Seen;

static void
on_node(const CspView *view, const CspNodeEvent *event, gpointer data)
{
  Seen *seen = data;

  (void)view;
  if (event->outcome == CSP_OUTCOME_FAILED)
    seen->n_failed++;
  else if (++seen->n_nodes == seen->cancel_at)
    csp_solver_cancel(seen->solver);
}

static void
on_solution(const CspView *view, const CspSolution *solution, gpointer data)
{
  Seen *seen = data;

  (void)view;
  (void)solution;
  seen->n_solutions++;
}

static const CspObserver observer = {
    .size = sizeof(CspObserver), .node = on_node, .solution = on_solution};

/* -------------------------------------------------------------------------- */

static void
a_small_tree_does_without(void)
{
  static const guint64 all[] = {1, 0, 0, 2, 10, 4};
  static const guint64 classes[] = {1, 0, 0, 1, 2, 1};

  for (gint n = 1; n <= 6; n++) {
    g_autoptr(CspModel) model = new_queens(n);
    g_autoptr(CspSolver) plain = new_solver(model, "off", NULL);
    g_autoptr(CspSolver) solver = new_solver(model, "auto", NULL);
    g_autoptr(CspSolver) of_classes = new_solver(model, "auto", "distinct");
    CU_ASSERT_EQUAL(count(plain), all[n - 1]);
    CU_ASSERT_EQUAL(count(solver), all[n - 1]);
    CU_ASSERT_EQUAL(count(of_classes), classes[n - 1]);
    CU_ASSERT(says(solver, "not needed"));
    CU_ASSERT(says(of_classes, "classes"));
    CU_ASSERT_EQUAL(get_stat(solver, "nodes"), get_stat(plain, "nodes"));
    CU_ASSERT_EQUAL(get_stat(solver, "failures"), get_stat(plain, "failures"));
  }
}

static void
a_large_tree_goes_on_by_symmetries(void)
{
  g_autoptr(CspModel) queens = new_queens(8);
  g_autoptr(CspSolver) by_orbits = new_solver(queens, "auto", NULL);
  g_autoptr(CspModel) coloring = new_coloring(4, 6);
  g_autoptr(CspSolver) by_values = new_solver(coloring, "auto", NULL);
  g_autoptr(CspSolver) plain = new_solver(coloring, "off", NULL);

  for (int times = 0; times < 2; times++) {
    CU_ASSERT_EQUAL(count(by_orbits), 92);
    CU_ASSERT(says(by_orbits, "orbits"));
    CU_ASSERT(get_stat(by_orbits, "nodes") > PROBED_NODES);
    CU_ASSERT_EQUAL(count(by_values), count(plain));
    CU_ASSERT(says(by_values, "fresh-values"));
    CU_ASSERT(get_stat(by_values, "nodes") < get_stat(plain, "nodes"));
  }
}

static void
the_search_is_the_same_again(void)
{
  for (int i = 0; i < 3; i++) {
    g_autoptr(CspModel) model = i == 0   ? new_queens(6)
                                : i == 1 ? new_queens(9)
                                         : new_coloring(4, 6);
    g_autoptr(CspSolver) solver = new_solver(model, "auto", NULL);
    guint64 n = count(solver);
    gint64 n_nodes = get_stat(solver, "nodes");
    CU_ASSERT_EQUAL(count(solver), n);
    CU_ASSERT_EQUAL(get_stat(solver, "nodes"), n_nodes);
  }
}

static void
limits_hold_before_and_after(void)
{
  static const int limits[] = {1, 20, 63, 64, 65, 100, 150};
  guint64 last = 0;

  for (gsize i = 0; i < G_N_ELEMENTS(limits); i++) {
    g_autoptr(CspModel) model = new_queens(9);
    g_autoptr(CspSolver) solver = new_solver(model, "auto", NULL);
    g_autofree char *limit = g_strdup_printf("%d", limits[i]);
    CU_ASSERT(csp_solver_set_option(solver, "node-limit", limit, NULL));
    guint64 n = count(solver);
    CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_INCOMPLETE);
    CU_ASSERT_EQUAL(csp_solver_get_stop_reason(solver), CSP_STOP_NODES);
    CU_ASSERT(get_stat(solver, "nodes") >= limits[i]);
    CU_ASSERT(get_stat(solver, "nodes") <= limits[i] + 9);
    CU_ASSERT(n >= last && n < 352);
    CU_ASSERT(says(solver, limits[i] <= PROBED_NODES ? "off" : "orbits"));
    last = n;
  }
  CU_ASSERT(last > 0);
}

static void
each_class_is_handed_out_once(void)
{
  g_autoptr(CspModel) model = new_queens(8);
  g_autoptr(GHashTable) classes = g_hash_table_new_full(
      g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);

  for (int wanted = 0; wanted <= 14; wanted++) {
    g_autoptr(CspSolver) solver = new_solver(model, "auto", "distinct");
    g_autofree char *solutions = g_strdup_printf("%d", wanted);
    guint expected = wanted == 0 ? 12 : (guint)MIN(wanted, 12);
    CspSolution *solution;
    Seen seen = {0};
    g_hash_table_remove_all(classes);
    csp_solver_set_observer(solver, &observer, &seen);
    CU_ASSERT(csp_solver_set_option(solver, "solutions", solutions, NULL));
    while ((solution = csp_solver_next(solver, NULL)) != NULL) {
      gsize n;
      const gint *values = csp_solution_get_all_values(solution, &n);
      CU_ASSERT(
          g_hash_table_add(classes, g_bytes_new(values, n * sizeof(gint))));
      csp_solution_unref(solution);
    }
    CU_ASSERT_EQUAL(g_hash_table_size(classes), expected);
    CU_ASSERT_EQUAL(csp_solver_get_n_solutions(solver), expected);
    CU_ASSERT_EQUAL(seen.n_solutions, expected);
    CU_ASSERT_EQUAL(csp_solver_get_status(solver), wanted > 0 && wanted <= 12
                                                       ? CSP_STATUS_SATISFIABLE
                                                       : CSP_STATUS_COMPLETE);
  }
}

static void
observers_change_nothing(void)
{
  for (gint n = 6; n <= 8; n++) {
    g_autoptr(CspModel) model = new_queens(n);
    g_autoptr(CspSolver) blind = new_solver(model, "auto", NULL);
    g_autoptr(CspSolver) solver = new_solver(model, "auto", NULL);
    Seen seen = {0};
    csp_solver_set_observer(solver, &observer, &seen);
    CU_ASSERT_EQUAL(count(solver), count(blind));
    CU_ASSERT_EQUAL(get_stat(solver, "nodes"), get_stat(blind, "nodes"));
    CU_ASSERT(seen.n_nodes <= get_stat(solver, "nodes"));
    CU_ASSERT_EQUAL(seen.n_solutions, 0);
    if (n > 6)
      continue;
    CU_ASSERT_EQUAL(seen.n_nodes, get_stat(solver, "nodes"));
    CU_ASSERT_EQUAL(seen.n_failed, get_stat(solver, "failures"));
  }
}

static void
cancelling_ends_either_search(void)
{
  for (gint64 at = 1; at <= 200; at += 33) {
    g_autoptr(CspModel) model = new_queens(10);
    g_autoptr(CspSolver) solver = new_solver(model, "auto", NULL);
    Seen seen = {.cancel_at = at, .solver = solver};
    csp_solver_set_observer(solver, &observer, &seen);
    CU_ASSERT(count(solver) < 724);
    CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_INCOMPLETE);
    CU_ASSERT_EQUAL(csp_solver_get_stop_reason(solver), CSP_STOP_CANCELLED);
    CU_ASSERT(seen.n_nodes <= at + 1);
    seen.cancel_at = 0;
    CU_ASSERT_EQUAL(count(solver), 724);
  }
}

static gboolean
is_ascending(gconstpointer data, const gint *values, gsize n_values)
{
  (void)data;
  for (gsize i = 1; i < n_values; i++)
    if (values[i - 1] > values[i])
      return FALSE;
  return TRUE;
}

static const CspConstraintClass ascending =
    CSP_CONSTRAINT_CLASS(.name = "ascending", .holds = is_ascending);

/* 0 0 1 is a solution, and 1 0 0 is not. */
static void
a_false_symmetry_is_found_by_either(void)
{
  for (gint n = 3; n <= 9; n += 6)
    for (int is_listing = 0; is_listing < 2; is_listing++) {
      g_autoptr(CspModel) model = csp_model_new();
      CspArray x = csp_model_add_int_array(model, "x", (gsize)n, 0, 3, NULL);
      g_autofree CspVar *vars = g_new(CspVar, n);
      g_autoptr(GError) error = NULL;
      guint64 number;
      for (gint i = 0; i < n; i++)
        vars[i] = csp_model_get_var(model, x, (gsize)i);
      CU_ASSERT(csp_model_post_user(model, &ascending, vars, (gsize)n, NULL,
                                    NULL, NULL));
      CU_ASSERT(csp_model_add_symmetry_reverse(model, x, NULL));
      g_autoptr(CspSolver) solver =
          new_solver(model, "auto", is_listing ? "distinct" : NULL);
      CU_ASSERT(csp_solver_set_option(solver, "solutions", "0", NULL));
      CU_ASSERT_FALSE(is_listing ? csp_solver_solve(solver, &error)
                                 : csp_solver_count(solver, &number, &error));
      CU_ASSERT(g_error_matches(error, CSP_ERROR, CSP_ERROR_SYMMETRY));
    }
}

static const CspTest tests[] = {
    {"a small tree does without", a_small_tree_does_without},
    {"a large tree goes on by symmetries", a_large_tree_goes_on_by_symmetries},
    {"the search is the same again", the_search_is_the_same_again},
    {"limits hold before and after", limits_hold_before_and_after},
    {"each class is handed out once", each_class_is_handed_out_once},
    {"observers change nothing", observers_change_nothing},
    {"cancelling ends either search", cancelling_ends_either_search},
    {"a false symmetry is found by either",
     a_false_symmetry_is_found_by_either},
};

CSP_TEST_MAIN("solver/probe", tests)
