/* SPDX-License-Identifier: MIT */
/* What each node of an expression is, and what is needed of it.
 *
 * Two passes over the nodes, so that depth costs no stack.  From the leaves up:
 * what is constant, what may be undefined, what is a weighted sum.  From the
 * root down: whether a node is to be true, or false, or to have its value in a
 * variable, or only to give its terms to the sum around it.
 *
 * Sums, differences and products with constants are folded where they are used
 * once, or are one term, or can take values that no variable can hold.  The
 * disjuncts of a disjunction are taken apart in the same way.  What is required
 * needs no literal: conjunctions are split and comparisons posted as they are.
 * A node that has a variable already, from an earlier constraint, needs nothing
 * more. */
#include "config.h"

#include "constraints/expr-plan.h"

/* First pass. -------------------------------------------------------------- */

/* Is it a weighted sum of its operands?  Of a product, all but one constant. */
static bool
is_sum(const CspExprPlan *self, const CspExprNode *node)
{
  uint32_t n_open = 0;

  if (node->leaf != CSP_LEAF_NONE)
    return false;
  switch (node->op) {
  case CSP_EXPR_NEG:
  case CSP_EXPR_ADD:
  case CSP_EXPR_SUB:
    return true;
  case CSP_EXPR_MUL:
    for (uint32_t k = 0; k < node->n_args; k++)
      n_open += !self->nodes[node->args[k]].is_constant;
    return n_open <= 1;
  default:
    return false;
  }
}

/* The constant factors of a product; INT64_MAX for what is too large. */
int64_t
csp_expr_plan_constant_factor(const CspExprPlan *self, const CspExprNode *node)
{
  int64_t k = 1;

  for (uint32_t a = 0; a < node->n_args; a++)
    if (self->nodes[node->args[a]].is_constant &&
        __builtin_mul_overflow(k, csp_expr_plan_node(self, node->args[a])->min,
                               &k))
      return INT64_MAX;
  return k;
}

/* What no variable can hold must be folded: it stands in sums and comparisons
 * only. */
static void
find_terms(CspExprPlan *self, uint32_t i)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  CspExprPlanNode *info = &self->nodes[i];
  uint64_t n_terms = 0;

  info->n_terms = !info->is_constant;
  info->is_sum = !info->is_constant && is_sum(self, node);
  if (!info->is_sum)
    return;
  for (uint32_t k = 0; k < node->n_args; k++)
    n_terms += self->nodes[node->args[k]].n_terms;
  info->is_folded = info->n_uses == 1 || n_terms == 1 ||
                    node->min < CSP_VALUE_MIN || node->max > CSP_VALUE_MAX;
  if (info->is_folded)
    info->n_terms = (uint32_t)MIN(n_terms, UINT32_MAX);
}

static void
find_partial(CspExprPlan *self, uint32_t i)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  CspExprPlanNode *info = &self->nodes[i];

  if (node->leaf != CSP_LEAF_NONE || node->is_boolean)
    return;
  for (uint32_t k = 0; k < node->n_args; k++)
    info->is_partial |= self->nodes[node->args[k]].is_partial;
  if (node->op == CSP_EXPR_IF) {
    info->has_flag = info->is_partial;
  } else if (node->op == CSP_EXPR_DIV || node->op == CSP_EXPR_MOD) {
    const CspExprNode *divisor = csp_expr_plan_node(self, node->args[1]);
    info->has_flag = divisor->min <= 0 && divisor->max >= 0;
    info->is_partial |= info->has_flag;
  }
}

static void
analyze(CspExprPlan *self)
{
  for (uint32_t i = 0; i < self->program->n_nodes; i++) {
    const CspExprNode *node = csp_expr_plan_node(self, i);
    for (uint32_t k = 0; k < node->n_args; k++)
      self->nodes[node->args[k]].n_uses++;
  }
  for (uint32_t i = 0; i < self->program->n_nodes; i++) {
    const CspExprNode *node = csp_expr_plan_node(self, i);
    find_partial(self, i);
    self->nodes[i].is_constant =
        !self->nodes[i].is_partial && node->min == node->max;
    find_terms(self, i);
  }
}

/* Second pass. ------------------------------------------------------------- */

/* Is the node, or with is_negated its negation, a disjunction? */
bool
csp_expr_plan_is_disjunction(const CspExprNode *node, bool is_negated)
{
  return csp_expr_is_op(node, CSP_EXPR_AND)
             ? is_negated
             : !is_negated && (csp_expr_is_op(node, CSP_EXPR_OR) ||
                               csp_expr_is_op(node, CSP_EXPR_IMPLIES));
}

void
csp_expr_plan_push_disjuncts(CspExprPlan *self, uint32_t i, bool is_negated)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);

  for (uint32_t k = node->n_args; k-- > 0;)
    csp_expr_plan_push(self, node->args[k],
                       is_negated != (node->op == CSP_EXPR_IMPLIES && k == 0));
}

/* The next disjunct that is not itself one to be taken apart. */
bool
csp_expr_plan_next_disjunct(CspExprPlan *self, CspExprPlanVisit *out)
{
  while (csp_expr_plan_pop(self, out)) {
    const CspExprNode *node = csp_expr_plan_node(self, out->node);
    const CspExprPlanNode *info = &self->nodes[out->node];
    if (info->n_uses > 1 || info->needs != 0 || info->is_constant ||
        csp_expr_plan_is_posted(self, out->node))
      return true;
    if (csp_expr_is_op(node, CSP_EXPR_NOT))
      csp_expr_plan_push(self, node->args[0], !out->is_negated);
    else if (csp_expr_plan_is_disjunction(node, out->is_negated))
      csp_expr_plan_push_disjuncts(self, out->node, out->is_negated);
    else
      return true;
  }
  return false;
}

static void
need(CspExprPlan *self, uint32_t i, uint8_t what)
{
  self->nodes[i].needs |= what;
}

static void
need_disjuncts(CspExprPlan *self, uint32_t i, bool is_negated)
{
  CspExprPlanVisit visit;

  csp_expr_plan_push_disjuncts(self, i, is_negated);
  while (csp_expr_plan_next_disjunct(self, &visit))
    need(self, visit.node, CSP_NEED_VALUE);
}

static void
need_operands(CspExprPlan *self, uint32_t i, uint8_t what)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);

  for (uint32_t k = 0; k < node->n_args; k++)
    need(self, node->args[k], what);
}

static void
need_terms(CspExprPlan *self, uint32_t i)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);

  for (uint32_t k = 0; k < node->n_args; k++) {
    const CspExprPlanNode *operand = &self->nodes[node->args[k]];
    if (!operand->is_constant)
      need(self, node->args[k],
           operand->is_folded ? CSP_NEED_TERMS : CSP_NEED_VALUE);
  }
}

/* Can this operand of a required equality take another one's variable? */
static bool
can_bind(const CspExprPlan *self, uint32_t i)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  const CspExprPlanNode *info = &self->nodes[i];

  return node->leaf == CSP_LEAF_NONE && node->op != CSP_EXPR_NOT &&
         !info->is_partial && !info->is_constant && !info->is_sum &&
         *csp_expr_plan_var(self, i) == CSP_NONE;
}

/* A required x = f(...) makes x the variable of f(...), instead of a helper
 * that equals it. */
static bool
bind_operand(CspExprPlan *self, uint32_t i)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);

  if (self->nodes[i].needs != CSP_NEED_TRUE ||
      (node->op != CSP_EXPR_EQ && node->op != CSP_EXPR_IFF))
    return false;
  for (int k = 0; k < 2; k++) {
    const CspExprNode *x = csp_expr_plan_node(self, node->args[k]);
    uint32_t other = node->args[1 - k];
    if (x->leaf == CSP_LEAF_VAR && can_bind(self, other) &&
        (x->is_boolean ||
         !csp_expr_is_logical(csp_expr_plan_node(self, other)))) {
      *csp_expr_plan_var(self, other) = csp_expr_plan_leaf_var(self, x);
      self->nodes[other].is_bound = true;
      self->nodes[i].needs = 0;
      need(self, other, CSP_NEED_VALUE);
      return true;
    }
  }
  return false;
}

static void
need_of_logical(CspExprPlan *self, uint32_t i)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  uint8_t needs = self->nodes[i].needs;
  bool is_and = node->op == CSP_EXPR_AND;
  uint8_t split = is_and ? CSP_NEED_TRUE : CSP_NEED_FALSE;

  switch (node->op) {
  case CSP_EXPR_NOT:
    if (needs & CSP_NEED_TRUE)
      need(self, node->args[0], CSP_NEED_FALSE);
    if (needs & CSP_NEED_FALSE)
      need(self, node->args[0], CSP_NEED_TRUE);
    if (needs & CSP_NEED_VALUE)
      need(self, node->args[0], CSP_NEED_VALUE);
    break;
  case CSP_EXPR_AND:
  case CSP_EXPR_OR:
  case CSP_EXPR_IMPLIES:
    if (needs & split && node->op == CSP_EXPR_IMPLIES) {
      need(self, node->args[0], CSP_NEED_TRUE);
      need(self, node->args[1], CSP_NEED_FALSE);
    } else if (needs & split) {
      need_operands(self, i, split);
    }
    if (needs & ~split)
      need_disjuncts(self, i, is_and);
    break;
  case CSP_EXPR_IFF:
    need_operands(self, i, CSP_NEED_VALUE);
    break;
  default:
    need_terms(self, i);
    break;
  }
}

static void
find_needs(CspExprPlan *self)
{
  need(self, self->program->n_nodes - 1, CSP_NEED_TRUE);
  for (uint32_t i = self->program->n_nodes; i-- > 0;) {
    const CspExprNode *node = csp_expr_plan_node(self, i);
    const CspExprPlanNode *info = &self->nodes[i];
    if (info->needs == 0 || node->leaf != CSP_LEAF_NONE || info->is_constant ||
        csp_expr_plan_is_posted(self, i) || bind_operand(self, i))
      continue;
    if (csp_expr_is_logical(node)) {
      need_of_logical(self, i);
      continue;
    }
    if (info->needs & (CSP_NEED_TRUE | CSP_NEED_FALSE))
      need(self, i, CSP_NEED_VALUE);
    if (info->is_sum)
      need_terms(self, i);
    else
      need_operands(self, i, CSP_NEED_VALUE);
  }
}

void
csp_expr_plan_make(CspExprPlan *self)
{
  analyze(self);
  find_needs(self);
}
