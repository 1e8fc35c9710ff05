/* SPDX-License-Identifier: MIT */
/* Min-conflicts and tabu search.
 *
 * After a greedy start, min-conflicts (Minton et al. 1992) picks a variable in
 * conflict and makes its best move; tabu search (Glover 1989; Hertz and de
 * Werra 1987) makes the best move over all of them.  Without progress a part of
 * the assignment is shuffled, then everything begins anew, with more patience
 * each time. */
#include "config.h"

#include "local/local-private.h"

/* Moves looked at in a step of tabu search, and variables after which one that
 * improves is good enough. */
static const int64_t STEP_SAMPLE = 20000;
static const uint32_t STEP_VARS = 500;

/* The violation's range over as many steps shows whether the search goes round
 * in circles; if so the tenure is raised, else it falls back by one. */
static const int64_t WINDOW_STEPS = 5000;
static const int64_t WINDOW_RANGE = 4;
static const int64_t BOOST = 10;

/* Partial resets before a new start. */
static const int RESETS_PER_RESTART = 1;

/* Probability that weights are raised at a local minimum. */
static const double WEIGH_CHANCE = 0.1;

static const int64_t POLL_EVALUATIONS = 256;

enum {
  FEW_VARS = 64,
  UNPLACE_POLL = 64, /* words of variables between looks at the stop flag */
};

static bool
is_over(void *data)
{
  return csp_local_is_over(data);
}

CspLocal *
csp_local_new(const CspLocalProblem *problem, const CspLocalSettings *settings)
{
  CspLocal *self = g_new0(CspLocal, 1);
  size_t n_words = ((size_t)problem->set->n_vars + 63) / 64;

  self->problem = *problem;
  self->settings = *settings;
  self->set = problem->set;
  self->values = problem->set->values;
  self->n_vars = problem->set->n_vars;
  self->is_placed = g_new0(uint64_t, n_words);
  self->is_listed = g_new0(uint64_t, n_words);
  self->lines = g_new0(CspLines, problem->n_permutations);
  if (settings->is_tabu)
    self->looked_at = g_new0(uint32_t, self->n_vars);
  /* Min-conflicts forbids few moves at a time: they stay in the nearest cache. */
  self->tabu = csp_tabu_list_new(
      settings->is_tabu
          ? self->n_vars
          : (uint32_t)MIN(self->n_vars, MAX(settings->tenure, FEW_VARS)));
  if (self->set->definitions != NULL) {
    self->set->definitions->is_over = is_over;
    self->set->definitions->data = self;
  }
  csp_local_begin(self);
  return self;
}

void
csp_local_free(CspLocal *self)
{
  if (self == NULL)
    return;
  g_free(self->is_placed);
  g_free(self->is_listed);
  g_free(self->listed);
  g_free(self->lines);
  g_free(self->looked_at);
  g_free(self->raised);
  csp_tabu_list_free(self->tabu);
  g_free(self);
}

void
csp_local_set_hooks(CspLocal *self, const CspLocalHooks *hooks)
{
  self->hooks = *hooks;
}

void
csp_local_charge(CspLocal *self, int64_t n_steps)
{
  self->step += n_steps;
}

const CspLocalCounts *
csp_local_get_counts(const CspLocal *self)
{
  return &self->counts;
}

const CspDescent *
csp_local_get_descent(const CspLocal *self)
{
  return &self->descent;
}

/* Evaluations and what they made others follow. */
static int64_t
work_done(const CspLocal *self)
{
  const CspDefinitions *definitions = self->set->definitions;

  return self->counts.evaluations +
         (definitions != NULL ? (int64_t)definitions->n_work : 0);
}

bool
csp_local_is_over(CspLocal *self)
{
  const CspLocalLimits *limits = &self->limits;

  if (self->is_ended)
    return true;
  if (limits->stop != NULL &&
      atomic_load_explicit(limits->stop, memory_order_relaxed) != 0) {
    self->outcome = CSP_LOCAL_STOPPED;
    self->is_ended = true;
  } else if (limits->deadline != 0 && work_done(self) >= self->next_poll) {
    self->next_poll = work_done(self) + POLL_EVALUATIONS;
    self->outcome = CSP_LOCAL_TIME;
    self->is_ended = g_get_monotonic_time() >= limits->deadline;
  }
  return self->is_ended;
}

/* What was over before is forgotten. */
static void
open_run(CspLocal *self)
{
  self->is_ended = false;
  if (self->set->definitions != NULL)
    self->set->definitions->is_cut = false;
}

/* Takes the values of 64 variables away. */
static void
unplace(CspLocal *self, size_t word)
{
  for (uint64_t left = self->is_placed[word]; left != 0; left &= left - 1)
    csp_invariant_set_unassign(self->set, (CspVar)word * 64 +
                                              (CspVar)__builtin_ctzll(left));
  self->is_placed[word] = 0;
}

/* Takes all values away; false: over before the end. */
static bool
unplace_all(CspLocal *self)
{
  self->is_complete = false;
  while (self->n_listed > 0)
    csp_local_unlist(self, self->n_listed - 1);
  for (size_t i = 0; i < ((size_t)self->n_vars + 63) / 64; i++) {
    if (i % UNPLACE_POLL == 0 && csp_local_is_over(self))
      return false;
    unplace(self, i);
  }
  return true;
}

void
csp_local_reset(CspLocal *self)
{
  self->is_complete = false;
}

void
csp_local_begin(CspLocal *self)
{
  self->limits = (CspLocalLimits){0};
  open_run(self);
  unplace_all(self);
  csp_random_seed(&self->random, self->settings.seed);
  self->counts = (CspLocalCounts){.least = INT64_MAX};
  csp_descent_begin(&self->descent);
  self->step = 0;
  self->patience = 0;
  self->has_used_hint = self->settings.is_random_start;
}

void
csp_local_note_violation(CspLocal *self)
{
  int64_t violation = self->counts.violation;

  self->counts.least = MIN(self->counts.least, violation);
  csp_descent_note(&self->descent, self->counts.moves, violation);
  if (violation < self->least) {
    self->least = violation;
    self->least_step = self->step;
  }
}

static int64_t
first_patience(const CspLocal *self)
{
  int64_t patience = 1000 + 20 * (int64_t)self->n_vars;

  return self->settings.is_tabu ? 10 * patience : patience;
}

static void
open_window(CspLocal *self)
{
  self->window_end = self->step + WINDOW_STEPS;
  self->window_least = INT64_MAX;
  self->window_most = 0;
}

static bool
start(CspLocal *self)
{
  if (!unplace_all(self))
    return false;
  self->has_singles = false;
  bool are_all_permuted =
      self->problem.n_permutations > 0 && self->problem.permutation_of == NULL;
  for (CspVar x = 0;
       x < self->n_vars && !self->has_singles && !are_all_permuted; x++)
    self->has_singles = !csp_local_is_fixed(self, x) &&
                        csp_local_permutation_of(self, x) == NULL;
  if (!csp_local_place_all(self))
    return false;

  self->is_complete = true;
  self->n_resets = 0;
  csp_tabu_list_clear(self->tabu);
  csp_local_reset_weights(self);
  self->boost = 0;
  open_window(self);
  self->counts.violation = csp_invariant_set_violation(self->set);
  self->least = INT64_MAX;
  self->least_step = self->step;
  csp_local_note_violation(self);
  return true;
}

/* A step of its own; false: there may be no more. */
static bool
move_into_domain(CspLocal *self, CspVar x)
{
  const CspLocalDomain *domain = csp_local_domain_of(self, x);
  CspLocalMove move = {.x = CSP_NONE};

  if (self->values[x] >= domain->min && self->values[x] <= domain->max)
    return true;
  if (self->step >= self->limits.max_steps)
    return false;
  csp_local_look_at(self, &move, x);
  if (move.x == CSP_NONE)
    move = csp_local_random_move(self, x);
  self->step++;
  csp_local_make_move(self, &move, 1);
  return true;
}

void
csp_local_refresh(CspLocal *self,
                  const CspLocalDomain *domains,
                  const uint32_t *domain_of)
{
  self->problem.domains = domains;
  self->problem.domain_of = domain_of;
  open_run(self);
  if (!self->is_complete)
    return;
  self->counts.violation = csp_invariant_set_violation(self->set);
  bool are_moved = true;
  for (CspVar x = 0; x < self->n_vars && are_moved; x++)
    if (!csp_local_is_fixed(self, x) &&
        csp_local_permutation_of(self, x) == NULL)
      are_moved = move_into_domain(self, x);
  if (self->is_ended || !are_moved) {
    self->is_complete = false;
    return;
  }
  self->least = INT64_MAX;
  self->boost = 0;
  open_window(self);
  csp_local_note_violation(self);
  self->is_complete = csp_local_list_all(self);
}

/* A tenure that reacts to how the violation goes up and down (Blochliger and
 * Zufferey 2008).  Swaps forbid two moves each and are few in small
 * permutations, so there it is left alone. */
static void
adapt_tenure(CspLocal *self)
{
  if (self->problem.n_permutations > 0)
    return;
  self->window_least = MIN(self->window_least, self->counts.violation);
  self->window_most = MAX(self->window_most, self->counts.violation);
  if (self->step < self->window_end)
    return;
  if (self->window_most - self->window_least <= WINDOW_RANGE)
    self->boost = MIN(self->boost + BOOST, self->n_vars);
  else
    self->boost = MAX(self->boost - 1, 0);
  open_window(self);
}

static int64_t
tenure_of(CspLocal *self, uint32_t n_moves)
{
  if (self->settings.tenure > 0)
    return self->settings.tenure;
  if (self->settings.is_tabu)
    return csp_random_below(&self->random, 10) + self->n_listed * 6 / 10 + 1 +
           self->boost;
  return csp_random_below(&self->random, MIN(10, n_moves / 4 + 1)) + 1;
}

/* The best move found leads nowhere better: now and then weights say so. */
static void
weigh(CspLocal *self, const CspLocalMove *move)
{
  if ((move->x == CSP_NONE || move->change >= 0) &&
      csp_random_unit(&self->random) < WEIGH_CHANCE)
    csp_local_raise_weights(self);
}

/* One variable's best move, unless it makes things worse.  What gets out of a
 * local minimum are weights, random moves, tabu stamps between equals, and
 * escape(). */
static bool
step_min_conflicts(CspLocal *self)
{
  CspVar x = csp_local_pick(self);
  CspLocalMove move = {.x = CSP_NONE};

  if (x == CSP_NONE)
    return false;
  bool is_walk = csp_random_unit(&self->random) < self->settings.walk;
  if (is_walk) {
    move = csp_local_random_move(self, x);
  } else {
    csp_local_look_at(self, &move, x);
    weigh(self, &move);
  }
  if (move.x != CSP_NONE && (is_walk || move.change <= 0))
    csp_local_make_move(self, &move,
                        tenure_of(self, csp_local_count_moves(self, x)));
  return true;
}

/* The best move of the listed variables in conflict, as many as the sample
 * allows; false: over before the end. */
static bool
look_at_listed(CspLocal *self, CspLocalMove *best)
{
  int64_t end = self->counts.evaluations + STEP_SAMPLE;
  uint32_t start = csp_random_below(&self->random, self->n_listed), k = 0;

  while (k < self->n_listed && self->counts.evaluations < end &&
         (k < STEP_VARS || best->change >= 0) && !csp_local_is_over(self)) {
    uint32_t i = (start + k) % self->n_listed;
    CspVar x = self->listed[i];
    if (csp_invariant_set_is_in_conflict(self->set, x)) {
      csp_local_look_at(self, best, x);
      self->looked_at[x] = (uint32_t)self->step;
      k++;
    } else {
      csp_local_unlist(self, i);
      start = self->n_listed == 0 ? 0 : start % self->n_listed;
    }
  }
  return !self->is_ended;
}

/* The best move of all variables in conflict, or of a sample of them. */
static bool
step_tabu(CspLocal *self)
{
  CspLocalMove move = {.x = CSP_NONE};

  if (csp_local_pick(self) == CSP_NONE)
    return false;
  if (!look_at_listed(self, &move))
    return true;
  weigh(self, &move);
  if (move.x != CSP_NONE)
    csp_local_make_move(self, &move,
                        tenure_of(self, csp_local_count_moves(self, move.x)));
  adapt_tenure(self);
  return true;
}

/* Gives other values to a share of the variables, each in a step of its own. */
static void
reset_some(CspLocal *self)
{
  double n = self->n_vars * self->settings.reset;

  self->least = INT64_MAX;
  for (uint32_t k = 0;
       k < n && self->counts.violation > 0 &&
       self->step < self->limits.max_steps && !csp_local_is_over(self);
       k++) {
    CspVar x = csp_random_below(&self->random, self->n_vars);
    if (!csp_local_is_movable(self, x))
      continue;
    CspLocalMove move = csp_local_random_move(self, x);
    if (move.x == CSP_NONE)
      continue;
    self->step++;
    csp_local_make_move(self, &move, 1);
  }
  self->least_step = self->step;
}

static void
restart(CspLocal *self)
{
  self->counts.restarts++;
  self->patience += self->patience / 2;
  if (start(self) && self->hooks.restart != NULL)
    self->hooks.restart(self->hooks.data);
}

/* Without progress: partial resets (Codognet and Diaz 2001), then a new start.
 */
static void
escape(CspLocal *self)
{
  if (self->settings.reset > 0 && self->n_resets < RESETS_PER_RESTART) {
    self->n_resets++;
    reset_some(self);
  } else {
    restart(self);
  }
}

static void
sample(CspLocal *self)
{
  atomic_int *flag = self->hooks.sample_flag;

  if (flag != NULL && atomic_load_explicit(flag, memory_order_relaxed) != 0) {
    atomic_store_explicit(flag, 0, memory_order_relaxed);
    if (self->hooks.sample != NULL)
      self->hooks.sample(self->hooks.data);
  }
}

CspLocalOutcome
csp_local_run(CspLocal *self, const CspLocalLimits *limits)
{
  self->limits = *limits;
  open_run(self);
  self->next_poll = work_done(self);
  self->patience = MAX(self->patience, first_patience(self));
  if (!self->is_complete && self->step >= limits->max_steps)
    return CSP_LOCAL_MOVES;
  if (!self->is_complete && !start(self))
    return self->outcome;

  while (self->counts.violation > 0) {
    if (self->step >= limits->max_steps ||
        (limits->max_evaluations > 0 &&
         self->counts.evaluations >= limits->max_evaluations))
      return CSP_LOCAL_MOVES;
    if (csp_local_is_over(self))
      return self->outcome;
    sample(self);
    if (self->step - self->least_step >= self->patience) {
      escape(self);
      continue;
    }
    self->step++;
    if (!(self->settings.is_tabu ? step_tabu(self) : step_min_conflicts(self)))
      return self->is_ended ? self->outcome : CSP_LOCAL_HOPELESS;
  }
  return CSP_LOCAL_SOLVED;
}
