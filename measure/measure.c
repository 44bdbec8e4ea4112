/* One run of the program: what it is given, what became of it, its records. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/fs.h"
#include "measure/join.h"
#include "measure/measure.h"
#include "measure/record.h"
#include "measure/run.h"
#include "measure/runtime.h"
#include "measure/source.h"
#include "measure/symbol.h"
#include "measure/words.h"

/* Others use the machine where they spend more than this share of it, in runs
 * that are long enough to tell. */
static const double BUSY = 0.1;
static const double LONG_ENOUGH = 0.2;

/* Variables of the environment of a run. */
enum {
  RAW_FILE,
  PRELOAD,
  TOOL,
  MODE,
  PROCESSORS,
  TIMELINE,
  THREADS,
  N_VARIABLES
};

/* Return how many threads the program is to be given, a rank where it has
 * several; NAN: none is said. */
static double threads_of(const struct profile_session *session,
                         const struct profile_point *point) {
  const struct lcm_profile_options *options = session->options;
  const double threads =
      lcm_measured(point->params, point->n_params, "threads");
  if (!isnan(threads))
    return threads;
  if (session->ranks && !getenv("OMP_NUM_THREADS"))
    return 1;
  return session->ranks ||
                 profile_words_mention(options->words, options->n_words, "p")
             ? (double)NAN
             : lcm_measured(point->params, point->n_params, "p");
}

/* Return "value" as a whole number, NULL for NAN. */
static const char *number_text(lcm_ctx *ctx, double value) {
  return isnan(value) ? NULL
                      : lcm_arena_printf(lcm_ctx_arena(ctx), "%.0f", value);
}

/* Write into the log which run begins; return where in it its output will
 * be. */
static off_t begin_log(const struct profile_session *session,
                       const struct profile_point *point) {
  lcm_ctx *ctx = session->ctx;
  if (session->log < 0)
    return 0;
  const char *title =
      lcm_arena_printf(lcm_ctx_arena(ctx), "== %s, run %zu\n",
                       profile_words_point(ctx, point->params, point->n_params),
                       point->next + 1);
  (void)lcm_write_all(session->log, title, strlen(title));
  return lseek(session->log, 0, SEEK_END);
}

/* Return the last line that the program wrote into the log behind "from", NULL
 * for none. */
static const char *last_words(const struct profile_session *session,
                              off_t from) {
  enum { MOST = 4096, WORDS = 200 };
  char text[MOST];
  const off_t end = session->log < 0 ? 0 : lseek(session->log, 0, SEEK_END);
  from = end - from > MOST ? end - MOST : from;
  ssize_t n =
      end > from ? pread(session->log, text, (size_t)(end - from), from) : 0;
  while (n > 0 && isspace((unsigned char)text[n - 1]))
    n--;
  ssize_t begin = n;
  while (begin > 0 && text[begin - 1] != '\n')
    begin--;
  for (ssize_t i = begin; i < n; i++)
    text[i] = iscntrl((unsigned char)text[i]) ? ' ' : text[i];
  return n > begin
             ? lcm_arena_printf(lcm_ctx_arena(session->ctx), ": %.*s",
                                (int)(n - begin < WORDS ? n - begin : WORDS),
                                text + begin)
             : NULL;
}

/* Run the program at "point" into "*outcome"; the raw files are in the
 * folder. */
static lcm_status run_program(struct profile_outcome *outcome,
                              struct profile_session *session,
                              const struct profile_point *point) {
  static const char *const NAMES[N_VARIABLES] = {
      "LCM_PROFILE_FILE", "LD_PRELOAD",    "OMP_TOOL_LIBRARIES",
      "LCM_PROFILE_MODE", "LCM_PROFILE_P", "LCM_PROFILE_TIMELINE",
      "OMP_NUM_THREADS"};
  lcm_ctx *ctx = session->ctx;
  const char *values[N_VARIABLES] = {
      [RAW_FILE] =
          lcm_arena_printf(lcm_ctx_arena(ctx), "%s/raw", session->folder),
      [PRELOAD] = point->runtime.preload,
      [TOOL] = point->runtime.tool,
      [MODE] = session->options->sampling ? "sampling" : "event",
      [PROCESSORS] = number_text(
          ctx, session->ranks ? threads_of(session, point) : point->p),
      [TIMELINE] = session->options->trace ? "8192" : "0",
      [THREADS] = number_text(ctx, threads_of(session, point))};
  struct profile_child child = {.names = NAMES,
                                .values = values,
                                .n_variables = N_VARIABLES,
                                .output = session->log,
                                .seconds = session->options->seconds,
                                .signals = session->signals};
  profile_runtime_clear(ctx, session->folder);
  const lcm_status status =
      profile_words(&child.argv, ctx, session->options->words,
                    session->options->n_words, point->params, point->n_params);
  return status ? status : profile_run(outcome, ctx, &child);
}

/* Return whether the program ended well in "outcome": with status 0, or one
 * that the user accepts. */
static bool ended_well(const struct profile_session *session,
                       const struct profile_outcome *outcome) {
  char *end = NULL;
  bool well = !outcome->exit_status;
  for (const char *at = session->options->accepted; at && !well;
       at = *end == ',' ? end + 1 : NULL)
    well = strtol(at, &end, 10) == outcome->exit_status;
  return well && !outcome->signal && !outcome->timed_out;
}

/* Report that the run of "point" did not end well, as "outcome" and the last
 * "words" of the program (or NULL) say. */
static void report_failure(lcm_ctx *ctx, const struct profile_point *point,
                           const struct profile_outcome *outcome,
                           const char *words) {
  const char *where = profile_words_point(ctx, point->params, point->n_params);
  const char *between = *where ? ": " : "";
  words = words ? words : "";
  if (outcome->timed_out)
    lcm_report(ctx, LCM_DIAG_PROGRAM, (lcm_loc){0},
               "%s%sthe program was ended after %.0f s (--timeout)%s", where,
               between, outcome->wall, words);
  else if (outcome->signal)
    lcm_report(ctx, LCM_DIAG_PROGRAM, (lcm_loc){0}, "%s%sthe program died: %s",
               where, between, strsignal(outcome->signal));
  else
    lcm_report(ctx, LCM_DIAG_PROGRAM, (lcm_loc){0},
               "%s%sthe program ended with status %d%s", where, between,
               outcome->exit_status, words);
}

/* Return whether others used much of the machine during "outcome". */
static bool is_busy(const struct profile_session *session,
                    const struct profile_outcome *outcome) {
  return outcome->wall >= LONG_ENOUGH &&
         outcome->others >
             BUSY * outcome->wall * fmax(1, (double)session->machine.cores);
}

/* Return the words that make the run "outcome" of "point" doubtful, NULL for
 * none. */
static const char *flags_of(struct profile_session *session,
                            const struct profile_point *point,
                            const struct profile_outcome *outcome) {
  lcm_ctx *ctx = session->ctx;
  const char *flags = NULL;
  unsigned all = 0;
  bool ended = true;
  for (size_t i = 0; i < session->raws.n; i++) {
    all |= session->raws.at[i].header->flags;
    ended = ended && session->raws.at[i].ended && !session->raws.at[i].cut;
  }
  if (outcome->failed || !ended)
    flags = profile_add_flag(ctx, flags, "cut");
  if ((all & LCM_RAW_OVERSUBSCRIBED) ||
      point->p > (double)session->machine.cores)
    flags = profile_add_flag(ctx, flags, "oversubscribed");
  if (all & LCM_RAW_DENSE)
    flags = profile_add_flag(ctx, flags, "overhead");
  if (outcome->throttled)
    flags = profile_add_flag(ctx, flags, "throttled");
  if (is_busy(session, outcome))
    flags = profile_add_flag(ctx, flags, "busy");
  return flags;
}

/* Report what the runtime has to say. */
static void report_messages(lcm_ctx *ctx, const struct profile_raws *raws) {
  for (size_t i = 0; i < raws->n; i++)
    for (char *const *at = raws->at[i].messages; *at; at++)
      lcm_report(ctx, LCM_DIAG_PROFILER, (lcm_loc){0}, "%s", *at);
}

/* Return how many processors "raws" are of. */
static double processors_of(const struct profile_raws *raws) {
  double p = 0;
  for (size_t i = 0; i < raws->n; i++)
    p += (double)raws->at[i].header->p;
  return p;
}

/* Return the values of "point", and p where it is none of them: "p". */
static const lcm_binding *with_processors(lcm_ctx *ctx,
                                          const struct profile_point *point,
                                          size_t *n, double p) {
  lcm_binding *out =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, point->n_params + 1);
  size_t k = 0;
  bool put = !isnan(lcm_measured(point->params, point->n_params, "p"));
  for (size_t i = 0; i < point->n_params; i++) {
    if (!put && strcmp(point->params[i].name, "p") > 0) {
      out[k++] = (lcm_binding){lcm_intern(ctx, "p"), p};
      put = true;
    }
    out[k++] = point->params[i];
  }
  if (!put)
    out[k++] = (lcm_binding){lcm_intern(ctx, "p"), p};
  *n = k;
  return out;
}

/* Check that the categories of the run "whole" add up. */
static void check_sum(lcm_ctx *ctx, const lcm_measurement *whole) {
  double sum = 0;
  for (size_t i = 0; i < whole->n_categories; i++)
    sum += whole->categories[i].value;
  const double all = whole->processors * whole->elapsed;
  if (fabs(sum - all) > 1e-6 * all + 1e-6)
    lcm_report(ctx, LCM_DIAG_SUM, (lcm_loc){0},
               "the categories add up to %.9g s, not to %g processors x "
               "%.9g s",
               sum, whole->processors, whole->elapsed);
}

/* Return the time, as ISO 8601 has it. */
static const char *date_now(lcm_ctx *ctx) {
  char text[32];
  const time_t seconds = time(NULL);
  struct tm parts;
  if (!gmtime_r(&seconds, &parts) ||
      !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts))
    return NULL;
  return lcm_intern(ctx, text);
}

/* Make records of the raw files of "session". */
static lcm_status make_records(struct profile_session *session,
                               const struct profile_point *point,
                               const struct profile_outcome *outcome) {
  lcm_ctx *ctx = session->ctx;
  lcm_status status = LCM_OK;
  lcm_measurement base = {.machine = session->machine.machine,
                          .affinity = session->machine.affinity,
                          .program = point->program,
                          .date = date_now(ctx),
                          .repetition = (double)point->next};
  for (size_t i = 0; i < session->raws.n && !status; i++)
    status = profile_symbols_find(&session->symbols, &session->raws.at[i]);
  if (!status)
    status = profile_sources_find(session, point->program);
  session->sources.shifted = profile_raws_gcc(&session->raws, ctx);
  for (size_t i = 0; i < session->raws.n && !status; i++)
    status = profile_join(&session->raws.parts[i], &session->sources,
                          &session->symbols, &session->raws.at[i]);
  base.processors = processors_of(&session->raws);
  base.params = with_processors(ctx, point, &base.n_params, base.processors);
  base.flags = flags_of(session, point, outcome);
  if (!status)
    status = profile_records(&session->last, ctx, &session->raws, &base,
                             session->options->slices);
  if (!status)
    check_sum(ctx, &session->last.records.at[session->last.records.n - 1]);
  return status;
}

lcm_status profile_measure(struct profile_result *out,
                           struct profile_session *session,
                           const struct profile_point *point) {
  struct profile_outcome outcome;
  lcm_ctx *ctx = session->ctx;
  *out = (struct profile_result){0};
  const off_t begin = begin_log(session, point);
  lcm_status status = run_program(&outcome, session, point);
  if (status)
    return status;
  out->stopped = outcome.stopped;
  out->failed = outcome.failed = !ended_well(session, &outcome);
  if (out->stopped)
    return LCM_OK;
  if (out->failed)
    report_failure(ctx, point, &outcome, last_words(session, begin));
  profile_raws_close(&session->raws);
  if (profile_raws_read(&session->raws, ctx, session->folder, !out->failed)) {
    out->failed = true;
    return LCM_OK;
  }
  report_messages(ctx, &session->raws);
  session->busy += is_busy(session, &outcome);
  status = make_records(session, point, &outcome);
  out->measured = !status;
  return status;
}
