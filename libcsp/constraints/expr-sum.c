/* SPDX-License-Identifier: MIT */
/* Comparisons of weighted sums with 0, posted in their simplest form.
 *
 * sum < 0 is sum <= -1, and >= is <= of the sum negated, so that = != <= are
 * left.  Terms are sorted, like ones added, and all divided by what divides
 * all coefficients.  What is left then is nothing, one variable and a constant,
 * two variables with opposite coefficients 1 and -1, or a sum; each goes to the
 * family or the reified propagator made for it.  Records have coefficients of
 * 32 bits; a sum with a larger one takes the reified propagator, whose literal
 * is true from the start. */
#include "config.h"

#include <stdlib.h>

#include "constraints/expr-sum.h"

void
csp_sum_reset(CspSum *sum)
{
  sum->n_terms = 0;
  sum->constant = 0;
}

void
csp_sum_clear(CspSum *sum)
{
  g_clear_pointer(&sum->terms, g_free);
  sum->capacity = 0;
  csp_sum_reset(sum);
}

void
csp_sum_add(CspSum *sum, CspVar var, int64_t coeff)
{
  if (sum->n_terms == sum->capacity) {
    sum->capacity = sum->capacity == 0 ? 8 : 2 * sum->capacity;
    sum->terms = g_renew(CspTerm, sum->terms, sum->capacity);
  }
  sum->terms[sum->n_terms++] = (CspTerm){var, coeff};
}

static int
compare_terms(const void *a, const void *b)
{
  CspVar x = ((const CspTerm *)a)->var, y = ((const CspTerm *)b)->var;

  return (x > y) - (x < y);
}

void
csp_sum_normalize(CspSum *sum)
{
  size_t n = 0;

  if (sum->n_terms > 1)
    qsort(sum->terms, sum->n_terms, sizeof *sum->terms, compare_terms);
  for (size_t i = 0; i < sum->n_terms; i++) {
    CspTerm term = sum->terms[i];
    if (n > 0 && sum->terms[n - 1].var == term.var)
      sum->terms[n - 1].coeff += term.coeff;
    else
      sum->terms[n++] = term;
    if (sum->terms[n - 1].coeff == 0)
      n--;
  }
  sum->n_terms = n;
}

static void
negate(CspSum *sum)
{
  for (size_t i = 0; i < sum->n_terms; i++)
    sum->terms[i].coeff = -sum->terms[i].coeff;
  sum->constant = -sum->constant;
}

static int64_t
common_divisor(const CspSum *sum)
{
  int64_t divisor = 0;

  for (size_t i = 0; i < sum->n_terms && divisor != 1; i++)
    for (int64_t a = ABS(sum->terms[i].coeff); a != 0;) {
      int64_t rest = divisor % a;
      divisor = a;
      a = rest;
    }
  return divisor;
}

/* True: what is left is terms relation *out_c, the relation =, != or <=.
 * False: it holds, or fails, whatever the values, as *out_c says. */
static bool
simplify(CspSum *sum, CspRelation *relation, int64_t *out_c)
{
  if (*relation == CSP_RELATION_GE || *relation == CSP_RELATION_GT) {
    negate(sum);
    *relation =
        *relation == CSP_RELATION_GE ? CSP_RELATION_LE : CSP_RELATION_LT;
  }
  if (*relation == CSP_RELATION_LT) {
    sum->constant++;
    *relation = CSP_RELATION_LE;
  }
  csp_sum_normalize(sum);

  int64_t c = -sum->constant;
  if (sum->n_terms == 0) {
    *out_c = csp_relation_holds(*relation, 0, c);
    return false;
  }
  int64_t divisor = common_divisor(sum);
  if (*relation != CSP_RELATION_LE && c % divisor != 0) {
    *out_c = *relation == CSP_RELATION_NE;
    return false;
  }
  for (size_t i = 0; i < sum->n_terms; i++)
    sum->terms[i].coeff /= divisor;
  *out_c = csp_floor_div(c, divisor);
  return true;
}

static bool
is_difference(const CspSum *sum)
{
  return sum->n_terms == 2 && ABS(sum->terms[0].coeff) == 1 &&
         sum->terms[0].coeff == -sum->terms[1].coeff;
}

/* What the negated literal has to do with the negated comparison. */
static CspReifiedUse
negated_use(CspReifiedUse use)
{
  if (use == CSP_IF_AND_ONLY_IF)
    return use;
  return use == CSP_IF_TRUE ? CSP_IF_FALSE : CSP_IF_TRUE;
}

/* lit if and only if terms relation c, simplified; or as it is used. */
static void
post_reified(CspSum *sum,
             CspStore *store,
             CspRelation relation,
             int64_t c,
             CspLit lit,
             CspReifiedUse use)
{
  uint32_t n = (uint32_t)sum->n_terms;
  CspReifiedOp op =
      relation == CSP_RELATION_LE ? CSP_REIFIED_LE : CSP_REIFIED_EQ;
  bool is_first_negative = sum->terms[0].coeff < 0;

  if (relation == CSP_RELATION_NE) {
    lit = csp_lit_not(lit);
    use = negated_use(use);
  }
  if (n == 1) {
    CspVar x = sum->terms[0].var;
    if (!is_first_negative)
      csp_post_reified_const(store, lit, use, x, op, c);
    else if (op == CSP_REIFIED_EQ)
      csp_post_reified_const(store, lit, use, x, op, -c);
    else /* -x <= c: not x <= -c - 1 */
      csp_post_reified_const(store, csp_lit_not(lit), negated_use(use), x, op,
                             -c - 1);
    return;
  }
  if (is_difference(sum)) {
    csp_post_reified_relation(store, lit, use,
                              sum->terms[is_first_negative].var, op,
                              sum->terms[!is_first_negative].var, c);
    return;
  }
  CspVar *vars = csp_arena_new_array(store->arena, CspVar, n);
  int64_t *coeffs = csp_arena_new_array(store->arena, int64_t, n);
  for (uint32_t i = 0; i < n; i++) {
    vars[i] = sum->terms[i].var;
    coeffs[i] = sum->terms[i].coeff;
  }
  csp_post_reified_linear(store, lit, use, coeffs, vars, n, op, c);
}

static bool
fits_record(const CspSum *sum)
{
  for (size_t i = 0; i < sum->n_terms; i++)
    if (ABS(sum->terms[i].coeff) > INT32_MAX)
      return false;
  return true;
}

/* Posts a record, which lives as long as the store. */
static void
post_record(CspSum *sum,
            CspPoster *poster,
            const CspFamily *family,
            CspConstraint record,
            CspStrength strength)
{
  CspArena *arena = poster->store->arena;
  uint32_t n = (uint32_t)sum->n_terms;
  CspVar *vars = csp_arena_new_array(arena, CspVar, n);

  for (uint32_t i = 0; i < n; i++)
    vars[i] = sum->terms[i].var;
  if (family == &csp_family_linear) {
    int32_t *coeffs = csp_arena_new_array(arena, int32_t, n);
    for (uint32_t i = 0; i < n; i++)
      coeffs[i] = (int32_t)sum->terms[i].coeff;
    record.ints = coeffs;
    record.n_ints = n;
  } else if (sum->terms[0].coeff < 0 && n == 2) {
    vars[0] = sum->terms[1].var;
    vars[1] = sum->terms[0].var;
  } else if (sum->terms[0].coeff < 0) {
    record.constant = -record.constant;
    if (record.relation == CSP_RELATION_LE)
      record.relation = CSP_RELATION_GE;
  }
  record.vars = vars;
  record.n_vars = n;
  record.strength = strength;
  family->post(poster, csp_arena_dup(arena, &record, sizeof record), strength);
}

void
csp_sum_require(CspSum *sum,
                CspPoster *poster,
                CspRelation relation,
                CspStrength strength)
{
  int64_t c;

  if (!simplify(sum, &relation, &c)) {
    if (!c)
      csp_post_clause(poster->store, NULL, 0);
    return;
  }
  if (!fits_record(sum)) {
    CspVar holds = csp_store_add_var(poster->store, 1, 1);
    post_reified(sum, poster->store, relation, c, csp_lit(holds, false),
                 CSP_IF_AND_ONLY_IF);
    return;
  }
  CspConstraint record = {.relation = relation, .constant = c};
  if (sum->n_terms == 1) {
    record.kind = CSP_CON_RELATION_CONST;
    post_record(sum, poster, &csp_family_relation_const, record, strength);
  } else if (is_difference(sum)) {
    record.kind = CSP_CON_RELATION;
    post_record(sum, poster, &csp_family_relation, record, strength);
  } else {
    record.kind = CSP_CON_LINEAR;
    post_record(sum, poster, &csp_family_linear, record, strength);
  }
}

void
csp_sum_reify(CspSum *sum,
              CspStore *store,
              CspRelation relation,
              CspLit lit,
              CspReifiedUse use)
{
  int64_t c;

  if (simplify(sum, &relation, &c)) {
    post_reified(sum, store, relation, c, lit, use);
  } else if (use == CSP_IF_AND_ONLY_IF || !c) {
    CspLit unit = c ? lit : csp_lit_not(lit);
    csp_post_clause(store, &unit, 1);
  }
}
