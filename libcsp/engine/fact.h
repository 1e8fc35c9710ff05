/* SPDX-License-Identifier: MIT */
/* Atomic facts about a variable, in 8 bytes, and lists of them. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include <libcsp/csp-types.h>

typedef enum { CSP_FACT_GE, CSP_FACT_LE, CSP_FACT_EQ, CSP_FACT_NE } CspFactOp;

typedef struct {
  uint32_t var : 30;
  uint32_t op : 2; /* CspFactOp */
  int32_t value;
} CspFact;

static inline CspFact
csp_fact(CspVar var, CspFactOp op, int64_t value)
{
  return (CspFact){.var = var, .op = op, .value = (int32_t)value};
}

static inline CspFact
csp_fact_ge(CspVar var, int64_t value)
{
  return csp_fact(var, CSP_FACT_GE, value);
}

static inline CspFact
csp_fact_le(CspVar var, int64_t value)
{
  return csp_fact(var, CSP_FACT_LE, value);
}

static inline CspFact
csp_fact_eq(CspVar var, int64_t value)
{
  return csp_fact(var, CSP_FACT_EQ, value);
}

static inline CspFact
csp_fact_ne(CspVar var, int64_t value)
{
  return csp_fact(var, CSP_FACT_NE, value);
}

static inline bool
csp_fact_holds(CspFact fact, int32_t value)
{
  switch ((CspFactOp)fact.op) {
  case CSP_FACT_GE:
    return value >= fact.value;
  case CSP_FACT_LE:
    return value <= fact.value;
  case CSP_FACT_EQ:
    return value == fact.value;
  case CSP_FACT_NE:
    return value != fact.value;
  }
  return false;
}

/* The facts that imply a change of a domain, or a failure. */
typedef struct {
  CspFact *facts;
  size_t n_facts, capacity;
} CspReason;

static inline void
csp_reason_add(CspReason *reason, CspFact fact)
{
  if (reason->n_facts == reason->capacity) {
    reason->capacity = reason->capacity == 0 ? 16 : 2 * reason->capacity;
    reason->facts = g_renew(CspFact, reason->facts, reason->capacity);
  }
  reason->facts[reason->n_facts++] = fact;
}

static inline void
csp_reason_clear(CspReason *reason)
{
  g_clear_pointer(&reason->facts, g_free);
  reason->n_facts = reason->capacity = 0;
}
