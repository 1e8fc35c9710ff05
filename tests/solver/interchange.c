/* SPDX-License-Identifier: MIT */
/* Searches that try one of the interchangeable values, where that would be
 * wrong or take too much: they say what a search of everything says. */
#include "config.h"

#include <libcsp/csp.h>

#include "tests/csp-test.h"

static const char *const algorithms[] = {"auto", "backtracking",
                                         "forward-checking", "mac"};

static CspSolver *
new_solver(CspModel *model, const char *algorithm)
{
  CspSolver *solver = csp_solver_new(model);

  CU_ASSERT(csp_solver_set_option(solver, "algorithm", algorithm, NULL));
  CU_ASSERT(csp_solver_set_option(solver, "symmetry", "auto", NULL));
  return solver;
}

/* 3 of 5 values, all different. */
static CspModel *
new_places(CspArray *out_places)
{
  CspModel *model = csp_model_new();

  *out_places = csp_model_add_int_array(model, "x", 3, 0, 4, NULL);
  csp_model_post_all_different_affine(model, *out_places, 0, 0, NULL);
  csp_model_add_symmetry_values(model, *out_places, 0, 4, NULL);
  return model;
}

/* The last place is decided when others have taken the low values: all of them
 * must have been tried there. */
static void
values_of_the_objective_are_told_apart(void)
{
  for (gsize a = 0; a < G_N_ELEMENTS(algorithms); a++)
    for (gsize i = 0; i < 3; i++) {
      CspArray places;
      g_autoptr(CspModel) model = new_places(&places);
      CspVar objective = csp_model_get_var(model, places, i);
      CU_ASSERT(csp_model_minimize(model, objective, NULL));
      g_autoptr(CspSolver) solver = new_solver(model, algorithms[a]);
      CU_ASSERT(csp_solver_set_option(solver, "variable-order", "input", NULL));
      CU_ASSERT(csp_solver_solve(solver, NULL));
      CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_OPTIMAL);
      CspSolution *best = csp_solver_get_solution(solver);
      CU_ASSERT_EQUAL(csp_solution_get_value(best, objective), 0);
    }
}

/* Values up to the last are interchangeable, and x is above them. */
static void
values_above_the_last_are_told_apart(void)
{
  for (gsize a = 0; a < G_N_ELEMENTS(algorithms); a++) {
    g_autoptr(CspModel) model = csp_model_new();
    CspArray x = csp_model_add_int_array(model, "x", 1, 1, 4, NULL);
    CspVar last = csp_model_add_int(model, "last", 1, 4, NULL);
    CU_ASSERT(csp_model_post_relation(model, csp_model_get_var(model, x, 0),
                                      CSP_RELATION_GT, last, 0, NULL));
    CU_ASSERT(csp_model_add_symmetry_values_up_to(model, x, 1, last, NULL));
    g_autoptr(CspSolver) solver = new_solver(model, algorithms[a]);
    g_autoptr(CspSolution) solution = csp_solver_next(solver, NULL);
    CU_ASSERT(solution != NULL);
  }
}

/* Of 0 and 1 only 1 is a solution, and 0 would be tried. */
static void
a_false_symmetry_is_no_proof(void)
{
  for (gsize a = 0; a < G_N_ELEMENTS(algorithms); a++) {
    const gint one = 1;
    g_autoptr(CspModel) model = csp_model_new();
    g_autoptr(GError) error = NULL;
    CspArray x = csp_model_add_int_array(model, "x", 1, 0, 1, NULL);
    CspVar var = csp_model_get_var(model, x, 0);
    CU_ASSERT(csp_model_post_table(model, &var, 1, &one, 1, NULL));
    CU_ASSERT(csp_model_add_symmetry_values(model, x, 0, 1, NULL));
    g_autoptr(CspSolver) solver = new_solver(model, algorithms[a]);
    g_autoptr(CspSolution) solution = csp_solver_next(solver, &error);
    CU_ASSERT(solution == NULL);
    CU_ASSERT(g_error_matches(error, CSP_ERROR, CSP_ERROR_SYMMETRY));
  }
}

/* 64! orders, and 31! / 1! of 30 places. */
static void
more_than_can_be_counted_is_not_complete(void)
{
  static const gint sizes[][2] = {{64, 64}, {30, 31}};

  for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
    g_autoptr(CspModel) model = csp_model_new();
    CspArray x = csp_model_add_int_array(model, "x", (gsize)sizes[i][0], 1,
                                         sizes[i][1], NULL);
    csp_model_post_all_different_affine(model, x, 0, 0, NULL);
    g_autoptr(CspSolver) solver = new_solver(model, "auto");
    guint64 n;
    CU_ASSERT(csp_solver_count(solver, &n, NULL));
    CU_ASSERT_EQUAL(n, G_MAXUINT64);
    CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_INCOMPLETE);
    CU_ASSERT_EQUAL(csp_solver_get_stop_reason(solver), CSP_STOP_COUNT);
    g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
    gint64 n_told;
    CU_ASSERT(csp_stats_get_int(stats, "solutions", &n_told));
    CU_ASSERT_EQUAL(n_told, G_MAXINT64);
  }
}

/* A counter for each value would take gigabytes. */
static void
all_values_there_are_may_be_interchangeable(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 3, CSP_VALUE_MIN,
                                       CSP_VALUE_MAX, NULL);

  csp_model_post_all_different_affine(model, x, 0, 0, NULL);
  CU_ASSERT(csp_model_add_symmetry_values(model, x, CSP_VALUE_MIN,
                                          CSP_VALUE_MAX, NULL));
  for (gsize a = 0; a < G_N_ELEMENTS(algorithms); a++) {
    g_autoptr(CspSolver) solver = new_solver(model, algorithms[a]);
    CU_ASSERT(csp_solver_set_option(solver, "memory-limit", "100", NULL));
    g_autoptr(CspSolution) solution = csp_solver_next(solver, NULL);
    CU_ASSERT(solution != NULL);
  }
}

/* Orders that list the values of a variable: the list does not fit. */
static void
a_list_of_values_fits_or_ends_the_search(void)
{
  static const char *const orders[] = {"middle", "random", "lcv"};

  for (gsize i = 0; i < G_N_ELEMENTS(orders); i++) {
    g_autoptr(CspModel) model = csp_model_new();
    csp_model_add_int_array(model, "x", 2, CSP_VALUE_MIN, CSP_VALUE_MAX, NULL);
    g_autoptr(CspSolver) solver = new_solver(model, "forward-checking");
    CU_ASSERT(csp_solver_set_option(solver, "value-order", orders[i], NULL));
    CU_ASSERT(csp_solver_set_option(solver, "memory-limit", "100", NULL));
    g_autoptr(CspSolution) solution = csp_solver_next(solver, NULL);
    CU_ASSERT(solution == NULL);
    CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_UNKNOWN);
    CU_ASSERT_EQUAL(csp_solver_get_stop_reason(solver), CSP_STOP_MEMORY);
  }
}

/* A block has no fresh values, and counts by orbits. */
static void
a_block_that_is_asked_for_counts(void)
{
  CspArray places;
  g_autoptr(CspModel) model = new_places(&places);
  g_autoptr(CspSolver) solver = new_solver(model, "mac");
  guint64 n;

  CU_ASSERT(csp_solver_set_option(solver, "kernel", "block", NULL));
  CU_ASSERT_FATAL(csp_solver_count(solver, &n, NULL));
  CU_ASSERT_EQUAL(n, 60);
  g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
  CU_ASSERT_STRING_EQUAL(csp_stats_get_string(stats, "kernel"), "block");
  CU_ASSERT_STRING_EQUAL(csp_stats_get_string(stats, "symmetry"),
                         "orbits: values 0..4 of x");
}

static void
what_is_cancelled_first_is_not_counted(void)
{
  CspArray places;
  g_autoptr(CspModel) model = new_places(&places);
  g_autoptr(CspSolver) solver = new_solver(model, "mac");
  guint64 n;

  csp_solver_cancel(solver);
  CU_ASSERT(csp_solver_count(solver, &n, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_stop_reason(solver), CSP_STOP_CANCELLED);
  CU_ASSERT(csp_solver_count(solver, &n, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_COMPLETE);
  CU_ASSERT_EQUAL(n, 60);
}

static const CspTest tests[] = {
    {"values of the objective are told apart",
     values_of_the_objective_are_told_apart},
    {"values above the last are told apart",
     values_above_the_last_are_told_apart},
    {"a false symmetry is no proof", a_false_symmetry_is_no_proof},
    {"more than can be counted is not complete",
     more_than_can_be_counted_is_not_complete},
    {"all values there are may be interchangeable",
     all_values_there_are_may_be_interchangeable},
    {"a block that is asked for counts", a_block_that_is_asked_for_counts},
    {"what is cancelled first is not counted",
     what_is_cancelled_first_is_not_counted},
    {"a list of values fits or ends the search",
     a_list_of_values_fits_or_ends_the_search},
};

CSP_TEST_MAIN("solver/interchange", tests)
