/* SPDX-License-Identifier: MIT */
/* FlatZinc's comparisons and weighted sums, plain, reified and half-reified.
 *
 * Fixed variables go to the right side.  What is left is a truth value, one
 * variable against a number, two variables, or a sum.  A half-reified one has
 * its truth in a variable of its own, which the premise implies. */
#include "config.h"

#include "io/flatzinc-private.h"

void
csp_fzn_sum_init(CspFznSum *sum, int64_t rhs)
{
  *sum = (CspFznSum){
      .coeffs = g_array_new(FALSE, FALSE, sizeof(gint)),
      .roots = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
      .rhs = rhs,
  };
}

void
csp_fzn_sum_clear(CspFznSum *sum)
{
  g_clear_pointer(&sum->coeffs, g_array_unref);
  g_clear_pointer(&sum->roots, g_array_unref);
}

void
csp_fzn_sum_add(CspFlatzinc *self, CspFznSum *sum, int64_t coeff, uint32_t root)
{
  int64_t product;
  gint narrow = (gint)coeff;

  if (csp_fzn_is_fixed(self, root)) {
    if (__builtin_mul_overflow(coeff, csp_fzn_var(self, root)->min, &product) ||
        __builtin_sub_overflow(sum->rhs, product, &sum->rhs))
      sum->is_too_large = true;
  } else if (coeff != 0) {
    g_array_append_val(sum->coeffs, narrow);
    g_array_append_val(sum->roots, root);
  }
}

static gint
coeff_at(const CspFznSum *sum, guint i)
{
  return g_array_index(sum->coeffs, gint, i);
}

static CspVar
var_at(CspFlatzinc *self, const CspFznSum *sum, guint i)
{
  return csp_fzn_model_var(self, g_array_index(sum->roots, uint32_t, i));
}

static bool
holds(int64_t a, CspRelation relation, int64_t b)
{
  return csp_relation_holds(relation, a, b);
}

static int64_t
floor_div(int64_t a, int64_t b)
{
  return a / b - (a % b < 0);
}

bool
csp_fzn_post_value(CspFlatzinc *self,
                   const CspFznConstraint *con,
                   uint32_t root,
                   int64_t value)
{
  const CspFznVar *var = csp_fzn_var(self, root);
  GError *error = NULL;

  if (csp_fzn_is_fixed(self, root))
    return var->min == value || csp_fzn_post_false(self, con);
  if (value < var->min || value > var->max)
    return csp_fzn_post_false(self, con);
  return csp_fzn_posted(
      self, con,
      csp_model_post_relation_const(self->model, csp_fzn_model_var(self, root),
                                    CSP_RELATION_EQ, (gint)value, &error),
      error);
}

/* x relation value, a value of any size */
static bool
post_const(CspFlatzinc *self,
           const CspFznConstraint *con,
           CspVar x,
           CspRelation relation,
           int64_t value)
{
  GError *error = NULL;

  if (value < CSP_VALUE_MIN || value > CSP_VALUE_MAX)
    return holds(0, relation, value) || csp_fzn_post_false(self, con);
  return csp_fzn_posted(self, con,
                        csp_model_post_relation_const(self->model, x, relation,
                                                      (gint)value, &error),
                        error);
}

static CspRelation
mirrored(CspRelation relation)
{
  static const CspRelation mirror[] = {CSP_RELATION_EQ, CSP_RELATION_NE,
                                       CSP_RELATION_GT, CSP_RELATION_GE,
                                       CSP_RELATION_LT, CSP_RELATION_LE};
  return mirror[relation];
}

static CspRelation
negated(CspRelation relation)
{
  static const CspRelation negation[] = {CSP_RELATION_NE, CSP_RELATION_EQ,
                                         CSP_RELATION_GE, CSP_RELATION_GT,
                                         CSP_RELATION_LE, CSP_RELATION_LT};
  return negation[relation];
}

/* coeff * x relation rhs */
static bool
post_scaled(CspFlatzinc *self,
            const CspFznConstraint *con,
            int64_t coeff,
            CspVar x,
            CspRelation relation,
            int64_t rhs)
{
  if (coeff < 0) {
    coeff = -coeff;
    rhs = -rhs;
    relation = mirrored(relation);
  }
  switch (relation) {
  case CSP_RELATION_EQ:
  case CSP_RELATION_NE:
    if (rhs % coeff != 0)
      return relation == CSP_RELATION_NE || csp_fzn_post_false(self, con);
    return post_const(self, con, x, relation, rhs / coeff);
  case CSP_RELATION_LE:
    return post_const(self, con, x, relation, floor_div(rhs, coeff));
  case CSP_RELATION_LT:
    return post_const(self, con, x, CSP_RELATION_LE, floor_div(rhs - 1, coeff));
  case CSP_RELATION_GE:
    return post_const(self, con, x, relation, -floor_div(-rhs, coeff));
  case CSP_RELATION_GT:
    return post_const(self, con, x, CSP_RELATION_GE,
                      -floor_div(-rhs - 1, coeff));
  }
  return false;
}

/* x - y relation rhs */
static bool
post_difference(CspFlatzinc *self,
                const CspFznConstraint *con,
                const CspFznSum *sum,
                CspRelation relation)
{
  guint first = coeff_at(sum, 0) == 1 ? 0 : 1;
  GError *error = NULL;

  return csp_fzn_posted(
      self, con,
      csp_model_post_relation(self->model, var_at(self, sum, first), relation,
                              var_at(self, sum, 1 - first), (gint)sum->rhs,
                              &error),
      error);
}

static bool
is_difference(const CspFznSum *sum)
{
  return sum->roots->len == 2 &&
         coeff_at(sum, 0) * (int64_t)coeff_at(sum, 1) == -1 &&
         sum->rhs >= CSP_VALUE_MIN && sum->rhs <= CSP_VALUE_MAX &&
         g_array_index(sum->roots, uint32_t, 0) !=
             g_array_index(sum->roots, uint32_t, 1);
}

static CspVar *
dup_vars(CspFlatzinc *self, const CspFznSum *sum)
{
  CspVar *vars = g_new(CspVar, sum->roots->len);

  for (guint i = 0; i < sum->roots->len; i++)
    vars[i] = var_at(self, sum, i);
  return vars;
}

static bool
post_plain(CspFlatzinc *self,
           const CspFznConstraint *con,
           const CspFznSum *sum,
           CspRelation relation)
{
  guint n = sum->roots->len;
  GError *error = NULL;

  if (n == 0)
    return holds(0, relation, sum->rhs) || csp_fzn_post_false(self, con);
  if (n == 1)
    return post_scaled(self, con, coeff_at(sum, 0), var_at(self, sum, 0),
                       relation, sum->rhs);
  if (is_difference(sum))
    return post_difference(self, con, sum, relation);
  g_autofree CspVar *vars = dup_vars(self, sum);
  return csp_fzn_posted(
      self, con,
      csp_model_post_linear(self->model,
                            (const gint *)(void *)sum->coeffs->data, n, vars, n,
                            relation, sum->rhs, &error),
      error);
}

bool
csp_fzn_post_sum(CspFlatzinc *self,
                 const CspFznConstraint *con,
                 const CspFznSum *sum,
                 CspRelation relation,
                 uint32_t truth)
{
  guint n = sum->roots->len;
  GError *error = NULL;

  if (sum->is_too_large || sum->rhs == INT64_MIN)
    return csp_fzn_fail(self, self->text + con->place,
                        "the sum leaves the supported range");
  if (truth == CSP_FZN_NONE)
    return post_plain(self, con, sum, relation);
  if (csp_fzn_is_fixed(self, truth))
    return post_plain(self, con, sum,
                      csp_fzn_var(self, truth)->min != 0 ? relation
                                                         : negated(relation));
  if (n == 0)
    return csp_fzn_post_value(self, con, truth, holds(0, relation, sum->rhs));
  g_autofree CspVar *vars = dup_vars(self, sum);
  return csp_fzn_posted(
      self, con,
      csp_model_post_reified_linear(
          self->model, (const gint *)(void *)sum->coeffs->data, n, vars, n,
          relation, sum->rhs, csp_fzn_model_var(self, truth), &error),
      error);
}

bool
csp_fzn_post_implication(CspFlatzinc *self,
                         const CspFznConstraint *con,
                         uint32_t premise,
                         CspVar helper)
{
  GError *error = NULL;
  CspVar var = csp_fzn_model_var(self, premise);

  return helper != CSP_NONE && var != CSP_NONE &&
         csp_fzn_posted(
             self, con,
             csp_model_post_clause(self->model, &helper, 1, &var, 1, &error),
             error);
}

/* if premise then sum relation rhs */
static bool
post_implied(CspFlatzinc *self,
             const CspFznConstraint *con,
             const CspFznSum *sum,
             CspRelation relation,
             uint32_t premise)
{
  if (csp_fzn_is_fixed(self, premise))
    return csp_fzn_var(self, premise)->min == 0 ||
           csp_fzn_post_sum(self, con, sum, relation, CSP_FZN_NONE);
  guint n = sum->roots->len;
  GError *error = NULL;
  if (n == 0)
    return holds(0, relation, sum->rhs) ||
           csp_fzn_post_value(self, con, premise, 0);
  if (sum->is_too_large)
    return csp_fzn_fail(self, self->text + con->place,
                        "the sum leaves the supported range");
  g_autofree CspVar *vars = dup_vars(self, sum);
  return csp_fzn_posted(
      self, con,
      csp_model_post_implied_linear(
          self->model, (const gint *)(void *)sum->coeffs->data, n, vars, n,
          relation, sum->rhs, csp_fzn_model_var(self, premise), &error),
      error);
}

/* Rows ---------------------------------------------------------------------- */

typedef enum { PLAIN, REIFIED, IMPLIED } Form;

static bool
post_in_form(CspFlatzinc *self,
             const CspFznConstraint *con,
             CspFznSum *sum,
             CspRelation relation,
             Form form,
             uint32_t k)
{
  uint32_t truth = form == PLAIN
                       ? CSP_FZN_NONE
                       : csp_fzn_arg_root(self, csp_fzn_arg(self, con, k));
  bool is_posted = form == IMPLIED
                       ? post_implied(self, con, sum, relation, truth)
                       : csp_fzn_post_sum(self, con, sum, relation, truth);

  csp_fzn_sum_clear(sum);
  return is_posted;
}

static bool
relation(CspFlatzinc *self,
         const CspFznConstraint *con,
         CspRelation relation,
         Form form)
{
  CspFznSum sum;

  csp_fzn_sum_init(&sum, 0);
  csp_fzn_sum_add(self, &sum, 1,
                  csp_fzn_arg_root(self, csp_fzn_arg(self, con, 0)));
  csp_fzn_sum_add(self, &sum, -1,
                  csp_fzn_arg_root(self, csp_fzn_arg(self, con, 1)));
  return post_in_form(self, con, &sum, relation, form, 2);
}

bool
csp_fzn_post_relation(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  return relation(self, con, (CspRelation)op, PLAIN);
}

bool
csp_fzn_post_reified_relation(CspFlatzinc *self,
                              const CspFznConstraint *con,
                              int op)
{
  return relation(self, con, (CspRelation)op, REIFIED);
}

bool
csp_fzn_post_implied_relation(CspFlatzinc *self,
                              const CspFznConstraint *con,
                              int op)
{
  return relation(self, con, (CspRelation)op, IMPLIED);
}

/* The right side may be a variable: one more term. */
static bool
linear(CspFlatzinc *self,
       const CspFznConstraint *con,
       CspRelation relation,
       Form form)
{
  const CspFznArray coeffs = *csp_fzn_array(self, con, 0);
  const CspFznArray vars = *csp_fzn_array(self, con, 1);
  CspFznSum sum;

  if (coeffs.n != vars.n)
    return csp_fzn_fail(self, self->text + con->place,
                        "%u factors for %u variables", coeffs.n, vars.n);
  csp_fzn_sum_init(&sum, 0);
  for (uint32_t i = 0; i < vars.n; i++) {
    int32_t coeff = (int32_t)csp_fzn_elements(self, &coeffs)[i];
    csp_fzn_sum_add(self, &sum, coeff, csp_fzn_element_root(self, &vars, i));
  }
  csp_fzn_sum_add(self, &sum, -1,
                  csp_fzn_arg_root(self, csp_fzn_arg(self, con, 2)));
  return post_in_form(self, con, &sum, relation, form, 3);
}

bool
csp_fzn_post_linear(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  return linear(self, con, (CspRelation)op, PLAIN);
}

bool
csp_fzn_post_reified_linear(CspFlatzinc *self,
                            const CspFznConstraint *con,
                            int op)
{
  return linear(self, con, (CspRelation)op, REIFIED);
}

bool
csp_fzn_post_implied_linear(CspFlatzinc *self,
                            const CspFznConstraint *con,
                            int op)
{
  return linear(self, con, (CspRelation)op, IMPLIED);
}

/* x + sign * y = z */
bool
csp_fzn_post_plus(CspFlatzinc *self, const CspFznConstraint *con, int sign)
{
  const int coeffs[] = {1, sign, -1};
  CspFznSum sum;

  csp_fzn_sum_init(&sum, 0);
  for (uint32_t k = 0; k < 3; k++)
    csp_fzn_sum_add(self, &sum, coeffs[k],
                    csp_fzn_arg_root(self, csp_fzn_arg(self, con, k)));
  return post_in_form(self, con, &sum, CSP_RELATION_EQ, PLAIN, 0);
}
