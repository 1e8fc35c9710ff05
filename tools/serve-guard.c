/* SPDX-License-Identifier: MIT */
/* Who may ask, how much, and what the browser may do with the answer.
 *
 * The server is on the loopback address, but a browser lets any page send
 * requests there: under its own Origin, or by a name of its own that it makes
 * lead there, which is then the Host.  So both have to be ours.  This is tested
 * when the headers are read, before any handler is looked for, WebSockets
 * included. */
#include "config.h"

#include "tools/serve-private.h"

#include <string.h>
#include <libcsp/csp-io.h>

/* In place of an earlier answer. */
void
serve_answer(SoupServerMessage *message, guint status, const GString *json)
{
  soup_server_message_set_status(message, status, NULL);
  soup_message_body_truncate(soup_server_message_get_response_body(message));
  soup_server_message_set_response(message, "application/json",
                                   SOUP_MEMORY_COPY, json->str, json->len);
}

void
serve_refuse(SoupServerMessage *message, guint status, const char *why)
{
  g_autoptr(GString) json = g_string_new("{\"error\": ");

  csp_json_append_string(json, why);
  g_string_append(json, "}\n");
  serve_answer(message, status, json);
}

/* "localhost", "127.0.0.1:8080" */
static bool
is_our_host(const char *host, guint16 port)
{
  static const char *const names[] = {"localhost", "127.0.0.1"};

  for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *with_port = g_strdup_printf("%s:%u", names[i], port);
    if (g_ascii_strcasecmp(host, names[i]) == 0 ||
        g_ascii_strcasecmp(host, with_port) == 0)
      return true;
  }
  return false;
}

/* More than one header of a name comes joined by commas, and is no host. */
static bool
is_ours(SoupMessageHeaders *headers, guint16 port)
{
  const char *host = soup_message_headers_get_list(headers, "Host");
  const char *origin = soup_message_headers_get_list(headers, "Origin");

  if (host == NULL || !is_our_host(host, port))
    return false;
  return origin == NULL || (g_str_has_prefix(origin, "http://") &&
                            g_ascii_strcasecmp(origin + 7, host) == 0);
}

/* Nothing from elsewhere: no request, no frame, no script but the page's. */
static void
add_headers(SoupMessageHeaders *headers, guint16 port)
{
  g_autofree char *policy = g_strdup_printf(
      "default-src 'none'; script-src 'self'; style-src 'self'; "
      "img-src 'self' data: blob:; font-src 'self'; connect-src 'self' "
      "ws://127.0.0.1:%u ws://localhost:%u; base-uri 'none'; "
      "form-action 'none'; frame-ancestors 'none'",
      port, port);

  soup_message_headers_replace(headers, "Content-Security-Policy", policy);
  soup_message_headers_replace(headers, "X-Content-Type-Options", "nosniff");
  soup_message_headers_replace(headers, "X-Frame-Options", "DENY");
  soup_message_headers_replace(headers, "Referrer-Policy", "no-referrer");
  soup_message_headers_replace(headers, "Cross-Origin-Resource-Policy",
                               "same-origin");
  soup_message_headers_replace(headers, "Cross-Origin-Opener-Policy",
                               "same-origin");
  soup_message_headers_replace(headers, "Cache-Control", "no-store");
}

/* A body that is not kept is read and forgotten, so that the answer arrives. */
static void
refuse_body(SoupServerMessage *message)
{
  g_autofree char *why =
      g_strdup_printf("a request has at most %d bytes", SERVE_BODY_BYTES);

  soup_message_body_set_accumulate(
      soup_server_message_get_request_body(message), FALSE);
  serve_refuse(message, SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE, why);
}

static void
on_got_headers(SoupServerMessage *message, gpointer data)
{
  SoupMessageHeaders *headers =
      soup_server_message_get_request_headers(message);
  guint16 port = (guint16)GPOINTER_TO_UINT(data);

  add_headers(soup_server_message_get_response_headers(message), port);
  if (!is_ours(headers, port)) {
    soup_message_body_set_accumulate(
        soup_server_message_get_request_body(message), FALSE);
    serve_refuse(message, SOUP_STATUS_FORBIDDEN,
                 "only the page that this server serves may ask it");
  } else if (soup_message_headers_get_content_length(headers) >
             SERVE_BODY_BYTES) {
    refuse_body(message);
  }
}

/* Where the length is not told, chunks are counted. */
static void
on_got_chunk(SoupServerMessage *message, GBytes *chunk, gpointer data)
{
  SoupMessageBody *body = soup_server_message_get_request_body(message);

  if (soup_server_message_get_status(message) == 0 &&
      body->length > SERVE_BODY_BYTES) {
    refuse_body(message);
    soup_message_body_truncate(body);
  }
}

static void
on_request_started(SoupServer *soup, SoupServerMessage *message, gpointer data)
{
  g_signal_connect(message, "got-headers", G_CALLBACK(on_got_headers), data);
  g_signal_connect(message, "got-chunk", G_CALLBACK(on_got_chunk), NULL);
}

void
serve_guard(SoupServer *soup, guint16 port)
{
  g_signal_connect(soup, "request-started", G_CALLBACK(on_request_started),
                   GUINT_TO_POINTER(port));
}
