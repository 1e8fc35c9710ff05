/* SPDX-License-Identifier: MIT */
/* The invariants of a model.
 *
 * A move of one variable concerns the invariants it is in.  A swap concerns
 * those of both variables: an invariant over both is asked about the swap, one
 * over a single variable of the two about a move.  A variable's links are in
 * the order of the invariants, so one pass over two lists finds the pairs. */
#include "config.h"

#include <string.h>

#include "base/check.h"
#include "local/invariant-set.h"

enum { WEIGHTED_BLOCK = 64 };

CspInvariantSet *
csp_invariant_set_new(CspArena *arena,
                      uint32_t n_vars,
                      int32_t *values,
                      CspScratch *scratch)
{
  CspInvariantSet *set = csp_arena_new_array0(arena, CspInvariantSet, 1);

  set->arena = arena;
  set->n_vars = n_vars;
  set->values = values;
  set->scratch = scratch;
  return set;
}

CspInvariant *
csp_invariant_set_add(CspInvariantSet *set,
                      const CspInvariantClass *klass,
                      const CspConstraint *con,
                      const CspVar *vars,
                      CspVar first,
                      uint32_t n_vars)
{
  if (set->n_invariants == set->capacity) {
    uint32_t capacity = set->capacity == 0 ? 16 : 2 * set->capacity;
    CspInvariant **larger =
        csp_arena_new_array(set->arena, CspInvariant *, capacity);
    if (set->n_invariants > 0)
      memcpy(larger, set->invariants, sizeof *larger * set->n_invariants);
    set->invariants = larger;
    set->capacity = capacity;
  }

  CspInvariant *inv = csp_arena_alloc0(set->arena, klass->size);
  inv->klass = klass;
  inv->con = con;
  inv->values = set->values;
  inv->scratch = set->scratch;
  inv->vars = vars;
  inv->first = first;
  inv->n_vars = n_vars;
  inv->weight = 1;
  set->invariants[set->n_invariants++] = inv;
  return inv;
}

static bool
is_range(const CspInvariantSet *set, const CspInvariant *inv)
{
  for (uint32_t i = 0; i < set->n_ranges; i++)
    if (set->ranges[i].inv == inv)
      return true;
  return false;
}

/* A scope is worth a range when it holds an eighth of all variables: then
 * looking at each range costs a variable no more than eight links would. */
static void
choose_ranges(CspInvariantSet *set)
{
  for (uint32_t i = 0;
       i < set->n_invariants && set->n_ranges < CSP_INVARIANT_RANGES; i++) {
    CspInvariant *inv = set->invariants[i];
    if (inv->vars == NULL && inv->n_vars >= set->n_vars / CSP_INVARIANT_RANGES)
      set->ranges[set->n_ranges++] = (CspInvariantRange){
          .first = inv->first, .n_vars = inv->n_vars, .inv = inv};
  }
}

/* Counts the links of each variable (links NULL) or writes them; a variable's
 * first position in a scope is the one that counts. */
static void
visit_links(CspInvariantSet *set, uint32_t *last_seen, uint64_t *fill)
{
  memset(last_seen, 0, sizeof *last_seen * set->n_vars);
  for (uint32_t i = 0; i < set->n_invariants; i++) {
    const CspInvariant *inv = set->invariants[i];
    if (is_range(set, inv))
      continue;
    for (uint32_t p = 0; p < inv->n_vars; p++) {
      CspVar x = csp_invariant_var(inv, p);
      if (last_seen[x] == i + 1)
        continue;
      last_seen[x] = i + 1;
      if (set->links != NULL)
        set->links[fill[x]] = (CspInvariantLink){.invariant = i, .position = p};
      fill[x]++;
    }
  }
}

void
csp_invariant_set_close(CspInvariantSet *set)
{
  choose_ranges(set);
  if (set->n_ranges == set->n_invariants)
    return;

  /* Shifted by one, filling turns the starts into the ends, which are the
   * starts of the next variable. */
  uint32_t *last_seen = g_new(uint32_t, set->n_vars);
  uint64_t *starts =
      csp_arena_new_array0(set->arena, uint64_t, (size_t)set->n_vars + 2);
  visit_links(set, last_seen, starts + 2);
  for (size_t x = 2; x < (size_t)set->n_vars + 2; x++)
    starts[x] += starts[x - 1];
  set->links = csp_arena_new_array(set->arena, CspInvariantLink,
                                   starts[set->n_vars + 1]);
  visit_links(set, last_seen, starts + 1);
  set->starts = starts;
  g_free(last_seen);
}

bool
csp_invariant_set_test_alone(const CspInvariantSet *set, CspVar x, int32_t v)
{
  for (CspInvariantIter it = csp_invariant_iter(set, x);
       csp_invariant_iter_next(&it);)
    if (!it.inv->klass->test(it.inv, it.position, v))
      return false;
  return true;
}

uint32_t
csp_invariant_set_count_refusals_alone(const CspInvariantSet *set,
                                       CspVar x,
                                       int32_t v)
{
  uint32_t n = 0;

  for (CspInvariantIter it = csp_invariant_iter(set, x);
       csp_invariant_iter_next(&it);)
    n += !it.inv->klass->test(it.inv, it.position, v);
  return n;
}

void
csp_invariant_set_assign_alone(const CspInvariantSet *set, CspVar x, int32_t v)
{
  for (CspInvariantIter it = csp_invariant_iter(set, x);
       csp_invariant_iter_next(&it);)
    it.inv->klass->assign(it.inv, it.position, v);
  set->values[x] = v;
}

void
csp_invariant_set_unassign_alone(const CspInvariantSet *set, CspVar x)
{
  for (CspInvariantIter it = csp_invariant_iter(set, x);
       csp_invariant_iter_next(&it);)
    it.inv->klass->unassign(it.inv, it.position, set->values[x]);
}

int64_t
csp_invariant_set_violation(const CspInvariantSet *set)
{
  int64_t violation = 0;

  for (uint32_t i = 0; i < set->n_invariants; i++)
    violation += set->invariants[i]->klass->violation(set->invariants[i]);
  return violation;
}

static int64_t
weight_of(const CspInvariantSet *set, const CspInvariant *inv)
{
  return set->is_weighted ? inv->weight : 1;
}

int64_t
csp_invariant_set_change_alone(const CspInvariantSet *set, CspVar x, int32_t v)
{
  int64_t change = 0;

  for (CspInvariantIter it = csp_invariant_iter(set, x);
       csp_invariant_iter_next(&it);)
    change +=
        weight_of(set, it.inv) * it.inv->klass->change(it.inv, it.position, v);
  return change;
}

/* Adds the changes, each times the weight. */
static void
add_weighted(CspInvariant *inv,
             int64_t weight,
             uint32_t position,
             int32_t min,
             uint32_t n,
             int64_t *out_changes)
{
  const CspInvariantClass *klass = inv->klass;

  for (uint32_t start = 0; start < n; start += WEIGHTED_BLOCK) {
    int64_t own[WEIGHTED_BLOCK] = {0};
    uint32_t n_own = MIN(n - start, WEIGHTED_BLOCK);
    klass->add_changes(inv, position, min + (int32_t)start, n_own, own);
    for (uint32_t i = 0; i < n_own; i++)
      out_changes[start + i] += weight * own[i];
  }
}

void
csp_invariant_set_changes_alone(const CspInvariantSet *set,
                                CspVar x,
                                int32_t min,
                                uint32_t n,
                                int64_t *out_changes)
{
  memset(out_changes, 0, sizeof *out_changes * n);
  for (CspInvariantIter it = csp_invariant_iter(set, x);
       csp_invariant_iter_next(&it);) {
    const CspInvariantClass *klass = it.inv->klass;
    int64_t weight = weight_of(set, it.inv);
    if (klass->add_changes == NULL)
      for (uint32_t i = 0; i < n; i++)
        out_changes[i] +=
            weight * klass->change(it.inv, it.position, min + (int32_t)i);
    else if (weight == 1)
      klass->add_changes(it.inv, it.position, min, n, out_changes);
    else
      add_weighted(it.inv, weight, it.position, min, n, out_changes);
  }
}

const uint16_t *
csp_invariant_set_peek_counts_alone(const CspInvariantSet *set,
                                    CspVar x,
                                    int32_t min)
{
  CspInvariantIter it = csp_invariant_iter(set, x);

  if (!csp_invariant_iter_next(&it))
    return NULL;
  CspInvariant *inv = it.inv;
  uint32_t position = it.position;
  if (inv->klass->peek_counts == NULL || csp_invariant_iter_next(&it))
    return NULL;
  return inv->klass->peek_counts(inv, position, min);
}

void
csp_invariant_set_move_alone(const CspInvariantSet *set, CspVar x, int32_t v)
{
  for (CspInvariantIter it = csp_invariant_iter(set, x);
       csp_invariant_iter_next(&it);)
    it.inv->klass->move(it.inv, it.position, v);
  set->values[x] = v;
}

/* An invariant of two variables: where each stands in it, CSP_NONE: not. */
typedef struct {
  CspInvariant *inv;
  uint32_t a, b;
} Pair;

typedef struct {
  CspInvariantIter x, y;
} PairIter;

static PairIter
pair_iter(const CspInvariantSet *set, CspVar x, CspVar y)
{
  return (PairIter){.x = csp_invariant_iter(set, x),
                    .y = csp_invariant_iter(set, y)};
}

static bool
next_range(PairIter *it, Pair *out)
{
  const CspInvariantSet *set = it->x.set;

  while (it->x.range < set->n_ranges) {
    const CspInvariantRange *range = &set->ranges[it->x.range++];
    uint32_t a = it->x.var - range->first, b = it->y.var - range->first;
    *out = (Pair){.inv = range->inv,
                  .a = a < range->n_vars ? a : CSP_NONE,
                  .b = b < range->n_vars ? b : CSP_NONE};
    if (out->a != CSP_NONE || out->b != CSP_NONE)
      return true;
  }
  return false;
}

static bool
pair_iter_next(PairIter *it, Pair *out)
{
  const CspInvariantSet *set = it->x.set;

  if (next_range(it, out))
    return true;
  if (it->x.link == it->x.end && it->y.link == it->y.end)
    return false;

  const CspInvariantLink *a =
      it->x.link < it->x.end ? &set->links[it->x.link] : NULL;
  const CspInvariantLink *b =
      it->y.link < it->y.end ? &set->links[it->y.link] : NULL;
  bool takes_a = a != NULL && (b == NULL || a->invariant <= b->invariant);
  bool takes_b = b != NULL && (a == NULL || b->invariant <= a->invariant);

  out->inv = set->invariants[takes_a ? a->invariant : b->invariant];
  out->a = takes_a ? a->position : CSP_NONE;
  out->b = takes_b ? b->position : CSP_NONE;
  it->x.link += takes_a;
  it->y.link += takes_b;
  return true;
}

int64_t
csp_invariant_set_change_swap_alone(const CspInvariantSet *set,
                                    CspVar x,
                                    CspVar y)
{
  int64_t change = 0;
  PairIter it = pair_iter(set, x, y);

  for (Pair pair; pair_iter_next(&it, &pair);) {
    const CspInvariantClass *klass = pair.inv->klass;
    int64_t own;
    if (pair.b == CSP_NONE)
      own = klass->change(pair.inv, pair.a, set->values[y]);
    else if (pair.a == CSP_NONE)
      own = klass->change(pair.inv, pair.b, set->values[x]);
    else
      own = klass->change_swap(pair.inv, pair.a, pair.b);
    change += weight_of(set, pair.inv) * own;
  }
  return change;
}

void
csp_invariant_set_swap_alone(const CspInvariantSet *set, CspVar x, CspVar y)
{
  int32_t old = set->values[x];
  PairIter it = pair_iter(set, x, y);

  for (Pair pair; pair_iter_next(&it, &pair);) {
    const CspInvariantClass *klass = pair.inv->klass;
    if (pair.b == CSP_NONE)
      klass->move(pair.inv, pair.a, set->values[y]);
    else if (pair.a == CSP_NONE)
      klass->move(pair.inv, pair.b, old);
    else
      klass->swap(pair.inv, pair.a, pair.b);
  }
  set->values[x] = set->values[y];
  set->values[y] = old;
}

bool
csp_invariant_set_is_in_conflict_alone(const CspInvariantSet *set, CspVar x)
{
  for (CspInvariantIter it = csp_invariant_iter(set, x);
       csp_invariant_iter_next(&it);)
    if (it.inv->klass->is_in_conflict(it.inv, it.position))
      return true;
  return false;
}
