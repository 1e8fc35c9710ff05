/* SPDX-License-Identifier: MIT */
/* A small writer of SVG pictures: the same bytes on every machine.
 *
 * Coordinates are in user units, written with at most two decimals.  Colors are
 * CSS colors; NULL is none. */
#pragma once

#include <libcsp/csp-types.h>

G_BEGIN_DECLS

typedef struct _CspSvg CspSvg;

CSP_API CspSvg *csp_svg_new(gdouble width, gdouble height, const gchar *title);
CSP_API void csp_svg_free(CspSvg *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CspSvg, csp_svg_free)

CSP_API void csp_svg_rect(CspSvg *self,
                          gdouble x,
                          gdouble y,
                          gdouble width,
                          gdouble height,
                          const gchar *fill,
                          const gchar *stroke,
                          gdouble stroke_width);
CSP_API void csp_svg_line(CspSvg *self,
                          gdouble x1,
                          gdouble y1,
                          gdouble x2,
                          gdouble y2,
                          const gchar *stroke,
                          gdouble stroke_width);
CSP_API void csp_svg_circle(CspSvg *self,
                            gdouble x,
                            gdouble y,
                            gdouble radius,
                            const gchar *fill,
                            const gchar *stroke,
                            gdouble stroke_width);
/* data as in the attribute d of path */
CSP_API void csp_svg_path(CspSvg *self,
                          const gchar *data,
                          const gchar *fill,
                          const gchar *stroke,
                          gdouble stroke_width);
/* centered on (x, y) */
CSP_API void csp_svg_text(CspSvg *self,
                          gdouble x,
                          gdouble y,
                          gdouble size,
                          const gchar *fill,
                          gboolean bold,
                          const gchar *text);
/* Ends the picture and gives its text; self is spent, only to be freed. */
CSP_API gchar *csp_svg_finish(CspSvg *self);

G_END_DECLS
