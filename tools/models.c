/* SPDX-License-Identifier: MIT */
/* csp models: the plugins that can be found, one a line. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tools/options.h"

static void
print_text(const CspPlugin *plugin)
{
  printf("%-12s %s\n", plugin->name, plugin->blurb);
}

static void
append_json(GString *out, const CspPlugin *plugin)
{
  g_string_append(out, out->len > 0 ? ",\n {\"name\": " : "[{\"name\": ");
  csp_json_append_string(out, plugin->name);
  g_string_append(out, ", \"title\": ");
  csp_json_append_string(out, plugin->title);
  g_string_append(out, ", \"summary\": ");
  csp_json_append_string(out, plugin->blurb);
  g_string_append_c(out, '}');
}

/* A plugin that cannot be loaded is told, and the others are listed. */
static void
list_models(bool is_json)
{
  g_auto(GStrv) names = csp_plugin_list_names();
  g_autoptr(GString) json = g_string_new(NULL);

  for (guint i = 0; names[i] != NULL; i++) {
    g_autoptr(GError) error = NULL;
    const CspPlugin *plugin = csp_plugin_find(names[i], &error);
    if (plugin == NULL)
      tool_message("%s", error->message);
    else if (is_json)
      append_json(json, plugin);
    else
      print_text(plugin);
  }
  if (is_json)
    printf("%s]\n", json->len > 0 ? json->str : "[");
}

int
tool_models(int argc, char **argv)
{
  g_auto(ToolCommandLine) line = {0};
  ToolExit status = tool_command_line_parse(&line, MODELS, NULL, argc, argv);

  if (status != TOOL_ANSWERED)
    return status;
  if (tool_command_line_tell(&line, MODELS, NULL))
    return TOOL_ANSWERED;
  if (line.arguments->len > 0)
    return tool_usage_error("models takes no argument: '%s' is too much",
                            (const char *)line.arguments->pdata[0]);
  list_models(g_strcmp0(line.text[TOOL_OPTION_FORMAT], "json") == 0);
  return TOOL_ANSWERED;
}
