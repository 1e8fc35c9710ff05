/* SPDX-License-Identifier: MIT */
/* A largest clique, by branch and bound on bit sets (Tomita and Seki 2003; San
 * Segundo et al. 2011).
 *
 * The candidates that are adjacent to all members so far are split greedily
 * into independent sets.  A clique has at most one vertex of each, so a vertex
 * of set number k and those before it can add k members at most; when that is
 * not more than the best clique has, none of them needs to be tried.  Within its
 * budget the search is complete; past it the best so far stands. */
#include <string.h>

#include "coloring.h"

enum { VERTICES_MAX = 4096 };

/* Words read or written: about a fifth of a second. */
#define CLIQUE_SEARCH_BUDGET G_GINT64_CONSTANT(100000000)

typedef struct {
  guint n, n_words;
  guint64 *neighbors; /* n_words a vertex, by rank */
  guint *vertex_of;   /* by rank: of highest degree first */
  guint *members;
  guint n_members;
  GArray *best; /* of ranks */
  gint64 budget;
} Search;

static guint64 *
neighbors_of(const Search *self, guint v)
{
  return &self->neighbors[(gsize)v * self->n_words];
}

static void
add_bit(guint64 *bits, guint i)
{
  bits[i / 64] |= G_GUINT64_CONSTANT(1) << (i % 64);
}

static void
remove_bit(guint64 *bits, guint i)
{
  bits[i / 64] &= ~(G_GUINT64_CONSTANT(1) << (i % 64));
}

static guint
count_bits(const Search *self, const guint64 *bits)
{
  guint n = 0;

  for (guint i = 0; i < self->n_words; i++)
    n += (guint)__builtin_popcountll(bits[i]);
  return n;
}

/* The candidates by independent set, and the number of its set for each. */
static guint
split(Search *self, const guint64 *candidates, guint *order, guint *set_of)
{
  g_autofree guint64 *left =
      g_memdup2(candidates, self->n_words * sizeof(guint64));
  g_autofree guint64 *free = g_new(guint64, self->n_words);
  guint n = 0, n_left = count_bits(self, candidates);

  for (guint set = 1; n < n_left; set++) {
    memcpy(free, left, self->n_words * sizeof(guint64));
    for (guint i = 0; i < self->n_words; i++)
      while (free[i] != 0) {
        guint v = 64 * i + (guint)__builtin_ctzll(free[i]);
        const guint64 *neighbors = neighbors_of(self, v);
        remove_bit(left, v);
        remove_bit(free, v);
        for (guint k = i; k < self->n_words; k++)
          free[k] &= ~neighbors[k];
        self->budget -= self->n_words;
        order[n] = v;
        set_of[n++] = set;
      }
  }
  return n;
}

static void expand(Search *self, guint64 *candidates);

static void
try_member(Search *self, const guint64 *candidates, guint v)
{
  const guint64 *neighbors = neighbors_of(self, v);
  g_autofree guint64 *common = g_new(guint64, self->n_words);
  guint64 any = 0;

  for (guint i = 0; i < self->n_words; i++)
    any |= common[i] = candidates[i] & neighbors[i];
  self->members[self->n_members++] = v;
  if (any != 0) {
    expand(self, common);
  } else if (self->n_members > self->best->len) {
    g_array_set_size(self->best, 0);
    g_array_append_vals(self->best, self->members, self->n_members);
  }
  self->n_members--;
}

static void
expand(Search *self, guint64 *candidates)
{
  guint n = count_bits(self, candidates);
  g_autofree guint *order = g_new(guint, n), *set_of = g_new(guint, n);

  n = split(self, candidates, order, set_of);
  while (n-- > 0 && self->budget > 0) {
    if (self->n_members + set_of[n] <= self->best->len)
      return;
    try_member(self, candidates, order[n]);
    remove_bit(candidates, order[n]);
  }
}

static gint
compare_degrees(gconstpointer a, gconstpointer b, gpointer data)
{
  guint x = *(const guint *)a, y = *(const guint *)b;
  const guint *degrees = data;

  if (degrees[x] != degrees[y])
    return degrees[x] > degrees[y] ? -1 : 1;
  return (x > y) - (x < y);
}

static void
rank_vertices(Search *self, const ColoringGraph *graph, guint *rank_of)
{
  g_autofree guint *degrees = g_new0(guint, self->n);

  for (gsize i = 0; i < graph->n_edges; i++) {
    degrees[graph->edges[i].a]++;
    degrees[graph->edges[i].b]++;
  }
  for (guint v = 0; v < self->n; v++)
    self->vertex_of[v] = v;
  g_qsort_with_data(self->vertex_of, (gint)self->n, sizeof(guint),
                    compare_degrees, degrees);
  for (guint i = 0; i < self->n; i++)
    rank_of[self->vertex_of[i]] = i;
}

void
coloring_improve_clique(const ColoringGraph *graph, GArray *clique)
{
  guint n = graph->n_vertices;
  Search self = {.n = n, .n_words = (n + 63) / 64};

  if (n > VERTICES_MAX)
    return;
  g_autofree guint64 *neighbors = g_new0(guint64, (gsize)n * self.n_words);
  g_autofree guint64 *all = g_new0(guint64, self.n_words);
  g_autofree guint *vertex_of = g_new(guint, n), *rank_of = g_new(guint, n);
  g_autofree guint *members = g_new(guint, n);
  self.neighbors = neighbors;
  self.vertex_of = vertex_of;
  self.members = members;
  self.best = clique;
  self.budget = CLIQUE_SEARCH_BUDGET;

  rank_vertices(&self, graph, rank_of);
  for (gsize i = 0; i < graph->n_edges; i++) {
    guint a = rank_of[graph->edges[i].a], b = rank_of[graph->edges[i].b];
    add_bit(neighbors_of(&self, a), b);
    add_bit(neighbors_of(&self, b), a);
  }
  for (guint i = 0; i < n; i++)
    add_bit(all, i);
  for (guint i = 0; i < clique->len; i++)
    g_array_index(clique, guint, i) = rank_of[g_array_index(clique, guint, i)];
  expand(&self, all);
  for (guint i = 0; i < clique->len; i++)
    g_array_index(clique, guint, i) =
        vertex_of[g_array_index(clique, guint, i)];
}
