/* SPDX-License-Identifier: MIT */
/* Contradictions among variables without bounds.
 *
 * x < y and y < x have no solution, which no search of a window can prove.
 * Constraints with at most two variables and coefficients of one size say that
 * +-x +-y <= c.  With a node for each variable and one for its negation they are
 * the arcs of a graph, from -y to x and from -x to y with the weight c (Miné
 * 2006); a known bound, x <= c, is an arc from -x to x with the weight 2c.  Adding
 * up the constraints around a circle of negative weight gives 0 <= a negative
 * number: nothing satisfies them, whatever the values.
 *
 * A sum of more terms, or with other coefficients, is a variable of its own, the
 * same one wherever that sum stands.  All are divided by the greatest common
 * divisor of the coefficients first, and the right side rounded down.  Of
 * absolutes, minima and maxima their inequalities count.
 *
 * Circles are found by the method of Bellman, Ford and Moore with a queue; now
 * and then the arcs by which nodes got their distances are looked at: these form
 * a circle only if that is a negative one (Cherkassky and Goldberg 1999).  The
 * number of steps is limited, so that a circle may be missed, but none is ever
 * seen where there is none. */
#include "config.h"

#include <string.h>

#include "io/flatzinc-private.h"

/* STEPS_MAX arcs of the weight 2 * RHS_MAX stay within 64 bits. */
#define STEPS_MAX (INT64_C(1) << 24)
#define RHS_MAX (INT64_C(1) << 33)

typedef struct {
  uint32_t variable; /* a root, or from self->vars->len on a sum */
  int64_t coeff;
} Term;

typedef struct {
  uint32_t from, to;
  int64_t weight;
} Arc;

typedef struct {
  CspFlatzinc *flatzinc;
  GArray *terms;    /* Term: of the inequality that is added */
  GHashTable *sums; /* of the terms, as GBytes: its number */
  uint32_t n_variables;
  GArray *arcs; /* Arc */
} Differences;

static uint32_t
node_of(Term term)
{
  return 2 * term.variable + (term.coeff < 0);
}

static void
add_arc(Differences *self, uint32_t from, uint32_t to, int64_t weight)
{
  Arc arc = {from, to, weight};

  g_array_append_val(self->arcs, arc);
}

/* Inequalities -------------------------------------------------------------- */

static int
compare_terms(gconstpointer a, gconstpointer b)
{
  const Term *x = a, *y = b;

  return (x->variable > y->variable) - (x->variable < y->variable);
}

/* Each variable once, fixed ones in the right side, nothing with 0; false: it
 * grows too large. */
static bool
gather(Differences *self, int64_t *rhs)
{
  Term *terms = (Term *)(void *)self->terms->data;
  guint n = 0;

  g_array_sort(self->terms, compare_terms);
  for (guint i = 0; i < self->terms->len; i++) {
    Term term = terms[i];
    if (csp_fzn_is_fixed(self->flatzinc, term.variable)) {
      int64_t value = csp_fzn_var(self->flatzinc, term.variable)->min;
      if (__builtin_mul_overflow(value, term.coeff, &value) ||
          __builtin_sub_overflow(*rhs, value, rhs))
        return false;
      continue;
    }
    if (n > 0 && terms[n - 1].variable == term.variable)
      terms[n - 1].coeff += term.coeff;
    else
      terms[n++] = term;
    n -= terms[n - 1].coeff == 0;
  }
  g_array_set_size(self->terms, n);
  return true;
}

static void
divide(Differences *self, int64_t *rhs)
{
  int64_t divisor = 0;

  for (guint i = 0; i < self->terms->len; i++) {
    int64_t a = ABS(g_array_index(self->terms, Term, i).coeff);
    while (a != 0) {
      int64_t rest = divisor % a;
      divisor = a;
      a = rest;
    }
  }
  if (divisor <= 1)
    return;
  for (guint i = 0; i < self->terms->len; i++)
    g_array_index(self->terms, Term, i).coeff /= divisor;
  *rhs = *rhs / divisor - (*rhs % divisor < 0);
}

static bool
is_unit(Term term)
{
  return ABS(term.coeff) == 1;
}

/* The sum as one variable; its first coefficient is positive there. */
static Term
name_sum(Differences *self)
{
  bool is_negated = g_array_index(self->terms, Term, 0).coeff < 0;
  g_autoptr(GArray) key =
      g_array_sized_new(FALSE, FALSE, sizeof(int64_t), 2 * self->terms->len);
  gpointer number;

  for (guint i = 0; i < self->terms->len; i++) {
    Term term = g_array_index(self->terms, Term, i);
    int64_t pair[] = {term.variable, is_negated ? -term.coeff : term.coeff};
    g_array_append_vals(key, pair, 2);
  }
  g_autoptr(GBytes) bytes = g_bytes_new(key->data, key->len * sizeof(int64_t));
  if (!g_hash_table_lookup_extended(self->sums, bytes, NULL, &number)) {
    number = GUINT_TO_POINTER(self->n_variables++);
    g_hash_table_insert(self->sums, g_steal_pointer(&bytes), number);
  }
  return (Term){GPOINTER_TO_UINT(number), is_negated ? -1 : 1};
}

/* The terms' sum is at most rhs; takes the terms. */
static void
add_inequality(Differences *self, int64_t rhs)
{
  const Term *terms;
  bool is_small = gather(self, &rhs);

  divide(self, &rhs);
  terms = (const Term *)(const void *)self->terms->data;
  if (!is_small || ABS(rhs) > RHS_MAX) {
    /* it says too little */
  } else if (self->terms->len == 0) {
    self->flatzinc->is_false |= rhs < 0;
  } else if (self->terms->len == 2 && is_unit(terms[0]) && is_unit(terms[1])) {
    uint32_t x = node_of(terms[0]), y = node_of(terms[1]);
    add_arc(self, y ^ 1, x, rhs);
    add_arc(self, x ^ 1, y, rhs);
  } else {
    uint32_t x = node_of(self->terms->len == 1 ? terms[0] : name_sum(self));
    add_arc(self, x ^ 1, x, 2 * rhs);
  }
  g_array_set_size(self->terms, 0);
}

static void
add_term(Differences *self, int64_t coeff, uint32_t root)
{
  Term term = {root, coeff};

  g_array_append_val(self->terms, term);
}

/* x - y <= rhs */
static void
add_difference(Differences *self, uint32_t x, uint32_t y, int64_t rhs)
{
  add_term(self, 1, x);
  add_term(self, -1, y);
  add_inequality(self, rhs);
}

/* Constraints --------------------------------------------------------------- */

static uint32_t
root_of(const Differences *self, const CspFznConstraint *con, uint32_t k)
{
  return csp_fzn_arg_root(self->flatzinc, csp_fzn_arg(self->flatzinc, con, k));
}

static uint32_t
element_of(const Differences *self, const CspFznArray *array, uint32_t i)
{
  return csp_fzn_element_root(self->flatzinc, array, i);
}

/* x <= y; x < y; x = y */
static void
add_compare(Differences *self, const CspFznConstraint *con, int op)
{
  uint32_t x = root_of(self, con, 0), y = root_of(self, con, 1);

  add_difference(self, x, y, op == CSP_RELATION_LT ? -1 : 0);
  if (op == CSP_RELATION_EQ)
    add_difference(self, y, x, 0);
}

static void
add_linear(Differences *self, const CspFznConstraint *con, int op)
{
  const CspFlatzinc *flatzinc = self->flatzinc;
  const CspFznArray *coeffs = csp_fzn_array(flatzinc, con, 0);
  const CspFznArray *vars = csp_fzn_array(flatzinc, con, 1);

  if (coeffs->n != vars->n)
    return;
  for (int sign = 1; sign >= (op == CSP_RELATION_EQ ? -1 : 1); sign -= 2) {
    for (uint32_t i = 0; i < vars->n; i++) {
      int32_t coeff = (int32_t)csp_fzn_elements(flatzinc, coeffs)[i];
      add_term(self, sign * (int64_t)coeff, element_of(self, vars, i));
    }
    add_term(self, -sign, root_of(self, con, 2));
    add_inequality(self, 0);
  }
}

/* x + sign * y = z */
static void
add_signed_sum(Differences *self, const CspFznConstraint *con, int64_t sign)
{
  for (int side = 1; side >= -1; side -= 2) {
    add_term(self, side, root_of(self, con, 0));
    add_term(self, side * sign, root_of(self, con, 1));
    add_term(self, -side, root_of(self, con, 2));
    add_inequality(self, 0);
  }
}

static void
add_sum(Differences *self, const CspFznConstraint *con, int op)
{
  add_signed_sum(self, con, 1);
}

static void
add_subtraction(Differences *self, const CspFznConstraint *con, int op)
{
  add_signed_sum(self, con, -1);
}

static void
add_extremum_of(Differences *self, uint32_t x, uint32_t extremum, bool is_max)
{
  if (is_max)
    add_difference(self, x, extremum, 0);
  else
    add_difference(self, extremum, x, 0);
}

static void
add_arithmetic(Differences *self, const CspFznConstraint *con, int op)
{
  switch ((CspArithmeticOp)op) {
  case CSP_ARITHMETIC_ABS:
    add_difference(self, root_of(self, con, 0), root_of(self, con, 1), 0);
    add_term(self, -1, root_of(self, con, 0));
    add_term(self, -1, root_of(self, con, 1));
    add_inequality(self, 0);
    break;
  case CSP_ARITHMETIC_MIN:
  case CSP_ARITHMETIC_MAX:
    for (uint32_t k = 0; k < 2; k++)
      add_extremum_of(self, root_of(self, con, k), root_of(self, con, 2),
                      op == CSP_ARITHMETIC_MAX);
    break;
  default:
    break;
  }
}

static void
add_extremum(Differences *self, const CspFznConstraint *con, int op)
{
  const CspFznArray *array = csp_fzn_array(self->flatzinc, con, 1);

  for (uint32_t i = 0; i < array->n; i++)
    add_extremum_of(self, element_of(self, array, i), root_of(self, con, 0),
                    op == CSP_ARITHMETIC_MAX);
}

static void
add_ordered(Differences *self, const CspFznConstraint *con, int op)
{
  const CspFznArray *array = csp_fzn_array(self->flatzinc, con, 0);
  bool is_rising = op == CSP_RELATION_LE || op == CSP_RELATION_LT;
  int64_t gap = op == CSP_RELATION_LT || op == CSP_RELATION_GT;

  for (uint32_t i = 1; i < array->n; i++)
    add_difference(self, element_of(self, array, is_rising ? i - 1 : i),
                   element_of(self, array, is_rising ? i : i - 1), -gap);
}

/* By how a constraint bounds variables. */
static const struct {
  CspFznBoundFunc bound;
  void (*add)(Differences *self, const CspFznConstraint *con, int op);
} kinds[] = {
    {csp_fzn_bound_compare, add_compare},
    {csp_fzn_bound_linear, add_linear},
    {csp_fzn_bound_sum, add_sum},
    {csp_fzn_bound_difference, add_subtraction},
    {csp_fzn_bound_arithmetic, add_arithmetic},
    {csp_fzn_bound_extremum, add_extremum},
    {csp_fzn_bound_ordered, add_ordered},
};

static void
add_constraints(Differences *self)
{
  GArray *constraints = self->flatzinc->constraints;

  for (guint c = 0; c < constraints->len; c++) {
    const CspFznConstraint *con =
        &g_array_index(constraints, CspFznConstraint, c);
    const CspFznRow *row = &csp_fzn_rows[con->row];
    for (size_t i = 0; !con->is_done && i < G_N_ELEMENTS(kinds); i++)
      if (row->bound == kinds[i].bound)
        kinds[i].add(self, con, row->op);
  }
}

static void
add_bounds(Differences *self)
{
  for (uint32_t i = 0; i < self->flatzinc->vars->len; i++) {
    const CspFznVar *var = csp_fzn_var(self->flatzinc, i);
    if (csp_fzn_root(self->flatzinc, i) != i)
      continue;
    if (ABS(var->max) <= RHS_MAX)
      add_arc(self, 2 * i + 1, 2 * i, 2 * var->max);
    if (ABS(var->min) <= RHS_MAX)
      add_arc(self, 2 * i, 2 * i + 1, -2 * var->min);
  }
}

/* Circles ------------------------------------------------------------------- */

typedef struct {
  const Arc *arcs; /* by from */
  uint32_t *firsts;
  uint32_t n_nodes;
  int64_t *distances;
  uint32_t *parents; /* where the distance came from, or NONE */
  uint32_t *visits;  /* the walk that met a node last, from 1 */
  uint32_t *queue;   /* round; each node is in it at most once */
  bool *is_waiting;
  uint32_t head, n_waiting;
} Search;

static void
enqueue(Search *self, uint32_t node)
{
  if (self->is_waiting[node])
    return;
  self->is_waiting[node] = true;
  self->queue[(self->head + self->n_waiting++) % self->n_nodes] = node;
}

/* Do the parents go round? */
static bool
parents_go_round(Search *self)
{
  memset(self->visits, 0, self->n_nodes * sizeof *self->visits);
  for (uint32_t i = 0; i < self->n_nodes; i++) {
    uint32_t node = i;
    while (node != CSP_FZN_NONE && self->visits[node] == 0) {
      self->visits[node] = i + 1;
      node = self->parents[node];
    }
    if (node != CSP_FZN_NONE && self->visits[node] == i + 1)
      return true;
  }
  return false;
}

static bool
shorten(Search *self)
{
  int64_t n_steps = 0, next_walk = self->n_nodes;

  while (self->n_waiting > 0 && n_steps < STEPS_MAX) {
    uint32_t from = self->queue[self->head];
    self->head = (self->head + 1) % self->n_nodes;
    self->n_waiting--;
    self->is_waiting[from] = false;
    for (uint32_t i = self->firsts[from]; i < self->firsts[from + 1]; i++) {
      Arc arc = self->arcs[i];
      n_steps++;
      if (self->distances[arc.to] <= self->distances[from] + arc.weight)
        continue;
      self->distances[arc.to] = self->distances[from] + arc.weight;
      self->parents[arc.to] = from;
      enqueue(self, arc.to);
    }
    if (n_steps < next_walk)
      continue;
    next_walk = n_steps + self->n_nodes;
    if (parents_go_round(self))
      return true;
  }
  return parents_go_round(self);
}

static int
compare_arcs(gconstpointer a, gconstpointer b)
{
  const Arc *x = a, *y = b;

  return (x->from > y->from) - (x->from < y->from);
}

static bool
has_negative_circle(const Differences *self)
{
  uint32_t n = 2 * self->n_variables;
  g_autofree uint32_t *firsts = g_new0(uint32_t, (size_t)n + 1);
  g_autofree int64_t *distances = g_new0(int64_t, n);
  g_autofree uint32_t *parents = g_new(uint32_t, n);
  g_autofree uint32_t *visits = g_new(uint32_t, n);
  g_autofree uint32_t *queue = g_new(uint32_t, n);
  g_autofree bool *is_waiting = g_new0(bool, n);
  Search search = {.arcs = (const Arc *)(const void *)self->arcs->data,
                   .firsts = firsts,
                   .n_nodes = n,
                   .distances = distances,
                   .parents = parents,
                   .visits = visits,
                   .queue = queue,
                   .is_waiting = is_waiting};

  g_array_sort(self->arcs, compare_arcs);
  for (guint i = 0; i < self->arcs->len; i++)
    firsts[search.arcs[i].from + 1]++;
  for (uint32_t i = 0; i < n; i++) {
    firsts[i + 1] += firsts[i];
    parents[i] = CSP_FZN_NONE;
    enqueue(&search, i);
  }
  return shorten(&search);
}

bool
csp_fzn_contradicts(CspFlatzinc *self)
{
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(Term));
  g_autoptr(GArray) arcs = g_array_new(FALSE, FALSE, sizeof(Arc));
  g_autoptr(GHashTable) sums = g_hash_table_new_full(
      g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  Differences differences = {.flatzinc = self,
                             .terms = terms,
                             .sums = sums,
                             .n_variables = self->vars->len,
                             .arcs = arcs};

  add_bounds(&differences);
  add_constraints(&differences);
  return self->is_false || has_negative_circle(&differences);
}
