/* SPDX-License-Identifier: MIT */
/* Bounds that creep: circles of sums fail soon, and nothing else does; and those
 * that travel along a chain do so soon. */
#include "config.h"

#include "base/random.h"
#include "constraints/arithmetic.h"
#include "constraints/family.h"
#include "tests/csp-test.h"

enum { WIDE = 500000000, N_CASES = 400, SOON = 1 << 18 };

static void
post_sum(CspStore *store,
         const CspVar *vars,
         const int32_t *coeffs,
         uint32_t n,
         CspRelation relation,
         int64_t constant)
{
  CspPoster poster = {.store = store};
  CspVar scope[8];
  CspConstraint con = {.kind = CSP_CON_LINEAR,
                       .vars = scope,
                       .n_vars = n,
                       .ints = coeffs,
                       .n_ints = n,
                       .relation = relation,
                       .constant = constant};

  for (uint32_t i = 0; i < n; i++)
    scope[i] = vars[i];
  CU_ASSERT(csp_family_linear.post(&poster, &con, CSP_STRENGTH_BOUNDS));
}

static void
a_circle_of_two_fails(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[] = {csp_store_add_var(store, -WIDE, WIDE),
                   csp_store_add_var(store, -WIDE, WIDE)};

  post_sum(store, vars, (const int32_t[]){1, -1}, 2, CSP_RELATION_LT, 0);
  post_sum(store, vars, (const int32_t[]){-1, 1}, 2, CSP_RELATION_LT, 0);
  CU_ASSERT(!csp_store_propagate(store));
  CU_ASSERT(store->n_propagations < SOON);
}

/* x + a <= y, y + b <= z, z + c <= x, the last only if a literal is true */
static void
a_circle_of_sums_fails(void)
{
  for (int is_last = 0; is_last <= 1; is_last++) {
    g_autoptr(CspStore) store = csp_store_new();
    CspPoster poster = {.store = store};
    CspVar x = csp_store_add_var(store, -WIDE, WIDE);
    CspVar y = csp_store_add_var(store, -WIDE, WIDE);
    CspVar z = csp_store_add_var(store, -WIDE, WIDE);
    CspVar a = csp_store_add_var(store, -1, 3);
    CspVar truth = csp_store_add_var(store, is_last, is_last);
    CspVar vars[] = {z, a, x, truth};
    int32_t coeffs[] = {2, 2, -2};
    CspConstraint con = {.kind = CSP_CON_REIFIED_LINEAR,
                         .vars = vars,
                         .n_vars = 4,
                         .ints = coeffs,
                         .n_ints = 3,
                         .relation = CSP_RELATION_LE,
                         .constant = 0};

    post_sum(store, (const CspVar[]){x, a, y}, (const int32_t[]){3, 3, -3}, 3,
             CSP_RELATION_LE, 0);
    post_sum(store, (const CspVar[]){y, z}, (const int32_t[]){1, -1}, 2,
             CSP_RELATION_LE, -3);
    CU_ASSERT(
        csp_family_reified_linear.post(&poster, &con, CSP_STRENGTH_BOUNDS));
    CU_ASSERT_EQUAL(csp_store_propagate(store), !is_last);
    CU_ASSERT(store->n_propagations < SOON);
  }
}

/* m = the smallest (the largest, negated) of x and y; x > m and y > m. */
static void
a_circle_through_an_extremum_fails(void)
{
  for (int sign = -1; sign <= 1; sign += 2) {
    g_autoptr(CspStore) store = csp_store_new();
    CspVar m = csp_store_add_var(store, -WIDE, WIDE);
    CspVar xs[] = {csp_store_add_var(store, -WIDE, WIDE),
                   csp_store_add_var(store, -WIDE, WIDE)};

    if (sign > 0)
      csp_post_minimum(store, xs, 2, m);
    else
      csp_post_maximum(store, xs, 2, m);
    for (int i = 0; i < 2; i++)
      post_sum(store, (const CspVar[]){m, xs[i]},
               (const int32_t[]){sign, -sign}, 2, CSP_RELATION_LT, 0);
    CU_ASSERT(!csp_store_propagate(store));
    CU_ASSERT(store->n_propagations < SOON);
  }
}

/* |x| < x, on either side of 0 */
static void
a_circle_through_an_absolute_fails(void)
{
  for (int sign = -1; sign <= 1; sign += 2) {
    g_autoptr(CspStore) store = csp_store_new();
    CspVar x = sign > 0 ? csp_store_add_var(store, 0, WIDE)
                        : csp_store_add_var(store, -WIDE, -1);
    CspVar size = csp_store_add_var(store, 0, WIDE);

    csp_post_absolute(store, x, size);
    post_sum(store, (const CspVar[]){size, x}, (const int32_t[]){1, -sign}, 2,
             CSP_RELATION_LT, 0);
    CU_ASSERT(!csp_store_propagate(store));
    CU_ASSERT(store->n_propagations < SOON);
  }
}

/* 2x = 2y + 1: the passes of one run creep. */
static void
a_circle_within_a_sum_fails(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[] = {csp_store_add_var(store, -WIDE, WIDE),
                   csp_store_add_var(store, -WIDE, WIDE)};

  post_sum(store, vars, (const int32_t[]){2, -2}, 2, CSP_RELATION_EQ, 1);
  CU_ASSERT(!csp_store_propagate(store));
  CU_ASSERT(store->n_propagations < SOON);
}

/* The smallest stays where a bound that does not move holds it. */
static void
what_stops_creeping_does_not_fail(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar m = csp_store_add_var(store, 0, WIDE);
  CspVar xs[] = {csp_store_add_var(store, 0, WIDE),
                 csp_store_add_var(store, 1 << 18, WIDE)};

  csp_post_minimum(store, xs, 2, m);
  post_sum(store, (const CspVar[]){m, xs[0]}, (const int32_t[]){1, -1}, 2,
           CSP_RELATION_LT, 0);
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT_EQUAL(csp_store_min(store, xs[0]), (1 << 18) + 1);
}

static int64_t
between(CspRandom *random, int64_t min, int64_t max)
{
  return min + csp_random_below(random, (uint64_t)(max - min + 1));
}

/* What holds for one assignment fails for no circle, with holes and with
 * coefficients that differ. */
static void
what_has_a_solution_does_not_fail(void)
{
  for (uint64_t seed = 0; seed < N_CASES; seed++) {
    CspRandom random;
    g_autoptr(CspStore) store = csp_store_new();
    CspVar vars[4];
    int64_t values[4];

    csp_random_seed(&random, seed);
    for (int i = 0; i < 4; i++) {
      vars[i] = csp_store_add_var(store, -WIDE / 1000, WIDE / 1000);
      values[i] = between(&random, -WIDE / 1000, WIDE / 1000);
      for (int k = 0; k < 20; k++) {
        int64_t hole = between(&random, -WIDE / 1000, WIDE / 1000);
        if (hole != values[i])
          CU_ASSERT(csp_store_remove(store, vars[i], hole, CSP_NO_HINT));
      }
    }
    for (int k = 0; k < 5; k++) {
      CspVar scope[2];
      int32_t coeffs[2];
      int64_t sum = 0;
      for (int i = 0; i < 2; i++) {
        int of = (int)between(&random, 0, 3);
        scope[i] = vars[of];
        coeffs[i] = (int32_t)between(&random, -2, 2);
        sum += coeffs[i] * values[of];
      }
      post_sum(store, scope, coeffs, 2, CSP_RELATION_LE, sum);
    }
    CU_ASSERT(csp_store_propagate(store));
    for (int i = 0; i < 4; i++)
      CU_ASSERT(csp_store_has(store, vars[i], values[i]));
  }
}

static void
the_stop_flag_ends_propagation(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  atomic_int stop = 1;
  CspVar vars[] = {csp_store_add_var(store, 0, WIDE),
                   csp_store_add_var(store, 0, WIDE)};

  store->stop = &stop;
  post_sum(store, vars, (const int32_t[]){1, -1}, 2, CSP_RELATION_LT, 0);
  post_sum(store, vars, (const int32_t[]){-1, 1}, 2, CSP_RELATION_LT, 0);
  CU_ASSERT(!csp_store_propagate(store));
  CU_ASSERT_EQUAL(store->n_propagations, 0);
}

/* x[0] < x[1] < ..., posted from either end: bounds travel both ways. */
static void
a_long_chain_takes_few_passes(void)
{
  enum { N = 20000 };

  for (int is_backwards = 0; is_backwards <= 1; is_backwards++) {
    g_autoptr(CspStore) store = csp_store_new();
    for (int i = 0; i < N; i++)
      csp_store_add_var(store, 0, N - 1);
    for (uint32_t i = 0; i < N - 1; i++) {
      CspVar x = is_backwards ? N - 2 - i : i, vars[] = {x, x + 1};
      post_sum(store, vars, (const int32_t[]){1, -1}, 2, CSP_RELATION_LT, 0);
    }
    CU_ASSERT(csp_store_propagate(store));
    CU_ASSERT(store->n_propagations < UINT64_C(8) * N);
    for (CspVar x = 0; x < N; x++)
      CU_ASSERT(csp_store_is_fixed(store, x) && csp_store_value(store, x) == x);
  }
}

static const CspTest tests[] = {
    {"a circle of two fails", a_circle_of_two_fails},
    {"a circle of sums fails", a_circle_of_sums_fails},
    {"a circle through an extremum fails", a_circle_through_an_extremum_fails},
    {"a circle through an absolute fails", a_circle_through_an_absolute_fails},
    {"a circle within a sum fails", a_circle_within_a_sum_fails},
    {"what stops creeping does not fail", what_stops_creeping_does_not_fail},
    {"what has a solution does not fail", what_has_a_solution_does_not_fail},
    {"a long chain takes few passes", a_long_chain_takes_few_passes},
    {"the stop flag ends propagation", the_stop_flag_ends_propagation},
};

CSP_TEST_MAIN("engine/creep", tests)
