/* SPDX-License-Identifier: MIT */
/* Where a value stands in the domain of a variable that local search moves: an
 * interval, or an ascending list, in which it is found by halves. */
#include "config.h"

#include "base/sorted.h"
#include "local/local.h"

uint32_t
csp_local_domain_lower(const CspLocalDomain *domain, int64_t value)
{
  if (value <= domain->min)
    return 0;
  if (value > domain->max)
    return domain->n_values;
  return domain->values == NULL
             ? (uint32_t)(value - domain->min)
             : csp_sorted_lower(domain->values, domain->n_values, value);
}

uint32_t
csp_local_domain_index(const CspLocalDomain *domain, int64_t value)
{
  uint32_t i = csp_local_domain_lower(domain, value);

  return i < domain->n_values && csp_local_domain_value(domain, i) == value
             ? i
             : domain->n_values;
}
