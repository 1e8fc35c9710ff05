/* SPDX-License-Identifier: MIT */
/* The csp command. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <libcsp/csp.h>

int
main(int argc, char **argv)
{
  if (argc == 2 && strcmp(argv[1], "--version") == 0)
    printf("csp (libcsp) %s\n", csp_get_version());
  else
    puts("Usage: csp COMMAND [ARGUMENT]...");
  return 0;
}
