/* SPDX-License-Identifier: MIT */
/* Records, and their images under a generator of a symmetry, as words that are
 * equal only if the meanings are. */
#pragma once

#include "model/pair-images.h"
#include "model/symmetry.h"

typedef struct {
  const CspModel *model;
  const CspSymmetry *symmetry; /* NULL: the identity */
  uint32_t generator;
  const CspPairImages *images; /* of listed pairs, else NULL */
  GArray *words;               /* int64_t: the record encoded last */
  const CspArrayInfo *array;   /* that was looked up last */
  size_t n_done;               /* words encoded so far */
} CspEncoder;

bool csp_symmetry_exchanges_values(const CspSymmetry *symmetry);
/* What a variable is multiplied by in a sum or a comparison. */
int64_t csp_encoder_coefficient(const CspConstraint *con, uint32_t position);
CspPair csp_encoder_move(CspEncoder *self, CspVar var, int32_t value);
/* The variable that this one's values go to; none of a transpose. */
CspVar csp_encoder_place_of(CspEncoder *self, CspVar var);
/* Of the first n variables of the record: how many have values changed? */
uint32_t csp_encoder_count_changed(CspEncoder *self,
                                   const CspConstraint *con,
                                   uint32_t n_vars);
/* Encodes the image of a record; false if it has no form here. */
bool csp_encoder_encode(CspEncoder *self, const CspConstraint *con);
GBytes *csp_encoder_dup_words(CspEncoder *self);
