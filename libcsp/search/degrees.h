/* SPDX-License-Identifier: MIT */
/* The current degree of every variable: its constraints with another variable
 * that is open. */
#pragma once

#include "search/many.h"
#include "search/problem.h"

typedef struct _CspDegrees CspDegrees;

/* The problem is linked by this. */
CspDegrees *csp_degrees_new(CspProblem *problem);
/* Tells it from now on whose degree changes. */
void csp_degrees_tell(CspDegrees *self, CspMany *many);
void csp_degrees_free(CspDegrees *self);
/* All variables are open. */
void csp_degrees_reset(CspDegrees *self);
/* A variable is not open any more, or again; O(number of its constraints). */
void csp_degrees_close(CspDegrees *self, CspVar x);
void csp_degrees_reopen(CspDegrees *self, CspVar x);
uint32_t csp_degrees_get(const CspDegrees *self, CspVar x);
