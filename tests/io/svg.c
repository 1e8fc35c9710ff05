/* SPDX-License-Identifier: MIT */
/* The writer of pictures: exact bytes, well-formed whatever the text. */
#include "config.h"

#include <libcsp/csp-svg.h>

#include "tests/csp-test.h"

static void
writes_each_shape(void)
{
  g_autoptr(CspSvg) svg = csp_svg_new(100, 50.5, "shapes");
  csp_svg_rect(svg, 1, 2, 3.125, 4, "red", NULL, 0);
  csp_svg_line(svg, 0, -0.001, 10, 10.1, "#000", 0.5);
  csp_svg_circle(svg, 5, 5, 2, NULL, "blue", 1);
  csp_svg_path(svg, "M0 0h1", NULL, "black", 1.25);
  csp_svg_text(svg, 10, 20, 10, "black", TRUE, "A");
  g_autofree char *text = csp_svg_finish(svg);

  CU_ASSERT_STRING_EQUAL(
      text,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\""
      " height=\"50.5\" viewBox=\"0 0 100 50.5\">\n"
      "<title>shapes</title>\n"
      "<rect x=\"1\" y=\"2\" width=\"3.13\" height=\"4\" fill=\"red\"/>\n"
      "<line x1=\"0\" y1=\"0\" x2=\"10\" y2=\"10.1\" stroke=\"#000\""
      " stroke-width=\"0.5\"/>\n"
      "<circle cx=\"5\" cy=\"5\" r=\"2\" fill=\"none\" stroke=\"blue\""
      " stroke-width=\"1\"/>\n"
      "<path d=\"M0 0h1\" fill=\"none\" stroke=\"black\""
      " stroke-width=\"1.25\"/>\n"
      "<text x=\"10\" y=\"23.5\" font-size=\"10\" font-family=\"sans-serif\""
      " text-anchor=\"middle\" font-weight=\"bold\" fill=\"black\">A</text>\n"
      "</svg>\n");
}

static void
is_well_formed_whatever_the_text(void)
{
  g_autoptr(CspSvg) svg = csp_svg_new(1, 1, "<&\x01\xff");
  g_autofree char *text = csp_svg_finish(svg);

  CU_ASSERT_PTR_NOT_NULL(g_strstr_len(
      text, -1, "<title>&lt;&amp;\xef\xbf\xbd\xef\xbf\xbd</title>"));
}

static void
a_title_is_optional(void)
{
  g_autoptr(CspSvg) svg = csp_svg_new(1, 1, NULL);
  g_autofree char *text = csp_svg_finish(svg);
  CU_ASSERT_PTR_NULL(g_strstr_len(text, -1, "<title>"));
}

static void
may_be_left_unfinished(void)
{
  g_autoptr(CspSvg) svg = csp_svg_new(1, 1, NULL);
  csp_svg_rect(svg, 0, 0, 1, 1, "red", NULL, 0);
}

static const CspTest tests[] = {
    {"writes each shape", writes_each_shape},
    {"is well-formed whatever the text", is_well_formed_whatever_the_text},
    {"a title is optional", a_title_is_optional},
    {"may be left unfinished", may_be_left_unfinished},
};

CSP_TEST_MAIN("io/svg", tests)
