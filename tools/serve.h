/* SPDX-License-Identifier: MIT */
/* The live page: what the command gives the module that serves it, which is
 * loaded when it is asked for, as libsoup and what it needs are. */
#pragma once

#include <gmodule.h>
#include <stdbool.h>
#include <libcsp/csp-plugin.h>

typedef struct {
  guint16 port;        /* 0: any that is free */
  bool is_opened;      /* in the browser */
  const char *catalog; /* "models" and "options", members of a JSON object */
  const CspPlugin *const *readers; /* besides plugins; NULL-terminated */
  /* Remarks of a reader on an instance that is built. */
  const gchar *const *(*get_warnings)(const CspPlugin *plugin,
                                      gpointer instance,
                                      gsize *out_n);
} ServeConfig;

/* Serves until SIGINT or SIGTERM; false: it cannot be served. */
G_MODULE_EXPORT bool csp_serve(const ServeConfig *config, GError **error);
