/* SPDX-License-Identifier: MIT */
/* Graphs in DIMACS form, and colorings in DIMACS form or as csp writes them.
 *
 *   c a comment                 s col 3        3 colors
 *   p edge 4 3                  l 1 2          color 1: 2 4
 *   e 1 2                       l 2 1          ...
 *
 * Of the forms that are about, these are read: "p col" and "p edges", further
 * numbers on the p line, node lines (n), edges in both directions or more than
 * once, carriage returns anywhere.  A count of edges in the header that is
 * neither that of the edge lines nor that of the different edges is worth a
 * warning, as are lines that begin with another letter: one a file. */
#include <stdlib.h>
#include <string.h>

#include "coloring.h"

typedef struct {
  CspReader *reader;
  gboolean drops_loops;
  gint64 n_vertices; /* 0: no p line yet */
  gint64 n_announced, n_lines;
  GArray *edges; /* of ColoringEdge */
  gboolean has_warned;
} Parse;

static gboolean
read_header(Parse *self, GError **error)
{
  static const gchar *const words[] = {"edge", "col", "edges", NULL};
  const gchar *word;
  gint64 further;

  if (self->n_vertices > 0)
    return csp_reader_fail(self->reader, 0, error, "a second p line");
  word = csp_reader_next_token(self->reader);
  if (word == NULL || !g_strv_contains(words, word))
    return csp_reader_fail(self->reader, 0, error,
                           "expected 'p edge VERTICES EDGES'");
  if (!csp_reader_next_int(self->reader, "a number of vertices", 1,
                           COLORING_VERTICES_MAX, &self->n_vertices, error) ||
      !csp_reader_next_int(self->reader, "a number of edges", 0, G_MAXINT64,
                           &self->n_announced, error))
    return FALSE;
  while ((word = csp_reader_next_token(self->reader)) != NULL)
    if (!g_ascii_string_to_signed(word, 10, G_MININT64, G_MAXINT64, &further,
                                  NULL))
      return csp_reader_fail(self->reader, 0, error,
                             "expected the end of the line instead of '%.40s'",
                             word);
  return TRUE;
}

static gboolean
read_vertex(Parse *self, gint64 *out_vertex, GError **error)
{
  return csp_reader_next_int(self->reader, "a vertex", 1, self->n_vertices,
                             out_vertex, error);
}

static gboolean
expect_header(Parse *self, GError **error)
{
  return self->n_vertices > 0 ||
         csp_reader_fail(self->reader, 0, error,
                         "expected 'p edge VERTICES EDGES' before this line");
}

static gboolean
read_edge(Parse *self, GError **error)
{
  gint64 a, b;

  if (!expect_header(self, error) || !read_vertex(self, &a, error) ||
      !read_vertex(self, &b, error) ||
      !csp_reader_expect_end_of_line(self->reader, error))
    return FALSE;
  self->n_lines++;
  if (a == b)
    return self->drops_loops ||
           csp_reader_fail(self->reader, 1, error,
                           "an edge from vertex %" G_GINT64_FORMAT
                           " to itself: no coloring exists (--ignore-loops "
                           "drops such edges)",
                           a);

  ColoringEdge edge = {(guint)MIN(a, b) - 1, (guint)MAX(a, b) - 1};
  g_array_append_val(self->edges, edge);
  return TRUE;
}

static gboolean
read_node(Parse *self, GError **error)
{
  gint64 vertex;

  return expect_header(self, error) && read_vertex(self, &vertex, error);
}

/* Lines that begin with a letter and a space are extensions of some kind. */
static gboolean
skip_line(Parse *self, const gchar *word, GError **error)
{
  gchar letter = word[0];

  if (!g_ascii_isalpha(letter) || word[1] != '\0' ||
      csp_reader_next_token(self->reader) == NULL)
    return csp_reader_fail(self->reader, 1, error,
                           "expected a line of 'c', 'p', 'n' or 'e' instead "
                           "of '%.40s'",
                           word);
  if (!self->has_warned)
    csp_reader_warn(self->reader, "lines that begin with '%c' are skipped",
                    letter);
  self->has_warned = TRUE;
  return TRUE;
}

/* "c" or "c---": a letter or digit after it makes another word. */
static gboolean
is_comment(const gchar *word)
{
  return word[0] == 'c' && !g_ascii_isalnum(word[1]);
}

static gboolean
read_line(Parse *self, GError **error)
{
  const gchar *word = csp_reader_next_token(self->reader);

  if (word == NULL || is_comment(word))
    return TRUE;
  if (strcmp(word, "e") == 0)
    return read_edge(self, error);
  if (strcmp(word, "p") == 0)
    return read_header(self, error);
  if (strcmp(word, "n") == 0)
    return read_node(self, error);
  return skip_line(self, word, error);
}

static int
compare_edges(const void *a, const void *b)
{
  const ColoringEdge *x = a, *y = b;

  if (x->a != y->a)
    return x->a < y->a ? -1 : 1;
  return x->b < y->b ? -1 : x->b > y->b;
}

static ColoringGraph *
make_graph(Parse *self)
{
  gsize n = self->edges->len, n_kept = 0;
  ColoringGraph *graph = g_new0(ColoringGraph, 1);
  ColoringEdge *edges = (ColoringEdge *)g_array_free(self->edges, FALSE);

  self->edges = NULL;
  if (n > 0)
    qsort(edges, n, sizeof(*edges), compare_edges);
  for (gsize i = 0; i < n; i++)
    if (n_kept == 0 || compare_edges(&edges[i], &edges[n_kept - 1]) != 0)
      edges[n_kept++] = edges[i];
  graph->n_vertices = (guint)self->n_vertices;
  graph->edges = edges;
  graph->n_edges = n_kept;
  if (self->n_announced != self->n_lines && self->n_announced != (gint64)n_kept)
    csp_reader_warn(self->reader,
                    "the p line announces %" G_GINT64_FORMAT
                    " edges, the file has %" G_GINT64_FORMAT " edge lines",
                    self->n_announced, self->n_lines);
  return graph;
}

void
coloring_graph_free(gpointer graph)
{
  ColoringGraph *self = graph;

  if (self == NULL)
    return;
  g_free(self->edges);
  g_free(self);
}

static gboolean
read_lines(Parse *self, GError **error)
{
  const gchar *line;

  do {
    if (!csp_reader_next_line(self->reader, &line, error) ||
        (line != NULL && !read_line(self, error)))
      return FALSE;
  } while (line != NULL);
  return self->n_vertices > 0 ||
         csp_reader_fail(self->reader, 0, error,
                         "expected 'p edge VERTICES EDGES', but there is no p "
                         "line");
}

/* A file is one graph. */
gpointer
coloring_read(CspReader *reader, const CspParams *params, GError **error)
{
  Parse parse = {
      .reader = reader,
      .drops_loops = csp_params_get_bool(params, COLORING_ARG_IGNORE_LOOPS),
  };
  ColoringGraph *graph = NULL;

  if (csp_reader_get_line_number(reader) > 0)
    return NULL;
  parse.edges = g_array_new(FALSE, FALSE, sizeof(ColoringEdge));
  if (read_lines(&parse, error))
    graph = make_graph(&parse);
  else
    g_array_unref(parse.edges);
  return graph;
}

/* A p line of ours, with nothing but comments before it. */
gboolean
coloring_sniff(const gchar *head, gsize n)
{
  g_autofree gchar *text = g_strndup(head, n);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++) {
    const gchar *line = g_strstrip(lines[i]);
    if (line[0] != '\0' && !is_comment(line))
      return g_str_has_prefix(line, "p edge") ||
             g_str_has_prefix(line, "p col");
  }
  return FALSE;
}

typedef struct {
  CspReader *reader;
  gint *colors; /* by vertex; 0: none yet */
  guint n_vertices, n_colored;
  gint64 n_colors; /* as announced, or the largest; 0: not known */
} Coloring;

static gboolean
set_color(Coloring *self, gint64 vertex, gint64 color, GError **error)
{
  gint *slot = &self->colors[vertex - 1];

  if (*slot != 0)
    return csp_reader_fail(self->reader, 0, error,
                           "a second color for vertex %" G_GINT64_FORMAT,
                           vertex);
  *slot = (gint)color;
  self->n_colored++;
  return TRUE;
}

static gboolean
next_number(
    Coloring *self, const gchar *what, gint64 max, gint64 *out, GError **error)
{
  return csp_reader_next_int(self->reader, what, 1, max, out, error);
}

/* l VERTEX COLOR */
static gboolean
read_label(Coloring *self, GError **error)
{
  gint64 vertex, color;

  return next_number(self, "a vertex", self->n_vertices, &vertex, error) &&
         next_number(self, "a color", COLORING_COLORS_MAX, &color, error) &&
         csp_reader_expect_end_of_line(self->reader, error) &&
         set_color(self, vertex, color, error);
}

/* color COLOR: VERTEX... */
static gboolean
read_class(Coloring *self, GError **error)
{
  const gchar *word = csp_reader_next_token(self->reader);
  g_autofree gchar *digits = word != NULL ? g_strdup(word) : g_strdup("");
  gint64 color, vertex;

  if (!g_str_has_suffix(digits, ":"))
    return csp_reader_fail(self->reader, 0, error, "expected 'color NUMBER:'");
  digits[strlen(digits) - 1] = '\0';
  if (!g_ascii_string_to_signed(digits, 10, 1, COLORING_COLORS_MAX, &color,
                                NULL))
    return csp_reader_fail(self->reader, 0, error, "expected 'color NUMBER:'");
  while ((word = csp_reader_next_token(self->reader)) != NULL) {
    if (!g_ascii_string_to_signed(word, 10, 1, self->n_vertices, &vertex, NULL))
      return csp_reader_fail(self->reader, 0, error,
                             "expected a vertex (an integer from 1 to %u) "
                             "instead of '%.40s'",
                             self->n_vertices, word);
    if (!set_color(self, vertex, color, error))
      return FALSE;
  }
  return TRUE;
}

/* s col COLORS */
static gboolean
read_count(Coloring *self, GError **error)
{
  if (g_strcmp0(csp_reader_next_token(self->reader), "col") != 0)
    return csp_reader_fail(self->reader, 0, error, "expected 's col COLORS'");
  return next_number(self, "a number of colors", COLORING_COLORS_MAX,
                     &self->n_colors, error);
}

static gboolean
read_solution_line(Coloring *self, GError **error)
{
  const gchar *word = csp_reader_next_token(self->reader);
  const gchar *second;

  if (word == NULL || is_comment(word))
    return TRUE;
  if (strcmp(word, "l") == 0)
    return read_label(self, error);
  if (strcmp(word, "s") == 0)
    return read_count(self, error);
  if (strcmp(word, "color") == 0)
    return read_class(self, error);
  if (g_ascii_string_to_signed(word, 10, 1, COLORING_COLORS_MAX,
                               &self->n_colors, NULL)) {
    second = csp_reader_next_token(self->reader);
    if (g_strcmp0(second, "colors") == 0 || g_strcmp0(second, "color") == 0)
      return TRUE;
  }
  return csp_reader_fail(self->reader, 1, error,
                         "expected 'l VERTEX COLOR' or 'color NUMBER: "
                         "VERTEX...'");
}

/* Another coloring, or the command's status, may follow after a blank line. */
static gboolean
is_ended(const Coloring *self, const gchar *line)
{
  return line == NULL || (self->n_colored == self->n_vertices &&
                          line[strspn(line, " \t\r")] == '\0');
}

static gboolean
read_coloring(Coloring *self, GError **error)
{
  const gchar *line;

  do {
    if (!csp_reader_next_line(self->reader, &line, error) ||
        (line != NULL && !read_solution_line(self, error)))
      return FALSE;
  } while (!is_ended(self, line));
  for (guint i = 0; i < self->n_vertices; i++) {
    if (self->colors[i] == 0)
      return csp_reader_fail(self->reader, 0, error, "vertex %u has no color",
                             i + 1);
    self->n_colors = MAX(self->n_colors, self->colors[i]);
  }
  return TRUE;
}

CspSolution *
coloring_read_solution(CspModel *model,
                       const CspParams *params,
                       gpointer instance,
                       CspReader *reader,
                       GError **error)
{
  const ColoringGraph *graph = instance;
  CspArray colors = csp_model_find_array(model, "colors");
  gsize n = graph->n_vertices;
  g_autofree gint *values = g_new0(gint, n + 1);
  Coloring coloring = {
      .reader = reader, .colors = values, .n_vertices = graph->n_vertices};

  if (!read_coloring(&coloring, error))
    return NULL;
  if (colors != CSP_NONE)
    values[n] = (gint)coloring.n_colors;
  return csp_solution_new(model, values, n + (colors != CSP_NONE), error);
}
