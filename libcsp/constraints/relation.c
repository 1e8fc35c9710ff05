/* SPDX-License-Identifier: MIT */
/* x op y + c.
 *
 * Three propagators do: x != y + c, x <= y + c, and x = y + c at three
 * strengths; < > >= are <= with another constant or the variables exchanged.
 *
 * <= is the fixpoint after one pass: max(x) is read from max(y) and min(y) from
 * min(x), and neither step moves a bound the other reads.  As every value
 * between bounds then has the support of a bound, this is domain consistency.
 *
 * Explanations mirror a fact: [x <= v] is implied by [y <= v - c], if that was
 * true.  It was not where a bound fell into a hole and moved on; then all that
 * was known of both variables is the reason. */
#include "config.h"

#include "constraints/invariants.h"
#include "constraints/filter.h"

typedef struct {
  CspPropagator base;
  int64_t c;
} Relation;

static void
explain_by_all(CspPropagator *prop,
               CspStore *store,
               uint32_t before,
               CspReason *out)
{
  csp_store_add_facts_before(store, prop->vars[0], before, out);
  csp_store_add_facts_before(store, prop->vars[1], before, out);
}

/* The same fact about the other variable.  A value that a fact cannot hold is
 * outside every domain, and so is the nearest that it can: no truth changes. */
static CspFact
mirror(const CspPropagator *prop, CspFact fact)
{
  const Relation *self = (const Relation *)prop;
  bool is_x = fact.var == prop->vars[0];
  int64_t value = is_x ? fact.value - self->c : fact.value + self->c;

  return csp_fact(prop->vars[is_x ? 1 : 0], (CspFactOp)fact.op,
                  CLAMP(value, INT32_MIN, INT32_MAX));
}

/* x != y + c: acts once, when one of them is fixed. */

static CspPropResult
ne_propagate(CspPropagator *prop, CspStore *store)
{
  const Relation *self = (const Relation *)prop;
  CspVar x = prop->vars[0], y = prop->vars[1];

  if (csp_store_is_fixed(store, y)) {
    if (!csp_store_remove(store, x, csp_store_min(store, y) + self->c,
                          CSP_NO_HINT))
      return CSP_PROP_FAILED;
    return CSP_PROP_ENTAILED;
  }
  if (csp_store_is_fixed(store, x)) {
    if (!csp_store_remove(store, y, csp_store_min(store, x) - self->c,
                          CSP_NO_HINT))
      return CSP_PROP_FAILED;
    return CSP_PROP_ENTAILED;
  }
  return CSP_PROP_FIXPOINT;
}

static void
ne_explain(CspPropagator *prop,
           CspStore *store,
           CspFact fact,
           uint32_t hint,
           uint32_t before,
           CspReason *out)
{
  if (fact.op == CSP_FACT_NE) {
    CspFact other = mirror(prop, fact);
    other.op = CSP_FACT_EQ;
    if (csp_store_fact_before(store, other, before)) {
      csp_reason_add(out, other);
      return;
    }
  }
  explain_by_all(prop, store, before, out);
}

/* x <= y + c. */

static CspPropResult
le_propagate(CspPropagator *prop, CspStore *store)
{
  const Relation *self = (const Relation *)prop;
  CspVar x = prop->vars[0], y = prop->vars[1];

  if (!csp_store_set_max(store, x, csp_store_max(store, y) + self->c,
                         CSP_NO_HINT) ||
      !csp_store_set_min(store, y, csp_store_min(store, x) - self->c,
                         CSP_NO_HINT))
    return CSP_PROP_FAILED;
  if (csp_store_max(store, x) <= csp_store_min(store, y) + self->c)
    return CSP_PROP_ENTAILED;
  return CSP_PROP_FIXPOINT;
}

/* Only max(x) and min(y) are moved, so [x = v] is [x <= v] where [x >= v] was
 * known, and [x != v] is [x <= v - 1]; for y the other way round. */
static void
le_explain(CspPropagator *prop,
           CspStore *store,
           CspFact fact,
           uint32_t hint,
           uint32_t before,
           CspReason *out)
{
  bool is_x = fact.var == prop->vars[0];
  CspFact bound = fact, other;

  bound.op = is_x ? CSP_FACT_LE : CSP_FACT_GE;
  if (fact.op == CSP_FACT_NE)
    bound.value += is_x ? -1 : 1;
  other = mirror(prop, bound);
  if (!csp_store_fact_before(store, other, before)) {
    explain_by_all(prop, store, before, out);
    return;
  }
  csp_reason_add(out, other);
  if (fact.op == CSP_FACT_EQ)
    csp_reason_add(
        out, csp_fact(fact.var, is_x ? CSP_FACT_GE : CSP_FACT_LE, fact.value));
}

/* x = y + c. */

static CspPropResult
eq_result(CspPropagator *prop, CspStore *store, bool is_open)
{
  if (!is_open)
    return CSP_PROP_FAILED;
  if (csp_store_is_fixed(store, prop->vars[0]) &&
      csp_store_is_fixed(store, prop->vars[1]))
    return CSP_PROP_ENTAILED;
  return CSP_PROP_FIXPOINT;
}

static CspPropResult
eq_value_propagate(CspPropagator *prop, CspStore *store)
{
  const Relation *self = (const Relation *)prop;
  CspVar x = prop->vars[0], y = prop->vars[1];
  bool is_open = true;

  if (csp_store_is_fixed(store, y))
    is_open =
        csp_store_fix(store, x, csp_store_min(store, y) + self->c, CSP_NO_HINT);
  else if (csp_store_is_fixed(store, x))
    is_open =
        csp_store_fix(store, y, csp_store_min(store, x) - self->c, CSP_NO_HINT);
  return eq_result(prop, store, is_open);
}

static CspPropResult
eq_bounds_propagate(CspPropagator *prop, CspStore *store)
{
  const Relation *self = (const Relation *)prop;

  return eq_result(prop, store,
                   csp_filter_equal_bounds(store, prop->vars[0], prop->vars[1],
                                           self->c, CSP_NO_HINT));
}

static CspPropResult
eq_domain_propagate(CspPropagator *prop, CspStore *store)
{
  const Relation *self = (const Relation *)prop;

  return eq_result(prop, store,
                   csp_filter_equal(store, prop->vars[0], prop->vars[1],
                                    self->c, CSP_NO_HINT));
}

static void
eq_explain(CspPropagator *prop,
           CspStore *store,
           CspFact fact,
           uint32_t hint,
           uint32_t before,
           CspReason *out)
{
  CspFact other = mirror(prop, fact);

  if (csp_store_fact_before(store, other, before))
    csp_reason_add(out, other);
  else
    explain_by_all(prop, store, before, out);
}

/* x - y <= c, or = c */
static bool
relation_sum(const CspPropagator *prop, const CspStore *store, CspPropSum *out)
{
  static const int64_t coeffs[] = {1, -1};
  int64_t c = ((const Relation *)prop)->c;
  bool is_equal = prop->klass->propagate != le_propagate;

  *out = (CspPropSum){prop->vars, coeffs, 2, is_equal ? c : CSP_NO_LIMIT, c};
  return true;
}

static const CspPropagatorClass ne_class = {
    .name = "relation-ne",
    .propagate = ne_propagate,
    .explain = ne_explain,
    .priority = CSP_PRIORITY_UNARY,
};

static const CspPropagatorClass le_class = {
    .name = "relation-le",
    .propagate = le_propagate,
    .explain = le_explain,
    .sum = relation_sum,
    .priority = CSP_PRIORITY_BINARY,
};

static const CspPropagatorClass eq_value_class = {
    .name = "relation-eq-value",
    .propagate = eq_value_propagate,
    .explain = eq_explain,
    .priority = CSP_PRIORITY_UNARY,
};

static const CspPropagatorClass eq_bounds_class = {
    .name = "relation-eq-bounds",
    .propagate = eq_bounds_propagate,
    .explain = eq_explain,
    .sum = relation_sum,
    .priority = CSP_PRIORITY_BINARY,
};

static const CspPropagatorClass eq_domain_class = {
    .name = "relation-eq-domain",
    .propagate = eq_domain_propagate,
    .explain = eq_explain,
    .sum = relation_sum,
    .priority = CSP_PRIORITY_BINARY,
};

static bool
relation_holds(const CspConstraint *con,
               const int32_t *values,
               CspScratch *scratch)
{
  return csp_relation_holds((CspRelation)con->relation,
                            values[csp_constraint_var(con, 0)],
                            values[csp_constraint_var(con, 1)] + con->constant);
}

static CspPropagator *
new_relation(CspStore *store,
             const CspPropagatorClass *klass,
             CspVar x,
             CspVar y,
             int64_t c)
{
  CspVar vars[] = {x, y};
  CspPropagator *prop =
      csp_store_add_propagator(store, klass, sizeof(Relation), vars, 2);

  ((Relation *)prop)->c = c;
  return prop;
}

static void
add(CspStore *store,
    const CspPropagatorClass *klass,
    CspVar x,
    CspVar y,
    int64_t c,
    CspWake wake)
{
  csp_store_subscribe_all(store, new_relation(store, klass, x, y, c), wake);
}

static void
add_le(CspStore *store, CspVar x, CspVar y, int64_t c)
{
  CspPropagator *prop = new_relation(store, &le_class, x, y, c);

  csp_store_subscribe(store, prop, 0, CSP_ON_MIN);
  csp_store_subscribe(store, prop, 1, CSP_ON_MAX);
}

static void
add_eq(CspStore *store, CspVar x, CspVar y, int64_t c, CspStrength strength)
{
  if (strength <= CSP_STRENGTH_VALUE)
    add(store, &eq_value_class, x, y, c, CSP_ON_FIX);
  else if (strength == CSP_STRENGTH_BOUNDS)
    add(store, &eq_bounds_class, x, y, c, CSP_ON_BOUNDS);
  else
    add(store, &eq_domain_class, x, y, c, CSP_ON_DOMAIN);
}

static bool
relation_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  CspVar x = csp_constraint_var(con, 0), y = csp_constraint_var(con, 1);
  CspRelation relation = (CspRelation)con->relation;
  int64_t c = con->constant;

  if (x == y) {
    if (csp_relation_holds(relation, 0, c))
      return true;
    csp_store_fail(store);
    return false;
  }
  switch (relation) {
  case CSP_RELATION_EQ:
    add_eq(store, x, y, c, strength);
    break;
  case CSP_RELATION_NE:
    add(store, &ne_class, x, y, c, CSP_ON_FIX);
    break;
  case CSP_RELATION_LT:
    add_le(store, x, y, c - 1);
    break;
  case CSP_RELATION_LE:
    add_le(store, x, y, c);
    break;
  case CSP_RELATION_GT:
    add_le(store, y, x, -c - 1);
    break;
  case CSP_RELATION_GE:
    add_le(store, y, x, -c);
    break;
  }
  return true;
}

static CspBlockForm
relation_block(const CspConstraint *con, CspStrength strength)
{
  CspBlockPruning pruning = CSP_BLOCK_ARCS;

  if (con->relation == CSP_RELATION_NE)
    pruning = CSP_BLOCK_ON_FIX;
  else if (con->relation == CSP_RELATION_EQ && strength <= CSP_STRENGTH_VALUE)
    pruning = CSP_BLOCK_ON_FIX;
  else if (con->relation == CSP_RELATION_EQ && strength == CSP_STRENGTH_BOUNDS)
    pruning = CSP_BLOCK_OTHERWISE;
  return csp_block_form_matrix(con, pruning);
}

const CspFamily csp_family_relation = {
    .name = "relation",
    .blurb = "x op y + c",
    .holds = relation_holds,
    .post = relation_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .invariant = &csp_relation_invariant,
    .definition = &csp_relation_definition,
    .block = relation_block,
};
