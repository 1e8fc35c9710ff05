/* SPDX-License-Identifier: MIT */
/* Each build of the block kernel against the event engine: the same solutions
 * in the same order, counters, nodes and what an observer sees at them, also
 * where a limit or the stop flag ends the search and it goes on from there. */
#include "config.h"

#include <string.h>

#include "solver/compile.h"
#include "tests/csp-test.h"

enum { MAX_VARS = 140, N_MODELS = 3000, NODE_LIMIT = 400, MAX_COUNT = 2000 };

/* Made for the tests: as wide as AVX-512, and without any instructions of its
 * own. */
extern const CspBlockKernel csp_block_kernel_wide, csp_block_kernel_plain;

enum { N_OWN = 2 };

/* NULL: there are no more. */
static const CspBlockKernel *
get_kernel(uint32_t k)
{
  static const CspBlockKernel *const own[N_OWN] = {&csp_block_kernel_wide,
                                                   &csp_block_kernel_plain};

  return k < N_OWN ? own[k] : csp_block_get_kernel(k - N_OWN);
}

/* All that happened in a search, as numbers. */
typedef struct {
  GArray *log; /* int64_t */
  atomic_int stop, sample;
  uint64_t stop_every; /* so many nodes that are observed */
  CspObserver observer;
  uint32_t look, rest; /* so many nodes observed, and not; 0: all are */
  uint32_t left;
} Record;

static void
note(Record *record, int64_t number)
{
  g_array_append_val(record->log, number);
}

static gint
between(CspRandom *random, gint min, gint max)
{
  return (gint)(min +
                (int64_t)csp_random_below(random, (uint64_t)max - min + 1));
}

/* Models. ------------------------------------------------------------------ */

/* Values in ascending order, with gaps. */
static gsize
pick_values(CspRandom *random, gint *values)
{
  gsize n = (gsize)between(random, 1, 64);
  gint gap = between(random, 1, 3) == 1 ? 1000000 : 2;

  values[0] = between(random, -20, 0);
  for (gsize i = 1; i < n; i++)
    values[i] = values[i - 1] + between(random, 1, gap);
  return n;
}

static void
add_vars(CspModel *model, CspRandom *random)
{
  static const gint spread[] = {CSP_VALUE_MIN, -70,          -3, 0, 1, 2, 5, 64,
                                100000,        CSP_VALUE_MAX};
  static const gint far[] = {CSP_VALUE_MIN, CSP_VALUE_MAX - 63, -3000};
  gint size = between(random, 1, 3) == 1 ? between(random, 17, 64)
                                         : between(random, 1, 8);
  gint min = between(random, 0, 5) == 0 ? far[between(random, 0, 2)]
                                        : between(random, -3, 3);
  gint n = between(random, 1, 6);
  gint values[64];

  if (between(random, 1, 6) == 1)
    n = between(random, 9, 34);
  else if (between(random, 1, 12) == 1)
    n = between(random, 35, MAX_VARS - 20);
  csp_model_add_int_array(model, "a", (gsize)n, min, min + size - 1, NULL);
  if (between(random, 0, 2) == 0)
    csp_model_add_int_array(model, "b", 3, -1, between(random, -1, 20), NULL);
  if (between(random, 0, 3) == 0)
    csp_model_add_int_values(model, "c", spread,
                             (gsize)between(random, 1, G_N_ELEMENTS(spread)),
                             NULL);
  for (gint i = between(random, 0, 7) - 4; i > 0; i--) {
    g_autofree gchar *name = g_strdup_printf("d%d", i);
    csp_model_add_int_values(model, name, values, pick_values(random, values),
                             NULL);
  }
}

static CspVar
pick_var(CspModel *model, CspRandom *random)
{
  return csp_random_below(random, csp_model_get_n_vars(model));
}

/* Near the domain of x, or in it. */
static gint
pick_value(CspModel *model, CspRandom *random, CspVar x)
{
  gint min, max;

  csp_model_get_bounds(model, x, &min, &max);
  return between(random, 0, 3) == 0 ? max - between(random, -1, 9)
                                    : min + between(random, -1, 9);
}

/* Between a value of x and one of y. */
static gint
pick_difference(CspModel *model, CspRandom *random, CspVar x, CspVar y)
{
  gint64 difference =
      (gint64)pick_value(model, random, x) - pick_value(model, random, y);

  return between(random, 0, 1) == 0
             ? between(random, -3, 4)
             : (gint)CLAMP(difference, -CSP_VALUE_MAX, CSP_VALUE_MAX);
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
      vars[n] = between(random, 0, 30) == 0 ? pick_var(model, random) : x;
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

/* Elements of a few variables, some of them twice; some times more elements than
 * a vector has lanes. */
static void
post_element_var(CspModel *model, CspRandom *random)
{
  CspVar vars[9];
  gsize n = (gsize)between(random, 1, G_N_ELEMENTS(vars));

  for (gsize i = 0; i < n; i++)
    vars[i] = pick_var(model, random);
  for (gint i = between(random, 0, 2) == 0 ? between(random, 2, 40) : 1; i > 0;
       i--)
    csp_model_post_element_var(model, vars, n, pick_var(model, random),
                               pick_var(model, random), NULL);
}

static void
post_any(CspModel *model, CspRandom *random)
{
  CspVar x = pick_var(model, random), y = pick_var(model, random);
  CspVar vars[] = {x, y};
  gint ints[20];

  for (gsize i = 0; i < G_N_ELEMENTS(ints); i++)
    ints[i] = between(random, -2, 4);
  switch (csp_random_below(random, 11)) {
  case 0:
  case 1:
  case 2:
    post_different(model, random);
    break;
  case 3:
  case 4:
    csp_model_post_relation(model, x, (CspRelation)between(random, 0, 5), y,
                            pick_difference(model, random, x, y), NULL);
    break;
  case 5:
    csp_model_post_relation_const(model, x, (CspRelation)between(random, 0, 5),
                                  pick_value(model, random, x), NULL);
    break;
  case 6:
    post_table(model, random);
    break;
  case 7:
    csp_model_post_element(model, ints, G_N_ELEMENTS(ints), x, y, NULL);
    break;
  case 8:
    csp_model_post_table(model, &x, 1, ints, (gsize)between(random, 0, 3),
                         NULL);
    break;
  case 9:
    csp_model_post_linear(model, ints, x != y ? 2 : 1, vars, x != y ? 2 : 1,
                          (CspRelation)between(random, 0, 5), ints[3], NULL);
    break;
  case 10:
    post_element_var(model, random);
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
note_path(Record *record, const CspView *view)
{
  gsize depth = csp_view_get_depth(view);
  CspRelation relation;
  CspVar var;
  gint value;

  note(record, (int64_t)depth);
  for (gsize k = 0; csp_view_get_decision(view, k, &var, &relation, &value);
       k++) {
    note(record, var);
    note(record, relation);
    note(record, value);
  }
}

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
  note(record, event->relation);
  note(record, event->n_siblings);
  note_path(record, view);
  /* What a propagation that failed leaves is not told. */
  for (CspVar x = 0;
       event->id > 1 && !is_failed_refutation && x < csp_view_get_n_vars(view);
       x++) {
    note(record, csp_view_get_min(view, x));
    note(record, csp_view_get_max(view, x));
    note(record, (int64_t)csp_view_get_size(view, x));
    note(record, csp_view_has(view, x, 1));
  }
  if (event->outcome == CSP_OUTCOME_FAILED)
    return;
  if (record->rest > 0 && --record->left == 0) {
    record->observer.node = NULL;
    record->left = record->rest;
  }
  if (event->id % 7 == 0 || record->observer.node == NULL)
    atomic_store(&record->sample, 1);
  if (event->id % record->stop_every == 0)
    atomic_store(&record->stop, CSP_STOP_CANCELLED);
}

static void
note_sample(const CspView *view, gpointer data)
{
  Record *record = data;

  note_path(record, view);
  for (CspVar x = 0; x < csp_view_get_n_vars(view); x++)
    note(record, (int64_t)csp_view_get_size(view, x));
  if (record->observer.node != NULL)
    return;
  if (--record->left > 0) {
    atomic_store(&record->sample, 1);
  } else {
    record->observer.node = note_node;
    record->left = record->look;
  }
}

static void
note_counters(Record *record, const CspTree *tree)
{
  note(record, (int64_t)tree->n_nodes);
  note(record, (int64_t)tree->n_failures);
  note(record, (int64_t)tree->max_depth);
  note(record, (int64_t)tree->consistency->n_checks);
}

typedef struct {
  const char *algorithm, *variable_order, *value_order, *branching, *strength;
  bool is_observed;
  uint64_t stop_every; /* so many nodes that are observed */
  uint32_t look, rest; /* of those, so many in turn are and are not */
  int64_t pause;       /* nodes after which the search rests */
  uint64_t n_skipped;  /* solutions not looked at between others */
  CspAssumed assumed;
} Search;

/* The next solution that is looked at; who does not skip by itself is made
 * to. */
static CspTreeResult
next(CspTree *tree, const Search *search, CspAssumed assumed, uint64_t *n_found)
{
  bool skips = tree->consistency->klass->search != NULL;
  CspTreeResult result;

  tree->n_skippable = skips ? search->n_skipped : 0;
  for (uint64_t n = 0;; n++) {
    result = csp_tree_next(tree, assumed);
    *n_found += tree->n_skipped + (result == CSP_TREE_SOLUTION);
    if (result != CSP_TREE_SOLUTION || skips || n == search->n_skipped)
      return result;
  }
}

static void
run(Record *record, CspTree *tree, const Search *search, CspAssumed assumed)
{
  gint values[MAX_VARS];
  uint64_t n_found = 0;
  CspTreeResult result;

  csp_tree_reset(tree);
  atomic_store(&record->stop, CSP_STOP_NONE);
  tree->config.node_limit = search->pause;
  while ((result = next(tree, search, assumed, &n_found)) !=
         CSP_TREE_EXHAUSTED) {
    note(record, result);
    note(record, (int64_t)n_found);
    note(record, atomic_load(&record->stop));
    note_counters(record, tree);
    if (result == CSP_TREE_SOLUTION) {
      csp_tree_get_values(tree, values);
      for (CspVar x = 0; x < tree->consistency->problem->n_vars; x++)
        note(record, values[x]);
    } else {
      if (tree->n_nodes >= NODE_LIMIT)
        return;
      if (atomic_load(&record->stop) == CSP_STOP_NODES)
        tree->config.node_limit += search->pause;
      atomic_store(&record->stop, CSP_STOP_NONE);
    }
  }
  note(record, result);
  note(record, (int64_t)n_found);
  note_counters(record, tree);
}

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
  Record record = {.log = g_array_new(FALSE, FALSE, sizeof(int64_t)),
                   .stop_every = search->stop_every,
                   .observer =
                       CSP_OBSERVER(.node = note_node, .sample = note_sample),
                   .look = search->look,
                   .rest = search->rest,
                   .left = search->look};
  g_autoptr(GError) error = NULL;

  csp_options_init(&options);
  set(&options, "algorithm", search->algorithm);
  set(&options, "variable-order", search->variable_order);
  set(&options, "value-order", search->value_order);
  set(&options, "branching", search->branching);
  set(&options, "strength", search->strength);
  options.solutions = 0;
  if (!csp_plan_make(&plan, problem, &options, NULL, NULL, &error))
    g_error("%s", error->message);
  plan.kernel = kernel;
  plan.block_kernel = block_kernel;
  if (search->is_observed)
    plan.tree.observing =
        (CspObserving){.observer = &record.observer, .data = &record};
  CspTree *tree =
      csp_compile_tree(problem, &plan, 0, &record.stop, &record.sample, NULL);
  if (tree != NULL) {
    run(&record, tree, search, search->assumed);
    run(&record, tree, search, (CspAssumed){.n = 0});
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
      .stop_every = between(random, 0, 1) == 0
                        ? (uint64_t)between(random, 5, 60)
                        : UINT64_MAX,
      .look = (uint32_t)between(random, 1, 9),
      .rest = (uint32_t)between(random, 0, 9),
      .pause = between(random, 0, 1) == 0 ? NODE_LIMIT : between(random, 1, 40),
      .n_skipped = between(random, 0, 2) == 0 ? between(random, 1, 9) : 0,
  };
  gsize n = (gsize)between(random, 0, 2);

  for (gsize i = 0; i < 2; i++) {
    gint min, max;
    vars[i] = pick_var(model, random);
    csp_model_get_bounds(model, vars[i], &min, &max);
    values[i] = between(random, min, (gint)MIN(max, (gint64)min + 9));
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

  for (guint64 seed = 1; seed <= N_MODELS; seed++) {
    CspRandom random;
    CspVar vars[2];
    gint values[2];
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model = make_model(&random);
    CspProblem *problem = csp_problem_new(model);
    Search how = pick_search(model, &random, vars, values);
    g_autoptr(GArray) expected = search(problem, &how, CSP_KERNEL_EVENTS, NULL);
    const CspBlockKernel *kernel;
    for (uint32_t k = 0; (kernel = get_kernel(k)) != NULL; k++) {
      if (k < N_OWN && seed % 3 != 0)
        continue;
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

/* Places. ------------------------------------------------------------------ */

/* A Latin square with differences and values that are known. */
static CspModel *
make_square(CspRandom *random, gint n)
{
  CspModel *model = csp_model_new();
  CspArray cells =
      csp_model_add_int_array(model, "cell", (gsize)(n * n), 1, n, NULL);
  g_autofree CspVar *line = g_new(CspVar, n);

  csp_model_set_strength(model, CSP_STRENGTH_DOMAIN);
  for (gint i = 0; i < 2 * n; i++) {
    for (gint k = 0; k < n; k++)
      line[k] = csp_model_get_var(model, cells,
                                  (gsize)(i < n ? i * n + k : k * n + i - n));
    csp_model_post_all_different(model, line, (gsize)n, NULL, 0, NULL);
  }
  for (gint i = between(random, 0, 3); i > 0; i--)
    csp_model_post_relation_const(model, pick_var(model, random),
                                  CSP_RELATION_EQ, between(random, 1, n), NULL);
  for (gint i = between(random, 0, 3); i > 0; i--) {
    CspVar x = pick_var(model, random), y = pick_var(model, random);
    if (x != y)
      csp_model_post_relation(model, x, CSP_RELATION_NE, y,
                              between(random, -1, 1), NULL);
  }
  return model;
}

static uint64_t
count_by_auto(CspProblem *problem,
              const char *branching,
              CspKernel kernel,
              const CspBlockKernel *block_kernel)
{
  CspOptions options;
  CspPlan plan;
  atomic_int stop = CSP_STOP_NONE;
  uint64_t n = 0;

  csp_options_init(&options);
  set(&options, "branching", branching);
  options.count = true;
  options.kernel = kernel;
  g_assert_true(csp_plan_make(&plan, problem, &options, NULL, NULL, NULL));
  CU_ASSERT_EQUAL(plan.tree.is_placing, kernel != CSP_KERNEL_EVENTS);
  plan.block_kernel = block_kernel;
  CspTree *tree = csp_compile_tree(problem, &plan, 0, &stop, NULL, NULL);
  while (n < MAX_COUNT &&
         csp_tree_next(tree, (CspAssumed){.n = 0}) == CSP_TREE_SOLUTION)
    n++;
  csp_tree_free(tree);
  csp_plan_clear(&plan);
  csp_options_clear(&options);
  return n;
}

/* Permutations of lanes anywhere, more than a window number has bits; a few of
 * one shape, most of one of their own. */
static CspModel *
make_scattered(CspRandom *random, gint n)
{
  CspModel *model = csp_model_new();
  gint n_cells = between(random, 3 * n, 60);
  CspArray cells =
      csp_model_add_int_array(model, "cell", (gsize)n_cells, 1, n, NULL);
  g_autofree CspVar *order = g_new(CspVar, n_cells);

  csp_model_set_strength(model, CSP_STRENGTH_DOMAIN);
  for (gint i = 0; i < n_cells; i++)
    order[i] = csp_model_get_var(model, cells, (gsize)i);
  for (gint k = between(random, n_cells / n, 40); k > 0; k--) {
    for (gint i = 0; i < n; i++) {
      gint other = between(random, i, n_cells - 1);
      CspVar var = order[i];
      order[i] = order[other];
      order[other] = var;
    }
    csp_model_post_all_different(model, order, (gsize)n, NULL, 0, NULL);
  }
  /* What is in no permutation would make too many solutions. */
  for (gint i = 0; i < n_cells; i++)
    if (between(random, 0, 2) == 0)
      csp_model_post_relation_const(model, (CspVar)i, CSP_RELATION_EQ,
                                    between(random, 1, n), NULL);
  return model;
}

static void
places_lose_no_solution(void)
{
  for (guint64 seed = 1; seed <= 160; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model =
        seed > 60
            ? make_scattered(&random, between(&random, 2, 9))
            : make_square(&random, seed % 10 == 0 ? 5 : between(&random, 2, 4));
    const char *branching = between(&random, 0, 1) == 0 ? "d-way" : "2-way";
    CspProblem *problem = csp_problem_new(model);
    uint64_t expected =
        count_by_auto(problem, branching, CSP_KERNEL_EVENTS, NULL);
    const CspBlockKernel *kernel;
    for (uint32_t k = 0; (kernel = get_kernel(k)) != NULL; k++)
      CU_ASSERT_EQUAL(
          count_by_auto(problem, branching, CSP_KERNEL_BLOCK, kernel),
          expected);
    csp_problem_free(problem);
  }
}

static const CspTest tests[] = {
    {"kernels walk the same tree", kernels_walk_the_same_tree},
    {"places lose no solution", places_lose_no_solution},
};

CSP_TEST_MAIN("search/kernels", tests)
