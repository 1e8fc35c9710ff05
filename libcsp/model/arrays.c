/* SPDX-License-Identifier: MIT */
/* Variables: named arrays of consecutive handles that share a domain.
 *
 * An array is one record whatever its length; the array of a variable is found
 * by binary search among the first handles, which ascend. */
#include "config.h"

#include <string.h>

#include "base/sorted.h"
#include "model/model-private.h"

bool
csp_model_check_var(const CspModel *self, CspVar var, GError **error)
{
  if (var == CSP_NONE)
    return csp_fail(error, CSP_ERROR_INVALID,
                    "no variable: the call that made it failed");
  if (var >= self->n_vars)
    return csp_fail(error, CSP_ERROR_INVALID,
                    "variable %u is not one of the model's %u", var,
                    self->n_vars);
  return true;
}

bool
csp_model_check_array(const CspModel *self, CspArray array, GError **error)
{
  if (array == CSP_NONE)
    return csp_fail(error, CSP_ERROR_INVALID,
                    "no array: the call that made it failed");
  if (array >= self->n_arrays)
    return csp_fail(error, CSP_ERROR_INVALID,
                    "array %u is not one of the model's %zu", array,
                    self->n_arrays);
  return true;
}

bool
csp_array_has_value(const CspArrayInfo *array, int64_t value)
{
  if (value < array->min || value > array->max)
    return false;
  return array->values == NULL ||
         csp_sorted_has(array->values, array->n_values, value);
}

static bool
check_new_array(const CspModel *self,
                const char *name,
                size_t length,
                GError **error)
{
  if (!csp_model_check_open(self, error))
    return false;
  if (*name == '\0')
    return csp_fail(error, CSP_ERROR_INVALID, "a variable needs a name");
  if (!g_utf8_validate(name, -1, NULL))
    return csp_fail(error, CSP_ERROR_INVALID,
                    "a variable's name is not valid UTF-8");
  if (g_hash_table_contains(self->array_of_name, name))
    return csp_fail(error, CSP_ERROR_INVALID, "the name %s is in use", name);
  if (length == 0)
    return csp_fail(error, CSP_ERROR_INVALID, "the array %s has no elements",
                    name);
  if (length >= CSP_NONE - self->n_vars)
    return csp_fail(error, CSP_ERROR_RANGE,
                    "%s: a model holds at most %u variables", name,
                    CSP_NONE - 1);
  return true;
}

/* Takes info's domain; the name is copied. */
static CspArray
add_array(CspModel *self, const char *name, size_t length, CspArrayInfo info)
{
  self->arrays = csp_grow(self->arrays, self->n_arrays, &self->arrays_size,
                          sizeof(CspArrayInfo));
  CspArray array = (CspArray)self->n_arrays++;
  info.name = csp_arena_dup(self->arena, name, strlen(name) + 1);
  info.first = self->n_vars;
  info.length = (uint32_t)length;
  self->arrays[array] = info;
  self->n_vars += info.length;
  g_hash_table_insert(self->array_of_name, info.name,
                      GUINT_TO_POINTER(array + 1));
  return array;
}

static CspArray
add_interval_array(CspModel *self,
                   const char *name,
                   size_t length,
                   gint min,
                   gint max,
                   bool is_scalar,
                   GError **error)
{
  if (!check_new_array(self, name, length, error))
    return CSP_NONE;
  if (min > max) {
    csp_fail(error, CSP_ERROR_INVALID, "%s: the domain %d..%d is empty", name,
             min, max);
    return CSP_NONE;
  }
  if (!csp_value_in_range(min) || !csp_value_in_range(max)) {
    csp_fail(error, CSP_ERROR_RANGE, "%s: the domain %d..%d leaves %d..%d",
             name, min, max, CSP_VALUE_MIN, CSP_VALUE_MAX);
    return CSP_NONE;
  }
  return add_array(self, name, length,
                   (CspArrayInfo){
                       .min = min,
                       .max = max,
                       .n_values = (uint32_t)((int64_t)max - min + 1),
                       .is_scalar = is_scalar,
                   });
}

static CspArray
add_values_array(CspModel *self,
                 const char *name,
                 size_t length,
                 const gint *values,
                 size_t n_values,
                 bool is_scalar,
                 GError **error)
{
  if (!check_new_array(self, name, length, error))
    return CSP_NONE;
  if (n_values == 0) {
    csp_fail(error, CSP_ERROR_INVALID, "%s: the domain is empty", name);
    return CSP_NONE;
  }
  for (size_t i = 0; i < n_values; i++) {
    if (csp_value_in_range(values[i]))
      continue;
    csp_fail(error, CSP_ERROR_RANGE, "%s: the value %d leaves %d..%d", name,
             values[i], CSP_VALUE_MIN, CSP_VALUE_MAX);
    return CSP_NONE;
  }

  g_autofree int32_t *sorted = g_memdup2(values, n_values * sizeof(int32_t));
  size_t n = csp_sort_distinct_ints(sorted, n_values);

  CspArrayInfo info = {
      .min = sorted[0],
      .max = sorted[n - 1],
      .n_values = (uint32_t)n,
      .is_scalar = is_scalar,
  };
  if ((int64_t)info.max - info.min + 1 != (int64_t)n)
    info.values = csp_arena_dup(self->arena, sorted, n * sizeof(int32_t));
  return add_array(self, name, length, info);
}

static CspVar
scalar_of(const CspModel *self, CspArray array)
{
  return array != CSP_NONE ? self->arrays[array].first : CSP_NONE;
}

/**
 * csp_model_add_int:
 * @self: a model
 * @name: its name, unique in @self
 * @min: the smallest value
 * @max: the largest value
 * @error: return location for a #GError, or %NULL
 *
 * Adds an integer variable, an array of one.
 *
 * Fails with %CSP_ERROR_INVALID if the name is empty or in use or @min is above
 * @max, with %CSP_ERROR_RANGE beyond %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: the variable, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspVar
csp_model_add_int(
    CspModel *self, const gchar *name, gint min, gint max, GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), CSP_NONE);
  g_return_val_if_fail(name != NULL, CSP_NONE);

  return scalar_of(self,
                   add_interval_array(self, name, 1, min, max, true, error));
}

/**
 * csp_model_add_int_values:
 * @self: a model
 * @name: its name, unique in @self
 * @values: (array length=n_values): the values, in any order
 * @n_values: how many, at least 1
 * @error: return location for a #GError, or %NULL
 *
 * Adds an integer variable with the values of a list.
 *
 * A value that stands twice counts once.
 *
 * Returns: the variable, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspVar
csp_model_add_int_values(CspModel *self,
                         const gchar *name,
                         const gint *values,
                         gsize n_values,
                         GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), CSP_NONE);
  g_return_val_if_fail(name != NULL, CSP_NONE);
  g_return_val_if_fail(values != NULL || n_values == 0, CSP_NONE);

  return scalar_of(
      self, add_values_array(self, name, 1, values, n_values, true, error));
}

/**
 * csp_model_add_bool:
 * @self: a model
 * @name: its name, unique in @self
 * @error: return location for a #GError, or %NULL
 *
 * Adds a Boolean variable: an integer that is 0 or 1.
 *
 * Returns: the variable, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspVar
csp_model_add_bool(CspModel *self, const gchar *name, GError **error)
{
  return csp_model_add_int(self, name, 0, 1, error);
}

/**
 * csp_model_add_int_array:
 * @self: a model
 * @name: its name, unique in @self
 * @length: how many variables, at least 1
 * @min: the smallest value of each
 * @max: the largest value of each
 * @error: return location for a #GError, or %NULL
 *
 * Adds @length integer variables with consecutive handles.
 *
 * The cost does not depend on @length.
 *
 * Fails as csp_model_add_int() does, and with %CSP_ERROR_RANGE where the model
 * would hold more variables than handles exist.
 *
 * Returns: the array, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspArray
csp_model_add_int_array(CspModel *self,
                        const gchar *name,
                        gsize length,
                        gint min,
                        gint max,
                        GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), CSP_NONE);
  g_return_val_if_fail(name != NULL, CSP_NONE);

  return add_interval_array(self, name, length, min, max, false, error);
}

/**
 * csp_model_add_int_array_values:
 * @self: a model
 * @name: its name, unique in @self
 * @length: how many variables, at least 1
 * @values: (array length=n_values): the values of each, in any order
 * @n_values: how many values, at least 1
 * @error: return location for a #GError, or %NULL
 *
 * Adds @length integer variables with the values of a list.
 *
 * The list is kept once, whatever the @length.
 *
 * Returns: the array, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspArray
csp_model_add_int_array_values(CspModel *self,
                               const gchar *name,
                               gsize length,
                               const gint *values,
                               gsize n_values,
                               GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), CSP_NONE);
  g_return_val_if_fail(name != NULL, CSP_NONE);
  g_return_val_if_fail(values != NULL || n_values == 0, CSP_NONE);

  return add_values_array(self, name, length, values, n_values, false, error);
}

/**
 * csp_model_add_bool_array:
 * @self: a model
 * @name: its name, unique in @self
 * @length: how many variables, at least 1
 * @error: return location for a #GError, or %NULL
 *
 * Adds @length Boolean variables: integers that are 0 or 1.
 *
 * Returns: the array, or %CSP_NONE with @error set
 *
 * Since: 0.1
 */
CspArray
csp_model_add_bool_array(CspModel *self,
                         const gchar *name,
                         gsize length,
                         GError **error)
{
  return csp_model_add_int_array(self, name, length, 0, 1, error);
}

/**
 * csp_model_get_n_vars:
 * @self: a model
 *
 * How many variables there are: handles are below this number.
 *
 * Returns: their number
 *
 * Since: 0.1
 */
gsize
csp_model_get_n_vars(CspModel *self)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), 0);

  return self->n_vars;
}

uint32_t
csp_model_n_vars(const CspModel *model)
{
  return model->n_vars;
}

/**
 * csp_model_get_n_arrays:
 * @self: a model
 *
 * How many arrays there are, single variables counted as arrays of one.
 *
 * Returns: their number
 *
 * Since: 0.1
 */
gsize
csp_model_get_n_arrays(CspModel *self)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), 0);

  return self->n_arrays;
}

const CspArrayInfo *
csp_model_peek_arrays(const CspModel *model, size_t *out_n)
{
  *out_n = model->n_arrays;
  return model->arrays;
}

const CspArrayInfo *
csp_model_array_of(const CspModel *model, CspVar var)
{
  size_t low = 0, high = model->n_arrays - 1;

  while (low < high) {
    size_t middle = high - (high - low) / 2;
    if (model->arrays[middle].first <= var)
      low = middle;
    else
      high = middle - 1;
  }
  return &model->arrays[low];
}

/**
 * csp_model_find_array:
 * @self: a model
 * @name: a name
 *
 * The array, or the single variable's array, of that name.
 *
 * Returns: its handle, or %CSP_NONE if there is none
 *
 * Since: 0.1
 */
CspArray
csp_model_find_array(CspModel *self, const gchar *name)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), CSP_NONE);
  g_return_val_if_fail(name != NULL, CSP_NONE);

  gpointer number = g_hash_table_lookup(self->array_of_name, name);
  return number != NULL ? GPOINTER_TO_UINT(number) - 1 : CSP_NONE;
}

/**
 * csp_model_get_array_name:
 * @self: a model
 * @array: an array of @self
 *
 * The name the array was added with.
 *
 * Returns: (transfer none): the name, valid as long as @self
 *
 * Since: 0.1
 */
const gchar *
csp_model_get_array_name(CspModel *self, CspArray array)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), NULL);
  g_return_val_if_fail(array < self->n_arrays, NULL);

  return self->arrays[array].name;
}

/**
 * csp_model_get_array_length:
 * @self: a model
 * @array: an array of @self
 *
 * How many variables the array has.
 *
 * Returns: their number, at least 1
 *
 * Since: 0.1
 */
gsize
csp_model_get_array_length(CspModel *self, CspArray array)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), 0);
  g_return_val_if_fail(array < self->n_arrays, 0);

  return self->arrays[array].length;
}

/**
 * csp_model_is_scalar:
 * @self: a model
 * @array: an array of @self
 *
 * Was it added as a single variable?
 *
 * An array that happens to have one element is not a scalar.
 *
 * Returns: %TRUE for a single variable
 *
 * Since: 0.1
 */
gboolean
csp_model_is_scalar(CspModel *self, CspArray array)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(array < self->n_arrays, FALSE);

  return self->arrays[array].is_scalar;
}

/**
 * csp_model_get_var:
 * @self: a model
 * @array: an array of @self
 * @index: which element, from 0
 *
 * The variable at a place of an array: the first handle plus @index.
 *
 * Returns: its handle
 *
 * Since: 0.1
 */
CspVar
csp_model_get_var(CspModel *self, CspArray array, gsize index)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), CSP_NONE);
  g_return_val_if_fail(array < self->n_arrays, CSP_NONE);
  g_return_val_if_fail(index < self->arrays[array].length, CSP_NONE);

  return self->arrays[array].first + (CspVar)index;
}

/**
 * csp_model_get_bounds:
 * @self: a model
 * @var: a variable
 * @out_min: (out) (optional): its smallest value
 * @out_max: (out) (optional): its largest value
 *
 * The ends of a variable's domain as it was added.
 *
 * Returns: %TRUE, or %FALSE if @var is not one of @self's
 *
 * Since: 0.1
 */
gboolean
csp_model_get_bounds(CspModel *self, CspVar var, gint *out_min, gint *out_max)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  if (var >= self->n_vars)
    return FALSE;
  const CspArrayInfo *array = csp_model_array_of(self, var);
  if (out_min != NULL)
    *out_min = array->min;
  if (out_max != NULL)
    *out_max = array->max;
  return TRUE;
}

/**
 * csp_model_dup_var_name:
 * @self: a model
 * @var: a variable of @self
 *
 * The name of a variable: `cell[7]` for an element, `x` for a single one.
 *
 * Returns: (transfer full): the name
 *
 * Since: 0.1
 */
gchar *
csp_model_dup_var_name(CspModel *self, CspVar var)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), NULL);
  g_return_val_if_fail(var < self->n_vars, NULL);

  const CspArrayInfo *array = csp_model_array_of(self, var);
  if (array->is_scalar)
    return g_strdup(array->name);
  return g_strdup_printf("%s[%u]", array->name, var - array->first);
}
