/* lcm profile: its options, progress and output. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fs.h"
#include "cmd/chart.h"
#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/subcommand/profile.h"
#include "measure/measure.h"
#include "render/chart/chart.h"

/* How often a point is run, and how narrow the interval of its time is to be,
 * where nothing is said. */
enum { LEAST_RUNS = 3, MOST_RUNS = 10 };
static const double PRECISION = 0.02;

/* ---- options ------------------------------------------------------------
 */

/* Put the layout that --format names into "options"; false, and a message,
 * where there is none of that name. */
static bool take_layout(struct lcm_profile_options *options,
                        struct command *command) {
  static const struct {
    const char *name;
    enum lcm_profile_layout layout;
    lcm_format format;
  } ROWS[] = {{"text", LCM_PROFILE_TEXT, LCM_FORMAT_TEXT},
              {"json", LCM_PROFILE_JSON, LCM_FORMAT_JSON},
              {"csv", LCM_PROFILE_TABLE, LCM_FORMAT_CSV},
              {"tsv", LCM_PROFILE_TABLE, LCM_FORMAT_TSV},
              {"pp", LCM_PROFILE_PP, LCM_FORMAT_TEXT}};
  const char *name = command->values[OPT_RUN_FORMAT];
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
    if (!name || !strcmp(ROWS[i].name, name)) {
      options->view.layout = ROWS[i].layout;
      options->view.format = ROWS[i].format;
      return true;
    }
  command_complain("there is no format '%s'; there are text, json, csv, tsv "
                   "and pp",
                   name);
  return false;
}

/* Put whether threads are sampled into "options"; false, and a message, where
 * --mode makes no sense. */
static bool take_mode(struct lcm_profile_options *options,
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
static bool take_repeats(struct lcm_profile_options *options,
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

/* Put which statuses are no failure into "options"; false, and a message, where
 * --accept-status makes no sense. */
static bool take_accepted(struct lcm_profile_options *options,
                          const struct command *command) {
  const char *text = command->values[OPT_ACCEPT];
  char *end = NULL;
  options->accepted = text;
  for (const char *at = text; at; at = *end ? end + 1 : NULL) {
    const unsigned long status = strtoul(at, &end, 10);
    if (*at < '0' || *at > '9' || status > 255 || (*end && *end != ',')) {
      command_complain("--accept-status is a list of numbers from 0 to 255 "
                       "such as 1,7, not '%s'",
                       text);
      return false;
    }
  }
  return true;
}

/* Fill in how to measure; false, and a message, where the options make no
 * sense. */
static bool take_options(struct lcm_profile_options *options,
                         struct command *command) {
  *options = (struct lcm_profile_options){
      .words = command->flags,
      .n_words = command->n_flags,
      .note = command->values[OPT_NOTE],
      .force = command->given[OPT_FORCE],
      .reference = !command->given[OPT_NO_REFERENCE],
      .output = command->values[OPT_RUN_OUTPUT],
      .trace = command->values[OPT_RUN_TRACE],
      .verbose = command->given[OPT_VERBOSE],
      .view = {.style = command_style(command),
               .tag = command->values[OPT_TAG],
               .threads = command->given[OPT_THREADS],
               .slices = command->given[OPT_SLICES],
               .noted = command->given[OPT_NOTE]}};
  return take_layout(options, command) && take_mode(options, command) &&
         take_repeats(options, command) && take_accepted(options, command) &&
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

/* ---- progress -----------------------------------------------------------
 */

/* Append "seconds" as minutes and seconds. */
static void put_clock(lcm_buf *buf, double seconds) {
  lcm_buf_printf(buf, "%.0f:%02.0f", floor(seconds / 60),
                 floor(fmod(seconds, 60)));
}

/* How progress is shown. */
struct sweep_progress {
  bool line;    /* on one line of a terminal, again and again */
  double begin; /* when the sweep began */
};

/* Show how far a sweep is. */
static void show_progress(void *user, const struct lcm_profile_progress *at) {
  const struct sweep_progress *progress = user;
  lcm_buf buf = {0};
  const double elapsed = lcm_clock_now() - progress->begin;
  if (progress->line)
    lcm_buf_puts(&buf, "\r\033[K");
  if (at->left)
    lcm_buf_printf(&buf, "[%zu/%zu] %s, run %zu", at->done + 1,
                   at->done + at->left, at->point, at->repetition);
  if (at->left && progress->line && at->done) {
    lcm_buf_puts(&buf, ", ");
    put_clock(&buf, elapsed);
    lcm_buf_puts(&buf, " passed, about ");
    put_clock(&buf, elapsed / (double)at->done * (double)at->left);
    lcm_buf_puts(&buf, " left");
  }
  if (at->left && !progress->line)
    lcm_buf_putc(&buf, '\n');
  fputs(buf.text ? buf.text : "", stderr);
  fflush(stderr);
  lcm_buf_free(&buf);
}

/* Let "options" show progress where somebody reads that. */
static void watch(struct lcm_profile_options *options,
                  struct command *command) {
  const bool line = isatty(STDERR_FILENO) && !command->given[OPT_QUIET] &&
                    !command->given[OPT_VERBOSE];
  struct sweep_progress *progress =
      LCM_NEW(lcm_ctx_arena(command->ctx), struct sweep_progress);
  *progress = (struct sweep_progress){line, lcm_clock_now()};
  if (line || command->given[OPT_VERBOSE]) {
    options->progress = show_progress;
    options->user = progress;
  }
}

/* Put the sources that "command" names into "options". */
static lcm_status take_sources(struct lcm_profile_options *options,
                               struct command *command) {
  lcm_arena *arena = lcm_ctx_arena(command->ctx);
  LCM_LIST(const char *) files = {0};
  const lcm_status status = command_loading(&options->sources, command);
  for (size_t i = 0; i < command->sources.n; i++)
    LCM_LIST_ADD(arena, &files, command->sources.at[i]);
  for (size_t i = 0; i < command->inputs.n; i++)
    LCM_LIST_ADD(arena, &files, command->inputs.at[i]);
  options->sources.flags = NULL;
  options->sources.n_flags = 0;
  options->sources.inputs = files.at;
  options->sources.n_inputs = files.n;
  return status;
}

/* Say how to go on after the user stopped the sweep. */
static void say_stopped(const struct lcm_profiled *profiled,
                        const char *output) {
  if (profiled->kept)
    fprintf(stderr,
            "lcm: stopped: %zu new runs are in %s; the same command goes on "
            "from there\n",
            profiled->added, output);
  else
    fprintf(stderr, "lcm: stopped after %zu runs\n", profiled->added);
}

/* Return whether --chart, where it is given, has something to draw over the
 * points of "grid"; else there is a message. */
static bool can_draw(const struct command *command, const lcm_grid *grid) {
  if (!command->values[OPT_RUN_CHART] || grid->n_points > 1)
    return true;
  command_complain("there is nothing to draw over one point: give several "
                   "values, as -D p=1,2,4");
  return false;
}

/* Draw what was measured where --chart asks for it. */
static lcm_status draw(struct command *command,
                       const struct lcm_profiled *profiled) {
  const struct lcm_swept_list points = {profiled->points, profiled->n_points};
  return profiled->points ? command_chart_swept(command, &points) : LCM_OK;
}

int run_profile(struct command *command) {
  struct lcm_profile_options options;
  struct lcm_profiled profiled = {0};
  if (!command->n_flags) {
    command_complain("what to run stands behind '--': lcm profile -D "
                     "n=1024,2048 -- ./program {n}");
    return EXIT_USAGE;
  }
  if (!take_options(&options, command) || !take_note(command))
    return EXIT_USAGE;
  lcm_status status = command_grid(&options.grid, command, false);
  if (!status && !can_draw(command, options.grid))
    return EXIT_USAGE;
  if (!command->given[OPT_REPEAT] && !command->given[OPT_RUN_PRECISION] &&
      !command->defines.n)
    options.least = options.most = 1;
  status = status ? status : take_sources(&options, command);
  watch(&options, command);
  status =
      status ? status : lcm_profile_program(&profiled, command->ctx, &options);
  if (profiled.stopped)
    say_stopped(&profiled, options.output);
  if (profiled.text)
    status = lcm_file_write(command->ctx, NULL, profiled.text,
                            strlen(profiled.text));
  free(profiled.text);
  status = status ? status : draw(command, &profiled);
  const int exit_status = command_finish(command, status);
  return profiled.stopped ? 128 + SIGINT : exit_status;
}
