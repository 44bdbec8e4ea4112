#include <string.h>

#include "cmd/command.h"
#include "cmd/edit.h"
#include "cmd/options.h"
#include "model/edit/edit.h"
#include "model/edit/parse.h"
#include "model/edit/restructure.h"

enum { MOST_LETTERS = 24 };

void command_edit_places(struct lcm_analyze_options *options,
                         struct command *command) {
  LCM_LIST(const char *) places = {0};
  const bool muted = lcm_ctx_mute(command->ctx, true);
  for (size_t i = 0; i < command->edits.n; i++) {
    const lcm_restructuring *edits = NULL;
    if (lcm_restructuring_parse(&edits, command->ctx, command->edits.at[i]))
      continue;
    for (size_t k = 0; k < edits->n_steps; k++)
      for (size_t p = 0; p < edits->steps[k].n_places; p++)
        LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &places,
                     edits->steps[k].places[p]);
  }
  (void)lcm_ctx_mute(command->ctx, muted);
  if (command->keeps_loops || !strcmp(command->name, "advise"))
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &places, LCM_KEEP_LOOPS);
  options->kept = places.at;
  options->n_kept = places.n;
}

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

const char *command_variant_name(struct command *command, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  return lcm_intern_n(command->ctx, name,
                      dot && dot > name ? (size_t)(dot - name) : strlen(name));
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
