/* SPDX-License-Identifier: MIT */
/* What names stand for, and the numbers that stand among variables.
 *
 * The names are an open hash table over the text itself. */
#include "config.h"

#include <string.h>

#include "io/flatzinc-private.h"

enum { SLOTS_MIN = 1024 };

static CspFznSymbol *
symbol_at(const CspFlatzinc *self, uint32_t i)
{
  return &g_array_index(self->symbols, CspFznSymbol, i);
}

/* FNV-1a, the high bits mixed in: Fowler, Noll and Vo. */
static size_t
hash(const char *name, size_t length)
{
  uint64_t h = UINT64_C(14695981039346656037);

  for (size_t i = 0; i < length; i++)
    h = (h ^ (uint8_t)name[i]) * UINT64_C(1099511628211);
  return (size_t)(h ^ h >> 32);
}

/* The slot of the name, or the free one where it would stand. */
static uint32_t *
slot_of(const CspFlatzinc *self, const char *name, size_t length)
{
  size_t i = hash(name, length);

  for (;; i++) {
    uint32_t *slot = &self->slots[i & (self->n_slots - 1)];
    if (*slot == 0)
      return slot;
    const CspFznSymbol *symbol = symbol_at(self, *slot - 1);
    if (symbol->length == length && memcmp(symbol->name, name, length) == 0)
      return slot;
  }
}

static void
grow(CspFlatzinc *self)
{
  g_free(self->slots);
  self->n_slots = MAX(SLOTS_MIN, 2 * self->n_slots);
  self->slots = g_new0(uint32_t, self->n_slots);
  for (guint i = 0; i < self->symbols->len; i++) {
    const CspFznSymbol *symbol = symbol_at(self, i);
    *slot_of(self, symbol->name, symbol->length) = i + 1;
  }
}

const CspFznSymbol *
csp_fzn_find(const CspFlatzinc *self, const char *name, size_t length)
{
  if (self->n_slots == 0)
    return NULL;
  uint32_t slot = *slot_of(self, name, length);
  return slot != 0 ? symbol_at(self, slot - 1) : NULL;
}

bool
csp_fzn_define(CspFlatzinc *self, const CspFznSymbol *symbol)
{
  if (2 * (self->symbols->len + (size_t)1) > self->n_slots)
    grow(self);

  uint32_t *slot = slot_of(self, symbol->name, symbol->length);
  if (*slot != 0)
    return csp_fzn_fail(self, symbol->name, "the name %.*s is in use",
                        (int)symbol->length, symbol->name);
  g_array_append_vals(self->symbols, symbol, 1);
  *slot = self->symbols->len;
  return true;
}

uint32_t
csp_fzn_add_var(CspFlatzinc *self, const CspFznVar *var)
{
  CspFznVar added = *var;

  added.parent = self->vars->len;
  added.var = CSP_NONE;
  g_array_append_val(self->vars, added);
  return added.parent;
}

uint32_t
csp_fzn_constant(CspFlatzinc *self, int64_t value)
{
  gpointer key = GSIZE_TO_POINTER((gsize)value), known;

  if (g_hash_table_lookup_extended(self->constant, key, NULL, &known))
    return GPOINTER_TO_UINT(known);
  uint32_t var = csp_fzn_add_var(self, &(CspFznVar){
                                           .min = value,
                                           .max = value,
                                           .set = CSP_FZN_NONE,
                                           .symbol = CSP_FZN_NONE,
                                           .is_bool = value == 0 || value == 1,
                                       });
  g_hash_table_insert(self->constant, key, GUINT_TO_POINTER(var));
  return var;
}
