/* SPDX-License-Identifier: MIT */
/* Expressions taken apart into propagators, as planned, from the leaves up.
 *
 * A quotient whose divisor may be 0 has two variables, its value and, next to
 * it, a 0/1 variable that tells whether the divisor is not 0; so has an
 * if-then-else over such.  Where the divisor is 0 the value is free, within the
 * node's bounds, and what is computed from it has room for every outcome: the
 * bounds of a node hold all that its operands' bounds allow.  So there is
 * always a completion, and the nearest Boolean, true only if the comparison is
 * and all its operands are defined, is false.  Once the model's variables are
 * fixed, all that is defined is fixed by propagation, and every Boolean: search
 * need not branch on what is added here. */
#include "config.h"

#include "constraints/expr-plan.h"

/* Of a Boolean whose value was needed. */
static CspLit
literal_of(const CspExprPlan *self, uint32_t i)
{
  bool is_negated = false;

  for (;;) {
    const CspExprNode *node = csp_expr_plan_node(self, i);
    if (node->leaf == CSP_LEAF_VAR)
      return csp_lit(csp_expr_plan_leaf_var(self, node), is_negated);
    if (*csp_expr_plan_var(self, i) != CSP_NONE)
      return csp_lit(*csp_expr_plan_var(self, i), is_negated);
    csp_check(csp_expr_is_op(node, CSP_EXPR_NOT));
    i = node->args[0];
    is_negated = !is_negated;
  }
}

/* Of a node whose value was needed. */
static CspVar
variable_of(CspExprPlan *self, uint32_t i)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  CspVar *var = csp_expr_plan_var(self, i);

  if (node->leaf == CSP_LEAF_VAR)
    return csp_expr_plan_leaf_var(self, node);
  if (*var == CSP_NONE) {
    CspLit lit = literal_of(self, i);
    if (!csp_lit_is_negated(lit))
      return csp_lit_var(lit);
    *var = csp_store_add_var(self->store, 0, 1);
    CspLit equal[] = {csp_lit(*var, false), csp_lit_not(lit)};
    csp_post_odd(self->store, equal, 2);
  }
  return *var;
}

static void
collect_lit(CspExprPlan *self, CspLit lit)
{
  g_array_append_val(self->lits, lit);
}

static const CspLit *
collected(const CspExprPlan *self)
{
  return &g_array_index(self->lits, CspLit, 0);
}

/* The literals of the disjunction that the node, or its negation, is. */
static void
collect_disjuncts(CspExprPlan *self, uint32_t i, bool is_negated)
{
  CspExprPlanVisit visit;

  g_array_set_size(self->lits, 0);
  csp_expr_plan_push_disjuncts(self, i, is_negated);
  while (csp_expr_plan_next_disjunct(self, &visit)) {
    CspLit lit = literal_of(self, visit.node);
    collect_lit(self, visit.is_negated ? csp_lit_not(lit) : lit);
  }
}

/* Appends what must be true for the node to be defined. */
static void
collect_flags(CspExprPlan *self, uint32_t i)
{
  CspExprPlanVisit visit;

  csp_expr_plan_push(self, i, false);
  while (csp_expr_plan_pop(self, &visit)) {
    const CspExprNode *node = csp_expr_plan_node(self, visit.node);
    CspExprPlanNode *info = &self->nodes[visit.node];
    if (!info->is_partial || info->seen == self->n_visits)
      continue;
    info->seen = self->n_visits;
    if (info->has_flag)
      collect_lit(self,
                  csp_lit(*csp_expr_plan_var(self, visit.node) + 1, false));
    if (node->op != CSP_EXPR_IF)
      for (uint32_t k = 0; k < node->n_args; k++)
        csp_expr_plan_push(self, node->args[k], false);
  }
}

/* Adds the node times coeff to the sum, or, if its own terms are to be added,
 * to the visits.  These are kept ascending, each node once, so that a node is
 * visited after all that it is a part of. */
static void
add_weighted(CspExprPlan *self, uint32_t i, int64_t coeff)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  const CspExprPlanNode *info = &self->nodes[i];

  if (info->is_constant) {
    self->sum.constant += coeff * node->min;
  } else if (info->is_folded) {
    CspExprPlanVisit *visits = (CspExprPlanVisit *)self->stack->data;
    guint at = self->stack->len;
    while (at > 0 && visits[at - 1].node > i)
      at--;
    if (at > 0 && visits[at - 1].node == i) {
      visits[at - 1].coeff += coeff;
    } else {
      CspExprPlanVisit visit = {.node = i, .coeff = coeff};
      g_array_insert_val(self->stack, at, visit);
    }
  } else if (csp_expr_is_logical(node)) {
    CspLit lit = literal_of(self, i);
    bool is_negated = csp_lit_is_negated(lit);
    csp_sum_add(&self->sum, csp_lit_var(lit), is_negated ? -coeff : coeff);
    self->sum.constant += is_negated ? coeff : 0;
  } else {
    csp_sum_add(&self->sum, variable_of(self, i), coeff);
  }
}

static void
add_operands(CspExprPlan *self, uint32_t i, int64_t coeff)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  bool is_product = node->op == CSP_EXPR_MUL;

  if (is_product)
    coeff *= csp_expr_plan_constant_factor(self, node);
  for (uint32_t k = 0; k < node->n_args; k++) {
    bool is_negated =
        node->op == CSP_EXPR_NEG || (node->op == CSP_EXPR_SUB && k == 1);
    if (!is_product || !self->nodes[node->args[k]].is_constant)
      add_weighted(self, node->args[k], is_negated ? -coeff : coeff);
  }
}

/* Adds the terms of what is to be visited, until all are added. */
static void
add_visited(CspExprPlan *self)
{
  CspExprPlanVisit visit;

  while (csp_expr_plan_pop(self, &visit))
    add_operands(self, visit.node, visit.coeff);
}

/* Makes the sum the difference of what is compared, and collects what must be
 * true for it to be defined. */
static CspRelation
collect_comparison(CspExprPlan *self, uint32_t i)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);

  csp_sum_reset(&self->sum);
  add_weighted(self, node->args[0], 1);
  add_weighted(self, node->args[1], -1);
  add_visited(self);

  g_array_set_size(self->lits, 0);
  self->n_visits++;
  collect_flags(self, node->args[0]);
  collect_flags(self, node->args[1]);
  switch (node->op) {
  case CSP_EXPR_NE:
    return CSP_RELATION_NE;
  case CSP_EXPR_LT:
    return CSP_RELATION_LT;
  case CSP_EXPR_LE:
    return CSP_RELATION_LE;
  case CSP_EXPR_GT:
    return CSP_RELATION_GT;
  case CSP_EXPR_GE:
    return CSP_RELATION_GE;
  default:
    return CSP_RELATION_EQ;
  }
}

static CspRelation
opposite(CspRelation relation)
{
  switch (relation) {
  case CSP_RELATION_EQ:
    return CSP_RELATION_NE;
  case CSP_RELATION_NE:
    return CSP_RELATION_EQ;
  case CSP_RELATION_LT:
    return CSP_RELATION_GE;
  case CSP_RELATION_LE:
    return CSP_RELATION_GT;
  case CSP_RELATION_GT:
    return CSP_RELATION_LE;
  default:
    return CSP_RELATION_LT;
  }
}

static void
require_literal(CspExprPlan *self, CspLit lit)
{
  csp_post_clause(self->store, &lit, 1);
}

static void
require_comparison(CspExprPlan *self, uint32_t i, bool truth)
{
  CspRelation relation = collect_comparison(self, i);

  if (truth) {
    for (uint32_t k = 0; k < self->lits->len; k++)
      require_literal(self, g_array_index(self->lits, CspLit, k));
  } else if (self->lits->len > 0) {
    CspLit holds = csp_lit(csp_store_add_var(self->store, 0, 1), false);
    csp_sum_reify(&self->sum, self->store, relation, holds, CSP_IF_AND_ONLY_IF);
    collect_lit(self, holds);
    for (uint32_t k = 0; k < self->lits->len; k++)
      g_array_index(self->lits, CspLit, k) ^= 1;
    csp_post_clause(self->store, collected(self), self->lits->len);
    return;
  }
  csp_sum_require(&self->sum, self->poster,
                  truth ? relation : opposite(relation), self->strength);
}

static void
require_equivalence(CspExprPlan *self, uint32_t i, bool truth)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  CspLit a = literal_of(self, node->args[0]);
  CspLit b = literal_of(self, node->args[1]);
  CspLit lits[] = {a, truth ? csp_lit_not(b) : b};

  csp_post_odd(self->store, lits, 2);
}

/* The node is, or is not, to be true. */
static void
require(CspExprPlan *self, uint32_t i, bool truth)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  const CspExprPlanNode *info = &self->nodes[i];

  if (info->is_constant) {
    if ((node->min != 0) != truth)
      csp_post_clause(self->store, NULL, 0);
  } else if (node->leaf == CSP_LEAF_VAR ||
             *csp_expr_plan_var(self, i) != CSP_NONE) {
    CspLit lit = literal_of(self, i);
    require_literal(self, truth ? lit : csp_lit_not(lit));
  } else if (csp_expr_is_comparison(node)) {
    require_comparison(self, i, truth);
  } else if (node->op == CSP_EXPR_IFF) {
    require_equivalence(self, i, truth);
  } else if (csp_expr_plan_is_disjunction(node, !truth)) {
    collect_disjuncts(self, i, !truth);
    csp_post_clause(self->store, collected(self), self->lits->len);
  }
  /* else it is split: its operands are required */
}

static void
define_comparison(CspExprPlan *self, uint32_t i, CspLit lit)
{
  CspRelation relation = collect_comparison(self, i);
  CspLit holds = lit;

  if (self->lits->len > 0) {
    holds = csp_lit(csp_store_add_var(self->store, 0, 1), false);
    collect_lit(self, holds);
    csp_post_conjunction(self->store, lit, collected(self), self->lits->len);
  }
  csp_sum_reify(&self->sum, self->store, relation, holds, CSP_IF_AND_ONLY_IF);
}

static void
define_logical(CspExprPlan *self, uint32_t i, CspLit lit)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);

  if (csp_expr_is_comparison(node)) {
    define_comparison(self, i, lit);
  } else if (node->op == CSP_EXPR_IFF) {
    CspLit odd[] = {lit, literal_of(self, node->args[0]),
                    literal_of(self, node->args[1])};
    csp_post_odd(self->store, odd, 3);
  } else {
    bool is_negated = node->op == CSP_EXPR_AND;
    collect_disjuncts(self, i, is_negated);
    for (uint32_t k = 0; k < self->lits->len; k++)
      g_array_index(self->lits, CspLit, k) ^= 1;
    csp_post_conjunction(self->store, is_negated ? lit : csp_lit_not(lit),
                         collected(self), self->lits->len);
  }
}

static void
define_product(CspExprPlan *self, uint32_t i, CspVar result)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  g_autofree CspVar *vars = g_new(CspVar, node->n_args);
  g_autofree uint32_t *exponents = g_new(uint32_t, node->n_args);
  uint32_t n = 0;

  csp_sum_reset(&self->sum);
  for (uint32_t k = 0; k < node->n_args; k++)
    if (!self->nodes[node->args[k]].is_constant)
      csp_sum_add(&self->sum, variable_of(self, node->args[k]), 1);
  csp_sum_normalize(&self->sum);
  for (size_t t = 0; t < self->sum.n_terms; t++) {
    vars[n] = self->sum.terms[t].var;
    exponents[n++] = (uint32_t)self->sum.terms[t].coeff;
  }
  csp_post_product(self->store, csp_expr_plan_constant_factor(self, node), vars,
                   exponents, n, result);
}

static void
define_extremum(CspExprPlan *self, uint32_t i, CspVar result)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  g_autofree CspVar *vars = g_new(CspVar, node->n_args);

  for (uint32_t k = 0; k < node->n_args; k++)
    vars[k] = variable_of(self, node->args[k]);
  if (node->op == CSP_EXPR_MIN)
    csp_post_minimum(self->store, vars, node->n_args, result);
  else
    csp_post_maximum(self->store, vars, node->n_args, result);
}

/* A 0/1 variable that tells whether the node is defined. */
static CspVar
definedness(CspExprPlan *self, uint32_t i)
{
  CspVar all = csp_store_add_var(self->store, 0, 1);

  g_array_set_size(self->lits, 0);
  self->n_visits++;
  collect_flags(self, i);
  csp_post_conjunction(self->store, csp_lit(all, false), collected(self),
                       self->lits->len);
  return all;
}

static void
define_choice(CspExprPlan *self, uint32_t i, CspVar result)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  CspLit condition = literal_of(self, node->args[0]);

  csp_post_choose(self->store, condition, variable_of(self, node->args[1]),
                  variable_of(self, node->args[2]), result);
  if (self->nodes[i].has_flag)
    csp_post_choose(self->store, condition, definedness(self, node->args[1]),
                    definedness(self, node->args[2]), result + 1);
}

static void
define_quotient(CspExprPlan *self, uint32_t i, CspVar result)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  CspVar x = variable_of(self, node->args[0]);
  CspVar y = variable_of(self, node->args[1]);

  if (node->op == CSP_EXPR_DIV)
    csp_post_divide(self->store, x, y, result);
  else
    csp_post_modulo(self->store, x, y, result);
  if (self->nodes[i].has_flag)
    csp_post_reified_const(self->store, csp_lit(result + 1, true),
                           CSP_IF_AND_ONLY_IF, y, CSP_REIFIED_EQ, 0);
}

/* Adds the node's variable, and its flag's next to it. */
static CspVar
add_variable(CspExprPlan *self, uint32_t i)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  CspVar var =
      csp_store_add_var(self->store, (int32_t)node->min, (int32_t)node->max);

  if (self->nodes[i].has_flag)
    csp_store_add_var(self->store, 0, 1);
  return var;
}

/* A sum with a variable of its own, or the one variable that it is. */
static CspVar
define_sum(CspExprPlan *self, uint32_t i)
{
  CspSum *sum = &self->sum;

  csp_sum_reset(sum);
  add_operands(self, i, 1);
  add_visited(self);
  csp_sum_normalize(sum);
  if (sum->n_terms == 1 && sum->terms[0].coeff == 1 && sum->constant == 0)
    return sum->terms[0].var;
  CspVar var = add_variable(self, i);
  csp_sum_add(sum, var, -1);
  csp_sum_require(sum, self->poster, CSP_RELATION_EQ, self->strength);
  return var;
}

static void
define(CspExprPlan *self, uint32_t i)
{
  const CspExprNode *node = csp_expr_plan_node(self, i);
  CspVar *var = csp_expr_plan_var(self, i);

  if (self->nodes[i].is_constant) {
    *var = add_variable(self, i);
    return;
  }
  if (csp_expr_is_op(node, CSP_EXPR_NOT))
    return;
  if (self->nodes[i].is_sum) {
    *var = define_sum(self, i);
    return;
  }
  if (!self->nodes[i].is_bound)
    *var = add_variable(self, i);
  if (csp_expr_is_logical(node)) {
    define_logical(self, i, csp_lit(*var, false));
    return;
  }
  switch (node->op) {
  case CSP_EXPR_MUL:
    define_product(self, i, *var);
    break;
  case CSP_EXPR_DIV:
  case CSP_EXPR_MOD:
    define_quotient(self, i, *var);
    break;
  case CSP_EXPR_ABS:
    csp_post_absolute(self->store, variable_of(self, node->args[0]), *var);
    break;
  case CSP_EXPR_IF:
    define_choice(self, i, *var);
    break;
  default:
    define_extremum(self, i, *var);
    break;
  }
}

static void
post_needed(CspExprPlan *self)
{
  for (uint32_t i = 0; i < self->program->n_nodes; i++) {
    uint8_t needs = self->nodes[i].needs;
    if (needs & CSP_NEED_VALUE && !csp_expr_plan_is_posted(self, i) &&
        csp_expr_plan_node(self, i)->leaf != CSP_LEAF_VAR)
      define(self, i);
    if (needs & CSP_NEED_TRUE)
      require(self, i, true);
    if (needs & CSP_NEED_FALSE)
      require(self, i, false);
  }
}

bool
csp_expr_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  const CspExprProgram *program = con->object;
  g_autofree CspExprPlanNode *nodes = g_new0(CspExprPlanNode, program->n_nodes);
  g_autoptr(GArray) lits = g_array_new(FALSE, FALSE, sizeof(CspLit));
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(CspExprPlanVisit));
  CspExprPlan self = {.poster = poster,
                      .store = poster->store,
                      .con = con,
                      .program = program,
                      .strength = strength,
                      .nodes = nodes,
                      .lits = lits,
                      .stack = stack};

  csp_expr_plan_make(&self);
  post_needed(&self);
  csp_sum_clear(&self.sum);
  return !poster->store->has_failed;
}
