/* SPDX-License-Identifier: MIT */
/* Constants, names, elements and arrays of FlatZinc, and sets. */
#include "config.h"

#include <string.h>

#include "io/flatzinc-private.h"

static const CspFznArray *
array_at(const CspFlatzinc *self, int64_t i)
{
  return &g_array_index(self->arrays, CspFznArray, i);
}

bool
csp_fzn_check_range(CspFlatzinc *self, int64_t value, const char *place)
{
  if (value >= CSP_VALUE_MIN && value <= CSP_VALUE_MAX)
    return true;
  return csp_fzn_fail(self, place,
                      "the number %" G_GINT64_FORMAT " leaves %d..%d", value,
                      CSP_VALUE_MIN, CSP_VALUE_MAX);
}

bool
csp_fzn_parse_int(CspFlatzinc *self, const char *what, int64_t *out)
{
  const CspFznSymbol *symbol;

  if (self->token.kind == CSP_FZN_NAME &&
      (symbol = csp_fzn_find(self, self->token.start, self->token.length)) !=
          NULL &&
      symbol->arg.kind == CSP_FZN_ARG_INT) {
    *out = symbol->arg.value;
    return csp_fzn_next(self);
  }
  if (self->token.kind != CSP_FZN_INT)
    return csp_fzn_expected(self, what);
  *out = self->token.value;
  return csp_fzn_check_range(self, *out, self->token.start) &&
         csp_fzn_next(self);
}

/* Sets ---------------------------------------------------------------------- */

static int
compare_ints(gconstpointer a, gconstpointer b)
{
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

  return (x > y) - (x < y);
}

static void
add_range(CspFlatzinc *self, int32_t min, int32_t max)
{
  g_array_append_val(self->ranges, min);
  g_array_append_val(self->ranges, max);
}

static uint32_t
add_set(CspFlatzinc *self, guint first)
{
  CspFznSet set = {.first = first, .n = self->ranges->len - first};

  g_array_append_val(self->sets, set);
  return self->sets->len - 1;
}

/* After '{'. */
static bool
parse_listed_set(CspFlatzinc *self, uint32_t *out)
{
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(int32_t));
  guint first = self->ranges->len;
  bool is_next = !csp_fzn_is_sign(self, '}');

  while (is_next) {
    int64_t value;
    if (csp_fzn_is_sign(self, '}')) /* after a comma too many */
      break;
    if (!csp_fzn_parse_int(self, "an integer", &value))
      return false;
    int32_t narrow = (int32_t)value;
    g_array_append_val(values, narrow);
    if (!csp_fzn_accept_sign(self, ',', &is_next))
      return false;
  }
  if (!csp_fzn_take_sign(self, '}'))
    return false;
  g_array_sort(values, compare_ints);
  for (guint i = 0; i < values->len;) {
    int32_t min = g_array_index(values, int32_t, i), max = min;
    while (++i < values->len && g_array_index(values, int32_t, i) <= max + 1)
      max = g_array_index(values, int32_t, i);
    add_range(self, min, max);
  }
  *out = add_set(self, first);
  return true;
}

bool
csp_fzn_parse_set(CspFlatzinc *self, uint32_t *out)
{
  int64_t min, max;
  bool is_list;

  if (!csp_fzn_accept_sign(self, '{', &is_list))
    return false;
  if (is_list)
    return parse_listed_set(self, out);
  if (!csp_fzn_parse_int(self, "a set", &min))
    return false;
  if (self->token.kind != CSP_FZN_DOTS)
    return csp_fzn_expected(self, "'..'");
  if (!csp_fzn_next(self) || !csp_fzn_parse_int(self, "an integer", &max))
    return false;
  guint first = self->ranges->len;
  if (min <= max)
    add_range(self, (int32_t)min, (int32_t)max);
  *out = add_set(self, first);
  return true;
}

/* Arrays -------------------------------------------------------------------- */

/* The kind of an array that has elements of both kinds; EMPTY fits all.  False:
 * there is none. */
static bool
join_kinds(uint8_t *kind, uint8_t other)
{
  if (*kind == CSP_FZN_EMPTY || *kind == other)
    *kind = other;
  else if ((*kind == CSP_FZN_INTS && other == CSP_FZN_VARS) ||
           (*kind == CSP_FZN_BOOLS && other == CSP_FZN_BOOL_VARS))
    *kind = other;
  else
    return (*kind == CSP_FZN_VARS && other == CSP_FZN_INTS) ||
           (*kind == CSP_FZN_BOOL_VARS && other == CSP_FZN_BOOLS);
  return true;
}

static uint8_t
kind_of(const CspFlatzinc *self, const CspFznArg *arg)
{
  switch ((CspFznArgKind)arg->kind) {
  case CSP_FZN_ARG_INT:
    return CSP_FZN_INTS;
  case CSP_FZN_ARG_BOOL:
    return CSP_FZN_BOOLS;
  case CSP_FZN_ARG_VAR:
    return csp_fzn_var(self, (uint32_t)arg->value)->is_bool ? CSP_FZN_BOOL_VARS
                                                            : CSP_FZN_VARS;
  case CSP_FZN_ARG_SET:
    return CSP_FZN_SETS;
  case CSP_FZN_ARG_ARRAY:
    break;
  }
  return CSP_FZN_EMPTY;
}

static bool
is_of_vars(uint8_t kind)
{
  return kind == CSP_FZN_VARS || kind == CSP_FZN_BOOL_VARS;
}

/* The elements from `first` on were numbers and become variables. */
static void
turn_into_vars(CspFlatzinc *self, guint first)
{
  for (guint i = first; i < self->elements->len; i++) {
    int32_t value = g_array_index(self->elements, int32_t, i);
    g_array_index(self->elements, uint32_t, i) = csp_fzn_constant(self, value);
  }
}

static bool
append_element(CspFlatzinc *self, uint8_t *kind, guint first)
{
  const char *place = self->token.start;
  CspFznArg arg;

  if (!csp_fzn_parse_expr(self, &arg))
    return false;
  uint8_t own = kind_of(self, &arg), before = *kind;
  if (own == CSP_FZN_EMPTY || !join_kinds(kind, own))
    return csp_fzn_fail(self, place,
                        "the element is not of the type of the others");
  if (arg.kind == CSP_FZN_ARG_INT &&
      !csp_fzn_check_range(self, arg.value, place))
    return false;
  if (is_of_vars(*kind) && !is_of_vars(before))
    turn_into_vars(self, first);
  uint32_t element = (uint32_t)arg.value;
  if (is_of_vars(*kind) && !is_of_vars(own))
    element = csp_fzn_constant(self, arg.value);
  g_array_append_val(self->elements, element);
  return true;
}

/* After '['. */
static bool
parse_array(CspFlatzinc *self, CspFznArg *out)
{
  guint first = self->elements->len;
  CspFznArray array = {.first = first, .kind = CSP_FZN_EMPTY};
  bool is_next = true;

  while (is_next && !csp_fzn_is_sign(self, ']')) {
    if (csp_fzn_is_sign(self, '['))
      return csp_fzn_expected(self, "an element");
    if (!append_element(self, &array.kind, first) ||
        !csp_fzn_accept_sign(self, ',', &is_next))
      return false;
  }
  if (!csp_fzn_is_sign(self, ']'))
    return csp_fzn_expected(self, "',' or ']'");
  if (!csp_fzn_next(self))
    return false;
  array.n = self->elements->len - first;
  g_array_append_val(self->arrays, array);
  *out = (CspFznArg){.kind = CSP_FZN_ARG_ARRAY, .value = self->arrays->len - 1};
  return true;
}

/* After NAME '['. */
static bool
parse_index(CspFlatzinc *self, CspFznArg *arg)
{
  const CspFznArray *array = array_at(self, arg->value);
  const char *place = self->token.start;
  int64_t index;

  if (!csp_fzn_parse_int(self, "an index", &index))
    return false;
  if (index < 1 || index > array->n)
    return csp_fzn_fail(self, place,
                        "the index %" G_GINT64_FORMAT " is not in 1..%u", index,
                        array->n);
  uint32_t element = csp_fzn_elements(self, array)[index - 1];
  switch ((CspFznArrayKind)array->kind) {
  case CSP_FZN_INTS:
    *arg = (CspFznArg){(int32_t)element, CSP_FZN_ARG_INT};
    break;
  case CSP_FZN_BOOLS:
    *arg = (CspFznArg){element, CSP_FZN_ARG_BOOL};
    break;
  case CSP_FZN_SETS:
    *arg = (CspFznArg){element, CSP_FZN_ARG_SET};
    break;
  default:
    *arg = (CspFznArg){element, CSP_FZN_ARG_VAR};
    break;
  }
  return csp_fzn_take_sign(self, ']');
}

static bool
parse_name(CspFlatzinc *self, CspFznArg *out)
{
  const CspFznToken token = self->token;
  const CspFznSymbol *symbol = csp_fzn_find(self, token.start, token.length);

  if (csp_fzn_is_name(self, "true") || csp_fzn_is_name(self, "false")) {
    *out = (CspFznArg){*token.start == 't', CSP_FZN_ARG_BOOL};
    return csp_fzn_next(self);
  }
  if (symbol == NULL)
    return csp_fzn_fail(self, token.start, "the name %.*s is not known",
                        (int)MIN(token.length, 60), token.start);
  *out = symbol->arg;
  if (!csp_fzn_next(self))
    return false;
  bool is_indexed = false;
  if (out->kind == CSP_FZN_ARG_ARRAY &&
      !csp_fzn_accept_sign(self, '[', &is_indexed))
    return false;
  return !is_indexed || parse_index(self, out);
}

/* A number, unless '..' makes it the beginning of a set. */
static bool
parse_number(CspFlatzinc *self, CspFznArg *out)
{
  const CspFznToken token = self->token;
  const char *at = self->at;

  *out = (CspFznArg){token.value, CSP_FZN_ARG_INT};
  if (!csp_fzn_next(self))
    return false;
  if (self->token.kind != CSP_FZN_DOTS)
    return true;
  self->token = token;
  self->at = at;
  uint32_t set;
  if (!csp_fzn_parse_set(self, &set))
    return false;
  *out = (CspFznArg){set, CSP_FZN_ARG_SET};
  return true;
}

bool
csp_fzn_parse_expr(CspFlatzinc *self, CspFznArg *out)
{
  bool is_array;
  uint32_t set;

  if (self->token.kind == CSP_FZN_NAME)
    return parse_name(self, out);
  if (self->token.kind == CSP_FZN_INT)
    return parse_number(self, out);
  if (csp_fzn_is_sign(self, '{')) {
    if (!csp_fzn_parse_set(self, &set))
      return false;
    *out = (CspFznArg){set, CSP_FZN_ARG_SET};
    return true;
  }
  if (!csp_fzn_accept_sign(self, '[', &is_array))
    return false;
  return is_array ? parse_array(self, out)
                  : csp_fzn_expected(self, "an expression");
}
