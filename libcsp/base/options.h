/* SPDX-License-Identifier: MIT */
/* The options of a search as a struct, made from options.def. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <libcsp/csp-io.h> /* csp_nearest_name() */

typedef enum {
  CSP_ALGORITHM_AUTO,
  CSP_ALGORITHM_GENERATE,
  CSP_ALGORITHM_BACKTRACKING,
  CSP_ALGORITHM_FORWARD_CHECKING,
  CSP_ALGORITHM_MAC,
  CSP_ALGORITHM_MIN_CONFLICTS,
  CSP_ALGORITHM_TABU,
} CspAlgorithm;

typedef enum {
  CSP_VARIABLE_ORDER_DEFAULT,
  CSP_VARIABLE_ORDER_INPUT,
  CSP_VARIABLE_ORDER_MRV,
  CSP_VARIABLE_ORDER_MRV_DEGREE,
  CSP_VARIABLE_ORDER_DOM_DEG,
  CSP_VARIABLE_ORDER_DOM_WDEG,
  CSP_VARIABLE_ORDER_RANDOM,
  CSP_VARIABLE_ORDER_MODEL,
  CSP_VARIABLE_ORDER_USER, /* not in the table: a program's own */
} CspVariableOrder;

typedef enum {
  CSP_VALUE_ORDER_DEFAULT,
  CSP_VALUE_ORDER_MIN,
  CSP_VALUE_ORDER_MAX,
  CSP_VALUE_ORDER_MIDDLE,
  CSP_VALUE_ORDER_LCV,
  CSP_VALUE_ORDER_RANDOM,
  CSP_VALUE_ORDER_USER,
} CspValueOrder;

typedef enum {
  CSP_BRANCHING_DEFAULT,
  CSP_BRANCHING_D_WAY,
  CSP_BRANCHING_2_WAY,
} CspBranching;

typedef enum {
  CSP_START_GREEDY,
  CSP_START_RANDOM,
} CspStart;

typedef enum {
  CSP_SYMMETRY_USE_DEFAULT,
  CSP_SYMMETRY_USE_AUTO,
  CSP_SYMMETRY_USE_OFF,
} CspSymmetryUse;

typedef enum {
  CSP_KERNEL_AUTO,
  CSP_KERNEL_BLOCK,
  CSP_KERNEL_EVENTS,
} CspKernel;

typedef struct {
#define OPTION_BOOL(field, name, def, blurb) bool field;
#define OPTION_INT(field, name, def, min, max, unit, blurb) int64_t field;
#define OPTION_REAL(field, name, def, min, max, unit, blurb) double field;
#define OPTION_CHOICE(field, name, def, choices, blurb) int field;
#define OPTION_TEXT(field, name, metavar, blurb) char *field;
#include "base/options.def"
#undef OPTION_BOOL
#undef OPTION_INT
#undef OPTION_REAL
#undef OPTION_CHOICE
#undef OPTION_TEXT
} CspOptions;

typedef enum {
  CSP_OPTION_BOOL,
  CSP_OPTION_INT,
  CSP_OPTION_REAL,
  CSP_OPTION_CHOICE,
  CSP_OPTION_TEXT,
} CspOptionKind;

/* A row of the table. */
typedef struct {
  const char *name;
  CspOptionKind kind;
  size_t offset; /* of the field in CspOptions */
  int64_t min, max, default_int;
  double real_min, real_max, default_real;
  const char *choices; /* split by |; for a text the form it takes */
  const char *unit;
  const char *blurb;
} CspOptionSpec;

extern const CspOptionSpec csp_option_specs[];
extern const size_t csp_n_option_specs;

void csp_options_init(CspOptions *options);
void csp_options_clear(CspOptions *options);
void csp_options_copy(const CspOptions *options, CspOptions *out);
const CspOptionSpec *csp_option_find(const char *name);
/* Text as on the command line (a Boolean: true, false), NULL for the default;
 * CSP_ERROR_OPTION says what was expected. */
bool csp_options_set(CspOptions *options,
                     const CspOptionSpec *spec,
                     const char *text,
                     GError **error);
/* Is the option still at its default? */
bool csp_options_is_default(const CspOptions *options,
                            const CspOptionSpec *spec);
/* The name of the chosen value of a choice (transfer full). */
char *csp_option_dup_choice(const CspOptionSpec *spec, int index);
/* A decimal integer, nothing else around it: no sign but -, no exponent. */
bool csp_parse_int(const char *text, int64_t *out_value);

/* Restart policies, parsed from the option's text. */
typedef enum {
  CSP_RESTARTS_NONE,
  CSP_RESTARTS_LUBY,
  CSP_RESTARTS_GEOMETRIC,
  CSP_RESTARTS_LINEAR,
  CSP_RESTARTS_CONSTANT,
} CspRestartKind;

typedef struct {
  CspRestartKind kind;
  int64_t unit; /* failures of the shortest run */
  double factor;
} CspRestartPolicy;

bool csp_restart_policy_parse(const char *text,
                              CspRestartPolicy *out_policy,
                              GError **error);
