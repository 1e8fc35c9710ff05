/* SPDX-License-Identifier: MIT */
/* csp solve --hint: values to begin with. */
#pragma once

#include "tools/tool.h"

/* Tells the model the values of the solution in a file. */
bool tool_add_hint(CspModel *model, const char *path, GError **error);
