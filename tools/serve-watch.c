/* SPDX-License-Identifier: MIT */
/* Domains as the page has them, so that only what changed is sent.
 *
 * A domain is compared by bounds and size, and where it has holes by its text:
 * after backtracking the same numbers may stand for another set.  Large domains
 * with holes are shown by their bounds, so that a look takes bounded time. */
#include "config.h"

#include "tools/serve-private.h"

#include <string.h>

enum {
  INTERVALS = 64,    /* of a domain */
  SPAN = 4096,       /* of a domain with holes */
  CELLS = 200,       /* rows and columns of a density */
  COUNTED = 1 << 16, /* variables, in a sample's density */
};

static void
append_interval(GString *out, gint first, gint last)
{
  g_string_append_printf(out, "%s[%d, %d]", out->len > 1 ? ", " : "", first,
                         last);
}

static void
append_holed(GString *out, const CspView *view, CspVar var, gint min, gint max)
{
  guint n = 0;
  gint first = min;

  for (gint value = min + 1; value <= max + 1 && n <= INTERVALS; value++) {
    bool was_in = value - 1 == min || csp_view_has(view, var, value - 1);
    bool is_in = value <= max && csp_view_has(view, var, value);
    if (is_in && !was_in)
      first = value;
    if (!was_in || is_in)
      continue;
    append_interval(out, first, value - 1);
    n++;
  }
  if (n > INTERVALS) {
    g_string_truncate(out, 1);
    append_interval(out, min, max);
  }
}

/* The domain now; is_holed tells whether the numbers do not say all. */
typedef struct {
  gint min, max;
  gsize size;
  bool is_holed;
} Domain;

static Domain
look(const CspView *view, CspVar var)
{
  Domain now = {.min = csp_view_get_min(view, var),
                .max = csp_view_get_max(view, var),
                .size = csp_view_get_size(view, var)};
  gsize span = (gsize)((gint64)now.max - now.min) + 1;

  now.is_holed = now.size < span && span <= SPAN;
  return now;
}

static char *
dup_domain(const CspView *view, CspVar var, const Domain *now)
{
  GString *out = g_string_new("[");

  if (now->is_holed)
    append_holed(out, view, var, now->min, now->max);
  else
    append_interval(out, now->min, now->max);
  g_string_append_c(out, ']');
  return g_string_free(out, FALSE);
}

static void
append_change(GString *out, CspVar var, const char *domain, const char *before)
{
  g_string_append_printf(out, "%s{\"var\": %u, \"domain\": %s, \"before\": %s}",
                         out->len > 0 ? ", " : "", var, domain, before);
}

/* Domains ------------------------------------------------------------------- */

static void
show_bounds(ServeWatch *self, CspModel *model)
{
  self->shown = g_new0(ServeShown, MAX(self->n_vars, 1));
  for (CspVar var = 0; var < self->n_vars; var++) {
    ServeShown *shown = &self->shown[var];
    csp_model_get_bounds(model, var, &shown->min, &shown->max);
    shown->size = (gsize)((gint64)shown->max - shown->min) + 1;
    shown->domain = g_strdup_printf("[[%d, %d]]", shown->min, shown->max);
  }
}

void
serve_watch_init(ServeWatch *self, CspModel *model)
{
  *self = (ServeWatch){.n_vars = csp_model_get_n_vars(model)};
  for (CspVar var = 0; var < self->n_vars; var++) {
    gint min, max;
    csp_model_get_bounds(model, var, &min, &max);
    self->min = var == 0 ? min : MIN(self->min, min);
    self->max = var == 0 ? max : MAX(self->max, max);
  }
  if (self->n_vars <= SERVE_DOMAINS)
    show_bounds(self, model);
}

void
serve_watch_clear(ServeWatch *self)
{
  for (gsize i = 0; self->shown != NULL && i < self->n_vars; i++)
    g_free(self->shown[i].domain);
  g_clear_pointer(&self->shown, g_free);
}

void
serve_watch_append(const ServeWatch *self, GString *out)
{
  if (self->shown == NULL) {
    g_string_append(out, "null");
    return;
  }
  g_string_append_c(out, '[');
  for (gsize i = 0; i < self->n_vars; i++) {
    if (i > 0)
      g_string_append_c(out, ',');
    g_string_append(out, self->shown[i].domain);
  }
  g_string_append_c(out, ']');
}

static void
update(ServeShown *shown,
       const CspView *view,
       CspVar var,
       GString *changes,
       GString *undo)
{
  Domain now = look(view, var);
  bool is_same_in_numbers =
      now.min == shown->min && now.max == shown->max && now.size == shown->size;

  if (is_same_in_numbers && !now.is_holed)
    return;
  g_autofree char *domain = dup_domain(view, var, &now);
  shown->min = now.min;
  shown->max = now.max;
  shown->size = now.size;
  if (strcmp(domain, shown->domain) == 0)
    return;
  append_change(changes, var, domain, shown->domain);
  if (undo != NULL)
    append_change(undo, var, shown->domain, domain);
  g_free(shown->domain);
  shown->domain = g_steal_pointer(&domain);
}

static void
append_now(GString *changes, const CspView *view, CspVar var)
{
  if (var == CSP_NONE)
    return;
  Domain now = look(view, var);
  g_autofree char *domain = dup_domain(view, var, &now);
  append_change(changes, var, domain, "null");
}

void
serve_watch_update(ServeWatch *self,
                   const CspView *view,
                   CspVar var,
                   CspVar other,
                   GString *changes,
                   GString *undo)
{
  if (self->shown == NULL) {
    append_now(changes, view, var);
    append_now(changes, view, other);
    return;
  }
  for (CspVar x = 0; x < self->n_vars; x++)
    update(&self->shown[x], view, x, changes, undo);
}

/* Densities ----------------------------------------------------------------- */

typedef struct {
  gsize rows, columns;
  guint *counts;
} Grid;

static void
count(Grid *grid, const ServeWatch *self, gsize var, gint value)
{
  guint64 span = (guint64)((gint64)self->max - self->min) + 1;
  gsize row = var * grid->rows / self->n_vars;
  guint64 above = (guint64)((gint64)value - self->min);

  if (above < span)
    grid->counts[row * grid->columns + above * grid->columns / span]++;
}

/* There are many, and printf() takes its time. */
static void
append_count(GString *out, guint n)
{
  char digits[12];
  gsize at = sizeof digits;

  do {
    digits[--at] = (char)('0' + n % 10);
    n /= 10;
  } while (n > 0);
  g_string_append_len(out, digits + at, (gssize)(sizeof digits - at));
}

static void
append_grid(GString *out, const ServeWatch *self, const Grid *grid)
{
  g_string_append_printf(
      out,
      "{\"rows\": %" G_GSIZE_FORMAT ", \"columns\": %" G_GSIZE_FORMAT
      ", \"first\": 0, \"variables\": %" G_GSIZE_FORMAT
      ", \"min\": %d, \"max\": %d, \"counts\": [",
      grid->rows, grid->columns, self->n_vars, self->min, self->max);
  for (gsize i = 0; i < grid->rows * grid->columns; i++) {
    if (i > 0)
      g_string_append_c(out, ',');
    append_count(out, grid->counts[i]);
  }
  g_string_append(out, "]}");
}

void
serve_watch_append_density(const ServeWatch *self,
                           const CspView *view,
                           const gint *values,
                           GString *out)
{
  guint64 span = (guint64)((gint64)self->max - self->min) + 1;
  Grid grid = {.rows = MIN(self->n_vars, CELLS),
               .columns = (gsize)MIN(span, CELLS)};
  gsize step = view != NULL ? (self->n_vars + COUNTED - 1) / COUNTED : 1;

  grid.counts = g_new0(guint, grid.rows * grid.columns);
  for (gsize var = 0; var < self->n_vars; var += step)
    if (view == NULL)
      count(&grid, self, var, values[var]);
    else if (csp_view_is_fixed(view, (CspVar)var))
      count(&grid, self, var, csp_view_get_min(view, (CspVar)var));
  append_grid(out, self, &grid);
  g_free(grid.counts);
}
