#include <string.h>

#include "cmd/command.h"

/* Print the constructs of all units. */
static int print_constructs(struct command *command) {
  const struct lcm_unit *units = NULL;
  size_t n = 0;
  size_t total = 0;
  lcm_status status = command_analyze(&units, &n, command, true);
  if (status)
    return command_finish(command, status);
  for (size_t i = 0; i < n; i++)
    total += units[i].n_constructs;
  lcm_construct *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(command->ctx), lcm_construct, total + 1);
  total = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < units[i].n_constructs; k++)
      all[total++] = units[i].constructs[k];
  lcm_constructs_sort(all, total);
  char *text = NULL;
  if (command->format == LCM_FORMAT_JSON)
    text = lcm_constructs_to_json(command->ctx, all, total);
  else
    text = lcm_constructs_to_table(
        all, total, command->format == LCM_FORMAT_CSV ? ',' : '\t');
  return command_finish(command, command_write(command, text));
}

/* Print the movement of data. */
static int print_data(struct command *command, const lcm_program *program) {
  const lcm_data *data = NULL;
  const struct lcm_style style = command_style(command);
  const lcm_status status = lcm_data_trace(&data, command->ctx, program);
  if (status)
    return command_finish(command, status);
  char *text =
      command->format == LCM_FORMAT_JSON
          ? lcm_data_to_json(command->ctx, data)
          : lcm_render_data(command->ctx, data, command->format, &style);
  return command_finish(command, command_write(command, text));
}

int run_analyze(struct command *command) {
  const lcm_program *program = NULL;
  const struct lcm_style style = command_style(command);
  if (command->given[OPT_CONSTRUCTS])
    return print_constructs(command);
  const lcm_status status =
      command->given[OPT_DATA]
          ? command_load(&program, command, 0, command->inputs.n)
          : command_join(&program, command);
  if (status)
    return command_finish(command, status);
  if (command->given[OPT_DATA])
    return print_data(command, program);
  char *text = NULL;
  if (command->given[OPT_COMPILE] || command->given[OPT_UNIT])
    text = lcm_program_to_str(program);
  else if (command->format == LCM_FORMAT_JSON)
    text = lcm_program_to_json(command->ctx, program);
  else
    text = lcm_render_structure(command->ctx, program, &style);
  return command_finish(command, command_write(command, text));
}
