/* SPDX-License-Identifier: MIT */
/* The grid of a comparison: instances, times values of their parameters, times
 * methods, times seeds.
 *
 * Everything is checked before the first run.  Values are checked by those who
 * read them: parameters by csp_params_set(), options by a solver of nothing,
 * which is also asked for a solution, because it then tells which options do
 * not go together.  In a grid of algorithms and orders some pairs never do;
 * these are left out, and told.  An algorithm of which nothing is left is a
 * mistake, if it was named. */
#include "config.h"

#include "tools/compare.h"

#include <string.h>
#include <sys/stat.h>

#include "tools/input.h"

enum { MOST_REPEATS = 1000000 };

/* Algorithm and orders. */
typedef struct {
  const char *algorithm, *variable_order, *value_order;
} Method;

static void
cell_free(gpointer data)
{
  CompareCell *self = data;

  g_strfreev(self->given);
  g_strfreev(self->values);
  g_free(self->is_unset);
  g_free(self);
}

static void
instance_clear(gpointer data)
{
  g_free(((CompareInstance *)data)->digest);
}

void
compare_grid_clear(CompareGrid *self)
{
  g_clear_pointer(&self->cells, g_ptr_array_unref);
  g_clear_pointer(&self->instances, g_array_unref);
  g_clear_pointer(&self->plugins, g_ptr_array_unref);
  g_clear_pointer(&self->seeds, g_array_unref);
  g_clear_pointer(&self->settings, g_ptr_array_unref);
  g_clear_pointer(&self->parameters, g_ptr_array_unref);
  g_clear_pointer(&self->texts, g_ptr_array_unref);
}

/* Models and files -------------------------------------------------------- */

/* What a file holds, in a word: another content is another instance. */
static char *
dup_digest(const char *path, GError **error)
{
  g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, error);

  if (file == NULL)
    return NULL;
  g_autoptr(GBytes) bytes = g_mapped_file_get_bytes(file);
  return g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, bytes);
}

/* An instance that is there already is left out. */
static ToolExit
add_instance(CompareGrid *self,
             const CspPlugin *plugin,
             const char *path,
             bool is_file)
{
  CompareInstance instance = {
      .plugin = plugin, .path = path, .is_file = is_file};
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < self->instances->len; i++) {
    const CompareInstance *other =
        &g_array_index(self->instances, CompareInstance, i);
    if (other->plugin == plugin && g_strcmp0(other->path, path) == 0)
      return TOOL_ANSWERED;
  }
  if (path != NULL) {
    instance.digest = dup_digest(path, &error);
    if (instance.digest == NULL)
      return tool_report(error);
  }
  g_array_append_val(self->instances, instance);
  return TOOL_ANSWERED;
}

/* Takes the checks of csp solve for one instance. */
static ToolExit
find_instance(CompareGrid *self, const char *model, const char *path)
{
  g_auto(ToolInput) input = {0};
  g_autoptr(GPtrArray) arguments = g_ptr_array_new();
  g_autoptr(GError) error = NULL;

  if (g_strcmp0(path, "-") == 0 || strcmp(model, "-") == 0)
    return tool_usage_error("standard input can be read only once, and each "
                            "run reads its input");
  g_ptr_array_add(arguments, (gpointer)model);
  if (path != NULL)
    g_ptr_array_add(arguments, (gpointer)path);
  ToolExit status = tool_input_resolve(&input, model);
  if (status == TOOL_ANSWERED)
    status = tool_input_add_files(&input, arguments);
  if (status != TOOL_ANSWERED)
    return status;

  if (!input.is_file && path != NULL) {
    g_autoptr(CspReader) reader = csp_reader_open(path, &error);
    if (reader == NULL)
      return tool_report(error);
  }
  return add_instance(self, input.plugin, input.is_file ? model : path,
                      input.is_file);
}

static bool
is_model(const char *argument)
{
  return strchr(argument, '/') == NULL &&
         csp_plugin_find(argument, NULL) != NULL;
}

static bool
reads_files(const char *model)
{
  return csp_plugin_find(model, NULL)->files != CSP_FILES_NONE;
}

/* A file after the name of a model that reads files is one of its; several are
 * several instances.  Any other tells its model itself. */
static ToolExit
find_instances(CompareGrid *self, const GPtrArray *arguments)
{
  const char *model = NULL; /* that may get files */
  bool has_file = false;
  ToolExit status = TOOL_ANSWERED;

  for (guint i = 0; i < arguments->len && status == TOOL_ANSWERED; i++) {
    const char *argument = g_ptr_array_index(arguments, i);
    if (!is_model(argument)) {
      status = find_instance(self, model != NULL ? model : argument,
                             model != NULL ? argument : NULL);
      has_file = true;
      continue;
    }
    if (model != NULL && !has_file)
      status = find_instance(self, model, NULL);
    if (status == TOOL_ANSWERED && !reads_files(argument))
      status = find_instance(self, argument, NULL);
    model = reads_files(argument) ? argument : NULL;
    has_file = false;
  }
  if (status == TOOL_ANSWERED && model != NULL && !has_file)
    status = find_instance(self, model, NULL);
  return status;
}

/* Each run reads its file anew. */
static ToolExit
check_file(const char *path)
{
  struct stat info;

  if (strcmp(path, "-") == 0 || stat(path, &info) != 0 ||
      S_ISREG(info.st_mode) || S_ISDIR(info.st_mode))
    return TOOL_ANSWERED; /* others tell what is wrong, if anything is */
  tool_message("%s: it is not a regular file, and each run reads its input",
               path);
  return TOOL_BAD_FILE;
}

ToolExit
compare_grid_find_models(CompareGrid *self, const GPtrArray *arguments)
{
  bool is_read = false; /* by the model before */

  self->plugins = g_ptr_array_new();
  for (guint i = 0; i < arguments->len; i++) {
    const char *argument = g_ptr_array_index(arguments, i);
    bool is_name = is_model(argument);
    g_auto(ToolInput) input = {0};
    ToolExit status = is_name ? TOOL_ANSWERED : check_file(argument);
    if (status != TOOL_ANSWERED)
      return status;
    if (is_name)
      is_read = reads_files(argument);
    else if (is_read || strcmp(argument, "-") == 0)
      continue;
    status = tool_input_resolve(&input, argument);
    if (status != TOOL_ANSWERED)
      return status;
    if (!g_ptr_array_find(self->plugins, input.plugin, NULL))
      g_ptr_array_add(self->plugins, (gpointer)input.plugin);
  }
  return TOOL_ANSWERED;
}

/* Lists ------------------------------------------------------------------- */

/* The pieces of a list, each once; they live as long as the grid. */
static GPtrArray *
split(CompareGrid *self, const char *list)
{
  g_auto(GStrv) pieces = g_strsplit(list, ",", -1);
  GPtrArray *values = g_ptr_array_new();

  if (pieces[0] == NULL) {
    char *empty = g_strdup("");
    g_ptr_array_add(self->texts, empty);
    g_ptr_array_add(values, empty);
  }
  for (guint i = 0; pieces[i] != NULL; i++) {
    if (g_ptr_array_find_with_equal_func(values, pieces[i], g_str_equal, NULL))
      continue;
    char *piece = g_strdup(pieces[i]);
    g_ptr_array_add(self->texts, piece);
    g_ptr_array_add(values, piece);
  }
  return values;
}

/* A list of NULL where nothing was given. */
static GPtrArray *
split_setting(CompareGrid *self, const ToolCommandLine *line, const char *name)
{
  const char *list = tool_command_line_get_setting(line, name);

  if (list != NULL)
    return split(self, list);
  GPtrArray *values = g_ptr_array_new();
  g_ptr_array_add(values, NULL);
  return values;
}

static ToolExit
take_repeat(const char *text, gint64 *out_repeat)
{
  *out_repeat = 1;
  if (text == NULL ||
      (*text != '+' &&
       g_ascii_string_to_signed(text, 10, 1, MOST_REPEATS, out_repeat, NULL)))
    return TOOL_ANSWERED;
  return tool_usage_error("--repeat=%s: expected an integer from 1 to %d", text,
                          MOST_REPEATS);
}

/* Those of the list and R - 1 after each, each once. */
static ToolExit
take_seeds(CompareGrid *self, const ToolCommandLine *line)
{
  g_autoptr(CspModel) model = csp_model_new();
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  g_autoptr(GError) error = NULL;
  g_autoptr(GHashTable) known =
      g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  const char *list = tool_command_line_get_setting(line, "seed");
  g_autoptr(GPtrArray) texts = split(self, list != NULL ? list : "1");
  gint64 repeat;

  ToolExit status = take_repeat(line->text[TOOL_OPTION_REPEAT], &repeat);
  if (status != TOOL_ANSWERED)
    return status;
  for (guint i = 0; i < texts->len; i++) {
    const char *text = g_ptr_array_index(texts, i);
    if (!csp_solver_set_option(solver, "seed", text, &error))
      return tool_report(error);
    gint64 first = g_ascii_strtoll(text, NULL, 10);
    if (first > G_MAXINT64 - repeat)
      return tool_usage_error("--seed=%s: too large for --repeat=%s", text,
                              line->text[TOOL_OPTION_REPEAT]);
    for (gint64 seed = first; seed < first + repeat; seed++)
      if (g_hash_table_add(known, g_memdup2(&seed, sizeof(seed))))
        g_array_append_val(self->seeds, seed);
  }
  return TOOL_ANSWERED;
}

/* Options of the search that take one value, in the order of their table. */
static void
take_settings(CompareGrid *self, const ToolCommandLine *line)
{
  for (guint i = 0; i < line->options->len; i++) {
    const ToolOption *option = g_ptr_array_index(line->options, i);
    const char *value = tool_command_line_get_setting(line, option->name);
    if (option->group == TOOL_GROUP_SEARCH && !option->is_list && value != NULL)
      g_ptr_array_add(self->settings,
                      g_strdup_printf("--%s=%s", option->name, value));
  }
  self->time_limit = tool_command_line_get_setting(line, "time-limit");
}

/* Methods ----------------------------------------------------------------- */

static bool
set_if(CspSolver *solver, const char *name, const char *value, GError **error)
{
  return value == NULL || csp_solver_set_option(solver, name, value, error);
}

/* Asks a solver of nothing.  What is wrong with a value is told; options that
 * do not go together are the refusal. */
static ToolExit
try_method(const ToolCommandLine *line,
           const Method *method,
           GError **out_refusal)
{
  g_autoptr(CspModel) model = csp_model_new();
  g_autoptr(CspSolver) solver = csp_solver_new(model);
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < line->options->len; i++) {
    const ToolOption *option = g_ptr_array_index(line->options, i);
    if (option->group == TOOL_GROUP_SEARCH && !option->is_list &&
        !set_if(solver, option->name,
                tool_command_line_get_setting(line, option->name), &error))
      return tool_report(error);
  }
  if (!set_if(solver, "algorithm", method->algorithm, &error) ||
      !set_if(solver, "variable-order", method->variable_order, &error) ||
      !set_if(solver, "value-order", method->value_order, &error))
    return tool_report(error);
  CspSolution *solution = csp_solver_next(solver, &error);
  g_clear_pointer(&solution, csp_solution_unref);
  if (g_error_matches(error, CSP_ERROR, CSP_ERROR_OPTION))
    g_propagate_error(out_refusal, g_steal_pointer(&error));
  return TOOL_ANSWERED;
}

static char *
dup_method(const char *algorithm,
           const char *variable_order,
           const char *value_order)
{
  return g_strjoin(" ", algorithm,
                   variable_order != NULL ? variable_order : value_order,
                   variable_order != NULL ? value_order : NULL, NULL);
}

/* Adds those of an algorithm that are possible; tells of the others, unless
 * nothing is left of what was named: that is a mistake. */
static ToolExit
take_algorithm(GArray *methods,
               const ToolCommandLine *line,
               const char *algorithm,
               const GPtrArray *variable_orders,
               const GPtrArray *value_orders)
{
  bool is_named = tool_command_line_get_setting(line, "algorithm") != NULL;
  g_autoptr(GPtrArray) refusals = g_ptr_array_new_with_free_func(g_free);
  guint n_before = methods->len;

  for (guint i = 0; i < variable_orders->len; i++)
    for (guint j = 0; j < value_orders->len; j++) {
      Method method = {algorithm, variable_orders->pdata[i],
                       value_orders->pdata[j]};
      g_autoptr(GError) refusal = NULL;
      ToolExit status = try_method(line, &method, &refusal);
      if (status != TOOL_ANSWERED)
        return status;
      if (refusal == NULL) {
        g_array_append_val(methods, method);
        continue;
      }
      g_autofree char *name =
          dup_method(algorithm, method.variable_order, method.value_order);
      g_ptr_array_add(refusals,
                      g_strdup_printf("%s: %s", name, refusal->message));
    }
  if (methods->len == n_before && is_named)
    return tool_usage_error("%s", (const char *)refusals->pdata[0]);
  for (guint i = 0; i < refusals->len; i++)
    tool_message("left out: %s", (const char *)refusals->pdata[i]);
  return TOOL_ANSWERED;
}

static ToolExit
take_methods(CompareGrid *self, const ToolCommandLine *line, GArray *methods)
{
  const char *list = tool_command_line_get_setting(line, "algorithm");
  g_autoptr(GPtrArray) algorithms =
      split(self, list != NULL ? list : COMPARE_ALGORITHMS);
  g_autoptr(GPtrArray) variable_orders =
      split_setting(self, line, "variable-order");
  g_autoptr(GPtrArray) value_orders = split_setting(self, line, "value-order");
  ToolExit status = TOOL_ANSWERED;

  self->has_variable_orders = variable_orders->pdata[0] != NULL;
  self->has_value_orders = value_orders->pdata[0] != NULL;
  for (guint i = 0; i < algorithms->len && status == TOOL_ANSWERED; i++)
    status = take_algorithm(methods, line, algorithms->pdata[i],
                            variable_orders, value_orders);
  if (status == TOOL_ANSWERED && methods->len == 0)
    return tool_usage_error("there is no algorithm left to compare");
  return status;
}

/* Cells ------------------------------------------------------------------- */

/* A parameter of the command line that an instance's model has. */
typedef struct {
  const char *name;
  GPtrArray *values;
  guint at; /* the value at hand */
} Axis;

static void
axis_clear(gpointer data)
{
  g_ptr_array_unref(((Axis *)data)->values);
}

static bool
has_parameter(const CspPlugin *plugin, const char *name)
{
  for (guint i = 0; i < plugin->n_params; i++)
    if (strcmp(plugin->params[i].name, name) == 0)
      return true;
  return false;
}

/* The last list given for a parameter counts. */
static void
take_lists(CompareGrid *self, const ToolCommandLine *line, GHashTable *lists)
{
  for (guint i = 0; i < line->lists->len; i++) {
    const ToolSetting *list = &g_array_index(line->lists, ToolSetting, i);
    if (g_hash_table_lookup(lists, list->name) == NULL)
      g_ptr_array_add(self->parameters, (gpointer)list->name);
    g_hash_table_insert(lists, (gpointer)list->name, (gpointer)list->value);
  }
}

static GArray *
make_axes(CompareGrid *self, GHashTable *lists, const CspPlugin *plugin)
{
  GArray *axes = g_array_new(FALSE, FALSE, sizeof(Axis));

  g_array_set_clear_func(axes, axis_clear);
  for (guint i = 0; i < self->parameters->len; i++) {
    const char *name = g_ptr_array_index(self->parameters, i);
    if (!has_parameter(plugin, name))
      continue;
    Axis axis = {.name = name,
                 .values = split(self, g_hash_table_lookup(lists, name))};
    g_array_append_val(axes, axis);
  }
  return axes;
}

/* The last axis moves fastest; false when all has been. */
static bool
go_on(GArray *axes)
{
  for (guint i = axes->len; i > 0; i--) {
    Axis *axis = &g_array_index(axes, Axis, i - 1);
    if (++axis->at < axis->values->len)
      return true;
    axis->at = 0;
  }
  return false;
}

/* The parameters given, to know cells by: 8 and 08 are one size. */
static char *
dup_key(const CspPlugin *plugin, const CspParams *params)
{
  g_autoptr(GString) key = g_string_new(NULL);

  for (guint i = 0; i < plugin->n_params; i++) {
    g_autofree char *value = csp_params_dup_text(params, i);
    g_string_append_printf(key, "%s\x01", value != NULL ? value : "\x02");
  }
  return g_strdup(key->str);
}

static CompareCell *
make_cell(const CompareInstance *instance,
          const CspParams *params,
          const Method *method)
{
  const CspPlugin *plugin = instance->plugin;
  g_autoptr(GStrvBuilder) values = g_strv_builder_new();
  g_autoptr(GStrvBuilder) given = g_strv_builder_new();
  CompareCell *cell = g_new0(CompareCell, 1);

  cell->instance = instance;
  cell->is_unset = g_new0(bool, plugin->n_params + 1);
  for (guint i = 0; i < plugin->n_params; i++) {
    g_autofree char *value = csp_params_dup_text(params, i);
    cell->is_unset[i] = value == NULL;
    g_strv_builder_add(values, value != NULL ? value : "");
    if (!csp_params_is_set(params, i))
      continue;
    g_autofree char *option =
        g_strdup_printf("--%s=%s", plugin->params[i].name, value);
    g_strv_builder_add(given, option);
  }
  cell->values = g_strv_builder_end(values);
  cell->given = g_strv_builder_end(given);
  cell->algorithm = method->algorithm;
  cell->variable_order = method->variable_order;
  cell->value_order = method->value_order;
  return cell;
}

static ToolExit
add_cells(CompareGrid *self,
          const CompareInstance *instance,
          GHashTable *lists,
          const GArray *methods)
{
  g_autoptr(GArray) axes = make_axes(self, lists, instance->plugin);
  g_autoptr(GHashTable) known =
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

  do {
    g_autoptr(CspParams) params = csp_params_new(instance->plugin);
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < axes->len; i++) {
      const Axis *axis = &g_array_index(axes, Axis, i);
      if (!csp_params_set(params, axis->name, axis->values->pdata[axis->at],
                          &error))
        return tool_report(error);
    }
    if (!g_hash_table_add(known, dup_key(instance->plugin, params)))
      continue;
    for (guint i = 0; i < methods->len; i++)
      g_ptr_array_add(
          self->cells,
          make_cell(instance, params, &g_array_index(methods, Method, i)));
  } while (go_on(axes));
  return TOOL_ANSWERED;
}

ToolExit
compare_grid_fill(CompareGrid *self, const ToolCommandLine *line)
{
  g_autoptr(GArray) methods = g_array_new(FALSE, FALSE, sizeof(Method));
  g_autoptr(GHashTable) lists = g_hash_table_new(g_str_hash, g_str_equal);

  self->instances = g_array_new(FALSE, FALSE, sizeof(CompareInstance));
  g_array_set_clear_func(self->instances, instance_clear);
  self->cells = g_ptr_array_new_with_free_func(cell_free);
  self->seeds = g_array_new(FALSE, FALSE, sizeof(gint64));
  self->settings = g_ptr_array_new_with_free_func(g_free);
  self->parameters = g_ptr_array_new();
  self->texts = g_ptr_array_new_with_free_func(g_free);
  take_lists(self, line, lists);
  take_settings(self, line);
  ToolExit status = find_instances(self, line->arguments);
  if (status == TOOL_ANSWERED)
    status = take_seeds(self, line);
  if (status == TOOL_ANSWERED)
    status = take_methods(self, line, methods);
  for (guint i = 0; i < self->instances->len && status == TOOL_ANSWERED; i++)
    status =
        add_cells(self, &g_array_index(self->instances, CompareInstance, i),
                  lists, methods);
  return status;
}

/* What a cell says -------------------------------------------------------- */

const char *
compare_cell_get_parameter(const CompareCell *self, const char *name)
{
  const CspPlugin *plugin = self->instance->plugin;

  for (guint i = 0; i < plugin->n_params; i++)
    if (strcmp(plugin->params[i].name, name) == 0)
      return self->is_unset[i] ? NULL : self->values[i];
  return NULL;
}

char *
compare_cell_dup_method(const CompareCell *self)
{
  return dup_method(self->algorithm, self->variable_order, self->value_order);
}

char *
compare_cell_dup_name(const CompareCell *self)
{
  g_autoptr(GString) text = g_string_new(self->instance->plugin->name);
  g_autofree char *method = compare_cell_dup_method(self);

  if (self->instance->path != NULL)
    g_string_append_printf(text, " %s", self->instance->path);
  for (guint i = 0; self->given[i] != NULL; i++)
    g_string_append_printf(text, " %s", self->given[i] + strlen("--"));
  g_string_append_printf(text, " %s", method);
  return g_strdup(text->str);
}

static void
add_setting(GStrvBuilder *settings, const char *name, const char *value)
{
  if (value == NULL)
    return;
  g_autofree char *setting = g_strdup_printf("--%s=%s", name, value);
  g_strv_builder_add(settings, setting);
}

char **
compare_grid_dup_settings(const CompareGrid *self,
                          const CompareCell *cell,
                          gint64 seed)
{
  g_autoptr(GStrvBuilder) settings = g_strv_builder_new();
  g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, seed);

  add_setting(settings, "algorithm", cell->algorithm);
  add_setting(settings, "variable-order", cell->variable_order);
  add_setting(settings, "value-order", cell->value_order);
  add_setting(settings, "seed", number);
  for (guint i = 0; i < self->settings->len; i++)
    g_strv_builder_add(settings, self->settings->pdata[i]);
  return g_strv_builder_end(settings);
}

/* A path that looks like an option is one of the folder at hand. */
char **
compare_grid_dup_command(const CompareGrid *self,
                         const CompareCell *cell,
                         gint64 seed)
{
  g_autoptr(GStrvBuilder) command = g_strv_builder_new();
  g_auto(GStrv) settings = compare_grid_dup_settings(self, cell, seed);
  const CompareInstance *instance = cell->instance;

  g_strv_builder_add_many(command, "csp", "solve", NULL);
  if (!instance->is_file)
    g_strv_builder_add(command, instance->plugin->name);
  if (instance->path != NULL) {
    g_autofree char *path =
        g_strconcat(*instance->path == '-' ? "./" : "", instance->path, NULL);
    g_strv_builder_add(command, path);
  }
  g_strv_builder_addv(command, (const char **)cell->given);
  g_strv_builder_addv(command, (const char **)settings);
  g_strv_builder_add_many(command, "--quiet", "--no-progress", "--statistics",
                          NULL);
  return g_strv_builder_end(command);
}
