/* lcm calibrate: its options, and the description that it writes. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_calibrate(struct command *command);
