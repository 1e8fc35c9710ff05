/* SPDX-License-Identifier: MIT */
/* Listed pairs that carry variables whole. */
#pragma once

#include "model/model.h"

/* By variable; NULL: the pairs were not looked at. */
typedef struct {
  CspVar *to; /* the variable that its values go to */
  uint32_t
      *maps; /* how they go: 0, as they are; if equal, the same values go to
                     the same values */
} CspPairImages;

/* False: the values of some variable go to several, or there are too many ways in
 * which they go.  To be cleared in any case. */
bool csp_pair_images_init(CspPairImages *self,
                          const CspModel *model,
                          const CspSymmetry *symmetry);
void csp_pair_images_clear(CspPairImages *self);
