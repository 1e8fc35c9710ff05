/* SPDX-License-Identifier: MIT */
/* Images of complete assignments under the generators.
 *
 * A symmetry permutes (variable, value) pairs; the image of an assignment is
 * the set of the images of its pairs.  Under most forms that is an assignment
 * again.  Under a transpose and listed pairs two pairs may meet in one
 * variable, which is noticed; as the pairs moved stay among the variables
 * touched, no meeting means that each of them has its value. */
#include "config.h"

#include <string.h>

#include "model/model-private.h"
#include "model/symmetry.h"

uint32_t
csp_symmetry_n_generators(const CspModel *model, const CspSymmetry *symmetry)
{
  switch (symmetry->kind) {
  case CSP_SYMMETRY_REVERSE:
  case CSP_SYMMETRY_REVERSE_VALUES:
  case CSP_SYMMETRY_TRANSPOSE:
  case CSP_SYMMETRY_PAIRS:
    return 1;
  case CSP_SYMMETRY_VALUES:
    return (uint32_t)(symmetry->last - symmetry->first);
  case CSP_SYMMETRY_VALUES_UP_TO: {
    int32_t last = csp_model_array_of(model, symmetry->last_var)->max;
    return last > symmetry->first ? (uint32_t)(last - symmetry->first) : 0;
  }
  case CSP_SYMMETRY_VARIABLES:
    return symmetry->n_vars - 1;
  case CSP_SYMMETRY_ROWS:
    return symmetry->n_rows - 1;
  case CSP_SYMMETRY_COLUMNS:
    return symmetry->n_columns - 1;
  }
  return 0;
}

static int32_t
exchange(int32_t value, int32_t low)
{
  if (value == low)
    return low + 1;
  return value == low + 1 ? low : value;
}

/* Where the first of a variable's listed pairs stands, or would. */
static uint32_t
find_listed(const CspSymmetry *symmetry, CspPair pair)
{
  uint32_t low = 0, high = symmetry->n_vars;

  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (symmetry->vars[middle] < pair.var ||
        (symmetry->vars[middle] == pair.var &&
         symmetry->values[middle] < pair.value))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static CspPair
move_listed(const CspSymmetry *symmetry, CspPair pair)
{
  uint32_t place = find_listed(symmetry, pair);

  if (place == symmetry->n_vars || symmetry->vars[place] != pair.var ||
      symmetry->values[place] != pair.value)
    return pair;
  return (CspPair){symmetry->to_vars[place], symmetry->to_values[place]};
}

CspPair
csp_symmetry_move(const CspModel *model,
                  const CspSymmetry *symmetry,
                  uint32_t generator,
                  CspPair pair,
                  int32_t limit)
{
  if (symmetry->kind == CSP_SYMMETRY_PAIRS)
    return move_listed(symmetry, pair);
  if (symmetry->kind == CSP_SYMMETRY_VARIABLES) {
    CspVar low = symmetry->vars[generator],
           high = symmetry->vars[generator + 1];
    if (pair.var == low)
      pair.var = high;
    else if (pair.var == high)
      pair.var = low;
    return pair;
  }

  const CspArrayInfo *array = &model->arrays[symmetry->array];
  uint32_t place = pair.var - array->first;
  if (place >= array->length)
    return pair;
  switch (symmetry->kind) {
  case CSP_SYMMETRY_REVERSE:
    place = array->length - 1 - place;
    break;
  case CSP_SYMMETRY_REVERSE_VALUES:
    pair.value = array->min + array->max - pair.value;
    break;
  case CSP_SYMMETRY_TRANSPOSE: {
    int32_t value = array->min + (int32_t)place;
    place = (uint32_t)(pair.value - array->min);
    pair.value = value;
    break;
  }
  case CSP_SYMMETRY_VALUES_UP_TO:
    if (symmetry->first + (int64_t)generator >= limit)
      break;
    pair.value = exchange(pair.value, symmetry->first + (int32_t)generator);
    break;
  case CSP_SYMMETRY_VALUES:
    pair.value = exchange(pair.value, symmetry->first + (int32_t)generator);
    break;
  case CSP_SYMMETRY_ROWS: {
    int32_t row = (int32_t)(place / symmetry->n_columns);
    place = (uint32_t)exchange(row, (int32_t)generator) * symmetry->n_columns +
            place % symmetry->n_columns;
    break;
  }
  case CSP_SYMMETRY_COLUMNS: {
    int32_t column = (int32_t)(place % symmetry->n_columns);
    place = place - (uint32_t)column +
            (uint32_t)exchange(column, (int32_t)generator);
    break;
  }
  default:
    g_assert_not_reached();
  }
  pair.var = array->first + place;
  return pair;
}

uint32_t
csp_symmetry_n_touched(const CspModel *model, const CspSymmetry *symmetry)
{
  return symmetry->array != CSP_NONE ? model->arrays[symmetry->array].length
                                     : symmetry->n_vars;
}

CspVar
csp_symmetry_touched(const CspModel *model,
                     const CspSymmetry *symmetry,
                     uint32_t place)
{
  return symmetry->array != CSP_NONE
             ? model->arrays[symmetry->array].first + place
             : symmetry->vars[place];
}

/* A value no assignment has. */
enum { UNSET = INT32_MIN };

/* All at once: the pairs of a variable stand together. */
static bool
apply_listed(const CspSymmetry *symmetry, const int32_t *values, int32_t *image)
{
  const CspVar *vars = symmetry->vars;
  uint32_t n = symmetry->n_vars;

  for (uint32_t i = 0; i < n; i++)
    image[vars[i]] = UNSET;
  for (uint32_t i = 0; i < n;) {
    CspVar var = vars[i];
    CspPair to = {var, values[var]};
    for (; i < n && vars[i] == var; i++)
      if (symmetry->values[i] == values[var])
        to = (CspPair){symmetry->to_vars[i], symmetry->to_values[i]};
    if (image[to.var] != UNSET)
      return false;
    image[to.var] = to.value;
  }
  return true;
}

bool
csp_symmetry_apply(const CspModel *model,
                   const CspSymmetry *symmetry,
                   uint32_t generator,
                   const int32_t *values,
                   int32_t *image)
{
  uint32_t n = csp_symmetry_n_touched(model, symmetry);
  int32_t limit = symmetry->kind == CSP_SYMMETRY_VALUES_UP_TO
                      ? values[symmetry->last_var]
                      : 0;

  memcpy(image, values, model->n_vars * sizeof(int32_t));
  if (symmetry->kind == CSP_SYMMETRY_PAIRS)
    return apply_listed(symmetry, values, image);
  for (uint32_t i = 0; i < n; i++)
    image[csp_symmetry_touched(model, symmetry, i)] = UNSET;
  for (uint32_t i = 0; i < n; i++) {
    CspVar var = csp_symmetry_touched(model, symmetry, i);
    if (i > 0 && var == csp_symmetry_touched(model, symmetry, i - 1))
      continue;
    CspPair to = csp_symmetry_move(model, symmetry, generator,
                                   (CspPair){var, values[var]}, limit);
    if (image[to.var] != UNSET)
      return false;
    image[to.var] = to.value;
  }
  return true;
}

bool
csp_symmetry_touches(const CspModel *model,
                     const CspSymmetry *symmetry,
                     CspVar var)
{
  if (symmetry->array != CSP_NONE) {
    const CspArrayInfo *array = &model->arrays[symmetry->array];
    return var >= array->first && var - array->first < array->length;
  }

  uint32_t low = 0, high = symmetry->n_vars;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (symmetry->vars[middle] < var)
      low = middle + 1;
    else
      high = middle;
  }
  return low < symmetry->n_vars && symmetry->vars[low] == var;
}
