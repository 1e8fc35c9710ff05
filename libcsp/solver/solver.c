/* SPDX-License-Identifier: MIT */
/* The solver: it compiles on first use, pulls solutions out of the engine,
 * checks each, tells classes apart, keeps the bound of an objective and says
 * how the search ended. */
#include "config.h"

#include <string.h>

#include "solver/solver-private.h"

G_DEFINE_FINAL_TYPE(CspSolver, csp_solver, G_TYPE_OBJECT)

/* Of solutions that are only counted, these many are checked at first, and then
 * one of as many as here. */
enum { CHECKED_FIRST = 1000, CHECKED_EVERY = 1024 };

void
csp_solver_drop_compiled(CspSolver *self)
{
  g_clear_pointer(&self->tree, csp_tree_free);
  g_clear_pointer(&self->local, csp_local_search_free);
  g_clear_pointer(&self->canonical, csp_canonical_free);
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

/* Compiling. --------------------------------------------------------------- */

static bool
compile_tree(CspSolver *self, GError **error)
{
  self->tree =
      csp_compile_tree(self->problem, &self->plan,
                       csp_memory_to_be_had(self->options.memory_limit),
                       &self->stop, &self->sample, error);
  return self->tree != NULL;
}

static bool
is_stopped(const CspSolver *self)
{
  return atomic_load(&self->stop) != CSP_STOP_NONE;
}

static bool
compile_engine(CspSolver *self, GError **error)
{
  GError *failure = NULL;
  bool is_good = csp_algorithm_is_local(self->plan.algorithm)
                     ? csp_solver_compile_local(self, &failure)
                     : compile_tree(self, &failure);

  if (failure == NULL)
    return true; /* or there is none because of a stop */
  g_propagate_error(error, failure);
  return is_good;
}

static bool
compile(CspSolver *self, GError **error)
{
  int64_t begin = g_get_monotonic_time();

  csp_solver_drop_compiled(self);
  if (!csp_plan_make(&self->plan, self->problem, &self->options,
                     self->user_variable_order, self->user_value_order,
                     error) ||
      !csp_doubtful_symmetries_init(&self->doubtful, self->model, &self->stop,
                                    error))
    return false;
  self->plan.tree.observing = self->observing;
  if (!compile_engine(self, error))
    return false;
  if (self->options.distinct)
    self->canonical = csp_canonical_new(self->model);
  self->is_compiled = true;
  self->is_partial = is_stopped(self);
  self->build_seconds =
      (double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC;
  return true;
}

/* Beginning and ending. ---------------------------------------------------- */

static void
arm_watchdog(CspSolver *self)
{
  if (self->options.time_limit <= 0)
    return;
  if (self->watchdog == NULL)
    self->watchdog = csp_watchdog_new(&self->stop);
  csp_watchdog_arm(self->watchdog,
                   self->begin_time +
                       (int64_t)(self->options.time_limit * G_USEC_PER_SEC),
                   CSP_STOP_TIME);
}

static void
end(CspSolver *self, CspStatus status)
{
  if (self->watchdog != NULL)
    csp_watchdog_arm(self->watchdog, 0, CSP_STOP_NONE);
  self->is_ended = true;
  self->status = status;
  self->solve_seconds +=
      (double)(g_get_monotonic_time() - self->begin_time) / G_USEC_PER_SEC;
  self->cpu_seconds +=
      (double)(csp_thread_cpu_time() - self->begin_cpu) / G_USEC_PER_SEC;
}

static CspStatus
status_when_stopped(const CspSolver *self)
{
  if (self->plan.is_optimizing)
    return self->has_objective ? CSP_STATUS_FEASIBLE : CSP_STATUS_UNKNOWN;
  return csp_options_is_enumerating(&self->options) ? CSP_STATUS_INCOMPLETE
                                                    : CSP_STATUS_UNKNOWN;
}

static CspStatus
status_when_exhausted(const CspSolver *self)
{
  if (self->plan.is_optimizing)
    return self->has_objective ? CSP_STATUS_OPTIMAL : CSP_STATUS_UNSATISFIABLE;
  return csp_options_is_enumerating(&self->options) ? CSP_STATUS_COMPLETE
                                                    : CSP_STATUS_UNSATISFIABLE;
}

static void
end_stopped(CspSolver *self, CspStopReason reason)
{
  self->reason = reason;
  end(self, status_when_stopped(self));
}

static void
end_with_error(CspSolver *self, GError *failure)
{
  self->failure = failure;
  end(self, CSP_STATUS_UNKNOWN);
}

static bool
begin(CspSolver *self)
{
  GError *failure = NULL;

  self->is_begun = true;
  self->begin_time = g_get_monotonic_time();
  self->begin_cpu = csp_thread_cpu_time();
  arm_watchdog(self);
  if (!self->is_compiled || self->is_partial) {
    if (!compile(self, &failure)) {
      csp_solver_drop_compiled(self);
      end_with_error(self, failure);
      return false;
    }
    self->begin_time += (int64_t)(self->build_seconds * G_USEC_PER_SEC);
    if (self->is_partial) {
      end_stopped(self, (CspStopReason)atomic_load(&self->stop));
      return false;
    }
  }
  if (self->values == NULL)
    self->values = g_new(int32_t, (size_t)self->problem->n_vars + 1);
  if (self->tree != NULL)
    csp_tree_reset(self->tree);
  if (self->local != NULL)
    csp_local_search_assume(self->local, self->assumed_vars,
                            self->assumed_values, self->n_assumed);
  return true;
}

/* Solutions. --------------------------------------------------------------- */

static bool
is_to_be_checked(const CspSolver *self)
{
#ifdef CSP_CHECKED
  return true;
#else
  return !self->options.count || self->n_found <= CHECKED_FIRST ||
         self->n_found % CHECKED_EVERY == 0;
#endif
}

/* Checks what the engine calls a solution. */
static bool
check(CspSolver *self, GError **error)
{
  CspViolation violation;
  GError *why = NULL;

  if (csp_model_satisfies(self->model, self->values, &self->scratch,
                          &violation))
    return true;
  csp_model_verify(self->model, self->values, self->problem->n_vars, &why);
  g_set_error(error, CSP_ERROR, CSP_ERROR_INTERNAL,
              "the search took for a solution what is none: %s", why->message);
  g_error_free(why);
  return false;
}

/* Of solutions, the first thousand and then some: their images. */
static bool
check_images(CspSolver *self, GError **error)
{
  if (self->n_found > CHECKED_FIRST && self->n_found % CHECKED_EVERY != 0)
    return true;
  return csp_doubtful_symmetries_check(&self->doubtful, self->model,
                                       self->values, &self->scratch, error);
}

static void
take_objective(CspSolver *self)
{
  const CspProblem *problem = self->problem;
  int64_t value = self->values[problem->objective];

  self->has_objective = true;
  self->objective = value;
  if (self->tree != NULL)
    csp_tree_set_bound(self->tree,
                       problem->is_maximizing ? value + 1 : value - 1);
}

static void
take_solution(CspSolver *self)
{
  g_clear_pointer(&self->solution, csp_solution_unref);
  self->solution =
      csp_solution_new(self->model, self->values, self->problem->n_vars, NULL);
  if (self->observing.observer != NULL &&
      self->observing.observer->solution != NULL && self->tree != NULL)
    self->observing.observer->solution(&self->tree->view, self->solution,
                                       self->observing.data);
}

static bool
is_cancelled(void *data)
{
  return atomic_load_explicit((atomic_int *)data, memory_order_relaxed) != 0;
}

/* Does the solution stand for its class? */
static bool
represents_its_class(CspSolver *self)
{
  switch (csp_canonical_test(self->canonical, self->values, is_cancelled,
                             &self->stop)) {
  case CSP_CANONICAL_LEAST:
    return true;
  case CSP_CANONICAL_OTHER:
    return false;
  case CSP_CANONICAL_STOPPED:
    break;
  }
  end_stopped(self, (CspStopReason)atomic_load(&self->stop));
  return false;
}

/* Was it found before a restart? */
static bool
is_remembered(const CspSolver *self)
{
  for (guint i = 0; i < self->remembered->len; i++) {
    const CspSolution *solution = self->remembered->pdata[i];
    const gint *values = csp_solution_get_all_values(solution, NULL);
    if (memcmp(values, self->values, self->problem->n_vars * sizeof(*values)) ==
        0)
      return true;
  }
  return false;
}

/* The engine has filled in values; false: it is not to be counted, or the
 * search has ended. */
static bool
accept(CspSolver *self)
{
  GError *failure = NULL;

  self->n_found++;
  if ((is_to_be_checked(self) && !check(self, &failure)) ||
      !check_images(self, &failure)) {
    end_with_error(self, failure);
    return false;
  }
  if (self->plan.is_remembering && is_remembered(self))
    return false;
  if (self->canonical != NULL && !represents_its_class(self))
    return false;
  self->n_solutions++;
  if (self->plan.is_optimizing)
    take_objective(self);
  if (!self->options.count)
    take_solution(self);
  if (self->plan.is_remembering)
    g_ptr_array_add(self->remembered, csp_solution_ref(self->solution));
  return true;
}

static bool
run_tree(CspSolver *self)
{
  CspAssumed assumed = {.vars = self->assumed_vars,
                        .values = self->assumed_values,
                        .n = self->n_assumed};

  switch (csp_tree_next(self->tree, assumed)) {
  case CSP_TREE_SOLUTION:
    csp_tree_get_values(self->tree, self->values);
    return true;
  case CSP_TREE_EXHAUSTED:
    end(self, status_when_exhausted(self));
    return false;
  case CSP_TREE_STOPPED:
    break;
  }
  end_stopped(self, (CspStopReason)atomic_load(&self->stop));
  return false;
}

/* After local search has used up its moves: from now on tree search. */
static bool
fall_back(CspSolver *self)
{
  GError *failure = NULL;

  self->has_fallen_back = true;
  if (self->tree == NULL && !compile_tree(self, &failure)) {
    end_stopped(self, failure != NULL
                          ? CSP_STOP_MOVES
                          : (CspStopReason)atomic_load(&self->stop));
    g_clear_error(&failure);
    return false;
  }
  if (is_stopped(self)) {
    self->is_partial = true;
    end_stopped(self, (CspStopReason)atomic_load(&self->stop));
    return false;
  }
  csp_tree_reset(self->tree);
  return run_tree(self);
}

static bool
run_local(CspSolver *self)
{
  if (csp_local_search_get_memory(self->local) > self->local_memory) {
    end_stopped(self, CSP_STOP_MEMORY);
    return false;
  }
  switch (csp_solver_run_local(self)) {
  case CSP_LOCAL_SOLVED:
    return true;
  case CSP_LOCAL_MOVES:
  case CSP_LOCAL_HOPELESS:
    if (self->plan.has_fallback)
      return fall_back(self);
    end_stopped(self, CSP_STOP_MOVES);
    return false;
  case CSP_LOCAL_STOPPED:
  case CSP_LOCAL_TIME:
    break;
  }
  end_stopped(self, (CspStopReason)atomic_load(&self->stop));
  return false;
}

static bool
has_enough(const CspSolver *self)
{
  if (self->options.count || self->options.solutions == 0 ||
      (self->plan.is_optimizing && self->options.solutions == 1))
    return false;
  return self->n_solutions >= (uint64_t)self->options.solutions;
}

/* Takes the model's hint for the engine's first solution, if it is one. */
static bool
take_hint(CspSolver *self)
{
  CspViolation violation;

  if (self->has_tried_hint || !self->plan.is_taking_hint)
    return false;
  self->has_tried_hint = true;
  memcpy(self->values, csp_model_peek_hint(self->model),
         self->problem->n_vars * sizeof(int32_t));
  for (size_t i = 0; i < self->n_assumed; i++)
    if (self->values[self->assumed_vars[i]] != self->assumed_values[i])
      return false;
  return csp_model_satisfies(self->model, self->values, &self->scratch,
                             &violation);
}

/* Runs the engine to its next solution; false: it has ended. */
static bool
run(CspSolver *self)
{
  if (take_hint(self))
    return true;
  if (self->local != NULL && !self->has_fallen_back)
    return run_local(self);
  return run_tree(self);
}

/* The next solution counted; false: the search has ended. */
static bool
advance(CspSolver *self)
{
  while (!self->is_ended) {
    if (!run(self))
      return false;
    if (!accept(self))
      continue;
    if (has_enough(self))
      end(self, self->plan.is_optimizing ? CSP_STATUS_FEASIBLE
                                         : CSP_STATUS_SATISFIABLE);
    return true;
  }
  return false;
}

/* Begins if need be; false: there is nothing to run. */
static bool
prepare(CspSolver *self, GError **error)
{
  if (!self->is_begun)
    begin(self);
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
  while (advance(self))
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
    while (advance(self))
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
 * itself stays as it was.  When a limit
 * comes first, the count is of those found by then and
 * [method@Solver.get_status] is %CSP_STATUS_INCOMPLETE.
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
  csp_solver_reset(self);
  if (!csp_solver_set_option(self, "count", "true", error))
    return FALSE;
  gboolean is_done = csp_solver_solve(self, error);
  self->options.count = was_counting;
  self->is_stale = !was_counting;
  if (!is_done)
    return FALSE;
  *out_count = self->n_solutions;
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
  self->is_begun = self->is_ended = false;
  self->has_tried_hint = self->has_fallen_back = false;
  g_clear_error(&self->failure);
  self->status = CSP_STATUS_UNKNOWN;
  self->reason = CSP_STOP_NONE;
  self->n_solutions = self->n_found = 0;
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

  return self->n_solutions;
}
