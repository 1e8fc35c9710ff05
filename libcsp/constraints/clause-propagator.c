/* SPDX-License-Identifier: MIT */
/* All clauses of a model in one propagator (watched literals: Moskewicz,
 * Madigan, Zhao, Zhang and Malik 2001).
 *
 * A clause of two literals is kept as two implications.  A longer one watches
 * its first two literals; it is in the list of each, and looked at when one of
 * them becomes false.  Then another literal that is not false takes the place
 * of that one; if there is none, the other watched literal must be true.  So as
 * long as both watched literals are not false nothing can follow, and a
 * variable that is fixed costs the clauses that watch it, not those it is in.
 * On backtracking nothing is put back, for what was not false below is not
 * false above; the lists are chains of two links a clause, so that moving one
 * needs no memory.
 *
 * A run goes through the variables fixed since the last one, those that become
 * fixed meanwhile included, and so ends at the fixpoint: each clause has the
 * support of any two literals not false, or is decided.
 *
 * The hint of a change is the clause that made it; its other literals, all
 * false, are the explanation. */
#include "config.h"

#include "constraints/clause-propagator.h"

typedef struct {
  uint32_t start;      /* in the literals */
  uint32_t constraint; /* its record */
} ClauseStart;

/* Literals here are of positions in the scope. */
typedef struct {
  CspPropagator base; /* vars: those in a clause */
  CspLit *lits;       /* of all clauses; the first two of each are watched */
  ClauseStart *clauses;
  uint32_t n_clauses;
  uint32_t *heads;  /* by literal: the first link of its watchers, or NONE */
  uint32_t *links;  /* the next link; link 2c + k is clause c by its k-th */
  uint32_t *starts; /* by literal, in implied: what follows when it is false */
  CspLit *implied;
  uint32_t *causes; /* beside implied: the clause */
} ClauseSet;

#define NO_LINK UINT32_MAX

static CspLit
in_store(const ClauseSet *self, CspLit lit)
{
  return csp_lit(self->base.vars[csp_lit_var(lit)], csp_lit_is_negated(lit));
}

static bool
is_true(const ClauseSet *self, const CspStore *store, CspLit lit)
{
  return csp_lit_is_true(store, in_store(self, lit));
}

static bool
is_false(const ClauseSet *self, const CspStore *store, CspLit lit)
{
  return csp_lit_is_false(store, in_store(self, lit));
}

static bool
require(ClauseSet *self, CspStore *store, CspLit lit, uint32_t clause)
{
  CspLit there = in_store(self, lit);

  if (csp_store_fix(store, csp_lit_var(there), !csp_lit_is_negated(there),
                    clause))
    return true;
  self->base.constraint = self->clauses[clause].constraint; /* is to blame */
  return false;
}

/* The literal has become false. */
static bool
follow_implications(ClauseSet *self, CspStore *store, CspLit lit)
{
  for (uint32_t i = self->starts[lit]; i < self->starts[lit + 1]; i++)
    if (!require(self, store, self->implied[i], self->causes[i]))
      return false;
  return true;
}

/* Puts a literal that is not false in the place of the k-th; false: there is
 * none. */
static bool
replace_watch(ClauseSet *self,
              const CspStore *store,
              uint32_t clause,
              uint32_t k)
{
  CspLit *lits = &self->lits[self->clauses[clause].start];
  uint32_t n = self->clauses[clause + 1].start - self->clauses[clause].start;

  for (uint32_t i = 2; i < n; i++) {
    CspLit lit = lits[i];
    if (is_false(self, store, lit))
      continue;
    lits[i] = lits[k];
    lits[k] = lit;
    self->links[2 * clause + k] = self->heads[lit];
    self->heads[lit] = 2 * clause + k;
    return true;
  }
  return false;
}

static bool
visit_watchers(ClauseSet *self, CspStore *store, CspLit lit)
{
  uint32_t *link = &self->heads[lit];

  while (*link != NO_LINK) {
    uint32_t clause = *link / 2, k = *link % 2, next = self->links[*link];
    CspLit other = self->lits[self->clauses[clause].start + 1 - k];

    if (is_true(self, store, other)) {
      link = &self->links[*link];
    } else if (replace_watch(self, store, clause, k)) {
      *link = next;
    } else {
      if (!require(self, store, other, clause))
        return false;
      link = &self->links[*link];
    }
  }
  return true;
}

static CspPropResult
clauses_propagate(CspPropagator *prop, CspStore *store)
{
  ClauseSet *self = (ClauseSet *)prop;

  for (uint32_t i = 0; i < prop->n_pending; i++) {
    uint32_t position = prop->pending[i];
    bool is_one = csp_store_value(store, prop->vars[position]) != 0;
    CspLit lit = csp_lit(position, is_one); /* the one that is false */
    if (!follow_implications(self, store, lit) ||
        !visit_watchers(self, store, lit))
      return CSP_PROP_FAILED;
  }
  prop->n_pending = 0;
  return CSP_PROP_FIXPOINT;
}

static void
clauses_explain(CspPropagator *prop,
                CspStore *store,
                CspFact fact,
                uint32_t hint,
                uint32_t before,
                CspReason *out)
{
  const ClauseSet *self = (const ClauseSet *)prop;

  for (uint32_t i = self->clauses[hint].start;
       i < self->clauses[hint + 1].start; i++) {
    CspVar x = prop->vars[csp_lit_var(self->lits[i])];
    if (x != fact.var)
      csp_store_add_facts_before(store, x, before, out);
  }
}

static const CspPropagatorClass clauses_class = {
    .name = "clauses",
    .propagate = clauses_propagate,
    .explain = clauses_explain,
    .priority = CSP_PRIORITY_BINARY,
};

void
csp_clauses_init(CspClauses *self)
{
  self->lits = g_array_new(FALSE, FALSE, sizeof(CspLit));
  self->clauses = g_array_new(FALSE, FALSE, sizeof(ClauseStart));
}

void
csp_clauses_clear(CspClauses *self)
{
  g_clear_pointer(&self->lits, g_array_unref);
  g_clear_pointer(&self->clauses, g_array_unref);
}

void
csp_clauses_add(CspClauses *self, CspLit lit)
{
  g_array_append_val(self->lits, lit);
}

static ClauseStart *
clause_at(const CspClauses *self, guint i)
{
  return &g_array_index(self->clauses, ClauseStart, i);
}

/* Where the clause begins that is being made: `clauses` holds ends until it is
 * posted. */
static guint
current_start(const CspClauses *self)
{
  return self->clauses->len > 0 ? clause_at(self, self->clauses->len - 1)->start
                                : 0;
}

static int
compare_lits(const void *a, const void *b)
{
  CspLit x = *(const CspLit *)a, y = *(const CspLit *)b;

  return (x > y) - (x < y);
}

/* Sorts the clause that is being made and drops repetitions; true where it has
 * a literal and its negation. */
static bool
normalize(CspClauses *self)
{
  guint start = current_start(self), n = start;
  CspLit *lits = &g_array_index(self->lits, CspLit, 0);

  qsort(lits + start, self->lits->len - start, sizeof(CspLit), compare_lits);
  for (guint i = start; i < self->lits->len; i++) {
    if (n > start && lits[n - 1] == lits[i])
      continue;
    if (n > start && lits[n - 1] == csp_lit_not(lits[i]))
      return true;
    lits[n++] = lits[i];
  }
  g_array_set_size(self->lits, n);
  return false;
}

void
csp_clauses_end(CspClauses *self, uint32_t constraint)
{
  if (normalize(self)) {
    g_array_set_size(self->lits, current_start(self));
    return;
  }
  ClauseStart end = {.start = self->lits->len, .constraint = constraint};
  g_array_append_val(self->clauses, end);
}

/* Clauses of one literal, or none, are done with at once. */
static bool
post_units(CspClauses *self, CspStore *store)
{
  guint start = 0, n_lits = 0, n = 0;
  CspLit *lits = &g_array_index(self->lits, CspLit, 0);

  for (guint i = 0; i < self->clauses->len; i++) {
    ClauseStart end = *clause_at(self, i);
    guint n_own = end.start - start;
    if (n_own == 0) {
      csp_store_fail(store);
      return false;
    }
    if (n_own == 1) {
      store->current_constraint = end.constraint;
      if (!csp_lit_set(store, lits[start], true))
        return false;
    } else {
      for (guint k = 0; k < n_own; k++)
        lits[n_lits++] = lits[start + k];
      *clause_at(self, n++) =
          (ClauseStart){.start = n_lits, .constraint = end.constraint};
    }
    start = end.start;
  }
  g_array_set_size(self->clauses, n);
  g_array_set_size(self->lits, n_lits);
  return true;
}

/* The variables that stand in clauses, and the literals turned to their
 * positions. */
static CspVar *
number_vars(CspClauses *self, const CspStore *store, uint32_t *out_n)
{
  g_autofree uint32_t *position_of = g_new(uint32_t, store->n_vars);
  CspVar *vars = g_new(CspVar, store->n_vars);
  uint32_t n = 0;

  for (CspVar x = 0; x < store->n_vars; x++)
    position_of[x] = UINT32_MAX;
  for (guint i = 0; i < self->lits->len; i++) {
    CspLit *lit = &g_array_index(self->lits, CspLit, i);
    CspVar x = csp_lit_var(*lit);
    if (position_of[x] == UINT32_MAX) {
      position_of[x] = n;
      vars[n++] = x;
    }
    *lit = csp_lit(position_of[x], csp_lit_is_negated(*lit));
  }
  *out_n = n;
  return vars;
}

static bool
is_binary(const ClauseSet *self, uint32_t clause)
{
  return self->clauses[clause + 1].start - self->clauses[clause].start == 2;
}

static void
list_implications(ClauseSet *self, CspArena *arena)
{
  uint32_t n_lits = 2 * self->base.n_vars, total = 0;

  self->starts = csp_arena_new_array0(arena, uint32_t, (size_t)n_lits + 1);
  for (uint32_t c = 0; c < self->n_clauses; c++)
    for (uint32_t k = 0; is_binary(self, c) && k < 2; k++)
      self->starts[self->lits[self->clauses[c].start + k]]++;
  for (uint32_t i = 0; i <= n_lits; i++) {
    uint32_t count = self->starts[i];
    self->starts[i] = total;
    total += count;
  }
  self->implied = csp_arena_new_array(arena, CspLit, total);
  self->causes = csp_arena_new_array(arena, uint32_t, total);
  /* filling moves each start to the next one's */
  for (uint32_t c = 0; c < self->n_clauses; c++)
    for (uint32_t k = 0; is_binary(self, c) && k < 2; k++) {
      const CspLit *lits = &self->lits[self->clauses[c].start];
      uint32_t place = self->starts[lits[k]]++;
      self->implied[place] = lits[1 - k];
      self->causes[place] = c;
    }
  for (uint32_t i = n_lits; i > 0; i--)
    self->starts[i] = self->starts[i - 1];
  self->starts[0] = 0;
}

static void
list_watchers(ClauseSet *self, CspArena *arena)
{
  uint32_t n_lits = 2 * self->base.n_vars;

  self->heads = csp_arena_new_array(arena, uint32_t, n_lits);
  self->links =
      csp_arena_new_array(arena, uint32_t, 2 * (size_t)self->n_clauses);
  for (uint32_t i = 0; i < n_lits; i++)
    self->heads[i] = NO_LINK;
  for (uint32_t c = 0; c < self->n_clauses; c++)
    for (uint32_t k = 0; !is_binary(self, c) && k < 2; k++) {
      CspLit lit = self->lits[self->clauses[c].start + k];
      self->links[2 * c + k] = self->heads[lit];
      self->heads[lit] = 2 * c + k;
    }
}

bool
csp_clauses_post(CspClauses *self, CspStore *store)
{
  if (!post_units(self, store))
    return false;
  if (self->clauses->len == 0)
    return true;

  uint32_t n_vars, start = 0;
  g_autofree CspVar *vars = number_vars(self, store, &n_vars);
  ClauseSet *set = (ClauseSet *)csp_store_add_propagator(
      store, &clauses_class, sizeof(ClauseSet), vars, n_vars);

  set->n_clauses = self->clauses->len;
  set->lits = csp_arena_dup(store->arena, self->lits->data,
                            self->lits->len * sizeof(CspLit));
  set->clauses = csp_arena_new_array(store->arena, ClauseStart,
                                     (size_t)set->n_clauses + 1);
  for (uint32_t c = 0; c < set->n_clauses; c++) {
    const ClauseStart *end = clause_at(self, c);
    set->clauses[c] =
        (ClauseStart){.start = start, .constraint = end->constraint};
    start = end->start;
  }
  set->clauses[set->n_clauses] =
      (ClauseStart){.start = start, .constraint = CSP_NONE};
  list_implications(set, store->arena);
  list_watchers(set, store->arena);
  csp_store_subscribe_all(store, &set->base, CSP_ON_FIX_TRACKED);
  g_array_set_size(self->lits, 0);
  g_array_set_size(self->clauses, 0);
  return true;
}
