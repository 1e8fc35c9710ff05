/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <glib.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "solver/watchdog.h"

struct _CspWatchdog {
  pthread_mutex_t mutex;
  pthread_cond_t cond;
  GThread *thread;
  atomic_int *flag;
  int64_t deadline; /* 0: none */
  int reason;
  bool is_quitting;
};

static struct timespec
to_timespec(int64_t microseconds)
{
  return (struct timespec){.tv_sec = microseconds / G_USEC_PER_SEC,
                           .tv_nsec = microseconds % G_USEC_PER_SEC * 1000};
}

/* Raises the flag if it is time; the mutex is held. */
static void
look(CspWatchdog *self)
{
  int none = 0;

  if (self->deadline == 0 || g_get_monotonic_time() < self->deadline)
    return;
  atomic_compare_exchange_strong(self->flag, &none, self->reason);
  self->deadline = 0;
}

static gpointer
watch(gpointer data)
{
  CspWatchdog *self = data;

  pthread_mutex_lock(&self->mutex);
  while (!self->is_quitting) {
    look(self);
    if (self->deadline == 0) {
      pthread_cond_wait(&self->cond, &self->mutex);
    } else {
      struct timespec until = to_timespec(self->deadline);
      pthread_cond_timedwait(&self->cond, &self->mutex, &until);
    }
  }
  pthread_mutex_unlock(&self->mutex);
  return NULL;
}

CspWatchdog *
csp_watchdog_new(atomic_int *flag)
{
  CspWatchdog *self = g_new0(CspWatchdog, 1);
  pthread_condattr_t attributes;

  self->flag = flag;
  pthread_mutex_init(&self->mutex, NULL);
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&self->cond, &attributes);
  pthread_condattr_destroy(&attributes);
  self->thread = g_thread_new("csp-watchdog", watch, self);
  return self;
}

void
csp_watchdog_free(CspWatchdog *self)
{
  if (self == NULL)
    return;
  pthread_mutex_lock(&self->mutex);
  self->is_quitting = true;
  pthread_cond_signal(&self->cond);
  pthread_mutex_unlock(&self->mutex);
  g_thread_join(self->thread);
  pthread_cond_destroy(&self->cond);
  pthread_mutex_destroy(&self->mutex);
  g_free(self);
}

void
csp_watchdog_arm(CspWatchdog *self, int64_t deadline, int reason)
{
  pthread_mutex_lock(&self->mutex);
  self->deadline = deadline;
  self->reason = reason;
  pthread_cond_signal(&self->cond);
  pthread_mutex_unlock(&self->mutex);
}

void
csp_watchdog_look(CspWatchdog *self)
{
  pthread_mutex_lock(&self->mutex);
  look(self);
  pthread_mutex_unlock(&self->mutex);
}
