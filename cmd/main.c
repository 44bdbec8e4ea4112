#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd_profile.h"
#include "cmd/command.h"
#include "cmd/guard.h"
#include "cmd/options.h"

static const size_t STACK = (size_t)1 << 30;

/* A run of the command: its arguments and exit status. */
struct run {
  int argc;
  char **argv;
  const struct subcommand *sub;
  int status;
};

/* Run the subcommand in the context "ctx". */
static lcm_status run_guarded(lcm_ctx *ctx, void *user) {
  struct run *run = user;
  struct command command = {.ctx = ctx};
  if (!command_parse(&command, run->sub, run->argc - 2, run->argv + 2)) {
    run->status = EXIT_USAGE;
    return LCM_OK;
  }
  if (command.given[OPT_HELP]) {
    command_help(stdout, run->sub);
    return LCM_OK;
  }
  run->status = run->sub->run(&command);
  return LCM_OK;
}

/* Where nothing looks for leaks, the system takes the memory back sooner at the
 * end of the process than we could give it back piece by piece. */
#ifdef NDEBUG
enum { GIVES_BACK = 0 };
#else
enum { GIVES_BACK = 1 };
#endif

/* Run the subcommand with a large stack. */
static void *run_thread(void *user) {
  struct run *run = user;
  struct lcm_options options = {.check = getenv("LCM_CHECK") != NULL};
  for (int i = 2; i < run->argc && strcmp(run->argv[i], "--") != 0; i++)
    options.strict = options.strict || !strcmp(run->argv[i], "--strict");
  lcm_ctx *ctx = lcm_ctx_new(&options);
  if (!ctx || lcm_ctx_guard(ctx, run_guarded, run)) {
    fputs("lcm: error: out of memory [io]\n", stderr);
    run->status = EXIT_USAGE;
  }
  if (GIVES_BACK)
    lcm_ctx_free(ctx);
  return NULL;
}

/* Return the subcommand called "name", or NULL. */
static const struct subcommand *find(const char *name) {
  size_t n = 0;
  const struct subcommand *all = subcommands(&n);
  for (size_t i = 0; i < n; i++)
    if (!strcmp(all[i].name, name))
      return &all[i];
  return NULL;
}

/* Answer `lcm help [SUBCOMMAND]`. */
static int run_help(int argc, char **argv) {
  const struct subcommand *sub = argc > 2 ? find(argv[2]) : NULL;
  if (argc > 2 && !sub) {
    command_complain("there is no subcommand '%s'; see 'lcm help'", argv[2]);
    return EXIT_USAGE;
  }
  command_help(stdout, sub);
  return EXIT_DONE;
}

/* Answer `lcm`, `lcm help`, `lcm --help`, `lcm --version`; -1 for anything
 * else. */
static int run_alone(int argc, char **argv) {
  if (argc < 2) {
    command_help(stderr, NULL);
    return EXIT_USAGE;
  }
  if (!strcmp(argv[1], "help"))
    return run_help(argc, argv);
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
    command_help(stdout, NULL);
  else if (!strcmp(argv[1], "--version"))
    fputs("lcm " LCM_VERSION "\n", stdout);
  else if (!strcmp(argv[1], "--man"))
    command_man(stdout);
  else
    return -1;
  return EXIT_DONE;
}

/* Run the subcommand on a thread of its own, for the sake of its stack, which
 * libclang is to use instead of a small one of its own; return the exit
 * status. */
static int run_deep(void *user) {
  struct run *run = user;
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK);
  if (pthread_create(&thread, &attributes, run_thread, run))
    run_thread(run);
  else
    pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  return run->status;
}

/* Hold back the signals by which the user stops a program, in all threads:
 * profile answers them between runs. */
static void hold_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

/* Run what the command line asks for. */
int main(int argc, char **argv) {
  const int alone = run_alone(argc, argv);
  if (alone >= 0)
    return alone;
  struct run run = {argc, argv, find(argv[1]), EXIT_DONE};
  setenv("LIBCLANG_NOTHREADS", "1", 1);
  if (run.sub && run.sub->run == run_profile) {
    hold_signals();
    return run_deep(&run);
  }
  if (run.sub)
    return command_guard(run_deep, &run);
  command_complain("there is no subcommand '%s'; see 'lcm --help'", argv[1]);
  return EXIT_USAGE;
}
