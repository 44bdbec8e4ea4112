/* lcm calibrate: its options, and the description that it writes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/host.h"
#include "cmd/common.h"
#include "cmd/guard.h"
#include "cmd/options.h"
#include "cmd/subcommand/calibrate.h"
#include "measure/measure.h"
#include "render/text/text.h"

/* Measure what "command" asks for. */
static lcm_status measure(lcm_calibration *calibration,
                          struct command *command) {
  struct lcm_calibrate_options options = {.runtime =
                                              command->values[OPT_RUNTIME],
                                          .mpi = command->values[OPT_MPI],
                                          .mpicc = command->values[OPT_MPICC],
                                          .quick = command->given[OPT_QUICK]};
  const lcm_status status = command_grid(&options.grid, command, false);
  return status ? status
                : lcm_calibrate_machine(calibration, command->ctx, &options);
}

/* Write "machine" where it is found again as the description of this host, and
 * say so. */
static lcm_status keep_machine(struct command *command,
                               lcm_calibration *calibration,
                               const lcm_calibrated_machine *machine) {
  const char *place = lcm_host_machine_place(command->ctx);
  char *text = lcm_calibration_to_json(calibration, machine);
  lcm_status status = text ? LCM_OK : LCM_ENOMEM;
  if (!place)
    fputs("\nnot kept for this host, as there is no HOME: -o FILE writes it\n",
          stdout);
  else if (!status && !(status = lcm_host_machine_prepare(command->ctx, place)))
    status = lcm_file_write(command->ctx, place, text, strlen(text));
  if (place && !status)
    printf("\nkept as the description of this host: %s\n", place);
  free(text);
  return status;
}

/* Write "machine": as JSON where --output or --format asks for it, as text to
 * standard output where that is free.  What was measured here and nobody wants
 * elsewhere is kept. */
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
  lcm_status status =
      text ? lcm_file_write(command->ctx, NULL, text, strlen(text))
           : LCM_ENOMEM;
  free(text);
  if (!status && !output && !command->given[OPT_MERGE])
    status = keep_machine(command, calibration, machine);
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
  lcm_limit_process(false, 0);
  lcm_status status =
      command->given[OPT_MERGE]
          ? lcm_calibrate_merge(calibration, command->ctx, command->inputs.at,
                                command->inputs.n)
          : measure(calibration, command);
  const lcm_calibrated_machine *machine = lcm_calibration_solve(calibration);
  if (machine->n_costs + machine->n_levels == 0) {
    if (!status)
      lcm_report(command->ctx, LCM_DIAG_IO, (lcm_loc){0},
                 "nothing was measured");
    return command_finish(command, status ? status : LCM_EIO);
  }
  if (!status || !command->given[OPT_MERGE]) {
    lcm_calibrate_doubt(command->ctx, machine);
    const lcm_status written = write_machine(command, calibration, machine);
    status = status ? status : written;
  }
  return command_finish(command, status);
}
