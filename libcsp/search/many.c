/* SPDX-License-Identifier: MIT */
/* What is known holds for the first n_seen events of the trail.  When a level is
 * closed, the variables of its events among them change back; at a node, those
 * of the events behind them have changed.  So each event is looked at once when
 * it was made and once when it is undone, as the store does itself.
 *
 * A contest (contest.h) runs among one field at a time.  A variable that stands
 * in a field more than once has its first place there. */
#include "config.h"

#include "base/sorted.h"
#include "search/many.h"

struct _CspMany {
  const CspConsistency *consistency;
  uint32_t n_seen;

  CspContest *contest;
  bool has_field;
  uint32_t field_id;  /* of the contest */
  uint32_t *place_of; /* in a field that has a list, or CSP_NONE */
  const CspVar *vars; /* the field's list, or NULL */
  uint32_t n_vars;

  /* closing */
  bool does_close, is_closed;
  uint32_t *where;   /* by variable, its place in open[] */
  uint32_t *touched; /* variables since the last closing, then their places */
  bool *is_touched;
  uint32_t n_touched;
};

CspMany *
csp_many_new(const CspConsistency *consistency,
             size_t max_field,
             bool does_close)
{
  uint32_t n = consistency->problem->n_vars;
  CspMany *self = g_new0(CspMany, 1);

  self->consistency = consistency;
  self->contest = csp_contest_new((uint32_t)MAX(max_field, n));
  self->place_of = g_new(uint32_t, n);
  for (CspVar x = 0; x < n; x++)
    self->place_of[x] = CSP_NONE;
  self->does_close = does_close;
  if (does_close) {
    self->where = g_new(uint32_t, n);
    self->touched = g_new(uint32_t, n);
    self->is_touched = g_new0(bool, n);
  }
  csp_many_reset(self);
  return self;
}

void
csp_many_free(CspMany *self)
{
  if (self == NULL)
    return;
  csp_contest_free(self->contest);
  g_free(self->place_of);
  g_free(self->where);
  g_free(self->touched);
  g_free(self->is_touched);
  g_free(self);
}

bool
csp_many_does_close(const CspMany *self)
{
  return self->does_close;
}

static void
forget_touched(CspMany *self)
{
  for (uint32_t i = 0; i < self->n_touched; i++)
    self->is_touched[self->touched[i]] = false;
  self->n_touched = 0;
}

void
csp_many_reset(CspMany *self)
{
  self->n_seen = 0;
  self->has_field = false;
  self->is_closed = false;
  if (!self->does_close)
    return;
  forget_touched(self);
  for (CspVar x = 0; x < self->consistency->problem->n_vars; x++)
    self->where[x] = x;
}

/* Fields. ------------------------------------------------------------------ */

static uint32_t
place_of(const CspMany *self, CspVar x)
{
  return self->vars != NULL ? self->place_of[x] : x;
}

bool
csp_many_stands_at(const CspMany *self, CspVar x, uint32_t place)
{
  return place_of(self, x) == place;
}

/* The store has variables of its own, behind those of the model. */
static bool
is_of_model(const CspMany *self, CspVar x)
{
  return x < self->consistency->problem->n_vars;
}

static void
touch_in_contest(CspMany *self, CspVar x)
{
  if (!self->has_field || !is_of_model(self, x))
    return;
  uint32_t place = place_of(self, x);
  if (place != CSP_NONE)
    csp_contest_touch(self->contest, place);
}

static void
enter_field(CspMany *self, const CspField *field)
{
  for (uint32_t i = 0; self->vars != NULL && i < self->n_vars; i++)
    self->place_of[self->vars[i]] = CSP_NONE;
  for (uint32_t i = field->n_vars; field->vars != NULL && i-- > 0;)
    self->place_of[field->vars[i]] = i;
  self->vars = field->vars;
  self->n_vars = field->n_vars;
  self->field_id = field->id;
  self->has_field = true;
  csp_contest_begin(self->contest, field->n_vars, field->is_ranked);
}

CspBest
csp_many_get_best(CspMany *self, const CspField *field, const void *data)
{
  if (!self->has_field || self->field_id != field->id)
    enter_field(self, field);
  return csp_contest_get_best(self->contest, field->best_of, data);
}

/* Changes. ----------------------------------------------------------------- */

void
csp_many_touch(CspMany *self, CspVar x)
{
  touch_in_contest(self, x);
  if (!self->does_close || !is_of_model(self, x) || self->is_touched[x])
    return;
  self->is_touched[x] = true;
  self->touched[self->n_touched++] = x;
}

void
csp_many_look(CspMany *self)
{
  const CspStore *store = self->consistency->store;

  for (; store != NULL && self->n_seen < store->n_events; self->n_seen++)
    csp_many_touch(self, store->events[self->n_seen].var);
}

void
csp_many_undo(CspMany *self, CspVar x)
{
  const CspStore *store = self->consistency->store;

  touch_in_contest(self, x);
  if (store == NULL)
    return;
  uint32_t n_left = store->levels[store->n_levels - 1].n_events;
  for (; self->n_seen > n_left; self->n_seen--)
    touch_in_contest(self, store->events[self->n_seen - 1].var);
}

/* Closing. ----------------------------------------------------------------- */

/* Swaps variables behind the open ones until there is an open one at the place;
 * returns how many are left. */
static uint32_t
close_at(CspMany *self, CspVar *open, uint32_t place, uint32_t n_open)
{
  while (place < n_open &&
         csp_consistency_is_chosen(self->consistency, open[place])) {
    CspVar x = open[place], last = open[--n_open];
    open[place] = last;
    open[n_open] = x;
    self->where[last] = place;
    self->where[x] = n_open;
  }
  return n_open;
}

/* Only a variable touched since the last time can have been chosen since then:
 * what a frame puts back was open at its node, when nothing was left to be
 * closed there. */
uint32_t
csp_many_close(CspMany *self, CspVar *open, uint32_t n_open)
{
  uint32_t n_places = 0;

  if (!self->is_closed) {
    for (uint32_t place = 0; place < n_open; place++)
      n_open = close_at(self, open, place, n_open);
    self->is_closed = true;
    forget_touched(self);
    return n_open;
  }
  for (uint32_t i = 0; i < self->n_touched; i++) {
    CspVar x = self->touched[i];
    self->is_touched[x] = false;
    if (self->where[x] < n_open &&
        csp_consistency_is_chosen(self->consistency, x))
      self->touched[n_places++] = self->where[x];
  }
  self->n_touched = 0;
  csp_sort_vars(self->touched, n_places);
  for (uint32_t i = 0; i < n_places; i++)
    n_open = close_at(self, open, self->touched[i], n_open);
  return n_open;
}
