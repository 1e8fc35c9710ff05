/* SPDX-License-Identifier: MIT */
/* The invariants of the families, and of a whole model. */
#pragma once

#include "constraints/family.h"
#include "constraints/ranges.h"
#include "local/invariant-set.h"
#include "model/model.h"

extern const CspInvariantClass csp_all_different_invariant;
extern const CspInvariantClass csp_relation_invariant;
extern const CspInvariantClass csp_relation_const_invariant;
extern const CspInvariantClass csp_linear_invariant;
extern const CspInvariantClass csp_lex_invariant;
extern const CspInvariantClass csp_increasing_invariant;
/* COUNT, COUNT_CONST, AMONG, AMONG_CONST */
extern const CspInvariantClass csp_count_invariant;
/* GLOBAL_CARDINALITY, CARDINALITY_BOUNDS */
extern const CspInvariantClass csp_cardinality_invariant;
/* By recomputation through the family's meaning. */
extern const CspInvariantClass csp_default_invariant;

extern const CspDefinitionClass csp_relation_definition;
extern const CspDefinitionClass csp_linear_definition;
extern const CspDefinitionClass csp_count_definition;
extern const CspDefinitionClass csp_element_definition;
extern const CspDefinitionClass csp_element_var_definition;
extern const CspDefinitionClass csp_expr_definition;
extern const CspDefinitionClass csp_conjunction_definition;
extern const CspDefinitionClass csp_reified_linear_definition;
extern const CspDefinitionClass csp_member_definition;
extern const CspDefinitionClass csp_arithmetic_definition;

/* The families' violation(). */
int64_t csp_linear_violation(const CspConstraint *con,
                             const int32_t *values,
                             CspScratch *scratch);
int64_t csp_element_violation(const CspConstraint *con,
                              const int32_t *values,
                              CspScratch *scratch);
int64_t csp_element_var_violation(const CspConstraint *con,
                                  const int32_t *values,
                                  CspScratch *scratch);
int64_t csp_reified_linear_violation(const CspConstraint *con,
                                     const int32_t *values,
                                     CspScratch *scratch);
int64_t csp_implied_linear_violation(const CspConstraint *con,
                                     const int32_t *values,
                                     CspScratch *scratch);
int64_t csp_arithmetic_violation(const CspConstraint *con,
                                 const int32_t *values,
                                 CspScratch *scratch);
int64_t csp_lex_violation(const CspConstraint *con,
                          const int32_t *values,
                          CspScratch *scratch);
int64_t csp_increasing_violation(const CspConstraint *con,
                                 const int32_t *values,
                                 CspScratch *scratch);

/* COUNT, AMONG: is a variable with this value counted? */
static inline bool
csp_count_counts(const CspConstraint *con, int32_t value)
{
  if (con->kind == CSP_CON_AMONG || con->kind == CSP_CON_AMONG_CONST)
    return csp_ranges_have(con->ints, con->n_ints, value);
  return value == con->ints[0];
}

/* How far apart the sides of `left relation right` are: 0 when it holds. */
static inline int64_t
csp_relation_violation(CspRelation relation, int64_t left, int64_t right)
{
  switch (relation) {
  case CSP_RELATION_EQ:
    return left > right ? left - right : right - left;
  case CSP_RELATION_NE:
    return left == right;
  case CSP_RELATION_LT:
    return MAX(left - right + 1, 0);
  case CSP_RELATION_LE:
    return MAX(left - right, 0);
  case CSP_RELATION_GT:
    return MAX(right - left + 1, 0);
  case CSP_RELATION_GE:
    return MAX(right - left, 0);
  }
  return 0;
}

/* Adds the invariant of a record to the set: the family's own, or the default
 * one where there is none or a variable stands twice in the scope. */
CspInvariant *csp_invariants_add(CspInvariantSet *set,
                                 const CspConstraint *con,
                                 const CspInvariantBounds *bounds);

/* Can the record be told as x != y + c, pair by pair? */
bool csp_invariants_can_split(const CspConstraint *con, CspScratch *scratch);

/* Adds the invariants of all records but those that `is_left_out` marks, and
 * closes the set.  All x != y + c are one graph, together with the pairs of the
 * records that `is_split` marks, which can be split.  Both have a flag a
 * record, or are NULL. */
void csp_invariants_add_all(CspInvariantSet *set,
                            const CspConstraint *cons,
                            size_t n_cons,
                            const bool *is_left_out,
                            const bool *is_split,
                            const CspInvariantBounds *bounds);

/* The declared bounds of a model's variables. */
CspInvariantBounds csp_invariants_bounds(const CspModel *model);
