/* SPDX-License-Identifier: MIT */
/* The option tables as help for people and as part of the manual page. */
#include "config.h"

#include "tools/options.h"

#include <stdio.h>
#include <string.h>

enum { COLUMN = 28, WIDTH = 79 };

/* Prints text in words from column on; the cursor is at position. */
static void
print_wrapped(const char *text, size_t position)
{
  g_auto(GStrv) words = g_strsplit(text, " ", -1);

  if (position + 2 > COLUMN) {
    putchar('\n');
    position = 0;
  }
  printf("%*s", (int)(COLUMN - position), "");
  position = COLUMN;
  for (guint i = 0; words[i] != NULL; i++) {
    size_t length = strlen(words[i]);
    if (position > COLUMN && position + 1 + length > WIDTH) {
      printf("\n%*s", COLUMN, "");
      position = COLUMN;
    }
    position += (size_t)printf("%s%s", position > COLUMN ? " " : "", words[i]);
  }
  putchar('\n');
}

static void
print_group(const GPtrArray *options, ToolGroup group, const char *title)
{
  bool is_first = true;

  for (guint i = 0; i < options->len; i++) {
    const ToolOption *option = g_ptr_array_index(options, i);
    if (option->group != group)
      continue;
    if (is_first)
      printf("\n%s:\n", title);
    is_first = false;
    g_autofree char *usage = tool_option_dup_usage(option);
    print_wrapped(option->meaning, (size_t)printf("  %s", usage));
  }
}

static void
print_help(ToolCommand command, const CspPlugin *plugin)
{
  g_autoptr(GPtrArray) options = tool_options_list(command, plugin);

  if (command == MODELS) {
    puts("Usage: csp models [OPTION]...\n"
         "Lists the models, one a line.");
  } else if (command == DESCRIBE) {
    puts("Usage: csp describe MODEL [OPTION]...\n"
         "Tells a model's parameters, variables, constraints and symmetries.");
  } else if (command == SERVE) {
    puts("Usage: csp serve [OPTION]...\n"
         "Serves a page on this machine, until it is interrupted, that shows "
         "searches while\nthey run.  Nothing is sent anywhere.");
  } else if (command == COMPARE) {
    puts("Usage: csp compare MODEL|FILE... [PARAMETER|OPTION]...\n"
         "Solves the same under several algorithms, orders, seeds and "
         "parameters, each\nrun in a process of its own, and prints a table of "
         "medians.  Where a value\nends in ... there may be several, with "
         "commas between.");
    print_group(options, TOOL_GROUP_MODEL, "Parameters");
  } else if (plugin == NULL) {
    puts("Usage: csp solve MODEL [FILE]... [PARAMETER|OPTION]...\n"
         "       csp solve FILE|- [FILE]... [PARAMETER|OPTION]...\n"
         "Solves a model (`csp models` lists them), or a file that a model "
         "reads.\nEach model has parameters: `csp solve MODEL --help`.");
  } else {
    printf("Usage: csp solve %s%s [PARAMETER|OPTION]...\n%s: %s.\n",
           plugin->name,
           plugin->files == CSP_FILES_NONE       ? ""
           : plugin->files == CSP_FILES_REQUIRED ? " FILE..."
                                                 : " [FILE]...",
           plugin->title, plugin->blurb);
    print_group(options, TOOL_GROUP_MODEL, "Parameters");
  }
  print_group(options, TOOL_GROUP_SEARCH, "Search");
  print_group(options, TOOL_GROUP_TOOL,
              command == SOLVE || command == COMPARE ? "Output" : "Options");
  if (command == SOLVE || command == COMPARE)
    puts("\nExit status: 0 answered, 1 a file is wrong, 2 the command line is "
         "wrong,\n3 a limit or an interrupt came first, 70 internal error.");
}

bool
tool_command_line_tell(const ToolCommandLine *self,
                       ToolCommand command,
                       const CspPlugin *plugin)
{
  if (self->text[TOOL_OPTION_HELP] != NULL)
    print_help(command, plugin);
  else if (self->text[TOOL_OPTION_VERSION] != NULL)
    tool_print_version();
  else
    return false;
  return true;
}

/* In roff a minus sign that is to be typed is \-, and a backslash is \e. */
static void
print_roff(const char *text)
{
  for (const char *p = text; *p != '\0'; p++) {
    if (*p == '-')
      fputs("\\-", stdout);
    else if (*p == '\\')
      fputs("\\e", stdout);
    else
      putchar(*p);
  }
}

static void
print_manual_group(const GPtrArray *options, ToolGroup group)
{
  for (guint i = 0; i < options->len; i++) {
    const ToolOption *option = g_ptr_array_index(options, i);
    if (option->group != group)
      continue;
    fputs(".TP\n\\fB\\-\\-", stdout);
    print_roff(option->name);
    fputs("\\fR", stdout);
    if (option->metavar != NULL) {
      fputs(option->argument == REQUIRED ? "=\\fI" : "[=\\fI", stdout);
      print_roff(option->metavar);
      fputs(option->argument == REQUIRED ? "\\fR" : "\\fR]", stdout);
    }
    putchar('\n');
    print_roff(option->meaning);
    putchar('\n');
  }
}

/* What another command has and solve has not. */
static void
print_manual_of(ToolCommand command,
                const char *title,
                const GPtrArray *of_solve)
{
  g_autoptr(GPtrArray) options = tool_options_list(command, NULL);

  for (guint i = options->len; i > 0; i--) {
    const ToolOption *option = g_ptr_array_index(options, i - 1);
    guint n;
    tool_options_match(of_solve, option->name, &n);
    if (n > 0)
      g_ptr_array_remove_index(options, i - 1);
  }
  printf(".SS %s\n", title);
  print_manual_group(options, TOOL_GROUP_TOOL);
}

int
tool_manual(void)
{
  g_autoptr(GPtrArray) options = tool_options_list(SOLVE, NULL);

  puts(".SS Search");
  print_manual_group(options, TOOL_GROUP_SEARCH);
  puts(".SS Output");
  print_manual_group(options, TOOL_GROUP_TOOL);
  print_manual_of(COMPARE, "Comparison", options);
  print_manual_of(SERVE, "Live page", options);
  return TOOL_ANSWERED;
}
