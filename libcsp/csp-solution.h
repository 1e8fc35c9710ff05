/* SPDX-License-Identifier: MIT */
/* A solution: the value of every variable, checked against the model. */
#pragma once

#include <libcsp/csp-model.h>

G_BEGIN_DECLS

#define CSP_TYPE_SOLUTION (csp_solution_get_type())
typedef struct _CspSolution CspSolution;

CSP_API GType csp_solution_get_type(void);
CSP_API CspSolution *csp_solution_ref(CspSolution *self);
CSP_API void csp_solution_unref(CspSolution *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CspSolution, csp_solution_unref)

/* A solution from outside, for example a file; not checked yet. */
CSP_API CspSolution *csp_solution_new(CspModel *model,
                                      const gint *values,
                                      gsize n_values,
                                      GError **error);
CSP_API CspModel *csp_solution_get_model(const CspSolution *self);
CSP_API gint csp_solution_get_value(const CspSolution *self, CspVar var);
/* The values of an array, consecutive, lent. */
CSP_API const gint *csp_solution_get_values(const CspSolution *self,
                                            CspArray array,
                                            gsize *out_length);
/* All values in handle order, lent. */
CSP_API const gint *csp_solution_get_all_values(const CspSolution *self,
                                                gsize *out_length);
CSP_API gboolean csp_solution_has_objective(const CspSolution *self);
CSP_API gint csp_solution_get_objective(const CspSolution *self);
CSP_API gboolean csp_solution_verify(const CspSolution *self, GError **error);

G_END_DECLS
