/* SPDX-License-Identifier: MIT */
/* Constraint weights.
 *
 * At a local minimum what is violated weighs more from then on, until some move
 * away from it seems to improve: the landscape is changed where the search is
 * stuck in it (breakout, Morris 1993).  From time to time all weights fall by
 * one, so that what was hard long ago does not hide what is hard now (PAWS,
 * Thornton et al. 2004).  Only what a move changes is weighted; the violation
 * that is reported, and compared with the least ever seen, is not.
 *
 * An invariant made of many records, such as a graph of differences, keeps
 * weight 1: raising it as a whole would change nothing within it. */
#include "config.h"

#include "local/local-private.h"

enum {
  RAISE_SAMPLE = 256,  /* invariants looked at in a model of many */
  SMOOTH_RAISES = 50,  /* after so many raises weights fall */
  WEIGHT_MAX = 1 << 16 /* products stay far from overflow */
};

static void
raise_one(CspLocal *self, CspInvariant *inv)
{
  if (inv->con == NULL || inv->weight == WEIGHT_MAX ||
      inv->klass->violation(inv) == 0)
    return;
  if (inv->weight++ > 1)
    return;
  if (self->n_raised == self->raised_capacity) {
    self->raised_capacity = MAX(64, 2 * self->raised_capacity);
    self->raised = g_renew(CspInvariant *, self->raised, self->raised_capacity);
  }
  self->raised[self->n_raised++] = inv;
}

static void
smooth(CspLocal *self)
{
  for (uint32_t i = 0; i < self->n_raised;) {
    if (--self->raised[i]->weight == 1)
      self->raised[i] = self->raised[--self->n_raised];
    else
      i++;
  }
}

void
csp_local_raise_weights(CspLocal *self)
{
  const CspInvariantSet *set = self->set;
  uint32_t n = set->n_invariants;
  uint32_t start = n > RAISE_SAMPLE ? csp_random_below(&self->random, n) : 0;

  for (uint32_t k = 0; k < MIN(n, RAISE_SAMPLE); k++)
    raise_one(self, set->invariants[(start + k) % n]);
  if (++self->n_raises == SMOOTH_RAISES) {
    self->n_raises = 0;
    smooth(self);
  }
  self->set->is_weighted = self->n_raised > 0;
}

void
csp_local_reset_weights(CspLocal *self)
{
  for (uint32_t i = 0; i < self->n_raised; i++)
    self->raised[i]->weight = 1;
  self->n_raised = self->n_raises = 0;
  self->set->is_weighted = false;
}
