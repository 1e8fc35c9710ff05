/* SPDX-License-Identifier: MIT */
/* Solved grids as text, line and picture.
 *
 * The text shows numbers at every order; the line shows a symbol a cell, 1-9
 * and then A-Z, and numbers with spaces between them where that is not enough
 * (orders over 35).  sudoku-read.c reads all of these. */
#include <string.h>

#include <libcsp/csp-svg.h>

#include "sudoku.h"

static const gint *
get_cells(CspModel *model, const CspSolution *solution, gint *out_order)
{
  gsize n_cells;
  const gint *cells = csp_solution_get_values(
      solution, csp_model_find_array(model, "cell"), &n_cells);
  gint order = 1;

  while ((gsize)order * (gsize)order < n_cells)
    order++;
  *out_order = order;
  return cells;
}

/* "------+-------+------" under a row of boxes */
static void
append_rule(GString *out, gint order, gint box_columns, gint width)
{
  for (gint first = 0; first < order; first += box_columns) {
    gint n_dashes = box_columns * (width + 1) + (first > 0);
    if (first + box_columns == order)
      n_dashes--;
    if (first > 0)
      g_string_append_c(out, '+');
    for (gint i = 0; i < n_dashes; i++)
      g_string_append_c(out, '-');
  }
  g_string_append_c(out, '\n');
}

static void
append_grid(GString *out,
            const gint *cells,
            gint order,
            gint box_rows,
            gint box_columns)
{
  gint width = order < 10 ? 1 : order < 100 ? 2 : 3;

  for (gint row = 0; row < order; row++) {
    if (row > 0 && row % box_rows == 0)
      append_rule(out, order, box_columns, width);
    for (gint column = 0; column < order; column++) {
      if (column > 0)
        g_string_append(out, column % box_columns == 0 ? " | " : " ");
      g_string_append_printf(out, "%*d", width, cells[row * order + column]);
    }
    g_string_append_c(out, '\n');
  }
}

enum { CELL = 40, MARGIN = 4 };

/* A line at each step across the grid, from edge to edge. */
static void
draw_lines(
    CspSvg *svg, gint order, gint step, gboolean is_upright, gdouble width)
{
  gdouble from = MARGIN - width / 2, to = MARGIN + order * CELL + width / 2;

  for (gint i = 0; i <= order; i += step) {
    gdouble at = MARGIN + i * CELL;
    if (is_upright)
      csp_svg_line(svg, at, from, at, to, "#222222", width);
    else
      csp_svg_line(svg, from, at, to, at, "#222222", width);
  }
}

/* Clues are bold and black, what was found is blue. */
static void
append_picture(GString *out,
               const gint *cells,
               const gint *clues,
               gint order,
               gint box_rows,
               gint box_columns)
{
  gdouble side = order * CELL + 2 * MARGIN;
  g_autofree gchar *title =
      g_strdup_printf("Sudoku of order %d, solved", order);
  g_autoptr(CspSvg) svg = csp_svg_new(side, side, title);

  csp_svg_rect(svg, 0, 0, side, side, "#ffffff", NULL, 0);
  draw_lines(svg, order, 1, TRUE, 1);
  draw_lines(svg, order, 1, FALSE, 1);
  draw_lines(svg, order, box_columns, TRUE, 3);
  draw_lines(svg, order, box_rows, FALSE, 3);
  for (gint i = 0; i < order * order; i++) {
    gchar text[12];
    gboolean is_clue = clues != NULL && clues[i] != 0;
    g_snprintf(text, sizeof(text), "%d", cells[i]);
    csp_svg_text(svg, MARGIN + (i % order + 0.5) * CELL,
                 MARGIN + (i / order + 0.5) * CELL, order < 100 ? 22 : 17,
                 is_clue ? "#000000" : "#2a5db0", is_clue, text);
  }
  g_autofree gchar *text = csp_svg_finish(svg);
  g_string_append(out, text);
}

gboolean
sudoku_render(CspModel *model,
              const CspParams *params,
              gpointer instance,
              const CspSolution *solution,
              const gchar *format,
              GString *out,
              GError **error)
{
  const SudokuGrid *grid = instance;
  gint order, box_rows, box_columns;
  const gint *cells = get_cells(model, solution, &order);

  if (!sudoku_get_box(params, order, &box_rows, &box_columns, error))
    return FALSE;
  if (strcmp(format, "svg") == 0)
    append_picture(out, cells, grid != NULL ? grid->cells : NULL, order,
                   box_rows, box_columns);
  else
    append_grid(out, cells, order, box_rows, box_columns);
  return TRUE;
}

static void
append_line(GString *out, const gint *cells, gint order)
{
  static const gchar symbols[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  gint n_cells = order * order;

  if (order <= SUDOKU_SYMBOL_MAX) {
    gsize start = out->len;
    g_string_set_size(out, start + (gsize)n_cells);
    for (gint i = 0; i < n_cells; i++)
      out->str[start + (gsize)i] = symbols[cells[i]];
    return;
  }
  for (gint i = 0; i < n_cells; i++)
    g_string_append_printf(out, i == 0 ? "%d" : " %d", cells[i]);
}

void
sudoku_render_line(CspModel *model,
                   const CspParams *params,
                   gpointer instance,
                   const CspSolution *solution,
                   CspAnswer answer,
                   GString *out)
{
  gint order;

  switch (answer) {
  case CSP_ANSWER_NONE:
    g_string_append(out, "none");
    break;
  case CSP_ANSWER_SEVERAL:
    g_string_append(out, "several");
    break;
  case CSP_ANSWER_UNKNOWN:
    g_string_append(out, "unknown");
    break;
  case CSP_ANSWER_ONE: {
    const gint *cells = get_cells(model, solution, &order);
    append_line(out, cells, order);
    break;
  }
  }
}
