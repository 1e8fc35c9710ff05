/* SPDX-License-Identifier: MIT */
/* Expressions taken apart into propagators.
 *
 * Three passes over the nodes, so that depth costs no stack.  The first, from
 * the leaves up, tells what can be constant, undefined, or part of a weighted
 * sum.  The second, from the root down, tells what is needed of each node: that
 * it is true, or false, or its value in a store variable, or only its terms.
 * The third, up again, makes the variables and posts.
 *
 * Sums, differences and products with constants are not made variables where
 * they are used once: their terms join the sum around them.  Likewise the
 * disjuncts of a disjunction.  What is required, not only told, is posted
 * without a literal.  A node that has a variable already, from this constraint
 * or an earlier one, is not posted again.
 *
 * A quotient whose divisor may be 0 has two variables, its value and, next to
 * it, a 0/1 variable that tells whether the divisor is not 0; so has an
 * if-then-else over such.  Where the divisor is 0 the value is free, within the
 * node's bounds, and what is computed from it has room for every outcome: the
 * bounds of a node hold all that its operands' bounds allow.  So there is
 * always a completion, and the nearest Boolean, true only if the comparison is
 * and all its operands are defined, is false.  Once the model's variables are
 * fixed, all that is defined is fixed by propagation, and every Boolean. */
#include "config.h"

#include "constraints/expr.h"

/* What is needed of a node. */
enum {
  TRUE_NEEDED = 1,
  FALSE_NEEDED = 2,
  VALUE_NEEDED = 4,
  TERMS_NEEDED = 8,
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
} Node;

typedef struct {
  uint32_t node;
  bool is_negated; /* of disjuncts */
  int64_t coeff;   /* of terms */
} Visit;

typedef struct {
  CspPoster *poster;
  CspStore *store;
  const CspConstraint *con;
  const CspExprProgram *program;
  CspStrength strength;
  Node *nodes;
  uint32_t n_visits;
  CspSum sum;
  GArray *lits;  /* CspLit */
  GArray *stack; /* Visit */
} Flattening;

static const CspExprNode *
program_node(const Flattening *self, uint32_t i)
{
  return &self->program->nodes[i];
}

static bool
is_op(const CspExprNode *node, CspExprOp op)
{
  return node->leaf == CSP_LEAF_NONE && node->op == op;
}

static bool
is_comparison(const CspExprNode *node)
{
  return node->leaf == CSP_LEAF_NONE && node->op >= CSP_EXPR_EQ &&
         node->op <= CSP_EXPR_GE;
}

/* Other Booleans are integers that happen to be 0 or 1. */
static bool
is_logical(const CspExprNode *node)
{
  return node->leaf == CSP_LEAF_NONE && node->op >= CSP_EXPR_EQ &&
         node->op <= CSP_EXPR_IFF;
}

static CspVar *
node_var(const Flattening *self, uint32_t i)
{
  return &self->poster->expr_vars[program_node(self, i)->expr];
}

/* Of a leaf. */
static CspVar
constraint_var(const Flattening *self, const CspExprNode *node)
{
  return csp_constraint_var(self->con, (uint32_t)node->value);
}

/* Has it been posted, by this constraint or before? */
static bool
is_posted(const Flattening *self, uint32_t i)
{
  return *node_var(self, i) != CSP_NONE && !self->nodes[i].is_bound;
}

static void
push(Flattening *self, uint32_t node, bool is_negated)
{
  Visit visit = {.node = node, .is_negated = is_negated};

  g_array_append_val(self->stack, visit);
}

static bool
pop(Flattening *self, Visit *out)
{
  if (self->stack->len == 0)
    return false;
  *out = g_array_index(self->stack, Visit, self->stack->len - 1);
  g_array_set_size(self->stack, self->stack->len - 1);
  return true;
}

/* First pass. -------------------------------------------------------------- */

/* Is it a weighted sum of its operands?  Of a product, all but one constant. */
static bool
is_sum(const Flattening *self, const CspExprNode *node)
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
static int64_t
constant_factor(const Flattening *self, const CspExprNode *node)
{
  int64_t k = 1;

  for (uint32_t a = 0; a < node->n_args; a++)
    if (self->nodes[node->args[a]].is_constant &&
        __builtin_mul_overflow(k, program_node(self, node->args[a])->min, &k))
      return INT64_MAX;
  return k;
}

/* What no variable can hold must be folded: it stands in sums and comparisons
 * only. */
static void
find_terms(Flattening *self, uint32_t i)
{
  const CspExprNode *node = program_node(self, i);
  Node *info = &self->nodes[i];
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
find_partial(Flattening *self, uint32_t i)
{
  const CspExprNode *node = program_node(self, i);
  Node *info = &self->nodes[i];

  if (node->leaf != CSP_LEAF_NONE || node->is_boolean)
    return;
  for (uint32_t k = 0; k < node->n_args; k++)
    info->is_partial |= self->nodes[node->args[k]].is_partial;
  if (node->op == CSP_EXPR_IF) {
    info->has_flag = info->is_partial;
  } else if (node->op == CSP_EXPR_DIV || node->op == CSP_EXPR_MOD) {
    const CspExprNode *divisor = program_node(self, node->args[1]);
    info->has_flag = divisor->min <= 0 && divisor->max >= 0;
    info->is_partial |= info->has_flag;
  }
}

static void
analyze(Flattening *self)
{
  for (uint32_t i = 0; i < self->program->n_nodes; i++) {
    const CspExprNode *node = program_node(self, i);
    for (uint32_t k = 0; k < node->n_args; k++)
      self->nodes[node->args[k]].n_uses++;
  }
  for (uint32_t i = 0; i < self->program->n_nodes; i++) {
    const CspExprNode *node = program_node(self, i);
    find_partial(self, i);
    self->nodes[i].is_constant =
        !self->nodes[i].is_partial && node->min == node->max;
    find_terms(self, i);
  }
}

/* Second pass. ------------------------------------------------------------- */

/* Is the node, or with is_negated its negation, a disjunction? */
static bool
is_disjunction(const CspExprNode *node, bool is_negated)
{
  return is_op(node, CSP_EXPR_AND)
             ? is_negated
             : !is_negated &&
                   (is_op(node, CSP_EXPR_OR) || is_op(node, CSP_EXPR_IMPLIES));
}

static void
push_disjuncts(Flattening *self, uint32_t i, bool is_negated)
{
  const CspExprNode *node = program_node(self, i);

  for (uint32_t k = node->n_args; k-- > 0;)
    push(self, node->args[k],
         is_negated != (node->op == CSP_EXPR_IMPLIES && k == 0));
}

/* The next disjunct that is not itself one to be taken apart. */
static bool
next_disjunct(Flattening *self, Visit *out)
{
  while (pop(self, out)) {
    const CspExprNode *node = program_node(self, out->node);
    const Node *info = &self->nodes[out->node];
    if (info->n_uses > 1 || info->needs != 0 || info->is_constant ||
        is_posted(self, out->node))
      return true;
    if (is_op(node, CSP_EXPR_NOT))
      push(self, node->args[0], !out->is_negated);
    else if (is_disjunction(node, out->is_negated))
      push_disjuncts(self, out->node, out->is_negated);
    else
      return true;
  }
  return false;
}

static void
need(Flattening *self, uint32_t i, uint8_t what)
{
  self->nodes[i].needs |= what;
}

static void
need_disjuncts(Flattening *self, uint32_t i, bool is_negated)
{
  Visit visit;

  push_disjuncts(self, i, is_negated);
  while (next_disjunct(self, &visit))
    need(self, visit.node, VALUE_NEEDED);
}

static void
need_operands(Flattening *self, uint32_t i, uint8_t what)
{
  const CspExprNode *node = program_node(self, i);

  for (uint32_t k = 0; k < node->n_args; k++)
    need(self, node->args[k], what);
}

static void
need_terms(Flattening *self, uint32_t i)
{
  const CspExprNode *node = program_node(self, i);

  for (uint32_t k = 0; k < node->n_args; k++) {
    const Node *operand = &self->nodes[node->args[k]];
    if (!operand->is_constant)
      need(self, node->args[k],
           operand->is_folded ? TERMS_NEEDED : VALUE_NEEDED);
  }
}

/* Can this operand of a required equality take another one's variable? */
static bool
can_bind(const Flattening *self, uint32_t i)
{
  const CspExprNode *node = program_node(self, i);
  const Node *info = &self->nodes[i];

  return node->leaf == CSP_LEAF_NONE && node->op != CSP_EXPR_NOT &&
         !info->is_partial && !info->is_constant && !info->is_sum &&
         *node_var(self, i) == CSP_NONE;
}

/* A required x = f(...) makes x the variable of f(...), instead of a helper
 * that equals it. */
static bool
bind_operand(Flattening *self, uint32_t i)
{
  const CspExprNode *node = program_node(self, i);

  if (self->nodes[i].needs != TRUE_NEEDED ||
      (node->op != CSP_EXPR_EQ && node->op != CSP_EXPR_IFF))
    return false;
  for (int k = 0; k < 2; k++) {
    const CspExprNode *x = program_node(self, node->args[k]);
    uint32_t other = node->args[1 - k];
    if (x->leaf == CSP_LEAF_VAR && can_bind(self, other) &&
        (x->is_boolean || !is_logical(program_node(self, other)))) {
      *node_var(self, other) = constraint_var(self, x);
      self->nodes[other].is_bound = true;
      self->nodes[i].needs = 0;
      need(self, other, VALUE_NEEDED);
      return true;
    }
  }
  return false;
}

static void
need_of_logical(Flattening *self, uint32_t i)
{
  const CspExprNode *node = program_node(self, i);
  uint8_t needs = self->nodes[i].needs;
  bool is_and = node->op == CSP_EXPR_AND;
  uint8_t split = is_and ? TRUE_NEEDED : FALSE_NEEDED;

  switch (node->op) {
  case CSP_EXPR_NOT:
    if (needs & TRUE_NEEDED)
      need(self, node->args[0], FALSE_NEEDED);
    if (needs & FALSE_NEEDED)
      need(self, node->args[0], TRUE_NEEDED);
    if (needs & VALUE_NEEDED)
      need(self, node->args[0], VALUE_NEEDED);
    break;
  case CSP_EXPR_AND:
  case CSP_EXPR_OR:
  case CSP_EXPR_IMPLIES:
    if (needs & split && node->op == CSP_EXPR_IMPLIES) {
      need(self, node->args[0], TRUE_NEEDED);
      need(self, node->args[1], FALSE_NEEDED);
    } else if (needs & split) {
      need_operands(self, i, split);
    }
    if (needs & ~split)
      need_disjuncts(self, i, is_and);
    break;
  case CSP_EXPR_IFF:
    need_operands(self, i, VALUE_NEEDED);
    break;
  default:
    need_terms(self, i);
    break;
  }
}

static void
find_needs(Flattening *self)
{
  need(self, self->program->n_nodes - 1, TRUE_NEEDED);
  for (uint32_t i = self->program->n_nodes; i-- > 0;) {
    const CspExprNode *node = program_node(self, i);
    const Node *info = &self->nodes[i];
    if (info->needs == 0 || node->leaf != CSP_LEAF_NONE || info->is_constant ||
        is_posted(self, i) || bind_operand(self, i))
      continue;
    if (is_logical(node)) {
      need_of_logical(self, i);
      continue;
    }
    if (info->needs & (TRUE_NEEDED | FALSE_NEEDED))
      need(self, i, VALUE_NEEDED);
    if (info->is_sum)
      need_terms(self, i);
    else
      need_operands(self, i, VALUE_NEEDED);
  }
}

/* Third pass. -------------------------------------------------------------- */

/* Of a Boolean whose value was needed. */
static CspLit
literal_of(const Flattening *self, uint32_t i)
{
  bool is_negated = false;

  for (;;) {
    const CspExprNode *node = program_node(self, i);
    if (node->leaf == CSP_LEAF_VAR)
      return csp_lit(constraint_var(self, node), is_negated);
    if (*node_var(self, i) != CSP_NONE)
      return csp_lit(*node_var(self, i), is_negated);
    csp_check(is_op(node, CSP_EXPR_NOT));
    i = node->args[0];
    is_negated = !is_negated;
  }
}

/* Of a node whose value was needed. */
static CspVar
variable_of(Flattening *self, uint32_t i)
{
  const CspExprNode *node = program_node(self, i);
  CspVar *var = node_var(self, i);

  if (node->leaf == CSP_LEAF_VAR)
    return constraint_var(self, node);
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
collect_lit(Flattening *self, CspLit lit)
{
  g_array_append_val(self->lits, lit);
}

static const CspLit *
collected(const Flattening *self)
{
  return &g_array_index(self->lits, CspLit, 0);
}

/* The literals of the disjunction that the node, or its negation, is. */
static void
collect_disjuncts(Flattening *self, uint32_t i, bool is_negated)
{
  Visit visit;

  g_array_set_size(self->lits, 0);
  push_disjuncts(self, i, is_negated);
  while (next_disjunct(self, &visit)) {
    CspLit lit = literal_of(self, visit.node);
    collect_lit(self, visit.is_negated ? csp_lit_not(lit) : lit);
  }
}

/* Appends what must be true for the node to be defined. */
static void
collect_flags(Flattening *self, uint32_t i)
{
  Visit visit;

  push(self, i, false);
  while (pop(self, &visit)) {
    const CspExprNode *node = program_node(self, visit.node);
    Node *info = &self->nodes[visit.node];
    if (!info->is_partial || info->seen == self->n_visits)
      continue;
    info->seen = self->n_visits;
    if (info->has_flag)
      collect_lit(self, csp_lit(*node_var(self, visit.node) + 1, false));
    if (node->op != CSP_EXPR_IF)
      for (uint32_t k = 0; k < node->n_args; k++)
        push(self, node->args[k], false);
  }
}

/* Adds the node times coeff to the sum, or, if its own terms are to be added,
 * to the visits.  These are kept ascending, each node once, so that a node is
 * visited after all that it is a part of. */
static void
add_weighted(Flattening *self, uint32_t i, int64_t coeff)
{
  const CspExprNode *node = program_node(self, i);
  const Node *info = &self->nodes[i];

  if (info->is_constant) {
    self->sum.constant += coeff * node->min;
  } else if (info->is_folded) {
    Visit *visits = (Visit *)self->stack->data;
    guint at = self->stack->len;
    while (at > 0 && visits[at - 1].node > i)
      at--;
    if (at > 0 && visits[at - 1].node == i) {
      visits[at - 1].coeff += coeff;
    } else {
      Visit visit = {.node = i, .coeff = coeff};
      g_array_insert_val(self->stack, at, visit);
    }
  } else if (is_logical(node)) {
    CspLit lit = literal_of(self, i);
    bool is_negated = csp_lit_is_negated(lit);
    csp_sum_add(&self->sum, csp_lit_var(lit), is_negated ? -coeff : coeff);
    self->sum.constant += is_negated ? coeff : 0;
  } else {
    csp_sum_add(&self->sum, variable_of(self, i), coeff);
  }
}

static void
add_operands(Flattening *self, uint32_t i, int64_t coeff)
{
  const CspExprNode *node = program_node(self, i);
  bool is_product = node->op == CSP_EXPR_MUL;

  if (is_product)
    coeff *= constant_factor(self, node);
  for (uint32_t k = 0; k < node->n_args; k++) {
    bool is_negated =
        node->op == CSP_EXPR_NEG || (node->op == CSP_EXPR_SUB && k == 1);
    if (!is_product || !self->nodes[node->args[k]].is_constant)
      add_weighted(self, node->args[k], is_negated ? -coeff : coeff);
  }
}

/* Adds the terms of what is to be visited, until all are added. */
static void
add_visited(Flattening *self)
{
  Visit visit;

  while (pop(self, &visit))
    add_operands(self, visit.node, visit.coeff);
}

/* Makes the sum the difference of what is compared, and collects what must be
 * true for it to be defined. */
static CspRelation
collect_comparison(Flattening *self, uint32_t i)
{
  const CspExprNode *node = program_node(self, i);

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
require_literal(Flattening *self, CspLit lit)
{
  csp_post_clause(self->store, &lit, 1);
}

static void
require_comparison(Flattening *self, uint32_t i, bool truth)
{
  CspRelation relation = collect_comparison(self, i);

  if (truth) {
    for (uint32_t k = 0; k < self->lits->len; k++)
      require_literal(self, g_array_index(self->lits, CspLit, k));
  } else if (self->lits->len > 0) {
    CspLit holds = csp_lit(csp_store_add_var(self->store, 0, 1), false);
    csp_sum_reify(&self->sum, self->store, relation, holds);
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
require_equivalence(Flattening *self, uint32_t i, bool truth)
{
  const CspExprNode *node = program_node(self, i);
  CspLit a = literal_of(self, node->args[0]);
  CspLit b = literal_of(self, node->args[1]);
  CspLit lits[] = {a, truth ? csp_lit_not(b) : b};

  csp_post_odd(self->store, lits, 2);
}

/* The node is, or is not, to be true. */
static void
require(Flattening *self, uint32_t i, bool truth)
{
  const CspExprNode *node = program_node(self, i);
  const Node *info = &self->nodes[i];

  if (info->is_constant) {
    if ((node->min != 0) != truth)
      csp_post_clause(self->store, NULL, 0);
  } else if (node->leaf == CSP_LEAF_VAR || *node_var(self, i) != CSP_NONE) {
    CspLit lit = literal_of(self, i);
    require_literal(self, truth ? lit : csp_lit_not(lit));
  } else if (is_comparison(node)) {
    require_comparison(self, i, truth);
  } else if (node->op == CSP_EXPR_IFF) {
    require_equivalence(self, i, truth);
  } else if (is_disjunction(node, !truth)) {
    collect_disjuncts(self, i, !truth);
    csp_post_clause(self->store, collected(self), self->lits->len);
  }
  /* else it is split: its operands are required */
}

static void
define_comparison(Flattening *self, uint32_t i, CspLit lit)
{
  CspRelation relation = collect_comparison(self, i);
  CspLit holds = lit;

  if (self->lits->len > 0) {
    holds = csp_lit(csp_store_add_var(self->store, 0, 1), false);
    collect_lit(self, holds);
    csp_post_conjunction(self->store, lit, collected(self), self->lits->len);
  }
  csp_sum_reify(&self->sum, self->store, relation, holds);
}

static void
define_logical(Flattening *self, uint32_t i, CspLit lit)
{
  const CspExprNode *node = program_node(self, i);

  if (is_comparison(node)) {
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
define_product(Flattening *self, uint32_t i, CspVar result)
{
  const CspExprNode *node = program_node(self, i);
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
  csp_post_product(self->store, constant_factor(self, node), vars, exponents, n,
                   result);
}

static void
define_extremum(Flattening *self, uint32_t i, CspVar result)
{
  const CspExprNode *node = program_node(self, i);
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
definedness(Flattening *self, uint32_t i)
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
define_choice(Flattening *self, uint32_t i, CspVar result)
{
  const CspExprNode *node = program_node(self, i);
  CspLit condition = literal_of(self, node->args[0]);

  csp_post_choose(self->store, condition, variable_of(self, node->args[1]),
                  variable_of(self, node->args[2]), result);
  if (self->nodes[i].has_flag)
    csp_post_choose(self->store, condition, definedness(self, node->args[1]),
                    definedness(self, node->args[2]), result + 1);
}

static void
define_quotient(Flattening *self, uint32_t i, CspVar result)
{
  const CspExprNode *node = program_node(self, i);
  CspVar x = variable_of(self, node->args[0]);
  CspVar y = variable_of(self, node->args[1]);

  if (node->op == CSP_EXPR_DIV)
    csp_post_divide(self->store, x, y, result);
  else
    csp_post_modulo(self->store, x, y, result);
  if (self->nodes[i].has_flag)
    csp_post_reified_const(self->store, csp_lit(result + 1, true), y,
                           CSP_REIFIED_EQ, 0);
}

/* Adds the node's variable, and its flag's next to it. */
static CspVar
add_variable(Flattening *self, uint32_t i)
{
  const CspExprNode *node = program_node(self, i);
  CspVar var =
      csp_store_add_var(self->store, (int32_t)node->min, (int32_t)node->max);

  if (self->nodes[i].has_flag)
    csp_store_add_var(self->store, 0, 1);
  return var;
}

/* A sum with a variable of its own, or the one variable that it is. */
static CspVar
define_sum(Flattening *self, uint32_t i)
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
define(Flattening *self, uint32_t i)
{
  const CspExprNode *node = program_node(self, i);
  CspVar *var = node_var(self, i);

  if (self->nodes[i].is_constant) {
    *var = add_variable(self, i);
    return;
  }
  if (is_op(node, CSP_EXPR_NOT))
    return;
  if (self->nodes[i].is_sum) {
    *var = define_sum(self, i);
    return;
  }
  if (!self->nodes[i].is_bound)
    *var = add_variable(self, i);
  if (is_logical(node)) {
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
post_needed(Flattening *self)
{
  for (uint32_t i = 0; i < self->program->n_nodes; i++) {
    uint8_t needs = self->nodes[i].needs;
    if (needs & VALUE_NEEDED && !is_posted(self, i) &&
        program_node(self, i)->leaf != CSP_LEAF_VAR)
      define(self, i);
    if (needs & TRUE_NEEDED)
      require(self, i, true);
    if (needs & FALSE_NEEDED)
      require(self, i, false);
  }
}

bool
csp_expr_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  const CspExprProgram *program = con->object;
  g_autofree Node *nodes = g_new0(Node, program->n_nodes);
  g_autoptr(GArray) lits = g_array_new(FALSE, FALSE, sizeof(CspLit));
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(Visit));
  Flattening self = {.poster = poster,
                     .store = poster->store,
                     .con = con,
                     .program = program,
                     .strength = strength,
                     .nodes = nodes,
                     .lits = lits,
                     .stack = stack};

  analyze(&self);
  find_needs(&self);
  post_needed(&self);
  csp_sum_clear(&self.sum);
  return !poster->store->has_failed;
}
