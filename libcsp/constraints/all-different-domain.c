/* SPDX-License-Identifier: MIT */
/* All-different to domain consistency for scopes and domains of any size:
 * Régin (1994), with what Gent, Miguel and Nightingale (2008) found to matter.
 *
 * A matching gives each variable a value of its own, its mate.  Seen from it,
 * variable i points at variable j when the mate of j is in the domain of i: i
 * could then take it, if j finds another.  A value that is in no variable's
 * possession can be taken freely.  So i may have value u exactly when u is its
 * mate; or u's owner, or u itself, leads to a free value; or u's owner is in
 * the same strongly connected component as i.  Tarjan's algorithm numbers a
 * component after all those it points at, so that whether one leads to a free
 * value is known when it is finished.
 *
 * Four things save work:
 *
 *   - The matching is kept from call to call and repaired.  It is not undone:
 *     what is a matching within smaller domains is one within larger.  Who was
 *     left without a mate by a failure stays listed.
 *   - The classes found (those that lead to free values together, and each
 *     other component) share no value afterwards.  They are kept as a
 *     partition of the positions, and only a class in which a domain has
 *     changed is looked at again: it falls into smaller ones, or stays.
 *   - Which domains have changed is read off the trail: a variable's last event
 *     is later than the last call.
 *   - Most often a class stays.  Where domains are bit sets that is seen from a
 *     few sweeps over them, 64 values at a time, before Tarjan's algorithm looks
 *     at each.
 *
 * The partition is an order of the positions with a bit where a class starts.
 * Only the bits are trailed.  The order is changed within a class only, and any
 * order of a class will do. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "constraints/all-different.h"

#define NOBODY UINT32_MAX
#define NO_VALUE UINT32_MAX
#define NO_CALL UINT32_MAX

typedef struct {
  CspPropagator base;
  const CspDifferentViews *views;
  bool has_repeats;

  /* Values, offsets included, by number: their distance from min, or their
   * place in a list. */
  int64_t min;
  const int64_t *listed;
  uint32_t n_values;

  uint32_t *mates;  /* by position: the value's number, or NO_VALUE */
  uint32_t *owners; /* by value: whose mate it is, or NOBODY */
  uint32_t *unmatched, n_unmatched;

  uint32_t *order, *where; /* the partition, and its inverse */
  uint64_t *starts;        /* trailed; bit n_vars is set too */
  uint32_t events_known;   /* trailed; by the last call, or NO_CALL */
  uint64_t stamp;          /* the store's when that was saved last */

  /* room for one call */
  uint32_t *dirty;      /* starts of classes to look at */
  uint32_t *is_dirty;   /* by start: number of the call */
  uint32_t n_calls;     /* numbers calls and searches for a path */
  uint32_t *seen;       /* by value: number of the search */
  uint32_t *reached_by; /* by value: the position before */
  uint32_t *queue;      /* positions: the search's; Tarjan's path */
  uint32_t *stack;      /* positions: of the components under way */
  uint32_t *found;      /* positions, by component */
  uint32_t *index;      /* by position, from 1 in the order of visits; or 0 */
  uint32_t *low;        /* by position; when finished its component's root */
  bool *is_finished, *leads_to_free;
  int64_t *cursor; /* by position: the value to go on with */

  /* a class's domains as bit sets over all values, n_words each, unless they
   * would take more room than their values; and a few sets more */
  uint64_t *rows;
  uint32_t n_words;
  uint64_t *held, *mated, *reached;
} DomainDifferent;

/* Values. ------------------------------------------------------------------ */

static uint32_t
number_of(const DomainDifferent *self, uint32_t position, int64_t value)
{
  int64_t term = value + csp_different_offset(self->views, position);

  if (self->listed == NULL)
    return (uint32_t)(term - self->min);

  uint32_t low = 0, high = self->n_values - 1;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (self->listed[middle] < term)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static int64_t
value_of(const DomainDifferent *self, uint32_t position, uint32_t number)
{
  int64_t term =
      self->listed != NULL ? self->listed[number] : self->min + number;

  return term - csp_different_offset(self->views, position);
}

/* A number that marks nothing yet. */
static uint32_t
next_call(DomainDifferent *self)
{
  if (++self->n_calls == 0) {
    memset(self->seen, 0, self->n_values * sizeof(*self->seen));
    memset(self->is_dirty, 0, self->base.n_vars * sizeof(*self->is_dirty));
    self->n_calls = 1;
  }
  return self->n_calls;
}

/* The matching. ------------------------------------------------------------ */

static void
release_lost_mate(DomainDifferent *self,
                  const CspStore *store,
                  uint32_t position)
{
  uint32_t mate = self->mates[position];

  if (mate == NO_VALUE || csp_store_has(store, self->base.vars[position],
                                        value_of(self, position, mate)))
    return;
  self->owners[mate] = NOBODY;
  self->mates[position] = NO_VALUE;
  self->unmatched[self->n_unmatched++] = position;
}

/* Hands `number` to `position`, its former mate to whom that was reached by,
 * and so on back to the root, which had none. */
static void
pass_on(DomainDifferent *self, uint32_t position, uint32_t number)
{
  while (number != NO_VALUE) {
    uint32_t former = self->mates[position];
    self->mates[position] = number;
    self->owners[number] = position;
    number = former;
    if (former != NO_VALUE)
      position = self->reached_by[former];
  }
}

/* Breadth first, from an unmatched position along the owners of values. */
static bool
augment(DomainDifferent *self, const CspStore *store, uint32_t root)
{
  uint32_t head = 0, tail = 0, search = next_call(self);

  self->queue[tail++] = root;
  while (head < tail) {
    uint32_t position = self->queue[head++];
    CSP_STORE_FOREACH_VALUE(store, self->base.vars[position], value)
    {
      uint32_t number = number_of(self, position, value);
      uint32_t owner = self->owners[number];
      if (owner == NOBODY) {
        pass_on(self, position, number);
        return true;
      }
      if (self->seen[number] != search) {
        self->seen[number] = search;
        self->reached_by[number] = position;
        self->queue[tail++] = owner;
      }
    }
  }
  return false;
}

static bool
complete_matching(DomainDifferent *self, CspStore *store)
{
  for (; self->n_unmatched > 0; self->n_unmatched--) {
    if (csp_store_is_stopped(store))
      return false;
    if (!augment(self, store, self->unmatched[self->n_unmatched - 1])) {
      csp_store_fail(store);
      return false;
    }
  }
  return true;
}

/* The partition. ----------------------------------------------------------- */

static void
add_start(DomainDifferent *self, CspStore *store, uint32_t place)
{
  csp_store_save(store, &self->starts[place / 64]);
  self->starts[place / 64] |= UINT64_C(1) << (place % 64);
}

static uint32_t
start_of(const DomainDifferent *self, uint32_t place)
{
  uint32_t i = place / 64;
  uint64_t word = self->starts[i] & (~UINT64_C(0) >> (63 - place % 64));

  while (word == 0)
    word = self->starts[--i];
  return 64 * i + 63 - (uint32_t)__builtin_clzll(word);
}

static uint32_t
end_of(const DomainDifferent *self, uint32_t start)
{
  uint32_t i = (start + 1) / 64;
  uint64_t word = self->starts[i] & (~UINT64_C(0) << ((start + 1) % 64));

  while (word == 0)
    word = self->starts[++i];
  return 64 * i + (uint32_t)__builtin_ctzll(word);
}

/* Lists the classes in which a domain has changed since the last call, and
 * releases mates that are gone. */
static uint32_t
find_dirty(DomainDifferent *self, const CspStore *store)
{
  uint32_t call = next_call(self), n_dirty = 0;

  for (uint32_t i = 0; i < self->base.n_vars; i++) {
    uint32_t last = store->last_event[self->base.vars[i]];
    if (self->events_known != NO_CALL &&
        (last == CSP_NO_EVENT || last < self->events_known))
      continue;
    release_lost_mate(self, store, i);
    uint32_t start = start_of(self, self->where[i]);
    if (self->is_dirty[start] != call) {
      self->is_dirty[start] = call;
      self->dirty[n_dirty++] = start;
    }
  }
  return n_dirty;
}

/* Classes that stay whole. ------------------------------------------------- */

/* Adds the word's values to the row, its lowest bit at bit number `at`; none of
 * them lies outside. */
static void
add_word(uint64_t *row, int64_t at, uint64_t word)
{
  if (word == 0)
    return;
  if (at < 0) {
    row[0] |= word >> -at;
    return;
  }
  row[at / 64] |= word << (at % 64);
  if (at % 64 != 0 && word >> (64 - at % 64) != 0)
    row[at / 64 + 1] |= word >> (64 - at % 64);
}

static void
read_row(const DomainDifferent *self,
         const CspStore *store,
         uint32_t position,
         uint64_t *row)
{
  CspVar x = self->base.vars[position];
  int64_t at =
      store->base[x] + csp_different_offset(self->views, position) - self->min;

  memset(row, 0, self->n_words * sizeof(*row));
  if (csp_store_is_word(store, x)) {
    add_word(row, at, store->words[x]);
    return;
  }
  uint32_t first = (uint32_t)(store->min[x] - store->base[x]);
  uint32_t last = (uint32_t)(store->max[x] - store->base[x]);
  for (uint32_t i = first / 64; i <= last / 64; i++) {
    uint64_t word = store->wide[x].bits[i];
    if (i == first / 64)
      word &= ~UINT64_C(0) << (first % 64);
    if (i == last / 64)
      word &= ~UINT64_C(0) >> (63 - last % 64);
    add_word(row, at + 64 * (int64_t)i, word);
  }
}

static bool
has_bit(const uint64_t *set, uint32_t bit)
{
  return (set[bit / 64] >> (bit % 64) & 1) != 0;
}

static void
add_bit(uint64_t *set, uint32_t bit)
{
  set[bit / 64] |= UINT64_C(1) << (bit % 64);
}

static bool
intersect(const uint64_t *a, const uint64_t *b, uint32_t n_words)
{
  for (uint32_t i = 0; i < n_words; i++)
    if ((a[i] & b[i]) != 0)
      return true;
  return false;
}

/* Reads the rows of a class.  Are there values in them that nobody has?  These
 * are then what is reached so far, else the first position's mate is. */
static bool
read_class(DomainDifferent *self,
           const CspStore *store,
           uint32_t start,
           uint32_t n)
{
  uint32_t n_words = self->n_words;
  uint64_t any_free = 0;

  memset(self->held, 0, n_words * sizeof(uint64_t));
  memset(self->mated, 0, n_words * sizeof(uint64_t));
  for (uint32_t k = 0; k < n; k++) {
    uint64_t *row = &self->rows[(size_t)k * n_words];
    read_row(self, store, self->order[start + k], row);
    for (uint32_t i = 0; i < n_words; i++)
      self->held[i] |= row[i];
    add_bit(self->mated, self->mates[self->order[start + k]]);
  }
  for (uint32_t i = 0; i < n_words; i++)
    any_free |= self->reached[i] = self->held[i] & ~self->mated[i];
  if (any_free == 0)
    add_bit(self->reached, self->mates[self->order[start]]);
  return any_free != 0;
}

/* Does everyone lead to what is reached?  Not known after a few sweeps: no. */
static bool
all_lead_there(DomainDifferent *self, uint32_t start, uint32_t n)
{
  enum { N_SWEEPS = 8 };
  uint32_t *left = self->queue, n_left = 0;

  for (uint32_t k = 0; k < n; k++)
    if (!has_bit(self->reached, self->mates[self->order[start + k]]))
      left[n_left++] = k;
  for (int sweep = 0; sweep < N_SWEEPS && n_left > 0; sweep++) {
    uint32_t n_still = 0;
    for (uint32_t i = 0; i < n_left; i++) {
      uint32_t k = left[i];
      if (intersect(&self->rows[(size_t)k * self->n_words], self->reached,
                    self->n_words))
        add_bit(self->reached, self->mates[self->order[start + k]]);
      else
        left[n_still++] = k;
    }
    n_left = n_still;
  }
  return n_left == 0;
}

/* Does the first position lead to everyone?  `mated` loses whom it reaches. */
static bool
first_leads_to_all(DomainDifferent *self, uint32_t start, uint32_t n)
{
  uint32_t head = 0, tail = 0, first = self->mates[self->order[start]];

  self->queue[tail++] = 0;
  self->mated[first / 64] &= ~(UINT64_C(1) << (first % 64));
  while (head < tail) {
    const uint64_t *row =
        &self->rows[(size_t)self->queue[head++] * self->n_words];
    for (uint32_t i = 0; i < self->n_words; i++) {
      uint64_t fresh = row[i] & self->mated[i];
      self->mated[i] &= ~fresh;
      for (; fresh != 0; fresh &= fresh - 1) {
        uint32_t number = 64 * i + (uint32_t)__builtin_ctzll(fresh);
        self->queue[tail++] = self->where[self->owners[number]] - start;
      }
    }
  }
  return tail == n;
}

static bool
is_whole(DomainDifferent *self,
         const CspStore *store,
         uint32_t start,
         uint32_t n)
{
  bool has_free = read_class(self, store, start, n);

  return all_lead_there(self, start, n) &&
         (has_free || first_leads_to_all(self, start, n));
}

/* Components. -------------------------------------------------------------- */

typedef struct {
  uint32_t n_visited, n_calls, n_stack, n_found;
  uint32_t n_leading;    /* positions that lead to a free value */
  uint32_t n_components; /* of the others */
} Tarjan;

static void
enter(DomainDifferent *self,
      const CspStore *store,
      Tarjan *tarjan,
      uint32_t position)
{
  self->index[position] = self->low[position] = ++tarjan->n_visited;
  self->leads_to_free[position] = false;
  self->is_finished[position] = false;
  self->cursor[position] = csp_store_min(store, self->base.vars[position]);
  self->queue[tarjan->n_calls++] = position;
  self->stack[tarjan->n_stack++] = position;
}

/* Looks at the remaining values; stops at an owner not visited yet and says
 * who.  It begins with that owner again when he has been visited. */
static uint32_t
next_unvisited(DomainDifferent *self, const CspStore *store, uint32_t position)
{
  CspVar x = self->base.vars[position];
  int64_t value = self->cursor[position];

  for (; value != INT64_MAX; value = csp_store_next(store, x, value)) {
    uint32_t owner = self->owners[number_of(self, position, value)];
    if (owner == NOBODY) {
      self->leads_to_free[position] = true;
    } else if (self->index[owner] == 0) {
      self->cursor[position] = value;
      return owner;
    } else {
      self->leads_to_free[position] |= self->leads_to_free[owner];
      if (!self->is_finished[owner])
        self->low[position] = MIN(self->low[position], self->low[owner]);
    }
  }
  self->cursor[position] = INT64_MAX;
  return NOBODY;
}

static void
finish_component(DomainDifferent *self, Tarjan *tarjan, uint32_t root)
{
  uint32_t position;

  do {
    position = self->stack[--tarjan->n_stack];
    self->is_finished[position] = true;
    self->leads_to_free[position] = self->leads_to_free[root];
    self->low[position] = self->index[root];
    self->found[tarjan->n_found++] = position;
    tarjan->n_leading += self->leads_to_free[root];
  } while (position != root);
  tarjan->n_components += !self->leads_to_free[root];
}

static void
visit(DomainDifferent *self,
      const CspStore *store,
      Tarjan *tarjan,
      uint32_t position)
{
  enter(self, store, tarjan, position);
  while (tarjan->n_calls > 0) {
    position = self->queue[tarjan->n_calls - 1];
    uint32_t owner = next_unvisited(self, store, position);
    if (owner != NOBODY) {
      enter(self, store, tarjan, owner);
      continue;
    }
    if (self->low[position] == self->index[position])
      finish_component(self, tarjan, position);
    tarjan->n_calls--;
  }
}

/* Puts those that lead to free values first, then component by component, and
 * marks where each class starts. */
static void
split_class(DomainDifferent *self, CspStore *store, uint32_t start, uint32_t n)
{
  uint32_t place = start, root = 0;

  for (uint32_t k = 0; k < n; k++)
    if (self->leads_to_free[self->found[k]])
      self->order[place++] = self->found[k];
  for (uint32_t k = 0; k < n; k++) {
    uint32_t position = self->found[k];
    if (self->leads_to_free[position])
      continue;
    if (self->low[position] != root && place > start)
      add_start(self, store, place);
    root = self->low[position];
    self->order[place++] = position;
  }
  for (place = start; place < start + n; place++)
    self->where[self->order[place]] = place;
}

/* May it keep the value of this owner? */
static bool
is_open_to(const DomainDifferent *self, uint32_t position, uint32_t owner)
{
  return owner == NOBODY || self->leads_to_free[owner] ||
         (!self->leads_to_free[position] &&
          self->low[owner] == self->low[position]);
}

static bool
prune(DomainDifferent *self, CspStore *store, uint32_t position)
{
  CspVar x = self->base.vars[position];
  uint64_t removed = 0;

  CSP_STORE_FOREACH_VALUE(store, x, value)
  {
    uint32_t owner = self->owners[number_of(self, position, value)];
    if (is_open_to(self, position, owner))
      continue;
    if (csp_store_is_word(store, x))
      removed |= UINT64_C(1) << (value - store->base[x]);
    else if (!csp_store_remove(store, x, value, CSP_NO_HINT))
      return false;
  }
  return removed == 0 || csp_store_keep_word(store, x, ~removed, CSP_NO_HINT);
}

static bool
examine_class(DomainDifferent *self, CspStore *store, uint32_t start)
{
  uint32_t n = end_of(self, start) - start;
  Tarjan tarjan = {0};

  if (n == 1)
    return true;
  if (csp_store_is_stopped(store))
    return false;
  if (self->rows != NULL && is_whole(self, store, start, n))
    return true;
  for (uint32_t k = 0; k < n; k++)
    self->index[self->order[start + k]] = 0;
  for (uint32_t k = 0; k < n; k++)
    if (self->index[self->order[start + k]] == 0)
      visit(self, store, &tarjan, self->order[start + k]);
  csp_check(tarjan.n_found == n);

  if (tarjan.n_components + (tarjan.n_leading > 0) == 1)
    return true;
  split_class(self, store, start, n);
  for (uint32_t k = 0; k < n; k++)
    if (!prune(self, store, self->order[start + k]))
      return false;
  return true;
}

static void
know_events(DomainDifferent *self, CspStore *store, uint32_t n_events)
{
  if (self->stamp != store->stamp) {
    csp_store_save32(store, &self->events_known);
    self->stamp = store->stamp;
  }
  self->events_known = n_events;
}

static CspPropResult
domain_propagate(CspPropagator *prop, CspStore *store)
{
  DomainDifferent *self = (DomainDifferent *)prop;
  uint32_t n_events = store->n_events;

  if (self->views->n_open <= 1)
    return CSP_PROP_ENTAILED;

  uint32_t n_dirty = find_dirty(self, store);
  if (!complete_matching(self, store))
    return CSP_PROP_FAILED;
  for (uint32_t k = 0; k < n_dirty; k++)
    if (!examine_class(self, store, self->dirty[k]))
      return CSP_PROP_FAILED;
  /* Its own changes leave nothing to do, but at a variable's other place. */
  know_events(self, store, self->has_repeats ? n_events : store->n_events);
  return self->has_repeats ? CSP_PROP_AGAIN : CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass domain_class = {
    .name = "all-different domain",
    .propagate = domain_propagate,
    .priority = CSP_PRIORITY_CUBIC,
};

/* Posting. ----------------------------------------------------------------- */

static int
compare_terms(const void *a, const void *b)
{
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

  return (x > y) - (x < y);
}

/* Numbers by distance where that wastes little, else by a list of all. */
static void
number_values(DomainDifferent *self,
              const CspStore *store,
              const CspDifferentScope *scope)
{
  uint64_t range = (uint64_t)scope->max - (uint64_t)scope->min + 1;

  self->min = scope->min;
  if (range <= MAX(4 * scope->n_values, 1024) ||
      scope->n_values > CSP_DIFFERENT_MAX_VALUES) {
    self->n_values = (uint32_t)range;
    return;
  }

  g_autofree int64_t *terms = g_new(int64_t, scope->n_values);
  size_t n_terms = 0, n_kept = 0;
  for (uint32_t i = 0; i < self->base.n_vars; i++)
    CSP_STORE_FOREACH_VALUE(store, self->base.vars[i], value)
  terms[n_terms++] = value + csp_different_offset(self->views, i);
  qsort(terms, n_terms, sizeof(*terms), compare_terms);
  for (size_t k = 0; k < n_terms; k++)
    if (k == 0 || terms[k] != terms[k - 1])
      terms[n_kept++] = terms[k];
  self->listed = csp_arena_dup(store->arena, terms, n_kept * sizeof(*terms));
  self->n_values = (uint32_t)n_kept;
}

static void
make_room(DomainDifferent *self, CspArena *arena)
{
  uint32_t n = self->base.n_vars;

  self->mates = csp_arena_new_array(arena, uint32_t, n);
  self->owners = csp_arena_new_array(arena, uint32_t, self->n_values);
  self->seen = csp_arena_new_array0(arena, uint32_t, self->n_values);
  self->reached_by = csp_arena_new_array(arena, uint32_t, self->n_values);
  self->unmatched = csp_arena_new_array(arena, uint32_t, n);
  self->order = csp_arena_new_array(arena, uint32_t, n);
  self->where = csp_arena_new_array(arena, uint32_t, n);
  self->starts = csp_arena_new_array0(arena, uint64_t, n / 64 + 1);
  self->dirty = csp_arena_new_array(arena, uint32_t, n);
  self->is_dirty = csp_arena_new_array0(arena, uint32_t, n);
  self->queue = csp_arena_new_array(arena, uint32_t, n);
  self->stack = csp_arena_new_array(arena, uint32_t, n);
  self->found = csp_arena_new_array(arena, uint32_t, n);
  self->index = csp_arena_new_array(arena, uint32_t, n);
  self->low = csp_arena_new_array(arena, uint32_t, n);
  self->is_finished = csp_arena_new_array(arena, bool, n);
  self->leads_to_free = csp_arena_new_array(arena, bool, n);
  self->cursor = csp_arena_new_array(arena, int64_t, n);
}

static bool
are_bit_sets(const CspStore *store, const CspVar *vars, uint32_t n_vars)
{
  for (uint32_t i = 0; i < n_vars; i++)
    if (store->kinds[vars[i]] == CSP_DOMAIN_INTERVAL ||
        (store->kinds[vars[i]] == CSP_DOMAIN_WORDS &&
         store->wide[vars[i]].values != NULL))
      return false;
  return true;
}

static void
make_rows(DomainDifferent *self,
          const CspStore *store,
          const CspDifferentScope *scope)
{
  uint32_t n = self->base.n_vars, n_words = (self->n_values + 63) / 64;

  if (self->listed != NULL || (uint64_t)n * n_words > scope->n_values ||
      !are_bit_sets(store, self->base.vars, n))
    return;
  self->n_words = n_words;
  self->rows = csp_arena_new_array(store->arena, uint64_t, (size_t)n * n_words);
  self->held = csp_arena_new_array(store->arena, uint64_t, n_words);
  self->mated = csp_arena_new_array(store->arena, uint64_t, n_words);
  self->reached = csp_arena_new_array(store->arena, uint64_t, n_words);
}

void
csp_post_different_domain(CspStore *store,
                          CspDifferentValue *value,
                          const CspDifferentScope *scope)
{
  uint32_t n = value->base.n_vars;
  CspPropagator *prop = csp_store_add_propagator(
      store, &domain_class, sizeof(DomainDifferent), value->base.vars, n);
  DomainDifferent *self = (DomainDifferent *)prop;

  self->views = &value->views;
  self->has_repeats = scope->has_repeats;
  self->events_known = NO_CALL;
  number_values(self, store, scope);
  make_room(self, store->arena);
  make_rows(self, store, scope);
  for (uint32_t number = 0; number < self->n_values; number++)
    self->owners[number] = NOBODY;
  for (uint32_t i = 0; i < n; i++) {
    self->mates[i] = NO_VALUE;
    self->unmatched[self->n_unmatched++] = i;
    self->order[i] = self->where[i] = i;
  }
  self->starts[0] |= 1;
  self->starts[n / 64] |= UINT64_C(1) << (n % 64);
  csp_store_subscribe_all(store, prop, CSP_ON_DOMAIN);
}
