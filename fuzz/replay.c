/* SPDX-License-Identifier: MIT */
/* A target's main() where there is no libFuzzer: the files given, or all of the
 * target's corpus, each a claim of a TAP test.  Inputs are copied to memory of
 * just their size, so that the address sanitizer sees who reads beyond. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "fuzz/fuzz.h"

static gint
compare_paths(gconstpointer a, gconstpointer b)
{
  return g_strcmp0(*(char *const *)a, *(char *const *)b);
}

/* The files of a folder by name, for the same order everywhere. */
static GPtrArray *
list_folder(const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GDir) folder = g_dir_open(path, 0, &error);
  GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
  const char *name;

  if (folder == NULL)
    g_error("%s", error->message);
  while ((name = g_dir_read_name(folder)) != NULL)
    g_ptr_array_add(paths, g_build_filename(path, name, NULL));
  g_ptr_array_sort(paths, compare_paths);
  return paths;
}

static GPtrArray *
list_corpus(void)
{
  const char *srcdir = g_getenv("CSP_SRCDIR");
  g_autofree char *path = g_build_filename(srcdir != NULL ? srcdir : ".",
                                           "fuzz", "corpus", fuzz_target, NULL);
  return list_folder(path);
}

static GPtrArray *
list_arguments(int argc, char **argv)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);

  for (int i = 1; i < argc; i++)
    g_ptr_array_add(paths, g_strdup(argv[i]));
  return paths;
}

static void
replay(const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  gsize n;

  if (!g_file_get_contents(path, &text, &n, &error))
    g_error("%s", error->message);
  uint8_t *data = g_memdup2(text, n);
  LLVMFuzzerTestOneInput(data, n);
  g_free(data);
}

int
main(int argc, char **argv)
{
  g_autoptr(GPtrArray) paths =
      argc > 1 ? list_arguments(argc, argv) : list_corpus();

  printf("1..%u\n", paths->len);
  for (guint i = 0; i < paths->len; i++) {
    const char *path = g_ptr_array_index(paths, i);
    g_autofree char *name = g_path_get_basename(path);
    replay(path);
    printf("ok %u - %s\n", i + 1, name);
    fflush(stdout);
  }
  return paths->len > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
