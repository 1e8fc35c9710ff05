/* SPDX-License-Identifier: MIT */
/* Interchangeable values that no variable has taken yet. */
#pragma once

#include "search/problem.h"

typedef struct _CspFresh CspFresh;

/* Can values be searched so?  Not where there are too many, or where the
 * objective is one of the array's elements: which value it has does matter.
 * Values up to a variable must be shown to be no higher. */
bool csp_fresh_fits(const CspModel *model, const CspSymmetry *symmetry);
/* The symmetry is one of values, or of values up to a variable. */
CspFresh *csp_fresh_new(const CspProblem *problem, const CspSymmetry *symmetry);
void csp_fresh_free(CspFresh *self);
/* No variable is chosen. */
void csp_fresh_reset(CspFresh *self);
/* A variable has been chosen, or is not any more. */
void csp_fresh_close(CspFresh *self, CspVar x, int64_t value);
void csp_fresh_reopen(CspFresh *self, CspVar x);
/* Is value one of x's interchangeable values, and one that no chosen variable
 * has? */
bool csp_fresh_has(const CspFresh *self, CspVar x, int64_t value);
