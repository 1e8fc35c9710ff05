/* SPDX-License-Identifier: MIT */
/* Expressions: random ones over small domains, division by zero included, mean
 * what a plain evaluation says, and have the same solutions by propagation and
 * search as by trying every assignment. */
#include "config.h"

#include <libcsp/csp-model.h>
#include <libcsp/csp-solver.h>

#include "base/random.h"
#include "constraints/family.h"
#include "model/model.h"
#include "tests/csp-test.h"
#include "tests/oracle.h"

enum { N_VARS = 3, MAX_NODES = 24, MAX_ASSIGNMENTS = 600 };

#define UNDEFINED INT64_MIN

/* An expression as the test made it. */
typedef struct {
  bool is_var, is_const;
  int value; /* constant; which variable */
  CspExprOp op;
  int n_args, args[3];
  CspExpr handle;
} Tree;

typedef struct {
  CspModel *model;
  CspRandom random;
  Tree trees[MAX_NODES];
  int n_trees;
  int roots[3], n_roots;
  int32_t values[N_VARS];
  bool by_search[MAX_ASSIGNMENTS];
} Case;

static int
draw(Case *self, int n)
{
  return (int)csp_random_below(&self->random, (uint32_t)n);
}

static int64_t evaluate(const Case *self, int tree);

static int64_t
evaluate_two(CspExprOp op, int64_t a, int64_t b)
{
  switch (op) {
  case CSP_EXPR_ADD:
    return a + b;
  case CSP_EXPR_SUB:
    return a - b;
  case CSP_EXPR_MUL:
    return a * b;
  case CSP_EXPR_DIV:
    return b == 0 ? UNDEFINED : a / b;
  case CSP_EXPR_MOD:
    return b == 0 ? UNDEFINED : a - a / b * b;
  case CSP_EXPR_MIN:
    return a < b ? a : b;
  case CSP_EXPR_MAX:
    return a < b ? b : a;
  case CSP_EXPR_EQ:
    return a == b;
  case CSP_EXPR_NE:
    return a != b;
  case CSP_EXPR_LT:
    return a < b;
  case CSP_EXPR_LE:
    return a <= b;
  case CSP_EXPR_GT:
    return a > b;
  case CSP_EXPR_GE:
    return a >= b;
  case CSP_EXPR_AND:
    return a == 1 && b == 1;
  case CSP_EXPR_OR:
    return a == 1 || b == 1;
  case CSP_EXPR_IMPLIES:
    return a == 0 || b == 1;
  case CSP_EXPR_IFF:
    return a == b;
  default:
    g_assert_not_reached();
  }
}

static int64_t
evaluate(const Case *self, int t)
{
  const Tree *tree = &self->trees[t];
  bool is_comparison = tree->op >= CSP_EXPR_EQ && tree->op <= CSP_EXPR_GE;

  if (tree->is_var)
    return self->values[tree->value];
  if (tree->is_const)
    return tree->value;
  int64_t a = evaluate(self, tree->args[0]);
  if (tree->op == CSP_EXPR_IF)
    return evaluate(self, tree->args[a == 1 ? 1 : 2]);
  if (a == UNDEFINED)
    return is_comparison ? 0 : UNDEFINED;
  if (tree->n_args == 1) {
    if (tree->op == CSP_EXPR_NOT)
      return 1 - a;
    if (tree->op == CSP_EXPR_NEG)
      return -a;
    return tree->op == CSP_EXPR_ABS && a < 0 ? -a : a;
  }
  for (int i = 1; i < tree->n_args; i++) {
    int64_t b = evaluate(self, tree->args[i]);
    if (b == UNDEFINED)
      return is_comparison ? 0 : UNDEFINED;
    a = evaluate_two(tree->op, a, b);
    if (a == UNDEFINED)
      return UNDEFINED;
  }
  return a;
}

static bool
should_hold(const Case *self)
{
  for (int i = 0; i < self->n_roots; i++)
    if (evaluate(self, self->roots[i]) != 1)
      return false;
  return true;
}

static bool
records_hold(const Case *self, CspScratch *scratch)
{
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(self->model, &n);

  for (size_t i = 0; i < n; i++) {
    g_assert(cons[i].kind == CSP_CON_EXPR);
    if (!csp_family_expr.holds(&cons[i], self->values, scratch))
      return false;
  }
  return true;
}

/* Variables. --------------------------------------------------------------- */

static void
add_variables(Case *self)
{
  static const gint holes[] = {-3, -1, 0, 2, 5};
  static const gint no_zero[] = {-2, -1, 1, 3};
  static const gint far[] = {-1000, -1, 0, 7, 900};

  for (int i = 0; i < N_VARS; i++) {
    g_autofree char *name = g_strdup_printf("v%d", i);
    switch (draw(self, 7)) {
    case 0:
      csp_model_add_bool(self->model, name, NULL);
      break;
    case 1:
      csp_model_add_int_values(self->model, name, holes, 5, NULL);
      break;
    case 2:
      csp_model_add_int_values(self->model, name, no_zero, 4, NULL);
      break;
    case 3:
      csp_model_add_int_values(self->model, name, far, 5, NULL);
      break;
    case 4:
      csp_model_add_int(self->model, name, 0, 7, NULL);
      break;
    default: {
      int min = draw(self, 6) - 4;
      csp_model_add_int(self->model, name, min, min + draw(self, 6), NULL);
      break;
    }
    }
  }
}

static const CspArrayInfo *
array_of(const Case *self, int i)
{
  return csp_model_array_of(self->model, (CspVar)i);
}

static int
n_values(const Case *self, int i)
{
  return (int)array_of(self, i)->n_values;
}

static int
value_at(const Case *self, int i, int position)
{
  const CspArrayInfo *array = array_of(self, i);

  return array->values != NULL ? array->values[position]
                               : array->min + position;
}

/* Makes assignment number `index` the current one; false: there is none. */
static bool
set_assignment(Case *self, int index)
{
  for (int i = 0; i < N_VARS; i++) {
    self->values[i] = value_at(self, i, index % n_values(self, i));
    index /= n_values(self, i);
  }
  return index == 0;
}

static int
assignment_number(const Case *self, const CspStore *store)
{
  int number = 0;

  for (int i = N_VARS; i-- > 0;) {
    int position = 0;
    while (value_at(self, i, position) != csp_store_value(store, (CspVar)i))
      position++;
    number = number * n_values(self, i) + position;
  }
  return number;
}

/* Search. ------------------------------------------------------------------ */

static void
search(Case *self, CspStore *store)
{
  CspVar open = CSP_NONE;

  if (!csp_store_propagate(store))
    return;
  for (CspVar x = 0; x < N_VARS; x++)
    if (!csp_store_is_fixed(store, x))
      open = x;
  if (open == CSP_NONE) {
    self->by_search[assignment_number(self, store)] = true;
    return;
  }
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(int64_t));
  CSP_STORE_FOREACH_VALUE(store, open, value)
  g_array_append_val(values, value);
  for (guint i = 0; i < values->len; i++) {
    csp_store_push(store);
    if (csp_store_fix(store, open, g_array_index(values, int64_t, i),
                      CSP_NO_HINT))
      search(self, store);
    csp_store_pop(store);
  }
}

static void
solve(Case *self)
{
  g_autoptr(CspStore) store = csp_store_new();
  uint32_t n_exprs = csp_model_n_exprs(self->model);
  g_autofree CspVar *expr_vars = g_new(CspVar, n_exprs);
  CspPoster poster = {.store = store, .expr_vars = expr_vars};
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(self->model, &n);

  for (uint32_t i = 0; i < n_exprs; i++)
    expr_vars[i] = CSP_NONE;
  for (int i = 0; i < N_VARS; i++) {
    const CspArrayInfo *array = array_of(self, i);
    if (array->values != NULL)
      csp_store_add_var_values(store, array->values, array->n_values);
    else
      csp_store_add_var(store, array->min, array->max);
  }
  memset(self->by_search, 0, sizeof self->by_search);
  for (size_t i = 0; i < n; i++)
    if (!csp_family_expr.post(&poster, &cons[i], CSP_STRENGTH_DOMAIN))
      return;
  search(self, store);
}

/* Random expressions. ------------------------------------------------------ */

static void
add_tree(Case *self, Tree tree)
{
  CspExpr args[3];

  for (int i = 0; i < tree.n_args; i++)
    args[i] = self->trees[tree.args[i]].handle;
  if (tree.is_var)
    tree.handle = csp_model_expr_var(self->model, (CspVar)tree.value, NULL);
  else if (tree.is_const)
    tree.handle = csp_model_expr_const(self->model, tree.value, NULL);
  else
    tree.handle =
        csp_model_expr(self->model, tree.op, args, (gsize)tree.n_args, NULL);
  if (tree.handle != CSP_NONE)
    self->trees[self->n_trees++] = tree;
}

static int
n_args_of(Case *self, CspExprOp op)
{
  switch (op) {
  case CSP_EXPR_NEG:
  case CSP_EXPR_ABS:
  case CSP_EXPR_NOT:
    return 1;
  case CSP_EXPR_IF:
    return 3;
  case CSP_EXPR_ADD:
  case CSP_EXPR_MUL:
  case CSP_EXPR_MIN:
  case CSP_EXPR_MAX:
  case CSP_EXPR_AND:
  case CSP_EXPR_OR:
    return 2 + draw(self, 2);
  default:
    return 2;
  }
}

/* Later trees are likelier, so that they grow deep. */
static int
draw_tree(Case *self)
{
  return MAX(draw(self, self->n_trees), draw(self, self->n_trees));
}

static void
make_case(Case *self, uint32_t seed)
{
  *self = (Case){.model = csp_model_new()};
  csp_random_seed(&self->random, seed);
  add_variables(self);
  for (int i = 0; i < N_VARS; i++)
    add_tree(self, (Tree){.is_var = true, .value = i});
  for (int i = 0; i < 2; i++)
    add_tree(self, (Tree){.is_const = true, .value = draw(self, 7) - 3});
  int target = 8 + draw(self, MAX_NODES - 8);
  for (int tries = 0; tries < 200 && self->n_trees < target; tries++) {
    Tree tree = {.op = (CspExprOp)draw(self, CSP_EXPR_IF + 1)};
    tree.n_args = n_args_of(self, tree.op);
    for (int i = 0; i < tree.n_args; i++)
      tree.args[i] = draw_tree(self);
    add_tree(self, tree);
  }
  int n_roots = 1 + draw(self, 3);
  for (int tries = 0; tries < 100 && self->n_roots < n_roots; tries++) {
    int root = draw_tree(self);
    if (csp_model_post_expr(self->model, self->trees[root].handle, NULL))
      self->roots[self->n_roots++] = root;
  }
}

static void
has_the_solutions_of_its_meaning(void)
{
  CspScratch scratch = {0};
  int n_bad = 0;
  int64_t n_solutions = 0;

  for (uint32_t seed = 1; seed <= 6000 && n_bad < 3; seed++) {
    Case self;
    make_case(&self, seed);
    solve(&self);
    for (int i = 0; set_assignment(&self, i); i++) {
      bool expected = should_hold(&self);
      bool by_meaning = records_hold(&self, &scratch);
      n_solutions += expected;
      if (expected != by_meaning || expected != self.by_search[i]) {
        printf("# seed %u: %d %d %d should %d, by meaning %d, search %d\n",
               seed, self.values[0], self.values[1], self.values[2], expected,
               by_meaning, self.by_search[i]);
        n_bad++;
        break;
      }
    }
    g_object_unref(self.model);
  }
  CU_ASSERT_EQUAL(n_bad, 0);
  CU_ASSERT(n_solutions > 1000);
  csp_scratch_clear(&scratch);
}

/* The oracle's walk, with explanations. */
static void
agrees_with_the_oracle(void)
{
  for (uint32_t seed = 1; seed <= 1500; seed++) {
    Case self;
    size_t n;
    make_case(&self, seed);
    g_autoptr(CspModel) model = self.model;
    const CspConstraint *cons = csp_model_peek_constraints(model, &n);
    if (n == 0 || cons[0].n_vars == 0)
      continue;
    g_autoptr(CspOracle) oracle = csp_oracle_new(seed);
    for (int i = 0; i < N_VARS; i++)
      csp_oracle_add_var(oracle, MAX(array_of(&self, i)->min, -4),
                         MIN(array_of(&self, i)->max, 4));
    csp_oracle_set_n_exprs(oracle, csp_model_n_exprs(model));
    CU_ASSERT(csp_oracle_agrees(oracle, &csp_family_expr, &cons[0],
                                CSP_STRENGTH_DOMAIN, CSP_ORACLE_SOUND));
  }
}

static void
every_algorithm_counts_the_same(void)
{
  static const char *const algorithms[] = {"generate", "backtracking",
                                           "forward-checking", "mac", "auto"};

  for (uint32_t seed = 10000; seed < 10300; seed++) {
    Case self;
    guint64 expected = 0;
    make_case(&self, seed);
    g_autoptr(CspModel) model = self.model;
    for (int i = 0; set_assignment(&self, i); i++)
      expected += should_hold(&self);
    for (size_t a = 0; a < G_N_ELEMENTS(algorithms); a++) {
      g_autoptr(CspSolver) solver = csp_solver_new(model);
      guint64 n = 0;
      CU_ASSERT(
          csp_solver_set_option(solver, "algorithm", algorithms[a], NULL));
      CU_ASSERT(csp_solver_count(solver, &n, NULL));
      CU_ASSERT_EQUAL(n, expected);
      if (n != expected)
        printf("# seed %u: %s counts %" G_GUINT64_FORMAT
               ", not %" G_GUINT64_FORMAT "\n",
               seed, algorithms[a], n, expected);
    }
  }
}

/* By hand. ----------------------------------------------------------------- */

static CspExpr
expr_var(CspModel *model, CspVar var)
{
  return csp_model_expr_var(model, var, NULL);
}

static CspExpr
expr_const(CspModel *model, int value)
{
  return csp_model_expr_const(model, value, NULL);
}

static CspExpr
binary(CspModel *model, CspExprOp op, CspExpr a, CspExpr b)
{
  return csp_model_expr_binary(model, op, a, b, NULL);
}

static CspExpr
unary(CspModel *model, CspExprOp op, CspExpr a)
{
  return csp_model_expr_unary(model, op, a, NULL);
}

/* How many of all assignments the model's expressions allow. */
static int
count(CspModel *model)
{
  Case self = {.model = model};
  int n = 0;

  solve(&self);
  for (int i = 0; i < MAX_ASSIGNMENTS; i++)
    n += self.by_search[i];
  return n;
}

static CspModel *
model_of_three(int min, int max)
{
  CspModel *model = csp_model_new();

  csp_model_add_int_array(model, "x", N_VARS, min, max, NULL);
  return model;
}

/* Over -2 .. 2, x / y is 1 just when both are the same and not 0: 4 pairs. */
static void
a_zero_divisor_is_false_at_the_top(void)
{
  g_autoptr(CspModel) model = model_of_three(-2, 2);
  CspExpr quotient =
      binary(model, CSP_EXPR_DIV, expr_var(model, 0), expr_var(model, 1));

  CU_ASSERT(csp_model_post_expr(
      model, binary(model, CSP_EXPR_EQ, quotient, expr_const(model, 1)), NULL));
  CU_ASSERT_EQUAL(count(model), 4 * 5);
}

static void
a_zero_divisor_is_true_under_not(void)
{
  g_autoptr(CspModel) model = model_of_three(-2, 2);
  CspExpr quotient =
      binary(model, CSP_EXPR_DIV, expr_var(model, 0), expr_var(model, 1));
  CspExpr is_one = binary(model, CSP_EXPR_EQ, quotient, expr_const(model, 1));

  CU_ASSERT(
      csp_model_post_expr(model, unary(model, CSP_EXPR_NOT, is_one), NULL));
  CU_ASSERT_EQUAL(count(model), (25 - 4) * 5);
}

/* if y != 0 then x / y else 0, at most 5: always. */
static void
the_branch_not_taken_does_not_count(void)
{
  g_autoptr(CspModel) model = model_of_three(-2, 2);
  CspExpr x = expr_var(model, 0), y = expr_var(model, 1);
  CspExpr zero = expr_const(model, 0);
  CspExpr guarded =
      csp_model_expr_if(model, binary(model, CSP_EXPR_NE, y, zero),
                        binary(model, CSP_EXPR_DIV, x, y), zero, NULL);

  CU_ASSERT(csp_model_post_expr(
      model,
      binary(model, CSP_EXPR_NE, guarded,
             binary(model, CSP_EXPR_ADD, x, expr_const(model, 5))),
      NULL));
  CU_ASSERT_EQUAL(count(model), 125);
}

static void
coefficients_may_pass_32_bits(void)
{
  g_autoptr(CspModel) model = model_of_three(0, 3);
  CspExpr large = expr_const(model, 1 << 30);
  CspExpr x = expr_var(model, 0), y = expr_var(model, 1);
  CspExpr scaled =
      binary(model, CSP_EXPR_MUL, large, binary(model, CSP_EXPR_MUL, large, x));

  CU_ASSERT(csp_model_post_expr(model,
                                binary(model, CSP_EXPR_LT,
                                       binary(model, CSP_EXPR_ADD, scaled, y),
                                       binary(model, CSP_EXPR_ADD, y, large)),
                                NULL));
  CU_ASSERT_EQUAL(count(model), 4 * 4);
}

/* Posts all to a new store; how many variables were added. */
static uint32_t
n_helpers(CspModel *model)
{
  g_autoptr(CspStore) store = csp_store_new();
  uint32_t n_exprs = csp_model_n_exprs(model);
  g_autofree CspVar *expr_vars = g_new(CspVar, n_exprs);
  CspPoster poster = {.store = store, .expr_vars = expr_vars};
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(model, &n);

  memset(expr_vars, 0xff, n_exprs * sizeof *expr_vars);
  for (uint32_t i = 0; i < csp_model_n_vars(model); i++)
    csp_store_add_var(store, 0, 1);
  for (size_t i = 0; i < n; i++)
    csp_family_expr.post(&poster, &cons[i], CSP_STRENGTH_DOMAIN);
  return store->n_vars - csp_model_n_vars(model);
}

static void
what_is_required_needs_no_helper(void)
{
  g_autoptr(CspModel) model = model_of_three(0, 1);
  CspExpr x = expr_var(model, 0), y = expr_var(model, 1);
  CspExpr z = expr_var(model, 2);
  CspExpr clause = binary(model, CSP_EXPR_OR, x, unary(model, CSP_EXPR_NOT, y));
  CspExpr product = binary(model, CSP_EXPR_MUL, x, y);
  CspExpr less = binary(model, CSP_EXPR_LT, x, y);

  csp_model_post_expr(model, binary(model, CSP_EXPR_OR, z, clause), NULL);
  csp_model_post_expr(model, binary(model, CSP_EXPR_EQ, z, product), NULL);
  csp_model_post_expr(model, binary(model, CSP_EXPR_IFF, less, z), NULL);
  CU_ASSERT_EQUAL(n_helpers(model), 0);
}

static void
a_common_subexpression_is_posted_once(void)
{
  g_autoptr(CspModel) model = model_of_three(0, 1);
  CspExpr product =
      binary(model, CSP_EXPR_MUL, expr_var(model, 0), expr_var(model, 1));

  csp_model_post_expr(
      model, binary(model, CSP_EXPR_LE, product, expr_const(model, 5)), NULL);
  uint32_t n = n_helpers(model);
  for (CspVar v = 0; v < N_VARS; v++)
    csp_model_post_expr(
        model, binary(model, CSP_EXPR_NE, product, expr_var(model, v)), NULL);
  CU_ASSERT(n_helpers(model) <= MAX(n, 1));
}

/* No recursion, and nothing that is quadratic. */
static void
depth_is_no_matter(void)
{
  g_autoptr(CspModel) model = model_of_three(0, 1);
  CspExpr sum = expr_var(model, 0), either = expr_var(model, 1);
  CspExpr most = expr_var(model, 2);

  for (int i = 0; i < 50000; i++) {
    CspExpr x = expr_var(model, (CspVar)(i % N_VARS));
    sum = binary(model, i % 2 == 0 ? CSP_EXPR_ADD : CSP_EXPR_SUB, sum, x);
    either = unary(
        model, CSP_EXPR_NOT,
        binary(model, CSP_EXPR_AND, x, unary(model, CSP_EXPR_NOT, either)));
    most = binary(model, i % 2 == 0 ? CSP_EXPR_MAX : CSP_EXPR_MIN, most, x);
  }
  csp_model_post_expr(model,
                      binary(model, CSP_EXPR_AND, either,
                             binary(model, CSP_EXPR_LE, sum, most)),
                      NULL);
  CU_ASSERT(n_helpers(model) > 0);
}

/* Each sum is twice the one before: 2^60 ways down to x. */
static void
doubling_does_not_explode(void)
{
  g_autoptr(CspModel) model = model_of_three(0, 1);
  CspExpr sum = expr_var(model, 0);

  for (int i = 0; i < 60; i++)
    sum = binary(model, CSP_EXPR_ADD, sum, sum);
  CU_ASSERT(sum != CSP_NONE);
  CU_ASSERT(csp_model_post_expr(
      model, binary(model, CSP_EXPR_LE, expr_const(model, 1), sum), NULL));
  CU_ASSERT_EQUAL(count(model), 4);
}

static const CspTest tests[] = {
    {"a zero divisor is false at the top", a_zero_divisor_is_false_at_the_top},
    {"a zero divisor is true under not", a_zero_divisor_is_true_under_not},
    {"the branch not taken does not count",
     the_branch_not_taken_does_not_count},
    {"coefficients may pass 32 bits", coefficients_may_pass_32_bits},
    {"what is required needs no helper", what_is_required_needs_no_helper},
    {"a common subexpression is posted once",
     a_common_subexpression_is_posted_once},
    {"depth is no matter", depth_is_no_matter},
    {"doubling does not explode", doubling_does_not_explode},
    {"an expression has the solutions of its meaning",
     has_the_solutions_of_its_meaning},
    {"agrees with the oracle", agrees_with_the_oracle},
    {"every algorithm counts the same", every_algorithm_counts_the_same},
};

CSP_TEST_MAIN("expressions", tests)
