/* lcm fit: its options, and what it prints. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_fit(struct command *command);
