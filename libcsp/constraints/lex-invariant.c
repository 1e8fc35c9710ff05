/* SPDX-License-Identifier: MIT */
/* Lexicographic order: the violation is how far x is above y at the first
 * place where they differ, 1 where equal lists are not allowed.
 *
 * All pairs before `first` are complete and equal, though not all such pairs
 * need lie before it: it is moved on when it is asked for, and back when a pair
 * before it changes.  A changed pair before it is the first that differs, and
 * pairs behind the first that differs do not matter, so that hardly more than
 * one pair is looked at. */
#include "config.h"

#include "constraints/invariants.h"

typedef struct {
  CspInvariant base;
  uint32_t n; /* pairs */
  uint32_t first;
  uint8_t *is_assigned; /* by position */
} Lex;

static int64_t
measure_pair(int64_t x, int64_t y)
{
  return MAX(x - y, 0);
}

static int64_t
measure_end(const CspConstraint *con)
{
  return con->relation == CSP_RELATION_LT;
}

int64_t
csp_lex_violation(const CspConstraint *con,
                  const int32_t *values,
                  CspScratch *scratch)
{
  uint32_t n = con->n_vars / 2;

  for (uint32_t i = 0; i < n; i++) {
    int32_t x = values[csp_constraint_var(con, i)];
    int32_t y = values[csp_constraint_var(con, n + i)];
    if (x != y)
      return measure_pair(x, y);
  }
  return measure_end(con);
}

static void
lex_init(CspInvariant *inv, CspArena *arena, const CspInvariantBounds *bounds)
{
  Lex *self = (Lex *)inv;

  self->n = inv->n_vars / 2;
  self->is_assigned = csp_arena_new_array0(arena, uint8_t, inv->n_vars);
}

/* A position and the value it is looked at with. */
typedef struct {
  uint32_t position;
  int32_t value;
} Trial;

enum { NO_POSITION = UINT32_MAX };

static uint32_t
pair_of(const Lex *self, uint32_t position)
{
  return position < self->n ? position : position - self->n;
}

static bool
is_known(const Lex *self, uint32_t position, Trial a)
{
  return self->is_assigned[position] || position == a.position;
}

static int32_t
value_of(const Lex *self, uint32_t position, Trial a, Trial b)
{
  if (position == a.position)
    return a.value;
  if (position == b.position)
    return b.value;
  return csp_invariant_value(&self->base, position);
}

/* What is broken with the values tried; of the pairs before i all are equal. */
static int64_t
measure_from(const Lex *self, uint32_t i, Trial a, Trial b)
{
  for (; i < self->n; i++) {
    if (!is_known(self, i, a) || !is_known(self, self->n + i, a))
      return 0;
    int32_t x = value_of(self, i, a, b);
    int32_t y = value_of(self, self->n + i, a, b);
    if (x != y)
      return measure_pair(x, y);
  }
  return measure_end(self->base.con);
}

static const Trial nothing = {.position = NO_POSITION};

static uint32_t
settle_first(Lex *self)
{
  uint32_t i = self->first;

  while (i < self->n && is_known(self, i, nothing) &&
         is_known(self, self->n + i, nothing) &&
         csp_invariant_value(&self->base, i) ==
             csp_invariant_value(&self->base, self->n + i))
    i++;
  return self->first = i;
}

static int64_t
lex_violation(CspInvariant *inv)
{
  Lex *self = (Lex *)inv;

  return measure_from(self, settle_first(self), nothing, nothing);
}

static bool
lex_test(CspInvariant *inv, uint32_t position, int32_t value)
{
  Lex *self = (Lex *)inv;

  return measure_from(self, settle_first(self), (Trial){position, value},
                      nothing) == 0;
}

static void
lex_assign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned++;
  ((Lex *)inv)->is_assigned[position] = true;
}

/* The pair is about to change. */
static void
lex_move(CspInvariant *inv, uint32_t position, int32_t value)
{
  Lex *self = (Lex *)inv;

  self->first = MIN(self->first, pair_of(self, position));
}

static void
lex_unassign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned--;
  ((Lex *)inv)->is_assigned[position] = false;
  lex_move(inv, position, value);
}

static void
lex_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  lex_move(inv, a, 0);
  lex_move(inv, b, 0);
}

static int64_t
lex_change(CspInvariant *inv, uint32_t position, int32_t value)
{
  Lex *self = (Lex *)inv;
  int64_t now = lex_violation(inv);
  uint32_t from = MIN(self->first, pair_of(self, position));

  return measure_from(self, from, (Trial){position, value}, nothing) - now;
}

static int64_t
lex_change_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  Lex *self = (Lex *)inv;
  int64_t now = lex_violation(inv);
  uint32_t from = MIN(pair_of(self, a), pair_of(self, b));

  return measure_from(self, MIN(self->first, from),
                      (Trial){a, csp_invariant_value(inv, b)},
                      (Trial){b, csp_invariant_value(inv, a)}) -
         now;
}

/* Also a pair before the first that differs can set the lists right. */
static bool
lex_is_in_conflict(CspInvariant *inv, uint32_t position)
{
  Lex *self = (Lex *)inv;

  return lex_violation(inv) > 0 && pair_of(self, position) <= self->first;
}

const CspInvariantClass csp_lex_invariant = {
    .name = "lex",
    .size = sizeof(Lex),
    .init = lex_init,
    .test = lex_test,
    .assign = lex_assign,
    .unassign = lex_unassign,
    .violation = lex_violation,
    .change = lex_change,
    .change_swap = lex_change_swap,
    .move = lex_move,
    .swap = lex_swap,
    .is_in_conflict = lex_is_in_conflict,
};
