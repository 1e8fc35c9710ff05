/* SPDX-License-Identifier: MIT */
/* The reversible sparse bit set and the update of compact-table (Demeulenaere
 * et al. 2016).
 *
 * A column is looked at when the size of its domain changed.  The values that
 * went, or those that stayed, whichever are fewer, are gathered in a mask of
 * tuples, which is taken out of the set or kept of it.  That is right because
 * each tuple has exactly one value in the column, or any: those with any are
 * never taken out, and are kept with those of the values that stayed (Verhaeghe,
 * Lecoutre and Schaus 2017).
 *
 * `alive` and `active` are permutations of which a trailed count says what is
 * in; members move only within the part that is in, so that restoring the count
 * restores the set.  Where a support was found last is not undone: it is only
 * where the search for the next one begins. */
#include "config.h"

#include "base/sorted.h"
#include "constraints/tuples.h"

/* Rows of more words than these in all, and than the tuples twice, are sparse:
 * what they take is linear in the list. */
enum { WHOLE_MAX = 1 << 14 };

/* If rows are whole. */
static uint64_t *
row(const CspTuples *tuples, const CspTupleColumn *column, uint32_t value)
{
  return column->tuples + (size_t)value * tuples->n_words;
}

/* Building. ---------------------------------------------------------------- */

static uint32_t
column_of(const CspTuples *tuples, CspVar x)
{
  uint32_t c = 0;

  while (c < tuples->n_columns && tuples->columns[c].var != x)
    c++;
  return c;
}

/* What a tuple has in a column: variables that repeat agree, or take any. */
static int32_t
cell_of(const CspTuples *tuples,
        const CspConstraint *con,
        const uint32_t *column_at,
        const uint32_t *position_of,
        const int32_t *tuple,
        uint32_t c)
{
  int32_t value = tuple[position_of[c]];

  if (tuples->n_columns < con->n_vars)
    for (uint32_t i = 0; i < con->n_vars && value == CSP_ANY; i++)
      if (column_at[i] == c)
        value = tuple[i];
  return value;
}

static bool
is_possible(const CspTuples *tuples,
            const CspStore *store,
            const CspConstraint *con,
            const uint32_t *column_at,
            const uint32_t *position_of,
            const int32_t *tuple)
{
  for (uint32_t i = 0; i < con->n_vars; i++) {
    uint32_t c = column_at[i];
    if (tuple[i] != CSP_ANY &&
        (tuple[i] != cell_of(tuples, con, column_at, position_of, tuple, c) ||
         !csp_store_has(store, tuples->columns[c].var, tuple[i])))
      return false;
  }
  return true;
}

static uint32_t
find_value(const CspTupleColumn *column, int32_t value)
{
  return csp_sorted_lower(column->values, column->n_values, value);
}

/* numbers: of the value in each of the n tuples; UINT32_MAX: any. */
static void
fill_whole(const CspTuples *tuples,
           CspStore *store,
           CspTupleColumn *column,
           const uint32_t *numbers,
           uint32_t n)
{
  column->tuples = csp_arena_new_array0(
      store->arena, uint64_t, (size_t)column->n_values * tuples->n_words);
  for (uint32_t t = 0; t < n; t++)
    if (numbers[t] != UINT32_MAX)
      row(tuples, column, numbers[t])[t / 64] |= UINT64_C(1) << (t % 64);
}

/* The words of each value are counted, then filled. */
static void
fill_sparse(CspStore *store,
            CspTupleColumn *column,
            const uint32_t *numbers,
            uint32_t n)
{
  uint32_t n_values = column->n_values;
  uint32_t *starts =
      csp_arena_new_array0(store->arena, uint32_t, n_values + (size_t)1);
  g_autofree uint32_t *next = g_new0(uint32_t, n_values);

  for (uint32_t t = 0; t < n; t++) {
    uint32_t v = numbers[t], after = t / 64 + 1;
    if (v != UINT32_MAX && next[v] != after) {
      next[v] = after;
      starts[v + 1]++;
    }
  }
  for (uint32_t v = 0; v < n_values; v++) {
    starts[v + 1] += starts[v];
    next[v] = column->supports[v] = starts[v];
  }
  column->starts = starts;
  column->places = csp_arena_new_array(store->arena, int32_t, starts[n_values]);
  column->tuples =
      csp_arena_new_array0(store->arena, uint64_t, starts[n_values]);
  for (uint32_t t = 0; t < n; t++) {
    uint32_t v = numbers[t];
    int32_t w = (int32_t)(t / 64);
    if (v == UINT32_MAX)
      continue;
    if (next[v] == starts[v] || column->places[next[v] - 1] != w)
      column->places[next[v]++] = w;
    column->tuples[next[v] - 1] |= UINT64_C(1) << (t % 64);
  }
}

/* cells: the column's value in each of the n tuples. */
static void
fill_column(CspTuples *tuples,
            CspStore *store,
            uint32_t c,
            const int32_t *cells,
            uint32_t n)
{
  CspTupleColumn *column = &tuples->columns[c];
  g_autofree int32_t *sorted = g_memdup2(cells, n * sizeof *cells);
  g_autofree uint32_t *numbers = g_new(uint32_t, n);
  int32_t *values = sorted;
  uint32_t n_values = (uint32_t)csp_sort_distinct_ints(sorted, n);
  bool has_any = sorted[0] == CSP_ANY;

  if (has_any) {
    values++;
    n_values--;
    column->any = csp_arena_new_array0(store->arena, uint64_t, tuples->n_words);
  }

  column->n_values = column->n_alive = n_values;
  column->values =
      csp_arena_dup(store->arena, values, n_values * sizeof *values);
  column->supports = csp_arena_new_array0(store->arena, uint32_t, n_values);
  column->alive = csp_arena_new_array(store->arena, uint32_t, n_values);
  for (uint32_t v = 0; v < n_values; v++)
    column->alive[v] = v;
  for (uint32_t t = 0; t < n; t++) {
    numbers[t] =
        cells[t] == CSP_ANY ? UINT32_MAX : find_value(column, cells[t]);
    if (cells[t] == CSP_ANY)
      column->any[t / 64] |= UINT64_C(1) << (t % 64);
  }
  size_t n_whole = (size_t)n_values * tuples->n_words;
  if (n_whole > MAX(WHOLE_MAX, 2 * (size_t)n))
    fill_sparse(store, column, numbers, n);
  else
    fill_whole(tuples, store, column, numbers, n);
}

static void
fill_words(CspTuples *tuples, CspStore *store, uint32_t n)
{
  uint32_t n_words = tuples->n_words;

  tuples->words = csp_arena_new_array(store->arena, uint64_t, n_words);
  tuples->stamps = csp_arena_new_array0(store->arena, uint64_t, n_words);
  tuples->mask = csp_arena_new_array(store->arena, uint64_t, n_words);
  tuples->active = csp_arena_new_array(store->arena, uint32_t, n_words);
  tuples->n_active = n_words;
  for (uint32_t w = 0; w < n_words; w++) {
    tuples->words[w] = ~UINT64_C(0);
    tuples->active[w] = w;
  }
  if (n % 64 != 0)
    tuples->words[n_words - 1] = ~UINT64_C(0) >> (64 - n % 64);
}

void
csp_tuples_init(CspTuples *tuples, CspStore *store, const CspConstraint *con)
{
  size_t n_listed = con->n_ints / con->n_vars;
  g_autofree uint32_t *column_at = g_new(uint32_t, con->n_vars);
  g_autofree uint32_t *position_of = g_new(uint32_t, con->n_vars);
  g_autofree const int32_t **possible = g_new(const int32_t *, n_listed + 1);
  g_autofree int32_t *cells = NULL;
  uint32_t n = 0;

  *tuples = (CspTuples){0};
  tuples->columns =
      csp_arena_new_array0(store->arena, CspTupleColumn, con->n_vars);
  for (uint32_t i = 0; i < con->n_vars; i++) {
    CspVar x = csp_constraint_var(con, i);
    uint32_t c = column_at[i] = column_of(tuples, x);
    if (c < tuples->n_columns)
      continue;
    tuples->columns[c].var = x;
    tuples->columns[c].size = csp_store_size(store, x);
    position_of[c] = i;
    tuples->n_columns++;
  }
  for (size_t t = 0; t < n_listed; t++) {
    const int32_t *tuple = &con->ints[t * con->n_vars];
    if (is_possible(tuples, store, con, column_at, position_of, tuple))
      possible[n++] = tuple;
  }
  if (n == 0)
    return;
  tuples->n_words = (n + 63) / 64;
  cells = g_new(int32_t, n);
  for (uint32_t c = 0; c < tuples->n_columns; c++) {
    for (uint32_t t = 0; t < n; t++)
      cells[t] = cell_of(tuples, con, column_at, position_of, possible[t], c);
    fill_column(tuples, store, c, cells, n);
  }
  fill_words(tuples, store, n);
}

/* Updating. ---------------------------------------------------------------- */

/* The first n_alive values stay; what the domain is now has been seen. */
static void
set_column(CspTupleColumn *column,
           CspStore *store,
           uint32_t n_alive,
           uint32_t size)
{
  csp_store_save32(store, &column->n_alive);
  csp_store_save32(store, &column->size);
  column->n_alive = n_alive;
  column->size = size;
}

/* Exchanges the member at place k with the last of n; gives how many stay. */
static uint32_t
drop(uint32_t *members, uint32_t n, uint32_t k)
{
  uint32_t member = members[k];

  members[k] = members[n - 1];
  members[n - 1] = member;
  return n - 1;
}

/* The union of a set, which may be NULL, with the tuples of the values at places
 * first .. end - 1. */
static void
gather(CspTuples *tuples,
       uint32_t c,
       const uint64_t *with,
       uint32_t first,
       uint32_t end)
{
  const CspTupleColumn *column = &tuples->columns[c];

  for (uint32_t k = 0; k < tuples->n_active; k++)
    tuples->mask[tuples->active[k]] =
        with != NULL ? with[tuples->active[k]] : 0;
  for (uint32_t i = first; i < end; i++) {
    uint32_t v = column->alive[i];
    if (column->starts != NULL) {
      for (uint32_t k = column->starts[v]; k < column->starts[v + 1]; k++)
        tuples->mask[column->places[k]] |= column->tuples[k];
      continue;
    }
    const uint64_t *set = row(tuples, column, v);
    for (uint32_t k = 0; k < tuples->n_active; k++)
      tuples->mask[tuples->active[k]] |= set[tuples->active[k]];
  }
}

/* Keeps the tuples of the mask, or those outside when flip is all ones. */
static void
intersect(CspTuples *tuples, CspStore *store, uint64_t flip)
{
  uint32_t n_active = tuples->n_active;

  for (uint32_t k = n_active; k-- > 0;) {
    uint32_t w = tuples->active[k];
    uint64_t now = tuples->words[w] & (tuples->mask[w] ^ flip);
    if (now == tuples->words[w])
      continue;
    if (tuples->stamps[w] != store->stamp) {
      csp_store_save(store, &tuples->words[w]);
      tuples->stamps[w] = store->stamp;
    }
    tuples->words[w] = now;
    if (now == 0)
      n_active = drop(tuples->active, n_active, k);
  }
  if (n_active != tuples->n_active) {
    csp_store_save32(store, &tuples->n_active);
    tuples->n_active = n_active;
  }
}

static void
update_column(CspTuples *tuples, CspStore *store, uint32_t c, uint32_t size)
{
  CspTupleColumn *column = &tuples->columns[c];
  uint32_t before = column->n_alive, n_alive = before;

  for (uint32_t k = before; k-- > 0;)
    if (!csp_store_has(store, column->var, column->values[column->alive[k]]))
      n_alive = drop(column->alive, n_alive, k);
  set_column(column, store, n_alive, size);
  if (before - n_alive < n_alive) {
    gather(tuples, c, NULL, n_alive, before);
    intersect(tuples, store, ~UINT64_C(0));
  } else {
    gather(tuples, c, column->any, 0, n_alive);
    intersect(tuples, store, 0);
  }
}

uint32_t
csp_tuples_update(CspTuples *tuples, CspStore *store, uint32_t *out_changed)
{
  uint32_t n_changed = 0;

  for (uint32_t c = 0; c < tuples->n_columns; c++) {
    uint32_t size = csp_store_size(store, tuples->columns[c].var);
    if (size == tuples->columns[c].size)
      continue;
    update_column(tuples, store, c, size);
    *out_changed = c;
    n_changed++;
    if (csp_tuples_is_empty(tuples))
      break;
  }
  return n_changed;
}

static bool
has_sparse_tuple(const CspTuples *tuples,
                 const CspTupleColumn *column,
                 uint32_t value)
{
  uint32_t *support = &column->supports[value];

  if ((column->tuples[*support] & tuples->words[column->places[*support]]) != 0)
    return true;
  for (uint32_t k = column->starts[value]; k < column->starts[value + 1]; k++)
    if ((column->tuples[k] & tuples->words[column->places[k]]) != 0) {
      *support = k;
      return true;
    }
  return false;
}

/* Is there a tuple left with this value? */
static bool
has_tuple(const CspTuples *tuples, uint32_t c, uint32_t value)
{
  const CspTupleColumn *column = &tuples->columns[c];

  if (column->starts != NULL)
    return has_sparse_tuple(tuples, column, value);

  const uint64_t *set = row(tuples, column, value);
  uint32_t *support = &column->supports[value];

  if ((set[*support] & tuples->words[*support]) != 0)
    return true;
  for (uint32_t k = 0; k < tuples->n_active; k++) {
    uint32_t w = tuples->active[k];
    if ((set[w] & tuples->words[w]) != 0) {
      *support = w;
      return true;
    }
  }
  return false;
}

/* Is there a tuple left with any value? */
static bool
has_any(const CspTuples *tuples, uint32_t c)
{
  const uint64_t *any = tuples->columns[c].any;

  for (uint32_t k = 0; any != NULL && k < tuples->n_active; k++)
    if ((any[tuples->active[k]] & tuples->words[tuples->active[k]]) != 0)
      return true;
  return false;
}

/* Takes the values that are not listed; both lists ascend. */
static bool
keep_listed(const CspTupleColumn *column, CspStore *store)
{
  CspVar x = column->var;
  uint32_t i = 0;

  if (!csp_store_set_min(store, x, column->values[0], CSP_NO_HINT) ||
      !csp_store_set_max(store, x, column->values[column->n_values - 1],
                         CSP_NO_HINT))
    return false;
  if (store->kinds[x] == CSP_DOMAIN_INTERVAL)
    return true;
  CSP_STORE_FOREACH_VALUE(store, x, v)
  {
    while (column->values[i] < v)
      i++;
    if (column->values[i] != v && !csp_store_remove(store, x, v, CSP_NO_HINT))
      return false;
  }
  return true;
}

bool
csp_tuples_restrict(const CspTupleColumn *column, CspStore *store)
{
  return column->any != NULL || keep_listed(column, store);
}

/* Takes from the domain the values at places first .. end - 1 of alive, which
 * have no tuple; those before stay. */
static bool
remove_values(const CspTupleColumn *column,
              CspStore *store,
              uint32_t first,
              uint32_t end)
{
  CspVar x = column->var;
  int32_t min = INT32_MAX, max = INT32_MIN;
  uint64_t keep = 0;

  if (csp_store_is_word(store, x)) {
    for (uint32_t k = 0; k < first; k++)
      keep |=
          UINT64_C(1) << (column->values[column->alive[k]] - store->base[x]);
    return csp_store_keep_word(store, x, keep, CSP_NO_HINT);
  }
  for (uint32_t k = first; k < end; k++)
    if (!csp_store_remove(store, x, column->values[column->alive[k]],
                          CSP_NO_HINT))
      return false;
  if (store->kinds[x] != CSP_DOMAIN_INTERVAL)
    return true;
  for (uint32_t k = 0; k < first; k++) {
    min = MIN(min, column->values[column->alive[k]]);
    max = MAX(max, column->values[column->alive[k]]);
  }
  return csp_store_set_min(store, x, min, CSP_NO_HINT) &&
         csp_store_set_max(store, x, max, CSP_NO_HINT);
}

bool
csp_tuples_prune(CspTuples *tuples, CspStore *store, uint32_t c)
{
  CspTupleColumn *column = &tuples->columns[c];
  uint32_t before = column->n_alive, n_alive = before, size;

  if (has_any(tuples, c))
    return true;
  for (uint32_t k = before; k-- > 0;)
    if (!has_tuple(tuples, c, column->alive[k]))
      n_alive = drop(column->alive, n_alive, k);
  if (column->any != NULL && !keep_listed(column, store))
    return false;
  if (!remove_values(column, store, n_alive, before))
    return false;
  size = csp_store_size(store, column->var);
  if (size != column->size)
    set_column(column, store, n_alive, size);
  return true;
}

/* Looking up. -------------------------------------------------------------- */

uint64_t
csp_tuples_word(const CspTuples *tuples, uint32_t c, uint32_t value, uint32_t w)
{
  const CspTupleColumn *column = &tuples->columns[c];

  if (column->starts == NULL)
    return row(tuples, column, value)[w];

  uint32_t start = column->starts[value];
  uint32_t n = column->starts[value + 1] - start;
  uint32_t k = csp_sorted_lower(column->places + start, n, w);
  return k < n && column->places[start + k] == (int32_t)w
             ? column->tuples[start + k]
             : 0;
}

uint64_t
csp_tuples_count(const CspTuples *tuples)
{
  uint64_t count = 0;

  for (uint32_t k = 0; k < tuples->n_active; k++)
    count += (uint64_t)__builtin_popcountll(tuples->words[tuples->active[k]]);
  return count;
}

uint64_t
csp_tuples_count_with(const CspTuples *tuples, uint32_t c, uint32_t value)
{
  const CspTupleColumn *column = &tuples->columns[c];
  uint64_t count = 0;

  if (column->starts != NULL) {
    for (uint32_t k = column->starts[value]; k < column->starts[value + 1]; k++)
      count += (uint64_t)__builtin_popcountll(column->tuples[k] &
                                              tuples->words[column->places[k]]);
    return count;
  }
  const uint64_t *set = row(tuples, column, value);
  for (uint32_t k = 0; k < tuples->n_active; k++) {
    uint32_t w = tuples->active[k];
    count += (uint64_t)__builtin_popcountll(set[w] & tuples->words[w]);
  }
  return count;
}
