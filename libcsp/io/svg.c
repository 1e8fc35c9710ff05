/* SPDX-License-Identifier: MIT */
/* A small writer of SVG pictures.
 *
 * Numbers are rounded to two decimals and written without a locale, text is
 * escaped and control characters, which XML cannot hold at all, are replaced:
 * so the same calls give the same bytes everywhere, and always well-formed
 * ones. */
#include "config.h"

#include <math.h>

#include <libcsp/csp-svg.h>

struct _CspSvg {
  GString *out;
};

/* At most two decimals, no trailing zeros, no "-0". */
static const gchar *
format_number(gchar *text, gdouble value)
{
  gint64 cents = (gint64)llround(CLAMP(value, -1e12, 1e12) * 100);

  return g_ascii_formatd(text, G_ASCII_DTOSTR_BUF_SIZE,
                         cents % 100 == 0  ? "%.0f"
                         : cents % 10 == 0 ? "%.1f"
                                           : "%.2f",
                         (gdouble)cents / 100);
}

static void
append_number(GString *out, const gchar *name, gdouble value)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf(out, " %s=\"%s\"", name, format_number(text, value));
}

static void
append_escaped(GString *out, const gchar *text)
{
  g_autofree gchar *valid = g_utf8_make_valid(text, -1);
  g_autoptr(GString) clean = g_string_new(NULL);

  for (const gchar *p = valid; *p != '\0'; p = g_utf8_next_char(p)) {
    gunichar c = g_utf8_get_char(p);
    gboolean is_allowed = c >= 0x20 && c != 0xfffe && c != 0xffff;
    g_string_append_unichar(clean, is_allowed ? c : 0xfffd);
  }
  g_autofree gchar *escaped = g_markup_escape_text(clean->str, -1);
  g_string_append(out, escaped);
}

static void
append_text(GString *out, const gchar *name, const gchar *value)
{
  g_string_append_printf(out, " %s=\"", name);
  append_escaped(out, value);
  g_string_append_c(out, '"');
}

static void
append_paint(GString *out,
             const gchar *fill,
             const gchar *stroke,
             gdouble stroke_width)
{
  append_text(out, "fill", fill != NULL ? fill : "none");
  if (stroke == NULL)
    return;
  append_text(out, "stroke", stroke);
  append_number(out, "stroke-width", stroke_width);
}

/**
 * csp_svg_new: (skip)
 * @width: width in user units
 * @height: height in user units
 * @title: (nullable): what the picture shows
 *
 * Begins a picture.  The point (0, 0) is at the top left, and a user unit is a
 * pixel where the picture is not scaled.
 *
 * Returns: (transfer full): the picture
 *
 * Since: 0.1
 */
CspSvg *
csp_svg_new(gdouble width, gdouble height, const gchar *title)
{
  CspSvg *self = g_new0(CspSvg, 1);

  self->out = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                           "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  append_number(self->out, "width", width);
  append_number(self->out, "height", height);
  gchar w[G_ASCII_DTOSTR_BUF_SIZE], h[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf(self->out, " viewBox=\"0 0 %s %s\">\n",
                         format_number(w, width), format_number(h, height));
  if (title != NULL) {
    g_string_append(self->out, "<title>");
    append_escaped(self->out, title);
    g_string_append(self->out, "</title>\n");
  }
  return self;
}

/**
 * csp_svg_free: (skip)
 * @self: (nullable) (transfer full): a picture
 *
 * Frees a picture, finished or not.
 *
 * Since: 0.1
 */
void
csp_svg_free(CspSvg *self)
{
  if (self == NULL)
    return;
  if (self->out != NULL)
    g_string_free(self->out, TRUE);
  g_free(self);
}

/**
 * csp_svg_rect: (skip)
 * @self: a picture
 * @x: left edge
 * @y: top edge
 * @width: width
 * @height: height
 * @fill: (nullable): color of the inside
 * @stroke: (nullable): color of the edge
 * @stroke_width: width of the edge, centered on it
 *
 * Draws a rectangle.
 *
 * Since: 0.1
 */
void
csp_svg_rect(CspSvg *self,
             gdouble x,
             gdouble y,
             gdouble width,
             gdouble height,
             const gchar *fill,
             const gchar *stroke,
             gdouble stroke_width)
{
  g_return_if_fail(self != NULL && self->out != NULL);

  g_string_append(self->out, "<rect");
  append_number(self->out, "x", x);
  append_number(self->out, "y", y);
  append_number(self->out, "width", width);
  append_number(self->out, "height", height);
  append_paint(self->out, fill, stroke, stroke_width);
  g_string_append(self->out, "/>\n");
}

/**
 * csp_svg_line: (skip)
 * @self: a picture
 * @x1: where the line starts
 * @y1: where the line starts
 * @x2: where the line ends
 * @y2: where the line ends
 * @stroke: its color
 * @stroke_width: its width
 *
 * Draws a straight line.
 *
 * Since: 0.1
 */
void
csp_svg_line(CspSvg *self,
             gdouble x1,
             gdouble y1,
             gdouble x2,
             gdouble y2,
             const gchar *stroke,
             gdouble stroke_width)
{
  g_return_if_fail(self != NULL && self->out != NULL);
  g_return_if_fail(stroke != NULL);

  g_string_append(self->out, "<line");
  append_number(self->out, "x1", x1);
  append_number(self->out, "y1", y1);
  append_number(self->out, "x2", x2);
  append_number(self->out, "y2", y2);
  append_text(self->out, "stroke", stroke);
  append_number(self->out, "stroke-width", stroke_width);
  g_string_append(self->out, "/>\n");
}

/**
 * csp_svg_circle: (skip)
 * @self: a picture
 * @x: the center
 * @y: the center
 * @radius: the radius
 * @fill: (nullable): color of the inside
 * @stroke: (nullable): color of the edge
 * @stroke_width: width of the edge, centered on it
 *
 * Draws a circle.
 *
 * Since: 0.1
 */
void
csp_svg_circle(CspSvg *self,
               gdouble x,
               gdouble y,
               gdouble radius,
               const gchar *fill,
               const gchar *stroke,
               gdouble stroke_width)
{
  g_return_if_fail(self != NULL && self->out != NULL);

  g_string_append(self->out, "<circle");
  append_number(self->out, "cx", x);
  append_number(self->out, "cy", y);
  append_number(self->out, "r", radius);
  append_paint(self->out, fill, stroke, stroke_width);
  g_string_append(self->out, "/>\n");
}

/**
 * csp_svg_path: (skip)
 * @self: a picture
 * @data: the attribute `d` of a path, written as it is
 * @fill: (nullable): color of the inside, by the nonzero rule
 * @stroke: (nullable): color of the outline
 * @stroke_width: width of the outline
 *
 * Draws a path.
 *
 * Since: 0.1
 */
void
csp_svg_path(CspSvg *self,
             const gchar *data,
             const gchar *fill,
             const gchar *stroke,
             gdouble stroke_width)
{
  g_return_if_fail(self != NULL && self->out != NULL);
  g_return_if_fail(data != NULL);

  g_string_append(self->out, "<path");
  append_text(self->out, "d", data);
  append_paint(self->out, fill, stroke, stroke_width);
  g_string_append(self->out, "/>\n");
}

/**
 * csp_svg_text: (skip)
 * @self: a picture
 * @x: the middle of the text
 * @y: the middle of the text
 * @size: height of the letters
 * @fill: its color
 * @bold: whether the letters are bold
 * @text: the text
 *
 * Writes a text centered on (@x, @y), as text: a viewer can search it.
 *
 * Since: 0.1
 */
void
csp_svg_text(CspSvg *self,
             gdouble x,
             gdouble y,
             gdouble size,
             const gchar *fill,
             gboolean bold,
             const gchar *text)
{
  g_return_if_fail(self != NULL && self->out != NULL);
  g_return_if_fail(fill != NULL && text != NULL);

  /* Capitals and digits are about .7 of the size high; moving the baseline by
   * half of that centers them in every viewer, which dominant-baseline, not
   * known to all, does not. */
  g_string_append(self->out, "<text");
  append_number(self->out, "x", x);
  append_number(self->out, "y", y + 0.35 * size);
  append_number(self->out, "font-size", size);
  g_string_append(self->out,
                  " font-family=\"sans-serif\" text-anchor=\"middle\"");
  if (bold)
    g_string_append(self->out, " font-weight=\"bold\"");
  append_text(self->out, "fill", fill);
  g_string_append_c(self->out, '>');
  append_escaped(self->out, text);
  g_string_append(self->out, "</text>\n");
}

/**
 * csp_svg_finish: (skip)
 * @self: a picture
 *
 * Ends the picture.  After that it can only be freed.
 *
 * Returns: (transfer full): its text
 *
 * Since: 0.1
 */
gchar *
csp_svg_finish(CspSvg *self)
{
  g_return_val_if_fail(self != NULL && self->out != NULL, NULL);

  g_string_append(self->out, "</svg>\n");
  return g_string_free(g_steal_pointer(&self->out), FALSE);
}
