/* SPDX-License-Identifier: MIT */
/* Loading the module that draws PNG. */
#include "config.h"

#include "tools/module.h"
#include "tools/png.h"

static bool (*append)(const GString *svg, GString *out, GError **error);

bool
tool_png_load(GError **error)
{
  if (append == NULL)
    *(gpointer *)&append = tool_module_find(
        "png", "csp_png_append", "no PNG can be drawn, use svg", error);
  return append != NULL;
}

bool
tool_png_append(const GString *svg, GString *out, GError **error)
{
  return append(svg, out, error);
}
