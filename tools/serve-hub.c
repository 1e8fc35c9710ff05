/* SPDX-License-Identifier: MIT */
/* Sessions, their runs, and the beat that moves messages from one to the other
 * thirty times a second, and looks whether sockets behave.  It beats only while
 * there is a session or a run. */
#include "config.h"

#include "tools/serve-private.h"

#include <string.h>

enum { BEAT_MSEC = 34, STOP_USEC = 1000000 };

typedef struct {
  ServeRun *run;
  ServeSession *session;      /* NULL: none yet, or closed */
  SoupServerMessage *message; /* to be answered when it is built, or NULL */
  bool is_orphan;             /* its session was closed */
} Entry;

struct _ServeHub {
  const ServeConfig *config;
  GPtrArray *sessions; /* ServeSession, the oldest first */
  GPtrArray *entries;  /* Entry */
  guint last_number;
  guint beat; /* a source, 0: none */
};

/* Answers to POST ----------------------------------------------------------- */

static void
forget_message(gpointer data, GObject *message)
{
  ((Entry *)data)->message = NULL;
}

static void
answer(Entry *entry, ServeStage stage)
{
  SoupServerMessage *message = entry->message;
  g_autoptr(GString) json = g_string_new(NULL);

  if (message == NULL || stage == SERVE_BUILDING)
    return;
  g_object_weak_unref(G_OBJECT(message), forget_message, entry);
  entry->message = NULL;
  if (stage == SERVE_FAILED) {
    serve_refuse(message, SOUP_STATUS_BAD_REQUEST,
                 entry->run->gate.failure->message);
  } else {
    g_string_printf(json, "{\"run\": %u}\n", entry->run->number);
    serve_answer(message, SOUP_STATUS_OK, json);
  }
  soup_server_message_unpause(message);
}

static void
entry_free(gpointer data)
{
  Entry *entry = data;

  if (entry->message != NULL)
    g_object_weak_unref(G_OBJECT(entry->message), forget_message, entry);
  serve_run_free(entry->run);
  g_free(entry);
}

/* The beat ------------------------------------------------------------------ */

/* Runs of a closed session are cancelled; so is one that nobody takes. */
static void
look_after(Entry *entry)
{
  gint64 age = g_get_monotonic_time() - entry->run->begin_time;

  if (entry->session != NULL)
    serve_gate_look(&entry->run->gate);
  else if (entry->is_orphan || age > SERVE_ADOPTION_SECONDS * G_USEC_PER_SEC)
    serve_gate_cancel(&entry->run->gate);
}

static bool
is_over(Entry *entry, ServeStage stage)
{
  return stage == SERVE_FAILED ||
         (stage == SERVE_ENDED &&
          (entry->session == NULL || !serve_gate_has_mail(&entry->run->gate)));
}

static void
move_runs_on(ServeHub *self)
{
  for (guint i = self->entries->len; i > 0; i--) {
    Entry *entry = self->entries->pdata[i - 1];
    ServeStage stage = serve_gate_get_stage(&entry->run->gate);
    answer(entry, stage);
    look_after(entry);
    if (is_over(entry, stage))
      g_ptr_array_remove_index(self->entries, i - 1);
  }
}

static void
send_messages(ServeHub *self, ServeSession *session)
{
  g_autoptr(GString) out = g_string_new(NULL);

  if (!serve_session_is_ready(session))
    return;
  if (session->mail->len > 0) {
    g_string_append_len(out, session->mail->str, (gssize)session->mail->len);
    g_string_truncate(session->mail, 0);
  }
  for (guint i = 0; i < self->entries->len; i++) {
    Entry *entry = self->entries->pdata[i];
    if (entry->session == session)
      serve_gate_collect(&entry->run->gate, out);
  }
  if (out->len > 0)
    serve_session_send(session, out);
}

static void
close_session(ServeHub *self, guint index)
{
  ServeSession *session = self->sessions->pdata[index];

  for (guint i = 0; i < self->entries->len; i++) {
    Entry *entry = self->entries->pdata[i];
    if (entry->session == session) {
      entry->session = NULL;
      entry->is_orphan = true;
      serve_gate_cancel(&entry->run->gate);
    }
  }
  g_ptr_array_remove_index(self->sessions, index);
}

static gboolean
on_beat(gpointer data)
{
  ServeHub *self = data;

  for (guint i = self->sessions->len; i > 0; i--)
    if (((ServeSession *)self->sessions->pdata[i - 1])->is_closed)
      close_session(self, i - 1);
  for (guint i = 0; i < self->sessions->len; i++)
    send_messages(self, self->sessions->pdata[i]);
  move_runs_on(self);
  if (self->entries->len > 0 || self->sessions->len > 0)
    return G_SOURCE_CONTINUE;
  self->beat = 0;
  return G_SOURCE_REMOVE;
}

static void
start_beat(ServeHub *self)
{
  if (self->beat == 0)
    self->beat = g_timeout_add(BEAT_MSEC, on_beat, self);
}

/* Sessions ------------------------------------------------------------------ */

bool
serve_hub_is_full(const ServeHub *self)
{
  return self->sessions->len >= SERVE_PAGES;
}

static void
adopt(Entry *entry, ServeSession *session)
{
  entry->session = session;
  serve_gate_adopt(&entry->run->gate);
}

void
serve_hub_open(ServeHub *self,
               SoupWebsocketConnection *socket,
               GSocketConnection *connection)
{
  ServeSession *session = serve_session_new(self, socket, connection);

  g_ptr_array_add(self->sessions, session);
  for (guint i = 0; i < self->entries->len; i++) {
    Entry *entry = self->entries->pdata[i];
    if (entry->session == NULL && !entry->is_orphan)
      adopt(entry, session);
  }
  start_beat(self);
}

/* The session that was named, else the latest, or none. */
static bool
find_session(const ServeHub *self,
             const char *name,
             ServeSession **out_session,
             GError **error)
{
  guint n = self->sessions->len;

  *out_session = n > 0 && name == NULL ? self->sessions->pdata[n - 1] : NULL;
  for (guint i = 0; i < n && name != NULL; i++) {
    ServeSession *session = self->sessions->pdata[i];
    if (g_str_equal(session->name, name) && !session->is_closed)
      *out_session = session;
  }
  if (name != NULL && *out_session == NULL) {
    serve_set_error(error, "session: there is none of this name");
    return false;
  }
  return true;
}

ServeRun *
serve_hub_find_run(const ServeHub *self,
                   const ServeSession *session,
                   gint64 number)
{
  for (guint i = 0; i < self->entries->len; i++) {
    const Entry *entry = self->entries->pdata[i];
    if (entry->run->number == number && entry->session == session)
      return entry->run;
  }
  return NULL;
}

/* Runs ---------------------------------------------------------------------- */

/* A page that has cancelled a run may begin the next at once. */
static const char *
find_excess(const ServeHub *self, const ServeSession *session)
{
  guint n = 0;

  for (guint i = 0; i < self->entries->len; i++) {
    const Entry *entry = self->entries->pdata[i];
    n += entry->session == session &&
         !serve_gate_is_cancelled(&entry->run->gate);
  }
  if (self->entries->len >= SERVE_RUNS)
    return "too many runs at once; wait for one to end";
  return n >= SERVE_PAGE_RUNS ? "too many runs of one page; cancel one" : NULL;
}

void
serve_hub_post(ServeHub *self, SoupServerMessage *message)
{
  SoupMessageBody *body = soup_server_message_get_request_body(message);
  g_autoptr(GBytes) bytes = soup_message_body_flatten(body);
  g_autoptr(GError) error = NULL;
  ServeSession *session;
  gsize n;
  const char *text = g_bytes_get_data(bytes, &n);
  g_autoptr(ServeRequest) request =
      serve_request_parse(self->config, text != NULL ? text : "", n, &error);

  if (request == NULL ||
      !find_session(self, request->session, &session, &error)) {
    serve_refuse(message, SOUP_STATUS_BAD_REQUEST, error->message);
    return;
  }
  const char *excess = find_excess(self, session);
  if (excess != NULL) {
    serve_refuse(message, 429, excess);
    return;
  }
  Entry *entry = g_new0(Entry, 1);
  entry->run = serve_run_new(++self->last_number, g_steal_pointer(&request));
  entry->message = message;
  g_object_weak_ref(G_OBJECT(message), forget_message, entry);
  soup_server_message_pause(message);
  g_ptr_array_add(self->entries, entry);
  if (session != NULL)
    adopt(entry, session);
  start_beat(self);
}

/* From beginning to end ----------------------------------------------------- */

static bool
has_ended(const ServeHub *self)
{
  for (guint i = 0; i < self->entries->len; i++) {
    Entry *entry = self->entries->pdata[i];
    ServeStage stage = serve_gate_get_stage(&entry->run->gate);
    if (stage != SERVE_FAILED && stage != SERVE_ENDED)
      return false;
  }
  return true;
}

/* All are cancelled before one is waited for. */
bool
serve_hub_stop(ServeHub *self)
{
  gint64 end = g_get_monotonic_time() + STOP_USEC;

  for (guint i = 0; i < self->entries->len; i++)
    serve_gate_cancel(&((Entry *)self->entries->pdata[i])->run->gate);
  while (!has_ended(self)) {
    if (g_get_monotonic_time() > end)
      return false;
    g_usleep(STOP_USEC / 100);
  }
  return true;
}

static void
session_free(gpointer data)
{
  serve_session_free(data);
}

ServeHub *
serve_hub_new(const ServeConfig *config)
{
  ServeHub *self = g_new0(ServeHub, 1);

  self->config = config;
  self->sessions = g_ptr_array_new_with_free_func(session_free);
  self->entries = g_ptr_array_new_with_free_func(entry_free);
  return self;
}

void
serve_hub_free(ServeHub *self)
{
  g_ptr_array_unref(self->entries);
  g_ptr_array_unref(self->sessions);
  if (self->beat != 0)
    g_source_remove(self->beat);
  g_free(self);
}
