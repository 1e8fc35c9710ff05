/* SPDX-License-Identifier: MIT */
/* Reading JSON. */
#include "config.h"

#include <string.h>
#include <libcsp/csp.h>

#include "tests/csp-test.h"

static CspJson *
parse(const gchar *text)
{
  g_autoptr(GError) error = NULL;
  CspJson *json = csp_json_parse(text, -1, &error);

  if (json == NULL)
    CU_FAIL_FATAL(text);
  return json;
}

static void
values_are_what_was_written(void)
{
  g_autoptr(CspJson) json = parse(" {\"a\": [1, -20, [], 0],\r\n"
                                  "\t\"b\": {\"c\": null}, \"\": true,"
                                  "\"d\":1.50e+2, \"b\": \"last\"} ");
  CspJsonValue a = csp_json_get_member(json, CSP_JSON_ROOT, "a");
  CspJsonValue b = csp_json_get_member(json, CSP_JSON_ROOT, "b");
  CspJsonValue d = csp_json_get_member(json, CSP_JSON_ROOT, "d");
  gint64 value = 7;

  CU_ASSERT_EQUAL(csp_json_get_length(json, CSP_JSON_ROOT), 5);
  CU_ASSERT_EQUAL(csp_json_get_first(json, CSP_JSON_ROOT), a);
  CU_ASSERT_PTR_NULL(csp_json_get_name(json, CSP_JSON_ROOT));
  CU_ASSERT_STRING_EQUAL(csp_json_get_name(json, a), "a");
  CU_ASSERT_STRING_EQUAL(csp_json_get_text(json, b), "last");
  CU_ASSERT_STRING_EQUAL(csp_json_get_text(json, d), "1.50e+2");
  CU_ASSERT_FALSE(csp_json_get_int(json, d, &value));
  CU_ASSERT_EQUAL(value, 7);

  CU_ASSERT_EQUAL(csp_json_get_length(json, a), 4);
  CspJsonValue element = csp_json_get_first(json, a);
  CU_ASSERT_TRUE(csp_json_get_int(json, element, &value) && value == 1);
  element = csp_json_get_next(json, element);
  CU_ASSERT_TRUE(csp_json_get_int(json, element, &value) && value == -20);
  element = csp_json_get_next(json, element);
  CU_ASSERT_EQUAL(csp_json_get_kind(json, element), CSP_JSON_ARRAY);
  CU_ASSERT_EQUAL(csp_json_get_first(json, element), CSP_NONE);
  element = csp_json_get_next(json, element);
  CU_ASSERT_TRUE(csp_json_get_int(json, element, &value) && value == 0);
  CU_ASSERT_EQUAL(csp_json_get_next(json, element), CSP_NONE);

  CspJsonValue empty = csp_json_get_member(json, CSP_JSON_ROOT, "");
  CU_ASSERT_EQUAL(csp_json_get_kind(json, empty), CSP_JSON_BOOLEAN);
  CU_ASSERT_STRING_EQUAL(csp_json_get_name(json, empty), "");
  CU_ASSERT_TRUE(csp_json_get_int(json, empty, &value) && value == 1);
  CU_ASSERT_EQUAL(csp_json_get_member(json, CSP_JSON_ROOT, "c"), CSP_NONE);
  CU_ASSERT_EQUAL(csp_json_get_member(json, a, "a"), CSP_NONE);
}

static void
strings_lose_their_escapes(void)
{
  static const gchar *const cases[][2] = {
      {"\"\"", ""},
      {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
      {"\"[[\\\"\xc3\xa9\\u00e9\\uD83D\\ude00\"",
       "[[\"\xc3\xa9\xc3\xa9\xf0\x9f\x98\x80"},
      {"\xef\xbb\xbf\"after a byte order mark\"", "after a byte order mark"},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(CspJson) json = parse(cases[i][0]);
    CU_ASSERT_STRING_EQUAL(csp_json_get_text(json, CSP_JSON_ROOT), cases[i][1]);
  }
}

static void
what_is_no_json_has_a_place(void)
{
  static const gchar *const cases[][2] = {
      {"", "1:1: expected JSON"},
      {"[1, 2", "1:6: expected JSON"},
      {"[1 2]", "1:4: expected JSON"},
      {"[1,]", "1:4: expected JSON"},
      {"{\"a\": 1,\n}", "2:1: expected JSON"},
      {"{\"a\" 1}", "1:6: expected JSON"},
      {"{1: 1}", "1:2: expected JSON"},
      {"[1}", "1:3: expected JSON"},
      {"[01]", "1:2: expected JSON"},
      {"+1", "1:1: expected JSON"},
      {"-", "1:1: expected JSON"},
      {"1.", "1:1: expected JSON"},
      {".5", "1:1: expected JSON"},
      {"1.e5", "1:1: expected JSON"},
      {"1e", "1:1: expected JSON"},
      {"1e+5-", "1:1: expected JSON"},
      {"True", "1:1: expected JSON"},
      {"nul", "1:1: expected JSON"},
      {"'a'", "1:1: expected JSON"},
      {"\"a", "1:3: expected JSON"},
      {"\"a\n\"", "1:3: expected JSON"},
      {"\"\\x\"", "1:2: expected JSON"},
      {"\"\\u12\"", "1:2: expected JSON"},
      {"\"\\", "1:2: expected JSON"},
      {"\"\\u0000\"", "1:2: a NUL character in a string"},
      {"\"\\ude00\"", "1:2: half a surrogate pair"},
      {"\"a\xff\"", "1:3: expected UTF-8"},
      {"1 2", "1:3: expected the end of the text"},
      {"[-1234567890123456789]", "1:21: the number has too many digits"},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    CU_ASSERT_PTR_NULL(csp_json_parse(cases[i][0], -1, &error));
    CU_ASSERT_TRUE_FATAL(g_error_matches(error, CSP_ERROR, CSP_ERROR_PARSE));
    CU_ASSERT_STRING_EQUAL(error->message, cases[i][1]);
    CU_ASSERT_PTR_NULL(csp_json_parse(cases[i][0], -1, NULL));
  }
  CU_ASSERT_PTR_NULL(csp_json_parse("1\0002", 3, NULL));
}

static void
no_byte_after_the_end_is_read(void)
{
  static const gchar text[] = "[true, \"a\\u00e9\", -1.5e7, {\"b\": 12}]";

  for (gsize n = 0; n < strlen(text); n++) {
    g_autofree gchar *part = g_memdup2(text, MAX(n, 1));
    CU_ASSERT_PTR_NULL(csp_json_parse(part, (gssize)n, NULL));
  }
}

static const CspTest tests[] = {
    {"values are what was written", values_are_what_was_written},
    {"strings lose their escapes", strings_lose_their_escapes},
    {"what is no JSON has a place", what_is_no_json_has_a_place},
    {"no byte after the end is read", no_byte_after_the_end_is_read},
};

CSP_TEST_MAIN("io/json", tests)
