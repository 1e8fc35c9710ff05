/* SPDX-License-Identifier: MIT */
/* All-different by value elimination: a variable's value is taken from all
 * others as soon as it is fixed.
 *
 * Each position is closed once, when its variable is fixed, and then removes
 * what it excludes from all positions that are still open.  Of any two
 * positions one is closed first, so every pair is looked at once, also where
 * both are fixed to clashing values; and a variable that becomes fixed on the
 * way is pending and closed in the same run.  So one run is the fixpoint.  Where
 * a value excludes the same from all, those pending are closed together.
 *
 * Position i with value v excludes v + offset[i] - offset[j] from position j
 * under each view.  With word domains of one base and offsets that grow by a
 * slope, the bits excluded depend on v and i - j only: a table of masks gives
 * all views at once.  That is the inner loop of counting queens: a load, and a
 * test of the domain's word. */
#include "config.h"

#include "constraints/all-different.h"

/* Slopes of more variables would take much room, and leave few solutions. */
enum { MAX_MASKED = 256 };

static bool
is_one_base(const CspStore *store, const CspVar *vars, uint32_t n_vars)
{
  for (uint32_t i = 0; i < n_vars; i++)
    if (!csp_store_is_word(store, vars[i]) ||
        store->base[vars[i]] != store->base[vars[0]])
      return false;
  return true;
}

static CspDifferentView
make_view(CspArena *arena, const int64_t *offsets, uint32_t n_vars)
{
  if (offsets == NULL)
    return (CspDifferentView){.slope = 0};

  int64_t slope = n_vars > 1 ? offsets[1] - offsets[0] : 0;
  for (uint32_t i = 1; i < n_vars; i++)
    if (offsets[i] - offsets[i - 1] != slope)
      return (CspDifferentView){
          .offsets = csp_arena_dup(arena, offsets, n_vars * sizeof(*offsets))};
  return (CspDifferentView){.slope = slope};
}

/* The masks of each bit, `width` of them: for the distances -(n - 1) .. n - 1,
 * or one where there is no slope. */
static uint64_t *
make_masks(CspArena *arena,
           const CspDifferentView *views,
           uint32_t n_views,
           uint32_t width)
{
  uint64_t *masks = csp_arena_new_array0(arena, uint64_t, 64 * (size_t)width);

  for (uint32_t bit = 0; bit < 64; bit++)
    for (uint32_t k = 0; k < width; k++)
      for (uint32_t i = 0; i < n_views; i++) {
        int64_t distance = (int64_t)k - width / 2;
        uint64_t seen = (uint64_t)(bit + views[i].slope * distance);
        if (seen < 64)
          masks[(size_t)bit * width + k] |= UINT64_C(1) << seen;
      }
  return masks;
}

void
csp_different_views_init(CspDifferentViews *self,
                         CspStore *store,
                         const CspVar *vars,
                         uint32_t n_vars,
                         const int64_t *const *offsets,
                         uint32_t n_views)
{
  CspArena *arena = store->arena;
  CspDifferentView *views =
      csp_arena_new_array(arena, CspDifferentView, n_views);
  bool has_offsets = false, has_slopes = false;

  for (uint32_t k = 0; k < n_views; k++) {
    views[k] = make_view(arena, offsets[k], n_vars);
    has_offsets = has_offsets || views[k].offsets != NULL;
    has_slopes = has_slopes || views[k].slope != 0;
  }
  *self = (CspDifferentViews){.vars = vars,
                              .n_vars = n_vars,
                              .n_views = n_views,
                              .views = views,
                              .n_open = n_vars};
  self->open = csp_arena_new_array(arena, uint32_t, n_vars);
  self->where = csp_arena_new_array(arena, uint32_t, n_vars);
  for (uint32_t i = 0; i < n_vars; i++)
    self->open[i] = self->where[i] = i;

  if (!has_offsets && (!has_slopes || n_vars <= MAX_MASKED) &&
      is_one_base(store, vars, n_vars)) {
    self->width = has_slopes ? 2 * n_vars - 1 : 1;
    self->masks = make_masks(arena, views, n_views, self->width);
    self->losses = csp_arena_new_array(arena, CspDifferentLoss, n_vars);
  }
}

/* Lists who loses a value; false: somebody loses the last one.  Nothing is
 * changed yet, so a failure costs no event; and there is no branch on what the
 * domains hold, which no processor predicts. */
static bool
list_losses(CspDifferentViews *self,
            CspStore *store,
            uint32_t position,
            uint32_t bit,
            uint32_t *out_n_losses)
{
  const uint64_t *masks =
      self->masks + (size_t)bit * self->width + self->width / 2;
  ptrdiff_t by_distance = self->width > 1 ? -1 : 0; /* all bits, or none */
  const uint64_t *words = store->words;
  const CspVar *vars = self->vars;
  const uint32_t *open = self->open;
  CspDifferentLoss *losses = self->losses;
  uint32_t n_losses = 0, n_open = self->n_open;
  CspVar emptied = CSP_NONE;

  for (uint32_t k = 0; k < n_open; k++) {
    CspVar x = vars[open[k]];
    uint64_t excluded = masks[by_distance & ((ptrdiff_t)position - open[k])];
    losses[n_losses] = (CspDifferentLoss){.var = x, .excluded = excluded};
    n_losses += (words[x] & excluded) != 0;
    emptied = (words[x] & ~excluded) == 0 ? x : emptied;
  }
  *out_n_losses = n_losses;
  return emptied == CSP_NONE || csp_store_fail_var(store, emptied);
}

static bool
close_words(CspDifferentViews *self,
            CspStore *store,
            uint32_t position,
            int64_t value)
{
  uint32_t bit = (uint32_t)(value - store->base[self->vars[position]]);
  uint32_t n_losses;

  if (!list_losses(self, store, position, bit, &n_losses))
    return false;
  for (uint32_t k = 0; k < n_losses; k++)
    if (!csp_store_keep_word(store, self->losses[k].var,
                             ~self->losses[k].excluded, position))
      return false;
  return true;
}

/* What the value of position i is, seen from position j. */
static int64_t
seen_from(const CspDifferentView *view, int64_t value, uint32_t i, uint32_t j)
{
  if (view->offsets != NULL)
    return value + view->offsets[i] - view->offsets[j];
  return value + view->slope * ((int64_t)i - j);
}

static bool
remove_seen(CspDifferentViews *self,
            CspStore *store,
            uint32_t position,
            int64_t value,
            uint32_t other)
{
  CspVar x = self->vars[other];
  uint64_t bits = 0;

  for (uint32_t k = 0; k < self->n_views; k++) {
    int64_t seen = seen_from(&self->views[k], value, position, other);
    if (!csp_store_is_word(store, x)) {
      if (!csp_store_remove(store, x, seen, position))
        return false;
    } else {
      uint64_t bit = (uint64_t)(seen - store->base[x]);
      if (bit < 64)
        bits |= UINT64_C(1) << bit;
    }
  }
  return bits == 0 || csp_store_keep_word(store, x, ~bits, position);
}

static bool
close_any(CspDifferentViews *self,
          CspStore *store,
          uint32_t position,
          int64_t value)
{
  for (uint32_t k = 0; k < self->n_open; k++)
    if (!remove_seen(self, store, position, value, self->open[k]))
      return false;
  return true;
}

/* The position is not open any more. */
static void
take_out(CspDifferentViews *self, CspStore *store, uint32_t position)
{
  uint32_t place = self->where[position];

  csp_check(place < self->n_open);
  if (self->stamp != store->stamp) {
    csp_store_save32(store, &self->n_open);
    self->stamp = store->stamp;
  }
  uint32_t last = self->open[--self->n_open];
  self->open[place] = last;
  self->where[last] = place;
  self->open[self->n_open] = position;
  self->where[position] = self->n_open;
}

bool
csp_different_views_close(CspDifferentViews *self,
                          CspStore *store,
                          uint32_t position,
                          int64_t value)
{
  take_out(self, store, position);
  if (self->masks != NULL)
    return close_words(self, store, position, value);
  return close_any(self, store, position, value);
}

/* Without slopes a value excludes the same from all others: the values of all
 * pending variables are removed in one pass, until none is pending. */
static bool
close_together(CspDifferentViews *self, CspStore *store, CspPropagator *prop)
{
  for (uint32_t k = 0; k < prop->n_pending;) {
    uint64_t excluded = 0;
    for (; k < prop->n_pending; k++) {
      uint64_t word = store->words[prop->vars[prop->pending[k]]];
      if ((excluded & word) != 0)
        return csp_store_fail_var(store, CSP_NONE);
      excluded |= word;
      take_out(self, store, prop->pending[k]);
    }
    for (uint32_t i = 0; i < self->n_open; i++) {
      CspVar x = prop->vars[self->open[i]];
      if ((store->words[x] & excluded) != 0 &&
          !csp_store_keep_word(store, x, ~excluded, CSP_NO_HINT))
        return false;
    }
  }
  return true;
}

static bool
close_one_by_one(CspDifferentViews *self, CspStore *store, CspPropagator *prop)
{
  for (uint32_t k = 0; k < prop->n_pending; k++) {
    uint32_t position = prop->pending[k];
    if (k > 0 && csp_store_is_stopped(store))
      return false;
    if (!csp_different_views_close(
            self, store, position,
            csp_store_value(store, prop->vars[position])))
      return false;
  }
  return true;
}

static CspPropResult
value_propagate(CspPropagator *prop, CspStore *store)
{
  CspDifferentViews *views = &((CspDifferentValue *)prop)->views;
  bool is_alike = views->masks != NULL && views->width == 1;

  if (!(is_alike ? close_together(views, store, prop)
                 : close_one_by_one(views, store, prop)))
    return CSP_PROP_FAILED;
  prop->n_pending = 0;
  return views->n_open <= 1 ? CSP_PROP_ENTAILED : CSP_PROP_FIXPOINT;
}

const CspPropagatorClass csp_different_value_class = {
    .name = "all-different value",
    .propagate = value_propagate,
    .priority = CSP_PRIORITY_BINARY,
};

CspDifferentValue *
csp_post_different_value(CspStore *store,
                         const CspVar *vars,
                         uint32_t n_vars,
                         const int64_t *const *offsets,
                         uint32_t n_views)
{
  if (n_vars < 2 || n_views == 0)
    return NULL;

  CspPropagator *prop =
      csp_store_add_propagator(store, &csp_different_value_class,
                               sizeof(CspDifferentValue), vars, n_vars);
  CspDifferentValue *self = (CspDifferentValue *)prop;
  csp_different_views_init(&self->views, store, prop->vars, n_vars, offsets,
                           n_views);
  csp_store_subscribe_all(store, prop, CSP_ON_FIX_TRACKED);
  return self;
}
