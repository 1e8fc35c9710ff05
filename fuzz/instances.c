/* SPDX-License-Identifier: MIT */
/* What the csp command does with a file, short of searching: its format is
 * guessed, each instance read, explained, built and assumed, and the same bytes
 * are tried as a solution of it.  Instances too large to build in no time are
 * read only. */
#include "config.h"

#include <libcsp/csp.h>
#include <libcsp/csp-plugin.h>

#include "fuzz/fuzz.h"

enum {
  ESTIMATE_MAX = 1 << 20, /* bytes */
  INSTANCES_MAX = 16,     /* of one input */
};

typedef struct {
  const CspPlugin *plugin;
  const CspParams *params;
  GBytes *input;
  gpointer instance;
} Case;

static void
read_solution(const Case *self, CspModel *model)
{
  g_autoptr(GError) error = NULL, verify_error = NULL;
  g_autoptr(CspReader) reader = csp_reader_new_for_bytes("in", self->input);
  g_autoptr(CspSolution) solution = self->plugin->read_solution(
      model, self->params, self->instance, reader, &error);

  fuzz_check_outcome(solution != NULL, error);
  if (solution == NULL)
    return;
  gboolean is_right = csp_solution_verify(solution, &verify_error);
  fuzz_check_outcome(is_right, verify_error);
}

static void
build_instance(const Case *self)
{
  const CspPlugin *plugin = self->plugin;
  g_autoptr(GError) error = NULL;
  g_autoptr(CspModel) model = csp_model_new();
  gboolean is_built =
      plugin->build(model, self->params, self->instance, &error);

  fuzz_check_outcome(is_built, error);
  if (!is_built)
    return;
  if (plugin->assume != NULL) {
    g_autoptr(CspAssumptions) assumptions = csp_assumptions_new();
    plugin->assume(model, self->params, self->instance, assumptions);
  }
  if (plugin->read_solution != NULL)
    read_solution(self, model);
}

static void
try_instance(const Case *self)
{
  const CspPlugin *plugin = self->plugin;

  if (plugin->explain_input != NULL)
    g_free(plugin->explain_input(self->params, self->instance));
  if (plugin->estimate == NULL ||
      plugin->estimate(self->params, self->instance) <= ESTIMATE_MAX)
    build_instance(self);
}

static CspParams *
make_params(const CspPlugin *plugin, const char *settings)
{
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) words = g_strsplit(settings, " ", -1);
  CspParams *params = csp_params_new(plugin);

  for (guint i = 0; words[i] != NULL; i++) {
    g_auto(GStrv) pair = g_strsplit(words[i], "=", 2);
    if (!csp_params_set(params, pair[0], pair[1], &error))
      g_error("%s", error->message);
  }
  return params;
}

void
fuzz_read_instances(const char *name, const char *settings, GBytes *input)
{
  g_autoptr(GError) error = NULL;
  const CspPlugin *plugin = csp_plugin_find(name, &error);

  if (plugin == NULL)
    g_error("%s", error->message);
  g_autoptr(CspParams) params = make_params(plugin, settings);
  g_autoptr(CspReader) reader = csp_reader_new_for_bytes("in", input);
  csp_plugin_find_for_file("in", reader);

  gboolean has_read = TRUE;
  for (int i = 0; i < INSTANCES_MAX && has_read; i++) {
    Case self = {plugin, params, input, plugin->read(reader, params, &error)};
    has_read = self.instance != NULL;
    if (has_read) {
      fuzz_check_outcome(TRUE, error);
      try_instance(&self);
      plugin->free(self.instance);
    }
  }
  if (error != NULL)
    fuzz_check_outcome(FALSE, error);
}
