/* SPDX-License-Identifier: MIT */
/* result = x^y, and 1 div x^-y where y is negative, to bounds.
 *
 * Powers of numbers other than -1, 0 and 1 pass 2^30 before the exponent is 64
 * (from 2 on; they stand for what is too large), and become 0 for negative
 * ones; what is left depends on whether y is even.  So the exponents fall into
 * classes: 0 .. 64, and the larger and the negative ones, even and odd.  A
 * class whose powers of the range of x miss the result's is cut off y; the
 * result keeps to the powers of all classes left.  With y known, its roots
 * bound x.  When x and y are known the result is. */
#include "config.h"

#include "constraints/arithmetic.h"

enum {
  LARGEST = 64,       /* the largest exponent that is a class of its own */
  FIRST = -2,         /* even negative ones; -1: odd */
  LAST = LARGEST + 2, /* 65: odd larger ones; 66: even */
  N_CLASSES = LAST - FIRST + 1,
};

/* Beyond the range of values; times one of these it fits 64 bits. */
#define TOO_LARGE (INT64_C(1) << 32)

static int
class_of(int64_t y)
{
  if (y < 0)
    return y % 2 == 0 ? -2 : -1;
  if (y > LARGEST)
    return y % 2 == 0 ? LARGEST + 2 : LARGEST + 1;
  return (int)y;
}

/* y not negative; what passes 2^32 stays there. */
static int64_t
power_of(int64_t x, int y)
{
  bool is_negative = x < 0 && y % 2 == 1;
  int64_t size = 1, base = ABS(x);

  for (int i = 0; i < y && size < TOO_LARGE; i++)
    size = MIN(size * base, TOO_LARGE);
  return is_negative ? -size : size;
}

static void
widen(CspRange *range, int64_t value)
{
  range->min = MIN(range->min, value);
  range->max = MAX(range->max, value);
}

/* What the powers of x lie between; empty: there is none. */
static CspRange
powers(const CspStore *store, CspVar x, int y)
{
  CspRange range = {INT64_MAX, INT64_MIN}, of = csp_range_of(store, x);

  if (y < 0) {
    if (csp_store_has(store, x, 1))
      widen(&range, 1);
    if (csp_store_has(store, x, -1))
      widen(&range, y % 2 == 0 ? 1 : -1);
    if (of.min < -1 || of.max > 1)
      widen(&range, 0);
    return range;
  }
  widen(&range, power_of(of.min, y));
  widen(&range, power_of(of.max, y));
  if (y > 0 && y % 2 == 0 && of.min < 0 && of.max > 0)
    widen(&range, 0);
  return range;
}

/* Has y a value of this class? */
static bool
has_class(const CspStore *store, CspVar y, int class)
{
  if (class >= 0 && class <= LARGEST)
    return csp_store_has(store, y, class);
  if (csp_store_is_fixed(store, y))
    return class_of(csp_store_value(store, y)) == class;
  return class < 0 ? csp_store_min(store, y) < 0
                   : csp_store_max(store, y) > LARGEST;
}

static bool
remove_classes(CspStore *store, CspVar y, const bool *is_possible)
{
  for (int c = 0; c <= LARGEST; c++)
    if (!is_possible[c - FIRST] && !csp_store_remove(store, y, c, CSP_NO_HINT))
      return false;
  if (!is_possible[0] && !is_possible[1] &&
      !csp_store_set_min(store, y, 0, CSP_NO_HINT))
    return false;
  return is_possible[N_CLASSES - 1] || is_possible[N_CLASSES - 2] ||
         csp_store_set_max(store, y, LARGEST, CSP_NO_HINT);
}

/* The smallest number from low to high whose power is at least `bound`, where
 * powers ascend; high + 1: there is none. */
static int64_t
root_from(int64_t low, int64_t high, int y, int64_t bound)
{
  high++;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (power_of(middle, y) >= bound)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* With y from 1 on. */
static bool
bound_base(CspStore *store, CspVar x, int y, CspRange result)
{
  CspRange of = csp_range_of(store, x);
  int64_t size = MAX(ABS(of.min), ABS(of.max));

  if (y % 2 == 1)
    return csp_store_set_min(store, x, root_from(of.min, of.max, y, result.min),
                             CSP_NO_HINT) &&
           csp_store_set_max(store, x,
                             root_from(of.min, of.max, y, result.max + 1) - 1,
                             CSP_NO_HINT);
  if (result.max < 0) {
    csp_store_fail(store);
    return false;
  }
  int64_t most = root_from(0, size, y, result.max + 1) - 1;
  int64_t least = root_from(0, size, y, result.min);
  if (!csp_store_set_min(store, x, -most, CSP_NO_HINT) ||
      !csp_store_set_max(store, x, most, CSP_NO_HINT))
    return false;
  if (csp_store_min(store, x) > -least &&
      !csp_store_set_min(store, x, least, CSP_NO_HINT))
    return false;
  return csp_store_max(store, x) >= least ||
         csp_store_set_max(store, x, -least, CSP_NO_HINT);
}

static CspPropResult
power_propagate(CspPropagator *prop, CspStore *store)
{
  CspVar x = prop->vars[0], y = prop->vars[1], z = prop->vars[2];
  CspRange all = {INT64_MAX, INT64_MIN}, result = csp_range_of(store, z);
  bool is_possible[N_CLASSES] = {false};

  for (int c = FIRST; c <= LAST; c++) {
    if (!has_class(store, y, c))
      continue;
    CspRange range = powers(store, x, c);
    if (range.min > range.max || range.min > result.max ||
        range.max < result.min)
      continue;
    is_possible[c - FIRST] = true;
    widen(&all, range.min);
    widen(&all, range.max);
  }
  if (all.min > all.max)
    return csp_store_fail(store);
  if (!remove_classes(store, y, is_possible) ||
      !csp_store_set_min(store, z, all.min, CSP_NO_HINT) ||
      !csp_store_set_max(store, z, all.max, CSP_NO_HINT))
    return CSP_PROP_FAILED;
  if (csp_store_max(store, y) < 0 &&
      !csp_store_remove(store, x, 0, CSP_NO_HINT))
    return CSP_PROP_FAILED;
  if (csp_store_is_fixed(store, y) && csp_store_value(store, y) > 0 &&
      !bound_base(store, x, class_of(csp_store_value(store, y)),
                  csp_range_of(store, z)))
    return CSP_PROP_FAILED;
  return CSP_PROP_AGAIN;
}

static const CspPropagatorClass power_class = {
    .name = "power",
    .propagate = power_propagate,
    .priority = CSP_PRIORITY_LINEAR,
};

void
csp_post_power(CspStore *store, CspVar x, CspVar y, CspVar result)
{
  CspVar vars[] = {x, y, result};
  CspPropagator *prop = csp_store_add_propagator(
      store, &power_class, sizeof(CspPropagator), vars, 3);

  csp_store_subscribe_all(store, prop, CSP_ON_DOMAIN);
}
