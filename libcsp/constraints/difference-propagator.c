/* SPDX-License-Identifier: MIT */
/* All differences x != y + c of a model in one propagator: a graph whose edges
 * are looked at once, when the first of their ends is fixed.
 *
 * A variable that is fixed takes its value, shifted, from each neighbor.  Of two
 * neighbors one is looked at first, and then sees to the other; so a run over
 * the variables fixed since the last one, those that become fixed meanwhile
 * included, is the fixpoint.  Beside a propagator an edge this saves the queue:
 * a coloring's search spends its time in removals alone.
 *
 * The hint of a removal is the position of the variable that caused it, which
 * is all its explanation. */
#include "config.h"

#include "constraints/difference-propagator.h"

typedef struct {
  CspVar other;
  int32_t c; /* other != value + c */
  uint32_t constraint;
} Arc;

typedef struct {
  CspPropagator base; /* vars: those with an edge */
  uint32_t *starts;   /* by position, into arcs */
  Arc *arcs;
} Differences;

static CspPropResult
differences_propagate(CspPropagator *prop, CspStore *store)
{
  const Differences *self = (const Differences *)prop;

  for (uint32_t k = 0; k < prop->n_pending; k++) {
    uint32_t position = prop->pending[k];
    int64_t value = csp_store_value(store, prop->vars[position]);
    for (uint32_t i = self->starts[position]; i < self->starts[position + 1];
         i++) {
      const Arc *arc = &self->arcs[i];
      if (!csp_store_remove(store, arc->other, value + arc->c, position)) {
        prop->constraint = arc->constraint; /* which is to blame */
        return CSP_PROP_FAILED;
      }
    }
  }
  prop->n_pending = 0;
  return CSP_PROP_FIXPOINT;
}

static void
differences_explain(CspPropagator *prop,
                    CspStore *store,
                    CspFact fact,
                    uint32_t hint,
                    uint32_t before,
                    CspReason *out)
{
  csp_store_add_facts_before(store, prop->vars[hint], before, out);
  /* The value was at a bound, or the last but one: what else was gone. */
  if (fact.op != CSP_FACT_NE)
    csp_store_add_facts_before(store, fact.var, before, out);
}

static const CspPropagatorClass differences_class = {
    .name = "differences",
    .propagate = differences_propagate,
    .explain = differences_explain,
    .priority = CSP_PRIORITY_BINARY,
};

static void
add_arc(Differences *self, uint32_t position, Arc arc)
{
  self->arcs[self->starts[position]++] = arc;
}

static uint32_t *
number_vars(const CspStore *store,
            const CspDifferenceEdge *edges,
            size_t n_edges,
            CspVar *vars,
            uint32_t *out_n)
{
  uint32_t *position_of = g_new(uint32_t, store->n_vars), n = 0;

  for (CspVar x = 0; x < store->n_vars; x++)
    position_of[x] = UINT32_MAX;
  for (size_t i = 0; i < n_edges; i++) {
    const CspVar ends[] = {edges[i].x, edges[i].y};
    for (int k = 0; k < 2; k++)
      if (position_of[ends[k]] == UINT32_MAX) {
        position_of[ends[k]] = n;
        vars[n++] = ends[k];
      }
  }
  *out_n = n;
  return position_of;
}

bool
csp_post_differences(CspStore *store,
                     const CspDifferenceEdge *edges,
                     size_t n_edges)
{
  g_autofree CspVar *vars = g_new(CspVar, store->n_vars);
  uint32_t n;
  g_autofree uint32_t *position_of =
      number_vars(store, edges, n_edges, vars, &n);
  Differences *self = (Differences *)csp_store_add_propagator(
      store, &differences_class, sizeof(Differences), vars, n);

  self->starts = csp_arena_new_array0(store->arena, uint32_t, (size_t)n + 1);
  self->arcs = csp_arena_new_array(store->arena, Arc, 2 * n_edges);
  /* Counts, turned into starts; filling moves each start to the next one's. */
  for (size_t i = 0; i < n_edges; i++) {
    self->starts[position_of[edges[i].x]]++;
    self->starts[position_of[edges[i].y]]++;
  }
  for (uint32_t k = 0, total = 0; k <= n; k++) {
    uint32_t count = self->starts[k];
    self->starts[k] = total;
    total += count;
  }
  for (size_t i = 0; i < n_edges; i++) {
    const CspDifferenceEdge *edge = &edges[i];
    Arc arc = {.constraint = edge->constraint};
    arc.other = edge->y;
    arc.c = -edge->c;
    add_arc(self, position_of[edge->x], arc);
    arc.other = edge->x;
    arc.c = edge->c;
    add_arc(self, position_of[edge->y], arc);
  }
  for (uint32_t k = n; k > 0; k--)
    self->starts[k] = self->starts[k - 1];
  self->starts[0] = 0;
  csp_store_subscribe_all(store, &self->base, CSP_ON_FIX_TRACKED);
  return true;
}
