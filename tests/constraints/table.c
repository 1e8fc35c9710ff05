/* SPDX-License-Identifier: MIT */
/* Lists of tuples, allowed and forbidden. */
#include "config.h"

#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 300, MAX_VARS = 4 };

static void
a_table_keeps_what_its_tuples_have(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[] = {csp_store_add_var(store, 0, 9),
                   csp_store_add_var(store, 0, 9)};
  int32_t tuples[] = {1, 5, 2, 7, 4, 7, 8, 12};
  CspConstraint con = {.vars = vars, .n_vars = 2, .ints = tuples, .n_ints = 8};

  CU_ASSERT(csp_family_table.post(&poster, &con, CSP_STRENGTH_DOMAIN));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_size(store, vars[0]), 3);
  CU_ASSERT_EQUAL(csp_store_size(store, vars[1]), 2);
  CU_ASSERT(csp_store_remove(store, vars[1], 7, CSP_NO_HINT));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT(csp_store_is_fixed(store, vars[0]));
}

static void
no_tuple_is_a_contradiction_or_a_truth(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[] = {csp_store_add_var(store, 0, 9),
                   csp_store_add_var(store, 0, 9)};
  CspConstraint con = {.vars = vars, .n_vars = 2};

  CU_ASSERT(csp_family_negative_table.post(&poster, &con, CSP_STRENGTH_DOMAIN));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT(!csp_family_table.post(&poster, &con, CSP_STRENGTH_DOMAIN));
}

/* Tuples over small values, in order, one in `rarity`. */
static GArray *
make_tuples(CspOracle *oracle, uint32_t n_vars, int32_t rarity)
{
  GArray *tuples = g_array_new(FALSE, FALSE, sizeof(int32_t));
  int32_t tuple[MAX_VARS], low = -2, high = 3;
  int32_t i = 0;

  for (uint32_t k = 0; k < n_vars; k++)
    tuple[k] = low;
  while (i >= 0) {
    if (csp_oracle_int(oracle, 1, rarity) == 1)
      g_array_append_vals(tuples, tuple, n_vars);
    for (i = (int32_t)n_vars - 1; i >= 0; i--) {
      if (++tuple[i] <= high)
        break;
      tuple[i] = low;
    }
  }
  return tuples;
}

/* A wide interval is pruned to its bounds only. */
static CspOracleClaim
claim_for(CspOracle *oracle, const CspConstraint *con)
{
  for (uint32_t i = 0; i < con->n_vars; i++)
    if (csp_oracle_get_store(oracle)->kinds[con->vars[i]] ==
        CSP_DOMAIN_INTERVAL)
      return CSP_ORACLE_BOUNDS_D;
  return CSP_ORACLE_DOMAIN;
}

static void
a_table_agrees(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_VARS);
    g_autoptr(GArray) tuples =
        make_tuples(oracle, n, csp_oracle_int(oracle, 1, 1 << (2 * n - 1)));
    CspVar vars[MAX_VARS];
    CspConstraint con = {.vars = vars,
                         .n_vars = n,
                         .ints = (const int32_t *)(void *)tuples->data,
                         .n_ints = tuples->len};

    for (uint32_t k = 0; k < n; k++)
      vars[k] = csp_oracle_add_random_var(oracle, 6);
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_table, &con,
                                CSP_STRENGTH_DOMAIN, claim_for(oracle, &con)));
  }
}

static void
a_negative_table_agrees(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_VARS);
    g_autoptr(GArray) tuples =
        make_tuples(oracle, n, 1 + csp_oracle_int(oracle, 0, 9) / 4);
    CspVar vars[MAX_VARS];
    CspConstraint con = {.vars = vars,
                         .n_vars = n,
                         .ints = (const int32_t *)(void *)tuples->data,
                         .n_ints = tuples->len};

    for (uint32_t k = 0; k < n; k++)
      vars[k] = csp_oracle_add_random_var(oracle, 4);
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_negative_table, &con,
                                CSP_STRENGTH_DOMAIN, CSP_ORACLE_DOMAIN));
  }
}

static void
variables_that_repeat_agree(void)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    bool is_negative = i % 2 == 0;
    g_autoptr(GArray) tuples =
        make_tuples(oracle, 3, is_negative ? 2 : 1 + i % 16);
    CspVar x = csp_oracle_add_random_var(oracle, 6);
    CspVar y = csp_oracle_add_random_var(oracle, 6);
    CspVar vars[] = {x, y, x};
    CspConstraint con = {.vars = vars,
                         .n_vars = 3,
                         .ints = (const int32_t *)(void *)tuples->data,
                         .n_ints = tuples->len};

    CU_ASSERT(csp_oracle_agrees(
        oracle, is_negative ? &csp_family_negative_table : &csp_family_table,
        &con, CSP_STRENGTH_DOMAIN,
        is_negative ? CSP_ORACLE_DOMAIN : claim_for(oracle, &con)));
  }
}

/* Any value in one place of `rarity`, on average. */
static void
shorten(CspOracle *oracle, GArray *tuples, int32_t rarity)
{
  for (guint i = 0; i < tuples->len; i++)
    if (csp_oracle_int(oracle, 1, rarity) == 1)
      g_array_index(tuples, int32_t, i) = CSP_ANY;
}

static void
short_tuples_agree(void)
{
  for (int i = 0; i < 2 * N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    bool is_negative = i % 2 == 0;
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_VARS);
    g_autoptr(GArray) tuples = make_tuples(oracle, n, 1 << (2 * n - 1));
    CspVar vars[MAX_VARS];
    CspConstraint con = {.vars = vars,
                         .n_vars = n,
                         .ints = (const int32_t *)(void *)tuples->data,
                         .n_ints = tuples->len,
                         .constant = 1};

    shorten(oracle, tuples, csp_oracle_int(oracle, 1, 5));
    for (uint32_t k = 0; k < n; k++)
      vars[k] = k > 1 && csp_oracle_int(oracle, 0, 3) == 0
                    ? vars[0]
                    : csp_oracle_add_random_var(oracle, 5);
    CU_ASSERT(csp_oracle_agrees(
        oracle, is_negative ? &csp_family_negative_table : &csp_family_table,
        &con, CSP_STRENGTH_DOMAIN,
        is_negative ? CSP_ORACLE_SOUND : claim_for(oracle, &con)));
  }
}

/* Of the 27 tuples, (0, ?, 2) and (?, 0, 0): 3 + 3; the rest is not in it.  The
 * values are far apart, and few. */
static void
a_truth_tells_of_a_table(void)
{
  const gint tuples[] = {0, CSP_ANY, 2, CSP_ANY, 0, 0};
  const gint values[] = {0, 2, CSP_VALUE_MAX};

  for (gint value = 0; value <= 1; value++) {
    g_autoptr(CspModel) model = csp_model_new();
    CspArray x = csp_model_add_int_array_values(model, "x", 3, values, 3, NULL);
    CspVar truth = csp_model_add_int(model, "truth", value, value, NULL);
    CspVar vars[] = {csp_model_get_var(model, x, 0),
                     csp_model_get_var(model, x, 1),
                     csp_model_get_var(model, x, 2)};
    guint64 count = 0;
    CU_ASSERT(
        csp_model_post_reified_table(model, vars, 3, tuples, 6, truth, NULL));
    g_autoptr(CspSolver) solver = csp_solver_new(model);
    CU_ASSERT(csp_solver_count(solver, &count, NULL));
    CU_ASSERT_EQUAL(count, value ? 6 : 21);
  }
}

/* Does each domain have just the values of the tuples that all domains allow? */
static bool
is_consistent(const CspStore *store, const CspConstraint *con)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  uint64_t n_values = 0;

  for (uint32_t t = 0; t < con->n_ints; t += con->n_vars) {
    bool is_possible = true;
    for (uint32_t c = 0; c < con->n_vars; c++)
      is_possible &= csp_store_has(store, con->vars[c], con->ints[t + c]);
    for (uint32_t c = 0; is_possible && c < con->n_vars; c++)
      g_hash_table_add(
          seen, GINT_TO_POINTER(con->ints[t + c] * MAX_VARS + (int32_t)c + 1));
  }
  for (uint32_t c = 0; c < con->n_vars; c++)
    n_values += csp_store_size(store, con->vars[c]);
  return n_values == g_hash_table_size(seen);
}

/* Thousands of values, each in few of thousands of tuples. */
enum { MANY = 4000 };

static void
make_sparse(CspOracle *oracle, int32_t *tuples)
{
  for (uint32_t i = 0; i < 3 * MANY; i++)
    tuples[i] = csp_oracle_int(oracle, 0, i % 3 == 2 ? 3 : MANY - 1);
}

static void
many_values_take_memory_by_their_tuples(void)
{
  g_autoptr(CspOracle) oracle = csp_oracle_new(1);
  g_autofree int32_t *tuples = g_new(int32_t, 3 * MANY);
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[] = {csp_store_add_var(store, 0, MANY - 1),
                   csp_store_add_var(store, 0, MANY - 1),
                   csp_store_add_var(store, 0, 3)};
  CspConstraint con = {
      .vars = vars, .n_vars = 3, .ints = tuples, .n_ints = 3 * MANY};
  size_t before = csp_arena_get_used(store->arena);

  make_sparse(oracle, tuples);
  CU_ASSERT(csp_family_table.post(&poster, &con, CSP_STRENGTH_DOMAIN));
  CU_ASSERT(csp_arena_get_used(store->arena) - before < 64 * 3 * MANY);
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT(is_consistent(store, &con));
  for (int i = 0; i < 40; i++) {
    uint32_t c = (uint32_t)csp_oracle_int(oracle, 0, 1);
    int32_t value = csp_oracle_int(oracle, 0, MANY - 1);
    csp_store_push(store);
    bool is_good =
        i % 4 == 3   ? csp_store_remove(store, vars[2], i % 3, CSP_NO_HINT)
        : i % 2 == 0 ? csp_store_set_min(store, vars[c], value / 8, CSP_NO_HINT)
                     : csp_store_remove(store, vars[c], value, CSP_NO_HINT);
    if (is_good && csp_store_propagate(store)) {
      CU_ASSERT(is_consistent(store, &con));
      if (csp_oracle_int(oracle, 0, 2) != 0)
        continue;
    }
    csp_store_pop(store);
    CU_ASSERT(is_consistent(store, &con));
  }
}

/* What is left open when the others are set is no tuple's. */
static void
many_short_tuples_are_forbidden(void)
{
  g_autoptr(CspOracle) oracle = csp_oracle_new(2);
  g_autofree int32_t *tuples = g_new(int32_t, 3 * MANY);
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[] = {csp_store_add_var(store, 0, MANY - 1),
                   csp_store_add_var(store, 0, MANY - 1),
                   csp_store_add_var(store, 0, 3)};
  CspConstraint con = {.vars = vars,
                       .n_vars = 3,
                       .ints = tuples,
                       .n_ints = 3 * MANY,
                       .constant = 1};

  make_sparse(oracle, tuples);
  for (uint32_t t = 0; t < MANY; t += 2)
    tuples[3 * t + 2] = CSP_ANY;
  CU_ASSERT(csp_family_negative_table.post(&poster, &con, CSP_STRENGTH_DOMAIN));
  for (uint32_t t = 0; t < 200; t++) {
    const int32_t *tuple = &tuples[3 * t];
    csp_store_push(store);
    CU_ASSERT(csp_store_fix(store, vars[0], tuple[0], CSP_NO_HINT));
    CU_ASSERT(csp_store_fix(store, vars[2], MAX(tuple[2], 0), CSP_NO_HINT));
    CU_ASSERT(csp_store_propagate(store));
    CU_ASSERT(!csp_store_has(store, vars[1], tuple[1]));
    CU_ASSERT(csp_store_size(store, vars[1]) > MANY - 20);
    csp_store_pop(store);
  }
}

static const CspTest tests[] = {
    {"a table keeps what its tuples have", a_table_keeps_what_its_tuples_have},
    {"no tuple is a contradiction or a truth",
     no_tuple_is_a_contradiction_or_a_truth},
    {"a table agrees with the oracle", a_table_agrees},
    {"a negative table agrees with the oracle", a_negative_table_agrees},
    {"variables that repeat agree with the oracle",
     variables_that_repeat_agree},
    {"short tuples agree with the oracle", short_tuples_agree},
    {"a truth tells of a table", a_truth_tells_of_a_table},
    {"many values take memory by their tuples",
     many_values_take_memory_by_their_tuples},
    {"many short tuples are forbidden", many_short_tuples_are_forbidden},
};

CSP_TEST_MAIN("table", tests)
