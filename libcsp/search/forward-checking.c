/* SPDX-License-Identifier: MIT */
/* Forward checking (Haralick and Elliott 1980): a value just chosen prunes the
 * variables not chosen yet, and nothing more.
 *
 * All-different and x != y + c act at every choice.  Any other record acts when
 * one variable of its scope is left, by testing each of its values through the
 * record's meaning, and is tested when none is left.  Which one is left is told
 * by a counter and by the exclusive or of the positions left, so that no scope
 * is scanned.
 *
 * The store holds the domains and undoes them; it has no propagators. */
#include "config.h"

#include <string.h>

#include "constraints/all-different.h"
#include "constraints/family.h"
#include "search/consistency.h"
#include "search/different-groups.h"

/* What a choice sets off. */
typedef enum { VIEWS, DIFFERENT, GENERAL } ActionKind;

typedef struct {
  uint32_t kind : 2;
  uint32_t constraint : 30;
  uint32_t position; /* DIFFERENT: the other variable */
  union {
    CspDifferentViews *views;
    int64_t c; /* DIFFERENT: other != value + c */
  };
} Action;

typedef struct {
  uint32_t n_left, left; /* left: exclusive or of the positions */
} Left;

typedef struct {
  CspConsistency base;
  uint32_t *starts; /* by variable, into actions */
  Action *actions;
  Left *lefts; /* by constraint; of GENERAL ones */
  bool has_general;
  CspScratch scratch;
} ForwardChecking;

static void
add_action(ForwardChecking *fc, CspVar x, Action action)
{
  fc->actions[fc->starts[x]++] = action;
  fc->has_general |= action.kind == GENERAL;
}

static void
count_action(ForwardChecking *fc, CspVar x, Action action)
{
  (void)action;
  fc->starts[x]++;
}

typedef void (*ActionFunc)(ForwardChecking *fc, CspVar x, Action action);

/* Gives each action of record c (of the group c .. end - 1) to func. */
static void
each_action(ForwardChecking *fc,
            size_t c,
            CspDifferentViews *views,
            ActionFunc func)
{
  const CspConstraint *con = &fc->base.problem->cons[c];
  Action action = {.constraint = (uint32_t)c};

  if (con->kind == CSP_CON_RELATION && con->relation == CSP_RELATION_NE &&
      csp_constraint_var(con, 0) != csp_constraint_var(con, 1)) {
    CspVar x = csp_constraint_var(con, 0), y = csp_constraint_var(con, 1);
    action.kind = DIFFERENT;
    action.position = y;
    action.c = -con->constant;
    func(fc, x, action);
    action.position = x;
    action.c = con->constant;
    func(fc, y, action);
    return;
  }
  for (uint32_t k = 0; k < con->n_vars; k++) {
    action.position = k;
    action.kind = views != NULL ? VIEWS : GENERAL;
    action.views = views;
    func(fc, csp_constraint_var(con, k), action);
  }
}

static CspDifferentViews *
make_views(ForwardChecking *fc, size_t c, size_t end)
{
  CspProblem *problem = fc->base.problem;
  CspStore *store = fc->base.store;
  const CspConstraint *con = &problem->cons[c];
  CspDifferentViews *views =
      csp_arena_new_array0(store->arena, CspDifferentViews, 1);

  csp_different_views_init(
      views, store, csp_constraint_scope(con, store->arena), con->n_vars,
      csp_different_group_offsets(problem, store->arena, c, end),
      (uint32_t)(end - c));
  return views;
}

static void
link_actions(ForwardChecking *fc)
{
  CspProblem *problem = fc->base.problem;
  CspArena *arena = fc->base.store->arena;
  uint32_t n = problem->n_vars;
  CspDifferentViews **views = g_new0(CspDifferentViews *, problem->n_cons + 1);

  fc->starts = csp_arena_new_array0(arena, uint32_t, (size_t)n + 1);
  for (size_t c = 0, end; c < problem->n_cons; c = end) {
    bool is_group = problem->cons[c].kind == CSP_CON_ALL_DIFFERENT;
    end = is_group ? csp_different_group_end(problem, c) : c + 1;
    views[c] = is_group ? make_views(fc, c, end) : NULL;
    each_action(fc, c, views[c], count_action);
  }
  uint32_t total = 0;
  for (uint32_t x = 0; x <= n; x++) {
    uint32_t count = fc->starts[x];
    fc->starts[x] = total;
    total += count;
  }
  fc->actions = csp_arena_new_array(arena, Action, total);
  for (size_t c = 0, end; c < problem->n_cons; c = end) {
    bool is_group = problem->cons[c].kind == CSP_CON_ALL_DIFFERENT;
    end = is_group ? csp_different_group_end(problem, c) : c + 1;
    each_action(fc, c, views[c], add_action);
  }
  /* Filling has moved each start to the next one's. */
  memmove(fc->starts + 1, fc->starts, n * sizeof(uint32_t));
  fc->starts[0] = 0;
  g_free(views);
}

static bool
refused_by(ForwardChecking *fc, uint32_t constraint)
{
  fc->base.failed_constraint = constraint;
  return false;
}

/* Removes the values of the one variable left that the record refuses. */
static bool
prune_last(ForwardChecking *fc, uint32_t c)
{
  CspConsistency *self = &fc->base;
  const CspConstraint *con = &self->problem->cons[c];
  CspVar y = csp_constraint_var(con, fc->lefts[c].left);

  CSP_STORE_FOREACH_VALUE(self->store, y, v)
  {
    self->values[y] = (int32_t)v;
    if (!csp_family_of(con)->holds(con, self->values, &fc->scratch) &&
        !csp_store_remove(self->store, y, v, CSP_NO_HINT))
      return refused_by(fc, c);
    if (csp_store_is_stopped(self->store))
      return refused_by(fc, CSP_NONE);
  }
  return true;
}

static bool
act_generally(ForwardChecking *fc, uint32_t c)
{
  const CspConstraint *con = &fc->base.problem->cons[c];

  if (fc->lefts[c].n_left > 1)
    return true;
  if (fc->lefts[c].n_left == 1)
    return prune_last(fc, c);
  return csp_family_of(con)->holds(con, fc->base.values, &fc->scratch) ||
         refused_by(fc, c);
}

static bool
act(ForwardChecking *fc, const Action *action, int64_t value)
{
  CspStore *store = fc->base.store;

  switch ((ActionKind)action->kind) {
  case VIEWS:
    return csp_different_views_close(action->views, store, action->position,
                                     value) ||
           refused_by(fc, action->constraint);
  case DIFFERENT:
    return csp_store_remove(store, action->position, value + action->c,
                            CSP_NO_HINT) ||
           refused_by(fc, action->constraint);
  case GENERAL:
    break;
  }
  return act_generally(fc, action->constraint);
}

/* A variable is left in, or not left in, the general records it is in. */
static void
leave(ForwardChecking *fc, CspVar x, int change)
{
  if (!fc->has_general)
    return;
  for (uint32_t i = fc->starts[x]; i < fc->starts[x + 1]; i++)
    if (fc->actions[i].kind == GENERAL) {
      Left *left = &fc->lefts[fc->actions[i].constraint];
      left->n_left += (uint32_t)change;
      left->left ^= fc->actions[i].position;
    }
}

static bool
assign(ForwardChecking *fc, CspVar x, int64_t value)
{
  CspConsistency *self = &fc->base;

  self->is_chosen[x] = true;
  self->values[x] = (int32_t)value;
  leave(fc, x, -1);
  if (!csp_store_fix(self->store, x, value, CSP_NO_HINT))
    return refused_by(fc, CSP_NONE);
  for (uint32_t i = fc->starts[x]; i < fc->starts[x + 1]; i++)
    if (!act(fc, &fc->actions[i], value))
      return false;
  return true;
}

static bool
fc_start(CspConsistency *self, CspAssumed assumed)
{
  ForwardChecking *fc = (ForwardChecking *)self;
  CspProblem *problem = self->problem;
  CspStore *store = self->store;

  while (store->n_levels > 0)
    csp_store_pop(store);
  csp_store_push(store);
  memset(self->is_chosen, 0, problem->n_vars);
  for (size_t c = 0; c < problem->n_cons; c++) {
    fc->lefts[c] = (Left){.n_left = problem->cons[c].n_vars};
    for (uint32_t k = 0; k < problem->cons[c].n_vars; k++)
      fc->lefts[c].left ^= k;
  }

  for (size_t c = 0; c < problem->n_cons; c++)
    if (problem->cons[c].n_vars <= 1 && !act_generally(fc, (uint32_t)c))
      return false;
  if (!csp_consistency_keep_bound(self))
    return refused_by(fc, CSP_NONE);
  for (size_t i = 0; i < assumed.n; i++)
    if (!csp_store_fix(store, assumed.vars[i], assumed.values[i], CSP_NO_HINT))
      return refused_by(fc, CSP_NONE);
  if (!csp_consistency_remove(self, assumed))
    return refused_by(fc, CSP_NONE);

  /* Who is fixed by now counts as chosen; who becomes so by that does not. */
  g_autofree CspVar *fixed = g_new(CspVar, problem->n_vars + 1);
  uint32_t n_fixed = 0;
  for (CspVar x = 0; x < problem->n_vars; x++)
    if (csp_store_is_fixed(store, x))
      fixed[n_fixed++] = x;
  for (uint32_t i = 0; i < n_fixed; i++)
    if (!assign(fc, fixed[i], csp_store_min(store, fixed[i])))
      return false;
  return true;
}

static bool
fc_choose(CspConsistency *self, CspVar var, int64_t value)
{
  ForwardChecking *fc = (ForwardChecking *)self;

  if (!csp_consistency_may_choose(self, var, value))
    return refused_by(fc, CSP_NONE);

  csp_store_push(self->store);
  if (csp_consistency_keep_bound(self) && assign(fc, var, value))
    return true;
  if (self->is_chosen[var]) {
    self->is_chosen[var] = false;
    leave(fc, var, 1);
  }
  csp_store_pop(self->store);
  return false;
}

static bool
fc_refute(CspConsistency *self, CspVar var, int64_t value)
{
  return (csp_consistency_keep_bound(self) &&
          csp_store_remove(self->store, var, value, CSP_NO_HINT)) ||
         refused_by((ForwardChecking *)self, CSP_NONE);
}

static void
fc_undo(CspConsistency *self, CspVar var)
{
  self->is_chosen[var] = false;
  leave((ForwardChecking *)self, var, 1);
  csp_store_pop(self->store);
}

static void
fc_free(CspConsistency *self)
{
  ForwardChecking *fc = (ForwardChecking *)self;

  csp_scratch_clear(&fc->scratch);
  csp_store_free(self->store);
  g_free(fc);
}

static const CspConsistencyClass fc_class = {
    .name = "forward-checking",
    .kernel = "events",
    .start = fc_start,
    .choose = fc_choose,
    .refute = fc_refute,
    .undo = fc_undo,
    .free = fc_free,
};

CspConsistency *
csp_forward_checking_new(CspProblem *problem, CspStore *store)
{
  ForwardChecking *fc = g_new0(ForwardChecking, 1);

  fc->base = (CspConsistency){.klass = &fc_class,
                              .problem = problem,
                              .arena = store->arena,
                              .store = store,
                              .failed_constraint = CSP_NONE};
  fc->base.is_chosen =
      csp_arena_new_array0(store->arena, uint8_t, problem->n_vars);
  fc->base.values =
      csp_arena_new_array0(store->arena, int32_t, problem->n_vars);
  fc->lefts = csp_arena_new_array0(store->arena, Left, problem->n_cons);
  link_actions(fc);
  return &fc->base;
}
