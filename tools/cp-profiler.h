/* SPDX-License-Identifier: MIT */
/* Showing a search to CP-Profiler. */
#pragma once

#include <stdbool.h>
#include <libcsp/csp-extend.h>
#include <libcsp/csp.h>

typedef struct _ToolCpProfiler ToolCpProfiler;

/* The argument is ID,PORT, or ID for port 6565; CSP_ERROR_OPTION: it is not. */
ToolCpProfiler *tool_cp_profiler_new(const char *argument, GError **error);
void tool_cp_profiler_free(ToolCpProfiler *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ToolCpProfiler, tool_cp_profiler_free)
/* Makes it the observer of the solver, whose samples go on to sample(), unless
 * it is NULL, with the solver.  Solver and model are borrowed until the next
 * time or the end. */
void tool_cp_profiler_attach(ToolCpProfiler *self,
                             CspSolver *solver,
                             CspModel *model,
                             void (*sample)(const CspView *view,
                                            gpointer solver));
/* Opens a connection for the solver's next search, the number-th from 1.
 * seconds are left for all of it, waiting for the profiler included; fails with
 * CSP_ERROR_IO if nobody listens. */
bool tool_cp_profiler_open(ToolCpProfiler *self,
                           const char *name,
                           guint64 number,
                           double seconds,
                           GError **error);
/* After the search: tells what is left and closes the connection.  Why the
 * profiler has not seen it all, or NULL: it has. */
const char *tool_cp_profiler_close(ToolCpProfiler *self);
