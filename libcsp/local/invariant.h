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
 * value there after assign(), move() and swap() have been called.  Violation is
 * 0 exactly when a complete assignment satisfies the constraint; over a partial
 * one it counts what is already broken. */
#pragma once

#include "base/arena.h"
#include "base/scratch.h"
#include "model/constraint.h"

typedef struct _CspInvariant CspInvariant;

typedef struct {
  const char *name;
  /* Bytes of the struct, which begins with CspInvariant. */
  size_t size;
  /* Makes counters (arena); bounds[2*i], bounds[2*i + 1] bound position i. */
  void (*init)(CspInvariant *inv, CspArena *arena, const int32_t *bounds);
  /* May position take value beside the values assigned?  O(1) where the
   * constraint allows. */
  bool (*test)(const CspInvariant *inv, uint32_t position, int32_t value);
  void (*assign)(CspInvariant *inv, uint32_t position, int32_t value);
  void (*unassign)(CspInvariant *inv, uint32_t position, int32_t value);
  /* Complete assignments. */
  int64_t (*violation)(const CspInvariant *inv);
  int64_t (*change)(const CspInvariant *inv, uint32_t position, int32_t value);
  int64_t (*change_swap)(const CspInvariant *inv, uint32_t a, uint32_t b);
  void (*move)(CspInvariant *inv, uint32_t position, int32_t value);
  void (*swap)(CspInvariant *inv, uint32_t a, uint32_t b);
  /* Is the variable at this position part of the violation? */
  bool (*is_in_conflict)(const CspInvariant *inv, uint32_t position);
} CspInvariantClass;

struct _CspInvariant {
  const CspInvariantClass *klass;
  const CspConstraint *con;
  const int32_t *values; /* of the model's variables */
  CspScratch *scratch;   /* the owner's */
  uint32_t n_assigned;
};
