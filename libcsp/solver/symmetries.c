/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "solver/symmetries.h"
#include "solver/verify.h"

bool
csp_doubtful_symmetries_init(CspDoubtfulSymmetries *self,
                             const CspModel *model,
                             atomic_int *stop,
                             GError **error)
{
  CspRecordWords records = {0};
  bool is_good = true;
  size_t n;

  csp_model_peek_symmetries(model, &n);
  *self = (CspDoubtfulSymmetries){.indices = g_new(size_t, n + 1)};
  for (size_t i = 0; i < n && is_good; i++)
    switch (atomic_load_explicit(stop, memory_order_relaxed) != 0
                ? CSP_VERDICT_UNDECIDED
                : csp_symmetry_check(model, i, &records, error)) {
    case CSP_VERDICT_VALID:
      break;
    case CSP_VERDICT_UNDECIDED:
      self->indices[self->n++] = i;
      break;
    case CSP_VERDICT_INVALID:
      is_good = false;
      break;
    }
  csp_record_words_clear(&records);
  if (!is_good)
    csp_doubtful_symmetries_clear(self);
  else if (self->n > 0)
    self->image = g_new(int32_t, (size_t)csp_model_n_vars(model) + 1);
  return is_good;
}

bool
csp_doubtful_symmetries_init_all(CspDoubtfulSymmetries *self,
                                 const CspModel *model,
                                 GError **error)
{
  size_t n;

  csp_model_peek_symmetries(model, &n);
  for (size_t i = 0; i < n; i++)
    if (csp_symmetry_is_refuted(model, i, error))
      return false;
  *self = (CspDoubtfulSymmetries){
      .indices = g_new(size_t, n + 1),
      .n = n,
      .image = g_new(int32_t, (size_t)csp_model_n_vars(model) + 1)};
  for (size_t i = 0; i < n; i++)
    self->indices[i] = i;
  return true;
}

void
csp_doubtful_symmetries_clear(CspDoubtfulSymmetries *self)
{
  g_clear_pointer(&self->indices, g_free);
  g_clear_pointer(&self->image, g_free);
  self->n = 0;
}

bool
csp_doubtful_symmetries_check(CspDoubtfulSymmetries *self,
                              const CspModel *model,
                              const int32_t *values,
                              CspScratch *scratch,
                              GError **error)
{
  size_t n_symmetries;
  const CspSymmetry *symmetries =
      csp_model_peek_symmetries(model, &n_symmetries);
  CspViolation violation;

  for (size_t i = 0; i < self->n; i++) {
    const CspSymmetry *symmetry = &symmetries[self->indices[i]];
    uint32_t n_generators = csp_symmetry_n_generators(model, symmetry);
    for (uint32_t g = 0; g < n_generators; g++) {
      if (csp_symmetry_apply(model, symmetry, g, values, self->image) &&
          csp_model_satisfies(model, self->image, scratch, &violation))
        continue;
      g_set_error(error, CSP_ERROR, CSP_ERROR_SYMMETRY,
                  "%s is no symmetry of the model: it maps a solution to an "
                  "assignment that is none",
                  symmetry->name);
      return false;
    }
  }
  return true;
}
