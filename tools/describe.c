/* SPDX-License-Identifier: MIT */
/* csp describe: a model's parameters, and what it states for the defaults. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tools/catalog.h"
#include "tools/json.h"
#include "tools/options.h"
#include "tools/shape.h"

static const char *const kind_names[] = {
    [CSP_PARAM_KIND_INT] = "integer",
    [CSP_PARAM_KIND_BOOL] = "boolean",
    [CSP_PARAM_KIND_CHOICE] = "choice",
    [CSP_PARAM_KIND_STRING] = "string",
};

static const char *const files_names[] = {
    [CSP_FILES_NONE] = "none",
    [CSP_FILES_OPTIONAL] = "optional",
    [CSP_FILES_REQUIRED] = "required",
};

/* "1 to 50", "a, b", "" */
static char *
dup_range(const CspParamSpec *spec)
{
  switch (spec->kind) {
  case CSP_PARAM_KIND_INT:
    return g_strdup_printf("%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                           spec->min, spec->max);
  case CSP_PARAM_KIND_BOOL:
    return g_strdup("true, false");
  case CSP_PARAM_KIND_CHOICE:
    return g_strjoinv(", ", (char **)spec->choices);
  case CSP_PARAM_KIND_STRING:
    break;
  }
  return g_strdup("");
}

/* Text ---------------------------------------------------------------------- */

static void
print_parameters(const CspPlugin *plugin, const CspParams *params)
{
  puts("\nParameters:");
  for (guint i = 0; i < plugin->n_params; i++) {
    const CspParamSpec *spec = &plugin->params[i];
    g_autofree char *value = csp_params_dup_text(params, i);
    g_autofree char *range = dup_range(spec);
    printf("  %s: %s\n", spec->name, spec->blurb);
    printf("    %s%s%s%s%s; default %s\n", kind_names[spec->kind],
           *range != '\0' ? ", " : "", range, spec->unit != NULL ? " " : "",
           spec->unit != NULL ? spec->unit : "",
           value != NULL ? value : "none");
  }
}

static void
print_lines(const char *title, char **lines)
{
  printf("\n%s:%s\n", title, lines[0] == NULL ? " none" : "");
  for (guint i = 0; lines[i] != NULL; i++)
    printf("  %s\n", lines[i]);
}

static char **
list_variables(CspModel *model)
{
  g_autoptr(GStrvBuilder) lines = g_strv_builder_new();

  for (CspArray array = 0; array < csp_model_get_n_arrays(model); array++) {
    gint min, max;
    gsize length = csp_model_get_array_length(model, array);
    const char *name = csp_model_get_array_name(model, array);
    csp_model_get_bounds(model, csp_model_get_var(model, array, 0), &min, &max);
    g_autofree char *index =
        csp_model_is_scalar(model, array)
            ? g_strdup("")
            : g_strdup_printf("[0..%" G_GSIZE_FORMAT "]", length - 1);
    g_autofree char *line =
        g_strdup_printf("%s%s: %d to %d", name, index, min, max);
    g_strv_builder_add(lines, line);
  }
  return g_strv_builder_end(lines);
}

static char **
list_symmetries(CspModel *model)
{
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();

  for (gsize i = 0; i < csp_model_get_n_symmetries(model); i++) {
    g_autofree char *name = csp_model_dup_symmetry_name(model, i);
    g_strv_builder_add(names, name);
  }
  return g_strv_builder_end(names);
}

static void
print_text(const CspPlugin *plugin, const CspParams *params, CspModel *model)
{
  printf("%s: %s\n%s\n", plugin->name, plugin->title, plugin->blurb);
  if (plugin->files != CSP_FILES_NONE) {
    g_autofree char *suffixes =
        plugin->suffixes != NULL ? g_strjoinv(", ", (char **)plugin->suffixes)
                                 : g_strdup("any name");
    printf("\nFiles: %s; %s\n", files_names[plugin->files], suffixes);
  }
  print_parameters(plugin, params);
  if (model == NULL) {
    puts("\nVariables, constraints and symmetries depend on the file.");
    return;
  }
  g_auto(GStrv) variables = list_variables(model);
  g_auto(GStrv) constraints = csp_model_dup_summary(model);
  g_auto(GStrv) symmetries = list_symmetries(model);
  print_lines("Variables", variables);
  print_lines("Constraints", constraints);
  print_lines("Symmetries", symmetries);
}

/* JSON ---------------------------------------------------------------------- */

static void
append_strings(GString *out, const char *name, const char *const *texts)
{
  g_string_append_printf(out, ", \"%s\": [", name);
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++) {
    if (i > 0)
      g_string_append(out, ", ");
    csp_json_append_string(out, texts[i]);
  }
  g_string_append_c(out, ']');
}

static void
append_parameter(GString *out, const CspParamSpec *spec, const char *value)
{
  bool is_word =
      spec->kind == CSP_PARAM_KIND_INT || spec->kind == CSP_PARAM_KIND_BOOL;

  g_string_append(out, "{\"name\": ");
  csp_json_append_string(out, spec->name);
  tool_json_append_member(out, "kind", kind_names[spec->kind]);
  if (is_word && value != NULL)
    g_string_append_printf(out, ", \"default\": %s", value);
  else
    tool_json_append_member(out, "default", value);
  if (spec->kind == CSP_PARAM_KIND_INT)
    g_string_append_printf(
        out, ", \"min\": %" G_GINT64_FORMAT ", \"max\": %" G_GINT64_FORMAT,
        spec->min, spec->max);
  if (spec->kind == CSP_PARAM_KIND_CHOICE)
    append_strings(out, "choices", spec->choices);
  tool_json_append_member(out, "unit", spec->unit);
  tool_json_append_member(out, "meaning", spec->blurb);
  g_string_append_c(out, '}');
}

static void
append_variables(GString *out, CspModel *model)
{
  g_string_append(out, ", \"variables\": [");
  for (CspArray array = 0; array < csp_model_get_n_arrays(model); array++) {
    gint min, max;
    csp_model_get_bounds(model, csp_model_get_var(model, array, 0), &min, &max);
    g_string_append(out, array > 0 ? ", {\"name\": " : "{\"name\": ");
    csp_json_append_string(out, csp_model_get_array_name(model, array));
    if (csp_model_is_scalar(model, array))
      g_string_append(out, ", \"length\": null");
    else
      g_string_append_printf(out, ", \"length\": %" G_GSIZE_FORMAT,
                             csp_model_get_array_length(model, array));
    g_string_append_printf(out, ", \"min\": %d, \"max\": %d}", min, max);
  }
  g_string_append_c(out, ']');
}

static void
append_json(GString *out,
            const CspPlugin *plugin,
            const CspParams *params,
            CspModel *model)
{
  g_string_append(out, "{\"name\": ");
  csp_json_append_string(out, plugin->name);
  tool_json_append_member(out, "title", plugin->title);
  tool_json_append_member(out, "summary", plugin->blurb);
  tool_json_append_member(out, "files", files_names[plugin->files]);
  append_strings(out, "suffixes", plugin->suffixes);
  append_strings(out, "formats", plugin->formats);
  g_string_append(out, ", \"parameters\": [");
  for (guint i = 0; i < plugin->n_params; i++) {
    g_autofree char *value = csp_params_dup_text(params, i);
    if (i > 0)
      g_string_append(out, ", ");
    append_parameter(out, &plugin->params[i], value);
  }
  g_string_append_c(out, ']');
  if (model == NULL) {
    g_string_append(out, ", \"variables\": null, \"constraints\": null, "
                         "\"symmetries\": null");
  } else {
    g_auto(GStrv) constraints = csp_model_dup_summary(model);
    g_auto(GStrv) symmetries = list_symmetries(model);
    append_variables(out, model);
    append_strings(out, "constraints", (const char *const *)constraints);
    append_strings(out, "symmetries", (const char *const *)symmetries);
  }
  g_string_append_c(out, '}');
}

/* --------------------------------------------------------------------------- */

/* The model for the defaults in out_model, NULL where it takes a file. */
static bool
build_default(const CspPlugin *plugin,
              const CspParams *params,
              CspModel **out_model,
              GError **error)
{
  g_autoptr(CspModel) model = NULL;

  if (plugin->files != CSP_FILES_REQUIRED) {
    model = csp_model_new();
    if (!plugin->build(model, params, NULL, error))
      return false;
  }
  *out_model = g_steal_pointer(&model);
  return true;
}

bool
tool_describe_append_json(GString *out, const CspPlugin *plugin, GError **error)
{
  g_autoptr(CspParams) params = csp_params_new(plugin);
  g_autoptr(CspModel) model = NULL;

  if (!build_default(plugin, params, &model, error))
    return false;
  append_json(out, plugin, params, model);
  return true;
}

static ToolExit
describe(const CspPlugin *plugin, bool is_json)
{
  g_autoptr(CspParams) params = csp_params_new(plugin);
  g_autoptr(CspModel) model = NULL;
  g_autoptr(GString) json = g_string_new(NULL);
  g_autoptr(GError) error = NULL;

  if (is_json) {
    if (!tool_describe_append_json(json, plugin, &error))
      return tool_report(error);
    puts(json->str);
    return TOOL_ANSWERED;
  }
  if (!build_default(plugin, params, &model, &error))
    return tool_report(error);
  print_text(plugin, params, model);
  return TOOL_ANSWERED;
}

int
tool_describe(int argc, char **argv)
{
  g_auto(ToolCommandLine) line = {0};
  g_autoptr(GError) error = NULL;
  ToolExit status = tool_command_line_parse(&line, DESCRIBE, NULL, argc, argv);

  if (status != TOOL_ANSWERED)
    return status;
  if (tool_command_line_tell(&line, DESCRIBE, NULL))
    return TOOL_ANSWERED;
  if (line.arguments->len == 0)
    return tool_usage_error("expected a model; csp models lists them");
  if (line.arguments->len > 1)
    return tool_usage_error("describe takes one model: '%s' is too much",
                            (const char *)line.arguments->pdata[1]);
  const CspPlugin *plugin = csp_plugin_find(line.arguments->pdata[0], &error);
  if (plugin == NULL)
    return tool_report(error);
  return describe(plugin,
                  g_strcmp0(line.text[TOOL_OPTION_FORMAT], "json") == 0);
}
