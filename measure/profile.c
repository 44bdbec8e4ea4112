/* A sweep: every point of the grid is run as often as its time needs, and what
 * was measured becomes records. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/fs.h"
#include "measure/contention.h"
#include "measure/fill.h"
#include "measure/machine.h"
#include "measure/measure.h"
#include "measure/plan.h"
#include "measure/profile_internal.h"
#include "measure/runtime.h"
#include "measure/show.h"
#include "measure/source.h"
#include "measure/store.h"
#include "measure/symbol.h"
#include "measure/trace.h"
#include "measure/words.h"

/* Warn about variables of the grid that the program is not told. */
static void check_names(lcm_ctx *ctx,
                        const struct lcm_profile_options *options) {
  const lcm_grid *grid = options->grid;
  const char *note = options->note;
  for (size_t j = 0; j < grid->n_names; j++) {
    const char *name = grid->names[j];
    const size_t n = strlen(name);
    bool used = !strcmp(name, "p") || !strcmp(name, "threads") ||
                (note && !strncmp(note, name, n) && note[n] == '=') ||
                profile_words_mention(options->words, options->n_words, name);
    for (size_t k = 0; k < grid->n_names && !used; k++)
      used = grid->follows[k] && lcm_expr_has(grid->follows[k], name);
    if (!used)
      lcm_report(ctx, LCM_DIAG_UNUSED_VARIABLE, (lcm_loc){0},
                 "-D %s: no argument of the program has {%s}", name, name);
  }
}

/* Return whether the program can be run at all points of "plan"; a diagnostic
 * where not. */
static bool check_points(const struct profile_session *session,
                         const struct profile_plan *plan) {
  const struct lcm_profile_options *options = session->options;
  const char *const *argv = NULL;
  const double cores = (double)session->machine.cores;
  for (size_t i = 0; i < plan->n; i++) {
    const struct profile_point *point = &plan->points[i];
    if (profile_words(&argv, session->ctx, options->words, options->n_words,
                      point->params, point->n_params))
      return false;
    if (!isnan(point->p) && (point->p < 1 || point->p != floor(point->p))) {
      lcm_report(session->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
                 "p is a number of processors, not %g", point->p);
      return false;
    }
    if (point->p > cores && !options->force) {
      lcm_report(session->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
                 "p = %g, but the program may use %zu processor%s here: "
                 "what it loses then says nothing of a machine with "
                 "more; --force measures it all the same",
                 point->p, session->machine.cores,
                 session->machine.cores == 1 ? "" : "s");
      return false;
    }
  }
  return true;
}

/* ---- the sweep ----------------------------------------------------------
 */

/* Say that a run of "point" begins, "done" having ended; NULL: none does. */
static void report_progress(const struct profile_session *session,
                            const struct profile_plan *plan,
                            const struct profile_point *point, size_t done) {
  const struct lcm_profile_options *options = session->options;
  struct lcm_profile_progress progress = {.done = done};
  if (!options->progress)
    return;
  if (point) {
    progress.point =
        profile_words_point(session->ctx, point->params, point->n_params);
    progress.repetition = point->elapsed.n + 1;
    progress.left = profile_plan_left(plan, options);
  }
  options->progress(options->user, &progress);
}

/* Run all that is to be run; "*stopped": the user wanted no more. */
static lcm_status sweep(struct profile_session *session,
                        struct profile_plan *plan, struct profile_store *store,
                        bool *stopped) {
  struct profile_point *point = NULL;
  lcm_status status = LCM_OK;
  size_t done = 0;
  while (!status && !*stopped &&
         (point = profile_plan_next(plan, session->options))) {
    struct profile_result result;
    report_progress(session, plan, point, done);
    status = profile_measure(&result, session, point);
    *stopped = result.stopped;
    point->failed = result.failed;
    if (!status && result.measured) {
      const lcm_measurements *records = &session->last.records;
      status = profile_store_add(store, records);
      point->next++;
      LCM_LIST_ADD(lcm_ctx_arena(session->ctx), &point->elapsed,
                   records->at[records->n - 1].elapsed);
    }
    done++;
  }
  report_progress(session, plan, NULL, done);
  return status;
}

/* Return why addresses have no lines, and what to do. */
static const char *lacking_lines(const struct profile_symbols *symbols) {
  return symbols->no_tool ? "without llvm-symbolizer or addr2line, fragments "
                            "have no lines: install binutils or llvm"
         : symbols->tool && !strcmp(symbols->tool, PROFILE_SPARE_TOOL)
             ? "it has no lines of its source: build it with -g; addr2line "
               "has none of a program that was built with -gsplit-dwarf, "
               "llvm-symbolizer does"
             : "it has no lines of its source: build it with -g";
}

/* Report what the runs suffered from. */
static void report_doubts(struct profile_session *session,
                          const struct profile_store *store, bool reference) {
  const bool several = session->options->grid->n_names || store->path;
  lcm_ctx *ctx = session->ctx;
  bool many = false;
  for (size_t i = 0; i < store->records.n; i++)
    many = many || store->records.at[i].processors > 1;
  if (session->busy)
    lcm_report(ctx, LCM_DIAG_BUSY, (lcm_loc){0},
               "other programs used the machine during %zu of %zu runs, which "
               "are flagged 'busy': what threads waited for processors is in "
               "'queued'",
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
               (lcm_loc){.file = session->options->words[0]}, "%s",
               lacking_lines(&session->symbols));
}

/* Complete the records of "store", tell contention from computation in them,
 * and write that down. */
static lcm_status finish(struct profile_session *session,
                         struct profile_store *store) {
  const bool filled = profile_fill(store);
  const bool reference =
      session->options->reference && !session->ranks &&
      profile_contention(session->ctx, store->records.at, store->records.n);
  report_doubts(session, store, reference);
  return (reference || filled) && store->regular ? profile_store_write(store)
                                                 : LCM_OK;
}

/* Return where the output of the program goes: to a log beside the
 * records, to standard error (-1), or to a file in "folder" that nobody
 * sees. */
static int open_log(const struct profile_session *session,
                    const struct profile_plan *plan) {
  const char *output = session->options->output;
  const char *folder = session->folder;
  const bool kept = output && strcmp(output, "-") != 0;
  if (session->options->verbose ||
      (!output && plan->n == 1 && !session->options->quiet))
    return -1;
  const char *path =
      lcm_arena_printf(lcm_ctx_arena(session->ctx), "%s%s",
                       kept ? output : folder, kept ? ".log" : "/.log");
  const int log = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (!kept)
    unlink(path);
  return log >= 0 ? log : open("/dev/null", O_WRONLY | O_CLOEXEC);
}

/* Find what each point of "plan" runs, and under what: all the same, unless the
 * name of the program has a variable. */
static lcm_status find_programs(const struct profile_session *session,
                                struct profile_plan *plan) {
  lcm_status status = LCM_OK;
  const char *known = NULL;
  for (size_t i = 0; i < plan->n && !status; i++) {
    struct profile_point *point = &plan->points[i];
    const char *path = NULL;
    status = profile_words_program(&point->program, &path, session->ctx,
                                   session->options, point);
    if (!status && i && !strcmp(path, known))
      point->runtime = plan->points[i - 1].runtime;
    else if (!status)
      status = profile_runtime_find(&point->runtime, session->ctx, path);
    known = path;
  }
  return status;
}

/* Make ready what all runs of "session" need. */
static lcm_status prepare(struct profile_session *session,
                          struct profile_plan *plan,
                          struct profile_store *store) {
  const struct lcm_profile_options *options = session->options;
  lcm_ctx *ctx = session->ctx;
  sigset_t set;
  lcm_status status = find_programs(session, plan);
  store->ctx = ctx;
  store->path = options->output;
  store->options = options;
  if (!status)
    status = profile_store_open(store, plan);
  if (!status)
    status = profile_sources_given(session);
  if (!status)
    status = profile_runtime_folder(&session->folder, ctx);
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  session->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  session->symbols.ctx = ctx;
  if (!status)
    session->log = open_log(session, plan);
  return status;
}

/* Give back what "session" has. */
static void close_session(struct profile_session *session,
                          struct profile_store *store) {
  profile_store_close(store);
  profile_raws_close(&session->raws);
  if (session->folder)
    profile_runtime_clear(session->ctx, session->folder);
  if (session->folder)
    rmdir(session->folder);
  if (session->log >= 0)
    close(session->log);
  if (session->signals >= 0)
    close(session->signals);
}

/* Run the sweep "plan" of "session" and show it. */
static lcm_status run_all(struct lcm_profiled *out,
                          struct profile_session *session,
                          struct profile_plan *plan,
                          struct profile_store *store) {
  const char *trace = session->options->trace;
  lcm_status status = prepare(session, plan, store);
  if (!status)
    status = sweep(session, plan, store, &out->stopped);
  const lcm_status ended =
      store->added || store->found ? finish(session, store) : LCM_OK;
  status = status ? status : ended;
  if (!status && trace && session->raws.n)
    status = profile_trace(session->ctx, &session->raws, trace);
  out->added = store->added;
  out->kept = store->path && store->regular;
  if (status || out->stopped || store->fd == STDOUT_FILENO || !store->records.n)
    return status;
  out->points = profile_swept(&out->n_points, session, plan, store);
  out->text = profile_show(session, plan, store);
  return out->text ? LCM_OK : LCM_ENOMEM;
}

lcm_status lcm_profile_program(struct lcm_profiled *out, lcm_ctx *ctx,
                               const struct lcm_profile_options *options) {
  struct profile_plan plan;
  struct profile_store store = {.fd = -1};
  struct profile_session session = {
      .ctx = ctx, .options = options, .log = -1, .signals = -1};
  *out = (struct lcm_profiled){0};
  profile_plan_make(&plan, ctx, options->grid);
  profile_machine_read(&session.machine, ctx);
  session.ranks = profile_words_start_ranks(options->words, options->n_words);
  check_names(ctx, options);
  if (!check_points(&session, &plan))
    return LCM_EUSAGE;
  const lcm_status status = run_all(out, &session, &plan, &store);
  close_session(&session, &store);
  return status;
}
