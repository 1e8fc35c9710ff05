/* SPDX-License-Identifier: MIT */
/* A program's own constraints, orders and observers.
 *
 * Experimental while the release is 0.x: this header may change in a minor
 * release.  Structs begin with their size, so that members can be added; use
 * designated initializers.  Callbacks may run in several threads at once, for
 * one model can be searched by several solvers. */
#pragma once

#include <libcsp/csp-solver.h>

G_BEGIN_DECLS

/* Constraints ------------------------------------------------------------- */

/* The domains of a constraint's scope while its propagator runs.  Variables
 * are positions in the scope. */
typedef struct _CspDomains CspDomains;

CSP_API gint csp_domains_get_min(const CspDomains *self, gsize position);
CSP_API gint csp_domains_get_max(const CspDomains *self, gsize position);
CSP_API gsize csp_domains_get_size(const CspDomains *self, gsize position);
CSP_API gboolean csp_domains_has(const CspDomains *self,
                                 gsize position,
                                 gint value);
/* FALSE when the domain would become empty: return FALSE at once then. */
CSP_API gboolean csp_domains_set_min(CspDomains *self,
                                     gsize position,
                                     gint value);
CSP_API gboolean csp_domains_set_max(CspDomains *self,
                                     gsize position,
                                     gint value);
CSP_API gboolean csp_domains_fix(CspDomains *self, gsize position, gint value);
CSP_API gboolean csp_domains_remove(CspDomains *self,
                                    gsize position,
                                    gint value);

typedef struct {
  gsize size; /* sizeof(CspConstraintClass) */
  const gchar *name;
  /* Does this complete assignment of the scope satisfy it?  Required. */
  gboolean (*holds)(gconstpointer data, const gint *values, gsize n_values);
  /* Removes values that no solution has; FALSE: there is none.  It is called
   * again after its own changes, until nothing changes.  Optional: without it
   * the constraint is tested when one variable is left. */
  gboolean (*propagate)(gconstpointer data,
                        CspDomains *domains,
                        gsize n_values);
  /* How badly the complete assignment breaks it, 0 when it holds.  Optional:
   * 0 or 1 by holds. */
  gint64 (*violation)(gconstpointer data, const gint *values, gsize n_values);
} CspConstraintClass;

#define CSP_CONSTRAINT_CLASS(...)                                              \
  {                                                                            \
    .size = sizeof(CspConstraintClass), __VA_ARGS__                            \
  }

/* klass is borrowed for the life of the model; data is freed by destroy with
 * the model, or at once if the call fails. */
CSP_API gboolean csp_model_post_user(CspModel *self,
                                     const CspConstraintClass *klass,
                                     const CspVar *vars,
                                     gsize n_vars,
                                     gpointer data,
                                     GDestroyNotify destroy,
                                     GError **error);

/* Views ------------------------------------------------------------------- */

/* The state of a search, lent to orders and observers, to read only. */
typedef struct _CspView CspView;

CSP_API gsize csp_view_get_n_vars(const CspView *self);
CSP_API gboolean csp_view_is_fixed(const CspView *self, CspVar var);
CSP_API gint csp_view_get_min(const CspView *self, CspVar var);
CSP_API gint csp_view_get_max(const CspView *self, CspVar var);
CSP_API gsize csp_view_get_size(const CspView *self, CspVar var);
CSP_API gboolean csp_view_has(const CspView *self, CspVar var, gint value);
CSP_API gsize csp_view_get_depth(const CspView *self);
/* The decision of this level, from 0, on the way to the node; FALSE where there
 * is none, as under local search. */
CSP_API gboolean csp_view_get_decision(const CspView *self,
                                       gsize level,
                                       CspVar *out_var,
                                       CspRelation *out_relation,
                                       gint *out_value);
/* Under local search: violated constraints weigh this much in all. */
CSP_API gint64 csp_view_get_violation(const CspView *self);

/* Orders ------------------------------------------------------------------ */

/* Picks a variable of candidates: those not branched on or, under full
 * propagation, not fixed yet; not empty, in input order. */
typedef CspVar (*CspVariableOrderFunc)(const CspView *view,
                                       const CspVar *candidates,
                                       gsize n_candidates,
                                       gpointer data);
/* Picks a value of the variable's domain. */
typedef gint (*CspValueOrderFunc)(const CspView *view,
                                  CspVar var,
                                  gpointer data);

/* From then on `name` is a value of the option "variable-order" (or
 * "value-order") of this solver. */
CSP_API gboolean csp_solver_add_variable_order(CspSolver *self,
                                               const gchar *name,
                                               CspVariableOrderFunc func,
                                               gpointer data,
                                               GDestroyNotify destroy,
                                               GError **error);
CSP_API gboolean csp_solver_add_value_order(CspSolver *self,
                                            const gchar *name,
                                            CspValueOrderFunc func,
                                            gpointer data,
                                            GDestroyNotify destroy,
                                            GError **error);

/* Observers --------------------------------------------------------------- */

typedef enum {
  CSP_OUTCOME_BRANCH, /* consistent: a solution, or the search goes on below */
  CSP_OUTCOME_FAILED, /* inconsistent */
} CspOutcome;

typedef struct {
  guint64 id;     /* numbered from 1, the root */
  guint64 parent; /* 0 for the root */
  guint32 child;  /* which child of its parent, from 0 */
  CspVar var;     /* the decision: var relation value; CSP_NONE for the root */
  gint value;
  gboolean is_equal; /* = <= >=, or the opposite of a first child that was */
  CspOutcome outcome;
  CspRelation relation;
  guint32 n_siblings; /* children of its parent, at most; 0: not known */
} CspNodeEvent;

typedef struct {
  guint64 move;
  CspVar var;
  gint value;
  CspVar swapped; /* CSP_NONE unless the move is a swap */
  gint64 violation;
} CspMoveEvent;

/* Any member may be NULL.  Called in the searching thread; a callback may wait.
 *
 * Where the observer is not constant, a callback may set and clear `node` and
 * `move` while the search runs, to look at a part of it: the search is as fast
 * as without an observer while nobody looks.  Nodes that nobody looks at have no
 * numbers; those on the way to the first one looked at again get new ones,
 * which are told by its `parent` only.  After a restart the root has the number
 * that it had, and is not told again. */
typedef struct {
  gsize size; /* sizeof(CspObserver) */
  void (*node)(const CspView *view, const CspNodeEvent *event, gpointer data);
  void (*solution)(const CspView *view,
                   const CspSolution *solution,
                   gpointer data);
  void (*move)(const CspView *view, const CspMoveEvent *event, gpointer data);
  void (*restart)(const CspView *view, guint64 n_restarts, gpointer data);
  void (*bound)(const CspView *view, gint objective, gpointer data);
  /* After csp_solver_request_sample(), once, at the next node or move. */
  void (*sample)(const CspView *view, gpointer data);
} CspObserver;

#define CSP_OBSERVER(...)                                                      \
  {                                                                            \
    .size = sizeof(CspObserver), __VA_ARGS__                                   \
  }

/* observer is borrowed for the life of the solver. */
CSP_API void csp_solver_set_observer(CspSolver *self,
                                     const CspObserver *observer,
                                     gpointer data);
/* From any thread and from a signal handler. */
CSP_API void csp_solver_request_sample(CspSolver *self);
/* Is the search to end, by a limit or csp_solver_cancel()?  For callbacks that
 * wait.  From any thread. */
CSP_API gboolean csp_solver_is_stopped(CspSolver *self);
/* Can the search begin again at the root?  For its observers. */
CSP_API gboolean csp_solver_has_restarts(CspSolver *self);

G_END_DECLS
