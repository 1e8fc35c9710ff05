/* SPDX-License-Identifier: MIT */
/* JSON as the command writes it. */
#pragma once

#include <glib.h>

/* A member of an object that has one before it; text NULL: null. */
void tool_json_append_member(GString *out, const char *name, const char *text);
