/* SPDX-License-Identifier: MIT */
/* What the files of the live page's server share.
 *
 * One thread, the main one, serves: it owns connections, sessions and runs.
 * Each run has a thread of its own, which builds the model and searches; what
 * the two share is in the run's gate, behind a mutex:
 *
 *   POST /api/run -> ServeRequest -> ServeRun --- worker: build, search,
 *   commands -> ServeSession -> gate: orders -->         observe
 *   socket <- ServeSession <- gate: messages <--- watch, history, messages
 */
#pragma once

#include "tools/serve.h"

#include <libsoup/soup.h>
#include <pthread.h>
#include <libcsp/csp-extend.h>
#include <libcsp/csp-io.h>

#include "tools/summary.h"

/* Limits, as doc/live-page.md has them. */
enum {
  SERVE_BODY_BYTES = 4 << 20,
  SERVE_MESSAGE_BYTES = 64 << 10,
  SERVE_CONNECTIONS = 256,
  SERVE_CONNECTION_SECONDS = 60, /* without a request */
  SERVE_PAGES = 32,
  SERVE_RUNS = 16,
  SERVE_PAGE_RUNS = 4,
  SERVE_RUN_SECONDS = 3600,
  SERVE_MEMORY_MIB = 1024,
  SERVE_SPEED = 1000,
  SERVE_ORDER_STEPS = 1000,
  SERVE_DOMAINS = 4096,
  SERVE_STALLED_SECONDS = 30,
  SERVE_ADOPTION_SECONDS = 10, /* a run without a session */
};

/* Refuses with CSP_ERROR_INVALID. */
#define serve_set_error(error, ...)                                            \
  g_set_error(error, CSP_ERROR, CSP_ERROR_INVALID, __VA_ARGS__)

/* serve-guard.c ------------------------------------------------------------- */

/* Answers 403 to foreign hosts and origins and 413 to large bodies, whatever
 * their path, and gives every answer its headers. */
void serve_guard(SoupServer *soup, guint16 port);
/* An answer of a line of JSON, {"error": "..."}. */
void serve_refuse(SoupServerMessage *message, guint status, const char *why);
void
serve_answer(SoupServerMessage *message, guint status, const GString *json);

/* serve-page.c -------------------------------------------------------------- */

/* Whether this build has the page. */
bool serve_has_page(void);
/* GET of a file of the page. */
void serve_page(SoupServerMessage *message, const char *path);

/* serve-meter.c ------------------------------------------------------------- */

/* The reading end of a connection. */
G_DECLARE_FINAL_TYPE(ServeMeter, serve_meter, SERVE, METER, GFilterInputStream)
/* A stream over the connection; its meter lives as long as the stream. */
GIOStream *serve_meter_wrap(GSocketConnection *connection);
ServeMeter *serve_meter_of(GSocketConnection *connection);
/* Reading fails after so many bytes from now on. */
void serve_meter_allow(ServeMeter *self, guint64 n_bytes);

/* serve-request.c ----------------------------------------------------------- */

/* What a run is asked to do. */
typedef struct {
  const ServeConfig *config;
  const CspPlugin *plugin;
  bool is_reader; /* the plugin reads files, and has no name in commands */
  CspParams *params;
  GPtrArray *params_given; /* name, value, name, value ... as the command has */
  GPtrArray *options;      /* the same, of the search */
  CspReader *reader;       /* of the instance, or NULL */
  char *name;              /* of the instance */
  double speed;            /* steps a second; 0: full speed */
  bool is_paused, has_svg;
  char *session; /* or NULL */
} ServeRequest;

/* NULL: what is wrong. */
ServeRequest *serve_request_parse(const ServeConfig *config,
                                  const char *text,
                                  gsize length,
                                  GError **error);
void serve_request_free(ServeRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ServeRequest, serve_request_free)
/* The option's value as given, or NULL. */
const char *serve_request_get_option(const ServeRequest *self,
                                     const char *name);
/* A number from 0; above SERVE_SPEED it is full speed, which is 0. */
bool serve_read_speed(const CspJson *json,
                      CspJsonValue value,
                      double *out_speed,
                      GError **error);

/* serve-gate.c -------------------------------------------------------------- */

typedef enum {
  SERVE_BUILDING,
  SERVE_BUILT,  /* and searching */
  SERVE_FAILED, /* could not be built: `failure` */
  SERVE_ENDED,  /* the last message is posted */
} ServeStage;

/* What the searching thread is to do at a step. */
typedef enum {
  SERVE_GO_ON,   /* take the next step */
  SERVE_GO_BACK, /* take back the last */
  SERVE_GO_FREE, /* search at full speed */
  SERVE_GO_AWAY, /* the search is to end */
} ServeGo;

/* Between the two threads: orders one way, messages the other. */
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed; /* orders, or messages were taken */
  double speed;
  bool is_paused, is_adopted, is_cancelled;
  GArray *orders; /* gint: steps to take, negative: to take back */
  gint64 due;     /* time of the next step, in microseconds */
  GString *mail;  /* messages, with commas between */
  ServeStage stage;
  GError *failure;
  CspSolver *solver; /* from SERVE_BUILT on */
} ServeGate;

void serve_gate_init(ServeGate *self, double speed, bool is_paused);
void serve_gate_clear(ServeGate *self);

/* for the main thread */
void serve_gate_adopt(ServeGate *self);
void serve_gate_pause(ServeGate *self);
void serve_gate_order(ServeGate *self, gint steps);
void serve_gate_go(ServeGate *self, double speed); /* < 0: as it was */
void serve_gate_cancel(ServeGate *self);
ServeStage serve_gate_get_stage(ServeGate *self);
/* Appends what was posted, with a comma before where out has something. */
void serve_gate_collect(ServeGate *self, GString *out);
bool serve_gate_has_mail(ServeGate *self);
/* Asks the search for a sample, if it runs free and the last one is sent. */
void serve_gate_look(ServeGate *self);

/* for the searching thread */
void serve_gate_post(ServeGate *self, const GString *messages);
/* Built, or not, with failure (taken over). */
void serve_gate_tell(ServeGate *self, CspSolver *solver, GError *failure);
void serve_gate_end(ServeGate *self);
/* Until there is a session for the messages; false: cancelled before. */
bool serve_gate_wait_for_adoption(ServeGate *self);
bool serve_gate_is_cancelled(ServeGate *self);
/* Waits for the time or order to do something; counts it as done. */
ServeGo serve_gate_wait(ServeGate *self, bool can_go_back);
/* Whether the search is to run free, now. */
bool serve_gate_is_free(ServeGate *self);

/* serve-watch.c ------------------------------------------------------------- */

/* What the page was sent of a variable. */
typedef struct {
  gint min, max;
  gsize size;
  char *domain; /* JSON */
} ServeShown;

/* The state of a search as the page has it. */
typedef struct {
  gsize n_vars;
  gint min, max;     /* of all variables */
  ServeShown *shown; /* NULL: more than SERVE_DOMAINS variables */
} ServeWatch;

void serve_watch_init(ServeWatch *self, CspModel *model);
void serve_watch_clear(ServeWatch *self);
/* Domains as they are shown now: null, or an array. */
void serve_watch_append(const ServeWatch *self, GString *out);
/* What is not as it was shown, which it is from now on: elements of "changes",
 * and in undo (nullable) those that undo them.  Of a large model only the
 * variables named are looked at (CSP_NONE: none). */
void serve_watch_update(ServeWatch *self,
                        const CspView *view,
                        CspVar var,
                        CspVar other,
                        GString *changes,
                        GString *undo);
/* "density" of a state, or of a solution where view is NULL. */
void serve_watch_append_density(const ServeWatch *self,
                                const CspView *view,
                                const gint *values,
                                GString *out);

/* serve-history.c ----------------------------------------------------------- */

/* The last steps sent, of which some may have been taken back. */
typedef struct {
  GQueue steps;   /* of private structs */
  GList *current; /* the last that is not taken back; NULL: before the first */
  gsize n_bytes;
} ServeHistory;

void serve_history_init(ServeHistory *self);
void serve_history_clear(ServeHistory *self);
/* Records a step, the messages of which are forth and back again. */
void serve_history_add(ServeHistory *self,
                       const GString *forth,
                       const GString *back);
/* More messages of the last step. */
void serve_history_extend(ServeHistory *self, const GString *forth);
/* Lends the messages that take back a step or take one again; NULL: there is
 * none. */
const GString *serve_history_go_back(ServeHistory *self);
const GString *serve_history_go_forth(ServeHistory *self);
bool serve_history_can_go_back(const ServeHistory *self);

/* serve-run.c --------------------------------------------------------------- */

/* A model that is built and searched; of the searching thread, but for the
 * gate. */
typedef struct {
  guint number;
  ServeRequest *request;
  ServeGate gate;
  GThread *thread;
  gint64 begin_time;

  gpointer instance;
  guint n_instances; /* in the text; 0: there is none */
  gsize n_warnings;  /* of the reader, about the first */
  CspModel *model;
  CspAssumptions *assumptions;
  CspSolver *solver;

  CspObserver observer;
  ServeWatch watch;
  ServeHistory history;
  gint64 search_time;     /* when the search began */
  gint64 statistics_time; /* when they were sent last */
  gint64 density_time;    /* of the last that came with a step */
  /* In processor time of the thread: */
  gint64 look_time; /* when the last look began; 0: none yet */
  gint64 next_look; /* not before */
  gint64 burst_end;
  guint64 n_steps;       /* sent */
  guint n_burst;         /* steps to send at most until then */
  bool is_stepping;      /* each step is sent */
  CspSolution *solution; /* not sent yet */
  guint64 n_solutions;
} ServeRun;

/* Begins; the request is taken over. */
ServeRun *serve_run_new(guint number, ServeRequest *request);
/* Cancels, waits for the thread, and frees. */
void serve_run_free(ServeRun *self);

/* serve-build.c ------------------------------------------------------------- */

/* Reads, builds and sets the options; the solver is ready then. */
bool serve_build(ServeRun *run, GError **error);
/* Seconds that are left of the time limit. */
double serve_seconds_left(const ServeRun *run);

/* serve-messages.c ---------------------------------------------------------- */

/* Each appends a message, after a comma where out has something. */
void serve_append_hello(GString *out, const char *session);
void serve_append_error(GString *out, const char *why);
void serve_append_start(GString *out, const ServeRun *run);
void serve_append_node(GString *out,
                       const ServeRun *run,
                       const CspView *view,
                       const CspNodeEvent *event);
void serve_append_move(GString *out,
                       const ServeRun *run,
                       const CspView *view,
                       const CspMoveEvent *event);
/* type: "change" or "back"; density: what to count, or NULL */
void serve_append_changes(GString *out,
                          const ServeRun *run,
                          const char *type,
                          const GString *changes,
                          const CspView *density);
void serve_append_restart(GString *out, const ServeRun *run, guint64 n);
void serve_append_bound(GString *out, const ServeRun *run, gint objective);
void
serve_append_sample(GString *out, const ServeRun *run, const CspView *view);
void serve_append_solution(GString *out, const ServeRun *run);
void serve_append_statistics(GString *out, const ServeRun *run);
/* error may be NULL. */
void serve_append_end(GString *out, const ServeRun *run, const GError *error);

/* serve-hub.c --------------------------------------------------------------- */

/* Sessions and runs of a server. */
typedef struct _ServeHub ServeHub;

ServeHub *serve_hub_new(const ServeConfig *config);
/* Cancels all runs and waits for them; false: some do not end. */
bool serve_hub_stop(ServeHub *self);
/* Once they have ended. */
void serve_hub_free(ServeHub *self);
/* POST /api/run, which is answered later. */
void serve_hub_post(ServeHub *self, SoupServerMessage *message);
bool serve_hub_is_full(const ServeHub *self);
/* A page has opened its socket, which is over this connection. */
void serve_hub_open(ServeHub *self,
                    SoupWebsocketConnection *socket,
                    GSocketConnection *connection);

/* serve-session.c ----------------------------------------------------------- */

/* A page's socket. */
typedef struct {
  ServeHub *hub;
  char *name;
  SoupWebsocketConnection *socket;
  GSocketConnection *connection;
  ServeMeter *meter;
  GString *mail;        /* messages of no run */
  guint64 n_sent;       /* bytes of messages */
  guint n_heard;        /* messages since the last beat */
  gint64 stalled_since; /* 0: not stalled */
  bool is_closed;
} ServeSession;

ServeSession *serve_session_new(ServeHub *hub,
                                SoupWebsocketConnection *socket,
                                GSocketConnection *connection);
void serve_session_free(ServeSession *self);
/* Can messages be sent now?  Closes what is to be closed. */
bool serve_session_is_ready(ServeSession *self);
/* Sends an array of what was collected. */
void serve_session_send(ServeSession *self, const GString *messages);
/* The run of this number, if it is the session's; of serve-hub.c. */
ServeRun *serve_hub_find_run(const ServeHub *self,
                             const ServeSession *session,
                             gint64 number);
