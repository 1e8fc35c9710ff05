/* SPDX-License-Identifier: MIT */
/* Every solution passes here before anyone sees it.  Domains are checked by the
 * arrays' declarations and constraints by their families' meaning, which share
 * nothing with propagators and invariants. */
#include "config.h"

#include "constraints/family.h"
#include "solver/verify.h"

bool
csp_model_satisfies(const CspModel *model,
                    const int32_t *values,
                    CspScratch *scratch,
                    CspViolation *out_violation)
{
  size_t n_arrays, n_cons;
  const CspArrayInfo *arrays = csp_model_peek_arrays(model, &n_arrays);
  const CspConstraint *cons = csp_model_peek_constraints(model, &n_cons);

  for (size_t i = 0; i < n_arrays; i++) {
    const CspArrayInfo *array = &arrays[i];
    for (CspVar x = array->first; x < array->first + array->length; x++)
      if (values[x] < array->min || values[x] > array->max ||
          (array->values != NULL && !csp_array_has_value(array, values[x]))) {
        *out_violation = (CspViolation){.var = x};
        return false;
      }
  }
  for (size_t c = 0; c < n_cons; c++)
    if (!csp_family_of(&cons[c])->holds(&cons[c], values, scratch)) {
      *out_violation = (CspViolation){.var = CSP_NONE, .constraint = c};
      return false;
    }
  return true;
}

/**
 * csp_model_verify:
 * @self: a model
 * @values: (array length=n_values): a value for each variable, in the order of
 *   their handles
 * @n_values: how many; as many as @self has variables
 * @error: return location for a #GError, or %NULL
 *
 * Checks a complete assignment against all domains and constraints of @self.
 *
 * Time is linear in the model.
 *
 * Fails with %CSP_ERROR_VIOLATED, naming the first domain or constraint that
 * @values breaks, and with %CSP_ERROR_INVALID if @n_values is not the number
 * of variables.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_verify(CspModel *self,
                 const gint *values,
                 gsize n_values,
                 GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(values != NULL || n_values == 0, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  CspScratch scratch = {0};
  CspViolation violation;

  if (n_values != csp_model_n_vars(self)) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_INVALID,
                "%" G_GSIZE_FORMAT " values for %u variables", n_values,
                csp_model_n_vars(self));
    return FALSE;
  }
  bool is_satisfied = csp_model_satisfies(self, values, &scratch, &violation);
  csp_scratch_clear(&scratch);
  if (is_satisfied)
    return TRUE;
  if (violation.var != CSP_NONE) {
    g_autofree char *name = csp_model_dup_var_name(self, violation.var);
    g_set_error(error, CSP_ERROR, CSP_ERROR_VIOLATED,
                "%s = %d is not in its domain", name, values[violation.var]);
  } else {
    g_autofree char *name =
        csp_model_dup_constraint_name(self, violation.constraint);
    g_set_error(error, CSP_ERROR, CSP_ERROR_VIOLATED, "%s does not hold", name);
  }
  return FALSE;
}
