/* SPDX-License-Identifier: MIT */
/* Sudoku of any order: a variable a cell, row after row, its value the digit;
 * all different in each row, column and box.
 *
 * The model is that of the empty grid.  A puzzle's clues are assumptions, so
 * that a file of puzzles of one shape is solved on one compiled model. */
#include <string.h>

#include "sudoku.h"

static const CspParamSpec params[] = {
    [SUDOKU_ARG_ORDER] =
        CSP_PARAM_OPTIONAL_INT("order",
                               1,
                               SUDOKU_ORDER_MAX,
                               "digits",
                               "rows, columns and digits; without it the "
                               "input's, or 9"),
    [SUDOKU_ARG_BOX] = CSP_PARAM_STRING(
        "box", NULL, "ROWSxCOLUMNS of a box; without it nearest to square"),
};

static const gchar *const suffixes[] = {".sdk", ".sdm", ".sudoku", NULL};
static const gchar *const formats[] = {"svg", NULL};

/* The box parameter; both numbers 0 where it was not given. */
static gboolean
parse_box(const CspParams *params,
          gint *out_rows,
          gint *out_columns,
          GError **error)
{
  const gchar *text = csp_params_get_string(params, SUDOKU_ARG_BOX);
  gint64 rows, columns;

  *out_rows = *out_columns = 0;
  if (text == NULL)
    return TRUE;

  g_auto(GStrv) parts = g_strsplit(text, "x", 2);
  if (g_strv_length(parts) == 2 &&
      g_ascii_string_to_signed(parts[0], 10, 1, SUDOKU_ORDER_MAX, &rows,
                               NULL) &&
      g_ascii_string_to_signed(parts[1], 10, 1, SUDOKU_ORDER_MAX, &columns,
                               NULL) &&
      rows * columns <= SUDOKU_ORDER_MAX) {
    *out_rows = (gint)rows;
    *out_columns = (gint)columns;
    return TRUE;
  }
  g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION,
              "--box=%s: expected ROWSxCOLUMNS, such as 3x4, of at most %d "
              "cells",
              text, SUDOKU_ORDER_MAX);
  return FALSE;
}

gboolean
sudoku_get_asked_order(const CspParams *params, gint *out_order, GError **error)
{
  gint rows, columns;

  if (!parse_box(params, &rows, &columns, error))
    return FALSE;
  *out_order = rows * columns;
  if (!csp_params_is_set(params, SUDOKU_ARG_ORDER))
    return TRUE;

  gint order = (gint)csp_params_get_int(params, SUDOKU_ARG_ORDER);
  if (*out_order != 0 && *out_order != order) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION,
                "--box=%dx%d has %d cells, but --order=%d", rows, columns,
                *out_order, order);
    return FALSE;
  }
  *out_order = order;
  return TRUE;
}

gboolean
sudoku_get_box(const CspParams *params,
               gint order,
               gint *out_rows,
               gint *out_columns,
               GError **error)
{
  if (!parse_box(params, out_rows, out_columns, error))
    return FALSE;
  if (*out_rows != 0)
    return TRUE;
  for (gint rows = 1; rows * rows <= order; rows++)
    if (order % rows == 0)
      *out_rows = rows;
  *out_columns = order / *out_rows;
  return TRUE;
}

SudokuGrid *
sudoku_grid_new(const CspParams *params, gint order, GError **error)
{
  gint rows, columns;

  if (order == 0 && !sudoku_get_asked_order(params, &order, error))
    return NULL;
  if (order == 0)
    order = 9;
  if (!sudoku_get_box(params, order, &rows, &columns, error))
    return NULL;

  SudokuGrid *self = g_new(SudokuGrid, 1);
  *self = (SudokuGrid){
      .order = order,
      .box_rows = rows,
      .box_columns = columns,
      .cells = g_new0(gint, order * order),
  };
  return self;
}

void
sudoku_grid_free(gpointer grid)
{
  SudokuGrid *self = grid;

  if (self == NULL)
    return;
  g_free(self->cells);
  g_free(self);
}

/* The cells of the i-th row, column or box. */
typedef gint (*CellFunc)(const SudokuGrid *grid, gint i, gint k);

static gint
cell_of_row(const SudokuGrid *grid, gint i, gint k)
{
  return i * grid->order + k;
}

static gint
cell_of_column(const SudokuGrid *grid, gint i, gint k)
{
  return k * grid->order + i;
}

static gint
cell_of_box(const SudokuGrid *grid, gint i, gint k)
{
  gint per_row = grid->order / grid->box_columns;
  gint row = i / per_row * grid->box_rows + k / grid->box_columns;
  gint column = i % per_row * grid->box_columns + k % grid->box_columns;

  return row * grid->order + column;
}

static const struct {
  const gchar *name;
  CellFunc cell;
} units[] = {
    {"row", cell_of_row},
    {"column", cell_of_column},
    {"box", cell_of_box},
};

/* Boxes of one row or column are rows or columns already. */
static gboolean
is_needed(const SudokuGrid *grid, CellFunc cell)
{
  return cell != cell_of_box || (grid->box_rows > 1 && grid->box_columns > 1);
}

static gboolean
post_units(CspModel *model,
           const SudokuGrid *grid,
           CspArray cells,
           CellFunc cell,
           const gchar *name,
           GError **error)
{
  g_autofree CspVar *scope = g_new(CspVar, grid->order);

  for (gint i = 0; i < grid->order; i++) {
    g_autofree gchar *group = g_strdup_printf("%s %d", name, i + 1);
    csp_model_set_group(model, group);
    for (gint k = 0; k < grid->order; k++)
      scope[k] = csp_model_get_var(model, cells, (gsize)cell(grid, i, k));
    if (!csp_model_post_all_different(model, scope, (gsize)grid->order, NULL, 0,
                                      error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
has_clues(const SudokuGrid *grid)
{
  for (gint i = 0; i < grid->order * grid->order; i++)
    if (grid->cells[i] != 0)
      return TRUE;
  return FALSE;
}

static gboolean
build_grid(CspModel *model, const SudokuGrid *grid, GError **error)
{
  gsize n_cells = (gsize)grid->order * (gsize)grid->order;
  CspArray cells =
      csp_model_add_int_array(model, "cell", n_cells, 1, grid->order, error);

  if (cells == CSP_NONE)
    return FALSE;
  csp_model_set_strength(model, CSP_STRENGTH_DOMAIN);
  for (gsize u = 0; u < G_N_ELEMENTS(units); u++) {
    if (!is_needed(grid, units[u].cell))
      continue;
    if (!post_units(model, grid, cells, units[u].cell, units[u].name, error))
      return FALSE;
  }
  /* Clues tell the digits apart. */
  return has_clues(grid) ||
         csp_model_add_symmetry_values(model, cells, 1, grid->order, error);
}

static gboolean
sudoku_build(CspModel *model,
             const CspParams *params,
             gpointer instance,
             GError **error)
{
  if (instance != NULL)
    return build_grid(model, instance, error);

  SudokuGrid *blank = sudoku_grid_new(params, 0, error);
  gboolean is_built = blank != NULL && build_grid(model, blank, error);
  sudoku_grid_free(blank);
  return is_built;
}

static gboolean
sudoku_is_same_shape(gpointer instance, gpointer other)
{
  const SudokuGrid *a = instance, *b = other;

  return a->order == b->order && a->box_rows == b->box_rows &&
         has_clues(a) == has_clues(b);
}

static void
sudoku_assume(CspModel *model,
              const CspParams *params,
              gpointer instance,
              CspAssumptions *assumptions)
{
  const SudokuGrid *grid = instance;
  CspVar first =
      csp_model_get_var(model, csp_model_find_array(model, "cell"), 0);

  for (gint i = 0; i < grid->order * grid->order; i++)
    if (grid->cells[i] != 0)
      csp_assumptions_add(assumptions, first + (CspVar)i, grid->cells[i]);
}

/* The first two equal clues of a row, column or box. */
static gchar *
sudoku_explain_input(const CspParams *params, gpointer instance)
{
  const SudokuGrid *grid = instance;
  g_autofree gint *seen = g_new(gint, grid->order + 1);

  for (gsize u = 0; u < G_N_ELEMENTS(units); u++)
    for (gint i = 0; i < grid->order; i++) {
      memset(seen, -1, sizeof(gint) * (gsize)(grid->order + 1));
      for (gint k = 0; k < grid->order; k++) {
        gint cell = units[u].cell(grid, i, k);
        gint clue = grid->cells[cell];
        if (clue == 0)
          continue;
        if (seen[clue] >= 0)
          return g_strdup_printf(
              "two clues clash: %d at row %d, column %d and %d at row %d, "
              "column %d stand in one %s",
              clue, seen[clue] / grid->order + 1, seen[clue] % grid->order + 1,
              clue, cell / grid->order + 1, cell % grid->order + 1,
              units[u].name);
        seen[clue] = cell;
      }
    }
  return NULL;
}

CSP_PLUGIN_DEFINE(.name = "sudoku",
                  .title = "Sudoku",
                  .blurb = "fill the grid: every digit once in each row, "
                           "column and box",
                  .params = params,
                  .n_params = G_N_ELEMENTS(params),
                  .files = CSP_FILES_OPTIONAL,
                  .suffixes = suffixes,
                  .formats = formats,
                  .sniff = sudoku_sniff,
                  .read = sudoku_read,
                  .build = sudoku_build,
                  .is_same_shape = sudoku_is_same_shape,
                  .assume = sudoku_assume,
                  .render = sudoku_render,
                  .render_line = sudoku_render_line,
                  .explain_input = sudoku_explain_input,
                  .read_solution = sudoku_read_solution,
                  .free = sudoku_grid_free);
