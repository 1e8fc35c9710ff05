/* SPDX-License-Identifier: MIT */
/* Finding the lines over a permutation. */
#include "config.h"

#include "local/lines.h"

/* Does a variable from first to last take part in what is not a range? */
static bool
has_others(const CspInvariantSet *set, CspVar first, CspVar last)
{
  const CspDefinitions *definitions = set->definitions;

  if (set->starts != NULL && set->starts[first] != set->starts[last + 1])
    return true;
  for (CspVar x = first; definitions != NULL && x <= last; x++)
    if (csp_definitions_has_input(definitions, x) ||
        csp_definitions_has_output(definitions, x))
      return true;
  return false;
}

/* The range as one more line; false: it is none, or not over all of them. */
static bool
add(CspLines *lines, const CspInvariantRange *range, CspVar first, CspVar last)
{
  CspInvariant *inv = range->inv;
  CspInvariantLine line;

  if (first < range->first || last - range->first >= range->n_vars ||
      inv->klass->get_line == NULL || !inv->klass->get_line(inv, &line))
    return false;
  line.start -= line.step * range->first;
  lines->invs[lines->n] = inv;
  lines->lines[lines->n++] = line;
  return true;
}

void
csp_lines_find(CspLines *lines,
               const CspInvariantSet *set,
               const CspVar *vars,
               CspVar first,
               uint32_t n_vars)
{
  CspVar last = first + n_vars - 1;

  lines->n = 0;
  if (n_vars == 0)
    return;
  if (vars != NULL)
    first = last = vars[0];
  for (uint32_t i = 0; vars != NULL && i < n_vars; i++) {
    first = MIN(first, vars[i]);
    last = MAX(last, vars[i]);
  }
  if (has_others(set, first, last))
    return;
  for (uint32_t r = 0; r < set->n_ranges; r++) {
    const CspInvariantRange *range = &set->ranges[r];
    if (last >= range->first && first < range->first + range->n_vars &&
        !add(lines, range, first, last)) {
      lines->n = 0;
      return;
    }
  }
}
