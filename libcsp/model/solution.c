/* SPDX-License-Identifier: MIT */
/* CspSolution: the values of all variables, immutable and shared by counting
 * references, so that threads may pass it on. */
#include "config.h"

#include <stdatomic.h>
#include <string.h>

#include <libcsp/csp-solution.h>

#include "model/model-private.h"

/**
 * CspSolution:
 *
 * The value of every variable of a model.
 *
 * Since: 0.1
 */
struct _CspSolution {
  atomic_uint n_refs;
  CspModel *model;
  size_t n_values;
  gint values[];
};

G_DEFINE_BOXED_TYPE(CspSolution,
                    csp_solution,
                    csp_solution_ref,
                    csp_solution_unref)

/**
 * csp_solution_new:
 * @model: a model
 * @values: (array length=n_values): a value for each variable, in handle order
 * @n_values: how many variables @model has
 * @error: return location for a #GError, or %NULL
 *
 * Makes a solution from outside, for example from a file.
 *
 * It is not checked: csp_solution_verify() does that.
 *
 * Fails with %CSP_ERROR_INVALID if the number of values is wrong.
 *
 * Returns: (transfer full): a solution, or %NULL with @error set
 *
 * Since: 0.1
 */
CspSolution *
csp_solution_new(CspModel *model,
                 const gint *values,
                 gsize n_values,
                 GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(model), NULL);
  g_return_val_if_fail(values != NULL || n_values == 0, NULL);

  if (n_values != model->n_vars) {
    csp_fail(error, CSP_ERROR_INVALID, "%zu values for %u variables", n_values,
             model->n_vars);
    return NULL;
  }
  CspSolution *self = g_malloc(sizeof(CspSolution) + n_values * sizeof(gint));
  atomic_init(&self->n_refs, 1);
  self->model = g_object_ref(model);
  self->n_values = n_values;
  if (n_values > 0)
    memcpy(self->values, values, n_values * sizeof(gint));
  return self;
}

/**
 * csp_solution_ref:
 * @self: a solution
 *
 * Takes one more reference, from any thread.
 *
 * Returns: (transfer full): @self
 *
 * Since: 0.1
 */
CspSolution *
csp_solution_ref(CspSolution *self)
{
  g_return_val_if_fail(self != NULL, NULL);

  atomic_fetch_add_explicit(&self->n_refs, 1, memory_order_relaxed);
  return self;
}

/**
 * csp_solution_unref:
 * @self: (transfer full): a solution
 *
 * Gives a reference back, from any thread; the last one frees @self.
 *
 * Since: 0.1
 */
void
csp_solution_unref(CspSolution *self)
{
  g_return_if_fail(self != NULL);

  if (atomic_fetch_sub_explicit(&self->n_refs, 1, memory_order_acq_rel) > 1)
    return;
  g_object_unref(self->model);
  g_free(self);
}

/**
 * csp_solution_get_model:
 * @self: a solution
 *
 * The model it belongs to.
 *
 * Returns: (transfer none): the model
 *
 * Since: 0.1
 */
CspModel *
csp_solution_get_model(const CspSolution *self)
{
  g_return_val_if_fail(self != NULL, NULL);

  return self->model;
}

/**
 * csp_solution_get_value:
 * @self: a solution
 * @var: a variable of its model
 *
 * The value of one variable.
 *
 * Returns: the value
 *
 * Since: 0.1
 */
gint
csp_solution_get_value(const CspSolution *self, CspVar var)
{
  g_return_val_if_fail(self != NULL, 0);
  g_return_val_if_fail(var < self->n_values, 0);

  return self->values[var];
}

/**
 * csp_solution_get_values:
 * @self: a solution
 * @array: an array of its model
 * @out_length: (out): how many values
 *
 * The values of an array's elements.
 *
 * Returns: (transfer none) (array length=out_length): the values, valid as long
 *   as @self
 *
 * Since: 0.1
 */
const gint *
csp_solution_get_values(const CspSolution *self,
                        CspArray array,
                        gsize *out_length)
{
  g_return_val_if_fail(self != NULL, NULL);
  g_return_val_if_fail(array < self->model->n_arrays, NULL);

  if (out_length != NULL)
    *out_length = self->model->arrays[array].length;
  return self->values + self->model->arrays[array].first;
}

/**
 * csp_solution_get_all_values:
 * @self: a solution
 * @out_length: (out): how many values
 *
 * The values of all variables in handle order.
 *
 * Returns: (transfer none) (array length=out_length): the values, valid as long
 *   as @self
 *
 * Since: 0.1
 */
const gint *
csp_solution_get_all_values(const CspSolution *self, gsize *out_length)
{
  g_return_val_if_fail(self != NULL, NULL);

  if (out_length != NULL)
    *out_length = self->n_values;
  return self->values;
}

/**
 * csp_solution_has_objective:
 * @self: a solution
 *
 * Does the model minimize or maximize a variable?
 *
 * Returns: %TRUE if csp_solution_get_objective() can be called
 *
 * Since: 0.1
 */
gboolean
csp_solution_has_objective(const CspSolution *self)
{
  g_return_val_if_fail(self != NULL, FALSE);

  return self->model->objective < self->n_values;
}

/**
 * csp_solution_get_objective:
 * @self: a solution of a model with an objective
 *
 * The value of the variable that is minimized or maximized.
 *
 * Returns: the value
 *
 * Since: 0.1
 */
gint
csp_solution_get_objective(const CspSolution *self)
{
  g_return_val_if_fail(csp_solution_has_objective(self), 0);

  return self->values[self->model->objective];
}

/**
 * csp_solution_verify:
 * @self: a solution
 * @error: return location for a #GError, or %NULL
 *
 * Checks the values against every domain and constraint, by definition alone.
 *
 * Fails with %CSP_ERROR_VIOLATED, naming the first constraint that is broken.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_solution_verify(const CspSolution *self, GError **error)
{
  g_return_val_if_fail(self != NULL, FALSE);

  return csp_model_verify(self->model, self->values, self->n_values, error);
}
