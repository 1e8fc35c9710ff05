/* SPDX-License-Identifier: MIT */
/* A model for the tests of csp compare: two variables, and, if asked to, a
 * crash while it is built. */
#include <libcsp/csp-plugin.h>

#include <signal.h>

enum { ARG_SIZE };

static const CspParamSpec params[] = {
    [ARG_SIZE] = CSP_PARAM_INT("size", 1, 9, 1, NULL, "3 is a crash"),
};

static gboolean
crash_build(CspModel *model,
            const CspParams *values,
            gpointer instance,
            GError **error)
{
  if (csp_params_get_int(values, ARG_SIZE) == 3)
    raise(SIGKILL);
  return csp_model_add_int_array(model, "x", 2, 0, 1, error) != CSP_NONE;
}

static gboolean
crash_render(CspModel *model,
             const CspParams *values,
             gpointer instance,
             const CspSolution *solution,
             const gchar *format,
             GString *out,
             GError **error)
{
  return TRUE;
}

CSP_PLUGIN_DEFINE(.name = "crash",
                  .title = "Crash",
                  .blurb = "crashes where it is told to",
                  .params = params,
                  .n_params = G_N_ELEMENTS(params),
                  .build = crash_build,
                  .render = crash_render);
