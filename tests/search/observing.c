/* SPDX-License-Identifier: MIT */
/* Observers that look at a part of a search: what they see is that part of what
 * one sees who looks at all of it, and the search is the same. */
#include "config.h"

#include <libcsp/csp-extend.h>
#include <libcsp/csp.h>

#include "tests/csp-test.h"

typedef struct {
  guint64 id, parent; /* places in the whole tree */
  guint32 child;
  CspVar var;
  gint value;
  gboolean is_equal;
  CspOutcome outcome;
  gsize depth;
} Node;

typedef struct {
  CspObserver observer;
  CspSolver *solver;
  GArray *nodes;      /* Node: as told */
  GArray *positions;  /* guint64: how many there were before, of the search */
  guint window, skip; /* how long it looks, and how long it does not */
  guint left;
  gboolean is_path_wrong;
} Seen;

static guint64
count(CspSolver *solver)
{
  g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
  gint64 nodes = 0, failures = 0;

  csp_stats_get_int(stats, "nodes", &nodes);
  csp_stats_get_int(stats, "failures", &failures);
  return (guint64)(nodes + failures);
}

static void
see_node(const CspView *view, const CspNodeEvent *event, gpointer data)
{
  Seen *self = data;
  Node node = {.id = event->id,
               .parent = event->parent,
               .child = event->child,
               .var = event->var,
               .value = event->value,
               .is_equal = event->is_equal,
               .outcome = event->outcome,
               .depth = csp_view_get_depth(view)};
  guint64 position = count(self->solver);
  CspVar var;
  CspRelation relation;
  gint value;

  g_array_append_val(self->nodes, node);
  g_array_append_val(self->positions, position);
  if (event->is_equal && event->var != CSP_NONE &&
      (!csp_view_get_decision(view, node.depth - 1, &var, &relation, &value) ||
       var != event->var || relation != event->relation ||
       value != event->value))
    self->is_path_wrong = TRUE;
  if (csp_view_get_decision(view, node.depth, &var, &relation, &value))
    self->is_path_wrong = TRUE;
  if (self->window > 0 && --self->left == 0) {
    self->observer.node = NULL;
    self->left = self->skip;
    csp_solver_request_sample(self->solver);
  }
}

static void
see_sample(const CspView *view, gpointer data)
{
  Seen *self = data;

  if (--self->left == 0) {
    self->observer.node = see_node;
    self->left = self->window;
  } else {
    csp_solver_request_sample(self->solver);
  }
}

/* The solver is asked for samples of its own after the first. */
static Seen *
search(CspModel *model, const char *const *options, guint window, guint skip)
{
  Seen *self = g_new0(Seen, 1);

  self->solver = csp_solver_new(model);
  self->nodes = g_array_new(FALSE, FALSE, sizeof(Node));
  self->positions = g_array_new(FALSE, FALSE, sizeof(guint64));
  self->window = window;
  self->skip = skip;
  self->left = skip;
  self->observer =
      (CspObserver)CSP_OBSERVER(.node = window == 0 ? see_node : NULL,
                                .sample = see_sample);
  for (; *options != NULL; options += 2)
    CU_ASSERT(
        csp_solver_set_option(self->solver, options[0], options[1], NULL));
  csp_solver_set_observer(self->solver, &self->observer, self);
  if (window > 0)
    csp_solver_request_sample(self->solver);
  CU_ASSERT(csp_solver_solve(self->solver, NULL));
  return self;
}

static void
seen_free(Seen *self)
{
  g_object_unref(self->solver);
  g_array_unref(self->nodes);
  g_array_unref(self->positions);
  g_free(self);
}

/* Of a node that was told when it was the n-th: the whole tree's node, whose
 * root counts as the first. */
static const Node *
whole_at(const Seen *whole, guint64 n)
{
  guint64 first = g_array_index(whole->positions, guint64, 0);

  return &g_array_index(whole->nodes, Node, n - first);
}

static void
compare(const Seen *whole, const Seen *part)
{
  g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL);
  guint n_same = 0, n_parents = 0;
  guint64 last = 0;

  CU_ASSERT_EQUAL(count(whole->solver), count(part->solver));
  CU_ASSERT_EQUAL(csp_solver_get_n_solutions(whole->solver),
                  csp_solver_get_n_solutions(part->solver));
  CU_ASSERT(part->nodes->len > 0);
  CU_ASSERT(part->nodes->len < whole->nodes->len);
  for (guint i = 0; i < part->nodes->len; i++) {
    const Node *node = &g_array_index(part->nodes, Node, i);
    const Node *same =
        whole_at(whole, g_array_index(part->positions, guint64, i));
    n_same += node->var == same->var && node->value == same->value &&
              node->is_equal == same->is_equal && node->child == same->child &&
              node->outcome == same->outcome && node->depth == same->depth &&
              node->id > last;
    last = node->id;
    gpointer parent = GSIZE_TO_POINTER(node->parent);
    /* A number stands for one node, told or not. */
    gpointer known = g_hash_table_lookup(places, parent);
    n_parents += known == NULL || GPOINTER_TO_SIZE(known) == same->parent;
    g_hash_table_insert(places, parent, GSIZE_TO_POINTER(same->parent));
    g_hash_table_insert(places, GSIZE_TO_POINTER(node->id),
                        GSIZE_TO_POINTER(same->id));
  }
  CU_ASSERT_EQUAL(n_same, part->nodes->len);
  CU_ASSERT_EQUAL(n_parents, part->nodes->len);
  CU_ASSERT(!part->is_path_wrong);
  CU_ASSERT(!whole->is_path_wrong);
}

static CspModel *
queens(gint n)
{
  CspModel *model = csp_model_new();
  CspArray column = csp_model_add_int_array(model, "column", n, 0, n - 1, NULL);

  for (gint slope = -1; slope <= 1; slope++)
    CU_ASSERT(
        csp_model_post_all_different_affine(model, column, 0, slope, NULL));
  return model;
}

static void
sees_a_part(void)
{
  static const char *const kernels[] = {"block", "events"};
  static const char *const algorithms[] = {"backtracking", "forward-checking",
                                           "mac"};
  static const char *const branchings[] = {"d-way", "2-way"};
  static const guint windows[][2] = {{1, 1}, {3, 5}, {32, 100}, {7, 1}};

  for (gsize i = 0; i < 12; i++) {
    const char *options[] = {
        "kernel",    kernels[i % 2],    "algorithm", algorithms[i / 2 % 3],
        "branching", branchings[i / 6], "solutions", "0",
        NULL};
    if (i / 2 % 3 == 0 && i / 6 == 1)
      continue; /* refused */
    g_autoptr(CspModel) model = queens(7);
    Seen *whole = search(model, options, 0, 0);
    for (gsize k = 0; k < G_N_ELEMENTS(windows); k++) {
      Seen *part = search(model, options, windows[k][0], windows[k][1]);
      compare(whole, part);
      seen_free(part);
    }
    seen_free(whole);
  }
}

/* Restarts. ---------------------------------------------------------------- */

typedef struct {
  GHashTable *known; /* numbers told */
  guint64 n_restarts, n_after, n_at_root;
  gboolean is_restarted;
  guint n_unknown, n_too_many;
} Runs;

static void
see_run_node(const CspView *view, const CspNodeEvent *event, gpointer data)
{
  Runs *self = data;

  if (event->parent != 0)
    self->n_unknown +=
        !g_hash_table_contains(self->known, GSIZE_TO_POINTER(event->parent));
  if (event->outcome != CSP_OUTCOME_FAILED)
    g_hash_table_add(self->known, GSIZE_TO_POINTER(event->id));
  self->n_too_many += event->parent != 0 && event->child >= event->n_siblings;
  self->n_after += self->is_restarted;
  self->n_at_root += self->is_restarted && event->parent == 1;
  self->is_restarted = FALSE;
}

static void
see_restart(const CspView *view, guint64 n_restarts, gpointer data)
{
  Runs *self = data;

  self->n_restarts++;
  CU_ASSERT_EQUAL(n_restarts, self->n_restarts);
  CU_ASSERT_EQUAL(csp_view_get_depth(view), 0);
  self->is_restarted = TRUE;
}

static void
restarts_go_back_to_the_root(void)
{
  static const char *const branchings[] = {"2-way", "d-way"};
  static const CspObserver observer =
      CSP_OBSERVER(.node = see_run_node, .restart = see_restart);

  for (gsize i = 0; i < G_N_ELEMENTS(branchings); i++) {
    g_autoptr(CspModel) model = queens(60);
    g_autoptr(CspSolver) solver = csp_solver_new(model);
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    Runs runs = {.known = known};
    g_object_set(solver, "algorithm", "mac", "branching", branchings[i],
                 "restarts", "constant:1", "variable-order", "random",
                 "value-order", "random", "node-limit", (gint64)2000, NULL);
    csp_solver_set_observer(solver, &observer, &runs);
    CU_ASSERT(csp_solver_solve(solver, NULL));
    CU_ASSERT(runs.n_restarts > 2);
    CU_ASSERT_EQUAL(runs.n_at_root, runs.n_after);
    CU_ASSERT_EQUAL(runs.n_unknown, 0);
    CU_ASSERT_EQUAL(runs.n_too_many, 0);
  }
}

/* Moves. ------------------------------------------------------------------- */

typedef struct {
  CspObserver observer;
  CspSolver *solver;
  GArray *moves; /* CspMoveEvent */
  guint left;
  gboolean is_whole;
  guint n_wrong, n_solutions, n_bounds, n_samples;
} Moves;

static void
see_move(const CspView *view, const CspMoveEvent *event, gpointer data)
{
  Moves *self = data;

  g_array_append_val(self->moves, *event);
  self->n_wrong += csp_view_get_min(view, event->var) != event->value ||
                   csp_view_get_violation(view) != event->violation;
  if (!self->is_whole && --self->left == 0) {
    self->observer.move = NULL;
    csp_solver_request_sample(self->solver);
  }
}

static void
see_state(const CspView *view, gpointer data)
{
  Moves *self = data;
  CspRelation relation;
  CspVar var;
  gint value;

  self->n_samples++;
  self->n_wrong += csp_view_get_decision(view, 0, &var, &relation, &value);
  self->observer.move = see_move;
  self->left = 2;
}

static void
see_solution(const CspView *view, const CspSolution *solution, gpointer data)
{
  Moves *self = data;

  self->n_solutions++;
  for (CspVar x = 0; x < csp_view_get_n_vars(view); x++)
    self->n_wrong +=
        csp_view_get_min(view, x) != csp_solution_get_value(solution, x);
  self->n_wrong += csp_view_get_violation(view) != 0;
}

static void
see_bound(const CspView *view, gint objective, gpointer data)
{
  ((Moves *)data)->n_bounds++;
}

static void
walk(Moves *self, CspModel *model, const char *algorithm, gboolean is_whole)
{
  *self = (Moves){.observer =
                      CSP_OBSERVER(.move = is_whole ? see_move : NULL,
                                   .solution = see_solution, .bound = see_bound,
                                   .sample = is_whole ? NULL : see_state),
                  .solver = csp_solver_new(model),
                  .moves = g_array_new(FALSE, FALSE, sizeof(CspMoveEvent)),
                  .is_whole = is_whole};
  g_object_set(self->solver, "algorithm", algorithm, "max-moves", (gint64)3000,
               NULL);
  csp_solver_set_observer(self->solver, &self->observer, self);
  csp_solver_request_sample(self->solver);
  CU_ASSERT(csp_solver_solve(self->solver, NULL));
}

static void
sees_a_part_of_the_moves(void)
{
  static const char *const algorithms[] = {"min-conflicts", "tabu"};

  for (gsize i = 0; i < G_N_ELEMENTS(algorithms); i++) {
    g_autoptr(CspModel) model = queens(40);
    Moves whole, part;
    guint n_same = 0;
    walk(&whole, model, algorithms[i], TRUE);
    walk(&part, model, algorithms[i], FALSE);
    CU_ASSERT(part.n_samples > 0 && part.moves->len > 0);
    CU_ASSERT_EQUAL(whole.n_solutions, 1);
    CU_ASSERT_EQUAL(part.n_solutions, 1);
    CU_ASSERT_EQUAL(whole.n_wrong + part.n_wrong, 0);
    for (guint k = 0; k < part.moves->len; k++) {
      const CspMoveEvent *a = &g_array_index(part.moves, CspMoveEvent, k);
      if (a->move < 1 || a->move > whole.moves->len)
        continue;
      const CspMoveEvent *b =
          &g_array_index(whole.moves, CspMoveEvent, a->move - 1);
      n_same += a->move == b->move && a->var == b->var &&
                a->value == b->value && a->swapped == b->swapped &&
                a->violation == b->violation;
    }
    CU_ASSERT_EQUAL(n_same, part.moves->len);
    g_array_unref(whole.moves);
    g_array_unref(part.moves);
    g_object_unref(whole.solver);
    g_object_unref(part.solver);
  }
}

/* Each better solution of local search, and that better ones are wanted. */
static void
local_search_tells_solutions_and_bounds(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 6, 0, 9, NULL);
  gint ones[] = {1, 1, 1, 1, 1, 1, -1};
  CspVar vars[7];
  Moves moves;

  for (gsize i = 0; i < 6; i++)
    vars[i] = csp_model_get_var(model, x, i);
  vars[6] = csp_model_add_int(model, "cost", 0, 60, NULL);
  CU_ASSERT(
      csp_model_post_linear(model, ones, 7, vars, 7, CSP_RELATION_EQ, 0, NULL));
  CU_ASSERT(csp_model_post_all_different_affine(model, x, 0, 0, NULL));
  CU_ASSERT(csp_model_minimize(model, vars[6], NULL));
  walk(&moves, model, "tabu", TRUE);
  CU_ASSERT(moves.n_solutions > 0);
  CU_ASSERT_EQUAL(moves.n_bounds, moves.n_solutions);
  CU_ASSERT_EQUAL(moves.n_wrong, 0);
  g_array_unref(moves.moves);
  g_object_unref(moves.solver);
}

/* Waiting. ----------------------------------------------------------------- */

static void
wait_at_node(const CspView *view, const CspNodeEvent *event, gpointer data)
{
  while (!csp_solver_is_stopped(data))
    g_usleep(1000);
}

static void
a_callback_waits_for_the_limit(void)
{
  static const CspObserver observer = CSP_OBSERVER(.node = wait_at_node);
  g_autoptr(CspModel) model = queens(8);
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  g_autoptr(CspStats) stats = NULL;
  gint64 nodes = 0;

  g_object_set(solver, "time-limit", 0.05, "algorithm", "mac", NULL);
  csp_solver_set_observer(solver, &observer, solver);
  CU_ASSERT_FALSE(csp_solver_is_stopped(solver));
  CU_ASSERT(csp_solver_solve(solver, NULL));
  CU_ASSERT_EQUAL(csp_solver_get_stop_reason(solver), CSP_STOP_TIME);
  stats = csp_solver_get_stats(solver);
  CU_ASSERT(csp_stats_get_int(stats, "nodes", &nodes));
  CU_ASSERT_EQUAL(nodes, 1);
}

static const CspTest tests[] = {
    {"who looks at a part sees that part", sees_a_part},
    {"restarts go back to the root", restarts_go_back_to_the_root},
    {"who looks at some moves sees these", sees_a_part_of_the_moves},
    {"local search tells solutions and bounds",
     local_search_tells_solutions_and_bounds},
    {"a callback waits for the limit", a_callback_waits_for_the_limit},
};

CSP_TEST_MAIN("search/observing", tests)
