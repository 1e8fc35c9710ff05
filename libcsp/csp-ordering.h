/* SPDX-License-Identifier: MIT */
/* Constraints about order: of lists, of neighbors, of values, and what is least
 * or largest.  As with those in csp-model.h, a call that fails sets its error
 * and leaves the model as it was. */
#pragma once

#include <libcsp/csp-model.h>

G_BEGIN_DECLS

/* x relation y as words in a dictionary; LT, LE, GT or GE. */
CSP_API gboolean csp_model_post_lex(CspModel *self,
                                    const CspVar *x,
                                    gsize n_x,
                                    CspRelation relation,
                                    const CspVar *y,
                                    gsize n_y,
                                    GError **error);
/* vars[i] relation vars[i + 1]; LT, LE, GT or GE. */
CSP_API gboolean csp_model_post_ordered(CspModel *self,
                                        const CspVar *vars,
                                        gsize n_vars,
                                        CspRelation relation,
                                        GError **error);
/* Where values[i + 1] is taken, values[i] is taken before. */
CSP_API gboolean csp_model_post_value_precede(CspModel *self,
                                              const gint *values,
                                              gsize n_values,
                                              const CspVar *vars,
                                              gsize n_vars,
                                              GError **error);
/* index is the place of the first largest (GE) or smallest (LE) variable, the
 * places counting from start. */
CSP_API gboolean csp_model_post_arg_extremum(CspModel *self,
                                             CspRelation relation,
                                             const CspVar *vars,
                                             gsize n_vars,
                                             gint start,
                                             CspVar index,
                                             GError **error);
/* sorted has the values of vars, ascending. */
CSP_API gboolean csp_model_post_sort(CspModel *self,
                                     const CspVar *vars,
                                     gsize n_vars,
                                     const CspVar *sorted,
                                     gsize n_sorted,
                                     GError **error);

G_END_DECLS
