/* SPDX-License-Identifier: MIT */
/* Counts the solutions of one instance of a model plugin many times in one
 * process, each time from the empty model on, so that what is measured is not
 * the start of a program.
 *
 * usage: repeat TIMES MODEL FILE [NAME=VALUE]...
 *
 * A name is a parameter of the model if it has one of that name, and else an
 * option of CspSolver. */
#include <libcsp/csp-plugin.h>
#include <libcsp/csp.h>

typedef struct {
  const CspPlugin *plugin;
  CspParams *params;
  gpointer instance;
  GPtrArray *options; /* names and values in turn */
} Setting;

static gboolean
has_parameter(const CspPlugin *plugin, const gchar *name)
{
  for (guint i = 0; i < plugin->n_params; i++)
    if (g_strcmp0(plugin->params[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
set_up(Setting *self, gchar **argv, GError **error)
{
  self->plugin = csp_plugin_find(argv[0], error);
  if (self->plugin == NULL)
    return FALSE;
  self->params = csp_params_new(self->plugin);
  csp_params_set_counting(self->params, TRUE);
  self->options = g_ptr_array_new_with_free_func(g_free);
  for (gchar **word = argv + 2; *word != NULL; word++) {
    g_auto(GStrv) pair = g_strsplit(*word, "=", 2);
    if (!has_parameter(self->plugin, pair[0])) {
      g_ptr_array_add(self->options, g_strdup(pair[0]));
      g_ptr_array_add(self->options, g_strdup(pair[1]));
    } else if (!csp_params_set(self->params, pair[0], pair[1], error)) {
      return FALSE;
    }
  }
  g_autoptr(CspReader) reader = csp_reader_open(argv[1], error);
  if (reader == NULL)
    return FALSE;
  self->instance = self->plugin->read(reader, self->params, error);
  return self->instance != NULL;
}

static gboolean
count(const Setting *self, guint64 *out_count, GError **error)
{
  g_autoptr(CspModel) model = csp_model_new();

  if (!self->plugin->build(model, self->params, self->instance, error))
    return FALSE;
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  for (guint i = 0; i < self->options->len; i += 2)
    if (!csp_solver_set_option(solver, self->options->pdata[i],
                               self->options->pdata[i + 1], error))
      return FALSE;
  return csp_solver_count(solver, out_count, error);
}

static void
clear(Setting *self)
{
  if (self->instance != NULL)
    self->plugin->free(self->instance);
  g_clear_pointer(&self->params, csp_params_free);
  g_clear_pointer(&self->options, g_ptr_array_unref);
}

int
main(int argc, char **argv)
{
  g_autoptr(GError) error = NULL;
  gint64 n_times = argc >= 4 ? g_ascii_strtoll(argv[1], NULL, 10) : 0;
  Setting setting = {0};
  guint64 found = 0;

  if (n_times < 1) {
    g_printerr("usage: repeat TIMES MODEL FILE [NAME=VALUE]...\n");
    return 2;
  }
  gboolean is_good = set_up(&setting, argv + 2, &error);
  while (is_good && n_times-- > 0)
    is_good = count(&setting, &found, &error);
  clear(&setting);
  if (!is_good) {
    g_printerr("repeat: %s\n", error != NULL ? error->message : "empty file");
    return 1;
  }
  g_print("%" G_GUINT64_FORMAT " solutions\n", found);
  return 0;
}
