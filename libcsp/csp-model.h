/* SPDX-License-Identifier: MIT */
/* What is to be solved: variables, constraints, objective, symmetries.
 *
 * A model is data: it knows nothing of who solves it.  Variables live in named
 * arrays; a single variable is an array of one.  The elements of an array are
 * consecutive handles.  A call that fails sets its error and leaves the model
 * as it was.  The first solver seals the model; changing it after that fails
 * with CSP_ERROR_SEALED. */
#pragma once

#include <libcsp/csp-types.h>

G_BEGIN_DECLS

#define CSP_TYPE_MODEL (csp_model_get_type())
CSP_API
G_DECLARE_FINAL_TYPE(CspModel, csp_model, CSP, MODEL, GObject)

CSP_API CspModel *csp_model_new(void);

/* Variables.  Names are unique, not empty; CSP_NONE on failure. */
CSP_API CspVar csp_model_add_int(
    CspModel *self, const gchar *name, gint min, gint max, GError **error);
CSP_API CspVar csp_model_add_int_values(CspModel *self,
                                        const gchar *name,
                                        const gint *values,
                                        gsize n_values,
                                        GError **error);
CSP_API CspVar csp_model_add_bool(CspModel *self,
                                  const gchar *name,
                                  GError **error);
CSP_API CspArray csp_model_add_int_array(CspModel *self,
                                         const gchar *name,
                                         gsize length,
                                         gint min,
                                         gint max,
                                         GError **error);
CSP_API CspArray csp_model_add_int_array_values(CspModel *self,
                                                const gchar *name,
                                                gsize length,
                                                const gint *values,
                                                gsize n_values,
                                                GError **error);
CSP_API CspArray csp_model_add_bool_array(CspModel *self,
                                          const gchar *name,
                                          gsize length,
                                          GError **error);

CSP_API gsize csp_model_get_n_vars(CspModel *self);
CSP_API gsize csp_model_get_n_constraints(CspModel *self);
CSP_API gsize csp_model_get_n_arrays(CspModel *self);
CSP_API CspArray csp_model_find_array(CspModel *self, const gchar *name);
CSP_API const gchar *csp_model_get_array_name(CspModel *self, CspArray array);
CSP_API gsize csp_model_get_array_length(CspModel *self, CspArray array);
CSP_API gboolean csp_model_is_scalar(CspModel *self, CspArray array);
CSP_API CspVar csp_model_get_var(CspModel *self, CspArray array, gsize index);
CSP_API gboolean csp_model_get_bounds(CspModel *self,
                                      CspVar var,
                                      gint *out_min,
                                      gint *out_max);
CSP_API gchar *csp_model_dup_var_name(CspModel *self, CspVar var);

/* Constraints posted from now on carry this name and ask for this strength.
 * The start is no name and CSP_STRENGTH_DEFAULT. */
CSP_API void csp_model_set_group(CspModel *self, const gchar *name);
CSP_API void csp_model_set_strength(CspModel *self, CspStrength strength);

/* x REL y + c, x REL c */
CSP_API gboolean csp_model_post_relation(CspModel *self,
                                         CspVar x,
                                         CspRelation relation,
                                         CspVar y,
                                         gint c,
                                         GError **error);
CSP_API gboolean csp_model_post_relation_const(
    CspModel *self, CspVar x, CspRelation relation, gint c, GError **error);
/* coeffs[0]*vars[0] + ... REL rhs */
CSP_API gboolean csp_model_post_linear(CspModel *self,
                                       const gint *coeffs,
                                       gsize n_coeffs,
                                       const CspVar *vars,
                                       gsize n_vars,
                                       CspRelation relation,
                                       gint64 rhs,
                                       GError **error);
/* vars[i] + offsets[i] pairwise different */
CSP_API gboolean csp_model_post_all_different(CspModel *self,
                                              const CspVar *vars,
                                              gsize n_vars,
                                              const gint *offsets,
                                              gsize n_offsets,
                                              GError **error);
/* array[i] + a + b*i pairwise different, two numbers whatever the length */
CSP_API gboolean csp_model_post_all_different_affine(
    CspModel *self, CspArray array, gint a, gint b, GError **error);
/* tuples: n_vars values each, one tuple after the other, with CSP_ANY for any
 * value */
CSP_API gboolean csp_model_post_table(CspModel *self,
                                      const CspVar *vars,
                                      gsize n_vars,
                                      const gint *tuples,
                                      gsize n_tuple_values,
                                      GError **error);
CSP_API gboolean csp_model_post_negative_table(CspModel *self,
                                               const CspVar *vars,
                                               gsize n_vars,
                                               const gint *tuples,
                                               gsize n_tuple_values,
                                               GError **error);
/* matrix[row, column] = result, the matrix row by row; the first row, and column,
 * have any number */
CSP_API gboolean csp_model_post_element_matrix(CspModel *self,
                                               const gint *values,
                                               gsize n_values,
                                               gsize n_columns,
                                               CspVar row,
                                               gint first_row,
                                               CspVar column,
                                               gint first_column,
                                               CspVar result,
                                               GError **error);
CSP_API gboolean csp_model_post_element_matrix_var(CspModel *self,
                                                   const CspVar *vars,
                                                   gsize n_vars,
                                                   gsize n_columns,
                                                   CspVar row,
                                                   gint first_row,
                                                   CspVar column,
                                                   gint first_column,
                                                   CspVar result,
                                                   GError **error);
/* truth: whether the tuple is one of a list */
CSP_API gboolean csp_model_post_reified_table(CspModel *self,
                                              const CspVar *vars,
                                              gsize n_vars,
                                              const gint *tuples,
                                              gsize n_tuple_values,
                                              CspVar truth,
                                              GError **error);
/* values[index] = result, vars[index] = result; index counts from 0 */
CSP_API gboolean csp_model_post_element(CspModel *self,
                                        const gint *values,
                                        gsize n_values,
                                        CspVar index,
                                        CspVar result,
                                        GError **error);
CSP_API gboolean csp_model_post_element_var(CspModel *self,
                                            const CspVar *vars,
                                            gsize n_vars,
                                            CspVar index,
                                            CspVar result,
                                            GError **error);
/* how many of vars equal value: REL count, REL n */
CSP_API gboolean csp_model_post_count(CspModel *self,
                                      const CspVar *vars,
                                      gsize n_vars,
                                      gint value,
                                      CspRelation relation,
                                      CspVar count,
                                      GError **error);
CSP_API gboolean csp_model_post_count_const(CspModel *self,
                                            const CspVar *vars,
                                            gsize n_vars,
                                            gint value,
                                            CspRelation relation,
                                            gint n,
                                            GError **error);
CSP_API gboolean csp_model_post_at_most(CspModel *self,
                                        const CspVar *vars,
                                        gsize n_vars,
                                        gint value,
                                        gint n,
                                        GError **error);
CSP_API gboolean csp_model_post_at_least(CspModel *self,
                                         const CspVar *vars,
                                         gsize n_vars,
                                         gint value,
                                         gint n,
                                         GError **error);

/* Of 0/1 variables.  One of positive is 1 or one of negative is 0. */
CSP_API gboolean csp_model_post_clause(CspModel *self,
                                       const CspVar *positive,
                                       gsize n_positive,
                                       const CspVar *negative,
                                       gsize n_negative,
                                       GError **error);
/* outcome EQ (or NE) whether all of positive are 1 and all of negative 0 */
CSP_API gboolean csp_model_post_conjunction(CspModel *self,
                                            const CspVar *positive,
                                            gsize n_positive,
                                            const CspVar *negative,
                                            gsize n_negative,
                                            CspRelation relation,
                                            CspVar outcome,
                                            GError **error);
/* an odd number of vars is 1, or an even one */
CSP_API gboolean csp_model_post_parity(CspModel *self,
                                       const CspVar *vars,
                                       gsize n_vars,
                                       gboolean is_odd,
                                       GError **error);
/* truth = whether coeffs[0]*vars[0] + ... REL rhs */
CSP_API gboolean csp_model_post_reified_linear(CspModel *self,
                                               const gint *coeffs,
                                               gsize n_coeffs,
                                               const CspVar *vars,
                                               gsize n_vars,
                                               CspRelation relation,
                                               gint64 rhs,
                                               CspVar truth,
                                               GError **error);
/* The same, but of the sum only where truth is 1. */
CSP_API gboolean csp_model_post_implied_linear(CspModel *self,
                                               const gint *coeffs,
                                               gsize n_coeffs,
                                               const CspVar *vars,
                                               gsize n_vars,
                                               CspRelation relation,
                                               gint64 rhs,
                                               CspVar truth,
                                               GError **error);
/* truth = whether x lies in one of the ranges: min, max, min, max ... */
CSP_API gboolean csp_model_post_member(CspModel *self,
                                       CspVar x,
                                       const gint *ranges,
                                       gsize n_ranges,
                                       CspVar truth,
                                       GError **error);
/* result = op of vars.  As constraints these need no room for what the domain
 * of result rules out; without a result there is no solution. */
typedef enum {
  CSP_ARITHMETIC_TIMES, /* 2 operands */
  CSP_ARITHMETIC_DIV,   /* 2; truncates towards zero */
  CSP_ARITHMETIC_MOD,   /* 2; the sign of the first */
  CSP_ARITHMETIC_POW,   /* 2; 1 div x^-y where y is negative */
  CSP_ARITHMETIC_ABS,   /* 1 */
  CSP_ARITHMETIC_MIN,   /* 1 or more */
  CSP_ARITHMETIC_MAX,   /* 1 or more */
} CspArithmeticOp;
CSP_API gboolean csp_model_post_arithmetic(CspModel *self,
                                           CspArithmeticOp op,
                                           const CspVar *vars,
                                           gsize n_vars,
                                           CspVar result,
                                           GError **error);

/* Expressions.  A node is made once: building the same one again gives the
 * same handle.  Booleans are 0 and 1; DIV and MOD truncate towards zero; a
 * zero divisor makes the nearest enclosing Boolean false, unless it is in the
 * branch of an if-then-else that is not taken.  CSP_NONE on failure; an operand
 * CSP_NONE with an error set already is passed on. */
typedef enum {
  CSP_EXPR_NEG, /* 1 integer */
  CSP_EXPR_ABS, /* 1 integer */
  CSP_EXPR_ADD, /* 1 or more integers */
  CSP_EXPR_SUB, /* 2 integers */
  CSP_EXPR_MUL, /* 2 or more integers */
  CSP_EXPR_DIV, /* 2 integers */
  CSP_EXPR_MOD, /* 2 integers */
  CSP_EXPR_MIN, /* 1 or more integers */
  CSP_EXPR_MAX, /* 1 or more integers */
  CSP_EXPR_EQ,  /* 2 integers */
  CSP_EXPR_NE,
  CSP_EXPR_LT,
  CSP_EXPR_LE,
  CSP_EXPR_GT,
  CSP_EXPR_GE,
  CSP_EXPR_NOT,     /* 1 Boolean */
  CSP_EXPR_AND,     /* 1 or more Booleans */
  CSP_EXPR_OR,      /* 1 or more Booleans */
  CSP_EXPR_IMPLIES, /* 2 Booleans */
  CSP_EXPR_IFF,     /* 2 Booleans */
  CSP_EXPR_IF,      /* a Boolean, then two integers: if a then b else c */
} CspExprOp;

CSP_API CspExpr csp_model_expr_var(CspModel *self, CspVar var, GError **error);
CSP_API CspExpr csp_model_expr_const(CspModel *self,
                                     gint value,
                                     GError **error);
CSP_API CspExpr csp_model_expr(CspModel *self,
                               CspExprOp op,
                               const CspExpr *args,
                               gsize n_args,
                               GError **error);
CSP_API CspExpr csp_model_expr_unary(CspModel *self,
                                     CspExprOp op,
                                     CspExpr a,
                                     GError **error);
CSP_API CspExpr csp_model_expr_binary(
    CspModel *self, CspExprOp op, CspExpr a, CspExpr b, GError **error);
CSP_API CspExpr csp_model_expr_if(
    CspModel *self, CspExpr condition, CspExpr a, CspExpr b, GError **error);
/* Requires a Boolean expression to be true. */
CSP_API gboolean csp_model_post_expr(CspModel *self,
                                     CspExpr expr,
                                     GError **error);

/* Objective: at most one. */
CSP_API gboolean csp_model_minimize(CspModel *self, CspVar var, GError **error);
CSP_API gboolean csp_model_maximize(CspModel *self, CspVar var, GError **error);
CSP_API CspVar csp_model_get_objective(CspModel *self, gboolean *out_maximize);

/* A guess at a solution, a value for each variable in handle order: where it is
 * one, a search that may choose for itself begins with it. */
CSP_API gboolean csp_model_set_hint(CspModel *self,
                                    const gint *values,
                                    gsize n_values,
                                    GError **error);

/* How to search, for a solver whose variable order is "model": goals, one after
 * the other.  A goal branches on its variables until all are fixed; variables
 * of no goal come last, as the solver chooses. */
typedef enum {
  CSP_GOAL_INPUT_ORDER,
  CSP_GOAL_FIRST_FAIL,       /* the smallest domain */
  CSP_GOAL_ANTI_FIRST_FAIL,  /* the largest */
  CSP_GOAL_SMALLEST,         /* the smallest value in its domain */
  CSP_GOAL_LARGEST,          /* the largest value */
  CSP_GOAL_OCCURRENCE,       /* in most constraints */
  CSP_GOAL_MOST_CONSTRAINED, /* the smallest domain, then occurrence */
  CSP_GOAL_MAX_REGRET,       /* its two smallest values are farthest apart */
  CSP_GOAL_DOM_W_DEG, /* domain by weight of the constraints that failed */
} CspGoalVariable;
typedef enum {
  CSP_GOAL_MIN,    /* x = the smallest value, then x != it */
  CSP_GOAL_MAX,    /* the largest */
  CSP_GOAL_MEDIAN, /* the lower median of the values */
  CSP_GOAL_MIDDLE, /* the value nearest to the middle of the bounds */
  CSP_GOAL_RANDOM,
  CSP_GOAL_SPLIT,         /* the lower half of the bounds, then the upper */
  CSP_GOAL_REVERSE_SPLIT, /* the upper half, then the lower */
  CSP_GOAL_INTERVAL,      /* the first run of values, then the others; one run:
                             as SPLIT */
} CspGoalValue;
CSP_API gboolean csp_model_add_goal(CspModel *self,
                                    const CspVar *vars,
                                    gsize n_vars,
                                    CspGoalVariable variable,
                                    CspGoalValue value,
                                    GError **error);
/* As the option "restarts": "luby:100". */
CSP_API gboolean csp_model_set_restarts(CspModel *self,
                                        const gchar *policy,
                                        GError **error);
/* Values to try first; those of one variable given before are replaced. */
CSP_API gboolean csp_model_add_warm_start(CspModel *self,
                                          const CspVar *vars,
                                          gsize n_vars,
                                          const gint *values,
                                          gsize n_values,
                                          GError **error);

/* Solutions are told apart by these variables alone: of those that agree on
 * them one is found.  Without a projection, by all. */
CSP_API gboolean csp_model_set_projection(CspModel *self,
                                          const CspVar *vars,
                                          gsize n_vars,
                                          GError **error);

/* Symmetries: permutations of (variable, value) pairs that map solutions to
 * solutions.  Refused with CSP_ERROR_SYMMETRY where they do not fit the
 * array's domains; checked against the constraints when a search begins. */
CSP_API gboolean csp_model_add_symmetry_reverse(CspModel *self,
                                                CspArray array,
                                                GError **error);
CSP_API gboolean csp_model_add_symmetry_reverse_values(CspModel *self,
                                                       CspArray array,
                                                       GError **error);
/* array[i] = v becomes array[v - min] = i + min; as many values as elements */
CSP_API gboolean csp_model_add_symmetry_transpose(CspModel *self,
                                                  CspArray array,
                                                  GError **error);
/* the values first .. last of the array's elements are interchangeable */
CSP_API gboolean csp_model_add_symmetry_values(
    CspModel *self, CspArray array, gint first, gint last, GError **error);
/* the same with the value of a variable as the last of them: for models that
 * minimize how many values are used */
CSP_API gboolean csp_model_add_symmetry_values_up_to(
    CspModel *self, CspArray array, gint first, CspVar last, GError **error);
CSP_API gboolean csp_model_add_symmetry_variables(CspModel *self,
                                                  const CspVar *vars,
                                                  gsize n_vars,
                                                  GError **error);
/* rows, columns of the array read as a matrix, row after row */
CSP_API gboolean csp_model_add_symmetry_rows(CspModel *self,
                                             CspArray array,
                                             gsize n_rows,
                                             GError **error);
CSP_API gboolean csp_model_add_symmetry_columns(CspModel *self,
                                                CspArray array,
                                                gsize n_rows,
                                                GError **error);
/* (from_vars[i], from_values[i]) becomes (to_vars[i], to_values[i]); pairs not
 * listed stay */
CSP_API gboolean csp_model_add_symmetry_pairs(CspModel *self,
                                              const gchar *name,
                                              const CspVar *from_vars,
                                              gsize n_from_vars,
                                              const gint *from_values,
                                              gsize n_from_values,
                                              const CspVar *to_vars,
                                              gsize n_to_vars,
                                              const gint *to_values,
                                              gsize n_to_values,
                                              GError **error);
CSP_API gsize csp_model_get_n_symmetries(CspModel *self);
CSP_API gchar *csp_model_dup_symmetry_name(CspModel *self, gsize index);

/* One line a constraint family in use: "3 all-different". */
CSP_API gchar **csp_model_dup_summary(CspModel *self);

/* Does the complete assignment, a value for each variable in handle order,
 * satisfy everything?  CSP_ERROR_VIOLATED names the first that it breaks. */
CSP_API gboolean csp_model_verify(CspModel *self,
                                  const gint *values,
                                  gsize n_values,
                                  GError **error);

G_END_DECLS
