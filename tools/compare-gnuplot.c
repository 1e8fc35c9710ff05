/* SPDX-License-Identifier: MIT */
/* The picture of a comparison, drawn by gnuplot: two panels, one above the
 * other.
 *
 * An axis is logarithmic if its values lie far apart.  Zero has no place on
 * such an axis; it is drawn below all others, on a line of its own that says 0.
 * Above the time a band is left for the runs that were not solved, with a row
 * for each line of the plot, so that none hides another.  If all is of one size
 * there is nothing to draw a line along, and the methods stand side by side.
 *
 * The data travel with the commands, in a file of a folder that gnuplot draws
 * in. */
#include "config.h"

#include "tools/compare.h"

#include <math.h>
#include <string.h>
#include <glib/gstdio.h>

/* From there on an axis is logarithmic: largest to smallest value. */
#define LOG_RATIO 20.0
/* Below that a logarithmic axis might show one power of ten, or none. */
#define FEW_POWERS 500.0

/* Parts of an axis: between two labels of sizes; around a row of marks. */
#define LEAST_GAP 0.055
#define ROW 0.04

/* Sizes in pixels of an SVG picture; a PNG has half as many more.  Letters and
 * samples are taken wider than gnuplot takes them, which then sets the key as it
 * is planned here. */
enum {
  WIDTH = 800,
  PLOT_WIDTH = 680,
  PANELS_HEIGHT = 720, /* with what is below them */
  BOTTOM_HEIGHT = 75,
  GAP_HEIGHT = 85,
  TITLE_HEIGHT = 50,
  KEY_ROW_HEIGHT = 21,
  KEY_SAMPLE_WIDTH = 80,
  LETTER_WIDTH = 9
};

typedef struct {
  double min, max; /* above 0; min above max: nothing yet */
  bool has_zero;
} Range;

static const Range no_range = {G_MAXDOUBLE, -G_MAXDOUBLE, false};

static void
widen(Range *range, double value)
{
  range->has_zero |= value <= 0;
  if (value <= 0)
    return;
  range->min = MIN(range->min, value);
  range->max = MAX(range->max, value);
}

static bool
is_log(const Range *range)
{
  return range->min <= range->max && range->max / range->min >= LOG_RATIO;
}

/* Where zero is on a logarithmic axis. */
static double
place_of_zero(const Range *range)
{
  return MIN(range->min, 1) / 3;
}

/* Text -------------------------------------------------------------------- */

static void
append_number(GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf(out, " %s",
                         g_ascii_formatd(text, sizeof(text), "%.9g", value));
}

/* In single quotes, where gnuplot takes all characters for themselves but the
 * quote, which is doubled.  (In double quotes it runs what is in backquotes.)
 * A percent sign is doubled where the text is taken for a format. */
static void
append_text(GString *out, const char *text, const char *doubled)
{
  g_autofree char *line = g_utf8_make_valid(text, -1);

  tool_make_line(line);
  g_string_append_c(out, '\'');
  for (const char *p = line; *p != '\0'; p++) {
    if (strchr(doubled, *p) != NULL)
      g_string_append_c(out, *p);
    g_string_append_c(out, *p);
  }
  g_string_append_c(out, '\'');
}

static void
append_quoted(GString *out, const char *text)
{
  append_text(out, text, "'");
}

static void
append_tic_name(GString *out, const char *text)
{
  append_text(out, text, "'%");
}

/* Large sizes are told in thousands and millions: 10k, 1.5M. */
static void
append_size(GString *out, double size)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double unit = size < 10000 ? 1 : size < 1e6 ? 1e3 : 1e6;

  g_string_append_printf(out, "\"%s%s\"",
                         g_ascii_formatd(text, sizeof(text),
                                         unit == 1 ? "%.0f" : "%.4g",
                                         size / unit),
                         unit == 1     ? ""
                         : unit == 1e3 ? "k"
                                       : "M");
}

/* Of the longest name. */
static glong
count_letters(const ComparePicture *picture)
{
  glong n = 0;

  for (guint i = 0; i < picture->lines->len; i++) {
    const char *name = g_array_index(picture->lines, CompareLine, i).name;
    n = MAX(n, g_utf8_strlen(name, -1));
  }
  return n;
}

/* The horizontal axis ----------------------------------------------------- */

static gint
compare_doubles(gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

/* All sizes, ascending, each once. */
static GArray *
list_sizes(const ComparePicture *picture)
{
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(double));
  GArray *sizes = g_array_new(FALSE, FALSE, sizeof(double));

  for (guint i = 0; i < picture->lines->len; i++) {
    const CompareLine *line = &g_array_index(picture->lines, CompareLine, i);
    for (guint j = 0; j < line->points[0]->len; j++)
      g_array_append_val(all,
                         g_array_index(line->points[0], ComparePoint, j).x);
    for (guint j = 0; j < line->marks->len; j++)
      g_array_append_val(all, g_array_index(line->marks, CompareMark, j).x);
  }
  g_array_sort(all, compare_doubles);
  for (guint i = 0; i < all->len; i++) {
    double size = g_array_index(all, double, i);
    if (i == 0 || size > g_array_index(all, double, i - 1))
      g_array_append_val(sizes, size);
  }
  return sizes;
}

/* Labels at the sizes there are, as far as there is room for them; the last one
 * has it. */
static void
append_size_axis(GString *out, const GArray *sizes)
{
  double first = g_array_index(sizes, double, 0);
  double last = g_array_index(sizes, double, sizes->len - 1);
  Range range = {first, last, first <= 0};
  bool is_logarithmic = first > 0 && is_log(&range);
  double length = is_logarithmic ? log(last / first) : last - first;
  double gap = length * LEAST_GAP, at = -G_MAXDOUBLE;

  g_string_append_printf(out, "%s logscale x\nset mxtics 1\nset xtics (",
                         is_logarithmic ? "set" : "unset");
  for (guint i = 0; i < sizes->len; i++) {
    double size = g_array_index(sizes, double, i);
    double place = is_logarithmic ? log(size / first) : size - first;
    bool is_last = i + 1 == sizes->len;
    if (place - at < gap || (!is_last && length - place < gap))
      continue;
    g_string_append(out, at >= 0 ? ", " : "");
    append_size(out, size);
    append_number(out, size);
    at = place;
  }
  g_string_append(out, ")\nset xrange [");
  append_number(out, is_logarithmic ? first / exp(length * 0.03)
                                    : first - length * 0.03);
  g_string_append(out, " :");
  append_number(out, is_logarithmic ? last * exp(length * 0.03)
                                    : last + length * 0.03);
  g_string_append(out, " ]\n");
}

/* Methods side by side; their names are in the key where there is no room. */
static void
append_method_axis(GString *out, const ComparePicture *picture, bool has_names)
{
  g_string_append(out, "unset logscale x\nset mxtics 1\nset xtics (");
  for (guint i = 0; i < picture->lines->len; i++) {
    const char *name = g_array_index(picture->lines, CompareLine, i).name;
    g_string_append(out, i > 0 ? ", " : "");
    append_tic_name(out, has_names ? name : "");
    append_number(out, i);
  }
  g_string_append_printf(out, ")\nset xrange [-0.5 : %u.5]\n",
                         picture->lines->len - 1);
}

/* The vertical axis ------------------------------------------------------- */

/* gnuplot names the powers of ten; where few are in sight, 2 and 5 of them are
 * named too. */
static void
append_log_tics(GString *out, double low, double high)
{
  static const double steps[] = {1, 2, 5};
  double power = pow(10, floor(log10(low)));
  const char *separator = "";

  if (high / low >= FEW_POWERS)
    return;
  g_string_append(out, "set ytics (");
  for (; power <= high; power *= 10)
    for (size_t i = 0; i < G_N_ELEMENTS(steps); i++) {
      if (power * steps[i] < low || power * steps[i] > high)
        continue;
      g_string_append(out, separator);
      append_number(out, power * steps[i]);
      separator = ",";
    }
  g_string_append(out, ")\n");
}

/* band: the part of the axis above that is kept free. */
static void
append_measure_axis(GString *out,
                    const Range *range,
                    bool is_count,
                    double band)
{
  bool is_logarithmic = is_log(range);
  bool is_large = is_count && range->max >= 10000;

  g_string_append_printf(out,
                         "%s logscale y\nset ytics autofreq\n"
                         "set format y \"%s\"\nset yrange [",
                         is_logarithmic ? "set" : "unset",
                         !is_large        ? "%g"
                         : is_logarithmic ? "%.0s%c"
                                          : "%.1s%c");
  double low = 0, high = 0; /* of a logarithmic axis */
  if (is_logarithmic) {
    low = (range->has_zero ? place_of_zero(range) : range->min) / 1.3;
    append_number(out, low);
    g_string_append(out, " :");
    high = low * pow(range->max * 1.3 / low, 1 / (1 - band));
    append_number(out, high);
  } else {
    g_string_append(out, " 0 :");
    append_number(out, MAX(range->max, 0) * 1.05 / (1 - band) +
                           (range->max > 0 ? 0 : 1));
  }
  g_string_append(out, " ]\n");
  if (is_logarithmic)
    append_log_tics(out, range->has_zero ? range->min : low, high);
  if (is_logarithmic && range->has_zero) {
    g_string_append(out, "set ytics add (\"0\"");
    append_number(out, place_of_zero(range));
    g_string_append(out, ")\n");
  }
}

/* The limit, and its name where few points are. */
static void
append_limit(GString *out, double limit)
{
  g_string_append(out, "set arrow 1 from graph 0, first");
  append_number(out, limit);
  g_string_append(out, " to graph 1, first");
  append_number(out, limit);
  g_string_append(out, " nohead dt 2 lc rgb \"#666666\"\n"
                       "set label 1 \"time limit\" at graph 0.012, first");
  append_number(out, limit);
  g_string_append(out, " left offset 0, 0.6 tc rgb \"#444444\"\n");
}

/* Panels ------------------------------------------------------------------ */

/* Commands of one panel. */
typedef struct {
  const ComparePicture *picture;
  bool is_of_one_size, has_names; /* at the axis, else in the key */
  guint number;
  GString *blocks, *plots;
} Panel;

static void
begin_plot(Panel *self, const char *block, guint i)
{
  g_string_append_printf(self->plots, "%s$%s%u ",
                         self->plots->len > 0 ? ", \\\n  " : "", block, i);
}

static void
append_points(Panel *self, guint i, const Range *range)
{
  const CompareLine *line =
      &g_array_index(self->picture->lines, CompareLine, i);
  const GArray *points = line->points[self->number];
  double zero = is_log(range) ? place_of_zero(range) : 0;

  if (points->len == 0)
    return;
  g_string_append_printf(self->blocks, "$line%u << END\n", i);
  for (guint j = 0; j < points->len; j++) {
    const ComparePoint *point = &g_array_index(points, ComparePoint, j);
    append_number(self->blocks, self->is_of_one_size ? i : point->x);
    append_number(self->blocks, MAX(point->median, zero));
    append_number(self->blocks, MAX(point->low, zero));
    append_number(self->blocks, MAX(point->high, zero));
    g_string_append_c(self->blocks, '\n');
  }
  g_string_append(self->blocks, "END\n");
  begin_plot(self, "line", i);
  g_string_append_printf(self->plots, "using 1:2:3:4 with %s lt %u ",
                         self->is_of_one_size ? "yerrorbars" : "yerrorlines",
                         i + 1);
  if (self->has_names) {
    g_string_append(self->plots, "notitle");
    return;
  }
  g_string_append(self->plots, "title ");
  append_quoted(self->plots, line->name);
}

/* A line without points still has its name in the key. */
static void
append_name(Panel *self, guint i)
{
  const CompareLine *line =
      &g_array_index(self->picture->lines, CompareLine, i);

  if (line->points[self->number]->len > 0 || self->has_names)
    return;
  g_string_append_printf(self->plots,
                         "%skeyentry with yerrorlines lt %u title ",
                         self->plots->len > 0 ? ", \\\n  " : "", i + 1);
  append_quoted(self->plots, line->name);
}

/* Marks of one kind, on the second axis, which counts parts of the panel. */
static bool
append_marks(Panel *self, guint i, guint row, bool is_time_out)
{
  const CompareLine *line =
      &g_array_index(self->picture->lines, CompareLine, i);
  const char *block = is_time_out ? "late" : "other";
  g_autoptr(GString) data = g_string_new(NULL);

  for (guint j = 0; j < line->marks->len; j++) {
    const CompareMark *mark = &g_array_index(line->marks, CompareMark, j);
    if (is_time_out ? !mark->has_time_out : !mark->has_other)
      continue;
    append_number(data, self->is_of_one_size ? i : mark->x);
    append_number(data, 1 - ROW * (row + 0.8));
    g_string_append_c(data, '\n');
  }
  if (data->len == 0)
    return false;
  g_string_append_printf(self->blocks, "$%s%u << END\n%sEND\n", block, i,
                         data->str);
  begin_plot(self, block, i);
  g_string_append_printf(
      self->plots, "using 1:2 axes x1y2 with points lt %u pt %d ps 1 notitle",
      i + 1, is_time_out ? 8 : 2);
  return true;
}

/* Returns the part of the panel that they take. */
static double
append_band(Panel *self)
{
  const GArray *lines = self->picture->lines;
  guint n_rows = 0;
  bool has_time_out = false, has_other = false;

  for (guint i = 0; i < lines->len; i++) {
    bool is_late = append_marks(self, i, n_rows, true);
    bool is_other = append_marks(self, i, n_rows, false);
    n_rows += is_late || is_other;
    has_time_out |= is_late;
    has_other |= is_other;
  }
  if (has_time_out)
    g_string_append(self->plots,
                    ", \\\n  keyentry with points pt 8 ps 1 lc rgb \"#444444\" "
                    "title \"time-out\"");
  if (has_other)
    g_string_append(self->plots,
                    ", \\\n  keyentry with points pt 2 ps 1 lc rgb \"#444444\" "
                    "title \"not solved\"");
  return n_rows > 0 ? MIN(ROW * (n_rows + 1), 0.5) : 0;
}

static Range
find_range(const Panel *self)
{
  const ComparePicture *picture = self->picture;
  Range range = no_range;

  for (guint i = 0; i < picture->lines->len; i++) {
    const GArray *points =
        g_array_index(picture->lines, CompareLine, i).points[self->number];
    for (guint j = 0; j < points->len; j++) {
      const ComparePoint *point = &g_array_index(points, ComparePoint, j);
      widen(&range, point->median);
      widen(&range, point->low);
      widen(&range, point->high);
    }
  }
  return range;
}

static bool
has_time_outs(const ComparePicture *picture)
{
  for (guint i = 0; i < picture->lines->len; i++) {
    const GArray *marks = g_array_index(picture->lines, CompareLine, i).marks;
    for (guint j = 0; j < marks->len; j++)
      if (g_array_index(marks, CompareMark, j).has_time_out)
        return true;
  }
  return false;
}

static void
append_panel(GString *out,
             const ComparePicture *picture,
             bool is_of_one_size,
             bool has_names,
             guint number)
{
  static const char *const labels[COMPARE_PANELS] = {
      "seconds", "nodes, or moves of local search"};
  bool is_time = number == 0;
  g_autoptr(GString) blocks = g_string_new(NULL);
  g_autoptr(GString) plots = g_string_new(NULL);
  Panel self = {picture, is_of_one_size, has_names, number, blocks, plots};
  Range range = find_range(&self);
  bool has_limit = is_time && picture->time_limit > 0 && has_time_outs(picture);

  if (has_limit)
    widen(&range, picture->time_limit);
  for (guint i = 0; i < picture->lines->len; i++) {
    append_points(&self, i, &range);
    if (is_time)
      append_name(&self, i);
  }
  double band = is_time ? append_band(&self) : 0;

  if (plots->len == 0)
    return;
  append_measure_axis(out, &range, !is_time, band);
  if (has_limit)
    append_limit(out, picture->time_limit);
  else
    g_string_append(out, "unset arrow\nunset label\n");
  if (!is_time)
    g_string_append(out, "unset key\n");
  g_string_append_printf(out, "set ylabel \"%s\"\n%splot %s\n", labels[number],
                         blocks->str, plots->str);
}

/* Settings ---------------------------------------------------------------- */

typedef struct {
  glong columns, rows; /* of the key */
  glong height;
} Layout;

static Layout
find_layout(const ComparePicture *picture, bool has_names)
{
  enum { MARKS = 2 };
  glong letters = MAX(count_letters(picture), (glong)strlen("not solved"));
  glong n_entries = MARKS + (has_names ? 0 : (glong)picture->lines->len);
  glong columns =
      MAX(PLOT_WIDTH / (letters * LETTER_WIDTH + KEY_SAMPLE_WIDTH), 1);
  glong rows = (n_entries + columns - 1) / columns;
  return (Layout){columns, rows,
                  PANELS_HEIGHT + TITLE_HEIGHT + rows * KEY_ROW_HEIGHT};
}

static void
append_layout(GString *out,
              const char *path,
              const ComparePicture *picture,
              bool has_names)
{
  Layout layout = find_layout(picture, has_names);
  double height = (double)layout.height;

  if (g_str_has_suffix(path, ".png"))
    g_string_append_printf(out,
                           "set terminal pngcairo noenhanced size %d,%ld "
                           "fontscale 1.5 linewidth 1.5 pointscale 2.2\n",
                           WIDTH * 3 / 2, layout.height * 3 / 2);
  else
    g_string_append_printf(out,
                           "set terminal svg noenhanced size %d,%ld "
                           "font \"sans-serif,14\" background \"white\"\n",
                           WIDTH, layout.height);
  g_string_append_printf(out,
                         "set encoding utf8\n"
                         "set key at graph 0.5, graph 1.02 center bottom Left "
                         "reverse horizontal maxcols %ld samplen 2 width 1\n"
                         "set multiplot layout 2,1 margins 0.12, 0.97,",
                         layout.columns);
  append_number(out, BOTTOM_HEIGHT / height);
  g_string_append_c(out, ',');
  append_number(out, 1 - (double)(TITLE_HEIGHT + layout.rows * KEY_ROW_HEIGHT) /
                             height);
  g_string_append(out, " spacing");
  append_number(out, GAP_HEIGHT / height);
  g_string_append(out, " title ");
  append_quoted(out, picture->title);
  g_string_append_c(out, '\n');
}

static void
append_settings(GString *out, const ComparePicture *picture)
{
  /* Okabe and Ito's, to be told apart by everybody; yellow is too light. */
  static const char *const colors[] = {"#0072b2", "#d55e00", "#009e73",
                                       "#cc79a7", "#e69f00", "#56b4e9",
                                       "#000000"};
  static const int shapes[] = {7, 5, 9, 11, 13, 6, 4};
  const guint n_colors = G_N_ELEMENTS(colors);

  for (guint i = 0; i < picture->lines->len; i++)
    g_string_append_printf(
        out, "set linetype %u lc rgb \"%s\" lw 1.5 pt %d ps 0.8 dt %u\n", i + 1,
        colors[i % n_colors], shapes[i % n_colors], i / n_colors % 5 + 1);
  g_string_append(out, "set grid lt 1 lc rgb \"#dddddd\"\n"
                       "set border 3 lc rgb \"#444444\"\n"
                       "set xtics nomirror\nset ytics nomirror\n"
                       "set y2range [0 : 1]\n");
}

/* gnuplot ----------------------------------------------------------------- */

static GString *
run_gnuplot(const char *commands, const char *picture, GError **error)
{
  g_autofree char *folder = g_path_get_dirname(commands);
  g_autofree char *name = g_path_get_basename(picture);
  g_autofree char *to_picture = g_strdup_printf("set output \"%s\"", name);
  /* -d: no settings of the user's */
  const char *const arguments[] = {"gnuplot",  "-d",     "-e",
                                   to_picture, commands, NULL};
  g_autofree char *complaint = NULL;
  g_autofree char *text = NULL;
  gsize n = 0;
  int wait_status;

  if (!g_spawn_sync(folder, (char **)arguments, NULL,
                    G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
                    NULL, NULL, &complaint, &wait_status, error))
    return NULL;
  if (g_spawn_check_wait_status(wait_status, NULL) &&
      g_file_get_contents(picture, &text, &n, NULL) && n > 0)
    return g_string_new_len(text, (gssize)n);
  g_strdelimit(g_strstrip(complaint), "\n", ' ');
  g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "gnuplot drew nothing: %s",
              complaint);
  return NULL;
}

static GString *
draw(const GString *commands, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp("csp-XXXXXX", error);

  if (folder == NULL)
    return NULL;
  g_autofree char *path = g_build_filename(folder, "commands", NULL);
  g_autofree char *picture_path = g_build_filename(folder, "picture", NULL);
  GString *picture = NULL;
  if (g_file_set_contents(path, commands->str, (gssize)commands->len, error))
    picture = run_gnuplot(path, picture_path, error);
  g_unlink(picture_path);
  g_unlink(path);
  g_rmdir(folder);
  return picture;
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
compare_gnuplot_draw(const char *path,
                     const ComparePicture *picture,
                     GError **error)
{
  g_autoptr(GString) commands = g_string_new(NULL);
  g_autoptr(GString) label = g_string_new(NULL);
  g_autoptr(GArray) sizes = list_sizes(picture);

  bool is_of_one_size = sizes->len == 1;
  bool has_names = is_of_one_size && count_letters(picture) * LETTER_WIDTH *
                                             (glong)picture->lines->len <=
                                         PLOT_WIDTH;

  append_layout(commands, path, picture, has_names);
  append_settings(commands, picture);
  if (is_of_one_size) {
    append_method_axis(commands, picture, has_names);
    g_string_append_printf(label, "%.0f ", g_array_index(sizes, double, 0));
  } else {
    append_size_axis(commands, sizes);
  }
  g_string_append(label, picture->x_label);
  g_string_append(commands, "set xlabel ");
  append_quoted(commands, label->str);
  g_string_append_c(commands, '\n');
  for (guint i = 0; i < COMPARE_PANELS; i++)
    append_panel(commands, picture, is_of_one_size, has_names, i);
  return draw(commands, error);
}
