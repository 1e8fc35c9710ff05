/* SPDX-License-Identifier: MIT */
/* The model that instances of one shape share, and the one at hand. */
#pragma once

#include "tools/tool.h"

typedef struct {
  const CspPlugin *plugin;
  const CspParams *params;
  guint64 memory_limit; /* bytes; 0: none */
  CspModel *model;      /* owned; NULL at first */
  gpointer built_for;   /* owned: the instance that the model was built for */
  gpointer instance;    /* owned: the one at hand; may be the same */
  CspAssumptions *assumptions; /* of the instance at hand */
} ToolShape;

/* Makes instance (taken over; NULL where no file was given) the one at hand,
 * with a new model if it does not fit the one there is; out_is_new tells.
 * False without error: a limit or signal came, as in tool_watch_call(). */
bool tool_shape_take(ToolShape *self,
                     gpointer instance,
                     bool *out_is_new,
                     GError **error);
void tool_shape_clear(ToolShape *self);
