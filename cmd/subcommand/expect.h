/* lcm check --expect: whether the contracts of a program hold. */
#pragma once

#include "cmd/common.h"

/* Say whether the contracts of the inputs of "command", and those of its
 * --contracts, hold, printed as "how" says; return the exit status: EXIT_OPEN
 * where none is broken, but of one nobody can say. */
int run_expect(struct command *command, struct command_printing how);

/* Put "*program" with the contracts in the file of --contracts, where "command"
 * has one, into "*program". */
LCM_NODISCARD lcm_status command_add_contracts(const lcm_program **program,
                                               struct command *command);
