/* SPDX-License-Identifier: MIT */
/* Circuits as graphs: each place points at the values its variable has left.
 * All places of the circuit are in one strongly connected component, which one
 * search in depth tells (Tarjan 1972).
 *
 * In a circuit it tells more (Francis and Stuckey 2014).  The root's subtrees,
 * in the order in which they are searched, reach only themselves, earlier ones
 * and the root, so that the circuit leaves the root into the last one, and from
 * each must go on to the one before, from the first to the root.  Edges that
 * skip a subtree are removed, so are the root's edges to subtrees before the
 * last; and if a single edge leads on from a subtree it is taken.  A place from
 * whose part of a subtree no edge leads out of it has no circuit.
 *
 * In a subcircuit the places that cannot be their own next must be in the same
 * component; once there is one such place, those of other components are their
 * own next. */
#include "config.h"

#include "constraints/circuit.h"

typedef struct {
  CspPropagator base;
  int64_t first;
  /* room for a call */
  uint32_t *index;   /* by place, from 1 in the order of visits; 0: none */
  uint32_t *low;     /* by place */
  uint32_t *subtree; /* by place: the root's subtree, or the component */
  uint32_t *path, *stack;
  int64_t *cursor; /* by place: the value to go on with */
  uint32_t n_visited, n_stack, n_components;
} Trees;

static void
visit(Trees *self, const CspStore *store, uint32_t place)
{
  self->index[place] = self->low[place] = ++self->n_visited;
  self->cursor[place] = csp_store_min(store, self->base.vars[place]);
}

/* The next place this one points at, n_vars at the end. */
static uint32_t
next_edge(Trees *self, const CspStore *store, uint32_t place)
{
  int64_t value = self->cursor[place];

  if (value == INT64_MAX)
    return self->base.n_vars;
  self->cursor[place] = csp_store_next(store, self->base.vars[place], value);
  return (uint32_t)(value - self->first);
}

static bool
remove_edge(const Trees *self, CspStore *store, uint32_t from, uint32_t to)
{
  return csp_store_remove(store, self->base.vars[from], self->first + to,
                          CSP_NO_HINT);
}

/* The edges that lead on from the subtree under way. */
typedef struct {
  uint32_t n, from, to;
} Leading;

/* An edge to a place visited before. */
static bool
follow_back(
    Trees *self, CspStore *store, uint32_t from, uint32_t to, Leading *leading)
{
  uint32_t own = self->subtree[from], other = self->subtree[to];

  if (other + 1 < own)
    return remove_edge(self, store, from, to);
  self->low[from] = MIN(self->low[from], self->index[to]);
  if (other != own) {
    leading->n++;
    leading->from = from;
    leading->to = to;
  }
  return true;
}

/* Searches the subtree below a child of the root; the root is subtree 0. */
static bool
search_subtree(Trees *self, CspStore *store, uint32_t child, uint32_t number)
{
  uint32_t n_path = 0, place = child;
  Leading leading = {0};

  for (;;) {
    if (self->index[place] == 0) {
      visit(self, store, place);
      self->subtree[place] = number;
      self->path[n_path++] = place;
    }
    uint32_t to = next_edge(self, store, place);
    if (to < self->base.n_vars) {
      if (self->index[to] == 0)
        place = to;
      else if (!follow_back(self, store, place, to, &leading))
        return false;
      continue;
    }
    uint32_t low = self->low[place];
    if (low == self->index[place])
      return csp_store_fail_var(store, CSP_NONE);
    if (--n_path == 0)
      break;
    place = self->path[n_path - 1];
    self->low[place] = MIN(self->low[place], low);
  }
  return leading.n > 1 || csp_store_fix(store, self->base.vars[leading.from],
                                        self->first + leading.to, CSP_NO_HINT);
}

static bool
prune_circuit(Trees *self, CspStore *store)
{
  CspVar root = self->base.vars[0];
  uint32_t n_subtrees = 0;

  self->subtree[0] = 0;
  visit(self, store, 0);
  CSP_STORE_FOREACH_VALUE(store, root, value)
  {
    uint32_t child = (uint32_t)(value - self->first);
    if (self->index[child] == 0 &&
        !search_subtree(self, store, child, ++n_subtrees))
      return false;
  }
  if (self->n_visited < self->base.n_vars)
    return csp_store_fail_var(store, CSP_NONE);
  CSP_STORE_FOREACH_VALUE(store, root, value)
  {
    uint32_t child = (uint32_t)(value - self->first);
    if (self->subtree[child] < n_subtrees &&
        !remove_edge(self, store, 0, child))
      return false;
  }
  return true;
}

/* Numbers the components of all that `root` leads to. */
static void
find_components(Trees *self, const CspStore *store, uint32_t root)
{
  uint32_t n_path = 0, place = root;

  for (;;) {
    if (self->index[place] == 0) {
      visit(self, store, place);
      self->subtree[place] = UINT32_MAX;
      self->path[n_path++] = place;
      self->stack[self->n_stack++] = place;
    }
    uint32_t to = next_edge(self, store, place);
    if (to < self->base.n_vars) {
      if (self->index[to] == 0)
        place = to;
      else if (self->subtree[to] == UINT32_MAX)
        self->low[place] = MIN(self->low[place], self->index[to]);
      continue;
    }
    uint32_t low = self->low[place], member;
    if (low == self->index[place]) {
      do {
        member = self->stack[--self->n_stack];
        self->subtree[member] = self->n_components;
      } while (member != place);
      self->n_components++;
    }
    if (--n_path == 0)
      return;
    place = self->path[n_path - 1];
    self->low[place] = MIN(self->low[place], low);
  }
}

static bool
prune_subcircuit(Trees *self, CspStore *store)
{
  uint32_t n = self->base.n_vars, component = UINT32_MAX;

  for (uint32_t i = 0; i < n; i++)
    if (self->index[i] == 0)
      find_components(self, store, i);
  for (uint32_t i = 0; i < n && component == UINT32_MAX; i++)
    if (!csp_store_has(store, self->base.vars[i], self->first + i))
      component = self->subtree[i];
  for (uint32_t i = 0; i < n && component != UINT32_MAX; i++)
    if (self->subtree[i] != component &&
        !csp_store_fix(store, self->base.vars[i], self->first + i, CSP_NO_HINT))
      return false;
  return true;
}

static void
forget(Trees *self)
{
  self->n_visited = self->n_stack = self->n_components = 0;
  for (uint32_t i = 0; i < self->base.n_vars; i++)
    self->index[i] = 0;
}

static CspPropResult
circuit_propagate(CspPropagator *prop, CspStore *store)
{
  forget((Trees *)prop);
  return prune_circuit((Trees *)prop, store) ? CSP_PROP_AGAIN : CSP_PROP_FAILED;
}

static CspPropResult
subcircuit_propagate(CspPropagator *prop, CspStore *store)
{
  forget((Trees *)prop);
  return prune_subcircuit((Trees *)prop, store) ? CSP_PROP_AGAIN
                                                : CSP_PROP_FAILED;
}

static const CspPropagatorClass circuit_class = {
    .name = "circuit trees",
    .propagate = circuit_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

static const CspPropagatorClass subcircuit_class = {
    .name = "subcircuit components",
    .propagate = subcircuit_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

void
csp_post_circuit_trees(CspStore *store,
                       const CspVar *vars,
                       uint32_t n_vars,
                       int64_t first,
                       bool is_sub)
{
  CspArena *arena = store->arena;
  Trees *self = (Trees *)csp_store_add_propagator(
      store, is_sub ? &subcircuit_class : &circuit_class, sizeof(Trees), vars,
      n_vars);

  self->first = first;
  self->index = csp_arena_new_array(arena, uint32_t, n_vars);
  self->low = csp_arena_new_array(arena, uint32_t, n_vars);
  self->subtree = csp_arena_new_array(arena, uint32_t, n_vars);
  self->path = csp_arena_new_array(arena, uint32_t, n_vars);
  self->stack = csp_arena_new_array(arena, uint32_t, n_vars);
  self->cursor = csp_arena_new_array(arena, int64_t, n_vars);
  csp_store_subscribe_all(store, &self->base, CSP_ON_DOMAIN);
}
