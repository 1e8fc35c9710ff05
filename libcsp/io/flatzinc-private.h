/* SPDX-License-Identifier: MIT */
/* Between the files of the FlatZinc reader.
 *
 * Reading keeps the file in arrays, 4 bytes an element: variables, sets, arrays
 * and constraints with their arguments.  Nothing is stated before all is read,
 * for an equation further down may make one variable of two, or bound one.
 * Building then merges what is equal, bounds what has no bounds, makes the
 * model's variables, and posts each constraint by the function of its row in
 * flatzinc-constraints.def. */
#pragma once

#include <libcsp/csp-flatzinc.h>
#include <libcsp/csp-io.h>

#include "base/arena.h"
#include "model/model.h"

/* Tokens -------------------------------------------------------------------- */

typedef enum {
  CSP_FZN_END,
  CSP_FZN_NAME,
  CSP_FZN_INT,
  CSP_FZN_FLOAT,
  CSP_FZN_STRING,
  CSP_FZN_COLONS, /* :: */
  CSP_FZN_DOTS,   /* .. */
  CSP_FZN_SIGN,   /* any other single character: its first byte */
} CspFznTokenKind;

typedef struct {
  CspFznTokenKind kind;
  const char *start;
  size_t length;
  int64_t value; /* integer */
  double real;   /* float */
} CspFznToken;

/* What a file is kept as ---------------------------------------------------- */

/* No bound is known. */
#define CSP_FZN_MIN (-(INT64_C(1) << 62))
#define CSP_FZN_MAX (INT64_C(1) << 62)
#define CSP_FZN_NONE UINT32_MAX

/* A variable of the file, or a constant among variables. */
typedef struct {
  int64_t min, max;
  uint32_t set;    /* its values besides, or NONE */
  uint32_t parent; /* what it is equal to; itself if nothing */
  CspVar var;      /* once built */
  uint32_t symbol; /* NONE: a constant */
  bool is_bool;
  bool is_introduced;
} CspFznVar;

/* Pairs min, max, ascending and apart. */
typedef struct {
  uint32_t first, n;
} CspFznSet;

typedef enum {
  CSP_FZN_EMPTY, /* [], of any type */
  CSP_FZN_INTS,
  CSP_FZN_BOOLS,
  CSP_FZN_VARS,
  CSP_FZN_BOOL_VARS,
  CSP_FZN_SETS,
} CspFznArrayKind;

typedef struct {
  size_t first; /* in the elements */
  uint32_t n;
  uint8_t kind;
} CspFznArray;

typedef enum {
  CSP_FZN_ARG_INT,
  CSP_FZN_ARG_BOOL,
  CSP_FZN_ARG_VAR,
  CSP_FZN_ARG_SET,
  CSP_FZN_ARG_ARRAY,
} CspFznArgKind;

typedef struct {
  int64_t value; /* the number, or which variable, set, array */
  uint8_t kind;  /* CspFznArgKind */
} CspFznArg;

typedef struct {
  size_t place; /* in the text */
  size_t first_arg;
  uint16_t row; /* of the table */
  uint8_t strength;
  bool is_done; /* nothing is left to post */
} CspFznConstraint;

/* What a name stands for. */
typedef struct {
  const char *name; /* in the text */
  uint32_t length;
  CspFznArg arg;
} CspFznSymbol;

/* Of the hash table of names. */
typedef struct {
  uint32_t hash;
  uint32_t number; /* of the symbol, from 1; 0: free */
} CspFznSlot;

/* An annotation of the solve item, as a tree. */
typedef struct _CspFznNote CspFznNote;
typedef enum {
  CSP_FZN_NOTE_CALL, /* name, or name(notes) */
  CSP_FZN_NOTE_LIST, /* [notes] */
  CSP_FZN_NOTE_ARG,
  CSP_FZN_NOTE_REAL,
  CSP_FZN_NOTE_TEXT,
} CspFznNoteKind;

struct _CspFznNote {
  CspFznNoteKind kind;
  const char *name; /* in the text */
  size_t length;
  CspFznArg arg;
  double real;
  CspFznNote *first; /* of its own notes */
  CspFznNote *next;  /* beside it */
};

/* An output item: its numbers are ranges of the dimensions, as pairs. */
typedef struct {
  const char *name;
  const char *place; /* in the text */
  CspFznArg arg;
  bool is_bool;
  uint32_t n_dims; /* 0: a single variable */
  int32_t *dims;
  size_t first; /* once built: in the places */
  uint32_t n;
} CspFznOutput;

/* Where a number of the output comes from, once built. */
typedef struct {
  CspVar var; /* CSP_NONE: a constant */
  int32_t value;
} CspFznPlace;

typedef enum {
  CSP_FZN_SATISFY,
  CSP_FZN_MINIMIZE,
  CSP_FZN_MAXIMIZE,
} CspFznGoal;

struct _CspFlatzinc {
  char *name;
  GBytes *bytes;
  const char *text, *end;
  GError *error; /* the first one */
  GPtrArray *warnings;
  CspArena *arena; /* names and what stands in notes and outputs */

  const char *at; /* the next byte */
  CspFznToken token;

  GArray *symbols;      /* CspFznSymbol */
  CspFznSlot *slots;    /* the hash table */
  size_t n_slots;       /* a power of two */
  GHashTable *rows;     /* of the table, by name, + 1; 0: only declared */
  GArray *vars;         /* CspFznVar */
  GHashTable *constant; /* of a number: its variable, lent by value */
  GArray *sets;         /* CspFznSet */
  GArray *ranges;       /* int32_t */
  GArray *arrays;       /* CspFznArray */
  GArray *elements;     /* uint32_t: integers, variables or sets */
  GArray *args;         /* CspFznArg */
  GArray *constraints;  /* CspFznConstraint */
  GArray *outputs;      /* CspFznOutput */
  GArray *places;       /* CspFznPlace */
  CspFznGoal goal;
  CspFznArg objective;
  size_t objective_place;
  CspFznNote *notes; /* of the solve item */

  CspModel *model; /* while it is built, and once it is */
  GArray *changed; /* uint32_t: variables that got a bound */
  GPtrArray *lent; /* arrays that live until a constraint is posted */
  bool is_false;   /* a domain is empty */
  size_t n_helpers;
};

/* flatzinc-scan.c */

/* Sets the error at a place of the text, unless there is one; false. */
bool csp_fzn_fail(CspFlatzinc *self, const char *place, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
void csp_fzn_warn(CspFlatzinc *self, const char *place, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
/* Reads on into self->token. */
bool csp_fzn_next(CspFlatzinc *self);
bool csp_fzn_is_sign(const CspFlatzinc *self, char sign);
bool csp_fzn_is_name(const CspFlatzinc *self, const char *name);
/* "expected X" at the token. */
bool csp_fzn_expected(CspFlatzinc *self, const char *what);
/* Steps over the sign, or fails. */
bool csp_fzn_take_sign(CspFlatzinc *self, char sign);
bool csp_fzn_take_name(CspFlatzinc *self, const char *name);
/* Steps over the sign if it is there. */
bool csp_fzn_accept_sign(CspFlatzinc *self, char sign, bool *out_is_there);

/* flatzinc-symbols.c */

const CspFznSymbol *
csp_fzn_find(const CspFlatzinc *self, const char *name, size_t length);
/* Adds what the name stands for; fails where it stands for something. */
bool csp_fzn_define(CspFlatzinc *self, const CspFznSymbol *symbol);
uint32_t csp_fzn_add_var(CspFlatzinc *self, const CspFznVar *var);
/* The variable that is a constant. */
uint32_t csp_fzn_constant(CspFlatzinc *self, int64_t value);

/* flatzinc-expr.c: constants, names and arrays of them. */

bool csp_fzn_parse_expr(CspFlatzinc *self, CspFznArg *out);
bool csp_fzn_check_range(CspFlatzinc *self, int64_t value, const char *place);
/* An integer within the range of values. */
bool csp_fzn_parse_int(CspFlatzinc *self, const char *what, int64_t *out);
/* {…} or lo..hi; the ranges of a domain may leave the range of values. */
bool csp_fzn_parse_set(CspFlatzinc *self, uint32_t *out);

/* flatzinc-notes.c: annotations. */

bool csp_fzn_parse_notes(CspFlatzinc *self, CspFznNote **out);
/* Adds the searches that the solve item asks for. */
bool csp_fzn_add_searches(CspFlatzinc *self);

/* flatzinc-parse.c: the items. */

bool csp_fzn_parse(CspFlatzinc *self);

/* The table ----------------------------------------------------------------- */

/* Says in domains and equalities all that the constraint says; false: not all,
 * it is to be posted. */
typedef bool (*CspFznAbsorbFunc)(CspFlatzinc *self,
                                 const CspFznConstraint *con,
                                 int op);
/* Bounds variables that have none by those that have. */
typedef void (*CspFznBoundFunc)(CspFlatzinc *self,
                                const CspFznConstraint *con,
                                int op);
/* Posts the constraint; false: self->error is set. */
typedef bool (*CspFznPostFunc)(CspFlatzinc *self,
                               const CspFznConstraint *con,
                               int op);

typedef struct {
  const char *name;
  const char *types; /* a letter an argument, see flatzinc-constraints.def */
  CspFznAbsorbFunc absorb;
  CspFznBoundFunc bound;
  CspFznPostFunc post;
  int op;
} CspFznRow;

/* flatzinc-constraints.c */
extern const CspFznRow csp_fzn_rows[];
extern const size_t csp_fzn_n_rows;
/* Is the argument of the type that the letter stands for?  "an integer". */
bool csp_fzn_fits(const CspFlatzinc *self, const CspFznArg *arg, char type);
const char *csp_fzn_type_name(char type);

#define FLATZINC(name, types, absorb, bound, post, op)                         \
  bool csp_fzn_absorb_##absorb(CspFlatzinc *self, const CspFznConstraint *con, \
                               int);                                           \
  void csp_fzn_bound_##bound(CspFlatzinc *self, const CspFznConstraint *con,   \
                             int);                                             \
  bool csp_fzn_post_##post(CspFlatzinc *self, const CspFznConstraint *con, int);
#include "io/flatzinc-constraints.def"
#undef FLATZINC

/* For functions of rows: arguments, by number ------------------------------- */

static inline const CspFznArg *
csp_fzn_arg(const CspFlatzinc *self, const CspFznConstraint *con, uint32_t k)
{
  return &g_array_index(self->args, CspFznArg, con->first_arg + k);
}

/* Of an array argument. */
const CspFznArray *
csp_fzn_array(const CspFlatzinc *self, const CspFznConstraint *con, uint32_t k);
/* Integers, variables, sets of an array. */
static inline const uint32_t *
csp_fzn_elements(const CspFlatzinc *self, const CspFznArray *array)
{
  return (const uint32_t *)(const void *)self->elements->data + array->first;
}

/* What a variable is equal to. */
uint32_t csp_fzn_root(CspFlatzinc *self, uint32_t var);
static inline CspFznVar *
csp_fzn_var(const CspFlatzinc *self, uint32_t var)
{
  return &g_array_index(self->vars, CspFznVar, var);
}
/* The root of an element, which may be a number. */
uint32_t
csp_fzn_element_root(CspFlatzinc *self, const CspFznArray *array, uint32_t i);
/* The root of a variable or number as argument. */
uint32_t csp_fzn_arg_root(CspFlatzinc *self, const CspFznArg *arg);
bool csp_fzn_is_fixed(const CspFlatzinc *self, uint32_t root);

/* While constraints are posted: the model's variables.  Numbers are variables
 * with one value.  Arrays live until the constraint is posted. */
CspVar csp_fzn_model_var(CspFlatzinc *self, uint32_t root);
CspVar
csp_fzn_get_var(CspFlatzinc *self, const CspFznConstraint *con, uint32_t k);
CspVar *csp_fzn_get_vars(CspFlatzinc *self,
                         const CspFznConstraint *con,
                         uint32_t k,
                         size_t *out_n);
int64_t
csp_fzn_get_int(CspFlatzinc *self, const CspFznConstraint *con, uint32_t k);
const int32_t *csp_fzn_get_ints(CspFlatzinc *self,
                                const CspFznConstraint *con,
                                uint32_t k,
                                size_t *out_n);
/* Pairs min, max. */
const int32_t *csp_fzn_get_ranges(CspFlatzinc *self,
                                  const CspFznConstraint *con,
                                  uint32_t k,
                                  size_t *out_n);
/* A 0/1 variable of our own; CSP_NONE with self->error. */
CspVar csp_fzn_add_helper(CspFlatzinc *self);
/* What csp_model_post_... said: an error gets the constraint's place.  Not a
 * function, for the call that sets the error comes before the error is read. */
#define csp_fzn_posted(self, con, is_posted, error)                            \
  ((is_posted) || csp_fzn_refused((self), (con), (error)))
/* Takes the error; false. */
bool
csp_fzn_refused(CspFlatzinc *self, const CspFznConstraint *con, GError *error);
/* Posts what no assignment satisfies. */
bool csp_fzn_post_false(CspFlatzinc *self, const CspFznConstraint *con);

/* flatzinc-domains.c: what is done before the model has variables. */

/* Merges equal variables and cuts domains by constraints of one variable. */
void csp_fzn_absorb(CspFlatzinc *self);
/* Keeps values within bounds. */
void csp_fzn_narrow(CspFlatzinc *self, uint32_t root, int64_t min, int64_t max);
/* The same for each element of an array argument. */
void csp_fzn_narrow_all(CspFlatzinc *self,
                        const CspFznConstraint *con,
                        uint32_t k,
                        int64_t min,
                        int64_t max);
void csp_fzn_unify(CspFlatzinc *self, uint32_t a, uint32_t b);
static inline bool
csp_fzn_is_empty(const CspFznVar *var)
{
  return var->min > var->max;
}

/* flatzinc-bounds.c: bounds variables without bounds by what defines them. */
void csp_fzn_bound(CspFlatzinc *self);
static inline bool
csp_fzn_is_bounded(const CspFznVar *var)
{
  return var->min >= CSP_VALUE_MIN && var->max <= CSP_VALUE_MAX;
}

/* For rows: keeps a variable without bounds within what is finite. */
void csp_fzn_limit(CspFlatzinc *self, uint32_t root, int64_t min, int64_t max);
/* The smallest range around all elements; empty without. */
void csp_fzn_hull(CspFlatzinc *self,
                  const CspFznArray *array,
                  int64_t *out_min,
                  int64_t *out_max);

/* flatzinc-differences.c: do sums of two variables contradict each other, be the
 * values ever so large?  False: that is not known. */
bool csp_fzn_contradicts(CspFlatzinc *self);

/* flatzinc-window.c: bounds all variables, if need be by windows of which the
 * model is told; false: self->error is set. */
bool csp_fzn_close(CspFlatzinc *self);

/* flatzinc-linear.c: a weighted sum whose fixed terms are in the right side. */
typedef struct {
  GArray *coeffs; /* gint */
  GArray *roots;  /* uint32_t */
  int64_t rhs;
  bool is_too_large; /* the right side left 64 bits */
} CspFznSum;

void csp_fzn_sum_init(CspFznSum *sum, int64_t rhs);
void csp_fzn_sum_clear(CspFznSum *sum);
void csp_fzn_sum_add(CspFlatzinc *self,
                     CspFznSum *sum,
                     int64_t coeff,
                     uint32_t root);
/* Posts sum relation rhs; with truth not NONE, whether it holds. */
bool csp_fzn_post_sum(CspFlatzinc *self,
                      const CspFznConstraint *con,
                      const CspFznSum *sum,
                      CspRelation relation,
                      uint32_t truth);
/* Posts root = value. */
bool csp_fzn_post_value(CspFlatzinc *self,
                        const CspFznConstraint *con,
                        uint32_t root,
                        int64_t value);
/* if `premise` then `helper`, both 0/1 */
bool csp_fzn_post_implication(CspFlatzinc *self,
                              const CspFznConstraint *con,
                              uint32_t premise,
                              CspVar helper);
