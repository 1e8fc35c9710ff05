/* SPDX-License-Identifier: MIT */
/* Reading JSON (RFC 8259) by recursive descent, one function for each rule.
 *
 * What is read becomes a table with a row for each value, in the order they
 * begin, so that a value's first element or member is the row after its own;
 * each row knows the row of its next sibling.  Twenty-four bytes a value, and
 * two allocations in all, carry solutions of millions of numbers.  The stack is
 * safe, for values nest at most MAX_DEPTH deep. */
#include "config.h"

#include <libcsp/csp-json.h>

#include <string.h>

enum { MAX_DEPTH = 64, MAX_DIGITS = 18 };

/* Names and texts are places in the strings; 0 is the empty string there, and
 * as a name says that the value is no member. */
typedef struct {
  guint8 kind;
  guint32 name, text;
  guint32 next;
  gint64 number; /* an integer, or the number of elements or members */
} Row;

struct _CspJson {
  GArray *rows;
  GString *strings; /* each ends with a NUL byte */
};

typedef struct {
  CspJson *json;
  const gchar *text, *at, *end;
  gint depth;
  GError **error;
} Parser;

static gboolean
fail(const Parser *self, const gchar *at, const gchar *why)
{
  guint line = 1;
  const gchar *start = self->text;

  for (const gchar *p = self->text; p < at; p++)
    if (*p == '\n') {
      line++;
      start = p + 1;
    }
  g_set_error(self->error, CSP_ERROR, CSP_ERROR_PARSE,
              "%u:%" G_GSIZE_FORMAT ": %s", line, (gsize)(at - start) + 1, why);
  return FALSE;
}

static gboolean
fail_here(const Parser *self)
{
  return fail(self, self->at, "expected JSON");
}

static gchar
peek(const Parser *self)
{
  return self->at < self->end ? *self->at : '\0';
}

static gboolean
take(Parser *self, gchar c)
{
  if (self->at == self->end || *self->at != c)
    return FALSE;
  self->at++;
  return TRUE;
}

static void
skip_space(Parser *self)
{
  while (self->at < self->end && (*self->at == ' ' || *self->at == '\t' ||
                                  *self->at == '\r' || *self->at == '\n'))
    self->at++;
}

static Row *
row_at(const CspJson *self, CspJsonValue value)
{
  return &g_array_index(self->rows, Row, value);
}

/* Strings ------------------------------------------------------------------ */

/* The code unit of an escape such as \u00e9; -1: there is none. */
static gint
unit_at(const Parser *self, const gchar *at)
{
  gint unit = 0;

  if (self->end - at < 6 || at[0] != '\\' || at[1] != 'u')
    return -1;
  for (gint i = 2; i < 6; i++) {
    if (!g_ascii_isxdigit(at[i]))
      return -1;
    unit = 16 * unit + g_ascii_xdigit_value(at[i]);
  }
  return unit;
}

static gboolean
take_unit(Parser *self)
{
  gint unit = unit_at(self, self->at);
  gboolean is_high = unit >= 0xd800 && unit < 0xdc00;
  gboolean is_low = unit >= 0xdc00 && unit < 0xe000;
  gint next = is_high ? unit_at(self, self->at + 6) : -1;

  if (unit < 0)
    return fail_here(self);
  if (unit == 0)
    return fail(self, self->at, "a NUL character in a string");
  if (is_low || (is_high && (next < 0xdc00 || next >= 0xe000)))
    return fail(self, self->at, "half a surrogate pair");
  if (is_high)
    unit = 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00);
  g_string_append_unichar(self->json->strings, (gunichar)unit);
  self->at += is_high ? 12 : 6;
  return TRUE;
}

static gboolean
take_escape(Parser *self)
{
  static const gchar letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  gchar c = self->end - self->at < 2 ? '\0' : self->at[1];
  const gchar *letter = c != '\0' ? strchr(letters, c) : NULL;

  if (letter == NULL)
    return take_unit(self);
  g_string_append_c(self->json->strings, meant[letter - letters]);
  self->at += 2;
  return TRUE;
}

/* Appends what stands between two quotes to the strings. */
static gboolean
take_string(Parser *self, guint32 *out_place)
{
  GString *strings = self->json->strings;

  *out_place = (guint32)strings->len;
  if (!take(self, '"'))
    return fail_here(self);
  while (!take(self, '"')) {
    const gchar *start = self->at, *invalid;
    while (self->at < self->end && (guchar)*self->at >= 0x20 &&
           *self->at != '"' && *self->at != '\\')
      self->at++;
    if (!g_utf8_validate(start, self->at - start, &invalid))
      return fail(self, invalid, "expected UTF-8");
    g_string_append_len(strings, start, self->at - start);
    if (peek(self) == '\\') {
      if (!take_escape(self))
        return FALSE;
    } else if (peek(self) != '"') {
      return fail_here(self);
    }
  }
  g_string_append_c(strings, '\0');
  return TRUE;
}

/* Words -------------------------------------------------------------------- */

static const gchar *
skip_digits(const gchar *p, const gchar *end)
{
  while (p < end && g_ascii_isdigit(*p))
    p++;
  return p;
}

/* .5 and e-05; p where there is none, NULL where one is begun only. */
static const gchar *
skip_part(const gchar *p, const gchar *end, gboolean is_exponent)
{
  if (p == end || (is_exponent ? *p != 'e' && *p != 'E' : *p != '.'))
    return p;
  p++;
  if (is_exponent && p < end && (*p == '+' || *p == '-'))
    p++;
  const gchar *after = skip_digits(p, end);
  return after > p ? after : NULL;
}

static gboolean
take_number(Parser *self, const gchar *end, Row *row)
{
  const gchar *first = self->at + (*self->at == '-');
  const gchar *last = skip_digits(first, end);

  if (last - first > MAX_DIGITS)
    return fail(self, first + MAX_DIGITS, "the number has too many digits");
  if (last == first || (*first == '0' && last > first + 1))
    return fail_here(self);
  const gchar *p = skip_part(last, end, FALSE);
  p = p != NULL ? skip_part(p, end, TRUE) : NULL;
  if (p != end)
    return fail_here(self);
  if (last == end) {
    row->kind = CSP_JSON_INTEGER;
    for (p = first; p < last; p++)
      row->number = 10 * row->number + (*p - '0');
    if (first > self->at)
      row->number = -row->number;
  } else {
    GString *strings = self->json->strings;
    row->kind = CSP_JSON_NUMBER;
    row->text = (guint32)strings->len;
    g_string_append_len(strings, self->at, end - self->at);
    g_string_append_c(strings, '\0');
  }
  return TRUE;
}

/* A number, true, false or null: all that may be letters of one. */
static gboolean
take_word(Parser *self, Row *row)
{
  static const struct {
    const gchar *name;
    guint8 kind, number;
  } names[] = {{"null", CSP_JSON_NULL, 0},
               {"false", CSP_JSON_BOOLEAN, 0},
               {"true", CSP_JSON_BOOLEAN, 1}};
  const gchar *end = self->at;

  while (end < self->end && (g_ascii_isalnum(*end) || *end == '+' ||
                             *end == '-' || *end == '.' || *end == '_'))
    end++;
  for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
    if (strlen(names[i].name) == (gsize)(end - self->at) &&
        memcmp(names[i].name, self->at, (gsize)(end - self->at)) == 0) {
      row->kind = names[i].kind;
      row->number = names[i].number;
      self->at = end;
      return TRUE;
    }
  if (end == self->at)
    return fail_here(self);
  if (!take_number(self, end, row))
    return FALSE;
  self->at = end;
  return TRUE;
}

/* Values ------------------------------------------------------------------- */

static gboolean take_value(Parser *self, guint32 name);

static gboolean
take_member(Parser *self)
{
  guint32 name;

  skip_space(self);
  if (!take_string(self, &name))
    return FALSE;
  skip_space(self);
  return take(self, ':') ? take_value(self, name) : fail_here(self);
}

/* The list after its bracket: elements, or members. */
static gboolean
take_list(Parser *self, CspJsonValue list, gchar closing)
{
  gboolean is_object = closing == '}';
  gint64 n = 0;
  CspJsonValue last = CSP_NONE;

  if (++self->depth > MAX_DEPTH)
    return fail(self, self->at - 1, "values nest too deep");
  skip_space(self);
  for (; !take(self, closing); n++) {
    CspJsonValue value = self->json->rows->len;
    if (n > 0 && !take(self, ','))
      return fail_here(self);
    if (!(is_object ? take_member(self) : take_value(self, 0)))
      return FALSE;
    if (last != CSP_NONE)
      row_at(self->json, last)->next = value;
    last = value;
    skip_space(self);
  }
  row_at(self->json, list)->kind = is_object ? CSP_JSON_OBJECT : CSP_JSON_ARRAY;
  row_at(self->json, list)->number = n;
  self->depth--;
  return TRUE;
}

static gboolean
take_value(Parser *self, guint32 name)
{
  Row row = {.name = name, .next = CSP_NONE};
  CspJsonValue value = self->json->rows->len;

  g_array_append_val(self->json->rows, row);
  skip_space(self);
  if (take(self, '{'))
    return take_list(self, value, '}');
  if (take(self, '['))
    return take_list(self, value, ']');
  if (peek(self) == '"') {
    row.kind = CSP_JSON_STRING;
    if (!take_string(self, &row.text))
      return FALSE;
  } else if (!take_word(self, &row)) {
    return FALSE;
  }
  *row_at(self->json, value) = row;
  return TRUE;
}

/**
 * csp_json_parse: (skip)
 * @text: what may be JSON
 * @length: its length, or -1 if it ends with a NUL byte
 * @error: return location for a #GError, or %NULL
 *
 * Reads a text, which is not needed any more afterwards.  Takes 24 bytes a
 * value, and time in proportion to the text.
 *
 * Fails with %CSP_ERROR_PARSE if it is no JSON, nests deeper than 64 values, or
 * has an integer of more than 18 digits, which could be read as another number;
 * the message begins with LINE:COLUMN.
 *
 * Returns: (transfer full) (nullable): the values, or %NULL with @error set
 *
 * Since: 0.1
 */
CspJson *
csp_json_parse(const gchar *text, gssize length, GError **error)
{
  g_return_val_if_fail(text != NULL, NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  gsize n = length >= 0 ? (gsize)length : strlen(text);
  g_autoptr(CspJson) self = g_new0(CspJson, 1);
  Parser parser = {
      .json = self, .text = text, .at = text, .end = text + n, .error = error};

  self->rows = g_array_new(FALSE, FALSE, sizeof(Row));
  self->strings = g_string_new_len("", 1);
  if (n >= G_MAXUINT32) { /* rows and strings have numbers of 32 bits */
    fail(&parser, text, "the text is too long");
    return NULL;
  }
  if (n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
    parser.at += 3;
  if (!take_value(&parser, 0))
    return NULL;
  skip_space(&parser);
  if (parser.at < parser.end) {
    fail(&parser, parser.at, "expected the end of the text");
    return NULL;
  }
  return g_steal_pointer(&self);
}

/**
 * csp_json_free:
 * @self: (transfer full) (nullable): what was read
 *
 * Frees it.
 *
 * Since: 0.1
 */
void
csp_json_free(CspJson *self)
{
  if (self == NULL)
    return;
  g_array_unref(self->rows);
  g_string_free(self->strings, TRUE);
  g_free(self);
}

/**
 * csp_json_get_kind:
 * @self: what was read
 * @value: one of its values
 *
 * Gets what a value is.
 *
 * Returns: its kind
 *
 * Since: 0.1
 */
CspJsonKind
csp_json_get_kind(const CspJson *self, CspJsonValue value)
{
  return (CspJsonKind)row_at(self, value)->kind;
}

static gboolean
is_list(const CspJson *self, CspJsonValue value)
{
  return csp_json_get_kind(self, value) >= CSP_JSON_ARRAY;
}

/**
 * csp_json_get_length:
 * @self: what was read
 * @value: one of its values
 *
 * Counts the elements of an array or the members of an object.
 *
 * Returns: how many; 0 for other values
 *
 * Since: 0.1
 */
gsize
csp_json_get_length(const CspJson *self, CspJsonValue value)
{
  return is_list(self, value) ? (gsize)row_at(self, value)->number : 0;
}

/**
 * csp_json_get_first:
 * @self: what was read
 * @value: one of its values
 *
 * Gets the first element of an array or the first member of an object.
 *
 * Returns: it, or %CSP_NONE if there is none
 *
 * Since: 0.1
 */
CspJsonValue
csp_json_get_first(const CspJson *self, CspJsonValue value)
{
  return csp_json_get_length(self, value) > 0 ? value + 1 : CSP_NONE;
}

/**
 * csp_json_get_next:
 * @self: what was read
 * @value: an element or a member
 *
 * Gets what stands after it in its array or object.
 *
 * Returns: the next value, or %CSP_NONE after the last
 *
 * Since: 0.1
 */
CspJsonValue
csp_json_get_next(const CspJson *self, CspJsonValue value)
{
  return row_at(self, value)->next;
}

/**
 * csp_json_get_member:
 * @self: what was read
 * @value: one of its values
 * @name: the name of a member
 *
 * Finds a member of an object; of several with one name the last counts.  Looks
 * at each member.
 *
 * Returns: it, or %CSP_NONE if there is none or @value is no object
 *
 * Since: 0.1
 */
CspJsonValue
csp_json_get_member(const CspJson *self, CspJsonValue value, const gchar *name)
{
  CspJsonValue found = CSP_NONE;

  if (csp_json_get_kind(self, value) != CSP_JSON_OBJECT)
    return CSP_NONE;
  for (CspJsonValue member = csp_json_get_first(self, value);
       member != CSP_NONE; member = csp_json_get_next(self, member))
    if (strcmp(csp_json_get_name(self, member), name) == 0)
      found = member;
  return found;
}

/**
 * csp_json_get_name:
 * @self: what was read
 * @value: one of its values
 *
 * Gets the name of a member of an object.
 *
 * Returns: (transfer none) (nullable): its name, or %NULL if it is no member
 *
 * Since: 0.1
 */
const gchar *
csp_json_get_name(const CspJson *self, CspJsonValue value)
{
  guint32 name = row_at(self, value)->name;

  return name > 0 ? self->strings->str + name : NULL;
}

/**
 * csp_json_get_int:
 * @self: what was read
 * @value: one of its values
 * @out_value: (out): the integer; 0 for false and 1 for true
 *
 * Gets an integer.
 *
 * Returns: %TRUE, or %FALSE if @value is neither an integer nor a Boolean
 *
 * Since: 0.1
 */
gboolean
csp_json_get_int(const CspJson *self, CspJsonValue value, gint64 *out_value)
{
  CspJsonKind kind = csp_json_get_kind(self, value);

  if (kind != CSP_JSON_INTEGER && kind != CSP_JSON_BOOLEAN)
    return FALSE;
  *out_value = row_at(self, value)->number;
  return TRUE;
}

/**
 * csp_json_get_text:
 * @self: what was read
 * @value: one of its values
 *
 * Gets a string without its quotes and escapes, or a number that is no integer
 * as it was written.
 *
 * Returns: (transfer none) (nullable): the text; %NULL for other values
 *
 * Since: 0.1
 */
const gchar *
csp_json_get_text(const CspJson *self, CspJsonValue value)
{
  guint32 text = row_at(self, value)->text;

  return text > 0 ? self->strings->str + text : NULL;
}
