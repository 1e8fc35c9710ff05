/* SPDX-License-Identifier: MIT */
#pragma once

#include "search/block.h"

/* Fills in all but what a search changes; problem, level, arena and kernel are
 * there. */
void
csp_block_build(CspBlock *block, const CspBlockForm *forms, bool is_placing);
