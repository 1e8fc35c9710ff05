/* SPDX-License-Identifier: MIT */
/* Local search on models with variables that follow others: what it finds is a
 * solution, objectives only improve, assumptions about defined variables hold,
 * and the stop flag is heard. */
#include "config.h"

#include <glib.h>
#include <libcsp/csp.h>

#include "constraints/family.h"
#include "search/local-search.h"
#include "tests/csp-test.h"
#include "tests/random-model.h"

static const CspAlgorithm algorithms[] = {CSP_ALGORITHM_MIN_CONFLICTS,
                                          CSP_ALGORITHM_TABU};

typedef struct {
  CspModel *model;
  CspOptions options;
  atomic_int stop;
  CspLocalSearch *search;
} Case;

static void
open_case(Case *c, CspModel *model, CspAlgorithm algorithm, gint64 max_moves)
{
  *c = (Case){.model = model};
  csp_options_init(&c->options);
  c->options.algorithm = algorithm;
  c->options.max_moves = max_moves;
  c->search = csp_local_search_new(c->model, &c->options, &c->stop);
  csp_local_search_assume(c->search, NULL, NULL, 0);
}

static void
close_case(Case *c)
{
  csp_local_search_free(c->search);
  csp_options_clear(&c->options);
}

static int32_t
value(const Case *c, CspVar x)
{
  return csp_local_search_get_values(c->search)[x];
}

static bool
is_solution(const Case *c)
{
  const int32_t *values = csp_local_search_get_values(c->search);
  CspScratch scratch = {0};
  bool answer = true;
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(c->model, &n);

  for (size_t i = 0; i < n; i++)
    answer =
        answer && csp_family_of(&cons[i])->holds(&cons[i], values, &scratch);
  for (CspVar x = 0; x < csp_model_n_vars(c->model); x++)
    answer = answer &&
             csp_array_has_value(csp_model_array_of(c->model, x), values[x]);
  csp_scratch_clear(&scratch);
  return answer;
}

static void
post_distance(CspModel *model, CspVar d, CspVar x, CspVar y)
{
  CspExpr difference = csp_model_expr_binary(
      model, CSP_EXPR_SUB, csp_model_expr_var(model, x, NULL),
      csp_model_expr_var(model, y, NULL), NULL);

  csp_model_post_expr(
      model,
      csp_model_expr_binary(
          model, CSP_EXPR_EQ, csp_model_expr_var(model, d, NULL),
          csp_model_expr_unary(model, CSP_EXPR_ABS, difference, NULL), NULL),
      NULL);
}

/* x and the distances d of neighbors are permutations. */
static CspModel *
all_interval(gsize n, CspArray *out_x, CspArray *out_d)
{
  CspModel *model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", n, 0, (gint)n - 1, NULL);
  CspArray d = csp_model_add_int_array(model, "d", n - 1, 1, (gint)n - 1, NULL);

  csp_model_post_all_different_affine(model, x, 0, 0, NULL);
  csp_model_post_all_different_affine(model, d, 0, 0, NULL);
  for (gsize i = 0; i + 1 < n; i++)
    post_distance(model, csp_model_get_var(model, d, i),
                  csp_model_get_var(model, x, i),
                  csp_model_get_var(model, x, i + 1));
  *out_x = x;
  *out_d = d;
  return model;
}

static void
solves_all_interval_series(void)
{
  for (gsize n = 2; n <= 12; n++)
    for (gsize a = 0; a < G_N_ELEMENTS(algorithms); a++) {
      CspArray x, d;
      g_autoptr(CspModel) model = all_interval(n, &x, &d);
      Case c;
      open_case(&c, model, algorithms[a], 0);
      CU_ASSERT_EQUAL(csp_local_search_run(c.search, 0), CSP_LOCAL_SOLVED);
      CU_ASSERT(is_solution(&c));
      close_case(&c);
    }
}

/* Those of some solution, so that there is one. */
static void
keeps_assumptions_about_what_is_defined(void)
{
  CspArray x, d;
  g_autoptr(CspModel) model = all_interval(8, &x, &d);
  CspVar vars[] = {csp_model_get_var(model, d, 3),
                   csp_model_get_var(model, d, 0),
                   csp_model_get_var(model, x, 5)};
  int32_t values[3];
  Case c;

  open_case(&c, model, CSP_ALGORITHM_TABU, 0);
  for (int round = 0; round < 5; round++) {
    csp_local_search_assume(c.search, NULL, NULL, 0);
    for (int k = 0; k <= round; k++)
      CU_ASSERT_EQUAL(csp_local_search_run(c.search, 0), CSP_LOCAL_SOLVED);
    for (int i = 0; i < 3; i++)
      values[i] = value(&c, vars[i]);
    for (size_t n = 1; n <= 3; n++) {
      csp_local_search_assume(c.search, vars, values, n);
      CU_ASSERT_EQUAL(csp_local_search_run(c.search, 0), CSP_LOCAL_SOLVED);
      CU_ASSERT(is_solution(&c));
      for (size_t i = 0; i < n; i++)
        CU_ASSERT_EQUAL(value(&c, vars[i]), values[i]);
    }
  }
  close_case(&c);
}

/* Items to take, within a weight, for the largest value; the best is found by
 * dynamic programming. */
enum { N_ITEMS = 12, CAPACITY = 60 };

static const gint weights[N_ITEMS] = {7, 11, 13, 5, 17, 9, 6, 12, 21, 4, 8, 10};
static const gint profits[N_ITEMS] = {9, 14, 15, 6, 21, 10,
                                      8, 13, 27, 5, 9,  13};

static int
best_profit(void)
{
  int best[CAPACITY + 1] = {0};

  for (int i = 0; i < N_ITEMS; i++)
    for (int w = CAPACITY; w >= weights[i]; w--)
      best[w] = MAX(best[w], best[w - weights[i]] + profits[i]);
  return best[CAPACITY];
}

static void
post_total(CspModel *model, CspArray take, const gint *shares, CspVar total)
{
  gint coeffs[N_ITEMS + 1];
  CspVar vars[N_ITEMS + 1];

  for (gsize i = 0; i < N_ITEMS; i++) {
    coeffs[i] = shares[i];
    vars[i] = csp_model_get_var(model, take, i);
  }
  coeffs[N_ITEMS] = -1;
  vars[N_ITEMS] = total;
  csp_model_post_linear(model, coeffs, N_ITEMS + 1, vars, N_ITEMS + 1,
                        CSP_RELATION_EQ, 0, NULL);
}

/* Runs until the moves are used up or the best is proved; the last objective. */
static int32_t
improve(Case *c, CspVar objective, bool is_maximized)
{
  int32_t last = is_maximized ? INT32_MIN : INT32_MAX;

  while (csp_local_search_run(c->search, 0) == CSP_LOCAL_SOLVED) {
    int32_t now = value(c, objective);
    CU_ASSERT(is_solution(c));
    CU_ASSERT(is_maximized ? now > last : now < last);
    last = now;
  }
  return last;
}

static void
fills_a_knapsack(void)
{
  for (gsize a = 0; a < G_N_ELEMENTS(algorithms); a++) {
    g_autoptr(CspModel) model = csp_model_new();
    CspArray take = csp_model_add_int_array(model, "take", N_ITEMS, 0, 1, NULL);
    CspVar weight = csp_model_add_int(model, "weight", 0, CAPACITY, NULL);
    CspVar profit = csp_model_add_int(model, "profit", 0, 1000, NULL);
    Case c;

    post_total(model, take, weights, weight);
    post_total(model, take, profits, profit);
    csp_model_maximize(model, profit, NULL);
    open_case(&c, model, algorithms[a], 100000);
    CU_ASSERT_EQUAL(improve(&c, profit, true), best_profit());
    close_case(&c);
  }
}

/* Costs by elements of an assignment, their sum the objective: each of 5 tasks to
 * one of 5 workers. */
static void
assigns_at_least_cost(void)
{
  enum { N = 5 };
  static const gint costs[N][N] = {{9, 2, 7, 8, 6},
                                   {6, 4, 3, 7, 5},
                                   {5, 8, 1, 8, 4},
                                   {7, 6, 9, 4, 3},
                                   {2, 9, 5, 6, 7}};

  for (gsize a = 0; a < G_N_ELEMENTS(algorithms); a++) {
    g_autoptr(CspModel) model = csp_model_new();
    CspArray worker =
        csp_model_add_int_array(model, "worker", N, 0, N - 1, NULL);
    CspArray cost = csp_model_add_int_array(model, "cost", N, 0, 9, NULL);
    CspVar total = csp_model_add_int(model, "total", 0, 100, NULL);
    gint coeffs[N + 1] = {1, 1, 1, 1, 1, -1};
    CspVar vars[N + 1] = {[N] = total};
    Case c;

    csp_model_post_all_different_affine(model, worker, 0, 0, NULL);
    for (gsize i = 0; i < N; i++) {
      vars[i] = csp_model_get_var(model, cost, i);
      csp_model_post_element(model, costs[i], N,
                             csp_model_get_var(model, worker, i), vars[i],
                             NULL);
    }
    csp_model_post_linear(model, coeffs, N + 1, vars, N + 1, CSP_RELATION_EQ, 0,
                          NULL);
    csp_model_minimize(model, total, NULL);
    open_case(&c, model, algorithms[a], 20000);
    CU_ASSERT_EQUAL(improve(&c, total, false), 14);
    close_case(&c);
  }
}

/* Every solution that a random model's search comes to is one, and where there
 * are some it mostly comes to one. */
static void
finds_solutions_only(void)
{
  uint32_t n_solved = 0, n_solvable = 0, n_missed = 0;

  for (uint64_t seed = 1; seed <= 400; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model =
        csp_random_model_new(&random, seed % 2 == 0 ? CSP_RANDOM_OBJECTIVE : 0);
    gsize n;
    g_autofree gint *solutions = csp_random_model_solve(model, &n);
    Case c;

    open_case(&c, model, algorithms[seed / 2 % 2], 3000);
    int k = 0;
    while (k < 5 && csp_local_search_run(c.search, 0) == CSP_LOCAL_SOLVED) {
      CU_ASSERT(is_solution(&c));
      CU_ASSERT(n > 0);
      k++;
    }
    n_solved += k;
    n_solvable += n > 0;
    n_missed += n > 0 && k == 0;
    close_case(&c);
  }
  CU_ASSERT(n_solved > 100);
  CU_ASSERT(10 * n_missed < n_solvable);
}

/* Each sum is the one before and a step; the last is to be large. */
static CspModel *
rise(gsize n, gint least)
{
  CspModel *model = csp_model_new();
  gint most = 3 * ((gint)n + 1);
  CspArray step = csp_model_add_int_array(model, "step", n + 1, 0, 3, NULL);
  CspArray sum = csp_model_add_int_array(model, "sum", n, 0, most, NULL);

  for (gsize i = 0; i < n; i++) {
    CspVar before = i > 0 ? csp_model_get_var(model, sum, i - 1)
                          : csp_model_get_var(model, step, n);
    CspExpr e = csp_model_expr_binary(
        model, CSP_EXPR_ADD,
        csp_model_expr_var(model, csp_model_get_var(model, step, i), NULL),
        csp_model_expr_var(model, before, NULL), NULL);
    csp_model_post_expr(
        model,
        csp_model_expr_binary(
            model, CSP_EXPR_EQ,
            csp_model_expr_var(model, csp_model_get_var(model, sum, i), NULL),
            e, NULL),
        NULL);
  }
  csp_model_post_relation_const(model, csp_model_get_var(model, sum, n - 1),
                                CSP_RELATION_GE, least, NULL);
  return model;
}

/* Rises of many steps: an evaluation is long, yet the deadline holds. */
static void
hears_the_stop_flag(void)
{
  enum { N = 30000 };
  g_autoptr(CspModel) model = rise(N, 3 * N - 5);
  Case c;

  open_case(&c, model, CSP_ALGORITHM_TABU, 0);
  gint64 start = g_get_monotonic_time();
  CspLocalOutcome outcome =
      csp_local_search_run(c.search, start + G_TIME_SPAN_SECOND / 5);
  CU_ASSERT(outcome == CSP_LOCAL_TIME || outcome == CSP_LOCAL_SOLVED);
  CU_ASSERT(g_get_monotonic_time() - start < 3 * G_TIME_SPAN_SECOND);
  close_case(&c);
}

/* A deadline that has come ends an evaluation or a move in its middle; the next
 * run knows. */
static void
goes_on_after_a_move_cut_short(void)
{
  enum { N = 5000, RUNS = 400 };
  g_autoptr(CspModel) model = rise(N, N * 3 / 2 + 100);
  CspLocalOutcome outcome = CSP_LOCAL_TIME;
  int n_runs = 0;
  Case c;

  open_case(&c, model, CSP_ALGORITHM_MIN_CONFLICTS, 0);
  while (outcome == CSP_LOCAL_TIME && n_runs < RUNS)
    outcome =
        csp_local_search_run(c.search, g_get_monotonic_time() + 100 * ++n_runs);
  CU_ASSERT(n_runs > 1);
  CU_ASSERT_EQUAL_FATAL(outcome, CSP_LOCAL_SOLVED);
  CU_ASSERT(is_solution(&c));
  close_case(&c);
}

static const CspTest tests[] = {
    {"solves all-interval series", solves_all_interval_series},
    {"keeps assumptions about what is defined",
     keeps_assumptions_about_what_is_defined},
    {"fills a knapsack", fills_a_knapsack},
    {"assigns at least cost", assigns_at_least_cost},
    {"finds solutions only", finds_solutions_only},
    {"hears the stop flag", hears_the_stop_flag},
    {"goes on after a move cut short", goes_on_after_a_move_cut_short},
};

CSP_TEST_MAIN("search/defined", tests)
