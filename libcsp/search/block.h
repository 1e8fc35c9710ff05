/* SPDX-License-Identifier: MIT */
/* The block kernel: tree search over domains of at most 64 values, all of them
 * in one block of words.
 *
 * A variable is a lane, as wide as the largest domain needs (16, 32 or 64 bits),
 * and bit k of it stands for the variable's k-th value.  For each value of each
 * variable there is a row: the values that every variable may keep beside it,
 * that value alone for the variable itself.
 *
 *   lanes      x0    x1    x2    x3    x4    x5    x6    x7
 *   row x2=1   1101  1001  0010  1001  1101  ....            4 values, say
 *              `---- one vector ----'  `---- the next ----'
 *
 * Giving a variable a value is the conjunction of the domains with that row.  A
 * level of the search is a copy of the block, so nothing is undone.  Where values
 * only exclude themselves, one row of neighbors a variable says as much.
 *
 * Full propagation may besides look at permutations, which are all-different
 * records over as many values as variables: a value with one place left goes
 * there, and one with none is a failure.  That is more than rows say, less than
 * consistency of the domains, and cheap.
 *
 * If the values of all variables together are no more than a lane has bits, bit k
 * is the k-th of these for each variable.  Then words of different variables can
 * be compared, which elements of arrays of variables need.
 *
 * This is one more consistency level with a loop of its own.  The loop is
 * block-loop.inc, built for each width of lanes and each kind of processor. */
#pragma once

#include "constraints/block-form.h"
#include "search/tree.h"

typedef enum {
  CSP_BLOCK_LOOK_BACK,
  CSP_BLOCK_FORWARD_CHECKING,
  CSP_BLOCK_MAC,
} CspBlockLevel;

/* The most variables, permutations that are looked at, elements, and memory. */
enum {
  CSP_BLOCK_VARS = 256,
  CSP_BLOCK_PERMUTATIONS = 64,
  CSP_BLOCK_ELEMENTS = 256,
  CSP_BLOCK_BYTES = 4 << 20,
};

typedef struct {
  CspVar var;
  uint32_t child;      /* how many were tried */
  uint64_t value;      /* the bit being tried */
  uint64_t left;       /* to be tried */
  uint64_t skipped;    /* look back: of the declared domain, to be refused */
  uint32_t n_children; /* for observers: 0: not known */
  uint64_t id;
} CspBlockFrame;

/* Full propagation: what values of y go with each value of x; y loses the
 * others. */
typedef struct {
  uint32_t y;
  const uint64_t *words; /* by bit of x */
} CspBlockArc;

/* Permutations of one shape, looked at together: those whose lanes are the first
 * one's moved by less than a vector.  Of an n x n board all columns are one
 * window, and as many rows as begin within a vector. */
typedef struct {
  uint32_t n;               /* lanes of each, and values */
  const uint16_t *lanes;    /* of the first */
  const unsigned char *all; /* a vector: all values by which they are moved */
} CspBlockWindow;

/* Lanes brought together in a vector.  Lanes in order are loaded at once: a run
 * is where to load from, if the vector began at the first lane, and which lanes to
 * keep.  Where there are many runs, each lane is taken by itself. */
enum { CSP_BLOCK_RUNS = 4 };
typedef struct {
  uint32_t n_runs;              /* 0: many */
  int16_t from[CSP_BLOCK_RUNS]; /* below 0: before the block, lanes not kept */
  const unsigned char *masks;   /* a vector for each run */
  uint8_t lanes[32];
} CspBlockGather;

/* Full propagation: elements of one list of lanes, as many as a vector has lanes
 * at most.  The lane at the place that an index tells is equal to its result. */
typedef struct {
  const CspConstraint *con; /* one of them */
  uint64_t bits;            /* that stand for places */
  const uint8_t *places;    /* the list's lanes, by bit */
  uint32_t n;
  CspBlockGather indices, results;
} CspBlockList;

/* What is to be looked at, as sets, by number. */
typedef struct {
  void *before; /* the block with the changes that were noted */
  bool is_open; /* something was noted since this was put down */
  uint64_t lanes[CSP_BLOCK_VARS / 64]; /* whose arcs */
  uint64_t lists[CSP_BLOCK_ELEMENTS / 64];
  uint64_t windows; /* modulo the width of lanes */
} CspBlockAgenda;

typedef struct _CspBlock CspBlock;

typedef struct {
  const char *name;
  uint32_t vector_bytes;
  /* By width of lanes: 16, 32, 64. */
  CspTreeResult (*search[3])(CspTree *tree);
  /* Full propagation: the block is brought to its fixpoint; false: a domain is
   * empty. */
  bool (*propagate[3])(CspBlock *block);
} CspBlockKernel;

struct _CspBlock {
  CspConsistency base;
  CspBlockLevel level;
  const CspBlockKernel *kernel;
  const char *description;
  bool is_contradictory; /* a record of no variable that does not hold */

  uint32_t n_vars, width; /* bits a lane */
  uint32_t width_log;     /* its place in the kernel's tables */
  uint32_t n_vectors, block_bytes;

  const int32_t **values; /* by variable and bit */
  uint8_t *n_values;      /* how many of these */
  uint64_t *declared;     /* by variable: the domain in the model */
  uint64_t *allowed;      /* less what single records forbid */
  unsigned char *first;   /* a block of these, which a root begins with */
  /* Blocks, by variable << log2(width) | bit; NULL: there are neighbors. */
  unsigned char *rows;
  uint32_t *arc_starts; /* by variable, into arcs; NULL: there is none */
  CspBlockArc *arcs;
  CspBlockList *lists; /* of elements */
  uint32_t n_elements, n_lists, n_list_words;
  uint64_t *lists_of;      /* by lane: a set of those that it is in */
  CspBlockWindow *windows; /* without arcs, of at most 32 values */
  uint32_t n_windows, n_permutations;
  /* Full propagation of more than rows, where each value excludes itself only:
   * blocks by variable, with all bits in the lanes where it does.  Else NULL. */
  unsigned char *neighbors;
  unsigned char *windows_of; /* a block: each lane's, numbers modulo width */
  unsigned char *open;       /* with permutations: a block to work in */
  unsigned char *scratch;    /* a block */

  /* states[k] is the block of the node with k frames, closed[k] has a bit for
   * each variable that is chosen there. */
  unsigned char *states;
  unsigned char *closed;
  CspBlockFrame *frames;
  uint32_t n_frames;
  uint32_t n_view;  /* the state that observers are shown */
  bool is_to_go_on; /* by the loop that fits, for an observer came or left */
  bool is_by_declared_size; /* the sequence: smallest declared domain first */
  CspVar *sequence; /* orders that are known beforehand: the variables */
  uint32_t n_sequence;
};

static inline uint64_t
csp_block_lane(const unsigned char *words, uint32_t width, CspVar x)
{
  if (width == 16)
    return ((const uint16_t *)(const void *)words)[x];
  if (width == 32)
    return ((const uint32_t *)(const void *)words)[x];
  return ((const uint64_t *)(const void *)words)[x];
}

static inline void
csp_block_set_lane(unsigned char *words,
                   uint32_t width,
                   CspVar x,
                   uint64_t word)
{
  if (width == 16)
    ((uint16_t *)(void *)words)[x] = (uint16_t)word;
  else if (width == 32)
    ((uint32_t *)(void *)words)[x] = (uint32_t)word;
  else
    ((uint64_t *)(void *)words)[x] = word;
}

static inline unsigned char *
csp_block_row(const CspBlock *block, CspVar x, uint32_t bit)
{
  return block->rows +
         (((size_t)x << block->width_log) + bit) * block->block_bytes;
}

/* The value to try first, as a bit; 0 of none. */
static inline uint64_t
csp_block_first(uint64_t values, bool is_descending)
{
  if (!is_descending || values == 0)
    return values & -values;
  return UINT64_C(1) << (63 - __builtin_clzll(values));
}

static inline bool
csp_block_has_rows_only(const CspBlock *block)
{
  return block->arcs == NULL && block->n_permutations == 0 &&
         block->n_elements == 0;
}

/* Do values ascend, with nothing but rows, and does nobody observe the nodes? */
static inline bool
csp_block_is_plain(const CspTree *tree)
{
  const CspBlock *block = (const CspBlock *)tree->consistency;

  return csp_block_has_rows_only(block) && !csp_tree_is_observed(tree) &&
         tree->config.value_order == CSP_VALUE_ORDER_MIN;
}

/* Is it time to give up?  The flag tells why. */
static inline bool
csp_block_is_at_limit(CspTree *tree, uint64_t n_nodes)
{
  if (atomic_load_explicit(tree->stop, memory_order_relaxed) != 0)
    return true;
  if (!csp_tree_has_enough_nodes(tree, n_nodes))
    return false;
  csp_tree_stop_at_nodes(tree);
  return true;
}

/* Tells the observer of a child: of the frame's variable, which is equal to the
 * value of this bit or not. */
void csp_block_report(CspTree *tree,
                      const CspBlockFrame *frame,
                      uint64_t bit,
                      bool is_equal,
                      CspOutcome outcome);
/* The problem is borrowed; csp_block_why_not() has nothing against it.  kernel
 * may be NULL: the best. */
CspConsistency *csp_block_new(CspProblem *problem,
                              CspBlockLevel level,
                              const CspTreeConfig *config,
                              const CspBlockForm *forms,
                              const CspBlockKernel *kernel);
/* The k-th kernel that this processor can run, the best first; NULL: there are
 * no more. */
const CspBlockKernel *csp_block_get_kernel(uint32_t k);
/* Why the problem cannot be searched so as a block (transfer full), or NULL:
 * it can.  forms: of each record. */
char *csp_block_why_not(const CspProblem *problem,
                        CspBlockLevel level,
                        const CspTreeConfig *config,
                        const CspBlockForm *forms);
/* What runs, in words. */
const char *csp_block_get_description(const CspConsistency *self);
/* Are there few enough variables and values?  With elements, have all variables
 * the same bits? */
bool csp_block_fits(const CspProblem *problem);
/* Bytes of a block. */
uint64_t csp_block_estimate(const CspProblem *problem);
