/* SPDX-License-Identifier: MIT */
/* N queens: one variable a row, its value the queen's column, both from 0.
 * Columns differ, and so do both kinds of diagonals, which are column + row
 * and column - row.
 *
 * The eight symmetries of the board come from three: the rows reversed, the
 * columns reversed, and rows exchanged with columns. */
#include <string.h>

#include "queens.h"

enum { ARG_SIZE };

static const CspParamSpec params[] = {
    [ARG_SIZE] = CSP_PARAM_INT(
        "size", 1, 100000000, 8, "queens", "queens, and squares a side"),
};

static const gchar *const formats[] = {"svg", NULL};

static gboolean
queens_build(CspModel *model,
             const CspParams *params,
             gpointer instance,
             GError **error)
{
  gint n = (gint)csp_params_get_int(params, ARG_SIZE);
  CspArray column =
      csp_model_add_int_array(model, "column", (gsize)n, 0, n - 1, error);
  if (column == CSP_NONE)
    return FALSE;

  /* column[i] + b*i must differ, for b = 0, 1, -1.  Stronger pruning than by
   * the queens placed costs more than the nodes it saves. */
  static const struct {
    const gchar *group;
    gint b;
  } lines[] = {{"one queen a column", 0},
               {"one queen a rising diagonal", 1},
               {"one queen a falling diagonal", -1}};
  csp_model_set_strength(model, CSP_STRENGTH_VALUE);
  for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
    csp_model_set_group(model, lines[i].group);
    if (!csp_model_post_all_different_affine(model, column, 0, lines[i].b,
                                             error))
      return FALSE;
  }
  return csp_model_add_symmetry_reverse(model, column, error) &&
         csp_model_add_symmetry_reverse_values(model, column, error) &&
         csp_model_add_symmetry_transpose(model, column, error);
}

/* Local search keeps the columns, the three flag arrays and their lists. */
static guint64
queens_estimate(const CspParams *params, gpointer instance)
{
  return 20 * (guint64)csp_params_get_int(params, ARG_SIZE);
}

/* The next line that is not blank, from its first token; NULL at the end. */
static gboolean
next_row(CspReader *reader, const gchar **out_token, GError **error)
{
  const gchar *line;

  do {
    if (!csp_reader_next_line(reader, &line, error))
      return FALSE;
    *out_token = line != NULL ? csp_reader_next_token(reader) : NULL;
  } while (line != NULL && *out_token == NULL);
  return TRUE;
}

/* A row of the board, its first token read already. */
static gboolean
read_board_row(
    CspReader *reader, const gchar *token, gint n, gint *out, GError **error)
{
  *out = -1;
  for (gint column = 0; column < n; column++) {
    gboolean is_queen = g_strcmp0(token, "Q") == 0;
    if (!is_queen && g_strcmp0(token, ".") != 0)
      return csp_reader_fail(reader, 0, error,
                             "expected %d squares, each 'Q' or '.'", n);
    if (is_queen && *out >= 0)
      return csp_reader_fail(reader, 0, error, "a second queen in a row");
    if (is_queen)
      *out = column;
    token = column + 1 < n ? csp_reader_next_token(reader) : NULL;
  }
  if (!csp_reader_expect_end_of_line(reader, error))
    return FALSE;
  return *out >= 0 || csp_reader_fail(reader, 1, error, "a row has no queen");
}

static gboolean
read_board(CspReader *reader,
           const gchar *token,
           gint n,
           gint *columns,
           GError **error)
{
  for (gint row = 0; row < n; row++) {
    if (row > 0 && !next_row(reader, &token, error))
      return FALSE;
    if (token == NULL)
      return csp_reader_fail(reader, 0, error,
                             "the board ends after %d of %d rows", row, n);
    if (!read_board_row(reader, token, n, &columns[row], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_columns(CspReader *reader, gint n, gint *columns, GError **error)
{
  const gchar *line;

  csp_reader_unread_line(reader);
  if (!csp_reader_next_line(reader, &line, error))
    return FALSE;
  for (gint row = 0; row < n; row++) {
    gint64 column;
    if (!csp_reader_next_int(reader, "a column", 1, n, &column, error))
      return FALSE;
    columns[row] = (gint)column - 1;
  }
  return csp_reader_expect_end_of_line(reader, error);
}

/* A board or the columns, as they are written, at any size. */
static CspSolution *
queens_read_solution(CspModel *model,
                     const CspParams *params,
                     gpointer instance,
                     CspReader *reader,
                     GError **error)
{
  gint n = (gint)csp_params_get_int(params, ARG_SIZE);
  g_autofree gint *columns = g_new(gint, n);
  const gchar *token;

  if (!next_row(reader, &token, error))
    return NULL;
  if (token == NULL) {
    csp_reader_fail(reader, 0, error, "expected a board or %d columns", n);
    return NULL;
  }
  gboolean is_board = strcmp(token, "Q") == 0 || strcmp(token, ".") == 0;
  if (is_board ? !read_board(reader, token, n, columns, error)
               : !read_columns(reader, n, columns, error))
    return NULL;
  return csp_solution_new(model, columns, (gsize)n, error);
}

CSP_PLUGIN_DEFINE(.name = "queens",
                  .title = "N queens",
                  .blurb = "place n queens so that none attacks another",
                  .params = params,
                  .n_params = G_N_ELEMENTS(params),
                  .files = CSP_FILES_NONE,
                  .formats = formats,
                  .build = queens_build,
                  .render = queens_render,
                  .read_solution = queens_read_solution,
                  .estimate = queens_estimate);
