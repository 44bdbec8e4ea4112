/* lcm validate: predictions beside measurements. */
#include <string.h>

#include "base/fs.h"
#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/method.h"
#include "cmd/options.h"
#include "cmd/subcommand/validate.h"
#include "render/text/text.h"
#include "study/validate/validate.h"

/* Return whether the input "name" holds measurements. */
static bool is_runs(const char *name) {
  static const char *const ENDS[] = {".jsonl",  ".pp",    ".json", ".txt",
                                     ".csv",    ".tsv",   ".gz",   ".pprof",
                                     ".folded", ".cubex", ".pb",   ".otf2"};
  bool found = false;
  for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS && !found; i++)
    found = command_ends_in(name, ENDS[i]);
  return found;
}

/* Move the inputs of "command" that hold measurements behind the others; return
 * how many others there are. */
static size_t sort_inputs(struct command *command) {
  LCM_LIST(const char *) runs = {0};
  size_t kept = 0;
  for (size_t i = 0; i < command->inputs.n; i++)
    if (is_runs(command->inputs.at[i]))
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &runs, command->inputs.at[i]);
    else
      command->inputs.at[kept++] = command->inputs.at[i];
  for (size_t i = 0; i < runs.n; i++)
    command->inputs.at[kept + i] = runs.at[i];
  return kept;
}

/* Read the measurements of the inputs from number "first" on into "*all". */
static lcm_status read_runs(lcm_measurements *all, struct command *command,
                            size_t first) {
  LCM_LIST(lcm_measurement) records = {0};
  struct lcm_measured_as as;
  lcm_status status = command_measured_as(&as, command);
  for (size_t i = first; i < command->inputs.n && !status; i++) {
    const char *name = command->inputs.at[i];
    lcm_measurements some = {0};
    char *text = NULL;
    size_t len = 0;
    status = lcm_file_read(&text, &len, command->ctx, name);
    if (!status)
      status = lcm_measurements_read(
          &some, command->ctx, &(struct lcm_measured_file){name, text, len},
          &as);
    for (size_t k = 0; k < some.n; k++)
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &records, some.at[k]);
  }
  *all = (lcm_measurements){records.at, records.n};
  return status;
}

/* Return "validation" as the text that was asked for. */
static char *text_of(struct command *command,
                     const lcm_validation *validation) {
  const struct lcm_style style = command_style(command);
  return command->format == LCM_FORMAT_JSON
             ? lcm_validation_to_json(validation)
             : lcm_render_validation(command->ctx, validation, command->format,
                                     &style);
}

int run_validate(struct command *command) {
  const size_t n = sort_inputs(command);
  const lcm_program *program = NULL;
  const lcm_validation *validation = NULL;
  lcm_measurements all = {0};
  struct lcm_predict_options options;
  if (n == command->inputs.n || (!n && !command->given[OPT_BUILD])) {
    command_complain("what to validate? a program and the measurements of its "
                     "runs: lcm validate prog.c runs.jsonl");
    return EXIT_USAGE;
  }
  lcm_status status = command_predict_options(&options, command);
  status = status ? status : command_methods(&options, command);
  status = status ? status : read_runs(&all, command, n);
  command->inputs.n = n;
  status = status ? status : command_load(&program, command, n);
  status =
      status ? status
             : lcm_validate(&validation, command->ctx, program, &all, &options);
  return command_finish(
      command,
      status ? status : command_write(command, text_of(command, validation)));
}
