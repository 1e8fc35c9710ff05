/* SPDX-License-Identifier: MIT */
/* Starts, and permutations under lines: what is read from the counters at once
 * is what the invariants say one by one, and every start leads to a solution. */
#include "config.h"

#include <glib.h>
#include <libcsp/csp.h>

#include "constraints/invariants.h"
#include "local/lines.h"
#include "search/local-search.h"
#include "solver/verify.h"
#include "tests/csp-test.h"

/* A permutation x of 0 .. n - 1 under lines of these slopes. */
static CspModel *
permutation(gsize n, const gint *slopes, gsize n_slopes)
{
  CspModel *model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", n, 0, (gint)n - 1, NULL);

  csp_model_post_all_different_affine(model, x, 0, 0, NULL);
  for (gsize i = 0; i < n_slopes; i++)
    csp_model_post_all_different_affine(model, x, 7, slopes[i], NULL);
  return model;
}

static CspModel *
queens(gsize n)
{
  return permutation(n, (const gint[]){1, -1}, 2);
}

/* Solves and tells whether what comes out is a solution that keeps x[0], if
 * that is fixed to a value of 0 or more. */
static bool
solves(CspModel *model, const CspOptions *options, int32_t fixed)
{
  atomic_int stop = 0;
  CspScratch scratch = {0};
  CspViolation violation;
  CspVar first = 0;
  CspLocalSearch *search = csp_local_search_new(model, options, &stop);

  csp_local_search_assume(search, &first, &fixed, fixed >= 0);
  bool is_solved = csp_local_search_run(search, 0) == CSP_LOCAL_SOLVED;
  const int32_t *values = csp_local_search_get_values(search);
  is_solved = is_solved &&
              csp_model_satisfies(model, values, &scratch, &violation) &&
              (fixed < 0 || values[0] == fixed);
  csp_scratch_clear(&scratch);
  csp_local_search_free(search);
  g_object_unref(model);
  return is_solved;
}

static CspOptions
options_for(CspAlgorithm algorithm, CspStart start, int64_t samples)
{
  CspOptions options;

  csp_options_init(&options);
  options.algorithm = algorithm;
  options.start = start;
  options.samples = samples;
  return options;
}

static void
places_queens_from_any_start(void)
{
  static const int64_t samples[] = {1, 2, 50, 1000000000};

  for (gsize n = 4; n <= 40; n++)
    for (int start = CSP_START_GREEDY; start <= CSP_START_RANDOM; start++) {
      CspOptions options =
          options_for(CSP_ALGORITHM_MIN_CONFLICTS, start, samples[n % 4]);
      options.seed = (int64_t)n;
      CU_ASSERT(solves(queens(n), &options, -1));
      options.algorithm = CSP_ALGORITHM_TABU;
      CU_ASSERT(solves(queens(n), &options, -1));
      csp_options_clear(&options);
    }
}

/* Above the size that is dealt in one block. */
static void
places_many_queens(void)
{
  for (int start = CSP_START_GREEDY; start <= CSP_START_RANDOM; start++) {
    CspOptions options = options_for(CSP_ALGORITHM_MIN_CONFLICTS, start, 50);
    CU_ASSERT(solves(queens(150000), &options, -1));
    CU_ASSERT(solves(queens(150001), &options, 77777));
    csp_options_clear(&options);
  }
}

static void
keeps_lines_of_any_slope(void)
{
  CspOptions options =
      options_for(CSP_ALGORITHM_MIN_CONFLICTS, CSP_START_GREEDY, 50);

  for (gsize n = 200; n <= 150000; n = n * 27 + 1) {
    CU_ASSERT(solves(permutation(n, NULL, 0), &options, 3));
    CU_ASSERT(solves(permutation(n, (const gint[]){2}, 1), &options, -1));
    CU_ASSERT(solves(permutation(n, (const gint[]){-3, 1}, 2), &options, 5));
    CU_ASSERT(solves(permutation(n, (const gint[]){-1, 1, 2}, 3), &options, 9));
  }
  csp_options_clear(&options);
}

typedef struct {
  CspModel *model;
  CspArena *arena;
  CspScratch scratch;
  int32_t values[300];
  CspInvariantSet *set;
} Case;

static void
open_case(Case *c, CspModel *model)
{
  CspInvariantBounds bounds = csp_invariants_bounds(model);
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(model, &n);

  *c = (Case){.model = model, .arena = csp_arena_new()};
  c->set = csp_invariant_set_new(c->arena, csp_model_n_vars(model), c->values,
                                 &c->scratch);
  csp_invariants_add_all(c->set, cons, n, NULL, NULL, &bounds);
}

static void
close_case(Case *c)
{
  csp_arena_free(c->arena);
  csp_scratch_clear(&c->scratch);
  g_object_unref(c->model);
}

/* With 300 variables on one value counters become wider than a byte. */
static void
evaluates_swaps_as_the_invariants_do(void)
{
  CspRandom random;
  CspLines lines;
  Case c;

  csp_random_seed(&random, 1);
  for (uint32_t n_values = 1; n_values <= 300; n_values = n_values * 3 + 1) {
    open_case(&c, permutation(300, (const gint[]){1, -1, 2}, 3));
    csp_lines_find(&lines, c.set, NULL, 0, 300);
    CU_ASSERT_EQUAL(lines.n, 4);
    for (CspVar x = 0; x < 300; x++)
      csp_invariant_set_assign(c.set, x,
                               (int32_t)csp_random_below(&random, n_values));
    for (int k = 0; k < 2000; k++) {
      CspVar x = csp_random_below(&random, 300);
      CspVar y = (x + 1 + csp_random_below(&random, 299)) % 300;
      CU_ASSERT_EQUAL(csp_lines_change_swap(&lines, c.values, x, y),
                      csp_invariant_set_change_swap(c.set, x, y));
      if (k % 10 == 0)
        csp_invariant_set_swap(c.set, x, y);
    }
    close_case(&c);
  }
}

static void
finds_lines_where_there_is_nothing_else(void)
{
  CspLines lines;
  Case c;
  CspModel *model = queens(300);

  csp_model_post_relation(model, 10, CSP_RELATION_LT, 20, 0, NULL);
  open_case(&c, model);
  csp_lines_find(&lines, c.set, NULL, 0, 300);
  CU_ASSERT_EQUAL(lines.n, 0);
  csp_lines_find(&lines, c.set, NULL, 30, 200);
  CU_ASSERT_EQUAL(lines.n, 3);
  csp_lines_find(&lines, c.set, (const CspVar[]){299, 21, 30}, 0, 3);
  CU_ASSERT_EQUAL(lines.n, 3);
  csp_lines_find(&lines, c.set, (const CspVar[]){299, 11, 20}, 0, 3);
  CU_ASSERT_EQUAL(lines.n, 0);
  close_case(&c);
}

/* Solves and tells whether the solution, if a solution it is, keeps all that the
 * hint says within the domains. */
static bool
keeps(CspModel *model, const int32_t *hint, uint32_t n)
{
  CspOptions options =
      options_for(CSP_ALGORITHM_MIN_CONFLICTS, CSP_START_GREEDY, 50);
  bool keeps_all = true;

  for (int algorithm = CSP_ALGORITHM_MIN_CONFLICTS;
       algorithm <= CSP_ALGORITHM_TABU; algorithm++) {
    atomic_int stop = 0;
    options.algorithm = algorithm;
    CspLocalSearch *search = csp_local_search_new(model, &options, &stop);
    csp_local_search_assume(search, NULL, NULL, 0);
    CU_ASSERT_EQUAL(csp_local_search_run(search, 0), CSP_LOCAL_SOLVED);
    const int32_t *values = csp_local_search_get_values(search);
    for (uint32_t x = 0; x < n; x++)
      keeps_all = keeps_all && (hint[x] < 0 || values[x] == hint[x]);
    csp_local_search_free(search);
  }
  csp_options_clear(&options);
  return keeps_all;
}

static void
starts_from_a_hint(void)
{
  static const int32_t good[] = {1, 3, 5, 0, 2, 4};
  static const gint even[] = {0, 2, 4, 6, 8, 10};
  CspModel *model = queens(6);
  CU_ASSERT(csp_model_set_hint(model, good, 6, NULL));
  CU_ASSERT(keeps(model, good, 6));
  g_object_unref(model);

  /* A part of it; the rest fits one way. */
  static const int32_t part[] = {-1, 3, -1, 0, 2, -1};
  const CspVar vars[] = {1, 3, 4};
  model = queens(6);
  CU_ASSERT(
      csp_model_add_warm_start(model, vars, 3, (gint[]){3, 0, 2}, 3, NULL));
  CU_ASSERT(keeps(model, part, 6));
  g_object_unref(model);

  /* Values with gaps; a second who asks for one value, and no value at all. */
  static const int32_t kept[] = {10, -1, 0, -1, 4, 6};
  model = csp_model_new();
  CspArray x = csp_model_add_int_array_values(model, "x", 6, even, 6, NULL);
  csp_model_post_all_different_affine(model, x, 0, 0, NULL);
  CU_ASSERT(csp_model_set_hint(model, (gint[]){10, 10, 0, 7, 4, 6}, 6, NULL));
  CU_ASSERT(keeps(model, kept, 6));
  g_object_unref(model);
}

static const CspTest tests[] = {
    {"places queens from any start", places_queens_from_any_start},
    {"places many queens", places_many_queens},
    {"starts from a hint", starts_from_a_hint},
    {"keeps lines of any slope", keeps_lines_of_any_slope},
    {"evaluates swaps as the invariants do",
     evaluates_swaps_as_the_invariants_do},
    {"finds lines where there is nothing else",
     finds_lines_where_there_is_nothing_else},
};

CSP_TEST_MAIN("search/local-start", tests)
