/* SPDX-License-Identifier: MIT */
/* Every invariant against recomputation: after random assignments, moves and
 * swaps it says what a new one says to which the same values were given, and
 * calls a complete assignment satisfied exactly when the meaning does. */
#include "config.h"

#include <glib.h>
#include <libcsp/csp.h>

#include "base/random.h"
#include "constraints/invariants.h"
#include "tests/csp-test.h"

enum { N_VARS = 7, N_ROUNDS = 60, N_STEPS = 60 };

/* A model and two sets of its invariants, one to change and one to recompute
 * with. */
typedef struct {
  CspModel *model;
  CspArray array;
  CspVar vars[N_VARS];
  int min, max;
  CspRandom random;
  CspArena *arena;
  CspScratch scratch;
  int32_t values[N_VARS], fresh_values[N_VARS];
  CspInvariantSet *set, *fresh;
} Case;

static int
random_in(Case *c, int min, int max)
{
  return min + (int)csp_random_below(&c->random, (uint64_t)(max - min) + 1);
}

static CspVar
random_var(Case *c)
{
  return c->vars[random_in(c, 0, N_VARS - 1)];
}

static int32_t
random_value(Case *c)
{
  return random_in(c, c->min, c->max);
}

/* Chooses n variables, in any order, each once. */
static void
choose_vars(Case *c, CspVar *out_vars, uint32_t n)
{
  CspVar all[N_VARS];

  for (uint32_t i = 0; i < N_VARS; i++)
    all[i] = c->vars[i];
  for (uint32_t i = 0; i < n; i++) {
    uint32_t j = i + csp_random_below(&c->random, N_VARS - i);
    out_vars[i] = all[j];
    all[j] = all[i];
  }
}

static CspRelation
random_relation(Case *c)
{
  return (CspRelation)random_in(c, CSP_RELATION_EQ, CSP_RELATION_GE);
}

static void
post_all_different(Case *c)
{
  CspVar vars[5];
  gint offsets[5];

  choose_vars(c, vars, 5);
  for (int i = 0; i < 5; i++)
    offsets[i] = random_in(c, -3, 3);
  csp_model_post_all_different(c->model, vars, 5, NULL, 0, NULL);
  csp_model_post_all_different(c->model, vars, 5, offsets, 5, NULL);
  csp_model_post_all_different_affine(c->model, c->array, 1,
                                      random_in(c, -2, 2), NULL);
}

static void
post_sparse_all_different(Case *c)
{
  CspVar vars[5];
  gint offsets[5];

  choose_vars(c, vars, 5);
  for (int i = 0; i < 5; i++)
    offsets[i] = random_in(c, -1, 1) * 1000000;
  csp_model_post_all_different(c->model, vars, 5, offsets, 5, NULL);
}

/* To be told pair by pair. */
static void
post_split_all_different(Case *c)
{
  CspVar vars[5];
  gint offsets[5];

  choose_vars(c, vars, 5);
  for (int i = 0; i < 5; i++)
    offsets[i] = random_in(c, -3, 3);
  csp_model_post_all_different(c->model, vars, 5, offsets, 5, NULL);
}

static void
post_repeated(Case *c)
{
  CspVar vars[4];
  gint offsets[4] = {0, 1, 2, 4}, coeffs[4] = {1, 2, -1, 3};

  choose_vars(c, vars, 4);
  vars[2] = vars[0];
  csp_model_post_all_different(c->model, vars, 4, offsets, 4, NULL);
  csp_model_post_linear(c->model, coeffs, 4, vars, 4, CSP_RELATION_LE, 3, NULL);
  csp_model_post_relation(c->model, vars[0], CSP_RELATION_NE, vars[0], 0, NULL);
}

static void
post_relations(Case *c)
{
  for (int i = 0; i < 4; i++) {
    CspVar vars[2];
    choose_vars(c, vars, 2);
    csp_model_post_relation(c->model, vars[0], random_relation(c), vars[1],
                            random_in(c, -2, 2), NULL);
    csp_model_post_relation_const(c->model, random_var(c), random_relation(c),
                                  random_value(c), NULL);
  }
}

static void
post_differences(Case *c)
{
  for (int i = 0; i < 12; i++) {
    CspVar vars[2];
    choose_vars(c, vars, 2);
    csp_model_post_relation(c->model, vars[0], CSP_RELATION_NE, vars[1],
                            random_in(c, -2, 2), NULL);
  }
}

/* Over domains too large for a table of the graph. */
static void
post_wide_differences(Case *c)
{
  post_differences(c);
}

static void
post_linear(Case *c)
{
  CspVar vars[4];
  gint coeffs[4];

  choose_vars(c, vars, 4);
  for (int i = 0; i < 4; i++)
    coeffs[i] = random_in(c, -3, 3);
  csp_model_post_linear(c->model, coeffs, 4, vars, 4, random_relation(c),
                        random_in(c, -10, 10), NULL);
}

static void
post_count(Case *c)
{
  CspVar vars[5];

  choose_vars(c, vars, 5);
  csp_model_post_count(c->model, vars, 4, random_value(c), random_relation(c),
                       vars[4], NULL);
  csp_model_post_count_const(c->model, vars, 5, random_value(c),
                             random_relation(c), random_in(c, 0, 5), NULL);
  csp_model_post_count(c->model, vars, 4, random_value(c), random_relation(c),
                       vars[0], NULL);
}

static void
post_among(Case *c)
{
  CspVar vars[5];
  gint ranges[] = {-1, 0, 2, 2};

  choose_vars(c, vars, 5);
  csp_model_post_among(c->model, vars, 4, ranges, 4, random_relation(c),
                       vars[4], NULL);
  csp_model_post_among_const(c->model, vars, 5, ranges, 4, random_relation(c),
                             2, NULL);
}

/* A value listed twice is asked for by two counts. */
static void
post_cardinality(Case *c)
{
  CspVar vars[7];
  gint values[] = {2, 0, 2}, least[] = {0, 1, 1}, most[] = {2, 1, 3};

  values[1] = random_in(c, -1, 2);
  choose_vars(c, vars, 7);
  csp_model_post_global_cardinality(c->model, vars, 4, values, 3, vars + 4, 3,
                                    random_in(c, 0, 1), NULL);
  csp_model_post_cardinality_bounds(c->model, vars, 6, values, 3, least, 3,
                                    most, 3, random_in(c, 0, 1), NULL);
}

/* Without invariants of their own. */
static void
post_graphs(Case *c)
{
  CspVar vars[6];
  gint excepted[] = {1, 1};

  choose_vars(c, vars, 6);
  csp_model_post_inverse(c->model, vars, 3, 0, vars + 3, 3, 1, NULL);
  csp_model_post_circuit(c->model, vars, 4, 0, NULL);
  csp_model_post_subcircuit(c->model, vars + 1, 4, -1, NULL);
  csp_model_post_nvalue(c->model, vars, 5, random_relation(c), vars[5], NULL);
  csp_model_post_all_different_except(c->model, vars, 5, excepted, 2, NULL);
  csp_model_post_all_equal(c->model, vars, 2, NULL);
}

static void
post_tables(Case *c)
{
  CspVar vars[2];
  gint tuples[20];

  choose_vars(c, vars, 2);
  for (int i = 0; i < 20; i++)
    tuples[i] = random_value(c);
  csp_model_post_table(c->model, vars, 2, tuples, 20, NULL);
  csp_model_post_negative_table(c->model, vars, 2, tuples, 20, NULL);
}

static void
post_elements(Case *c)
{
  CspVar vars[6];
  gint values[4];

  choose_vars(c, vars, 6);
  for (int i = 0; i < 4; i++)
    values[i] = random_value(c);
  csp_model_post_element(c->model, values, 4, vars[0], vars[1], NULL);
  csp_model_post_element_var(c->model, vars, 4, vars[4], vars[5], NULL);
}

static void
post_lists(Case *c)
{
  CspVar vars[N_VARS];
  CspRelation relation =
      (CspRelation)random_in(c, CSP_RELATION_LT, CSP_RELATION_GE);

  choose_vars(c, vars, 6);
  csp_model_post_lex(c->model, vars, 3, relation, vars + 3, 3, NULL);
}

static void
post_chains(Case *c)
{
  CspVar vars[N_VARS];
  CspRelation relation =
      (CspRelation)random_in(c, CSP_RELATION_LT, CSP_RELATION_GE);

  choose_vars(c, vars, 5);
  csp_model_post_ordered(c->model, vars, 5, relation, NULL);
}

static void
post_precedences(Case *c)
{
  CspVar vars[N_VARS];
  int values[] = {random_value(c), random_value(c), random_value(c)};

  choose_vars(c, vars, 5);
  csp_model_post_value_precede(c->model, values, 3, vars, 5, NULL);
}

static void
post_extrema(Case *c)
{
  CspVar vars[N_VARS];

  choose_vars(c, vars, 7);
  csp_model_post_arg_extremum(
      c->model, random_in(c, 0, 1) == 0 ? CSP_RELATION_LE : CSP_RELATION_GE,
      vars, 4, 0, vars[4], NULL);
  csp_model_post_sort(c->model, vars, 3, vars + 3, 3, NULL);
}

/* A comparison of a random expression of two variables with a third. */
static CspExpr
random_comparison(Case *c)
{
  static const CspExprOp ops[] = {CSP_EXPR_ADD, CSP_EXPR_SUB, CSP_EXPR_MUL,
                                  CSP_EXPR_DIV, CSP_EXPR_MOD, CSP_EXPR_MIN,
                                  CSP_EXPR_MAX};
  CspExprOp op = ops[random_in(c, 0, G_N_ELEMENTS(ops) - 1)];
  CspExprOp relation = (CspExprOp)random_in(c, CSP_EXPR_EQ, CSP_EXPR_GE);
  CspExpr x[3];

  for (int i = 0; i < 3; i++)
    x[i] = csp_model_expr_var(c->model, random_var(c), NULL);
  return csp_model_expr_binary(
      c->model, relation, csp_model_expr_binary(c->model, op, x[0], x[1], NULL),
      x[2], NULL);
}

static void
post_expressions(Case *c)
{
  CspExpr a = random_comparison(c), b = random_comparison(c);

  for (int op = CSP_EXPR_AND; op <= CSP_EXPR_IFF; op++)
    b = csp_model_expr_binary(
        c->model, (CspExprOp)op,
        csp_model_expr_unary(c->model, CSP_EXPR_NOT, b, NULL),
        random_comparison(c), NULL);
  csp_model_post_expr(
      c->model,
      csp_model_expr_binary(
          c->model, CSP_EXPR_LE,
          csp_model_expr_if(c->model, a,
                            csp_model_expr_var(c->model, random_var(c), NULL),
                            csp_model_expr_const(c->model, 1, NULL), NULL),
          csp_model_expr_unary(
              c->model, CSP_EXPR_ABS,
              csp_model_expr_var(c->model, random_var(c), NULL), NULL),
          NULL),
      NULL);
  csp_model_post_expr(c->model, a, NULL);
  csp_model_post_expr(c->model, b, NULL);
}

/* Durations, demands and sizes of 0 among them. */
static void
post_tasks(Case *c)
{
  CspVar vars[N_VARS];
  gint durations[4], demands[4];

  choose_vars(c, vars, N_VARS);
  for (int i = 0; i < 4; i++) {
    durations[i] = random_in(c, 0, 3);
    demands[i] = random_in(c, 0, 2);
  }
  csp_model_post_cumulative_const(c->model, vars, durations, demands, 4, 2,
                                  NULL);
  csp_model_post_cumulative(c->model, vars, vars + 2, vars + 4, 2, vars[6],
                            NULL);
  csp_model_post_disjunctive_const(c->model, vars, durations, 4,
                                   random_in(c, 0, 1), NULL);
  csp_model_post_disjunctive(c->model, vars, vars + 3, 3, random_in(c, 0, 1),
                             NULL);
}

static void
post_boxes(Case *c)
{
  CspVar vars[N_VARS];
  gint sizes[6];

  choose_vars(c, vars, N_VARS);
  for (int i = 0; i < 6; i++)
    sizes[i] = random_in(c, 0, 2);
  csp_model_post_diffn_const(c->model, vars, sizes, 3, 2, random_in(c, 0, 1),
                             NULL);
  csp_model_post_diffn_const(c->model, vars, sizes, 2, 3, random_in(c, 0, 1),
                             NULL);
  csp_model_post_diffn(c->model, vars + 1, vars + 3, 2, 1, random_in(c, 0, 1),
                       NULL);
}

static void
post_bins(Case *c)
{
  CspVar vars[N_VARS];
  gint sizes[4], profits[3], capacities[] = {3, 0, 4};

  choose_vars(c, vars, N_VARS);
  for (int i = 0; i < 4; i++)
    sizes[i] = random_in(c, 0, 3);
  for (int i = 0; i < 3; i++)
    profits[i] = random_in(c, 0, 3);
  csp_model_post_bin_packing_load(c->model, vars, sizes, 4, vars + 4, 3, 0,
                                  NULL);
  csp_model_post_bin_packing_capacity(c->model, vars, sizes, 4, capacities, 3,
                                      -1, NULL);
  csp_model_post_bin_packing(c->model, vars, sizes, 4, 5, NULL);
  csp_model_post_knapsack(c->model, vars, sizes, profits, 3, vars[3], vars[4],
                          NULL);
}

/* The letters 0 to 2; from state 0 two steps by one letter where there may be
 * a choice. */
static void
post_words(Case *c)
{
  static const gint steps[] = {0, 0, 0, 0, 1, 1, 1, 2, 0,
                               1, 0, 1, 1, 1, 2, 2, 2, 2};
  static const gint choices[] = {0, 0, 0, 0, 0, 1, 1, 2, 0, 1, 1, 1};
  static const gint edges[] = {0, 0, 1, 0, 1, 2, 1, 1, 3, 2, 0, 3, 2, 2, 3};
  static const gint costs[] = {0, 0, 0, 1, 0, 1, 1, -1, 1, 2, 0, 2, 1, 0, 1, 0};
  static const gint dear_edges[] = {0, 0, 1, 2, 0, 1, 2, 0,
                                    1, 1, 3, 0, 2, 0, 3, -1};
  gint finals[] = {1, 0};
  CspVar vars[N_VARS];

  choose_vars(c, vars, N_VARS);
  csp_model_post_regular(c->model, vars, 4, steps, G_N_ELEMENTS(steps), 0,
                         finals, 1, NULL);
  csp_model_post_regular(c->model, vars, 3, choices, G_N_ELEMENTS(choices), 0,
                         finals, 1, NULL);
  csp_model_post_mdd(c->model, vars, 2, edges, G_N_ELEMENTS(edges), 0, 3, NULL);
  csp_model_post_cost_regular(c->model, vars, 4, costs, G_N_ELEMENTS(costs), 0,
                              finals, 2, vars[5], NULL);
  csp_model_post_cost_mdd(c->model, vars + 2, 2, dear_edges,
                          G_N_ELEMENTS(dear_edges), 0, 3, vars[6], NULL);
}

static void
post_matrices(Case *c)
{
  CspVar vars[N_VARS];
  gint values[6];

  choose_vars(c, vars, N_VARS);
  for (int i = 0; i < 6; i++)
    values[i] = random_value(c);
  csp_model_post_element_matrix(c->model, values, 6, 3, vars[0], 0, vars[1], -1,
                                vars[2], NULL);
  csp_model_post_element_matrix_var(c->model, vars, 4, 2, vars[4], 0, vars[5],
                                    1, vars[6], NULL);
}

static void
post_arithmetic(Case *c)
{
  for (int op = CSP_ARITHMETIC_TIMES; op <= CSP_ARITHMETIC_MAX; op++) {
    CspVar vars[3];
    gsize n = op == CSP_ARITHMETIC_ABS ? 1 : 2;
    choose_vars(c, vars, 3);
    csp_model_post_arithmetic(c->model, (CspArithmeticOp)op, vars, n, vars[2],
                              NULL);
  }
}

/* Over 0 and 1. */
static void
post_truths(Case *c)
{
  static const gint tuples[] = {0, 1, 1, 1, 0, CSP_ANY};
  static const gint steps[] = {0, 0, 0, 0, 1, 1, 1, 0, 0};
  static const gint edges[] = {0, 0, 1, 0, 1, 2, 1, 1, 3, 2, 0, 3};
  gint coeffs[3], ranges[] = {-3, 0, 2, 5}, final = 1;
  CspVar vars[N_VARS];

  choose_vars(c, vars, N_VARS);
  for (int i = 0; i < 3; i++)
    coeffs[i] = random_in(c, -2, 2);
  csp_model_post_clause(c->model, vars, 2, vars + 2, 2, NULL);
  csp_model_post_conjunction(
      c->model, vars, 2, vars + 3, 1,
      (CspRelation)random_in(c, CSP_RELATION_EQ, CSP_RELATION_NE), vars[6],
      NULL);
  csp_model_post_parity(c->model, vars + 1, 4, random_in(c, 0, 1), NULL);
  csp_model_post_member(c->model, vars[4], ranges, 4, vars[5], NULL);
  csp_model_post_reified_linear(c->model, coeffs, 3, vars, 3,
                                random_relation(c), random_in(c, -2, 2),
                                vars[3], NULL);
  csp_model_post_implied_linear(c->model, coeffs, 3, vars + 2, 3,
                                random_relation(c), random_in(c, -2, 2),
                                vars[0], NULL);
  csp_model_post_reified_table(c->model, vars, 2, tuples, 6, vars[4], NULL);
  csp_model_post_reified_regular(c->model, vars, 4, steps, 9, 0, &final, 1,
                                 vars[5], NULL);
  csp_model_post_reified_mdd(c->model, vars + 3, 2, edges, 12, 0, 3, vars[1],
                             NULL);
}

static gboolean
is_even(gconstpointer data, const gint *values, gsize n_values)
{
  return (values[0] + values[1] + values[2]) % 2 == 0;
}

static gint64
above_ten(gconstpointer data, const gint *values, gsize n_values)
{
  return MAX(values[0] * values[1] - 10, 0);
}

static gboolean
is_not_above_ten(gconstpointer data, const gint *values, gsize n_values)
{
  return above_ten(data, values, n_values) == 0;
}

static const CspConstraintClass even_class =
    CSP_CONSTRAINT_CLASS(.name = "even", .holds = is_even);
static const CspConstraintClass product_class =
    CSP_CONSTRAINT_CLASS(.name = "product",
                         .holds = is_not_above_ten,
                         .violation = above_ten);

static void
post_users(Case *c)
{
  CspVar vars[3];

  choose_vars(c, vars, 3);
  csp_model_post_user(c->model, &even_class, vars, 3, NULL, NULL, NULL);
  csp_model_post_user(c->model, &product_class, vars, 2, NULL, NULL, NULL);
}

static void
open_case(Case *c, uint64_t seed, void (*post)(Case *c))
{
  *c = (Case){.model = csp_model_new(), .arena = csp_arena_new()};
  csp_random_seed(&c->random, seed);
  c->min = random_in(c, -2, 1);
  c->max = c->min + random_in(c, 2, 6);
  if (post == post_truths)
    c->min = 0, c->max = 1;
  int margin = post == post_wide_differences ? 10000000 : 0;
  c->array = csp_model_add_int_array(c->model, "x", N_VARS, c->min,
                                     c->max + margin, NULL);
  for (gsize i = 0; i < N_VARS; i++)
    c->vars[i] = csp_model_get_var(c->model, c->array, i);
  post(c);

  CspInvariantBounds bounds = csp_invariants_bounds(c->model);
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(c->model, &n);
  c->set = csp_invariant_set_new(c->arena, N_VARS, c->values, &c->scratch);
  c->fresh =
      csp_invariant_set_new(c->arena, N_VARS, c->fresh_values, &c->scratch);
  bool is_split = true;
  csp_invariants_add_all(c->set, cons, n, NULL,
                         post == post_split_all_different ? &is_split : NULL,
                         &bounds);
  csp_invariants_add_all(c->fresh, cons, n, NULL, NULL, &bounds);
}

static void
close_case(Case *c)
{
  csp_arena_free(c->arena);
  csp_scratch_clear(&c->scratch);
  g_object_unref(c->model);
}

/* The violation of these values, by invariants that see nothing else. */
static int64_t
recompute(Case *c, const int32_t *values)
{
  for (CspVar x = 0; x < N_VARS; x++)
    csp_invariant_set_assign(c->fresh, x, values[x]);
  int64_t violation = csp_invariant_set_violation(c->fresh);
  for (CspVar x = 0; x < N_VARS; x++)
    csp_invariant_set_unassign(c->fresh, x);
  return violation;
}

/* The same with each invariant's weight. */
static int64_t
recompute_weighted(Case *c, const int32_t *values)
{
  int64_t violation = 0;

  for (CspVar x = 0; x < N_VARS; x++)
    csp_invariant_set_assign(c->fresh, x, values[x]);
  for (uint32_t i = 0; i < c->fresh->n_invariants; i++)
    violation +=
        c->set->invariants[i]->weight *
        c->fresh->invariants[i]->klass->violation(c->fresh->invariants[i]);
  for (CspVar x = 0; x < N_VARS; x++)
    csp_invariant_set_unassign(c->fresh, x);
  return violation;
}

/* Weights count in what moves change, one by one or all values of a variable,
 * and nowhere else. */
static void
check_weights(Case *c, CspVar x, int32_t value, CspVar y, const int32_t *after)
{
  int64_t violation = csp_invariant_set_violation(c->set), changes[16];

  for (uint32_t i = 0; i < c->set->n_invariants; i++)
    c->set->invariants[i]->weight = random_in(c, 1, 3);
  c->set->is_weighted = true;
  int64_t change = y != CSP_NONE ? csp_invariant_set_change_swap(c->set, x, y)
                                 : csp_invariant_set_change(c->set, x, value);
  CU_ASSERT_EQUAL(recompute_weighted(c, c->values) + change,
                  recompute_weighted(c, after));
  csp_invariant_set_changes(c->set, x, c->min, (uint32_t)(c->max - c->min) + 1,
                            changes);
  for (int32_t v = c->min; v <= c->max; v++)
    CU_ASSERT_EQUAL(changes[v - c->min],
                    csp_invariant_set_change(c->set, x, v));
  CU_ASSERT_EQUAL(csp_invariant_set_violation(c->set), violation);
  c->set->is_weighted = false;
}

static bool
holds(Case *c, const int32_t *values)
{
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(c->model, &n);

  for (size_t i = 0; i < n; i++)
    if (!csp_family_of(&cons[i])->holds(&cons[i], values, &c->scratch))
      return false;
  return true;
}

static void
check_complete(Case *c)
{
  int64_t violation = csp_invariant_set_violation(c->set);
  bool is_any = false;

  CU_ASSERT_EQUAL(violation, recompute(c, c->values));
  CU_ASSERT_EQUAL(violation == 0, holds(c, c->values));
  for (CspVar x = 0; x < N_VARS; x++)
    is_any = is_any || csp_invariant_set_is_in_conflict(c->set, x);
  CU_ASSERT_EQUAL(violation > 0, is_any);
}

static void
move_and_check(Case *c)
{
  CspVar x = random_var(c), y = random_var(c);
  int32_t value = random_value(c), after[N_VARS];
  int64_t before = csp_invariant_set_violation(c->set);
  bool is_swap = x != y && random_in(c, 0, 1) == 0;

  for (CspVar v = 0; v < N_VARS; v++)
    after[v] = c->values[v];
  after[x] = is_swap ? c->values[y] : value;
  if (is_swap)
    after[y] = c->values[x];
  int64_t change = is_swap ? csp_invariant_set_change_swap(c->set, x, y)
                           : csp_invariant_set_change(c->set, x, value);
  CU_ASSERT_EQUAL(before + change, recompute(c, after));
  int64_t changes[16];
  csp_invariant_set_changes(c->set, x, c->min, (uint32_t)(c->max - c->min) + 1,
                            changes);
  for (int32_t v = c->min; v <= c->max; v++)
    CU_ASSERT_EQUAL(changes[v - c->min],
                    csp_invariant_set_change(c->set, x, v));
  const uint16_t *counts = csp_invariant_set_peek_counts(c->set, x, c->min);
  for (int32_t v = c->min; counts != NULL && v <= c->max; v++)
    CU_ASSERT_EQUAL(counts[v - c->min] - counts[c->values[x] - c->min],
                    changes[v - c->min]);
  check_weights(c, x, value, is_swap ? y : CSP_NONE, after);
  if (is_swap)
    csp_invariant_set_swap(c->set, x, y);
  else
    csp_invariant_set_move(c->set, x, value);
  for (CspVar v = 0; v < N_VARS; v++)
    CU_ASSERT_EQUAL(c->values[v], after[v]);
  check_complete(c);
}

/* A value that is refused breaks the constraint whatever follows, and the last
 * value placed is refused exactly when the whole does not hold.  What was
 * broken by an earlier value need not be seen again. */
static void
place_and_check(Case *c)
{
  CspVar order[N_VARS];
  bool is_broken = false;

  choose_vars(c, order, N_VARS);
  for (int i = 0; i < N_VARS; i++) {
    int32_t value = random_value(c);
    bool fits = csp_invariant_set_test(c->set, order[i], value);
    CU_ASSERT_EQUAL(
        fits, csp_invariant_set_count_refusals(c->set, order[i], value) == 0);
    is_broken = is_broken || !fits;
    csp_invariant_set_assign(c->set, order[i], value);
  }
  CU_ASSERT_EQUAL(is_broken, !holds(c, c->values));
}

static void
unplace(Case *c)
{
  CspVar order[N_VARS];

  choose_vars(c, order, N_VARS);
  for (int i = 0; i < N_VARS; i++)
    csp_invariant_set_unassign(c->set, order[i]);
  CU_ASSERT_EQUAL(csp_invariant_set_violation(c->set), 0);
}

static void
check_kind(void (*post)(Case *c))
{
  for (uint64_t seed = 1; seed <= N_ROUNDS; seed++) {
    Case c;
    open_case(&c, seed, post);
    CU_ASSERT(c.set->n_invariants > 0);
    for (int i = 0; i < 5; i++) {
      place_and_check(&c);
      check_complete(&c);
      for (int k = 0; k < N_STEPS; k++)
        move_and_check(&c);
      unplace(&c);
    }
    close_case(&c);
  }
}

#define KIND(name)                                                             \
  static void agrees_on_##name(void)                                           \
  {                                                                            \
    check_kind(post_##name);                                                   \
  }
KIND(all_different)
KIND(sparse_all_different)
KIND(split_all_different)
KIND(repeated)
KIND(relations)
KIND(differences)
KIND(wide_differences)
KIND(linear)
KIND(count)
KIND(among)
KIND(cardinality)
KIND(graphs)
KIND(tables)
KIND(elements)
KIND(lists)
KIND(chains)
KIND(precedences)
KIND(extrema)
KIND(tasks)
KIND(boxes)
KIND(bins)
KIND(words)
KIND(matrices)
KIND(arithmetic)
KIND(truths)
KIND(expressions)
KIND(users)

/* 300 variables on one key pass what a byte can count. */
static void
counts_above_a_byte(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray array = csp_model_add_int_array(model, "x", 300, 0, 9, NULL);
  CspArena *arena = csp_arena_new();
  CspScratch scratch = {0};
  int32_t values[300] = {0};
  size_t n;

  csp_model_post_all_different_affine(model, array, 0, 0, NULL);
  CspInvariantSet *set = csp_invariant_set_new(arena, 300, values, &scratch);
  CspInvariantBounds bounds = csp_invariants_bounds(model);
  const CspConstraint *cons = csp_model_peek_constraints(model, &n);
  csp_invariants_add_all(set, cons, n, NULL, NULL, &bounds);
  for (CspVar x = 0; x < 300; x++)
    csp_invariant_set_assign(set, x, 4);
  CU_ASSERT_EQUAL(csp_invariant_set_violation(set), 300 * 299 / 2);
  CU_ASSERT_EQUAL(csp_invariant_set_change(set, 7, 5), -299);
  for (CspVar x = 0; x < 300; x++)
    csp_invariant_set_unassign(set, x);
  CU_ASSERT_EQUAL(csp_invariant_set_violation(set), 0);
  CU_ASSERT(csp_invariant_set_test(set, 7, 4));
  csp_arena_free(arena);
  csp_scratch_clear(&scratch);
}

static const CspTest tests[] = {
    {"agrees with recomputation on all-different", agrees_on_all_different},
    {"agrees where keys lie far apart", agrees_on_sparse_all_different},
    {"agrees where pairs are told one by one", agrees_on_split_all_different},
    {"agrees where a variable stands twice", agrees_on_repeated},
    {"agrees on relations", agrees_on_relations},
    {"agrees on a graph of differences", agrees_on_differences},
    {"agrees on a graph without a table", agrees_on_wide_differences},
    {"agrees on linear", agrees_on_linear},
    {"agrees on count", agrees_on_count},
    {"agrees on among", agrees_on_among},
    {"agrees on cardinality", agrees_on_cardinality},
    {"agrees on graphs", agrees_on_graphs},
    {"agrees on tables", agrees_on_tables},
    {"agrees on elements", agrees_on_elements},
    {"agrees on lists in order", agrees_on_lists},
    {"agrees on chains", agrees_on_chains},
    {"agrees on value precedences", agrees_on_precedences},
    {"agrees on extrema and sorting", agrees_on_extrema},
    {"agrees on tasks", agrees_on_tasks},
    {"agrees on boxes", agrees_on_boxes},
    {"agrees on bins and knapsacks", agrees_on_bins},
    {"agrees on words and diagrams", agrees_on_words},
    {"agrees on elements of matrices", agrees_on_matrices},
    {"agrees on arithmetic", agrees_on_arithmetic},
    {"agrees on truths", agrees_on_truths},
    {"agrees on expressions", agrees_on_expressions},
    {"agrees on a program's own constraints", agrees_on_users},
    {"counts above what a byte holds", counts_above_a_byte},
};

CSP_TEST_MAIN("local/invariants", tests)
