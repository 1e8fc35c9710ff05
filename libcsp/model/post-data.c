/* SPDX-License-Identifier: MIT */
/* Constraints that carry more than a few numbers: elements, counts and a
 * program's own.  As in post.c, checked first and copied last. */
#include "config.h"

#include <string.h>

#include "base/sorted.h"
#include "model/model-private.h"

bool
csp_model_check_numbers(const CspModel *self,
                        const CspConstraint *con,
                        const char *what,
                        const gint *numbers,
                        size_t n_numbers,
                        GError **error)
{
  for (size_t i = 0; i < n_numbers; i++)
    if (!csp_model_check_number(self, con, what, numbers[i], error))
      return false;
  return true;
}

static bool
check_ints(const CspModel *self,
           const CspConstraint *con,
           const char *what,
           GError **error)
{
  return csp_model_check_numbers(self, con, what, con->ints, con->n_ints,
                                 error);
}

CspVar *
csp_model_join_vars(const CspVar *vars,
                    size_t n_vars,
                    const CspVar *more,
                    size_t n_more)
{
  CspVar *scope = g_new(CspVar, n_vars + n_more);

  if (n_vars > 0)
    memcpy(scope, vars, n_vars * sizeof(CspVar));
  if (n_more > 0)
    memcpy(scope + n_vars, more, n_more * sizeof(CspVar));
  return scope;
}

/**
 * csp_model_post_element:
 * @self: a model
 * @values: (array length=n_values): numbers
 * @n_values: how many, at least 1
 * @index: a variable of @self
 * @result: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires `values[index] = result`; places count from 0.
 *
 * An @index outside the array breaks the constraint.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or there are no values; with %CSP_ERROR_RANGE if a value
 * leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_element(CspModel *self,
                       const gint *values,
                       gsize n_values,
                       CspVar index,
                       CspVar result,
                       GError **error)
{
  const CspVar vars[] = {index, result};
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(values != NULL || n_values == 0, FALSE);

  if (!csp_model_begin_record(self, CSP_CON_ELEMENT, vars, 2, &con, error))
    return FALSE;
  if (n_values == 0)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID, "no values");
  con.ints = values;
  con.n_ints = n_values;
  if (!check_ints(self, &con, "value", error))
    return FALSE;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_element_var:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @index: a variable of @self
 * @result: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires `vars[index] = result`; places count from 0.
 *
 * An @index outside the array breaks the constraint.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or @vars is empty.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_element_var(CspModel *self,
                           const CspVar *vars,
                           gsize n_vars,
                           CspVar index,
                           CspVar result,
                           GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);

  g_autofree CspVar *scope =
      csp_model_join_vars(vars, n_vars, (const CspVar[]){index, result}, 2);
  if (!csp_model_begin_record(self, CSP_CON_ELEMENT_VAR, scope, n_vars + 2,
                              &con, error))
    return FALSE;
  if (n_vars == 0)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "no elements");
  csp_model_add_record(self, &con);
  return TRUE;
}

/* Where the cells of a matrix stand. */
typedef struct {
  size_t n_cells, n_columns;
  gint first_row, first_column;
} MatrixShape;

/* Checks the shape and the values, which are none if the cells are variables;
 * adds the record, whose scope is given. */
static gboolean
post_matrix(CspModel *self,
            CspConstraintKind kind,
            const CspVar *scope,
            size_t n_scope,
            const MatrixShape *shape,
            const gint *values,
            GError **error)
{
  size_t n_columns = shape->n_columns, n_values = 0;
  CspConstraint con;

  if (!csp_model_begin_record(self, kind, scope, n_scope, &con, error))
    return FALSE;
  if (n_columns == 0 || shape->n_cells == 0 || shape->n_cells % n_columns != 0)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "%zu cells are no whole number of rows of %zu",
                            shape->n_cells, n_columns);
  if (!csp_model_check_number(self, &con, "first row", shape->first_row,
                              error) ||
      !csp_model_check_number(self, &con, "first column", shape->first_column,
                              error) ||
      !csp_model_check_number(self, &con, "number of cells",
                              (int64_t)shape->n_cells, error))
    return FALSE;
  if (values != NULL)
    n_values = shape->n_cells;
  if (!csp_model_check_numbers(self, &con, "value", values, n_values, error))
    return FALSE;

  g_autofree int32_t *ints = g_new(int32_t, 3 + n_values);
  ints[0] = shape->first_row;
  ints[1] = shape->first_column;
  ints[2] = (int32_t)n_columns;
  if (values != NULL)
    memcpy(ints + 3, values, n_values * sizeof(int32_t));
  con.ints = ints;
  con.n_ints = 3 + n_values;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_element_matrix:
 * @self: a model
 * @values: (array length=n_values): numbers, row by row
 * @n_values: how many, a multiple of @n_columns and at least that
 * @n_columns: how many columns there are, at least 1
 * @row: a variable of @self
 * @first_row: the number of the first row
 * @column: a variable of @self
 * @first_column: the number of the first column
 * @result: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires that @result is what stands in the matrix at @row and @column.
 *
 * A @row or @column outside the matrix breaks the constraint.
 *
 * Filtering: rows, columns and values of the result that go with no others are
 * removed; O(@n_values) a propagation.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or the matrix has no whole number of rows; with
 * %CSP_ERROR_RANGE if a number leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_element_matrix(CspModel *self,
                              const gint *values,
                              gsize n_values,
                              gsize n_columns,
                              CspVar row,
                              gint first_row,
                              CspVar column,
                              gint first_column,
                              CspVar result,
                              GError **error)
{
  const CspVar scope[] = {row, column, result};
  MatrixShape shape = {n_values, n_columns, first_row, first_column};

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(values != NULL || n_values == 0, FALSE);

  return post_matrix(self, CSP_CON_ELEMENT_MATRIX, scope, 3, &shape, values,
                     error);
}

/**
 * csp_model_post_element_matrix_var:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self, row by row
 * @n_vars: how many, a multiple of @n_columns and at least that
 * @n_columns: how many columns there are, at least 1
 * @row: a variable of @self
 * @first_row: the number of the first row
 * @column: a variable of @self
 * @first_column: the number of the first column
 * @result: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires that @result is what stands in the matrix at @row and @column.
 *
 * A @row or @column outside the matrix breaks the constraint.
 *
 * Filtering: rows, columns and values of the result that go with no others are
 * removed; O(@n_vars) a propagation.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or the matrix has no whole number of rows; with
 * %CSP_ERROR_RANGE if a number leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_element_matrix_var(CspModel *self,
                                  const CspVar *vars,
                                  gsize n_vars,
                                  gsize n_columns,
                                  CspVar row,
                                  gint first_row,
                                  CspVar column,
                                  gint first_column,
                                  CspVar result,
                                  GError **error)
{
  const CspVar last[] = {row, column, result};
  MatrixShape shape = {n_vars, n_columns, first_row, first_column};

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);

  g_autofree CspVar *scope = csp_model_join_vars(vars, n_vars, last, 3);
  return post_matrix(self, CSP_CON_ELEMENT_MATRIX_VAR, scope, n_vars + 3,
                     &shape, NULL, error);
}

/* count CSP_NONE: compared with the number n. */
static gboolean
post_count(CspModel *self,
           const CspVar *vars,
           size_t n_vars,
           gint value,
           CspRelation relation,
           CspVar count,
           gint n,
           bool is_const,
           GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(relation <= CSP_RELATION_GE, FALSE);

  g_autofree CspVar *scope =
      is_const ? NULL : csp_model_join_vars(vars, n_vars, &count, 1);
  if (!csp_model_begin_record(
          self, is_const ? CSP_CON_COUNT_CONST : CSP_CON_COUNT,
          is_const ? vars : scope, n_vars + !is_const, &con, error))
    return FALSE;
  con.ints = &value;
  con.n_ints = 1;
  con.relation = (uint8_t)relation;
  con.constant = n;
  if (n_vars == 0)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "nothing to count");
  if (!check_ints(self, &con, "counted value", error) ||
      !csp_model_check_number(self, &con, "number", n, error))
    return FALSE;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_count:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @value: what is counted
 * @relation: how the number compares with @count
 * @count: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires `(how many of vars equal value) relation count`.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or @vars is empty; with %CSP_ERROR_RANGE if @value leaves
 * %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_count(CspModel *self,
                     const CspVar *vars,
                     gsize n_vars,
                     gint value,
                     CspRelation relation,
                     CspVar count,
                     GError **error)
{
  return post_count(self, vars, n_vars, value, relation, count, 0, false,
                    error);
}

/**
 * csp_model_post_count_const:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @value: what is counted
 * @relation: how the number compares with @n
 * @n: a number
 * @error: return location for a #GError, or %NULL
 *
 * Requires `(how many of vars equal value) relation n`.
 *
 * Fails as csp_model_post_count() does.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_count_const(CspModel *self,
                           const CspVar *vars,
                           gsize n_vars,
                           gint value,
                           CspRelation relation,
                           gint n,
                           GError **error)
{
  return post_count(self, vars, n_vars, value, relation, CSP_NONE, n, true,
                    error);
}

/**
 * csp_model_post_at_most:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @value: what is counted
 * @n: the largest number
 * @error: return location for a #GError, or %NULL
 *
 * Requires that at most @n of @vars equal @value.
 *
 * Fails as csp_model_post_count() does.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_at_most(CspModel *self,
                       const CspVar *vars,
                       gsize n_vars,
                       gint value,
                       gint n,
                       GError **error)
{
  return csp_model_post_count_const(self, vars, n_vars, value, CSP_RELATION_LE,
                                    n, error);
}

/**
 * csp_model_post_at_least:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @value: what is counted
 * @n: the smallest number
 * @error: return location for a #GError, or %NULL
 *
 * Requires that at least @n of @vars equal @value.
 *
 * Fails as csp_model_post_count() does.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_at_least(CspModel *self,
                        const CspVar *vars,
                        gsize n_vars,
                        gint value,
                        gint n,
                        GError **error)
{
  return csp_model_post_count_const(self, vars, n_vars, value, CSP_RELATION_GE,
                                    n, error);
}

/* A class of an older header is shorter: what it lacks is NULL. */
static const CspConstraintClass *
whole_class(CspModel *self, const CspConstraintClass *klass)
{
  if (klass->size >= sizeof(CspConstraintClass))
    return klass;

  CspConstraintClass *copy =
      csp_arena_alloc0(self->arena, sizeof(CspConstraintClass));
  memcpy(copy, klass, klass->size);
  return copy;
}

/**
 * csp_model_post_user: (skip)
 * @self: a model
 * @klass: what the constraint means; borrowed for the life of @self
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @data: handed to the callbacks
 * @destroy: (nullable): frees @data, with @self or at once if the call fails
 * @error: return location for a #GError, or %NULL
 *
 * Requires a constraint of the program's own.
 *
 * The callbacks may run in several threads at once.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or @klass has no meaning.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_user(CspModel *self,
                    const CspConstraintClass *klass,
                    const CspVar *vars,
                    gsize n_vars,
                    gpointer data,
                    GDestroyNotify destroy,
                    GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(klass != NULL, FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);

  bool is_fit =
      csp_model_begin_record(self, CSP_CON_USER, vars, n_vars, &con, error);
  if (is_fit && (klass->size < G_STRUCT_OFFSET(CspConstraintClass, propagate) ||
                 klass->holds == NULL))
    is_fit = csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                              "its class does not say what holds");
  if (!is_fit) {
    if (destroy != NULL)
      destroy(data);
    return FALSE;
  }

  CspUserConstraint *user =
      csp_arena_alloc(self->arena, sizeof(CspUserConstraint));
  *user = (CspUserConstraint){
      .klass = whole_class(self, klass), .data = data, .destroy = destroy};
  con.object = user;
  csp_model_add_record(self, &con);
  return TRUE;
}
