/* SPDX-License-Identifier: MIT */
/* A buffer lent to those who need room for a moment: it grows to the largest
 * request and is used again.  Each call gives the same room, not cleared, and
 * never NULL. */
#pragma once

#include <glib.h>

typedef struct {
  void *data;
  size_t size;
} CspScratch;

static inline void *
csp_scratch_get(CspScratch *scratch, size_t size)
{
  if (scratch->data == NULL || scratch->size < size) {
    g_free(scratch->data);
    scratch->size = size > 0 ? size : 1;
    scratch->data = g_malloc(scratch->size);
  }
  return scratch->data;
}

static inline void
csp_scratch_clear(CspScratch *scratch)
{
  g_free(scratch->data);
  scratch->data = NULL;
  scratch->size = 0;
}
