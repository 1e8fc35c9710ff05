/* SPDX-License-Identifier: MIT */
/* CP-Profiler (Shishmarev et al. 2016, "Visual search tree profiling") draws the
 * trees that solvers send it over TCP.
 *
 * A message is its size, four bytes, the least first, and then: its type, a
 * byte; of a node its number, its parent's (three integers each: node, restart,
 * thread), its place among its siblings, how many children it has, and its
 * status, a byte; and fields, each a byte that says which and a string with its
 * length, or an integer.  Integers inside have the greatest byte first.
 *
 * A node must come before its children and say how many there are.  That is
 * known when the first of them is reached, so the last node that did not fail
 * waits until then; if something else comes first, it was a solution.  Nodes on
 * the way to the last one are kept on a stack, for their children may be fewer
 * than was said: values that a symmetry or a projection makes superfluous are
 * never tried, and are told as skipped when the search leaves their parent.
 *
 * The search waits for a profiler that does not read, but not beyond its limits;
 * when the connection breaks it goes on alone. */
#include "config.h"

#include "tools/cp-profiler.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <libcsp/csp-json.h>

enum {
  DEFAULT_PORT = 6565,
  BUFFER_BYTES = 1 << 16,
  FLUSH_USEC = 50000,   /* so long a node waits for others to be sent with */
  WAIT_MSEC = 10,       /* between looks at the limits */
  LAST_USEC = 30000,    /* for what is left when time is up, or cancelled */
  REST_USEC = 2000000,  /* the same after a limit that is none of time */
  CONNECT_SECONDS = 10, /* for a listener that is busy */
  MAX_NODES = G_MAXINT32 - 1,
};

enum { MESSAGE_NODE, MESSAGE_DONE, MESSAGE_START, MESSAGE_RESTART };
enum { FIELD_LABEL = 0, FIELD_INFO = 2, FIELD_VERSION = 3 };
enum { PROTOCOL_VERSION = 3 };

typedef enum {
  STATUS_SOLVED,
  STATUS_FAILED,
  STATUS_BRANCH,
  STATUS_SKIPPED,
} Status;

/* A node whose children are being told. */
typedef struct {
  guint64 id; /* the observer's */
  gint32 number;
  guint32 n_children, n_told;
} Open;

/* The node that waits. */
typedef struct {
  bool is_there;
  guint64 id;
  gint32 parent;
  gint32 place;
  char *label; /* NULL: the root */
} Waiting;

struct _ToolCpProfiler {
  gint32 id;
  guint16 port;
  CspObserver observer;
  void (*sample)(const CspView *view, gpointer solver);
  CspSolver *solver;
  CspModel *model;
  char **names; /* by variable, those that were asked for */
  gsize n_names;

  int fd; /* -1: none */
  gint64 deadline, last_flush, last_deadline;
  GByteArray *buffer;
  gsize message_start; /* of the message that is being written */
  const char *trouble;

  char *name;
  gint32 execution;
  bool is_started;
  guint64 root; /* the observer's number */
  gint32 n_restarts, n_nodes;
  GArray *path; /* Open */
  Waiting waiting;
};

/* The connection ------------------------------------------------------------ */

static void
drop(ToolCpProfiler *self, const char *trouble)
{
  if (self->fd >= 0)
    close(self->fd);
  self->fd = -1;
  if (self->trouble == NULL)
    self->trouble = trouble;
  /* From now on the search is as fast as if nobody looked. */
  self->observer.node = NULL;
  g_byte_array_set_size(self->buffer, 0);
}

/* Is there no more time to wait?  After a limit there is a little, once. */
static bool
is_over(ToolCpProfiler *self)
{
  gint64 now = g_get_monotonic_time();

  if (!csp_solver_is_stopped(self->solver) && now < self->deadline)
    return false;
  if (self->last_deadline == 0)
    self->last_deadline = now + LAST_USEC;
  return now >= self->last_deadline;
}

static void
flush_buffer(ToolCpProfiler *self)
{
  const guint8 *next = self->buffer->data;
  gsize left = self->buffer->len;

  while (self->fd >= 0 && left > 0) {
    ssize_t n = send(self->fd, next, left, MSG_NOSIGNAL);
    if (n > 0) {
      next += n;
      left -= (gsize)n;
    } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      struct pollfd ready = {.fd = self->fd, .events = POLLOUT};
      if (is_over(self))
        drop(self, "the profiler did not read to the end");
      else
        poll(&ready, 1, WAIT_MSEC);
    } else if (n < 0 && errno != EINTR) {
      drop(self, "the profiler went away");
    }
  }
  g_byte_array_set_size(self->buffer, 0);
  self->last_flush = g_get_monotonic_time();
}

/* Is somebody there?  0, or why not. */
static int
try_connect(ToolCpProfiler *self, const struct sockaddr *address, socklen_t n)
{
  gint64 end = g_get_monotonic_time() + CONNECT_SECONDS * G_USEC_PER_SEC;
  int status = 0;
  socklen_t size = sizeof status;

  self->fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (self->fd < 0)
    return errno;
  fcntl(self->fd, F_SETFL, O_NONBLOCK);
  if (connect(self->fd, address, n) == 0)
    return 0;
  status = errno;
  if (status == EINPROGRESS || status == EAGAIN) {
    struct pollfd ready = {.fd = self->fd, .events = POLLOUT};
    status = ETIMEDOUT;
    while (status == ETIMEDOUT && g_get_monotonic_time() < end &&
           !is_over(self))
      if (poll(&ready, 1, WAIT_MSEC) > 0)
        getsockopt(self->fd, SOL_SOCKET, SO_ERROR, &status, &size);
  }
  if (status != 0) {
    close(self->fd);
    self->fd = -1;
  }
  return status;
}

static bool
open_connection(ToolCpProfiler *self, GError **error)
{
  const struct sockaddr_in address = {.sin_family = AF_INET,
                                      .sin_port = htons(self->port),
                                      .sin_addr.s_addr =
                                          htonl(INADDR_LOOPBACK)};
  const struct sockaddr_in6 address6 = {.sin6_family = AF_INET6,
                                        .sin6_port = htons(self->port),
                                        .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  int why =
      try_connect(self, (const struct sockaddr *)&address, sizeof address);

  if (why == ECONNREFUSED &&
      try_connect(self, (const struct sockaddr *)&address6, sizeof address6) ==
          0)
    why = 0;
  if (why == 0 || is_over(self))
    return true; /* or there is no time for a search either */
  g_set_error(error, CSP_ERROR, CSP_ERROR_IO,
              why == ECONNREFUSED
                  ? "no CP-Profiler listens on port %u of this machine"
                  : "no CP-Profiler answers on port %u of this machine",
              self->port);
  return false;
}

/* Messages ------------------------------------------------------------------ */

static void
put_byte(ToolCpProfiler *self, guint8 byte)
{
  g_byte_array_append(self->buffer, &byte, 1);
}

static void
put_int(ToolCpProfiler *self, gint32 value)
{
  guint32 bytes = GUINT32_TO_BE((guint32)value);

  g_byte_array_append(self->buffer, (const guint8 *)&bytes, sizeof bytes);
}

static void
put_text(ToolCpProfiler *self, guint8 field, const char *text)
{
  gsize n = strlen(text);

  put_byte(self, field);
  put_int(self, (gint32)n);
  g_byte_array_append(self->buffer, (const guint8 *)text, (guint)n);
}

static void
begin_message(ToolCpProfiler *self, guint8 type)
{
  self->message_start = self->buffer->len;
  g_byte_array_append(self->buffer, (const guint8[4]){0}, 4);
  put_byte(self, type);
}

static void
end_message(ToolCpProfiler *self)
{
  guint32 size = self->buffer->len - (guint32)self->message_start - 4;

  size = GUINT32_TO_LE(size);
  memcpy(self->buffer->data + self->message_start, &size, sizeof size);
  if (self->buffer->len >= BUFFER_BYTES ||
      g_get_monotonic_time() - self->last_flush > FLUSH_USEC)
    flush_buffer(self);
}

static void
put_start(ToolCpProfiler *self)
{
  g_autoptr(GString) info = g_string_new("{\"name\": ");

  csp_json_append_string(info, self->name);
  g_string_append_printf(
      info, ", \"execution_id\": %d, \"has_restarts\": %s}", self->execution,
      csp_solver_has_restarts(self->solver) ? "true" : "false");
  begin_message(self, MESSAGE_START);
  put_byte(self, FIELD_VERSION);
  put_int(self, PROTOCOL_VERSION);
  put_text(self, FIELD_INFO, info->str);
  end_message(self);
  self->is_started = true;
}

static void
put_restart(ToolCpProfiler *self)
{
  char info[64];

  g_snprintf(info, sizeof info, "{\"restart_id\": %d}", self->n_restarts);
  begin_message(self, MESSAGE_RESTART);
  put_text(self, FIELD_INFO, info);
  end_message(self);
}

/* The node's number; parent -1: it is the root. */
static gint32
put_node(ToolCpProfiler *self,
         gint32 parent,
         gint32 place,
         guint32 n_children,
         Status status,
         const char *label)
{
  if (self->n_nodes == MAX_NODES) {
    drop(self, "there are more nodes than the profiler can number");
    return 0;
  }
  gint32 number = self->n_nodes++;

  begin_message(self, MESSAGE_NODE);
  put_int(self, number);
  put_int(self, self->n_restarts);
  put_int(self, 0);
  put_int(self, parent);
  put_int(self, parent < 0 ? -1 : self->n_restarts);
  put_int(self, parent < 0 ? -1 : 0);
  put_int(self, place);
  put_int(self, (gint32)n_children);
  put_byte(self, status);
  if (label != NULL)
    put_text(self, FIELD_LABEL, label);
  end_message(self);
  return number;
}

/* The tree ------------------------------------------------------------------ */

static const char *
name_of(ToolCpProfiler *self, CspVar var)
{
  if (self->names[var] == NULL)
    self->names[var] = csp_model_dup_var_name(self->model, var);
  return self->names[var];
}

static char *
dup_label(ToolCpProfiler *self, const CspNodeEvent *event)
{
  static const char *const signs[] = {
      [CSP_RELATION_EQ] = "=", [CSP_RELATION_NE] = "!=",
      [CSP_RELATION_LT] = "<", [CSP_RELATION_LE] = "<=",
      [CSP_RELATION_GT] = ">", [CSP_RELATION_GE] = ">=",
  };

  if (event->var == CSP_NONE)
    return NULL;
  return g_strdup_printf("%s%s%d", name_of(self, event->var),
                         signs[event->relation], event->value);
}

static Open *
top(ToolCpProfiler *self)
{
  return self->path->len > 0
             ? &g_array_index(self->path, Open, self->path->len - 1)
             : NULL;
}

static void
clear_waiting(ToolCpProfiler *self)
{
  g_clear_pointer(&self->waiting.label, g_free);
  self->waiting.is_there = false;
}

static gint32
tell_waiting(ToolCpProfiler *self, Status status, guint32 n_children)
{
  const Waiting *waiting = &self->waiting;

  gint32 number = put_node(self, waiting->parent, waiting->place, n_children,
                           status, waiting->label);
  clear_waiting(self);
  return number;
}

/* The search has left the node on top for good. */
static void
leave(ToolCpProfiler *self)
{
  Open node = *top(self);

  g_array_set_size(self->path, self->path->len - 1);
  for (guint32 place = node.n_told; place < node.n_children && self->fd >= 0;
       place++)
    put_node(self, node.number, (gint32)place, 0, STATUS_SKIPPED, NULL);
}

/* Brings the parent of a node to the top, told as it is. */
static void
go_to_parent(ToolCpProfiler *self, const CspNodeEvent *event)
{
  if (self->waiting.is_there && self->waiting.id == event->parent) {
    guint32 n = MAX(event->n_siblings, event->child + 1);
    Open node = {.id = event->parent, .n_children = n};
    node.number = tell_waiting(self, STATUS_BRANCH, n);
    g_array_append_val(self->path, node);
    return;
  }
  if (self->waiting.is_there)
    tell_waiting(self, STATUS_SOLVED, 0);
  while (self->path->len > 1 && top(self)->id != event->parent)
    leave(self);
}

/* The tree is done. */
static void
leave_all(ToolCpProfiler *self)
{
  if (self->waiting.is_there)
    tell_waiting(self, STATUS_SOLVED, 0);
  while (self->path->len > 0)
    leave(self);
}

static void
restart(ToolCpProfiler *self)
{
  clear_waiting(self);
  g_array_set_size(self->path, 0);
  self->n_restarts++;
  put_restart(self);
}

/* A search in parts has a tree for each. */
static void
begin_tree(ToolCpProfiler *self, const CspNodeEvent *event)
{
  if (!self->is_started) {
    put_start(self);
  } else {
    leave_all(self);
    restart(self);
  }
  self->root = event->id;
  if (event->outcome == CSP_OUTCOME_FAILED)
    put_node(self, -1, -1, 0, STATUS_FAILED, NULL);
  else
    self->waiting =
        (Waiting){.is_there = true, .id = event->id, .parent = -1, .place = -1};
}

static void
on_node(const CspView *view, const CspNodeEvent *event, gpointer data)
{
  ToolCpProfiler *self = data;

  (void)view;
  if (event->parent == 0) {
    begin_tree(self, event);
    return;
  }
  go_to_parent(self, event);
  Open *parent = top(self);
  parent->n_told = event->child + 1;
  char *label = dup_label(self, event);
  if (event->outcome == CSP_OUTCOME_FAILED) {
    put_node(self, parent->number, (gint32)event->child, 0, STATUS_FAILED,
             label);
    g_free(label);
    return;
  }
  self->waiting = (Waiting){.is_there = true,
                            .id = event->id,
                            .parent = parent->number,
                            .place = (gint32)event->child,
                            .label = label};
}

static void
on_solution(const CspView *view, const CspSolution *solution, gpointer data)
{
  ToolCpProfiler *self = data;

  (void)view;
  (void)solution;
  if (!self->waiting.is_there || self->fd < 0)
    return;
  tell_waiting(self, STATUS_SOLVED, 0);
}

/* The observer is not told of the root again, which has the number it had. */
static void
on_restart(const CspView *view, guint64 n_restarts, gpointer data)
{
  ToolCpProfiler *self = data;

  (void)view;
  (void)n_restarts;
  if (self->fd < 0)
    return;
  if (self->waiting.is_there)
    tell_waiting(self, STATUS_SOLVED, 0);
  restart(self);
  self->waiting =
      (Waiting){.is_there = true, .id = self->root, .parent = -1, .place = -1};
}

static void
on_sample(const CspView *view, gpointer data)
{
  ToolCpProfiler *self = data;

  self->sample(view, self->solver);
}

/* A search ------------------------------------------------------------------ */

ToolCpProfiler *
tool_cp_profiler_new(const char *argument, GError **error)
{
  g_auto(GStrv) parts = g_strsplit(argument, ",", 3);
  gint64 id = 0, port = DEFAULT_PORT;

  if (parts[0] == NULL || (parts[1] != NULL && parts[2] != NULL) ||
      !g_ascii_string_to_signed(parts[0], 10, 0, G_MAXINT32, &id, NULL) ||
      (parts[1] != NULL &&
       !g_ascii_string_to_signed(parts[1], 10, 1, G_MAXUINT16, &port, NULL))) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION,
                "--cp-profiler=%s: expected ID,PORT, integers from 0 and from "
                "1 to 65535",
                argument);
    return NULL;
  }
  ToolCpProfiler *self = g_new0(ToolCpProfiler, 1);

  self->id = (gint32)id;
  self->port = (guint16)port;
  self->fd = -1;
  self->buffer = g_byte_array_sized_new(2 * BUFFER_BYTES);
  self->path = g_array_new(FALSE, FALSE, sizeof(Open));
  return self;
}

static void
forget_names(ToolCpProfiler *self)
{
  for (gsize i = 0; i < self->n_names; i++)
    g_free(self->names[i]);
  g_clear_pointer(&self->names, g_free);
}

void
tool_cp_profiler_free(ToolCpProfiler *self)
{
  if (self->fd >= 0)
    close(self->fd);
  forget_names(self);
  clear_waiting(self);
  g_byte_array_unref(self->buffer);
  g_array_unref(self->path);
  g_free(self->name);
  g_free(self);
}

void
tool_cp_profiler_attach(ToolCpProfiler *self,
                        CspSolver *solver,
                        CspModel *model,
                        void (*sample)(const CspView *view, gpointer solver))
{
  forget_names(self);
  self->n_names = csp_model_get_n_vars(model);
  self->names = g_new0(char *, self->n_names + 1);
  self->solver = solver;
  self->model = model;
  self->sample = sample;
  self->observer =
      (CspObserver)CSP_OBSERVER(.solution = on_solution, .restart = on_restart,
                                .sample = sample != NULL ? on_sample : NULL);
  csp_solver_set_observer(solver, &self->observer, self);
}

bool
tool_cp_profiler_open(ToolCpProfiler *self,
                      const char *name,
                      guint64 number,
                      double seconds,
                      GError **error)
{
  gint64 now = g_get_monotonic_time();

  self->deadline =
      seconds < 1e9 ? now + (gint64)(seconds * G_USEC_PER_SEC) : G_MAXINT64;
  self->last_deadline = 0;
  self->last_flush = now;
  self->trouble = NULL;
  g_free(self->name);
  self->name = g_strdup(name);
  /* 0 is for the profiler to choose. */
  self->execution =
      self->id == 0 ? 0
                    : (gint32)(((guint64)self->id + number - 1) & G_MAXINT32);
  self->is_started = false;
  self->n_restarts = self->n_nodes = 0;
  g_array_set_size(self->path, 0);
  clear_waiting(self);
  if (!open_connection(self, error))
    return false;
  self->observer.node = self->fd >= 0 ? on_node : NULL;
  return true;
}

/* A node that waits, where not all was searched, is the one at which a limit
 * ended the search. */
static void
end_tree(ToolCpProfiler *self)
{
  CspStatus status = csp_solver_get_status(self->solver);

  if (status == CSP_STATUS_COMPLETE || status == CSP_STATUS_OPTIMAL ||
      status == CSP_STATUS_UNSATISFIABLE)
    leave_all(self);
  else if (self->waiting.is_there)
    tell_waiting(self, STATUS_BRANCH, 0);
}

const char *
tool_cp_profiler_close(ToolCpProfiler *self)
{
  CspStopReason reason = csp_solver_get_stop_reason(self->solver);
  bool has_tree = self->is_started;

  if (reason != CSP_STOP_NONE && reason != CSP_STOP_TIME &&
      reason != CSP_STOP_CANCELLED)
    self->last_deadline = g_get_monotonic_time() + REST_USEC;
  if (self->fd >= 0) {
    if (!has_tree)
      put_start(self);
    end_tree(self);
  }
  if (self->fd >= 0) {
    begin_message(self, MESSAGE_DONE);
    end_message(self);
    flush_buffer(self);
  }
  if (self->fd >= 0) {
    close(self->fd);
    self->fd = -1;
    if (!has_tree)
      self->trouble = "the profiler was shown no tree: there was none";
  }
  return self->trouble;
}
