/* SPDX-License-Identifier: MIT */
/* Circuits: each value is the place that comes next, and following them leads
 * through all places and back; or, in a subcircuit, through those that are not
 * their own next.
 *
 * They are an all-different and no smaller cycle; the latter is seen to by
 * chains, and above value strength by trees.  The only place of a circuit is its
 * own next. */
#include "config.h"

#include "constraints/circuit.h"
#include "constraints/all-different.h"
#include "constraints/invariants.h"

static bool
is_subcircuit(const CspConstraint *con)
{
  return con->kind == CSP_CON_SUBCIRCUIT;
}

/* The place after this one, or n_vars if there is none. */
static uint32_t
next_of(const CspConstraint *con, const int32_t *values, uint32_t place)
{
  int64_t next = values[csp_constraint_var(con, place)] - con->constant;

  return next >= 0 && next < con->n_vars ? (uint32_t)next : con->n_vars;
}

/* Follows the places from `start` until it comes back; the answer is how many
 * they are, 0 if they do not. */
static uint32_t
cycle_length(const CspConstraint *con, const int32_t *values, uint32_t start)
{
  uint32_t place = start;

  for (uint32_t length = 1; length <= con->n_vars; length++) {
    place = next_of(con, values, place);
    if (place == start)
      return length;
    if (place == con->n_vars)
      return 0;
  }
  return 0;
}

static bool
circuit_holds(const CspConstraint *con,
              const int32_t *values,
              CspScratch *scratch)
{
  uint32_t start = 0, n_in = con->n_vars;

  if (is_subcircuit(con)) {
    n_in = 0;
    for (uint32_t i = con->n_vars; i-- > 0;)
      if (next_of(con, values, i) != i) {
        start = i;
        n_in++;
      }
    if (n_in == 0)
      return true;
  }
  return cycle_length(con, values, start) == n_in;
}

/* Marks the places that lead from `start`; is the last one a cycle that was not
 * known?  marks: 0, or from where a place was reached first, plus 1. */
static bool
marks_cycle(const CspConstraint *con,
            const int32_t *values,
            uint32_t start,
            uint32_t *marks)
{
  uint32_t place = start;

  while (place != con->n_vars && marks[place] == 0) {
    marks[place] = start + 1;
    place = next_of(con, values, place);
  }
  return place != con->n_vars && marks[place] == start + 1;
}

/* Values that are no places, places that come after none, and cycles beyond the
 * first; those of one place do not count in a subcircuit. */
static int64_t
circuit_violation(const CspConstraint *con,
                  const int32_t *values,
                  CspScratch *scratch)
{
  uint32_t n = con->n_vars;
  uint32_t *marks = csp_scratch_get(scratch, n * sizeof(*marks));
  int64_t violation = 0, n_cycles = 0;

  for (uint32_t i = 0; i < n; i++)
    marks[i] = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t next = next_of(con, values, i);
    if (next == n)
      violation++;
    else
      marks[next] = 1;
  }
  for (uint32_t i = 0; i < n; i++) {
    violation += marks[i] == 0;
    marks[i] = 0;
  }
  for (uint32_t i = 0; i < n; i++)
    n_cycles += marks[i] == 0 &&
                !(is_subcircuit(con) && next_of(con, values, i) == i) &&
                marks_cycle(con, values, i, marks);
  return violation + MAX(n_cycles - 1, 0);
}

static bool
circuit_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  uint32_t n = con->n_vars;
  int64_t first = con->constant;
  g_autofree CspVar *vars = g_new(CspVar, n);

  for (uint32_t i = 0; i < n; i++) {
    vars[i] = csp_constraint_var(con, i);
    if (!csp_store_set_min(store, vars[i], first, CSP_NO_HINT) ||
        !csp_store_set_max(store, vars[i], first + n - 1, CSP_NO_HINT) ||
        (n > 1 && !is_subcircuit(con) &&
         !csp_store_remove(store, vars[i], first + i, CSP_NO_HINT)))
      return false;
  }
  if (n < 2)
    return true;
  if (!csp_post_all_different(store, vars, n, NULL, strength))
    return false;
  csp_post_circuit_chains(store, vars, n, first, is_subcircuit(con));
  if (strength > CSP_STRENGTH_VALUE)
    csp_post_circuit_trees(store, vars, n, first, is_subcircuit(con));
  return true;
}

const CspFamily csp_family_circuit = {
    .name = "circuit",
    .blurb = "following the values leads through all places",
    .holds = circuit_holds,
    .post = circuit_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = circuit_violation,
};

const CspFamily csp_family_subcircuit = {
    .name = "subcircuit",
    .blurb = "following the values leads through all but loops",
    .holds = circuit_holds,
    .post = circuit_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = circuit_violation,
};
