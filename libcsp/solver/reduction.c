/* SPDX-License-Identifier: MIT */
/* Which way symmetries are used.
 *
 * Interchangeable values alone: the search finds one of the solutions that they
 * carry onto each other (fresh.c).  It stands for k! / (k - m)! solutions, where k
 * values are interchangeable and it has m of them: those are the ways to choose
 * other values for the m in turn.  What assumptions name is not interchangeable
 * with the rest, so k and m are without these.
 *
 * All else: orbits (orbits.c), under the group that all symmetries generate,
 * interchangeable values among them.
 *
 * For classes, the solution is told as before: it must be the first of its class
 * (canonical.c).  Orbits keep it.  Of interchangeable values the search finds
 * some image of it, whose values are renamed in the order in which they occur:
 * that is the least of the solutions it stands for, and the first of the class,
 * if it is among these. */
#include "config.h"

#include <string.h>

#include "solver/reduction.h"

static bool
is_of_values(const CspSymmetry *symmetry)
{
  return symmetry->kind == CSP_SYMMETRY_VALUES;
}

/* The model's own symmetries, except those whose pairs depend on a solution; if
 * it has none, and classes do not matter, those that can be proved. */
static void
find_symmetries(CspReduction *self)
{
  size_t n;
  const CspSymmetry *declared = csp_model_peek_symmetries(self->model, &n);

  self->is_declared = n > 0 || self->is_of_classes;
  if (!self->is_declared) {
    self->symmetries = csp_symmetries_detect(self->model, &self->n_symmetries);
    return;
  }
  self->symmetries = g_new(CspSymmetry, n + 1);
  for (size_t i = 0; i < n; i++)
    if (declared[i].kind != CSP_SYMMETRY_VALUES_UP_TO &&
        csp_symmetry_n_generators(self->model, &declared[i]) > 0)
      self->symmetries[self->n_symmetries++] = declared[i];
}

/* The interchangeable values that are most and can be searched so. */
static const CspSymmetry *
find_most_values(const CspReduction *self)
{
  const CspSymmetry *best = NULL;

  for (size_t i = 0; i < self->n_symmetries; i++) {
    const CspSymmetry *symmetry = &self->symmetries[i];
    if (is_of_values(symmetry) && csp_fresh_fits(self->model, symmetry) &&
        (best == NULL || (int64_t)symmetry->last - symmetry->first >
                             (int64_t)best->last - best->first))
      best = symmetry;
  }
  return best;
}

static bool
are_all_of_values(const CspReduction *self)
{
  for (size_t i = 0; i < self->n_symmetries; i++)
    if (!is_of_values(&self->symmetries[i]))
      return false;
  return true;
}

static void
describe(CspReduction *self, const char *what)
{
  g_autoptr(GString) text = g_string_new(what);
  const char *separator = ": ";

  for (size_t i = 0; i < self->n_symmetries; i++) {
    const CspSymmetry *symmetry = &self->symmetries[i];
    if (self->kind == CSP_REDUCTION_VALUES && symmetry != self->values)
      continue;
    g_string_append_printf(text, "%s%s", separator, symmetry->name);
    separator = " + ";
  }
  self->description = g_intern_string(text->str);
}

static void
use_values(CspReduction *self, CspPlan *plan)
{
  uint32_t n = (uint32_t)(self->values->last - self->values->first) + 1;

  self->kind = CSP_REDUCTION_VALUES;
  self->names = g_new(int32_t, n);
  self->is_taken = g_new0(bool, n);
  plan->tree.interchangeable = self->values;
  describe(self, "fresh-values");
}

static void
choose(CspReduction *self, CspPlan *plan)
{
  const CspSymmetry *values = find_most_values(self);
  bool is_block = plan->kernel == CSP_KERNEL_BLOCK; /* it has none fresh */

  if (!are_all_of_values(self) || is_block) {
    self->orbits =
        csp_orbits_new(self->model, self->symmetries, self->n_symmetries,
                       self->is_of_classes ? CSP_ORBITS_LEAST : CSP_ORBITS_ANY);
    if (self->orbits != NULL) {
      self->kind = CSP_REDUCTION_ORBITS;
      describe(self, "orbits");
      return;
    }
  }
  self->values = values;
  if (values != NULL && !is_block)
    use_values(self, plan);
}

static void
explain(const CspReduction *self, CspPlan *plan)
{
  const char *what = self->is_of_classes
                         ? "representatives of classes alone are searched"
                         : "what is symmetric is counted and not searched";

  if (self->kind != CSP_REDUCTION_NONE)
    csp_plan_explain(plan, "symmetry: %s, by %s (%s)", what, self->description,
                     self->is_declared ? "declared" : "proved");
  else if (self->n_symmetries > 0)
    csp_plan_explain(plan, "symmetry: not used, the group is too large");
  else
    csp_plan_explain(plan, "symmetry: not used, none is %s",
                     self->is_declared ? "declared" : "found");
}

bool
csp_reduction_is_wanted(const CspOptions *options, const CspPlan *plan)
{
  return csp_options_uses_symmetry(options) &&
         (options->count || options->distinct) && plan->projection == NULL;
}

void
csp_reduction_init(CspReduction *self,
                   const CspModel *model,
                   const CspOptions *options,
                   CspPlan *plan)
{
  *self = (CspReduction){
      .model = model, .is_of_classes = options->distinct, .description = "off"};
  if (!csp_reduction_is_wanted(options, plan))
    return;
  find_symmetries(self);
  if (self->n_symmetries > 0)
    choose(self, plan);
  explain(self, plan);
}

void
csp_reduction_clear(CspReduction *self)
{
  g_free(self->symmetries);
  csp_orbits_free(self->orbits);
  g_free(self->names);
  g_free(self->is_taken);
  *self = (CspReduction){.description = "off"};
}

/* Where the value stands among the interchangeable ones; false: it is none. */
static bool
find_place(const CspReduction *self, int64_t value, uint32_t *out_place)
{
  *out_place = (uint32_t)(value - self->values->first);
  return value >= self->values->first && value <= self->values->last;
}

static const CspArrayInfo *
array_of_values(const CspReduction *self)
{
  size_t n;

  return &csp_model_peek_arrays(self->model, &n)[self->values->array];
}

static uint32_t
count_values(const CspReduction *self)
{
  return (uint32_t)(self->values->last - self->values->first) + 1;
}

static void
take_assumed(CspReduction *self, CspAssumed assumed)
{
  const CspArrayInfo *array = array_of_values(self);

  memset(self->is_taken, 0, count_values(self) * sizeof(*self->is_taken));
  self->n_taken = 0;
  for (size_t i = 0; i < assumed.n; i++) {
    uint32_t place;
    if (assumed.vars[i] - array->first >= array->length ||
        !find_place(self, assumed.values[i], &place) || self->is_taken[place])
      continue;
    self->is_taken[place] = true;
    self->n_taken++;
  }
}

void
csp_reduction_begin(CspReduction *self, CspAssumed assumed)
{
  if (self->kind == CSP_REDUCTION_VALUES)
    take_assumed(self, assumed);
  else if (self->kind == CSP_REDUCTION_ORBITS)
    csp_orbits_begin(self->orbits, assumed);
}

enum { NO_NAME = INT32_MIN };

/* Names the values in the order in which they occur: the lowest that are not
 * assumed.  How many there are is the answer. */
static uint32_t
name_values(CspReduction *self, const int32_t *values)
{
  const CspArrayInfo *array = array_of_values(self);
  uint32_t n = count_values(self), n_named = 0, next = 0, place;

  for (uint32_t i = 0; i < n; i++)
    self->names[i] =
        self->is_taken[i] ? self->values->first + (int32_t)i : NO_NAME;
  for (uint32_t i = 0; i < array->length; i++) {
    if (!find_place(self, values[array->first + i], &place) ||
        self->names[place] != NO_NAME)
      continue;
    while (self->is_taken[next])
      next++;
    self->names[place] = self->values->first + (int32_t)next++;
    n_named++;
  }
  return n_named;
}

uint64_t
csp_reduction_weight(CspReduction *self, const int32_t *values)
{
  uint64_t n_free = count_values(self) - self->n_taken, weight = 1;

  for (uint32_t m = name_values(self, values); m > 0; m--)
    if (__builtin_mul_overflow(weight, n_free--, &weight))
      return UINT64_MAX;
  return weight;
}

void
csp_reduction_normalize(CspReduction *self, int32_t *values)
{
  const CspArrayInfo *array = array_of_values(self);
  uint32_t place;

  name_values(self, values);
  for (uint32_t i = 0; i < array->length; i++)
    if (find_place(self, values[array->first + i], &place))
      values[array->first + i] = self->names[place];
}
