/* SPDX-License-Identifier: MIT */
/* CspSolver: the object, and what a program asks of it.  What happens between the
 * beginning and the end of a search is in solver-run.c. */
#include "config.h"

#include <string.h>

#include "solver/solver-private.h"

G_DEFINE_FINAL_TYPE(CspSolver, csp_solver, G_TYPE_OBJECT)

void
csp_solver_drop_compiled(CspSolver *self)
{
  g_clear_pointer(&self->tree, csp_tree_free);
  g_clear_pointer(&self->spare, csp_tree_free);
  self->is_swapped = false;
  g_clear_pointer(&self->local, csp_local_search_free);
  if (self->root != NULL)
    self->root->klass->free(self->root);
  self->root = NULL;
  g_clear_pointer(&self->canonical, csp_canonical_free);
  csp_reduction_clear(&self->reduction);
  csp_doubtful_symmetries_clear(&self->doubtful);
  csp_plan_clear(&self->plan);
  self->is_compiled = self->is_partial = self->is_stale = false;
}

static void
free_user_order(gpointer data)
{
  CspUserOrder *order = data;

  if (order->destroy != NULL)
    order->destroy(order->data);
  g_free(order->name);
  g_free(order);
}

static void
csp_solver_finalize(GObject *object)
{
  CspSolver *self = CSP_SOLVER(object);

  csp_watchdog_free(self->watchdog);
  csp_solver_drop_compiled(self);
  csp_problem_free(self->problem);
  csp_options_clear(&self->options);
  g_ptr_array_unref(self->user_orders);
  g_ptr_array_unref(self->remembered);
  g_free(self->assumed_vars);
  g_free(self->assumed_values);
  g_clear_error(&self->failure);
  g_free(self->values);
  g_clear_pointer(&self->probed, g_array_unref);
  csp_scratch_clear(&self->scratch);
  g_clear_pointer(&self->solution, csp_solution_unref);
  g_clear_pointer(&self->seen, g_hash_table_unref);
  g_object_unref(self->model);
  G_OBJECT_CLASS(csp_solver_parent_class)->finalize(object);
}

static void
csp_solver_class_init(CspSolverClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = csp_solver_finalize;
  csp_solver_install_options(G_OBJECT_CLASS(klass));
}

static void
csp_solver_init(CspSolver *self)
{
  csp_options_init(&self->options);
  csp_reduction_clear(&self->reduction);
  self->remembered =
      g_ptr_array_new_with_free_func((GDestroyNotify)csp_solution_unref);
  self->user_orders = g_ptr_array_new_with_free_func(free_user_order);
}

/**
 * csp_solver_new:
 * @model: a model
 *
 * Makes a solver for @model, which cannot be changed any more.
 *
 * Several solvers can work on one model at once, each in a thread of its own.
 *
 * Returns: (transfer full): a new solver
 *
 * Since: 0.1
 */
CspSolver *
csp_solver_new(CspModel *model)
{
  g_return_val_if_fail(CSP_IS_MODEL(model), NULL);

  CspSolver *self = g_object_new(CSP_TYPE_SOLVER, NULL);
  self->model = g_object_ref(model);
  csp_model_seal(model);
  self->problem = csp_problem_new(model);
  return self;
}

/**
 * csp_solver_get_model:
 * @self: a solver
 *
 * Gives the model that is solved.
 *
 * Returns: (transfer none): the model
 *
 * Since: 0.1
 */
CspModel *
csp_solver_get_model(CspSolver *self)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), NULL);

  return self->model;
}

/* Begins if need be; false: there is nothing to run. */
static bool
prepare(CspSolver *self, GError **error)
{
  if (!self->is_begun)
    csp_solver_begin(self);
  if (self->failure != NULL && error != NULL)
    *error = g_error_copy(self->failure);
  return !self->is_ended;
}

/**
 * csp_solver_next:
 * @self: a solver
 * @error: return location for a #GError, or %NULL
 *
 * Searches on to the next solution.
 *
 * The first call compiles the model.  With an objective each solution is better
 * than the one before.  With the option `count` nothing is handed out: the call
 * runs to the end.  The end is %NULL without error;
 * [method@Solver.get_status] then says how it came about.
 *
 * Every solution has been checked against the model, by code that shares
 * nothing with the search.
 *
 * Fails with %CSP_ERROR_OPTION if options do not go together, with
 * %CSP_ERROR_MEMORY if the search would not fit, with %CSP_ERROR_SYMMETRY if a
 * declared symmetry is none, and with %CSP_ERROR_INTERNAL if a solution did not
 * pass the check.
 *
 * Returns: (transfer full) (nullable): a solution, or %NULL
 *
 * Since: 0.1
 */
CspSolution *
csp_solver_next(CspSolver *self, GError **error)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  if (!prepare(self, error))
    return NULL;
  while (csp_solver_advance(self))
    if (!self->options.count)
      return csp_solution_ref(self->solution);
  if (self->failure != NULL && error != NULL)
    *error = g_error_copy(self->failure);
  return NULL;
}

/**
 * csp_solver_solve:
 * @self: a solver
 * @error: return location for a #GError, or %NULL
 *
 * Runs the search to its end; the last solution, which with an objective is the
 * best, is kept for [method@Solver.get_solution].
 *
 * Fails as [method@Solver.next] does.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_solver_solve(CspSolver *self, GError **error)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  if (prepare(self, error))
    while (csp_solver_advance(self))
      continue;
  if (self->failure == NULL)
    return TRUE;
  if (error != NULL && *error == NULL)
    *error = g_error_copy(self->failure);
  return FALSE;
}

/**
 * csp_solver_count:
 * @self: a solver
 * @out_count: (out): how many solutions there are, or classes of them with the
 *   option `distinct`
 * @error: return location for a #GError, or %NULL
 *
 * Counts the solutions from the start, as the option `count` would; the option
 * itself stays as it was.  When a limit comes first, the count is of those
 * found by then and [method@Solver.get_status] is %CSP_STATUS_INCOMPLETE.
 *
 * Fails as [method@Solver.next] does.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_solver_count(CspSolver *self, guint64 *out_count, GError **error)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), FALSE);
  g_return_val_if_fail(out_count != NULL, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  bool was_counting = self->options.count;
  bool is_under_way = self->is_begun && !self->is_ended;
  bool is_cancelled = !is_under_way && self->reason != CSP_STOP_CANCELLED &&
                      atomic_load(&self->stop) == CSP_STOP_CANCELLED;
  csp_solver_reset(self);
  if (is_cancelled) /* which was meant for the next search */
    csp_solver_cancel(self);
  if (!csp_solver_set_option(self, "count", "true", error))
    return FALSE;
  gboolean is_done = csp_solver_solve(self, error);
  self->options.count = was_counting;
  self->is_stale = !was_counting;
  if (!is_done)
    return FALSE;
  *out_count = csp_solver_count_found(self);
  return TRUE;
}

/**
 * csp_solver_reset:
 * @self: a solver
 *
 * Goes back to before the first solution.  Options can be set again;
 * assumptions stay; statistics begin at 0; a cancellation is forgotten.  What
 * was compiled is used again unless options change.
 *
 * Since: 0.1
 */
void
csp_solver_reset(CspSolver *self)
{
  g_return_if_fail(CSP_IS_SOLVER(self));

  if (self->watchdog != NULL)
    csp_watchdog_arm(self->watchdog, 0, CSP_STOP_NONE);
  if (self->is_stale)
    csp_solver_drop_compiled(self);
  self->is_begun = self->is_ended = self->is_probing = false;
  self->has_tried_hint = self->has_fallen_back = self->has_part = false;
  g_clear_error(&self->failure);
  self->status = CSP_STATUS_UNKNOWN;
  self->reason = CSP_STOP_NONE;
  self->n_solutions = self->n_found = self->n_probed = 0;
  g_clear_pointer(&self->probed, g_array_unref);
  g_clear_pointer(&self->solution, csp_solution_unref);
  g_ptr_array_set_size(self->remembered, 0);
  g_clear_pointer(&self->seen, g_hash_table_unref);
  self->has_objective = false;
  self->solve_seconds = self->cpu_seconds = 0;
  atomic_store(&self->stop, CSP_STOP_NONE);
}

/**
 * csp_solver_set_assumptions:
 * @self: a solver
 * @vars: (array length=n_vars) (nullable): variables of the model
 * @n_vars: how many; 0 takes all assumptions away
 * @values: (array length=n_values) (nullable): a value for each
 * @n_values: equal to @n_vars
 * @error: return location for a #GError, or %NULL
 *
 * Requires `vars[i] = values[i]` in searches from now on, instead of what was
 * assumed before.  Nothing is compiled again.  A search under way is ended as by
 * [method@Solver.reset].
 *
 * A value outside a variable's domain, or two for one variable, is no error:
 * there is no solution then.
 *
 * Fails with %CSP_ERROR_INVALID, leaving the assumptions as they were, if a
 * variable is not one of the model's or the lengths differ.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_solver_set_assumptions(CspSolver *self,
                           const CspVar *vars,
                           gsize n_vars,
                           const gint *values,
                           gsize n_values,
                           GError **error)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  if (n_vars != n_values) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_INVALID,
                "%" G_GSIZE_FORMAT " variables with %" G_GSIZE_FORMAT
                " values are assumed",
                n_vars, n_values);
    return FALSE;
  }
  for (gsize i = 0; i < n_vars; i++)
    if (vars[i] >= self->problem->n_vars) {
      g_set_error(error, CSP_ERROR, CSP_ERROR_INVALID,
                  "assumption %" G_GSIZE_FORMAT
                  " is about variable %u, and the model has %u",
                  i, vars[i], self->problem->n_vars);
      return FALSE;
    }
  csp_solver_reset(self);
  g_free(self->assumed_vars);
  g_free(self->assumed_values);
  self->assumed_vars = g_memdup2(vars, n_vars * sizeof(*vars));
  self->assumed_values = g_memdup2(values, n_values * sizeof(*values));
  self->n_assumed = n_vars;
  return TRUE;
}

/**
 * csp_solver_cancel:
 * @self: a solver
 *
 * Ends the search under way as a limit does, or the next one as it begins.  May
 * be called from any thread and from a signal handler.
 *
 * Since: 0.1
 */
void
csp_solver_cancel(CspSolver *self)
{
  int none = CSP_STOP_NONE;

  atomic_compare_exchange_strong(&self->stop, &none, CSP_STOP_CANCELLED);
}

/**
 * csp_solver_get_solution:
 * @self: a solver
 *
 * Gives the last solution found, which with an objective is the best.
 *
 * Returns: (transfer none) (nullable): the solution, or %NULL: none was found,
 *   or they are only counted
 *
 * Since: 0.1
 */
CspSolution *
csp_solver_get_solution(CspSolver *self)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), NULL);

  return self->solution;
}

/**
 * csp_solver_get_status:
 * @self: a solver
 *
 * Says how the search ended.
 *
 * Returns: the status; %CSP_STATUS_UNKNOWN while it has not
 *
 * Since: 0.1
 */
CspStatus
csp_solver_get_status(CspSolver *self)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), CSP_STATUS_UNKNOWN);

  return self->status;
}

/**
 * csp_solver_get_stop_reason:
 * @self: a solver
 *
 * Says which limit ended the search.
 *
 * Returns: the reason; %CSP_STOP_NONE when no limit did
 *
 * Since: 0.1
 */
CspStopReason
csp_solver_get_stop_reason(CspSolver *self)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), CSP_STOP_NONE);

  return self->reason;
}

/**
 * csp_solver_get_n_solutions:
 * @self: a solver
 *
 * Tells how many solutions were found so far, or classes of them with the
 * option `distinct`.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
guint64
csp_solver_get_n_solutions(CspSolver *self)
{
  g_return_val_if_fail(CSP_IS_SOLVER(self), 0);

  return csp_solver_count_found(self);
}
