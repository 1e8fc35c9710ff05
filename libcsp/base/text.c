/* SPDX-License-Identifier: MIT */
/* Text for people and programs: JSON strings, and the name that was meant. */
#include "config.h"

#include <libcsp/csp-io.h>

#include <stdbool.h>
#include <string.h>

/**
 * csp_json_append_string:
 * @out: where to append
 * @text: UTF-8; bytes that are not become U+FFFD
 *
 * Appends @text as a JSON string, quotes included.
 *
 * Since: 0.1
 */
void
csp_json_append_string(GString *out, const gchar *text)
{
  g_autofree gchar *valid = g_utf8_make_valid(text, -1);

  g_string_append_c(out, '"');
  for (const gchar *p = valid; *p != '\0'; p++) {
    if (*p == '"' || *p == '\\')
      g_string_append_c(out, '\\');
    if ((guchar)*p < 0x20)
      g_string_append_printf(out, "\\u%04x", (guint)*p);
    else
      g_string_append_c(out, *p);
  }
  g_string_append_c(out, '"');
}

static size_t
min3(size_t a, size_t b, size_t c)
{
  return MIN(MIN(a, b), c);
}

/* Letters inserted, dropped or replaced, and neighbors exchanged, each counted
 * as one (optimal string alignment); three rows of the table suffice. */
static size_t
edit_distance(const char *a, const char *b)
{
  enum { LONGEST = 64 };
  size_t rows[3][LONGEST + 1];
  size_t n_a = strlen(a), n_b = strlen(b);

  if (n_a > LONGEST || n_b > LONGEST)
    return G_MAXSIZE;
  for (size_t j = 0; j <= n_b; j++)
    rows[0][j] = j;
  for (size_t i = 1; i <= n_a; i++) {
    size_t *row = rows[i % 3], *above = rows[(i + 2) % 3];
    row[0] = i;
    for (size_t j = 1; j <= n_b; j++) {
      row[j] = min3(above[j] + 1, row[j - 1] + 1,
                    above[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = MIN(row[j], rows[(i + 1) % 3][j - 2] + 1);
    }
  }
  return rows[n_a % 3][n_b];
}

/**
 * csp_nearest_name:
 * @name: what was typed
 * @names: (array length=n_names): what could have been meant
 * @n_names: how many
 *
 * Finds the name that a mistyped one is nearest to: by the letters inserted,
 * dropped, replaced or exchanged, at most one and a third of them; the
 * beginning of a name, two letters or more, is near to it.  The first of
 * several equally near is taken.
 *
 * Returns: (transfer none) (nullable): one of @names, or %NULL when none is
 *   near
 *
 * Since: 0.1
 */
const gchar *
csp_nearest_name(const gchar *name, const gchar *const *names, gsize n_names)
{
  size_t length = strlen(name);
  size_t best_distance = 1 + length / 3; /* farther is not near */
  const char *best = NULL;

  for (size_t i = 0; i < n_names; i++) {
    bool is_beginning = length >= 2 && g_str_has_prefix(names[i], name);
    size_t distance = is_beginning ? 1 : edit_distance(name, names[i]);
    if (distance < best_distance + (best == NULL)) {
      best_distance = distance;
      best = names[i];
    }
  }
  return best;
}
