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
 * maximum are gone from all domains.
 *
 * In 2-way branching the other branch takes all fresh values from the variable.
 *
 * So of solutions that a permutation of the values carries onto each other one
 * is found, and only one.  Two of them would have parted at some node, where one
 * took a and the other b for the same variable, not both fresh.  The permutation
 * leaves in place what was decided above; so whichever of a and b is not fresh
 * stays, and a = b.  Counting relies on this.  It needs that a value fixed by
 * propagation is in all solutions of the subtree.
 *
 * How many variables of the array have each value is counted as they are
 * chosen. */
#include "config.h"

#include <string.h>

#include "search/fresh.h"

/* Values from the least of the array to the greatest, of which each has a
 * counter; where there are more, nothing is gained by trying one only. */
enum { MAX_SPAN = 1 << 16 };

/* Is it a record that says x <= last, one way or the other? */
static bool
is_below(const CspConstraint *con, CspVar x, CspVar last)
{
  if (con->kind != CSP_CON_RELATION || con->constant != 0)
    return false;

  CspVar a = csp_constraint_var(con, 0), b = csp_constraint_var(con, 1);
  return (con->relation == CSP_RELATION_LE && a == x && b == last) ||
         (con->relation == CSP_RELATION_GE && a == last && b == x);
}

/* Values above the last are told apart: do records keep all elements from
 * them? */
static bool
is_bounded(const CspModel *model,
           const CspSymmetry *symmetry,
           const CspArrayInfo *array)
{
  size_t n_cons;
  const CspConstraint *cons = csp_model_peek_constraints(model, &n_cons);
  g_autofree bool *is_element_bounded = g_new0(bool, array->length);
  uint32_t n_bounded = 0;

  for (size_t c = 0; c < n_cons; c++)
    for (uint32_t k = 0; k < cons[c].n_vars && k < 2; k++) {
      CspVar x = csp_constraint_var(&cons[c], k);
      uint32_t place = x - array->first;
      if (place >= array->length || is_element_bounded[place] ||
          !is_below(&cons[c], x, symmetry->last_var))
        continue;
      is_element_bounded[place] = true;
      n_bounded++;
    }
  return n_bounded == array->length;
}

bool
csp_fresh_fits(const CspModel *model, const CspSymmetry *symmetry)
{
  size_t n_arrays;
  const CspArrayInfo *array =
      &csp_model_peek_arrays(model, &n_arrays)[symmetry->array];

  return (int64_t)array->max - array->min < MAX_SPAN &&
         csp_model_objective(model, NULL) - array->first >= array->length &&
         (symmetry->kind != CSP_SYMMETRY_VALUES_UP_TO ||
          is_bounded(model, symmetry, array));
}

struct _CspFresh {
  CspVar first;
  uint32_t n_vars;
  int32_t min;         /* of the array */
  int64_t first_value; /* of the interchangeable ones */
  int64_t last_value;
  uint32_t n_values;
  uint32_t *n_used;  /* by value above min */
  int32_t *value_of; /* of chosen variables, by place in the array */
};

CspFresh *
csp_fresh_new(const CspProblem *problem, const CspSymmetry *symmetry)
{
  bool is_up_to = symmetry->kind == CSP_SYMMETRY_VALUES_UP_TO;
  size_t n_arrays;
  const CspArrayInfo *array =
      &csp_model_peek_arrays(problem->model, &n_arrays)[symmetry->array];
  CspFresh *self = g_new0(CspFresh, 1);

  self->first = array->first;
  self->n_vars = array->length;
  self->min = array->min;
  self->first_value = symmetry->first;
  self->last_value = is_up_to ? array->max : symmetry->last;
  self->n_values = (uint32_t)((int64_t)array->max - array->min + 1);
  self->n_used = g_new(uint32_t, self->n_values);
  self->value_of = g_new(int32_t, array->length);
  csp_fresh_reset(self);
  return self;
}

void
csp_fresh_free(CspFresh *self)
{
  if (self == NULL)
    return;
  g_free(self->n_used);
  g_free(self->value_of);
  g_free(self);
}

void
csp_fresh_reset(CspFresh *self)
{
  memset(self->n_used, 0, self->n_values * sizeof(*self->n_used));
}

void
csp_fresh_close(CspFresh *self, CspVar x, int64_t value)
{
  uint32_t place = x - self->first;

  if (place >= self->n_vars)
    return;
  self->value_of[place] = (int32_t)value;
  self->n_used[value - self->min]++;
}

void
csp_fresh_reopen(CspFresh *self, CspVar x)
{
  uint32_t place = x - self->first;

  if (place < self->n_vars)
    self->n_used[self->value_of[place] - self->min]--;
}

bool
csp_fresh_has(const CspFresh *self, CspVar x, int64_t value)
{
  return x - self->first < self->n_vars && value >= self->first_value &&
         value <= self->last_value && self->n_used[value - self->min] == 0;
}
