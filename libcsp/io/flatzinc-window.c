/* SPDX-License-Identifier: MIT */
/* Variables that stay without bounds.
 *
 * They are searched within a window: what is found there is a solution, but that
 * there is nothing else is not known, and the model says so
 * (csp_model_set_window).  One case can be proved all the same.  If, for values
 * of the objective up to v, the constraints bound every variable within its
 * window, then the window has all solutions as good as v, so that the best of
 * them is the best of all.  A smaller v bounds no less, which lets bisection
 * find the largest.
 *
 * A variable that no constraint, output or objective speaks of is given one
 * value.  An objective without the bound that its direction runs to is refused:
 * nothing could ever be proved of it. */
#include "config.h"

#include <string.h>

#include "io/flatzinc-private.h"

/* Sums of two such numbers still are values. */
enum { WINDOW = 500000000 };

/* Who is spoken of ---------------------------------------------------------- */

static void
mark(CspFlatzinc *self, const CspFznArg *arg, bool *is_used)
{
  if (arg->kind == CSP_FZN_ARG_VAR)
    is_used[csp_fzn_root(self, (uint32_t)arg->value)] = true;
  if (arg->kind != CSP_FZN_ARG_ARRAY)
    return;
  const CspFznArray *array =
      &g_array_index(self->arrays, CspFznArray, arg->value);
  for (uint32_t i = 0; array->kind == CSP_FZN_VARS && i < array->n; i++)
    is_used[csp_fzn_root(self, csp_fzn_elements(self, array)[i])] = true;
}

/* By root; with no output items all variables are told. */
static bool *
find_used(CspFlatzinc *self)
{
  bool *is_used = g_new0(bool, self->vars->len);

  for (uint32_t i = 0; self->outputs->len == 0 && i < self->vars->len; i++)
    is_used[csp_fzn_root(self, i)] = true;
  for (guint i = 0; i < self->outputs->len; i++)
    mark(self, &g_array_index(self->outputs, CspFznOutput, i).arg, is_used);
  if (self->goal != CSP_FZN_SATISFY)
    mark(self, &self->objective, is_used);
  for (guint c = 0; c < self->constraints->len; c++) {
    const CspFznConstraint *con =
        &g_array_index(self->constraints, CspFznConstraint, c);
    const char *types = csp_fzn_rows[con->row].types;
    for (uint32_t k = 0; !con->is_done && types[k] != '\0' && types[k] != '?';
         k++)
      mark(self, csp_fzn_arg(self, con, k), is_used);
  }
  return is_used;
}

/* Windows ------------------------------------------------------------------- */

static bool
is_value(int64_t bound)
{
  return bound >= CSP_VALUE_MIN && bound <= CSP_VALUE_MAX;
}

/* Around 0, as far as known bounds allow; where these leave nothing of that, up
 * to the last value.  What is not used gets the value next to 0. */
static void
cut_to_window(CspFlatzinc *self, uint32_t root, bool is_used)
{
  const CspFznVar *var = csp_fzn_var(self, root);
  int64_t size = is_used ? WINDOW : 0, min = -size, max = size;

  if (var->min > max) {
    min = var->min;
    max = is_used ? CSP_VALUE_MAX : min;
  } else if (var->max < min) {
    max = var->max;
    min = is_used ? CSP_VALUE_MIN : max;
  }
  csp_fzn_narrow(self, root, min, max);
}

static bool
needs_window(CspFlatzinc *self, uint32_t i)
{
  const CspFznVar *var = csp_fzn_var(self, i);

  return var->symbol != CSP_FZN_NONE && csp_fzn_root(self, i) == i &&
         !csp_fzn_is_bounded(var);
}

static bool
needs_windows(CspFlatzinc *self)
{
  for (uint32_t i = 0; i < self->vars->len; i++)
    if (needs_window(self, i))
      return true;
  return false;
}

/* Gives windows; answers the first variable that needed one. */
static uint32_t
cut_all(CspFlatzinc *self, const bool *is_used)
{
  uint32_t first = CSP_FZN_NONE;

  for (uint32_t i = 0; i < self->vars->len; i++) {
    if (!needs_window(self, i))
      continue;
    if (is_used[i] && first == CSP_FZN_NONE)
      first = i;
    cut_to_window(self, i, is_used[i]);
  }
  return first;
}

/* What may be proved -------------------------------------------------------- */

/* The variables as they are. */
static CspFznVar *
dup_vars(const CspFlatzinc *self)
{
  return g_memdup2(self->vars->data, self->vars->len * sizeof(CspFznVar));
}

static void
restore(CspFlatzinc *self, const CspFznVar *vars, uint32_t n)
{
  if (n > 0)
    memcpy(self->vars->data, vars, n * sizeof(CspFznVar));
}

/* Do the windows hold all solutions that are as good as value? */
static bool
is_whole_at(CspFlatzinc *self,
            const CspFznVar *before,
            const CspFznVar *windows,
            uint32_t n,
            int64_t value)
{
  uint32_t objective = csp_fzn_arg_root(self, &self->objective);
  bool is_whole = true;

  restore(self, before, n);
  csp_fzn_narrow(self, objective,
                 self->goal == CSP_FZN_MINIMIZE ? CSP_FZN_MIN : value,
                 self->goal == CSP_FZN_MINIMIZE ? value : CSP_FZN_MAX);
  csp_fzn_bound(self);
  for (uint32_t i = 0; i < n && is_whole; i++) {
    const CspFznVar *var = csp_fzn_var(self, i);
    is_whole = csp_fzn_root(self, i) != i || csp_fzn_is_empty(var) ||
               (var->min >= windows[i].min && var->max <= windows[i].max);
  }
  is_whole |= self->is_false;
  self->is_false = false;
  return is_whole;
}

/* The worst value of the objective up to which the windows hold everything, by
 * bisection; sets out_value if there is one. */
static bool
find_whole(CspFlatzinc *self, const CspFznVar *before, int64_t *out_value)
{
  uint32_t objective = csp_fzn_arg_root(self, &self->objective);
  uint32_t n = self->vars->len;
  g_autofree CspFznVar *windows = dup_vars(self);
  CspFznVar range = windows[objective];
  bool is_minimizing = self->goal == CSP_FZN_MINIMIZE;
  int64_t known = is_minimizing ? range.min : range.max;
  int64_t end = is_minimizing ? range.max : range.min;
  bool is_found = is_whole_at(self, before, windows, n, known);

  while (is_found && known != end) {
    int64_t gap = end - known,
            value = known + (gap + (gap > 0) - (gap < 0)) / 2;
    if (is_whole_at(self, before, windows, n, value))
      known = value;
    else
      end = value + (is_minimizing ? -1 : 1);
  }
  restore(self, windows, n);
  *out_value = known;
  return is_found;
}

/* -------------------------------------------------------------------------- */

static const CspFznSymbol *
symbol_of(const CspFlatzinc *self, uint32_t root)
{
  return &g_array_index(self->symbols, CspFznSymbol,
                        csp_fzn_var(self, root)->symbol);
}

/* Has the objective the bound that its direction runs to? */
static bool
check_objective(CspFlatzinc *self)
{
  if (self->goal == CSP_FZN_SATISFY)
    return true;
  uint32_t root = csp_fzn_arg_root(self, &self->objective);
  const CspFznVar *var = csp_fzn_var(self, root);
  if (var->symbol == CSP_FZN_NONE ||
      is_value(self->goal == CSP_FZN_MINIMIZE ? var->min : var->max))
    return true;
  const CspFznSymbol *symbol = symbol_of(self, root);
  return csp_fzn_fail(
      self, symbol->name,
      "the objective %.*s has no bounds within %d..%d, and none "
      "follow from the constraints: give it a domain",
      (int)symbol->length, symbol->name, CSP_VALUE_MIN, CSP_VALUE_MAX);
}

/* Has each variable a value that values can be? */
static bool
check_ranges(CspFlatzinc *self)
{
  for (uint32_t i = 0; i < self->vars->len; i++) {
    const CspFznVar *var = csp_fzn_var(self, i);
    if (!needs_window(self, i) ||
        (var->min <= CSP_VALUE_MAX && var->max >= CSP_VALUE_MIN))
      continue;
    const CspFznSymbol *symbol = symbol_of(self, i);
    return csp_fzn_fail(
        self, symbol->name, "all values of %.*s are outside of %d..%d",
        (int)symbol->length, symbol->name, CSP_VALUE_MIN, CSP_VALUE_MAX);
  }
  return true;
}

bool
csp_fzn_close(CspFlatzinc *self)
{
  int64_t value = 0;

  csp_fzn_bound(self);
  if (self->is_false || !needs_windows(self))
    return true;
  self->is_false = csp_fzn_contradicts(self);
  if (self->is_false)
    return true;
  if (!check_ranges(self))
    return false;
  if (!check_objective(self))
    return false;
  g_autofree bool *is_used = find_used(self);
  g_autofree CspFznVar *before = dup_vars(self);
  uint32_t first = cut_all(self, is_used);
  if (first == CSP_FZN_NONE)
    return true;
  bool is_found =
      self->goal != CSP_FZN_SATISFY && find_whole(self, before, &value);
  const CspFznSymbol *symbol = symbol_of(self, first);
  csp_fzn_warn(self, symbol->name,
               "%.*s has no bounds within %d..%d, and none follow from the "
               "constraints: searched from %" G_GINT64_FORMAT
               " to %" G_GINT64_FORMAT " only; give it a domain",
               (int)symbol->length, symbol->name, CSP_VALUE_MIN, CSP_VALUE_MAX,
               csp_fzn_var(self, first)->min, csp_fzn_var(self, first)->max);
  guint last = self->warnings->len - 2;
  csp_model_set_window(self->model, self->warnings->pdata[last], is_found,
                       value);
  if (is_found) /* most likely to prove the best, and then there is no remark */
    g_ptr_array_remove_index(self->warnings, last);
  return true;
}
