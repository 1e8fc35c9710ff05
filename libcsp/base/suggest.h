/* SPDX-License-Identifier: MIT */
/* What an unknown name was meant to be. */
#pragma once

#include <glib.h>

/* The end of a message about an unknown name, to be freed: "; did you mean
 * 'queens'?" with the nearest of names (NULL-terminated), or all of them as
 * "; known: ..." where none is near, or nothing where there are none. */
char *csp_suggest(const char *name, const char *const *names);
