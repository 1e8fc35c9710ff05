/* SPDX-License-Identifier: MIT */
/* A test program: a table of claims, run by CUnit and reported as TAP. */
#pragma once

#include <stddef.h>
#include <CUnit/CUnit.h>

typedef struct {
  const char *name; /* the claim, a sentence */
  void (*func)(void);
} CspTest;

/* Runs the table, one TAP line a claim; answers main's exit status. */
int csp_test_run(const char *suite, const CspTest *tests, size_t n_tests);

/* The path of a file under tests/ of the source tree, to be freed. */
char *csp_test_path(const char *name);

/* The path of a file of the published data, to be freed, or NULL where that
 * data is not at hand. */
char *csp_test_data(const char *name);

/* Marks the running test, which returns next, as skipped. */
void csp_test_skip(const char *why);

#define CSP_TEST_MAIN(suite, tests)                                            \
  int main(void)                                                               \
  {                                                                            \
    return csp_test_run(suite, tests, sizeof(tests) / sizeof((tests)[0]));     \
  }
