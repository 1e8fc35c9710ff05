/* SPDX-License-Identifier: MIT */
/* Bracelets of six beads in three colors, neighbors of different colors.  Those
 * that become the same when the bracelet is turned or turned over are counted
 * once: the two symmetries are declared, the solver makes the rest of the group
 * from them. */
#include <libcsp/csp.h>

enum { N_BEADS = 6, N_COLORS = 3 };

/* Bead i takes the place of bead i + 1, whatever its color. */
static gboolean
add_turn(CspModel *model, CspArray bead, GError **error)
{
  CspVar from[N_BEADS * N_COLORS], to[N_BEADS * N_COLORS];
  gint colors[N_BEADS * N_COLORS];
  gsize n = 0;

  for (gsize i = 0; i < N_BEADS; i++)
    for (gint color = 0; color < N_COLORS; color++, n++) {
      from[n] = csp_model_get_var(model, bead, i);
      to[n] = csp_model_get_var(model, bead, (i + 1) % N_BEADS);
      colors[n] = color;
    }
  return csp_model_add_symmetry_pairs(model, "turn", from, n, colors, n, to, n,
                                      colors, n, error);
}

static gboolean
state(CspModel *model, GError **error)
{
  CspArray bead =
      csp_model_add_int_array(model, "bead", N_BEADS, 0, N_COLORS - 1, error);
  if (bead == CSP_NONE)
    return FALSE;
  for (gsize i = 0; i < N_BEADS; i++)
    if (!csp_model_post_relation(
            model, csp_model_get_var(model, bead, i), CSP_RELATION_NE,
            csp_model_get_var(model, bead, (i + 1) % N_BEADS), 0, error))
      return FALSE;
  return add_turn(model, bead, error) &&
         csp_model_add_symmetry_reverse(model, bead, error);
}

static guint64
count(CspModel *model, const gchar *distinct)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  guint64 n;

  if (!csp_solver_set_option(solver, "distinct", distinct, &error) ||
      !csp_solver_count(solver, &n, &error))
    g_error("%s", error->message);
  return n;
}

int
main(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(CspModel) model = csp_model_new();

  if (!state(model, &error))
    g_error("%s", error->message);
  g_print("%" G_GUINT64_FORMAT " colorings\n", count(model, "false"));
  g_print("%" G_GUINT64_FORMAT " bracelets\n", count(model, "true"));
  return 0;
}
