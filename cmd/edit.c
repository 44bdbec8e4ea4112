#include <string.h>

#include "cmd/command.h"
#include "model/edit.h"

enum { MOST_LETTERS = 24 };

lcm_status command_edit(const lcm_program **program, struct command *command) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < command->edits.n && !status; i++) {
    const lcm_restructuring *edits = NULL;
    status =
        lcm_restructuring_parse(&edits, command->ctx, command->edits.at[i]);
    if (!status)
      status = lcm_program_restructure(program, command->ctx, *program, edits,
                                       command->given[OPT_EDIT_FORCE]);
  }
  return status;
}

/* Return the variant among "variants" that is called "name" (NULL: the first),
 * or NULL and a message. */
static const struct lcm_variant *base_of(const command_variants *variants,
                                         const char *name) {
  for (size_t i = 0; i < variants->n; i++)
    if (!name || !strcmp(variants->at[i].name, name))
      return &variants->at[i];
  if (name)
    command_complain("there is no variant '%s' to edit", name);
  else
    command_complain("there is nothing to edit");
  return NULL;
}

/* Return what the result of "edits", number "i" of all, is called. */
static const char *name_of(struct command *command,
                           const lcm_restructuring *edits, size_t i) {
  if (edits->name)
    return edits->name;
  return strlen(edits->text) <= MOST_LETTERS
             ? edits->text
             : lcm_arena_printf(lcm_ctx_arena(command->ctx), "edit %zu", i + 1);
}

lcm_status command_edit_variants(command_variants *variants,
                                 struct command *command) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < command->edits.n && !status; i++) {
    const lcm_restructuring *edits = NULL;
    status =
        lcm_restructuring_parse(&edits, command->ctx, command->edits.at[i]);
    if (status)
      break;
    const struct lcm_variant *base = base_of(variants, edits->from);
    struct lcm_variant variant = {name_of(command, edits, i), NULL};
    if (!base)
      return LCM_EUSAGE;
    for (size_t k = 0; k < variants->n; k++)
      if (!strcmp(variants->at[k].name, variant.name)) {
        command_complain("there are two variants '%s'", variant.name);
        return LCM_EUSAGE;
      }
    status =
        lcm_program_restructure(&variant.program, command->ctx, base->program,
                                edits, command->given[OPT_EDIT_FORCE]);
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), variants, variant);
  }
  return status;
}
