/* SPDX-License-Identifier: MIT */
/* Numbers of a record that may be variables, such as durations.
 *
 * A term is one integer: 0 or more is the constant itself, -1 - p the variable
 * at position p of the scope.  So records of constants have no variables for
 * them, and those of variables no second layout. */
#pragma once

#include "model/constraint.h"

static inline int32_t
csp_term_of_position(uint32_t position)
{
  return -1 - (int32_t)position;
}

static inline uint32_t
csp_term_position(int32_t term)
{
  return (uint32_t)(-1 - term);
}

static inline int64_t
csp_term_value(const CspConstraint *con, int32_t term, const int32_t *values)
{
  return term >= 0 ? term
                   : values[csp_constraint_var(con, csp_term_position(term))];
}
