/* SPDX-License-Identifier: MIT */
/* Constraints as records: data that meanings, propagators and invariants are
 * made from.  The layout of each kind is in constraints.def. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libcsp/csp-extend.h>

typedef enum {
#define CONSTRAINT(KIND, family, name, blurb) CSP_CON_##KIND,
#include "model/constraints.def"
#undef CONSTRAINT
  CSP_N_CONSTRAINT_KINDS,
} CspConstraintKind;

typedef struct _CspConstraint {
  uint8_t kind;     /* CspConstraintKind */
  uint8_t relation; /* CspRelation */
  uint8_t strength; /* CspStrength asked for by the model */
  bool is_affine;   /* all-different: ints are a and b */
  uint32_t group;   /* number of its name, 0: none */
  uint32_t n_vars;
  CspVar first;       /* with vars NULL the scope is first, first + 1 ... */
  const CspVar *vars; /* NULL: consecutive */
  const int32_t *ints;
  size_t n_ints;
  int64_t constant;
  const void *object;
} CspConstraint;

static inline CspVar
csp_constraint_var(const CspConstraint *con, uint32_t position)
{
  return con->vars != NULL ? con->vars[position] : con->first + position;
}

/* All-different: what is added to the variable at this position. */
static inline int64_t
csp_constraint_offset(const CspConstraint *con, uint32_t position)
{
  if (con->is_affine)
    return con->ints[0] + (int64_t)con->ints[1] * position;
  return con->n_ints > 0 ? con->ints[position] : 0;
}

static inline bool
csp_relation_holds(CspRelation relation, int64_t a, int64_t b)
{
  switch (relation) {
  case CSP_RELATION_EQ:
    return a == b;
  case CSP_RELATION_NE:
    return a != b;
  case CSP_RELATION_LT:
    return a < b;
  case CSP_RELATION_LE:
    return a <= b;
  case CSP_RELATION_GT:
    return a > b;
  case CSP_RELATION_GE:
    return a >= b;
  }
  return false;
}

typedef struct {
  const CspConstraintClass *klass;
  void *data;
  GDestroyNotify destroy;
} CspUserConstraint;

/* An expression as a program: nodes in an order in which operands come first,
 * the root last.  Each node stands once however often it is used. */
typedef enum { CSP_LEAF_NONE, CSP_LEAF_VAR, CSP_LEAF_CONST } CspExprLeaf;

typedef struct {
  CspExpr expr;    /* the model's handle, the same in all its constraints */
  uint8_t leaf;    /* CspExprLeaf */
  uint8_t op;      /* CspExprOp, unless a leaf */
  bool is_boolean; /* its values are 0 and 1 and it is always defined */
  int32_t value;   /* constant; variable: its position in the scope */
  uint32_t n_args;
  const uint32_t *args; /* numbers of earlier nodes of this program */
  int64_t min, max;     /* bounds of its value where it is defined */
} CspExprNode;

typedef struct {
  uint32_t n_nodes;
  const CspExprNode *nodes;
} CspExprProgram;
