/* SPDX-License-Identifier: MIT */
/* A search from its beginning to its end: compiling, pulling solutions out of
 * the engine, checking each, telling classes apart, keeping the objective's
 * bound, and how it ended. */
#include "config.h"

#include <string.h>

#include "solver/solver-private.h"

/* Of solutions that are only counted, these many are checked at first, and then
 * one of as many as here; and so are images under symmetries. */
enum { CHECKED_FIRST = 100, IMAGES_FIRST = 1000, CHECKED_EVERY = 1024 };

/* Compiling. --------------------------------------------------------------- */

CspTree *
csp_solver_compile_tree(CspSolver *self, GError **error)
{
  return csp_compile_tree(self->problem, &self->plan,
                          self->options.memory_limit, &self->stop,
                          &self->sample, error);
}

static bool
compile_tree(CspSolver *self, GError **error)
{
  self->tree = csp_solver_compile_tree(self, error);
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
                     self->user_variable_order, self->user_value_order, error))
    return false;
  self->plan.tree.observing = self->observing;
  if (!csp_solver_prepare_symmetries(self, error))
    return false;
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
      (double)MAX(csp_thread_cpu_time(&self->cpu_clock) - self->begin_cpu, 0) /
      G_USEC_PER_SEC;
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
  if (self->tree != NULL && self->tree->consistency->is_cut_short)
    self->is_partial = true;
  end(self, status_when_stopped(self));
}

/* The search space is empty.  Where the domains were only part of the true ones
 * that proves nothing, and with no solution found it is an error; nor is a
 * number complete that stands for all that are too many to be counted. */
static void
end_exhausted(CspSolver *self)
{
  const char *window = csp_model_peek_window(self->model);

  if (csp_solver_count_found(self) == UINT64_MAX) {
    end_stopped(self, CSP_STOP_COUNT);
    return;
  }
  if (window == NULL || (self->plan.is_optimizing && self->has_objective &&
                         csp_model_is_whole(self->model, self->objective))) {
    end(self, status_when_exhausted(self));
    return;
  }
  if (self->n_solutions == 0 && !self->has_objective)
    self->failure = g_error_new_literal(CSP_ERROR, CSP_ERROR_RANGE, window);
  end(self, status_when_stopped(self));
}

static void
end_with_error(CspSolver *self, GError *failure)
{
  self->failure = failure;
  end(self, CSP_STATUS_UNKNOWN);
}

CspAssumed
csp_solver_assumed(const CspSolver *self)
{
  return (CspAssumed){.vars = self->assumed_vars,
                      .values = self->assumed_values,
                      .n = self->n_assumed};
}

bool
csp_solver_begin(CspSolver *self)
{
  GError *failure = NULL;

  self->is_begun = true;
  self->begin_time = g_get_monotonic_time();
  self->begin_cpu = csp_thread_cpu_time(&self->cpu_clock);
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
  if (self->may_probe) {
    csp_solver_begin_probe(self);
  } else if (self->tree != NULL) {
    csp_tree_reset(self->tree);
    csp_reduction_begin(&self->reduction, csp_solver_assumed(self));
    if (!csp_solver_try_symmetries(self, &failure)) {
      end_with_error(self, failure);
      return false;
    }
  }
  if (self->local != NULL)
    csp_solver_assume_local(self);
  if (self->watchdog != NULL)
    csp_watchdog_look(self->watchdog);
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
  if ((self->is_probing && self->options.count) ||
      (self->n_found > IMAGES_FIRST && self->n_found % CHECKED_EVERY != 0))
    return true;
  return csp_doubtful_symmetries_check(&self->doubtful, self->model,
                                       self->values, &self->scratch, error);
}

/* The least that is better than the best. */
static int64_t
next_objective(const CspSolver *self)
{
  return self->problem->is_maximizing ? self->objective + 1
                                      : self->objective - 1;
}

static void
bound_tree(CspSolver *self)
{
  csp_tree_set_bound(self->tree, next_objective(self));
}

static bool
is_local(const CspSolver *self)
{
  return self->local != NULL && !self->has_fallen_back;
}

/* Of the engine that runs. */
static const CspView *
view(const CspSolver *self)
{
  return is_local(self) ? csp_local_search_get_view(self->local)
                        : &self->tree->view;
}

static void
take_objective(CspSolver *self)
{
  const CspObserver *observer = self->observing.observer;

  self->has_objective = true;
  self->objective = self->values[self->problem->objective];
  if (!is_local(self))
    bound_tree(self);
  else if (observer != NULL && observer->bound != NULL)
    observer->bound(view(self), (gint)next_objective(self),
                    self->observing.data);
}

static void
take_solution(CspSolver *self)
{
  g_clear_pointer(&self->solution, csp_solution_unref);
  self->solution =
      csp_solution_new(self->model, self->values, self->problem->n_vars, NULL);
  if (self->observing.observer != NULL &&
      self->observing.observer->solution != NULL)
    self->observing.observer->solution(view(self), self->solution,
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

/* Was one found that agrees with it on the projection? */
static bool
is_projected_again(CspSolver *self)
{
  const GArray *vars = self->plan.projection;
  GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);

  for (guint i = 0; i < vars->len; i++)
    g_checksum_update(
        checksum, (const guchar *)&self->values[g_array_index(vars, CspVar, i)],
        sizeof(*self->values));
  char *digest = g_strdup(g_checksum_get_string(checksum));
  g_checksum_free(checksum);
  if (self->seen == NULL)
    self->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  return !g_hash_table_add(self->seen, digest);
}

static void
add_solutions(CspSolver *self, uint64_t n)
{
  if (__builtin_add_overflow(self->n_solutions, n, &self->n_solutions))
    self->n_solutions = UINT64_MAX;
}

uint64_t
csp_solver_count_found(const CspSolver *self)
{
  bool is_of_orbits = csp_solver_get_reduction(self) == CSP_REDUCTION_ORBITS &&
                      self->canonical == NULL;
  uint64_t n = is_of_orbits ? csp_orbits_count(self->reduction.orbits)
                            : self->n_solutions;

  return MAX(n, self->n_probed);
}

/* The engine has filled in values; false: it is not to be counted, or the
 * search has ended. */
static bool
accept(CspSolver *self)
{
  GError *failure = NULL;

  CspReduction *reduction = &self->reduction;
  CspReductionKind kind = csp_solver_get_reduction(self);
  bool is_of_values = kind == CSP_REDUCTION_VALUES;

  self->n_found++;
  if (is_of_values && self->canonical != NULL)
    csp_reduction_normalize(reduction, self->values);
  if ((is_to_be_checked(self) && !check(self, &failure)) ||
      !check_images(self, &failure)) {
    end_with_error(self, failure);
    return false;
  }
  if (self->plan.is_remembering && is_remembered(self))
    return false;
  if (self->plan.is_digesting && is_projected_again(self))
    return false;
  if (self->is_probing)
    csp_solver_keep_probed(self);
  else if (!self->options.count && csp_solver_was_probed(self))
    return false;
  if (self->canonical != NULL && !represents_its_class(self))
    return false;
  if (self->canonical != NULL || kind == CSP_REDUCTION_NONE)
    self->n_solutions++;
  else if (is_of_values)
    add_solutions(self, csp_reduction_weight(reduction, self->values));
  else
    csp_orbits_add(reduction->orbits, self->values);
  if (self->plan.is_optimizing)
    take_objective(self);
  if (!self->options.count)
    take_solution(self);
  if (self->plan.is_remembering)
    g_ptr_array_add(self->remembered, csp_solution_ref(self->solution));
  return true;
}

/* The tree's next solution, with orbits over all parts. */
static CspTreeResult
next_in_tree(CspSolver *self)
{
  CspOrbits *orbits = self->reduction.orbits;

  if (csp_solver_get_reduction(self) != CSP_REDUCTION_ORBITS)
    return csp_tree_next(self->tree, csp_solver_assumed(self));
  for (;;) {
    if (!self->has_part && !csp_orbits_next(orbits, self->tree))
      return CSP_TREE_EXHAUSTED;
    self->has_part = true;
    CspTreeResult result = csp_tree_next(self->tree, csp_orbits_part(orbits));
    if (result != CSP_TREE_EXHAUSTED)
      return result;
    self->has_part = false;
  }
}

/* Solutions that the engine may count by itself until the next one that is to
 * be looked at. */
static uint64_t
count_skippable(const CspSolver *self)
{
#ifdef CSP_CHECKED
  return 0;
#else
  if (!self->options.count || self->is_probing || self->canonical != NULL ||
      self->reduction.kind != CSP_REDUCTION_NONE || self->plan.is_remembering ||
      self->n_found < (self->doubtful.n > 0 ? IMAGES_FIRST : CHECKED_FIRST))
    return 0;
  return CHECKED_EVERY - 1 - self->n_found % CHECKED_EVERY;
#endif
}

/* The tree has stopped, or is done, after a plain search: true if it has
 * ended. */
static bool
end_probe(CspSolver *self, CspTreeResult result)
{
  GError *failure = NULL;
  bool is_given_up = result == CSP_TREE_STOPPED && !is_stopped(self);

  if (is_given_up ? csp_solver_leave_probe(self, &failure)
                  : csp_solver_check_probed(self, &failure))
    return !is_given_up;
  if (failure != NULL) {
    self->is_stale = true;
    end_with_error(self, failure);
  }
  return true;
}

static bool
run_tree(CspSolver *self)
{
  self->tree->n_skippable = count_skippable(self);
  CspTreeResult result = next_in_tree(self);
  self->n_found += self->tree->n_skipped;
  self->n_solutions += self->tree->n_skipped;
  if (self->is_probing && result != CSP_TREE_SOLUTION) {
    if (!end_probe(self, result))
      return run_tree(self);
    if (self->is_ended)
      return false;
  }
  switch (result) {
  case CSP_TREE_SOLUTION:
    csp_tree_get_values(self->tree, self->values);
    return true;
  case CSP_TREE_EXHAUSTED:
    end_exhausted(self);
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
  if (!csp_solver_try_symmetries(self, &failure)) {
    end_with_error(self, failure);
    return false;
  }
  if (self->has_objective)
    bound_tree(self);
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
    if (csp_local_search_is_proved(self->local)) {
      end_exhausted(self);
      return false;
    }
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
  if (is_local(self))
    return run_local(self);
  return run_tree(self);
}

bool
csp_solver_advance(CspSolver *self)
{
  while (!self->is_ended) {
    if (is_stopped(self)) {
      end_stopped(self, (CspStopReason)atomic_load(&self->stop));
      return false;
    }
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
