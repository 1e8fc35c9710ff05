/* SPDX-License-Identifier: MIT */
/* Global cardinality to domain consistency: Régin (1996).
 *
 * An assignment of values to variables, each from its domain and as many of each
 * value as its limits allow, is a flow.  From one, variable x with value a can
 * be given value b exactly when units can go round a cycle: x moves from a to b,
 * others on from there, back to a, or to a value with room while another value
 * gives up one more than its least.  So values are nodes; a points at b when
 * some variable that has a could have b; a value with room points at the sink,
 * and the sink at a value that can give.  x may have b if and only if its value
 * and b are in one strongly connected component.  All values that are not listed
 * are one node, without limits.
 *
 * The flow is kept from call to call and repaired, not undone: within larger
 * domains and wider limits it is still one.  Repairing first gives a value to
 * each variable that has none, by a shortest path of moves that ends at room;
 * then each value that lacks some gets one by a shortest path from a value that
 * has more than its least.  Where there is no path the values reached prove that
 * there is no flow.  A path takes time linear in the sum of the domain sizes, a
 * path to a value that lacks some in variables times values; finding the
 * components (Tarjan 1972, without recursion) is linear. */
#include "config.h"

#include "constraints/cardinality.h"

#define NOBODY UINT32_MAX
#define NO_VALUE UINT32_MAX

typedef struct {
  CspPropagator base;
  const CspCardinality *card;
  uint32_t n_nodes; /* the values, all others, the sink */

  uint32_t *mates;       /* by variable: its value's number, or NO_VALUE */
  uint32_t *first;       /* by value: the list of who has it */
  uint32_t *next, *prev; /* by variable: beside it in the list */
  int32_t *load;         /* by value: how many have it */
  int32_t *low, *up;     /* by value: the limits of this call */

  /* room for a call */
  uint32_t *seen, n_searches; /* by value: number of the search */
  uint32_t *via;              /* by value: the variable that moves */
  uint32_t *target;           /* by value: where it moves to */
  uint32_t *queue;            /* values; Tarjan's path */
  uint32_t *stack;            /* values: of the components under way */
  uint32_t *index, *least;    /* by node; index 0: not visited */
  bool *is_finished;          /* its least is then its component's name */
  uint32_t *cursor;      /* by node: the variable, or value, to go on with */
  int64_t *value_cursor; /* by node: and that variable's value */
} Flow;

static uint32_t
others(const Flow *self)
{
  return self->card->n_values;
}

static uint32_t
sink(const Flow *self)
{
  return self->card->n_values + 1;
}

static bool
can_have(const Flow *self, const CspStore *store, uint32_t i, uint32_t number)
{
  CspVar x = self->base.vars[i];

  if (number != others(self))
    return csp_store_has(store, x, self->card->values[number]);
  CSP_STORE_FOREACH_VALUE(store, x, value)
  {
    if (csp_cardinality_number(self->card, value) == number)
      return true;
  }
  return false;
}

/* The flow ----------------------------------------------------------------- */

static void
leave(Flow *self, uint32_t i)
{
  uint32_t number = self->mates[i];

  if (number == NO_VALUE)
    return;
  if (self->prev[i] != NOBODY)
    self->next[self->prev[i]] = self->next[i];
  else
    self->first[number] = self->next[i];
  if (self->next[i] != NOBODY)
    self->prev[self->next[i]] = self->prev[i];
  self->load[number]--;
  self->mates[i] = NO_VALUE;
}

static void
take(Flow *self, uint32_t i, uint32_t number)
{
  leave(self, i);
  self->mates[i] = number;
  self->prev[i] = NOBODY;
  self->next[i] = self->first[number];
  if (self->first[number] != NOBODY)
    self->prev[self->first[number]] = i;
  self->first[number] = i;
  self->load[number]++;
}

/* Drops what the domains and limits of now do not allow. */
static void
drop_lost(Flow *self, const CspStore *store)
{
  for (uint32_t i = 0; i < self->card->n_counted; i++)
    if (self->mates[i] != NO_VALUE && !can_have(self, store, i, self->mates[i]))
      leave(self, i);
  for (uint32_t k = 0; k < self->card->n_values; k++)
    while (self->load[k] > self->up[k])
      leave(self, self->first[k]);
}

/* Lists the values of a variable that this search has not seen. */
static uint32_t
reach_from(Flow *self, const CspStore *store, uint32_t i, uint32_t tail)
{
  CSP_STORE_FOREACH_VALUE(store, self->base.vars[i], value)
  {
    uint32_t number = csp_cardinality_number(self->card, value);
    if (self->seen[number] == self->n_searches)
      continue;
    self->seen[number] = self->n_searches;
    self->via[number] = i;
    self->queue[tail++] = number;
  }
  return tail;
}

static void
begin_search(Flow *self)
{
  if (++self->n_searches != 0)
    return;
  for (uint32_t k = 0; k < self->n_nodes; k++)
    self->seen[k] = 0;
  self->n_searches = 1;
}

/* Gives the variable a value, moving others on. */
static bool
give_value(Flow *self, const CspStore *store, uint32_t root)
{
  uint32_t head = 0, tail;

  begin_search(self);
  tail = reach_from(self, store, root, 0);
  for (; head < tail; head++) {
    uint32_t number = self->queue[head];
    if (self->load[number] < self->up[number]) {
      while (number != NO_VALUE) {
        uint32_t i = self->via[number], former = self->mates[i];
        take(self, i, number);
        number = former;
      }
      return true;
    }
    for (uint32_t i = self->first[number]; i != NOBODY; i = self->next[i])
      tail = reach_from(self, store, i, tail);
  }
  return false;
}

/* Gives the value one more variable, from one that can give. */
static bool
give_variable(Flow *self, const CspStore *store, uint32_t root)
{
  uint32_t head = 0, tail = 0;

  begin_search(self);
  self->seen[root] = self->n_searches;
  self->queue[tail++] = root;
  for (; head < tail; head++) {
    uint32_t number = self->queue[head];
    for (uint32_t i = 0; i < self->card->n_counted; i++) {
      uint32_t from = self->mates[i];
      if (self->seen[from] == self->n_searches ||
          !can_have(self, store, i, number))
        continue;
      self->seen[from] = self->n_searches;
      self->via[from] = i;
      self->target[from] = number;
      self->queue[tail++] = from;
      if (self->load[from] <= self->low[from])
        continue;
      while (from != root) {
        take(self, self->via[from], self->target[from]);
        from = self->target[from];
      }
      return true;
    }
  }
  return false;
}

static bool
repair(Flow *self, CspStore *store)
{
  for (uint32_t i = 0; i < self->card->n_counted; i++)
    if (self->mates[i] == NO_VALUE &&
        (csp_store_is_stopped(store) || !give_value(self, store, i)))
      return false;
  for (uint32_t k = 0; k < self->card->n_values; k++)
    while (self->load[k] < self->low[k])
      if (csp_store_is_stopped(store) || !give_variable(self, store, k))
        return false;
  return true;
}

/* Components --------------------------------------------------------------- */

static void
begin_edges(Flow *self, uint32_t node)
{
  self->cursor[node] = node == sink(self) ? 0 : self->first[node];
  self->value_cursor[node] = INT64_MIN;
}

/* The next node that this one points at, NO_VALUE at the end. */
static uint32_t
next_edge(Flow *self, const CspStore *store, uint32_t node)
{
  if (node == sink(self)) {
    while (self->cursor[node] <= others(self)) {
      uint32_t number = self->cursor[node]++;
      if (self->load[number] > self->low[number])
        return number;
    }
    return NO_VALUE;
  }
  for (uint32_t i; (i = self->cursor[node]) != NOBODY;) {
    CspVar x = self->base.vars[i];
    int64_t value = self->value_cursor[node];
    value = value == INT64_MIN ? csp_store_min(store, x)
                               : csp_store_next(store, x, value);
    if (value != INT64_MAX) {
      self->value_cursor[node] = value;
      return csp_cardinality_number(self->card, value);
    }
    self->cursor[node] = self->next[i];
    self->value_cursor[node] = INT64_MIN;
  }
  /* the sink comes last, once */
  if (self->value_cursor[node] == INT64_MAX ||
      self->load[node] >= self->up[node])
    return NO_VALUE;
  self->value_cursor[node] = INT64_MAX;
  return sink(self);
}

static void
finish_component(Flow *self, uint32_t node, uint32_t *n_stack)
{
  uint32_t member;

  do {
    member = self->stack[--*n_stack];
    self->is_finished[member] = true;
    self->least[member] = self->index[node];
  } while (member != node);
}

static void
find_components(Flow *self,
                const CspStore *store,
                uint32_t root,
                uint32_t *n_visited)
{
  uint32_t n_path = 0, n_stack = 0;
  uint32_t *path = self->queue, node = root;

  for (;;) {
    if (self->index[node] == 0) {
      self->index[node] = self->least[node] = ++*n_visited;
      self->stack[n_stack++] = node;
      path[n_path++] = node;
      begin_edges(self, node);
    }
    uint32_t to = next_edge(self, store, node);
    if (to != NO_VALUE) {
      if (self->index[to] == 0)
        node = to;
      else if (!self->is_finished[to])
        self->least[node] = MIN(self->least[node], self->index[to]);
      continue;
    }
    uint32_t least = self->least[node];
    if (least == self->index[node])
      finish_component(self, node, &n_stack);
    if (--n_path == 0)
      return;
    node = path[n_path - 1];
    self->least[node] = MIN(self->least[node], least);
  }
}

static bool
prune(const Flow *self, CspStore *store)
{
  for (uint32_t i = 0; i < self->card->n_counted; i++) {
    CspVar x = self->base.vars[i];
    uint32_t own = self->least[self->mates[i]];
    if (csp_store_is_fixed(store, x))
      continue;
    CSP_STORE_FOREACH_VALUE(store, x, value)
    {
      uint32_t number = csp_cardinality_number(self->card, value);
      if (self->least[number] != own &&
          !csp_store_remove(store, x, value, CSP_NO_HINT))
        return false;
    }
  }
  return true;
}

static CspPropResult
flow_propagate(CspPropagator *prop, CspStore *store)
{
  Flow *self = (Flow *)prop;
  uint32_t n_visited = 0;

  if (!csp_cardinality_read_limits(self->card, store, self->low, self->up))
    return csp_store_fail(store);
  drop_lost(self, store);
  if (!repair(self, store))
    return csp_store_fail(store);
  for (uint32_t node = 0; node < self->n_nodes; node++) {
    self->index[node] = 0;
    self->is_finished[node] = false;
  }
  for (uint32_t node = 0; node < self->n_nodes; node++)
    if (self->index[node] == 0)
      find_components(self, store, node, &n_visited);
  if (!prune(self, store))
    return CSP_PROP_FAILED;
  return self->card->has_repeats ? CSP_PROP_AGAIN : CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass flow_class = {
    .name = "global-cardinality flow",
    .propagate = flow_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

void
csp_post_cardinality_flow(CspStore *store, const CspCardinality *card)
{
  CspArena *arena = store->arena;
  uint32_t n = card->n_counted, n_nodes = card->n_values + 2;
  Flow *self = (Flow *)csp_store_add_propagator(
      store, &flow_class, sizeof(Flow), card->scope, n + card->n_counts);

  self->card = card;
  self->n_nodes = n_nodes;
  self->mates = csp_arena_new_array(arena, uint32_t, n);
  self->next = csp_arena_new_array(arena, uint32_t, n);
  self->prev = csp_arena_new_array(arena, uint32_t, n);
  self->first = csp_arena_new_array(arena, uint32_t, n_nodes);
  self->load = csp_arena_new_array0(arena, int32_t, n_nodes);
  self->low = csp_arena_new_array0(arena, int32_t, n_nodes);
  self->up = csp_arena_new_array(arena, int32_t, n_nodes);
  self->seen = csp_arena_new_array0(arena, uint32_t, n_nodes);
  self->via = csp_arena_new_array(arena, uint32_t, n_nodes);
  self->target = csp_arena_new_array(arena, uint32_t, n_nodes);
  self->queue = csp_arena_new_array(arena, uint32_t, n_nodes);
  self->stack = csp_arena_new_array(arena, uint32_t, n_nodes);
  self->index = csp_arena_new_array(arena, uint32_t, n_nodes);
  self->least = csp_arena_new_array(arena, uint32_t, n_nodes);
  self->is_finished = csp_arena_new_array(arena, bool, n_nodes);
  self->cursor = csp_arena_new_array(arena, uint32_t, n_nodes);
  self->value_cursor = csp_arena_new_array(arena, int64_t, n_nodes);
  for (uint32_t i = 0; i < n; i++) {
    self->mates[i] = NO_VALUE;
    csp_store_subscribe(store, &self->base, i, CSP_ON_DOMAIN);
  }
  for (uint32_t node = 0; node < n_nodes; node++)
    self->first[node] = NOBODY;
  self->up[others(self)] = card->is_closed ? 0 : (int32_t)n;
  for (uint32_t c = 0; c < card->n_counts; c++)
    csp_store_subscribe(store, &self->base, n + c, CSP_ON_BOUNDS);
}
