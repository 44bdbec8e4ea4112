/* lcm edit: its options, and the patch that it prints or makes. */
#include "cmd/subcommand/edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "cmd/common.h"
#include "cmd/loading.h"
#include "cmd/options.h"
#include "cmd/patching.h"

/* Return the edits of "command" as one list; NULL where there are none. */
static const char *all_edits(struct command *command) {
  const char *all = NULL;
  for (size_t i = 0; i < command->edits.n; i++)
    all = all ? lcm_arena_printf(lcm_ctx_arena(command->ctx), "%s; %s", all,
                                 command->edits.at[i])
              : command->edits.at[i];
  return all;
}

/* Take what is no file among the inputs of "command" as edits: `lcm edit
 * FILE EDITS`. */
static void take_edits(struct command *command) {
  size_t kept = 0;
  for (size_t i = 0; i < command->inputs.n; i++) {
    const char *input = command->inputs.at[i];
    if (strchr(input, ' ') && !lcm_path_exists(input))
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->edits, input);
    else
      command->inputs.at[kept++] = input;
  }
  command->inputs.n = kept;
}

/* Write the changed files of "p" where they are, and say which. */
static lcm_status write_files(struct patching *p, lcm_buf *said) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < p->patch.n_files && !status; i++) {
    const struct lcm_patch_file *file = &p->patch.files[i];
    status = lcm_file_write(p->command->ctx, file->path, file->text, file->len);
    lcm_buf_printf(said, "changed: %s\n", file->path);
  }
  return status;
}

/* Write what the edits of "p" make of the source where "command" wants it. */
static lcm_status write_patch(struct patching *p, lcm_buf *said) {
  struct command *command = p->command;
  lcm_status status = LCM_OK;
  const char *path = command->values[OPT_OUTPUT];
  if (command->given[OPT_EDIT_IN_PLACE])
    status = write_files(p, said);
  else if (path && p->patch.n_files == 1 && !command_ends_in(path, ".patch") &&
           !command_ends_in(path, ".diff"))
    return lcm_file_write(command->ctx, path, p->patch.files[0].text,
                          p->patch.files[0].len);
  else
    lcm_patch_diff(said, command->ctx, &p->patch);
  return status ? status : patching_write(p, said);
}

int run_edit(struct command *command) {
  struct patching p = {.command = command};
  lcm_buf said = {0};
  take_edits(command);
  const char *edits = all_edits(command);
  if (!edits || !command->inputs.n) {
    command_complain("edit takes files and --edit EDITS; see 'lcm help edit'");
    return EXIT_USAGE;
  }
  lcm_status status = command_predict_options(&p.predict, command);
  status = status ? status : command_join(&p.program, command);
  status = status ? status : patching_make(&p, edits, false);
  if (!status && !p.patch.n_files) {
    command_complain("the edits change nothing in the source");
    return EXIT_ERRORS;
  }
  status = status
               ? status
               : patching_tell(&said, &p,
                               command->given[OPT_EDIT_IN_PLACE] ? "" : "# ");
  status = status ? status : write_patch(&p, &said);
  lcm_buf_free(&said);
  return command_finish(command, status);
}
