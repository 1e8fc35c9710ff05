/* SPDX-License-Identifier: MIT */
/* Input by lines and tokens, from a file, standard input or memory.
 *
 * The input passes through one buffer that holds the rest of the current line
 * and what was read ahead, so memory is bounded by the longest line allowed:
 *
 *   buffer:  [ used | current line \0 | read ahead ... | free ]
 *                     ^line             ^start           ^end
 *
 * Each chunk is searched once for the end of the line and for a NUL byte, so a
 * file of garbage is refused after its first chunks, however long it is.
 * Tokens are cut from a copy of the line, made when the first one is asked
 * for: the line itself stays whole, to be given again. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libcsp/csp-reader.h>

enum {
  CHUNK_SIZE = 1 << 16,
  PEEK_SIZE = 4096,
  QUOTE_SIZE = 40, /* bytes of the input that a message repeats */
};

struct _CspReader {
  gchar *name;
  int fd;         /* -1: none, or read to its end */
  GBytes *bytes;  /* the rest of a text in memory; NULL: none */
  int read_error; /* errno of a failed read, told when the data runs out */
  gboolean is_at_start;

  gchar *buffer;
  gsize size, start, end;

  gsize line, line_length;
  guint64 line_number;
  gboolean has_line, is_unread;

  GString *tokens; /* the copy of the line that tokens are cut from */
  gboolean has_tokens;
  gsize token_end; /* offset in the line after the last token */
  gsize column;    /* of the last token, from 1 */

  GPtrArray *warnings;
};

static CspReader *
reader_new(const gchar *name, int fd)
{
  CspReader *self = g_new0(CspReader, 1);

  self->name = g_strdup(name);
  self->fd = fd;
  self->is_at_start = TRUE;
  self->tokens = g_string_new(NULL);
  self->column = 1;
  self->warnings = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(self->warnings, NULL);
  return self;
}

static gboolean
set_io_error(GError **error, const gchar *name, int code)
{
  g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "%s: %s", name, g_strerror(code));
  return FALSE;
}

/**
 * csp_reader_open: (skip)
 * @path: a file, or `-` for standard input
 * @error: return location for a #GError, or %NULL
 *
 * Opens an input for reading by lines.  Standard input is shown as `<stdin>` in
 * messages.
 *
 * Fails with %CSP_ERROR_IO.
 *
 * Returns: (transfer full) (nullable): a reader, or %NULL with @error set
 *
 * Since: 0.1
 */
CspReader *
csp_reader_open(const gchar *path, GError **error)
{
  g_return_val_if_fail(path != NULL, NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  gboolean is_stdin = strcmp(path, "-") == 0;
  const gchar *name = is_stdin ? "<stdin>" : path;
  int fd = is_stdin ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                    : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    set_io_error(error, name, errno);
    return NULL;
  }

  struct stat info;
  if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
    close(fd);
    set_io_error(error, name, EISDIR);
    return NULL;
  }
  return reader_new(name, fd);
}

/**
 * csp_reader_new_for_bytes: (skip)
 * @name: what messages call the input
 * @bytes: the input; the reader takes a reference
 *
 * Makes a reader of a text in memory.
 *
 * Returns: (transfer full): a reader
 *
 * Since: 0.1
 */
CspReader *
csp_reader_new_for_bytes(const gchar *name, GBytes *bytes)
{
  g_return_val_if_fail(name != NULL && bytes != NULL, NULL);

  CspReader *self = reader_new(name, -1);
  self->bytes = g_bytes_ref(bytes);
  return self;
}

/**
 * csp_reader_free: (skip)
 * @self: (nullable) (transfer full): a reader
 *
 * Closes the input and frees the reader with everything it lent.
 *
 * Since: 0.1
 */
void
csp_reader_free(CspReader *self)
{
  if (self == NULL)
    return;
  if (self->fd >= 0)
    close(self->fd);
  g_clear_pointer(&self->bytes, g_bytes_unref);
  g_ptr_array_unref(self->warnings);
  g_string_free(self->tokens, TRUE);
  g_free(self->buffer);
  g_free(self->name);
  g_free(self);
}

/**
 * csp_reader_get_name: (skip)
 * @self: a reader
 *
 * Gets what messages call the input.
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
const gchar *
csp_reader_get_name(const CspReader *self)
{
  g_return_val_if_fail(self != NULL, NULL);

  return self->name;
}

/* Up to n bytes from the source; 0 at its end or after an error. */
static gsize
read_source(CspReader *self, gchar *out, gsize n)
{
  if (self->bytes != NULL) {
    gsize available;
    const gchar *data = g_bytes_get_data(self->bytes, &available);
    n = MIN(n, available);
    if (n > 0)
      memcpy(out, data, n);
    GBytes *rest = n < available
                       ? g_bytes_new_from_bytes(self->bytes, n, available - n)
                       : NULL;
    g_bytes_unref(self->bytes);
    self->bytes = rest;
    return n;
  }
  if (self->fd < 0)
    return 0;

  gssize got = read(self->fd, out, n);
  if (got > 0)
    return (gsize)got;
  /* A signal that interrupts a read means to end the program's work, so
   * reading is not begun again. */
  if (got < 0)
    self->read_error = errno;
  close(self->fd);
  self->fd = -1;
  return 0;
}

/* Reads a chunk on; FALSE at the end.  What starts at self->line (while there
 * is a line) or at self->start is kept, and moved to the front. */
static gboolean
fill(CspReader *self)
{
  gsize keep = self->has_line ? self->line : self->start;

  if (keep > 0) {
    memmove(self->buffer, self->buffer + keep, self->end - keep);
    self->line -= MIN(self->line, keep);
    self->start -= keep;
    self->end -= keep;
  }
  if (self->size - self->end < CHUNK_SIZE + 1) {
    self->size = MAX(2 * self->size, 2 * CHUNK_SIZE);
    self->buffer = g_realloc(self->buffer, self->size);
  }

  gsize got = read_source(self, self->buffer + self->end, CHUNK_SIZE);
  self->end += got;
  return got > 0;
}

/* Steps over a byte order mark. */
static void
begin(CspReader *self)
{
  static const gchar mark[] = {'\xef', '\xbb', '\xbf'};

  self->is_at_start = FALSE;
  while (self->end < sizeof(mark) && fill(self))
    ;
  if (self->end >= sizeof(mark) &&
      memcmp(self->buffer, mark, sizeof(mark)) == 0)
    self->start = sizeof(mark);
}

/**
 * csp_reader_peek: (skip)
 * @self: a reader
 * @out_n: (out): how many bytes are lent
 *
 * Looks at what follows the current line (the input's first bytes, before the
 * first line was read), up to 4096 bytes, without reading on.  They are lent
 * until the reader is used again, are not NUL-terminated, and the line lent
 * before them is so no longer.
 *
 * Returns: (transfer none): the bytes
 *
 * Since: 0.1
 */
const gchar *
csp_reader_peek(CspReader *self, gsize *out_n)
{
  g_return_val_if_fail(self != NULL && out_n != NULL, NULL);

  if (self->is_at_start)
    begin(self);
  while (self->end - self->start < PEEK_SIZE && fill(self))
    ;
  *out_n = MIN(self->end - self->start, PEEK_SIZE);
  return self->buffer + self->start;
}

/* The end of the line that starts at self->line: the offset of its newline, or
 * the end of the input.  TRUE unless the line cannot be had. */
static gboolean
find_line_end(CspReader *self, gsize *out_end, GError **error)
{
  gsize scanned = 0; /* bytes of the line known to hold neither */

  for (;;) {
    gchar *from = self->buffer + self->line + scanned;
    gsize n = self->end - self->line - scanned;
    gchar *newline = n > 0 ? memchr(from, '\n', n) : NULL;
    gsize n_line = newline != NULL ? (gsize)(newline - from) : n;
    gchar *nul = n_line > 0 ? memchr(from, '\0', n_line) : NULL;

    if (nul != NULL)
      return csp_reader_fail(self, (guint)(scanned + (nul - from) + 1), error,
                             "binary data (a NUL byte) where text is expected");
    scanned += n_line;
    if (scanned > CSP_READER_MAX_LINE)
      return csp_reader_fail(self, 1, error, "the line is longer than %u bytes",
                             CSP_READER_MAX_LINE);
    if (newline != NULL || !fill(self)) {
      *out_end = self->line + scanned;
      return TRUE;
    }
  }
}

static void
rewind_tokens(CspReader *self)
{
  self->has_tokens = FALSE;
  self->token_end = 0;
  self->column = 1;
}

/**
 * csp_reader_next_line: (skip)
 * @self: a reader
 * @out_line: (out) (transfer none) (nullable): the line without its end, or
 *   %NULL at the end of the input; lent until the next call
 * @error: return location for a #GError, or %NULL
 *
 * Reads the next line.  A byte order mark at the start is skipped; a carriage
 * return before the newline stays, as white space.
 *
 * Fails with %CSP_ERROR_IO if reading fails, and with %CSP_ERROR_PARSE at a NUL
 * byte and at a line of more than %CSP_READER_MAX_LINE bytes.
 *
 * Returns: %TRUE, at the end of the input too, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_reader_next_line(CspReader *self, const gchar **out_line, GError **error)
{
  g_return_val_if_fail(self != NULL && out_line != NULL, FALSE);
  g_return_val_if_fail(error == NULL || *error == NULL, FALSE);

  *out_line = NULL;
  if (self->is_unread) {
    self->is_unread = FALSE;
    rewind_tokens(self);
    *out_line = self->buffer + self->line;
    return TRUE;
  }
  if (self->is_at_start)
    begin(self);

  self->has_line = FALSE;
  if (self->start == self->end && !fill(self)) {
    if (self->read_error != 0)
      return set_io_error(error, self->name, self->read_error);
    self->column = self->line_length + 1;
    return TRUE;
  }

  gsize end = 0;
  self->line = self->start;
  self->has_line = TRUE;
  self->line_number++;
  rewind_tokens(self);
  if (!find_line_end(self, &end, error))
    return FALSE;
  if (end == self->end && self->read_error != 0)
    return set_io_error(error, self->name, self->read_error);

  self->line_length = end - self->line;
  self->start = MIN(end + 1, self->end);
  self->buffer[end] = '\0';
  *out_line = self->buffer + self->line;
  return TRUE;
}

/**
 * csp_reader_unread_line: (skip)
 * @self: a reader
 *
 * Makes the next call of csp_reader_next_line() give the current line again,
 * its tokens from the first one on.  Nothing happens at the end of the input.
 *
 * Since: 0.1
 */
void
csp_reader_unread_line(CspReader *self)
{
  g_return_if_fail(self != NULL);

  self->is_unread = self->has_line;
}

/**
 * csp_reader_get_line_number: (skip)
 * @self: a reader
 *
 * Gets the number of the current line, from 1; 0 before the first was read.  At
 * the end of the input it is that of the last line.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
guint64
csp_reader_get_line_number(const CspReader *self)
{
  g_return_val_if_fail(self != NULL, 0);

  return self->line_number;
}

/**
 * csp_reader_next_token: (skip)
 * @self: a reader
 *
 * Gets the next token of the current line: what stands between white space.
 *
 * Returns: (transfer none) (nullable): the token, lent until the next line, or
 *   %NULL at the end of the line
 *
 * Since: 0.1
 */
const gchar *
csp_reader_next_token(CspReader *self)
{
  g_return_val_if_fail(self != NULL, NULL);

  if (!self->has_line)
    return NULL;
  if (!self->has_tokens) {
    g_string_truncate(self->tokens, 0);
    g_string_append_len(self->tokens, self->buffer + self->line,
                        (gssize)self->line_length);
    self->has_tokens = TRUE;
  }

  gchar *text = self->tokens->str;
  gsize from = self->token_end;
  while (from < self->line_length && g_ascii_isspace(text[from]))
    from++;
  self->column = from + 1;
  if (from == self->line_length) {
    self->token_end = from;
    return NULL;
  }

  gsize to = from;
  while (to < self->line_length && !g_ascii_isspace(text[to]))
    to++;
  text[to] = '\0';
  self->token_end = MIN(to + 1, self->line_length);
  return text + from;
}

/* "a vertex (an integer from 1 to 9)" */
static gchar *
describe_int(const gchar *what, gint64 min, gint64 max)
{
  if (min == G_MININT64 && max == G_MAXINT64)
    return g_strdup_printf("%s (an integer)", what);
  if (max == G_MAXINT64)
    return g_strdup_printf("%s (an integer of at least %" G_GINT64_FORMAT ")",
                           what, min);
  return g_strdup_printf("%s (an integer from %" G_GINT64_FORMAT
                         " to %" G_GINT64_FORMAT ")",
                         what, min, max);
}

/**
 * csp_reader_next_int: (skip)
 * @self: a reader
 * @what: what the number is, for the message: `a vertex`
 * @min: the smallest value allowed
 * @max: the largest value allowed
 * @out_value: (out): the number
 * @error: return location for a #GError, or %NULL
 *
 * Reads the next token as a decimal integer.
 *
 * Fails with %CSP_ERROR_PARSE if there is no token, it is no integer or it is
 * out of range.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_reader_next_int(CspReader *self,
                    const gchar *what,
                    gint64 min,
                    gint64 max,
                    gint64 *out_value,
                    GError **error)
{
  g_return_val_if_fail(self != NULL && what != NULL, FALSE);
  g_return_val_if_fail(out_value != NULL, FALSE);

  const gchar *token = csp_reader_next_token(self);
  if (token != NULL && token[0] != '+' &&
      g_ascii_string_to_signed(token, 10, min, max, out_value, NULL))
    return TRUE;

  g_autofree gchar *expected = describe_int(what, min, max);
  if (token == NULL)
    return csp_reader_fail(self, 0, error, "the line ends where %s is expected",
                           expected);
  return csp_reader_fail(self, 0, error, "expected %s instead of '%.*s'",
                         expected, QUOTE_SIZE, token);
}

/**
 * csp_reader_expect_end_of_line: (skip)
 * @self: a reader
 * @error: return location for a #GError, or %NULL
 *
 * Requires that nothing but white space is left on the line.
 *
 * Fails with %CSP_ERROR_PARSE, naming what is left.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_reader_expect_end_of_line(CspReader *self, GError **error)
{
  g_return_val_if_fail(self != NULL, FALSE);

  const gchar *token = csp_reader_next_token(self);
  return token == NULL ||
         csp_reader_fail(self, 0, error,
                         "expected the end of the line instead of '%.*s'",
                         QUOTE_SIZE, token);
}

/* A message is one line of printable text, whatever the input holds: what is
 * not shows as \xHH. */
static gchar *
make_printable(const gchar *text)
{
  GString *out = g_string_new(NULL);

  while (*text != '\0') {
    gunichar c = g_utf8_get_char_validated(text, -1);
    if (c != (gunichar)-1 && c != (gunichar)-2 && g_unichar_isprint(c)) {
      const gchar *next = g_utf8_next_char(text);
      g_string_append_len(out, text, next - text);
      text = next;
    } else {
      g_string_append_printf(out, "\\x%02x", (guchar)*text);
      text++;
    }
  }
  return g_string_free(out, FALSE);
}

/**
 * csp_reader_fail: (skip)
 * @self: a reader
 * @column: a column of the current line, from 1, or 0 for the last token's
 * @error: return location for a #GError, or %NULL
 * @format: what is wrong, as for printf()
 * @...: the values for @format
 *
 * Sets a %CSP_ERROR_PARSE with the place: `FILE:LINE:COLUMN: what is wrong`.
 * After the last token the place is the end of the line, after the last line
 * the end of that line.  Columns count bytes.  What is not printable in the
 * message is written as `\xHH`.
 *
 * Returns: %FALSE, always
 *
 * Since: 0.1
 */
gboolean
csp_reader_fail(
    CspReader *self, guint column, GError **error, const gchar *format, ...)
{
  g_return_val_if_fail(self != NULL && format != NULL, FALSE);

  va_list args;
  va_start(args, format);
  g_autofree gchar *raw = g_strdup_vprintf(format, args);
  va_end(args);

  g_autofree gchar *message = make_printable(raw);
  g_set_error(error, CSP_ERROR, CSP_ERROR_PARSE,
              "%s:%" G_GUINT64_FORMAT ":%" G_GSIZE_FORMAT ": %s", self->name,
              MAX(self->line_number, 1),
              column > 0 ? (gsize)column : self->column, message);
  return FALSE;
}

/**
 * csp_reader_warn: (skip)
 * @self: a reader
 * @format: the remark, as for printf()
 * @...: the values for @format
 *
 * Keeps a remark about the current line that does not stop the reading:
 * `FILE:LINE: remark`.
 *
 * Since: 0.1
 */
void
csp_reader_warn(CspReader *self, const gchar *format, ...)
{
  g_return_if_fail(self != NULL && format != NULL);

  va_list args;
  va_start(args, format);
  g_autofree gchar *raw = g_strdup_vprintf(format, args);
  va_end(args);

  g_autofree gchar *message = make_printable(raw);
  g_ptr_array_insert(self->warnings, (gint)self->warnings->len - 1,
                     g_strdup_printf("%s:%" G_GUINT64_FORMAT ": %s", self->name,
                                     MAX(self->line_number, 1), message));
}

/**
 * csp_reader_get_warnings: (skip)
 * @self: a reader
 * @out_n: (out) (optional): how many there are
 *
 * Gets the remarks kept so far.
 *
 * Returns: (transfer none): the remarks, %NULL-terminated, lent until the next
 *   call of csp_reader_warn()
 *
 * Since: 0.1
 */
const gchar *const *
csp_reader_get_warnings(const CspReader *self, gsize *out_n)
{
  g_return_val_if_fail(self != NULL, NULL);

  if (out_n != NULL)
    *out_n = self->warnings->len - 1;
  return (const gchar *const *)self->warnings->pdata;
}
