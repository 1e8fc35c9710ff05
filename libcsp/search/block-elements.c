/* SPDX-License-Identifier: MIT */
/* Elements of variables in a block.
 *
 * Those of one list are filtered together, for each place of it: their indices
 * and results are gathered by lanes, in runs of lanes that follow each other. */
#include "config.h"

#include "search/block-build.h"

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
  unsigned char *masks = csp_block_new_words(block, (size_t)n_runs * bytes);
  for (uint32_t k = 0; k < n; k++) {
    if (begins_run(gather, k)) {
      mask = masks + (size_t)gather->n_runs * bytes;
      gather->from[gather->n_runs++] = (int16_t)(gather->lanes[k] - (int)k);
    }
    csp_block_set_lane(mask, block->width, k, UINT64_MAX);
  }
  gather->masks = masks;
}

void
csp_block_link_lists(CspBlock *block)
{
  for (uint32_t i = 0; i < block->n_lists; i++) {
    find_runs(block, &block->lists[i].indices, block->lists[i].n);
    find_runs(block, &block->lists[i].results, block->lists[i].n);
  }
}

/* The index keeps the values that are places. */
void
csp_block_add_element(CspBlock *block, const CspConstraint *con)
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

size_t
csp_block_count_elements(const CspProblem *problem)
{
  size_t n = 0;

  for (size_t c = 0; c < problem->n_cons; c++)
    n += problem->cons[c].kind == CSP_CON_ELEMENT_VAR;
  return n;
}

void
csp_block_make_elements(CspBlock *block)
{
  CspArena *arena = block->base.arena;
  size_t n = csp_block_count_elements(block->base.problem);

  block->n_elements = (uint32_t)n;
  block->lists = csp_arena_new_array(arena, CspBlockList, n);
  block->n_list_words = (uint32_t)(n + 63) / 64;
  block->lists_of = csp_arena_new_array0(
      arena, uint64_t, (size_t)block->n_vars * block->n_list_words);
}
