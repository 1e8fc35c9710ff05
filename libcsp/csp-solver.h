/* SPDX-License-Identifier: MIT */
/* A search over a model.
 *
 * Options are set first, by property ("node-limit") or by text as on the
 * command line; then csp_solver_next() is called until it returns NULL, and the
 * status tells how it ended.  With the option "count" nothing is handed out and
 * one call runs to the end.  With an objective each solution is better than
 * the one before; the last one is the best.
 *
 * csp_solver_cancel() may be called from any thread and from a signal handler;
 * everything else belongs to one thread at a time.  Several solvers may work
 * on one model at once, each in its own thread. */
#pragma once

#include <libcsp/csp-model.h>
#include <libcsp/csp-solution.h>
#include <libcsp/csp-stats.h>

G_BEGIN_DECLS

#define CSP_TYPE_SOLVER (csp_solver_get_type())
CSP_API
G_DECLARE_FINAL_TYPE(CspSolver, csp_solver, CSP, SOLVER, GObject)

/* Seals the model. */
CSP_API CspSolver *csp_solver_new(CspModel *model);
CSP_API CspModel *csp_solver_get_model(CspSolver *self);

/* "variable-order", "mrv"; NULL is the default.  CSP_ERROR_OPTION says what was
 * expected.  Fails once the search has begun, until csp_solver_reset(). */
CSP_API gboolean csp_solver_set_option(CspSolver *self,
                                       const gchar *name,
                                       const gchar *value,
                                       GError **error);

/* x[i] = values[i] in searches from now on; no compiling again.  Ends a search
 * under way.  A value outside the domain makes it unsatisfiable. */
CSP_API gboolean csp_solver_set_assumptions(CspSolver *self,
                                            const CspVar *vars,
                                            gsize n_vars,
                                            const gint *values,
                                            gsize n_values,
                                            GError **error);
/* Back to before the first solution; assumptions stay, statistics restart. */
CSP_API void csp_solver_reset(CspSolver *self);

/* The next solution (transfer full), or NULL: at the end, or with error. */
CSP_API CspSolution *csp_solver_next(CspSolver *self, GError **error);
/* Runs to the end; the last, or best, solution is kept. */
CSP_API gboolean csp_solver_solve(CspSolver *self, GError **error);
CSP_API CspSolution *csp_solver_get_solution(CspSolver *self);
/* Counts the solutions (classes with "distinct") from the start, as the option
 * "count" would. */
CSP_API gboolean csp_solver_count(CspSolver *self,
                                  guint64 *out_count,
                                  GError **error);

CSP_API CspStatus csp_solver_get_status(CspSolver *self);
CSP_API CspStopReason csp_solver_get_stop_reason(CspSolver *self);
CSP_API guint64 csp_solver_get_n_solutions(CspSolver *self);
/* The best bound proved on the objective; FALSE without one. */
CSP_API gboolean csp_solver_get_bound(CspSolver *self, gint *out_bound);
CSP_API CspStats *csp_solver_get_stats(CspSolver *self);
/* What was chosen and why, one line each. */
CSP_API gchar **csp_solver_dup_explanation(CspSolver *self);

CSP_API void csp_solver_cancel(CspSolver *self);

G_END_DECLS
