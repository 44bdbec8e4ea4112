/* lcm annotate: its options, and where the new texts go. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_annotate(struct command *command);
