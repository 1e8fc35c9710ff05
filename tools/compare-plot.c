/* SPDX-License-Identifier: MIT */
/* The plot of a comparison, drawn by gnuplot: time, and nodes or moves, against
 * size.
 *
 * The size is the first integer parameter of the command line that varies;
 * where there is none it is the number of variables.  A line belongs to an
 * algorithm with its orders; its points are medians of the runs that were
 * solved, its bars reach from the first to the third quartile.  Where a run met
 * its time limit an open triangle stands at that limit.  The data travel with
 * the commands, on gnuplot's standard input; the picture comes back on its
 * standard output. */
#include "config.h"

#include "tools/compare.h"

#include <string.h>
#include <gio/gio.h>

/* From there on an axis is logarithmic: largest to smallest value. */
#define LOG_RATIO 20.0

/* Under a logarithm zero is drawn as this. */
#define LEAST_SECONDS 1e-6
#define LEAST_COUNT 1.0

typedef struct {
  double x;
  GPtrArray *rows;
} Point;

/* A line of the plot. */
typedef struct {
  char *name;
  GArray *points; /* Point, by x */
} Series;

typedef struct {
  const CompareGrid *grid;
  const GPtrArray *columns;
  const char *size; /* a parameter; NULL: the number of variables */
  GArray *series;   /* Series */
} Plot;

/* What is on the vertical axis: name, else where that does not apply other. */
typedef struct {
  const char *label, *name, *other;
  double least;
} Measure;

static const Measure measures[] = {
    {"seconds", "seconds", NULL, LEAST_SECONDS},
    {"nodes, or moves of local search", "nodes", "moves", LEAST_COUNT},
};

static void
point_clear(gpointer data)
{
  g_ptr_array_unref(((Point *)data)->rows);
}

static void
series_clear(gpointer data)
{
  Series *self = data;

  g_free(self->name);
  g_array_unref(self->points);
}

/* Points ------------------------------------------------------------------ */

static bool
is_integer(const CspPlugin *plugin, const char *name)
{
  for (guint i = 0; i < plugin->n_params; i++)
    if (strcmp(plugin->params[i].name, name) == 0)
      return plugin->params[i].kind == CSP_PARAM_KIND_INT;
  return false;
}

static bool
varies(const CompareGrid *grid, const char *name)
{
  const char *first = compare_cell_get_parameter(grid->cells->pdata[0], name);

  for (guint i = 1; i < grid->cells->len; i++)
    if (g_strcmp0(compare_cell_get_parameter(grid->cells->pdata[i], name),
                  first) != 0)
      return true;
  return false;
}

/* Models may mean different things by one name. */
static const char *
find_size(const CompareGrid *grid)
{
  for (guint i = 0; i < grid->parameters->len && grid->plugins->len == 1; i++) {
    const char *name = g_ptr_array_index(grid->parameters, i);
    if (is_integer(grid->plugins->pdata[0], name) && varies(grid, name))
      return name;
  }
  return NULL;
}

static bool
get_size(const Plot *self,
         const CompareCell *cell,
         const CompareRow *row,
         double *out_size)
{
  if (self->size == NULL)
    return compare_row_get_number(row, self->columns, "variables", out_size);
  const char *text = compare_cell_get_parameter(cell, self->size);
  if (text == NULL)
    return false;
  *out_size = g_ascii_strtod(text, NULL);
  return true;
}

static Series *
get_series(Plot *self, const CompareCell *cell)
{
  g_autofree char *method = compare_cell_dup_method(cell);
  g_autofree char *name = g_strconcat(
      self->grid->plugins->len > 1 ? cell->instance->plugin->name : "",
      self->grid->plugins->len > 1 ? " " : "", method, NULL);

  for (guint i = 0; i < self->series->len; i++) {
    Series *series = &g_array_index(self->series, Series, i);
    if (strcmp(series->name, name) == 0)
      return series;
  }
  Series series = {g_steal_pointer(&name),
                   g_array_new(FALSE, FALSE, sizeof(Point))};
  g_array_set_clear_func(series.points, point_clear);
  g_array_append_val(self->series, series);
  return &g_array_index(self->series, Series, self->series->len - 1);
}

static Point *
get_point(Series *self, double x)
{
  guint i = 0;

  while (i < self->points->len && g_array_index(self->points, Point, i).x < x)
    i++;
  if (i == self->points->len || g_array_index(self->points, Point, i).x > x) {
    Point point = {x, g_ptr_array_new()};
    g_array_insert_val(self->points, i, point);
  }
  return &g_array_index(self->points, Point, i);
}

static void
add_group(Plot *self, const CompareGroup *group)
{
  Series *series = get_series(self, group->cell);

  for (guint i = 0; i < group->rows->len; i++) {
    CompareRow *row = g_ptr_array_index(group->rows, i);
    double x;
    if (get_size(self, group->cell, row, &x))
      g_ptr_array_add(get_point(series, x)->rows, row);
  }
}

/* Data -------------------------------------------------------------------- */

typedef struct {
  double min, max; /* min above max: nothing yet */
} Range;

static const Range no_range = {G_MAXDOUBLE, -G_MAXDOUBLE};

static void
widen(Range *range, double value)
{
  range->min = MIN(range->min, value);
  range->max = MAX(range->max, value);
}

static bool
is_wide(const Range *range)
{
  return range->min > 0 && range->max / range->min >= LOG_RATIO;
}

static void
append_number(GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf(out, " %s",
                         g_ascii_formatd(text, sizeof(text), "%.9g", value));
}

/* A line of data: size, median, quartiles.  Nothing where no run was solved. */
static void
append_point(const Plot *self,
             const Point *point,
             const Measure *measure,
             GString *out,
             Range *x,
             Range *y)
{
  static const double parts[] = {0.5, 0.25, 0.75};
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));

  compare_collect(values, point->rows, self->columns, measure->name);
  if (values->len == 0 && measure->other != NULL)
    compare_collect(values, point->rows, self->columns, measure->other);
  if (values->len == 0)
    return;
  append_number(out, point->x);
  widen(x, point->x);
  for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
    double value = MAX(compare_quantile(values, parts[i]), measure->least);
    append_number(out, value);
    widen(y, value);
  }
  g_string_append_c(out, '\n');
}

/* The time a run had when it met its limit; false if it did not. */
static bool
get_limit(const Plot *self, const Point *point, double *out_seconds)
{
  for (guint i = 0; i < point->rows->len; i++) {
    const CompareRow *row = g_ptr_array_index(point->rows, i);
    if (!compare_row_is_solved(row, self->columns) &&
        g_strcmp0(compare_row_get_reason(row, self->columns),
                  csp_stop_reason_get_name(CSP_STOP_TIME)) == 0 &&
        compare_row_get_seconds(row, self->columns, out_seconds))
      return true;
  }
  return false;
}

static void
append_limit(
    const Plot *self, const Point *point, GString *out, Range *x, Range *y)
{
  double seconds;

  if (!get_limit(self, point, &seconds))
    return;
  append_number(out, point->x);
  append_number(out, seconds);
  g_string_append_c(out, '\n');
  widen(x, point->x);
  widen(y, seconds);
}

/* Commands ---------------------------------------------------------------- */

/* In double quotes; gnuplot knows the backslash there. */
static void
append_quoted(GString *out, const char *text)
{
  g_autofree char *escaped = g_strescape(text, "");

  g_string_append_printf(out, "\"%s\"", escaped);
}

static void
append_block(GString *out, const char *name, guint i, const GString *data)
{
  g_string_append_printf(out, "$%s%u << END\n%sEND\n", name, i, data->str);
}

/* Counts that are large are told in thousands and millions: 10k, 1.5M. */
static void
append_axis(GString *out, char axis, const Range *range, bool is_count)
{
  bool is_log = is_wide(range);

  g_string_append_printf(out, "%s logscale %c\nset format %c \"%s\"\n",
                         is_log ? "set" : "unset", axis, axis,
                         !is_count || range->max < 10000 ? "%g"
                         : is_log                        ? "%.0s%c"
                                                         : "%.1s%c");
}

/* A little wider than the data; gnuplot would go on to the next power of ten.
 */
static void
append_sizes(GString *out, const Range *range)
{
  double gap = range->max > range->min ? (range->max - range->min) * 0.03 : 1;
  bool is_log = is_wide(range);

  append_axis(out, 'x', range, true);
  g_string_append(out, "set xrange [");
  append_number(out, is_log ? range->min / 1.2 : range->min - gap);
  g_string_append(out, " :");
  append_number(out, is_log ? range->max * 1.2 : range->max + gap);
  g_string_append(out, " ]\n");
}

/* One panel, with the key above it if it is the first; false: no data. */
static bool
append_panel(const Plot *self, guint number, GString *out)
{
  const Measure *measure = &measures[number];
  g_autoptr(GString) plots = g_string_new(NULL);
  g_autoptr(GString) blocks = g_string_new(NULL);
  Range x = no_range, y = no_range;
  bool has_limits = false;

  for (guint i = 0; i < self->series->len; i++) {
    const Series *series = &g_array_index(self->series, Series, i);
    g_autoptr(GString) data = g_string_new(NULL);
    g_autoptr(GString) limits = g_string_new(NULL);
    for (guint j = 0; j < series->points->len; j++) {
      const Point *point = &g_array_index(series->points, Point, j);
      append_point(self, point, measure, data, &x, &y);
      if (measure->other == NULL)
        append_limit(self, point, limits, &x, &y);
    }
    if (data->len > 0) {
      append_block(blocks, "line", i, data);
      g_string_append_printf(plots,
                             "%s$line%u using 1:2:3:4 with yerrorlines lt %u "
                             "title ",
                             plots->len > 0 ? ", " : "", i, i + 1);
      append_quoted(plots, series->name);
    }
    if (limits->len > 0) {
      append_block(blocks, "limit", i, limits);
      g_string_append_printf(
          plots, "%s$limit%u using 1:2 with points lt %u pt 8 ps 1.3 notitle",
          plots->len > 0 ? ", " : "", i, i + 1);
      has_limits = true;
    }
  }
  if (y.min > y.max)
    return false;
  append_sizes(out, &x);
  append_axis(out, 'y', &y, measure->other != NULL);
  g_string_append(out, is_wide(&y)
                           ? "unset offsets\n"
                           : "set offsets 0, 0, graph 0.05, graph 0.05\n");
  g_string_append(out, blocks->str);
  g_string_append_printf(out, "%s\nset xlabel ",
                         number == 0 ? "set key outside top center horizontal"
                                     : "unset key");
  append_quoted(out, self->size != NULL ? self->size : "variables");
  g_string_append_printf(
      out, "\nset ylabel \"%s\"\nplot %s%s\n", measure->label, plots->str,
      has_limits ? ", keyentry with points pt 8 ps 1.3 lc rgb "
                   "\"#444444\" title \"time-out\""
                 : "");
  return true;
}

static void
append_settings(GString *out, const char *path)
{
  static const char *const colors[] = {"#0072b2", "#d55e00", "#009e73",
                                       "#cc79a7", "#e69f00", "#56b4e9",
                                       "#000000"};
  static const int shapes[] = {7, 5, 9, 11, 13, 6, 4};

  g_string_append(out, g_str_has_suffix(path, ".png")
                           ? "set terminal pngcairo noenhanced size 1200,1300 "
                             "fontscale 1.5 linewidth 1.5\n"
                           : "set terminal svg noenhanced size 800,860 "
                             "font \"sans-serif,14\" background \"white\"\n");
  for (size_t i = 0; i < G_N_ELEMENTS(colors); i++)
    g_string_append_printf(
        out, "set linetype %zu lc rgb \"%s\" lw 1.5 pt %d ps 0.8\n", i + 1,
        colors[i], shapes[i]);
  g_string_append_printf(out,
                         "set linetype cycle %zu\nset grid lc rgb \"#bbbbbb\"\n"
                         "set lmargin 12\n"
                         "set multiplot layout 2,1\n",
                         G_N_ELEMENTS(colors));
}

/* gnuplot ----------------------------------------------------------------- */

static GString *
draw(const GString *commands, GError **error)
{
  g_autoptr(GBytes) input = g_bytes_new(commands->str, commands->len);
  g_autoptr(GBytes) picture = NULL;
  g_autoptr(GBytes) complaint = NULL;
  gsize n;
  const char *text;

  /* -d: no settings of the user's */
  g_autoptr(GSubprocess) process = g_subprocess_new(
      G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
          G_SUBPROCESS_FLAGS_STDERR_PIPE,
      error, "gnuplot", "-d", "-", NULL);
  if (process == NULL || !g_subprocess_communicate(process, input, NULL,
                                                   &picture, &complaint, error))
    return NULL;
  text = g_bytes_get_data(picture, &n);
  if (g_subprocess_get_successful(process) && n > 0)
    return g_string_new_len(text, (gssize)n);
  text = g_bytes_get_data(complaint, &n);
  g_autofree char *why = g_strndup(text != NULL ? text : "", n);
  g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "gnuplot drew nothing: %s",
              g_strstrip(why));
  return NULL;
}

ToolExit
compare_plot_check(const char *path)
{
  g_autofree char *program = g_find_program_in_path("gnuplot");

  if (!g_str_has_suffix(path, ".svg") && !g_str_has_suffix(path, ".png"))
    return tool_usage_error("--plot=%s: expected a name that ends in .svg or "
                            ".png",
                            path);
  if (program != NULL)
    return TOOL_ANSWERED;
  tool_message("--plot=%s: gnuplot draws it, and there is no gnuplot (on "
               "Debian: gnuplot-nox)",
               path);
  return TOOL_BAD_FILE;
}

GString *
compare_plot_new(const char *path,
                 const CompareGrid *grid,
                 const GArray *groups,
                 const GPtrArray *columns,
                 GError **error)
{
  g_autoptr(GString) commands = g_string_new(NULL);
  g_autoptr(GArray) series = g_array_new(FALSE, FALSE, sizeof(Series));
  Plot self = {grid, columns, find_size(grid), series};
  bool has_data = false;

  g_array_set_clear_func(series, series_clear);
  for (guint i = 0; i < groups->len; i++)
    add_group(&self, &g_array_index(groups, CompareGroup, i));
  append_settings(commands, path);
  for (guint i = 0; i < G_N_ELEMENTS(measures); i++)
    has_data |= append_panel(&self, i, commands);
  return has_data ? draw(commands, error) : NULL;
}
