/* SPDX-License-Identifier: MIT */
/* Finding the command's modules. */
#include "config.h"

#include <dlfcn.h>
#include <gmodule.h>
#include <libcsp/csp.h>

#include "tools/module.h"

/* The linker may give a program an address of its own for a function of the
 * library; the one looked up by name is the library's. */
static char *
dup_path_beside_library(const char *file)
{
  void *function = dlsym(RTLD_DEFAULT, "csp_get_version");
  Dl_info info;

  if (function == NULL || dladdr(function, &info) == 0 ||
      info.dli_fname == NULL)
    return NULL;
  g_autofree char *dir = g_path_get_dirname(info.dli_fname);
  return g_build_filename(dir, CSP_API_NAME, file, NULL);
}

static char *
dup_path(const char *name)
{
  g_autofree char *file = g_strdup_printf("%s." G_MODULE_SUFFIX, name);
  g_autofree char *beside = dup_path_beside_library(file);

  if (beside != NULL && g_file_test(beside, G_FILE_TEST_EXISTS))
    return g_steal_pointer(&beside);
  return g_build_filename(CSP_MODULES_DIR, file, NULL);
}

gpointer
tool_module_find(const char *name,
                 const char *function,
                 const char *what,
                 GError **error)
{
  g_autofree char *path = dup_path(name);
  GModule *module = g_module_open(path, G_MODULE_BIND_LOCAL);
  gpointer symbol = NULL;

  if (module == NULL || !g_module_symbol(module, function, &symbol)) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_PLUGIN, "%s: %s", what,
                g_module_error());
    return NULL;
  }
  g_module_make_resident(module);
  return symbol;
}
