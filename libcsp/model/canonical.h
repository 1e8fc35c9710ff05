/* SPDX-License-Identifier: MIT */
/* Which solution stands for its class?  The one that comes first in the order
 * of values by handle among all its images under the declared symmetries. */
#pragma once

#include "model/model.h"

typedef struct _CspCanonical CspCanonical;

typedef enum {
  CSP_CANONICAL_LEAST,
  CSP_CANONICAL_OTHER,   /* an image comes before it */
  CSP_CANONICAL_STOPPED, /* not known: the test was asked to stop */
} CspCanonicalAnswer;

/* For one thread at a time; the model is borrowed. */
CspCanonical *csp_canonical_new(const CspModel *model);
void csp_canonical_free(CspCanonical *canonical);

/* Exact whatever the symmetries.  Costs a few images for small groups; at
 * worst it visits the whole class, so is_stopped (may be NULL) is polled. */
CspCanonicalAnswer csp_canonical_test(CspCanonical *canonical,
                                      const int32_t *values,
                                      bool (*is_stopped)(void *data),
                                      void *data);
