/* SPDX-License-Identifier: MIT */
/* How symmetries make the search for all solutions, or for classes of them,
 * smaller. */
#pragma once

#include "solver/orbits.h"
#include "solver/plan.h"

typedef enum {
  CSP_REDUCTION_NONE,
  /* One of the values not used yet is tried (search/fresh.h). */
  CSP_REDUCTION_VALUES,
  /* The search is done in parts (orbits.h). */
  CSP_REDUCTION_ORBITS,
} CspReductionKind;

typedef struct {
  CspReductionKind kind;
  bool is_of_classes;
  const CspModel *model;
  CspSymmetry *symmetries; /* that are used */
  size_t n_symmetries;
  bool is_declared;          /* by the model; else they are proven */
  const CspSymmetry *values; /* with VALUES: the one of these */
  CspOrbits *orbits;         /* with ORBITS */
  const char *description;   /* interned; "off": nothing is reduced */

  /* with VALUES */
  int32_t *names; /* by value above the first: scratch */
  bool *is_taken; /* by value above the first: assumed */
  uint32_t n_taken;
} CspReduction;

/* Are symmetries to be used, if there are any? */
bool csp_reduction_is_wanted(const CspOptions *options, const CspPlan *plan);
/* Decides; what the search is to do is put into the plan, and why. */
void csp_reduction_init(CspReduction *self,
                        const CspModel *model,
                        const CspOptions *options,
                        CspPlan *plan);
void csp_reduction_clear(CspReduction *self);
void csp_reduction_begin(CspReduction *self, CspAssumed assumed);

/* With VALUES: how many solutions does this one stand for? */
uint64_t csp_reduction_weight(CspReduction *self, const int32_t *values);
/* With VALUES, for classes: puts the least of the solutions that this one
 * stands for in its place. */
void csp_reduction_normalize(CspReduction *self, int32_t *values);
