/* SPDX-License-Identifier: MIT */
/* What the files that make up CspModel share.
 *
 * Records, names and values live in the model's arena; the tables of them are
 * blocks that grow by doubling.  A call checks everything before it changes
 * anything, so that failing needs no undoing. */
#pragma once

#include <stdatomic.h>

#include "model/model.h"

/* A node of the expressions.  Operands have smaller handles. */
typedef struct {
  CspExpr handle;
  uint8_t leaf;    /* CspExprLeaf */
  uint8_t op;      /* CspExprOp, unless a leaf */
  bool is_total;   /* defined under every assignment */
  bool is_nonzero; /* a variable without 0 in its domain */
  uint32_t n_args;
  int32_t value; /* of a constant */
  CspVar var;    /* of a variable */
  const CspExpr *args;
  int64_t min, max; /* of its value where it is defined */
  /* Bounds every partial sum, and every factor, of the node written as a sum
   * over what is not a sum. */
  int64_t size;
} CspExprInfo;

struct _CspModel {
  GObject parent;

  CspArena *arena;
  atomic_bool is_sealed;

  uint32_t n_vars;
  CspArrayInfo *arrays; /* ascending by first */
  size_t n_arrays, arrays_size;
  GHashTable *array_of_name; /* lent names, number + 1 */

  CspConstraint *constraints;
  size_t n_constraints, constraints_size;
  const char **groups; /* [0] is no name */
  size_t n_groups, groups_size;
  GHashTable *group_of_name;
  uint32_t group;
  const char *posted_as; /* names what is refused; NULL: the record's kind */
  uint8_t strength;

  CspVar objective;
  bool is_maximized;
  const int32_t *hint; /* a value a variable, or NULL */
  uint32_t n_hint;

  CspGoal *goals;
  size_t n_goals, goals_size;
  const char *restarts; /* NULL: none asked for */
  int32_t *starts;      /* by variable, to try first; NULL: none */
  uint32_t n_starts;
  const CspVar *projection; /* NULL: all variables */
  size_t n_projection;
  const char *window; /* why domains are only part of the true ones, or NULL */
  bool is_whole;      /* but whole for objectives as good as whole_to */
  int64_t whole_to;

  const CspExprInfo **exprs;
  size_t n_exprs, exprs_size;
  GHashTable *expr_set; /* of CspExprInfo, equal by content */

  CspSymmetry *symmetries;
  size_t n_symmetries, symmetries_size;
};

static inline bool
csp_value_in_range(int64_t value)
{
  return value >= CSP_VALUE_MIN && value <= CSP_VALUE_MAX;
}

/* Sums of terms stay within these bounds, so that the difference of two of
 * them still fits 64 bits. */
#define CSP_SUM_MAX (INT64_C(1) << 62)

/* Sets the error and answers false. */
bool csp_fail(GError **error, CspError code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* A block with room for one element more than n. */
void *csp_grow(void *block, size_t n, size_t *size, size_t element_size);

bool csp_model_check_open(const CspModel *self, GError **error);
bool csp_model_check_var(const CspModel *self, CspVar var, GError **error);
bool
csp_model_check_array(const CspModel *self, CspArray array, GError **error);

/* How a record is called that is, or would be, number index. */
char *csp_model_name_record(const CspModel *self,
                            const CspConstraint *con,
                            size_t index);

/* Checks the scope and makes a record that still points to it. */
bool csp_model_begin_record(const CspModel *self,
                            CspConstraintKind kind,
                            const CspVar *vars,
                            size_t n_vars,
                            CspConstraint *out_con,
                            GError **error);

/* A constraint that is posted as another is refused by this name, or by one
 * that it was given before: answers that, to be kept again afterwards. */
static inline const char *
csp_model_name_posted(CspModel *self, const char *name)
{
  const char *before = self->posted_as;

  if (before == NULL)
    self->posted_as = name;
  return before;
}

/* Refuses the record under its name; answers false. */
bool csp_model_refuse(const CspModel *self,
                      const CspConstraint *con,
                      GError **error,
                      CspError code,
                      const char *format,
                      ...) G_GNUC_PRINTF(5, 6);

/* Is the number in the range of values?  Else the record is refused. */
bool csp_model_check_number(const CspModel *self,
                            const CspConstraint *con,
                            const char *what,
                            int64_t number,
                            GError **error);

bool csp_model_check_numbers(const CspModel *self,
                             const CspConstraint *con,
                             const char *what,
                             const gint *numbers,
                             size_t n_numbers,
                             GError **error);

/* Checks ranges, pairs min, max, and gives them to the record in ascending order
 * and apart; they live in out_merged, to be freed after that. */
bool csp_model_take_ranges(const CspModel *self,
                           CspConstraint *con,
                           const gint *ranges,
                           size_t n_ranges,
                           int32_t **out_merged,
                           GError **error);

/* A scope of these variables and then more; g_free it. */
CspVar *csp_model_join_vars(const CspVar *vars,
                            size_t n_vars,
                            const CspVar *more,
                            size_t n_more);

/* Do the first n_terms of a record's scope, weighted by its integers, and its
 * constant stay within CSP_SUM_MAX? */
bool csp_model_sum_fits(const CspModel *self,
                        const CspConstraint *con,
                        uint32_t n_terms);

/* Copies a checked record with what it points to, except its object. */
void csp_model_add_record(CspModel *self, const CspConstraint *con);
