/* SPDX-License-Identifier: MIT */
/* Where an answer is written. */
#pragma once

#include <stdbool.h>
#include <glib.h>

typedef struct _ToolOutput ToolOutput;

/* "-" is standard output.  A new or regular file is written as a temporary
 * beside it, which takes its place in tool_output_close(); links are followed
 * and the mode is kept.  Anything else is written directly. */
ToolOutput *tool_output_open(const char *path, GError **error);
/* Written when this returns; what was wrong names the output. */
bool tool_output_write(ToolOutput *self, const GString *text, GError **error);
/* The same, but what follows closely on other text may be held back for some
 * milliseconds, to be written with more of it, by a thread of the output's own if
 * need be.  What was wrong is told by a later call. */
bool
tool_output_write_soon(ToolOutput *self, const GString *text, GError **error);
/* Puts the file in place and frees self, also on failure. */
bool tool_output_close(ToolOutput *self, GError **error);
/* Gives up: nothing is left behind.  NULL is allowed. */
void tool_output_discard(ToolOutput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ToolOutput, tool_output_discard)

/* Is it a file that is put in place at the end? */
bool tool_output_is_file(const ToolOutput *self);
/* Are both such files, and one? */
bool tool_output_is_same(const ToolOutput *self, const ToolOutput *other);
/* Do both paths lead to one place, links followed? */
bool tool_output_is_one(const char *path, const char *other);
/* The path it was opened with. */
const char *tool_output_get_path(const ToolOutput *self);
/* Opens path, writes text and closes it. */
bool tool_output_put(const char *path, const GString *text, GError **error);
