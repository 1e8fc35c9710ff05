/* SPDX-License-Identifier: MIT */
/* Memory that is given out piece by piece and freed whole.
 *
 * One arena an engine holds propagators, watch lists and trail.  Its limit, when
 * set, is the memory limit of the search: what would pass it is still given, so
 * that no caller has to fail, and csp_arena_is_over() turns true for the search
 * loop to see. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct _CspArena CspArena;

CspArena *csp_arena_new(void);
void csp_arena_free(CspArena *arena);
/* Aligned to 16 bytes; not cleared. */
void *csp_arena_alloc(CspArena *arena, size_t size);
void *csp_arena_alloc0(CspArena *arena, size_t size);
void *csp_arena_dup(CspArena *arena, const void *data, size_t size);
size_t csp_arena_get_used(const CspArena *arena);
/* Counts memory held elsewhere on behalf of this engine. */
void csp_arena_account(CspArena *arena, ptrdiff_t bytes);
void csp_arena_set_limit(CspArena *arena, size_t bytes);
bool csp_arena_is_over(const CspArena *arena);
/* Would so many bytes more not pass the limit? */
bool csp_arena_has_room(const CspArena *arena, size_t bytes);

#define csp_arena_new_array(arena, type, n)                                    \
  ((type *)csp_arena_alloc(arena, sizeof(type) * (size_t)(n)))
#define csp_arena_new_array0(arena, type, n)                                   \
  ((type *)csp_arena_alloc0(arena, sizeof(type) * (size_t)(n)))
