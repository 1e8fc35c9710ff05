/* SPDX-License-Identifier: MIT */
/* What the parts of the queens plugin share. */
#pragma once

#include <libcsp/csp.h>
#include <libcsp/csp-plugin.h>

/* queens-render.c */
gboolean queens_render(CspModel *model,
                       const CspParams *params,
                       gpointer instance,
                       const CspSolution *solution,
                       const gchar *format,
                       GString *out,
                       GError **error);
