/* SPDX-License-Identifier: MIT */
/* Whether a model may be built, by the memory it would take. */
#pragma once

#include <stdbool.h>
#include <libcsp/csp-plugin.h>

/* limit in bytes, 0: what the machine has.  False, with CSP_ERROR_MEMORY: the
 * plugin estimates more. */
bool tool_memory_allows(const CspPlugin *plugin,
                        const CspParams *params,
                        gpointer instance,
                        guint64 limit,
                        GError **error);
