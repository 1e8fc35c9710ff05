/* SPDX-License-Identifier: MIT */
/* Which tuples of a list are still possible, for tables.
 *
 * Tuples are numbered; a set of them is a row of n_words words.  `words` is the
 * set of those whose values are all still there, reversible and sparse: only
 * the words listed first in `active` are not 0.  Each value of each column has
 * the set of the tuples that hold it: a row of n_words words, or, where these
 * would be far more than the tuples, of the words that are not 0, with their
 * numbers.  A tuple with CSP_ANY in a column is in none of these, but in the
 * column's set `any`. */
#pragma once

#include "engine/store.h"
#include "model/constraint.h"

typedef struct {
  CspVar var;
  uint32_t n_values;
  int32_t *values;    /* that some tuple has here, ascending */
  uint64_t *tuples;   /* a row for each value */
  uint32_t *starts;   /* of the rows, if they are sparse; otherwise NULL */
  int32_t *places;    /* of the words of sparse rows, ascending in each */
  uint64_t *any;      /* one more, of tuples with any value; NULL: none */
  uint32_t *supports; /* by value: the word where a tuple was found last, as a
                         number of the set, or of `places` */
  uint32_t *alive;    /* numbers of values, those still there first */
  uint32_t n_alive;   /* trailed */
  uint32_t size;      /* of the domain when last looked at; trailed */
} CspTupleColumn;

typedef struct {
  CspTupleColumn *columns; /* each variable of the scope once */
  uint32_t n_columns;
  uint32_t n_words, n_active; /* n_active is trailed */
  uint32_t *active;
  uint64_t *words;  /* trailed */
  uint64_t *stamps; /* the store's when the word was saved last */
  uint64_t *mask;   /* for a moment */
} CspTuples;

/* Takes the tuples of a record that the domains, and variables that repeat,
 * allow now. */
void
csp_tuples_init(CspTuples *tuples, CspStore *store, const CspConstraint *con);

/* Looks at the domains: takes out the values that went, and the tuples with
 * them.  Gives how many columns changed, the last of them in out_changed. */
uint32_t
csp_tuples_update(CspTuples *tuples, CspStore *store, uint32_t *out_changed);

/* Removes the column's values that no tuple left has; false: none is left.  A
 * wide interval is pruned to the least and largest value of the others. */
bool csp_tuples_prune(CspTuples *tuples,
                      CspStore *store,
                      uint32_t column) G_GNUC_WARN_UNUSED_RESULT;

/* Takes the values from the domain that are in no tuple's column, unless there
 * is a tuple with any value; false: none is left.  A wide interval keeps what
 * lies between others. */
bool csp_tuples_restrict(const CspTupleColumn *column,
                         CspStore *store) G_GNUC_WARN_UNUSED_RESULT;

/* Which tuples of word w have this value? */
uint64_t csp_tuples_word(const CspTuples *tuples,
                         uint32_t column,
                         uint32_t value,
                         uint32_t w);

/* How many are left, of all or with this value. */
uint64_t csp_tuples_count(const CspTuples *tuples);
uint64_t
csp_tuples_count_with(const CspTuples *tuples, uint32_t column, uint32_t value);

static inline bool
csp_tuples_is_empty(const CspTuples *tuples)
{
  return tuples->n_active == 0;
}
