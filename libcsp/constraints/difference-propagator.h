/* SPDX-License-Identifier: MIT */
/* Many x != y + c as one propagator. */
#pragma once

#include "engine/store.h"

/* x != y + c, from record `constraint`; x and y are two variables. */
typedef struct {
  CspVar x, y;
  int32_t c;
  uint32_t constraint;
} CspDifferenceEdge;

/* edges are copied; false: the store has failed. */
bool csp_post_differences(CspStore *store,
                          const CspDifferenceEdge *edges,
                          size_t n_edges);
