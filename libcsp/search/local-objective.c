/* SPDX-License-Identifier: MIT */
/* The objective of local search.
 *
 * An objective is a bound on its variable, loose at first and after each
 * solution one better than it.  The bound cuts the domains of the variables
 * that follow the objective, and the search goes on from the solution.  For
 * coloring this is the usual scheme: one color fewer, and only the vertices
 * that had it take another one.  A bound that would leave a domain empty proves
 * the last solution to be the best.
 *
 * Where following is all that constraints ask of the objective it is not
 * searched, nor are they invariants: they hold as long as the followers keep
 * within their domains, and the objective's value is the best that these
 * allow. */
#include "config.h"

#include "search/local-search-private.h"

void
csp_local_search_find_objective(CspLocalSearch *self)
{
  self->objective = csp_model_objective(self->model, &self->maximizes);
  self->bound = (CspConstraint){.kind = CSP_CON_RELATION_CONST,
                                .relation = self->maximizes ? CSP_RELATION_GE
                                                            : CSP_RELATION_LE,
                                .n_vars = 1,
                                .first = self->objective};
}

/* x relation y says y mirror(relation) x. */
static CspRelation
mirror(CspRelation relation)
{
  switch (relation) {
  case CSP_RELATION_LT:
    return CSP_RELATION_GT;
  case CSP_RELATION_LE:
    return CSP_RELATION_GE;
  case CSP_RELATION_GT:
    return CSP_RELATION_LT;
  case CSP_RELATION_GE:
    return CSP_RELATION_LE;
  case CSP_RELATION_EQ:
  case CSP_RELATION_NE:
    break;
  }
  return relation;
}

/* Does the record say that a variable follows the objective? */
static bool
is_follower(const CspLocalSearch *self, const CspConstraint *con, Follower *out)
{
  if (con->kind != CSP_CON_RELATION)
    return false;
  CspVar x = csp_constraint_var(con, 0), y = csp_constraint_var(con, 1);
  CspRelation relation = con->relation;

  *out = (Follower){.x = x, .c = con->constant};
  if (x == self->objective) {
    *out = (Follower){.x = y, .c = -con->constant};
    relation = mirror(relation);
  } else if (y != self->objective) {
    return false;
  }
  if (relation == (self->maximizes ? CSP_RELATION_GT : CSP_RELATION_LT))
    out->c += self->maximizes ? 1 : -1;
  else if (relation != (self->maximizes ? CSP_RELATION_GE : CSP_RELATION_LE))
    return false;
  return out->x != self->objective;
}

/* Nothing but followers, free to move alone, has to do with the objective. */
static bool
is_implied(const CspLocalSearch *self,
           const CspConstraint *cons,
           size_t n,
           const bool *is_left_out)
{
  Follower follower;

  if (csp_local_search_is_permuted(self, self->objective) ||
      csp_local_search_is_defined(self, self->objective) ||
      csp_definitions_has_input(self->set->definitions, self->objective) ||
      csp_local_domains_get(&self->domains, self->objective)->values != NULL)
    return false;
  for (size_t i = 0; i < n; i++) {
    if (is_left_out[i])
      continue;
    if (is_follower(self, &cons[i], &follower)) {
      if (csp_local_search_is_permuted(self, follower.x) ||
          csp_local_search_is_defined(self, follower.x))
        return false;
      continue;
    }
    for (uint32_t p = 0; p < cons[i].n_vars; p++)
      if (csp_constraint_var(&cons[i], p) == self->objective)
        return false;
  }
  return true;
}

static void
add_follower(CspLocalSearch *self, GArray *followers, Follower follower)
{
  if (csp_local_search_is_permuted(self, follower.x))
    return;
  if (self->is_implied) {
    const CspLocalDomain *domain =
        csp_local_domains_get(&self->domains, self->objective);
    csp_local_domains_cut(&self->domains, follower.x, self->bound.relation,
                          (self->maximizes ? domain->min : domain->max) +
                              follower.c);
  }
  follower.domain = csp_local_domains_index(&self->domains, follower.x);
  g_array_append_val(followers, follower);
}

void
csp_local_search_find_followers(CspLocalSearch *self,
                                const CspConstraint *cons,
                                size_t n,
                                bool *is_left_out)
{
  GArray *followers = g_array_new(FALSE, FALSE, sizeof(Follower));
  Follower follower;

  self->is_implied = is_implied(self, cons, n, is_left_out);
  add_follower(self, followers, (Follower){.x = self->objective});
  for (size_t i = 0; i < n; i++)
    if (is_follower(self, &cons[i], &follower)) {
      add_follower(self, followers, follower);
      is_left_out[i] = is_left_out[i] || self->is_implied;
    }
  self->n_followers = followers->len;
  self->followers = (Follower *)(void *)g_array_free(followers, FALSE);
  if (!self->is_implied)
    csp_invariants_add(self->set, &self->bound, &self->bounds);
}

/* Cuts the followers' domains; false: nothing would be left of one, or a fixed
 * one is beyond the bound. */
static bool
cut_followers(CspLocalSearch *self, int64_t bound)
{
  for (size_t i = 0; i < self->n_followers; i++) {
    CspVar x = self->followers[i].x;
    int64_t limit = bound + self->followers[i].c;
    if (x == self->objective || csp_local_search_is_defined(self, x) ||
        !csp_local_search_is_fixed(self, x))
      csp_local_domains_cut(&self->domains, x, self->bound.relation, limit);
    else if (!csp_relation_holds(self->bound.relation, self->values[x], limit))
      return false;
  }
  return !self->domains.has_empty;
}

void
csp_local_search_settle_objective(CspLocalSearch *self)
{
  const CspLocalDomain *domain =
      csp_local_domains_get(&self->domains, self->objective);
  int64_t best = self->maximizes ? domain->max : domain->min;

  for (size_t i = 0; i < self->n_followers; i++) {
    const Follower *follower = &self->followers[i];
    int64_t value = self->values[follower->x] - follower->c;
    if (follower->x != self->objective)
      best = self->maximizes ? MIN(best, value) : MAX(best, value);
  }
  self->values[self->objective] = (int32_t)best;
}

void
csp_local_search_loosen(CspLocalSearch *self)
{
  self->bound.constant = self->maximizes ? CSP_VALUE_MIN : CSP_VALUE_MAX;
  for (size_t i = 0; self->domains.domain_of != NULL && i < self->n_followers;
       i++)
    self->domains.domain_of[self->followers[i].x] = self->followers[i].domain;
  self->domains.has_empty = self->is_refuted;
  csp_local_refresh(self->local, self->domains.domains,
                    self->domains.domain_of);
}

void
csp_local_search_tighten(CspLocalSearch *self, int64_t bound)
{
  self->bound.constant = bound;
  if (self->is_objective_given || !cut_followers(self, bound))
    self->is_proved = true;
  else
    csp_local_refresh(self->local, self->domains.domains,
                      self->domains.domain_of);
}

/* An objective that is implied is fixed, in the eyes of the search. */
void
csp_local_search_fix_objective(CspLocalSearch *self)
{
  CspVar x = self->objective;

  if (x == CSP_NONE)
    return;
  self->is_objective_given = csp_local_search_is_fixed(self, x);
  if (!self->is_implied)
    return;
  if (self->is_objective_given && !cut_followers(self, self->values[x]))
    self->is_clashing = true;
  csp_local_search_set_fixed(self, x);
  if (!self->is_objective_given) {
    const CspLocalDomain *domain = csp_local_domains_get(&self->domains, x);
    self->values[x] = self->maximizes ? domain->min : domain->max;
  }
}
