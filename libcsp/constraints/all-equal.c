/* SPDX-License-Identifier: MIT */
/* All equal: an equation of each variable with the first.  Equations that form a
 * tree make domains consistent together, and from any variable the first is one
 * step away. */
#include "config.h"

#include "constraints/invariants.h"
#include "constraints/value-table.h"

/* How many do not have the most frequent value. */
static int64_t
all_equal_violation(const CspConstraint *con,
                    const int32_t *values,
                    CspScratch *scratch)
{
  CspValueTable table = csp_value_table(scratch, con->n_vars);
  int32_t most = 0;

  for (uint32_t i = 0; i < con->n_vars; i++) {
    int32_t n = csp_value_table_add(&table, values[csp_constraint_var(con, i)]);
    most = MAX(most, n);
  }
  return (int64_t)con->n_vars - most;
}

static bool
all_equal_holds(const CspConstraint *con,
                const int32_t *values,
                CspScratch *scratch)
{
  for (uint32_t i = 1; i < con->n_vars; i++)
    if (values[csp_constraint_var(con, i)] !=
        values[csp_constraint_var(con, 0)])
      return false;
  return true;
}

static bool
all_equal_post(CspPoster *poster,
               const CspConstraint *con,
               CspStrength strength)
{
  for (uint32_t i = 1; i < con->n_vars; i++) {
    CspVar vars[] = {csp_constraint_var(con, 0), csp_constraint_var(con, i)};
    CspConstraint equal = {.kind = CSP_CON_RELATION,
                           .relation = CSP_RELATION_EQ,
                           .vars = vars,
                           .n_vars = 2};
    if (!csp_family_relation.post(poster, &equal, strength))
      return false;
  }
  return true;
}

const CspFamily csp_family_all_equal = {
    .name = "all-equal",
    .blurb = "all have one value",
    .holds = all_equal_holds,
    .post = all_equal_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = all_equal_violation,
};
