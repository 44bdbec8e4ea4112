#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/ctx.h"
#include "base/fs.h"
#include "cmd/cmd_calibrate.h"
#include "cmd/cmd_calibrate_run.h"
#include "cmd/command.h"
#include "cmd/common.h"
#include "cmd/guard.h"
#include "cmd/options.h"
#include "model/machine/calibration.h"
#include "model/machine/calibration_json.h"
#include "model/machine/calibration_solve.h"
#include "render/table/style.h"
#include "render/text/calibration.h"

/* Read the inputs of "command" into "calibration". */
static lcm_status merge(lcm_calibration *calibration, struct command *command) {
  for (size_t i = 0; i < command->inputs.n; i++) {
    const char *file = command->inputs.at[i];
    char *text = NULL;
    size_t len = 0;
    lcm_status status = lcm_file_read(&text, &len, command->ctx, file);
    bool whole = true;
    status = status ? status
                    : lcm_calibration_add(calibration, file, text, len, &whole);
    if (status)
      return status;
    if (!whole)
      lcm_report(command->ctx, LCM_DIAG_SAMPLES_CUT,
                 (lcm_loc){.file = lcm_intern(command->ctx, file)},
                 "the samples end too soon; those that there are are used");
  }
  return LCM_OK;
}

/* Say which of the costs and bandwidths of "machine" are doubtful. */
static void report_noise(struct command *command,
                         const lcm_calibrated_machine *machine) {
  lcm_buf names = {0};
  size_t n = 0;
  for (size_t i = 0; i < machine->n_costs; i++)
    if (machine->costs[i].noisy)
      lcm_buf_printf(&names, "%s%s", n++ ? ", " : "", machine->costs[i].name);
  for (size_t i = 0; i < machine->n_levels; i++)
    if (machine->levels[i].core.noisy || machine->levels[i].socket.noisy ||
        machine->levels[i].lifted)
      lcm_buf_printf(&names, "%s%s", n++ ? ", " : "", machine->levels[i].name);
  if (n)
    lcm_report(command->ctx, LCM_DIAG_NOISY, (lcm_loc){0},
               "the machine was too busy for %s: measure again when it is idle",
               lcm_ctx_text(command->ctx, &names));
  lcm_buf_free(&names);
}

/* Write "machine": as JSON where --output or --format asks for it, as text to
 * standard output where that is free. */
static lcm_status write_machine(struct command *command,
                                lcm_calibration *calibration,
                                const lcm_calibrated_machine *machine) {
  const char *output = command->values[OPT_OUTPUT];
  const bool json = command->format == LCM_FORMAT_JSON;
  const bool taken = output && !strcmp(output, "-");
  const struct lcm_style style = command_style(command);
  if (json || output) {
    const lcm_status status =
        command_write(command, lcm_calibration_to_json(calibration, machine));
    if (status || json || taken)
      return status;
  }
  char *text =
      lcm_render_calibration(command->ctx, calibration, machine, &style);
  const lcm_status status =
      text ? lcm_file_write(command->ctx, NULL, text, strlen(text))
           : LCM_ENOMEM;
  free(text);
  return status;
}

/* Return whether the options of "command" make sense, with a message where
 * they do not. */
static bool check_options(const struct command *command) {
  const bool merges = command->given[OPT_MERGE];
  if (merges && !command->inputs.n)
    command_complain("--merge needs samples or descriptions to join");
  else if (!merges && command->inputs.n)
    command_complain("calibrate measures and takes no input; --merge joins "
                     "samples and descriptions");
  else if (command->format == LCM_FORMAT_CSV ||
           command->format == LCM_FORMAT_TSV)
    command_complain("calibrate writes text or json");
  else if (merges && (command->given[OPT_MPI] || command->defines.n))
    command_complain("--merge measures nothing, with -D and --mpi neither");
  else
    return true;
  return false;
}

int run_calibrate(struct command *command) {
  lcm_calibration *calibration = lcm_calibration_new(command->ctx);
  if (!check_options(command))
    return EXIT_USAGE;
  command_limit(false, 0);
  lcm_status status = command->given[OPT_MERGE]
                          ? merge(calibration, command)
                          : calibrate_measure(calibration, command);
  const lcm_calibrated_machine *machine = lcm_calibration_solve(calibration);
  if (machine->n_costs + machine->n_levels == 0) {
    if (!status)
      lcm_report(command->ctx, LCM_DIAG_IO, (lcm_loc){0},
                 "nothing was measured");
    return command_finish(command, status ? status : LCM_EIO);
  }
  if (!status || !command->given[OPT_MERGE]) {
    report_noise(command, machine);
    const lcm_status written = write_machine(command, calibration, machine);
    status = status ? status : written;
  }
  return command_finish(command, status);
}
