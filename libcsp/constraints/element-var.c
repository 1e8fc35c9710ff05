/* SPDX-License-Identifier: MIT */
/* vars[index] = result.
 *
 * The index loses every place whose variable has no value in common with the
 * result, the result every value that no variable at a place left has.  With
 * the index fixed its variable and the result become equal; before that the
 * variables keep their values, for another place may be taken.  The steps are
 * repeated until nothing changes: consistency of the domain, except that a wide
 * interval as result is pruned to its bounds while the index is open. */
#include "config.h"

#include "constraints/invariants.h"
#include "constraints/filter.h"

typedef struct {
  CspPropagator base;
  bool has_words; /* every domain of the scope is a word */
} ElementVar;

/* The scope: elements, index, result. */
static CspVar
index_of(const CspPropagator *prop)
{
  return prop->vars[prop->n_vars - 2];
}

static CspVar
result_of(const CspPropagator *prop)
{
  return prop->vars[prop->n_vars - 1];
}

static bool
filter_index(const CspPropagator *prop, CspStore *store)
{
  CspVar index = index_of(prop), result = result_of(prop);

  CSP_STORE_FOREACH_VALUE(store, index, i)
  if (!csp_filter_intersects(store, prop->vars[i], result) &&
      !csp_store_remove(store, index, i, CSP_NO_HINT))
    return false;
  return true;
}

/* Which of the values `open`, bits from `first` on, has no variable at a place
 * left? */
static uint64_t
without_place(const CspPropagator *prop,
              const CspStore *store,
              int64_t first,
              uint64_t open)
{
  CspVar index = index_of(prop);

  for (int64_t i = csp_store_min(store, index); i != INT64_MAX && open != 0;
       i = csp_store_next(store, index, i))
    open &= ~csp_store_window(store, prop->vars[i], first);
  return open;
}

static bool
filter_result_word(const CspPropagator *prop, CspStore *store)
{
  CspVar result = result_of(prop);
  uint64_t gone =
      without_place(prop, store, store->base[result], store->words[result]);

  return csp_store_keep_word(store, result, ~gone, CSP_NO_HINT);
}

static bool
filter_result_values(const CspPropagator *prop, CspStore *store)
{
  CspVar result = result_of(prop);

  for (int64_t first = csp_store_min(store, result); first != INT64_MAX;
       first = csp_store_next(store, result, first + 63)) {
    uint64_t gone = without_place(prop, store, first,
                                  csp_store_window(store, result, first));
    for (; gone != 0; gone &= gone - 1)
      if (!csp_store_remove(store, result, first + __builtin_ctzll(gone),
                            CSP_NO_HINT))
        return false;
    if (csp_store_is_stopped(store))
      break;
  }
  return true;
}

/* To the nearest values within that a variable has. */
static bool
filter_result_bounds(const CspPropagator *prop, CspStore *store)
{
  CspVar result = result_of(prop);
  int64_t below = csp_store_min(store, result) - 1, min = INT64_MAX;
  int64_t above = csp_store_max(store, result) + 1, max = INT64_MIN;

  CSP_STORE_FOREACH_VALUE(store, index_of(prop), i)
  {
    min = MIN(min, csp_store_next(store, prop->vars[i], below));
    max = MAX(max, csp_store_previous(store, prop->vars[i], above));
  }
  return csp_store_set_min(store, result, min, CSP_NO_HINT) &&
         csp_store_set_max(store, result, max, CSP_NO_HINT);
}

static bool
filter_result(const CspPropagator *prop, CspStore *store)
{
  switch ((CspDomainKind)store->kinds[result_of(prop)]) {
  case CSP_DOMAIN_WORD:
    return filter_result_word(prop, store);
  case CSP_DOMAIN_WORDS:
    return filter_result_values(prop, store);
  case CSP_DOMAIN_INTERVAL:
    return filter_result_bounds(prop, store);
  }
  g_assert_not_reached();
}

/* The same two steps in one for domains that are words: what an element has in
 * common with the result keeps its place and those values. */
static bool
filter_words(const CspPropagator *prop, CspStore *store)
{
  CspVar index = index_of(prop), result = result_of(prop);
  int64_t base = store->base[index];
  uint64_t values = 0, places = 0;

  for (uint64_t left = store->words[index]; left != 0; left &= left - 1) {
    CspVar element = prop->vars[base + __builtin_ctzll(left)];
    uint64_t common = csp_filter_shifted_word(store, result, element, 0) &
                      store->words[result];
    values |= common;
    places |= common != 0 ? left & -left : 0;
  }
  return csp_store_keep_word(store, index, places, CSP_NO_HINT) &&
         csp_store_keep_word(store, result, values, CSP_NO_HINT);
}

static bool
filter(const CspPropagator *prop, CspStore *store)
{
  if (((const ElementVar *)prop)->has_words)
    return filter_words(prop, store);
  return filter_index(prop, store) &&
         (csp_store_is_fixed(store, index_of(prop)) ||
          filter_result(prop, store));
}

static CspPropResult
element_var_propagate(CspPropagator *prop, CspStore *store)
{
  CspVar index = index_of(prop), result = result_of(prop);
  uint32_t n_events;

  do {
    n_events = store->n_events;
    if (!filter(prop, store))
      return CSP_PROP_FAILED;
    if (csp_store_is_fixed(store, index)) {
      CspVar element = prop->vars[csp_store_value(store, index)];
      if (!csp_filter_equal(store, element, result, 0, CSP_NO_HINT))
        return CSP_PROP_FAILED;
      if (csp_store_is_fixed(store, element) &&
          csp_store_is_fixed(store, result))
        return CSP_PROP_ENTAILED;
    }
  } while (store->n_events != n_events && !csp_store_is_stopped(store));
  return CSP_PROP_FIXPOINT;
}

/* A bound of the result follows from those of the elements at all places left;
 * where that is one place, its element's follows from the result's. */
static bool
element_var_follows(const CspPropagator *prop,
                    CspStore *store,
                    CspCreep *creep,
                    CspPropBound bound)
{
  CspVar index = index_of(prop), result = result_of(prop);
  bool is_max = bound.is_max, is_whole = bound.var == result;
  int64_t given;

  if (!is_whole && (!csp_store_is_fixed(store, index) ||
                    prop->vars[csp_store_value(store, index)] != bound.var))
    return false;
  CSP_STORE_FOREACH_VALUE(store, index, i)
  {
    CspVar from = is_whole ? prop->vars[i] : result;
    given = is_max ? csp_store_max_before(store, from, bound.event)
                   : csp_store_min_before(store, from, bound.event);
    if ((is_max ? given > bound.value : given < bound.value) ||
        !csp_creep_needs(creep, from, is_max))
      return false;
  }
  return true;
}

static const CspPropagatorClass element_var_class = {
    .name = "element-var",
    .propagate = element_var_propagate,
    .follows = element_var_follows,
    .priority = CSP_PRIORITY_LINEAR,
};

static bool
element_var_holds(const CspConstraint *con,
                  const int32_t *values,
                  CspScratch *scratch)
{
  uint32_t n_elements = con->n_vars - 2;
  int32_t index = values[csp_constraint_var(con, n_elements)];

  return index >= 0 && (uint32_t)index < n_elements &&
         values[csp_constraint_var(con, (uint32_t)index)] ==
             values[csp_constraint_var(con, n_elements + 1)];
}

static bool
element_var_post(CspPoster *poster,
                 const CspConstraint *con,
                 CspStrength strength)
{
  CspStore *store = poster->store;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);
  CspVar index = csp_constraint_var(con, con->n_vars - 2);
  CspPropagator *prop;

  for (uint32_t i = 0; i < con->n_vars; i++)
    vars[i] = csp_constraint_var(con, i);
  if (!csp_store_set_min(store, index, 0, CSP_NO_HINT) ||
      !csp_store_set_max(store, index, con->n_vars - INT64_C(3), CSP_NO_HINT))
    return false;
  prop = csp_store_add_propagator(store, &element_var_class, sizeof(ElementVar),
                                  vars, con->n_vars);
  bool *has_words = &((ElementVar *)prop)->has_words;
  *has_words = true;
  for (uint32_t i = 0; i < con->n_vars; i++)
    *has_words = *has_words && csp_store_is_word(store, vars[i]);
  csp_store_subscribe_all(store, prop, CSP_ON_DOMAIN);
  return true;
}

static CspBlockForm
element_var_block(const CspConstraint *con, CspStrength strength)
{
  return (CspBlockForm){.shape = CSP_BLOCK_ELEMENT, .pruning = CSP_BLOCK_ARCS};
}

const CspFamily csp_family_element_var = {
    .name = "element-var",
    .blurb = "vars[index] = result",
    .holds = element_var_holds,
    .post = element_var_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = csp_element_var_violation,
    .definition = &csp_element_var_definition,
    .block = element_var_block,
};
