/* SPDX-License-Identifier: MIT */
/* Time limit and signals, from the first moment of the program to the last.
 *
 * While a solver runs it keeps the limit itself, and a signal cancels it.
 * Reading and building know nothing of limits; they run in a thread of their
 * own while this one waits on a semaphore, which the thread posts when it is
 * done and the handler when a signal comes.  Other threads have the signals
 * blocked, so handlers run in the main thread only.
 *
 * The first signal ends the run as a limit does, and a second SIGINT kills.  One
 * that comes at once is no second one: a signal to the process and to its group
 * brings two. */
#include "config.h"

#include "tools/tool.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>
#include <libcsp/csp-extend.h>

enum { SAMPLE_USEC = 200000, SECOND_USEC = 200000 };

static _Atomic gint64 interrupt_usec; /* of the first signal; 0: none yet */
static gint64 start_usec, limit_usec; /* limit 0: none */
static sem_t wake;
static atomic_bool is_interrupted;
static _Atomic(CspSolver *) running;

static void
on_interrupt(int signal_number)
{
  int saved_errno = errno;
  CspSolver *solver = atomic_load(&running);
  gint64 now = g_get_monotonic_time(), first = 0;

  if (!atomic_compare_exchange_strong(&interrupt_usec, &first, now) &&
      signal_number == SIGINT && now - first > SECOND_USEC) {
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
  }
  atomic_store(&is_interrupted, true);
  if (solver != NULL)
    csp_solver_cancel(solver);
  sem_post(&wake);
  errno = saved_errno;
}

static void
on_alarm(int signal_number)
{
  CspSolver *solver = atomic_load(&running);

  (void)signal_number;
  if (solver != NULL)
    csp_solver_request_sample(solver);
}

void
tool_watch_start(void)
{
  start_usec = g_get_monotonic_time();
  sem_init(&wake, 0, 0);

  struct sigaction interrupt = {.sa_handler = on_interrupt,
                                .sa_flags = SA_RESTART};
  sigaction(SIGTERM, &interrupt, NULL);
  /* One that was ignored stays so, as under nohup or in the background. */
  struct sigaction old;
  if (sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
    sigaction(SIGINT, &interrupt, NULL);
  struct sigaction alarm = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &alarm, NULL);
  signal(SIGPIPE, SIG_IGN);
}

double
tool_watch_elapsed(void)
{
  return (double)(g_get_monotonic_time() - start_usec) / G_USEC_PER_SEC;
}

void
tool_watch_set_limit(double seconds)
{
  gint64 usec = (gint64)(seconds * G_USEC_PER_SEC);

  limit_usec = seconds > 0 ? MAX(usec, 1) : 0;
}

double
tool_watch_left(void)
{
  if (limit_usec == 0)
    return G_MAXDOUBLE;
  gint64 left = start_usec + limit_usec - g_get_monotonic_time();
  return (double)MAX(left, 0) / G_USEC_PER_SEC;
}

CspStopReason
tool_watch_get_stop(void)
{
  if (atomic_load(&is_interrupted))
    return CSP_STOP_CANCELLED;
  return tool_watch_left() <= 0 ? CSP_STOP_TIME : CSP_STOP_NONE;
}

/* A signal that came before the solver was known cancels it now. */
void
tool_watch_solver(CspSolver *solver)
{
  atomic_store(&running, solver);
  if (solver != NULL && atomic_load(&is_interrupted))
    csp_solver_cancel(solver);
}

void
tool_watch_sample(bool is_on)
{
  struct itimerval every = {0};

  if (is_on)
    every.it_value.tv_usec = every.it_interval.tv_usec = SAMPLE_USEC;
  setitimer(ITIMER_REAL, &every, NULL);
}

/* In a call's own thread? */
static _Thread_local bool is_in_call;

typedef struct {
  void (*func)(gpointer data);
  gpointer data;
  atomic_bool is_done;
} Call;

static gpointer
run_call(gpointer data)
{
  Call *call = data;

  is_in_call = true;
  call->func(call->data);
  atomic_store(&call->is_done, true);
  sem_post(&wake);
  return NULL;
}

static void
wait_for_wake(void)
{
  double left = tool_watch_left();

  if (left == G_MAXDOUBLE) {
    sem_wait(&wake);
    return;
  }
  gint64 until = g_get_real_time() + (gint64)(left * G_USEC_PER_SEC) + 1;
  struct timespec time = {.tv_sec = until / G_USEC_PER_SEC,
                          .tv_nsec = until % G_USEC_PER_SEC * 1000};
  sem_timedwait(&wake, &time);
}

bool
tool_watch_call(void (*func)(gpointer data), gpointer data)
{
  if (is_in_call) {
    func(data);
    return true;
  }
  /* On the heap: the thread may outlive this call. */
  Call *call = g_new0(Call, 1);
  sigset_t signals, saved;

  call->func = func;
  call->data = data;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &signals, &saved);
  GThread *thread = g_thread_new("read", run_call, call);
  pthread_sigmask(SIG_SETMASK, &saved, NULL);

  while (!atomic_load(&call->is_done)) {
    if (tool_watch_get_stop() != CSP_STOP_NONE) {
      g_thread_unref(thread);
      return false;
    }
    wait_for_wake();
  }
  g_thread_join(thread);
  g_free(call);
  return true;
}

void
tool_watch_abandon(void)
{
  puts("status: unknown");
  fflush(stdout);
  _exit(TOOL_LIMIT);
}
