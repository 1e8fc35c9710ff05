/* SPDX-License-Identifier: MIT */
/* A graph whose edges say x != y + c; violation is the number of broken edges.
 *
 * Models have a million such constraints, so they share adjacency arrays: an
 * edge is one entry at each end.  Where vertices and values are few enough a
 * table tells for each vertex and value how many assigned neighbors forbid it
 * (Hertz and de Werra 1987 keep it for coloring): asking is one look-up, and a
 * move updates two cells a neighbor (Galinier and Hao 1999).  Elsewhere the
 * neighbors are looked at.
 *
 * Nearly always whatever value a vertex has forbids one that each neighbor's
 * row holds.  Then the cell lies at a distance from the value that is the
 * edge's own, and updating it takes one addition.  Other vertices, with
 * domains apart or offsets that lead out of them, look at each neighbor's
 * bounds first. */
#include "config.h"

#include <string.h>

#include "base/check.h"
#include "local/difference-graph.h"

typedef struct {
  uint32_t position;
  int32_t c; /* broken when own value = the neighbor's + c */
} Neighbor;

/*            starts[p]            starts[p + 1]
 * neighbors: | ... neighbors of p ... | neighbors of p + 1 ...
 * cells:     | the same: what p's value must be added to, modulo 2^32, to get
 *              the cell that it forbids the neighbor
 *
 *            rows[p] + low[p]     rows[p] + high[p]
 * table:     | counts of p's values ... | ... */
typedef struct {
  CspInvariant base;
  uint64_t *starts;
  Neighbor *neighbors;
  uint32_t *cells;
  int64_t *rows;
  int32_t *low, *high;
  uint64_t *is_inside; /* bits: all cells of p's neighbors are there */
  uint16_t *table;     /* NULL: too large */
  uint8_t *is_placed;  /* without a table */
  int64_t n_broken;
} Graph;

static const uint64_t MAX_CELLS = UINT64_C(1) << 25;

/* Assigned neighbors that forbid the value. */
static uint32_t
count(const Graph *self, uint32_t p, int32_t value)
{
  if (self->table != NULL)
    return self->table[self->rows[p] + value];

  uint32_t n = 0;
  for (uint64_t i = self->starts[p]; i < self->starts[p + 1]; i++) {
    const Neighbor *nb = &self->neighbors[i];
    n += self->is_placed[nb->position] != 0 &&
         value ==
             (int64_t)csp_invariant_value(&self->base, nb->position) + nb->c;
  }
  return n;
}

/* The vertex has, or no longer has, the value: by is 1 or -1. */
static void
spread(Graph *self, uint32_t p, int32_t value, int by)
{
  if (self->table == NULL) {
    self->is_placed[p] = by > 0;
    return;
  }
  for (uint64_t i = self->starts[p]; i < self->starts[p + 1]; i++) {
    uint32_t q = self->neighbors[i].position;
    int64_t forbidden = (int64_t)value - self->neighbors[i].c;
    if (forbidden >= self->low[q] && forbidden <= self->high[q])
      self->table[self->cells[i] + (uint32_t)value] += (uint16_t)by;
  }
}

/* From the old value, which the vertex has, to another. */
static void
respread(Graph *self, uint32_t p, int32_t old, int32_t value)
{
  if (self->table == NULL)
    return;
  if ((self->is_inside[p / 64] >> (p % 64) & 1) == 0) {
    spread(self, p, old, -1);
    spread(self, p, value, 1);
    return;
  }
  for (uint64_t i = self->starts[p]; i < self->starts[p + 1]; i++) {
    self->table[self->cells[i] + (uint32_t)old]--;
    self->table[self->cells[i] + (uint32_t)value]++;
  }
}

static bool
graph_test(CspInvariant *inv, uint32_t p, int32_t value)
{
  return count((const Graph *)inv, p, value) == 0;
}

static void
graph_assign(CspInvariant *inv, uint32_t p, int32_t value)
{
  Graph *self = (Graph *)inv;

  inv->n_assigned++;
  self->n_broken += count(self, p, value);
  spread(self, p, value, 1);
}

static void
graph_unassign(CspInvariant *inv, uint32_t p, int32_t value)
{
  Graph *self = (Graph *)inv;

  inv->n_assigned--;
  spread(self, p, value, -1);
  self->n_broken -= count(self, p, value);
}

static int64_t
graph_violation(CspInvariant *inv)
{
  return ((const Graph *)inv)->n_broken;
}

static int64_t
graph_change(CspInvariant *inv, uint32_t p, int32_t value)
{
  const Graph *self = (const Graph *)inv;

  return (int64_t)count(self, p, value) -
         count(self, p, csp_invariant_value(inv, p));
}

static void
graph_add_changes(CspInvariant *inv,
                  uint32_t p,
                  int32_t min,
                  uint32_t n,
                  int64_t *out_changes)
{
  const Graph *self = (const Graph *)inv;
  int64_t now = count(self, p, csp_invariant_value(inv, p));

  if (self->table == NULL) {
    for (uint32_t i = 0; i < n; i++)
      out_changes[i] += count(self, p, min + (int32_t)i) - now;
    return;
  }
  const uint16_t *row = self->table + (self->rows[p] + min);
  for (uint32_t i = 0; i < n; i++)
    out_changes[i] += row[i] - now;
}

static const uint16_t *
graph_peek_counts(CspInvariant *inv, uint32_t p, int32_t min)
{
  const Graph *self = (const Graph *)inv;

  return self->table == NULL ? NULL : self->table + (self->rows[p] + min);
}

/* For an edge between the two, the four counts ask about the neighbor where it
 * stood; what they say wrongly about it is put right here. */
static int64_t
swap_correction(const Graph *self, uint32_t a, uint32_t b)
{
  if (self->starts[a + 1] - self->starts[a] >
      self->starts[b + 1] - self->starts[b]) {
    uint32_t t = a;
    a = b;
    b = t;
  }

  int64_t va = csp_invariant_value(&self->base, a);
  int64_t vb = csp_invariant_value(&self->base, b);
  int64_t correction = 0;
  for (uint64_t i = self->starts[a]; i < self->starts[a + 1]; i++) {
    const Neighbor *nb = &self->neighbors[i];
    if (nb->position == b)
      correction += (vb == va + nb->c) + (va == vb + nb->c) - 2 * (nb->c == 0);
  }
  return correction;
}

static int64_t
graph_change_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  int32_t va = csp_invariant_value(inv, a), vb = csp_invariant_value(inv, b);

  if (va == vb)
    return 0;
  return graph_change(inv, a, vb) + graph_change(inv, b, va) +
         swap_correction((const Graph *)inv, a, b);
}

static void
graph_move(CspInvariant *inv, uint32_t p, int32_t value)
{
  Graph *self = (Graph *)inv;
  int32_t old = csp_invariant_value(inv, p);

  self->n_broken += graph_change(inv, p, value);
  respread(self, p, old, value);
}

static void
graph_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  Graph *self = (Graph *)inv;
  int32_t va = csp_invariant_value(inv, a), vb = csp_invariant_value(inv, b);

  self->n_broken += graph_change_swap(inv, a, b);
  respread(self, a, va, vb);
  respread(self, b, vb, va);
}

static bool
graph_is_in_conflict(CspInvariant *inv, uint32_t p)
{
  return count((const Graph *)inv, p, csp_invariant_value(inv, p)) > 0;
}

static uint32_t
graph_list_conflicts(CspInvariant *inv,
                     uint32_t p,
                     uint32_t *out_positions,
                     uint32_t n_positions)
{
  const Graph *self = (const Graph *)inv;
  int64_t value = csp_invariant_value(inv, p);
  uint32_t n = 0;

  for (uint64_t i = self->starts[p]; i < self->starts[p + 1]; i++) {
    const Neighbor *nb = &self->neighbors[i];
    if (n < n_positions &&
        value == (int64_t)csp_invariant_value(inv, nb->position) + nb->c)
      out_positions[n++] = nb->position;
  }
  return n;
}

static const CspInvariantClass graph_class = {
    .name = "difference-graph",
    .size = sizeof(Graph),
    .test = graph_test,
    .assign = graph_assign,
    .unassign = graph_unassign,
    .violation = graph_violation,
    .change = graph_change,
    .add_changes = graph_add_changes,
    .peek_counts = graph_peek_counts,
    .change_swap = graph_change_swap,
    .move = graph_move,
    .swap = graph_swap,
    .is_in_conflict = graph_is_in_conflict,
    .list_conflicts = graph_list_conflicts,
};

/* Do all values of the vertex forbid one in each neighbor's row? */
static bool
are_cells_inside(const Graph *self, uint32_t p)
{
  for (uint64_t i = self->starts[p]; i < self->starts[p + 1]; i++) {
    const Neighbor *nb = &self->neighbors[i];
    if ((int64_t)self->low[p] - nb->c < self->low[nb->position] ||
        (int64_t)self->high[p] - nb->c > self->high[nb->position])
      return false;
  }
  return true;
}

static void
find_cells(Graph *self, CspArena *arena)
{
  uint32_t n = self->base.n_vars;

  self->cells = csp_arena_new_array(arena, uint32_t, self->starts[n]);
  for (uint64_t i = 0; i < self->starts[n]; i++) {
    const Neighbor *nb = &self->neighbors[i];
    self->cells[i] = (uint32_t)(self->rows[nb->position] - nb->c);
  }
  self->is_inside =
      csp_arena_new_array0(arena, uint64_t, ((size_t)n + 63) / 64);
  for (uint32_t p = 0; p < n; p++)
    self->is_inside[p / 64] |= (uint64_t)are_cells_inside(self, p) << (p % 64);
}

/* The table, unless it would be too large or a count could leave 16 bits. */
static void
make_table(Graph *self, CspArena *arena, const CspInvariantBounds *bounds)
{
  uint32_t n = self->base.n_vars;
  uint64_t n_cells = 0, degree = 0;

  self->rows = csp_arena_new_array(arena, int64_t, n);
  self->low = csp_arena_new_array(arena, int32_t, n);
  self->high = csp_arena_new_array(arena, int32_t, n);
  for (uint32_t p = 0; p < n; p++) {
    bounds->get(bounds->data, csp_invariant_var(&self->base, p), &self->low[p],
                &self->high[p]);
    self->rows[p] = (int64_t)n_cells - self->low[p];
    n_cells += (uint64_t)((int64_t)self->high[p] - self->low[p]) + 1;
    degree = MAX(degree, self->starts[p + 1] - self->starts[p]);
  }
  if (n_cells > MAX_CELLS || degree > UINT16_MAX) {
    self->is_placed = csp_arena_new_array0(arena, uint8_t, n);
    return;
  }
  self->table =
      csp_arena_new_array0(arena, uint16_t, n_cells + CSP_COUNTS_BLOCK);
  find_cells(self, arena);
}

void
csp_difference_graph_add(CspInvariantSet *set,
                         const CspInvariantBounds *bounds,
                         const CspDifference *edges,
                         size_t n_edges)
{
  CspArena *arena = set->arena;
  uint32_t *position_of = g_new(uint32_t, set->n_vars);
  uint32_t n = 0;

  memset(position_of, 0, sizeof *position_of * set->n_vars);
  for (size_t i = 0; i < n_edges; i++)
    position_of[edges[i].x] = position_of[edges[i].y] = 1;
  for (CspVar x = 0; x < set->n_vars; x++)
    n += position_of[x];
  CspVar *vars = csp_arena_new_array(arena, CspVar, n);
  n = 0;
  for (CspVar x = 0; x < set->n_vars; x++)
    if (position_of[x] != 0) {
      position_of[x] = n;
      vars[n++] = x;
    }
  bool is_consecutive = vars[n - 1] - vars[0] == n - 1;

  Graph *self = (Graph *)csp_invariant_set_add(
      set, &graph_class, NULL, is_consecutive ? NULL : vars, vars[0], n);
  self->starts = csp_arena_new_array0(arena, uint64_t, (size_t)n + 2);
  self->neighbors = csp_arena_new_array(arena, Neighbor, 2 * n_edges);

  uint64_t *fill = self->starts + 2;
  for (size_t i = 0; i < n_edges; i++) {
    fill[position_of[edges[i].x]]++;
    fill[position_of[edges[i].y]]++;
  }
  for (size_t p = 2; p < (size_t)n + 2; p++)
    self->starts[p] += self->starts[p - 1];
  fill = self->starts + 1;
  for (size_t i = 0; i < n_edges; i++) {
    uint32_t x = position_of[edges[i].x], y = position_of[edges[i].y];
    self->neighbors[fill[x]++] = (Neighbor){.position = y, .c = edges[i].c};
    self->neighbors[fill[y]++] = (Neighbor){.position = x, .c = -edges[i].c};
  }
  g_free(position_of);
  make_table(self, arena, bounds);
}
