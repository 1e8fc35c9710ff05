/* SPDX-License-Identifier: MIT */
/* A model plugin: magic squares, the numbers from 1 to n * n in a square so that
 * each row, column and long diagonal has the same sum.
 *
 * Turned or mirrored, a magic square stays one.  The transpose and the mirror
 * image make all eight. */
#include <libcsp/csp.h>
#include <libcsp/csp-plugin.h>

enum { ARG_ORDER };

static const CspParamSpec params[] = {
    [ARG_ORDER] =
        CSP_PARAM_INT("order", 1, 30, 3, "cells", "cells along a side"),
};

/* The n cells first, first + step ... have the sum of a line. */
static gboolean
post_line(CspModel *model,
          CspArray cell,
          gint n,
          gint first,
          gint step,
          GError **error)
{
  g_autofree CspVar *vars = g_new(CspVar, n);
  g_autofree gint *ones = g_new(gint, n);

  for (gint i = 0; i < n; i++) {
    vars[i] = csp_model_get_var(model, cell, (gsize)(first + i * step));
    ones[i] = 1;
  }
  return csp_model_post_linear(model, ones, (gsize)n, vars, (gsize)n,
                               CSP_RELATION_EQ, (gint64)n * (n * n + 1) / 2,
                               error);
}

static gboolean
post_lines(CspModel *model, CspArray cell, gint n, GError **error)
{
  for (gint i = 0; i < n; i++)
    if (!post_line(model, cell, n, i * n, 1, error) ||
        !post_line(model, cell, n, i, n, error))
      return FALSE;
  return post_line(model, cell, n, 0, n + 1, error) &&
         post_line(model, cell, n, n - 1, n - 1, error);
}

static gint
transposed(gint i, gint n)
{
  return i % n * n + i / n;
}

static gint
mirrored(gint i, gint n)
{
  return i / n * n + (n - 1 - i % n);
}

/* Cell i takes the place of cell image(i), whatever its number. */
static gboolean
add_symmetry(CspModel *model,
             CspArray cell,
             gint n,
             const gchar *name,
             gint (*image)(gint i, gint n),
             GError **error)
{
  gsize n_cells = (gsize)(n * n), n_pairs = n_cells * n_cells;
  g_autofree CspVar *from = g_new(CspVar, n_pairs);
  g_autofree CspVar *to = g_new(CspVar, n_pairs);
  g_autofree gint *numbers = g_new(gint, n_pairs);

  for (gsize k = 0; k < n_pairs; k++) {
    gint i = (gint)(k / n_cells);
    from[k] = csp_model_get_var(model, cell, (gsize)i);
    to[k] = csp_model_get_var(model, cell, (gsize)image(i, n));
    numbers[k] = (gint)(k % n_cells) + 1;
  }
  return csp_model_add_symmetry_pairs(model, name, from, n_pairs, numbers,
                                      n_pairs, to, n_pairs, numbers, n_pairs,
                                      error);
}

static gboolean
magic_build(CspModel *model,
            const CspParams *params,
            gpointer instance,
            GError **error)
{
  gint n = (gint)csp_params_get_int(params, ARG_ORDER);
  CspArray cell =
      csp_model_add_int_array(model, "cell", (gsize)(n * n), 1, n * n, error);
  if (cell == CSP_NONE)
    return FALSE;

  csp_model_set_group(model, "numbers");
  if (!csp_model_post_all_different_affine(model, cell, 0, 0, error))
    return FALSE;
  csp_model_set_group(model, "lines");
  return post_lines(model, cell, n, error) &&
         add_symmetry(model, cell, n, "transpose", transposed, error) &&
         add_symmetry(model, cell, n, "mirror", mirrored, error);
}

static gboolean
magic_render(CspModel *model,
             const CspParams *params,
             gpointer instance,
             const CspSolution *solution,
             const gchar *format,
             GString *out,
             GError **error)
{
  gint n = (gint)csp_params_get_int(params, ARG_ORDER);
  const gint *numbers = csp_solution_get_values(
      solution, csp_model_find_array(model, "cell"), NULL);

  for (gint i = 0; i < n * n; i++)
    g_string_append_printf(out, "%3d%s", numbers[i],
                           (i + 1) % n == 0 ? "\n" : " ");
  return TRUE;
}

CSP_PLUGIN_DEFINE(.name = "magic",
                  .title = "Magic squares",
                  .blurb = "fill a square so that all lines have one sum",
                  .params = params,
                  .n_params = G_N_ELEMENTS(params),
                  .build = magic_build,
                  .render = magic_render);
