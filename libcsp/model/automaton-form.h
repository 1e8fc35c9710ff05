/* SPDX-License-Identifier: MIT */
/* From an automaton or a decision diagram as it is given to the integers of a
 * record (constraints.def). */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  const int32_t *steps; /* state, value, next and, with width 4, cost */
  size_t n_steps;
  uint32_t width;
  int32_t start;
  const int32_t *finals;
  size_t n_finals;
  bool is_mdd; /* states are nodes, each as far from the start as it is deep */
} CspAutomatonForm;

/* The integers (transfer full), of a deterministic automaton if asked for; NULL:
 * out_why says why not.  n_vars: how long the words are. */
GArray *csp_automaton_form_make(const CspAutomatonForm *form,
                                size_t n_vars,
                                bool is_deterministic,
                                char **out_why);
