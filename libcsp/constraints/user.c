/* SPDX-License-Identifier: MIT */
/* A program's own constraint.
 *
 * Its propagator is called again until it changes nothing, and once all is
 * fixed the meaning has the last word.  Without one, two positions with
 * different unfixed variables are watched; nothing happens while both stay so.
 * When only one variable is left, each of its values is tested by the meaning
 * and the constraint is done with.  Watches need not be put back on
 * backtracking: what is unfixed below is unfixed above. */
#include "config.h"

#include "constraints/family.h"

struct _CspDomains {
  CspStore *store;
  const CspPropagator *prop;
  bool has_failed;
};

typedef struct {
  CspPropagator base;
  const CspUserConstraint *user;
  gint *values; /* of the scope, while holds() looks at them */
  uint32_t watches[2];
} User;

/* An unfixed position, from `from` on around, with another variable than
 * `except`; or n_vars. */
static uint32_t
user_find(const User *self, const CspStore *store, uint32_t from, CspVar except)
{
  const CspVar *vars = self->base.vars;
  uint32_t n = self->base.n_vars;

  for (uint32_t k = 0; k < n; k++) {
    uint32_t i = from + k < n ? from + k : from + k - n;
    if (vars[i] != except && !csp_store_is_fixed(store, vars[i]))
      return i;
  }
  return n;
}

/* With the smallest values of the variables, which are all they have but for
 * `open`, which takes `value`. */
static bool
user_test(User *self, const CspStore *store, CspVar open, int64_t value)
{
  const CspVar *vars = self->base.vars;
  uint32_t n = self->base.n_vars;

  for (uint32_t i = 0; i < n; i++)
    self->values[i] =
        (gint)(vars[i] == open ? value : csp_store_min(store, vars[i]));
  return self->user->klass->holds(self->user->data, self->values, n);
}

static CspPropResult
user_check(User *self, CspStore *store)
{
  return user_test(self, store, CSP_NONE, 0) ? CSP_PROP_ENTAILED
                                             : csp_store_fail(store);
}

static CspPropResult
user_test_values(User *self, CspStore *store, CspVar open)
{
  CSP_STORE_FOREACH_VALUE(store, open, value)
  {
    if (csp_store_is_stopped(store))
      return CSP_PROP_AGAIN;
    if (!user_test(self, store, open, value) &&
        !csp_store_remove(store, open, value, CSP_NO_HINT))
      return CSP_PROP_FAILED;
  }
  return CSP_PROP_ENTAILED;
}

static CspPropResult
user_propagate_by_meaning(CspPropagator *prop, CspStore *store)
{
  User *self = (User *)prop;
  uint32_t n = prop->n_vars, a = self->watches[0], b = self->watches[1];

  if (csp_store_is_fixed(store, prop->vars[a])) {
    a = user_find(self, store, a, CSP_NONE);
    if (a == n)
      return user_check(self, store);
    self->watches[0] = a;
  }
  if (prop->vars[b] == prop->vars[a] ||
      csp_store_is_fixed(store, prop->vars[b])) {
    b = user_find(self, store, b, prop->vars[a]);
    if (b == n)
      return user_test_values(self, store, prop->vars[a]);
    self->watches[1] = b;
  }
  return CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass user_meaning_class = {
    .name = "user-meaning",
    .propagate = user_propagate_by_meaning,
    .priority = CSP_PRIORITY_LINEAR,
};

static CspPropResult
user_propagate(CspPropagator *prop, CspStore *store)
{
  User *self = (User *)prop;
  const CspUserConstraint *user = self->user;
  uint32_t n_events;

  do {
    CspDomains domains = {.store = store, .prop = prop};
    n_events = store->n_events;
    if (!user->klass->propagate(user->data, &domains, prop->n_vars) ||
        domains.has_failed)
      return store->has_failed ? CSP_PROP_FAILED : csp_store_fail(store);
    if (csp_store_is_stopped(store))
      return CSP_PROP_AGAIN;
  } while (store->n_events != n_events);
  if (user_find(self, store, self->watches[0], CSP_NONE) == prop->n_vars)
    return user_check(self, store);
  return CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass user_class = {
    .name = "user",
    .propagate = user_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

/* A class made before a member was added is too short to have it. */
static bool
has_propagate(const CspConstraintClass *klass)
{
  return klass->size > offsetof(CspConstraintClass, propagate) &&
         klass->propagate != NULL;
}

static bool
user_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  const CspUserConstraint *user = con->object;
  bool has_own = strength != CSP_STRENGTH_VALUE && has_propagate(user->klass);
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);

  for (uint32_t i = 0; i < con->n_vars; i++)
    vars[i] = csp_constraint_var(con, i);
  User *self = (User *)csp_store_add_propagator(
      store, has_own ? &user_class : &user_meaning_class, sizeof *self, vars,
      con->n_vars);
  self->user = user;
  self->values = csp_arena_new_array(store->arena, gint, con->n_vars);
  csp_store_subscribe_all(store, &self->base,
                          has_own ? CSP_ON_DOMAIN : CSP_ON_FIX);
  return true;
}

static const gint *
user_scope(const CspConstraint *con, const int32_t *values, CspScratch *scratch)
{
  gint *scope = csp_scratch_get(scratch, con->n_vars * sizeof *scope);

  for (uint32_t i = 0; i < con->n_vars; i++)
    scope[i] = values[csp_constraint_var(con, i)];
  return scope;
}

static bool
user_holds(const CspConstraint *con, const int32_t *values, CspScratch *scratch)
{
  const CspUserConstraint *user = con->object;

  return user->klass->holds(user->data, user_scope(con, values, scratch),
                            con->n_vars);
}

static int64_t
user_violation(const CspConstraint *con,
               const int32_t *values,
               CspScratch *scratch)
{
  const CspUserConstraint *user = con->object;

  if (user->klass->violation == NULL)
    return !user_holds(con, values, scratch);
  return user->klass->violation(user->data, user_scope(con, values, scratch),
                                con->n_vars);
}

const CspFamily csp_family_user = {
    .name = "user",
    .blurb = "a program's own constraint",
    .holds = user_holds,
    .post = user_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = user_violation,
};

/* What the propagator sees and does. --------------------------------------- */

static CspVar
domains_var(const CspDomains *self, gsize position)
{
  return self->prop->vars[position];
}

static gboolean
domains_note(CspDomains *self, bool has_worked)
{
  self->has_failed |= !has_worked;
  return has_worked;
}

/**
 * csp_domains_get_min:
 * @self: the domains of a constraint's scope
 * @position: a position in the scope
 *
 * The smallest value left of a variable.
 *
 * Returns: the value
 *
 * Since: 0.1
 */
gint
csp_domains_get_min(const CspDomains *self, gsize position)
{
  g_return_val_if_fail(position < self->prop->n_vars, 0);

  return (gint)csp_store_min(self->store, domains_var(self, position));
}

/**
 * csp_domains_get_max:
 * @self: the domains of a constraint's scope
 * @position: a position in the scope
 *
 * The largest value left of a variable.
 *
 * Returns: the value
 *
 * Since: 0.1
 */
gint
csp_domains_get_max(const CspDomains *self, gsize position)
{
  g_return_val_if_fail(position < self->prop->n_vars, 0);

  return (gint)csp_store_max(self->store, domains_var(self, position));
}

/**
 * csp_domains_get_size:
 * @self: the domains of a constraint's scope
 * @position: a position in the scope
 *
 * How many values a variable has left; 1 means that it is fixed.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
gsize
csp_domains_get_size(const CspDomains *self, gsize position)
{
  g_return_val_if_fail(position < self->prop->n_vars, 0);

  return csp_store_size(self->store, domains_var(self, position));
}

/**
 * csp_domains_has:
 * @self: the domains of a constraint's scope
 * @position: a position in the scope
 * @value: a value
 *
 * Asks whether a variable may still take a value.
 *
 * Returns: %TRUE if it may
 *
 * Since: 0.1
 */
gboolean
csp_domains_has(const CspDomains *self, gsize position, gint value)
{
  g_return_val_if_fail(position < self->prop->n_vars, FALSE);

  return csp_store_has(self->store, domains_var(self, position), value);
}

/**
 * csp_domains_set_min:
 * @self: the domains of a constraint's scope
 * @position: a position in the scope
 * @value: a value
 *
 * Removes all values below @value.
 *
 * Returns: %TRUE, or %FALSE when none would be left: the propagator returns
 *   %FALSE then
 *
 * Since: 0.1
 */
gboolean
csp_domains_set_min(CspDomains *self, gsize position, gint value)
{
  g_return_val_if_fail(position < self->prop->n_vars, FALSE);

  return domains_note(self, csp_store_set_min(self->store,
                                              domains_var(self, position),
                                              value, CSP_NO_HINT));
}

/**
 * csp_domains_set_max:
 * @self: the domains of a constraint's scope
 * @position: a position in the scope
 * @value: a value
 *
 * Removes all values above @value.
 *
 * Returns: %TRUE, or %FALSE when none would be left: the propagator returns
 *   %FALSE then
 *
 * Since: 0.1
 */
gboolean
csp_domains_set_max(CspDomains *self, gsize position, gint value)
{
  g_return_val_if_fail(position < self->prop->n_vars, FALSE);

  return domains_note(self, csp_store_set_max(self->store,
                                              domains_var(self, position),
                                              value, CSP_NO_HINT));
}

/**
 * csp_domains_fix:
 * @self: the domains of a constraint's scope
 * @position: a position in the scope
 * @value: a value
 *
 * Removes all values but @value.
 *
 * Returns: %TRUE, or %FALSE when none would be left: the propagator returns
 *   %FALSE then
 *
 * Since: 0.1
 */
gboolean
csp_domains_fix(CspDomains *self, gsize position, gint value)
{
  g_return_val_if_fail(position < self->prop->n_vars, FALSE);

  return domains_note(self,
                      csp_store_fix(self->store, domains_var(self, position),
                                    value, CSP_NO_HINT));
}

/**
 * csp_domains_remove:
 * @self: the domains of a constraint's scope
 * @position: a position in the scope
 * @value: a value
 *
 * Removes one value.
 *
 * Returns: %TRUE, or %FALSE when none would be left: the propagator returns
 *   %FALSE then
 *
 * Since: 0.1
 */
gboolean
csp_domains_remove(CspDomains *self, gsize position, gint value)
{
  g_return_val_if_fail(position < self->prop->n_vars, FALSE);

  return domains_note(self,
                      csp_store_remove(self->store, domains_var(self, position),
                                       value, CSP_NO_HINT));
}
