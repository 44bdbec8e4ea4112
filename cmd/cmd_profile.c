#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/ctx.h"
#include "base/fs.h"
#include "cmd/cmd_profile.h"
#include "cmd/common.h"
#include "cmd/options.h"
#include "measure/contention.h"
#include "measure/fill.h"
#include "measure/machine.h"
#include "measure/measure.h"
#include "measure/plan.h"
#include "measure/runtime.h"
#include "measure/show.h"
#include "measure/source.h"
#include "measure/store.h"
#include "measure/symbol.h"
#include "measure/trace.h"
#include "measure/words.h"
#include "model/expr/intern.h"
#include "render/table/style.h"

/* How often a point is run, and how narrow the interval of its time is to be,
 * where nothing is said. */
enum { LEAST_RUNS = 3, MOST_RUNS = 10 };
static const double PRECISION = 0.02;

/* ---- options ------------------------------------------------------------
 */

/* Put the layout that --format names into "options"; false, and a message,
 * where there is none of that name. */
static bool take_layout(struct profile_options *options,
                        struct command *command) {
  static const struct {
    const char *name;
    enum profile_layout layout;
    lcm_format format;
  } ROWS[] = {{"text", PROFILE_TEXT, LCM_FORMAT_TEXT},
              {"json", PROFILE_JSON, LCM_FORMAT_JSON},
              {"csv", PROFILE_TABLE, LCM_FORMAT_CSV},
              {"tsv", PROFILE_TABLE, LCM_FORMAT_TSV},
              {"pp", PROFILE_PP, LCM_FORMAT_TEXT}};
  const char *name = command->values[OPT_RUN_FORMAT];
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
    if (!name || !strcmp(ROWS[i].name, name)) {
      options->layout = ROWS[i].layout;
      command->format = ROWS[i].format;
      return true;
    }
  command_complain("there is no format '%s'; there are text, json, csv, tsv "
                   "and pp",
                   name);
  return false;
}

/* Put whether threads are sampled into "options"; false, and a message, where
 * --mode makes no sense. */
static bool take_mode(struct profile_options *options,
                      const struct command *command) {
  const char *mode = command->values[OPT_MODE];
  options->sampling = mode && !strcmp(mode, "sample");
  if (!mode || options->sampling || !strcmp(mode, "event"))
    return true;
  command_complain("--mode is event or sample, not '%s'", mode);
  return false;
}

/* Put how often points are run into "options"; false, and a message, where that
 * makes no sense. */
static bool take_repeats(struct profile_options *options,
                         const struct command *command) {
  const char *text = command->values[OPT_RUN_PRECISION];
  const char *end = text;
  size_t repeat = 0;
  if (!command_number(&repeat, command, OPT_REPEAT,
                      "--repeat is a number of runs", 1000000))
    return false;
  options->precision = text ? lcm_strtod(text, &end) : PRECISION;
  if (text && (end == text || *end || !(options->precision > 0) ||
               options->precision >= 1)) {
    command_complain("--precision is a share such as 0.02, not '%s'", text);
    return false;
  }
  if (repeat && !text)
    options->precision = 0;
  options->most = repeat ? repeat : MOST_RUNS;
  options->least = options->precision > 0 && LEAST_RUNS < options->most
                       ? LEAST_RUNS
                       : options->most;
  return true;
}

/* Fill in how to measure; false, and a message, where the options make no
 * sense. */
static bool take_options(struct profile_options *options,
                         struct command *command) {
  *options =
      (struct profile_options){.force = command->given[OPT_FORCE],
                               .reference = !command->given[OPT_NO_REFERENCE]};
  return take_layout(options, command) && take_mode(options, command) &&
         take_repeats(options, command) &&
         command_number(&options->seconds, command, OPT_RUN_TIMEOUT,
                        "--timeout is a number of seconds", 1 << 30) &&
         command_number(&options->slices, command, OPT_SLICES,
                        "--slices is a number of parts", 1000);
}

/* ---- the points ---------------------------------------------------------
 */

/* Let the note of "command", NAME=VALUE, be a variable of the grid; false, and
 * a message, where it is none. */
static bool take_note(struct command *command) {
  const char *note = command->values[OPT_NOTE];
  const char *equals = note ? strchr(note, '=') : NULL;
  const char *end = equals;
  if (equals)
    (void)lcm_strtod(equals + 1, &end);
  if (note && (!equals || equals == note || end == equals + 1 || *end)) {
    command_complain("-l is NAME=NUMBER, not '%s'", note);
    return false;
  }
  if (note)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->defines, note);
  return true;
}

/* Warn about variables of "grid" that the program is not told. */
static void check_names(struct command *command, const lcm_grid *grid) {
  const char *note = command->values[OPT_NOTE];
  for (size_t j = 0; j < grid->n_names; j++) {
    const char *name = grid->names[j];
    const size_t n = strlen(name);
    bool used = !strcmp(name, "p") || !strcmp(name, "threads") ||
                (note && !strncmp(note, name, n) && note[n] == '=') ||
                profile_words_mention(command->flags, command->n_flags, name);
    for (size_t k = 0; k < grid->n_names && !used; k++)
      used = grid->follows[k] && lcm_expr_has(grid->follows[k], name);
    if (!used)
      lcm_report(command->ctx, LCM_DIAG_UNUSED_VARIABLE, (lcm_loc){0},
                 "-D %s: no argument of the program has {%s}", name, name);
  }
}

/* Return whether the program can be run at all points of "plan"; a message
 * where not. */
static bool check_points(struct command *command,
                         const struct profile_plan *plan,
                         const struct profile_session *session) {
  const char *const *argv = NULL;
  const double cores = (double)session->machine.cores;
  for (size_t i = 0; i < plan->n; i++) {
    const struct profile_point *point = &plan->points[i];
    if (profile_words(&argv, command->ctx, command->flags, command->n_flags,
                      point->params, point->n_params))
      return false;
    if (!isnan(point->p) && (point->p < 1 || point->p != floor(point->p))) {
      command_complain("p is a number of processors, not %g", point->p);
      return false;
    }
    if (point->p > cores && !session->options->force) {
      command_complain("p = %g, but the program may use %zu processor%s here: "
                       "what it loses then says nothing of a machine with "
                       "more; --force measures it all the same",
                       point->p, session->machine.cores,
                       session->machine.cores == 1 ? "" : "s");
      return false;
    }
  }
  return true;
}

/* ---- progress -----------------------------------------------------------
 */

/* Append "seconds" as minutes and seconds. */
static void put_clock(lcm_buf *buf, double seconds) {
  lcm_buf_printf(buf, "%.0f:%02.0f", floor(seconds / 60),
                 floor(fmod(seconds, 60)));
}

/* How far a sweep is.
 * line  it is shown on one line of a terminal, again and again
 * begin  when it began; done: runs since then */
struct progress {
  bool line;
  bool each;
  double begin;
  size_t done;
};

/* Show that the run number `progress->done` + 1, of "point", begins, and "left"
 * are left with it. */
static void show_progress(lcm_ctx *ctx, const struct progress *progress,
                          const struct profile_point *point, size_t left) {
  lcm_buf buf = {0};
  const double elapsed = lcm_clock_now() - progress->begin;
  if (!progress->line && !progress->each)
    return;
  lcm_buf_printf(&buf, "%s[%zu/%zu] %s, run %zu",
                 progress->line ? "\r\033[K" : "", progress->done + 1,
                 progress->done + left,
                 profile_words_point(ctx, point->params, point->n_params),
                 point->elapsed.n + 1);
  if (progress->line && progress->done) {
    lcm_buf_puts(&buf, ", ");
    put_clock(&buf, elapsed);
    lcm_buf_puts(&buf, " passed, about ");
    put_clock(&buf, elapsed / (double)progress->done * (double)left);
    lcm_buf_puts(&buf, " left");
  }
  fprintf(stderr, "%s%s", buf.text ? buf.text : "", progress->line ? "" : "\n");
  fflush(stderr);
  lcm_buf_free(&buf);
}

/* Clear the line of progress. */
static void hide_progress(const struct progress *progress) {
  if (progress->line)
    fputs("\r\033[K", stderr);
}

/* ---- the sweep ----------------------------------------------------------
 */

/* Run all that is to be run; "*stopped": the user wanted no more. */
static lcm_status sweep(struct profile_session *session,
                        struct profile_plan *plan, struct profile_store *store,
                        bool *stopped) {
  struct command *command = session->command;
  struct progress progress = {.line = isatty(STDERR_FILENO) &&
                                      !command->given[OPT_QUIET] &&
                                      !command->given[OPT_VERBOSE],
                              .each = command->given[OPT_VERBOSE],
                              .begin = lcm_clock_now()};
  struct profile_point *point = NULL;
  lcm_status status = LCM_OK;
  while (!status && !*stopped &&
         (point = profile_plan_next(plan, session->options))) {
    struct profile_result result;
    show_progress(command->ctx, &progress, point,
                  profile_plan_left(plan, session->options));
    status = profile_measure(&result, session, point);
    *stopped = result.stopped;
    point->failed = result.failed;
    if (!status && result.measured) {
      const lcm_measurements *records = &session->last.records;
      status = profile_store_add(store, records);
      point->next++;
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &point->elapsed,
                   records->at[records->n - 1].elapsed);
    }
    progress.done++;
  }
  hide_progress(&progress);
  return status;
}

/* Report what the runs suffered from. */
static void report_doubts(struct profile_session *session,
                          const struct profile_store *store, bool reference) {
  const bool several = session->command->defines.n || store->path;
  lcm_ctx *ctx = session->command->ctx;
  bool many = false;
  for (size_t i = 0; i < store->records.n; i++)
    many = many || store->records.at[i].processors > 1;
  if (session->busy)
    lcm_report(ctx, LCM_DIAG_BUSY, (lcm_loc){0},
               "other programs used the machine during %zu of %zu runs, which "
               "are flagged 'busy'",
               session->busy, store->added);
  if (many && several && !reference && session->options->reference)
    lcm_report(ctx, LCM_DIAG_NO_REFERENCE, (lcm_loc){0},
               "%s, so that contention (rc) stays in computation (pc)",
               session->ranks ? "what every rank repeats is not told from "
                                "contention"
                              : "there is no run with p = 1 and the same other "
                                "values");
  if (store->added && profile_symbols_lack_lines(&session->symbols))
    lcm_report(ctx, LCM_DIAG_NO_LINES,
               (lcm_loc){.file = session->command->flags[0]},
               session->symbols.no_tool
                   ? "without addr2line, fragments have no lines: install "
                     "binutils"
                   : "it has no lines of its source: build it with -g");
}

/* Complete the records of "store", tell contention from computation in them,
 * and write that down. */
static lcm_status finish(struct profile_session *session,
                         struct profile_store *store) {
  const bool filled = profile_fill(store);
  const bool reference =
      session->options->reference && !session->ranks &&
      profile_contention(session->command->ctx, store->records.at,
                         store->records.n);
  report_doubts(session, store, reference);
  return (reference || filled) && store->regular ? profile_store_write(store)
                                                 : LCM_OK;
}

/* Say how to go on after the user stopped the sweep. */
static void say_stopped(const struct profile_store *store) {
  if (store->path && store->regular)
    fprintf(stderr,
            "lcm: stopped: %zu new runs are in %s; the same command goes on "
            "from there\n",
            store->added, store->path);
  else
    fprintf(stderr, "lcm: stopped after %zu runs\n", store->added);
}

/* Return where the output of the program goes: to a log beside that of
 * "command", to standard error (-1), or to a file in "folder" that nobody
 * sees. */
static int open_log(struct command *command, const struct profile_plan *plan,
                    const char *folder) {
  const char *output = command->values[OPT_RUN_OUTPUT];
  const bool kept = output && strcmp(output, "-") != 0;
  if (command->given[OPT_VERBOSE] || (!output && plan->n == 1))
    return -1;
  const char *path =
      lcm_arena_printf(lcm_ctx_arena(command->ctx), "%s%s",
                       kept ? output : folder, kept ? ".log" : "/.log");
  const int log = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (!kept)
    unlink(path);
  return log >= 0 ? log : open("/dev/null", O_WRONLY | O_CLOEXEC);
}

/* Make ready what all runs of "session" need. */
static lcm_status prepare(struct profile_session *session,
                          struct profile_plan *plan,
                          struct profile_store *store) {
  struct command *command = session->command;
  const char *path = NULL;
  sigset_t set;
  lcm_status status = profile_words_program(
      &session->program, &path, command->ctx, command->flags, command->n_flags);
  if (!status)
    status = profile_runtime_find(&session->runtime, command->ctx, path);
  store->ctx = command->ctx;
  store->path = command->values[OPT_RUN_OUTPUT];
  store->program = session->program;
  if (!status)
    status = profile_store_open(store, plan);
  if (!status)
    status = profile_sources_given(session);
  if (!status)
    status = profile_runtime_folder(&session->folder, command->ctx);
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  session->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  session->symbols.ctx = command->ctx;
  if (!status)
    session->log = open_log(command, plan, session->folder);
  return status;
}

/* Give back what "session" has. */
static void close_session(struct profile_session *session,
                          struct profile_store *store) {
  profile_store_close(store);
  profile_raws_close(&session->raws);
  if (session->folder)
    profile_runtime_clear(session->command->ctx, session->folder);
  if (session->folder)
    rmdir(session->folder);
  if (session->log >= 0)
    close(session->log);
  if (session->signals >= 0)
    close(session->signals);
}

/* Run the sweep "plan" of "session" and print it. */
static lcm_status run_all(struct profile_session *session,
                          struct profile_plan *plan,
                          struct profile_store *store, bool *stopped) {
  struct command *command = session->command;
  const char *trace = command->values[OPT_RUN_TRACE];
  lcm_status status = prepare(session, plan, store);
  if (!status)
    status = sweep(session, plan, store, stopped);
  const lcm_status ended =
      store->added || store->found ? finish(session, store) : LCM_OK;
  status = status ? status : ended;
  if (!status && trace && session->raws.n)
    status = profile_trace(command->ctx, &session->raws, trace);
  if (*stopped)
    say_stopped(store);
  if (status || *stopped || store->fd == STDOUT_FILENO || !store->records.n)
    return status;
  char *text = profile_show(command, session, plan, store);
  if (!text)
    return LCM_ENOMEM;
  status = lcm_file_write(command->ctx, NULL, text, strlen(text));
  free(text);
  return status;
}

int run_profile(struct command *command) {
  struct profile_options options;
  struct profile_plan plan;
  struct profile_store store = {.fd = -1};
  struct profile_session session = {
      .command = command, .options = &options, .log = -1, .signals = -1};
  const lcm_grid *grid = NULL;
  bool stopped = false;
  if (!command->n_flags) {
    command_complain("what to run stands behind '--': lcm profile -D "
                     "n=1024,2048 -- ./program {n}");
    return EXIT_USAGE;
  }
  if (!take_options(&options, command) || !take_note(command))
    return EXIT_USAGE;
  lcm_status status = command_grid(&grid, command, false);
  if (status)
    return command_finish(command, status);
  if (!command->given[OPT_REPEAT] && !command->given[OPT_RUN_PRECISION] &&
      !command->defines.n)
    options.least = options.most = 1;
  profile_plan_make(&plan, command->ctx, grid);
  profile_machine_read(&session.machine, command->ctx);
  session.ranks = profile_words_start_ranks(command->flags, command->n_flags);
  check_names(command, grid);
  if (!check_points(command, &plan, &session))
    return EXIT_USAGE;
  status = run_all(&session, &plan, &store, &stopped);
  close_session(&session, &store);
  const int exit_status = command_finish(command, status);
  return stopped ? 128 + SIGINT : exit_status;
}
