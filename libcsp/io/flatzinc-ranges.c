/* SPDX-License-Identifier: MIT */
/* What global constraints say of the range of their variables: letters of an
 * automaton, columns of a table, places of an array.  The constraint is posted
 * all the same; the range is for variables declared without one. */
#include "config.h"

#include "io/flatzinc-private.h"

/* x: letters from first on, one of n_letters */
bool
csp_fzn_absorb_letters(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  int64_t first = csp_fzn_get_int(self, con, 3);

  csp_fzn_narrow_all(self, con, 0, first,
                     first + csp_fzn_get_int(self, con, 2) - 1);
  return false;
}

/* x: labels, which are sets */
bool
csp_fzn_absorb_labels(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  const CspFznArray *labels = csp_fzn_array(self, con, 2);
  int64_t min = INT64_MAX, max = INT64_MIN;

  for (uint32_t i = 0; i < labels->n; i++) {
    const CspFznSet *set = &g_array_index(self->sets, CspFznSet,
                                          csp_fzn_elements(self, labels)[i]);
    const int32_t *ranges = &g_array_index(self->ranges, int32_t, set->first);
    if (set->n == 0)
      continue;
    min = MIN(min, ranges[0]);
    max = MAX(max, ranges[set->n - 1]);
  }
  csp_fzn_narrow_all(self, con, 0, min, max);
  return false;
}

/* x: columns of rows of numbers */
bool
csp_fzn_absorb_columns(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  const CspFznArray x = *csp_fzn_array(self, con, 0);
  const CspFznArray rows = *csp_fzn_array(self, con, 1);

  for (uint32_t i = 0; i < x.n; i++) {
    int64_t min = INT64_MAX, max = INT64_MIN;
    for (uint32_t k = i; k < rows.n; k += x.n) {
      int32_t value = (int32_t)csp_fzn_elements(self, &rows)[k];
      min = MIN(min, value);
      max = MAX(max, value);
    }
    csp_fzn_narrow(self, csp_fzn_element_root(self, &x, i), min, max);
  }
  return false;
}

/* x[…], first, place: a place of the array */
bool
csp_fzn_absorb_place(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  int64_t first = csp_fzn_get_int(self, con, 1);
  uint32_t place = csp_fzn_arg_root(self, csp_fzn_arg(self, con, 2));

  csp_fzn_narrow(self, place, first,
                 first + csp_fzn_array(self, con, 0)->n - 1);
  return false;
}

/* One argument for each bin, the items' bins, sizes, the first bin */
bool
csp_fzn_absorb_bins(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  int64_t first = csp_fzn_get_int(self, con, 3);

  csp_fzn_narrow_all(self, con, 1, first,
                     first + csp_fzn_array(self, con, 0)->n - 1);
  return false;
}

/* x, value, count */
bool
csp_fzn_absorb_count(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  csp_fzn_narrow(self, csp_fzn_arg_root(self, csp_fzn_arg(self, con, 2)), 0,
                 csp_fzn_array(self, con, 0)->n);
  return false;
}

/* x, values, counts, with op no other values */
bool
csp_fzn_absorb_cardinality(CspFlatzinc *self,
                           const CspFznConstraint *con,
                           int op)
{
  csp_fzn_narrow_all(self, con, 2, 0, csp_fzn_array(self, con, 0)->n);
  return csp_fzn_absorb_cover(self, con, op);
}

/* x, values, …, with op no other values */
bool
csp_fzn_absorb_cover(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  int64_t min, max;

  if (op) {
    csp_fzn_hull(self, csp_fzn_array(self, con, 1), &min, &max);
    csp_fzn_narrow_all(self, con, 0, min, max);
  }
  return false;
}

/* x <= y for two elements, or <, >=, > */
static void
order(CspFlatzinc *self, uint32_t x, uint32_t y, CspRelation relation)
{
  bool is_down = relation == CSP_RELATION_GE || relation == CSP_RELATION_GT;
  uint32_t low = is_down ? y : x, high = is_down ? x : y;

  csp_fzn_limit(self, low, CSP_FZN_MIN, csp_fzn_var(self, high)->max);
  csp_fzn_limit(self, high, csp_fzn_var(self, low)->min, CSP_FZN_MAX);
}

/* Each element and the next */
void
csp_fzn_bound_ordered(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  const CspFznArray x = *csp_fzn_array(self, con, 0);

  for (uint32_t i = 1; i < x.n; i++)
    order(self, csp_fzn_element_root(self, &x, i - 1),
          csp_fzn_element_root(self, &x, i), (CspRelation)op);
}

/* The first elements of two lists */
void
csp_fzn_bound_lex(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  const CspFznArray x = *csp_fzn_array(self, con, 0);
  const CspFznArray y = *csp_fzn_array(self, con, 1);

  if (x.n > 0 && y.n > 0)
    order(self, csp_fzn_element_root(self, &x, 0),
          csp_fzn_element_root(self, &y, 0), CSP_RELATION_LE);
}

/* Two lists of the same values */
void
csp_fzn_bound_sort(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  for (uint32_t k = 0; k < 2; k++) {
    const CspFznArray to = *csp_fzn_array(self, con, 1 - k);
    int64_t min, max;
    csp_fzn_hull(self, csp_fzn_array(self, con, k), &min, &max);
    for (uint32_t i = 0; i < to.n; i++)
      csp_fzn_limit(self, csp_fzn_element_root(self, &to, i), min, max);
  }
}
