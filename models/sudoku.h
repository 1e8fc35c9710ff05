/* SPDX-License-Identifier: MIT */
/* What the parts of the sudoku plugin share. */
#pragma once

#include <libcsp/csp.h>
#include <libcsp/csp-plugin.h>

#define SUDOKU_ORDER_MAX 100
/* Up to here a cell is one symbol: 1-9, then A-Z. */
#define SUDOKU_SYMBOL_MAX 35

enum { SUDOKU_ARG_ORDER, SUDOKU_ARG_BOX };

typedef struct {
  gint order;                 /* rows, columns and values */
  gint box_rows, box_columns; /* their product is the order */
  gint *cells;                /* row after row; 0 is blank */
} SudokuGrid;

/* A blank grid of the given order, or 0: of the order that the parameters tell
 * (9 without). */
SudokuGrid *
sudoku_grid_new(const CspParams *params, gint order, GError **error);
void sudoku_grid_free(gpointer grid);

/* Rows and columns of the box of an order, as the parameters say, else nearest
 * to square. */
gboolean sudoku_get_box(const CspParams *params,
                        gint order,
                        gint *out_rows,
                        gint *out_columns,
                        GError **error);
/* The order that the parameters ask for; 0 where they do not. */
gboolean sudoku_get_asked_order(const CspParams *params,
                                gint *out_order,
                                GError **error);

/* sudoku-read.c */
gpointer
sudoku_read(CspReader *reader, const CspParams *params, GError **error);
gboolean sudoku_sniff(const gchar *head, gsize n);
CspSolution *sudoku_read_solution(CspModel *model,
                                  const CspParams *params,
                                  gpointer instance,
                                  CspReader *reader,
                                  GError **error);

/* sudoku-render.c */
gboolean sudoku_render(CspModel *model,
                       const CspParams *params,
                       gpointer instance,
                       const CspSolution *solution,
                       const gchar *format,
                       GString *out,
                       GError **error);
void sudoku_render_line(CspModel *model,
                        const CspParams *params,
                        gpointer instance,
                        const CspSolution *solution,
                        CspAnswer answer,
                        GString *out);
