/* SPDX-License-Identifier: MIT */
/* The inside of CspSolver. */
#pragma once

#include <libcsp/csp-solver.h>

#include "base/stats.h"
#include "model/canonical.h"
#include "search/local-search.h"
#include "solver/compile.h"
#include "solver/memory.h"
#include "solver/reduction.h"
#include "solver/symmetries.h"
#include "solver/verify.h"
#include "solver/watchdog.h"

struct _CspSolver {
  GObject parent_instance;

  CspModel *model;
  CspProblem *problem;
  CspOptions options;
  GPtrArray *user_orders;                                     /* CspUserOrder */
  const CspUserOrder *user_variable_order, *user_value_order; /* chosen */
  CspObserving observing;

  /* compiled */
  bool is_compiled; /* for these options; plan and one engine are there */
  bool is_stale;    /* it was for other options than there are now */
  bool is_partial;  /* a stop came meanwhile: to be compiled again */
  CspPlan plan;
  CspTree *tree;
  CspLocalSearch *local;
  CspOptions local_options; /* with the plan's algorithm */
  CspConsistency *root;     /* of local search in a small model, or NULL */
  uint64_t local_memory;    /* bytes that it may take */
  double build_seconds;
  CspDoubtfulSymmetries doubtful;
  CspCanonical *canonical; /* distinct */
  CspReduction reduction;
  /* solver-probe.c: a plain search goes first; what follows it, if it is not
   * enough, is made only then. */
  bool may_probe;
  bool is_reduced; /* doubtful and reduction are made */
  CspTree *spare;  /* plain, while tree has fresh values, or the other way */
  bool is_swapped; /* the plain tree is the spare one */

  CspVar *assumed_vars;
  int32_t *assumed_values;
  size_t n_assumed;

  /* the search under way */
  bool is_begun, is_ended;
  bool has_tried_hint;
  bool has_part;        /* with orbits: of the search, and it is not done */
  bool has_fallen_back; /* from local to tree search */
  bool is_probing;      /* the plain search has not given up */
  GArray *probed;       /* of int32_t: what it found, solution by solution */
  uint64_t n_probed;    /* solutions that it counted, when it gave up */
  GHashTable *seen;     /* digests of what local search found; NULL: nothing */
  GError *failure;      /* why it ended, when by an error */
  CspStatus status;
  CspStopReason reason;
  uint64_t n_solutions;
  uint64_t n_found; /* by the engine: before classes are told apart */
  int32_t *values;
  CspScratch scratch;
  GPtrArray *remembered; /* of CspSolution: with restarts, those found */
  CspSolution *solution; /* the last, or best */
  bool has_objective;
  int64_t objective;
  int64_t begin_time;
  CspCpuClock cpu_clock;
  int64_t begin_cpu;
  double solve_seconds, cpu_seconds;

  atomic_int stop; /* a CspStopReason */
  atomic_int sample;
  CspWatchdog *watchdog; /* NULL: never needed yet */
};

/* Compiles, if that was not done yet; false: the search has ended already. */
bool csp_solver_begin(CspSolver *self);
/* The next solution counted; false: the search has ended. */
bool csp_solver_advance(CspSolver *self);
/* The tree of the plan; NULL without an error: stopped. */
CspTree *csp_solver_compile_tree(CspSolver *self, GError **error);
CspAssumed csp_solver_assumed(const CspSolver *self);
/* solver-probe.c */

/* Looks at symmetries, now or for a plain search that goes first. */
bool csp_solver_prepare_symmetries(CspSolver *self, GError **error);
void csp_solver_begin_probe(CspSolver *self);
/* Keeps a solution of the plain search. */
void csp_solver_keep_probed(CspSolver *self);
/* Did the plain search find the solution? */
bool csp_solver_was_probed(const CspSolver *self);
/* The plain search has ended: do its solutions bear out what is declared? */
bool csp_solver_check_probed(CspSolver *self, GError **error);
/* The plain search has given up: goes on by symmetries.  False: an error, or
 * stopped without one. */
bool csp_solver_leave_probe(CspSolver *self, GError **error);
/* A declared symmetry that is none would hide the solutions that show it.  So
 * where the records do not decide, and the search is to rely on it, a plain
 * search goes first for a while.  False: it is none. */
bool csp_solver_try_symmetries(CspSolver *self, GError **error);
/* How symmetries are used by what runs. */
CspReductionKind csp_solver_get_reduction(const CspSolver *self);

/* How many solutions were found, or stand for others found. */
uint64_t csp_solver_count_found(const CspSolver *self);
/* What was compiled is not for these options any more. */
void csp_solver_drop_compiled(CspSolver *self);
/* solver-local.c: the engine, where it fits into memory, and its next solution,
 * in values. */
bool csp_solver_compile_local(CspSolver *self, GError **error);
void csp_solver_assume_local(CspSolver *self);
CspLocalOutcome csp_solver_run_local(CspSolver *self);
void csp_solver_install_options(GObjectClass *klass);
void csp_solver_fill_stats(CspSolver *self, CspStats *stats);
