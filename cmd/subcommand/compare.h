/* lcm compare: variants side by side. */
#pragma once

#include "cmd/command.h"

/* Run the subcommand on its command line; return the exit status. */
int run_compare(struct command *command);
