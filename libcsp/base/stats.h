/* SPDX-License-Identifier: MIT */
/* The counters of a search as a struct, made from stats.def. */
#pragma once

#include <stdint.h>
#include <libcsp/csp-stats.h>

#include "base/descent.h"

struct _CspStats {
#define STAT_TEXT(field, blurb)                                                \
  const char *field; /* static or interned, or NULL */
#define STAT_COUNT(field, unit, blurb) int64_t field;
#define STAT_REAL(field, unit, blurb) double field;
#define STAT_DESCENT(field, blurb) CspDescent field;
#include "base/stats.def"
#undef STAT_TEXT
#undef STAT_COUNT
#undef STAT_REAL
#undef STAT_DESCENT
};

/* Nothing applies yet: NULL, -1.  objective and bound use CSP_STAT_NONE, for
 * they may be negative. */
#define CSP_STAT_NONE INT64_MIN
void csp_stats_init(CspStats *stats);
