/* lcm report: its options, and the page that it writes. */
#include "cmd/subcommand/report.h"
#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/method.h"
#include "cmd/timeline.h"
#include "study/report/report.h"

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
  status = status ? status : lcm_report_make(&report, command->ctx, &options);
  if (status)
    return command_finish(command, status);
  lcm_put_report(&buf, command->ctx, &report);
  return command_finish(command, command_write(command, lcm_buf_take(&buf)));
}
