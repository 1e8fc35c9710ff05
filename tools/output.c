/* SPDX-License-Identifier: MIT */
/* Output files that are whole or not there.
 *
 * The temporary lies in the folder of the file it will replace, so that
 * rename() is atomic.  Each write goes to the kernel at once: what was found
 * is out when the next search step begins, and a full disk or a closed pipe is
 * noticed then.  Only lines that come faster than anybody reads are gathered, for
 * a write may take as long as to find the next line. */
#include "config.h"

#include "tools/output.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <libcsp/csp-types.h>

enum { SOON_USEC = 10000, GATHERED_BYTES = 1 << 16 };

/* What was written a moment ago and is not with the kernel yet. */
typedef struct {
  GMutex lock;
  GCond changed;
  GString *text;
  GThread *writer; /* NULL: not needed yet */
  gint64 written;  /* when, by the monotonic clock */
  bool is_closing;
  int code; /* of a write that failed; 0: none did */
} Gathered;

struct _ToolOutput {
  int fd;
  Gathered gathered;
  char *path;      /* as given, for messages */
  char *target;    /* what is replaced, links followed; NULL: direct */
  char *temporary; /* NULL: direct */
};

static void
fail_with(const char *path, int code, GError **error)
{
  g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "%s: %s",
              strcmp(path, "-") == 0 ? "standard output" : path,
              g_strerror(code));
}

static void
fail(const char *path, GError **error)
{
  fail_with(path, errno, error);
}

static void
tool_output_free(ToolOutput *self)
{
  g_mutex_clear(&self->gathered.lock);
  g_cond_clear(&self->gathered.changed);
  g_string_free(self->gathered.text, TRUE);
  g_free(self->path);
  g_free(self->target);
  g_free(self->temporary);
  g_free(self);
}

/* The path with links followed, also one that leads to no file yet.  Links
 * under /proc name open files and not places: NULL for these and for what
 * cannot be resolved. */
static char *
follow_links(const char *path)
{
  enum { MOST_LINKS = 40 };
  char *place = g_strdup(path);

  for (int i = 0; i < MOST_LINKS; i++) {
    g_autofree char *from = place;
    g_autofree char *folder = g_path_get_dirname(from);
    g_autofree char *real_folder = realpath(folder, NULL);
    if (real_folder == NULL || g_str_has_prefix(real_folder, "/proc/"))
      return NULL;
    g_autofree char *name = g_path_get_basename(from);
    place = g_build_filename(real_folder, name, NULL);
    g_autofree char *link = g_file_read_link(place, NULL);
    if (link == NULL)
      return place;
    g_free(place);
    place = g_path_is_absolute(link)
                ? g_strdup(link)
                : g_build_filename(real_folder, link, NULL);
  }
  g_free(place);
  return NULL;
}

static bool
open_temporary(ToolOutput *self, mode_t mode)
{
  g_autofree char *folder = g_path_get_dirname(self->target);
  g_autofree char *name = g_path_get_basename(self->target);

  self->temporary = g_strdup_printf("%s/.%.200s.XXXXXX", folder, name);
  self->fd = g_mkstemp_full(self->temporary, O_WRONLY | O_CLOEXEC, 0600);
  if (self->fd < 0) {
    g_clear_pointer(&self->temporary, g_free);
    return false;
  }
  return fchmod(self->fd, mode) == 0;
}

static mode_t
mode_of_new_files(void)
{
  mode_t mask = umask(0);

  umask(mask);
  return 0666 & ~mask;
}

static bool
open_path(ToolOutput *self)
{
  struct stat info;

  if (strcmp(self->path, "-") == 0) {
    self->fd = STDOUT_FILENO;
    return true;
  }
  if (strcmp(self->path, "/dev/stdout") == 0) {
    self->fd = dup(STDOUT_FILENO);
    return self->fd >= 0;
  }
  bool exists = stat(self->path, &info) == 0;
  if (!exists && errno != ENOENT)
    return false;
  if (exists && S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    return false;
  }
  if (!exists || S_ISREG(info.st_mode))
    self->target = follow_links(self->path);
  if (self->target == NULL) {
    self->fd = open(self->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return self->fd >= 0;
  }
  if (exists && access(self->target, W_OK) != 0)
    return false;
  return open_temporary(self,
                        exists ? info.st_mode & 07777 : mode_of_new_files());
}

ToolOutput *
tool_output_open(const char *path, GError **error)
{
  g_autoptr(ToolOutput) self = g_new0(ToolOutput, 1);

  self->path = g_strdup(path);
  self->fd = -1;
  self->gathered.text = g_string_new(NULL);
  g_mutex_init(&self->gathered.lock);
  g_cond_init(&self->gathered.changed);
  if (open_path(self))
    return g_steal_pointer(&self);
  fail(path, error);
  return NULL;
}

/* 0, or the code of what was wrong. */
static int
write_all(int fd, const GString *text)
{
  for (size_t done = 0; done < text->len;) {
    ssize_t n = write(fd, text->str + done, text->len - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return errno;
    done += (size_t)n;
  }
  return 0;
}

/* With the lock held. */
static void
write_gathered(ToolOutput *self)
{
  Gathered *gathered = &self->gathered;

  if (gathered->code == 0)
    gathered->code = write_all(self->fd, gathered->text);
  g_string_truncate(gathered->text, 0);
  gathered->written = g_get_monotonic_time();
}

/* Waits for text, and a moment longer for more of it. */
static gpointer
run_writer(gpointer data)
{
  ToolOutput *self = data;
  Gathered *gathered = &self->gathered;

  g_mutex_lock(&gathered->lock);
  while (!gathered->is_closing) {
    if (gathered->text->len == 0)
      g_cond_wait(&gathered->changed, &gathered->lock);
    else if (!g_cond_wait_until(&gathered->changed, &gathered->lock,
                                gathered->written + SOON_USEC))
      write_gathered(self);
  }
  g_mutex_unlock(&gathered->lock);
  return NULL;
}

/* Signals are for the main thread. */
static void
start_writer(ToolOutput *self)
{
  sigset_t all, saved;

  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &saved);
  self->gathered.writer = g_thread_new("write", run_writer, self);
  pthread_sigmask(SIG_SETMASK, &saved, NULL);
}

static void
stop_writer(ToolOutput *self)
{
  Gathered *gathered = &self->gathered;

  if (gathered->writer == NULL)
    return;
  g_mutex_lock(&gathered->lock);
  gathered->is_closing = true;
  g_cond_signal(&gathered->changed);
  g_mutex_unlock(&gathered->lock);
  g_thread_join(g_steal_pointer(&gathered->writer));
}

static bool
write_text(ToolOutput *self, const GString *text, bool is_soon, GError **error)
{
  Gathered *gathered = &self->gathered;

  g_mutex_lock(&gathered->lock);
  bool was_empty = gathered->text->len == 0;
  g_string_append_len(gathered->text, text->str, (gssize)text->len);
  if (!is_soon || gathered->text->len >= GATHERED_BYTES ||
      g_get_monotonic_time() - gathered->written >= SOON_USEC)
    write_gathered(self);
  else if (gathered->writer == NULL)
    start_writer(self);
  else if (was_empty)
    g_cond_signal(&gathered->changed);
  int code = gathered->code;
  g_mutex_unlock(&gathered->lock);
  if (code != 0)
    fail_with(self->path, code, error);
  return code == 0;
}

bool
tool_output_write(ToolOutput *self, const GString *text, GError **error)
{
  return write_text(self, text, false, error);
}

bool
tool_output_write_soon(ToolOutput *self, const GString *text, GError **error)
{
  return write_text(self, text, true, error);
}

bool
tool_output_close(ToolOutput *self, GError **error)
{
  stop_writer(self);
  write_gathered(self);
  bool is_closed = self->fd == STDOUT_FILENO || close(self->fd) == 0;
  bool is_good = is_closed && self->gathered.code == 0;
  if (is_closed && !is_good)
    errno = self->gathered.code;

  self->fd = -1;
  if (is_good && self->temporary != NULL)
    is_good = rename(self->temporary, self->target) == 0;
  if (is_good)
    g_clear_pointer(&self->temporary, g_free);
  else
    fail(self->path, error);
  tool_output_discard(self);
  return is_good;
}

void
tool_output_discard(ToolOutput *self)
{
  if (self == NULL)
    return;
  stop_writer(self);
  if (self->fd >= 0 && self->temporary == NULL)
    write_gathered(self);
  if (self->fd >= 0 && self->fd != STDOUT_FILENO)
    close(self->fd);
  if (self->temporary != NULL)
    unlink(self->temporary);
  tool_output_free(self);
}

bool
tool_output_is_file(const ToolOutput *self)
{
  return self->temporary != NULL;
}

bool
tool_output_is_same(const ToolOutput *self, const ToolOutput *other)
{
  return self->target != NULL && g_strcmp0(self->target, other->target) == 0;
}

bool
tool_output_is_one(const char *path, const char *other)
{
  g_autofree char *place = follow_links(path);
  g_autofree char *other_place = follow_links(other);

  return strcmp(path, other) == 0 ||
         (place != NULL && g_strcmp0(place, other_place) == 0);
}

const char *
tool_output_get_path(const ToolOutput *self)
{
  return self->path;
}

bool
tool_output_put(const char *path, const GString *text, GError **error)
{
  g_autoptr(ToolOutput) output = tool_output_open(path, error);

  return output != NULL && tool_output_write(output, text, error) &&
         tool_output_close(g_steal_pointer(&output), error);
}
