/* SPDX-License-Identifier: MIT */
/* csp compare: the same instances under several algorithms, orders, seeds and
 * parameters, each run in a process of its own, so that its memory, limits and
 * crashes are its own.
 *
 * Rows that the CSV file holds already are taken from there.  An interrupt ends
 * the run at hand, of which nothing is kept, and shows what there is. */
#include "config.h"

#include "tools/compare.h"

#include <string.h>
#include <unistd.h>

#include "tools/output.h"

/* What is to come after the cell at hand, and what is known of its method. */
typedef struct {
  bool is_known;
  double run;    /* seconds of a run of this method */
  guint n_runs;  /* of it, in later cells */
  double others; /* seconds of the runs of other methods */
} Estimate;

typedef struct {
  ToolCommandLine line;
  CompareGrid grid;
  GPtrArray *columns;
  GHashTable *known; /* key of a run: its row, owned */
  GArray *groups;    /* CompareGroup, one a cell */
  CompareCsv *csv;   /* or NULL */
  ToolOutput *json, *plot;

  bool has_progress;
  double time_limit;    /* of a run; 0: none */
  guint n_runs, n_done; /* done: made here or known before */
  guint cell;           /* the one at hand */
  const CompareCell *at;
  gint64 seed;
  double cell_start, run_start;
  guint n_made; /* of this cell, or known before */
  Estimate estimate;
} Comparison;

static void
group_clear(gpointer data)
{
  g_ptr_array_unref(((CompareGroup *)data)->rows);
}

static void
comparison_clear(Comparison *self)
{
  g_clear_pointer(&self->json, tool_output_discard);
  g_clear_pointer(&self->plot, tool_output_discard);
  g_clear_pointer(&self->csv, compare_csv_close);
  g_clear_pointer(&self->groups, g_array_unref);
  g_clear_pointer(&self->known, g_hash_table_unref);
  g_clear_pointer(&self->columns, g_ptr_array_unref);
  compare_grid_clear(&self->grid);
  tool_command_line_clear(&self->line);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Comparison, comparison_clear)

/* Runs -------------------------------------------------------------------- */

static bool
is_same_method(const CompareCell *a, const CompareCell *b)
{
  return strcmp(a->algorithm, b->algorithm) == 0 &&
         g_strcmp0(a->variable_order, b->variable_order) == 0 &&
         g_strcmp0(a->value_order, b->value_order) == 0;
}

static double
get_mean_seconds(const Comparison *self, const CompareGroup *group)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < group->rows->len; i++) {
    double seconds;
    if (!compare_row_get_seconds(group->rows->pdata[i], self->columns,
                                 &seconds))
      continue;
    sum += seconds;
    n++;
  }
  return n > 0 ? sum / n : 0;
}

/* The last cell of that method, or NULL. */
static const CompareGroup *
find_group(const Comparison *self, const CompareCell *cell)
{
  for (guint i = self->groups->len; i-- > 0;) {
    const CompareGroup *group = &g_array_index(self->groups, CompareGroup, i);
    if (is_same_method(group->cell, cell))
      return group;
  }
  return NULL;
}

/* A run that is still to come is taken to last as those of the last cell of its
 * method; before there is one of each method nothing is known. */
static Estimate
make_estimate(const Comparison *self)
{
  Estimate estimate = {.is_known = true};

  for (guint i = self->cell; i < self->grid.cells->len; i++) {
    const CompareCell *cell = self->grid.cells->pdata[i];
    const CompareGroup *group = find_group(self, cell);
    if (group == NULL)
      return (Estimate){.is_known = false};
    double seconds = get_mean_seconds(self, group);
    if (i == self->cell)
      estimate.run = seconds;
    else if (is_same_method(cell, self->at))
      estimate.n_runs += self->grid.seeds->len;
    else
      estimate.others += self->grid.seeds->len * seconds;
  }
  return estimate;
}

/* Where the cell at hand takes longer than the last one of its method, those
 * to come will too, and the run at hand is taken to be in its middle. */
static double
get_seconds_left(const Comparison *self)
{
  double now = tool_watch_elapsed(), here = now - self->run_start;
  guint n_left = self->estimate.n_runs + self->grid.seeds->len - self->n_made;
  double run = MAX(self->estimate.run, here);

  if (self->n_made > 0)
    run = MAX(run, (self->run_start - self->cell_start) / self->n_made);
  double left = run > here ? run - here : here;
  if (self->time_limit > 0)
    left = MIN(left, MAX(self->time_limit - here, 0));
  return self->estimate.others + (n_left - 1) * run + left;
}

static void
append_time_left(GString *text, double seconds)
{
  enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
  double unit = seconds < 2 * MINUTE ? 1
                : seconds < 2 * HOUR ? MINUTE
                : seconds < 2 * DAY  ? HOUR
                                     : DAY;
  const char *name = unit == 1        ? "s"
                     : unit == MINUTE ? "min"
                     : unit == HOUR   ? "h"
                                      : "days";

  g_string_append_printf(text, "  about %.0f %s left", seconds / unit, name);
}

static void
show_progress(gpointer data)
{
  Comparison *self = data;
  g_autoptr(GString) text = g_string_new(NULL);

  if (!self->has_progress)
    return;
  g_autofree char *name = compare_cell_dup_name(self->at);
  g_string_printf(text, "%u/%u  %s, seed %" G_GINT64_FORMAT, self->n_done + 1,
                  self->n_runs, name, self->seed);
  if (self->estimate.is_known)
    append_time_left(text, get_seconds_left(self));
  tool_progress_show(text->str);
}

static void
tell_failure(const Comparison *self, const CompareRow *row)
{
  static const char *const failures[] = {"crashed", "failed", "refused", NULL};
  const char *status = compare_row_get(row, self->columns, "status");
  const char *message = compare_row_get(row, self->columns, "message");
  g_autofree char *name = compare_cell_dup_name(self->at);

  if (status != NULL && g_strv_contains(failures, status))
    tool_message("%s, seed %" G_GINT64_FORMAT " %s%s%s", name, self->seed,
                 status, message != NULL ? ": " : "",
                 message != NULL ? message : "");
}

/* Makes a run.  False with error, or without one where it was interrupted. */
static bool
make_run(Comparison *self, CompareRow *row, GError **error)
{
  g_auto(GStrv) command =
      compare_grid_dup_command(&self->grid, self->at, self->seed);
  g_auto(CompareOutcome) outcome = {0};
  if (!compare_run(command, self->time_limit, show_progress, self, &outcome,
                   error))
    return false;
  compare_row_add(row, self->columns, &outcome);
  if (tool_watch_get_stop() != CSP_STOP_NONE &&
      !compare_row_is_solved(row, self->columns))
    return false;
  tell_failure(self, row);
  return self->csv == NULL || compare_csv_write(self->csv, row, error);
}

static bool
take_run(Comparison *self, CompareGroup *group, GError **error)
{
  g_autoptr(GPtrArray) row =
      compare_row_new(self->columns, &self->grid, self->at, self->seed);
  g_autofree char *key = compare_row_dup_key(row, self->columns);
  CompareRow *known = g_hash_table_lookup(self->known, key);

  if (known == NULL) {
    self->run_start = tool_watch_elapsed();
    show_progress(self);
    if (!make_run(self, row, error))
      return false;
    known = g_ptr_array_ref(row);
    g_hash_table_insert(self->known, g_steal_pointer(&key), known);
  }
  g_ptr_array_add(group->rows, g_ptr_array_ref(known));
  self->n_done++;
  self->n_made++;
  return true;
}

static bool
take_cell(Comparison *self, const CompareCell *cell, GError **error)
{
  CompareGroup group = {
      cell, g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref)};
  bool goes_on = true;

  self->at = cell;
  self->cell_start = tool_watch_elapsed();
  self->n_made = 0;
  if (self->has_progress)
    self->estimate = make_estimate(self);
  for (guint i = 0; i < self->grid.seeds->len && goes_on; i++) {
    self->seed = g_array_index(self->grid.seeds, gint64, i);
    goes_on =
        tool_watch_get_stop() == CSP_STOP_NONE && take_run(self, &group, error);
  }
  if (group.rows->len > 0)
    g_array_append_val(self->groups, group);
  else
    group_clear(&group);
  return goes_on;
}

/* Results ----------------------------------------------------------------- */

static bool
write_json(Comparison *self, GError **error)
{
  g_autoptr(GPtrArray) rows = g_ptr_array_new();

  for (guint i = 0; i < self->groups->len; i++)
    g_ptr_array_extend(rows, g_array_index(self->groups, CompareGroup, i).rows,
                       NULL, NULL);
  g_autoptr(GString) text = compare_rows_to_json(rows, self->columns);
  return tool_output_write(self->json, text, error) &&
         tool_output_close(g_steal_pointer(&self->json), error);
}

static bool
is_standard_output(const char *path)
{
  return g_strcmp0(path, "-") == 0 || g_strcmp0(path, "/dev/stdout") == 0;
}

static bool
write_plot(Comparison *self, GError **error)
{
  GError *plot_error = NULL;
  GString *picture =
      compare_plot_new(tool_output_get_path(self->plot), &self->grid,
                       self->groups, self->columns, &plot_error);

  if (picture == NULL && plot_error == NULL) {
    tool_message("%s: nothing to draw, no run was solved",
                 tool_output_get_path(self->plot));
    return true;
  }
  if (plot_error != NULL)
    g_propagate_error(error, plot_error);
  bool is_written = picture != NULL &&
                    tool_output_write(self->plot, picture, error) &&
                    tool_output_close(g_steal_pointer(&self->plot), error);
  if (picture != NULL)
    g_string_free(picture, TRUE);
  return is_written;
}

/* Rows on standard output take the table's place. */
static bool
write_table(const Comparison *self, GError **error)
{
  const ToolCommandLine *line = &self->line;

  if (is_standard_output(line->text[TOOL_OPTION_CSV]) ||
      is_standard_output(line->text[TOOL_OPTION_JSON]))
    return true;
  g_autoptr(GString) table =
      compare_table_new(&self->grid, self->groups, self->columns);
  return tool_output_put("-", table, error);
}

/* One that cannot be written is told and does not keep back the others. */
static ToolExit
write_results(Comparison *self)
{
  g_autoptr(GError) table_error = NULL;
  g_autoptr(GError) json_error = NULL;
  g_autoptr(GError) plot_error = NULL;
  ToolExit status = TOOL_ANSWERED;

  tool_progress_clear();
  if (!write_table(self, &table_error))
    status = tool_report(table_error);
  if (self->json != NULL && !write_json(self, &json_error))
    status = tool_report(json_error);
  if (self->plot != NULL && !write_plot(self, &plot_error))
    status = tool_report(plot_error);
  return status;
}

static guint
count_status(const Comparison *self, const char *status)
{
  guint n = 0;

  for (guint i = 0; i < self->groups->len; i++) {
    const GPtrArray *rows = g_array_index(self->groups, CompareGroup, i).rows;
    for (guint j = 0; j < rows->len; j++)
      n += g_strcmp0(compare_row_get(rows->pdata[j], self->columns, "status"),
                     status) == 0;
  }
  return n;
}

/* A file that is wrong is a mistake whatever the other runs gave; options are
 * one if no run could take them.  A crash is a result. */
static ToolExit
get_exit(const Comparison *self)
{
  if (tool_watch_get_stop() != CSP_STOP_NONE)
    return TOOL_LIMIT;
  if (count_status(self, "failed") > 0)
    return TOOL_BAD_FILE;
  return count_status(self, "refused") == self->n_runs ? TOOL_USAGE
                                                       : TOOL_ANSWERED;
}

static ToolExit
compare(Comparison *self)
{
  g_autoptr(GError) error = NULL;
  bool goes_on = true;

  if (self->grid.time_limit != NULL)
    self->time_limit = g_ascii_strtod(self->grid.time_limit, NULL);
  self->n_runs = self->grid.cells->len * self->grid.seeds->len;
  for (; self->cell < self->grid.cells->len && goes_on; self->cell++)
    goes_on = take_cell(self, self->grid.cells->pdata[self->cell], &error);
  ToolExit status = write_results(self);
  if (error != NULL)
    return tool_report(error);
  return status == TOOL_ANSWERED ? get_exit(self) : status;
}

/* The command line -------------------------------------------------------- */

static bool
is_one_output(const char *a, const char *b)
{
  return a != NULL && b != NULL &&
         (tool_output_is_one(a, b) ||
          (is_standard_output(a) && is_standard_output(b)));
}

static ToolExit
check_outputs(const Comparison *self)
{
  const char *const *text = self->line.text;
  const char *paths[] = {text[TOOL_OPTION_CSV], text[TOOL_OPTION_JSON],
                         text[TOOL_OPTION_PLOT]};

  for (size_t i = 0; i < G_N_ELEMENTS(paths); i++)
    for (size_t j = 0; j < i; j++)
      if (is_one_output(paths[i], paths[j]))
        return tool_usage_error("two outputs have one name: '%s'", paths[i]);
  return paths[2] != NULL ? compare_plot_check(paths[2]) : TOOL_ANSWERED;
}

typedef struct {
  Comparison *comparison;
  GError *error;
} Opening;

static void
open_outputs(gpointer data)
{
  Opening *call = data;
  Comparison *self = call->comparison;
  const char *csv = self->line.text[TOOL_OPTION_CSV];
  const char *json = self->line.text[TOOL_OPTION_JSON];
  const char *plot = self->line.text[TOOL_OPTION_PLOT];

  if (csv != NULL)
    self->csv = compare_csv_open(csv, self->columns, self->known, &call->error);
  if (call->error == NULL && json != NULL)
    self->json = tool_output_open(json, &call->error);
  if (call->error == NULL && plot != NULL)
    self->plot = tool_output_open(plot, &call->error);
}

/* A pipe that nobody reads keeps its writer waiting, until a signal comes. */
static ToolExit
open_outputs_watched(Comparison *self)
{
  Opening *call = g_new0(Opening, 1);

  call->comparison = self;
  if (!tool_watch_call(open_outputs, call))
    _exit(TOOL_LIMIT);
  g_autoptr(GError) error = call->error;
  g_free(call);
  return error != NULL ? tool_report(error) : TOOL_ANSWERED;
}

static ToolExit
prepare(Comparison *self)
{
  const ToolCommandLine *line = &self->line;

  if (self->grid.plugins->len == 0)
    return tool_usage_error("expected a model or a file; csp models lists the "
                            "models");
  ToolExit status = compare_grid_fill(&self->grid, line);
  if (status != TOOL_ANSWERED)
    return status;
  self->has_progress =
      line->text[TOOL_OPTION_NO_PROGRESS] == NULL &&
      (line->text[TOOL_OPTION_PROGRESS] != NULL || isatty(STDERR_FILENO) == 1);
  self->columns = compare_columns_new(&self->grid);
  self->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                      (GDestroyNotify)g_ptr_array_unref);
  self->groups = g_array_new(FALSE, FALSE, sizeof(CompareGroup));
  g_array_set_clear_func(self->groups, group_clear);
  status = check_outputs(self);
  return status == TOOL_ANSWERED ? open_outputs_watched(self) : status;
}

int
tool_compare(int argc, char **argv)
{
  g_auto(Comparison) self = {0};
  g_autoptr(GPtrArray) arguments = g_ptr_array_new();

  tool_command_line_glance(COMPARE, argc, argv, arguments);
  ToolExit status = compare_grid_find_models(&self.grid, arguments);
  if (status != TOOL_ANSWERED)
    return status;
  status =
      tool_command_line_parse_lists(&self.line, self.grid.plugins, argc, argv);
  if (status != TOOL_ANSWERED)
    return status;
  const CspPlugin *plugin =
      self.grid.plugins->len > 0 ? self.grid.plugins->pdata[0] : NULL;
  if (tool_command_line_tell(&self.line, COMPARE, plugin))
    return TOOL_ANSWERED;
  status = prepare(&self);
  return status == TOOL_ANSWERED ? compare(&self) : status;
}
