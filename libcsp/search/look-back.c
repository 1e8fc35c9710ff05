/* SPDX-License-Identifier: MIT */
/* Looking back: a value is tested against the values already placed, which are
 * known to the constraints' invariants as counters, so that no placed variable
 * is looked at.  Domains stay as they are at the start.
 *
 * Generate and test is the same walk with the test left to the end: complete
 * assignments are tested by the meaning of each record. */
#include "config.h"

#include <stdlib.h>

#include "constraints/invariants.h"
#include "search/consistency.h"

typedef struct {
  CspConsistency base;
  bool is_generating;
  CspInvariantSet *set; /* NULL when generating */
  CspScratch scratch;
  uint32_t n_chosen;
  uint64_t *removed; /* keys of pairs that are not to be, ascending */
  size_t n_removed;
} LookBack;

static uint64_t
pair_key(CspVar x, int64_t value)
{
  return (uint64_t)x << 32 | (uint32_t)value;
}

static int
compare_keys(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

  return (x > y) - (x < y);
}

static void
remember_removed(LookBack *look, CspAssumed assumed)
{
  look->n_removed = assumed.n_removed;
  look->removed = g_renew(uint64_t, look->removed, assumed.n_removed + 1);
  for (size_t i = 0; i < assumed.n_removed; i++)
    look->removed[i] =
        pair_key(assumed.removed_vars[i], assumed.removed_values[i]);
  qsort(look->removed, look->n_removed, sizeof(uint64_t), compare_keys);
}

static bool
is_removed(const LookBack *look, CspVar x, int64_t value)
{
  uint64_t key = pair_key(x, value);

  return look->n_removed > 0 && bsearch(&key, look->removed, look->n_removed,
                                        sizeof(uint64_t), compare_keys) != NULL;
}

static bool
satisfies_all(LookBack *look)
{
  const CspProblem *problem = look->base.problem;

  for (size_t c = 0; c < problem->n_cons; c++) {
    const CspConstraint *con = &problem->cons[c];
    if (!csp_family_of(con)->holds(con, look->base.values, &look->scratch))
      return false;
  }
  return true;
}

static void
place(LookBack *look, CspVar x, int64_t value)
{
  if (look->set != NULL)
    csp_invariant_set_assign(look->set, x, (int32_t)value);
  look->base.values[x] = (int32_t)value;
  look->base.is_chosen[x] = true;
  look->n_chosen++;
}

static void
take_away(LookBack *look, CspVar x)
{
  if (look->set != NULL)
    csp_invariant_set_unassign(look->set, x);
  look->base.is_chosen[x] = false;
  look->n_chosen--;
}

static bool
is_consistent(LookBack *look, CspVar x, int64_t value)
{
  CspConsistency *self = &look->base;

  if (look->set != NULL)
    return csp_invariant_set_test(look->set, x, (int32_t)value);
  if (look->n_chosen + 1 < self->problem->n_vars)
    return true;
  self->n_checks++;
  self->values[x] = (int32_t)value;
  return satisfies_all(look);
}

/* Places a variable before the root. */
static bool
fix(LookBack *look, CspVar x, int64_t value)
{
  CspConsistency *self = &look->base;

  if (self->is_chosen[x])
    return self->values[x] == value;
  if (!csp_problem_has(self->problem, x, value) || is_removed(look, x, value) ||
      !is_consistent(look, x, value))
    return false;
  place(look, x, value);
  return true;
}

static bool
fix_by_model(LookBack *look)
{
  const CspProblem *problem = look->base.problem;

  for (size_t c = 0; c < problem->n_cons; c++) {
    const CspConstraint *con = &problem->cons[c];
    if (con->n_vars == 0 &&
        !csp_family_of(con)->holds(con, look->base.values, &look->scratch))
      return false;
    if (con->kind == CSP_CON_RELATION_CONST &&
        con->relation == CSP_RELATION_EQ &&
        !fix(look, csp_constraint_var(con, 0), con->constant))
      return false;
  }
  for (CspVar x = 0; x < problem->n_vars; x++)
    if (!look->base.is_chosen[x] && csp_problem_size(problem, x) == 1 &&
        !fix(look, x, csp_problem_next(problem, x, INT64_MIN)))
      return false;
  return true;
}

static bool
look_start(CspConsistency *self, CspAssumed assumed)
{
  LookBack *look = (LookBack *)self;

  for (CspVar x = 0; x < self->problem->n_vars; x++)
    if (self->is_chosen[x])
      take_away(look, x);
  remember_removed(look, assumed);
  if (!fix_by_model(look))
    return false;
  for (size_t i = 0; i < assumed.n; i++)
    if (!fix(look, assumed.vars[i], assumed.values[i]))
      return false;
  return self->problem->n_vars > 0 || satisfies_all(look);
}

static bool
look_choose(CspConsistency *self, CspVar var, int64_t value)
{
  LookBack *look = (LookBack *)self;

  if (!look->is_generating)
    self->n_checks++;
  if (!csp_consistency_may_choose(self, var, value))
    return false;
  if (is_removed(look, var, value) || !is_consistent(look, var, value))
    return false;
  place(look, var, value);
  return true;
}

static void
look_undo(CspConsistency *self, CspVar var)
{
  take_away((LookBack *)self, var);
}

static void
look_free(CspConsistency *self)
{
  LookBack *look = (LookBack *)self;

  csp_scratch_clear(&look->scratch);
  csp_arena_free(self->arena);
  g_free(look->removed);
  g_free(look);
}

static const CspConsistencyClass backtracking_class = {
    .name = "backtracking",
    .kernel = "invariants",
    .start = look_start,
    .choose = look_choose,
    .undo = look_undo,
    .free = look_free,
};

static const CspConsistencyClass generate_class = {
    .name = "generate",
    .kernel = "invariants",
    .start = look_start,
    .choose = look_choose,
    .undo = look_undo,
    .free = look_free,
};

CspConsistency *
csp_look_back_new(CspProblem *problem, bool is_generating)
{
  LookBack *look = g_new0(LookBack, 1);
  CspConsistency *self = &look->base;
  CspArena *arena = csp_arena_new();

  self->klass = is_generating ? &generate_class : &backtracking_class;
  self->problem = problem;
  self->arena = arena;
  self->is_chosen = csp_arena_new_array0(arena, uint8_t, problem->n_vars);
  self->values = csp_arena_new_array0(arena, int32_t, problem->n_vars);
  self->failed_constraint = CSP_NONE;
  look->is_generating = is_generating;
  if (!is_generating) {
    CspInvariantBounds bounds = csp_invariants_bounds(problem->model);
    look->set = csp_invariant_set_new(arena, problem->n_vars, self->values,
                                      &look->scratch);
    csp_invariants_add_all(look->set, problem->cons, problem->n_cons, NULL,
                           NULL, &bounds);
  }
  return self;
}
