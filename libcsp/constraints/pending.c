/* SPDX-License-Identifier: MIT */
/* Families and searches that have not been merged yet. */
#include "config.h"
#include "search/local-search.h"
CspLocalSearch *
csp_local_search_new(const CspModel *m, const CspOptions *o)
{
  (void)m;
  (void)o;
  return NULL;
}
void
csp_local_search_free(CspLocalSearch *s)
{
  (void)s;
}
void
csp_local_search_assume(CspLocalSearch *s,
                        const CspVar *v,
                        const int32_t *w,
                        size_t n)
{
  (void)s;
  (void)v;
  (void)w;
  (void)n;
}
void
csp_local_search_observe(CspLocalSearch *s,
                         const CspObserving *o,
                         atomic_int *f)
{
  (void)s;
  (void)o;
  (void)f;
}
CspLocalOutcome
csp_local_search_run(CspLocalSearch *s, const atomic_int *a, int64_t d)
{
  (void)s;
  (void)a;
  (void)d;
  return CSP_LOCAL_MOVES;
}
const int32_t *
csp_local_search_get_values(const CspLocalSearch *s)
{
  (void)s;
  return NULL;
}
void
csp_local_search_fill_stats(const CspLocalSearch *s, CspStats *t)
{
  (void)s;
  (void)t;
}
