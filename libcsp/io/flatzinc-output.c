/* SPDX-License-Identifier: MIT */
/* Getting FlatZinc in from a file, and solutions out in its form. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/flatzinc-private.h"

static void
append_value(const CspFlatzinc *self,
             const CspSolution *solution,
             size_t place,
             bool is_bool,
             GString *out)
{
  const CspFznPlace *at = &g_array_index(self->places, CspFznPlace, place);
  int32_t value = at->var == CSP_NONE
                      ? at->value
                      : csp_solution_get_value(solution, at->var);

  if (is_bool)
    g_string_append(out, value != 0 ? "true" : "false");
  else
    g_string_append_printf(out, "%d", value);
}

static void
append_array(const CspFlatzinc *self,
             const CspSolution *solution,
             const CspFznOutput *output,
             GString *out)
{
  g_string_append_printf(out, "array%ud(", output->n_dims);
  for (uint32_t i = 0; i < output->n_dims; i++)
    g_string_append_printf(out, "%d..%d, ", output->dims[2 * i],
                           output->dims[2 * i + 1]);
  g_string_append_c(out, '[');
  for (uint32_t i = 0; i < output->n; i++) {
    if (i > 0)
      g_string_append(out, ", ");
    append_value(self, solution, output->first + i, output->is_bool, out);
  }
  g_string_append(out, "])");
}

/**
 * csp_flatzinc_append_solution: (skip)
 * @self: what was read, and built
 * @solution: a solution of the model
 * @out: where to
 *
 * Appends the output items, `x = 5;` or `a = array1d(1..2, [5, 7]);` on a line
 * each.
 *
 * Since: 0.1
 */
void
csp_flatzinc_append_solution(const CspFlatzinc *self,
                             const CspSolution *solution,
                             GString *out)
{
  g_return_if_fail(self != NULL && solution != NULL && out != NULL);

  for (guint i = 0; i < self->outputs->len; i++) {
    const CspFznOutput *output = &g_array_index(self->outputs, CspFznOutput, i);
    g_string_append_printf(out, "%s = ", output->name);
    if (output->n_dims > 0)
      append_array(self, solution, output, out);
    else
      append_value(self, solution, output->first, output->is_bool, out);
    g_string_append(out, ";\n");
  }
}

/* Everything a descriptor gives. */
static GBytes *
read_all(int fd, const char *name, GError **error)
{
  enum { CHUNK = 1 << 20 };
  g_autoptr(GByteArray) all = g_byte_array_new();
  gssize got;

  do {
    guint n = all->len;
    if (n > G_MAXUINT - 2 * CHUNK) {
      g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "%s: it is too large", name);
      return NULL;
    }
    g_byte_array_set_size(all, n + CHUNK);
    got = read(fd, all->data + n, CHUNK);
    g_byte_array_set_size(all, n + (guint)MAX(got, 0));
  } while (got > 0);
  if (got < 0) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "%s: %s", name,
                g_strerror(errno));
    return NULL;
  }
  return g_byte_array_free_to_bytes(g_steal_pointer(&all));
}

/* A regular file is mapped, anything else read. */
static GBytes *
load(int fd, const char *name, GError **error)
{
  struct stat info;

  if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "%s: %s", name,
                g_strerror(EISDIR));
    return NULL;
  }
  if (S_ISREG(info.st_mode) && lseek(fd, 0, SEEK_CUR) == 0) {
    GMappedFile *file = g_mapped_file_new_from_fd(fd, FALSE, NULL);
    if (file != NULL) {
      GBytes *bytes = g_mapped_file_get_bytes(file);
      g_mapped_file_unref(file);
      return bytes;
    }
  }
  return read_all(fd, name, error);
}

/**
 * csp_flatzinc_read: (skip)
 * @reader: the input
 * @error: return location for a #GError, or %NULL
 *
 * Reads FlatZinc from what is left of a reader's input, whose lines must not be
 * longer than %CSP_READER_MAX_LINE.
 *
 * Fails with %CSP_ERROR_IO, or with %CSP_ERROR_PARSE and the place in the
 * message.
 *
 * Returns: (transfer full): what was read, or %NULL with @error set
 *
 * Since: 0.1
 */
CspFlatzinc *
csp_flatzinc_read(CspReader *reader, GError **error)
{
  g_autoptr(GByteArray) all = g_byte_array_new();
  const gchar *line;

  g_return_val_if_fail(reader != NULL, NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  do {
    if (!csp_reader_next_line(reader, &line, error))
      return NULL;
    if (line == NULL)
      break;
    size_t length = strlen(line);
    if (length + all->len + 1 > G_MAXUINT) {
      g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "%s: it is too large",
                  csp_reader_get_name(reader));
      return NULL;
    }
    g_byte_array_append(all, (const guint8 *)line, (guint)length);
    g_byte_array_append(all, (const guint8 *)"\n", 1);
  } while (true);
  g_autoptr(GBytes) bytes = g_byte_array_free_to_bytes(g_steal_pointer(&all));
  return csp_flatzinc_new_for_bytes(csp_reader_get_name(reader), bytes, error);
}

/**
 * csp_flatzinc_open: (skip)
 * @path: a file, or `-` for standard input
 * @error: return location for a #GError, or %NULL
 *
 * Reads a FlatZinc file.
 *
 * Time and memory are linear in its size: a few bytes for each of its own.
 *
 * Fails with %CSP_ERROR_IO, or with %CSP_ERROR_PARSE and the place in the
 * message.
 *
 * Returns: (transfer full): what was read, or %NULL with @error set
 *
 * Since: 0.1
 */
CspFlatzinc *
csp_flatzinc_open(const gchar *path, GError **error)
{
  g_return_val_if_fail(path != NULL, NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  bool is_stdin = strcmp(path, "-") == 0;
  const char *name = is_stdin ? "<stdin>" : path;
  int fd = is_stdin ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                    : open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "%s: %s", name,
                g_strerror(errno));
    return NULL;
  }
  g_autoptr(GBytes) bytes = load(fd, name, error);
  close(fd);
  return bytes != NULL ? csp_flatzinc_new_for_bytes(name, bytes, error) : NULL;
}
