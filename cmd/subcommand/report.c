/* lcm report: its options, and the page that it writes. */
#include "cmd/subcommand/report.h"
#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/method.h"
#include "cmd/timeline.h"
#include "study/report/report.h"
#include "trace/trace.h"

/* Put what the trace of a run that --run names shows into "options". */
static lcm_status take_run(struct lcm_report_options *options,
                           struct command *command) {
  const char *file = command->values[OPT_RUN];
  const struct lcm_trace_options how = {.timeline = true};
  const lcm_trace *trace = NULL;
  const lcm_status status =
      file ? lcm_trace_read(&trace, command->ctx, file, &how) : LCM_OK;
  if (status || !file)
    return status;
  options->run = trace->timetable;
  options->run_file = file;
  return LCM_OK;
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
