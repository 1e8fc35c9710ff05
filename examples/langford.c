/* SPDX-License-Identifier: MIT */
/* A model plugin: Langford's problem L(2, n).  A row holds each number from 1 to
 * n twice, with k numbers between the two k.  It has solutions exactly when n
 * or n + 1 is a multiple of 4.
 *
 * A variable tells where a number stands, first[k - 1] and second[k - 1] for k,
 * and all places are different.  Together they share out all places, so that
 * local search keeps them a permutation and moves by swaps.
 *
 * Read backwards a solution stays one: places are counted from the other end,
 * and the second of each pair comes first. */
#include <libcsp/csp.h>
#include <libcsp/csp-plugin.h>

enum { ARG_SIZE };

static const CspParamSpec params[] = {
    [ARG_SIZE] = CSP_PARAM_INT(
        "size", 1, 500, 8, "numbers", "numbers, each of them twice in the row"),
};

static gboolean
add_backwards(
    CspModel *model, CspArray first, CspArray second, gint n, GError **error)
{
  gsize n_pairs = (gsize)(4 * n * n);
  g_autofree CspVar *from = g_new(CspVar, n_pairs);
  g_autofree CspVar *to = g_new(CspVar, n_pairs);
  g_autofree gint *places = g_new(gint, n_pairs);
  g_autofree gint *images = g_new(gint, n_pairs);

  for (gsize i = 0; i < n_pairs; i++) {
    gint which = (gint)i / (2 * n), place = (gint)i % (2 * n) + 1;
    CspVar of_first = csp_model_get_var(model, first, (gsize)(which % n));
    CspVar of_second = csp_model_get_var(model, second, (gsize)(which % n));
    from[i] = which < n ? of_first : of_second;
    to[i] = which < n ? of_second : of_first;
    places[i] = place;
    images[i] = 2 * n + 1 - place;
  }
  return csp_model_add_symmetry_pairs(model, "backwards", from, n_pairs, places,
                                      n_pairs, to, n_pairs, images, n_pairs,
                                      error);
}

static gboolean
langford_build(CspModel *model,
               const CspParams *params,
               gpointer instance,
               GError **error)
{
  gint n = (gint)csp_params_get_int(params, ARG_SIZE);
  g_autofree CspVar *all = g_new(CspVar, 2 * n);
  CspArray first =
      csp_model_add_int_array(model, "first", (gsize)n, 1, 2 * n, error);
  if (first == CSP_NONE)
    return FALSE;
  CspArray second =
      csp_model_add_int_array(model, "second", (gsize)n, 1, 2 * n, error);
  if (second == CSP_NONE)
    return FALSE;

  csp_model_set_group(model, "distances");
  for (gint k = 1; k <= n; k++) {
    CspVar x = csp_model_get_var(model, first, (gsize)k - 1);
    CspVar y = csp_model_get_var(model, second, (gsize)k - 1);
    if (!csp_model_post_relation(model, y, CSP_RELATION_EQ, x, k + 1, error))
      return FALSE;
    all[k - 1] = x;
    all[n + k - 1] = y;
  }
  csp_model_set_group(model, "places");
  csp_model_set_strength(model, CSP_STRENGTH_DOMAIN);
  return csp_model_post_all_different(model, all, (gsize)(2 * n), NULL, 0,
                                      error) &&
         add_backwards(model, first, second, n, error);
}

static gboolean
langford_render(CspModel *model,
                const CspParams *params,
                gpointer instance,
                const CspSolution *solution,
                const gchar *format,
                GString *out,
                GError **error)
{
  gint n = (gint)csp_params_get_int(params, ARG_SIZE);
  const gint *first = csp_solution_get_values(
      solution, csp_model_find_array(model, "first"), NULL);
  const gint *second = csp_solution_get_values(
      solution, csp_model_find_array(model, "second"), NULL);
  g_autofree gint *row = g_new(gint, 2 * n);

  for (gint k = 1; k <= n; k++)
    row[first[k - 1] - 1] = row[second[k - 1] - 1] = k;
  for (gint i = 0; i < 2 * n; i++)
    g_string_append_printf(out, "%s%d", i > 0 ? " " : "", row[i]);
  g_string_append_c(out, '\n');
  return TRUE;
}

CSP_PLUGIN_DEFINE(.name = "langford",
                  .title = "Langford's problem",
                  .blurb =
                      "each number twice in a row, k numbers between the k",
                  .params = params,
                  .n_params = G_N_ELEMENTS(params),
                  .build = langford_build,
                  .render = langford_render);
