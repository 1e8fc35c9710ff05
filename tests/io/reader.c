/* SPDX-License-Identifier: MIT */
/* Lines, tokens, places and every message of the reader. */
#include "config.h"

#include <string.h>
#include <glib/gstdio.h>
#include <libcsp/csp-reader.h>

#include "tests/csp-test.h"

static CspReader *
reader_of(const char *text)
{
  g_autoptr(GBytes) bytes = g_bytes_new_static(text, strlen(text));
  return csp_reader_new_for_bytes("in", bytes);
}

static const char *
next_line(CspReader *reader)
{
  const char *line;
  CU_ASSERT_TRUE(csp_reader_next_line(reader, &line, NULL));
  return line;
}

static void
check_error(GError *error, CspError code, const char *message)
{
  CU_ASSERT_PTR_NOT_NULL_FATAL(error);
  CU_ASSERT_TRUE(g_error_matches(error, CSP_ERROR, (int)code));
  CU_ASSERT_STRING_EQUAL(error->message, message);
  if (strcmp(error->message, message) != 0)
    printf("# %s\n", error->message);
  g_error_free(error);
}

static void
gives_lines_without_their_ends(void)
{
  g_autoptr(CspReader) reader = reader_of("one\n\nthree\r\nlast");

  CU_ASSERT_EQUAL(csp_reader_get_line_number(reader), 0);
  CU_ASSERT_STRING_EQUAL(next_line(reader), "one");
  CU_ASSERT_STRING_EQUAL(next_line(reader), "");
  CU_ASSERT_STRING_EQUAL(next_line(reader), "three\r");
  CU_ASSERT_STRING_EQUAL(next_line(reader), "last");
  CU_ASSERT_EQUAL(csp_reader_get_line_number(reader), 4);
  CU_ASSERT_PTR_NULL(next_line(reader));
  CU_ASSERT_PTR_NULL(next_line(reader));
  CU_ASSERT_EQUAL(csp_reader_get_line_number(reader), 4);
  CU_ASSERT_STRING_EQUAL(csp_reader_get_name(reader), "in");
}

static void
an_empty_input_has_no_line(void)
{
  g_autoptr(CspReader) reader = reader_of("");
  GError *error = NULL;

  CU_ASSERT_PTR_NULL(next_line(reader));
  CU_ASSERT_FALSE(csp_reader_fail(reader, 0, &error, "nothing"));
  check_error(error, CSP_ERROR_PARSE, "in:1:1: nothing");
}

static void
skips_a_byte_order_mark(void)
{
  g_autoptr(CspReader) reader = reader_of("\xef\xbb\xbfx");
  CU_ASSERT_STRING_EQUAL(next_line(reader), "x");
}

static void
gives_a_line_again(void)
{
  g_autoptr(CspReader) reader = reader_of("a b\nc");

  next_line(reader);
  CU_ASSERT_STRING_EQUAL(csp_reader_next_token(reader), "a");
  csp_reader_unread_line(reader);
  CU_ASSERT_STRING_EQUAL(next_line(reader), "a b");
  CU_ASSERT_STRING_EQUAL(csp_reader_next_token(reader), "a");
  CU_ASSERT_EQUAL(csp_reader_get_line_number(reader), 1);
  CU_ASSERT_STRING_EQUAL(next_line(reader), "c");
  CU_ASSERT_PTR_NULL(next_line(reader));
  csp_reader_unread_line(reader);
  CU_ASSERT_PTR_NULL(next_line(reader));
}

static void
peeks_without_reading_on(void)
{
  g_autoptr(CspReader) reader = reader_of("first\nsecond");
  gsize n;
  const char *head = csp_reader_peek(reader, &n);

  CU_ASSERT_EQUAL_FATAL(n, 12);
  CU_ASSERT_NSTRING_EQUAL(head, "first\nsecond", 12);
  CU_ASSERT_STRING_EQUAL(next_line(reader), "first");
}

static void
splits_at_white_space_of_any_kind(void)
{
  g_autoptr(CspReader) reader = reader_of("  e\t1\r 22 \r\n \nz");

  next_line(reader);
  const char *e = csp_reader_next_token(reader);
  const char *one = csp_reader_next_token(reader);
  CU_ASSERT_STRING_EQUAL(csp_reader_next_token(reader), "22");
  CU_ASSERT_PTR_NULL(csp_reader_next_token(reader));
  CU_ASSERT_PTR_NULL(csp_reader_next_token(reader));
  CU_ASSERT_STRING_EQUAL(e, "e"); /* lent until the next line */
  CU_ASSERT_STRING_EQUAL(one, "1");
  next_line(reader);
  CU_ASSERT_PTR_NULL(csp_reader_next_token(reader));
  next_line(reader);
  CU_ASSERT_STRING_EQUAL(csp_reader_next_token(reader), "z");
}

static void
reads_integers(void)
{
  g_autoptr(CspReader) reader = reader_of("010 -3 9223372036854775807");
  gint64 value;

  next_line(reader);
  CU_ASSERT_TRUE(csp_reader_next_int(reader, "a", 0, 10, &value, NULL));
  CU_ASSERT_EQUAL(value, 10);
  CU_ASSERT_TRUE(csp_reader_next_int(reader, "a", -3, 10, &value, NULL));
  CU_ASSERT_EQUAL(value, -3);
  CU_ASSERT_TRUE(csp_reader_next_int(reader, "a", 0, G_MAXINT64, &value, NULL));
  CU_ASSERT_EQUAL(value, G_MAXINT64);
  CU_ASSERT_TRUE(csp_reader_expect_end_of_line(reader, NULL));
}

static void
says_what_integer_was_expected(void)
{
  static const struct {
    const char *text;
    gint64 min, max;
    const char *message;
  } cases[] = {
      {"ab 12x", 1, 9,
       "in:1:4: expected a size (an integer from 1 to 9) instead of '12x'"},
      {"ab 12", 1, 9,
       "in:1:4: expected a size (an integer from 1 to 9) instead of '12'"},
      {"ab +1", 1, 9,
       "in:1:4: expected a size (an integer from 1 to 9) instead of '+1'"},
      {"ab 1e6", 1, G_MAXINT64,
       "in:1:4: expected a size (an integer of at least 1) instead of '1e6'"},
      {"ab x", G_MININT64, G_MAXINT64,
       "in:1:4: expected a size (an integer) instead of 'x'"},
      {"ab 99999999999999999999", G_MININT64, G_MAXINT64,
       "in:1:4: expected a size (an integer) instead of "
       "'99999999999999999999'"},
      {"ab ", 1, 9,
       "in:1:4: the line ends where a size (an integer from 1 to 9) is "
       "expected"},
  };

  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(CspReader) reader = reader_of(cases[i].text);
    GError *error = NULL;
    gint64 value;
    next_line(reader);
    csp_reader_next_token(reader);
    CU_ASSERT_FALSE(csp_reader_next_int(reader, "a size", cases[i].min,
                                        cases[i].max, &value, &error));
    check_error(error, CSP_ERROR_PARSE, cases[i].message);
  }
}

static void
refuses_what_is_left_on_a_line(void)
{
  g_autoptr(CspReader) reader = reader_of("\n1 2");
  GError *error = NULL;

  next_line(reader);
  next_line(reader);
  csp_reader_next_token(reader);
  CU_ASSERT_FALSE(csp_reader_expect_end_of_line(reader, &error));
  check_error(error, CSP_ERROR_PARSE,
              "in:2:3: expected the end of the line instead of '2'");
}

static void
a_message_is_one_printable_line(void)
{
  g_autoptr(CspReader) reader = reader_of("x");
  GError *error = NULL;

  next_line(reader);
  CU_ASSERT_FALSE(
      csp_reader_fail(reader, 7, &error, "a\nb\x1b[1m\xff\xc3\xa4"));
  check_error(error, CSP_ERROR_PARSE, "in:1:7: a\\x0ab\\x1b[1m\\xff\xc3\xa4");
}

static void
the_place_after_the_last_line_is_its_end(void)
{
  g_autoptr(CspReader) reader = reader_of("abc\n");
  GError *error = NULL;

  next_line(reader);
  next_line(reader);
  CU_ASSERT_FALSE(csp_reader_fail(reader, 0, &error, "too short"));
  check_error(error, CSP_ERROR_PARSE, "in:1:4: too short");
}

static void
refuses_a_nul_byte(void)
{
  static const char data[] = "text\nab\0c\n";
  g_autoptr(GBytes) bytes = g_bytes_new_static(data, sizeof(data) - 1);
  g_autoptr(CspReader) reader = csp_reader_new_for_bytes("in", bytes);
  GError *error = NULL;
  const char *line;

  CU_ASSERT_STRING_EQUAL(next_line(reader), "text");
  CU_ASSERT_FALSE(csp_reader_next_line(reader, &line, &error));
  check_error(error, CSP_ERROR_PARSE,
              "in:2:3: binary data (a NUL byte) where text is expected");
}

static void
refuses_an_endless_line(void)
{
  gsize n = CSP_READER_MAX_LINE + 1;
  char *text = g_malloc(n);
  memset(text, 'x', n);
  g_autoptr(GBytes) bytes = g_bytes_new_take(text, n);
  GError *error = NULL;
  const char *line;

  g_autoptr(CspReader) reader = csp_reader_new_for_bytes("in", bytes);
  CU_ASSERT_FALSE(csp_reader_next_line(reader, &line, &error));
  check_error(error, CSP_ERROR_PARSE,
              "in:1:1: the line is longer than 67108864 bytes");

  g_autoptr(GBytes) allowed = g_bytes_new_from_bytes(bytes, 0, n - 1);
  g_autoptr(CspReader) fits = csp_reader_new_for_bytes("in", allowed);
  CU_ASSERT_EQUAL(strlen(next_line(fits)), n - 1);
}

static void
lines_may_end_anywhere_in_a_chunk(void)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (int i = 0; i < 3000; i++) {
    for (int j = 0; j < i % 97; j++)
      g_string_append_c(text, (char)('a' + j % 26));
    g_string_append_c(text, '\n');
  }
  g_autoptr(CspReader) reader = reader_of(text->str);
  g_autoptr(GString) again = g_string_new(NULL);
  const char *line;
  while ((line = next_line(reader)) != NULL)
    g_string_append_printf(again, "%s\n", line);
  CU_ASSERT_EQUAL(csp_reader_get_line_number(reader), 3000);
  CU_ASSERT_STRING_EQUAL(again->str, text->str);
}

static void
collects_warnings(void)
{
  g_autoptr(CspReader) reader = reader_of("a\nb");
  gsize n;

  CU_ASSERT_PTR_NULL(csp_reader_get_warnings(reader, NULL)[0]);
  next_line(reader);
  next_line(reader);
  csp_reader_warn(reader, "odd '%s'", "b\n");
  csp_reader_warn(reader, "odder");
  const char *const *warnings = csp_reader_get_warnings(reader, &n);
  CU_ASSERT_EQUAL_FATAL(n, 2);
  CU_ASSERT_STRING_EQUAL(warnings[0], "in:2: odd 'b\\x0a'");
  CU_ASSERT_STRING_EQUAL(warnings[1], "in:2: odder");
  CU_ASSERT_PTR_NULL(warnings[2]);
}

static void
names_a_file_that_cannot_be_read(void)
{
  GError *error = NULL;

  CU_ASSERT_PTR_NULL(csp_reader_open("/no/such/file", &error));
  check_error(error, CSP_ERROR_IO, "/no/such/file: No such file or directory");
  error = NULL;
  CU_ASSERT_PTR_NULL(csp_reader_open("/", &error));
  check_error(error, CSP_ERROR_IO, "/: Is a directory");
}

static void
reads_a_file(void)
{
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp(NULL, &path, NULL);
  CU_ASSERT_TRUE_FATAL(fd >= 0);
  CU_ASSERT_TRUE(g_close(fd, NULL));
  CU_ASSERT_TRUE(g_file_set_contents(path, "one\ntwo", -1, NULL));

  g_autoptr(CspReader) reader = csp_reader_open(path, NULL);
  CU_ASSERT_PTR_NOT_NULL_FATAL(reader);
  CU_ASSERT_STRING_EQUAL(next_line(reader), "one");
  CU_ASSERT_STRING_EQUAL(next_line(reader), "two");
  CU_ASSERT_PTR_NULL(next_line(reader));
  CU_ASSERT_STRING_EQUAL(csp_reader_get_name(reader), path);
  g_unlink(path);
}

static const CspTest tests[] = {
    {"gives lines without their ends", gives_lines_without_their_ends},
    {"an empty input has no line", an_empty_input_has_no_line},
    {"skips a byte order mark", skips_a_byte_order_mark},
    {"gives a line again", gives_a_line_again},
    {"peeks without reading on", peeks_without_reading_on},
    {"splits at white space of any kind", splits_at_white_space_of_any_kind},
    {"reads integers", reads_integers},
    {"says what integer was expected", says_what_integer_was_expected},
    {"refuses what is left on a line", refuses_what_is_left_on_a_line},
    {"a message is one printable line", a_message_is_one_printable_line},
    {"the place after the last line is its end",
     the_place_after_the_last_line_is_its_end},
    {"refuses a NUL byte", refuses_a_nul_byte},
    {"refuses an endless line", refuses_an_endless_line},
    {"lines may end anywhere in a chunk", lines_may_end_anywhere_in_a_chunk},
    {"collects warnings", collects_warnings},
    {"names a file that cannot be read", names_a_file_that_cannot_be_read},
    {"reads a file", reads_a_file},
};

CSP_TEST_MAIN("io/reader", tests)
