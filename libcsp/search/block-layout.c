/* SPDX-License-Identifier: MIT */
/* Where the values of variables are in a block: a lane for each variable, wide
 * enough for the largest domain, and a bit for each of its values.  All
 * variables number their values alike where there are bits for that. */
#include "config.h"

#include <string.h>

#include "search/block-build.h"

bool
csp_block_has_span(const CspArrayInfo *array)
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

uint32_t
csp_block_list_values(const CspProblem *problem,
                      uint32_t n_most,
                      int32_t *values)
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
  uint32_t n_all =
      csp_block_list_values(block->base.problem, block->width, all);

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

unsigned char *
csp_block_new_words(CspBlock *block, size_t n_bytes)
{
  uintptr_t start = (uintptr_t)csp_arena_alloc0(
      block->base.arena, n_bytes + 3 * CSP_BLOCK_ALIGNMENT);

  return (unsigned char *)((start + 2 * CSP_BLOCK_ALIGNMENT - 1) &
                           -(uintptr_t)CSP_BLOCK_ALIGNMENT);
}

unsigned char *
csp_block_new_blocks(CspBlock *block, size_t n)
{
  return csp_block_new_words(block, n * block->block_bytes);
}

uint32_t
csp_block_width_log(uint32_t n_values)
{
  return n_values <= 16 ? 4 : n_values <= 32 ? 5 : 6;
}

uint32_t
csp_block_largest_domain(const CspProblem *problem)
{
  size_t n_arrays;
  const CspArrayInfo *arrays = csp_model_peek_arrays(problem->model, &n_arrays);
  uint32_t largest = 1;

  for (size_t i = 0; i < n_arrays; i++)
    if (arrays[i].length > 0)
      largest = MAX(largest, arrays[i].n_values);
  return largest;
}

void
csp_block_make_lanes(CspBlock *block, uint32_t n_values)
{
  CspArena *arena = block->base.arena;
  size_t n = block->n_vars;

  block->width_log = csp_block_width_log(n_values);
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
  block->states = csp_block_new_blocks(block, n + 2);
  block->closed = csp_block_new_blocks(block, n + 2);
  block->scratch = csp_block_new_blocks(block, 1);
  block->frames = csp_arena_new_array0(arena, CspBlockFrame, n + 1);
  block->sequence = csp_arena_new_array0(arena, CspVar, n);
}
