/* SPDX-License-Identifier: MIT */
/* The model as data: what its records hold and what it refuses. */
#include "config.h"

#include <libcsp/csp.h>

#include "tests/csp-test.h"
#include "model/model.h"

static const CspConstraint *
last_record(CspModel *model)
{
  size_t n;
  const CspConstraint *cons = csp_model_peek_constraints(model, &n);

  return &cons[n - 1];
}

/* The call failed with this code and this message, and added nothing. */
#define ASSERT_REFUSED(call, model, expected_code, expected_message)           \
  G_STMT_START                                                                 \
  {                                                                            \
    g_autoptr(GError) error = NULL;                                            \
    gsize n_vars = csp_model_get_n_vars(model);                                \
    gsize n_constraints = csp_model_get_n_constraints(model);                  \
    (void)(call);                                                              \
    CU_ASSERT_TRUE(g_error_matches(error, CSP_ERROR, expected_code));          \
    CU_ASSERT_PTR_NOT_NULL_FATAL(error);                                       \
    CU_ASSERT_STRING_EQUAL(error->message, expected_message);                  \
    CU_ASSERT_EQUAL(csp_model_get_n_vars(model), n_vars);                      \
    CU_ASSERT_EQUAL(csp_model_get_n_constraints(model), n_constraints);        \
  }                                                                            \
  G_STMT_END

static void
arrays_have_consecutive_variables(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspVar x = csp_model_add_int(model, "x", -3, 4, NULL);
  CspArray cells = csp_model_add_int_array(model, "cell", 5, 1, 9, NULL);
  CspVar b = csp_model_add_bool(model, "b", NULL);
  gint min, max;

  CU_ASSERT_EQUAL(x, 0);
  CU_ASSERT_EQUAL(csp_model_get_var(model, cells, 4), 5);
  CU_ASSERT_EQUAL(b, 6);
  CU_ASSERT_EQUAL(csp_model_get_n_vars(model), 7);
  CU_ASSERT_EQUAL(csp_model_get_n_arrays(model), 3);
  CU_ASSERT_EQUAL(csp_model_find_array(model, "cell"), cells);
  CU_ASSERT_EQUAL(csp_model_find_array(model, "none"), CSP_NONE);
  CU_ASSERT_STRING_EQUAL(csp_model_get_array_name(model, cells), "cell");
  CU_ASSERT_EQUAL(csp_model_get_array_length(model, cells), 5);
  CU_ASSERT_FALSE(csp_model_is_scalar(model, cells));
  CU_ASSERT_TRUE(csp_model_is_scalar(model, csp_model_find_array(model, "x")));
  CU_ASSERT_TRUE(csp_model_get_bounds(model, 5, &min, &max));
  CU_ASSERT_EQUAL(min, 1);
  CU_ASSERT_EQUAL(max, 9);
  CU_ASSERT_FALSE(csp_model_get_bounds(model, 7, &min, &max));

  g_autofree char *element = csp_model_dup_var_name(model, 3);
  g_autofree char *scalar = csp_model_dup_var_name(model, 6);
  CU_ASSERT_STRING_EQUAL(element, "cell[2]");
  CU_ASSERT_STRING_EQUAL(scalar, "b");
}

static void
value_lists_are_sorted_and_kept_once(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  const gint holes[] = {9, 1, 4, 1}, dense[] = {3, 2, 4};
  size_t n;

  csp_model_add_int_array_values(model, "x", 3, holes, 4, NULL);
  csp_model_add_int_values(model, "y", dense, 3, NULL);
  const CspArrayInfo *arrays = csp_model_peek_arrays(model, &n);
  CU_ASSERT_EQUAL(n, 2);
  CU_ASSERT_EQUAL(arrays[0].n_values, 3);
  CU_ASSERT_EQUAL(arrays[0].values[0], 1);
  CU_ASSERT_EQUAL(arrays[0].values[1], 4);
  CU_ASSERT_EQUAL(arrays[0].values[2], 9);
  CU_ASSERT_PTR_NULL(arrays[1].values); /* an interval after all */
  CU_ASSERT_EQUAL(arrays[1].min, 2);
  CU_ASSERT_EQUAL(arrays[1].n_values, 3);
}

static void
refuses_arrays_that_cannot_be(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  const gint far[] = {0, G_MAXINT};

  csp_model_add_int(model, "x", 0, 1, NULL);
  ASSERT_REFUSED(csp_model_add_int(model, "", 0, 1, &error), model,
                 CSP_ERROR_INVALID, "a variable needs a name");
  ASSERT_REFUSED(csp_model_add_int(model, "\xff", 0, 1, &error), model,
                 CSP_ERROR_INVALID, "a variable's name is not valid UTF-8");
  ASSERT_REFUSED(csp_model_add_bool(model, "x", &error), model,
                 CSP_ERROR_INVALID, "the name x is in use");
  ASSERT_REFUSED(csp_model_add_int(model, "y", 2, 1, &error), model,
                 CSP_ERROR_INVALID, "y: the domain 2..1 is empty");
  ASSERT_REFUSED(csp_model_add_int(model, "y", 0, G_MAXINT, &error), model,
                 CSP_ERROR_RANGE,
                 "y: the domain 0..2147483647 leaves -1073741824..1073741824");
  ASSERT_REFUSED(csp_model_add_int_values(model, "y", NULL, 0, &error), model,
                 CSP_ERROR_INVALID, "y: the domain is empty");
  ASSERT_REFUSED(csp_model_add_int_values(model, "y", far, 2, &error), model,
                 CSP_ERROR_RANGE,
                 "y: the value 2147483647 leaves -1073741824..1073741824");
  ASSERT_REFUSED(csp_model_add_bool_array(model, "y", 0, &error), model,
                 CSP_ERROR_INVALID, "the array y has no elements");
  ASSERT_REFUSED(csp_model_add_bool_array(model, "y", G_MAXUINT32, &error),
                 model, CSP_ERROR_RANGE,
                 "y: a model holds at most 4294967294 variables");
}

static void
a_large_model_is_small(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  enum { N = 1000000 };

  CspArray x =
      csp_model_add_int_array(model, "x", 100000000, 0, 99999999, NULL);
  CU_ASSERT_TRUE(csp_model_post_all_different_affine(model, x, 0, 1, NULL));
  CU_ASSERT_TRUE(csp_model_post_all_different_affine(model, x, 0, -1, NULL));
  for (CspVar i = 0; i < N; i++)
    csp_model_post_relation(model, i, CSP_RELATION_LE, i + 1, 0, NULL);
  CU_ASSERT_EQUAL(csp_model_get_n_constraints(model), N + 2);
  CU_ASSERT_PTR_NULL(last_record(model)->vars);
  CU_ASSERT_EQUAL(last_record(model)->first, N - 1);
  CU_ASSERT_EQUAL(csp_model_array_of(model, 99999999)->length, 100000000);
}

static void
a_consecutive_scope_needs_no_list(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  const CspVar up[] = {1, 2, 3}, mixed[] = {3, 1, 2};

  csp_model_add_int_array(model, "x", 4, 0, 3, NULL);
  csp_model_post_all_different(model, up, 3, NULL, 0, NULL);
  CU_ASSERT_PTR_NULL(last_record(model)->vars);
  CU_ASSERT_EQUAL(last_record(model)->first, 1);
  CU_ASSERT_EQUAL(last_record(model)->n_ints, 0);
  csp_model_post_all_different(model, mixed, 3, (gint[]){0, 0, 5}, 3, NULL);
  CU_ASSERT_EQUAL(csp_constraint_var(last_record(model), 0), 3);
  CU_ASSERT_EQUAL(csp_constraint_offset(last_record(model), 2), 5);
}

static void
tuples_are_sorted_and_kept_once(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  const CspVar vars[] = {0, 1};
  const gint tuples[] = {2, 1, 0, 3, 2, 1, -1, 0},
             sorted[] = {-1, 0, 0, 3, 2, 1};

  csp_model_add_int_array(model, "x", 2, -3, 3, NULL);
  CU_ASSERT_TRUE(csp_model_post_table(model, vars, 2, tuples, 8, NULL));
  CU_ASSERT_EQUAL(last_record(model)->n_ints, 6);
  CU_ASSERT_EQUAL(memcmp(last_record(model)->ints, sorted, sizeof(sorted)), 0);
  CU_ASSERT_TRUE(csp_model_post_negative_table(model, vars, 2, NULL, 0, NULL));
  CU_ASSERT_EQUAL(last_record(model)->n_ints, 0);
}

static void
records_follow_the_table(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  const CspVar vars[] = {4, 2};
  const gint values[] = {7, 8, 9};

  csp_model_add_int_array(model, "x", 5, 0, 9, NULL);
  csp_model_set_strength(model, CSP_STRENGTH_DOMAIN);
  csp_model_post_element(model, values, 3, 1, 0, NULL);
  CU_ASSERT_EQUAL(last_record(model)->kind, CSP_CON_ELEMENT);
  CU_ASSERT_EQUAL(last_record(model)->strength, CSP_STRENGTH_DOMAIN);
  CU_ASSERT_EQUAL(csp_constraint_var(last_record(model), 1), 0);
  csp_model_post_element_var(model, vars, 2, 1, 0, NULL);
  CU_ASSERT_EQUAL(last_record(model)->n_vars, 4);
  CU_ASSERT_EQUAL(csp_constraint_var(last_record(model), 2), 1);
  csp_model_post_count(model, vars, 2, 6, CSP_RELATION_LT, 0, NULL);
  CU_ASSERT_EQUAL(last_record(model)->n_vars, 3);
  CU_ASSERT_EQUAL(last_record(model)->ints[0], 6);
  csp_model_post_at_most(model, vars, 2, 6, 1, NULL);
  CU_ASSERT_EQUAL(last_record(model)->kind, CSP_CON_COUNT_CONST);
  CU_ASSERT_EQUAL(last_record(model)->relation, CSP_RELATION_LE);
  CU_ASSERT_EQUAL(last_record(model)->constant, 1);
  csp_model_post_relation_const(model, 3, CSP_RELATION_NE, -5, NULL);
  CU_ASSERT_EQUAL(last_record(model)->constant, -5);
  csp_model_post_linear(model, (gint[]){2, -1}, 2, vars, 2, CSP_RELATION_GE,
                        G_GINT64_CONSTANT(1) << 40, NULL);
  CU_ASSERT_EQUAL(last_record(model)->constant, INT64_C(1) << 40);

  g_auto(GStrv) summary = csp_model_dup_summary(model);
  CU_ASSERT_EQUAL(g_strv_length(summary), 6);
  CU_ASSERT_STRING_EQUAL(summary[0], "1 relation-const");
  CU_ASSERT_STRING_EQUAL(summary[5], "1 count-const");
}

static void
refuses_constraints_that_cannot_be(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  const CspVar vars[] = {0, 1, 2, 3};
  const gint ints[] = {1, 1, 1, CSP_VALUE_MAX};

  csp_model_add_int_array(model, "x", 4, 0, CSP_VALUE_MAX, NULL);
  ASSERT_REFUSED(
      csp_model_post_relation(model, 0, CSP_RELATION_EQ, 9, 0, &error), model,
      CSP_ERROR_INVALID, "variable 9 is not one of the model's 4");
  ASSERT_REFUSED(
      csp_model_post_relation(model, CSP_NONE, CSP_RELATION_EQ, 1, 0, &error),
      model, CSP_ERROR_INVALID, "no variable: the call that made it failed");
  ASSERT_REFUSED(
      csp_model_post_relation(model, 0, CSP_RELATION_EQ, 1, G_MAXINT, &error),
      model, CSP_ERROR_RANGE,
      "relation #1 over x[0], x[1]: the constant 2147483647 leaves "
      "-1073741824..1073741824");
  ASSERT_REFUSED(csp_model_post_linear(model, ints, 3, vars, 4, CSP_RELATION_EQ,
                                       0, &error),
                 model, CSP_ERROR_INVALID,
                 "linear #1 over x[0], x[1], x[2], ...: 3 factors for 4 "
                 "variables");
  ASSERT_REFUSED(csp_model_post_all_different(model, vars, 4, ints, 2, &error),
                 model, CSP_ERROR_INVALID,
                 "all-different #1 over x[0], x[1], x[2], ...: 2 offsets for 4 "
                 "variables");
  ASSERT_REFUSED(csp_model_post_all_different(model, vars, 4, ints, 4, &error),
                 model, CSP_ERROR_RANGE,
                 "all-different #1 over x[0], x[1], x[2], ...: the value with "
                 "its offset 1073741825 leaves -1073741824..1073741824");
  ASSERT_REFUSED(csp_model_post_all_different_affine(model, 1, 0, 0, &error),
                 model, CSP_ERROR_INVALID,
                 "array 1 is not one of the model's 1");
  ASSERT_REFUSED(csp_model_post_all_different(model, NULL, 0, NULL, 0, &error),
                 model, CSP_ERROR_INVALID, "a constraint without variables");

  csp_model_set_group(model, "rows");
  ASSERT_REFUSED(csp_model_post_table(model, vars, 2, ints, 3, &error), model,
                 CSP_ERROR_INVALID,
                 "rows: 3 values are no whole number of tuples of 2");
  ASSERT_REFUSED(csp_model_post_element(model, NULL, 0, 0, 1, &error), model,
                 CSP_ERROR_INVALID, "rows: no values");
  ASSERT_REFUSED(csp_model_post_element_var(model, NULL, 0, 0, 1, &error),
                 model, CSP_ERROR_INVALID, "rows: no elements");
  ASSERT_REFUSED(csp_model_post_at_least(model, vars, 0, 1, 1, &error), model,
                 CSP_ERROR_INVALID, "a constraint without variables");
  ASSERT_REFUSED(
      csp_model_post_count(model, vars, 0, 1, CSP_RELATION_EQ, 1, &error),
      model, CSP_ERROR_INVALID, "rows: nothing to count");
}

/* What is posted as another constraint is refused as what it is. */
static void
refuses_by_the_name_posted(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  const CspVar vars[] = {0, 1};
  const gint ints[] = {-1, 1, 1}, edge[] = {-1, 0, 1, 7};

  csp_model_add_int_array(model, "x", 2, 0, CSP_VALUE_MAX, NULL);
  ASSERT_REFUSED(csp_model_post_bin_packing(model, vars, ints, 2, 3, &error),
                 model, CSP_ERROR_INVALID,
                 "bin-packing #1: the size -1 is negative");
  ASSERT_REFUSED(
      csp_model_post_bin_packing(model, vars, ints + 1, 2, -3, &error), model,
      CSP_ERROR_INVALID, "bin-packing #1: the capacity -3 is negative");
  ASSERT_REFUSED(
      csp_model_post_reified_table(model, vars, 2, ints, 3, 1, &error), model,
      CSP_ERROR_INVALID,
      "reified-table #1 over x[0], x[1]: 3 values are no whole number of "
      "tuples of 2");
  ASSERT_REFUSED(
      csp_model_post_reified_table(model, vars, 1, ints, 3, 1, &error), model,
      CSP_ERROR_INVALID,
      "reified-table #1 over x[0], x[1]: its truth is no 0/1 variable");
  ASSERT_REFUSED(
      csp_model_post_reified_mdd(model, vars, 1, edge, 3, 0, 1, 1, &error),
      model, CSP_ERROR_INVALID,
      "reified-mdd #1 over x[0], x[1]: its truth is no 0/1 variable");
  ASSERT_REFUSED(
      csp_model_post_cost_mdd(model, vars, 1, edge, 4, 0, 1, 1, &error), model,
      CSP_ERROR_INVALID, "cost-mdd #1 over x[0], x[1]: node -1 is below 0");
  ASSERT_REFUSED(csp_model_post_cost_regular(model, vars, 1, edge, 4, 0,
                                             ints + 1, 1, 1, &error),
                 model, CSP_ERROR_INVALID,
                 "cost-regular #1 over x[0], x[1]: state -1 is below 0");
}

static void
sums_stay_within_62_bits(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  const CspVar vars[] = {0, 1, 2, 3};
  const gint big = CSP_VALUE_MAX;
  const gint ints[] = {big, -big, big, big};

  csp_model_add_int_array(model, "x", 4, 0, big, NULL);
  CU_ASSERT_TRUE(
      csp_model_post_linear(model, ints, 4, vars, 4, CSP_RELATION_LE, 0, NULL));
  ASSERT_REFUSED(csp_model_post_linear(model, ints, 4, vars, 4, CSP_RELATION_LE,
                                       1, &error),
                 model, CSP_ERROR_RANGE,
                 "linear #2 over x[0], x[1], x[2], ...: the sum can leave the "
                 "range of 2^62");
  ASSERT_REFUSED(csp_model_post_linear(model,
                                       (gint[]){G_MININT, G_MININT, G_MININT},
                                       3, vars, 3, CSP_RELATION_LE, 0, &error),
                 model, CSP_ERROR_RANGE,
                 "linear #2 over x[0], x[1], x[2]: the sum can leave the range "
                 "of 2^62");
  ASSERT_REFUSED(csp_model_post_linear(model, ints, 1, vars, 1, CSP_RELATION_LE,
                                       G_MININT64, &error),
                 model, CSP_ERROR_RANGE,
                 "linear #2 over x[0]: the sum can leave the range of 2^62");
}

static void
constraints_carry_their_group_name(void)
{
  g_autoptr(CspModel) model = csp_model_new();

  csp_model_add_int_array(model, "x", 2, 0, 3, NULL);
  csp_model_set_group(model, "rows");
  csp_model_post_relation(model, 0, CSP_RELATION_LT, 1, 0, NULL);
  csp_model_set_group(model, NULL);
  csp_model_post_relation(model, 0, CSP_RELATION_LT, 1, 0, NULL);
  csp_model_set_group(model, "rows");
  csp_model_post_relation(model, 0, CSP_RELATION_LT, 1, 0, NULL);
  g_autofree char *first = csp_model_dup_constraint_name(model, 0);
  g_autofree char *second = csp_model_dup_constraint_name(model, 1);
  CU_ASSERT_STRING_EQUAL(first, "rows");
  CU_ASSERT_STRING_EQUAL(second, "relation #2 over x[0], x[1]");
  CU_ASSERT_EQUAL(last_record(model)->group, 1);
}

static void
has_at_most_one_objective(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  gboolean is_maximized;

  CspVar x = csp_model_add_int(model, "x", 0, 1, NULL);
  CU_ASSERT_EQUAL(csp_model_get_objective(model, NULL), CSP_NONE);
  CU_ASSERT_TRUE(csp_model_maximize(model, x, NULL));
  CU_ASSERT_EQUAL(csp_model_get_objective(model, &is_maximized), x);
  CU_ASSERT_TRUE(is_maximized);
  ASSERT_REFUSED(csp_model_minimize(model, x, &error), model, CSP_ERROR_INVALID,
                 "the model has an objective already");
}

static void
a_sealed_model_does_not_change(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  const char *message = "the model belongs to a solver and cannot be changed";

  CspArray x = csp_model_add_int_array(model, "x", 2, 0, 1, NULL);
  CspExpr e = csp_model_expr_var(model, 0, NULL);
  csp_model_seal(model);
  ASSERT_REFUSED(csp_model_add_bool(model, "b", &error), model,
                 CSP_ERROR_SEALED, message);
  ASSERT_REFUSED(
      csp_model_post_relation(model, 0, CSP_RELATION_EQ, 1, 0, &error), model,
      CSP_ERROR_SEALED, message);
  ASSERT_REFUSED(csp_model_post_all_different_affine(model, x, 0, 0, &error),
                 model, CSP_ERROR_SEALED, message);
  ASSERT_REFUSED(csp_model_minimize(model, 0, &error), model, CSP_ERROR_SEALED,
                 message);
  ASSERT_REFUSED(csp_model_expr_unary(model, CSP_EXPR_NOT, e, &error), model,
                 CSP_ERROR_SEALED, message);
  ASSERT_REFUSED(csp_model_post_expr(model, e, &error), model, CSP_ERROR_SEALED,
                 message);
  ASSERT_REFUSED(csp_model_add_symmetry_reverse(model, x, &error), model,
                 CSP_ERROR_SEALED, message);
}

static gboolean
never(gconstpointer data, const gint *values, gsize n_values)
{
  return FALSE;
}

static void
count_destroyed(gpointer data)
{
  ++*(int *)data;
}

static void
user_data_is_freed_once(void)
{
  static const CspConstraintClass klass =
      CSP_CONSTRAINT_CLASS(.name = "never", .holds = never);
  static const CspConstraintClass old = {
      .size = G_STRUCT_OFFSET(CspConstraintClass, propagate),
      .name = "old",
      .holds = never,
  };
  CspModel *model = csp_model_new();
  CspVar x = csp_model_add_int(model, "x", 0, 1, NULL), none = 7;
  int n_kept = 0, n_failed = 0;

  CU_ASSERT_FALSE(csp_model_post_user(model, &klass, &none, 1, &n_failed,
                                      count_destroyed, NULL));
  CU_ASSERT_EQUAL(n_failed, 1);
  CU_ASSERT_TRUE(csp_model_post_user(model, &klass, &x, 1, &n_kept,
                                     count_destroyed, NULL));
  const CspUserConstraint *user = last_record(model)->object;
  CU_ASSERT_PTR_EQUAL(user->klass, &klass);
  CU_ASSERT_TRUE(csp_model_post_user(model, &old, &x, 1, NULL, NULL, NULL));
  user = last_record(model)->object;
  CU_ASSERT_PTR_NULL(user->klass->propagate);
  CU_ASSERT_PTR_EQUAL(user->klass->holds, never);
  CU_ASSERT_EQUAL(n_kept, 0);
  g_object_unref(model);
  CU_ASSERT_EQUAL(n_kept, 1);
}

static void
a_solution_outlives_its_creator(void)
{
  CspModel *model = csp_model_new();
  gsize n;

  csp_model_add_int(model, "x", 0, 9, NULL);
  CspArray y = csp_model_add_int_array(model, "y", 2, 0, 9, NULL);
  csp_model_minimize(model, 1, NULL);
  CspSolution *first = csp_solution_new(model, (gint[]){4, 5, 6}, 3, NULL);
  CU_ASSERT_PTR_NULL(csp_solution_new(model, NULL, 0, NULL));
  g_object_unref(model);
  g_autoptr(CspSolution) solution = csp_solution_ref(first);
  csp_solution_unref(first);

  CU_ASSERT_EQUAL(csp_solution_get_value(solution, 0), 4);
  CU_ASSERT_EQUAL(csp_solution_get_values(solution, y, &n)[1], 6);
  CU_ASSERT_EQUAL(n, 2);
  CU_ASSERT_EQUAL(csp_solution_get_all_values(solution, &n)[2], 6);
  CU_ASSERT_EQUAL(n, 3);
  CU_ASSERT_TRUE(csp_solution_has_objective(solution));
  CU_ASSERT_EQUAL(csp_solution_get_objective(solution), 5);
}

static const CspTest tests[] = {
    {"arrays have consecutive variables", arrays_have_consecutive_variables},
    {"value lists are sorted and kept once",
     value_lists_are_sorted_and_kept_once},
    {"refuses arrays that cannot be", refuses_arrays_that_cannot_be},
    {"a large model is small", a_large_model_is_small},
    {"a consecutive scope needs no list", a_consecutive_scope_needs_no_list},
    {"tuples are sorted and kept once", tuples_are_sorted_and_kept_once},
    {"records follow the table", records_follow_the_table},
    {"refuses constraints that cannot be", refuses_constraints_that_cannot_be},
    {"refuses by the name posted", refuses_by_the_name_posted},
    {"sums stay within 62 bits", sums_stay_within_62_bits},
    {"constraints carry their group's name",
     constraints_carry_their_group_name},
    {"has at most one objective", has_at_most_one_objective},
    {"a sealed model does not change", a_sealed_model_does_not_change},
    {"user data is freed once", user_data_is_freed_once},
    {"a solution outlives its creator", a_solution_outlives_its_creator},
};

CSP_TEST_MAIN("model/model", tests)
