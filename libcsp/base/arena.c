/* SPDX-License-Identifier: MIT */
/* The arena: a list of blocks, the newest one filled from its start.  A request
 * larger than a block gets a block of its own behind the newest, so that the
 * room left in that one is not lost.  Blocks double in size up to 16 MiB: small
 * models cost little, large ones few calls of the allocator. */
#include "config.h"

#include <glib.h>
#include <string.h>

#include "base/arena.h"

enum { ALIGNMENT = 16, FIRST_BLOCK = 1 << 12, LAST_BLOCK = 1 << 24 };

typedef struct Block Block;
struct Block {
  Block *next;
  size_t size;
  _Alignas(ALIGNMENT) unsigned char data[];
};

struct _CspArena {
  Block *blocks;
  size_t used; /* of the newest block */
  size_t block_size;
  size_t total;
  size_t limit; /* 0: none */
};

CspArena *
csp_arena_new(void)
{
  CspArena *arena = g_new0(CspArena, 1);

  arena->block_size = FIRST_BLOCK;
  return arena;
}

void
csp_arena_free(CspArena *arena)
{
  if (arena == NULL)
    return;
  for (Block *block = arena->blocks; block != NULL;) {
    Block *next = block->next;
    g_free(block);
    block = next;
  }
  g_free(arena);
}

static Block *
new_block(CspArena *arena, size_t size)
{
  Block *block = g_malloc(sizeof(Block) + size);

  block->size = size;
  arena->total += sizeof(Block) + size;
  return block;
}

void *
csp_arena_alloc(CspArena *arena, size_t size)
{
  size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  if (arena->blocks != NULL && size <= arena->blocks->size - arena->used) {
    void *piece = arena->blocks->data + arena->used;
    arena->used += size;
    return piece;
  }

  if (size > arena->block_size / 2 && arena->blocks != NULL) {
    Block *own = new_block(arena, size);
    own->next = arena->blocks->next;
    arena->blocks->next = own;
    return own->data;
  }

  Block *block = new_block(arena, MAX(size, arena->block_size));
  block->next = arena->blocks;
  arena->blocks = block;
  arena->used = size;
  if (arena->block_size < LAST_BLOCK)
    arena->block_size *= 2;
  return block->data;
}

void *
csp_arena_alloc0(CspArena *arena, size_t size)
{
  void *piece = csp_arena_alloc(arena, size);

  memset(piece, 0, size);
  return piece;
}

void *
csp_arena_dup(CspArena *arena, const void *data, size_t size)
{
  void *piece = csp_arena_alloc(arena, size);

  if (size > 0)
    memcpy(piece, data, size);
  return piece;
}

size_t
csp_arena_get_used(const CspArena *arena)
{
  return arena->total;
}

void
csp_arena_account(CspArena *arena, ptrdiff_t bytes)
{
  arena->total += (size_t)bytes;
}

void
csp_arena_set_limit(CspArena *arena, size_t bytes)
{
  arena->limit = bytes;
}

bool
csp_arena_is_over(const CspArena *arena)
{
  return arena->limit != 0 && arena->total > arena->limit;
}

bool
csp_arena_has_room(const CspArena *arena, size_t bytes)
{
  return arena->limit == 0 ||
         (arena->total <= arena->limit && bytes <= arena->limit - arena->total);
}
