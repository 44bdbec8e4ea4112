/* Movement of data that models were not measured with. */
#pragma once

#include "model/machine/machine.h"
#include "model/structure/structure.h"

/* Return "program" with what it costs on "machine" (NULL: nothing) that data
 * cross to code with models of its own from other members of a team, where
 * these models were not measured with that (Crovella 1994, 6.2.2). */
const lcm_program *lcm_program_with_crossings(lcm_ctx *ctx,
                                              const lcm_program *program,
                                              const lcm_machine *machine);
