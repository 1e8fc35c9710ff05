/* SPDX-License-Identifier: MIT */
/* Puzzles from text, one or many, in the forms that are about:
 *
 * - all cells on one line, a symbol each (1-9, then A-Z; '.', '0', '_' and '*'
 *   are blank), or numbers with spaces between them;
 * - a line a row, of symbols or of numbers, with white space and '|' between
 *   cells or groups of cells, and lines of '-', '+', '=' and '|' between rows.
 *
 * What follows a tab is ignored, and so are blank lines, lines that begin with
 * '#' and, between puzzles, lines that begin with "Grid ".
 *
 * The order is read off the first line, by the number of its tokens T and of
 * its symbols S.  It is S where T = 1 or the tokens are groups of symbols, as in
 * "53. .7. ...", and T where they are single symbols or numbers; a square above
 * SUDOKU_SYMBOL_MAX is a whole puzzle and tells its root.
 * Only 16 leaves a doubt, a puzzle of order 4 or a row of order 16: the lines
 * that follow decide it. */
#include <string.h>

#include "sudoku.h"

enum { NUMBER_MAX = 1000000 }; /* longer ones are as wrong as this */

/* A line up to its tab, lent by the reader. */
typedef struct {
  const gchar *text;
  gsize length;
  gsize n_tokens, n_symbols;
  gsize width;        /* of each token; 0 when they differ */
  gint largest;       /* number among the tokens */
  gboolean has_words; /* a token of several symbols that is no number */
} Row;

/* Most characters are cells, and those come after white space. */
static gboolean
is_gap(gchar c)
{
  return (c <= ' ' && g_ascii_isspace(c)) || c == '|';
}

static gboolean
is_blank_cell(gchar c)
{
  return c == '.' || c == '0' || c == '_' || c == '*';
}

/* The next token from *at on; FALSE at the end of the row. */
static gboolean
next_token(const Row *row, gsize *at, gsize *out_length)
{
  gsize end;

  while (*at < row->length && is_gap(row->text[*at]))
    (*at)++;
  for (end = *at; end < row->length && !is_gap(row->text[end]); end++)
    ;
  *out_length = end - *at;
  return end > *at;
}

static inline gint
get_symbol(gchar c)
{
  if (c >= '1' && c <= '9')
    return c - '0';
  if (is_blank_cell(c))
    return 0;
  return g_ascii_isalpha(c) ? g_ascii_toupper(c) - 'A' + 10 : NUMBER_MAX;
}

static gboolean
is_number(const gchar *text, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_isdigit(text[i]))
      return FALSE;
  return TRUE;
}

static gint
get_number(const gchar *text, gsize n)
{
  gint value = 0;

  if (!is_number(text, n))
    return NUMBER_MAX;
  for (gsize i = 0; i < n && value < NUMBER_MAX; i++)
    value = 10 * value + (text[i] - '0');
  return value;
}

/* What a cell says, 0 for a blank one; NUMBER_MAX for what is no value. */
static inline gint
get_value(const gchar *text, gsize n)
{
  return n == 1 ? get_symbol(text[0]) : get_number(text, n);
}

static Row
scan_row(const gchar *text, gsize length)
{
  const gchar *tab = memchr(text, '\t', length);
  Row row = {.text = text,
             .length = tab != NULL ? (gsize)(tab - text) : length};
  gsize at = 0, n;

  for (; next_token(&row, &at, &n); at += n) {
    row.width = row.n_tokens == 0 || row.width == n ? n : 0;
    if (n > 1 && !is_number(text + at, n))
      row.has_words = TRUE;
    else
      row.largest = MAX(row.largest, get_value(text + at, n));
    row.n_tokens++;
    row.n_symbols += n;
  }
  return row;
}

/* Nothing, a comment, or a line drawn between rows. */
static gboolean
is_skipped(const Row *row)
{
  gsize at = 0;

  while (at < row->length && g_ascii_isspace(row->text[at]))
    at++;
  if (at == row->length || row->text[at] == '#')
    return TRUE;
  for (; at < row->length; at++)
    if (!g_ascii_isspace(row->text[at]) &&
        strchr("-+=|", row->text[at]) == NULL)
      return FALSE;
  return TRUE;
}

/* The next line with cells; text is NULL at the end of the input. */
static gboolean
next_row(CspReader *reader, gboolean skips_titles, Row *row, GError **error)
{
  const gchar *line;

  do {
    *row = (Row){0};
    if (!csp_reader_next_line(reader, &line, error))
      return FALSE;
    if (line == NULL)
      return TRUE;
    *row = scan_row(line, strlen(line));
  } while (is_skipped(row) ||
           (skips_titles && g_str_has_prefix(line, "Grid ")));

  for (gsize at = 0; at < row->length; at++) {
    gchar c = line[at];
    if (!is_blank_cell(c) && !g_ascii_isalnum(c) && !is_gap(c))
      return csp_reader_fail(reader, (guint)at + 1, error,
                             "expected a digit, a letter or '.' instead of "
                             "'%c'",
                             c);
  }
  return TRUE;
}

/* The order, where the row has this many cells that tell it. */
static gint
order_of_count(gsize n_cells)
{
  gsize root = 1;

  while (root * root < n_cells)
    root++;
  if (n_cells <= SUDOKU_SYMBOL_MAX || root * root != n_cells)
    root = n_cells;
  return root <= SUDOKU_ORDER_MAX ? (gint)root : 0;
}

/* Is the row one of a grid of order 16, not a puzzle of order 4?  It is when a
 * value over 4 comes before a line of another length, or when there are just 16
 * lines and all of them are blank. */
static gboolean
begins_order_16(Row row, const gchar *rest, gsize n_rest)
{
  gsize n_rows = 0;
  gboolean is_blank = TRUE;

  for (;;) {
    if (row.n_tokens == 16 || row.n_symbols == 16) {
      gsize at = 0, n;
      for (; next_token(&row, &at, &n); at += n) {
        gsize step = row.n_tokens == 16 ? n : 1;
        for (gsize i = 0; i < n; i += step) {
          gint value = get_value(row.text + at + i, step);
          if (value > 4)
            return TRUE;
          is_blank &= value == 0;
        }
      }
      n_rows++;
    } else if (!is_skipped(&row)) {
      return FALSE;
    }
    if (n_rows == 16 || n_rest == 0)
      return n_rows == 16 && is_blank;

    const gchar *newline = memchr(rest, '\n', n_rest);
    gsize n_line = newline != NULL ? (gsize)(newline - rest) : n_rest;
    row = scan_row(rest, n_line);
    rest += MIN(n_line + 1, n_rest);
    n_rest -= MIN(n_line + 1, n_rest);
  }
}

static gboolean
find_order_of_16(CspReader *reader, Row *row, gint *out_order, GError **error)
{
  g_autofree gchar *copy = g_strndup(row->text, row->length);
  const gchar *line;
  gsize n;
  const gchar *rest = csp_reader_peek(reader, &n);

  *out_order = begins_order_16(scan_row(copy, strlen(copy)), rest, n) ? 16 : 4;
  csp_reader_unread_line(reader);
  if (!csp_reader_next_line(reader, &line, error))
    return FALSE;
  *row = scan_row(line, strlen(line));
  return TRUE;
}

/* Symbols in groups, rather than numbers of several digits?  Groups are as wide
 * as the box, or too large to be numbers. */
static gboolean
has_groups(const Row *row, const CspParams *params)
{
  gint order = order_of_count(row->n_symbols), rows, columns;

  if (row->has_words || row->width < 2 || order == 0)
    return row->has_words;
  if (row->largest > (gint)row->n_tokens)
    return TRUE;
  return sudoku_get_box(params, order, &rows, &columns, NULL) &&
         row->width == (gsize)columns;
}

/* The order of the puzzle that begins with this row, where nobody says it. */
static gboolean
find_order(CspReader *reader,
           const CspParams *params,
           Row *row,
           gint *out_order,
           GError **error)
{
  gsize n = row->n_tokens == 1 || has_groups(row, params) ? row->n_symbols
                                                          : row->n_tokens;
  if (n == 16)
    return find_order_of_16(reader, row, out_order, error);
  *out_order = order_of_count(n);
  if (*out_order > SUDOKU_SYMBOL_MAX && n != row->n_tokens)
    *out_order = 0;
  return *out_order > 0 ||
         csp_reader_fail(reader, 1, error,
                         "expected a row, or a puzzle of N*N cells (81 for "
                         "order 9), instead of %" G_GSIZE_FORMAT " cells",
                         n);
}

static gboolean
read_cell(CspReader *reader,
          const Row *row,
          gsize at,
          gsize n,
          gint order,
          gint *out,
          GError **error)
{
  *out = get_value(row->text + at, n);
  return *out <= order ||
         csp_reader_fail(reader, (guint)at + 1, error,
                         "expected a value from 1 to %d, or a blank cell, "
                         "instead of '%.*s'",
                         order, (gint)MIN(n, 40), row->text + at);
}

/* As many cells as the row must have, a token or else a symbol each. */
static gboolean
read_cells(CspReader *reader,
           const Row *row,
           gint order,
           gint *out,
           gsize n_cells,
           GError **error)
{
  gboolean is_tokens = row->n_tokens == n_cells;
  gsize at = 0, n;

  for (; next_token(row, &at, &n); at += n) {
    gsize step = is_tokens ? n : 1;
    for (gsize i = 0; i < n; i += step)
      if (!read_cell(reader, row, at + i, step, order, out++, error))
        return FALSE;
  }
  return TRUE;
}

static gboolean
has_cells(const Row *row, gint n)
{
  return row->n_tokens == (gsize)n || row->n_symbols == (gsize)n;
}

static gboolean
read_rows(CspReader *reader, Row *row, SudokuGrid *grid, GError **error)
{
  gint order = grid->order;

  for (gint i = 0; i < order; i++) {
    if (i > 0 && !next_row(reader, FALSE, row, error))
      return FALSE;
    if (row->text == NULL)
      return csp_reader_fail(reader, 0, error,
                             "the puzzle ends after %d of %d rows", i, order);
    if (!has_cells(row, order))
      return csp_reader_fail(reader, 1, error,
                             "row %d has %" G_GSIZE_FORMAT
                             " cells instead of %d",
                             i + 1, MAX(row->n_tokens, row->n_symbols), order);
    if (!read_cells(reader, row, order, grid->cells + i * order, (gsize)order,
                    error))
      return FALSE;
  }
  return TRUE;
}

/* Of this order, or with 0 of the one it shows.  NULL without error at the end
 * of the input. */
static SudokuGrid *
read_grid(CspReader *reader,
          const CspParams *params,
          gint order,
          GError **error)
{
  Row row;

  if (!next_row(reader, TRUE, &row, error) || row.text == NULL)
    return NULL;
  if (order == 0 && !find_order(reader, params, &row, &order, error))
    return NULL;

  SudokuGrid *grid = sudoku_grid_new(params, order, error);
  if (grid == NULL)
    return NULL;
  gint n_cells = order * order;
  gboolean is_read =
      has_cells(&row, n_cells)
          ? read_cells(reader, &row, order, grid->cells, (gsize)n_cells, error)
          : read_rows(reader, &row, grid, error);
  if (!is_read)
    g_clear_pointer(&grid, sudoku_grid_free);
  return grid;
}

gpointer
sudoku_read(CspReader *reader, const CspParams *params, GError **error)
{
  gboolean is_first = csp_reader_get_line_number(reader) == 0;
  GError *failure = NULL;
  SudokuGrid *grid = NULL;
  gint order;

  if (sudoku_get_asked_order(params, &order, &failure))
    grid = read_grid(reader, params, order, &failure);
  if (failure != NULL)
    g_propagate_error(error, failure);
  else if (grid == NULL && is_first)
    csp_reader_fail(reader, 0, error, "expected a puzzle, but there is none");
  return grid;
}

static gboolean
is_filled(const SudokuGrid *grid, CspReader *reader, GError **error)
{
  for (gint i = 0; i < grid->order * grid->order; i++)
    if (grid->cells[i] == 0)
      return csp_reader_fail(reader, 1, error,
                             "the solution is blank at row %d, column %d",
                             i / grid->order + 1, i % grid->order + 1);
  return TRUE;
}

CspSolution *
sudoku_read_solution(CspModel *model,
                     const CspParams *params,
                     gpointer instance,
                     CspReader *reader,
                     GError **error)
{
  gsize n_cells =
      csp_model_get_array_length(model, csp_model_find_array(model, "cell"));
  GError *failure = NULL;
  CspSolution *solution = NULL;
  gint order = 1;

  while ((gsize)order * (gsize)order < n_cells)
    order++;
  SudokuGrid *grid = read_grid(reader, params, order, &failure);
  if (failure != NULL)
    g_propagate_error(error, failure);
  else if (grid == NULL)
    csp_reader_fail(reader, 0, error, "expected a solved grid");
  else if (is_filled(grid, reader, error))
    solution = csp_solution_new(model, grid->cells, n_cells, error);
  sudoku_grid_free(grid);
  return solution;
}

/* The first line with cells must be a row or a puzzle in digits; letters could
 * be anything. */
gboolean
sudoku_sniff(const gchar *head, gsize n)
{
  while (n > 0) {
    const gchar *newline = memchr(head, '\n', n);
    gsize n_line = newline != NULL ? (gsize)(newline - head) : n;
    Row row = scan_row(head, n_line);
    if (!is_skipped(&row)) {
      for (gsize i = 0; i < row.length; i++)
        if (!is_gap(head[i]) && !g_ascii_isdigit(head[i]) &&
            !is_blank_cell(head[i]))
          return FALSE;
      return row.n_symbols >= 4 &&
             order_of_count(row.n_tokens == 1 ? row.n_symbols : row.n_tokens) >=
                 4;
    }
    head += MIN(n_line + 1, n);
    n -= MIN(n_line + 1, n);
  }
  return FALSE;
}
