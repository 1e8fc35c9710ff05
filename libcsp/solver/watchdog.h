/* SPDX-License-Identifier: MIT */
/* A thread that raises a stop flag when a deadline passes, so that no search
 * has to look at a clock. */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

typedef struct _CspWatchdog CspWatchdog;

/* The flag is borrowed. */
CspWatchdog *csp_watchdog_new(atomic_int *flag);
void csp_watchdog_free(CspWatchdog *self);
/* From now on the flag becomes `reason` at the deadline (of
 * g_get_monotonic_time()) unless it is set by then; 0: no deadline. */
void csp_watchdog_arm(CspWatchdog *self, int64_t deadline, int reason);
/* Raises the flag now if the deadline has passed, before the thread wakes. */
void csp_watchdog_look(CspWatchdog *self);
