/* SPDX-License-Identifier: MIT */
/* Permutation groups without a strong generating set.
 *
 * What moves a point p to q and then q back to p leaves p in place; by
 * Schreier's lemma such products generate all of p's stabilizer.  Taken with a
 * uniformly random element of the group for the first factor, the product is a
 * uniformly random element of the stabilizer, and a few of these generate it but
 * for a probability that halves with each one more (Seress, Permutation Group
 * Algorithms, 2003).  Random elements come from product replacement (Celler,
 * Leedham-Green, Murray, Niemeyer and O'Brien 1995).
 *
 * If some element was missed, or those drawn were not uniform, what comes out is
 * a smaller group of elements that do leave the point in place.  Who uses it
 * finds fewer symmetries and nothing wrong. */
#include "config.h"

#include <string.h>

#include "model/model-private.h"
#include "model/pair-group.h"

enum {
  MAX_POINTS = 1 << 12,
  MAX_CELLS = 1 << 19, /* points of all generators together */
  SCRAMBLES = 40,      /* products before the elements count as random */
  EXTRA = 10,          /* elements drawn beyond the number of generators */
};

static bool
count_points(const CspModel *model,
             const CspSymmetry *symmetries,
             size_t n_symmetries,
             uint32_t *bases,
             uint32_t *out_n_points)
{
  uint32_t n = 0;

  for (size_t i = 0; i < n_symmetries; i++) {
    uint32_t n_touched = csp_symmetry_n_touched(model, &symmetries[i]);
    for (uint32_t k = 0; k < n_touched; k++) {
      CspVar var = csp_symmetry_touched(model, &symmetries[i], k);
      const CspArrayInfo *array = csp_model_array_of(model, var);
      if (bases[var] != CSP_NO_POINT)
        continue;
      bases[var] = n;
      if (n + (int64_t)array->max - array->min + 1 > MAX_POINTS)
        return false;
      n += (uint32_t)(array->max - array->min) + 1;
    }
  }
  *out_n_points = n;
  return true;
}

CspPairSpace *
csp_pair_space_new(const CspModel *model,
                   const CspSymmetry *symmetries,
                   size_t n_symmetries)
{
  g_autofree uint32_t *bases = g_new(uint32_t, (size_t)model->n_vars + 1);
  uint32_t n_points;

  for (uint32_t x = 0; x < model->n_vars; x++)
    bases[x] = CSP_NO_POINT;
  if (!count_points(model, symmetries, n_symmetries, bases, &n_points))
    return NULL;

  CspPairSpace *space = g_new0(CspPairSpace, 1);
  space->model = model;
  space->n_points = n_points;
  space->pairs = g_new(CspPair, (size_t)n_points + 1);
  space->bases = g_steal_pointer(&bases);
  space->vars = g_new(CspVar, (size_t)n_points + 1);
  space->shifts = g_new(uint32_t, (size_t)model->n_vars + 1);
  csp_random_seed(&space->random, 1);
  for (CspVar x = 0; x < model->n_vars; x++) {
    if (space->bases[x] == CSP_NO_POINT)
      continue;
    const CspArrayInfo *array = csp_model_array_of(model, x);
    space->vars[space->n_vars++] = x;
    space->shifts[x] = space->bases[x] - (uint32_t)array->min;
    for (int32_t value = array->min; value <= array->max; value++)
      space->pairs[csp_pair_space_point_of(space, x, value)] =
          (CspPair){x, value};
  }
  return space;
}

void
csp_pair_space_free(CspPairSpace *space)
{
  if (space == NULL)
    return;
  g_free(space->pairs);
  g_free(space->vars);
  g_free(space->shifts);
  g_free(space->bases);
  g_free(space);
}

uint32_t
csp_pair_space_point(const CspPairSpace *space, CspVar var, int64_t value)
{
  const CspArrayInfo *array = csp_model_array_of(space->model, var);

  if (space->bases[var] == CSP_NO_POINT || value < array->min ||
      value > array->max)
    return CSP_NO_POINT;
  return space->bases[var] + (uint32_t)(value - array->min);
}

/* Permutations. ------------------------------------------------------------ */

static uint32_t *
invert(const uint32_t *permutation, uint32_t n)
{
  uint32_t *inverse = g_new(uint32_t, n);

  for (uint32_t i = 0; i < n; i++)
    inverse[permutation[i]] = i;
  return inverse;
}

/* first, and then next; in place of first. */
static void
multiply(uint32_t *first, const uint32_t *next, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    first[i] = next[first[i]];
}

static bool
is_identity(const uint32_t *permutation, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (permutation[i] != i)
      return false;
  return true;
}

static bool
is_known(const CspPairGroup *group, const uint32_t *permutation, uint32_t n)
{
  for (uint32_t g = 0; g < group->n_generators; g++)
    if (memcmp(group->generators[g], permutation, n * sizeof(uint32_t)) == 0)
      return true;
  return false;
}

/* Takes the permutation; one more than capacity never comes. */
static void
add_generator(CspPairGroup *group, uint32_t *permutation, uint32_t n)
{
  if (is_identity(permutation, n) || is_known(group, permutation, n)) {
    g_free(permutation);
    return;
  }
  group->generators[group->n_generators] = permutation;
  group->inverses[group->n_generators] = invert(permutation, n);
  group->n_generators++;
}

/* Orbits by merging sets; each set's root is its least point. */
static uint32_t
find_root(uint32_t *parents, uint32_t point)
{
  while (parents[point] != point) {
    parents[point] = parents[parents[point]];
    point = parents[point];
  }
  return point;
}

static void
find_orbits(CspPairGroup *group, uint32_t n)
{
  uint32_t *parents = group->orbits;

  for (uint32_t i = 0; i < n; i++)
    parents[i] = i;
  for (uint32_t g = 0; g < group->n_generators; g++)
    for (uint32_t i = 0; i < n; i++) {
      uint32_t a = find_root(parents, i);
      uint32_t b = find_root(parents, group->generators[g][i]);
      parents[MAX(a, b)] = MIN(a, b);
    }
  for (uint32_t i = 0; i < n; i++)
    parents[i] = find_root(parents, i);
}

static CspPairGroup *
new_group(const CspPairSpace *space, uint32_t capacity)
{
  CspPairGroup *group = g_new0(CspPairGroup, 1);

  group->generators = g_new(uint32_t *, (size_t)capacity + 1);
  group->inverses = g_new(uint32_t *, (size_t)capacity + 1);
  group->orbits = g_new(uint32_t, (size_t)space->n_points + 1);
  return group;
}

static uint32_t *
make_permutation(const CspPairSpace *space,
                 const CspSymmetry *symmetry,
                 uint32_t generator)
{
  uint32_t *permutation = g_new(uint32_t, (size_t)space->n_points + 1);

  for (uint32_t i = 0; i < space->n_points; i++) {
    /* A hole among the values stays where it is. */
    CspPair pair = space->pairs[i];
    if (csp_array_has_value(csp_model_array_of(space->model, pair.var),
                            pair.value))
      pair = csp_symmetry_move(space->model, symmetry, generator, pair, 0);
    permutation[i] = csp_pair_space_point(space, pair.var, pair.value);
  }
  return permutation;
}

CspPairGroup *
csp_pair_group_new(CspPairSpace *space,
                   const CspSymmetry *symmetries,
                   size_t n_symmetries)
{
  uint64_t n = 0;

  for (size_t i = 0; i < n_symmetries; i++)
    n += csp_symmetry_n_generators(space->model, &symmetries[i]);
  if (n * space->n_points > MAX_CELLS)
    return NULL;

  CspPairGroup *group = new_group(space, (uint32_t)n);
  space->n_drawn = (uint32_t)n + EXTRA;
  for (size_t i = 0; i < n_symmetries; i++) {
    n = csp_symmetry_n_generators(space->model, &symmetries[i]);
    for (uint32_t g = 0; g < n; g++)
      add_generator(group, make_permutation(space, &symmetries[i], g),
                    space->n_points);
  }
  find_orbits(group, space->n_points);
  return group;
}

void
csp_pair_group_free(CspPairGroup *group)
{
  if (group == NULL)
    return;
  for (uint32_t g = 0; g < group->n_generators; g++) {
    g_free(group->generators[g]);
    g_free(group->inverses[g]);
  }
  g_free(group->generators);
  g_free(group->inverses);
  g_free(group->orbits);
  g_free(group);
}

CspPairGroup *
csp_pair_group_new_fixing(const CspPairSpace *space,
                          const CspPairGroup *group,
                          const uint32_t *points,
                          size_t n_points)
{
  CspPairGroup *part = new_group(space, group->n_generators);

  for (uint32_t g = 0; g < group->n_generators; g++) {
    const uint32_t *generator = group->generators[g];
    size_t i = 0;
    while (i < n_points && generator[points[i]] == points[i])
      i++;
    if (i == n_points)
      add_generator(part,
                    g_memdup2(generator, space->n_points * sizeof(uint32_t)),
                    space->n_points);
  }
  find_orbits(part, space->n_points);
  return part;
}

/* Stabilizers. ------------------------------------------------------------- */

/* Random elements: a list of elements that generate the group, of which one is
 * multiplied by another in turn; the products gather in the last place. */
typedef struct {
  uint32_t **elements;
  uint32_t n, n_points;
} Shuffle;

static void
shuffle_step(Shuffle *self, CspRandom *random, const CspPairGroup *group)
{
  uint32_t to = csp_random_below(random, self->n);
  uint32_t by = csp_random_below(random, self->n - 1);
  const uint32_t *generator =
      group->generators[csp_random_below(random, group->n_generators)];

  by += by >= to;
  multiply(self->elements[to], self->elements[by], self->n_points);
  if (csp_random_below(random, 2) != 0)
    multiply(self->elements[to], generator, self->n_points);
  multiply(self->elements[self->n], self->elements[to], self->n_points);
}

static void
shuffle_init(Shuffle *self, CspPairSpace *space, const CspPairGroup *group)
{
  self->n = MAX(group->n_generators, 8) + 1;
  self->n_points = space->n_points;
  self->elements = g_new(uint32_t *, (size_t)self->n + 1);
  for (uint32_t i = 0; i <= self->n; i++)
    self->elements[i] = g_memdup2(group->generators[i % group->n_generators],
                                  self->n_points * sizeof(uint32_t));
  for (uint32_t i = 0; i < SCRAMBLES + 2 * self->n; i++)
    shuffle_step(self, &space->random, group);
}

static void
shuffle_clear(Shuffle *self)
{
  for (uint32_t i = 0; i <= self->n; i++)
    g_free(self->elements[i]);
  g_free(self->elements);
}

/* How each point of the orbit was reached first: by which generator, 0 is not
 * at all, n_generators + 1 is where it began. */
static uint32_t *
reach_orbit(const CspPairSpace *space,
            const CspPairGroup *group,
            uint32_t point)
{
  uint32_t *reached = g_new0(uint32_t, space->n_points);
  g_autofree uint32_t *queue = g_new(uint32_t, space->n_points);
  uint32_t n = 1;

  queue[0] = point;
  reached[point] = group->n_generators + 1;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t g = 0; g < group->n_generators; g++) {
      uint32_t next = group->generators[g][queue[i]];
      if (reached[next] != 0)
        continue;
      reached[next] = g + 1;
      queue[n++] = next;
    }
  return reached;
}

static bool
is_stopped(const CspPairSpace *space)
{
  return space->stop != NULL &&
         atomic_load_explicit(space->stop, memory_order_relaxed) != 0;
}

/* The element, followed by what brings the point back; NULL: stopped. */
static uint32_t *
bring_back(const CspPairSpace *space,
           const CspPairGroup *group,
           const uint32_t *reached,
           const uint32_t *element,
           uint32_t point)
{
  uint32_t *product = g_memdup2(element, space->n_points * sizeof(uint32_t));

  while (product[point] != point && !is_stopped(space))
    multiply(product, group->inverses[reached[product[point]] - 1],
             space->n_points);
  if (product[point] != point)
    g_clear_pointer(&product, g_free);
  return product;
}

CspPairGroup *
csp_pair_group_new_stabilizer(CspPairSpace *space,
                              const CspPairGroup *group,
                              uint32_t point)
{
  uint32_t n = space->n_drawn;
  CspPairGroup *stabilizer = new_group(space, n);

  if (!csp_pair_group_is_trivial(group)) {
    g_autofree uint32_t *reached = reach_orbit(space, group, point);
    Shuffle shuffle;
    shuffle_init(&shuffle, space, group);
    for (uint32_t i = 0; i < n && !is_stopped(space); i++) {
      shuffle_step(&shuffle, &space->random, group);
      uint32_t *element =
          bring_back(space, group, reached, shuffle.elements[shuffle.n], point);
      if (element != NULL)
        add_generator(stabilizer, element, space->n_points);
    }
    shuffle_clear(&shuffle);
  }
  find_orbits(stabilizer, space->n_points);
  return stabilizer;
}
