/* SPDX-License-Identifier: MIT */
/* The tuple of values is none of a list (after Verhaeghe et al. 2017).
 *
 * A value is lost when every choice of values for the other variables is a
 * tuple of the list: when the tuples left that have it are as many as the
 * product of the other domains' sizes, for the list holds each tuple once.
 * What is lost supported nothing else, so one pass, on the sizes before it, is
 * the fixpoint, consistent to the domain.  A value that no tuple has is never
 * lost, and once no tuple is left the constraint is entailed.
 *
 * Short tuples overlap and cannot be counted.  Each is a clause instead: it must
 * differ in one of its places, and where one is left open it does so there.
 * These are found for 64 tuples at a time: with the open columns gone through
 * one by one, a word tells which tuples have met none in their places so far,
 * and another which have met one.  A removal can close a column, so that this is
 * run again. */
#include "config.h"

#include "constraints/family.h"
#include "constraints/tuples.h"

typedef struct {
  CspPropagator base;
  CspTuples tuples;
} NegativeTable;

/* Of the sizes of all domains but one; `limit` + 1: it is larger than that. */
static uint64_t
product_of_others(const CspTuples *tuples, uint32_t column, uint64_t limit)
{
  uint64_t product = 1;

  for (uint32_t c = 0; c < tuples->n_columns && product <= limit; c++)
    if (c != column)
      product *= tuples->columns[c].size;
  return MIN(product, limit + 1);
}

static bool
filter_column(CspTuples *tuples, CspStore *store, uint32_t c, uint64_t n_left)
{
  const CspTupleColumn *column = &tuples->columns[c];
  uint64_t all = product_of_others(tuples, c, n_left);

  if (all > n_left)
    return true;
  for (uint32_t k = 0; k < column->n_alive; k++) {
    uint32_t v = column->alive[k];
    if (csp_tuples_count_with(tuples, c, v) == all &&
        !csp_store_remove(store, column->var, column->values[v], CSP_NO_HINT))
      return false;
  }
  return true;
}

static CspPropResult
negative_table_propagate(CspPropagator *prop, CspStore *store)
{
  CspTuples *tuples = &((NegativeTable *)prop)->tuples;
  uint32_t changed;
  uint64_t n_left;

  csp_tuples_update(tuples, store, &changed);
  if (csp_tuples_is_empty(tuples))
    return CSP_PROP_ENTAILED;
  n_left = csp_tuples_count(tuples);
  for (uint32_t c = 0; c < tuples->n_columns; c++)
    if (!filter_column(tuples, store, c, n_left))
      return CSP_PROP_FAILED;
  return CSP_PROP_FIXPOINT;
}

/* Which tuples of word w have a place in the column? */
static uint64_t
placed(const CspTupleColumn *column, uint32_t w)
{
  return column->any == NULL ? ~UINT64_C(0) : ~column->any[w];
}

/* Removes the values of the tuples of word w in `last` that have a place in the
 * column. */
static bool
remove_last(const CspTuples *tuples,
            CspStore *store,
            uint32_t c,
            uint32_t w,
            uint64_t last)
{
  const CspTupleColumn *column = &tuples->columns[c];

  last &= placed(column, w);
  for (uint32_t k = 0; k < column->n_alive && last != 0; k++) {
    uint32_t v = column->alive[k];
    if ((csp_tuples_word(tuples, c, v, w) & last) != 0 &&
        !csp_store_remove(store, column->var, column->values[v], CSP_NO_HINT))
      return false;
  }
  return true;
}

static bool
filter_word(const CspTuples *tuples, CspStore *store, uint32_t w)
{
  uint64_t none = tuples->words[w], one = 0;

  for (uint32_t c = 0; c < tuples->n_columns && (none | one) != 0; c++)
    if (tuples->columns[c].size > 1) {
      uint64_t here = placed(&tuples->columns[c], w);
      one = (one & ~here) | (none & here);
      none &= ~here;
    }
  if (none != 0) {
    csp_store_fail(store);
    return false;
  }
  for (uint32_t c = 0; c < tuples->n_columns && one != 0; c++)
    if (tuples->columns[c].size > 1 && !remove_last(tuples, store, c, w, one))
      return false;
  return true;
}

static CspPropResult
short_propagate(CspPropagator *prop, CspStore *store)
{
  CspTuples *tuples = &((NegativeTable *)prop)->tuples;
  uint32_t changed;

  csp_tuples_update(tuples, store, &changed);
  for (uint32_t k = 0; k < tuples->n_active; k++)
    if (!filter_word(tuples, store, tuples->active[k]))
      return CSP_PROP_FAILED;
  return csp_tuples_is_empty(tuples) ? CSP_PROP_ENTAILED : CSP_PROP_AGAIN;
}

static const CspPropagatorClass short_class = {
    .name = "negative-table-short",
    .propagate = short_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

static const CspPropagatorClass negative_table_class = {
    .name = "negative-table",
    .propagate = negative_table_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

static bool
negative_table_holds(const CspConstraint *con,
                     const int32_t *values,
                     CspScratch *scratch)
{
  return !csp_family_table.holds(con, values, scratch);
}

static bool
negative_table_post(CspPoster *poster,
                    const CspConstraint *con,
                    CspStrength strength)
{
  CspStore *store = poster->store;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);
  CspTuples tuples;
  NegativeTable *self;

  csp_tuples_init(&tuples, store, con);
  if (csp_tuples_is_empty(&tuples))
    return true;
  for (uint32_t c = 0; c < tuples.n_columns; c++)
    vars[c] = tuples.columns[c].var;
  self = (NegativeTable *)csp_store_add_propagator(
      store, con->constant != 0 ? &short_class : &negative_table_class,
      sizeof(NegativeTable), vars, tuples.n_columns);
  self->tuples = tuples;
  csp_store_subscribe_all(store, &self->base, CSP_ON_DOMAIN);
  return true;
}

static CspBlockForm
negative_table_block(const CspConstraint *con, CspStrength strength)
{
  return csp_block_form_matrix(con, CSP_BLOCK_ARCS);
}

const CspFamily csp_family_negative_table = {
    .name = "negative-table",
    .blurb = "the tuple is none of a list",
    .holds = negative_table_holds,
    .post = negative_table_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .block = negative_table_block,
};
