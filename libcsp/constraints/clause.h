/* SPDX-License-Identifier: MIT */
/* Records that are clauses. */
#pragma once

#include "constraints/clause-propagator.h"
#include "constraints/family.h"

static inline bool
csp_constraint_is_clauses(const CspConstraint *con)
{
  return con->kind == CSP_CON_CLAUSE || con->kind == CSP_CON_CONJUNCTION;
}

/* Adds the clauses that record `number` is. */
void csp_clauses_add_record(CspClauses *self,
                            const CspConstraint *con,
                            uint32_t number);
