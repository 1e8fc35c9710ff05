/* SPDX-License-Identifier: MIT */
/* FlatZinc and MiniZinc files. */
#pragma once

#include "tools/options.h"

/* The reader of FlatZinc. */
const CspPlugin *tool_flatzinc_get(void);
/* The same, if that is what the file's name says, or NULL. */
const CspPlugin *tool_flatzinc_for_file(const char *path);
/* Or where what the input begins with says so. */
const CspPlugin *tool_flatzinc_for_head(CspReader *reader);
/* Remarks on a FlatZinc instance, once its model is built; of others none. */
const gchar *const *tool_flatzinc_get_warnings(const CspPlugin *plugin,
                                               gpointer instance,
                                               gsize *out_n);
bool tool_is_minizinc(const char *path);
/* Gives the command line to minizinc; returns only where that fails. */
ToolExit tool_run_minizinc(const ToolCommandLine *line);
