/* SPDX-License-Identifier: MIT */
/* Expressions: shared, normalized without a change of meaning, and refused
 * where their values would not fit.  The oracle evaluates the tree as it was
 * written and the program that was made of it. */
#include "config.h"

#include <libcsp/csp-model.h>

#include "base/random.h"
#include "tests/csp-test.h"
#include "model/model.h"

enum { N_VARS = 4 };

static CspModel *
small_model(void)
{
  CspModel *model = csp_model_new();

  csp_model_add_int(model, "x", -2, 2, NULL);
  csp_model_add_int(model, "y", 1, 3, NULL);
  csp_model_add_int_values(model, "z", (gint[]){-1, 2}, 2, NULL);
  csp_model_add_bool(model, "b", NULL);
  return model;
}

static CspExpr
var(CspModel *model, CspVar v)
{
  return csp_model_expr_var(model, v, NULL);
}

static CspExpr
constant(CspModel *model, gint value)
{
  return csp_model_expr_const(model, value, NULL);
}

static CspExpr
binary(CspModel *model, CspExprOp op, CspExpr a, CspExpr b)
{
  return csp_model_expr_binary(model, op, a, b, NULL);
}

static const CspExprProgram *
program_of(CspModel *model, size_t index)
{
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(model, &n);

  return cons[index].object;
}

static void
the_same_expression_is_the_same_handle(void)
{
  g_autoptr(CspModel) model = small_model();
  CspExpr x = var(model, 0), y = var(model, 1), z = var(model, 2);

  CU_ASSERT_EQUAL(x, var(model, 0));
  CU_ASSERT_EQUAL(constant(model, 7), constant(model, 7));
  CU_ASSERT_EQUAL(
      csp_model_expr(model, CSP_EXPR_ADD, (CspExpr[]){x, y, z}, 3, NULL),
      csp_model_expr(model, CSP_EXPR_ADD, (CspExpr[]){z, x, y}, 3, NULL));
  CU_ASSERT_EQUAL(binary(model, CSP_EXPR_GT, x, y),
                  binary(model, CSP_EXPR_LT, y, x));
  CU_ASSERT_NOT_EQUAL(binary(model, CSP_EXPR_SUB, x, y),
                      binary(model, CSP_EXPR_SUB, y, x));
  CU_ASSERT_EQUAL(binary(model, CSP_EXPR_MAX, x, x), x);
  CU_ASSERT_EQUAL(
      binary(model, CSP_EXPR_ADD, constant(model, 3), constant(model, 4)),
      constant(model, 7));
  CU_ASSERT_EQUAL(binary(model, CSP_EXPR_MUL, x, constant(model, 0)),
                  constant(model, 0));
  CU_ASSERT_EQUAL(binary(model, CSP_EXPR_EQ, y, y), constant(model, 1));
}

static void
a_division_that_may_fail_is_not_folded(void)
{
  g_autoptr(CspModel) model = small_model();
  CspExpr x = var(model, 0), y = var(model, 1), z = var(model, 2);
  CspExpr zero = constant(model, 0), one = constant(model, 1);
  CspExpr partial = binary(model, CSP_EXPR_DIV, y, x);

  CU_ASSERT_NOT_EQUAL(binary(model, CSP_EXPR_MUL, partial, zero), zero);
  CU_ASSERT_NOT_EQUAL(binary(model, CSP_EXPR_EQ, partial, partial), one);
  CU_ASSERT_EQUAL(binary(model, CSP_EXPR_NE, partial, partial), zero);
  /* z has a hole at 0 */
  CspExpr total = binary(model, CSP_EXPR_DIV, y, z);
  CU_ASSERT_EQUAL(binary(model, CSP_EXPR_EQ, total, total), one);
}

static void
a_program_has_each_node_once_operands_first(void)
{
  g_autoptr(CspModel) model = small_model();
  size_t n;

  CspExpr sum = binary(model, CSP_EXPR_ADD, var(model, 2), var(model, 0));
  CspExpr low = binary(model, CSP_EXPR_LE, sum, constant(model, 1));
  CspExpr high = binary(model, CSP_EXPR_GE, sum, constant(model, 0));
  CU_ASSERT_TRUE(
      csp_model_post_expr(model, binary(model, CSP_EXPR_AND, low, high), NULL));

  const CspConstraint *con = csp_model_peek_constraints(model, &n);
  const CspExprProgram *program = program_of(model, 0);
  CU_ASSERT_EQUAL(con->kind, CSP_CON_EXPR);
  CU_ASSERT_EQUAL(con->n_vars, 2);
  CU_ASSERT_EQUAL(csp_constraint_var(con, 0), 0);
  CU_ASSERT_EQUAL(csp_constraint_var(con, 1), 2);
  CU_ASSERT_EQUAL(program->n_nodes, 8);
  for (uint32_t i = 0; i < program->n_nodes; i++)
    for (uint32_t j = 0; j < program->nodes[i].n_args; j++)
      CU_ASSERT_TRUE(program->nodes[i].args[j] < i);
  CU_ASSERT_EQUAL(program->nodes[7].op, CSP_EXPR_AND);
  for (uint32_t i = 0; i < program->n_nodes; i++)
    if (program->nodes[i].leaf == CSP_LEAF_VAR)
      CU_ASSERT_EQUAL(program->nodes[i].value, program->nodes[i].min == -1);
}

#define ASSERT_FAILS(call, expected_code, expected_message)                    \
  G_STMT_START                                                                 \
  {                                                                            \
    g_autoptr(GError) error = NULL;                                            \
    CU_ASSERT_EQUAL((call), CSP_NONE);                                         \
    CU_ASSERT_TRUE(g_error_matches(error, CSP_ERROR, expected_code));          \
    CU_ASSERT_PTR_NOT_NULL_FATAL(error);                                       \
    CU_ASSERT_STRING_EQUAL(error->message, expected_message);                  \
  }                                                                            \
  G_STMT_END

static void
refuses_operands_that_do_not_fit(void)
{
  g_autoptr(CspModel) model = small_model();
  CspExpr x = var(model, 0), b = var(model, 3);

  ASSERT_FAILS(csp_model_expr_unary(model, CSP_EXPR_NOT, x, &error),
               CSP_ERROR_INVALID, "operand 1 of not is not a Boolean");
  ASSERT_FAILS(csp_model_expr_binary(model, CSP_EXPR_AND, b, x, &error),
               CSP_ERROR_INVALID, "operand 2 of and is not a Boolean");
  ASSERT_FAILS(csp_model_expr_if(model, x, b, b, &error), CSP_ERROR_INVALID,
               "operand 1 of if is not a Boolean");
  ASSERT_FAILS(csp_model_expr_unary(model, CSP_EXPR_SUB, x, &error),
               CSP_ERROR_INVALID, "sub does not take 1 operands");
  ASSERT_FAILS(csp_model_expr(model, CSP_EXPR_AND, NULL, 0, &error),
               CSP_ERROR_INVALID, "and does not take 0 operands");
  ASSERT_FAILS(csp_model_expr_unary(model, CSP_EXPR_NEG, 99, &error),
               CSP_ERROR_INVALID,
               "operand 99 is not one of the model's 2 expressions");
  ASSERT_FAILS(csp_model_expr_unary(model, CSP_EXPR_NEG, CSP_NONE, &error),
               CSP_ERROR_INVALID, "no operand: the call that made it failed");
  ASSERT_FAILS(csp_model_expr_const(model, G_MININT, &error), CSP_ERROR_RANGE,
               "the constant -2147483648 leaves -1073741824..1073741824");
  CU_ASSERT_FALSE(csp_model_post_expr(model, x, NULL));
  CU_ASSERT_EQUAL(csp_model_get_n_constraints(model), 0);
}

static void
an_error_is_passed_on(void)
{
  g_autoptr(CspModel) model = small_model();
  g_autoptr(GError) error = NULL;

  CspExpr bad = csp_model_expr_var(model, 77, &error);
  CspExpr one = csp_model_expr_const(model, 1, &error);
  CspExpr sum = csp_model_expr_binary(model, CSP_EXPR_ADD, bad, one, &error);
  CU_ASSERT_FALSE(csp_model_post_expr(
      model, csp_model_expr_binary(model, CSP_EXPR_EQ, sum, one, &error),
      &error));
  CU_ASSERT_STRING_EQUAL(error->message,
                         "variable 77 is not one of the model's 4");
}

static void
sums_may_be_large_other_values_may_not(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  gint big = CSP_VALUE_MAX;

  csp_model_add_int_array(model, "x", 2, -big, big, NULL);
  csp_model_set_group(model, "profit");
  CspExpr x = var(model, 0), y = var(model, 1), c = constant(model, big);
  CspExpr sum = binary(model, CSP_EXPR_ADD, x, y);
  CspExpr scaled = binary(model, CSP_EXPR_MUL, sum, c);
  CU_ASSERT_NOT_EQUAL(scaled, CSP_NONE);
  CU_ASSERT_NOT_EQUAL(binary(model, CSP_EXPR_LE, scaled, sum), CSP_NONE);
  ASSERT_FAILS(csp_model_expr_binary(model, CSP_EXPR_MUL, scaled, c, &error),
               CSP_ERROR_RANGE,
               "profit: the result of mul can leave the supported range");
  ASSERT_FAILS(csp_model_expr_unary(model, CSP_EXPR_ABS, sum, &error),
               CSP_ERROR_RANGE,
               "profit: operand 1 of abs can leave -1073741824..1073741824");
  ASSERT_FAILS(csp_model_expr_binary(model, CSP_EXPR_MUL, x, y, &error),
               CSP_ERROR_RANGE,
               "profit: the result of mul can leave the supported range");
  /* the difference is small, its terms times the constants are not */
  CspExpr zero = binary(model, CSP_EXPR_SUB, x, x);
  CspExpr product = binary(model, CSP_EXPR_MUL, zero, c);
  ASSERT_FAILS(csp_model_expr_binary(model, CSP_EXPR_MUL, product, c, &error),
               CSP_ERROR_RANGE,
               "profit: the result of mul can leave the supported range");
}

static void
truth_adds_nothing_and_a_contradiction_has_no_scope(void)
{
  g_autoptr(CspModel) model = small_model();
  size_t n;

  CspExpr is_less =
      binary(model, CSP_EXPR_LT, var(model, 1), constant(model, 4));
  CU_ASSERT_TRUE(csp_model_post_expr(model, is_less, NULL));
  CU_ASSERT_EQUAL(csp_model_get_n_constraints(model), 0);
  CspExpr is_more =
      binary(model, CSP_EXPR_GT, var(model, 1), constant(model, 4));
  CU_ASSERT_TRUE(csp_model_post_expr(model, is_more, NULL));
  const CspConstraint *con = csp_model_peek_constraints(model, &n);
  CU_ASSERT_EQUAL(n, 1);
  CU_ASSERT_EQUAL(con->n_vars, 0);
  CU_ASSERT_EQUAL(program_of(model, 0)->nodes[0].value, 0);
}

/* The oracle ------------------------------------------------------------- */

typedef struct {
  bool is_defined;
  int64_t value;
} Result;

/* By the definition of each operation; a Boolean is always defined. */
static Result
apply(CspExprOp op, const Result *args, size_t n_args)
{
  Result result = {.is_defined = true, .value = args[0].value};
  int64_t a = args[0].value, b = n_args > 1 ? args[1].value : 0;

  for (size_t i = 0; i < n_args; i++)
    result.is_defined = result.is_defined && args[i].is_defined;
  if (op >= CSP_EXPR_EQ && op <= CSP_EXPR_IFF && !result.is_defined)
    return (Result){true, 0};

  switch (op) {
  case CSP_EXPR_NEG:
    result.value = -a;
    break;
  case CSP_EXPR_ABS:
    result.value = ABS(a);
    break;
  case CSP_EXPR_SUB:
    result.value = a - b;
    break;
  case CSP_EXPR_DIV:
  case CSP_EXPR_MOD:
    if (b == 0)
      return (Result){false, 0};
    result.value = op == CSP_EXPR_DIV ? a / b : a % b;
    break;
  case CSP_EXPR_NOT:
    result.value = !a;
    break;
  case CSP_EXPR_IMPLIES:
    result.value = !a || b;
    break;
  case CSP_EXPR_IFF:
    result.value = a == b;
    break;
  case CSP_EXPR_IF:
    result.value = a ? b : args[2].value;
    break;
  case CSP_EXPR_EQ:
  case CSP_EXPR_NE:
  case CSP_EXPR_LT:
  case CSP_EXPR_LE:
  case CSP_EXPR_GT:
  case CSP_EXPR_GE:
    result.value = csp_relation_holds((CspRelation)(op - CSP_EXPR_EQ), a, b);
    break;
  default:
    for (size_t i = 1; i < n_args; i++) {
      int64_t v = args[i].value;
      if (op == CSP_EXPR_ADD)
        result.value += v;
      else if (op == CSP_EXPR_MUL)
        result.value *= v;
      else if (op == CSP_EXPR_MIN)
        result.value = MIN(result.value, v);
      else if (op == CSP_EXPR_MAX)
        result.value = MAX(result.value, v);
      else if (op == CSP_EXPR_AND)
        result.value = result.value && v;
      else
        result.value = result.value || v;
    }
    break;
  }
  return result;
}

/* The tree as written, with the value of each node under an assignment. */
typedef struct {
  CspExprOp op;
  CspExprLeaf leaf;
  gint value;
  size_t n_args;
  int args[3];
  CspExpr expr;
} Node;

typedef struct {
  CspModel *model;
  CspRandom random;
  int n_nodes;
  Node nodes[400];
} Tree;

static uint32_t
below(Tree *tree, uint32_t n)
{
  return csp_random_below(&tree->random, n);
}

static int
add_leaf(Tree *tree, bool is_boolean)
{
  Node node = {.leaf = below(tree, 3) == 0 ? CSP_LEAF_CONST : CSP_LEAF_VAR};

  if (node.leaf == CSP_LEAF_CONST) {
    node.value = is_boolean ? (gint)below(tree, 2) : (gint)below(tree, 6) - 2;
    node.expr = constant(tree->model, node.value);
  } else {
    node.value = is_boolean ? 3 : (gint)below(tree, N_VARS);
    node.expr = var(tree->model, (CspVar)node.value);
  }
  tree->nodes[tree->n_nodes] = node;
  return tree->n_nodes++;
}

static int
add_node(Tree *tree, bool is_boolean, int depth)
{
  static const CspExprOp int_ops[] = {
      CSP_EXPR_NEG, CSP_EXPR_ABS, CSP_EXPR_ADD, CSP_EXPR_SUB, CSP_EXPR_MUL,
      CSP_EXPR_DIV, CSP_EXPR_MOD, CSP_EXPR_MIN, CSP_EXPR_MAX, CSP_EXPR_IF,
  };
  static const CspExprOp bool_ops[] = {
      CSP_EXPR_EQ,      CSP_EXPR_NE,  CSP_EXPR_LT,  CSP_EXPR_LE,
      CSP_EXPR_GT,      CSP_EXPR_GE,  CSP_EXPR_NOT, CSP_EXPR_OR,
      CSP_EXPR_IMPLIES, CSP_EXPR_IFF, CSP_EXPR_AND,
  };
  CspExpr args[3];

  if (depth == 0 || below(tree, 6) == 0)
    return add_leaf(tree, is_boolean);
  if (!is_boolean && below(tree, 6) == 0)
    is_boolean = true;

  Node node = {.op = is_boolean ? bool_ops[below(tree, G_N_ELEMENTS(bool_ops))]
                                : int_ops[below(tree, G_N_ELEMENTS(int_ops))]};
  switch (node.op) {
  case CSP_EXPR_NEG:
  case CSP_EXPR_ABS:
  case CSP_EXPR_NOT:
    node.n_args = 1;
    break;
  case CSP_EXPR_IF:
    node.n_args = 3;
    break;
  case CSP_EXPR_ADD:
  case CSP_EXPR_MUL:
  case CSP_EXPR_MIN:
  case CSP_EXPR_MAX:
  case CSP_EXPR_AND:
  case CSP_EXPR_OR:
    node.n_args = 2 + below(tree, 2);
    break;
  default:
    node.n_args = 2;
    break;
  }
  for (size_t i = 0; i < node.n_args; i++) {
    bool takes_boolean =
        node.op >= CSP_EXPR_NOT && (node.op != CSP_EXPR_IF || i == 0);
    node.args[i] = add_node(tree, takes_boolean, depth - 1);
    args[i] = tree->nodes[node.args[i]].expr;
  }
  node.expr = csp_model_expr(tree->model, node.op, args, node.n_args, NULL);
  CU_ASSERT_NOT_EQUAL_FATAL(node.expr, CSP_NONE);
  tree->nodes[tree->n_nodes] = node;
  return tree->n_nodes++;
}

static int64_t
tree_value(const Tree *tree, const gint *values)
{
  Result results[G_N_ELEMENTS(tree->nodes)];

  for (int i = 0; i < tree->n_nodes; i++) {
    const Node *node = &tree->nodes[i];
    Result args[3];
    for (size_t j = 0; j < node->n_args; j++)
      args[j] = results[node->args[j]];
    if (node->leaf == CSP_LEAF_NONE)
      results[i] = apply(node->op, args, node->n_args);
    else
      results[i] = (Result){
          true, node->leaf == CSP_LEAF_VAR ? values[node->value] : node->value};
  }
  return results[tree->n_nodes - 1].value;
}

static int64_t
program_value(const CspConstraint *con, const gint *values)
{
  const CspExprProgram *program = con->object;
  Result results[G_N_ELEMENTS(((Tree *)NULL)->nodes)];

  for (uint32_t i = 0; i < program->n_nodes; i++) {
    const CspExprNode *node = &program->nodes[i];
    Result args[3];
    for (uint32_t j = 0; j < node->n_args; j++)
      args[j] = results[node->args[j]];
    if (node->leaf == CSP_LEAF_NONE)
      results[i] = apply(node->op, args, node->n_args);
    else if (node->leaf == CSP_LEAF_VAR)
      results[i] = (Result){
          true, values[csp_constraint_var(con, (uint32_t)node->value)]};
    else
      results[i] = (Result){true, node->value};
    if (node->is_boolean)
      CU_ASSERT_TRUE(results[i].is_defined && (results[i].value & ~1) == 0);
    if (results[i].is_defined)
      CU_ASSERT_TRUE(results[i].value >= node->min &&
                     results[i].value <= node->max);
  }
  return results[program->n_nodes - 1].value;
}

static void
check_tree(const Tree *tree)
{
  size_t n;
  const CspConstraint *con = csp_model_peek_constraints(tree->model, &n);

  for (gint x = -2; x <= 2; x++)
    for (gint y = 1; y <= 3; y++)
      for (gint z = -1; z <= 2; z += 3)
        for (gint b = 0; b <= 1; b++) {
          const gint values[N_VARS] = {x, y, z, b};
          int64_t value = n > 0 ? program_value(con, values) : 1;
          CU_ASSERT_EQUAL(value, tree_value(tree, values));
        }
}

static void
programs_mean_what_was_written(void)
{
  for (uint64_t seed = 1; seed <= 1000; seed++) {
    g_autoptr(CspModel) model = small_model();
    Tree tree = {.model = model};
    csp_random_seed(&tree.random, seed);
    int root = add_node(&tree, true, 4);
    CU_ASSERT_TRUE(csp_model_post_expr(model, tree.nodes[root].expr, NULL));
    check_tree(&tree);
  }
}

static const CspTest tests[] = {
    {"the same expression is the same handle",
     the_same_expression_is_the_same_handle},
    {"a division that may fail is not folded",
     a_division_that_may_fail_is_not_folded},
    {"a program has each node once, operands first",
     a_program_has_each_node_once_operands_first},
    {"refuses operands that do not fit", refuses_operands_that_do_not_fit},
    {"an error is passed on", an_error_is_passed_on},
    {"sums may be large, other values may not",
     sums_may_be_large_other_values_may_not},
    {"truth adds nothing and a contradiction has no scope",
     truth_adds_nothing_and_a_contradiction_has_no_scope},
    {"programs mean what was written", programs_mean_what_was_written},
};

CSP_TEST_MAIN("model/expr", tests)
