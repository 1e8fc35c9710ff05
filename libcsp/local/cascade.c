/* SPDX-License-Identifier: MIT */
/* Moves with what follows from them through the definitions.
 *
 * A move is made of steps: that of the searched variable, or the swap of two,
 * then one for each output that becomes another.  A heap gives the definitions
 * concerned in topological order, so each is looked at once, when its inputs
 * are final.
 *
 * To look at a move is to make its steps one after the other, asking the
 * invariants of each what it would change, and to take them back in reverse: an
 * invariant over several of the variables sees the earlier steps when it is
 * asked about a later one, and the changes add up to that of the whole.  The
 * last step need not be made in the invariants, for nobody is asked after it;
 * so a step is made when the next one comes. */
#include "config.h"

#include "local/invariant-set.h"

enum {
  POLL_WORK = 1024
}; /* definitions between questions whether it is over */

static CspVar
output_of(const CspDefinition *def)
{
  return csp_definition_var(def, def->output);
}

/* The heap ---------------------------------------------------------------- */

static void
push(CspDefinitions *self, uint32_t d)
{
  uint32_t i = self->n_heap++;

  for (uint32_t up = (i - 1) / 2; i > 0 && self->heap[up] > d;
       up = (i - 1) / 2) {
    self->heap[i] = self->heap[up];
    i = up;
  }
  self->heap[i] = d;
}

static uint32_t
pop(CspDefinitions *self)
{
  uint32_t least = self->heap[0], last = self->heap[--self->n_heap], i = 0;

  for (uint32_t down = 1; down < self->n_heap; down = 2 * i + 1) {
    if (down + 1 < self->n_heap && self->heap[down + 1] < self->heap[down])
      down++;
    if (self->heap[down] >= last)
      break;
    self->heap[i] = self->heap[down];
    i = down;
  }
  self->heap[i] = last;
  return least;
}

/* Steps ------------------------------------------------------------------- */

static void
begin(CspDefinitions *self, CspVar swapped)
{
  self->n_steps = self->n_touched = 0;
  self->swapped = swapped;
  self->is_cut = false;
}

/* Tells the definitions of a variable that it went from one value to another.
 */
static void
tell(CspDefinitions *self, CspVar x, int32_t from, int32_t to)
{
  for (uint64_t i = self->starts[x]; i < self->starts[x + 1]; i++) {
    uint32_t d = self->links[i].definition;
    CspDefinition *def = &self->definitions[d];
    if (def->klass->value_after != NULL)
      def->next = def->klass->value_after(def, def->next,
                                          self->links[i].position, from, to);
    if (self->is_queued[d] == 0) {
      self->is_queued[d] = 1;
      self->touched[self->n_touched++] = d;
      push(self, d);
    }
  }
}

/* A variable has its new value, which the invariants do not know of yet. */
static void
add_step(const CspInvariantSet *set, CspVar x, int32_t old)
{
  CspDefinitions *self = set->definitions;

  self->steps[self->n_steps++] = (CspDefinitionStep){.var = x, .old = old};
  tell(self, x, old, set->values[x]);
}

static void
exchange_values(const CspInvariantSet *set, CspVar x, CspVar y)
{
  int32_t old = set->values[x];

  set->values[x] = set->values[y];
  set->values[y] = old;
}

static void
add_swap_step(const CspInvariantSet *set, CspVar x, CspVar y)
{
  exchange_values(set, x, y);
  add_step(set, x, set->values[y]);
  tell(set->definitions, y, set->values[x], set->values[y]);
}

/* Makes the last step known to the invariants. */
static void
finish_step(const CspInvariantSet *set)
{
  const CspDefinitions *self = set->definitions;
  const CspDefinitionStep *step = &self->steps[self->n_steps - 1];
  CspVar x = step->var;

  if (self->n_steps == 1 && self->swapped != CSP_NONE) {
    exchange_values(set, x, self->swapped);
    csp_invariant_set_swap_alone(set, x, self->swapped);
  } else {
    int32_t now = set->values[x];
    set->values[x] = step->old;
    csp_invariant_set_move_alone(set, x, now);
  }
}

static void
cut(CspDefinitions *self)
{
  for (uint32_t i = 0; i < self->n_heap; i++)
    self->is_queued[self->heap[i]] = 0;
  self->n_heap = 0;
  self->is_cut = true;
}

/* The next output to become another, its definition's `next` being its value;
 * CSP_NONE: no more. */
static CspVar
next_output(const CspInvariantSet *set)
{
  CspDefinitions *self = set->definitions;

  while (self->n_heap > 0) {
    if (++self->n_work % POLL_WORK == 0 && self->is_over != NULL &&
        self->is_over(self->data)) {
      cut(self);
      return CSP_NONE;
    }
    uint32_t d = pop(self);
    CspDefinition *def = &self->definitions[d];
    self->is_queued[d] = 0;
    if (def->klass->value_after == NULL)
      def->next = def->klass->value(def);
    if (def->next != set->values[output_of(def)])
      return output_of(def);
  }
  return CSP_NONE;
}

static int32_t
next_value(const CspDefinitions *self, CspVar output)
{
  return (int32_t)self->definitions[self->definition_of[output]].next;
}

/* Looking at moves -------------------------------------------------------- */

/* Takes the steps back; of the last one only the value is known. */
static void
roll_back(const CspInvariantSet *set)
{
  CspDefinitions *self = set->definitions;

  for (uint32_t i = self->n_steps; i-- > 0;) {
    CspDefinitionStep *step = &self->steps[i];
    bool is_last = i + 1 == self->n_steps;
    bool is_swap = i == 0 && self->swapped != CSP_NONE;
    if (is_swap && is_last)
      exchange_values(set, step->var, self->swapped);
    else if (is_swap)
      csp_invariant_set_swap_alone(set, step->var, self->swapped);
    else if (is_last)
      set->values[step->var] = step->old;
    else
      csp_invariant_set_move_alone(set, step->var, step->old);
  }
  for (uint32_t i = 0; i < self->n_touched; i++) {
    CspDefinition *def = &self->definitions[self->touched[i]];
    def->next = set->values[output_of(def)];
  }
}

/* What the steps after the first change; all are taken back. */
static int64_t
look_at_outputs(const CspInvariantSet *set)
{
  CspDefinitions *self = set->definitions;
  int64_t change = 0;
  CspVar x;

  while ((x = next_output(set)) != CSP_NONE) {
    int32_t old = set->values[x], now = next_value(self, x);
    finish_step(set);
    change += csp_invariant_set_change_alone(set, x, now);
    set->values[x] = now;
    add_step(set, x, old);
  }
  roll_back(set);
  return change;
}

int64_t
csp_cascade_change(const CspInvariantSet *set, CspVar x, int32_t v)
{
  int64_t change = csp_invariant_set_change_alone(set, x, v);
  int32_t old = set->values[x];

  begin(set->definitions, CSP_NONE);
  set->values[x] = v;
  add_step(set, x, old);
  return change + look_at_outputs(set);
}

int64_t
csp_cascade_change_swap(const CspInvariantSet *set, CspVar x, CspVar y)
{
  int64_t change = csp_invariant_set_change_swap_alone(set, x, y);

  begin(set->definitions, y);
  add_swap_step(set, x, y);
  return change + look_at_outputs(set);
}

/* Making moves ------------------------------------------------------------ */

static void
make_steps(const CspInvariantSet *set)
{
  CspDefinitions *self = set->definitions;
  CspVar x;

  finish_step(set);
  while ((x = next_output(set)) != CSP_NONE) {
    int32_t old = set->values[x];
    csp_invariant_set_move_alone(set, x, next_value(self, x));
    add_step(set, x, old);
  }
}

void
csp_cascade_move(const CspInvariantSet *set, CspVar x, int32_t v)
{
  int32_t old = set->values[x];

  begin(set->definitions, CSP_NONE);
  set->values[x] = v;
  add_step(set, x, old);
  make_steps(set);
}

void
csp_cascade_swap(const CspInvariantSet *set, CspVar x, CspVar y)
{
  begin(set->definitions, y);
  add_swap_step(set, x, y);
  make_steps(set);
}

/* Partial assignments ----------------------------------------------------- */

/* A definition is complete with the last of its inputs, whatever the order. */
void
csp_cascade_assign(const CspInvariantSet *set, CspVar x)
{
  CspDefinitions *self = set->definitions;
  uint32_t n_stack = 0;

  self->stack[n_stack++] = x;
  while (n_stack > 0) {
    CspVar y = self->stack[--n_stack];
    for (uint64_t i = self->starts[y]; i < self->starts[y + 1]; i++) {
      CspDefinition *def = &self->definitions[self->links[i].definition];
      if (--def->n_missing > 0)
        continue;
      def->next = def->klass->value(def);
      csp_invariant_set_assign_alone(set, output_of(def), (int32_t)def->next);
      self->stack[n_stack++] = output_of(def);
    }
  }
}

void
csp_cascade_unassign(const CspInvariantSet *set, CspVar x)
{
  CspDefinitions *self = set->definitions;
  uint32_t n_stack = 0;

  self->stack[n_stack++] = x;
  while (n_stack > 0) {
    CspVar y = self->stack[--n_stack];
    for (uint64_t i = self->starts[y]; i < self->starts[y + 1]; i++) {
      CspDefinition *def = &self->definitions[self->links[i].definition];
      if (def->n_missing++ > 0)
        continue;
      csp_invariant_set_unassign_alone(set, output_of(def));
      self->stack[n_stack++] = output_of(def);
    }
  }
}

/* Positions of the variable in the definition that this link and the next ones
 * lead to. */
static uint32_t
count_positions(const CspDefinitions *self, CspVar x, uint64_t link)
{
  uint32_t n = 1;

  while (link + n < self->starts[x + 1] &&
         self->links[link + n].definition == self->links[link].definition)
    n++;
  return n;
}

uint32_t
csp_cascade_count_refusals(const CspInvariantSet *set, CspVar x, int32_t v)
{
  const CspDefinitions *self = set->definitions;
  int32_t old = set->values[x];
  uint32_t refusals = 0, n;

  set->values[x] = v;
  for (uint64_t i = self->starts[x]; i < self->starts[x + 1]; i += n) {
    const CspDefinition *def = &self->definitions[self->links[i].definition];
    n = count_positions(self, x, i);
    if (def->n_missing == n)
      refusals += csp_invariant_set_count_refusals_alone(
          set, output_of(def), (int32_t)def->klass->value(def));
  }
  set->values[x] = old;
  return refusals;
}

/* Conflicts --------------------------------------------------------------- */

/* Outputs come before what they depend on when the order is reversed. */
void
csp_cascade_mark_conflicts(const CspInvariantSet *set)
{
  CspDefinitions *self = set->definitions;

  csp_definitions_begin_walk(self);
  for (uint32_t d = self->n; d-- > 0;) {
    const CspDefinition *def = &self->definitions[d];
    CspVar x = output_of(def);
    if (self->stamps[x] != self->stamp &&
        !csp_invariant_set_is_in_conflict_alone(set, x))
      continue;
    for (uint32_t p = 0; p < def->n_vars; p++)
      if (p != def->output)
        self->stamps[csp_definition_var(def, p)] = self->stamp;
  }
}

bool
csp_cascade_is_in_conflict(const CspInvariantSet *set, CspVar x)
{
  CspDefinitions *self = set->definitions;
  uint32_t n_stack = 0;

  csp_definitions_begin_walk(self);
  self->stack[n_stack++] = x;
  while (n_stack > 0) {
    CspVar y = self->stack[--n_stack];
    for (uint64_t i = self->starts[y]; i < self->starts[y + 1]; i++) {
      CspVar z = output_of(&self->definitions[self->links[i].definition]);
      if (self->stamps[z] == self->stamp)
        continue;
      if (csp_invariant_set_is_in_conflict_alone(set, z))
        return true;
      self->stamps[z] = self->stamp;
      self->stack[n_stack++] = z;
    }
  }
  return false;
}
