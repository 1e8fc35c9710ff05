/* SPDX-License-Identifier: MIT */
/* The checker: assignments against the model, by definition alone. */
#pragma once

#include "base/scratch.h"
#include "model/model.h"

/* What an assignment breaks first. */
typedef struct {
  CspVar var;        /* outside its domain, or CSP_NONE */
  size_t constraint; /* else the record */
} CspViolation;

bool csp_model_satisfies(const CspModel *model,
                         const int32_t *values,
                         CspScratch *scratch,
                         CspViolation *out_violation);
