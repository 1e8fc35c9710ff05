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
 *   qg5 N      the quasigroups of 0 .. N-1 with a * a = a and
 *              ((b * a) * b) * b = a
 *
 * usage: squares [OPTION=VALUE]... latin|reduced|magic|classes|qg5 N
 *
 * The options are those of CspSolver, and repeat=TIMES: so often it is counted,
 * from the empty model on.  The elements of quasigroups and of reduced squares may
 * be renamed, and rows and columns of the latter change places: unless there is
 * symmetry=off, the models say so. */
#include <stdlib.h>
#include <string.h>

#include <libcsp/csp.h>

typedef struct {
  CspModel *model;
  CspArray cells;
  gsize n;
  gboolean is_plain; /* no symmetries are declared */
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
  for (gsize i = 0; i < n; i++) {
    get_lines(square, i, row, column);
    if (!post_different(square, row, n, error) ||
        !post_different(square, column, n, error))
      return FALSE;
  }
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

/* Pairs with their images. */
typedef struct {
  CspVar *vars, *images;
  gint *values, *renamed;
  gsize n;
} Renaming;

/* The pairs of a square: where row i, column j and value k become to[i], to[j]
 * and to[k], and rows and columns change places besides if it is turned. */
static void
append_renamed(const Square *square,
               CspArray array,
               const gint *to,
               gboolean is_turned,
               Renaming *renaming)
{
  gint n = (gint)square->n, min = 0, max = 0;
  CspVar first = csp_model_get_var(square->model, array, 0);

  csp_model_get_bounds(square->model, first, &min, &max);
  for (gint i = 0; i < n * n; i++) {
    gint row = to[i / n], column = to[i % n];
    gint place = is_turned ? column * n + row : row * n + column;
    for (gint value = min; value <= max; value++) {
      gsize k = renaming->n++;
      renaming->vars[k] = first + (CspVar)i;
      renaming->values[k] = value;
      renaming->images[k] = first + (CspVar)place;
      renaming->renamed[k] = min + to[value - min];
    }
  }
}

static gboolean
add_renaming(const Square *square,
             const gchar *name,
             const CspArray *arrays,
             gsize n_arrays,
             const gint *to,
             gboolean is_turned,
             GError **error)
{
  gsize n = n_arrays * square->n * square->n * square->n;
  g_autofree CspVar *vars = g_new(CspVar, 2 * n);
  g_autofree gint *values = g_new(gint, 2 * n);
  Renaming renaming = {.vars = vars,
                       .images = vars + n,
                       .values = values,
                       .renamed = values + n};

  for (gsize k = 0; k < n_arrays; k++)
    append_renamed(square, arrays[k], to, is_turned, &renaming);
  return csp_model_add_symmetry_pairs(square->model, name, renaming.vars, n,
                                      renaming.values, n, renaming.images, n,
                                      renaming.renamed, n, error);
}

/* A swap and a turn make all renamings of the elements from the first on. */
static gboolean
add_renamings(const Square *square,
              const CspArray *arrays,
              gsize n_arrays,
              gint first,
              GError **error)
{
  gint n = (gint)square->n;
  g_autofree gint *swap = g_new(gint, n), *turn = g_new(gint, n);

  for (gint i = 0; i < n; i++) {
    swap[i] = i;
    turn[i] = i < first ? i : i + 1 < n ? i + 1 : first;
  }
  if (first + 1 < n) {
    swap[first] = first + 1;
    swap[first + 1] = first;
  }
  return square->is_plain ||
         (add_renaming(square, "swap", arrays, n_arrays, swap, FALSE, error) &&
          add_renaming(square, "turn", arrays, n_arrays, turn, FALSE, error));
}

static gboolean
add_transpose(const Square *square, GError **error)
{
  g_autofree gint *same = g_new(gint, square->n);

  for (gint i = 0; i < (gint)square->n; i++)
    same[i] = i;
  return square->is_plain || add_renaming(square, "transpose", &square->cells,
                                          1, same, TRUE, error);
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
  return add_renamings(square, &square->cells, 1, 1, error) &&
         add_transpose(square, error);
}

static gboolean
build_qg5(Square *square, GError **error)
{
  CspModel *model = square->model;
  gsize n = square->n;
  g_autofree CspVar *row = g_new(CspVar, n), *column = g_new(CspVar, n);
  g_autofree CspVar *elements = g_new(CspVar, n);

  square->cells =
      csp_model_add_int_array(model, "product", n * n, 0, (gint)n - 1, error);
  /* (b * a) * b */
  CspArray twice =
      csp_model_add_int_array(model, "twice", n * n, 0, (gint)n - 1, error);
  for (gsize a = 0; a < n; a++) {
    gchar name[8];
    g_snprintf(name, sizeof name, "e%zu", a);
    elements[a] = csp_model_add_int(model, name, (gint)a, (gint)a, error);
  }
  for (gsize b = 0; b < n; b++) {
    get_lines(square, b, row, column);
    if (!post_different(square, row, n, error) ||
        !post_different(square, column, n, error) ||
        !csp_model_post_relation_const(model, row[b], CSP_RELATION_EQ, (gint)b,
                                       error))
      return FALSE;
    for (gsize a = 0; a < n; a++) {
      CspVar middle = csp_model_get_var(model, twice, b * n + a);
      if (!csp_model_post_element_var(model, column, n, row[a], middle,
                                      error) ||
          !csp_model_post_element_var(model, column, n, middle, elements[a],
                                      error))
        return FALSE;
    }
  }
  const CspArray products[] = {square->cells, twice};
  return add_renamings(square, products, G_N_ELEMENTS(products), 0, error);
}

static const struct {
  const gchar *name;
  gboolean (*build)(Square *square, GError **error);
} kinds[] = {
    {"latin", build_latin}, {"reduced", build_reduced},
    {"magic", build_magic}, {"classes", build_classes},
    {"qg5", build_qg5},
};

/* Sets the options of the form NAME=VALUE. */
static gboolean
set_options(CspSolver *solver, gchar **options, gsize n, GError **error)
{
  for (gsize i = 0; i < n; i++) {
    g_auto(GStrv) pair = g_strsplit(options[i], "=", 2);
    if (!g_str_has_prefix(options[i], "repeat=") &&
        !csp_solver_set_option(solver, pair[0], pair[1], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
has_option(gchar **options, gsize n, const gchar *text)
{
  for (gsize i = 0; i < n; i++)
    if (strcmp(options[i], text) == 0)
      return TRUE;
  return FALSE;
}

static gint64
get_repeat(gchar **options, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (g_str_has_prefix(options[i], "repeat="))
      return g_ascii_strtoll(options[i] + strlen("repeat="), NULL, 10);
  return 1;
}

static gboolean
count(const gchar *kind,
      gsize n,
      gchar **options,
      gsize n_options,
      guint64 *out_count,
      GError **error)
{
  g_autoptr(CspModel) model = csp_model_new();
  Square square = {.model = model,
                   .n = n,
                   .is_plain = has_option(options, n_options, "symmetry=off")};

  for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
    if (strcmp(kind, kinds[i].name) != 0)
      continue;
    if (!kinds[i].build(&square, error))
      return FALSE;
    g_autoptr(CspSolver) solver = csp_solver_new(model);
    return set_options(solver, options, n_options, error) &&
           csp_solver_count(solver, out_count, error);
  }
  g_set_error(error, CSP_ERROR, CSP_ERROR_INVALID, "no such square: %s", kind);
  return FALSE;
}

int
main(int argc, char **argv)
{
  g_autoptr(GError) error = NULL;
  gint64 n = argc >= 3 ? g_ascii_strtoll(argv[argc - 1], NULL, 10) : 0;
  gsize n_options = argc >= 3 ? (gsize)argc - 3 : 0;
  guint64 found = 0;

  if (n < 1 || n > 100) {
    g_printerr("usage: squares [OPTION=VALUE]... "
               "latin|reduced|magic|classes|qg5 N, N from 1 to 100\n");
    return 2;
  }
  for (gint64 left = get_repeat(argv + 1, n_options); left > 0; left--)
    if (!count(argv[argc - 2], (gsize)n, argv + 1, n_options, &found, &error)) {
      g_printerr("squares: %s\n", error->message);
      return 1;
    }
  g_print("%" G_GUINT64_FORMAT " solutions\n", found);
  return 0;
}
