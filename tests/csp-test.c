/* SPDX-License-Identifier: MIT */
/* CUnit's registry with handlers that print TAP: the plan first, so that a
 * crash shows as missing tests, and each line flushed, because a leak report
 * ends the process before stdio does. */
#include "config.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <glib.h>
#include <CUnit/TestRun.h>

#include "csp-test.h"

/* CUnit's handlers take no data, so the state of the one run is the file's. */
static unsigned int n_done;
static const char *skip_reason;

G_GNUC_PRINTF(1, 2)
static void
say(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vprintf(format, args);
  va_end(args);
  putchar('\n');
  fflush(stdout);
}

static void
test_started(const CU_pTest test, const CU_pSuite suite)
{
  skip_reason = NULL;
}

static void
test_completed(const CU_pTest test,
               const CU_pSuite suite,
               const CU_pFailureRecord failures)
{
  n_done++;
  for (CU_pFailureRecord f = failures; f != NULL; f = f->pNext)
    say("# %s:%u: %s", f->strFileName, f->uiLineNumber, f->strCondition);
  if (failures != NULL)
    say("not ok %u - %s", n_done, test->pName);
  else if (skip_reason != NULL)
    say("ok %u - %s # SKIP %s", n_done, test->pName, skip_reason);
  else
    say("ok %u - %s", n_done, test->pName);
}

int
csp_test_run(const char *suite_name, const CspTest *tests, size_t n_tests)
{
  if (CU_initialize_registry() != CUE_SUCCESS)
    g_error("%s", CU_get_error_msg());
  CU_pSuite suite = CU_add_suite(suite_name, NULL, NULL);
  for (size_t i = 0; i < n_tests; i++)
    if (CU_add_test(suite, tests[i].name, tests[i].func) == NULL)
      g_error("%s: %s", tests[i].name, CU_get_error_msg());

  CU_set_test_start_handler(test_started);
  CU_set_test_complete_handler(test_completed);
  say("1..%zu", n_tests);
  say("# %s", suite_name);
  CU_run_all_tests();

  bool passed = CU_get_number_of_tests_failed() == 0 && n_done == n_tests;
  CU_cleanup_registry();
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}

char *
csp_test_path(const char *name)
{
  const char *srcdir = g_getenv("CSP_SRCDIR");
  return g_build_filename(srcdir != NULL ? srcdir : ".", "tests", name, NULL);
}

char *
csp_test_data(const char *name)
{
  const char *data = g_getenv("CSP_DATA");
  char *path = g_build_filename(data != NULL ? data : ".", name, NULL);
  if (g_file_test(path, G_FILE_TEST_EXISTS))
    return path;
  g_free(path);
  return NULL;
}

void
csp_test_skip(const char *why)
{
  skip_reason = why;
}
