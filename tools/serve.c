/* SPDX-License-Identifier: MIT */
/* csp serve: reads the command line, and loads the module that does the rest. */
#include "config.h"

#include "tools/serve.h"

#include "tools/catalog.h"
#include "tools/flatzinc.h"
#include "tools/module.h"

enum { DEFAULT_PORT = 8080 };

static ToolExit
read_port(const ToolCommandLine *line, guint16 *out_port)
{
  const char *text = line->text[TOOL_OPTION_PORT];
  guint64 port = DEFAULT_PORT;

  if (text != NULL &&
      !g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT16, &port, NULL))
    return tool_usage_error("--port=%s: expected an integer from 0 to %d", text,
                            G_MAXUINT16);
  *out_port = (guint16)port;
  return TOOL_ANSWERED;
}

static ToolExit
serve(ServeConfig *config)
{
  const CspPlugin *const readers[] = {tool_flatzinc_get(), NULL};
  g_autoptr(GString) catalog = g_string_new(NULL);
  g_autoptr(GError) error = NULL;
  bool (*run)(const ServeConfig *config, GError **error);

  *(gpointer *)&run =
      tool_module_find("serve", "csp_serve", "there is no live page", &error);
  if (run == NULL)
    return tool_report(error);
  tool_catalog_append(catalog);
  config->catalog = catalog->str;
  config->readers = readers;
  config->get_warnings = tool_flatzinc_get_warnings;
  return run(config, &error) ? TOOL_ANSWERED : tool_report(error);
}

int
tool_serve(int argc, char **argv)
{
  g_auto(ToolCommandLine) line = {0};
  ServeConfig config = {0};
  ToolExit status = tool_command_line_parse(&line, SERVE, NULL, argc, argv);

  if (status != TOOL_ANSWERED)
    return status;
  if (tool_command_line_tell(&line, SERVE, NULL))
    return TOOL_ANSWERED;
  if (line.arguments->len > 0)
    return tool_usage_error("serve takes no argument: '%s' is too much",
                            (const char *)line.arguments->pdata[0]);
  status = read_port(&line, &config.port);
  if (status != TOOL_ANSWERED)
    return status;
  config.is_opened = line.text[TOOL_OPTION_OPEN] != NULL;
  return serve(&config);
}
