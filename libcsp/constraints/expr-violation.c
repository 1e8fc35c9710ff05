/* SPDX-License-Identifier: MIT */
/* How far an expression is from being true.
 *
 * Each node has two distances: to true and to false; the one that is its truth
 * is 0, the other is at least 1.  A comparison is as far from true as its sides
 * are apart.  All of a conjunction must become true, so distances add up; for
 * it to be false one operand is enough, so the least counts; a disjunction is
 * the other way round, and negation exchanges the two.  So 0 means true, by
 * induction, and every step towards truth shows. */
#include "config.h"

#include "constraints/expr-violation.h"
#include "constraints/invariants.h"

typedef struct {
  int64_t value; /* UNDEFINED: by a zero divisor */
  int64_t to_true, to_false;
} Measure;

static const int64_t UNDEFINED = INT64_MIN;

/* Sums of distances stay far from overflow. */
static const int64_t FARTHEST = INT64_C(1) << 40;

/* No value within the domains is as large; outside of them, where defined
 * variables may be, it need not be told how large one is. */
static const int64_t LARGEST = INT64_C(1) << 62;

static int64_t
cap(int64_t distance)
{
  return MIN(distance, FARTHEST);
}

static int64_t
saturate(int64_t value)
{
  return CLAMP(value, -LARGEST, LARGEST);
}

static int64_t
product(int64_t a, int64_t b)
{
  int64_t result;

  if (__builtin_mul_overflow(a, b, &result))
    return (a < 0) == (b < 0) ? LARGEST : -LARGEST;
  return saturate(result);
}

static Measure
of_truth(int64_t to_true, int64_t to_false)
{
  return (Measure){.value = to_true == 0,
                   .to_true = cap(to_true),
                   .to_false = cap(to_false)};
}

static Measure
of_value(int64_t value)
{
  return (Measure){
      .value = value, .to_true = value != 1, .to_false = value != 0};
}

static Measure
all_of(Measure a, Measure b)
{
  return of_truth(a.to_true + b.to_true, MIN(a.to_false, b.to_false));
}

static Measure
not_of(Measure a)
{
  return of_truth(a.to_false, a.to_true);
}

static Measure
any_of(Measure a, Measure b)
{
  return not_of(all_of(not_of(a), not_of(b)));
}

static Measure
compare(CspExprOp op, int64_t a, int64_t b)
{
  static const CspRelation opposites[] = {
      [CSP_RELATION_EQ] = CSP_RELATION_NE, [CSP_RELATION_NE] = CSP_RELATION_EQ,
      [CSP_RELATION_LT] = CSP_RELATION_GE, [CSP_RELATION_LE] = CSP_RELATION_GT,
      [CSP_RELATION_GT] = CSP_RELATION_LE, [CSP_RELATION_GE] = CSP_RELATION_LT,
  };
  CspRelation relation = (CspRelation)(op - CSP_EXPR_EQ);

  return of_truth(csp_relation_violation(relation, a, b),
                  csp_relation_violation(opposites[relation], a, b));
}

static Measure
measure_unary(CspExprOp op, Measure a)
{
  switch (op) {
  case CSP_EXPR_NEG:
    return of_value(-a.value);
  case CSP_EXPR_ABS:
    return of_value(ABS(a.value));
  case CSP_EXPR_NOT:
    return not_of(a);
  default: /* a sum, product, minimum, conjunction ... of one */
    return a;
  }
}

static Measure
measure_binary(CspExprOp op, Measure a, Measure b)
{
  switch (op) {
  case CSP_EXPR_ADD:
    return of_value(saturate(a.value + b.value));
  case CSP_EXPR_SUB:
    return of_value(saturate(a.value - b.value));
  case CSP_EXPR_MUL:
    return of_value(product(a.value, b.value));
  case CSP_EXPR_DIV:
    return of_value(b.value == 0 ? UNDEFINED : a.value / b.value);
  case CSP_EXPR_MOD:
    return of_value(b.value == 0 ? UNDEFINED : a.value % b.value);
  case CSP_EXPR_MIN:
    return of_value(MIN(a.value, b.value));
  case CSP_EXPR_MAX:
    return of_value(MAX(a.value, b.value));
  case CSP_EXPR_AND:
    return all_of(a, b);
  case CSP_EXPR_OR:
    return any_of(a, b);
  case CSP_EXPR_IMPLIES:
    return any_of(not_of(a), b);
  case CSP_EXPR_IFF:
    return any_of(all_of(a, b), all_of(not_of(a), not_of(b)));
  default:
    return compare(op, a.value, b.value);
  }
}

static Measure
measure_node(const CspExprNode *node, const Measure *measures)
{
  Measure measure = measures[node->args[0]];

  if (node->op == CSP_EXPR_IF)
    return measures[node->args[measure.value != 0 ? 1 : 2]];
  for (uint32_t i = 0; i < node->n_args; i++)
    if (measures[node->args[i]].value == UNDEFINED)
      return node->is_boolean ? of_truth(1, 0) : of_value(UNDEFINED);
  if (node->n_args == 1)
    return measure_unary(node->op, measure);
  for (uint32_t i = 1; i < node->n_args; i++)
    measure = measure_binary(node->op, measure, measures[node->args[i]]);
  return measure;
}

/* Of the program's first nodes, up to this one. */
static Measure
measure_to(const CspConstraint *con,
           uint32_t last,
           const int32_t *values,
           CspScratch *scratch)
{
  const CspExprProgram *program = con->object;
  Measure *measures =
      csp_scratch_get(scratch, ((size_t)last + 1) * sizeof *measures);

  for (uint32_t i = 0; i <= last; i++) {
    const CspExprNode *node = &program->nodes[i];
    if (node->leaf == CSP_LEAF_VAR)
      measures[i] =
          of_value(values[csp_constraint_var(con, (uint32_t)node->value)]);
    else if (node->leaf == CSP_LEAF_CONST)
      measures[i] = of_value(node->value);
    else
      measures[i] = measure_node(node, measures);
  }
  return measures[last];
}

int64_t
csp_expr_violation(const CspConstraint *con,
                   const int32_t *values,
                   CspScratch *scratch)
{
  const CspExprProgram *program = con->object;

  return measure_to(con, program->n_nodes - 1, values, scratch).to_true;
}

bool
csp_expr_value(const CspConstraint *con,
               uint32_t node,
               const int32_t *values,
               CspScratch *scratch,
               int64_t *out_value)
{
  *out_value = measure_to(con, node, values, scratch).value;
  return *out_value != UNDEFINED;
}
