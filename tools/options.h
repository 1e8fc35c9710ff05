/* SPDX-License-Identifier: MIT */
/* The command line, from the tables: those of the command (tool-options.def),
 * of a search (libcsp's options.def) and of the model's parameters. */
#pragma once

#include "tools/tool.h"

typedef enum {
  SOLVE = 1,
  MODELS = 2,
  DESCRIBE = 4,
  COMPARE = 8,
  SERVE = 16,
} ToolCommand;

/* What compare compares if no algorithm is named. */
#define COMPARE_ALGORITHMS "backtracking,forward-checking,mac,min-conflicts"

typedef enum {
  TOOL_GROUP_SEARCH,
  TOOL_GROUP_TOOL,
  TOOL_GROUP_MODEL,
} ToolGroup;

typedef enum { NONE, REQUIRED, OPTIONAL } ToolArgument;

/* An option of whatever group, for parsing, help, manual and completion. */
typedef struct {
  char *name;
  ToolGroup group;
  guint id; /* in its own table */
  ToolArgument argument;
  bool is_list;   /* takes several values, split by commas */
  char *metavar;  /* or NULL */
  char **choices; /* or NULL */
  char *meaning;  /* with choices, range and default */
} ToolOption;

typedef enum {
#define TOOL_OPTION(id, name, argument, metavar, commands, blurb)              \
  TOOL_OPTION_##id,
#include "tools/tool-options.def"
#undef TOOL_OPTION
  TOOL_N_OPTIONS,
} ToolOptionId;

/* All options of a command; plugin may be NULL.  Free with g_ptr_array_unref.
 */
GPtrArray *tool_options_list(ToolCommand command, const CspPlugin *plugin);
/* "--size=N" */
char *tool_option_dup_usage(const ToolOption *option);
/* The option of this name, or the only one that begins so; NULL: none or, with
 * out_n (nullable), how many. */
const ToolOption *
tool_options_match(const GPtrArray *options, const char *name, guint *out_n);

typedef struct {
  const char *name, *value;
} ToolSetting;

typedef struct {
  GPtrArray *options;               /* ToolOption, all there are */
  const char *text[TOOL_N_OPTIONS]; /* NULL: not given; "" without argument */
  GArray *settings;                 /* ToolSetting, of the search */
  GArray *lists;                    /* ToolSetting, of models: not parsed yet */
  GPtrArray *arguments;             /* those that are no options */
  CspParams *params;                /* NULL without a plugin */
} ToolCommandLine;

/* Parses the arguments of a command, argv[0] being its name.  What is wrong is
 * told; the exit status then, else TOOL_ANSWERED.  argv stays in use. */
ToolExit tool_command_line_parse(ToolCommandLine *self,
                                 ToolCommand command,
                                 const CspPlugin *plugin,
                                 int argc,
                                 char **argv);
/* Those of compare, with the parameters of all plugins.  Lists of values, and
 * values that depend on others, are left to the caller to check. */
ToolExit tool_command_line_parse_lists(ToolCommandLine *self,
                                       const GPtrArray *plugins,
                                       int argc,
                                       char **argv);
/* Prints help or version if that was asked for. */
bool tool_command_line_tell(const ToolCommandLine *self,
                            ToolCommand command,
                            const CspPlugin *plugin);
void tool_command_line_clear(ToolCommandLine *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ToolCommandLine, tool_command_line_clear)
/* The value of a search option, or NULL; the last one given counts. */
const char *tool_command_line_get_setting(const ToolCommandLine *self,
                                          const char *name);

/* What a first look tells, before the model and with it all options are known.
 */
typedef struct {
  const char *first;      /* argument that is no option, or NULL */
  const char *time_limit; /* or NULL */
} ToolGlance;

/* With arguments, adds all that are no options. */
ToolGlance tool_command_line_glance(ToolCommand command,
                                    int argc,
                                    char **argv,
                                    GPtrArray *arguments);
