/* SPDX-License-Identifier: MIT */
/* From what was read to a model.
 *
 * Variables are added in the order of the file, those that have one value
 * excepted: they are constants, which are added when they are needed, under
 * their number as name. */
#include "config.h"

#include <string.h>

#include "io/flatzinc-private.h"

/* Values of a domain with gaps up to which they are listed. */
enum { LISTED_MAX = 1 << 20 };

static const CspFznSymbol *
symbol_of(const CspFlatzinc *self, const CspFznVar *var)
{
  return &g_array_index(self->symbols, CspFznSymbol, var->symbol);
}

/* Variables ----------------------------------------------------------------- */

static CspVar
add_listed(CspFlatzinc *self,
           const char *name,
           const CspFznVar *var,
           bool *out_is_whole)
{
  const CspFznSet *set = &g_array_index(self->sets, CspFznSet, var->set);
  const int32_t *ranges = &g_array_index(self->ranges, int32_t, set->first);
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(gint));

  for (uint32_t i = 0; i < set->n; i += 2) {
    int64_t min = MAX(ranges[i], var->min), max = MIN(ranges[i + 1], var->max);
    if (max - min + values->len > LISTED_MAX) {
      *out_is_whole = false;
      return csp_model_add_int(self->model, name, (gint)var->min,
                               (gint)var->max, &self->error);
    }
    for (int64_t v = min; v <= max; v++) {
      gint value = (gint)v;
      g_array_append_val(values, value);
    }
  }
  return csp_model_add_int_values(self->model, name,
                                  (const gint *)(void *)values->data,
                                  values->len, &self->error);
}

/* The gaps of a domain too large to be listed, as a constraint. */
static bool
post_gaps(CspFlatzinc *self, const CspFznVar *var)
{
  const CspFznSet *set = &g_array_index(self->sets, CspFznSet, var->set);
  const int32_t *ranges = &g_array_index(self->ranges, int32_t, set->first);
  CspVar one = csp_fzn_model_var(self, csp_fzn_constant(self, 1));

  return one != CSP_NONE && csp_model_post_member(self->model, var->var, ranges,
                                                  set->n, one, &self->error);
}

static bool
add_var(CspFlatzinc *self, uint32_t root)
{
  CspFznVar *var = csp_fzn_var(self, root);
  const CspFznSymbol *symbol = symbol_of(self, var);
  g_autofree char *name = g_strndup(symbol->name, symbol->length);
  bool is_whole = true;

  if (var->set != CSP_FZN_NONE)
    var->var = add_listed(self, name, var, &is_whole);
  else
    var->var = csp_model_add_int(self->model, name, (gint)var->min,
                                 (gint)var->max, &self->error);
  if (var->var == CSP_NONE)
    return false;
  return is_whole || post_gaps(self, var);
}

static bool
add_vars(CspFlatzinc *self)
{
  uint32_t n = self->vars->len;

  for (uint32_t i = 0; i < n; i++) {
    const CspFznVar *var = csp_fzn_var(self, i);
    if (var->symbol != CSP_FZN_NONE && csp_fzn_root(self, i) == i &&
        !csp_fzn_is_fixed(self, i) && !add_var(self, i))
      return false;
  }
  return true;
}

CspVar
csp_fzn_model_var(CspFlatzinc *self, uint32_t root)
{
  CspFznVar *var = csp_fzn_var(self, root);

  if (csp_fzn_is_fixed(self, root) && var->symbol != CSP_FZN_NONE) {
    root = csp_fzn_constant(self, var->min);
    var = csp_fzn_var(self, root);
  }
  if (var->var != CSP_NONE)
    return var->var;
  g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, var->min);
  if (!csp_fzn_is_bounded(var)) {
    csp_fzn_fail(self, self->text, "the number %s leaves %d..%d", name,
                 CSP_VALUE_MIN, CSP_VALUE_MAX);
    return CSP_NONE;
  }
  var->var = csp_model_add_int(self->model, name, (gint)var->min,
                               (gint)var->max, &self->error);
  return var->var;
}

CspVar
csp_fzn_add_helper(CspFlatzinc *self)
{
  g_autofree char *name = g_strdup_printf("%%%zu", ++self->n_helpers);

  return csp_model_add_bool(self->model, name, &self->error);
}

/* Arguments ----------------------------------------------------------------- */

const CspFznArray *
csp_fzn_array(const CspFlatzinc *self, const CspFznConstraint *con, uint32_t k)
{
  return &g_array_index(self->arrays, CspFznArray,
                        csp_fzn_arg(self, con, k)->value);
}

CspVar
csp_fzn_get_var(CspFlatzinc *self, const CspFznConstraint *con, uint32_t k)
{
  return csp_fzn_model_var(self,
                           csp_fzn_arg_root(self, csp_fzn_arg(self, con, k)));
}

static void *
lend(CspFlatzinc *self, size_t size)
{
  void *memory = g_malloc(size + 1);

  g_ptr_array_add(self->lent, memory);
  return memory;
}

CspVar *
csp_fzn_get_vars(CspFlatzinc *self,
                 const CspFznConstraint *con,
                 uint32_t k,
                 size_t *out_n)
{
  const CspFznArray array = *csp_fzn_array(self, con, k);
  CspVar *vars = lend(self, array.n * sizeof(CspVar));

  for (uint32_t i = 0; i < array.n; i++)
    vars[i] = csp_fzn_model_var(self, csp_fzn_element_root(self, &array, i));
  *out_n = array.n;
  return vars;
}

int64_t
csp_fzn_get_int(CspFlatzinc *self, const CspFznConstraint *con, uint32_t k)
{
  return csp_fzn_arg(self, con, k)->value;
}

const int32_t *
csp_fzn_get_ints(CspFlatzinc *self,
                 const CspFznConstraint *con,
                 uint32_t k,
                 size_t *out_n)
{
  const CspFznArray *array = csp_fzn_array(self, con, k);

  *out_n = array->n;
  return (const int32_t *)csp_fzn_elements(self, array);
}

const int32_t *
csp_fzn_get_ranges(CspFlatzinc *self,
                   const CspFznConstraint *con,
                   uint32_t k,
                   size_t *out_n)
{
  const CspFznSet *set =
      &g_array_index(self->sets, CspFznSet, csp_fzn_arg(self, con, k)->value);

  *out_n = set->n;
  return (const int32_t *)(const void *)self->ranges->data + set->first;
}

/* Constraints --------------------------------------------------------------- */

bool
csp_fzn_refused(CspFlatzinc *self, const CspFznConstraint *con, GError *error)
{
  if (self->error == NULL && error != NULL) {
    csp_fzn_fail(self, self->text + con->place, "%s", error->message);
    if (error->code != CSP_ERROR_INVALID) /* else it is wrong in the file */
      self->error->code = error->code;
  }
  g_clear_error(&error);
  return false;
}

bool
csp_fzn_post_false(CspFlatzinc *self, const CspFznConstraint *con)
{
  GError *error = NULL;
  CspVar one = csp_fzn_model_var(self, csp_fzn_constant(self, 1));

  return one != CSP_NONE &&
         csp_fzn_posted(self, con,
                        csp_model_post_relation_const(
                            self->model, one, CSP_RELATION_EQ, 0, &error),
                        error);
}

static bool
post_all(CspFlatzinc *self)
{
  for (guint i = 0; i < self->constraints->len; i++) {
    const CspFznConstraint *con =
        &g_array_index(self->constraints, CspFznConstraint, i);
    const CspFznRow *row = &csp_fzn_rows[con->row];
    if (con->is_done)
      continue;
    csp_model_set_strength(self->model, (CspStrength)con->strength);
    bool is_posted = row->post(self, con, row->op) && self->error == NULL;
    g_ptr_array_set_size(self->lent, 0);
    if (!is_posted)
      return csp_fzn_fail(self, self->text + con->place,
                          "%s could not be stated", row->name);
  }
  csp_model_set_strength(self->model, CSP_STRENGTH_DEFAULT);
  return true;
}

/* A contradiction was read: what is left has no solution, whatever it is. */
static bool
post_contradiction(CspFlatzinc *self)
{
  for (uint32_t i = 0; i < self->vars->len; i++) {
    CspFznVar *var = csp_fzn_var(self, i);
    if (csp_fzn_is_empty(var) || !csp_fzn_is_bounded(var)) {
      var->min = var->max = 0;
      var->set = CSP_FZN_NONE;
    }
  }
  return add_vars(self) &&
         csp_fzn_post_false(self, &(CspFznConstraint){.place = 0});
}

static bool
set_objective(CspFlatzinc *self)
{
  if (self->goal == CSP_FZN_SATISFY)
    return true;
  CspVar var =
      csp_fzn_model_var(self, csp_fzn_arg_root(self, &self->objective));
  if (var == CSP_NONE)
    return false;
  return self->goal == CSP_FZN_MINIMIZE
             ? csp_model_minimize(self->model, var, &self->error)
             : csp_model_maximize(self->model, var, &self->error);
}

/* Outputs ------------------------------------------------------------------- */

static void
add_place(CspFlatzinc *self, bool is_var, uint32_t element)
{
  CspFznPlace place = {.var = CSP_NONE, .value = (int32_t)element};

  if (is_var) {
    uint32_t root = csp_fzn_root(self, element);
    const CspFznVar *var = csp_fzn_var(self, root);
    place.value = (int32_t)var->min;
    if (!csp_fzn_is_fixed(self, root))
      place.var = var->var;
  }
  g_array_append_val(self->places, place);
}

static bool
make_output(CspFlatzinc *self, CspFznOutput *output)
{
  output->first = self->places->len;
  output->n = 1;
  if (output->arg.kind != CSP_FZN_ARG_ARRAY) {
    add_place(self, output->arg.kind == CSP_FZN_ARG_VAR,
              (uint32_t)output->arg.value);
    return true;
  }
  const CspFznArray *array =
      &g_array_index(self->arrays, CspFznArray, output->arg.value);
  uint64_t product = 1;
  for (uint32_t i = 0; i < output->n_dims && product <= G_MAXUINT32; i++)
    product *= (uint64_t)MAX(
        (int64_t)output->dims[2 * i + 1] - output->dims[2 * i] + 1, 0);
  if (output->n_dims == 0)
    return csp_fzn_fail(self, output->place,
                        "the output array %s has no dimensions", output->name);
  if (product != array->n)
    return csp_fzn_fail(self, output->place,
                        "the output array %s has %u elements, its dimensions "
                        "have %s%" G_GUINT64_FORMAT,
                        output->name, array->n,
                        product > G_MAXUINT32 ? "over " : "",
                        MIN(product, G_MAXUINT32));
  output->n = array->n;
  for (uint32_t i = 0; i < array->n; i++)
    add_place(self,
              array->kind == CSP_FZN_VARS || array->kind == CSP_FZN_BOOL_VARS,
              csp_fzn_elements(self, array)[i]);
  return true;
}

/* With no output items every variable counts. */
static bool
make_outputs(CspFlatzinc *self)
{
  g_autoptr(GArray) vars = g_array_new(FALSE, FALSE, sizeof(CspVar));

  for (guint i = 0; i < self->outputs->len; i++)
    if (!make_output(self, &g_array_index(self->outputs, CspFznOutput, i)))
      return false;
  if (self->outputs->len == 0)
    return true;
  for (guint i = 0; i < self->places->len; i++) {
    const CspFznPlace *place = &g_array_index(self->places, CspFznPlace, i);
    if (place->var != CSP_NONE)
      g_array_append_val(vars, place->var);
  }
  return csp_model_set_projection(
      self->model, (const CspVar *)(void *)vars->data, vars->len, &self->error);
}

/* -------------------------------------------------------------------------- */

static bool
build(CspFlatzinc *self)
{
  csp_fzn_absorb(self);
  if (!self->is_false && !csp_fzn_close(self))
    return false;
  bool is_good = self->is_false ? post_contradiction(self)
                                : add_vars(self) && post_all(self);
  return is_good && set_objective(self) && make_outputs(self) &&
         csp_fzn_add_searches(self);
}

/* What only building needs. */
static void
drop_source(CspFlatzinc *self)
{
  g_clear_pointer(&self->symbols, g_array_unref);
  g_clear_pointer(&self->slots, g_free);
  g_clear_pointer(&self->rows, g_hash_table_unref);
  g_clear_pointer(&self->vars, g_array_unref);
  g_clear_pointer(&self->constant, g_hash_table_unref);
  g_clear_pointer(&self->sets, g_array_unref);
  g_clear_pointer(&self->ranges, g_array_unref);
  g_clear_pointer(&self->arrays, g_array_unref);
  g_clear_pointer(&self->elements, g_array_unref);
  g_clear_pointer(&self->args, g_array_unref);
  g_clear_pointer(&self->constraints, g_array_unref);
  g_clear_pointer(&self->lent, g_ptr_array_unref);
  g_clear_pointer(&self->bytes, g_bytes_unref);
}

/**
 * csp_flatzinc_build: (skip)
 * @self: what was read
 * @model: a new model
 * @error: return location for a #GError, or %NULL
 *
 * States the problem in a model, once.
 *
 * Equal variables become one, under the name that was written by hand if there
 * is one; variables with one value and constants get their number as name.  The
 * output items are the model's projection, the annotations of the solve item
 * its goals.
 *
 * Fails with %CSP_ERROR_PARSE or what a constraint was refused with, the place
 * in the message; @model is of no use then.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_flatzinc_build(CspFlatzinc *self, CspModel *model, GError **error)
{
  g_return_val_if_fail(self != NULL && self->model == NULL, FALSE);
  g_return_val_if_fail(CSP_IS_MODEL(model), FALSE);

  self->model = model;
  bool is_built = build(self);
  drop_source(self);
  if (is_built)
    return TRUE;
  g_propagate_error(error, g_steal_pointer(&self->error));
  return FALSE;
}

/* Reading ------------------------------------------------------------------- */

static CspFlatzinc *
flatzinc_new(const char *name, GBytes *bytes)
{
  CspFlatzinc *self = g_new0(CspFlatzinc, 1);
  gsize n;

  self->name = g_strdup(name);
  self->bytes = g_bytes_ref(bytes);
  self->text = self->at = g_bytes_get_data(bytes, &n);
  if (self->text == NULL)
    self->text = self->at = "";
  self->end = self->text + n;
  self->warnings = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(self->warnings, NULL);
  self->arena = csp_arena_new();
  self->symbols = g_array_new(FALSE, FALSE, sizeof(CspFznSymbol));
  self->rows = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (size_t i = 0; i < csp_fzn_n_rows; i++)
    g_hash_table_insert(self->rows, g_strdup(csp_fzn_rows[i].name),
                        GUINT_TO_POINTER((guint)i + 1));
  self->vars = g_array_new(FALSE, FALSE, sizeof(CspFznVar));
  self->constant = g_hash_table_new(NULL, NULL);
  self->sets = g_array_new(FALSE, FALSE, sizeof(CspFznSet));
  self->ranges = g_array_new(FALSE, FALSE, sizeof(int32_t));
  self->arrays = g_array_new(FALSE, FALSE, sizeof(CspFznArray));
  self->elements = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  self->args = g_array_new(FALSE, FALSE, sizeof(CspFznArg));
  self->constraints = g_array_new(FALSE, FALSE, sizeof(CspFznConstraint));
  self->outputs = g_array_new(FALSE, FALSE, sizeof(CspFznOutput));
  self->places = g_array_new(FALSE, FALSE, sizeof(CspFznPlace));
  self->lent = g_ptr_array_new_with_free_func(g_free);
  return self;
}

/**
 * csp_flatzinc_free: (skip)
 * @self: (nullable): what was read
 *
 * Frees it; the model that was built stays.
 *
 * Since: 0.1
 */
void
csp_flatzinc_free(CspFlatzinc *self)
{
  if (self == NULL)
    return;
  drop_source(self);
  g_array_unref(self->outputs);
  g_array_unref(self->places);
  g_ptr_array_unref(self->warnings);
  g_clear_error(&self->error);
  csp_arena_free(self->arena);
  g_free(self->name);
  g_free(self);
}

/**
 * csp_flatzinc_new_for_bytes: (skip)
 * @name: what messages call the input
 * @bytes: the text
 * @error: return location for a #GError, or %NULL
 *
 * Reads FlatZinc from memory.
 *
 * Fails with %CSP_ERROR_PARSE, the place in the message.
 *
 * Returns: (transfer full): what was read, or %NULL with @error set
 *
 * Since: 0.1
 */
CspFlatzinc *
csp_flatzinc_new_for_bytes(const gchar *name, GBytes *bytes, GError **error)
{
  g_return_val_if_fail(name != NULL && bytes != NULL, NULL);
  g_return_val_if_fail(error == NULL || *error == NULL, NULL);

  g_autoptr(CspFlatzinc) self = flatzinc_new(name, bytes);
  if (csp_fzn_parse(self))
    return g_steal_pointer(&self);
  g_propagate_error(error, g_steal_pointer(&self->error));
  return NULL;
}

/**
 * csp_flatzinc_get_warnings: (skip)
 * @self: what was read
 * @out_n: how many there are
 *
 * Remarks of reading and building that did not stop them.
 *
 * Returns: (transfer none) (array length=out_n): the remarks
 *
 * Since: 0.1
 */
const gchar *const *
csp_flatzinc_get_warnings(const CspFlatzinc *self, gsize *out_n)
{
  g_return_val_if_fail(self != NULL && out_n != NULL, NULL);

  *out_n = self->warnings->len - 1;
  return (const gchar *const *)self->warnings->pdata;
}
