/* SPDX-License-Identifier: MIT */
/* From a request to a solver that is ready, within the limits of a run. */
#include "config.h"

#include "tools/serve-private.h"

#include "tools/memory.h"

enum { COUNT_USEC = 200000 };

/* Of a list the first instance is taken; how many there are is told, as far as
 * they can be read and there is time. */
static void
count_instances(ServeRun *run)
{
  const ServeRequest *request = run->request;
  const CspPlugin *plugin = request->plugin;
  gint64 end = g_get_monotonic_time() + COUNT_USEC;
  gpointer instance;

  run->n_instances = 1;
  if (!request->is_reader)
    csp_reader_get_warnings(request->reader, &run->n_warnings);
  while (g_get_monotonic_time() < end &&
         (instance = plugin->read(request->reader, request->params, NULL)) !=
             NULL) {
    run->n_instances++;
    if (plugin->free != NULL)
      plugin->free(instance);
  }
}

static bool
read_instance(ServeRun *run, GError **error)
{
  const ServeRequest *request = run->request;
  GError *reason = NULL;

  if (request->reader == NULL)
    return true;
  run->instance =
      request->plugin->read(request->reader, request->params, &reason);
  if (run->instance != NULL) {
    count_instances(run);
    return true;
  }
  if (reason != NULL)
    g_propagate_error(error, reason);
  else
    serve_set_error(error, "%s: there is nothing in it", request->name);
  return false;
}

/* An option of which the server has a limit. */
static double
limit(const ServeRun *run, const char *option, double most)
{
  const char *text = serve_request_get_option(run->request, option);
  double wanted = text != NULL ? g_ascii_strtod(text, NULL) : 0;

  return wanted > 0 ? MIN(wanted, most) : most;
}

static bool
build_model(ServeRun *run, GError **error)
{
  const ServeRequest *request = run->request;
  const CspPlugin *plugin = request->plugin;
  guint64 bytes = (guint64)limit(run, "memory-limit", SERVE_MEMORY_MIB) << 20;

  if (!tool_memory_allows(plugin, request->params, run->instance, bytes, error))
    return false;
  run->model = csp_model_new();
  if (!plugin->build(run->model, request->params, run->instance, error))
    return false;
  run->assumptions = csp_assumptions_new();
  if (plugin->assume != NULL && run->instance != NULL)
    plugin->assume(run->model, request->params, run->instance,
                   run->assumptions);
  return true;
}

double
serve_seconds_left(const ServeRun *run)
{
  double seconds = limit(run, "time-limit", SERVE_RUN_SECONDS);
  gint64 passed = g_get_monotonic_time() - run->begin_time;

  return MAX(seconds - (double)passed / G_USEC_PER_SEC, 1e-6);
}

static bool
set_options(ServeRun *run, GError **error)
{
  const GPtrArray *options = run->request->options;
  g_autofree char *memory =
      g_strdup_printf("%.0f", limit(run, "memory-limit", SERVE_MEMORY_MIB));

  for (guint i = 0; i < options->len; i += 2)
    if (!csp_solver_set_option(run->solver, options->pdata[i],
                               options->pdata[i + 1], error))
      return false;
  return csp_solver_set_option(run->solver, "memory-limit", memory, error);
}

static bool
make_solver(ServeRun *run, GError **error)
{
  gsize n_vars, n_values;
  const CspVar *vars = csp_assumptions_get_vars(run->assumptions, &n_vars);
  const gint *values = csp_assumptions_get_values(run->assumptions, &n_values);

  run->solver = csp_solver_new(run->model);
  return set_options(run, error) &&
         csp_solver_set_assumptions(run->solver, vars, n_vars, values, n_values,
                                    error);
}

bool
serve_build(ServeRun *run, GError **error)
{
  return read_instance(run, error) && build_model(run, error) &&
         make_solver(run, error);
}
