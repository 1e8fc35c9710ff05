/* SPDX-License-Identifier: MIT */
/* One form for all messages about unknown names, so that each of them ends by
 * saying what would have been right. */
#include "config.h"

#include "base/options.h"
#include "base/suggest.h"

char *
csp_suggest(const char *name, const char *const *names)
{
  const char *nearest =
      csp_nearest_name(name, names, g_strv_length((char **)names));

  if (nearest != NULL)
    return g_strdup_printf("; did you mean '%s'?", nearest);
  if (names[0] == NULL)
    return g_strdup("");
  g_autofree char *all = g_strjoinv(", ", (char **)names);
  return g_strdup_printf("; known: %s", all);
}
