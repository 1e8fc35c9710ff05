/* SPDX-License-Identifier: MIT */
/* Between the tree search and the goals that a model asks for. */
#pragma once

#include "model/model.h"

/* How the two children of a node divide a domain: by a value and all others, or
 * by a bound. */
typedef enum {
  CSP_CUT_VALUE,
  CSP_CUT_BELOW, /* at most the value, then above */
  CSP_CUT_ABOVE, /* at least the value, then below */
} CspCut;

/* The first goal that may have open variables; in input order, those of its
 * variables before cursor are fixed. */
typedef struct {
  uint32_t index, cursor;
} CspGoalPlace;
