#include <string.h>

#include "cmd/command.h"
#include "cmd/common.h"
#include "cmd/edit.h"
#include "cmd/options.h"
#include "cmd/variants.h"

/* Load one variant for each input. */
static lcm_status load_inputs(command_variants *variants,
                              struct command *command) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < command->inputs.n && !status; i++) {
    struct lcm_variant variant = {
        command_variant_name(command, command->inputs.at[i]), NULL};
    status = command_load(&variant.program, command, i, i + 1);
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), variants, variant);
  }
  return status;
}

/* Load the program of all inputs once for each of the variants listed in
 * "names". */
static lcm_status load_variants(command_variants *variants,
                                struct command *command, const char *names) {
  lcm_status status = LCM_OK;
  while (*names && !status) {
    const size_t n = strcspn(names, ",");
    struct lcm_variant variant = {lcm_intern_n(command->ctx, names, n), NULL};
    command->values[OPT_VARIANT] = variant.name;
    status = command_load(&variant.program, command, 0, command->inputs.n);
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), variants, variant);
    names += n + (names[n] == ',');
  }
  return status;
}

lcm_status command_load_variants(command_variants *variants,
                                 struct command *command) {
  const char *names = command->values[OPT_VARIANT];
  const bool alone = names && !strchr(names, ',') && command->inputs.n == 1;
  lcm_status status = LCM_OK;
  if (!names || alone) {
    command->values[OPT_VARIANT] = NULL;
    status = load_inputs(variants, command);
  } else if (!strchr(names, ','))
    status = load_inputs(variants, command);
  if (!status && names && (alone || strchr(names, ',')))
    status = load_variants(variants, command, names);
  status = status ? status : command_edit_variants(variants, command);
  if (status || variants->n > 1)
    return status;
  command_complain("compare needs two inputs, --variant A,B or --edit");
  return LCM_EUSAGE;
}

void command_check_variants(struct command *command, const lcm_grid *grid,
                            const command_variants *variants,
                            const lcm_machine *machine) {
  const lcm_program **programs = LCM_NEW_ARRAY(
      lcm_ctx_arena(command->ctx), const lcm_program *, variants->n + 1);
  for (size_t i = 0; i < variants->n; i++)
    programs[i] = variants->at[i].program;
  command_check_grid(command, grid, programs, variants->n, machine);
}

bool command_variants_sweep(const command_variants *variants) {
  for (size_t i = 0; i < variants->n; i++)
    if (!variants->at[i].program->is_model)
      return true;
  return false;
}
