/* SPDX-License-Identifier: MIT */
/* All constraints x != y + c of a model as one invariant over a graph. */
#pragma once

#include "local/invariant-set.h"

typedef struct {
  CspVar x, y; /* two variables */
  int32_t c;   /* x != y + c */
} CspDifference;

void csp_difference_graph_add(CspInvariantSet *set,
                              const CspInvariantBounds *bounds,
                              const CspDifference *edges,
                              size_t n_edges);
