/* SPDX-License-Identifier: MIT */
/* The automaton that a record's integers describe, and reading words by it. */
#pragma once

#include "base/scratch.h"
#include "model/constraint.h"

/* States are 0 .. n_states - 1, the first is where words begin. */
typedef struct {
  uint32_t n_states, n_finals;
  const int32_t *finals; /* ascending */
  /* state, value, next state and, with width 4, cost; ascending */
  const int32_t *steps;
  size_t n_steps;
  uint32_t width;
} CspAutomaton;

CspAutomaton csp_automaton_of(const CspConstraint *con, uint32_t width);

/* The number of the first step from the state whose value is not less. */
size_t
csp_automaton_find(const CspAutomaton *self, int64_t state, int64_t value);
bool csp_automaton_is_final(const CspAutomaton *self, uint32_t state);

/* Is the word of the first n values of the scope accepted? */
bool csp_automaton_accepts(const CspAutomaton *self,
                           const CspConstraint *con,
                           uint32_t n,
                           const int32_t *values,
                           CspScratch *scratch);

/* In how many places does it differ from the nearest word of its length that
 * is accepted?  n + 1: there is none. */
int64_t csp_automaton_distance(const CspAutomaton *self,
                               const CspConstraint *con,
                               uint32_t n,
                               const int32_t *values,
                               CspScratch *scratch);
