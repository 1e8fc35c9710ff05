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
static uint32_t
hash(const char *name, size_t length)
{
  uint64_t h = UINT64_C(14695981039346656037);

  for (size_t i = 0; i < length; i++)
    h = (h ^ (uint8_t)name[i]) * UINT64_C(1099511628211);
  return (uint32_t)(h ^ h >> 32);
}

/* The slot of the name, or the free one where it would stand.  Slots know the
 * hash, so that other names in the way are not looked at. */
static CspFznSlot *
slot_of(const CspFlatzinc *self,
        const char *name,
        size_t length,
        uint32_t name_hash)
{
  for (size_t i = name_hash;; i++) {
    CspFznSlot *slot = &self->slots[i & (self->n_slots - 1)];
    if (slot->number == 0)
      return slot;
    if (slot->hash != name_hash)
      continue;
    const CspFznSymbol *symbol = symbol_at(self, slot->number - 1);
    if (symbol->length == length && memcmp(symbol->name, name, length) == 0)
      return slot;
  }
}

static void
grow(CspFlatzinc *self)
{
  g_autofree CspFznSlot *old = self->slots;
  size_t n_old = self->n_slots;

  self->n_slots = MAX(SLOTS_MIN, 2 * n_old);
  self->slots = g_new0(CspFznSlot, self->n_slots);
  for (size_t k = 0; k < n_old; k++) {
    size_t i = old[k].hash;
    if (old[k].number == 0)
      continue;
    while (self->slots[i & (self->n_slots - 1)].number != 0)
      i++;
    self->slots[i & (self->n_slots - 1)] = old[k];
  }
}

const CspFznSymbol *
csp_fzn_find(const CspFlatzinc *self, const char *name, size_t length)
{
  if (self->n_slots == 0)
    return NULL;
  uint32_t number = slot_of(self, name, length, hash(name, length))->number;
  return number != 0 ? symbol_at(self, number - 1) : NULL;
}

bool
csp_fzn_define(CspFlatzinc *self, const CspFznSymbol *symbol)
{
  uint32_t name_hash = hash(symbol->name, symbol->length);

  if (2 * (self->symbols->len + (size_t)1) > self->n_slots)
    grow(self);

  CspFznSlot *slot = slot_of(self, symbol->name, symbol->length, name_hash);
  if (slot->number != 0)
    return csp_fzn_fail(self, symbol->name, "the name %.*s is in use",
                        (int)symbol->length, symbol->name);
  g_array_append_vals(self->symbols, symbol, 1);
  *slot = (CspFznSlot){.hash = name_hash, .number = self->symbols->len};
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
