/* SPDX-License-Identifier: MIT */
/* Which variables of a model local search need not search, because a record
 * makes them functions of others. */
#pragma once

#include "local/invariant-set.h"
#include "model/model.h"
#include "search/local-domains.h"

typedef struct _CspDefinitionChoice CspDefinitionChoice;

/* The variables that records give as their results.  Not chosen are those that
 * have one value by the model, and those marked (bits, or NULL) in is_pinned.
 * NULL: no record can define anything. */
CspDefinitionChoice *csp_definition_choice_new(const CspModel *model,
                                               const uint64_t *is_pinned);
void csp_definition_choice_free(CspDefinitionChoice *self);
/* Is the variable to be defined? */
bool csp_definition_choice_has(const CspDefinitionChoice *self, CspVar x);
void csp_definition_choice_drop(CspDefinitionChoice *self, CspVar x);
/* Equations are solved for variables that is_taken does not refuse. */
void csp_definition_choice_add_equations(CspDefinitionChoice *self,
                                         const CspLocalDomains *domains,
                                         bool (*is_taken)(const void *data,
                                                          CspVar x),
                                         const void *data);
/* Gives the set its definitions, in topological order, and what keeps outputs
 * within their domains; marks the records that say nothing else.  What would
 * close a cycle or could leave the range of values is dropped. */
void csp_definition_choice_close(CspDefinitionChoice *self,
                                 const CspLocalDomains *domains,
                                 CspInvariantSet *set,
                                 bool *is_left_out);

/* The bounds of a model's variables: an output's are those of its function. */
typedef struct {
  const CspModel *model;
  const CspDefinitions *definitions;
} CspDefinedBounds;

CspInvariantBounds csp_defined_bounds(const CspDefinedBounds *defined);
