/* SPDX-License-Identifier: MIT */
/* Parts of the command that stand on libraries which cost more time to load
 * than a small puzzle to solve: modules, loaded when they are asked for. */
#pragma once

#include <glib.h>

/* The function of this name in the module NAME.so, which stays loaded.  Looks
 * in csp-1 beside the library, as in a build tree or a tree installed
 * elsewhere, else where it was meant to go.  NULL with the reason, which begins
 * with `what`: the module, or a library that it needs, is not there. */
gpointer tool_module_find(const char *name,
                          const char *function,
                          const char *what,
                          GError **error);
