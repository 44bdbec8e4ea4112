/* lcm profile: its options, progress and output. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_profile(struct command *command);
