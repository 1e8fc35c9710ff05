/* SPDX-License-Identifier: MIT */
/* The best of many candidates, when few of them change between two questions.
 *
 * Candidates are places 0 .. n - 1.  What makes one better than another is told
 * by the caller, for short runs of places; who changed is told by touching. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include <libcsp/csp-types.h>

/* A candidate with its score, size / weight: the least is best, and of equal
 * ones the one whose place is first. */
typedef struct {
  uint32_t place; /* CSP_NONE: no candidate */
  double size, weight;
} CspBest;

#define CSP_NO_BEST                                                            \
  ((CspBest){.place = CSP_NONE, .size = INFINITY, .weight = 1})

/* Ratios are compared by their products across: that is exact while sizes and
 * weights are integers, and divides nothing. */
static inline void
csp_best_take_ratio(CspBest *best, CspBest other)
{
  double own = other.size * best->weight, least = best->size * other.weight;

  if (own < least || (own == least && other.place < best->place))
    *best = other;
}

/* Here the size decides, then the weight: the greatest. */
static inline void
csp_best_take_ranked(CspBest *best, CspBest other)
{
  if (other.size < best->size ||
      (other.size == best->size &&
       (other.weight > best->weight ||
        (other.weight == best->weight && other.place < best->place))))
    *best = other;
}

/* The best of first .. end - 1. */
typedef CspBest (*CspContestFunc)(const void *data,
                                  uint32_t first,
                                  uint32_t end);

typedef struct _CspContest CspContest;

/* For at most n candidates. */
CspContest *csp_contest_new(uint32_t n);
void csp_contest_free(CspContest *self);
/* From now on there are n candidates and nothing is known of them. */
void csp_contest_begin(CspContest *self, uint32_t n, bool is_ranked);
/* The score of the candidate may have changed. */
void csp_contest_touch(CspContest *self, uint32_t place);
CspBest
csp_contest_get_best(CspContest *self, CspContestFunc func, const void *data);
