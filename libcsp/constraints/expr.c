/* SPDX-License-Identifier: MIT */
/* Expressions: their meaning, and the family.
 *
 * A program is evaluated node by node; each has a value or is undefined.  A
 * quotient or remainder by 0 is undefined, and so is what is computed from an
 * undefined integer.  A comparison with one is false, so that a Boolean is
 * always defined: undefinedness ends at the nearest enclosing Boolean.  Of
 * if-then-else only the branch taken counts. */
#include "config.h"

#include "constraints/expr-plan.h"
#include "constraints/expr-violation.h"
#include "constraints/invariants.h"

/* No value: values of nodes are far from it. */
#define UNDEFINED INT64_MIN

static int64_t
checked_add(int64_t a, int64_t b)
{
  int64_t sum;

  return __builtin_add_overflow(a, b, &sum) ? UNDEFINED : sum;
}

static int64_t
checked_multiply(int64_t a, int64_t b)
{
  int64_t product;

  return __builtin_mul_overflow(a, b, &product) ? UNDEFINED : product;
}

static int64_t
binary_value(CspExprOp op, int64_t a, int64_t b)
{
  switch (op) {
  case CSP_EXPR_ADD:
    return checked_add(a, b);
  case CSP_EXPR_SUB:
    return checked_add(a, -b);
  case CSP_EXPR_MUL:
    return checked_multiply(a, b);
  case CSP_EXPR_DIV:
    return b == 0 ? UNDEFINED : a / b;
  case CSP_EXPR_MOD:
    return b == 0 ? UNDEFINED : a % b;
  case CSP_EXPR_MIN:
    return MIN(a, b);
  case CSP_EXPR_MAX:
    return MAX(a, b);
  case CSP_EXPR_EQ:
  case CSP_EXPR_IFF:
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
    return a && b;
  case CSP_EXPR_OR:
    return a || b;
  case CSP_EXPR_IMPLIES:
    return !a || b;
  default:
    g_assert_not_reached();
  }
}

static int64_t
unary_value(CspExprOp op, int64_t a)
{
  switch (op) {
  case CSP_EXPR_NEG:
    return -a;
  case CSP_EXPR_ABS:
    return ABS(a);
  case CSP_EXPR_NOT:
    return !a;
  default: /* a sum, product, minimum, conjunction ... of one */
    return a;
  }
}

static int64_t
node_value(const CspExprNode *node, const int64_t *values)
{
  int64_t value = values[node->args[0]];

  if (node->op == CSP_EXPR_IF)
    return values[node->args[value != 0 ? 1 : 2]];
  for (uint32_t i = 0; i < node->n_args; i++)
    if (values[node->args[i]] == UNDEFINED)
      return node->is_boolean ? 0 : UNDEFINED;
  if (node->n_args == 1)
    return unary_value(node->op, value);
  for (uint32_t i = 1; i < node->n_args && value != UNDEFINED; i++)
    value = binary_value(node->op, value, values[node->args[i]]);
  return value;
}

static bool
expr_holds(const CspConstraint *con, const int32_t *values, CspScratch *scratch)
{
  const CspExprProgram *program = con->object;
  int64_t *results =
      csp_scratch_get(scratch, program->n_nodes * sizeof *results);

  for (uint32_t i = 0; i < program->n_nodes; i++) {
    const CspExprNode *node = &program->nodes[i];
    if (node->leaf == CSP_LEAF_VAR)
      results[i] = values[csp_constraint_var(con, (uint32_t)node->value)];
    else if (node->leaf == CSP_LEAF_CONST)
      results[i] = node->value;
    else
      results[i] = node_value(node, results);
  }
  return results[program->n_nodes - 1] == 1;
}

static CspBlockForm
expr_block(const CspConstraint *con, CspStrength strength)
{
  return csp_block_form_matrix(con, CSP_BLOCK_OTHERWISE);
}

const CspFamily csp_family_expr = {
    .name = "expression",
    .blurb = "a Boolean expression is true",
    .holds = expr_holds,
    .post = csp_expr_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = csp_expr_violation,
    .definition = &csp_expr_definition,
    .block = expr_block,
};
