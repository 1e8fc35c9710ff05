/* SPDX-License-Identifier: MIT */
/* Places 8 queens so that none attacks another, and counts the ways to. */
#include <libcsp/csp.h>

enum { N = 8 };

/* column[row] + b * row must differ: for b = 0 the columns, for 1 and -1 the
 * two kinds of diagonals. */
static gboolean
state(CspModel *model, CspArray *out_column, GError **error)
{
  *out_column = csp_model_add_int_array(model, "column", N, 0, N - 1, error);
  if (*out_column == CSP_NONE)
    return FALSE;
  for (gint b = -1; b <= 1; b++)
    if (!csp_model_post_all_different_affine(model, *out_column, 0, b, error))
      return FALSE;
  return TRUE;
}

static void
print_board(const CspSolution *solution, CspArray column)
{
  const gint *columns = csp_solution_get_values(solution, column, NULL);

  for (gint row = 0; row < N; row++)
    for (gint i = 0; i < N; i++)
      g_print("%c%c", i == columns[row] ? 'Q' : '.', i + 1 < N ? ' ' : '\n');
}

int
main(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(CspModel) model = csp_model_new();
  CspArray column;

  if (!state(model, &column, &error))
    g_error("%s", error->message);

  g_autoptr(CspSolver) solver = csp_solver_new(model);
  g_autoptr(CspSolution) solution = csp_solver_next(solver, &error);
  if (solution == NULL)
    g_error("%s", error != NULL ? error->message : "no solution");
  print_board(solution, column);

  guint64 count;
  if (!csp_solver_count(solver, &count, &error))
    g_error("%s", error->message);
  g_print("%" G_GUINT64_FORMAT " solutions\n", count);
  return 0;
}
