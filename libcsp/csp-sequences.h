/* SPDX-License-Identifier: MIT */
/* Constraints on sequences of variables, read as words: automata and decision
 * diagrams.
 *
 * An automaton is a list of steps (state, value, next state), one after the
 * other in one array; states are any numbers from 0 on.  A decision diagram is
 * a list of edges (node, value, next node) in the same form. */
#pragma once

#include <libcsp/csp-model.h>

G_BEGIN_DECLS

/* The automaton accepts the word that the variables are. */
CSP_API gboolean csp_model_post_regular(CspModel *self,
                                        const CspVar *vars,
                                        gsize n_vars,
                                        const gint *steps,
                                        gsize n_step_values,
                                        gint start,
                                        const gint *finals,
                                        gsize n_finals,
                                        GError **error);
/* truth = whether it does */
CSP_API gboolean csp_model_post_reified_regular(CspModel *self,
                                                const CspVar *vars,
                                                gsize n_vars,
                                                const gint *steps,
                                                gsize n_step_values,
                                                gint start,
                                                const gint *finals,
                                                gsize n_finals,
                                                CspVar truth,
                                                GError **error);
/* Steps are (state, value, next state, cost); the costs add up to total. */
CSP_API gboolean csp_model_post_cost_regular(CspModel *self,
                                             const CspVar *vars,
                                             gsize n_vars,
                                             const gint *steps,
                                             gsize n_step_values,
                                             gint start,
                                             const gint *finals,
                                             gsize n_finals,
                                             CspVar total,
                                             GError **error);

/* The values lead from the node root to the node terminal. */
CSP_API gboolean csp_model_post_mdd(CspModel *self,
                                    const CspVar *vars,
                                    gsize n_vars,
                                    const gint *edges,
                                    gsize n_edge_values,
                                    gint root,
                                    gint terminal,
                                    GError **error);
/* truth = whether they do */
CSP_API gboolean csp_model_post_reified_mdd(CspModel *self,
                                            const CspVar *vars,
                                            gsize n_vars,
                                            const gint *edges,
                                            gsize n_edge_values,
                                            gint root,
                                            gint terminal,
                                            CspVar truth,
                                            GError **error);
/* Edges are (node, value, next node, cost); the costs add up to total. */
CSP_API gboolean csp_model_post_cost_mdd(CspModel *self,
                                         const CspVar *vars,
                                         gsize n_vars,
                                         const gint *edges,
                                         gsize n_edge_values,
                                         gint root,
                                         gint terminal,
                                         CspVar total,
                                         GError **error);

G_END_DECLS
