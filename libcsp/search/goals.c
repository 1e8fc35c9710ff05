/* SPDX-License-Identifier: MIT */
/* Branching as a model asks for it (csp_model_add_goal()).
 *
 * A goal's variables are scored at each node, the least score is best, ties go
 * to the first.  Where the search stands among the goals is kept with each node,
 * for what is fixed there stays fixed below. */
#include "config.h"

#include <math.h>

#include "search/tree.h"

static const CspGoal *
current_goal(const CspTree *tree)
{
  return &tree->config.goals[tree->goal.index];
}

/* The number of records that the variable is in. */
static double
occurrences(const CspTree *tree, CspVar x)
{
  const CspProblem *problem = tree->consistency->problem;

  return problem->starts[x + 1] - problem->starts[x];
}

/* Open variables have two values at least. */
static double
regret(const CspStore *store, CspVar x)
{
  int64_t min = csp_store_min(store, x);

  return (double)(csp_store_next(store, x, min) - min);
}

static double
score(const CspTree *tree, CspGoalVariable choice, CspVar x)
{
  const CspStore *store = tree->consistency->store;
  double size = csp_store_size(store, x);

  switch (choice) {
  case CSP_GOAL_INPUT_ORDER:
    return 0;
  case CSP_GOAL_FIRST_FAIL:
    return size;
  case CSP_GOAL_ANTI_FIRST_FAIL:
    return -size;
  case CSP_GOAL_SMALLEST:
    return (double)csp_store_min(store, x);
  case CSP_GOAL_LARGEST:
    return -(double)csp_store_max(store, x);
  case CSP_GOAL_OCCURRENCE:
    return -occurrences(tree, x);
  case CSP_GOAL_MOST_CONSTRAINED:
    /* ties in the part below 1 */
    return size - occurrences(tree, x) /
                      (1.0 + (double)tree->consistency->problem->n_cons);
  case CSP_GOAL_MAX_REGRET:
    return -regret(store, x);
  case CSP_GOAL_DOM_W_DEG:
    return size / fmax(tree->weights[x], 0.5);
  }
  return 0;
}

static CspBest
best_of_goal(const void *data, uint32_t first, uint32_t end)
{
  const CspTree *tree = data;
  const CspGoal *goal = current_goal(tree);
  CspBest best = CSP_NO_BEST;

  for (uint32_t i = first; i < end; i++) {
    CspVar x = goal->vars[i];
    if (csp_store_is_fixed(tree->consistency->store, x) ||
        !csp_many_stands_at(tree->many, x, i))
      continue;
    csp_best_take_ratio(&best, (CspBest){.place = i,
                                         .size = score(tree, goal->variable, x),
                                         .weight = 1});
  }
  return best;
}

static CspVar
select_among_many(CspTree *tree, const CspGoal *goal)
{
  CspField field = {.id = tree->goal.index,
                    .vars = goal->vars,
                    .n_vars = (uint32_t)goal->n_vars,
                    .best_of = best_of_goal};
  CspBest best = csp_many_get_best(tree->many, &field, tree);

  return best.place != CSP_NONE ? goal->vars[best.place] : CSP_NONE;
}

static CspVar
select_best(CspTree *tree, const CspGoal *goal)
{
  const CspStore *store = tree->consistency->store;
  CspVar best = CSP_NONE;
  double least = INFINITY;

  if (goal->variable != CSP_GOAL_INPUT_ORDER && tree->many != NULL &&
      goal->n_vars >= csp_tree_count_many(tree))
    return select_among_many(tree, goal);
  for (uint32_t i = tree->goal.cursor; i < goal->n_vars; i++) {
    CspVar x = goal->vars[i];
    if (csp_store_is_fixed(store, x)) {
      tree->goal.cursor += i == tree->goal.cursor;
      continue;
    }
    if (goal->variable == CSP_GOAL_INPUT_ORDER)
      return x;
    double own = score(tree, goal->variable, x);
    if (own < least) {
      least = own;
      best = x;
    }
  }
  return best;
}

CspVar
csp_tree_select_by_goals(CspTree *tree)
{
  while (tree->goal.index < tree->config.n_goals) {
    CspVar x = select_best(tree, current_goal(tree));
    if (x != CSP_NONE)
      return x;
    tree->goal.index++;
    tree->goal.cursor = 0;
  }
  return CSP_NONE;
}

int64_t
csp_tree_get_start(const CspTree *tree, CspVar x)
{
  if (tree->starts == NULL || x >= tree->n_starts ||
      tree->starts[x] == CSP_NO_START ||
      !csp_tree_has(tree, x, tree->starts[x]))
    return CSP_NO_START;
  return tree->starts[x];
}

/* The value nearest to the middle of the bounds, of two the smaller. */
static int64_t
middle_value(const CspStore *store, CspVar x)
{
  int64_t min = csp_store_min(store, x), max = csp_store_max(store, x);
  int64_t twice = min + max;
  int64_t above = csp_store_next(store, x, min + (max - min) / 2 - 1);
  int64_t below = csp_store_previous(store, x, above);

  if (below == INT64_MIN)
    return above;
  return twice - 2 * below <= 2 * above - twice ? below : above;
}

/* The end of the first run of values. */
static int64_t
first_run_end(const CspStore *store, CspVar x)
{
  int64_t end = csp_store_min(store, x), next;

  if (csp_store_max(store, x) - end + 1 == csp_store_size(store, x))
    return csp_store_max(store, x);
  while ((next = csp_store_next(store, x, end)) == end + 1)
    end = next;
  return end;
}

CspCut
csp_tree_cut_by_goals(CspTree *tree, CspVar x, int64_t *out_value)
{
  const CspStore *store = tree->consistency->store;
  int64_t min = csp_store_min(store, x), max = csp_store_max(store, x);
  int64_t half = min + (max - min) / 2, start = csp_tree_get_start(tree, x);
  uint32_t size = csp_store_size(store, x);

  *out_value = min;
  if (start != CSP_NO_START) {
    *out_value = start;
    return CSP_CUT_VALUE;
  }
  switch (current_goal(tree)->value) {
  case CSP_GOAL_MIN:
    break;
  case CSP_GOAL_MAX:
    *out_value = max;
    break;
  case CSP_GOAL_MEDIAN:
    *out_value = csp_tree_value_at(tree, x, (size - 1) / 2);
    break;
  case CSP_GOAL_MIDDLE:
    *out_value = middle_value(store, x);
    break;
  case CSP_GOAL_RANDOM:
    *out_value =
        csp_tree_value_at(tree, x, csp_random_below(&tree->random, size));
    break;
  case CSP_GOAL_SPLIT:
    *out_value = half;
    return CSP_CUT_BELOW;
  case CSP_GOAL_REVERSE_SPLIT:
    *out_value = half + 1;
    return CSP_CUT_ABOVE;
  case CSP_GOAL_INTERVAL:
    *out_value = first_run_end(store, x);
    if (*out_value == max)
      *out_value = half;
    return CSP_CUT_BELOW;
  }
  return CSP_CUT_VALUE;
}
