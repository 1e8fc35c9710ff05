/* SPDX-License-Identifier: MIT */
/* Each build of the block kernel against the event engine: the same solutions
 * in the same order, counters, nodes and what an observer sees at them, also
 * where a limit ends the search. */
#include "config.h"

#include <string.h>

#include "solver/compile.h"
#include "tests/csp-test.h"

enum { MAX_VARS = 40, NODE_LIMIT = 400 };

/* All that happened in a search, as numbers. */
typedef struct {
  GArray *log; /* int64_t */
  const CspModel *model;
} Record;

static void
note(Record *record, int64_t number)
{
  g_array_append_val(record->log, number);
}

static gint
between(CspRandom *random, gint min, gint max)
{
  return min + (gint)csp_random_below(random, (uint64_t)(max - min + 1));
}

/* Models. ------------------------------------------------------------------ */

static void
add_vars(CspModel *model, CspRandom *random)
{
  static const gint spread[] = {-70, -3, 0, 1, 2, 5, 64, 100000};
  gint size = between(random, 1, 3) == 1 ? between(random, 17, 64)
                                         : between(random, 1, 8);
  gint min = between(random, -3, 3);
  gint n = between(random, 1, 6) == 1 ? between(random, 9, MAX_VARS - 6)
                                      : between(random, 1, 6);

  csp_model_add_int_array(model, "a", (gsize)n, min, min + size - 1, NULL);
  if (between(random, 0, 2) == 0)
    csp_model_add_int_array(model, "b", 3, -1, between(random, -1, 20), NULL);
  if (between(random, 0, 3) == 0)
    csp_model_add_int_values(model, "c", spread, (gsize)between(random, 1, 8),
                             NULL);
}

static CspVar
pick_var(CspModel *model, CspRandom *random)
{
  return csp_random_below(random, csp_model_get_n_vars(model));
}

static void
post_different(CspModel *model, CspRandom *random)
{
  CspVar vars[MAX_VARS];
  gint offsets[MAX_VARS];
  gsize n_vars = csp_model_get_n_vars(model), n = 0;

  if (between(random, 0, 1) == 0) {
    csp_model_post_all_different_affine(model, csp_model_find_array(model, "a"),
                                        0, between(random, -2, 2), NULL);
    return;
  }
  for (CspVar x = 0; x < n_vars; x++)
    if (between(random, 0, 1) == 0) {
      vars[n] = x;
      offsets[n++] = between(random, -4, 4);
    }
  if (n > 0)
    csp_model_post_all_different(model, vars, n, offsets, n, NULL);
}

static void
post_table(CspModel *model, CspRandom *random)
{
  CspVar vars[] = {pick_var(model, random), pick_var(model, random)};
  gsize n = vars[0] != vars[1] ? 2 : 1, n_tuples = 0;
  gint tuples[800];
  gint percent = between(random, 20, 90);

  for (gint k = 0; k < 400; k++) {
    if (between(random, 0, 99) >= percent)
      continue;
    for (gsize i = 0; i < n; i++) {
      gint min, max;
      csp_model_get_bounds(model, vars[i], &min, &max);
      tuples[n_tuples * n + i] = between(random, min, MIN(max, min + 20));
    }
    n_tuples++;
  }
  if (between(random, 0, 1) == 0)
    csp_model_post_table(model, vars, n, tuples, n_tuples * n, NULL);
  else
    csp_model_post_negative_table(model, vars, n, tuples, n_tuples * n, NULL);
}

static void
post_any(CspModel *model, CspRandom *random)
{
  CspVar x = pick_var(model, random), y = pick_var(model, random);
  CspVar vars[] = {x, y};
  gint ints[20];

  for (gsize i = 0; i < G_N_ELEMENTS(ints); i++)
    ints[i] = between(random, -2, 4);
  switch (csp_random_below(random, 9)) {
  case 0:
  case 1:
  case 2:
    post_different(model, random);
    break;
  case 3:
  case 4:
    csp_model_post_relation(model, x, (CspRelation)between(random, 0, 5), y,
                            ints[0], NULL);
    break;
  case 5:
    csp_model_post_relation_const(model, x, (CspRelation)between(random, 0, 5),
                                  ints[0], NULL);
    break;
  case 6:
    post_table(model, random);
    break;
  case 7:
    csp_model_post_element(model, ints, G_N_ELEMENTS(ints), x, y, NULL);
    break;
  case 8:
    csp_model_post_linear(model, ints, x != y ? 2 : 1, vars, x != y ? 2 : 1,
                          (CspRelation)between(random, 0, 5), ints[3], NULL);
    break;
  }
}

static CspModel *
make_model(CspRandom *random)
{
  CspModel *model = csp_model_new();
  gint n = between(random, 0, 7);

  add_vars(model, random);
  for (gint i = 0; i < n; i++)
    post_any(model, random);
  return model;
}

/* Searches. ---------------------------------------------------------------- */

static void
note_node(const CspView *view, const CspNodeEvent *event, gpointer data)
{
  Record *record = data;
  bool is_failed_refutation =
      event->outcome == CSP_OUTCOME_FAILED && !event->is_equal;

  note(record, (int64_t)event->id);
  note(record, (int64_t)event->parent);
  note(record, event->child);
  note(record, event->var);
  note(record, event->value);
  note(record, event->is_equal);
  note(record, event->outcome);
  note(record, (int64_t)csp_view_get_depth(view));
  /* What a propagation that failed leaves is not told. */
  for (CspVar x = 0;
       event->id > 1 && !is_failed_refutation && x < csp_view_get_n_vars(view);
       x++) {
    note(record, csp_view_get_min(view, x));
    note(record, csp_view_get_max(view, x));
    note(record, (int64_t)csp_view_get_size(view, x));
    note(record, csp_view_has(view, x, 1));
  }
}

static const CspObserver observer = CSP_OBSERVER(.node = note_node);

static void
note_counters(Record *record, const CspTree *tree)
{
  note(record, (int64_t)tree->n_nodes);
  note(record, (int64_t)tree->n_failures);
  note(record, (int64_t)tree->max_depth);
  note(record, (int64_t)tree->consistency->n_checks);
}

static void
run(Record *record, CspTree *tree, CspAssumed assumed, atomic_int *stop)
{
  gint values[MAX_VARS];
  CspTreeResult result;

  csp_tree_reset(tree);
  atomic_store(stop, CSP_STOP_NONE);
  while ((result = csp_tree_next(tree, assumed)) == CSP_TREE_SOLUTION) {
    csp_tree_get_values(tree, values);
    for (CspVar x = 0; x < tree->consistency->problem->n_vars; x++)
      note(record, values[x]);
    note_counters(record, tree);
  }
  note(record, result);
  note_counters(record, tree);
}

typedef struct {
  const char *algorithm, *variable_order, *value_order, *branching, *strength;
  bool is_observed;
  CspAssumed assumed;
} Search;

static void
set(CspOptions *options, const char *name, const char *value)
{
  if (!csp_options_set(options, csp_option_find(name), value, NULL))
    g_error("%s=%s", name, value);
}

/* What happens, or NULL: there is no such block. */
static GArray *
search(CspProblem *problem,
       const Search *search,
       CspKernel kernel,
       const CspBlockKernel *block_kernel)
{
  CspOptions options;
  CspPlan plan;
  atomic_int stop = CSP_STOP_NONE;
  Record record = {.log = g_array_new(FALSE, FALSE, sizeof(int64_t))};
  g_autoptr(GError) error = NULL;

  csp_options_init(&options);
  set(&options, "algorithm", search->algorithm);
  set(&options, "variable-order", search->variable_order);
  set(&options, "value-order", search->value_order);
  set(&options, "branching", search->branching);
  set(&options, "strength", search->strength);
  options.solutions = 0;
  options.node_limit = NODE_LIMIT;
  if (!csp_plan_make(&plan, problem, &options, NULL, NULL, &error))
    g_error("%s", error->message);
  plan.kernel = kernel;
  plan.block_kernel = block_kernel;
  if (search->is_observed)
    plan.tree.observing =
        (CspObserving){.observer = &observer, .data = &record};
  CspTree *tree =
      csp_compile_tree(problem, &plan, UINT64_MAX / 2, &stop, NULL, NULL);
  if (tree != NULL) {
    run(&record, tree, search->assumed, &stop);
    run(&record, tree, (CspAssumed){.n = 0}, &stop);
    csp_tree_free(tree);
  } else {
    g_clear_pointer(&record.log, g_array_unref);
  }
  csp_plan_clear(&plan);
  csp_options_clear(&options);
  return record.log;
}

static bool
is_same(const GArray *a, const GArray *b)
{
  return a->len == b->len &&
         memcmp(a->data, b->data, a->len * sizeof(int64_t)) == 0;
}

static Search
pick_search(CspModel *model, CspRandom *random, CspVar *vars, gint *values)
{
  static const char *const algorithms[] = {"backtracking", "forward-checking",
                                           "mac", "mac"};
  const char *algorithm = algorithms[between(random, 0, 3)];
  bool is_looking_back = algorithm == algorithms[0];
  Search search = {
      .algorithm = algorithm,
      .variable_order = between(random, 0, 1) == 0 ? "input" : "mrv",
      .value_order = between(random, 0, 3) == 0 ? "max" : "min",
      .branching =
          is_looking_back || between(random, 0, 1) == 0 ? "d-way" : "2-way",
      .strength = algorithm == algorithms[2] ? "value" : "default",
      .is_observed = between(random, 0, 1) == 0,
  };
  gsize n = (gsize)between(random, 0, 2);

  for (gsize i = 0; i < 2; i++) {
    gint min, max;
    vars[i] = pick_var(model, random);
    csp_model_get_bounds(model, vars[i], &min, &max);
    values[i] = between(random, min, MIN(max, min + 9));
  }
  gsize n_removed = (gsize)between(random, 0, (gint)(2 - n));
  search.assumed = (CspAssumed){.vars = vars,
                                .values = values,
                                .n = n,
                                .removed_vars = vars + n,
                                .removed_values = values + n,
                                .n_removed = n_removed};
  return search;
}

static void
kernels_walk_the_same_tree(void)
{
  guint n_compared = 0;

  for (guint64 seed = 1; seed <= 3000; seed++) {
    CspRandom random;
    CspVar vars[2];
    gint values[2];
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model = make_model(&random);
    CspProblem *problem = csp_problem_new(model);
    Search how = pick_search(model, &random, vars, values);
    g_autoptr(GArray) expected = search(problem, &how, CSP_KERNEL_EVENTS, NULL);
    const CspBlockKernel *kernel;
    for (uint32_t k = 0; (kernel = csp_block_get_kernel(k)) != NULL; k++) {
      g_autoptr(GArray) found = search(problem, &how, CSP_KERNEL_BLOCK, kernel);
      if (found == NULL)
        continue;
      n_compared++;
      if (!is_same(found, expected)) {
        g_printerr("# seed %" G_GUINT64_FORMAT " %s: %s %s %s %s %s\n", seed,
                   kernel->name, how.algorithm, how.variable_order,
                   how.value_order, how.branching, how.strength);
        CU_FAIL("the searches differ");
      }
    }
    csp_problem_free(problem);
  }
  CU_ASSERT(n_compared > 1500);
}

static const CspTest tests[] = {
    {"kernels walk the same tree", kernels_walk_the_same_tree},
};

CSP_TEST_MAIN("search/kernels", tests)
