/* lcm bisect: the first commit that breaks a contract. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_bisect(struct command *command);
