/* SPDX-License-Identifier: MIT */
/* Automata and decision diagrams over sequences, with truths and costs. */
#include "config.h"

#include "libcsp/csp.h"
#include "model/automaton-form.h"
#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 300, MAX_VARS = 4, MAX_STEPS = 24 };

/* Words over 1 and 2 in which each 1 is followed by a 2. */
static const int32_t steps[] = {1, 1, 2, 1, 2, 1, 2, 2, 1};
static const int32_t one = 1;

static GArray *
make(const int32_t *given, size_t n, uint32_t width, bool is_deterministic)
{
  g_autofree char *why = NULL;
  CspAutomatonForm form = {.steps = given,
                           .n_steps = n / width,
                           .width = width,
                           .start = 1,
                           .finals = &one,
                           .n_finals = 1};

  return csp_automaton_form_make(&form, 0, is_deterministic, &why);
}

static CspConstraint
record(CspConstraintKind kind, const CspVar *vars, uint32_t n, GArray *ints)
{
  return (CspConstraint){.kind = (uint8_t)kind,
                         .vars = vars,
                         .n_vars = n,
                         .ints = (const int32_t *)(void *)ints->data,
                         .n_ints = ints->len};
}

static void
values_on_no_path_go(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  g_autoptr(GArray) ints = make(steps, G_N_ELEMENTS(steps), 3, false);
  CspPoster poster = {.store = store};
  CspVar vars[] = {csp_store_add_var(store, 0, 9),
                   csp_store_add_var(store, 0, 9),
                   csp_store_add_var(store, 0, 9)};
  CspConstraint con = record(CSP_CON_REGULAR, vars, 3, ints);

  CU_ASSERT(csp_family_regular.post(&poster, &con, CSP_STRENGTH_DOMAIN));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_size(store, vars[0]), 2);
  CU_ASSERT_EQUAL(csp_store_value(store, vars[2]), 2);
  csp_store_push(store);
  CU_ASSERT(csp_store_fix(store, vars[0], 1, CSP_NO_HINT));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_value(store, vars[1]), 2);
  csp_store_pop(store);
  CU_ASSERT(csp_store_fix(store, vars[1], 1, CSP_NO_HINT));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_value(store, vars[0]), 2);
}

static void
the_violation_is_the_distance(void)
{
  g_autoptr(GArray) ints = make(steps, G_N_ELEMENTS(steps), 3, false);
  CspVar vars[] = {0, 1, 2, 3};
  CspConstraint con = record(CSP_CON_REGULAR, vars, 4, ints);
  CspScratch scratch = {0};
  const int32_t words[][4] = {{1, 2, 1, 2}, {1, 1, 2, 2}, {1, 1, 1, 1}};

  for (int64_t i = 0; i < 3; i++)
    CU_ASSERT_EQUAL(csp_family_regular.violation(&con, words[i], &scratch), i);
  csp_scratch_clear(&scratch);
}

/* Steps among a few states, over values around 0; costs behind. */
static GArray *
make_random(CspOracle *oracle, uint32_t width, bool is_deterministic)
{
  int32_t given[MAX_STEPS * 4], n_states = csp_oracle_int(oracle, 1, 4);
  size_t n_steps = (size_t)csp_oracle_int(oracle, 1, MAX_STEPS), n = 0;

  for (size_t s = 0; s < n_steps; s++) {
    int32_t step[] = {
        csp_oracle_int(oracle, 1, n_states), csp_oracle_int(oracle, -3, 3),
        csp_oracle_int(oracle, 1, n_states), csp_oracle_int(oracle, -3, 3)};
    bool is_double = false;
    for (size_t k = 0; k < n && width > 3; k += width)
      is_double |= given[k] == step[0] && given[k + 1] == step[1];
    for (uint32_t i = 0; i < width && !is_double; i++)
      given[n++] = step[i];
  }
  return make(given, n, width, is_deterministic);
}

static bool
has_interval(CspOracle *oracle, const CspVar *vars, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (csp_oracle_get_store(oracle)->kinds[vars[i]] == CSP_DOMAIN_INTERVAL)
      return true;
  return false;
}

static void
it_agrees(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_VARS);
    g_autoptr(GArray) ints = make_random(oracle, 3, false);
    CspVar vars[MAX_VARS];
    CspConstraint con = record(CSP_CON_REGULAR, vars, n, ints);

    for (uint32_t k = 0; k < n; k++)
      vars[k] = csp_oracle_add_random_var(oracle, 6);
    CU_ASSERT(csp_oracle_agrees(
        oracle, &csp_family_regular, &con, CSP_STRENGTH_DOMAIN,
        has_interval(oracle, vars, n) ? CSP_ORACLE_BOUNDS_D
                                      : CSP_ORACLE_DOMAIN));
  }
}

static void
its_truth_agrees(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 0, MAX_VARS - 1);
    g_autoptr(GArray) ints = make_random(oracle, 3, true);
    CspVar vars[MAX_VARS];
    CspConstraint con = record(CSP_CON_REIFIED_REGULAR, vars, n + 1, ints);

    for (uint32_t k = 0; k < n; k++)
      vars[k] = csp_oracle_add_random_var(oracle, 6);
    vars[n] = csp_oracle_add_var(oracle, 0, 1);
    CU_ASSERT(csp_oracle_agrees(
        oracle, &csp_family_reified_regular, &con, CSP_STRENGTH_DOMAIN,
        has_interval(oracle, vars, n) ? CSP_ORACLE_BOUNDS_D
                                      : CSP_ORACLE_DOMAIN));
  }
}

static void
its_cost_agrees(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_VARS - 1);
    g_autoptr(GArray) ints = make_random(oracle, 4, false);
    CspVar vars[MAX_VARS];
    CspConstraint con = record(CSP_CON_COST_REGULAR, vars, n + 1, ints);

    for (uint32_t k = 0; k <= n; k++)
      vars[k] = csp_oracle_add_random_var(oracle, 6);
    if (i % 7 == 0)
      vars[n] = vars[0];
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_cost_regular, &con,
                                CSP_STRENGTH_BOUNDS, CSP_ORACLE_SOUND));
  }
}

static void
variables_that_repeat_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    bool is_reified = i % 2 == 0;
    g_autoptr(GArray) ints = make_random(oracle, 3, is_reified);
    CspVar x = csp_oracle_add_random_var(oracle, 6);
    CspVar y = is_reified ? csp_oracle_add_var(oracle, 0, 1)
                          : csp_oracle_add_random_var(oracle, 6);
    CspVar vars[] = {x, y, x, y};
    CspConstraint con = record(
        is_reified ? CSP_CON_REIFIED_REGULAR : CSP_CON_REGULAR, vars, 4, ints);

    CU_ASSERT(csp_oracle_agrees(
        oracle, is_reified ? &csp_family_reified_regular : &csp_family_regular,
        &con, CSP_STRENGTH_DOMAIN, CSP_ORACLE_SOUND));
  }
}

/* Posting ------------------------------------------------------------------ */

static void
what_is_wrong_is_refused(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray array = csp_model_add_int_array(model, "x", 3, 1, 2, NULL);
  CspVar x[] = {csp_model_get_var(model, array, 0),
                csp_model_get_var(model, array, 1)};
  CspVar other = csp_model_get_var(model, array, 2);
  const gint low[] = {0, 1, -1}, far[] = {0, CSP_VALUE_MAX + 1, 1};
  const gint twice[] = {0, 1, 1, 5, 0, 1, 2, 5};
  const gint loop[] = {0, 1, 1, 0, 2, 2, 1, 1, 2, 2, 1, 3};
  const gint last = 3;

  CU_ASSERT(!csp_model_post_regular(model, x, 2, low, 2, 0, &last, 1, NULL));
  CU_ASSERT(!csp_model_post_regular(model, x, 2, low, 3, 0, &last, 1, NULL));
  CU_ASSERT(!csp_model_post_regular(model, x, 2, far, 3, 0, &last, 1, NULL));
  CU_ASSERT(!csp_model_post_regular(model, x, 2, loop, 12, -1, &last, 1, NULL));
  CU_ASSERT(!csp_model_post_regular(model, x, 0, loop, 12, 0, &last, 1, NULL));
  CU_ASSERT(!csp_model_post_reified_regular(model, x, 2, loop, 12, 0, &last, 1,
                                            other, NULL));
  CU_ASSERT(!csp_model_post_cost_regular(model, x, 2, twice, 8, 0, &last, 1,
                                         other, NULL));
  CU_ASSERT(!csp_model_post_cost_regular(model, NULL, 0, twice, 4, 0, &last, 1,
                                         other, NULL));
  CU_ASSERT(!csp_model_post_mdd(model, x, 2, loop, 12, 0, 3, NULL));
  CU_ASSERT(!csp_model_post_mdd(model, x, 2, loop, 6, 0, 1, NULL));
  CU_ASSERT_EQUAL(csp_model_get_n_constraints(model), 0);
}

/* How many assignments of n variables 0 .. 2, and a truth or a total, are left?
 */
static gsize
count(CspModel *model)
{
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  gsize n = 0;

  CU_ASSERT(csp_solver_set_option(solver, "solutions", "0", NULL));
  for (;;) {
    g_autoptr(CspSolution) solution = csp_solver_next(solver, NULL);
    if (solution == NULL)
      return n;
    n++;
  }
}

static void
diagrams_are_solved(void)
{
  /* the first value decides which of two pairs the second is of */
  const gint edges[] = {7, 0, 4, 7, 1, 9, 4, 0, 2, 4, 1, 2, 9, 1, 2, 9, 2, 2};
  const gint costs[] = {7, 0, 4, 1, 7, 1, 9, 2, 4, 0, 2, 3, 9, 2, 2, 4};

  for (int i = 0; i < 3; i++) {
    g_autoptr(CspModel) model = csp_model_new();
    CspArray array = csp_model_add_int_array(model, "x", 2, 0, 2, NULL);
    CspVar x[] = {csp_model_get_var(model, array, 0),
                  csp_model_get_var(model, array, 1)};
    CspVar truth = csp_model_add_bool(model, "truth", NULL);
    CspVar total = csp_model_add_int(model, "total", 0, 9, NULL);
    if (i == 0)
      CU_ASSERT(csp_model_post_mdd(model, x, 2, edges, 18, 7, 2, NULL));
    if (i == 1)
      CU_ASSERT(csp_model_post_reified_mdd(model, x, 2, edges, 18, 7, 2, truth,
                                           NULL));
    if (i == 2)
      CU_ASSERT(
          csp_model_post_cost_mdd(model, x, 2, costs, 16, 7, 2, total, NULL));
    CU_ASSERT_EQUAL(count(model), i == 0 ? 4 * 20 : i == 1 ? 9 * 10 : 2 * 2);
  }
}

static const CspTest tests[] = {
    {"values on no path go", values_on_no_path_go},
    {"the violation is the distance", the_violation_is_the_distance},
    {"it agrees with the oracle", it_agrees},
    {"its truth agrees with the oracle", its_truth_agrees},
    {"its cost agrees with the oracle", its_cost_agrees},
    {"variables that repeat agree with the oracle",
     variables_that_repeat_agree},
    {"what is wrong is refused", what_is_wrong_is_refused},
    {"diagrams are solved", diagrams_are_solved},
};

CSP_TEST_MAIN("regular", tests)
