/* SPDX-License-Identifier: MIT */
/* Local search: what it calls a solution is one, within domains and
 * assumptions; it ends when it is told to; a seed gives one run. */
#include "config.h"

#include <glib.h>
#include <libcsp/csp.h>

#include "constraints/invariants.h"
#include "search/local-search.h"
#include "tests/csp-test.h"

typedef struct {
  CspModel *model;
  CspOptions options;
  atomic_int stop;
  CspLocalSearch *search;
} Case;

static void
open_case(Case *c, CspModel *model, CspAlgorithm algorithm)
{
  *c = (Case){.model = model};
  csp_options_init(&c->options);
  c->options.algorithm = algorithm;
}

static void
compile(Case *c)
{
  c->search = csp_local_search_new(c->model, &c->options, &c->stop);
  csp_local_search_assume(c->search, NULL, NULL, 0);
}

static void
close_case(Case *c)
{
  csp_local_search_free(c->search);
  csp_options_clear(&c->options);
  g_object_unref(c->model);
}

static CspLocalOutcome
run(Case *c)
{
  return csp_local_search_run(c->search, 0);
}

static int32_t
value(Case *c, CspVar x)
{
  return csp_local_search_get_values(c->search)[x];
}

/* Domains and constraints, by definition. */
static bool
is_solution(Case *c)
{
  const int32_t *values = csp_local_search_get_values(c->search);
  CspScratch scratch = {0};
  bool answer = true;
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(c->model, &n);

  for (size_t i = 0; i < n; i++)
    answer =
        answer && csp_family_of(&cons[i])->holds(&cons[i], values, &scratch);
  csp_scratch_clear(&scratch);
  for (CspVar x = 0; x < csp_model_n_vars(c->model); x++) {
    const CspArrayInfo *array = csp_model_array_of(c->model, x);
    bool is_in = array->values == NULL;
    for (uint32_t k = 0; k < array->n_values && !is_in; k++)
      is_in = array->values[k] == values[x];
    answer =
        answer && is_in && values[x] >= array->min && values[x] <= array->max;
  }
  return answer;
}

static CspModel *
queens(int n)
{
  CspModel *model = csp_model_new();
  CspArray column =
      csp_model_add_int_array(model, "column", (gsize)n, 0, n - 1, NULL);

  for (int slope = -1; slope <= 1; slope++)
    csp_model_post_all_different_affine(model, column, 0, slope, NULL);
  return model;
}

/* Cells 1 .. 9; rows, columns and boxes all different. */
static CspModel *
sudoku(void)
{
  CspModel *model = csp_model_new();
  CspArray cell = csp_model_add_int_array(model, "cell", 81, 1, 9, NULL);
  CspVar vars[9];

  for (int kind = 0; kind < 3; kind++)
    for (gsize i = 0; i < 9; i++) {
      for (gsize k = 0; k < 9; k++) {
        gsize box = (i / 3 * 3 + k / 3) * 9 + i % 3 * 3 + k % 3;
        gsize at = kind == 0 ? 9 * i + k : kind == 1 ? 9 * k + i : box;
        vars[k] = csp_model_get_var(model, cell, at);
      }
      csp_model_post_all_different(model, vars, 9, NULL, 0, NULL);
    }
  return model;
}

static void
places_queens(void)
{
  static const int sizes[] = {1,  4,  5,  6,   7,   8,    9,     10,
                              11, 12, 20, 129, 500, 1000, 20000, 100000};

  for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++)
    for (int kind = 0; kind < 2 && (kind == 0 || sizes[i] <= 129); kind++) {
      Case c;
      open_case(&c, queens(sizes[i]),
                kind == 0 ? CSP_ALGORITHM_MIN_CONFLICTS : CSP_ALGORITHM_TABU);
      compile(&c);
      CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_SOLVED);
      CU_ASSERT(is_solution(&c));
      close_case(&c);
    }
}

static void
gives_up_where_there_is_no_solution(void)
{
  for (int n = 2; n <= 3; n++) {
    Case c;
    open_case(&c, queens(n), CSP_ALGORITHM_MIN_CONFLICTS);
    c.options.max_moves = 5000;
    compile(&c);
    CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_MOVES);
    close_case(&c);
  }
}

static void
keeps_assumptions(void)
{
  static const char clues[] = "53..7....6..195....98....6.8...6...34..8.3..17."
                              "..2...6.6....28....419..5....8..79";
  CspVar vars[81];
  int32_t values[81];
  size_t n = 0;
  Case c;

  for (CspVar x = 0; x < 81; x++)
    if (clues[x] != '.') {
      vars[n] = x;
      values[n++] = clues[x] - '0';
    }
  open_case(&c, sudoku(), CSP_ALGORITHM_TABU);
  compile(&c);
  csp_local_search_assume(c.search, vars, values, n);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_SOLVED);
  CU_ASSERT(is_solution(&c));
  for (size_t i = 0; i < n; i++)
    CU_ASSERT_EQUAL(value(&c, vars[i]), values[i]);

  csp_local_search_assume(c.search, vars, values, 1);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_SOLVED);
  CU_ASSERT(is_solution(&c));
  CU_ASSERT_EQUAL(value(&c, vars[0]), values[0]);
  close_case(&c);
}

static void
sees_that_assumptions_clash(void)
{
  static const CspVar vars[] = {0, 5};
  static const int32_t same[] = {3, 3}, outside[] = {3, 8};
  Case c;

  open_case(&c, queens(8), CSP_ALGORITHM_MIN_CONFLICTS);
  compile(&c);
  csp_local_search_assume(c.search, vars, same, 2);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_HOPELESS);
  csp_local_search_assume(c.search, vars, outside, 2);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_HOPELESS);
  csp_local_search_assume(c.search, NULL, NULL, 0);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_SOLVED);
  close_case(&c);
}

static void
stays_within_domains(void)
{
  static const gint odd[] = {1, 3, 5, 7, 9, 11};
  CspModel *model = csp_model_new();
  CspArray x = csp_model_add_int_array_values(model, "x", 4, odd, 6, NULL);
  CspArray y = csp_model_add_int_array(model, "y", 3, -5, 5, NULL);
  CspVar vars[7];
  gint coeffs[7] = {1, 1, 1, 1, -1, -1, -1};
  Case c;

  for (gsize i = 0; i < 7; i++)
    vars[i] = i < 4 ? csp_model_get_var(model, x, i)
                    : csp_model_get_var(model, y, i - 4);
  csp_model_post_all_different(model, vars, 4, NULL, 0, NULL);
  csp_model_post_linear(model, coeffs, 7, vars, 7, CSP_RELATION_EQ, 20, NULL);
  csp_model_post_relation_const(model, vars[0], CSP_RELATION_NE, 3, NULL);
  csp_model_post_relation_const(model, vars[1], CSP_RELATION_GE, 6, NULL);
  csp_model_post_relation_const(model, vars[4], CSP_RELATION_LT, -2, NULL);
  csp_model_post_relation_const(model, vars[5], CSP_RELATION_EQ, 4, NULL);
  csp_model_post_relation_const(model, vars[6], CSP_RELATION_NE, 0, NULL);
  for (int kind = 0; kind < 2; kind++) {
    open_case(&c, g_object_ref(model),
              kind == 0 ? CSP_ALGORITHM_MIN_CONFLICTS : CSP_ALGORITHM_TABU);
    compile(&c);
    for (int i = 0; i < 20; i++) {
      CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_SOLVED);
      CU_ASSERT(is_solution(&c));
    }
    close_case(&c);
  }
  g_object_unref(model);
}

static void
sees_an_empty_domain(void)
{
  CspModel *model = csp_model_new();
  CspVar x = csp_model_add_int(model, "x", 0, 9, NULL);
  Case c;

  csp_model_post_relation_const(model, x, CSP_RELATION_GT, 6, NULL);
  csp_model_post_relation_const(model, x, CSP_RELATION_LT, 7, NULL);
  open_case(&c, model, CSP_ALGORITHM_MIN_CONFLICTS);
  compile(&c);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_HOPELESS);
  close_case(&c);
}

/* The cycle of 9 has 3 colors, not 2; used colors are at most the objective. */
static void
improves_an_objective(void)
{
  CspModel *model = csp_model_new();
  CspArray color = csp_model_add_int_array(model, "color", 9, 1, 9, NULL);
  CspVar n_colors = csp_model_add_int(model, "colors", 1, 9, NULL);
  int best = 10;
  Case c;

  for (gsize i = 0; i < 9; i++) {
    CspVar x = csp_model_get_var(model, color, i);
    CspVar y = csp_model_get_var(model, color, (i + 1) % 9);
    csp_model_post_relation(model, x, CSP_RELATION_NE, y, 0, NULL);
    csp_model_post_relation(model, x, CSP_RELATION_LE, n_colors, 0, NULL);
  }
  csp_model_minimize(model, n_colors, NULL);
  open_case(&c, model, CSP_ALGORITHM_TABU);
  c.options.max_moves = 20000;
  compile(&c);
  while (run(&c) == CSP_LOCAL_SOLVED) {
    CU_ASSERT(is_solution(&c));
    CU_ASSERT(value(&c, n_colors) < best);
    best = value(&c, n_colors);
  }
  CU_ASSERT_EQUAL(best, 3);
  CU_ASSERT(!csp_local_search_is_proved(c.search));
  close_case(&c);
}

/* A path on numbers up to an objective that is at least two; it is given in the
 * second round, one of the numbers in the third. */
static void
proves_by_the_objectives_domain(void)
{
  CspModel *model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 6, 0, 9, NULL);
  CspVar most = csp_model_add_int(model, "most", 2, 8, NULL);
  CspVar first = csp_model_get_var(model, x, 0);
  const int32_t five = 5;
  Case c;

  for (gsize i = 0; i < 6; i++) {
    CspVar y = csp_model_get_var(model, x, i);
    csp_model_post_relation(model, most, CSP_RELATION_GT, y, -1, NULL);
    if (i > 0)
      csp_model_post_relation(model, y, CSP_RELATION_NE,
                              csp_model_get_var(model, x, i - 1), 0, NULL);
  }
  csp_model_minimize(model, most, NULL);
  open_case(&c, model, CSP_ALGORITHM_TABU);
  compile(&c);
  for (int i = 0; i < 3; i++) {
    int best = 9;
    csp_local_search_assume(c.search, i == 1 ? &most : &first, &five,
                            i == 0 ? 0 : 1);
    while (run(&c) == CSP_LOCAL_SOLVED) {
      CU_ASSERT(is_solution(&c));
      CU_ASSERT(value(&c, most) < best);
      best = value(&c, most);
    }
    CU_ASSERT_EQUAL(best, i == 0 ? 2 : 5);
    CU_ASSERT(csp_local_search_is_proved(c.search));
  }
  close_case(&c);
}

/* Followers that are fixed, or have no value below the objective. */
static void
refuses_an_objective_too_small(void)
{
  CspModel *model = csp_model_new();
  CspVar x = csp_model_add_int(model, "x", 3, 9, NULL);
  CspVar most = csp_model_add_int(model, "most", 0, 8, NULL);
  CspVar vars[] = {x, most};
  const int32_t values[] = {7, 6};
  Case c;

  csp_model_post_relation(model, x, CSP_RELATION_LE, most, 0, NULL);
  csp_model_minimize(model, most, NULL);
  open_case(&c, model, CSP_ALGORITHM_TABU);
  compile(&c);
  csp_local_search_assume(c.search, vars, values, 2);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_HOPELESS);
  CU_ASSERT(!csp_local_search_is_proved(c.search));
  csp_local_search_assume(c.search, &most, (int32_t[]){2}, 1);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_HOPELESS);
  CU_ASSERT(!csp_local_search_is_proved(c.search));
  close_case(&c);
}

/* The least of four numbers whose weighted sum is at most 40 is at most 4; what
 * was found is forgotten with new assumptions. */
static void
improves_an_objective_upwards(void)
{
  CspModel *model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 4, 0, 20, NULL);
  CspVar least = csp_model_add_int(model, "least", 0, 20, NULL);
  gint coeffs[] = {1, 2, 3, 4};
  const int32_t three = 3;
  CspVar vars[4];
  Case c;

  for (gsize i = 0; i < 4; i++) {
    vars[i] = csp_model_get_var(model, x, i);
    if (i % 2 == 0)
      csp_model_post_relation(model, vars[i], CSP_RELATION_GE, least, 0, NULL);
    else
      csp_model_post_relation(model, least, CSP_RELATION_LT, vars[i], 1, NULL);
  }
  csp_model_post_linear(model, coeffs, 4, vars, 4, CSP_RELATION_LE, 40, NULL);
  csp_model_maximize(model, least, NULL);
  open_case(&c, model, CSP_ALGORITHM_MIN_CONFLICTS);
  c.options.max_moves = 20000;
  compile(&c);
  for (int i = 0; i < 2; i++) {
    int best = -1;
    csp_local_search_assume(c.search, vars, &three, i == 0 ? 0 : 1);
    while (run(&c) == CSP_LOCAL_SOLVED) {
      CU_ASSERT(is_solution(&c));
      CU_ASSERT(value(&c, least) > best);
      best = value(&c, least);
    }
    CU_ASSERT_EQUAL(best, i == 0 ? 4 : 3);
  }
  close_case(&c);
}

static void
repeats_itself(void)
{
  int32_t first[50];

  for (int i = 0; i < 3; i++) {
    Case c;
    open_case(&c, queens(50), CSP_ALGORITHM_MIN_CONFLICTS);
    c.options.seed = i < 2 ? 7 : 8;
    compile(&c);
    CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_SOLVED);
    bool is_same = true;
    for (CspVar x = 0; x < 50; x++) {
      is_same = is_same && (i == 0 || value(&c, x) == first[x]);
      first[x] = value(&c, x);
    }
    CU_ASSERT_EQUAL(is_same, i < 2);
    csp_local_search_assume(c.search, NULL, NULL, 0);
    CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_SOLVED);
    for (CspVar x = 0; x < 50; x++)
      CU_ASSERT_EQUAL(value(&c, x), first[x]);
    close_case(&c);
  }
}

static void
ends_when_told_to(void)
{
  Case c;

  open_case(&c, queens(1000), CSP_ALGORITHM_MIN_CONFLICTS);
  c.stop = 1;
  compile(&c);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_STOPPED);
  c.stop = 0;
  csp_local_search_assume(c.search, NULL, NULL, 0);
  CU_ASSERT_EQUAL(csp_local_search_run(c.search, g_get_monotonic_time() - 1),
                  CSP_LOCAL_TIME);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_SOLVED);
  CU_ASSERT(is_solution(&c));
  close_case(&c);

  open_case(&c, queens(3), CSP_ALGORITHM_TABU);
  c.options.max_moves = INT64_MAX;
  compile(&c);
  gint64 begin = g_get_monotonic_time();
  CU_ASSERT_EQUAL(csp_local_search_run(c.search, begin + 20000),
                  CSP_LOCAL_TIME);
  CU_ASSERT(g_get_monotonic_time() - begin >= 20000);
  close_case(&c);
}

typedef struct {
  guint64 n_moves, n_samples;
  gint64 violation;
} Seen;

static void
see_move(const CspView *view, const CspMoveEvent *event, gpointer data)
{
  Seen *seen = data;

  seen->n_moves++;
  seen->violation = event->violation;
  CU_ASSERT_EQUAL(event->move, seen->n_moves);
  CU_ASSERT_EQUAL(event->violation, csp_view_get_violation(view));
  CU_ASSERT_EQUAL(event->value, csp_view_get_min(view, event->var));
  CU_ASSERT(csp_view_is_fixed(view, event->var));
}

static void
see_sample(const CspView *view, gpointer data)
{
  ((Seen *)data)->n_samples++;
}

static void
tells_observers(void)
{
  static const CspObserver observer = {
      .size = sizeof observer, .move = see_move, .sample = see_sample};
  Seen seen = {.violation = -1};
  atomic_int sample = 1;
  CspStats stats;
  Case c;

  open_case(&c, queens(30), CSP_ALGORITHM_MIN_CONFLICTS);
  c.options.seed = 3;
  compile(&c);
  csp_local_search_observe(
      c.search, &(CspObserving){.observer = &observer, .data = &seen}, &sample);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_SOLVED);
  csp_stats_init(&stats);
  csp_local_search_fill_stats(c.search, &stats);
  CU_ASSERT(seen.n_moves > 0);
  CU_ASSERT_EQUAL(stats.moves, (int64_t)seen.n_moves);
  CU_ASSERT_EQUAL(stats.violation, 0);
  CU_ASSERT_EQUAL(seen.violation, 0);
  CU_ASSERT_EQUAL(seen.n_samples, 1);
  CU_ASSERT_EQUAL(sample, 0);
  close_case(&c);
}

/* The pairs of queens that attack each other. */
static gint64
count_attacks(const CspView *view, CspVar n)
{
  gint64 attacks = 0;

  for (CspVar x = 0; x < n; x++)
    for (CspVar y = 0; y < x; y++) {
      gint64 distance = csp_view_get_min(view, x) - csp_view_get_min(view, y);
      attacks += distance == 0 || ABS(distance) == x - y;
    }
  return attacks;
}

static void
see_attacks(const CspView *view, const CspMoveEvent *event, gpointer data)
{
  Seen *seen = data;

  seen->n_moves++;
  CU_ASSERT_EQUAL(event->violation, count_attacks(view, 3));
}

/* Three queens: weights rise all the time, variables are reset, the search
 * begins anew, and the violation is that of the board. */
static void
reports_the_violation_without_weights(void)
{
  static const CspObserver observer = {.size = sizeof observer,
                                       .move = see_attacks};

  for (int kind = 0; kind < 4; kind++) {
    Seen seen = {0};
    CspStats stats;
    Case c;
    open_case(&c, queens(3),
              kind % 2 == 0 ? CSP_ALGORITHM_MIN_CONFLICTS : CSP_ALGORITHM_TABU);
    c.options.max_moves = 40000;
    c.options.walk = 0.5;
    c.options.reset = kind / 2;
    compile(&c);
    csp_local_search_observe(
        c.search, &(CspObserving){.observer = &observer, .data = &seen}, NULL);
    CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_MOVES);
    csp_stats_init(&stats);
    csp_local_search_fill_stats(c.search, &stats);
    CU_ASSERT_EQUAL(stats.moves, (int64_t)seen.n_moves);
    CU_ASSERT(stats.moves > 1000 && stats.moves <= 40000);
    CU_ASSERT(stats.restarts > 0);
    CU_ASSERT_EQUAL(stats.violation, 1);
    close_case(&c);
  }
}

static void
needs_few_bytes_a_queen(void)
{
  Case c;

  open_case(&c, queens(200000), CSP_ALGORITHM_MIN_CONFLICTS);
  compile(&c);
  CU_ASSERT_EQUAL(run(&c), CSP_LOCAL_SOLVED);
  CU_ASSERT(csp_local_search_get_memory(c.search) < 12 * 200000);
  close_case(&c);
}

static const CspTest tests[] = {
    {"places queens", places_queens},
    {"gives up where there is no solution",
     gives_up_where_there_is_no_solution},
    {"keeps assumptions", keeps_assumptions},
    {"sees that assumptions clash", sees_that_assumptions_clash},
    {"stays within domains", stays_within_domains},
    {"sees an empty domain", sees_an_empty_domain},
    {"improves an objective", improves_an_objective},
    {"improves an objective upwards", improves_an_objective_upwards},
    {"proves by the objective's domain", proves_by_the_objectives_domain},
    {"refuses an objective too small", refuses_an_objective_too_small},
    {"repeats itself", repeats_itself},
    {"ends when told to", ends_when_told_to},
    {"tells observers", tells_observers},
    {"reports the violation without weights",
     reports_the_violation_without_weights},
    {"needs few bytes a queen", needs_few_bytes_a_queen},
};

CSP_TEST_MAIN("search/local-search", tests)
