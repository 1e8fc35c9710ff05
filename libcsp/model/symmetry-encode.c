/* SPDX-License-Identifier: MIT */
/* Records as words.
 *
 * To be the same for equal meanings, terms are sorted by variable, relations
 * turned to <=, tuples sorted.  The image of a record is written down under two
 * conditions: each variable goes to one variable, and where the record compares
 * values of several, they all go alike, that is, by one map that takes different
 * values to different values. */
#include "config.h"

#include <string.h>

#include "model/model-private.h"
#include "model/symmetry-encode.h"

/* Values that are compared one by one at most. */
enum { MAX_VALUES = 64 };

/* One after the other they are mostly of one array. */
static const CspArrayInfo *
array_of(CspEncoder *self, CspVar var)
{
  if (self->array == NULL || var - self->array->first >= self->array->length)
    self->array = csp_model_array_of(self->model, var);
  return self->array;
}

static bool
is_of_places(const CspSymmetry *symmetry)
{
  return symmetry->kind == CSP_SYMMETRY_REVERSE ||
         symmetry->kind == CSP_SYMMETRY_VARIABLES ||
         symmetry->kind == CSP_SYMMETRY_ROWS ||
         symmetry->kind == CSP_SYMMETRY_COLUMNS;
}

bool
csp_symmetry_exchanges_values(const CspSymmetry *symmetry)
{
  return symmetry->kind == CSP_SYMMETRY_VALUES ||
         symmetry->kind == CSP_SYMMETRY_VALUES_UP_TO;
}

CspPair
csp_encoder_move(CspEncoder *self, CspVar var, int32_t value)
{
  return csp_symmetry_move(self->model, self->symmetry, self->generator,
                           (CspPair){var, value}, INT32_MAX);
}

CspVar
csp_encoder_place_of(CspEncoder *self, CspVar var)
{
  if (self->symmetry == NULL)
    return var;
  if (self->images != NULL)
    return self->images->to[var];
  return is_of_places(self->symmetry) ? csp_encoder_move(self, var, 0).var
                                      : var;
}

/* Does the generator change values of this variable? */
static bool
changes_value(CspEncoder *self, CspVar var)
{
  if (self->images != NULL)
    return self->images->maps[var] != 0;
  return self->symmetry != NULL && !is_of_places(self->symmetry) &&
         csp_symmetry_touches(self->model, self->symmetry, var);
}

uint32_t
csp_encoder_count_changed(CspEncoder *self,
                          const CspConstraint *con,
                          uint32_t n_vars)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < n_vars; i++)
    n += changes_value(self, csp_constraint_var(con, i));
  return n;
}

static void
put(CspEncoder *self, int64_t word)
{
  g_array_append_val(self->words, word);
}

static int
compare_words(gconstpointer a, gconstpointer b, gpointer data)
{
  const int64_t *x = a, *y = b;
  const uint32_t *width = data;

  for (uint32_t i = 0; i < *width; i++)
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
  return 0;
}

/* Sorts the words from start on as rows of that width. */
static void
sort_rows(CspEncoder *self, guint start, uint32_t width)
{
  g_qsort_with_data(&g_array_index(self->words, int64_t, start),
                    (gint)((self->words->len - start) / width),
                    width * sizeof(int64_t), compare_words, &width);
}

int64_t
csp_encoder_coefficient(const CspConstraint *con, uint32_t position)
{
  switch (con->kind) {
  case CSP_CON_RELATION:
    return position == 0 ? 1 : -1;
  case CSP_CON_LINEAR:
    return con->ints[position];
  default:
    return 1;
  }
}

static bool
reverses_values(const CspSymmetry *symmetry)
{
  return symmetry->kind == CSP_SYMMETRY_REVERSE_VALUES;
}

static int32_t
moved_value(CspEncoder *self, CspVar var, int32_t value)
{
  return changes_value(self, var) ? csp_encoder_move(self, var, value).value
                                  : value;
}

static uint32_t
map_of(CspEncoder *self, CspVar var)
{
  return self->images != NULL ? self->images->maps[var]
                              : (uint32_t)changes_value(self, var);
}

/* Has y all values of x, and do they go to the same? */
static bool
goes_with(CspEncoder *self, CspVar x, CspVar y)
{
  const CspArrayInfo *array = array_of(self, x);
  const CspArrayInfo *other = array_of(self, y);

  if (map_of(self, x) == map_of(self, y))
    return true;
  if ((int64_t)array->max - array->min >= MAX_VALUES)
    return false;
  for (int32_t value = array->min; value <= array->max; value++)
    if (csp_array_has_value(array, value) &&
        (!csp_array_has_value(other, value) ||
         moved_value(self, x, value) != moved_value(self, y, value)))
      return false;
  return true;
}

static uint32_t
count_values(CspEncoder *self, CspVar var)
{
  return array_of(self, var)->n_values;
}

/* Of the first n variables of a record, one with most values. */
static CspVar
find_largest(CspEncoder *self, const CspConstraint *con, uint32_t n)
{
  CspVar largest = csp_constraint_var(con, 0);

  for (uint32_t i = 1; i < n; i++)
    if (count_values(self, csp_constraint_var(con, i)) >
        count_values(self, largest))
      largest = csp_constraint_var(con, i);
  return largest;
}

/* Do the values of the first n variables of a record go alike? */
static bool
go_alike(CspEncoder *self, const CspConstraint *con, uint32_t n)
{
  CspVar largest = find_largest(self, con, n);

  for (uint32_t i = 0; i < n; i++)
    if (!goes_with(self, csp_constraint_var(con, i), largest))
      return false;
  return true;
}

static bool
has_offsets(const CspConstraint *con)
{
  for (uint32_t i = 1; i < con->n_vars; i++)
    if (csp_constraint_offset(con, i) != csp_constraint_offset(con, 0))
      return true;
  return false;
}

/* Does it ask only what values a variable has, or which are equal?  The constant
 * becomes that of its image. */
static bool
carry_equality(CspEncoder *self, const CspConstraint *con, int64_t *constant)
{
  CspVar x = csp_constraint_var(con, 0);

  if (con->relation != CSP_RELATION_EQ && con->relation != CSP_RELATION_NE)
    return false;
  if (con->kind == CSP_CON_RELATION)
    return *constant == 0 && go_alike(self, con, 2);
  if (con->kind != CSP_CON_RELATION_CONST ||
      !csp_array_has_value(array_of(self, x), *constant))
    return false;
  *constant = moved_value(self, x, (int32_t)*constant);
  return true;
}

/* The bound of x <= c or the like after two neighboring values change places;
 * false if that is no such bound any more. */
static bool
exchange_bound(CspEncoder *self, const CspConstraint *con, int64_t *constant)
{
  int32_t low = self->symmetry->first + (int32_t)self->generator;

  if (con->kind != CSP_CON_RELATION_CONST)
    return false;
  switch (con->relation) {
  case CSP_RELATION_EQ:
  case CSP_RELATION_NE:
    *constant =
        csp_encoder_move(self, csp_constraint_var(con, 0), (int32_t)*constant)
            .value;
    return true;
  case CSP_RELATION_LE:
  case CSP_RELATION_GT:
    return *constant != low;
  default: /* <, >= */
    return *constant != low + 1;
  }
}

static bool
carry_constant(CspEncoder *self, const CspConstraint *con, int64_t *constant)
{
  return csp_symmetry_exchanges_values(self->symmetry)
             ? exchange_bound(self, con, constant)
             : carry_equality(self, con, constant);
}

/* coefficient * x with x = sum - x' has the coefficient negated and moves the
 * rest to the right side. */
static bool
encode_linear(CspEncoder *self, const CspConstraint *con)
{
  enum { HEAD = 3 };
  int64_t constant = con->constant;
  CspRelation relation = con->relation;

  if (csp_encoder_count_changed(self, con, con->n_vars) > 0 &&
      !reverses_values(self->symmetry) && !carry_constant(self, con, &constant))
    return false;

  bool is_negated = relation == CSP_RELATION_GE || relation == CSP_RELATION_GT;
  g_array_set_size(self->words, HEAD);
  for (uint32_t i = 0; i < con->n_vars; i++) {
    CspVar var = csp_constraint_var(con, i);
    int64_t coeff = csp_encoder_coefficient(con, i);
    if (changes_value(self, var) && reverses_values(self->symmetry)) {
      const CspArrayInfo *array = array_of(self, var);
      constant -= coeff * ((int64_t)array->min + array->max);
      coeff = -coeff;
    }
    put(self, csp_encoder_place_of(self, var));
    put(self, is_negated ? -coeff : coeff);
  }
  sort_rows(self, HEAD, 2);

  if (is_negated)
    constant = -constant;
  switch (relation) {
  case CSP_RELATION_LT:
  case CSP_RELATION_GT:
    constant--;
    relation = CSP_RELATION_LE;
    break;
  case CSP_RELATION_GE:
    relation = CSP_RELATION_LE;
    break;
  case CSP_RELATION_EQ:
  case CSP_RELATION_NE:
    if (g_array_index(self->words, int64_t, HEAD + 1) >= 0)
      break;
    constant = -constant;
    for (guint i = HEAD + 1; i < self->words->len; i += 2)
      g_array_index(self->words, int64_t, i) *= -1;
    break;
  default:
    break;
  }
  int64_t *head = (int64_t *)self->words->data;
  head[0] = CSP_CON_LINEAR;
  head[1] = relation;
  head[2] = constant;
  return true;
}

/* Only differences of offsets matter; reversed values have them negated. */
static bool
encode_all_different(CspEncoder *self, const CspConstraint *con)
{
  uint32_t n_changed = csp_encoder_count_changed(self, con, con->n_vars);
  int64_t least = INT64_MAX;

  if (n_changed > 0 &&
      (reverses_values(self->symmetry)
           ? n_changed < con->n_vars
           : !go_alike(self, con, con->n_vars) || has_offsets(con)))
    return false;
  put(self, con->kind);
  for (uint32_t i = 0; i < con->n_vars; i++) {
    int64_t offset = csp_constraint_offset(con, i);
    put(self, csp_encoder_place_of(self, csp_constraint_var(con, i)));
    put(self, n_changed > 0 ? -offset : offset);
    least = MIN(least, n_changed > 0 ? -offset : offset);
  }
  for (guint i = 2; i < self->words->len; i += 2)
    g_array_index(self->words, int64_t, i) -= least;
  sort_rows(self, 1, 2);
  return true;
}

static bool
encode_count(CspEncoder *self, const CspConstraint *con)
{
  bool is_const = con->kind == CSP_CON_COUNT_CONST;
  uint32_t n = is_const ? con->n_vars : con->n_vars - 1;
  uint32_t n_changed = csp_encoder_count_changed(self, con, n);
  int32_t value = con->ints[0];
  guint start;

  if (n_changed > 0) {
    CspVar largest = find_largest(self, con, n);
    if (!go_alike(self, con, n) ||
        !csp_array_has_value(array_of(self, largest), value))
      return false;
    value = moved_value(self, largest, value);
  }
  put(self, con->kind);
  put(self, con->relation);
  put(self, con->constant);
  put(self, value);
  if (!is_const) {
    CspVar count = csp_constraint_var(con, n);
    if (changes_value(self, count))
      return false;
    put(self, csp_encoder_place_of(self, count));
  }
  start = self->words->len;
  for (uint32_t i = 0; i < n; i++)
    put(self, csp_encoder_place_of(self, csp_constraint_var(con, i)));
  sort_rows(self, start, 1);
  return true;
}

/* The columns of a table ascend by variable. */
static bool
encode_table(CspEncoder *self, const CspConstraint *con)
{
  uint32_t n = con->n_vars;

  if (con->constant != 0)
    return false; /* short tuples can say one thing in several ways */
  put(self, con->kind);
  put(self, n);
  for (uint32_t i = 0; i < n; i++) {
    put(self, csp_encoder_place_of(self, csp_constraint_var(con, i)));
    put(self, i);
  }
  sort_rows(self, 2, 2);
  guint start = self->words->len;
  for (size_t t = 0; t < con->n_ints; t += n)
    for (uint32_t i = 0; i < n; i++) {
      int64_t column = g_array_index(self->words, int64_t, 2 + 2 * i + 1);
      CspVar var = csp_constraint_var(con, (uint32_t)column);
      int32_t value = con->ints[t + (size_t)column];
      if (changes_value(self, var) &&
          !csp_array_has_value(array_of(self, var), value))
        return false;
      put(self, moved_value(self, var, value));
    }
  /* Which column it was is of no more use. */
  for (uint32_t i = 0; i < n; i++)
    g_array_index(self->words, int64_t, 2 + 2 * i + 1) = 0;
  if (con->n_ints > 0)
    sort_rows(self, start, n);
  return true;
}

/* Rows of a place and its value, as far as the domains have them. */
static bool
encode_element(CspEncoder *self, const CspConstraint *con)
{
  CspVar index = csp_constraint_var(con, 0);
  CspVar result = csp_constraint_var(con, 1);
  const CspArrayInfo *places = array_of(self, index);
  const CspArrayInfo *values = array_of(self, result);

  put(self, con->kind);
  put(self, csp_encoder_place_of(self, index));
  put(self, csp_encoder_place_of(self, result));
  guint start = self->words->len;
  for (size_t place = 0; place < con->n_ints; place++) {
    int32_t value = con->ints[place];
    if (!csp_array_has_value(places, (int64_t)place) ||
        !csp_array_has_value(values, value))
      continue;
    put(self, moved_value(self, index, (int32_t)place));
    put(self, moved_value(self, result, value));
  }
  if (self->words->len > start)
    sort_rows(self, start, 2);
  return true;
}

/* A variable by where it goes, but one with a single value by this value, which
 * goes as those of another do. */
static void
put_term(CspEncoder *self, CspVar var, CspVar like)
{
  bool is_fixed = count_values(self, var) == 1;

  put(self, is_fixed);
  if (is_fixed)
    put(self, moved_value(self, like, array_of(self, var)->min));
  else
    put(self, csp_encoder_place_of(self, var));
}

/* May the elements and the result be compared after the move?  Of those with a
 * single value only this value matters: it must be one of `like`. */
static bool
can_be_compared(CspEncoder *self, CspVar var, CspVar like)
{
  if (count_values(self, var) > 1)
    return goes_with(self, var, like);
  return !changes_value(self, like) ||
         csp_array_has_value(array_of(self, like), array_of(self, var)->min);
}

/* Rows of a place and its variable, as far as the index has it. */
static bool
encode_element_var(CspEncoder *self, const CspConstraint *con)
{
  uint32_t n_places = con->n_vars - 2;
  CspVar index = csp_constraint_var(con, n_places);
  CspVar result = csp_constraint_var(con, n_places + 1);
  const CspArrayInfo *places = array_of(self, index);
  CspVar like = find_largest(self, con, n_places);

  if (n_places == 0 || count_values(self, result) > count_values(self, like))
    like = result;
  put(self, con->kind);
  put(self, csp_encoder_place_of(self, index));
  if (!can_be_compared(self, result, like))
    return false;
  put_term(self, result, like);
  guint start = self->words->len;
  for (uint32_t place = 0; place < n_places; place++) {
    CspVar var = csp_constraint_var(con, place);
    if (!csp_array_has_value(places, place))
      continue;
    if (!can_be_compared(self, var, like))
      return false;
    put(self, moved_value(self, index, (int32_t)place));
    put_term(self, var, like);
  }
  if (self->words->len > start)
    sort_rows(self, start, 3);
  return true;
}

bool
csp_encoder_encode(CspEncoder *self, const CspConstraint *con)
{
  g_array_set_size(self->words, 0);
  self->n_done += 4 + con->n_vars + con->n_ints;
  switch (con->kind) {
  case CSP_CON_RELATION:
  case CSP_CON_RELATION_CONST:
  case CSP_CON_LINEAR:
    return encode_linear(self, con);
  case CSP_CON_ALL_DIFFERENT:
    return encode_all_different(self, con);
  case CSP_CON_COUNT:
  case CSP_CON_COUNT_CONST:
    return encode_count(self, con);
  case CSP_CON_TABLE:
  case CSP_CON_NEGATIVE_TABLE:
    return encode_table(self, con);
  case CSP_CON_ELEMENT:
    return encode_element(self, con);
  case CSP_CON_ELEMENT_VAR:
    return encode_element_var(self, con);
  default:
    return false;
  }
}

GBytes *
csp_encoder_dup_words(CspEncoder *self)
{
  return g_bytes_new(self->words->data, self->words->len * sizeof(int64_t));
}
