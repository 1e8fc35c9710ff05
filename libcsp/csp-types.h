/* SPDX-License-Identifier: MIT */
/* Handles, enumerations and errors shared by all public headers.
 *
 * A handle is an index that belongs to one model.  CSP_NONE is no handle: what
 * a failed call returns. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* What libcsp-1.so exports; all else is hidden. */
#define CSP_API __attribute__((visibility("default")))

typedef guint32 CspVar;
typedef guint32 CspArray;
typedef guint32 CspExpr;

#define CSP_NONE G_MAXUINT32

/* Values of variables lie within these bounds, ends included. */
#define CSP_VALUE_MIN (-1073741824)
#define CSP_VALUE_MAX 1073741824

/* In a tuple of a table: any value. */
#define CSP_ANY G_MININT

typedef enum {
  CSP_RELATION_EQ,
  CSP_RELATION_NE,
  CSP_RELATION_LT,
  CSP_RELATION_LE,
  CSP_RELATION_GT,
  CSP_RELATION_GE,
} CspRelation;

typedef enum {
  CSP_STATUS_UNKNOWN,       /* a limit came with nothing found */
  CSP_STATUS_SATISFIABLE,   /* as many as asked for were found */
  CSP_STATUS_COMPLETE,      /* all were asked for or fewer exist */
  CSP_STATUS_INCOMPLETE,    /* a limit came while counting or listing */
  CSP_STATUS_OPTIMAL,       /* the best, proved */
  CSP_STATUS_FEASIBLE,      /* a limit came before the proof */
  CSP_STATUS_UNSATISFIABLE, /* one was asked for and none exists */
} CspStatus;

/* Why a search ended before it was complete. */
typedef enum {
  CSP_STOP_NONE,
  CSP_STOP_TIME,
  CSP_STOP_NODES,
  CSP_STOP_MEMORY,
  CSP_STOP_MOVES,
  CSP_STOP_CANCELLED,
  CSP_STOP_COUNT, /* there are more solutions than 64 bits can count */
} CspStopReason;

typedef enum {
  CSP_STRENGTH_DEFAULT, /* what pays for the constraint as a rule */
  CSP_STRENGTH_VALUE,   /* prune by fixed variables only */
  CSP_STRENGTH_BOUNDS,
  CSP_STRENGTH_DOMAIN,
} CspStrength;

#define CSP_ERROR (csp_error_quark())

typedef enum {
  CSP_ERROR_INVALID,   /* an argument that cannot be: wrong handle, length */
  CSP_ERROR_RANGE,     /* values or sums leave the supported range */
  CSP_ERROR_SEALED,    /* the model belongs to a solver already */
  CSP_ERROR_OPTION,    /* unknown option, bad value, options that clash */
  CSP_ERROR_PARSE,     /* an input file's content; the message has the place */
  CSP_ERROR_IO,        /* an input or output file */
  CSP_ERROR_NOT_FOUND, /* unknown plugin, array or name */
  CSP_ERROR_PLUGIN,    /* a plugin that cannot be used */
  CSP_ERROR_MEMORY,    /* the model would not fit */
  CSP_ERROR_VIOLATED,  /* a solution that breaks a constraint */
  CSP_ERROR_SYMMETRY,  /* a declared symmetry that is none */
  CSP_ERROR_INTERNAL,  /* a fault of libcsp itself */
} CspError;

CSP_API GQuark csp_error_quark(void);

CSP_API const gchar *csp_status_get_name(CspStatus status);
CSP_API const gchar *csp_stop_reason_get_name(CspStopReason reason);

G_END_DECLS
