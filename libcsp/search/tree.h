/* SPDX-License-Identifier: MIT */
/* The search loop that all consistency levels share.
 *
 * It is a stack of frames and no recursion: a frame is a node with the variable
 * branched on and the child that is open.  csp_tree_next() runs to the next
 * solution and can be called again. */
#pragma once

#include "base/options.h"
#include "base/random.h"
#include "search/consistency.h"
#include "search/degrees.h"
#include "search/fresh.h"
#include "search/goals.h"
#include "search/many.h"
#include "search/view.h"

typedef struct {
  CspVariableOrder variable_order; /* never the default */
  CspValueOrder value_order;
  CspBranching branching;
  /* A block only: each value of a permutation keeps a place (block.h). */
  bool is_placing;
  CspRestartPolicy restarts;
  uint64_t seed;
  int64_t node_limit;  /* 0: none */
  bool is_limit_quiet; /* it does not raise the stop flag */
  /* Values of which one that is fresh is enough; NULL: none (fresh.h). */
  const CspSymmetry *interchangeable;
  /* What is branched on before the order has its say; NULL: nothing.  Needs
   * full propagation and 2-way branching. */
  const CspGoal *goals;
  size_t n_goals;
  /* Solutions that agree on these variables are one; NULL: all variables. */
  const CspVar *projection;
  size_t n_projection;
  uint32_t many; /* variables from which on CspMany pays; 0: as measured */
  CspVariableOrderFunc variable_func;
  void *variable_data;
  CspValueOrderFunc value_func;
  void *value_data;
  CspObserving observing;
} CspTreeConfig;

#define CSP_NO_BOUND INT64_MIN

typedef struct {
  CspVar var;
  uint32_t n_open, cursor; /* of the node: see CspTree */
  uint32_t child;          /* how many children were tried */
  uint32_t n_children;     /* for observers: at most, 0: not known */
  int64_t value;           /* of the child that is open */
  size_t values_start;     /* d-way: the values left, in order, on the stack */
  bool has_tried_fresh;
  bool lists_values; /* the values are on the stack */
  uint8_t cut;       /* CspCut */
  CspGoalPlace goal; /* of the node */
  bool is_descending;
  uint64_t id;
} CspFrame;

struct _CspTree {
  CspTreeConfig config;
  CspConsistency *consistency;
  CspRandom random;
  atomic_int *stop;
  atomic_int *sample; /* may be NULL */

  CspFrame *frames;
  uint32_t n_frames, frames_capacity;

  /* Variables that are not chosen at the node are among open[0] ..
   * open[n_open - 1]; those found chosen are swapped behind, so that putting
   * n_open back is all that going back takes.  In input order none before
   * cursor is open. */
  CspVar *open;
  uint32_t n_open, cursor;

  int64_t *values; /* the stack of frames' value lists */
  size_t n_values, values_capacity;

  CspGoalPlace goal;     /* which goal is followed, n_goals: none */
  const int32_t *starts; /* by variable, values to try first; or NULL */
  uint32_t n_starts;

  double *weights;     /* dom/wdeg: by variable */
  CspDegrees *degrees; /* orders that ask for them, or NULL */
  CspFresh *fresh;     /* interchangeable, or NULL */
  CspVar *candidates;  /* a program's order: scratch */
  CspMany *many;       /* NULL: there are few variables */

  bool has_popcount; /* the processor's own */
  bool is_begun, is_at_node, is_at_solution, is_exhausted;
  int64_t cutoff;    /* failures until the next restart */
  double run_length; /* what it began with, of the geometric sequence */
  uint64_t n_run;    /* runs begun, for the restart sequence */

  int64_t root_bound; /* best objective left at the root, or CSP_NO_BOUND */

  uint64_t n_nodes, n_failures, n_restarts, max_depth;
  uint64_t last_id, node_id, root_id; /* numbers for observers */
  uint64_t n_observed; /* nodes and failures when one was observed last */
  uint64_t n_sampled;  /* nodes when a sample was taken last */
  /* How many solutions the caller does without: a level with a loop of its own
   * may count them and search on, and does so in n_skipped. */
  uint64_t n_skippable, n_skipped;
  CspView view;
};

typedef struct {
  uint64_t n_nodes, n_failures, n_restarts, max_depth;
  uint64_t last_id, n_observed;
  uint64_t n_checks, n_propagations, n_changes;
} CspTreeCounters;

/* Takes consistency. */
CspTree *csp_tree_new(CspConsistency *consistency,
                      const CspTreeConfig *config,
                      atomic_int *stop,
                      atomic_int *sample);
void csp_tree_free(CspTree *tree);
/* Forgets what was searched; counters begin at 0 again. */
void csp_tree_reset(CspTree *tree);
/* What was counted, for a search that goes on, maybe in another tree. */
CspTreeCounters csp_tree_get_counters(const CspTree *tree);
void csp_tree_set_counters(CspTree *tree, const CspTreeCounters *counters);
/* assumed is read when the search begins. */
CspTreeResult csp_tree_next(CspTree *tree, CspAssumed assumed);
/* The next call of csp_tree_next() begins at the root; counters go on. */
void csp_tree_begin_again(CspTree *tree);
/* Brings the root to the level's consistency: CSP_TREE_EXHAUSTED if there is no
 * solution, which counts as a failure, else CSP_TREE_SOLUTION as far as that
 * tells.  The tree is to begin again afterwards. */
CspTreeResult csp_tree_probe(CspTree *tree, CspAssumed assumed);
/* Can the variable still have the value? */
bool csp_tree_has(const CspTree *tree, CspVar x, int64_t value);
/* The values of all the model's variables, after CSP_TREE_SOLUTION. */
void csp_tree_get_values(const CspTree *tree, int32_t *out_values);
/* Only better solutions from now on. */
void csp_tree_set_bound(CspTree *tree, int64_t bound);

/* goals.c */

/* The variable that the goals ask for, or CSP_NONE: all theirs are fixed. */
CspVar csp_tree_select_by_goals(CspTree *tree);
/* How the goal that asked for x divides its domain. */
CspCut csp_tree_cut_by_goals(CspTree *tree, CspVar x, int64_t *out_value);
/* The value of x to try first, CSP_NO_START: the model names none. */
int64_t csp_tree_get_start(const CspTree *tree, CspVar x);

/* Candidates from which on the best is kept. */
static inline uint32_t
csp_tree_count_many(const CspTree *tree)
{
  return tree->config.many > 0 ? tree->config.many : CSP_MANY_VARS;
}

/* 0 for no limit wraps round to the most. */
static inline bool
csp_tree_has_enough_nodes(const CspTree *tree, uint64_t n_nodes)
{
  return n_nodes - 1 >= (uint64_t)tree->config.node_limit - 1;
}

static inline void
csp_tree_stop_at_nodes(CspTree *tree)
{
  if (!tree->config.is_limit_quiet)
    atomic_store(tree->stop, CSP_STOP_NODES);
}

static inline bool
csp_tree_is_stopped(const CspTree *tree)
{
  return atomic_load_explicit(tree->stop, memory_order_relaxed) != 0;
}

static inline bool
csp_tree_is_observed(const CspTree *tree)
{
  return G_UNLIKELY(tree->config.observing.observer != NULL &&
                    tree->config.observing.observer->node != NULL);
}

static inline bool
csp_tree_is_sample_due(const CspTree *tree)
{
  return tree->sample != NULL &&
         atomic_load_explicit(tree->sample, memory_order_relaxed) != 0;
}

/* Were there nodes that nobody observed since the last one that was?  To be asked
 * at each one, after it was counted. */
bool csp_tree_has_gap(CspTree *tree);
/* Calls the observer that asked for it, at a node; once, should it ask again. */
void csp_tree_sample(CspTree *tree);

/* orders.c */

/* The value at a place of the domain of x, counted from the smallest. */
int64_t csp_tree_value_at(const CspTree *tree, CspVar x, uint32_t place);

/* Makes what the orders keep, for a new tree. */
void csp_tree_prepare_orders(CspTree *tree);
/* The variable to branch on, or CSP_NONE: all are chosen. */
CspVar csp_tree_select_variable(CspTree *tree);
/* The value to try first. */
int64_t csp_tree_select_value(CspTree *tree, CspVar x);
/* The order for x: the objective is tried from its better end whatever the
 * order. */
CspValueOrder csp_tree_value_order(const CspTree *tree, CspVar x);
/* Does the order of its values need a list of them? */
bool csp_tree_lists_values(const CspTree *tree, CspVar x);
/* Puts the values of x on the stack, the first to try on top.  False: stopped,
 * and there is nothing on it. */
bool csp_tree_push_values(CspTree *tree, CspVar x);
/* Blames a refusal on the record that caused it. */
void csp_tree_blame(CspTree *tree);
