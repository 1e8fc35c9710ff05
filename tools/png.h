/* SPDX-License-Identifier: MIT */
/* PNG out of SVG.  Drawing takes librsvg, cairo and forty libraries below them,
 * which cost more time to load than a small puzzle to solve, so it is done by a
 * module that is loaded when a PNG is asked for. */
#pragma once

#include <gmodule.h>
#include <stdbool.h>

/* png.c: loads the module; again, it does nothing.  Fails where the module or
 * what it needs is not installed. */
bool tool_png_load(GError **error);
/* The picture of an SVG text, by the module, which has been loaded. */
bool tool_png_append(const GString *svg, GString *out, GError **error);

/* png-module.c: what the module exports. */
G_MODULE_EXPORT bool
csp_png_append(const GString *svg, GString *out, GError **error);
