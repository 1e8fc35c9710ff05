/* SPDX-License-Identifier: MIT */
/* What the orders keep from node to node where there are so many variables that
 * to look at each of them at each node is too much: which ones have changed, and
 * from that the best one and which are chosen.  The choice is the same as
 * without. */
#pragma once

#include "search/consistency.h"
#include "search/contest.h"

/* Candidates from which on this pays. */
#define CSP_MANY_VARS 4096

typedef struct _CspMany CspMany;

/* The candidates of which the best is asked for. */
typedef struct {
  uint32_t id;        /* another one, other candidates */
  const CspVar *vars; /* NULL: all */
  uint32_t n_vars;
  bool is_ranked; /* csp_best_take_ranked() */
  CspContestFunc best_of;
} CspField;

/* max_field: the most variables in a field.  does_close: chosen variables are
 * asked for, too. */
CspMany *csp_many_new(const CspConsistency *consistency,
                      size_t max_field,
                      bool does_close);
void csp_many_free(CspMany *self);
bool csp_many_does_close(const CspMany *self);
/* At the root: nothing is known. */
void csp_many_reset(CspMany *self);
/* The variable was chosen, or its score has changed in a way the store does not
 * tell. */
void csp_many_touch(CspMany *self, CspVar x);
/* Before the level is closed that choosing x opened. */
void csp_many_undo(CspMany *self, CspVar x);
/* At each node, before it is asked for anything. */
void csp_many_look(CspMany *self);
CspBest
csp_many_get_best(CspMany *self, const CspField *field, const void *data);
/* Is that the place of x in the field?  A best_of() passes over others. */
bool csp_many_stands_at(const CspMany *self, CspVar x, uint32_t place);
/* Swaps chosen variables behind the open ones, as looking through open[] from
 * its start would; returns how many are left.  Only if does_close. */
uint32_t csp_many_close(CspMany *self, CspVar *open, uint32_t n_open);
