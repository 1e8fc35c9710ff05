/* SPDX-License-Identifier: MIT */
/* Colorings as text (a line a color), in DIMACS form, and as a picture.
 *
 * A small graph is drawn with its vertices around a circle.  A large one is
 * drawn as its matrix, the vertices in the order of their colors: then each
 * color is a square on the diagonal in which there is no edge.  Where vertices
 * are more than cells a cell stands for several, and is the darker the more of
 * their pairs are joined.  So a picture has no more than a certain number of
 * bytes, whatever the graph. */
#include <math.h>
#include <string.h>

#include <libcsp/csp-svg.h>

#include "coloring.h"

enum {
  CIRCLE_VERTICES = 100, /* drawn so up to here */
  CIRCLE_EDGES = 1000,
  DOT_MAX = 14,
  RADIUS_MIN = 110,
  RADIUS_MAX = 450,
  N_CELLS = 200, /* of the matrix, at most, a side */
  MATRIX_SIDE = 800,
  N_LEVELS = 6, /* shades of a cell, white included */
  MARGIN = 12,
  CAPTION_SIZE = 15,
};

/* Vertices by color, in their order: those of color c, from 1, are at
 * starts[c - 1] .. starts[c]. */
typedef struct {
  const gint *colors;
  guint n_vertices, n_colors;
  guint *vertices, *starts;
} Classes;

static void
classes_init(Classes *self, const gint *colors, guint n)
{
  *self = (Classes){.colors = colors, .n_vertices = n};
  for (guint v = 0; v < n; v++)
    self->n_colors = MAX(self->n_colors, (guint)colors[v]);
  self->vertices = g_new(guint, n);
  self->starts = g_new0(guint, self->n_colors + 2);
  for (guint v = 0; v < n; v++)
    self->starts[colors[v] + 1]++;
  for (guint c = 1; c <= self->n_colors + 1; c++)
    self->starts[c] += self->starts[c - 1];
  /* starts[c] moves from the start of color c to its end. */
  for (guint v = 0; v < n; v++)
    self->vertices[self->starts[colors[v]]++] = v;
}

static void
classes_clear(Classes *self)
{
  g_free(self->vertices);
  g_free(self->starts);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Classes, classes_clear)

static void
append_text(GString *out, const Classes *classes)
{
  g_string_append_printf(out, "%u %s\n", classes->n_colors,
                         classes->n_colors == 1 ? "color" : "colors");
  for (guint c = 1; c <= classes->n_colors; c++) {
    g_string_append_printf(out, "color %u:", c);
    for (guint i = classes->starts[c - 1]; i < classes->starts[c]; i++)
      g_string_append_printf(out, " %u", classes->vertices[i] + 1);
    g_string_append_c(out, '\n');
  }
}

static void
append_dimacs(GString *out, const Classes *classes)
{
  g_string_append_printf(out, "s col %u\n", classes->n_colors);
  for (guint v = 0; v < classes->n_vertices; v++)
    g_string_append_printf(out, "l %u %d\n", v + 1, classes->colors[v]);
}

/* Few colors are Okabe and Ito's, which everybody can tell apart.  Of many,
 * hues a golden angle apart differ well, and every other one is lighter. */
static void
format_color(gchar *out, gsize size, guint color, guint n_colors)
{
  static const gchar *const few[] = {"#56b4e9", "#e69f00", "#17b386", "#e08fbb",
                                     "#f0e442"};

  if (n_colors <= G_N_ELEMENTS(few)) {
    g_strlcpy(out, few[color - 1], size);
    return;
  }
  gdouble hue = fmod(color * 0.61803398875, 1) * 6;
  gdouble least = color % 2 == 0 ? 0.4 : 0.62;
  gdouble rgb[3];
  for (guint i = 0; i < 3; i++) {
    gdouble distance = fabs(fmod(hue + 4.0 * i + 3, 6) - 3);
    rgb[i] = least + (0.97 - least) * CLAMP(2 - distance, 0, 1);
  }
  g_snprintf(out, size, "#%02x%02x%02x", (guint)(255 * rgb[0]),
             (guint)(255 * rgb[1]), (guint)(255 * rgb[2]));
}

static gchar *
dup_title(const ColoringGraph *graph, const Classes *classes)
{
  return g_strdup_printf(
      "%u %s, %" G_GSIZE_FORMAT " %s, %u %s", classes->n_vertices,
      classes->n_vertices == 1 ? "vertex" : "vertices", graph->n_edges,
      graph->n_edges == 1 ? "edge" : "edges", classes->n_colors,
      classes->n_colors == 1 ? "color" : "colors");
}

/* Circle ------------------------------------------------------------------ */

typedef struct {
  gdouble x, y;
} Point;

/* Around a circle, color after color, so that no edge joins two that stand side
 * by side but at the ends of an arc. */
static Point *
place_vertices(const Classes *classes, gdouble radius, gdouble center)
{
  Point *points = g_new(Point, classes->n_vertices);

  for (guint i = 0; i < classes->n_vertices; i++) {
    gdouble angle = 2 * G_PI * i / classes->n_vertices - G_PI / 2;
    points[classes->vertices[i]] = (Point){
        center + radius * cos(angle),
        center + radius * sin(angle),
    };
  }
  return points;
}

static void
append_point(GString *path, const gchar *command, Point point)
{
  gchar x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd(x, sizeof(x), "%.2f", point.x);
  g_ascii_formatd(y, sizeof(y), "%.2f", point.y);
  g_string_append_printf(path, "%s%s %s", command, x, y);
}

static void
draw_edges(CspSvg *svg, const ColoringGraph *graph, const Point *points)
{
  g_autoptr(GString) path = g_string_new(NULL);

  for (gsize i = 0; i < graph->n_edges; i++) {
    append_point(path, "M", points[graph->edges[i].a]);
    append_point(path, "L", points[graph->edges[i].b]);
  }
  csp_svg_path(svg, path->str, NULL, "#999999", graph->n_edges < 300 ? 1 : 0.5);
}

static void
draw_vertices(CspSvg *svg,
              const Classes *classes,
              const Point *points,
              gdouble dot)
{
  for (guint v = 0; v < classes->n_vertices; v++) {
    gchar fill[8], label[12];
    format_color(fill, sizeof(fill), (guint)classes->colors[v],
                 classes->n_colors);
    csp_svg_circle(svg, points[v].x, points[v].y, dot, fill, "#333333",
                   dot / 14);
    g_snprintf(label, sizeof(label), "%u", v + 1);
    csp_svg_text(svg, points[v].x, points[v].y, dot * 0.8, "#000000", FALSE,
                 label);
  }
}

static CspSvg *
draw_circle(const ColoringGraph *graph, const Classes *classes)
{
  guint n = classes->n_vertices;
  gdouble radius =
      CLAMP(n * DOT_MAX * 2.4 / (2 * G_PI), RADIUS_MIN, RADIUS_MAX);
  gdouble dot = MIN(DOT_MAX, radius * 2.4 / MAX(n, 3));
  gdouble center = radius + DOT_MAX + 4;
  g_autofree gchar *title = dup_title(graph, classes);
  g_autofree Point *points = place_vertices(classes, radius, center);
  CspSvg *svg = csp_svg_new(2 * center, 2 * center, title);

  csp_svg_rect(svg, 0, 0, 2 * center, 2 * center, "#ffffff", NULL, 0);
  draw_edges(svg, graph, points);
  draw_vertices(svg, classes, points, dot);
  return svg;
}

/* Matrix ------------------------------------------------------------------ */

/* Pairs of cells, row after row, and how many edges join them. */
typedef struct {
  guint n_cells, n_vertices;
  gint cell_side; /* pixels */
  guint *counts;
} Matrix;

/* The first vertex, in the order of colors, of a cell. */
static guint
first_of_cell(const Matrix *self, guint cell)
{
  return (guint)(((guint64)cell * self->n_vertices + self->n_cells - 1) /
                 self->n_cells);
}

static guint
cell_size(const Matrix *self, guint cell)
{
  return first_of_cell(self, cell + 1) - first_of_cell(self, cell);
}

static void
matrix_init(Matrix *self, const ColoringGraph *graph, const Classes *classes)
{
  guint n = classes->n_vertices;
  guint n_cells = MIN(n, N_CELLS);
  g_autofree guint *cell_of = g_new(guint, n);

  *self = (Matrix){n_cells, n, MATRIX_SIDE / MAX((gint)n_cells, 1),
                   g_new0(guint, (gsize)n_cells * n_cells)};
  for (guint i = 0; i < n; i++)
    cell_of[classes->vertices[i]] = (guint)((guint64)i * n_cells / n);
  for (gsize i = 0; i < graph->n_edges; i++) {
    guint a = cell_of[graph->edges[i].a], b = cell_of[graph->edges[i].b];
    self->counts[a * n_cells + b]++;
    self->counts[b * n_cells + a]++;
  }
}

static gdouble
get_density(const Matrix *self, guint row, guint column)
{
  gdouble n_pairs = (gdouble)cell_size(self, row) * cell_size(self, column);

  return self->counts[row * self->n_cells + column] / n_pairs;
}

static gdouble
find_most(const Matrix *self)
{
  gdouble most = 0;

  for (guint row = 0; row < self->n_cells; row++)
    for (guint column = 0; column < self->n_cells; column++)
      most = MAX(most, get_density(self, row, column));
  return most;
}

/* 0 only where there is no edge. */
static gint
get_level(const Matrix *self, guint row, guint column, gdouble most)
{
  return (gint)ceil(get_density(self, row, column) / most * (N_LEVELS - 1));
}

/* The squares of the colors that can be seen.  A cell at their border stands
 * for vertices of two colors; it is covered as far as the square goes. */
static void
draw_classes(CspSvg *svg, const Matrix *matrix, const Classes *classes)
{
  gdouble scale = (gdouble)matrix->cell_side * matrix->n_cells /
                  MAX(classes->n_vertices, 1);

  for (guint c = 1; c <= classes->n_colors; c++) {
    gdouble from = classes->starts[c - 1] * scale;
    gdouble side = classes->starts[c] * scale - from;
    gchar fill[8];
    if (side < 0.5)
      continue;
    format_color(fill, sizeof(fill), c, classes->n_colors);
    csp_svg_rect(svg, MARGIN + from, MARGIN + from, side, side, fill, NULL, 0);
  }
}

/* A path for each shade, in which neighbors in a row are one box. */
static void
draw_cells(CspSvg *svg, const Matrix *matrix)
{
  gdouble most = find_most(matrix);
  gint side = matrix->cell_side;

  for (gint level = 1; level < N_LEVELS && most > 0; level++) {
    g_autoptr(GString) path = g_string_new(NULL);
    gchar gray[8];
    guint shade = 224 - (guint)level * 176 / (N_LEVELS - 1);
    for (guint row = 0; row < matrix->n_cells; row++)
      for (guint column = 0, end; column < matrix->n_cells; column = end + 1) {
        for (end = column; end < matrix->n_cells &&
                           get_level(matrix, row, end, most) == level;)
          end++;
        if (end > column)
          g_string_append_printf(
              path, "M%d %dh%dv%dh%dz", MARGIN + (gint)column * side,
              MARGIN + (gint)row * side, (gint)(end - column) * side, side,
              -(gint)(end - column) * side);
      }
    g_snprintf(gray, sizeof(gray), "#%02x%02x%02x", shade, shade, shade);
    if (path->len > 0)
      csp_svg_path(svg, path->str, gray, NULL, 0);
  }
}

static CspSvg *
draw_matrix(const ColoringGraph *graph, const Classes *classes)
{
  g_autofree gchar *title = dup_title(graph, classes);
  g_autofree gchar *caption = g_strdup_printf(
      "%s: the matrix of vertices, color by color; dark is an edge", title);
  Matrix matrix;

  matrix_init(&matrix, graph, classes);
  gdouble side = (gdouble)matrix.cell_side * matrix.n_cells;
  gdouble width = side + 2 * MARGIN, height = width + 1.5 * CAPTION_SIZE;
  CspSvg *svg = csp_svg_new(width, height, title);

  csp_svg_rect(svg, 0, 0, width, height, "#ffffff", NULL, 0);
  draw_cells(svg, &matrix);
  draw_classes(svg, &matrix, classes);
  csp_svg_rect(svg, MARGIN, MARGIN, side, side, NULL, "#888888", 1);
  csp_svg_text(svg, width / 2, width + CAPTION_SIZE / 2.0, CAPTION_SIZE,
               "#222222", FALSE, caption);
  g_free(matrix.counts);
  return svg;
}

static void
append_picture(GString *out, const ColoringGraph *graph, const Classes *classes)
{
  gboolean is_small =
      classes->n_vertices <= CIRCLE_VERTICES && graph->n_edges <= CIRCLE_EDGES;
  g_autoptr(CspSvg) svg =
      is_small ? draw_circle(graph, classes) : draw_matrix(graph, classes);
  g_autofree gchar *text = csp_svg_finish(svg);

  g_string_append(out, text);
}

gboolean
coloring_render(CspModel *model,
                const CspParams *params,
                gpointer instance,
                const CspSolution *solution,
                const gchar *format,
                GString *out,
                GError **error)
{
  gsize n;
  const gint *colors = csp_solution_get_values(
      solution, csp_model_find_array(model, "color"), &n);
  g_auto(Classes) classes;

  classes_init(&classes, colors, (guint)n);
  if (strcmp(format, "dimacs") == 0)
    append_dimacs(out, &classes);
  else if (strcmp(format, "svg") == 0)
    append_picture(out, instance, &classes);
  else
    append_text(out, &classes);
  return TRUE;
}
