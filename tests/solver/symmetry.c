/* SPDX-License-Identifier: MIT */
/* Searching less by symmetries against searching everything: the same numbers
 * of solutions and of classes, whatever the symmetries, the algorithm and what
 * is assumed. */
#include "config.h"

#include <string.h>

#include <libcsp/csp.h>

#include "model/pair-group.h"
#include "tests/csp-test.h"
#include "tests/random-model.h"

enum { N_MATRICES = 300 };

static const char *const algorithms[] = {"auto", "generate", "backtracking",
                                         "forward-checking", "mac"};

static void
set(CspSolver *solver, const char *name, const char *value)
{
  g_autoptr(GError) error = NULL;

  if (!csp_solver_set_option(solver, name, value, &error))
    g_error("%s=%s: %s", name, value, error->message);
}

static guint64
count(CspSolver *solver)
{
  g_autoptr(GError) error = NULL;
  guint64 n = 0;

  if (!csp_solver_count(solver, &n, &error))
    g_error("%s", error->message);
  return n;
}

static CspSolver *
new_solver(CspModel *model, const char *algorithm, bool is_of_classes)
{
  CspSolver *solver = csp_solver_new(model);

  set(solver, "algorithm", algorithm);
  set(solver, "distinct", is_of_classes ? "true" : "false");
  return solver;
}

/* The number, by search of everything if there is none to expect. */
static guint64
count_so(CspModel *model,
         const char *algorithm,
         bool is_of_classes,
         const char *symmetry)
{
  g_autoptr(CspSolver) solver = new_solver(model, algorithm, is_of_classes);

  set(solver, "symmetry", symmetry);
  return count(solver);
}

static bool
reduces(CspModel *model, const char *how)
{
  g_autoptr(CspSolver) solver = new_solver(model, "auto", false);

  count(solver);
  g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
  return g_str_has_prefix(csp_stats_get_string(stats, "symmetry"), how);
}

/* Models. ------------------------------------------------------------------ */

static CspModel *
new_queens(gint n, bool is_declaring)
{
  CspModel *model = csp_model_new();
  CspArray column =
      csp_model_add_int_array(model, "column", (gsize)n, 0, n - 1, NULL);

  for (gint b = -1; b <= 1; b++)
    csp_model_post_all_different_affine(model, column, 0, b, NULL);
  if (is_declaring) {
    csp_model_add_symmetry_reverse(model, column, NULL);
    csp_model_add_symmetry_reverse_values(model, column, NULL);
    csp_model_add_symmetry_transpose(model, column, NULL);
  }
  return model;
}

static CspModel *
new_square(gint n, CspArray *out_cells)
{
  CspModel *model = csp_model_new();
  CspArray cells =
      csp_model_add_int_array(model, "cell", (gsize)(n * n), 1, n, NULL);
  g_autofree CspVar *line = g_new(CspVar, n);

  for (gint i = 0; i < n; i++) {
    for (gint j = 0; j < n; j++)
      line[j] = csp_model_get_var(model, cells, (gsize)(i * n + j));
    csp_model_post_all_different(model, line, (gsize)n, NULL, 0, NULL);
    for (gint j = 0; j < n; j++)
      line[j] = csp_model_get_var(model, cells, (gsize)(j * n + i));
    csp_model_post_all_different(model, line, (gsize)n, NULL, 0, NULL);
  }
  *out_cells = cells;
  return model;
}

static CspModel *
new_coloring(gint n_vertices, const gint (*edges)[2], gsize n_edges, gint k)
{
  CspModel *model = csp_model_new();
  CspArray color =
      csp_model_add_int_array(model, "color", (gsize)n_vertices, 1, k, NULL);

  for (gsize i = 0; i < n_edges; i++)
    csp_model_post_relation(
        model, csp_model_get_var(model, color, (gsize)edges[i][0]),
        CSP_RELATION_NE, csp_model_get_var(model, color, (gsize)edges[i][1]), 0,
        NULL);
  return model;
}

/* Vertices 0 .. 4 are a cycle, 5 .. 9 their copies, 10 sees the copies. */
static CspModel *
new_grotzsch(gint k)
{
  gint edges[20][2];

  for (gint i = 0; i < 5; i++) {
    gint before = (i + 4) % 5, after = (i + 1) % 5;
    memcpy(edges[4 * i], (gint[]){i, after}, sizeof(edges[0]));
    memcpy(edges[4 * i + 1], (gint[]){5 + i, before}, sizeof(edges[0]));
    memcpy(edges[4 * i + 2], (gint[]){5 + i, after}, sizeof(edges[0]));
    memcpy(edges[4 * i + 3], (gint[]){5 + i, 10}, sizeof(edges[0]));
  }
  return new_coloring(11, edges, 20, k);
}

static CspModel *
new_queen_graph(gint n, gint k)
{
  g_autoptr(GArray) edges = g_array_new(FALSE, FALSE, 2 * sizeof(gint));

  for (gint a = 0; a < n * n; a++)
    for (gint b = a + 1; b < n * n; b++) {
      gint rows = b / n - a / n, columns = b % n - a % n;
      if (rows == 0 || columns == 0 || rows == columns || rows == -columns)
        g_array_append_vals(edges, (gint[]){a, b}, 1);
    }
  return new_coloring(n * n, (const gint(*)[2])(void *)edges->data, edges->len,
                      k);
}

/* Known numbers. ----------------------------------------------------------- */

static void
queens_are_counted_by_orbits(void)
{
  static const guint64 all[] = {1,  0,  0,   2,   10,   4,
                                40, 92, 352, 724, 2680, 14200};
  static const guint64 classes[] = {1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787};

  for (gint n = 1; n <= 12; n++) {
    g_autoptr(CspModel) model = new_queens(n, true);
    for (gsize a = 0; a < G_N_ELEMENTS(algorithms); a++) {
      if ((a == 1 && n > 6) || (a == 2 && n > 10))
        continue;
      CU_ASSERT_EQUAL(count_so(model, algorithms[a], false, "auto"),
                      all[n - 1]);
      CU_ASSERT_EQUAL(count_so(model, algorithms[a], true, "auto"),
                      classes[n - 1]);
    }
    CU_ASSERT_EQUAL(count_so(model, "mac", false, "off"), all[n - 1]);
    CU_ASSERT_EQUAL(count_so(model, "mac", true, "off"), classes[n - 1]);
  }
}

static void
latin_squares_are_counted(void)
{
  static const guint64 known[] = {1, 2, 12, 576, 161280};

  for (gint n = 1; n <= 5; n++)
    for (int declared = 0; declared < 16; declared++) {
      CspArray cells;
      g_autoptr(CspModel) model = new_square(n, &cells);
      if (declared & 1)
        csp_model_add_symmetry_rows(model, cells, (gsize)n, NULL);
      if (declared & 2)
        csp_model_add_symmetry_columns(model, cells, (gsize)n, NULL);
      if (declared & 4)
        csp_model_add_symmetry_values(model, cells, 1, n, NULL);
      if (declared & 8)
        csp_model_add_symmetry_reverse_values(model, cells, NULL);
      CU_ASSERT_EQUAL(count_so(model, "auto", false, "auto"), known[n - 1]);
      if (n <= 4) {
        CU_ASSERT_EQUAL(count_so(model, "backtracking", false, "auto"),
                        known[n - 1]);
        CU_ASSERT_EQUAL(count_so(model, "forward-checking", true, "auto"),
                        count_so(model, "forward-checking", true, "off"));
      }
    }
}

/* First row and column in order. */
static void
reduced_squares_are_counted(void)
{
  static const guint64 known[] = {1, 1, 1, 4, 56, 9408};

  for (gint n = 2; n <= 6; n++) {
    CspArray cells;
    g_autoptr(CspModel) model = new_square(n, &cells);
    g_autoptr(GArray) vars = g_array_new(FALSE, FALSE, sizeof(CspVar));
    g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(gint));
    csp_model_add_symmetry_rows(model, cells, (gsize)n, NULL);
    csp_model_add_symmetry_columns(model, cells, (gsize)n, NULL);
    csp_model_add_symmetry_values(model, cells, 1, n, NULL);
    for (gint i = 0; i < n; i++) {
      gint value = i + 1;
      CspVar top = csp_model_get_var(model, cells, (gsize)i);
      CspVar left = csp_model_get_var(model, cells, (gsize)(i * n));
      g_array_append_val(vars, top);
      g_array_append_val(values, value);
      g_array_append_val(vars, left);
      g_array_append_val(values, value);
    }
    g_autoptr(CspSolver) solver = new_solver(model, "auto", false);
    CU_ASSERT(csp_solver_set_assumptions(
        solver, (const CspVar *)(void *)vars->data, vars->len,
        (const gint *)(void *)values->data, values->len, NULL));
    CU_ASSERT_EQUAL(count(solver), known[n - 1]);
  }
}

/* Squares of order 6: 9408 reduced ones, times the orders of rows and columns. */
static void
large_groups_are_found_and_handled(void)
{
  CspArray cells;
  g_autoptr(CspModel) model = new_square(6, &cells);
  size_t n;
  g_autofree CspSymmetry *found = csp_symmetries_detect(model, &n);

  CU_ASSERT_EQUAL_FATAL(n, 5);
  CU_ASSERT_STRING_EQUAL(found[2].name, "values 1..6 of cell");
  CU_ASSERT(found[3].kind == CSP_SYMMETRY_ROWS && found[3].n_rows == 6);
  CU_ASSERT(found[4].kind == CSP_SYMMETRY_COLUMNS && found[4].n_columns == 6);
  g_autoptr(CspSolver) solver = new_solver(model, "auto", false);
  CU_ASSERT_EQUAL(count(solver), G_GUINT64_CONSTANT(812851200));
}

static void
colorings_are_counted(void)
{
  for (int declared = 0; declared < 2; declared++)
    for (gsize a = 0; a < G_N_ELEMENTS(algorithms); a++) {
      g_autoptr(CspModel) model = new_grotzsch(4);
      if (declared)
        csp_model_add_symmetry_values(model, 0, 1, 4, NULL);
      CU_ASSERT_EQUAL(count_so(model, algorithms[a], false, "auto"), 12480);
      CU_ASSERT_EQUAL(count_so(model, algorithms[a], true, "auto"),
                      declared ? 520 : 12480);
    }
  g_autoptr(CspModel) five = new_queen_graph(5, 5);
  g_autoptr(CspModel) six = new_queen_graph(5, 6);
  for (gsize a = 0; a < G_N_ELEMENTS(algorithms); a++) {
    if (a == 1)
      continue;
    CU_ASSERT_EQUAL(count_so(five, algorithms[a], false, "auto"), 240);
    CU_ASSERT_EQUAL(count_so(six, algorithms[a], false, "auto"), 578880);
  }
}

/* Detection. --------------------------------------------------------------- */

static void
obvious_symmetries_are_found(void)
{
  g_autoptr(CspModel) queens = new_queens(8, false);
  g_autoptr(CspModel) coloring = new_queen_graph(3, 9);
  size_t n;
  g_autofree CspSymmetry *of_queens = csp_symmetries_detect(queens, &n);

  CU_ASSERT_EQUAL_FATAL(n, 3);
  CU_ASSERT_STRING_EQUAL(of_queens[0].name, "reverse of column");
  CU_ASSERT_STRING_EQUAL(of_queens[1].name, "reversed values of column");
  CU_ASSERT_STRING_EQUAL(of_queens[2].name, "transpose of column");
  CU_ASSERT(reduces(queens, "orbits: "));
  CU_ASSERT_EQUAL(count_so(queens, "auto", false, "auto"), 92);
  /* Classes are under what is declared: nothing. */
  CU_ASSERT_EQUAL(count_so(queens, "auto", true, "auto"), 92);

  CU_ASSERT_EQUAL(count_so(coloring, "auto", false, "auto"),
                  count_so(coloring, "mac", false, "off"));
}

/* Values 2 and 3 stand in a record, so they are like no other. */
static void
runs_of_values_are_found(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 4, 0, 6, NULL);
  size_t n;

  csp_model_post_all_different_affine(model, x, 0, 0, NULL);
  csp_model_post_relation_const(model, csp_model_get_var(model, x, 1),
                                CSP_RELATION_NE, 2, NULL);
  csp_model_post_relation_const(model, csp_model_get_var(model, x, 2),
                                CSP_RELATION_NE, 3, NULL);
  g_autofree CspSymmetry *found = csp_symmetries_detect(model, &n);
  CU_ASSERT_EQUAL_FATAL(n, 2);
  CU_ASSERT_STRING_EQUAL(found[0].name, "values 0..1 of x");
  CU_ASSERT_STRING_EQUAL(found[1].name, "values 4..6 of x");
  CU_ASSERT(reduces(model, "fresh-values: values 4..6 of x"));
  CU_ASSERT_EQUAL(count_so(model, "auto", false, "auto"),
                  count_so(model, "auto", false, "off"));
}

static void
named_algorithms_search_everything(void)
{
  g_autoptr(CspModel) model = new_queens(8, true);
  g_autoptr(CspSolver) solver = new_solver(model, "mac", false);

  CU_ASSERT_EQUAL(count(solver), 92);
  g_autoptr(CspStats) stats = csp_solver_get_stats(solver);
  CU_ASSERT_STRING_EQUAL(csp_stats_get_string(stats, "symmetry"), "off");
}

/* Random models. ----------------------------------------------------------- */

static void
declare_random(CspModel *model, CspRandom *random)
{
  gsize n_vars = csp_model_get_n_vars(model);
  CspVar x = csp_random_below(random, n_vars);
  CspVar y = csp_random_below(random, n_vars);
  gint min, max, other_min, other_max;

  csp_model_get_bounds(model, x, &min, &max);
  csp_model_get_bounds(model, y, &other_min, &other_max);
  switch (csp_random_below(random, 6)) {
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
    csp_model_get_bounds(model, 0, &min, &max);
    csp_model_add_symmetry_values(
        model, 0, min,
        min + (gint)csp_random_below(random, (uint64_t)(max - min) + 1), NULL);
    break;
  case 4:
    if (x != y)
      csp_model_add_symmetry_variables(model, (CspVar[]){x, y}, 2, NULL);
    break;
  case 5:
    csp_model_add_symmetry_pairs(model, "pairs", (CspVar[]){x, y}, 2,
                                 (gint[]){min, other_max}, 2, (CspVar[]){y, x},
                                 2, (gint[]){other_max, min}, 2, NULL);
    break;
  }
}

static bool
is_listed(const gint *solutions, gsize n, gsize n_vars, const gint *values)
{
  for (gsize i = 0; i < n; i++)
    if (memcmp(solutions + i * n_vars, values, n_vars * sizeof(gint)) == 0)
      return true;
  return false;
}

/* Are all the symmetries declared ones of the solutions, and no record says
 * otherwise? */
static bool
are_symmetries(CspModel *model, const gint *solutions, gsize n)
{
  gsize n_vars = csp_model_get_n_vars(model), n_symmetries;
  const CspSymmetry *symmetries =
      csp_model_peek_symmetries(model, &n_symmetries);
  CspRecordWords records = {0};
  int32_t image[16];
  bool is_refused = false;

  for (gsize s = 0; s < n_symmetries && !is_refused; s++)
    is_refused =
        csp_symmetry_check(model, s, &records, NULL) == CSP_VERDICT_INVALID;
  csp_record_words_clear(&records);
  if (is_refused)
    return false;
  for (gsize s = 0; s < n_symmetries; s++)
    for (uint32_t g = 0; g < csp_symmetry_n_generators(model, &symmetries[s]);
         g++)
      for (gsize i = 0; i < n; i++)
        if (!csp_symmetry_apply(model, &symmetries[s], g,
                                solutions + i * n_vars, image) ||
            !is_listed(solutions, n, n_vars, image))
          return false;
  return true;
}

static void
assume_random(CspSolver *solver, CspModel *model, CspRandom *random)
{
  CspVar x = csp_random_below(random, csp_model_get_n_vars(model));
  gint min, max;

  csp_model_get_bounds(model, x, &min, &max);
  gint value = csp_random_below(random, 2) != 0 ? min : max;
  csp_solver_set_assumptions(solver, &x, 1, &value, 1, NULL);
}

static bool
counts_agree(CspModel *model, CspRandom *random)
{
  const char *algorithm =
      algorithms[csp_random_below(random, G_N_ELEMENTS(algorithms))];
  bool is_of_classes = csp_random_below(random, 2) != 0;
  g_autoptr(CspSolver) plain = new_solver(model, algorithm, is_of_classes);
  g_autoptr(CspSolver) reduced = new_solver(model, algorithm, is_of_classes);
  CspRandom again = *random;

  set(plain, "symmetry", "off");
  set(reduced, "symmetry", "auto");
  if (csp_random_below(random, 3) == 0) {
    set(plain, "variable-order", "random");
    set(reduced, "variable-order", "random");
    set(reduced, "value-order", "random");
  }
  if (csp_random_below(random, 3) == 0) {
    again = *random;
    assume_random(plain, model, &again);
    assume_random(reduced, model, random);
  }
  return count(plain) == count(reduced);
}

static void
random_symmetries_change_no_count(void)
{
  int n_used = 0;

  for (guint64 seed = 1; seed <= 6000; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model = csp_random_model_new(&random, 0);
    gsize n_solutions, n_symmetries;
    g_autofree gint *solutions = csp_random_model_solve(model, &n_solutions);
    for (uint32_t i = csp_random_below(&random, 4); i > 0; i--)
      declare_random(model, &random);
    csp_model_peek_symmetries(model, &n_symmetries);
    if (!are_symmetries(model, solutions, n_solutions))
      continue;
    n_used += n_symmetries > 0 && n_solutions > 1;
    for (int i = 0; i < 4; i++)
      if (!counts_agree(model, &random)) {
        g_printerr("# seed %" G_GUINT64_FORMAT "\n", seed);
        CU_FAIL("the counts differ");
      }
  }
  CU_ASSERT(n_used > 100);
}

/* A matrix whose lines are all treated alike, so that what can be declared of
 * it is true: rows, columns, values, and values up to that of a variable. */
typedef struct {
  CspModel *model;
  CspArray cells;
  gint n_rows, n_columns, min, max;
  bool has_alike_values;
} Matrix;

static gsize
line_of(const Matrix *self, bool is_row, gint i, CspVar *vars)
{
  gsize n = (gsize)(is_row ? self->n_columns : self->n_rows);

  for (gsize k = 0; k < n; k++)
    vars[k] = csp_model_get_var(self->model, self->cells,
                                is_row ? (gsize)(i * self->n_columns) + k
                                       : k * (gsize)self->n_columns + (gsize)i);
  return n;
}

static void
post_lines(Matrix *self, CspRandom *random)
{
  bool is_row = csp_random_below(random, 2) != 0;
  uint32_t kind = csp_random_below(random, self->has_alike_values ? 3 : 5);
  CspRelation relation = (CspRelation)csp_random_below(random, 6);
  gint n = (gint)csp_random_below(random, 4);
  gint value = self->min + (gint)csp_random_below(random, 2);
  gint ones[] = {1, 1, 1, 1};
  CspVar vars[4];

  for (gint i = 0; i < (is_row ? self->n_rows : self->n_columns); i++) {
    gsize n_vars = line_of(self, is_row, i, vars);
    switch (kind) {
    case 0:
      csp_model_post_all_different(self->model, vars, n_vars, NULL, 0, NULL);
      break;
    case 1:
    case 2: /* at most so many of each value */
      for (gint v = self->min; v <= self->max; v++)
        csp_model_post_count_const(self->model, vars, n_vars, v,
                                   CSP_RELATION_LE, n + 1, NULL);
      break;
    case 3:
      csp_model_post_linear(self->model, ones, n_vars, vars, n_vars, relation,
                            n, NULL);
      break;
    case 4:
      csp_model_post_count_const(self->model, vars, n_vars, value, relation, n,
                                 NULL);
      break;
    }
  }
}

/* A cell is at most the last value used, which is a variable. */
static void
post_up_to(Matrix *self)
{
  CspArray last = csp_model_add_int_array(self->model, "last", 1, self->min,
                                          self->max, NULL);
  CspVar var = csp_model_get_var(self->model, last, 0);

  for (gint i = 0; i < self->n_rows * self->n_columns; i++)
    csp_model_post_relation(
        self->model, csp_model_get_var(self->model, self->cells, (gsize)i),
        CSP_RELATION_LE, var, 0, NULL);
  csp_model_add_symmetry_values_up_to(self->model, self->cells, self->min, var,
                                      NULL);
}

static CspModel *
make_matrix(CspRandom *random)
{
  CspModel *model = csp_model_new();
  Matrix self = {.model = model,
                 .n_rows = 1 + (gint)csp_random_below(random, 3),
                 .n_columns = 1 + (gint)csp_random_below(random, 4),
                 .min = (gint)csp_random_below(random, 3) - 1};
  gsize n_rows = (gsize)self.n_rows;

  self.max = self.min + (gint)csp_random_below(random, 3) +
             (self.n_rows * self.n_columns < 7);
  self.cells = csp_model_add_int_array(
      model, "cell", n_rows * (gsize)self.n_columns, self.min, self.max, NULL);
  self.has_alike_values = csp_random_below(random, 2) != 0;
  for (uint32_t i = csp_random_below(random, 3); i > 0; i--)
    post_lines(&self, random);
  if (csp_random_below(random, 2) != 0)
    csp_model_add_symmetry_rows(model, self.cells, n_rows, NULL);
  if (csp_random_below(random, 2) != 0)
    csp_model_add_symmetry_columns(model, self.cells, n_rows, NULL);
  if (self.has_alike_values && csp_random_below(random, 4) == 0)
    post_up_to(&self);
  else if (self.has_alike_values && csp_random_below(random, 2) != 0)
    csp_model_add_symmetry_values(model, self.cells, self.min,
                                  self.max - (gint)csp_random_below(random, 2),
                                  NULL);
  if (csp_random_below(random, 3) == 0)
    csp_model_add_symmetry_reverse(model, self.cells, NULL);
  return model;
}

/* What a limit leaves is not more than there is, and complete is complete. */
static bool
limit_is_honest(CspModel *model, CspRandom *random)
{
  bool is_of_classes = csp_random_below(random, 2) != 0;
  g_autofree char *nodes =
      g_strdup_printf("%d", 1 + (int)csp_random_below(random, 60));
  g_autoptr(CspSolver) plain = new_solver(model, "mac", is_of_classes);
  g_autoptr(CspSolver) limited = new_solver(model, "auto", is_of_classes);

  set(limited, "node-limit", nodes);
  guint64 n = count(plain), n_limited = count(limited);
  return csp_solver_get_status(limited) == CSP_STATUS_COMPLETE
             ? n_limited == n
             : n_limited <= n &&
                   csp_solver_get_status(limited) == CSP_STATUS_INCOMPLETE;
}

static void
symmetries_of_matrices_change_no_count(void)
{
  for (guint64 seed = 1; seed <= N_MATRICES; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model = make_matrix(&random);
    for (int i = 0; i < 3; i++)
      if (!counts_agree(model, &random) || !limit_is_honest(model, &random)) {
        g_printerr("# seed %" G_GUINT64_FORMAT "\n", seed);
        CU_FAIL("the counts differ");
      }
  }
}

/* What is found without being declared is one. */
static void
detected_symmetries_are_ones(void)
{
  gsize n_found = 0;

  for (guint64 seed = 1; seed <= 6000; seed++) {
    CspRandom random;
    csp_random_seed(&random, seed);
    g_autoptr(CspModel) model = csp_random_model_new(&random, 0);
    gsize n_vars = csp_model_get_n_vars(model), n_solutions, n;
    g_autofree gint *solutions = csp_random_model_solve(model, &n_solutions);
    g_autofree CspSymmetry *found = csp_symmetries_detect(model, &n);
    int32_t image[16];
    n_found += n;
    for (gsize s = 0; s < n; s++)
      for (uint32_t g = 0; g < csp_symmetry_n_generators(model, &found[s]); g++)
        for (gsize i = 0; i < n_solutions; i++)
          if (!csp_symmetry_apply(model, &found[s], g, solutions + i * n_vars,
                                  image) ||
              !is_listed(solutions, n_solutions, n_vars, image)) {
            g_printerr("# seed %" G_GUINT64_FORMAT ": %s\n", seed,
                       found[s].name);
            CU_FAIL("not a symmetry");
          }
  }
  CU_ASSERT(n_found > 100);
}

/* The classes listed are the same as without, in the same order. */
static void
classes_are_listed_as_before(void)
{
  g_autoptr(CspModel) model = new_queens(8, true);
  g_autoptr(CspSolver) plain = new_solver(model, "backtracking", true);
  g_autoptr(CspSolver) reduced = new_solver(model, "backtracking", true);

  set(plain, "solutions", "0");
  set(reduced, "solutions", "0");
  set(reduced, "symmetry", "auto");
  for (int i = 0; i <= 12; i++) {
    g_autoptr(CspSolution) a = csp_solver_next(plain, NULL);
    g_autoptr(CspSolution) b = csp_solver_next(reduced, NULL);
    CU_ASSERT_EQUAL(a == NULL, i == 12);
    CU_ASSERT_EQUAL(b == NULL, i == 12);
    gsize n;
    if (a != NULL && b != NULL)
      CU_ASSERT(memcmp(csp_solution_get_all_values(a, &n),
                       csp_solution_get_all_values(b, &n),
                       8 * sizeof(gint)) == 0);
  }
}

/* Limits and errors. ------------------------------------------------------- */

static void
what_a_limit_leaves_is_a_lower_bound(void)
{
  g_autoptr(CspModel) model = new_queens(10, true);
  guint64 last = 0;

  for (int limit = 100; limit <= 900; limit += 100) {
    g_autofree char *nodes = g_strdup_printf("%d", limit);
    g_autoptr(CspSolver) solver = new_solver(model, "auto", false);
    set(solver, "node-limit", nodes);
    guint64 n = count(solver);
    CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_INCOMPLETE);
    CU_ASSERT(n >= last && n <= 724);
    last = n;
  }
  CU_ASSERT(last > 0);
}

static void
a_solver_counts_again(void)
{
  g_autoptr(CspModel) model = new_queens(9, true);
  g_autoptr(CspSolver) solver = new_solver(model, "auto", false);

  CU_ASSERT_EQUAL(count(solver), 352);
  csp_solver_reset(solver);
  set(solver, "node-limit", "50");
  CU_ASSERT(count(solver) < 352);
  CU_ASSERT_EQUAL(csp_solver_get_status(solver), CSP_STATUS_INCOMPLETE);
  csp_solver_reset(solver);
  set(solver, "node-limit", NULL);
  CU_ASSERT_EQUAL(count(solver), 352);
  CU_ASSERT(csp_solver_set_assumptions(solver, (CspVar[]){4}, 1, (gint[]){4}, 1,
                                       NULL));
  guint64 middle = count(solver);
  csp_solver_reset(solver);
  set(solver, "symmetry", "off");
  CU_ASSERT_EQUAL(count(solver), middle);
}

/* The only solution is 1: a search of half would find nothing. */
static gboolean
is_one(gconstpointer data, const gint *values, gsize n_values)
{
  (void)data;
  (void)n_values;
  return values[0] == 1;
}

static const CspConstraintClass one =
    CSP_CONSTRAINT_CLASS(.name = "one", .holds = is_one);

static void
a_false_symmetry_is_seen_before_it_is_used(void)
{
  g_autoptr(CspModel) model = csp_model_new();
  CspArray x = csp_model_add_int_array(model, "x", 1, 0, 1, NULL);
  CspVar var = csp_model_get_var(model, x, 0);
  g_autoptr(GError) error = NULL;
  guint64 n;

  CU_ASSERT(csp_model_post_user(model, &one, &var, 1, NULL, NULL, NULL));
  CU_ASSERT(csp_model_add_symmetry_reverse_values(model, x, NULL));
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  CU_ASSERT_FALSE(csp_solver_count(solver, &n, &error));
  CU_ASSERT(g_error_matches(error, CSP_ERROR, CSP_ERROR_SYMMETRY));
}

/* Groups. ------------------------------------------------------------------ */

static void
stabilizers_leave_their_point(void)
{
  CspArray cells;
  g_autoptr(CspModel) model = new_square(4, &cells);
  size_t n;

  csp_model_add_symmetry_rows(model, cells, 4, NULL);
  csp_model_add_symmetry_columns(model, cells, 4, NULL);
  csp_model_add_symmetry_values(model, cells, 1, 4, NULL);
  const CspSymmetry *symmetries = csp_model_peek_symmetries(model, &n);
  CspPairSpace *space = csp_pair_space_new(model, symmetries, n);
  CspPairGroup *group = csp_pair_group_new(space, symmetries, n);
  CU_ASSERT_EQUAL(space->n_points, 64);
  for (uint32_t p = 0; p < 64; p++)
    CU_ASSERT_EQUAL(group->orbits[p], 0);

  uint32_t point = csp_pair_space_point(space, 5, 2);
  CspPairGroup *stabilizer = csp_pair_group_new_stabilizer(space, group, point);
  uint32_t n_orbits = 0;
  for (uint32_t p = 0; p < 64; p++)
    n_orbits += stabilizer->orbits[p] == p;
  CU_ASSERT_EQUAL(n_orbits, 8); /* the same or another row, column and value */
  for (uint32_t g = 0; g < stabilizer->n_generators; g++)
    CU_ASSERT_EQUAL(stabilizer->generators[g][point], point);
  csp_pair_group_free(stabilizer);
  csp_pair_group_free(group);
  csp_pair_space_free(space);
}

static const CspTest tests[] = {
    {"queens are counted by orbits", queens_are_counted_by_orbits},
    {"Latin squares are counted", latin_squares_are_counted},
    {"reduced Latin squares are counted", reduced_squares_are_counted},
    {"large groups are found and handled", large_groups_are_found_and_handled},
    {"colorings are counted", colorings_are_counted},
    {"obvious symmetries are found", obvious_symmetries_are_found},
    {"runs of values are found", runs_of_values_are_found},
    {"named algorithms search everything", named_algorithms_search_everything},
    {"random symmetries change no count", random_symmetries_change_no_count},
    {"symmetries of matrices change no count",
     symmetries_of_matrices_change_no_count},
    {"detected symmetries are ones", detected_symmetries_are_ones},
    {"classes are listed as before", classes_are_listed_as_before},
    {"what a limit leaves is a lower bound",
     what_a_limit_leaves_is_a_lower_bound},
    {"a solver counts again", a_solver_counts_again},
    {"a false symmetry is seen before it is used",
     a_false_symmetry_is_seen_before_it_is_used},
    {"stabilizers leave their point", stabilizers_leave_their_point},
};

CSP_TEST_MAIN("solver/symmetry", tests)
