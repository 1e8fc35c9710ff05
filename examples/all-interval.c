/* SPDX-License-Identifier: MIT */
/* A model plugin: all-interval series, a row of the numbers 0 .. n - 1 in which
 * the distances between neighbors are all different too (CSPLib problem 7; with
 * n = 12 these are twelve-tone rows that use every interval).
 *
 * A variable a place and one a distance, which an expression ties to its two
 * places.  Local search does not move the distances: they follow.  With n - 1 - v
 * in the place of v the distances stay as they are. */
#include <libcsp/csp.h>
#include <libcsp/csp-plugin.h>

enum { ARG_SIZE };

static const CspParamSpec params[] = {
    [ARG_SIZE] =
        CSP_PARAM_INT("size", 2, 1000, 12, "numbers", "numbers in the row"),
};

/* distance = |x - y| */
static gboolean
post_distance(
    CspModel *model, CspVar distance, CspVar x, CspVar y, GError **error)
{
  CspExpr difference = csp_model_expr_binary(
      model, CSP_EXPR_SUB, csp_model_expr_var(model, x, error),
      csp_model_expr_var(model, y, error), error);
  CspExpr size = csp_model_expr_unary(model, CSP_EXPR_ABS, difference, error);

  return csp_model_post_expr(
      model,
      csp_model_expr_binary(model, CSP_EXPR_EQ,
                            csp_model_expr_var(model, distance, error), size,
                            error),
      error);
}

static gboolean
all_interval_build(CspModel *model,
                   const CspParams *params,
                   gpointer instance,
                   GError **error)
{
  gint n = (gint)csp_params_get_int(params, ARG_SIZE);
  CspArray place =
      csp_model_add_int_array(model, "place", (gsize)n, 0, n - 1, error);
  if (place == CSP_NONE)
    return FALSE;
  CspArray distance =
      csp_model_add_int_array(model, "distance", (gsize)n - 1, 1, n - 1, error);
  if (distance == CSP_NONE)
    return FALSE;

  csp_model_set_group(model, "distances");
  for (gsize i = 0; i + 1 < (gsize)n; i++)
    if (!post_distance(model, csp_model_get_var(model, distance, i),
                       csp_model_get_var(model, place, i),
                       csp_model_get_var(model, place, i + 1), error))
      return FALSE;
  csp_model_set_group(model, "different");
  return csp_model_post_all_different_affine(model, place, 0, 0, error) &&
         csp_model_post_all_different_affine(model, distance, 0, 0, error) &&
         csp_model_add_symmetry_reverse_values(model, place, error);
}

static gboolean
all_interval_render(CspModel *model,
                    const CspParams *params,
                    gpointer instance,
                    const CspSolution *solution,
                    const gchar *format,
                    GString *out,
                    GError **error)
{
  gsize n;
  const gint *place = csp_solution_get_values(
      solution, csp_model_find_array(model, "place"), &n);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf(out, "%s%d", i > 0 ? " " : "", place[i]);
  g_string_append_c(out, '\n');
  return TRUE;
}

CSP_PLUGIN_DEFINE(.name = "all-interval",
                  .title = "All-interval series",
                  .blurb = "a row of numbers whose neighbors' distances differ",
                  .params = params,
                  .n_params = G_N_ELEMENTS(params),
                  .build = all_interval_build,
                  .render = all_interval_render);
