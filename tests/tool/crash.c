/* SPDX-License-Identifier: MIT */
/* A model for the tests of csp compare: two variables, and, if asked to, an end
 * while it is built that no program should have, or none. */
#include <libcsp/csp-plugin.h>

#include <signal.h>
#include <stdlib.h>

enum { ARG_SIZE };

static const CspParamSpec params[] = {
    [ARG_SIZE] = CSP_PARAM_INT("size", 1, 9, 1, NULL, "from 3 to 7: an end"),
};

static gboolean
crash_build(CspModel *model,
            const CspParams *values,
            gpointer instance,
            GError **error)
{
  switch (csp_params_get_int(values, ARG_SIZE)) {
  case 3:
    raise(SIGKILL);
    break;
  case 4:
    _Exit(EXIT_SUCCESS);
  case 5:
    _Exit(EXIT_FAILURE + 40);
  case 6: /* listens to nothing but SIGKILL */
    raise(SIGSTOP);
    break;
  case 7:
    for (volatile int i = 0;;)
      (void)i;
  }
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
