/* SPDX-License-Identifier: MIT */
/* The tokens of FlatZinc, and places for errors.
 *
 * A place is a pointer into the text; line and column are counted when an error
 * is told. */
#include "config.h"

#include <string.h>

#include "io/flatzinc-private.h"

enum { QUOTED_MAX = 40 };

static char *
dup_message(const CspFlatzinc *self,
            const char *place,
            const char *format,
            va_list args)
{
  g_autofree char *message = g_strdup_vprintf(format, args);
  uint64_t line = 1;
  const char *start = self->text;

  for (const char *p = self->text; p < place;) {
    const char *newline = memchr(p, '\n', (size_t)(place - p));
    if (newline == NULL)
      break;
    line++;
    start = p = newline + 1;
  }
  return g_strdup_printf("%s:%" G_GUINT64_FORMAT ":%zu: %s", self->name, line,
                         (size_t)(place - start) + 1, message);
}

bool
csp_fzn_fail(CspFlatzinc *self, const char *place, const char *format, ...)
{
  va_list args;

  if (self->error != NULL)
    return false;
  va_start(args, format);
  g_autofree char *message = dup_message(self, place, format, args);
  va_end(args);
  self->error = g_error_new_literal(CSP_ERROR, CSP_ERROR_PARSE, message);
  return false;
}

void
csp_fzn_warn(CspFlatzinc *self, const char *place, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  g_ptr_array_insert(self->warnings, (gint)self->warnings->len - 1,
                     dup_message(self, place, format, args));
  va_end(args);
}

static bool
is_letter(char c)
{
  return g_ascii_isalpha(c) || c == '_';
}

static void
skip_blanks(CspFlatzinc *self)
{
  const char *p = self->at;

  for (; p < self->end; p++) {
    if (*p == '%') {
      const char *newline = memchr(p, '\n', (size_t)(self->end - p));
      p = newline != NULL ? newline : self->end - 1;
    } else if (!g_ascii_isspace(*p)) {
      break;
    }
  }
  self->at = p;
}

static int
digit_value(char c, int base)
{
  int digit = g_ascii_xdigit_value(c);

  return digit < base ? digit : -1;
}

static bool
scan_digits(CspFlatzinc *self, const char *p, int base, bool is_negative)
{
  int64_t value = 0;
  int digit;

  if (p == self->end || digit_value(*p, base) < 0)
    return csp_fzn_fail(self, self->at, "expected the digits of a number");
  for (; p < self->end && (digit = digit_value(*p, base)) >= 0; p++)
    if (__builtin_mul_overflow(value, base, &value) ||
        __builtin_sub_overflow(value, digit, &value))
      return csp_fzn_fail(self, self->at, "the number is too large");
  if (!is_negative && value == INT64_MIN)
    return csp_fzn_fail(self, self->at, "the number is too large");
  self->token.kind = CSP_FZN_INT;
  self->token.value = is_negative ? value : -value;
  self->token.length = (size_t)(p - self->at);
  return true;
}

static const char *
skip_digits(const char *p, const char *end)
{
  while (p < end && g_ascii_isdigit(*p))
    p++;
  return p;
}

/* The end of the fraction and exponent at p, or p where there is neither: two
 * dots are a range. */
static const char *
skip_fraction(const char *p, const char *end)
{
  if (p + 1 < end && p[0] == '.' && g_ascii_isdigit(p[1]))
    p = skip_digits(p + 1, end);
  if (p < end && (*p == 'e' || *p == 'E')) {
    const char *q = p + 1;
    if (q < end && (*q == '-' || *q == '+'))
      q++;
    if (q < end && g_ascii_isdigit(*q))
      p = skip_digits(q, end);
  }
  return p;
}

static bool
scan_number(CspFlatzinc *self)
{
  const char *p = self->at, *end = self->end;
  bool is_negative = *p == '-';

  p += is_negative;
  if (p + 1 < end && p[0] == '0' && (p[1] == 'x' || p[1] == 'o'))
    return scan_digits(self, p + 2, p[1] == 'x' ? 16 : 8, is_negative);

  const char *after = skip_digits(p, end);
  const char *real_end = skip_fraction(after, end);
  if (real_end == after || after == p)
    return scan_digits(self, p, 10, is_negative);
  g_autofree char *text = g_strndup(self->at, (size_t)(real_end - self->at));
  self->token.kind = CSP_FZN_FLOAT;
  self->token.real = g_ascii_strtod(text, NULL);
  self->token.length = (size_t)(real_end - self->at);
  return true;
}

static bool
scan_string(CspFlatzinc *self)
{
  const char *p = self->at + 1;

  for (; p < self->end && *p != '"' && *p != '\n'; p++)
    if (*p == '\\' && p + 1 < self->end)
      p++;
  if (p >= self->end || *p != '"')
    return csp_fzn_fail(self, self->at, "the string has no end");
  self->token.kind = CSP_FZN_STRING;
  self->token.length = (size_t)(p + 1 - self->at);
  return true;
}

static bool
scan(CspFlatzinc *self)
{
  const char *p = self->at;
  char c = *p, next = p + 1 < self->end ? p[1] : '\0';

  if (is_letter(c)) {
    while (p < self->end && (is_letter(*p) || g_ascii_isdigit(*p)))
      p++;
    self->token.kind = CSP_FZN_NAME;
    self->token.length = (size_t)(p - self->at);
    return true;
  }
  if (g_ascii_isdigit(c) || c == '-')
    return scan_number(self);
  if (c == '"')
    return scan_string(self);
  if ((c == ':' && next == ':') || (c == '.' && next == '.')) {
    self->token.kind = c == ':' ? CSP_FZN_COLONS : CSP_FZN_DOTS;
    self->token.length = 2;
    return true;
  }
  if (strchr("()[]{},:;=", c) == NULL || c == '\0') {
    if (g_ascii_isprint(c))
      return csp_fzn_fail(self, p, "unexpected '%c'", c);
    return csp_fzn_fail(self, p, "unexpected byte 0x%02x", (unsigned char)c);
  }
  self->token.kind = CSP_FZN_SIGN;
  self->token.length = 1;
  return true;
}

bool
csp_fzn_next(CspFlatzinc *self)
{
  skip_blanks(self);
  self->token = (CspFznToken){.start = self->at};
  if (self->at == self->end)
    return true;
  if (!scan(self))
    return false;
  self->at += self->token.length;
  return true;
}

bool
csp_fzn_is_sign(const CspFlatzinc *self, char sign)
{
  return self->token.kind == CSP_FZN_SIGN && *self->token.start == sign;
}

bool
csp_fzn_is_name(const CspFlatzinc *self, const char *name)
{
  return self->token.kind == CSP_FZN_NAME &&
         strlen(name) == self->token.length &&
         memcmp(name, self->token.start, self->token.length) == 0;
}

bool
csp_fzn_expected(CspFlatzinc *self, const char *what)
{
  const CspFznToken *token = &self->token;

  if (token->kind == CSP_FZN_END)
    return csp_fzn_fail(self, token->start,
                        "expected %s, and the file ends here", what);
  if (token->kind == CSP_FZN_FLOAT || csp_fzn_is_name(self, "float"))
    return csp_fzn_fail(self, token->start,
                        "expected %s: floats are not supported", what);
  return csp_fzn_fail(self, token->start, "expected %s, not '%.*s'%s", what,
                      (int)MIN(token->length, QUOTED_MAX), token->start,
                      token->length > QUOTED_MAX ? "..." : "");
}

bool
csp_fzn_take_sign(CspFlatzinc *self, char sign)
{
  const char what[] = {'\'', sign, '\'', '\0'};

  return csp_fzn_is_sign(self, sign) ? csp_fzn_next(self)
                                     : csp_fzn_expected(self, what);
}

bool
csp_fzn_take_name(CspFlatzinc *self, const char *name)
{
  if (csp_fzn_is_name(self, name))
    return csp_fzn_next(self);
  g_autofree char *what = g_strdup_printf("'%s'", name);
  return csp_fzn_expected(self, what);
}

bool
csp_fzn_accept_sign(CspFlatzinc *self, char sign, bool *out_is_there)
{
  *out_is_there = csp_fzn_is_sign(self, sign);
  return !*out_is_there || csp_fzn_next(self);
}
