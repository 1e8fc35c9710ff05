/* SPDX-License-Identifier: MIT */
/* The tuple of values is one of a list: compact-table (Demeulenaere et al.
 * 2016).
 *
 * After the update the set holds the tuples that the domains allow, and a value
 * stays if one of them has it.  A value that goes takes no tuple of the set
 * with it, so one pass is the fixpoint, consistent to the domain.  If one
 * column alone changed, its own values need no look: each of them is there by
 * tuples that had supported it before and that no other column lost.
 *
 * A short tuple has any value in some places.  While it is left, no value of
 * these columns is without a tuple.
 *
 * Values that no tuple has are removed when posted.  A wide interval is pruned
 * to the least and largest value alive instead, and keeps what lies between. */
#include "config.h"

#include "constraints/family.h"
#include "constraints/tuples.h"

typedef struct {
  CspPropagator base;
  CspTuples tuples;
  uint32_t has_run; /* trailed */
} Table;

/* With at most one column open, each of its values has its tuple. */
static bool
is_entailed(const Table *self, const CspStore *store)
{
  uint32_t n_open = 0;

  for (uint32_t c = 0; c < self->tuples.n_columns; c++) {
    const CspTupleColumn *column = &self->tuples.columns[c];
    n_open += column->size > 1;
    if (column->size != column->n_alive || n_open > 1)
      return false;
  }
  return true;
}

static CspPropResult
table_propagate(CspPropagator *prop, CspStore *store)
{
  Table *self = (Table *)prop;
  CspTuples *tuples = &self->tuples;
  uint32_t changed = UINT32_MAX;
  uint32_t n_changed = csp_tuples_update(tuples, store, &changed);

  if (csp_tuples_is_empty(tuples))
    return csp_store_fail(store);
  if (!self->has_run) {
    csp_store_save32(store, &self->has_run);
    self->has_run = true;
    n_changed = tuples->n_columns + 1;
  }
  for (uint32_t c = 0; c < tuples->n_columns && n_changed > 0; c++) {
    const CspTupleColumn *column = &tuples->columns[c];
    bool is_exact = store->kinds[column->var] != CSP_DOMAIN_INTERVAL;
    if (column->size == 1 || (n_changed == 1 && c == changed && is_exact))
      continue;
    if (!csp_tuples_prune(tuples, store, c))
      return CSP_PROP_FAILED;
  }
  return is_entailed(self, store) ? CSP_PROP_ENTAILED : CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass table_class = {
    .name = "table",
    .propagate = table_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

static bool
agrees(const CspConstraint *con, const int32_t *tuple, const int32_t *values)
{
  for (uint32_t i = 0; i < con->n_vars; i++)
    if (tuple[i] != CSP_ANY && tuple[i] != values[csp_constraint_var(con, i)])
      return false;
  return true;
}

/* The list is sorted, which is of no use where tuples are short. */
static bool
table_holds(const CspConstraint *con,
            const int32_t *values,
            CspScratch *scratch)
{
  size_t low = 0, high = con->n_ints / con->n_vars;

  for (size_t t = 0; con->constant != 0 && t < high; t++)
    if (agrees(con, &con->ints[t * con->n_vars], values))
      return true;
  while (con->constant == 0 && low < high) {
    size_t middle = low + (high - low) / 2;
    const int32_t *tuple = &con->ints[middle * con->n_vars];
    uint32_t i = 0;
    while (i < con->n_vars && tuple[i] == values[csp_constraint_var(con, i)])
      i++;
    if (i == con->n_vars)
      return true;
    if (tuple[i] < values[csp_constraint_var(con, i)])
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

static bool
table_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);
  CspTuples tuples;
  Table *self;

  csp_tuples_init(&tuples, store, con);
  if (csp_tuples_is_empty(&tuples)) {
    csp_store_fail(store);
    return false;
  }
  for (uint32_t c = 0; c < tuples.n_columns; c++) {
    vars[c] = tuples.columns[c].var;
    if (!csp_tuples_restrict(&tuples.columns[c], store))
      return false;
    tuples.columns[c].size = csp_store_size(store, vars[c]);
  }
  self = (Table *)csp_store_add_propagator(store, &table_class, sizeof(Table),
                                           vars, tuples.n_columns);
  self->tuples = tuples;
  csp_store_subscribe_all(store, &self->base, CSP_ON_DOMAIN);
  return true;
}

/* Tuples up to this size in all are looked at one by one. */
enum { COMPARED = 1024 };

/* In how many places do the values differ from the tuple nearest to them? */
static int64_t
compare_all(const CspConstraint *con, const int32_t *values)
{
  uint32_t least = con->n_vars;

  for (size_t t = 0; t < con->n_ints && least > 0; t += con->n_vars) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < con->n_vars && n < least; i++)
      n += con->ints[t + i] != CSP_ANY &&
           con->ints[t + i] != values[csp_constraint_var(con, i)];
    least = n;
  }
  return least;
}

/* How many of the first values agree with the tuple? */
static uint32_t
count_agreeing(const CspConstraint *con, size_t t, const int32_t *values)
{
  uint32_t i = 0;

  while (i < con->n_vars &&
         con->ints[t * con->n_vars + i] == values[csp_constraint_var(con, i)])
    i++;
  return i;
}

/* How many variables are left after the longest beginning that some tuple has:
 * it is that of a neighbor of where the values would stand in the sorted list.
 */
static int64_t
compare_beginnings(const CspConstraint *con, const int32_t *values)
{
  size_t low = 0, high = con->n_ints / con->n_vars;
  uint32_t longest = 0;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    uint32_t i = count_agreeing(con, middle, values);
    longest = MAX(longest, i);
    if (i == con->n_vars)
      return 0;
    if (con->ints[middle * con->n_vars + i] <
        values[csp_constraint_var(con, i)])
      low = middle + 1;
    else
      high = middle;
  }
  return con->n_vars - longest;
}

static int64_t
table_violation(const CspConstraint *con,
                const int32_t *values,
                CspScratch *scratch)
{
  if (con->n_ints == 0)
    return 1;
  return con->constant != 0 || con->n_ints <= COMPARED
             ? compare_all(con, values)
             : compare_beginnings(con, values);
}

static CspBlockForm
table_block(const CspConstraint *con, CspStrength strength)
{
  return csp_block_form_matrix(con, CSP_BLOCK_ARCS);
}

const CspFamily csp_family_table = {
    .name = "table",
    .blurb = "the tuple is one of a list",
    .holds = table_holds,
    .post = table_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = table_violation,
    .block = table_block,
};
