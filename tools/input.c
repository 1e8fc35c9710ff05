/* SPDX-License-Identifier: MIT */
/* Which model is meant, and its instances, one after the other through all
 * files. */
#include "config.h"

#include "tools/flatzinc.h"
#include "tools/input.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
is_standard_input(const char *path)
{
  return strcmp(path, "-") == 0;
}

/* Formats that are known but that nothing here reads. */
static ToolExit
refuse_format(const char *path, CspReader *reader)
{
  static const char *const formats[][2] = {{".dzn", "MiniZinc data"},
                                           {".xml", "XCSP3"}};

  for (size_t i = 0; i < G_N_ELEMENTS(formats); i++)
    if (g_str_has_suffix(path, formats[i][0])) {
      tool_message("%s: there is no reader for %s", path, formats[i][1]);
      return TOOL_BAD_FILE;
    }
  if (tool_is_minizinc(path)) {
    tool_message("%s: MiniZinc models are for csp solve only; compile it with "
                 "minizinc -c --solver csp, and give the .fzn",
                 path);
    return TOOL_BAD_FILE;
  }
  gsize n;
  csp_reader_peek(reader, &n);
  if (n == 0) {
    tool_message("%s: it is empty", csp_reader_get_name(reader));
    return TOOL_BAD_FILE;
  }
  tool_message("%s: no model knows this kind of file; name the one that is to "
               "read it: csp solve MODEL %s",
               csp_reader_get_name(reader), path);
  return TOOL_BAD_FILE;
}

ToolExit
tool_input_resolve(ToolInput *self, const char *argument)
{
  g_autoptr(GError) error = NULL;
  bool looks_like_a_file = strpbrk(argument, "/.") != NULL;

  self->paths = g_ptr_array_new();
  self->is_file = is_standard_input(argument) || strchr(argument, '/') != NULL;
  if (!self->is_file) {
    self->plugin = csp_plugin_find(argument, &error);
    if (self->plugin != NULL)
      return TOOL_ANSWERED;
    self->is_file =
        g_error_matches(error, CSP_ERROR, CSP_ERROR_NOT_FOUND) &&
        (looks_like_a_file || g_file_test(argument, G_FILE_TEST_EXISTS));
    if (!self->is_file)
      return tool_report(error);
    g_clear_error(&error);
  }

  self->reader = csp_reader_open(argument, &error);
  if (self->reader == NULL)
    return tool_report(error);
  self->plugin = tool_flatzinc_for_file(argument);
  if (self->plugin == NULL)
    self->plugin = csp_plugin_find_for_file(argument, self->reader);
  if (self->plugin == NULL && !tool_is_minizinc(argument))
    self->plugin = tool_flatzinc_for_head(self->reader);
  if (self->plugin == NULL)
    return refuse_format(argument, self->reader);
  g_ptr_array_add(self->paths, (gpointer)argument);
  self->n_opened = 1;
  return TOOL_ANSWERED;
}

static bool
may_block(const ToolInput *self)
{
  for (guint i = 0; i < self->paths->len; i++) {
    const char *path = self->paths->pdata[i];
    struct stat info;
    if ((is_standard_input(path) ? fstat(STDIN_FILENO, &info)
                                 : stat(path, &info)) == 0 &&
        !S_ISREG(info.st_mode))
      return true;
  }
  return false;
}

ToolExit
tool_input_add_files(ToolInput *self, const GPtrArray *arguments)
{
  const CspPlugin *plugin = self->plugin;
  guint n_dashes = 0;

  for (guint i = 1; i < arguments->len; i++)
    g_ptr_array_add(self->paths, arguments->pdata[i]);
  if (plugin->files == CSP_FILES_NONE && self->paths->len > 0)
    return tool_usage_error("%s reads no file: '%s' is too much", plugin->name,
                            (const char *)self->paths->pdata[0]);
  if (plugin->files == CSP_FILES_REQUIRED && self->paths->len == 0)
    return tool_usage_error("%s needs a file: csp solve %s FILE", plugin->name,
                            plugin->name);
  if (plugin->render_line == NULL && self->paths->len > 1)
    return tool_usage_error("%s reads one file: '%s' is too much", plugin->name,
                            (const char *)self->paths->pdata[1]);
  for (guint i = 0; i < self->paths->len; i++)
    n_dashes += is_standard_input(self->paths->pdata[i]);
  if (n_dashes > 1)
    return tool_usage_error("standard input can be read only once");
  self->may_block = may_block(self);
  return TOOL_ANSWERED;
}

static bool
open_next(ToolInput *self, GError **error)
{
  g_clear_pointer(&self->reader, csp_reader_free);
  self->has_read = false;
  self->n_warnings = 0;
  self->reader = csp_reader_open(self->paths->pdata[self->n_opened], error);
  self->n_opened++;
  return self->reader != NULL;
}

gpointer
tool_input_next(ToolInput *self, const CspParams *params, GError **error)
{
  for (;;) {
    if (self->reader == NULL) {
      if (self->n_opened == self->paths->len || !open_next(self, error))
        return NULL;
    }
    GError *read_error = NULL;
    gpointer instance = self->plugin->read(self->reader, params, &read_error);
    if (instance != NULL) {
      self->has_read = true;
      return instance;
    }
    if (read_error != NULL) {
      g_propagate_error(error, read_error);
      return NULL;
    }
    if (!self->has_read) {
      g_set_error(error, CSP_ERROR, CSP_ERROR_PARSE,
                  "%s: there is nothing in it",
                  csp_reader_get_name(self->reader));
      return NULL;
    }
    tool_input_tell_warnings(self);
    g_clear_pointer(&self->reader, csp_reader_free);
  }
}

void
tool_input_tell_warnings(ToolInput *self)
{
  gsize n = 0;

  if (self->reader == NULL)
    return;
  const gchar *const *warnings = csp_reader_get_warnings(self->reader, &n);
  for (; self->n_warnings < n; self->n_warnings++)
    tool_message("warning: %s", warnings[self->n_warnings]);
}

void
tool_input_clear(ToolInput *self)
{
  g_clear_pointer(&self->reader, csp_reader_free);
  g_clear_pointer(&self->paths, g_ptr_array_unref);
}
