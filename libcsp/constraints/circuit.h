/* SPDX-License-Identifier: MIT */
/* The propagators of circuits.  A node is a place of the scope; the value of its
 * variable, less first, is the node after it. */
#pragma once

#include "engine/store.h"

/* vars has no repeats; all values are nodes. */
void csp_post_circuit_chains(CspStore *store,
                             const CspVar *vars,
                             uint32_t n_vars,
                             int64_t first,
                             bool is_sub);
void csp_post_circuit_trees(CspStore *store,
                            const CspVar *vars,
                            uint32_t n_vars,
                            int64_t first,
                            bool is_sub);
