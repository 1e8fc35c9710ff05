/* SPDX-License-Identifier: MIT */
/* A plugin under test: parameters by text, inputs from memory. */
#pragma once

#include <libcsp/csp.h>
#include <libcsp/csp-plugin.h>

#include "tests/csp-test.h"

typedef struct {
  const CspPlugin *plugin;
  CspParams *params;
  CspReader *reader; /* of the input, after model_test_open() */
  gpointer instance; /* the last one read */
  CspModel *model;   /* after model_test_build() */
} ModelTest;

/* settings: "size=8 kind=torus" */
void model_test_init(ModelTest *self, const char *name, const char *settings);
void model_test_clear(ModelTest *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ModelTest, model_test_clear)

void model_test_open(ModelTest *self, const char *text);
/* Reads the next instance; false at the end of the input.  An error fails the
 * test. */
gboolean model_test_read(ModelTest *self);
void model_test_build(ModelTest *self);
/* The picture of the values, to be freed. */
char *model_test_render(ModelTest *self,
                        const int *values,
                        gsize n_values,
                        const char *format);
/* The solution in text is read, and is these values. */
void model_test_reads_solution(ModelTest *self,
                               const char *text,
                               const int *values,
                               gsize n_values);
/* The message for an input, or for a solution, that is refused. */
void model_test_refuses(const char *name,
                        const char *settings,
                        const char *text,
                        const char *message);
void model_test_refuses_solution(ModelTest *self,
                                 const char *text,
                                 const char *message);

/* Reads the text with random bytes changed, put in, taken out and cut off, many
 * times: each time it is read or refused, and nothing worse (a matter for
 * sanitizers). */
void model_test_survives_garbage(const char *name, const char *text);
