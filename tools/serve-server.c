/* SPDX-License-Identifier: MIT */
/* The server of the live page: listening, connections and paths.
 *
 * Connections are accepted here and handed to libsoup, so that they can be
 * counted: where there are too many, the oldest that is no WebSocket gives way.
 * So clients that connect and say nothing cannot keep others out. */
#include "config.h"

#include "tools/serve-private.h"

#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <libcsp/csp.h>

#define EVENTS "/api/events"

typedef struct {
  GMainLoop *loop;
  GSocketService *service;
  SoupServer *soup;
  guint16 port;
  ServeHub *hub;
  GString *catalog;   /* the answer of /api/models */
  GQueue connections; /* weak: GSocketConnection, the oldest first */
} Server;

/* Connections --------------------------------------------------------------- */

static void
on_connection_gone(gpointer data, GObject *connection)
{
  g_queue_remove(&((Server *)data)->connections, connection);
}

static void
forget(Server *self, GSocketConnection *connection)
{
  g_object_weak_unref(G_OBJECT(connection), on_connection_gone, self);
  g_queue_remove(&self->connections, connection);
}

static void
close_oldest(Server *self)
{
  GSocketConnection *oldest = g_queue_peek_head(&self->connections);

  forget(self, oldest);
  g_socket_shutdown(g_socket_connection_get_socket(oldest), TRUE, TRUE, NULL);
}

static gboolean
on_incoming(GSocketService *service,
            GSocketConnection *connection,
            GObject *source,
            gpointer data)
{
  Server *self = data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GIOStream) stream = serve_meter_wrap(connection);
  g_autoptr(GSocketAddress) local =
      g_socket_connection_get_local_address(connection, NULL);
  g_autoptr(GSocketAddress) remote =
      g_socket_connection_get_remote_address(connection, NULL);

  if (local == NULL || remote == NULL)
    return TRUE;
  if (self->connections.length >= SERVE_CONNECTIONS)
    close_oldest(self);
  g_socket_set_timeout(g_socket_connection_get_socket(connection),
                       SERVE_CONNECTION_SECONDS);
  /* Known before libsoup has it, which may read and answer at once. */
  g_queue_push_tail(&self->connections, connection);
  g_object_weak_ref(G_OBJECT(connection), on_connection_gone, self);
  soup_server_accept_iostream(self->soup, stream, local, remote, &error);
  return TRUE;
}

static bool
listen_at(Server *self, guint16 port, GError **error)
{
  g_autoptr(GInetAddress) loopback =
      g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
  g_autoptr(GSocketAddress) wanted = g_inet_socket_address_new(loopback, port);
  g_autoptr(GSocketAddress) address = NULL;

  self->service = g_socket_service_new();
  g_socket_listener_set_backlog(G_SOCKET_LISTENER(self->service),
                                SERVE_CONNECTIONS);
  if (!g_socket_listener_add_address(
          G_SOCKET_LISTENER(self->service), wanted, G_SOCKET_TYPE_STREAM,
          G_SOCKET_PROTOCOL_TCP, NULL, &address, error)) {
    g_prefix_error(error, "port %u: ", port);
    return false;
  }
  self->port = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(address));
  g_signal_connect(self->service, "incoming", G_CALLBACK(on_incoming), self);
  return true;
}

/* Paths --------------------------------------------------------------------- */

static bool
refuse_method(SoupServerMessage *message, const char *allowed, const char *why)
{
  soup_message_headers_replace(
      soup_server_message_get_response_headers(message), "Allow", allowed);
  serve_refuse(message, SOUP_STATUS_METHOD_NOT_ALLOWED, why);
  return false;
}

/* To HEAD libsoup answers what it would to GET, without the body. */
static bool
is_get(SoupServerMessage *message)
{
  const char *method = soup_server_message_get_method(message);

  return g_str_equal(method, "GET") || g_str_equal(method, "HEAD") ||
         refuse_method(message, "GET, HEAD", "expected GET");
}

static bool
is_post(SoupServerMessage *message)
{
  return g_str_equal(soup_server_message_get_method(message), "POST") ||
         refuse_method(message, "POST", "expected POST");
}

static void
on_request(SoupServer *soup,
           SoupServerMessage *message,
           const char *path,
           GHashTable *query,
           gpointer data)
{
  Server *self = data;

  if (g_str_equal(path, "/api/models")) {
    if (is_get(message))
      serve_answer(message, SOUP_STATUS_OK, self->catalog);
  } else if (g_str_equal(path, "/api/run")) {
    if (is_post(message))
      serve_hub_post(self->hub, message);
  } else if (is_get(message)) {
    serve_page(message, path);
  }
}

/* Sockets ------------------------------------------------------------------- */

static bool
comes_from(GSocketConnection *connection, GSocketAddress *address)
{
  g_autoptr(GSocketAddress) remote =
      g_socket_connection_get_remote_address(connection, NULL);
  GInetSocketAddress *theirs = G_INET_SOCKET_ADDRESS(address);

  return remote != NULL &&
         g_inet_socket_address_get_port(theirs) ==
             g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(remote));
}

/* All come from one address, so ports tell connections apart.  NULL: it had to
 * give way. */
static GSocketConnection *
find_connection(Server *self, SoupServerMessage *message)
{
  GSocketAddress *address = soup_server_message_get_remote_address(message);

  for (GList *link = self->connections.head; link != NULL; link = link->next)
    if (comes_from(link->data, address))
      return link->data;
  return NULL;
}

/* Before the handshake, and before the guard, which may refuse it yet.  The
 * socket may be silent for long; libsoup waits for it from the handshake on. */
static void
on_events(SoupServer *soup,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer data)
{
  Server *self = data;
  GSocketConnection *connection = find_connection(self, message);

  if (!g_str_equal(path, EVENTS))
    serve_refuse(message, SOUP_STATUS_NOT_FOUND, "there is no such page");
  else if (is_get(message) && serve_hub_is_full(self->hub))
    serve_refuse(message, SOUP_STATUS_SERVICE_UNAVAILABLE,
                 "too many pages at once");
  else if (connection != NULL && soup_websocket_server_check_handshake(
                                     message, NULL, NULL, NULL, NULL))
    g_socket_set_timeout(g_socket_connection_get_socket(connection), 0);
}

static void
on_socket(SoupServer *soup,
          SoupServerMessage *message,
          const char *path,
          SoupWebsocketConnection *socket,
          gpointer data)
{
  Server *self = data;
  GSocketConnection *connection = find_connection(self, message);

  if (connection == NULL)
    return;
  forget(self, connection);
  g_socket_set_keepalive(g_socket_connection_get_socket(connection), TRUE);
  serve_hub_open(self->hub, socket, connection);
}

static void
make_catalog(Server *self, const ServeConfig *config)
{
  static const struct {
    const char *name;
    int number;
  } limits[] = {{"body_bytes", SERVE_BODY_BYTES},
                {"message_bytes", SERVE_MESSAGE_BYTES},
                {"runs", SERVE_RUNS},
                {"page_runs", SERVE_PAGE_RUNS},
                {"pages", SERVE_PAGES},
                {"run_seconds", SERVE_RUN_SECONDS},
                {"memory_mib", SERVE_MEMORY_MIB},
                {"speed", SERVE_SPEED},
                {"domain_variables", SERVE_DOMAINS}};

  self->catalog = g_string_new("{\"version\": ");
  csp_json_append_string(self->catalog, csp_get_version());
  g_string_append_printf(self->catalog, ",\n%s,\n\"limits\": {",
                         config->catalog);
  for (size_t i = 0; i < G_N_ELEMENTS(limits); i++)
    g_string_append_printf(self->catalog, "%s\"%s\": %d", i > 0 ? ", " : "",
                           limits[i].name, limits[i].number);
  g_string_append(self->catalog, "}}\n");
}

/* From beginning to end ----------------------------------------------------- */

static gboolean
on_signal(gpointer data)
{
  g_main_loop_quit(((Server *)data)->loop);
  return G_SOURCE_REMOVE;
}

/* By the desktop's own settings, or where it has none by what xdg-open finds. */
static bool
open_browser(char *address, GError **error)
{
  char program[] = "xdg-open", *argv[] = {program, address, NULL};

  return g_app_info_launch_default_for_uri(address, NULL, NULL) ||
         g_spawn_async(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                       error);
}

static void
tell_address(const Server *self, bool is_opened)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *address =
      g_strdup_printf("http://127.0.0.1:%u/", self->port);

  printf("%s\n", address);
  fflush(stdout);
  if (is_opened && !open_browser(address, &error))
    fprintf(stderr, "csp: no browser could be opened: %s\n", error->message);
  if (!serve_has_page())
    fprintf(stderr,
            "csp: the page was left out of this build, for want of "
            "chart.js 3 or d3; there is %sapi/models\n",
            address);
}

static void
server_clear(Server *self)
{
  if (self->service != NULL) {
    g_socket_service_stop(self->service);
    g_socket_listener_close(G_SOCKET_LISTENER(self->service));
  }
  serve_hub_free(self->hub);
  soup_server_disconnect(self->soup);
  while (self->connections.length > 0)
    close_oldest(self);
  g_clear_object(&self->service);
  g_clear_object(&self->soup);
  g_clear_pointer(&self->loop, g_main_loop_unref);
  g_string_free(self->catalog, TRUE);
}

bool
csp_serve(const ServeConfig *config, GError **error)
{
  Server self = {.loop = g_main_loop_new(NULL, FALSE),
                 .soup = soup_server_new("server-header", "csp", NULL)};
  bool is_listening = listen_at(&self, config->port, error);

  make_catalog(&self, config);
  self.hub = serve_hub_new(config);
  if (is_listening) {
    guint signals[] = {g_unix_signal_add(SIGINT, on_signal, &self),
                       g_unix_signal_add(SIGTERM, on_signal, &self)};
    serve_guard(self.soup, self.port);
    soup_server_remove_websocket_extension(
        self.soup, SOUP_TYPE_WEBSOCKET_EXTENSION_DEFLATE);
    soup_server_add_handler(self.soup, NULL, on_request, &self, NULL);
    soup_server_add_early_handler(self.soup, EVENTS, on_events, &self, NULL);
    soup_server_add_websocket_handler(self.soup, EVENTS, NULL, NULL, on_socket,
                                      &self, NULL);
    tell_address(&self, config->is_opened);
    g_main_loop_run(self.loop);
    for (size_t i = 0; i < G_N_ELEMENTS(signals); i++)
      if (g_main_context_find_source_by_id(NULL, signals[i]) != NULL)
        g_source_remove(signals[i]);
    /* Not all that reads and builds can be stopped; the process can. */
    if (!serve_hub_stop(self.hub))
      _exit(EXIT_SUCCESS);
  }
  server_clear(&self);
  return is_listening;
}
