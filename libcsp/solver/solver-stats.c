/* SPDX-License-Identifier: MIT */
/* What a solver tells of its search. */
#include "config.h"

#include <sys/resource.h>

#include "solver/solver-private.h"

static const char *
choice_name(const char *option, int index)
{
  g_autofree char *name = csp_option_dup_choice(csp_option_find(option), index);

  return g_intern_string(name);
}

/* Was a plain search enough? */
static bool
has_done_without(const CspSolver *self)
{
  return self->is_probing && self->is_ended && self->failure == NULL &&
         self->reason == CSP_STOP_NONE;
}

static const char *
name_symmetry(const CspSolver *self)
{
  if (csp_solver_get_reduction(self) != CSP_REDUCTION_NONE)
    return self->reduction.description;
  if (self->canonical != NULL)
    return "classes";
  if (has_done_without(self))
    return "not needed";
  return self->tree->config.interchangeable != NULL ? "fresh-values" : "off";
}

static void
fill_tree(const CspSolver *self, CspStats *stats)
{
  const CspTree *tree = self->tree;
  const CspTreeConfig *config = &tree->config;
  const CspConsistency *consistency = tree->consistency;
  bool is_mac =
      self->plan.algorithm == CSP_ALGORITHM_MAC || self->has_fallen_back;

  stats->variable_order =
      self->user_variable_order != NULL
          ? g_intern_string(self->user_variable_order->name)
          : choice_name("variable-order", self->plan.is_following
                                              ? CSP_VARIABLE_ORDER_MODEL
                                              : (int)config->variable_order);
  stats->value_order =
      self->user_value_order != NULL
          ? g_intern_string(self->user_value_order->name)
          : choice_name("value-order", (int)config->value_order);
  stats->branching = choice_name("branching", (int)config->branching);
  if (is_mac)
    stats->strength = self->plan.strength != CSP_STRENGTH_DEFAULT
                          ? choice_name("strength", (int)self->plan.strength)
                          : "model";
  stats->symmetry = name_symmetry(self);
  stats->nodes = (int64_t)tree->n_nodes;
  stats->failures = (int64_t)tree->n_failures;
  stats->restarts = (int64_t)tree->n_restarts;
  stats->max_depth = (int64_t)tree->max_depth;
  stats->kernel = consistency->klass->kernel;
  if (self->plan.algorithm == CSP_ALGORITHM_GENERATE ||
      self->plan.algorithm == CSP_ALGORITHM_BACKTRACKING)
    stats->checks = (int64_t)consistency->n_checks;
  if (consistency->store != NULL) {
    stats->removals = (int64_t)consistency->store->n_changes;
    if (is_mac)
      stats->propagations = (int64_t)consistency->store->n_propagations;
  }
}

static void
fill_engine(const CspSolver *self, CspStats *stats)
{
  if (self->local != NULL) {
    stats->kernel = "local";
    csp_local_search_fill_stats(self->local, stats);
  }
  if (self->tree != NULL && (self->local == NULL || self->has_fallen_back))
    fill_tree(self, stats);
}

void
csp_solver_fill_stats(CspSolver *self, CspStats *stats)
{
  struct rusage usage;
  double running = 0, running_cpu = 0;
  int bound;

  csp_stats_init(stats);
  if (self->is_begun && !self->is_ended) {
    running = (double)(g_get_monotonic_time() - self->begin_time);
    running_cpu =
        (double)MAX(csp_thread_cpu_time(&self->cpu_clock) - self->begin_cpu, 0);
  }
  if (self->is_compiled) {
    stats->algorithm = choice_name(
        "algorithm", (int)(self->has_fallen_back ? CSP_ALGORITHM_MAC
                                                 : self->plan.algorithm));
    fill_engine(self, stats);
  }
  stats->seed = self->options.seed;
  stats->threads = 1;
  stats->status = csp_status_get_name(self->status);
  if (self->reason != CSP_STOP_NONE)
    stats->status_reason = csp_stop_reason_get_name(self->reason);
  stats->solutions = (int64_t)MIN(csp_solver_count_found(self), INT64_MAX);
  if (self->has_objective)
    stats->objective = self->objective;
  if (csp_solver_get_bound(self, &bound))
    stats->bound = bound;
  stats->variables = self->problem->n_vars;
  stats->constraints = (int64_t)self->problem->n_cons;
  stats->build_seconds = self->build_seconds;
  stats->solve_seconds = self->solve_seconds + running / G_USEC_PER_SEC;
  stats->cpu_seconds = self->cpu_seconds + running_cpu / G_USEC_PER_SEC;
  getrusage(RUSAGE_SELF, &usage);
  stats->peak_memory_kib = usage.ru_maxrss;
}

/**
 * csp_solver_get_stats:
 * @self: a solver
 *
 * Gives the statistics of the search as they stand.
 *
 * Returns: (transfer full): a copy
 *
 * Since: 0.1
 */
CspStats *
csp_solver_get_stats(CspSolver *self)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), NULL);

  CspStats stats;

  csp_solver_fill_stats(self, &stats);
  return csp_stats_copy(&stats);
}

/**
 * csp_solver_get_bound:
 * @self: a solver
 * @out_bound: (out): the best objective that is not excluded
 *
 * Gives the bound proved on the objective: what propagation left of it at the
 * root, for local search what the model says of it, or when the search ended
 * with a proof, the optimum.
 *
 * Returns: whether there is one
 *
 * Since: 0.1
 */
gboolean
csp_solver_get_bound(CspSolver *self, gint *out_bound)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), FALSE);
  g_return_val_if_fail(out_bound != NULL, FALSE);

  const CspProblem *problem = self->problem;
  if (problem->objective == CSP_NONE)
    return FALSE;
  if (self->status == CSP_STATUS_OPTIMAL) {
    *out_bound = (gint)self->objective;
    return TRUE;
  }
  if (csp_model_peek_window(self->model) != NULL)
    return FALSE;
  if (self->tree != NULL && self->tree->root_bound != CSP_NO_BOUND) {
    *out_bound = (gint)self->tree->root_bound;
    return TRUE;
  }
  if (self->local == NULL)
    return FALSE;
  gint min, max;
  csp_model_get_bounds(self->model, problem->objective, &min, &max);
  *out_bound = problem->is_maximizing ? max : min;
  return TRUE;
}

/**
 * csp_solver_dup_explanation:
 * @self: a solver
 *
 * Tells what was chosen for the search and why, a line each.  Empty before it
 * begins.
 *
 * Returns: (transfer full) (array zero-terminated=1): the lines
 *
 * Since: 0.1
 */
gchar **
csp_solver_dup_explanation(CspSolver *self)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), NULL);

  GPtrArray *lines = g_ptr_array_new();

  if (self->plan.reasons != NULL)
    for (guint i = 0; i < self->plan.reasons->len; i++)
      g_ptr_array_add(lines,
                      g_strdup(g_ptr_array_index(self->plan.reasons, i)));
  if (self->has_fallen_back)
    g_ptr_array_add(lines,
                    g_strdup("tree search: local search used up its moves"));
  if (has_done_without(self))
    g_ptr_array_add(lines, g_strdup("symmetry: not needed, a plain search of "
                                    "few nodes does without"));
  g_ptr_array_add(lines, NULL);
  return (gchar **)g_ptr_array_free(lines, FALSE);
}
