/* SPDX-License-Identifier: MIT */
/* What the records say of symmetries, against brute force: a valid one carries
 * every solution to a solution, an invalid one does not. */
#include "config.h"

#include <libcsp/csp-model.h>

#include "base/random.h"
#include "constraints/family.h"
#include "model/symmetry.h"
#include "tests/csp-test.h"

enum { LENGTH = 3, N_VARS = 2 * LENGTH + 1, N_VALUES = 3 };

/* x[0] .. x[2], y[0] .. y[2] and k, each 1 .. 3 */
static CspModel *
small_model(void)
{
  CspModel *model = csp_model_new();

  csp_model_add_int_array(model, "x", LENGTH, 1, N_VALUES, NULL);
  csp_model_add_int_array(model, "y", LENGTH, 1, N_VALUES, NULL);
  csp_model_add_int(model, "k", 1, N_VALUES, NULL);
  return model;
}

static bool
is_solution(const CspModel *model, const int32_t *values, CspScratch *scratch)
{
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(model, &n);

  for (size_t c = 0; c < n; c++)
    if (!csp_family_of(&cons[c])->holds(&cons[c], values, scratch))
      return false;
  return true;
}

/* Counts the solutions and those with an image that is no solution. */
static void
count_solutions(const CspModel *model, int *out_n, int *out_n_broken)
{
  CspScratch scratch = {0};
  size_t n_symmetries;
  const CspSymmetry *symmetry = csp_model_peek_symmetries(model, &n_symmetries);
  uint32_t n_generators = csp_symmetry_n_generators(model, symmetry);
  int32_t values[N_VARS], image[N_VARS];

  *out_n = *out_n_broken = 0;
  for (int number = 0; number < 2187; number++) {
    int rest = number;
    bool is_broken = false;
    for (int v = 0; v < N_VARS; v++, rest /= N_VALUES)
      values[v] = 1 + rest % N_VALUES;
    if (!is_solution(model, values, &scratch))
      continue;
    ++*out_n;
    for (uint32_t g = 0; g < n_generators; g++)
      is_broken = is_broken ||
                  !csp_symmetry_apply(model, symmetry, g, values, image) ||
                  !is_solution(model, image, &scratch);
    *out_n_broken += is_broken;
  }
  csp_scratch_clear(&scratch);
}

static CspVerdict
verdict_on(const CspModel *model, size_t index, GError **error)
{
  CspRecordWords records = {0};
  CspVerdict verdict = csp_symmetry_check(model, index, &records, error);

  csp_record_words_clear(&records);
  return verdict;
}

static CspVerdict
check(const CspModel *model)
{
  g_autoptr(GError) error = NULL;
  int n, n_broken;
  CspVerdict verdict = verdict_on(model, 0, &error);

  count_solutions(model, &n, &n_broken);
  if (verdict == CSP_VERDICT_VALID)
    CU_ASSERT_EQUAL(n_broken, 0);
  if (verdict == CSP_VERDICT_INVALID)
    CU_ASSERT_TRUE(n_broken > 0 || n == 0);
  CU_ASSERT_EQUAL(error != NULL, verdict == CSP_VERDICT_INVALID);
  return verdict;
}

static void
the_chess_board_has_its_symmetries(void)
{
  for (int kind = 0; kind < 3; kind++) {
    g_autoptr(CspModel) model = small_model();
    csp_model_post_all_different_affine(model, 0, 0, 0, NULL);
    csp_model_post_all_different_affine(model, 0, 0, 1, NULL);
    csp_model_post_all_different_affine(model, 0, 0, -1, NULL);
    if (kind == 0)
      csp_model_add_symmetry_reverse(model, 0, NULL);
    else if (kind == 1)
      csp_model_add_symmetry_reverse_values(model, 0, NULL);
    else
      csp_model_add_symmetry_transpose(model, 0, NULL);
    CU_ASSERT_EQUAL(check(model), CSP_VERDICT_VALID);
  }
}

/* No time to look at each variable, and no need. */
static void
a_board_of_any_size_has_its_symmetries(void)
{
  static const gint slopes[] = {0, 1, -1, 3};
  static const CspVerdict verdicts[] = {
      CSP_VERDICT_UNDECIDED, CSP_VERDICT_UNDECIDED, CSP_VERDICT_VALID,
      CSP_VERDICT_UNDECIDED};
  g_autoptr(CspModel) model = csp_model_new();
  enum { N = 1000000 };

  csp_model_add_int_array(model, "x", N, 0, N - 1, NULL);
  csp_model_add_symmetry_reverse(model, 0, NULL);
  csp_model_add_symmetry_reverse_values(model, 0, NULL);
  csp_model_add_symmetry_transpose(model, 0, NULL);
  for (int i = 0; i < 4; i++) {
    csp_model_post_all_different_affine(model, 0, 0, slopes[i], NULL);
    for (size_t kind = 0; kind < 3; kind++) {
      bool is_first = i == 0 || (i == 1 && kind == 2);
      CU_ASSERT_EQUAL(verdict_on(model, kind, NULL),
                      is_first ? CSP_VERDICT_VALID : verdicts[i]);
    }
  }
}

static void
colors_are_interchangeable(void)
{
  g_autoptr(CspModel) model = small_model();

  csp_model_post_relation(model, 0, CSP_RELATION_NE, 1, 0, NULL);
  csp_model_post_relation(model, 1, CSP_RELATION_NE, 2, 0, NULL);
  for (CspVar v = 0; v < LENGTH; v++)
    csp_model_post_relation(model, v, CSP_RELATION_LE, 6, 0, NULL);
  csp_model_add_symmetry_values_up_to(model, 0, 1, 6, NULL);
  CU_ASSERT_EQUAL(check(model), CSP_VERDICT_VALID);
}

static void
an_order_breaks_a_symmetry(void)
{
  g_autoptr(CspModel) model = small_model();
  g_autoptr(GError) error = NULL;

  csp_model_post_relation(model, 0, CSP_RELATION_LE, 2, 0, NULL);
  csp_model_add_symmetry_reverse(model, 0, NULL);
  CU_ASSERT_EQUAL(check(model), CSP_VERDICT_INVALID);
  CU_ASSERT_EQUAL(verdict_on(model, 0, &error), CSP_VERDICT_INVALID);
  CU_ASSERT_TRUE(g_error_matches(error, CSP_ERROR, CSP_ERROR_SYMMETRY));
  CU_ASSERT_STRING_EQUAL(
      error->message,
      "reverse of x is no symmetry of relation #1 over x[0], x[2]");

  /* one more record, and the first may follow from it */
  csp_model_post_relation(model, 2, CSP_RELATION_LE, 0, 0, NULL);
  CU_ASSERT_EQUAL(check(model), CSP_VERDICT_VALID);
  csp_model_post_relation_const(model, 0, CSP_RELATION_NE, 2, NULL);
  CU_ASSERT_EQUAL(check(model), CSP_VERDICT_UNDECIDED);
}

static void
add_random_symmetry(CspModel *model, CspRandom *random)
{
  gint first = 1 + (gint)csp_random_below(random, 2);

  switch (csp_random_below(random, 8)) {
  case 0:
    csp_model_add_symmetry_reverse(model, 0, NULL);
    break;
  case 1:
    csp_model_add_symmetry_reverse_values(model, 0, NULL);
    break;
  case 2:
    csp_model_add_symmetry_transpose(model, 0, NULL);
    break;
  case 3:
    csp_model_add_symmetry_values(model, 0, first, 3, NULL);
    break;
  case 4:
    csp_model_add_symmetry_values_up_to(model, 0, 1, 6, NULL);
    break;
  case 5:
    csp_model_add_symmetry_variables(model, (CspVar[]){0, 2, 3}, 3, NULL);
    break;
  case 6:
    csp_model_add_symmetry_rows(model, 0, 3, NULL);
    break;
  default:
    csp_model_add_symmetry_pairs(model, "pairs", (CspVar[]){0, 1}, 2,
                                 (gint[]){1, 2}, 2, (CspVar[]){1, 0}, 2,
                                 (gint[]){2, 1}, 2, NULL);
    break;
  }
}

static void
post_random(CspModel *model, CspRandom *random)
{
  CspRelation relation = csp_random_below(random, 6);
  gint small = (gint)csp_random_below(random, 3);
  gint coeffs[LENGTH];
  CspVar vars[LENGTH];
  uint32_t n = 1 + csp_random_below(random, LENGTH);

  for (int i = 0; i < LENGTH; i++) {
    vars[i] = csp_random_below(random, 3) == 0
                  ? csp_random_below(random, N_VARS)
                  : (CspVar)i;
    coeffs[i] = csp_random_below(random, 2) == 0
                    ? 1
                    : (gint)csp_random_below(random, 5) - 2;
  }
  switch (csp_random_below(random, 8)) {
  case 0:
    csp_model_post_relation(model, vars[0], relation, vars[2], small - 1, NULL);
    break;
  case 1:
    csp_model_post_relation_const(model, vars[0], relation, small + 1, NULL);
    break;
  case 2:
    csp_model_post_linear(model, coeffs, n, vars, n, relation, small + 3, NULL);
    break;
  case 3:
    csp_model_post_all_different_affine(model, 0, 0, small - 1, NULL);
    break;
  case 4:
    csp_model_post_all_different(model, vars, n, coeffs, n, NULL);
    break;
  case 5:
    csp_model_post_count_const(model, vars, n, small + 1, relation, 1, NULL);
    break;
  case 6:
    csp_model_post_count(model, vars, n, small + 1, relation, 6, NULL);
    break;
  default:
    csp_model_post_table(model, vars, 2, (gint[]){1, 3, 2, 2, 3, 1, 1, 2}, 8,
                         NULL);
    break;
  }
}

static void
agrees_with_brute_force(void)
{
  int n_verdicts[3] = {0};

  for (uint64_t seed = 1; seed <= 2000; seed++) {
    g_autoptr(CspModel) model = small_model();
    CspRandom random;
    csp_random_seed(&random, seed);
    uint32_t n = 1 + csp_random_below(&random, 2);
    for (uint32_t i = 0; i < n; i++)
      post_random(model, &random);
    add_random_symmetry(model, &random);
    n_verdicts[check(model)]++;
  }
  CU_ASSERT_TRUE(n_verdicts[CSP_VERDICT_VALID] > 100);
  CU_ASSERT_TRUE(n_verdicts[CSP_VERDICT_INVALID] > 100);
}

/* Maps of 1 .. 3 ----------------------------------------------------------- */

/* x and y are maps of 1 .. 3, and one[i] is i. */
static CspModel *
model_of_maps(CspVar *one)
{
  CspModel *model = csp_model_new();

  csp_model_add_int_array(model, "x", LENGTH, 1, N_VALUES, NULL);
  csp_model_add_int_array(model, "y", LENGTH, 1, N_VALUES, NULL);
  for (gint i = 0; i < LENGTH; i++) {
    g_autofree gchar *name = g_strdup_printf("one%d", i + 1);
    one[i] = csp_model_add_int(model, name, i + 1, i + 1, NULL);
  }
  return model;
}

/* Every i goes to to[i], as argument and as value; of the variables from
 * n_moved on nothing moves. */
static void
add_conjugation(CspModel *model, const gint *to, CspVar n_moved)
{
  CspVar from_vars[N_VARS * N_VALUES], to_vars[N_VARS * N_VALUES];
  gint from_values[N_VARS * N_VALUES], to_values[N_VARS * N_VALUES];
  gsize n = 0;

  for (CspVar v = 0; v < n_moved; v++)
    for (gint value = 1; value <= N_VALUES; value++, n++) {
      from_vars[n] = v;
      from_values[n] = value;
      to_vars[n] = v - v % LENGTH + (CspVar)to[v % LENGTH] - 1;
      to_values[n] = to[value - 1];
    }
  csp_model_add_symmetry_pairs(model, "renaming", from_vars, n, from_values, n,
                               to_vars, n, to_values, n, NULL);
}

/* An equation of the maps at i. */
static void
post_equation(CspModel *model, CspRandom *random, int kind, gint i, CspVar *one)
{
  CspVar x = (CspVar)i, y = (CspVar)i + LENGTH;
  /* Values are places, and nothing has the value 0. */
  CspVar xs[] = {one[csp_random_below(random, LENGTH)], 0, 1, 2};
  gint rotated[] = {0, 2, 3, 1};

  switch (kind) {
  case 0:
    csp_model_post_element_var(model, xs, 4, x, y, NULL);
    break;
  case 1:
    csp_model_post_element_var(model, xs, 4, y, one[i], NULL);
    break;
  case 2:
    csp_model_post_relation_const(model, x, CSP_RELATION_NE, i + 1, NULL);
    break;
  case 3:
    csp_model_post_relation(model, x, CSP_RELATION_NE, y, 0, NULL);
    break;
  case 4:
    csp_model_post_all_different(model, (CspVar[]){x, y, one[i]}, 3, NULL, 0,
                                 NULL);
    break;
  case 5:
    csp_model_post_count_const(model, (CspVar[]){0, 1, 2}, 3, i + 1,
                               CSP_RELATION_LE, 1, NULL);
    break;
  case 6:
    csp_model_post_element(model, rotated, 4, x, y, NULL);
    break;
  case 7:
    csp_model_post_relation(model, x, CSP_RELATION_LE, y, 0, NULL);
    break;
  default:
    csp_model_post_table(model, (CspVar[]){x, y}, 2,
                         (gint[]){1, 2, 2, 3, 3, 1, i + 1, i + 1}, 8, NULL);
    break;
  }
}

/* Has every solution an image that is one? */
static bool
is_symmetry_of_maps(const CspModel *model)
{
  size_t n_symmetries;
  const CspSymmetry *symmetry = csp_model_peek_symmetries(model, &n_symmetries);
  int32_t values[3 * LENGTH], image[3 * LENGTH];
  CspScratch scratch = {0};
  bool is_kept = true;

  for (int number = 0; number < 729 && is_kept; number++) {
    int rest = number;
    for (int v = 0; v < 2 * LENGTH; v++, rest /= N_VALUES)
      values[v] = 1 + rest % N_VALUES;
    for (int i = 0; i < LENGTH; i++)
      values[2 * LENGTH + i] = i + 1;
    is_kept = !is_solution(model, values, &scratch) ||
              (csp_symmetry_apply(model, symmetry, 0, values, image) &&
               is_solution(model, image, &scratch));
  }
  csp_scratch_clear(&scratch);
  return is_kept;
}

static void
renamings_agree_with_brute_force(void)
{
  static const gint to[][LENGTH] = {{2, 1, 3}, {1, 3, 2}, {2, 3, 1}, {3, 1, 2}};
  int n_valid = 0, n_wrong = 0;

  for (uint64_t seed = 1; seed <= 3000; seed++) {
    CspVar one[LENGTH];
    CspRandom random;
    g_autoptr(CspModel) model = model_of_maps(one);
    csp_random_seed(&random, seed);
    for (uint32_t n = 1 + csp_random_below(&random, 3); n > 0; n--) {
      int kind = (int)csp_random_below(&random, 9);
      bool is_whole = csp_random_below(&random, 4) > 0;
      for (gint i = 0; i < LENGTH; i++)
        if (is_whole || csp_random_below(&random, 2) == 0)
          post_equation(model, &random, kind, i, one);
    }
    add_conjugation(model, to[csp_random_below(&random, G_N_ELEMENTS(to))],
                    csp_random_below(&random, 5) == 0 ? LENGTH : 2 * LENGTH);
    bool is_valid = verdict_on(model, 0, NULL) == CSP_VERDICT_VALID;
    bool is_kept = is_symmetry_of_maps(model);
    n_valid += is_valid;
    n_wrong += is_valid && !is_kept;
  }
  CU_ASSERT_EQUAL(n_wrong, 0);
  CU_ASSERT_TRUE(n_valid > 500);
}

static const CspTest tests[] = {
    {"the chess board has its symmetries", the_chess_board_has_its_symmetries},
    {"a board of any size has its symmetries",
     a_board_of_any_size_has_its_symmetries},
    {"colors are interchangeable", colors_are_interchangeable},
    {"an order breaks a symmetry", an_order_breaks_a_symmetry},
    {"agrees with brute force", agrees_with_brute_force},
    {"renamings agree with brute force", renamings_agree_with_brute_force},
};

CSP_TEST_MAIN("model/symmetry-check", tests)
