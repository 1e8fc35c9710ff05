/* SPDX-License-Identifier: MIT */
/* Tables, automata and decision diagrams of FlatZinc.
 *
 * A library file of ours turns the arguments of each into arrays; what stands
 * for the truth or the total of a constraint comes last.  The number of a row
 * tells what that is. */
#include "config.h"

#include <libcsp/csp-sequences.h>

#include "io/flatzinc-private.h"

enum { PLAIN, REIFIED, COST };

/* Steps, or edges, as they are posted. */
static GArray *
new_steps(void)
{
  return g_array_new(FALSE, FALSE, sizeof(gint));
}

/* Whether the word without letters is accepted is known. */
static bool
post_empty(CspFlatzinc *self,
           const CspFznConstraint *con,
           int op,
           uint32_t last,
           bool is_accepted)
{
  if (op != PLAIN) {
    uint32_t root = csp_fzn_arg_root(self, csp_fzn_arg(self, con, last));
    if (op == REIFIED)
      return csp_fzn_post_value(self, con, root, is_accepted);
    if (is_accepted)
      return csp_fzn_post_value(self, con, root, 0);
  }
  return is_accepted || csp_fzn_post_false(self, con);
}

/* A set by its number: pairs min, max. */
static const int32_t *
get_set(CspFlatzinc *self, uint32_t number, size_t *out_n)
{
  const CspFznSet *set = &g_array_index(self->sets, CspFznSet, number);

  *out_n = set->n;
  return (const int32_t *)(const void *)self->ranges->data + set->first;
}

/* The members of a set argument, up to max. */
static GArray *
list_members(CspFlatzinc *self,
             const CspFznConstraint *con,
             uint32_t k,
             int64_t max)
{
  GArray *members = g_array_new(FALSE, FALSE, sizeof(gint));
  size_t n;
  const int32_t *ranges = csp_fzn_get_ranges(self, con, k, &n);

  for (size_t i = 0; i < n; i += 2)
    for (gint v = ranges[i]; v <= MIN(ranges[i + 1], max); v++)
      g_array_append_val(members, v);
  return members;
}

static bool
post_steps(CspFlatzinc *self,
           const CspFznConstraint *con,
           int op,
           uint32_t last,
           const GArray *steps,
           gint start,
           const gint *finals,
           size_t n_finals)
{
  size_t n;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n);
  const gint *numbers = (const gint *)(const void *)steps->data;
  GError *error = NULL;
  gboolean is_posted = FALSE;

  if (self->error != NULL)
    return false;
  if (n == 0) {
    bool is_accepted = false;
    for (size_t i = 0; i < n_finals; i++)
      is_accepted |= finals[i] == start;
    return post_empty(self, con, op, last, is_accepted);
  }
  CspVar more = op == PLAIN ? CSP_NONE : csp_fzn_get_var(self, con, last);
  if (op == PLAIN)
    is_posted =
        csp_model_post_regular(self->model, vars, n, numbers, steps->len, start,
                               finals, n_finals, &error);
  else if (op == REIFIED)
    is_posted = csp_model_post_reified_regular(self->model, vars, n, numbers,
                                               steps->len, start, finals,
                                               n_finals, more, &error);
  else
    is_posted =
        csp_model_post_cost_regular(self->model, vars, n, numbers, steps->len,
                                    start, finals, n_finals, more, &error);
  return csp_fzn_posted(self, con, is_posted, error);
}

/* x, number of states, number of letters, first letter, next states row by
 * row, start, finals, and with costs these row by row */
bool
csp_fzn_post_regular(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  g_autoptr(GArray) steps = new_steps();
  int64_t n_states = csp_fzn_get_int(self, con, 1);
  g_autoptr(GArray) finals = list_members(self, con, 6, n_states);
  int64_t n_letters = csp_fzn_get_int(self, con, 2);
  int64_t letter = csp_fzn_get_int(self, con, 3);
  size_t n, n_costs = 0;
  const int32_t *next = csp_fzn_get_ints(self, con, 4, &n), *costs = NULL;

  if (op == COST)
    costs = csp_fzn_get_ints(self, con, 7, &n_costs);
  if (n_states < 0 || n_letters < 0 || (int64_t)n != n_states * n_letters ||
      (op == COST && n_costs != n))
    return csp_fzn_fail(self, self->text + con->place,
                        "the steps are not one a state and letter");
  for (size_t i = 0; i < n; i++) {
    const gint step[] = {(gint)(1 + (int64_t)i / n_letters),
                         (gint)(letter + (int64_t)i % n_letters), next[i],
                         op == COST ? costs[i] : 0};
    if (next[i] != 0)
      g_array_append_vals(steps, step, op == COST ? 4 : 3);
  }
  return post_steps(self, con, op, op == COST ? 8 : 7, steps,
                    (gint)csp_fzn_get_int(self, con, 5),
                    (const gint *)(const void *)finals->data, finals->len);
}

/* The same with a set of next states, for automata with a choice. */
bool
csp_fzn_post_regular_nfa(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  g_autoptr(GArray) steps = new_steps();
  int64_t n_states = csp_fzn_get_int(self, con, 1);
  g_autoptr(GArray) finals = list_members(self, con, 6, n_states);
  int64_t n_letters = csp_fzn_get_int(self, con, 2);
  int64_t letter = csp_fzn_get_int(self, con, 3);
  const CspFznArray *array = csp_fzn_array(self, con, 4);

  if (n_states < 0 || n_letters < 0 || array->n != n_states * n_letters)
    return csp_fzn_fail(self, self->text + con->place,
                        "the steps are not one a state and letter");
  for (uint32_t i = 0; i < array->n; i++) {
    size_t n;
    const int32_t *next = get_set(self, csp_fzn_elements(self, array)[i], &n);
    for (size_t k = 0; k < n; k += 2)
      for (gint q = next[k]; q <= MIN(next[k + 1], n_states); q++) {
        const gint step[] = {(gint)(1 + i / n_letters),
                             (gint)(letter + i % n_letters), q};
        g_array_append_vals(steps, step, 3);
      }
  }
  return post_steps(self, con, op, 7, steps,
                    (gint)csp_fzn_get_int(self, con, 5),
                    (const gint *)(const void *)finals->data, finals->len);
}

/* x, nodes left, sets of labels, nodes entered (0: the terminal), and with
 * costs these; the root is node 1.  Labels that a variable cannot have are left
 * out, for a set can be large. */
bool
csp_fzn_post_mdd(CspFlatzinc *self, const CspFznConstraint *con, int op)
{
  static const gint terminal = 0;
  g_autoptr(GArray) edges = new_steps();
  size_t n_from, n_to, n_costs = 0, n_vars;
  const int32_t *from = csp_fzn_get_ints(self, con, 1, &n_from);
  const CspFznArray *labels = csp_fzn_array(self, con, 2);
  const int32_t *to = csp_fzn_get_ints(self, con, 3, &n_to), *costs = NULL;
  CspVar *vars = csp_fzn_get_vars(self, con, 0, &n_vars);
  gint low = G_MAXINT, high = G_MININT;

  if (self->error != NULL)
    return false;
  if (op == COST)
    costs = csp_fzn_get_ints(self, con, 4, &n_costs);
  if (n_from != n_to || n_from != labels->n || (op == COST && n_costs != n_to))
    return csp_fzn_fail(self, self->text + con->place,
                        "the edges are not as many as their labels");
  for (size_t i = 0; i < n_vars; i++) {
    gint min, max;
    csp_model_get_bounds(self->model, vars[i], &min, &max);
    low = MIN(low, min);
    high = MAX(high, max);
  }
  for (size_t e = 0; e < n_from; e++) {
    size_t n;
    const int32_t *ranges =
        get_set(self, csp_fzn_elements(self, labels)[e], &n);
    for (size_t k = 0; k < n; k += 2)
      for (gint v = MAX(low, ranges[k]); v <= MIN(high, ranges[k + 1]); v++) {
        const gint edge[] = {from[e], v, to[e], op == COST ? costs[e] : 0};
        g_array_append_vals(edges, edge, op == COST ? 4 : 3);
      }
  }
  return post_steps(self, con, op, op == COST ? 5 : 4, edges, 1, &terminal, 1);
}
