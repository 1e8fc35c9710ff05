/* SPDX-License-Identifier: MIT */
/* A literal: a 0/1 variable or its negation, in one word. */
#pragma once

#include "engine/store.h"

typedef uint32_t CspLit;

static inline CspLit
csp_lit(CspVar var, bool is_negated)
{
  return var << 1 | is_negated;
}

static inline CspLit
csp_lit_not(CspLit lit)
{
  return lit ^ 1;
}

static inline CspVar
csp_lit_var(CspLit lit)
{
  return lit >> 1;
}

static inline bool
csp_lit_is_negated(CspLit lit)
{
  return (lit & 1) != 0;
}

static inline bool
csp_lit_is_fixed(const CspStore *store, CspLit lit)
{
  return csp_store_is_fixed(store, csp_lit_var(lit));
}

static inline bool
csp_lit_is_true(const CspStore *store, CspLit lit)
{
  return csp_lit_is_fixed(store, lit) &&
         csp_store_min(store, csp_lit_var(lit)) != csp_lit_is_negated(lit);
}

static inline bool
csp_lit_is_false(const CspStore *store, CspLit lit)
{
  return csp_lit_is_true(store, csp_lit_not(lit));
}

static inline bool G_GNUC_WARN_UNUSED_RESULT
csp_lit_set(CspStore *store, CspLit lit, bool truth)
{
  return csp_store_fix(store, csp_lit_var(lit),
                       truth != csp_lit_is_negated(lit), CSP_NO_HINT);
}
