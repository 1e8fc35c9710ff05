/* SPDX-License-Identifier: MIT */
/* Statistics by name, added up, and as JSON. */
#include "config.h"

#include "base/stats.h"

#include <libcsp/csp-io.h>
#include <string.h>

#include "tests/csp-test.h"

static CspJson *
parse_members(const CspStats *stats)
{
  g_autofree char *members = csp_stats_to_json_members(stats);
  g_autofree char *text = g_strdup_printf("{%s}", members);
  CspJson *json = csp_json_parse(text, -1, NULL);

  CU_ASSERT_PTR_NOT_NULL_FATAL(json);
  return json;
}

static void
nothing_applies_at_first(void)
{
  g_autoptr(CspStats) stats = csp_stats_new();
  g_autoptr(CspJson) json = parse_members(stats);
  const char *const *names = csp_stats_list_names();
  int64_t count;
  double real;

  for (size_t i = 0; names[i] != NULL; i++) {
    CU_ASSERT_FALSE(csp_stats_get_int(stats, names[i], &count));
    CU_ASSERT_FALSE(csp_stats_get_double(stats, names[i], &real));
    CU_ASSERT_PTR_NULL(csp_stats_get_string(stats, names[i]));
    CspJsonValue member = csp_json_get_member(json, CSP_JSON_ROOT, names[i]);
    CU_ASSERT_NOT_EQUAL_FATAL(member, CSP_NONE);
    CU_ASSERT_EQUAL(csp_json_get_kind(json, member), CSP_JSON_NULL);
  }
}

static const gchar *
text_of(const CspJson *json, const char *name)
{
  return csp_json_get_text(json,
                           csp_json_get_member(json, CSP_JSON_ROOT, name));
}

static gint64
integer_of(const CspJson *json, const char *name)
{
  gint64 value;

  CU_ASSERT_TRUE_FATAL(csp_json_get_int(
      json, csp_json_get_member(json, CSP_JSON_ROOT, name), &value));
  return value;
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

  g_autoptr(CspJson) json = parse_members(stats);
  CU_ASSERT_EQUAL(integer_of(json, "nodes"), 2057);
  CU_ASSERT_EQUAL(integer_of(json, "objective"), -1);
  CU_ASSERT_EQUAL(g_ascii_strtod(text_of(json, "solve_seconds"), NULL), 0.25);
  CU_ASSERT_STRING_EQUAL(text_of(json, "status"), "a \"b\" \n");
}

/* Runs from a violation down to 0 by steps that a function gives. */
static CspDescent
descend(int64_t violation, int64_t (*step)(int64_t violation))
{
  CspDescent descent;

  csp_descent_begin(&descent);
  for (int64_t moves = 0;; moves++) {
    csp_descent_note(&descent, moves, violation);
    csp_descent_note(&descent, moves, violation + 1);
    if (violation == 0)
      return descent;
    violation -= step(violation);
  }
}

static int64_t
one(int64_t violation)
{
  return 1;
}

static int64_t
hundredth(int64_t violation)
{
  return violation / 100 + 1;
}

static void
a_short_descent_is_told_whole(void)
{
  CspDescent descent = descend(99, one);

  CU_ASSERT_EQUAL_FATAL(descent.n_points, 100);
  for (uint32_t i = 0; i < 100; i++) {
    CU_ASSERT_EQUAL(descent.points[i].moves, i);
    CU_ASSERT_EQUAL(descent.points[i].violation, 99 - i);
    CU_ASSERT_TRUE(descent.points[i].usec >= 0);
  }
}

static void
a_long_descent_is_thinned(void)
{
  const CspDescent descents[] = {descend(100, one), descend(1000000, one),
                                 descend(INT64_MAX - 1, hundredth)};

  for (size_t k = 0; k < G_N_ELEMENTS(descents); k++) {
    const CspDescent *descent = &descents[k];
    uint32_t n = descent->n_points;
    CU_ASSERT_TRUE(n >= 50 && n <= CSP_DESCENT_POINTS);
    CU_ASSERT_EQUAL(descent->points[0].moves, 0);
    CU_ASSERT_EQUAL(descent->points[n - 1].violation, 0);
    for (uint32_t i = 1; i < n; i++) {
      const CspDescentPoint *a = &descent->points[i - 1];
      const CspDescentPoint *b = &descent->points[i];
      CU_ASSERT_TRUE(a->moves < b->moves && a->violation > b->violation);
      CU_ASSERT_TRUE(b->violation >= a->violation / 3);
    }
  }
}

static void
improvements_can_be_read(void)
{
  g_autoptr(CspStats) stats = csp_stats_new();
  int64_t moves = -5, violation = -5;
  double seconds = -5;

  CU_ASSERT_EQUAL(csp_stats_count_improvements(stats), 0);
  CU_ASSERT_FALSE(
      csp_stats_get_improvement(stats, 0, &moves, &seconds, &violation));
  CU_ASSERT_EQUAL(moves, -5);

  stats->violation_history = descend(2, one);
  stats->violation_history.points[2].usec = 1500000;
  g_autoptr(CspStats) copy = csp_stats_copy(stats);
  CU_ASSERT_EQUAL(csp_stats_count_improvements(copy), 3);
  CU_ASSERT_TRUE(
      csp_stats_get_improvement(copy, 2, &moves, &seconds, &violation));
  CU_ASSERT_TRUE(moves == 2 && seconds == 1.5 && violation == 0);
  CU_ASSERT_TRUE(csp_stats_get_improvement(copy, 1, NULL, NULL, NULL));

  g_autofree char *members = csp_stats_to_json_members(copy);
  CU_ASSERT_PTR_NOT_NULL(strstr(members, "\"violation_history\": [[0, 0.00"));
  CU_ASSERT_PTR_NOT_NULL(strstr(members, ", [2, 1.500000, 0]]"));
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

  csp_stats_set_int(other, "solutions", G_MAXINT64 - 1);
  csp_stats_add(stats, other);
  csp_stats_add(stats, other);
  CU_ASSERT_TRUE(csp_stats_get_int(stats, "solutions", &value) &&
                 value == G_MAXINT64);
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
    {"a short descent is told whole", a_short_descent_is_told_whole},
    {"a long descent is thinned", a_long_descent_is_thinned},
    {"improvements can be read", improvements_can_be_read},
    {"runs add up", runs_add_up},
    {"JSON strings are valid whatever the bytes",
     json_strings_are_valid_whatever_the_bytes},
};

CSP_TEST_MAIN("base/stats", tests)
