/* SPDX-License-Identifier: MIT */
/* Definitions as a graph: links from inputs to definitions, and walks along
 * them.  A walk keeps its own stack, for chains may be as long as the model. */
#include "config.h"

#include <string.h>

#include "local/definitions.h"

/* Inputs of a definition that a walk goes on from. */
enum { WALK_INPUTS = 64 };

static bool
is_input(const CspDefinition *def, uint32_t position)
{
  return position != def->output;
}

/* Counts the links of each variable (links NULL) or writes them. */
static void
visit_links(CspDefinitions *self, uint64_t *fill)
{
  for (uint32_t d = 0; d < self->n; d++) {
    const CspDefinition *def = &self->definitions[d];
    for (uint32_t p = 0; p < def->n_vars; p++) {
      if (!is_input(def, p))
        continue;
      uint64_t *place = &fill[csp_definition_var(def, p)];
      if (self->links != NULL)
        self->links[*place] =
            (CspDefinitionLink){.definition = d, .position = p};
      ++*place;
    }
  }
}

/* Shifted by one, filling turns the starts into the ends, which are the starts
 * of the next variable. */
static void
make_links(CspDefinitions *self, CspArena *arena)
{
  size_t n = (size_t)self->n_vars + 2;
  uint64_t *starts = csp_arena_new_array0(arena, uint64_t, n);

  visit_links(self, starts + 2);
  for (size_t x = 2; x < n; x++)
    starts[x] += starts[x - 1];
  self->links = csp_arena_new_array(arena, CspDefinitionLink, starts[n - 1]);
  visit_links(self, starts + 1);
  self->starts = starts;
}

CspDefinitions *
csp_definitions_new(CspArena *arena,
                    uint32_t n_vars,
                    const CspDefinition *definitions,
                    uint32_t n,
                    const int32_t *values,
                    CspScratch *scratch)
{
  CspDefinitions *self = csp_arena_new_array0(arena, CspDefinitions, 1);

  self->n = n;
  self->n_vars = n_vars;
  self->definitions =
      csp_arena_dup(arena, definitions, sizeof *definitions * n);
  self->definition_of = csp_arena_new_array(arena, uint32_t, n_vars);
  memset(self->definition_of, 0xff, sizeof *self->definition_of * n_vars);
  for (uint32_t d = 0; d < n; d++) {
    CspDefinition *def = &self->definitions[d];
    self->definition_of[csp_definition_var(def, def->output)] = d;
    def->n_missing = def->n_vars - 1;
    def->values = values;
    def->scratch = scratch;
  }
  make_links(self, arena);
  self->steps = csp_arena_new_array(arena, CspDefinitionStep, (size_t)n + 1);
  self->heap = csp_arena_new_array(arena, uint32_t, n);
  self->touched = csp_arena_new_array(arena, uint32_t, n);
  self->is_queued = csp_arena_new_array0(arena, uint8_t, n);
  self->stamps = csp_arena_new_array0(arena, uint32_t, n_vars);
  self->stack = csp_arena_new_array(arena, CspVar, (size_t)n + 1);
  self->swapped = CSP_NONE;
  return self;
}

void
csp_definitions_begin_walk(CspDefinitions *self)
{
  if (++self->stamp == 0) {
    memset(self->stamps, 0, sizeof *self->stamps * self->n_vars);
    self->stamp = 1;
  }
}

static bool
is_new(CspDefinitions *self, CspVar x)
{
  if (self->stamps[x] == self->stamp)
    return false;
  self->stamps[x] = self->stamp;
  return true;
}

/* Of many inputs some, each time others. */
uint32_t
csp_definitions_list_inputs(CspDefinitions *self,
                            CspVar output,
                            CspVar *out_vars,
                            uint32_t n)
{
  uint32_t n_stack = 0, n_found = 0;

  if (!is_new(self, output))
    return 0;
  self->stack[n_stack++] = output;
  while (n_stack > 0 && n_found < n) {
    const CspDefinition *def =
        &self->definitions[self->definition_of[self->stack[--n_stack]]];
    uint32_t n_looked_at = MIN(def->n_vars, WALK_INPUTS);
    uint32_t start =
        n_looked_at == def->n_vars ? 0 : self->n_work % def->n_vars;
    for (uint32_t k = 0; k < n_looked_at && n_found < n; k++) {
      CspVar x = csp_definition_var(
          def, (uint32_t)(((uint64_t)start + k) % def->n_vars));
      if (!is_new(self, x))
        continue;
      if (csp_definitions_has_output(self, x))
        self->stack[n_stack++] = x;
      else
        out_vars[n_found++] = x;
    }
  }
  return n_found;
}
