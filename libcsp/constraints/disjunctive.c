/* SPDX-License-Identifier: MIT */
/* Tasks that do not overlap; strict: one that takes no time is not within
 * another, else it does not matter.
 *
 * All is said of tasks from est to lct that take p, the least duration; those
 * of which the last is 0 are left out unless strict.  ECT(S) is the earliest
 * time by which a set of them can be done, from a theta tree.
 *
 *   overload       ECT(tasks with lct <= t) > t: there is no schedule
 *   precedences    i cannot be before j if est(i) + p(i) > lst(j); it starts
 *                  after ECT of all those
 *   not last       ECT(S) > lst(i), i not in S: i is not after all of S and
 *                  ends by the latest lst in S
 *   edge finding   ECT(S and i) > lct(S): i is after all of S and starts after
 *                  ECT(S)
 *
 * each in O(n log n) by Vilím's algorithms (2004), and each once more in the
 * mirror, where time runs backward: est and -lct, starts and ends change
 * places.  The cheap ones run until nothing changes before the dear ones do.
 * Durations are cut by pairs, where j cannot be before i.
 *
 * When all starts are known, tasks that overlap are an overload or, if one of
 * them takes no time, a precedence that fails. */
#include "config.h"

#include "constraints/family.h"
#include "constraints/scheduling.h"
#include "constraints/theta-tree.h"

/* The tasks as they look with time in one direction. */
typedef struct {
  bool is_mirrored;
  int64_t *est, *lst, *ect, *lct;
  uint32_t *by_est, *by_lst, *by_ect, *by_lct;
  uint32_t *leaf; /* of the tree: place in by_est */
} Side;

typedef struct {
  CspPropagator base;
  uint32_t n; /* tasks; their starts come first in the scope */
  const int32_t *durations;
  bool is_strict, has_repeats;
  int64_t *duration; /* the least */
  uint32_t *buffer;
  Side sides[2];
  CspThetaTree tree;
} Disjunctive;

static bool
counts(const Disjunctive *self, uint32_t i)
{
  return self->is_strict || self->duration[i] > 0;
}

static void
load(Disjunctive *self, const CspStore *store, Side *side)
{
  for (uint32_t i = 0; i < self->n; i++) {
    CspVar start = self->base.vars[i];
    int64_t p = csp_term_min(&self->base, store, self->durations[i]);
    int64_t est = csp_store_min(store, start);
    int64_t lct = csp_store_max(store, start) + p;
    self->duration[i] = p;
    side->est[i] = side->is_mirrored ? -lct : est;
    side->lct[i] = side->is_mirrored ? -est : lct;
    side->ect[i] = side->est[i] + p;
    side->lst[i] = side->lct[i] - p;
  }
  csp_sort_by_key(side->by_est, self->n, side->est, self->buffer);
  csp_sort_by_key(side->by_lst, self->n, side->lst, self->buffer);
  csp_sort_by_key(side->by_ect, self->n, side->ect, self->buffer);
  csp_sort_by_key(side->by_lct, self->n, side->lct, self->buffer);
  for (uint32_t k = 0; k < self->n; k++)
    side->leaf[side->by_est[k]] = k;
  csp_theta_tree_clear(&self->tree);
}

static bool
set_est(Disjunctive *self,
        CspStore *store,
        const Side *side,
        uint32_t i,
        int64_t est)
{
  CspVar start = self->base.vars[i];

  return side->is_mirrored
             ? csp_store_set_max(store, start, -est - self->duration[i],
                                 CSP_NO_HINT)
             : csp_store_set_min(store, start, est, CSP_NO_HINT);
}

static bool
set_lct(Disjunctive *self,
        CspStore *store,
        const Side *side,
        uint32_t i,
        int64_t lct)
{
  CspVar start = self->base.vars[i];

  return side->is_mirrored
             ? csp_store_set_min(store, start, -lct, CSP_NO_HINT)
             : csp_store_set_max(store, start, lct - self->duration[i],
                                 CSP_NO_HINT);
}

static void
add(Disjunctive *self, const Side *side, uint32_t i)
{
  csp_theta_tree_add(&self->tree, side->leaf[i], side->est[i],
                     self->duration[i]);
}

/* ECT of the tree's tasks but i. */
static int64_t
ect_without(Disjunctive *self, const Side *side, uint32_t i)
{
  if (!csp_theta_tree_has(&self->tree, side->leaf[i]))
    return csp_theta_tree_root(&self->tree)->ect;
  csp_theta_tree_remove(&self->tree, side->leaf[i]);
  int64_t ect = csp_theta_tree_root(&self->tree)->ect;
  add(self, side, i);
  return ect;
}

static bool
is_overloaded(Disjunctive *self, const Side *side)
{
  for (uint32_t k = 0; k < self->n; k++) {
    uint32_t i = side->by_lct[k];
    if (!counts(self, i))
      continue;
    add(self, side, i);
    if (csp_theta_tree_root(&self->tree)->ect > side->lct[i])
      return true;
  }
  csp_theta_tree_clear(&self->tree);
  return false;
}

static bool
find_precedences(Disjunctive *self, CspStore *store, Side *side)
{
  uint32_t n_added = 0;

  load(self, store, side);
  if (!side->is_mirrored && is_overloaded(self, side))
    return csp_store_fail(store) != CSP_PROP_FAILED;
  for (uint32_t k = 0; k < self->n; k++) {
    uint32_t i = side->by_ect[k];
    if (!counts(self, i))
      continue;
    for (; n_added < self->n && side->ect[i] > side->lst[side->by_lst[n_added]];
         n_added++)
      if (counts(self, side->by_lst[n_added]))
        add(self, side, side->by_lst[n_added]);
    int64_t est = ect_without(self, side, i);
    if (est > side->est[i] && !set_est(self, store, side, i, est))
      return false;
  }
  return true;
}

/* The latest lst of the tree's tasks is at least that of those but i: where it
 * is i's own, it is a bound all the same. */
static bool
find_not_last(Disjunctive *self, CspStore *store, Side *side)
{
  uint32_t n_added = 0;
  int64_t latest = CSP_THETA_NEVER;

  load(self, store, side);
  for (uint32_t k = 0; k < self->n; k++) {
    uint32_t i = side->by_lct[k];
    if (!counts(self, i))
      continue;
    for (; n_added < self->n && side->lct[i] > side->lst[side->by_lst[n_added]];
         n_added++)
      if (counts(self, side->by_lst[n_added])) {
        add(self, side, side->by_lst[n_added]);
        latest = side->lst[side->by_lst[n_added]];
      }
    if (latest < side->lct[i] && ect_without(self, side, i) > side->lst[i] &&
        !set_lct(self, store, side, i, latest))
      return false;
  }
  return true;
}

/* From the last lct on, tasks turn gray; a gray one with which the white ones
 * would not be done by their lct comes after them all. */
static bool
find_edges(Disjunctive *self, CspStore *store, Side *side)
{
  const CspThetaNode *root = csp_theta_tree_root(&self->tree);

  load(self, store, side);
  for (uint32_t i = 0; i < self->n; i++)
    if (counts(self, i))
      add(self, side, i);
  for (uint32_t k = self->n; k-- > 0;) {
    uint32_t i = side->by_lct[k];
    if (!counts(self, i))
      continue;
    while (root->gray_ect > side->lct[i] && root->ect <= side->lct[i]) {
      uint32_t leaf = root->ect_at;
      if (!set_est(self, store, side, side->by_est[leaf], root->ect))
        return false;
      csp_theta_tree_remove(&self->tree, leaf);
    }
    if (root->ect > side->lct[i])
      return csp_store_fail(store) != CSP_PROP_FAILED;
    csp_theta_tree_add_gray(&self->tree, side->leaf[i], side->est[i],
                            self->duration[i]);
  }
  return true;
}

/* Where j cannot be before i, i takes no time or ends before j starts. */
static bool
cut_durations(Disjunctive *self, CspStore *store)
{
  const CspPropagator *prop = &self->base;

  for (uint32_t i = 0; i < self->n; i++) {
    int64_t longest = csp_term_max(prop, store, self->durations[i]);
    int64_t est = csp_store_min(store, prop->vars[i]);
    int64_t lst = csp_store_max(store, prop->vars[i]);
    if (self->duration[i] == longest)
      continue;
    for (uint32_t j = 0; j < self->n; j++)
      if (j != i && counts(self, j) &&
          csp_store_min(store, prop->vars[j]) + self->duration[j] > lst)
        longest = MIN(longest, csp_store_max(store, prop->vars[j]) - est);
    if (!csp_term_set_max(prop, store, self->durations[i],
                          self->is_strict ? longest : MAX(longest, 0)))
      return false;
  }
  return true;
}

typedef bool (*Rule)(Disjunctive *self, CspStore *store, Side *side);

static CspPropResult
disjunctive_propagate(CspPropagator *prop, CspStore *store)
{
  static const Rule rules[] = {find_precedences, find_not_last, find_edges};
  Disjunctive *self = (Disjunctive *)prop;

  for (uint32_t i = 0; i < self->n; i++)
    if (!csp_term_set_min(prop, store, self->durations[i], 0))
      return CSP_PROP_FAILED;
  for (uint32_t r = 0;
       r < G_N_ELEMENTS(rules) && !csp_store_is_stopped(store);) {
    uint64_t n_changes = store->n_changes;
    if (!rules[r](self, store, &self->sides[0]) ||
        !rules[r](self, store, &self->sides[1]))
      return CSP_PROP_FAILED;
    r = store->n_changes == n_changes ? r + 1 : 0;
  }
  if (!cut_durations(self, store))
    return CSP_PROP_FAILED;
  return self->has_repeats ? CSP_PROP_AGAIN : CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass disjunctive_class = {
    .name = "disjunctive",
    .propagate = disjunctive_propagate,
    .priority = CSP_PRIORITY_CUBIC,
};

static int64_t
disjunctive_violation(const CspConstraint *con,
                      const int32_t *values,
                      CspScratch *scratch)
{
  uint32_t n = (uint32_t)con->n_ints;
  CspUsageEvent *events =
      csp_scratch_get(scratch, sizeof *events * 2 * (size_t)n);
  bool is_strict = con->relation == CSP_RELATION_LT;
  int64_t violation = 0;
  size_t n_events = 0;

  for (uint32_t i = 0; i < n; i++) {
    int64_t start = values[csp_constraint_var(con, i)];
    int64_t duration = csp_term_value(con, con->ints[i], values);
    violation -= MIN(duration, 0);
    if (duration > 0) {
      events[n_events++] = (CspUsageEvent){.time = start, .change = 1};
      events[n_events++] =
          (CspUsageEvent){.time = start + duration, .change = -1};
    } else if (is_strict) {
      events[n_events++] = (CspUsageEvent){.time = start, .change = 0};
    }
  }
  violation += csp_usage_excess(events, n_events, 1);
  return MIN(violation, CSP_MAX_VIOLATION);
}

static bool
disjunctive_holds(const CspConstraint *con,
                  const int32_t *values,
                  CspScratch *scratch)
{
  return disjunctive_violation(con, values, scratch) == 0;
}

static uint32_t *
new_order(CspArena *arena, uint32_t n)
{
  uint32_t *order = csp_arena_new_array(arena, uint32_t, n);

  for (uint32_t i = 0; i < n; i++)
    order[i] = i;
  return order;
}

static void
side_init(Side *side, CspArena *arena, uint32_t n, bool is_mirrored)
{
  side->is_mirrored = is_mirrored;
  side->est = csp_arena_new_array(arena, int64_t, n);
  side->lst = csp_arena_new_array(arena, int64_t, n);
  side->ect = csp_arena_new_array(arena, int64_t, n);
  side->lct = csp_arena_new_array(arena, int64_t, n);
  side->by_est = new_order(arena, n);
  side->by_lst = new_order(arena, n);
  side->by_ect = new_order(arena, n);
  side->by_lct = new_order(arena, n);
  side->leaf = new_order(arena, n);
}

static bool
disjunctive_post(CspPoster *poster,
                 const CspConstraint *con,
                 CspStrength strength)
{
  CspArena *arena = poster->store->arena;
  Disjunctive *self = (Disjunctive *)csp_post_over_scope(
      poster->store, &disjunctive_class, sizeof *self, con, CSP_ON_BOUNDS);
  uint32_t n = (uint32_t)con->n_ints;

  self->n = n;
  self->is_strict = con->relation == CSP_RELATION_LT;
  self->has_repeats = csp_scope_has_repeats(con);
  self->durations = csp_arena_dup(arena, con->ints, n * sizeof(int32_t));
  self->duration = csp_arena_new_array(arena, int64_t, n);
  self->buffer = csp_arena_new_array(arena, uint32_t, n);
  side_init(&self->sides[0], arena, n, false);
  side_init(&self->sides[1], arena, n, true);
  csp_theta_tree_init(&self->tree, arena, n);
  return true;
}

const CspFamily csp_family_disjunctive = {
    .name = "disjunctive",
    .blurb = "tasks do not overlap",
    .holds = disjunctive_holds,
    .post = disjunctive_post,
    .default_strength = CSP_STRENGTH_BOUNDS,
    .violation = disjunctive_violation,
};
