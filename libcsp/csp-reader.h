/* SPDX-License-Identifier: MIT */
/* Input line by line and token by token, with places for errors.
 *
 * A carriage return is white space.  Errors read FILE:LINE:COLUMN: what is
 * wrong; lines and columns count from 1. */
#pragma once

#include <libcsp/csp-types.h>

G_BEGIN_DECLS

typedef struct _CspReader CspReader;

/* "-" is standard input, shown as <stdin>. */
CSP_API CspReader *csp_reader_open(const gchar *path, GError **error);
CSP_API CspReader *csp_reader_new_for_bytes(const gchar *name, GBytes *bytes);
CSP_API void csp_reader_free(CspReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CspReader, csp_reader_free)

CSP_API const gchar *csp_reader_get_name(const CspReader *self);
/* What follows the current line, at first the input's first bytes, without
 * reading on: for telling a format.  Ends the loan of the current line. */
CSP_API const gchar *csp_reader_peek(CspReader *self, gsize *out_n);
/* The next line without its end, lent until the next call; NULL at the end of
 * the input.  A line over CSP_READER_MAX_LINE bytes or one with a NUL byte is an
 * error. */
#define CSP_READER_MAX_LINE (1u << 26)
CSP_API gboolean csp_reader_next_line(CspReader *self,
                                      const gchar **out_line,
                                      GError **error);
/* Makes the next call of csp_reader_next_line() give this line again. */
CSP_API void csp_reader_unread_line(CspReader *self);
CSP_API guint64 csp_reader_get_line_number(const CspReader *self);

/* Tokens of the current line, split at white space.  NULL at its end; the text
 * is lent and NUL-terminated until the next line. */
CSP_API const gchar *csp_reader_next_token(CspReader *self);
/* A decimal integer within [min, max]; the error says what was expected. */
CSP_API gboolean csp_reader_next_int(CspReader *self,
                                     const gchar *what,
                                     gint64 min,
                                     gint64 max,
                                     gint64 *out_value,
                                     GError **error);
/* Nothing but white space may be left on the line. */
CSP_API gboolean csp_reader_expect_end_of_line(CspReader *self, GError **error);
/* Sets a CSP_ERROR_PARSE at the current line and the column of the last token
 * (column 0), or at the column given; returns FALSE. */
CSP_API gboolean csp_reader_fail(CspReader *self,
                                 guint column,
                                 GError **error,
                                 const gchar *format,
                                 ...) G_GNUC_PRINTF(4, 5);
/* A remark that does not stop the reading: FILE:LINE: message, collected. */
CSP_API void csp_reader_warn(CspReader *self, const gchar *format, ...)
    G_GNUC_PRINTF(2, 3);
CSP_API const gchar *const *csp_reader_get_warnings(const CspReader *self,
                                                    gsize *out_n);

G_END_DECLS
