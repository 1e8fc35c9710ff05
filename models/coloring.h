/* SPDX-License-Identifier: MIT */
/* What the parts of the coloring plugin share.  Vertices count from 0 here and
 * from 1 in files. */
#pragma once

#include <libcsp/csp.h>
#include <libcsp/csp-plugin.h>

#define COLORING_VERTICES_MAX 100000000
#define COLORING_COLORS_MAX 1000000

enum {
  COLORING_ARG_COLORS,
  COLORING_ARG_MINIMIZE,
  COLORING_ARG_IGNORE_LOOPS,
};

typedef struct {
  guint a, b; /* a < b */
} ColoringEdge;

typedef struct {
  guint n_vertices;
  ColoringEdge *edges; /* sorted, each once */
  gsize n_edges;
} ColoringGraph;

void coloring_graph_free(gpointer graph);

/* coloring-bounds.c */

typedef struct {
  GPtrArray *cliques; /* of GArrays of guint: the first is the largest */
  guint8 *is_covered; /* by edge: lies in one of the cliques */
  guint *colors;      /* of each vertex, by a greedy coloring */
  guint n_colors;     /* that it needs */
} ColoringBounds;

ColoringBounds *coloring_bounds_new(const ColoringGraph *graph);
void coloring_bounds_free(ColoringBounds *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ColoringBounds, coloring_bounds_free)

/* coloring-clique.c: makes a clique larger where a larger one is soon found;
 * vertices count from 0. */
void coloring_improve_clique(const ColoringGraph *graph, GArray *clique);

/* coloring-read.c */
gpointer
coloring_read(CspReader *reader, const CspParams *params, GError **error);
gboolean coloring_sniff(const gchar *head, gsize n);
CspSolution *coloring_read_solution(CspModel *model,
                                    const CspParams *params,
                                    gpointer instance,
                                    CspReader *reader,
                                    GError **error);

/* coloring-render.c */
gboolean coloring_render(CspModel *model,
                         const CspParams *params,
                         gpointer instance,
                         const CspSolution *solution,
                         const gchar *format,
                         GString *out,
                         GError **error);
