/* SPDX-License-Identifier: MIT */
/* y = e and b <-> e as functions: the variable alone on one side is the value of
 * the other.
 *
 * Bounds are those the model computes when expressions are made, by the same
 * rules from the bounds that the inputs have here; what these rules refuse is
 * not made a function.  A zero divisor leaves e without value: the record then
 * does not hold whatever y is, which the record as an invariant has to say. */
#include "config.h"

#include "constraints/expr-violation.h"
#include "constraints/invariants.h"
#include "model/expr-rules.h"

static bool
is_equation(const CspExprNode *root)
{
  return root->leaf == CSP_LEAF_NONE && root->n_args == 2 &&
         (root->op == CSP_EXPR_EQ || root->op == CSP_EXPR_IFF);
}

/* Is the node an operand of another one than the root? */
static bool
is_used(const CspExprProgram *program, uint32_t node)
{
  for (uint32_t i = 0; i + 1 < program->n_nodes; i++)
    for (uint32_t k = 0; k < program->nodes[i].n_args; k++)
      if (program->nodes[i].args[k] == node)
        return true;
  return false;
}

static uint32_t
expr_list_results(const CspConstraint *con, uint32_t *out_positions)
{
  const CspExprProgram *program = con->object;
  const CspExprNode *root = &program->nodes[program->n_nodes - 1];
  uint32_t n = 0;

  if (!is_equation(root))
    return 0;
  for (uint32_t side = 0; side < 2; side++) {
    const CspExprNode *node = &program->nodes[root->args[side]];
    if (node->leaf == CSP_LEAF_VAR && !is_used(program, root->args[side]))
      out_positions[n++] = (uint32_t)node->value;
  }
  return n;
}

/* The node that gives the output its value. */
static uint32_t
defining_node(const CspDefinition *def)
{
  const CspExprProgram *program = def->con->object;
  const CspExprNode *root = &program->nodes[program->n_nodes - 1];
  const CspExprNode *first = &program->nodes[root->args[0]];
  bool is_first =
      first->leaf == CSP_LEAF_VAR && (uint32_t)first->value == def->output;

  return root->args[is_first ? 1 : 0];
}

static void
bound_leaf(CspExprInfo *info,
           const CspDefinition *def,
           const CspExprNode *node,
           const CspInvariantBounds *bounds)
{
  int32_t min = node->value, max = node->value;

  if (node->leaf == CSP_LEAF_VAR)
    bounds->get(bounds->data, csp_definition_var(def, (uint32_t)node->value),
                &min, &max);
  info->is_total = true;
  info->min = min;
  info->max = max;
  info->size = MAX(1, MAX(ABS(info->min), ABS(info->max)));
}

/* Logical operations count on operands that are 0 or 1, which outputs need not
 * be. */
static bool
are_booleans(const CspExprInfo *const *args, uint32_t n_args)
{
  for (uint32_t i = 0; i < n_args; i++)
    if (args[i]->min < 0 || args[i]->max > 1)
      return false;
  return true;
}

static bool
bound_operation(CspExprInfo *info, const CspExprNode *node, CspExprInfo *infos)
{
  g_autofree const CspExprInfo **args =
      g_new(const CspExprInfo *, node->n_args);

  for (uint32_t k = 0; k < node->n_args; k++)
    args[k] = &infos[node->args[k]];
  info->op = node->op;
  if (!csp_expr_bound(info, args, NULL))
    return false;
  if (node->op >= CSP_EXPR_NOT && node->op <= CSP_EXPR_IFF &&
      !are_booleans(args, node->n_args)) {
    info->min = 0;
    info->max = 1;
  }
  return true;
}

static bool
expr_bound(const CspDefinition *def,
           const CspInvariantBounds *bounds,
           int64_t *out_min,
           int64_t *out_max,
           bool *out_is_total)
{
  const CspExprProgram *program = def->con->object;
  uint32_t last = defining_node(def);
  g_autofree CspExprInfo *infos = g_new0(CspExprInfo, (size_t)last + 1);

  for (uint32_t i = 0; i <= last; i++) {
    const CspExprNode *node = &program->nodes[i];
    CspExprInfo *info = &infos[i];
    info->leaf = node->leaf;
    info->value = node->value;
    info->n_args = node->n_args;
    if (node->leaf != CSP_LEAF_NONE)
      bound_leaf(info, def, node, bounds);
    else if (!bound_operation(info, node, infos))
      return false;
  }
  *out_min = infos[last].min;
  *out_max = infos[last].max;
  *out_is_total = infos[last].is_total;
  return true;
}

static int64_t
expr_value(const CspDefinition *def)
{
  int64_t value;

  if (csp_expr_value(def->con, defining_node(def), def->values, def->scratch,
                     &value))
    return value;
  return def->min;
}

const CspDefinitionClass csp_expr_definition = {
    .name = "expression",
    .list_results = expr_list_results,
    .bound = expr_bound,
    .value = expr_value,
};
