/* SPDX-License-Identifier: MIT */
/* Tables: lists of tuples.  As in post.c, checked first and copied last.
 *
 * Whether a tuple is in a list is whether a decision diagram has its path: the
 * tree of the beginnings of tuples, sorted, whose leaves are one node. */
#include "config.h"

#include <string.h>

#include <libcsp/csp-sequences.h>

#include "base/sorted.h"
#include "model/model-private.h"

/* Edges of a tree; a tuple of any values can take many. */
enum { MAX_EDGES = 1 << 26 };

static bool
check_tuples(CspModel *self,
             CspConstraint *con,
             const gint *tuples,
             size_t n_tuple_values,
             GError **error)
{
  size_t n_vars = con->n_vars, n_tuples = n_tuple_values / n_vars;

  if (n_tuples * n_vars != n_tuple_values)
    return csp_model_refuse(self, con, error, CSP_ERROR_INVALID,
                            "%zu values are no whole number of tuples of %zu",
                            n_tuple_values, n_vars);
  if (n_tuples > G_MAXINT)
    return csp_model_refuse(self, con, error, CSP_ERROR_RANGE,
                            "more than %d tuples", G_MAXINT);
  for (size_t i = 0; i < n_tuple_values; i++) {
    if (tuples[i] == CSP_ANY)
      con->constant = 1;
    else if (!csp_model_check_number(self, con, "tuple's value", tuples[i],
                                     error))
      return false;
  }
  return true;
}

/* Begins a record whose integers are the tuples sorted, each once, which are
 * the caller's to free; NULL: error is set. */
static int32_t *
begin(CspModel *self,
      CspConstraintKind kind,
      const CspVar *vars,
      size_t n_vars,
      const gint *tuples,
      size_t n_tuple_values,
      CspConstraint *con,
      GError **error)
{
  int32_t *sorted;

  g_return_val_if_fail(CSP_IS_MODEL(self), NULL);
  g_return_val_if_fail(vars != NULL || n_vars == 0, NULL);
  g_return_val_if_fail(tuples != NULL || n_tuple_values == 0, NULL);

  if (!csp_model_begin_record(self, kind, vars, n_vars, con, error) ||
      !check_tuples(self, con, tuples, n_tuple_values, error))
    return NULL;
  sorted = g_new(int32_t, n_tuple_values + 1); /* not NULL if there are none */
  if (n_tuple_values > 0)
    memcpy(sorted, tuples, n_tuple_values * sizeof(int32_t));
  con->ints = sorted;
  con->n_ints = n_vars * csp_sort_distinct_rows(sorted, n_tuple_values / n_vars,
                                                con->n_vars);
  return sorted;
}

static gboolean
post_table(CspModel *self,
           CspConstraintKind kind,
           const CspVar *vars,
           size_t n_vars,
           const gint *tuples,
           size_t n_tuple_values,
           GError **error)
{
  CspConstraint con;
  g_autofree int32_t *sorted =
      begin(self, kind, vars, n_vars, tuples, n_tuple_values, &con, error);

  if (sorted != NULL)
    csp_model_add_record(self, &con);
  return sorted != NULL;
}

/**
 * csp_model_post_table:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @tuples: (array length=n_tuple_values): @n_vars values, one tuple after the
 *   other, in any order; %CSP_ANY stands for any value
 * @n_tuple_values: how many numbers that is, a multiple of @n_vars
 * @error: return location for a #GError, or %NULL
 *
 * Requires the values of @vars to be one of the tuples.
 *
 * A table without tuples is a contradiction, not an error.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or a tuple is not whole; with %CSP_ERROR_RANGE if a value
 * leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_table(CspModel *self,
                     const CspVar *vars,
                     gsize n_vars,
                     const gint *tuples,
                     gsize n_tuple_values,
                     GError **error)
{
  return post_table(self, CSP_CON_TABLE, vars, n_vars, tuples, n_tuple_values,
                    error);
}

/**
 * csp_model_post_negative_table:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @tuples: (array length=n_tuple_values): @n_vars values, one tuple after the
 *   other, in any order; %CSP_ANY stands for any value
 * @n_tuple_values: how many numbers that is, a multiple of @n_vars
 * @error: return location for a #GError, or %NULL
 *
 * Requires the values of @vars to be none of the tuples.
 *
 * Fails as csp_model_post_table() does.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_negative_table(CspModel *self,
                              const CspVar *vars,
                              gsize n_vars,
                              const gint *tuples,
                              gsize n_tuple_values,
                              GError **error)
{
  return post_table(self, CSP_CON_NEGATIVE_TABLE, vars, n_vars, tuples,
                    n_tuple_values, error);
}

/* Adds an edge for a value, or for each value that the variable can have; false:
 * there are too many. */
static bool
add_edges(
    CspModel *self, CspVar var, gint from, gint value, gint to, GArray *edges)
{
  const CspArrayInfo *array = csp_model_array_of(self, var);
  uint32_t n = value == CSP_ANY ? array->n_values : 1;

  if (n >= MAX_EDGES - edges->len / 3)
    return false;
  for (uint32_t i = 0; i < n; i++) {
    gint any = array->values != NULL ? array->values[i] : array->min + (gint)i;
    const gint edge[] = {from, value == CSP_ANY ? any : value, to};
    g_array_append_vals(edges, edge, 3);
  }
  return true;
}

/* The tree of sorted tuples: node 0 is its root, node 1 all its leaves; NULL: it
 * is too large. */
static GArray *
make_tree(CspModel *self, const CspVar *vars, const CspConstraint *con)
{
  size_t n_vars = con->n_vars;
  g_autoptr(GArray) edges = g_array_new(FALSE, FALSE, sizeof(gint));
  g_autofree gint *path = g_new0(gint, n_vars + 1);
  gint n_nodes = 2;

  for (size_t t = 0; t < con->n_ints; t += n_vars) {
    const int32_t *tuple = &con->ints[t];
    size_t i = 0;
    while (t > 0 && tuple[i] == *(tuple + i - n_vars))
      i++; /* which ends, for the tuples differ */
    for (; i < n_vars; i++) {
      path[i + 1] = i + 1 < n_vars ? n_nodes++ : 1;
      if (!add_edges(self, vars[i], path[i], tuple[i], path[i + 1], edges))
        return NULL;
    }
  }
  return g_steal_pointer(&edges);
}

static gboolean
post_reified_table(CspModel *self,
                   const CspVar *vars,
                   gsize n_vars,
                   const gint *tuples,
                   gsize n_tuple_values,
                   CspVar truth,
                   GError **error)
{
  CspConstraint con;
  g_autofree int32_t *sorted = begin(self, CSP_CON_TABLE, vars, n_vars, tuples,
                                     n_tuple_values, &con, error);

  if (sorted == NULL)
    return FALSE;

  g_autoptr(GArray) edges = make_tree(self, vars, &con);
  if (edges == NULL)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "its diagram has more than %d edges", MAX_EDGES);
  return csp_model_post_reified_mdd(self, vars, n_vars,
                                    (const gint *)(const void *)edges->data,
                                    edges->len, 0, 1, truth, error);
}

/**
 * csp_model_post_reified_table:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @tuples: (array length=n_tuple_values): @n_vars values, one tuple after the
 *   other, in any order; %CSP_ANY stands for any value
 * @n_tuple_values: how many numbers that is, a multiple of @n_vars
 * @truth: a 0/1 variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires that @truth is 1 if the values of @vars are one of the tuples, and 0
 * if not.
 *
 * This is a decision diagram, deterministic: where tuples have any value in some
 * places and one value in others, it can take many more nodes than tuples.
 *
 * Fails as csp_model_post_table() does, and with %CSP_ERROR_INVALID if @truth is
 * no 0/1 variable or the diagram would be too large.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_reified_table(CspModel *self,
                             const CspVar *vars,
                             gsize n_vars,
                             const gint *tuples,
                             gsize n_tuple_values,
                             CspVar truth,
                             GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  const char *before = csp_model_name_posted(self, "reified-table");
  gboolean is_posted = post_reified_table(self, vars, n_vars, tuples,
                                          n_tuple_values, truth, error);
  self->posted_as = before;
  return is_posted;
}
