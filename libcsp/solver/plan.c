/* SPDX-License-Identifier: MIT */
/* Defaults and the choices of `auto`.
 *
 * A named algorithm gets the defaults of the command line's table and nothing
 * unasked.  `auto` looks at the kinds of records and at what is asked for:
 *
 *   many variables in a permutation,      min-conflicts, then tree search
 *     one solution
 *   all solutions, where every            full propagation, smallest domain: it
 *     constraint acts at each choice        counts faster than forward checking
 *   permutations of few values and        the same in a block, which gives each
 *     nothing but differences               value its place, whatever strength
 *                                           the model asks for
 *   interchangeable values, one solution  full propagation, smallest domain and
 *     or the best                           degree, one fresh value a node;
 *                                           for the best, tabu search first
 *   anything else                         full propagation, dom/wdeg, with
 *                                           restarts unless all are asked for
 *
 * Where a block is asked for there are no other ways: full propagation, smallest
 * domain. */
#include "config.h"

#include "search/block.h"
#include "solver/plan.h"

/* Values of all variables together from which tree search is slow. */
#define LOCAL_SIZE 100000.0

/* Moves looked at for a bound before tree search, for each value of a variable:
 * a second or two at most. */
#define LOCAL_EFFORT_PER_VALUE 1000.0
#define LOCAL_EFFORT_MAX 2e8

enum {
  /* Values up to which their places do better than consistency of domains. */
  PLACED_MAX = 12,
  RESTART_UNIT = 100,
  /* Solutions that are kept so that none is given twice after a restart. */
  REMEMBERED_MAX = 100,
};

void
csp_plan_explain(const CspPlan *plan, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  g_ptr_array_add(plan->reasons, g_strdup_vprintf(format, args));
  va_end(args);
}

static bool
refuse(GError **error, const char *option, const char *why)
{
  g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION, "--%s %s", option, why);
  return false;
}

/* Options that do not go together. */
static bool
check_options(const CspProblem *problem,
              const CspOptions *options,
              GError **error)
{
  CspAlgorithm algorithm = (CspAlgorithm)options->algorithm;
  bool is_looking_back = algorithm == CSP_ALGORITHM_GENERATE ||
                         algorithm == CSP_ALGORITHM_BACKTRACKING;
  const char *only = "needs domains that shrink: forward-checking or mac";

  if (options->threads != 1)
    return refuse(error, "threads", "takes 1 only: searches are not parallel");
  if (csp_algorithm_is_local(algorithm)) {
    const char *why = "needs a complete search, which min-conflicts and tabu "
                      "are not";
    if (options->count)
      return refuse(error, "count", why);
    if (options->solutions == 0)
      return refuse(error, "solutions=0", why);
    if (options->distinct)
      return refuse(error, "distinct", why);
    if (options->kernel == CSP_KERNEL_BLOCK)
      return refuse(error, "kernel=block", "is for tree search");
  }
  if (is_looking_back) {
    if (options->variable_order == CSP_VARIABLE_ORDER_DOM_WDEG)
      return refuse(error, "variable-order=dom/wdeg", only);
    if (options->value_order == CSP_VALUE_ORDER_LCV)
      return refuse(error, "value-order=lcv", only);
    if (options->strength != CSP_STRENGTH_DEFAULT)
      return refuse(error, "strength", "is for mac, which propagates");
    if (options->branching == CSP_BRANCHING_2_WAY)
      return refuse(error, "branching=2-way", only);
  }
  if (problem->objective != CSP_NONE) {
    if (options->count)
      return refuse(error, "count", "does not go with an objective");
    if (options->distinct)
      return refuse(error, "distinct", "does not go with an objective");
  }
  return true;
}

/* What auto looks at. */
typedef struct {
  bool acts_at_choices; /* all-different by value and x != y + c only */
  bool is_different;    /* the same whatever the strength, or elements of
                           variables */
  bool can_place;       /* all-different of higher strength: permutations of
                           few values */
  bool has_permutation; /* an all-different over as many values as variables */
  double size;          /* values of all variables */
} Features;

static bool
is_permutation(const CspProblem *problem, const CspConstraint *con)
{
  const CspArrayInfo *array =
      csp_model_array_of(problem->model, csp_constraint_var(con, 0));

  return con->kind == CSP_CON_ALL_DIFFERENT && con->vars == NULL &&
         csp_constraint_offset(con, con->n_vars - 1) ==
             csp_constraint_offset(con, 0) &&
         array->n_values == con->n_vars && con->n_vars == array->length;
}

/* All-different records above value strength: are the values few enough for
 * places to be worth more than the strength? */
static bool
is_small_permutation(const CspProblem *problem, const CspConstraint *con)
{
  const CspArrayInfo *array =
      csp_model_array_of(problem->model, csp_constraint_var(con, 0));

  return con->n_vars == array->n_values && con->n_vars <= PLACED_MAX;
}

/* The first that the model declares interchangeable and that can be searched
 * so, or NULL. */
static const CspSymmetry *
find_values(const CspProblem *problem)
{
  size_t n;
  const CspSymmetry *symmetries = csp_model_peek_symmetries(problem->model, &n);

  for (size_t i = 0; i < n; i++)
    if ((symmetries[i].kind == CSP_SYMMETRY_VALUES ||
         symmetries[i].kind == CSP_SYMMETRY_VALUES_UP_TO) &&
        csp_fresh_fits(problem->model, &symmetries[i]))
      return &symmetries[i];
  return NULL;
}

static Features
look_at(const CspProblem *problem)
{
  Features features = {
      .acts_at_choices = true, .is_different = true, .can_place = true};
  size_t n_arrays;
  const CspArrayInfo *arrays = csp_model_peek_arrays(problem->model, &n_arrays);

  for (size_t i = 0; i < n_arrays; i++)
    features.size += (double)arrays[i].length * arrays[i].n_values;
  for (size_t c = 0; c < problem->n_cons; c++) {
    const CspConstraint *con = &problem->cons[c];
    bool is_all_different = con->kind == CSP_CON_ALL_DIFFERENT;
    bool is_strong = con->strength > CSP_STRENGTH_VALUE;
    bool is_different =
        is_all_different || con->kind == CSP_CON_RELATION_CONST ||
        (con->kind == CSP_CON_RELATION && con->relation == CSP_RELATION_NE);
    features.is_different &= is_different || con->kind == CSP_CON_ELEMENT_VAR;
    features.acts_at_choices &=
        is_different && !(is_all_different && is_strong);
    features.can_place &= is_different && (!is_all_different || !is_strong ||
                                           is_small_permutation(problem, con));
    features.has_permutation |= is_permutation(problem, con);
  }
  return features;
}

/* May permutations be searched as a block with places? */
static bool
may_place(const CspProblem *problem,
          const CspOptions *options,
          const Features *features)
{
  uint32_t n_starts;
  size_t n;

  return (csp_options_is_enumerating(options) ? features->is_different
                                              : features->can_place) &&
         problem->objective == CSP_NONE && problem->n_vars > 0 &&
         csp_block_fits(problem) && options->strength == CSP_STRENGTH_DEFAULT &&
         options->kernel != CSP_KERNEL_EVENTS && options->restarts == NULL &&
         options->project == NULL &&
         csp_model_peek_projection(problem->model, &n) == NULL &&
         csp_model_peek_starts(problem->model, &n_starts) == NULL &&
         (options->variable_order == CSP_VARIABLE_ORDER_DEFAULT ||
          options->variable_order == CSP_VARIABLE_ORDER_INPUT ||
          options->variable_order == CSP_VARIABLE_ORDER_MRV) &&
         (options->value_order == CSP_VALUE_ORDER_DEFAULT ||
          options->value_order == CSP_VALUE_ORDER_MIN ||
          options->value_order == CSP_VALUE_ORDER_MAX);
}

static void
choose_tree(CspPlan *plan,
            const CspProblem *problem,
            const CspOptions *options,
            const Features *features)
{
  CspTreeConfig *tree = &plan->tree;
  bool is_enumerating = csp_options_is_enumerating(options);

  plan->algorithm = CSP_ALGORITHM_MAC;
  if (is_enumerating && features->acts_at_choices) {
    if (options->count)
      tree->branching = CSP_BRANCHING_D_WAY;
    csp_plan_explain(plan, "mac: more than one solution is asked for");
    return;
  }
  if (!is_enumerating && !options->distinct && find_values(problem) != NULL &&
      options->kernel != CSP_KERNEL_BLOCK &&
      csp_options_uses_symmetry(options)) {
    tree->interchangeable = find_values(problem);
    tree->branching = CSP_BRANCHING_D_WAY;
    tree->variable_order = CSP_VARIABLE_ORDER_MRV_DEGREE;
    csp_plan_explain(plan,
                     "mac, mrv-degree: values are interchangeable, so of those "
                     "not used yet one is tried");
    return;
  }
  if (!features->acts_at_choices && may_place(problem, options, features)) {
    tree->is_placing = true;
    tree->branching = CSP_BRANCHING_D_WAY;
    csp_plan_explain(plan, "mac, mrv: differences alone, so each value of a "
                           "permutation gets its place");
    return;
  }
  if (options->kernel == CSP_KERNEL_BLOCK) {
    if (options->count)
      tree->branching = CSP_BRANCHING_D_WAY;
    csp_plan_explain(plan, "mac, smallest domain: a block is asked for");
    return;
  }
  tree->variable_order = CSP_VARIABLE_ORDER_DOM_WDEG;
  tree->restarts = (CspRestartPolicy){
      .kind = CSP_RESTARTS_GEOMETRIC, .unit = RESTART_UNIT, .factor = 1.5};
  csp_plan_explain(plan, "mac, dom/wdeg: what failed often is decided first");
}

static void
choose_algorithm(CspPlan *plan,
                 const CspProblem *problem,
                 const CspOptions *options)
{
  Features features = look_at(problem);

  choose_tree(plan, problem, options, &features);
  plan->is_taking_hint = !csp_options_is_enumerating(options) &&
                         !options->distinct &&
                         csp_model_peek_hint(problem->model) != NULL;
  if (options->solutions == 1 && !options->count && !options->distinct &&
      options->kernel != CSP_KERNEL_BLOCK && problem->objective == CSP_NONE &&
      features.acts_at_choices && features.has_permutation &&
      features.size >= LOCAL_SIZE) {
    plan->algorithm = CSP_ALGORITHM_MIN_CONFLICTS;
    plan->has_fallback = true;
    csp_plan_explain(
        plan, "min-conflicts first: a permutation of many variables, and "
              "one solution is asked for");
  } else if (plan->tree.interchangeable != NULL && plan->is_optimizing) {
    plan->algorithm = CSP_ALGORITHM_TABU;
    plan->has_fallback = true;
    plan->is_taking_hint = false; /* local search begins with it */
    plan->local_effort =
        (int64_t)MIN(LOCAL_EFFORT_MAX, LOCAL_EFFORT_PER_VALUE * features.size);
    csp_plan_explain(plan, "tabu first, for a while: what it finds is a bound "
                           "for mac");
  }
}

static void
fill_defaults(CspTreeConfig *tree, CspAlgorithm algorithm)
{
  bool has_domains = algorithm == CSP_ALGORITHM_FORWARD_CHECKING ||
                     algorithm == CSP_ALGORITHM_MAC;

  if (tree->variable_order == CSP_VARIABLE_ORDER_DEFAULT)
    tree->variable_order =
        has_domains ? CSP_VARIABLE_ORDER_MRV : CSP_VARIABLE_ORDER_INPUT;
  if (tree->value_order == CSP_VALUE_ORDER_DEFAULT)
    tree->value_order = CSP_VALUE_ORDER_MIN;
  if (tree->branching == CSP_BRANCHING_DEFAULT)
    tree->branching = algorithm == CSP_ALGORITHM_MAC ? CSP_BRANCHING_2_WAY
                                                     : CSP_BRANCHING_D_WAY;
}

/* What the user said, over what auto chose. */
static bool
apply_options(CspPlan *plan, const CspOptions *options, GError **error)
{
  CspTreeConfig *tree = &plan->tree;

  if (options->variable_order != CSP_VARIABLE_ORDER_DEFAULT)
    tree->variable_order = (CspVariableOrder)options->variable_order;
  if (options->value_order != CSP_VALUE_ORDER_DEFAULT)
    tree->value_order = (CspValueOrder)options->value_order;
  if (options->branching != CSP_BRANCHING_DEFAULT)
    tree->branching = (CspBranching)options->branching;
  if (options->restarts != NULL &&
      !csp_restart_policy_parse(options->restarts, &tree->restarts, error))
    return false;
  tree->seed = (uint64_t)options->seed;
  tree->node_limit = options->node_limit;
  plan->strength = (CspStrength)options->strength;
  plan->kernel = (CspKernel)options->kernel;
  return true;
}

static void
apply_user_orders(CspTreeConfig *tree,
                  const CspUserOrder *variable_order,
                  const CspUserOrder *value_order)
{
  if (variable_order != NULL) {
    tree->variable_order = CSP_VARIABLE_ORDER_USER;
    tree->variable_func = variable_order->variable_func;
    tree->variable_data = variable_order->data;
  }
  if (value_order != NULL) {
    tree->value_order = CSP_VALUE_ORDER_USER;
    tree->value_func = value_order->value_func;
    tree->value_data = value_order->data;
  }
}

/* Of interchangeable values that are not used yet one is enough for the first
 * solution or the best: where that was asked for, or auto chose it.  If they go
 * up to the value of a variable, this one must be the least. */
static void
break_values(CspPlan *plan,
             const CspProblem *problem,
             const CspOptions *options)
{
  CspTreeConfig *tree = &plan->tree;

  if (options->algorithm != CSP_ALGORITHM_AUTO &&
      csp_options_uses_symmetry(options) &&
      !csp_algorithm_is_local(plan->algorithm) &&
      !csp_options_is_enumerating(options) && !options->distinct)
    tree->interchangeable = find_values(problem);
  if (tree->interchangeable != NULL &&
      tree->interchangeable->kind == CSP_SYMMETRY_VALUES_UP_TO &&
      tree->value_order != CSP_VALUE_ORDER_MIN)
    tree->interchangeable = NULL;
}

static bool
may_remember(const CspOptions *options)
{
  return !options->count && options->solutions > 0 &&
         options->solutions <= REMEMBERED_MAX;
}

/* The variables of the arrays that the option names. */
static bool
find_projection(const CspProblem *problem,
                const char *text,
                GArray *vars,
                GError **error)
{
  g_auto(GStrv) names = g_strsplit(text, ",", -1);
  CspModel *model = (CspModel *)problem->model;

  for (char **name = names; *name != NULL; name++) {
    CspArray array = csp_model_find_array(model, *name);
    if (array == CSP_NONE) {
      g_set_error(error, CSP_ERROR, CSP_ERROR_OPTION,
                  "--project=%s: the model has no array '%s'", text, *name);
      return false;
    }
    for (gsize i = 0; i < csp_model_get_array_length(model, array); i++) {
      CspVar var = csp_model_get_var(model, array, i);
      g_array_append_val(vars, var);
    }
  }
  return true;
}

/* Solutions are projected where several are asked for. */
static bool
plan_projection(CspPlan *plan,
                const CspProblem *problem,
                const CspOptions *options,
                GError **error)
{
  size_t n;
  const CspVar *vars = csp_model_peek_projection(problem->model, &n);
  g_autoptr(GArray) projection = g_array_new(FALSE, FALSE, sizeof(CspVar));

  if (options->project != NULL) {
    if (!find_projection(problem, options->project, projection, error))
      return false;
    if (options->distinct)
      return refuse(error, "project", "does not go with --distinct");
  } else if (vars != NULL) {
    g_array_append_vals(projection, vars, n);
  } else {
    return true;
  }
  if (plan->is_optimizing || !csp_options_is_enumerating(options))
    return true;
  if (csp_algorithm_is_local(plan->algorithm))
    return refuse(error, "project",
                  "needs a complete search, which min-conflicts and tabu are "
                  "not");
  plan->projection = g_steal_pointer(&projection);
  plan->tree.projection = (const CspVar *)(void *)plan->projection->data;
  plan->tree.n_projection = plan->projection->len;
  plan->tree.restarts.kind = CSP_RESTARTS_NONE;
  plan->is_digesting = true;
  return true;
}

/* The order "model": its goals, and where it has none, those of auto. */
static bool
follow_model(CspPlan *plan,
             const CspProblem *problem,
             const CspOptions *options,
             GError **error)
{
  size_t n;
  const CspGoal *goals = csp_model_peek_goals(problem->model, &n);
  const char *restarts = csp_model_peek_restarts(problem->model);

  if (options->algorithm != CSP_ALGORITHM_AUTO &&
      options->algorithm != CSP_ALGORITHM_MAC)
    return refuse(error, "variable-order=model", "is for auto and mac");
  if (options->branching == CSP_BRANCHING_D_WAY)
    return refuse(error, "branching=d-way",
                  "does not go with --variable-order=model");
  if (n == 0) {
    csp_plan_explain(plan, "the model asks for no order of its own");
    return true;
  }
  g_array_append_vals(plan->goals, goals, (guint)n);
  plan->is_following = true;
  plan->algorithm = CSP_ALGORITHM_MAC;
  plan->has_fallback = false;
  plan->tree.interchangeable = NULL;
  plan->tree.branching = CSP_BRANCHING_2_WAY;
  plan->tree.restarts = (CspRestartPolicy){.kind = CSP_RESTARTS_NONE};
  csp_plan_explain(plan, "mac: the model's own order, %zu goals", n);
  return restarts == NULL || options->restarts != NULL ||
         csp_restart_policy_parse(restarts, &plan->tree.restarts, error);
}

/* A projection is decided before the rest, so that no solution of it is found
 * twice: unless other goals come first, or the search has none. */
static void
set_goals(CspPlan *plan)
{
  bool has_goals = plan->goals->len > 0;

  if (plan->projection != NULL && plan->algorithm == CSP_ALGORITHM_MAC &&
      plan->tree.interchangeable == NULL) {
    CspGoal goal = {.vars = plan->tree.projection,
                    .n_vars = (uint32_t)plan->tree.n_projection,
                    .variable = CSP_GOAL_DOM_W_DEG,
                    .value = CSP_GOAL_MIN};
    g_array_append_val(plan->goals, goal);
    plan->tree.branching = CSP_BRANCHING_2_WAY;
    plan->is_digesting = has_goals;
  }
  plan->tree.goals =
      plan->goals->len > 0 ? (const CspGoal *)(void *)plan->goals->data : NULL;
  plan->tree.n_goals = plan->goals->len;
}

bool
csp_plan_make(CspPlan *plan,
              const CspProblem *problem,
              const CspOptions *options,
              const CspUserOrder *user_variable_order,
              const CspUserOrder *user_value_order,
              GError **error)
{
  *plan = (CspPlan){.algorithm = (CspAlgorithm)options->algorithm,
                    .is_optimizing = problem->objective != CSP_NONE,
                    .goals = g_array_new(FALSE, FALSE, sizeof(CspGoal)),
                    .reasons = g_ptr_array_new_with_free_func(g_free)};
  if (!check_options(problem, options, error))
    return false;
  if (options->algorithm == CSP_ALGORITHM_AUTO)
    choose_algorithm(plan, problem, options);
  if (!apply_options(plan, options, error))
    return false;
  apply_user_orders(&plan->tree, user_variable_order, user_value_order);
  if (plan->tree.variable_order == CSP_VARIABLE_ORDER_MODEL) {
    plan->tree.variable_order = CSP_VARIABLE_ORDER_DOM_WDEG;
    if (!follow_model(plan, problem, options, error))
      return false;
  }
  fill_defaults(&plan->tree,
                plan->has_fallback ? CSP_ALGORITHM_MAC : plan->algorithm);

  break_values(plan, problem, options);
  if (!plan_projection(plan, problem, options, error))
    return false;
  set_goals(plan);

  plan->is_remembering = csp_options_is_enumerating(options) &&
                         !plan->is_optimizing &&
                         plan->tree.restarts.kind != CSP_RESTARTS_NONE;
  if (plan->is_remembering && !may_remember(options)) {
    plan->is_remembering = false;
    plan->tree.restarts.kind = CSP_RESTARTS_NONE;
    csp_plan_explain(plan, "no restarts: they would find solutions again");
  }
  return true;
}

void
csp_plan_clear(CspPlan *plan)
{
  g_clear_pointer(&plan->reasons, g_ptr_array_unref);
  g_clear_pointer(&plan->goals, g_array_unref);
  g_clear_pointer(&plan->projection, g_array_unref);
}
