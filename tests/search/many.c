/* SPDX-License-Identifier: MIT */
/* The best of many candidates, kept from node to node, is the one that looking
 * at them all finds: searches with and without are the same, node by node. */
#include "config.h"

#include <string.h>

#include "search/contest.h"
#include "solver/compile.h"
#include "tests/csp-test.h"
#include "tests/random-model.h"

static gint
between(CspRandom *random, gint min, gint max)
{
  return min + (gint)csp_random_below(random, (uint32_t)(max - min + 1));
}

/* The contest itself. ------------------------------------------------------ */

typedef struct {
  double size[5000], weight[5000];
  bool is_ranked;
  uint32_t n_looks;
} Scores;

static CspBest
best_of(const void *data, uint32_t first, uint32_t end)
{
  Scores *scores = (Scores *)data;
  CspBest best = CSP_NO_BEST;

  for (uint32_t i = first; i < end; i++) {
    CspBest own = {
        .place = i, .size = scores->size[i], .weight = scores->weight[i]};
    scores->n_looks++;
    if (own.size == 0)
      continue;
    if (scores->is_ranked)
      csp_best_take_ranked(&best, own);
    else
      csp_best_take_ratio(&best, own);
  }
  return best;
}

static void
a_contest_finds_the_best(void)
{
  static const uint32_t sizes[] = {0, 1, 2, 15, 16, 17, 256, 257, 4999};
  g_autofree Scores *scores = g_new(Scores, 1);
  CspContest *contest = csp_contest_new(5000);
  CspRandom random;

  csp_random_seed(&random, 1);
  for (uint32_t s = 0; s < 2 * G_N_ELEMENTS(sizes); s++) {
    uint32_t n = sizes[s / 2];
    scores->is_ranked = s % 2 == 1;
    for (uint32_t i = 0; i < n; i++) {
      scores->size[i] = between(&random, 0, 9);
      scores->weight[i] = between(&random, 1, 9);
    }
    csp_contest_begin(contest, n, scores->is_ranked);
    for (int round = 0; round < 200; round++) {
      CspBest best = csp_contest_get_best(contest, best_of, scores);
      CU_ASSERT_EQUAL(best.place, best_of(scores, 0, n).place);
      for (int k = between(&random, 0, 5); n > 0 && k > 0; k--) {
        uint32_t i = csp_random_below(&random, n);
        scores->size[i] = between(&random, 0, 9);
        csp_contest_touch(contest, i);
      }
    }
  }
  csp_contest_free(contest);
}

static void
a_contest_looks_at_few(void)
{
  g_autofree Scores *scores = g_new(Scores, 1);
  CspContest *contest = csp_contest_new(5000);

  *scores = (Scores){.n_looks = 0};
  for (uint32_t i = 0; i < 5000; i++)
    scores->size[i] = scores->weight[i] = 1;
  csp_contest_begin(contest, 5000, false);
  csp_contest_get_best(contest, best_of, scores);
  CU_ASSERT_EQUAL(scores->n_looks, 5000);
  csp_contest_touch(contest, 4999);
  csp_contest_touch(contest, 4998);
  csp_contest_get_best(contest, best_of, scores);
  CU_ASSERT(scores->n_looks <= 5016);
  csp_contest_free(contest);
}

/* Searches. ---------------------------------------------------------------- */

typedef struct {
  const char *algorithm, *variable_order, *value_order, *branching, *restarts;
} Search;

enum { MAX_SOLUTIONS = 50, NODE_LIMIT = 400 };

static void
set(CspOptions *options, const char *name, const char *value)
{
  if (!csp_options_set(options, csp_option_find(name), value, NULL))
    g_error("%s=%s", name, value);
}

/* Solutions and counters. */
static GArray *
search(CspProblem *problem, const Search *search, uint32_t many)
{
  GArray *log = g_array_new(FALSE, FALSE, sizeof(int64_t));
  g_autofree int32_t *values = g_new(int32_t, problem->n_vars + 1);
  g_autoptr(GError) error = NULL;
  CspOptions options;
  CspPlan plan;
  atomic_int stop = CSP_STOP_NONE;

  csp_options_init(&options);
  set(&options, "algorithm", search->algorithm);
  set(&options, "variable-order", search->variable_order);
  set(&options, "value-order", search->value_order);
  if (search->branching != NULL)
    set(&options, "branching", search->branching);
  if (search->restarts != NULL)
    set(&options, "restarts", search->restarts);
  options.kernel = CSP_KERNEL_EVENTS;
  options.node_limit = NODE_LIMIT;
  if (!csp_plan_make(&plan, problem, &options, NULL, NULL, &error))
    g_error("%s", error->message);
  plan.tree.many = many;
  CspTree *tree = csp_compile_tree(problem, &plan, 0, &stop, NULL, NULL);
  CU_ASSERT_EQUAL(tree->many != NULL, many == 1);
  for (int n = 0; n < MAX_SOLUTIONS; n++) {
    if (csp_tree_next(tree, (CspAssumed){.n = 0}) != CSP_TREE_SOLUTION)
      break;
    csp_tree_get_values(tree, values);
    for (uint32_t x = 0; x < problem->n_vars; x++) {
      int64_t value = values[x];
      g_array_append_val(log, value);
    }
  }
  CspTreeCounters counters = csp_tree_get_counters(tree);
  g_array_append_vals(log, &counters, sizeof counters / sizeof(int64_t));
  csp_tree_free(tree);
  csp_plan_clear(&plan);
  csp_options_clear(&options);
  return log;
}

static void
expect_same(CspModel *model, const Search *how, guint64 seed)
{
  CspProblem *problem = csp_problem_new(model);
  g_autoptr(GArray) few = search(problem, how, UINT32_MAX);
  g_autoptr(GArray) many = search(problem, how, 1);

  if (few->len != many->len ||
      memcmp(few->data, many->data, few->len * sizeof(int64_t)) != 0) {
    g_printerr("# seed %" G_GUINT64_FORMAT ": %s, %s\n", seed, how->algorithm,
               how->variable_order);
    CU_FAIL("the searches differ");
  }
  csp_problem_free(problem);
}

/* Enough variables for some levels of a contest, and hard enough to fail. */
static CspModel *
make_model(CspRandom *random)
{
  static const gint coeffs[] = {1, 1, 2, 1};
  CspModel *model = csp_model_new();
  gint n = between(random, 5, 300);
  CspArray array = csp_model_add_int_array(model, "x", (gsize)n, 1,
                                           between(random, 2, 6), NULL);

  for (gint k = between(random, n / 2, 2 * n); k > 0; k--) {
    CspVar vars[4];
    gint n_vars = between(random, 2, 4);
    for (gint i = 0; i < n_vars; i++)
      vars[i] = csp_model_get_var(model, array,
                                  csp_random_below(random, (uint32_t)n));
    if (n_vars > 2)
      csp_model_post_linear(model, coeffs, (gsize)n_vars, vars, (gsize)n_vars,
                            between(random, 0, 1) == 0 ? CSP_RELATION_LE
                                                       : CSP_RELATION_NE,
                            between(random, 6, 12), NULL);
    else if (vars[0] != vars[1])
      csp_model_post_relation(model, vars[0], CSP_RELATION_NE, vars[1], 0,
                              NULL);
  }
  return model;
}

#define PICK(random, names)                                                    \
  (names)[csp_random_below(random, G_N_ELEMENTS(names))]

static void
every_order_chooses_the_same(void)
{
  static const char *const algorithms[] = {"backtracking", "forward-checking",
                                           "mac", "mac"};
  static const char *const orders[] = {"input",   "mrv",      "mrv-degree",
                                       "dom/deg", "dom/wdeg", "random"};
  static const char *const value_orders[] = {"min", "max", "lcv"};
  static const char *const branchings[] = {"d-way", "2-way"};

  for (guint64 seed = 1; seed <= 300; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model =
        seed % 2 == 0 ? make_model(&random) : csp_random_model_new(&random, 0);
    Search how = {.algorithm = PICK(&random, algorithms),
                  .variable_order = PICK(&random, orders),
                  .value_order = "min"};
    bool has_domains = how.algorithm != algorithms[0];
    if (has_domains) {
      how.branching = PICK(&random, branchings);
      how.value_order = PICK(&random, value_orders);
    } else if (how.variable_order == orders[4]) {
      how.variable_order = "mrv";
    }
    if (how.algorithm == algorithms[2] && seed % 3 == 0)
      how.restarts = "constant:3";
    expect_same(model, &how, seed);
  }
}

static void
every_goal_chooses_the_same(void)
{
  Search how = {
      .algorithm = "mac", .variable_order = "model", .value_order = "default"};

  for (guint64 seed = 1; seed <= 300; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model = make_model(&random);
    uint32_t n_vars = (uint32_t)csp_model_get_n_vars(model);
    for (int k = between(&random, 1, 3); k > 0; k--) {
      /* with variables that stand there twice */
      gsize n = (gsize)between(&random, 1, (gint)n_vars);
      g_autofree CspVar *vars = g_new(CspVar, n);
      for (gsize i = 0; i < n; i++)
        vars[i] = csp_random_below(&random, n_vars);
      csp_model_add_goal(
          model, vars, n,
          (CspGoalVariable)between(&random, 0, CSP_GOAL_DOM_W_DEG),
          (CspGoalValue)between(&random, 0, CSP_GOAL_INTERVAL), NULL);
    }
    expect_same(model, &how, seed);
  }
}

static const CspTest tests[] = {
    {"a contest finds the best", a_contest_finds_the_best},
    {"a contest looks at few", a_contest_looks_at_few},
    {"every order chooses the same", every_order_chooses_the_same},
    {"every goal chooses the same", every_goal_chooses_the_same},
};

CSP_TEST_MAIN("many", tests)
