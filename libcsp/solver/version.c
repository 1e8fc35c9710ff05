/* SPDX-License-Identifier: MIT */
/* The running library's version, for programs that were built against
 * another one. */
#include "config.h"

#include <libcsp/csp-version.h>

/**
 * csp_get_version:
 *
 * Gets the version of the library that is running, such as `0.1.0`.
 *
 * Returns: (transfer none): the version
 *
 * Since: 0.1
 */
const gchar *
csp_get_version(void)
{
  return PACKAGE_VERSION;
}
