/* SPDX-License-Identifier: MIT */
/* Variable and value orders.
 *
 * A variable order is a score, the least is best; ties go to the first in input
 * order.  The objective of a model is decided last and from its better end, except
 * in input order: until then propagation is what it is there for. */
#include "config.h"

#include <string.h>

#include "base/sorted.h"
#include "search/tree.h"

/* Weights below count as this. */
static inline double
weight_of(double weight)
{
  return weight > 0.5 ? weight : 0.5;
}

/* MRV_DEGREE is an order by two numbers, the others are ratios. */
static bool
is_ranked(const CspTree *tree)
{
  return tree->config.variable_order == CSP_VARIABLE_ORDER_MRV_DEGREE;
}

static void
consider(const CspTree *tree, CspVar x, CspBest *best)
{
  CspBest own = {.place = x,
                 .size = csp_consistency_size(tree->consistency, x),
                 .weight = 1};

  switch (tree->config.variable_order) {
  case CSP_VARIABLE_ORDER_DOM_DEG:
    own.weight = weight_of(csp_degrees_get(tree->degrees, x));
    break;
  case CSP_VARIABLE_ORDER_DOM_WDEG:
    own.weight = weight_of(tree->weights[x]);
    break;
  case CSP_VARIABLE_ORDER_MRV_DEGREE:
    own.weight = csp_degrees_get(tree->degrees, x);
    csp_best_take_ranked(best, own);
    return;
  default:
    break;
  }
  csp_best_take_ratio(best, own);
}

static CspVar
select_in_input_order(CspTree *tree)
{
  const CspConsistency *consistency = tree->consistency;
  uint32_t n = consistency->problem->n_vars, x = tree->cursor;

  while (x < n && csp_consistency_is_chosen(consistency, x))
    x++;
  tree->cursor = x;
  return x < n ? x : CSP_NONE;
}

/* The size of a domain, by the machine's own instruction where it has one. */
static inline __attribute__((always_inline)) uint32_t
size_in(const CspStore *store, CspVar x, bool has_popcount)
{
  if (has_popcount && csp_store_is_word(store, x))
    return (uint32_t)__builtin_popcountll(store->words[x]);
  return csp_store_size(store, x);
}

/* The smallest domain of a store: nothing but the scan, whose key is the size
 * and then the variable. */
static inline __attribute__((always_inline)) CspVar
scan_for_smallest(CspTree *tree, bool has_popcount)
{
  const CspStore *store = tree->consistency->store;
  const uint8_t *is_chosen = tree->consistency->is_chosen;
  CspVar objective = tree->consistency->problem->objective, *open = tree->open;
  uint64_t best = UINT64_MAX;
  uint32_t n_open = tree->n_open;

  for (uint32_t i = 0; i < n_open;) {
    CspVar x = open[i];
    if (is_chosen != NULL ? is_chosen[x] != 0 : csp_store_is_fixed(store, x)) {
      open[i] = open[--n_open];
      open[n_open] = x;
      continue;
    }
    uint64_t key = (uint64_t)size_in(store, x, has_popcount) << 32 | x;
    if (key < best && x != objective)
      best = key;
    i++;
  }
  tree->n_open = n_open;
  if (best != UINT64_MAX)
    return (CspVar)best;
  return n_open > 0 ? objective : CSP_NONE;
}

/* The least size for its weight, among open variables of a store. */
static inline __attribute__((always_inline)) CspVar
scan_for_weighted(CspTree *tree, bool has_popcount)
{
  const CspStore *store = tree->consistency->store;
  CspVar objective = tree->consistency->problem->objective;
  CspBest best = CSP_NO_BEST;

  for (uint32_t i = 0; i < tree->n_open; i++) {
    CspVar x = tree->open[i];
    if (x != objective)
      csp_best_take_ratio(&best,
                          (CspBest){.place = x,
                                    .size = size_in(store, x, has_popcount),
                                    .weight = weight_of(tree->weights[x])});
  }
  return best.place != CSP_NONE ? best.place : objective;
}

#ifdef __x86_64__
__attribute__((target("popcnt"))) static CspVar
select_smallest_by_popcount(CspTree *tree)
{
  return scan_for_smallest(tree, true);
}

__attribute__((target("popcnt"))) static CspVar
select_weighted_by_popcount(CspTree *tree)
{
  return scan_for_weighted(tree, true);
}
#endif

static CspVar
select_smallest(CspTree *tree)
{
#ifdef __x86_64__
  if (tree->has_popcount)
    return select_smallest_by_popcount(tree);
#endif
  return scan_for_smallest(tree, false);
}

static CspVar
select_weighted(CspTree *tree)
{
#ifdef __x86_64__
  if (tree->has_popcount)
    return select_weighted_by_popcount(tree);
#endif
  return scan_for_weighted(tree, false);
}

static CspVar
select_at_random(CspTree *tree)
{
  CspVar objective = tree->consistency->problem->objective, x;

  do
    x = tree->open[csp_random_below(&tree->random, tree->n_open)];
  while (x == objective && tree->n_open > 1);
  return x;
}

static CspVar
ask_program(CspTree *tree)
{
  for (uint32_t i = 0; i < tree->n_open; i++)
    tree->candidates[i] = tree->open[i];
  csp_sort_vars(tree->candidates, tree->n_open);
  CspVar x = tree->config.variable_func(
      &tree->view, tree->candidates, tree->n_open, tree->config.variable_data);
  if (x >= tree->consistency->problem->n_vars ||
      csp_consistency_is_chosen(tree->consistency, x)) {
    g_critical("the program's variable order picked %u, which is not a "
               "candidate",
               x);
    return tree->candidates[0];
  }
  return x;
}

static void
close_among_many(CspTree *tree)
{
  uint32_t n_before = tree->n_open;

  tree->n_open = csp_many_close(tree->many, tree->open, n_before);
  for (uint32_t i = n_before; tree->degrees != NULL && i-- > tree->n_open;)
    csp_degrees_close(tree->degrees, tree->open[i]);
}

/* Swaps chosen variables out of the open ones. */
static void
close_chosen(CspTree *tree)
{
  if (tree->many != NULL && csp_many_does_close(tree->many)) {
    close_among_many(tree);
    return;
  }
  for (uint32_t i = 0; i < tree->n_open;) {
    CspVar x = tree->open[i];
    if (csp_consistency_is_chosen(tree->consistency, x)) {
      tree->open[i] = tree->open[--tree->n_open];
      tree->open[tree->n_open] = x;
      if (tree->degrees != NULL)
        csp_degrees_close(tree->degrees, x);
    } else {
      i++;
    }
  }
}

static CspVar
select_best(CspTree *tree)
{
  CspVar objective = tree->consistency->problem->objective;
  CspBest best = CSP_NO_BEST;

  for (uint32_t i = 0; i < tree->n_open; i++)
    if (tree->open[i] != objective)
      consider(tree, tree->open[i], &best);
  return best.place != CSP_NONE ? best.place : objective;
}

static CspBest
best_of_vars(const void *data, uint32_t first, uint32_t end)
{
  const CspTree *tree = data;
  CspBest best = CSP_NO_BEST;

  for (CspVar x = first; x < end; x++)
    if (!csp_consistency_is_chosen(tree->consistency, x) &&
        x != tree->consistency->problem->objective)
      consider(tree, x, &best);
  return best;
}

static CspVar
select_among_many(CspTree *tree)
{
  const CspProblem *problem = tree->consistency->problem;
  CspField field = {.id = (uint32_t)tree->config.n_goals,
                    .n_vars = problem->n_vars,
                    .is_ranked = is_ranked(tree),
                    .best_of = best_of_vars};
  CspBest best = csp_many_get_best(tree->many, &field, tree);

  if (best.place == CSP_NONE && problem->objective != CSP_NONE &&
      !csp_consistency_is_chosen(tree->consistency, problem->objective))
    return problem->objective;
  return best.place;
}

/* Do the open variables have to be known at each node? */
static bool
needs_open(const CspTree *tree)
{
  CspVariableOrder order = tree->config.variable_order;

  return tree->fresh != NULL || tree->degrees != NULL ||
         order == CSP_VARIABLE_ORDER_RANDOM || order == CSP_VARIABLE_ORDER_USER;
}

void
csp_tree_prepare_orders(CspTree *tree)
{
  const CspTreeConfig *config = &tree->config;
  uint32_t n = tree->consistency->problem->n_vars;
  size_t max_field = 0;

  for (size_t i = 0; i < config->n_goals; i++)
    max_field = MAX(max_field, config->goals[i].n_vars);
  if (MAX(max_field, n) < csp_tree_count_many(tree) ||
      tree->consistency->klass->search != NULL)
    return;
  tree->many = csp_many_new(tree->consistency, max_field,
                            config->n_goals == 0 && needs_open(tree));
  if (tree->degrees != NULL)
    csp_degrees_tell(tree->degrees, tree->many);
}

static CspVar
select_by_order(CspTree *tree)
{
  CspVariableOrder order = tree->config.variable_order;

  if (order == CSP_VARIABLE_ORDER_MRV && tree->consistency->store != NULL &&
      tree->many == NULL)
    return select_smallest(tree);
  if (tree->many != NULL
          ? needs_open(tree)
          : order != CSP_VARIABLE_ORDER_INPUT || tree->fresh != NULL)
    close_chosen(tree);
  if (order == CSP_VARIABLE_ORDER_INPUT)
    return select_in_input_order(tree);
  if (tree->many != NULL && order != CSP_VARIABLE_ORDER_RANDOM &&
      order != CSP_VARIABLE_ORDER_USER)
    return select_among_many(tree);
  if (tree->n_open == 0)
    return CSP_NONE;
  if (order == CSP_VARIABLE_ORDER_RANDOM)
    return select_at_random(tree);
  if (order == CSP_VARIABLE_ORDER_USER)
    return ask_program(tree);
  if (order == CSP_VARIABLE_ORDER_DOM_WDEG && tree->consistency->store != NULL)
    return select_weighted(tree);
  return select_best(tree);
}

CspVar
csp_tree_select_variable(CspTree *tree)
{
  uint32_t n_before = tree->n_open;
  CspVar x = CSP_NONE;

  if (tree->many != NULL)
    csp_many_look(tree->many);
  if (tree->goal.index < tree->config.n_goals)
    x = csp_tree_select_by_goals(tree);
  if (x == CSP_NONE)
    x = select_by_order(tree);

  if (tree->fresh != NULL)
    for (uint32_t i = tree->n_open; i < n_before; i++)
      csp_fresh_close(tree->fresh, tree->open[i],
                      csp_consistency_value(tree->consistency, tree->open[i]));
  return x;
}

/* dom/wdeg in the variant of Wattez, Lecoutre, Paparrizou and Tabary 2019: a
 * failure counts more for a constraint with few variables left and for a
 * variable with few values left. */
void
csp_tree_blame(CspTree *tree)
{
  const CspConsistency *consistency = tree->consistency;
  const CspProblem *problem = consistency->problem;
  uint32_t c = consistency->failed_constraint, n_left = 0;

  if (c >= problem->n_cons)
    return;
  const CspConstraint *con = &problem->cons[c];
  for (uint32_t k = 0; k < con->n_vars; k++)
    n_left +=
        !csp_consistency_is_chosen(consistency, csp_constraint_var(con, k));
  for (uint32_t k = 0; n_left > 0 && k < con->n_vars; k++) {
    CspVar x = csp_constraint_var(con, k);
    if (csp_consistency_is_chosen(consistency, x))
      continue;
    tree->weights[x] +=
        1.0 / ((double)n_left * csp_consistency_size(consistency, x));
    if (tree->many != NULL)
      csp_many_touch(tree->many, x);
  }
}

/* Values. ------------------------------------------------------------------ */

static int64_t
smallest(const CspTree *tree, CspVar x)
{
  return csp_consistency_next(tree->consistency, x, INT64_MIN);
}

static int64_t
largest(const CspTree *tree, CspVar x)
{
  return csp_consistency_previous(tree->consistency, x, INT64_MAX);
}

/* How often a walk over a domain looks at the stop flag. */
enum { VALUES_PER_LOOK = 1 << 12 };

int64_t
csp_tree_value_at(const CspTree *tree, CspVar x, uint32_t place)
{
  int64_t value = smallest(tree, x);

  if (largest(tree, x) - value + 1 ==
      csp_consistency_size(tree->consistency, x))
    return value + place;
  while (place-- > 0 &&
         (place % VALUES_PER_LOOK != 0 || !csp_tree_is_stopped(tree)))
    value = csp_consistency_next(tree->consistency, x, value);
  return value;
}

/* Values left in all open variables but x. */
static uint64_t
sum_of_sizes(const CspTree *tree, CspVar x)
{
  uint64_t sum = 0;

  for (uint32_t i = 0; i < tree->consistency->problem->n_vars; i++)
    if (i != x && !csp_consistency_is_chosen(tree->consistency, i))
      sum += csp_consistency_size(tree->consistency, i);
  return sum;
}

/* How little is left when x takes the value: UINT64_MAX, it is refused. */
static uint64_t
cost_of(CspTree *tree, CspVar x, int64_t value, uint64_t before)
{
  CspConsistency *consistency = tree->consistency;
  uint64_t left;

  if (!consistency->klass->choose(consistency, x, value))
    return UINT64_MAX;
  left = sum_of_sizes(tree, x);
  consistency->klass->undo(consistency, x);
  return before - MIN(left, before);
}

static int64_t
least_constraining(CspTree *tree, CspVar x)
{
  uint64_t before = sum_of_sizes(tree, x), best_cost = UINT64_MAX;
  int64_t best = smallest(tree, x);

  for (int64_t v = best; v != INT64_MAX;
       v = csp_consistency_next(tree->consistency, x, v)) {
    if (csp_tree_is_stopped(tree))
      break;
    uint64_t cost = cost_of(tree, x, v, before);
    if (cost < best_cost) {
      best_cost = cost;
      best = v;
    }
  }
  return best;
}

static int64_t
ask_program_for_value(CspTree *tree, CspVar x)
{
  int64_t value =
      tree->config.value_func(&tree->view, x, tree->config.value_data);

  if (!csp_view_has(&tree->view, x, (gint)value)) {
    g_critical("the program's value order picked %" G_GINT64_FORMAT
               ", which variable %u cannot take",
               value, x);
    return smallest(tree, x);
  }
  return value;
}

CspValueOrder
csp_tree_value_order(const CspTree *tree, CspVar x)
{
  const CspProblem *problem = tree->consistency->problem;

  if (x != problem->objective)
    return tree->config.value_order;
  return problem->is_maximizing ? CSP_VALUE_ORDER_MAX : CSP_VALUE_ORDER_MIN;
}

int64_t
csp_tree_select_value(CspTree *tree, CspVar x)
{
  uint32_t size = csp_consistency_size(tree->consistency, x);
  int64_t start = csp_tree_get_start(tree, x);

  if (start != CSP_NO_START)
    return start;
  switch (csp_tree_value_order(tree, x)) {
  case CSP_VALUE_ORDER_MAX:
    return largest(tree, x);
  case CSP_VALUE_ORDER_MIDDLE:
    return csp_tree_value_at(tree, x, (size - 1) / 2);
  case CSP_VALUE_ORDER_RANDOM:
    return csp_tree_value_at(tree, x, csp_random_below(&tree->random, size));
  case CSP_VALUE_ORDER_LCV:
    return least_constraining(tree, x);
  case CSP_VALUE_ORDER_USER:
    return ask_program_for_value(tree, x);
  case CSP_VALUE_ORDER_MIN:
  case CSP_VALUE_ORDER_DEFAULT:
    break;
  }
  return smallest(tree, x);
}

bool
csp_tree_lists_values(const CspTree *tree, CspVar x)
{
  CspValueOrder order = csp_tree_value_order(tree, x);

  return (order != CSP_VALUE_ORDER_MIN && order != CSP_VALUE_ORDER_MAX) ||
         csp_tree_get_start(tree, x) != CSP_NO_START;
}

/* Room for n more on the stack of values; what is beyond n_values is scratch.
 * NULL: there is not so much memory. */
static int64_t *
reserve_values(CspTree *tree, size_t n)
{
  if (tree->n_values + n > tree->values_capacity) {
    size_t capacity = MAX(2 * tree->values_capacity, tree->n_values + n);
    if (!csp_arena_has_room(tree->consistency->arena,
                            (capacity - tree->values_capacity) *
                                sizeof(int64_t))) {
      atomic_store(tree->stop, CSP_STOP_MEMORY);
      return NULL;
    }
    tree->values = g_renew(int64_t, tree->values, capacity);
    csp_arena_account(
        tree->consistency->arena,
        (ptrdiff_t)((capacity - tree->values_capacity) * sizeof(int64_t)));
    tree->values_capacity = capacity;
  }
  return &tree->values[tree->n_values];
}

static void
shuffle(CspRandom *random, int64_t *values, uint32_t n)
{
  for (uint32_t i = n; i > 1; i--) {
    uint32_t j = csp_random_below(random, i);
    int64_t value = values[i - 1];
    values[i - 1] = values[j];
    values[j] = value;
  }
}

static void
reverse(int64_t *values, uint32_t n)
{
  for (uint32_t i = 0; i < n / 2; i++) {
    int64_t value = values[i];
    values[i] = values[n - 1 - i];
    values[n - 1 - i] = value;
  }
}

/* The lower median of those left, again and again, which goes from the middle
 * outwards.  Writes the ascending values as they are to be tried. */
static void
sort_from_middle(int64_t *values, int64_t *scratch, uint32_t n)
{
  uint32_t n_below = (n + 1) / 2, next_above = n_below;

  memcpy(scratch, values, n * sizeof(int64_t));
  for (uint32_t i = 0; i < n; i++) {
    uint32_t n_left = n_below + n - next_above;
    values[i] =
        (n_left - 1) / 2 < n_below ? scratch[--n_below] : scratch[next_above++];
  }
}

typedef struct {
  uint64_t cost;
  int64_t value;
} Priced;

static int
compare_prices(const void *a, const void *b)
{
  const Priced *x = a, *y = b;

  if (x->cost != y->cost)
    return x->cost < y->cost ? -1 : 1;
  return (x->value > y->value) - (x->value < y->value);
}

static void
sort_by_cost(
    CspTree *tree, CspVar x, int64_t *values, Priced *priced, uint32_t n)
{
  uint64_t before = sum_of_sizes(tree, x);

  for (uint32_t i = 0; i < n; i++) {
    if (csp_tree_is_stopped(tree))
      return;
    priced[i] = (Priced){.cost = cost_of(tree, x, values[i], before),
                         .value = values[i]};
  }
  qsort(priced, n, sizeof(Priced), compare_prices);
  for (uint32_t i = 0; i < n; i++)
    values[i] = priced[i].value;
}

static void
put_first(int64_t *values, uint32_t n, int64_t value)
{
  uint32_t i = 0;

  while (i < n && values[i] != value)
    i++;
  for (; i > 0 && i < n; i--)
    values[i] = values[i - 1];
  values[0] = value;
}

bool
csp_tree_push_values(CspTree *tree, CspVar x)
{
  uint32_t n = csp_consistency_size(tree->consistency, x), i = 0;
  int64_t *values = reserve_values(tree, 3 * (size_t)n);

  if (values == NULL)
    return false;
  int64_t *scratch = values + n;
  for (int64_t v = smallest(tree, x); v != INT64_MAX;
       v = csp_consistency_next(tree->consistency, x, v)) {
    values[i++] = v;
    if (i % VALUES_PER_LOOK == 0 && csp_tree_is_stopped(tree))
      return false;
  }
  switch (csp_tree_value_order(tree, x)) {
  case CSP_VALUE_ORDER_RANDOM:
    shuffle(&tree->random, values, n);
    break;
  case CSP_VALUE_ORDER_MIDDLE:
    sort_from_middle(values, scratch, n);
    break;
  case CSP_VALUE_ORDER_LCV:
    sort_by_cost(tree, x, values, (Priced *)scratch, n);
    break;
  case CSP_VALUE_ORDER_USER:
    put_first(values, n, ask_program_for_value(tree, x));
    break;
  case CSP_VALUE_ORDER_MAX:
    reverse(values, n);
    break;
  case CSP_VALUE_ORDER_MIN:
  case CSP_VALUE_ORDER_DEFAULT:
    break;
  }
  int64_t start = csp_tree_get_start(tree, x);
  if (start != CSP_NO_START)
    put_first(values, n, start);
  reverse(values, n); /* the stack gives the last one first */
  tree->n_values += n;
  return true;
}
