/* SPDX-License-Identifier: MIT */
/* All invariants of a model over one assignment, and which of them a variable
 * takes part in.
 *
 * The longest scopes of consecutive variables are kept as ranges; all others
 * are listed by variable, so that a model of a few constraints over a million
 * variables costs nothing a variable. */
#pragma once

#include "local/definitions.h"

enum { CSP_INVARIANT_RANGES = 8 };

typedef struct {
  CspVar first;
  uint32_t n_vars;
  CspInvariant *inv;
} CspInvariantRange;

typedef struct {
  uint32_t invariant, position;
} CspInvariantLink;

typedef struct _CspInvariantSet {
  CspArena *arena;
  uint32_t n_vars;
  int32_t *values; /* a value a variable; what stands there before assign()
                      does not matter */
  CspScratch *scratch;
  uint32_t n_invariants, capacity;
  CspInvariant **invariants;
  uint32_t n_ranges;
  CspInvariantRange ranges[CSP_INVARIANT_RANGES];
  uint64_t *starts; /* NULL: no links */
  CspInvariantLink *links;
  CspDefinitions *definitions; /* NULL: all variables are searched */
  bool is_weighted; /* what moves change is weighted; nothing else is */
} CspInvariantSet;

/* Everything comes from the arena; values and scratch are borrowed. */
CspInvariantSet *csp_invariant_set_new(CspArena *arena,
                                       uint32_t n_vars,
                                       int32_t *values,
                                       CspScratch *scratch);
/* A new invariant of the class over the scope, added and not yet initialized:
 * the caller fills in what is the class's own, then calls init. */
CspInvariant *csp_invariant_set_add(CspInvariantSet *set,
                                    const CspInvariantClass *klass,
                                    const CspConstraint *con,
                                    const CspVar *vars,
                                    CspVar first,
                                    uint32_t n_vars);
/* After the last one was added.  Definitions, if any, are then the caller's to
 * set, before the first assignment. */
void csp_invariant_set_close(CspInvariantSet *set);

/* The invariants of a variable itself, whatever depends on it. */
bool
csp_invariant_set_test_alone(const CspInvariantSet *set, CspVar x, int32_t v);
uint32_t csp_invariant_set_count_refusals_alone(const CspInvariantSet *set,
                                                CspVar x,
                                                int32_t v);
void
csp_invariant_set_assign_alone(const CspInvariantSet *set, CspVar x, int32_t v);
void csp_invariant_set_unassign_alone(const CspInvariantSet *set, CspVar x);
int64_t
csp_invariant_set_change_alone(const CspInvariantSet *set, CspVar x, int32_t v);
void csp_invariant_set_changes_alone(const CspInvariantSet *set,
                                     CspVar x,
                                     int32_t min,
                                     uint32_t n,
                                     int64_t *out_changes);
const uint16_t *csp_invariant_set_peek_counts_alone(const CspInvariantSet *set,
                                                    CspVar x,
                                                    int32_t min);
int64_t csp_invariant_set_change_swap_alone(const CspInvariantSet *set,
                                            CspVar x,
                                            CspVar y);
void
csp_invariant_set_move_alone(const CspInvariantSet *set, CspVar x, int32_t v);
void
csp_invariant_set_swap_alone(const CspInvariantSet *set, CspVar x, CspVar y);
bool csp_invariant_set_is_in_conflict_alone(const CspInvariantSet *set,
                                            CspVar x);

/* The same with all that follows through definitions.  Outputs are not to be
 * asked about; assigning and taking away an output does nothing. */

/* Partial assignments. */
static inline bool
csp_invariant_set_test(const CspInvariantSet *set, CspVar x, int32_t v)
{
  return csp_invariant_set_test_alone(set, x, v) &&
         (!csp_definitions_has_input(set->definitions, x) ||
          csp_cascade_count_refusals(set, x, v) == 0);
}

/* How many invariants refuse the value. */
static inline uint32_t
csp_invariant_set_count_refusals(const CspInvariantSet *set,
                                 CspVar x,
                                 int32_t v)
{
  uint32_t n = csp_invariant_set_count_refusals_alone(set, x, v);

  if (csp_definitions_has_input(set->definitions, x))
    n += csp_cascade_count_refusals(set, x, v);
  return n;
}

static inline void
csp_invariant_set_assign(const CspInvariantSet *set, CspVar x, int32_t v)
{
  if (csp_definitions_has_output(set->definitions, x))
    return;
  csp_invariant_set_assign_alone(set, x, v);
  if (csp_definitions_has_input(set->definitions, x))
    csp_cascade_assign(set, x);
}

static inline void
csp_invariant_set_unassign(const CspInvariantSet *set, CspVar x)
{
  if (csp_definitions_has_output(set->definitions, x))
    return;
  if (csp_definitions_has_input(set->definitions, x))
    csp_cascade_unassign(set, x);
  csp_invariant_set_unassign_alone(set, x);
}

/* Complete assignments. */
int64_t csp_invariant_set_violation(const CspInvariantSet *set);

static inline int64_t
csp_invariant_set_change(const CspInvariantSet *set, CspVar x, int32_t v)
{
  if (csp_definitions_has_input(set->definitions, x))
    return csp_cascade_change(set, x, v);
  return csp_invariant_set_change_alone(set, x, v);
}

/* The changes by moves to min + i, for n values. */
static inline void
csp_invariant_set_changes(const CspInvariantSet *set,
                          CspVar x,
                          int32_t min,
                          uint32_t n,
                          int64_t *out_changes)
{
  if (!csp_definitions_has_input(set->definitions, x)) {
    csp_invariant_set_changes_alone(set, x, min, n, out_changes);
    return;
  }
  for (uint32_t i = 0; i < n; i++)
    out_changes[i] = csp_cascade_change(set, x, min + (int32_t)i);
}

/* Counts of min, min + 1 ... as an invariant's peek_counts(), where only one
 * invariant is concerned; else NULL. */
static inline const uint16_t *
csp_invariant_set_peek_counts(const CspInvariantSet *set, CspVar x, int32_t min)
{
  if (csp_definitions_has_input(set->definitions, x))
    return NULL;
  return csp_invariant_set_peek_counts_alone(set, x, min);
}

static inline int64_t
csp_invariant_set_change_swap(const CspInvariantSet *set, CspVar x, CspVar y)
{
  if (csp_definitions_has_input(set->definitions, x) ||
      csp_definitions_has_input(set->definitions, y))
    return csp_cascade_change_swap(set, x, y);
  return csp_invariant_set_change_swap_alone(set, x, y);
}

static inline void
csp_invariant_set_move(const CspInvariantSet *set, CspVar x, int32_t v)
{
  if (csp_definitions_has_input(set->definitions, x))
    csp_cascade_move(set, x, v);
  else
    csp_invariant_set_move_alone(set, x, v);
}

static inline void
csp_invariant_set_swap(const CspInvariantSet *set, CspVar x, CspVar y)
{
  if (csp_definitions_has_input(set->definitions, x) ||
      csp_definitions_has_input(set->definitions, y))
    csp_cascade_swap(set, x, y);
  else
    csp_invariant_set_swap_alone(set, x, y);
}

/* Is it in a violated invariant, or an output that depends on it? */
static inline bool
csp_invariant_set_is_in_conflict(const CspInvariantSet *set, CspVar x)
{
  return csp_invariant_set_is_in_conflict_alone(set, x) ||
         (csp_definitions_has_input(set->definitions, x) &&
          csp_cascade_is_in_conflict(set, x));
}

/* The invariants of a variable, one after the other:
 * for (it = csp_invariant_iter(set, x); csp_invariant_iter_next(&it);) ... */
typedef struct {
  const CspInvariantSet *set;
  CspVar var;
  uint32_t range;
  uint64_t link, end;
  CspInvariant *inv;
  uint32_t position;
} CspInvariantIter;

static inline CspInvariantIter
csp_invariant_iter(const CspInvariantSet *set, CspVar var)
{
  CspInvariantIter it = {.set = set, .var = var};

  if (set->starts != NULL) {
    it.link = set->starts[var];
    it.end = set->starts[var + 1];
  }
  return it;
}

static inline bool
csp_invariant_iter_next(CspInvariantIter *it)
{
  const CspInvariantSet *set = it->set;

  while (it->range < set->n_ranges) {
    const CspInvariantRange *range = &set->ranges[it->range++];
    it->position = it->var - range->first;
    it->inv = range->inv;
    if (it->position < range->n_vars)
      return true;
  }
  if (it->link == it->end)
    return false;
  const CspInvariantLink *link = &set->links[it->link++];
  it->inv = set->invariants[link->invariant];
  it->position = link->position;
  return true;
}
