/* SPDX-License-Identifier: MIT */
/* What the process uses and what the machine has. */
#pragma once

#include <stdint.h>

/* When the system was asked for processor time, and its answer. */
typedef struct {
  int64_t asked_at, answer;
} CspCpuClock;

/* Processor time of the calling thread in microseconds, about. */
int64_t csp_thread_cpu_time(CspCpuClock *clock);
/* Bytes that a search may take: by its limit, or what the machine has left. */
uint64_t csp_memory_to_be_had(int64_t limit_mib);
