/* SPDX-License-Identifier: MIT */
/* Two solvers in two threads over one model, and a search that another thread
 * ends: what the thread sanitizer is to see.  Threads share the model, which is
 * sealed, and one solver's stop flag; nothing else. */
#include "config.h"

#include <string.h>
#include <libcsp/csp.h>

#include "csp-test.h"

typedef struct {
  CspModel *model;
  const char *algorithm;
  guint64 n_solutions;
} Job;

/* GLib makes a class once, under a lock of its own that the sanitizer does not
 * see; so the classes are made here, before there are threads. */
static CspModel *
queens_new(gint n)
{
  g_type_class_unref(g_type_class_ref(CSP_TYPE_SOLVER));
  g_type_ensure(CSP_TYPE_SOLUTION);
  g_type_ensure(CSP_TYPE_STATS);
  CspModel *model = csp_model_new();
  CspArray column = csp_model_add_int_array(model, "column", n, 0, n - 1, NULL);
  for (gint slope = -1; slope <= 1; slope++)
    CU_ASSERT_FATAL(
        csp_model_post_all_different_affine(model, column, 0, slope, NULL));
  return model;
}

static gpointer
count_solutions(gpointer data)
{
  Job *job = data;
  g_autoptr(CspSolver) solver = csp_solver_new(job->model);
  g_autoptr(GError) error = NULL;

  if (!csp_solver_set_option(solver, "algorithm", job->algorithm, &error) ||
      !csp_solver_count(solver, &job->n_solutions, &error))
    g_error("%s: %s", job->algorithm, error->message);
  return NULL;
}

/* Each thread makes its solver itself: sealing must not race either. */
static void
count_in_two_threads(const char *first, const char *second)
{
  g_autoptr(CspModel) model = queens_new(8);
  Job jobs[] = {{model, first, 0}, {model, second, 0}};
  GThread *threads[G_N_ELEMENTS(jobs)];

  for (guint i = 0; i < G_N_ELEMENTS(jobs); i++)
    threads[i] = g_thread_new(jobs[i].algorithm, count_solutions, &jobs[i]);
  for (guint i = 0; i < G_N_ELEMENTS(jobs); i++)
    g_thread_join(threads[i]);
  for (guint i = 0; i < G_N_ELEMENTS(jobs); i++)
    CU_ASSERT_EQUAL(jobs[i].n_solutions, 92);
}

static void
the_same_algorithm_twice(void)
{
  count_in_two_threads("mac", "mac");
}

static void
two_algorithms(void)
{
  count_in_two_threads("forward-checking", "backtracking");
}

static gpointer
find_by_moves(gpointer data)
{
  g_autoptr(CspSolver) solver = csp_solver_new(data);
  if (!csp_solver_set_option(solver, "algorithm", "min-conflicts", NULL))
    return NULL;
  return csp_solver_next(solver, NULL);
}

static void
local_search_twice(void)
{
  g_autoptr(CspModel) model = queens_new(30);
  GThread *other = g_thread_new("other", find_by_moves, model);
  g_autoptr(CspSolution) mine = find_by_moves(model);
  g_autoptr(CspSolution) theirs = g_thread_join(other);

  CU_ASSERT_PTR_NOT_NULL_FATAL(mine);
  CU_ASSERT_PTR_NOT_NULL_FATAL(theirs);
  gsize length;
  CspArray column = csp_model_find_array(model, "column");
  const gint *a = csp_solution_get_values(mine, column, &length);
  const gint *b = csp_solution_get_values(theirs, column, &length);
  CU_ASSERT_EQUAL(memcmp(a, b, length * sizeof *a), 0);
}

static gpointer
cancel_soon(gpointer data)
{
  g_usleep(50000);
  csp_solver_cancel(data);
  return NULL;
}

static void
another_thread_ends_a_count(void)
{
  g_autoptr(CspModel) model = queens_new(25);
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  guint64 n;

  GThread *other = g_thread_new("cancel", cancel_soon, solver);
  CU_ASSERT_TRUE(csp_solver_count(solver, &n, NULL));
  g_thread_join(other);
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_INCOMPLETE);
  CU_ASSERT_EQUAL(csp_solver_get_stop_reason(solver), CSP_STOP_CANCELLED);
}

static void
a_time_limit_ends_a_count(void)
{
  g_autoptr(CspModel) model = queens_new(25);
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  guint64 n;

  CU_ASSERT_TRUE(csp_solver_set_option(solver, "time-limit", "0.05", NULL));
  CU_ASSERT_TRUE(csp_solver_count(solver, &n, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_INCOMPLETE);
  CU_ASSERT_EQUAL(csp_solver_get_stop_reason(solver), CSP_STOP_TIME);
}

static const CspTest tests[] = {
    {"the same algorithm twice over one model", the_same_algorithm_twice},
    {"two algorithms over one model", two_algorithms},
    {"local search twice finds the same", local_search_twice},
    {"another thread ends a count", another_thread_ends_a_count},
    {"a time limit ends a count", a_time_limit_ends_a_count},
};

CSP_TEST_MAIN("threads", tests)
