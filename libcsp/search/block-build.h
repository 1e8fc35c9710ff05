/* SPDX-License-Identifier: MIT */
/* The parts of making a block. */
#pragma once

#include "search/block.h"

#define CSP_BLOCK_ALIGNMENT UINT64_C(64)

/* Do at most 64 integers lie between the ends? */
bool csp_block_has_span(const CspArrayInfo *array);
/* The values of all variables, ascending; 0: there are more than n_most. */
uint32_t csp_block_list_values(const CspProblem *problem,
                               uint32_t n_most,
                               int32_t *values);
uint32_t csp_block_largest_domain(const CspProblem *problem);
/* The logarithm of the bits that a lane for so many values has. */
uint32_t csp_block_width_log(uint32_t n_values);

/* Zeros, aligned for any vector, with a vector before and one behind that may
 * be read. */
unsigned char *csp_block_new_words(CspBlock *block, size_t n_bytes);
/* As long as so many states. */
unsigned char *csp_block_new_blocks(CspBlock *block, size_t n);
/* Makes what has a place for each variable; n_values: of the largest domain. */
void csp_block_make_lanes(CspBlock *block, uint32_t n_values);

size_t csp_block_count_elements(const CspProblem *problem);
/* Makes room for all elements. */
void csp_block_make_elements(CspBlock *block);
void csp_block_add_element(CspBlock *block, const CspConstraint *con);
/* After the last was added. */
void csp_block_link_lists(CspBlock *block);

/* Fills in all but what a search changes; problem, level, arena and kernel are
 * there. */
void
csp_block_build(CspBlock *block, const CspBlockForm *forms, bool is_placing);
