/* SPDX-License-Identifier: MIT */
/* csp_check() states an invariant in hot code; it costs nothing unless built
 * with --enable-checked. */
#pragma once

#include <glib.h>

#ifdef CSP_CHECKED
#define csp_check(condition) g_assert(condition)
#else
#define csp_check(condition) ((void)sizeof(condition))
#endif
