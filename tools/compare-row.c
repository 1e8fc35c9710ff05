/* SPDX-License-Identifier: MIT */
/* What is known of a run, as a row: what it was to do, which is known before it
 * is made, and what became of it.
 *
 * The first columns, up to the settings, say which run it is: two rows that
 * agree there are of the same run.  A column for each statistic follows.  A run
 * without statistics has as its status "crashed", "failed" (its file is wrong)
 * or "refused" (the model does not take its options), and the reason as its
 * message. */
#include "config.h"

#include "tools/compare.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Columns ----------------------------------------------------------------- */

static void
column_free(gpointer data)
{
  CompareColumn *self = data;

  g_free(self->name);
  g_free(self);
}

static const CompareColumn *
find_column(const GPtrArray *columns, const char *name, guint *out_index)
{
  for (guint i = 0; i < columns->len; i++) {
    const CompareColumn *column = g_ptr_array_index(columns, i);
    if (strcmp(column->name, name) != 0)
      continue;
    if (out_index != NULL)
      *out_index = i;
    return column;
  }
  return NULL;
}

static CompareColumn *
add_column(GPtrArray *columns, const char *name, bool is_text)
{
  CompareColumn *column = g_new0(CompareColumn, 1);

  column->name = g_strdup(name);
  column->is_text = is_text;
  g_ptr_array_add(columns, column);
  return column;
}

static bool
is_number(const CspParamSpec *spec)
{
  return spec->kind == CSP_PARAM_KIND_INT || spec->kind == CSP_PARAM_KIND_BOOL;
}

/* A parameter is called as it is unless a statistic is called so. */
static void
add_parameter(GPtrArray *columns, const CspParamSpec *spec)
{
  static const char *const own[] = {"version",  "model",   "input",   "digest",
                                    "settings", "message", "command", NULL};
  bool is_taken = g_strv_contains(csp_stats_list_names(), spec->name) ||
                  g_strv_contains(own, spec->name);
  g_autofree char *name =
      g_strconcat(is_taken ? "parameter_" : "", spec->name, NULL);

  if (find_column(columns, name, NULL) == NULL)
    add_column(columns, name, !is_number(spec))->parameter = spec->name;
}

GPtrArray *
compare_columns_new(const CompareGrid *grid)
{
  g_autoptr(CspStats) stats = csp_stats_new();
  const gchar *const *names = csp_stats_list_names();
  GPtrArray *columns = g_ptr_array_new_with_free_func(column_free);

  add_column(columns, "version", true);
  add_column(columns, "model", true);
  add_column(columns, "input", true);
  add_column(columns, "digest", true);
  for (guint i = 0; i < grid->plugins->len; i++) {
    const CspPlugin *plugin = g_ptr_array_index(grid->plugins, i);
    for (guint j = 0; j < plugin->n_params; j++)
      add_parameter(columns, &plugin->params[j]);
  }
  add_column(columns, "settings", true);
  for (guint i = 0; names[i] != NULL; i++)
    add_column(columns, names[i], csp_stats_set_string(stats, names[i], NULL));
  add_column(columns, "message", true);
  add_column(columns, "command", true);
  return columns;
}

/* Making rows ------------------------------------------------------------- */

static void
set(CompareRow *self,
    const GPtrArray *columns,
    const char *name,
    const char *value)
{
  guint i;

  if (find_column(columns, name, &i) == NULL)
    return;
  g_free(self->pdata[i]);
  self->pdata[i] = g_strdup(value);
}

/* As it can be given to a shell. */
static char *
dup_command_line(char **command)
{
  g_autoptr(GString) line = g_string_new(NULL);

  for (char **p = command; *p != NULL; p++) {
    bool is_plain =
        **p != '\0' && (*p)[strspn(*p, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS
                                   "-_=./,:+@%")] == '\0';
    g_autofree char *word = is_plain ? g_strdup(*p) : g_shell_quote(*p);
    g_string_append_printf(line, "%s%s", p > command ? " " : "", word);
  }
  return g_strdup(line->str);
}

CompareRow *
compare_row_new(const GPtrArray *columns,
                const CompareGrid *grid,
                const CompareCell *cell,
                gint64 seed)
{
  CompareRow *self = g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) settings = compare_grid_dup_settings(grid, cell, seed);
  g_auto(GStrv) command = compare_grid_dup_command(grid, cell, seed);
  g_autofree char *all_settings = g_strjoinv(" ", settings);
  g_autofree char *line = dup_command_line(command);
  g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, seed);

  g_ptr_array_set_size(self, (int)columns->len);
  for (guint i = 0; i < columns->len; i++) {
    const CompareColumn *column = g_ptr_array_index(columns, i);
    if (column->parameter != NULL)
      self->pdata[i] =
          g_strdup(compare_cell_get_parameter(cell, column->parameter));
  }
  set(self, columns, "version", csp_get_version());
  set(self, columns, "model", cell->instance->plugin->name);
  set(self, columns, "input", cell->instance->path);
  set(self, columns, "digest", cell->instance->digest);
  set(self, columns, "settings", all_settings);
  set(self, columns, "command", line);
  set(self, columns, "algorithm", cell->algorithm);
  set(self, columns, "variable_order", cell->variable_order);
  set(self, columns, "value_order", cell->value_order);
  set(self, columns, "seed", number);
  return self;
}

/* As JSON has it, but strings without their quotes; nothing for null. */
static void
append_value(GString *out, const CspJson *json, CspJsonValue value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  const char *text = csp_json_get_text(json, value);
  gint64 integer;

  switch (csp_json_get_kind(json, value)) {
  case CSP_JSON_STRING:
    g_string_append(out, text);
    break;
  case CSP_JSON_INTEGER:
    csp_json_get_int(json, value, &integer);
    g_string_append_printf(out, "%" G_GINT64_FORMAT, integer);
    break;
  case CSP_JSON_NUMBER:
    g_string_append(out, g_ascii_formatd(number, sizeof(number), "%.9g",
                                         g_ascii_strtod(text, NULL)));
    break;
  case CSP_JSON_ARRAY:
    g_string_append_c(out, '[');
    for (CspJsonValue element = csp_json_get_first(json, value);
         element != CSP_NONE; element = csp_json_get_next(json, element)) {
      if (element != csp_json_get_first(json, value))
        g_string_append(out, ", ");
      append_value(out, json, element);
    }
    g_string_append_c(out, ']');
    break;
  default:
    break;
  }
}

/* True if it is an object, as it should be. */
static bool
take_statistics(CompareRow *self, const GPtrArray *columns, const char *text)
{
  g_autoptr(CspJson) json =
      text != NULL ? csp_json_parse(text, -1, NULL) : NULL;

  if (json == NULL || csp_json_get_kind(json, CSP_JSON_ROOT) != CSP_JSON_OBJECT)
    return false;
  const gchar *const *names = csp_stats_list_names();
  for (guint i = 0; names[i] != NULL; i++) {
    CspJsonValue member = csp_json_get_member(json, CSP_JSON_ROOT, names[i]);
    if (member == CSP_NONE || csp_json_get_kind(json, member) == CSP_JSON_NULL)
      continue;
    g_autoptr(GString) value = g_string_new(NULL);
    append_value(value, json, member);
    set(self, columns, names[i], value->str);
  }
  return true;
}

void
compare_row_add(CompareRow *self,
                const GPtrArray *columns,
                const CompareOutcome *outcome)
{
  int wait_status = outcome->wait_status;
  int code = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1;
  bool has_answer = code == TOOL_ANSWERED || code == TOOL_LIMIT;

  set(self, columns, "message", outcome->message);
  if (has_answer && take_statistics(self, columns, outcome->statistics))
    return;
  if (WIFSIGNALED(wait_status)) {
    g_autofree char *message = g_strdup_printf(
        "signal %d, %s%s%s", WTERMSIG(wait_status),
        strsignal(WTERMSIG(wait_status)), outcome->message != NULL ? ": " : "",
        outcome->message != NULL ? outcome->message : "");
    set(self, columns, "message",
        outcome->is_overdue ? "killed long after its time limit" : message);
    set(self, columns, "status", "crashed");
  } else if (code == TOOL_LIMIT) { /* before the input was known */
    set(self, columns, "status", csp_status_get_name(CSP_STATUS_UNKNOWN));
    set(self, columns, "status_reason",
        csp_stop_reason_get_name(CSP_STOP_TIME));
  } else if (code == TOOL_BAD_FILE || code == TOOL_USAGE) {
    set(self, columns, "status", code == TOOL_USAGE ? "refused" : "failed");
  } else {
    g_autofree char *message =
        g_strdup_printf("ended without statistics, exit status %d", code);
    set(self, columns, "status", "crashed");
    if (outcome->message == NULL)
      set(self, columns, "message", message);
  }
}

/* Reading rows ------------------------------------------------------------ */

const char *
compare_row_get(const CompareRow *self,
                const GPtrArray *columns,
                const char *name)
{
  guint i;

  return find_column(columns, name, &i) != NULL ? self->pdata[i] : NULL;
}

bool
compare_row_get_number(const CompareRow *self,
                       const GPtrArray *columns,
                       const char *name,
                       double *out_value)
{
  const char *text = compare_row_get(self, columns, name);

  if (text == NULL)
    return false;
  char *end;
  *out_value = g_ascii_strtod(text, &end);
  return end != text && *end == '\0';
}

bool
compare_row_get_seconds(const CompareRow *self,
                        const GPtrArray *columns,
                        double *out_value)
{
  double build, solve;

  if (!compare_row_get_number(self, columns, "build_seconds", &build) ||
      !compare_row_get_number(self, columns, "solve_seconds", &solve))
    return false;
  *out_value = build + solve;
  return true;
}

bool
compare_row_is_solved(const CompareRow *self, const GPtrArray *columns)
{
  static const char *const solved[] = {"satisfiable", "complete", "optimal",
                                       "unsatisfiable", NULL};
  const char *status = compare_row_get(self, columns, "status");

  if (g_strcmp0(status, "feasible") == 0) /* as many as asked for? */
    return compare_row_get(self, columns, "status_reason") == NULL;
  return status != NULL && g_strv_contains(solved, status);
}

const char *
compare_row_get_reason(const CompareRow *self, const GPtrArray *columns)
{
  const char *reason = compare_row_get(self, columns, "status_reason");

  return reason != NULL ? reason : compare_row_get(self, columns, "status");
}

char *
compare_row_dup_key(const CompareRow *self, const GPtrArray *columns)
{
  g_autoptr(GString) key = g_string_new(NULL);

  for (guint i = 0; i < columns->len; i++) {
    const CompareColumn *column = g_ptr_array_index(columns, i);
    const char *text = g_ptr_array_index(self, i);
    /* No text has a byte 1 or 2 but one that was made to have it. */
    g_string_append_printf(key, "%s\x01", text != NULL ? text : "\x02");
    if (strcmp(column->name, "settings") == 0)
      break;
  }
  return g_strdup(key->str);
}

/* JSON -------------------------------------------------------------------- */

GString *
compare_rows_to_json(const GPtrArray *rows, const GPtrArray *columns)
{
  GString *out = g_string_new("[");

  for (guint i = 0; i < rows->len; i++) {
    const CompareRow *row = g_ptr_array_index(rows, i);
    g_string_append(out, i > 0 ? ",\n {" : "{");
    for (guint j = 0; j < columns->len; j++) {
      const CompareColumn *column = g_ptr_array_index(columns, j);
      const char *text = g_ptr_array_index(row, j);
      if (j > 0)
        g_string_append(out, ", ");
      csp_json_append_string(out, column->name);
      g_string_append(out, ": ");
      if (text == NULL || !column->is_text)
        g_string_append(out, text != NULL ? text : "null");
      else
        csp_json_append_string(out, text);
    }
    g_string_append_c(out, '}');
  }
  g_string_append(out, "]\n");
  return out;
}
