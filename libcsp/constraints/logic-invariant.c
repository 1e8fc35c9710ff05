/* SPDX-License-Identifier: MIT */
/* Records that tell whether something is so: their last variable, the truth, is
 * 1 or 0 as a function of the others.  Where it is no function, violation is how
 * far the truth is from right, by changing either side. */
#include "config.h"

#include "constraints/invariants.h"

static uint32_t
list_truth(const CspConstraint *con, uint32_t *out_positions)
{
  out_positions[0] = con->n_vars - 1;
  return 1;
}

static bool
bound_truth(const CspDefinition *def,
            const CspInvariantBounds *bounds,
            int64_t *out_min,
            int64_t *out_max,
            bool *out_is_total)
{
  *out_min = 0;
  *out_max = 1;
  *out_is_total = true;
  return true;
}

/* Conjunctions ------------------------------------------------------------ */

static int64_t
conjunction_value(const CspDefinition *def)
{
  const CspConstraint *con = def->con;
  bool are_all_true = true;

  for (uint32_t p = 0; p + 1 < def->n_vars && are_all_true; p++)
    are_all_true = (csp_definition_value(def, p) != 0) == (p < con->constant);
  return are_all_true == (con->relation == CSP_RELATION_EQ);
}

const CspDefinitionClass csp_conjunction_definition = {
    .name = "conjunction",
    .list_results = list_truth,
    .bound = bound_truth,
    .value = conjunction_value,
};

/* Sums -------------------------------------------------------------------- */

static int64_t
sum_of(const CspConstraint *con, const int32_t *values)
{
  int64_t sum = 0;

  for (uint32_t p = 0; p + 1 < con->n_vars; p++)
    sum += con->ints[p] * (int64_t)values[csp_constraint_var(con, p)];
  return sum;
}

/* Apart by as much as the comparison must change to agree with its truth, which
 * is never hard for one that may not hold: then 1. */
int64_t
csp_reified_linear_violation(const CspConstraint *con,
                             const int32_t *values,
                             CspScratch *scratch)
{
  int64_t sum = sum_of(con, values);
  bool truth = values[csp_constraint_var(con, con->n_vars - 1)] != 0;
  int64_t distance =
      csp_relation_violation((CspRelation)con->relation, sum, con->constant);

  return truth ? distance : distance == 0;
}

/* As far as the sum must change; a false premise asks for nothing. */
int64_t
csp_implied_linear_violation(const CspConstraint *con,
                             const int32_t *values,
                             CspScratch *scratch)
{
  if (values[csp_constraint_var(con, con->n_vars - 1)] == 0)
    return 0;
  return csp_relation_violation((CspRelation)con->relation, sum_of(con, values),
                                con->constant);
}

static int64_t
reified_linear_value(const CspDefinition *def)
{
  const CspConstraint *con = def->con;

  return csp_relation_holds((CspRelation)con->relation,
                            sum_of(con, def->values), con->constant);
}

const CspDefinitionClass csp_reified_linear_definition = {
    .name = "reified-linear",
    .list_results = list_truth,
    .bound = bound_truth,
    .value = reified_linear_value,
};

/* Members ----------------------------------------------------------------- */

static bool
is_member(const CspConstraint *con, int32_t x)
{
  bool is_inside = false;

  for (size_t i = 0; i < con->n_ints && !is_inside; i += 2)
    is_inside = con->ints[i] <= x && x <= con->ints[i + 1];
  return is_inside;
}

static int64_t
member_value(const CspDefinition *def)
{
  return is_member(def->con, csp_definition_value(def, 0));
}

const CspDefinitionClass csp_member_definition = {
    .name = "member",
    .list_results = list_truth,
    .bound = bound_truth,
    .value = member_value,
};
