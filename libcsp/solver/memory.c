/* SPDX-License-Identifier: MIT */
/* What the process uses and what the machine has, as the system tells it. */
#include "config.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

#include "solver/memory.h"

/* The system is asked once in this many microseconds; in between a thread is
 * taken to run all the time.  Many a puzzle takes less than to ask. */
enum { CPU_TIME_USEC = 2000 };

int64_t
csp_thread_cpu_time(CspCpuClock *clock)
{
  int64_t elapsed = g_get_monotonic_time() - clock->asked_at;
  struct timespec now;

  if (clock->asked_at != 0 && elapsed < CPU_TIME_USEC)
    return clock->answer + elapsed;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  clock->answer = (int64_t)now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
  clock->asked_at += elapsed;
  return clock->answer;
}

static uint64_t
resident_bytes(void)
{
  unsigned long total, resident = 0;
  FILE *file = fopen("/proc/self/statm", "re");

  if (file == NULL)
    return 0;
  if (fscanf(file, "%lu %lu", &total, &resident) != 2)
    resident = 0;
  fclose(file);
  return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* MemAvailable: free, or kept for no more than speed. */
static uint64_t
available_bytes(void)
{
  unsigned long kib = 0;
  char line[128];
  FILE *file = fopen("/proc/meminfo", "re");

  if (file == NULL)
    return UINT64_MAX;
  while (fgets(line, sizeof(line), file) != NULL)
    if (sscanf(line, "MemAvailable: %lu kB", &kib) == 1)
      break;
  fclose(file);
  return kib > 0 ? (uint64_t)kib << 10 : UINT64_MAX;
}

uint64_t
csp_memory_to_be_had(int64_t limit_mib)
{
  uint64_t available = available_bytes() / 10 * 9;

  if (limit_mib == 0)
    return available;
  uint64_t limit = (uint64_t)limit_mib << 20, used = resident_bytes();
  return MIN(available, limit > used ? limit - used : 1);
}
