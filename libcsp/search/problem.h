/* SPDX-License-Identifier: MIT */
/* What every kind of tree search reads of a model: its records, which of them
 * each variable is in, and initial domains without a store. */
#pragma once

#include "base/arena.h"
#include "model/constraint.h"
#include "model/model.h"

/* A record a variable is in, and where in its scope. */
typedef struct {
  uint32_t constraint, position;
} CspIncidence;

typedef struct {
  const CspModel *model;
  uint32_t n_vars;
  const CspConstraint *cons;
  size_t n_cons;
  CspVar objective; /* CSP_NONE: none */
  bool is_maximizing;
  /* incidences[starts[x]] .. incidences[starts[x + 1] - 1] are x's; made by
   * csp_problem_link(). */
  uint32_t *starts;
  CspIncidence *incidences;
} CspProblem;

CspProblem *csp_problem_new(const CspModel *model);
void csp_problem_free(CspProblem *problem);
void csp_problem_link(CspProblem *problem);

/* Initial domains. */
bool csp_problem_has(const CspProblem *problem, CspVar x, int64_t value);
uint32_t csp_problem_size(const CspProblem *problem, CspVar x);
/* As csp_store_next(), csp_store_previous(). */
int64_t csp_problem_next(const CspProblem *problem, CspVar x, int64_t value);
int64_t
csp_problem_previous(const CspProblem *problem, CspVar x, int64_t value);
