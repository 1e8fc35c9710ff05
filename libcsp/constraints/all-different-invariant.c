/* SPDX-License-Identifier: MIT */
/* All-different as counters: how many assigned variables have each key, a key
 * being value + offset.  Violation is the number of pairs with equal keys, so
 * that c variables on one key weigh c(c - 1)/2, the last to come added c - 1
 * and the first to go takes c - 1 with it: every question is a few look-ups.
 * For queens these are the flag arrays of the textbook. */
#include "config.h"

#include "base/check.h"
#include "constraints/invariants.h"
#include "local/counters.h"

typedef struct {
  CspInvariant base;
  const int32_t *offsets; /* NULL: the keys are those of the line */
  CspInvariantLine line;
  CspCounters counters;
  int64_t n_pairs;
} AllDifferent;

static int64_t
key_of(const AllDifferent *self, uint32_t position, int32_t value)
{
  if (self->offsets != NULL)
    return (int64_t)value + self->offsets[position];
  return csp_line_key(&self->line, position, value);
}

/* How many positions from p on are a run of variables under one line of
 * offsets, of which n_alike have the same bounds: keys are least and largest at
 * the ends. */
static uint32_t
run_length(const AllDifferent *self, uint32_t p, uint32_t n_alike)
{
  if (self->base.vars != NULL || self->offsets != NULL)
    return 1;
  return MIN(n_alike, self->base.n_vars - p);
}

static void
all_different_init(CspInvariant *inv,
                   CspArena *arena,
                   const CspInvariantBounds *bounds)
{
  AllDifferent *self = (AllDifferent *)inv;
  const CspConstraint *con = inv->con;
  int64_t min = INT64_MAX, max = INT64_MIN;

  self->line.counters = &self->counters;
  if (con->is_affine) {
    self->line.start = con->ints[0];
    self->line.step = con->ints[1];
  } else if (con->n_ints > 0) {
    self->offsets = con->ints;
  }
  for (uint32_t p = 0, last; p < inv->n_vars; p = last + 1) {
    int32_t low, high;
    uint32_t n_alike =
        bounds->get(bounds->data, csp_invariant_var(inv, p), &low, &high);
    last = p + run_length(self, p, n_alike) - 1;
    min = MIN(min, MIN(key_of(self, p, low), key_of(self, last, low)));
    max = MAX(max, MAX(key_of(self, p, high), key_of(self, last, high)));
  }
  csp_counters_init(&self->counters, arena, min, max, inv->n_vars);
}

static bool
all_different_test(CspInvariant *inv, uint32_t position, int32_t value)
{
  const AllDifferent *self = (const AllDifferent *)inv;

  return csp_counters_get(&self->counters, key_of(self, position, value)) == 0;
}

static void
all_different_assign(CspInvariant *inv, uint32_t position, int32_t value)
{
  AllDifferent *self = (AllDifferent *)inv;

  inv->n_assigned++;
  self->n_pairs +=
      csp_counters_add(&self->counters, key_of(self, position, value));
}

static void
all_different_unassign(CspInvariant *inv, uint32_t position, int32_t value)
{
  AllDifferent *self = (AllDifferent *)inv;

  inv->n_assigned--;
  self->n_pairs -=
      csp_counters_remove(&self->counters, key_of(self, position, value)) -
      (int64_t)1;
}

static int64_t
all_different_violation(CspInvariant *inv)
{
  return ((const AllDifferent *)inv)->n_pairs;
}

static int64_t
all_different_change(CspInvariant *inv, uint32_t position, int32_t value)
{
  const AllDifferent *self = (const AllDifferent *)inv;
  int32_t old = csp_invariant_value(inv, position);

  if (value == old)
    return 0;
  return (int64_t)csp_counters_get(&self->counters,
                                   key_of(self, position, value)) -
         csp_counters_get(&self->counters, key_of(self, position, old)) + 1;
}

static void
all_different_add_changes(CspInvariant *inv,
                          uint32_t position,
                          int32_t min,
                          uint32_t n,
                          int64_t *out_changes)
{
  const AllDifferent *self = (const AllDifferent *)inv;
  int32_t old = csp_invariant_value(inv, position);
  int64_t key = key_of(self, position, min);
  int64_t now = csp_counters_get(&self->counters, key_of(self, position, old));

  for (uint32_t i = 0; i < n; i++)
    out_changes[i] += csp_counters_get(&self->counters, key + i) - now + 1;
  if (old >= min && old - (int64_t)min < n)
    out_changes[old - min]--; /* it leaves the key it comes to */
}

static int64_t
all_different_change_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  const AllDifferent *self = (const AllDifferent *)inv;
  int32_t va = csp_invariant_value(inv, a), vb = csp_invariant_value(inv, b);

  if (self->offsets == NULL)
    return csp_line_change_swap(&self->line, a, va, b, vb);
  int64_t old_a = key_of(self, a, va), new_b = key_of(self, b, va);
  if (va == vb || old_a == new_b)
    return 0;
  return csp_counters_change(&self->counters, old_a, key_of(self, b, vb),
                             key_of(self, a, vb), new_b);
}

static void
all_different_move(CspInvariant *inv, uint32_t position, int32_t value)
{
  all_different_unassign(inv, position, csp_invariant_value(inv, position));
  all_different_assign(inv, position, value);
}

static void
all_different_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  int32_t va = csp_invariant_value(inv, a), vb = csp_invariant_value(inv, b);

  all_different_unassign(inv, a, va);
  all_different_unassign(inv, b, vb);
  all_different_assign(inv, a, vb);
  all_different_assign(inv, b, va);
}

static bool
all_different_is_in_conflict(CspInvariant *inv, uint32_t position)
{
  const AllDifferent *self = (const AllDifferent *)inv;
  int32_t value = csp_invariant_value(inv, position);

  return csp_counters_get(&self->counters, key_of(self, position, value)) > 1;
}

static bool
all_different_get_line(CspInvariant *inv, CspInvariantLine *out_line)
{
  const AllDifferent *self = (const AllDifferent *)inv;

  *out_line = self->line;
  return self->offsets == NULL && inv->vars == NULL;
}

const CspInvariantClass csp_all_different_invariant = {
    .name = "all-different",
    .size = sizeof(AllDifferent),
    .init = all_different_init,
    .test = all_different_test,
    .assign = all_different_assign,
    .unassign = all_different_unassign,
    .violation = all_different_violation,
    .change = all_different_change,
    .add_changes = all_different_add_changes,
    .change_swap = all_different_change_swap,
    .move = all_different_move,
    .swap = all_different_swap,
    .is_in_conflict = all_different_is_in_conflict,
    .get_line = all_different_get_line,
};
