/* SPDX-License-Identifier: MIT */
/* Options out of the tables, and the command line parsed by them.
 *
 * getopt_long() gets its list from here, as do help, manual page and
 * completion, so none of them can know an option that another does not. */
#include "config.h"

#include "tools/options.h"

#include <getopt.h>
#include <stdint.h>
#include <string.h>

/* Descriptions ------------------------------------------------------------ */

static void
option_free(gpointer data)
{
  ToolOption *option = data;

  g_free(option->name);
  g_free(option->metavar);
  g_strfreev(option->choices);
  g_free(option->meaning);
  g_free(option);
}

static ToolOption *
add(GPtrArray *options, ToolGroup group, guint id, const char *name)
{
  ToolOption *option = g_new0(ToolOption, 1);

  option->group = group;
  option->id = id;
  option->name = g_strdup(name);
  g_ptr_array_add(options, option);
  return option;
}

/* "a, b or c" */
static char *
join_choices(char **choices)
{
  g_autoptr(GString) text = g_string_new(NULL);

  for (guint i = 0; choices[i] != NULL; i++) {
    if (i > 0)
      g_string_append(text, choices[i + 1] != NULL ? ", " : " or ");
    g_string_append(text, choices[i]);
  }
  return g_strdup(text->str);
}

/* "; 1 to 8 queens"; nothing where it would say nothing new */
static void
append_range(GString *text, gint64 min, gint64 max, const char *unit)
{
  if (max < G_MAXINT32)
    g_string_append_printf(
        text, "; %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT "%s%s", min, max,
        unit != NULL ? " " : "", unit != NULL ? unit : "");
  else if (unit != NULL && strstr(text->str, unit) == NULL)
    g_string_append_printf(text, "; in %s", unit);
}

static void
finish_meaning(ToolOption *option, GString *text, const char *default_text)
{
  if (option->choices != NULL) {
    g_autofree char *joined = join_choices(option->choices);
    g_string_append_printf(text, ": %s", joined);
  }
  if (default_text != NULL)
    g_string_append_printf(text, " [%s]", default_text);
  option->meaning = g_strdup(text->str);
}

static void
describe_bool(ToolOption *option, bool is_on, const char *blurb)
{
  g_autoptr(GString) text = g_string_new(blurb);

  option->argument = OPTIONAL;
  option->metavar = is_on ? g_strdup("true|false") : NULL;
  finish_meaning(option, text, is_on ? "true" : NULL);
}

static void
describe_int(ToolOption *option,
             gint64 min,
             gint64 max,
             const char *unit,
             const gint64 *default_value,
             const char *blurb)
{
  g_autoptr(GString) text = g_string_new(blurb);
  g_autofree char *default_text =
      default_value != NULL
          ? g_strdup_printf("%" G_GINT64_FORMAT, *default_value)
          : NULL;

  option->argument = REQUIRED;
  option->metavar = g_strdup("N");
  append_range(text, min, max, unit);
  finish_meaning(option, text, default_text);
}

static void
describe_real(ToolOption *option,
              double default_value,
              const char *unit,
              const char *blurb)
{
  g_autoptr(GString) text = g_string_new(blurb);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  option->argument = REQUIRED;
  option->metavar = unit != NULL ? g_ascii_strup(unit, -1) : g_strdup("X");
  finish_meaning(option, text,
                 g_ascii_formatd(number, sizeof(number), "%g", default_value));
}

/* A choice "default" is not for people: the blurb says what it comes to. */
static void
describe_choice(ToolOption *option,
                const char *choices,
                guint default_index,
                const char *blurb)
{
  g_autoptr(GString) text = g_string_new(blurb);
  g_auto(GStrv) all = g_strsplit(choices, "|", -1);
  bool has_default = strcmp(all[0], "default") != 0;

  option->argument = REQUIRED;
  option->metavar = g_strdup("NAME");
  option->choices = g_strdupv(has_default ? all : all + 1);
  finish_meaning(option, text, has_default ? all[default_index] : NULL);
}

static void
describe_text(ToolOption *option, const char *metavar, const char *blurb)
{
  option->argument = REQUIRED;
  option->metavar = g_strdup(metavar);
  option->meaning = g_strdup(blurb);
}

/* Search options are numbered in the order of their table. */
static void
add_search_options(GPtrArray *options)
{
  guint id = 0;

#define ADD(name) add(options, TOOL_GROUP_SEARCH, id++, name)
#define OPTION_BOOL(field, name, def, blurb)                                   \
  describe_bool(ADD(name), def, blurb);
#define OPTION_INT(field, name, def, min, max, unit, blurb)                    \
  describe_int(ADD(name), min, max, unit, &(gint64){def}, blurb);
#define OPTION_REAL(field, name, def, min, max, unit, blurb)                   \
  describe_real(ADD(name), def, unit, blurb);
#define OPTION_CHOICE(field, name, def, choices, blurb)                        \
  describe_choice(ADD(name), choices, 0, blurb);
#define OPTION_TEXT(field, name, metavar, blurb)                               \
  describe_text(ADD(name), metavar, blurb);
#include "base/options.def"
#undef OPTION_BOOL
#undef OPTION_INT
#undef OPTION_REAL
#undef OPTION_CHOICE
#undef OPTION_TEXT
#undef ADD
}

static char **
list_formats(ToolCommand command, const CspPlugin *plugin)
{
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();

  g_strv_builder_add_many(names, "text", "json", NULL);
  if (command == SOLVE) {
    g_strv_builder_add(names, "dzn");
    if (plugin == NULL)
      g_strv_builder_add_many(names, "svg", "png", NULL);
    for (guint i = 0;
         plugin != NULL && plugin->formats != NULL && plugin->formats[i]; i++) {
      g_strv_builder_add(names, plugin->formats[i]);
      if (strcmp(plugin->formats[i], "svg") == 0)
        g_strv_builder_add(names, "png");
    }
  }
  return g_strv_builder_end(names);
}

static void
add_tool_options(GPtrArray *options,
                 ToolCommand command,
                 const CspPlugin *plugin)
{
  static const struct {
    const char *name;
    ToolArgument argument;
    const char *metavar;
    guint commands;
    const char *blurb;
  } rows[] = {
#define TOOL_OPTION(id, name, argument, metavar, commands, blurb)              \
  {name, argument, metavar, commands, blurb},
#include "tools/tool-options.def"
#undef TOOL_OPTION
  };

  for (guint id = 0; id < G_N_ELEMENTS(rows); id++) {
    if ((rows[id].commands & command) == 0)
      continue;
    ToolOption *option = add(options, TOOL_GROUP_TOOL, id, rows[id].name);
    g_autoptr(GString) text = g_string_new(rows[id].blurb);
    option->argument = rows[id].argument;
    option->metavar = g_strdup(rows[id].metavar);
    if (id == TOOL_OPTION_FORMAT)
      option->choices = list_formats(command, plugin);
    finish_meaning(option, text, id == TOOL_OPTION_FORMAT ? "text" : NULL);
  }
}

static bool
has_option(const GPtrArray *options, const char *name)
{
  for (guint i = 0; i < options->len; i++)
    if (strcmp(((ToolOption *)options->pdata[i])->name, name) == 0)
      return true;
  return false;
}

/* Two models of a comparison may have a parameter of the same name. */
static void
add_parameters(GPtrArray *options, const CspPlugin *plugin)
{
  for (guint id = 0; id < plugin->n_params; id++) {
    const CspParamSpec *spec = &plugin->params[id];
    if (has_option(options, spec->name))
      continue;
    ToolOption *option = add(options, TOOL_GROUP_MODEL, id, spec->name);
    g_autoptr(GString) text = g_string_new(spec->blurb);
    switch (spec->kind) {
    case CSP_PARAM_KIND_INT:
      describe_int(option, spec->min, spec->max, spec->unit,
                   spec->is_unset_by_default ? NULL : &spec->default_int,
                   spec->blurb);
      break;
    case CSP_PARAM_KIND_BOOL:
      describe_bool(option, spec->default_int != 0, spec->blurb);
      break;
    case CSP_PARAM_KIND_CHOICE:
      option->choices = g_strdupv((char **)spec->choices);
      G_GNUC_FALLTHROUGH;
    case CSP_PARAM_KIND_STRING:
      option->argument = REQUIRED;
      option->metavar =
          g_strdup(spec->kind == CSP_PARAM_KIND_CHOICE ? "NAME" : "TEXT");
      finish_meaning(option, text, spec->default_text);
      break;
    }
  }
}

/* In a comparison the options that tell its runs apart take lists. */
static void
make_lists(GPtrArray *options)
{
  static const char *const names[] = {"algorithm", "variable-order",
                                      "value-order", "seed", NULL};

  for (guint i = 0; i < options->len; i++) {
    ToolOption *option = g_ptr_array_index(options, i);
    option->is_list = option->group == TOOL_GROUP_MODEL ||
                      (option->group == TOOL_GROUP_SEARCH &&
                       g_strv_contains(names, option->name));
    if (!option->is_list || option->metavar == NULL)
      continue;
    g_autofree char *one = option->metavar;
    option->metavar = g_strdup_printf("%s,...", one);
    if (strcmp(option->name, "algorithm") != 0)
      continue;
    g_autofree char *meaning = option->meaning;
    option->meaning = g_strdup_printf("%.*s[%s]", (int)strcspn(meaning, "["),
                                      meaning, COMPARE_ALGORITHMS);
  }
}

static GPtrArray *
list_options(ToolCommand command, const CspPlugin *const *plugins, guint n)
{
  GPtrArray *options = g_ptr_array_new_with_free_func(option_free);
  bool is_search = command == SOLVE || command == COMPARE;

  for (guint i = 0; i < n && is_search; i++)
    add_parameters(options, plugins[i]);
  if (is_search)
    add_search_options(options);
  add_tool_options(options, command, n > 0 ? plugins[0] : NULL);
  if (command == COMPARE)
    make_lists(options);
  return options;
}

GPtrArray *
tool_options_list(ToolCommand command, const CspPlugin *plugin)
{
  return list_options(command, &plugin, plugin != NULL ? 1 : 0);
}

char *
tool_option_dup_usage(const ToolOption *option)
{
  if (option->metavar == NULL)
    return g_strdup_printf("--%s", option->name);
  return g_strdup_printf(option->argument == REQUIRED ? "--%s=%s" : "--%s[=%s]",
                         option->name, option->metavar);
}

const ToolOption *
tool_options_match(const GPtrArray *options, const char *name, guint *out_n)
{
  const ToolOption *found = NULL;
  size_t length = strcspn(name, "=");
  guint n = 0;

  for (guint i = 0; i < options->len; i++) {
    const ToolOption *option = g_ptr_array_index(options, i);
    if (strncmp(option->name, name, length) != 0)
      continue;
    found = option;
    n++;
    if (option->name[length] == '\0') {
      n = 1;
      break;
    }
  }
  if (out_n != NULL)
    *out_n = n;
  return n == 1 ? found : NULL;
}

/* Parsing ----------------------------------------------------------------- */

/* The values getopt_long() gives back: above any letter. */
enum { FIRST_ROW = 256 };

static struct option *
make_getopt_rows(const GPtrArray *options)
{
  static const int arguments[] = {[NONE] = no_argument,
                                  [REQUIRED] = required_argument,
                                  [OPTIONAL] = optional_argument};
  struct option *rows = g_new0(struct option, options->len + 1);

  for (guint i = 0; i < options->len; i++) {
    const ToolOption *option = g_ptr_array_index(options, i);
    rows[i].name = option->name;
    rows[i].has_arg = arguments[option->argument];
    rows[i].val = FIRST_ROW + (int)i;
  }
  return rows;
}

static ToolExit
refuse_unknown(const GPtrArray *options, const char *argument)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GString) matches = g_string_new(NULL);
  g_autofree char *name = g_strndup(argument, strcspn(argument, "="));

  for (guint i = 0; i < options->len; i++) {
    const ToolOption *option = g_ptr_array_index(options, i);
    char *candidate = g_strdup_printf("--%s", option->name);
    g_ptr_array_add(names, candidate);
    if (g_str_has_prefix(candidate, name))
      g_string_append_printf(matches, "%s%s", matches->len > 0 ? ", " : "",
                             candidate);
  }
  if (matches->len > 0)
    return tool_usage_error("option '%s' is ambiguous: %s", name, matches->str);
  g_autofree char *hint =
      tool_suggest(name, (const char *const *)names->pdata, names->len);
  return tool_usage_error("unknown option '%s'%s", name, hint);
}

static ToolExit
check_format(const ToolOption *option, const char *text)
{
  if (g_strv_contains((const char *const *)option->choices, text))
    return TOOL_ANSWERED;
  g_autofree char *joined = join_choices(option->choices);
  return tool_usage_error("--format=%s: expected %s", text, joined);
}

static ToolExit
take_option(ToolCommandLine *self, const ToolOption *option, const char *text)
{
  g_autoptr(GError) error = NULL;

  switch (option->group) {
  case TOOL_GROUP_SEARCH:
    g_array_append_vals(
        self->settings,
        &(ToolSetting){option->name, text != NULL ? text : "true"}, 1);
    return TOOL_ANSWERED;
  case TOOL_GROUP_MODEL:
    if (option->is_list) {
      g_array_append_vals(
          self->lists,
          &(ToolSetting){option->name, text != NULL ? text : "true"}, 1);
      return TOOL_ANSWERED;
    }
    if (csp_params_set(self->params, option->name, text, &error))
      return TOOL_ANSWERED;
    return tool_report(error);
  case TOOL_GROUP_TOOL:
    break;
  }
  if (text != NULL && *text == '\0')
    return tool_usage_error("--%s needs a value after =", option->name);
  self->text[option->id] = text != NULL ? text : "";
  return option->id == TOOL_OPTION_FORMAT ? check_format(option, text)
                                          : TOOL_ANSWERED;
}

/* A solver of nothing knows what values its options take: they are refused
 * before anything is read. */
static ToolExit
check_settings(const ToolCommandLine *self)
{
  g_autoptr(CspModel) model = csp_model_new();
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < self->settings->len; i++) {
    const ToolSetting *setting = &g_array_index(self->settings, ToolSetting, i);
    if (!csp_solver_set_option(solver, setting->name, setting->value, &error))
      return tool_report(error);
  }
  return TOOL_ANSWERED;
}

static ToolExit
parse_options(ToolCommandLine *self, int argc, char **argv)
{
  const GPtrArray *options = self->options;
  g_autofree struct option *rows = make_getopt_rows(options);
  int code;

  opterr = 0;
  optind = 0; /* glibc: from the beginning */
  while ((code = getopt_long(argc, argv, ":h", rows, NULL)) != -1) {
    const ToolOption *known =
        code >= FIRST_ROW     ? g_ptr_array_index(options, code - FIRST_ROW)
        : optopt >= FIRST_ROW ? g_ptr_array_index(options, optopt - FIRST_ROW)
                              : NULL;
    if (code == 'h')
      self->text[TOOL_OPTION_HELP] = "";
    else if (code == ':')
      return tool_usage_error("--%s needs a value", known->name);
    else if (code == '?' && known != NULL)
      return tool_usage_error("--%s takes no value", known->name);
    else if (code == '?' && optopt != 0)
      return tool_usage_error("unknown option '-%c'", optopt);
    else if (code == '?')
      return refuse_unknown(options, argv[optind - 1]);
    else {
      ToolExit status = take_option(self, known, optarg);
      if (status != TOOL_ANSWERED)
        return status;
    }
  }
  for (int i = optind; i < argc; i++)
    g_ptr_array_add(self->arguments, argv[i]);
  return TOOL_ANSWERED;
}

static ToolExit
parse(ToolCommandLine *self,
      GPtrArray *options,
      const CspPlugin *plugin,
      int argc,
      char **argv)
{
  *self = (ToolCommandLine){
      .options = options,
      .settings = g_array_new(FALSE, FALSE, sizeof(ToolSetting)),
      .lists = g_array_new(FALSE, FALSE, sizeof(ToolSetting)),
      .arguments = g_ptr_array_new(),
      .params = plugin != NULL ? csp_params_new(plugin) : NULL,
  };
  return parse_options(self, argc, argv);
}

ToolExit
tool_command_line_parse(ToolCommandLine *self,
                        ToolCommand command,
                        const CspPlugin *plugin,
                        int argc,
                        char **argv)
{
  ToolExit status =
      parse(self, tool_options_list(command, plugin), plugin, argc, argv);

  return status == TOOL_ANSWERED ? check_settings(self) : status;
}

ToolExit
tool_command_line_parse_lists(ToolCommandLine *self,
                              const GPtrArray *plugins,
                              int argc,
                              char **argv)
{
  return parse(self,
               list_options(COMPARE, (const CspPlugin *const *)plugins->pdata,
                            plugins->len),
               NULL, argc, argv);
}

void
tool_command_line_clear(ToolCommandLine *self)
{
  g_clear_pointer(&self->options, g_ptr_array_unref);
  g_clear_pointer(&self->settings, g_array_unref);
  g_clear_pointer(&self->lists, g_array_unref);
  g_clear_pointer(&self->arguments, g_ptr_array_unref);
  g_clear_pointer(&self->params, csp_params_free);
}

const char *
tool_command_line_get_setting(const ToolCommandLine *self, const char *name)
{
  for (guint i = self->settings->len; i > 0; i--) {
    const ToolSetting *setting =
        &g_array_index(self->settings, ToolSetting, i - 1);
    if (strcmp(setting->name, name) == 0)
      return setting->value;
  }
  return NULL;
}

static bool
is_setting(const char *name, const char *value)
{
  g_autoptr(CspModel) model = csp_model_new();
  g_autoptr(CspSolver) solver = csp_solver_new(model);

  return value != NULL && csp_solver_set_option(solver, name, value, NULL);
}

/* An unknown option is the model's; whether it takes the next argument is not
 * known yet, so that one counts as the model only if there is such a model. */
ToolGlance
tool_command_line_glance(ToolCommand command,
                         int argc,
                         char **argv,
                         GPtrArray *arguments)
{
  g_autoptr(GPtrArray) options = tool_options_list(command, NULL);
  ToolGlance glance = {0};
  bool is_doubtful = false, is_all_arguments = false;

  for (int i = 1; i < argc; i++) {
    bool was_doubtful = is_doubtful;
    is_doubtful = false;
    if (is_all_arguments || argv[i][0] != '-' || argv[i][1] == '\0') {
      if (was_doubtful && csp_plugin_find(argv[i], NULL) == NULL)
        continue;
      if (glance.first == NULL)
        glance.first = argv[i];
      if (arguments != NULL)
        g_ptr_array_add(arguments, argv[i]);
      continue;
    }
    if (strcmp(argv[i], "--") == 0) {
      is_all_arguments = true;
      continue;
    }
    if (!g_str_has_prefix(argv[i], "--"))
      continue;
    const char *value = strchr(argv[i], '=');
    const ToolOption *option = tool_options_match(options, argv[i] + 2, NULL);
    if (option == NULL) {
      is_doubtful = value == NULL;
      continue;
    }
    if (value != NULL)
      value++;
    else if (option->argument == REQUIRED && i + 1 < argc)
      value = argv[++i];
    if (strcmp(option->name, "time-limit") == 0)
      glance.time_limit = is_setting(option->name, value) ? value : NULL;
  }
  return glance;
}
