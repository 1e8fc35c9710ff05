/* SPDX-License-Identifier: MIT */
/* Symmetries that a model has without saying so.
 *
 * Candidates are the obvious ones of each array: read backwards, values
 * reversed, transposed, runs of interchangeable values, and rows or columns of a
 * matrix.  Only those are taken that the records prove: each record's image under
 * each generator is a record.  What cannot be proved is left out. */
#include "config.h"

#include "model/model-private.h"
#include "model/symmetry.h"

enum {
  MAX_VALUES = 64,   /* of an array whose values are exchanged one by one */
  MAX_WORK = 1 << 21 /* words of records read: it must not be felt */
};

typedef struct {
  const CspModel *model;
  GArray *found;
  size_t n_words; /* of all records */
  size_t n_read;
  CspRecordWords records;
} Detection;

static bool
is_proven(Detection *self, CspSymmetry symmetry)
{
  self->n_read += self->n_words + 1;
  return self->n_read <= MAX_WORK &&
         csp_symmetry_is_proven(self->model, &symmetry, &self->records);
}

static void
add(Detection *self, CspSymmetry symmetry, const char *what)
{
  g_autofree char *name = g_strdup_printf(
      "%s of %s", what, self->model->arrays[symmetry.array].name);

  symmetry.name = g_intern_string(name);
  g_array_append_val(self->found, symmetry);
}

static void
try(Detection *self, CspSymmetryKind kind, CspArray array, const char *what)
{
  CspSymmetry symmetry = {.kind = kind, .array = array};

  if (is_proven(self, symmetry))
    add(self, symmetry, what);
}

static CspSymmetry
exchange_of(CspArray array, int32_t first, int32_t last)
{
  return (CspSymmetry){.kind = CSP_SYMMETRY_VALUES,
                       .array = array,
                       .first = first,
                       .last = last};
}

static void
add_values(Detection *self, CspArray array, int32_t first, int32_t last)
{
  g_autofree char *what = g_strdup_printf("values %d..%d", first, last);

  if (first < last)
    add(self, exchange_of(array, first, last), what);
}

/* All values, or else the runs of those that can be exchanged each with the
 * next. */
static void
try_values(Detection *self, CspArray array)
{
  const CspArrayInfo *info = &self->model->arrays[array];
  int32_t first = info->min;

  if (info->values != NULL || info->n_values > MAX_VALUES)
    return;
  if (is_proven(self, exchange_of(array, info->min, info->max))) {
    add_values(self, array, info->min, info->max);
    return;
  }
  for (int32_t value = info->min; value < info->max; value++)
    if (!is_proven(self, exchange_of(array, value, value + 1))) {
      add_values(self, array, first, value);
      first = value + 1;
    }
  add_values(self, array, first, info->max);
}

static bool
try_matrix(Detection *self,
           CspSymmetryKind kind,
           CspArray array,
           uint32_t n_rows)
{
  uint32_t length = self->model->arrays[array].length;
  CspSymmetry symmetry = {.kind = kind,
                          .array = array,
                          .n_rows = n_rows,
                          .n_columns = length / n_rows};

  if (length % n_rows != 0 || !is_proven(self, symmetry))
    return false;
  add(self, symmetry, kind == CSP_SYMMETRY_ROWS ? "rows" : "columns");
  return true;
}

/* The shorter the lines are that can be exchanged the more can be done with them:
 * rows of one element are the elements themselves. */
static void
try_matrices(Detection *self, CspArray array)
{
  uint32_t length = self->model->arrays[array].length;
  bool is_found = false;

  for (uint32_t n = length; n > 1 && !is_found; n--)
    is_found = try_matrix(self, CSP_SYMMETRY_ROWS, array, n);
  is_found = false;
  for (uint32_t n = 2; n <= length / 2 && !is_found; n++)
    is_found = try_matrix(self, CSP_SYMMETRY_COLUMNS, array, n);
}

CspSymmetry *
csp_symmetries_detect(const CspModel *model, size_t *out_n)
{
  Detection self = {.model = model,
                    .found = g_array_new(FALSE, FALSE, sizeof(CspSymmetry))};

  for (size_t c = 0; c < model->n_constraints; c++)
    self.n_words += model->constraints[c].n_vars + model->constraints[c].n_ints;
  for (CspArray a = 0; a < model->n_arrays && self.n_read <= MAX_WORK; a++) {
    const CspArrayInfo *info = &model->arrays[a];
    if (info->length < 2 || info->n_values < 2)
      continue;
    try(&self, CSP_SYMMETRY_REVERSE, a, "reverse");
    if (csp_array_is_mirrored(info))
      try(&self, CSP_SYMMETRY_REVERSE_VALUES, a, "reversed values");
    if (info->values == NULL && info->n_values == info->length)
      try(&self, CSP_SYMMETRY_TRANSPOSE, a, "transpose");
    try_values(&self, a);
    try_matrices(&self, a);
  }
  csp_record_words_clear(&self.records);
  *out_n = self.found->len;
  return (CspSymmetry *)(void *)g_array_free(self.found, FALSE);
}
