/* SPDX-License-Identifier: MIT */
/* Keeping a layered graph (after Pesant 2004; Cheng and Yap 2010).
 *
 * An edge that dies matters to three: the node it left, which needs an edge out,
 * the node it entered, which needs an edge in, and its label, which needs an
 * edge.  Each of them watches one edge.  Only if the watched one dies is another
 * looked for; a node that finds none takes its remaining edges with it, and a
 * label that finds none takes its value out of the domain.  When nothing is left
 * to do each edge alive lies on a path of edges alive, so that each label alive
 * has a support: consistent to the domain, if no variable stands twice.
 *
 * What is trailed is one bit an edge.  Watches are not: the watched edge was
 * alive at a later time than the one gone back to, so it is alive there, too.
 * Each edge dies once on a branch of the search, and looking for another one
 * skips dead edges by whole words where they lie side by side.
 *
 * `labels` is a permutation within each layer of which a trailed count says what
 * is alive; members move within the part alive, so that restoring the count
 * restores the set.
 *
 * Values without a label, which only the graph of a reified automaton lets
 * through, share one: it is alive while the domain has more values than the
 * layer has labels alive.  A wide interval is pruned to the least and largest
 * label alive, and keeps what lies between. */
#include "config.h"

#include "base/sorted.h"
#include "constraints/layers.h"

static void
save_layer(CspLayer *layer, CspStore *store)
{
  if (layer->stamp == store->stamp)
    return;
  csp_store_save32(store, &layer->n_alive);
  csp_store_save32(store, &layer->size);
  layer->stamp = store->stamp;
}

/* Takes the label at this place out of those alive. */
static void
drop_label(CspLayers *self, CspLayer *layer, CspStore *store, uint32_t label)
{
  uint32_t *labels = &self->labels[layer->first_label];
  uint32_t place = self->places[label], last;

  save_layer(layer, store);
  last = labels[--layer->n_alive];
  labels[place] = last;
  self->places[last] = place;
  labels[layer->n_alive] = label;
  self->places[label] = layer->n_alive;
}

static bool
has_label(const CspLayers *self, const CspLayer *layer, uint32_t label)
{
  return self->places[label] < layer->n_alive;
}

static bool
has_other(const CspLayers *self, const CspLayer *layer)
{
  return layer->other != CSP_NO_LABEL &&
         csp_layers_is_alive(self, self->label_watch[layer->other]);
}

void
csp_layers_kill(CspLayers *self, CspStore *store, uint32_t edge)
{
  uint32_t w = edge / 64;

  if (self->stamps[w] != store->stamp) {
    csp_store_save(store, &self->alive[w]);
    self->stamps[w] = store->stamp;
  }
  self->alive[w] &= ~(UINT64_C(1) << (edge % 64));
  self->layers[self->layer_of[self->from[edge]]].has_lost = true;
  self->dead[self->n_dead++] = edge;
}

/* Looking for an edge ------------------------------------------------------ */

/* Of edges that lie side by side; CSP_NO_LABEL: none is alive. */
static uint32_t
find_between(const CspLayers *self, uint32_t first, uint32_t end)
{
  while (first < end) {
    uint64_t word = self->alive[first / 64] >> (first % 64);
    if (word != 0) {
      first += (uint32_t)__builtin_ctzll(word);
      return first < end ? first : CSP_NO_LABEL;
    }
    first = (first / 64 + 1) * 64;
  }
  return CSP_NO_LABEL;
}

static uint32_t
find_among(const CspLayers *self, const uint32_t *edges, uint32_t n)
{
  for (uint32_t k = 0; k < n; k++)
    if (csp_layers_is_alive(self, edges[k]))
      return edges[k];
  return CSP_NO_LABEL;
}

static void
kill_among(CspLayers *self, CspStore *store, const uint32_t *edges, uint32_t n)
{
  for (uint32_t k = 0; k < n; k++)
    if (csp_layers_is_alive(self, edges[k]))
      csp_layers_kill(self, store, edges[k]);
}

static void
kill_label(CspLayers *self, CspStore *store, uint32_t label)
{
  uint32_t first = self->first_of[label];

  kill_among(self, store, &self->edges_of[first],
             self->first_of[label + 1] - first);
}

/* Rounds ------------------------------------------------------------------- */

void
csp_layers_begin(CspLayers *self)
{
  self->n_dead = 0;
  for (uint32_t i = 0; i < self->n_layers; i++)
    self->layers[i].has_lost = false;
}

static uint32_t
find_label(const CspLayers *self, const CspLayer *layer, int64_t value)
{
  const int32_t *values = &self->values[layer->first_label];
  uint32_t i = csp_sorted_lower(values, layer->n_labels, value);

  return i < layer->n_labels && values[i] == value ? layer->first_label + i
                                                   : CSP_NO_LABEL;
}

/* Moves the bounds to labels alive. */
static bool
tighten(const CspLayers *self, const CspLayer *layer, CspStore *store, CspVar x)
{
  int32_t min = INT32_MAX, max = INT32_MIN;

  for (uint32_t k = 0; k < layer->n_alive; k++) {
    int32_t value = self->values[self->labels[layer->first_label + k]];
    min = MIN(min, value);
    max = MAX(max, value);
  }
  return csp_store_set_min(store, x, min, CSP_NO_HINT) &&
         csp_store_set_max(store, x, max, CSP_NO_HINT);
}

/* The same for a wide interval, whose bounds may have no label; if none is
 * alive, there will be no path. */
static bool
keep_tight(const CspLayers *self,
           const CspLayer *layer,
           CspStore *store,
           CspVar x)
{
  return store->kinds[x] != CSP_DOMAIN_INTERVAL || layer->n_alive == 0 ||
         tighten(self, layer, store, x);
}

bool
csp_layers_update(CspLayers *self, CspStore *store, const CspVar *vars)
{
  for (uint32_t i = 0; i < self->n_layers; i++) {
    CspLayer *layer = &self->layers[i];
    uint32_t size = csp_store_size(store, vars[i]);
    if (size == layer->size)
      continue;
    save_layer(layer, store);
    layer->size = size;
    for (uint32_t k = layer->n_alive; k-- > 0;) {
      uint32_t label = self->labels[layer->first_label + k];
      if (csp_store_has(store, vars[i], self->values[label]))
        continue;
      drop_label(self, layer, store, label);
      kill_label(self, store, label);
    }
    if (has_other(self, layer)) {
      if (size == layer->n_alive)
        kill_label(self, store, layer->other);
    } else if (!keep_tight(self, layer, store, vars[i])) {
      return false;
    }
  }
  return true;
}

/* Leaves the values whose labels are alive. */
static bool
restrict_domain(const CspLayers *self,
                const CspLayer *layer,
                CspStore *store,
                CspVar x)
{
  if (layer->n_alive == 0)
    return csp_store_fail_var(store, x);
  if (!tighten(self, layer, store, x))
    return false;
  if (store->kinds[x] == CSP_DOMAIN_INTERVAL)
    return true;
  CSP_STORE_FOREACH_VALUE(store, x, v)
  {
    uint32_t label = find_label(self, layer, v);
    if ((label == CSP_NO_LABEL || !has_label(self, layer, label)) &&
        !csp_store_remove(store, x, v, CSP_NO_HINT))
      return false;
  }
  return true;
}

/* The label has no edge left, unless its value has gone before. */
static bool
lose_label(
    CspLayers *self, CspStore *store, CspVar x, uint32_t i, uint32_t label)
{
  CspLayer *layer = &self->layers[i];

  if (label == layer->other)
    return layer->size == layer->n_alive ||
           restrict_domain(self, layer, store, x);
  if (!has_label(self, layer, label))
    return true;
  drop_label(self, layer, store, label);
  if (!csp_store_remove(store, x, self->values[label], CSP_NO_HINT))
    return false;
  return has_other(self, layer) || keep_tight(self, layer, store, x);
}

/* Sees to the three that an edge mattered to. */
static bool
see_to(CspLayers *self, CspStore *store, const CspVar *vars, uint32_t edge)
{
  uint32_t from = self->from[edge], to = self->to[edge];
  uint32_t label = self->label[edge], first;

  if (self->out_watch[from] == edge) {
    uint32_t found =
        find_between(self, self->first_out[from], self->first_out[from + 1]);
    if (found != CSP_NO_LABEL)
      self->out_watch[from] = found;
    else if (from == 0)
      return csp_store_fail(store) != CSP_PROP_FAILED;
    else
      kill_among(self, store, &self->in_edges[self->first_in[from]],
                 self->first_in[from + 1] - self->first_in[from]);
  }
  if (self->in_watch[to] == edge) {
    first = self->first_in[to];
    uint32_t found = find_among(self, &self->in_edges[first],
                                self->first_in[to + 1] - first);
    if (found != CSP_NO_LABEL)
      self->in_watch[to] = found;
    else
      for (uint32_t e =
               find_between(self, self->first_out[to], self->first_out[to + 1]);
           e != CSP_NO_LABEL;
           e = find_between(self, e + 1, self->first_out[to + 1]))
        csp_layers_kill(self, store, e);
  }
  if (self->label_watch[label] == edge) {
    first = self->first_of[label];
    uint32_t found = find_among(self, &self->edges_of[first],
                                self->first_of[label + 1] - first);
    if (found != CSP_NO_LABEL)
      self->label_watch[label] = found;
    else
      return lose_label(self, store, vars[self->layer_of[from]],
                        self->layer_of[from], label);
  }
  return true;
}

bool
csp_layers_settle(CspLayers *self, CspStore *store, const CspVar *vars)
{
  while (self->n_dead > 0)
    if (!see_to(self, store, vars, self->dead[--self->n_dead]))
      return false;
  return true;
}

uint32_t
csp_layers_end(CspLayers *self, CspStore *store, const CspVar *vars)
{
  uint32_t n_open = 0;

  for (uint32_t i = 0; i < self->n_layers; i++) {
    CspLayer *layer = &self->layers[i];
    uint32_t size = csp_store_size(store, vars[i]);
    if (size != layer->size) {
      /* a variable that repeats may have lost what another layer took */
      if (self->has_repeats)
        return UINT32_MAX;
      save_layer(layer, store);
      layer->size = size;
    }
    if (size > 1)
      n_open += size == layer->n_alive || has_other(self, layer) ? 1 : 2;
  }
  return n_open;
}

/* Building ----------------------------------------------------------------- */

/* An edge before what is on no path is left out.  Values without a label are
 * the last value. */
typedef struct {
  uint32_t from, to;
  int32_t value, cost;
} Edge;

enum { OTHER_VALUE = INT32_MAX };

typedef struct {
  CspStore *store;
  const CspConstraint *con;
  const CspAutomaton *automaton;
  uint32_t n_layers;
  bool is_reified;
  size_t *first_step; /* by state, and one past the last */
  int32_t *alphabet;  /* reified: every value that a step reads, ascending */
  uint32_t n_alphabet;

  Edge *edges;
  size_t n_edges, capacity;
  uint32_t *first_node; /* by layer, then the last node and the end */
  uint32_t n_nodes;
  uint32_t *states, *next_states; /* of the nodes of a layer; of the next */
  uint32_t n_states, n_next;
  uint32_t *node_of; /* by state, in the next layer, + 1; 0: none yet */
} Builder;

static void
add_edge(Builder *self, uint32_t from, uint32_t to, int32_t value, int32_t cost)
{
  if (self->n_edges == self->capacity) {
    self->capacity = MAX(1024, 2 * self->capacity);
    self->edges = g_renew(Edge, self->edges, self->capacity);
  }
  self->edges[self->n_edges++] =
      (Edge){.from = from, .to = to, .value = value, .cost = cost};
}

/* The node of a state in the next layer. */
static uint32_t
enter(Builder *self, uint32_t state)
{
  if (self->node_of[state] == 0) {
    self->next_states[self->n_next++] = state;
    self->node_of[state] = ++self->n_nodes;
  }
  return self->node_of[state] - 1;
}

/* The edges of a node by the steps of its state. */
static void
take_steps(Builder *self, CspVar x, uint32_t node, uint32_t state, bool is_last)
{
  const CspAutomaton *automaton = self->automaton;

  for (size_t s = self->first_step[state]; s < self->first_step[state + 1];
       s++) {
    const int32_t *step = &automaton->steps[s * automaton->width];
    uint32_t next = (uint32_t)step[2];
    if (!csp_store_has(self->store, x, step[1]) ||
        (is_last && !csp_automaton_is_final(automaton, next)))
      continue;
    add_edge(self, node, enter(self, is_last ? 0 : next), step[1],
             automaton->width > 3 ? step[3] : 0);
  }
}

/* The same where every value leads on, to the state past the last one if no
 * step has it. */
static void
take_all_values(Builder *self, CspVar x, uint32_t node, uint32_t state)
{
  const CspAutomaton *automaton = self->automaton;
  uint32_t lost = automaton->n_states, n_alike = 0;
  size_t s = self->first_step[MIN(state, lost)];
  size_t end = state < lost ? self->first_step[state + 1] : s;

  for (uint32_t k = 0; k < self->n_alphabet; k++) {
    int32_t value = self->alphabet[k];
    const int32_t *step;
    while (s < end && automaton->steps[s * automaton->width + 1] < value)
      s++;
    if (!csp_store_has(self->store, x, value))
      continue;
    n_alike++;
    step = &automaton->steps[s * automaton->width];
    add_edge(
        self, node,
        enter(self, s < end && step[1] == value ? (uint32_t)step[2] : lost),
        value, 0);
  }
  if (csp_store_size(self->store, x) > n_alike)
    add_edge(self, node, enter(self, lost), OTHER_VALUE, 0);
}

static void
tell_truth(Builder *self, CspVar truth, uint32_t node, uint32_t state)
{
  int32_t value = csp_automaton_is_final(self->automaton, state);

  if (csp_store_has(self->store, truth, value))
    add_edge(self, node, enter(self, 0), value, 0);
}

/* Reaches the nodes layer by layer; false: stopped. */
static bool
go_forward(Builder *self)
{
  self->states[0] = 0;
  self->n_states = self->n_nodes = 1;
  for (uint32_t i = 0; i < self->n_layers; i++) {
    CspVar x = csp_constraint_var(self->con, i);
    bool is_last = i + 1 == self->n_layers;
    uint32_t first = self->n_nodes - self->n_states;

    if (csp_store_is_stopped(self->store) || self->n_edges > UINT32_MAX / 2)
      return false;
    self->first_node[i] = first;
    self->n_next = 0;
    for (uint32_t k = 0; k < self->n_states; k++) {
      uint32_t state = self->states[k];
      if (!self->is_reified)
        take_steps(self, x, first + k, state, is_last);
      else if (is_last)
        tell_truth(self, x, first + k, state);
      else
        take_all_values(self, x, first + k, state);
    }
    for (uint32_t k = 0; k < self->n_next; k++)
      self->node_of[self->next_states[k]] = 0;
    uint32_t *left = self->states;
    self->states = self->next_states;
    self->n_states = self->n_next;
    self->next_states = left;
  }
  self->first_node[self->n_layers] = self->n_nodes - self->n_states;
  return true;
}

/* Leaves the edges whose ends lead to the last node, and the nodes they have,
 * numbered anew. */
static void
go_backward(Builder *self)
{
  g_autofree uint32_t *number = g_new0(uint32_t, self->n_nodes + 1);
  uint32_t n_nodes = 0;
  size_t n_edges = 0;

  if (self->n_states == 1)
    number[self->n_nodes - 1] = 1;
  for (size_t e = self->n_edges; e-- > 0;)
    if (number[self->edges[e].to] != 0)
      number[self->edges[e].from] = 1;
  for (uint32_t i = 0, v = 0; i <= self->n_layers; i++) {
    uint32_t end = i < self->n_layers ? self->first_node[i + 1] : self->n_nodes;
    self->first_node[i] = n_nodes;
    for (; v < end; v++)
      if (number[v] != 0)
        number[v] = ++n_nodes;
  }
  for (size_t e = 0; e < self->n_edges; e++) {
    Edge edge = self->edges[e];
    if (number[edge.to] == 0)
      continue;
    edge.from = number[edge.from] - 1;
    edge.to = number[edge.to] - 1;
    self->edges[n_edges++] = edge;
  }
  self->n_edges = n_edges;
  self->n_nodes = n_nodes;
}

/* Lists the edges by what key[e] says: first[k] .. first[k + 1] - 1. */
static void
list_by(const uint32_t *key,
        uint32_t n_edges,
        uint32_t n_keys,
        uint32_t *first,
        uint32_t *edges)
{
  for (uint32_t e = 0; e < n_edges; e++)
    first[key[e] + 1]++;
  for (uint32_t k = 0; k < n_keys; k++)
    first[k + 1] += first[k];
  for (uint32_t e = n_edges; e-- > 0;)
    edges[--first[key[e] + 1]] = e;
  /* each entry has moved to where its key begins */
  for (uint32_t k = 0; k < n_keys; k++)
    first[k] = first[k + 1];
  first[n_keys] = n_edges;
}

/* Finds the labels of the layer's edges, first .. end - 1. */
static void
label_layer(CspLayers *graph,
            const Builder *builder,
            uint32_t i,
            uint32_t first,
            uint32_t end,
            int32_t *room)
{
  CspLayer *layer = &graph->layers[i];
  uint32_t n;

  for (uint32_t e = first; e < end; e++)
    room[e - first] = builder->edges[e].value;
  n = (uint32_t)csp_sort_distinct_ints(room, end - first);
  layer->first_label = graph->n_labels;
  layer->other = CSP_NO_LABEL;
  for (uint32_t k = 0; k < n; k++)
    graph->values[graph->n_labels + k] = room[k];
  graph->n_labels += n;
  if (room[n - 1] == OTHER_VALUE) {
    layer->other = layer->first_label + --n;
  }
  layer->n_labels = layer->n_alive = n;
  for (uint32_t e = first; e < end; e++) {
    uint32_t label = find_label(graph, layer, builder->edges[e].value);
    graph->label[e] = label != CSP_NO_LABEL ? label : layer->other;
  }
}

static void
fill_edges(CspLayers *graph, const Builder *builder, CspArena *arena)
{
  uint32_t n = graph->n_edges;
  bool has_costs = builder->automaton->width > 3;

  graph->from = csp_arena_new_array(arena, uint32_t, n);
  graph->to = csp_arena_new_array(arena, uint32_t, n);
  graph->label = csp_arena_new_array(arena, uint32_t, n);
  graph->dead = csp_arena_new_array(arena, uint32_t, n);
  graph->costs = has_costs ? csp_arena_new_array(arena, int32_t, n) : NULL;
  for (uint32_t e = 0; e < n; e++) {
    graph->from[e] = builder->edges[e].from;
    graph->to[e] = builder->edges[e].to;
    if (has_costs)
      graph->costs[e] = builder->edges[e].cost;
  }
  graph->alive = csp_arena_new_array(arena, uint64_t, n / 64 + 1);
  graph->stamps = csp_arena_new_array0(arena, uint64_t, n / 64 + 1);
  for (uint32_t w = 0; w < n / 64; w++)
    graph->alive[w] = ~UINT64_C(0);
  graph->alive[n / 64] = (UINT64_C(1) << (n % 64)) - 1;
}

static void
fill_nodes(CspLayers *graph, const Builder *builder, CspArena *arena)
{
  uint32_t n = graph->n_nodes, e = 0;

  graph->first_node = csp_arena_dup(arena, builder->first_node,
                                    (graph->n_layers + 2) * sizeof(uint32_t));
  graph->layer_of = csp_arena_new_array(arena, uint32_t, n);
  for (uint32_t i = 0; i <= graph->n_layers; i++)
    for (uint32_t v = graph->first_node[i]; v < graph->first_node[i + 1]; v++)
      graph->layer_of[v] = i;
  graph->first_out = csp_arena_new_array(arena, uint32_t, n + 1);
  for (uint32_t v = 0; v <= n; v++) {
    while (e < graph->n_edges && graph->from[e] < v)
      e++;
    graph->first_out[v] = e;
  }
  graph->first_in = csp_arena_new_array0(arena, uint32_t, n + 1);
  graph->in_edges = csp_arena_new_array(arena, uint32_t, graph->n_edges);
  list_by(graph->to, graph->n_edges, n, graph->first_in, graph->in_edges);
  graph->out_watch = csp_arena_new_array0(arena, uint32_t, n);
  graph->in_watch = csp_arena_new_array0(arena, uint32_t, n);
  for (e = 0; e < graph->n_edges; e++) {
    graph->out_watch[graph->from[e]] = e;
    graph->in_watch[graph->to[e]] = e;
  }
}

static void
fill_labels(CspLayers *graph, const Builder *builder, CspArena *arena)
{
  g_autofree int32_t *room = g_new(int32_t, graph->n_edges);
  g_autofree int32_t *values = g_new(int32_t, graph->n_edges);

  graph->values = values;
  for (uint32_t i = 0; i < graph->n_layers; i++)
    label_layer(graph, builder, i, graph->first_out[graph->first_node[i]],
                graph->first_out[graph->first_node[i + 1]], room);
  graph->values =
      csp_arena_dup(arena, values, graph->n_labels * sizeof *values);
  graph->first_of = csp_arena_new_array0(arena, uint32_t, graph->n_labels + 1);
  graph->edges_of = csp_arena_new_array(arena, uint32_t, graph->n_edges);
  list_by(graph->label, graph->n_edges, graph->n_labels, graph->first_of,
          graph->edges_of);
  graph->label_watch = csp_arena_new_array(arena, uint32_t, graph->n_labels);
  graph->labels = csp_arena_new_array(arena, uint32_t, graph->n_labels);
  graph->places = csp_arena_new_array(arena, uint32_t, graph->n_labels);
  for (uint32_t i = 0; i < graph->n_layers; i++)
    for (uint32_t k = 0; k < graph->layers[i].n_labels; k++) {
      graph->labels[graph->layers[i].first_label + k] =
          graph->layers[i].first_label + k;
      graph->places[graph->layers[i].first_label + k] = k;
    }
  for (uint32_t e = 0; e < graph->n_edges; e++)
    graph->label_watch[graph->label[e]] = e;
}

/* Removes the values that no path has. */
static bool
restrict_layer(const CspLayers *graph, const Builder *builder, uint32_t i)
{
  const CspLayer *layer = &graph->layers[i];
  CspVar x = csp_constraint_var(builder->con, i);

  if (layer->other == CSP_NO_LABEL)
    return restrict_domain(graph, layer, builder->store, x);
  for (uint32_t k = 0; k < builder->n_alphabet; k++) {
    int32_t value = builder->alphabet[k];
    if (find_label(graph, layer, value) == CSP_NO_LABEL &&
        !csp_store_remove(builder->store, x, value, CSP_NO_HINT))
      return false;
  }
  return true;
}

static bool
fill(CspLayers *graph, const Builder *builder)
{
  CspStore *store = builder->store;
  const CspConstraint *con = builder->con;

  graph->n_layers = builder->n_layers;
  graph->n_nodes = builder->n_nodes;
  graph->n_edges = (uint32_t)builder->n_edges;
  graph->layers = csp_arena_new_array0(store->arena, CspLayer, graph->n_layers);
  fill_edges(graph, builder, store->arena);
  fill_nodes(graph, builder, store->arena);
  fill_labels(graph, builder, store->arena);
  for (uint32_t i = 0; i < graph->n_layers; i++)
    if (!restrict_layer(graph, builder, i))
      return false;
  /* a variable that repeats has lost in one layer what others have yet to see
   */
  for (uint32_t i = 0; i < graph->n_layers; i++)
    graph->layers[i].size =
        graph->has_repeats ? 0
                           : csp_store_size(store, csp_constraint_var(con, i));
  return true;
}

static bool
has_repeats(const CspConstraint *con)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);

  for (uint32_t i = 0; i < con->n_vars; i++)
    if (!g_hash_table_add(seen, GUINT_TO_POINTER(csp_constraint_var(con, i))))
      return true;
  return false;
}

static bool
build(CspLayers *self,
      CspStore *store,
      const CspConstraint *con,
      const CspAutomaton *automaton,
      uint32_t n_layers,
      bool is_reified)
{
  uint32_t n_states = automaton->n_states;
  g_autofree size_t *first_step = g_new(size_t, n_states + 1);
  g_autofree uint32_t *states = g_new(uint32_t, n_states + 1);
  g_autofree uint32_t *next_states = g_new(uint32_t, n_states + 1);
  g_autofree uint32_t *node_of = g_new0(uint32_t, n_states + 1);
  g_autofree uint32_t *first_node = g_new0(uint32_t, n_layers + 2);
  g_autofree int32_t *alphabet = g_new(int32_t, automaton->n_steps + 1);
  Builder builder = {.store = store,
                     .con = con,
                     .automaton = automaton,
                     .n_layers = n_layers,
                     .is_reified = is_reified,
                     .first_step = first_step,
                     .alphabet = alphabet,
                     .first_node = first_node,
                     .states = states,
                     .next_states = next_states,
                     .node_of = node_of};
  bool is_built = false;

  *self = (CspLayers){.has_repeats = has_repeats(con)};
  for (uint32_t q = 0; q <= n_states; q++)
    first_step[q] = csp_automaton_find(automaton, q, INT32_MIN);
  for (size_t s = 0; s < automaton->n_steps; s++)
    alphabet[s] = automaton->steps[s * automaton->width + 1];
  if (is_reified)
    builder.n_alphabet =
        (uint32_t)csp_sort_distinct_ints(alphabet, automaton->n_steps);
  if (go_forward(&builder)) {
    go_backward(&builder);
    builder.first_node[n_layers + 1] = builder.n_nodes;
    if (builder.n_edges > 0)
      is_built = fill(self, &builder);
    else
      csp_store_fail(store);
  }
  g_free(builder.edges);
  return is_built;
}

CspLayered *
csp_layered_new(CspStore *store,
                const CspPropagatorClass *klass,
                size_t size,
                const CspConstraint *con,
                const CspAutomaton *automaton,
                uint32_t n_layers,
                bool is_reified)
{
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);
  CspLayers layers;
  CspLayered *self;

  if (!build(&layers, store, con, automaton, n_layers, is_reified))
    return NULL;
  for (uint32_t i = 0; i < con->n_vars; i++)
    vars[i] = csp_constraint_var(con, i);
  self = (CspLayered *)csp_store_add_propagator(store, klass, size, vars,
                                                con->n_vars);
  self->layers = layers;
  return self;
}
