/* SPDX-License-Identifier: MIT */
/* Min-conflicts and tabu search.
 *
 * The start is greedy: variable after variable takes a value that no invariant
 * refuses, out of a sample; a permutation is built by swapping into place one
 * of its values not yet placed.  For queens three samples a variable suffice
 * and some dozens are left in conflict (Sosic and Gu 1994).
 *
 * The conflict list need not hold every variable in conflict.  What it promises
 * is that it is empty only when there is no violation: a variable is put there
 * when its move left it in conflict, with others of the same constraint where
 * they are cheap to find, and taken out when it is picked and found clean; an
 * empty list is filled again from all variables before it is believed.
 *
 * Min-conflicts (Minton et al. 1992) picks a listed variable and makes its best
 * move; tabu search (Glover 1989; Hertz and de Werra 1987) makes the best move
 * over all of them.  Both keep a variable from the value it left for a while,
 * unless that gives less violation than was ever seen.  Without progress a part
 * of the assignment is shuffled, then everything begins anew, with more
 * patience each time. */
#include "config.h"

#include <glib.h>
#include <string.h>

#include "base/check.h"
#include "local/local.h"
#include "local/tabu-list.h"

enum {
  START_SAMPLE = 50, /* values tried for a variable at the start */
  DEAL_SAMPLE = 100, /* the same for a permutation, and how many of them ... */
  DEAL_NEAR = 10,    /* ... are near */
  DEAL_CHUNK = 256,  /* values that stay together */
  DEAL_BLOCK = 64 * DEAL_CHUNK, /* places that are near each other */
  MOVE_SAMPLE = 50,    /* moves of a variable looked at, if it has ... */
  MOVE_ALL = 128,      /* ... more than this */
  STEP_SAMPLE = 20000, /* moves looked at in a step of tabu search */
  SCOPE_ALL = 32,      /* scopes up to this are searched for conflicts */
  SCOPE_SAMPLE = 4,    /* larger ones are sampled */
  LIST_SAMPLE = 256,   /* conflicts taken from an invariant that lists them */
  POLL_EVALUATIONS = 256,
};

struct _CspLocal {
  CspLocalProblem problem;
  CspLocalSettings settings;
  CspLocalHooks hooks;
  CspLocalLimits limits;
  CspLocalCounts counts;
  CspRandom random;
  const CspInvariantSet *set;
  int32_t *values;
  uint32_t n_vars;
  bool has_singles; /* movable variables outside permutations */
  bool is_complete; /* every variable has a value */
  uint64_t *is_placed;
  /* The conflict list and who is in it. */
  uint32_t *listed;
  uint32_t n_listed, listed_capacity;
  uint64_t *is_listed;
  CspTabuList *tabu;
  int64_t step;
  int64_t least; /* violation since the last restart ... */
  int64_t least_step;
  int64_t patience; /* steps without less of it */
  bool was_shuffled;
  int64_t next_poll; /* evaluations at which the clock is read */
  CspLocalOutcome outcome;
};

typedef struct {
  CspVar x;      /* CSP_NONE: no move */
  int32_t value; /* of a single move */
  CspVar y;      /* CSP_NONE: a single move, else the swap's other variable */
  int64_t change;
  uint32_t n_ties;
} Move;

static bool
get_bit(const uint64_t *bits, uint32_t i)
{
  return (bits[i / 64] >> (i % 64) & 1) != 0;
}

static void
set_bit(uint64_t *bits, uint32_t i)
{
  bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static void
clear_bit(uint64_t *bits, uint32_t i)
{
  bits[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

static bool
is_fixed(const CspLocal *self, CspVar x)
{
  return get_bit(self->problem.is_fixed, x);
}

static const CspLocalDomain *
domain_of(const CspLocal *self, CspVar x)
{
  const CspLocalProblem *problem = &self->problem;

  return &problem
              ->domains[problem->domain_of == NULL ? 0 : problem->domain_of[x]];
}

/* NULL: the variable moves alone. */
static const CspLocalPermutation *
permutation_of(const CspLocal *self, CspVar x)
{
  const CspLocalProblem *problem = &self->problem;

  if (problem->n_permutations == 0)
    return NULL;
  if (problem->permutation_of == NULL)
    return problem->permutations;
  uint32_t i = problem->permutation_of[x];
  return i == CSP_NONE ? NULL : &problem->permutations[i];
}

static CspVar
member(const CspLocalPermutation *permutation, uint32_t i)
{
  return permutation->vars != NULL ? permutation->vars[i]
                                   : permutation->first + i;
}

static int32_t
domain_value(const CspLocalDomain *domain, uint32_t i)
{
  return domain->values != NULL ? domain->values[i]
                                : (int32_t)(domain->min + (int64_t)i);
}

static bool
is_movable(const CspLocal *self, CspVar x)
{
  if (is_fixed(self, x))
    return false;
  const CspLocalPermutation *permutation = permutation_of(self, x);
  return permutation != NULL ? permutation->n_vars > 1
                             : domain_of(self, x)->n_values > 1;
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
  self->tabu = csp_tabu_list_new(self->n_vars);
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
  csp_tabu_list_free(self->tabu);
  g_free(self);
}

void
csp_local_set_hooks(CspLocal *self, const CspLocalHooks *hooks)
{
  self->hooks = *hooks;
}

const CspLocalCounts *
csp_local_get_counts(const CspLocal *self)
{
  return &self->counts;
}

/* Limits ------------------------------------------------------------------ */

/* The flag is read each time, the clock now and then. */
static bool
is_over(CspLocal *self)
{
  const CspLocalLimits *limits = &self->limits;

  if (limits->stop != NULL &&
      atomic_load_explicit(limits->stop, memory_order_relaxed) != 0) {
    self->outcome = CSP_LOCAL_STOPPED;
    return true;
  }
  if (limits->deadline != 0 && self->counts.evaluations >= self->next_poll) {
    self->next_poll = self->counts.evaluations + POLL_EVALUATIONS;
    if (g_get_monotonic_time() >= limits->deadline) {
      self->outcome = CSP_LOCAL_TIME;
      return true;
    }
  }
  return false;
}

/* The conflict list ------------------------------------------------------- */

static void
list(CspLocal *self, CspVar x)
{
  if (get_bit(self->is_listed, x) || !is_movable(self, x))
    return;
  if (self->n_listed == self->listed_capacity) {
    self->listed_capacity = MAX(64, 2 * self->listed_capacity);
    self->listed = g_renew(uint32_t, self->listed, self->listed_capacity);
  }
  set_bit(self->is_listed, x);
  self->listed[self->n_listed++] = x;
}

static void
unlist(CspLocal *self, uint32_t i)
{
  clear_bit(self->is_listed, self->listed[i]);
  self->listed[i] = self->listed[--self->n_listed];
}

static void
list_all(CspLocal *self)
{
  for (CspVar x = 0; x < self->n_vars; x++)
    if (csp_invariant_set_is_in_conflict(self->set, x))
      list(self, x);
}

/* The variable and others that may be in conflict with it. */
static void
list_around(CspLocal *self, CspVar x)
{
  for (CspInvariantIter it = csp_invariant_iter(self->set, x);
       csp_invariant_iter_next(&it);) {
    CspInvariant *inv = it.inv;
    if (!inv->klass->is_in_conflict(inv, it.position))
      continue;
    list(self, x);
    if (inv->klass->list_conflicts != NULL) {
      uint32_t found[LIST_SAMPLE];
      uint32_t n =
          inv->klass->list_conflicts(inv, it.position, found, LIST_SAMPLE);
      for (uint32_t i = 0; i < n; i++)
        list(self, csp_invariant_var(inv, found[i]));
      continue;
    }
    uint32_t n =
        MIN(inv->n_vars, inv->n_vars <= SCOPE_ALL ? SCOPE_ALL : SCOPE_SAMPLE);
    for (uint32_t i = 0; i < n; i++) {
      uint32_t p =
          n == inv->n_vars ? i : csp_random_below(&self->random, inv->n_vars);
      if (inv->klass->is_in_conflict(inv, p))
        list(self, csp_invariant_var(inv, p));
    }
  }
}

/* A variable in conflict; CSP_NONE: there is none that can move. */
static CspVar
pick(CspLocal *self)
{
  for (bool is_filled = false;; is_filled = true) {
    while (self->n_listed > 0) {
      uint32_t i = csp_random_below(&self->random, self->n_listed);
      CspVar x = self->listed[i];
      if (csp_invariant_set_is_in_conflict(self->set, x))
        return x;
      unlist(self, i);
    }
    if (is_filled)
      return CSP_NONE;
    list_all(self);
  }
}

/* The start --------------------------------------------------------------- */

static void
place(CspLocal *self, CspVar x, int32_t value)
{
  csp_invariant_set_assign(self->set, x, value);
  set_bit(self->is_placed, x);
}

/* Large permutations are dealt with the processor's cache in mind.  Values are
 * mixed in chunks of neighbors, and a variable samples among the next ones, so
 * that for a while all samples come from a few chunks and the counters they
 * lead to lie close together.  Chunks are many and small enough for the values
 * to be as good as random. */
static void
mix_chunks(CspLocal *self, const CspLocalPermutation *permutation)
{
  uint32_t n_chunks = permutation->n_vars / DEAL_CHUNK;

  for (uint32_t c = 0; c < n_chunks; c++) {
    uint32_t d = c + csp_random_below(&self->random, n_chunks - c);
    for (uint32_t k = 0; c != d && k < DEAL_CHUNK; k++) {
      int32_t *x = &self->values[member(permutation, c * DEAL_CHUNK + k)];
      int32_t *y = &self->values[member(permutation, d * DEAL_CHUNK + k)];
      int32_t old = *x;
      *x = *y;
      *y = old;
    }
  }
}

/* The permutation's values not yet placed stand at its variables from i on. */
static void
place_member(CspLocal *self, const CspLocalPermutation *permutation, uint32_t i)
{
  CspVar x = member(permutation, i);
  uint32_t n = permutation->n_vars - i;
  uint32_t n_near = MIN(n, DEAL_BLOCK - i % DEAL_BLOCK);
  bool tries_all = n <= DEAL_SAMPLE;
  uint32_t start = tries_all ? csp_random_below(&self->random, n) : 0;
  CspVar y = x;
  bool fits = false;

  for (uint32_t k = 0; k < MIN(n, DEAL_SAMPLE) && !fits; k++) {
    uint32_t j =
        tries_all ? (start + k) % n
                  : csp_random_below(&self->random, k < DEAL_NEAR ? n_near : n);
    y = member(permutation, i + j);
    self->counts.evaluations++;
    fits = csp_invariant_set_test(self->set, x, self->values[y]);
  }

  int32_t value = self->values[y];
  self->values[y] = self->values[x];
  place(self, x, value);
  if (!fits)
    list(self, x);
}

static void
place_single(CspLocal *self, CspVar x)
{
  const CspLocalDomain *domain = domain_of(self, x);
  uint32_t n = domain->n_values;
  bool tries_all = n <= START_SAMPLE;
  uint32_t start = csp_random_below(&self->random, n);
  uint32_t fewest = UINT32_MAX;
  int32_t chosen = domain->min;

  for (uint32_t k = 0; k < MIN(n, START_SAMPLE) && fewest > 0; k++) {
    uint32_t j =
        tries_all ? (start + k) % n : csp_random_below(&self->random, n);
    int32_t value = domain_value(domain, j);
    self->counts.evaluations++;
    uint32_t refusals = csp_invariant_set_count_refusals(self->set, x, value);
    if (refusals < fewest) {
      fewest = refusals;
      chosen = value;
    }
  }
  place(self, x, chosen);
}

/* Fixed variables come first, so that a conflict with one of them is listed
 * under a variable that can move. */
static bool
place_all(CspLocal *self)
{
  for (CspVar x = 0; x < self->n_vars; x++)
    if (is_fixed(self, x))
      place(self, x, self->values[x]);

  for (uint32_t p = 0; p < self->problem.n_permutations; p++) {
    const CspLocalPermutation *permutation = &self->problem.permutations[p];
    if (permutation->n_vars > DEAL_BLOCK)
      mix_chunks(self, permutation);
    for (uint32_t i = 0; i < permutation->n_vars; i++) {
      if (is_over(self))
        return false;
      place_member(self, permutation, i);
    }
  }
  if (!self->has_singles)
    return true;
  for (CspVar x = 0; x < self->n_vars; x++) {
    if (is_fixed(self, x) || permutation_of(self, x) != NULL)
      continue;
    if (is_over(self))
      return false;
    place_single(self, x);
  }
  list_all(self);
  return true;
}

void
csp_local_reset(CspLocal *self)
{
  while (self->n_listed > 0)
    unlist(self, self->n_listed - 1);
  for (CspVar x = 0; x < self->n_vars; x++)
    if (get_bit(self->is_placed, x))
      csp_invariant_set_unassign(self->set, x);
  memset(self->is_placed, 0,
         sizeof *self->is_placed * (((size_t)self->n_vars + 63) / 64));
  self->is_complete = false;
}

void
csp_local_begin(CspLocal *self)
{
  csp_local_reset(self);
  csp_random_seed(&self->random, self->settings.seed);
  self->counts = (CspLocalCounts){.least = INT64_MAX};
  self->step = 0;
  self->patience = 0;
}

static void
note_violation(CspLocal *self)
{
  int64_t violation = self->counts.violation;

  self->counts.least = MIN(self->counts.least, violation);
  if (violation < self->least) {
    self->least = violation;
    self->least_step = self->step;
  }
}

static int64_t
first_patience(const CspLocal *self)
{
  return 1000 + 20 * (int64_t)self->n_vars;
}

static bool
start(CspLocal *self)
{
  csp_local_reset(self);
  self->has_singles = false;
  for (CspVar x = 0; x < self->n_vars && !self->has_singles; x++)
    self->has_singles = !is_fixed(self, x) && permutation_of(self, x) == NULL;
  if (!place_all(self))
    return false;

  self->is_complete = true;
  self->was_shuffled = false;
  csp_tabu_list_clear(self->tabu);
  self->counts.violation = csp_invariant_set_violation(self->set);
  self->least = INT64_MAX;
  self->least_step = self->step;
  note_violation(self);
  return true;
}

void
csp_local_refresh(CspLocal *self)
{
  if (!self->is_complete)
    return;
  self->counts.violation = csp_invariant_set_violation(self->set);
  self->counts.least = self->counts.violation;
  self->least = INT64_MAX;
  note_violation(self);
  list_all(self);
}

/* Moves ------------------------------------------------------------------- */

static bool
is_tabu(const CspLocal *self, const Move *move)
{
  if (move->y == CSP_NONE)
    return csp_tabu_list_has(self->tabu, move->x, move->value, self->step);
  return csp_tabu_list_has(self->tabu, move->x, self->values[move->y],
                           self->step) ||
         csp_tabu_list_has(self->tabu, move->y, self->values[move->x],
                           self->step);
}

/* Keeps the better of the two moves; ties are broken at random. */
static void
consider(CspLocal *self, Move *best, Move move)
{
  self->counts.evaluations++;
  move.change = move.y == CSP_NONE
                    ? csp_invariant_set_change(self->set, move.x, move.value)
                    : csp_invariant_set_change_swap(self->set, move.x, move.y);
  if (best->x != CSP_NONE && move.change > best->change)
    return;
  if (is_tabu(self, &move) &&
      self->counts.violation + move.change >= self->least)
    return;
  if (best->x == CSP_NONE || move.change < best->change) {
    *best = move;
    best->n_ties = 1;
  } else if (csp_random_below(&self->random, ++best->n_ties) == 0) {
    move.n_ties = best->n_ties;
    *best = move;
  }
}

static void
consider_swap(CspLocal *self, Move *best, CspVar x, CspVar y)
{
  if (x != y)
    consider(self, best, (Move){.x = x, .y = y});
}

static void
consider_value(CspLocal *self, Move *best, CspVar x, int32_t value)
{
  if (value != self->values[x])
    consider(self, best, (Move){.x = x, .y = CSP_NONE, .value = value});
}

/* Moves that a variable may have: all, or a sample that ends at the first one
 * that improves. */
static uint32_t
count_moves(const CspLocal *self, CspVar x)
{
  const CspLocalPermutation *permutation = permutation_of(self, x);

  return permutation != NULL ? permutation->n_vars
                             : domain_of(self, x)->n_values;
}

static void
look_at_swaps(CspLocal *self,
              Move *best,
              CspVar x,
              const CspLocalPermutation *permutation)
{
  uint32_t n = permutation->n_vars;

  if (n <= MOVE_ALL) {
    for (uint32_t i = 0; i < n; i++)
      consider_swap(self, best, x, member(permutation, i));
    return;
  }
  for (int k = 0; k < MOVE_SAMPLE && (best->x == CSP_NONE || best->change >= 0);
       k++)
    consider_swap(self, best, x,
                  member(permutation, csp_random_below(&self->random, n)));
}

static void
look_at_values(CspLocal *self,
               Move *best,
               CspVar x,
               const CspLocalDomain *domain)
{
  uint32_t n = domain->n_values;

  if (n <= MOVE_ALL) {
    for (uint32_t i = 0; i < n; i++)
      consider_value(self, best, x, domain_value(domain, i));
    return;
  }
  consider_value(self, best, x, domain->min);
  consider_value(self, best, x, domain->max);
  if (domain->values == NULL) {
    if (self->values[x] > domain->min)
      consider_value(self, best, x, self->values[x] - 1);
    if (self->values[x] < domain->max)
      consider_value(self, best, x, self->values[x] + 1);
  }
  for (int k = 0; k < MOVE_SAMPLE; k++)
    consider_value(self, best, x,
                   domain_value(domain, csp_random_below(&self->random, n)));
}

static void
look_at(CspLocal *self, Move *best, CspVar x)
{
  const CspLocalPermutation *permutation = permutation_of(self, x);

  if (permutation != NULL)
    look_at_swaps(self, best, x, permutation);
  else
    look_at_values(self, best, x, domain_of(self, x));
}

static Move
random_move(CspLocal *self, CspVar x)
{
  const CspLocalPermutation *permutation = permutation_of(self, x);
  uint32_t i = csp_random_below(&self->random, count_moves(self, x));
  Move move = {.x = x, .y = CSP_NONE};

  self->counts.evaluations++;
  if (permutation != NULL) {
    move.y = member(permutation, i);
    if (move.y == x)
      move.x = CSP_NONE;
    else
      move.change = csp_invariant_set_change_swap(self->set, x, move.y);
  } else {
    move.value = domain_value(domain_of(self, x), i);
    move.change = csp_invariant_set_change(self->set, x, move.value);
  }
  return move;
}

static void
make_move(CspLocal *self, const Move *move, int64_t tenure)
{
  CspVar x = move->x, y = move->y;
  int64_t until = self->step + tenure;

  csp_tabu_list_forbid(self->tabu, x, self->values[x], until);
  if (y == CSP_NONE) {
    csp_invariant_set_move(self->set, x, move->value);
  } else {
    csp_tabu_list_forbid(self->tabu, y, self->values[y], until);
    csp_invariant_set_swap(self->set, x, y);
    list_around(self, y);
  }
  list_around(self, x);
  self->counts.violation += move->change;
  self->counts.moves++;
  note_violation(self);
  if (self->hooks.move != NULL)
    self->hooks.move(self->hooks.data, x, y);
}

static int64_t
tenure_of(CspLocal *self, uint32_t n_moves)
{
  if (self->settings.tenure > 0)
    return self->settings.tenure;
  if (self->settings.is_tabu)
    return csp_random_below(&self->random, 10) + self->n_listed * 6 / 10 + 1;
  return csp_random_below(&self->random, MIN(10, n_moves / 4 + 1)) + 1;
}

/* One variable's best move, unless it makes things worse; what gets out of a
 * local minimum is the random move, tabu stamps between equals, and escape(). */
static bool
step_min_conflicts(CspLocal *self)
{
  CspVar x = pick(self);
  Move move = {.x = CSP_NONE};

  if (x == CSP_NONE)
    return false;
  bool is_walk = csp_random_unit(&self->random) < self->settings.walk;
  if (is_walk)
    move = random_move(self, x);
  else
    look_at(self, &move, x);
  if (move.x != CSP_NONE && (is_walk || move.change <= 0))
    make_move(self, &move, tenure_of(self, count_moves(self, x)));
  return true;
}

/* The best move of all listed variables, or of a sample of them. */
static bool
step_tabu(CspLocal *self)
{
  CspVar any = pick(self);
  Move move = {.x = CSP_NONE};

  if (any == CSP_NONE)
    return false;
  int64_t end = self->counts.evaluations + STEP_SAMPLE;
  uint32_t start = csp_random_below(&self->random, self->n_listed);
  for (uint32_t k = 0; k < self->n_listed && self->counts.evaluations < end;) {
    uint32_t i = (start + k) % self->n_listed;
    CspVar x = self->listed[i];
    if (is_over(self))
      return true;
    if (csp_invariant_set_is_in_conflict(self->set, x)) {
      look_at(self, &move, x);
      k++;
    } else {
      unlist(self, i);
      start = self->n_listed == 0 ? 0 : start % self->n_listed;
    }
  }
  if (move.x != CSP_NONE)
    make_move(self, &move, tenure_of(self, count_moves(self, move.x)));
  return true;
}

/* Without progress: random moves, then a new start, in turn. */
static bool
escape(CspLocal *self)
{
  self->least_step = self->step;
  if (self->was_shuffled) {
    self->counts.restarts++;
    self->patience += self->patience / 2;
    if (!start(self))
      return false;
    if (self->hooks.restart != NULL)
      self->hooks.restart(self->hooks.data);
    return true;
  }

  self->was_shuffled = true;
  self->least = INT64_MAX;
  for (uint32_t k = 0; k < self->n_vars / 8 + 2; k++) {
    CspVar x = csp_random_below(&self->random, self->n_vars);
    if (is_over(self))
      return false;
    if (!is_movable(self, x))
      continue;
    Move move = random_move(self, x);
    if (move.x != CSP_NONE)
      make_move(self, &move, 1);
  }
  return true;
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
  self->next_poll = self->counts.evaluations;
  self->patience = MAX(self->patience, first_patience(self));
  if (!self->is_complete && !start(self))
    return self->outcome;

  while (self->counts.violation > 0) {
    if (self->step >= limits->max_steps)
      return CSP_LOCAL_MOVES;
    if (is_over(self))
      return self->outcome;
    sample(self);
    self->step++;
    if (self->step - self->least_step > self->patience) {
      if (!escape(self))
        return self->outcome;
      continue;
    }
    if (!(self->settings.is_tabu ? step_tabu(self) : step_min_conflicts(self)))
      return CSP_LOCAL_HOPELESS;
  }
  return CSP_LOCAL_SOLVED;
}
