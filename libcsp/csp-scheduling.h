/* SPDX-License-Identifier: MIT */
/* Constraints on tasks in time, boxes in space, and items in bins.
 *
 * Durations, demands, sizes and capacities are variables, or numbers in the
 * forms that end in _const.  A variable with one value costs no more than its
 * number.  All of them are required to be 0 or more. */
#pragma once

#include <libcsp/csp-model.h>

G_BEGIN_DECLS

CSP_API gboolean csp_model_post_cumulative(CspModel *self,
                                           const CspVar *starts,
                                           const CspVar *durations,
                                           const CspVar *demands,
                                           gsize n_tasks,
                                           CspVar capacity,
                                           GError **error);
CSP_API gboolean csp_model_post_cumulative_const(CspModel *self,
                                                 const CspVar *starts,
                                                 const gint *durations,
                                                 const gint *demands,
                                                 gsize n_tasks,
                                                 gint capacity,
                                                 GError **error);

CSP_API gboolean csp_model_post_disjunctive(CspModel *self,
                                            const CspVar *starts,
                                            const CspVar *durations,
                                            gsize n_tasks,
                                            gboolean is_strict,
                                            GError **error);
CSP_API gboolean csp_model_post_disjunctive_const(CspModel *self,
                                                  const CspVar *starts,
                                                  const gint *durations,
                                                  gsize n_tasks,
                                                  gboolean is_strict,
                                                  GError **error);
CSP_API gboolean csp_model_post_diffn(CspModel *self,
                                      const CspVar *positions,
                                      const CspVar *sizes,
                                      gsize n_boxes,
                                      gsize n_dims,
                                      gboolean is_strict,
                                      GError **error);
CSP_API gboolean csp_model_post_diffn_const(CspModel *self,
                                            const CspVar *positions,
                                            const gint *sizes,
                                            gsize n_boxes,
                                            gsize n_dims,
                                            gboolean is_strict,
                                            GError **error);
CSP_API gboolean csp_model_post_bin_packing_load(CspModel *self,
                                                 const CspVar *bins,
                                                 const gint *sizes,
                                                 gsize n_items,
                                                 const CspVar *loads,
                                                 gsize n_bins,
                                                 gint first_bin,
                                                 GError **error);
CSP_API gboolean csp_model_post_bin_packing_capacity(CspModel *self,
                                                     const CspVar *bins,
                                                     const gint *sizes,
                                                     gsize n_items,
                                                     const gint *capacities,
                                                     gsize n_bins,
                                                     gint first_bin,
                                                     GError **error);
CSP_API gboolean csp_model_post_bin_packing(CspModel *self,
                                            const CspVar *bins,
                                            const gint *sizes,
                                            gsize n_items,
                                            gint capacity,
                                            GError **error);
CSP_API gboolean csp_model_post_knapsack(CspModel *self,
                                         const CspVar *numbers,
                                         const gint *weights,
                                         const gint *profits,
                                         gsize n_items,
                                         CspVar weight,
                                         CspVar profit,
                                         GError **error);

G_END_DECLS
