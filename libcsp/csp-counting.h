/* SPDX-License-Identifier: MIT */
/* Constraints that count: how many variables take which values. */
#pragma once

#include <libcsp/csp-model.h>

G_BEGIN_DECLS

/* as many of vars equal values[i] as counts[i], or as least[i] to most[i] */
CSP_API gboolean csp_model_post_global_cardinality(CspModel *self,
                                                   const CspVar *vars,
                                                   gsize n_vars,
                                                   const gint *values,
                                                   gsize n_values,
                                                   const CspVar *counts,
                                                   gsize n_counts,
                                                   gboolean is_closed,
                                                   GError **error);
CSP_API gboolean csp_model_post_cardinality_bounds(CspModel *self,
                                                   const CspVar *vars,
                                                   gsize n_vars,
                                                   const gint *values,
                                                   gsize n_values,
                                                   const gint *least,
                                                   gsize n_least,
                                                   const gint *most,
                                                   gsize n_most,
                                                   gboolean is_closed,
                                                   GError **error);

/* how many of vars lie in one of the ranges: REL count, REL n */
CSP_API gboolean csp_model_post_among(CspModel *self,
                                      const CspVar *vars,
                                      gsize n_vars,
                                      const gint *ranges,
                                      gsize n_ranges,
                                      CspRelation relation,
                                      CspVar count,
                                      GError **error);
CSP_API gboolean csp_model_post_among_const(CspModel *self,
                                            const CspVar *vars,
                                            gsize n_vars,
                                            const gint *ranges,
                                            gsize n_ranges,
                                            CspRelation relation,
                                            gint n,
                                            GError **error);

/* pairwise different, but for values in one of the ranges */
CSP_API gboolean csp_model_post_all_different_except(CspModel *self,
                                                     const CspVar *vars,
                                                     gsize n_vars,
                                                     const gint *ranges,
                                                     gsize n_ranges,
                                                     GError **error);
/* how many different values: REL number */
CSP_API gboolean csp_model_post_nvalue(CspModel *self,
                                       const CspVar *vars,
                                       gsize n_vars,
                                       CspRelation relation,
                                       CspVar number,
                                       GError **error);
CSP_API gboolean csp_model_post_all_equal(CspModel *self,
                                          const CspVar *vars,
                                          gsize n_vars,
                                          GError **error);

G_END_DECLS
