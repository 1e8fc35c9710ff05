/* SPDX-License-Identifier: MIT */
/* Finding plugins along CSP_MODELS_PATH, and modules that are refused. */
#include "config.h"

#include <string.h>
#include <libcsp/csp-plugin.h>

#include "tests/csp-test.h"

static void
check_refused(const char *name, CspError code, const char *ending)
{
  g_autoptr(GError) error = NULL;

  CU_ASSERT_PTR_NULL(csp_plugin_find(name, &error));
  CU_ASSERT_TRUE_FATAL(g_error_matches(error, CSP_ERROR, (int)code));
  CU_ASSERT_TRUE(g_str_has_suffix(error->message, ending));
  if (!g_str_has_suffix(error->message, ending))
    printf("# %s\n", error->message);
}

static void
is_found_by_name(void)
{
  g_autoptr(GError) error = NULL;
  const CspPlugin *plugin = csp_plugin_find("sample", &error);

  CU_ASSERT_PTR_NULL(error);
  CU_ASSERT_PTR_NOT_NULL_FATAL(plugin);
  CU_ASSERT_STRING_EQUAL(plugin->name, "sample");
  CU_ASSERT_PTR_EQUAL(csp_plugin_find("sample", NULL), plugin);
}

static void
an_unknown_name_suggests_the_nearest(void)
{
  check_refused("sampel", CSP_ERROR_NOT_FOUND,
                "unknown model 'sampel'; did you mean 'sample'?");
  check_refused("quens", CSP_ERROR_NOT_FOUND,
                "unknown model 'quens'; did you mean 'queens'?");
}

static void
a_name_is_not_a_path(void)
{
  check_refused("../models/.libs/sample", CSP_ERROR_NOT_FOUND, "");
  check_refused("", CSP_ERROR_NOT_FOUND, "");
  check_refused(".sample", CSP_ERROR_NOT_FOUND, "");
}

static void
refuses_what_is_no_plugin(void)
{
  check_refused("sample-nothing", CSP_ERROR_PLUGIN,
                "sample-nothing.so: not a model plugin: it has no symbol "
                "csp_plugin");
  check_refused("sample-abi", CSP_ERROR_PLUGIN,
                "sample-abi.so: not a usable model plugin: it was made for "
                "plugin ABI 2, not 1");
  check_refused("sample-misnamed", CSP_ERROR_PLUGIN,
                "sample-misnamed.so: not a usable model plugin: it calls "
                "itself 'other'");
  check_refused("sample-bare", CSP_ERROR_PLUGIN,
                "sample-bare.so: not a usable model plugin: it has no build "
                "or no render callback");
  check_refused("sample-reads", CSP_ERROR_PLUGIN,
                "sample-reads.so: not a usable model plugin: it takes files "
                "but has no read callback");

  g_autofree char *small =
      g_strdup_printf("its descriptor has %zu bytes, not %zu",
                      sizeof(CspPlugin) - 1, sizeof(CspPlugin));
  check_refused("sample-small", CSP_ERROR_PLUGIN, small);
}

static void
refuses_a_file_that_is_no_module(void)
{
  g_autofree char *dir = g_dir_make_tmp(NULL, NULL);
  g_autofree char *file = g_build_filename(dir, "broken.so", NULL);
  g_autofree char *path = g_strdup(g_getenv("CSP_MODELS_PATH"));
  g_autofree char *longer = g_strconcat(dir, "::", path, NULL);
  g_autoptr(GError) error = NULL;

  CU_ASSERT_TRUE_FATAL(g_file_set_contents(file, "not ELF", -1, NULL));
  g_setenv("CSP_MODELS_PATH", longer, TRUE);
  CU_ASSERT_PTR_NULL(csp_plugin_find("broken", &error));
  CU_ASSERT_TRUE_FATAL(g_error_matches(error, CSP_ERROR, CSP_ERROR_PLUGIN));
  CU_ASSERT_PTR_NOT_NULL(strstr(error->message, "broken.so: cannot be loaded"));
  CU_ASSERT_PTR_NOT_NULL(csp_plugin_find("sample", NULL));
  g_setenv("CSP_MODELS_PATH", path, TRUE);
  remove(file);
  remove(dir);
}

static void
names_are_listed_sorted_and_once(void)
{
  g_autofree char *path = g_strdup(g_getenv("CSP_MODELS_PATH"));
  g_autofree char *twice = g_strconcat(path, ":", path, NULL);

  g_setenv("CSP_MODELS_PATH", twice, TRUE);
  g_auto(GStrv) names = csp_plugin_list_names();
  g_setenv("CSP_MODELS_PATH", path, TRUE);
  const char *const *list = (const char *const *)names;
  CU_ASSERT_TRUE(g_strv_contains(list, "sample"));
  CU_ASSERT_TRUE(g_strv_contains(list, "sample-abi"));
  CU_ASSERT_TRUE(g_strv_contains(list, "queens"));
  for (guint i = 1; names[0] != NULL && names[i] != NULL; i++)
    CU_ASSERT_TRUE(strcmp(names[i - 1], names[i]) < 0);
}

static void
a_file_is_known_by_its_suffix_or_its_beginning(void)
{
  const CspPlugin *sample = csp_plugin_find("sample", NULL);
  g_autoptr(GBytes) ours = g_bytes_new_static("% x", 3);
  g_autoptr(GBytes) other = g_bytes_new_static("x", 1);
  g_autoptr(CspReader) our_reader = csp_reader_new_for_bytes("a", ours);
  g_autoptr(CspReader) other_reader = csp_reader_new_for_bytes("a", other);

  CU_ASSERT_PTR_EQUAL(csp_plugin_find_for_file("/a/b.SAMPLE", NULL), sample);
  CU_ASSERT_PTR_EQUAL(csp_plugin_find_for_file("a", our_reader), sample);
  CU_ASSERT_PTR_NULL(csp_plugin_find_for_file("a", other_reader));
  CU_ASSERT_PTR_NULL(csp_plugin_find_for_file("a", NULL));
}

static const CspTest tests[] = {
    {"is found by name", is_found_by_name},
    {"an unknown name suggests the nearest",
     an_unknown_name_suggests_the_nearest},
    {"a name is not a path", a_name_is_not_a_path},
    {"refuses what is no plugin", refuses_what_is_no_plugin},
    {"refuses a file that is no module", refuses_a_file_that_is_no_module},
    {"names are listed sorted and once", names_are_listed_sorted_and_once},
    {"a file is known by its suffix or its beginning",
     a_file_is_known_by_its_suffix_or_its_beginning},
};

int
main(void)
{
  g_autofree char *dir = g_build_filename(g_getenv("CSP_BUILDDIR"), "tests",
                                          "models", ".libs", NULL);
  g_setenv("CSP_MODELS_PATH", dir, TRUE);
  return csp_test_run("models/plugin", tests, G_N_ELEMENTS(tests));
}
