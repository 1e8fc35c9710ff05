/* SPDX-License-Identifier: MIT */
/* Bounds on the number of colors: cliques from below, a greedy coloring from
 * above.
 *
 * A clique is grown greedily: of the common neighbors of what it has, the one
 * with the most neighbors among them comes next.  One is grown from each vertex,
 * those of highest degree first, and the largest kept, to be improved by a
 * search within a budget (coloring-clique.c).  Then edges that lie in
 * no clique kept so far grow further ones; one is kept if it is about as large
 * as the largest, so that it can prune when colors are scarce, and if most of
 * its edges are new.  All of it within a budget of steps, so that large graphs
 * take no longer than a second.
 *
 * The coloring is DSATUR (Brelaz 1979): next is the vertex whose neighbors have
 * the most different colors.  It takes time quadratic in the vertices; above
 * DSATUR_MAX of them they are colored by descending degree instead. */
#include <stdlib.h>
#include <string.h>

#include "coloring.h"

enum {
  CLIQUE_BUDGET = 30000000, /* steps along edges */
  COVER_BUDGET = 30000000,
  DSATUR_MAX = 10000,
};

/* Neighbors of all vertices, those of v at starts[v] .. starts[v + 1]. */
typedef struct {
  guint n;
  gsize *starts;
  guint *neighbors;
  guint *by_degree; /* vertices, of highest degree first */
} Adjacency;

static guint
degree(const Adjacency *self, guint v)
{
  return (guint)(self->starts[v + 1] - self->starts[v]);
}

/* Counting sort by degree keeps the order of vertices among equals. */
static void
sort_by_degree(Adjacency *self)
{
  g_autofree gsize *places = g_new0(gsize, self->n + 1);

  self->by_degree = g_new(guint, self->n);
  for (guint v = 0; v < self->n; v++)
    places[self->n - degree(self, v)]++; /* a degree is below n */
  for (guint i = 1; i <= self->n; i++)
    places[i] += places[i - 1];
  for (guint v = self->n; v-- > 0;)
    self->by_degree[--places[self->n - degree(self, v)]] = v;
}

static void
adjacency_init(Adjacency *self, const ColoringGraph *graph)
{
  guint n = graph->n_vertices;

  *self = (Adjacency){
      .n = n,
      .starts = g_new0(gsize, (gsize)n + 2),
      .neighbors = g_new(guint, 2 * graph->n_edges + 1),
  };
  for (gsize i = 0; i < graph->n_edges; i++) {
    self->starts[graph->edges[i].a + 2]++;
    self->starts[graph->edges[i].b + 2]++;
  }
  for (gsize v = 2; v <= n; v++)
    self->starts[v] += self->starts[v - 1];
  /* starts[v + 1] moves from the start of v to its end. */
  for (gsize i = 0; i < graph->n_edges; i++) {
    ColoringEdge edge = graph->edges[i];
    self->neighbors[self->starts[edge.a + 1]++] = edge.b;
    self->neighbors[self->starts[edge.b + 1]++] = edge.a;
  }
  sort_by_degree(self);
}

static void
adjacency_clear(Adjacency *self)
{
  g_free(self->starts);
  g_free(self->neighbors);
  g_free(self->by_degree);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Adjacency, adjacency_clear)

/* Growing cliques ---------------------------------------------------------- */

typedef struct {
  const Adjacency *graph;
  guint *candidates; /* adjacent to every member */
  guint n_candidates;
  guint8 *is_candidate;
  GArray *members;
  gint64 budget;
} Growth;

static void
growth_init(Growth *self, const Adjacency *graph, gint64 budget)
{
  *self = (Growth){
      .graph = graph,
      .candidates = g_new(guint, graph->n),
      .is_candidate = g_new0(guint8, graph->n),
      .members = g_array_new(FALSE, FALSE, sizeof(guint)),
      .budget = budget,
  };
}

static void
growth_clear(Growth *self)
{
  g_free(self->candidates);
  g_free(self->is_candidate);
  g_array_unref(self->members);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Growth, growth_clear)

static void
drop_candidates(Growth *self)
{
  for (guint i = 0; i < self->n_candidates; i++)
    self->is_candidate[self->candidates[i]] = 0;
  self->n_candidates = 0;
}

/* Takes v into the clique: of the candidates its neighbors remain. */
static void
take(Growth *self, guint v)
{
  const Adjacency *graph = self->graph;
  guint n_left = 0;

  g_array_append_val(self->members, v);
  for (gsize i = graph->starts[v]; i < graph->starts[v + 1]; i++) {
    guint u = graph->neighbors[i];
    if (self->is_candidate[u])
      self->is_candidate[u] = 2;
  }
  for (guint i = 0; i < self->n_candidates; i++) {
    guint u = self->candidates[i];
    if (self->is_candidate[u] == 2)
      self->candidates[n_left++] = u;
    self->is_candidate[u] = self->is_candidate[u] == 2;
  }
  self->n_candidates = n_left;
  self->budget -= degree(graph, v) + n_left;
}

static void
begin_at(Growth *self, guint v)
{
  const Adjacency *graph = self->graph;

  g_array_set_size(self->members, 0);
  g_array_append_val(self->members, v);
  for (gsize i = graph->starts[v]; i < graph->starts[v + 1]; i++) {
    guint u = graph->neighbors[i];
    self->candidates[self->n_candidates++] = u;
    self->is_candidate[u] = 1;
  }
  self->budget -= degree(graph, v);
}

static guint
count_candidates_at(Growth *self, guint v)
{
  const Adjacency *graph = self->graph;
  guint n = 0;

  for (gsize i = graph->starts[v]; i < graph->starts[v + 1]; i++)
    n += self->is_candidate[graph->neighbors[i]];
  self->budget -= degree(graph, v);
  return n;
}

/* Until no candidate is left, or until it cannot reach the size any more. */
static void
grow(Growth *self, guint size)
{
  while (self->n_candidates > 0 &&
         self->members->len + self->n_candidates >= size) {
    guint best = self->candidates[0], most = 0;
    for (guint i = 0; i < self->n_candidates; i++) {
      guint n = count_candidates_at(self, self->candidates[i]);
      if (n > most) {
        most = n;
        best = self->candidates[i];
      }
    }
    take(self, best);
  }
  drop_candidates(self);
}

static GArray *
find_clique(const Adjacency *graph)
{
  g_auto(Growth) growth;
  GArray *best = g_array_new(FALSE, FALSE, sizeof(guint));

  growth_init(&growth, graph, CLIQUE_BUDGET);
  for (guint i = 0; i < graph->n && growth.budget > 0; i++) {
    guint v = graph->by_degree[i];
    if (degree(graph, v) < best->len)
      break; /* and so has every later one */
    begin_at(&growth, v);
    grow(&growth, best->len + 1);
    if (growth.members->len > best->len) {
      g_array_set_size(best, 0);
      g_array_append_vals(best, growth.members->data, growth.members->len);
    }
  }
  return best;
}

/* Covering edges ----------------------------------------------------------- */

static gsize
find_edge(const ColoringGraph *graph, guint a, guint b)
{
  gsize low = 0, high = graph->n_edges;

  while (low + 1 < high) {
    gsize middle = low + (high - low) / 2;
    ColoringEdge edge = graph->edges[middle];
    if (edge.a < MIN(a, b) || (edge.a == MIN(a, b) && edge.b <= MAX(a, b)))
      low = middle;
    else
      high = middle;
  }
  return low;
}

static gsize
count_covered(const ColoringGraph *graph,
              const GArray *clique,
              const guint8 *is_covered)
{
  gsize n = 0;

  for (guint i = 0; i < clique->len; i++)
    for (guint j = 0; j < i; j++)
      n += is_covered[find_edge(graph, g_array_index(clique, guint, i),
                                g_array_index(clique, guint, j))];
  return n;
}

static void
keep_clique(ColoringBounds *self,
            const ColoringGraph *graph,
            const GArray *clique)
{
  GArray *copy = g_array_sized_new(FALSE, FALSE, sizeof(guint), clique->len);

  g_array_append_vals(copy, clique->data, clique->len);
  g_ptr_array_add(self->cliques, copy);
  /* An edge needs no clique to say that its ends differ. */
  for (guint i = 0; i < clique->len && clique->len > 2; i++)
    for (guint j = 0; j < i; j++)
      self->is_covered[find_edge(graph, g_array_index(clique, guint, i),
                                 g_array_index(clique, guint, j))] = 1;
}

static void
cover_edges(ColoringBounds *self,
            const ColoringGraph *graph,
            const Adjacency *adjacency)
{
  g_auto(Growth) growth;
  guint size = ((const GArray *)self->cliques->pdata[0])->len;
  guint least = MAX(3, size - size / 8);

  growth_init(&growth, adjacency, COVER_BUDGET);
  for (gsize i = 0; i < graph->n_edges && growth.budget > 0; i++) {
    if (self->is_covered[i])
      continue;
    begin_at(&growth, graph->edges[i].a);
    take(&growth, graph->edges[i].b);
    grow(&growth, least);
    gsize n = growth.members->len, n_edges = n * (n - 1) / 2;
    if (n < least)
      continue;
    growth.budget -= (gint64)n_edges;
    if (2 * count_covered(graph, growth.members, self->is_covered) <= n_edges)
      keep_clique(self, graph, growth.members);
  }
}

/* Coloring ----------------------------------------------------------------- */

static guint
pick_color(const Adjacency *graph, const guint *colors, guint v, guint *seen)
{
  guint color = 1;

  for (gsize i = graph->starts[v]; i < graph->starts[v + 1]; i++)
    seen[colors[graph->neighbors[i]]] = v + 1;
  while (seen[color] == v + 1)
    color++;
  return color;
}

/* Both fill in the colors, 0 so far, and tell how many they used. */
static guint
color_by_degree(const Adjacency *graph, guint *colors)
{
  g_autofree guint *seen = g_new0(guint, (gsize)graph->n + 2);
  guint n_colors = 0;

  for (guint i = 0; i < graph->n; i++) {
    guint v = graph->by_degree[i];
    colors[v] = pick_color(graph, colors, v, seen);
    n_colors = MAX(n_colors, colors[v]);
  }
  return n_colors;
}

/* How many colors the neighbors of each vertex have, by a bit a color. */
typedef struct {
  guint8 *bits;
  gsize n_bytes; /* a vertex */
  guint *counts;
} Saturation;

static void
saturate(Saturation *self, guint v, guint color)
{
  guint8 *byte = &self->bits[v * self->n_bytes + color / 8];
  guint8 bit = (guint8)(1u << color % 8);

  self->counts[v] += (*byte & bit) == 0;
  *byte |= bit;
}

static guint
dsatur(const Adjacency *graph, guint *colors)
{
  gsize n_bytes = (gsize)degree(graph, graph->by_degree[0]) / 8 + 1;
  g_autofree guint8 *bits = g_malloc0(graph->n * n_bytes);
  g_autofree guint *counts = g_new0(guint, graph->n);
  g_autofree guint *seen = g_new0(guint, (gsize)graph->n + 2);
  Saturation saturation = {bits, n_bytes, counts};
  guint n_colors = 0;

  for (guint step = 0; step < graph->n; step++) {
    guint best = G_MAXUINT;
    for (guint i = 0; i < graph->n; i++) {
      guint v = graph->by_degree[i];
      if (colors[v] == 0 && (best == G_MAXUINT || counts[v] > counts[best]))
        best = v;
    }
    guint color = pick_color(graph, colors, best, seen);
    colors[best] = color;
    n_colors = MAX(n_colors, color);
    for (gsize i = graph->starts[best]; i < graph->starts[best + 1]; i++)
      saturate(&saturation, graph->neighbors[i], color - 1);
  }
  return n_colors;
}

ColoringBounds *
coloring_bounds_new(const ColoringGraph *graph)
{
  g_auto(Adjacency) adjacency;
  ColoringBounds *self = g_new0(ColoringBounds, 1);

  adjacency_init(&adjacency, graph);
  self->is_covered = g_new0(guint8, graph->n_edges + 1);
  self->cliques = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  g_autoptr(GArray) largest = find_clique(&adjacency);
  coloring_improve_clique(graph, largest);
  keep_clique(self, graph, largest);
  cover_edges(self, graph, &adjacency);
  self->colors = g_new0(guint, graph->n_vertices);
  self->n_colors = graph->n_vertices <= DSATUR_MAX
                       ? dsatur(&adjacency, self->colors)
                       : color_by_degree(&adjacency, self->colors);
  return self;
}

void
coloring_bounds_free(ColoringBounds *self)
{
  g_ptr_array_unref(self->cliques);
  g_free(self->is_covered);
  g_free(self->colors);
  g_free(self);
}
