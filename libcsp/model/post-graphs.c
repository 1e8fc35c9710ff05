/* SPDX-License-Identifier: MIT */
/* Constraints on arrays that are functions from places to places.  As in post.c,
 * checked first and copied last. */
#include "config.h"

#include <libcsp/csp-graphs.h>

#include "model/model-private.h"

/* Are the numbers of n places, from first on, values? */
static bool
check_places(const CspModel *self,
             const CspConstraint *con,
             gint first,
             size_t n,
             GError **error)
{
  return csp_model_check_number(self, con, "first place", first, error) &&
         csp_model_check_number(self, con, "last place", first + (int64_t)n - 1,
                                error);
}

/**
 * csp_model_post_inverse:
 * @self: a model
 * @f: (array length=n_f): variables of @self
 * @n_f: how many, at least 1
 * @first_f: the value that stands for `f[0]`
 * @inverse: (array length=n_inverse): variables of @self
 * @n_inverse: @n_f
 * @first_inverse: the value that stands for `inverse[0]`
 * @error: return location for a #GError, or %NULL
 *
 * Requires that @f and @inverse are inverse functions:
 * `f[i] = first_inverse + j` if and only if `inverse[j] = first_f + i`.
 *
 * Filtering: a value removed here is removed there; above %CSP_STRENGTH_VALUE
 * @f is all-different to that strength, which with %CSP_STRENGTH_DOMAIN gives
 * domain consistency.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, there are none or the lengths differ; with %CSP_ERROR_RANGE if
 * a place leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_inverse(CspModel *self,
                       const CspVar *f,
                       gsize n_f,
                       gint first_f,
                       const CspVar *inverse,
                       gsize n_inverse,
                       gint first_inverse,
                       GError **error)
{
  const int32_t first[] = {first_f, first_inverse};
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(f != NULL || n_f == 0, FALSE);
  g_return_val_if_fail(inverse != NULL || n_inverse == 0, FALSE);

  g_autofree CspVar *scope = csp_model_join_vars(f, n_f, inverse, n_inverse);
  if (!csp_model_begin_record(self, CSP_CON_INVERSE, scope, n_f + n_inverse,
                              &con, error))
    return FALSE;
  con.ints = first;
  con.n_ints = G_N_ELEMENTS(first);
  if (n_f != n_inverse)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "an array of %zu is no inverse of one of %zu", n_f,
                            n_inverse);
  if (!check_places(self, &con, first_f, n_f, error) ||
      !check_places(self, &con, first_inverse, n_f, error))
    return FALSE;
  csp_model_add_record(self, &con);
  return TRUE;
}

static gboolean
post_circuit(CspModel *self,
             CspConstraintKind kind,
             const CspVar *vars,
             size_t n_vars,
             gint first,
             GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);

  if (!csp_model_begin_record(self, kind, vars, n_vars, &con, error) ||
      !check_places(self, &con, first, n_vars, error))
    return FALSE;
  con.constant = first;
  csp_model_add_record(self, &con);
  return TRUE;
}

/**
 * csp_model_post_circuit:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @first: the value that stands for `vars[0]`
 * @error: return location for a #GError, or %NULL
 *
 * Requires that following the values leads from any place through all others
 * and back: after `vars[i]` comes `vars[vars[i] - first]`.
 *
 * Filtering: all-different to the strength asked for, and no smaller cycle by
 * chains of fixed places; above %CSP_STRENGTH_VALUE by what a search in depth
 * tells of the graph.
 *
 * A single place is its own next.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or there are none; with %CSP_ERROR_RANGE if a place leaves
 * %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_circuit(CspModel *self,
                       const CspVar *vars,
                       gsize n_vars,
                       gint first,
                       GError **error)
{
  return post_circuit(self, CSP_CON_CIRCUIT, vars, n_vars, first, error);
}

/**
 * csp_model_post_subcircuit:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @first: the value that stands for `vars[0]`
 * @error: return location for a #GError, or %NULL
 *
 * Requires that following the values leads through all places that are not
 * their own next, and back.  There may be none.
 *
 * Filtering: as csp_model_post_circuit().
 *
 * Fails as csp_model_post_circuit() does.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_subcircuit(CspModel *self,
                          const CspVar *vars,
                          gsize n_vars,
                          gint first,
                          GError **error)
{
  return post_circuit(self, CSP_CON_SUBCIRCUIT, vars, n_vars, first, error);
}
