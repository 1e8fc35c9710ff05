/* SPDX-License-Identifier: MIT */
/* Options by text, a line NAME=VALUE each: of a search, restart policies among
 * them, and of the plugins.  What was taken must read as text that is taken
 * again. */
#include "config.h"

#include <libcsp/csp.h>
#include <libcsp/csp-plugin.h>

#include "fuzz/fuzz.h"

const char fuzz_target[] = "options";

static void
set_option(CspSolver *solver, const char *name, const char *value)
{
  g_autoptr(GError) error = NULL;
  gboolean is_set = csp_solver_set_option(solver, name, value, &error);

  fuzz_check_outcome(is_set, error);
}

static void
check_text(CspParams *params, guint index, const char *name)
{
  g_autoptr(GError) error = NULL;
  g_autofree gchar *text = csp_params_dup_text(params, index);

  if (text == NULL || !csp_params_set(params, name, text, &error))
    g_error("--%s was taken but cannot be read again", name);
}

static void
set_param(const char *plugin_name, const char *name, const char *value)
{
  g_autoptr(GError) error = NULL, set_error = NULL;
  const CspPlugin *plugin = csp_plugin_find(plugin_name, &error);

  if (plugin == NULL)
    g_error("%s", error->message);
  g_autoptr(CspParams) params = csp_params_new(plugin);
  gboolean is_set = csp_params_set(params, name, value, &set_error);
  fuzz_check_outcome(is_set, set_error);
  for (guint i = 0; i < plugin->n_params && is_set; i++)
    if (csp_params_is_set(params, i))
      check_text(params, i, plugin->params[i].name);
}

static void
set_by_line(CspSolver *solver, const char *line)
{
  g_auto(GStrv) pair = g_strsplit(line, "=", 2);

  if (g_strv_length(pair) < 2)
    return;
  set_option(solver, pair[0], pair[1]);
  set_param("queens", pair[0], pair[1]);
  set_param("sudoku", pair[0], pair[1]);
  set_param("coloring", pair[0], pair[1]);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup(size > 0 ? (const char *)data : "", size);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_autoptr(CspModel) model = csp_model_new();
  g_autoptr(CspSolver) solver = csp_solver_new(model);

  for (guint i = 0; lines[i] != NULL; i++)
    set_by_line(solver, lines[i]);
  return 0;
}
