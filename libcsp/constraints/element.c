/* SPDX-License-Identifier: MIT */
/* values[index] = result.
 *
 * First the index loses every place whose value the result lacks, then the
 * result every value that no place left holds.  The second step takes away no
 * value of a place left, so one pass is the fixpoint, and both are consistent
 * to the domain; a wide interval as result is, to its bounds.  (Where index and
 * result are one variable, the pass is repeated until nothing changes.)
 *
 * For a result that fits a word the values of all places left are gathered in a
 * mask.  A wider one looks for a place for each of its values, where one was
 * found the last time first. */
#include "config.h"

#include "constraints/invariants.h"

/* The places of each distinct value:
 *
 *   distinct    v0        v1     v2           ascending
 *   starts      0         3      5      n     n_distinct + 1 of them
 *   places      p p p     p p    p ...        numbers of values[]
 *   supports    where in places a place was found last */
typedef struct {
  CspPropagator base; /* index, result */
  const int32_t *values;
  uint32_t n_distinct;
  int32_t *distinct;
  uint32_t *starts, *places, *supports;
} Element;

static bool
filter_index(const Element *self, CspStore *store)
{
  CspVar index = self->base.vars[0], result = self->base.vars[1];
  uint64_t keep = 0;

  if (!csp_store_is_word(store, index)) {
    CSP_STORE_FOREACH_VALUE(store, index, i)
    if (!csp_store_has(store, result, self->values[i]) &&
        !csp_store_remove(store, index, i, CSP_NO_HINT))
      return false;
    return true;
  }
  for (uint64_t left = store->words[index]; left != 0; left &= left - 1) {
    int64_t i = store->base[index] + __builtin_ctzll(left);
    if (csp_store_has(store, result, self->values[i]))
      keep |= left & -left;
  }
  return csp_store_keep_word(store, index, keep, CSP_NO_HINT);
}

static bool
filter_result_word(const Element *self, CspStore *store)
{
  CspVar index = self->base.vars[0], result = self->base.vars[1];
  uint64_t keep = 0;

  CSP_STORE_FOREACH_VALUE(store, index, i)
  keep |= UINT64_C(1) << (self->values[i] - store->base[result]);
  return csp_store_keep_word(store, result, keep, CSP_NO_HINT);
}

static bool
filter_result_bounds(const Element *self, CspStore *store)
{
  CspVar index = self->base.vars[0], result = self->base.vars[1];
  int32_t min = INT32_MAX, max = INT32_MIN;

  CSP_STORE_FOREACH_VALUE(store, index, i)
  {
    min = MIN(min, self->values[i]);
    max = MAX(max, self->values[i]);
  }
  return csp_store_set_min(store, result, min, CSP_NO_HINT) &&
         csp_store_set_max(store, result, max, CSP_NO_HINT);
}

/* Is there a place left for this one of the distinct values? */
static bool
has_place(Element *self, const CspStore *store, uint32_t d)
{
  CspVar index = self->base.vars[0];

  if (csp_store_has(store, index, self->places[self->supports[d]]))
    return true;
  for (uint32_t k = self->starts[d]; k < self->starts[d + 1]; k++)
    if (csp_store_has(store, index, self->places[k])) {
      self->supports[d] = k;
      return true;
    }
  return false;
}

/* The values of the result and the distinct values are walked side by side. */
static bool
filter_result_values(Element *self, CspStore *store)
{
  CspVar result = self->base.vars[1];
  uint32_t d = 0;

  CSP_STORE_FOREACH_VALUE(store, result, v)
  {
    while (d < self->n_distinct && self->distinct[d] < v)
      d++;
    if ((d == self->n_distinct || self->distinct[d] != v ||
         !has_place(self, store, d)) &&
        !csp_store_remove(store, result, v, CSP_NO_HINT))
      return false;
  }
  return true;
}

static bool
filter_result(Element *self, CspStore *store)
{
  switch ((CspDomainKind)store->kinds[self->base.vars[1]]) {
  case CSP_DOMAIN_WORD:
    return filter_result_word(self, store);
  case CSP_DOMAIN_WORDS:
    return filter_result_values(self, store);
  case CSP_DOMAIN_INTERVAL:
    return filter_result_bounds(self, store);
  }
  g_assert_not_reached();
}

static CspPropResult
element_propagate(CspPropagator *prop, CspStore *store)
{
  Element *self = (Element *)prop;
  CspVar index = prop->vars[0], result = prop->vars[1];

  if (!filter_index(self, store) || !filter_result(self, store))
    return CSP_PROP_FAILED;
  if (index == result)
    return CSP_PROP_AGAIN;
  /* with the result fixed every place left holds it */
  return csp_store_is_fixed(store, result) ? CSP_PROP_ENTAILED
                                           : CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass element_class = {
    .name = "element",
    .propagate = element_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

static bool
element_holds(const CspConstraint *con,
              const int32_t *values,
              CspScratch *scratch)
{
  int32_t index = values[csp_constraint_var(con, 0)];

  return index >= 0 && (size_t)index < con->n_ints &&
         con->ints[index] == values[csp_constraint_var(con, 1)];
}

static int
compare_places(gconstpointer a, gconstpointer b, gpointer values)
{
  uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
  int32_t v = ((const int32_t *)values)[p], w = ((const int32_t *)values)[q];

  return v != w ? (v > w) - (v < w) : (p > q) - (p < q);
}

static void
group_places(Element *self, CspStore *store, uint32_t n)
{
  self->places = csp_arena_new_array(store->arena, uint32_t, n);
  self->starts = csp_arena_new_array(store->arena, uint32_t, n + 1);
  self->supports = csp_arena_new_array(store->arena, uint32_t, n);
  self->distinct = csp_arena_new_array(store->arena, int32_t, n);
  for (uint32_t i = 0; i < n; i++)
    self->places[i] = i;
  g_qsort_with_data(self->places, (int)n, sizeof *self->places, compare_places,
                    (gpointer)self->values);
  for (uint32_t k = 0; k < n; k++) {
    int32_t value = self->values[self->places[k]];
    uint32_t d = self->n_distinct;
    if (d > 0 && self->distinct[d - 1] == value)
      continue;
    self->distinct[d] = value;
    self->starts[d] = self->supports[d] = k;
    self->n_distinct++;
  }
  self->starts[self->n_distinct] = n;
}

static bool
element_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  CspVar vars[] = {csp_constraint_var(con, 0), csp_constraint_var(con, 1)};
  Element *self;

  if (!csp_store_set_min(store, vars[0], 0, CSP_NO_HINT) ||
      !csp_store_set_max(store, vars[0], (int64_t)con->n_ints - 1, CSP_NO_HINT))
    return false;
  self = (Element *)csp_store_add_propagator(store, &element_class,
                                             sizeof(Element), vars, 2);
  self->values =
      csp_arena_dup(store->arena, con->ints, con->n_ints * sizeof *con->ints);
  if (store->kinds[vars[1]] == CSP_DOMAIN_WORDS)
    group_places(self, store, (uint32_t)con->n_ints);
  csp_store_subscribe_all(store, &self->base, CSP_ON_DOMAIN);
  return true;
}

static CspBlockForm
element_block(const CspConstraint *con, CspStrength strength)
{
  return csp_block_form_matrix(con, CSP_BLOCK_ARCS);
}

const CspFamily csp_family_element = {
    .name = "element",
    .blurb = "values[index] = result",
    .holds = element_holds,
    .post = element_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = csp_element_violation,
    .definition = &csp_element_definition,
    .block = element_block,
};
