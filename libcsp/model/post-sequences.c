/* SPDX-License-Identifier: MIT */
/* Constraints on sequences.  As in post.c, checked first and copied last.
 *
 * A decision diagram is an automaton whose states are its nodes. */
#include "config.h"

#include <string.h>

#include <libcsp/csp-sequences.h>

#include "model/automaton-form.h"
#include "model/model-private.h"

/* vars, then one more unless it is NONE (transfer full). */
static CspVar *
make_scope(const CspVar *vars, size_t n_vars, CspVar more)
{
  CspVar *scope = g_new(CspVar, n_vars + 1);

  if (n_vars > 0)
    memcpy(scope, vars, n_vars * sizeof(CspVar));
  scope[n_vars] = more;
  return scope;
}

static bool
check_steps(const CspModel *self,
            const CspConstraint *con,
            const CspAutomatonForm *form,
            size_t n_step_values,
            GError **error)
{
  bool is_mdd = form->is_mdd;
  const char *what = is_mdd ? "node" : "state";

  if (n_step_values % form->width != 0)
    return csp_model_refuse(self, con, error, CSP_ERROR_INVALID,
                            "%zu numbers are no whole number of %s",
                            n_step_values, is_mdd ? "edges" : "steps");
  if (form->start < 0)
    return csp_model_refuse(self, con, error, CSP_ERROR_INVALID,
                            "%s %d is below 0", what, form->start);
  for (size_t i = 0; i < form->n_finals; i++)
    if (form->finals[i] < 0)
      return csp_model_refuse(self, con, error, CSP_ERROR_INVALID,
                              "%s %d is below 0", what, form->finals[i]);
  for (size_t s = 0; s < form->n_steps; s++) {
    const int32_t *step = &form->steps[s * form->width];
    if (step[0] < 0 || step[2] < 0)
      return csp_model_refuse(self, con, error, CSP_ERROR_INVALID,
                              "%s %d is below 0", what,
                              step[0] < 0 ? step[0] : step[2]);
    if (!csp_model_check_number(self, con, "value", step[1], error) ||
        (form->width > 3 &&
         !csp_model_check_number(self, con, "cost", step[3], error)))
      return false;
  }
  return true;
}

/* Checks the scope, where the sequence is followed by a truth or total unless
 * that is NONE, and the automaton; adds the record. */
static gboolean
post(CspModel *self,
     CspConstraintKind kind,
     const CspVar *vars,
     size_t n_vars,
     CspVar more,
     CspAutomatonForm *form,
     size_t n_step_values,
     GError **error)
{
  CspConstraint con;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(vars != NULL || n_vars == 0, FALSE);
  g_return_val_if_fail(form->steps != NULL || n_step_values == 0, FALSE);
  g_return_val_if_fail(form->finals != NULL || form->n_finals == 0, FALSE);

  bool has_more =
      kind == CSP_CON_REIFIED_REGULAR || kind == CSP_CON_COST_REGULAR;
  g_autofree CspVar *scope = make_scope(vars, n_vars, more);
  if (!csp_model_begin_record(self, kind, scope, n_vars + has_more, &con,
                              error))
    return FALSE;
  if (kind == CSP_CON_COST_REGULAR && n_vars == 0)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                            "no variables");
  if (kind == CSP_CON_REIFIED_REGULAR) {
    gint min, max;
    csp_model_get_bounds(self, more, &min, &max);
    if (min < 0 || max > 1)
      return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID,
                              "its truth is no 0/1 variable");
  }
  if (!check_steps(self, &con, form, n_step_values, error))
    return FALSE;

  g_autofree char *why = NULL;
  g_autoptr(GArray) ints = csp_automaton_form_make(
      form, n_vars, kind == CSP_CON_REIFIED_REGULAR, &why);
  if (ints == NULL)
    return csp_model_refuse(self, &con, error, CSP_ERROR_INVALID, "%s", why);
  con.ints = (const int32_t *)(const void *)ints->data;
  con.n_ints = ints->len;
  csp_model_add_record(self, &con);
  return TRUE;
}

/* The same of a constraint that has another name than its kind. */
static gboolean
post_named(CspModel *self,
           const char *name,
           CspConstraintKind kind,
           const CspVar *vars,
           size_t n_vars,
           CspVar more,
           CspAutomatonForm *form,
           size_t n_step_values,
           GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  const char *before = csp_model_name_posted(self, name);
  gboolean is_posted =
      post(self, kind, vars, n_vars, more, form, n_step_values, error);
  self->posted_as = before;
  return is_posted;
}

static CspAutomatonForm
automaton(const gint *steps,
          gsize n_step_values,
          uint32_t width,
          gint start,
          const gint *finals,
          gsize n_finals)
{
  return (CspAutomatonForm){.steps = steps,
                            .n_steps = n_step_values / width,
                            .width = width,
                            .start = start,
                            .finals = finals,
                            .n_finals = n_finals};
}

static CspAutomatonForm
diagram(const gint *edges,
        gsize n_edge_values,
        uint32_t width,
        gint root,
        const gint *terminal)
{
  CspAutomatonForm form =
      automaton(edges, n_edge_values, width, root, terminal, 1);

  form.is_mdd = true;
  return form;
}

/**
 * csp_model_post_regular:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @steps: (array length=n_step_values): a state, a value and the next state,
 *   one step after the other, in any order
 * @n_step_values: how many numbers that is, a multiple of 3
 * @start: the state before the first value
 * @finals: (array length=n_finals): the states to end in
 * @n_finals: how many
 * @error: return location for a #GError, or %NULL
 *
 * Requires that the automaton accepts the values of @vars as a word.
 *
 * States are numbers from 0 on, which need not be consecutive.  Several steps
 * may have the same state and value: one way that leads to a final state is
 * enough.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, a step is not whole or a state is below 0; with
 * %CSP_ERROR_RANGE if a value leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_regular(CspModel *self,
                       const CspVar *vars,
                       gsize n_vars,
                       const gint *steps,
                       gsize n_step_values,
                       gint start,
                       const gint *finals,
                       gsize n_finals,
                       GError **error)
{
  CspAutomatonForm form =
      automaton(steps, n_step_values, 3, start, finals, n_finals);

  return post(self, CSP_CON_REGULAR, vars, n_vars, CSP_NONE, &form,
              n_step_values, error);
}

/**
 * csp_model_post_reified_regular:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, possibly none
 * @steps: (array length=n_step_values): a state, a value and the next state,
 *   one step after the other, in any order
 * @n_step_values: how many numbers that is, a multiple of 3
 * @start: the state before the first value
 * @finals: (array length=n_finals): the states to end in
 * @n_finals: how many
 * @truth: a 0/1 variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires that @truth is 1 if the automaton accepts the values of @vars as a
 * word, and 0 if not.
 *
 * If several steps have the same state and value, the automaton is made
 * deterministic, which can take many more states.
 *
 * Fails as csp_model_post_regular() does, and with %CSP_ERROR_INVALID if @truth
 * is no 0/1 variable or a deterministic automaton would be too large.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_reified_regular(CspModel *self,
                               const CspVar *vars,
                               gsize n_vars,
                               const gint *steps,
                               gsize n_step_values,
                               gint start,
                               const gint *finals,
                               gsize n_finals,
                               CspVar truth,
                               GError **error)
{
  CspAutomatonForm form =
      automaton(steps, n_step_values, 3, start, finals, n_finals);

  return post(self, CSP_CON_REIFIED_REGULAR, vars, n_vars, truth, &form,
              n_step_values, error);
}

/**
 * csp_model_post_cost_regular:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @steps: (array length=n_step_values): a state, a value, the next state and
 *   the step's cost, one step after the other, in any order
 * @n_step_values: how many numbers that is, a multiple of 4
 * @start: the state before the first value
 * @finals: (array length=n_finals): the states to end in
 * @n_finals: how many
 * @total: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires that the automaton accepts the values of @vars as a word, and that
 * the costs of its steps add up to @total.
 *
 * Fails as csp_model_post_regular() does, and with %CSP_ERROR_INVALID if two
 * steps have the same state and value.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_cost_regular(CspModel *self,
                            const CspVar *vars,
                            gsize n_vars,
                            const gint *steps,
                            gsize n_step_values,
                            gint start,
                            const gint *finals,
                            gsize n_finals,
                            CspVar total,
                            GError **error)
{
  CspAutomatonForm form =
      automaton(steps, n_step_values, 4, start, finals, n_finals);

  return post(self, CSP_CON_COST_REGULAR, vars, n_vars, total, &form,
              n_step_values, error);
}

/**
 * csp_model_post_mdd:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @edges: (array length=n_edge_values): a node, a value and the next node, one
 *   edge after the other, in any order
 * @n_edge_values: how many numbers that is, a multiple of 3
 * @root: the node before the first value
 * @terminal: the node after the last
 * @error: return location for a #GError, or %NULL
 *
 * Requires that the values of @vars lead from @root to @terminal in a decision
 * diagram.
 *
 * Nodes are numbers from 0 on, which need not be consecutive.  Several edges may
 * have the same node and value.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, an edge is not whole, a node is below 0, a node is reached by
 * paths of different lengths, or @terminal by one that is not @n_vars edges
 * long; with %CSP_ERROR_RANGE if a value leaves %CSP_VALUE_MIN and
 * %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_mdd(CspModel *self,
                   const CspVar *vars,
                   gsize n_vars,
                   const gint *edges,
                   gsize n_edge_values,
                   gint root,
                   gint terminal,
                   GError **error)
{
  CspAutomatonForm form = diagram(edges, n_edge_values, 3, root, &terminal);

  return post(self, CSP_CON_MDD, vars, n_vars, CSP_NONE, &form, n_edge_values,
              error);
}

/**
 * csp_model_post_reified_mdd:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, possibly none
 * @edges: (array length=n_edge_values): a node, a value and the next node, one
 *   edge after the other, in any order
 * @n_edge_values: how many numbers that is, a multiple of 3
 * @root: the node before the first value
 * @terminal: the node after the last
 * @truth: a 0/1 variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires that @truth is 1 if the values of @vars lead from @root to @terminal
 * in a decision diagram, and 0 if not.
 *
 * If several edges have the same node and value, the diagram is made
 * deterministic, which can take many more nodes.
 *
 * Fails as csp_model_post_mdd() does, and with %CSP_ERROR_INVALID if @truth is
 * no 0/1 variable or a deterministic diagram would be too large.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_reified_mdd(CspModel *self,
                           const CspVar *vars,
                           gsize n_vars,
                           const gint *edges,
                           gsize n_edge_values,
                           gint root,
                           gint terminal,
                           CspVar truth,
                           GError **error)
{
  CspAutomatonForm form = diagram(edges, n_edge_values, 3, root, &terminal);

  return post_named(self, "reified-mdd", CSP_CON_REIFIED_REGULAR, vars, n_vars,
                    truth, &form, n_edge_values, error);
}

/**
 * csp_model_post_cost_mdd:
 * @self: a model
 * @vars: (array length=n_vars): variables of @self
 * @n_vars: how many, at least 1
 * @edges: (array length=n_edge_values): a node, a value, the next node and the
 *   edge's cost, one edge after the other, in any order
 * @n_edge_values: how many numbers that is, a multiple of 4
 * @root: the node before the first value
 * @terminal: the node after the last
 * @total: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Requires that the values of @vars lead from @root to @terminal in a decision
 * diagram, and that the costs of the edges on the way add up to @total.
 *
 * Fails as csp_model_post_mdd() does, and with %CSP_ERROR_INVALID if two edges
 * have the same node and value.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_cost_mdd(CspModel *self,
                        const CspVar *vars,
                        gsize n_vars,
                        const gint *edges,
                        gsize n_edge_values,
                        gint root,
                        gint terminal,
                        CspVar total,
                        GError **error)
{
  CspAutomatonForm form = diagram(edges, n_edge_values, 4, root, &terminal);

  return post_named(self, "cost-mdd", CSP_CON_COST_REGULAR, vars, n_vars, total,
                    &form, n_edge_values, error);
}
