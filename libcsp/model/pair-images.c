/* SPDX-License-Identifier: MIT */
/* Do listed pairs carry each variable whole, all its values to values of one
 * variable?  Then the image of an assignment is one, and the image of a record
 * can be written down: elsewhere a variable could have two values.
 *
 * No two variables go to the same.  Those with most values go to such as have as
 * many, as pairs are permuted, and fill them; the others are left with the
 * variables of fewer values, and so on. */
#include "config.h"

#include <string.h>

#include "model/model-private.h"
#include "model/pair-images.h"

enum { MAX_MAPS = 256 };

/* The pairs of one variable, as they are listed. */
typedef struct {
  uint32_t first, n;
} Run;

static Run
run_from(const CspSymmetry *symmetry, uint32_t first)
{
  Run run = {.first = first};

  while (first + run.n < symmetry->n_vars &&
         symmetry->vars[first + run.n] == symmetry->vars[first])
    run.n++;
  return run;
}

/* Pairs that are not listed stay, and so must then the rest. */
static bool
is_whole(const CspModel *model, const CspSymmetry *symmetry, Run run)
{
  CspVar var = symmetry->vars[run.first];
  CspVar to = symmetry->to_vars[run.first];

  for (uint32_t i = 1; i < run.n; i++)
    if (symmetry->to_vars[run.first + i] != to)
      return false;
  return to == var || run.n == csp_model_array_of(model, var)->n_values;
}

static bool
keeps_values(const CspSymmetry *symmetry, Run run)
{
  return memcmp(symmetry->values + run.first, symmetry->to_values + run.first,
                run.n * sizeof(int32_t)) == 0;
}

static bool
are_alike(const CspSymmetry *symmetry, Run a, Run b)
{
  return a.n == b.n &&
         memcmp(symmetry->values + a.first, symmetry->values + b.first,
                a.n * sizeof(int32_t)) == 0 &&
         memcmp(symmetry->to_values + a.first, symmetry->to_values + b.first,
                a.n * sizeof(int32_t)) == 0;
}

/* The number of the map, from 1 on; 0: there are too many. */
static uint32_t
number_map(const CspSymmetry *symmetry, Run run, Run *maps, uint32_t *n_maps)
{
  uint32_t k = 0;

  while (k < *n_maps && !are_alike(symmetry, maps[k], run))
    k++;
  if (k == MAX_MAPS)
    return 0;
  if (k == *n_maps)
    maps[(*n_maps)++] = run;
  return k + 1;
}

bool
csp_pair_images_init(CspPairImages *self,
                     const CspModel *model,
                     const CspSymmetry *symmetry)
{
  Run maps[MAX_MAPS], run;
  uint32_t n_maps = 0;

  *self = (CspPairImages){.to = g_new(CspVar, (size_t)model->n_vars + 1),
                          .maps = g_new0(uint32_t, (size_t)model->n_vars + 1)};
  for (CspVar x = 0; x < model->n_vars; x++)
    self->to[x] = x;
  for (uint32_t i = 0; i < symmetry->n_vars; i += run.n) {
    CspVar var = symmetry->vars[i];
    run = run_from(symmetry, i);
    if (!is_whole(model, symmetry, run))
      return false;
    self->to[var] = symmetry->to_vars[i];
    if (keeps_values(symmetry, run))
      continue;
    self->maps[var] = number_map(symmetry, run, maps, &n_maps);
    if (self->maps[var] == 0)
      return false;
  }
  return true;
}

void
csp_pair_images_clear(CspPairImages *self)
{
  g_clear_pointer(&self->to, g_free);
  g_clear_pointer(&self->maps, g_free);
}
