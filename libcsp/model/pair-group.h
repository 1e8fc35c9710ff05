/* SPDX-License-Identifier: MIT */
/* Groups of permutations of (variable, value) pairs, given by generators.  They
 * are asked for orbits and for the subgroup that leaves a pair in place. */
#pragma once

#include <stdatomic.h>

#include "base/random.h"
#include "model/symmetry.h"

#define CSP_NO_POINT UINT32_MAX

/* The pairs of all variables that some symmetries move, numbered: the points. */
typedef struct {
  const CspModel *model;
  uint32_t n_points;
  CspPair *pairs; /* by point */
  CspVar *vars;   /* those moved, ascending */
  uint32_t n_vars;
  uint32_t *bases;  /* by variable: its first point, or CSP_NO_POINT */
  uint32_t *shifts; /* by variable: a value's point minus the value */
  uint32_t n_drawn; /* random elements for each stabilizer */
  CspRandom random;
  const atomic_int *stop; /* not 0: time to be content with less; or NULL */
} CspPairSpace;

/* NULL: there are too many.  The model is borrowed. */
CspPairSpace *csp_pair_space_new(const CspModel *model,
                                 const CspSymmetry *symmetries,
                                 size_t n_symmetries);
void csp_pair_space_free(CspPairSpace *space);
/* CSP_NO_POINT: no symmetry moves the variable, or that is no value of it. */
uint32_t
csp_pair_space_point(const CspPairSpace *space, CspVar var, int64_t value);

/* The same for a value of a variable that is moved. */
static inline uint32_t
csp_pair_space_point_of(const CspPairSpace *space, CspVar var, int32_t value)
{
  return space->shifts[var] + (uint32_t)value;
}

typedef struct {
  uint32_t n_generators;
  uint32_t **generators; /* by point: where it goes */
  uint32_t **inverses;
  uint32_t *orbits; /* by point: the least point of its orbit */
} CspPairGroup;

/* The group that the symmetries generate; NULL: there are too many
 * generators.  Values up to a variable are no permutation and not for here. */
CspPairGroup *csp_pair_group_new(CspPairSpace *space,
                                 const CspSymmetry *symmetries,
                                 size_t n_symmetries);
/* Permutations of the group that leave the point in place: as good as always
 * all of them, else a part; so when it is stopped. */
CspPairGroup *csp_pair_group_new_stabilizer(CspPairSpace *space,
                                            const CspPairGroup *group,
                                            uint32_t point);
/* What the generators that leave all these points in place generate: quicker,
 * and less. */
CspPairGroup *csp_pair_group_new_fixing(const CspPairSpace *space,
                                        const CspPairGroup *group,
                                        const uint32_t *points,
                                        size_t n_points);
void csp_pair_group_free(CspPairGroup *group);

static inline bool
csp_pair_group_is_trivial(const CspPairGroup *group)
{
  return group->n_generators == 0;
}
