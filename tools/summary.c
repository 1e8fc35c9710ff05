/* SPDX-License-Identifier: MIT */
/* How a run ended, in the forms that people, scripts and shells read. */
#include "config.h"

#include "tools/summary.h"

#include <string.h>
#include <sys/resource.h>

char *
tool_summary_dup_line(const ToolSummary *self)
{
  const char *name = csp_status_get_name(self->status);

  switch (self->status) {
  case CSP_STATUS_COMPLETE:
  case CSP_STATUS_INCOMPLETE:
    return g_strdup_printf("status: %s, %" G_GUINT64_FORMAT " solutions", name,
                           self->n_solutions);
  case CSP_STATUS_OPTIMAL:
  case CSP_STATUS_FEASIBLE:
    return g_strdup_printf("status: %s, objective=%d", name, self->objective);
  case CSP_STATUS_UNKNOWN:
  case CSP_STATUS_SATISFIABLE:
  case CSP_STATUS_UNSATISFIABLE:
    break;
  }
  return g_strdup_printf("status: %s", name);
}

char *
tool_summary_dup_json(const ToolSummary *self)
{
  return g_strdup_printf("{\"status\": \"%s\", \"solutions\": "
                         "%" G_GUINT64_FORMAT "}",
                         csp_status_get_name(self->status), self->n_solutions);
}

ToolExit
tool_summary_get_exit(const ToolSummary *self)
{
  switch (self->status) {
  case CSP_STATUS_UNKNOWN:
  case CSP_STATUS_INCOMPLETE:
  case CSP_STATUS_FEASIBLE: /* as many improvements as asked for are a limit */
    return TOOL_LIMIT;
  case CSP_STATUS_SATISFIABLE:
  case CSP_STATUS_COMPLETE:
  case CSP_STATUS_OPTIMAL:
  case CSP_STATUS_UNSATISFIABLE:
    break;
  }
  return TOOL_ANSWERED;
}

void
tool_summary_append_command(GString *out, char **argv)
{
  g_autoptr(GString) line = g_string_new("csp");

  for (; *argv != NULL; argv++) {
    bool is_plain =
        **argv != '\0' && strspn(*argv, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS
                                 "-_=./:,+@%") == strlen(*argv);
    g_autofree char *word = is_plain ? g_strdup(*argv) : g_shell_quote(*argv);
    g_string_append_printf(line, " %s", word);
  }
  csp_json_append_string(out, line->str);
}

void
tool_summary_append_parameters(GString *out,
                               const CspPlugin *plugin,
                               const CspParams *params)
{
  g_string_append_c(out, '{');
  for (guint i = 0; i < plugin->n_params; i++) {
    g_autofree char *text = csp_params_dup_text(params, i);
    CspParamKind kind = plugin->params[i].kind;
    if (i > 0)
      g_string_append(out, ", ");
    csp_json_append_string(out, plugin->params[i].name);
    g_string_append(out, ": ");
    if (text == NULL)
      g_string_append(out, "null");
    else if (kind == CSP_PARAM_KIND_INT || kind == CSP_PARAM_KIND_BOOL)
      g_string_append(out, text);
    else
      csp_json_append_string(out, text);
  }
  g_string_append_c(out, '}');
}

static void
append_input(GString *out, const GPtrArray *paths)
{
  g_string_append_c(out, '[');
  for (guint i = 0; i < paths->len; i++) {
    if (i > 0)
      g_string_append(out, ", ");
    csp_json_append_string(out, paths->pdata[i]);
  }
  g_string_append_c(out, ']');
}

static double
seconds_of(const struct timeval *time)
{
  return (double)time->tv_sec + (double)time->tv_usec / G_USEC_PER_SEC;
}

static void
set_what_the_command_knows(const ToolSummary *self,
                           CspStats *stats,
                           double build_seconds)
{
  struct rusage usage;

  csp_stats_set_string(stats, "status", csp_status_get_name(self->status));
  csp_stats_set_string(stats, "status_reason",
                       csp_stop_reason_get_name(self->reason));
  csp_stats_set_int(stats, "solutions",
                    (gint64)MIN(self->n_solutions, G_MAXINT64));
  csp_stats_set_double(stats, "build_seconds", build_seconds);
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
    csp_stats_set_double(stats, "cpu_seconds",
                         seconds_of(&usage.ru_utime) +
                             seconds_of(&usage.ru_stime));
    csp_stats_set_int(stats, "peak_memory_kib", usage.ru_maxrss);
  }
}

GString *
tool_summary_statistics(const ToolSummary *self,
                        CspStats *stats,
                        double build_seconds,
                        char **argv,
                        const CspPlugin *plugin,
                        const CspParams *params,
                        const GPtrArray *paths)
{
  GString *out = g_string_new("{\"command\": ");

  set_what_the_command_knows(self, stats, build_seconds);
  g_autofree char *members = csp_stats_to_json_members(stats);
  tool_summary_append_command(out, argv);
  g_string_append(out, ", \"model\": ");
  csp_json_append_string(out, plugin->name);
  g_string_append(out, ", \"parameters\": ");
  tool_summary_append_parameters(out, plugin, params);
  g_string_append(out, ", \"input\": ");
  append_input(out, paths);
  g_string_append_printf(out, ", %s, \"version\": ", members);
  csp_json_append_string(out, csp_get_version());
  g_string_append(out, "}\n");
  return out;
}
