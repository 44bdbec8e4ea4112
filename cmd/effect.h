/* Options that have no effect in a run are warned of. */
#pragma once

#include "cmd/command.h"
#include "model/results/results.h"

/* Warn of options of "command" that others leave without effect, or that need
 * others. */
void command_check_effect(struct command *command);

/* Warn of options on chance where none of the "n" predictions "all" was
 * simulated with any. */
void command_check_chance(struct command *command,
                          const lcm_prediction *const *all, size_t n);

/* Warn where no directive of the "n" programs "all" is of the variant that
 * "command" names. */
void command_check_variant(struct command *command,
                           const lcm_program *const *all, size_t n);
