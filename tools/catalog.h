/* SPDX-License-Identifier: MIT */
/* What models and options there are, as JSON. */
#pragma once

#include "tools/tool.h"

/* describe.c: a model with its parameters, and what it states for the defaults.
 */
bool tool_describe_append_json(GString *out,
                               const CspPlugin *plugin,
                               GError **error);
/* catalog.c: "models" and "options", members of an object. */
void tool_catalog_append(GString *out);
