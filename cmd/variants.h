#pragma once

#include "cmd/command.h"

/* Load all that is to be compared into "variants": the inputs, or all of them
 * as one program as it is in each variant that is named; a single input also as
 * it is without the variant that is named; and what the edits make of them.
 * LCM_EUSAGE, and a message, where these are not two. */
lcm_status command_load_variants(command_variants *variants,
                                 struct command *command);

/* Warn about variables of "grid" that none of "variants" mentions, and note
 * where "machine" (or NULL) has fewer processors. */
void command_check_variants(struct command *command, const lcm_grid *grid,
                            const command_variants *variants,
                            const lcm_machine *machine);

/* Return whether p is to vary: some of "variants" is a program. */
bool command_variants_sweep(const command_variants *variants);
