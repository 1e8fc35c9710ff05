/* SPDX-License-Identifier: MIT */
/* A program of somebody else's: counts the ways to place 8 queens. */
#include <libcsp/csp.h>

int
main(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray column = csp_model_add_int_array(model, "column", 8, 0, 7, NULL);
  for (gint slope = -1; slope <= 1; slope++)
    csp_model_post_all_different_affine(model, column, 0, slope, NULL);
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  guint64 n = 0;
  csp_solver_count(solver, &n, NULL);
  g_print("%" G_GUINT64_FORMAT "\n", n);
}
