/* SPDX-License-Identifier: MIT */
/* Orbital branching (Ostrowski, Linderoth, Rossi and Smriglio 2011), made to
 * count.
 *
 * Let G be a group of permutations of (variable, value) pairs that carries
 * solutions to solutions, O the orbit of a pair p, and S the solutions with some
 * pair of O.  By symmetry each pair of O is in as many of them that have exactly
 * m pairs of O.  So counting those with p is enough: if they are N,
 *
 *   solutions with m pairs of O  =  |O| * N / m.
 *
 * Solutions without any pair of O are left.  They are closed under G too, so
 * the next orbit is treated in the same way, with all pairs of O removed; the
 * orbits of one variable's pairs cover all solutions.  For queens this is: the
 * first row's queen stands in column c, all eight squares like (0, c - 1) and
 * before are gone, and the solution counts 8, 4, 8/3 or 2 times.
 *
 * Among solutions with p, m is the same for a solution and its image under
 * what leaves p in place.  So each part is cut again in the same way, under
 * the stabilizer of p, and so on, until it is trivial.  Solutions found in a part
 * are tallied by how many pairs each of the levels above has in them, (m1 .. mk).
 * When a part is done its tally is added to the one of the level above, where
 * each entry is |Ok| * N / mk: an integer, by the argument above.
 *
 * The stabilizer may be any group whose elements leave p in place.  So it does
 * not matter if some are unknown (pair-group.c).
 *
 * For classes nothing is weighed.  If the variables are taken in the order of
 * their handles, and the values of each in ascending order, then the least
 * solution of a class is in a part that is searched: if the first variable's
 * value was removed, or could be had lower, some image would be less; so the
 * value is the one that stands for its orbit, and the argument goes on with the
 * next variable under the stabilizer.  Variables whose pairs stay where they are
 * may be passed over. */
#include "config.h"

#include <string.h>

#include "solver/orbits.h"

enum {
  MAX_LEVELS = 24,
  /* Splits are worth it as long as there are not more parts than this. */
  MAX_PARTS = 256,
  MANY_ASSUMED = 8,
};

/* Solutions by the number of pairs that each level's orbit has in them. */
typedef struct {
  uint16_t counts[MAX_LEVELS];
  uint64_t n;
} TallyEntry;

typedef struct {
  TallyEntry *entries;
  size_t n, size;
  size_t last; /* the entry that was used last */
} Tally;

/* A variable that is split on, under a group that leaves in place all that was
 * decided above. */
typedef struct {
  CspPairGroup *group; /* NULL: not made yet */
  uint32_t point;      /* what it is to leave in place of the group above */
  CspVar var;          /* CSP_NONE: there is no split, the level is a part */
  int32_t *values;     /* that the variable can have; those left to try */
  uint32_t n_values;
  uint32_t orbit;   /* of the child that is open: its number */
  uint32_t size;    /* and how many pairs it has */
  uint32_t n_parts; /* that this level may become */
  uint32_t *sizes;  /* of orbits, by number */
  size_t n_assumed, n_removed;
  Tally tally; /* what was found at all of its children */
} Level;

struct _CspOrbits {
  const CspModel *model;
  CspOrbitsKind kind;
  CspPairSpace *space;
  CspPairGroup *group;

  Level levels[MAX_LEVELS + 1];
  uint32_t n_levels; /* 0: not begun, or done */
  bool is_begun;

  CspVar *vars; /* assumed: by the user, and one a level */
  int32_t *values;
  size_t n_assumed;
  CspVar *removed_vars;
  int32_t *removed_values;
  bool *is_removed; /* by point */
  size_t n_removed;
  uint64_t n_total; /* of what is done */
};

CspOrbits *
csp_orbits_new(const CspModel *model,
               const CspSymmetry *symmetries,
               size_t n_symmetries,
               CspOrbitsKind kind)
{
  CspPairSpace *space = csp_pair_space_new(model, symmetries, n_symmetries);
  CspPairGroup *group =
      space != NULL ? csp_pair_group_new(space, symmetries, n_symmetries)
                    : NULL;

  if (group == NULL) {
    csp_pair_space_free(space);
    return NULL;
  }
  CspOrbits *self = g_new0(CspOrbits, 1);
  self->model = model;
  self->kind = kind;
  self->space = space;
  self->group = group;
  self->removed_vars = g_new(CspVar, (size_t)space->n_points + 1);
  self->removed_values = g_new(int32_t, (size_t)space->n_points + 1);
  self->is_removed = g_new0(bool, (size_t)space->n_points + 1);
  return self;
}

/* Removed pairs. ----------------------------------------------------------- */

static void
remove_orbit(CspOrbits *self, const Level *level)
{
  for (uint32_t p = 0; p < self->space->n_points; p++) {
    if (level->group->orbits[p] != level->orbit || self->is_removed[p])
      continue;
    self->is_removed[p] = true;
    self->removed_vars[self->n_removed] = self->space->pairs[p].var;
    self->removed_values[self->n_removed++] = self->space->pairs[p].value;
  }
}

static void
put_back(CspOrbits *self, size_t n_removed)
{
  while (self->n_removed > n_removed) {
    self->n_removed--;
    uint32_t p =
        csp_pair_space_point(self->space, self->removed_vars[self->n_removed],
                             self->removed_values[self->n_removed]);
    self->is_removed[p] = false;
  }
}

/* Tallies. ----------------------------------------------------------------- */

static void
add_to_tally(Tally *tally,
             const uint16_t *counts,
             uint32_t n_counts,
             uint64_t n)
{
  size_t bytes = n_counts * sizeof(*counts);

  if (tally->n == 0 ||
      memcmp(tally->entries[tally->last].counts, counts, bytes) != 0) {
    size_t i = 0;
    while (i < tally->n && memcmp(tally->entries[i].counts, counts, bytes) != 0)
      i++;
    if (i == tally->size) {
      tally->size = MAX(8, 2 * tally->size);
      tally->entries = g_renew(TallyEntry, tally->entries, tally->size);
    }
    if (i == tally->n) {
      memcpy(tally->entries[i].counts, counts, bytes);
      tally->entries[i].n = 0;
      tally->n++;
    }
    tally->last = i;
  }
  uint64_t *sum = &tally->entries[tally->last].n;
  if (__builtin_add_overflow(*sum, n, sum))
    *sum = UINT64_MAX;
}

/* size * n / m.  If the part is done it is an integer, so m without its common
 * divisor with size divides n; else it is rounded down.  What is more than can be
 * counted stays so. */
static uint64_t
weigh(uint64_t n, uint32_t size, uint32_t m)
{
  uint32_t a = size, b = m;
  uint64_t product;

  while (b != 0) {
    uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  if (n == UINT64_MAX ||
      __builtin_mul_overflow(n / (m / a), (uint64_t)(size / a), &product))
    return UINT64_MAX;
  return product;
}

/* Adds what was found below level k to its tally; the solutions there are
 * tallied by levels 0 .. k. */
static void
fold(const Level *levels, uint32_t k, const Tally *below, Tally *tally)
{
  for (size_t i = 0; i < below->n; i++) {
    const TallyEntry *entry = &below->entries[i];
    add_to_tally(tally, entry->counts, k,
                 weigh(entry->n, levels[k].size, entry->counts[k]));
  }
}

static uint64_t
sum_tally(const Tally *tally)
{
  return tally->n > 0 ? tally->entries[0].n : 0;
}

uint64_t
csp_orbits_count(const CspOrbits *self)
{
  Tally below = {0};

  if (self->n_levels == 0)
    return self->n_total;
  for (uint32_t k = self->n_levels; k-- > 0;) {
    const Level *level = &self->levels[k];
    Tally sum = {0};
    for (size_t i = 0; i < level->tally.n; i++)
      add_to_tally(&sum, level->tally.entries[i].counts, k,
                   level->tally.entries[i].n);
    fold(self->levels, k, &below, &sum);
    g_free(below.entries);
    below = sum;
  }
  uint64_t count = sum_tally(&below);
  g_free(below.entries);
  return count;
}

void
csp_orbits_add(CspOrbits *self, const int32_t *values)
{
  uint32_t n = self->n_levels - 1;
  uint16_t counts[MAX_LEVELS];

  for (uint32_t k = 0; k < n; k++) {
    const Level *level = &self->levels[k];
    uint32_t m = 0;
    for (uint32_t i = 0; i < self->space->n_vars; i++) {
      CspVar x = self->space->vars[i];
      uint32_t p = csp_pair_space_point_of(self->space, x, values[x]);
      m += level->group->orbits[p] == level->orbit;
    }
    counts[k] = (uint16_t)m;
  }
  add_to_tally(&self->levels[n].tally, counts, n, 1);
}

/* Levels. ------------------------------------------------------------------ */

static void
pop_level(CspOrbits *self)
{
  Level *level = &self->levels[--self->n_levels];

  put_back(self, level->n_removed);
  self->n_assumed = level->n_assumed;
  if (self->n_levels > 0)
    fold(self->levels, self->n_levels - 1, &level->tally,
         &self->levels[self->n_levels - 1].tally);
  else
    self->n_total = sum_tally(&level->tally);
  if (level->group != self->group)
    csp_pair_group_free(level->group);
  g_free(level->values);
  g_free(level->sizes);
  g_free(level->tally.entries);
}

/* Takes the group. */
static void
push_level(CspOrbits *self,
           CspPairGroup *group,
           uint32_t point,
           uint32_t n_parts)
{
  self->levels[self->n_levels++] = (Level){.group = group,
                                           .point = point,
                                           .var = CSP_NONE,
                                           .n_parts = n_parts,
                                           .n_assumed = self->n_assumed,
                                           .n_removed = self->n_removed};
}

/* A variable to split on. */
typedef struct {
  CspVar var;
  uint32_t n_orbits;
} Split;

/* Looks at the pairs that are left of a variable: how many orbits are they in,
 * and is any of them moved?  Each call has a stamp of its own. */
static bool
is_moved(const CspOrbits *self,
         const Level *level,
         const CspTree *tree,
         CspVar x,
         uint32_t *stamps,
         uint32_t *out_n_orbits)
{
  const CspArrayInfo *array = csp_model_array_of(self->model, x);
  uint32_t stamp = x + 1, n_values = 0;
  bool is_any_moved = false;

  *out_n_orbits = 0;
  for (int32_t value = array->min; value <= array->max; value++) {
    if (!csp_tree_has(tree, x, value))
      continue;
    uint32_t p = csp_pair_space_point_of(self->space, x, value);
    uint32_t orbit = level->group->orbits[p];
    n_values++;
    is_any_moved |= level->sizes[orbit] > 1;
    *out_n_orbits += stamps[orbit] != stamp;
    stamps[orbit] = stamp;
  }
  return is_any_moved && n_values > 1;
}

static Split
choose_split(const CspOrbits *self, const Level *level, const CspTree *tree)
{
  g_autofree uint32_t *stamps = g_new0(uint32_t, self->space->n_points);
  Split best = {.var = CSP_NONE, .n_orbits = UINT32_MAX};

  for (uint32_t i = 0; i < self->space->n_vars; i++) {
    CspVar x = self->space->vars[i];
    uint32_t n_orbits;
    if (!is_moved(self, level, tree, x, stamps, &n_orbits) ||
        n_orbits >= best.n_orbits)
      continue;
    best = (Split){.var = x, .n_orbits = n_orbits};
    if (self->kind == CSP_ORBITS_LEAST)
      break;
  }
  return best;
}

typedef enum { LEVEL_IS_PART, LEVEL_IS_SPLIT, LEVEL_IS_EMPTY } LevelState;

/* Brings the level just pushed to the consistency of the search and splits it
 * if that is worth it. */
static LevelState
open_level(CspOrbits *self, CspTree *tree)
{
  Level *level = &self->levels[self->n_levels - 1];
  uint32_t n_points = self->space->n_points;

  if (self->n_levels > MAX_LEVELS)
    return LEVEL_IS_PART;
  switch (csp_tree_probe(tree, csp_orbits_part(self))) {
  case CSP_TREE_STOPPED:
    return LEVEL_IS_PART;
  case CSP_TREE_EXHAUSTED:
    return LEVEL_IS_EMPTY;
  case CSP_TREE_SOLUTION:
    break;
  }

  /* Groups take long, so none is made where there is nothing to search. */
  if (level->group == NULL)
    level->group = csp_pair_group_new_stabilizer(
        self->space, self->levels[self->n_levels - 2].group, level->point);
  if (csp_pair_group_is_trivial(level->group))
    return LEVEL_IS_PART;
  level->sizes = g_new0(uint32_t, n_points);
  for (uint32_t p = 0; p < n_points; p++)
    level->sizes[level->group->orbits[p]]++;
  Split split = choose_split(self, level, tree);
  if (split.var == CSP_NONE || split.n_orbits > level->n_parts)
    return LEVEL_IS_PART;

  const CspArrayInfo *array = csp_model_array_of(self->model, split.var);
  level->var = split.var;
  level->n_parts /= split.n_orbits;
  level->values = g_new(int32_t, array->n_values);
  for (int64_t value = array->max; value >= array->min; value--)
    if (csp_tree_has(tree, split.var, value))
      level->values[level->n_values++] = (int32_t)value;
  return LEVEL_IS_SPLIT;
}

/* Goes down to the next child of the top level, which is split; false: there is
 * none. */
static bool
descend(CspOrbits *self)
{
  Level *level = &self->levels[self->n_levels - 1];
  uint32_t p;

  if (level->size > 0)
    remove_orbit(self, level);
  do {
    if (level->n_values == 0)
      return false;
    p = csp_pair_space_point_of(self->space, level->var,
                                level->values[--level->n_values]);
  } while (self->is_removed[p]);

  level->orbit = level->group->orbits[p];
  level->size = level->sizes[level->orbit];
  push_level(self, NULL, p, level->n_parts);
  self->vars[self->n_assumed] = level->var;
  self->values[self->n_assumed++] = self->space->pairs[p].value;
  return true;
}

void
csp_orbits_free(CspOrbits *self)
{
  if (self == NULL)
    return;
  while (self->n_levels > 0)
    pop_level(self);
  csp_pair_group_free(self->group);
  csp_pair_space_free(self->space);
  g_free(self->vars);
  g_free(self->values);
  g_free(self->removed_vars);
  g_free(self->removed_values);
  g_free(self->is_removed);
  g_free(self);
}

void
csp_orbits_begin(CspOrbits *self, CspAssumed assumed)
{
  while (self->n_levels > 0)
    pop_level(self);
  self->is_begun = false;
  self->n_total = 0;
  self->vars = g_renew(CspVar, self->vars, assumed.n + MAX_LEVELS);
  self->values = g_renew(int32_t, self->values, assumed.n + MAX_LEVELS);
  self->n_assumed = assumed.n;
  for (size_t i = 0; i < assumed.n; i++) {
    self->vars[i] = assumed.vars[i];
    self->values[i] = assumed.values[i];
  }
}

/* What leaves all that is assumed in place; of many assumptions, as the clues of
 * a puzzle are, not all of that, for it must be quick. */
static CspPairGroup *
make_first_group(CspOrbits *self)
{
  g_autofree uint32_t *points = g_new(uint32_t, self->n_assumed + 1);
  CspPairGroup *group = self->group;
  size_t n = 0;

  for (size_t i = 0; i < self->n_assumed; i++) {
    points[n] =
        csp_pair_space_point(self->space, self->vars[i], self->values[i]);
    n += points[n] != CSP_NO_POINT;
  }
  if (n > MANY_ASSUMED)
    return csp_pair_group_new_fixing(self->space, group, points, n);
  for (size_t i = 0; i < n; i++) {
    CspPairGroup *stabilizer =
        csp_pair_group_new_stabilizer(self->space, group, points[i]);
    if (group != self->group)
      csp_pair_group_free(group);
    group = stabilizer;
  }
  return group;
}

bool
csp_orbits_next(CspOrbits *self, CspTree *tree)
{
  LevelState state;

  self->space->stop = tree->stop;
  if (!self->is_begun) {
    self->is_begun = true;
    push_level(self, make_first_group(self), CSP_NO_POINT, MAX_PARTS);
    state = open_level(self, tree);
  } else {
    state = LEVEL_IS_EMPTY;
  }
  while (state != LEVEL_IS_PART) {
    if (state == LEVEL_IS_EMPTY)
      pop_level(self);
    if (self->n_levels == 0)
      return false;
    state = descend(self) ? open_level(self, tree) : LEVEL_IS_EMPTY;
  }
  csp_tree_begin_again(tree);
  return true;
}

CspAssumed
csp_orbits_part(const CspOrbits *self)
{
  return (CspAssumed){.vars = self->vars,
                      .values = self->values,
                      .n = self->n_assumed,
                      .removed_vars = self->removed_vars,
                      .removed_values = self->removed_values,
                      .n_removed = self->n_removed};
}
