/* SPDX-License-Identifier: MIT */
/* The domains that local search moves within: those declared, an array's once,
 * and those cut by comparisons with constants. */
#pragma once

#include "local/local.h"
#include "model/model.h"

typedef struct {
  CspArena *arena;
  uint32_t n_vars;
  CspLocalDomain *domains;
  uint32_t n, capacity;
  uint32_t *domain_of; /* NULL: all variables have the first */
  bool has_empty;      /* a cut that would have left nothing was refused */
  /* The last cut: by what, from which domain, to which. */
  CspRelation relation;
  int64_t c;
  uint32_t from, to;
} CspLocalDomains;

/* One domain for all variables, or one an array. */
void csp_local_domains_init(CspLocalDomains *self,
                            const CspModel *model,
                            CspArena *arena);
void csp_local_domains_clear(CspLocalDomains *self);
/* Keeps the values for which `value relation c` holds; false: it was not done,
 * and the constraint must be looked after elsewhere. */
bool csp_local_domains_cut(CspLocalDomains *self,
                           CspVar x,
                           CspRelation relation,
                           int64_t c);
bool csp_same_domain(const CspArrayInfo *a, const CspArrayInfo *b);

static inline uint32_t
csp_local_domains_index(const CspLocalDomains *self, CspVar x)
{
  return self->domain_of != NULL ? self->domain_of[x] : 0;
}

static inline const CspLocalDomain *
csp_local_domains_get(const CspLocalDomains *self, CspVar x)
{
  return &self->domains[csp_local_domains_index(self, x)];
}
