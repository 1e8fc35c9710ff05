/* SPDX-License-Identifier: MIT */
/* The model of N queens, and its pictures. */
#include "config.h"

#include <string.h>

#include "tests/models/model-test.h"

static const int four[] = {1, 3, 0, 2};

static void
start(ModelTest *test, const char *settings)
{
  model_test_init(test, "queens", settings);
  model_test_build(test);
}

static void
is_three_constraints_with_three_symmetries(void)
{
  g_auto(ModelTest) test = {0};
  int min, max;

  start(&test, "size=1000");
  CspArray column = csp_model_find_array(test.model, "column");
  CU_ASSERT_EQUAL(csp_model_get_n_vars(test.model), 1000);
  CU_ASSERT_EQUAL(csp_model_get_n_constraints(test.model), 3);
  CU_ASSERT_EQUAL(csp_model_get_n_symmetries(test.model), 3);
  CU_ASSERT_TRUE(csp_model_get_bounds(
      test.model, csp_model_get_var(test.model, column, 999), &min, &max));
  CU_ASSERT_TRUE(min == 0 && max == 999);
}

static void
one_queen_is_a_model_too(void)
{
  g_auto(ModelTest) test = {0};
  int zero = 0;

  start(&test, "size=1");
  g_autofree char *text = model_test_render(&test, &zero, 1, "text");
  CU_ASSERT_STRING_EQUAL(text, "Q\n");
}

static void
draws_the_board(void)
{
  g_auto(ModelTest) test = {0};

  start(&test, "size=4");
  g_autofree char *text = model_test_render(&test, four, 4, "text");
  CU_ASSERT_STRING_EQUAL(text, ". Q . .\n"
                               ". . . Q\n"
                               "Q . . .\n"
                               ". . Q .\n");
  model_test_reads_solution(&test, text, four, 4);
}

static void
lists_columns_above_fifty(void)
{
  g_auto(ModelTest) test = {0};
  int columns[51];
  g_autoptr(GString) expected = g_string_new(NULL);

  for (int i = 0; i < 51; i++) {
    columns[i] = (i + 9) % 51;
    g_string_append_printf(expected, "%s%d", i > 0 ? " " : "", columns[i] + 1);
  }
  g_string_append_c(expected, '\n');
  start(&test, "size=51");
  g_autofree char *text = model_test_render(&test, columns, 51, "text");
  CU_ASSERT_STRING_EQUAL(text, expected->str);
  model_test_reads_solution(&test, text, columns, 51);
}

static void
the_picture_fits_at_every_size(void)
{
  static const char *const sizes[] = {"size=1", "size=8", "size=97",
                                      "size=1025", "size=10001"};

  for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
    g_auto(ModelTest) test = {0};
    start(&test, sizes[i]);
    gsize n = csp_model_get_n_vars(test.model);
    g_autofree int *columns = g_new(int, n);
    for (gsize row = 0; row < n; row++)
      columns[row] = (int)(n - 1 - row);
    g_autofree char *svg = model_test_render(&test, columns, n, "svg");
    CU_ASSERT_TRUE(g_str_has_suffix(svg, "</svg>\n"));
    CU_ASSERT_TRUE(strlen(svg) < 600000);
  }
}

/* How often a picture draws something: M begins a part of a path. */
static guint
count_parts(const char *svg)
{
  guint n = 0;

  for (const char *p = strchr(svg, 'M'); p != NULL; p = strchr(p + 1, 'M'))
    n++;
  return n;
}

static void
every_queen_is_drawn(void)
{
  static const struct {
    const char *size;
    int n;
    guint n_others; /* bands of squares */
  } boards[] = {{"size=1", 1, 0},
                {"size=8", 8, 8},
                {"size=96", 96, 96},
                {"size=97", 97, 0},
                {"size=1000", 1000, 0}};

  for (gsize i = 0; i < G_N_ELEMENTS(boards); i++) {
    g_auto(ModelTest) test = {0};
    start(&test, boards[i].size);
    int n = boards[i].n;
    g_autofree int *columns = g_new(int, n);
    for (int row = 0; row < n; row++)
      columns[row] = row;
    g_autofree char *svg = model_test_render(&test, columns, (gsize)n, "svg");
    CU_ASSERT_EQUAL(count_parts(svg), (guint)n + boards[i].n_others);
    CU_ASSERT_EQUAL(strstr(svg, "h4v4h-4z") != NULL, n == 1000);
  }
}

static void
reads_a_solution_in_either_form(void)
{
  g_auto(ModelTest) test = {0};

  start(&test, "size=4");
  model_test_reads_solution(&test, "\n2 4 1 3\n\nstatus: satisfiable\n", four,
                            4);
  model_test_reads_solution(&test, ". Q . .\n. . . Q\n\nQ . . .\n. . Q .", four,
                            4);
}

static void
says_what_is_wrong_with_a_solution(void)
{
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", "in:1:1: expected a board or 4 columns"},
      {"1 2 3", "in:1:6: the line ends where a column (an integer from 1 to 4) "
                "is expected"},
      {"1 2 3 5", "in:1:7: expected a column (an integer from 1 to 4) instead "
                  "of '5'"},
      {"1 2 3 4 5", "in:1:9: expected the end of the line instead of '5'"},
      {"Q . .", "in:1:6: expected 4 squares, each 'Q' or '.'"},
      {"Q . . x", "in:1:7: expected 4 squares, each 'Q' or '.'"},
      {"Q . . Q", "in:1:7: a second queen in a row"},
      {". . . .", "in:1:1: a row has no queen"},
      {"Q . . . .", "in:1:9: expected the end of the line instead of '.'"},
      {"Q . . .\n. Q . .\n", "in:2:8: the board ends after 2 of 4 rows"},
  };
  g_auto(ModelTest) test = {0};

  start(&test, "size=4");
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
    model_test_refuses_solution(&test, cases[i].text, cases[i].message);
}

static void
a_size_that_cannot_fit_is_known_before(void)
{
  g_auto(ModelTest) test = {0};

  model_test_init(&test, "queens", "size=100000000");
  CU_ASSERT_TRUE(test.plugin->estimate(test.params, NULL) > 1500000000);
}

static const CspTest tests[] = {
    {"is three constraints with three symmetries",
     is_three_constraints_with_three_symmetries},
    {"one queen is a model too", one_queen_is_a_model_too},
    {"draws the board", draws_the_board},
    {"lists columns above fifty", lists_columns_above_fifty},
    {"the picture fits at every size", the_picture_fits_at_every_size},
    {"every queen is drawn", every_queen_is_drawn},
    {"reads a solution in either form", reads_a_solution_in_either_form},
    {"says what is wrong with a solution", says_what_is_wrong_with_a_solution},
    {"a size that cannot fit is known before",
     a_size_that_cannot_fit_is_known_before},
};

CSP_TEST_MAIN("models/queens", tests)
