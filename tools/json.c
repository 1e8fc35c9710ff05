/* SPDX-License-Identifier: MIT */
/* JSON as the command writes it. */
#include "config.h"

#include "tools/json.h"

#include <libcsp/csp-json.h>

void
tool_json_append_member(GString *out, const char *name, const char *text)
{
  g_string_append_printf(out, ", \"%s\": ", name);
  if (text != NULL)
    csp_json_append_string(out, text);
  else
    g_string_append(out, "null");
}
