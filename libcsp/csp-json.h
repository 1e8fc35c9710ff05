/* SPDX-License-Identifier: MIT */
/* JSON: text written, and a text read as a table of values.
 *
 * Exactly the language of RFC 8259, in UTF-8; a byte order mark is passed over.
 * Values nest at most 64 deep, integers have at most 18 digits and strings hold
 * no NUL character. */
#pragma once

#include <libcsp/csp-types.h>

G_BEGIN_DECLS

/* Appends text as a JSON string, quotes included. */
CSP_API void csp_json_append_string(GString *out, const gchar *text);

/* A number without fraction and exponent is an integer. */
typedef enum {
  CSP_JSON_NULL,
  CSP_JSON_BOOLEAN,
  CSP_JSON_INTEGER,
  CSP_JSON_NUMBER,
  CSP_JSON_STRING,
  CSP_JSON_ARRAY,
  CSP_JSON_OBJECT
} CspJsonKind;

/* A text's values have numbers in the order they begin; the outermost is
 * CSP_JSON_ROOT, and CSP_NONE is no value. */
typedef struct _CspJson CspJson;
typedef guint32 CspJsonValue;
#define CSP_JSON_ROOT 0u

CSP_API CspJson *
csp_json_parse(const gchar *text, gssize length, GError **error);
CSP_API void csp_json_free(CspJson *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CspJson, csp_json_free)

CSP_API CspJsonKind csp_json_get_kind(const CspJson *self, CspJsonValue value);
/* Elements of an array, members of an object: how many, the first, and what
 * stands after one of them. */
CSP_API gsize csp_json_get_length(const CspJson *self, CspJsonValue value);
CSP_API CspJsonValue csp_json_get_first(const CspJson *self,
                                        CspJsonValue value);
CSP_API CspJsonValue csp_json_get_next(const CspJson *self, CspJsonValue value);
/* The member of that name, the last if there are several; CSP_NONE if there is
 * none or value is no object. */
CSP_API CspJsonValue csp_json_get_member(const CspJson *self,
                                         CspJsonValue value,
                                         const gchar *name);
/* The name of a member; NULL for other values. */
CSP_API const gchar *csp_json_get_name(const CspJson *self, CspJsonValue value);
/* 0 or 1 for a Boolean; FALSE, with nothing stored, if it is neither that nor
 * an integer. */
CSP_API gboolean csp_json_get_int(const CspJson *self,
                                  CspJsonValue value,
                                  gint64 *out_value);
/* A string without quotes and escapes, a number that is no integer as it was
 * written; NULL for other values. */
CSP_API const gchar *csp_json_get_text(const CspJson *self, CspJsonValue value);

G_END_DECLS
