#pragma once

#include "cmd/command.h"

/* Check the models of the "n" units: names that nothing gives a value, costs
 * that are negative or no number at a point of the ranges that params state.
 * What is found is reported. */
lcm_status command_lint(struct command *command, const struct lcm_unit *units,
                        size_t n);
