/* SPDX-License-Identifier: MIT */
/* How often each value was seen: a table with open addressing in scratch, twice
 * as large as the values it takes. */
#pragma once

#include <stdint.h>

#include "base/scratch.h"

typedef struct {
  int32_t value;
  int32_t n; /* -1: free */
} CspValueSlot;

typedef struct {
  CspValueSlot *slots;
  unsigned log_size;
} CspValueTable;

static inline CspValueTable
csp_value_table(CspScratch *scratch, size_t n_values)
{
  CspValueTable table = {.log_size = 1};

  while ((size_t)1 << table.log_size < 2 * n_values)
    table.log_size++;
  size_t size = (size_t)1 << table.log_size;
  table.slots = csp_scratch_get(scratch, size * sizeof(*table.slots));
  for (size_t i = 0; i < size; i++)
    table.slots[i].n = -1;
  return table;
}

/* Where the value is, or a free slot for it. */
static inline CspValueSlot *
csp_value_table_find(const CspValueTable *table, int32_t value)
{
  size_t mask = ((size_t)1 << table->log_size) - 1;
  size_t i = ((uint64_t)value * UINT64_C(0x9e3779b97f4a7c15)) >>
             (64 - table->log_size);

  while (table->slots[i].n >= 0 && table->slots[i].value != value)
    i = (i + 1) & mask;
  return &table->slots[i];
}

/* Counts the value once more; the answer is how often that is now. */
static inline int32_t
csp_value_table_add(const CspValueTable *table, int32_t value)
{
  CspValueSlot *slot = csp_value_table_find(table, value);

  slot->value = value;
  slot->n = MAX(slot->n, 0) + 1;
  return slot->n;
}
