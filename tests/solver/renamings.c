/* SPDX-License-Identifier: MIT */
/* Squares whose elements may be renamed, as rows, columns and values at once:
 * listed pairs that the records prove, so that the count is by orbits from the
 * first node on.  The numbers are those that plain counting finds. */
#include "config.h"

#include <stdbool.h>

#include <libcsp/csp.h>

#include "tests/csp-test.h"

typedef struct {
  CspModel *model;
  CspArray cells;
  gint n;
} Square;

typedef struct {
  GArray *from_vars, *to_vars, *from_values, *to_values;
} Pairs;

static Pairs
new_pairs(void)
{
  return (Pairs){.from_vars = g_array_new(FALSE, FALSE, sizeof(CspVar)),
                 .to_vars = g_array_new(FALSE, FALSE, sizeof(CspVar)),
                 .from_values = g_array_new(FALSE, FALSE, sizeof(gint)),
                 .to_values = g_array_new(FALSE, FALSE, sizeof(gint))};
}

static void
declare_and_free(Pairs *pairs, CspModel *model, const gchar *name)
{
  CU_ASSERT(csp_model_add_symmetry_pairs(
      model, name, (CspVar *)(void *)pairs->from_vars->data,
      pairs->from_vars->len, (gint *)(void *)pairs->from_values->data,
      pairs->from_values->len, (CspVar *)(void *)pairs->to_vars->data,
      pairs->to_vars->len, (gint *)(void *)pairs->to_values->data,
      pairs->to_values->len, NULL));
  g_array_unref(pairs->from_vars);
  g_array_unref(pairs->to_vars);
  g_array_unref(pairs->from_values);
  g_array_unref(pairs->to_values);
}

/* Element i becomes to[i]; with is_turned rows and columns change places. */
static void
add_pairs(Pairs *pairs,
          const Square *square,
          CspArray array,
          const gint *to,
          bool is_turned)
{
  gint n = square->n;

  for (gint row = 0; row < n; row++)
    for (gint column = 0; column < n; column++)
      for (gint value = 0; value < n; value++) {
        gint image =
            is_turned ? to[column] * n + to[row] : to[row] * n + to[column];
        CspVar from =
            csp_model_get_var(square->model, array, (gsize)(row * n + column));
        CspVar target = csp_model_get_var(square->model, array, (gsize)image);
        g_array_append_val(pairs->from_vars, from);
        g_array_append_val(pairs->from_values, value);
        g_array_append_val(pairs->to_vars, target);
        g_array_append_val(pairs->to_values, to[value]);
      }
}

/* The exchange of two elements and a turn of all, those before `first` left as
 * they are. */
static void
declare_renamings(const Square *square,
                  const CspArray *arrays,
                  gsize n_arrays,
                  gint first)
{
  gint n = square->n;
  g_autofree gint *swap = g_new(gint, n), *turn = g_new(gint, n);
  Pairs swaps = new_pairs(), turns = new_pairs();

  for (gint i = 0; i < n; i++) {
    swap[i] = i;
    turn[i] = i < first ? i : i + 1 < n ? i + 1 : first;
  }
  if (first + 1 < n) {
    swap[first] = first + 1;
    swap[first + 1] = first;
  }
  for (gsize i = 0; i < n_arrays; i++) {
    add_pairs(&swaps, square, arrays[i], swap, false);
    add_pairs(&turns, square, arrays[i], turn, false);
  }
  declare_and_free(&swaps, square->model, "swap");
  declare_and_free(&turns, square->model, "turn");
}

static void
declare_transpose(const Square *square)
{
  g_autofree gint *same = g_new(gint, square->n);
  Pairs pairs = new_pairs();

  for (gint i = 0; i < square->n; i++)
    same[i] = i;
  add_pairs(&pairs, square, square->cells, same, true);
  declare_and_free(&pairs, square->model, "transpose");
}

/* Values 0 .. n - 1. */
static Square
new_square(gint n)
{
  Square square = {.model = csp_model_new(), .n = n};
  g_autofree CspVar *row = g_new(CspVar, n), *column = g_new(CspVar, n);

  square.cells = csp_model_add_int_array(square.model, "cell", (gsize)(n * n),
                                         0, n - 1, NULL);
  for (gint i = 0; i < n; i++) {
    for (gint j = 0; j < n; j++) {
      row[j] =
          csp_model_get_var(square.model, square.cells, (gsize)(i * n + j));
      column[j] =
          csp_model_get_var(square.model, square.cells, (gsize)(j * n + i));
    }
    csp_model_post_all_different(square.model, row, (gsize)n, NULL, 0, NULL);
    csp_model_post_all_different(square.model, column, (gsize)n, NULL, 0, NULL);
  }
  return square;
}

/* Of the plain search that goes first. */
enum { PROBED_NODES = 64 };

static guint64
count(CspModel *model, const gchar *symmetry, guint64 *out_nodes)
{
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  gint64 n_nodes = 0;
  guint64 n = 0;

  CU_ASSERT(csp_solver_set_option(solver, "symmetry", symmetry, NULL));
  CU_ASSERT(csp_solver_count(solver, &n, NULL));
  g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
  csp_stats_get_int(stats, "nodes", &n_nodes);
  *out_nodes = (guint64)n_nodes;
  return n;
}

static void
expect(const Square *square, guint64 expected, bool is_reduced)
{
  guint64 n_nodes, n_without;

  CU_ASSERT_EQUAL(count(square->model, "auto", &n_nodes), expected);
  CU_ASSERT_EQUAL(count(square->model, "off", &n_without), expected);
  if (is_reduced)
    CU_ASSERT_TRUE(10 * (n_nodes - PROBED_NODES) < n_without);
}

static void
reduced_squares_are_counted(void)
{
  static const guint64 known[] = {1, 1, 1, 4, 56, 9408};

  for (gint n = 1; n <= 6; n++) {
    Square square = new_square(n);
    for (gint i = 0; i < n; i++) {
      csp_model_post_relation_const(
          square.model, csp_model_get_var(square.model, square.cells, (gsize)i),
          CSP_RELATION_EQ, i, NULL);
      csp_model_post_relation_const(
          square.model,
          csp_model_get_var(square.model, square.cells, (gsize)(i * n)),
          CSP_RELATION_EQ, i, NULL);
    }
    declare_renamings(&square, &square.cells, 1, 1);
    declare_transpose(&square);
    expect(&square, known[n - 1], n == 6);
    g_object_unref(square.model);
  }
}

/* a * a = a and ((b * a) * b) * b = a; the results are variables of one value or
 * columns of the square's own diagonal. */
static Square
new_qg5(gint n, bool is_of_constants, CspArray *out_twice)
{
  Square square = new_square(n);
  CspModel *model = square.model;
  g_autofree CspVar *column = g_new(CspVar, n);

  *out_twice =
      csp_model_add_int_array(model, "twice", (gsize)(n * n), 0, n - 1, NULL);
  for (gint b = 0; b < n; b++) {
    csp_model_post_relation_const(
        model, csp_model_get_var(model, square.cells, (gsize)(b * n + b)),
        CSP_RELATION_EQ, b, NULL);
    for (gint j = 0; j < n; j++)
      column[j] = csp_model_get_var(model, square.cells, (gsize)(j * n + b));
    for (gint a = 0; a < n; a++) {
      g_autofree gchar *name = g_strdup_printf("a%d,%d", b, a);
      CspVar product =
          csp_model_get_var(model, square.cells, (gsize)(b * n + a));
      CspVar middle = csp_model_get_var(model, *out_twice, (gsize)(b * n + a));
      CspVar result =
          is_of_constants
              ? csp_model_add_int(model, name, a, a, NULL)
              : csp_model_get_var(model, square.cells, (gsize)(a * n + a));
      csp_model_post_element_var(model, column, (gsize)n, product, middle,
                                 NULL);
      csp_model_post_element_var(model, column, (gsize)n, middle, result, NULL);
    }
  }
  return square;
}

static void
quasigroups_are_counted(void)
{
  static const guint64 known[] = {1, 0, 0, 0, 6, 0, 120};

  for (gint n = 1; n <= 7; n++)
    for (int is_of_constants = 0; is_of_constants < 2; is_of_constants++) {
      CspArray twice;
      Square square = new_qg5(n, is_of_constants != 0, &twice);
      declare_renamings(&square, (const CspArray[]){square.cells, twice}, 2, 0);
      expect(&square, known[n - 1], n == 7);
      g_object_unref(square.model);
    }
}

/* With one cell's value known. */
static bool
count_part(CspModel *model,
           CspVar cell,
           gint value,
           const gchar *symmetry,
           guint64 *out_n,
           GError **error)
{
  g_autoptr(CspSolver) solver = csp_solver_new(model);

  CU_ASSERT(csp_solver_set_option(solver, "symmetry", symmetry, NULL));
  CU_ASSERT(csp_solver_set_assumptions(solver, &cell, 1, &value, 1, NULL));
  return csp_solver_count(solver, out_n, error);
}

/* What is assumed leaves some of the renamings.  If it is a constraint, they are
 * declared wrongly: that is an error or the right number. */
static void
what_is_known_takes_renamings(void)
{
  for (gint value = 0; value < 5; value++) {
    CspArray twice;
    Square square = new_qg5(5, true, &twice);
    CspModel *model = square.model;
    CspVar cell = csp_model_get_var(model, square.cells, 1);
    g_autoptr(GError) error = NULL;
    guint64 n = 0, plain = 0, n_nodes;
    declare_renamings(&square, (const CspArray[]){square.cells, twice}, 2, 0);
    CU_ASSERT(count_part(model, cell, value, "auto", &n, NULL));
    CU_ASSERT(count_part(model, cell, value, "off", &plain, NULL));
    CU_ASSERT_EQUAL(n, plain);
    csp_model_post_relation_const(model, cell, CSP_RELATION_EQ, value, NULL);
    g_autoptr(CspSolver) solver = csp_solver_new(model);
    bool is_counted = csp_solver_count(solver, &n, &error);
    CU_ASSERT(is_counted
                  ? n == count(model, "off", &n_nodes)
                  : g_error_matches(error, CSP_ERROR, CSP_ERROR_SYMMETRY));
    g_object_unref(model);
  }
}

static const CspTest tests[] = {
    {"reduced squares are counted", reduced_squares_are_counted},
    {"quasigroups are counted", quasigroups_are_counted},
    {"what is known takes renamings", what_is_known_takes_renamings},
};

CSP_TEST_MAIN("solver/renamings", tests)
