/* SPDX-License-Identifier: MIT */
/* From records to a block: lanes, rows and arcs.
 *
 * Records of one variable shrink its domain; those of several become pairs of
 * bits that exclude each other, which rows hold, symmetrically.  Under full
 * propagation a record that prunes before anything is fixed has arcs besides,
 * its own for each direction: those of two records over the same variables would
 * together prune more than the propagators of either. */
#include "config.h"

#include <string.h>

#include "base/bits.h"
#include "constraints/family.h"
#include "search/block-build.h"

#define ALIGNMENT UINT64_C(64)

typedef struct {
  CspBlock *block;
  const CspBlockForm *forms;
  int32_t *values; /* of all variables: scratch for the meanings */
  CspScratch scratch;
  GArray *arcs; /* Arc */
} Builder;

typedef struct {
  CspVar x;
  CspBlockArc arc;
} Arc;

/* Lanes. ------------------------------------------------------------------- */

static bool
has_span(const CspArrayInfo *array)
{
  return (int64_t)array->max - array->min < 64;
}

static int32_t
value_at(const CspArrayInfo *array, uint32_t k)
{
  return array->values != NULL ? array->values[k] : array->min + (int32_t)k;
}

/* Adds the values to those that ascend; false: there would be more than
 * n_most. */
static bool
merge_values(int32_t *values,
             uint32_t *n_values,
             const CspArrayInfo *array,
             uint32_t n_most)
{
  int32_t merged[64];
  uint32_t n = 0, i = 0, k = 0;

  for (; i < *n_values || k < array->n_values; n++) {
    bool is_new = i == *n_values ||
                  (k < array->n_values && value_at(array, k) < values[i]);
    if (n == n_most)
      return false;
    merged[n] = is_new ? value_at(array, k) : values[i];
    i += !is_new;
    k += k < array->n_values && value_at(array, k) == merged[n];
  }
  memcpy(values, merged, n * sizeof *values);
  *n_values = n;
  return true;
}

/* The values of all variables; 0: there are more than n_most. */
static uint32_t
list_values(const CspProblem *problem, uint32_t n_most, int32_t *values)
{
  size_t n_arrays;
  const CspArrayInfo *arrays = csp_model_peek_arrays(problem->model, &n_arrays);
  uint32_t n = 0;

  for (size_t i = 0; i < n_arrays; i++)
    if (arrays[i].length > 0 && !merge_values(values, &n, &arrays[i], n_most))
      return 0;
  return n;
}

static void
set_domain(CspBlock *block,
           const CspArrayInfo *array,
           const int32_t *values,
           uint32_t n_values)
{
  uint64_t word = 0;

  for (uint32_t k = 0, bit = 0; k < array->n_values; k++, bit++) {
    while (values[bit] != value_at(array, k))
      bit++;
    word |= UINT64_C(1) << bit;
  }
  for (CspVar x = array->first; x < array->first + array->length; x++) {
    block->values[x] = values;
    block->n_values[x] = (uint8_t)n_values;
    block->declared[x] = block->allowed[x] = word;
  }
}

/* One numbering for all if there are bits for it, else one an array. */
static void
set_domains(CspBlock *block)
{
  size_t n_arrays;
  const CspArrayInfo *arrays =
      csp_model_peek_arrays(block->base.problem->model, &n_arrays);
  int32_t *all = csp_arena_new_array(block->base.arena, int32_t, 64);
  uint32_t n_all = list_values(block->base.problem, block->width, all);

  for (size_t i = 0; i < n_arrays; i++) {
    int32_t *values = all;
    uint32_t n = n_all;
    if (n_all == 0 && arrays[i].length > 0) {
      values = csp_arena_new_array(block->base.arena, int32_t, 64);
      merge_values(values, &n, &arrays[i], 64);
    }
    if (arrays[i].length > 0)
      set_domain(block, &arrays[i], values, n);
  }
}

/* Aligned for any vector, with one before and one behind that may be read. */
static unsigned char *
new_words(CspBlock *block, size_t n_bytes)
{
  uintptr_t start =
      (uintptr_t)csp_arena_alloc0(block->base.arena, n_bytes + 3 * ALIGNMENT);

  return (unsigned char *)((start + 2 * ALIGNMENT - 1) & -(uintptr_t)ALIGNMENT);
}

static unsigned char *
new_blocks(CspBlock *block, size_t n)
{
  return new_words(block, n * block->block_bytes);
}

static uint32_t
width_log_for(uint32_t n_values)
{
  return n_values <= 16 ? 4 : n_values <= 32 ? 5 : 6;
}

static void
make_lanes(CspBlock *block, uint32_t n_values)
{
  CspArena *arena = block->base.arena;
  size_t n = block->n_vars;

  block->width_log = width_log_for(n_values);
  block->width = 1u << block->width_log;
  uint32_t bytes = (uint32_t)n * block->width / 8;
  block->n_vectors = MAX(1, (bytes + block->kernel->vector_bytes - 1) /
                                block->kernel->vector_bytes);
  block->block_bytes = block->n_vectors * block->kernel->vector_bytes;

  block->values = csp_arena_new_array0(arena, const int32_t *, n);
  block->n_values = csp_arena_new_array0(arena, uint8_t, n);
  block->declared = csp_arena_new_array0(arena, uint64_t, n);
  block->allowed = csp_arena_new_array0(arena, uint64_t, n + 1);
  set_domains(block);
  block->states = new_blocks(block, n + 2);
  block->closed = new_blocks(block, n + 2);
  block->scratch = new_blocks(block, 1);
  block->frames = csp_arena_new_array0(arena, CspBlockFrame, n + 1);
  block->sequence = csp_arena_new_array0(arena, CspVar, n);
}

/* Records. ----------------------------------------------------------------- */

static void
exclude(CspBlock *block, CspVar x, uint32_t bit, CspVar y, uint64_t bits)
{
  unsigned char *row = csp_block_row(block, x, bit);

  csp_block_set_lane(row, block->width, y,
                     csp_block_lane(row, block->width, y) & ~bits);
}

static void
add_single(Builder *builder, const CspConstraint *con)
{
  CspBlock *block = builder->block;
  CspVar x = csp_constraint_var(con, 0);

  for (uint64_t left = block->declared[x]; left != 0; left &= left - 1) {
    uint32_t bit = (uint32_t)__builtin_ctzll(left);
    builder->values[x] = block->values[x][bit];
    if (!csp_family_of(con)->holds(con, builder->values, &builder->scratch))
      block->allowed[x] &= ~(UINT64_C(1) << bit);
  }
}

/* What goes with each value, as the arcs have it. */
static void
add_arcs(Builder *builder, CspVar x, CspVar y, const uint64_t *words)
{
  Arc arc = {.x = x, .arc = {.y = y}};

  arc.arc.words = csp_arena_dup(builder->block->base.arena, words,
                                builder->block->width * sizeof *words);
  g_array_append_val(builder->arcs, arc);
}

static void
add_pair(Builder *builder, const CspConstraint *con, bool has_arcs)
{
  CspBlock *block = builder->block;
  CspVar x = csp_constraint_var(con, 0), y = csp_constraint_var(con, 1);
  uint64_t of_x[64] = {0}, of_y[64] = {0};

  for (uint64_t xs = block->declared[x]; xs != 0; xs &= xs - 1) {
    uint32_t i = (uint32_t)__builtin_ctzll(xs);
    builder->values[x] = block->values[x][i];
    for (uint64_t ys = block->declared[y]; ys != 0; ys &= ys - 1) {
      uint32_t j = (uint32_t)__builtin_ctzll(ys);
      builder->values[y] = block->values[y][j];
      if (!csp_family_of(con)->holds(con, builder->values, &builder->scratch))
        continue;
      of_x[i] |= UINT64_C(1) << j;
      of_y[j] |= UINT64_C(1) << i;
    }
  }
  for (uint32_t k = 0; k < block->width; k++) {
    exclude(block, x, k, y, ~of_x[k]);
    exclude(block, y, k, x, ~of_y[k]);
  }
  if (has_arcs) {
    add_arcs(builder, x, y, of_x);
    add_arcs(builder, y, x, of_y);
  }
}

/* The bit of a value, 0: it has none. */
static uint64_t
bit_of(const CspBlock *block, CspVar x, int64_t value)
{
  const int32_t *values = block->values[x];
  uint32_t low = 0, high = block->n_values[x];

  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (values[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < block->n_values[x] && values[low] == value ? UINT64_C(1) << low
                                                          : 0;
}

static void
add_different(Builder *builder, const CspConstraint *con)
{
  CspBlock *block = builder->block;

  for (uint32_t i = 0; i < con->n_vars; i++)
    for (uint32_t j = 0; j < con->n_vars; j++) {
      CspVar x = csp_constraint_var(con, i), y = csp_constraint_var(con, j);
      int64_t shift =
          csp_constraint_offset(con, i) - csp_constraint_offset(con, j);
      if (i == j)
        continue;
      for (uint64_t xs = block->declared[x]; xs != 0; xs &= xs - 1) {
        uint32_t bit = (uint32_t)__builtin_ctzll(xs);
        exclude(block, x, bit, y,
                bit_of(block, y, block->values[x][bit] + shift));
      }
    }
}

/* All values of the lanes, if they are as many: the same for all, without
 * offsets. */
static bool
is_permutation(const CspBlock *block, const CspConstraint *con)
{
  CspVar first = csp_constraint_var(con, 0);

  for (uint32_t i = 0; i < con->n_vars; i++) {
    CspVar x = csp_constraint_var(con, i);
    if (block->values[x] != block->values[first] ||
        block->declared[x] != block->declared[first] ||
        csp_constraint_offset(con, i) != csp_constraint_offset(con, 0))
      return false;
  }
  return csp_popcount64(block->declared[first]) == con->n_vars;
}

typedef struct {
  uint32_t n;
  uint16_t lanes[32]; /* ascending */
} Permutation;

static Permutation
permutation_of(const CspConstraint *con)
{
  Permutation permutation = {.n = con->n_vars};

  for (uint32_t i = 0; i < con->n_vars; i++) {
    uint16_t lane = (uint16_t)csp_constraint_var(con, i);
    uint32_t k = i;
    for (; k > 0 && permutation.lanes[k - 1] > lane; k--)
      permutation.lanes[k] = permutation.lanes[k - 1];
    permutation.lanes[k] = lane;
  }
  return permutation;
}

static int
compare_shapes(const Permutation *a, const Permutation *b)
{
  if (a->n != b->n)
    return a->n < b->n ? -1 : 1;
  for (uint32_t k = 1; k < a->n; k++) {
    int difference = (a->lanes[k] - a->lanes[0]) - (b->lanes[k] - b->lanes[0]);
    if (difference != 0)
      return difference;
  }
  return 0;
}

/* By shape, and then by place. */
static int
compare_permutations(const void *left, const void *right)
{
  const Permutation *a = left, *b = right;
  int difference = compare_shapes(a, b);

  return difference != 0 ? difference : a->lanes[0] - b->lanes[0];
}

/* Is the second the first, moved by less than a vector? */
static bool
is_in_window(const CspBlock *block,
             const Permutation *first,
             const Permutation *second)
{
  uint32_t n_lanes = 8 * block->kernel->vector_bytes / block->width;

  return compare_shapes(first, second) == 0 &&
         (uint32_t)(second->lanes[0] - first->lanes[0]) < n_lanes;
}

/* The window of permutations that are sorted; the number of those in it. */
static size_t
add_window(CspBlock *block, const Permutation *permutations, size_t n)
{
  const Permutation *first = &permutations[0];
  uint32_t number = block->n_windows++, width = block->width;
  unsigned char *all = new_blocks(block, 1);
  size_t i = 0;

  for (; i < n && is_in_window(block, first, &permutations[i]); i++) {
    csp_block_set_lane(all, width, permutations[i].lanes[0] - first->lanes[0],
                       block->declared[permutations[i].lanes[0]]);
    for (uint32_t k = 0; k < first->n; k++) {
      CspVar x = permutations[i].lanes[k];
      uint64_t windows = csp_block_lane(block->windows_of, width, x);
      csp_block_set_lane(block->windows_of, width, x,
                         windows | UINT64_C(1) << number % width);
    }
  }
  block->windows[number] = (CspBlockWindow){
      .n = first->n,
      .lanes = csp_arena_dup(block->base.arena, first->lanes,
                             first->n * sizeof *first->lanes),
      .all = all,
  };
  return i;
}

/* Does the record say nothing but that equal bits exclude each other, if
 * anything about two variables? */
static bool
is_of_neighbors(const CspConstraint *con, CspBlockForm form)
{
  if (con->n_vars < 2 || form.shape == CSP_BLOCK_ELEMENT)
    return true;
  if (con->kind == CSP_CON_RELATION)
    return con->relation == CSP_RELATION_NE && con->constant == 0 &&
           form.pruning == CSP_BLOCK_ON_FIX;
  if (form.shape != CSP_BLOCK_DIFFERENT)
    return false;
  for (uint32_t i = 1; i < con->n_vars; i++)
    if (csp_constraint_offset(con, i) != csp_constraint_offset(con, 0))
      return false;
  return true;
}

/* Can neighbors take the place of rows? */
static bool
has_neighbors_only(const CspBlock *block, const CspBlockForm *forms)
{
  const CspProblem *problem = block->base.problem;

  if (block->n_permutations == 0 && block->n_elements == 0)
    return false;
  for (CspVar x = 1; x < block->n_vars; x++)
    if (block->values[x] != block->values[0])
      return false;
  for (size_t c = 0; c < problem->n_cons; c++)
    if (!is_of_neighbors(&problem->cons[c], forms[c]))
      return false;
  return true;
}

static void
add_neighbors(CspBlock *block, const CspConstraint *con)
{
  for (uint32_t i = 0; i < con->n_vars; i++)
    for (uint32_t j = 0; j < con->n_vars; j++) {
      CspVar x = csp_constraint_var(con, i), y = csp_constraint_var(con, j);
      if (i != j)
        csp_block_set_lane(block->neighbors + (size_t)x * block->block_bytes,
                           block->width, y, UINT64_MAX);
    }
}

static void
add_windows(CspBlock *block, const CspBlockForm *forms)
{
  const CspProblem *problem = block->base.problem;
  g_autofree Permutation *permutations =
      g_new(Permutation, CSP_BLOCK_PERMUTATIONS);
  size_t n = 0;

  for (size_t c = 0; c < problem->n_cons && n < CSP_BLOCK_PERMUTATIONS; c++)
    if (forms[c].shape == CSP_BLOCK_DIFFERENT && problem->cons[c].n_vars > 0 &&
        is_permutation(block, &problem->cons[c]))
      permutations[n++] = permutation_of(&problem->cons[c]);
  if (n == 0)
    return;
  qsort(permutations, n, sizeof *permutations, compare_permutations);
  block->n_permutations = (uint32_t)n;
  block->windows = csp_arena_new_array(block->base.arena, CspBlockWindow, n);
  block->windows_of = new_blocks(block, 1);
  block->open = new_blocks(block, 1);
  for (size_t i = 0; i < n;)
    i += add_window(block, permutations + i, n - i);
}

static bool
is_same_list(const CspConstraint *a, const CspConstraint *b)
{
  if (a->n_vars != b->n_vars)
    return false;
  for (uint32_t i = 0; i < a->n_vars - 2; i++)
    if (csp_constraint_var(a, i) != csp_constraint_var(b, i))
      return false;
  return true;
}

static void
link_to_list(CspBlock *block, CspVar x, size_t number)
{
  block->lists_of[x * block->n_list_words + number / 64] |= UINT64_C(1)
                                                            << number % 64;
}

/* All variables number their values alike, so places have bits whatever the
 * index is. */
static CspBlockList *
new_list(CspBlock *block, const CspConstraint *con)
{
  CspBlockList *list = &block->lists[block->n_lists++];
  uint32_t n_places = con->n_vars - 2;
  uint8_t *places =
      csp_arena_new_array0(block->base.arena, uint8_t, block->width);

  *list = (CspBlockList){.con = con, .places = places};
  for (uint32_t bit = 0; bit < block->n_values[0]; bit++) {
    int32_t place = block->values[0][bit];
    if (place < 0 || (uint32_t)place >= n_places)
      continue;
    places[bit] = (uint8_t)csp_constraint_var(con, (uint32_t)place);
    list->bits |= UINT64_C(1) << bit;
    link_to_list(block, places[bit], block->n_lists - 1);
  }
  return list;
}

/* By index, so that there are few runs. */
static void
insert_element(CspBlockList *list, uint8_t index, uint8_t result)
{
  uint8_t *indices = list->indices.lanes, *results = list->results.lanes;
  uint32_t k = list->n++;

  for (; k > 0 && indices[k - 1] > index; k--) {
    indices[k] = indices[k - 1];
    results[k] = results[k - 1];
  }
  indices[k] = index;
  results[k] = result;
}

static bool
begins_run(const CspBlockGather *gather, uint32_t k)
{
  return k == 0 || gather->lanes[k] != gather->lanes[k - 1] + 1;
}

static void
find_runs(CspBlock *block, CspBlockGather *gather, uint32_t n)
{
  uint32_t n_runs = 0, bytes = block->kernel->vector_bytes;
  unsigned char *mask = NULL;

  for (uint32_t k = 0; k < n; k++)
    n_runs += begins_run(gather, k);
  if (n_runs > CSP_BLOCK_RUNS)
    return;
  unsigned char *masks = new_words(block, (size_t)n_runs * bytes);
  for (uint32_t k = 0; k < n; k++) {
    if (begins_run(gather, k)) {
      mask = masks + (size_t)gather->n_runs * bytes;
      gather->from[gather->n_runs++] = (int16_t)(gather->lanes[k] - (int)k);
    }
    csp_block_set_lane(mask, block->width, k, UINT64_MAX);
  }
  gather->masks = masks;
}

static void
link_lists(CspBlock *block)
{
  for (uint32_t i = 0; i < block->n_lists; i++) {
    find_runs(block, &block->lists[i].indices, block->lists[i].n);
    find_runs(block, &block->lists[i].results, block->lists[i].n);
  }
}

/* The index keeps the values that are places. */
static void
add_element(CspBlock *block, const CspConstraint *con)
{
  CspVar index = csp_constraint_var(con, con->n_vars - 2);
  CspVar result = csp_constraint_var(con, con->n_vars - 1);
  uint32_t n_lanes = 8 * block->kernel->vector_bytes / block->width;
  CspBlockList *list = block->lists + block->n_lists;

  /* It is likely the last one's. */
  do
    list = list > block->lists ? list - 1 : new_list(block, con);
  while (list->n == n_lanes || !is_same_list(list->con, con));
  insert_element(list, (uint8_t)index, (uint8_t)result);
  link_to_list(block, index, (size_t)(list - block->lists));
  link_to_list(block, result, (size_t)(list - block->lists));
  block->allowed[index] &= list->bits;
}

static size_t
count_elements(const CspProblem *problem)
{
  size_t n = 0;

  for (size_t c = 0; c < problem->n_cons; c++)
    n += problem->cons[c].kind == CSP_CON_ELEMENT_VAR;
  return n;
}

static void
make_elements(CspBlock *block)
{
  CspArena *arena = block->base.arena;
  size_t n = count_elements(block->base.problem);

  block->n_elements = (uint32_t)n;
  block->lists = csp_arena_new_array(arena, CspBlockList, n);
  block->n_list_words = (uint32_t)(n + 63) / 64;
  block->lists_of = csp_arena_new_array0(
      arena, uint64_t, (size_t)block->n_vars * block->n_list_words);
}

static bool
has_arcs(const CspBlock *block, const CspConstraint *con, CspBlockForm form)
{
  return block->level == CSP_BLOCK_MAC && con->n_vars == 2 &&
         form.shape == CSP_BLOCK_MATRIX && form.pruning == CSP_BLOCK_ARCS;
}

static bool
has_any_arcs(const CspBlock *block, const CspBlockForm *forms)
{
  const CspProblem *problem = block->base.problem;

  for (size_t c = 0; c < problem->n_cons; c++)
    if (has_arcs(block, &problem->cons[c], forms[c]))
      return true;
  return false;
}

static void
add_record(Builder *builder, size_t c)
{
  CspBlock *block = builder->block;
  const CspConstraint *con = &block->base.problem->cons[c];
  const CspBlockForm *form = &builder->forms[c];

  if (con->n_vars == 0)
    block->is_contradictory |=
        !csp_family_of(con)->holds(con, builder->values, &builder->scratch);
  else if (form->shape == CSP_BLOCK_ELEMENT)
    add_element(block, con);
  else if (con->n_vars == 1)
    add_single(builder, con);
  else if (block->neighbors != NULL)
    add_neighbors(block, con);
  else if (form->shape == CSP_BLOCK_DIFFERENT)
    add_different(builder, con);
  else
    add_pair(builder, con, has_arcs(block, con, *form));
}

static void
make_rows(CspBlock *block)
{
  size_t n = (size_t)block->n_vars << block->width_log;

  block->rows = new_blocks(block, n);
  memset(block->rows, 0xff, n * block->block_bytes);
}

static void
keep_own_bits(CspBlock *block)
{
  for (CspVar x = 0; x < block->n_vars; x++)
    for (uint32_t bit = 0; bit < block->width; bit++)
      csp_block_set_lane(csp_block_row(block, x, bit), block->width, x,
                         UINT64_C(1) << bit);
}

static void
link_arcs(CspBlock *block, const GArray *arcs)
{
  if (arcs->len == 0)
    return;
  block->arc_starts =
      csp_arena_new_array0(block->base.arena, uint32_t, block->n_vars + 2);
  block->arcs = csp_arena_new_array(block->base.arena, CspBlockArc, arcs->len);
  /* Shifted by two, filling turns starts into those of the next variable. */
  uint32_t *starts = block->arc_starts;
  for (guint i = 0; i < arcs->len; i++)
    starts[g_array_index(arcs, Arc, i).x + 2]++;
  for (uint32_t x = 2; x < block->n_vars + 2; x++)
    starts[x] += starts[x - 1];
  for (guint i = 0; i < arcs->len; i++) {
    const Arc *arc = &g_array_index(arcs, Arc, i);
    block->arcs[starts[arc->x + 1]++] = arc->arc;
  }
}

/* Could it be a block?  ---------------------------------------------------- */

static uint32_t
largest_domain(const CspProblem *problem)
{
  size_t n_arrays;
  const CspArrayInfo *arrays = csp_model_peek_arrays(problem->model, &n_arrays);
  uint32_t largest = 1;

  for (size_t i = 0; i < n_arrays; i++)
    if (arrays[i].length > 0)
      largest = MAX(largest, arrays[i].n_values);
  return largest;
}

static bool
has_wide_array(const CspProblem *problem)
{
  size_t n_arrays;
  const CspArrayInfo *arrays = csp_model_peek_arrays(problem->model, &n_arrays);

  for (size_t i = 0; i < n_arrays; i++)
    if (!has_span(&arrays[i]))
      return true;
  return false;
}

/* Arcs speak of domains that the store keeps as words, without gaps that it
 * would not see. */
static bool
has_wide_scope(const CspProblem *problem, const CspConstraint *con)
{
  for (uint32_t k = 0; k < con->n_vars; k++)
    if (!has_span(
            csp_model_array_of(problem->model, csp_constraint_var(con, k))))
      return true;
  return false;
}

static char *
why_not_record(const CspProblem *problem,
               CspBlockLevel level,
               bool has_wide,
               size_t c,
               CspBlockForm form)
{
  const CspConstraint *con = &problem->cons[c];
  const char *why = NULL;

  if (form.shape == CSP_BLOCK_NONE)
    why = "has no block form";
  else if (form.shape == CSP_BLOCK_ELEMENT && level != CSP_BLOCK_MAC)
    why = "has more than two variables, which a block takes under mac";
  else if (level != CSP_BLOCK_MAC || con->n_vars == 0)
    return NULL;
  else if (form.pruning == CSP_BLOCK_OTHERWISE)
    why = "prunes more or less than a block would under mac at its strength";
  else if (form.pruning == CSP_BLOCK_ARCS && con->n_vars > 1 && has_wide &&
           has_wide_scope(problem, con))
    why = "has a domain that spans more than 64 values";
  if (why == NULL)
    return NULL;
  g_autofree char *name = csp_model_dup_constraint_name(problem->model, c);
  return g_strdup_printf("%s %s", name, why);
}

static char *
why_not_domain(const CspProblem *problem)
{
  size_t n_arrays;
  const CspArrayInfo *arrays = csp_model_peek_arrays(problem->model, &n_arrays);

  for (size_t i = 0; i < n_arrays; i++)
    if (arrays[i].length > 0 && arrays[i].n_values > 64) {
      g_autofree char *name =
          csp_model_dup_var_name((CspModel *)problem->model, arrays[i].first);
      return g_strdup_printf("%s has %u values, and a block holds 64", name,
                             arrays[i].n_values);
    }
  return NULL;
}

char *
csp_block_why_not(const CspProblem *problem,
                  CspBlockLevel level,
                  const CspTreeConfig *config,
                  const CspBlockForm *forms)
{
  uint32_t n_starts;
  char *why;

  if (problem->objective != CSP_NONE)
    return g_strdup("a block has no objective");
  if (config->variable_order != CSP_VARIABLE_ORDER_INPUT &&
      config->variable_order != CSP_VARIABLE_ORDER_MRV)
    return g_strdup("a block takes variables by input or mrv only");
  if (config->value_order != CSP_VALUE_ORDER_MIN &&
      config->value_order != CSP_VALUE_ORDER_MAX)
    return g_strdup("a block takes values by min or max only");
  if (config->restarts.kind != CSP_RESTARTS_NONE)
    return g_strdup("a block does not restart");
  if (config->n_goals > 0 || config->projection != NULL)
    return g_strdup("a block follows no goals");
  if (csp_model_peek_starts(problem->model, &n_starts) != NULL)
    return g_strdup("a block does not try values that the model names first");
  if (config->interchangeable != NULL)
    return g_strdup("a block does not look for fresh values (--symmetry=off)");
  if (problem->n_vars > CSP_BLOCK_VARS)
    return g_strdup_printf("there are %u variables, and a block holds %d",
                           problem->n_vars, CSP_BLOCK_VARS);
  if ((why = why_not_domain(problem)) != NULL)
    return why;
  if (csp_block_estimate(problem) > CSP_BLOCK_BYTES)
    return g_strdup_printf("the block would take more than %d MiB",
                           CSP_BLOCK_BYTES >> 20);
  bool has_wide = has_wide_array(problem);
  for (size_t c = 0; c < problem->n_cons; c++)
    if ((why = why_not_record(problem, level, has_wide, c, forms[c])) != NULL)
      return why;
  return csp_block_fits(problem)
             ? NULL
             : g_strdup_printf("there are more than %d elements of variables, "
                               "or they have too many values in all",
                               CSP_BLOCK_ELEMENTS);
}

static bool
fits_elements(const CspProblem *problem)
{
  size_t n = count_elements(problem);
  uint32_t width = 1u << width_log_for(largest_domain(problem));
  int32_t values[64];

  return n == 0 ||
         (n <= CSP_BLOCK_ELEMENTS && list_values(problem, width, values) > 0);
}

bool
csp_block_fits(const CspProblem *problem)
{
  return problem->n_vars <= CSP_BLOCK_VARS && largest_domain(problem) <= 64 &&
         csp_block_estimate(problem) <= CSP_BLOCK_BYTES &&
         fits_elements(problem);
}

uint64_t
csp_block_estimate(const CspProblem *problem)
{
  uint32_t width_log = width_log_for(largest_domain(problem));
  uint64_t n = problem->n_vars;
  uint64_t block_bytes = ((n << width_log) / 8 + ALIGNMENT) & -ALIGNMENT;

  return block_bytes * ((n << width_log) + 2 * n + 8) +
         n * (sizeof(CspBlockFrame) + 64);
}

static void
fill_first(CspBlock *block)
{
  block->first = new_blocks(block, 1);
  memset(block->first, 0xff, block->block_bytes);
  for (CspVar x = 0; x < block->n_vars; x++)
    csp_block_set_lane(block->first, block->width, x, block->allowed[x]);
}

void
csp_block_build(CspBlock *block, const CspBlockForm *forms, bool is_placing)
{
  const CspProblem *problem = block->base.problem;
  Builder builder = {.block = block,
                     .forms = forms,
                     .values = g_new0(int32_t, (size_t)problem->n_vars + 1),
                     .arcs = g_array_new(FALSE, FALSE, sizeof(Arc))};

  make_lanes(block, largest_domain(problem));
  make_elements(block);
  if (is_placing && block->width < 64 && !has_any_arcs(block, forms))
    add_windows(block, forms);
  if (block->level == CSP_BLOCK_MAC && has_neighbors_only(block, forms))
    block->neighbors = new_blocks(block, block->n_vars);
  else
    make_rows(block);
  for (size_t c = 0; c < problem->n_cons; c++)
    add_record(&builder, c);
  if (block->rows != NULL)
    keep_own_bits(block);
  fill_first(block);
  link_arcs(block, builder.arcs);
  link_lists(block);
  g_array_unref(builder.arcs);
  csp_scratch_clear(&builder.scratch);
  g_free(builder.values);
}
