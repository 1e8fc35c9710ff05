/* SPDX-License-Identifier: MIT */
/* A page's socket: commands that come, and messages that go.
 *
 * libsoup queues what it is given without a limit and tells nobody, so the
 * kernel is asked what the page's side has got: messages are sent when that is
 * most of those before.  What a page sends is limited by message and by beat. */
#include "config.h"

#include "tools/serve-private.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

/* With heads, and pings between messages. */
#define ALLOWED_BYTES (2 * SERVE_MESSAGE_BYTES)

enum {
  MAIL_BYTES = 64 << 10,   /* of no run, that a page may leave unread */
  AHEAD_BYTES = 256 << 10, /* sent, and not there yet */
  HEARD = 1000,            /* messages between two beats */
};

/* Commands ------------------------------------------------------------------ */

static bool
read_count(const CspJson *json, gint most, gint *out_n, GError **error)
{
  CspJsonValue value = csp_json_get_member(json, CSP_JSON_ROOT, "steps");
  gint64 n = 1;

  if (value != CSP_NONE &&
      (csp_json_get_kind(json, value) != CSP_JSON_INTEGER ||
       !csp_json_get_int(json, value, &n) || n < 1 || n > most)) {
    serve_set_error(error, "steps: expected an integer from 1 to %d", most);
    return false;
  }
  *out_n = (gint)n;
  return true;
}

static bool
order(ServeRun *run, const CspJson *json, gint direction, GError **error)
{
  gint n;

  if (!read_count(json, SERVE_ORDER_STEPS, &n, error))
    return false;
  serve_gate_order(&run->gate, direction * n);
  return true;
}

static bool
set_speed(ServeRun *run, const CspJson *json, GError **error)
{
  CspJsonValue value = csp_json_get_member(json, CSP_JSON_ROOT, "speed");
  double speed;

  if (!serve_read_speed(json, value, &speed, error))
    return false;
  serve_gate_go(&run->gate, speed);
  return true;
}

static bool
obey(ServeRun *run, const char *command, const CspJson *json, GError **error)
{
  if (g_str_equal(command, "step"))
    return order(run, json, 1, error);
  if (g_str_equal(command, "back"))
    return order(run, json, -1, error);
  if (g_str_equal(command, "speed"))
    return set_speed(run, json, error);
  if (g_str_equal(command, "pause"))
    serve_gate_pause(&run->gate);
  else if (g_str_equal(command, "resume"))
    serve_gate_go(&run->gate, -1);
  else if (g_str_equal(command, "cancel"))
    serve_gate_cancel(&run->gate);
  else {
    serve_set_error(error,
                    "command: expected pause, step, back, speed, resume or "
                    "cancel");
    return false;
  }
  return true;
}

static ServeRun *
read_run(const ServeSession *self, const CspJson *json, GError **error)
{
  CspJsonValue value = csp_json_get_member(json, CSP_JSON_ROOT, "run");
  gint64 number;

  if (value == CSP_NONE || csp_json_get_kind(json, value) != CSP_JSON_INTEGER ||
      !csp_json_get_int(json, value, &number)) {
    serve_set_error(error, "run: expected the number of a run");
    return NULL;
  }
  ServeRun *run = serve_hub_find_run(self->hub, self, number);
  if (run == NULL)
    serve_set_error(error, "there is no run %" G_GINT64_FORMAT, number);
  return run;
}

static bool
take_command(ServeSession *self, const char *text, gsize n, GError **error)
{
  g_autoptr(CspJson) json = csp_json_parse(text, (gssize)n, error);

  if (json == NULL)
    return false;
  if (csp_json_get_kind(json, CSP_JSON_ROOT) != CSP_JSON_OBJECT) {
    serve_set_error(error, "expected an object");
    return false;
  }
  CspJsonValue value = csp_json_get_member(json, CSP_JSON_ROOT, "command");
  if (value == CSP_NONE || csp_json_get_kind(json, value) != CSP_JSON_STRING) {
    serve_set_error(error, "command: expected a string");
    return false;
  }
  ServeRun *run = read_run(self, json, error);
  return run != NULL && obey(run, csp_json_get_text(json, value), json, error);
}

/* The socket ---------------------------------------------------------------- */

/* At the next beat. */
static void
close_now(ServeSession *self)
{
  self->is_closed = true;
}

static void
on_message(SoupWebsocketConnection *socket,
           gint type,
           GBytes *bytes,
           gpointer data)
{
  ServeSession *self = data;
  g_autoptr(GError) error = NULL;
  gsize n;
  const char *text = g_bytes_get_data(bytes, &n);

  serve_meter_allow(self->meter, ALLOWED_BYTES);
  if (++self->n_heard > HEARD)
    serve_meter_allow(self->meter, 0);
  if (type != SOUP_WEBSOCKET_DATA_TEXT) {
    soup_websocket_connection_close(
        socket, SOUP_WEBSOCKET_CLOSE_UNSUPPORTED_DATA, NULL);
    return;
  }
  if (take_command(self, text, n, &error))
    return;
  serve_append_error(self->mail, error->message);
  if (self->mail->len > MAIL_BYTES)
    close_now(self);
}

static void
on_closed(SoupWebsocketConnection *socket, gpointer data)
{
  close_now(data);
}

/* Bytes that the page's side has. */
static guint64
count_acknowledged(const ServeSession *self)
{
  GSocket *socket = g_socket_connection_get_socket(self->connection);
  struct tcp_info info = {0};
  socklen_t length = sizeof info;

  getsockopt(g_socket_get_fd(socket), IPPROTO_TCP, TCP_INFO, &info, &length);
  return info.tcpi_bytes_acked;
}

/* A socket that is being closed is not waited for longer than another. */
bool
serve_session_is_ready(ServeSession *self)
{
  guint64 n_acknowledged = count_acknowledged(self);
  gint64 now = g_get_monotonic_time();
  bool is_open = soup_websocket_connection_get_state(self->socket) ==
                 SOUP_WEBSOCKET_STATE_OPEN;

  self->n_heard = 0;
  if (is_open && self->n_sent < n_acknowledged + AHEAD_BYTES) {
    self->stalled_since = 0;
    return !self->is_closed;
  }
  if (self->stalled_since == 0)
    self->stalled_since = now;
  if (now - self->stalled_since > SERVE_STALLED_SECONDS * G_USEC_PER_SEC)
    close_now(self);
  return false;
}

void
serve_session_send(ServeSession *self, const GString *messages)
{
  g_autofree char *array = g_strdup_printf("[%s]", messages->str);

  self->n_sent += messages->len;
  soup_websocket_connection_send_text(self->socket, array);
}

ServeSession *
serve_session_new(ServeHub *hub,
                  SoupWebsocketConnection *socket,
                  GSocketConnection *connection)
{
  ServeSession *self = g_new0(ServeSession, 1);

  self->hub = hub;
  self->name = g_uuid_string_random();
  self->socket = g_object_ref(socket);
  self->connection = g_object_ref(connection);
  self->meter = g_object_ref(serve_meter_of(connection));
  serve_meter_allow(self->meter, ALLOWED_BYTES);
  self->mail = g_string_new(NULL);
  serve_append_hello(self->mail, self->name);
  soup_websocket_connection_set_max_incoming_payload_size(socket,
                                                          SERVE_MESSAGE_BYTES);
  g_signal_connect(socket, "message", G_CALLBACK(on_message), self);
  g_signal_connect(socket, "closed", G_CALLBACK(on_closed), self);
  return self;
}

void
serve_session_free(ServeSession *self)
{
  g_signal_handlers_disconnect_by_data(self->socket, self);
  g_socket_shutdown(g_socket_connection_get_socket(self->connection), TRUE,
                    TRUE, NULL);
  g_object_unref(self->socket);
  g_object_unref(self->connection);
  g_object_unref(self->meter);
  g_string_free(self->mail, TRUE);
  g_free(self->name);
  g_free(self);
}
