/* SPDX-License-Identifier: MIT */
/* A plugin of somebody else's: right triangles with whole sides, a < b and
 * a*a + b*b = c*c. */
#include <libcsp/csp-plugin.h>

enum { ARG_LIMIT };

static const CspParamSpec params[] = {
    [ARG_LIMIT] = CSP_PARAM_INT("limit", 1, 1000, 20, NULL, "longest side"),
};

static CspExpr
square(CspModel *model, CspVar var, GError **error)
{
  CspExpr x = csp_model_expr_var(model, var, error);
  return csp_model_expr_binary(model, CSP_EXPR_MUL, x, x, error);
}

static gboolean
triples_build(CspModel *model,
              const CspParams *values,
              gpointer instance,
              GError **error)
{
  gint limit = csp_params_get_int(values, ARG_LIMIT);
  CspVar a = csp_model_add_int(model, "a", 1, limit, error);
  CspVar b = csp_model_add_int(model, "b", 1, limit, error);
  CspVar c = csp_model_add_int(model, "c", 1, limit, error);
  CspExpr legs =
      csp_model_expr_binary(model, CSP_EXPR_ADD, square(model, a, error),
                            square(model, b, error), error);
  CspExpr right = csp_model_expr_binary(model, CSP_EXPR_EQ, legs,
                                        square(model, c, error), error);

  return csp_model_post_relation(model, a, CSP_RELATION_LT, b, 0, error) &&
         csp_model_post_expr(model, right, error);
}

static gint
side(CspModel *model, const CspSolution *solution, const gchar *name)
{
  CspArray array = csp_model_find_array(model, name);
  return csp_solution_get_value(solution, csp_model_get_var(model, array, 0));
}

static gboolean
triples_render(CspModel *model,
               const CspParams *values,
               gpointer instance,
               const CspSolution *solution,
               const gchar *format,
               GString *out,
               GError **error)
{
  g_string_append_printf(out, "%d %d %d\n", side(model, solution, "a"),
                         side(model, solution, "b"),
                         side(model, solution, "c"));
  return TRUE;
}

CSP_PLUGIN_DEFINE(.name = "triples",
                  .title = "Right triangles",
                  .blurb = "find right triangles with whole sides",
                  .params = params,
                  .n_params = G_N_ELEMENTS(params),
                  .build = triples_build,
                  .render = triples_render);
