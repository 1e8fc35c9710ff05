/* SPDX-License-Identifier: MIT */
/* Expressions: nodes that are made once.
 *
 * A node is looked up by content before it is made, and its operands are nodes
 * already, so equal expressions are the same handle and comparing them is
 * comparing numbers.  Operands have smaller handles than what is made of them:
 * the handles below a root, sorted, are a program in which operands come
 * first. */
#include "config.h"

#include <string.h>

#include "model/expr-rules.h"

static guint
expr_hash(gconstpointer key)
{
  const CspExprInfo *info = key;
  uint32_t hash = info->leaf * 31u + info->op;

  hash = (hash * 16777619u) ^ (uint32_t)info->value;
  hash = (hash * 16777619u) ^ info->var;
  for (uint32_t i = 0; i < info->n_args; i++)
    hash = (hash * 16777619u) ^ info->args[i];
  return hash;
}

static gboolean
expr_equal(gconstpointer a, gconstpointer b)
{
  const CspExprInfo *x = a, *y = b;

  return x->leaf == y->leaf && x->op == y->op && x->value == y->value &&
         x->var == y->var && x->n_args == y->n_args &&
         (x->n_args == 0 ||
          memcmp(x->args, y->args, x->n_args * sizeof(CspExpr)) == 0);
}

/* The node of this content, made unless it exists. */
static CspExpr
intern(CspModel *self, const CspExprInfo *wanted)
{
  if (self->expr_set == NULL)
    self->expr_set = g_hash_table_new(expr_hash, expr_equal);

  const CspExprInfo *known = g_hash_table_lookup(self->expr_set, wanted);
  if (known != NULL)
    return known->handle;

  CspExprInfo *info = csp_arena_dup(self->arena, wanted, sizeof(CspExprInfo));
  info->handle = (CspExpr)self->n_exprs;
  if (info->n_args > 0)
    info->args = csp_arena_dup(self->arena, wanted->args,
                               info->n_args * sizeof(CspExpr));
  self->exprs = csp_grow(self->exprs, self->n_exprs, &self->exprs_size,
                         sizeof(CspExprInfo *));
  self->exprs[self->n_exprs++] = info;
  g_hash_table_add(self->expr_set, info);
  return info->handle;
}

static CspExpr
intern_const(CspModel *self, int32_t value)
{
  return intern(self, &(CspExprInfo){
                          .leaf = CSP_LEAF_CONST,
                          .is_total = true,
                          .value = value,
                          .min = value,
                          .max = value,
                          .size = MAX(1, ABS((int64_t)value)),
                      });
}

/* Has an earlier call of the same chain failed?  Its error is passed on. */
static bool
has_failed(GError **error)
{
  return error != NULL && *error != NULL;
}

static bool
check_room(const CspModel *self, GError **error)
{
  if (!csp_model_check_open(self, error))
    return false;
  if (self->n_exprs >= CSP_NONE)
    return csp_fail(error, CSP_ERROR_RANGE, "too many expressions");
  return true;
}

/**
 * csp_model_expr_var:
 * @self: a model
 * @var: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * The value of a variable as an expression.
 *
 * A variable with the values 0 and 1 is also a Boolean.
 *
 * Returns: the expression, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspExpr
csp_model_expr_var(CspModel *self, CspVar var, GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), CSP_NONE);

  if (has_failed(error) || !check_room(self, error) ||
      !csp_model_check_var(self, var, error))
    return CSP_NONE;

  const CspArrayInfo *array = csp_model_array_of(self, var);
  if (array->min == array->max)
    return intern_const(self, array->min);
  return intern(
      self, &(CspExprInfo){
                .leaf = CSP_LEAF_VAR,
                .is_total = true,
                .is_nonzero = !csp_array_has_value(array, 0),
                .var = var,
                .min = array->min,
                .max = array->max,
                .size = MAX(ABS((int64_t)array->min), ABS((int64_t)array->max)),
            });
}

/**
 * csp_model_expr_const:
 * @self: a model
 * @value: a number within %CSP_VALUE_MIN and %CSP_VALUE_MAX
 * @error: return location for a #GError, or %NULL
 *
 * A number as an expression; 0 and 1 are also Booleans.
 *
 * Returns: the expression, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspExpr
csp_model_expr_const(CspModel *self, gint value, GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), CSP_NONE);

  if (has_failed(error) || !check_room(self, error))
    return CSP_NONE;
  if (!csp_value_in_range(value)) {
    csp_fail(error, CSP_ERROR_RANGE, "the constant %d leaves %d..%d", value,
             CSP_VALUE_MIN, CSP_VALUE_MAX);
    return CSP_NONE;
  }
  return intern_const(self, value);
}

/* Says which constraint is being built, as far as that is known. */
static CspExpr
refuse(const CspModel *self, GError **error)
{
  if (error != NULL && self->group != 0)
    g_prefix_error(error, "%s: ", self->groups[self->group]);
  return CSP_NONE;
}

static bool
check_args(const CspModel *self,
           const CspExpr *args,
           size_t n_args,
           GError **error)
{
  for (size_t i = 0; i < n_args; i++) {
    if (args[i] == CSP_NONE)
      return csp_fail(error, CSP_ERROR_INVALID,
                      "no operand: the call that made it failed");
    if (args[i] >= self->n_exprs)
      return csp_fail(error, CSP_ERROR_INVALID,
                      "operand %u is not one of the model's %zu expressions",
                      args[i], self->n_exprs);
  }
  return true;
}

static bool
is_foldable(const CspExprInfo *info)
{
  return info->is_total && info->min == info->max &&
         csp_value_in_range(info->min);
}

/**
 * csp_model_expr:
 * @self: a model
 * @op: what to do
 * @args: (array length=n_args): the operands, expressions of @self
 * @n_args: how many, as #CspExprOp says
 * @error: return location for a #GError, or %NULL
 *
 * Makes an expression of others.
 *
 * The same expression made again is the same handle; order among operands that
 * can be exchanged does not matter.  A Boolean is what is always defined and is
 * 0 or 1.  Division truncates towards zero; a zero divisor makes the nearest
 * enclosing Boolean false.  Of an if-then-else only the branch taken counts.
 *
 * An operand %CSP_NONE with @error set already is passed on, so that a chain of
 * calls needs one test at its end.
 *
 * Fails with %CSP_ERROR_INVALID if an operand is none of @self's, is no Boolean
 * where one is needed, or the number of operands is wrong.  Fails with
 * %CSP_ERROR_RANGE if a sum can pass 2^62, or an operand or the result of
 * anything but sums, products with a constant and comparisons can leave
 * %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: the expression, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspExpr
csp_model_expr(CspModel *self,
               CspExprOp op,
               const CspExpr *args,
               gsize n_args,
               GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), CSP_NONE);
  g_return_val_if_fail(op <= CSP_EXPR_IF, CSP_NONE);
  g_return_val_if_fail(args != NULL || n_args == 0, CSP_NONE);

  if (has_failed(error) || !check_room(self, error))
    return CSP_NONE;
  if (!check_args(self, args, n_args, error))
    return refuse(self, error);

  g_autofree const CspExprInfo **infos = g_new(const CspExprInfo *, n_args);
  for (size_t i = 0; i < n_args; i++)
    infos[i] = self->exprs[args[i]];
  if (!csp_expr_check(op, infos, n_args, error))
    return refuse(self, error);

  const CspExprInfo *equal = csp_expr_simplify(&op, infos, &n_args);
  if (equal != NULL)
    return equal->handle;

  CspExprInfo info = {.op = (uint8_t)op, .n_args = (uint32_t)n_args};
  if (!csp_expr_bound(&info, infos, error))
    return refuse(self, error);
  if (is_foldable(&info))
    return intern_const(self, (int32_t)info.min);

  g_autofree CspExpr *handles = g_new(CspExpr, n_args);
  for (size_t i = 0; i < n_args; i++)
    handles[i] = infos[i]->handle;
  info.args = handles;
  return intern(self, &info);
}

/**
 * csp_model_expr_unary:
 * @self: a model
 * @op: what to do
 * @a: the operand
 * @error: return location for a #GError, or %NULL
 *
 * csp_model_expr() with one operand.
 *
 * Returns: the expression, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspExpr
csp_model_expr_unary(CspModel *self, CspExprOp op, CspExpr a, GError **error)
{
  return csp_model_expr(self, op, &a, 1, error);
}

/**
 * csp_model_expr_binary:
 * @self: a model
 * @op: what to do
 * @a: the first operand
 * @b: the second operand
 * @error: return location for a #GError, or %NULL
 *
 * csp_model_expr() with two operands.
 *
 * Returns: the expression, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspExpr
csp_model_expr_binary(
    CspModel *self, CspExprOp op, CspExpr a, CspExpr b, GError **error)
{
  return csp_model_expr(self, op, (const CspExpr[]){a, b}, 2, error);
}

/**
 * csp_model_expr_if:
 * @self: a model
 * @condition: a Boolean
 * @a: an integer
 * @b: an integer
 * @error: return location for a #GError, or %NULL
 *
 * The value of @a where @condition is true, else that of @b.
 *
 * Returns: the expression, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspExpr
csp_model_expr_if(
    CspModel *self, CspExpr condition, CspExpr a, CspExpr b, GError **error)
{
  return csp_model_expr(self, CSP_EXPR_IF, (const CspExpr[]){condition, a, b},
                        3, error);
}

uint32_t
csp_model_n_exprs(const CspModel *model)
{
  return (uint32_t)model->n_exprs;
}

static int
compare_numbers(gconstpointer a, gconstpointer b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

  return (x > y) - (x < y);
}

/* The handles at and below root, ascending. */
static GArray *
collect(const CspModel *self, CspExpr root)
{
  GArray *handles = g_array_new(FALSE, FALSE, sizeof(CspExpr));
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);

  g_array_append_val(handles, root);
  for (guint next = 0; next < handles->len; next++) {
    const CspExprInfo *info =
        self->exprs[g_array_index(handles, CspExpr, next)];
    for (uint32_t i = 0; i < info->n_args; i++)
      if (g_hash_table_add(seen, GUINT_TO_POINTER(info->args[i])))
        g_array_append_val(handles, info->args[i]);
  }
  g_array_sort(handles, compare_numbers);
  return handles;
}

static GArray *
scope_of(const CspModel *self, const GArray *handles)
{
  GArray *scope = g_array_new(FALSE, FALSE, sizeof(CspVar));

  for (guint i = 0; i < handles->len; i++) {
    const CspExprInfo *info = self->exprs[g_array_index(handles, CspExpr, i)];
    if (info->leaf == CSP_LEAF_VAR)
      g_array_append_val(scope, info->var);
  }
  g_array_sort(scope, compare_numbers);
  return scope;
}

/* Where a number stands in an ascending array that has it. */
static uint32_t
position_of(const GArray *numbers, uint32_t number)
{
  guint position = 0;
  gboolean is_found = g_array_binary_search((GArray *)numbers, &number,
                                            compare_numbers, &position);

  g_assert(is_found);
  return position;
}

static CspExprProgram *
make_program(CspModel *self, const GArray *handles, const GArray *scope)
{
  CspExprProgram *program =
      csp_arena_alloc(self->arena, sizeof(CspExprProgram));
  CspExprNode *nodes =
      csp_arena_new_array(self->arena, CspExprNode, handles->len);

  for (guint i = 0; i < handles->len; i++) {
    const CspExprInfo *info = self->exprs[g_array_index(handles, CspExpr, i)];
    uint32_t *args = csp_arena_new_array(self->arena, uint32_t, info->n_args);
    for (uint32_t j = 0; j < info->n_args; j++)
      args[j] = position_of(handles, info->args[j]);
    nodes[i] = (CspExprNode){
        .expr = info->handle,
        .leaf = info->leaf,
        .op = info->op,
        .is_boolean = csp_expr_is_boolean(info),
        .value = info->leaf == CSP_LEAF_VAR
                     ? (int32_t)position_of(scope, info->var)
                     : info->value,
        .n_args = info->n_args,
        .args = args,
        .min = info->min,
        .max = info->max,
    };
  }
  program->n_nodes = handles->len;
  program->nodes = nodes;
  return program;
}

/**
 * csp_model_post_expr:
 * @self: a model
 * @expr: a Boolean expression of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires an expression to be true.
 *
 * What is true whatever the variables are adds no constraint; what is never
 * true is a contradiction, not an error.  An @expr %CSP_NONE with @error set
 * already is passed on.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if @expr is not one
 * of @self's or no Boolean.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_expr(CspModel *self, CspExpr expr, GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  if (has_failed(error) || !csp_model_check_open(self, error))
    return FALSE;
  if (!check_args(self, &expr, 1, error)) {
    refuse(self, error);
    return FALSE;
  }
  const CspExprInfo *root = self->exprs[expr];
  if (!csp_expr_is_boolean(root)) {
    csp_fail(error, CSP_ERROR_INVALID,
             "an integer expression cannot be required to be true");
    refuse(self, error);
    return FALSE;
  }
  if (root->min == 1)
    return TRUE;

  g_autoptr(GArray) handles = collect(self, expr);
  g_autoptr(GArray) scope = scope_of(self, handles);
  CspConstraint con = {
      .kind = CSP_CON_EXPR,
      .group = self->group,
      .n_vars = scope->len,
      .vars = (const CspVar *)scope->data,
      .object = make_program(self, handles, scope),
  };
  csp_model_add_record(self, &con);
  return TRUE;
}
