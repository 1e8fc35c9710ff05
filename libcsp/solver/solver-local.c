/* SPDX-License-Identifier: MIT */
/* Local search under a solver: what it may take, and solutions that differ.
 *
 * After a solution it begins anew, and may come to an old one again.  Where
 * several are asked for, those found are known by a digest.  Each repetition
 * counts like many moves, so that more solutions than there are end the search
 * as a lack of moves does.
 *
 * In a small model full propagation goes first, once, and what it fixes under
 * the assumptions the local search keeps fixed.  A Sudoku has one solution and
 * few clues: this is the part of it that needs no search. */
#include "config.h"

#include <string.h>

#include "solver/solver-private.h"

enum {
  VAR_BYTES = 32,
  RECORD_BYTES = 64,
  SCOPE_BYTES = 16,     /* a variable in a scope that is a list */
  REPEATED_MOVES = 1000 /* that a repetition counts, at least */
};

static uint64_t
estimate(const CspProblem *problem)
{
  uint64_t cost = (uint64_t)problem->n_vars * VAR_BYTES;

  for (size_t c = 0; c < problem->n_cons; c++)
    cost +=
        RECORD_BYTES + (problem->cons[c].vars != NULL
                            ? (uint64_t)problem->cons[c].n_vars * SCOPE_BYTES
                            : 0);
  return cost;
}

bool
csp_solver_compile_local(CspSolver *self, GError **error)
{
  uint64_t memory = csp_memory_to_be_had(self->options.memory_limit);
  uint64_t cost = estimate(self->problem);

  self->local_memory = memory;
  if (cost > memory) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_MEMORY,
                "the search would take about %" G_GUINT64_FORMAT
                " MiB, and %" G_GUINT64_FORMAT " MiB are to be had",
                (cost >> 20) + 1, memory >> 20);
    return false;
  }
  self->local_options = self->options;
  self->local_options.algorithm = (int)self->plan.algorithm;
  self->local =
      csp_local_search_new(self->model, &self->local_options, &self->stop);
  csp_local_search_set_effort(self->local, self->plan.local_effort);
  csp_local_search_observe(self->local, &self->observing, &self->sample);
  if (!self->plan.is_optimizing)
    self->root =
        csp_compile_root(self->problem, &self->plan, memory, &self->stop);
  return true;
}

/* Adds the searched variables that the root fixes to those assumed. */
static void
add_fixed(const CspSolver *self, GArray *vars, GArray *values)
{
  const CspStore *store = self->root->store;

  for (CspVar x = 0; x < self->problem->n_vars; x++) {
    if (!csp_store_is_fixed(store, x) ||
        csp_local_search_is_defined(self->local, x))
      continue;
    int32_t value = (int32_t)csp_store_value(store, x);
    g_array_append_val(vars, x);
    g_array_append_val(values, value);
  }
}

/* Where full propagation refutes the assumptions nothing is fixed: that there
 * is no solution is not for a local search to say. */
void
csp_solver_assume_local(CspSolver *self)
{
  CspAssumed assumed = {.vars = self->assumed_vars,
                        .values = self->assumed_values,
                        .n = self->n_assumed};

  csp_local_search_assume(self->local, assumed.vars, assumed.values, assumed.n);
  if (self->root == NULL || !self->root->klass->start(self->root, assumed) ||
      self->root->is_cut_short)
    return;
  GArray *vars = g_array_new(FALSE, FALSE, sizeof(CspVar));
  GArray *values = g_array_new(FALSE, FALSE, sizeof(int32_t));
  if (assumed.n > 0) {
    g_array_append_vals(vars, assumed.vars, (guint)assumed.n);
    g_array_append_vals(values, assumed.values, (guint)assumed.n);
  }
  add_fixed(self, vars, values);
  csp_local_search_assume(self->local, (const CspVar *)(void *)vars->data,
                          (const int32_t *)(void *)values->data, vars->len);
  g_array_unref(vars);
  g_array_unref(values);
}

static bool
is_seen(CspSolver *self)
{
  if (self->options.solutions <= 1 || self->plan.is_optimizing)
    return false;
  if (self->seen == NULL)
    self->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  return !g_hash_table_add(
      self->seen,
      g_compute_checksum_for_data(G_CHECKSUM_SHA256, (guchar *)self->values,
                                  self->problem->n_vars * sizeof(int32_t)));
}

CspLocalOutcome
csp_solver_run_local(CspSolver *self)
{
  CspLocalOutcome outcome;

  while ((outcome = csp_local_search_run(self->local, 0)) == CSP_LOCAL_SOLVED) {
    if (self->problem->n_vars > 0)
      memcpy(self->values, csp_local_search_get_values(self->local),
             self->problem->n_vars * sizeof(int32_t));
    if (!is_seen(self))
      break;
    csp_local_search_charge(self->local,
                            MAX(self->problem->n_vars, REPEATED_MOVES));
  }
  return outcome;
}
