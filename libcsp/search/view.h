/* SPDX-License-Identifier: MIT */
/* What an engine fills in so that orders and observers can look at it. */
#pragma once

#include <stdbool.h>

#include <libcsp/csp-extend.h>

typedef struct {
  size_t (*n_vars)(const void *engine);
  int64_t (*min)(const void *engine, CspVar var);
  int64_t (*max)(const void *engine, CspVar var);
  size_t (*size)(const void *engine, CspVar var);
  bool (*has)(const void *engine, CspVar var, int64_t value);
  size_t (*depth)(const void *engine);
  int64_t (*violation)(const void *engine);
  /* Of a level below the depth; NULL: there are none. */
  void (*decision)(const void *engine,
                   size_t level,
                   CspVar *out_var,
                   CspRelation *out_relation,
                   int64_t *out_value);
} CspViewFuncs;

struct _CspView {
  const CspViewFuncs *funcs;
  const void *engine;
};

/* An observer with its data; observer NULL: none. */
typedef struct {
  const CspObserver *observer;
  void *data;
} CspObserving;
