/* SPDX-License-Identifier: MIT */
/* result = x / y and result = x mod y, truncating towards zero, to bounds.
 *
 * While y may be 0 nothing is said, for then the result is free.  Without 0
 * the divisors are split by their sign.  Division by the negative part is
 * division of -x by the positive -y, so that one case is left: y in c .. d with
 * c > 0.  There x / y grows with x and, x being kept, goes towards zero as y
 * grows: its extremes are at corners.  It equals q just when x lies in
 *
 *   q*y .. q*y + y-1 (q > 0),  -(y-1) .. y-1 (q = 0),  q*y - (y-1) .. q*y
 *
 * which bounds x from q and y.  What both parts allow together is kept; a part
 * without support is cut off.  The remainder has the sign of x, is x where
 * |x| < |y|, and depends on |y| alone. */
#include "config.h"

#include "constraints/arithmetic.h"

typedef struct {
  CspPropagator base;
  CspVar x, y, result;
} Divide;

static bool
is_empty(CspRange r)
{
  return r.min > r.max;
}

/* Of an empty range it is empty again. */
static CspRange
negate(CspRange r)
{
  return (CspRange){-r.max, -r.min};
}

static CspRange
intersect(CspRange a, CspRange b)
{
  return (CspRange){MAX(a.min, b.min), MIN(a.max, b.max)};
}

/* The smallest range with both; either may be empty. */
static CspRange
join(CspRange a, CspRange b)
{
  if (is_empty(a))
    return b;
  return is_empty(b) ? a : (CspRange){MIN(a.min, b.min), MAX(a.max, b.max)};
}

static bool
limit(CspStore *store, CspVar x, CspRange to)
{
  return csp_store_set_min(store, x, to.min, CSP_NO_HINT) &&
         csp_store_set_max(store, x, to.max, CSP_NO_HINT);
}

static const CspRange nothing = {1, 0};

/* The distances from 0 of values of this range. */
static CspRange
magnitudes(CspRange r)
{
  if (r.min >= 0)
    return r;
  return r.max <= 0 ? negate(r) : (CspRange){0, MAX(-r.min, r.max)};
}

/* Divisors above 0 (below it, negated) that are left. */
static CspRange
divisors(const CspStore *store, CspVar y, bool is_negative)
{
  CspRange r = csp_range_of(store, y);

  if (is_negative)
    return r.min < 0 ? (CspRange){-csp_store_previous(store, y, 0), -r.min}
                     : nothing;
  return r.max > 0 ? (CspRange){csp_store_next(store, y, 0), r.max} : nothing;
}

typedef struct {
  CspRange x, y, q;
} Quotient;

/* Narrows a part with divisors > 0; false: it has no support. */
static bool
quotient_narrow(Quotient *p)
{
  if (is_empty(p->y))
    return false;
  p->q = intersect(
      p->q, (CspRange){p->x.min / (p->x.min >= 0 ? p->y.max : p->y.min),
                       p->x.max / (p->x.max >= 0 ? p->y.min : p->y.max)});
  if (is_empty(p->q))
    return false;

  CspRange back = {
      p->q.min > 0 ? p->q.min * p->y.min : p->q.min * p->y.max - (p->y.max - 1),
      p->q.max < 0 ? p->q.max * p->y.min : p->q.max * p->y.max + p->y.max - 1};
  p->x = intersect(p->x, back);
  if (is_empty(p->x))
    return false;

  CspRange x = magnitudes(p->x), q = magnitudes(p->q);
  CspRange y = {x.min / (q.max + 1) + 1, q.min > 0 ? x.max / q.min : p->y.max};
  p->y = intersect(p->y, y);
  return !is_empty(p->y);
}

static CspPropResult
divide_propagate(CspPropagator *prop, CspStore *store)
{
  const Divide *self = (const Divide *)prop;

  if (csp_store_has(store, self->y, 0))
    return csp_store_is_fixed(store, self->y) ? CSP_PROP_ENTAILED
                                              : CSP_PROP_FIXPOINT;

  CspRange x = csp_range_of(store, self->x),
           q = csp_range_of(store, self->result);
  Quotient above = {x, divisors(store, self->y, false), q};
  Quotient below = {negate(x), divisors(store, self->y, true), q};
  if (!quotient_narrow(&above))
    above = (Quotient){nothing, nothing, nothing};
  if (!quotient_narrow(&below))
    below = (Quotient){nothing, nothing, nothing};
  if (is_empty(above.y) && is_empty(below.y))
    return csp_store_fail(store);
  if (!limit(store, self->y, join(above.y, negate(below.y))) ||
      !limit(store, self->x, join(above.x, negate(below.x))) ||
      !limit(store, self->result, join(above.q, below.q)))
    return CSP_PROP_FAILED;
  return CSP_PROP_AGAIN;
}

static const CspPropagatorClass divide_class = {
    .name = "divide",
    .propagate = divide_propagate,
    .priority = CSP_PRIORITY_TERNARY,
};

/* The remainders of x >= 0 by divisors m > 0; x may be empty. */
static CspRange
remainders(CspRange x, CspRange m)
{
  if (is_empty(x))
    return nothing;
  if (x.max < m.min)
    return x;
  if (m.min == m.max && x.min / m.min == x.max / m.min)
    return (CspRange){x.min % m.min, x.max % m.min};
  return (CspRange){0, MIN(x.max, m.max - 1)};
}

/* Of x >= 0 by divisors m > 0 with remainders r: the x that are left. */
static CspRange
dividends(CspRange x, CspRange m, CspRange r)
{
  r = intersect(r, (CspRange){0, m.max - 1});
  if (is_empty(x) || is_empty(r) || x.max < r.min)
    return nothing;
  if (x.max < m.min)
    return intersect(x, r);
  x.min = MAX(x.min, r.min);
  if (m.min != m.max)
    return x;
  /* one divisor: to the nearest remainder allowed above, below */
  if (x.min % m.min < r.min)
    x.min += r.min - x.min % m.min;
  else if (x.min % m.min > r.max)
    x.min += m.min - x.min % m.min + r.min;
  if (x.max % m.min > r.max)
    x.max -= x.max % m.min - r.max;
  else if (x.max % m.min < r.min)
    x.max -= x.max % m.min + m.min - r.max;
  return x;
}

static CspPropResult
modulo_propagate(CspPropagator *prop, CspStore *store)
{
  const Divide *self = (const Divide *)prop;

  if (csp_store_has(store, self->y, 0))
    return csp_store_is_fixed(store, self->y) ? CSP_PROP_ENTAILED
                                              : CSP_PROP_FIXPOINT;

  CspRange above = divisors(store, self->y, false);
  CspRange below = divisors(store, self->y, true);
  CspRange m = join(above, below);
  CspRange x = csp_range_of(store, self->x),
           r = csp_range_of(store, self->result);
  CspRange high = {MAX(x.min, 0), x.max}, low = {MAX(-x.max, 0), -x.min};
  high = dividends(high, m, r);
  low = dividends(low, m, negate(r));
  if (is_empty(high) && is_empty(low))
    return csp_store_fail(store);
  if (!limit(store, self->x, join(high, negate(low))))
    return CSP_PROP_FAILED;

  CspRange up = remainders(high, m), down = remainders(low, m);
  if (!limit(store, self->result, join(up, negate(down))))
    return CSP_PROP_FAILED;

  /* |y| > |result| */
  int64_t least = magnitudes(csp_range_of(store, self->result)).min;
  if ((above.max <= least &&
       !csp_store_set_max(store, self->y, -least - 1, CSP_NO_HINT)) ||
      (below.max <= least &&
       !csp_store_set_min(store, self->y, least + 1, CSP_NO_HINT)))
    return CSP_PROP_FAILED;
  return CSP_PROP_AGAIN;
}

static const CspPropagatorClass modulo_class = {
    .name = "modulo",
    .propagate = modulo_propagate,
    .priority = CSP_PRIORITY_TERNARY,
};

static void
post_divide(CspStore *store,
            const CspPropagatorClass *klass,
            CspVar x,
            CspVar y,
            CspVar result)
{
  CspVar vars[] = {x, y, result};
  Divide *self =
      (Divide *)csp_store_add_propagator(store, klass, sizeof *self, vars, 3);

  self->x = x;
  self->y = y;
  self->result = result;
  csp_store_subscribe(store, &self->base, 0, CSP_ON_BOUNDS);
  csp_store_subscribe(store, &self->base, 1, CSP_ON_DOMAIN);
  csp_store_subscribe(store, &self->base, 2, CSP_ON_BOUNDS);
}

void
csp_post_divide(CspStore *store, CspVar x, CspVar y, CspVar result)
{
  post_divide(store, &divide_class, x, y, result);
}

void
csp_post_modulo(CspStore *store, CspVar x, CspVar y, CspVar result)
{
  post_divide(store, &modulo_class, x, y, result);
}
