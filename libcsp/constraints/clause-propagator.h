/* SPDX-License-Identifier: MIT */
/* Many clauses as one propagator. */
#pragma once

#include "constraints/literal.h"

/* Clauses that are being gathered. */
typedef struct {
  GArray *lits;    /* CspLit, of all clauses */
  GArray *clauses; /* where each begins, and its record */
} CspClauses;

void csp_clauses_init(CspClauses *self);
void csp_clauses_clear(CspClauses *self);
/* Adds a literal to the clause that is being made. */
void csp_clauses_add(CspClauses *self, CspLit lit);
/* The clause is whole; record it came from. */
void csp_clauses_end(CspClauses *self, uint32_t constraint);
/* Posts them, and forgets them; false: the store has failed. */
bool csp_clauses_post(CspClauses *self, CspStore *store);
