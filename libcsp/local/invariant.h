/* SPDX-License-Identifier: MIT */
/* Invariants: what a constraint knows about an assignment, kept up to date.
 *
 * One contract serves two users.  Look-back search works on a partial
 * assignment: it asks test() whether a value may join the values placed, then
 * calls assign(), and unassign() on the way back.  Local search assigns
 * everything once and then asks change() and change_swap() what a move would do
 * to the violation, and commits moves by move() and swap().
 *
 * Variables are positions in the scope.  An invariant reads the assignment
 * through `values`, indexed by the model's variables; the owner writes a new
 * value there after assign(), move() and swap() have been called, and leaves
 * the old one until unassign() has been.  Only the default invariant writes
 * there, and puts back what it found before it returns.  Violation is 0 exactly
 * when a complete assignment satisfies the constraint; over a partial one it
 * counts what is already broken.  A move to the value a variable has changes
 * nothing.
 *
 * A scope that holds a variable twice has the default invariant, which is told
 * of a variable's first position only; csp_invariant_set sees to both. */
#pragma once

#include "base/arena.h"
#include "base/scratch.h"
#include "local/counters.h"

#include <libcsp/csp-types.h>

typedef struct _CspInvariant CspInvariant;
typedef struct _CspConstraint CspConstraint;

/* Where the values of a variable lie; get() gives how many variables, this one
 * the first, are known to have the same bounds. */
typedef struct {
  const void *data;
  uint32_t (*get)(const void *data,
                  CspVar var,
                  int32_t *out_min,
                  int32_t *out_max);
} CspInvariantBounds;

/* Counters that are all there is to an invariant: value v of position p counts
 * at the key v + start + step * p, and violation is the number of pairs with
 * equal keys. */
typedef struct {
  CspCounters *counters;
  int64_t start, step;
} CspInvariantLine;

/* Counts may be read in blocks of so many, the last one past the end. */
enum { CSP_COUNTS_BLOCK = 16 };

typedef struct {
  const char *name;
  /* Bytes of the struct, which begins with CspInvariant. */
  size_t size;
  /* Makes counters (arena).  Optional. */
  void (*init)(CspInvariant *inv,
               CspArena *arena,
               const CspInvariantBounds *bounds);
  /* May position, not assigned, take value beside the values assigned?  O(1)
   * where the constraint allows. */
  bool (*test)(CspInvariant *inv, uint32_t position, int32_t value);
  void (*assign)(CspInvariant *inv, uint32_t position, int32_t value);
  void (*unassign)(CspInvariant *inv, uint32_t position, int32_t value);
  int64_t (*violation)(CspInvariant *inv);
  /* Complete assignments: what a move would add to the violation. */
  int64_t (*change)(CspInvariant *inv, uint32_t position, int32_t value);
  int64_t (*change_swap)(CspInvariant *inv, uint32_t a, uint32_t b);
  /* Optional: adds to out_changes[i] the change by a move to min + i, for n
   * values within the bounds.  Without it each is asked for. */
  void (*add_changes)(CspInvariant *inv,
                      uint32_t position,
                      int32_t min,
                      uint32_t n,
                      int64_t *out_changes);
  /* Optional: where the counts of min, min + 1 ... lie, such that a move from
   * one value to another changes the violation by the difference of their
   * counts; NULL: nowhere.  CSP_COUNTS_BLOCK may be read past the last one. */
  const uint16_t *(*peek_counts)(CspInvariant *inv,
                                 uint32_t position,
                                 int32_t min);
  void (*move)(CspInvariant *inv, uint32_t position, int32_t value);
  void (*swap)(CspInvariant *inv, uint32_t a, uint32_t b);
  /* Is the variable at this position part of the violation? */
  bool (*is_in_conflict)(CspInvariant *inv, uint32_t position);
  /* Optional: the positions in conflict with this one, as many as fit; the
   * answer is how many were written.  Without it they are looked for. */
  uint32_t (*list_conflicts)(CspInvariant *inv,
                             uint32_t position,
                             uint32_t *out_positions,
                             uint32_t n_positions);
  /* Optional: the invariant as a line; false: it is none. */
  bool (*get_line)(CspInvariant *inv, CspInvariantLine *out_line);
} CspInvariantClass;

struct _CspInvariant {
  const CspInvariantClass *klass;
  const CspConstraint *con; /* NULL: made of several records */
  int32_t *values;          /* of the model's variables, the owner's */
  CspScratch *scratch;      /* the owner's */
  const CspVar *vars;       /* NULL: first, first + 1 ... */
  CspVar first;
  uint32_t n_vars;
  uint32_t n_assigned;
  int32_t weight; /* of a unit of violation, at least 1; the owner's */
};

static inline CspVar
csp_invariant_var(const CspInvariant *inv, uint32_t position)
{
  return inv->vars != NULL ? inv->vars[position] : inv->first + position;
}

static inline int32_t
csp_invariant_value(const CspInvariant *inv, uint32_t position)
{
  return inv->values[csp_invariant_var(inv, position)];
}

static inline int64_t
csp_line_key(const CspInvariantLine *line, uint32_t position, int32_t value)
{
  return value + line->start + line->step * position;
}

/* The change by a swap of two positions that have these values.  Where a key
 * stays, the step is 0 or the values are equal: nothing changes. */
static inline int64_t
csp_line_change_swap(const CspInvariantLine *line,
                     uint32_t a,
                     int32_t value_a,
                     uint32_t b,
                     int32_t value_b)
{
  int64_t old_a = csp_line_key(line, a, value_a);
  int64_t old_b = csp_line_key(line, b, value_b);
  int64_t new_a = csp_line_key(line, a, value_b);
  int64_t new_b = csp_line_key(line, b, value_a);

  if (old_a == new_a || old_a == new_b)
    return 0;
  return csp_counters_change(line->counters, old_a, old_b, new_a, new_b);
}
