/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <string.h>

#include "tests/random-model.h"

enum { MAX_VARS = 5 };

static gint
between(CspRandom *random, gint min, gint max)
{
  return min + (gint)csp_random_below(random, (uint64_t)(max - min + 1));
}

static bool
one_in(CspRandom *random, uint32_t n)
{
  return csp_random_below(random, n) == 0;
}

static void
add_vars(CspModel *model, CspRandom *random)
{
  static const gint values[] = {-70, -3, 0, 1, 2, 5, 100000};
  gint min = between(random, -2, 1), max = min + between(random, 0, 3);

  if (one_in(random, 4))
    min = 0, max = 1;
  g_assert(csp_model_add_int_array(model, "a", between(random, 1, 3), min, max,
                                   NULL) != CSP_NONE);
  if (one_in(random, 2))
    g_assert(csp_model_add_int_values(model, "b", values, between(random, 1, 7),
                                      NULL) != CSP_NONE);
  if (one_in(random, 2))
    g_assert(csp_model_add_bool(model, "c", NULL) != CSP_NONE);
}

/* A scope of different variables; now and then one is in it twice. */
static gsize
pick_scope(CspModel *model, CspRandom *random, CspVar *vars)
{
  gsize n_vars = csp_model_get_n_vars(model);
  gsize n = between(random, 1, (gint)n_vars);

  for (gsize i = 0; i < n_vars; i++)
    vars[i] = (CspVar)i;
  for (gsize i = 0; i < n; i++) {
    gsize j = i + csp_random_below(random, n_vars - i);
    CspVar var = vars[i];
    vars[i] = vars[j];
    vars[j] = var;
  }
  if (one_in(random, 8))
    vars[n - 1] = vars[0];
  return n;
}

static CspVar
pick_var(CspModel *model, CspRandom *random)
{
  return csp_random_below(random, csp_model_get_n_vars(model));
}

static CspRelation
pick_relation(CspRandom *random)
{
  return (CspRelation)csp_random_below(random, 6);
}

static CspRelation
pick_inequality(CspRandom *random)
{
  return (CspRelation)between(random, CSP_RELATION_LT, CSP_RELATION_GE);
}

static CspExpr make_boolean(CspModel *model, CspRandom *random, int depth);

static CspExpr
make_integer(CspModel *model, CspRandom *random, int depth)
{
  static const CspExprOp ops[] = {CSP_EXPR_ADD, CSP_EXPR_SUB, CSP_EXPR_MUL,
                                  CSP_EXPR_DIV, CSP_EXPR_MOD, CSP_EXPR_MIN,
                                  CSP_EXPR_MAX};

  if (depth == 0 || one_in(random, 4))
    return one_in(random, 3)
               ? csp_model_expr_const(model, between(random, -2, 3), NULL)
               : csp_model_expr_var(model, pick_var(model, random), NULL);
  CspExpr a = make_integer(model, random, depth - 1);
  if (one_in(random, 8))
    return csp_model_expr_unary(
        model, one_in(random, 2) ? CSP_EXPR_ABS : CSP_EXPR_NEG, a, NULL);
  CspExpr b = make_integer(model, random, depth - 1);
  if (one_in(random, 8))
    return csp_model_expr_if(model, make_boolean(model, random, depth - 1), a,
                             b, NULL);
  return csp_model_expr_binary(
      model, ops[csp_random_below(random, G_N_ELEMENTS(ops))], a, b, NULL);
}

static CspExpr
make_boolean(CspModel *model, CspRandom *random, int depth)
{
  static const CspExprOp ops[] = {CSP_EXPR_AND, CSP_EXPR_OR, CSP_EXPR_IMPLIES,
                                  CSP_EXPR_IFF};

  if (depth <= 1 || one_in(random, 2))
    return csp_model_expr_binary(
        model, (CspExprOp)(CSP_EXPR_EQ + csp_random_below(random, 6)),
        make_integer(model, random, depth > 0 ? depth - 1 : 0),
        make_integer(model, random, depth > 0 ? depth - 1 : 0), NULL);
  CspExpr a = make_boolean(model, random, depth - 1);
  if (one_in(random, 5))
    return csp_model_expr_unary(model, CSP_EXPR_NOT, a, NULL);
  return csp_model_expr_binary(model, ops[csp_random_below(random, 4)], a,
                               make_boolean(model, random, depth - 1), NULL);
}

/* A program's own constraint: the sum is not divisible by 3. */
static gboolean
is_indivisible(gconstpointer data, const gint *values, gsize n_values)
{
  gint64 sum = GPOINTER_TO_INT(data);

  for (gsize i = 0; i < n_values; i++)
    sum += values[i];
  return sum % 3 != 0;
}

static const CspConstraintClass indivisible =
    CSP_CONSTRAINT_CLASS(.name = "indivisible", .holds = is_indivisible);

static void
post_table(CspModel *model, CspRandom *random, const CspVar *vars, gsize n)
{
  gint tuples[12 * MAX_VARS];
  gsize n_tuples = csp_random_below(random, 12);

  for (gsize i = 0; i < n_tuples * n; i++) {
    gint min, max;
    csp_model_get_bounds(model, vars[i % n], &min, &max);
    tuples[i] = between(random, min, MIN(max, min + 6));
  }
  if (one_in(random, 2))
    csp_model_post_table(model, vars, n, tuples, n_tuples * n, NULL);
  else
    csp_model_post_negative_table(model, vars, n, tuples, n_tuples * n, NULL);
}

/* Counts, and functions from places to places. */
static void
post_counting(CspModel *model,
              CspRandom *random,
              const CspVar *vars,
              gsize n,
              CspVar x,
              CspVar y)
{
  switch (csp_random_below(random, 8)) {
  case 0: {
    gint values[] = {between(random, -1, 0), between(random, 1, 2)};
    CspVar counts[] = {x, y};
    csp_model_post_global_cardinality(model, vars, n, values, 2, counts, 2,
                                      one_in(random, 2), NULL);
    break;
  }
  case 1: {
    gint values[] = {-1, 0, 1, 2}, least[4], most[4];
    for (int i = 0; i < 4; i++) {
      least[i] = between(random, -2, 1);
      most[i] = between(random, 1, 3);
    }
    csp_model_post_cardinality_bounds(model, vars, n, values, 4, least, 4, most,
                                      4, one_in(random, 2), NULL);
    break;
  }
  case 2:
    csp_model_post_among(model, vars, n,
                         (gint[]){-1, 0, 2, between(random, 1, 3)}, 4,
                         pick_relation(random), x, NULL);
    break;
  case 3:
    csp_model_post_nvalue(model, vars, n, pick_relation(random), x, NULL);
    break;
  case 4:
    csp_model_post_all_different_except(
        model, vars, n, (gint[]){0, between(random, -1, 1)}, 2, NULL);
    break;
  case 5:
    csp_model_post_all_equal(model, vars, MIN(n, 2), NULL);
    break;
  case 6:
    csp_model_post_inverse(model, vars, n / 2, between(random, -1, 1),
                           vars + n / 2, n / 2, between(random, -1, 1), NULL);
    break;
  case 7:
    if (one_in(random, 2))
      csp_model_post_circuit(model, vars, n, between(random, -2, 1), NULL);
    else
      csp_model_post_subcircuit(model, vars, n, between(random, -2, 1), NULL);
    break;
  }
}

/* Tasks, boxes and items.  What is less than 0 leaves no solution. */
static void
post_packing(CspModel *model,
             CspRandom *random,
             const CspVar *vars,
             gsize n,
             CspVar x,
             CspVar y)
{
  gint sizes[MAX_VARS], others[MAX_VARS];
  CspVar pair[] = {x, y};

  for (gsize i = 0; i < MAX_VARS; i++) {
    sizes[i] = between(random, 0, 3);
    others[i] = between(random, 0, 2);
  }
  switch (csp_random_below(random, 9)) {
  case 0:
    csp_model_post_cumulative_const(model, vars, sizes, others, n,
                                    between(random, 0, 3), NULL);
    break;
  case 1:
    csp_model_post_cumulative(model, vars, vars + n - n / 2, vars, n / 2, x,
                              NULL);
    break;
  case 2:
    csp_model_post_disjunctive_const(model, vars, sizes, n, one_in(random, 2),
                                     NULL);
    break;
  case 3:
    csp_model_post_disjunctive(model, vars, vars + n - n / 2, n / 2,
                               one_in(random, 2), NULL);
    break;
  case 4:
    csp_model_post_diffn_const(model, vars, sizes, n / 2, 2, one_in(random, 2),
                               NULL);
    break;
  case 5:
    csp_model_post_diffn(model, vars, vars + n - n / 2, n / 2, 1,
                         one_in(random, 2), NULL);
    break;
  case 6:
    csp_model_post_bin_packing_load(model, vars, sizes, n, pair, 2,
                                    between(random, -1, 1), NULL);
    break;
  case 7:
    if (one_in(random, 2))
      csp_model_post_bin_packing(model, vars, sizes, n, sizes[0], NULL);
    else
      csp_model_post_bin_packing_capacity(model, vars, sizes, n, others, 3,
                                          between(random, -1, 1), NULL);
    break;
  case 8:
    csp_model_post_knapsack(model, vars, others, sizes, n, x, y, NULL);
    break;
  }
}

/* Words of automata of three states, and of diagrams of as many nodes as places
 * and one. */
static void
post_sequence(
    CspModel *model, CspRandom *random, const CspVar *vars, gsize n, CspVar x)
{
  gint steps[3 * 4 * 4], edges[MAX_VARS * 4 * 4];
  gsize n_steps = 0, n_edges = 0;
  gint width = one_in(random, 2) ? 3 : 4;
  gint finals[] = {1, 2};

  for (gint state = 0; state < 3; state++)
    for (gint value = -1; value < 3; value++) {
      gint step[] = {state, value, between(random, 0, 2), value * state};
      if (one_in(random, 4))
        continue;
      memcpy(steps + n_steps, step, sizeof(gint) * (gsize)width);
      n_steps += (gsize)width;
    }
  for (gint node = 0; node < (gint)n; node++)
    for (gint value = -1; value < 3; value++) {
      gint edge[] = {node, value, node + 1, between(random, -1, 1)};
      if (one_in(random, 4))
        continue;
      memcpy(edges + n_edges, edge, sizeof(gint) * (gsize)width);
      n_edges += (gsize)width;
    }
  if (width == 4 && one_in(random, 2))
    csp_model_post_cost_regular(model, vars, n, steps, n_steps, 0, finals, 2, x,
                                NULL);
  else if (width == 4)
    csp_model_post_cost_mdd(model, vars, n, edges, n_edges, 0, (gint)n, x,
                            NULL);
  else if (one_in(random, 4))
    csp_model_post_mdd(model, vars, n, edges, n_edges, 0, (gint)n, NULL);
  else if (one_in(random, 3))
    csp_model_post_reified_mdd(model, vars, n, edges, n_edges, 0, (gint)n, x,
                               NULL);
  else if (one_in(random, 2))
    csp_model_post_regular(model, vars, n, steps, n_steps, 0, finals, 2, NULL);
  else
    csp_model_post_reified_regular(model, vars, n, steps, n_steps, 0, finals, 2,
                                   x, NULL);
}

/* What is about truth: of the variables that are 0 or 1, if any, for others are
 * refused. */
static void
post_logic(CspModel *model,
           CspRandom *random,
           const CspVar *vars,
           gsize n,
           const gint *ints,
           CspVar x)
{
  CspVar truths[MAX_VARS], truth = CSP_NONE;
  gsize n_truths = 0;

  for (gsize i = 0; i < n; i++) {
    gint min, max;
    csp_model_get_bounds(model, vars[i], &min, &max);
    if (min >= 0 && max <= 1)
      truths[n_truths++] = truth = vars[i];
  }
  if (n_truths == 0)
    return;
  switch (csp_random_below(random, 6)) {
  case 0:
    csp_model_post_clause(model, truths, n_truths / 2, truths + n_truths / 2,
                          n_truths - n_truths / 2, NULL);
    break;
  case 1:
    csp_model_post_conjunction(
        model, truths, n_truths / 2, truths + n_truths / 2,
        n_truths - n_truths / 2 - 1,
        one_in(random, 2) ? CSP_RELATION_EQ : CSP_RELATION_NE, truth, NULL);
    break;
  case 2:
    csp_model_post_parity(model, truths, n_truths, one_in(random, 2), NULL);
    break;
  case 3:
    csp_model_post_reified_linear(model, ints, n, vars, n,
                                  pick_relation(random), ints[n], truth, NULL);
    break;
  case 4:
    csp_model_post_member(model, x, (gint[]){-70, -1, 1, between(random, 1, 3)},
                          4, truth, NULL);
    break;
  case 5:
    csp_model_post_reified_table(model, vars, n, ints, n, truth, NULL);
    break;
  }
}

static void
post_random(CspModel *model, CspRandom *random)
{
  CspVar vars[MAX_VARS];
  gint ints[MAX_VARS + 2];
  gsize n = pick_scope(model, random, vars);
  CspVar x = pick_var(model, random), y = pick_var(model, random);

  for (gsize i = 0; i < G_N_ELEMENTS(ints); i++)
    ints[i] = between(random, -3, 3);
  csp_model_set_strength(model, (CspStrength)csp_random_below(random, 4));
  csp_model_set_group(model, one_in(random, 3) ? "group" : NULL);
  switch (csp_random_below(random, 28)) {
  case 0:
    csp_model_post_all_different(model, vars, n, ints, n, NULL);
    break;
  case 1:
    csp_model_post_all_different(model, vars, n, NULL, 0, NULL);
    break;
  case 2:
    csp_model_post_all_different_affine(model, csp_model_find_array(model, "a"),
                                        0, between(random, -1, 1), NULL);
    break;
  case 3:
    csp_model_post_relation(model, x, pick_relation(random), y, ints[0], NULL);
    break;
  case 4:
    csp_model_post_relation_const(model, x, pick_relation(random), ints[0],
                                  NULL);
    break;
  case 5:
    csp_model_post_linear(model, ints, n, vars, n, pick_relation(random),
                          between(random, -5, 5), NULL);
    break;
  case 6:
    post_table(model, random, vars, n);
    break;
  case 7:
    csp_model_post_element(model, ints, G_N_ELEMENTS(ints), x, y, NULL);
    break;
  case 8:
    csp_model_post_element_var(model, vars, n, x, y, NULL);
    break;
  case 9:
    csp_model_post_count(model, vars, n, between(random, -1, 2),
                         pick_relation(random), x, NULL);
    break;
  case 10:
    csp_model_post_count_const(model, vars, n, between(random, -1, 2),
                               pick_relation(random), between(random, 0, 3),
                               NULL);
    break;
  case 11: {
    CspExpr expr = make_boolean(model, random, 3);
    if (expr != CSP_NONE)
      csp_model_post_expr(model, expr, NULL);
    break;
  }
  case 12:
    csp_model_post_user(model, &indivisible, vars, n, GINT_TO_POINTER(ints[0]),
                        NULL, NULL);
    break;
  case 13:
    csp_model_post_lex(model, vars, n / 2, pick_inequality(random),
                       vars + n / 2, n - n / 2, NULL);
    break;
  case 14:
    csp_model_post_ordered(model, vars, n, pick_inequality(random), NULL);
    break;
  case 15:
    csp_model_post_value_precede(model, ints, 1 + csp_random_below(random, 3),
                                 vars, n, NULL);
    break;
  case 16:
    csp_model_post_arg_extremum(
        model, one_in(random, 2) ? CSP_RELATION_LE : CSP_RELATION_GE, vars, n,
        between(random, -1, 1), x, NULL);
    break;
  case 17:
    csp_model_post_sort(model, vars, n / 2, vars + n / 2, n / 2, NULL);
    break;
  case 18:
    csp_model_post_implied_linear(model, ints, n, vars, n,
                                  pick_relation(random), ints[n], x, NULL);
    break;
  case 19:
  case 20:
  case 21:
    post_counting(model, random, vars, n, x, y);
    break;
  case 22:
    csp_model_post_element_matrix(
        model, ints, 6, between(random, 1, 3), x, between(random, -1, 1), y,
        between(random, -1, 1), pick_var(model, random), NULL);
    break;
  case 23:
    csp_model_post_element_matrix_var(
        model, vars, n, n, x, between(random, -1, 1), y, between(random, -1, 1),
        pick_var(model, random), NULL);
    break;
  case 24:
    post_logic(model, random, vars, n, ints, x);
    break;
  case 25:
    post_sequence(model, random, vars, n, x);
    break;
  case 26:
  case 27:
    post_packing(model, random, vars, n, x, y);
    break;
  }
}

CspModel *
csp_random_model_new(CspRandom *random, int flags)
{
  CspModel *model = csp_model_new();
  int n_constraints = between(random, 1, 4);

  add_vars(model, random);
  for (int i = 0; i < n_constraints; i++)
    post_random(model, random);
  if ((flags & CSP_RANDOM_OBJECTIVE) != 0) {
    if (one_in(random, 2))
      csp_model_minimize(model, pick_var(model, random), NULL);
    else
      csp_model_maximize(model, pick_var(model, random), NULL);
  }
  return model;
}

/* The values that a solution may have: from the arrays, by verifying nothing
 * but the domain would need; the bounds are enough, for verify tells. */
gint *
csp_random_model_solve(CspModel *model, gsize *out_n)
{
  static const gint spread[] = {-70, 100000};
  gsize n_vars = csp_model_get_n_vars(model);
  GArray *solutions = g_array_new(FALSE, FALSE, sizeof(gint));
  gint min[MAX_VARS], max[MAX_VARS], values[MAX_VARS];

  *out_n = 0;
  for (gsize i = 0; i < n_vars; i++) {
    csp_model_get_bounds(model, (CspVar)i, &min[i], &max[i]);
    values[i] = min[i];
  }
  for (;;) {
    if (csp_model_verify(model, values, n_vars, NULL)) {
      g_array_append_vals(solutions, values, (guint)n_vars);
      ++*out_n;
    }
    gsize i = n_vars;
    while (i > 0 && values[i - 1] == max[i - 1]) {
      i--;
      values[i] = min[i];
    }
    if (i == 0)
      break;
    /* over the gap of the explicit values */
    if (values[i - 1] == spread[0])
      values[i - 1] = MIN(-3, max[i - 1]);
    else if (values[i - 1] == 5)
      values[i - 1] = MIN(spread[1], max[i - 1]);
    else
      values[i - 1]++;
  }
  return (gint *)g_array_free(solutions, FALSE);
}
