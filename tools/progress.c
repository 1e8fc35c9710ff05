/* SPDX-License-Identifier: MIT */
/* The status line on standard error while a search runs: what a sampling
 * observer is shown, a few times a second, over the line before. */
#include "config.h"

#include "tools/tool.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <libcsp/csp-extend.h>

static bool is_drawn;

static void
append_count(GString *line, const CspStats *stats, const char *name)
{
  gint64 value;

  if (csp_stats_get_int(stats, name, &value))
    g_string_append_printf(line, "  %s %" G_GINT64_FORMAT, name, value);
}

/* Characters that fit: a line that is wrapped could not be drawn over. */
static glong
get_room(void)
{
  struct winsize size;

  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1
             ? size.ws_col - 1
             : G_MAXLONG;
}

void
tool_progress_show(const char *text)
{
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  const char *end = valid + strlen(valid);

  tool_make_line(valid);
  if (g_utf8_strlen(valid, -1) > get_room())
    end = g_utf8_offset_to_pointer(valid, get_room());
  fprintf(stderr, "\r%.*s\033[K", (int)(end - valid), valid);
  fflush(stderr);
  is_drawn = true;
}

void
tool_progress_draw(const CspView *view, gpointer data)
{
  static const char *const shown[] = {"nodes",     "failures",  "restarts",
                                      "moves",     "violation", "solutions",
                                      "objective", "bound"};
  g_autoptr(CspStats) stats = csp_solver_get_stats(data);
  g_autoptr(GString) line = g_string_new(NULL);

  (void)view;
  g_string_printf(line, "%.1f s", tool_watch_elapsed());
  for (size_t i = 0; i < G_N_ELEMENTS(shown); i++)
    append_count(line, stats, shown[i]);
  tool_progress_show(line->str);
}

void
tool_progress_attach(CspSolver *solver)
{
  static const CspObserver observer = {.size = sizeof(CspObserver),
                                       .sample = tool_progress_draw};

  csp_solver_set_observer(solver, &observer, solver);
}

void
tool_progress_clear(void)
{
  if (is_drawn)
    fputs("\r\033[K", stderr);
  is_drawn = false;
}
