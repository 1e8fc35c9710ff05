/* SPDX-License-Identifier: MIT */
/* Loading the module that draws PNG: csp-1/png.so beside the library, as in a
 * build tree or a tree installed elsewhere, else where it was meant to go. */
#include "config.h"

#include <dlfcn.h>
#include <gmodule.h>
#include <libcsp/csp.h>

#include "tools/png.h"

#define MODULE_FILE "png." G_MODULE_SUFFIX

/* The linker may give a program an address of its own for a function of the
 * library; the one looked up by name is the library's. */
static char *
dup_path_beside_library(void)
{
  void *function = dlsym(RTLD_DEFAULT, "csp_get_version");
  Dl_info info;

  if (function == NULL || dladdr(function, &info) == 0 ||
      info.dli_fname == NULL)
    return NULL;
  g_autofree char *dir = g_path_get_dirname(info.dli_fname);
  return g_build_filename(dir, CSP_API_NAME, MODULE_FILE, NULL);
}

static char *
dup_path(void)
{
  g_autofree char *beside = dup_path_beside_library();

  if (beside != NULL && g_file_test(beside, G_FILE_TEST_EXISTS))
    return g_steal_pointer(&beside);
  return g_build_filename(CSP_MODULES_DIR, MODULE_FILE, NULL);
}

static bool (*append)(const GString *svg, GString *out, GError **error);

bool
tool_png_load(GError **error)
{
  gpointer symbol;

  if (append != NULL)
    return true;
  g_autofree char *path = dup_path();
  GModule *module = g_module_open(path, G_MODULE_BIND_LOCAL);
  if (module == NULL || !g_module_symbol(module, "csp_png_append", &symbol)) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_PLUGIN,
                "no PNG can be drawn, use svg: %s", g_module_error());
    return false;
  }
  g_module_make_resident(module);
  *(gpointer *)&append = symbol;
  return true;
}

bool
tool_png_append(const GString *svg, GString *out, GError **error)
{
  return append(svg, out, error);
}
