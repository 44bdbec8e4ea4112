#include "cmd/command.h"

int run_link(struct command *command) {
  const lcm_program *program = NULL;
  const lcm_status status = command_join(&program, command);
  if (status)
    return command_finish(command, status);
  return command_finish(command,
                        command_write(command, lcm_program_to_str(program)));
}

int run_cat(struct command *command) {
  const lcm_program *program = NULL;
  const lcm_status status = command_join(&program, command);
  if (status)
    return command_finish(command, status);
  char *text = command->format == LCM_FORMAT_JSON
                   ? lcm_program_to_json(command->ctx, program)
                   : lcm_program_to_str(program);
  return command_finish(command, command_write(command, text));
}
