/* lcm predict: predictions over a grid, and what else is asked of them. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_predict(struct command *command);
