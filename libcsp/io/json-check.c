/* SPDX-License-Identifier: MIT */
/* What stands before a JSON parser.  GLib's reads more than JSON: comments,
 * strings in single quotes, numbers of other bases and a second value, of which
 * it loses the first.  It wraps large numbers, recurses as deep as the text
 * says and leaks what precedes half a surrogate pair.  So each token is looked
 * at first; that they stand in the right order is left to the parser. */
#include "config.h"

#include <libcsp/csp-io.h>

#include <string.h>

enum { MAX_DEPTH = 64, MAX_DIGITS = 18 };

static gboolean
fail_at(const gchar *text, gsize at, const gchar *why, GError **error)
{
  guint line = 1;
  gsize start = 0;

  for (gsize i = 0; i < at; i++)
    if (text[i] == '\n') {
      line++;
      start = i + 1;
    }
  g_set_error(error, CSP_ERROR, CSP_ERROR_PARSE, "%u:%" G_GSIZE_FORMAT ": %s",
              line, at - start + 1, why);
  return FALSE;
}

static gboolean
is_one_of(gchar c, const gchar *chars)
{
  return c != '\0' && strchr(chars, c) != NULL;
}

static gboolean
is_word_char(gchar c)
{
  return g_ascii_isalnum(c) || is_one_of(c, "+-._");
}

/* The code unit that an escape such as \u00e9 stands for; -1: there is none. */
static gint
unit_at(const gchar *text, gsize n, gsize at)
{
  gint unit = 0;

  if (at + 6 > n || text[at] != '\\' || text[at + 1] != 'u')
    return -1;
  for (gsize i = at + 2; i < at + 6; i++) {
    if (!g_ascii_isxdigit(text[i]))
      return -1;
    unit = 16 * unit + g_ascii_xdigit_value(text[i]);
  }
  return unit;
}

/* Moves *at past the escape there. */
static gboolean
take_escape(const gchar *text, gsize n, gsize *at, GError **error)
{
  gint unit = unit_at(text, n, *at), next = unit_at(text, n, *at + 6);
  gboolean is_high = unit >= 0xd800 && unit < 0xdc00;
  gboolean is_low = unit >= 0xdc00 && unit < 0xe000;

  if (*at + 1 < n && text[*at + 1] != 'u') {
    *at += 2;
    return TRUE;
  }
  if (unit < 0)
    return fail_at(text, *at, "expected JSON", error);
  if (is_low || (is_high && (next < 0xdc00 || next >= 0xe000)))
    return fail_at(text, *at, "half a surrogate pair", error);
  *at += is_high ? 12 : 6;
  return TRUE;
}

/* Moves *at past the string there, or to the end. */
static gboolean
take_string(const gchar *text, gsize n, gsize *at, GError **error)
{
  ++*at;
  while (*at < n && text[*at] != '"') {
    if (text[*at] != '\\')
      ++*at;
    else if (!take_escape(text, n, at, error))
      return FALSE;
  }
  *at = MIN(*at + 1, n);
  return TRUE;
}

static gsize
end_of_word(const gchar *text, gsize n, gsize at)
{
  while (at < n && is_word_char(text[at]))
    at++;
  return at;
}

static gboolean
is_name(const gchar *word, gsize n)
{
  static const gchar *const names[] = {"true", "false", "null"};

  for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
    if (n == strlen(names[i]) && memcmp(word, names[i], n) == 0)
      return TRUE;
  return FALSE;
}

/* Fraction and exponent are not looked at closely: whatever they are, no
 * integer is made of them. */
static gboolean
check_word(const gchar *text, gsize at, gsize end, GError **error)
{
  if (is_name(text + at, end - at))
    return TRUE;

  gsize first = at + (text[at] == '-'), last = first;
  while (last < end && g_ascii_isdigit(text[last]))
    last++;
  if (last - first > MAX_DIGITS)
    return fail_at(text, first + MAX_DIGITS, "the number has too many digits",
                   error);
  gboolean is_number =
      last > first && (text[first] != '0' || last == first + 1);
  for (; last < end && is_number; last++)
    is_number = g_ascii_isdigit(text[last]) || is_one_of(text[last], ".eE+-");
  return is_number || fail_at(text, at, "expected JSON", error);
}

/* Moves *at past the token there. */
static gboolean
take_token(const gchar *text, gsize n, gsize *at, gint *depth, GError **error)
{
  gsize start = *at;
  gchar c = text[start];

  if (c == '"')
    return take_string(text, n, at, error);
  if (is_word_char(c)) {
    *at = end_of_word(text, n, start);
    return check_word(text, start, *at, error);
  }
  if (!is_one_of(c, "[]{}:,"))
    return fail_at(text, start, "expected JSON", error);
  *at = start + 1;
  *depth += is_one_of(c, "[{") - is_one_of(c, "]}");
  return *depth <= MAX_DEPTH ||
         fail_at(text, start, "values nest too deep", error);
}

/**
 * csp_json_check:
 * @text: what may be JSON
 * @length: its length, or -1 if it ends with a NUL byte
 * @error: return location for a #GError, or %NULL
 *
 * Checks that a JSON parser can be given a text: that it is one value of none
 * but the tokens of JSON, that values nest no deeper than a stack bears, and
 * that integers have at most 18 digits, so that none is read as another number.
 *
 * Fails with %CSP_ERROR_PARSE; the message begins with LINE:COLUMN.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_json_check(const gchar *text, gssize length, GError **error)
{
  static const gchar byte_order_mark[] = "\xef\xbb\xbf";

  g_return_val_if_fail(text != NULL, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  gsize n = length >= 0 ? (gsize)length : strlen(text);
  gsize at = n >= 3 && memcmp(text, byte_order_mark, 3) == 0 ? 3 : 0;
  gint depth = 0;
  gboolean is_ended = FALSE;

  for (; at < n; is_ended = depth == 0) {
    while (at < n && is_one_of(text[at], " \t\r\n"))
      at++;
    if (at == n)
      break;
    if (is_ended)
      return fail_at(text, at, "expected the end of the text", error);
    if (!take_token(text, n, &at, &depth, error))
      return FALSE;
  }
  return TRUE;
}
