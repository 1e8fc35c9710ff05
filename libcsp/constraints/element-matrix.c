/* SPDX-License-Identifier: MIT */
/* matrix[row, column] = result, of constants or of variables.
 *
 * A cell is met when the domains allow its row and column and it has a value in
 * common with the result.  A row stays that has a cell met, and so does a
 * column; the result keeps the values that cells met have.  With one cell left
 * it and the result become equal; before that cells keep their values.  The
 * steps are repeated until nothing changes: consistency of the domain, except
 * that a result of more than 64 values is pruned to its bounds while several
 * cells are left.  A run looks at each cell that rows and columns allow. */
#include "config.h"

#include <string.h>

#include "constraints/family.h"
#include "constraints/filter.h"

typedef struct {
  CspPropagator base;    /* vars: the cells, if variable, row, column, result */
  const int32_t *values; /* the cells, if constant, else NULL */
  int64_t first_row, first_column;
  uint32_t n_columns;
  CspVar row, column, result;
  uint64_t *is_met; /* by column, for a moment */
} Matrix;

/* What cells met have, of a result that is a word or not. */
typedef struct {
  uint64_t keep;
  int64_t min, max;
} Values;

static size_t
cell_at(const Matrix *self, int64_t row, int64_t column)
{
  return (size_t)((row - self->first_row) * self->n_columns + column -
                  self->first_column);
}

/* Adds what the cell has in common with the result; is it met? */
static bool
meet(const Matrix *self, const CspStore *store, size_t cell, Values *met)
{
  CspVar result = self->result;
  bool is_word = csp_store_is_word(store, result);

  if (self->values != NULL) {
    int64_t value = self->values[cell];
    if (!csp_store_has(store, result, value))
      return false;
    if (is_word)
      met->keep |= UINT64_C(1) << (value - store->base[result]);
    met->min = MIN(met->min, value);
    met->max = MAX(met->max, value);
    return true;
  }

  CspVar x = self->base.vars[cell];
  if (is_word && csp_store_is_word(store, x)) {
    uint64_t common =
        csp_filter_shifted_word(store, result, x, 0) & store->words[result];
    met->keep |= common;
    return common != 0;
  }
  if (!csp_filter_intersects(store, x, result))
    return false;
  for (uint64_t open = is_word ? store->words[result] & ~met->keep : 0;
       open != 0; open &= open - 1)
    if (csp_store_has(store, x, store->base[result] + __builtin_ctzll(open)))
      met->keep |= open & -open;
  met->min =
      MIN(met->min, csp_store_next(store, x, csp_store_min(store, result) - 1));
  met->max = MAX(
      met->max, csp_store_previous(store, x, csp_store_max(store, result) + 1));
  return true;
}

static bool
filter_columns(const Matrix *self, CspStore *store)
{
  CSP_STORE_FOREACH_VALUE(store, self->column, c)
  {
    uint64_t place = (uint64_t)(c - self->first_column);
    if ((self->is_met[place / 64] >> (place % 64) & 1) == 0 &&
        !csp_store_remove(store, self->column, c, CSP_NO_HINT))
      return false;
  }
  return true;
}

static bool
filter_result(const Matrix *self, CspStore *store, const Values *met)
{
  if (csp_store_is_word(store, self->result))
    return csp_store_keep_word(store, self->result, met->keep, CSP_NO_HINT);
  return csp_store_set_min(store, self->result, met->min, CSP_NO_HINT) &&
         csp_store_set_max(store, self->result, met->max, CSP_NO_HINT);
}

static bool
filter(const Matrix *self, CspStore *store)
{
  Values met = {.min = INT64_MAX, .max = INT64_MIN};

  memset(self->is_met, 0, (self->n_columns + 63) / 64 * sizeof(uint64_t));
  CSP_STORE_FOREACH_VALUE(store, self->row, r)
  {
    bool is_any = false;
    CSP_STORE_FOREACH_VALUE(store, self->column, c)
    if (meet(self, store, cell_at(self, r, c), &met)) {
      uint64_t place = (uint64_t)(c - self->first_column);
      self->is_met[place / 64] |= UINT64_C(1) << (place % 64);
      is_any = true;
    }
    if (csp_store_is_stopped(store))
      return true;
    if (!is_any && !csp_store_remove(store, self->row, r, CSP_NO_HINT))
      return false;
  }
  return filter_columns(self, store) && filter_result(self, store, &met);
}

/* The cell that is left is the result. */
static bool
equate(const Matrix *self, CspStore *store)
{
  size_t cell = cell_at(self, csp_store_value(store, self->row),
                        csp_store_value(store, self->column));

  if (self->values != NULL)
    return csp_store_fix(store, self->result, self->values[cell], CSP_NO_HINT);
  return csp_filter_equal(store, self->base.vars[cell], self->result, 0,
                          CSP_NO_HINT);
}

static CspPropResult
matrix_propagate(CspPropagator *prop, CspStore *store)
{
  const Matrix *self = (const Matrix *)prop;
  uint32_t n_events;

  do {
    n_events = store->n_events;
    if (!filter(self, store))
      return CSP_PROP_FAILED;
    if (csp_store_is_fixed(store, self->row) &&
        csp_store_is_fixed(store, self->column)) {
      if (!equate(self, store))
        return CSP_PROP_FAILED;
      if (csp_store_is_fixed(store, self->result))
        return CSP_PROP_ENTAILED;
    }
  } while (store->n_events != n_events && !csp_store_is_stopped(store));
  return CSP_PROP_FIXPOINT;
}

static const CspPropagatorClass matrix_class = {
    .name = "element-matrix",
    .propagate = matrix_propagate,
    .priority = CSP_PRIORITY_QUADRATIC,
};

/* Records ------------------------------------------------------------------ */

/* The integers that a record begins with. */
enum { FIRST_ROW, FIRST_COLUMN, N_COLUMNS, N_HEAD };

static bool
is_constant(const CspConstraint *con)
{
  return con->kind == CSP_CON_ELEMENT_MATRIX;
}

static int64_t
count_cells(const CspConstraint *con)
{
  return is_constant(con) ? (int64_t)con->n_ints - N_HEAD
                          : (int64_t)con->n_vars - 3;
}

static CspVar
var_from_end(const CspConstraint *con, uint32_t k)
{
  return csp_constraint_var(con, con->n_vars - k);
}

/* How far from the nearest place, which is given, of a row or column? */
static int64_t
distance_to_place(int64_t value, int64_t first, int64_t n, int64_t *out_place)
{
  *out_place = CLAMP(value - first, 0, n - 1);
  return ABS(value - first - *out_place);
}

/* A row or column out of range counts as its distance, with the cell nearest to
 * it. */
static int64_t
matrix_violation(const CspConstraint *con,
                 const int32_t *values,
                 CspScratch *scratch)
{
  int64_t n_columns = con->ints[N_COLUMNS], row, column;
  int64_t outside =
      distance_to_place(values[var_from_end(con, 3)], con->ints[FIRST_ROW],
                        count_cells(con) / n_columns, &row) +
      distance_to_place(values[var_from_end(con, 2)], con->ints[FIRST_COLUMN],
                        n_columns, &column);
  size_t cell = (size_t)(row * n_columns + column);
  int64_t value = is_constant(con)
                      ? con->ints[N_HEAD + cell]
                      : values[csp_constraint_var(con, (uint32_t)cell)];

  return outside + ABS(value - values[var_from_end(con, 1)]);
}

static bool
matrix_holds(const CspConstraint *con,
             const int32_t *values,
             CspScratch *scratch)
{
  return matrix_violation(con, values, scratch) == 0;
}

static bool
matrix_post(CspPoster *poster, const CspConstraint *con, CspStrength strength)
{
  CspStore *store = poster->store;
  g_autofree CspVar *vars = g_new(CspVar, con->n_vars);
  int64_t n_columns = con->ints[N_COLUMNS];
  int64_t n_rows = count_cells(con) / n_columns;
  int64_t first_row = con->ints[FIRST_ROW],
          first_column = con->ints[FIRST_COLUMN];
  CspVar row = var_from_end(con, 3), column = var_from_end(con, 2);
  Matrix *self;

  if (!csp_store_set_min(store, row, first_row, CSP_NO_HINT) ||
      !csp_store_set_max(store, row, first_row + n_rows - 1, CSP_NO_HINT) ||
      !csp_store_set_min(store, column, first_column, CSP_NO_HINT) ||
      !csp_store_set_max(store, column, first_column + n_columns - 1,
                         CSP_NO_HINT))
    return false;
  for (uint32_t i = 0; i < con->n_vars; i++)
    vars[i] = csp_constraint_var(con, i);
  self = (Matrix *)csp_store_add_propagator(store, &matrix_class,
                                            sizeof(Matrix), vars, con->n_vars);
  if (is_constant(con))
    self->values = csp_arena_dup(store->arena, con->ints + N_HEAD,
                                 (con->n_ints - N_HEAD) * sizeof(int32_t));
  self->first_row = first_row;
  self->first_column = first_column;
  self->n_columns = (uint32_t)n_columns;
  self->row = row;
  self->column = column;
  self->result = var_from_end(con, 1);
  self->is_met = csp_arena_new_array0(store->arena, uint64_t,
                                      (size_t)(n_columns + 63) / 64);
  csp_store_subscribe_all(store, &self->base, CSP_ON_DOMAIN);
  return true;
}

const CspFamily csp_family_element_matrix = {
    .name = "element-matrix",
    .blurb = "values[row, column] = result",
    .holds = matrix_holds,
    .post = matrix_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = matrix_violation,
};

const CspFamily csp_family_element_matrix_var = {
    .name = "element-matrix-var",
    .blurb = "vars[row, column] = result",
    .holds = matrix_holds,
    .post = matrix_post,
    .default_strength = CSP_STRENGTH_DOMAIN,
    .violation = matrix_violation,
};
