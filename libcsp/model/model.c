/* SPDX-License-Identifier: MIT */
/* CspModel: the object, its seal, objective, names and summary.  Variables are
 * in arrays.c, constraints in post.c, expressions in expr.c, symmetries in
 * symmetry.c. */
#include "config.h"

#include <string.h>

#include "model/model-private.h"

/**
 * CspModel:
 *
 * What is to be solved: variables, constraints, an objective, symmetries.
 *
 * A model is data.  The first solver made for it seals it; then it can be
 * shared by any number of solvers and threads without locks.
 *
 * Since: 0.1
 */
G_DEFINE_FINAL_TYPE(CspModel, csp_model, G_TYPE_OBJECT)

static void
csp_model_finalize(GObject *object)
{
  CspModel *self = CSP_MODEL(object);

  for (size_t i = 0; i < self->n_constraints; i++) {
    if (self->constraints[i].kind != CSP_CON_USER)
      continue;
    const CspUserConstraint *user = self->constraints[i].object;
    if (user->destroy != NULL)
      user->destroy(user->data);
  }
  g_hash_table_unref(self->array_of_name);
  g_hash_table_unref(self->group_of_name);
  g_clear_pointer(&self->expr_set, g_hash_table_unref);
  g_free(self->arrays);
  g_free(self->constraints);
  g_free(self->groups);
  g_free(self->exprs);
  g_free(self->goals);
  g_free(self->starts);
  g_free(self->symmetries);
  csp_arena_free(self->arena);
  G_OBJECT_CLASS(csp_model_parent_class)->finalize(object);
}

static void
csp_model_class_init(CspModelClass *klass)
{
  G_OBJECT_CLASS(klass)->finalize = csp_model_finalize;
}

static void
csp_model_init(CspModel *self)
{
  self->arena = csp_arena_new();
  self->array_of_name = g_hash_table_new(g_str_hash, g_str_equal);
  self->group_of_name = g_hash_table_new(g_str_hash, g_str_equal);
  self->groups = csp_grow(NULL, 0, &self->groups_size, sizeof(char *));
  self->groups[self->n_groups++] = NULL;
  self->objective = CSP_NONE;
}

/**
 * csp_model_new:
 *
 * Makes a model without variables or constraints.
 *
 * Returns: (transfer full): a new model
 *
 * Since: 0.1
 */
CspModel *
csp_model_new(void)
{
  return g_object_new(CSP_TYPE_MODEL, NULL);
}

bool
csp_fail(GError **error, CspError code, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  g_propagate_error(error, g_error_new_valist(CSP_ERROR, code, format, args));
  va_end(args);
  return false;
}

void *
csp_grow(void *block, size_t n, size_t *size, size_t element_size)
{
  if (n < *size)
    return block;
  *size = MAX(8, 2 * *size);
  return g_realloc_n(block, *size, element_size);
}

/* Relaxed would do: the seal orders nothing, it only stops misuse. */
void
csp_model_seal(CspModel *model)
{
  atomic_store(&model->is_sealed, true);
}

bool
csp_model_check_open(const CspModel *self, GError **error)
{
  if (atomic_load(&self->is_sealed))
    return csp_fail(error, CSP_ERROR_SEALED,
                    "the model belongs to a solver and cannot be changed");
  return true;
}

/**
 * csp_model_set_group:
 * @self: a model
 * @name: (nullable): how messages call the constraints that follow, or %NULL
 *
 * Names the constraints posted from now on, one of them or many.
 *
 * Without a name a constraint is called by its family, number and variables.
 *
 * Since: 0.1
 */
void
csp_model_set_group(CspModel *self, const gchar *name)
{
  g_return_if_fail(CSP_IS_MODEL(self));

  if (name == NULL) {
    self->group = 0;
    return;
  }
  gpointer known = g_hash_table_lookup(self->group_of_name, name);
  if (known != NULL) {
    self->group = GPOINTER_TO_UINT(known);
    return;
  }
  const char *copy = csp_arena_dup(self->arena, name, strlen(name) + 1);
  self->groups = csp_grow(self->groups, self->n_groups, &self->groups_size,
                          sizeof(char *));
  self->group = (uint32_t)self->n_groups;
  self->groups[self->n_groups++] = copy;
  g_hash_table_insert(self->group_of_name, (gpointer)copy,
                      GUINT_TO_POINTER(self->group));
}

/**
 * csp_model_set_strength:
 * @self: a model
 * @strength: how strongly to filter
 *
 * Asks that the constraints posted from now on filter at least so strongly.
 *
 * The start is %CSP_STRENGTH_DEFAULT, which leaves it to the solver.
 *
 * Since: 0.1
 */
void
csp_model_set_strength(CspModel *self, CspStrength strength)
{
  g_return_if_fail(CSP_IS_MODEL(self));
  g_return_if_fail(strength <= CSP_STRENGTH_DOMAIN);

  self->strength = (uint8_t)strength;
}

static gboolean
set_objective(CspModel *self, CspVar var, bool is_maximized, GError **error)
{
  if (!csp_model_check_open(self, error) ||
      !csp_model_check_var(self, var, error))
    return FALSE;
  if (self->objective != CSP_NONE)
    return csp_fail(error, CSP_ERROR_INVALID,
                    "the model has an objective already");
  self->objective = var;
  self->is_maximized = is_maximized;
  return TRUE;
}

/**
 * csp_model_minimize:
 * @self: a model
 * @var: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Asks for a solution in which @var is as small as it can be.
 *
 * Fails with %CSP_ERROR_INVALID if there is an objective already.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_minimize(CspModel *self, CspVar var, GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  return set_objective(self, var, false, error);
}

/**
 * csp_model_maximize:
 * @self: a model
 * @var: a variable of @self
 * @error: return location for a #GError, or %NULL
 *
 * Asks for a solution in which @var is as large as it can be.
 *
 * Fails with %CSP_ERROR_INVALID if there is an objective already.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_maximize(CspModel *self, CspVar var, GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);

  return set_objective(self, var, true, error);
}

/**
 * csp_model_set_hint:
 * @self: a model
 * @values: (array length=n_values): a value for each variable, in the order of
 *   their handles
 * @n_values: as many as @self has variables
 * @error: return location for a #GError, or %NULL
 *
 * Gives a guess at a solution, instead of one given before.  Where it satisfies
 * the model, a search by the algorithm `auto` for one solution or the best
 * begins with it.  Local search starts from it, as far as the values are in
 * the domains.
 *
 * Fails with %CSP_ERROR_INVALID if @n_values is not the number of variables.
 *
 * Returns: %TRUE, or %FALSE with @error set
 *
 * Since: 0.1
 */
gboolean
csp_model_set_hint(CspModel *self,
                   const gint *values,
                   gsize n_values,
                   GError **error)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), FALSE);
  g_return_val_if_fail(values != NULL || n_values == 0, FALSE);

  if (!csp_model_check_open(self, error))
    return FALSE;
  if (n_values != self->n_vars)
    return csp_fail(error, CSP_ERROR_INVALID,
                    "a hint of %" G_GSIZE_FORMAT " values for %u variables",
                    n_values, self->n_vars);
  self->hint = csp_arena_dup(self->arena, values, n_values * sizeof(*values));
  self->n_hint = self->n_vars;
  return TRUE;
}

const int32_t *
csp_model_peek_hint(const CspModel *model)
{
  return model->n_hint == model->n_vars ? model->hint : NULL;
}

/**
 * csp_model_get_objective:
 * @self: a model
 * @out_maximize: (out) (optional): whether it is to be maximized
 *
 * The variable that is minimized or maximized.
 *
 * Returns: its handle, or %CSP_NONE without an objective
 *
 * Since: 0.1
 */
CspVar
csp_model_get_objective(CspModel *self, gboolean *out_maximize)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), CSP_NONE);

  if (out_maximize != NULL)
    *out_maximize = self->is_maximized;
  return self->objective;
}

CspVar
csp_model_objective(const CspModel *model, bool *out_maximize)
{
  if (out_maximize != NULL)
    *out_maximize = model->is_maximized;
  return model->objective;
}

/**
 * csp_model_get_n_constraints:
 * @self: a model
 *
 * How many constraints were posted.
 *
 * Returns: their number
 *
 * Since: 0.1
 */
gsize
csp_model_get_n_constraints(CspModel *self)
{
  g_return_val_if_fail(CSP_IS_MODEL(self), 0);

  return self->n_constraints;
}

const CspConstraint *
csp_model_peek_constraints(const CspModel *model, size_t *out_n)
{
  *out_n = model->n_constraints;
  return model->constraints;
}

static const char *const kind_names[CSP_N_CONSTRAINT_KINDS] = {
#define CONSTRAINT(KIND, family, name, blurb) [CSP_CON_##KIND] = name,
#include "model/constraints.def"
#undef CONSTRAINT
};

char *
csp_model_name_record(const CspModel *self,
                      const CspConstraint *con,
                      size_t index)
{
  enum { SHOWN = 3 };

  if (con->group != 0)
    return g_strdup(self->groups[con->group]);

  bool is_posted = index < self->n_constraints || self->posted_as == NULL;
  GString *name =
      g_string_new(is_posted ? kind_names[con->kind] : self->posted_as);
  g_string_append_printf(name, " #%zu", index + 1);
  for (uint32_t i = 0; i < con->n_vars && i < SHOWN; i++) {
    g_autofree char *var =
        csp_model_dup_var_name((CspModel *)self, csp_constraint_var(con, i));
    g_string_append_printf(name, "%s%s", i == 0 ? " over " : ", ", var);
  }
  if (con->n_vars > SHOWN)
    g_string_append(name, ", ...");
  return g_string_free(name, FALSE);
}

char *
csp_model_dup_constraint_name(const CspModel *model, size_t index)
{
  return csp_model_name_record(model, &model->constraints[index], index);
}

/**
 * csp_model_dup_summary:
 * @self: a model
 *
 * Counts the constraints by family, one line each, as `3 all-different`.
 *
 * Returns: (transfer full) (array zero-terminated=1): the lines, in the order
 *   in which the library lists its families; free with g_strfreev()
 *
 * Since: 0.1
 */
gchar **
csp_model_dup_summary(CspModel *self)
{
  size_t counts[CSP_N_CONSTRAINT_KINDS] = {0};
  g_autoptr(GPtrArray) lines = g_ptr_array_new();

  g_return_val_if_fail(CSP_IS_MODEL(self), NULL);

  for (size_t i = 0; i < self->n_constraints; i++)
    counts[self->constraints[i].kind]++;
  for (int kind = 0; kind < CSP_N_CONSTRAINT_KINDS; kind++)
    if (counts[kind] > 0)
      g_ptr_array_add(
          lines, g_strdup_printf("%zu %s", counts[kind], kind_names[kind]));
  g_ptr_array_add(lines, NULL);
  return (gchar **)g_ptr_array_free(g_steal_pointer(&lines), FALSE);
}
