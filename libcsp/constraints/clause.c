/* SPDX-License-Identifier: MIT */
/* Clauses, and conjunctions with an outcome.
 *
 * A conjunction is n clauses of two literals, from the outcome to each of its
 * literals, and one from all of them to the outcome; propagating these makes
 * its domains consistent, for its outcome decides between "all" and "one is
 * not", of which each clause is an end.  compile gathers the clauses of all
 * records into one propagator; posting a record alone makes one of its own. */
#include "config.h"

#include "constraints/clause.h"
#include "constraints/invariants.h"

/* The k-th literal of a record: the first `constant` are positive. */
static CspLit
literal(const CspConstraint *con, uint32_t k)
{
  return csp_lit(csp_constraint_var(con, k), k >= con->constant);
}

static bool
is_true(const CspConstraint *con, const int32_t *values, uint32_t k)
{
  return (values[csp_constraint_var(con, k)] != 0) == (k < con->constant);
}

/* That the conjunction holds. */
static CspLit
outcome(const CspConstraint *con)
{
  return csp_lit(csp_constraint_var(con, con->n_vars - 1),
                 con->relation == CSP_RELATION_NE);
}

void
csp_clauses_add_record(CspClauses *self,
                       const CspConstraint *con,
                       uint32_t number)
{
  uint32_t n = con->n_vars - 1;

  if (con->kind == CSP_CON_CLAUSE) {
    for (uint32_t k = 0; k < con->n_vars; k++)
      csp_clauses_add(self, literal(con, k));
    csp_clauses_end(self, number);
    return;
  }
  for (uint32_t k = 0; k < n; k++) {
    csp_clauses_add(self, csp_lit_not(outcome(con)));
    csp_clauses_add(self, literal(con, k));
    csp_clauses_end(self, number);
  }
  for (uint32_t k = 0; k < n; k++)
    csp_clauses_add(self, csp_lit_not(literal(con, k)));
  csp_clauses_add(self, outcome(con));
  csp_clauses_end(self, number);
}

static bool
clause_holds(const CspConstraint *con,
             const int32_t *values,
             CspScratch *scratch)
{
  for (uint32_t k = 0; k < con->n_vars; k++)
    if (is_true(con, values, k))
      return true;
  return false;
}

static bool
conjunction_holds(const CspConstraint *con,
                  const int32_t *values,
                  CspScratch *scratch)
{
  int32_t result = values[csp_constraint_var(con, con->n_vars - 1)];
  bool are_all_true = true;

  for (uint32_t k = 0; k + 1 < con->n_vars; k++)
    are_all_true &= is_true(con, values, k);
  return (result != 0) == (are_all_true == (con->relation == CSP_RELATION_EQ));
}

static bool
clauses_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspClauses clauses;

  csp_clauses_init(&clauses);
  csp_clauses_add_record(&clauses, con, poster->store->current_constraint);
  bool is_posted = csp_clauses_post(&clauses, poster->store);
  csp_clauses_clear(&clauses);
  return is_posted;
}

const CspFamily csp_family_clause = {
    .name = "clause",
    .blurb = "one of the literals is true",
    .holds = clause_holds,
    .post = clauses_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
};

const CspFamily csp_family_conjunction = {
    .name = "conjunction",
    .blurb = "whether all literals are true",
    .holds = conjunction_holds,
    .post = clauses_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .definition = &csp_conjunction_definition,
};
