/* SPDX-License-Identifier: MIT */
/* Which (variable, value) pairs may not be taken, and until which step.
 *
 * A direct-mapped table: a later entry may drive out an earlier one, which then
 * is allowed again too early.  That is harmless, and room does not grow with
 * the domains. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  uint32_t var;
  int32_t value;
  int64_t until; /* forbidden in steps before this one */
} CspTabuEntry;

typedef struct {
  uint64_t mask;
  CspTabuEntry *entries;
} CspTabuList;

CspTabuList *csp_tabu_list_new(uint32_t n_vars);
void csp_tabu_list_free(CspTabuList *list);
void csp_tabu_list_clear(CspTabuList *list);

static inline CspTabuEntry *
csp_tabu_list_entry(const CspTabuList *list, uint32_t var, int32_t value)
{
  uint64_t key = (uint64_t)var << 32 | (uint32_t)value;

  return &list->entries[((key * UINT64_C(0x9e3779b97f4a7c15)) >> 40) &
                        list->mask];
}

static inline bool
csp_tabu_list_has(const CspTabuList *list,
                  uint32_t var,
                  int32_t value,
                  int64_t step)
{
  const CspTabuEntry *entry = csp_tabu_list_entry(list, var, value);

  return entry->until > step && entry->var == var && entry->value == value;
}

static inline void
csp_tabu_list_forbid(CspTabuList *list,
                     uint32_t var,
                     int32_t value,
                     int64_t until)
{
  *csp_tabu_list_entry(list, var, value) =
      (CspTabuEntry){.var = var, .value = value, .until = until};
}
