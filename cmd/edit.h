#pragma once

#include "cmd/command.h"

/* Let "options" say that loops of which the edits of "command" speak are nodes,
 * all loops where it looks for edits; what is wrong with the edits is not
 * reported here. */
void command_edit_places(struct lcm_analyze_options *options,
                         struct command *command);

/* Make all edits of "command" in "*program", one after the other. */
lcm_status command_edit(const lcm_program **program, struct command *command);

/* Return the name of the variant in the file "path": without folder and
 * suffix. */
const char *command_variant_name(struct command *command, const char *path);

/* Add a variant for each edit of "command" to "variants", made of one of
 * those, the first unless the edit says which. */
lcm_status command_edit_variants(command_variants *variants,
                                 struct command *command);
