/* SPDX-License-Identifier: MIT */
/* A model that cannot fit is refused before it is built: by the plugin's
 * estimate, and what there is. */
#include "config.h"

#include "tools/memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* A number in a file of one number, or after a name in a file of many; fallback
 * where there is none, as with "max" for no limit. */
static guint64
read_number(const char *path, const char *name, guint64 fallback)
{
  g_autofree char *text = NULL;
  guint64 number;

  if (!g_file_get_contents(path, &text, NULL, NULL))
    return fallback;
  const char *at = strstr(text, name);
  if (at == NULL ||
      sscanf(at + strlen(name), "%" G_GUINT64_FORMAT, &number) != 1)
    return fallback;
  return number;
}

/* Bytes that the process can still get: of the machine, of its control group
 * and of its own limit, the least. */
static guint64
available_memory(void)
{
  guint64 kib =
      read_number("/proc/meminfo", "MemAvailable:", G_MAXUINT64 / 1024);
  guint64 least = kib * 1024;
  struct rlimit limit;

  least = MIN(least, read_number("/sys/fs/cgroup/memory.max", "", G_MAXUINT64));
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    least = MIN(least, (guint64)limit.rlim_cur);
  return least;
}

/* Every machine has so much; to ask how much it has takes longer than to build
 * a small model. */
#define SURELY_AVAILABLE ((guint64)16 << 20)

bool
tool_memory_allows(const CspPlugin *plugin,
                   const CspParams *params,
                   gpointer instance,
                   guint64 limit,
                   GError **error)
{
  if (plugin->estimate == NULL)
    return true;
  guint64 needed = plugin->estimate(params, instance);
  guint64 available =
      needed > SURELY_AVAILABLE ? available_memory() : SURELY_AVAILABLE;
  bool is_limited = limit > 0 && limit < available;
  guint64 allowed = is_limited ? limit : available;

  if (needed <= allowed)
    return true;
  g_set_error(error, CSP_ERROR, CSP_ERROR_MEMORY,
              "the model needs about %" G_GUINT64_FORMAT
              " MiB, and %s %" G_GUINT64_FORMAT " MiB",
              needed / 1048576 + 1,
              is_limited ? "--memory-limit allows" : "there are",
              allowed / 1048576);
  return false;
}
