/* SPDX-License-Identifier: MIT */
/* Orbital branching: a search cut into parts, of which those that a symmetry
 * carries onto an earlier one are left out. */
#pragma once

#include "model/pair-group.h"
#include "search/tree.h"

typedef struct _CspOrbits CspOrbits;

typedef enum {
  CSP_ORBITS_ANY,   /* parts are chosen to be few; solutions are weighed */
  CSP_ORBITS_LEAST, /* of each class, the solution that comes first in the order
                       of values by handle is in a part that is searched */
} CspOrbitsKind;

/* The group of the symmetries, all of which are symmetries of the model.
 * NULL: it is too large to handle.  The model is borrowed. */
CspOrbits *csp_orbits_new(const CspModel *model,
                          const CspSymmetry *symmetries,
                          size_t n_symmetries,
                          CspOrbitsKind kind);
void csp_orbits_free(CspOrbits *orbits);

/* Goes to before the first part of the search under these assumptions, which
 * are copied. */
void csp_orbits_begin(CspOrbits *orbits, CspAssumed assumed);
/* Goes to the next part; false: there is none. */
bool csp_orbits_next(CspOrbits *orbits, CspTree *tree);
/* Assumptions and pairs removed, for the part. */
CspAssumed csp_orbits_part(const CspOrbits *orbits);

/* A solution of the part was found. */
void csp_orbits_add(CspOrbits *orbits, const int32_t *values);
/* How many solutions those found stand for; when all parts are done, the number
 * of all solutions, else at most that. */
uint64_t csp_orbits_count(const CspOrbits *orbits);
