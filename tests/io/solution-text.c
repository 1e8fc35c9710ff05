/* SPDX-License-Identifier: MIT */
/* Solutions as text and back. */
#include "config.h"

#include <libcsp/csp.h>

#include "tests/csp-test.h"

static CspModel *
make_model(void)
{
  CspModel *model = csp_model_new();

  CU_ASSERT_NOT_EQUAL_FATAL(
      csp_model_add_int_array(model, "column", 3, -5, 9, NULL), CSP_NONE);
  CU_ASSERT_NOT_EQUAL_FATAL(csp_model_add_int(model, "to\"tal", 0, 99, NULL),
                            CSP_NONE);
  return model;
}

static void
what_is_written_can_be_read(void)
{
  static const gint values[] = {-5, 0, 9, 42};
  g_autoptr(CspModel) model = make_model();
  g_autoptr(CspSolution) solution = csp_solution_new(model, values, 4, NULL);
  g_autoptr(GString) text = g_string_new(NULL);
  gsize n_values;

  csp_solution_append_json(solution, text);
  CU_ASSERT_STRING_EQUAL(text->str,
                         "{\"column\": [-5, 0, 9], \"to\\\"tal\": 42}");
  g_autoptr(CspSolution) copy =
      csp_solution_new_from_json(model, text->str, -1, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
  const gint *copied = csp_solution_get_all_values(copy, &n_values);
  CU_ASSERT_EQUAL(n_values, 4);
  for (gsize i = 0; i < n_values; i++)
    CU_ASSERT_EQUAL(copied[i], values[i]);
}

static void
writes_minizinc_data(void)
{
  static const gint values[] = {1, 2, 3, 4};
  g_autoptr(CspModel) model = csp_model_new();
  csp_model_add_int_array(model, "a", 3, 0, 9, NULL);
  csp_model_add_int(model, "b", 0, 9, NULL);
  g_autoptr(CspSolution) solution = csp_solution_new(model, values, 4, NULL);
  g_autoptr(GString) text = g_string_new(NULL);

  csp_solution_append_dzn(solution, text);
  CU_ASSERT_STRING_EQUAL(text->str, "a = [1, 2, 3];\nb = 4;\n");
}

static void
says_what_was_expected(void)
{
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"[1]", "expected a JSON object"},
      {"{}", "\"column\" is missing"},
      {"{\"column\": 3}", "\"column\": expected an array"},
      {"{\"column\": [1, 2]}", "\"column\": expected 3 values, not 2"},
      {"{\"column\": [1, 2, null]}", "\"column\": expected an integer"},
      {"{\"column\": [1, 2, 3.5]}", "\"column\": expected an integer"},
      {"{\"column\": [1, 2, 9999999999]}",
       "\"column\": 9999999999 is out of range"},
      {"{\"values\": {\"column\": [1, 2, 3]}}", "\"to\"tal\" is missing"},
      {"{\"column\": [1, 2, 3], \"to\\\"tal\": [4]}",
       "\"to\"tal\": expected an integer"},
  };
  g_autoptr(CspModel) model = make_model();

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    CU_ASSERT_PTR_NULL(
        csp_solution_new_from_json(model, cases[i].text, -1, &error));
    CU_ASSERT_TRUE_FATAL(g_error_matches(error, CSP_ERROR, CSP_ERROR_PARSE));
    CU_ASSERT_STRING_EQUAL(error->message, cases[i].message);
  }
}

static void
what_is_no_json_has_a_place(void)
{
  g_autoptr(CspModel) model = make_model();
  g_autoptr(GError) error = NULL;

  CU_ASSERT_PTR_NULL(
      csp_solution_new_from_json(model, "{\n\"column\": ?}", -1, &error));
  CU_ASSERT_TRUE_FATAL(g_error_matches(error, CSP_ERROR, CSP_ERROR_PARSE));
  CU_ASSERT_STRING_EQUAL(error->message, "2:11: expected JSON");
}

static void
what_no_parser_bears_is_refused(void)
{
  static const struct {
    const gchar *head, *repeated, *message;
    gint n;
  } cases[] = {
      {"{\"column\":\n", "[", "2:64: values nest too deep", 100000},
      {"[", "{\"a\":", "1:317: values nest too deep", 100000},
      {"{\"column\": [1, 2, ", "9", "1:37: the number has too many digits", 20},
      {"{\"to\\\"tal\": -", "1", "1:32: the number has too many digits", 19},
      {"/*\"*/", "[", "1:1: expected JSON", 100000},
      {"# \"\n", "[", "1:1: expected JSON", 100000},
      {"['\"', ", "[", "1:2: expected JSON", 100000},
      {"{} ", "{}", "1:4: expected the end of the text", 1},
      {"[\"a", "\\ud800", "1:4: half a surrogate pair", 2},
      {"[\"\\", "udc00", "1:3: half a surrogate pair", 1},
      {"[\"\\u00", "z", "1:3: expected JSON", 1},
      {"[0x", "f", "1:2: expected JSON", 17},
      {"[1,\n0", "7", "2:1: expected JSON", 2},
  };
  g_autoptr(CspModel) model = make_model();

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GString) text = g_string_new(cases[i].head);
    g_autoptr(GError) error = NULL;
    for (gint k = 0; k < cases[i].n; k++)
      g_string_append(text, cases[i].repeated);
    CU_ASSERT_PTR_NULL(
        csp_solution_new_from_json(model, text->str, -1, &error));
    CU_ASSERT_TRUE_FATAL(g_error_matches(error, CSP_ERROR, CSP_ERROR_PARSE));
    CU_ASSERT_STRING_EQUAL(error->message, cases[i].message);
  }
}

static const CspTest tests[] = {
    {"what is written can be read", what_is_written_can_be_read},
    {"writes MiniZinc data", writes_minizinc_data},
    {"says what was expected", says_what_was_expected},
    {"what is no JSON has a place", what_is_no_json_has_a_place},
    {"what no parser bears is refused", what_no_parser_bears_is_refused},
};

CSP_TEST_MAIN("io/solution-text", tests)
