/* SPDX-License-Identifier: MIT */
/* Symmetries: what is refused, how generators act, and which assignments stand
 * for their classes.  The oracle joins each small assignment with its images
 * until nothing changes and takes the least of each class. */
#include "config.h"

#include <string.h>
#include <libcsp/csp-model.h>

#include "base/random.h"
#include "model/canonical.h"
#include "model/symmetry.h"
#include "tests/csp-test.h"

static bool
apply(CspModel *model,
      size_t index,
      uint32_t generator,
      const int32_t *values,
      int32_t *image)
{
  size_t n;
  const CspSymmetry *symmetries = csp_model_peek_symmetries(model, &n);

  return csp_symmetry_apply(model, &symmetries[index], generator, values,
                            image);
}

static void
generators_move_pairs(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 4, 1, 4, NULL);
  CspVar k = csp_model_add_int(model, "k", 1, 4, NULL);
  const int32_t values[] = {2, 4, 1, 3, 2};
  int32_t image[5];

  csp_model_add_symmetry_reverse(model, x, NULL);
  csp_model_add_symmetry_reverse_values(model, x, NULL);
  csp_model_add_symmetry_transpose(model, x, NULL);
  csp_model_add_symmetry_values(model, x, 2, 4, NULL);
  csp_model_add_symmetry_values_up_to(model, x, 1, k, NULL);
  csp_model_add_symmetry_variables(model, (CspVar[]){3, 0, 2}, 3, NULL);
  csp_model_add_symmetry_rows(model, x, 2, NULL);
  csp_model_add_symmetry_columns(model, x, 2, NULL);
  csp_model_add_symmetry_pairs(model, "turn", (CspVar[]){0, 0, 1, 1}, 4,
                               (gint[]){2, 4, 2, 4}, 4, (CspVar[]){1, 1, 0, 0},
                               4, (gint[]){2, 4, 4, 2}, 4, NULL);
  CU_ASSERT_EQUAL(csp_model_get_n_symmetries(model), 9);

  static const struct {
    size_t index;
    uint32_t generator;
    int32_t image[5];
  } cases[] = {
      {0, 0, {3, 1, 4, 2, 2}}, {1, 0, {3, 1, 4, 2, 2}}, {2, 0, {3, 1, 4, 2, 2}},
      {3, 0, {3, 4, 1, 2, 2}}, {3, 1, {2, 3, 1, 4, 2}}, {4, 0, {1, 4, 2, 3, 2}},
      {4, 1, {2, 4, 1, 3, 2}}, {5, 0, {1, 4, 2, 3, 2}}, {5, 1, {2, 4, 3, 1, 2}},
      {6, 0, {1, 3, 2, 4, 2}}, {7, 0, {4, 2, 3, 1, 2}}, {8, 0, {2, 2, 1, 3, 2}},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    CU_ASSERT_TRUE(
        apply(model, cases[i].index, cases[i].generator, values, image));
    CU_ASSERT_EQUAL(memcmp(image, cases[i].image, sizeof(image)), 0);
  }
  /* two pairs meet in one variable */
  CU_ASSERT_FALSE(apply(model, 2, 0, (int32_t[]){1, 1, 2, 3, 1}, image));
  CU_ASSERT_FALSE(apply(model, 8, 0, (int32_t[]){2, 1, 2, 3, 1}, image));

  size_t n;
  const CspSymmetry *symmetries = csp_model_peek_symmetries(model, &n);
  CU_ASSERT_EQUAL(csp_symmetry_n_generators(model, &symmetries[3]), 2);
  CU_ASSERT_EQUAL(csp_symmetry_n_generators(model, &symmetries[4]), 3);
}

static void
symmetries_have_names(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 4, 1, 4, NULL);
  CspVar k = csp_model_add_int(model, "k", 1, 4, NULL);
  static const char *const names[] = {
      "reverse of x",
      "values 2..4 of x",
      "values 1..k of x",
      "interchange of x[0], x[1], x[2], ...",
  };

  csp_model_add_symmetry_reverse(model, x, NULL);
  csp_model_add_symmetry_values(model, x, 2, 4, NULL);
  csp_model_add_symmetry_values_up_to(model, x, 1, k, NULL);
  csp_model_add_symmetry_variables(model, (CspVar[]){3, 0, 2, 1}, 4, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *name = csp_model_dup_symmetry_name(model, i);
    CU_ASSERT_STRING_EQUAL(name, names[i]);
  }
}

#define ASSERT_REFUSED(call, expected_code, expected_message)                  \
  G_STMT_START                                                                 \
  {                                                                            \
    g_autoptr(GError) error = NULL;                                            \
    CU_ASSERT_FALSE(call);                                                     \
    CU_ASSERT_TRUE(g_error_matches(error, CSP_ERROR, expected_code));          \
    CU_ASSERT_PTR_NOT_NULL_FATAL(error);                                       \
    CU_ASSERT_STRING_EQUAL(error->message, expected_message);                  \
  }                                                                            \
  G_STMT_END

static void
refuses_what_does_not_fit_the_domains(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 4, 1, 5, NULL);
  CspArray y =
      csp_model_add_int_array_values(model, "y", 3, (gint[]){1, 2, 4}, 3, NULL);
  CspVar k = csp_model_add_int(model, "k", 1, 9, NULL);
  const CspVar one[] = {0}, other[] = {1};

  ASSERT_REFUSED(csp_model_add_symmetry_reverse(model, 5, &error),
                 CSP_ERROR_INVALID, "array 5 is not one of the model's 3");
  ASSERT_REFUSED(csp_model_add_symmetry_reverse_values(model, y, &error),
                 CSP_ERROR_SYMMETRY,
                 "reversed values of y: the values reversed are others");
  ASSERT_REFUSED(csp_model_add_symmetry_transpose(model, x, &error),
                 CSP_ERROR_SYMMETRY, "transpose of x: 5 values for 4 elements");
  ASSERT_REFUSED(csp_model_add_symmetry_transpose(model, y, &error),
                 CSP_ERROR_SYMMETRY,
                 "transpose of y: 3 values with holes for 3 elements");
  ASSERT_REFUSED(csp_model_add_symmetry_values(model, y, 2, 4, &error),
                 CSP_ERROR_SYMMETRY, "values 2..4 of y: not all are values");
  ASSERT_REFUSED(csp_model_add_symmetry_values_up_to(model, x, 1, k, &error),
                 CSP_ERROR_SYMMETRY, "values 1..k of x: not all are values");
  ASSERT_REFUSED(csp_model_add_symmetry_values_up_to(model, x, 1, 2, &error),
                 CSP_ERROR_SYMMETRY,
                 "values 1..x[2] of x: the last is an element itself");
  ASSERT_REFUSED(csp_model_add_symmetry_variables(model, NULL, 0, &error),
                 CSP_ERROR_INVALID, "interchange of variables: there are none");
  ASSERT_REFUSED(
      csp_model_add_symmetry_variables(model, (CspVar[]){3, 1, 3}, 3, &error),
      CSP_ERROR_SYMMETRY, "interchange of x[1], x[3], x[3]: x[3] stands twice");
  ASSERT_REFUSED(
      csp_model_add_symmetry_variables(model, (CspVar[]){3, 5}, 2, &error),
      CSP_ERROR_SYMMETRY,
      "interchange of x[3], y[1]: y[1] has a domain of its own");
  ASSERT_REFUSED(csp_model_add_symmetry_rows(model, x, 3, &error),
                 CSP_ERROR_SYMMETRY,
                 "rows of x: 4 elements do not make 3 rows");
  ASSERT_REFUSED(csp_model_add_symmetry_columns(model, x, 0, &error),
                 CSP_ERROR_SYMMETRY,
                 "columns of x: 4 elements do not make 0 rows");
  ASSERT_REFUSED(csp_model_add_symmetry_pairs(model, "p", one, 1, (gint[]){1},
                                              1, other, 1, (gint[]){1, 2}, 2,
                                              &error),
                 CSP_ERROR_INVALID, "p: the four lists differ in length");
  ASSERT_REFUSED(csp_model_add_symmetry_pairs(model, "p", one, 1, (gint[]){7},
                                              1, other, 1, (gint[]){1}, 1,
                                              &error),
                 CSP_ERROR_SYMMETRY, "p: 7 is no value of x[0]");
  ASSERT_REFUSED(csp_model_add_symmetry_pairs(model, "p", one, 1, (gint[]){1},
                                              1, other, 1, (gint[]){1}, 1,
                                              &error),
                 CSP_ERROR_SYMMETRY,
                 "p: the pairs on the right are not those on the left");
  ASSERT_REFUSED(csp_model_add_symmetry_pairs(
                     model, "p", (CspVar[]){0, 0}, 2, (gint[]){1, 1}, 2,
                     (CspVar[]){0, 0}, 2, (gint[]){1, 1}, 2, &error),
                 CSP_ERROR_SYMMETRY, "p: a pair stands twice on the left");
  CU_ASSERT_EQUAL(csp_model_get_n_symmetries(model), 0);
}

/* Classes ---------------------------------------------------------------- */

static bool
is_least(CspCanonical *canonical, const int32_t *values)
{
  return csp_canonical_test(canonical, values, NULL, NULL) ==
         CSP_CANONICAL_LEAST;
}

static bool
is_attacked(const int32_t *column, int row)
{
  for (int i = 0; i < row; i++)
    if (column[i] == column[row] || ABS(column[i] - column[row]) == row - i)
      return true;
  return false;
}

static int
count_queens(CspCanonical *canonical, int32_t *column, int row, int n)
{
  int count = 0;

  if (row == n)
    return is_least(canonical, column);
  for (column[row] = 0; column[row] < n; column[row]++)
    if (!is_attacked(column, row))
      count += count_queens(canonical, column, row + 1, n);
  return count;
}

static void
counts_the_fundamental_solutions_of_queens(void)
{
  static const int expected[] = {1, 0, 0, 1, 2, 1, 6, 12, 46};

  for (int n = 1; n <= 9; n++) {
    g_autoptr(CspModel) model = csp_model_new();
    int32_t column[9];
    CspArray x =
        csp_model_add_int_array(model, "column", (gsize)n, 0, n - 1, NULL);
    csp_model_add_symmetry_reverse(model, x, NULL);
    csp_model_add_symmetry_reverse_values(model, x, NULL);
    csp_model_add_symmetry_transpose(model, x, NULL);
    CspCanonical *canonical = csp_canonical_new(model);
    CU_ASSERT_EQUAL(count_queens(canonical, column, 0, n), expected[n - 1]);
    csp_canonical_free(canonical);
  }
}

/* All assignments as numbers: the first variable is the leading digit, so that
 * their order is the order of the numbers. */
typedef struct {
  CspModel *model;
  uint32_t n_vars;
  uint32_t size; /* how many assignments */
  int32_t min[8];
  uint32_t span[8];
} Space;

static Space
space_of(CspModel *model)
{
  Space space = {.model = model, .n_vars = csp_model_n_vars(model), .size = 1};

  for (CspVar v = 0; v < space.n_vars; v++) {
    gint max;
    csp_model_get_bounds(model, v, &space.min[v], &max);
    space.span[v] = (uint32_t)(max - space.min[v] + 1);
    space.size *= space.span[v];
  }
  return space;
}

static void
decode(const Space *space, uint32_t number, int32_t *values)
{
  for (uint32_t v = space->n_vars; v-- > 0; number /= space->span[v])
    values[v] = space->min[v] + (int32_t)(number % space->span[v]);
}

static uint32_t
encode(const Space *space, const int32_t *values)
{
  uint32_t number = 0;

  for (uint32_t v = 0; v < space->n_vars; v++)
    number = number * space->span[v] + (uint32_t)(values[v] - space->min[v]);
  return number;
}

/* The least of each assignment's class, by passing the least on to images
 * until nothing changes. */
static uint32_t *
find_least(const Space *space)
{
  uint32_t *least = g_new(uint32_t, space->size);
  int32_t values[8], image[8];
  size_t n_symmetries;
  const CspSymmetry *symmetries =
      csp_model_peek_symmetries(space->model, &n_symmetries);
  bool is_changed = true;

  for (uint32_t i = 0; i < space->size; i++)
    least[i] = i;
  while (is_changed) {
    is_changed = false;
    for (uint32_t i = 0; i < space->size; i++) {
      decode(space, i, values);
      for (size_t s = 0; s < n_symmetries; s++) {
        uint32_t n = csp_symmetry_n_generators(space->model, &symmetries[s]);
        for (uint32_t g = 0; g < n; g++) {
          if (!csp_symmetry_apply(space->model, &symmetries[s], g, values,
                                  image))
            continue;
          uint32_t j = encode(space, image);
          uint32_t low = MIN(least[i], least[j]);
          is_changed = is_changed || least[i] != low || least[j] != low;
          least[i] = least[j] = low;
        }
      }
    }
  }
  return least;
}

/* Compares with the oracle; answers how many classes there are. */
static int
check_classes(CspModel *model, bool (*is_wanted)(const int32_t *, uint32_t))
{
  Space space = space_of(model);
  g_autofree uint32_t *least = find_least(&space);
  CspCanonical *canonical = csp_canonical_new(model);
  int32_t values[8];
  int n_classes = 0, n_wrong = 0;

  for (uint32_t i = 0; i < space.size; i++) {
    decode(&space, i, values);
    if (is_wanted != NULL && !is_wanted(values, space.n_vars))
      continue;
    n_classes += least[i] == i;
    n_wrong += is_least(canonical, values) != (least[i] == i);
  }
  CU_ASSERT_EQUAL(n_wrong, 0);
  csp_canonical_free(canonical);
  return n_classes;
}

static void
interchangeable_values_make_partitions(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 5, 1, 5, NULL);

  csp_model_add_symmetry_values(model, x, 1, 5, NULL);
  CU_ASSERT_EQUAL(check_classes(model, NULL), 52); /* Bell's number */
}

static bool
is_below_last(const int32_t *values, uint32_t n_vars)
{
  for (uint32_t i = 0; i + 1 < n_vars; i++)
    if (values[i] > values[n_vars - 1])
      return false;
  return true;
}

static void
values_up_to_a_variable_make_partitions_of_each_size(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 4, 1, 4, NULL);
  CspVar k = csp_model_add_int(model, "k", 1, 4, NULL);

  csp_model_add_symmetry_values_up_to(model, x, 1, k, NULL);
  /* 1, 7, 6, 1 partitions of 4 things into 1 .. 4 blocks */
  CU_ASSERT_EQUAL(check_classes(model, is_below_last), 1 + 8 + 14 + 15);
}

static void
interchangeable_variables_make_multisets(void)
{
  g_autoptr(CspModel) model = csp_model_new();

  csp_model_add_int_array(model, "x", 4, 0, 3, NULL);
  csp_model_add_symmetry_variables(model, (CspVar[]){0, 1, 2, 3}, 4, NULL);
  CU_ASSERT_EQUAL(check_classes(model, NULL), 35);
}

static void
counts_matrices_up_to_rows_and_columns(void)
{
  static const struct {
    gsize n_rows, n_columns;
    int n_classes;
  } cases[] = {{2, 2, 7}, {2, 3, 13}, {3, 2, 13}, {2, 4, 22}, {4, 2, 22}};

  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(CspModel) model = csp_model_new();
    CspArray x = csp_model_add_bool_array(
        model, "x", cases[i].n_rows * cases[i].n_columns, NULL);
    csp_model_add_symmetry_rows(model, x, cases[i].n_rows, NULL);
    csp_model_add_symmetry_columns(model, x, cases[i].n_rows, NULL);
    CU_ASSERT_EQUAL(check_classes(model, NULL), cases[i].n_classes);
  }
}

static void
add_random_symmetry(CspModel *model, CspRandom *random)
{
  CspArray array = csp_random_below(random, 2);
  gint first = 1 + (gint)csp_random_below(random, 2);
  CspVar vars[] = {csp_random_below(random, 7), csp_random_below(random, 7),
                   csp_random_below(random, 7)};

  switch (csp_random_below(random, 8)) {
  case 0:
    csp_model_add_symmetry_reverse(model, array, NULL);
    break;
  case 1:
    csp_model_add_symmetry_reverse_values(model, array, NULL);
    break;
  case 2:
    csp_model_add_symmetry_values(
        model, array, first, first + (gint)csp_random_below(random, 3), NULL);
    break;
  case 3:
    csp_model_add_symmetry_values_up_to(model, array, 1,
                                        csp_random_below(random, 7), NULL);
    break;
  case 4:
    csp_model_add_symmetry_variables(model, vars, 2, NULL);
    break;
  case 5:
    csp_model_add_symmetry_variables(model, vars, 3, NULL);
    break;
  case 6:
    csp_model_add_symmetry_rows(model, array, 2, NULL);
    break;
  default:
    csp_model_add_symmetry_columns(model, array, 2, NULL);
    break;
  }
}

static void
agrees_with_the_oracle_under_any_symmetries(void)
{
  for (uint64_t seed = 1; seed <= 300; seed++) {
    g_autoptr(CspModel) model = csp_model_new();
    CspRandom random;
    csp_random_seed(&random, seed);
    csp_model_add_int_array(model, "x", 4, 1, 3, NULL);
    csp_model_add_int_array(model, "y", 2, 1, 3, NULL);
    csp_model_add_int(model, "k", 1, 3, NULL);
    uint32_t n = 1 + csp_random_below(&random, 4);
    for (uint32_t i = 0; i < n; i++)
      add_random_symmetry(model, &random);
    check_classes(model, NULL);
  }
}

static bool
stop_at_once(void *data)
{
  return true;
}

static void
a_long_test_can_be_stopped(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspVar vars[8];
  int32_t values[8];

  CspArray x = csp_model_add_int_array(model, "x", 8, 1, 8, NULL);
  for (CspVar i = 0; i < 8; i++) {
    vars[i] = i;
    values[i] = (int32_t)i + 1;
  }
  csp_model_add_symmetry_values(model, x, 1, 8, NULL);
  csp_model_add_symmetry_variables(model, vars, 8, NULL);
  csp_model_add_symmetry_transpose(model, x, NULL);
  CspCanonical *canonical = csp_canonical_new(model);
  CU_ASSERT_EQUAL(csp_canonical_test(canonical, values, stop_at_once, NULL),
                  CSP_CANONICAL_STOPPED);
  csp_canonical_free(canonical);
}

static const CspTest tests[] = {
    {"generators move pairs", generators_move_pairs},
    {"symmetries have names", symmetries_have_names},
    {"refuses what does not fit the domains",
     refuses_what_does_not_fit_the_domains},
    {"counts the fundamental solutions of queens",
     counts_the_fundamental_solutions_of_queens},
    {"interchangeable values make partitions",
     interchangeable_values_make_partitions},
    {"values up to a variable make partitions of each size",
     values_up_to_a_variable_make_partitions_of_each_size},
    {"interchangeable variables make multisets",
     interchangeable_variables_make_multisets},
    {"counts matrices up to rows and columns",
     counts_matrices_up_to_rows_and_columns},
    {"agrees with the oracle under any symmetries",
     agrees_with_the_oracle_under_any_symmetries},
    {"a long test can be stopped", a_long_test_can_be_stopped},
};

CSP_TEST_MAIN("model/symmetry", tests)
