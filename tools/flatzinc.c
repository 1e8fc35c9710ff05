/* SPDX-License-Identifier: MIT */
/* FlatZinc files as a model of csp solve, and MiniZinc models through the
 * minizinc program, which calls fzn-csp. */
#include "config.h"

#include "tools/flatzinc.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <libcsp/csp-flatzinc.h>

/* FlatZinc ------------------------------------------------------------------ */

static gpointer
read_flatzinc(CspReader *reader, const CspParams *params, GError **error)
{
  const gchar *line;

  (void)params;
  if (!csp_reader_next_line(reader, &line, error) || line == NULL)
    return NULL;
  csp_reader_unread_line(reader);
  return csp_flatzinc_read(reader, error);
}

static gboolean
build_flatzinc(CspModel *model,
               const CspParams *params,
               gpointer instance,
               GError **error)
{
  (void)params;
  return csp_flatzinc_build(instance, model, error);
}

static gboolean
render_flatzinc(CspModel *model,
                const CspParams *params,
                gpointer instance,
                const CspSolution *solution,
                const gchar *format,
                GString *out,
                GError **error)
{
  (void)model;
  (void)params;
  if (strcmp(format, "text") != 0 && strcmp(format, "dzn") != 0) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION,
                "--format=%s: FlatZinc has no picture", format);
    return FALSE;
  }
  csp_flatzinc_append_solution(instance, solution, out);
  return TRUE;
}

static void
free_flatzinc(gpointer instance)
{
  csp_flatzinc_free(instance);
}

/* The first item, after comments, begins with one of these. */
static gboolean
sniff_flatzinc(const gchar *head, gsize n)
{
  static const char *const words[] = {"predicate", "var", "array", "constraint",
                                      "solve"};
  const char *end = head + n;

  while (head < end && (*head == '%' || g_ascii_isspace(*head))) {
    const char *newline =
        *head == '%' ? memchr(head, '\n', (gsize)(end - head)) : head;
    head = newline != NULL ? newline + 1 : end;
  }
  for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
    gsize length = strlen(words[i]);
    if ((gsize)(end - head) > length && memcmp(head, words[i], length) == 0 &&
        g_ascii_isspace(head[length]))
      return TRUE;
  }
  return FALSE;
}

static const gchar *const suffixes[] = {".fzn", NULL};

static const CspPlugin flatzinc = {
    .abi = CSP_PLUGIN_ABI,
    .size = sizeof(CspPlugin),
    .name = "flatzinc",
    .title = "FlatZinc",
    .blurb = "a problem as MiniZinc gives it to solvers",
    .files = CSP_FILES_REQUIRED,
    .suffixes = suffixes,
    .sniff = sniff_flatzinc,
    .read = read_flatzinc,
    .build = build_flatzinc,
    .render = render_flatzinc,
    .free = free_flatzinc,
};

const CspPlugin *
tool_flatzinc_get(void)
{
  return &flatzinc;
}

const gchar *const *
tool_flatzinc_get_warnings(const CspPlugin *plugin,
                           gpointer instance,
                           gsize *out_n)
{
  *out_n = 0;
  return plugin == &flatzinc ? csp_flatzinc_get_warnings(instance, out_n)
                             : NULL;
}

const CspPlugin *
tool_flatzinc_for_file(const char *path)
{
  return g_str_has_suffix(path, ".fzn") ? &flatzinc : NULL;
}

const CspPlugin *
tool_flatzinc_for_head(CspReader *reader)
{
  gsize n;
  const char *head = csp_reader_peek(reader, &n);

  return sniff_flatzinc(head, n) ? &flatzinc : NULL;
}

/* MiniZinc ------------------------------------------------------------------ */

bool
tool_is_minizinc(const char *path)
{
  return g_str_has_suffix(path, ".mzn");
}

/* The description of the solver lies beside the program, installed or not. */
static char *
dup_solver(void)
{
  g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
  g_autofree char *folder =
      program != NULL ? g_path_get_dirname(program) : NULL;
  g_autofree char *path =
      folder != NULL ? g_build_filename(folder, "..", "share", "minizinc",
                                        "solvers", "csp.msc", NULL)
                     : NULL;

  if (path != NULL && g_file_test(path, G_FILE_TEST_EXISTS))
    return g_steal_pointer(&path);
  return g_strdup("csp");
}

static void
add(GPtrArray *command, const char *option, const char *value)
{
  g_ptr_array_add(command, g_strdup(option));
  if (value != NULL)
    g_ptr_array_add(command, g_strdup(value));
}

/* What minizinc has an option for; false: it has none. */
static bool
add_setting(GPtrArray *command, const ToolSetting *setting)
{
  const char *name = setting->name, *value = setting->value;

  if (strcmp(name, "solutions") == 0) {
    if (strcmp(value, "0") == 0)
      add(command, "-a", NULL);
    else
      add(command, "-n", value);
  } else if (strcmp(name, "time-limit") == 0) {
    double limit = g_ascii_strtod(value, NULL) * 1000;
    g_autofree char *text = g_strdup_printf("%.0f", limit < 1 ? 1 : limit);
    add(command, "--time-limit", text);
  } else if (strcmp(name, "seed") == 0) {
    add(command, "-r", value);
  } else if (strcmp(name, "threads") == 0) {
    add(command, "-p", value);
  } else if (strcmp(name, "variable-order") == 0 &&
             strcmp(value, "model") == 0) {
    return true; /* what it does anyway */
  } else {
    return false;
  }
  return true;
}

/* Options of the command that minizinc has one for. */
static ToolExit
add_options(GPtrArray *command, const ToolCommandLine *line)
{
  for (guint i = 0; i < line->settings->len; i++) {
    const ToolSetting *setting = &g_array_index(line->settings, ToolSetting, i);
    if (!add_setting(command, setting))
      return tool_usage_error(
          "--%s is not for MiniZinc models; compile it with "
          "minizinc -c --solver csp, and solve the .fzn",
          setting->name);
  }
  for (int id = 0; id < TOOL_N_OPTIONS; id++) {
    const char *text = line->text[id];
    if (text == NULL || id == TOOL_OPTION_QUIET || id == TOOL_OPTION_PROGRESS ||
        id == TOOL_OPTION_NO_PROGRESS)
      continue;
    if (id == TOOL_OPTION_STATISTICS && *text == '\0')
      add(command, "-s", NULL);
    else if (id == TOOL_OPTION_VERBOSE)
      add(command, "-v", NULL);
    else if (id == TOOL_OPTION_CP_PROFILER)
      add(command, "--cp-profiler", text);
    else if (id == TOOL_OPTION_OUTPUT)
      add(command, "-o", text);
    else if (id == TOOL_OPTION_FORMAT &&
             (strcmp(text, "json") == 0 || strcmp(text, "dzn") == 0))
      add(command, "--output-mode", text);
    else if (id != TOOL_OPTION_FORMAT || strcmp(text, "text") != 0)
      return tool_usage_error(
          "an option is not for MiniZinc models; compile it "
          "with minizinc -c --solver csp, and solve the "
          ".fzn");
  }
  return TOOL_ANSWERED;
}

ToolExit
tool_run_minizinc(const ToolCommandLine *line)
{
  g_autoptr(GPtrArray) command = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *solver = dup_solver();

  add(command, "minizinc", NULL);
  add(command, "--solver", solver);
  ToolExit status = add_options(command, line);
  if (status != TOOL_ANSWERED)
    return status;
  for (guint i = 0; i < line->arguments->len; i++)
    add(command, line->arguments->pdata[i], NULL);
  g_ptr_array_add(command, NULL);

  fflush(stdout);
  execvp("minizinc", (char **)command->pdata);
  tool_message("%s: MiniZinc models need the program minizinc: %s",
               (const char *)line->arguments->pdata[0], g_strerror(errno));
  return TOOL_BAD_FILE;
}
