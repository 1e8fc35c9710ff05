/* SPDX-License-Identifier: MIT */
/* The layered graph of an automaton over a sequence of variables: layer i has
 * an edge for each step that the i-th letter can take on a way from the start to
 * acceptance.  Paths from the first node to the last are the words accepted.
 *
 * A label is a value of a layer; its edges are those that read it.  Alive are
 * the edges on a path whose labels are all in the domains. */
#pragma once

#include "constraints/automaton.h"
#include "engine/store.h"

#define CSP_NO_LABEL UINT32_MAX

typedef struct {
  uint32_t first_label, n_labels; /* ascending by value */
  uint32_t other;   /* the label of all values that have none, or NO_LABEL */
  uint32_t n_alive; /* labels alive, without `other`; trailed */
  uint32_t size;    /* of the domain when last looked at; trailed */
  uint64_t stamp;   /* the store's when the two were saved last */
  bool has_lost;    /* an edge died since csp_layers_begin() */
} CspLayer;

typedef struct {
  CspLayer *layers;
  uint32_t n_layers, n_nodes, n_edges, n_labels;
  uint32_t *first_node;          /* by layer, and one past the last */
  uint32_t *layer_of;            /* by node */
  uint32_t *first_out;           /* by node: its first edge; edges are sorted */
  uint32_t *first_in, *in_edges; /* by node; in place */
  uint32_t *first_of, *edges_of; /* by label; in place */
  uint32_t *from, *to, *label;   /* by edge */
  int32_t *costs;                /* by edge; NULL: there are none */
  int32_t *values;               /* by label */
  uint32_t *labels, *places;     /* of each layer, alive first; inverse */
  uint64_t *alive, *stamps;      /* a bit an edge, trailed */
  uint32_t *out_watch, *in_watch; /* by node: an edge that was alive */
  uint32_t *label_watch;          /* by label */
  uint32_t *dead;                 /* edges that died and are to be seen to */
  uint32_t n_dead;
  bool has_repeats; /* a variable stands twice */
} CspLayers;

/* What a propagator over such a graph begins with. */
typedef struct {
  CspPropagator base;
  CspLayers layers;
} CspLayered;

/* Builds the graph over the first n_layers variables and removes from their
 * domains what no path has; adds a propagator of `size` bytes over it and all
 * variables, subscribed to nothing yet.  With is_reified the last layer is the
 * truth of the others' word being accepted; the automaton is deterministic then.
 * NULL: the store has failed, or the limits of the search stopped this. */
CspLayered *csp_layered_new(CspStore *store,
                            const CspPropagatorClass *klass,
                            size_t size,
                            const CspConstraint *con,
                            const CspAutomaton *automaton,
                            uint32_t n_layers,
                            bool is_reified);

/* Before a round: forgets which layers lost edges. */
void csp_layers_begin(CspLayers *self);
/* Takes out the labels that left the domains; false: the store has failed. */
bool csp_layers_update(CspLayers *self,
                       CspStore *store,
                       const CspVar *vars) G_GNUC_WARN_UNUSED_RESULT;
/* Takes out an edge that is alive. */
void csp_layers_kill(CspLayers *self, CspStore *store, uint32_t edge);
/* After kills: takes out what is on no path any more, values too; false: the
 * store has failed. */
bool csp_layers_settle(CspLayers *self,
                       CspStore *store,
                       const CspVar *vars) G_GNUC_WARN_UNUSED_RESULT;
/* After a round: the domains as they are have been seen.  Gives how many
 * variables are open; one whose values have no label each counts twice, and
 * where another round is needed they are many. */
uint32_t csp_layers_end(CspLayers *self, CspStore *store, const CspVar *vars);

static inline bool
csp_layers_is_alive(const CspLayers *self, uint32_t edge)
{
  return (self->alive[edge / 64] >> (edge % 64) & 1) != 0;
}
