/* SPDX-License-Identifier: MIT */
/* What is said on standard error: one line a message, whatever the text. */
#include "config.h"

#include "tools/tool.h"

#include <stdarg.h>
#include <stdio.h>

void
tool_make_line(char *text)
{
  for (char *p = text; *p != '\0'; p++)
    if ((guchar)*p < 0x20 || *p == 0x7f)
      *p = *p == '\n' || *p == '\t' ? ' ' : '?';
}

static void
say(const char *format, va_list args)
{
  g_autofree char *text = g_strdup_vprintf(format, args);

  tool_make_line(text);
  tool_progress_clear();
  fprintf(stderr, "csp: %s\n", text);
}

void
tool_message(const char *format, ...)
{
  va_list args;

  va_start(args, format);
  say(format, args);
  va_end(args);
}

ToolExit
tool_usage_error(const char *format, ...)
{
  va_list args;

  va_start(args, format);
  say(format, args);
  va_end(args);
  return TOOL_USAGE;
}

static ToolExit
exit_of(const GError *error)
{
  if (error->domain != CSP_ERROR)
    return TOOL_BAD_FILE; /* of GLib: a file */
  switch ((CspError)error->code) {
  case CSP_ERROR_OPTION:
  case CSP_ERROR_NOT_FOUND:
    return TOOL_USAGE;
  case CSP_ERROR_MEMORY:
    return TOOL_LIMIT;
  case CSP_ERROR_PARSE:
  case CSP_ERROR_IO:
  case CSP_ERROR_PLUGIN:
  case CSP_ERROR_RANGE:
    return TOOL_BAD_FILE;
  case CSP_ERROR_INVALID:
  case CSP_ERROR_SEALED:
  case CSP_ERROR_VIOLATED:
  case CSP_ERROR_SYMMETRY:
  case CSP_ERROR_INTERNAL:
    break;
  }
  return TOOL_INTERNAL;
}

ToolExit
tool_report(const GError *error)
{
  ToolExit status = exit_of(error);

  tool_message("%s%s", status == TOOL_INTERNAL ? "internal error: " : "",
               error->message);
  return status;
}

char *
tool_suggest(const char *name, const char *const *names, size_t n_names)
{
  const char *nearest = csp_nearest_name(name, names, n_names);

  return nearest != NULL ? g_strdup_printf("; did you mean '%s'?", nearest)
                         : g_strdup("");
}
