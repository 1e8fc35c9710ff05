/* SPDX-License-Identifier: MIT */
/* Six jobs on two machines, done as early as possible: two jobs on one machine
 * do not overlap, some jobs wait for others, and some need the first machine.
 * Expressions state it. */
#include <libcsp/csp.h>

enum { N_JOBS = 6, N_MACHINES = 2, HORIZON = 30 };

static const gchar *const names[N_JOBS] = {"cut",   "drill", "bend",
                                           "paint", "wire",  "box"};
static const gint hours[N_JOBS] = {4, 3, 5, 2, 6, 2};
/* The first of a pair ends before the second begins. */
static const gint before[][2] = {{0, 1}, {0, 2}, {1, 3},
                                 {2, 3}, {3, 5}, {4, 5}};

static const gint on_first[] = {0, 3, 5};

typedef struct {
  CspArray start, machine;
  CspVar end; /* when all is done */
} Plan;

static CspExpr
element(CspModel *model, CspArray array, gint i, GError **error)
{
  return csp_model_expr_var(model, csp_model_get_var(model, array, (gsize)i),
                            error);
}

/* When job i ends. */
static CspExpr
end_of(CspModel *model, const Plan *plan, gint i, GError **error)
{
  return csp_model_expr_binary(
      model, CSP_EXPR_ADD, element(model, plan->start, i, error),
      csp_model_expr_const(model, hours[i], error), error);
}

/* Job i ends before job j begins. */
static CspExpr
precedes(CspModel *model, const Plan *plan, gint i, gint j, GError **error)
{
  return csp_model_expr_binary(model, CSP_EXPR_LE,
                               end_of(model, plan, i, error),
                               element(model, plan->start, j, error), error);
}

/* On different machines, or one after the other. */
static gboolean
post_apart(CspModel *model, const Plan *plan, gint i, gint j, GError **error)
{
  CspExpr either[] = {
      csp_model_expr_binary(model, CSP_EXPR_NE,
                            element(model, plan->machine, i, error),
                            element(model, plan->machine, j, error), error),
      precedes(model, plan, i, j, error),
      precedes(model, plan, j, i, error),
  };
  return csp_model_post_expr(
      model, csp_model_expr(model, CSP_EXPR_OR, either, 3, error), error);
}

static gboolean
post_end(CspModel *model, const Plan *plan, GError **error)
{
  CspExpr ends[N_JOBS];

  for (gint i = 0; i < N_JOBS; i++)
    ends[i] = end_of(model, plan, i, error);
  CspExpr last = csp_model_expr(model, CSP_EXPR_MAX, ends, N_JOBS, error);
  CspExpr end = csp_model_expr_var(model, plan->end, error);
  return csp_model_post_expr(
      model, csp_model_expr_binary(model, CSP_EXPR_EQ, end, last, error),
      error);
}

static gboolean
state(CspModel *model, Plan *plan, GError **error)
{
  plan->start =
      csp_model_add_int_array(model, "start", N_JOBS, 0, HORIZON, error);
  if (plan->start == CSP_NONE)
    return FALSE;
  plan->machine = csp_model_add_int_array(model, "machine", N_JOBS, 0,
                                          N_MACHINES - 1, error);
  if (plan->machine == CSP_NONE)
    return FALSE;
  plan->end = csp_model_add_int(model, "end", 0, HORIZON, error);
  if (plan->end == CSP_NONE)
    return FALSE;

  for (gint i = 0; i < N_JOBS; i++)
    for (gint j = i + 1; j < N_JOBS; j++)
      if (!post_apart(model, plan, i, j, error))
        return FALSE;
  for (gsize k = 0; k < G_N_ELEMENTS(before); k++)
    if (!csp_model_post_expr(
            model, precedes(model, plan, before[k][0], before[k][1], error),
            error))
      return FALSE;
  for (gsize k = 0; k < G_N_ELEMENTS(on_first); k++)
    if (!csp_model_post_relation_const(
            model, csp_model_get_var(model, plan->machine, (gsize)on_first[k]),
            CSP_RELATION_EQ, 0, error))
      return FALSE;
  return post_end(model, plan, error) &&
         csp_model_minimize(model, plan->end, error);
}

static void
print_plan(const CspSolution *solution, const Plan *plan)
{
  const gint *start = csp_solution_get_values(solution, plan->start, NULL);
  const gint *machine = csp_solution_get_values(solution, plan->machine, NULL);

  for (gint i = 0; i < N_JOBS; i++)
    g_print("machine %d, hours %2d to %2d: %s\n", machine[i] + 1, start[i],
            start[i] + hours[i], names[i]);
}

int
main(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(CspModel) model = csp_model_new();
  Plan plan;

  if (!state(model, &plan, &error))
    g_error("%s", error->message);
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  if (!csp_solver_solve(solver, &error))
    g_error("%s", error->message);

  const CspSolution *best = csp_solver_get_solution(solver);
  if (best != NULL)
    print_plan(best, &plan);
  g_print("%s", csp_status_get_name(csp_solver_get_status(solver)));
  if (best != NULL)
    g_print(": done after %d hours", csp_solution_get_objective(best));
  g_print("\n");
  return 0;
}
