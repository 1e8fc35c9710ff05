/* SPDX-License-Identifier: MIT */
/* Domains for local search.  Variables cut in the same way one after the other
 * share the result. */
#include "config.h"

#include <string.h>

#include "search/local-domains.h"

/* Holes are cut into intervals up to this size. */
static const uint32_t MAX_HOLED = 1 << 16;

static uint32_t
add_domain(CspLocalDomains *self, CspLocalDomain domain)
{
  if (self->n == self->capacity) {
    self->capacity = MAX(4, 2 * self->capacity);
    self->domains = g_renew(CspLocalDomain, self->domains, self->capacity);
  }
  self->domains[self->n] = domain;
  return self->n++;
}

bool
csp_same_domain(const CspArrayInfo *a, const CspArrayInfo *b)
{
  return a == b ||
         (a->min == b->min && a->max == b->max && a->n_values == b->n_values &&
          (a->values == b->values ||
           (a->values != NULL && b->values != NULL &&
            memcmp(a->values, b->values, sizeof *a->values * a->n_values) ==
                0)));
}

void
csp_local_domains_init(CspLocalDomains *self,
                       const CspModel *model,
                       CspArena *arena)
{
  size_t n;
  const CspArrayInfo *arrays = csp_model_peek_arrays(model, &n);

  *self = (CspLocalDomains){
      .arena = arena, .n_vars = csp_model_n_vars(model), .from = UINT32_MAX};
  for (size_t i = 0; i < n; i++) {
    if (i > 0 && self->domain_of == NULL) {
      if (csp_same_domain(&arrays[i], &arrays[0]))
        continue;
      self->domain_of = g_new0(uint32_t, self->n_vars);
    }
    uint32_t domain = 0;
    if (i == 0 || !csp_same_domain(&arrays[i], &arrays[0]))
      domain =
          add_domain(self, (CspLocalDomain){.min = arrays[i].min,
                                            .max = arrays[i].max,
                                            .values = arrays[i].values,
                                            .n_values = arrays[i].n_values});
    for (uint32_t k = 0; self->domain_of != NULL && k < arrays[i].length; k++)
      self->domain_of[arrays[i].first + k] = domain;
  }
}

/* The values for which the relation holds, as a list. */
static CspLocalDomain
filter(CspLocalDomains *self,
       const CspLocalDomain *domain,
       CspRelation relation,
       int64_t c)
{
  int32_t *values = csp_arena_new_array(self->arena, int32_t, domain->n_values);
  CspLocalDomain cut = {.values = values};

  for (uint32_t i = 0; i < domain->n_values; i++) {
    int32_t value = csp_local_domain_value(domain, i);
    if (csp_relation_holds(relation, value, c))
      values[cut.n_values++] = value;
  }
  if (cut.n_values > 0) {
    cut.min = values[0];
    cut.max = values[cut.n_values - 1];
  }
  return cut;
}

/* The values of an interval for which a relation other than != holds. */
static CspLocalDomain
cut_interval(const CspLocalDomain *domain, CspRelation relation, int64_t c)
{
  int64_t min = domain->min, max = domain->max;

  switch (relation) {
  case CSP_RELATION_EQ:
    min = MAX(min, c);
    max = MIN(max, c);
    break;
  case CSP_RELATION_LT:
    max = MIN(max, c - 1);
    break;
  case CSP_RELATION_LE:
    max = MIN(max, c);
    break;
  case CSP_RELATION_GT:
    min = MAX(min, c + 1);
    break;
  case CSP_RELATION_GE:
    min = MAX(min, c);
    break;
  case CSP_RELATION_NE:
    break;
  }
  if (min > max)
    return (CspLocalDomain){0};
  return (CspLocalDomain){.min = (int32_t)min,
                          .max = (int32_t)max,
                          .n_values = (uint32_t)(max - min) + 1};
}

bool
csp_local_domains_cut(CspLocalDomains *self,
                      CspVar x,
                      CspRelation relation,
                      int64_t c)
{
  uint32_t from = csp_local_domains_index(self, x);
  CspLocalDomain old = self->domains[from], cut;

  if (from == self->from && relation == self->relation && c == self->c) {
    self->domain_of[x] = self->to;
    return true;
  }
  if (old.values == NULL && relation != CSP_RELATION_NE)
    cut = cut_interval(&old, relation, c);
  else if (old.values != NULL || old.n_values <= MAX_HOLED)
    cut = filter(self, &old, relation, c);
  else
    return false;

  if (cut.n_values == 0) {
    self->has_empty = true;
    return false;
  }
  if (cut.n_values < old.n_values) {
    if (self->domain_of == NULL)
      self->domain_of = g_new0(uint32_t, self->n_vars);
    self->domain_of[x] = self->to = add_domain(self, cut);
    self->from = from;
    self->relation = relation;
    self->c = c;
  }
  return true;
}

void
csp_local_domains_clear(CspLocalDomains *self)
{
  g_free(self->domains);
  g_free(self->domain_of);
}
