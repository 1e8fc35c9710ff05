/* SPDX-License-Identifier: MIT */
/* What the plot of a comparison shows: time, and nodes or moves, against size.
 *
 * The size is the first integer parameter of the command line that varies;
 * where there is none it is the number of variables.  A line belongs to an
 * algorithm with its orders, and to whatever else sets runs apart; its points
 * are medians of the runs that were solved, with their quartiles.  Runs that
 * were not solved are in no median, and are marked where they were. */
#include "config.h"

#include "tools/compare.h"

#include <string.h>

typedef struct {
  const CompareGrid *grid;
  const GPtrArray *columns;
  const char *size; /* a parameter; NULL: the number of variables */
  ComparePicture *picture;
} Plot;

/* The rows of a line at one size. */
typedef struct {
  double x;
  GPtrArray *rows;
} Heap;

/* What is on the vertical axis: name, else where that does not apply other. */
typedef struct {
  const char *name, *other;
} Measure;

static const Measure measures[COMPARE_PANELS] = {{"seconds", NULL},
                                                 {"nodes", "moves"}};

static void
line_clear(gpointer data)
{
  CompareLine *self = data;

  g_free(self->name);
  for (size_t i = 0; i < COMPARE_PANELS; i++)
    g_array_unref(self->points[i]);
  g_array_unref(self->marks);
}

static void
heap_clear(gpointer data)
{
  g_ptr_array_unref(((Heap *)data)->rows);
}

/* Size and name ----------------------------------------------------------- */

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

/* The method, and all that varies but the size.  Files do where the size does
 * not tell them apart. */
static char *
dup_line_name(const Plot *self, const CompareCell *cell)
{
  const CompareGrid *grid = self->grid;
  g_autoptr(GString) name = g_string_new(NULL);
  g_autofree char *method = compare_cell_dup_method(cell);

  if (grid->plugins->len > 1)
    g_string_append_printf(name, "%s ", cell->instance->plugin->name);
  if (self->size != NULL && grid->instances->len > 1) {
    g_autofree char *base = g_path_get_basename(cell->instance->path);
    g_string_append_printf(name, "%s ", base);
  }
  g_string_append(name, method);
  for (guint i = 0; i < grid->parameters->len; i++) {
    const char *parameter = g_ptr_array_index(grid->parameters, i);
    const char *value = compare_cell_get_parameter(cell, parameter);
    if (value != NULL && g_strcmp0(parameter, self->size) != 0 &&
        varies(grid, parameter))
      g_string_append_printf(name, " %s=%s", parameter, value);
  }
  return g_strdup(name->str);
}

/* As much as there is room for above the picture. */
static char *
dup_title(const CompareGrid *grid)
{
  enum { MOST_LETTERS = 20 }; /* of names */
  g_autoptr(GString) title = g_string_new(NULL);

  for (guint i = 0; i < grid->plugins->len; i++)
    g_string_append_printf(title, "%s%s", i > 0 ? ", " : "",
                           ((const CspPlugin *)grid->plugins->pdata[i])->name);
  if (title->len > MOST_LETTERS && grid->plugins->len > 1)
    g_string_printf(title, "%u models", grid->plugins->len);
  if (grid->seeds->len > 1 || grid->instances->len > 1)
    g_string_append(title, ": medians of the runs that were solved, bars from "
                           "the first to the third quartile");
  return g_strdup(title->str);
}

/* Points ------------------------------------------------------------------ */

static CompareLine *
get_line(Plot *self, const CompareCell *cell)
{
  GArray *lines = self->picture->lines;
  g_autofree char *name = dup_line_name(self, cell);

  for (guint i = 0; i < lines->len; i++) {
    CompareLine *line = &g_array_index(lines, CompareLine, i);
    if (strcmp(line->name, name) == 0)
      return line;
  }
  CompareLine line = {.name = g_steal_pointer(&name),
                      .marks = g_array_new(FALSE, FALSE, sizeof(CompareMark))};
  for (size_t i = 0; i < COMPARE_PANELS; i++)
    line.points[i] = g_array_new(FALSE, FALSE, sizeof(ComparePoint));
  g_array_append_val(lines, line);
  return &g_array_index(lines, CompareLine, lines->len - 1);
}

static GPtrArray *
get_rows(GArray *heaps, double x)
{
  guint i = 0;

  while (i < heaps->len && g_array_index(heaps, Heap, i).x < x)
    i++;
  if (i == heaps->len || g_array_index(heaps, Heap, i).x > x) {
    Heap heap = {x, g_ptr_array_new()};
    g_array_insert_val(heaps, i, heap);
  }
  return g_array_index(heaps, Heap, i).rows;
}

/* Nothing where no run was solved. */
static void
add_point(const Plot *self, GArray *points, const Heap *heap, Measure measure)
{
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));

  compare_collect(values, heap->rows, self->columns, measure.name);
  if (values->len == 0 && measure.other != NULL)
    compare_collect(values, heap->rows, self->columns, measure.other);
  if (values->len == 0)
    return;
  ComparePoint point = {heap->x, compare_quantile(values, 0.5),
                        compare_quantile(values, 0.25),
                        compare_quantile(values, 0.75)};
  g_array_append_val(points, point);
}

static void
add_mark(const Plot *self, GArray *marks, const Heap *heap)
{
  CompareMark mark = {.x = heap->x};

  for (guint i = 0; i < heap->rows->len; i++) {
    const CompareRow *row = g_ptr_array_index(heap->rows, i);
    if (compare_row_is_solved(row, self->columns))
      continue;
    if (g_strcmp0(compare_row_get_reason(row, self->columns),
                  csp_stop_reason_get_name(CSP_STOP_TIME)) == 0)
      mark.has_time_out = true;
    else
      mark.has_other = true;
  }
  if (mark.has_time_out || mark.has_other)
    g_array_append_val(marks, mark);
}

/* Fills a line with all groups that belong to it. */
static void
fill_line(Plot *self, CompareLine *line, const GArray *groups)
{
  g_autoptr(GArray) heaps = g_array_new(FALSE, FALSE, sizeof(Heap));

  g_array_set_clear_func(heaps, heap_clear);
  for (guint i = 0; i < groups->len; i++) {
    const CompareGroup *group = &g_array_index(groups, CompareGroup, i);
    double x;
    if (get_line(self, group->cell) != line)
      continue;
    for (guint j = 0; j < group->rows->len; j++)
      if (get_size(self, group->cell, group->rows->pdata[j], &x))
        g_ptr_array_add(get_rows(heaps, x), group->rows->pdata[j]);
  }
  for (guint i = 0; i < heaps->len; i++) {
    const Heap *heap = &g_array_index(heaps, Heap, i);
    for (size_t j = 0; j < COMPARE_PANELS; j++)
      add_point(self, line->points[j], heap, measures[j]);
    add_mark(self, line->marks, heap);
  }
}

static bool
has_points(const ComparePicture *picture)
{
  for (guint i = 0; i < picture->lines->len; i++)
    if (g_array_index(picture->lines, CompareLine, i).points[0]->len > 0)
      return true;
  return false;
}

GString *
compare_plot_new(const char *path,
                 const CompareGrid *grid,
                 const GArray *groups,
                 const GPtrArray *columns,
                 GError **error)
{
  g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(CompareLine));
  g_autofree char *title = dup_title(grid);
  ComparePicture picture = {.title = title, .lines = lines};
  Plot self = {grid, columns, find_size(grid), &picture};

  picture.x_label = self.size != NULL ? self.size : "variables";
  if (grid->time_limit != NULL)
    picture.time_limit = g_ascii_strtod(grid->time_limit, NULL);
  g_array_set_clear_func(lines, line_clear);
  for (guint i = 0; i < groups->len; i++)
    get_line(&self, g_array_index(groups, CompareGroup, i).cell);
  for (guint i = 0; i < lines->len; i++)
    fill_line(&self, &g_array_index(lines, CompareLine, i), groups);
  return has_points(&picture) ? compare_gnuplot_draw(path, &picture, error)
                              : NULL;
}
