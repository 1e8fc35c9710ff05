/* SPDX-License-Identifier: MIT */
/* Words are read letter by letter, with the list of the states that may be
 * reached; a mark a state, the number of the letter, keeps the list free of
 * doubles.  A deterministic automaton has a list of one.
 *
 * The distance is that of van Hoeve, Pesant and Rousseau (2006): the least
 * number of letters to change, found state by state as a shortest path on which
 * a step costs 1 unless it reads the letter that is there. */
#include "config.h"

#include <string.h>

#include "base/sorted.h"
#include "constraints/automaton.h"

CspAutomaton
csp_automaton_of(const CspConstraint *con, uint32_t width)
{
  CspAutomaton self = {.n_states = (uint32_t)con->ints[0],
                       .n_finals = (uint32_t)con->ints[1],
                       .finals = con->ints + 2,
                       .width = width};
  size_t n_head = 2 + (size_t)self.n_finals;

  self.steps = con->ints + n_head;
  self.n_steps = (con->n_ints - n_head) / width;
  return self;
}

size_t
csp_automaton_find(const CspAutomaton *self, int64_t state, int64_t value)
{
  size_t low = 0, high = self->n_steps;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const int32_t *step = &self->steps[middle * self->width];
    if (step[0] < state || (step[0] == state && step[1] < value))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool
csp_automaton_is_final(const CspAutomaton *self, uint32_t state)
{
  return csp_sorted_has(self->finals, self->n_finals, state);
}

/* Where reading stands: the states reached, and room for the next ones. */
typedef struct {
  uint32_t *now, *next;
  uint32_t n_now, n_next;
  uint32_t *mark; /* by state: 1 + the number of the letter that led there */
} Reading;

static void
begin(Reading *self, const CspAutomaton *automaton, uint32_t *room)
{
  size_t n = automaton->n_states;

  *self = (Reading){.now = room, .next = room + n, .mark = room + 2 * n};
  memset(self->mark, 0, n * sizeof *self->mark);
  self->now[0] = 0;
  self->n_now = 1;
}

/* True when the state is new. */
static bool
reach(Reading *self, uint32_t state, uint32_t letter)
{
  if (self->mark[state] == letter + 1)
    return false;
  self->mark[state] = letter + 1;
  self->next[self->n_next++] = state;
  return true;
}

static void
turn(Reading *self)
{
  uint32_t *read = self->now;

  self->now = self->next;
  self->n_now = self->n_next;
  self->next = read;
  self->n_next = 0;
}

bool
csp_automaton_accepts(const CspAutomaton *self,
                      const CspConstraint *con,
                      uint32_t n,
                      const int32_t *values,
                      CspScratch *scratch)
{
  Reading reading;

  begin(&reading, self,
        csp_scratch_get(scratch, 3 * sizeof(uint32_t) * self->n_states));
  for (uint32_t i = 0; i < n; i++) {
    int32_t value = values[csp_constraint_var(con, i)];
    for (uint32_t k = 0; k < reading.n_now; k++) {
      int64_t state = reading.now[k];
      for (size_t s = csp_automaton_find(self, state, value); s < self->n_steps;
           s++) {
        const int32_t *step = &self->steps[s * self->width];
        if (step[0] != state || step[1] != value)
          break;
        reach(&reading, (uint32_t)step[2], i);
      }
    }
    turn(&reading);
  }
  for (uint32_t k = 0; k < reading.n_now; k++)
    if (csp_automaton_is_final(self, reading.now[k]))
      return true;
  return false;
}

int64_t
csp_automaton_distance(const CspAutomaton *self,
                       const CspConstraint *con,
                       uint32_t n,
                       const int32_t *values,
                       CspScratch *scratch)
{
  size_t n_states = self->n_states;
  uint32_t *room = csp_scratch_get(scratch, 5 * sizeof(uint32_t) * n_states);
  uint32_t *now = room + 3 * n_states, *next = now + n_states;
  int64_t least = (int64_t)n + 1;
  Reading reading;

  begin(&reading, self, room);
  now[0] = 0;
  for (uint32_t i = 0; i < n; i++) {
    int32_t value = values[csp_constraint_var(con, i)];
    for (uint32_t k = 0; k < reading.n_now; k++) {
      int64_t state = reading.now[k];
      for (size_t s = csp_automaton_find(self, state, INT32_MIN);
           s < self->n_steps && self->steps[s * self->width] == state; s++) {
        const int32_t *step = &self->steps[s * self->width];
        uint32_t distance = now[state] + (step[1] != value);
        if (reach(&reading, (uint32_t)step[2], i) || distance < next[step[2]])
          next[step[2]] = distance;
      }
    }
    turn(&reading);
    uint32_t *read = now;
    now = next;
    next = read;
  }
  for (uint32_t k = 0; k < reading.n_now; k++)
    if (csp_automaton_is_final(self, reading.now[k]))
      least = MIN(least, now[reading.now[k]]);
  return least;
}
