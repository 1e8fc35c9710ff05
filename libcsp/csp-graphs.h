/* SPDX-License-Identifier: MIT */
/* Constraints on arrays that are functions from places to places. */
#pragma once

#include <libcsp/csp-model.h>

G_BEGIN_DECLS

/* f[i] is place j of the other array if and only if that is place i of f */
CSP_API gboolean csp_model_post_inverse(CspModel *self,
                                        const CspVar *f,
                                        gsize n_f,
                                        gint first_f,
                                        const CspVar *inverse,
                                        gsize n_inverse,
                                        gint first_inverse,
                                        GError **error);
/* vars[i] is the place after i; first stands for the first place */
CSP_API gboolean csp_model_post_circuit(CspModel *self,
                                        const CspVar *vars,
                                        gsize n_vars,
                                        gint first,
                                        GError **error);
CSP_API gboolean csp_model_post_subcircuit(CspModel *self,
                                           const CspVar *vars,
                                           gsize n_vars,
                                           gint first,
                                           GError **error);

G_END_DECLS
