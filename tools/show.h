/* SPDX-License-Identifier: MIT */
/* Solutions in the format asked for. */
#pragma once

#include "tools/output.h"
#include "tools/tool.h"

typedef struct {
  const CspPlugin *plugin;
  const CspParams *params;
  const char *format;
  ToolOutput *output; /* owned; NULL when it was closed */
  bool is_stream;     /* instances are numbered */
  guint64 n_shown;
  GString *picture; /* the last one, not written yet */
  guint64 n_pictures;
} ToolShow;

/* A solution, the index-th of the instance-th instance, both from 1. */
bool tool_show_solution(ToolShow *self,
                        CspModel *model,
                        gpointer instance,
                        guint64 instance_number,
                        guint64 index,
                        const CspSolution *solution,
                        GError **error);
/* A line of text, whose end is added. */
bool tool_show_line(ToolShow *self, const char *line, GError **error);
/* One of many lines, with its end: out some milliseconds later at most. */
bool tool_show_stream_line(ToolShow *self, const GString *line, GError **error);
/* What is still held back; then the output is put in place. */
bool tool_show_close(ToolShow *self, GError **error);
void tool_show_clear(ToolShow *self);

bool tool_show_is_picture(const char *format);
