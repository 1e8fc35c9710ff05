/* SPDX-License-Identifier: MIT */
/* Inverse functions, circuits and subcircuits. */
#include "config.h"

#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_CASES = 400, MAX_PLACES = 5 };

/* A variable whose values are mostly places. */
static CspVar
random_place(CspOracle *oracle, int32_t first, uint32_t n)
{
  int32_t min = first + csp_oracle_int(oracle, -1, (int32_t)n - 1);

  if (csp_oracle_int(oracle, 0, 3) == 0)
    return csp_oracle_add_random_var(oracle, 4);
  return csp_oracle_add_var(oracle, min, min + csp_oracle_int(oracle, 0, 3));
}

static void
fill(CspOracle *oracle,
     CspVar *vars,
     uint32_t n_vars,
     int32_t first,
     uint32_t n_places,
     bool repeats)
{
  for (uint32_t i = 0; i < n_vars; i++)
    vars[i] = repeats && i > 0 && csp_oracle_int(oracle, 0, 3) == 0
                  ? vars[csp_oracle_int(oracle, 0, (int32_t)i - 1)]
                  : random_place(oracle, first, n_places);
}

static void
inverse_agrees(CspStrength strength, bool repeats, CspOracleClaim claim)
{
  for (int i = 0; i < N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[6];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, 3);
    int32_t first[] = {csp_oracle_int(oracle, -2, 0),
                       csp_oracle_int(oracle, -2, 0)};
    CspConstraint con = {.kind = CSP_CON_INVERSE,
                         .vars = vars,
                         .n_vars = 2 * n,
                         .ints = first,
                         .n_ints = 2};

    fill(oracle, vars, n, first[1], n, false);
    fill(oracle, vars + n, n, first[0], n, false);
    if (repeats)
      for (uint32_t k = 0; k < n; k++)
        vars[n + k] = vars[csp_oracle_int(oracle, 0, (int32_t)(n + k))];
    CU_ASSERT(
        csp_oracle_agrees(oracle, &csp_family_inverse, &con, strength, claim));
  }
}

static void
inverse_agrees_with_the_oracle(void)
{
  inverse_agrees(CSP_STRENGTH_VALUE, false, CSP_ORACLE_SOUND);
  inverse_agrees(CSP_STRENGTH_BOUNDS, false, CSP_ORACLE_SOUND);
  inverse_agrees(CSP_STRENGTH_DOMAIN, false, CSP_ORACLE_DOMAIN);
}

static void
an_array_may_be_its_own_inverse(void)
{
  inverse_agrees(CSP_STRENGTH_VALUE, true, CSP_ORACLE_SOUND);
  inverse_agrees(CSP_STRENGTH_DOMAIN, true, CSP_ORACLE_SOUND);
}

/* Over several words, and by ranges as well as by holes. */
static void
long_arrays_are_channeled(void)
{
  enum { N = 150 };
  g_autoptr(CspStore) store = csp_store_new();
  CspPoster poster = {.store = store};
  CspVar vars[2 * N];
  const int32_t first[] = {0, 0};
  CspConstraint con = {.kind = CSP_CON_INVERSE,
                       .vars = vars,
                       .n_vars = 2 * N,
                       .ints = first,
                       .n_ints = 2};

  for (int i = 0; i < 2 * N; i++)
    vars[i] = csp_store_add_var(store, 0, N - 1);
  CU_ASSERT(csp_family_inverse.post(&poster, &con, CSP_STRENGTH_VALUE));
  CU_ASSERT(csp_store_propagate(store));
  csp_store_push(store);
  CU_ASSERT(csp_store_set_min(store, vars[0], 70, CSP_NO_HINT));
  CU_ASSERT(csp_store_remove(store, vars[0], 90, CSP_NO_HINT));
  CU_ASSERT(csp_store_set_max(store, vars[0], 100, CSP_NO_HINT));
  CU_ASSERT(csp_store_fix(store, vars[5], 80, CSP_NO_HINT));
  CU_ASSERT(csp_store_propagate(store));
  for (int j = 0; j < N; j++)
    CU_ASSERT_EQUAL(csp_store_has(store, vars[N + j], 0),
                    csp_store_has(store, vars[0], j));
  CU_ASSERT_EQUAL(csp_store_size(store, vars[0]), 29);
  CU_ASSERT(csp_store_is_fixed(store, vars[N + 80]));
  csp_store_pop(store);
  CU_ASSERT_EQUAL(csp_store_size(store, vars[N + 90]), N);
}

static void
circuits_agree(const CspFamily *family, CspConstraintKind kind)
{
  for (int i = 0; i < 3 * N_CASES; i++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new((uint64_t)i);
    CspVar vars[MAX_PLACES];
    uint32_t n = (uint32_t)csp_oracle_int(oracle, 1, MAX_PLACES);
    int32_t first = csp_oracle_int(oracle, -3, 1);
    CspConstraint con = {
        .kind = (uint8_t)kind, .vars = vars, .n_vars = n, .constant = first};

    fill(oracle, vars, n, first, n, i % 4 == 0);
    CU_ASSERT(csp_oracle_agrees(oracle, family, &con,
                                (CspStrength)(CSP_STRENGTH_VALUE + i % 3),
                                CSP_ORACLE_SOUND));
  }
}

static void
circuits_agree_with_the_oracle(void)
{
  circuits_agree(&csp_family_circuit, CSP_CON_CIRCUIT);
}

static void
subcircuits_agree_with_the_oracle(void)
{
  circuits_agree(&csp_family_subcircuit, CSP_CON_SUBCIRCUIT);
}

static bool
post_circuit(CspStore *store,
             const CspFamily *family,
             const CspVar *vars,
             uint32_t n)
{
  CspPoster poster = {.store = store};
  CspConstraint con = {.kind = family == &csp_family_circuit
                                   ? CSP_CON_CIRCUIT
                                   : CSP_CON_SUBCIRCUIT,
                       .vars = vars,
                       .n_vars = n};

  return family->post(&poster, &con, CSP_STRENGTH_DOMAIN) &&
         csp_store_propagate(store);
}

/* 0 and 1 lead to 2 and 3 only by 1 -> 2. */
static void
a_bridge_is_taken(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[] = {
      csp_store_add_var(store, 0, 1), csp_store_add_var(store, 0, 2),
      csp_store_add_var(store, 2, 3), csp_store_add_var(store, 0, 3)};

  CU_ASSERT(post_circuit(store, &csp_family_circuit, vars, 4));
  CU_ASSERT_EQUAL(csp_store_max(store, vars[0]), 1);
  CU_ASSERT(csp_store_is_fixed(store, vars[1]));
  CU_ASSERT_EQUAL(csp_store_max(store, vars[1]), 2);
  CU_ASSERT_EQUAL(csp_store_max(store, vars[3]), 0);
}

static void
two_parts_have_no_circuit(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[6];

  for (int i = 0; i < 6; i++)
    vars[i] = csp_store_add_var(store, i < 3 ? 0 : 3, i < 3 ? 2 : 5);
  CU_ASSERT(!post_circuit(store, &csp_family_circuit, vars, 6));
}

/* One of the first three must be in, so that none of the others is. */
static void
a_subcircuit_lies_in_one_part(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar vars[6];

  for (int i = 0; i < 6; i++)
    vars[i] = csp_store_add_var(store,
                                i == 0  ? 1
                                : i < 3 ? 0
                                        : 3,
                                i < 3 ? 2 : 5);
  CU_ASSERT(post_circuit(store, &csp_family_subcircuit, vars, 6));
  for (int i = 3; i < 6; i++)
    CU_ASSERT(csp_store_is_fixed(store, vars[i]));
}

static const CspTest tests[] = {
    {"inverse agrees with the oracle", inverse_agrees_with_the_oracle},
    {"an array may be its own inverse", an_array_may_be_its_own_inverse},
    {"long arrays are channeled", long_arrays_are_channeled},
    {"circuits agree with the oracle", circuits_agree_with_the_oracle},
    {"subcircuits agree with the oracle", subcircuits_agree_with_the_oracle},
    {"a bridge is taken", a_bridge_is_taken},
    {"two parts have no circuit", two_parts_have_no_circuit},
    {"a subcircuit lies in one part", a_subcircuit_lies_in_one_part},
};

CSP_TEST_MAIN("graphs", tests)
