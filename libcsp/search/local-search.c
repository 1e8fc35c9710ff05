/* SPDX-License-Identifier: MIT */
/* From a model to what local search sees.
 *
 * All-different constraints that make permutations of their variables
 * (permutations.c) are left out of the invariants: the variables are given the
 * values once and move by swaps, which keeps them permutations.
 * Comparisons of another variable with a constant are left out too: they cut
 * its domain.  In a permutation x = c fixes the variable.
 *
 * Variables that are functions of others follow them (definition-choice.c).  An
 * assumption about such a variable makes it a searched one from then on. */
#include "config.h"

#include <string.h>

#include "search/local-search-private.h"

enum {
  DEFAULT_MOVES = 10000000,
  DEFAULT_MOVES_PER_VAR = 100,
  MAX_PAIRS = 1 << 21,   /* of all-different constraints made pairs ... */
  MAX_SPLIT_SPAN = 4096, /* whose variables have so many values */
  POLL_DEALT = 4096,     /* variables dealt between looks at the stop flag */
};

/* Variables --------------------------------------------------------------- */

static bool
is_permuted(const void *data, CspVar x)
{
  return csp_local_search_is_permuted(data, x);
}

bool
csp_local_search_is_defined(const CspLocalSearch *self, CspVar x)
{
  return csp_definitions_has_output(self->set->definitions, x);
}

/* The index of an element leads to a place. */
static void
cut_index(CspLocalSearch *self, const CspConstraint *con)
{
  bool is_fixed = con->kind == CSP_CON_ELEMENT;

  if (!is_fixed && con->kind != CSP_CON_ELEMENT_VAR)
    return;
  CspVar index = csp_constraint_var(con, is_fixed ? 0 : con->n_vars - 2);
  int64_t n = is_fixed ? (int64_t)con->n_ints : con->n_vars - INT64_C(2);
  if (csp_local_search_is_permuted(self, index))
    return;
  csp_local_domains_cut(&self->domains, index, CSP_RELATION_GE, 0);
  csp_local_domains_cut(&self->domains, index, CSP_RELATION_LT, n);
}

/* Comparisons with constants. */
static void
absorb_constants(CspLocalSearch *self,
                 const CspConstraint *cons,
                 size_t n,
                 bool *is_left_out)
{
  GArray *vars = g_array_new(FALSE, FALSE, sizeof(CspVar));
  GArray *values = g_array_new(FALSE, FALSE, sizeof(int32_t));

  for (size_t i = 0; i < n; i++) {
    const CspConstraint *con = &cons[i];
    cut_index(self, con);
    if (con->kind != CSP_CON_RELATION_CONST)
      continue;
    CspVar x = csp_constraint_var(con, 0);
    if (!csp_local_search_is_permuted(self, x)) {
      is_left_out[i] = csp_local_domains_cut(&self->domains, x, con->relation,
                                             con->constant);
    } else if (con->relation == CSP_RELATION_EQ) {
      int32_t value =
          (int32_t)CLAMP(con->constant, CSP_VALUE_MIN - 1, CSP_VALUE_MAX + 1);
      g_array_append_val(vars, x);
      g_array_append_val(values, value);
    }
  }
  self->n_given = vars->len;
  self->given_vars = (CspVar *)(void *)g_array_free(vars, FALSE);
  self->given_values = (int32_t *)(void *)g_array_free(values, FALSE);
}

/* Where variables move alone an all-different may as well be pairs in the graph
 * of differences, whose table then has all there is to know of a variable in
 * one row.  A move costs its length, no more than looking at all values of one
 * variable. */
static bool *
choose_split(CspLocalSearch *self, const CspConstraint *cons, size_t n)
{
  bool *is_split = g_new0(bool, n);
  uint64_t n_pairs = 0;

  for (size_t i = 0; i < n && n_pairs <= MAX_PAIRS; i++) {
    const CspConstraint *con = &cons[i];
    if (!csp_invariants_can_split(con, &self->scratch))
      continue;
    is_split[i] = true;
    for (uint32_t p = 0; p < con->n_vars && is_split[i]; p++) {
      CspVar x = csp_constraint_var(con, p);
      const CspLocalDomain *domain = csp_local_domains_get(&self->domains, x);
      is_split[i] = !csp_local_search_is_permuted(self, x) &&
                    domain->n_values <= MAX_SPLIT_SPAN &&
                    !csp_local_search_is_defined(self, x);
    }
    if (is_split[i])
      n_pairs += (uint64_t)con->n_vars * (con->n_vars - 1) / 2;
  }
  return is_split;
}

/* Fixed variables --------------------------------------------------------- */

static void
fix(CspLocalSearch *self, const CspVar *vars, const int32_t *values, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    CspVar x = vars[i];
    const CspLocalDomain *domain = csp_local_domains_get(&self->domains, x);
    if (csp_local_domain_index(domain, values[i]) == domain->n_values ||
        (csp_local_search_is_fixed(self, x) && self->values[x] != values[i]))
      self->is_clashing = true;
    csp_local_search_set_fixed(self, x);
    self->values[x] = values[i];
  }
}

static bool
is_stopped(const CspLocalSearch *self)
{
  return self->limits.stop != NULL &&
         atomic_load_explicit(self->limits.stop, memory_order_relaxed) != 0;
}

static const CspLocalDomain *
permuted_domain(const CspLocalSearch *self, const CspConstraint *con)
{
  return csp_local_domains_get(&self->domains, csp_constraint_var(con, 0));
}

/* Gives a permutation's variables its values, none of them being fixed; false:
 * stopped. */
static bool
deal_all(CspLocalSearch *self, uint32_t i)
{
  const CspConstraint *con = self->permutations.cons[i];
  const CspLocalDomain *domain = permuted_domain(self, con);

  for (uint32_t p = 0; p < con->n_vars; p++) {
    if (p % POLL_DEALT == 0 && is_stopped(self))
      return false;
    self->values[csp_constraint_var(con, p)] =
        csp_local_domain_value(domain, p);
  }
  self->movable_permutations[i] = (CspLocalPermutation){
      .vars = con->vars, .first = con->first, .n_vars = con->n_vars};
  return true;
}

/* Gives a permutation's variables the values that its fixed ones leave; false:
 * stopped. */
static bool
deal_left(CspLocalSearch *self, uint32_t i, CspVar *movable)
{
  const CspConstraint *con = self->permutations.cons[i];
  const CspLocalDomain *domain = permuted_domain(self, con);
  CspLocalPermutation *permutation = &self->movable_permutations[i];
  uint8_t *is_taken = csp_scratch_get(&self->scratch, con->n_vars);
  uint32_t n = 0;

  memset(is_taken, 0, con->n_vars);
  for (uint32_t p = 0; p < con->n_vars; p++) {
    CspVar x = csp_constraint_var(con, p);
    if (csp_local_search_is_fixed(self, x)) {
      uint32_t k = csp_local_domain_index(domain, self->values[x]);
      if (is_taken[k] != 0) {
        self->is_clashing = true;
        return true;
      }
      is_taken[k] = 1;
    }
  }
  for (uint32_t p = 0, k = 0; p < con->n_vars; p++) {
    CspVar x = csp_constraint_var(con, p);
    if (csp_local_search_is_fixed(self, x))
      continue;
    if (p % POLL_DEALT == 0 && is_stopped(self))
      return false;
    while (is_taken[k] != 0)
      k++;
    self->values[x] = csp_local_domain_value(domain, k++);
    movable[n++] = x;
  }
  *permutation = (CspLocalPermutation){.vars = movable, .n_vars = n};
  return true;
}

/* Building ---------------------------------------------------------------- */

static void
make_local(CspLocalSearch *self)
{
  const CspOptions *options = self->options;
  CspLocalProblem problem = {.set = self->set,
                             .domains = self->domains.domains,
                             .domain_of = self->domains.domain_of,
                             .permutations = self->movable_permutations,
                             .n_permutations = self->permutations.n,
                             .permutation_of = self->permutations.index_of,
                             .is_fixed = self->is_fixed,
                             .hint = csp_model_peek_hint(self->model),
                             .n_hint = self->n_vars};
  CspLocalSettings settings = {
      .seed = (uint64_t)options->seed,
      .is_tabu = options->algorithm == CSP_ALGORITHM_TABU,
      .walk = options->walk,
      .tenure = options->tenure,
      .reset = options->reset,
      .is_random_start = options->start == CSP_START_RANDOM,
      .samples = (uint32_t)options->samples};

  if (problem.hint == NULL)
    problem.hint = csp_model_peek_starts(self->model, &problem.n_hint);
  self->local = csp_local_new(&problem, &settings);
  self->limits.max_steps =
      options->max_moves > 0
          ? options->max_moves
          : MAX(DEFAULT_MOVES, DEFAULT_MOVES_PER_VAR * (int64_t)self->n_vars);
}

static void
build(CspLocalSearch *self)
{
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(self->model, &n);
  g_autofree bool *is_left_out = g_new0(bool, n);
  CspDefinitionChoice *choice =
      csp_definition_choice_new(self->model, self->is_pinned);

  self->arena = csp_arena_new();
  self->set = csp_invariant_set_new(self->arena, self->n_vars, self->values,
                                    &self->scratch);
  csp_local_domains_init(&self->domains, self->model, self->arena);
  csp_permutations_find(&self->permutations, self->model, choice, is_left_out);
  self->movable_permutations =
      g_new0(CspLocalPermutation, self->permutations.n);
  absorb_constants(self, cons, n, is_left_out);
  if (choice != NULL) {
    csp_definition_choice_add_equations(choice, &self->domains, is_permuted,
                                        self);
    csp_definition_choice_close(choice, &self->domains, self->set, is_left_out);
    csp_definition_choice_free(choice);
  }
  self->defined = (CspDefinedBounds){.model = self->model,
                                     .definitions = self->set->definitions};
  self->bounds = csp_defined_bounds(&self->defined);
  csp_local_search_find_objective(self);
  if (self->objective != CSP_NONE)
    csp_local_search_find_followers(self, cons, n, is_left_out);
  self->is_refuted = self->domains.has_empty;
  g_autofree bool *is_split = choose_split(self, cons, n);
  csp_invariants_add_all(self->set, cons, n, is_left_out, is_split,
                         &self->bounds);

  make_local(self);
  csp_local_set_hooks(self->local, &self->hooks);
}

static void
unbuild(CspLocalSearch *self)
{
  csp_local_free(self->local);
  csp_arena_free(self->arena);
  csp_local_domains_clear(&self->domains);
  csp_permutations_clear(&self->permutations);
  g_clear_pointer(&self->movable_permutations, g_free);
  g_clear_pointer(&self->given_vars, g_free);
  g_clear_pointer(&self->given_values, g_free);
  g_clear_pointer(&self->movable, g_free);
  g_clear_pointer(&self->followers, g_free);
  self->n_followers = 0;
}

CspLocalSearch *
csp_local_search_new(const CspModel *model,
                     const CspOptions *options,
                     const atomic_int *stop)
{
  CspLocalSearch *self = g_new0(CspLocalSearch, 1);

  self->model = model;
  self->options = options;
  self->limits.stop = stop;
  self->n_vars = csp_model_n_vars(model);
  self->values = g_new0(int32_t, self->n_vars);
  self->is_fixed = g_new0(uint64_t, ((size_t)self->n_vars + 63) / 64);
  build(self);
  return self;
}

void
csp_local_search_set_effort(CspLocalSearch *self, int64_t n_evaluations)
{
  self->limits.max_evaluations = n_evaluations;
}

void
csp_local_search_free(CspLocalSearch *self)
{
  if (self == NULL)
    return;
  unbuild(self);
  csp_scratch_clear(&self->scratch);
  g_free(self->values);
  g_free(self->is_fixed);
  g_free(self->is_pinned);
  g_free(self);
}

/* Assumptions ------------------------------------------------------------- */

/* Defined variables among these are to be searched; false: there are none. */
static bool
pin(CspLocalSearch *self, const CspVar *vars, size_t n)
{
  bool is_any = false;

  for (size_t i = 0; i < n; i++) {
    if (!csp_local_search_is_defined(self, vars[i]))
      continue;
    if (self->is_pinned == NULL)
      self->is_pinned = g_new0(uint64_t, ((size_t)self->n_vars + 63) / 64);
    self->is_pinned[vars[i] / 64] |= UINT64_C(1) << (vars[i] % 64);
    is_any = true;
  }
  return is_any;
}

static void
fix_outputs(CspLocalSearch *self)
{
  const CspDefinitions *definitions = self->set->definitions;

  for (uint32_t d = 0; definitions != NULL && d < definitions->n; d++) {
    const CspDefinition *def = &definitions->definitions[d];
    CspVar x = csp_definition_var(def, def->output);
    csp_local_search_set_fixed(self, x);
  }
}

void
csp_local_search_assume(CspLocalSearch *self,
                        const CspVar *vars,
                        const int32_t *values,
                        size_t n)
{
  csp_local_begin(self->local);
  if (pin(self, vars, n)) {
    unbuild(self);
    build(self);
  }
  csp_local_search_loosen(self);
  for (size_t i = 0; i < ((size_t)self->n_vars + 63) / 64; i++)
    self->is_fixed[i] = 0;
  self->is_clashing = self->is_refuted;
  self->is_proved = false;
  self->is_dealt = self->is_solved = false;
  fix(self, self->given_vars, self->given_values, self->n_given);
  fix(self, vars, values, n);
  csp_local_search_fix_objective(self);
  if (self->is_clashing)
    return;
  fix_outputs(self);

  if (self->n_given + n > 0 && self->movable == NULL &&
      self->permutations.n > 0)
    self->movable = g_new(CspVar, self->n_vars);
  CspVar *movable = self->n_given + n > 0 ? self->movable : NULL;
  for (uint32_t i = 0; i < self->permutations.n && !self->is_clashing; i++) {
    if (!(movable != NULL ? deal_left(self, i, movable) : deal_all(self, i)))
      return;
    if (movable != NULL)
      movable += self->movable_permutations[i].n_vars;
  }
  self->is_dealt = true;
}

/* Observers --------------------------------------------------------------- */

static size_t
view_n_vars(const void *engine)
{
  return ((const CspLocalSearch *)engine)->n_vars;
}

static int64_t
view_value(const void *engine, CspVar var)
{
  return ((const CspLocalSearch *)engine)->values[var];
}

static size_t
view_size(const void *engine, CspVar var)
{
  return 1;
}

static bool
view_has(const void *engine, CspVar var, int64_t value)
{
  return view_value(engine, var) == value;
}

static size_t
view_depth(const void *engine)
{
  return 0;
}

static int64_t
view_violation(const void *engine)
{
  return csp_local_get_counts(((const CspLocalSearch *)engine)->local)
      ->violation;
}

static const CspViewFuncs view_funcs = {
    .n_vars = view_n_vars,
    .min = view_value,
    .max = view_value,
    .size = view_size,
    .has = view_has,
    .depth = view_depth,
    .violation = view_violation,
};

static void
on_move(void *data, CspVar var, CspVar swapped)
{
  CspLocalSearch *self = data;

  if (self->observing.observer->move == NULL)
    return;
  const CspLocalCounts *counts = csp_local_get_counts(self->local);
  CspMoveEvent event = {.move = (guint64)counts->moves,
                        .var = var,
                        .value = self->values[var],
                        .swapped = swapped,
                        .violation = counts->violation};

  self->observing.observer->move(&self->view, &event, self->observing.data);
}

static void
on_restart(void *data)
{
  CspLocalSearch *self = data;

  self->observing.observer->restart(
      &self->view, (guint64)csp_local_get_counts(self->local)->restarts,
      self->observing.data);
}

static void
on_sample(void *data)
{
  CspLocalSearch *self = data;

  self->observing.observer->sample(&self->view, self->observing.data);
}

void
csp_local_search_observe(CspLocalSearch *self,
                         const CspObserving *observing,
                         atomic_int *sample_flag)
{
  const CspObserver *observer = observing->observer;
  CspLocalHooks hooks = {.data = self, .sample_flag = sample_flag};

  self->observing = *observing;
  self->view = (CspView){.funcs = &view_funcs, .engine = self};
  if (observer != NULL) {
    hooks.move = on_move; /* who is told of moves now may change */
    hooks.restart = observer->restart != NULL ? on_restart : NULL;
    hooks.sample = observer->sample != NULL ? on_sample : NULL;
  }
  self->hooks = hooks;
  csp_local_set_hooks(self->local, &hooks);
}

const CspView *
csp_local_search_get_view(const CspLocalSearch *self)
{
  return &self->view;
}

/* Running ----------------------------------------------------------------- */

/* After a solution: what must be better next time. */
static void
go_on(CspLocalSearch *self)
{
  if (self->objective == CSP_NONE) {
    csp_local_reset(self->local);
    return;
  }
  csp_local_search_tighten(self, (int64_t)self->values[self->objective] +
                                     (self->maximizes ? 1 : -1));
}

CspLocalOutcome
csp_local_search_run(CspLocalSearch *self, int64_t deadline)
{
  if (is_stopped(self))
    return CSP_LOCAL_STOPPED;
  if (self->is_solved)
    go_on(self);
  self->is_solved = false;
  if (self->is_clashing || self->is_proved)
    return CSP_LOCAL_HOPELESS;

  self->limits.deadline = deadline;
  CspLocalOutcome outcome = csp_local_run(self->local, &self->limits);
  self->is_solved = outcome == CSP_LOCAL_SOLVED;
  if (self->is_solved && self->is_implied && !self->is_objective_given)
    csp_local_search_settle_objective(self);
  return outcome;
}

bool
csp_local_search_is_proved(const CspLocalSearch *self)
{
  return self->is_proved;
}

void
csp_local_search_charge(CspLocalSearch *self, uint64_t n_moves)
{
  csp_local_charge(self->local, (int64_t)n_moves);
}

const int32_t *
csp_local_search_get_values(const CspLocalSearch *self)
{
  return self->values;
}

void
csp_local_search_fill_stats(const CspLocalSearch *self, CspStats *stats)
{
  const CspLocalCounts *counts = csp_local_get_counts(self->local);

  stats->moves = counts->moves;
  stats->evaluations = counts->evaluations;
  stats->restarts = counts->restarts;
  stats->violation = counts->least == INT64_MAX ? -1 : counts->least;
  stats->violation_history = *csp_local_get_descent(self->local);
}

size_t
csp_local_search_get_memory(const CspLocalSearch *self)
{
  size_t n = self->n_vars;

  return csp_arena_get_used(self->arena) + sizeof *self->values * n +
         (self->domains.domain_of != NULL ? sizeof(uint32_t) * n : 0) +
         (self->permutations.index_of != NULL ? sizeof(uint32_t) * n : 0) +
         (self->movable != NULL ? sizeof *self->movable * n : 0) +
         sizeof(CspLocalDomain) * self->domains.capacity + n / 2;
}
