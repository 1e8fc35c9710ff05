/* SPDX-License-Identifier: MIT */
/* What a FlatZinc file says by domains and equality, before there is a model.
 *
 * Equal variables become one (union and find), and constraints of one variable
 * its domain, so that neither costs a propagator.  A domain is an interval, cut
 * by a set of ranges if there is one; both ends are always values of it. */
#include "config.h"

#include <string.h>

#include "io/flatzinc-private.h"

uint32_t
csp_fzn_root(CspFlatzinc *self, uint32_t var)
{
  uint32_t root = var;

  while (csp_fzn_var(self, root)->parent != root)
    root = csp_fzn_var(self, root)->parent;
  while (var != root) {
    uint32_t parent = csp_fzn_var(self, var)->parent;
    csp_fzn_var(self, var)->parent = root;
    var = parent;
  }
  return root;
}

bool
csp_fzn_is_fixed(const CspFlatzinc *self, uint32_t root)
{
  const CspFznVar *var = csp_fzn_var(self, root);

  return var->min == var->max;
}

uint32_t
csp_fzn_arg_root(CspFlatzinc *self, const CspFznArg *arg)
{
  return arg->kind == CSP_FZN_ARG_VAR ? csp_fzn_root(self, (uint32_t)arg->value)
                                      : csp_fzn_constant(self, arg->value);
}

uint32_t
csp_fzn_element_root(CspFlatzinc *self, const CspFznArray *array, uint32_t i)
{
  uint32_t element = csp_fzn_elements(self, array)[i];

  if (array->kind == CSP_FZN_VARS || array->kind == CSP_FZN_BOOL_VARS)
    return csp_fzn_root(self, element);
  return csp_fzn_constant(self, (int32_t)element);
}

static const int32_t *
ranges_of(const CspFlatzinc *self, uint32_t set, uint32_t *out_n)
{
  const CspFznSet *info = &g_array_index(self->sets, CspFznSet, set);

  *out_n = info->n;
  return (const int32_t *)(const void *)self->ranges->data + info->first;
}

/* Moves the ends to values of the set. */
static void
settle(const CspFlatzinc *self, CspFznVar *var)
{
  int64_t min = 1, max = 0;
  uint32_t n, n_met = 0;

  if (var->set == CSP_FZN_NONE || csp_fzn_is_empty(var))
    return;
  const int32_t *ranges = ranges_of(self, var->set, &n);
  for (uint32_t i = 0; i < n; i += 2) {
    if (ranges[i + 1] < var->min || ranges[i] > var->max)
      continue;
    if (n_met++ == 0)
      min = MAX(ranges[i], var->min);
    max = MIN(ranges[i + 1], var->max);
  }
  var->min = min;
  var->max = max;
  if (n_met <= 1)
    var->set = CSP_FZN_NONE;
}

void
csp_fzn_narrow(CspFlatzinc *self, uint32_t root, int64_t min, int64_t max)
{
  CspFznVar *var = csp_fzn_var(self, root);

  if (min <= var->min && max >= var->max)
    return;
  if (var->symbol == CSP_FZN_NONE) { /* a constant stays what it is */
    self->is_false = true;
    return;
  }
  var->min = MAX(var->min, min);
  var->max = MIN(var->max, max);
  settle(self, var);
  if (csp_fzn_is_empty(var))
    self->is_false = true;
}

void
csp_fzn_narrow_all(CspFlatzinc *self,
                   const CspFznConstraint *con,
                   uint32_t k,
                   int64_t min,
                   int64_t max)
{
  const CspFznArray array = *csp_fzn_array(self, con, k);

  for (uint32_t i = 0; i < array.n; i++)
    csp_fzn_narrow(self, csp_fzn_element_root(self, &array, i), min, max);
}

static uint32_t
intersect_sets(CspFlatzinc *self, uint32_t a, uint32_t b)
{
  CspFznSet both = {.first = self->ranges->len};
  uint32_t n_a, n_b, i = 0, k = 0;

  ranges_of(self, a, &n_a);
  ranges_of(self, b, &n_b);
  while (i < n_a && k < n_b) {
    /* looked up anew, for appending may move them */
    const int32_t *x = ranges_of(self, a, &n_a) + i;
    const int32_t *y = ranges_of(self, b, &n_b) + k;
    int32_t ends[] = {MAX(x[0], y[0]), MIN(x[1], y[1])};
    bool is_first = x[1] < y[1];
    if (ends[0] <= ends[1])
      g_array_append_vals(self->ranges, ends, 2);
    if (is_first)
      i += 2;
    else
      k += 2;
  }
  both.n = self->ranges->len - both.first;
  g_array_append_val(self->sets, both);
  return self->sets->len - 1;
}

static void
narrow_to_set(CspFlatzinc *self, uint32_t root, uint32_t set)
{
  uint32_t n;
  const int32_t *ranges = ranges_of(self, set, &n);

  csp_fzn_narrow(self, root, n > 0 ? ranges[0] : 1, n > 0 ? ranges[n - 1] : 0);
  if (n <= 2 || csp_fzn_is_empty(csp_fzn_var(self, root)))
    return;
  CspFznVar *var = csp_fzn_var(self, root);
  bool is_constant = var->symbol == CSP_FZN_NONE;
  uint32_t old = var->set;
  int64_t min = var->min, max = var->max;
  uint32_t both = old == CSP_FZN_NONE ? set : intersect_sets(self, old, set);

  var = csp_fzn_var(self, root);
  var->set = both;
  settle(self, var);
  if (is_constant && csp_fzn_is_empty(var)) {
    var->min = min;
    var->max = max;
    self->is_false = true;
  }
  if (csp_fzn_is_empty(var))
    self->is_false = true;
}

/* Which of two equal variables lends the name: one that was written by hand. */
static bool
is_better(const CspFznVar *a, const CspFznVar *b)
{
  return !a->is_introduced && b->is_introduced;
}

void
csp_fzn_unify(CspFlatzinc *self, uint32_t a, uint32_t b)
{
  a = csp_fzn_root(self, a);
  b = csp_fzn_root(self, b);
  if (a == b)
    return;
  const CspFznVar *x = csp_fzn_var(self, a), *y = csp_fzn_var(self, b);
  if (x->symbol == CSP_FZN_NONE) {
    csp_fzn_narrow(self, b, x->min, x->max);
    return;
  }
  if (y->symbol == CSP_FZN_NONE) {
    csp_fzn_narrow(self, a, y->min, y->max);
    return;
  }
  uint32_t kept = is_better(y, x) || (b < a && !is_better(x, y)) ? b : a;
  uint32_t gone = kept == a ? b : a;
  const CspFznVar *other = csp_fzn_var(self, gone);
  uint32_t set = other->set;
  csp_fzn_narrow(self, kept, other->min, other->max);
  csp_fzn_var(self, gone)->parent = kept;
  if (set != CSP_FZN_NONE)
    narrow_to_set(self, kept, set);
}

/* Rows ---------------------------------------------------------------------- */

static uint32_t
root_of(CspFlatzinc *self, const CspFznConstraint *con, uint32_t k)
{
  return csp_fzn_arg_root(self, csp_fzn_arg(self, con, k));
}

bool
csp_fzn_absorb_equal(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  csp_fzn_unify(self, root_of(self, con, 0), root_of(self, con, 1));
  return true;
}

/* x != value; false: the value is amid the domain. */
static bool
remove_value(CspFlatzinc *self, uint32_t root, int64_t value)
{
  const CspFznVar *var = csp_fzn_var(self, root);

  if (value < var->min || value > var->max)
    return true;
  if (value == var->min)
    csp_fzn_narrow(self, root, value + 1, CSP_FZN_MAX);
  else if (value == var->max)
    csp_fzn_narrow(self, root, CSP_FZN_MIN, value - 1);
  else
    return false;
  return true;
}

/* x relation value */
static bool
cut(CspFlatzinc *self, uint32_t root, CspRelation relation, int64_t value)
{
  switch (relation) {
  case CSP_RELATION_EQ:
    csp_fzn_narrow(self, root, value, value);
    return true;
  case CSP_RELATION_NE:
    return remove_value(self, root, value);
  case CSP_RELATION_LT:
    csp_fzn_narrow(self, root, CSP_FZN_MIN, value - 1);
    return true;
  case CSP_RELATION_LE:
    csp_fzn_narrow(self, root, CSP_FZN_MIN, value);
    return true;
  case CSP_RELATION_GT:
    csp_fzn_narrow(self, root, value + 1, CSP_FZN_MAX);
    return true;
  case CSP_RELATION_GE:
    csp_fzn_narrow(self, root, value, CSP_FZN_MAX);
    return true;
  }
  return false;
}

static CspRelation
mirrored(CspRelation relation)
{
  static const CspRelation mirror[] = {CSP_RELATION_EQ, CSP_RELATION_NE,
                                       CSP_RELATION_GT, CSP_RELATION_GE,
                                       CSP_RELATION_LT, CSP_RELATION_LE};
  return mirror[relation];
}

bool
csp_fzn_absorb_compare(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  uint32_t x = root_of(self, con, 0), y = root_of(self, con, 1);

  if (csp_fzn_is_fixed(self, y))
    return cut(self, x, (CspRelation)op, csp_fzn_var(self, y)->min);
  if (csp_fzn_is_fixed(self, x))
    return cut(self, y, mirrored((CspRelation)op), csp_fzn_var(self, x)->min);
  return false;
}

static int64_t
floor_div(int64_t a, int64_t b)
{
  return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

/* coeff * x relation rhs, with = != <= */
static bool
cut_scaled(CspFlatzinc *self,
           int64_t coeff,
           uint32_t root,
           CspRelation relation,
           int64_t rhs)
{
  if (relation == CSP_RELATION_LE)
    return coeff > 0
               ? cut(self, root, CSP_RELATION_LE, floor_div(rhs, coeff))
               : cut(self, root, CSP_RELATION_GE, -floor_div(rhs, -coeff));
  if (rhs % coeff == 0)
    return cut(self, root, relation, rhs / coeff);
  if (relation == CSP_RELATION_EQ)
    self->is_false = true;
  return true;
}

bool
csp_fzn_absorb_linear(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  const CspFznArray *coeffs = csp_fzn_array(self, con, 0);
  const CspFznArray *vars = csp_fzn_array(self, con, 1);
  uint32_t rhs_root = root_of(self, con, 2), roots[2] = {0};
  int64_t open[2] = {0}, rhs = csp_fzn_var(self, rhs_root)->min, product;
  uint32_t n_open = 0;

  if (!csp_fzn_is_fixed(self, rhs_root) || coeffs->n != vars->n)
    return false;
  for (uint32_t i = 0; i < vars->n; i++) {
    int32_t coeff = (int32_t)csp_fzn_elements(self, coeffs)[i];
    uint32_t root = csp_fzn_element_root(self, vars, i);
    if (csp_fzn_is_fixed(self, root)) {
      product = coeff * csp_fzn_var(self, root)->min;
      if (__builtin_sub_overflow(rhs, product, &rhs))
        return false;
    } else if (coeff != 0) {
      if (n_open == 2)
        return false;
      roots[n_open] = root;
      open[n_open++] = coeff;
    }
  }
  if (n_open == 1 && rhs != INT64_MIN)
    return cut_scaled(self, open[0], roots[0], (CspRelation)op, rhs);
  if (n_open == 2 && op == CSP_RELATION_EQ && rhs == 0 && open[0] == -open[1]) {
    csp_fzn_unify(self, roots[0], roots[1]);
    return true;
  }
  return false;
}

/* The index is one of the array's. */
bool
csp_fzn_absorb_element(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  csp_fzn_narrow(self, root_of(self, con, 0), 1,
                 csp_fzn_array(self, con, 1)->n);
  return false;
}

/* row, cells, result, column, number of columns, first row, first column: a row
 * and a column of the matrix */
bool
csp_fzn_absorb_matrix(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  int64_t n_columns = MAX(csp_fzn_get_int(self, con, 4), 1);
  int64_t first_row = csp_fzn_get_int(self, con, 5);
  int64_t first_column = csp_fzn_get_int(self, con, 6);

  csp_fzn_narrow(self, root_of(self, con, 0), first_row,
                 first_row + csp_fzn_array(self, con, 1)->n / n_columns - 1);
  csp_fzn_narrow(self, root_of(self, con, 3), first_column,
                 first_column + n_columns - 1);
  return false;
}

bool
csp_fzn_absorb_in(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  narrow_to_set(self, root_of(self, con, 0),
                (uint32_t)csp_fzn_arg(self, con, 1)->value);
  return true;
}

/* A constraint that is reified or implied by what is true is that constraint. */
static void
drop_truth(CspFlatzinc *self, CspFznConstraint *con)
{
  const CspFznRow *row = &csp_fzn_rows[con->row];
  const char *suffix = strrchr(row->name, '_');
  uint32_t last = (uint32_t)strlen(row->types) - 1;

  if (suffix == NULL ||
      (!g_str_equal(suffix, "_reif") && !g_str_equal(suffix, "_imp")))
    return;
  uint32_t truth = root_of(self, con, last);
  if (!csp_fzn_is_fixed(self, truth) || csp_fzn_var(self, truth)->min == 0)
    return;
  g_autofree char *name = g_strndup(row->name, (gsize)(suffix - row->name));
  guint number = GPOINTER_TO_UINT(g_hash_table_lookup(self->rows, name));
  if (number > 0 && csp_fzn_rows[number - 1].types[last] == '\0' &&
      strncmp(csp_fzn_rows[number - 1].types, row->types, last) == 0)
    con->row = (uint16_t)(number - 1);
}

void
csp_fzn_absorb(CspFlatzinc *self)
{
  enum { PASSES = 2 };

  for (int pass = 0; pass < PASSES; pass++)
    for (guint i = 0; i < self->constraints->len; i++) {
      CspFznConstraint *con =
          &g_array_index(self->constraints, CspFznConstraint, i);
      if (con->is_done)
        continue;
      drop_truth(self, con);
      const CspFznRow *row = &csp_fzn_rows[con->row];
      con->is_done = row->absorb(self, con, row->op);
    }
}
