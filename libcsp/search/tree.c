/* SPDX-License-Identifier: MIT */
/* The loop: at a node pick a variable and push a frame; try the children of the
 * top frame one after the other; with none left take the frame away.
 *
 * With k frames, k levels are open, one for the child that each frame is in.
 * In 2-way branching a frame has one child, var = value; when that is done
 * the frame goes, and var != value takes place in the level below, which is
 * that of the node itself.  So right branches open no level and no frame, and
 * the search goes on as from a node with the same depth.
 *
 * A restart closes all levels.  Runs get longer without bound, so a search with
 * restarts still ends; it is never used where solutions are enumerated. */
#include "config.h"

#include "search/tree.h"

/* Luby, Sinclair and Zuckerman 1993: 1 1 2 1 1 2 4 ..., counting from 1.  The
 * sequence of the first 2^k - 1 terms is the one before it twice and then
 * 2^(k - 1). */
static uint64_t
luby(uint64_t i)
{
  for (;;) {
    uint64_t size = 1;
    while (size < i)
      size = 2 * size + 1;
    if (size == i)
      return (size + 1) / 2;
    i -= size / 2;
  }
}

/* Runs of a constant length until it is one unit longer. */
enum { SLOW_GROWTH = 1000 };

static void
begin_run(CspTree *tree)
{
  const CspRestartPolicy *policy = &tree->config.restarts;

  tree->n_run++;
  if (policy->kind == CSP_RESTARTS_GEOMETRIC) {
    tree->run_length = tree->n_run == 1 ? (double)policy->unit
                                        : tree->run_length * policy->factor;
    tree->cutoff =
        tree->run_length < 9e18 ? (int64_t)tree->run_length : INT64_MAX;
  } else if (policy->kind == CSP_RESTARTS_LUBY) {
    tree->cutoff = (int64_t)luby(tree->n_run) * policy->unit;
  } else if (policy->kind == CSP_RESTARTS_LINEAR) {
    tree->cutoff = (int64_t)tree->n_run * policy->unit;
  } else if (policy->kind == CSP_RESTARTS_CONSTANT) {
    /* It grows too, slowly, lest a complete search never end. */
    tree->cutoff = policy->unit * (int64_t)(1 + tree->n_run / SLOW_GROWTH);
  }
}

static void
make_root(CspTree *tree)
{
  CspProblem *problem = tree->consistency->problem;

  tree->n_frames = 0;
  tree->n_values = 0;
  tree->cursor = 0;
  tree->goal = (CspGoalPlace){0};
  tree->n_open = problem->n_vars;
  for (uint32_t x = 0; x < problem->n_vars; x++)
    tree->open[x] = x;
  if (tree->degrees != NULL)
    csp_degrees_reset(tree->degrees);
  if (tree->many != NULL)
    csp_many_reset(tree->many);
  if (tree->fresh != NULL)
    csp_fresh_reset(tree->fresh);
}

/* Views. ------------------------------------------------------------------- */

static size_t
view_n_vars(const void *engine)
{
  return ((const CspTree *)engine)->consistency->problem->n_vars;
}

static int64_t
view_min(const void *engine, CspVar x)
{
  const CspConsistency *consistency = ((const CspTree *)engine)->consistency;

  if (csp_consistency_is_chosen(consistency, x))
    return csp_consistency_value(consistency, x);
  return csp_consistency_next(consistency, x, INT64_MIN);
}

static int64_t
view_max(const void *engine, CspVar x)
{
  const CspConsistency *consistency = ((const CspTree *)engine)->consistency;

  if (csp_consistency_is_chosen(consistency, x))
    return csp_consistency_value(consistency, x);
  return csp_consistency_previous(consistency, x, INT64_MAX);
}

static size_t
view_size(const void *engine, CspVar x)
{
  const CspConsistency *consistency = ((const CspTree *)engine)->consistency;

  if (csp_consistency_is_chosen(consistency, x))
    return 1;
  return csp_consistency_size(consistency, x);
}

static bool
view_has(const void *engine, CspVar x, int64_t value)
{
  const CspConsistency *consistency = ((const CspTree *)engine)->consistency;

  if (csp_consistency_is_chosen(consistency, x))
    return csp_consistency_value(consistency, x) == value;
  return consistency->store != NULL
             ? csp_store_has(consistency->store, x, value)
             : csp_problem_has(consistency->problem, x, value);
}

static size_t
view_depth(const void *engine)
{
  return ((const CspTree *)engine)->n_frames;
}

static int64_t
view_violation(const void *engine)
{
  (void)engine;
  return 0;
}

/* Of the first child of a node, or of the other one. */
static CspRelation
relation_of(CspCut cut, bool is_first)
{
  switch (cut) {
  case CSP_CUT_VALUE:
    break;
  case CSP_CUT_BELOW:
    return is_first ? CSP_RELATION_LE : CSP_RELATION_GT;
  case CSP_CUT_ABOVE:
    return is_first ? CSP_RELATION_GE : CSP_RELATION_LT;
  }
  return is_first ? CSP_RELATION_EQ : CSP_RELATION_NE;
}

static void
view_decision(const void *engine,
              size_t level,
              CspVar *out_var,
              CspRelation *out_relation,
              int64_t *out_value)
{
  const CspFrame *frame = &((const CspTree *)engine)->frames[level];

  *out_var = frame->var;
  *out_relation = relation_of((CspCut)frame->cut, true);
  *out_value = frame->value;
}

static const CspViewFuncs view_funcs = {
    .n_vars = view_n_vars,
    .min = view_min,
    .max = view_max,
    .size = view_size,
    .has = view_has,
    .depth = view_depth,
    .violation = view_violation,
    .decision = view_decision,
};

/* -------------------------------------------------------------------------- */

CspTree *
csp_tree_new(CspConsistency *consistency,
             const CspTreeConfig *config,
             atomic_int *stop,
             atomic_int *sample)
{
  CspTree *tree = g_new0(CspTree, 1);
  CspProblem *problem = consistency->problem;

  tree->config = *config;
  tree->consistency = consistency;
  tree->stop = stop;
  tree->sample = sample;
  tree->open = g_new(CspVar, (size_t)problem->n_vars + 1);
#ifdef __x86_64__
  tree->has_popcount = __builtin_cpu_supports("popcnt");
#endif
  tree->view = (CspView){.funcs = consistency->klass->view_funcs != NULL
                                      ? consistency->klass->view_funcs
                                      : &view_funcs,
                         .engine = tree};
  if (config->variable_order == CSP_VARIABLE_ORDER_MRV_DEGREE ||
      config->variable_order == CSP_VARIABLE_ORDER_DOM_DEG)
    tree->degrees = csp_degrees_new(problem);
  if (config->interchangeable != NULL)
    tree->fresh = csp_fresh_new(problem, config->interchangeable);
  tree->starts = csp_model_peek_starts(problem->model, &tree->n_starts);
  if (config->variable_order == CSP_VARIABLE_ORDER_DOM_WDEG ||
      config->goals != NULL) {
    csp_problem_link(problem);
    tree->weights = g_new(double, (size_t)problem->n_vars + 1);
  }
  if (config->variable_order == CSP_VARIABLE_ORDER_USER)
    tree->candidates = g_new(CspVar, (size_t)problem->n_vars + 1);
  csp_tree_prepare_orders(tree);
  csp_tree_reset(tree);
  return tree;
}

void
csp_tree_free(CspTree *tree)
{
  if (tree == NULL)
    return;
  tree->consistency->klass->free(tree->consistency);
  g_free(tree->frames);
  g_free(tree->open);
  g_free(tree->values);
  g_free(tree->weights);
  csp_degrees_free(tree->degrees);
  csp_fresh_free(tree->fresh);
  csp_many_free(tree->many);
  g_free(tree->candidates);
  g_free(tree);
}

void
csp_tree_reset(CspTree *tree)
{
  const CspProblem *problem = tree->consistency->problem;

  csp_random_seed(&tree->random, tree->config.seed);
  if (tree->weights != NULL)
    for (uint32_t x = 0; x < problem->n_vars; x++)
      tree->weights[x] = problem->starts[x + 1] - problem->starts[x];
  tree->is_begun = tree->is_exhausted = false;
  tree->is_at_node = tree->is_at_solution = false;
  tree->n_run = 0;
  tree->root_bound = CSP_NO_BOUND;
  tree->n_nodes = tree->n_failures = tree->n_restarts = 0;
  tree->max_depth = tree->last_id = tree->node_id = tree->n_observed = 0;
  tree->n_sampled = 0;
  tree->consistency->n_checks = 0;
  tree->consistency->has_bound = false;
  if (tree->consistency->store != NULL) {
    tree->consistency->store->n_propagations = 0;
    tree->consistency->store->n_changes = 0;
  }
}

CspTreeCounters
csp_tree_get_counters(const CspTree *tree)
{
  const CspStore *store = tree->consistency->store;

  return (CspTreeCounters){
      .n_nodes = tree->n_nodes,
      .n_failures = tree->n_failures,
      .n_restarts = tree->n_restarts,
      .max_depth = tree->max_depth,
      .last_id = tree->last_id,
      .n_observed = tree->n_observed,
      .n_checks = tree->consistency->n_checks,
      .n_propagations = store != NULL ? store->n_propagations : 0,
      .n_changes = store != NULL ? store->n_changes : 0,
  };
}

void
csp_tree_set_counters(CspTree *tree, const CspTreeCounters *counters)
{
  CspStore *store = tree->consistency->store;

  tree->n_nodes = counters->n_nodes;
  tree->n_failures = counters->n_failures;
  tree->n_restarts = counters->n_restarts;
  tree->max_depth = counters->max_depth;
  tree->last_id = counters->last_id;
  tree->n_observed = counters->n_observed;
  tree->consistency->n_checks = counters->n_checks;
  if (store == NULL)
    return;
  store->n_propagations = counters->n_propagations;
  store->n_changes = counters->n_changes;
}

void
csp_tree_set_bound(CspTree *tree, int64_t bound)
{
  csp_consistency_set_bound(tree->consistency, bound);
  if (tree->config.observing.observer != NULL &&
      tree->config.observing.observer->bound != NULL)
    tree->config.observing.observer->bound(&tree->view, (gint)bound,
                                           tree->config.observing.data);
}

void
csp_tree_get_values(const CspTree *tree, int32_t *out_values)
{
  const CspConsistency *consistency = tree->consistency;

  if (consistency->klass->get_values != NULL) {
    consistency->klass->get_values(consistency, out_values);
    return;
  }
  for (uint32_t x = 0; x < consistency->problem->n_vars; x++)
    out_values[x] = (int32_t)csp_consistency_value(consistency, x);
}

/* Nodes. ------------------------------------------------------------------- */

bool
csp_tree_has_gap(CspTree *tree)
{
  uint64_t n = tree->n_nodes + tree->n_failures;
  bool has_gap = n != tree->n_observed + 1;

  tree->n_observed = n;
  return has_gap;
}

/* The nodes on the way to a child of this frame's, which is observed after a
 * gap. */
static void
number_path(CspTree *tree, CspFrame *frame)
{
  for (CspFrame *f = tree->frames; f <= frame; f++) {
    f->id = ++tree->last_id;
    f->n_children = 0;
  }
  tree->node_id = frame->id;
}

static void
observe_root(CspTree *tree, CspOutcome outcome)
{
  CspNodeEvent event = {.id = tree->root_id,
                        .var = CSP_NONE,
                        .is_equal = true,
                        .outcome = outcome};

  csp_tree_has_gap(tree);
  tree->config.observing.observer->node(&tree->view, &event,
                                        tree->config.observing.data);
}

static void
observe(CspTree *tree, CspFrame *frame, bool is_equal, CspOutcome outcome)
{
  if (csp_tree_has_gap(tree))
    number_path(tree, frame);
  CspNodeEvent event = {.id = ++tree->last_id,
                        .parent = frame->id,
                        .child = is_equal ? frame->child - 1 : 1,
                        .var = frame->var,
                        .value = (gint)frame->value,
                        .is_equal = is_equal,
                        .outcome = outcome,
                        .relation = relation_of((CspCut)frame->cut, is_equal),
                        .n_siblings = frame->n_children};

  if (outcome != CSP_OUTCOME_FAILED)
    tree->node_id = event.id;
  tree->config.observing.observer->node(&tree->view, &event,
                                        tree->config.observing.data);
}

static void
enter_node(CspTree *tree, CspFrame *frame, bool is_equal)
{
  tree->n_nodes++;
  tree->is_at_node = true;
  if (tree->n_frames > tree->max_depth)
    tree->max_depth = tree->n_frames;
  if (csp_tree_is_observed(tree))
    observe(tree, frame, is_equal, CSP_OUTCOME_BRANCH);
}

static void
count_failure(CspTree *tree, CspFrame *frame, bool is_equal)
{
  tree->n_failures++;
  tree->cutoff--;
  if (tree->weights != NULL)
    csp_tree_blame(tree);
  if (csp_tree_is_observed(tree))
    observe(tree, frame, is_equal, CSP_OUTCOME_FAILED);
}

static CspFrame *
push_frame(CspTree *tree, CspVar var)
{
  if (tree->n_frames == tree->frames_capacity) {
    uint32_t capacity =
        tree->frames_capacity == 0 ? 64 : 2 * tree->frames_capacity;
    tree->frames = g_renew(CspFrame, tree->frames, capacity);
    csp_arena_account(tree->consistency->arena,
                      (ptrdiff_t)(capacity - tree->frames_capacity) *
                          (ptrdiff_t)sizeof(CspFrame));
    tree->frames_capacity = capacity;
  }
  CspFrame *frame = &tree->frames[tree->n_frames++];
  *frame = (CspFrame){.var = var,
                      .n_open = tree->n_open,
                      .cursor = tree->cursor,
                      .goal = tree->goal,
                      .value = INT64_MIN,
                      .values_start = tree->n_values,
                      .id = tree->node_id};
  return frame;
}

/* False: stopped, and nothing has changed. */
static bool
branch(CspTree *tree, CspVar var)
{
  CspFrame *frame = push_frame(tree, var);

  frame->n_children = 2;
  if (tree->goal.index < tree->config.n_goals) {
    frame->cut = (uint8_t)csp_tree_cut_by_goals(tree, var, &frame->value);
  } else if (tree->config.branching == CSP_BRANCHING_2_WAY) {
    frame->value = csp_tree_select_value(tree, var);
    frame->has_tried_fresh =
        tree->fresh != NULL && csp_fresh_has(tree->fresh, var, frame->value);
  } else if (csp_tree_lists_values(tree, var)) {
    frame->lists_values = true;
    if (!csp_tree_push_values(tree, var)) {
      tree->n_frames--;
      return false;
    }
    frame->n_children = (uint32_t)(tree->n_values - frame->values_start);
  } else {
    if (csp_tree_is_observed(tree))
      frame->n_children = csp_consistency_size(tree->consistency, var);
    if (csp_tree_value_order(tree, var) == CSP_VALUE_ORDER_MAX) {
      frame->is_descending = true;
      frame->value = INT64_MAX;
    }
  }
  return true;
}

/* The next value of a d-way frame; false: there is none. */
static bool
next_value(CspTree *tree, CspFrame *frame)
{
  if (frame->lists_values) {
    if (tree->n_values == frame->values_start)
      return false;
    frame->value = tree->values[--tree->n_values];
    return true;
  }
  if (frame->is_descending) {
    frame->value =
        csp_consistency_previous(tree->consistency, frame->var, frame->value);
    return frame->value != INT64_MIN;
  }
  frame->value =
      csp_consistency_next(tree->consistency, frame->var, frame->value);
  return frame->value != INT64_MAX;
}

/* The next child of a frame that is worth trying. */
static bool
next_child(CspTree *tree, CspFrame *frame)
{
  if (tree->config.branching == CSP_BRANCHING_2_WAY)
    return frame->child++ == 0;
  do {
    if (!next_value(tree, frame))
      return false;
    if (tree->fresh == NULL)
      break;
    bool is_fresh = csp_fresh_has(tree->fresh, frame->var, frame->value);
    if (is_fresh && frame->has_tried_fresh)
      continue;
    frame->has_tried_fresh |= is_fresh;
    break;
  } while (true);
  frame->child++;
  return true;
}

static void
restore(CspTree *tree, const CspFrame *frame)
{
  if (tree->degrees != NULL)
    for (uint32_t i = tree->n_open; i < frame->n_open; i++)
      csp_degrees_reopen(tree->degrees, tree->open[i]);
  if (tree->fresh != NULL)
    for (uint32_t i = tree->n_open; i < frame->n_open; i++)
      csp_fresh_reopen(tree->fresh, tree->open[i]);
  tree->n_open = frame->n_open;
  tree->cursor = frame->cursor;
  tree->goal = frame->goal;
  tree->node_id = frame->id;
}

/* Takes from the variable of a 2-way frame the value that was tried, and with a
 * fresh value all that are. */
static bool
refute(CspTree *tree, const CspFrame *frame)
{
  CspConsistency *consistency = tree->consistency;
  CspVar x = frame->var;

  if (frame->cut != CSP_CUT_VALUE)
    return consistency->klass->pass_bound(consistency, x, frame->value,
                                          frame->cut == CSP_CUT_ABOVE);
  if (!consistency->klass->refute(consistency, x, frame->value))
    return false;
  if (!frame->has_tried_fresh)
    return true;
  for (int64_t v = csp_consistency_next(consistency, x, INT64_MIN);
       v != INT64_MAX; v = csp_consistency_next(consistency, x, v))
    if (csp_fresh_has(tree->fresh, x, v) &&
        !consistency->klass->refute(consistency, x, v))
      return false;
  return true;
}

static bool
choose(CspTree *tree, const CspFrame *frame)
{
  CspConsistency *consistency = tree->consistency;

  if (frame->cut != CSP_CUT_VALUE)
    return consistency->klass->bound(consistency, frame->var, frame->value,
                                     frame->cut == CSP_CUT_ABOVE);
  if (!consistency->klass->choose(consistency, frame->var, frame->value))
    return false;
  if (tree->many != NULL)
    csp_many_touch(tree->many, frame->var);
  return true;
}

/* Goes back to the node of the top frame. */
static void
go_back(CspTree *tree)
{
  const CspFrame *frame = &tree->frames[tree->n_frames - 1];

  if (tree->many != NULL)
    csp_many_undo(tree->many, frame->var);
  tree->consistency->klass->undo(tree->consistency, frame->var);
  restore(tree, frame);
}

/* Goes to the next child of the top frame, or takes the frame away. */
static void
advance(CspTree *tree)
{
  CspFrame *frame = &tree->frames[tree->n_frames - 1];

  if (next_child(tree, frame)) {
    if (choose(tree, frame))
      enter_node(tree, frame, true);
    else if (!csp_tree_is_stopped(tree))
      count_failure(tree, frame, true);
    return;
  }

  tree->n_values = frame->values_start;
  tree->n_frames--;
  if (tree->config.branching == CSP_BRANCHING_2_WAY) {
    if (refute(tree, frame)) {
      enter_node(tree, frame, false);
      return;
    }
    if (csp_tree_is_stopped(tree))
      return;
    count_failure(tree, frame, false);
  }
  if (tree->n_frames > 0) {
    go_back(tree);
  } else {
    tree->is_exhausted = true;
  }
}

/* Is the projection decided at this node? */
static bool
is_projected(const CspTree *tree)
{
  if (tree->config.projection == NULL)
    return false;
  for (size_t i = 0; i < tree->config.n_projection; i++)
    if (!csp_consistency_is_chosen(tree->consistency,
                                   tree->config.projection[i]))
      return false;
  return true;
}

/* Puts the tree back where the next child of the top frame is due: after a
 * solution.  With a projection, frames at whose nodes it was decided have
 * nothing left to find. */
static void
leave_solution(CspTree *tree)
{
  while (tree->n_frames > 0) {
    CspFrame *frame = &tree->frames[tree->n_frames - 1];
    go_back(tree);
    if (!is_projected(tree))
      return;
    tree->n_values = frame->values_start;
    tree->n_frames--;
  }
  tree->is_exhausted = true;
}

static bool
start(CspTree *tree, CspAssumed assumed)
{
  CspConsistency *consistency = tree->consistency;

  make_root(tree);
  begin_run(tree);
  return consistency->klass->start(consistency, assumed);
}

static int64_t
objective_at_root(const CspTree *tree)
{
  const CspProblem *problem = tree->consistency->problem;

  if (problem->objective == CSP_NONE)
    return CSP_NO_BOUND;
  return problem->is_maximizing ? view_max(tree, problem->objective)
                                : view_min(tree, problem->objective);
}

static bool
begin(CspTree *tree, CspAssumed assumed)
{
  tree->is_begun = true;
  tree->root_id = tree->node_id = ++tree->last_id;
  if (start(tree, assumed)) {
    tree->root_bound = objective_at_root(tree);
    tree->n_nodes++;
    tree->is_at_node = true;
    if (csp_tree_is_observed(tree))
      observe_root(tree, CSP_OUTCOME_BRANCH);
    return true;
  }
  if (csp_tree_is_stopped(tree)) {
    tree->is_begun = false;
    return false;
  }
  tree->n_nodes++;
  tree->n_failures++;
  tree->is_exhausted = true;
  if (csp_tree_is_observed(tree))
    observe_root(tree, CSP_OUTCOME_FAILED);
  return true;
}

void
csp_tree_begin_again(CspTree *tree)
{
  tree->is_begun = tree->is_exhausted = false;
  tree->is_at_node = tree->is_at_solution = false;
}

CspTreeResult
csp_tree_probe(CspTree *tree, CspAssumed assumed)
{
  csp_tree_begin_again(tree);
  if (!csp_tree_is_stopped(tree) && start(tree, assumed))
    return CSP_TREE_SOLUTION;
  if (csp_tree_is_stopped(tree))
    return CSP_TREE_STOPPED;
  tree->n_nodes++;
  tree->n_failures++;
  return CSP_TREE_EXHAUSTED;
}

bool
csp_tree_has(const CspTree *tree, CspVar x, int64_t value)
{
  return tree->view.funcs->has(tree, x, value);
}

static bool
restart(CspTree *tree, CspAssumed assumed)
{
  const CspObserving *observing = &tree->config.observing;

  tree->n_restarts++;
  if (!start(tree, assumed)) {
    tree->is_exhausted = !csp_tree_is_stopped(tree);
    return tree->is_exhausted;
  }
  tree->is_at_node = true;
  tree->node_id = tree->root_id;
  if (observing->observer != NULL && observing->observer->restart != NULL)
    observing->observer->restart(&tree->view, tree->n_restarts,
                                 observing->data);
  return true;
}

void
csp_tree_sample(CspTree *tree)
{
  const CspObserving *observing = &tree->config.observing;

  if (tree->n_sampled == tree->n_nodes)
    return;
  tree->n_sampled = tree->n_nodes;
  atomic_store_explicit(tree->sample, 0, memory_order_relaxed);
  if (observing->observer != NULL && observing->observer->sample != NULL)
    observing->observer->sample(&tree->view, observing->data);
}

/* How often the memory is looked at. */
enum { NODES_PER_CHECK = 16 };

/* Is it time to give up?  The flag tells why. */
static bool
is_at_limit(CspTree *tree)
{
  if (csp_tree_is_stopped(tree))
    return true;
  if (csp_tree_has_enough_nodes(tree, tree->n_nodes))
    csp_tree_stop_at_nodes(tree);
  else if (tree->n_nodes % NODES_PER_CHECK == 0 &&
           csp_arena_is_over(tree->consistency->arena))
    atomic_store(tree->stop, CSP_STOP_MEMORY);
  else
    return false;
  return true;
}

CspTreeResult
csp_tree_next(CspTree *tree, CspAssumed assumed)
{
  tree->n_skipped = 0;
  if (!tree->is_begun && !begin(tree, assumed))
    return CSP_TREE_STOPPED;
  if (tree->consistency->klass->search != NULL)
    return tree->is_exhausted ? CSP_TREE_EXHAUSTED
                              : tree->consistency->klass->search(tree);
  if (tree->is_at_solution) {
    tree->is_at_solution = false;
    leave_solution(tree);
  }

  while (!tree->is_exhausted) {
    if (tree->is_at_node) {
      if (G_UNLIKELY(csp_tree_is_sample_due(tree)))
        csp_tree_sample(tree);
      CspVar var = csp_tree_select_variable(tree);
      if (var == CSP_NONE) {
        tree->is_at_node = false;
        tree->is_at_solution = true;
        return CSP_TREE_SOLUTION;
      }
      if (is_at_limit(tree) || !branch(tree, var))
        return CSP_TREE_STOPPED;
      tree->is_at_node = false;
    } else if (is_at_limit(tree)) {
      return CSP_TREE_STOPPED;
    } else if (tree->cutoff <= 0 &&
               tree->config.restarts.kind != CSP_RESTARTS_NONE) {
      if (!restart(tree, assumed))
        return CSP_TREE_STOPPED;
      continue;
    }
    advance(tree);
  }
  return CSP_TREE_EXHAUSTED;
}
