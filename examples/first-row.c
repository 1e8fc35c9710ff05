/* SPDX-License-Identifier: MIT */
/* In how many of the boards of 8 queens the queen of the first row stands in
 * each column: one solver, compiled once, with another assumption each time. */
#include <libcsp/csp.h>

enum { N = 8 };

static void
count_with(CspSolver *solver, CspVar first, gint value)
{
  g_autoptr(GError) error = NULL;
  guint64 count;

  if (!csp_solver_set_assumptions(solver, &first, 1, &value, 1, &error) ||
      !csp_solver_count(solver, &count, &error))
    g_error("%s", error->message);
  g_print("column %d: %" G_GUINT64_FORMAT "\n", value + 1, count);
}

int
main(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(CspModel) model = csp_model_new();
  CspArray column =
      csp_model_add_int_array(model, "column", N, 0, N - 1, &error);
  if (column == CSP_NONE)
    g_error("%s", error->message);
  for (gint b = -1; b <= 1; b++)
    if (!csp_model_post_all_different_affine(model, column, 0, b, &error))
      g_error("%s", error->message);

  g_autoptr(CspSolver) solver = csp_solver_new(model);
  if (!csp_solver_set_option(solver, "algorithm", "mac", &error))
    g_error("%s", error->message);
  g_object_set(solver, "time-limit", 60.0, NULL);
  for (gint value = 0; value < N; value++)
    count_with(solver, csp_model_get_var(model, column, 0), value);
  return 0;
}
