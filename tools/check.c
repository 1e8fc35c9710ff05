/* SPDX-License-Identifier: MIT */
/* csp solve --check: is what a file holds a solution?
 *
 * JSON is told by its first character: a solution a line, as --format=json
 * writes them, or one document over several lines.  Anything else is for the
 * model to read.  Solutions are verified by the model's definition alone; of a
 * stream the k-th instance is meant by "instance": k in JSON and by the k-th
 * solution elsewhere, and its clues count as constraints. */
#include "config.h"

#include "tools/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  ToolInput *input;
  ToolShape *shape;
  const char *path, *name; /* of the file of solutions */
  CspReader *reader;
  gint64 at;     /* the instance at hand, from 1; 0: none yet */
  bool is_ended; /* no instance after that one */
  bool is_quiet;
  guint n_valid, n_violated;
  GError *error;
} Check;

static bool G_GNUC_PRINTF(3, 4)
    fail(GError **error, int code, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error_literal(error, CSP_ERROR, code, message);
  return false;
}

/* Instances ----------------------------------------------------------------- */

static bool
take_next_instance(Check *self, GError **error)
{
  GError *read_error = NULL;
  gpointer instance = NULL;
  bool is_new;

  if (self->input->paths->len > 0) {
    instance = tool_input_next(self->input, self->shape->params, &read_error);
    if (!self->is_quiet)
      tool_input_tell_warnings(self->input);
    if (read_error != NULL) {
      g_propagate_error(error, read_error);
      return false;
    }
  }
  if (instance == NULL && self->at > 0) {
    self->is_ended = true;
    return true;
  }
  if (!tool_shape_take(self->shape, instance, &is_new, error))
    return false;
  self->at++;
  return true;
}

/* Goes on to the instance of this number.  A single instance is what all
 * solutions are of. */
static bool
go_to_instance(Check *self, gint64 number, GError **error)
{
  while (!self->is_ended && self->at < number)
    if (!take_next_instance(self, error))
      return false;
  if (self->at == number || self->at == 1)
    return true;
  return fail(error, CSP_ERROR_PARSE,
              "%s: a solution of instance %" G_GINT64_FORMAT
              ", but the input has %" G_GINT64_FORMAT " before it",
              self->name, number, self->at);
}

/* Verdicts ------------------------------------------------------------------ */

static char *
dup_clue_violated(const Check *self, const CspSolution *solution)
{
  gsize n_vars, n_values;
  const CspVar *vars =
      csp_assumptions_get_vars(self->shape->assumptions, &n_vars);
  const gint *values =
      csp_assumptions_get_values(self->shape->assumptions, &n_values);

  for (gsize i = 0; i < n_vars; i++) {
    gint value = csp_solution_get_value(solution, vars[i]);
    if (value == values[i])
      continue;
    g_autofree char *name = csp_model_dup_var_name(self->shape->model, vars[i]);
    return g_strdup_printf("%s is %d, but the input has %d there", name, value,
                           values[i]);
  }
  return NULL;
}

/* What the solution violates, or NULL; claimed is the objective that the file
 * tells, or NULL. */
static char *
dup_violation(const Check *self,
              const CspSolution *solution,
              const gint64 *claimed)
{
  g_autoptr(GError) error = NULL;

  if (!csp_solution_verify(solution, &error))
    return g_strdup(error->message);
  if (claimed != NULL && csp_solution_has_objective(solution) &&
      csp_solution_get_objective(solution) != *claimed)
    return g_strdup_printf("the objective is %d, not %" G_GINT64_FORMAT,
                           csp_solution_get_objective(solution), *claimed);
  return dup_clue_violated(self, solution);
}

static void
judge(Check *self,
      guint64 line,
      const CspSolution *solution,
      const gint64 *claimed)
{
  g_autofree char *violation = dup_violation(self, solution, claimed);

  if (violation == NULL) {
    self->n_valid++;
    return;
  }
  self->n_violated++;
  tool_message("%s:%" G_GUINT64_FORMAT ": violated: %s", self->name, line,
               violation);
}

/* JSON ---------------------------------------------------------------------- */

static bool
get_integer(const CspJson *json, const char *name, gint64 *out_value)
{
  CspJsonValue member = csp_json_get_member(json, CSP_JSON_ROOT, name);

  return member != CSP_NONE && csp_json_get_int(json, member, out_value);
}

static bool
has_member(const CspJson *json, const char *name)
{
  return csp_json_get_member(json, CSP_JSON_ROOT, name) != CSP_NONE;
}

/* json is text, which begins on the line given. */
static bool
check_json_object(Check *self,
                  const CspJson *json,
                  const char *text,
                  guint64 line,
                  GError **error)
{
  gint64 number = self->at > 0 ? self->at : 1, objective;
  g_autoptr(GError) read_error = NULL;

  /* The status, or the number of solutions of an instance, in its place. */
  if (!has_member(json, "values") && has_member(json, "solutions"))
    return true;
  get_integer(json, "instance", &number);
  if (!go_to_instance(self, number, error))
    return false;
  g_autoptr(CspSolution) solution =
      csp_solution_new_from_json(self->shape->model, text, -1, &read_error);
  if (solution == NULL)
    return fail(error, CSP_ERROR_PARSE, "%s:%" G_GUINT64_FORMAT ": %s",
                self->name, line, read_error->message);
  bool has_claim = get_integer(json, "objective", &objective);
  judge(self, line, solution, has_claim ? &objective : NULL);
  return true;
}

/* NULL: it is none; the error has the place, counted from line on. */
static CspJson *
parse_object(const Check *self, const char *text, guint64 line, GError **error)
{
  g_autoptr(GError) parse_error = NULL;
  g_autoptr(CspJson) json = csp_json_parse(text, -1, &parse_error);
  guint row = 1, column = 1;
  int n_read = 0;

  if (json == NULL) {
    sscanf(parse_error->message, "%u:%u: %n", &row, &column, &n_read);
    fail(error, CSP_ERROR_PARSE, "%s:%" G_GUINT64_FORMAT ":%u: %s", self->name,
         line + row - 1, column, parse_error->message + n_read);
    return NULL;
  }
  if (csp_json_get_kind(json, CSP_JSON_ROOT) == CSP_JSON_OBJECT)
    return g_steal_pointer(&json);
  fail(error, CSP_ERROR_PARSE,
       "%s:%" G_GUINT64_FORMAT ":1: expected a JSON object", self->name, line);
  return NULL;
}

/* The rest of the file, of which text is the beginning, as one document. */
static bool
check_document(Check *self, GString *text, guint64 line, GError **error)
{
  const gchar *next;

  for (;;) {
    if (!csp_reader_next_line(self->reader, &next, error))
      return false;
    if (next == NULL)
      break;
    g_string_append_printf(text, "\n%s", next);
  }
  g_autoptr(CspJson) json = parse_object(self, text->str, line, error);
  return json != NULL && check_json_object(self, json, text->str, line, error);
}

static bool
check_json(Check *self, GError **error)
{
  const gchar *line;
  bool is_first = true;

  for (;;) {
    if (!csp_reader_next_line(self->reader, &line, error))
      return false;
    if (line == NULL)
      return true;
    if (line[strspn(line, " \t\r")] == '\0')
      continue;
    guint64 number = csp_reader_get_line_number(self->reader);
    g_autoptr(GString) text = g_string_new(line);
    g_autoptr(GError) parse_error = NULL;
    g_autoptr(CspJson) json =
        parse_object(self, text->str, number, &parse_error);
    if (json == NULL && is_first)
      return check_document(self, text, number, error);
    if (json == NULL) {
      g_propagate_error(error, g_steal_pointer(&parse_error));
      return false;
    }
    if (!check_json_object(self, json, text->str, number, error))
      return false;
    is_first = false;
  }
}

/* The model's own form ------------------------------------------------------ */

static bool
is_at_end(Check *self, bool *out_is_end, GError **error)
{
  const gchar *line;

  do {
    if (!csp_reader_next_line(self->reader, &line, error))
      return false;
  } while (line != NULL && line[strspn(line, " \t\r")] == '\0');
  *out_is_end = line == NULL || g_str_has_prefix(line, "status:");
  if (line != NULL)
    csp_reader_unread_line(self->reader);
  return true;
}

static bool
check_own_form(Check *self, GError **error)
{
  const CspPlugin *plugin = self->shape->plugin;
  bool is_end;

  if (plugin->read_solution == NULL)
    return fail(error, CSP_ERROR_PARSE,
                "%s:1:1: expected JSON as --format=json writes it", self->name);
  for (gint64 k = 1;; k++) {
    if (!is_at_end(self, &is_end, error))
      return false;
    if (is_end)
      return true;
    if (!go_to_instance(self, k, error))
      return false;
    guint64 line = csp_reader_get_line_number(self->reader);
    g_autoptr(CspSolution) solution =
        plugin->read_solution(self->shape->model, self->shape->params,
                              self->shape->instance, self->reader, error);
    if (solution == NULL)
      return false;
    judge(self, line, solution, NULL);
  }
}

static bool
check_all(Check *self, GError **error)
{
  gsize n;
  const gchar *head = csp_reader_peek(self->reader, &n);
  gsize at = 0;

  while (at < n && g_ascii_isspace(head[at]))
    at++;
  bool is_json = at < n && (head[at] == '{' || head[at] == '[');
  if (!(is_json ? check_json(self, error) : check_own_form(self, error)))
    return false;
  if (self->n_valid + self->n_violated == 0)
    return fail(error, CSP_ERROR_PARSE, "%s: there is no solution in it",
                self->name);
  return true;
}

static void
run_check(gpointer data)
{
  Check *self = data;

  self->reader = csp_reader_open(self->path, &self->error);
  if (self->reader == NULL)
    return;
  self->name = csp_reader_get_name(self->reader);
  check_all(self, &self->error);
}

/* Reading may wait for ever, so it is done where limits and signals can end it;
 * then the process ends, for the other thread goes on. */
ToolExit
tool_check(const char *path, ToolInput *input, ToolShape *shape, bool is_quiet)
{
  Check *check = g_new0(Check, 1);

  *check = (Check){
      .path = path, .input = input, .shape = shape, .is_quiet = is_quiet};
  if (!tool_watch_call(run_check, check))
    tool_watch_abandon();
  g_autoptr(GError) error = check->error;
  guint n_valid = check->n_valid, n_violated = check->n_violated;
  g_clear_pointer(&check->reader, csp_reader_free);
  g_free(check);
  if (error != NULL)
    return tool_report(error);
  if (n_violated > 0)
    return TOOL_BAD_FILE;
  if (n_valid == 1)
    puts("valid");
  else
    printf("valid, %u solutions\n", n_valid);
  return TOOL_ANSWERED;
}
