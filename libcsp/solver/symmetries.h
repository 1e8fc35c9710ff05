/* SPDX-License-Identifier: MIT */
/* Declared symmetries, checked: by the records where these decide, and else on
 * the solutions found. */
#pragma once

#include <stdatomic.h>

#include "base/scratch.h"
#include "model/symmetry.h"

/* Those that the records do not decide. */
typedef struct {
  size_t *indices;
  size_t n;
  int32_t *image;
} CspDoubtfulSymmetries;

/* CSP_ERROR_SYMMETRY where a declared symmetry is none for certain.  Those not
 * looked at when `stop` is set are doubtful. */
bool csp_doubtful_symmetries_init(CspDoubtfulSymmetries *self,
                                  const CspModel *model,
                                  atomic_int *stop,
                                  GError **error);
/* The same without a proof, so that all those not refuted are doubtful. */
bool csp_doubtful_symmetries_init_all(CspDoubtfulSymmetries *self,
                                      const CspModel *model,
                                      GError **error);
void csp_doubtful_symmetries_clear(CspDoubtfulSymmetries *self);
/* The images of a solution must be solutions; CSP_ERROR_SYMMETRY names the one
 * that is not. */
bool csp_doubtful_symmetries_check(CspDoubtfulSymmetries *self,
                                   const CspModel *model,
                                   const int32_t *values,
                                   CspScratch *scratch,
                                   GError **error);
