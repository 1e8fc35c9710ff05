/* SPDX-License-Identifier: MIT */
/* The file of a comparison: a header and a line a run (RFC 4180).
 *
 * It is written line by line, each with one write() at the end of the file, so
 * it holds whole lines whenever the program is stopped; a line that could not
 * be written whole, or was cut by a crash of the system, is cut off.  A field
 * is empty where there is no value; an empty text is "". */
#include "config.h"

#include "tools/compare.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct _CompareCsv {
  int fd;
  char *path;
  bool is_regular;
  off_t end; /* of the last whole line */
};

static bool
fail(const CompareCsv *self, GError **error)
{
  int code = errno;

  g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "%s: %s", self->path,
              g_strerror(code));
  return false;
}

/* Writing ----------------------------------------------------------------- */

static void
append_field(GString *line, const char *text)
{
  if (text == NULL)
    return;
  if (*text != '\0' && strpbrk(text, ",\"\r\n") == NULL) {
    g_string_append(line, text);
    return;
  }
  g_string_append_c(line, '"');
  for (; *text != '\0'; text++)
    g_string_append_printf(line, *text == '"' ? "\"%c" : "%c", *text);
  g_string_append_c(line, '"');
}

static bool
write_line(CompareCsv *self, const GString *line, GError **error)
{
  for (gsize done = 0; done < line->len;) {
    ssize_t n = write(self->fd, line->str + done, line->len - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0) {
      fail(self, error);
      if (self->is_regular && ftruncate(self->fd, self->end) != 0)
        tool_message("%s: its last line is not whole", self->path);
      return false;
    }
    done += (gsize)n;
  }
  self->end += (off_t)line->len;
  return true;
}

static void
append_header(GString *line, const GPtrArray *columns)
{
  for (guint i = 0; i < columns->len; i++) {
    if (i > 0)
      g_string_append_c(line, ',');
    append_field(line, ((const CompareColumn *)columns->pdata[i])->name);
  }
  g_string_append_c(line, '\n');
}

bool
compare_csv_write(CompareCsv *self, const CompareRow *row, GError **error)
{
  g_autoptr(GString) line = g_string_new(NULL);

  for (guint i = 0; i < row->len; i++) {
    if (i > 0)
      g_string_append_c(line, ',');
    append_field(line, row->pdata[i]);
  }
  g_string_append_c(line, '\n');
  return write_line(self, line, error);
}

/* Reading ----------------------------------------------------------------- */

/* The field at *place, which is moved behind it, or to where a quoted one goes
 * on behind its quotes; false if the text ends in it. */
static bool
read_field(const char **place, CompareRow *row)
{
  g_autoptr(GString) text = g_string_new(NULL);
  const char *p = *place;
  bool is_quoted = *p == '"';

  if (is_quoted)
    for (p++; *p != '\0' && (*p != '"' || p[1] == '"'); p++) {
      g_string_append_c(text, *p);
      p += *p == '"';
    }
  if (is_quoted && *p != '\0')
    p++;
  for (; !is_quoted && *p != '\0' && strchr(",\r\n", *p) == NULL; p++)
    g_string_append_c(text, *p);
  *place = p;
  g_ptr_array_add(row, text->len > 0 || is_quoted ? g_strdup(text->str) : NULL);
  return *p != '\0';
}

/* The line at *place, which is moved behind it; NULL if it is not whole. */
static CompareRow *
read_line(const char **place)
{
  g_autoptr(GPtrArray) row = g_ptr_array_new_with_free_func(g_free);
  const char *p = *place;

  for (;;) {
    if (!read_field(&p, row))
      return NULL;
    if (*p != ',')
      break;
    p++;
  }
  p += *p == '\r';
  if (*p != '\n')
    return NULL;
  *place = p + 1;
  return g_steal_pointer(&row);
}

static bool
check_header(const CompareCsv *self,
             const CompareRow *header,
             const GPtrArray *columns,
             GError **error)
{
  bool is_same = header->len == columns->len;

  for (guint i = 0; i < columns->len && is_same; i++)
    is_same = g_strcmp0(((const CompareColumn *)columns->pdata[i])->name,
                        header->pdata[i]) == 0;
  if (!is_same)
    g_set_error(error, CSP_ERROR, CSP_ERROR_PARSE,
                "%s:1: these are not the columns of this comparison; name "
                "another file",
                self->path);
  return is_same;
}

/* Does a whole line begin somewhere below the one at text? */
static bool
has_line_below(const char *text, guint n_fields)
{
  for (;;) {
    text = strchr(text, '\n');
    if (text == NULL)
      return false;
    const char *place = ++text;
    g_autoptr(GPtrArray) row = read_line(&place);
    if (row != NULL && row->len == n_fields)
      return true;
  }
}

static guint
count_lines(const char *text, const char *end)
{
  guint n = 1;

  for (; text < end; text++)
    n += *text == '\n';
  return n;
}

static bool
take_lines(CompareCsv *self,
           const char *text,
           const GPtrArray *columns,
           GHashTable *rows,
           GError **error)
{
  const char *place = text;
  g_autoptr(GPtrArray) header = read_line(&place);

  if (header != NULL && !check_header(self, header, columns, error))
    return false;
  while (header != NULL) {
    const char *begin = place;
    g_autoptr(GPtrArray) row = read_line(&place);
    if (row == NULL)
      break;
    if (row->len != columns->len) {
      g_set_error(error, CSP_ERROR, CSP_ERROR_PARSE,
                  "%s:%u: expected %u fields, found %u", self->path,
                  count_lines(text, begin), columns->len, row->len);
      return false;
    }
    char *key = compare_row_dup_key(row, columns);
    g_hash_table_insert(rows, key, g_steal_pointer(&row));
  }
  if (has_line_below(place, columns->len)) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_PARSE,
                "%s:%u: this is not a line of a comparison, and others follow",
                self->path, count_lines(text, place));
    return false;
  }
  self->end = place - text;
  return true;
}

/* Only what could be the beginning of such a file is taken for one. */
static bool
take_file(CompareCsv *self,
          const GPtrArray *columns,
          GHashTable *rows,
          GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  g_autoptr(GString) header = g_string_new(NULL);

  append_header(header, columns);
  if (!g_file_get_contents(self->path, &text, &length, error))
    return false;
  for (gsize i = 0; i < length; i++) /* as a system that crashed leaves them */
    text[i] = text[i] == '\0' ? '?' : text[i];
  if (!take_lines(self, text, columns, rows, error))
    return false;
  if (self->end == 0 && !g_str_has_prefix(header->str, text)) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_PARSE,
                "%s:1: this is not the header of a comparison; name another "
                "file",
                self->path);
    return false;
  }
  if (ftruncate(self->fd, self->end) != 0)
    return fail(self, error);
  return self->end > 0 || write_line(self, header, error);
}

static bool
open_file(CompareCsv *self, GError **error)
{
  bool is_stdout =
      strcmp(self->path, "-") == 0 || strcmp(self->path, "/dev/stdout") == 0;
  struct stat info;

  self->fd =
      is_stdout
          ? dup(STDOUT_FILENO)
          : open(self->path,
                 O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
  if (self->fd < 0 || fstat(self->fd, &info) != 0)
    return fail(self, error);
  self->is_regular = S_ISREG(info.st_mode) && !is_stdout;
  if (self->is_regular && flock(self->fd, LOCK_EX | LOCK_NB) != 0) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_IO,
                "%s: another comparison is writing it", self->path);
    return false;
  }
  return true;
}

CompareCsv *
compare_csv_open(const char *path,
                 const GPtrArray *columns,
                 GHashTable *rows,
                 GError **error)
{
  g_autoptr(CompareCsv) self = g_new0(CompareCsv, 1);
  g_autoptr(GString) header = g_string_new(NULL);

  self->path = g_strdup(path);
  self->fd = -1;
  if (!open_file(self, error))
    return NULL;
  if (self->is_regular)
    return take_file(self, columns, rows, error) ? g_steal_pointer(&self)
                                                 : NULL;
  append_header(header, columns);
  return write_line(self, header, error) ? g_steal_pointer(&self) : NULL;
}

void
compare_csv_close(CompareCsv *self)
{
  if (self == NULL)
    return;
  if (self->fd >= 0)
    close(self->fd);
  g_free(self->path);
  g_free(self);
}
