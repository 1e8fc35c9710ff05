/* SPDX-License-Identifier: MIT */
/* Every row of options.def at its ends, and what text is refused. */
#include "config.h"

#include "base/options.h"

#include <libcsp/csp-types.h>

#include <string.h>

#include "tests/csp-test.h"

static bool
takes(const char *name, const char *text)
{
  CspOptions options;
  g_autoptr(GError) error = NULL;

  csp_options_init(&options);
  bool is_set = csp_options_set(&options, csp_option_find(name), text, &error);
  CU_ASSERT_EQUAL(is_set, error == NULL);
  if (error != NULL) {
    CU_ASSERT_TRUE(g_error_matches(error, CSP_ERROR, CSP_ERROR_OPTION));
    CU_ASSERT_TRUE(strstr(error->message, name) == error->message + 2);
  }
  csp_options_clear(&options);
  return is_set;
}

static bool
takes_int(const char *name, int64_t value)
{
  g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, value);
  return takes(name, text);
}

static bool
takes_real(const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  return takes(name, g_ascii_formatd(text, sizeof(text), "%.6f", value));
}

static void
takes_each_integer_to_its_ends_and_no_farther(void)
{
  for (size_t i = 0; i < csp_n_option_specs; i++) {
    const CspOptionSpec *spec = &csp_option_specs[i];
    if (spec->kind != CSP_OPTION_INT)
      continue;
    CU_ASSERT_TRUE(takes_int(spec->name, spec->default_int));
    CU_ASSERT_TRUE(takes_int(spec->name, spec->min));
    CU_ASSERT_TRUE(takes_int(spec->name, spec->max));
    CU_ASSERT_FALSE(takes_int(spec->name, spec->min - 1));
    if (spec->max < INT64_MAX)
      CU_ASSERT_FALSE(takes_int(spec->name, spec->max + 1));
    CU_ASSERT_FALSE(takes(spec->name, "9223372036854775808"));
  }
}

static void
takes_each_number_to_its_ends_and_no_farther(void)
{
  for (size_t i = 0; i < csp_n_option_specs; i++) {
    const CspOptionSpec *spec = &csp_option_specs[i];
    if (spec->kind != CSP_OPTION_REAL)
      continue;
    CU_ASSERT_TRUE(takes_real(spec->name, spec->default_real));
    CU_ASSERT_TRUE(takes_real(spec->name, spec->real_min));
    CU_ASSERT_TRUE(takes_real(spec->name, spec->real_max));
    CU_ASSERT_FALSE(takes_real(spec->name, spec->real_min - 1));
    CU_ASSERT_FALSE(takes_real(spec->name, spec->real_max + 1));
  }
}

static void
takes_each_choice_and_no_other(void)
{
  for (size_t i = 0; i < csp_n_option_specs; i++) {
    const CspOptionSpec *spec = &csp_option_specs[i];
    if (spec->kind != CSP_OPTION_CHOICE)
      continue;
    g_auto(GStrv) choices = g_strsplit(spec->choices, "|", -1);
    for (int k = 0; choices[k] != NULL; k++) {
      g_autofree char *name = csp_option_dup_choice(spec, k);
      CU_ASSERT_STRING_EQUAL(name, choices[k]);
      CU_ASSERT_TRUE(takes(spec->name, name));
    }
    CU_ASSERT_FALSE(takes(spec->name, ""));
    CU_ASSERT_FALSE(takes(spec->name, "learning"));
  }
}

static void
choices_agree_with_their_enumeration(void)
{
  static const struct {
    const char *option, *choice;
    int index;
  } cases[] = {
      {"algorithm", "auto", CSP_ALGORITHM_AUTO},
      {"algorithm", "tabu", CSP_ALGORITHM_TABU},
      {"variable-order", "dom/wdeg", CSP_VARIABLE_ORDER_DOM_WDEG},
      {"variable-order", "random", CSP_VARIABLE_ORDER_RANDOM},
      {"value-order", "random", CSP_VALUE_ORDER_RANDOM},
      {"branching", "2-way", CSP_BRANCHING_2_WAY},
      {"strength", "domain", CSP_STRENGTH_DOMAIN},
  };

  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    const CspOptionSpec *spec = csp_option_find(cases[i].option);
    g_autofree char *name = csp_option_dup_choice(spec, cases[i].index);
    CU_ASSERT_STRING_EQUAL(name, cases[i].choice);
  }
}

static void
a_refused_value_changes_nothing(void)
{
  CspOptions options;

  csp_options_init(&options);
  for (size_t i = 0; i < csp_n_option_specs; i++) {
    const CspOptionSpec *spec = &csp_option_specs[i];
    CU_ASSERT_TRUE(csp_options_is_default(&options, spec));
    if (strcmp(spec->name, "project") == 0)
      continue; /* it takes any name */
    CU_ASSERT_FALSE(csp_options_set(&options, spec, "nonsense", NULL));
    CU_ASSERT_TRUE(csp_options_is_default(&options, spec));
  }
  csp_options_clear(&options);
}

static void
nothing_is_the_default(void)
{
  static const struct {
    const char *option, *value;
  } cases[] = {
      {"distinct", "true"}, {"solutions", "7"},   {"time-limit", "2.5"},
      {"algorithm", "mac"}, {"restarts", "luby"},
  };
  CspOptions options;

  csp_options_init(&options);
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    const CspOptionSpec *spec = csp_option_find(cases[i].option);
    CU_ASSERT_TRUE(csp_options_set(&options, spec, cases[i].value, NULL));
    CU_ASSERT_FALSE(csp_options_is_default(&options, spec));
    CU_ASSERT_TRUE(csp_options_set(&options, spec, NULL, NULL));
    CU_ASSERT_TRUE(csp_options_is_default(&options, spec));
  }
  csp_options_clear(&options);
}

static void
a_copy_stands_alone(void)
{
  CspOptions options, copy;

  csp_options_init(&options);
  CU_ASSERT_TRUE(
      csp_options_set(&options, csp_option_find("restarts"), "luby:50", NULL));
  csp_options_copy(&options, &copy);
  csp_options_clear(&options);
  CU_ASSERT_STRING_EQUAL(copy.restarts, "luby:50");
  CU_ASSERT_FALSE(csp_options_is_default(&copy, csp_option_find("restarts")));
  csp_options_clear(&copy);
}

static void
finds_names_with_either_dash(void)
{
  CU_ASSERT_PTR_EQUAL(csp_option_find("node-limit"),
                      csp_option_find("node_limit"));
  CU_ASSERT_PTR_NOT_NULL(csp_option_find("node-limit"));
  CU_ASSERT_PTR_NULL(csp_option_find("node-limits"));
  CU_ASSERT_PTR_NULL(csp_option_find("node"));
}

static void
integers_are_decimal(void)
{
  static const struct {
    const char *text;
    int64_t value;
  } good[] = {{"0", 0},
              {"010", 10},
              {"-7", -7},
              {"9223372036854775807", INT64_MAX},
              {"-9223372036854775808", INT64_MIN}};
  static const char *const bad[] = {"",    "-",
                                    "+1",  " 1",
                                    "1 ",  "1e6",
                                    "0x1", "1.0",
                                    "--1", "9223372036854775808",
                                    "1,0", "٣",
                                    "1k",  "-9223372036854775809"};
  int64_t value;

  for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
    CU_ASSERT_TRUE(csp_parse_int(good[i].text, &value));
    CU_ASSERT_EQUAL(value, good[i].value);
  }
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
    CU_ASSERT_FALSE(csp_parse_int(bad[i], &value));
}

static void
numbers_are_decimal(void)
{
  static const char *const good[] = {"0", "0.5", ".5", "5.", "010"};
  static const char *const bad[] = {"",    ".",   "1e3", "inf",  "nan",
                                    "0x1", "1,5", "1 ",  "1.2.3"};

  for (size_t i = 0; i < G_N_ELEMENTS(good); i++)
    CU_ASSERT_TRUE(takes("time-limit", good[i]));
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
    CU_ASSERT_FALSE(takes("time-limit", bad[i]));
}

static void
reads_restart_policies(void)
{
  static const char *const bad[] = {"",
                                    "luby:0",
                                    "luby:",
                                    "luby:1:2",
                                    "none:1",
                                    "geometric:5",
                                    "geometric:5:1",
                                    "lubi",
                                    "geometric:5:2:1",
                                    "geometric:0:2",
                                    "luby:-1"};
  CspRestartPolicy policy;

  CU_ASSERT_TRUE(csp_restart_policy_parse("none", &policy, NULL));
  CU_ASSERT_EQUAL(policy.kind, CSP_RESTARTS_NONE);
  CU_ASSERT_TRUE(csp_restart_policy_parse("luby:64", &policy, NULL));
  CU_ASSERT_EQUAL(policy.kind, CSP_RESTARTS_LUBY);
  CU_ASSERT_EQUAL(policy.unit, 64);
  CU_ASSERT_TRUE(csp_restart_policy_parse("geometric:10:1.25", &policy, NULL));
  CU_ASSERT_EQUAL(policy.kind, CSP_RESTARTS_GEOMETRIC);
  CU_ASSERT_EQUAL(policy.unit, 10);
  CU_ASSERT_EQUAL(policy.factor, 1.25);
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
    CU_ASSERT_FALSE(takes("restarts", bad[i]));
}

static void
suggests_the_nearest_name(void)
{
  static const char *const names[] = {"coloring", "queens", "sudoku"};
  static const struct {
    const char *typed, *meant;
  } cases[] = {{"quens", "queens"},   {"colouring", "coloring"},
               {"suduko", "sudoku"},  {"col", "coloring"},
               {"queens ", "queens"}, {"knapsack", NULL},
               {"q", NULL},           {"", NULL}};

  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    const char *nearest =
        csp_nearest_name(cases[i].typed, names, G_N_ELEMENTS(names));
    CU_ASSERT_EQUAL(g_strcmp0(nearest, cases[i].meant), 0);
  }
}

static const CspTest tests[] = {
    {"takes each integer to its ends and no farther",
     takes_each_integer_to_its_ends_and_no_farther},
    {"takes each number to its ends and no farther",
     takes_each_number_to_its_ends_and_no_farther},
    {"takes each choice and no other", takes_each_choice_and_no_other},
    {"choices agree with their enumeration",
     choices_agree_with_their_enumeration},
    {"a refused value changes nothing", a_refused_value_changes_nothing},
    {"nothing is the default", nothing_is_the_default},
    {"a copy stands alone", a_copy_stands_alone},
    {"finds names with either dash", finds_names_with_either_dash},
    {"integers are decimal", integers_are_decimal},
    {"numbers are decimal", numbers_are_decimal},
    {"reads restart policies", reads_restart_policies},
    {"suggests the nearest name", suggests_the_nearest_name},
};

CSP_TEST_MAIN("base/options", tests)
