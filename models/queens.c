/* SPDX-License-Identifier: MIT */
/* N queens: one variable a row, its value the queen's column, both from 0.
 * Columns differ, and so do both kinds of diagonals, which are column + row
 * and column - row.
 *
 * The eight symmetries of the board come from three: the rows reversed, the
 * columns reversed, and rows exchanged with columns. */
#include <string.h>

#include <libcsp/csp.h>
#include <libcsp/csp-plugin.h>
#include <libcsp/csp-svg.h>

enum { ARG_SIZE };

enum {
  BOARD_MAX = 50,   /* drawn as a board in text up to here */
  SQUARES_MAX = 96, /* squares are drawn up to here, then dots alone */
  DOTS_MAX = 1024,  /* then how many queens each block of the board has */
  N_BLOCKS = 64,    /* blocks a side */
};

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
  return 40 * (guint64)csp_params_get_int(params, ARG_SIZE);
}

static void
append_board(GString *out, const gint *columns, gint n)
{
  for (gint row = 0; row < n; row++)
    for (gint column = 0; column < n; column++) {
      g_string_append_c(out, column == columns[row] ? 'Q' : '.');
      g_string_append_c(out, column + 1 < n ? ' ' : '\n');
    }
}

/* Digits by hand: a million numbers take as long as a thousand calls of
 * printf() would. */
static void
append_columns(GString *out, const gint *columns, gsize n)
{
  gsize at = out->len, width = 1;

  for (gsize left = n; left > 0; left /= 10)
    width++;
  g_string_set_size(out, at + width * n);
  gchar *text = out->str;
  for (gsize row = 0; row < n; row++) {
    gchar digits[10];
    guint n_digits = 0;
    for (guint left = (guint)columns[row] + 1; left > 0; left /= 10)
      digits[n_digits++] = (gchar)('0' + left % 10);
    while (n_digits > 0)
      text[at++] = digits[--n_digits];
    text[at++] = row + 1 < n ? ' ' : '\n';
  }
  g_string_set_size(out, at);
}

static void
append_move(GString *path, const gchar *command, gdouble x, gdouble y)
{
  gchar x_text[G_ASCII_DTOSTR_BUF_SIZE], y_text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd(x_text, sizeof(x_text), "%.2f", x);
  g_ascii_formatd(y_text, sizeof(y_text), "%.2f", y);
  g_string_append_printf(path, "%s%s %s", command, x_text, y_text);
}

/* A crown of five points in a square of side 1, as steps. */
static void
append_queen(GString *path, gdouble x, gdouble y, gdouble cell)
{
  static const gdouble corners[][2] = {
      {0.20, 0.82}, {0.80, 0.82}, {0.80, 0.73}, {0.88, 0.32},
      {0.68, 0.54}, {0.63, 0.20}, {0.50, 0.50}, {0.37, 0.20},
      {0.32, 0.54}, {0.12, 0.32}, {0.20, 0.73},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(corners); i++)
    append_move(path, i == 0 ? "M" : "L", x + cell * corners[i][0],
                y + cell * corners[i][1]);
  g_string_append_c(path, 'z');
}

static void
append_dot(GString *path, gdouble x, gdouble y, gdouble cell)
{
  append_move(path, "M", x, y);
  append_move(path, "h", cell, cell);
}

/* The dark squares as one path of 2 bands for each 2 lines: where a row's band,
 * which runs one way, meets a column's, which runs the other, they cancel. */
static void
draw_squares(CspSvg *svg, gint n, gdouble cell)
{
  g_autoptr(GString) path = g_string_new(NULL);
  gdouble side = n * cell;

  for (gint i = 1; i < n; i += 2) {
    append_move(path, "M", 0, i * cell);
    append_move(path, "L", side, i * cell);
    append_move(path, "L", side, (i + 1) * cell);
    append_move(path, "L", 0, (i + 1) * cell);
    append_move(path, "zM", i * cell, 0);
    append_move(path, "L", i * cell, side);
    append_move(path, "L", (i + 1) * cell, side);
    append_move(path, "L", (i + 1) * cell, 0);
    g_string_append_c(path, 'z');
  }
  csp_svg_path(svg, path->str, "#b58863", NULL, 0);
}

static void
draw_queens(CspSvg *svg, const gint *columns, gint n, gdouble cell)
{
  g_autoptr(GString) path = g_string_new(NULL);

  csp_svg_rect(svg, 0, 0, n * cell, n * cell, "#f0d9b5", NULL, 0);
  if (n <= SQUARES_MAX)
    draw_squares(svg, n, cell);
  for (gint row = 0; row < n; row++)
    if (n <= SQUARES_MAX)
      append_queen(path, columns[row] * cell, row * cell, cell);
    else
      append_dot(path, columns[row] * cell, row * cell, cell);
  csp_svg_path(svg, path->str, "#1b1b1b", NULL, 0);
}

static void
draw_blocks(CspSvg *svg, const gint *columns, gint n, gdouble side)
{
  g_autofree guint *counts = g_new0(guint, N_BLOCKS * N_BLOCKS);
  gdouble block = side / N_BLOCKS;
  guint most = 0;

  for (gint row = 0; row < n; row++) {
    gint64 y = (gint64)row * N_BLOCKS / n;
    gint64 x = (gint64)columns[row] * N_BLOCKS / n;
    guint *count = &counts[y * N_BLOCKS + x];
    (*count)++;
    most = MAX(most, *count);
  }
  for (gint i = 0; i < N_BLOCKS * N_BLOCKS; i++) {
    gchar gray[8];
    guint level = 255 - (guint)((guint64)counts[i] * 255 / most);
    g_snprintf(gray, sizeof(gray), "#%02x%02x%02x", level, level, level);
    csp_svg_rect(svg, i % N_BLOCKS * block, i / N_BLOCKS * block, block, block,
                 gray, NULL, 0);
  }
}

static void
append_picture(GString *out, const gint *columns, gint n)
{
  gdouble cell = n <= 20 ? 40 : 800.0 / n;
  g_autofree gchar *title =
      n <= DOTS_MAX
          ? g_strdup_printf("%d queens", n)
          : g_strdup_printf("%d queens: how many stand in each block", n);
  g_autoptr(CspSvg) svg = csp_svg_new(n * cell, n * cell, title);

  if (n <= DOTS_MAX)
    draw_queens(svg, columns, n, cell);
  else
    draw_blocks(svg, columns, n, n * cell);
  g_autofree gchar *text = csp_svg_finish(svg);
  g_string_append(out, text);
}

static gboolean
queens_render(CspModel *model,
              const CspParams *params,
              gpointer instance,
              const CspSolution *solution,
              const gchar *format,
              GString *out,
              GError **error)
{
  gsize n;
  const gint *columns = csp_solution_get_values(
      solution, csp_model_find_array(model, "column"), &n);

  if (strcmp(format, "svg") == 0)
    append_picture(out, columns, (gint)n);
  else if (n <= BOARD_MAX)
    append_board(out, columns, (gint)n);
  else
    append_columns(out, columns, n);
  return TRUE;
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
