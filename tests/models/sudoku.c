/* SPDX-License-Identifier: MIT */
/* Puzzles in every form, clashing clues, solved grids in and out. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/models/model-test.h"

#define LINE                                                                   \
  "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.." \
  "."                                                                          \
  ".8..79"
#define SOLVED                                                                 \
  "53467891267219534819834256785976142342685379171392485696153728428741963534" \
  "5286179"

/* The clues as the line that shows them, '.' for blank: letters from 10 on. */
static char *
dup_clues(ModelTest *test)
{
  static const char symbols[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  g_autoptr(CspAssumptions) list = csp_assumptions_new();
  gsize n;

  model_test_build(test);
  GString *out = g_string_new(NULL);
  for (gsize i = 0; i < csp_model_get_n_vars(test->model); i++)
    g_string_append_c(out, '.');
  test->plugin->assume(test->model, test->params, test->instance, list);
  const CspVar *vars = csp_assumptions_get_vars(list, &n);
  const gint *values = csp_assumptions_get_values(list, &n);
  for (gsize i = 0; i < n; i++)
    out->str[vars[i]] = symbols[values[i]];
  return g_string_free(out, FALSE);
}

static void
check_puzzles(const char *settings,
              const char *text,
              const char *const *expected,
              gsize n_expected)
{
  g_auto(ModelTest) test = {0};
  gsize n = 0;

  model_test_init(&test, "sudoku", settings);
  model_test_open(&test, text);
  while (model_test_read(&test) && n < n_expected) {
    g_autofree char *clues = dup_clues(&test);
    CU_ASSERT_STRING_EQUAL(clues, expected[n]);
    if (strcmp(clues, expected[n]) != 0)
      printf("# %s\n", clues);
    n++;
  }
  CU_ASSERT_EQUAL(n, n_expected);
}

static void
check_puzzle(const char *settings, const char *text, const char *expected)
{
  check_puzzles(settings, text, &expected, 1);
}

static void
reads_a_puzzle_on_a_line(void)
{
  check_puzzle("", LINE, LINE);
  check_puzzle("", "# comment\n\n" LINE "\t" SOLVED "\trest\r\n", LINE);
  check_puzzle("",
               "5300700006001950000980000608000600034008030017000200060600"
               "00280000419005000080079",
               LINE);
  check_puzzle("",
               "53__7____ 6__195___ _98____6_ 8___6___3 4__8_3__1 "
               "7___2___6 _6____28_ ___419__5 ____8__79",
               LINE);
  check_puzzle("",
               "530070000 600195000 098000060 800060003 400803001 "
               "700020006 060000280 000419005 000080079",
               LINE);
  check_puzzle("", "1234341221434321", "1234341221434321");
  check_puzzle("order=4", "1234341221434321", "1234341221434321");
}

static void
reads_many_puzzles(void)
{
  const char *lines[] = {LINE, SOLVED, LINE};
  const char *small[] = {"12......34......", "................"};
  const char *mixed[] = {"1...............", LINE};

  check_puzzles("", LINE "\n# x\n" SOLVED "\n\n" LINE "\n", lines, 3);
  check_puzzles("", "12......34......\n................\n", small, 2);
  check_puzzles("", "1...\n....\n....\n....\n" LINE, mixed, 2);
}

static void
reads_grids(void)
{
  check_puzzle("",
               "+-------+-------+-------+\n"
               "| 5 3 . | . 7 . | . . . |\n"
               "| 6 . . | 1 9 5 | . . . |\n"
               "| . 9 8 | . . . | . 6 . |\n"
               "+-------+-------+-------+\n"
               "| 8 . . | . 6 . | . . 3 |\n"
               "| 4 . . | 8 . 3 | . . 1 |\n"
               "| 7 . . | . 2 . | . . 6 |\n"
               "+-------+-------+-------+\n"
               "| . 6 . | . . . | 2 8 . |\n"
               "| . . . | 4 1 9 | . . 5 |\n"
               "| . . . | . 8 . | . 7 9 |\n"
               "+-------+-------+-------+\n",
               LINE);
  check_puzzle("",
               "53.|.7.|...\n6..|195|...\n.98|...|.6.\n"
               "---+---+---\n"
               "8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n"
               "---+---+---\n"
               ".6.|...|28.\n...|419|..5\n...|.8.|.79\n",
               LINE);
  check_puzzle("",
               "000 000 000\n600 195 000\n098 000 060\n\n"
               "800 060 003\n400 803 001\n700 020 006\n\n"
               "060 000 280\n000 419 005\n000 080 079\n",
               "........."
               "6..195....98....6.8...6...34..8.3..17...2...6.6....28."
               "...419..5....8..79");
  check_puzzle(
      "",
      "Grid 01\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n"
      "7...2...6\n.6....28.\n...419..5\n....8..79",
      LINE);
}

static void
reads_other_orders(void)
{
  check_puzzle("", "1 2 | 3 4\n0 0 | 0 0\n----+----\n0 0 | 0 0\n4 0 | 0 0\n",
               "1234........4...");
  check_puzzle("", "1\n", "1");
  check_puzzle("", "12.456\n......\n......\n......\n......\n.....1\n",
               "12.456.............................1");
  check_puzzle("", "123456......................654321..",
               "123456......................654321..");
}

static void
numbers_and_letters_agree(void)
{
  GString *numbers = g_string_new(NULL), *letters = g_string_new(NULL);
  g_autoptr(GString) line = g_string_new(NULL);

  for (int row = 0; row < 12; row++) {
    for (int column = 0; column < 12; column++) {
      int value = (row * 5 + column * 7) % 13;
      char symbol = "0123456789ABC"[value];
      g_string_append_printf(numbers, " %2d", value);
      g_string_append_c(letters,
                        column % 2 == 1 ? g_ascii_tolower(symbol) : symbol);
      g_string_append_c(line, value == 0 ? '.' : symbol);
    }
    g_string_append_c(numbers, '\n');
    g_string_append_c(letters, '\n');
  }
  check_puzzle("", numbers->str, line->str);
  check_puzzle("", letters->str, line->str);
  check_puzzle("box=2x6", letters->str, line->str);
  check_puzzle("", line->str, line->str);
  g_string_free(numbers, TRUE);
  g_string_free(letters, TRUE);
}

static void
tells_order_16_from_order_4(void)
{
  g_autoptr(GString) rows = g_string_new(NULL), line = g_string_new(NULL);
  g_autoptr(GString) blank = g_string_new(NULL), dots = g_string_new(NULL);

  for (int i = 0; i < 16; i++) {
    const char *row = i == 9 ? "..............G1" : "1...............";
    g_string_append_printf(rows, "%s\n", row);
    g_string_append(line, row);
    g_string_append(blank, "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
    g_string_append(dots, "................");
  }
  check_puzzle("", rows->str, line->str);
  check_puzzle("", blank->str, dots->str);
  check_puzzle("order=16", rows->str, line->str);
  check_puzzle("", line->str, line->str);
}

static void
has_the_units_of_its_shape(void)
{
  static const struct {
    const char *settings;
    gsize n_vars, n_constraints;
  } shapes[] = {
      {"", 81, 27},        {"order=12", 144, 36}, {"box=2x6", 144, 36},
      {"order=7", 49, 14}, {"order=1", 1, 2},     {"box=1x5", 25, 10},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(shapes); i++) {
    g_auto(ModelTest) test = {0};
    model_test_init(&test, "sudoku", shapes[i].settings);
    model_test_build(&test);
    CU_ASSERT_EQUAL(csp_model_get_n_vars(test.model), shapes[i].n_vars);
    CU_ASSERT_EQUAL(csp_model_get_n_constraints(test.model),
                    shapes[i].n_constraints);
  }
}

static void
puzzles_of_one_shape_share_a_model(void)
{
  g_auto(ModelTest) a = {0}, b = {0}, c = {0};

  model_test_init(&a, "sudoku", "");
  model_test_open(&a, LINE "\n");
  CU_ASSERT_TRUE(model_test_read(&a));
  model_test_init(&b, "sudoku", "");
  model_test_open(&b, SOLVED "\n");
  CU_ASSERT_TRUE(model_test_read(&b));
  model_test_init(&c, "sudoku", "");
  model_test_open(&c, "1234\n3412\n....\n....\n");
  CU_ASSERT_TRUE(model_test_read(&c));
  CU_ASSERT_TRUE(a.plugin->is_same_shape(a.instance, b.instance));
  CU_ASSERT_FALSE(a.plugin->is_same_shape(a.instance, c.instance));
}

static void
names_the_clues_that_clash(void)
{
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"1..1\n....\n....\n....\n",
       "two clues clash: 1 at row 1, column 1 and 1 at row 1, column 4 stand "
       "in one row"},
      {".2..\n....\n....\n.2..\n",
       "two clues clash: 2 at row 1, column 2 and 2 at row 4, column 2 stand "
       "in one column"},
      {"....\n....\n..4.\n...4\n",
       "two clues clash: 4 at row 3, column 3 and 4 at row 4, column 4 stand "
       "in one box"},
      {"1234\n3412\n....\n....\n", NULL},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_auto(ModelTest) test = {0};
    model_test_init(&test, "sudoku", "");
    model_test_open(&test, cases[i].text);
    CU_ASSERT_TRUE_FATAL(model_test_read(&test));
    g_autofree char *text =
        test.plugin->explain_input(test.params, test.instance);
    CU_ASSERT_EQUAL(g_strcmp0(text, cases[i].message), 0);
  }
}

static void
says_what_is_wrong_with_a_puzzle(void)
{
  static const struct {
    const char *settings, *text, *message;
  } cases[] = {
      {"", "", "in:1:1: expected a puzzle, but there is none"},
      {"", "# nothing\n\n", "in:2:1: expected a puzzle, but there is none"},
      {"", "<html>\n",
       "in:1:1: expected a digit, a letter or '.' instead of '<'"},
      {"", LINE "\n53..;\n",
       "in:2:5: expected a digit, a letter or '.' instead of ';'"},
      {"", LINE "1\n",
       "in:1:1: expected a row, or a puzzle of N*N cells (81 for order 9), "
       "instead of 82 cells"},
      {"", "53..7....\n6..195..\n", "in:2:1: row 2 has 8 cells instead of 9"},
      {"", "53..7....\n6..195...\n\n",
       "in:3:1: the puzzle ends after 2 of 9 rows"},
      {"", "1..5\n....\n....\n....\n",
       "in:1:4: expected a value from 1 to 4, or a blank cell, instead of "
       "'5'"},
      {"", "0 0 0 0 0 0 0 0 0 13 0 0\n",
       "in:1:19: expected a value from 1 to 12, or a blank cell, instead of "
       "'13'"},
      {"order=4", LINE, "in:1:1: row 1 has 81 cells instead of 4"},
      {"box=2x3", LINE, "in:1:1: row 1 has 81 cells instead of 6"},
      {"box=3", LINE,
       "--box=3: expected ROWSxCOLUMNS, such as 3x4, of at most 100 cells"},
      {"box=0x4", LINE,
       "--box=0x4: expected ROWSxCOLUMNS, such as 3x4, of at most 100 cells"},
      {"box=11x10", LINE,
       "--box=11x10: expected ROWSxCOLUMNS, such as 3x4, of at most 100 "
       "cells"},
      {"box=2x3 order=9", LINE, "--box=2x3 has 6 cells, but --order=9"},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
    model_test_refuses("sudoku", cases[i].settings, cases[i].text,
                       cases[i].message);
}

static void
draws_a_grid_that_it_reads(void)
{
  g_auto(ModelTest) test = {0};
  int values[81];

  for (int i = 0; i < 81; i++)
    values[i] = SOLVED[i] - '0';
  model_test_init(&test, "sudoku", "");
  model_test_build(&test);
  g_autofree char *text = model_test_render(&test, values, 81, "text");
  CU_ASSERT_TRUE(g_str_has_prefix(text, "5 3 4 | 6 7 8 | 9 1 2\n"
                                        "6 7 2 | 1 9 5 | 3 4 8\n"
                                        "1 9 8 | 3 4 2 | 5 6 7\n"
                                        "------+-------+------\n"
                                        "8 5 9 | 7 6 1 | 4 2 3\n"));
  model_test_reads_solution(&test, text, values, 81);
  model_test_reads_solution(&test, SOLVED, values, 81);

  g_autofree char *svg = model_test_render(&test, values, 81, "svg");
  CU_ASSERT_TRUE(g_str_has_suffix(svg, "</svg>\n"));
  model_test_refuses_solution(
      &test, LINE, "in:1:1: the solution is blank at row 1, column 3");
  model_test_refuses_solution(&test, "1234341221434321",
                              "in:1:1: row 1 has 16 cells instead of 9");
  model_test_refuses_solution(&test, "# x\n", "in:1:4: expected a solved grid");
}

static void
draws_large_orders_as_numbers(void)
{
  g_auto(ModelTest) test = {0};
  int values[144];

  for (int i = 0; i < 144; i++)
    values[i] = (i / 12 * 4 + i / 12 / 3 + i) % 12 + 1;
  model_test_init(&test, "sudoku", "order=12");
  model_test_build(&test);
  g_autofree char *text = model_test_render(&test, values, 144, "text");
  CU_ASSERT_TRUE(
      g_str_has_prefix(text, " 1  2  3  4 |  5  6  7  8 |  9 10 11 12\n"));
  CU_ASSERT_PTR_NOT_NULL(
      strstr(text, "\n------------+-------------+------------\n"));
  model_test_reads_solution(&test, text, values, 144);
}

static void
a_line_of_a_stream_is_the_answer(void)
{
  g_auto(ModelTest) test = {0};
  int values[144];
  g_autoptr(GString) out = g_string_new(NULL);

  for (int i = 0; i < 144; i++)
    values[i] = i % 12 + 1;
  model_test_init(&test, "sudoku", "order=12");
  model_test_build(&test);
  g_autoptr(CspSolution) solution =
      csp_solution_new(test.model, values, 144, NULL);
  test.plugin->render_line(test.model, test.params, NULL, solution,
                           CSP_ANSWER_ONE, out);
  CU_ASSERT_EQUAL(out->len, 144);
  CU_ASSERT_TRUE(g_str_has_prefix(out->str, "123456789ABC123"));
  g_string_truncate(out, 0);
  test.plugin->render_line(test.model, test.params, NULL, NULL, CSP_ANSWER_NONE,
                           out);
  test.plugin->render_line(test.model, test.params, NULL, NULL,
                           CSP_ANSWER_SEVERAL, out);
  test.plugin->render_line(test.model, test.params, NULL, NULL,
                           CSP_ANSWER_UNKNOWN, out);
  CU_ASSERT_STRING_EQUAL(out->str, "noneseveralunknown");
}

static void
knows_a_puzzle_by_its_beginning(void)
{
  static const struct {
    const char *text;
    gboolean is_ours;
  } heads[] = {
      {LINE, TRUE},          {"# x\n\n" LINE "\t1", TRUE},
      {"1 2 | 3 4\n", TRUE}, {"p edge 3 3\n", FALSE},
      {"125\n5 1\n", FALSE}, {"", FALSE},
      {"hello\n", FALSE},    {"c x\n", FALSE},
  };
  const CspPlugin *plugin = csp_plugin_find("sudoku", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS(heads); i++)
    CU_ASSERT_EQUAL(plugin->sniff(heads[i].text, strlen(heads[i].text)),
                    heads[i].is_ours);
}

static void
survives_garbage(void)
{
  model_test_survives_garbage("sudoku", LINE "\n" SOLVED "\t1\n");
  model_test_survives_garbage("sudoku", "12 | 34\n3. | .2\n---+---\n4 3 2 1\n"
                                        "0 0 | 0 0\n# x\n................\n");
}

static void
open_file(ModelTest *test, const char *path)
{
  g_autoptr(GError) error = NULL;

  model_test_init(test, "sudoku", "");
  test->reader = csp_reader_open(path, &error);
  if (test->reader == NULL)
    g_error("%s", error->message);
}

static void
reads_the_published_lists(void)
{
  static const struct {
    const char *name;
    gsize n_puzzles;
  } lists[] = {
      {"sudoku/17clue.tsv", 3000},      {"sudoku/hardest-1905.tsv", 1500},
      {"sudoku/hardest-1106.tsv", 225}, {"sudoku/top1465.tsv", 879},
      {"sudoku/euler96.tsv", 50},       {"sudoku/counts.tsv", 108},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
    g_auto(ModelTest) test = {0};
    g_autofree char *path = csp_test_data(lists[i].name);
    gsize n = 0;
    if (path == NULL) {
      csp_test_skip("the published data is not at hand");
      return;
    }
    open_file(&test, path);
    while (model_test_read(&test))
      n++;
    CU_ASSERT_EQUAL(n, lists[i].n_puzzles);
  }
}

/* FILE ORDER BOX CLUES ...: one line of the index of large grids. */
static void
check_large_grid(const char *dir, const char *line)
{
  g_auto(ModelTest) test = {0};
  g_auto(GStrv) fields = g_strsplit(line, "\t", -1);
  g_autofree char *path = g_build_filename(dir, fields[0], NULL);
  g_autoptr(CspAssumptions) clues = csp_assumptions_new();
  gsize order = (gsize)atoi(fields[1]), n;

  if (!g_file_test(path, G_FILE_TEST_EXISTS))
    return; /* kept back */
  open_file(&test, path);
  CU_ASSERT_TRUE_FATAL(model_test_read(&test));
  model_test_build(&test);
  CU_ASSERT_EQUAL(csp_model_get_n_vars(test.model), order * order);
  test.plugin->assume(test.model, test.params, test.instance, clues);
  csp_assumptions_get_vars(clues, &n);
  CU_ASSERT_EQUAL(n, (gsize)atoi(fields[3]));
  CU_ASSERT_FALSE(model_test_read(&test));
}

static void
reads_the_published_large_grids(void)
{
  g_autofree char *path = csp_test_data("sudoku/big/index.tsv");
  g_autofree char *text = NULL;

  if (path == NULL || !g_file_get_contents(path, &text, NULL, NULL)) {
    csp_test_skip("the published data is not at hand");
    return;
  }
  g_autofree char *dir = g_path_get_dirname(path);
  g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
  for (guint i = 1; lines[i] != NULL; i++)
    check_large_grid(dir, lines[i]);
}

static const CspTest tests[] = {
    {"reads a puzzle on a line", reads_a_puzzle_on_a_line},
    {"reads many puzzles", reads_many_puzzles},
    {"reads grids", reads_grids},
    {"reads other orders", reads_other_orders},
    {"numbers and letters agree", numbers_and_letters_agree},
    {"tells order 16 from order 4", tells_order_16_from_order_4},
    {"has the units of its shape", has_the_units_of_its_shape},
    {"puzzles of one shape share a model", puzzles_of_one_shape_share_a_model},
    {"names the clues that clash", names_the_clues_that_clash},
    {"says what is wrong with a puzzle", says_what_is_wrong_with_a_puzzle},
    {"draws a grid that it reads", draws_a_grid_that_it_reads},
    {"draws large orders as numbers", draws_large_orders_as_numbers},
    {"a line of a stream is the answer", a_line_of_a_stream_is_the_answer},
    {"knows a puzzle by its beginning", knows_a_puzzle_by_its_beginning},
    {"survives garbage", survives_garbage},
    {"reads the published lists", reads_the_published_lists},
    {"reads the published large grids", reads_the_published_large_grids},
};

CSP_TEST_MAIN("models/sudoku", tests)
