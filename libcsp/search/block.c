/* SPDX-License-Identifier: MIT */
/* The block as a consistency level: its beginning, and what observers see.
 *
 * What counts as chosen before the root is what the event engine counts: under
 * look back what the model fixes by a domain of one value or an equation, under
 * forward checking every domain left with one value by single records, under
 * full propagation every domain left with one. */
#include "config.h"

#include <string.h>

#include "base/bits.h"
#include "search/block-build.h"

static bool
is_chosen_at_root(const CspBlock *block, CspVar x)
{
  return block->base.is_chosen[x] != 0;
}

/* The bit of a value of x, 0: it has none. */
static uint64_t
bit_of(const CspBlock *block, CspVar x, int64_t value)
{
  const int32_t *values = block->values[x];
  uint64_t place = (uint64_t)(value - values[0]); /* if there are no gaps */

  if (place < block->n_values[x] && values[place] == value)
    return block->declared[x] & UINT64_C(1) << place;
  for (uint64_t left = block->declared[x]; left != 0; left &= left - 1)
    if (values[__builtin_ctzll(left)] == value)
      return left & -left;
  return 0;
}

static bool
is_single(uint64_t word)
{
  return word != 0 && (word & (word - 1)) == 0;
}

/* The beginning. ----------------------------------------------------------- */

static uint64_t
root_word(const CspBlock *block, CspVar x)
{
  return csp_block_lane(block->states, block->width, x);
}

/* x keeps these values; false: there are none. */
static bool
keep_at_root(CspBlock *block, CspVar x, uint64_t values)
{
  uint64_t word = root_word(block, x) & values;

  csp_block_set_lane(block->states, block->width, x, word);
  return word != 0;
}

static bool
assume(CspBlock *block, CspVar x, int64_t value)
{
  block->base.is_chosen[x] = true;
  return keep_at_root(block, x, bit_of(block, x, value));
}

/* Look back: what the model itself fixes. */
static bool
fix_by_model(CspBlock *block)
{
  const CspProblem *problem = block->base.problem;
  bool is_good = true;

  for (size_t c = 0; c < problem->n_cons; c++) {
    const CspConstraint *con = &problem->cons[c];
    if (con->kind == CSP_CON_RELATION_CONST && con->relation == CSP_RELATION_EQ)
      is_good =
          assume(block, csp_constraint_var(con, 0), con->constant) && is_good;
  }
  for (CspVar x = 0; x < problem->n_vars; x++)
    if (is_single(block->declared[x])) {
      block->base.is_chosen[x] = true;
      is_good = is_good && root_word(block, x) != 0;
    }
  return is_good;
}

/* Which are chosen with one value left; false: one has none. */
static bool
mark_chosen(CspBlock *block)
{
  bool is_good = true;

  for (CspVar x = 0; x < block->n_vars; x++) {
    uint64_t word = root_word(block, x);
    block->base.is_chosen[x] = is_single(word);
    is_good = is_good && word != 0;
  }
  return is_good;
}

/* Gives the root its domains and marks what is chosen there; full propagation
 * sees to that by itself. */
static bool
fill_root(CspBlock *block, CspAssumed assumed)
{
  bool is_good = !block->is_contradictory;

  memcpy(block->states, block->first, block->block_bytes);
  memset(block->base.is_chosen, 0, block->n_vars);
  for (size_t i = 0; i < assumed.n_removed; i++) {
    CspVar x = assumed.removed_vars[i];
    keep_at_root(block, x, ~bit_of(block, x, assumed.removed_values[i]));
  }
  if (block->level == CSP_BLOCK_LOOK_BACK)
    is_good = fix_by_model(block) && is_good;
  for (size_t i = 0; i < assumed.n; i++)
    is_good = assume(block, assumed.vars[i], assumed.values[i]) && is_good;
  if (block->level == CSP_BLOCK_FORWARD_CHECKING)
    is_good = mark_chosen(block) && is_good;
  return is_good;
}

/* Removes what the variables that are chosen exclude, and nothing more. */
static bool
close_chosen(CspBlock *block)
{
  uint64_t *state = (uint64_t *)(void *)block->states;

  for (CspVar x = 0; x < block->n_vars; x++) {
    if (!is_chosen_at_root(block, x))
      continue;
    uint64_t word = root_word(block, x);
    if (word == 0)
      return false;
    const uint64_t *row = (const uint64_t *)(const void *)csp_block_row(
        block, x, (uint32_t)__builtin_ctzll(word));
    for (size_t i = 0; i < block->block_bytes / sizeof *row; i++)
      state[i] &= row[i];
  }
  for (CspVar x = 0; x < block->n_vars; x++)
    if (root_word(block, x) == 0 &&
        (block->level == CSP_BLOCK_FORWARD_CHECKING ||
         is_chosen_at_root(block, x)))
      return false;
  return true;
}

/* The variables that are to be chosen, where their order does not depend on the
 * search: as they come, or the smallest declared domain first. */
static void
list_sequence(CspBlock *block, bool is_by_size)
{
  block->n_sequence = 0;
  for (CspVar x = 0; x < block->n_vars; x++) {
    if (is_chosen_at_root(block, x))
      continue;
    uint32_t k = block->n_sequence++;
    for (; is_by_size && k > 0 &&
           csp_popcount64(block->declared[block->sequence[k - 1]]) >
               csp_popcount64(block->declared[x]);
         k--)
      block->sequence[k] = block->sequence[k - 1];
    block->sequence[k] = x;
  }
}

static bool
block_start(CspConsistency *self, CspAssumed assumed)
{
  CspBlock *block = (CspBlock *)self;

  block->n_frames = block->n_view = 0;
  memset(block->closed, 0, block->block_bytes);
  if (!fill_root(block, assumed))
    return false;
  if (block->level == CSP_BLOCK_MAC)
    return block->kernel->propagate[block->width_log - 4](block);
  if (!close_chosen(block))
    return false;
  for (CspVar x = 0; x < block->n_vars; x++)
    if (is_chosen_at_root(block, x))
      csp_block_set_lane(block->closed, block->width, x, UINT64_MAX);
  for (CspVar x = block->n_vars; x < 8 * block->block_bytes / block->width; x++)
    csp_block_set_lane(block->closed, block->width, x, UINT64_MAX);
  list_sequence(block, block->is_by_declared_size);
  return true;
}

static void
block_free(CspConsistency *self)
{
  csp_arena_free(self->arena);
  g_free(self);
}

/* Views. ------------------------------------------------------------------- */

static const CspBlock *
block_of(const void *engine)
{
  return (const CspBlock *)((const CspTree *)engine)->consistency;
}

/* Under look back nobody loses values. */
static bool
shows_declared(const CspBlock *block, CspVar x)
{
  if (block->level != CSP_BLOCK_LOOK_BACK || is_chosen_at_root(block, x))
    return false;
  for (uint32_t k = 0; k < block->n_frames; k++)
    if (block->frames[k].var == x)
      return k == block->n_view;
  return true;
}

static uint64_t
word_of(const CspBlock *block, CspVar x)
{
  uint64_t word =
      csp_block_lane(block->states + (size_t)block->n_view * block->block_bytes,
                     block->width, x);

  /* A root that failed may have lost all. */
  return word == 0 || shows_declared(block, x) ? block->declared[x] : word;
}

static size_t
view_n_vars(const void *engine)
{
  return block_of(engine)->n_vars;
}

static int64_t
view_min(const void *engine, CspVar x)
{
  const CspBlock *block = block_of(engine);

  return block->values[x][__builtin_ctzll(word_of(block, x))];
}

static int64_t
view_max(const void *engine, CspVar x)
{
  const CspBlock *block = block_of(engine);

  return block->values[x][63 - __builtin_clzll(word_of(block, x))];
}

static size_t
view_size(const void *engine, CspVar x)
{
  return csp_popcount64(word_of(block_of(engine), x));
}

static bool
view_has(const void *engine, CspVar x, int64_t value)
{
  const CspBlock *block = block_of(engine);

  return (word_of(block, x) & bit_of(block, x, value)) != 0;
}

static size_t
view_depth(const void *engine)
{
  return block_of(engine)->n_frames;
}

static int64_t
view_violation(const void *engine)
{
  (void)engine;
  return 0;
}

static void
view_decision(const void *engine,
              size_t level,
              CspVar *out_var,
              CspRelation *out_relation,
              int64_t *out_value)
{
  const CspBlock *block = block_of(engine);
  const CspBlockFrame *frame = &block->frames[level];

  *out_var = frame->var;
  *out_relation = CSP_RELATION_EQ;
  *out_value = block->values[frame->var][__builtin_ctzll(frame->value)];
}

static const CspViewFuncs view_funcs = {
    .n_vars = view_n_vars,
    .min = view_min,
    .max = view_max,
    .size = view_size,
    .has = view_has,
    .depth = view_depth,
    .violation = view_violation,
    .decision = view_decision,
};

/* -------------------------------------------------------------------------- */

/* The nodes on the way to a child of this frame's. */
static void
number_path(CspTree *tree, const CspBlock *block, const CspBlockFrame *frame)
{
  for (CspBlockFrame *f = block->frames; f <= frame; f++) {
    f->id = ++tree->last_id;
    f->n_children = 0;
  }
}

void
csp_block_report(CspTree *tree,
                 const CspBlockFrame *frame,
                 uint64_t bit,
                 bool is_equal,
                 CspOutcome outcome)
{
  const CspBlock *block = block_of(tree);

  if (csp_tree_has_gap(tree))
    number_path(tree, block, frame);
  CspNodeEvent event = {
      .id = ++tree->last_id,
      .parent = frame->id,
      .child = is_equal ? frame->child - 1 : 1,
      .var = frame->var,
      .value = block->values[frame->var][__builtin_ctzll(bit)],
      .is_equal = is_equal,
      .outcome = outcome,
      .relation = is_equal ? CSP_RELATION_EQ : CSP_RELATION_NE,
      .n_siblings = frame->n_children};

  if (outcome != CSP_OUTCOME_FAILED)
    tree->node_id = event.id;
  tree->config.observing.observer->node(&tree->view, &event,
                                        tree->config.observing.data);
}

static CspTreeResult
block_search(CspTree *tree)
{
  CspBlock *block = (CspBlock *)tree->consistency;
  CspTreeResult result;

  if (csp_arena_is_over(block->base.arena)) {
    atomic_store(tree->stop, CSP_STOP_MEMORY);
    return CSP_TREE_STOPPED;
  }
  do {
    block->is_to_go_on = false;
    result = block->kernel->search[block->width_log - 4](tree);
  } while (block->is_to_go_on);
  return result;
}

static void
block_get_values(const CspConsistency *self, int32_t *out_values)
{
  const CspBlock *block = (const CspBlock *)self;
  const unsigned char *state =
      block->states + (size_t)block->n_frames * block->block_bytes;

  for (CspVar x = 0; x < block->n_vars; x++)
    out_values[x] =
        block->values[x]
                     [__builtin_ctzll(csp_block_lane(state, block->width, x))];
}

static const CspConsistencyClass block_class = {
    .name = "block",
    .kernel = "block",
    .start = block_start,
    .search = block_search,
    .get_values = block_get_values,
    .view_funcs = &view_funcs,
    .free = block_free,
};

extern const CspBlockKernel csp_block_kernel_portable, csp_block_kernel_avx2,
    csp_block_kernel_avx512;

const CspBlockKernel *
csp_block_get_kernel(uint32_t k)
{
#ifdef CSP_HAVE_AVX512
  if (__builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bitalg") &&
      __builtin_cpu_supports("avx512vpopcntdq") && k-- == 0)
    return &csp_block_kernel_avx512;
#endif
#ifdef CSP_HAVE_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
      k-- == 0)
    return &csp_block_kernel_avx2;
#endif
  return k == 0 ? &csp_block_kernel_portable : NULL;
}

CspConsistency *
csp_block_new(CspProblem *problem,
              CspBlockLevel level,
              const CspTreeConfig *config,
              const CspBlockForm *forms,
              const CspBlockKernel *kernel)
{
  CspBlock *block = g_new0(CspBlock, 1);
  CspArena *arena = csp_arena_new();

  block->base = (CspConsistency){.klass = &block_class,
                                 .problem = problem,
                                 .arena = arena,
                                 .failed_constraint = CSP_NONE};
  block->base.is_chosen =
      csp_arena_new_array0(arena, uint8_t, problem->n_vars + 1);
  block->level = level;
  block->n_vars = problem->n_vars;
  block->is_by_declared_size = config->variable_order == CSP_VARIABLE_ORDER_MRV;
  block->kernel = kernel != NULL ? kernel : csp_block_get_kernel(0);
  csp_block_build(block, forms, level == CSP_BLOCK_MAC && config->is_placing);
  g_autofree char *places =
      block->n_permutations > 0
          ? g_strdup_printf(", %u permutations", block->n_permutations)
          : g_strdup("");
  g_autofree char *description = g_strdup_printf(
      "%u lanes of %u bits%s", block->n_vars, block->width, places);
  block->description =
      csp_arena_dup(arena, description, strlen(description) + 1);
  return &block->base;
}

const char *
csp_block_get_description(const CspConsistency *self)
{
  return ((const CspBlock *)self)->description;
}
