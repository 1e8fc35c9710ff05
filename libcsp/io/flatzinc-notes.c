/* SPDX-License-Identifier: MIT */
/* The annotations of the solve item: parsed into trees, then told to the model
 * as goals, restarts and values to begin with.  What is not known is a remark,
 * for annotations may be ignored. */
#include "config.h"

#include <string.h>

#include "io/flatzinc-private.h"

/* Trees deeper than this are no sensible search. */
enum { DEPTH_MAX = 1000 };

/* Parsing ------------------------------------------------------------------- */

static bool parse_note(CspFlatzinc *self, int depth, CspFznNote **out);

/* Notes up to the sign that closes them, which is stepped over. */
static bool
parse_list(CspFlatzinc *self, char close, int depth, CspFznNote **out)
{
  CspFznNote **last = out;
  bool is_next = true;

  while (is_next && !csp_fzn_is_sign(self, close)) {
    if (!parse_note(self, depth + 1, last) ||
        !csp_fzn_accept_sign(self, ',', &is_next))
      return false;
    last = &(*last)->next;
  }
  return csp_fzn_take_sign(self, close);
}

/* Is the token the name of an annotation?  It is, where a variable has it too,
 * if arguments follow. */
static bool
is_note_name(CspFlatzinc *self)
{
  CspFznToken token = self->token;
  const char *at = self->at;

  if (token.kind != CSP_FZN_NAME || csp_fzn_is_name(self, "true") ||
      csp_fzn_is_name(self, "false"))
    return false;
  if (csp_fzn_find(self, token.start, token.length) == NULL)
    return true;
  bool is_call = csp_fzn_next(self) && csp_fzn_is_sign(self, '(');
  self->token = token;
  self->at = at;
  return is_call;
}

/* Does an array of annotations begin here?  Looks ahead. */
static bool
is_list_of_notes(CspFlatzinc *self)
{
  CspFznToken token = self->token;
  const char *at = self->at;
  bool is_list = csp_fzn_next(self) &&
                 (is_note_name(self) || self->token.kind == CSP_FZN_FLOAT ||
                  self->token.kind == CSP_FZN_STRING);

  self->token = token;
  self->at = at;
  return is_list;
}

static bool
parse_call(CspFlatzinc *self, int depth, CspFznNote *note)
{
  bool has_notes;

  note->kind = CSP_FZN_NOTE_CALL;
  return csp_fzn_next(self) && csp_fzn_accept_sign(self, '(', &has_notes) &&
         (!has_notes || parse_list(self, ')', depth, &note->first));
}

static bool
parse_note(CspFlatzinc *self, int depth, CspFznNote **out)
{
  CspFznToken token = self->token;
  CspFznNote *note = csp_arena_alloc0(self->arena, sizeof(CspFznNote));

  *out = note;
  note->name = token.start;
  note->length = token.length;
  if (depth > DEPTH_MAX)
    return csp_fzn_fail(self, token.start, "the annotation is nested too deep");
  if (is_note_name(self))
    return parse_call(self, depth, note);
  if (csp_fzn_is_sign(self, '[') && is_list_of_notes(self)) {
    note->kind = CSP_FZN_NOTE_LIST;
    return csp_fzn_next(self) && parse_list(self, ']', depth, &note->first);
  }
  if (token.kind == CSP_FZN_FLOAT || token.kind == CSP_FZN_STRING) {
    note->kind =
        token.kind == CSP_FZN_FLOAT ? CSP_FZN_NOTE_REAL : CSP_FZN_NOTE_TEXT;
    note->real = token.real;
    return csp_fzn_next(self);
  }
  note->kind = CSP_FZN_NOTE_ARG;
  return csp_fzn_parse_expr(self, &note->arg);
}

bool
csp_fzn_parse_notes(CspFlatzinc *self, CspFznNote **out)
{
  while (self->token.kind == CSP_FZN_COLONS) {
    if (!csp_fzn_next(self) || !parse_note(self, 0, out))
      return false;
    out = &(*out)->next;
  }
  return true;
}

/* Telling the model --------------------------------------------------------- */

static const struct {
  const char *name;
  CspGoalVariable variable;
} variable_choices[] = {
    {"input_order", CSP_GOAL_INPUT_ORDER},
    {"first_fail", CSP_GOAL_FIRST_FAIL},
    {"anti_first_fail", CSP_GOAL_ANTI_FIRST_FAIL},
    {"smallest", CSP_GOAL_SMALLEST},
    {"largest", CSP_GOAL_LARGEST},
    {"occurrence", CSP_GOAL_OCCURRENCE},
    {"most_constrained", CSP_GOAL_MOST_CONSTRAINED},
    {"max_regret", CSP_GOAL_MAX_REGRET},
    {"dom_w_deg", CSP_GOAL_DOM_W_DEG},
};

static const struct {
  const char *name;
  CspGoalValue value;
} value_choices[] = {
    {"indomain", CSP_GOAL_MIN},
    {"indomain_min", CSP_GOAL_MIN},
    {"indomain_max", CSP_GOAL_MAX},
    {"indomain_median", CSP_GOAL_MEDIAN},
    {"indomain_middle", CSP_GOAL_MIDDLE},
    {"indomain_random", CSP_GOAL_RANDOM},
    {"indomain_split", CSP_GOAL_SPLIT},
    {"indomain_reverse_split", CSP_GOAL_REVERSE_SPLIT},
    {"indomain_interval", CSP_GOAL_INTERVAL},
};

static bool
is_called(const CspFznNote *note, const char *name)
{
  return note != NULL && strlen(name) == note->length &&
         memcmp(name, note->name, note->length) == 0;
}

static void
warn_unknown(CspFlatzinc *self, const CspFznNote *note, const char *what)
{
  csp_fzn_warn(self, note->name, "the %s %.*s is not known and ignored", what,
               (int)MIN(note->length, 60), note->name);
}

static CspGoalVariable
variable_choice(CspFlatzinc *self, const CspFznNote *note)
{
  for (size_t i = 0; note != NULL && i < G_N_ELEMENTS(variable_choices); i++)
    if (is_called(note, variable_choices[i].name))
      return variable_choices[i].variable;
  if (note != NULL)
    warn_unknown(self, note, "variable choice");
  return CSP_GOAL_INPUT_ORDER;
}

static CspGoalValue
value_choice(CspFlatzinc *self, const CspFznNote *note)
{
  for (size_t i = 0; note != NULL && i < G_N_ELEMENTS(value_choices); i++)
    if (is_called(note, value_choices[i].name))
      return value_choices[i].value;
  if (note != NULL)
    warn_unknown(self, note, "value choice");
  return CSP_GOAL_MIN;
}

/* The array that the note is, or NULL. */
static const CspFznArray *
array_of(const CspFlatzinc *self, const CspFznNote *note)
{
  if (note == NULL || note->kind != CSP_FZN_NOTE_ARG ||
      note->arg.kind != CSP_FZN_ARG_ARRAY)
    return NULL;
  return &g_array_index(self->arrays, CspFznArray, note->arg.value);
}

/* The model's variables among the elements, those of one value left out; with
 * `values` (nullable) thinned out alike. */
static GArray *
collect_vars(CspFlatzinc *self, const CspFznArray *array, GArray *values)
{
  GArray *vars = g_array_new(FALSE, FALSE, sizeof(CspVar));
  guint n_values = 0;

  for (uint32_t i = 0; i < array->n; i++) {
    uint32_t root = csp_fzn_root(self, csp_fzn_elements(self, array)[i]);
    if (csp_fzn_is_fixed(self, root))
      continue;
    CspVar var = csp_fzn_model_var(self, root);
    g_array_append_val(vars, var);
    if (values != NULL)
      g_array_index(values, gint, n_values++) = g_array_index(values, gint, i);
  }
  if (values != NULL)
    g_array_set_size(values, n_values);
  return vars;
}

static bool
is_of_vars(const CspFznArray *array)
{
  return array->kind == CSP_FZN_VARS || array->kind == CSP_FZN_BOOL_VARS;
}

static bool
add_goal(CspFlatzinc *self, const CspFznNote *note)
{
  const CspFznNote *vars_note = note->first;
  const CspFznArray *array = array_of(self, vars_note);

  if (array == NULL) {
    csp_fzn_warn(self, note->name, "%.*s without an array of variables",
                 (int)note->length, note->name);
    return true;
  }
  if (!is_of_vars(array))
    return true; /* constants */
  g_autoptr(GArray) vars = collect_vars(self, array, NULL);
  const CspFznNote *variable = vars_note->next;
  const CspFznNote *value = variable != NULL ? variable->next : NULL;
  return csp_model_add_goal(self->model, (const CspVar *)(void *)vars->data,
                            vars->len, variable_choice(self, variable),
                            value_choice(self, value), &self->error);
}

static bool
add_warm_start(CspFlatzinc *self, const CspFznNote *note)
{
  const CspFznArray *array = array_of(self, note->first);
  const CspFznArray *start =
      note->first != NULL ? array_of(self, note->first->next) : NULL;

  if (array == NULL || start == NULL || array->n != start->n) {
    csp_fzn_warn(self, note->name, "warm_start needs two arrays of one length");
    return true;
  }
  if (!is_of_vars(array) ||
      (start->kind != CSP_FZN_INTS && start->kind != CSP_FZN_BOOLS))
    return true;
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(gint));
  g_array_append_vals(values, csp_fzn_elements(self, start), start->n);
  g_autoptr(GArray) vars = collect_vars(self, array, values);
  return csp_model_add_warm_start(
      self->model, (const CspVar *)(void *)vars->data, vars->len,
      (const gint *)(void *)values->data, values->len, &self->error);
}

/* A number as the note. */
static double
number_of(const CspFznNote *note, double fallback)
{
  if (note != NULL && note->kind == CSP_FZN_NOTE_REAL)
    return note->real;
  if (note != NULL && note->kind == CSP_FZN_NOTE_ARG &&
      note->arg.kind == CSP_FZN_ARG_INT)
    return (double)note->arg.value;
  return fallback;
}

/* restart_luby(unit), restart_geometric(factor, unit) and so on; false: it is
 * none of these. */
static bool
dup_restarts(const CspFznNote *note, char **out_policy)
{
  enum { UNIT = 250 };
  int64_t unit = (int64_t)CLAMP(number_of(note->first, UNIT), 1, 1e9);
  char factor[G_ASCII_DTOSTR_BUF_SIZE];

  if (is_called(note, "restart_none")) {
    *out_policy = g_strdup("none");
  } else if (is_called(note, "restart_constant")) {
    *out_policy = g_strdup_printf("constant:%" G_GINT64_FORMAT, unit);
  } else if (is_called(note, "restart_linear")) {
    *out_policy = g_strdup_printf("linear:%" G_GINT64_FORMAT, unit);
  } else if (is_called(note, "restart_luby")) {
    *out_policy = g_strdup_printf("luby:%" G_GINT64_FORMAT, unit);
  } else if (is_called(note, "restart_geometric")) {
    const CspFznNote *scale = note->first != NULL ? note->first->next : NULL;
    g_ascii_formatd(factor, sizeof factor, "%.6f",
                    CLAMP(number_of(note->first, 1.5), 1.000001, 1000));
    unit = (int64_t)CLAMP(number_of(scale, UNIT), 1, 1e9);
    *out_policy =
        g_strdup_printf("geometric:%" G_GINT64_FORMAT ":%s", unit, factor);
  } else {
    return false;
  }
  return true;
}

static bool add_search(CspFlatzinc *self, const CspFznNote *note);

static bool
add_each(CspFlatzinc *self, const CspFznNote *note)
{
  for (; note != NULL; note = note->next)
    if (!add_search(self, note))
      return false;
  return true;
}

static bool
add_search(CspFlatzinc *self, const CspFznNote *note)
{
  g_autofree char *policy = NULL;

  if (note->kind == CSP_FZN_NOTE_LIST || is_called(note, "seq_search") ||
      is_called(note, "warm_start_array"))
    return add_each(self, note->first);
  if (note->kind == CSP_FZN_NOTE_ARG && array_of(self, note) != NULL &&
      array_of(self, note)->n == 0)
    return true; /* seq_search([]) */
  if (is_called(note, "int_search") || is_called(note, "bool_search"))
    return add_goal(self, note);
  if (is_called(note, "warm_start") || is_called(note, "warm_start_int") ||
      is_called(note, "warm_start_bool"))
    return add_warm_start(self, note);
  if (dup_restarts(note, &policy))
    return csp_model_set_restarts(self->model, policy, &self->error);
  warn_unknown(self, note, "annotation");
  return true;
}

bool
csp_fzn_add_searches(CspFlatzinc *self)
{
  return add_each(self, self->notes);
}
