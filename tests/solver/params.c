/* SPDX-License-Identifier: MIT */
/* Parameters by text, with the message for each thing that can be wrong, and
 * assumptions. */
#include "config.h"

#include <string.h>
#include <libcsp/csp-plugin.h>

#include "tests/csp-test.h"

enum { ARG_SIZE, ARG_COLORS, ARG_FAST, ARG_KIND, ARG_BOX };

static const char *const kinds[] = {"plain", "torus", NULL};

static const CspParamSpec table[] = {
    [ARG_SIZE] = CSP_PARAM_INT("size", 1, 99, 8, "queens", "how many"),
    [ARG_COLORS] = CSP_PARAM_OPTIONAL_INT("colors", 1, 9, "colors", "most"),
    [ARG_FAST] = CSP_PARAM_BOOL("fast", 0, "hurry"),
    [ARG_KIND] = CSP_PARAM_CHOICE("kind", kinds, "plain", "which board"),
    [ARG_BOX] = CSP_PARAM_STRING("box", NULL, "shape"),
};

static const CspPlugin plugin = {
    .abi = CSP_PLUGIN_ABI,
    .size = sizeof(CspPlugin),
    .name = "sample",
    .params = table,
    .n_params = G_N_ELEMENTS(table),
};

static void
begin_with_the_defaults(void)
{
  g_autoptr(CspParams) params = csp_params_new(&plugin);

  CU_ASSERT_EQUAL(csp_params_get_int(params, ARG_SIZE), 8);
  CU_ASSERT_EQUAL(csp_params_get_int(params, ARG_COLORS), 0);
  CU_ASSERT_FALSE(csp_params_get_bool(params, ARG_FAST));
  CU_ASSERT_STRING_EQUAL(csp_params_get_string(params, ARG_KIND), "plain");
  CU_ASSERT_PTR_NULL(csp_params_get_string(params, ARG_BOX));
  CU_ASSERT_FALSE(csp_params_is_counting(params));
  for (guint i = 0; i < G_N_ELEMENTS(table); i++)
    CU_ASSERT_FALSE(csp_params_is_set(params, i));
}

static void
are_set_by_text(void)
{
  static const struct {
    const char *name, *text;
  } values[] = {
      {"size", "010"},   {"colors", "9"}, {"fast", NULL},
      {"kind", "torus"}, {"box", "3x4"},
  };
  static const char *const texts[] = {"10", "9", "true", "torus", "3x4"};
  g_autoptr(CspParams) params = csp_params_new(&plugin);

  for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
    CU_ASSERT_TRUE(
        csp_params_set(params, values[i].name, values[i].text, NULL));
    CU_ASSERT_TRUE(csp_params_is_set(params, i));
    g_autofree char *text = csp_params_dup_text(params, i);
    CU_ASSERT_STRING_EQUAL(text, texts[i]);
  }
  CU_ASSERT_EQUAL(csp_params_get_int(params, ARG_SIZE), 10);
  CU_ASSERT_TRUE(csp_params_get_bool(params, ARG_FAST));
  CU_ASSERT_TRUE(csp_params_set(params, "fast", "false", NULL));
  CU_ASSERT_FALSE(csp_params_get_bool(params, ARG_FAST));
  csp_params_set_counting(params, TRUE);
  CU_ASSERT_TRUE(csp_params_is_counting(params));
}

static void
have_no_text_while_unset(void)
{
  g_autoptr(CspParams) params = csp_params_new(&plugin);
  g_autofree char *size = csp_params_dup_text(params, ARG_SIZE);
  g_autofree char *fast = csp_params_dup_text(params, ARG_FAST);

  CU_ASSERT_STRING_EQUAL(size, "8");
  CU_ASSERT_STRING_EQUAL(fast, "false");
  CU_ASSERT_PTR_NULL(csp_params_dup_text(params, ARG_COLORS));
  CU_ASSERT_PTR_NULL(csp_params_dup_text(params, ARG_BOX));
}

static void
say_what_was_expected(void)
{
  static const struct {
    const char *name, *text, *message;
  } cases[] = {
      {"size", "0", "--size=0: expected an integer from 1 to 99"},
      {"size", "100", "--size=100: expected an integer from 1 to 99"},
      {"size", "1e1", "--size=1e1: expected an integer from 1 to 99"},
      {"size", "+1", "--size=+1: expected an integer from 1 to 99"},
      {"size", " 1", "--size= 1: expected an integer from 1 to 99"},
      {"size", "", "--size=: expected an integer from 1 to 99"},
      {"size", NULL, "--size: expected an integer from 1 to 99"},
      {"fast", "maybe", "--fast=maybe: expected true or false"},
      {"kind", "ring", "--kind=ring: expected one of plain, torus"},
      {"kind", NULL, "--kind: expected a value"},
      {"box", NULL, "--box: expected a value"},
      {"sise", "1", "sample has no parameter 'sise'; did you mean 'size'?"},
      {"xyzzy", "1",
       "sample has no parameter 'xyzzy'; known: size, colors, fast, kind, "
       "box"},
  };
  g_autoptr(CspParams) params = csp_params_new(&plugin);

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    CU_ASSERT_FALSE(
        csp_params_set(params, cases[i].name, cases[i].text, &error));
    CU_ASSERT_TRUE_FATAL(g_error_matches(error, CSP_ERROR, CSP_ERROR_OPTION));
    CU_ASSERT_STRING_EQUAL(error->message, cases[i].message);
  }
  for (guint i = 0; i < G_N_ELEMENTS(table); i++)
    CU_ASSERT_FALSE(csp_params_is_set(params, i));
  CU_ASSERT_EQUAL(csp_params_get_int(params, ARG_SIZE), 8);
  CU_ASSERT_STRING_EQUAL(csp_params_get_string(params, ARG_KIND), "plain");
}

static void
assumptions_keep_their_order(void)
{
  g_autoptr(CspAssumptions) list = csp_assumptions_new();
  gsize n_vars, n_values;

  csp_assumptions_add(list, 7, -1);
  csp_assumptions_add(list, 3, 5);
  const CspVar *vars = csp_assumptions_get_vars(list, &n_vars);
  const gint *values = csp_assumptions_get_values(list, &n_values);
  CU_ASSERT_EQUAL_FATAL(n_vars, 2);
  CU_ASSERT_EQUAL_FATAL(n_values, 2);
  CU_ASSERT_TRUE(vars[0] == 7 && values[0] == -1);
  CU_ASSERT_TRUE(vars[1] == 3 && values[1] == 5);
  csp_assumptions_clear(list);
  csp_assumptions_get_vars(list, &n_vars);
  CU_ASSERT_EQUAL(n_vars, 0);
}

static const CspTest tests[] = {
    {"begin with the defaults", begin_with_the_defaults},
    {"are set by text", are_set_by_text},
    {"have no text while unset", have_no_text_while_unset},
    {"say what was expected", say_what_was_expected},
    {"assumptions keep their order", assumptions_keep_their_order},
};

CSP_TEST_MAIN("solver/params", tests)
