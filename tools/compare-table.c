/* SPDX-License-Identifier: MIT */
/* The table of a comparison: a line for what all seeds share, with medians of
 * the runs that were solved.
 *
 * A run that was not solved has no time: its limit is not what it would have
 * taken.  So it is in no median, and the last column tells of it. */
#include "config.h"

#include "tools/compare.h"

#include <math.h>
#include <string.h>

/* Medians ----------------------------------------------------------------- */

static gint
compare_doubles(gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

/* Between two values in proportion, as most programs do. */
double
compare_quantile(GArray *values, double p)
{
  g_array_sort(values, compare_doubles);
  double place = p * (values->len - 1);
  guint below = (guint)place, above = MIN(below + 1, values->len - 1);
  double low = g_array_index(values, double, below);
  double high = g_array_index(values, double, above);
  return low + (high - low) * (place - below);
}

void
compare_collect(GArray *values,
                const GPtrArray *rows,
                const GPtrArray *columns,
                const char *name)
{
  bool is_time = strcmp(name, "seconds") == 0;

  for (guint i = 0; i < rows->len; i++) {
    const CompareRow *row = g_ptr_array_index(rows, i);
    double value;
    if (compare_row_is_solved(row, columns) &&
        (is_time ? compare_row_get_seconds(row, columns, &value)
                 : compare_row_get_number(row, columns, name, &value)))
      g_array_append_val(values, value);
  }
}

static char *
dup_seconds(double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  const char *format = value < 10 ? "%.4f" : value < 1000 ? "%.2f" : "%.0f";

  return g_strdup(g_ascii_formatd(text, sizeof(text), format, value));
}

/* Between two counts there may be a half. */
static char *
dup_count(double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  const char *format = value == floor(value) ? "%.0f" : "%.1f";

  return g_strdup(g_ascii_formatd(text, sizeof(text), format, value));
}

static char *
dup_median(const CompareGroup *group,
           const GPtrArray *columns,
           const char *name)
{
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));

  compare_collect(values, group->rows, columns, name);
  if (values->len == 0)
    return NULL;
  double median = compare_quantile(values, 0.5);
  return strcmp(name, "seconds") == 0 ? dup_seconds(median) : dup_count(median);
}

/* The best found, by the runs that were not solved too. */
static char *
dup_objective(const CompareGroup *group, const GPtrArray *columns)
{
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));

  for (guint i = 0; i < group->rows->len; i++) {
    double value;
    if (compare_row_get_number(group->rows->pdata[i], columns, "objective",
                               &value))
      g_array_append_val(values, value);
  }
  return values->len > 0 ? dup_count(compare_quantile(values, 0.5)) : NULL;
}

static bool
has_objectives(const GArray *groups, const GPtrArray *columns)
{
  for (guint i = 0; i < groups->len; i++) {
    g_autofree char *text =
        dup_objective(&g_array_index(groups, CompareGroup, i), columns);
    if (text != NULL)
      return true;
  }
  return false;
}

/* What kept runs from being solved ---------------------------------------- */

/* "time-limit" as people say it */
static const char *
word_of(const char *reason)
{
  static const char *const words[][2] = {{"time-limit", "time-out"},
                                         {"memory-limit", "out of memory"}};

  for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
    if (strcmp(reason, words[i][0]) == 0)
      return words[i][1];
  return reason;
}

static guint
count_reason(const CompareGroup *group,
             const GPtrArray *columns,
             const char *reason)
{
  guint n = 0;

  for (guint i = 0; i < group->rows->len; i++) {
    const CompareRow *row = g_ptr_array_index(group->rows, i);
    n += !compare_row_is_solved(row, columns) &&
         g_strcmp0(compare_row_get_reason(row, columns), reason) == 0;
  }
  return n;
}

/* "2 time-out, 1 crashed"; "" if all were solved */
static char *
dup_unsolved(const CompareGroup *group, const GPtrArray *columns)
{
  g_autoptr(GString) text = g_string_new(NULL);
  g_autoptr(GPtrArray) known = g_ptr_array_new();

  for (guint i = 0; i < group->rows->len; i++) {
    const CompareRow *row = g_ptr_array_index(group->rows, i);
    const char *reason = compare_row_get_reason(row, columns);
    if (compare_row_is_solved(row, columns) || reason == NULL ||
        g_ptr_array_find_with_equal_func(known, reason, g_str_equal, NULL))
      continue;
    g_ptr_array_add(known, (gpointer)reason);
    g_string_append_printf(text, "%s%u %s", text->len > 0 ? ", " : "",
                           count_reason(group, columns, reason),
                           word_of(reason));
  }
  return g_strdup(text->str);
}

/* Where there is no median, the reason if it is one: "> 5 s" for the limit. */
static char *
dup_why_no_time(const CompareGrid *grid,
                const CompareGroup *group,
                const GPtrArray *columns)
{
  const CompareRow *first = g_ptr_array_index(group->rows, 0);
  const char *reason = compare_row_get_reason(first, columns);
  bool is_one = reason != NULL &&
                count_reason(group, columns, reason) == group->rows->len;

  if (is_one && grid->time_limit != NULL &&
      strcmp(reason, csp_stop_reason_get_name(CSP_STOP_TIME)) == 0)
    return g_strdup_printf("> %s s", grid->time_limit);
  return g_strdup(is_one ? word_of(reason) : "-");
}

/* Layout ------------------------------------------------------------------ */

typedef struct {
  const char *title;
  GPtrArray *texts; /* owned strings, one a line */
  bool is_right;    /* numbers */
} Column;

static void
column_clear(gpointer data)
{
  g_ptr_array_unref(((Column *)data)->texts);
}

static void
put(GArray *layout, guint at, const char *title, bool is_right, char *text)
{
  if (text == NULL)
    text = g_strdup("-");
  tool_make_line(text);
  if (at == layout->len) {
    Column column = {title, g_ptr_array_new_with_free_func(g_free), is_right};
    g_array_append_val(layout, column);
  }
  g_ptr_array_add(g_array_index(layout, Column, at).texts, text);
}

static bool
has_inputs(const CompareGrid *grid)
{
  for (guint i = 0; i < grid->instances->len; i++)
    if (g_array_index(grid->instances, CompareInstance, i).path != NULL)
      return true;
  return false;
}

static void
put_line(GArray *layout,
         const CompareGrid *grid,
         const CompareGroup *group,
         const GPtrArray *columns,
         bool has_objective)
{
  const CompareCell *cell = group->cell;
  const CompareInstance *instance = cell->instance;
  guint at = 0, n_solved = 0;
  char *seconds = dup_median(group, columns, "seconds");

  for (guint i = 0; i < group->rows->len; i++)
    n_solved += compare_row_is_solved(group->rows->pdata[i], columns);
  if (grid->plugins->len > 1)
    put(layout, at++, "model", false, g_strdup(instance->plugin->name));
  if (has_inputs(grid))
    put(layout, at++, "input", false, g_strdup(instance->path));
  for (guint i = 0; i < grid->parameters->len; i++) {
    const char *name = g_ptr_array_index(grid->parameters, i);
    put(layout, at++, name, true,
        g_strdup(compare_cell_get_parameter(cell, name)));
  }
  put(layout, at++, "algorithm", false, g_strdup(cell->algorithm));
  if (grid->has_variable_orders)
    put(layout, at++, "variable-order", false, g_strdup(cell->variable_order));
  if (grid->has_value_orders)
    put(layout, at++, "value-order", false, g_strdup(cell->value_order));
  put(layout, at++, "seconds", true,
      seconds != NULL ? seconds : dup_why_no_time(grid, group, columns));
  put(layout, at++, "nodes", true, dup_median(group, columns, "nodes"));
  put(layout, at++, "moves", true, dup_median(group, columns, "moves"));
  if (has_objective)
    put(layout, at++, "objective", true, dup_objective(group, columns));
  put(layout, at++, "solved", true,
      g_strdup_printf("%u/%u", n_solved, group->rows->len));
  put(layout, at++, "", false, dup_unsolved(group, columns));
}

static glong
width_of(const Column *column)
{
  glong width = g_utf8_strlen(column->title, -1);

  for (guint i = 0; i < column->texts->len; i++)
    width = MAX(width, g_utf8_strlen(column->texts->pdata[i], -1));
  return width;
}

static void
append_cell(GString *out, const Column *column, const char *text, bool is_first)
{
  int gap = (int)(width_of(column) - g_utf8_strlen(text, -1));

  if (!is_first)
    g_string_append(out, "  ");
  if (column->is_right)
    g_string_append_printf(out, "%*s%s", gap, "", text);
  else
    g_string_append_printf(out, "%s%*s", text, gap, "");
}

static void
end_line(GString *out)
{
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate(out, out->len - 1);
  g_string_append_c(out, '\n');
}

GString *
compare_table_new(const CompareGrid *grid,
                  const GArray *groups,
                  const GPtrArray *columns)
{
  g_autoptr(GArray) layout = g_array_new(FALSE, FALSE, sizeof(Column));
  bool has_objective = has_objectives(groups, columns);
  GString *out = g_string_new(NULL);

  g_array_set_clear_func(layout, column_clear);
  for (guint i = 0; i < groups->len; i++)
    put_line(layout, grid, &g_array_index(groups, CompareGroup, i), columns,
             has_objective);
  for (guint line = 0; layout->len > 0 && line <= groups->len; line++) {
    for (guint i = 0; i < layout->len; i++) {
      const Column *column = &g_array_index(layout, Column, i);
      append_cell(out, column,
                  line == 0 ? column->title : column->texts->pdata[line - 1],
                  i == 0);
    }
    end_line(out);
  }
  return out;
}
