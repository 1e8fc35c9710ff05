/* SPDX-License-Identifier: MIT */
/* Solutions as text, and what programs need to speak like the csp command. */
#pragma once

#include <libcsp/csp-json.h>
#include <libcsp/csp-solution.h>

G_BEGIN_DECLS

/* The nearest of a list of names, by edit distance; NULL when none is near. */
CSP_API const gchar *
csp_nearest_name(const gchar *name, const gchar *const *names, gsize n_names);

/* Appends {"column": [1, 3], "total": 4}, an array a member in the order of
 * the model. */
CSP_API void csp_solution_append_json(const CspSolution *self, GString *out);
/* Appends MiniZinc data: column = [1, 3]; total = 4; one a line. */
CSP_API void csp_solution_append_dzn(const CspSolution *self, GString *out);
/* The text of an object as csp_solution_append_json() writes it, or of one
 * with such an object as its member "values"; nothing is verified.
 * CSP_ERROR_PARSE says what was expected; where the text itself is no JSON,
 * the message begins with LINE:COLUMN. */
CSP_API CspSolution *csp_solution_new_from_json(CspModel *model,
                                                const gchar *text,
                                                gssize length,
                                                GError **error);

G_END_DECLS
