/* SPDX-License-Identifier: MIT */
/* The catalog of the live page: every model as `csp describe` tells it, and the
 * option table of a search. */
#include "config.h"

#include "tools/catalog.h"

#include <stdint.h>
#include <string.h>

#include "tools/flatzinc.h"
#include "tools/json.h"

/* Models -------------------------------------------------------------------- */

/* A plugin that cannot be loaded or built is told, and the others are listed.
 */
static void
append_model(GString *out, const CspPlugin *plugin, bool *is_first)
{
  g_autoptr(GString) model = g_string_new(NULL);
  g_autoptr(GError) error = NULL;

  if (!tool_describe_append_json(model, plugin, &error)) {
    tool_message("%s", error->message);
    return;
  }
  g_string_append_printf(out, "%s%s", *is_first ? "" : ",\n", model->str);
  *is_first = false;
}

static void
append_models(GString *out)
{
  g_auto(GStrv) names = csp_plugin_list_names();
  bool is_first = true;

  g_string_append(out, "\"models\": [");
  for (guint i = 0; names[i] != NULL; i++) {
    g_autoptr(GError) error = NULL;
    const CspPlugin *plugin = csp_plugin_find(names[i], &error);
    if (plugin != NULL)
      append_model(out, plugin, &is_first);
    else
      tool_message("%s", error->message);
  }
  append_model(out, tool_flatzinc_get(), &is_first);
  g_string_append_c(out, ']');
}

/* Options ------------------------------------------------------------------- */

static void
begin_option(GString *out, const char *name, const char *kind)
{
  g_string_append(out, g_str_has_suffix(out->str, "[") ? "{\"name\": "
                                                       : ",\n{\"name\": ");
  csp_json_append_string(out, name);
  tool_json_append_member(out, "kind", kind);
  g_string_append(out, ", \"default\": ");
}

static void
end_option(GString *out, const char *unit, const char *meaning)
{
  tool_json_append_member(out, "unit", unit);
  tool_json_append_member(out, "meaning", meaning);
  g_string_append_c(out, '}');
}

static void
append_real(GString *out, const char *before, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append(out, before);
  g_string_append(out, g_ascii_dtostr(text, sizeof text, number));
}

/* The first is the default.  "default" is not for people: the meaning says what
 * it comes to. */
static void
append_choices(GString *out, const char *choices)
{
  g_auto(GStrv) all = g_strsplit(choices, "|", -1);
  bool has_default = strcmp(all[0], "default") != 0;
  char **shown = has_default ? all : all + 1;

  if (has_default)
    csp_json_append_string(out, all[0]);
  else
    g_string_append(out, "null");
  g_string_append(out, ", \"choices\": [");
  for (guint i = 0; shown[i] != NULL; i++) {
    if (i > 0)
      g_string_append(out, ", ");
    csp_json_append_string(out, shown[i]);
  }
  g_string_append_c(out, ']');
}

static void
append_options(GString *out)
{
  g_string_append(out, ",\n\"options\": [");
#define OPTION_BOOL(field, name, def, blurb)                                   \
  begin_option(out, name, "boolean");                                          \
  g_string_append(out, (def) ? "true" : "false");                              \
  end_option(out, NULL, blurb);
#define OPTION_INT(field, name, def, least, most, unit, blurb)                 \
  begin_option(out, name, "integer");                                          \
  g_string_append_printf(out,                                                  \
                         "%" G_GINT64_FORMAT ", \"min\": %" G_GINT64_FORMAT    \
                         ", \"max\": %" G_GINT64_FORMAT,                       \
                         (gint64)(def), (gint64)(least), (gint64)(most));      \
  end_option(out, unit, blurb);
#define OPTION_REAL(field, name, def, least, most, unit, blurb)                \
  begin_option(out, name, "real");                                             \
  append_real(out, "", def);                                                   \
  append_real(out, ", \"min\": ", least);                                      \
  append_real(out, ", \"max\": ", most);                                       \
  end_option(out, unit, blurb);
#define OPTION_CHOICE(field, name, def, choices, blurb)                        \
  begin_option(out, name, "choice");                                           \
  append_choices(out, choices);                                                \
  end_option(out, NULL, blurb);
#define OPTION_TEXT(field, name, metavar, blurb)                               \
  begin_option(out, name, "text");                                             \
  g_string_append(out, "null");                                                \
  tool_json_append_member(out, "form", metavar);                               \
  end_option(out, NULL, blurb);
#include "base/options.def"
#undef OPTION_BOOL
#undef OPTION_INT
#undef OPTION_REAL
#undef OPTION_CHOICE
#undef OPTION_TEXT
  g_string_append_c(out, ']');
}

void
tool_catalog_append(GString *out)
{
  append_models(out);
  append_options(out);
}
