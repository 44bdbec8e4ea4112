/* Levels of memory of a machine: what moving data costs. */
#pragma once

#include "model/machine/machine.h"

/* Return the seconds that one core takes for a byte of "level", a cache. */
double lcm_level_rate(const struct lcm_level *level);

/* Return whether any movement of data costs something on "machine". */
bool lcm_machine_moves(const lcm_machine *machine);
