/* SPDX-License-Identifier: MIT */
/* FlatZinc: the language that MiniZinc gives solvers.
 *
 * Reading parses a whole file; building states it as a model.  What the file
 * wants to be told, its output items, is written from a solution.  Integers,
 * Booleans and sets as constants; neither floats nor set variables. */
#pragma once

#include <libcsp/csp-reader.h>
#include <libcsp/csp-solution.h>

G_BEGIN_DECLS

typedef struct _CspFlatzinc CspFlatzinc;

/* "-" is standard input. */
CSP_API CspFlatzinc *csp_flatzinc_open(const gchar *path, GError **error);
/* What is left of the reader's input. */
CSP_API CspFlatzinc *csp_flatzinc_read(CspReader *reader, GError **error);
CSP_API CspFlatzinc *
csp_flatzinc_new_for_bytes(const gchar *name, GBytes *bytes, GError **error);
CSP_API void csp_flatzinc_free(CspFlatzinc *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CspFlatzinc, csp_flatzinc_free)

/* States the problem in a new model, once. */
CSP_API gboolean csp_flatzinc_build(CspFlatzinc *self,
                                    CspModel *model,
                                    GError **error);
/* Remarks that do not stop the reading: FILE:LINE:COLUMN: message. */
CSP_API const gchar *const *csp_flatzinc_get_warnings(const CspFlatzinc *self,
                                                      gsize *out_n);
/* Once built: the output items, as "x = 5;" one a line. */
CSP_API void csp_flatzinc_append_solution(const CspFlatzinc *self,
                                          const CspSolution *solution,
                                          GString *out);

G_END_DECLS
