/* SPDX-License-Identifier: MIT */
/* One-way invariants: variables that are functions of others.
 *
 * A record such as y = e, sum = a + b or result = values[index] can define one
 * of its variables, the output, by the others, its inputs.  The output is then
 * not searched: it follows its inputs, and the record needs no violation of its
 * own.  Definitions stand in topological order, the inputs of each being
 * outputs of earlier ones or searched.
 *
 * An output may leave its declared domain; who chooses the definitions sees to
 * an invariant that minds, and gives invariants the bounds of what it may
 * become. */
#pragma once

#include "local/invariant.h"

typedef struct _CspDefinition CspDefinition;

/* What a family knows of its records as functions. */
typedef struct {
  const char *name;
  /* Positions of variables that the record gives as its result, at most two of
   * which one may be chosen; the answer is their number.  Optional. */
  uint32_t (*list_results)(const CspConstraint *con, uint32_t *out_positions);
  /* Can the record be solved for the variable at this position?  Optional. */
  bool (*can_solve)(const CspConstraint *con, uint32_t position);
  /* Bounds of the function; false: it can pass CSP_VALUE_MIN or _MAX.
   * out_is_total: any values of the inputs satisfy the record together with
   * what the function then is. */
  bool (*bound)(const CspDefinition *def,
                const CspInvariantBounds *bounds,
                int64_t *out_min,
                int64_t *out_max,
                bool *out_is_total);
  /* The function of the values of the inputs, where it is undefined any number
   * within the bounds. */
  int64_t (*value)(const CspDefinition *def);
  /* Optional: what it becomes, having been `now`, when a position goes from one
   * value to another.  Each of the positions of a variable is told. */
  int64_t (*value_after)(const CspDefinition *def,
                         int64_t now,
                         uint32_t position,
                         int32_t from,
                         int32_t to);
} CspDefinitionClass;

struct _CspDefinition {
  const CspDefinitionClass *klass;
  const CspConstraint *con;
  const CspVar *vars; /* the record's scope; NULL: first, first + 1 ... */
  CspVar first;
  uint32_t n_vars;
  uint32_t output;    /* its position */
  uint32_t n_missing; /* positions of inputs without value */
  int32_t min, max;   /* of the function */
  const int32_t *values;
  CspScratch *scratch;
  int64_t next; /* between moves the output's value */
};

static inline CspVar
csp_definition_var(const CspDefinition *def, uint32_t position)
{
  return def->vars != NULL ? def->vars[position] : def->first + position;
}

static inline int32_t
csp_definition_value(const CspDefinition *def, uint32_t position)
{
  return def->values[csp_definition_var(def, position)];
}

typedef struct {
  uint32_t definition, position;
} CspDefinitionLink;

typedef struct {
  CspVar var;
  int32_t old;
} CspDefinitionStep;

/* All of them, and room for evaluating moves. */
typedef struct _CspDefinitions {
  uint32_t n, n_vars;
  CspDefinition *definitions;
  uint32_t
      *definition_of; /* of an output; CSP_NONE: the variable is searched */
  uint64_t *starts;   /* links of the variables as inputs */
  CspDefinitionLink *links;
  /* The moves that make up the last move, or the one looked at; the first is
   * that of the searched variable, or with swapped that of a pair. */
  CspDefinitionStep *steps;
  uint32_t n_steps;
  CspVar swapped;  /* CSP_NONE: not a swap */
  uint64_t n_work; /* definitions ever looked at */
  /* Asked after so many of them; optional.  If it is so, a move looked at is
   * taken back with its change unknown, and one made is left where it is, which
   * is_cut tells: outputs are not what their inputs say, until these are
   * unassigned. */
  bool (*is_over)(void *data);
  void *data;
  bool is_cut;
  /* Definitions to be looked at: a heap, least first; those ever in it. */
  uint32_t *heap, *touched;
  uint32_t n_heap, n_touched;
  uint8_t *is_queued;
  /* Walks through the definitions: where this one has been. */
  uint32_t *stamps;
  uint32_t stamp;
  CspVar *stack;
} CspDefinitions;

/* From n definitions in topological order, which are copied. */
CspDefinitions *csp_definitions_new(CspArena *arena,
                                    uint32_t n_vars,
                                    const CspDefinition *definitions,
                                    uint32_t n,
                                    const int32_t *values,
                                    CspScratch *scratch);

static inline bool
csp_definitions_has_output(const CspDefinitions *self, CspVar x)
{
  return self != NULL && self->definition_of[x] != CSP_NONE;
}

static inline bool
csp_definitions_has_input(const CspDefinitions *self, CspVar x)
{
  return self != NULL && self->starts[x] != self->starts[x + 1];
}

/* Forgets where walks have been. */
void csp_definitions_begin_walk(CspDefinitions *self);
/* Searched variables that an output depends on, as many as fit, without those
 * that a walk has come to. */
uint32_t csp_definitions_list_inputs(CspDefinitions *self,
                                     CspVar output,
                                     CspVar *out_vars,
                                     uint32_t n);

/* The set's functions for variables with dependents. */
typedef struct _CspInvariantSet CspInvariantSet;

/* The variable has its value, or is about to lose it. */
void csp_cascade_assign(const CspInvariantSet *set, CspVar x);
void csp_cascade_unassign(const CspInvariantSet *set, CspVar x);
/* Invariants of outputs that would refuse the value, as far as they follow
 * from it alone. */
uint32_t
csp_cascade_count_refusals(const CspInvariantSet *set, CspVar x, int32_t v);
int64_t csp_cascade_change(const CspInvariantSet *set, CspVar x, int32_t v);
int64_t csp_cascade_change_swap(const CspInvariantSet *set, CspVar x, CspVar y);
void csp_cascade_move(const CspInvariantSet *set, CspVar x, int32_t v);
void csp_cascade_swap(const CspInvariantSet *set, CspVar x, CspVar y);
/* A walk that comes to all variables that outputs in conflict depend on. */
void csp_cascade_mark_conflicts(const CspInvariantSet *set);
/* Is an output in conflict that depends on the variable? */
bool csp_cascade_is_in_conflict(const CspInvariantSet *set, CspVar x);
