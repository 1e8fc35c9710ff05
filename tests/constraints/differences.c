/* SPDX-License-Identifier: MIT */
/* The graph of differences against the differences one by one. */
#include "config.h"

#include "constraints/difference-propagator.h"
#include "tests/csp-test.h"
#include "tests/oracle.h"

/* The record's object: its edges, x and y as places in the scope. */
typedef struct {
  CspDifferenceEdge edges[8];
  uint32_t n_edges;
} Edges;

static bool
differences_hold(const CspConstraint *con,
                 const int32_t *values,
                 CspScratch *scratch)
{
  const Edges *edges = con->object;

  (void)scratch;
  for (uint32_t i = 0; i < edges->n_edges; i++) {
    const CspDifferenceEdge *edge = &edges->edges[i];
    if (values[con->vars[edge->x]] == values[con->vars[edge->y]] + edge->c)
      return false;
  }
  return true;
}

static bool
post_differences(CspPoster *poster,
                 const CspConstraint *con,
                 CspStrength strength)
{
  Edges edges = *(const Edges *)con->object;

  (void)strength;
  for (uint32_t i = 0; i < edges.n_edges; i++) {
    edges.edges[i].x = con->vars[edges.edges[i].x];
    edges.edges[i].y = con->vars[edges.edges[i].y];
  }
  return csp_post_differences(poster->store, edges.edges, edges.n_edges);
}

static const CspFamily family = {
    .name = "differences", .holds = differences_hold, .post = post_differences};

static Edges
random_edges(CspOracle *oracle, uint32_t n_vars)
{
  Edges edges = {.n_edges = (uint32_t)csp_oracle_int(oracle, 1, 8)};

  for (uint32_t i = 0; i < edges.n_edges; i++) {
    uint32_t x = (uint32_t)csp_oracle_int(oracle, 0, (int32_t)n_vars - 1);
    uint32_t y = (uint32_t)csp_oracle_int(oracle, 0, (int32_t)n_vars - 2);
    edges.edges[i] = (CspDifferenceEdge){
        .x = x, .y = y + (y >= x), .c = csp_oracle_int(oracle, -2, 2)};
  }
  return edges;
}

static void
agrees_with_the_oracle(void)
{
  for (uint64_t seed = 1; seed <= 500; seed++) {
    g_autoptr(CspOracle) oracle = csp_oracle_new(seed);
    CspVar vars[4];
    uint32_t n_vars = (uint32_t)csp_oracle_int(oracle, 2, 4);
    for (uint32_t i = 0; i < n_vars; i++)
      vars[i] = csp_oracle_add_random_var(oracle, 5);
    Edges edges = random_edges(oracle, n_vars);
    CspConstraint con = {.vars = vars, .n_vars = n_vars, .object = &edges};
    CU_ASSERT(csp_oracle_agrees(oracle, &family, &con, CSP_STRENGTH_VALUE,
                                CSP_ORACLE_SOUND));
  }
}

static void
a_fixed_variable_prunes_its_neighbors(void)
{
  g_autoptr(CspStore) store = csp_store_new();
  CspVar x = csp_store_add_var(store, 0, 9), y = csp_store_add_var(store, 0, 9);
  CspVar z = csp_store_add_var(store, 0, 1);
  CspDifferenceEdge edges[] = {{.x = x, .y = y, .c = 2},
                               {.x = z, .y = x, .c = -3, .constraint = 7}};

  CU_ASSERT(csp_post_differences(store, edges, 2));
  csp_store_push(store);
  CU_ASSERT(csp_store_fix(store, x, 4, CSP_NO_HINT));
  CU_ASSERT(csp_store_propagate(store));
  CU_ASSERT(!csp_store_has(store, y, 2));
  CU_ASSERT_EQUAL(csp_store_size(store, y), 9);
  CU_ASSERT(csp_store_is_fixed(store, z));
  CU_ASSERT_EQUAL(csp_store_min(store, z), 0);
  csp_store_pop(store);
  CU_ASSERT(csp_store_has(store, y, 2));

  csp_store_push(store);
  CU_ASSERT(csp_store_fix(store, z, 1, CSP_NO_HINT));
  CU_ASSERT(csp_store_fix(store, x, 4, CSP_NO_HINT));
  CU_ASSERT(!csp_store_propagate(store));
  CU_ASSERT_EQUAL(store->props[store->failed_prop]->constraint, 7);
}

static const CspTest tests[] = {
    {"a fixed variable prunes its neighbors",
     a_fixed_variable_prunes_its_neighbors},
    {"agrees with the oracle", agrees_with_the_oracle},
};

CSP_TEST_MAIN("constraints/differences", tests)
