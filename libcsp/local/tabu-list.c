/* SPDX-License-Identifier: MIT */
/* The tabu list's memory: some entries a variable, within bounds. */
#include "config.h"

#include <glib.h>
#include <string.h>

#include "local/tabu-list.h"

enum { ENTRIES_PER_VAR = 16, MIN_ENTRIES = 256, MAX_ENTRIES = 1 << 17 };

CspTabuList *
csp_tabu_list_new(uint32_t n_vars)
{
  CspTabuList *list = g_new(CspTabuList, 1);
  uint64_t n = MIN_ENTRIES;

  while (n < MAX_ENTRIES && n < ENTRIES_PER_VAR * (uint64_t)n_vars)
    n *= 2;
  list->mask = n - 1;
  list->entries = g_new(CspTabuEntry, n);
  csp_tabu_list_clear(list);
  return list;
}

void
csp_tabu_list_free(CspTabuList *list)
{
  g_free(list->entries);
  g_free(list);
}

void
csp_tabu_list_clear(CspTabuList *list)
{
  memset(list->entries, 0, sizeof *list->entries * (list->mask + 1));
}
