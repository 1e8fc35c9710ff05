/* SPDX-License-Identifier: MIT */
/* A model plugin: Costas arrays, n dots in a square, one in each row and column,
 * such that the lines between any two of them differ in length or direction.
 *
 * row[i] is the row of column i's dot.  Two lines over the same number of
 * columns must rise differently: for each number of columns an array of
 * differences, rise = row[i + step] - row[i], is all different.  Rises are
 * linear in the rows, so that local search lets them follow. */
#include <libcsp/csp.h>
#include <libcsp/csp-plugin.h>

enum { ARG_SIZE };

static const CspParamSpec params[] = {
    [ARG_SIZE] =
        CSP_PARAM_INT("size", 1, 100, 8, "dots", "dots, and places a side"),
};

/* Lines over so many columns. */
static gboolean
post_step(CspModel *model, CspArray row, gint n, gint step, GError **error)
{
  static const gint coeffs[] = {1, -1, 1};
  g_autofree gchar *name = g_strdup_printf("rise_%d", step);
  CspArray rise = csp_model_add_int_array(model, name, (gsize)(n - step), 1 - n,
                                          n - 1, error);
  if (rise == CSP_NONE)
    return FALSE;

  for (gint i = 0; i < n - step; i++) {
    CspVar vars[] = {csp_model_get_var(model, rise, (gsize)i),
                     csp_model_get_var(model, row, (gsize)(i + step)),
                     csp_model_get_var(model, row, (gsize)i)};
    if (!csp_model_post_linear(model, coeffs, 3, vars, 3, CSP_RELATION_EQ, 0,
                               error))
      return FALSE;
  }
  return csp_model_post_all_different_affine(model, rise, 0, 0, error);
}

static gboolean
costas_build(CspModel *model,
             const CspParams *params,
             gpointer instance,
             GError **error)
{
  gint n = (gint)csp_params_get_int(params, ARG_SIZE);
  CspArray row =
      csp_model_add_int_array(model, "row", (gsize)n, 0, n - 1, error);
  if (row == CSP_NONE)
    return FALSE;

  if (!csp_model_post_all_different_affine(model, row, 0, 0, error))
    return FALSE;
  for (gint step = 1; step < n - 1; step++)
    if (!post_step(model, row, n, step, error))
      return FALSE;
  return TRUE;
}

static gboolean
costas_render(CspModel *model,
              const CspParams *params,
              gpointer instance,
              const CspSolution *solution,
              const gchar *format,
              GString *out,
              GError **error)
{
  gsize n;
  const gint *row =
      csp_solution_get_values(solution, csp_model_find_array(model, "row"), &n);

  for (gsize i = 0; i < n; i++) {
    for (gsize k = 0; k < n; k++)
      g_string_append(out, (gsize)row[k] == i ? " o" : " .");
    g_string_append_c(out, '\n');
  }
  return TRUE;
}

CSP_PLUGIN_DEFINE(.name = "costas",
                  .title = "Costas arrays",
                  .blurb = "dots such that no two lines between them are equal",
                  .params = params,
                  .n_params = G_N_ELEMENTS(params),
                  .build = costas_build,
                  .render = costas_render);
