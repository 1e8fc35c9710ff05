/* SPDX-License-Identifier: MIT */
/* Solutions in the format asked for.
 *
 * Text formats are written when found.  Of pictures a stream of bytes can hold
 * one, the last; in files there is room for all, and FILE becomes FILE-1,
 * FILE-2 ... as soon as there is a second.  So a picture is held back until the
 * next one or the end tells its name. */
#include "config.h"

#include "tools/flatzinc.h"
#include "tools/png.h"
#include "tools/show.h"

#include <string.h>

bool
tool_show_is_picture(const char *format)
{
  return strcmp(format, "svg") == 0 || strcmp(format, "png") == 0;
}

/* "board.svg", 2: "board-2.svg" */
static char *
number_path(const char *path, guint64 number)
{
  const char *slash = strrchr(path, '/');
  const char *dot = strrchr(slash != NULL ? slash : path, '.');
  size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);

  return g_strdup_printf("%.*s-%" G_GUINT64_FORMAT "%s", (int)stem, path,
                         number, path + stem);
}

static bool
put_numbered(ToolShow *self, GError **error)
{
  g_autofree char *path =
      number_path(tool_output_get_path(self->output), self->n_pictures);

  return tool_output_put(path, self->picture, error);
}

static bool
hold_picture(ToolShow *self, GString *picture, GError **error)
{
  bool is_several = self->picture != NULL;
  bool is_good = true;

  if (is_several && self->n_pictures == 1 && tool_output_is_file(self->output))
    is_good = put_numbered(self, error);
  if (self->picture != NULL)
    g_string_free(self->picture, TRUE);
  self->picture = picture;
  self->n_pictures++;
  if (is_good && is_several && tool_output_is_file(self->output))
    is_good = put_numbered(self, error);
  return is_good;
}

static bool
show_picture(ToolShow *self,
             CspModel *model,
             gpointer instance,
             const CspSolution *solution,
             GError **error)
{
  g_autoptr(GString) svg = g_string_new(NULL);

  if (!self->plugin->render(model, self->params, instance, solution, "svg", svg,
                            error))
    return false;
  if (strcmp(self->format, "svg") == 0)
    return hold_picture(self, g_steal_pointer(&svg), error);
  g_autoptr(GString) png = g_string_new(NULL);
  return tool_png_append(svg, png, error) &&
         hold_picture(self, g_steal_pointer(&png), error);
}

static void
append_json(GString *out,
            const ToolShow *self,
            guint64 instance_number,
            guint64 index,
            const CspSolution *solution)
{
  g_string_append_c(out, '{');
  if (self->is_stream)
    g_string_append_printf(out, "\"instance\": %" G_GUINT64_FORMAT ", ",
                           instance_number);
  g_string_append_printf(out, "\"solution\": %" G_GUINT64_FORMAT ", ", index);
  if (csp_solution_has_objective(solution))
    g_string_append_printf(out, "\"objective\": %d, ",
                           csp_solution_get_objective(solution));
  else
    g_string_append(out, "\"objective\": null, ");
  g_string_append(out, "\"values\": ");
  csp_solution_append_json(solution, out);
  g_string_append(out, "}\n");
}

static bool
write_out(ToolShow *self, const GString *text, GError **error)
{
  tool_progress_clear();
  return tool_output_write(self->output, text, error);
}

bool
tool_show_solution(ToolShow *self,
                   CspModel *model,
                   gpointer instance,
                   guint64 instance_number,
                   guint64 index,
                   const CspSolution *solution,
                   GError **error)
{
  g_autoptr(GString) out = g_string_new(NULL);
  bool is_text = strcmp(self->format, "text") == 0;

  if (tool_show_is_picture(self->format))
    return show_picture(self, model, instance, solution, error);
  if (strcmp(self->format, "json") == 0) {
    append_json(out, self, instance_number, index, solution);
    return write_out(self, out, error);
  }

  /* A blank line ends each solution in text; elsewhere it parts two. */
  if (!is_text && self->n_shown > 0)
    g_string_append_c(out, '\n');
  if (strcmp(self->format, "dzn") == 0 && self->plugin != tool_flatzinc_get())
    csp_solution_append_dzn(solution, out);
  else if (!self->plugin->render(model, self->params, instance, solution,
                                 self->format, out, error))
    return false;
  if (out->len > 0 && out->str[out->len - 1] != '\n')
    g_string_append_c(out, '\n');
  if (is_text)
    g_string_append_c(out, '\n');
  self->n_shown++;
  return write_out(self, out, error);
}

bool
tool_show_line(ToolShow *self, const char *line, GError **error)
{
  g_autoptr(GString) out = g_string_new(line);

  g_string_append_c(out, '\n');
  return write_out(self, out, error);
}

bool
tool_show_stream_line(ToolShow *self, const GString *line, GError **error)
{
  tool_progress_clear();
  return tool_output_write_soon(self->output, line, error);
}

/* A picture's file that got no picture, or whose pictures are numbered, stays
 * as it was. */
bool
tool_show_close(ToolShow *self, GError **error)
{
  bool is_picture = tool_show_is_picture(self->format);
  bool is_single = self->n_pictures == 1 ||
                   (self->n_pictures > 1 && !tool_output_is_file(self->output));

  if (is_picture && is_single && !write_out(self, self->picture, error))
    return false;
  if (is_picture && !is_single) {
    g_clear_pointer(&self->output, tool_output_discard);
    return true;
  }
  return tool_output_close(g_steal_pointer(&self->output), error);
}

void
tool_show_clear(ToolShow *self)
{
  g_clear_pointer(&self->output, tool_output_discard);
  if (self->picture != NULL)
    g_string_free(g_steal_pointer(&self->picture), TRUE);
}
