/* The program lcm: the table of subcommands, and how one is run: in a process
 * and on a thread of its own, with a context. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/common.h"
#include "cmd/config.h"
#include "cmd/drawing.h"
#include "cmd/effect.h"
#include "cmd/guard.h"
#include "cmd/manual/completion.h"
#include "cmd/manual/help.h"
#include "cmd/manual/nearest.h"
#include "cmd/manual/page.h"
#include "cmd/manual/write.h"
#include "cmd/options.h"
#include "cmd/serve/lsp.h"
#include "cmd/serve/mcp.h"
#include "cmd/subcommand/advise.h"
#include "cmd/subcommand/analyze.h"
#include "cmd/subcommand/annotate.h"
#include "cmd/subcommand/bisect.h"
#include "cmd/subcommand/calibrate.h"
#include "cmd/subcommand/check.h"
#include "cmd/subcommand/compare.h"
#include "cmd/subcommand/decide.h"
#include "cmd/subcommand/diff.h"
#include "cmd/subcommand/edit.h"
#include "cmd/subcommand/fit.h"
#include "cmd/subcommand/graph.h"
#include "cmd/subcommand/link.h"
#include "cmd/subcommand/predict.h"
#include "cmd/subcommand/profile.h"
#include "cmd/subcommand/report.h"
#include "cmd/subcommand/scale.h"
#include "cmd/subcommand/trace.h"
#include "cmd/subcommand/validate.h"
#include "cmd/watch.h"

static const size_t STACK = (size_t)1 << 30;

static const struct subcommand SUBCOMMANDS[] = {
    {"analyze", 'a', SECTION_LOOK, "INPUT... [-- FLAGS]",
     "what is parallel, what data moves, which models there are", run_analyze},
    {"predict", 'p', SECTION_LOOK, "INPUT... [-D NAME=VALUES]... [-- FLAGS]",
     "time, speedup, efficiency, lost cycles over a grid", run_predict},
    {"graph", 'g', SECTION_LOOK, "INPUT... -o FILE [-- FLAGS]",
     "the structure as a picture, the critical path marked", run_graph},
    {"report", 'o', SECTION_LOOK,
     "INPUT... [-D NAME=VALUES]... -o FILE [-- FLAGS]",
     "all of it as one page: picture, charts, timeline, source", run_report},
    {"advise", 'e', SECTION_IMPROVE, "INPUT... [-D NAME=VALUES]... [-- FLAGS]",
     "what to restructure, and what that gains", run_advise},
    {"edit", 'w', SECTION_IMPROVE, "INPUT... --edit EDITS [-o FILE] [-- FLAGS]",
     "restructure the source: a patch of what advise says", run_edit},
    {"compare", 'c', SECTION_IMPROVE,
     "INPUT INPUT... [-D NAME=VALUES]... [-- FLAGS]",
     "variants side by side: who wins where, crossovers", run_compare},
    {"scale", 's', SECTION_IMPROVE,
     "INPUT... | --measured RUNS [-D NAME=VALUES]... [-- FLAGS]",
     "how far it scales: limits, isoefficiency, factors, least p", run_scale},
    {"check", 'k', SECTION_KEEP, "INPUT... [-- FLAGS]",
     "what is wrong: races, contracts that do not hold, model comments",
     run_check},
    {"diff", 'i', SECTION_KEEP, "OLD NEW [-D NAME=VALUES]... [-- FLAGS]",
     "two revisions: slower or faster, where, growth, contracts", run_diff},
    {"bisect", 'u', SECTION_KEEP,
     "GOOD BAD INPUT... [-D NAME=VALUES]... [-- FLAGS]",
     "the first commit of a git history that breaks a contract", run_bisect},
    {"profile", 'r', SECTION_MEASURE,
     "[-D NAME=VALUES]... -- PROGRAM [ARGUMENT]...",
     "run a program over a grid: its lost cycles by fragment", run_profile},
    {"trace", 'x', SECTION_MEASURE, "FILE",
     "a trace of a run: where time goes, messages, chain, findings", run_trace},
    {"fit", 'f', SECTION_MEASURE,
     "RUNS... | -f RUNS -c CATEGORY -v VARIABLES [FORMULA]...",
     "models of every fragment and category from measurements", run_fit},
    {"annotate", 'n', SECTION_MEASURE,
     "--models FIT.json [FILE.c]... [-- FLAGS]",
     "write fitted models into the source, as comments", run_annotate},
    {"validate", 'v', SECTION_MEASURE, "INPUT... RUNS.jsonl... [-- FLAGS]",
     "predictions beside measurements, per fragment and category",
     run_validate},
    {"calibrate", 'b', SECTION_MEASURE,
     "[-o FILE] [--mpi COMMAND] | --merge INPUT...",
     "what threads, memory and messages cost on this machine", run_calibrate},
    {"link", 'l', SECTION_PARTS, "INPUT.lcs... -o FILE",
     "join the structures of units", run_link},
    {"cat", 't', SECTION_PARTS, "INPUT", "print, convert or check a structure",
     run_cat},
    {"decide", 'd', SECTION_PARTS, "INPUT.pam... [-D NAME=VALUES]...",
     "the best choice of a model's decisions, and where it changes",
     run_decide},
    {"lsp", 'j', SECTION_SERVE, "",
     "a language server: all of it in the editor, on stdio", run_lsp},
    {"mcp", 'm', SECTION_SERVE, "",
     "the same for agents: the Model Context Protocol", run_mcp},
};

static const struct subcommands ALL = {SUBCOMMANDS, sizeof SUBCOMMANDS /
                                                        sizeof *SUBCOMMANDS};

/* Return "status" once what was written is out; after a complaint that of a
 * failure where it cannot be written. */
static int flush(int status) {
  if (!fflush(stdout) && !ferror(stdout))
    return status;
  fprintf(stderr, "standard output: error: cannot write: %s [io]\n",
          strerror(errno));
  return EXIT_USAGE;
}

/* Say which lcm this is; return the exit status. */
static int version(void) {
  fputs("lcm " LCM_VERSION "\n", stdout);
  return EXIT_DONE;
}

/* A run of the command: its arguments and exit status. */
struct command_run {
  int argc;
  char **argv;
  const struct subcommand *sub;
  int status;
};

/* Run the subcommand in the context "ctx". */
static lcm_status run_guarded(lcm_ctx *ctx, void *user) {
  struct command_run *run = user;
  struct command command = {.ctx = ctx};
  if (!command_parse(&command, run->sub, run->argc - 2, run->argv + 2)) {
    run->status = EXIT_USAGE;
    return LCM_OK;
  }
  if (command.given[OPT_HELP]) {
    command_help(stdout, &ALL, run->sub);
    run->status = flush(EXIT_DONE);
    return LCM_OK;
  }
  if (command.given[OPT_VERSION]) {
    run->status = flush(version());
    return LCM_OK;
  }
  if (!command_check_endings(&command)) {
    run->status = EXIT_USAGE;
    return LCM_OK;
  }
  command_check_effect(&command);
  const lcm_status status = command_configure(&command, run->sub);
  if (run->sub->letter != 'j' && run->sub->letter != 'm')
    command_watch(&command);
  run->status =
      status ? command_finish(&command, status) : run->sub->run(&command);
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
  struct command_run *run = user;
  struct lcm_options options = {.check = getenv("LCM_CHECK") != NULL};
  for (int i = 2; i < run->argc && strcmp(run->argv[i], "--") != 0; i++)
    options.strict = options.strict || !strcmp(run->argv[i], "--strict");
  if (run->sub->run != run_profile && run->sub->run != run_bisect)
    command_heed();
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
  for (size_t i = 0; i < ALL.n; i++)
    if (!strcmp(ALL.at[i].name, name))
      return &ALL.at[i];
  return NULL;
}

/* Say that there is no subcommand "name", and which may be meant; return the
 * exit status. */
static int complain(const char *name) {
  struct nearest nearest = {.text = name};
  for (size_t i = 0; i < ALL.n; i++)
    command_nearest_try(&nearest, ALL.at[i].name);
  command_nearest_try(&nearest, "help");
  if (nearest.name)
    command_complain("there is no subcommand '%s'; did you mean '%s'?", name,
                     nearest.name);
  else
    command_complain("there is no subcommand '%s'; see 'lcm help'", name);
  return EXIT_USAGE;
}

/* Answer `lcm help [SUBCOMMAND]` and `lcm --man [SUBCOMMAND]` by "print". */
static int run_print(int argc, char **argv,
                     void (*print)(FILE *out, const struct subcommands *all,
                                   const struct subcommand *sub)) {
  const struct subcommand *sub = argc > 2 ? find(argv[2]) : NULL;
  if (argc > 2 && !sub)
    return complain(argv[2]);
  print(stdout, &ALL, sub);
  return EXIT_DONE;
}

/* Answer `lcm`, `lcm help`, `lcm --help`, `lcm --version` and what packages are
 * made by; -1 for anything else. */
static int run_alone(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (argc < 2) {
    command_help(stderr, &ALL, NULL);
    return EXIT_USAGE;
  }
  if (!strcmp(what, "help") || !strcmp(what, "--help") || !strcmp(what, "-h"))
    return run_print(argc, argv, command_help);
  if (!strcmp(what, "--version") || !strcmp(what, "version"))
    return version();
  if (!strcmp(what, "--man"))
    return run_print(argc, argv, command_man);
  if (!strcmp(what, "--completion") && argc > 2)
    return command_completion(stdout, &ALL, argv[2]) ? EXIT_DONE : EXIT_USAGE;
  if (!strcmp(what, "--write-manual") && argc > 2)
    return command_write_manual(&ALL, argv[2]);
  return -1;
}

/* Run the subcommand on a thread of its own, for the sake of its stack, which
 * libclang is to use instead of a small one of its own; return the exit
 * status. */
static int run_deep(void *user) {
  struct command_run *run = user;
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
 * profile and bisect answer them between runs. */
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
    return flush(alone);
  struct command_run run = {argc, argv, find(argv[1]), EXIT_DONE};
  setenv("LIBCLANG_NOTHREADS", "1", 1);
  if (run.sub && (run.sub->run == run_profile || run.sub->run == run_bisect)) {
    hold_signals();
    return run_deep(&run);
  }
  if (run.sub)
    return command_guard(run_deep, &run);
  return complain(argv[1]);
}
