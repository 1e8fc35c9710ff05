/* SPDX-License-Identifier: MIT */
/* PNG out of SVG, by librsvg and cairo. */
#include "config.h"

#include <cairo.h>
#include <gmodule.h>
#include <libcsp/csp.h>
#include <librsvg/rsvg.h>

#include "tools/png.h"

enum { LARGEST_SIDE = 32767 }; /* cairo's limit */

static cairo_status_t
append_bytes(void *data, const unsigned char *bytes, unsigned int n)
{
  g_string_append_len(data, (const gchar *)bytes, n);
  return CAIRO_STATUS_SUCCESS;
}

static bool
fail(const char *why, GError **error)
{
  g_set_error(error, CSP_ERROR, CSP_ERROR_IO, "cannot draw the picture: %s",
              why);
  return false;
}

static bool
append_png(RsvgHandle *handle, GString *out, GError **error)
{
  gdouble width, height;

  if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height))
    return fail("it has no size", error);
  if (width > LARGEST_SIDE || height > LARGEST_SIDE)
    return fail("it is too large", error);

  cairo_surface_t *surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, (int)(width + 0.5), (int)(height + 0.5));
  cairo_t *cairo = cairo_create(surface);
  RsvgRectangle viewport = {0, 0, width, height};
  bool is_good = rsvg_handle_render_document(handle, cairo, &viewport, error);
  cairo_destroy(cairo);
  if (is_good) {
    cairo_status_t status =
        cairo_surface_write_to_png_stream(surface, append_bytes, out);
    is_good = status == CAIRO_STATUS_SUCCESS ||
              fail(cairo_status_to_string(status), error);
  }
  cairo_surface_destroy(surface);
  return is_good;
}

bool
csp_png_append(const GString *svg, GString *out, GError **error)
{
  RsvgHandle *handle =
      rsvg_handle_new_from_data((const guint8 *)svg->str, svg->len, error);

  if (handle == NULL)
    return false;
  bool is_good = append_png(handle, out, error);
  g_object_unref(handle);
  return is_good;
}
