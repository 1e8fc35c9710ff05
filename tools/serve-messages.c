/* SPDX-License-Identifier: MIT */
/* The messages of a run as JSON. */
#include "config.h"

#include "tools/json.h"
#include "tools/serve-private.h"

#include <string.h>

enum { PATH_LENGTH = 256, SVG_BYTES = 1 << 20, LISTED = 4096 };

/* Parts --------------------------------------------------------------------- */

static void
begin(GString *out, const char *type, const ServeRun *run)
{
  g_string_append_printf(out, "%s{\"type\": \"%s\", \"run\": %u",
                         out->len > 0 ? ",\n" : "", type, run->number);
}

static void
append_int(GString *out, const char *name, gint64 value)
{
  g_string_append_printf(out, ", \"%s\": %" G_GINT64_FORMAT, name, value);
}

static void
append_count(GString *out, const char *name, guint64 n)
{
  g_string_append_printf(out, ", \"%s\": %" G_GUINT64_FORMAT, name, n);
}

static void
append_var(GString *out, const char *name, CspVar var)
{
  if (var == CSP_NONE)
    tool_json_append_member(out, name, NULL);
  else
    append_int(out, name, var);
}

static void
append_strings(GString *out,
               const char *name,
               const gchar *const *texts,
               gsize n)
{
  g_string_append_printf(out, ", \"%s\": [", name);
  for (gsize i = 0; i < MIN(n, LISTED); i++) {
    if (i > 0)
      g_string_append(out, ", ");
    csp_json_append_string(out, texts[i]);
  }
  g_string_append_c(out, ']');
}

/* Session ------------------------------------------------------------------- */

void
serve_append_hello(GString *out, const char *session)
{
  g_string_append(out, "{\"type\": \"hello\"");
  tool_json_append_member(out, "session", session);
  tool_json_append_member(out, "version", csp_get_version());
  g_string_append_c(out, '}');
}

void
serve_append_error(GString *out, const char *why)
{
  g_string_append_printf(out, "%s{\"type\": \"error\"",
                         out->len > 0 ? ",\n" : "");
  tool_json_append_member(out, "message", why);
  g_string_append_c(out, '}');
}

/* Start --------------------------------------------------------------------- */

static void
append_pairs(GString *out, const GPtrArray *pairs)
{
  g_string_append(out, ", \"options\": {");
  for (guint i = 0; i < pairs->len; i += 2) {
    if (i > 0)
      g_string_append(out, ", ");
    csp_json_append_string(out, pairs->pdata[i]);
    g_string_append(out, ": ");
    csp_json_append_string(out, pairs->pdata[i + 1]);
  }
  g_string_append_c(out, '}');
}

static void
add_arguments(GPtrArray *argv, const GPtrArray *pairs)
{
  for (guint i = 0; i < pairs->len; i += 2)
    g_ptr_array_add(argv, g_strdup_printf("--%s=%s", (char *)pairs->pdata[i],
                                          (char *)pairs->pdata[i + 1]));
}

/* The command line that does the same; what reads files is told by their name.
 */
static void
append_command(GString *out, const ServeRequest *request)
{
  g_autoptr(GPtrArray) argv = g_ptr_array_new_with_free_func(g_free);

  g_ptr_array_add(argv, g_strdup("solve"));
  if (!request->is_reader)
    g_ptr_array_add(argv, g_strdup(request->plugin->name));
  if (request->reader != NULL)
    g_ptr_array_add(argv, g_strconcat(*request->name == '-' ? "./" : "",
                                      request->name, NULL));
  add_arguments(argv, request->params_given);
  add_arguments(argv, request->options);
  g_ptr_array_add(argv, NULL);
  g_string_append(out, ", \"command\": ");
  tool_summary_append_command(out, (char **)argv->pdata);
}

static void
append_arrays(GString *out, CspModel *model)
{
  gsize n = MIN(csp_model_get_n_arrays(model), LISTED);

  g_string_append(out, ", \"arrays\": [");
  for (CspArray array = 0; array < n; array++) {
    CspVar first = csp_model_get_var(model, array, 0);
    gint min, max;
    csp_model_get_bounds(model, first, &min, &max);
    g_string_append(out, array > 0 ? ", {\"name\": " : "{\"name\": ");
    csp_json_append_string(out, csp_model_get_array_name(model, array));
    append_int(out, "first", first);
    if (csp_model_is_scalar(model, array))
      tool_json_append_member(out, "length", NULL);
    else
      append_int(out, "length",
                 (gint64)csp_model_get_array_length(model, array));
    append_int(out, "min", min);
    append_int(out, "max", max);
    g_string_append_c(out, '}');
  }
  g_string_append_c(out, ']');
}

static void
append_assumed(GString *out, const CspAssumptions *assumptions)
{
  gsize n;
  const CspVar *vars = csp_assumptions_get_vars(assumptions, &n);
  const gint *values = csp_assumptions_get_values(assumptions, &n);

  g_string_append(out, ", \"assumed\": [");
  for (gsize i = 0; i < n; i++)
    g_string_append_printf(out, "%s[%u, %d]", i > 0 ? ", " : "", vars[i],
                           values[i]);
  g_string_append_c(out, ']');
}

/* Of the model's own reader, or of the command's. */
static void
append_warnings(GString *out, const ServeRun *run)
{
  const ServeRequest *request = run->request;
  const gchar *const *warnings = NULL;
  gsize n = run->n_warnings;

  if (request->is_reader)
    warnings =
        request->config->get_warnings(request->plugin, run->instance, &n);
  else if (request->reader != NULL)
    warnings = csp_reader_get_warnings(request->reader, NULL);
  append_strings(out, "warnings", warnings, n);
}

static void
append_objective(GString *out, CspModel *model)
{
  gboolean is_maximizing;
  bool has_one = csp_model_get_objective(model, &is_maximizing) != CSP_NONE;

  tool_json_append_member(out, "objective",
                          !has_one        ? NULL
                          : is_maximizing ? "maximize"
                                          : "minimize");
}

void
serve_append_start(GString *out, const ServeRun *run)
{
  const ServeRequest *request = run->request;
  g_auto(GStrv) constraints = csp_model_dup_summary(run->model);

  begin(out, "start", run);
  tool_json_append_member(out, "model", request->plugin->name);
  g_string_append(out, ", \"parameters\": ");
  tool_summary_append_parameters(out, request->plugin, request->params);
  append_pairs(out, request->options);
  append_command(out, request);
  append_int(out, "n_variables", (gint64)run->watch.n_vars);
  append_int(out, "n_constraints",
             (gint64)csp_model_get_n_constraints(run->model));
  append_objective(out, run->model);
  append_arrays(out, run->model);
  append_assumed(out, run->assumptions);
  append_int(out, "instances", run->n_instances);
  g_string_append(out, ", \"domains\": ");
  serve_watch_append(&run->watch, out);
  append_strings(out, "constraints", (const gchar *const *)constraints,
                 g_strv_length(constraints));
  append_warnings(out, run);
  g_string_append_c(out, '}');
}

/* Steps --------------------------------------------------------------------- */

static const char *const relations[] = {
    [CSP_RELATION_EQ] = "=", [CSP_RELATION_NE] = "!=",
    [CSP_RELATION_LT] = "<", [CSP_RELATION_LE] = "<=",
    [CSP_RELATION_GT] = ">", [CSP_RELATION_GE] = ">=",
};

void
serve_append_node(GString *out,
                  const ServeRun *run,
                  const CspView *view,
                  const CspNodeEvent *event)
{
  bool is_root = event->var == CSP_NONE;

  begin(out, "node", run);
  append_int(out, "step", (gint64)run->n_steps);
  append_int(out, "id", (gint64)event->id);
  append_int(out, "parent", (gint64)event->parent);
  append_int(out, "child", event->child);
  append_int(out, "depth", (gint64)csp_view_get_depth(view));
  append_var(out, "var", event->var);
  if (is_root)
    tool_json_append_member(out, "value", NULL);
  else
    append_int(out, "value", event->value);
  tool_json_append_member(out, "relation",
                          is_root ? NULL : relations[event->relation]);
  g_string_append_printf(out, ", \"equal\": %s, \"outcome\": \"%s\"}",
                         event->is_equal ? "true" : "false",
                         event->outcome == CSP_OUTCOME_FAILED ? "failed"
                                                              : "branch");
}

void
serve_append_move(GString *out,
                  const ServeRun *run,
                  const CspView *view,
                  const CspMoveEvent *event)
{
  begin(out, "move", run);
  append_int(out, "step", (gint64)run->n_steps);
  append_int(out, "move", (gint64)event->move);
  append_var(out, "var", event->var);
  append_int(out, "value", event->value);
  append_var(out, "swapped", event->swapped);
  append_int(out, "violation", event->violation);
  g_string_append_c(out, '}');
}

void
serve_append_changes(GString *out,
                     const ServeRun *run,
                     const char *type,
                     const GString *changes,
                     const CspView *density)
{
  begin(out, type, run);
  append_int(out, "step", (gint64)run->n_steps);
  g_string_append_printf(out, ", \"changes\": [%s]", changes->str);
  if (density != NULL) {
    g_string_append(out, ", \"density\": ");
    serve_watch_append_density(&run->watch, density, NULL, out);
  }
  g_string_append_c(out, '}');
}

void
serve_append_restart(GString *out, const ServeRun *run, guint64 n)
{
  begin(out, "restart", run);
  append_int(out, "restarts", (gint64)n);
  g_string_append_c(out, '}');
}

void
serve_append_bound(GString *out, const ServeRun *run, gint objective)
{
  begin(out, "bound", run);
  append_int(out, "objective", objective);
  g_string_append_c(out, '}');
}

/* States -------------------------------------------------------------------- */

static void
append_seconds(GString *out, const ServeRun *run)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double seconds =
      (double)(g_get_monotonic_time() - run->search_time) / G_USEC_PER_SEC;

  g_string_append_printf(out, ", \"seconds\": %s",
                         g_ascii_formatd(text, sizeof text, "%.6f", seconds));
}

static void
append_path(GString *out, const CspView *view)
{
  gsize n = MIN(csp_view_get_depth(view), PATH_LENGTH);
  CspRelation relation;
  CspVar var;
  gint value;

  g_string_append(out, ", \"path\": [");
  for (gsize i = 0;
       i < n && csp_view_get_decision(view, i, &var, &relation, &value); i++) {
    g_string_append_printf(out, "%s[%u, %d", i > 0 ? ", " : "", var, value);
    if (relation != CSP_RELATION_EQ)
      g_string_append_printf(out, ", \"%s\"", relations[relation]);
    g_string_append_c(out, ']');
  }
  g_string_append_c(out, ']');
}

static void
append_counter(GString *out, const CspStats *stats, const char *name)
{
  gint64 value;

  if (csp_stats_get_int(stats, name, &value))
    append_int(out, name, value);
  else
    tool_json_append_member(out, name, NULL);
}

static void
append_counters(GString *out, const CspStats *stats)
{
  static const char *const names[] = {"nodes",     "failures", "checks",
                                      "restarts",  "moves",    "violation",
                                      "solutions", "objective"};
  g_autoptr(GString) members = g_string_new(NULL);

  for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
    append_counter(members, stats, names[i]);
  g_string_append_printf(out, ", \"counters\": {%s}", members->str + 2);
}

void
serve_append_sample(GString *out, const ServeRun *run, const CspView *view)
{
  g_autoptr(CspStats) stats = csp_solver_get_stats(run->solver);

  begin(out, "sample", run);
  append_seconds(out, run);
  append_int(out, "depth", (gint64)csp_view_get_depth(view));
  append_counter(out, stats, "violation");
  append_path(out, view);
  append_counters(out, stats);
  g_string_append(out, ", \"domains\": ");
  serve_watch_append(&run->watch, out);
  if (run->watch.shown == NULL) {
    g_string_append(out, ", \"density\": ");
    serve_watch_append_density(&run->watch, view, NULL, out);
  }
  g_string_append_c(out, '}');
}

static void
append_values(GString *out, const ServeRun *run, const gint *values)
{
  if (run->watch.shown == NULL) {
    g_string_append(out, ", \"values\": null, \"density\": ");
    serve_watch_append_density(&run->watch, NULL, values, out);
    return;
  }
  g_string_append(out, ", \"values\": [");
  for (gsize i = 0; i < run->watch.n_vars; i++)
    g_string_append_printf(out, i > 0 ? ", %d" : "%d", values[i]);
  g_string_append_c(out, ']');
}

/* A picture of many variables is large, and takes longer than a look may. */
static void
append_svg(GString *out, const ServeRun *run)
{
  const ServeRequest *request = run->request;
  const CspPlugin *plugin = request->plugin;
  g_autoptr(GString) svg = g_string_new(NULL);

  if (!request->has_svg || run->watch.shown == NULL ||
      plugin->formats == NULL || !g_strv_contains(plugin->formats, "svg"))
    return;
  if (plugin->render(run->model, request->params, run->instance, run->solution,
                     "svg", svg, NULL) &&
      svg->len <= SVG_BYTES)
    tool_json_append_member(out, "svg", svg->str);
}

void
serve_append_solution(GString *out, const ServeRun *run)
{
  const CspSolution *solution = run->solution;

  begin(out, "solution", run);
  append_count(out, "solution", run->n_solutions);
  if (csp_solution_has_objective(solution))
    append_int(out, "objective", csp_solution_get_objective(solution));
  else
    tool_json_append_member(out, "objective", NULL);
  append_values(out, run, csp_solution_get_all_values(solution, NULL));
  append_svg(out, run);
  g_string_append_c(out, '}');
}

/* Ends ---------------------------------------------------------------------- */

void
serve_append_statistics(GString *out, const ServeRun *run)
{
  g_autoptr(CspStats) stats = csp_solver_get_stats(run->solver);
  g_autofree char *members = csp_stats_to_json_members(stats);

  begin(out, "statistics", run);
  g_string_append_printf(out, ", \"statistics\": {%s}}", members);
}

static void
append_clash(GString *out, const ServeRun *run)
{
  const CspPlugin *plugin = run->request->plugin;
  g_autofree char *clash = NULL;

  if (run->instance != NULL && run->n_solutions == 0 &&
      plugin->explain_input != NULL)
    clash = plugin->explain_input(run->request->params, run->instance);
  tool_json_append_member(out, "clash", clash);
}

void
serve_append_end(GString *out, const ServeRun *run, const GError *error)
{
  CspSolution *best = csp_solver_get_solution(run->solver); /* lent */
  ToolSummary summary = {.status = csp_solver_get_status(run->solver),
                         .reason = csp_solver_get_stop_reason(run->solver),
                         .n_solutions = csp_solver_get_n_solutions(run->solver),
                         .has_objective =
                             best != NULL && csp_solution_has_objective(best)};

  if (g_error_matches(error, CSP_ERROR, CSP_ERROR_MEMORY))
    summary.reason = CSP_STOP_MEMORY;
  if (summary.has_objective)
    summary.objective = csp_solution_get_objective(best);
  g_autofree char *line = tool_summary_dup_line(&summary);
  begin(out, "end", run);
  tool_json_append_member(out, "status", csp_status_get_name(summary.status));
  tool_json_append_member(out, "reason",
                          csp_stop_reason_get_name(summary.reason));
  append_count(out, "solutions", summary.n_solutions);
  if (summary.has_objective)
    append_int(out, "objective", summary.objective);
  else
    tool_json_append_member(out, "objective", NULL);
  tool_json_append_member(out, "line", line);
  append_clash(out, run);
  tool_json_append_member(out, "error", error != NULL ? error->message : NULL);
  g_string_append_c(out, '}');
}
