/* SPDX-License-Identifier: MIT */
/* The last line of an answer, and the statistics. */
#pragma once

#include "tools/tool.h"

typedef struct {
  CspStatus status;
  CspStopReason reason;
  guint64 n_solutions;
  bool has_objective;
  gint objective; /* of the best solution, if there is one */
} ToolSummary;

/* "status: complete, 92 solutions"; to be freed. */
char *tool_summary_dup_line(const ToolSummary *self);
/* {"status": "complete", "solutions": 92}; to be freed. */
char *tool_summary_dup_json(const ToolSummary *self);
ToolExit tool_summary_get_exit(const ToolSummary *self);

/* The command line as a shell would take it again, as a JSON string; argv
 * begins after "csp". */
void tool_summary_append_command(GString *out, char **argv);
/* {"size": 8}: every parameter of the model. */
void tool_summary_append_parameters(GString *out,
                                    const CspPlugin *plugin,
                                    const CspParams *params);

/* The statistics with what the command itself knows, as one line of JSON.
 * stats gets the summary and the process's times and size. */
GString *tool_summary_statistics(const ToolSummary *self,
                                 CspStats *stats,
                                 double build_seconds,
                                 char **argv,
                                 const CspPlugin *plugin,
                                 const CspParams *params,
                                 const GPtrArray *paths);
