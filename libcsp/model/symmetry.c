/* SPDX-License-Identifier: MIT */
/* Declared symmetries: records of a few numbers, except interchangeable
 * variables and listed pairs.  Each is a permutation of (variable, value)
 * pairs; what could not be one for the domains is refused here. */
#include "config.h"

#include <string.h>

#include "base/sorted.h"
#include "model/model-private.h"
#include "model/symmetry.h"

static void
add_symmetry(CspModel *self, const CspSymmetry *symmetry, const char *name)
{
  self->symmetries = csp_grow(self->symmetries, self->n_symmetries,
                              &self->symmetries_size, sizeof(CspSymmetry));
  CspSymmetry *added = &self->symmetries[self->n_symmetries++];
  *added = *symmetry;
  added->name = csp_arena_dup(self->arena, name, strlen(name) + 1);
}

static bool
begin(const CspModel *self, CspArray array, GError **error)
{
  return csp_model_check_open(self, error) &&
         csp_model_check_array(self, array, error);
}

/* A symmetry of a whole array, called "what of array". */
static void
add_of_array(CspModel *self, CspSymmetry symmetry, const char *what)
{
  g_autofree char *name =
      g_strdup_printf("%s of %s", what, self->arrays[symmetry.array].name);

  add_symmetry(self, &symmetry, name);
}

/**
 * csp_model_add_symmetry_reverse:
 * @self: a model
 * @array: an array of @self
 * @error: return location for a #GError, or %NULL
 *
 * Declares that the array read backwards is a solution again.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_add_symmetry_reverse(CspModel *self, CspArray array, GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  if (!begin(self, array, error))
    return FALSE;
  add_of_array(self,
               (CspSymmetry){.kind = CSP_SYMMETRY_REVERSE, .array = array},
               "reverse");
  return TRUE;
}

bool
csp_array_is_mirrored(const CspArrayInfo *info)
{
  int64_t sum = (int64_t)info->min + info->max;

  for (uint32_t i = 0; info->values != NULL && i < info->n_values; i++)
    if (info->values[i] + (int64_t)info->values[info->n_values - 1 - i] != sum)
      return false;
  return true;
}

/**
 * csp_model_add_symmetry_reverse_values:
 * @self: a model
 * @array: an array of @self
 * @error: return location for a #GError, or %NULL
 *
 * Declares that each value v of the array may become min + max - v.
 *
 * Fails with %CSP_ERROR_SYMMETRY if that leaves the domain.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_add_symmetry_reverse_values(CspModel *self,
                                      CspArray array,
                                      GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  if (!begin(self, array, error))
    return FALSE;
  if (!csp_array_is_mirrored(&self->arrays[array]))
    return csp_fail(error, CSP_ERROR_SYMMETRY,
                    "reversed values of %s: the values reversed are others",
                    self->arrays[array].name);
  add_of_array(
      self, (CspSymmetry){.kind = CSP_SYMMETRY_REVERSE_VALUES, .array = array},
      "reversed values");
  return TRUE;
}

/**
 * csp_model_add_symmetry_transpose:
 * @self: a model
 * @array: an array of @self
 * @error: return location for a #GError, or %NULL
 *
 * Declares that the array's inverse is a solution again: where array[i] = v,
 * array[v - min] becomes i + min.
 *
 * Fails with %CSP_ERROR_SYMMETRY unless the values are as many as the elements,
 * without holes.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_add_symmetry_transpose(CspModel *self, CspArray array, GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  if (!begin(self, array, error))
    return FALSE;
  const CspArrayInfo *info = &self->arrays[array];
  if (info->values != NULL || info->n_values != info->length)
    return csp_fail(error, CSP_ERROR_SYMMETRY,
                    "transpose of %s: %u values%s for %u elements", info->name,
                    info->n_values, info->values != NULL ? " with holes" : "",
                    info->length);
  add_of_array(self,
               (CspSymmetry){.kind = CSP_SYMMETRY_TRANSPOSE, .array = array},
               "transpose");
  return TRUE;
}

/* Are all of first .. last in the domain? */
static bool
has_all_values(const CspArrayInfo *info, int64_t first, int64_t last)
{
  if (first < info->min || last > info->max)
    return false;
  for (int64_t v = first; info->values != NULL && v <= last; v++)
    if (!csp_array_has_value(info, v))
      return false;
  return true;
}

/**
 * csp_model_add_symmetry_values:
 * @self: a model
 * @array: an array of @self
 * @first: a value
 * @last: a value, not below @first
 * @error: return location for a #GError, or %NULL
 *
 * Declares that the values @first to @last of the array's elements are
 * interchangeable.
 *
 * Fails with %CSP_ERROR_SYMMETRY if one of them is not in the domain.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_add_symmetry_values(
    CspModel *self, CspArray array, gint first, gint last, GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  if (!begin(self, array, error))
    return FALSE;
  g_autofree char *what = g_strdup_printf("values %d..%d", first, last);
  if (first > last || !has_all_values(&self->arrays[array], first, last))
    return csp_fail(error, CSP_ERROR_SYMMETRY, "%s of %s: not all are values",
                    what, self->arrays[array].name);
  add_of_array(self,
               (CspSymmetry){.kind = CSP_SYMMETRY_VALUES,
                             .array = array,
                             .first = first,
                             .last = last},
               what);
  return TRUE;
}

/**
 * csp_model_add_symmetry_values_up_to:
 * @self: a model
 * @array: an array of @self
 * @first: a value
 * @last: a variable of @self, none of the array's
 * @error: return location for a #GError, or %NULL
 *
 * Declares that the values of the array's elements from @first to the value of
 * @last are interchangeable: for models that minimize how many values are used.
 *
 * Fails with %CSP_ERROR_SYMMETRY if a value that @last can reach is not in the
 * domain, or @last is itself an element.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_add_symmetry_values_up_to(
    CspModel *self, CspArray array, gint first, CspVar last, GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  if (!begin(self, array, error) || !csp_model_check_var(self, last, error))
    return FALSE;
  const CspArrayInfo *info = &self->arrays[array];
  g_autofree char *last_name = csp_model_dup_var_name(self, last);
  g_autofree char *what = g_strdup_printf("values %d..%s", first, last_name);
  if (last >= info->first && last - info->first < info->length)
    return csp_fail(error, CSP_ERROR_SYMMETRY,
                    "%s of %s: the last is an element itself", what,
                    info->name);
  if (!has_all_values(info, first, csp_model_array_of(self, last)->max))
    return csp_fail(error, CSP_ERROR_SYMMETRY, "%s of %s: not all are values",
                    what, info->name);
  add_of_array(self,
               (CspSymmetry){.kind = CSP_SYMMETRY_VALUES_UP_TO,
                             .array = array,
                             .first = first,
                             .last_var = last},
               what);
  return TRUE;
}

static bool
have_equal_domains(const CspArrayInfo *a, const CspArrayInfo *b)
{
  if (a == b)
    return true;
  if (a->min != b->min || a->max != b->max || a->n_values != b->n_values)
    return false;
  return a->values == NULL ||
         memcmp(a->values, b->values, a->n_values * sizeof(int32_t)) == 0;
}

/**
 * csp_model_add_symmetry_variables:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self, each once
 * @n_vars: how many, at least 1
 * @error: return location for a #GError, or %NULL
 *
 * Declares that the variables are interchangeable.
 *
 * Fails with %CSP_ERROR_INVALID if a variable is not one of @self's, with
 * %CSP_ERROR_SYMMETRY if one stands twice or their domains differ.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_add_symmetry_variables(CspModel *self,
                                 const CspVar *vars,
                                 gsize n_vars,
                                 GError **error)
{
  enum { SHOWN = 3 };

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);

  if (!csp_model_check_open(self, error))
    return FALSE;
  if (n_vars == 0)
    return csp_fail(error, CSP_ERROR_INVALID,
                    "interchange of variables: there are none");
  for (size_t i = 0; i < n_vars; i++)
    if (!csp_model_check_var(self, vars[i], error))
      return FALSE;

  g_autofree CspVar *sorted = g_memdup2(vars, n_vars * sizeof(CspVar));
  csp_sort_vars(sorted, n_vars);
  g_autoptr(GString) name = g_string_new("interchange of ");
  for (size_t i = 0; i < n_vars && i < SHOWN; i++) {
    g_autofree char *var = csp_model_dup_var_name(self, sorted[i]);
    g_string_append_printf(name, "%s%s", i == 0 ? "" : ", ", var);
  }
  if (n_vars > SHOWN)
    g_string_append(name, ", ...");

  const CspArrayInfo *first = csp_model_array_of(self, sorted[0]);
  for (size_t i = 1; i < n_vars; i++) {
    g_autofree char *var = csp_model_dup_var_name(self, sorted[i]);
    if (sorted[i] == sorted[i - 1])
      return csp_fail(error, CSP_ERROR_SYMMETRY, "%s: %s stands twice",
                      name->str, var);
    if (!have_equal_domains(first, csp_model_array_of(self, sorted[i])))
      return csp_fail(error, CSP_ERROR_SYMMETRY,
                      "%s: %s has a domain of its own", name->str, var);
  }
  add_symmetry(self,
               &(CspSymmetry){.kind = CSP_SYMMETRY_VARIABLES,
                              .array = CSP_NONE,
                              .vars = csp_arena_dup(self->arena, sorted,
                                                    n_vars * sizeof(CspVar)),
                              .n_vars = (uint32_t)n_vars},
               name->str);
  return TRUE;
}

static gboolean
add_matrix(CspModel *self,
           CspSymmetryKind kind,
           CspArray array,
           gsize n_rows,
           GError **error)
{
  const char *what = kind == CSP_SYMMETRY_ROWS ? "rows" : "columns";

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  if (!begin(self, array, error))
    return FALSE;
  const CspArrayInfo *info = &self->arrays[array];
  if (n_rows == 0 || info->length % n_rows != 0)
    return csp_fail(error, CSP_ERROR_SYMMETRY,
                    "%s of %s: %u elements do not make %zu rows", what,
                    info->name, info->length, n_rows);
  add_of_array(self,
               (CspSymmetry){.kind = kind,
                             .array = array,
                             .n_rows = (uint32_t)n_rows,
                             .n_columns = info->length / (uint32_t)n_rows},
               what);
  return TRUE;
}

/**
 * csp_model_add_symmetry_rows:
 * @self: a model
 * @array: an array of @self, read as a matrix, row after row
 * @n_rows: how many rows that is
 * @error: return location for a #GError, or %NULL
 *
 * Declares that the rows are interchangeable.
 *
 * Fails with %CSP_ERROR_SYMMETRY if the elements do not make whole rows.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_add_symmetry_rows(CspModel *self,
                            CspArray array,
                            gsize n_rows,
                            GError **error)
{
  return add_matrix(self, CSP_SYMMETRY_ROWS, array, n_rows, error);
}

/**
 * csp_model_add_symmetry_columns:
 * @self: a model
 * @array: an array of @self, read as a matrix, row after row
 * @n_rows: how many rows that is
 * @error: return location for a #GError, or %NULL
 *
 * Declares that the columns are interchangeable.
 *
 * Fails with %CSP_ERROR_SYMMETRY if the elements do not make whole rows.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_add_symmetry_columns(CspModel *self,
                               CspArray array,
                               gsize n_rows,
                               GError **error)
{
  return add_matrix(self, CSP_SYMMETRY_COLUMNS, array, n_rows, error);
}

typedef struct {
  CspVar var, to_var;
  int32_t value, to_value;
} Pair;

static int
compare_from(gconstpointer a, gconstpointer b)
{
  const Pair *x = a, *y = b;

  if (x->var != y->var)
    return x->var < y->var ? -1 : 1;
  return (x->value > y->value) - (x->value < y->value);
}

/* array: of the last one, as they often are of one. */
static bool
check_pair(const CspModel *self,
           const char *name,
           CspVar var,
           gint value,
           const CspArrayInfo **array,
           GError **error)
{
  if (*array == NULL || var - (*array)->first >= (*array)->length) {
    if (!csp_model_check_var(self, var, error))
      return false;
    *array = csp_model_array_of(self, var);
  }
  if (value >= (*array)->min && value <= (*array)->max &&
      ((*array)->values == NULL || csp_array_has_value(*array, value)))
    return true;

  g_autofree char *var_name = csp_model_dup_var_name((CspModel *)self, var);
  return csp_fail(error, CSP_ERROR_SYMMETRY, "%s: %d is no value of %s", name,
                  value, var_name);
}

/* Of pairs sorted by where they come from, those of one variable. */
typedef struct {
  size_t begin, end;
} PairRange;

/* Moves the range to the variable, unless it is there. */
static void
find_range(const Pair *pairs, size_t n, CspVar var, PairRange *range)
{
  size_t low = 0, high = n;

  if (range->begin < range->end && pairs[range->begin].var == var)
    return;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (pairs[middle].var < var)
      low = middle + 1;
    else
      high = middle;
  }
  range->begin = range->end = low;
  while (range->end < n && pairs[range->end].var == var)
    range->end++;
}

/* The pair's place; the range's end: there is none. */
static size_t
find_in_range(const Pair *pairs, const PairRange *range, int32_t value)
{
  size_t low = range->begin, high = range->end;

  while (low < high) {
    size_t middle = (low + high) / 2;
    if (pairs[middle].value < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < range->end && pairs[low].value == value ? low : range->end;
}

static bool
is_sorted(const Pair *pairs, size_t n)
{
  for (size_t i = 1; i < n; i++)
    if (compare_from(&pairs[i - 1], &pairs[i]) > 0)
      return false;
  return true;
}

/* The pairs permute themselves: each comes from one and goes to one.  They are
 * left sorted by where they come from. */
static bool
check_permutation(Pair *pairs, size_t n, const char *name, GError **error)
{
  g_autofree bool *is_target = g_new0(bool, n);
  PairRange range = {0, 0};

  if (!is_sorted(pairs, n))
    qsort(pairs, n, sizeof(Pair), compare_from);
  for (size_t i = 1; i < n; i++)
    if (compare_from(&pairs[i - 1], &pairs[i]) == 0)
      return csp_fail(error, CSP_ERROR_SYMMETRY,
                      "%s: a pair stands twice on the left", name);
  for (size_t i = 0; i < n; i++) {
    find_range(pairs, n, pairs[i].to_var, &range);
    size_t at = find_in_range(pairs, &range, pairs[i].to_value);
    if (at == range.end || is_target[at])
      return csp_fail(error, CSP_ERROR_SYMMETRY,
                      "%s: the pairs on the right are not those on the left",
                      name);
    is_target[at] = true;
  }
  return true;
}

static void
add_pairs(CspModel *self, const char *name, const Pair *pairs, size_t n)
{
  CspVar *vars = csp_arena_new_array(self->arena, CspVar, n);
  CspVar *to_vars = csp_arena_new_array(self->arena, CspVar, n);
  int32_t *values = csp_arena_new_array(self->arena, int32_t, n);
  int32_t *to_values = csp_arena_new_array(self->arena, int32_t, n);

  for (size_t i = 0; i < n; i++) {
    vars[i] = pairs[i].var;
    values[i] = pairs[i].value;
    to_vars[i] = pairs[i].to_var;
    to_values[i] = pairs[i].to_value;
  }
  add_symmetry(self,
               &(CspSymmetry){.kind = CSP_SYMMETRY_PAIRS,
                              .array = CSP_NONE,
                              .vars = vars,
                              .n_vars = (uint32_t)n,
                              .values = values,
                              .to_vars = to_vars,
                              .to_values = to_values},
               name);
}

/**
 * csp_model_add_symmetry_pairs:
 * @self: a model
 * @name: how messages call it
 * @from_vars: (array length=n_from_vars): variables of @self
 * @n_from_vars: how many pairs
 * @from_values: (array length=n_from_values): a value of each
 * @n_from_values: as many
 * @to_vars: (array length=n_to_vars): the variable that each pair goes to
 * @n_to_vars: as many
 * @to_values: (array length=n_to_values): the value that each pair goes to
 * @n_to_values: as many
 * @error: return location for a #GError, or %NULL
 *
 * Declares that where `from_vars[i]` has `from_values[i]`, `to_vars[i]` may
 * have `to_values[i]` instead, all at once; pairs not listed stay.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or the lengths differ; with %CSP_ERROR_SYMMETRY if a value is
 * not in the domain, or the pairs gone to are not those that were left.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_add_symmetry_pairs(CspModel *self,
                             const gchar *name,
                             const CspVar *from_vars,
                             gsize n_from_vars,
                             const gint *from_values,
                             gsize n_from_values,
                             const CspVar *to_vars,
                             gsize n_to_vars,
                             const gint *to_values,
                             gsize n_to_values,
                             GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(name != NULL, FALSE);
  g_return_val_if_fail(from_vars != NULL || n_from_vars == 0, FALSE);
  g_return_val_if_fail(from_values != NULL || n_from_values == 0, FALSE);
  g_return_val_if_fail(to_vars != NULL || n_to_vars == 0, FALSE);
  g_return_val_if_fail(to_values != NULL || n_to_values == 0, FALSE);

  if (!csp_model_check_open(self, error))
    return FALSE;
  if (n_from_values != n_from_vars || n_to_vars != n_from_vars ||
      n_to_values != n_from_vars || n_from_vars >= CSP_NONE)
    return csp_fail(error, CSP_ERROR_INVALID,
                    "%s: the four lists differ in length", name);

  g_autofree Pair *pairs = g_new(Pair, n_from_vars);
  const CspArrayInfo *from = NULL, *to = NULL;
  for (size_t i = 0; i < n_from_vars; i++) {
    if (!check_pair(self, name, from_vars[i], from_values[i], &from, error) ||
        !check_pair(self, name, to_vars[i], to_values[i], &to, error))
      return FALSE;
    pairs[i] = (Pair){
        .var = from_vars[i],
        .value = from_values[i],
        .to_var = to_vars[i],
        .to_value = to_values[i],
    };
  }
  if (n_from_vars > 0 && !check_permutation(pairs, n_from_vars, name, error))
    return FALSE;
  add_pairs(self, name, pairs, n_from_vars);
  return TRUE;
}

/**
 * csp_model_get_n_symmetries:
 * @self: a model
 *
 * How many symmetries were declared.
 *
 * Returns: their number
 *
 * Since: 0.1
 */
gsize
csp_model_get_n_symmetries(CspModel *self)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), 0);

  return self->n_symmetries;
}

const CspSymmetry *
csp_model_peek_symmetries(const CspModel *model, size_t *out_n)
{
  *out_n = model->n_symmetries;
  return model->symmetries;
}

/**
 * csp_model_dup_symmetry_name:
 * @self: a model
 * @index: which of its symmetries, from 0
 *
 * How messages call the symmetry: `reverse of column`.
 *
 * Returns: (transfer full): the name
 *
 * Since: 0.1
 */
gchar *
csp_model_dup_symmetry_name(CspModel *self, gsize index)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), NULL);
  g_return_val_if_fail(index < self->n_symmetries, NULL);

  return g_strdup(self->symmetries[index].name);
}
