/* The options by which inputs become programs.  What a command says of the
 * analysis of units. */
#pragma once

#include "cmd/command.h"
#include "study/variants/variants.h"

/* Return the edits of "command". */
struct lcm_edits command_edits(const struct command *command);

/* Put what "command" says of its inputs into "*out"; LCM_EUSAGE, and a message,
 * where that makes no sense. */
lcm_status command_loading(struct lcm_load_options *out,
                           struct command *command);

/* Load the first "n" inputs of "command" as one program into "*out",
 * linked. */
lcm_status command_load(const lcm_program **out, struct command *command,
                        size_t n);

/* Load all inputs of "command" as one program into "*out"; where its run
 * begins stays open unless --entry says it. */
lcm_status command_join(const lcm_program **out, struct command *command);

/* Make all edits of "command" in "*program", one after the other. */
lcm_status command_edit(const lcm_program **program, struct command *command);

/* Load all that "command" compares into "*out". */
lcm_status command_load_variants(lcm_variants *out, struct command *command);

/* Return what can recall what "command" said last time of the same units; NULL
 * where nothing is kept, or there is one unit. */
lcm_recall *command_recall(struct command *command);

/* Warn about variables of "grid" that "program" does not mention, and note
 * where "machine" (or NULL) has fewer processors.  LCM_EUSAGE, and a
 * diagnostic, where two of them are one. */
LCM_NODISCARD lcm_status command_check_grid(struct command *command,
                                            const lcm_grid *grid,
                                            const lcm_program *program,
                                            const lcm_machine *machine);

/* The same for the programs of "variants". */
LCM_NODISCARD lcm_status command_check_variants(struct command *command,
                                                const lcm_grid *grid,
                                                const lcm_variants *variants,
                                                const lcm_machine *machine);
