/* SPDX-License-Identifier: MIT */
/* What the files of the live page's server share.
 *
 * One thread, the main one, serves: it owns sessions and connections.  Each run
 * has a thread of its own; what the two share is in its mailbox. */
#pragma once

#include "tools/serve.h"

#include <libsoup/soup.h>

/* Limits, as doc/live-page.md has them. */
enum {
  SERVE_BODY_BYTES = 4 << 20,
  SERVE_MESSAGE_BYTES = 64 << 10,
  SERVE_CONNECTIONS = 256,
  SERVE_CONNECTION_SECONDS = 60, /* without a request */
};

/* serve-guard.c ------------------------------------------------------------- */

/* Answers 403 to foreign hosts and origins and 413 to large bodies, whatever
 * their path, and gives every answer its headers. */
void serve_guard(SoupServer *soup, guint16 port);
/* An answer of a line of JSON, {"error": "..."}. */
void serve_refuse(SoupServerMessage *message, guint status, const char *why);
void
serve_answer(SoupServerMessage *message, guint status, const GString *json);

/* serve-page.c -------------------------------------------------------------- */

/* Whether this build has the page. */
bool serve_has_page(void);
/* GET of a file of the page. */
void serve_page(SoupServerMessage *message, const char *path);
