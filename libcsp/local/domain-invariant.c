/* SPDX-License-Identifier: MIT */
/* The domain of one variable; the nearest value of a list by halving. */
#include "config.h"

#include "local/domain-invariant.h"

typedef struct {
  CspInvariant base;
  CspLocalDomain domain;
} Domain;

static int64_t
distance_to(const CspLocalDomain *domain, int64_t value)
{
  if (value < domain->min)
    return domain->min - value;
  if (value > domain->max)
    return value - domain->max;

  uint32_t i = csp_local_domain_lower(domain, value);
  int64_t above = csp_local_domain_value(domain, i) - value;
  return i == 0 ? above
                : MIN(above, value - csp_local_domain_value(domain, i - 1));
}

static int64_t
measure(const CspInvariant *inv, int64_t value)
{
  return distance_to(&((const Domain *)inv)->domain, value);
}

static bool
domain_test(CspInvariant *inv, uint32_t position, int32_t value)
{
  return measure(inv, value) == 0;
}

static void
domain_assign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned++;
}

static void
domain_unassign(CspInvariant *inv, uint32_t position, int32_t value)
{
  inv->n_assigned--;
}

static int64_t
domain_violation(CspInvariant *inv)
{
  return inv->n_assigned == 0 ? 0 : measure(inv, csp_invariant_value(inv, 0));
}

static int64_t
domain_change(CspInvariant *inv, uint32_t position, int32_t value)
{
  return measure(inv, value) - domain_violation(inv);
}

static int64_t
domain_change_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
  return 0; /* one variable only */
}

/* Nothing is kept that a change could make false. */
static void
domain_move(CspInvariant *inv, uint32_t position, int32_t value)
{
}

static void
domain_swap(CspInvariant *inv, uint32_t a, uint32_t b)
{
}

static bool
domain_is_in_conflict(CspInvariant *inv, uint32_t position)
{
  return domain_violation(inv) > 0;
}

static const CspInvariantClass domain_invariant = {
    .name = "domain",
    .size = sizeof(Domain),
    .test = domain_test,
    .assign = domain_assign,
    .unassign = domain_unassign,
    .violation = domain_violation,
    .change = domain_change,
    .change_swap = domain_change_swap,
    .move = domain_move,
    .swap = domain_swap,
    .is_in_conflict = domain_is_in_conflict,
};

void
csp_domain_invariant_add(CspInvariantSet *set,
                         CspVar x,
                         const CspLocalDomain *domain)
{
  Domain *self =
      (Domain *)csp_invariant_set_add(set, &domain_invariant, NULL, NULL, x, 1);

  self->domain = *domain;
}
