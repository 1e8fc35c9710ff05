/* SPDX-License-Identifier: MIT */
/* The parts of csp compare: the grid of runs, a run as a process, the rows that
 * tell of the runs, and what is made of them: table and plot. */
#pragma once

#include "tools/options.h"

/* compare-grid.c ---------------------------------------------------------- */

/* What is solved: a model, with or without a file. */
typedef struct {
  const CspPlugin *plugin;
  const char *path; /* borrowed, or NULL */
  char *digest;     /* of what is in the file, or NULL */
  bool is_file;     /* which tells its model itself */
} CompareInstance;

/* One line of the table: what all seeds share. */
typedef struct {
  const CompareInstance *instance;
  char **given;   /* "--size=8": parameters of the command line */
  char **values;  /* of all parameters of the plugin, in its order */
  bool *is_unset; /* which of them have no value */
  const char *algorithm;
  const char *variable_order, *value_order; /* NULL: not given */
} CompareCell;

typedef struct {
  GPtrArray *plugins;     /* each once */
  GArray *instances;      /* CompareInstance */
  GPtrArray *cells;       /* CompareCell, the instances one after the other */
  GArray *seeds;          /* gint64, for each cell */
  GPtrArray *settings;    /* "--time-limit=10": what all runs share */
  const char *time_limit; /* as given, or NULL */
  GPtrArray *parameters;  /* names given on the command line, borrowed */
  bool has_variable_orders, has_value_orders;
  GPtrArray *texts; /* owned: the pieces of lists */
} CompareGrid;

/* Finds the models that the arguments mean.  What is wrong is told. */
ToolExit compare_grid_find_models(CompareGrid *self,
                                  const GPtrArray *arguments);
/* Makes instances and cells of the command line.  What is wrong is told; so is
 * what is left out because its options do not go together. */
ToolExit compare_grid_fill(CompareGrid *self, const ToolCommandLine *line);
void compare_grid_clear(CompareGrid *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareGrid, compare_grid_clear)

/* The value of a parameter as text; NULL: no value, or no such parameter. */
const char *compare_cell_get_parameter(const CompareCell *self,
                                       const char *name);
/* "mac mrv": algorithm and the orders given. */
char *compare_cell_dup_method(const CompareCell *self);
/* "queens size=8 mac mrv": for people. */
char *compare_cell_dup_name(const CompareCell *self);
/* Options of the search as csp solve takes them, NULL-terminated. */
char **compare_grid_dup_settings(const CompareGrid *self,
                                 const CompareCell *cell,
                                 gint64 seed);
/* csp solve, with all it needs for this run; NULL-terminated. */
char **compare_grid_dup_command(const CompareGrid *self,
                                const CompareCell *cell,
                                gint64 seed);

/* compare-run.c ----------------------------------------------------------- */

typedef struct {
  int wait_status;
  bool is_overdue;  /* did not end at its time limit */
  char *statistics; /* JSON, or NULL */
  char *message;    /* the last one, or NULL */
} CompareOutcome;

/* Runs the program itself with these arguments to its end, and calls tick from
 * time to time.  A signal ends the child as a limit does; one that does not end
 * by itself at its time limit (0: none) is killed. */
bool compare_run(char **argv,
                 double time_limit,
                 void (*tick)(gpointer data),
                 gpointer data,
                 CompareOutcome *out_outcome,
                 GError **error);
void compare_outcome_clear(CompareOutcome *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareOutcome, compare_outcome_clear)

/* compare-row.c ----------------------------------------------------------- */

typedef struct {
  char *name;
  const char *parameter; /* the one it holds, or NULL */
  bool is_text;          /* else a number, true or false */
} CompareColumn;

/* A row: a text for each column, NULL where there is none. */
typedef GPtrArray CompareRow;

/* The columns of a grid; CompareColumn. */
GPtrArray *compare_columns_new(const CompareGrid *grid);
/* What is known of a run before it is made. */
CompareRow *compare_row_new(const GPtrArray *columns,
                            const CompareGrid *grid,
                            const CompareCell *cell,
                            gint64 seed);
/* Adds what became of it. */
void compare_row_add(CompareRow *self,
                     const GPtrArray *columns,
                     const CompareOutcome *outcome);
/* NULL: no value, or no such column. */
const char *compare_row_get(const CompareRow *self,
                            const GPtrArray *columns,
                            const char *name);
/* False: no value. */
bool compare_row_get_number(const CompareRow *self,
                            const GPtrArray *columns,
                            const char *name,
                            double *out_value);
/* Seconds of building and solving. */
bool compare_row_get_seconds(const CompareRow *self,
                             const GPtrArray *columns,
                             double *out_value);
bool compare_row_is_solved(const CompareRow *self, const GPtrArray *columns);
/* Why it is not: "time-limit", "crashed" ... */
const char *compare_row_get_reason(const CompareRow *self,
                                   const GPtrArray *columns);
/* Rows are of the same run if their keys are the same. */
char *compare_row_dup_key(const CompareRow *self, const GPtrArray *columns);
/* All rows as a JSON array, an object a line. */
GString *compare_rows_to_json(const GPtrArray *rows, const GPtrArray *columns);

/* compare-csv.c ----------------------------------------------------------- */

typedef struct _CompareCsv CompareCsv;

/* Opens or begins a file.  Rows that it holds already are added to rows by
 * their keys; a half-written last line is cut off. */
CompareCsv *compare_csv_open(const char *path,
                             const GPtrArray *columns,
                             GHashTable *rows,
                             GError **error);
/* Appends a line, whole or not at all. */
bool compare_csv_write(CompareCsv *self, const CompareRow *row, GError **error);
void compare_csv_close(CompareCsv *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareCsv, compare_csv_close)

/* compare-table.c --------------------------------------------------------- */

/* Rows of one line of the table. */
typedef struct {
  const CompareCell *cell;
  GPtrArray *rows; /* CompareRow */
} CompareGroup;

/* The p-quantile of values (double), which are sorted by this; there is one at
 * least. */
double compare_quantile(GArray *values, double p);
/* Adds what a solved run tells: "seconds", or a statistic. */
void compare_collect(GArray *values,
                     const GPtrArray *rows,
                     const GPtrArray *columns,
                     const char *name);
/* groups: CompareGroup, those with rows. */
GString *compare_table_new(const CompareGrid *grid,
                           const GArray *groups,
                           const GPtrArray *columns);

/* compare-gnuplot.c ------------------------------------------------------- */

/* Seconds above, nodes or moves below. */
enum { COMPARE_PANELS = 2 };

typedef struct {
  double x, median, low, high; /* quartiles */
} ComparePoint;

/* Where runs were not solved. */
typedef struct {
  double x;
  bool has_time_out, has_other;
} CompareMark;

typedef struct {
  char *name;
  GArray *points[COMPARE_PANELS]; /* ComparePoint, by x */
  GArray *marks;                  /* CompareMark, by x */
} CompareLine;

typedef struct {
  const char *title, *x_label;
  double time_limit; /* seconds; 0: none */
  GArray *lines;     /* CompareLine */
} ComparePicture;

/* Whether a picture of this name can be drawn.  What is wrong is told. */
ToolExit compare_plot_check(const char *path);
GString *compare_gnuplot_draw(const char *path,
                              const ComparePicture *picture,
                              GError **error);

/* compare-plot.c ---------------------------------------------------------- */

/* The picture; NULL with error, or without where no run was solved. */
GString *compare_plot_new(const char *path,
                          const CompareGrid *grid,
                          const GArray *groups,
                          const GPtrArray *columns,
                          GError **error);
