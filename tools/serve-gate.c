/* SPDX-License-Identifier: MIT */
/* What the main thread and a searching thread share.
 *
 * The search waits here before each step that is to be sent: for its time, for
 * an order while it is paused, and for messages to be taken where the page is
 * slow.  Limits and cancelling end the waiting: the solver's own flag is looked
 * at twenty times a second, as the library's deadlines raise no signal. */
#include "config.h"

#include "tools/serve-private.h"

#include <time.h>

enum {
  MAIL_BYTES = 1 << 20, /* unsent, before a search waits */
  STOP_USEC = 50000,    /* between looks at the solver's flag */
  CATCH_UP_USEC = 100000,
  ORDERS = 256,
};

void
serve_gate_init(ServeGate *self, double speed, bool is_paused)
{
  pthread_condattr_t attributes;

  *self = (ServeGate){
      .speed = speed,
      .is_paused = is_paused,
      .orders = g_array_new(FALSE, FALSE, sizeof(gint)),
      .mail = g_string_new(NULL),
  };
  pthread_mutex_init(&self->mutex, NULL);
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&self->changed, &attributes);
  pthread_condattr_destroy(&attributes);
}

void
serve_gate_clear(ServeGate *self)
{
  pthread_cond_destroy(&self->changed);
  pthread_mutex_destroy(&self->mutex);
  g_array_unref(self->orders);
  g_string_free(self->mail, TRUE);
  g_clear_error(&self->failure);
}

static void
lock(ServeGate *self)
{
  pthread_mutex_lock(&self->mutex);
}

static void
unlock(ServeGate *self)
{
  pthread_mutex_unlock(&self->mutex);
}

static void
unlock_changed(ServeGate *self)
{
  pthread_cond_broadcast(&self->changed);
  unlock(self);
}

/* For the main thread ------------------------------------------------------- */

void
serve_gate_adopt(ServeGate *self)
{
  lock(self);
  self->is_adopted = true;
  unlock_changed(self);
}

/* A search that runs free stops only at a sample. */
static void
stop_running_free(ServeGate *self)
{
  if (self->solver != NULL && self->stage == SERVE_BUILT)
    csp_solver_request_sample(self->solver);
}

void
serve_gate_pause(ServeGate *self)
{
  lock(self);
  self->is_paused = true;
  g_array_set_size(self->orders, 0);
  stop_running_free(self);
  unlock_changed(self);
}

/* Orders one way add up, so that their number is small. */
static void
add_order(ServeGate *self, gint steps)
{
  guint n = self->orders->len;
  gint *last = n > 0 ? &g_array_index(self->orders, gint, n - 1) : NULL;

  if (last != NULL && (*last > 0) == (steps > 0))
    *last = CLAMP(*last + steps, -SERVE_ORDER_STEPS, SERVE_ORDER_STEPS);
  else if (n < ORDERS)
    g_array_append_val(self->orders, steps);
}

void
serve_gate_order(ServeGate *self, gint steps)
{
  lock(self);
  self->is_paused = true;
  add_order(self, steps);
  stop_running_free(self);
  unlock_changed(self);
}

void
serve_gate_go(ServeGate *self, double speed)
{
  lock(self);
  self->is_paused = false;
  if (speed >= 0)
    self->speed = speed;
  self->due = 0;
  g_array_set_size(self->orders, 0);
  if (self->speed > 0)
    stop_running_free(self);
  unlock_changed(self);
}

void
serve_gate_cancel(ServeGate *self)
{
  lock(self);
  self->is_cancelled = true;
  if (self->solver != NULL)
    csp_solver_cancel(self->solver);
  unlock_changed(self);
}

ServeStage
serve_gate_get_stage(ServeGate *self)
{
  lock(self);
  ServeStage stage = self->stage;
  unlock(self);
  return stage;
}

void
serve_gate_collect(ServeGate *self, GString *out)
{
  lock(self);
  if (self->mail->len > 0) {
    if (out->len > 0)
      g_string_append(out, ",\n");
    g_string_append_len(out, self->mail->str, (gssize)self->mail->len);
    g_string_free(self->mail, TRUE);
    self->mail = g_string_new(NULL);
  }
  unlock_changed(self);
}

bool
serve_gate_has_mail(ServeGate *self)
{
  lock(self);
  bool has_mail = self->mail->len > 0;
  unlock(self);
  return has_mail;
}

static bool
is_free(const ServeGate *self)
{
  return !self->is_paused && self->speed <= 0 && self->orders->len == 0;
}

void
serve_gate_look(ServeGate *self)
{
  lock(self);
  if (self->stage == SERVE_BUILT && is_free(self) && self->mail->len == 0)
    csp_solver_request_sample(self->solver);
  unlock(self);
}

/* For the searching thread -------------------------------------------------- */

void
serve_gate_post(ServeGate *self, const GString *messages)
{
  lock(self);
  if (self->mail->len > 0)
    g_string_append(self->mail, ",\n");
  g_string_append_len(self->mail, messages->str, (gssize)messages->len);
  unlock(self);
}

void
serve_gate_tell(ServeGate *self, CspSolver *solver, GError *failure)
{
  lock(self);
  self->stage = failure == NULL ? SERVE_BUILT : SERVE_FAILED;
  self->failure = failure;
  self->solver = solver;
  if (self->is_cancelled && solver != NULL)
    csp_solver_cancel(solver);
  unlock(self);
}

void
serve_gate_end(ServeGate *self)
{
  lock(self);
  self->stage = SERVE_ENDED;
  unlock(self);
}

bool
serve_gate_wait_for_adoption(ServeGate *self)
{
  lock(self);
  while (!self->is_adopted && !self->is_cancelled)
    pthread_cond_wait(&self->changed, &self->mutex);
  bool is_cancelled = self->is_cancelled;
  unlock(self);
  return !is_cancelled;
}

bool
serve_gate_is_cancelled(ServeGate *self)
{
  lock(self);
  bool is_cancelled = self->is_cancelled;
  unlock(self);
  return is_cancelled;
}

/* What can be done at once; false: nothing yet. */
static bool
choose(ServeGate *self, bool can_go_back, gint64 now, ServeGo *out_go)
{
  if (self->is_cancelled || csp_solver_is_stopped(self->solver)) {
    *out_go = SERVE_GO_AWAY;
    return true;
  }
  if (self->mail->len > MAIL_BYTES)
    return false;
  if (self->orders->len > 0) {
    gint *order = &g_array_index(self->orders, gint, 0);
    bool is_back = *order < 0;
    *order = !is_back ? *order - 1 : can_go_back ? *order + 1 : 0;
    if (*order == 0)
      g_array_remove_index(self->orders, 0);
    *out_go = is_back ? SERVE_GO_BACK : SERVE_GO_ON;
    return true;
  }
  if (self->is_paused || (self->speed > 0 && now < self->due))
    return false;
  *out_go = self->speed > 0 ? SERVE_GO_ON : SERVE_GO_FREE;
  if (self->speed > 0) {
    gint64 step = (gint64)(G_USEC_PER_SEC / self->speed);
    self->due =
        (self->due == 0 ? now : MAX(self->due, now - CATCH_UP_USEC)) + step;
  }
  return true;
}

static void
wait_a_while(ServeGate *self, gint64 now)
{
  bool is_due_soon = !self->is_paused && self->speed > 0 && self->due > now;
  gint64 until = now + STOP_USEC;

  if (is_due_soon)
    until = MIN(until, self->due);
  struct timespec time = {.tv_sec = until / G_USEC_PER_SEC,
                          .tv_nsec = until % G_USEC_PER_SEC * 1000};
  pthread_cond_timedwait(&self->changed, &self->mutex, &time);
}

ServeGo
serve_gate_wait(ServeGate *self, bool can_go_back)
{
  ServeGo go;

  lock(self);
  for (;;) {
    gint64 now = g_get_monotonic_time();
    if (choose(self, can_go_back, now, &go))
      break;
    wait_a_while(self, now);
  }
  unlock(self);
  return go;
}

bool
serve_gate_is_free(ServeGate *self)
{
  lock(self);
  bool is = is_free(self);
  unlock(self);
  return is;
}
