/* SPDX-License-Identifier: MIT */
/* The inside of CspModel, for those who read it: compile, verify, writers. */
#pragma once

#include "base/arena.h"
#include "model/constraint.h"

/* A named array: consecutive variables that share a domain. */
typedef struct {
  char *name;
  CspVar first;
  uint32_t length;
  int32_t min, max;
  const int32_t *values; /* ascending; NULL: the whole interval */
  uint32_t n_values;     /* max - min + 1 for an interval */
  bool is_scalar;
} CspArrayInfo;

typedef enum {
  CSP_SYMMETRY_REVERSE,
  CSP_SYMMETRY_REVERSE_VALUES,
  CSP_SYMMETRY_TRANSPOSE,
  CSP_SYMMETRY_VALUES,       /* first .. last interchangeable */
  CSP_SYMMETRY_VALUES_UP_TO, /* first .. value of last_var */
  CSP_SYMMETRY_VARIABLES,
  CSP_SYMMETRY_ROWS,
  CSP_SYMMETRY_COLUMNS,
  CSP_SYMMETRY_PAIRS,
} CspSymmetryKind;

typedef struct {
  CspSymmetryKind kind;
  CspArray array; /* CSP_NONE: VARIABLES, PAIRS */
  int32_t first, last;
  CspVar last_var;
  uint32_t n_rows, n_columns;
  const CspVar *vars; /* VARIABLES; PAIRS: from */
  uint32_t n_vars;
  const int32_t *values; /* PAIRS */
  const CspVar *to_vars; /* PAIRS */
  const int32_t *to_values;
  const char *name;
} CspSymmetry;

/* A step of a search that the model asks for. */
typedef struct {
  const CspVar *vars;
  uint32_t n_vars;
  CspGoalVariable variable;
  CspGoalValue value;
} CspGoal;

/* No value to try first. */
#define CSP_NO_START INT32_MIN

uint32_t csp_model_n_vars(const CspModel *model);
const CspConstraint *csp_model_peek_constraints(const CspModel *model,
                                                size_t *out_n);
const CspArrayInfo *csp_model_peek_arrays(const CspModel *model, size_t *out_n);
/* Is the value in the domain that the array's elements share? */
bool csp_array_has_value(const CspArrayInfo *array, int64_t value);
/* The array a variable belongs to: O(log n). */
const CspArrayInfo *csp_model_array_of(const CspModel *model, CspVar var);
const CspSymmetry *csp_model_peek_symmetries(const CspModel *model,
                                             size_t *out_n);
/* Nodes of all expressions made: handles are below this. */
uint32_t csp_model_n_exprs(const CspModel *model);
/* CSP_NONE without an objective. */
CspVar csp_model_objective(const CspModel *model, bool *out_maximize);
/* A value for each variable, or NULL. */
const int32_t *csp_model_peek_hint(const CspModel *model);
const CspGoal *csp_model_peek_goals(const CspModel *model, size_t *out_n);
/* The text of a restart policy, or NULL. */
const char *csp_model_peek_restarts(const CspModel *model);
/* A value to try first for each of the first n variables, or CSP_NO_START. */
const int32_t *csp_model_peek_starts(const CspModel *model, uint32_t *out_n);
/* NULL: all variables. */
const CspVar *csp_model_peek_projection(const CspModel *model, size_t *out_n);
/* Says that domains are only part of the true ones, and why (copied): a search
 * that ends has proved nothing, except, with is_whole, of objectives at least as
 * good as whole_to. */
void csp_model_set_window(CspModel *model,
                          const char *why,
                          bool is_whole,
                          int64_t whole_to);
/* NULL: the domains are what they are. */
const char *csp_model_peek_window(const CspModel *model);
/* Do the domains hold all solutions whose objective is as good? */
bool csp_model_is_whole(const CspModel *model, int64_t objective);
/* From now on changes are refused; safe from several threads. */
void csp_model_seal(CspModel *model);
/* How the constraint is called in messages: "rows", or "all-different #3 over
 * cell[0], cell[1], ..." (transfer full). */
char *csp_model_dup_constraint_name(const CspModel *model, size_t index);
