/* SPDX-License-Identifier: MIT */
/* csp solve --check: is what a file holds a solution? */
#pragma once

#include "tools/input.h"
#include "tools/shape.h"

/* Checks every solution in the file at path against the instances of input, and
 * tells the outcome of each. */
ToolExit
tool_check(const char *path, ToolInput *input, ToolShape *shape, bool is_quiet);
