/* SPDX-License-Identifier: MIT */
/* The least image of a solution, found without visiting more than is needed.
 *
 * The symmetries fall in two parts.  Some, the *factors*, have a least image
 * that can be written down: interchangeable values by renaming them in the
 * order in which they first occur, interchangeable variables, rows or columns by
 * sorting.  A symmetry N is a factor if every other one carries N onto itself
 * (then the images under the whole group are the images under N of the images
 * under the rest), and if it moves nothing that another factor moves (then
 * their least images do not disturb each other).  So the least image is the
 * least among normalize(h(solution)), h from the group of the rest.
 *
 * That group is visited breadth first.  If it is small and does not depend on
 * the solution, its elements are found once, as permutations of pairs, and kept
 * as words: element = generator after an earlier element.  Eight elements for a
 * chess board then cost seven images a solution.  Else the images themselves
 * are kept in a hash set until no generator gives a new one.  Both stop at the
 * first image that is less. */
#include "config.h"

#include <string.h>

#include "base/scratch.h"
#include "base/sorted.h"
#include "model/canonical.h"
#include "model/model-private.h"
#include "model/symmetry.h"

/* Words are kept only for groups up to these sizes. */
enum { MAX_ELEMENTS = 1024, MAX_CELLS = 1 << 22 };

typedef struct {
  const CspSymmetry *symmetry;
  uint32_t number;
} Generator;

/* An element is its generator after its parent; the first is the identity. */
typedef struct {
  uint32_t parent;
  uint32_t generator;
} Element;

struct _CspCanonical {
  const CspModel *model;
  const CspSymmetry **factors;
  size_t n_factors;
  Generator *generators;
  size_t n_generators, generators_size;
  Element *elements; /* NULL: the group is large or depends on the solution */
  size_t n_elements;

  int32_t *images; /* n_vars values each */
  size_t n_images, images_size;
  bool *is_image;  /* with elements: is there an image? */
  uint32_t *slots; /* hash set of images, number + 1; 0 is free */
  size_t n_slots;  /* a power of two */
  CspScratch scratch;
};

/* The largest interval of values that the symmetry can exchange. */
static void
get_interval(const CspModel *model,
             const CspSymmetry *symmetry,
             int32_t *out_first,
             int32_t *out_last)
{
  *out_first = symmetry->first;
  *out_last = symmetry->kind == CSP_SYMMETRY_VALUES
                  ? symmetry->last
                  : csp_model_array_of(model, symmetry->last_var)->max;
}

static bool
is_of_values(const CspSymmetry *symmetry)
{
  return symmetry->kind == CSP_SYMMETRY_VALUES ||
         symmetry->kind == CSP_SYMMETRY_VALUES_UP_TO;
}

static bool
have_disjoint_values(const CspModel *model,
                     const CspSymmetry *a,
                     const CspSymmetry *b)
{
  int32_t a_first, a_last, b_first, b_last;

  get_interval(model, a, &a_first, &a_last);
  get_interval(model, b, &b_first, &b_last);
  return a_last < b_first || b_last < a_first;
}

/* Do the two move no variable in common, nor one that the other reads? */
static bool
are_apart(const CspModel *model, const CspSymmetry *a, const CspSymmetry *b)
{
  if (a->array != CSP_NONE && b->array != CSP_NONE) {
    if (a->array == b->array)
      return false;
  } else {
    const CspSymmetry *list = a->array == CSP_NONE ? a : b;
    const CspSymmetry *other = list == a ? b : a;
    for (uint32_t i = 0; i < list->n_vars; i++)
      if (csp_symmetry_touches(model, other, list->vars[i]))
        return false;
  }
  if (a->kind == CSP_SYMMETRY_VALUES_UP_TO &&
      csp_symmetry_touches(model, b, a->last_var))
    return false;
  return b->kind != CSP_SYMMETRY_VALUES_UP_TO ||
         !csp_symmetry_touches(model, a, b->last_var);
}

/* Are all variables of the list in the array? */
static bool
is_within(const CspModel *model, const CspSymmetry *list, CspArray array)
{
  const CspArrayInfo *info = &model->arrays[array];

  for (uint32_t i = 0; i < list->n_vars; i++)
    if (list->vars[i] < info->first ||
        list->vars[i] - info->first >= info->length)
      return false;
  return true;
}

static bool
is_whole(const CspModel *model, const CspSymmetry *list, CspArray array)
{
  return list->n_vars == model->arrays[array].length &&
         is_within(model, list, array);
}

/* g carries interchangeable values onto themselves if it moves the array's
 * places alike for all values, or maps the interval of values onto itself. */
static bool
keeps_values(const CspModel *model, const CspSymmetry *g, const CspSymmetry *n)
{
  const CspArrayInfo *info = &model->arrays[n->array];

  if (g->kind == CSP_SYMMETRY_VARIABLES)
    return is_within(model, g, n->array);
  if (g->array != n->array)
    return false;
  switch (g->kind) {
  case CSP_SYMMETRY_REVERSE:
  case CSP_SYMMETRY_ROWS:
  case CSP_SYMMETRY_COLUMNS:
    return true;
  case CSP_SYMMETRY_VALUES:
    if (n->kind == g->kind && n->first == g->first && n->last == g->last)
      return true;
    return have_disjoint_values(model, g, n);
  case CSP_SYMMETRY_VALUES_UP_TO:
    return have_disjoint_values(model, g, n);
  case CSP_SYMMETRY_REVERSE_VALUES:
    return n->kind == CSP_SYMMETRY_VALUES &&
           (int64_t)n->first + n->last == (int64_t)info->min + info->max;
  default:
    return false;
  }
}

/* g carries interchangeable variables onto themselves if it changes values
 * alike in all of them, or moves places within them only. */
static bool
keeps_variables(const CspModel *model,
                const CspSymmetry *g,
                const CspSymmetry *n)
{
  switch (g->kind) {
  case CSP_SYMMETRY_REVERSE_VALUES:
  case CSP_SYMMETRY_VALUES:
  case CSP_SYMMETRY_VALUES_UP_TO:
    return is_within(model, n, g->array);
  case CSP_SYMMETRY_REVERSE:
  case CSP_SYMMETRY_ROWS:
  case CSP_SYMMETRY_COLUMNS:
    return is_whole(model, n, g->array);
  default:
    return false;
  }
}

/* g carries interchangeable rows onto themselves if it moves them whole, or
 * changes all elements alike; so with columns. */
static bool
keeps_lines(const CspSymmetry *g, const CspSymmetry *n)
{
  if (g->array != n->array)
    return false;
  switch (g->kind) {
  case CSP_SYMMETRY_REVERSE:
  case CSP_SYMMETRY_REVERSE_VALUES:
  case CSP_SYMMETRY_VALUES:
  case CSP_SYMMETRY_VALUES_UP_TO:
    return true;
  case CSP_SYMMETRY_ROWS:
  case CSP_SYMMETRY_COLUMNS:
    return g->n_rows == n->n_rows;
  default:
    return false;
  }
}

static bool
keeps(const CspModel *model, const CspSymmetry *g, const CspSymmetry *n)
{
  if (are_apart(model, g, n))
    return true;
  switch (n->kind) {
  case CSP_SYMMETRY_VALUES:
  case CSP_SYMMETRY_VALUES_UP_TO:
    return keeps_values(model, g, n);
  case CSP_SYMMETRY_VARIABLES:
    return keeps_variables(model, g, n);
  case CSP_SYMMETRY_ROWS:
  case CSP_SYMMETRY_COLUMNS:
    return keeps_lines(g, n);
  default:
    return false;
  }
}

/* Can the least image under this symmetry alone be written down? */
static bool
has_normal_form(const CspSymmetry *symmetry)
{
  return is_of_values(symmetry) || symmetry->kind == CSP_SYMMETRY_VARIABLES ||
         symmetry->kind == CSP_SYMMETRY_ROWS ||
         symmetry->kind == CSP_SYMMETRY_COLUMNS;
}

static bool
can_be_factor(const CspCanonical *self, const CspSymmetry *n)
{
  const CspModel *model = self->model;

  if (!has_normal_form(n))
    return false;
  for (size_t i = 0; i < model->n_symmetries; i++)
    if (&model->symmetries[i] != n && !keeps(model, &model->symmetries[i], n))
      return false;
  for (size_t i = 0; i < self->n_factors; i++) {
    const CspSymmetry *factor = self->factors[i];
    if (!are_apart(model, factor, n) &&
        !(is_of_values(factor) && is_of_values(n)))
      return false;
  }
  return true;
}

/* Factors that rename values are sought first, for their groups are most often
 * the larger ones. */
static void
find_factors(CspCanonical *self)
{
  const CspModel *model = self->model;

  self->factors = g_new(const CspSymmetry *, model->n_symmetries);
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < model->n_symmetries; i++) {
      const CspSymmetry *symmetry = &model->symmetries[i];
      if (is_of_values(symmetry) == (pass == 0) &&
          can_be_factor(self, symmetry))
        self->factors[self->n_factors++] = symmetry;
    }
}

static bool
is_factor(const CspCanonical *self, const CspSymmetry *symmetry)
{
  for (size_t i = 0; i < self->n_factors; i++)
    if (self->factors[i] == symmetry)
      return true;
  return false;
}

static void
find_generators(CspCanonical *self)
{
  const CspModel *model = self->model;

  for (size_t i = 0; i < model->n_symmetries; i++) {
    const CspSymmetry *symmetry = &model->symmetries[i];
    if (is_factor(self, symmetry))
      continue;
    uint32_t n = csp_symmetry_n_generators(model, symmetry);
    for (uint32_t number = 0; number < n; number++) {
      self->generators = csp_grow(self->generators, self->n_generators,
                                  &self->generators_size, sizeof(Generator));
      self->generators[self->n_generators++] = (Generator){symmetry, number};
    }
  }
}

/* The pairs of all variables that a generator moves, numbered.  Values are
 * numbered by their distance to the least one, holes included. */
typedef struct {
  GHashTable *base; /* variable -> number of its first pair */
  CspPair *pairs;
  size_t n_pairs;
} PairIndex;

static bool
index_pairs(const CspCanonical *self, PairIndex *index)
{
  const CspModel *model = self->model;
  const CspSymmetry *previous = NULL;
  g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(CspPair));

  for (size_t g = 0; g < self->n_generators; g++) {
    const CspSymmetry *symmetry = self->generators[g].symmetry;
    if (symmetry == previous)
      continue;
    previous = symmetry;
    if (symmetry->kind == CSP_SYMMETRY_VALUES_UP_TO)
      return false;
    uint32_t n = csp_symmetry_n_touched(model, symmetry);
    for (uint32_t i = 0; i < n; i++) {
      CspVar var = csp_symmetry_touched(model, symmetry, i);
      const CspArrayInfo *array = csp_model_array_of(model, var);
      if (g_hash_table_contains(index->base, GUINT_TO_POINTER(var)))
        continue;
      if (pairs->len + (int64_t)array->max - array->min >= MAX_CELLS)
        return false;
      g_hash_table_insert(index->base, GUINT_TO_POINTER(var),
                          GUINT_TO_POINTER(pairs->len));
      for (int32_t value = array->min; value <= array->max; value++) {
        CspPair pair = {var, value};
        g_array_append_val(pairs, pair);
      }
    }
  }
  index->n_pairs = pairs->len;
  index->pairs = (CspPair *)g_array_free(g_steal_pointer(&pairs), FALSE);
  return true;
}

static uint32_t
pair_number(const CspCanonical *self, const PairIndex *index, CspPair pair)
{
  gpointer base = g_hash_table_lookup(index->base, GUINT_TO_POINTER(pair.var));

  return GPOINTER_TO_UINT(base) +
         (uint32_t)(pair.value -
                    csp_model_array_of(self->model, pair.var)->min);
}

static uint32_t *
make_permutation(const CspCanonical *self,
                 const PairIndex *index,
                 const Generator *generator)
{
  uint32_t *permutation = g_new(uint32_t, index->n_pairs);

  for (size_t i = 0; i < index->n_pairs; i++) {
    /* A hole among the values stays where it is. */
    CspPair pair = index->pairs[i];
    if (csp_array_has_value(csp_model_array_of(self->model, pair.var),
                            pair.value))
      pair = csp_symmetry_move(self->model, generator->symmetry,
                               generator->number, pair, 0);
    permutation[i] = pair_number(self, index, pair);
  }
  return permutation;
}

static uint64_t
hash_words(const uint32_t *words, size_t n)
{
  uint64_t hash = UINT64_C(0xcbf29ce484222325);

  for (size_t i = 0; i < n; i++)
    hash = (hash ^ words[i]) * UINT64_C(0x100000001b3);
  return hash ^ (hash >> 32);
}

/* Is the last of the permutations new? */
static bool
is_new_element(GPtrArray *elements, size_t n_pairs)
{
  const uint32_t *last = g_ptr_array_index(elements, elements->len - 1);

  for (guint i = 0; i + 1 < elements->len; i++)
    if (memcmp(g_ptr_array_index(elements, i), last,
               n_pairs * sizeof(uint32_t)) == 0)
      return false;
  return true;
}

/* Closes the generators under composition; gives up where that is long. */
static void
find_elements(CspCanonical *self, const PairIndex *index)
{
  size_t n_pairs = index->n_pairs;
  size_t cells = MAX(n_pairs, self->model->n_vars);
  size_t limit = MIN((size_t)MAX_ELEMENTS, MAX_CELLS / MAX(cells, 1));
  g_autoptr(GPtrArray) generators = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) elements = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GArray) words = g_array_new(FALSE, TRUE, sizeof(Element));

  if (self->n_generators > limit)
    return;
  for (size_t g = 0; g < self->n_generators; g++)
    g_ptr_array_add(generators,
                    make_permutation(self, index, &self->generators[g]));
  uint32_t *identity = g_new(uint32_t, n_pairs);
  for (size_t i = 0; i < n_pairs; i++)
    identity[i] = (uint32_t)i;
  g_ptr_array_add(elements, identity);
  g_array_set_size(words, 1);

  for (guint e = 0; e < elements->len; e++)
    for (guint g = 0; g < generators->len; g++) {
      const uint32_t *element = g_ptr_array_index(elements, e);
      const uint32_t *generator = g_ptr_array_index(generators, g);
      uint32_t *product = g_new(uint32_t, n_pairs);
      for (size_t i = 0; i < n_pairs; i++)
        product[i] = generator[element[i]];
      g_ptr_array_add(elements, product);
      if (!is_new_element(elements, n_pairs)) {
        g_ptr_array_set_size(elements, (gint)elements->len - 1);
        continue;
      }
      if (elements->len > limit)
        return;
      Element word = {.parent = e, .generator = g};
      g_array_append_val(words, word);
    }
  self->n_elements = words->len;
  self->elements = (Element *)g_array_free(g_steal_pointer(&words), FALSE);
}

CspCanonical *
csp_canonical_new(const CspModel *model)
{
  CspCanonical *self = g_new0(CspCanonical, 1);
  PairIndex index = {.base = g_hash_table_new(NULL, NULL)};

  self->model = model;
  find_factors(self);
  find_generators(self);
  if (index_pairs(self, &index))
    find_elements(self, &index);
  if (self->elements != NULL)
    self->is_image = g_new(bool, self->n_elements);
  g_hash_table_unref(index.base);
  g_free(index.pairs);
  return self;
}

void
csp_canonical_free(CspCanonical *self)
{
  if (self == NULL)
    return;
  g_free(self->factors);
  g_free(self->generators);
  g_free(self->elements);
  g_free(self->images);
  g_free(self->is_image);
  g_free(self->slots);
  csp_scratch_clear(&self->scratch);
  g_free(self);
}

/* Renames the values first .. last in the order in which they occur. */
static void
rename_values(CspCanonical *self,
              const CspArrayInfo *array,
              int32_t first,
              int32_t last,
              int32_t *image)
{
  if (first > last)
    return;

  uint32_t n = (uint32_t)(last - first) + 1;
  int32_t *names = csp_scratch_get(&self->scratch, n * sizeof(int32_t));
  int32_t *values = image + array->first;
  int32_t next = first;

  for (uint32_t i = 0; i < n; i++)
    names[i] = INT32_MIN;
  for (uint32_t i = 0; i < array->length; i++) {
    if (values[i] < first || values[i] > last)
      continue;
    int32_t *name = &names[values[i] - first];
    if (*name == INT32_MIN)
      *name = next++;
    values[i] = *name;
  }
}

static void
sort_columns(CspCanonical *self, const CspSymmetry *symmetry, int32_t *matrix)
{
  uint32_t n_rows = symmetry->n_rows, n_columns = symmetry->n_columns;
  int32_t *columns = csp_scratch_get(
      &self->scratch, (size_t)n_rows * n_columns * sizeof(int32_t));

  for (uint32_t i = 0; i < n_rows; i++)
    for (uint32_t j = 0; j < n_columns; j++)
      columns[j * n_rows + i] = matrix[i * n_columns + j];
  csp_sort_rows(columns, n_columns, n_rows);
  for (uint32_t i = 0; i < n_rows; i++)
    for (uint32_t j = 0; j < n_columns; j++)
      matrix[i * n_columns + j] = columns[j * n_rows + i];
}

static void
sort_variables(CspCanonical *self, const CspSymmetry *symmetry, int32_t *image)
{
  uint32_t n = symmetry->n_vars;
  int32_t *values = csp_scratch_get(&self->scratch, n * sizeof(int32_t));

  for (uint32_t i = 0; i < n; i++)
    values[i] = image[symmetry->vars[i]];
  csp_sort_ints(values, n);
  for (uint32_t i = 0; i < n; i++)
    image[symmetry->vars[i]] = values[i];
}

/* The least image under the factors, in place. */
static void
normalize(CspCanonical *self, int32_t *image)
{
  for (size_t i = 0; i < self->n_factors; i++) {
    const CspSymmetry *factor = self->factors[i];
    const CspArrayInfo *array =
        factor->array != CSP_NONE ? &self->model->arrays[factor->array] : NULL;
    switch (factor->kind) {
    case CSP_SYMMETRY_VALUES:
      rename_values(self, array, factor->first, factor->last, image);
      break;
    case CSP_SYMMETRY_VALUES_UP_TO:
      rename_values(self, array, factor->first, image[factor->last_var], image);
      break;
    case CSP_SYMMETRY_VARIABLES:
      sort_variables(self, factor, image);
      break;
    case CSP_SYMMETRY_ROWS:
      csp_sort_rows(image + array->first, factor->n_rows, factor->n_columns);
      break;
    case CSP_SYMMETRY_COLUMNS:
      sort_columns(self, factor, image + array->first);
      break;
    default:
      g_assert_not_reached();
    }
  }
}

static int32_t *
image_at(const CspCanonical *self, size_t index)
{
  return self->images + index * self->model->n_vars;
}

/* Room for n images; those that are there stay. */
static void
reserve_images(CspCanonical *self, size_t n)
{
  if (n <= self->images_size)
    return;
  self->images_size = MAX(n, 2 * self->images_size);
  self->images = g_realloc_n(self->images, self->images_size,
                             MAX(self->model->n_vars, 1) * sizeof(int32_t));
}

/* Puts generator's image of image `from` into place `to`: false if it is no
 * assignment. */
static bool
make_image(CspCanonical *self, size_t from, size_t generator, size_t to)
{
  const Generator *g = &self->generators[generator];

  if (!csp_symmetry_apply(self->model, g->symmetry, g->number,
                          image_at(self, from), image_at(self, to)))
    return false;
  normalize(self, image_at(self, to));
  return true;
}

static int
compare_images(const CspCanonical *self, size_t a, size_t b)
{
  return csp_compare_rows(image_at(self, a), image_at(self, b),
                          self->model->n_vars);
}

static CspCanonicalAnswer
test_elements(CspCanonical *self)
{
  reserve_images(self, self->n_elements);
  self->is_image[0] = true;
  for (size_t e = 1; e < self->n_elements; e++) {
    const Element *element = &self->elements[e];
    self->is_image[e] =
        self->is_image[element->parent] &&
        make_image(self, element->parent, element->generator, e);
    if (self->is_image[e] && compare_images(self, e, 0) < 0)
      return CSP_CANONICAL_OTHER;
  }
  return CSP_CANONICAL_LEAST;
}

/* The slot of the image, free if it is new. */
static uint32_t *
find_slot(CspCanonical *self, size_t image)
{
  size_t slot =
      hash_words((const uint32_t *)image_at(self, image), self->model->n_vars);

  for (;; slot++) {
    uint32_t *found = &self->slots[slot & (self->n_slots - 1)];
    if (*found == 0 || compare_images(self, *found - 1, image) == 0)
      return found;
  }
}

static void
add_to_set(CspCanonical *self, size_t image)
{
  if (2 * (self->n_images + 1) > self->n_slots) {
    self->n_slots *= 2;
    g_free(self->slots);
    self->slots = g_new0(uint32_t, self->n_slots);
    for (size_t i = 0; i < self->n_images; i++)
      *find_slot(self, i) = (uint32_t)i + 1;
  }
  *find_slot(self, image) = (uint32_t)image + 1;
  self->n_images = image + 1;
}

static CspCanonicalAnswer
test_class(CspCanonical *self, bool (*is_stopped)(void *data), void *data)
{
  g_free(self->slots);
  self->n_slots = 64;
  self->slots = g_new0(uint32_t, self->n_slots);
  self->n_images = 0;
  add_to_set(self, 0);

  for (size_t from = 0; from < self->n_images; from++)
    for (size_t g = 0; g < self->n_generators; g++) {
      if (is_stopped != NULL && is_stopped(data))
        return CSP_CANONICAL_STOPPED;
      reserve_images(self, self->n_images + 1);
      if (!make_image(self, from, g, self->n_images))
        continue;
      if (compare_images(self, self->n_images, 0) < 0)
        return CSP_CANONICAL_OTHER;
      if (*find_slot(self, self->n_images) == 0)
        add_to_set(self, self->n_images);
    }
  return CSP_CANONICAL_LEAST;
}

CspCanonicalAnswer
csp_canonical_test(CspCanonical *self,
                   const int32_t *values,
                   bool (*is_stopped)(void *data),
                   void *data)
{
  size_t size = self->model->n_vars * sizeof(int32_t);

  if (self->model->n_symmetries == 0)
    return CSP_CANONICAL_LEAST;
  reserve_images(self, 1);
  memcpy(image_at(self, 0), values, size);
  normalize(self, image_at(self, 0));
  if (memcmp(image_at(self, 0), values, size) != 0)
    return CSP_CANONICAL_OTHER;
  if (self->n_generators == 0)
    return CSP_CANONICAL_LEAST;
  return self->elements != NULL ? test_elements(self)
                                : test_class(self, is_stopped, data);
}
