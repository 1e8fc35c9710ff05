/* SPDX-License-Identifier: MIT */
/* Two arrays are inverse functions: f[i] = j if and only if g[j] = i.
 *
 * Channeling removes i from g[j] when f[i] has lost j, and the other way round,
 * and fixes g[j] = i when f[i] = j.  What a variable has lost since the last
 * call is read off its events on the trail, so that each loss costs once.
 * Channeled domains are each other's transposes; a value that all-different
 * supports in f is therefore supported in g, and with all-different over f
 * domains are consistent (Régin 1994).  It runs until it has changed nothing;
 * one array may be its own inverse. */
#include "config.h"

#include "constraints/all-different.h"
#include "constraints/invariants.h"

#define NO_CALL UINT32_MAX

typedef struct {
  CspPropagator base; /* f, then g */
  uint32_t n;
  int64_t first[2];      /* the value that stands for place 0 of f, of g */
  uint32_t events_known; /* trailed; by the last call, or NO_CALL */
  uint64_t stamp;        /* the store's when that was saved last */
} Inverse;

/* One array seen from a place in it. */
typedef struct {
  CspVar x;
  const CspVar *others;     /* the other array */
  int64_t first, own_value; /* of the other array's places; what x is to it */
} Place;

static Place
place_of(const Inverse *self, uint32_t position)
{
  const CspVar *vars = self->base.vars;
  bool is_g = position >= self->n;

  return (Place){.x = vars[position],
                 .others = is_g ? vars : vars + self->n,
                 .first = self->first[!is_g],
                 .own_value =
                     self->first[is_g] + position - (is_g ? self->n : 0)};
}

static bool
lose(CspStore *store, const Place *place, int64_t value)
{
  return csp_store_remove(store, place->others[value - place->first],
                          place->own_value, CSP_NO_HINT);
}

/* The values from min to max that were no holes before. */
static bool
lose_range(CspStore *store, const Place *place, int64_t min, int64_t max)
{
  for (int64_t value = min; value <= max; value++)
    if (csp_store_has_no_hole(store, place->x, value) &&
        !lose(store, place, value))
      return false;
  return true;
}

/* Passes on what was lost since event number `since`.  One's own variable may be
 * among the others; its new events are for the next round. */
static bool
pass_losses(CspStore *store, const Place *place, uint32_t since)
{
  CspVar x = place->x;
  int64_t min = csp_store_min(store, x), max = csp_store_max(store, x);
  int64_t old_min = min, old_max = max;
  uint64_t now = csp_store_is_word(store, x) ? store->words[x] : 0, old = now;

  for (uint32_t e = store->last_event[x]; e != CSP_NO_EVENT && e >= since;
       e = store->events[e].prev) {
    uint64_t before = store->events[e].old;
    switch ((CspEventKind)store->events[e].what) {
    case CSP_EVENT_WORD:
      old = before;
      break;
    case CSP_EVENT_MIN:
      old_min = (int32_t)(uint32_t)before;
      break;
    case CSP_EVENT_MAX:
      old_max = (int32_t)(uint32_t)before;
      break;
    case CSP_EVENT_HOLE:
      if (!lose(store, place, (int64_t)before))
        return false;
      break;
    }
  }
  for (uint64_t lost = old & ~now; lost != 0; lost &= lost - 1)
    if (!lose(store, place, store->base[x] + __builtin_ctzll(lost)))
      return false;
  return lose_range(store, place, old_min, min - 1) &&
         lose_range(store, place, max + 1, old_max);
}

static bool
pass_all(CspStore *store, const Place *place, uint32_t n)
{
  for (uint32_t j = 0; j < n; j++)
    if (!csp_store_has(store, place->x, place->first + j) &&
        !lose(store, place, place->first + j))
      return false;
  return true;
}

static bool
pass_value(CspStore *store, const Place *place)
{
  int64_t value;

  if (!csp_store_is_fixed(store, place->x))
    return true;
  value = csp_store_value(store, place->x);
  return csp_store_fix(store, place->others[value - place->first],
                       place->own_value, CSP_NO_HINT);
}

static bool
pass_on(Inverse *self, CspStore *store, uint32_t since)
{
  for (uint32_t p = 0; p < 2 * self->n; p++) {
    Place place = place_of(self, p);
    uint32_t last = store->last_event[place.x];
    if (since != NO_CALL && (last == CSP_NO_EVENT || last < since))
      continue;
    if (!(since == NO_CALL ? pass_all(store, &place, self->n)
                           : pass_losses(store, &place, since)) ||
        !pass_value(store, &place))
      return false;
  }
  return true;
}

static CspPropResult
inverse_propagate(CspPropagator *prop, CspStore *store)
{
  Inverse *self = (Inverse *)prop;

  if (self->stamp != store->stamp) {
    csp_store_save32(store, &self->events_known);
    self->stamp = store->stamp;
  }
  do {
    uint32_t since = self->events_known;
    self->events_known = store->n_events;
    if (csp_store_is_stopped(store))
      return CSP_PROP_AGAIN;
    if (!pass_on(self, store, since))
      return CSP_PROP_FAILED;
  } while (self->events_known != store->n_events);
  return CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass inverse_class = {
    .name = "inverse",
    .propagate = inverse_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

/* How many places are not the value of their value. */
static int64_t
inverse_violation(const CspConstraint *con,
                  const int32_t *values,
                  CspScratch *scratch)
{
  uint32_t n = con->n_vars / 2;
  int64_t n_wrong = 0;

  for (uint32_t p = 0; p < 2 * n; p++) {
    bool is_g = p >= n;
    int64_t own_value = (int64_t)con->ints[is_g] + p - (is_g ? n : 0);
    int64_t other =
        (int64_t)values[csp_constraint_var(con, p)] - con->ints[!is_g];
    n_wrong +=
        other < 0 || other >= n ||
        values[csp_constraint_var(con, (uint32_t)other + (is_g ? 0 : n))] !=
            own_value;
  }
  return n_wrong;
}

static bool
inverse_holds(const CspConstraint *con,
              const int32_t *values,
              CspScratch *scratch)
{
  return inverse_violation(con, values, scratch) == 0;
}

static bool
inverse_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  uint32_t n = con->n_vars / 2;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);

  for (uint32_t p = 0; p < 2 * n; p++) {
    int64_t first = con->ints[p < n];
    vars[p] = csp_constraint_var(con, p);
    if (!csp_store_set_min(store, vars[p], first, CSP_NO_HINT) ||
        !csp_store_set_max(store, vars[p], first + n - 1, CSP_NO_HINT))
      return false;
  }

  Inverse *self = (Inverse *)csp_store_add_propagator(
      store, &inverse_class, sizeof(Inverse), vars, 2 * n);
  self->n = n;
  self->first[0] = con->ints[0];
  self->first[1] = con->ints[1];
  self->events_known = NO_CALL;
  csp_store_subscribe_all(store, &self->base, CSP_ON_DOMAIN);
  return strength == CSP_STRENGTH_VALUE ||
         csp_post_all_different(store, vars, n, NULL, strength);
}

const CspFamily csp_family_inverse = {
    .name = "inverse",
    .blurb = "two arrays are inverse functions",
    .holds = inverse_holds,
    .post = inverse_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = inverse_violation,
};
