/* SPDX-License-Identifier: MIT */
/* csp --complete WORD...: what the last word could become, for the shell.
 *
 * Whole words, one a line; one that ends in = goes on.  No candidate means a
 * file name. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tools/options.h"

static void
offer(const char *word, const char *candidate)
{
  if (g_str_has_prefix(candidate, word))
    puts(candidate);
}

static void
offer_models(const char *word)
{
  g_auto(GStrv) names = csp_plugin_list_names();

  for (guint i = 0; names[i] != NULL; i++)
    offer(word, names[i]);
}

static void
offer_values(const GPtrArray *options, const char *word)
{
  const char *start = strchr(word, '=');
  const ToolOption *option = tool_options_match(options, word + 2, NULL);

  if (option == NULL || option->choices == NULL)
    return;
  if (option->is_list && strrchr(start, ',') != NULL)
    start = strrchr(start, ',');
  for (guint i = 0; option->choices[i] != NULL; i++) {
    g_autofree char *candidate = g_strdup_printf(
        "%.*s%s", (int)(start + 1 - word), word, option->choices[i]);
    offer(word, candidate);
  }
}

static void
offer_options(const GPtrArray *options, const char *word)
{
  for (guint i = 0; i < options->len; i++) {
    const ToolOption *option = g_ptr_array_index(options, i);
    g_autofree char *candidate = g_strdup_printf(
        "--%s%s", option->name, option->argument == REQUIRED ? "=" : "");
    offer(word, candidate);
  }
}

static const CspPlugin *
find_plugin(const char *argument)
{
  if (argument == NULL)
    return NULL;
  const CspPlugin *plugin = csp_plugin_find(argument, NULL);
  return plugin != NULL ? plugin : csp_plugin_find_for_file(argument, NULL);
}

int
tool_complete(int argc, char **argv)
{
  static const struct {
    const char *name;
    ToolCommand command;
  } commands[] = {{"solve", SOLVE},
                  {"compare", COMPARE},
                  {"models", MODELS},
                  {"describe", DESCRIBE},
                  {"serve", SERVE}};
  const char *word = argc > 1 ? argv[argc - 1] : "";

  if (argc <= 2) {
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
      offer(word, commands[i].name);
    offer(word, "--help");
    offer(word, "--version");
    return TOOL_ANSWERED;
  }
  for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
    if (strcmp(argv[1], commands[i].name) != 0)
      continue;
    /* argv[1] stands where the command's name is when it runs. */
    ToolGlance glance =
        tool_command_line_glance(commands[i].command, argc - 2, argv + 1, NULL);
    const CspPlugin *plugin = find_plugin(glance.first);
    g_autoptr(GPtrArray) options =
        tool_options_list(commands[i].command, plugin);
    if (g_str_has_prefix(word, "--") && strchr(word, '=') != NULL)
      offer_values(options, word);
    else if (word[0] == '-')
      offer_options(options, word);
    else if ((commands[i].command & (MODELS | SERVE)) == 0 &&
             glance.first == NULL)
      offer_models(word);
  }
  return TOOL_ANSWERED;
}
