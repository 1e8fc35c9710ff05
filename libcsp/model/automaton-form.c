/* SPDX-License-Identifier: MIT */
/* States that occur are numbered anew, the start first, and steps are sorted;
 * an automaton that has to be deterministic gets a state for each set of states
 * that words lead to (Rabin and Scott 1959), found from the start on. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "model/automaton-form.h"

/* A deterministic automaton may have as many steps. */
enum { MAX_STEPS = 1 << 22 };

static int
compare_steps(const void *a, const void *b)
{
  const int32_t *x = a, *y = b;

  for (int i = 0; i < 3; i++)
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
  return 0;
}

/* The automaton in the form of the record. */
typedef struct {
  int32_t *names; /* of the states as given, ascending */
  size_t n_states;
  size_t start;    /* its place among them */
  int32_t *finals; /* ascending */
  size_t n_finals;
  int32_t *steps;
  size_t n_steps;
  uint32_t width;
} Numbered;

static void
clear(Numbered *self)
{
  g_free(self->names);
  g_free(self->finals);
  g_free(self->steps);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Numbered, clear)

static int32_t
number_of(const Numbered *self, int32_t name)
{
  size_t place = csp_sorted_lower(self->names, (uint32_t)self->n_states, name);

  return (int32_t)(place == self->start ? 0 : place + (place < self->start));
}

static int32_t
name_of(const Numbered *self, int32_t number)
{
  size_t place = (size_t)number;

  if (number == 0)
    return self->names[self->start];
  return self->names[place - (place <= self->start)];
}

static int32_t *
step_of(const Numbered *self, size_t s)
{
  return &self->steps[s * self->width];
}

static void
sort_steps(Numbered *self)
{
  size_t n = self->n_steps, size = self->width * sizeof(int32_t);

  self->n_steps = 0;
  if (n > 0)
    qsort(self->steps, n, size, compare_steps);
  for (size_t s = 0; s < n; s++)
    if (self->width > 3 || s == 0 ||
        compare_steps(step_of(self, s), step_of(self, self->n_steps - 1)) != 0)
      memmove(step_of(self, self->n_steps++), step_of(self, s), size);
}

static void
number(Numbered *self, const CspAutomatonForm *form)
{
  size_t n = 0;

  *self = (Numbered){.n_finals = form->n_finals,
                     .n_steps = form->n_steps,
                     .width = form->width};
  self->names = g_new(int32_t, 1 + form->n_finals + 2 * form->n_steps);
  self->finals = g_new(int32_t, form->n_finals + 1);
  self->steps = g_new(int32_t, form->n_steps * form->width + 1);
  self->names[n++] = form->start;
  for (size_t i = 0; i < form->n_finals; i++)
    self->names[n++] = form->finals[i];
  for (size_t s = 0; s < form->n_steps; s++) {
    self->names[n++] = form->steps[s * form->width];
    self->names[n++] = form->steps[s * form->width + 2];
  }
  self->n_states = csp_sort_distinct_ints(self->names, n);
  self->start =
      csp_sorted_lower(self->names, (uint32_t)self->n_states, form->start);
  for (size_t i = 0; i < form->n_finals; i++)
    self->finals[i] = number_of(self, form->finals[i]);
  self->n_finals = csp_sort_distinct_ints(self->finals, form->n_finals);
  for (size_t s = 0; s < form->n_steps; s++) {
    int32_t *step = step_of(self, s);
    memcpy(step, &form->steps[s * form->width], form->width * sizeof(int32_t));
    step[0] = number_of(self, step[0]);
    step[2] = number_of(self, step[2]);
  }
  sort_steps(self);
}

/* By state the number of its first step, and one past the last (transfer full).
 */
static size_t *
find_first_steps(const Numbered *self)
{
  size_t *first = g_new(size_t, self->n_states + 1), s = 0;

  for (size_t q = 0; q <= self->n_states; q++) {
    while (s < self->n_steps && (size_t)step_of(self, s)[0] < q)
      s++;
    first[q] = s;
  }
  return first;
}

/* Decision diagrams -------------------------------------------------------- */

/* Is each node reached by paths of one length, and the terminal by n_vars? */
static char *
check_levels(const Numbered *self, size_t n_vars)
{
  g_autofree size_t *first = find_first_steps(self);
  g_autofree size_t *level = g_new0(size_t, self->n_states);
  g_autofree int32_t *reached = g_new(int32_t, self->n_states);
  size_t n_reached = 0;

  /* levels count from 1; 0: not reached */
  level[0] = 1;
  reached[n_reached++] = 0;
  for (size_t k = 0; k < n_reached; k++)
    for (size_t s = first[reached[k]]; s < first[reached[k] + 1]; s++) {
      int32_t to = step_of(self, s)[2];
      size_t deep = level[reached[k]] + 1;
      if (level[to] == 0) {
        level[to] = deep;
        reached[n_reached++] = to;
      } else if (level[to] != deep) {
        return g_strdup_printf("node %d is reached by paths of %zu and of %zu "
                               "edges",
                               name_of(self, to), level[to] - 1, deep - 1);
      }
    }
  int32_t terminal = self->finals[0];
  if (level[terminal] != 0 && level[terminal] != n_vars + 1)
    return g_strdup_printf("the terminal is reached by paths of %zu edges, "
                           "where there are %zu variables",
                           level[terminal] - 1, n_vars);
  return NULL;
}

/* Deterministic automata --------------------------------------------------- */

/* The first step that has state and value of the one before; 0: there is none.
 */
static size_t
find_choice(const Numbered *self)
{
  for (size_t s = 1; s < self->n_steps; s++)
    if (step_of(self, s)[0] == step_of(self, s - 1)[0] &&
        step_of(self, s)[1] == step_of(self, s - 1)[1])
      return s;
  return 0;
}

typedef struct {
  GHashTable *numbers; /* of a set of states, as GBytes: its number + 1 */
  GPtrArray *sets;     /* the same by number, lent */
} Subsets;

static int32_t
number_subset(Subsets *self, GBytes *set)
{
  gpointer found = g_hash_table_lookup(self->numbers, set);

  if (found != NULL) {
    g_bytes_unref(set);
    return GPOINTER_TO_INT(found) - 1;
  }
  g_ptr_array_add(self->sets, set);
  g_hash_table_insert(self->numbers, set,
                      GINT_TO_POINTER((gint)self->sets->len));
  return (int32_t)self->sets->len - 1;
}

static bool
has_final(const Numbered *self, GBytes *set)
{
  gsize size;
  const int32_t *states = g_bytes_get_data(set, &size);

  for (size_t i = 0; i < size / sizeof *states; i++)
    if (csp_sorted_has(self->finals, (uint32_t)self->n_finals, states[i]))
      return true;
  return false;
}

static int
compare_pairs(const void *a, const void *b)
{
  const int32_t *x = a, *y = b;

  return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0])
                      : (x[1] > y[1]) - (x[1] < y[1]);
}

/* Adds the steps of a set of states: for each value the set of what follows. */
static void
add_steps(const Numbered *self,
          const size_t *first,
          Subsets *subsets,
          int32_t subset,
          GArray *pairs,
          GArray *steps)
{
  gsize size;
  const int32_t *states =
      g_bytes_get_data(g_ptr_array_index(subsets->sets, subset), &size);

  g_array_set_size(pairs, 0);
  for (size_t i = 0; i < size / sizeof *states; i++)
    for (size_t s = first[states[i]]; s < first[states[i] + 1]; s++)
      g_array_append_vals(pairs, step_of(self, s) + 1, 2);
  const size_t n = pairs->len / 2;
  int32_t *pair = (int32_t *)(void *)pairs->data;
  if (n > 0)
    qsort(pair, n, 2 * sizeof *pair, compare_pairs);
  for (size_t k = 0; k < n;) {
    int32_t value = pair[2 * k];
    g_autoptr(GArray) next = g_array_new(FALSE, FALSE, sizeof(int32_t));
    for (; k < n && pair[2 * k] == value; k++)
      if (next->len == 0 ||
          g_array_index(next, int32_t, next->len - 1) != pair[2 * k + 1])
        g_array_append_val(next, pair[2 * k + 1]);
    const int32_t step[] = {
        subset, value,
        number_subset(subsets,
                      g_bytes_new(next->data, next->len * sizeof(int32_t)))};
    g_array_append_vals(steps, step, 3);
  }
}

/* False: it would be too large. */
static bool
make_deterministic(Numbered *self)
{
  const int32_t start = 0;
  g_autofree size_t *first = find_first_steps(self);
  g_autoptr(GHashTable) numbers = g_hash_table_new_full(
      g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  g_autoptr(GPtrArray) sets = g_ptr_array_new();
  g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(int32_t));
  g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(int32_t));
  g_autoptr(GArray) finals = g_array_new(FALSE, FALSE, sizeof(int32_t));
  Subsets subsets = {.numbers = numbers, .sets = sets};

  number_subset(&subsets, g_bytes_new(&start, sizeof start));
  for (int32_t k = 0; k < (int32_t)sets->len; k++) {
    add_steps(self, first, &subsets, k, pairs, steps);
    if (steps->len / 3 > MAX_STEPS)
      return false;
    if (has_final(self, g_ptr_array_index(sets, k)))
      g_array_append_val(finals, k);
  }
  self->n_states = sets->len;
  self->n_finals = finals->len;
  self->n_steps = steps->len / 3;
  g_free(self->finals);
  g_free(self->steps);
  self->finals =
      (int32_t *)(void *)g_array_free(g_steal_pointer(&finals), FALSE);
  self->steps = (int32_t *)(void *)g_array_free(g_steal_pointer(&steps), FALSE);
  return true;
}

GArray *
csp_automaton_form_make(const CspAutomatonForm *form,
                        size_t n_vars,
                        bool is_deterministic,
                        char **out_why)
{
  g_auto(Numbered) numbered;
  size_t choice;

  number(&numbered, form);
  if (form->is_mdd) {
    *out_why = check_levels(&numbered, n_vars);
    if (*out_why != NULL)
      return NULL;
  }
  choice = find_choice(&numbered);
  if (choice > 0 && form->width > 3) {
    const int32_t *step = step_of(&numbered, choice);
    *out_why = g_strdup_printf(
        "two %s leave %s %d with value %d, which has one cost",
        form->is_mdd ? "edges" : "steps", form->is_mdd ? "node" : "state",
        name_of(&numbered, step[0]), step[1]);
    return NULL;
  }
  if (choice > 0 && is_deterministic && !make_deterministic(&numbered)) {
    *out_why = g_strdup_printf("it would need more than %d steps to be "
                               "deterministic",
                               MAX_STEPS);
    return NULL;
  }
  GArray *ints = g_array_new(FALSE, FALSE, sizeof(int32_t));
  const int32_t head[] = {(int32_t)numbered.n_states,
                          (int32_t)numbered.n_finals};
  g_array_append_vals(ints, head, 2);
  if (numbered.n_finals > 0)
    g_array_append_vals(ints, numbered.finals, (guint)numbered.n_finals);
  if (numbered.n_steps > 0)
    g_array_append_vals(ints, numbered.steps,
                        (guint)(numbered.n_steps * numbered.width));
  return ints;
}
