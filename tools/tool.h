/* SPDX-License-Identifier: MIT */
/* What the subcommands share: exit statuses, messages, signals and limits. */
#pragma once

#include <stdbool.h>
#include <libcsp/csp-extend.h>
#include <libcsp/csp-plugin.h>
#include <libcsp/csp.h>

typedef enum {
  TOOL_ANSWERED = 0,
  TOOL_BAD_FILE = 1, /* cannot be read or written, or its content is wrong */
  TOOL_USAGE = 2,    /* the command line is wrong */
  TOOL_LIMIT = 3,    /* a limit or an interrupt came first */
  TOOL_INTERNAL = 70,
} ToolExit;

/* Subcommands; each gets the arguments after its name. */
int tool_solve(int argc, char **argv);
int tool_compare(int argc, char **argv);
int tool_models(int argc, char **argv);
int tool_describe(int argc, char **argv);
int tool_serve(int argc, char **argv);
int tool_complete(int argc, char **argv);
void tool_print_version(void);
/* The option list of the manual page. */
int tool_manual(void);

/* messages.c -------------------------------------------------------------- */

/* File names and offending text may hold anything: what would break the line
 * or command a terminal becomes a space or '?'. */
void tool_make_line(char *text);
/* One line on standard error: "csp: ...". */
void tool_message(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* The same; answers TOOL_USAGE. */
ToolExit tool_usage_error(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* Tells the error and answers the exit status that belongs to it. */
ToolExit tool_report(const GError *error);
/* "; did you mean 'NAME'?" or ""; to be freed. */
char *tool_suggest(const char *name, const char *const *names, size_t n_names);

/* watch.c ----------------------------------------------------------------- */

/* Notes the time and takes over the signals; to be called first. */
void tool_watch_start(void);
/* Seconds since the start of the program. */
double tool_watch_elapsed(void);
/* Stop after so many seconds from the start; 0 is no limit. */
void tool_watch_set_limit(double seconds);
/* Seconds left, not below 0; G_MAXDOUBLE without a limit. */
double tool_watch_left(void);
/* Why to stop now; CSP_STOP_NONE: go on. */
CspStopReason tool_watch_get_stop(void);
/* The solver that signals cancel from now on, or NULL. */
void tool_watch_solver(CspSolver *solver);
/* Asks the solver for samples from time to time. */
void tool_watch_sample(bool is_on);
/* Calls func in a thread of its own, so that a limit or a signal can end the
 * waiting for it.  False if one did: func may still be running then, with all
 * it uses, and the program is to end through _exit(). */
bool tool_watch_call(void (*func)(gpointer data), gpointer data);
/* Ends the program so, where nothing was answered yet. */
void tool_watch_abandon(void) G_GNUC_NORETURN;

/* progress.c -------------------------------------------------------------- */

/* Draws a line on standard error while the solver runs. */
void tool_progress_attach(CspSolver *solver);
/* The same once, for an observer of something else besides: its sample. */
void tool_progress_draw(const CspView *view, gpointer solver);
/* Draws a line of the caller's. */
void tool_progress_show(const char *text);
/* Takes the line away, before something else is written. */
void tool_progress_clear(void);
