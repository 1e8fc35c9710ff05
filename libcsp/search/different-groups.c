/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <string.h>

#include "search/different-groups.h"

static bool
has_same_scope(const CspConstraint *a, const CspConstraint *b)
{
  if (b->kind != CSP_CON_ALL_DIFFERENT || a->n_vars != b->n_vars)
    return false;
  if (a->vars == NULL || b->vars == NULL)
    return a->vars == b->vars && a->first == b->first;
  return memcmp(a->vars, b->vars, a->n_vars * sizeof(CspVar)) == 0;
}

size_t
csp_different_group_end(const CspProblem *problem, size_t c)
{
  size_t end = c + 1;

  while (end < problem->n_cons &&
         has_same_scope(&problem->cons[c], &problem->cons[end]))
    end++;
  return end;
}

const int64_t **
csp_different_group_offsets(const CspProblem *problem,
                            CspArena *arena,
                            size_t c,
                            size_t end)
{
  const int64_t **all = csp_arena_new_array(arena, const int64_t *, end - c);

  for (size_t i = c; i < end; i++) {
    const CspConstraint *con = &problem->cons[i];
    bool is_zero = con->is_affine ? con->ints[0] == 0 && con->ints[1] == 0
                                  : con->n_ints == 0;
    all[i - c] = NULL;
    if (is_zero)
      continue;
    int64_t *offsets = csp_arena_new_array(arena, int64_t, con->n_vars);
    for (uint32_t k = 0; k < con->n_vars; k++)
      offsets[k] = csp_constraint_offset(con, k);
    all[i - c] = offsets;
  }
  return all;
}

const CspVar *
csp_constraint_scope(const CspConstraint *con, CspArena *arena)
{
  if (con->vars != NULL)
    return con->vars;
  CspVar *scope = csp_arena_new_array(arena, CspVar, con->n_vars);
  for (uint32_t k = 0; k < con->n_vars; k++)
    scope[k] = con->first + k;
  return scope;
}
