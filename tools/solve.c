/* SPDX-License-Identifier: MIT */
/* csp solve: an instance, or a stream of them.
 *
 * Two or more instances in the input are a stream: each is answered in input
 * order, a line as soon as it is known.  Instances of one shape share model and
 * solver, and differ in assumptions.  Limits are of the whole run: each search
 * gets what the ones before have left. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/check.h"
#include "tools/cp-profiler.h"
#include "tools/flatzinc.h"
#include "tools/hint.h"
#include "tools/options.h"
#include "tools/png.h"
#include "tools/show.h"
#include "tools/summary.h"

typedef struct {
  ToolCommandLine line;
  ToolInput input;
  ToolShape shape;
  ToolShow show;
  ToolSummary summary;
  ToolOutput *statistics; /* where to write them, or NULL */
  char **argv;

  bool is_counting; /* only numbers are shown */
  bool is_listing;  /* every solution is shown, improving ones too */
  bool is_quiet, is_verbose, has_progress;
  gint64 wanted;     /* solutions of an instance, 0: all */
  gint64 nodes_left; /* 0: no limit */

  ToolCpProfiler *profiler; /* or NULL */
  CspSolver *solver;
  bool is_compiled; /* by an earlier search */
  CspStats *stats;  /* of all searches so far */
  double build_seconds;
  guint64 n_instances; /* answered */
  bool is_full;        /* each of them had as many solutions as wanted */
} Run;

/* One search. */
typedef struct {
  gpointer instance;
  guint64 number; /* of the instance */
  CspSolution *first, *last;
  guint64 n_solutions;
  CspStatus status;
} Search;

static void
search_clear(Search *self)
{
  g_clear_pointer(&self->first, csp_solution_unref);
  g_clear_pointer(&self->last, csp_solution_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Search, search_clear)

static void
run_clear(Run *self)
{
  tool_watch_solver(NULL);
  g_clear_object(&self->solver);
  g_clear_pointer(&self->profiler, tool_cp_profiler_free);
  g_clear_pointer(&self->stats, csp_stats_free);
  g_clear_pointer(&self->statistics, tool_output_discard);
  tool_show_clear(&self->show);
  tool_shape_clear(&self->shape);
  tool_input_clear(&self->input);
  tool_command_line_clear(&self->line);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Run, run_clear)

/* Ends ---------------------------------------------------------------------- */

static bool
write_status(Run *self, GError **error)
{
  const char *format = self->show.format;
  g_autofree char *line = tool_summary_dup_line(&self->summary);
  g_autofree char *json = tool_summary_dup_json(&self->summary);

  if (strcmp(format, "text") == 0)
    return tool_show_line(&self->show, line, error);
  if (strcmp(format, "json") == 0 && !tool_show_line(&self->show, json, error))
    return false;
  tool_progress_clear();
  fprintf(stderr, "%s\n", line);
  return true;
}

static bool
write_statistics(Run *self, GError **error)
{
  if (self->line.text[TOOL_OPTION_STATISTICS] == NULL)
    return true;
  g_autoptr(GString) text = tool_summary_statistics(
      &self->summary, self->stats, self->build_seconds, self->argv,
      self->input.plugin, self->line.params, self->input.paths);
  if (self->statistics != NULL)
    return tool_output_write(self->statistics, text, error) &&
           tool_output_close(g_steal_pointer(&self->statistics), error);
  if (fputs(text->str, stderr) >= 0)
    return true;
  g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "standard error: %s",
              g_strerror(errno));
  return false;
}

/* The status line, the statistics, and the files put in place. */
static ToolExit
finish(Run *self)
{
  g_autoptr(GError) error = NULL;

  tool_watch_sample(false);
  if (write_status(self, &error) && tool_show_close(&self->show, &error) &&
      write_statistics(self, &error))
    return tool_summary_get_exit(&self->summary);
  return tool_report(error);
}

/* A limit or signal came while another thread reads or builds: that one cannot
 * be stopped, so the process ends without waiting for it. */
static void G_GNUC_NORETURN
abandon(Run *self)
{
  self->summary.reason = tool_watch_get_stop();
  self->summary.status = self->summary.n_solutions > 0 ? CSP_STATUS_INCOMPLETE
                                                       : CSP_STATUS_UNKNOWN;
  int status = finish(self);
  fflush(stdout);
  _exit(status);
}

/* What is wrong is told.  A model that does not fit is an answer besides. */
static ToolExit
fail(Run *self, const GError *error)
{
  ToolExit status = tool_report(error);

  if (status != TOOL_LIMIT)
    return status;
  self->summary.reason = CSP_STOP_MEMORY;
  self->summary.status = self->summary.n_solutions > 0 ? CSP_STATUS_INCOMPLETE
                                                       : CSP_STATUS_UNKNOWN;
  return finish(self);
}

/* Reading ------------------------------------------------------------------- */

/* To look at the clock costs a hundredth of a small puzzle: only if somebody
 * asks. */
static double
building_time(const Run *self)
{
  return self->line.text[TOOL_OPTION_STATISTICS] != NULL ? tool_watch_elapsed()
                                                         : 0;
}

typedef struct {
  Run *run;
  gpointer instance;
  GError *error;
} Reading;

static void
read_instance(gpointer data)
{
  Reading *self = data;

  self->instance =
      tool_input_next(&self->run->input, self->run->line.params, &self->error);
}

/* A thread for each instance costs more than a small puzzle; it is needed only
 * where reading may take long: for the first, and from pipes. */
static gpointer
next_instance(Run *self, GError **error)
{
  Reading *call = g_new0(Reading, 1); /* the thread may outlive this */
  double start = building_time(self);

  call->run = self;
  if (self->n_instances > 0 && !self->input.may_block)
    read_instance(call);
  else if (!tool_watch_call(read_instance, call))
    abandon(self);
  if (call->error != NULL)
    g_propagate_error(error, call->error);
  gpointer instance = call->instance;
  g_free(call);
  if (!self->is_quiet)
    tool_input_tell_warnings(&self->input);
  self->build_seconds += building_time(self) - start;
  return instance;
}

/* One search ---------------------------------------------------------------- */

static bool
set_limits(Run *self, GError **error)
{
  double left = tool_watch_left();
  char seconds[G_ASCII_DTOSTR_BUF_SIZE];

  if (left < G_MAXDOUBLE) {
    g_ascii_formatd(seconds, sizeof(seconds), "%.6f", MAX(left, 1e-6));
    if (!csp_solver_set_option(self->solver, "time-limit", seconds, error))
      return false;
  }
  if (self->nodes_left == 0)
    return true;
  g_autofree char *nodes =
      g_strdup_printf("%" G_GINT64_FORMAT, self->nodes_left);
  return csp_solver_set_option(self->solver, "node-limit", nodes, error);
}

static bool
make_solver(Run *self, GError **error)
{
  tool_watch_solver(NULL);
  g_clear_object(&self->solver);
  self->solver = csp_solver_new(self->shape.model);
  self->is_compiled = false;
  for (guint i = 0; i < self->line.settings->len; i++) {
    const ToolSetting *setting =
        &g_array_index(self->line.settings, ToolSetting, i);
    if (!csp_solver_set_option(self->solver, setting->name, setting->value,
                               error))
      return false;
  }
  if (self->profiler != NULL)
    tool_cp_profiler_attach(self->profiler, self->solver, self->shape.model,
                            self->has_progress ? tool_progress_draw : NULL);
  else if (self->has_progress)
    tool_progress_attach(self->solver);
  return true;
}

/* Takes over the instance and makes the solver ready for it. */
static bool
prepare(Run *self, gpointer instance, GError **error)
{
  double start = building_time(self);
  GError *build_error = NULL;
  gsize n_vars, n_values;
  bool is_new;

  if (!tool_shape_take(&self->shape, instance, &is_new, &build_error)) {
    if (build_error == NULL)
      abandon(self);
    g_propagate_error(error, build_error);
    return false;
  }
  if (is_new) {
    const char *hint = self->line.text[TOOL_OPTION_HINT];
    if ((hint != NULL && !tool_add_hint(self->shape.model, hint, error)) ||
        !make_solver(self, error))
      return false;
  } else {
    csp_solver_reset(self->solver);
  }
  const CspVar *vars =
      csp_assumptions_get_vars(self->shape.assumptions, &n_vars);
  const gint *values =
      csp_assumptions_get_values(self->shape.assumptions, &n_values);
  if (!set_limits(self, error) ||
      !csp_solver_set_assumptions(self->solver, vars, n_vars, values, n_values,
                                  error))
    return false;
  tool_watch_solver(self->solver); /* a reset forgets that it was cancelled */
  self->build_seconds += building_time(self) - start;
  return true;
}

/* Why there is no solution, where the input shows it plainly. */
static void
tell_clash(Run *self, const Search *search)
{
  const CspPlugin *plugin = self->input.plugin;

  if (self->is_quiet || search->n_solutions > 0 || search->instance == NULL ||
      plugin->explain_input == NULL)
    return;
  g_autofree char *clash =
      plugin->explain_input(self->line.params, search->instance);
  if (clash != NULL && self->show.is_stream)
    tool_message("instance %" G_GUINT64_FORMAT ": %s", search->number, clash);
  else if (clash != NULL)
    tool_message("%s", clash);
}

static void
tell_choices(Run *self)
{
  g_auto(GStrv) lines = csp_solver_dup_explanation(self->solver);

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    tool_message("%s", lines[i]);
}

static bool
show(Run *self,
     const Search *search,
     const CspSolution *solution,
     GError **error)
{
  return tool_show_solution(&self->show, self->shape.model, search->instance,
                            search->number, search->n_solutions, solution,
                            error);
}

/* The lines of a stream wait for the instance's end. */
static bool
shows_solutions(const Run *self)
{
  bool is_line = self->show.is_stream && strcmp(self->show.format, "text") == 0;

  return !self->is_quiet && !is_line;
}

/* Is each solution shown when it is found?  Else only the best is, at the end.
 */
static bool
shows_each(const Run *self)
{
  return self->is_listing ||
         csp_model_get_objective(self->shape.model, NULL) == CSP_NONE;
}

/* Only if somebody asks: it costs as much as a small puzzle's search. */
static void
add_stats(Run *self)
{
  bool is_asked = self->line.text[TOOL_OPTION_STATISTICS] != NULL;

  if (!is_asked && self->nodes_left == 0)
    return;
  g_autoptr(CspStats) stats = csp_solver_get_stats(self->solver);
  gint64 nodes = 0;
  double seconds = 0;

  csp_stats_add(self->stats, stats);
  if (!self->is_compiled &&
      csp_stats_get_double(stats, "build_seconds", &seconds))
    self->build_seconds += seconds;
  self->is_compiled = true;
  if (self->nodes_left > 0 && csp_stats_get_int(stats, "nodes", &nodes))
    self->nodes_left = MAX(self->nodes_left - nodes, 1);
}

static bool
open_profiler(Run *self, const Search *search, GError **error)
{
  const GPtrArray *paths = self->input.paths;
  g_autofree char *name = paths->len > 0 ? g_path_get_basename(paths->pdata[0])
                                         : g_strdup(self->input.plugin->name);

  return self->profiler == NULL ||
         tool_cp_profiler_open(self->profiler, name, search->number,
                               tool_watch_left(), error);
}

static void
close_profiler(Run *self)
{
  const char *trouble =
      self->profiler != NULL ? tool_cp_profiler_close(self->profiler) : NULL;

  if (trouble != NULL && !self->is_quiet)
    tool_message("--cp-profiler: %s", trouble);
}

/* Of a list they may be too many to be counted where each instance's are not. */
static void
add_solutions(ToolSummary *summary, guint64 n)
{
  if (!__builtin_add_overflow(summary->n_solutions, n, &summary->n_solutions))
    return;
  summary->n_solutions = G_MAXUINT64;
  summary->reason = CSP_STOP_COUNT;
}

static bool
search_instance(Run *self, Search *search, GError **error)
{
  GError *search_error = NULL;
  CspSolution *solution;
  bool is_shown = true;

  if (!open_profiler(self, search, error))
    return false;
  while (is_shown &&
         (solution = csp_solver_next(self->solver, &search_error)) != NULL) {
    search->n_solutions++;
    if (search->first == NULL)
      search->first = csp_solution_ref(solution);
    g_clear_pointer(&search->last, csp_solution_unref);
    search->last = solution;
    if (shows_solutions(self) && shows_each(self))
      is_shown = show(self, search, solution, error);
  }
  close_profiler(self);
  if (search_error != NULL)
    g_propagate_error(error, search_error);
  if (search_error != NULL || !is_shown)
    return false;

  search->n_solutions = csp_solver_get_n_solutions(self->solver);
  search->status = csp_solver_get_status(self->solver);
  self->summary.reason = csp_solver_get_stop_reason(self->solver);
  add_solutions(&self->summary, search->n_solutions);
  if (search->last != NULL && csp_solution_has_objective(search->last)) {
    self->summary.has_objective = true;
    self->summary.objective = csp_solution_get_objective(search->last);
  }
  add_stats(self);
  return true;
}

/* Prepares, searches, and shows what is shown at the end only. */
static bool
solve_instance(Run *self, gpointer instance, Search *search, GError **error)
{
  bool is_first = self->n_instances == 0;

  search->instance = instance;
  search->number = self->n_instances + 1;
  if (!prepare(self, instance, error))
    return false;
  if (!search_instance(self, search, error))
    return false;
  tell_clash(self, search);
  if (search->last != NULL && shows_solutions(self) && !shows_each(self) &&
      !show(self, search, search->last, error))
    return false;
  if (is_first && self->is_verbose)
    tell_choices(self);
  self->n_instances++;
  return true;
}

/* A single instance --------------------------------------------------------- */

static ToolExit
solve_single(Run *self, gpointer instance)
{
  g_autoptr(GError) error = NULL;
  g_auto(Search) search = {0};

  if (!solve_instance(self, instance, &search, &error))
    return fail(self, error);
  self->summary.status = search.status;
  return finish(self);
}

/* A stream ------------------------------------------------------------------ */

static CspAnswer
answer_of(const Run *self, const Search *search)
{
  bool is_stopped = search->status == CSP_STATUS_UNKNOWN ||
                    search->status == CSP_STATUS_INCOMPLETE;

  if (search->n_solutions > 1)
    return CSP_ANSWER_SEVERAL;
  /* One solution, but the proof that it is the only one was cut short. */
  if (is_stopped)
    return CSP_ANSWER_UNKNOWN;
  return search->n_solutions == 1 ? CSP_ANSWER_ONE : CSP_ANSWER_NONE;
}

static bool
write_stream_line(Run *self, const Search *search, GError **error)
{
  g_autoptr(GString) line = g_string_new(NULL);
  bool is_json = strcmp(self->show.format, "json") == 0;

  if (self->is_quiet)
    return true;
  if (is_json && (self->is_counting || search->n_solutions == 0))
    g_string_printf(line,
                    "{\"instance\": %" G_GUINT64_FORMAT
                    ", \"solutions\": %" G_GUINT64_FORMAT "}",
                    search->number, search->n_solutions);
  else if (strcmp(self->show.format, "text") != 0)
    return true;
  else if (self->is_counting)
    g_string_printf(line, "%" G_GUINT64_FORMAT, search->n_solutions);
  else
    self->input.plugin->render_line(self->shape.model, self->line.params,
                                    search->instance, search->first,
                                    answer_of(self, search), line);
  g_string_append_c(line, '\n');
  return tool_show_stream_line(&self->show, line, error);
}

/* Answers one instance of a stream; false ends the stream: with error, or with
 * a limit or signal in the summary. */
static bool
solve_next(Run *self, gpointer instance, GError **error)
{
  g_auto(Search) search = {0};

  if (!solve_instance(self, instance, &search, error))
    return false;
  if (self->wanted == 0 || search.n_solutions < (guint64)self->wanted)
    self->is_full = false;
  return write_stream_line(self, &search, error) &&
         self->summary.reason == CSP_STOP_NONE;
}

static CspStatus
status_of_stream(const Run *self)
{
  if (self->summary.reason != CSP_STOP_NONE)
    return self->summary.n_solutions > 0 || self->is_counting
               ? CSP_STATUS_INCOMPLETE
               : CSP_STATUS_UNKNOWN;
  return self->is_full && !self->is_counting ? CSP_STATUS_SATISFIABLE
                                             : CSP_STATUS_COMPLETE;
}

/* The two instances that make it a stream are read already; a mistake in the
 * second is told when the first is answered. */
static ToolExit
solve_stream(Run *self, gpointer first, gpointer second, GError *second_error)
{
  g_autoptr(GError) error = NULL;
  gpointer instance = second;

  self->show.is_stream = true;
  self->is_full = true;
  bool goes_on = solve_next(self, first, &error);
  if (goes_on && second_error != NULL)
    error = g_error_copy(second_error);
  while (goes_on && error == NULL && instance != NULL) {
    goes_on = solve_next(self, g_steal_pointer(&instance), &error);
    if (goes_on)
      instance = next_instance(self, &error);
    if (goes_on && tool_watch_get_stop() != CSP_STOP_NONE && instance != NULL) {
      self->summary.reason = tool_watch_get_stop();
      goes_on = false;
    }
  }
  if (instance != NULL && self->input.plugin->free != NULL)
    self->input.plugin->free(instance);
  if (error != NULL)
    return fail(self, error);
  self->summary.status = status_of_stream(self);
  return finish(self);
}

/* The command line ---------------------------------------------------------- */

static gint64
get_integer(const ToolCommandLine *line, const char *name, gint64 fallback)
{
  const char *value = tool_command_line_get_setting(line, name);

  return value != NULL ? g_ascii_strtoll(value, NULL, 10) : fallback;
}

static bool
get_boolean(const ToolCommandLine *line, const char *name)
{
  return g_strcmp0(tool_command_line_get_setting(line, name), "true") == 0;
}

static ToolExit
take_options(Run *self)
{
  const ToolCommandLine *line = &self->line;
  const char *limit = tool_command_line_get_setting(line, "time-limit");
  const char *format = line->text[TOOL_OPTION_FORMAT];

  self->wanted = get_integer(line, "solutions", 1);
  self->nodes_left = get_integer(line, "node-limit", 0);
  self->is_counting = get_boolean(line, "count");
  self->is_listing = self->wanted == 0 && !self->is_counting;
  self->is_quiet = line->text[TOOL_OPTION_QUIET] != NULL;
  self->is_verbose = line->text[TOOL_OPTION_VERBOSE] != NULL;
  self->has_progress =
      !self->is_quiet && line->text[TOOL_OPTION_NO_PROGRESS] == NULL &&
      (line->text[TOOL_OPTION_PROGRESS] != NULL || isatty(STDERR_FILENO) == 1);
  if (self->is_counting)
    self->wanted = 0;
  if (limit != NULL)
    tool_watch_set_limit(g_ascii_strtod(limit, NULL));
  if (line->text[TOOL_OPTION_CP_PROFILER] != NULL) {
    g_autoptr(GError) error = NULL;
    self->profiler =
        tool_cp_profiler_new(line->text[TOOL_OPTION_CP_PROFILER], &error);
    if (self->profiler == NULL)
      return tool_report(error);
  }
  csp_params_set_counting(line->params, self->is_counting);
  csp_params_set_checking(line->params, line->text[TOOL_OPTION_CHECK] != NULL);

  self->show.format = format != NULL ? format : "text";
  if (self->is_quiet && self->is_verbose)
    return tool_usage_error("--quiet and --verbose do not go together");
  if (tool_show_is_picture(self->show.format) &&
      (self->is_quiet || self->is_counting))
    return tool_usage_error("--format=%s and --%s do not go together",
                            self->show.format,
                            self->is_quiet ? "quiet" : "count");
  return TOOL_ANSWERED;
}

typedef struct {
  const char *path;
  ToolOutput *output;
  GError *error;
} Opening;

static void
open_output(gpointer data)
{
  Opening *self = data;

  self->output = tool_output_open(self->path, &self->error);
}

static bool
may_block(const char *argument)
{
  return strcmp(argument, "-") == 0 ||
         (g_file_test(argument, G_FILE_TEST_EXISTS) &&
          !g_file_test(argument, G_FILE_TEST_IS_REGULAR));
}

/* A pipe that nobody reads keeps its writer waiting. */
static ToolOutput *
open_watched(Run *self, const char *path, GError **error)
{
  if (!may_block(path))
    return tool_output_open(path, error);

  Opening *call = g_new0(Opening, 1);

  call->path = path;
  if (!tool_watch_call(open_output, call)) {
    tool_show_clear(&self->show);
    tool_watch_abandon();
  }
  ToolOutput *output = call->output;
  if (call->error != NULL)
    g_propagate_error(error, call->error);
  g_free(call);
  return output;
}

/* Outputs are opened before the search, so that a wrong name is known now; so
 * is whether there is what draws. */
static ToolExit
open_outputs(Run *self)
{
  g_autoptr(GError) error = NULL;
  const char *output = self->line.text[TOOL_OPTION_OUTPUT];
  const char *statistics = self->line.text[TOOL_OPTION_STATISTICS];

  if (strcmp(self->show.format, "png") == 0 && !tool_png_load(&error))
    return tool_report(error);
  self->show.output = output != NULL ? open_watched(self, output, &error)
                                     : tool_output_open("-", &error);
  if (self->show.output != NULL && statistics != NULL && *statistics != '\0')
    self->statistics = open_watched(self, statistics, &error);
  if (error != NULL)
    return tool_report(error);
  if (self->statistics != NULL &&
      tool_output_is_same(self->show.output, self->statistics))
    return tool_usage_error("--output and --statistics name one file: '%s'",
                            statistics);
  return TOOL_ANSWERED;
}

static ToolExit
solve(Run *self)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GError) second_error = NULL;
  gpointer first = NULL, second = NULL;

  self->stats = csp_stats_new();
  self->build_seconds = tool_watch_elapsed();
  tool_watch_sample(self->has_progress);
  if (self->input.paths->len > 0) {
    first = next_instance(self, &error);
    if (first == NULL)
      return fail(self, error);
  }
  if (first != NULL && self->input.plugin->render_line != NULL)
    second = next_instance(self, &second_error);
  if (second != NULL || second_error != NULL)
    return solve_stream(self, first, second, second_error);
  return solve_single(self, first);
}

typedef struct {
  ToolInput *input;
  const char *argument;
  ToolExit status;
} Resolving;

static void
resolve(gpointer data)
{
  Resolving *self = data;

  self->status = tool_input_resolve(self->input, self->argument);
}

/* The model is looked for before the options are known, of which the limit
 * matters: a file is looked into, and a pipe may keep it waiting. */
static ToolExit
find_model(Run *self, const ToolGlance *glance)
{
  if (!may_block(glance->first))
    return tool_input_resolve(&self->input, glance->first);

  Resolving *call = g_new0(Resolving, 1);

  call->input = &self->input;
  call->argument = glance->first;
  if (glance->time_limit != NULL)
    tool_watch_set_limit(g_ascii_strtod(glance->time_limit, NULL));
  if (!tool_watch_call(resolve, call))
    tool_watch_abandon();
  ToolExit status = call->status;
  g_free(call);
  return status;
}

int
tool_solve(int argc, char **argv)
{
  g_auto(Run) run = {.argv = argv};
  ToolGlance glance = tool_command_line_glance(SOLVE, argc, argv, NULL);
  bool is_minizinc = glance.first != NULL && tool_is_minizinc(glance.first);
  ToolExit status = glance.first != NULL && !is_minizinc
                        ? find_model(&run, &glance)
                        : TOOL_ANSWERED;

  if (status != TOOL_ANSWERED)
    return status;
  const CspPlugin *plugin = run.input.plugin;
  g_autofree char **parsed =
      g_memdup2(argv, sizeof(*argv) * (size_t)(argc + 1));
  status = tool_command_line_parse(&run.line, SOLVE, plugin, argc, parsed);
  if (status != TOOL_ANSWERED)
    return status;
  if (tool_command_line_tell(&run.line, SOLVE, plugin))
    return TOOL_ANSWERED;
  if (is_minizinc)
    return tool_run_minizinc(&run.line);
  if (plugin == NULL)
    return tool_usage_error("expected a model or a file; csp models lists the "
                            "models");
  run.shape = (ToolShape){
      .plugin = plugin,
      .params = run.line.params,
      .memory_limit =
          (guint64)get_integer(&run.line, "memory-limit", 0) * 1048576,
  };
  run.show.plugin = plugin;
  run.show.params = run.line.params;
  status = tool_input_add_files(&run.input, run.line.arguments);
  if (status == TOOL_ANSWERED)
    status = take_options(&run);
  if (status == TOOL_ANSWERED && run.line.text[TOOL_OPTION_CHECK] != NULL)
    return tool_check(run.line.text[TOOL_OPTION_CHECK], &run.input, &run.shape,
                      run.is_quiet);
  if (status == TOOL_ANSWERED)
    status = open_outputs(&run);
  return status == TOOL_ANSWERED ? solve(&run) : status;
}
