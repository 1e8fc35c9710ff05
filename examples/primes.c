/* SPDX-License-Identifier: MIT */
/* Primes of five digits that increase from left to right, with two constraints,
 * an order and an observer of the program's own. */
#include <libcsp/csp-extend.h>

enum { N_DIGITS = 5 };

/* Known by its meaning alone: it is tested when one digit is left. */
static gboolean
prime_holds(gconstpointer data, const gint *values, gsize n_values)
{
  gint number = 0;

  for (gsize i = 0; i < n_values; i++)
    number = 10 * number + values[i];
  for (gint divisor = 2; divisor * divisor <= number; divisor++)
    if (number % divisor == 0)
      return FALSE;
  return number > 1;
}

static const CspConstraintClass prime =
    CSP_CONSTRAINT_CLASS(.name = "prime", .holds = prime_holds);

/* With a propagator: each digit is above the one before and below the next. */
static gboolean
increasing_holds(gconstpointer data, const gint *values, gsize n_values)
{
  for (gsize i = 1; i < n_values; i++)
    if (values[i - 1] >= values[i])
      return FALSE;
  return TRUE;
}

static gboolean
increasing_propagate(gconstpointer data, CspDomains *domains, gsize n_values)
{
  for (gsize i = 1; i < n_values; i++)
    if (!csp_domains_set_min(domains, i,
                             csp_domains_get_min(domains, i - 1) + 1))
      return FALSE;
  for (gsize i = n_values - 1; i > 0; i--)
    if (!csp_domains_set_max(domains, i - 1,
                             csp_domains_get_max(domains, i) - 1))
      return FALSE;
  return TRUE;
}

static const CspConstraintClass increasing =
    CSP_CONSTRAINT_CLASS(.name = "increasing",
                         .holds = increasing_holds,
                         .propagate = increasing_propagate);

/* The last digit first: few digits end a prime. */
static CspVar
pick_last(const CspView *view,
          const CspVar *candidates,
          gsize n_candidates,
          gpointer data)
{
  return candidates[n_candidates - 1];
}

typedef struct {
  guint64 n_nodes, n_failed;
} Tally;

static void
tally_node(const CspView *view, const CspNodeEvent *event, gpointer data)
{
  Tally *tally = data;

  tally->n_nodes += event->outcome != CSP_OUTCOME_FAILED;
  tally->n_failed += event->outcome == CSP_OUTCOME_FAILED;
}

static const CspObserver observer = {.size = sizeof(CspObserver),
                                     .node = tally_node};

static gboolean
state(CspModel *model, CspArray *out_digit, GError **error)
{
  CspVar digits[N_DIGITS];

  *out_digit = csp_model_add_int_array(model, "digit", N_DIGITS, 0, 9, error);
  if (*out_digit == CSP_NONE)
    return FALSE;
  for (gsize i = 0; i < N_DIGITS; i++)
    digits[i] = csp_model_get_var(model, *out_digit, i);
  return csp_model_post_relation_const(model, digits[0], CSP_RELATION_GT, 0,
                                       error) &&
         csp_model_post_user(model, &increasing, digits, N_DIGITS, NULL, NULL,
                             error) &&
         csp_model_post_user(model, &prime, digits, N_DIGITS, NULL, NULL,
                             error);
}

static void
search(CspModel *model, CspArray digit, const gchar *order)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  Tally tally = {0};

  if (!csp_solver_add_variable_order(solver, "last", pick_last, NULL, NULL,
                                     &error) ||
      !csp_solver_set_option(solver, "algorithm", "mac", &error) ||
      !csp_solver_set_option(solver, "variable-order", order, &error) ||
      !csp_solver_set_option(solver, "solutions", "0", &error))
    g_error("%s", error->message);
  csp_solver_set_observer(solver, &observer, &tally);

  for (;;) {
    g_autoptr(CspSolution) solution = csp_solver_next(solver, &error);
    if (solution == NULL)
      break;
    const gint *digits = csp_solution_get_values(solution, digit, NULL);
    g_print(csp_solver_get_n_solutions(solver) > 1 ? " " : "");
    for (gsize i = 0; i < N_DIGITS; i++)
      g_print("%d", digits[i]);
  }
  if (error != NULL)
    g_error("%s", error->message);
  g_print("\n%s order: %" G_GUINT64_FORMAT " primes, %" G_GUINT64_FORMAT
          " nodes, %" G_GUINT64_FORMAT " failures\n",
          order, csp_solver_get_n_solutions(solver), tally.n_nodes,
          tally.n_failed);
}

int
main(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(CspModel) model = csp_model_new();
  CspArray digit;

  if (!state(model, &digit, &error))
    g_error("%s", error->message);
  search(model, digit, "input");
  search(model, digit, "last");
  return 0;
}
