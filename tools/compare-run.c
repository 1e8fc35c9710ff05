/* SPDX-License-Identifier: MIT */
/* One run of a comparison: csp solve in a process of its own.
 *
 * The child's standard error brings its messages, "csp: ..." a line, and at its
 * end the statistics, which begin with a brace.  Its end is the end of that
 * pipe.  poll() is not restarted after a signal, and it wakes from time to time
 * besides, so an interrupt is noticed: the child gets SIGTERM then, which ends
 * it as a limit does, and if it does not listen SIGKILL a little later.  The
 * same comes to a child that stays long after its time limit, in a model's code
 * for example.
 *
 * A child does not outlive its parent, however that ends, where the system can
 * see to it; elsewhere its own limit ends it. */
#include "config.h"

#include "tools/compare.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { TICK_MSEC = 200, PATIENCE_TICKS = 10, OVERDUE_SECONDS = 10 };

typedef struct {
  GPid pid;
  int fd;
  double overdue; /* by tool_watch_elapsed() */
  void (*tick)(gpointer data);
  gpointer data;
} Child;

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
listen_to(const Child *child, GString *text, CompareOutcome *outcome)
{
  struct pollfd wait = {.fd = child->fd, .events = POLLIN};
  int ticks_since_stop = 0;

  for (;;) {
    outcome->is_overdue = tool_watch_elapsed() > child->overdue;
    if (outcome->is_overdue || tool_watch_get_stop() != CSP_STOP_NONE) {
      if (ticks_since_stop == 0)
        kill(child->pid, SIGTERM);
      else if (ticks_since_stop == PATIENCE_TICKS)
        kill(child->pid, SIGKILL);
      ticks_since_stop++;
    }
    int n = poll(&wait, 1, TICK_MSEC);
    if (n == 0)
      child->tick(child->data);
    else if (n > 0 && !read_some(child->fd, text))
      return;
  }
}

/* In the child, before it becomes the program. */
static void
tie_to_parent(gpointer data)
{
#ifdef __linux__
  const pid_t *parent = data;

  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != *parent)
    _exit(TOOL_INTERNAL);
#else
  (void)data;
#endif
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
            double time_limit,
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
  Child child = {.overdue = time_limit > 0 ? tool_watch_elapsed() + time_limit +
                                                 OVERDUE_SECONDS
                                           : G_MAXDOUBLE,
                 .tick = tick,
                 .data = data};
  pid_t parent = getpid();

  *out_outcome = (CompareOutcome){0};
  if (has_self)
    g_strv_builder_add(builder, self);
  g_strv_builder_addv(builder, (const char **)argv);
  g_auto(GStrv) arguments = g_strv_builder_end(builder);
  if (!g_spawn_async_with_pipes(NULL, arguments, NULL, flags, tie_to_parent,
                                &parent, &child.pid, NULL, NULL, &child.fd,
                                error))
    return false;
  listen_to(&child, text, out_outcome);
  close(child.fd);
  while (waitpid(child.pid, &out_outcome->wait_status, 0) < 0 && errno == EINTR)
    continue;
  sort_lines(text, out_outcome);
  return true;
}
