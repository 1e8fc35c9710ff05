/* SPDX-License-Identifier: MIT */
/* The rules of expressions.
 *
 * Sums, differences and products with constants may pass the range of values,
 * for in the end they are compared: they become linear constraints.  Every
 * other operation needs operands and a result that a variable can hold.  All
 * is 64-bit and tested before it is multiplied or added.
 *
 * A rewriting must not change where an expression is undefined.  Booleans
 * always are defined, so they may be dropped; an integer operand may be dropped
 * only if it is total. */
#include "config.h"

#include "model/expr-rules.h"

typedef struct {
  const char *name;
  uint8_t min_args;
  uint8_t max_args; /* 0: any number */
  bool takes_booleans;
  bool is_commutative;
  bool is_idempotent; /* an operand twice is as once */
} OpInfo;

static const OpInfo ops[] = {
    [CSP_EXPR_NEG] = {"neg", 1, 1, false, false, false},
    [CSP_EXPR_ABS] = {"abs", 1, 1, false, false, false},
    [CSP_EXPR_ADD] = {"add", 1, 0, false, true, false},
    [CSP_EXPR_SUB] = {"sub", 2, 2, false, false, false},
    [CSP_EXPR_MUL] = {"mul", 2, 0, false, true, false},
    [CSP_EXPR_DIV] = {"div", 2, 2, false, false, false},
    [CSP_EXPR_MOD] = {"mod", 2, 2, false, false, false},
    [CSP_EXPR_MIN] = {"min", 1, 0, false, true, true},
    [CSP_EXPR_MAX] = {"max", 1, 0, false, true, true},
    [CSP_EXPR_EQ] = {"eq", 2, 2, false, true, false},
    [CSP_EXPR_NE] = {"ne", 2, 2, false, true, false},
    [CSP_EXPR_LT] = {"lt", 2, 2, false, false, false},
    [CSP_EXPR_LE] = {"le", 2, 2, false, false, false},
    [CSP_EXPR_GT] = {"gt", 2, 2, false, false, false},
    [CSP_EXPR_GE] = {"ge", 2, 2, false, false, false},
    [CSP_EXPR_NOT] = {"not", 1, 1, true, false, false},
    [CSP_EXPR_AND] = {"and", 1, 0, true, true, true},
    [CSP_EXPR_OR] = {"or", 1, 0, true, true, true},
    [CSP_EXPR_IMPLIES] = {"implies", 2, 2, true, false, false},
    [CSP_EXPR_IFF] = {"iff", 2, 2, true, true, false},
    [CSP_EXPR_IF] = {"if", 3, 3, false, false, false},
};

bool
csp_expr_check(CspExprOp op,
               const CspExprInfo *const *args,
               size_t n_args,
               GError **error)
{
  const OpInfo *info = &ops[op];

  if (n_args < info->min_args || n_args >= CSP_NONE ||
      (info->max_args != 0 && n_args > info->max_args))
    return csp_fail(error, CSP_ERROR_INVALID, "%s does not take %zu operands",
                    info->name, n_args);
  for (size_t i = 0; i < n_args; i++)
    if ((info->takes_booleans || (op == CSP_EXPR_IF && i == 0)) &&
        !csp_expr_is_boolean(args[i]))
      return csp_fail(error, CSP_ERROR_INVALID,
                      "operand %zu of %s is not a Boolean", i + 1, info->name);
  return true;
}

static int
compare_handles(gconstpointer a, gconstpointer b)
{
  const CspExprInfo *x = *(const CspExprInfo *const *)a;
  const CspExprInfo *y = *(const CspExprInfo *const *)b;

  return (x->handle > y->handle) - (x->handle < y->handle);
}

static bool
is_value(const CspExprInfo *info, int32_t value)
{
  return csp_expr_is_const(info) && info->value == value;
}

/* Drops the constants that change nothing, as long as one operand is left. */
static void
drop_value(const CspExprInfo **args, size_t *n_args, int32_t value)
{
  size_t n = 0;

  for (size_t i = 0; i < *n_args; i++)
    if (!is_value(args[i], value) || (n == 0 && i + 1 == *n_args))
      args[n++] = args[i];
  *n_args = n;
}

static const CspExprInfo *
find_value(const CspExprInfo *const *args, size_t n_args, int32_t value)
{
  for (size_t i = 0; i < n_args; i++)
    if (is_value(args[i], value))
      return args[i];
  return NULL;
}

static bool
are_total(const CspExprInfo *const *args, size_t n_args)
{
  for (size_t i = 0; i < n_args; i++)
    if (!args[i]->is_total)
      return false;
  return true;
}

static const CspExprInfo *
simplify_chain(CspExprOp op, const CspExprInfo **args, size_t *n_args)
{
  const CspExprInfo *absorbing = NULL;

  switch (op) {
  case CSP_EXPR_ADD:
    drop_value(args, n_args, 0);
    break;
  case CSP_EXPR_MUL:
    drop_value(args, n_args, 1);
    if (are_total(args, *n_args))
      absorbing = find_value(args, *n_args, 0);
    break;
  case CSP_EXPR_AND:
    drop_value(args, n_args, 1);
    absorbing = find_value(args, *n_args, 0);
    break;
  case CSP_EXPR_OR:
    drop_value(args, n_args, 0);
    absorbing = find_value(args, *n_args, 1);
    break;
  default:
    break;
  }
  if (absorbing != NULL)
    return absorbing;
  return *n_args == 1 ? args[0] : NULL;
}

static const CspExprInfo *
simplify_if(const CspExprInfo *const *args)
{
  if (args[1] == args[2])
    return args[1];
  if (is_value(args[0], 1) && args[2]->is_total)
    return args[1];
  if (is_value(args[0], 0) && args[1]->is_total)
    return args[2];
  return NULL;
}

const CspExprInfo *
csp_expr_simplify(CspExprOp *op, const CspExprInfo **args, size_t *n_args)
{
  if (*op == CSP_EXPR_GT || *op == CSP_EXPR_GE) {
    const CspExprInfo *first = args[0];
    args[0] = args[1];
    args[1] = first;
    *op = *op == CSP_EXPR_GT ? CSP_EXPR_LT : CSP_EXPR_LE;
  }
  if (ops[*op].is_commutative)
    qsort(args, *n_args, sizeof(*args), compare_handles);
  if (ops[*op].is_idempotent) {
    size_t n = 1;
    for (size_t i = 1; i < *n_args; i++)
      if (args[i] != args[n - 1])
        args[n++] = args[i];
    *n_args = n;
  }

  switch (*op) {
  case CSP_EXPR_ADD:
  case CSP_EXPR_MUL:
  case CSP_EXPR_MIN:
  case CSP_EXPR_MAX:
  case CSP_EXPR_AND:
  case CSP_EXPR_OR:
    return simplify_chain(*op, args, n_args);
  case CSP_EXPR_IMPLIES:
    return is_value(args[0], 1) ? args[1] : NULL;
  case CSP_EXPR_IFF:
    if (is_value(args[0], 1))
      return args[1];
    return is_value(args[1], 1) ? args[0] : NULL;
  case CSP_EXPR_IF:
    return simplify_if(args);
  default:
    return NULL;
  }
}

static void
widen(CspExprInfo *info, int64_t value)
{
  info->min = MIN(info->min, value);
  info->max = MAX(info->max, value);
}

static void
bound_product(CspExprInfo *info, const CspExprInfo *a, const CspExprInfo *b)
{
  info->min = info->max = a->min * b->min;
  widen(info, a->min * b->max);
  widen(info, a->max * b->min);
  widen(info, a->max * b->max);
}

/* Truncating division is monotone in either operand while the divisor keeps
 * its sign, so the ends are reached at the corners of the two parts. */
static void
bound_quotient(CspExprInfo *info, const CspExprInfo *a, const CspExprInfo *b)
{
  const int64_t parts[2][2] = {
      {b->min, MIN(b->max, -1)},
      {MAX(b->min, 1), b->max},
  };

  info->min = INT64_MAX;
  info->max = INT64_MIN;
  for (int part = 0; part < 2; part++) {
    if (parts[part][0] > parts[part][1])
      continue;
    for (int end = 0; end < 2; end++) {
      widen(info, a->min / parts[part][end]);
      widen(info, a->max / parts[part][end]);
    }
  }
  if (info->min > info->max)
    info->min = info->max = 0; /* never defined */
}

/* The remainder has the sign of a and is smaller than b, in size. */
static void
bound_remainder(CspExprInfo *info, const CspExprInfo *a, const CspExprInfo *b)
{
  int64_t largest = MAX(MAX(ABS(b->min), ABS(b->max)) - 1, 0);

  info->max = a->max > 0 ? MIN(a->max, largest) : 0;
  info->min = a->min < 0 ? -MIN(-a->min, largest) : 0;
}

static bool
always_less(const CspExprInfo *a, const CspExprInfo *b)
{
  return a->max < b->min;
}

/* An undefined operand makes a comparison false, so only what is total can
 * make it true for certain. */
static void
bound_comparison(CspExprInfo *info, const CspExprInfo *a, const CspExprInfo *b)
{
  bool is_same = a == b;
  bool are_fixed = a->min == a->max && b->min == b->max && a->min == b->min;
  bool is_certain, is_impossible;

  switch (info->op) {
  case CSP_EXPR_EQ:
    is_certain = is_same || are_fixed;
    is_impossible = always_less(a, b) || always_less(b, a);
    break;
  case CSP_EXPR_NE:
    is_certain = always_less(a, b) || always_less(b, a);
    is_impossible = is_same || are_fixed;
    break;
  case CSP_EXPR_LT:
    is_certain = always_less(a, b);
    is_impossible = is_same || a->min >= b->max;
    break;
  default: /* LE */
    is_certain = is_same || a->max <= b->min;
    is_impossible = always_less(b, a);
    break;
  }
  info->min = is_certain && a->is_total && b->is_total;
  info->max = !is_impossible;
}

static void
bound_boolean(CspExprInfo *info, const CspExprInfo *const *args)
{
  const CspExprInfo *a = args[0], *b = info->n_args > 1 ? args[1] : NULL;

  info->min = 0;
  info->max = 1;
  switch (info->op) {
  case CSP_EXPR_NOT:
    info->min = 1 - a->max;
    info->max = 1 - a->min;
    break;
  case CSP_EXPR_IMPLIES:
    info->min = a == b || a->max == 0 || b->min == 1;
    info->max = !(a->min == 1 && b->max == 0);
    break;
  case CSP_EXPR_IFF:
    if (a == b || (a->min == a->max && b->min == b->max)) {
      info->min = info->max = a->min == b->min;
    }
    break;
  default: /* AND, OR: their constants are gone */
    break;
  }
}

/* The extreme of all operands: of their lower ends and of their upper ends. */
static void
bound_extreme(CspExprInfo *info, const CspExprInfo *const *args)
{
  info->min = args[0]->min;
  info->max = args[0]->max;
  for (uint32_t i = 1; i < info->n_args; i++) {
    if (info->op == CSP_EXPR_MIN) {
      info->min = MIN(info->min, args[i]->min);
      info->max = MIN(info->max, args[i]->max);
    } else {
      info->min = MAX(info->min, args[i]->min);
      info->max = MAX(info->max, args[i]->max);
    }
  }
}

static bool
can_be_zero(const CspExprInfo *info)
{
  return info->min <= 0 && info->max >= 0 && !info->is_nonzero;
}

static bool
in_range(const CspExprInfo *info)
{
  return csp_value_in_range(info->min) && csp_value_in_range(info->max);
}

static bool
fail_range(const CspExprInfo *info, GError **error)
{
  return csp_fail(error, CSP_ERROR_RANGE,
                  "the result of %s can leave the supported range",
                  ops[info->op].name);
}

static bool
check_operands(const CspExprInfo *info,
               const CspExprInfo *const *args,
               GError **error)
{
  for (uint32_t i = 0; i < info->n_args; i++)
    if (!in_range(args[i]))
      return csp_fail(error, CSP_ERROR_RANGE,
                      "operand %u of %s can leave %d..%d", i + 1,
                      ops[info->op].name, CSP_VALUE_MIN, CSP_VALUE_MAX);
  return true;
}

static bool
bound_sum(CspExprInfo *info, const CspExprInfo *const *args, GError **error)
{
  info->min = info->max = info->size = 0;
  for (uint32_t i = 0; i < info->n_args; i++) {
    bool is_negative =
        info->op == CSP_EXPR_NEG || (info->op == CSP_EXPR_SUB && i == 1);
    info->size += args[i]->size;
    if (info->size > CSP_SUM_MAX)
      return fail_range(info, error);
    info->min += is_negative ? -args[i]->max : args[i]->min;
    info->max += is_negative ? -args[i]->min : args[i]->max;
  }
  return true;
}

static bool
is_scaling(const CspExprInfo *const *args, uint32_t n_args)
{
  uint32_t n_others = 0;

  for (uint32_t i = 0; i < n_args; i++)
    n_others += !csp_expr_is_const(args[i]);
  return n_others <= 1;
}

/* A product by constants is linear; any other is taken pair by pair, and each
 * step's result must be one that a variable can hold. */
static bool
bound_mul(CspExprInfo *info, const CspExprInfo *const *args, GError **error)
{
  bool is_linear = is_scaling(args, info->n_args);
  CspExprInfo product = *args[0];

  if (!is_linear && !check_operands(info, args, error))
    return false;
  for (uint32_t i = 1; i < info->n_args; i++) {
    CspExprInfo step = product;
    if (__builtin_mul_overflow(product.size, args[i]->size, &step.size) ||
        step.size > CSP_SUM_MAX)
      return fail_range(info, error);
    bound_product(&step, &product, args[i]);
    if (!is_linear && !in_range(&step))
      return fail_range(info, error);
    product = step;
  }
  info->min = product.min;
  info->max = product.max;
  info->size = product.size;
  return true;
}

static bool
is_sum(CspExprOp op)
{
  return op == CSP_EXPR_ADD || op == CSP_EXPR_SUB || op == CSP_EXPR_NEG;
}

static bool
is_comparison(CspExprOp op)
{
  return op >= CSP_EXPR_EQ && op <= CSP_EXPR_GE;
}

bool
csp_expr_bound(CspExprInfo *info,
               const CspExprInfo *const *args,
               GError **error)
{
  info->is_total = are_total(args, info->n_args);
  if (is_sum(info->op))
    return bound_sum(info, args, error);
  if (info->op == CSP_EXPR_MUL) {
    if (!bound_mul(info, args, error))
      return false;
    if (!is_scaling(args, info->n_args))
      info->size = MAX(1, MAX(ABS(info->min), ABS(info->max)));
    return true;
  }

  if (is_comparison(info->op)) {
    if (args[0]->size > CSP_SUM_MAX - args[1]->size)
      return fail_range(info, error);
    bound_comparison(info, args[0], args[1]);
    info->is_total = true;
  } else {
    if (!check_operands(info, args, error))
      return false;
    switch (info->op) {
    case CSP_EXPR_ABS:
      info->max = MAX(ABS(args[0]->min), ABS(args[0]->max));
      info->min = MAX(MAX(args[0]->min, -args[0]->max), 0);
      break;
    case CSP_EXPR_DIV:
      bound_quotient(info, args[0], args[1]);
      info->is_total = info->is_total && !can_be_zero(args[1]);
      break;
    case CSP_EXPR_MOD:
      bound_remainder(info, args[0], args[1]);
      info->is_total = info->is_total && !can_be_zero(args[1]);
      break;
    case CSP_EXPR_MIN:
    case CSP_EXPR_MAX:
      bound_extreme(info, args);
      break;
    case CSP_EXPR_IF:
      info->min = MIN(args[1]->min, args[2]->min);
      info->max = MAX(args[1]->max, args[2]->max);
      break;
    default:
      bound_boolean(info, args);
      break;
    }
  }
  info->size = MAX(1, MAX(ABS(info->min), ABS(info->max)));
  return true;
}
