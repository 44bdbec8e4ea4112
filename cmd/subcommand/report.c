/* lcm report: its options, and the page that it writes. */
#include "cmd/subcommand/report.h"
#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/method.h"
#include "cmd/options.h"
#include "cmd/timeline.h"
#include "study/report/report.h"
#include "trace/trace.h"

/* Put what the trace of a run that --run names shows into "options". */
static lcm_status take_run(struct lcm_report_options *options,
                           struct command *command) {
  const char *file = command->values[OPT_RUN];
  const struct lcm_trace_options how = {.timeline = true};
  const lcm_trace *trace = NULL;
  if (!file)
    return LCM_OK;
  const lcm_status status = lcm_trace_read(&trace, command->ctx, file, &how);
  if (status)
    return status;
  options->run = trace->timetable;
  options->run_file = file;
  return LCM_OK;
}

/* Put how many timesteps of the run are shown into "*out", 0 where that is not
 * said; false, and a message, where that makes no sense. */
static bool take_steps(size_t *out, const struct command *command) {
  if (!command->given[OPT_RUN_STEPS] || command->given[OPT_RUN])
    return command_number(out, command, OPT_RUN_STEPS,
                          "--steps is a number from 1 to 1000", 1000);
  command_complain("--steps is about the run of --run FILE: give that, too");
  return false;
}

int run_report(struct command *command) {
  struct lcm_report_options options = {
      .edits = command_edits(command),
      .compares = command->given[OPT_COMPARE],
      .machine_file = command_machine(command),
      .measured = command->values[OPT_MEASURED],
      .unfold = command->unfolds.at,
      .n_unfold = command->unfolds.n,
      .title = command->values[OPT_TITLE],
      .advises = !command->given[OPT_NO_ADVICE]};
  struct lcm_report report;
  lcm_state_rules rules = {0};
  lcm_buf buf = {0};
  if (!take_steps(&options.run_steps, command))
    return EXIT_USAGE;
  options.defines = command->defines.at;
  options.n_defines = command->defines.n;
  options.rules = &rules;
  lcm_status status = command_predict_options(&options.predict, command);
  status = status ? status : command_methods(&options.predict, command);
  status = status ? status : command_states(&rules, command);
  status = status ? status : command_loading(&options.sources, command);
  status = status ? status : take_run(&options, command);
  status = status ? status : lcm_report_make(&report, command->ctx, &options);
  if (status)
    return command_finish(command, status);
  lcm_put_report(&buf, command->ctx, &report);
  return command_finish(command, command_write(command, lcm_buf_take(&buf)));
}
