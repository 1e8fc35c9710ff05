/* SPDX-License-Identifier: MIT */
/* The csp command: one file a subcommand. */
#include "config.h"

#include "tools/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <libcsp/csp-version.h>

static int
show_help(int argc, char **argv)
{
  (void)argc;
  (void)argv;
  puts(
      "Usage: csp COMMAND [ARGUMENT]...\n"
      "Solves constraint satisfaction and optimization problems.\n"
      "\n"
      "Commands:\n"
      "  solve MODEL|FILE|-    solve a model, or a file that a model reads\n"
      "  compare MODEL|FILE... solve under several algorithms, sizes, seeds\n"
      "  describe MODEL        its parameters, variables and constraints\n"
      "  models                the models there are\n"
      "  serve                 searches on a page in the browser, as they run\n"
      "\n"
      "Options:\n"
      "  -h, --help            this help; after a command, its own\n"
      "      --version         the version\n"
      "\n"
      "Examples:\n"
      "  csp solve queens --size=8\n"
      "  csp solve queens --size=12 --count --algorithm=mac\n"
      "  csp solve sudoku puzzle.sdk\n"
      "  csp solve coloring graph.col --colors=5\n"
      "  csp compare queens --size=8,16,32 --algorithm=backtracking,mac\n"
      "  csp solve queens --help");
  return TOOL_ANSWERED;
}

void
tool_print_version(void)
{
  printf("csp (libcsp) %s\n", csp_get_version());
}

static int
show_version(int argc, char **argv)
{
  (void)argc;
  (void)argv;
  tool_print_version();
  return TOOL_ANSWERED;
}

static int
show_manual(int argc, char **argv)
{
  (void)argc;
  (void)argv;
  return tool_manual();
}

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
} commands[] = {
    {"solve", tool_solve},
    {"compare", tool_compare},
    {"models", tool_models},
    {"describe", tool_describe},
    {"serve", tool_serve},
    {"--help", show_help},
    {"-h", show_help},
    {"--version", show_version},
    {"--complete", tool_complete},
    {"--manual", show_manual},
};

static int
run_command(int argc, char **argv)
{
  static const char *const names[] = {"solve", "compare", "models", "describe",
                                      "serve"};

  if (argc < 2)
    return tool_usage_error("expected a command: solve, compare, models, "
                            "describe or serve; csp --help tells more");
  for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
    if (strcmp(argv[1], commands[i].name) == 0)
      return commands[i].run(argc - 1, argv + 1);

  const bool is_option = argv[1][0] == '-';
  g_autofree char *hint = tool_suggest(argv[1], names, G_N_ELEMENTS(names));
  if (!is_option && *hint == '\0' && csp_plugin_find(argv[1], NULL) != NULL)
    return tool_usage_error(
        "unknown command '%s'; did you mean 'csp solve %s'?", argv[1], argv[1]);
  if (is_option)
    return tool_usage_error("unknown option '%s'%s", argv[1], hint);
  return tool_usage_error(
      "unknown command '%s'%s", argv[1],
      *hint != '\0' ? hint
                    : "; known: solve, compare, models, describe, serve");
}

/* A standard descriptor that is closed would be given to the next file opened:
 * it is held by one that fails to be read or written, as the closed one. */
static void
hold_standard_descriptors(void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
        open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
      return;
}

int
main(int argc, char **argv)
{
  tool_watch_start();
  hold_standard_descriptors();

  int status = run_command(argc, argv);
  tool_progress_clear();
  if (fflush(stdout) != 0 && status == TOOL_ANSWERED) {
    tool_message("standard output: %s", g_strerror(errno));
    status = TOOL_BAD_FILE;
  }
  return status;
}
