/* SPDX-License-Identifier: MIT */
/* fzn-csp: the solver as MiniZinc calls it.
 *
 * The protocol is MiniZinc's: each solution ends with ten dashes, a search that
 * is complete with ten equal signs.  The time limit counts from the start of the
 * program; while the file is still read, it or a signal ends the program with
 * =====UNKNOWN===== at once, later it ends the search. */
#include "config.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include <libcsp/csp-flatzinc.h>
#include <libcsp/csp.h>

#include "tools/cp-profiler.h"

typedef struct {
  const char *path;
  bool is_listing;      /* -a */
  bool is_improving;    /* -i: each better one */
  bool is_free;         /* -f */
  bool has_statistics;  /* -s */
  bool is_verbose;      /* -v */
  gint64 wanted;        /* -n; 0: not given, or all */
  gint64 threads;       /* -p */
  gint64 seed;          /* -r; -1: not given */
  gint64 limit;         /* -t, in milliseconds; 0: none */
  gint64 nodes;         /* -node; 0: no limit */
  const char *profiler; /* --cp-profiler, or NULL */
} Options;

static const char solution_end[] = "----------\n";
static const char complete[] = "==========\n";
static const char unsatisfiable[] = "=====UNSATISFIABLE=====\n";
static const char unknown[] = "=====UNKNOWN=====\n";
static const char failed[] = "=====ERROR=====\n";

static _Atomic(CspSolver *) running;

static void
stop(int signal_number)
{
  CspSolver *solver = atomic_load(&running);
  int saved_errno = errno;

  (void)signal_number;
  if (solver != NULL) {
    csp_solver_cancel(solver);
    errno = saved_errno;
    return;
  }
  if (write(STDOUT_FILENO, unknown, sizeof unknown - 1) < 0)
    _exit(1);
  _exit(0);
}

static void
take_signals(gint64 limit)
{
  struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART};
  struct itimerval timer = {
      .it_value = {.tv_sec = limit / 1000, .tv_usec = limit % 1000 * 1000}};

  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGALRM, &action, NULL);
  signal(SIGPIPE, SIG_IGN);
  if (limit > 0)
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* The command line ---------------------------------------------------------- */

static void
show_help(void)
{
  puts("Usage: fzn-csp [OPTION]... FILE.fzn\n"
       "Solves a FlatZinc file; - is standard input.\n"
       "\n"
       "  -a, --all-solutions        all solutions, or all that are better\n"
       "  -n, --num-solutions=N      stop after N solutions; 0: all\n"
       "  -i, --intermediate         every better solution of an objective\n"
       "  -f, --free-search          ignore the search annotations\n"
       "  -s, --statistics           statistics at the end\n"
       "  -v, --verbose              what was chosen and why\n"
       "  -p, --parallel=N           threads, at most\n"
       "  -r, --random-seed=N        where random choices come from\n"
       "  -t, --time-limit=MS        stop after so many milliseconds\n"
       "  -node N                    stop after N nodes below the root\n"
       "      --cp-profiler=ID,PORT  show the tree to CP-Profiler\n"
       "  -h, --help                 this help\n"
       "      --version              the version");
}

static int
usage_error(const char *format, ...)
{
  va_list args;

  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  fprintf(stderr, "fzn-csp: %s\n", message);
  return 2;
}

/* 0, or the exit status. */
static int
read_number(const char *option, const char *text, gint64 min, gint64 *out)
{
  if (g_ascii_string_to_signed(text, 10, min, G_MAXINT64 - 1, out, NULL))
    return 0;
  return usage_error("%s: expected an integer from %" G_GINT64_FORMAT
                     ", not '%s'",
                     option, min, text);
}

/* Any integer: MiniZinc gives a negative one as 2^64 less that. */
static int
read_seed(const char *text, gint64 *out)
{
  gint64 small = 0;
  guint64 seed = 0;

  if (g_ascii_string_to_signed(text, 10, G_MININT64, G_MAXINT64, &small, NULL))
    seed = (guint64)small;
  else if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, &seed, NULL))
    return usage_error("-r: expected an integer, not '%s'", text);
  *out = (gint64)(seed & G_MAXINT64);
  return 0;
}

/* -1, or the exit status. */
static int
parse_options(Options *self, int argc, char **argv)
{
  enum { SHOW_VERSION = 256, NODES, PROFILER };
  static const struct option names[] = {
      {"all-solutions", no_argument, NULL, 'a'},
      {"num-solutions", required_argument, NULL, 'n'},
      {"intermediate", no_argument, NULL, 'i'},
      {"free-search", no_argument, NULL, 'f'},
      {"statistics", no_argument, NULL, 's'},
      {"verbose", no_argument, NULL, 'v'},
      {"parallel", required_argument, NULL, 'p'},
      {"random-seed", required_argument, NULL, 'r'},
      {"time-limit", required_argument, NULL, 't'},
      {"node", required_argument, NULL, NODES},
      {"cp-profiler", required_argument, NULL, PROFILER},
      {"help", no_argument, NULL, 'h'},
      {"version", no_argument, NULL, SHOW_VERSION},
      {0},
  };
  int c, status = 0;

  /* getopt_long_only() takes -node as --node. */
  while (status == 0 && (c = getopt_long_only(argc, argv, "an:ifsvp:r:t:h",
                                              names, NULL)) != -1) {
    switch (c) {
    case 'a':
      self->is_listing = true;
      break;
    case 'n':
      status = read_number("-n", optarg, 0, &self->wanted);
      self->is_listing |= self->wanted == 0;
      break;
    case 'i':
      self->is_improving = true;
      break;
    case 'f':
      self->is_free = true;
      break;
    case 's':
      self->has_statistics = true;
      break;
    case 'v':
      self->is_verbose = true;
      break;
    case 'p':
      status = read_number("-p", optarg, 0, &self->threads);
      break;
    case 'r':
      status = read_seed(optarg, &self->seed);
      break;
    case 't':
      status = read_number("-t", optarg, 0, &self->limit);
      break;
    case NODES:
      status = read_number("-node", optarg, 0, &self->nodes);
      break;
    case PROFILER:
      self->profiler = optarg;
      break;
    case 'h':
      show_help();
      return 0;
    case SHOW_VERSION:
      printf("fzn-csp (libcsp) %s\n", csp_get_version());
      return 0;
    default:
      return 2;
    }
  }
  if (status != 0)
    return status;
  if (optind + 1 != argc)
    return usage_error(optind == argc ? "expected a FlatZinc file"
                                      : "expected one file");
  self->path = argv[optind];
  return -1;
}

/* Solving ------------------------------------------------------------------- */

typedef struct {
  Options options;
  CspFlatzinc *flatzinc;
  CspModel *model;
  CspSolver *solver;
  ToolCpProfiler *profiler; /* or NULL */
  gint64 start;             /* of the program */
  double init_seconds;      /* reading and building */
  GString *last;            /* a solution that is not shown yet */
  guint64 n_solutions;
  bool is_optimizing;
} Run;

static void
run_clear(Run *self)
{
  signal(SIGTERM, SIG_IGN);
  signal(SIGINT, SIG_IGN);
  signal(SIGALRM, SIG_IGN);
  atomic_store(&running, NULL);
  g_clear_object(&self->solver);
  g_clear_pointer(&self->profiler, tool_cp_profiler_free);
  g_clear_object(&self->model);
  g_clear_pointer(&self->flatzinc, csp_flatzinc_free);
  if (self->last != NULL)
    g_string_free(g_steal_pointer(&self->last), TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Run, run_clear)

static double
seconds_since(gint64 start)
{
  return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

static int
fail(const GError *error)
{
  fprintf(stderr, "fzn-csp: %s\n", error->message);
  fputs(failed, stdout);
  fflush(stdout);
  return 1;
}

static void
tell_warnings(const Run *self)
{
  gsize n;
  const gchar *const *warnings = csp_flatzinc_get_warnings(self->flatzinc, &n);

  for (gsize i = 0; i < n; i++)
    fprintf(stderr, "fzn-csp: warning: %s\n", warnings[i]);
}

/* Threads are a wish: a search has one. */
static void
tell_choices(const Run *self)
{
  g_auto(GStrv) lines = csp_solver_dup_explanation(self->solver);

  if (self->options.threads > 1)
    fputs("fzn-csp: one thread: searches are not parallel\n", stderr);
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    fprintf(stderr, "fzn-csp: %s\n", lines[i]);
}

static bool
set_number(Run *self, const char *name, gint64 value, GError **error)
{
  g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, value);

  return csp_solver_set_option(self->solver, name, text, error);
}

static gint64
wanted(const Run *self)
{
  if (self->is_optimizing)
    return 1; /* the best */
  if (self->options.wanted > 0)
    return self->options.wanted;
  return self->options.is_listing ? 0 : 1;
}

static bool
set_options(Run *self, GError **error)
{
  const Options *options = &self->options;

  if (!set_number(self, "solutions", wanted(self), error))
    return false;
  if (options->nodes > 0 &&
      !set_number(self, "node-limit", options->nodes + 1, error))
    return false;
  if (!options->is_free &&
      !csp_solver_set_option(self->solver, "variable-order", "model", error))
    return false;
  return options->seed < 0 || set_number(self, "seed", options->seed, error);
}

static bool
prepare(Run *self, GError **error)
{
  self->flatzinc = csp_flatzinc_open(self->options.path, error);
  if (self->flatzinc == NULL)
    return false;
  self->model = csp_model_new();
  bool is_built = csp_flatzinc_build(self->flatzinc, self->model, error);
  tell_warnings(self);
  if (!is_built)
    return false;
  self->is_optimizing = csp_model_get_objective(self->model, NULL) != CSP_NONE;
  self->solver = csp_solver_new(self->model);
  if (self->profiler != NULL)
    tool_cp_profiler_attach(self->profiler, self->solver, self->model, NULL);
  self->init_seconds = seconds_since(self->start);
  return set_options(self, error);
}

static bool
open_profiler(Run *self, GError **error)
{
  g_autofree char *name = g_path_get_basename(self->options.path);
  double left = self->options.limit > 0 ? (double)self->options.limit / 1000 -
                                              seconds_since(self->start)
                                        : G_MAXDOUBLE;

  return self->profiler == NULL ||
         tool_cp_profiler_open(self->profiler, name, 1, left, error);
}

static void
close_profiler(Run *self)
{
  const char *trouble =
      self->profiler != NULL ? tool_cp_profiler_close(self->profiler) : NULL;

  if (trouble != NULL)
    fprintf(stderr, "fzn-csp: warning: --cp-profiler: %s\n", trouble);
}

static void
show(const GString *text)
{
  fputs(text->str, stdout);
  fflush(stdout);
}

static void
take_solution(Run *self, const CspSolution *solution)
{
  bool is_shown = !self->is_optimizing || self->options.is_listing ||
                  self->options.is_improving;

  if (self->last == NULL)
    self->last = g_string_new(NULL);
  g_string_truncate(self->last, 0);
  csp_flatzinc_append_solution(self->flatzinc, solution, self->last);
  g_string_append(self->last, solution_end);
  self->n_solutions++;
  if (is_shown) {
    show(self->last);
    g_string_truncate(self->last, 0);
  }
}

static void
show_status(Run *self)
{
  if (self->last != NULL)
    fputs(self->last->str, stdout);
  switch (csp_solver_get_status(self->solver)) {
  case CSP_STATUS_OPTIMAL:
    fputs(complete, stdout);
    break;
  case CSP_STATUS_COMPLETE:
  case CSP_STATUS_UNSATISFIABLE:
    fputs(self->n_solutions > 0 ? complete : unsatisfiable, stdout);
    break;
  default:
    if (self->n_solutions == 0)
      fputs(unknown, stdout);
    break;
  }
}

static void
show_statistics(Run *self)
{
  static const char *const names[][2] = {
      {"nodes", "nodes"},
      {"failures", "failures"},
      {"restarts", "restarts"},
      {"variables", "variables"},
      {"propagators", "constraints"},
      {"propagations", "propagations"},
      {"peakDepth", "max_depth"},
      {"objective", "objective"},
      {"objectiveBound", "bound"},
      {"nogoods", "nogoods"},
  };
  g_autoptr(CspStats) stats = csp_solver_get_stats(self->solver);
  double build = 0, solve = 0;
  gint64 value;

  csp_stats_get_double(stats, "build_seconds", &build);
  csp_stats_get_double(stats, "solve_seconds", &solve);
  for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
    if (csp_stats_get_int(stats, names[i][1], &value))
      printf("%%%%%%mzn-stat: %s=%" G_GINT64_FORMAT "\n", names[i][0], value);
  printf("%%%%%%mzn-stat: initTime=%.3f\n"
         "%%%%%%mzn-stat: solveTime=%.3f\n"
         "%%%%%%mzn-stat: nSolutions=%" G_GUINT64_FORMAT "\n"
         "%%%%%%mzn-stat-end\n",
         self->init_seconds + build, solve, self->n_solutions);
}

static int
solve(Run *self)
{
  g_autoptr(GError) error = NULL;
  CspSolution *solution;

  if (!prepare(self, &error))
    return fail(error);
  atomic_store(&running, self->solver);
  if (!open_profiler(self, &error))
    return fail(error);
  while ((solution = csp_solver_next(self->solver, &error)) != NULL) {
    take_solution(self, solution);
    csp_solution_unref(solution);
    if (ferror(stdout) != 0)
      break;
  }
  close_profiler(self);
  if (error != NULL)
    return fail(error);
  if (self->options.is_verbose)
    tell_choices(self);
  show_status(self);
  if (self->options.has_statistics)
    show_statistics(self);
  if (fflush(stdout) == 0 && ferror(stdout) == 0)
    return 0;
  fprintf(stderr, "fzn-csp: standard output: %s\n", g_strerror(errno));
  return 1;
}

int
main(int argc, char **argv)
{
  g_auto(Run) run = {.options = {.seed = -1}, .start = g_get_monotonic_time()};
  int status = parse_options(&run.options, argc, argv);

  if (status >= 0)
    return status;
  if (run.options.profiler != NULL) {
    g_autoptr(GError) error = NULL;
    run.profiler = tool_cp_profiler_new(run.options.profiler, &error);
    if (run.profiler == NULL)
      return usage_error("%s", error->message);
  }
  take_signals(run.options.limit);
  return solve(&run);
}
