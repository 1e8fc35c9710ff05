/* SPDX-License-Identifier: MIT */
/* All invariants of a model over one assignment, and which of them a variable
 * takes part in.
 *
 * The longest scopes of consecutive variables are kept as ranges; all others
 * are listed by variable, so that a model of a few constraints over a million
 * variables costs nothing a variable. */
#pragma once

#include "local/invariant.h"

enum { CSP_INVARIANT_RANGES = 8 };

typedef struct {
  CspVar first;
  uint32_t n_vars;
  CspInvariant *inv;
} CspInvariantRange;

typedef struct {
  uint32_t invariant, position;
} CspInvariantLink;

typedef struct {
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
/* After the last one was added. */
void csp_invariant_set_close(CspInvariantSet *set);

/* Partial assignments. */
bool csp_invariant_set_test(const CspInvariantSet *set, CspVar x, int32_t v);
/* How many invariants refuse the value. */
uint32_t csp_invariant_set_count_refusals(const CspInvariantSet *set,
                                          CspVar x,
                                          int32_t v);
void csp_invariant_set_assign(const CspInvariantSet *set, CspVar x, int32_t v);
void csp_invariant_set_unassign(const CspInvariantSet *set, CspVar x);

/* Complete assignments. */
int64_t csp_invariant_set_violation(const CspInvariantSet *set);
int64_t
csp_invariant_set_change(const CspInvariantSet *set, CspVar x, int32_t v);
/* The changes by moves to min + i, for n values. */
void csp_invariant_set_changes(const CspInvariantSet *set,
                               CspVar x,
                               int32_t min,
                               uint32_t n,
                               int64_t *out_changes);
int64_t
csp_invariant_set_change_swap(const CspInvariantSet *set, CspVar x, CspVar y);
void csp_invariant_set_move(const CspInvariantSet *set, CspVar x, int32_t v);
void csp_invariant_set_swap(const CspInvariantSet *set, CspVar x, CspVar y);
bool csp_invariant_set_is_in_conflict(const CspInvariantSet *set, CspVar x);

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
