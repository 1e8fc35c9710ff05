/* SPDX-License-Identifier: MIT */
/* The model that an argument names, and the instances in its files. */
#pragma once

#include "tools/tool.h"

typedef struct {
  const CspPlugin *plugin; /* of the model or the file; NULL: none named */
  bool is_file;            /* the argument was a file */
  CspReader *reader;       /* of the file that is being read, or NULL */
  GPtrArray *paths;        /* borrowed texts: the files to read */
  guint n_opened;
  bool has_read;    /* an instance of the current file */
  bool may_block;   /* some file is not a regular one */
  gsize n_warnings; /* told already, of the current file */
} ToolInput;

/* Tells model from file; a file is opened to look at its beginning.  What is
 * wrong is told, and the exit status answered. */
ToolExit tool_input_resolve(ToolInput *self, const char *argument);
/* Adds the other files of the command line; refuses what the model cannot do.
 */
ToolExit tool_input_add_files(ToolInput *self, const GPtrArray *arguments);
/* The next instance of all files, or NULL at the end or with error. */
gpointer
tool_input_next(ToolInput *self, const CspParams *params, GError **error);
/* The remarks of the reader that were not told yet. */
void tool_input_tell_warnings(ToolInput *self);
void tool_input_clear(ToolInput *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ToolInput, tool_input_clear)
