/* SPDX-License-Identifier: MIT */
/* All-different to domain consistency, where the scope has at most 64 variables
 * and all values together lie within 64: a set of values is a word.
 *
 * The test is Régin's (1994), told in values.  A matching gives each variable
 * a value of its own, its mate; value u is an arc away from value w when u is
 * in the domain of the variable whose mate is w, which could then have u and
 * set w free.  A variable may take value u exactly when that can be made good:
 * when u leads to a value that is nobody's mate, or back to the variable's own
 * mate.  So the values that reach a free one are one class, the strongly
 * connected components of the rest are the others, and each variable keeps the
 * values of its mate's class.  (One whose mate is not in the first class has no
 * value in it.)  Components are forward reach and backward reach together.
 *
 * Fixed variables are gone before: value elimination runs first and lends its
 * list of open positions, which are all that is looked at.  The matching is
 * kept from call to call and repaired by augmenting paths; it need not be
 * undone, since a matching within smaller domains is one within larger.
 *
 * Where there are as many values as variables, each value must be taken.  One
 * that a single variable has left fixes it, which is quickly seen; when that
 * finds anything the rest is left for the next call, after cheaper
 * propagators. */
#include "config.h"

#include "constraints/all-different.h"

typedef struct {
  CspVar var;
  int8_t shift;  /* from bits of its domain to bits of all values */
  uint8_t value; /* the matching: the bit number of its mate */
} Place;

typedef struct {
  CspPropagator base;
  const CspDifferentViews *views;
  Place *places; /* by position */
  bool has_repeats;
} WordDifferent;

/* The open positions, numbered 0 .. n - 1. */
typedef struct {
  uint32_t n;
  uint64_t used;        /* all mates */
  uint64_t domains[64]; /* by number */
  uint64_t mates[64];   /* by number: one bit, or none yet */
  uint8_t owners[64];   /* by bit of `used`: whose mate it is */
} Graph;

static uint64_t
shifted(uint64_t word, int shift)
{
  return shift >= 0 ? word << shift : word >> -shift;
}

static bool
keep(const WordDifferent *self,
     CspStore *store,
     const Graph *graph,
     uint32_t number,
     uint64_t values)
{
  if ((graph->domains[number] & ~values) == 0)
    return true;
  const Place *place = &self->places[self->views->open[number]];
  return csp_store_keep_word(store, place->var, shifted(values, -place->shift),
                             CSP_NO_HINT);
}

static void
match(Graph *graph, uint32_t number, uint64_t value)
{
  graph->mates[number] = value;
  graph->owners[__builtin_ctzll(value)] = (uint8_t)number;
}

/* Breadth first from an unmatched variable along the owners of its values. */
static bool
augment(Graph *graph, uint32_t root)
{
  uint8_t queue[64], reached_by[64];
  uint64_t seen = 0;
  uint32_t head = 0, tail = 0;

  queue[tail++] = (uint8_t)root;
  while (head < tail) {
    uint32_t number = queue[head++];
    uint64_t fresh = graph->domains[number] & ~seen;
    uint64_t value = fresh & ~graph->used;

    if (value != 0) {
      value &= -value;
      graph->used |= value;
      for (;;) {
        uint64_t former = graph->mates[number];
        match(graph, number, value);
        if (number == root)
          return true;
        value = former;
        number = reached_by[__builtin_ctzll(value)];
      }
    }
    seen |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      uint32_t bit = (uint32_t)__builtin_ctzll(fresh);
      reached_by[bit] = (uint8_t)number;
      queue[tail++] = graph->owners[bit];
    }
  }
  return false;
}

static bool
complete_matching(WordDifferent *self, Graph *graph)
{
  const uint32_t *open = self->views->open;
  bool is_complete = true;

  graph->used = 0;
  for (uint32_t k = 0; k < graph->n; k++) {
    uint64_t value = UINT64_C(1) << self->places[open[k]].value;
    if ((graph->domains[k] & ~graph->used & value) != 0) {
      graph->used |= value;
      match(graph, k, value);
    } else {
      graph->mates[k] = 0;
      is_complete = false;
    }
  }
  if (is_complete)
    return true;
  for (uint32_t k = 0; k < graph->n; k++)
    if (graph->mates[k] == 0) {
      if (!augment(graph, k))
        return false;
    }
  for (uint32_t k = 0; k < graph->n; k++)
    self->places[open[k]].value = (uint8_t)__builtin_ctzll(graph->mates[k]);
  return true;
}

/* Which of `among` lead to `values`, these included. */
static uint64_t
reaching(const Graph *graph, uint64_t values, uint64_t among)
{
  uint64_t before;

  do {
    before = values;
    for (uint32_t k = 0; k < graph->n; k++)
      if ((graph->domains[k] & values) != 0)
        values |= graph->mates[k] & among;
  } while (values != before);
  return values;
}

/* Where the value leads to within `among`, itself included. */
static uint64_t
reached(const Graph *graph, uint64_t value, uint64_t among)
{
  uint64_t values = value, todo = value;

  while (todo != 0) {
    uint32_t owner = graph->owners[__builtin_ctzll(todo)];
    uint64_t fresh = graph->domains[owner] & among & ~values;
    values |= fresh;
    todo = (todo & (todo - 1)) | fresh;
  }
  return values;
}

/* Variables whose mate is of this class keep its values only. */
static bool
keep_class(const WordDifferent *self,
           CspStore *store,
           const Graph *graph,
           uint64_t class)
{
  for (uint64_t rest = class & graph->used; rest != 0; rest &= rest - 1)
    if (!keep(self, store, graph, graph->owners[__builtin_ctzll(rest)], class))
      return false;
  return true;
}

static bool
keep_classes(const WordDifferent *self,
             CspStore *store,
             const Graph *graph,
             uint64_t free)
{
  uint64_t all = graph->used | free, rest = graph->used;

  if (free != 0) {
    uint64_t class = reaching(graph, free, rest);
    rest &= ~class;
    if (rest != 0 && !keep_class(self, store, graph, class))
      return false;
  }
  while (rest != 0) {
    uint64_t value = rest & -rest;
    uint64_t class = reached(graph, value, rest);
    if (class != value)
      class &= reaching(graph, value, rest);
    if (class != all && !keep_class(self, store, graph, class))
      return false;
    rest &= ~class;
  }
  return true;
}

/* Values that only one variable has, where all are needed. */
static CspPropResult
fix_singles(const WordDifferent *self,
            CspStore *store,
            const Graph *graph,
            uint64_t singles)
{
  for (uint32_t k = 0; k < graph->n; k++) {
    uint64_t own = graph->domains[k] & singles;
    if ((own & (own - 1)) != 0)
      return csp_store_fail(store);
    if (own != 0 && !keep(self, store, graph, k, own))
      return CSP_PROP_FAILED;
  }
  return CSP_PROP_AGAIN;
}

static CspPropResult
word_propagate(CspPropagator *prop, CspStore *store)
{
  WordDifferent *self = (WordDifferent *)prop;
  const uint32_t *open = self->views->open;
  uint64_t once = 0, twice = 0;
  Graph graph;

  graph.n = self->views->n_open;
  if (graph.n <= 1)
    return CSP_PROP_ENTAILED;
  for (uint32_t k = 0; k < graph.n; k++) {
    const Place *place = &self->places[open[k]];
    uint64_t domain = shifted(store->words[place->var], place->shift);
    graph.domains[k] = domain;
    twice |= once & domain;
    once |= domain;
  }
  if (once != twice) {
    uint32_t n_values = (uint32_t)__builtin_popcountll(once);
    if (n_values < graph.n)
      return csp_store_fail(store);
    if (n_values == graph.n)
      return fix_singles(self, store, &graph, once & ~twice);
  }
  if (!complete_matching(self, &graph))
    return csp_store_fail(store);
  if (!keep_classes(self, store, &graph, once & ~graph.used))
    return CSP_PROP_FAILED;
  return self->has_repeats ? CSP_PROP_AGAIN : CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass word_class = {
    .name = "all-different word domain",
    .propagate = word_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

void
csp_post_different_word(CspStore *store,
                        CspDifferentValue *value,
                        const CspDifferentScope *scope)
{
  CspPropagator *prop =
      csp_store_add_propagator(store, &word_class, sizeof(WordDifferent),
                               value->base.vars, value->base.n_vars);
  WordDifferent *self = (WordDifferent *)prop;

  self->views = &value->views;
  self->places = csp_arena_new_array(store->arena, Place, prop->n_vars);
  self->has_repeats = scope->has_repeats;
  for (uint32_t i = 0; i < prop->n_vars; i++) {
    CspVar x = prop->vars[i];
    int64_t base = store->base[x] + csp_different_offset(&value->views, i);
    self->places[i] = (Place){.var = x, .shift = (int8_t)(base - scope->min)};
  }
  csp_store_subscribe_all(store, prop, CSP_ON_DOMAIN);
}
