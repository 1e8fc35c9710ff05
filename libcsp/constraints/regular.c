/* SPDX-License-Identifier: MIT */
/* A sequence of variables is a word that an automaton accepts (Pesant 2004), or
 * a path of a decision diagram, whose nodes are states; and whether it is one.
 *
 * All three keep the layered graph of the automaton (layers.h), in which an
 * automaton need not be deterministic.  The truth is a last letter: after a word
 * that is accepted it reads 1, after another one 0.  For that the automaton is
 * deterministic, and a step it lacks leads to a state from which nothing is
 * accepted.  So the truth, too, is consistent to the domain. */
#include "config.h"

#include "constraints/family.h"
#include "constraints/layers.h"

static CspPropResult
regular_propagate(CspPropagator *prop, CspStore *store)
{
  CspLayers *layers = &((CspLayered *)prop)->layers;

  csp_layers_begin(layers);
  if (!csp_layers_update(layers, store, prop->vars) ||
      !csp_layers_settle(layers, store, prop->vars))
    return CSP_PROP_FAILED;
  if (csp_layers_end(layers, store, prop->vars) <= 1)
    return CSP_PROP_ENTAILED;
  return layers->has_repeats ? CSP_PROP_AGAIN : CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass regular_class = {
    .name = "regular",
    .propagate = regular_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

static bool
post(CspPoster *poster, const CspConstraint *con, bool is_reified)
{
  CspStore *store = poster->store;
  CspAutomaton automaton = csp_automaton_of(con, 3);
  CspLayered *self = csp_layered_new(store, &regular_class, sizeof(CspLayered),
                                     con, &automaton, con->n_vars, is_reified);

  if (self != NULL)
    csp_store_subscribe_all(store, &self->base, CSP_ON_DOMAIN);
  return !store->has_failed;
}

static bool
regular_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  return post(poster, con, false);
}

static bool
regular_holds(const CspConstraint *con,
              const int32_t *values,
              CspScratch *scratch)
{
  CspAutomaton automaton = csp_automaton_of(con, 3);

  return csp_automaton_accepts(&automaton, con, con->n_vars, values, scratch);
}

static int64_t
regular_violation(const CspConstraint *con,
                  const int32_t *values,
                  CspScratch *scratch)
{
  CspAutomaton automaton = csp_automaton_of(con, 3);

  return csp_automaton_distance(&automaton, con, con->n_vars, values, scratch);
}

static bool
reified_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  return post(poster, con, true);
}

static bool
reified_holds(const CspConstraint *con,
              const int32_t *values,
              CspScratch *scratch)
{
  CspAutomaton automaton = csp_automaton_of(con, 3);
  uint32_t n = con->n_vars - 1;
  int32_t truth = values[csp_constraint_var(con, n)];

  return truth == csp_automaton_accepts(&automaton, con, n, values, scratch);
}

const CspFamily csp_family_regular = {
    .name = "regular",
    .blurb = "an automaton accepts the sequence",
    .holds = regular_holds,
    .post = regular_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = regular_violation,
};

const CspFamily csp_family_mdd = {
    .name = "mdd",
    .blurb = "the sequence is a path of a decision diagram",
    .holds = regular_holds,
    .post = regular_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = regular_violation,
};

const CspFamily csp_family_reified_regular = {
    .name = "reified-regular",
    .blurb = "whether an automaton accepts the sequence",
    .holds = reified_holds,
    .post = reified_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
};
