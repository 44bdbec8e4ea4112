/* lcm scale: how far a program or a set of runs scales. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_scale(struct command *command);
