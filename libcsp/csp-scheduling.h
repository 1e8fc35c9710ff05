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

G_END_DECLS
