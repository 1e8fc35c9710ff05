/* SPDX-License-Identifier: MIT */
/* One run of a comparison: csp solve in a process of its own.
 *
 * The child's standard error brings its messages, "csp: ..." a line, and at its
 * end the statistics, which begin with a brace.  Its end is the end of that
 * pipe.  poll() is not restarted after a signal, and it wakes from time to time
 * besides, so an interrupt is noticed: the child gets SIGTERM then, which ends
 * it as a limit does, and if it does not listen SIGKILL a little later. */
#include "config.h"

#include "tools/compare.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TICK_MSEC = 200, PATIENCE_TICKS = 10 };

void
compare_outcome_clear(CompareOutcome *self)
{
  g_clear_pointer(&self->statistics, g_free);
  g_clear_pointer(&self->message, g_free);
}

/* Reads what is there; false at the end. */
static bool
read_some(int fd, GString *text)
{
  char buffer[4096];
  ssize_t n = read(fd, buffer, sizeof(buffer));

  if (n > 0)
    g_string_append_len(text, buffer, n);
  return n > 0 || (n < 0 && errno == EINTR);
}

static void
listen_to(
    GPid pid, int fd, void (*tick)(gpointer data), gpointer data, GString *text)
{
  struct pollfd wait = {.fd = fd, .events = POLLIN};
  int ticks_since_stop = 0;

  for (;;) {
    if (tool_watch_get_stop() != CSP_STOP_NONE) {
      if (ticks_since_stop == 0)
        kill(pid, SIGTERM);
      else if (ticks_since_stop == PATIENCE_TICKS)
        kill(pid, SIGKILL);
      ticks_since_stop++;
    }
    int n = poll(&wait, 1, TICK_MSEC);
    if (n == 0)
      tick(data);
    else if (n > 0 && !read_some(fd, text))
      return;
  }
}

static void
sort_lines(const GString *text, CompareOutcome *outcome)
{
  g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++) {
    bool is_statistics = lines[i][0] == '{';
    char **place = is_statistics ? &outcome->statistics : &outcome->message;
    if (lines[i][0] == '\0')
      continue;
    g_free(*place);
    *place = g_strdup(lines[i]);
    if (!is_statistics && g_str_has_prefix(*place, "csp: "))
      memmove(*place, *place + 5, strlen(*place + 5) + 1);
  }
}

bool
compare_run(char **argv,
            void (*tick)(gpointer data),
            gpointer data,
            CompareOutcome *out_outcome,
            GError **error)
{
  static char self[] = "/proc/self/exe";
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
  g_autoptr(GString) text = g_string_new(NULL);
  bool has_self = access(self, X_OK) == 0;
  GSpawnFlags flags =
      G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL |
      (has_self ? G_SPAWN_FILE_AND_ARGV_ZERO : G_SPAWN_SEARCH_PATH);
  GPid pid;
  int fd;

  *out_outcome = (CompareOutcome){0};
  if (has_self)
    g_strv_builder_add(builder, self);
  g_strv_builder_addv(builder, (const char **)argv);
  g_auto(GStrv) arguments = g_strv_builder_end(builder);
  if (!g_spawn_async_with_pipes(NULL, arguments, NULL, flags, NULL, NULL, &pid,
                                NULL, NULL, &fd, error))
    return false;
  listen_to(pid, fd, tick, data, text);
  close(fd);
  while (waitpid(pid, &out_outcome->wait_status, 0) < 0 && errno == EINTR)
    continue;
  sort_lines(text, out_outcome);
  return true;
}
