/* SPDX-License-Identifier: MIT */
/* Constraints on tasks, boxes and bins.  As in post.c, checked first and copied
 * last.  Durations, sizes and the like become terms (term.h): a variable with
 * one value is a number from here on, and no longer in the scope. */
#include "config.h"

#include <string.h>

#include <libcsp/csp-scheduling.h>

#include "model/model-private.h"
#include "model/term.h"

/* A record in the making. */
typedef struct {
  CspModel *model;
  CspConstraint con; /* kind, relation, constant */
  GArray *vars;      /* CspVar */
  GArray *ints;      /* int32_t */
} Draft;

static void
draft_init(Draft *self, CspModel *model, CspConstraintKind kind)
{
  self->model = model;
  self->con = (CspConstraint){.kind = (uint8_t)kind};
  self->vars = g_array_new(FALSE, FALSE, sizeof(CspVar));
  self->ints = g_array_new(FALSE, FALSE, sizeof(int32_t));
}

static void
draft_add_vars(Draft *self, const CspVar *vars, size_t n)
{
  if (n > 0)
    g_array_append_vals(self->vars, vars, (guint)n);
}

static void
draft_add_int(Draft *self, int32_t value)
{
  g_array_append_val(self->ints, value);
}

/* Numbers of 0 or more. */
static bool
draft_add_numbers(Draft *self,
                  const gint *numbers,
                  size_t n,
                  const char *what,
                  GError **error)
{
  for (size_t i = 0; i < n; i++) {
    self->con.group = self->model->group;
    if (!csp_model_check_number(self->model, &self->con, what, numbers[i],
                                error))
      return false;
    if (numbers[i] < 0)
      return csp_model_refuse(self->model, &self->con, error, CSP_ERROR_INVALID,
                              "the %s %d is negative", what, numbers[i]);
    draft_add_int(self, numbers[i]);
  }
  return true;
}

static bool
draft_add_terms(Draft *self, const CspVar *vars, size_t n, GError **error)
{
  for (size_t i = 0; i < n; i++) {
    if (!csp_model_check_var(self->model, vars[i], error))
      return false;
    const CspArrayInfo *array = csp_model_array_of(self->model, vars[i]);
    if (array->min == array->max && array->min >= 0) {
      draft_add_int(self, array->min);
      continue;
    }
    draft_add_int(self, csp_term_of_position(self->vars->len));
    g_array_append_val(self->vars, vars[i]);
  }
  return true;
}

/* Adds the record if it is fit so far, and frees the draft. */
static gboolean
draft_post(Draft *self, bool is_fit, GError **error)
{
  CspConstraint con;

  is_fit = is_fit && csp_model_begin_record(
                         self->model, (CspConstraintKind)self->con.kind,
                         (const CspVar *)(void *)self->vars->data,
                         self->vars->len, &con, error);
  if (is_fit) {
    con.relation = self->con.relation;
    con.constant = self->con.constant;
    con.ints = (const int32_t *)(void *)self->ints->data;
    con.n_ints = self->ints->len;
    csp_model_add_record(self->model, &con);
  }
  g_array_unref(self->vars);
  g_array_unref(self->ints);
  return is_fit;
}

/**
 * csp_model_post_cumulative:
 * @self: a model
 * @starts: (array length=n_tasks): variables of @self, when each task begins
 * @durations: (array length=n_tasks): variables of @self, how long it runs
 * @demands: (array length=n_tasks): variables of @self, how much it uses of the
 *   resource while it runs
 * @n_tasks: how many
 * @capacity: a variable of @self, how much there is of the resource
 * @error: return location for a #GError, or %NULL
 *
 * Requires that at any time the tasks that run demand at most @capacity.
 *
 * A task runs from its start on for its duration; one that takes no time uses
 * nothing, so that a task is optional whose duration, or demand, may be 0.
 * Durations, demands and the capacity are required to be 0 or more.
 *
 * Filtering: by time-tabling, O(@n_tasks) a propagation where the tasks that
 * are left are few or short.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or there are none.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_cumulative(CspModel *self,
                          const CspVar *starts,
                          const CspVar *durations,
                          const CspVar *demands,
                          gsize n_tasks,
                          CspVar capacity,
                          GError **error)
{
  Draft draft;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(
      n_tasks == 0 || (starts != NULL && durations != NULL && demands != NULL),
      FALSE);

  draft_init(&draft, self, CSP_CON_CUMULATIVE);
  draft_add_vars(&draft, starts, n_tasks);
  return draft_post(&draft,
                    draft_add_terms(&draft, durations, n_tasks, error) &&
                        draft_add_terms(&draft, demands, n_tasks, error) &&
                        draft_add_terms(&draft, &capacity, 1, error),
                    error);
}

/**
 * csp_model_post_cumulative_const:
 * @self: a model
 * @starts: (array length=n_tasks): variables of @self, when each task begins
 * @durations: (array length=n_tasks): how long it runs
 * @demands: (array length=n_tasks): how much it uses of the resource while it
 *   runs
 * @n_tasks: how many, at least 1
 * @capacity: how much there is of the resource
 * @error: return location for a #GError, or %NULL
 *
 * Requires that at any time the tasks that run demand at most @capacity: see
 * csp_model_post_cumulative().
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, there are none, or a number is negative; with
 * %CSP_ERROR_RANGE if one is above %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_cumulative_const(CspModel *self,
                                const CspVar *starts,
                                const gint *durations,
                                const gint *demands,
                                gsize n_tasks,
                                gint capacity,
                                GError **error)
{
  Draft draft;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(
      n_tasks == 0 || (starts != NULL && durations != NULL && demands != NULL),
      FALSE);

  draft_init(&draft, self, CSP_CON_CUMULATIVE);
  draft_add_vars(&draft, starts, n_tasks);
  return draft_post(
      &draft,
      draft_add_numbers(&draft, durations, n_tasks, "duration", error) &&
          draft_add_numbers(&draft, demands, n_tasks, "demand", error) &&
          draft_add_numbers(&draft, &capacity, 1, "capacity", error),
      error);
}
