/* SPDX-License-Identifier: MIT */
/* What the records say of a declared symmetry.
 *
 * A generator carries a record onto another: the one that holds for the image
 * of an assignment exactly if the first holds for the assignment.  If every
 * record's image is a record of the model, images of solutions are solutions.
 * To compare them, records are encoded as words (symmetry-encode.c).
 *
 * The converse is not true: an image that is no record may follow from others.
 * So a symmetry is refused only on a witness: if one record alone speaks of
 * what the symmetry moves, and of nothing else, an assignment that it allows
 * while it forbids the image.  All else is left to the test on solutions. */
#include "config.h"

#include <string.h>

#include "model/model-private.h"
#include "model/symmetry-encode.h"

/* Words read or written before the check gives up: it must not be felt beside
 * the search. */
enum { MAX_WORK = 1 << 16 };

/* All records as they are, encoded; NULL if that is too much. */
static GHashTable *
encode_records(const CspModel *model, GArray *words)
{
  CspEncoder encoder = {.model = model, .words = words};
  GHashTable *records = g_hash_table_new_full(
      g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);

  for (size_t c = 0; c < model->n_constraints; c++) {
    if (encoder.n_done > MAX_WORK) {
      g_hash_table_unref(records);
      return NULL;
    }
    if (csp_encoder_encode(&encoder, &model->constraints[c]))
      g_hash_table_add(records, csp_encoder_dup_words(&encoder));
  }
  return records;
}

/* How many of the record's variables the symmetry moves or reads. */
static uint32_t
count_touched(const CspModel *model,
              const CspSymmetry *symmetry,
              const CspConstraint *con)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < con->n_vars; i++) {
    CspVar var = csp_constraint_var(con, i);
    n += csp_symmetry_touches(model, symmetry, var) ||
         (symmetry->kind == CSP_SYMMETRY_VALUES_UP_TO &&
          var == symmetry->last_var);
  }
  return n;
}

/* Is it x <= last_var, x an element, written one way or the other? */
static bool
is_below_last(const CspModel *model,
              const CspSymmetry *symmetry,
              const CspConstraint *con)
{
  if (symmetry->kind != CSP_SYMMETRY_VALUES_UP_TO ||
      con->kind != CSP_CON_RELATION || con->constant != 0)
    return false;

  CspVar x = csp_constraint_var(con, 0), y = csp_constraint_var(con, 1);
  if (con->relation == CSP_RELATION_GE)
    return x == symmetry->last_var && csp_symmetry_touches(model, symmetry, y);
  return con->relation == CSP_RELATION_LE && y == symmetry->last_var &&
         csp_symmetry_touches(model, symmetry, x);
}

/* Does it ask only which elements are equal? */
static bool
is_of_equality(const CspModel *model,
               const CspSymmetry *symmetry,
               const CspConstraint *con)
{
  for (uint32_t i = 0; i < con->n_vars; i++)
    if (!csp_symmetry_touches(model, symmetry, csp_constraint_var(con, i)))
      return false;
  if (con->kind == CSP_CON_RELATION)
    return con->constant == 0 && (con->relation == CSP_RELATION_EQ ||
                                  con->relation == CSP_RELATION_NE);
  if (con->kind != CSP_CON_ALL_DIFFERENT)
    return false;
  for (uint32_t i = 1; i < con->n_vars; i++)
    if (csp_constraint_offset(con, i) != csp_constraint_offset(con, 0))
      return false;
  return true;
}

/* Is it all-different over array[i] + a + step * i? */
static bool
is_diagonal(const CspArrayInfo *array, const CspConstraint *con, int step)
{
  if (con->kind != CSP_CON_ALL_DIFFERENT || con->n_vars != array->length)
    return false;
  for (uint32_t i = 0; i < con->n_vars; i++)
    if (csp_constraint_var(con, i) != array->first + i ||
        csp_constraint_offset(con, i) !=
            csp_constraint_offset(con, 0) + (int64_t)step * i)
      return false;
  return true;
}

/* Does the symmetry carry every assignment that the records allow to an
 * assignment?  Only a transpose and listed pairs may fail to: a transpose does
 * not where the array is a permutation, and listed pairs do not where they carry
 * variables whole, which is found when they are looked at. */
static bool
has_images(const CspModel *model, const CspSymmetry *symmetry)
{
  if (symmetry->kind != CSP_SYMMETRY_TRANSPOSE)
    return true;
  for (size_t c = 0; c < model->n_constraints; c++)
    if (is_diagonal(&model->arrays[symmetry->array], &model->constraints[c], 0))
      return true;
  return false;
}

/* The inverse of a permutation has value + place, over all places, as often as
 * the permutation, and value - place negated. */
static bool
is_kept_by_transpose(const CspModel *model,
                     const CspSymmetry *symmetry,
                     const CspConstraint *con)
{
  const CspArrayInfo *array = &model->arrays[symmetry->array];

  return is_diagonal(array, con, 0) || is_diagonal(array, con, 1) ||
         is_diagonal(array, con, -1);
}

/* Is the record its own image under every generator? */
static bool
is_kept(const CspModel *model,
        const CspSymmetry *symmetry,
        const CspConstraint *con)
{
  if (count_touched(model, symmetry, con) == 0)
    return true;
  if (csp_symmetry_exchanges_values(symmetry))
    return is_of_equality(model, symmetry, con) ||
           is_below_last(model, symmetry, con);
  return symmetry->kind == CSP_SYMMETRY_TRANSPOSE &&
         is_kept_by_transpose(model, symmetry, con);
}

/* Is every image of the record a record? */
static bool
are_images_records(CspEncoder *encoder,
                   GHashTable *records,
                   const CspConstraint *con)
{
  const CspSymmetry *symmetry = encoder->symmetry;
  uint32_t n = csp_symmetry_n_generators(encoder->model, symmetry);

  if (symmetry->kind == CSP_SYMMETRY_TRANSPOSE ||
      (symmetry->kind == CSP_SYMMETRY_VALUES_UP_TO &&
       csp_encoder_count_changed(encoder, con, con->n_vars) <
           count_touched(encoder->model, symmetry, con)))
    return false;
  for (uint32_t g = 0; g < n; g++) {
    encoder->generator = g;
    if (encoder->n_done > MAX_WORK || !csp_encoder_encode(encoder, con))
      return false;
    g_autoptr(GBytes) image = csp_encoder_dup_words(encoder);
    if (!g_hash_table_contains(records, image))
      return false;
  }
  return true;
}

/* Lines: all-different over array[i] + a + b*i, for the whole array. */
static bool
is_line(const CspArrayInfo *array, const CspConstraint *con, int64_t *out_b)
{
  *out_b = con->is_affine ? con->ints[1] : 0;
  return con->kind == CSP_CON_ALL_DIFFERENT && con->vars == NULL &&
         con->first == array->first && con->n_vars == array->length &&
         (con->is_affine || con->n_ints == 0);
}

static bool
has_line(const CspModel *model, const CspArrayInfo *array, int64_t slope)
{
  int64_t b;

  for (size_t c = 0; c < model->n_constraints; c++)
    if (is_line(array, &model->constraints[c], &b) && b == slope)
      return true;
  return false;
}

/* Are all records lines of the symmetry's array, with lines for images?  Told
 * from two numbers each, however long they are: a reversal negates the slope,
 * and a transpose of a permutation keeps the slopes 0 and 1, and -1 because
 * its values negated have it. */
static bool
are_lines_kept(const CspModel *model, const CspSymmetry *symmetry)
{
  bool is_transpose = symmetry->kind == CSP_SYMMETRY_TRANSPOSE;

  if (!is_transpose && symmetry->kind != CSP_SYMMETRY_REVERSE &&
      symmetry->kind != CSP_SYMMETRY_REVERSE_VALUES)
    return false;
  const CspArrayInfo *array = &model->arrays[symmetry->array];
  if (is_transpose && !has_line(model, array, 0))
    return false;
  for (size_t c = 0; c < model->n_constraints; c++) {
    int64_t slope;
    if (!is_line(array, &model->constraints[c], &slope))
      return false;
    if (is_transpose ? ABS(slope) > 1 : !has_line(model, array, -slope))
      return false;
  }
  return true;
}

/* Are there many records that must be looked for among all? */
static bool
is_long(const CspModel *model, const CspSymmetry *symmetry)
{
  size_t n_words = 0;

  for (size_t c = 0; c < model->n_constraints && n_words <= MAX_WORK; c++) {
    const CspConstraint *con = &model->constraints[c];
    if (!is_kept(model, symmetry, con))
      n_words += con->n_vars + con->n_ints;
  }
  return n_words > MAX_WORK;
}

static bool
are_records_kept(CspEncoder *encoder, CspRecordWords *records)
{
  const CspModel *model = encoder->model;

  if (!has_images(model, encoder->symmetry))
    return false;
  for (size_t c = 0; c < model->n_constraints; c++) {
    const CspConstraint *con = &model->constraints[c];
    if (is_kept(model, encoder->symmetry, con))
      continue;
    if (!records->is_encoded)
      records->words = encode_records(model, encoder->words);
    records->is_encoded = true;
    if (records->words == NULL ||
        !are_images_records(encoder, records->words, con))
      return false;
  }
  return true;
}

/* Witnesses --------------------------------------------------------------- */

enum { MAX_WITNESS_VARS = 6, MAX_GENERATORS = 64, N_TRIED = 6 };

/* A few variables with a few values each. */
typedef struct {
  uint32_t n_vars;
  CspVar vars[MAX_WITNESS_VARS];
  int32_t tried[MAX_WITNESS_VARS][N_TRIED];
  uint32_t n_tried[MAX_WITNESS_VARS];
} Trials;

static void
add_trials(CspEncoder *encoder, CspVar var, Trials *trials)
{
  const CspArrayInfo *array = csp_model_array_of(encoder->model, var);
  int64_t low = encoder->symmetry->first + (int64_t)encoder->generator;
  const int64_t wanted[N_TRIED] = {array->min, array->min + 1, low,
                                   low + 1,    array->max - 1, array->max};
  uint32_t v = trials->n_vars;

  for (uint32_t i = 0; i < v; i++)
    if (trials->vars[i] == var)
      return;
  trials->n_vars++;
  trials->vars[v] = var;
  trials->n_tried[v] = 0;
  for (int i = 0; i < N_TRIED; i++)
    if (csp_array_has_value(array, wanted[i]))
      trials->tried[v][trials->n_tried[v]++] = (int32_t)wanted[i];
}

static int32_t
value_of(const Trials *trials, const int32_t *values, CspVar var)
{
  uint32_t v = 0;

  while (trials->vars[v] != var)
    v++;
  return values[v];
}

static bool
sum_holds(const CspConstraint *con, const Trials *trials, const int32_t *values)
{
  int64_t sum = 0;

  for (uint32_t i = 0; i < con->n_vars; i++)
    sum += csp_encoder_coefficient(con, i) *
           value_of(trials, values, csp_constraint_var(con, i));
  return csp_relation_holds(con->relation, sum, con->constant);
}

static bool
is_witness(CspEncoder *encoder,
           const CspConstraint *con,
           const Trials *trials,
           const int32_t *values)
{
  int32_t image[MAX_WITNESS_VARS];

  if (!sum_holds(con, trials, values))
    return false;
  for (uint32_t v = 0; v < trials->n_vars; v++) {
    CspPair to = csp_encoder_move(encoder, trials->vars[v], values[v]);
    uint32_t w = 0;
    while (trials->vars[w] != to.var)
      w++;
    image[w] = to.value;
  }
  return !sum_holds(con, trials, image);
}

/* Generators that move places or exchange values undo themselves, so the scope
 * and its image are carried onto each other. */
static bool
has_witness(CspEncoder *encoder, const CspConstraint *con)
{
  Trials trials = {0};
  uint32_t at[MAX_WITNESS_VARS] = {0};
  int32_t values[MAX_WITNESS_VARS];
  uint32_t v = 0;

  for (uint32_t i = 0; i < con->n_vars; i++) {
    CspVar var = csp_constraint_var(con, i);
    add_trials(encoder, var, &trials);
    add_trials(encoder, csp_encoder_place_of(encoder, var), &trials);
  }
  do {
    for (v = 0; v < trials.n_vars; v++)
      values[v] = trials.tried[v][at[v]];
    if (is_witness(encoder, con, &trials, values))
      return true;
    for (v = 0; v < trials.n_vars && ++at[v] == trials.n_tried[v]; v++)
      at[v] = 0;
  } while (v < trials.n_vars);
  return false;
}

/* The one record that speaks of what the symmetry moves, if there is but one
 * and it speaks of nothing else. */
static const CspConstraint *
find_only_record(const CspModel *model, const CspSymmetry *symmetry)
{
  const CspConstraint *only = NULL;

  for (size_t c = 0; c < model->n_constraints; c++) {
    const CspConstraint *con = &model->constraints[c];
    uint32_t n_touched = count_touched(model, symmetry, con);
    if (n_touched == 0)
      continue;
    if (only != NULL || n_touched < con->n_vars)
      return NULL;
    only = con;
  }
  return only;
}

/* The record that some solution's image breaks for certain, or NULL. */
static const CspConstraint *
find_broken_record(const CspModel *model, const CspSymmetry *symmetry)
{
  if (symmetry->kind == CSP_SYMMETRY_TRANSPOSE ||
      symmetry->kind == CSP_SYMMETRY_PAIRS ||
      symmetry->kind == CSP_SYMMETRY_VALUES_UP_TO)
    return NULL;
  const CspConstraint *con = find_only_record(model, symmetry);
  if (con == NULL || con->n_vars > MAX_WITNESS_VARS / 2 ||
      (con->kind != CSP_CON_RELATION && con->kind != CSP_CON_RELATION_CONST &&
       con->kind != CSP_CON_LINEAR))
    return NULL;

  CspEncoder encoder = {.model = model, .symmetry = symmetry};
  uint32_t n = csp_symmetry_n_generators(model, symmetry);
  n = MIN(n, MAX_GENERATORS);
  for (encoder.generator = 0; encoder.generator < n; encoder.generator++)
    if (has_witness(&encoder, con))
      return con;
  return NULL;
}

void
csp_record_words_clear(CspRecordWords *self)
{
  g_clear_pointer(&self->words, g_hash_table_unref);
  self->is_encoded = false;
}

bool
csp_symmetry_is_proven(const CspModel *model,
                       const CspSymmetry *symmetry,
                       CspRecordWords *records)
{
  g_autoptr(GArray) words = NULL;
  CspEncoder encoder = {.model = model, .symmetry = symmetry};
  CspPairImages images;

  if (is_long(model, symmetry))
    return false;
  encoder.words = words = g_array_new(FALSE, FALSE, sizeof(int64_t));
  if (symmetry->kind != CSP_SYMMETRY_PAIRS)
    return are_records_kept(&encoder, records);
  encoder.images = &images;
  bool is_proven = csp_pair_images_init(&images, model, symmetry) &&
                   are_records_kept(&encoder, records);
  csp_pair_images_clear(&images);
  return is_proven;
}

bool
csp_symmetry_is_refuted(const CspModel *model, size_t index, GError **error)
{
  const CspSymmetry *symmetry = &model->symmetries[index];
  const CspConstraint *broken = find_broken_record(model, symmetry);

  if (broken == NULL)
    return false;

  g_autofree char *name = csp_model_dup_constraint_name(
      model, (size_t)(broken - model->constraints));
  csp_fail(error, CSP_ERROR_SYMMETRY, "%s is no symmetry of %s", symmetry->name,
           name);
  return true;
}

CspVerdict
csp_symmetry_check(const CspModel *model,
                   size_t index,
                   CspRecordWords *records,
                   GError **error)
{
  const CspSymmetry *symmetry = &model->symmetries[index];

  if (are_lines_kept(model, symmetry) ||
      csp_symmetry_is_proven(model, symmetry, records))
    return CSP_VERDICT_VALID;
  if (is_long(model, symmetry) || !csp_symmetry_is_refuted(model, index, error))
    return CSP_VERDICT_UNDECIDED;
  return CSP_VERDICT_INVALID;
}
