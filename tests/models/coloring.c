/* SPDX-License-Identifier: MIT */
/* Graphs in and out, the bounds of the model, and what a file can have wrong.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <glib/gstdio.h>

#include "tests/models/model-test.h"

/* A wheel of five: four colors, a clique of three. */
#define WHEEL                                                                  \
  "c wheel\np edge 6 10\ne 1 2\ne 1 3\ne 1 4\ne 1 5\ne 1 6\ne 2 3\ne 3 4\n"    \
  "e 4 5\ne 5 6\ne 6 2\n"

static void
start(ModelTest *test, const char *settings, const char *text)
{
  model_test_init(test, "coloring", settings);
  model_test_open(test, text);
  CU_ASSERT_TRUE_FATAL(model_test_read(test));
  CU_ASSERT_EQUAL(csp_reader_get_warnings(test->reader, NULL)[0], NULL);
}

/* Vertices, and edges as posted one by one. */
static void
check_size(ModelTest *test, gsize n_vertices, gsize n_constraints)
{
  CspArray color;

  model_test_build(test);
  color = csp_model_find_array(test->model, "color");
  CU_ASSERT_EQUAL(csp_model_get_array_length(test->model, color), n_vertices);
  CU_ASSERT_EQUAL(csp_model_get_n_constraints(test->model), n_constraints);
}

static void
check_bounds(CspModel *model,
             const char *name,
             int expected_min,
             int expected_max)
{
  int min, max;
  CspVar var = csp_model_get_var(model, csp_model_find_array(model, name), 0);

  CU_ASSERT_TRUE(csp_model_get_bounds(model, var, &min, &max));
  CU_ASSERT_EQUAL(min, expected_min);
  CU_ASSERT_EQUAL(max, expected_max);
}

static void
minimizes_between_clique_and_greedy_coloring(void)
{
  g_auto(ModelTest) test = {0};
  gboolean is_maximizing = TRUE;

  start(&test, "", WHEEL);
  model_test_build(&test);
  check_bounds(test.model, "color", 1, 5); /* the greedy 4 and one more */
  check_bounds(test.model, "colors", 3, 5);
  CU_ASSERT_NOT_EQUAL(csp_model_get_objective(test.model, &is_maximizing),
                      CSP_NONE);
  CU_ASSERT_FALSE(is_maximizing);
  CU_ASSERT_EQUAL(csp_model_get_n_symmetries(test.model), 1);
}

static void
colors_alone_decide(void)
{
  g_auto(ModelTest) test = {0};

  start(&test, "colors=7", WHEEL);
  model_test_build(&test);
  check_bounds(test.model, "color", 1, 7);
  CU_ASSERT_EQUAL(csp_model_find_array(test.model, "colors"), CSP_NONE);
  CU_ASSERT_EQUAL(csp_model_get_objective(test.model, NULL), CSP_NONE);
}

static void
colors_bound_the_minimum(void)
{
  g_auto(ModelTest) three = {0}, seven = {0}, two = {0};

  start(&three, "colors=3 minimize=true", WHEEL);
  model_test_build(&three);
  check_bounds(three.model, "colors", 3, 3);
  start(&seven, "colors=7 minimize=true", WHEEL);
  model_test_build(&seven);
  check_bounds(seven.model, "colors", 3, 5);
  start(&two, "colors=2 minimize=true", WHEEL);
  model_test_build(&two);
  check_bounds(two.model, "colors", 2, 2);
}

static void
counting_needs_colors(void)
{
  g_auto(ModelTest) test = {0};
  g_autoptr(GError) error = NULL;
  g_autoptr(CspModel) model = csp_model_new();

  start(&test, "minimize=true", WHEEL);
  csp_params_set_counting(test.params, TRUE);
  CU_ASSERT_FALSE(
      test.plugin->build(model, test.params, test.instance, &error));
  CU_ASSERT_TRUE_FATAL(g_error_matches(error, CSP_ERROR, CSP_ERROR_OPTION));
  CU_ASSERT_STRING_EQUAL(error->message,
                         "colorings are counted for a number of colors: "
                         "--colors=K is missing");
  CU_ASSERT_TRUE(csp_params_set(test.params, "colors", "5", NULL));
  model_test_build(&test);
  check_bounds(test.model, "color", 1, 5);
  CU_ASSERT_EQUAL(csp_model_get_objective(test.model, NULL), CSP_NONE);
}

static void
checking_leaves_the_bounds_out(void)
{
  g_auto(ModelTest) test = {0};

  start(&test, "", WHEEL);
  csp_params_set_checking(test.params, TRUE);
  model_test_build(&test);
  check_bounds(test.model, "color", 1, 1000000);
  check_bounds(test.model, "colors", 1, 1000000);
}

/* The triangle is one all-different, other edges are one constraint each. */
static void
reads_what_is_about(void)
{
  static const struct {
    const char *settings, *text;
    gsize n_vertices, n_constraints;
  } cases[] = {
      {"colors=3", "p edge 3 2\ne 1 2\ne 2 3", 3, 2},
      {"colors=3", "p col 3 2\ne 1 2\ne 2 3\n", 3, 2},
      {"colors=3", "p edges 3 2\r\ne 1 2\r\ne 2 3\r\n", 3, 2},
      {"colors=3", "p edge 3 2 17\ne 1\r 2\r\n  e\t2 3 \n\n\n", 3, 2},
      {"colors=3", "c\nc--- x\np edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 2 3\n", 3, 2},
      {"colors=3", "p edge 3 2\ne 1 2\ne 2 1\ne 2 3\ne 2 3\n", 3, 2},
      {"colors=3", "p edge 3 0\nn 1 4\nn 3 9\n", 3, 0},
      {"colors=3", "p edge 3 3\ne 1 2\ne 3 2\ne 1 3\n", 3, 1},
      {"colors=3 ignore-loops=true", "p edge 2 2\ne 1 1\ne 1 2\n", 2, 1},
      {"colors=1", "p edge 1 0\n", 1, 0},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_auto(ModelTest) test = {0};
    start(&test, cases[i].settings, cases[i].text);
    check_size(&test, cases[i].n_vertices, cases[i].n_constraints);
    CU_ASSERT_FALSE(model_test_read(&test));
  }
}

static void
warns_of_what_it_skips(void)
{
  static const struct {
    const char *text, *warning;
  } cases[] = {
      {"o 4\no 5\nx 1\np edge 2 1\ne 1 2\n",
       "in:1: lines that begin with 'o' are skipped"},
      {"p edge 2 7\ne 1 2\ne 2 1\n",
       "in:3: the p line announces 7 edges, the file has 2 edge lines"},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_auto(ModelTest) test = {0};
    gsize n;
    model_test_init(&test, "coloring", "");
    model_test_open(&test, cases[i].text);
    CU_ASSERT_TRUE(model_test_read(&test));
    const char *const *warnings = csp_reader_get_warnings(test.reader, &n);
    CU_ASSERT_EQUAL_FATAL(n, 1);
    CU_ASSERT_STRING_EQUAL(warnings[0], cases[i].warning);
  }
}

static void
says_what_is_wrong_with_a_graph(void)
{
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", "in:1:1: expected 'p edge VERTICES EDGES', but there is no p line"},
      {"c x\n",
       "in:1:4: expected 'p edge VERTICES EDGES', but there is no p line"},
      {"e 1 2\n", "in:1:1: expected 'p edge VERTICES EDGES' before this line"},
      {"n 1 2\n", "in:1:1: expected 'p edge VERTICES EDGES' before this line"},
      {"p edge 2 1\np edge 2 1\n", "in:2:1: a second p line"},
      {"p cnf 2 1\n", "in:1:3: expected 'p edge VERTICES EDGES'"},
      {"p\n", "in:1:2: expected 'p edge VERTICES EDGES'"},
      {"p edge 0 0\n", "in:1:8: expected a number of vertices (an integer from "
                       "1 to 100000000) instead of '0'"},
      {"p edge 3\n", "in:1:9: the line ends where a number of edges (an "
                     "integer of at least 0) is expected"},
      {"p edge 3 1 x\n",
       "in:1:12: expected the end of the line instead of 'x'"},
      {"p edge 2 1\ne 1 3\n",
       "in:2:5: expected a vertex (an integer from 1 to 2) instead of '3'"},
      {"p edge 2 1\ne 0 1\n",
       "in:2:3: expected a vertex (an integer from 1 to 2) instead of '0'"},
      {"p edge 2 1\ne 1\n", "in:2:4: the line ends where a vertex (an integer "
                            "from 1 to 2) is expected"},
      {"p edge 2 1\ne 1 2 3\n",
       "in:2:7: expected the end of the line instead of '3'"},
      {"p edge 2 1\nn 9 1\n",
       "in:2:3: expected a vertex (an integer from 1 to 2) instead of '9'"},
      {"p edge 2 1\ne 2 2\n",
       "in:2:1: an edge from vertex 2 to itself: no coloring exists "
       "(--ignore-loops drops such edges)"},
      {"p edge 2 1\nedge 1 2\n",
       "in:2:1: expected a line of 'c', 'p', 'n' or 'e' instead of 'edge'"},
      {"125\n5 1\n",
       "in:1:1: expected a line of 'c', 'p', 'n' or 'e' instead of '125'"},
      {"p edge 2 1\nx\n",
       "in:2:1: expected a line of 'c', 'p', 'n' or 'e' instead of 'x'"},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
    model_test_refuses("coloring", "", cases[i].text, cases[i].message);
}

static void
shows_a_coloring_that_it_reads(void)
{
  static const int values[] = {1, 2, 3, 2, 3, 4, 4};
  g_auto(ModelTest) test = {0};

  start(&test, "", WHEEL);
  model_test_build(&test);
  g_autofree char *text = model_test_render(&test, values, 7, "text");
  CU_ASSERT_STRING_EQUAL(text, "4 colors\n"
                               "color 1: 1\n"
                               "color 2: 2 4\n"
                               "color 3: 3 5\n"
                               "color 4: 6\n");
  model_test_reads_solution(&test, text, values, 7);
  g_autofree char *listed = g_strconcat(text, "\nstatus: optimal\n", NULL);
  model_test_reads_solution(&test, listed, values, 7);

  g_autofree char *dimacs = model_test_render(&test, values, 7, "dimacs");
  CU_ASSERT_STRING_EQUAL(dimacs,
                         "s col 4\nl 1 1\nl 2 2\nl 3 3\nl 4 2\nl 5 3\nl 6 4\n");
  model_test_reads_solution(&test, dimacs, values, 7);
  model_test_reads_solution(
      &test, "c x\nl 6 4\nl 1 1\nl 2 2\nl 3 3\nl 4 2\nl 5 3\n", values, 7);

  g_autofree char *svg = model_test_render(&test, values, 7, "svg");
  CU_ASSERT_TRUE(g_str_has_suffix(svg, "</svg>\n"));
  CU_ASSERT_PTR_NOT_NULL(
      strstr(svg, "<title>6 vertices, 10 edges, 4 colors</title>"));
}

static void
draws_large_graphs_too(void)
{
  static const char *const headers[] = {"p edge 400 0\n", "p edge 6000 0\n"};

  for (gsize i = 0; i < G_N_ELEMENTS(headers); i++) {
    g_auto(ModelTest) test = {0};
    start(&test, "colors=2", headers[i]);
    model_test_build(&test);
    gsize n = csp_model_get_n_vars(test.model);
    g_autofree int *values = g_new(int, n);
    for (gsize v = 0; v < n; v++)
      values[v] = 1 + (int)(v % 2);
    g_autofree char *svg = model_test_render(&test, values, n, "svg");
    CU_ASSERT_TRUE(g_str_has_suffix(svg, "</svg>\n"));
  }
}

static void
says_what_is_wrong_with_a_coloring(void)
{
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", "in:1:1: vertex 1 has no color"},
      {"s col 2\nl 1 1\n", "in:2:6: vertex 2 has no color"},
      {"l 1 1\nl 1 2\n", "in:2:6: a second color for vertex 1"},
      {"l 3 1\n",
       "in:1:3: expected a vertex (an integer from 1 to 2) instead of '3'"},
      {"l 1 0\n", "in:1:5: expected a color (an integer from 1 to 1000000) "
                  "instead of '0'"},
      {"l 1 1 1\n", "in:1:7: expected the end of the line instead of '1'"},
      {"s edge 2\n", "in:1:3: expected 's col COLORS'"},
      {"s col\n", "in:1:6: the line ends where a number of colors (an integer "
                  "from 1 to 1000000) is expected"},
      {"color 1 1\n", "in:1:7: expected 'color NUMBER:'"},
      {"color x: 1\n", "in:1:7: expected 'color NUMBER:'"},
      {"color\n", "in:1:6: expected 'color NUMBER:'"},
      {"color 1: 1 3\n",
       "in:1:12: expected a vertex (an integer from 1 to 2) instead of '3'"},
      {"2 colors\ncolor 1: 1\n\nstatus: x\n",
       "in:4:1: expected 'l VERTEX COLOR' or 'color NUMBER: VERTEX...'"},
      {"2 eggs\n",
       "in:1:1: expected 'l VERTEX COLOR' or 'color NUMBER: VERTEX...'"},
  };
  g_auto(ModelTest) test = {0};

  start(&test, "", "p edge 2 1\ne 1 2\n");
  model_test_build(&test);
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
    model_test_refuses_solution(&test, cases[i].text, cases[i].message);
}

static void
knows_a_graph_by_its_beginning(void)
{
  static const struct {
    const char *text;
    gboolean is_ours;
  } heads[] = {
      {"p edge 3 2\n", TRUE},
      {"c a\r\nc\r\n\r\np col 3 2\r\n", TRUE},
      {"c a\np cnf 3 2\n", FALSE},
      {"530070000\n", FALSE},
      {"", FALSE},
  };
  const CspPlugin *plugin = csp_plugin_find("coloring", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS(heads); i++)
    CU_ASSERT_EQUAL(plugin->sniff(heads[i].text, strlen(heads[i].text)),
                    heads[i].is_ours);
}

/* Files are kept back from some copies of the data; large ones take long under
 * sanitizers. */
static gboolean
is_small_file(const char *path)
{
  GStatBuf info;
  return g_stat(path, &info) == 0 && info.st_size < 300000;
}

/* NAME VERTICES EDGES HEADER LINES LOWER BEST ...: no bound contradicts what
 * is known. */
static void
check_published(const char *dir, const char *line)
{
  g_auto(ModelTest) test = {0};
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) fields = g_strsplit(line, "\t", -1);
  g_autofree char *file = g_strconcat(fields[0], ".col", NULL);
  g_autofree char *path = g_build_filename(dir, file, NULL);
  int min, max, best = atoi(fields[6]);

  if (!is_small_file(path))
    return;
  model_test_init(&test, "coloring", "");
  test.reader = csp_reader_open(path, &error);
  if (test.reader == NULL)
    g_error("%s", error->message);
  CU_ASSERT_TRUE_FATAL(model_test_read(&test));
  model_test_build(&test);
  CspArray color = csp_model_find_array(test.model, "color");
  CU_ASSERT_EQUAL(csp_model_get_array_length(test.model, color),
                  (gsize)atoi(fields[1]));
  csp_model_get_bounds(test.model, csp_model_get_objective(test.model, NULL),
                       &min, &max);
  CU_ASSERT_TRUE(min <= best);
  CU_ASSERT_TRUE(max >= atoi(fields[5]));
}

static void
survives_garbage(void)
{
  model_test_survives_garbage("coloring", WHEEL "n 2 3\no 4\n");
}

static void
reads_the_published_odd_files(void)
{
  static const struct {
    const char *name;
    gsize n_vertices;
    gsize n_warnings;
    const char *error;
  } files[] = {
      {"homer-self-loops", 561, 0, NULL},
      {"dsjc250.5-header-2m", 250, 1, NULL},
      {"queen5_5-crlf", 25, 0, NULL},
      {"myciel3-junk", 11, 1, NULL},
      {"myciel4-no-final-newline", 23, 0, NULL},
      {"qwhdec-order18-edges", 324, 1, NULL},
      {"dsjc125.1-plain-list", 0, 0, "1:1: expected a line of"},
      {"five-wheel", 6, 0, NULL},
      {"r250.1c-stray-cr", 250, 0, NULL},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
    g_auto(ModelTest) test = {0};
    g_autoptr(GError) error = NULL;
    g_autofree char *name =
        g_strdup_printf("graph-coloring/odd/%s.col", files[i].name);
    g_autofree char *path = csp_test_data(name);
    gsize n_warnings;
    if (path == NULL) {
      csp_test_skip("the published data is not at hand");
      return;
    }
    model_test_init(&test, "coloring", "ignore-loops=true colors=99");
    test.reader = csp_reader_open(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(test.reader);
    test.instance = test.plugin->read(test.reader, test.params, &error);
    csp_reader_get_warnings(test.reader, &n_warnings);
    CU_ASSERT_EQUAL(n_warnings, files[i].n_warnings);
    CU_ASSERT_EQUAL(error != NULL, files[i].error != NULL);
    if (error != NULL) {
      CU_ASSERT_PTR_NOT_NULL(strstr(error->message, files[i].error));
      continue;
    }
    model_test_build(&test);
    CU_ASSERT_EQUAL(csp_model_get_n_vars(test.model), files[i].n_vertices);
  }
}

static void
bounds_agree_with_the_published_ones(void)
{
  g_autofree char *path = csp_test_data("graph-coloring/instances.tsv");
  g_autofree char *text = NULL;

  if (path == NULL || !g_file_get_contents(path, &text, NULL, NULL)) {
    csp_test_skip("the published data is not at hand");
    return;
  }
  g_autofree char *dir = g_path_get_dirname(path);
  g_auto(GStrv) lines = g_strsplit(g_strchomp(text), "\n", -1);
  for (guint i = 1; lines[i] != NULL; i++)
    check_published(dir, lines[i]);
}

static const CspTest tests[] = {
    {"minimizes between clique and greedy coloring",
     minimizes_between_clique_and_greedy_coloring},
    {"colors alone decide", colors_alone_decide},
    {"colors bound the minimum", colors_bound_the_minimum},
    {"counting needs colors", counting_needs_colors},
    {"checking leaves the bounds out", checking_leaves_the_bounds_out},
    {"reads what is about", reads_what_is_about},
    {"warns of what it skips", warns_of_what_it_skips},
    {"says what is wrong with a graph", says_what_is_wrong_with_a_graph},
    {"shows a coloring that it reads", shows_a_coloring_that_it_reads},
    {"draws large graphs too", draws_large_graphs_too},
    {"says what is wrong with a coloring", says_what_is_wrong_with_a_coloring},
    {"knows a graph by its beginning", knows_a_graph_by_its_beginning},
    {"survives garbage", survives_garbage},
    {"reads the published odd files", reads_the_published_odd_files},
    {"bounds agree with the published ones",
     bounds_agree_with_the_published_ones},
};

CSP_TEST_MAIN("models/coloring", tests)
