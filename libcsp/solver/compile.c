/* SPDX-License-Identifier: MIT */
/* Compiling: domains and propagators into a store for full propagation, domains
 * alone for forward checking, counters for looking back.
 *
 * What would not fit is refused before it is built, by adding up what grows with
 * the model: domains, scopes with their subscriptions, and the values that
 * all-different takes from wide intervals, which keep a hole for each. */
#include "config.h"

#include "constraints/all-different.h"
#include "constraints/clause.h"
#include "constraints/difference-propagator.h"
#include "constraints/family.h"
#include "search/different-groups.h"
#include "solver/compile.h"
#include "solver/memory.h"

enum {
  /* Models whose root is looked at: values in all domains, and bytes. */
  ROOT_VALUES = 1 << 14,
  ROOT_BYTES = 4 << 20,
  /* A variable in a scope: scope, subscription, position lists. */
  SCOPE_BYTES = 64,
  /* A record: its propagator. */
  RECORD_BYTES = 192,
  /* A variable on the search's own lists. */
  SEARCH_BYTES = 48,
  /* A hole of a wide interval, with its event on the trail. */
  HOLE_BYTES = 16 + (int)sizeof(CspEvent),
};

static uint64_t
domains_cost(const CspProblem *problem)
{
  size_t n_arrays;
  const CspArrayInfo *arrays = csp_model_peek_arrays(problem->model, &n_arrays);
  uint64_t cost = 0;

  for (size_t i = 0; i < n_arrays; i++)
    cost +=
        arrays[i].length * csp_store_domain_cost(arrays[i].min, arrays[i].max);
  return cost;
}

/* Half the scope's variables keep holes of half the scope, on average. */
static uint64_t
holes_cost(const CspProblem *problem, const CspConstraint *con)
{
  const CspArrayInfo *array =
      con->n_vars > 0
          ? csp_model_array_of(problem->model, csp_constraint_var(con, 0))
          : NULL;

  if (con->kind != CSP_CON_ALL_DIFFERENT || array->values != NULL ||
      csp_store_domain_cost(array->min, array->max) >
          csp_store_domain_cost(0, 0) ||
      array->n_values <= 64)
    return 0;
  return (uint64_t)con->n_vars * con->n_vars / 4 * HOLE_BYTES;
}

static uint64_t
estimate(const CspProblem *problem, CspAlgorithm algorithm)
{
  uint64_t cost = (uint64_t)problem->n_vars * SEARCH_BYTES;

  if (algorithm == CSP_ALGORITHM_GENERATE)
    return cost;
  if (algorithm != CSP_ALGORITHM_BACKTRACKING)
    cost += domains_cost(problem);
  for (size_t c = 0; c < problem->n_cons; c++) {
    const CspConstraint *con = &problem->cons[c];
    cost += RECORD_BYTES + (uint64_t)con->n_vars * SCOPE_BYTES +
            con->n_ints * sizeof(int32_t);
    if (algorithm != CSP_ALGORITHM_BACKTRACKING)
      cost += holes_cost(problem, con);
  }
  return cost;
}

/* NULL: stopped. */
static CspStore *
new_store(const CspProblem *problem, uint64_t memory, atomic_int *stop)
{
  CspStore *store = csp_store_new();
  size_t n_arrays;
  const CspArrayInfo *arrays = csp_model_peek_arrays(problem->model, &n_arrays);

  store->stop = stop;
  csp_arena_set_limit(store->arena, memory);
  for (size_t i = 0; i < n_arrays; i++)
    for (uint32_t k = 0; k < arrays[i].length; k++) {
      if (csp_store_is_stopped(store)) {
        csp_store_free(store);
        return NULL;
      }
      if (arrays[i].values != NULL)
        csp_store_add_var_values(store, arrays[i].values, arrays[i].n_values);
      else
        csp_store_add_var(store, arrays[i].min, arrays[i].max);
    }
  return store;
}

static CspStrength
strength_of(const CspPlan *plan, const CspConstraint *con)
{
  if (plan->strength != CSP_STRENGTH_DEFAULT)
    return plan->strength;
  if (con->strength != CSP_STRENGTH_DEFAULT)
    return (CspStrength)con->strength;
  return csp_family_of(con)->default_strength;
}

/* The end of the run of all-different records, from c on, over one scope and
 * all by values; c where record c is none of that kind. */
static size_t
value_group_end(const CspProblem *problem, const CspPlan *plan, size_t c)
{
  size_t end = c;

  if (problem->cons[c].kind != CSP_CON_ALL_DIFFERENT)
    return c;
  for (size_t last = csp_different_group_end(problem, c); end < last; end++)
    if (strength_of(plan, &problem->cons[end]) != CSP_STRENGTH_VALUE)
      break;
  return end;
}

/* x != y + c over two variables: all of these become one propagator. */
static bool
is_difference(const CspConstraint *con)
{
  return con->kind == CSP_CON_RELATION && con->relation == CSP_RELATION_NE &&
         csp_constraint_var(con, 0) != csp_constraint_var(con, 1) &&
         con->constant >= INT32_MIN && con->constant <= INT32_MAX;
}

static bool
post_differences(const CspProblem *problem, CspStore *store)
{
  GArray *edges = g_array_new(FALSE, FALSE, sizeof(CspDifferenceEdge));
  bool is_posted = true;

  for (size_t c = 0; c < problem->n_cons; c++) {
    const CspConstraint *con = &problem->cons[c];
    CspDifferenceEdge edge = {.constraint = (uint32_t)c};
    if (!is_difference(con))
      continue;
    edge.x = csp_constraint_var(con, 0);
    edge.y = csp_constraint_var(con, 1);
    edge.c = (int32_t)con->constant;
    g_array_append_val(edges, edge);
  }
  if (edges->len > 0)
    is_posted = csp_post_differences(
        store, (const CspDifferenceEdge *)(void *)edges->data, edges->len);
  g_array_unref(edges);
  return is_posted;
}

/* All clauses of all records. */
static bool
post_clauses(const CspProblem *problem, CspStore *store)
{
  CspClauses clauses;

  csp_clauses_init(&clauses);
  for (size_t c = 0; c < problem->n_cons; c++)
    if (csp_constraint_is_clauses(&problem->cons[c]))
      csp_clauses_add_record(&clauses, &problem->cons[c], (uint32_t)c);
  bool is_posted = csp_clauses_post(&clauses, store);
  csp_clauses_clear(&clauses);
  return is_posted;
}

static bool
post_group(const CspProblem *problem, CspStore *store, size_t c, size_t end)
{
  const CspConstraint *con = &problem->cons[c];
  CspArena *arena = csp_arena_new();
  bool is_posted = csp_post_all_different_views(
      store, csp_constraint_scope(con, arena), con->n_vars,
      csp_different_group_offsets(problem, arena, c, end), (uint32_t)(end - c));

  csp_arena_free(arena);
  return is_posted;
}

/* Posts all records; a store that fails meanwhile is left as it is, for the
 * search to find. */
static void
post_all(const CspProblem *problem, const CspPlan *plan, CspStore *store)
{
  uint32_t n_exprs = csp_model_n_exprs(problem->model);
  g_autofree CspVar *expr_vars = g_new(CspVar, (size_t)n_exprs + 1);
  CspPoster poster = {.store = store, .expr_vars = expr_vars};
  bool is_posted =
      post_differences(problem, store) && post_clauses(problem, store);

  for (uint32_t i = 0; i < n_exprs; i++)
    expr_vars[i] = CSP_NONE;
  for (size_t c = 0, end; is_posted && c < problem->n_cons; c = end) {
    const CspConstraint *con = &problem->cons[c];
    store->current_constraint = (uint32_t)c;
    end = value_group_end(problem, plan, c);
    if (end > c) {
      is_posted = post_group(problem, store, c, end);
    } else if (is_difference(con) || csp_constraint_is_clauses(con)) {
      end = c + 1;
    } else {
      end = c + 1;
      is_posted =
          csp_family_of(con)->post(&poster, con, strength_of(plan, con));
    }
    if (csp_arena_is_over(store->arena)) {
      int none = CSP_STOP_NONE;
      atomic_compare_exchange_strong(store->stop, &none, CSP_STOP_MEMORY);
    }
    if (csp_store_is_stopped(store))
      return;
  }
}

static bool
get_block_level(CspAlgorithm algorithm, CspBlockLevel *out_level)
{
  switch (algorithm) {
  case CSP_ALGORITHM_BACKTRACKING:
    *out_level = CSP_BLOCK_LOOK_BACK;
    return true;
  case CSP_ALGORITHM_FORWARD_CHECKING:
    *out_level = CSP_BLOCK_FORWARD_CHECKING;
    return true;
  case CSP_ALGORITHM_MAC:
    *out_level = CSP_BLOCK_MAC;
    return true;
  default:
    return false;
  }
}

/* The problem as a block, or NULL with the reason why it is none. */
static CspConsistency *
new_block(CspProblem *problem,
          const CspPlan *plan,
          CspAlgorithm algorithm,
          char **out_why)
{
  g_autofree CspBlockForm *forms = g_new0(CspBlockForm, problem->n_cons + 1);
  CspBlockLevel level = CSP_BLOCK_MAC;

  *out_why = NULL;
  if (plan->kernel == CSP_KERNEL_EVENTS) {
    *out_why = g_strdup("asked for");
  } else if (!get_block_level(algorithm, &level)) {
    *out_why = g_strdup("a block does not generate and test");
  } else {
    for (size_t c = 0; c < problem->n_cons; c++) {
      const CspConstraint *con = &problem->cons[c];
      const CspFamily *family = csp_family_of(con);
      if (family->block != NULL)
        forms[c] =
            family->block(con, plan->tree.is_placing ? CSP_STRENGTH_VALUE
                                                     : strength_of(plan, con));
    }
    *out_why = csp_block_why_not(problem, level, &plan->tree, forms);
  }
  return *out_why == NULL ? csp_block_new(problem, level, &plan->tree, forms,
                                          plan->block_kernel)
                          : NULL;
}

/* NULL: stopped. */
static CspConsistency *
new_consistency(CspProblem *problem,
                const CspPlan *plan,
                CspAlgorithm algorithm,
                uint64_t memory,
                atomic_int *stop)
{
  CspStore *store;

  switch (algorithm) {
  case CSP_ALGORITHM_GENERATE:
    return csp_look_back_new(problem, true);
  case CSP_ALGORITHM_BACKTRACKING:
    return csp_look_back_new(problem, false);
  case CSP_ALGORITHM_FORWARD_CHECKING:
    store = new_store(problem, memory, stop);
    return store != NULL ? csp_forward_checking_new(problem, store) : NULL;
  default:
    break;
  }
  store = new_store(problem, memory, stop);
  if (store == NULL)
    return NULL;
  post_all(problem, plan, store);
  return csp_mac_new(problem, store);
}

/* Asks how much memory there is, 0: not yet; false: that is not enough. */
static bool
ask_memory(int64_t memory_limit,
           uint64_t cost,
           uint64_t *memory,
           GError **error)
{
  if (*memory == 0)
    *memory = csp_memory_to_be_had(memory_limit);
  if (cost <= *memory)
    return true;
  g_set_error(error, CSP_ERROR, CSP_ERROR_MEMORY,
              "the search would take about %" G_GUINT64_FORMAT
              " MiB, and %" G_GUINT64_FORMAT " MiB are to be had",
              (cost >> 20) + 1, *memory >> 20);
  return false;
}

/* To ask the machine takes as long as a small block's search, and a block does
 * not grow. */
CspTree *
csp_compile_tree(CspProblem *problem,
                 const CspPlan *plan,
                 int64_t memory_limit,
                 atomic_int *stop,
                 atomic_int *sample,
                 GError **error)
{
  CspAlgorithm algorithm = csp_algorithm_is_local(plan->algorithm)
                               ? CSP_ALGORITHM_MAC
                               : plan->algorithm;
  uint64_t cost = estimate(problem, algorithm), memory = 0;

  if ((memory_limit > 0 || cost > CSP_BLOCK_BYTES) &&
      !ask_memory(memory_limit, cost, &memory, error))
    return NULL;
  g_autofree char *why = NULL;
  CspConsistency *consistency = new_block(problem, plan, algorithm, &why);
  if (consistency == NULL && plan->kernel == CSP_KERNEL_BLOCK) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION, "--kernel=block: %s", why);
    return NULL;
  }
  csp_plan_explain(
      plan, "kernel %s: %s", consistency != NULL ? "block" : "events",
      consistency != NULL ? csp_block_get_description(consistency) : why);
  if (consistency == NULL) {
    if (!ask_memory(memory_limit, cost, &memory, error))
      return NULL;
    consistency = new_consistency(problem, plan, algorithm, memory, stop);
  }
  if (consistency == NULL)
    return NULL;
  csp_arena_set_limit(consistency->arena, memory);
  return csp_tree_new(consistency, &plan->tree, stop, sample);
}

static bool
is_small(const CspProblem *problem)
{
  size_t n_arrays;
  const CspArrayInfo *arrays = csp_model_peek_arrays(problem->model, &n_arrays);
  uint64_t n_values = 0;

  for (size_t i = 0; i < n_arrays && n_values <= ROOT_VALUES; i++)
    n_values += (uint64_t)arrays[i].length * arrays[i].n_values;
  return n_values <= ROOT_VALUES &&
         estimate(problem, CSP_ALGORITHM_MAC) <= ROOT_BYTES;
}

CspConsistency *
csp_compile_root(CspProblem *problem,
                 const CspPlan *plan,
                 uint64_t memory,
                 atomic_int *stop)
{
  return is_small(problem) && memory >= ROOT_BYTES
             ? new_consistency(problem, plan, CSP_ALGORITHM_MAC, memory, stop)
             : NULL;
}
