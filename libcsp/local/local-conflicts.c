/* SPDX-License-Identifier: MIT */
/* The conflict list.
 *
 * It need not hold every variable in conflict.  What it promises is that it is
 * empty only when there is no violation: a variable is put there when its move
 * left it in conflict, with others of the same constraint where they are cheap
 * to find, and taken out when it is picked and found clean; an empty list is
 * filled again from all variables before it is believed. */
#include "config.h"

#include "local/local-private.h"

enum {
  SCOPE_ALL = 32,       /* scopes up to this are searched for conflicts */
  SCOPE_SAMPLE = 4,     /* larger ones are sampled, but from here on ... */
  SCOPE_VAST = 1 << 16, /* ... what would be found is rarely concerned */
  LIST_SAMPLE = 256,    /* conflicts taken from an invariant that lists them */
  INPUT_SAMPLE = 64,    /* searched variables listed for a defined one ... */
  OUTPUT_SAMPLE = 1024, /* and defined variables looked at after a move */
  PICK_LAST = 4096,     /* picked from the last so many, which are near by */
  LIST_POLL = 4096,     /* variables between looks at the stop flag */
};

/* What a defined variable follows. */
static void
list_inputs(CspLocal *self, CspVar x)
{
  CspVar found[INPUT_SAMPLE];
  uint32_t n = csp_definitions_list_inputs(self->set->definitions, x, found,
                                           INPUT_SAMPLE);

  for (uint32_t i = 0; i < n; i++)
    csp_local_list(self, found[i]);
}

void
csp_local_list(CspLocal *self, CspVar x)
{
  if (csp_definitions_has_output(self->set->definitions, x)) {
    list_inputs(self, x);
    return;
  }
  if (csp_local_get_bit(self->is_listed, x) || !csp_local_is_movable(self, x))
    return;
  if (self->n_listed == self->listed_capacity) {
    self->listed_capacity = MAX(64, 2 * self->listed_capacity);
    self->listed = g_renew(uint32_t, self->listed, self->listed_capacity);
  }
  csp_local_set_bit(self->is_listed, x);
  self->listed[self->n_listed++] = x;
}

void
csp_local_unlist(CspLocal *self, uint32_t i)
{
  csp_local_clear_bit(self->is_listed, self->listed[i]);
  self->listed[i] = self->listed[--self->n_listed];
}

static void
list_followed(CspLocal *self)
{
  const CspDefinitions *definitions = self->set->definitions;

  csp_cascade_mark_conflicts(self->set);
  for (CspVar x = 0; x < self->n_vars; x++)
    if (definitions->stamps[x] == definitions->stamp &&
        !csp_definitions_has_output(definitions, x))
      csp_local_list(self, x);
}

bool
csp_local_list_all(CspLocal *self)
{
  for (CspVar x = 0; x < self->n_vars; x++) {
    if (x % LIST_POLL == 0 && csp_local_is_over(self))
      return false;
    if (!csp_definitions_has_output(self->set->definitions, x) &&
        csp_invariant_set_is_in_conflict_alone(self->set, x))
      csp_local_list(self, x);
  }
  if (self->set->definitions != NULL)
    list_followed(self);
  return true;
}

static void
list_around(CspLocal *self, CspVar x)
{
  for (CspInvariantIter it = csp_invariant_iter(self->set, x);
       csp_invariant_iter_next(&it);) {
    CspInvariant *inv = it.inv;
    if (!inv->klass->is_in_conflict(inv, it.position))
      continue;
    csp_local_list(self, x);
    if (inv->klass->list_conflicts != NULL) {
      uint32_t found[LIST_SAMPLE];
      uint32_t n =
          inv->klass->list_conflicts(inv, it.position, found, LIST_SAMPLE);
      for (uint32_t i = 0; i < n; i++)
        csp_local_list(self, csp_invariant_var(inv, found[i]));
      continue;
    }
    if (inv->n_vars >= SCOPE_VAST)
      continue;
    uint32_t n =
        MIN(inv->n_vars, inv->n_vars <= SCOPE_ALL ? SCOPE_ALL : SCOPE_SAMPLE);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t p =
          n == inv->n_vars ? i : csp_random_below(&self->random, inv->n_vars);
      if (inv->klass->is_in_conflict(inv, p))
        csp_local_list(self, csp_invariant_var(inv, p));
    }
  }
}

/* Around the outputs that the move changed. */
static void
list_around_outputs(CspLocal *self)
{
  const CspDefinitions *definitions = self->set->definitions;
  uint32_t n = MIN(definitions->n_steps, OUTPUT_SAMPLE);

  for (uint32_t i = 1; i < n; i++)
    list_around(self, definitions->steps[i].var);
}

void
csp_local_list_around(CspLocal *self, CspVar x, CspVar y)
{
  CspDefinitions *definitions = self->set->definitions;

  if (definitions != NULL)
    csp_definitions_begin_walk(definitions);
  if (y != CSP_NONE)
    list_around(self, y);
  list_around(self, x);
  if (csp_definitions_has_input(definitions, x) ||
      (y != CSP_NONE && csp_definitions_has_input(definitions, y)))
    list_around_outputs(self);
}

CspVar
csp_local_pick(CspLocal *self)
{
  for (bool is_filled = false;; is_filled = true) {
    while (self->n_listed > 0) {
      uint32_t n = MIN(self->n_listed, PICK_LAST);
      uint32_t i = self->n_listed - n + csp_random_below(&self->random, n);
      CspVar x = self->listed[i];
      if (csp_invariant_set_is_in_conflict(self->set, x))
        return x;
      csp_local_unlist(self, i);
    }
    if (is_filled || !csp_local_list_all(self))
      return CSP_NONE;
  }
}
