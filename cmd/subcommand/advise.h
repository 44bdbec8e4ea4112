/* lcm advise: its options, and the advice that it prints. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_advise(struct command *command);
