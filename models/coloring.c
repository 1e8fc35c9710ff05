/* SPDX-License-Identifier: MIT */
/* Graph coloring: a variable a vertex, its value the color, from 1; the ends of
 * an edge differ.
 *
 * The chromatic number is minimized as a variable "colors" that no color
 * exceeds.  It lies between the size of a clique and what a greedy coloring
 * needs, and a few more: a search that has just as many as the greedy coloring
 * may long find no solution at all.  Colors are interchangeable, and
 * declared so: that is for the search to use where one solution is wanted and
 * not where they are counted, so no constraint says it.
 *
 * Cliques are all-different to domain consistency: with few colors to spare
 * this sees at once what the edges one by one do not. */
#include <string.h>

#include "coloring.h"

static const CspParamSpec params[] = {
    [COLORING_ARG_COLORS] =
        CSP_PARAM_OPTIONAL_INT("colors",
                               1,
                               COLORING_COLORS_MAX,
                               "colors",
                               "colors there are; with --minimize at most"),
    [COLORING_ARG_MINIMIZE] = CSP_PARAM_BOOL(
        "minimize", 0, "find the fewest colors; the default without --colors"),
    [COLORING_ARG_IGNORE_LOOPS] =
        CSP_PARAM_BOOL("ignore-loops", 0, "drop edges from a vertex to itself"),
};

static const gchar *const suffixes[] = {".col", NULL};
static const gchar *const formats[] = {"dimacs", "svg", NULL};

static gboolean
find_goal(const CspParams *params, gboolean *out_is_minimizing, GError **error)
{
  gboolean has_colors = csp_params_is_set(params, COLORING_ARG_COLORS);
  gboolean minimizes = csp_params_get_bool(params, COLORING_ARG_MINIMIZE);

  *out_is_minimizing =
      !csp_params_is_counting(params) && (minimizes || !has_colors);
  if (has_colors || *out_is_minimizing)
    return TRUE;
  g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION,
              "colorings are counted for a number of colors: --colors=K is "
              "missing");
  return FALSE;
}

static gboolean
post_clique(CspModel *model,
            CspArray color,
            const GArray *clique,
            GError **error)
{
  g_autofree CspVar *scope = g_new(CspVar, clique->len);

  for (guint i = 0; i < clique->len; i++)
    scope[i] = csp_model_get_var(model, color, g_array_index(clique, guint, i));
  return csp_model_post_all_different(model, scope, clique->len, NULL, 0,
                                      error);
}

static gboolean
post_edge(CspModel *model, CspArray color, ColoringEdge edge, GError **error)
{
  return csp_model_post_relation(
      model, csp_model_get_var(model, color, edge.a), CSP_RELATION_NE,
      csp_model_get_var(model, color, edge.b), 0, error);
}

/* For checking: each edge by name, to say which one is violated. */
static gboolean
post_named_edges(CspModel *model,
                 CspArray color,
                 const ColoringGraph *graph,
                 GError **error)
{
  for (gsize i = 0; i < graph->n_edges; i++) {
    ColoringEdge edge = graph->edges[i];
    g_autofree gchar *name =
        g_strdup_printf("edge %u %u", edge.a + 1, edge.b + 1);
    csp_model_set_group(model, name);
    if (!post_edge(model, color, edge, error))
      return FALSE;
  }
  return TRUE;
}

/* For solving: cliques, and the edges that lie in none. */
static gboolean
post_edges(CspModel *model,
           CspArray color,
           const ColoringGraph *graph,
           const ColoringBounds *bounds,
           GError **error)
{
  csp_model_set_group(model, "edges");
  for (gsize i = 0; i < graph->n_edges; i++)
    if (!bounds->is_covered[i] &&
        !post_edge(model, color, graph->edges[i], error))
      return FALSE;

  csp_model_set_group(model, "cliques");
  csp_model_set_strength(model, CSP_STRENGTH_DOMAIN);
  for (guint i = 0; i < bounds->cliques->len; i++) {
    const GArray *clique = bounds->cliques->pdata[i];
    if (clique->len > 2 && !post_clique(model, color, clique, error))
      return FALSE;
  }
  csp_model_set_strength(model, CSP_STRENGTH_DEFAULT);
  return TRUE;
}

static gboolean
post_objective(CspModel *model,
               CspArray color,
               gsize n_vertices,
               gint min,
               gint max,
               GError **error)
{
  CspVar colors = csp_model_add_int(model, "colors", min, max, error);

  if (colors == CSP_NONE)
    return FALSE;
  csp_model_set_group(model, "number of colors");
  for (gsize i = 0; i < n_vertices; i++)
    if (!csp_model_post_relation(model, csp_model_get_var(model, color, i),
                                 CSP_RELATION_LE, colors, 0, error))
      return FALSE;
  return csp_model_minimize(model, colors, error) &&
         csp_model_add_symmetry_values_up_to(model, color, 1, colors, error);
}

/* The greedy coloring: a solution, where so many colors are allowed, and else
 * what local search starts from. */
static gboolean
set_hint(CspModel *model,
         const ColoringGraph *graph,
         const ColoringBounds *bounds,
         gboolean is_minimizing,
         GError **error)
{
  gsize n = graph->n_vertices;
  g_autofree gint *values = g_new(gint, n + 1);

  for (gsize v = 0; v < n; v++)
    values[v] = (gint)bounds->colors[v];
  values[n] = (gint)bounds->n_colors;
  return csp_model_set_hint(model, values, is_minimizing ? n + 1 : n, error);
}

static gboolean
coloring_build(CspModel *model,
               const CspParams *params,
               gpointer instance,
               GError **error)
{
  const ColoringGraph *graph = instance;
  gboolean is_minimizing;
  gint least = 1, most = COLORING_COLORS_MAX;

  if (!find_goal(params, &is_minimizing, error))
    return FALSE;
  if (csp_params_is_set(params, COLORING_ARG_COLORS))
    most = (gint)csp_params_get_int(params, COLORING_ARG_COLORS);

  g_autoptr(ColoringBounds) bounds =
      csp_params_is_checking(params) ? NULL : coloring_bounds_new(graph);
  if (bounds != NULL) {
    const GArray *clique = bounds->cliques->pdata[0];
    least = (gint)clique->len;
    if (is_minimizing)
      most = MIN(most, (gint)(bounds->n_colors + bounds->n_colors / 8 + 1));
  }

  CspArray color = csp_model_add_int_array(model, "color", graph->n_vertices, 1,
                                           most, error);
  if (color == CSP_NONE)
    return FALSE;
  if (bounds != NULL ? !post_edges(model, color, graph, bounds, error)
                     : !post_named_edges(model, color, graph, error))
    return FALSE;
  /* Every algorithm is to see this at once. */
  if (least > most &&
      !csp_model_post_relation_const(model, csp_model_get_var(model, color, 0),
                                     CSP_RELATION_GT, most, error))
    return FALSE;
  if (is_minimizing
          ? !post_objective(model, color, graph->n_vertices, MIN(least, most),
                            most, error)
          : !csp_model_add_symmetry_values(model, color, 1, most, error))
    return FALSE;
  return bounds == NULL || set_hint(model, graph, bounds, is_minimizing, error);
}

/* Domains and their marks, edges as constraints with their watches. */
static guint64
coloring_estimate(const CspParams *params, gpointer instance)
{
  const ColoringGraph *graph = instance;
  guint64 n_colors = (guint64)csp_params_get_int(params, COLORING_ARG_COLORS);

  return graph->n_vertices * (200 + n_colors / 8) + 200 * graph->n_edges;
}

CSP_PLUGIN_DEFINE(.name = "coloring",
                  .title = "Graph coloring",
                  .blurb = "color the vertices of a graph so that neighbors "
                           "differ",
                  .params = params,
                  .n_params = G_N_ELEMENTS(params),
                  .files = CSP_FILES_REQUIRED,
                  .suffixes = suffixes,
                  .formats = formats,
                  .sniff = coloring_sniff,
                  .read = coloring_read,
                  .build = coloring_build,
                  .render = coloring_render,
                  .read_solution = coloring_read_solution,
                  .free = coloring_graph_free,
                  .estimate = coloring_estimate);
