/* SPDX-License-Identifier: MIT */
/* The statistics by name, and as JSON; all from the rows of stats.def. */
#include "config.h"

#include "base/stats.h"

#include <libcsp/csp-io.h>

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef enum {
  STAT_KIND_TEXT,
  STAT_KIND_COUNT,
  STAT_KIND_REAL,
  STAT_KIND_DESCENT,
} StatKind;

typedef struct {
  const char *name;
  StatKind kind;
  size_t offset; /* of the field in CspStats */
} StatRow;

static const StatRow rows[] = {
#define STAT_TEXT(field, blurb)                                                \
  {#field, STAT_KIND_TEXT, offsetof(CspStats, field)},
#define STAT_COUNT(field, unit, blurb)                                         \
  {#field, STAT_KIND_COUNT, offsetof(CspStats, field)},
#define STAT_REAL(field, unit, blurb)                                          \
  {#field, STAT_KIND_REAL, offsetof(CspStats, field)},
#define STAT_DESCENT(field, blurb)                                             \
  {#field, STAT_KIND_DESCENT, offsetof(CspStats, field)},
#include "base/stats.def"
#undef STAT_TEXT
#undef STAT_COUNT
#undef STAT_REAL
#undef STAT_DESCENT
};

static const char *const names[] = {
#define STAT_TEXT(field, blurb) #field,
#define STAT_COUNT(field, unit, blurb) #field,
#define STAT_REAL(field, unit, blurb) #field,
#define STAT_DESCENT(field, blurb) #field,
#include "base/stats.def"
#undef STAT_TEXT
#undef STAT_COUNT
#undef STAT_REAL
#undef STAT_DESCENT
    NULL,
};

G_DEFINE_BOXED_TYPE(CspStats, csp_stats, csp_stats_copy, csp_stats_free)

static const char **
text_of(const CspStats *self, const StatRow *row)
{
  return (const char **)((char *)self + row->offset);
}

static int64_t *
count_of(const CspStats *self, const StatRow *row)
{
  return (int64_t *)((char *)self + row->offset);
}

static double *
real_of(const CspStats *self, const StatRow *row)
{
  return (double *)((char *)self + row->offset);
}

static CspDescent *
descent_of(const CspStats *self, const StatRow *row)
{
  return (CspDescent *)((char *)self + row->offset);
}

/* What stands in a counter that does not apply. */
static int64_t
absent_count(const StatRow *row)
{
  return row->offset == offsetof(CspStats, objective) ||
                 row->offset == offsetof(CspStats, bound)
             ? CSP_STAT_NONE
             : -1;
}

static bool
is_absent(const CspStats *self, const StatRow *row)
{
  switch (row->kind) {
  case STAT_KIND_TEXT:
    return *text_of(self, row) == NULL;
  case STAT_KIND_COUNT:
    return *count_of(self, row) == absent_count(row);
  case STAT_KIND_REAL:
    return *real_of(self, row) < 0;
  case STAT_KIND_DESCENT:
    return descent_of(self, row)->n_points == 0;
  }
  g_return_val_if_reached(true);
}

static const StatRow *
find_row(const char *name, StatKind kind)
{
  for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
    if (rows[i].kind == kind && strcmp(rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}

void
csp_stats_init(CspStats *stats)
{
  *stats = (CspStats){0};
  for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
    if (rows[i].kind == STAT_KIND_COUNT)
      *count_of(stats, &rows[i]) = absent_count(&rows[i]);
    else if (rows[i].kind == STAT_KIND_REAL)
      *real_of(stats, &rows[i]) = -1;
  }
}

/**
 * csp_stats_new:
 *
 * Makes statistics in which nothing applies yet.
 *
 * Returns: (transfer full): the statistics
 *
 * Since: 0.1
 */
CspStats *
csp_stats_new(void)
{
  CspStats *self = g_new(CspStats, 1);

  csp_stats_init(self);
  return self;
}

/**
 * csp_stats_copy:
 * @self: statistics
 *
 * Copies the statistics, which do not change with the search any more.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 0.1
 */
CspStats *
csp_stats_copy(const CspStats *self)
{
  g_return_val_if_fail(self != NULL, NULL);
  return g_memdup2(self, sizeof(*self));
}

/**
 * csp_stats_free:
 * @self: (nullable): statistics
 *
 * Frees the statistics.
 *
 * Since: 0.1
 */
void
csp_stats_free(CspStats *self)
{
  g_free(self);
}

typedef enum { MERGE_SUM, MERGE_MAX, MERGE_KEEP } Merge;

/* How a counter of several runs comes of theirs. */
static Merge
merge_of(const StatRow *row)
{
  switch (row->offset) {
  case offsetof(CspStats, max_depth):
  case offsetof(CspStats, peak_memory_kib):
    return MERGE_MAX;
  case offsetof(CspStats, seed):
  case offsetof(CspStats, threads):
  case offsetof(CspStats, objective):
  case offsetof(CspStats, bound):
  case offsetof(CspStats, variables):
  case offsetof(CspStats, constraints):
  case offsetof(CspStats, violation):
    return MERGE_KEEP;
  default:
    return MERGE_SUM;
  }
}

static void
add_count(int64_t *count, int64_t more)
{
  if (__builtin_add_overflow(*count, more, count))
    *count = INT64_MAX;
}

/**
 * csp_stats_add:
 * @self: statistics
 * @other: those of another run, of another instance for example
 *
 * Adds what another run did: counters and times add up, the depth and the
 * memory take the larger, the rest stays; what is absent in @self is taken
 * over.  A counter stays at %G_MAXINT64 from there on.
 *
 * Since: 0.1
 */
void
csp_stats_add(CspStats *self, const CspStats *other)
{
  g_return_if_fail(self != NULL && other != NULL);

  for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
    const StatRow *row = &rows[i];
    if (is_absent(other, row))
      continue;
    bool is_new = is_absent(self, row);
    switch (row->kind) {
    case STAT_KIND_TEXT:
      if (is_new)
        *text_of(self, row) = *text_of(other, row);
      break;
    case STAT_KIND_COUNT:
      if (is_new)
        *count_of(self, row) = *count_of(other, row);
      else if (merge_of(row) == MERGE_SUM)
        add_count(count_of(self, row), *count_of(other, row));
      else if (merge_of(row) == MERGE_MAX)
        *count_of(self, row) = MAX(*count_of(self, row), *count_of(other, row));
      break;
    case STAT_KIND_REAL:
      *real_of(self, row) =
          *real_of(other, row) + (is_new ? 0 : *real_of(self, row));
      break;
    case STAT_KIND_DESCENT:
      if (is_new)
        *descent_of(self, row) = *descent_of(other, row);
      break;
    }
  }
}

/**
 * csp_stats_set_int:
 * @self: statistics
 * @name: a counter, "solutions" for example
 * @value: its value
 *
 * Sets a counter.
 *
 * Returns: %FALSE if there is no counter of this name
 *
 * Since: 0.1
 */
gboolean
csp_stats_set_int(CspStats *self, const gchar *name, gint64 value)
{
  g_return_val_if_fail(self != NULL && name != NULL, FALSE);

  const StatRow *row = find_row(name, STAT_KIND_COUNT);
  if (row != NULL)
    *count_of(self, row) = value;
  return row != NULL;
}

/**
 * csp_stats_set_double:
 * @self: statistics
 * @name: a measure, "build_seconds" for example
 * @value: its value, at least 0
 *
 * Sets a measure.
 *
 * Returns: %FALSE if there is no measure of this name
 *
 * Since: 0.1
 */
gboolean
csp_stats_set_double(CspStats *self, const gchar *name, gdouble value)
{
  g_return_val_if_fail(self != NULL && name != NULL && value >= 0, FALSE);

  const StatRow *row = find_row(name, STAT_KIND_REAL);
  if (row != NULL)
    *real_of(self, row) = value;
  return row != NULL;
}

/**
 * csp_stats_set_string:
 * @self: statistics
 * @name: a text, "status" for example
 * @value: (nullable): its value, interned for the life of the process; %NULL
 *   for absent
 *
 * Sets a text.
 *
 * Returns: %FALSE if there is no text of this name
 *
 * Since: 0.1
 */
gboolean
csp_stats_set_string(CspStats *self, const gchar *name, const gchar *value)
{
  g_return_val_if_fail(self != NULL && name != NULL, FALSE);

  const StatRow *row = find_row(name, STAT_KIND_TEXT);
  if (row != NULL)
    *text_of(self, row) = g_intern_string(value);
  return row != NULL;
}

/**
 * csp_stats_get_int:
 * @self: statistics
 * @name: a counter, "nodes" for example
 * @out_value: (out): its value
 *
 * Gets a counter.
 *
 * Returns: %FALSE, with @out_value as it was, if there is no counter of this
 *   name or it does not apply to the search that ran
 *
 * Since: 0.1
 */
gboolean
csp_stats_get_int(const CspStats *self, const gchar *name, gint64 *out_value)
{
  g_return_val_if_fail(self != NULL && name != NULL, FALSE);

  const StatRow *row = find_row(name, STAT_KIND_COUNT);
  if (row == NULL || is_absent(self, row))
    return FALSE;
  *out_value = *count_of(self, row);
  return TRUE;
}

/**
 * csp_stats_get_double:
 * @self: statistics
 * @name: a measure, "solve_seconds" for example
 * @out_value: (out): its value
 *
 * Gets a measure.
 *
 * Returns: %FALSE, with @out_value as it was, if there is no measure of this
 *   name or it does not apply
 *
 * Since: 0.1
 */
gboolean
csp_stats_get_double(const CspStats *self,
                     const gchar *name,
                     gdouble *out_value)
{
  g_return_val_if_fail(self != NULL && name != NULL, FALSE);

  const StatRow *row = find_row(name, STAT_KIND_REAL);
  if (row == NULL || is_absent(self, row))
    return FALSE;
  *out_value = *real_of(self, row);
  return TRUE;
}

/**
 * csp_stats_get_string:
 * @self: statistics
 * @name: a text, "algorithm" for example
 *
 * Gets a text.
 *
 * Returns: (transfer none) (nullable): the text, or %NULL if there is none of
 *   this name or it does not apply
 *
 * Since: 0.1
 */
const gchar *
csp_stats_get_string(const CspStats *self, const gchar *name)
{
  g_return_val_if_fail(self != NULL && name != NULL, NULL);

  const StatRow *row = find_row(name, STAT_KIND_TEXT);
  return row != NULL ? *text_of(self, row) : NULL;
}

/**
 * csp_stats_count_improvements:
 * @self: statistics
 *
 * Counts the moments that csp_stats_get_improvement() tells of.  There are a
 * hundred at most, 0 if no local search ran.
 *
 * Returns: how many
 *
 * Since: 0.1
 */
guint
csp_stats_count_improvements(const CspStats *self)
{
  g_return_val_if_fail(self != NULL, 0);
  return self->violation_history.n_points;
}

/**
 * csp_stats_get_improvement:
 * @self: statistics
 * @index: which one, from 0
 * @out_moves: (out) (optional): moves that were made by then
 * @out_seconds: (out) (optional): seconds since the local search began
 * @out_violation: (out) (optional): the violation reached
 *
 * Gets a moment at which the violation of a local search was less than ever
 * before.
 *
 * They are in the order of time.  The first, which is the start, and the last
 * are always among them; where there were many, those between are chosen so
 * that the violation falls by about the same fraction from one to the next.  A
 * search that goes on after its first solution has no more of them.  The same
 * seed gives the same moves and violations.
 *
 * Returns: %FALSE, with the values as they were, if there is no such moment
 *
 * Since: 0.1
 */
gboolean
csp_stats_get_improvement(const CspStats *self,
                          guint index,
                          gint64 *out_moves,
                          gdouble *out_seconds,
                          gint64 *out_violation)
{
  g_return_val_if_fail(self != NULL, FALSE);

  const CspDescent *history = &self->violation_history;
  if (index >= history->n_points)
    return FALSE;
  const CspDescentPoint *point = &history->points[index];
  if (out_moves != NULL)
    *out_moves = point->moves;
  if (out_seconds != NULL)
    *out_seconds = (gdouble)point->usec / G_USEC_PER_SEC;
  if (out_violation != NULL)
    *out_violation = point->violation;
  return TRUE;
}

/**
 * csp_stats_list_names:
 *
 * Lists all statistics, in the order they are written.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names
 *
 * Since: 0.1
 */
const gchar *const *
csp_stats_list_names(void)
{
  return names;
}

static void
append_real(GString *out, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append(out, g_ascii_formatd(number, sizeof(number), "%.6f", value));
}

/* [[moves, seconds, violation], ...] */
static void
append_descent(GString *out, const CspDescent *descent)
{
  g_string_append_c(out, '[');
  for (uint32_t i = 0; i < descent->n_points; i++) {
    const CspDescentPoint *point = &descent->points[i];
    g_string_append_printf(out, "%s[%" G_GINT64_FORMAT ", ", i > 0 ? ", " : "",
                           point->moves);
    append_real(out, (double)point->usec / G_USEC_PER_SEC);
    g_string_append_printf(out, ", %" G_GINT64_FORMAT "]", point->violation);
  }
  g_string_append_c(out, ']');
}

/**
 * csp_stats_to_json_members:
 * @self: statistics
 *
 * Writes the statistics as members of a JSON object, `"nodes": 12, …`, without
 * the braces, so that a program can put members of its own before them.  What
 * does not apply is `null`.  What csp_stats_get_improvement() tells is an array
 * of arrays, `"violation_history": [[moves, seconds, violation], …]`.
 *
 * Returns: (transfer full): the text
 *
 * Since: 0.1
 */
gchar *
csp_stats_to_json_members(const CspStats *self)
{
  g_return_val_if_fail(self != NULL, NULL);

  GString *out = g_string_new(NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
    const StatRow *row = &rows[i];
    g_string_append_printf(out, "%s\"%s\": ", i > 0 ? ", " : "", row->name);
    if (is_absent(self, row))
      g_string_append(out, "null");
    else if (row->kind == STAT_KIND_TEXT)
      csp_json_append_string(out, *text_of(self, row));
    else if (row->kind == STAT_KIND_COUNT)
      g_string_append_printf(out, "%" G_GINT64_FORMAT, *count_of(self, row));
    else if (row->kind == STAT_KIND_REAL)
      append_real(out, *real_of(self, row));
    else
      append_descent(out, descent_of(self, row));
  }
  return g_string_free(out, FALSE);
}
