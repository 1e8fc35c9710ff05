/* SPDX-License-Identifier: MIT */
/* Statistics by name, added up, and as JSON. */
#include "config.h"

#include "base/stats.h"

#include <json-glib/json-glib.h>
#include <libcsp/csp-io.h>
#include <string.h>

#include "tests/csp-test.h"

static JsonNode *
parse_members(const CspStats *stats)
{
  g_autofree char *members = csp_stats_to_json_members(stats);
  g_autofree char *text = g_strdup_printf("{%s}", members);
  JsonNode *node = json_from_string(text, NULL);

  CU_ASSERT_PTR_NOT_NULL_FATAL(node);
  return node;
}

static void
nothing_applies_at_first(void)
{
  g_autoptr(CspStats) stats = csp_stats_new();
  g_autoptr(JsonNode) node = parse_members(stats);
  const char *const *names = csp_stats_list_names();
  int64_t count;
  double real;

  for (size_t i = 0; names[i] != NULL; i++) {
    CU_ASSERT_FALSE(csp_stats_get_int(stats, names[i], &count));
    CU_ASSERT_FALSE(csp_stats_get_double(stats, names[i], &real));
    CU_ASSERT_PTR_NULL(csp_stats_get_string(stats, names[i]));
    CU_ASSERT_TRUE(
        json_object_get_null_member(json_node_get_object(node), names[i]));
  }
}

static void
what_is_set_is_written(void)
{
  g_autoptr(CspStats) stats = csp_stats_new();
  CU_ASSERT_TRUE(csp_stats_set_int(stats, "nodes", 2057));
  CU_ASSERT_TRUE(csp_stats_set_int(stats, "objective", -1));
  CU_ASSERT_TRUE(csp_stats_set_double(stats, "solve_seconds", 0.25));
  CU_ASSERT_TRUE(csp_stats_set_string(stats, "status", "a \"b\" \n"));
  CU_ASSERT_FALSE(csp_stats_set_int(stats, "status", 1));
  CU_ASSERT_FALSE(csp_stats_set_int(stats, "nodess", 1));

  g_autoptr(JsonNode) node = parse_members(stats);
  JsonObject *object = json_node_get_object(node);
  CU_ASSERT_EQUAL(json_object_get_int_member(object, "nodes"), 2057);
  CU_ASSERT_EQUAL(json_object_get_int_member(object, "objective"), -1);
  CU_ASSERT_EQUAL(json_object_get_double_member(object, "solve_seconds"), 0.25);
  CU_ASSERT_STRING_EQUAL(json_object_get_string_member(object, "status"),
                         "a \"b\" \n");
}

static void
runs_add_up(void)
{
  g_autoptr(CspStats) stats = csp_stats_new();
  g_autoptr(CspStats) other = csp_stats_new();
  int64_t value;
  double seconds;

  csp_stats_set_int(other, "nodes", 5);
  csp_stats_set_int(other, "max_depth", 7);
  csp_stats_set_int(other, "seed", 3);
  csp_stats_set_double(other, "solve_seconds", 0.5);
  csp_stats_add(stats, other);
  csp_stats_set_int(other, "max_depth", 4);
  csp_stats_add(stats, other);

  CU_ASSERT_TRUE(csp_stats_get_int(stats, "nodes", &value) && value == 10);
  CU_ASSERT_TRUE(csp_stats_get_int(stats, "max_depth", &value) && value == 7);
  CU_ASSERT_TRUE(csp_stats_get_int(stats, "seed", &value) && value == 3);
  CU_ASSERT_TRUE(csp_stats_get_double(stats, "solve_seconds", &seconds) &&
                 seconds == 1);
  CU_ASSERT_FALSE(csp_stats_get_int(stats, "moves", &value));
}

static void
json_strings_are_valid_whatever_the_bytes(void)
{
  g_autoptr(GString) out = g_string_new(NULL);

  csp_json_append_string(out, "a\"\\\t\xff\xc3\xa9");
  CU_ASSERT_STRING_EQUAL(out->str, "\"a\\\"\\\\\\u0009\xef\xbf\xbd\xc3\xa9\"");
}

static const CspTest tests[] = {
    {"nothing applies at first", nothing_applies_at_first},
    {"what is set is written", what_is_set_is_written},
    {"runs add up", runs_add_up},
    {"JSON strings are valid whatever the bytes",
     json_strings_are_valid_whatever_the_bytes},
};

CSP_TEST_MAIN("base/stats", tests)
