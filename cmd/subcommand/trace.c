/* lcm trace: what the trace of a run shows. */
#include <math.h>
#include <string.h>

#include "chares/md.h"
#include "cmd/common.h"
#include "cmd/options.h"
#include "cmd/subcommand/trace.h"
#include "cmd/timeline.h"
#include "trace/trace.h"

/* Put the time that "option" gives into "*out", 0 where it does not; false, and
 * a message, where it is none. */
static bool take_time(double *out, const struct command *command,
                      enum option option) {
  const char *text = command->values[option];
  const lcm_expr *e = NULL;
  *out = 0;
  if (!text)
    return true;
  const struct lcm_expr_source source = {.text = text, .len = strlen(text)};
  const bool muted = lcm_ctx_mute(command->ctx, true);
  const bool read = !lcm_expr_parse(&e, command->ctx, &source) &&
                    !lcm_expr_eval(out, e, NULL, 0);
  (void)lcm_ctx_mute(command->ctx, muted);
  if (read && *out >= 0)
    return true;
  command_complain("%s is a time, such as '500 ns', not '%s'",
                   command_option_name(option), text);
  return false;
}

/* Put the share that "option" gives into "*out", 0 where it does not; false,
 * and a message, where it is none. */
static bool take_share(double *out, const struct command *command,
                       enum option option) {
  const char *text = command->values[option];
  const char *end = text;
  *out = text ? lcm_strtod(text, &end) : 0;
  if (!text || (end != text && !*end && *out > 0 && *out <= 1))
    return true;
  command_complain("%s is a share above 0 and up to 1, not '%s'",
                   command_option_name(option), text);
  return false;
}

/* Put the factor that "option" gives into "*out", 1 where it does not; false,
 * and a message, where it is none. */
static bool take_factor(double *out, const struct command *command,
                        enum option option) {
  const char *text = command->values[option];
  const char *end = text;
  *out = text ? lcm_strtod(text, &end) : 1;
  if (!text || (end != text && !*end && *out > 0 && isfinite(*out)))
    return true;
  command_complain("%s is a factor above 0, not '%s'",
                   command_option_name(option), text);
  return false;
}

/* Return whether "word" (or NULL) is one of those that "words" lists; if not
 * say so of "option". */
static bool is_word(const char *word, const char *(*words)(size_t),
                    enum option option) {
  for (size_t i = 0; word && words(i); i++)
    if (!strcmp(word, words(i)))
      return true;
  if (!word)
    return true;
  command_complain("there is no '%s' for %s; lcm trace --help lists what there "
                   "is",
                   word, command_option_name(option));
  return false;
}

/* Put how the trace is to be replayed into "*out"; false, and a message, where
 * that makes no sense. */
static bool take_replay(struct lcm_trace_replaying *out,
                        const struct command *command, double latency) {
  static const enum option OWN[] = {OPT_REPLAY_PROCESSORS, OPT_REPLAY_PLACEMENT,
                                    OPT_REPLAY_QUEUE,      OPT_REPLAY_MACHINE,
                                    OPT_REPLAY_SCALE,      OPT_REPLAY_BYTES};
  size_t processors = 0;
  for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
    if (command->given[OWN[i]] && !command->given[OPT_REPLAY]) {
      command_complain("%s says how to replay: give --replay, too",
                       command_option_name(OWN[i]));
      return false;
    }
  *out = (struct lcm_trace_replaying){
      .placement = command->values[OPT_REPLAY_PLACEMENT],
      .queue = command->values[OPT_REPLAY_QUEUE],
      .machine = command->values[OPT_REPLAY_MACHINE],
      .scale = command->values[OPT_REPLAY_SCALE],
      .latency = command->given[OPT_TRACE_LATENCY] ? latency : (double)NAN};
  if (!command_number(&processors, command, OPT_REPLAY_PROCESSORS,
                      "--processors is a number from 1 to 1048576", 1 << 20) ||
      !is_word(out->placement, md_strategy_name, OPT_REPLAY_PLACEMENT) ||
      !is_word(out->queue, md_queue_name, OPT_REPLAY_QUEUE))
    return false;
  if (!take_factor(&out->bytes, command, OPT_REPLAY_BYTES))
    return false;
  out->processors = (int)processors;
  if (command->given[OPT_TRACE_LATENCY] && !command->given[OPT_REPAIR] &&
      !command->given[OPT_REPLAY])
    lcm_report(command->ctx, LCM_DIAG_UNUSED_OPTION, (lcm_loc){0},
               "%s has no effect here: --repair moves clocks, --replay sends "
               "messages",
               command_option_name(OPT_TRACE_LATENCY));
  return true;
}

/* Put how the trace is to be read into "*out"; false, and a message, where that
 * makes no sense. */
static bool take_options(struct lcm_trace_options *out,
                         struct command *command) {
  size_t memory = 0;
  size_t steps = 0;
  *out = (struct lcm_trace_options){.repair = command->given[OPT_REPAIR],
                                    .timeline =
                                        command->given[OPT_TRACE_TIMELINE]};
  if (!take_time(&out->perturbation, command, OPT_PERTURBATION) ||
      !take_time(&out->latency, command, OPT_TRACE_LATENCY) ||
      !command_number(&memory, command, OPT_TRACE_MEMORY,
                      "--memory is a number of MiB from 1 to 1000000",
                      1000000) ||
      !command_number(&steps, command, OPT_TRACE_STEPS,
                      "--steps is a number from 1 to 10000", 10000))
    return false;
  out->steps = steps;
  out->memory = memory << 20;
  return take_share(&out->utilization, command, OPT_TRACE_UTILIZATION) &&
         take_share(&out->share, command, OPT_TRACE_SHARE);
}

/* Put which part of the run is asked for into "*out", and whether one is into
 * "*any"; false, and a message, where that makes no sense. */
static bool take_part(struct lcm_trace_selecting *out, bool *any,
                      const struct command *command) {
  *any = command->given[OPT_TRACE_ACTORS] || command->given[OPT_TRACE_IN] ||
         command->given[OPT_TRACE_FROM] || command->given[OPT_TRACE_TO];
  *out =
      (struct lcm_trace_selecting){.actors = command->values[OPT_TRACE_ACTORS],
                                   .names = command->values[OPT_TRACE_IN]};
  if (!take_time(&out->from, command, OPT_TRACE_FROM) ||
      !take_time(&out->to, command, OPT_TRACE_TO))
    return false;
  out->to = command->given[OPT_TRACE_TO] ? out->to : INFINITY;
  if (out->from < out->to)
    return true;
  command_complain("--from is before --to");
  return false;
}

/* Put the format that is asked for into command->format; false, and a message,
 * where there is none or it has nothing to show. */
static bool take_format(struct command *command) {
  const char *word = command->given[OPT_TRACE_JSON]
                         ? "json"
                         : command->values[OPT_TRACE_FORMAT];
  if (!command_set_format(command, word))
    return false;
  if (command->given[OPT_TRACE_STEPS] ||
      (command->format != LCM_FORMAT_CSV && command->format != LCM_FORMAT_TSV))
    return true;
  command_complain("--format %s has the timesteps of --steps N: give that, too",
                   word);
  return false;
}

/* Return "trace" in the format that is asked for. */
static char *text_of(struct command *command, const lcm_trace *trace) {
  const struct lcm_style style = command_style(command);
  if (command->format == LCM_FORMAT_JSON)
    return lcm_trace_to_json(trace);
  if (command->format == LCM_FORMAT_TEXT)
    return lcm_render_trace(command->ctx, trace, command->given[OPT_TRACE_ALL],
                            &style);
  return lcm_trace_steps_rows(command->ctx, trace, command->format, &style);
}

/* Write "trace" as it is asked for. */
static lcm_status write_trace(struct command *command, const lcm_trace *trace) {
  const char *file = command->values[OPT_TRACE_TIMELINE];
  lcm_status status = LCM_OK;
  if (file && trace->timetable)
    status = command_write_timetable(
        command, trace->timetable, file,
        lcm_trace_steps_page(command->ctx, trace,
                             command->given[OPT_TRACE_ALL] ? SIZE_MAX : 12));
  if (status || (file && !strcmp(file, "-")))
    return status;
  return command_write(command, text_of(command, trace));
}

int run_trace(struct command *command) {
  struct lcm_trace_options how;
  struct lcm_trace_replaying replay;
  struct lcm_trace_selecting part;
  bool partly = false;
  const lcm_trace *trace = NULL;
  if (command->inputs.n != 1) {
    command_complain("which trace? lcm trace FILE (- : standard input)");
    return EXIT_USAGE;
  }
  if (!take_format(command))
    return EXIT_USAGE;
  if (!take_options(&how, command) ||
      !take_replay(&replay, command, how.latency) ||
      !take_part(&part, &partly, command))
    return EXIT_USAGE;
  how.select = partly ? &part : NULL;
  how.replay = command->given[OPT_REPLAY] ? &replay : NULL;
  const lcm_status status =
      lcm_trace_read(&trace, command->ctx, command->inputs.at[0], &how);
  return command_finish(command, status ? status : write_trace(command, trace));
}
