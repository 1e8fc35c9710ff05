/* SPDX-License-Identifier: MIT */
/* The items of FlatZinc, by recursive descent: each begins with a token that
 * tells what it is. */
#include "config.h"

#include <string.h>

#include "io/flatzinc-private.h"

/* Types --------------------------------------------------------------------- */

typedef enum { BASE_BOOL, BASE_INT, BASE_SET } Base;

typedef struct {
  Base base;
  bool is_var;
  bool is_array;
  int64_t length;   /* of an array */
  int64_t min, max; /* of an integer */
  uint32_t set;
} Type;

static bool
refuse_floats(CspFlatzinc *self)
{
  return csp_fzn_fail(self, self->token.start, "floats are not supported");
}

/* lo..hi of a variable: it may be wider than values can be, for constraints may
 * narrow it. */
static bool
parse_interval(CspFlatzinc *self, Type *type)
{
  type->min = self->token.value;
  if (!csp_fzn_next(self))
    return false;
  if (self->token.kind != CSP_FZN_DOTS)
    return csp_fzn_expected(self, "'..'");
  if (!csp_fzn_next(self))
    return false;
  if (self->token.kind != CSP_FZN_INT)
    return csp_fzn_expected(self, "an integer");
  type->max = self->token.value;
  type->min = MAX(type->min, CSP_FZN_MIN);
  type->max = MIN(type->max, CSP_FZN_MAX);
  return csp_fzn_next(self);
}

static bool
is_empty(const Type *type)
{
  return type->is_array && type->length == 0;
}

static bool
parse_base(CspFlatzinc *self, Type *type)
{
  type->set = CSP_FZN_NONE;
  type->min = CSP_FZN_MIN;
  type->max = CSP_FZN_MAX;
  if (csp_fzn_is_name(self, "bool")) {
    type->base = BASE_BOOL;
    type->min = 0;
    type->max = 1;
    return csp_fzn_next(self);
  }
  type->base = BASE_INT;
  if (csp_fzn_is_name(self, "int"))
    return csp_fzn_next(self);
  if (csp_fzn_is_name(self, "float") || self->token.kind == CSP_FZN_FLOAT)
    return refuse_floats(self);
  if (csp_fzn_is_name(self, "set")) {
    if (type->is_var && !is_empty(type))
      return csp_fzn_fail(self, self->token.start,
                          "set variables are not supported in FlatZinc: "
                          "'minizinc --solver csp' takes them apart");
    type->base = BASE_SET;
    if (!csp_fzn_next(self) || !csp_fzn_take_name(self, "of"))
      return false;
    if (csp_fzn_is_name(self, "int"))
      return csp_fzn_next(self);
    return csp_fzn_parse_set(self, &type->set);
  }
  if (self->token.kind == CSP_FZN_INT)
    return parse_interval(self, type);
  if (csp_fzn_is_sign(self, '{'))
    return csp_fzn_parse_set(self, &type->set);
  return csp_fzn_expected(self, "a type");
}

/* "[1..n]", "[int]": the length, or -1 where it is left open. */
static bool
parse_array_range(CspFlatzinc *self, int64_t *out_length)
{
  const char *place;
  int64_t first, last = -1;

  if (!csp_fzn_take_sign(self, '['))
    return false;
  place = self->token.start;
  if (csp_fzn_is_name(self, "int")) {
    if (!csp_fzn_next(self))
      return false;
  } else {
    if (!csp_fzn_parse_int(self, "the range of an array", &first))
      return false;
    if (self->token.kind != CSP_FZN_DOTS)
      return csp_fzn_expected(self, "'..'");
    if (!csp_fzn_next(self) ||
        !csp_fzn_parse_int(self, "the end of a range", &last))
      return false;
    if (first != 1)
      return csp_fzn_fail(self, place, "the range of an array begins with 1");
    last = MAX(last, 0);
  }
  *out_length = last;
  return csp_fzn_take_sign(self, ']') && csp_fzn_take_name(self, "of");
}

static bool
parse_type(CspFlatzinc *self, Type *type)
{
  *type = (Type){.length = -1};
  if (csp_fzn_is_name(self, "array")) {
    type->is_array = true;
    if (!csp_fzn_next(self) || !parse_array_range(self, &type->length))
      return false;
  }
  if (csp_fzn_is_name(self, "var")) {
    type->is_var = true;
    if (!csp_fzn_next(self))
      return false;
  }
  return parse_base(self, type);
}

/* Annotations of declarations ----------------------------------------------- */

/* Steps over "(…)" if it is there. */
static bool
skip_arguments(CspFlatzinc *self)
{
  enum { DEPTH_MAX = 1000 };
  char open[DEPTH_MAX]; /* what closes them */
  size_t depth = 0;

  do {
    bool is_round = csp_fzn_is_sign(self, '(');
    if (depth == 0 && !is_round)
      return true;
    if (depth == DEPTH_MAX)
      return csp_fzn_fail(self, self->token.start,
                          "the annotation is nested too deep");
    if (is_round || csp_fzn_is_sign(self, '['))
      open[depth++] = is_round ? ')' : ']';
    else if (csp_fzn_is_sign(self, open[depth - 1]))
      depth--;
    else if (csp_fzn_is_sign(self, ')') || csp_fzn_is_sign(self, ']') ||
             csp_fzn_is_sign(self, ';') || self->token.kind == CSP_FZN_END)
      return csp_fzn_expected(self, open[depth - 1] == ')' ? "')'" : "']'");
    if (!csp_fzn_next(self))
      return false;
  } while (depth > 0);
  return true;
}

/* The ranges of output_array([1..2, 1..3]); a set that is no range counts as
 * one from 1. */
static bool
parse_dims(CspFlatzinc *self, CspFznOutput *output)
{
  g_autoptr(GArray) dims = g_array_new(FALSE, FALSE, sizeof(int32_t));
  bool is_next = true;

  if (!csp_fzn_take_sign(self, '(') || !csp_fzn_take_sign(self, '['))
    return false;
  while (is_next && !csp_fzn_is_sign(self, ']')) {
    const char *place = self->token.start;
    CspFznArg arg;
    if (!csp_fzn_parse_expr(self, &arg))
      return false;
    if (arg.kind != CSP_FZN_ARG_SET)
      return csp_fzn_fail(self, place, "expected the range of a dimension");
    const CspFznSet *set = &g_array_index(self->sets, CspFznSet, arg.value);
    int32_t ends[] = {1, 0};
    for (uint32_t i = 0; set->n > 2 && i < set->n; i += 2)
      ends[1] += g_array_index(self->ranges, int32_t, set->first + i + 1) -
                 g_array_index(self->ranges, int32_t, set->first + i) + 1;
    if (set->n == 2)
      memcpy(ends, &g_array_index(self->ranges, int32_t, set->first),
             sizeof ends);
    g_array_append_vals(dims, ends, 2);
    if (!csp_fzn_accept_sign(self, ',', &is_next))
      return false;
  }
  output->n_dims = dims->len / 2;
  output->dims =
      csp_arena_dup(self->arena, dims->data, dims->len * sizeof(int32_t));
  return csp_fzn_take_sign(self, ']') && csp_fzn_take_sign(self, ')');
}

/* What matters of the annotations of a declaration. */
static bool
parse_declaration_notes(CspFlatzinc *self,
                        CspFznOutput *output,
                        bool *out_is_output,
                        bool *out_is_introduced)
{
  while (self->token.kind == CSP_FZN_COLONS) {
    if (!csp_fzn_next(self))
      return false;
    if (self->token.kind != CSP_FZN_NAME)
      return csp_fzn_expected(self, "an annotation");
    bool is_array = csp_fzn_is_name(self, "output_array");
    *out_is_output |= is_array || csp_fzn_is_name(self, "output_var");
    *out_is_introduced |= csp_fzn_is_name(self, "var_is_introduced");
    if (!csp_fzn_next(self) ||
        !(is_array ? parse_dims(self, output) : skip_arguments(self)))
      return false;
  }
  return true;
}

/* Declarations -------------------------------------------------------------- */

/* Are they elements of the type that was declared? */
static bool
check_array(CspFlatzinc *self,
            const Type *type,
            const CspFznArg *arg,
            const char *place)
{
  static const CspFznArrayKind fixed[] = {CSP_FZN_BOOLS, CSP_FZN_INTS,
                                          CSP_FZN_SETS};
  static const CspFznArrayKind open[] = {CSP_FZN_BOOL_VARS, CSP_FZN_VARS,
                                         CSP_FZN_SETS};

  if (arg->kind != CSP_FZN_ARG_ARRAY)
    return csp_fzn_fail(self, place, "expected an array");
  const CspFznArray *array =
      &g_array_index(self->arrays, CspFznArray, arg->value);
  if (type->length >= 0 && array->n != type->length)
    return csp_fzn_fail(self, place,
                        "expected %" G_GINT64_FORMAT " elements, not %u",
                        type->length, array->n);
  if (array->kind != CSP_FZN_EMPTY && array->kind != fixed[type->base] &&
      !(type->is_var && array->kind == open[type->base]))
    return csp_fzn_fail(self, place,
                        "the elements are not of the array's type");
  return true;
}

static bool
parse_parameter(CspFlatzinc *self,
                const Type *type,
                const char *place,
                CspFznArg *out)
{
  static const CspFznArgKind kinds[] = {CSP_FZN_ARG_BOOL, CSP_FZN_ARG_INT,
                                        CSP_FZN_ARG_SET};

  if (!csp_fzn_parse_expr(self, out))
    return false;
  if (type->is_array)
    return check_array(self, type, out, place);
  if (out->kind != kinds[type->base])
    return csp_fzn_fail(self, place, "the value is not of the declared type");
  return true;
}

static CspFznArg
add_var(CspFlatzinc *self, const Type *type, bool is_introduced)
{
  uint32_t var = csp_fzn_add_var(self, &(CspFznVar){
                                           .min = type->min,
                                           .max = type->max,
                                           .set = type->set,
                                           .symbol = self->symbols->len,
                                           .is_bool = type->base == BASE_BOOL,
                                           .is_introduced = is_introduced,
                                       });

  if (type->min > type->max)
    self->is_false = true;
  if (type->set != CSP_FZN_NONE) {
    const CspFznSet *set = &g_array_index(self->sets, CspFznSet, type->set);
    const int32_t *ranges = &g_array_index(self->ranges, int32_t, set->first);
    csp_fzn_narrow(self, var, set->n > 0 ? ranges[0] : 1,
                   set->n > 0 ? ranges[set->n - 1] : 0);
    if (set->n <= 2) /* it is an interval */
      csp_fzn_var(self, var)->set = CSP_FZN_NONE;
  }
  return (CspFznArg){var, CSP_FZN_ARG_VAR};
}

/* "= 5", "= y" after a variable: it is that, within its domain. */
static bool
parse_assignment(CspFlatzinc *self, const Type *type, const CspFznArg *var)
{
  const char *place = self->token.start;
  CspFznArg value;

  if (!csp_fzn_parse_expr(self, &value))
    return false;
  if (!csp_fzn_fits(self, &value, type->base == BASE_BOOL ? 'b' : 'x'))
    return csp_fzn_fail(self, place, "the value is not of the declared type");
  const char *name = type->base == BASE_BOOL ? "bool_eq" : "int_eq";
  CspFznConstraint con = {
      .place = (size_t)(place - self->text),
      .first_arg = self->args->len,
      .row =
          (uint16_t)(GPOINTER_TO_UINT(g_hash_table_lookup(self->rows, name)) -
                     1),
  };
  g_array_append_vals(self->args, var, 1);
  g_array_append_val(self->args, value);
  g_array_append_val(self->constraints, con);
  return true;
}

static bool
parse_value(CspFlatzinc *self,
            const Type *type,
            bool is_introduced,
            CspFznArg *out)
{
  bool is_assigned;

  if (!type->is_var || type->is_array) {
    if (!csp_fzn_take_sign(self, '='))
      return false;
    return parse_parameter(self, type, self->token.start, out);
  }
  *out = add_var(self, type, is_introduced);
  return csp_fzn_accept_sign(self, '=', &is_assigned) &&
         (!is_assigned || parse_assignment(self, type, out));
}

static bool
parse_declaration(CspFlatzinc *self)
{
  Type type;
  CspFznOutput output = {0};
  bool is_output = false, is_introduced = false;

  if (!parse_type(self, &type) || !csp_fzn_take_sign(self, ':'))
    return false;
  if (self->token.kind != CSP_FZN_NAME)
    return csp_fzn_expected(self, "a name");
  CspFznSymbol symbol = {.name = self->token.start,
                         .length = (uint32_t)self->token.length};
  if (!csp_fzn_next(self) ||
      !parse_declaration_notes(self, &output, &is_output, &is_introduced) ||
      !parse_value(self, &type, is_introduced, &symbol.arg) ||
      !csp_fzn_define(self, &symbol))
    return false;
  if (is_output && type.base == BASE_SET && !is_empty(&type))
    return csp_fzn_fail(self, symbol.name, "sets are no output items");
  if (is_output) {
    char *name = csp_arena_alloc0(self->arena, symbol.length + (size_t)1);
    memcpy(name, symbol.name, symbol.length);
    output.name = name;
    output.place = symbol.name;
    output.arg = symbol.arg;
    output.is_bool = type.base == BASE_BOOL;
    g_array_append_val(self->outputs, output);
  }
  return csp_fzn_take_sign(self, ';');
}

/* Constraints --------------------------------------------------------------- */

/* "predicate p(var int: x, …);" */
static bool
parse_predicate(CspFlatzinc *self)
{
  bool is_next = true;

  if (!csp_fzn_next(self))
    return false;
  if (self->token.kind != CSP_FZN_NAME)
    return csp_fzn_expected(self, "the name of a predicate");
  g_autofree char *name = g_strndup(self->token.start, self->token.length);
  if (!g_hash_table_contains(self->rows, name))
    g_hash_table_insert(self->rows, g_steal_pointer(&name), NULL);
  if (!csp_fzn_next(self) || !csp_fzn_take_sign(self, '('))
    return false;
  while (is_next && !csp_fzn_is_sign(self, ')')) {
    if (csp_fzn_is_name(self, "array")) {
      int64_t length;
      if (!csp_fzn_next(self) || !parse_array_range(self, &length))
        return false;
    }
    /* Types that are not supported matter only where they are used. */
    while (!csp_fzn_is_sign(self, ':')) {
      if (self->token.kind == CSP_FZN_END || csp_fzn_is_sign(self, ';'))
        return csp_fzn_expected(self, "a type and ':'");
      if (!csp_fzn_next(self))
        return false;
    }
    if (!csp_fzn_next(self))
      return false;
    if (self->token.kind != CSP_FZN_NAME)
      return csp_fzn_expected(self, "the name of a parameter");
    if (!csp_fzn_next(self) || !csp_fzn_accept_sign(self, ',', &is_next))
      return false;
  }
  return csp_fzn_take_sign(self, ')') && csp_fzn_take_sign(self, ';');
}

static bool
fail_unknown(CspFlatzinc *self,
             const char *place,
             const char *name,
             bool is_declared)
{
  g_autofree const char **names = g_new(const char *, csp_fzn_n_rows);

  if (is_declared)
    return csp_fzn_fail(self, place,
                        "the constraint %s is declared, and this solver does "
                        "not know it",
                        name);
  for (size_t i = 0; i < csp_fzn_n_rows; i++)
    names[i] = csp_fzn_rows[i].name;
  const char *nearest = csp_nearest_name(name, names, csp_fzn_n_rows);
  if (strstr(name, "float") != NULL)
    return csp_fzn_fail(self, place, "%s: floats are not supported", name);
  if (strncmp(name, "set_", 4) == 0 || strstr(name, "_set_") != NULL)
    return csp_fzn_fail(self, place,
                        "%s: set variables are not supported in FlatZinc: "
                        "'minizinc --solver csp' takes them apart",
                        name);
  return csp_fzn_fail(self, place, "unknown constraint %s%s%s%s", name,
                      nearest != NULL ? "; did you mean " : "",
                      nearest != NULL ? nearest : "",
                      nearest != NULL ? "?" : "");
}

static bool
find_row(CspFlatzinc *self, uint16_t *out)
{
  g_autofree char *name = g_strndup(self->token.start, self->token.length);
  gpointer number;
  bool is_known = g_hash_table_lookup_extended(self->rows, name, NULL, &number);

  if (!is_known || number == NULL)
    return fail_unknown(self, self->token.start, name, is_known);
  *out = (uint16_t)(GPOINTER_TO_UINT(number) - 1);
  return true;
}

static bool
parse_arguments(CspFlatzinc *self, const CspFznRow *row, const char *place)
{
  size_t n = 0, n_wanted = strcspn(row->types, "?");
  bool is_next = true, has_optional = row->types[n_wanted] == '?';

  while (is_next && !csp_fzn_is_sign(self, ')')) {
    const char *at = self->token.start;
    CspFznArg arg;
    if (!csp_fzn_parse_expr(self, &arg))
      return false;
    if (n < n_wanted && !csp_fzn_fits(self, &arg, row->types[n]))
      return csp_fzn_fail(self, at, "argument %zu of %s: expected %s", n + 1,
                          row->name, csp_fzn_type_name(row->types[n]));
    if (n < n_wanted && row->types[n] == 'x' && arg.kind == CSP_FZN_ARG_INT &&
        !csp_fzn_check_range(self, arg.value, at))
      return false;
    n++;
    g_array_append_val(self->args, arg);
    if (!csp_fzn_accept_sign(self, ',', &is_next))
      return false;
  }
  if (has_optional && n + 1 == n_wanted) {
    CspFznArg yes = {true, CSP_FZN_ARG_BOOL};
    g_array_append_val(self->args, yes);
    n++;
  }
  if (n != n_wanted)
    return csp_fzn_fail(self, place, "%s takes %zu arguments, not %zu",
                        row->name, n_wanted, n);
  return csp_fzn_take_sign(self, ')');
}

static bool
parse_strength(CspFlatzinc *self, uint8_t *out)
{
  static const struct {
    const char *name;
    CspStrength strength;
  } known[] = {
      {"domain", CSP_STRENGTH_DOMAIN},
      {"domain_propagation", CSP_STRENGTH_DOMAIN},
      {"bounds", CSP_STRENGTH_BOUNDS},
      {"bounds_propagation", CSP_STRENGTH_BOUNDS},
      {"value_propagation", CSP_STRENGTH_VALUE},
  };

  while (self->token.kind == CSP_FZN_COLONS) {
    if (!csp_fzn_next(self))
      return false;
    if (self->token.kind != CSP_FZN_NAME)
      return csp_fzn_expected(self, "an annotation");
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++)
      if (csp_fzn_is_name(self, known[i].name))
        *out = (uint8_t)known[i].strength;
    if (!csp_fzn_next(self) || !skip_arguments(self))
      return false;
  }
  return true;
}

static bool
parse_constraint(CspFlatzinc *self)
{
  CspFznConstraint con = {.strength = CSP_STRENGTH_DEFAULT};

  if (!csp_fzn_next(self))
    return false;
  if (self->token.kind != CSP_FZN_NAME)
    return csp_fzn_expected(self, "the name of a constraint");
  const char *place = self->token.start;
  con.place = (size_t)(place - self->text);
  con.first_arg = self->args->len;
  if (!find_row(self, &con.row) || !csp_fzn_next(self) ||
      !csp_fzn_take_sign(self, '(') ||
      !parse_arguments(self, &csp_fzn_rows[con.row], place) ||
      !parse_strength(self, &con.strength))
    return false;
  g_array_append_val(self->constraints, con);
  return csp_fzn_take_sign(self, ';');
}

static bool
parse_solve(CspFlatzinc *self)
{
  if (!csp_fzn_next(self) || !csp_fzn_parse_notes(self, &self->notes))
    return false;
  if (csp_fzn_is_name(self, "satisfy"))
    return csp_fzn_next(self) && csp_fzn_take_sign(self, ';');
  if (csp_fzn_is_name(self, "minimize"))
    self->goal = CSP_FZN_MINIMIZE;
  else if (csp_fzn_is_name(self, "maximize"))
    self->goal = CSP_FZN_MAXIMIZE;
  else
    return csp_fzn_expected(self, "satisfy, minimize or maximize");
  if (!csp_fzn_next(self))
    return false;
  const char *place = self->token.start;
  self->objective_place = (size_t)(place - self->text);
  if (!csp_fzn_parse_expr(self, &self->objective))
    return false;
  if (!csp_fzn_fits(self, &self->objective, 'x'))
    return csp_fzn_fail(self, place, "the objective is not an integer");
  return csp_fzn_take_sign(self, ';');
}

bool
csp_fzn_parse(CspFlatzinc *self)
{
  bool has_solve = false;

  if (!csp_fzn_next(self))
    return false;
  while (self->token.kind != CSP_FZN_END) {
    bool is_good;
    if (csp_fzn_is_name(self, "constraint"))
      is_good = parse_constraint(self);
    else if (csp_fzn_is_name(self, "predicate"))
      is_good = parse_predicate(self);
    else if (!csp_fzn_is_name(self, "solve"))
      is_good = self->token.kind == CSP_FZN_NAME ||
                        self->token.kind == CSP_FZN_INT ||
                        csp_fzn_is_sign(self, '{')
                    ? parse_declaration(self)
                    : csp_fzn_expected(self, "an item");
    else if (has_solve)
      is_good = csp_fzn_fail(self, self->token.start,
                             "there is a solve item already");
    else
      is_good = has_solve = parse_solve(self);
    if (!is_good)
      return false;
  }
  return has_solve ||
         csp_fzn_fail(self, self->token.start, "there is no solve item");
}
