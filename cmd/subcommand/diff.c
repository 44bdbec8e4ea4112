/* lcm diff: what changed from one revision to the next. */
#include "cmd/subcommand/diff.h"

#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/subcommand/expect.h"
#include "render/text/text.h"
#include "study/diff/diff.h"

/* Load input "i" of "command" as revision "i" into "out": a file, or the C
 * files of a folder. */
static lcm_status load(struct lcm_variant *out, struct command *command,
                       size_t i) {
  static const char *const NAMES[] = {"old", "new"};
  const char *const *input = &command->inputs.at[i];
  struct lcm_load_options options;
  lcm_status status = command_loading(&options, command);
  options.inputs = input;
  options.n_inputs = 1;
  options.continued = i > 0;
  const char *const *files = NULL;
  const size_t n = status ? 0 : lcm_load_sources(&files, command->ctx, *input);
  if (n) {
    options.inputs = files;
    options.n_inputs = n;
  }
  out->name = NAMES[i];
  status =
      status ? status : lcm_load_program(&out->program, command->ctx, &options);
  status = status ? status : command_add_contracts(&out->program, command);
  if (status || !out->program->is_model)
    return status;
  command_complain("diff is of programs; `lcm compare` compares models");
  return LCM_EUSAGE;
}

/* Load both revisions of "command" into "out". */
static lcm_status load_both(struct lcm_revisions *out,
                            struct command *command) {
  lcm_variants variants = {0};
  if (command->inputs.n != LCM_N_REVISIONS) {
    command_complain("diff needs two inputs, the old revision and the new one");
    return LCM_EUSAGE;
  }
  lcm_status status = command_grid(&out->grid, command, true);
  for (size_t i = 0; i < LCM_N_REVISIONS && !status; i++) {
    status = load(&out->variants[i], command, i);
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &variants, out->variants[i]);
  }
  return status ? status
                : command_check_variants(command, out->grid, &variants,
                                         out->options->machine);
}

int run_diff(struct command *command) {
  const lcm_difference *difference = NULL;
  struct lcm_predict_options options;
  struct lcm_revisions revisions = {.options = &options,
                                    .defines = command->defines.at,
                                    .n_defines = command->defines.n};
  const struct lcm_style style = command_style(command);
  if (!command_threshold(&revisions.threshold, command))
    return EXIT_USAGE;
  lcm_status status = command_predict_options(&options, command);
  status = status ? status : load_both(&revisions, command);
  status = status ? status : lcm_diff(&difference, command->ctx, &revisions);
  if (!status)
    status = command_write(
        command, command->format == LCM_FORMAT_JSON
                     ? lcm_difference_to_json(difference)
                     : lcm_render_difference(command->ctx, difference,
                                             command->format, &style));
  const int finished = command_finish(command, status);
  return !finished && lcm_difference_is_worse(difference) ? EXIT_ERRORS
                                                          : finished;
}
