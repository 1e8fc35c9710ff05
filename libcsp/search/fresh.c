/* SPDX-License-Identifier: MIT */
/* Interchangeable values: of those that no variable has taken yet, one is as
 * good as another, so one is tried (Van Hentenryck, Flener, Pearson and Agren
 * 2003).
 *
 * Decisions var = value are all that tells values of a subtree apart.  A
 * permutation of the values that leaves those decided upon in place maps the
 * subtree's solutions onto each other, so trying one fresh value for a variable
 * tries them all.  Values that propagation has fixed count as taken too, which
 * only keeps more of them.  With values up to a variable, those above its
 * maximum are gone from all domains. */
#include "config.h"

#include <string.h>

#include "search/tree.h"

/* The symmetry that lets the value of x be exchanged, or NULL. */
static const CspSymmetry *
find_symmetry(const CspTree *tree, CspVar x, int64_t value)
{
  const CspModel *model = tree->consistency->problem->model;
  size_t n_symmetries, n_arrays;
  const CspSymmetry *symmetries =
      csp_model_peek_symmetries(model, &n_symmetries);
  const CspArrayInfo *arrays = csp_model_peek_arrays(model, &n_arrays);

  for (size_t i = 0; i < n_symmetries; i++) {
    const CspSymmetry *symmetry = &symmetries[i];
    if (symmetry->kind != CSP_SYMMETRY_VALUES &&
        symmetry->kind != CSP_SYMMETRY_VALUES_UP_TO)
      continue;
    const CspArrayInfo *array = &arrays[symmetry->array];
    if (x - array->first < array->length && value >= symmetry->first &&
        (symmetry->kind == CSP_SYMMETRY_VALUES_UP_TO ||
         value <= symmetry->last))
      return symmetry;
  }
  return NULL;
}

static void
mark_used(CspTree *tree, const CspArrayInfo *array)
{
  const CspConsistency *consistency = tree->consistency;
  size_t size = (size_t)((int64_t)array->max - array->min + 1);

  if (size > tree->used_size) {
    tree->used = g_realloc(tree->used, size);
    tree->used_size = size;
  }
  memset(tree->used, 0, size);
  for (CspVar y = array->first; y < array->first + array->length; y++)
    if (csp_consistency_is_chosen(consistency, y))
      tree->used[csp_consistency_value(consistency, y) - array->min] = true;
  tree->used_step = tree->n_steps;
}

bool
csp_tree_is_fresh(CspTree *tree, CspVar x, int64_t value)
{
  const CspSymmetry *symmetry = find_symmetry(tree, x, value);

  if (symmetry == NULL)
    return false;
  const CspArrayInfo *array =
      csp_model_array_of(tree->consistency->problem->model, x);
  if (tree->used_step != tree->n_steps)
    mark_used(tree, array);
  return !tree->used[value - array->min];
}
