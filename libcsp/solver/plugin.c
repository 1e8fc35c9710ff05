/* SPDX-License-Identifier: MIT */
/* Finding and loading model plugins.
 *
 * A name is a file name: NAME.so in the first folder that has one, so nothing
 * is scanned to load a plugin, and a plugin of the user's shadows one that is
 * installed.  A module that is found but cannot be used is an error, not a
 * reason to look further: a silent second choice would solve another model
 * than the one put there.
 *
 * The descriptor that is handed out is the module's own constant.  It may be
 * longer than CspPlugin here (made by a newer library, whose added callbacks
 * come last), never shorter, for this is the first version.  Modules stay
 * loaded, and GModule keeps count of them: no state is needed here. */
#include "config.h"

#include <dlfcn.h>
#include <gmodule.h>
#include <stdlib.h>
#include <string.h>

#include <libcsp/csp-plugin.h>

#include "base/suggest.h"

#define MODELS_SUBDIR "csp-1" G_DIR_SEPARATOR_S "models"
#define MODULE_SUFFIX "." G_MODULE_SUFFIX

/* The folder of models beside the file that holds this code, or NULL. */
static gchar *
dup_dir_beside_library(void)
{
  static const gchar here = 0;
  Dl_info info;

  if (dladdr(&here, &info) == 0 || info.dli_fname == NULL)
    return NULL;
  g_autofree gchar *dir = g_path_get_dirname(info.dli_fname);
  return g_build_filename(dir, MODELS_SUBDIR, NULL);
}

/* The folders to look in, in order. */
static GPtrArray *
dup_search_path(void)
{
  GPtrArray *dirs = g_ptr_array_new_with_free_func(g_free);

  g_auto(GStrv) own = g_strsplit(
      g_getenv("CSP_MODELS_PATH") != NULL ? g_getenv("CSP_MODELS_PATH") : "",
      G_SEARCHPATH_SEPARATOR_S, -1);
  for (guint i = 0; own[i] != NULL; i++)
    if (own[i][0] != '\0')
      g_ptr_array_add(dirs, g_strdup(own[i]));
  g_ptr_array_add(dirs,
                  g_build_filename(g_get_user_data_dir(), MODELS_SUBDIR, NULL));
  gchar *beside = dup_dir_beside_library();
  if (beside != NULL)
    g_ptr_array_add(dirs, beside);
  g_ptr_array_add(dirs, g_strdup(CSP_MODELS_DIR));
  return dirs;
}

/* Names stand on command lines and become file names. */
static gboolean
is_name(const gchar *name, gsize length)
{
  if (length == 0 || !g_ascii_isalnum(name[0]))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum(name[i]) && strchr("-_+", name[i]) == NULL)
      return FALSE;
  return TRUE;
}

static int
compare_names(const void *a, const void *b)
{
  return strcmp(*(const gchar *const *)a, *(const gchar *const *)b);
}

/**
 * csp_plugin_list_names: (skip)
 *
 * Lists the names of the plugins along the search path, sorted, without loading
 * any.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 *
 * Since: 0.1
 */
gchar **
csp_plugin_list_names(void)
{
  g_autoptr(GPtrArray) dirs = dup_search_path();
  g_autoptr(GHashTable) names =
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < dirs->len; i++) {
    g_autoptr(GDir) dir = g_dir_open(dirs->pdata[i], 0, NULL);
    const gchar *file;
    while (dir != NULL && (file = g_dir_read_name(dir)) != NULL) {
      if (!g_str_has_suffix(file, MODULE_SUFFIX))
        continue;
      gsize length = strlen(file) - strlen(MODULE_SUFFIX);
      if (is_name(file, length))
        g_hash_table_add(names, g_strndup(file, length));
    }
  }

  g_autofree gpointer *keys = g_hash_table_get_keys_as_array(names, NULL);
  gchar **list = g_strdupv((gchar **)keys);
  qsort(list, g_strv_length(list), sizeof(*list), compare_names);
  return list;
}

static gboolean
check_descriptor(const CspPlugin *plugin,
                 const gchar *path,
                 const gchar *name,
                 GError **error)
{
  g_autofree gchar *reason = NULL;

  if (plugin->abi != CSP_PLUGIN_ABI)
    reason = g_strdup_printf("it was made for plugin ABI %u, not %u",
                             plugin->abi, CSP_PLUGIN_ABI);
  else if (plugin->size < sizeof(CspPlugin))
    reason =
        g_strdup_printf("its descriptor has %u bytes, not %" G_GSIZE_FORMAT,
                        plugin->size, sizeof(CspPlugin));
  else if (g_strcmp0(plugin->name, name) != 0)
    reason = g_strdup_printf("it calls itself '%s'",
                             plugin->name != NULL ? plugin->name : "");
  else if (plugin->build == NULL || plugin->render == NULL)
    reason = g_strdup("it has no build or no render callback");
  else if (plugin->files != CSP_FILES_NONE && plugin->read == NULL)
    reason = g_strdup("it takes files but has no read callback");
  else
    return TRUE;

  g_set_error(error, CSP_ERROR, CSP_ERROR_PLUGIN,
              "%s: not a usable model plugin: %s", path, reason);
  return FALSE;
}

static const CspPlugin *
load(const gchar *path, const gchar *name, GError **error)
{
  gpointer symbol;
  GModule *module = g_module_open(path, G_MODULE_BIND_LOCAL);

  if (module == NULL) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_PLUGIN, "%s: cannot be loaded: %s",
                path, g_module_error());
    return NULL;
  }
  if (!g_module_symbol(module, "csp_plugin", &symbol) || symbol == NULL) {
    g_set_error(error, CSP_ERROR, CSP_ERROR_PLUGIN,
                "%s: not a model plugin: it has no symbol csp_plugin", path);
    g_module_close(module);
    return NULL;
  }
  if (!check_descriptor(symbol, path, name, error)) {
    g_module_close(module);
    return NULL;
  }
  g_module_make_resident(module);
  return symbol;
}

/**
 * csp_plugin_find: (skip)
 * @name: a plugin's name
 * @error: return location for a #GError, or %NULL
 *
 * Loads the plugin of this name: `NAME.so` in the first of these folders that
 * has it: those of `CSP_MODELS_PATH` (separated by colons), `csp-1/models` in
 * the user's data folder, `csp-1/models` beside the library, and the folder
 * compiled in.  It stays loaded; finding it again gives the same descriptor.
 *
 * Fails with %CSP_ERROR_NOT_FOUND, suggesting the nearest name, and with
 * %CSP_ERROR_PLUGIN if the module cannot be used.
 *
 * Returns: (transfer none) (nullable): the plugin, or %NULL with @error set
 *
 * Since: 0.1
 */
const CspPlugin *
csp_plugin_find(const gchar *name, GError **error)
{
  g_return_val_if_fail(name != NULL, NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  if (is_name(name, strlen(name))) {
    g_autoptr(GPtrArray) dirs = dup_search_path();
    g_autofree gchar *file = g_strconcat(name, MODULE_SUFFIX, NULL);
    for (guint i = 0; i < dirs->len; i++) {
      g_autofree gchar *path = g_build_filename(dirs->pdata[i], file, NULL);
      if (g_file_test(path, G_FILE_TEST_EXISTS))
        return load(path, name, error);
    }
  }

  g_auto(GStrv) names = csp_plugin_list_names();
  g_autofree gchar *hint = csp_suggest(name, (const gchar *const *)names);
  g_set_error(error, CSP_ERROR, CSP_ERROR_NOT_FOUND, "unknown model '%s'%s",
              name, hint);
  return NULL;
}

static gboolean
has_suffix(const CspPlugin *plugin, const gchar *lower_path)
{
  for (guint i = 0; plugin->suffixes != NULL && plugin->suffixes[i] != NULL;
       i++)
    if (g_str_has_suffix(lower_path, plugin->suffixes[i]))
      return TRUE;
  return FALSE;
}

/**
 * csp_plugin_find_for_file: (skip)
 * @path: the name of a file
 * @reader: (nullable): the open file, nothing read of it yet
 *
 * Finds the plugin for a file: the first by name that claims its suffix (in
 * whatever case), else the first that knows its beginning.  Plugins that cannot
 * be loaded are passed over.
 *
 * Returns: (transfer none) (nullable): the plugin, or %NULL if there is none
 *
 * Since: 0.1
 */
const CspPlugin *
csp_plugin_find_for_file(const gchar *path, CspReader *reader)
{
  g_return_val_if_fail(path != NULL, NULL);

  g_auto(GStrv) names = csp_plugin_list_names();
  g_autoptr(GPtrArray) plugins = g_ptr_array_new();
  g_autofree gchar *lower_path = g_ascii_strdown(path, -1);
  for (guint i = 0; names[i] != NULL; i++) {
    const CspPlugin *plugin = csp_plugin_find(names[i], NULL);
    if (plugin == NULL || plugin->files == CSP_FILES_NONE)
      continue;
    if (has_suffix(plugin, lower_path))
      return plugin;
    g_ptr_array_add(plugins, (gpointer)plugin);
  }
  if (reader == NULL)
    return NULL;

  gsize n;
  const gchar *head = csp_reader_peek(reader, &n);
  for (guint i = 0; i < plugins->len; i++) {
    const CspPlugin *plugin = plugins->pdata[i];
    if (plugin->sniff != NULL && plugin->sniff(head, n))
      return plugin;
  }
  return NULL;
}
