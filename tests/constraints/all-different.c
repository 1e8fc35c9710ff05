/* SPDX-License-Identifier: MIT */
/* All-different: its meaning, and each strength against that meaning. */
#include "config.h"

#include "constraints/all-different.h"
#include "constraints/family.h"
#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 40 };

/* The meaning. ------------------------------------------------------------- */

static bool
holds(const CspConstraint *con, const int32_t *values)
{
  CspScratch scratch = {0};
  bool result = csp_family_all_different.holds(con, values, &scratch);

  csp_scratch_clear(&scratch);
  return result;
}

static void
means_pairwise_different(void)
{
  CspConstraint con = {.n_vars = 3};

  CU_ASSERT(holds(&con, (const int32_t[]){1, 3, 2}));
  CU_ASSERT(holds(&con, (const int32_t[]){-1, 0, 1 << 30}));
  CU_ASSERT_FALSE(holds(&con, (const int32_t[]){1, 3, 1}));
  CU_ASSERT_FALSE(holds(&con, (const int32_t[]){1 << 30, -9, 1 << 30}));
}

static void
holds_for_one_variable_and_for_none(void)
{
  CspConstraint con = {.n_vars = 1};

  CU_ASSERT(holds(&con, (const int32_t[]){5}));
  con.n_vars = 0;
  CU_ASSERT(holds(&con, NULL));
}

static void
adds_offsets(void)
{
  const int32_t list[] = {0, 10, -10}, affine[] = {7, -1};
  CspConstraint con = {.n_vars = 3, .ints = list, .n_ints = 3};

  CU_ASSERT(holds(&con, (const int32_t[]){5, 5, 5}));
  CU_ASSERT_FALSE(holds(&con, (const int32_t[]){15, 5, 5}));

  con = (CspConstraint){
      .n_vars = 3, .ints = affine, .n_ints = 2, .is_affine = true};
  CU_ASSERT(holds(&con, (const int32_t[]){5, 5, 5}));
  CU_ASSERT_FALSE(holds(&con, (const int32_t[]){5, 6, 1}));
}

static void
means_the_same_in_any_range(void)
{
  CspRandom random;
  csp_random_seed(&random, 1);

  for (int n_cases = 0; n_cases < 2000; n_cases++) {
    int32_t values[12], wide = n_cases % 2 == 0 ? 1 : 9999991;
    bool is_different = true;
    CspConstraint con = {.n_vars = 2 + csp_random_below(&random, 11)};
    for (uint32_t i = 0; i < con.n_vars; i++) {
      values[i] = ((int32_t)csp_random_below(&random, 40) - 20) * wide;
      for (uint32_t j = 0; j < i; j++)
        is_different = is_different && values[i] != values[j];
    }
    CU_ASSERT_EQUAL(holds(&con, values), is_different);
  }
}

/* Against the oracle. ------------------------------------------------------ */

typedef struct {
  uint32_t n_vars, max_size; /* at most */
  bool is_narrow;            /* all domains are short intervals near 0 */
  bool has_offsets, has_far_var, has_repeats;
} Shape;

static bool
agrees(uint64_t seed,
       const Shape *shape,
       CspStrength strength,
       CspOracleClaim claim,
       CspOracleConsistentFunc func)
{
  g_autoptr(CspOracle) oracle = csp_oracle_new(seed);
  CspVar vars[8];
  int32_t ints[8];
  CspConstraint con = {
      .vars = vars,
      .n_vars = (uint32_t)csp_oracle_int(oracle, 2, (int32_t)shape->n_vars)};

  for (uint32_t i = 0; i < con.n_vars; i++) {
    int32_t min = csp_oracle_int(oracle, -2, 2);
    if (shape->has_repeats && i > 0 && csp_oracle_int(oracle, 0, 3) == 0)
      vars[i] = vars[csp_oracle_int(oracle, 0, (int32_t)i - 1)];
    else if (shape->has_far_var && i == 0)
      vars[i] = csp_oracle_add_var(oracle, 66, 67);
    else if (shape->is_narrow)
      vars[i] = csp_oracle_add_var(
          oracle, min,
          min + csp_oracle_int(oracle, 0, (int32_t)shape->max_size - 1));
    else
      vars[i] = csp_oracle_add_random_var(oracle, shape->max_size);
    ints[i] = csp_oracle_int(oracle, -3, 3);
  }
  if (shape->has_offsets) {
    con.ints = ints;
    con.is_affine = csp_oracle_int(oracle, 0, 1) == 0;
    con.n_ints = con.is_affine ? 2 : con.n_vars;
  }
  csp_oracle_set_claim_func(oracle, func);
  return csp_oracle_agrees(oracle, &csp_family_all_different, &con, strength,
                           claim);
}

static void
check_shapes(CspStrength strength,
             CspOracleClaim claim,
             CspOracleConsistentFunc func)
{
  static const Shape shapes[] = {
      {.n_vars = 5, .max_size = 6, .is_narrow = true},
      {.n_vars = 6, .max_size = 5, .is_narrow = true},
      {.n_vars = 5, .max_size = 6, .is_narrow = true, .has_offsets = true},
      {.n_vars = 6, .max_size = 5, .is_narrow = true, .has_far_var = true},
      {.n_vars = 5, .max_size = 5},
      {.n_vars = 5, .max_size = 5, .has_offsets = true},
      {.n_vars = 7, .max_size = 3},
  };

  for (size_t k = 0; k < G_N_ELEMENTS(shapes); k++)
    for (uint64_t seed = 0; seed < N_CASES; seed++)
      if (!agrees(1000 * k + seed, &shapes[k], strength, claim, func)) {
        CU_FAIL("disagrees with the meaning");
        return;
      }
}

/* What a fixed variable has is gone from all others. */
static bool
values_are_eliminated(CspStore *store, const CspConstraint *con)
{
  for (uint32_t i = 0; i < con->n_vars; i++)
    for (uint32_t j = 0; j < con->n_vars; j++) {
      CspVar x = csp_constraint_var(con, i), y = csp_constraint_var(con, j);
      if (i != j && csp_store_is_fixed(store, x) &&
          csp_store_has(store, y,
                        csp_store_value(store, x) +
                            csp_constraint_offset(con, i) -
                            csp_constraint_offset(con, j)))
        return false;
    }
  return true;
}

static void
eliminates_values(void)
{
  check_shapes(CSP_STRENGTH_VALUE, CSP_ORACLE_SOUND, values_are_eliminated);
}

static void
makes_bounds_consistent(void)
{
  check_shapes(CSP_STRENGTH_BOUNDS, CSP_ORACLE_BOUNDS_Z, values_are_eliminated);
}

static void
makes_domains_consistent(void)
{
  check_shapes(CSP_STRENGTH_DOMAIN, CSP_ORACLE_DOMAIN, NULL);
}

static void
allows_a_variable_twice(void)
{
  static const CspStrength strengths[] = {
      CSP_STRENGTH_VALUE, CSP_STRENGTH_BOUNDS, CSP_STRENGTH_DOMAIN};
  static const Shape shapes[] = {
      {.n_vars = 5, .max_size = 6, .is_narrow = true, .has_repeats = true},
      {.n_vars = 6,
       .max_size = 6,
       .is_narrow = true,
       .has_offsets = true,
       .has_repeats = true},
      {.n_vars = 6,
       .max_size = 5,
       .is_narrow = true,
       .has_far_var = true,
       .has_offsets = true,
       .has_repeats = true},
      {.n_vars = 5, .max_size = 5, .has_offsets = true, .has_repeats = true},
  };

  for (size_t s = 0; s < G_N_ELEMENTS(strengths); s++)
    for (size_t k = 0; k < G_N_ELEMENTS(shapes); k++)
      for (uint64_t seed = 0; seed < N_CASES; seed++)
        if (!agrees(1000 * k + seed, &shapes[k], strengths[s], CSP_ORACLE_SOUND,
                    values_are_eliminated)) {
          CU_FAIL("disagrees with the meaning");
          return;
        }
}

/* What each strength sees. ------------------------------------------------- */

/* x and y in 1..2, z in 1..3: z = 3.  With a far variable the values no longer
 * fit a word. */
static uint32_t
size_left_of_z(CspStrength strength, bool has_far_var)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[] = {
      csp_store_add_var(store, 1, 2), csp_store_add_var(store, 1, 2),
      csp_store_add_var(store, 1, 3), csp_store_add_var(store, 500, 501)};

  CU_ASSERT(
      csp_post_all_different(store, vars, has_far_var ? 4 : 3, NULL, strength));
  CU_ASSERT(csp_store_propagate(store));
  return csp_store_size(store, vars[2]);
}

static void
sees_a_hall_set_unless_by_value(void)
{
  CU_ASSERT_EQUAL(size_left_of_z(CSP_STRENGTH_VALUE, false), 3);
  CU_ASSERT_EQUAL(size_left_of_z(CSP_STRENGTH_BOUNDS, false), 1);
  CU_ASSERT_EQUAL(size_left_of_z(CSP_STRENGTH_DOMAIN, false), 1);
  CU_ASSERT_EQUAL(size_left_of_z(CSP_STRENGTH_DOMAIN, true), 1);
}

/* n variables with n - 1 values. */
static bool
pigeons_fit(CspStrength strength, uint32_t n)
{
  g_autoptr(CspStore) store = csp_store_new();
  g_autofree CspVar *vars = g_new(CspVar, n);

  for (uint32_t i = 0; i < n; i++)
    vars[i] = csp_store_add_var(store, 0, (int32_t)n - 2);
  return csp_post_all_different(store, vars, n, NULL, strength) &&
         csp_store_propagate(store);
}

static void
knows_the_pigeonhole_principle(void)
{
  CU_ASSERT(pigeons_fit(CSP_STRENGTH_VALUE, 5));
  CU_ASSERT_FALSE(pigeons_fit(CSP_STRENGTH_BOUNDS, 5));
  CU_ASSERT_FALSE(pigeons_fit(CSP_STRENGTH_DOMAIN, 5));
  CU_ASSERT_FALSE(pigeons_fit(CSP_STRENGTH_BOUNDS, 700));
  CU_ASSERT_FALSE(pigeons_fit(CSP_STRENGTH_DOMAIN, 700));
}

/* Variable i has i and i + 1, the last one only its first: all are fixed, from
 * the last to the first. */
static void
fixes_a_long_chain(void)
{
  static const CspStrength strengths[] = {
      CSP_STRENGTH_VALUE, CSP_STRENGTH_BOUNDS, CSP_STRENGTH_DOMAIN};
  enum { N = 3000 };

  for (size_t s = 0; s < G_N_ELEMENTS(strengths); s++) {
    g_autoptr(CspStore) store = csp_store_new();
    g_autofree CspVar *vars = g_new(CspVar, N);
    for (int32_t i = 0; i < N; i++)
      vars[i] = csp_store_add_var(store, i, i + (i < N - 1));
    CU_ASSERT(csp_post_all_different(store, vars, N, NULL, strengths[s]));
    CU_ASSERT(csp_store_propagate(store));
    CU_ASSERT_EQUAL(csp_store_value(store, vars[0]), 0);
  }
}

/* Too many values to look at one by one: bounds consistency takes over. */
static void
takes_domains_of_any_width(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[] = {csp_store_add_var(store, CSP_VALUE_MIN, CSP_VALUE_MAX),
                   csp_store_add_var(store, CSP_VALUE_MIN, CSP_VALUE_MIN + 1),
                   csp_store_add_var(store, CSP_VALUE_MIN, CSP_VALUE_MIN + 1)};

  CU_ASSERT(csp_post_all_different(store, vars, 3, NULL, CSP_STRENGTH_DOMAIN));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_min(store, vars[0]), CSP_VALUE_MIN + 2);
}

/* Several views. ----------------------------------------------------------- */

typedef enum { ONE_BASE, OTHER_BASES, WIDE } Board;

static uint64_t
count_queens(int32_t n, Board board)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar queens[16];
  int64_t up[16], down[16];
  const int64_t *offsets[] = {NULL, up, down};
  uint64_t n_solutions = 0;
  int depth = 0;
  struct {
    CspVar x;
    int64_t value;
  } path[256];

  for (int32_t i = 0; i < n; i++) {
    int32_t base = board == OTHER_BASES ? 5 * i : 0;
    if (board == WIDE) {
      queens[i] = csp_store_add_var(store, -100, 100);
      CU_ASSERT(csp_store_set_min(store, queens[i], 0, CSP_NO_HINT));
      CU_ASSERT(csp_store_set_max(store, queens[i], n - 1, CSP_NO_HINT));
    } else {
      queens[i] = csp_store_add_var(store, base, base + n - 1);
    }
    up[i] = i - base;
    down[i] = -i - base;
  }
  int64_t same[16];
  for (int32_t i = 0; i < n; i++)
    same[i] = board == OTHER_BASES ? -5 * (int64_t)i : 0;
  offsets[0] = same;
  CU_ASSERT(
      csp_post_all_different_views(store, queens, (uint32_t)n, offsets, 3));
  bool is_consistent = csp_store_propagate(store);
  for (;;) {
    CspVar open = CSP_NONE;
    for (int32_t i = 0; i < n && is_consistent && open == CSP_NONE; i++)
      if (!csp_store_is_fixed(store, queens[i]))
        open = queens[i];
    if (open != CSP_NONE) {
      csp_store_push(store);
      path[depth].x = open;
      path[depth].value = csp_store_min(store, open);
      is_consistent =
          csp_store_fix(store, open, path[depth].value, CSP_NO_HINT) &&
          csp_store_propagate(store);
      depth++;
      continue;
    }
    n_solutions += is_consistent;
    if (depth == 0)
      return n_solutions;
    depth--;
    csp_store_pop(store);
    is_consistent = csp_store_remove(store, path[depth].x, path[depth].value,
                                     CSP_NO_HINT) &&
                    csp_store_propagate(store);
  }
}

static void
counts_queens_by_three_views(void)
{
  for (Board board = ONE_BASE; board <= WIDE; board++) {
    CU_ASSERT_EQUAL(count_queens(4, board), 2);
    CU_ASSERT_EQUAL(count_queens(6, board), 4);
    CU_ASSERT_EQUAL(count_queens(8, board), 92);
    CU_ASSERT_EQUAL(count_queens(9, board), 352);
  }
}

static void
closes_positions_without_a_queue(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[3];
  const int64_t up[] = {0, 1, 2};
  const int64_t *offsets[] = {NULL, up};
  CspDifferentViews views;

  for (int i = 0; i < 3; i++)
    vars[i] = csp_store_add_var(store, 0, 3);
  csp_different_views_init(&views, store, vars, 3, offsets, 2);
  csp_store_push(store);
  CU_ASSERT(csp_different_views_close(&views, store, 0, 2));
  CU_ASSERT_EQUAL(csp_store_size(store, vars[0]), 4);
  CU_ASSERT_EQUAL(csp_store_size(store, vars[1]), 2);
  CU_ASSERT_FALSE(csp_store_has(store, vars[2], 0));
  CU_ASSERT(csp_different_views_close(&views, store, 2, 3));
  CU_ASSERT_EQUAL(views.n_open, 1);
  CU_ASSERT_EQUAL(csp_store_value(store, vars[1]), 0);
  csp_store_pop(store);
  CU_ASSERT_EQUAL(views.n_open, 3);
  CU_ASSERT_EQUAL(csp_store_size(store, vars[1]), 4);
}

static const CspTest tests[] = {
    {"means pairwise different", means_pairwise_different},
    {"holds for one variable and for none",
     holds_for_one_variable_and_for_none},
    {"adds offsets", adds_offsets},
    {"means the same in any range", means_the_same_in_any_range},
    {"eliminates values", eliminates_values},
    {"makes bounds consistent", makes_bounds_consistent},
    {"makes domains consistent", makes_domains_consistent},
    {"allows a variable twice", allows_a_variable_twice},
    {"sees a Hall set unless by value", sees_a_hall_set_unless_by_value},
    {"knows the pigeonhole principle", knows_the_pigeonhole_principle},
    {"fixes a long chain", fixes_a_long_chain},
    {"takes domains of any width", takes_domains_of_any_width},
    {"counts queens by three views", counts_queens_by_three_views},
    {"closes positions without a queue", closes_positions_without_a_queue},
};

CSP_TEST_MAIN("constraints/all-different", tests)
