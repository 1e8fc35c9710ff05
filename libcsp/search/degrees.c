/* SPDX-License-Identifier: MIT */
/* A constraint counts for its variables while two of its scope are open.  It
 * keeps how many are and their exclusive or: when one is left it is known which
 * one, without looking at the scope, and that one's degree goes down. */
#include "config.h"

#include "search/degrees.h"

typedef struct {
  uint32_t n_open;
  CspVar open; /* exclusive or of the open variables */
} Scope;

struct _CspDegrees {
  const CspProblem *problem;
  Scope *scopes;
  uint32_t *degrees;
  CspMany *many; /* told of changes; or NULL */
};

CspDegrees *
csp_degrees_new(CspProblem *problem)
{
  CspDegrees *self = g_new0(CspDegrees, 1);

  csp_problem_link(problem);
  self->problem = problem;
  self->scopes = g_new(Scope, problem->n_cons + 1);
  self->degrees = g_new(uint32_t, (size_t)problem->n_vars + 1);
  csp_degrees_reset(self);
  return self;
}

void
csp_degrees_tell(CspDegrees *self, CspMany *many)
{
  self->many = many;
}

void
csp_degrees_free(CspDegrees *self)
{
  if (self == NULL)
    return;
  g_free(self->scopes);
  g_free(self->degrees);
  g_free(self);
}

void
csp_degrees_reset(CspDegrees *self)
{
  const CspProblem *problem = self->problem;

  for (CspVar x = 0; x < problem->n_vars; x++)
    self->degrees[x] = 0;
  for (size_t c = 0; c < problem->n_cons; c++) {
    const CspConstraint *con = &problem->cons[c];
    self->scopes[c] = (Scope){.n_open = con->n_vars};
    for (uint32_t k = 0; k < con->n_vars; k++) {
      CspVar x = csp_constraint_var(con, k);
      self->scopes[c].open ^= x;
      self->degrees[x] += con->n_vars > 1;
    }
  }
}

static void
add(CspDegrees *self, CspVar x, int change)
{
  self->degrees[x] += (uint32_t)change;
  if (self->many != NULL)
    csp_many_touch(self->many, x);
}

void
csp_degrees_close(CspDegrees *self, CspVar x)
{
  const CspProblem *problem = self->problem;

  for (uint32_t i = problem->starts[x]; i < problem->starts[x + 1]; i++) {
    Scope *scope = &self->scopes[problem->incidences[i].constraint];
    scope->open ^= x;
    if (--scope->n_open == 1)
      add(self, scope->open, -1);
  }
}

void
csp_degrees_reopen(CspDegrees *self, CspVar x)
{
  const CspProblem *problem = self->problem;

  for (uint32_t i = problem->starts[x]; i < problem->starts[x + 1]; i++) {
    Scope *scope = &self->scopes[problem->incidences[i].constraint];
    if (scope->n_open++ == 1)
      add(self, scope->open, 1);
    scope->open ^= x;
  }
}

uint32_t
csp_degrees_get(const CspDegrees *self, CspVar x)
{
  return self->degrees[x];
}
