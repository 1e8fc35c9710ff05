/* SPDX-License-Identifier: MIT */
/* Bounds for variables that were declared without.
 *
 * A bound follows from a constraint and the bounds of its other variables: a
 * sum from its terms, a product from its factors, an index from an array.  The
 * constraints of a variable that got its bounds are looked at again, for they
 * may bound the next one.  Each variable gets its two bounds once, so that the
 * work is linear in the constraints it touches.  A bound beyond the range of
 * values counts as none. */
#include "config.h"

#include "io/flatzinc-private.h"

typedef struct {
  uint32_t var, constraint;
} Occurrence;

typedef struct {
  int64_t min, max;
} Range;

static Range
range_of(const CspFlatzinc *self, uint32_t root)
{
  const CspFznVar *var = csp_fzn_var(self, root);

  return (Range){MAX(var->min, CSP_FZN_MIN), MIN(var->max, CSP_FZN_MAX)};
}

static bool
is_finite(int64_t bound)
{
  return bound >= CSP_VALUE_MIN && bound <= CSP_VALUE_MAX;
}

/* How many of the two ends are values. */
static int
n_ends(const CspFznVar *var)
{
  return is_finite(var->min) + is_finite(var->max);
}

void
csp_fzn_limit(CspFlatzinc *self, uint32_t root, int64_t min, int64_t max)
{
  int before = n_ends(csp_fzn_var(self, root));

  if (before == 2)
    return;
  csp_fzn_narrow(self, root, is_finite(min) ? min : CSP_FZN_MIN,
                 is_finite(max) ? max : CSP_FZN_MAX);
  if (n_ends(csp_fzn_var(self, root)) != before)
    g_array_append_val(self->changed, root);
}

static void
limit(CspFlatzinc *self, uint32_t root, Range range)
{
  csp_fzn_limit(self, root, range.min, range.max);
}

static uint32_t
root_of(CspFlatzinc *self, const CspFznConstraint *con, uint32_t k)
{
  return csp_fzn_arg_root(self, csp_fzn_arg(self, con, k));
}

static int64_t
clamp_sum(int64_t a, int64_t b)
{
  if (a <= CSP_FZN_MIN || b <= CSP_FZN_MIN)
    return CSP_FZN_MIN;
  if (a >= CSP_FZN_MAX || b >= CSP_FZN_MAX)
    return CSP_FZN_MAX;
  return CLAMP(a + b, CSP_FZN_MIN, CSP_FZN_MAX);
}

static int64_t
clamp_product(int64_t a, int64_t b)
{
  int64_t product;

  if (a == 0 || b == 0)
    return 0;
  if (__builtin_mul_overflow(a, b, &product))
    return (a < 0) == (b < 0) ? CSP_FZN_MAX : CSP_FZN_MIN;
  return CLAMP(product, CSP_FZN_MIN, CSP_FZN_MAX);
}

static Range
add(Range a, Range b)
{
  return (Range){clamp_sum(a.min, b.min), clamp_sum(a.max, b.max)};
}

static Range
negate(Range a)
{
  return (Range){-a.max, -a.min};
}

static Range
multiply(Range a, Range b)
{
  int64_t p = clamp_product(a.min, b.min), q = clamp_product(a.min, b.max);
  int64_t r = clamp_product(a.max, b.min), s = clamp_product(a.max, b.max);

  return (Range){MIN(MIN(p, q), MIN(r, s)), MAX(MAX(p, q), MAX(r, s))};
}

/* The largest size of a number in the range. */
static int64_t
size_of(Range a)
{
  return MAX(-a.min, a.max);
}

static Range
around_zero(int64_t size)
{
  return (Range){-size, size};
}

/* x <= y; x < y; x = y */
void
csp_fzn_bound_compare(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  uint32_t x = root_of(self, con, 0), y = root_of(self, con, 1);
  Range a = range_of(self, x), b = range_of(self, y);
  int64_t gap = op == CSP_RELATION_LT;

  limit(self, x, (Range){CSP_FZN_MIN, clamp_sum(b.max, -gap)});
  limit(self, y, (Range){clamp_sum(a.min, gap), CSP_FZN_MAX});
}

/* A sum whose terms are looked at one after the other. */
typedef struct {
  CspFlatzinc *self;
  const CspFznConstraint *con;
  const CspFznArray *coeffs, *vars;
} Terms;

/* The rhs is one more term, with the factor -1. */
static uint32_t
term(const Terms *terms, uint32_t i, int64_t *out_coeff)
{
  if (i == terms->vars->n) {
    *out_coeff = -1;
    return root_of(terms->self, terms->con, 2);
  }
  *out_coeff = (int32_t)csp_fzn_elements(terms->self, terms->coeffs)[i];
  return csp_fzn_element_root(terms->self, terms->vars, i);
}

/* sum = 0 or sum <= 0: with one term unbounded below, all others bound it above,
 * and so on.  What is left of the sum without a term is its sum less the term's
 * own, unless that is the one without bound. */
void
csp_fzn_bound_linear(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  Terms terms = {self, con, csp_fzn_array(self, con, 0),
                 csp_fzn_array(self, con, 1)};
  int64_t low = 0, high = 0, coeff;
  uint32_t n_low = 0, n_high = 0; /* terms without */

  if (terms.coeffs->n != terms.vars->n)
    return;
  for (uint32_t i = 0; i <= terms.vars->n; i++) {
    Range own = range_of(self, term(&terms, i, &coeff));
    own = multiply((Range){coeff, coeff}, own);
    n_low += own.min <= CSP_FZN_MIN;
    n_high += own.max >= CSP_FZN_MAX;
    low = clamp_sum(low, own.min <= CSP_FZN_MIN ? 0 : own.min);
    high = clamp_sum(high, own.max >= CSP_FZN_MAX ? 0 : own.max);
  }
  for (uint32_t i = 0; i <= terms.vars->n; i++) {
    uint32_t root = term(&terms, i, &coeff);
    Range own = multiply((Range){coeff, coeff}, range_of(self, root));
    bool has_low = own.min <= CSP_FZN_MIN ? n_low == 1 : n_low == 0;
    bool has_high = own.max >= CSP_FZN_MAX ? n_high == 1 : n_high == 0;
    Range bound = {CSP_FZN_MIN, CSP_FZN_MAX};
    if (coeff == 0 || csp_fzn_is_bounded(csp_fzn_var(self, root)))
      continue;
    if (has_low)
      bound.max = -(low - (own.min <= CSP_FZN_MIN ? 0 : own.min));
    if (has_high && op == CSP_RELATION_EQ)
      bound.min = -(high - (own.max >= CSP_FZN_MAX ? 0 : own.max));
    if (coeff < 0) {
      bound = negate(bound);
      coeff = -coeff;
    }
    if (bound.min > CSP_FZN_MIN)
      bound.min = bound.min / coeff + (bound.min % coeff > 0);
    if (bound.max < CSP_FZN_MAX)
      bound.max = bound.max / coeff - (bound.max % coeff < 0);
    limit(self, root, bound);
  }
}

/* x + y = z */
static void
bound_sum(CspFlatzinc *self, uint32_t x, uint32_t y, uint32_t z)
{
  limit(self, z, add(range_of(self, x), range_of(self, y)));
  limit(self, x, add(range_of(self, z), negate(range_of(self, y))));
  limit(self, y, add(range_of(self, z), negate(range_of(self, x))));
}

void
csp_fzn_bound_sum(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  bound_sum(self, root_of(self, con, 0), root_of(self, con, 1),
            root_of(self, con, 2));
}

/* x - y = z */
void
csp_fzn_bound_difference(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  bound_sum(self, root_of(self, con, 2), root_of(self, con, 1),
            root_of(self, con, 0));
}

static Range
power(Range x, Range y)
{
  int64_t size = MAX(size_of(x), 1), most = 1;

  for (int64_t i = 0; i < y.max && i < 64 && most < CSP_FZN_MAX; i++)
    most = clamp_product(most, size);
  return x.min >= 0 ? (Range){0, most} : around_zero(most);
}

void
csp_fzn_bound_arithmetic(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  bool is_unary = op == CSP_ARITHMETIC_ABS;
  uint32_t x = root_of(self, con, 0), y = root_of(self, con, 1);
  uint32_t z = is_unary ? y : root_of(self, con, 2);
  Range a = range_of(self, x), b = range_of(self, y), c = range_of(self, z);

  switch ((CspArithmeticOp)op) {
  case CSP_ARITHMETIC_TIMES:
    limit(self, z, multiply(a, b));
    break;
  case CSP_ARITHMETIC_DIV:
    limit(self, z,
          a.min >= 0 && b.min >= 0 ? (Range){0, a.max}
                                   : around_zero(size_of(a)));
    limit(self, x,
          around_zero(clamp_product(clamp_sum(size_of(c), 1), size_of(b))));
    break;
  case CSP_ARITHMETIC_MOD:
    limit(self, z, around_zero(MIN(size_of(a), size_of(b))));
    break;
  case CSP_ARITHMETIC_POW:
    limit(self, z, power(a, b));
    break;
  case CSP_ARITHMETIC_ABS:
    limit(self, z, (Range){0, size_of(a)});
    limit(self, x, around_zero(c.max));
    break;
  case CSP_ARITHMETIC_MIN:
    limit(self, z, (Range){MIN(a.min, b.min), MIN(a.max, b.max)});
    limit(self, x, (Range){c.min, CSP_FZN_MAX});
    limit(self, y, (Range){c.min, CSP_FZN_MAX});
    break;
  case CSP_ARITHMETIC_MAX:
    limit(self, z, (Range){MAX(a.min, b.min), MAX(a.max, b.max)});
    limit(self, x, (Range){CSP_FZN_MIN, c.max});
    limit(self, y, (Range){CSP_FZN_MIN, c.max});
    break;
  }
}

void
csp_fzn_hull(CspFlatzinc *self,
             const CspFznArray *array,
             int64_t *out_min,
             int64_t *out_max)
{
  *out_min = INT64_MAX;
  *out_max = INT64_MIN;
  for (uint32_t i = 0; i < array->n; i++) {
    Range own = range_of(self, csp_fzn_element_root(self, array, i));
    *out_min = MIN(*out_min, own.min);
    *out_max = MAX(*out_max, own.max);
  }
}

static Range
hull(CspFlatzinc *self, const CspFznArray *array)
{
  Range range;

  csp_fzn_hull(self, array, &range.min, &range.max);
  return range;
}

/* m = the largest, the smallest of an array */
void
csp_fzn_bound_extremum(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  const CspFznArray *array = csp_fzn_array(self, con, 1);
  uint32_t m = root_of(self, con, 0);
  bool is_max = op == CSP_ARITHMETIC_MAX;

  if (array->n > 0)
    limit(self, m, hull(self, array));
  for (uint32_t i = 0; array->kind == CSP_FZN_VARS && i < array->n; i++) {
    Range of = range_of(self, m);
    limit(self, csp_fzn_element_root(self, array, i),
          is_max ? (Range){CSP_FZN_MIN, of.max} : (Range){of.min, CSP_FZN_MAX});
  }
}

void
csp_fzn_bound_element(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  const CspFznArray *array = csp_fzn_array(self, con, 1);

  if (array->n > 0)
    limit(self, root_of(self, con, 2), hull(self, array));
}

/* The queue ----------------------------------------------------------------- */

static int
compare_occurrences(gconstpointer a, gconstpointer b)
{
  const Occurrence *x = a, *y = b;

  if (x->var != y->var)
    return x->var < y->var ? -1 : 1;
  return (x->constraint > y->constraint) - (x->constraint < y->constraint);
}

static void
note_occurrence(CspFlatzinc *self,
                GArray *occurrences,
                uint32_t var,
                uint32_t constraint)
{
  Occurrence occurrence = {csp_fzn_root(self, var), constraint};

  if (!csp_fzn_is_bounded(csp_fzn_var(self, occurrence.var)))
    g_array_append_val(occurrences, occurrence);
}

/* Where variables without bounds stand, by variable. */
static GArray *
collect_occurrences(CspFlatzinc *self)
{
  GArray *all = g_array_new(FALSE, FALSE, sizeof(Occurrence));

  for (guint c = 0; c < self->constraints->len; c++) {
    const CspFznConstraint *con =
        &g_array_index(self->constraints, CspFznConstraint, c);
    const char *types = csp_fzn_rows[con->row].types;
    if (con->is_done || csp_fzn_rows[con->row].bound == csp_fzn_bound_none)
      continue;
    for (uint32_t k = 0; types[k] != '\0' && types[k] != '?'; k++) {
      const CspFznArg *arg = csp_fzn_arg(self, con, k);
      if (arg->kind == CSP_FZN_ARG_VAR)
        note_occurrence(self, all, (uint32_t)arg->value, c);
      if (arg->kind != CSP_FZN_ARG_ARRAY)
        continue;
      const CspFznArray *array =
          &g_array_index(self->arrays, CspFznArray, arg->value);
      for (uint32_t i = 0; array->kind == CSP_FZN_VARS && i < array->n; i++)
        note_occurrence(self, all, csp_fzn_elements(self, array)[i], c);
    }
  }
  g_array_sort(all, compare_occurrences);
  return all;
}

/* Constraints to be looked at, each at most once. */
typedef struct {
  GArray *constraints;
  bool *is_waiting; /* by constraint */
} Queue;

static void
enqueue(Queue *queue, uint32_t constraint)
{
  if (queue->is_waiting[constraint])
    return;
  queue->is_waiting[constraint] = true;
  g_array_append_val(queue->constraints, constraint);
}

/* Adds the constraints of a variable. */
static void
enqueue_of(Queue *queue, const GArray *occurrences, uint32_t first)
{
  const Occurrence *at = &g_array_index(occurrences, Occurrence, first);

  for (uint32_t var = at->var;
       first < occurrences->len &&
       (at = &g_array_index(occurrences, Occurrence, first))->var == var;
       first++)
    enqueue(queue, at->constraint);
}

void
csp_fzn_bound(CspFlatzinc *self)
{
  g_autoptr(GArray) occurrences = collect_occurrences(self);
  g_autoptr(GArray) constraints = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  g_autofree bool *is_waiting = g_new0(bool, self->constraints->len);
  g_autofree uint32_t *firsts = g_new(uint32_t, self->vars->len);
  Queue queue = {constraints, is_waiting};

  self->changed = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  for (guint i = occurrences->len; i-- > 0;)
    firsts[g_array_index(occurrences, Occurrence, i).var] = i;
  for (guint i = 0; i < occurrences->len; i++)
    enqueue(&queue, g_array_index(occurrences, Occurrence, i).constraint);
  for (guint i = 0; i < constraints->len; i++) {
    uint32_t c = g_array_index(constraints, uint32_t, i);
    const CspFznConstraint *con =
        &g_array_index(self->constraints, CspFznConstraint, c);
    is_waiting[c] = false;
    csp_fzn_rows[con->row].bound(self, con, csp_fzn_rows[con->row].op);
    for (guint k = 0; k < self->changed->len; k++)
      enqueue_of(&queue, occurrences,
                 firsts[g_array_index(self->changed, uint32_t, k)]);
    g_array_set_size(self->changed, 0);
  }
  g_clear_pointer(&self->changed, g_array_unref);
}
