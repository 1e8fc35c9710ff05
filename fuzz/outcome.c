/* SPDX-License-Identifier: MIT */
/* The promise that every function with a GError makes. */
#include "config.h"

#include <string.h>

#include "fuzz/fuzz.h"

void
fuzz_check_outcome(gboolean succeeded, const GError *error)
{
  if (succeeded != (error == NULL))
    g_error("%s", succeeded ? error->message : "a failure without an error");
  if (error != NULL &&
      (error->message[0] == '\0' || strchr(error->message, '\n') != NULL))
    g_error("an error of no or several lines: \"%s\"", error->message);
}
