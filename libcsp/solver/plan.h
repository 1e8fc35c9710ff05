/* SPDX-License-Identifier: MIT */
/* What is to run: the options with every default and every choice of `auto`
 * made, checked against each other and the model. */
#pragma once

#include "base/options.h"
#include "search/block.h"

typedef struct {
  CspAlgorithm algorithm; /* never AUTO */
  /* auto: what to run if the local search gives up at its moves. */
  bool has_fallback;
  int64_t local_effort; /* moves it may look at before, 0: no limit */
  bool is_taking_hint;  /* the model's, as the first solution */
  CspTreeConfig tree;
  CspStrength strength; /* CSP_STRENGTH_DEFAULT: what the model asks of each */
  CspKernel kernel;
  const CspBlockKernel *block_kernel; /* NULL: the best */
  bool is_remembering; /* with restarts: solutions found before are dropped */
  bool is_optimizing;
  bool is_following;  /* what the model asks for */
  bool is_digesting;  /* solutions of a projection are told apart by digests */
  GArray *goals;      /* CspGoal: those of the tree */
  GArray *projection; /* CspVar, of the tree, or NULL */
  GPtrArray *reasons; /* lines of text */
} CspPlan;

/* A program's own order, by name. */
typedef struct {
  char *name;
  CspVariableOrderFunc variable_func;
  CspValueOrderFunc value_func;
  gpointer data;
  GDestroyNotify destroy;
} CspUserOrder;

/* user_variable_order, user_value_order: NULL, or what was chosen by name
 * instead of one of the table's. */
bool csp_plan_make(CspPlan *plan,
                   const CspProblem *problem,
                   const CspOptions *options,
                   const CspUserOrder *user_variable_order,
                   const CspUserOrder *user_value_order,
                   GError **error);
/* Adds a line to the reasons. */
void csp_plan_explain(const CspPlan *plan, const char *format, ...)
    G_GNUC_PRINTF(2, 3);
void csp_plan_clear(CspPlan *plan);

static inline bool
csp_algorithm_is_local(CspAlgorithm algorithm)
{
  return algorithm == CSP_ALGORITHM_MIN_CONFLICTS ||
         algorithm == CSP_ALGORITHM_TABU;
}

/* May the search be cut by symmetries? */
static inline bool
csp_options_uses_symmetry(const CspOptions *options)
{
  return options->symmetry == CSP_SYMMETRY_USE_AUTO ||
         (options->symmetry == CSP_SYMMETRY_USE_DEFAULT &&
          options->algorithm == CSP_ALGORITHM_AUTO);
}

/* Is more than one solution, or their number, asked for? */
static inline bool
csp_options_is_enumerating(const CspOptions *options)
{
  return options->count || options->solutions != 1;
}
