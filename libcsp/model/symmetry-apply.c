/* SPDX-License-Identifier: MIT */
/* Images of complete assignments under the generators.
 *
 * A symmetry permutes (variable, value) pairs; the image of an assignment is
 * the set of the images of its pairs.  Most forms keep each variable's number
 * of values, so that the image is an assignment again.  A transpose and listed
 * pairs may not: then two pairs meet in one variable, which is noticed. */
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

static void
swap(int32_t *image, CspVar a, CspVar b)
{
  int32_t value = image[a];

  image[a] = image[b];
  image[b] = value;
}

static void
exchange_values(const CspArrayInfo *array, int32_t low, int32_t *image)
{
  int32_t *values = image + array->first;

  for (uint32_t i = 0; i < array->length; i++) {
    if (values[i] == low)
      values[i] = low + 1;
    else if (values[i] == low + 1)
      values[i] = low;
  }
}

/* A value no assignment has. */
enum { UNSET = INT32_MIN };

static bool
transpose(const CspArrayInfo *array, const int32_t *values, int32_t *image)
{
  for (uint32_t i = 0; i < array->length; i++)
    image[array->first + i] = UNSET;
  for (uint32_t i = 0; i < array->length; i++) {
    CspVar to = array->first + (CspVar)(values[array->first + i] - array->min);
    if (image[to] != UNSET)
      return false;
    image[to] = array->min + (int32_t)i;
  }
  return true;
}

/* The listed pairs are sorted; those of one variable stand together. */
static bool
move_pairs(const CspSymmetry *symmetry, const int32_t *values, int32_t *image)
{
  for (uint32_t i = 0; i < symmetry->n_vars; i++)
    image[symmetry->vars[i]] = UNSET;
  for (uint32_t i = 0, end; i < symmetry->n_vars; i = end) {
    CspVar to = symmetry->vars[i];
    int32_t value = values[to];
    for (end = i;
         end < symmetry->n_vars && symmetry->vars[end] == symmetry->vars[i];
         end++) {
      if (symmetry->values[end] == values[symmetry->vars[i]]) {
        to = symmetry->to_vars[end];
        value = symmetry->to_values[end];
      }
    }
    if (image[to] != UNSET)
      return false;
    image[to] = value;
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
  const CspArrayInfo *array =
      symmetry->array != CSP_NONE ? &model->arrays[symmetry->array] : NULL;
  int32_t low;

  memcpy(image, values, model->n_vars * sizeof(int32_t));
  switch (symmetry->kind) {
  case CSP_SYMMETRY_REVERSE:
    for (uint32_t i = 0; i < array->length / 2; i++)
      swap(image, array->first + i, array->first + array->length - 1 - i);
    return true;
  case CSP_SYMMETRY_REVERSE_VALUES:
    for (uint32_t i = 0; i < array->length; i++)
      image[array->first + i] =
          array->min + array->max - image[array->first + i];
    return true;
  case CSP_SYMMETRY_TRANSPOSE:
    return transpose(array, values, image);
  case CSP_SYMMETRY_VALUES:
    exchange_values(array, symmetry->first + (int32_t)generator, image);
    return true;
  case CSP_SYMMETRY_VALUES_UP_TO:
    low = symmetry->first + (int32_t)generator;
    if (low < values[symmetry->last_var])
      exchange_values(array, low, image);
    return true;
  case CSP_SYMMETRY_VARIABLES:
    swap(image, symmetry->vars[generator], symmetry->vars[generator + 1]);
    return true;
  case CSP_SYMMETRY_ROWS:
    for (uint32_t i = 0; i < symmetry->n_columns; i++) {
      CspVar upper = array->first + generator * symmetry->n_columns + i;
      swap(image, upper, upper + symmetry->n_columns);
    }
    return true;
  case CSP_SYMMETRY_COLUMNS:
    for (uint32_t i = 0; i < symmetry->n_rows; i++) {
      CspVar left = array->first + i * symmetry->n_columns + generator;
      swap(image, left, left + 1);
    }
    return true;
  case CSP_SYMMETRY_PAIRS:
    return move_pairs(symmetry, values, image);
  }
  return false;
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
