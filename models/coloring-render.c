/* SPDX-License-Identifier: MIT */
/* Colorings as text (a line a color), in DIMACS form, and as a picture. */
#include <math.h>
#include <string.h>

#include <libcsp/csp-svg.h>

#include "coloring.h"

enum {
  EDGES_MAX = 20000, /* more of them make a picture of nothing */
  VERTICES_MAX = 5000,
  DOT_MAX = 14,
  RADIUS_MAX = 450,
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

/* Hues a golden angle apart differ well, however many there are. */
static void
format_color(gchar *out, gsize size, guint color)
{
  gdouble hue = fmod(color * 0.61803398875, 1) * 6;
  gdouble rgb[3];

  for (guint i = 0; i < 3; i++) {
    gdouble distance = fabs(fmod(hue + 4.0 * i + 3, 6) - 3);
    rgb[i] = 0.45 + 0.5 * CLAMP(2 - distance, 0, 1);
  }
  g_snprintf(out, size, "#%02x%02x%02x", (guint)(255 * rgb[0]),
             (guint)(255 * rgb[1]), (guint)(255 * rgb[2]));
}

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
  csp_svg_path(svg, path->str, NULL, "#999999", graph->n_edges < 500 ? 1 : 0.3);
}

static void
draw_vertices(CspSvg *svg,
              const Classes *classes,
              const Point *points,
              gdouble dot)
{
  for (guint v = 0; v < classes->n_vertices; v++) {
    gchar fill[8], label[12];
    format_color(fill, sizeof(fill), (guint)classes->colors[v]);
    csp_svg_circle(svg, points[v].x, points[v].y, dot, fill, "#333333",
                   dot / 14);
    if (dot < 6)
      continue;
    g_snprintf(label, sizeof(label), "%u", v + 1);
    csp_svg_text(svg, points[v].x, points[v].y, dot * 0.8, "#000000", FALSE,
                 label);
  }
}

/* A bar a color, as long as it has vertices: for graphs too large to draw. */
static void
draw_bars(CspSvg *svg, const Classes *classes, gdouble side)
{
  gdouble height = side / classes->n_colors;
  guint most = 1;

  for (guint c = 1; c <= classes->n_colors; c++)
    most = MAX(most, classes->starts[c] - classes->starts[c - 1]);
  for (guint c = 1; c <= classes->n_colors; c++) {
    gchar fill[8];
    guint n = classes->starts[c] - classes->starts[c - 1];
    format_color(fill, sizeof(fill), c);
    csp_svg_rect(svg, 0, (c - 1) * height, side * n / most, height, fill, NULL,
                 0);
  }
}

static void
append_picture(GString *out, const ColoringGraph *graph, const Classes *classes)
{
  guint n = classes->n_vertices;
  gboolean is_drawn = n <= VERTICES_MAX;
  gboolean has_edges = graph->n_edges <= EDGES_MAX;
  gdouble radius = CLAMP(n * DOT_MAX * 2.4 / (2 * G_PI), 60, RADIUS_MAX);
  gdouble dot = MIN(DOT_MAX, radius * 2.4 / MAX(n, 3));
  gdouble center = radius + DOT_MAX + 4;
  g_autofree gchar *title = g_strdup_printf(
      "%u vertices, %" G_GSIZE_FORMAT " edges%s, %u colors", n, graph->n_edges,
      is_drawn && !has_edges ? " (not drawn)" : "", classes->n_colors);
  g_autoptr(CspSvg) svg = csp_svg_new(2 * center, 2 * center, title);

  csp_svg_rect(svg, 0, 0, 2 * center, 2 * center, "#ffffff", NULL, 0);
  if (is_drawn) {
    g_autofree Point *points = place_vertices(classes, radius, center);
    if (has_edges)
      draw_edges(svg, graph, points);
    draw_vertices(svg, classes, points, dot);
  } else {
    draw_bars(svg, classes, 2 * center);
  }
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
