/* SPDX-License-Identifier: MIT */
/* Plain searches that go before one that relies on symmetries.
 *
 * Proving symmetries, making their group and splitting takes longer than many a
 * small tree.  So where `auto` chooses, the search begins without them.  If it
 * comes to its end within PROBED_NODES nodes, its answer stands.  Else all that
 * was put off is done, and the search begins again by symmetries.  Its counters
 * go on; of the solutions that were handed out none is handed out again, and the
 * number of those that were only counted is what at least there is.
 *
 * Declared symmetries that nobody proved are checked on solutions: where they are
 * only counted, when the plain search has ended, so that nothing is checked for
 * one that gives up. */
#include "config.h"

#include <string.h>

#include "solver/solver-private.h"

enum {
  PROBED_NODES = 64,
  /* Larger models take longer at a node than to look at symmetries. */
  PROBED_VARS = 1 << 11,
  /* Variables of the images of one solution. */
  PROBED_IMAGES = 1 << 14,
  /* What a plain search that looks for false symmetries takes at most. */
  TRIED_NODES = 20000,
  TRIED_SOLUTIONS = 1000,
};

static bool
has_few_images(const CspSolver *self)
{
  size_t n;
  const CspSymmetry *symmetries = csp_model_peek_symmetries(self->model, &n);
  uint64_t n_generators = 0;

  for (size_t i = 0; i < n; i++)
    n_generators += csp_symmetry_n_generators(self->model, &symmetries[i]);
  return n_generators * self->problem->n_vars <= PROBED_IMAGES;
}

/* Is all that is declared that values are interchangeable?  The records tell that
 * soon, if they do, and it takes no group. */
static bool
has_values_only(const CspSolver *self)
{
  size_t n;
  const CspSymmetry *symmetries = csp_model_peek_symmetries(self->model, &n);

  for (size_t i = 0; i < n; i++)
    if (symmetries[i].kind != CSP_SYMMETRY_VALUES)
      return false;
  return n > 0;
}

static bool
can_probe(const CspSolver *self)
{
  const CspOptions *options = &self->options;

  return options->algorithm == CSP_ALGORITHM_AUTO &&
         options->kernel != CSP_KERNEL_BLOCK &&
         csp_reduction_is_wanted(options, &self->plan) &&
         self->problem->n_vars <= PROBED_VARS && !has_values_only(self) &&
         has_few_images(self);
}

bool
csp_solver_prepare_symmetries(CspSolver *self, GError **error)
{
  self->may_probe = can_probe(self);
  self->is_reduced = !self->may_probe;
  if (self->may_probe)
    return csp_doubtful_symmetries_init_all(&self->doubtful, self->model,
                                            error);
  if (!csp_doubtful_symmetries_init(&self->doubtful, self->model, &self->stop,
                                    error))
    return false;
  csp_reduction_init(&self->reduction, self->model, &self->options,
                     &self->plan);
  return true;
}

CspReductionKind
csp_solver_get_reduction(const CspSolver *self)
{
  return self->is_probing ? CSP_REDUCTION_NONE : self->reduction.kind;
}

static void
swap_trees(CspSolver *self)
{
  CspTree *tree = self->tree;

  self->tree = self->spare;
  self->spare = tree;
  self->is_swapped = !self->is_swapped;
}

void
csp_solver_begin_probe(CspSolver *self)
{
  int64_t limit = self->plan.tree.node_limit;

  if (self->is_swapped)
    swap_trees(self);
  self->is_probing = true;
  self->tree->config.is_limit_quiet = limit == 0 || limit > PROBED_NODES;
  if (self->tree->config.is_limit_quiet)
    self->tree->config.node_limit = PROBED_NODES;
  csp_tree_reset(self->tree);
}

void
csp_solver_keep_probed(CspSolver *self)
{
  if (self->probed == NULL)
    self->probed = g_array_new(FALSE, FALSE, sizeof(int32_t));
  g_array_append_vals(self->probed, self->values, self->problem->n_vars);
}

static size_t
count_probed(const CspSolver *self)
{
  return self->problem->n_vars > 0 && self->probed != NULL
             ? self->probed->len / self->problem->n_vars
             : 0;
}

static const int32_t *
peek_probed(const CspSolver *self, size_t i)
{
  return (const int32_t *)(void *)self->probed->data +
         i * self->problem->n_vars;
}

bool
csp_solver_was_probed(const CspSolver *self)
{
  for (size_t i = count_probed(self); i-- > 0;)
    if (memcmp(peek_probed(self, i), self->values,
               self->problem->n_vars * sizeof(int32_t)) == 0)
      return true;
  return false;
}

bool
csp_solver_check_probed(CspSolver *self, GError **error)
{
  bool is_good = true;

  if (self->options.count)
    for (size_t i = 0; i < count_probed(self) && is_good; i++)
      is_good = csp_doubtful_symmetries_check(&self->doubtful, self->model,
                                              peek_probed(self, i),
                                              &self->scratch, error);
  return is_good;
}

/* What was put off.  If the search is stopped meanwhile, it is not whole. */
static bool
reduce(CspSolver *self, GError **error)
{
  csp_doubtful_symmetries_clear(&self->doubtful);
  if (!csp_doubtful_symmetries_init(&self->doubtful, self->model, &self->stop,
                                    error))
    return false;
  csp_plan_explain(&self->plan, "plain search: given up after %d nodes",
                   PROBED_NODES);
  csp_reduction_init(&self->reduction, self->model, &self->options,
                     &self->plan);
  self->is_reduced = true;
  if (self->reduction.kind == CSP_REDUCTION_VALUES)
    self->spare = csp_solver_compile_tree(self, error);
  self->is_partial = atomic_load(&self->stop) != CSP_STOP_NONE;
  return self->reduction.kind != CSP_REDUCTION_VALUES || self->spare != NULL;
}

bool
csp_solver_leave_probe(CspSolver *self, GError **error)
{
  CspTreeCounters counters = csp_tree_get_counters(self->tree);
  CspTreeConfig *config = &self->tree->config;

  config->node_limit = self->plan.tree.node_limit;
  config->is_limit_quiet = false;
  if (!self->is_reduced && !reduce(self, error))
    return false;
  self->is_probing = false;
  if (self->options.count) {
    self->n_probed = self->n_solutions;
    self->n_solutions = self->n_found = 0;
  }
  if (self->reduction.kind == CSP_REDUCTION_VALUES)
    swap_trees(self);
  csp_tree_reset(self->tree);
  csp_reduction_begin(&self->reduction, csp_solver_assumed(self));
  bool is_good = csp_solver_try_symmetries(self, error);
  csp_tree_set_counters(self->tree, &counters);
  return is_good;
}

/* Does the search rely on a symmetry that the records do not decide? */
static bool
relies_on_doubtful(const CspSolver *self)
{
  const CspSymmetry *values = self->plan.tree.interchangeable;
  size_t n;
  const CspSymmetry *symmetries = csp_model_peek_symmetries(self->model, &n);

  if (self->reduction.kind != CSP_REDUCTION_NONE)
    return self->doubtful.n > 0;
  for (size_t i = 0; values != NULL && i < self->doubtful.n; i++)
    if (&symmetries[self->doubtful.indices[i]] == values)
      return true;
  return false;
}

bool
csp_solver_try_symmetries(CspSolver *self, GError **error)
{
  CspTree *tree = self->tree;
  CspTreeConfig config = tree->config;
  CspFresh *fresh = tree->fresh;
  bool is_good = true;

  if (!relies_on_doubtful(self))
    return true;
  tree->fresh = NULL;
  tree->config.observing = (CspObserving){0};
  tree->config.is_limit_quiet = true;
  tree->config.node_limit =
      config.node_limit > 0 ? MIN(config.node_limit, TRIED_NODES) : TRIED_NODES;
  csp_tree_reset(tree);
  for (int i = 0;
       i < TRIED_SOLUTIONS && is_good &&
       csp_tree_next(tree, csp_solver_assumed(self)) == CSP_TREE_SOLUTION;
       i++) {
    csp_tree_get_values(tree, self->values);
    is_good = csp_doubtful_symmetries_check(
        &self->doubtful, self->model, self->values, &self->scratch, error);
  }
  tree->fresh = fresh;
  tree->config = config;
  csp_tree_reset(tree);
  return is_good;
}
