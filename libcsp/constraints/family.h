/* SPDX-License-Identifier: MIT */
/* A constraint family: all that is known about one kind of record. */
#pragma once

#include "base/scratch.h"
#include "constraints/block-form.h"
#include "engine/store.h"
#include "local/definitions.h"
#include "model/constraint.h"

/* Where propagators are posted to.  Store variables 0 .. n - 1 are the
 * model's; helpers follow. */
typedef struct {
  CspStore *store;
  /* Store variable of each expression node that has one, by handle; CSP_NONE
   * else.  It is what shares common subexpressions between constraints. */
  CspVar *expr_vars;
} CspPoster;

typedef struct {
  const char *name;
  const char *blurb;
  /* Does this complete assignment (a value for each variable of the model)
   * satisfy the record?  From the definition alone; time and scratch linear in
   * the scope. */
  bool (*holds)(const CspConstraint *con,
                const int32_t *values,
                CspScratch *scratch);
  /* Posts propagators of at least this strength (never
   * CSP_STRENGTH_DEFAULT); false: the store has failed. */
  bool (*post)(CspPoster *poster,
               const CspConstraint *con,
               CspStrength strength);
  /* What pays as a rule. */
  CspStrength default_strength;
  /* The invariant for look-back and local search; NULL: by recomputation. */
  const CspInvariantClass *invariant;
  /* How far a complete assignment, whose values may lie outside their domains,
   * is from satisfying the record: 0 when it does.  For recomputation; NULL: 0
   * or 1. */
  int64_t (*violation)(const CspConstraint *con,
                       const int32_t *values,
                       CspScratch *scratch);
  /* The record as a function; NULL: it is none. */
  const CspDefinitionClass *definition;
  /* How the block kernel may take the record, at a strength as for post();
   * NULL: it may not. */
  CspBlockForm (*block)(const CspConstraint *con, CspStrength strength);
} CspFamily;

#define CONSTRAINT(KIND, family, name, blurb)                                  \
  extern const CspFamily csp_family_##family;
#include "model/constraints.def"
#undef CONSTRAINT

extern const CspFamily *const csp_families[CSP_N_CONSTRAINT_KINDS];

static inline const CspFamily *
csp_family_of(const CspConstraint *con)
{
  return csp_families[con->kind];
}
