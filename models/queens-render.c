/* SPDX-License-Identifier: MIT */
/* Placed queens as text and as a picture.
 *
 * A picture is bounded in size and in bytes: up to SQUARES_MAX queens it is a
 * board with a crown for each, up to DOTS_MAX a dot for each, and then it shows
 * how many queens stand in each block of the board. */
#include <string.h>

#include <libcsp/csp-svg.h>

#include "queens.h"

enum {
  BOARD_MAX = 50, /* a board in text up to here, then the columns */
  SQUARES_MAX = 96,
  DOTS_MAX = 10000,
  SQUARE_SIDE = 40, /* pixels, of a small board */
  BOARD_SIDE = 800, /* of a larger one */
  DOTS_SIDE = 1000,
  N_BLOCKS = 64, /* blocks a side */
  BLOCK_SIDE = 14,
  N_LEVELS = 16, /* shades of a block */
  MARGIN = 16,   /* around dots and blocks, which have a caption */
  CAPTION_SIZE = 16,
  CAPTION_HEIGHT = 2 * CAPTION_SIZE,
  SWATCH_WIDTH = 12,
};

static const gchar light_color[] = "#f0d9b5";
static const gchar dark_color[] = "#b58863";
static const gchar queen_color[] = "#1b1b1b";
static const gchar frame_color[] = "#8a6a4c";
static const gchar scale_color[] = "#dbbf93";

/* Text -------------------------------------------------------------------- */

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

/* Paths ------------------------------------------------------------------- */

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
append_box(GString *path, gint x, gint y, gint width, gint height)
{
  g_string_append_printf(path, "M%d %dh%dv%dh%dz", x, y, width, height, -width);
}

/* A board ----------------------------------------------------------------- */

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
  csp_svg_path(svg, path->str, dark_color, NULL, 0);
}

static CspSvg *
draw_board(const gint *columns, gint n)
{
  gdouble cell = MIN(SQUARE_SIDE, (gdouble)BOARD_SIDE / n);
  g_autofree gchar *title =
      g_strdup_printf(n == 1 ? "%d queen" : "%d queens", n);
  g_autoptr(GString) path = g_string_new(NULL);
  CspSvg *svg = csp_svg_new(n * cell, n * cell, title);

  csp_svg_rect(svg, 0, 0, n * cell, n * cell, light_color, NULL, 0);
  draw_squares(svg, n, cell);
  for (gint row = 0; row < n; row++)
    append_queen(path, columns[row] * cell, row * cell, cell);
  csp_svg_path(svg, path->str, queen_color, NULL, 0);
  return svg;
}

/* Dots and blocks --------------------------------------------------------- */

/* A framed square with room for a caption under it, which begins at the middle
 * of the height that is returned. */
static CspSvg *
begin_square(gint side, const gchar *title, gint *out_caption)
{
  gint width = side + 2 * MARGIN;
  CspSvg *svg = csp_svg_new(width, width + CAPTION_HEIGHT, title);

  csp_svg_rect(svg, 0, 0, width, width + CAPTION_HEIGHT, "#ffffff", NULL, 0);
  csp_svg_rect(svg, MARGIN, MARGIN, side, side, light_color, frame_color, 1);
  *out_caption = width + CAPTION_HEIGHT / 2 - MARGIN / 2;
  return svg;
}

/* Lines between squares, as many apart as the returned power of ten. */
static gint
draw_scale(CspSvg *svg, gint n)
{
  gdouble cell = (gdouble)DOTS_SIDE / n, end = MARGIN + DOTS_SIDE;
  gint step = 1;

  while (step * 20 <= n)
    step *= 10;
  for (gint i = step; i < n; i += step) {
    gdouble at = MARGIN + i * cell;
    csp_svg_line(svg, at, MARGIN, at, end, scale_color, 1);
    csp_svg_line(svg, MARGIN, at, end, at, scale_color, 1);
  }
  return step;
}

/* Dots are no smaller than can be seen, and so larger than their squares where
 * these are small. */
static CspSvg *
draw_dots(const gint *columns, gint n)
{
  gdouble cell = (gdouble)DOTS_SIDE / n;
  gint dot = MAX((gint)(cell + 0.5), n <= 2000 ? 4 : 2);
  gdouble corner = MARGIN - dot / 2.0 + 0.5;
  g_autofree gchar *title = g_strdup_printf("%d queens", n);
  g_autoptr(GString) path = g_string_new(NULL);
  gint caption;
  CspSvg *svg = begin_square(DOTS_SIDE, title, &caption);
  gint step = draw_scale(svg, n);

  for (gint row = 0; row < n; row++)
    append_box(path, (gint)(corner + (columns[row] + 0.5) * cell),
               (gint)(corner + (row + 0.5) * cell), dot, dot);
  csp_svg_path(svg, path->str, queen_color, NULL, 0);
  g_autofree gchar *text = g_strdup_printf(
      "%s, a dot for each, and a line every %d squares", title, step);
  csp_svg_text(svg, MARGIN + DOTS_SIDE / 2.0, caption, CAPTION_SIZE,
               queen_color, FALSE, text);
  return svg;
}

/* From the board's own color to dark. */
static void
format_shade(gchar shade[8], gint level)
{
  static const gint light[] = {0xf0, 0xd9, 0xb5}, dark[] = {0x24, 0x14, 0x08};
  gint color[3];

  for (gint i = 0; i < 3; i++)
    color[i] = light[i] + (dark[i] - light[i]) * level / (N_LEVELS - 1);
  g_snprintf(shade, 8, "#%02x%02x%02x", color[0], color[1], color[2]);
}

/* The shades from none to most, with these two numbers beside them. */
static void
draw_legend(CspSvg *svg, guint most, gint y)
{
  gint x = MARGIN + N_BLOCKS * BLOCK_SIDE - (N_LEVELS + 4) * SWATCH_WIDTH;
  gchar shade[8], text[12];

  csp_svg_text(svg, x - SWATCH_WIDTH, y, CAPTION_SIZE, queen_color, FALSE, "0");
  for (gint level = 0; level < N_LEVELS; level++) {
    format_shade(shade, level);
    csp_svg_rect(svg, x + level * SWATCH_WIDTH, y - SWATCH_WIDTH / 2,
                 SWATCH_WIDTH, SWATCH_WIDTH, shade, NULL, 0);
  }
  g_snprintf(text, sizeof(text), "%u", most);
  csp_svg_text(svg, x + (N_LEVELS + 2) * SWATCH_WIDTH, y, CAPTION_SIZE,
               queen_color, FALSE, text);
}

/* A path for each shade, in which neighbors in a row are one box. */
static void
draw_shades(CspSvg *svg, const guint *counts, guint most)
{
  for (gint level = 1; level < N_LEVELS; level++) {
    g_autoptr(GString) path = g_string_new(NULL);
    gchar shade[8];
    for (gint y = 0; y < N_BLOCKS; y++)
      for (gint x = 0, end; x < N_BLOCKS; x = end) {
        const guint *row = &counts[y * N_BLOCKS];
        for (end = x; end < N_BLOCKS && (gint)((guint64)row[end] *
                                               (N_LEVELS - 1) / most) == level;)
          end++;
        if (end > x)
          append_box(path, MARGIN + x * BLOCK_SIDE, MARGIN + y * BLOCK_SIDE,
                     (end - x) * BLOCK_SIDE, BLOCK_SIDE);
        else
          end++;
      }
    format_shade(shade, level);
    csp_svg_path(svg, path->str, shade, NULL, 0);
  }
}

static CspSvg *
draw_blocks(const gint *columns, gint n)
{
  g_autofree guint *counts = g_new0(guint, N_BLOCKS * N_BLOCKS);
  g_autofree gchar *title = g_strdup_printf(
      "%d queens: how many stand in each of %d blocks", n, N_BLOCKS * N_BLOCKS);
  guint most = 0;
  gint caption;
  CspSvg *svg = begin_square(N_BLOCKS * BLOCK_SIDE, title, &caption);

  for (gint row = 0; row < n; row++) {
    gint64 y = (gint64)row * N_BLOCKS / n;
    gint64 x = (gint64)columns[row] * N_BLOCKS / n;
    guint *count = &counts[y * N_BLOCKS + x];
    (*count)++;
    most = MAX(most, *count);
  }
  draw_shades(svg, counts, most);
  csp_svg_text(svg, MARGIN + N_BLOCKS * BLOCK_SIDE * 0.36, caption,
               CAPTION_SIZE, queen_color, FALSE, title);
  draw_legend(svg, most, caption);
  return svg;
}

static void
append_picture(GString *out, const gint *columns, gint n)
{
  g_autoptr(CspSvg) svg = n <= SQUARES_MAX ? draw_board(columns, n)
                          : n <= DOTS_MAX  ? draw_dots(columns, n)
                                           : draw_blocks(columns, n);
  g_autofree gchar *text = csp_svg_finish(svg);

  g_string_append(out, text);
}

gboolean
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
