/* SPDX-License-Identifier: MIT */
/* Between the files of the expression family: how a program is to be posted.
 * expr-plan.c makes the plan, expr-post.c follows it. */
#pragma once

#include "constraints/expr-sum.h"

/* What is needed of a node. */
enum {
  CSP_NEED_TRUE = 1,
  CSP_NEED_FALSE = 2,
  CSP_NEED_VALUE = 4,
  CSP_NEED_TERMS = 8,
};

typedef struct {
  uint32_t n_uses;
  uint32_t n_terms; /* as a part of a sum */
  uint32_t seen;    /* the last visit that came here */
  uint8_t needs;
  bool is_partial;  /* an integer that may be undefined */
  bool has_flag;    /* made partial here: it has the 0/1 variable */
  bool is_constant; /* its value is the bound */
  bool is_sum;      /* of its operands, weighted */
  bool is_folded;   /* its terms join the sum around it */
  bool is_bound;    /* its variable is one of the model's */
} CspExprPlanNode;

typedef struct {
  uint32_t node;
  bool is_negated; /* of disjuncts */
  int64_t coeff;   /* of terms */
} CspExprPlanVisit;

typedef struct {
  CspPoster *poster;
  CspStore *store;
  const CspConstraint *con;
  const CspExprProgram *program;
  CspStrength strength;
  CspExprPlanNode *nodes;
  uint32_t n_visits;
  CspSum sum;
  GArray *lits;  /* CspLit */
  GArray *stack; /* CspExprPlanVisit */
} CspExprPlan;

static inline const CspExprNode *
csp_expr_plan_node(const CspExprPlan *self, uint32_t i)
{
  return &self->program->nodes[i];
}

static inline bool
csp_expr_is_op(const CspExprNode *node, CspExprOp op)
{
  return node->leaf == CSP_LEAF_NONE && node->op == op;
}

static inline bool
csp_expr_is_comparison(const CspExprNode *node)
{
  return node->leaf == CSP_LEAF_NONE && node->op >= CSP_EXPR_EQ &&
         node->op <= CSP_EXPR_GE;
}

/* Other Booleans are integers that happen to be 0 or 1. */
static inline bool
csp_expr_is_logical(const CspExprNode *node)
{
  return node->leaf == CSP_LEAF_NONE && node->op >= CSP_EXPR_EQ &&
         node->op <= CSP_EXPR_IFF;
}

static inline CspVar *
csp_expr_plan_var(const CspExprPlan *self, uint32_t i)
{
  return &self->poster->expr_vars[csp_expr_plan_node(self, i)->expr];
}

/* Of a leaf. */
static inline CspVar
csp_expr_plan_leaf_var(const CspExprPlan *self, const CspExprNode *node)
{
  return csp_constraint_var(self->con, (uint32_t)node->value);
}

/* Has it been posted, by this constraint or before? */
static inline bool
csp_expr_plan_is_posted(const CspExprPlan *self, uint32_t i)
{
  return *csp_expr_plan_var(self, i) != CSP_NONE && !self->nodes[i].is_bound;
}

static inline void
csp_expr_plan_push(CspExprPlan *self, uint32_t node, bool is_negated)
{
  CspExprPlanVisit visit = {.node = node, .is_negated = is_negated};

  g_array_append_val(self->stack, visit);
}

static inline bool
csp_expr_plan_pop(CspExprPlan *self, CspExprPlanVisit *out)
{
  if (self->stack->len == 0)
    return false;
  *out = g_array_index(self->stack, CspExprPlanVisit, self->stack->len - 1);
  g_array_set_size(self->stack, self->stack->len - 1);
  return true;
}

/* Is the node, or with is_negated its negation, a disjunction? */
bool csp_expr_plan_is_disjunction(const CspExprNode *node, bool is_negated);
/* Puts the operands of a disjunction among the visits; then, one after the
 * other, gives the disjuncts that are not themselves to be taken apart. */
void
csp_expr_plan_push_disjuncts(CspExprPlan *self, uint32_t i, bool is_negated);
bool csp_expr_plan_next_disjunct(CspExprPlan *self, CspExprPlanVisit *out);
/* The constant factors of a product; INT64_MAX for what is too large. */
int64_t csp_expr_plan_constant_factor(const CspExprPlan *self,
                                      const CspExprNode *node);
/* Fills in the nodes, which are cleared before. */
void csp_expr_plan_make(CspExprPlan *self);

/* The family's post(). */
bool csp_expr_post(CspPoster *poster,
                   const CspConstraint *con,
                   CspStrength strength);
