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
  self->con = (CspConstraint){.kind = (uint8_t)kind, .group = model->group};
  self->vars = g_array_new(FALSE, FALSE, sizeof(CspVar));
  self->ints = g_array_new(FALSE, FALSE, sizeof(int32_t));
}

static void
draft_clear(Draft *self)
{
  g_array_unref(self->vars);
  g_array_unref(self->ints);
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
  draft_clear(self);
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

/**
 * csp_model_post_disjunctive:
 * @self: a model
 * @starts: (array length=n_tasks): variables of @self, when each task begins
 * @durations: (array length=n_tasks): variables of @self, how long it runs
 * @n_tasks: how many, at least 1
 * @is_strict: whether a task that takes no time is not within another
 * @error: return location for a #GError, or %NULL
 *
 * Requires that no two tasks overlap.
 *
 * Filtering: overload, detectable precedences, not last, edge finding, each
 * O(@n_tasks log @n_tasks).
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or there are none; with %CSP_ERROR_RANGE if a number leaves
 * %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_disjunctive(CspModel *self,
                           const CspVar *starts,
                           const CspVar *durations,
                           gsize n_tasks,
                           gboolean is_strict,
                           GError **error)
{
  Draft draft;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(n_tasks == 0 || (starts != NULL && durations != NULL),
                       FALSE);

  draft_init(&draft, self, CSP_CON_DISJUNCTIVE);
  draft.con.relation = is_strict ? CSP_RELATION_LT : CSP_RELATION_LE;
  draft_add_vars(&draft, starts, n_tasks);
  return draft_post(&draft, draft_add_terms(&draft, durations, n_tasks, error),
                    error);
}

/**
 * csp_model_post_disjunctive_const:
 * @self: a model
 * @starts: (array length=n_tasks): variables of @self, when each task begins
 * @durations: (array length=n_tasks): how long it runs
 * @n_tasks: how many, at least 1
 * @is_strict: whether a task that takes no time is not within another
 * @error: return location for a #GError, or %NULL
 *
 * Requires that no two tasks overlap: see csp_model_post_disjunctive().
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, there are none, or a number is negative; with
 * %CSP_ERROR_RANGE if a number leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_disjunctive_const(CspModel *self,
                                 const CspVar *starts,
                                 const gint *durations,
                                 gsize n_tasks,
                                 gboolean is_strict,
                                 GError **error)
{
  Draft draft;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(n_tasks == 0 || (starts != NULL && durations != NULL),
                       FALSE);

  draft_init(&draft, self, CSP_CON_DISJUNCTIVE);
  draft.con.relation = is_strict ? CSP_RELATION_LT : CSP_RELATION_LE;
  draft_add_vars(&draft, starts, n_tasks);
  return draft_post(
      &draft, draft_add_numbers(&draft, durations, n_tasks, "duration", error),
      error);
}

/* The dimensions, checked. */
static bool
draft_set_dims(Draft *self,
               gsize n_boxes,
               gsize n_dims,
               gboolean is_strict,
               GError **error)
{
  self->con.relation = is_strict ? CSP_RELATION_LT : CSP_RELATION_LE;
  self->con.constant = (int64_t)n_dims;
  if (n_dims > 0 && n_boxes < G_MAXINT32 / n_dims)
    return true;
  return csp_model_refuse(self->model, &self->con, error,
                          n_dims == 0 ? CSP_ERROR_INVALID : CSP_ERROR_RANGE,
                          n_dims == 0 ? "no dimensions" : "too many boxes");
}

/**
 * csp_model_post_diffn:
 * @self: a model
 * @positions: (array): variables of @self, the least corner of each box: one
 *   number a dimension, box by box
 * @sizes: (array): variables of @self, as long as @positions
 * @n_boxes: how many, at least 1
 * @n_dims: how many dimensions, at least 1
 * @is_strict: whether a box that has no size in a dimension is not within another
 * @error: return location for a #GError, or %NULL
 *
 * Requires that no two boxes overlap.
 *
 * Filtering: pair by pair, of those that have changed.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or there are none; with %CSP_ERROR_RANGE if a number leaves
 * %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_diffn(CspModel *self,
                     const CspVar *positions,
                     const CspVar *sizes,
                     gsize n_boxes,
                     gsize n_dims,
                     gboolean is_strict,
                     GError **error)
{
  Draft draft;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(n_boxes == 0 || (positions != NULL && sizes != NULL),
                       FALSE);

  draft_init(&draft, self, CSP_CON_DIFFN);
  bool is_fit = draft_set_dims(&draft, n_boxes, n_dims, is_strict, error);
  if (is_fit)
    draft_add_vars(&draft, positions, n_boxes * n_dims);
  return draft_post(
      &draft, is_fit && draft_add_terms(&draft, sizes, n_boxes * n_dims, error),
      error);
}

/**
 * csp_model_post_diffn_const:
 * @self: a model
 * @positions: (array): variables of @self, the least corner of each box: one
 *   number a dimension, box by box
 * @sizes: (array): numbers, as many as @positions
 * @n_boxes: how many, at least 1
 * @n_dims: how many dimensions, at least 1
 * @is_strict: whether a box that has no size in a dimension is not within another
 * @error: return location for a #GError, or %NULL
 *
 * Requires that no two boxes overlap: see csp_model_post_diffn().
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, there are none, or a number is negative; with
 * %CSP_ERROR_RANGE if a number leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_diffn_const(CspModel *self,
                           const CspVar *positions,
                           const gint *sizes,
                           gsize n_boxes,
                           gsize n_dims,
                           gboolean is_strict,
                           GError **error)
{
  Draft draft;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(n_boxes == 0 || (positions != NULL && sizes != NULL),
                       FALSE);

  draft_init(&draft, self, CSP_CON_DIFFN);
  bool is_fit = draft_set_dims(&draft, n_boxes, n_dims, is_strict, error);
  if (is_fit)
    draft_add_vars(&draft, positions, n_boxes * n_dims);
  return draft_post(&draft,
                    is_fit && draft_add_numbers(&draft, sizes, n_boxes * n_dims,
                                                "size", error),
                    error);
}

/* The items of a packing, and the number of the first of its bins. */
static bool
draft_add_items(Draft *self,
                const CspVar *bins,
                const gint *sizes,
                gsize n_items,
                gsize n_bins,
                gint first_bin,
                GError **error)
{
  if (n_items > G_MAXINT32 || n_bins == 0 || n_bins > G_MAXINT32)
    return csp_model_refuse(self->model, &self->con, error,
                            n_bins == 0 ? CSP_ERROR_INVALID : CSP_ERROR_RANGE,
                            n_bins == 0 ? "no bins" : "too many items or bins");
  if (!csp_model_check_number(self->model, &self->con, "first bin", first_bin,
                              error))
    return false;
  self->con.constant = first_bin;
  draft_add_vars(self, bins, n_items);
  draft_add_int(self, (int32_t)n_items);
  return draft_add_numbers(self, sizes, n_items, "size", error);
}

/**
 * csp_model_post_bin_packing_load:
 * @self: a model
 * @bins: (array length=n_items): variables of @self, the bin of each item
 * @sizes: (array length=n_items): the size of each item
 * @n_items: how many
 * @loads: (array length=n_bins): variables of @self, the load of each bin
 * @n_bins: how many, at least 1
 * @first_bin: the number of the first bin, by which @bins counts
 * @error: return location for a #GError, or %NULL
 *
 * Requires each item to be in one of the bins and the sizes of the items in a
 * bin to sum up to its load.
 *
 * Filtering: by the sums that what may be in a bin can have (Shaw 2004).
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, there are none, or a number is negative; with
 * %CSP_ERROR_RANGE if a number leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_bin_packing_load(CspModel *self,
                                const CspVar *bins,
                                const gint *sizes,
                                gsize n_items,
                                const CspVar *loads,
                                gsize n_bins,
                                gint first_bin,
                                GError **error)
{
  Draft draft;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(n_items == 0 || (bins != NULL && sizes != NULL), FALSE);
  g_return_val_if_fail(n_bins == 0 || loads != NULL, FALSE);

  draft_init(&draft, self, CSP_CON_BIN_PACKING);
  draft.con.relation = CSP_RELATION_EQ;
  return draft_post(
      &draft,
      draft_add_items(&draft, bins, sizes, n_items, n_bins, first_bin, error) &&
          draft_add_terms(&draft, loads, n_bins, error),
      error);
}

/**
 * csp_model_post_bin_packing_capacity:
 * @self: a model
 * @bins: (array length=n_items): variables of @self, the bin of each item
 * @sizes: (array length=n_items): the size of each item
 * @n_items: how many
 * @capacities: (array length=n_bins): what each bin holds at most
 * @n_bins: how many, at least 1
 * @first_bin: the number of the first bin, by which @bins counts
 * @error: return location for a #GError, or %NULL
 *
 * Requires each item to be in one of the bins and the sizes of the items in a
 * bin to sum up to at most its capacity.
 *
 * Filters as csp_model_post_bin_packing_load() does.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, there are none, or a number is negative; with
 * %CSP_ERROR_RANGE if a number leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_bin_packing_capacity(CspModel *self,
                                    const CspVar *bins,
                                    const gint *sizes,
                                    gsize n_items,
                                    const gint *capacities,
                                    gsize n_bins,
                                    gint first_bin,
                                    GError **error)
{
  Draft draft;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(n_items == 0 || (bins != NULL && sizes != NULL), FALSE);
  g_return_val_if_fail(n_bins == 0 || capacities != NULL, FALSE);

  draft_init(&draft, self, CSP_CON_BIN_PACKING);
  draft.con.relation = CSP_RELATION_LE;
  return draft_post(
      &draft,
      draft_add_items(&draft, bins, sizes, n_items, n_bins, first_bin, error) &&
          draft_add_numbers(&draft, capacities, n_bins, "capacity", error),
      error);
}

/* What is then posted as tasks is refused as items in bins. */
static bool
check_packing(CspModel *self,
              const CspVar *bins,
              const gint *sizes,
              gsize n_items,
              gint capacity,
              GError **error)
{
  Draft draft;

  draft_init(&draft, self, CSP_CON_BIN_PACKING);
  bool is_fit = draft_add_items(&draft, bins, sizes, n_items, 1, 0, error) &&
                draft_add_numbers(&draft, &capacity, 1, "capacity", error);
  draft_clear(&draft);
  return is_fit;
}

/**
 * csp_model_post_bin_packing:
 * @self: a model
 * @bins: (array length=n_items): variables of @self, the bin of each item
 * @sizes: (array length=n_items): the size of each item
 * @n_items: how many
 * @capacity: what a bin holds at most
 * @error: return location for a #GError, or %NULL
 *
 * Requires the sizes of the items in a bin to sum up to at most @capacity; any
 * number is a bin.
 *
 * Filters as csp_model_post_bin_packing_load() does, or, where there are many
 * more bins than items, as csp_model_post_cumulative() with tasks of duration
 * 1, which is the same.
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's, there are none, or a number is negative; with
 * %CSP_ERROR_RANGE if a number leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_bin_packing(CspModel *self,
                           const CspVar *bins,
                           const gint *sizes,
                           gsize n_items,
                           gint capacity,
                           GError **error)
{
  int64_t first = CSP_VALUE_MAX, last = CSP_VALUE_MIN;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(n_items == 0 || (bins != NULL && sizes != NULL), FALSE);

  for (gsize i = 0; i < n_items; i++) {
    if (!csp_model_check_var(self, bins[i], error))
      return FALSE;
    const CspArrayInfo *array = csp_model_array_of(self, bins[i]);
    first = MIN(first, array->min);
    last = MAX(last, array->max);
  }
  size_t n_bins = last >= first ? (size_t)(last - first + 1) : 1;
  bool is_sparse = n_bins / 4 > n_items + 256;
  size_t n_numbers = is_sparse ? n_items : n_bins;
  g_autofree gint *numbers = g_new(gint, n_numbers);
  for (size_t k = 0; k < n_numbers; k++)
    numbers[k] = is_sparse ? 1 : capacity;
  if (is_sparse)
    return check_packing(self, bins, sizes, n_items, capacity, error) &&
           csp_model_post_cumulative_const(self, bins, numbers, sizes, n_items,
                                           capacity, error);
  return csp_model_post_bin_packing_capacity(
      self, bins, sizes, n_items, numbers, n_bins,
      n_items > 0 ? (gint)first : 0, error);
}

/* Do the sums stay in their range, whatever the numbers? */
static bool
draft_check_sum(Draft *self, size_t n_items, const gint *coeffs, GError **error)
{
  CspConstraint sum = self->con;

  for (guint i = 0; i < self->vars->len; i++)
    if (!csp_model_check_var(self->model, g_array_index(self->vars, CspVar, i),
                             error))
      return false;
  sum.vars = (const CspVar *)(void *)self->vars->data;
  sum.ints = coeffs;
  sum.constant = CSP_VALUE_MAX;
  return csp_model_sum_fits(self->model, &sum, (uint32_t)n_items) ||
         csp_model_refuse(self->model, &self->con, error, CSP_ERROR_RANGE,
                          "the sum can leave the range of 2^62");
}

/**
 * csp_model_post_knapsack:
 * @self: a model
 * @numbers: (array length=n_items): variables of @self, how many there are of
 *   each item, 0 or more
 * @weights: (array length=n_items): the weight of one
 * @profits: (array length=n_items): the profit by one
 * @n_items: how many
 * @weight: a variable of @self, the weight of all
 * @profit: a variable of @self, the profit by all
 * @error: return location for a #GError, or %NULL
 *
 * Requires `sum(weights[i] * numbers[i]) = weight` and `sum(profits[i] *
 * numbers[i]) = profit`.
 *
 * Filtering: both sums to bounds, and each by the other where parts of items
 * are allowed (Dantzig 1957).
 *
 * Fails with %CSP_ERROR_INVALID, leaving @self as it was, if a variable is not
 * one of @self's or a number is negative; with %CSP_ERROR_RANGE if a number
 * leaves %CSP_VALUE_MIN and %CSP_VALUE_MAX.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_post_knapsack(CspModel *self,
                        const CspVar *numbers,
                        const gint *weights,
                        const gint *profits,
                        gsize n_items,
                        CspVar weight,
                        CspVar profit,
                        GError **error)
{
  Draft draft;

  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(
      n_items == 0 || (numbers != NULL && weights != NULL && profits != NULL),
      FALSE);

  draft_init(&draft, self, CSP_CON_KNAPSACK);
  draft_add_vars(&draft, numbers, n_items);
  draft_add_vars(&draft, &weight, 1);
  draft_add_vars(&draft, &profit, 1);
  return draft_post(
      &draft,
      draft_add_numbers(&draft, weights, n_items, "weight", error) &&
          draft_add_numbers(&draft, profits, n_items, "profit", error) &&
          draft_check_sum(&draft, n_items, weights, error) &&
          draft_check_sum(&draft, n_items, profits, error),
      error);
}
