/* SPDX-License-Identifier: MIT */
/* The error domain, and the names of statuses as they are printed.
 *
 * The quark is written by hand because clang-format would put spaces into the
 * name that G_DEFINE_QUARK makes of its argument. */
#include "config.h"

#include <libcsp/csp-types.h>

/**
 * csp_error_quark:
 *
 * The domain of the errors that libcsp sets; see #CspError.
 *
 * Returns: the quark
 *
 * Since: 0.1
 */
GQuark
csp_error_quark(void)
{
  return g_quark_from_static_string("csp-error-quark");
}

/**
 * csp_status_get_name:
 * @status: how a search ended
 *
 * The word that the status line begins with, "satisfiable" for example.
 *
 * Returns: (transfer none): the word
 *
 * Since: 0.1
 */
const gchar *
csp_status_get_name(CspStatus status)
{
  static const char *const names[] = {
      [CSP_STATUS_UNKNOWN] = "unknown",
      [CSP_STATUS_SATISFIABLE] = "satisfiable",
      [CSP_STATUS_COMPLETE] = "complete",
      [CSP_STATUS_INCOMPLETE] = "incomplete",
      [CSP_STATUS_OPTIMAL] = "optimal",
      [CSP_STATUS_FEASIBLE] = "feasible",
      [CSP_STATUS_UNSATISFIABLE] = "unsatisfiable",
  };

  g_return_val_if_fail((guint)status < G_N_ELEMENTS(names), NULL);
  return names[status];
}

/**
 * csp_stop_reason_get_name:
 * @reason: why a search ended early
 *
 * The word that the statistics give as "status_reason".
 *
 * Returns: (transfer none) (nullable): the word; %NULL for %CSP_STOP_NONE
 *
 * Since: 0.1
 */
const gchar *
csp_stop_reason_get_name(CspStopReason reason)
{
  static const char *const names[] = {
      [CSP_STOP_NONE] = NULL,           [CSP_STOP_TIME] = "time-limit",
      [CSP_STOP_NODES] = "node-limit",  [CSP_STOP_MEMORY] = "memory-limit",
      [CSP_STOP_MOVES] = "move-limit",  [CSP_STOP_CANCELLED] = "interrupted",
      [CSP_STOP_COUNT] = "count-limit",
  };

  g_return_val_if_fail((guint)reason < G_N_ELEMENTS(names), NULL);
  return names[reason];
}
