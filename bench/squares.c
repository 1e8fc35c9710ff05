/* SPDX-License-Identifier: MIT */
/* Counts squares that others have counted before, through the public interface.
 *
 *   latin N    rows and columns hold each of 1 .. N once
 *   reduced N  the same, first row and first column in order
 *   magic N    1 .. N^2 once each; rows, columns and both diagonals have equal
 *              sums
 *   classes N  the same up to rotation and reflection: of the four corners the
 *              first is least, and the second is less than the third, which
 *              picks exactly one of each eight
 *
 * usage: squares latin|reduced|magic|classes N */
#include <stdlib.h>
#include <string.h>

#include <libcsp/csp.h>

typedef struct {
  CspModel *model;
  CspArray cells;
  gsize n;
} Square;

static CspVar
cell(const Square *square, gsize row, gsize column)
{
  return csp_model_get_var(square->model, square->cells,
                           row * square->n + column);
}

/* Row i, and column i. */
static void
get_lines(const Square *square, gsize i, CspVar *out_row, CspVar *out_column)
{
  for (gsize k = 0; k < square->n; k++) {
    out_row[k] = cell(square, i, k);
    out_column[k] = cell(square, k, i);
  }
}

static gboolean
post_different(const Square *square,
               const CspVar *vars,
               gsize n_vars,
               GError **error)
{
  return csp_model_post_all_different(square->model, vars, n_vars, NULL, 0,
                                      error);
}

static gboolean
build_latin(Square *square, GError **error)
{
  gsize n = square->n;
  g_autofree CspVar *row = g_new(CspVar, n), *column = g_new(CspVar, n);

  square->cells =
      csp_model_add_int_array(square->model, "cell", n * n, 1, (gint)n, error);
  if (square->cells == CSP_NONE)
    return FALSE;
  csp_model_set_strength(square->model, CSP_STRENGTH_DOMAIN);
  for (gsize i = 0; i < n; i++) {
    get_lines(square, i, row, column);
    if (!post_different(square, row, n, error) ||
        !post_different(square, column, n, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
build_reduced(Square *square, GError **error)
{
  if (!build_latin(square, error))
    return FALSE;
  for (gsize i = 0; i < square->n; i++)
    if (!csp_model_post_relation_const(square->model, cell(square, 0, i),
                                       CSP_RELATION_EQ, (gint)i + 1, error) ||
        !csp_model_post_relation_const(square->model, cell(square, i, 0),
                                       CSP_RELATION_EQ, (gint)i + 1, error))
      return FALSE;
  return TRUE;
}

static gboolean
post_sum(const Square *square, const CspVar *vars, GError **error)
{
  gsize n = square->n;
  g_autofree gint *ones = g_new(gint, n);

  for (gsize i = 0; i < n; i++)
    ones[i] = 1;
  return csp_model_post_linear(square->model, ones, n, vars, n, CSP_RELATION_EQ,
                               (gint64)(n * (n * n + 1) / 2), error);
}

/* a < b */
static gboolean
post_less(const Square *square, CspVar a, CspVar b, GError **error)
{
  return csp_model_post_relation(square->model, a, CSP_RELATION_LT, b, 0,
                                 error);
}

static gboolean
build_magic(Square *square, GError **error)
{
  gsize n = square->n, last = n - 1;
  g_autofree CspVar *all = g_new(CspVar, n * n);
  g_autofree CspVar *row = g_new(CspVar, n), *column = g_new(CspVar, n);

  square->cells = csp_model_add_int_array(square->model, "cell", n * n, 1,
                                          (gint)(n * n), error);
  if (square->cells == CSP_NONE)
    return FALSE;
  for (gsize i = 0; i < n * n; i++)
    all[i] = cell(square, i / n, i % n);
  if (!post_different(square, all, n * n, error))
    return FALSE;
  for (gsize i = 0; i < n; i++) {
    get_lines(square, i, row, column);
    if (!post_sum(square, row, error) || !post_sum(square, column, error))
      return FALSE;
  }
  for (gsize i = 0; i < n; i++) {
    row[i] = cell(square, i, i);
    column[i] = cell(square, i, last - i);
  }
  return post_sum(square, row, error) && post_sum(square, column, error);
}

static gboolean
build_classes(Square *square, GError **error)
{
  gsize last = square->n - 1;

  if (!build_magic(square, error))
    return FALSE;
  if (square->n == 1)
    return TRUE;

  CspVar corner = cell(square, 0, 0), right = cell(square, 0, last);
  CspVar below = cell(square, last, 0), across = cell(square, last, last);
  return post_less(square, corner, right, error) &&
         post_less(square, corner, below, error) &&
         post_less(square, corner, across, error) &&
         post_less(square, right, below, error);
}

static const struct {
  const gchar *name;
  gboolean (*build)(Square *square, GError **error);
} kinds[] = {
    {"latin", build_latin},
    {"reduced", build_reduced},
    {"magic", build_magic},
    {"classes", build_classes},
};

static gboolean
count(const gchar *kind, gsize n, guint64 *out_count, GError **error)
{
  g_autoptr(CspModel) model = csp_model_new();
  Square square = {.model = model, .n = n};

  for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
    if (strcmp(kind, kinds[i].name) != 0)
      continue;
    if (!kinds[i].build(&square, error))
      return FALSE;
    g_autoptr(CspSolver) solver = csp_solver_new(model);
    return csp_solver_set_option(solver, "algorithm", "mac", error) &&
           csp_solver_count(solver, out_count, error);
  }
  g_set_error(error, CSP_ERROR, CSP_ERROR_INVALID, "no such square: %s", kind);
  return FALSE;
}

int
main(int argc, char **argv)
{
  g_autoptr(GError) error = NULL;
  gint64 n = argc == 3 ? g_ascii_strtoll(argv[2], NULL, 10) : 0;
  guint64 found;

  if (n < 1 || n > 100) {
    g_printerr(
        "usage: squares latin|reduced|magic|classes N, N from 1 to 100\n");
    return 2;
  }
  if (!count(argv[1], (gsize)n, &found, &error)) {
    g_printerr("squares: %s\n", error->message);
    return 1;
  }
  g_print("%" G_GUINT64_FORMAT " solutions\n", found);
  return 0;
}
