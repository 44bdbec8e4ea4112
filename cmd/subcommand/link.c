/* lcm link and lcm cat: structures joined, printed, converted. */
#include <string.h>

#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/subcommand/link.h"
#include "model/lcs/lcs.h"
#include "model/link/link.h"

int run_link(struct command *command) {
  const lcm_program *program = NULL;
  const lcm_status status = command_join(&program, command);
  if (status)
    return command_finish(command, status);
  return command_finish(command,
                        command_write(command, lcm_program_to_str(program)));
}

/* Return "program" as a PAMELA model; what that loses is reported as notes.
 * Where one function alone can be meant, the run begins there. */
static char *to_pamela(struct command *command, const lcm_program *program) {
  struct lcm_pamela_losses losses;
  const lcm_program *entered = NULL;
  if (!program->is_model && lcm_program_start(command->ctx, program) &&
      !lcm_program_enter(&entered, command->ctx, program, NULL))
    program = entered;
  char *text = lcm_pamela_print(&losses, command->ctx, program);
  for (size_t i = 0; i < losses.n; i++)
    lcm_report(command->ctx, LCM_DIAG_LOST, losses.at[i].loc, "lost: %s",
               losses.at[i].what);
  return text;
}

int run_cat(struct command *command) {
  const lcm_program *program = NULL;
  const char *to = command->values[OPT_TO];
  const bool pamela = to && !strcmp(to, "pamela");
  const bool json = command->format == LCM_FORMAT_JSON;
  if (to && !pamela && strcmp(to, "lcs") != 0 && strcmp(to, "json") != 0) {
    command_complain("there is no language '%s'; there are lcs, json and "
                     "pamela",
                     to);
    return EXIT_USAGE;
  }
  const lcm_status status = command_join(&program, command);
  if (status)
    return command_finish(command, status);
  char *text = pamela ? to_pamela(command, program)
               : json || (to && !strcmp(to, "json"))
                   ? lcm_program_to_json(command->ctx, program)
                   : lcm_program_to_str(program);
  return command_finish(command, command_write(command, text));
}
