/* SPDX-License-Identifier: MIT */
/* Declared symmetries as the solver uses them: generators, their images, and
 * what the constraint records say about them. */
#pragma once

#include "model/model.h"

/* A symmetry is made of generators, numbered from 0: one for a reversal, a
 * transpose or a list of pairs; for things that are interchangeable, the
 * exchange of each with the next. */
uint32_t csp_symmetry_n_generators(const CspModel *model,
                                   const CspSymmetry *symmetry);

typedef struct {
  CspVar var;
  int32_t value;
} CspPair;

/* Where a generator moves a pair.  limit is the value of last_var and matters
 * for CSP_SYMMETRY_VALUES_UP_TO only. */
CspPair csp_symmetry_move(const CspModel *model,
                          const CspSymmetry *symmetry,
                          uint32_t generator,
                          CspPair pair,
                          int32_t limit);

/* Variables that the symmetry can move, some perhaps twice: those at places
 * 0 .. n - 1. */
uint32_t csp_symmetry_n_touched(const CspModel *model,
                                const CspSymmetry *symmetry);
CspVar csp_symmetry_touched(const CspModel *model,
                            const CspSymmetry *symmetry,
                            uint32_t place);

/* Writes the image of a complete assignment.  False when the image is none:
 * a variable would have two values and another one none. */
bool csp_symmetry_apply(const CspModel *model,
                        const CspSymmetry *symmetry,
                        uint32_t generator,
                        const int32_t *values,
                        int32_t *image);

/* Is the variable one of those that the symmetry can move? */
bool csp_symmetry_touches(const CspModel *model,
                          const CspSymmetry *symmetry,
                          CspVar var);

/* Is the domain its own mirror image? */
bool csp_array_is_mirrored(const CspArrayInfo *info);

typedef enum {
  CSP_VERDICT_UNDECIDED,
  CSP_VERDICT_VALID,   /* the records map onto themselves */
  CSP_VERDICT_INVALID, /* a record is broken for certain */
} CspVerdict;

/* What the records say in words, found when it is first needed: {0} at first, and
 * good as long as the model stays as it is. */
typedef struct {
  GHashTable *words; /* NULL: not needed yet, or too long */
  bool is_encoded;
} CspRecordWords;

void csp_record_words_clear(CspRecordWords *self);

/* What the constraint records alone say.  When it is not one, the error,
 * CSP_ERROR_SYMMETRY, names the symmetry and the constraint. */
CspVerdict csp_symmetry_check(const CspModel *model,
                              size_t index,
                              CspRecordWords *records,
                              GError **error);

/* The same, without an attempt to prove it: quick. */
bool
csp_symmetry_is_refuted(const CspModel *model, size_t index, GError **error);

/* Do the records map onto themselves?  The symmetry need not be declared, but it
 * must fit the domains. */
bool csp_symmetry_is_proven(const CspModel *model,
                            const CspSymmetry *symmetry,
                            CspRecordWords *records);

/* Symmetries of the model that the records prove, declared or not (transfer
 * full; the names are not to be freed). */
CspSymmetry *csp_symmetries_detect(const CspModel *model, size_t *out_n);
