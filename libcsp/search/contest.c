/* SPDX-License-Identifier: MIT */
/* A tournament (Knuth 1973, section 5.2.3): the candidates are cut into blocks,
 * the best ones of the blocks into blocks again, and so on until one is left.
 *
 *    level 1                    [best]
 *    level 0     [best  best  best  best  ...  best]
 *    places     [0 .. 15][16 .. 31] ...
 *
 * Each block whose candidates may have changed is listed once.  A question goes
 * through the lists from the lowest level up, and lists a block above only where
 * a best one changed; so it costs WIDTH looks for each level and changed
 * candidate, and never much more than looking at them all.  The order is a total
 * one, so the best of the bests is the best of all. */
#include "config.h"

#include <glib.h>

#include "search/contest.h"

/* WIDTH to the MAX_LEVELS is more than any number of places. */
enum { WIDTH = 16, MAX_LEVELS = 8 };

typedef struct {
  CspBest *bests; /* by block */
  uint32_t *listed;
  bool *is_listed;
  uint32_t n_blocks, n_listed;
} Level;

struct _CspContest {
  Level levels[MAX_LEVELS];
  uint32_t n_levels, n_places;
  bool is_ranked;
};

/* One at least: the top has a best one though there is no candidate. */
static uint32_t
count_blocks(uint32_t n)
{
  return MAX(n / WIDTH + (n % WIDTH != 0), 1);
}

CspContest *
csp_contest_new(uint32_t n)
{
  CspContest *self = g_new0(CspContest, 1);
  Level *level = self->levels;

  do {
    n = count_blocks(n);
    level->bests = g_new(CspBest, n);
    level->listed = g_new(uint32_t, n);
    level->is_listed = g_new(bool, n);
    level++;
  } while (n > 1);
  return self;
}

void
csp_contest_free(CspContest *self)
{
  if (self == NULL)
    return;
  for (int l = 0; l < MAX_LEVELS; l++) {
    g_free(self->levels[l].bests);
    g_free(self->levels[l].listed);
    g_free(self->levels[l].is_listed);
  }
  g_free(self);
}

void
csp_contest_begin(CspContest *self, uint32_t n, bool is_ranked)
{
  self->n_places = n;
  self->n_levels = 0;
  self->is_ranked = is_ranked;
  do {
    Level *level = &self->levels[self->n_levels++];
    n = count_blocks(n);
    level->n_blocks = level->n_listed = n;
    for (uint32_t b = 0; b < n; b++) {
      level->bests[b] = CSP_NO_BEST;
      level->listed[b] = b;
      level->is_listed[b] = true;
    }
  } while (n > 1);
}

static void
list_block(Level *level, uint32_t block)
{
  if (level->is_listed[block])
    return;
  level->is_listed[block] = true;
  level->listed[level->n_listed++] = block;
}

void
csp_contest_touch(CspContest *self, uint32_t place)
{
  list_block(&self->levels[0], place / WIDTH);
}

/* Of the bests first .. end - 1 of a level. */
static CspBest
best_of(const Level *level, uint32_t first, uint32_t end, bool is_ranked)
{
  CspBest best = level->bests[first];

  for (uint32_t i = first + 1; i < end; i++)
    if (is_ranked)
      csp_best_take_ranked(&best, level->bests[i]);
    else
      csp_best_take_ratio(&best, level->bests[i]);
  return best;
}

static bool
is_same(CspBest a, CspBest b)
{
  return a.place == b.place && a.size == b.size && a.weight == b.weight;
}

CspBest
csp_contest_get_best(CspContest *self, CspContestFunc func, const void *data)
{
  uint32_t n_below = self->n_places;

  for (uint32_t l = 0; l < self->n_levels; l++) {
    Level *level = &self->levels[l];
    for (uint32_t i = 0; i < level->n_listed; i++) {
      uint32_t block = level->listed[i], first = block * WIDTH;
      uint32_t end = n_below - first > WIDTH ? first + WIDTH : n_below;
      CspBest best = l == 0 ? func(data, first, end)
                            : best_of(level - 1, first, end, self->is_ranked);
      level->is_listed[block] = false;
      if (is_same(best, level->bests[block]))
        continue;
      level->bests[block] = best;
      if (l + 1 < self->n_levels)
        list_block(level + 1, block / WIDTH);
    }
    level->n_listed = 0;
    n_below = level->n_blocks;
  }
  return self->levels[self->n_levels - 1].bests[0];
}
