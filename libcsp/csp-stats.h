/* SPDX-License-Identifier: MIT */
/* What a search did: counters and times, read by name.
 *
 * The names are those of the command's statistics ("nodes", "failures",
 * "peak_memory_kib" ...).  A counter that does not apply to the search that ran
 * is absent. */
#pragma once

#include <libcsp/csp-types.h>

G_BEGIN_DECLS

#define CSP_TYPE_STATS (csp_stats_get_type())
typedef struct _CspStats CspStats;

CSP_API GType csp_stats_get_type(void);
CSP_API CspStats *csp_stats_copy(const CspStats *self);
CSP_API void csp_stats_free(CspStats *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CspStats, csp_stats_free)

/* Nothing applies yet. */
CSP_API CspStats *csp_stats_new(void);
/* Adds what another run did: counters and times add up, depths and sizes take
 * the larger; what is absent here is taken over. */
CSP_API void csp_stats_add(CspStats *self, const CspStats *other);
/* For programs that time and count around the solver.  FALSE when there is no
 * such statistic of this kind. */
CSP_API gboolean csp_stats_set_int(CspStats *self,
                                   const gchar *name,
                                   gint64 value);
CSP_API gboolean csp_stats_set_double(CspStats *self,
                                      const gchar *name,
                                      gdouble value);
CSP_API gboolean csp_stats_set_string(CspStats *self,
                                      const gchar *name,
                                      const gchar *value);

/* FALSE when the name is unknown or does not apply. */
CSP_API gboolean csp_stats_get_int(const CspStats *self,
                                   const gchar *name,
                                   gint64 *out_value);
CSP_API gboolean csp_stats_get_double(const CspStats *self,
                                      const gchar *name,
                                      gdouble *out_value);
CSP_API const gchar *csp_stats_get_string(const CspStats *self,
                                          const gchar *name);
/* When the violation of a local search was less than ever before. */
CSP_API guint csp_stats_count_improvements(const CspStats *self);
CSP_API gboolean csp_stats_get_improvement(const CspStats *self,
                                           guint index,
                                           gint64 *out_moves,
                                           gdouble *out_seconds,
                                           gint64 *out_violation);
/* Names of all statistics, NULL-terminated, in the order they are written. */
CSP_API const gchar *const *csp_stats_list_names(void);
/* The statistics as one JSON object, without the command's own fields: the
 * members only, "\"nodes\": 12, ...", to be put between braces. */
CSP_API gchar *csp_stats_to_json_members(const CspStats *self);

G_END_DECLS
