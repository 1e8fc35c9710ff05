/* SPDX-License-Identifier: MIT */
/* A run: its thread, which builds and searches, and what it sees of the search.
 *
 * The observer's node and move are there only while steps are sent: else the
 * search runs at full speed until a sample is asked for.  The sample tells the
 * state, and switches them on: for a burst of steps, or while the run is slow
 * or paused for each step, which then waits at the gate.  A search at full speed
 * begins with a burst, and a sample after it. */
#include "config.h"

#include "tools/serve-private.h"

#include <time.h>

enum {
  FIRST_STEPS = 1000, /* so that a short search is seen whole */
  FIRST_USEC = 10000,
  BURST_STEPS = 32,
  BURST_USEC = 1000, /* with the sample before it */
  LOOK_EVERY = 25,   /* times what one takes */
  DENSITY_USEC = 100000,
};

static void
post(ServeRun *run, const GString *messages)
{
  if (messages->len > 0)
    serve_gate_post(&run->gate, messages);
}

static void
post_statistics(ServeRun *run)
{
  gint64 now = g_get_monotonic_time();
  g_autoptr(GString) out = g_string_new(NULL);

  if (now - run->statistics_time < G_USEC_PER_SEC)
    return;
  run->statistics_time = now;
  serve_append_statistics(out, run);
  post(run, out);
}

/* Steps --------------------------------------------------------------------- */

static void
on_node(const CspView *view, const CspNodeEvent *event, gpointer data);
static void
on_move(const CspView *view, const CspMoveEvent *event, gpointer data);

static void
send_steps(ServeRun *run, bool is_on)
{
  run->observer.node = is_on ? on_node : NULL;
  run->observer.move = is_on ? on_move : NULL;
}

/* False: the step is not to be sent. */
static bool
wait_for_step(ServeRun *run)
{
  for (;;) {
    ServeGo go =
        serve_gate_wait(&run->gate, serve_history_can_go_back(&run->history));
    const GString *recorded = NULL;
    switch (go) {
    case SERVE_GO_BACK:
      recorded = serve_history_go_back(&run->history);
      break;
    case SERVE_GO_ON:
    case SERVE_GO_FREE:
      recorded = serve_history_go_forth(&run->history);
      if (recorded == NULL && go == SERVE_GO_ON)
        return true;
      break;
    case SERVE_GO_AWAY:
      break;
    }
    if (recorded != NULL)
      post(run, recorded);
    else if (go == SERVE_GO_FREE || go == SERVE_GO_AWAY)
      break;
  }
  run->is_stepping = false;
  send_steps(run, false);
  return false;
}

/* What the search itself takes, in microseconds, whoever else is at work. */
static gint64
get_cpu_time(void)
{
  struct timespec time;

  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static bool
is_sending_steps(const ServeRun *run)
{
  return run->observer.node != NULL;
}

/* As many steps as there is time for. */
static void
begin_burst(ServeRun *run, guint n_steps, gint64 usec)
{
  run->burst_end = get_cpu_time() + usec;
  run->n_burst = n_steps;
}

/* So that looks take a small part of the time. */
static void
put_off_next_look(ServeRun *run)
{
  gint64 now = get_cpu_time();

  run->next_look = now + (now - run->look_time) * LOOK_EVERY;
}

static bool
is_in_burst(ServeRun *run)
{
  bool is_over = run->n_burst == 0 || get_cpu_time() > run->burst_end;

  if (!is_over) {
    run->n_burst--;
    return true;
  }
  send_steps(run, false);
  if (run->look_time == 0)
    csp_solver_request_sample(run->solver);
  else
    put_off_next_look(run);
  return false;
}

static bool
is_to_be_sent(ServeRun *run)
{
  if (run->is_stepping)
    post_statistics(run);
  return run->is_stepping ? wait_for_step(run) : is_in_burst(run);
}

/* Of a model too large to follow, now and then while it is stepped. */
static bool
is_density_due(ServeRun *run)
{
  gint64 now = g_get_monotonic_time();

  if (run->watch.shown != NULL || !run->is_stepping ||
      now - run->density_time < DENSITY_USEC)
    return false;
  run->density_time = now;
  return true;
}

/* forth has the step's own message; what it changed follows.  Of a large model
 * nothing is recorded, as what is undone is not known. */
static void
send_step(ServeRun *run,
          const CspView *view,
          CspVar var,
          CspVar other,
          GString *forth)
{
  g_autoptr(GString) changes = g_string_new(NULL);
  g_autoptr(GString) undo = g_string_new(NULL);
  g_autoptr(GString) back = g_string_new(NULL);

  serve_watch_update(&run->watch, view, var, other, changes, undo);
  serve_append_changes(forth, run, "change", changes,
                       is_density_due(run) ? view : NULL);
  post(run, forth);
  if (run->watch.shown == NULL)
    return;
  serve_append_changes(back, run, "back", undo, NULL);
  serve_history_add(&run->history, forth, back);
}

static void
on_node(const CspView *view, const CspNodeEvent *event, gpointer data)
{
  ServeRun *run = data;
  g_autoptr(GString) out = g_string_new(NULL);

  if (!is_to_be_sent(run))
    return;
  run->n_steps++;
  serve_append_node(out, run, view, event);
  send_step(run, view, event->var, CSP_NONE, out);
}

static void
on_move(const CspView *view, const CspMoveEvent *event, gpointer data)
{
  ServeRun *run = data;
  g_autoptr(GString) out = g_string_new(NULL);

  if (!is_to_be_sent(run))
    return;
  run->n_steps++;
  serve_append_move(out, run, view, event);
  send_step(run, view, event->var, event->swapped, out);
}

/* What belongs to the step before. */
static void
send_beside_step(ServeRun *run, const GString *out)
{
  post(run, out);
  serve_history_extend(&run->history, out);
}

static void
on_restart(const CspView *view, guint64 n_restarts, gpointer data)
{
  ServeRun *run = data;
  g_autoptr(GString) out = g_string_new(NULL);

  if (!is_sending_steps(run))
    return;
  serve_append_restart(out, run, n_restarts);
  send_beside_step(run, out);
}

static void
on_bound(const CspView *view, gint objective, gpointer data)
{
  ServeRun *run = data;
  g_autoptr(GString) out = g_string_new(NULL);

  if (!is_sending_steps(run))
    return;
  serve_append_bound(out, run, objective);
  send_beside_step(run, out);
}

/* Samples ------------------------------------------------------------------- */

static void
append_last_solution(ServeRun *run, GString *out)
{
  if (run->solution == NULL)
    return;
  serve_append_solution(out, run);
  g_clear_pointer(&run->solution, csp_solution_unref);
}

static void
send_state(ServeRun *run, const CspView *view)
{
  g_autoptr(GString) changes = g_string_new(NULL);
  g_autoptr(GString) out = g_string_new(NULL);

  serve_watch_update(&run->watch, view, CSP_NONE, CSP_NONE, changes, NULL);
  append_last_solution(run, out);
  serve_append_sample(out, run, view);
  post(run, out);
}

/* Local search begins with an assignment, to which its first moves are taken
 * back; a tree search begins with the domains that the page knows. */
static bool
is_beginning(const ServeRun *run)
{
  g_autoptr(CspStats) stats = NULL;
  gint64 violation;

  if (run->n_steps > 0 || run->look_time != 0)
    return false;
  stats = csp_solver_get_stats(run->solver);
  return csp_stats_get_int(stats, "violation", &violation);
}

/* Steps before a sample cannot be taken back: between them is a gap.  Asked for
 * amid a burst that may go on, it would tell nothing new. */
static void
on_sample(const CspView *view, gpointer data)
{
  ServeRun *run = data;
  bool is_free = serve_gate_is_free(&run->gate);

  if (run->is_stepping ||
      (is_free && (is_sending_steps(run) || get_cpu_time() < run->next_look))) {
    if (is_beginning(run))
      send_state(run, view);
    return;
  }
  run->look_time = get_cpu_time();
  begin_burst(run, BURST_STEPS, BURST_USEC);
  run->is_stepping = !is_free;
  serve_history_clear(&run->history);
  send_state(run, view);
  post_statistics(run);
  send_steps(run, true);
}

/* The search ---------------------------------------------------------------- */

static void
take_solution(ServeRun *run, CspSolution *solution)
{
  g_autoptr(GString) out = g_string_new(NULL);

  run->n_solutions = csp_solver_get_n_solutions(run->solver);
  g_clear_pointer(&run->solution, csp_solution_unref);
  run->solution = solution;
  if (!is_sending_steps(run))
    return;
  append_last_solution(run, out);
  send_beside_step(run, out);
}

static void
search(ServeRun *run, GError **error)
{
  char seconds[G_ASCII_DTOSTR_BUF_SIZE];
  CspSolution *solution;

  g_ascii_formatd(seconds, sizeof seconds, "%.6f", serve_seconds_left(run));
  if (!csp_solver_set_option(run->solver, "time-limit", seconds, error))
    return;
  run->search_time = run->statistics_time = g_get_monotonic_time();
  run->is_stepping = !serve_gate_is_free(&run->gate);
  begin_burst(run, FIRST_STEPS, FIRST_USEC);
  send_steps(run, true);
  csp_solver_set_observer(run->solver, &run->observer, run);
  csp_solver_request_sample(run->solver);
  while ((solution = csp_solver_next(run->solver, error)) != NULL)
    take_solution(run, solution);
  run->n_solutions = csp_solver_get_n_solutions(run->solver);
}

static void
finish(ServeRun *run, const GError *error)
{
  g_autoptr(GString) out = g_string_new(NULL);

  append_last_solution(run, out);
  serve_append_statistics(out, run);
  serve_append_end(out, run, error);
  post(run, out);
}

static void
start(ServeRun *run)
{
  g_autoptr(GString) out = g_string_new(NULL);

  serve_watch_init(&run->watch, run->model);
  serve_append_start(out, run);
  post(run, out);
}

static gpointer
work(gpointer data)
{
  ServeRun *run = data;
  g_autoptr(GError) error = NULL;
  GError *failure = NULL;
  bool is_built = serve_build(run, &failure);

  serve_gate_tell(&run->gate, is_built ? run->solver : NULL, failure);
  if (!is_built)
    return NULL;
  if (serve_gate_wait_for_adoption(&run->gate)) {
    start(run);
    search(run, &error);
    finish(run, error);
  }
  serve_gate_end(&run->gate);
  return NULL;
}

/* From beginning to end ----------------------------------------------------- */

ServeRun *
serve_run_new(guint number, ServeRequest *request)
{
  ServeRun *self = g_new0(ServeRun, 1);

  self->number = number;
  self->request = request;
  self->begin_time = g_get_monotonic_time();
  self->observer = (CspObserver){.size = sizeof(CspObserver),
                                 .restart = on_restart,
                                 .bound = on_bound,
                                 .sample = on_sample};
  serve_gate_init(&self->gate, request->speed, request->is_paused);
  serve_history_init(&self->history);
  self->thread = g_thread_new("run", work, self);
  return self;
}

void
serve_run_free(ServeRun *self)
{
  const CspPlugin *plugin = self->request->plugin;

  serve_gate_cancel(&self->gate);
  g_thread_join(self->thread);
  g_clear_object(&self->solver);
  if (self->instance != NULL && plugin->free != NULL)
    plugin->free(self->instance);
  g_clear_object(&self->model);
  g_clear_pointer(&self->assumptions, csp_assumptions_free);
  g_clear_pointer(&self->solution, csp_solution_unref);
  serve_watch_clear(&self->watch);
  serve_history_clear(&self->history);
  serve_gate_clear(&self->gate);
  serve_request_free(self->request);
  g_free(self);
}
