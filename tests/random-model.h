/* SPDX-License-Identifier: MIT */
/* Small random models of all constraints, and all their solutions by trying
 * every assignment. */
#pragma once

#include <stdbool.h>

#include <libcsp/csp.h>
#include <libcsp/csp-extend.h>

#include "base/random.h"

enum {
  CSP_RANDOM_OBJECTIVE = 1, /* with an objective */
};

/* Up to 5 variables of up to 5 values, up to 5 constraints. */
CspModel *csp_random_model_new(CspRandom *random, int flags);
/* All solutions, one after the other, in the order of their values; their
 * number is *out_n. */
gint *csp_random_model_solve(CspModel *model, gsize *out_n);
