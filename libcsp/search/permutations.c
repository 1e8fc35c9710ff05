/* SPDX-License-Identifier: MIT */
/* Permutations among the all-different constraints, in the order of the records:
 * one that shares a variable with an earlier permutation is none. */
#include "config.h"

#include <glib.h>
#include <string.h>

#include "search/permutations.h"

static bool
has_equal_offsets(const CspConstraint *con)
{
  if (con->is_affine)
    return con->ints[1] == 0;
  for (size_t i = 1; i < con->n_ints; i++)
    if (con->ints[i] != con->ints[0])
      return false;
  return true;
}

static bool
shares_domain(const CspPermutations *self, const CspConstraint *con)
{
  const CspArrayInfo *array =
      csp_model_array_of(self->model, csp_constraint_var(con, 0));

  if (array->n_values != con->n_vars)
    return false;
  if (con->vars == NULL &&
      con->first - array->first + con->n_vars <= array->length)
    return true;
  for (uint32_t p = 1; p < con->n_vars; p++)
    if (!csp_same_domain(
            array, csp_model_array_of(self->model, csp_constraint_var(con, p))))
      return false;
  return true;
}

static bool
are_all_defined(const CspConstraint *con, const CspDefinitionChoice *choice)
{
  for (uint32_t p = 0; p < con->n_vars; p++)
    if (!csp_definition_choice_has(choice, csp_constraint_var(con, p)))
      return false;
  return true;
}

static bool
is_permutation(CspPermutations *self,
               const CspConstraint *con,
               const CspDefinitionChoice *choice)
{
  if (con->kind != CSP_CON_ALL_DIFFERENT || con->n_vars < 2 ||
      !has_equal_offsets(con) || !shares_domain(self, con) ||
      are_all_defined(con, choice))
    return false;
  if (con->n_vars == self->n_vars && con->vars == NULL &&
      self->index_of == NULL)
    return self->n == 0;

  if (self->index_of == NULL) {
    if (self->n > 0)
      return false; /* it has all variables */
    self->index_of = g_new(uint32_t, self->n_vars);
    memset(self->index_of, 0xff, sizeof *self->index_of * self->n_vars);
  }
  for (uint32_t p = 0; p < con->n_vars; p++) {
    uint32_t *entry = &self->index_of[csp_constraint_var(con, p)];
    if (*entry != CSP_NONE) { /* shared, or twice in the scope: take back */
      for (uint32_t q = 0; q < p; q++)
        self->index_of[csp_constraint_var(con, q)] = CSP_NONE;
      return false;
    }
    *entry = self->n;
  }
  return true;
}

void
csp_permutations_find(CspPermutations *self,
                      const CspModel *model,
                      CspDefinitionChoice *choice,
                      bool *is_left_out)
{
  uint32_t capacity = 0;
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(model, &n);

  *self = (CspPermutations){.model = model, .n_vars = csp_model_n_vars(model)};
  for (size_t i = 0; i < n; i++) {
    if (!is_permutation(self, &cons[i], choice))
      continue;
    for (uint32_t p = 0; choice != NULL && p < cons[i].n_vars; p++)
      csp_definition_choice_drop(choice, csp_constraint_var(&cons[i], p));
    if (self->n == capacity) {
      capacity = MAX(4, 2 * capacity);
      self->cons = g_renew(const CspConstraint *, self->cons, capacity);
    }
    self->cons[self->n++] = &cons[i];
    is_left_out[i] = true;
  }
}

void
csp_permutations_clear(CspPermutations *self)
{
  g_clear_pointer(&self->cons, g_free);
  g_clear_pointer(&self->index_of, g_free);
  self->n = 0;
}
