/* SPDX-License-Identifier: MIT */
/* The version compiled against and the one that runs. */
#include "config.h"

#include <libcsp/csp-version.h>

#include "csp-test.h"

static void
header_and_library_agree(void)
{
  CU_ASSERT_STRING_EQUAL(csp_get_version(), CSP_VERSION_STRING);
}

static void
a_version_is_at_least_itself(void)
{
  CU_ASSERT_TRUE(CSP_CHECK_VERSION(CSP_MAJOR_VERSION, CSP_MINOR_VERSION,
                                   CSP_MICRO_VERSION));
  CU_ASSERT_FALSE(CSP_CHECK_VERSION(CSP_MAJOR_VERSION, CSP_MINOR_VERSION,
                                    CSP_MICRO_VERSION + 1));
  CU_ASSERT_FALSE(CSP_CHECK_VERSION(CSP_MAJOR_VERSION + 1, 0, 0));
}

static const CspTest tests[] = {
    {"header and library agree", header_and_library_agree},
    {"a version is at least itself", a_version_is_at_least_itself},
};

CSP_TEST_MAIN("version", tests)
