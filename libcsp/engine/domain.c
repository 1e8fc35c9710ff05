/* SPDX-License-Identifier: MIT */
/* Domains wider than a word.
 *
 * A WORDS domain is a bit set over positions: the distance from base, or the
 * place in a list of values.  Bits outside min .. max are left as they are: a
 * bound moves by finding the next set bit, and moves back by being put back.
 * The bits at min and max are always set.  An INTERVAL does the same with a set
 * of holes; neither of its bounds is a hole. */
#include "config.h"

#include "base/sorted.h"
#include "engine/store.h"

static uint32_t
position_from(const CspStore *store, CspVar x, int64_t value)
{
  const CspWideDomain *wide = &store->wide[x];

  return wide->values == NULL
             ? (uint32_t)(value - store->base[x])
             : csp_sorted_lower(wide->values, wide->n_values, value);
}

static int32_t
value_at(const CspStore *store, CspVar x, uint32_t position)
{
  const CspWideDomain *wide = &store->wide[x];

  if (wide->values == NULL)
    return store->base[x] + (int32_t)position;
  return wide->values[position];
}

static uint32_t
next_bit(const uint64_t *bits, uint32_t position)
{
  uint32_t i = position / 64;
  uint64_t word = bits[i] & (~UINT64_C(0) << (position % 64));

  while (word == 0)
    word = bits[++i];
  return 64 * i + (uint32_t)__builtin_ctzll(word);
}

static uint32_t
previous_bit(const uint64_t *bits, uint32_t position)
{
  uint32_t i = position / 64;
  uint64_t word = bits[i] & (~UINT64_C(0) >> (63 - position % 64));

  while (word == 0)
    word = bits[--i];
  return 64 * i + 63 - (uint32_t)__builtin_clzll(word);
}

/* Set bits in first .. end - 1, first < end. */
static uint32_t
count_bits(const uint64_t *bits, uint32_t first, uint32_t end)
{
  uint32_t i = first / 64, last = (end - 1) / 64, count = 0;
  uint64_t word = bits[i] & (~UINT64_C(0) << (first % 64));

  for (; i < last; word = bits[++i])
    count += csp_popcount64(word);
  word &= ~UINT64_C(0) >> (63 - (end - 1) % 64);
  return count + csp_popcount64(word);
}

static bool
has_bit(const CspStore *store, CspVar x, int64_t value)
{
  const CspWideDomain *wide = &store->wide[x];
  uint32_t position = position_from(store, x, value);

  if (wide->values != NULL && wide->values[position] != value)
    return false;
  return (wide->bits[position / 64] >> (position % 64) & 1) != 0;
}

bool
csp_store_has_no_hole(const CspStore *store, CspVar x, int64_t value)
{
  if (store->kinds[x] == CSP_DOMAIN_WORDS)
    return has_bit(store, x, value);
  return !csp_holes_has(&store->wide[x].holes, (int32_t)value);
}

bool
csp_store_has_slow(const CspStore *store, CspVar x, int64_t value)
{
  return value >= store->min[x] && value <= store->max[x] &&
         csp_store_has_no_hole(store, x, value);
}

int64_t
csp_store_next_slow(const CspStore *store, CspVar x, int64_t value)
{
  if (value >= store->max[x])
    return INT64_MAX;
  if (value < store->min[x])
    return store->min[x];
  if (store->kinds[x] == CSP_DOMAIN_WORDS)
    return value_at(
        store, x,
        next_bit(store->wide[x].bits, position_from(store, x, value + 1)));
  do
    value++;
  while (csp_holes_has(&store->wide[x].holes, (int32_t)value));
  return value;
}

int64_t
csp_store_previous(const CspStore *store, CspVar x, int64_t value)
{
  if (value <= csp_store_min(store, x))
    return INT64_MIN;
  if (value > csp_store_max(store, x))
    return csp_store_max(store, x);
  switch ((CspDomainKind)store->kinds[x]) {
  case CSP_DOMAIN_WORD: {
    uint32_t bit = (uint32_t)(value - store->base[x]);
    return store->base[x] + 63 -
           __builtin_clzll(store->words[x] & ((UINT64_C(1) << bit) - 1));
  }
  case CSP_DOMAIN_WORDS:
    return value_at(
        store, x,
        previous_bit(store->wide[x].bits, position_from(store, x, value) - 1));
  case CSP_DOMAIN_INTERVAL:
    break;
  }
  do
    value--;
  while (csp_holes_has(&store->wide[x].holes, (int32_t)value));
  return value;
}

/* Of a bit set over positions: those from `first` to `last`, at most 64. */
static uint64_t
bits_from(const uint64_t *bits, uint32_t first, uint32_t last)
{
  uint32_t i = first / 64, shift = first % 64;
  uint64_t word = bits[i] >> shift;

  if (last / 64 > i)
    word |= bits[i + 1] << (64 - shift);
  return word & ~UINT64_C(0) >> (63 - (last - first));
}

uint64_t
csp_store_window(const CspStore *store, CspVar x, int64_t first)
{
  const CspWideDomain *wide = &store->wide[x];
  int64_t min = csp_store_min(store, x), max = csp_store_max(store, x);
  int64_t low = MAX(min, first), high = MIN(max, first + 63);
  uint64_t word = 0;

  if (low > high)
    return 0;
  if (csp_store_is_word(store, x)) {
    int64_t shift = store->base[x] - first;
    return shift >= 0 ? store->words[x] << shift : store->words[x] >> -shift;
  }
  if (store->size[x] == max - min + 1)
    word = ~UINT64_C(0) >> (63 - (high - low));
  else if (store->kinds[x] == CSP_DOMAIN_WORDS && wide->values == NULL)
    word = bits_from(wide->bits, (uint32_t)(low - store->base[x]),
                     (uint32_t)(high - store->base[x]));
  else
    for (int64_t v = csp_store_next(store, x, low - 1); v <= high;
         v = csp_store_next(store, x, v))
      word |= UINT64_C(1) << (v - low);
  return word << (low - first);
}

static uint64_t
pack(int32_t bound, uint32_t size)
{
  return (uint64_t)size << 32 | (uint32_t)bound;
}

/* Moves a bound without waking anyone; value is above min and not above max. */
static void
raise_min(CspStore *store, CspVar x, int64_t value, uint32_t hint)
{
  CspWideDomain *wide = &store->wide[x];
  int32_t old = store->min[x], now;
  uint32_t removed;

  if (store->kinds[x] == CSP_DOMAIN_WORDS) {
    uint32_t position = next_bit(wide->bits, position_from(store, x, value));
    removed = count_bits(wide->bits, position_from(store, x, old), position);
    now = value_at(store, x, position);
  } else {
    now = (int32_t)value;
    while (csp_holes_has(&wide->holes, now))
      now++;
    removed = (uint32_t)((int64_t)now - old) -
              csp_holes_count(&wide->holes, old, now - INT64_C(1));
  }
  csp_store_push_event(store, x, CSP_EVENT_MIN, pack(old, store->size[x]),
                       hint);
  store->min[x] = now;
  store->size[x] -= removed;
}

static void
lower_max(CspStore *store, CspVar x, int64_t value, uint32_t hint)
{
  CspWideDomain *wide = &store->wide[x];
  int32_t old = store->max[x], now;
  uint32_t removed;

  if (store->kinds[x] == CSP_DOMAIN_WORDS) {
    uint32_t position = position_from(store, x, value);
    if (wide->values != NULL && wide->values[position] > value)
      position--;
    position = previous_bit(wide->bits, position);
    removed =
        count_bits(wide->bits, position + 1, position_from(store, x, old) + 1);
    now = value_at(store, x, position);
  } else {
    now = (int32_t)value;
    while (csp_holes_has(&wide->holes, now))
      now--;
    removed = (uint32_t)((int64_t)old - now) -
              csp_holes_count(&wide->holes, now + INT64_C(1), old);
  }
  csp_store_push_event(store, x, CSP_EVENT_MAX, pack(old, store->size[x]),
                       hint);
  store->max[x] = now;
  store->size[x] -= removed;
}

static void
notify_bounds(CspStore *store, CspVar x, uint32_t wakes)
{
  wakes |= CSP_WAKE(CSP_ON_DOMAIN);
  if (store->min[x] == store->max[x])
    wakes |= CSP_WAKES_FIX;
  if ((store->listens[x] & wakes) != 0)
    csp_store_notify(store, x, wakes);
}

bool
csp_store_set_min_slow(CspStore *store, CspVar x, int64_t value, uint32_t hint)
{
  if (value > store->max[x])
    return csp_store_fail_var(store, x);
  raise_min(store, x, value, hint);
  notify_bounds(store, x, CSP_WAKES_MIN);
  return true;
}

bool
csp_store_set_max_slow(CspStore *store, CspVar x, int64_t value, uint32_t hint)
{
  if (value < store->min[x])
    return csp_store_fail_var(store, x);
  lower_max(store, x, value, hint);
  notify_bounds(store, x, CSP_WAKES_MAX);
  return true;
}

static void
make_hole(CspStore *store, CspVar x, int64_t value, uint32_t hint)
{
  CspWideDomain *wide = &store->wide[x];

  csp_store_push_event(store, x, CSP_EVENT_HOLE, (uint64_t)value, hint);
  store->size[x]--;
  if (store->kinds[x] == CSP_DOMAIN_WORDS) {
    uint32_t position = position_from(store, x, value);
    wide->bits[position / 64] &= ~(UINT64_C(1) << (position % 64));
  } else {
    size_t grown = csp_holes_add(&wide->holes, (int32_t)value);
    if (grown > 0)
      csp_arena_account(store->arena, (ptrdiff_t)grown);
  }
}

bool
csp_store_remove_slow(CspStore *store, CspVar x, int64_t value, uint32_t hint)
{
  if (value == store->min[x])
    return csp_store_set_min_slow(store, x, value + 1, hint);
  if (value == store->max[x])
    return csp_store_set_max_slow(store, x, value - 1, hint);
  if (!csp_store_has_slow(store, x, value))
    return true;
  make_hole(store, x, value, hint);
  csp_store_notify(store, x, CSP_WAKE(CSP_ON_DOMAIN));
  return true;
}

bool
csp_store_fix_slow(CspStore *store, CspVar x, int64_t value, uint32_t hint)
{
  if (!csp_store_has_slow(store, x, value))
    return csp_store_fail_var(store, x);
  if (store->min[x] == store->max[x])
    return true;
  uint32_t wakes = 0;
  if (value > store->min[x]) {
    raise_min(store, x, value, hint);
    wakes |= CSP_WAKES_MIN;
  }
  if (value < store->max[x]) {
    lower_max(store, x, value, hint);
    wakes |= CSP_WAKES_MAX;
  }
  notify_bounds(store, x, wakes);
  return true;
}

void
csp_store_undo_wide(CspStore *store, const CspEvent *event)
{
  CspVar x = event->var;

  switch ((CspEventKind)event->what) {
  case CSP_EVENT_MIN:
    store->min[x] = (int32_t)(uint32_t)event->old;
    store->size[x] = (uint32_t)(event->old >> 32);
    break;
  case CSP_EVENT_MAX:
    store->max[x] = (int32_t)(uint32_t)event->old;
    store->size[x] = (uint32_t)(event->old >> 32);
    break;
  case CSP_EVENT_HOLE:
    store->size[x]++;
    if (store->kinds[x] == CSP_DOMAIN_WORDS) {
      uint32_t position = position_from(store, x, (int64_t)event->old);
      store->wide[x].bits[position / 64] |= UINT64_C(1) << (position % 64);
    } else {
      csp_holes_remove(&store->wide[x].holes, (int32_t)event->old);
    }
    break;
  case CSP_EVENT_WORD:
    g_assert_not_reached();
  }
}
