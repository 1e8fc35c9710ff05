/* SPDX-License-Identifier: MIT */
/* From records to a block: rows and arcs.
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
  unsigned char *all = csp_block_new_blocks(block, 1);
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
  block->windows_of = csp_block_new_blocks(block, 1);
  block->open = csp_block_new_blocks(block, 1);
  for (size_t i = 0; i < n;)
    i += add_window(block, permutations + i, n - i);
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
    csp_block_add_element(block, con);
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

  block->rows = csp_block_new_blocks(block, n);
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

static void
fill_first(CspBlock *block)
{
  block->first = csp_block_new_blocks(block, 1);
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

  csp_block_make_lanes(block, csp_block_largest_domain(problem));
  csp_block_make_elements(block);
  if (is_placing && block->width < 64 && !has_any_arcs(block, forms))
    add_windows(block, forms);
  if (block->level == CSP_BLOCK_MAC && has_neighbors_only(block, forms))
    block->neighbors = csp_block_new_blocks(block, block->n_vars);
  else
    make_rows(block);
  for (size_t c = 0; c < problem->n_cons; c++)
    add_record(&builder, c);
  if (block->rows != NULL)
    keep_own_bits(block);
  fill_first(block);
  link_arcs(block, builder.arcs);
  csp_block_link_lists(block);
  g_array_unref(builder.arcs);
  csp_scratch_clear(&builder.scratch);
  g_free(builder.values);
}
