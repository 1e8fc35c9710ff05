/* SPDX-License-Identifier: MIT */
/* result = k * x[0]^e[0] * x[1]^e[1] * ..., to bounds.
 *
 * The range of the product bounds the result.  Backwards, x[i]^e[i] is the
 * result divided by k and by the range R of all other factors, which products from the
 * left and from the right give; divisors of both signs are taken apart, and
 * where R may be 0 and the result too, nothing follows.  A root leads from the
 * power to the variable.  Products that pass 2^62 stay there: the result lies
 * within 2^30, so that such a factor, as a divisor, leaves no more than 0 or a
 * sign, and the more so the larger it really is. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "constraints/arithmetic.h"

#define LARGE (INT64_C(1) << 62)

typedef struct {
  CspPropagator base; /* vars: the factors, then the result */
  uint32_t n;
  const uint32_t *exponents;
  int64_t k;
  CspRange *left; /* room: of the factors before each, multiplied */
} Product;

static int64_t
multiply(int64_t a, int64_t b)
{
  int64_t product;

  if (__builtin_mul_overflow(a, b, &product))
    return (a < 0) == (b < 0) ? LARGE : -LARGE;
  return CLAMP(product, -LARGE, LARGE);
}

static CspRange
multiply_ranges(CspRange a, CspRange b)
{
  int64_t p = multiply(a.min, b.min), q = multiply(a.min, b.max);
  int64_t r = multiply(a.max, b.min), s = multiply(a.max, b.max);

  return (CspRange){MIN(MIN(p, q), MIN(r, s)), MAX(MAX(p, q), MAX(r, s))};
}

static int64_t
power(int64_t a, uint32_t exponent)
{
  int64_t result = 1;

  while (exponent-- > 0 && result != 0 && ABS(result) != LARGE)
    result = multiply(result, a);
  return result;
}

static CspRange
factor_range(const Product *self, const CspStore *store, uint32_t i)
{
  CspVar x = self->base.vars[i];
  int64_t min = csp_store_min(store, x), max = csp_store_max(store, x);
  uint32_t e = self->exponents[i];
  int64_t a = power(min, e), b = power(max, e);

  if (e % 2 == 1)
    return (CspRange){a, b};
  return (CspRange){min <= 0 && max >= 0 ? 0 : MIN(a, b), MAX(a, b)};
}

/* What is a result in `z` divided by one in `r`, which is above 0. */
static CspRange
divide_ranges(CspRange z, CspRange r)
{
  return (CspRange){csp_ceil_div(z.min, z.min > 0 ? r.max : r.min),
                    csp_floor_div(z.max, z.max > 0 ? r.min : r.max)};
}

/* The x with x*r = z, as a range; false: nothing is known. */
static bool
factor_allowed(CspRange z, CspRange r, CspRange *out)
{
  if (r.min <= 0 && r.max >= 0 && z.min <= 0 && z.max >= 0)
    return false;

  CspRange above = {1, 0}, below = {1, 0};
  if (r.max > 0)
    above = divide_ranges(z, (CspRange){MAX(r.min, 1), r.max});
  if (r.min < 0)
    below = divide_ranges((CspRange){-z.max, -z.min},
                          (CspRange){MAX(-r.max, 1), -r.min});
  if (above.min > above.max)
    *out = below;
  else if (below.min > below.max)
    *out = above;
  else
    *out = (CspRange){MIN(above.min, below.min), MAX(above.max, below.max)};
  return true;
}

/* The largest root with root^e <= a; a >= 0. */
static int64_t
floor_root(int64_t a, uint32_t e)
{
  int64_t low = 0, high = INT64_C(1) << 31;

  if (e == 1)
    return a;
  if (e == 2) {
    low = (int64_t)sqrt((double)a); /* off by one at most */
    low -= low * low > a;
    return low + ((low + 1) * (low + 1) <= a);
  }
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    if (power(middle, e) <= a)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* The smallest root with root^e >= a; a >= 0. */
static int64_t
ceil_root(int64_t a, uint32_t e)
{
  int64_t root = floor_root(a, e);

  return root + (power(root, e) < a);
}

/* x^e within `to`. */
static bool
limit_power(CspStore *store, CspVar x, uint32_t e, CspRange to)
{
  int64_t low, high;

  if (to.min > to.max || (e % 2 == 0 && to.max < 0))
    return csp_store_fail_var(store, x);
  if (e % 2 == 1) {
    low = to.min < 0 ? -floor_root(-to.min, e) : ceil_root(to.min, e);
    high = to.max < 0 ? -ceil_root(-to.max, e) : floor_root(to.max, e);
  } else {
    int64_t nearest = to.min > 0 ? ceil_root(to.min, e) : 0;
    high = floor_root(to.max, e);
    low = -high;
    if (csp_store_min(store, x) > -nearest)
      low = nearest;
    if (csp_store_max(store, x) < nearest)
      high = -nearest;
  }
  return csp_store_set_min(store, x, low, CSP_NO_HINT) &&
         csp_store_set_max(store, x, high, CSP_NO_HINT);
}

/* The product without k that the result allows; k is not 0. */
static CspRange
product_allowed(const Product *self, const CspStore *store)
{
  CspRange z = csp_range_of(store, self->base.vars[self->n]);
  int64_t k = self->k;

  return k > 0 ? divide_ranges(z, (CspRange){k, k})
               : divide_ranges((CspRange){-z.max, -z.min}, (CspRange){-k, -k});
}

static CspPropResult
product_propagate(CspPropagator *prop, CspStore *store)
{
  const Product *self = (const Product *)prop;
  CspVar result = prop->vars[self->n];
  CspRange total = {1, 1}, right = {1, 1}, allowed;

  for (uint32_t i = 0; i < self->n; i++) {
    self->left[i] = total;
    total = multiply_ranges(total, factor_range(self, store, i));
  }
  total = multiply_ranges(total, (CspRange){self->k, self->k});
  if (!csp_store_set_min(store, result, total.min, CSP_NO_HINT) ||
      !csp_store_set_max(store, result, total.max, CSP_NO_HINT))
    return CSP_PROP_FAILED;
  if (self->k == 0)
    return CSP_PROP_ENTAILED;

  for (uint32_t i = self->n; i-- > 0;) {
    CspRange others = multiply_ranges(self->left[i], right);
    CspRange z = product_allowed(self, store);
    if (z.min > z.max)
      return csp_store_fail(store);
    if (factor_allowed(z, others, &allowed) &&
        !limit_power(store, prop->vars[i], self->exponents[i], allowed))
      return CSP_PROP_FAILED;
    right = multiply_ranges(right, factor_range(self, store, i));
  }
  return CSP_PROP_AGAIN;
}

static const CspPropagatorClass product_class = {
    .name = "product",
    .propagate = product_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

void
csp_post_product(CspStore *store,
                 int64_t k,
                 const CspVar *vars,
                 const uint32_t *exponents,
                 uint32_t n_vars,
                 CspVar result)
{
  g_autofree CspVar *scope = g_new(CspVar, (size_t)n_vars + 1);

  memcpy(scope, vars, n_vars * sizeof *vars);
  scope[n_vars] = result;
  Product *self = (Product *)csp_store_add_propagator(
      store, &product_class, sizeof *self, scope, n_vars + 1);
  self->n = n_vars;
  self->exponents =
      csp_arena_dup(store->arena, exponents, n_vars * sizeof *exponents);
  self->k = k;
  self->left = csp_arena_new_array(store->arena, CspRange, n_vars);
  csp_store_subscribe_all(store, &self->base, CSP_ON_BOUNDS);
}
