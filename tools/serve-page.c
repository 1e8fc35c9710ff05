/* SPDX-License-Identifier: MIT */
/* The page's files, embedded at build. */
#include "config.h"

#include "tools/serve-private.h"

bool
serve_has_page(void)
{
#ifdef CSP_HAVE_PAGE
  return true;
#else
  return false;
#endif
}

/* NULL for what is not there, which without the page is everything. */
static GBytes *
look_up(const char *path)
{
  g_autofree char *name = g_strconcat("/csp/page", path, NULL);

  return g_resources_lookup_data(name, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

static const char *
type_of(const char *path)
{
  static const char *const types[][2] = {
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".webmanifest", "application/manifest+json"},
  };

  for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
    if (g_str_has_suffix(path, types[i][0]))
      return types[i][1];
  return "application/octet-stream";
}

void
serve_page(SoupServerMessage *message, const char *path)
{
  const char *file = g_str_equal(path, "/") ? "/index.html" : path;
  g_autoptr(GBytes) bytes = look_up(file);
  gsize n;

  if (bytes == NULL) {
    serve_refuse(message, SOUP_STATUS_NOT_FOUND,
                 serve_has_page() ? "there is no such page"
                                  : "the page was left out of this build");
    return;
  }
  gconstpointer data = g_bytes_get_data(bytes, &n);
  soup_server_message_set_status(message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response(message, type_of(file), SOUP_MEMORY_COPY,
                                   data, n);
}
