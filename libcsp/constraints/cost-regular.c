/* SPDX-License-Identifier: MIT */
/* A sequence of variables is a word that an automaton accepts, and the costs of
 * the steps add up to a total (Demassey, Pesant and Rousseau 2006).
 *
 * To the layered graph (layers.h) come, for each node, the least and the most
 * that the paths from the first node to it cost, and those from it to the last
 * node.  The total lies between the least and the most of the first node.  An
 * edge dies when the cheapest path over it costs more than the total may, or the
 * dearest less.  That is repeated until no edge dies and the total's bounds
 * stay: then each edge lies on a path not too dear and on one not too cheap,
 * though perhaps not on the same one.
 *
 * Costs of nodes are trailed, and looked at again only in layers whose edges
 * or neighbors changed. */
#include "config.h"

#include "constraints/family.h"
#include "constraints/layers.h"

/* The least and the most that paths cost; min > max: there is none. */
typedef struct {
  int64_t min, max;
} Span;

typedef struct {
  CspLayered graph;
  Span *before, *after; /* by node: paths to it and from it; trailed */
  bool *is_before_new;  /* by layer of nodes: they changed in this round */
  bool *is_after_new;
  Span seen; /* the total when edges were filtered last; trailed */
} CostRegular;

static bool
set_span(CspStore *store, Span *span, Span now)
{
  if (span->min == now.min && span->max == now.max)
    return false;
  csp_store_save(store, (uint64_t *)&span->min);
  csp_store_save(store, (uint64_t *)&span->max);
  *span = now;
  return true;
}

static void
join(Span *span, Span other, int64_t cost)
{
  span->min = MIN(span->min, other.min + cost);
  span->max = MAX(span->max, other.max + cost);
}

static const Span nothing = {INT64_MAX, INT64_MIN};

/* A node that no edge alive enters keeps what it had: no edge asks for it. */
static bool
renew_before(CostRegular *self, CspStore *store, uint32_t node)
{
  const CspLayers *layers = &self->graph.layers;
  Span span = nothing;

  for (uint32_t k = layers->first_in[node]; k < layers->first_in[node + 1];
       k++) {
    uint32_t e = layers->in_edges[k];
    if (csp_layers_is_alive(layers, e))
      join(&span, self->before[layers->from[e]], layers->costs[e]);
  }
  return span.min <= span.max && set_span(store, &self->before[node], span);
}

static bool
renew_after(CostRegular *self, CspStore *store, uint32_t node)
{
  const CspLayers *layers = &self->graph.layers;
  Span span = nothing;

  for (uint32_t e = layers->first_out[node]; e < layers->first_out[node + 1];
       e++)
    if (csp_layers_is_alive(layers, e))
      join(&span, self->after[layers->to[e]], layers->costs[e]);
  return span.min <= span.max && set_span(store, &self->after[node], span);
}

/* Brings the spans up to date with the edges lost. */
static void
sweep(CostRegular *self, CspStore *store)
{
  const CspLayers *layers = &self->graph.layers;
  uint32_t n = layers->n_layers;

  self->is_before_new[0] = self->is_after_new[n] = false;
  for (uint32_t i = 1; i <= n; i++) {
    self->is_before_new[i] = false;
    if (layers->layers[i - 1].has_lost || self->is_before_new[i - 1])
      for (uint32_t v = layers->first_node[i]; v < layers->first_node[i + 1];
           v++)
        self->is_before_new[i] |= renew_before(self, store, v);
  }
  for (uint32_t i = n; i-- > 0;) {
    self->is_after_new[i] = false;
    if (layers->layers[i].has_lost || self->is_after_new[i + 1])
      for (uint32_t v = layers->first_node[i]; v < layers->first_node[i + 1];
           v++)
        self->is_after_new[i] |= renew_after(self, store, v);
  }
}

/* Takes out the edges of a layer that no path within the total has. */
static void
filter_layer(CostRegular *self, CspStore *store, uint32_t i, Span total)
{
  CspLayers *layers = &self->graph.layers;
  uint32_t first = layers->first_out[layers->first_node[i]];
  uint32_t end = layers->first_out[layers->first_node[i + 1]];

  for (uint32_t e = first; e < end; e++) {
    if (!csp_layers_is_alive(layers, e))
      continue;
    Span before = self->before[layers->from[e]];
    Span after = self->after[layers->to[e]];
    int64_t cost = layers->costs[e];
    if (before.min + cost + after.min > total.max ||
        before.max + cost + after.max < total.min)
      csp_layers_kill(layers, store, e);
  }
}

/* Bounds the total by the paths, then the paths by the total. */
static bool
filter(CostRegular *self, CspStore *store)
{
  CspLayers *layers = &self->graph.layers;
  CspVar total = self->graph.base.vars[layers->n_layers];
  Span bounds;
  bool is_new;

  if (!csp_store_set_min(store, total, self->after[0].min, CSP_NO_HINT) ||
      !csp_store_set_max(store, total, self->after[0].max, CSP_NO_HINT))
    return false;
  bounds = (Span){csp_store_min(store, total), csp_store_max(store, total)};
  is_new = set_span(store, &self->seen, bounds);
  csp_layers_begin(layers);
  for (uint32_t i = 0; i < layers->n_layers; i++)
    if (is_new || self->is_before_new[i] || self->is_after_new[i + 1])
      filter_layer(self, store, i, bounds);
  return true;
}

static CspPropResult
cost_regular_propagate(CspPropagator *prop, CspStore *store)
{
  CostRegular *self = (CostRegular *)prop;
  CspLayers *layers = &self->graph.layers;
  bool has_lost;

  csp_layers_begin(layers);
  if (!csp_layers_update(layers, store, prop->vars))
    return CSP_PROP_FAILED;
  do {
    if (!csp_layers_settle(layers, store, prop->vars))
      return CSP_PROP_FAILED;
    sweep(self, store);
    if (!filter(self, store))
      return CSP_PROP_FAILED;
    has_lost = layers->n_dead > 0;
  } while (has_lost && !csp_store_is_stopped(store));
  if (csp_layers_end(layers, store, prop->vars) == 0 &&
      csp_store_is_fixed(store, prop->vars[layers->n_layers]))
    return CSP_PROP_ENTAILED;
  return layers->has_repeats ? CSP_PROP_AGAIN : CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass cost_regular_class = {
    .name = "cost-regular",
    .propagate = cost_regular_propagate,
    .priority = CSP_PRIORITY_CUBIC,
};

static void
init_spans(CostRegular *self, CspStore *store)
{
  uint32_t n = self->graph.layers.n_layers,
           n_nodes = self->graph.layers.n_nodes;

  self->before = csp_arena_new_array0(store->arena, Span, n_nodes);
  self->after = csp_arena_new_array0(store->arena, Span, n_nodes);
  self->is_before_new = csp_arena_new_array0(store->arena, bool, n + 1);
  self->is_after_new = csp_arena_new_array0(store->arena, bool, n + 1);
  self->seen = nothing;
  for (uint32_t i = 0; i < n; i++)
    self->graph.layers.layers[i].has_lost = true;
  sweep(self, store);
}

static bool
cost_regular_post(CspPoster *poster,
                  const CspConstraint *con,
                  CspStrength strength)
{
  CspStore *store = poster->store;
  CspAutomaton automaton = csp_automaton_of(con, 4);
  CostRegular *self = (CostRegular *)csp_layered_new(
      store, &cost_regular_class, sizeof(CostRegular), con, &automaton,
      con->n_vars - 1, false);

  if (self == NULL)
    return !store->has_failed;
  init_spans(self, store);
  for (uint32_t i = 0; i + 1 < con->n_vars; i++)
    csp_store_subscribe(store, &self->graph.base, i, CSP_ON_DOMAIN);
  csp_store_subscribe(store, &self->graph.base, con->n_vars - 1, CSP_ON_BOUNDS);
  return true;
}

/* The cost of the word, which is accepted; the automaton is deterministic. */
static int64_t
cost_of(const CspAutomaton *automaton,
        const CspConstraint *con,
        const int32_t *values)
{
  int64_t cost = 0, state = 0;

  for (uint32_t i = 0; i + 1 < con->n_vars; i++) {
    size_t s = csp_automaton_find(automaton, state,
                                  values[csp_constraint_var(con, i)]);
    cost += automaton->steps[s * automaton->width + 3];
    state = automaton->steps[s * automaton->width + 2];
  }
  return cost;
}

static int64_t
cost_regular_violation(const CspConstraint *con,
                       const int32_t *values,
                       CspScratch *scratch)
{
  CspAutomaton automaton = csp_automaton_of(con, 4);
  uint32_t n = con->n_vars - 1;

  if (!csp_automaton_accepts(&automaton, con, n, values, scratch))
    return csp_automaton_distance(&automaton, con, n, values, scratch);
  return ABS(cost_of(&automaton, con, values) -
             values[csp_constraint_var(con, n)]);
}

static bool
cost_regular_holds(const CspConstraint *con,
                   const int32_t *values,
                   CspScratch *scratch)
{
  CspAutomaton automaton = csp_automaton_of(con, 4);
  uint32_t n = con->n_vars - 1;

  return csp_automaton_accepts(&automaton, con, n, values, scratch) &&
         cost_of(&automaton, con, values) == values[csp_constraint_var(con, n)];
}

const CspFamily csp_family_cost_regular = {
    .name = "cost-regular",
    .blurb = "an automaton accepts the sequence at a total cost",
    .holds = cost_regular_holds,
    .post = cost_regular_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = cost_regular_violation,
};
